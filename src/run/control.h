/* run/control.h -- the error of a step estimated from the positions of the last ones, and what follows for the step size.
 * Who:     run/run.c and run/memory.c. Everything that decides the future is in sn_control_memory and `past`.
 */
#ifndef SN_RUN_CONTROL_H
#define SN_RUN_CONTROL_H
#include "run/run.h"

enum { SN_PAST = 5 }; /* earlier positions that are kept */

typedef struct {
  int n, latest;     /* number of known positions; index of the last one in the ring */
  int from_start;    /* 1: the oldest position is the start, whose velocity is also known */
  double t[SN_PAST]; /* time of each entry of the ring */
  int calm;          /* steps in a row after which one of twice the size would have been good enough */
  int stuck;         /* halvings in a row that did not lower the error */
  int flat;          /* the same since the last accepted step */
  double here;       /* error of the last trial of the current step, 0: none */
  double rejected;   /* error of the last step that was refused since the size last grew, 0: none */
} sn_control_memory;

typedef struct {
  /* of the step: accumulated in one characteristic time of the motion, relative to the size of the model */
  double error;
  double doubled; /* estimated error of a step of twice the size */
} sn_estimate;

typedef struct {
  const sn_system *system;
  double tolerance; /* 0: no error control, and nothing else is set */
  int order;
  double constant;
  size_t n_past;
  double *past; /* n_past: SN_PAST + 1 times the vectors; the last of them are velocities at the start */
  sn_control_memory *m;
} sn_control;

/* Does the scheme have an error estimate, if a tolerance is set? */
sn_status sn_control_check(const sn_run_options *o, sn_error *error);
/* Checks this, and allocates. */
sn_status sn_control_new(const sn_system *s, const sn_run_options *o, sn_control_memory *m, sn_arena *arena,
                         sn_control *out, sn_error *error);
void sn_control_begin(sn_control *c, const sn_state *start);
/* Estimates the error of the step from the last position to x at time t. */
sn_estimate sn_control_estimate(const sn_control *c, const sn_state *x, double t);

typedef enum { SN_GOOD_ENOUGH, SN_TOO_COARSE, SN_NO_USE } sn_verdict;
/* SN_NO_USE: above the tolerance, but smaller steps do not help (a jump). */
sn_verdict sn_control_judge(const sn_control *c, const sn_estimate *e);
void sn_control_reject(sn_control *c, const sn_estimate *e);
/* restart: the past gives no prediction of what follows (SN_NO_USE). */
void sn_control_accept(sn_control *c, const sn_estimate *e, const sn_state *x, double t, int restart);
void sn_control_doubled(sn_control_memory *m); /* the size has grown */
/* Checks the memory from a file: are its values possible? */
int sn_control_memory_good(const sn_control_memory *m);

#endif
