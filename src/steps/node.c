/* steps/node.c -- the first guess of a step and the units of multipliers: see node.h.
 * Theory:  docs/theory.md, translation at the nodes. Rotations by Cayley's map keep directors orthonormal.
 * Tests:   tests/steps/test_node.c.
 */
#include "steps/node.h"

#include "math/rotation.h"
#include "system/kernel.h"

/* rotation vector of a node's directors with velocities v */
static sn_v3 spin_of(const sn_node *c, const sn_v3 *q, const sn_v3 *v)
{
  SN_ASSERT(c->n_dir >= 0 && c->n_dir <= 3);
  const double share = c->n_dir == 3 ? 0.5 : 1; /* sum d x (w x d) = 2 w for a triad; fibre: the part across */
  sn_v3 w = {{0, 0, 0}};
  for (int k = 0; k < c->n_dir; k++) {
    const int a = c->vector[c->has_x + k];
    w = v3_axpy(w, share, v3_cross(q[a], v[a]));
  }
  if (c->n_dir == 2) { /* w = sum d x v minus half of its part normal to both, which counts twice */
    const sn_v3 n = v3_cross(q[c->vector[c->has_x]], q[c->vector[c->has_x + 1]]);
    w = v3_axpy(w, -0.5 * v3_dot(w, n), n);
  }
  return w;
}

typedef struct {
  sn_v3 *mean, *before;
  double *size; /* 2 */
} means;

static means means_of(const sn_state *x)
{
  const size_t nv = (size_t)(x->v - x->q);
  SN_ASSERT(x->n_scheme >= 6 * nv + 2);
  sn_v3 *mean = (sn_v3 *)(void *)x->scheme;
  return (means){mean, mean + nv, x->scheme + 6 * nv};
}

size_t sn_mean_numbers(const sn_system *s)
{
  return 6 * (size_t)s->n_vector + 2;
}

int sn_is_first(const sn_state *x)
{
  return !(means_of(x).size[0] > 0);
}

sn_v3 sn_foreseen(const sn_state *start, int vector, double h)
{
  SN_ASSERT(h > 0 && vector >= 0 && vector < start->v - start->q);
  const means m = means_of(start);
  const double last = m.size[0];
  const sn_v3 now = m.mean[vector], change = v3_sub(now, m.before[vector]);
  if (!(last > 0 && m.size[1] > 0) || !(v3_dot(change, change) < 0.25 * v3_dot(now, now))) {
    return v3(0, 0, 0);
  }
  return v3_axpy(now, (h + last) / (last + m.size[1]), change);
}

void sn_keep_mean(const sn_system *s, const sn_state *start, double h, sn_state *end)
{
  const means from = means_of(start), to = means_of(end);
  SN_ASSERT(h > 0 && start->scheme != end->scheme && start->n_scheme == end->n_scheme);
  for (int a = 0; a < s->n_vector; a++) {
    to.before[a] = from.mean[a];
    to.mean[a] = v3_scale(1 / h, v3_sub(end->v[a], start->v[a]));
  }
  to.size[1] = from.size[0];
  to.size[0] = h;
}

void sn_predict(const sn_system *s, const sn_state *start, const sn_v3 *v, double h, sn_v3 *dq)
{
  const sn_v3 *q = start->q;
  SN_ASSERT(v != dq);
  for (int a = 0; a < s->n_vector; a++) {
    dq[a] = s->vector[a].freedom == SN_FREE ? v3_scale(h, v[a]) : v3(0, 0, 0);
  }
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 end[4];
    sn_frame_motion(s->frame + i, *start->t + h, end, NULL, NULL);
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      dq[a] = v3_sub(end[k], q[a]);
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    const sn_v3 turn = v3_scale(h, spin_of(c, q, v));
    sn_v3 d
        [3]; /* turned directors stay orthonormal up to round-off: taken off here, or it adds up over millions of steps */
    for (int k = 0; k < c->n_dir; k++) {
      d[k] = q[c->vector[c->has_x + k]];
    }
    sn_orthonormal(d, c->n_dir);
    for (int k = 0; k < c->n_dir; k++) {
      const int a = c->vector[c->has_x + k];
      dq[a] = v3_sub(sn_rotate_cayley(turn, d[k]), q[a]);
    }
  }
}

double sn_multiplier_unit(const sn_system *s, const sn_block *b, int dimension)
{
  double least = INFINITY;
  SN_ASSERT(s->extent > 0 && dimension >= 0 && dimension <= 2);
  for (int r = 0; r < b->n_node; r++) {
    const sn_node *n = s->node + b->node[r];
    for (int a = 0; a < n->n_vec; a++) {
      const int v = n->vector[a];
      if (s->vector[v].is_length == (dimension > 0) && s->mass[v] > 0) {
        least = fmin(least, s->mass[v]);
      }
    }
  }
  if (!isfinite(least)) { /* nodes without mass, or without inertia */
    least = sn_typical_mass(s) * (dimension > 0 ? 1 : s->extent * s->extent);
  }
  return dimension < 2 ? least : least / s->extent;
}
