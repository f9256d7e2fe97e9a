/* run/grid.c -- nominal times of a run and the halved steps between them.
 * What:    see run/grid.h.
 * Limits:  a remainder of a segment below 1e-6 of its step is joined to the interval before it.
 * Tests:   tests/run/test_grid.c.
 */
#include "run/grid.h"

#include <float.h>
#include <math.h>

static const double same_time = 1e-6;                   /* of a step: rounding of duration/dt, not a step of its own */
static const double default_smallest = 1024;            /* dt over the smallest step */
static const double default_smallest_control = 1 << 20; /* the same when the error decides about the size */
static const double most_steps = 1e15;
/* A step that jumps over a time begins one halved step before it and ends two after it: the singular position may be neither at the end
   nor in the middle of a step of two stages (docs/theory.md, dependent rows). */
enum { ACROSS = 3 };

static sn_status bad(sn_error *error, const char *fix, const char *what, double value)
{
  sn_failf(error, SN_EINPUT, what, value);
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

static sn_status check(const sn_run_options *o, sn_error *error)
{
  if (!(o->dt > 0) || !isfinite(o->dt)) {
    return bad(error, "Give run { dt = ... } a positive number of seconds.", "The step size is %g s.", o->dt);
  }
  if (!(o->min_step >= 0)) {
    return bad(error, "Give run { min_step = ... } a positive number of seconds.", "The smallest step is %g s.",
               o->min_step);
  }
  double smallest = o->dt;
  for (int i = 0; i < o->n_schedule; i++) {
    const double dt = o->schedule_dt[i], t = o->schedule_time[i];
    if (!(dt > 0) || !isfinite(dt)) {
      return bad(error, "Step sizes are positive: schedule = { {0, 1e-3}, {1.0, 1e-4} }.",
                 "The schedule has a step size of %g s.", dt);
    }
    if (!isfinite(t) || (i > 0 && !(t > o->schedule_time[i - 1]))) {
      return bad(error, "Write the schedule in rising order of time: schedule = { {0, 1e-3}, {1.0, 1e-4} }.",
                 "The times of the schedule do not rise at t = %g s.", t);
    }
    smallest = fmin(smallest, dt);
  }
  if (o->duration / smallest > most_steps) {
    return bad(error, "Use a larger step or a shorter duration.",
               "Times cannot be distinguished with a step of %g s over this duration.", smallest);
  }
  return SN_OK;
}

static double nominal_time(const sn_grid *g, long long k)
{
  return k >= g->count ? g->end : g->begin + (double)k * g->dt;
}

static void enter_interval(sn_grid *g)
{
  g->t_a = nominal_time(g, g->index);
  g->t_b = nominal_time(g, g->index + 1);
  g->place = 0;
}

/* Segment i of the schedule (-1: before its first time). Empty segments are skipped. */
static void enter_segment(sn_grid *g, int i)
{
  SN_ASSERT(i >= -1 && (i < 0 || i < g->options->n_schedule));
  const sn_run_options *o = g->options;
  for (;; i++) {
    g->segment = i;
    g->begin = i < 0 ? 0 : fmax(0, o->schedule_time[i]);
    g->end = i + 1 < o->n_schedule ? fmin(o->duration, o->schedule_time[i + 1]) : o->duration;
    g->dt = i < 0 ? o->dt : o->schedule_dt[i];
    const double steps = (g->end - g->begin) / g->dt;
    g->count = steps > same_time ? (long long)fmax(1, ceil(steps - same_time)) : 0;
    g->index = 0;
    if (g->count > 0) {
      enter_interval(g);
      return;
    }
    if (i + 1 >= o->n_schedule) {
      g->done = 1;
      return;
    }
  }
}

sn_status sn_grid_start(sn_grid *g, const sn_run_options *o, double t, sn_error *error)
{
  SN_TRY(check(o, error));
  *g = (sn_grid){.options = o};
  double smallest = o->dt;
  for (int i = 0; i < o->n_schedule; i++) {
    smallest = fmin(smallest, o->schedule_dt[i]);
  }
  g->min_step = o->min_step > 0    ? o->min_step
                : o->tolerance > 0 ? smallest / default_smallest_control
                                   : smallest / default_smallest;
  enter_segment(g, -1);
  /* the grid starts at t = 0, so that a run that continues another meets the same times */
  while (!g->done && g->end - t <= same_time * g->dt) {
    if (g->segment + 1 >= o->n_schedule) {
      g->done = 1;
      return SN_OK;
    }
    enter_segment(g, g->segment + 1);
  }
  if (!g->done && t > g->begin) {
    g->index = (long long)floor((t - g->begin) / g->dt + same_time);
    g->index = g->index < g->count ? g->index : g->count - 1;
    enter_interval(g);
    g->t_a = t;
  }
  return SN_OK;
}

int sn_grid_done(const sn_grid *g)
{
  return g->done;
}

double sn_grid_next(const sn_grid *g)
{
  SN_ASSERT(g->level >= 0 && g->place >= 0);
  const long long pieces = 1LL << g->level, place = g->place + (g->across ? ACROSS : 1);
  if (place == pieces) {
    return g->t_b;
  }
  if (place > pieces) {
    const double t_c = nominal_time(g, g->index + 2);
    return place == 2 * pieces ? t_c : g->t_b + (t_c - g->t_b) * ((double)(place - pieces) / (double)pieces);
  }
  return g->t_a + (g->t_b - g->t_a) * ((double)place / (double)pieces);
}

int sn_grid_passes(const sn_grid *g)
{
  return g->across && g->place + ACROSS > 1LL << g->level;
}

int sn_grid_cross(sn_grid *g)
{
  const double before = g->t_b - g->t_a, after = nominal_time(g, g->index + 2) - g->t_b;
  const int within = g->place + ACROSS <= 1LL << g->level;
  const int next = g->index + 2 <= g->count && fabs(after - before) < same_time * before;
  g->across = !g->across && g->level > 0 && (within || next);
  return g->across;
}

int sn_grid_advance(sn_grid *g)
{
  SN_ASSERT(!g->done && g->level >= 0 && g->place >= 0);
  const long long pieces = 1LL << g->level;
  g->place += g->across ? ACROSS : 1;
  g->across = 0;
  if (g->place > pieces) {
    const long long behind = g->place - pieces;
    g->index++;
    enter_interval(g);
    g->place = behind;
  }
  if (g->place < pieces) {
    return 0;
  }
  g->index++;
  if (g->index < g->count) {
    enter_interval(g);
  } else if (g->segment + 1 < g->options->n_schedule && g->end < g->options->duration) {
    enter_segment(g, g->segment + 1);
  } else {
    g->done = 1;
  }
  return 1;
}

int sn_grid_halve(sn_grid *g)
{
  SN_ASSERT(g->level >= 0 && g->t_a < g->t_b);
  const double half = (g->t_b - g->t_a) / (double)(2LL << g->level);
  const double resolution = 16 * DBL_EPSILON * fmax(fabs(g->t_a), fabs(g->t_b));
  g->across = 0;
  if (g->level >= 40 || half < g->min_step * (1 - 1e-9) || half < resolution) {
    return 0;
  }
  g->level++;
  g->place *= 2;
  return 1;
}

int sn_grid_double(sn_grid *g)
{
  if (g->level == 0 || g->place % 2 != 0) {
    return 0;
  }
  g->level--;
  g->place /= 2;
  return 1;
}

int sn_grid_level(const sn_grid *g)
{
  return g->level;
}

int sn_grid_at_nominal(const sn_grid *g)
{
  return g->done || g->place == 0;
}

double sn_grid_interval(const sn_grid *g)
{
  return g->dt;
}
