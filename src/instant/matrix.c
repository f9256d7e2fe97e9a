/* instant/matrix.c -- the one matrix at a configuration: filled, factored, and solves by it.
 * Theory:  docs/theory.md, output. The matrix is [W, G^T; G, -soft], W = C^T M C. `soft` is zero but for rows that depend on
 *          others: there 1e-8 of g W^-1 g^T, so that the solve is regular and these rows carry no force while the others can.
 *          A node apart is eliminated at once: its block of W is factored, -G W^-1 G^T goes between all rows that meet it, and
 *          what is left to the sparse matrix are multipliers and nodes that share mass. The pivots are the same as if it had
 *          been eliminated there, first.
 * Tests:   tests/instant/test_motion.c
 */
#include "instant/inside.h"
#include <string.h>

/* ---- the mass of a node */

/* L D L^T of the mass a of a node: L below the diagonal, D on it; a direction without mass stays without. Neither an inverse nor
   roots: residuals that grow with the slenderness of a body, or errors of 1/m that are the same in every step, are energy. */
static void factor(const sn_motion_node *k, const double *a)
{
  const int n = k->size, first = k->eccentric ? 0 : n - k->n_rotation;
  SN_ASSERT(k->factor && k->factor != a && n <= SN_NODE_UNKNOWNS);
  double *l = k->factor;
  for (int i = 0; i < first; i++) { /* positions meet nothing */
    l[i * n + i] = a[i * n + i];
  }
  for (int j = first; j < n; j++) {
    for (int i = j; i < n; i++) {
      double x = a[i * n + j];
      SN_ASSERT(!(fabs(a[i * n + j] - a[j * n + i]) > 1e-9 * (fabs(a[i * n + i]) + fabs(a[j * n + j]))));
      for (int c = first; c < j; c++) {
        x -= l[i * n + c] * l[j * n + c] * l[c * n + c];
      }
      l[i * n + j] = i == j ? fmax(x, 0) : l[j * n + j] > 0 ? x / l[j * n + j] : 0;
    }
  }
}

static double divided(double x, double pivot)
{
  return pivot > 0 ? x / pivot : 0;
}

void sn_motion_times_inverse(const sn_motion_node *k, const double *f, double *out)
{
  const int n = k->size, first = k->eccentric ? 0 : n - k->n_rotation;
  const double *l = k->factor;
  SN_ASSERT(l && f != out);
  for (int i = 0; i < first; i++) {
    out[i] = divided(f[i], l[i * n + i]);
  }
  if (n - first == 3) { /* rotations of a body with its node at the centre: most nodes */
    const double *l0 = l + first * n + first, *l1 = l0 + n, *l2 = l1 + n;
    const double y0 = f[first], y1 = f[first + 1] - l1[0] * y0, y2 = f[first + 2] - l2[0] * y0 - l2[1] * y1;
    const double x2 = divided(y2, l2[2]), x1 = divided(y1, l1[1]) - l2[1] * x2;
    out[first] = divided(y0, l0[0]) - l1[0] * x1 - l2[0] * x2;
    out[first + 1] = x1;
    out[first + 2] = x2;
    return;
  }
  for (int i = first; i < n; i++) {
    out[i] = f[i];
    for (int j = first; j < i; j++) {
      out[i] -= l[i * n + j] * out[j];
    }
  }
  for (int i = n - 1; i >= first; i--) {
    out[i] = divided(out[i], l[i * n + i]);
    for (int j = i + 1; j < n; j++) {
      out[i] -= l[j * n + i] * out[j];
    }
  }
}

void sn_motion_halve_inverse(const sn_motion_node *k, int n_row, int stride, double *f, double *z)
{
  const int n = k->size, first = k->eccentric ? 0 : n - k->n_rotation;
  const double *l = k->factor, *l1 = l + (ptrdiff_t)(n - 2) * n + first, *l2 = l1 + n;
  double inverse[SN_NODE_UNKNOWNS];
  SN_ASSERT(l && f != z && n <= SN_NODE_UNKNOWNS);
  for (int i = 0; i < n; i++) {
    inverse[i] = divided(1, l[i * n + i]);
  }
  for (int r = 0; r < n_row; r++, f += stride, z += stride) {
    if (n - first == 3) { /* as above */
      f[first + 1] -= l1[0] * f[first];
      f[first + 2] -= l2[0] * f[first] + l2[1] * f[first + 1];
    } else {
      for (int i = first + 1; i < n; i++) {
        for (int j = first; j < i; j++) {
          f[i] -= l[i * n + j] * f[j];
        }
      }
    }
    for (int i = 0; i < n; i++) {
      z[i] = inverse[i] * f[i];
    }
  }
}

/* ---- the matrix */

static void fill_node(sn_motion *m, int i)
{
  const sn_motion_node *k = m->node + i;
  const int n = k->size;
  SN_ASSERT(k->first >= 0 && k->first + n <= m->n_unknown && (k->apart || k->first + n <= m->n_solved));
  sn_motion_full_mass(m, i, m->local);
  for (int j = 0; j < n; j++) {
    m->diagonal[k->first + j] = m->local[j * n + j];
  }
  if (!k->apart) {
    sn_lin_add(m->lin, i, m->local);
  }
  if (k->factor) {
    factor(k, m->local);
  }
}

static void fill_pair(sn_motion *m, int p)
{
  const sn_mass_pair *pair = m->s->pair + m->pair[p];
  const sn_vector *a = m->s->vector + pair->a, *b = m->s->vector + pair->b;
  const int na = m->node[a->node].size, nb = m->node[b->node].size, n = na + nb;
  SN_ASSERT(a->node != b->node && !m->node[a->node].apart && !m->node[b->node].apart);
  sn_v3 A[4][SN_NODE_UNKNOWNS], B[4][SN_NODE_UNKNOWNS];
  sn_motion_columns(m, a->node, A);
  sn_motion_columns(m, b->node, B);
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
static double row_size(const sn_motion *m, const sn_constraint_rows *c, int r)
{
  const sn_block *b = sn_motion_block(m, c);
  SN_ASSERT(r >= 0 && r < c->n_row && c->first >= 0);
  double sum = 0;
  for (int k = 0, at = 0; k < b->n_node; k++) {
    const sn_motion_node *n = m->node + b->node[k];
    for (int j = 0; j < n->size; j++, at++) {
      const double g = c->G[r * c->n_local + at];
      sum += g * g / m->diagonal[n->first + j];
    }
  }
  return sum;
}

/* Is any of its rows soft? */
static int set_soft(sn_motion *m, const sn_constraint_rows *c)
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

/* Element of its nodes inside, then its rows. */
static void fill_constraint(sn_motion *m, int i)
{
  const sn_constraint_rows *c = m->constraint + i;
  const sn_block *b = sn_motion_block(m, c);
  if (c->first < 0) {
    return;
  }
  const int n = c->n_inside + c->n_row;
  sn_motion_project_rows(m, c, c->G);
  if (!set_soft(m, c) && c->n_inside == 0) {
    return; /* all that its rows have comes from nodes apart */
  }
  SN_ASSERT(c->first + c->n_row <= m->n_solved);
  memset(m->local, 0, (size_t)(n * n) * sizeof(double));
  for (int k = 0, at = 0, to = 0; k < b->n_node; k++) {
    const sn_motion_node *node = m->node + b->node[k];
    for (int j = 0; j < node->size && !node->apart; j++, to++) {
      for (int r = 0; r < c->n_row; r++) {
        const int row = c->n_inside + r;
        m->local[row * n + to] = m->local[to * n + row] = c->G[r * c->n_local + at + j];
      }
    }
    at += node->size;
  }
  for (int r = 0; r < c->n_row; r++) {
    m->local[(c->n_inside + r) * (n + 1)] = -m->soft[c->row + r];
  }
  sn_lin_add(m->lin, m->s->n_node + m->n_pair + i, m->local);
}

/* Nodes with a position and three rotations are most: the loop over six is written out. */
static inline double dot(const double *a, const double *b, int n)
{
  if (n == 6) {
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]) + (a[4] * b[4] + a[5] * b[5]);
  }
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

/* -G W^-1 G^T of a node apart, over all rows that meet it */
static void fill_apart(sn_motion *m, int i)
{
  const sn_motion_node *k = m->node + i;
  const int n = k->n_touch_row;
  const double *g[SN_MOST_TOUCH_ROWS];
  SN_ASSERT(n <= SN_MOST_TOUCH_ROWS);
  for (int t = 0, row = 0; t < k->n_touch; t++) {
    const sn_constraint_rows *c = m->constraint + k->touch[t].constraint;
    for (int r = 0; r < c->n_row; r++) {
      g[row++] = c->G + r * c->n_local + k->touch[t].at;
    }
    SN_ASSERT(row <= n);
  }
  SN_ASSERT(k->apart && k->factor);
  for (int r = 0; r < n; r++) {
    double u[SN_NODE_UNKNOWNS];
    sn_motion_times_inverse(k, g[r], u);
    for (int s = r; s < n; s++) {
      m->local[r * n + s] = m->local[s * n + r] = -dot(u, g[s], k->size);
    }
  }
  sn_lin_add(m->lin, i, m->local);
}

static void fill(sn_motion *m)
{
  m->factored = 0;
  sn_lin_clear(m->lin);
  for (int i = 0; i < m->s->n_node; i++) {
    fill_node(m, i);
  }
  for (int i = 0; i < m->n_pair; i++) {
    fill_pair(m, i);
  }
  for (int i = 0; i < m->n_constraint; i++) {
    fill_constraint(m, i);
  }
  for (int i = 0; i < m->s->n_node; i++) { /* by the rows just found */
    if (m->node[i].apart && m->node[i].n_touch > 0) {
      fill_apart(m, i);
    }
  }
}

sn_status sn_motion_factor(sn_motion *m)
{
  fill(m);
  return sn_lin_factor(m->lin);
}

/* ---- solves */

void sn_motion_reduce_node(const sn_motion *m, int node, const double *f, double *rows)
{
  const sn_motion_node *k = m->node + node;
  double u[SN_NODE_UNKNOWNS];
  SN_ASSERT(k->apart);
  SN_ASSERT(f != rows || k->first >= m->n_solved);
  sn_motion_times_inverse(k, f, u);
  for (int t = 0; t < k->n_touch; t++) {
    const sn_constraint_rows *c = m->constraint + k->touch[t].constraint;
    SN_ASSERT(c->first >= 0 && k->touch[t].at + k->size <= c->n_local);
    for (int r = 0; r < c->n_row; r++) {
      rows[c->first + r] -= dot(c->G + r * c->n_local + k->touch[t].at, u, k->size);
    }
  }
}

/* The forces are summed first: where the rows take up all that acts on a light node, nothing may be left of it. */
void sn_motion_recover_node(const sn_motion *m, int node, const double *rows, double *f)
{
  const sn_motion_node *k = m->node + node;
  double u[SN_NODE_UNKNOWNS];
  SN_ASSERT(k->apart);
  for (int t = 0; t < k->n_touch; t++) {
    const sn_constraint_rows *c = m->constraint + k->touch[t].constraint;
    for (int r = 0; r < c->n_row; r++) {
      const double *g = c->G + r * c->n_local + k->touch[t].at;
      const double x = rows[c->first + r];
      for (int j = 0; j < k->size; j++) {
        f[j] -= x * g[j];
      }
    }
  }
  sn_motion_times_inverse(k, f, u);
  memcpy(f, u, (size_t)k->size * sizeof(double));
}

void sn_motion_reduce(const sn_motion *m, double *x)
{
  for (int i = 0; i < m->s->n_node; i++) {
    if (m->node[i].apart && m->node[i].n_touch > 0) {
      sn_motion_reduce_node(m, i, x + m->node[i].first, x);
    }
  }
}

void sn_motion_recover(const sn_motion *m, double *x)
{
  for (int i = 0; i < m->s->n_node; i++) {
    if (m->node[i].apart) {
      sn_motion_recover_node(m, i, x, x + m->node[i].first);
    }
  }
}

sn_status sn_motion_solve_with(sn_motion *m, double *x)
{
  SN_ASSERT(m->lin && m->n_solved <= m->n_unknown);
  sn_motion_reduce(m, x);
  SN_TRY(sn_lin_solve(m->lin, x));
  sn_motion_recover(m, x);
  return SN_OK;
}
