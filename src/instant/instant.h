/* instant/instant.h -- a consistent instant of the motion: node-level solves with 6 unknowns per triad.
 * What:    velocities nearest (in M) to the state's that satisfy all rates; accelerations; multipliers; internal
 *          multipliers. Start of a run and everything users see (docs/theory.md, output).
 * Owner:   sn_instant holds the solver (free it) and the arrays the observation points into.
 */
#ifndef SN_INSTANT_INSTANT_H
#define SN_INSTANT_INSTANT_H
#include "system/observation.h"

typedef struct sn_instant sn_instant;
sn_status sn_instant_new(const sn_system *s, sn_arena *arena, sn_instant **out, sn_error *error);
void sn_instant_free(sn_instant *m);
/* Iterations on this motion (assembly, statics, paths, modes) end with SN_ESTOP once *stop is not 0; NULL: never. stop must live as
   long as the motion, or be taken back. */
void sn_instant_watch(sn_instant *m, const volatile int *stop);
/* SN_ESTOP: asked to end. */
sn_status sn_instant_stopped(const sn_instant *m, sn_error *error);
/* Statics: from now on nothing moves, whatever the state, drives and moving frames say; their places stay. 0: they move again. */
void sn_instant_still(sn_instant *m, int still);
/* Fills the observation at the state (ledger may be NULL). Valid until the next call. */
sn_status sn_instant_observe(sn_instant *m, const sn_state *x, const sn_ledger *ledger, sn_observation *o,
                             sn_error *error);
/* Start of a run: stresses, multipliers and internal multipliers of the state from the accelerations; velocities are
   projected on the constraints if project = 1 (returns the relative size of the change in *moved, may be NULL). */
sn_status sn_instant_start(sn_instant *m, sn_state *x, int project, double *moved, sn_error *error);
/* End of a step (docs/theory.md, velocities on the constraints): the velocities of every node move by theta[node] of the way to
   the nearest ones that satisfy all rates. theta is the same for nodes that constraints or masses join. Energy, loss and work
   go into the ledger, the impulses on the rows into x->projection_impulse (which the caller divides by the cube of the step). */
sn_status sn_instant_project(sn_instant *m, sn_state *x, const double *theta, sn_ledger *l, sn_error *error);
/* After it, where z > 0 (n_block, elastic blocks only): impulses z K e' against the rates e' of the strains, or the part of them that
   takes most energy; what constraints hold moves along. Books and pushes like the projection. */
sn_status sn_instant_damp(sn_instant *m, sn_state *x, const double *z, sn_ledger *l, sn_error *error);
/* End of a step: what is left of the slips of these contacts and joints (n blocks), which stick, goes; what constraints hold moves along.
   SN_ROLLS(i) in the list: the rolling of contact i. Books and pushes like the projection. */
#define SN_ROLLS(block) (-1 - (block))
sn_status sn_instant_stop_slips(sn_instant *m, sn_state *x, const int *list, int n, sn_ledger *l, sn_error *error);
/* Takes up a state for what follows: its configuration, and the matrix there. */
sn_status sn_instant_take(sn_instant *m, const sn_state *x, sn_error *error);
/* How easily elastic and potential blocks move their nodes at the state taken up, theory (6.3): sum of K B A B^T over the forms of a
   linear block (1/s^2), G A G^T of a composite strain; A is the mobility of all that the constraints leave free, or, where no
   constraint is near, that of its own nodes. asked, out: n_block; those not asked for stay. Asked alone: as if no constraint were near,
   which is the most that it can be, and takes no solve. */
enum { SN_MOBILITY_FOUND = 1, SN_MOBILITY_ALONE };
sn_status sn_instant_mobilities(sn_instant *m, const unsigned char *asked, double *out, sn_error *error);
/* Is a node of the block touched by a constraint? Then its mobility takes a solve for each of its forms. */
int sn_instant_is_held(const sn_instant *m, int block);
/* a (stride x stride, unknowns of the node): adds the inertia of a body as large as the model where the node has none. */
void sn_instant_hold(const sn_instant *m, int node, const sn_v3 *q, const sn_v3 *axis, double *a, int stride);
/* Degrees of freedom of the start: node unknowns minus rank of the constraint rows; redundant rows are counted and named. Rows on rates hold
   velocities, but no places. */
typedef struct {
  int coordinates, rows, rank;
  int freedom; /* of velocities */
  int places;  /* of positions: freedom, and independent rows on rates */
  int n_redundant;
  int item[64]; /* items of the first redundant rows */
} sn_freedom_count;
/* The same rows as flags: one per entry of sn_state.stress, 1 where a row of a constraint depends on others. */
sn_status sn_instant_dependent(sn_instant *m, const sn_state *x, unsigned char *flag, int *n, sn_error *error);
/* How many they are if what is left of a row counts as nothing up to `within` (rad); the next sn_instant_dependent looks as always. */
sn_status sn_instant_nearly_dependent(sn_instant *m, const sn_state *x, double within, int *n, sn_error *error);
/* Items whose constraint forces the motion does not determine: those in closed loops with dependent rows. One flag per item
   of the system. */
sn_status sn_instant_indeterminate(sn_instant *m, const sn_state *x, unsigned char *item, sn_error *error);
sn_status sn_instant_freedom(sn_instant *m, const sn_state *x, sn_freedom_count *out, sn_error *error);

/* misfit.c: a row of a constraint and a rate that it does not have. */
typedef struct {
  int item;             /* of the system; -1: every rate fits */
  const char *rows;     /* what it is a row of: "coincidence", "axis", "drive" */
  int row, n_rows;      /* which of them, from 0 */
  double wanted, found; /* rad/s or m/s */
  int angle;            /* 1: rad/s */
} sn_rate_misfit;
/* The joint that the velocities of the state fit worst; drives are left out: they set in motion what was drawn at rest. */
sn_rate_misfit sn_instant_given_misfit(sn_instant *m, const sn_state *x);
/* SN_EMODEL: joints and drives that ask for different rates (or, two drives or more, accelerations) at the state; the error tells
   which, and the values and rates of the drives. */
sn_status sn_instant_contradiction(sn_instant *m, const sn_state *x, sn_arena *arena, sn_error *error);
void sn_instant_name_item(const sn_system *s, int item, sn_error *error); /* where: file, line and name of an item */

/* Statics and modes of this motion are those of a structure that turns steadily, with its ground, about an axis through centre
   (rad/s); forces keep their directions in its axes. */
void sn_instant_rotate(sn_instant *m, sn_v3 rotation, sn_v3 centre);

/* Forgets what calls before have left: the same as a new one. */
void sn_instant_renew(sn_instant *m);
/* What a motion keeps from one call to the next (one flag per row of a constraint), for a run that goes on later. */
int sn_instant_rows(const sn_instant *m);
int sn_instant_unknowns(const sn_instant *m); /* of nodes, and multipliers */
void sn_instant_keep(const sn_instant *m, unsigned char *flag);
void sn_instant_recall(sn_instant *m, const unsigned char *flag);

#endif
