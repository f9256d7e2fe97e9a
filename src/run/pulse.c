/* run/pulse.c -- functions of time that the stages of a step do not see: pulses, jumps and fast waves of forces, torques, rates and given
 *               motions (drives, lengths of winches, moving bases).
 * Theory:  a step knows a given function by its values at one or two times. Its mean over the step, by many samples, is compared with
 *          what these times give. Where they differ by more than a share of the function's size, and by more than a small impulse, the
 *          step is halved before it is made. A jump inside a step is so closed in until the impulse that is missed is small.
 *          Of a motion only changes count: its size is how far it is from where it was at the time 0, its mean size how much it changes in
 *          the step. A base that shakes once in a step would else move its springs by a slow wave that is not there.
 * Limits:  a pulse shorter than a 64th of the step is not seen; functions of velocities are looked at with the velocity 0.
 * Tests:   tests/mechanisms/test_unseen.c
 */
#include <math.h>
#include <stdio.h>

#include "run/run_private.h"
#include "run/size.h"

enum { SAMPLES = 64, MOST_ARGUMENTS = 4 };
static const double share[2] = {
    0.05, 0.01};                  /* of its mean size in the step, that its mean may differ from; one and two stages */
static const double small = 5e-4; /* of a nominal step times its largest value: an impulse that may be missed */
static const double round_off = 1e-9; /* a motion that has come back is no smaller than this part of its value */
static const double gauss = 0.28867513459481287; /* 1/(2 sqrt(3)) */

static double value_at(const sn_expr *e, double t)
{
  const double at[MOST_ARGUMENTS] = {t, 0, 0, 0};
  return sn_expr_value(e, at);
}

static int functions(const sn_system *s)
{
  return 3 * s->n_load + s->n_block + 6 * s->n_frame;
}

/* Number i of the functions of time: forces and moments of loads, forces and drives along coordinates, places and turns of moving
   frames. 0: there is none. */
static int function_of(const sn_system *s, int i, sn_timed *out)
{
  const sn_expr *e;
  SN_ASSERT(i >= 0 && i < functions(s));
  if (i < 3 * s->n_load) {
    *out = (sn_timed){.item = s->load[i / 3].item};
    e = s->load[i / 3].component[i % 3];
  } else if (i < 3 * s->n_load + s->n_block) {
    const sn_block *b = s->block + (i - 3 * s->n_load);
    *out = (sn_timed){.item = b->item, .is_motion = !b->given && !b->drive_is_rate};
    e = b->given ? b->given : b->drive;
  } else {
    const int k = i - 3 * s->n_load - s->n_block;
    const sn_moving_frame *f = s->frame + k / 6;
    *out = (sn_timed){.item = f->item, .is_motion = 1};
    e = k % 6 < 3 ? f->position[k % 6] : f->turn[k % 6 - 3];
  }
  out->function = e;
  return e && sn_expr_depends(e, 0) && sn_expr_variables(e) <= MOST_ARGUMENTS;
}

sn_status sn_loop_new_timed(sn_loop *l, sn_arena *arena, sn_error *error)
{
  const sn_system *s = l->system;
  sn_timed next;
  int n = 0;
  for (int i = 0; i < functions(s); i++) {
    n += function_of(s, i, &next);
  }
  l->timed = SN_NEW(arena, sn_timed, n);
  if (!l->timed) {
    return sn_no_memory(error, "the run");
  }
  for (int i = 0; i < functions(s); i++) {
    const sn_timed *last = l->n_timed > 0 ? l->timed + l->n_timed - 1 : NULL;
    if (function_of(s, i, &next) &&
        !(last && last->function == next.function)) { /* elements of a winch share one length */
      next.at_start = next.is_motion ? value_at(next.function, 0) : 0;
      l->timed[l->n_timed++] = next;
    }
  }
  SN_ASSERT(l->n_timed <= n);
  return SN_OK;
}

/* What a step from t misses of the mean of a function; its largest value, and the mean of its values without their signs. */
static double missed(const sn_timed *f, double t, double h, int two_stages, double *size, double *mean)
{
  const sn_expr *e = f->function;
  const double shift = two_stages ? gauss * h : 0, middle = t + 0.5 * h;
  const double plus = value_at(e, middle + shift), minus = two_stages ? value_at(e, middle - shift) : plus;
  double sum = 0, least = fmin(plus, minus), most = fmax(plus, minus);
  *mean = 0;
  for (int k = 0; k < SAMPLES; k++) {
    const double x = value_at(e, t + (k + 0.5) / SAMPLES * h);
    sum += x;
    *mean += fabs(x) / SAMPLES;
    least = fmin(least, x);
    most = fmax(most, x);
  }
  *mean = f->is_motion ? most - least : *mean;
  *size = fmax(fmax(fabs(least - f->at_start), fabs(most - f->at_start)), round_off * fmax(fabs(least), fabs(most)));
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
    const double by = missed(l->timed + i, *l->state->t, h, two, &size, &mean);
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
