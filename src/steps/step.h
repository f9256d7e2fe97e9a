/* steps/step.h -- a time-stepping scheme as a table, and what one step reports.
 * Who:     run sees this only. Schemes see system and math; one file each.
 */
#ifndef SN_STEPS_STEP_H
#define SN_STEPS_STEP_H
#include "system/state.h"

typedef struct {
  double alpha;       /* numerical damping 0..1 of parts that do not say otherwise */
  double tolerance;   /* of the estimated remaining increment, over the size of the model; 0: 1e-10 */
  int max_iterations; /* 0: 25 */
  /* n_stress: 1 for rows of constraints that depend on others; NULL: none. May change between steps. Their multipliers are
     not determined by the motion and are held where the step starts; the residual stays exact. */
  const unsigned char *dependent;
} sn_step_options;

enum { SN_HISTORY = 32 };
typedef struct {
  sn_ledger ledger;
  int iterations, factorisations;
  int fallback;     /* 1: the exact tangent was needed */
  int at_roundoff;  /* 1: accepted because the defect no longer fell, not because it was below 1e-12 */
  double increment; /* last increment, over the size of the model */
  int n_history;
  double history[SN_HISTORY]; /* increments of the iterations, for messages */
  int worst_item[3];          /* of a failure: items that the last iteration moved most, -1 */
} sn_step_report;

typedef struct sn_stepper sn_stepper;
typedef struct {
  const char *name, *help;
  int uses_alpha;
  /* everything is allocated here, in the arena; the stepper may hold library objects: free it */
  sn_status (*create)(const sn_system *s, const sn_step_options *o, sn_arena *arena, sn_stepper **out, sn_error *error);
  void (*destroy)(sn_stepper *x);
  /* one step of size h; on failure the state is untouched */
  sn_status (*step)(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error);
  int (*unknowns)(const sn_stepper *x);
} sn_scheme;

extern const sn_scheme sn_scheme_ed, sn_scheme_ep, sn_scheme_ed_paper;
/* NULL-terminated list of all schemes, for run and for messages. */
extern const sn_scheme *const sn_schemes[];
const sn_scheme *sn_scheme_named(const char *name);

#endif
