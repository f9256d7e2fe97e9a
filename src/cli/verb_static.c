/* cli/verb_static.c -- `sinew static`: the equilibrium of a model at t = 0, or a path of equilibria under growing loads.
 * What:    positions and turns of the parts, coordinates of joints, reactions, forces of springs and cables as a table on
 *          stdout; the same as a result file of one row, which can be looked at with `sinew view`. A model with load_path
 *          { ... } gives a result file of one row for every equilibrium.
 * Tests:   tests/mechanisms/test_start.c, tests/mechanisms/test_load_path.c.
 */
#include <string.h>

#include "cli/cli.h"

/* Prints each output that has a value at rest, those of parts after the others. */
static void show_outputs(const sn_session *s, const sn_observation *o, int parts, sn_json_report *out)
{
  const sn_system *system = s->frozen.system;
  for (int i = 0; i < system->n_output; i++) {
    const sn_observable *row = system->output + i;
    const sn_item *item = row->item && row->item[0] ? sn_model_find(s->model, row->item) : NULL;
    double x[4] = {0};
    if (!item || (item->kind->class == SN_CLASS_PART) != parts || !(row->what->flags & SN_OUT_AT_REST)) {
      continue;
    }
    row->what->evaluate(o, row->data, x);
    if (out->wanted) {
      sn_json_begin(&out->j, NULL, '{');
      sn_json_put_text(&out->j, "item", row->item);
      sn_json_put_text(&out->j, "name", row->what->name);
      sn_json_put_numbers(&out->j, "value", x, row->n);
      sn_json_put_text(&out->j, "unit", row->what->unit ? row->what->unit : "");
      sn_json_end(&out->j, '{');
      continue;
    }
    (void)printf("  %-16s %-16s", row->item, row->what->name);
    for (int k = 0; k < row->n; k++) {
      (void)printf(" %14.8g", x[k] == 0 ? 0 : x[k]); /* no -0 */
    }
    (void)printf(" %s\n", row->what->unit ? row->what->unit : "");
  }
}

static void show_position(const sn_item *item, const char *point, sn_v3 x, sn_json_report *out)
{
  if (out->wanted) {
    sn_json_begin(&out->j, NULL, '{');
    sn_json_put_text(&out->j, "part", item->name);
    sn_json_put_text(&out->j, "point", point);
    sn_json_put_numbers(&out->j, "position", x.x, 3);
    sn_json_end(&out->j, '{');
    return;
  }
  (void)printf("  %-16s %-16s %14.8g %14.8g %14.8g\n", item->name, point, x.x[0] + 0, x.x[1] + 0, x.x[2] + 0);
}

/* Prints the position of every part: of its node, or of its first and last one, also if the node is shared or on the ground. */
static void show_parts(const sn_session *s, const sn_observation *o, sn_json_report *out)
{
  const sn_system *system = s->frozen.system;
  int node = 0;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    sn_v3 x[2];
    int n = 0;
    if (item->kind->line.ends) {
      item->kind->line.ends(item, o->q, x);
      n = 2;
    }
    if (item->kind->part.place_text && item->kind->part.stations &&
        item->kind->part.stations(item) > 0) { /* a body by points: what its node would be */
      sn_own_mass own;
      item->kind->part.mass(item, o->q, &own);
      x[n++] = own.centre;
    }
    while (n == 0 && item->kind->class == SN_CLASS_PART && node < system->n_node &&
           system->node[node].item <= item->builder_item) { /* nodes are made in the order of their items */
      if (system->node[node].item == item->builder_item && sn_has_place(system, system->node + node)) {
        x[n++] = o->q[system->node[node].vector[0]];
      }
      node++;
    }
    for (int k = 0; k < n; k++) {
      show_position(item, n == 1 ? item->kind->name : k ? "last node" : "first node", x[k], out);
    }
  }
}

static void show_all(const sn_session *s, const sn_observation *o, sn_json_report *out)
{
  if (out->wanted) {
    sn_json_begin(&out->j, "positions", '[');
  } else {
    (void)printf("positions%50s\n", "[m]");
  }
  show_parts(s, o, out);
  if (out->wanted) {
    sn_json_end(&out->j, '[');
    sn_json_begin(&out->j, "outputs", '[');
  } else {
    (void)printf("joints and forces\n");
  }
  show_outputs(s, o, 0, out);
  show_outputs(s, o, 1, out);
  if (out->wanted) {
    sn_json_end(&out->j, '[');
  }
}

static void say(const char *line)
{
  (void)fprintf(stderr, "%s\n", line);
}

static void put_equilibrium(sn_json *j, const sn_session *s, const sn_run_summary *summary)
{
  const sn_equilibrium *e = &s->equilibrium;
  sn_json_begin(j, "equilibrium", '{');
  sn_json_put_number(j, "iterations", e->iterations);
  sn_json_put_number(j, "damped", e->damped);
  sn_json_put_number(j, "load_steps", e->load_steps);
  sn_json_put_number(j, "largest_force", e->force);
  sn_json_put_number(j, "residual", e->residual * e->force);
  sn_json_put_flag(j, "unstable", e->unstable);
  if (e->unstable) {
    const int item = e->unstable_item;
    sn_json_put_text(j, "falls",
                     item >= 0 && item < s->frozen.system->n_item ? s->frozen.system->item_name[item] : NULL);
    sn_json_put_number(j, "growth", e->unstable_rate);
  }
  char text[240];
  sn_json_begin(j, "not_held", '[');
  for (int k = 0; sn_session_loose_line(s, k, text, sizeof text); k++) {
    sn_json_put_text(j, NULL, text);
  }
  sn_json_end(j, '[');
  sn_json_end(j, '{');
  sn_json_begin(j, "energy", '{');
  sn_json_put_number(j, "strain", summary->total.strain);
  sn_json_put_number(j, "gravity", summary->total.potential);
  sn_json_end(j, '{');
}

/* Prints the equilibria of load_path { ... }: one row each. */
static sn_status follow(const sn_arguments *a, sn_session *s, const char *file, sn_json_report *out, sn_error *error)
{
  const int quiet = sn_is_given(a, "--quiet");
  sn_path_summary path;
  const int before = sn_model_warnings(s->model);
  const sn_status status = sn_session_path(s, file, quiet ? NULL : say, &path, error);
  sn_warn_rest(a, s, before);
  SN_TRY(status);
  sn_json_begin(&out->j, "path", '{');
  sn_json_put_number(&out->j, "equilibria", path.points);
  sn_json_put_number(&out->j, "iterations", path.iterations);
  sn_json_put_number(&out->j, "cuts", path.cuts);
  sn_json_end(&out->j, '{');
  if (!quiet && !out->wanted) {
    (void)fprintf(stderr, "path         %d equilibria, %d iterations, %d steps tried again shorter\n", path.points,
                  path.iterations, path.cuts);
    (void)fprintf(stderr, "result       %s%s%s (time: number of the equilibrium)\n", sn_colour(stderr, "\033[1m"), file,
                  sn_colour(stderr, "\033[0m"));
  }
  return SN_OK;
}

/* Prints messages next to the table. */
static void print_words(const sn_session *s, const sn_run_summary *summary, const char *file)
{
  char line[300];
  for (int i = 0; sn_session_start_line(s, i, line, sizeof line); i++) {
    if (strncmp(line, "static", 6) == 0) {
      (void)fprintf(stderr, "%s\n", line);
    }
  }
  for (int i = 0; sn_session_loose_line(s, i, line, sizeof line); i++) {
    (void)fprintf(stderr, "%-12s %s\n", i == 0 ? "not held" : "", line);
  }
  if (s->equilibrium.n_loose > 0) {
    (void)fprintf(stderr, "%-12s no force determines where these stand: they stay near the drawing\n", "");
  }
  (void)fprintf(stderr, "energy       strain %.9g J, gravity %.9g J\n", summary->total.strain,
                summary->total.potential);
  (void)fprintf(stderr, "result       %s%s%s\n", sn_colour(stderr, "\033[1m"), file, sn_colour(stderr, "\033[0m"));
}

static sn_status find(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_json_report *out, sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL, *given = sn_text_given(a, "-o");
  sn_run_summary summary = {0};
  sn_observation o;
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open_static(s, model, name, arena, error));
  SN_TRY(sn_cli_memory(a, s, 0, error));
  SN_TRY(sn_cli_still_settings(s, error));
  const char *file = given ? given : sn_arena_format(arena, "%s_static.h5", name);
  if (!file) {
    return sn_no_memory(error, "the name of the result");
  }
  SN_TRY(sn_warn_model(a, s, error));
  sn_json_put_text(&out->j, "model", name);
  sn_json_put_text(&out->j, "result", file);
  if (sn_model_load_growth(s->model)) {
    return follow(a, s, file, out, error);
  }
  SN_TRY(sn_session_start(s, error));
  SN_TRY(sn_warn_moved(a, s, error));
  SN_TRY(sn_instant_observe(s->instant, &s->frozen.start, NULL, &o, error));
  show_all(s, &o, out);
  const int before = sn_model_warnings(s->model);
  const sn_status status = sn_session_run(s, file, NULL, &summary, error);
  sn_warn_rest(a, s, before);
  SN_TRY(status);
  if (out->wanted) {
    put_equilibrium(&out->j, s, &summary);
    sn_json_assembly(&out->j, s);
  } else if (!sn_is_given(a, "--quiet")) {
    print_words(s, &summary, file);
  }
  return SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  return sn_find_and_tell(a, arena, find);
}

static const sn_option options[] = {{"-o", "FILE.h5",
                                     "result file: one row, or one for every equilibrium of a load_path",
                                     .takes = SN_TAKES_FILE, .of = "h5"},
                                    SN_OPTION_SET,
                                    SN_OPTION_MEMORY,
                                    SN_OPTION_ENGINE,
                                    SN_OPTION_QUIET,
                                    SN_OPTION_STRICT,
                                    SN_OPTION_JSON,
                                    {0}};

const sn_verb sn_verb_static = {
    .name = "static",
    .words = "MODEL.lua",
    .help = "finds the static equilibrium and prints it (result: MODEL_static.h5, or -o)",
    .about = "Finds positions in which all forces balance at t = 0, and prints positions, coordinates of joints, "
             "reactions and forces. hold { ... } items act. A model with load_path { ... } gives a row for "
             "each equilibrium under growing loads.\n\n"
             "With --json the same is one JSON object on stdout; docs/command.md lists its fields.",
    .example = "sinew static swing/model.lua",
    .options = options,
    .of = "lua",
    .least = 1,
    .most = 1,
    .perform = perform};
