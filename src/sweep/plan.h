/* sweep/plan.h -- which values the parameters of a sweep get, run by run.
 * What:    every parameter is an axis: a list of values, or an interval of numbers. A grid takes all combinations, the last axis
 *          fastest; random and Latin hypercube plans draw `runs` points from a seed, the same ones on every machine.
 * Who:     cli (`sinew sweep`). Memory is the arena's.
 */
#ifndef SN_SWEEP_PLAN_H
#define SN_SWEEP_PLAN_H
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

typedef struct {
  const char *name; /* as in --set: "k", "run.dt" */
  int n;            /* values of a list; 0: an interval */
  const char *const *value;
  double low, high; /* of the interval */
} sn_plan_axis;

/* "k=1e3,2e3", "c=0:0.1:1" (from : step : to, both ends) or "c=0:1" (an interval, for plans that draw). */
sn_status sn_plan_axis_read(const char *text, sn_arena *arena, sn_plan_axis *out, sn_error *error);

typedef enum { SN_PLAN_GRID, SN_PLAN_RANDOM, SN_PLAN_LATIN } sn_plan_kind;
enum { SN_SWEEP_MOST = 1000000 }; /* runs */

typedef struct {
  int n_axis, n_run;
  const sn_plan_axis *axis;
  const char *const *value; /* n_run x n_axis */
} sn_plan;

/* runs and seed are for random and Latin plans; a grid has its own number of runs. */
sn_status sn_plan_make(sn_plan_kind kind, const sn_plan_axis *axis, int n_axis, int runs, uint64_t seed,
                       sn_arena *arena, sn_plan *out, sn_error *error);
/* Value of an axis in a run, runs counted from 0. */
static inline const char *sn_plan_value(const sn_plan *p, int run, int axis)
{
  return p->value[(long)run * p->n_axis + axis];
}
/* Reads a whole text as a finite number; 0: it is not one. */
int sn_plan_number(const char *text, double *out);

#endif
