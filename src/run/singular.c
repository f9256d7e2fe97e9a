/* run/singular.c -- singular positions of closed loops: no step ends there, and nothing can be seen there.
 * Theory:  docs/theory.md, dependent rows. Where a loop lies flat, the rows at the end of a step have a double root: the iteration
 *          rests at the root of round-off, or leaps away. Halving leads nearer to the same end. The step that goes over it begins one
 *          halved step before it and ends two behind it (run/grid.h): neither its end nor its middle is singular. Forces tend to
 *          infinity there; a row that would have to show them is left out.
 * Tests:   tests/mechanisms/test_singular.c
 */
#include <math.h>
#include <stdio.h>

#include "run/run_private.h"

static const double near_end = 1e-5; /* increments over the size of the model, of an iteration that nearly ended */
enum { BLOCKED = 2 };                /* failed steps to one time before one goes over it */
static const double leap = 1e4;      /* of forces from row to row: reason enough to count dependent rows */
static const double flat = 1e-6;     /* rad; the iteration stops at the root of round-off, 1e-8, or close to it */

sn_status sn_loop_find_dependent(sn_loop *l, sn_error *error)
{
  int n = 0;
  l->observed = 0; /* the check uses the same memory */
  return sn_instant_dependent(l->instant, l->state, l->dependent, &n, error);
}

/* Makes the next step jump over the time t at which it would have ended. Returns 0 if this is not possible. */
static int cross(sn_loop *l, double t)
{
  char line[160];
  if (!sn_grid_cross(&l->m.grid)) {
    return 0;
  }
  (void)snprintf(line, sizeof line, "a singular position at t = %.9g s, where forces tend to infinity: a step over it",
                 t);
  sn_loop_log(l, line);
  return 1;
}

int sn_loop_goes_over(sn_loop *l, sn_status status, double t_new)
{
  const sn_step_report *r = &l->report;
  int near = status == SN_ESINGULAR;
  for (int i = 0; i < r->n_history && !near; i++) {
    near = r->history[i] < near_end;
  }
  l->m.blocked = !near ? 0 : t_new == l->m.blocked_t ? l->m.blocked + 1 : 1;
  l->m.blocked_t = t_new;
  return r->bad.kind == SN_NOT_BAD && l->m.blocked >= BLOCKED && cross(l, t_new);
}

static int count(const sn_loop *l)
{
  int n = 0;
  for (int i = 0; i < l->system->n_stress; i++) {
    n += (l->dependent[i] & SN_ROW_DEPENDENT) != 0;
  }
  return n;
}

/* Are more rows redundant than at the last check? */
static int has_lost_rows(sn_loop *l)
{
  const int before = count(l);
  int now = 0;
  sn_error unseen = {0};
  l->observed = 0; /* the check uses the same memory */
  const int lost = sn_instant_nearly_dependent(l->instant, l->state, flat, &now, &unseen) == SN_OK && now > before;
  (void)sn_loop_find_dependent(l, &unseen);
  return lost;
}

/* Has the last state no finite forces? The solver then gives huge values, if any. */
static int is_singular(sn_loop *l, double t_new)
{
  sn_error unseen = {0};
  sn_bad_law bad;
  *l->state->t = t_new;
  const sn_status status = sn_loop_observe(l, &unseen);
  if (status != SN_OK) {
    return status == SN_ESINGULAR &&
           !sn_find_bad_law(l->system, &(sn_configuration){l->state->q, l->state->v, l->state->internal, t_new}, &bad);
  }
  const double before = l->m.largest_stress;
  double now = 0;
  for (int i = 0; i < l->system->n_stress; i++) {
    now = fmax(now, fabs(l->now.stress[i]));
  }
  const int singular = before > 0 && now > leap * before && has_lost_rows(l);
  l->m.largest_stress = singular ? before : now;
  return singular;
}

int sn_loop_can_be_seen(sn_loop *l, double t_new)
{
  sn_error unseen = {0};
  if (l->m.crossed || t_new != l->m.grid.t_b || !sn_loop_is_stored(l, t_new) || !is_singular(l, t_new)) {
    return 1;
  }
  const int other = cross(l, t_new) || sn_grid_halve(&l->m.grid);
  if (other) {
    sn_state_copy(&l->backup, l->state);
  }
  (void)sn_loop_find_dependent(l, &unseen); /* as before the step, or as they are */
  return !other;
}
