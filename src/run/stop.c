/* run/stop.c -- what ends a run before its time: conditions of the model, signals, the clock.
 * Tests:   tests/run/test_run.c, tests/promises/test_resume.c, tests/mechanisms/test_load_path.c
 */
#include <stdio.h>

#include "base/text.h"
#include "run/run_private.h"
#include "system/formula.h"

const char *sn_stop_name(const sn_system *s, int stopped)
{
  return s->output[s->stop[stopped - 1]].what->name;
}

void sn_stop_line(const sn_system *s, int stopped, char *line, size_t size)
{
  (void)snprintf(line, size, "stopped by the condition '%.70s'", sn_stop_name(s, stopped));
}

sn_status sn_loop_watch(sn_loop *l, sn_error *error)
{
  if (l->system->n_stop == 0 || l->out->stopped) {
    return SN_OK; /* no observation if nothing needs it */
  }
  SN_TRY(sn_loop_observe(l, error));
  l->out->stopped = sn_stop_now(&l->now);
  if (l->out->stopped && l->sink->log) {
    char line[120];
    sn_stop_line(l->system, l->out->stopped, line, sizeof line);
    l->sink->log(l->sink->data, *l->state->t, line);
  }
  return SN_OK;
}

sn_status sn_loop_interrupted(const sn_loop *l, sn_error *error)
{
  const volatile int *stop = l->options->stop;
  const double limit = l->options->wall_limit;
  if (stop && *stop) {
    sn_failf(error, SN_ESTOP, "The run was interrupted at t = %.9g s.", *l->state->t);
  } else if (limit > 0 && l->out->steps > l->first_steps && sn_wall_seconds() - l->began >= limit) {
    sn_failf(error, SN_ESTOP, "The run reached its limit of %.4g s on the clock at t = %.9g s.", limit, *l->state->t);
  } else {
    return SN_OK;
  }
  sn_error_why(error, "The result contains everything up to there.");
  return SN_ESTOP;
}
