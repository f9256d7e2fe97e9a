/* cli/verb_static.c -- `sinew static`: the equilibrium of a model at t = 0, or a path of equilibria under growing loads.
 * What:    positions and turns of the parts, coordinates of joints, reactions, forces of springs and cables as a table on
 *          stdout; the same as a result file of one row, which can be looked at with `sinew view`. A model with load_path
 *          { ... } gives a result file of one row for every equilibrium.
 * Tests:   tests/whole/test_start.c, tests/whole/test_load_path.c.
 */
#include <math.h>
#include <string.h>

#include "cli/cli.h"

static void print_outputs(const sn_session *s, const sn_observation *o, int parts)
{
  const sn_system *system = s->frozen.system;
  for (int i = 0; i < system->n_output; i++) {
    const sn_output_row *row = system->output + i;
    const sn_item *item = row->item && row->item[0] ? sn_model_find(s->model, row->item) : NULL;
    double x[4] = {0};
    if (!item || (item->kind->class == SN_CLASS_PART) != parts || !(row->flags & SN_OUT_AT_REST)) {
      continue;
    }
    row->evaluate(o, row->data, x);
    (void)printf("  %-16s %-16s", row->item, row->name);
    for (int k = 0; k < row->n; k++) {
      (void)printf(" %14.8g", x[k] == 0 ? 0 : x[k]); /* no -0 */
    }
    (void)printf(" %s\n", row->unit ? row->unit : "");
  }
}

/* Place of every part: of its node, or of its first and last one, also where it shares them or ground holds them. */
static void print_parts(const sn_session *s, const sn_observation *o)
{
  const sn_system *system = s->frozen.system;
  int node = 0;
  (void)printf("positions%50s\n", "[m]");
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    sn_v3 x[2];
    int n = 0;
    if (item->kind->ends) {
      item->kind->ends(item, o->q, x);
      n = 2;
    }
    while (n == 0 && item->kind->class == SN_CLASS_PART && node < system->n_node &&
           system->node[node].item <= item->builder_item) { /* nodes are made in the order of their items */
      if (system->node[node].item == item->builder_item && system->node[node].has_x) {
        x[n++] = o->q[system->node[node].vector[0]];
      }
      node++;
    }
    for (int k = 0; k < n; k++) {
      (void)printf("  %-16s %-16s %14.8g %14.8g %14.8g\n", item->name,
                   n == 1 ? item->kind->name
                   : k    ? "last node"
                          : "first node",
                   x[k].x[0] + 0, x[k].x[1] + 0, x[k].x[2] + 0);
    }
  }
}

/* A model for statics alone says nothing about time. */
static sn_status settings(sn_session *s, sn_error *error)
{
  sn_run_settings *r = sn_model_run(s->model);
  r->dt = isnan(r->dt) && r->step_times.n == 0 ? 1 : r->dt;
  return sn_session_settings(s, 0, error);
}

static void say(const char *line)
{
  (void)fprintf(stderr, "%s\n", line);
}

/* The equilibria of load_path { ... }: one row each. */
static sn_status follow(const sn_arguments *a, sn_session *s, const char *file, sn_error *error)
{
  const int quiet = sn_is_given(a, "--quiet");
  sn_path_summary path;
  SN_TRY(sn_session_path(s, file, quiet ? NULL : say, &path, error));
  if (!quiet) {
    (void)fprintf(stderr, "path         %d equilibria, %d iterations, %d steps tried again shorter\n", path.points,
                  path.iterations, path.cuts);
    (void)fprintf(stderr, "result       %s%s%s (time: number of the equilibrium)\n", sn_colour(stderr, "\033[1m"), file,
                  sn_colour(stderr, "\033[0m"));
  }
  return SN_OK;
}

static sn_status find(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL, *given = sn_text_given(a, "-o");
  sn_run_summary summary = {0};
  sn_observation o;
  char line[160];
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open_static(s, model, name, arena, error));
  SN_TRY(settings(s, error));
  const char *file = given ? given : sn_arena_format(arena, "%s_static.h5", name);
  if (!file) {
    return sn_no_memory(error, "the name of the result");
  }
  if (!sn_is_given(a, "--quiet")) {
    SN_TRY(sn_print_model_warnings(s, error));
  }
  if (sn_model_load_path(model)) {
    return follow(a, s, file, error);
  }
  SN_TRY(sn_session_start(s, error));
  sn_warn_moved(s);
  SN_TRY(sn_motion_observe(s->motion, &s->frozen.start, NULL, &o, error));
  print_parts(s, &o);
  (void)printf("joints and forces\n");
  print_outputs(s, &o, 0);
  print_outputs(s, &o, 1);
  SN_TRY(sn_session_run(s, file, NULL, &summary, error));
  if (!sn_is_given(a, "--quiet")) {
    for (int i = 0; sn_session_start_line(s, i, line, sizeof line); i++) {
      if (strncmp(line, "static", 6) == 0) {
        (void)fprintf(stderr, "%s\n", line);
      }
    }
    (void)fprintf(stderr, "energy       strain %.9g J, gravity %.9g J\n", summary.total.strain,
                  summary.total.potential);
    (void)fprintf(stderr, "result       %s%s%s\n", sn_colour(stderr, "\033[1m"), file, sn_colour(stderr, "\033[0m"));
  }
  return SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_session s = {0};
  sn_error error = {0};
  const sn_status status = find(a, arena, &s, &error);
  sn_session_close(&s);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

static const sn_option options[] = {
    {"-o", "FILE.h5", "result file: one row, or one for every equilibrium of a load_path", 0},
    SN_OPTION_SET,
    SN_OPTION_QUIET,
    {0}};

const sn_verb sn_verb_static = {"static",
                                "MODEL.lua",
                                "finds the static equilibrium and prints it (result: MODEL_static.h5, or -o)",
                                "sinew static swing/model.lua",
                                options,
                                1,
                                1,
                                perform};
