/* analysis/retract.c -- a configuration moved by increments of the node unknowns, and what follows from it.
 * What:    assembly and statics move the drawn configuration; directors turn by the Cayley map and stay orthonormal,
 *          counted angles and energies known by their force only follow, velocities keep their components: the
 *          velocity of the position and the angular velocity of the node.
 * Tests:   tests/analysis/test_assemble.c, tests/analysis/test_statics.c
 */
#include "analysis/retract.h"
#include "math/rotation.h"
#include <string.h>

void sn_instant_displace(sn_instant *m, const double *xi, double factor)
{
  SN_ASSERT(xi && !isnan(factor));
  m->factored = 0;
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_node *n = m->s->node + i;
    const sn_instant_node *k = m->node + i;
    const double *own = xi + k->first;
    SN_ASSERT(k->size == n->n_x + k->n_rotation);
    if (m->held && m->held[i]) {
      continue;
    }
    if (n->has_x) {
      const sn_v3 move = n->n_x == 3 ? v3(own[0], own[1], own[2]) : v3(own[0], 0, 0);
      m->q[n->vector[0]] = v3_axpy(m->q[n->vector[0]], factor, move);
    }
    sn_v3 turn = v3(0, 0, 0), d[3];
    for (int j = 0; j < k->n_rotation; j++) {
      turn = v3_axpy(turn, factor * own[n->n_x + j], k->axis[j]);
    }
    if (n->n_dir == 0 || v3_norm(turn) == 0) {
      continue;
    }
    for (int a = 0; a < n->n_dir; a++) {
      d[a] = sn_rotate_cayley(turn, m->q[n->vector[n->has_x + a]]);
    }
    sn_orthonormal(d, n->n_dir);
    for (int a = 0; a < n->n_dir; a++) {
      m->q[n->vector[n->has_x + a]] = d[a];
    }
  }
  for (int i = 0; i < m->s->n_block; i++) {
    sn_count_angles(m->s->block + i, m->q, m->internal);
  }
  sn_instant_set_axes(m);
}

double sn_instant_row_scale(const sn_instant *m, const sn_block *b, int row)
{
  const int d = sn_row_dimension(b, row);
  SN_ASSERT(d >= 0 && d <= 2 && m->s->extent > 0);
  return d == 0 ? 1 : d == 1 ? m->s->extent : m->s->extent * m->s->extent;
}

double sn_instant_largest(const sn_instant *m, const double *xi)
{
  double worst = 0;
  SN_ASSERT(m->s->extent > 0);
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_instant_node *k = m->node + i;
    for (int j = 0; j < k->size; j++) {
      const double x = fabs(xi[k->first + j]) / (sn_unknown_is_length(m->s->node + i, j) ? m->s->extent : 1);
      worst = x <= worst ? worst : x; /* keeps what is no number */
    }
  }
  return worst;
}

/* Angular velocity of a node in the state: by its directors. */
static sn_v3 spin_of(const sn_node *n, const sn_state *x)
{
  SN_ASSERT(n->n_dir >= 1);
  const int *v = n->vector + n->has_x;
  if (n->n_dir == 1) {
    return v3_cross(x->q[v[0]], x->v[v[0]]);
  }
  sn_v3 d[3], rate[3];
  int has[3] = {0};
  for (int k = 0; k < n->n_dir; k++) {
    SN_ASSERT(n->member[k] >= 0 && n->member[k] < 3 && !has[n->member[k]]);
    has[n->member[k]] = 1;
    d[n->member[k]] = x->q[v[k]];
    rate[n->member[k]] = x->v[v[k]];
  }
  for (int j = 0; j < 3; j++) {
    const int a = (j + 1) % 3, b = (j + 2) % 3;
    if (!has[j]) {
      d[j] = v3_cross(d[a], d[b]);
      rate[j] = v3_add(v3_cross(rate[a], d[b]), v3_cross(d[a], rate[b]));
    }
  }
  return sn_spin(d, rate);
}

void sn_instant_store(const sn_instant *m, sn_state *x)
{
  const sn_system *s = m->s;
  SN_ASSERT(x->q != m->q && x->internal != m->internal);
  double e[SN_MAX_FORMS];
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    const sn_v3 spin = n->n_dir > 0 ? spin_of(n, x) : v3(0, 0, 0);
    for (int a = n->has_x; a < n->n_vec; a++) {
      x->v[n->vector[a]] = v3_cross(spin, m->q[n->vector[a]]);
    }
  }
  memcpy(x->q, m->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(x->internal, m->internal, (size_t)s->n_internal * sizeof(double));
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (b->energy_internal >= 0) {
      sn_forms(b, x->q, e);
      SN_ASSERT(b->energy_internal < s->n_internal && b->potential);
      x->internal[b->energy_internal] = b->potential->energy(b->potential, sn_composite(b, x->internal, e, NULL, NULL));
    }
  }
}

/* Largest row in use over its scale; g: n_row values. */
static double misfit(sn_instant *m, double *g)
{
  double worst = 0;
  SN_ASSERT(m->n_row == 0 || m->dependence_known);
  sn_instant_row_values(m, g);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; r < c->n_row; r++) {
      const double x = fabs(g[c->row + r]) / sn_instant_row_scale(m, sn_instant_block(m, c), r);
      worst = m->softness[c->row + r] > 0 || x <= worst ? worst : x;
    }
  }
  return worst;
}

int sn_instant_close(sn_instant *m, double *g)
{
  enum { MOST = 20 };
  SN_ASSERT(m->dependence_known && g != m->xi && g != m->rhs);
  double left = misfit(m, g), last = INFINITY;
  if (!(left > 1e-15)) {
    return isfinite(left);
  }
  if (sn_instant_factor(m) != SN_OK) {
    return 0;
  }
  for (int i = 0; i < MOST && left > 1e-15 && left < 0.7 * last; i++) {
    memset(m->xi, 0, (size_t)m->n_unknown * sizeof(double));
    for (int k = 0; k < m->n_constraint; k++) {
      const sn_constraint_rows *c = m->constraint + k;
      for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
        m->xi[c->first + r] = m->softness[c->row + r] > 0 ? 0 : -g[c->row + r];
      }
    }
    if (sn_instant_solve_with(m, m->xi) != SN_OK || !(sn_instant_largest(m, m->xi) < 1)) {
      return 0;
    }
    sn_instant_displace(m, m->xi, 1);
    last = left;
    left = misfit(m, g);
  }
  return left < 1e-11;
}
