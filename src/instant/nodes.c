/* instant/nodes.c -- nodes in the node-level solves: columns, directions without inertia, names.
 * Theory:  docs/theory.md, output. Internal constraints (orthonormal directors) appear only through C, never as rows.
 * Limits:  an axis without inertia (a line mass turning about itself) or a position without mass gets 1e-10 of the usual in
 *          that direction alone: unloaded it keeps its rate (no acceleration); motion.c refuses it when loaded.
 */
#include "instant/unknowns.h"
#include <string.h>

static const double no_inertia = 1e-10; /* of what the node has in other directions */

/* Euler tensor of the directors about the centre of mass, in the triad of the node: column j of E. */
static sn_m3 central_tensor(const sn_node *n)
{
  const int x = n->has_x;
  sn_m3 E = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
  for (int k = 0; k < n->n_dir; k++) {
    for (int l = 0; l < n->n_dir; l++) {
      double m = n->mass[x + k][x + l];
      if (x && n->mass[0][0] > 0) {
        m -= n->mass[0][x + k] * n->mass[0][x + l] / n->mass[0][0];
      }
      E.c[n->member[l]].x[n->member[k]] = m;
    }
  }
  return E;
}

/* Inertia of rotations is tr(E) I - E: it vanishes about a when E = tr(E) a a^T (all mass on a line), and wholly with E. */
static void find_null(const sn_node *n, double mass, double extent, sn_instant_node *k)
{
  const sn_m3 E = central_tensor(n);
  SN_ASSERT(mass > 0 && extent > 0 && k->n_null == 0);
  const double trace = E.c[0].x[0] + E.c[1].x[1] + E.c[2].x[2];
  int j = 0;
  for (int i = 1; i < 3; i++) {
    j = E.c[i].x[i] > E.c[j].x[j] ? i : j;
  }
  if (!(trace > 1e-14 * mass * extent * extent)) {
    k->n_null = k->n_rotation;
    k->light = no_inertia * 1e-6 * mass * extent * extent;
    return;
  }
  const sn_v3 a = v3_unit(E.c[j]);
  if (n->n_dir > 1 && trace - v3_dot(a, m3_mul(E, a)) <= no_inertia * trace) {
    k->n_null = 1;
    k->null_direction = a;
    k->light = no_inertia * trace;
  }
}

/* A mass of a vector that is a pure number is an inertia. */
static double square_of_unit(const sn_system *s, const sn_node *n)
{
  return n->has_x && !n->is_length ? s->extent * s->extent : 1;
}

void sn_instant_check_inertia(sn_instant *m)
{
  const sn_system *s = m->s;
  const double typical = m->typical_mass = sn_typical_mass(s);
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    const int has_mass = n->has_x && n->mass[0][0] > 0;
    const int is_exact = m->node[i].constrained && n->has_x && !sn_has_place(s, n) && !n->shared_mass;
    m->node[i].massless = n->has_x && !has_mass;
    m->node[i].exact = m->node[i].massless && is_exact;
    m->node[i].light_x = m->node[i].massless && !is_exact ? no_inertia * typical * square_of_unit(s, n) : 0;
    if (n->n_dir > 0) {
      find_null(n, has_mass ? n->mass[0][0] : typical, s->extent, m->node + i);
    }
  }
}

/* The triad of a node and its rates; the director a pair lacks is the product of the others. */
static void triad(const sn_node *n, const sn_v3 *q, const sn_v3 *v, sn_v3 d[3], sn_v3 rate[3])
{
  int has[3] = {0};
  SN_ASSERT(n->n_dir >= 2);
  for (int k = 0; k < n->n_dir; k++) {
    const int j = n->member[k], vector = n->vector[n->has_x + k];
    has[j] = 1;
    d[j] = q[vector];
    rate[j] = v[vector];
  }
  for (int j = 0; j < 3; j++) {
    if (!has[j]) {
      const int a = (j + 1) % 3, b = (j + 2) % 3;
      d[j] = v3_cross(d[a], d[b]);
      rate[j] = v3_add(v3_cross(rate[a], d[b]), v3_cross(d[a], rate[b]));
    }
  }
}

int sn_instant_null_axes(const sn_instant *m, int node, const sn_v3 *q, const sn_v3 *axis, sn_v3 out[3])
{
  const sn_instant_node *k = m->node + node;
  SN_ASSERT(k->n_null >= 0 && k->n_null <= k->n_rotation);
  if (k->n_null == 1) {
    sn_v3 d[3], unused[3];
    triad(m->s->node + node, q, q, d, unused);
    out[0] = m3_mul((sn_m3){{d[0], d[1], d[2]}}, k->null_direction);
  }
  for (int j = 0; k->n_null > 1 && j < k->n_null; j++) {
    out[j] = axis[j];
  }
  return k->n_null;
}

/* a += mass of a position and inertia about axes: those of the node that has none */
static void add_weightless(const sn_instant *m, int node, const sn_v3 *q, const sn_v3 *axis, double mass,
                           double inertia, double *a, int stride)
{
  const sn_instant_node *k = m->node + node;
  const int x = m->s->node[node].n_x;
  SN_ASSERT(x + k->n_rotation <= stride);
  sn_v3 none[3];
  for (int c = 0; c < x && k->massless; c++) {
    a[c * stride + c] += mass;
  }
  for (int i = sn_instant_null_axes(m, node, q, axis, none) - 1; i >= 0; i--) {
    for (int j = 0; j < k->n_rotation; j++) {
      for (int l = 0; l < k->n_rotation; l++) {
        a[(x + j) * stride + x + l] += inertia * v3_dot(none[i], axis[j]) * v3_dot(none[i], axis[l]);
      }
    }
  }
}

void sn_instant_hold(const sn_instant *m, int node, const sn_v3 *q, const sn_v3 *axis, double *a, int stride)
{
  SN_ASSERT(m->typical_mass > 0);
  const double mass = m->typical_mass, extent = m->s->extent, unit = square_of_unit(m->s, m->s->node + node);
  /* an exact coordinate moves with what holds it */
  add_weightless(m, node, q, axis, m->node[node].exact ? 0 : mass * unit, mass * extent * extent, a, stride);
}

/* rhs += light parts of C^T M v: rates of positions and rotations without inertia stay what they are in v. */
void sn_instant_add_light(const sn_instant *m, const sn_v3 *v, double *rhs)
{
  for (int i = 0; m->any_light && i < m->s->n_node; i++) {
    const sn_node *n = m->s->node + i;
    const sn_instant_node *k = m->node + i;
    for (int c = 0; c < n->n_x; c++) {
      rhs[k->first + c] += k->light_x * v[n->vector[0]].x[c];
    }
    sn_v3 axes[3], d[3], rate[3], spin = v3(0, 0, 0);
    const int n_null = sn_instant_null_axes(m, i, m->q, k->axis, axes);
    if (n_null > 0 && n->n_dir == 1) {
      spin = v3_cross(m->q[n->vector[n->has_x]], v[n->vector[n->has_x]]);
    } else if (n_null > 0) {
      triad(n, m->q, v, d, rate);
      spin = sn_spin(d, rate);
    }
    for (int a = 0; a < n_null; a++) {
      for (int j = 0; j < k->n_rotation; j++) {
        rhs[k->first + n->n_x + j] += k->light * v3_dot(axes[a], spin) * v3_dot(axes[a], k->axis[j]);
      }
    }
  }
}

void sn_instant_set_axes(sn_instant *m)
{
  for (int i = 0; i < m->n_lanes; i++) {
    const sn_node_pack *p = m->lanes[i].is;
    for (int l = 0; l < p->n && p->shape.n_rot == 2; l++) { /* others turn about ground axes */
      sn_rotation_directions(m->s->node + p->node[l], m->q, m->node[p->node[l]].axis);
    }
  }
}

void sn_instant_columns(const sn_instant *m, int node, sn_v3 C[4][SN_NODE_UNKNOWNS])
{
  const sn_node *n = m->s->node + node;
  const sn_instant_node *k = m->node + node;
  const int x = n->n_x;
  SN_ASSERT(x + k->n_rotation == k->size && k->size <= SN_NODE_UNKNOWNS);
  memset(C, 0, 4 * SN_NODE_UNKNOWNS * sizeof(sn_v3));
  for (int c = 0; c < x; c++) {
    C[0][c].x[c] = 1;
  }
  for (int a = n->has_x; a < n->n_vec; a++) {
    for (int j = 0; j < k->n_rotation; j++) {
      C[a][x + j] = v3_cross(k->axis[j], m->q[n->vector[a]]);
    }
  }
}

void sn_instant_add_weightless(const sn_instant *m, int node, double *a)
{
  const sn_instant_node *k = m->node + node;
  const double mass = k->exact && m->held && m->held[node] ? m->typical_mass : k->light_x; /* no row moves it */
  add_weightless(m, node, m->q, k->axis, mass, k->light, a, k->size);
}

void sn_instant_name_item(const sn_system *s, int item, sn_error *error)
{
  if (item >= 0 && item < s->n_item) {
    const char *where = s->item_where[item];
    sn_error_where(error, "%s%s%s", where ? where : "", where && where[0] ? ", " : "", s->item_name[item]);
  }
}

/* Says which part or joint an unknown belongs to. */
void sn_instant_name_unknown(const sn_instant *m, int unknown, const char *what, sn_error *error)
{
  sn_fail(error, SN_ESINGULAR, "", what, "", "check masses and stiffnesses that are very small or very large");
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_instant_node *n = m->node + i;
    if (unknown >= n->first && unknown < n->first + n->size) {
      sn_instant_name_item(m->s, m->s->node[i].item, error);
      sn_error_why(error, "its %s is held by no mass, spring or joint, or by too small a mass to count",
                   unknown - n->first >= m->s->node[i].n_x ? "rotation"
                   : sn_has_place(m->s, m->s->node + i)    ? "position"
                                                           : "coordinate");
      sn_error_fix(
          error,
          "give it mass and inertia in every direction that can move, or join it; if it is very small, write the "
          "model in mm and mg");
      return;
    }
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    if (c->first >= 0 && unknown >= c->first && unknown < c->first + c->n_row) {
      const sn_block *b = sn_instant_block(m, c);
      sn_instant_name_item(m->s, b->item, error);
      sn_error_why(error, "equation %d of its %s rows follows from other joints here", unknown - c->first + 1,
                   b->row_text ? b->row_text : "constraint");
      sn_error_fix(error, "free that direction in this joint, or use a joint with fewer equations in the loop");
      return;
    }
  }
}
