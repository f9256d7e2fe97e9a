/* run/run_private.h -- the time loop from inside: what its files share.
 * Who:     run.c (the loop), singular.c (where no step can end), stop.c (what ends it before its time), pulse.c and through.c (what a step cannot see), notice.c and controller_swing.c (warnings), snapshot.c (what it leaves behind and takes up).
 */
#ifndef SN_RUN_RUN_PRIVATE_H
#define SN_RUN_RUN_PRIVATE_H
#include "run/memory.h"

/* Recent outputs of a sampled controller (swing.c). */
typedef struct {
  double sample;             /* number of the last sample */
  double last, peak, before; /* output; largest value of this half-wave; of the one before */
  int length, waves;         /* samples of this half-wave; half-waves that grew, in a row */
  double first, since;       /* value and time (s) at which they began */
} sn_swing;

/* A function of time, and the item it belongs to (pulse.c). */
typedef struct {
  const sn_expr *function;
  int item, is_motion; /* 1: a place or an angle, which moves other things by its changes */
  double at_start;     /* of a motion: its value at the time 0; else 0 */
} sn_timed;

typedef struct sn_near sn_near;       /* near.c */
typedef struct sn_windows sn_windows; /* window.c */

/* Everything that the loop needs, allocated before it starts: nothing is allocated inside. */
typedef struct {
  const sn_system *system; /* that of the model, or one with narrow blocks (window.c) */
  const sn_run_options *options;
  const sn_sink *sink;
  const sn_scheme *scheme;
  sn_stepper *stepper;
  sn_instant *instant;     /* the sink of the options, or */
  sn_instant *own_instant; /* NULL */
  sn_state *state;
  sn_state backup;
  sn_step_options step;
  unsigned char *dependent; /* flags of redundant rows, as of the last check */
  sn_step_report report;
  sn_run_memory m;     /* all that decides the future: part of snapshots */
  sn_run_summary *out; /* &m.out */
  sn_control control;
  sn_estimate estimate;                     /* of the last step */
  sn_verdict verdict;                       /* on it */
  unsigned char *row;                       /* for snapshots: what the motion keeps */
  double began, last_progress, wall_before; /* wall_before: wall time of the resumed run */
  double last_keep;
  long kept_steps, first_steps; /* wall time at the last snapshot; at the start of this process */
  int observed;                 /* 1: `now` shows the present state */
  sn_observation now;
  sn_swing *swing; /* of each output of each controller */
  int n_timed;
  sn_timed *timed; /* given forces, rates and motions that depend on time */
  double *clear;   /* n_block: a gap to a solid is at least as wide; 0: not known */
  sn_v3 *between;  /* n_vector: scratch of the sweep of a step */
  sn_near *near;
  sn_windows *windows;
} sn_loop;

/* run.c */
/* Fills `now` with all that can be observed of the present state; computed once per state. */
sn_status sn_loop_observe(sn_loop *l, sn_error *error);
int sn_loop_is_stored(const sn_loop *l, double t); /* Will a row be stored if t is a nominal time? */
void sn_loop_log(sn_loop *l, const char *text);

/* singular.c */
/* Finds the rows of joints that are redundant at the present state; the step needs to know them. */
sn_status sn_loop_find_dependent(sn_loop *l, sn_error *error);
/* Called when a step to t_new failed. Returns 1 if it probably would have ended in a singular position; the next step then jumps over it. */
int sn_loop_goes_over(sn_loop *l, sn_status status, double t_new);
/* Can the state at t_new be observed, if a row is to be stored? 0: it is a singular position; the step is undone, and smaller steps or a
   jump over the position follow. */
int sn_loop_can_be_seen(sn_loop *l, double t_new);

/* stop.c */
/* Does a condition of the model end the run here? The first one in the order of the model counts. */
sn_status sn_loop_watch(sn_loop *l, sn_error *error);
/* Was a stop requested, or is the time limit exceeded? Every process makes at least one step. */
sn_status sn_loop_interrupted(const sn_loop *l, sn_error *error);

/* notice.c: checks the accepted step of size h; the first case of each kind of warning is written to the log. */
void sn_loop_notice(sn_loop *l, double h);
void sn_loop_tell_warnings(sn_loop *l);
double sn_loop_turn(const sn_loop *l, double h,
                    int *item); /* the largest angle by which a node turned in the step just made */

/* pass.c: the item of a spring that passed through length zero in the last step; -1: none. */
int sn_loop_passes_zero(const sn_loop *l);

/* pulse.c: the end of the next step, which is halved while it misses a part of some function of time. */
sn_status sn_loop_new_timed(sn_loop *l, sn_arena *arena, sn_error *error);
double sn_loop_next_time(sn_loop *l);

/* through.c: the item of a wheel that passed through an obstacle in the last step; -1: none. Touches that began in this step and will
   be over within three steps are reported. */
sn_status sn_loop_new_gaps(sn_loop *l, sn_arena *arena, sn_error *error);
int sn_loop_passes_through(sn_loop *l, double h);
void sn_loop_watch_touches(sn_loop *l, double h);

/* swing.c: controllers that oscillate from sample to sample; the first one is reported. */
sn_status sn_loop_new_swings(sn_loop *l, sn_arena *arena, sn_error *error);
void sn_loop_watch_swings(sn_loop *l);

/* near.c: which contacts are near, and the stepper, which knows those alone. */
sn_status sn_loop_new_near(sn_loop *l, sn_arena *arena, sn_error *error);
sn_status sn_loop_begin_near(sn_loop *l, sn_error *error);   /* makes the stepper */
sn_status sn_loop_make_stepper(sn_loop *l, sn_error *error); /* anew: what it has to do with has changed */
void sn_loop_end_near(sn_loop *l);
/* Before a step of size h: the list and the stepper are made anew where parts could meet that are not in it. */
sn_status sn_loop_list_near(sn_loop *l, double h, sn_error *error);
/* After it: the item of a contact that it met and did not know, -1: none. The step is then undone. */
int sn_loop_misses(sn_loop *l, double h);
void sn_loop_accept_near(sn_loop *l);
int sn_loop_is_away(const sn_loop *l, int block);
/* The most by which the gap of a block changed in the last step; INFINITY: not known. */
double sn_loop_last_move(const sn_loop *l, int block);

/* window.c: lines that are seen through a window. The first two make the motion, too. */
sn_status sn_loop_new_windows(sn_loop *l, sn_arena *arena, sn_error *error);
sn_status sn_loop_take_windows(sn_loop *l, sn_error *error); /* those of the state that was taken up */
sn_status sn_loop_move_windows(sn_loop *l, double h, sn_error *error);
/* After a step: 1 if it has left a window. It is to be made again, from the state before, with wider ones. */
int sn_loop_left_windows(sn_loop *l, double h);
sn_status sn_loop_widen_windows(sn_loop *l, sn_error *error);

/* snapshot.c */
sn_status sn_loop_keep(sn_loop *l, sn_outcome outcome, sn_error *error);
sn_status sn_loop_keep_if_due(sn_loop *l, sn_error *error);
/* Continues a run from a snapshot. */
sn_status sn_loop_take_up(sn_loop *l, const sn_snapshot *from, sn_error *error);

#endif
