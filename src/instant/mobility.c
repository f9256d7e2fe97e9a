/* instant/mobility.c -- how easily the stresses of a block move what they act on, in a configuration.
 * Theory:  docs/theory.md, how much is damped (6.3). With A the mobility (velocities per impulse) the block alone would vibrate
 *          with squares of frequencies that are the eigenvalues of K B A B^T; their sum is found here. Where constraints hold a
 *          node of the block, A is that of all that they leave free, by the matrix of (4.8); else that of its own nodes.
 * Tests:   tests/instant/test_mobility.c
 */
#include "instant/inside.h"
#include <string.h>

void sn_motion_find_held(sn_motion *m)
{
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_motion_block(m, m->constraint + i);
    for (int k = 0; k < b->n_node; k++) {
      m->node[b->node[k]].constrained = 1;
    }
  }
}

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

static double stiffness(const sn_block *b, int k, int l)
{
  return b->law == SN_LINEAR_ELASTIC ? b->matrix[k * b->n_form + l] : 1;
}

/* Gradient k of the strains as forces on the unknowns of node r of the block: size numbers. */
static void project(const sn_motion *m, const sn_block *b, int r, int k, double *f)
{
  const sn_motion_node *n = m->node + b->node[r];
  const int x = 3 * m->s->node[b->node[r]].has_x;
  sn_v3 moment = v3(0, 0, 0);
  memset(f, 0, SN_NODE_UNKNOWNS * sizeof(double));
  for (int a = 0; a < b->n_vec; a++) {
    if (b->node_of[a] != r) {
      continue;
    }
    const sn_v3 g = m->G[k * b->n_vec + a];
    if (m->s->vector[b->vector[a]].role > 0) {
      moment = v3_add(moment, v3_cross(m->q[b->vector[a]], g));
    } else {
      f[0] += g.x[0], f[1] += g.x[1], f[2] += g.x[2];
    }
  }
  for (int j = 0; j < n->n_rotation; j++) {
    f[x + j] = v3_dot(n->axis[j], moment);
  }
}

/* Cholesky's factor of the mass of a node, in place (lower) */
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

static void forward(const double *a, int n, double *f)
{
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) {
      f[i] -= a[i * n + k] * f[k];
    }
    f[i] = a[i * n + i] > 0 ? f[i] / a[i * n + i] : 0;
  }
}

/* of its own nodes: sum over nodes of K F (C^T M C)^-1 F^T */
static double own_mobility(sn_motion *m, const sn_block *b, int n_strain)
{
  double F[SN_MAX_FORMS][SN_NODE_UNKNOWNS], mass[SN_NODE_UNKNOWNS * SN_NODE_UNKNOWNS], sum = 0;
  for (int r = 0; r < b->n_node; r++) {
    const int n = m->node[b->node[r]].size;
    sn_motion_full_mass(m, b->node[r], mass);
    factor(mass, n);
    for (int k = 0; k < n_strain; k++) {
      project(m, b, r, k, F[k]);
      forward(mass, n, F[k]);
    }
    for (int k = 0; k < n_strain; k++) {
      for (int l = 0; l < n_strain; l++) {
        const double K = stiffness(b, k, l);
        for (int j = 0; j < n && K != 0; j++) {
          sum += K * F[k][j] * F[l][j];
        }
      }
    }
  }
  return sum;
}

/* of all that the constraints leave free: a solve for each strain */
static sn_status whole_mobility(sn_motion *m, const sn_block *b, int n_strain, double *out, sn_error *error)
{
  double f[SN_NODE_UNKNOWNS];
  *out = 0;
  for (int k = 0; k < n_strain; k++) {
    memset(m->rhs, 0, (size_t)m->n_unknown * sizeof(double));
    for (int r = 0; r < b->n_node; r++) {
      project(m, b, r, k, f);
      memcpy(m->rhs + m->node[b->node[r]].first, f, (size_t)m->node[b->node[r]].size * sizeof(double));
    }
    SN_TRY(sn_motion_solve(m, error));
    for (int l = 0; l < n_strain; l++) {
      const double K = stiffness(b, k, l);
      for (int r = 0; r < b->n_node && K != 0; r++) {
        const sn_motion_node *n = m->node + b->node[r];
        project(m, b, r, l, f);
        for (int j = 0; j < n->size; j++) {
          *out += K * f[j] * m->xi[n->first + j];
        }
      }
    }
  }
  return SN_OK;
}

sn_status sn_motion_mobility(sn_motion *m, int block, double *out, sn_error *error)
{
  const sn_block *b = m->s->block + block;
  const int n_strain = sn_motion_strain_gradients(m, b);
  if (sn_motion_is_held(m, block)) {
    SN_TRY(whole_mobility(m, b, n_strain, out, error));
  } else {
    *out = own_mobility(m, b, n_strain);
  }
  *out = fmax(*out, 0);
  return SN_OK;
}
