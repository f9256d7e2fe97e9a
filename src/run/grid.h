/* run/grid.h -- nominal times of a run and the halved steps between them.
 * What:    segments of constant nominal step size (the schedule); segment i has the times begin + k*dt and ends exactly on
 *          its end (the last interval may be shorter). Inside a nominal interval the place is counted in steps of
 *          interval/2^level, so every time is computed, never accumulated.
 * Who:     run/run.c and its tests only. No memory of its own.
 */
#ifndef SN_RUN_GRID_H
#define SN_RUN_GRID_H
#include "run/run.h"

typedef struct {
  const sn_run_options *options;
  int segment;            /* -1: before the first time of the schedule */
  double begin, end, dt;  /* of the segment */
  long long index, count; /* nominal interval inside the segment, and number of intervals */
  double t_a, t_b;        /* the nominal interval */
  double min_step;
  int level;       /* the step is (t_b - t_a)/2^level */
  long long place; /* 0 .. 2^level - 1: steps done inside the interval */
  int across;      /* 1: the next step jumps over the end of the interval */
  int done;
} sn_grid;

/* Checks dt, duration, min_step and schedule; starts at the first nominal time after t. */
sn_status sn_grid_start(sn_grid *g, const sn_run_options *o, double t, sn_error *error);
int sn_grid_done(const sn_grid *g);
double sn_grid_next(const sn_grid *g); /* end of the next step */
int sn_grid_advance(sn_grid *g);       /* Registers an accepted step. Returns 1 if a nominal time was reached. */
int sn_grid_halve(sn_grid *g);         /* Halves the step. Returns 0 if the smallest step has been reached. */
/* Makes the next step, a halved one, end twice its size behind its regular end. Returns 0 if it is not halved, or if no step of the
   same size follows. A halving undoes this. */
int sn_grid_cross(sn_grid *g);
int sn_grid_passes(const sn_grid *g); /* 1: such a step jumps over a nominal time */
/* Doubles the step. Returns 0 if this is not possible now (nominal size already, or not on the coarser grid). */
int sn_grid_double(sn_grid *g);
int sn_grid_level(const sn_grid *g);
int sn_grid_at_nominal(const sn_grid *g);  /* 1: between nominal intervals */
double sn_grid_interval(const sn_grid *g); /* nominal step size at this point */

#endif
