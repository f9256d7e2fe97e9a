/* math/linear.h -- sparse linear systems in a given order, and that order.
 * What:    pattern analysed once (dense square elements), values scattered by precomputed maps, LU in the order of the
 *          unknowns by the solver that fits (solver.h), LDL^T where the matrix is symmetric, with KLU's choice of pivots as safety
 *          net. Elements never see a matrix format.
 * Owner:   sn_lin lives in an arena but its solvers hold memory of their own: free it.
 */
#ifndef SN_MATH_LINEAR_H
#define SN_MATH_LINEAR_H
#include "base/arena.h"
#include "base/error.h"
#include "base/pool.h"

typedef struct sn_lin sn_lin;
typedef struct {
  int n; /* unknowns, already numbered in elimination order */
  int n_element;
  const int *count;          /* n_element: unknowns of each element */
  const int *const *unknown; /* n_element lists; an entry -1 is a known quantity: its row and column are left out */
  const unsigned char *const *mask; /* NULL: all elements are full; else per element NULL (full) or count x count flags:
                                       0 promises that the entry is always zero (debug builds check it) */
  int n_part;                       /* 0 or 1: elements are added one at a time */
  const int *part; /* n_element, 0 .. n_part-1: elements of different parts may be added at the same time */
  /* NULL, or n: a number above 0 where the pivot may be nothing but round-off, so that the best row of its front is looked for. Those
     in a row with the same number (a node, and the multipliers that hold it) are in one front */
  const unsigned char *unsure;
  /* 1: the matrix is symmetric (debug builds check it). Only the upper triangle is kept and eliminated: half the work and half the
     memory. Elements are still added in full; their entries below the diagonal are ignored. Not together with unsure or in_place. */
  int symmetric;
  int in_place; /* 1: the matrix is made where it is eliminated, with half the memory, and is gone when it has been factored. The
                   arrays of the pattern then live as long as the matrix */
  sn_pool *pool; /* threads that eliminate; NULL: the caller's. The bits do not depend on them. */
  int trust; /* 1: for Newton iterations, which correct themselves: only the first solve after a factorisation is checked
                by its residual. 0: every solve */
  /* NULL, or n, which live as long as the matrix: how large each unknown is in its unit, a power of two. Entries and right-hand sides of
     one row are compared in these, so that no unit decides which pivot is chosen or what is refined. */
  const double *unit;
  /* NULL, or 6 n, which live as long as the matrix: what each unknown of a point is in the six rigid motions of the model, three turns
     after three translations; zeros for all other unknowns. Multigrid needs them (sn_lin_use_engine). */
  const double *near;
} sn_lin_pattern;

/* Operations of a factorisation with these numbers of the unknowns, counted entry by entry on the symmetric pattern;
   negative: no memory; INFINITY: more than limit. fill: NULL, or gets the entries of L and U, each with its diagonal. */
double sn_lin_cost(const sn_lin_pattern *p, double limit, double *fill, sn_arena *scratch);
struct sn_solver;
/* From now on matrices of at least so many unknowns are factored by this solver, in this process; NULL: by our own. For the start of a
   program, before any matrix is made. */
void sn_lin_use_engine(const struct sn_solver *engine, int least);
int sn_lin_engine_takes(int n); /* 1: matrices of n unknowns are the engine's */
sn_status sn_lin_new(const sn_lin_pattern *p, sn_arena *arena, sn_lin **out, sn_error *error);
/* Another matrix of the same pattern, which is not looked at again; not in place. `of` lives as long. */
sn_status sn_lin_like(const sn_lin *of, sn_arena *arena, sn_lin **out, sn_error *error);
void sn_lin_free(sn_lin *l); /* NULL is fine */
void sn_lin_clear(sn_lin *l);
/* count x count, row-major, added. The sums are the same to the bit for any parts if those of one part are added in the
   order of their numbers: what several parts add to one entry is kept apart and summed in that order when factoring. */
void sn_lin_add(sn_lin *l, int element, const double *a);
/* The same for up to four elements of one size whose numbers lie side by side: a[4 k + i] is entry k of element[i]. */
void sn_lin_add_lanes(sn_lin *l, const int *element, int n, const double *a);
/* SN_ESINGULAR if it cannot be done; sn_lin_bad_row tells where. In place: with pivots on the diagonal only, and solutions only by
   sn_lin_solve_blindly. */
sn_status sn_lin_factor(sn_lin *l);
sn_status sn_lin_factor_carefully(sn_lin *l); /* the same where nothing is in place: else with a copy of the matrix */
int sn_lin_bad_row(const sn_lin *l);          /* unknown with the vanishing pivot, -1 */
sn_status sn_lin_solve(sn_lin *l,
                       double *b_x); /* one right-hand side, in place; one refinement if the residual asks for it */
/* The same without looking at the residual: for who sees by other means whether the solution is good. */
sn_status sn_lin_solve_blindly(sn_lin *l, double *b_x);
/* 1: a solution by these factors was looked at by sn_lin_solve, and none had to be mended: others will not need it either. */
int sn_lin_is_sound(const sn_lin *l);
int sn_lin_sign(sn_lin *l); /* of the determinant, after factoring: 1 or -1; 0: no factors */
/* Negative eigenvalues of a symmetric matrix, by the signs of its pivots (Sylvester); -1: not known, since rows were exchanged. */
int sn_lin_negative(const sn_lin *l);
/* y += factor A x with the values now in it; absolute: |A| |x|. */
void sn_lin_times(const sn_lin *l, double factor, int absolute, const double *x, double *y);
void sn_lin_sum(sn_lin *l, double factor, const sn_lin *a); /* += factor*a, whose entries are all in the pattern of l */
double sn_lin_flops(const sn_lin *l);                       /* of the last factorisation */
long sn_lin_fill(const sn_lin *l);                          /* entries of L + U */

/* Elimination order of a mechanism: nodes are blocks of unknowns, constraints touch nodes and own multipliers, which come
   right after the last of their nodes. Tries the order given, its reverse, AMD on the node graph and, for large meshes,
   nested dissection; takes the cheapest. */
typedef struct {
  int n_node;
  const int *node_size;
  int n_group; /* elements that couple nodes (every block, every mass pair) */
  const int *const *group_node;
  const int *group_count;
  const int *group_size; /* multipliers the group owns (0: none) */
  /* NULL, or for every group the node its multipliers follow whatever comes later, -1: the last of its nodes. For nodes whose own
     pivots vanish: what holds them is in the same front, where rows can be exchanged. */
  const int *group_after;
} sn_order_input;
/* first unknown of every node and of every group's multipliers (-1 when it has none or touches no node); returns their
   number, or -1 when scratch has no memory */
int sn_order(const sn_order_input *in, sn_arena *scratch, int *node_first, int *group_first);
/* An order that was found, otherwise: its nodes last first; or from both ends to the middle, so that the two halves of a chain are
   eliminated independently of each other. */
typedef enum { SN_ORDER_FOUND, SN_ORDER_REVERSED, SN_ORDER_FROM_BOTH_ENDS, SN_ORDER_WAYS } sn_order_way;
/* found: first unknown of every node as sn_order gave it. Nothing is searched for again. The same is returned. */
int sn_order_otherwise(const sn_order_input *in, sn_order_way way, const int *found, sn_arena *scratch, int *node_first,
                       int *group_first);

#endif
