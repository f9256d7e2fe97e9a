/* run/stop.c -- what ends a run before its time: conditions of the model, signals, the clock.
 * Tests:   tests/run/test_run.c, tests/whole/test_resume.c, tests/whole/test_load_path.c
 */
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "run/loop.h"

int sn_stop_room(const sn_system *s, const sn_run_options *o)
{
  int widest = 1, most = 1;
  for (int i = 0; i < s->n_output; i++) {
    widest = s->output[i].n > widest ? s->output[i].n : widest;
  }
  for (int i = 0; i < o->n_stop_when; i++) {
    most = o->stop_when[i].n_variables > most ? o->stop_when[i].n_variables : most;
  }
  return widest + most;
}

int sn_stop_holds(const sn_stop_condition *c, const sn_observation *now, double *room)
{
  double *value = room + c->n_variables; /* of one output, behind the variables */
  for (int i = 0; i < c->n_variables; i++) {
    const sn_output_row *row = &now->system->output[c->output[i]];
    row->evaluate(now, row->data, value);
    room[i] = value[c->part[i]];
  }
  const double x = sn_expr_value(c->condition, room);
  return !isnan(x) && x != 0;
}

sn_status sn_loop_watch(sn_loop *l, sn_error *error)
{
  const sn_run_options *o = l->options;
  for (int i = 0; i < o->n_stop_when && !l->out->stopped; i++) {
    SN_TRY(sn_loop_observe(l, error));
    if (sn_stop_holds(&o->stop_when[i], &l->now, l->value)) {
      char line[120];
      (void)snprintf(line, sizeof line, "stopped by the condition '%.70s'", o->stop_when[i].name);
      l->out->stopped = i + 1;
      if (l->sink->log) {
        l->sink->log(l->sink->data, *l->state->t, line);
      }
    }
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
  sn_error_why(error, "The result holds everything up to there.");
  return SN_ESTOP;
}
