/* steps/step.h -- a time-stepping scheme as a table, and what one step reports.
 * Who:     run sees this only. Schemes see system and math; one file each.
 */
#ifndef SN_STEPS_STEP_H
#define SN_STEPS_STEP_H
#include "system/finite.h"
#include "system/options.h"

/* One equation of a step that failed, for messages: the balance of a node, or a row of a constraint (steps/residual.h). */
typedef enum { SN_NO_ROW, SN_ROW_FORCE, SN_ROW_MOMENT, SN_ROW_GAP, SN_ROW_ANGLE } sn_row_kind;
typedef struct {
  sn_row_kind kind;
  int node, block, row; /* node of a balance or -1; block of a constraint or -1; which of its rows */
  sn_v3 axis;           /* along or about which, ground axes */
  double value;         /* what is left: N, N m, m, rad */
  double size;          /* the same as a motion over the size of the model */
} sn_step_row;

enum { SN_HISTORY = 32, SN_WORST_ROWS = 3 };
typedef struct {
  sn_ledger ledger;
  int iterations, factorisations;
  /* s by the clock of the options; what is left of a step is its start, its ledger, velocities. tangent: of the kernels, those that make
     the matrix and add it up */
  double kernels, tangent, solver;
  int at_roundoff;  /* 1: accepted because the defect no longer fell, not because it was below 1e-12 */
  double increment; /* last increment, over the size of the model */
  int n_history;
  double history[SN_HISTORY]; /* increments of the iterations, for messages */
  /* of a failure: */
  sn_step_row row[SN_WORST_ROWS]; /* largest residuals at the last iterate, largest first */
  sn_bad_law bad;
  int switching; /* 1 + item whose law changes its slope within the step; 0: none */
} sn_step_report;

/* A number that users give in run { ... } under its name. */
typedef struct {
  const char *name;
  size_t offset; /* in sn_step_options: a double */
  double low, high, preset;
  const char *help; /* what it does, for messages */
} sn_setting;

typedef struct sn_stepper sn_stepper;
typedef struct sn_scheme {
  const char *name, *help;
  const sn_setting *setting; /* ends with a row without name; NULL: none */
  /* 1: energies, work and losses of a step balance exactly, and a step is accepted only when they do, to round-off. 0: steps are
     accepted by their increments, and the defect of the ledger is an error of the scheme. */
  int has_identity;
  /* settings that are good one by one and not together; NULL: none */
  sn_status (*check)(const sn_step_options *o, sn_error *error);
  /* what users should know before they run a model with these options; constrained: it has joints or directors. NULL, or returns
     NULL: nothing */
  const char *(*warn)(const sn_step_options *o, int constrained);
  /* numbers that it keeps from step to step in the state (sn_state.scheme); NULL: none */
  size_t (*n_state)(const sn_system *s);
  /* everything is allocated here, in the arena; the stepper may hold library objects: free it */
  sn_status (*create)(const struct sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                      sn_stepper **out, sn_error *error);
  void (*destroy)(sn_stepper *x);
  /* one step of size h; on failure the state is untouched */
  sn_status (*step)(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error);
  int (*unknowns)(const sn_stepper *x);
  /* of its positions, for the control of the step size (run/control.h); 0: no estimate */
  int order;
  double error_constant; /* local error over h^k q^(k), k = order + 1 */
  /* schemes with one stage (steps/one_stage/one_stage.h): the stage, or in Newmark's family the four numbers; others: NULL */
  const struct sn_one_stage *stage;
  struct sn_newmark_rule (*rule)(const sn_step_options *o);
} sn_scheme;

/* SN_EVERY_SCHEME, the list of them, is in system/options.h. */
#define SN_DECLARE_SCHEME(name) extern const sn_scheme sn_scheme_##name;
SN_EVERY_SCHEME(SN_DECLARE_SCHEME)
#undef SN_DECLARE_SCHEME
/* NULL-terminated list of all schemes, for run and for messages. */
extern const sn_scheme *const sn_schemes[];
const sn_scheme *sn_scheme_named(const char *name);
/* Numbers of the scheme in a state. */
size_t sn_scheme_numbers(const sn_scheme *scheme, const sn_system *s);
/* Gives the state room for what the scheme remembers (all forgotten: the first step is to come), and creates the stepper. */
sn_status sn_scheme_begin(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                          sn_state *state, sn_stepper **out, sn_error *error);
/* alpha of ed and ed_paper: 0..1. */
extern const sn_setting sn_damping[];
/* The parameter of that name, NULL: it has none; its value in options. */
const sn_setting *sn_scheme_setting(const sn_scheme *scheme, const char *name);
double sn_setting_get(const sn_step_options *o, const sn_setting *p);
void sn_setting_set(sn_step_options *o, const sn_setting *p, double value);
/* Sets the parameters of the scheme to their presets. */
void sn_scheme_presets(const sn_scheme *scheme, sn_step_options *o);

#endif
