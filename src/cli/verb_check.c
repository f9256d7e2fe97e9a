/* cli/verb_check.c -- `sinew check`: what was understood, without running.
 * What:    parts with their own masses, centres and inertias, joints and what they connect, degrees of freedom, rows of joints that repeat
 *          others; warns about initial velocities that do not fit.
 * Tests:   tests/cli/test_cli.c.
 */
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "session/memory_need.h"
#include "session/runner.h"

/* Values of the size of round-off relative to this one are printed as 0. */
static double clean(double x, double size)
{
  return fabs(x) > 1e-12 * size ? x : 0;
}

/* Centre and inertia (xx yy zz xy xz yz) without round-off. */
typedef struct {
  double centre[3], inertia[6];
} tidy;

static tidy tidied(const sn_own_mass *own, double extent)
{
  static const int row[] = {0, 1, 2, 0, 0, 1}, column[] = {0, 1, 2, 1, 2, 2};
  const double size = extent + v3_norm(own->centre), (*J)[3] = own->inertia;
  /* moments about the centre are differences of those about the origin: values of a few 1e-16 times m size^2 are round-off */
  const double largest = fmax(J[0][0] + J[1][1] + J[2][2], 1e-2 * own->mass * size * size);
  tidy t;
  for (int i = 0; i < 3; i++) {
    t.centre[i] = clean(own->centre.x[i], size);
  }
  for (int i = 0; i < 6; i++) {
    t.inertia[i] = clean(J[row[i]][column[i]], largest);
  }
  return t;
}

static void print_centre(double mass, const double x[3])
{
  (void)printf(" %10.6g   %11.6g %11.6g %11.6g", mass, x[0], x[1], x[2]);
}

/* xx, yy, zz, and xy, xz, yz where there are any. */
static void print_inertia(const double J[6])
{
  (void)printf("   %11.6g %11.6g %11.6g", J[0], J[1], J[2]);
  if (J[3] != 0 || J[4] != 0 || J[5] != 0) {
    (void)printf("  (%.6g, %.6g, %.6g)", J[3], J[4], J[5]);
  }
}

/* Lists every part with its own mass, as it was given, whichever node carries the mass. */
static void print_parts(const sn_session *s)
{
  double all = 0;
  sn_v3 moment = v3(0, 0, 0);
  (void)printf("parts%33s %27s         %s\n", "mass [kg]", "centre [m]",
               "inertia about it [kg m^2], xx yy zz (xy xz yz)");
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    sn_own_mass own;
    if (item->kind->class != SN_CLASS_PART) {
      continue;
    }
    (void)printf("  %-16s %-8s", item->name, item->kind->name);
    if (sn_session_mass(s, item, &own)) {
      const tidy t = tidied(&own, s->frozen.system->extent);
      print_centre(own.mass, t.centre);
      print_inertia(t.inertia);
      (void)printf("%s\n", own.own_axes ? "  own axes" : "");
      all += own.mass;
      moment = v3_axpy(moment, own.mass, own.centre);
    } else {
      (void)printf("          0\n");
    }
  }
  (void)printf("  %-25s", "all");
  const sn_own_mass sum = {.mass = all, .centre = all > 0 ? v3_scale(1 / all, moment) : moment};
  print_centre(all, tidied(&sum, s->frozen.system->extent).centre);
  (void)printf("\n");
  const double held = all - sn_session_moving_mass(s);
  if (held > 1e-12 * all) {
    (void)printf("  %-25s %10.6g\n", "of this on the ground", held);
  }
}

static void print_others(const sn_session *s, sn_class class, const char *title)
{
  int n = 0;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    if (item->kind->class != class) {
      continue;
    }
    if (n++ == 0) {
      (void)printf("%s\n", title);
    }
    (void)printf("  %-16s %-12s", item->name, item->kind->name);
    for (int k = 0; k < item->kind->n_refs && item->ref[k].given; k++) {
      (void)printf("%s%s", k ? " - " : " ", sn_ref_name(&item->ref[k]));
    }
    (void)printf("\n");
  }
}

/* Numbers of parts that do not change: the matrices of shells. */
static void print_constants(const sn_session *s)
{
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    for (const sn_constant *c = item->kind->reports.constants; c && c->name; c++) {
      double x[9];
      if (!c->evaluate(item->frozen, x)) {
        continue;
      }
      if (c == item->kind->reports.constants) {
        (void)printf("constants of '%s' (%s)\n", item->name, item->kind->name);
      }
      for (int k = 0; k < c->rows * c->columns; k++) {
        if (k % c->columns == 0) {
          (void)printf("  %-3s %-6s", k == 0 ? c->name : "", k == 0 ? c->unit : "");
        }
        (void)printf(" %13.6g", x[k]);
        if ((k + 1) % c->columns == 0) {
          (void)printf("%s%s\n", k + 1 == c->columns ? "   " : "", k + 1 == c->columns ? c->help : "");
        }
      }
    }
  }
}

/* Surfaces of meshes: those that hold, carry or join something, and those that only have a name. */
static void print_surfaces(const sn_session *s)
{
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    sn_surface_fact f;
    for (int k = 0; item->kind->surface.surface_fact && item->kind->surface.surface_fact(item, k, &f); k++) {
      if (k == 0) {
        (void)printf("surfaces of '%s' (%s)\n", item->name, item->kind->name);
      }
      (void)printf("  %-16s %6d side%s %6d nodes %13.6g m^2\n", f.name, f.n_side, f.n_side == 1 ? " " : "s", f.n_node,
                   f.area);
    }
  }
}

/* What a part says of itself: the modes of a reduced solid. */
static void print_summaries(const sn_session *s)
{
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    const char *text = item->kind->reports.summary ? item->kind->reports.summary(item->frozen) : NULL;
    if (text) {
      (void)printf("%s", text);
    }
  }
}

static void print_channels(const sn_session *s)
{
  const int n = sn_model_channels(s->model);
  (void)printf(n ? "channels\n" : "channels: none\n");
  for (int i = 0; i < n; i++) {
    const sn_channel *c = sn_model_channel_at(s->model, i);
    (void)printf("  %-16s %d x %s\n", c->name, c->n, c->unit && c->unit[0] ? c->unit : "1");
  }
}

/* Reports closed loops with redundant equations: they run as they are, but their forces are not unique. */
static sn_status print_redundant(sn_session *s, sn_error *error)
{
  const sn_freedom_count *f = &s->freedom;
  const sn_system *system = s->frozen.system;
  const unsigned char *shared;
  if (f->n_redundant == 0) {
    return SN_OK;
  }
  SN_TRY(sn_session_indeterminate(s, &shared, error));
  (void)printf(
      "redundant: %d equation%s of joints repeat%s others; the motion is the same, but the forces of these are not "
      "unique:\n",
      f->n_redundant, f->n_redundant == 1 ? "" : "s", f->n_redundant == 1 ? "s" : "");
  for (int i = 0; i < system->n_item; i++) {
    if (shared[i]) {
      (void)printf("  %s (%s)\n", system->item_name[i], system->item_where[i]);
    }
  }
  return SN_OK;
}

static void say(const char *line)
{
  (void)printf("run\n  %s\n", line);
}

/* ---- as JSON */

static void put_surfaces(sn_json *j, const sn_item *item)
{
  sn_surface_fact f;
  if (!item->kind->surface.surface_fact || !item->kind->surface.surface_fact(item, 0, &f)) {
    return;
  }
  sn_json_begin(j, "surfaces", '[');
  for (int k = 0; item->kind->surface.surface_fact(item, k, &f); k++) {
    sn_json_begin(j, NULL, '{');
    sn_json_put_text(j, "name", f.name);
    sn_json_put_number(j, "sides", f.n_side);
    sn_json_put_number(j, "nodes", f.n_node);
    sn_json_put_number(j, "area", f.area);
    sn_json_end(j, '{');
  }
  sn_json_end(j, '[');
}

static void put_parts(sn_json *j, const sn_session *s)
{
  const double extent = s->frozen.system->extent;
  double all = 0;
  sn_v3 moment = v3(0, 0, 0);
  sn_json_begin(j, "parts", '[');
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    sn_own_mass own;
    if (item->kind->class != SN_CLASS_PART) {
      continue;
    }
    sn_json_begin(j, NULL, '{');
    sn_json_put_text(j, "name", item->name);
    sn_json_put_text(j, "kind", item->kind->name);
    sn_json_put_text(j, "where", item->where);
    const int has_mass = sn_session_mass(s, item, &own);
    sn_json_put_number(j, "mass", own.mass);
    if (has_mass) {
      tidy t = tidied(&own, extent);
      sn_json_put_numbers(j, "centre", t.centre, 3);
      sn_json_put_numbers(j, "inertia", t.inertia, 6);
      sn_json_put_text(j, "axes", own.own_axes ? "own" : "ground");
      all += own.mass;
      moment = v3_axpy(moment, own.mass, own.centre);
    }
    for (const sn_constant *c = item->kind->reports.constants; c && c->name; c++) {
      double x[9];
      if (c->evaluate(item->frozen, x)) {
        sn_json_put_numbers(j, c->name, x, c->rows * c->columns);
      }
    }
    put_surfaces(j, item);
    sn_json_end(j, '{');
  }
  sn_json_end(j, '[');
  const sn_own_mass sum = {.mass = all, .centre = all > 0 ? v3_scale(1 / all, moment) : moment};
  const double held = all - sn_session_moving_mass(s);
  sn_json_put_number(j, "mass", all);
  sn_json_put_numbers(j, "centre", tidied(&sum, extent).centre, 3);
  sn_json_put_number(j, "mass_held", held > 1e-12 * all ? held : 0);
}

static void put_others(sn_json *j, const sn_session *s, sn_class class, const char *title)
{
  sn_json_begin(j, title, '[');
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    if (item->kind->class == class) {
      sn_json_begin(j, NULL, '{');
      sn_json_put_text(j, "name", item->name);
      sn_json_put_text(j, "kind", item->kind->name);
      sn_json_put_text(j, "where", item->where);
      sn_json_begin(j, "between", '[');
      for (int k = 0; k < item->kind->n_refs && item->ref[k].given; k++) {
        sn_json_put_text(j, NULL, sn_ref_name(&item->ref[k]));
      }
      sn_json_end(j, '[');
      sn_json_end(j, '{');
    }
  }
  sn_json_end(j, '[');
}

static void put_channels(sn_json *j, const sn_session *s)
{
  sn_json_begin(j, "channels", '[');
  for (int i = 0; i < sn_model_channels(s->model); i++) {
    const sn_channel *c = sn_model_channel_at(s->model, i);
    sn_json_begin(j, NULL, '{');
    sn_json_put_text(j, "name", c->name);
    sn_json_put_text(j, "unit", c->unit ? c->unit : "");
    sn_json_put_number(j, "components", c->n);
    sn_json_end(j, '{');
  }
  sn_json_end(j, '[');
}

static sn_status put_freedom(sn_json *j, sn_session *s, sn_error *error)
{
  const sn_freedom_count *f = &s->freedom;
  const sn_system *system = s->frozen.system;
  const unsigned char *shared = NULL;
  sn_json_put_number(j, "degrees_of_freedom", f->freedom);
  sn_json_put_number(j, "degrees_of_freedom_of_position", f->places);
  sn_json_put_number(j, "coordinates", f->coordinates);
  sn_json_put_number(j, "equations", f->rows);
  sn_json_put_number(j, "independent_equations", f->rank);
  sn_json_begin(j, "redundant", '[');
  if (f->n_redundant > 0) {
    SN_TRY(sn_session_indeterminate(s, &shared, error));
  }
  for (int i = 0; shared && i < system->n_item; i++) {
    if (shared[i]) {
      sn_json_begin(j, NULL, '{');
      sn_json_put_text(j, "name", system->item_name[i]);
      sn_json_put_text(j, "where", system->item_where[i]);
      sn_json_end(j, '{');
    }
  }
  sn_json_end(j, '[');
  return SN_OK;
}

static void put_run(sn_json *j, const sn_session *s)
{
  const sn_run_options *o = &s->options;
  sn_json_begin(j, "run", '{');
  sn_json_put_text(j, "scheme", o->scheme->name);
  for (const sn_setting *p = o->scheme->setting; p && p->name; p++) {
    sn_json_put_number(j, p->name, sn_setting_get(&o->step, p));
  }
  sn_json_put_number(j, "dt", o->dt);
  sn_json_put_number(j, "duration", o->duration);
  sn_json_put_number(j, "tolerance", o->tolerance);
  sn_json_put_number(j, "store", o->store);
  sn_json_put_number(j, "schedule", o->n_schedule);
  sn_json_end(j, '{');
}

/* ---- both */

static void show_model(sn_json_report *out, const sn_session *s)
{
  if (out->wanted) {
    sn_json_put_text(&out->j, "model", s->name);
    sn_json_put_number(&out->j, "size", s->frozen.system->extent);
    put_parts(&out->j, s);
    put_others(&out->j, s, SN_CLASS_JOINT, "joints");
    put_others(&out->j, s, SN_CLASS_FORCE, "forces");
    put_channels(&out->j, s);
    return;
  }
  (void)printf("model %s, size %.4g m\n", s->name, s->frozen.system->extent);
  print_parts(s);
  print_constants(s);
  print_summaries(s);
  print_surfaces(s);
  print_others(s, SN_CLASS_JOINT, "joints");
  print_others(s, SN_CLASS_FORCE, "forces");
  print_channels(s);
}

static sn_status show_freedom(sn_json_report *out, sn_session *s, sn_error *error)
{
  const sn_freedom_count *f = &s->freedom;
  if (out->wanted) {
    return put_freedom(&out->j, s, error);
  }
  if (f->places != f->freedom) {
    (void)printf("degrees of freedom %d of velocity, %d of position ", f->freedom, f->places);
  } else {
    (void)printf("degrees of freedom %d ", f->freedom);
  }
  (void)printf("(%d coordinates, %d equations of joints, %d independent)\n", f->coordinates, f->rows, f->rank);
  return print_redundant(s, error);
}

static const double worth_telling = 200; /* MB */

static void show_memory(sn_json_report *out, const sn_session *s)
{
  const double megabytes =
      1e-6 * sn_memory_of_system(s->frozen.system, sn_model_run(s->model)->where ? sn_cli_scheme(s) : NULL);
  if (out->wanted) {
    sn_json_put_number(&out->j, "memory_mb", megabytes);
  } else if (megabytes > worth_telling) {
    (void)printf("memory of a run: about %.0f MB\n", 10 * round(megabytes / 10));
  }
}

static sn_status check(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_json_report *out, sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL;
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open(s, model, name, arena, error));
  SN_TRY(sn_cli_memory(a, s, sn_model_run(s->model)->where != NULL, error));
  show_model(out, s);
  sn_error why = {0};
  const sn_status started = sn_session_start(s, &why); /* redundant equations are counted in the assembled position */
  SN_TRY(show_freedom(out, s, error));
  if (!sn_model_run(s->model)->where && !sn_model_load_growth(s->model) && !sn_model_modes(s->model)) {
    SN_TRY(sn_model_warn(s->model, "", error, "the model has no run { dt = ..., duration = ... }"));
  }
  SN_TRY(sn_warn_model(a, s, error)); /* once: all of them */
  if (started != SN_OK) {
    *error = why;
    return started;
  }
  SN_TRY(sn_warn_moved(a, s, error));
  sn_json_assembly(&out->j, s);
  show_memory(out, s);
  if (!sn_model_run(s->model)->where) {
    return SN_OK; /* a model for statics or modes alone, or warned about above */
  }
  SN_TRY(sn_cli_settings(a, s, error));
  if (out->wanted) {
    put_run(&out->j, s);
  } else {
    s->runner->tell_settings(s, say);
  }
  return SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  return sn_find_and_tell(a, arena, check);
}

static const sn_option options[] = {SN_OPTION_SET,   SN_OPTIONS_OF_RUN, SN_OPTION_UNTIL, SN_OPTION_MEMORY,
                                    SN_OPTION_QUIET, SN_OPTION_STRICT,  SN_OPTION_JSON,  {0}};

const sn_verb sn_verb_check = {
    .name = "check",
    .words = "MODEL.lua",
    .help = "prints what was understood: parts, joints, degrees of freedom",
    .about = "Lists parts with their own masses, centres and inertias, joints, forces, channels, degrees of freedom "
             "and equations that repeat others. The drawing is assembled, so gaps, contradictory joints and drives, "
             "and velocities that do not fit are found without a run. Warnings report probable mistakes.\n\n"
             "With --json the same is one JSON object on stdout; docs/command.md lists its fields.",
    .example = "sinew check pendulum/model.lua",
    .options = options,
    .of = "lua",
    .least = 1,
    .most = 1,
    .perform = perform};
