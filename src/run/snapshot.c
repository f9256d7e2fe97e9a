/* run/snapshot.c -- a run between two steps: handed to the sink now and then, and taken up again.
 * What:    what decides the future is in the memory of the run, the state, the flags of rows and the past of the control; a
 *          run that is taken up gives the same bits.
 * Tests:   tests/run/test_checkpoint.c, tests/promises/test_resume.c.
 */
#include <string.h>

#include "base/text.h"
#include "run/run_private.h"
#include "system/sampler.h"

static const double keep_interval = 20; /* s on the clock between snapshots */

sn_status sn_loop_keep(sn_loop *l, sn_outcome outcome, sn_error *error)
{
  SN_REQUIRE(outcome != SN_OUTCOME_NONE, error);
  if (!l->sink->keep) {
    return SN_OK;
  }
  sn_instant_keep(l->instant, l->row);
  l->out->wall_seconds = l->wall_before + sn_wall_seconds() - l->began;
  sn_snapshot x = {.t = *l->state->t,
                   .outcome = outcome,
                   .n_memory = sizeof l->m,
                   .n_state = l->state->n,
                   .n_scheme = l->state->n_scheme,
                   .n_dependent = (size_t)l->system->n_stress,
                   .n_row = (size_t)sn_instant_rows(l->instant),
                   .memory = &l->m,
                   .state = l->state->data,
                   .dependent = l->dependent,
                   .row = l->row,
                   .n_past = l->control.n_past,
                   .past = l->control.past};
  const sn_run_options *options = l->m.grid.options;
  l->m.grid.options = NULL; /* an address has no meaning for the next run */
  const sn_status result = l->sink->keep(l->sink->data, &x, error);
  l->m.grid.options = options;
  l->last_keep = sn_wall_seconds();
  l->kept_steps = l->out->steps;
  return result;
}

sn_status sn_loop_keep_if_due(sn_loop *l, sn_error *error)
{
  const long every = l->options->checkpoint;
  const int due =
      every > 0 ? l->out->steps - l->kept_steps >= every : sn_wall_seconds() - l->last_keep >= keep_interval;
  return due ? sn_loop_keep(l, SN_OUTCOME_RUNNING, error) : SN_OK;
}

sn_status sn_loop_take_up(sn_loop *l, const sn_snapshot *from, sn_error *error)
{
  if (from->n_memory == sizeof l->m) {
    memcpy(&l->m, from->memory, sizeof l->m);
  }
  SN_TRY(sn_memory_check(&l->m, l->system, l->options, sn_instant_rows(l->instant), l->state->n, l->control.n_past,
                         error));
  memcpy(l->state->data, from->state, sizeof(double) * from->n_state);
  sn_hold_samples(l->system, l->state->internal);
  memcpy(l->dependent, from->dependent, from->n_dependent);
  sn_instant_recall(l->instant, from->row);
  if (from->n_past > 0) {
    memcpy(l->control.past, from->past, sizeof(double) * from->n_past);
  }
  l->out->completed = 0;
  l->wall_before = l->out->wall_seconds;
  l->kept_steps = l->out->steps;
  return sn_memory_regrid(&l->m, l->options, *l->state->t, error);
}
