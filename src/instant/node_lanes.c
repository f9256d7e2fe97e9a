/* instant/node_lanes.c -- nodes four at a time: their masses, and what those apart leave to the rows that meet them.
 * Theory:  docs/theory.md, output. A node apart is eliminated before the matrix: -G W^-1 G^T of all rows that meet it, W = C^T M C its
 *          mass. Neither an inverse of W nor roots: residuals that grow with the slenderness of a body, or errors of 1/m that are the
 *          same in every step, are energy.
 * How:     rows of nodes apart are kept where their nodes are (matrix.c writes them there), one lane each.
 * Tests:   tests/instant/test_instant.c, tests/instant/test_project.c
 */
#include <math.h>
#include <string.h>

#include "instant/node_lanes.h"

enum { MOST = SN_NODE_UNKNOWNS };

/* x > 0, else infinity: what is divided by it is then nothing */
SN_LANE_INLINE sn_lane pivot(sn_lane x)
{
  typedef long long bits __attribute__((vector_size(32), aligned(16), may_alias));
  const bits good = (bits)(x > lane(0));
  return (sn_lane)((good & (bits)x) | (~good & (bits)lane(INFINITY)));
}

/* ---- made once */

static sn_status make_rows(sn_instant *m, sn_node_lanes *x, sn_arena *arena)
{
  const sn_node_pack *p = x->is;
  int good = 1;
  x->uniform = 1;
  for (int l = 0; l < p->n; l++) {
    const sn_instant_node *k = m->node + p->node[l];
    x->count[l] = k->apart && k->n_touch > 0 ? k->n_touch_row : -1;
    x->n_row = x->count[l] > x->n_row ? x->count[l] : x->n_row;
    x->eccentric |= k->eccentric;
  }
  for (int l = p->n; l < SN_LANES; l++) {
    x->count[l] = -1;
  }
  x->multiplier = SN_NEW(arena, int, SN_LANES * x->n_row);
  x->row = sn_lanes(arena, x->n_row * x->size, &good);
  x->factor = sn_lanes(arena, x->size * x->size, &good);
  if (!x->multiplier || !good) {
    return SN_ENOMEM;
  }
  for (int l = 0; l < p->n; l++) {
    sn_instant_node *k = m->node + p->node[l];
    k->factor = (const double *)x->factor + l;
    k->stride = x->count[l] >= 0 ? SN_LANES : 1;
    k->row = x->count[l] >= 0 ? (double *)x->row + l : SN_NEW(arena, double, k->n_touch_row * k->size);
    x->uniform = x->uniform && x->count[l] == x->n_row;
    if (!k->row) {
      return SN_ENOMEM;
    }
  }
  for (int i = 0; i < SN_LANES * x->n_row; i++) {
    x->multiplier[i] = -1;
  }
  for (int l = 0; l < p->n; l++) {
    const sn_instant_node *k = m->node + p->node[l];
    for (int t = 0; t < k->n_touch && x->count[l] >= 0; t++) {
      const sn_constraint_rows *c = m->constraint + k->touch[t].constraint;
      for (int r = 0; r < c->n_row; r++) {
        SN_ASSERT(c->first >= 0 && k->touch[t].row + r < x->count[l]);
        x->multiplier[SN_LANES * (k->touch[t].row + r) + l] = c->first + r;
      }
    }
  }
  return SN_OK;
}

sn_status sn_node_lanes_new(sn_instant *m, sn_arena *arena)
{
  const sn_packs *packs = sn_instant_packs(m);
  int most = 1, good = 1;
  m->n_lanes = packs->n_node;
  m->lanes = SN_NEW(arena, sn_node_lanes, m->n_lanes);
  if (!m->lanes) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < m->n_lanes; i++) {
    sn_node_lanes *x = m->lanes + i;
    x->is = packs->node + i;
    x->size = x->is->shape.n_rate;
    SN_ASSERT(x->size > 0 && x->size <= MOST);
    SN_TRY(make_rows(m, x, arena));
    most = x->n_row > most ? x->n_row : most;
  }
  m->apart = sn_lanes(arena, 2 * most * most, &good);
  return good ? SN_OK : SN_ENOMEM;
}

/* ---- mass */

/* C^T M C: m I for the position, tr(T) I - T with T = sum M_kl d_k d_l^T for the rotations, and between them the columns
   e_j x sum m_0k d_k; a fibre has axes of its own. */
SN_LANE_INLINE void mass_of(const sn_instant *m, const sn_node_lanes *x, sn_lane *mass)
{
  const sn_node_pack *p = x->is;
  const sn_node_shape *h = &p->shape;
  const int n = x->size, at = h->n_x;
  sn_lv3 T[3] = {lv3_zero(), lv3_zero(), lv3_zero()}, first = lv3_zero(), d[4], axis[2];
  for (int a = h->has_x; a < h->n_vec; a++) {
    d[a] = sn_gather(p->vector[a], m->q);
  }
  sn_take_axes(m, p, axis);
  for (int a = h->has_x; a < h->n_vec; a++) {
    sn_lv3 sum = lv3_zero();
    for (int b = h->has_x; b < h->n_vec; b++) {
      if (p->has_mass[a][b]) {
        sum = lv3_axpy(sum, p->mass[a][b], d[b]);
      }
    }
    for (int c = 0; c < 3; c++) {
      T[c] = lv3_axpy(T[c], d[a].x[c], sum);
    }
    if (h->has_x && p->has_mass[0][a]) {
      first = lv3_axpy(first, p->mass[0][a], d[a]);
    }
  }
  const sn_lane trace = T[0].x[0] + T[1].x[1] + T[2].x[2];
  for (int k = 0; k < n * n; k++) {
    mass[k] = lane(0);
  }
  for (int c = 0; c < at; c++) {
    mass[c * n + c] = p->mass[0][0];
  }
  for (int j = 0; j < h->n_rot; j++) {
    sn_lv3 e = lv3_zero();
    e.x[j] = lane(1);
    e = h->n_rot == 2 ? axis[j] : e;
    const sn_lv3 turned =
        lv3_sub(lv3_scale(trace, e), (sn_lv3){{lv3_dot(T[0], e), lv3_dot(T[1], e), lv3_dot(T[2], e)}});
    for (int k = j; k < h->n_rot; k++) { /* inertia about e */
      mass[(at + j) * n + at + k] = mass[(at + k) * n + at + j] =
          h->n_rot == 2 ? lv3_dot(turned, axis[k]) : turned.x[k];
    }
    const sn_lv3 arm = lv3_cross(e, first);
    for (int c = 0; c < at && x->eccentric; c++) {
      mass[c * n + at + j] = mass[(at + j) * n + c] = arm.x[c];
    }
  }
}

/* L D L^T: L below the diagonal, D on it; a direction without mass stays without. */
SN_LANE_INLINE void factor(const sn_node_lanes *x, const sn_lane *a)
{
  const int n = x->size, first = x->eccentric ? 0 : n - x->is->shape.n_rot;
  sn_lane *l = x->factor, whole[MOST * MOST]; /* L D */
  for (int i = 0; i < first; i++) {           /* positions meet nothing */
    l[i * n + i] = pivot(a[i * n + i]);
  }
  for (int j = first; j < n; j++) {
    for (int i = j; i < n; i++) {
      sn_lane sum = a[i * n + j];
      for (int c = first; c < j; c++) {
        sum -= l[i * n + c] * whole[j * n + c];
      }
      whole[i * n + j] = sum;
      if (i == j) {
        l[i * n + j] = pivot(sum);
      } else {
        l[i * n + j] = sum / l[j * n + j];
      }
    }
  }
}

SN_CLONES static void masses(const sn_instant *m, const sn_node_lanes *x, sn_lane *mass)
{
  mass_of(m, x, mass);
}

void sn_instant_node_masses(const sn_instant *m, double *mass)
{
  sn_lane a[MOST * MOST];
  for (int i = 0; i < m->n_lanes; i++) {
    const sn_node_lanes *x = m->lanes + i;
    masses(m, x, a);
    for (int l = 0; l < x->is->n; l++) {
      double *to = mass + (ptrdiff_t)(MOST * MOST) * x->is->node[l];
      for (int k = 0; k < x->size * x->size; k++) {
        to[k] = a[k][l];
      }
    }
  }
}

SN_CLONES static void factors(const sn_instant *m, const sn_node_lanes *x, sn_lane *mass)
{
  mass_of(m, x, mass);
  if (!m->any_light) {
    factor(x, mass);
  }
}

SN_CLONES static void factors_of(const sn_node_lanes *x, const sn_lane *mass)
{
  factor(x, mass);
}

void sn_node_lanes_mass(sn_instant *m, sn_node_lanes *x)
{
  const sn_node_pack *p = x->is;
  const int n = x->size;
  sn_lane mass[MOST * MOST];
  factors(m, x, mass);
  for (int l = 0; l < p->n; l++) {
    const sn_instant_node *k = m->node + p->node[l];
    const int light = k->light_x > 0 || k->n_null > 0;
    if (k->apart) {
      SN_ASSERT(!light && k->first >= m->n_solved);
      continue;
    }
    for (int j = 0; j < n * n; j++) {
      m->local[j] = mass[j][l];
    }
    sn_instant_add_weightless(m, p->node[l], m->local);
    sn_lin_add(m->lin, p->node[l], m->local);
    for (int j = 0; j < n * n && light; j++) {
      mass[j][l] = m->local[j];
    }
  }
  if (m->any_light) {
    factors_of(x, mass);
  }
  for (int l = 0; l < p->n && m->n_dependent > 0; l++) {
    for (int j = 0; j < n; j++) {
      m->diagonal[m->node[p->node[l]].first + j] = mass[j * n + j][l];
    }
  }
}

/* ---- nodes apart */

/* out = W^-1 f */
SN_LANE_INLINE void times_inverse(const sn_node_lanes *x, const sn_lane *f, sn_lane *out)
{
  const int n = x->size, first = x->eccentric ? 0 : n - x->is->shape.n_rot;
  const sn_lane *l = x->factor;
  for (int i = 0; i < first; i++) {
    out[i] = f[i] / l[i * n + i];
  }
  for (int i = first; i < n; i++) {
    out[i] = f[i];
    for (int j = first; j < i; j++) {
      out[i] -= l[i * n + j] * out[j];
    }
  }
  for (int i = n - 1; i >= first; i--) {
    out[i] = out[i] / l[i * n + i];
    for (int j = i + 1; j < n; j++) {
      out[i] -= l[j * n + i] * out[j];
    }
  }
}

SN_LANE_INLINE sn_lane dot(const sn_lane *a, const sn_lane *b, int n)
{
  sn_lane sum = a[0] * b[0];
  for (int i = 1; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

/* size: a constant of most nodes */
SN_LANE_INLINE void square_of(const sn_node_lanes *x, int size, sn_lane *out)
{
  const int n = x->n_row;
  for (int r = 0; r < n; r++) {
    sn_lane u[MOST];
    times_inverse(x, x->row + r * size, u);
    for (int s = r; s < n; s++) {
      out[r * n + s] = out[s * n + r] = -dot(u, x->row + s * size, size);
    }
  }
}

SN_CLONES static void square(const sn_node_lanes *x, sn_lane *out)
{
  if (x->size == MOST) {
    square_of(x, MOST, out);
  } else {
    square_of(x, x->size, out);
  }
}

void sn_node_lanes_fill(sn_instant *m, const sn_node_lanes *x)
{
  const int n = x->n_row;
  if (n == 0) {
    return;
  }
  square(x, m->apart);
  if (x->uniform) {
    sn_lin_add_lanes(m->lin, x->is->node, x->is->n, (const double *)m->apart);
    return;
  }
  sn_lane *part = m->apart + n * n;
  for (int l = 0; l < x->is->n; l++) {
    const int own = x->count[l];
    for (int r = 0; r < own; r++) {
      memcpy(part + r * own, m->apart + r * n, sizeof(sn_lane) * (size_t)own);
    }
    if (own > 0) {
      sn_lin_add_lanes(m->lin, x->is->node + l, 1, (const double *)part + l);
    }
  }
}

SN_LANE_INLINE void reduce_of(const sn_instant *m, const sn_node_lanes *x, int size, double *b)
{
  sn_lane f[MOST], u[MOST];
  sn_take(m, x->is, size, b, f);
  times_inverse(x, f, u);
  for (int r = 0; r < x->n_row; r++) {
    const sn_lane left = dot(x->row + r * size, u, size);
    const int *at = x->multiplier + SN_LANES * r;
    for (int l = 0; l < SN_LANES; l++) {
      if (at[l] >= 0) {
        b[at[l]] -= left[l];
      }
    }
  }
}

SN_CLONES static void reduce(const sn_instant *m, const sn_node_lanes *x, double *b)
{
  if (x->size == MOST) {
    reduce_of(m, x, MOST, b);
  } else {
    reduce_of(m, x, x->size, b);
  }
}

void sn_instant_reduce(const sn_instant *m, double *x)
{
  for (int i = 0; i < m->n_lanes; i++) {
    if (m->lanes[i].n_row > 0) {
      reduce(m, m->lanes + i, x);
    }
  }
}

/* The forces are summed first: where the rows take up all that acts on a light node, nothing may be left of it. */
SN_LANE_INLINE void recover_of(const sn_instant *m, const sn_node_lanes *x, int size, double *b)
{
  sn_lane f[MOST], u[MOST];
  sn_take(m, x->is, size, b, f);
  for (int r = 0; r < x->n_row; r++) {
    const int *at = x->multiplier + SN_LANES * r;
    sn_lane mu = lane(0);
    for (int l = 0; l < SN_LANES; l++) {
      mu[l] = at[l] >= 0 ? b[at[l]] : 0;
    }
    for (int j = 0; j < size; j++) {
      f[j] -= mu * x->row[r * size + j];
    }
  }
  times_inverse(x, f, u);
  for (int l = 0; l < x->is->n; l++) {
    const sn_instant_node *k = m->node + x->is->node[l];
    for (int j = 0; j < size && k->apart; j++) {
      b[k->first + j] = u[j][l];
    }
  }
}

SN_CLONES static void recover(const sn_instant *m, const sn_node_lanes *x, double *b)
{
  if (x->size == MOST) {
    recover_of(m, x, MOST, b);
  } else {
    recover_of(m, x, x->size, b);
  }
}

void sn_instant_recover(const sn_instant *m, double *x)
{
  for (int i = 0; i < m->n_lanes; i++) {
    recover(m, m->lanes + i, x);
  }
}

/* ---- one node apart: a mobility asks for a few (mobility.c) */

/* x = W^-1 x by the factors of one lane */
static void times_inverse_alone(const sn_instant_node *k, double *x)
{
  const int n = k->size;
  const double *l = k->factor;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      x[i] -= l[SN_LANES * (i * n + j)] * x[j];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    x[i] /= l[SN_LANES * (i * n + i)];
    for (int j = i + 1; j < n; j++) {
      x[i] -= l[SN_LANES * (j * n + i)] * x[j];
    }
  }
}

void sn_instant_reduce_node(const sn_instant *m, int node, const double *f, double *rows)
{
  const sn_instant_node *k = m->node + node;
  double u[MOST];
  SN_ASSERT(k->apart && (k->n_touch == 0 || k->stride == SN_LANES));
  memcpy(u, f, (size_t)k->size * sizeof(double));
  times_inverse_alone(k, u);
  for (int t = 0; t < k->n_touch; t++) {
    const sn_constraint_rows *c = m->constraint + k->touch[t].constraint;
    const double *g = k->row + (ptrdiff_t)SN_LANES * k->touch[t].row * k->size;
    for (int r = 0; r < c->n_row; r++) {
      for (int j = 0; j < k->size; j++, g += SN_LANES) {
        rows[c->first + r] -= *g * u[j];
      }
    }
  }
}

void sn_instant_recover_node(const sn_instant *m, int node, const double *rows, double *f)
{
  const sn_instant_node *k = m->node + node;
  SN_ASSERT(k->apart && (k->n_touch == 0 || k->stride == SN_LANES));
  for (int t = 0; t < k->n_touch; t++) {
    const sn_constraint_rows *c = m->constraint + k->touch[t].constraint;
    const double *g = k->row + (ptrdiff_t)SN_LANES * k->touch[t].row * k->size;
    for (int r = 0; r < c->n_row; r++) {
      for (int j = 0; j < k->size; j++, g += SN_LANES) {
        f[j] -= rows[c->first + r] * *g;
      }
    }
  }
  times_inverse_alone(k, f);
}
