/* analysis/spins.c -- rotors that spin steadily about their own axis, in the equations of small motion.
 * Theory:  docs/theory-modes.md (M.8), (M.9). A small rotation r of a body that spins with w about an axis of symmetry changes
 *          its moment of momentum h by r x h + J r', so the moment row gets J r'' - h x r': one skew matrix per rotor. Masses
 *          between directors of two nodes (consistent mass) do the same across nodes, and resist turning them differently.
 *          Springs and dampers that turn with a rotor: spin_blocks.c.
 * Limits:  the node must lie on the axis, which must stay where it is, and the body be symmetric about it.
 * Tests:   tests/analysis/test_modes.c (whirl, sleeping top)
 */
#include "analysis/modes_private.h"
#include <string.h>

static const double steady = 1e-6; /* what may turn with the rotor, over its inertia */

sn_status sn_spin_refuse(const sn_linear *l, int node, const char *why, sn_error *error)
{
  SN_ASSERT(why && node >= 0 && node < l->m->s->n_node);
  sn_failf(error, SN_EMODEL, "This part does not spin steadily in its place.");
  sn_instant_name_item(l->m->s, l->m->s->node[node].item, error);
  sn_error_why(error, "%s", why);
  sn_error_fix(error,
               "Let it spin about an axis of symmetry, or leave out spin; a whole structure that turns: rotation.");
  return SN_EMODEL;
}

/* Moment of momentum of the rotation `rate` about the node's position: sum m_ab d_a x (rate x d_b). */
static sn_v3 momentum(const sn_node *n, const sn_v3 *q, sn_v3 rate)
{
  sn_v3 h = v3(0, 0, 0);
  SN_ASSERT(n->n_vec == n->has_x + n->n_dir);
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
  SN_ASSERT(!(fabs(v3_norm(axis) - 1) > 1e-9));
  const sn_v3 u = v3_unit(v3_cross(axis, fabs(axis.x[0]) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0))), w = v3_cross(axis, u);
  const sn_v3 Ju = momentum(n, q, u), Jw = momentum(n, q, w), Ja = momentum(n, q, axis);
  const double size = fabs(v3_dot(Ju, u)) + fabs(v3_dot(Jw, w)) + fabs(v3_dot(Ja, axis));
  return v3_norm(v3_sub(v3_cross(axis, Ju), Jw)) <= steady * size && v3_norm(v3_cross(axis, Ja)) <= steady * size;
}

/* Why the node is no steady rotor with this spin; NULL: it is one. */
static const char *trouble(const sn_instant *m, const sn_node *n, sn_v3 w)
{
  SN_ASSERT(v3_norm(w) > 0 && n->n_dir == 3);
  const sn_v3 axis = v3_unit(w);
  sn_v3 offset = v3(0, 0, 0);
  for (int a = n->has_x; n->has_x && a < n->n_vec; a++) {
    offset = v3_axpy(offset, n->mass[0][a], m->q[n->vector[a]]);
  }
  if (n->has_x && v3_norm(m->v[n->vector[0]]) > steady * v3_norm(w) * m->s->extent) {
    return "Its place moves.";
  }
  if (n->has_x && v3_norm(v3_cross(axis, offset)) > steady * n->mass[0][0] * m->s->extent) {
    return "Its centre of mass is not on the axis.";
  }
  return is_symmetric(n, m->q, axis) ? NULL : "Its inertia is not symmetric about the axis.";
}

/* Spin of a node in the state; 0: it does not move. */
static int spin_of(const sn_instant *m, int node, sn_v3 *w)
{
  const sn_node *n = m->s->node + node;
  sn_v3 d[3], rate[3];
  double moves = 0;
  *w = v3(0, 0, 0);
  for (int a = 0; a < n->n_vec; a++) {
    moves = fmax(moves, v3_norm(m->v[n->vector[a]]));
  }
  for (int j = 0; j < 3 && n->n_dir == 3; j++) {
    SN_ASSERT(n->member[j] >= 0 && n->member[j] < 3);
    d[n->member[j]] = m->q[n->vector[n->has_x + j]];
    rate[n->member[j]] = m->v[n->vector[n->has_x + j]];
  }
  if (moves > 0 && n->n_dir == 3) {
    *w = sn_spin(d, rate);
  }
  return moves > 0;
}

sn_v3 sn_linear_spin(const sn_linear *l, int node)
{
  sn_v3 w;
  (void)spin_of(l->m, node, &w);
  return w;
}

/* - h x r' of the node `col` in the moment row of the node `row`; `from`: places of their rotations in the local matrix. */
static void add_momentum(const sn_instant *m, sn_v3 h, int row, int row_at, int col, int col_at, int size,
                         double *local)
{
  SN_ASSERT(row_at + m->node[row].n_rotation <= size && col_at + m->node[col].n_rotation <= size);
  for (int i = 0; i < m->node[row].n_rotation; i++) {
    for (int j = 0; j < m->node[col].n_rotation; j++) {
      local[(row_at + i) * size + col_at + j] -= v3_dot(m->node[row].axis[i], v3_cross(h, m->node[col].axis[j]));
    }
  }
}

static sn_status add(sn_linear *l, int node, sn_error *error)
{
  const sn_instant *m = l->m;
  const sn_node *n = m->s->node + node;
  const int x = n->n_x, size = m->node[node].size;
  sn_v3 w;
  if (!spin_of(m, node, &w)) {
    return SN_OK;
  }
  if (n->n_dir < 3) {
    return sn_spin_refuse(l, node, "It moves, and has no axes of its own.", error);
  }
  const char *why = v3_norm(w) > 0 ? trouble(m, n, w) : "It moves without turning.";
  if (why) {
    return sn_spin_refuse(l, node, why, error);
  }
  memset(l->w.local, 0, (size_t)(size * size) * sizeof(double));
  add_momentum(m, momentum(n, m->q, w), node, x, node, x, size, l->w.local);
  sn_lin_add(l->C, node, l->w.local);
  l->has_C = 1;
  l->axis = v3_norm(l->axis) > 0 ? l->axis : v3_unit(w); /* of several rotors: that of the first */
  return SN_OK;
}

/* A mass between vectors of two nodes that spin: what is asked of one rotor holds for the two. *turns: 1: directors of both. */
static sn_status look_at_pair(const sn_linear *l, const sn_mass_pair *p, sn_v3 *spin, int *turns, sn_error *error)
{
  const sn_instant *m = l->m;
  const sn_vector *a = m->s->vector + p->a, *b = m->s->vector + p->b;
  sn_v3 other;
  SN_ASSERT(a->node >= 0 && b->node >= 0 && a->node != b->node);
  *turns = 0;
  if (!(spin_of(m, a->node, spin) | spin_of(m, b->node, &other))) {
    return SN_OK;
  }
  if (v3_norm(v3_sub(*spin, other)) > steady * v3_norm(*spin)) {
    return sn_spin_refuse(l, v3_norm(*spin) > 0 ? a->node : b->node,
                          "It shares mass with a part that spins differently.", error);
  }
  if (sn_is_director(a) && sn_is_director(b)) {
    *turns = 1;
    return SN_OK;
  }
  const sn_node *heavy = m->s->node + (a->role == 0 ? a->node : b->node);
  const sn_v3 arm = a->role == b->role ? v3(0, 0, 0) : v3_cross(v3_unit(*spin), m->q[a->role ? p->a : p->b]);
  return fabs(p->m) * v3_norm(arm) > steady * heavy->mass[0][0] * m->s->extent
             ? sn_spin_refuse(l, a->node, "Its centre of mass is not on the axis.", error)
             : SN_OK;
}

static sn_status add_pair(sn_linear *l, int pair, sn_error *error)
{
  const sn_instant *m = l->m;
  const sn_mass_pair *p = m->s->pair + m->pair[pair];
  const int A = m->s->vector[p->a].node, B = m->s->vector[p->b].node, na = m->node[A].size, size = na + m->node[B].size;
  const int row = m->s->node[A].n_x, col = na + m->s->node[B].n_x;
  SN_ASSERT(size == l->w.pattern.count[l->w.pair_element + pair]);
  sn_v3 w;
  int turns;
  SN_TRY(look_at_pair(l, p, &w, &turns, error));
  if (turns) {
    memset(l->w.local, 0, (size_t)(size * size) * sizeof(double));
    add_momentum(m, v3_scale(p->m, v3_cross(m->q[p->a], v3_cross(w, m->q[p->b]))), A, row, B, col, size, l->w.local);
    add_momentum(m, v3_scale(p->m, v3_cross(m->q[p->b], v3_cross(w, m->q[p->a]))), B, col, A, row, size, l->w.local);
    sn_lin_add(l->C, l->w.pair_element + pair, l->w.local);
  }
  return SN_OK;
}

sn_status sn_linear_add_spins(sn_linear *l, sn_error *error)
{
  for (int i = 0; i < l->m->s->n_node; i++) {
    SN_TRY(add(l, i, error));
  }
  for (int i = 0; i < l->m->n_pair && l->has_C; i++) {
    SN_TRY(add_pair(l, i, error));
  }
  return SN_OK;
}

/* (M.9): m d_a x (w x (w x d_b)) when a turns by r_a and b by r_b: m ((r_a x d_a) x f + d_a x (r_b x f)), f = w x (w x d_b). */
typedef struct {
  int vector, at; /* at: of its node's rotations in the matrix of the pair */
} side;

static void add_difference(const sn_instant *m, sn_v3 f, side a, side b, int size, double *local)
{
  const sn_instant_node *row = m->node + m->s->vector[a.vector].node, *col = m->node + m->s->vector[b.vector].node;
  const sn_v3 q = m->q[a.vector];
  const int row_at = a.at, col_at = b.at;
  SN_ASSERT(row_at + row->n_rotation <= size && col_at + col->n_rotation <= size);
  for (int i = 0; i < row->n_rotation; i++) {
    for (int j = 0; j < row->n_rotation; j++) {
      local[(row_at + i) * size + row_at + j] += v3_dot(row->axis[i], v3_cross(v3_cross(row->axis[j], q), f));
    }
    for (int j = 0; j < col->n_rotation; j++) {
      local[(row_at + i) * size + col_at + j] += v3_dot(row->axis[i], v3_cross(q, v3_cross(col->axis[j], f)));
    }
  }
}

void sn_linear_add_spin_stiffness(sn_linear *l)
{
  const sn_instant *m = l->m;
  for (int i = 0; i < m->n_pair; i++) {
    const sn_mass_pair *p = m->s->pair + m->pair[i];
    const int A = m->s->vector[p->a].node, B = m->s->vector[p->b].node, na = m->node[A].size;
    const int size = na + m->node[B].size, row = m->s->node[A].n_x, col = na + m->s->node[B].n_x;
    sn_v3 w;
    if (m->s->vector[p->a].role == 0 || m->s->vector[p->b].role == 0 || !spin_of(m, A, &w)) {
      continue;
    }
    SN_ASSERT(A != B && size == l->w.pattern.count[l->w.pair_element + i]);
    memset(l->w.local, 0, (size_t)(size * size) * sizeof(double));
    const side a = {p->a, row}, b = {p->b, col};
    add_difference(m, v3_scale(p->m, v3_cross(w, v3_cross(w, m->q[p->b]))), a, b, size, l->w.local);
    add_difference(m, v3_scale(p->m, v3_cross(w, v3_cross(w, m->q[p->a]))), b, a, size, l->w.local);
    sn_lin_add(l->w.lin, l->w.pair_element + i, l->w.local);
  }
}
