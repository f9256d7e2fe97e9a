/* steps/one_stage/one_stage.c -- one-stage schemes on nodes: one step. see one_stage.h.
 * Where:   make.c makes everything once; iterate.c is one iteration; pack.c, tangent.c and rows.c are blocks (their laws:
 *          src/laws), node.c nodes, load.c loads, ledger.c what a step did.
 */
#include <math.h>
#include <string.h>

#include "steps/check.h"
#include "steps/newton.h"
#include "steps/node.h"
#include "steps/one_stage/one_stage_private.h"
#include "steps/residual.h"
#include "steps/slips.h"

void sn_one_stage_destroy(sn_stepper *x)
{
  if (x) {
    sn_assembler_free(&x->all);
    sn_instant_free(x->own_instant);
  }
}

sn_status sn_one_stage_begin(const sn_scheme *scheme, const sn_one_stage *stage, const sn_system *s,
                             const sn_step_options *o, sn_arena *arena, sn_stepper **out, sn_error *error)
{
  sn_stepper *x = SN_NEW(arena, sn_stepper, 1);
  if (!x) {
    return sn_no_memory(error, "the steps");
  }
  SN_REQUIRE(stage->at > 0 && stage->at <= 1 && stage->end > 0, error);
  x->scheme = scheme;
  x->the_stage = *stage;
  x->the_stage.inertia = stage->beta > 0 ? stage->inertia : stage->end;
  x->stage = &x->the_stage;
  SN_ASSERT(x->the_stage.inertia > 0);
  x->s = s;
  x->o = *o;
  x->noticeable = sn_noticeable_energy(s);
  const sn_status status = one_make(x, arena, error);
  if (status != SN_OK) {
    sn_one_stage_destroy(x);
    return status;
  }
  *out = x;
  return SN_OK;
}

sn_status sn_one_stage_create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                              sn_stepper **out, sn_error *error)
{
  SN_REQUIRE(scheme->stage != NULL, error);
  return sn_one_stage_begin(scheme, scheme->stage, s, o, arena, out, error);
}

/* After a failure: the last iterate once more; its vectors in the state that is not accepted, q_s where dq was. */
static void explain(sn_stepper *x, sn_step_report *report)
{
  const sn_system *s = x->s;
  const double *internal = x->now.start->internal;
  sn_v3 *q = x->trial.q, *v = x->trial.v;
  SN_ASSERT(x->now.start != &x->trial && x->now.h > 0);
  x->all.fresh = 0;
  sn_assembler_evaluate(&x->all);
  for (int a = 0; a < s->n_vector; a++) {
    q[a] = one_at(x, a, OF_F);
    v[a] = v3_scale(1 / x->now.h, one_w(x, a));
    x->dq[a] = one_stage_at(x, a);
  }
  sn_rank_rows(&x->all, &x->now, q, report);
  const sn_configuration start = {x->now.start->q, x->now.start->v, internal, x->now.t},
                         end = {q, NULL, internal, x->now.t + x->now.h},
                         stage = {x->dq, v, internal, x->now.t + x->stage->at * x->now.h};
  report->switching = 1 + sn_switching_item(s, &start, &stage);
  if (sn_is_broken(report)) {
    if (!sn_find_bad_law(s, &stage, &report->bad)) {
      (void)sn_find_bad_law(s, &end, &report->bad);
    }
    sn_bad_at_start(s, x->now.start, &report->bad);
  }
}

sn_status sn_one_stage_step(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error)
{
  *report = (sn_step_report){0};
  SN_ASSERT(h > 0 && isfinite(h) && state->n == x->trial.n);
  x->now.h = h;
  x->now.hh = h * h;
  x->now.t = *state->t;
  x->now.start = state;
  if (one_hands_on(x) && sn_is_first(state)) {
    SN_TRY(one_first(x, state, error));
    x->now.start = &x->first;
  }
  const sn_newton newton = {.all = &x->all,
                            .start = one_start,
                            .accept = one_accept,
                            .has_identity = x->scheme->has_identity,
                            .noticeable = x->noticeable,
                            .renews = x->s->n_penalty > 0,
                            .h = h,
                            .rubs = x->rubs ? &x->now : NULL};
  x->before = sn_energy_of(x->s, &x->all.packs, state);
  SN_ASSERT(x->now.start == state || x->now.start == &x->first);
  const sn_status status = sn_newton_solve(&newton, &x->o, report);
  if (status != SN_OK) {
    explain(x, report);
    return sn_newton_fail(status, error);
  }
  if (x->rubs && newton.has_identity) { /* the others promise no balance, and keep what they find */
    SN_TRY(sn_stop_slips(&x->now, x->instant, x->rubs, &x->trial, &report->ledger, error));
    memset(x->trial.projection_impulse, 0, (size_t)x->s->n_stress * sizeof(double));
  }
  sn_step_check(x->s, &((const sn_ended_step){state, &x->trial, h, &x->before, &report->ledger, newton.has_identity}));
  sn_state_copy(&x->trial, state);
  SN_ASSERT(*state->t >= x->now.t);
  return SN_OK;
}

size_t sn_one_stage_numbers(const sn_system *s)
{
  return sn_mean_numbers(s);
}

int sn_one_stage_unknowns(const sn_stepper *x)
{
  return x->all.layout.n;
}
