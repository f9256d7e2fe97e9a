/* system/options.h -- what can be chosen about a run: one struct from run { ... } to the step.
 * What:    the model fills a sn_run_options with what the user wrote (model/settings.c); a session completes a copy of it (api/core.c);
 *          the time loop reads that copy, and schemes the part of it that concerns a step.
 * Who:     model, steps, run, api; here because model and steps do not know each other.
 */
#ifndef SN_SYSTEM_OPTIONS_H
#define SN_SYSTEM_OPTIONS_H

/* Every scheme (steps/step.h), in the order of lists and messages; a new one is its file and a word here. The first is the default. */
#define SN_EVERY_SCHEME(X) X(ed) X(ep) X(midpoint) X(trapezoidal) X(newmark) X(hht) X(generalized_alpha) X(ed_paper)
/* Their names as one text of choices: "ed|ep|...". */
#define SN_SCHEME_CHOICE(name) "|" #name
#define SN_SCHEME_CHOICES (&(SN_EVERY_SCHEME(SN_SCHEME_CHOICE))[1])

typedef struct {
  /* parameters of schemes; each names those it reads, their ranges and presets (sn_scheme.setting) */
  double alpha;            /* ed: numerical damping 0..1 of parts that do not say otherwise; hht: -1/3..0 */
  double rho_inf;          /* generalized_alpha */
  double gamma, beta;      /* newmark; beta 0: by gamma */
  double newton_tolerance; /* of the estimated remaining increment, over the size of the model; 0: 1e-10 */
  int max_iterations;      /* 0: 25 */
  int threads;             /* 0: as many as pay; no influence on the numbers. Schemes on bare vectors have one */
  /* n_stress flags of the rows of constraints (system/state.h); NULL: none. May change between steps. SN_ROW_DEPENDENT: the
     multiplier is not determined by the motion and is held where the step starts; the residual stays exact. */
  const unsigned char *dependent;
  /* n_block flags: 1: a contact too far away to be part of the steps (run/near.c). NULL: none. As long as the stepper lives it stays. */
  const unsigned char *away;
  /* The instants of the run: what a scheme finds with it at the end of a step is there for who observes, and at the start of the
     next. A step ends the validity of an observation. NULL: a scheme that needs one makes its own. */
  struct sn_instant *instant;
  /* of tests, `ed`: nodes whose damping is no unknown of the linear system (ed/follow.c). 0: meshes, where it pays; 1: all that can;
     -1: none. Steps are the same but for round-off. */
  int follow;
  /* of tests: -1: no turned factors of meshes (steps/turned.h), 1: none but these: a step that they do not solve fails. 0: as it pays */
  int turned;
  /* of a benchmark: s by some clock, to say what kernels and solver cost (schemes on nodes). NULL: nobody asks */
  double (*clock)(void);
} sn_step_options;

typedef struct {
  const struct sn_scheme *scheme; /* steps/step.h */
  sn_step_options step;
  double dt, duration, min_step;
  double tolerance; /* of the estimated error, run/control.h; then dt is the largest step. 0: no control */
  double store;     /* time between stored rows, 0: every nominal step */
  int n_schedule;
  const double *schedule_time, *schedule_dt; /* from schedule_time[i] on the nominal step is schedule_dt[i] */
  volatile const int *stop;                  /* set by a signal handler: finish the step, then stop */
  double wall_limit;                         /* seconds on the clock, then the run is interrupted; 0: none */
  int checkpoint;                            /* steps between snapshots; 0: by the clock */
  const struct sn_snapshot *from;            /* run/run.h: goes on from there; NULL: begins with the state given */
} sn_run_options;

#endif
