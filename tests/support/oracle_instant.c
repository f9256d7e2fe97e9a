/* tests/support/oracle_instant.c -- what the oracle needs of one configuration: clusters, mobility, projection.
 * Theory:  docs/theory.md, damping. Rates of the nodes xi (positions, rotations), columns C, rows G of the constraints:
 *          A = [C^T M C, (G C)^T; G C, 0]. The mobility is the upper left part of A^-1; velocities are projected by one
 *          solve. Axes and positions without inertia get the tiny one that analysis/nodes.c gives them.
 * How:     dense; everything is made anew for each use.
 */
#include <string.h>

#include "oracle_private.h"

enum { NODE_RATES = 6 };

int oracle_solve(int size, double *A, int m, double *X, double *scale, double least)
{
  const size_t n = (size_t)size, w = (size_t)m;
  for (size_t j = 0; j < n; j++) {
    double big = 0;
    for (size_t i = 0; i < n; i++) {
      big = fmax(big, fabs(A[i * n + j]));
    }
    scale[j] = big > 0 ? 1 / big : 1;
  }
  for (size_t i = 0; i < n; i++) {
    double big = 0;
    for (size_t j = 0; j < n; j++) {
      A[i * n + j] *= scale[j];
      big = fmax(big, fabs(A[i * n + j]));
    }
    const double f = big > 0 ? 1 / big : 1;
    for (size_t j = 0; j < n; j++) {
      A[i * n + j] *= f;
    }
    for (size_t j = 0; j < w; j++) {
      X[i * w + j] *= f;
    }
  }
  for (size_t k = 0; k < n; k++) {
    size_t p = k;
    for (size_t i = k + 1; i < n; i++) {
      p = fabs(A[i * n + k]) > fabs(A[p * n + k]) ? i : p;
    }
    if (!(fabs(A[p * n + k]) > least)) {
      return 1 + (int)k;
    }
    for (size_t j = k; j < n && p != k; j++) {
      const double t = A[k * n + j];
      A[k * n + j] = A[p * n + j];
      A[p * n + j] = t;
    }
    for (size_t j = 0; j < w && p != k; j++) {
      const double t = X[k * w + j];
      X[k * w + j] = X[p * w + j];
      X[p * w + j] = t;
    }
    for (size_t i = k + 1; i < n; i++) {
      const double f = A[i * n + k] / A[k * n + k];
      if (f != 0) {
        for (size_t j = k + 1; j < n; j++) {
          A[i * n + j] -= f * A[k * n + j];
        }
        for (size_t j = 0; j < w; j++) {
          X[i * w + j] -= f * X[k * w + j];
        }
      }
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = 0; j < w; j++) {
      double x = X[k * w + j];
      for (size_t i = k + 1; i < n; i++) {
        x -= A[k * n + i] * X[i * w + j];
      }
      X[k * w + j] = x / A[k * n + k];
    }
  }
  for (size_t k = 0; k < n; k++) {
    for (size_t j = 0; j < w; j++) {
      X[k * w + j] *= scale[k];
    }
  }
  return 0;
}

/* ---------------------------------------------------------------- clusters */
static void join(oracle *o, int a, int b)
{
  const int from = o->cluster[a], to = o->cluster[b];
  for (int i = 0; i < o->s->n_node; i++) {
    o->cluster[i] = o->cluster[i] == from ? to : o->cluster[i];
  }
}

void oracle_clusters(oracle *o)
{
  const sn_system *s = o->s;
  for (int i = 0; i < s->n_node; i++) {
    o->cluster[i] = i;
  }
  for (int i = 0; i < s->n_block; i++) {
    for (int k = 1; s->block[i].law->is_constraint && k < s->block[i].n_node; k++) {
      join(o, s->block[i].node[0], s->block[i].node[k]);
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const int a = s->vector[s->pair[i].a].node, b = s->vector[s->pair[i].b].node;
    if (a >= 0 && b >= 0) {
      join(o, a, b);
    }
  }
}

/* ---------------------------------------------------------------- nodes and rows at a configuration */
int oracle_gradients(const sn_block *b, const double *own, const sn_v3 *q, sn_v3 *out)
{
  double e[MAX_FORM], gradient[MAX_FORM];
  sn_v3 B[MAX_FORM * MAX_VEC];
  sn_form_rates(b, q, B);
  if (!b->law->is_scalar) {
    memcpy(out, B, sizeof(sn_v3) * (size_t)(b->n_form * b->n_vec));
    return b->n_form;
  }
  sn_forms(b, q, e);
  sn_composite(b, own, e, gradient, NULL);
  for (int a = 0; a < b->n_vec; a++) {
    out[a] = v3(0, 0, 0);
    for (int k = 0; k < b->n_form; k++) {
      out[a] = v3_axpy(out[a], gradient[k], B[k * b->n_vec + a]);
    }
  }
  return 1;
}

/* All mass on a line: the Euler tensor about the centre of mass is a multiple of a a^T. */
int oracle_null_axes(const sn_system *s, const sn_node *n, const sn_v3 *q, sn_v3 axes[3], double *light)
{
  const int x = n->has_x, has_mass = x && n->mass[0][0] > 0;
  const double mass = has_mass ? n->mass[0][0] : sn_typical_mass(s), size = mass * s->extent * s->extent;
  sn_m3 E = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
  for (int k = x; k < n->n_vec; k++) {
    for (int l = x; l < n->n_vec; l++) {
      const double m = n->mass[k][l] - (has_mass ? n->mass[0][k] * n->mass[0][l] / mass : 0);
      for (int c = 0; c < 3; c++) {
        E.c[c] = v3_axpy(E.c[c], m * q[n->vector[l]].x[c], q[n->vector[k]]);
      }
    }
  }
  const double trace = E.c[0].x[0] + E.c[1].x[1] + E.c[2].x[2];
  *light = 0;
  if (n->n_dir == 0) {
    return 0;
  }
  if (!(trace > 1e-14 * size)) {
    *light = 1e-16 * size;
    sn_rotation_directions(n, q, axes);
    return sn_node_rotations(n);
  }
  int j = 0;
  for (int i = 1; i < 3; i++) {
    j = E.c[i].x[i] > E.c[j].x[j] ? i : j;
  }
  axes[0] = v3_unit(E.c[j]);
  if (n->n_dir == 1 || trace - v3_dot(axes[0], m3_mul(E, axes[0])) > 1e-10 * trace) {
    return 0;
  }
  *light = 1e-10 * trace;
  return 1;
}

/* vector `slot` of the node for each of its rates; their number */
static int columns(const sn_node *n, const sn_v3 *q, sn_v3 C[4][NODE_RATES])
{
  const int x = n->n_x, turns = sn_node_rotations(n);
  sn_v3 axis[3];
  memset(C, 0, 4 * NODE_RATES * sizeof(sn_v3));
  for (int c = 0; c < x; c++) {
    C[0][c].x[c] = 1;
  }
  sn_rotation_directions(n, q, axis);
  for (int a = n->has_x; a < n->n_vec; a++) {
    for (int j = 0; j < turns; j++) {
      C[a][x + j] = v3_cross(axis[j], q[n->vector[a]]);
    }
  }
  return x + turns;
}

typedef struct {
  const sn_system *s;
  const sn_v3 *q;
  const double *own;
  int n_rate, n;     /* rates of the nodes; and multipliers of the rows */
  int *first;        /* n_node: its first rate */
  int *row;          /* n_block: its first multiplier, -1 none */
  double *A, *scale; /* n x n, n */
} instant;

static double *entry(const instant *t, int i, int j)
{
  return t->A + (size_t)i * (size_t)t->n + j;
}

/* a gradient of a block in the rates of the nodes */
static void to_rates(const instant *t, const sn_block *b, const sn_v3 *gradient, double *out)
{
  memset(out, 0, sizeof(double) * (size_t)t->n_rate);
  for (int a = 0; a < b->n_vec; a++) {
    const sn_vector *v = t->s->vector + b->vector[a];
    sn_v3 C[4][NODE_RATES];
    const int n = v->node >= 0 ? columns(t->s->node + v->node, t->q, C) : 0;
    for (int j = 0; j < n; j++) {
      out[t->first[v->node] + j] += v3_dot(C[v->slot][j], gradient[a]);
    }
  }
}

static void fill_mass(instant *t, int a, int b, double m)
{
  const sn_vector *x = t->s->vector + a, *y = t->s->vector + b;
  sn_v3 C[4][NODE_RATES], D[4][NODE_RATES];
  if (x->node < 0 || y->node < 0 || m == 0) {
    return;
  }
  const int n = columns(t->s->node + x->node, t->q, C), k = columns(t->s->node + y->node, t->q, D);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < k; j++) {
      *entry(t, t->first[x->node] + i, t->first[y->node] + j) += m * v3_dot(C[x->slot][i], D[y->slot][j]);
    }
  }
}

int oracle_is_tied(const sn_system *s, const sn_node *n)
{
  for (int i = 0; i < s->n_block; i++) {
    for (int k = 0; k < s->block[i].n_node && s->block[i].law->is_constraint; k++) {
      if (s->node + s->block[i].node[k] == n) {
        return 1;
      }
    }
  }
  return 0;
}

/* A tiny mass where there is none, but for coordinates that constraints hold. Alone, without constraints, these have any. */
static double light_position(const sn_system *s, const sn_node *n, int coupled)
{
  const double unit = n->is_length ? 1 : s->extent * s->extent, typical = unit * sn_typical_mass(s);
  if (!n->has_x || n->mass[0][0] > 0) {
    return 0;
  }
  return sn_has_place(s, n) || !oracle_is_tied(s, n) ? 1e-10 * typical : coupled ? 0 : typical;
}

static void fill_node(instant *t, int i, int coupled)
{
  const sn_node *n = t->s->node + i;
  const int first = t->first[i], x = n->n_x, turns = sn_node_rotations(n);
  double light;
  sn_v3 null[3], axis[3];
  for (int a = 0; a < n->n_vec; a++) {
    for (int b = 0; b < n->n_vec; b++) {
      fill_mass(t, n->vector[a], n->vector[b], n->mass[a][b]);
    }
  }
  for (int c = 0; c < x; c++) {
    *entry(t, first + c, first + c) += light_position(t->s, n, coupled);
  }
  sn_rotation_directions(n, t->q, axis);
  for (int a = oracle_null_axes(t->s, n, t->q, null, &light) - 1; a >= 0; a--) {
    for (int j = 0; j < turns; j++) {
      for (int k = 0; k < turns; k++) {
        *entry(t, first + x + j, first + x + k) += light * v3_dot(null[a], axis[j]) * v3_dot(null[a], axis[k]);
      }
    }
  }
}

static void fill_rows(instant *t, const sn_block *b, int row, double *scratch)
{
  sn_v3 G[MAX_FORM * MAX_VEC];
  const int n = oracle_gradients(b, t->own, t->q, G);
  for (int r = 0; r < n; r++) {
    to_rates(t, b, G + r * b->n_vec, scratch);
    for (int j = 0; j < t->n_rate; j++) {
      *entry(t, row + r, j) = *entry(t, j, row + r) = scratch[j];
    }
  }
}

/* The matrix at q; coupled: with the constraints and the masses between nodes. 0 when out of memory. */
static int at_instant(const oracle *o, const sn_v3 *q, const double *own, int coupled, instant *t)
{
  const sn_system *s = o->s;
  *t = (instant){.s = s, .q = q, .own = own};
  t->first = SN_NEW(o->arena, int, s->n_node);
  t->row = SN_NEW(o->arena, int, s->n_block);
  if (!t->first || !t->row) {
    return 0;
  }
  for (int i = 0; i < s->n_node; i++) {
    t->first[i] = t->n_rate;
    t->n_rate += s->node[i].n_x + sn_node_rotations(s->node + i);
  }
  t->n = t->n_rate;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    const int holds = coupled && b->law->is_constraint && b->n_node > 0;
    t->row[i] = holds ? t->n : -1;
    t->n += !holds ? 0 : !b->law->is_scalar ? b->n_form : 1;
  }
  t->A = SN_NEW(o->arena, double, (size_t)t->n *(size_t)t->n);
  t->scale = SN_NEW(o->arena, double, t->n);
  if (!t->A || !t->scale) {
    return 0;
  }
  for (int i = 0; i < s->n_node; i++) {
    fill_node(t, i, coupled);
  }
  for (int i = 0; i < s->n_pair && coupled; i++) {
    const sn_mass_pair *p = s->pair + i;
    fill_mass(t, p->a, p->b, p->m);
    if (p->a != p->b) {
      fill_mass(t, p->b, p->a, p->m);
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    if (t->row[i] >= 0) {
      fill_rows(t, s->block + i, t->row[i], t->scale);
    }
  }
  return 1;
}

/* ---------------------------------------------------------------- alpha by resolution */
static int is_constrained(const oracle *o, const sn_block *b)
{
  for (int i = 0; i < o->s->n_block; i++) {
    const sn_block *c = o->s->block + i;
    for (int k = 0; c->law->is_constraint && k < c->n_node; k++) {
      for (int j = 0; j < b->n_node; j++) {
        if (b->node[j] == c->node[k]) {
          return 1;
        }
      }
    }
  }
  return 0;
}

/* rows l, k of P times the mobility in `inverse` */
static double through(const instant *t, const double *inverse, const double *l, const double *k)
{
  double sum = 0;
  for (int i = 0; i < t->n_rate; i++) {
    for (int j = 0; j < t->n_rate; j++) {
      sum += l[i] * inverse[(size_t)i * (size_t)t->n + (size_t)j] * k[j];
    }
  }
  return sum;
}

/* trace(K B A0 B^T), or V'' g A0 g^T; P: scratch, MAX_FORM x n_rate */
static double frequency_squared(const oracle *o, const sn_block *b, const instant *t, const double *inverse, double *P)
{
  sn_v3 G[MAX_FORM * MAX_VEC];
  const int n = oracle_gradients(b, t->own, t->q, G);
  double sum = 0, stiffness = 0, at[MAX_FORM], whole[MAX_FORM * MAX_FORM];
  if (b->law != &sn_law_potential) {
    sn_forms(b, t->q, at);
    oracle_stiffness(b, at, whole);
  }
  if (b->law == &sn_law_potential) {
    double e[MAX_FORM];
    sn_forms(b, t->q, e);
    const double eps = sn_composite(b, t->own, e, NULL, NULL) - oracle_drive(o, b, 0);
    b->potential->force(b->potential, eps, &stiffness);
    /* assuming that the motion continues at its present speed: the stiffness at the deeper end */
    if (b->potential->side != 0) {
      double rate = -oracle_drive_rate(b, o->t);
      for (int a = 0; a < b->n_vec; a++) {
        rate += v3_dot(G[a], o->x->v[b->vector[a]]);
      }
      const double power = b->potential->par[3], other = eps + o->h * rate, s = b->potential->side;
      b->potential->force(b->potential, s * other > s * eps ? other : eps, &stiffness);
      stiffness = power == 1 ? b->potential->par[0] : stiffness;
    }
    stiffness = fmax(0, stiffness);
  }
  for (int k = 0; k < n; k++) {
    to_rates(t, b, G + k * b->n_vec, P + k * t->n_rate);
  }
  for (int k = 0; k < n; k++) {
    for (int l = 0; l < n; l++) {
      const double K = b->law == &sn_law_potential ? stiffness : whole[k * n + l];
      sum += K == 0 ? 0 : K * through(t, inverse, P + l * t->n_rate, P + k * t->n_rate);
    }
  }
  return fmax(0, sum);
}

/* a linear block on a triad with a director without mass */
static int has_light_sections(const sn_system *s, const sn_block *b)
{
  int light = 0;
  for (int k = 0; k < b->n_node; k++) {
    const sn_node *n = s->node + b->node[k];
    for (int a = 0; a < b->n_vec; a++) {
      for (int j = n->has_x; j < n->n_vec; j++) {
        light |= n->n_dir == 3 && b->vector[a] == n->vector[j] && !(s->mass[n->vector[j]] > 0);
      }
    }
  }
  return light && b->law == &sn_law_elastic;
}

sn_status oracle_fade(oracle *o, sn_error *error)
{
  instant t[2] = {{0}, {0}};
  double *inverse[2] = {NULL, NULL}, *P = NULL;
  for (int i = 0; i < o->s->n_block; i++) {
    const sn_block *b = o->s->block + i;
    if (!(o->alpha[i] > 0) || (b->law == &sn_law_potential && b->potential->kinked && !b->potential->closed)) {
      continue;
    }
    const int c = is_constrained(o, b);
    if (!inverse[c]) {
      const int good = at_instant(o, o->x->q, o->x->internal, c, t + c);
      const size_t n = (size_t)t[c].n;
      inverse[c] = good ? SN_NEW(o->arena, double, n *n) : NULL;
      P = P || !good ? P : SN_NEW(o->arena, double, MAX_FORM *t[c].n_rate);
      if (!inverse[c] || !P) {
        return sn_failf(error, SN_ENOMEM, "oracle: out of memory");
      }
      for (size_t k = 0; k < n; k++) {
        inverse[c][k * n + k] = 1;
      }
      if (oracle_solve(t[c].n, t[c].A, t[c].n, inverse[c], t[c].scale, 1e-30)) {
        return sn_failf(error, SN_ESINGULAR, "oracle: no mobility at t = %g", o->t);
      }
    }
    const double x2 = o->h * o->h * frequency_squared(o, b, t + c, inverse[c], P), x4 = x2 * x2;
    o->alpha[i] = x4 >= 1e-3 ? o->alpha[i] / (1 + 1 / x4) : 0; /* (6.2) */
    o->calm[i] = has_light_sections(o->s, b) ? 1e-5 * o->h * o->h * o->alpha[i] / (1 + 1e-5 * x2) : 0;
  }
  return SN_OK;
}

/* ---------------------------------------------------------------- projection of the velocities */
static double theta_of(const oracle *o, int node)
{
  const double alpha = o->cluster_alpha[node];
  return 2 * alpha / (1 + alpha);
}

/* M x of all vectors */
static void times_mass(const sn_system *s, const sn_v3 *x, sn_v3 *out)
{
  memset(out, 0, sizeof(sn_v3) * (size_t)s->n_vector);
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = 0; a < n->n_vec; a++) {
      for (int b = 0; b < n->n_vec; b++) {
        out[n->vector[a]] = v3_axpy(out[n->vector[a]], n->mass[a][b], x[n->vector[b]]);
      }
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    out[p->a] = v3_axpy(out[p->a], p->m, x[p->b]);
    if (p->a != p->b) {
      out[p->b] = v3_axpy(out[p->b], p->m, x[p->a]);
    }
  }
}

/* angular velocity of a node closest to the rates v of all its directors */
static sn_v3 spin(const sn_node *n, const sn_v3 *q, const sn_v3 *v)
{
  sn_v3 moment = v3(0, 0, 0);
  for (int a = n->has_x; a < n->n_vec; a++) {
    moment = v3_add(moment, v3_cross(q[n->vector[a]], v[n->vector[a]]));
  }
  if (n->n_dir == 3) {
    return v3_scale(0.5, moment);
  }
  if (n->n_dir == 2) {
    const sn_v3 third = v3_cross(q[n->vector[n->has_x]], q[n->vector[n->has_x + 1]]);
    return v3_axpy(moment, -0.5 * v3_dot(third, moment), third);
  }
  return moment;
}

/* C^T M v of a node, with the tiny inertias, so that rates without inertia are kept */
static void momentum_of(const instant *t, int i, const sn_v3 *v, const sn_v3 *Mv, double *out)
{
  const sn_node *n = t->s->node + i;
  const int x = n->n_x;
  double light;
  sn_v3 C[4][NODE_RATES], null[3], axis[3];
  const int k = columns(n, t->q, C);
  for (int j = 0; j < k; j++) {
    for (int a = 0; a < n->n_vec; a++) {
      out[j] += v3_dot(C[a][j], Mv[n->vector[a]]);
    }
  }
  for (int c = 0; c < x; c++) {
    out[c] += light_position(t->s, n, 1) * v[n->vector[0]].x[c];
  }
  sn_rotation_directions(n, t->q, axis);
  for (int a = oracle_null_axes(t->s, n, t->q, null, &light) - 1; a >= 0; a--) {
    for (int j = 0; j < k - x; j++) {
      out[x + j] += light * v3_dot(null[a], spin(n, t->q, v)) * v3_dot(null[a], axis[j]);
    }
  }
}

/* rates that a block requires of the free vectors: from its drive, and from prescribed vectors */
static void given_rates(const oracle *o, const sn_block *b, const sn_state *x, double *drive, double *base)
{
  sn_v3 G[MAX_FORM * MAX_VEC];
  const int n = oracle_gradients(b, x->internal, x->q, G);
  for (int r = 0; r < n; r++) {
    drive[r] = !b->law->is_scalar ? 0 : oracle_drive_rate(b, *x->t);
    base[r] = 0;
    for (int a = 0; a < b->n_vec; a++) {
      if (o->s->vector[b->vector[a]].freedom != SN_FREE) {
        base[r] -= v3_dot(G[r * b->n_vec + a], x->v[b->vector[a]]);
      }
    }
  }
}

/* dv = C xi - v of the free vectors, M dv */
static void correction(const instant *t, const double *xi, const sn_v3 *v, sn_v3 *dv, sn_v3 *Mdv)
{
  memset(dv, 0, sizeof(sn_v3) * (size_t)t->s->n_vector);
  for (int i = 0; i < t->s->n_node; i++) {
    const sn_node *n = t->s->node + i;
    sn_v3 C[4][NODE_RATES];
    const int k = columns(n, t->q, C);
    for (int a = 0; a < n->n_vec; a++) {
      sn_v3 rate = v3(0, 0, 0);
      for (int j = 0; j < k; j++) {
        rate = v3_axpy(rate, xi[t->first[i] + j], C[a][j]);
      }
      dv[n->vector[a]] = v3_sub(rate, v[n->vector[a]]);
    }
  }
  times_mass(t->s, dv, Mdv);
}

sn_status oracle_project(oracle *o, sn_state *x, sn_ledger *l, sn_error *error)
{
  const sn_system *s = o->s;
  instant t;
  int wanted = 0;
  for (int i = 0; i < s->n_node; i++) {
    wanted |= theta_of(o, i) > 0;
  }
  if (!wanted) {
    return SN_OK;
  }
  sn_v3 *dv = SN_NEW(o->arena, sn_v3, s->n_vector), *Mdv = SN_NEW(o->arena, sn_v3, s->n_vector);
  double *xi = at_instant(o, x->q, x->internal, 1, &t) ? SN_NEW(o->arena, double, t.n) : NULL;
  double drive[MAX_FORM], base[MAX_FORM];
  if (!dv || !Mdv || !xi) {
    return sn_failf(error, SN_ENOMEM, "oracle: out of memory");
  }
  /* momentum of the free vectors alone: that of prescribed ones does not change */
  for (int a = 0; a < s->n_vector; a++) {
    dv[a] = s->vector[a].freedom == SN_FREE ? x->v[a] : v3(0, 0, 0);
  }
  times_mass(s, dv, Mdv);
  for (int i = 0; i < s->n_node; i++) {
    momentum_of(&t, i, x->v, Mdv, xi + t.first[i]);
  }
  for (int i = 0; i < s->n_block; i++) {
    if (t.row[i] >= 0) {
      given_rates(o, s->block + i, x, drive, base);
      for (int r = 0; r < (!s->block[i].law->is_scalar ? s->block[i].n_form : 1); r++) {
        xi[t.row[i] + r] = drive[r] + base[r];
      }
    }
  }
  if (oracle_solve(t.n, t.A, 1, xi, t.scale, 1e-30)) {
    return sn_failf(error, SN_ESINGULAR, "oracle: no projection of the velocities at t = %g", *x->t);
  }
  correction(&t, xi, x->v, dv, Mdv);
  for (int i = 0; i < s->n_block; i++) {
    if (t.row[i] >= 0) {
      const double theta = theta_of(o, s->block[i].node[0]);
      given_rates(o, s->block + i, x, drive, base);
      for (int r = 0; r < (!s->block[i].law->is_scalar ? s->block[i].n_form : 1); r++) {
        x->projection_impulse[s->block[i].stress + r] = theta * xi[t.row[i] + r] / (o->h * o->h * o->h);
        l->work_drives -= theta * xi[t.row[i] + r] * drive[r];
        l->work_base -= theta * xi[t.row[i] + r] * base[r];
      }
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const double theta = theta_of(o, i);
    for (int k = 0; k < s->node[i].n_vec; k++) {
      const int a = s->node[i].vector[k];
      l->numerical += (theta - 0.5 * theta * theta) * v3_dot(dv[a], Mdv[a]);
      dv[a] = v3_scale(theta, dv[a]);
    }
  }
  times_mass(s, dv, Mdv);
  for (int a = 0; a < s->n_vector; a++) {
    /* a mass between a free and a prescribed vector: the base takes the momentum */
    l->work_base += s->vector[a].freedom == SN_PRESCRIBED ? v3_dot(x->v[a], Mdv[a]) : 0;
    x->v[a] = v3_add(x->v[a], dv[a]);
  }
  return SN_OK;
}

/* ---------------------------------------------------------------- sections of beams */

/* -B^T z K B v on all rates into xi; returns whether there is any */
static int calming(const oracle *o, const instant *t, const sn_v3 *v, double *xi, double *row)
{
  int any = 0;
  for (int i = 0; i < o->s->n_block; i++) {
    const sn_block *b = o->s->block + i;
    const int n = b->n_form, nv = b->n_vec;
    sn_v3 G[MAX_FORM * MAX_VEC];
    double rate[MAX_FORM] = {0};
    if (!(o->calm[i] > 0)) {
      continue;
    }
    any = 1;
    oracle_gradients(b, t->own, t->q, G);
    for (int k = 0; k < n * nv; k++) {
      rate[k / nv] += v3_dot(G[k], v[b->vector[k % nv]]);
    }
    for (int k = 0; k < n; k++) {
      double mu = 0;
      for (int l = 0; l < n; l++) {
        mu += o->calm[i] * b->matrix[k * n + l] * rate[l];
      }
      to_rates(t, b, G + k * nv, row);
      for (int j = 0; j < t->n_rate; j++) {
        xi[j] -= mu * row[j];
      }
    }
  }
  return any;
}

sn_status oracle_calm(oracle *o, sn_state *x, sn_ledger *l, sn_error *error)
{
  const sn_system *s = o->s;
  instant t;
  sn_v3 *dv = SN_NEW(o->arena, sn_v3, s->n_vector), *Mdv = SN_NEW(o->arena, sn_v3, s->n_vector);
  const sn_v3 *none = SN_NEW(o->arena, sn_v3, s->n_vector);
  const int good = at_instant(o, x->q, x->internal, 1, &t);
  double *xi = good ? SN_NEW(o->arena, double, t.n) : NULL, *row = good ? SN_NEW(o->arena, double, t.n) : NULL;
  if (!dv || !Mdv || !none || !xi || !row) {
    return sn_failf(error, SN_ENOMEM, "oracle: out of memory");
  }
  if (!calming(o, &t, x->v, xi, row)) {
    return SN_OK;
  }
  if (oracle_solve(t.n, t.A, 1, xi, t.scale, 1e-30)) {
    return sn_failf(error, SN_ESINGULAR, "oracle: strain rates cannot be calmed at t = %g", *x->t);
  }
  correction(&t, xi, none, dv, Mdv);
  double slope = 0, curvature = 0, drives = 0, base = 0, drive[MAX_FORM], carried[MAX_FORM];
  for (int a = 0; a < s->n_vector; a++) {
    slope += v3_dot(x->v[a], Mdv[a]);
    curvature += v3_dot(dv[a], Mdv[a]);
    base += s->vector[a].freedom == SN_PRESCRIBED ? v3_dot(x->v[a], Mdv[a]) : 0;
  }
  for (int i = 0; i < s->n_block; i++) {
    if (t.row[i] >= 0) {
      given_rates(o, s->block + i, x, drive, carried);
      for (int r = 0; r < (!s->block[i].law->is_scalar ? s->block[i].n_form : 1); r++) {
        drives -= xi[t.row[i] + r] * drive[r];
        base -= xi[t.row[i] + r] * carried[r];
      }
    }
  }
  slope -= drives + base;
  const double part = slope < 0 ? fmin(1, -slope / curvature) : 0;
  for (int a = 0; a < s->n_vector; a++) {
    x->v[a] = v3_axpy(x->v[a], part, dv[a]);
  }
  for (int i = 0; i < s->n_block; i++) {
    for (int r = 0; t.row[i] >= 0 && r < (!s->block[i].law->is_scalar ? s->block[i].n_form : 1); r++) {
      x->projection_impulse[s->block[i].stress + r] += part * xi[t.row[i] + r] / (o->h * o->h * o->h);
    }
  }
  l->numerical -= part * (slope + 0.5 * part * curvature);
  l->work_drives += part * drives;
  l->work_base += part * base;
  return SN_OK;
}
