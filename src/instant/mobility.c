/* instant/mobility.c -- how easily the stresses of a block move what they act on, in a configuration.
 * Theory:  docs/theory.md, how much is damped (6.3). With A the mobility (velocities per impulse) the block alone would vibrate
 *          with squares of frequencies that are the eigenvalues of K B A B^T; their sum is found here. Where constraints hold a
 *          node of the block, A is that of all that they leave free, by the matrix of (4.8); else that of its own nodes.
 * Tests:   tests/instant/test_mobility.c
 */
#include "instant/inside.h"
#include <string.h>

int sn_motion_is_held(const sn_motion *m, int block)
{
  const sn_block *b = m->s->block + block;
  for (int k = 0; k < b->n_node; k++) {
    if (m->node[b->node[k]].constrained) {
      return 1;
    }
  }
  return 0;
}

static double dot(const double *a, const double *b, int n)
{
  double sum[4] = {0, 0, 0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; k++) {
      sum[k] += a[i + k] * b[i + k];
    }
  }
  for (; i < n; i++) {
    sum[0] += a[i] * b[i];
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* What the impulses of n_strain rows in `projected` move, each alone: nodes by themselves, half of it in `projected` and half in
   `response`, since only products of both are asked for. */
static void move_alone(sn_motion *m, const sn_block *b, int n_strain, int n)
{
  for (int r = 0, at = 0; r < b->n_node; r++) {
    const sn_motion_node *node = m->node + b->node[r];
    SN_ASSERT(node->factor && at + node->size <= n);
    sn_motion_halve_inverse(node, n_strain, n, m->projected + at, m->response + at);
    at += node->size;
  }
}

/* With all that the constraints join, all of it in `response`: a solve for each. */
static sn_status move_together(sn_motion *m, const sn_block *b, int n_strain, int n, sn_error *error)
{
  SN_ASSERT(m->factored && m->rhs != m->xi);
  memcpy(m->response, m->projected, (size_t)(n_strain * n) * sizeof(double));
  for (int k = 0; k < n_strain; k++) {
    double *x = m->response + k * n;
    memset(m->rhs, 0, (size_t)m->n_solved * sizeof(double));
    for (int r = 0, at = 0; r < b->n_node; at += m->node[b->node[r++]].size) {
      const sn_motion_node *node = m->node + b->node[r];
      if (node->apart) {
        sn_motion_reduce_node(m, b->node[r], x + at, m->rhs);
      } else {
        memcpy(m->rhs + node->first, x + at, (size_t)node->size * sizeof(double));
      }
    }
    SN_TRY(sn_motion_solve_joined(m, error));
    for (int r = 0, at = 0; r < b->n_node; at += m->node[b->node[r++]].size) {
      const sn_motion_node *node = m->node + b->node[r];
      if (node->apart) {
        sn_motion_recover_node(m, b->node[r], m->xi, x + at);
      } else {
        memcpy(x + at, m->xi + node->first, (size_t)node->size * sizeof(double));
      }
    }
  }
  return SN_OK;
}

sn_status sn_motion_mobility(sn_motion *m, int block, double *out, sn_error *error)
{
  const sn_block *b = m->s->block + block;
  const sn_block_reach *reach = m->block + block;
  const int n_strain = sn_motion_block_rows(m, block, m->projected), n = reach->n_local;
  SN_ASSERT(block >= 0 && block < m->s->n_block && n_strain == (b->law->is_scalar ? 1 : b->n_form));
  if (sn_motion_is_held(m, block)) {
    SN_TRY(move_together(m, b, n_strain, n, error));
  } else {
    move_alone(m, b, n_strain, n);
  }
  double sum = b->law->has_matrix ? 0 : dot(m->projected, m->response, n);
  for (int i = 0; i < reach->n_stiffness; i++) {
    const int k = reach->stiffness[2 * i], l = reach->stiffness[2 * i + 1], nf = b->n_form;
    const double both = b->matrix[k * nf + l] + (l > k ? b->matrix[l * nf + k] : 0);
    SN_ASSERT(k >= 0 && k <= l && l < n_strain);
    sum += both * dot(m->projected + k * n, m->response + l * n, n);
  }
  *out = fmax(sum, 0);
  return SN_OK;
}
