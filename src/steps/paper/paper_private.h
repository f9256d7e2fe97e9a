/* steps/paper/paper_private.h -- data of a stepper on bare vectors: setup.c, assemble.c, paper.c. */
#ifndef SN_STEPS_PAPER_PAPER_PRIVATE_H
#define SN_STEPS_PAPER_PAPER_PRIVATE_H
#include "steps/paper/element.h"

struct sn_stepper {
  const sn_system *s;
  sn_paper_table table;
  double tolerance;
  int max_iterations;
  int n_block; /* those of the system, then the internal constraints of nodes */
  sn_paper_block *block;
  int *internal_node; /* n_block: node of an internal block, -1 */
  int *element;       /* n_block: its element of the matrix, -1: closed */
  int *load_element;  /* n_load */
  int node_element, pair_element;
  int n_unknown, n_iterate;
  int *vector_first;     /* n_vector: first unknown of a free vector, -1 */
  int *multiplier_first; /* n_block, -1 */
  sn_lin *matrix;
  double *rhs;
  double *iterate;
  sn_v3 *d[SN_PLAIN_FIELDS]; /* iterates q_k - q_i: rates are their multiples, so q itself would lose digits */
  sn_v3 *q[SN_PLAIN_FIELDS]; /* q_k */
  sn_v3 *row[SN_PLAIN_FIELDS];
  sn_v3 *middle, *drift; /* loads act at the mean configuration of a stage, with its velocities */
  sn_paper_work work;
  sn_state next;
};

/* Unknown of component k % 3 of a vector at configuration k / 3; -1: it has none (known vectors, and components that a scalar has not). */
static inline int sn_paper_unknown(const sn_stepper *x, int vector, int k)
{
  const int first = x->vector_first[vector];
  if (first >= 0 && sn_is_scalar_vector(x->s, vector)) {
    return k % 3 ? -1 : first + k / 3;
  }
  return first < 0 ? -1 : first + k;
}

/* assemble.c: the iterate as blocks see it. */
sn_paper_view sn_paper_view_of(const sn_stepper *x, const sn_state *start, double h);
/* Rows of the iterate in x->rhs, and with `tangent` their matrix; works and losses go into the ledger. */
void sn_paper_assemble(sn_stepper *x, const sn_state *start, double h, int tangent, sn_ledger *ledger);

#endif
