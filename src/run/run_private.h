/* run/run_private.h -- the time loop from inside: what its files share.
 * Who:     run.c (the loop), singular.c (where no step can end), stop.c (what ends it before its time), pulse.c and through.c (what a step cannot see), notice.c and controller_swing.c (warnings), snapshot.c (what it leaves behind and takes up).
 */
#ifndef SN_RUN_RUN_PRIVATE_H
#define SN_RUN_RUN_PRIVATE_H
#include "run/memory.h"

/* An output of a sampled controller, as it was seen so far (controller_swing.c). */
typedef struct {
  double sample;             /* number of the last one seen */
  double last, peak, before; /* output; largest of this half-wave; of the one before */
  int length, waves;         /* samples of this half-wave; half-waves that grew, in a row */
  double first, since;       /* what they began with, and when, s */
} sn_swing;

/* A function of time, and whose it is (pulse.c). */
typedef struct {
  const sn_expr *function;
  int item, is_motion; /* 1: a place or an angle, which moves other things by its changes */
  double at_start;     /* of a motion: its value at the time 0; else 0 */
} sn_timed;

/* Everything the loop needs, made before it: nothing is allocated inside. */
typedef struct {
  const sn_system *system;
  const sn_run_options *options;
  const sn_sink *sink;
  const sn_scheme *scheme;
  sn_stepper *stepper;
  sn_motion *motion;     /* that of the options, or */
  sn_motion *own_motion; /* NULL */
  sn_state *state;
  sn_state backup;
  sn_step_options step;
  unsigned char *dependent; /* flags of rows that depend on others, where the last look was taken */
  sn_step_report report;
  sn_run_memory m;     /* what decides the future: goes into snapshots */
  sn_run_summary *out; /* &m.out */
  sn_control control;
  sn_estimate estimate;                     /* of the step just made */
  sn_verdict verdict;                       /* on it */
  unsigned char *row;                       /* for snapshots: what the motion keeps */
  double began, last_progress, wall_before; /* wall_before: of the run that is taken up */
  double last_keep;
  long kept_steps, first_steps; /* at the last snapshot; when this process began */
  int observed;                 /* 1: `now` shows the present state */
  sn_observation now;
  sn_swing *swing; /* of each output of each controller */
  int n_timed;
  sn_timed *timed; /* given forces, rates and motions that depend on time */
  double *clear;   /* n_block: a gap to a solid is at least as wide; 0: not known */
  sn_v3 *between;  /* n_vector: scratch of the sweep of a step */
} sn_loop;

/* run.c */
/* What can be seen of the present state into `now`, found once. */
sn_status sn_loop_observe(sn_loop *l, sn_error *error);
int sn_loop_is_stored(const sn_loop *l, double t); /* will a row be stored if t is a nominal time? */
void sn_loop_log(sn_loop *l, const char *text);

/* singular.c */
/* Which rows of joints repeat others here: the step must know. */
sn_status sn_loop_find_dependent(sn_loop *l, sn_error *error);
/* A step to t_new failed. 1: it would have ended in a singular position, as it seems, and the next one goes over it. */
int sn_loop_goes_over(sn_loop *l, sn_status status, double t_new);
/* Can the state at t_new be seen, if a row is to be stored? 0: it is a singular position; the step is undone, and smaller ones or one
   over it come. */
int sn_loop_can_be_seen(sn_loop *l, double t_new);

/* stop.c */
/* Does a condition of the model end the run here? The first one in the order of the model counts. */
sn_status sn_loop_watch(sn_loop *l, sn_error *error);
/* Asked to stop, or out of time? Every process makes one step at least. */
sn_status sn_loop_interrupted(const sn_loop *l, sn_error *error);

/* notice.c: looks at the step of size h that was accepted; the first case of each kind of warning goes into the log. */
void sn_loop_notice(sn_loop *l, double h);
void sn_loop_tell_warnings(sn_loop *l);
double sn_loop_turn(const sn_loop *l, double h,
                    int *item); /* the largest angle by which a node turned in the step just made */

/* zero_length.c: the item of a spring that the last step led through the length zero; -1: none. */
int sn_loop_passes_zero(const sn_loop *l);

/* pulse.c: the end of the next step, which is halved while it misses a part of some function of time. */
sn_status sn_loop_new_timed(sn_loop *l, sn_arena *arena, sn_error *error);
double sn_loop_next_time(sn_loop *l);

/* through.c: the item of a wheel that the step just made led through an obstacle; -1: none. Touches that began in it and that three steps
   will not resolve are reported. */
sn_status sn_loop_new_gaps(sn_loop *l, sn_arena *arena, sn_error *error);
int sn_loop_passes_through(sn_loop *l, double h);
void sn_loop_watch_touches(sn_loop *l, double h);

/* controller_swing.c: controllers that swing from sample to sample; the first one is told. */
sn_status sn_loop_new_swings(sn_loop *l, sn_arena *arena, sn_error *error);
void sn_loop_watch_swings(sn_loop *l);

/* snapshot.c */
sn_status sn_loop_keep(sn_loop *l, sn_outcome outcome, sn_error *error);
sn_status sn_loop_keep_if_due(sn_loop *l, sn_error *error);
/* Takes up a run where a snapshot left it. */
sn_status sn_loop_take_up(sn_loop *l, const sn_snapshot *from, sn_error *error);

#endif
