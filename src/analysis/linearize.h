/* analysis/linearize.h -- the motion near a state as x' = A x + B u, y = C x + D u in minimal coordinates.
 * What:    x holds small displacements and rotations of chosen node unknowns beside the motion through the state, and their rates; u
 *          changes of inputs, y of output rows. Any state: an equilibrium, a steady motion, or an instant of any motion.
 * Who:     api. Owner: everything in the answer lives in the arena.
 */
#ifndef SN_ANALYSIS_LINEARIZE_H
#define SN_ANALYSIS_LINEARIZE_H
#include "instant/instant.h"

enum { SN_LINEARIZE_NUMBERS = 64 }; /* largest number of components of an output row */

typedef struct {
  int n_input, n_row;
  const int *input; /* numbers of inputs, */
  double *value;    /* and the values of all inputs; restored afterwards */
  const int *row;   /* output rows of the system */
  sn_v3 rotation;   /* rad/s: x is along rotating axes; 0: along those of the ground */
} sn_linearize_options;

/* A chosen coordinate: unknown `place` of a node; 0..2 is its displacement along x, y, z, if it has a position, then rotations follow. */
typedef struct {
  int node, place;
} sn_chosen;

typedef struct {
  int n_freedom, n_input, n_output; /* x has 2 n_freedom numbers: coordinates, then their rates */
  const sn_chosen *chosen;          /* n_freedom */
  const double *A, *B, *C, *D;      /* by rows */
  double speed,
      /* largest rates of positions, relative to the size of the model: 1/s, 1/s^2; of directors: rad/s, ... */
      acceleration;
} sn_linearization;

/* The caller gives a motion of its own; on return it is at the state. */
sn_status sn_linearize(sn_instant *m, const sn_state *x, const sn_linearize_options *o, sn_arena *arena,
                       sn_linearization *out, sn_error *error);

/* Eigenvalues of A, those of the slowest motions first: 2 n_freedom each. */
sn_status sn_linear_eigenvalues(const sn_linearization *x, sn_arena *arena, const double **re, const double **im,
                                sn_error *error);

#endif
