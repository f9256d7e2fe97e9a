/* steps/ed/ed.c -- the energy-decaying scheme `ed` on nodes: one step.
 * What:    two stages, order 4, exact balance with dissipation >= 0, velocities on the constraints, alpha per part. The default.
 * Theory:  docs/theory.md, the scheme ed; BBT's energy decaying family in stress-rate form.
 * Where:   make.c makes everything once; iterate.c is one iteration; pack*.c and rows.c are blocks (their laws: src/laws),
 *          node*.c nodes, damping.c says how much is damped, ledger.c what a step did.
 */
#include <math.h>

#include "steps/check.h"
#include "steps/ed/ed_private.h"
#include "steps/newton.h"
#include "steps/node.h"
#include "steps/residual.h"
#include "steps/slips.h"

static void destroy(sn_stepper *x)
{
  if (x) {
    destroy(x->without);
    if (x->whole) { /* its threads are not its own */
      x->all.share = (sn_cut){0};
    }
    sn_assembler_free(&x->all);
    sn_instant_free(x->own_instant);
  }
}

/* whole: NULL, or the one that this one leaves something of */
static sn_status make(const sn_system *s, const sn_step_options *o, sn_stepper *whole, sn_arena *arena,
                      sn_stepper **out, sn_error *error)
{
  sn_stepper *x = SN_NEW(arena, sn_stepper, 1);
  if (!x) {
    return sn_no_memory(error, "the steps");
  }
  x->s = s;
  x->o = *o;
  x->whole = whole;
  x->noticeable = sn_noticeable_energy(s);
  const sn_status status = ed_make(x, arena, error);
  if (status != SN_OK) {
    destroy(x);
    return status;
  }
  *out = x;
  return SN_OK;
}

static sn_status create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                        sn_stepper **out, sn_error *error)
{
  (void)scheme;
  sn_stepper *x = NULL;
  SN_TRY(make(s, o, NULL, arena, &x, error));
  SN_REQUIRE(x != NULL, error);
  const sn_status status = ed_damping_can_go(x) ? make(s, o, x, arena, &x->without, error) : SN_OK;
  if (status != SN_OK) {
    destroy(x);
    return status;
  }
  *out = x;
  return SN_OK;
}

/* positions and velocities at a Gauss state, for messages: sign +1, -1; scratch of the state that is not accepted */
static sn_configuration at_gauss(sn_stepper *x, double sign)
{
  SN_ASSERT(x->now.h > 0 && (sign == 1 || sign == -1));
  for (int a = 0; a < x->s->n_vector; a++) {
    x->trial.q[a] = ed_state_at(x, a, sign);
    x->trial.v[a] = v3_scale(1 / x->now.h, v3_axpy(ed_at(x, a, OF_DQ), sign * HALF, ed_at(x, a, OF_W)));
  }
  return (sn_configuration){x->trial.q, x->trial.v, x->now.start->internal,
                            x->now.t + (sign > 0 ? C_PLUS : C_MINUS) * x->now.h};
}

/* After a failure: the last iterate once more. Rows of the two stages; those of eta only follow them. */
static void explain(sn_stepper *x, sn_step_report *report)
{
  const sn_system *s = x->s;
  const double *internal = x->now.start->internal;
  sn_v3 *end = x->trial.q;
  SN_ASSERT(x->now.start != &x->trial && x->now.h > 0);
  x->all.fresh = 0;
  sn_assembler_evaluate(&x->all);
  for (int a = 0; a < s->n_vector; a++) {
    end[a] = ed_at(x, a, OF_F);
  }
  sn_rank_rows(&x->all, &x->now, end, report);
  for (int a = 0; a < s->n_vector; a++) {
    x->trial.v[a] = v3_scale(1 / x->now.h, v3_axpy(ed_at(x, a, OF_DQ), HALF, ed_at(x, a, OF_W)));
  }
  const sn_configuration start = {x->now.start->q, x->now.start->v, internal, x->now.t},
                         last = {end, x->trial.v, internal, x->now.t + x->now.h};
  report->switching = 1 + sn_switching_item(s, &start, &last);
  if (sn_is_broken(report)) {
    if (!sn_find_bad_law(s, &(sn_configuration){end, NULL, internal, x->now.t + x->now.h}, &report->bad)) {
      const sn_configuration plus = at_gauss(x, 1);
      if (!sn_find_bad_law(s, &plus, &report->bad)) {
        const sn_configuration minus = at_gauss(x, -1);
        (void)sn_find_bad_law(s, &minus, &report->bad);
      }
    }
    sn_bad_at_start(s, x->now.start, &report->bad);
  }
}

static void begin(sn_stepper *x, sn_state *state, double h)
{
  SN_ASSERT(h > 0 && isfinite(h) && state->n == x->trial.n);
  x->now.h = h;
  x->now.hh = h * h;
  x->now.t = *state->t;
  x->now.start = state;
}

/* Damping of all blocks is known. */
static sn_status step_damped(sn_stepper *x, sn_state *state, sn_step_report *report, sn_error *error)
{
  const double h = x->now.h;
  ed_damping_fade(x);
  SN_ASSERT((x->instant || !x->damps) && x->block_alpha);
  const sn_newton newton = {.all = &x->all,
                            .start = ed_start,
                            .accept = ed_accept,
                            .has_identity = sn_scheme_ed.has_identity,
                            .noticeable = x->noticeable,
                            .renews = x->s->n_penalty > 0,
                            .h = h,
                            .rubs = x->rubs ? &x->now : NULL};
  x->before = sn_energy_of(x->s, &x->all.packs, state);
  const sn_status status = sn_newton_solve(&newton, &x->o, report);
  if (status != SN_OK) {
    explain(x, report);
    return sn_newton_fail(status, error);
  }
  if (x->projects) {
    SN_ASSERT(x->theta && x->trial.projection_impulse != state->projection_impulse);
    SN_TRY(sn_instant_project(x->instant, &x->trial, x->theta, &report->ledger, error));
    if (x->calms) {
      SN_TRY(sn_instant_damp(x->instant, &x->trial, x->calm, &report->ledger, error));
    }
  }
  if (x->rubs) {
    SN_TRY(sn_stop_slips(&x->now, x->instant, x->rubs, &x->trial, &report->ledger, error));
  }
  for (int i = 0; i < x->s->n_stress && x->projects; i++) {
    x->trial.projection_impulse[i] /= x->now.h * x->now.hh;
  }
  sn_step_check(x->s, &((const sn_ended_step){state, &x->trial, h, &x->before, &report->ledger, newton.has_identity}));
  sn_state_copy(&x->trial, state);
  return SN_OK;
}

static sn_status step(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error)
{
  *report = (sn_step_report){0};
  begin(x, state, h);
  SN_TRY(ed_damping_measure(x, state, error));
  if (x->without && ed_damping_has_gone(x)) {
    begin(x->without, state, h);
    x->without->next_mobility = x->next_mobility;
    return step_damped(x->without, state, report, error);
  }
  return step_damped(x, state, report, error);
}

static int unknowns(const sn_stepper *x)
{
  return x->all.layout.n;
}

const sn_scheme sn_scheme_ed = {
    .name = "ed",
    .help = "energy decaying in stress-rate form: order 4, exact balance, alpha from 0 (conserving) to 1",
    .setting = sn_damping,
    .has_identity = 1,
    .n_state = sn_mean_numbers,
    .create = create,
    .destroy = destroy,
    .step = step,
    .unknowns = unknowns,
    .order = 4,
    .error_constant = 1.0 / 100};
