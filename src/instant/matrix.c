/* instant/matrix.c -- the one matrix at a configuration: filled, factored, and solves by it.
 * Theory:  docs/theory.md, output. The matrix is [C^T M C, (G C)^T; G C, -soft]. `soft` is zero but for rows that depend on
 *          others: there 1e-8 of g M^-1 g^T, so that the solve is regular and these rows carry no force while the others can.
 *          Nodes alone (make.c) are not in it: the inverse of their mass is all there is to them.
 * Tests:   tests/instant/test_motion.c
 */
#include "instant/inside.h"
#include <string.h>

/* ---- the inverse of the mass of a node */

/* Cholesky's factor of a (n x n), in place, lower; a direction without mass stays without. */
static void factor(double *a, int n)
{
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++) {
        s -= a[i * n + k] * a[j * n + k];
      }
      a[i * n + j] = i == j ? sqrt(fmax(s, 0)) : a[j * n + j] > 0 ? s / a[j * n + j] : 0;
    }
  }
}

static double divided(double x, double pivot)
{
  return pivot > 0 ? x / pivot : 0;
}

/* Any mass, by its factor; a is overwritten. */
static void invert_any(double *a, int n, double *inverse)
{
  factor(a, n);
  for (int c = 0; c < n; c++) {
    double x[SN_NODE_UNKNOWNS] = {0};
    x[c] = 1;
    for (int i = c; i < n; i++) {
      for (int k = c; k < i; k++) {
        x[i] -= a[i * n + k] * x[k];
      }
      x[i] = divided(x[i], a[i * n + i]);
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        x[i] -= a[k * n + i] * x[k];
      }
      x[i] = divided(x[i], a[i * n + i]);
    }
    for (int i = 0; i < n; i++) {
      inverse[i * n + c] = x[i];
    }
  }
}

/* A mass at the centre, three rotations: position and rotations apart. */
static void invert_central(const double *a, int n, int x, double *inverse)
{
  const double *J = a + x * n + x;
  const sn_m3 dual =
      m3_dual((sn_m3){{v3(J[0], J[1], J[2]), v3(J[n], J[n + 1], J[n + 2]), v3(J[2 * n], J[2 * n + 1], J[2 * n + 2])}});
  memset(inverse, 0, (size_t)(n * n) * sizeof(double));
  for (int c = 0; c < x; c++) {
    inverse[c * n + c] = 1 / a[c * n + c];
  }
  for (int j = 0; j < 3; j++) {
    for (int k = 0; k < 3; k++) {
      inverse[(x + j) * n + x + k] = dual.c[j].x[k];
    }
  }
}

static void times_inverse(const sn_motion_node *k, double *x)
{
  double f[SN_NODE_UNKNOWNS];
  memcpy(f, x, (size_t)k->size * sizeof(double));
  for (int i = 0; i < k->size; i++) {
    x[i] = 0;
    for (int j = 0; j < k->size; j++) {
      x[i] += k->inverse[i * k->size + j] * f[j];
    }
  }
}

/* ---- the matrix */

static void fill_node(sn_motion *m, int i)
{
  const sn_motion_node *k = m->node + i;
  const int n = k->size;
  sn_motion_full_mass(m, i, m->local);
  if (!k->alone) {
    for (int j = 0; j < n; j++) {
      m->diagonal[k->first + j] = m->local[j * n + j];
    }
    sn_lin_add(m->lin, i, m->local);
  }
  if (k->inverse && k->alone && k->n_rotation == 3 && !k->eccentric) {
    invert_central(m->local, n, n - 3, k->inverse);
  } else if (k->inverse) {
    invert_any(m->local, n, k->inverse);
  }
}

static void fill_pair(sn_motion *m, int p)
{
  const sn_mass_pair *pair = m->s->pair + m->pair[p];
  const sn_vector *a = m->s->vector + pair->a, *b = m->s->vector + pair->b;
  const int na = m->node[a->node].size, nb = m->node[b->node].size, n = na + nb;
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

/* g M^-1 g^T of one row by the diagonal of M: the size of its pivot. */
static double row_size(const sn_motion *m, const sn_constraint_rows *c, int r)
{
  const sn_block *b = sn_motion_block(m, c);
  double sum = 0;
  for (int k = 0, at = 0; k < b->n_node; k++) {
    const sn_motion_node *n = m->node + b->node[k];
    for (int j = 0; j < n->size; j++, at++) {
      const double g = m->projected[r * c->n_local + at];
      sum += g * g / m->diagonal[n->first + j];
    }
  }
  return sum;
}

static void fill_constraint(sn_motion *m, int i)
{
  const sn_constraint_rows *c = m->constraint + i;
  if (c->first < 0) {
    return;
  }
  const int n = c->n_local + c->n_row;
  sn_motion_project_rows(m, c);
  memset(m->local, 0, (size_t)(n * n) * sizeof(double));
  for (int r = 0; r < c->n_row; r++) {
    const int row = c->n_local + r;
    for (int j = 0; j < c->n_local; j++) {
      m->local[row * n + j] = m->local[j * n + row] = m->projected[r * c->n_local + j];
    }
    m->soft[c->row + r] = 0;
    if (m->softness[c->row + r] > 0) {
      const double size = row_size(m, c, r);
      m->soft[c->row + r] = m->soft_row * (size > 0 ? size : 1);
    }
    m->local[row * n + row] = -m->soft[c->row + r];
  }
  sn_lin_add(m->lin, m->s->n_node + m->n_pair + i, m->local);
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
}

sn_status sn_motion_factor(sn_motion *m)
{
  fill(m);
  return sn_lin_factor(m->lin);
}

void sn_motion_solve_alone(const sn_motion *m, double *x)
{
  for (int i = 0; i < m->s->n_node; i++) {
    if (m->node[i].alone) {
      times_inverse(m->node + i, x + m->node[i].first);
    }
  }
}

sn_status sn_motion_solve_with(sn_motion *m, double *x)
{
  sn_motion_solve_alone(m, x);
  return sn_lin_solve(m->lin, x);
}
