/* instant/matrix.c -- the one matrix at a configuration: filled, factored, and solves by it.
 * Theory:  docs/theory.md, output. The matrix is [W, G^T; G, -soft], W = C^T M C. `soft` is zero but for rows that depend on
 *          others: there 1e-8 of g W^-1 g^T, so that the solve is regular and these rows carry no force while the others can.
 *          A node apart is eliminated at once: its block of W is factored, -G W^-1 G^T goes between all rows that meet it, and
 *          what is left to the sparse matrix are multipliers and nodes that share mass. The pivots are the same as if it had
 *          been eliminated there, first.
 *          Coordinates without mass have no pivot in W: the rows that hold them get a stiffness K, [W + G^T K G, G^T; G, 0], with G^T K r
 *          added to the right-hand side of rows r. The solution is the same.
 * How:     rows of joints four like ones at a time (batch.h), nodes four like ones at a time (node_lanes.c).
 * Tests:   tests/instant/test_instant.c
 */
#include "instant/batch.h"
#include <string.h>

/* ---- rows of constraints */

/* Rows of the pack at hand (n_row x columns of its nodes) to the nodes. Those that are held feel none. */
static void hand_out(sn_instant *m, const sn_pack *p, int n_row, const sn_lane *rows)
{
  const int nc = p->offset[p->type->n_node];
  for (int k = 0; k < p->type->n_node; k++) {
    const int size = p->type->shape[k].n_rate;
    for (int l = 0; l < p->n; l++) {
      const int node = p->node[SN_LANES * k + l], stride = m->node[node].stride, held = m->held && m->held[node];
      double *to = m->constraint[m->constraint_of[p->block[l]]].at[k];
      for (int r = 0; r < n_row; r++) {
        const double *from = (const double *)(rows + r * nc + p->offset[k]) + l;
        for (int j = 0; j < size; j++, to += stride) {
          *to = held ? 0 : from[SN_LANES * j];
        }
      }
    }
  }
}

void sn_instant_find_rows(sn_instant *m)
{
  sn_batch *x = m->batch;
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    const sn_law *law = p->type->of->law;
    if (!law->is_constraint || p->type->n_node == 0) {
      continue;
    }
    sn_batch_take(x, i);
    if (law->is_scalar) {
      sn_batch_compose(x, SN_GRADIENTS);
    }
    sn_batch_columns(x);
    hand_out(m, p, law->is_scalar ? 1 : p->type->n_form, law->is_scalar ? sn_batch_row(x, 0) : x->L);
  }
}

void sn_instant_copy_rows(const sn_instant *m, const sn_constraint_rows *c, double *rows)
{
  const sn_block *b = sn_instant_block(m, c);
  for (int k = 0, at = 0; k < b->n_node; k++) {
    const sn_instant_node *node = m->node + b->node[k];
    const double *from = c->at[k];
    for (int r = 0; r < c->n_row; r++) {
      for (int j = 0; j < node->size; j++, from += node->stride) {
        rows[r * c->n_local + at + j] = *from;
      }
    }
    at += node->size;
  }
}

/* ---- the matrix */

static void fill_pair(sn_instant *m, int p)
{
  const sn_mass_pair *pair = m->s->pair + m->pair[p];
  const sn_vector *a = m->s->vector + pair->a, *b = m->s->vector + pair->b;
  const int na = m->node[a->node].size, nb = m->node[b->node].size, n = na + nb;
  SN_ASSERT(a->node != b->node && !m->node[a->node].apart && !m->node[b->node].apart);
  sn_v3 A[4][SN_NODE_UNKNOWNS], B[4][SN_NODE_UNKNOWNS];
  sn_instant_columns(m, a->node, A);
  sn_instant_columns(m, b->node, B);
  memset(m->local, 0, (size_t)(n * n) * sizeof(double));
  const int held = m->held && (m->held[a->node] || m->held[b->node]);
  for (int j = 0; j < na && !held; j++) {
    for (int k = 0; k < nb; k++) {
      const double x = pair->m * v3_dot(A[a->slot][j], B[b->slot][k]);
      m->local[j * n + na + k] = m->local[(na + k) * n + j] = x;
    }
  }
  sn_lin_add(m->lin, m->s->n_node + p, m->local);
}

/* g W^-1 g^T of one row by the diagonal of W: the size of its pivot. */
static double row_size(const sn_instant *m, const sn_constraint_rows *c, int r)
{
  const sn_block *b = sn_instant_block(m, c);
  SN_ASSERT(r >= 0 && r < c->n_row && c->first >= 0 && m->n_dependent > 0);
  double sum = 0;
  for (int k = 0; k < b->n_node; k++) {
    const sn_instant_node *n = m->node + b->node[k];
    const double *g = c->at[k] + (ptrdiff_t)n->stride * r * n->size;
    for (int j = 0; j < n->size; j++, g += n->stride) {
      sum += *g * *g / (n->exact ? m->typical_mass : m->diagonal[n->first + j]);
    }
  }
  return sum;
}

/* Is any of its rows soft? */
static int set_soft(sn_instant *m, const sn_constraint_rows *c)
{
  int any = 0;
  SN_ASSERT(m->soft_row > 0 && c->row + c->n_row <= m->n_row);
  for (int r = 0; r < c->n_row; r++) {
    m->soft[c->row + r] = 0;
    if (m->softness[c->row + r] > 0) {
      const double size = row_size(m, c, r);
      m->soft[c->row + r] = m->soft_row * (size > 0 ? size : 1);
      any = 1;
    }
  }
  return any;
}

/* Stiffness along the rows of a constraint that holds coordinates without mass: a mass of the model for each, so that every node has a
   pivot. It changes nothing where the rows are met (the right-hand side takes it off). Rows that depend on others get none. */
static void set_stiffness(sn_instant *m, const sn_constraint_rows *c)
{
  const sn_block *b = sn_instant_block(m, c);
  for (int r = 0; r < c->n_row; r++) {
    double sum = 0;
    for (int k = 0; k < b->n_node; k++) {
      const sn_instant_node *node = m->node + b->node[k];
      SN_ASSERT(!node->apart && node->stride == 1);
      for (int j = 0; j < node->size; j++) {
        const double g = c->at[k][r * node->size + j];
        sum += g * g / (sn_unknown_is_length(m->s->node + b->node[k], j) ? 1 : m->s->extent * m->s->extent);
      }
    }
    m->stiffness[c->row + r] = sum > 0 && !(m->softness[c->row + r] > 0) ? m->typical_mass / sum : 0;
  }
}

/* local += K g g^T over its nodes, all of them in the matrix */
static void add_stiffness(sn_instant *m, const sn_constraint_rows *c, int n)
{
  for (int r = 0; r < c->n_row; r++) {
    const double *g = m->local + (c->n_inside + r) * n; /* the row, written before */
    for (int i = 0; i < c->n_inside; i++) {
      const double by = m->stiffness[c->row + r] * g[i];
      for (int j = 0; j < c->n_inside && by != 0; j++) {
        m->local[i * n + j] += by * g[j];
      }
    }
  }
}

void sn_instant_stiffen(const sn_instant *m, double *rhs)
{
  for (int i = 0; i < m->n_constraint && m->any_stiff; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    for (int k = 0; k < b->n_node && c->stiff; k++) {
      const sn_instant_node *node = m->node + b->node[k];
      for (int e = 0; e < c->n_row * node->size; e++) {
        const int r = e / node->size;
        rhs[node->first + e % node->size] += m->stiffness[c->row + r] * c->at[k][e] * rhs[c->first + r];
      }
    }
  }
}

/* Element of its nodes inside, then its rows. */
static void fill_constraint(sn_instant *m, int i)
{
  const sn_constraint_rows *c = m->constraint + i;
  const sn_block *b = sn_instant_block(m, c);
  if (c->first < 0) {
    return;
  }
  const int n = c->n_inside + c->n_row;
  if (!set_soft(m, c) && c->n_inside == 0) {
    return; /* all that its rows have comes from nodes apart */
  }
  SN_ASSERT(c->first + c->n_row <= m->n_solved);
  memset(m->local, 0, (size_t)(n * n) * sizeof(double));
  for (int k = 0, to = 0; k < b->n_node; k++) {
    const sn_instant_node *node = m->node + b->node[k];
    for (int j = 0; j < node->size && !node->apart; j++, to++) {
      for (int r = 0; r < c->n_row; r++) {
        const int row = c->n_inside + r;
        m->local[row * n + to] = m->local[to * n + row] = c->at[k][node->stride * (r * node->size + j)];
      }
    }
  }
  for (int r = 0; r < c->n_row; r++) {
    m->local[(c->n_inside + r) * (n + 1)] = -m->soft[c->row + r];
  }
  if (c->stiff) {
    set_stiffness(m, c);
    add_stiffness(m, c, n);
  }
  sn_lin_add(m->lin, m->s->n_node + m->n_pair + i, m->local);
}

static void fill(sn_instant *m)
{
  m->factored = 0;
  sn_lin_clear(m->lin);
  sn_instant_find_rows(m);
  for (int i = 0; i < m->n_lanes; i++) {
    sn_node_lanes_mass(m, m->lanes + i);
    sn_node_lanes_fill(m, m->lanes + i);
  }
  for (int i = 0; i < m->n_pair; i++) {
    fill_pair(m, i);
  }
  for (int i = 0; i < m->n_constraint; i++) {
    fill_constraint(m, i);
  }
}

sn_status sn_instant_factor(sn_instant *m)
{
  fill(m);
  return sn_lin_factor(m->lin);
}

sn_status sn_instant_solve_with(sn_instant *m, double *x)
{
  SN_ASSERT(m->lin && m->n_solved <= m->n_unknown);
  sn_instant_reduce(m, x);
  sn_instant_stiffen(m, x);
  SN_TRY(sn_lin_solve(m->lin, x));
  sn_instant_recover(m, x);
  return SN_OK;
}
