/* run/pulse.c -- functions of time that the stages of a step do not see: pulses, jumps and fast waves of forces, torques and rates.
 * Theory:  a step knows a given function by its values at one or two times. Its mean over the step, by many samples, is compared with
 *          what these times give. Where they differ by more than a share of the function's size, and by more than a small impulse, the
 *          step is halved before it is made. A jump inside a step is so closed in until the impulse that is missed is small.
 * Limits:  a pulse shorter than a 64th of the step is not seen; functions of velocities are looked at with the velocity 0.
 * Tests:   tests/whole/test_unseen.c
 */
#include <math.h>
#include <stdio.h>

#include "run/loop.h"
#include "run/size.h"

enum { SAMPLES = 64, MOST_ARGUMENTS = 4 };
/* allowed error of the mean, relative to the mean size of the function in the step; for one and two stages */
static const double share[2] = {0.05, 0.01};
static const double small = 5e-4; /* of a nominal step times its largest value: impulse that may be missed */
static const double gauss = 0.28867513459481287; /* 1/(2 sqrt(3)) */

static double value_at(const sn_expr *e, double t)
{
  const double at[MOST_ARGUMENTS] = {t, 0, 0, 0};
  return sn_expr_value(e, at);
}

/* Function of time number i: forces and moments of loads, forces along coordinates, rates of drives. NULL: there is none. */
static const sn_expr *function_of(const sn_system *s, int i, int *item)
{
  const sn_expr *e;
  if (i < 3 * s->n_load) {
    *item = s->load[i / 3].item;
    e = s->load[i / 3].component[i % 3];
  } else {
    const sn_block *b = s->block + (i - 3 * s->n_load);
    *item = b->item;
    e = b->given ? b->given : b->drive_is_rate ? b->drive : NULL;
  }
  return e && sn_expr_depends(e, 0) && sn_expr_variables(e) <= MOST_ARGUMENTS ? e : NULL;
}

sn_status sn_loop_new_timed(sn_loop *l, sn_arena *arena, sn_error *error)
{
  const sn_system *s = l->system;
  const int n = 3 * s->n_load + s->n_block;
  int item, k = 0;
  for (int i = 0; i < n; i++) {
    k += function_of(s, i, &item) != NULL;
  }
  l->timed = SN_NEW(arena, sn_timed, k);
  if (!l->timed) {
    return sn_no_memory(error, "the run");
  }
  for (int i = 0; i < n; i++) {
    const sn_expr *e = function_of(s, i, &item);
    if (e) {
      l->timed[l->n_timed++] = (sn_timed){e, item};
    }
  }
  SN_ASSERT(l->n_timed == k);
  return SN_OK;
}

/* The part of the mean of a function that a step from t misses; the largest value of the function, and the mean of its absolute value. */
static double missed(const sn_expr *e, double t, double h, int two_stages, double *size, double *mean)
{
  const double shift = two_stages ? gauss * h : 0, middle = t + 0.5 * h;
  const double plus = value_at(e, middle + shift), minus = two_stages ? value_at(e, middle - shift) : plus;
  double sum = 0;
  *size = fmax(fabs(plus), fabs(minus));
  *mean = 0;
  for (int k = 0; k < SAMPLES; k++) {
    const double f = value_at(e, t + (k + 0.5) / SAMPLES * h);
    sum += f;
    *mean += fabs(f) / SAMPLES;
    *size = fmax(*size, fabs(f));
  }
  return fabs(sum / SAMPLES - 0.5 * (plus + minus));
}

/* For the next step, of size h: the function of which it misses most, if that is a significant part of its size; 0: it misses none. */
static double most_missed(const sn_loop *l, double h, int *item)
{
  const double nominal = sn_grid_interval(&l->m.grid);
  double most = 0;
  for (int i = 0; i < l->n_timed; i++) {
    double size, mean;
    const int two = l->scheme->order >= 4;
    const double by = missed(l->timed[i].function, *l->state->t, h, two, &size, &mean);
    if (by > share[two] * fmax(mean, by) && by * h > small * nominal * size &&
        by > most * size) { /* the function has no finite values: the step itself reports this */
      *item = l->timed[i].item;
      most = by / size;
    }
  }
  return most;
}

double sn_loop_next_time(sn_loop *l)
{
  char line[160];
  for (;;) {
    int item = -1;
    const double t = *l->state->t, t_new = sn_grid_next(&l->m.grid), h = t_new - t, by = most_missed(l, h, &item);
    if (!(by > 0) || l->m.grid.across) {
      return t_new;
    }
    if (!sn_grid_halve(&l->m.grid)) {
      sn_run_warn(l->out, SN_WARN_PULSE, item, t, by);
      return t_new;
    }
    sn_size_refuse(&l->m);
    if (sn_grid_level(&l->m.grid) == 1) {
      (void)snprintf(line, sizeof line, "%s changes too fast for a step of %.3g s; halved",
                     item >= 0 && item < l->system->n_item ? l->system->item_name[item] : "a function of time", h);
      sn_loop_log(l, line);
    }
  }
}
