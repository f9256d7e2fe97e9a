/* session/session_modes.c -- modes of a session, and their result file.
 * What:    assembly, static equilibrium (rotating or not), modes; rows that show each mode through one period.
 * Tests:   tests/mechanisms/test_modes.c
 */
#include "session/session_modes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "results/modes.h"
#include "session/session_checkpoint.h"

static const double pi = 3.14159265358979323846;
static const double seen = 0.1;         /* largest displacement shown, over the size of the model */
static const double largest_turn = 0.6; /* and largest rotation, rad */
enum { FRAMES = 17 };                   /* of a mode: one period, its end included */

sn_modes_wanted sn_session_modes_wanted(const sn_session *s)
{
  const sn_modes_wanted *w = sn_model_modes(s->model);
  return w ? *w
           : (sn_modes_wanted){
                 .count = 10, .rotation = v3(NAN, NAN, NAN), .center = v3(NAN, NAN, NAN), .damping = 1, .near = NAN};
}

/* Gravity keeps its direction in space: in turning axes only along the axis. */
static sn_status check_rotation(const sn_session *s, sn_v3 w, sn_error *error)
{
  const sn_v3 g = sn_model_gravity_of(s->model);
  if (v3_norm(v3_cross(g, w)) <= 1e-9 * v3_norm(g) * v3_norm(w)) {
    return SN_OK;
  }
  sn_failf(error, SN_EMODEL, "Gravity is not along the axis of rotation.");
  sn_error_where(error, "%s", sn_model_gravity_where(s->model));
  sn_error_why(error, "In axes that turn with the structure it goes round: there is no steady state.");
  sn_error_fix(error, "Leave out gravity, or let the axis be vertical.");
  return SN_EMODEL;
}

sn_status sn_session_modes(sn_session *s, const sn_modes_wanted *wanted, int buckling, sn_modes *out, sn_error *error)
{
  const sn_modes_options o = {.count = wanted->count,
                              .undamped = !wanted->damping,
                              .spin = wanted->spin,
                              .shift = 2 * pi * wanted->near,
                              .method = SN_EIGEN_ANY};
  const int turns = !isnan(wanted->rotation.x[0]) && v3_norm(wanted->rotation) > 0;
  sn_state *x = &s->frozen.start;
  SN_TRY(sn_session_assemble(s, error));
  if (turns && wanted->spin) {
    return sn_fail(error, SN_EINPUT, "modes", "rotation and spin cannot be used together.",
                   "With rotation everything turns, with spin each rotor about its own axis.", "Keep one of them.");
  }
  if (!wanted->spin) {
    memset(x->v, 0, (size_t)s->frozen.system->n_vector * sizeof(sn_v3));
  }
  if (turns) {
    SN_TRY(check_rotation(s, wanted->rotation, error));
    sn_instant_rotate(s->instant, wanted->rotation, isnan(wanted->center.x[0]) ? v3(0, 0, 0) : wanted->center);
  }
  if (wanted->about == 0) {
    SN_TRY(sn_session_sag(s, &s->frozen, error));
    SN_TRY(sn_statics(s->instant, x, s->arena, &s->equilibrium, error));
    s->is_static = 1;
    s->equilibrium.unstable = 0; /* the modes say it better: a motion without stiffness is no instability */
  }
  if (wanted->spin) { /* velocities that fit the joints; drives turn rotors */
    sn_instant_still(s->instant, 0);
    SN_TRY(sn_instant_start(s->instant, x, 1, NULL, error));
  }
  SN_TRY(buckling ? sn_buckling_find(s->instant, x, &o, s->arena, out, error)
                  : sn_modes_find(s->instant, x, &o, s->arena, out, error));
  return sn_instant_freedom(s->instant, x, &s->freedom, error);
}

/* ---- result */

/* Amplitude that shows a mode: displacements a tenth of the model, rotations not beyond what looks like one. */
static double amplitude_of(const sn_session *s, const sn_modes *modes, const sn_mode *m)
{
  double turn = 0, moved = 0;
  for (int i = 0; i < s->frozen.system->n_node; i++) {
    const double *a = m->re + 6 * (size_t)i, *b = m->im + 6 * (size_t)i;
    moved = fmax(moved, hypot(v3_norm(v3(a[0], a[1], a[2])), v3_norm(v3(b[0], b[1], b[2]))));
    turn = fmax(turn, hypot(v3_norm(v3(a[3], a[4], a[5])), v3_norm(v3(b[3], b[4], b[5]))));
  }
  const double by_size = moved > 0 ? seen * modes->extent / moved : INFINITY;
  const double by_turn = turn > 0 ? largest_turn / turn : INFINITY;
  const double a = fmin(by_size, by_turn);
  return isfinite(a) ? a : 0;
}

static sn_status show_mode(sn_session *s, const sn_modes *modes, int k, sn_shown *shown, const sn_sink *file,
                           sn_error *error)
{
  const sn_mode *m = &modes->mode[k];
  const double a = amplitude_of(s, modes, m);
  sn_v3 *space = SN_NEW(s->arena, sn_v3, s->frozen.system->n_vector);
  sn_observation o = {.system = s->frozen.system,
                      .q = space,
                      .local = shown->q,
                      .v = shown->v,
                      .a = SN_NEW(s->arena, sn_v3, s->frozen.system->n_vector),
                      .stress = shown->stress,
                      .internal = s->frozen.start.internal,
                      .scratch = SN_NEW(s->arena, double, s->frozen.system->n_scratch),
                      .load = 1,
                      .weight = 1};
  sn_ledger ledger = {0};
  char text[120];
  o.ledger = &ledger;
  if (!o.a || !o.scratch || !space) {
    return sn_no_memory(error, "the modes");
  }
  for (int i = 0; i < FRAMES; i++) { /* from rest: sin for a real shape */
    const double part = (double)i / (FRAMES - 1);
    sn_mode_show(s->instant, &s->frozen.start, m, a, 2 * pi * part - pi / 2, shown);
    sn_to_space(s->frozen.system, shown->q, space);
    o.t = k + fmin(part, SN_MODE_PERIOD);
    SN_TRY(file->row(file->data, &o, &ledger, error));
  }
  (void)snprintf(text, sizeof text, "mode %d is shown with %.3g times its shape in /modes", k + 1, a);
  file->log(file->data, k, text);
  return SN_OK;
}

sn_status sn_session_write_modes(sn_session *s, const sn_modes *modes, int buckling, const char *file, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  const sn_plan_modes table = {modes, buckling, FRAMES};
  sn_result_plan plan;
  sn_writer *writer = NULL;
  sn_error closing = {0}, unused = {0};
  const double began = sn_wall_seconds();
  sn_run_summary run = {.t_end = modes->n, .completed = 1, .still = 1, .unknowns = s->freedom.coordinates};
  sn_shown shown = {SN_NEW(s->arena, sn_v3, system->n_vector), SN_NEW(s->arena, sn_v3, system->n_vector),
                    SN_NEW(s->arena, double, system->n_stress + 1)};
  if (!shown.q || !shown.v || !shown.stress) {
    return sn_no_memory(error, "the modes");
  }
  s->options = (sn_run_options){.scheme = sn_schemes[0], .dt = 1.0 / (FRAMES - 1), .duration = modes->n};
  /* stresses of the equilibrium, for colours; what cannot be had is left zero */
  if (sn_instant_start(s->instant, &s->frozen.start, 0, NULL, &unused) != SN_OK) {
    memset(s->frozen.start.stress, 0, (size_t)system->n_stress * sizeof(double));
  }
  SN_TRY(sn_session_plan(s, &plan, error));
  plan.modes = &table;
  plan.scheme = buckling ? "buckling" : "modes";
  SN_TRY(sn_session_writer(s, &plan, file, &writer, error));
  const sn_sink sink = sn_writer_sink(writer);
  sn_status status = SN_OK;
  for (int k = 0; k < modes->n && status == SN_OK; k++) {
    status = show_mode(s, modes, k, &shown, &sink, error);
  }
  run.wall_seconds = sn_wall_seconds() - began;
  const sn_status closed = sn_writer_finish(writer, status == SN_OK ? SN_OUTCOME_COMPLETE : SN_OUTCOME_FAILED, &run,
                                            status == SN_OK ? NULL : error, &closing);
  if (closed == SN_OK) {
    sn_forget_checkpoint(s, file);
  }
  if (status == SN_OK && closed != SN_OK) {
    *error = closing;
    return closed;
  }
  return status;
}
