/* analysis/spins.c -- rotors that spin steadily about their own axis, in the equations of small motion.
 * Theory:  docs/theory-modes.md (M.8). A small rotation r of a body that spins with w about an axis of symmetry changes its
 *          moment of momentum h by r x h + J r', so the moment row gets J r'' - h x r': one skew matrix per rotor.
 * Limits:  the node must lie on the axis, which must stay where it is, and the body be symmetric about it; whatever else is
 *          fastened to it must be symmetric too, which is not checked.
 * Tests:   tests/analysis/test_modes.c (whirl, sleeping top)
 */
#include "analysis/modes_private.h"
#include <string.h>

static const double steady = 1e-6; /* what may turn with the rotor, over its inertia */

static sn_status refuse(const sn_linear *l, int node, const char *why, sn_error *error)
{
  sn_failf(error, SN_EMODEL, "This part does not spin steadily in its place.");
  sn_motion_name_item(l->m->s, l->m->s->node[node].item, error);
  sn_error_why(error, "%s", why);
  sn_error_fix(error,
               "Let it spin about an axis of symmetry, or leave out spin; a whole structure that turns: rotation.");
  return SN_EMODEL;
}

/* Moment of momentum of the rotation `rate` about the node's position: sum m_ab d_a x (rate x d_b). */
static sn_v3 momentum(const sn_node *n, const sn_v3 *q, sn_v3 rate)
{
  sn_v3 h = v3(0, 0, 0);
  for (int a = n->has_x; a < n->n_vec; a++) {
    for (int b = n->has_x; b < n->n_vec; b++) {
      h = v3_axpy(h, n->mass[a][b], v3_cross(q[n->vector[a]], v3_cross(rate, q[n->vector[b]])));
    }
  }
  return h;
}

/* Does the inertia look the same when the body has turned? J u must turn with u for directions u across the axis. */
static int is_symmetric(const sn_node *n, const sn_v3 *q, sn_v3 axis)
{
  const sn_v3 u = v3_unit(v3_cross(axis, fabs(axis.x[0]) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0))), w = v3_cross(axis, u);
  const sn_v3 Ju = momentum(n, q, u), Jw = momentum(n, q, w), Ja = momentum(n, q, axis);
  const double size = fabs(v3_dot(Ju, u)) + fabs(v3_dot(Jw, w)) + fabs(v3_dot(Ja, axis));
  return v3_norm(v3_sub(v3_cross(axis, Ju), Jw)) <= steady * size && v3_norm(v3_cross(axis, Ja)) <= steady * size;
}

/* Why the node is no steady rotor with this spin; NULL: it is one. */
static const char *trouble(const sn_motion *m, const sn_node *n, sn_v3 w)
{
  const sn_v3 axis = v3_unit(w);
  sn_v3 offset = v3(0, 0, 0);
  for (int a = n->has_x; n->has_x && a < n->n_vec; a++) {
    offset = v3_axpy(offset, n->mass[0][a], m->q[n->vector[a]]);
  }
  if (n->has_x && v3_norm(m->v[n->vector[0]]) > steady * v3_norm(w) * m->s->extent) {
    return "Its place moves.";
  }
  if (n->has_x && v3_norm(v3_cross(axis, offset)) > steady * n->mass[0][0] * m->s->extent) {
    return "Its centre of mass is beside the axis.";
  }
  return is_symmetric(n, m->q, axis) ? NULL : "Its inertia is not symmetric about the axis.";
}

static sn_status add(sn_linear *l, int node, sn_error *error)
{
  const sn_motion *m = l->m;
  const sn_node *n = m->s->node + node;
  const sn_motion_node *k = m->node + node;
  const int x = 3 * n->has_x, size = k->size;
  sn_v3 d[3], rate[3];
  double moves = 0;
  for (int a = 0; a < n->n_vec; a++) {
    moves = fmax(moves, v3_norm(m->v[n->vector[a]]));
  }
  if (!(moves > 0)) {
    return SN_OK;
  }
  if (n->n_dir < 3) {
    return refuse(l, node, "It moves, and has no axes of its own.", error);
  }
  for (int j = 0; j < 3; j++) {
    d[n->member[j]] = m->q[n->vector[n->has_x + j]];
    rate[n->member[j]] = m->v[n->vector[n->has_x + j]];
  }
  const sn_v3 w = sn_spin(d, rate), h = momentum(n, m->q, w);
  const char *why = v3_norm(w) > 0 ? trouble(m, n, w) : "It moves without turning.";
  if (why) {
    return refuse(l, node, why, error);
  }
  memset(l->w.local, 0, (size_t)(size * size) * sizeof(double));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      l->w.local[(x + i) * size + x + j] = -v3_dot(k->axis[i], v3_cross(h, k->axis[j]));
    }
  }
  sn_lin_add(l->C, node, l->w.local);
  l->has_C = 1;
  return SN_OK;
}

sn_status sn_linear_add_spins(sn_linear *l, sn_error *error)
{
  for (int i = 0; i < l->m->s->n_node; i++) {
    SN_TRY(add(l, i, error));
  }
  return SN_OK;
}
