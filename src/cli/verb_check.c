/* cli/verb_check.c -- `sinew check`: what was understood, without running.
 * What:    parts with their own masses, centres and inertias, joints and what they connect, degrees of freedom, rows of joints that repeat
 *          others; warns about initial velocities that do not fit.
 * Tests:   tests/cli/test_cli.c.
 */
#include <math.h>
#include <string.h>

#include "api/runner.h"
#include "cli/cli.h"

/* Round-off next to a number of this size is nothing. */
static double clean(double x, double size)
{
  return fabs(x) > 1e-12 * size ? x : 0;
}

static void print_centre(const sn_session *s, double mass, sn_v3 x)
{
  const double size = s->frozen.system->extent + v3_norm(x);
  (void)printf(" %10.6g   %11.6g %11.6g %11.6g", mass, clean(x.x[0], size), clean(x.x[1], size), clean(x.x[2], size));
}

/* xx, yy, zz, and xy, xz, yz where there are any. */
static void print_inertia(const sn_own_mass *own)
{
  const double(*J)[3] = own->inertia, size = J[0][0] + J[1][1] + J[2][2];
  (void)printf("   %11.6g %11.6g %11.6g", clean(J[0][0], size), clean(J[1][1], size), clean(J[2][2], size));
  const double xy = clean(J[0][1], size), xz = clean(J[0][2], size), yz = clean(J[1][2], size);
  if (xy != 0 || xz != 0 || yz != 0) {
    (void)printf("  (%.6g, %.6g, %.6g)", xy, xz, yz);
  }
}

/* Every part with its own mass, as it was given: whose node carries it does not matter here. */
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
      print_centre(s, own.mass, own.centre);
      print_inertia(&own);
      (void)printf("%s\n", own.own_axes ? "  own axes" : "");
      all += own.mass;
      moment = v3_axpy(moment, own.mass, own.centre);
    } else {
      (void)printf("          0\n");
    }
  }
  (void)printf("  %-25s", "all");
  print_centre(s, all, all > 0 ? v3_scale(1 / all, moment) : moment);
  (void)printf("\n");
  const double held = all - sn_session_moving_mass(s);
  if (held > 1e-12 * all) {
    (void)printf("  %-25s %10.6g\n", "of this held by ground", held);
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
    for (int k = 0; k < 4 && item->ref[k].given; k++) {
      (void)printf("%s%s", k ? " - " : " ", sn_ref_name(&item->ref[k]));
    }
    (void)printf("\n");
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

/* Closed loops with more equations than they need run as they are; their forces are not unique. */
static sn_status print_redundant(sn_session *s, sn_error *error)
{
  const sn_freedom_count *f = &s->freedom;
  const sn_system *system = s->frozen.system;
  const unsigned char *shared;
  if (f->n_redundant == 0) {
    return SN_OK;
  }
  SN_TRY(sn_session_shared(s, &shared, error));
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

static sn_status check(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL;
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open(s, model, name, arena, error));
  (void)printf("model %s, size %.4g m\n", name, s->frozen.system->extent);
  print_parts(s);
  print_others(s, SN_CLASS_JOINT, "joints");
  print_others(s, SN_CLASS_FORCE, "forces");
  print_channels(s);
  sn_error why = {0};
  const sn_status started = sn_session_start(s, &why); /* what depends on what is counted where the parts fit */
  const sn_freedom_count *f = &s->freedom;
  (void)printf("degrees of freedom %d (%d coordinates, %d equations of joints, %d independent)\n", f->freedom,
               f->coordinates, f->rows, f->rank);
  SN_TRY(print_redundant(s, error));
  SN_TRY(sn_print_model_warnings(s, error));
  if (started != SN_OK) {
    *error = why;
    return started;
  }
  sn_warn_moved(s);
  if (!sn_model_run(model)->where && (sn_model_load_path(model) || sn_model_modes(model))) {
    return SN_OK; /* a model for statics or modes alone */
  }
  if (!sn_model_run(model)->where) {
    sn_print_warning("the model has no run { dt = ..., duration = ... }");
    return SN_OK;
  }
  SN_TRY(sn_cli_settings(a, s, error));
  s->runner->tell_settings(s, say);
  return SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_session s = {0};
  sn_error error = {0};
  const sn_status status = check(a, arena, &s, &error);
  sn_session_close(&s);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

static const sn_option options[] = {SN_OPTION_SET, SN_OPTION_UNTIL, {0}};

const sn_verb sn_verb_check = {"check",
                               "MODEL.lua",
                               "prints what was understood: parts, joints, degrees of freedom",
                               "sinew check pendulum/model.lua",
                               options,
                               1,
                               1,
                               perform};
