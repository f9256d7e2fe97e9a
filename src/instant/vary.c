/* instant/vary.c -- first derivatives of an instant: forces, rows, accelerations and multipliers along one direction.
 * Theory:  docs/theory-linear.md. The equations of motion.c, C^T (F - M a - B^T s) = 0 and e'' = 0, differentiated by hand: with
 *          e = c + 1/2 B(q) q everything is bilinear, and a composite strain has its gradient and Hessian. The matrix of the
 *          answer is the one that the accelerations were found by.
 * Limits:  the change of a Hessian (composite strains of constraints that move) is a difference of fourth order.
 * Tests:   tests/whole/test_linearize.c (against differences of accelerations)
 */
#include "instant/vary.h"
#include <string.h>

enum { NF = SN_MAX_FORMS, NC = SN_MAX_COMPOSITE_FORMS };

/* A block along a direction: its forms, their rates, and how they change. */
typedef struct {
  double e[NF], rate[NF], de[NF], drate[NF];
  double gradient[NF], hessian[NC * NC]; /* of a composite strain */
  double eps, deps, deps_rate;           /* changes of the composite strain and of its rate */
} strains;

static void bilinear(const sn_block *b, const sn_v3 *p, const sn_v3 *x, double *out)
{
  sn_motion_form_rates(b, p, x, out);
}

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += a[k] * b[k];
  }
  return sum;
}

/* out = H x of the Hessian of a composite strain */
static void times_hessian(const sn_block *b, const strains *w, const double *x, double *out)
{
  for (int k = 0; k < b->n_form; k++) {
    out[k] = dot(w->hessian + k * b->n_form, x, b->n_form);
  }
}

/* Leaves points of q in m->point, of v in m->point_v, of the change of q in m->point_a. */
static void look_at(sn_motion *m, const sn_block *b, const sn_direction *d, strains *w)
{
  const int n = b->n_form;
  double part[NF];
  sn_motion_points(b, m->q, m->point);
  sn_motion_points(b, d->v, m->point_v);
  bilinear(b, m->point, m->point_v, w->drate);
  sn_motion_points(b, m->v, m->point_v);
  sn_motion_points(b, d->q, m->point_a);
  bilinear(b, m->point, m->point_v, w->rate);
  bilinear(b, m->point, m->point_a, w->de);
  bilinear(b, m->point_a, m->point_v, part);
  for (int k = 0; k < n; k++) {
    w->drate[k] += part[k];
  }
  if (b->law->is_scalar) {
    sn_motion_forms(b, m->point, w->e);
    w->eps = sn_composite(b, m->own, w->e, w->gradient, w->hessian);
    times_hessian(b, w, w->de, part);
    w->deps = dot(w->gradient, w->de, n);
    w->deps_rate = dot(w->gradient, w->drate, n) + dot(part, w->rate, n);
  }
}

/* ---- rows */

/* How far the forms of a composite strain can go along de before it is another one: what a thousandth of is taken. */
static double reach_of(const sn_block *b, const strains *w)
{
  double most = 0;
  for (int i = 0; i < b->n_coordinate; i++) {
    const sn_coordinate *x = b->coordinate + i;
    const int n = x->type == SN_COORDINATE_ANGLE      ? 2
                  : x->type == SN_COORDINATE_FUNCTION ? sn_expr_variables(x->function)
                  : x->type == SN_COORDINATE_GAP      ? x->gap->n
                                                      : 1;
    double size = 0, change = 0;
    for (int k = x->form; k < x->form + n; k++) {
      size = fmax(size, fabs(w->e[k]));
      change = fmax(change, fabs(w->de[k]));
    }
    most = fmax(most, change / (size > 0 ? size : 1));
  }
  return most > 0 ? 1 / most : 0;
}

/* e'.H e' of a composite strain when its forms have gone by `part` of de */
static double curvature(const sn_motion *m, const sn_block *b, const strains *w, double part)
{
  strains x;
  for (int k = 0; k < b->n_form; k++) {
    x.e[k] = w->e[k] + part * w->de[k];
  }
  sn_composite(b, m->own, x.e, x.gradient, x.hessian);
  times_hessian(b, &x, w->rate, x.de);
  return dot(x.de, w->rate, b->n_form);
}

/* Change of e'.H e' with the forms, e' held. */
static double curvature_change(const sn_motion *m, const sn_block *b, const strains *w)
{
  const double h = 1e-3 * reach_of(b, w);
  if (!(h > 0) || dot(w->rate, w->rate, b->n_form) == 0) {
    return 0;
  }
  const double near = curvature(m, b, w, h) - curvature(m, b, w, -h);
  const double far = curvature(m, b, w, 2 * h) - curvature(m, b, w, -2 * h);
  return (8 * near - far) / (12 * h);
}

/* Change of e'' = B(q) a + B(v) v, without x''; and e'' itself. Uses the points of look_at. */
static void second_rates(sn_motion *m, const sn_block *b, const sn_direction *d, double *second, double *change)
{
  double part[NF];
  bilinear(b, m->point_v, m->point_v, second); /* 2 sum c v_i.v_j */
  sn_motion_points(b, d->v, m->point_a);
  bilinear(b, m->point_v, m->point_a, change);
  for (int k = 0; k < b->n_form; k++) {
    change[k] *= 2;
  }
  sn_motion_points(b, d->a, m->point_a);
  bilinear(b, m->point, m->point_a, part);
  for (int k = 0; k < b->n_form; k++) {
    change[k] += part[k];
  }
  sn_motion_points(b, m->a, m->point_v);
  sn_motion_points(b, d->q, m->point_a);
  bilinear(b, m->point_v, m->point_a, part);
  for (int k = 0; k < b->n_form; k++) {
    change[k] += part[k];
  }
  bilinear(b, m->point, m->point_v, part);
  for (int k = 0; k < b->n_form; k++) {
    second[k] += part[k];
  }
}

/* What the rows must get from x'': minus their change without it. */
static void vary_rows(sn_motion *m, const sn_constraint_rows *c, const sn_direction *d, const strains *w)
{
  const sn_block *b = sn_motion_block(m, c);
  const int n = b->n_form;
  double second[NF], change[NF], part[NF], *row = m->row_value + c->row;
  second_rates(m, b, d, second, change);
  if (!b->law->is_scalar) {
    for (int k = 0; k < n; k++) {
      row[k] = -change[k];
    }
    return;
  }
  times_hessian(b, w, w->de, part);
  row[0] = -dot(w->gradient, change, n) - dot(part, second, n);
  times_hessian(b, w, w->rate, part);
  row[0] -= 2 * dot(part, w->drate, n) + curvature_change(m, b, w);
}

void sn_vary_rates(sn_motion *m, const sn_direction *d)
{
  strains w;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    look_at(m, b, d, &w);
    memcpy(m->row_value + c->row, b->law->is_scalar ? &w.deps_rate : w.drate, (size_t)c->n_row * sizeof(double));
  }
}

/* ---- forces */

/* f -= change of B^T s, when s changes by ds */
static void act(sn_motion *m, const sn_block *b, const sn_direction *d, const double *s, const double *ds, sn_v3 *f)
{
  sn_motion_points(b, m->q, m->point);
  sn_motion_act(b, m->point, ds, m->point_v, f);
  sn_motion_points(b, d->q, m->point_a);
  sn_motion_act(b, m->point_a, s, m->point_v, f);
}

/* Change of tau by an input alone. */
static double tau_by_input(const sn_motion *m, const sn_block *b, const strains *w, int input)
{
  if (input >= 0 && b->given) {
    return -m->load * sn_expr_by_input(b->given, &m->t, input);
  }
  if (input >= 0 && b->rate && b->rate->expr) {
    double u[3];
    sn_motion_drive(m, b, u);
    const double at[3] = {w->eps - u[0], dot(w->gradient, w->rate, b->n_form) - u[1], m->t};
    return sn_expr_by_input(b->rate->expr, at, input);
  }
  return 0;
}

/* Forces that follow signals: strains, rates and inputs make them together. */
static void vary_feedback(sn_motion *m, const sn_block *b, int input, const strains *w, double *ds)
{
  const int n = b->n_form;
  double D[NC * NC], C[NC * NC], e[NC];
  sn_motion_slopes(m, b, m->v, D, C);
  for (int k = 0; k < n; k++) {
    ds[k] = dot(D + k * n, w->de, n) + dot(C + k * n, w->drate, n);
  }
  if (input >= 0) {
    double by_input[NC];
    sn_motion_forms(b, m->point, e);
    sn_feedback_by_input(b, &(sn_form_point){e, w->rate, m->own, m->t}, input, by_input);
    for (int k = 0; k < n; k++) {
      ds[k] += by_input[k];
    }
  }
}

/* A law; normal: the normal force that friction follows, and its change. */
static void vary_law(sn_motion *m, const sn_block *b, const sn_direction *d, const double normal[2], double *stress,
                     sn_v3 *f)
{
  double part[NF], ds[NF];
  sn_block_stress x;
  strains w;
  sn_motion_stress(m, b, m->v, normal[0], &x);
  look_at(m, b, d, &w);
  if (b->law->is_scalar) {
    const double dtau = x.d[0] * w.deps + x.d[1] * w.deps_rate + x.d[2] * normal[1] + tau_by_input(m, b, &w, d->input);
    times_hessian(b, &w, w.de, part);
    for (int k = 0; k < b->n_form; k++) {
      ds[k] = dtau * w.gradient[k] + x.tau * part[k];
    }
    memcpy(part, &dtau, sizeof dtau);
  } else if (b->law->stress_at) {
    vary_feedback(m, b, d->input, &w, ds);
    memcpy(part, ds, (size_t)b->n_form * sizeof(double));
  } else {
    SN_ASSERT(b->law->has_matrix);
    b->law->stress(b, b->law->is_rate ? w.drate : w.de, ds); /* laws on forms are linear: c0 is part of e */
    memcpy(part, ds, (size_t)b->n_form * sizeof(double));
  }
  if (b->n_stress > 0) {
    memcpy(stress + b->stress, part, (size_t)b->n_stress * sizeof(double));
  }
  act(m, b, d, x.s, ds, f);
}

/* What the multipliers of a constraint do when the rows turn; and the rows. */
static void vary_constraint(sn_motion *m, const sn_constraint_rows *c, const sn_direction *d, sn_v3 *f)
{
  const sn_block *b = sn_motion_block(m, c);
  const double *multiplier = m->stress + b->stress;
  double s[NF], ds[NF];
  strains w;
  look_at(m, b, d, &w);
  vary_rows(m, c, d, &w);
  if (!b->law->is_scalar) {
    memset(ds, 0, (size_t)b->n_form * sizeof(double));
    act(m, b, d, multiplier, ds, f);
    return;
  }
  times_hessian(b, &w, w.de, ds);
  for (int k = 0; k < b->n_form; k++) {
    s[k] = multiplier[0] * w.gradient[k];
    ds[k] *= multiplier[0];
  }
  act(m, b, d, s, ds, f);
}

static void vary_load(const sn_motion *m, const sn_load *l, const sn_direction *d, sn_v3 *f)
{
  const int n = l->n_vec, ld = 3 * n;
  double K[144], D[144];
  sn_v3 F[4];
  sn_load_forces(l, m->q, m->v, m->t, F, K, D);
  for (int i = 0; i < ld * ld; i++) {
    const int from = l->vector[i % ld / 3], c = i % ld % 3;
    f[l->vector[i / ld / 3]].x[i / ld % 3] += m->load * (K[i] * d->q[from].x[c] + D[i] * d->v[from].x[c]);
  }
  if (d->input >= 0) {
    sn_load_by_input(l, m->q, m->v, m->t, d->input, F);
    for (int a = 0; a < n; a++) {
      f[l->vector[a]] = v3_axpy(f[l->vector[a]], m->load, F[a]);
    }
  }
}

/* Normal force of a friction, and its change with those of the multipliers. */
static void normal_force(const sn_motion *m, const sn_block *b, const double *change, double normal[2])
{
  const sn_block *from = m->s->block + b->rate->normal_block;
  double sum = 0, product = 0;
  for (int k = 0; k < b->rate->n_normal; k++) {
    const int at = from->stress + b->rate->normal_form[k];
    sum += b->rate->normal_weight[k] * m->stress[at] * m->stress[at];
    product += b->rate->normal_weight[k] * m->stress[at] * change[at];
  }
  normal[0] = sqrt(sum);
  normal[1] = normal[0] > 0 ? product / normal[0] : 0;
}

/* f += forces of friction; 0: there is none */
static int vary_friction(sn_motion *m, const sn_direction *d, double *stress, sn_v3 *f)
{
  int any = 0;
  for (int i = 0; i < m->s->n_block; i++) {
    const sn_block *b = m->s->block + i;
    if (sn_normal_block(b) >= 0) {
      double normal[2];
      normal_force(m, b, stress, normal);
      vary_law(m, b, d, normal, stress, f);
      any = 1;
    }
  }
  return any;
}

/* ---- the answer */

sn_status sn_vary_new(sn_motion *m, sn_arena *arena, sn_vary *out, sn_error *error)
{
  const sn_system *s = m->s;
  *out = (sn_vary){SN_NEW(arena, sn_v3, s->n_vector + 1), SN_NEW(arena, sn_v3, s->n_vector + 1)};
  if (!out->total || !out->force) {
    return sn_no_memory(error, "the linearisation");
  }
  memcpy(out->total, m->force, (size_t)s->n_vector * sizeof(sn_v3));
  sn_motion_add_row_forces(m, out->total);
  sn_motion_times_mass(m, m->a, -1, out->total);
  return SN_OK;
}

/* Moments of directors that have turned. */
static void add_turned(const sn_motion *m, const sn_v3 *total, const sn_v3 *dq, double *rhs)
{
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_node *n = m->s->node + i;
    sn_v3 moment = v3(0, 0, 0);
    for (int a = n->has_x; a < n->n_vec; a++) {
      moment = v3_add(moment, v3_cross(dq[n->vector[a]], total[n->vector[a]]));
    }
    for (int j = 0; j < m->node[i].n_rotation; j++) {
      rhs[m->node[i].first + 3 * n->has_x + j] += v3_dot(m->node[i].axis[j], moment);
    }
  }
}

static void vary_given(sn_motion *m, const sn_direction *d, double *stress, sn_v3 *f)
{
  static const double none[2];
  const sn_system *s = m->s;
  memset(stress, 0, (size_t)s->n_stress * sizeof(double));
  memset(f, 0, (size_t)s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < s->n_load; i++) {
    vary_load(m, s->load + i, d, f);
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!b->law->is_constraint && sn_normal_block(b) < 0 && !sn_is_idle(b)) {
      vary_law(m, b, d, none, stress, f);
    }
  }
  for (int i = 0; i < m->n_constraint; i++) {
    vary_constraint(m, m->constraint + i, d, f);
  }
  sn_motion_times_mass(m, d->a, -1, f);
}

/* Changes of the multipliers, from m->xi; the largest difference to what they were over the largest of them. */
static double take(const sn_motion *m, double *stress)
{
  double change = 0, size = 0;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    double *to = stress + sn_motion_block(m, c)->stress;
    for (int r = 0; r < c->n_row; r++) {
      const double x = c->first >= 0 ? m->xi[c->first + r] : 0;
      change = fmax(change, fabs(x - to[r]));
      size = fmax(size, fabs(x));
      to[r] = x;
    }
  }
  return size > 0 ? change / size : 0;
}

sn_status sn_vary_accelerations(sn_motion *m, sn_vary *w, const sn_direction *d, sn_v3 *a, double *stress,
                                sn_error *error)
{
  enum { MOST = 200 }; /* friction, as in the accelerations themselves */
  const sn_system *s = m->s;
  vary_given(m, d, stress, w->force);
  for (int i = 0; i < MOST; i++) {
    memcpy(a, w->force, (size_t)s->n_vector * sizeof(sn_v3));
    const int again = vary_friction(m, d, stress, a);
    memset(m->rhs, 0, (size_t)m->n_unknown * sizeof(double));
    sn_motion_add_projection(m, a, m->rhs);
    add_turned(m, w->total, d->q, m->rhs);
    sn_motion_put_rows(m, m->rhs);
    SN_TRY(sn_motion_solve(m, error));
    const double change = take(m, stress);
    if (!again || change < 1e-14) {
      break;
    }
  }
  memcpy(a, d->a, (size_t)s->n_vector * sizeof(sn_v3));
  sn_motion_expand(m, m->xi, a);
  return SN_OK;
}
