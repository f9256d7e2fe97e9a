/* analysis/linearize.c -- minimal coordinates at a state, and the matrices of the motion near it.
 * Theory:  docs/theory-linear.md. Node unknowns x of a motion beside the present one obey G x = 0; the columns that a QR factorisation of
 *          G takes last are free, the others follow. Every coordinate, rate and input is one direction: x, x' that fit the rows, then
 *          x'' by the equations of motion (instant/vary.h). Outputs are differenced along these directions, sixth order.
 * Limits:  dense: memory and time grow with the square and the cube of the degrees of freedom.
 * Tests:   tests/mechanisms/test_linearize.c, tests/api/test_linearize.c
 */
#include "analysis/linearize.h"
#include "analysis/minimal.h"
#include "instant/vary.h"
#include "math/lapack.h"
#include "system/formula.h"
#include <string.h>

typedef struct {
  sn_instant *m;
  const sn_linearize_options *o;
  sn_arena *arena;
  sn_vary vary;
  sn_observation now;
  sn_minimal c;
  double *x, *x1;   /* c.n: x, x' of a direction */
  double *follow;   /* c.n_row */
  sn_v3 *q, *v, *a; /* n_vector: a direction */
  sn_v3 *da;        /* and the accelerations, */
  double *dstress;  /* n_stress: the stresses of the direction */
  sn_v3 *moved
      [4]; /* n_vector: a neighbouring observation: places (of the system), rates, accelerations; places in space */
  double *moved_stress;
  double *output; /* 6 times n_output: outputs of neighbouring states */
} work;

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the linearisation");
}

/* ---- a direction */

/* Displacement and rotation vector of a node. */
static void of_node(const work *w, const double *x, int node, int at, sn_v3 *u, sn_v3 *r)
{
  const int n_x = w->m->s->node[node].n_x;
  const sn_instant_node *k = w->m->node + node;
  SN_ASSERT(k->n_rotation <= 3 && n_x + k->n_rotation == k->size);
  *u = n_x == 3 ? v3(x[at], x[at + 1], x[at + 2]) : n_x == 1 ? v3(x[at], 0, 0) : v3(0, 0, 0);
  *r = v3(0, 0, 0);
  for (int j = 0; j < k->n_rotation; j++) {
    *r = v3_axpy(*r, x[at + n_x + j], k->axis[j]);
  }
}

/* Computes the changes of vectors by x and x', and the resulting accelerations: positions u, directors r x d along the motion, both in
   rotating axes. */
static void set_direction(work *w)
{
  const sn_instant *m = w->m;
  for (int i = 0, at = 0; i < m->s->n_node; at += m->node[i++].size) {
    const sn_node *n = m->s->node + i;
    sn_v3 u, r, u1, r1;
    of_node(w, w->x, i, at, &u, &r);
    of_node(w, w->x1, i, at, &u1, &r1);
    const sn_v3 o = n->n_x == 1 ? v3(0, 0, 0) : w->o->rotation; /* a scalar does not turn */
    const sn_v3 ou = v3_cross(o, u), ot = v3_cross(o, r);
    const sn_v3 u2 = v3_axpy(v3_cross(o, ou), 2, v3_cross(o, u1)), r2 = v3_axpy(v3_cross(o, ot), 2, v3_cross(o, r1));
    u1 = v3_add(u1, ou);
    r1 = v3_add(r1, ot);
    for (int a = 0; a < n->n_vec; a++) {
      const int d = n->vector[a];
      const int turns = a >= n->has_x;
      w->q[d] = turns ? v3_cross(r, m->q[d]) : u;
      w->v[d] = turns ? v3_add(v3_cross(r1, m->q[d]), v3_cross(r, m->v[d])) : u1;
      w->a[d] =
          turns ? v3_add(v3_cross(r2, m->q[d]), v3_add(v3_scale(2, v3_cross(r1, m->v[d])), v3_cross(r, m->a[d]))) : u2;
    }
  }
}

/* Direction k: of a coordinate, a rate or an input. */
static sn_status take_direction(work *w, int k, sn_direction *out, sn_error *error)
{
  const int f = w->c.n - w->c.n_row;
  SN_ASSERT(k >= 0 && k < 2 * f + w->o->n_input);
  *out = (sn_direction){w->q, w->v, w->a, k < 2 * f ? -1 : w->o->input[k - 2 * f]};
  memset(w->x, 0, (size_t)w->c.n * sizeof(double));
  memset(w->x1, 0, (size_t)w->c.n * sizeof(double));
  memset(w->follow, 0, (size_t)w->c.n_row * sizeof(double));
  SN_ASSERT(k < 2 * f || out->input >= 0);
  if (k < f) {
    w->x[w->c.free[k]] = 1;
    SN_TRY(sn_minimal_complete(&w->c, w->follow, w->x, error));
    set_direction(w);
    sn_vary_rates(&w->vary, out);
    for (int r = 0; r < w->c.n_row; r++) {
      w->follow[r] = -w->m->row_value[w->c.row[r]];
    }
    SN_TRY(sn_minimal_complete(&w->c, w->follow, w->x1, error));
  } else if (k < 2 * f) {
    w->x1[w->c.free[k - f]] = 1;
    SN_TRY(sn_minimal_complete(&w->c, w->follow, w->x1, error));
  }
  set_direction(w);
  return SN_OK;
}

/* ---- outputs */

static double largest(const sn_instant *m, const sn_v3 *x, int directors)
{
  double most = 0;
  for (int i = 0; i < m->s->n_vector; i++) {
    if ((m->s->vector[i].is_length == 0) == directors) {
      most = fmax(most, v3_norm(x[i]));
    }
  }
  return most;
}

/* The unit of a change, for positions and directors together: 1/s for rates. */
static double size_of(const sn_instant *m, const sn_v3 *x)
{
  SN_ASSERT(m->s->extent > 0);
  return fmax(largest(m, x, 0) / m->s->extent, largest(m, x, 1));
}

/* A step along a direction that is small for the configuration, or, if that does not change, for the velocities. */
static double step_along(const work *w, const sn_direction *d)
{
  const double q = size_of(w->m, w->q), v = size_of(w->m, w->v), moving = size_of(w->m, w->m->v);
  SN_ASSERT(d->input >= 0 || q > 0 || v > 0); /* every coordinate moves something */
  if (d->input >= 0) {
    return 3e-3 * fmax(1, fabs(w->o->value[d->input]));
  }
  return 3e-3 * (q > 0 ? 1 / q : (moving > 0 ? moving : 1) / v);
}

/* Computes the outputs at `part` of the direction from the state. */
static void look(work *w, const sn_direction *d, double part, double *out)
{
  const sn_instant *m = w->m;
  sn_observation o = w->now;
  double number[SN_LINEARIZE_NUMBERS];
  SN_ASSERT(out >= w->output && o.system == m->s);
  for (int i = 0; i < m->s->n_vector; i++) {
    w->moved[0][i] = v3_axpy(m->q[i], part, w->q[i]);
    w->moved[1][i] = v3_axpy(m->v[i], part, w->v[i]);
    w->moved[2][i] = v3_axpy(m->a[i], part, w->da[i]);
  }
  for (int i = 0; i < m->s->n_stress; i++) {
    w->moved_stress[i] = m->stress[i] + part * w->dstress[i];
  }
  o.q = w->moved[3];
  o.local = w->moved[0];
  o.v = w->moved[1];
  o.a = w->moved[2];
  o.stress = w->moved_stress;
  sn_ledger energy = {0}; /* sums over the past do not change */
  sn_energies(m->s, &(sn_state){.t = &o.t, .q = w->moved[0], .v = w->moved[1], .internal = m->internal},
              &energy.kinetic, &energy.strain, &energy.potential);
  sn_to_space(m->s, w->moved[0], w->moved[3]);
  o.ledger = &energy;
  double *input = d->input >= 0 ? w->o->value + d->input : NULL;
  const double before = input ? *input : 0;
  if (input) {
    *input += part;
  }
  for (int i = 0; i < w->o->n_row; i++) {
    const sn_observable *row = m->s->output + w->o->row[i];
    SN_ASSERT(row->n <= SN_LINEARIZE_NUMBERS);
    sn_observable_now(&o, w->o->row[i], number);
    memcpy(out, number, (size_t)row->n * sizeof(double));
    out += row->n;
  }
  if (input) {
    *input = before;
  }
}

/* Column `at` of a matrix with n_column columns. */
static void difference(work *w, const sn_direction *d, int n_output, double *to, int n_column, int at)
{
  static const double where[6] = {1, -1, 2, -2, 3, -3};
  const double h = step_along(w, d);
  SN_ASSERT(h > 0 && at >= 0 && at < n_column);
  for (int k = 0; k < 6; k++) {
    look(w, d, where[k] * h, w->output + k * n_output);
  }
  for (int i = 0; i < n_output; i++) {
    const double *y = w->output + i;
    const double near = y[0] - y[n_output], far = y[2 * n_output] - y[3 * n_output];
    to[i * n_column + at] = (45 * near - 9 * far + (y[4 * n_output] - y[5 * n_output])) / (60 * h);
  }
}

/* ---- matrices */

static sn_status make_room(work *w, int n_output, sn_error *error)
{
  const sn_system *s = w->m->s;
  sn_v3 **list[] = {&w->q, &w->v, &w->a, &w->da, &w->moved[0], &w->moved[1], &w->moved[2], &w->moved[3]};
  int good = 1;
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    *list[i] = SN_NEW(w->arena, sn_v3, s->n_vector + 1);
    good = good && *list[i];
  }
  w->follow = SN_NEW(w->arena, double, w->c.n_row + 1);
  w->x = SN_NEW(w->arena, double, w->c.n + 1);
  w->x1 = SN_NEW(w->arena, double, w->c.n + 1);
  w->dstress = SN_NEW(w->arena, double, s->n_stress + 1);
  w->moved_stress = SN_NEW(w->arena, double, s->n_stress + 1);
  w->output = SN_NEW(w->arena, double, 6 * n_output + 1);
  return good && w->follow && w->x && w->x1 && w->dstress && w->moved_stress && w->output ? SN_OK : no_memory(error);
}

static sn_status fill(work *w, sn_linearization *out, double *const matrix[4], sn_error *error)
{
  const int f = out->n_freedom, n = 2 * f, m = out->n_input;
  sn_direction d;
  SN_ASSERT(f == w->c.n - w->c.n_row && m == w->o->n_input);
  for (int i = 0; i < f; i++) {
    matrix[0][i * n + f + i] = 1;
  }
  for (int k = 0; k < n + m; k++) {
    const int is_input = k >= n, columns = is_input ? m : n, at = is_input ? k - n : k;
    SN_TRY(take_direction(w, k, &d, error));
    SN_TRY(sn_vary_accelerations(&w->vary, &d, w->da, w->dstress, error));
    for (int i = 0; i < f; i++) {
      matrix[is_input][(f + i) * columns + at] = w->m->xi[w->c.unknown[w->c.free[i]]];
    }
    difference(w, &d, out->n_output, matrix[2 + is_input], columns, at);
  }
  return SN_OK;
}

static sn_status make(work *w, sn_linearization *out, sn_error *error)
{
  const size_t f = (size_t)out->n_freedom, m = (size_t)out->n_input, p = (size_t)out->n_output;
  sn_chosen *chosen = SN_NEW(w->arena, sn_chosen, f + 1);
  double *const matrix[4] = {SN_NEW(w->arena, double, 4 * f * f + 1), SN_NEW(w->arena, double, 2 * f * m + 1),
                             SN_NEW(w->arena, double, 2 * f * p + 1), SN_NEW(w->arena, double, p *m + 1)};
  if (!chosen || !matrix[0] || !matrix[1] || !matrix[2] || !matrix[3]) {
    return no_memory(error);
  }
  for (size_t i = 0; i < f; i++) {
    chosen[i] = (sn_chosen){w->c.owner[w->c.free[i]], sn_minimal_unknown(&w->c, w->c.free[i])};
  }
  out->chosen = chosen;
  out->A = matrix[0];
  out->B = matrix[1];
  out->C = matrix[2];
  out->D = matrix[3];
  return fill(w, out, matrix, error);
}

sn_status sn_linearize(sn_instant *m, const sn_state *x, const sn_linearize_options *o, sn_arena *arena,
                       sn_linearization *out, sn_error *error)
{
  work w = {.m = m, .o = o, .arena = arena};
  *out = (sn_linearization){.n_input = o->n_input};
  for (int i = 0; i < o->n_row; i++) {
    SN_ASSERT(o->row[i] >= 0 && o->row[i] < m->s->n_output);
    out->n_output += m->s->output[o->row[i]].n;
  }
  SN_TRY(sn_instant_observe(m, x, NULL, &w.now, error));
  SN_TRY(sn_vary_new(m, arena, &w.vary, error));
  SN_TRY(sn_minimal_find(m, "linearize", arena, &w.c, error));
  out->n_freedom = w.c.n - w.c.n_row;
  SN_ASSERT(out->n_freedom >= 0 && out->n_output >= 0);
  out->speed = size_of(m, m->v);
  out->acceleration = size_of(m, m->a);
  SN_TRY(make_room(&w, out->n_output, error));
  return make(&w, out, error);
}

/* ---- eigenvalues */

/* Slowest first; of a pair the one above the axis. */
static void sort(double *re, double *im, int n)
{
  for (int i = 1; i < n; i++) {
    const double a = re[i], b = im[i];
    int k = i;
    for (; k > 0 && hypot(re[k - 1], im[k - 1]) > hypot(a, b) * (1 + 1e-12); k--) {
      re[k] = re[k - 1];
      im[k] = im[k - 1];
    }
    re[k] = a;
    im[k] = b;
    SN_ASSERT(k >= 0 && k <= i);
  }
}

sn_status sn_linear_eigenvalues(const sn_linearization *x, sn_arena *arena, const double **re, const double **im,
                                sn_error *error)
{
  const int n = 2 * x->n_freedom, room = 8 * n + 1, lead = n > 0 ? n : 1;
  int info = 0;
  double *a = SN_NEW(arena, double, (size_t)n *(size_t)n + 1), *w = SN_NEW(arena, double, 2 * n + 1);
  double *space = SN_NEW(arena, double, room), unused = 0;
  if (!a || !w || !space) {
    return no_memory(error);
  }
  SN_ASSERT(n == 0 || x->A);
  memcpy(a, x->A, (size_t)n * (size_t)n * sizeof(double)); /* that of the transpose: the same eigenvalues */
  dgeev_("N", "N", &n, a, &lead, w, w + n, &unused, &lead, &unused, &lead, space, &room, &info, 1, 1);
  if (info != 0) {
    return sn_fail(error, SN_ENOCONV, "linearize", "The eigenvalues could not be found.", "", "Use A of the file.");
  }
  sort(w, w + n, n);
  *re = w;
  *im = w + n;
  return SN_OK;
}
