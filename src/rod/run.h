/* rod/run.h -- a rod moves: formulations and integrators by name, the time loop, what it counted.
 * What:    SUNDIALS integrates (CVODE, ARKODE, IDA); the loop hands out rows at the times asked for, checks every step, and
 *          sums work and losses over the steps.
 * Who:     api runs models with it, cli the study.
 */
#ifndef SN_ROD_RUN_H
#define SN_ROD_RUN_H
#include "rod/rod.h"

typedef enum {
  SN_ROD_ABSOLUTE,
  SN_ROD_RELATIVE,
  SN_ROD_MIXED,
  SN_ROD_MIXED_PRINTED,
  SN_ROD_FORMULATIONS
} sn_rod_formulation;
extern const char *const sn_rod_formulation_name[]; /* ends with NULL */

typedef enum { SN_ROD_CVODE, SN_ROD_ARKODE, SN_ROD_IDA } sn_rod_family;
typedef struct {
  const char *name;
  sn_rod_family family;
  int method; /* of the family: CVODE's linear multistep method, ARKODE's table, rod/dae.h's index */
  int implicit;
  const char *help;
} sn_rod_integrator;
extern const sn_rod_integrator sn_rod_integrators[]; /* ends with {0} */
int sn_rod_integrator_named(const char *name);       /* -1: none */
/* Whether the two go together; if not, why (static text). */
int sn_rod_allowed(sn_rod_formulation f, int integrator, const char **why);

typedef struct {
  sn_rod_formulation formulation;
  int integrator;
  double relative, absolute; /* tolerances of every component */
  double stabilise;          /* 1/s; 0: none */
  sn_rod_projection projection;
  int max_order;                /* of bdf and adams; 0: theirs */
  double duration, store;       /* time between rows */
  double max_step;              /* 0: as large as they like */
  int ledger;                   /* 1: work and losses are summed, which costs a few evaluations of energies per step */
  double wall_limit, cpu_limit; /* s on the clock, s of the processor; 0: none */
  const volatile int *stop;
} sn_rod_options;
int sn_rod_unknowns(const sn_rod *rod, const sn_rod_options *o);
/* Whether these options can be run. what, why and fix of the error; no place. */
sn_status sn_rod_check(const sn_rod *rod, const sn_rod_options *o, sn_error *error);

typedef struct {
  long steps, rejected;   /* accepted steps; failures of the error test */
  long rhs, rhs_jacobian; /* right-hand sides (residuals) in steps and Newton; in difference quotients */
  long jacobians, newton; /* Jacobians; Newton iterations */
  int unknowns;
  double cpu, smallest_step;
  sn_rod_drift drift; /* largest so far, at steps */
  double t;           /* reached */
} sn_rod_statistics;

typedef struct {
  double t;
  const double *p, *v, *a; /* as integrated (p, v); accelerations */
  const double *q;         /* mixed: the strains; else NULL */
  const sn_rod_drive *drive;
  sn_rod_energy energy;               /* of the state brought back to the constraints */
  double work_loads, work_root, loss; /* sums; 0 without a ledger */
  sn_rod_drift drift;
} sn_rod_row;
typedef struct {
  double t, h;
  const double *p, *v;
  const sn_rod_drive *drive;
  double energy, defect; /* defect of the balance so far, J (0 without a ledger) */
  sn_rod_drift drift;
} sn_rod_step;
typedef struct {
  void *data;
  sn_status (*row)(void *data, const sn_rod_row *r, sn_error *error);
  /* may be NULL; SN_ESTOP: enough, the run ends with that */
  sn_status (*step)(void *data, const sn_rod_step *s, sn_error *error);
  void (*progress)(void *data, double t, double duration, long steps); /* may be NULL; a few times a second */
} sn_rod_sink;

/* Runs from p, v (4n each, on the constraints) at t = 0. On failure everything up to then went to the sink.
   SN_ENOCONV: the integrator gave up, or the rod did; SN_ESTOP: interrupted. */
sn_status sn_rod_run(const sn_rod *rod, const sn_rod_options *o, const double *p, const double *v, sn_arena *arena,
                     const sn_rod_sink *sink, sn_rod_statistics *out, sn_error *error);

#endif
