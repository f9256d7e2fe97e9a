/* analysis/minimal.h -- minimal coordinates at a configuration: which unknowns of nodes are free, and how the others follow.
 * Theory:  docs/theory-linear.md. Node unknowns x of a motion beside the present one obey G x = 0; the columns that a QR factorisation of
 *          G takes last are free.
 * Who:     linearisation, coordinates of the user's choice. Owner: the arena.
 */
#ifndef SN_ANALYSIS_MINIMAL_H
#define SN_ANALYSIS_MINIMAL_H
#include "instant/unknowns.h"

typedef struct {
  const char *who; /* for messages: "linearize" */
  sn_instant *m;
  sn_arena *arena;
  int n, n_row;         /* node unknowns; independent rows */
  int *unknown, *owner; /* n: index in m->xi, and node */
  int *follows, *free;  /* n_row, n - n_row: the dependent and the chosen unknowns */
  int *row;             /* n_row: of m->row_value */
  double *G;            /* n_row x n, by columns */
  double *F;            /* its columns of dependent unknowns, factored */
  int *pivot;
} sn_minimal;

/* Of a motion whose matrix is made (sn_instant_observe, sn_instant_take). SN_EINPUT: the model is too large for dense matrices. */
sn_status sn_minimal_find(sn_instant *m, const char *who, sn_arena *arena, sn_minimal *out, sn_error *error);
/* Computes the dependent unknowns in x (n) such that G x = right; overwrites right (n_row). */
sn_status sn_minimal_complete(const sn_minimal *w, double *right, double *x, sn_error *error);
/* Number of an unknown among those of its node: 0..2 displacement, if it has a position, then rotations. */
int sn_minimal_unknown(const sn_minimal *w, int k);

#endif
