/* steps/layout.h -- the unknowns of a scheme on nodes in elimination order, and the linear system they make.
 * What:    every node owns a few unknowns, every constraint block a few multipliers right after its last node; elements
 *          (nodes, blocks, mass pairs, loads) add dense local matrices through precomputed maps.
 */
#ifndef SN_STEPS_LAYOUT_H
#define SN_STEPS_LAYOUT_H
#include "math/linear.h"
#include "pack/pack.h"
#include "steps/cut.h"
#include "system/state.h"

/* Elements beyond those of the system: each is dense in the unknowns of its nodes. */
typedef struct {
  int n;
  const int *const *node; /* n lists */
  const int *count;
} sn_layout_more;

typedef struct {
  int n; /* unknowns */
  int *node_size, *node_first;
  int *block_first;                                 /* first multiplier of each block, -1 */
  int *block_element, *pair_element, *load_element; /* -1: no element; a node's element is its index */
  int *block_size;                                  /* unknowns of each block's element */
  int **offset; /* per block: n_node + 1 first local columns of its nodes; the last: of its multipliers */
  sn_lin *lin;  /* free it; NULL until sn_layout_solver */
  int n_element;
  int *count; /* unknowns of each element */
  int *part;  /* the part of the work it is in */
  int **unknown;
  const unsigned char **mask; /* entries of each element that can be other than zero; NULL: all of them */
  double *rhs;           /* n, in the order of nodes and their levels: not that of the solver, see sn_layout_solve */
  unsigned char *paired; /* n_node: 1 where the solver has both levels of each position first */
  const sn_cut *share;
  const int *multipliers;
  const sn_layout_parts *parts;
  int *pair_node;
  const sn_layout_more *more; /* NULL: none */
  int first_more;             /* their first element */
} sn_layout;

/* Numbers the unknowns. node_size: unknowns of each node; multipliers: of each block (0 for blocks that own none); more: NULL, or further
   elements. These and the share must live as long as the layout. The elements of the system have the same numbers in every layout. */
sn_status sn_layout_new(const sn_system *s, const sn_cut *share, const sn_layout_parts *parts, const int *node_size,
                        const int *multipliers, const sn_layout_more *more, sn_arena *arena, sn_layout *out,
                        sn_error *error);

/* A local matrix into the linear system. Elements are added by kinds: nodes, blocks, pairs, loads; those of different parts at
   the same time, if at all. */
void sn_layout_add(const sn_layout *l, int element, const double *a);
/* Analyses the pattern (l->mask, if set), in the cheaper of two directions: the numbers of the unknowns may change here. */
sn_status sn_layout_solver(sn_layout *l, const sn_system *s, sn_arena *arena, sn_error *error);

/* The solution of rhs, in its place; careful: with a look at the residual, if factors were made so. */
sn_status sn_layout_solve(const sn_layout *l, int n_node, int careful);

#endif
