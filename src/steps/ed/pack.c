/* steps/ed/pack.c -- packs of blocks in the energy-decaying step: strains, forces on their vectors, and the update after a solve.
 * How:     forms are products of interpolated points, so that neither strains nor forces need B: points from the vectors, strains
 *          and their jumps from the points, stresses by the law, forces on points, forces on vectors.
 * Theory:  docs/theory.md, the scheme ed: a = e(q_f) - e_i, b = -(B_c u + B_dq dq)/6 with u = w - ra y. The tangent is in
 *          pack_tangent.c, laws are in src/laws.
 */
#include <math.h>
#include <string.h>

#include "pack/forms.h"
#include "steps/ed/lanes.h"

/* a product of points by turns: p_i.q_j + p_j.q_i */
SN_LANE_INLINE sn_lane twice(const sn_lv3 *p, const sn_lv3 *q, int i, int j)
{
  return lv3_dot(p[i], q[j]) + lv3_dot(p[j], q[i]);
}

SN_LANE_INLINE void path_strains(const sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(!p->law->is_rate);
  for (int f = 0; f < t->n_form; f++) {
    k->law.e[0][f] = p->is->c0[f];
    k->law.b[f] = k->law.b0[f] = lane(0);
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const sn_lane c = p->is->coefficient[i];
    const ed_field *u = k->point + m.i, *v = k->point + m.j;
    const sn_lane turn = lane(2) * lv3_dot(u->d, v->d);
    k->law.e[0][m.form] += c * lv3_dot(u->f, v->f);
    k->law.b[m.form] += c * (twice(k->pc, k->pu, m.i, m.j) + turn);
    if (p->law->sees_alone) {
      k->law.b0[m.form] += c * (lv3_dot(k->pc[m.i], v->w) + lv3_dot(k->pc[m.j], u->w) + turn);
    }
  }
  for (int f = 0; f < t->n_form; f++) {
    k->law.a[f] = k->law.e[0][f] - p->e_i[f];
    k->law.b[f] = k->law.b[f] * lane(-1.0 / 6);
    k->law.b0[f] = k->law.b0[f] * lane(-1.0 / 6);
  }
}

/* strains and their rates at q+ and q- */
SN_LANE_INLINE void rate_strains(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  sn_lane *const *e = k->law.e, *const *r = k->law.r;
  SN_ASSERT(p->law->is_rate && x->now.h > 0);
  const sn_lane per = lane(1 / x->now.h);
  for (int f = 0; f < t->n_form; f++) {
    e[0][f] = e[1][f] = p->is->c0[f];
    r[0][f] = r[1][f] = lane(0);
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const sn_lane c = p->is->coefficient[i];
    const ed_field *u = k->point + m.i, *v = k->point + m.j;
    const sn_lv3 up = lv3_axpy(u->d, lane(HALF), u->w), vp = lv3_axpy(v->d, lane(HALF), v->w);
    const sn_lv3 um = lv3_axpy(u->d, lane(-HALF), u->w), vm = lv3_axpy(v->d, lane(-HALF), v->w);
    e[0][m.form] += c * lv3_dot(k->pp[m.i], k->pp[m.j]);
    e[1][m.form] += c * lv3_dot(k->pm[m.i], k->pm[m.j]);
    r[0][m.form] += c * per * (lv3_dot(k->pp[m.i], vp) + lv3_dot(k->pp[m.j], up));
    r[1][m.form] += c * per * (lv3_dot(k->pm[m.i], vm) + lv3_dot(k->pm[m.j], um));
  }
}

/* Rows of a held point in ground axes, from those of its forms: the gap at the end, -1/6 of the gap of w, theory (11.9). Written to
   the right-hand side; and the gap as it will be once they are met, for the forces on the axes. */
SN_LANE_INLINE void point_rows(sn_stepper *x, sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  sn_lv3 E[3], dual[3], Ra = lv3_zero(), Rb = lv3_zero();
  SN_ASSERT(p->n_mult == 3 && p->law->is_multiplier);
  for (int i = 0; i < 3; i++) {
    const ed_field *axis = k->point + t->axis[i];
    Ra = lv3_axpy(Ra, k->law.a[i], axis->f);
    E[i] = lv3_axpy(k->pc[t->axis[i]], lane(-1.0 / 12), axis->w);
  }
  lv3_dual(E, dual);
  for (int i = 0; i < 3; i++) {
    const ed_field *axis = k->point + t->axis[i];
    const sn_lv3 half = lv3_axpy(lv3_scale(lane(0.5), axis->w), lane(2), axis->d);
    Rb = lv3_axpy(Rb, lane(-6) * k->law.b[i] - lv3_dot(half, Ra), dual[i]);
  }
  for (int s = 0; s < 2; s++) {
    sn_lv3 at[3];
    for (int i = 0; i < 3; i++) {
      at[i] = s ? k->pm[t->axis[i]] : k->pp[t->axis[i]];
    }
    lv3_dual(at, dual);
    memcpy(p->dual + 9 * s, dual, sizeof dual);
  }
  const sn_lv3 c = lv3_axpy(lv3_axpy(k->pc[t->gap], lane(-0.5), Ra), lane(1.0 / 12), Rb);
  const sn_lv3 d = lv3_sub(k->point[t->gap].d, Ra);
  k->pp[t->gap] = lv3_axpy(c, lane(HALF), d);
  k->pm[t->gap] = lv3_axpy(c, lane(-HALF), d);
  for (int l = 0; l < p->is->n; l++) {
    double *rhs = x->all.rhs + p->is->first[l];
    for (int i = 0; i < 3; i++) {
      rhs[i] = -Ra.x[i][l];
      rhs[3 + i] = Rb.x[i][l] / 6;
    }
  }
}

static void write_rows(sn_stepper *x, const sn_law_pack *p)
{
  for (int l = 0; l < p->is->n; l++) {
    double *rhs = x->all.rhs + p->is->first[l];
    SN_ASSERT(p->is->first[l] >= 0 && p->is->first[l] + 2 * p->n_mult <= x->all.layout.n);
    for (int i = 0; i < p->n_mult; i++) {
      rhs[i] = -p->a[i][l];
      rhs[p->n_mult + i] = -p->b[i][l];
    }
  }
}

/* weight of form f in row i of nu */
SN_LANE_INLINE sn_lane share_of_nu(const sn_law_pack *p, int f)
{
  SN_ASSERT(p->damped && f >= 0 && f < p->type->n_form);
  if (p->start) {
    return p->nu[0] * p->start[f];
  }
  return p->nu[f];
}

/* rows of nu: soft nu - G_i y */
SN_LANE_INLINE void nu_rows(sn_stepper *x, const sn_law_pack *p, const ed_work *k)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(p->damped && p->n_mult == (p->start ? 1 : t->n_form));
  sn_lane row[3 + SN_MAX_FORMS];
  for (int i = 0; i < p->n_mult; i++) {
    row[i] = p->soft[i] * p->nu[i];
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const ed_field *u = k->point + m.i, *v = k->point + m.j;
    const sn_lane g = p->is->coefficient[i] * (lv3_dot(lv3_sub(u->f, u->d), v->y) + lv3_dot(lv3_sub(v->f, v->d), u->y));
    if (p->start) {
      row[0] -= p->start[m.form] * g;
    } else {
      row[m.form] -= g;
    }
  }
  for (int l = 0; l < p->is->n; l++) {
    for (int i = 0; i < p->n_mult; i++) {
      x->all.rhs[p->is->first[l] + 2 * p->n_mult + i] = row[i][l];
    }
  }
}

/* by stresses c and d; y sees d, or the part of a composite strain */
SN_LANE_INLINE void forces_on_points(const sn_stepper *x, const sn_law_pack *p, const sn_lane *sc, const sn_lane *sd,
                                     ed_work *k)
{
  const sn_pack_type *t = p->type;
  const sn_lane hh = lane(x->now.hh), *see = p->law->sees_alone ? p->l_y : sd;
  SN_ASSERT(sc != sd && x->now.hh > 0);
  for (int i = 0; i < t->n_point; i++) {
    k->Fp[i] = k->Fm[i] = k->Fy[i] = lv3_zero();
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const sn_lane c = hh * p->is->coefficient[i];
    const sn_lane sp = c * (sc[m.form] + sd[m.form]), sm = c * (sc[m.form] - sd[m.form]);
    k->Fp[m.i] = lv3_axpy(k->Fp[m.i], sp, k->pp[m.j]);
    k->Fp[m.j] = lv3_axpy(k->Fp[m.j], sp, k->pp[m.i]);
    k->Fm[m.i] = lv3_axpy(k->Fm[m.i], sm, k->pm[m.j]);
    k->Fm[m.j] = lv3_axpy(k->Fm[m.j], sm, k->pm[m.i]);
    if (p->has_y && p->damped) { /* -r3 G_i^T nu */
      const sn_lane nu = lane(-R3) * p->is->coefficient[i] * share_of_nu(p, m.form);
      const ed_field *u = k->point + m.i, *v = k->point + m.j;
      k->Fy[m.i] = lv3_axpy(k->Fy[m.i], nu, lv3_sub(v->f, v->d));
      k->Fy[m.j] = lv3_axpy(k->Fy[m.j], nu, lv3_sub(u->f, u->d));
    } else if (p->has_y) {
      const sn_lane sy = c * p->ra * see[m.form];
      k->Fy[m.i] = lv3_axpy(k->Fy[m.i], sy, k->pc[m.j]);
      k->Fy[m.j] = lv3_axpy(k->Fy[m.j], sy, k->pc[m.i]);
    }
  }
}

SN_LANE_INLINE void forces_on_vectors(sn_law_pack *p, const ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int n = p->has_y ? 9 : 6;
  SN_ASSERT(p->force && k->Fp != k->Fm);
  for (int i = 0; i < n * t->n_vec; i++) {
    p->force[i] = lane(0);
  }
  for (int m = 0; m < t->n_weight; m++) {
    const sn_lane w = p->is->weight[m];
    const int i = t->w_point[m];
    sn_lane *to = p->force + n * t->w_vector[m];
    for (int c = 0; c < 3; c++) {
      to[c] += w * k->Fp[i].x[c];
      to[3 + c] += w * k->Fm[i].x[c];
    }
    for (int c = 0; c < 3 && p->has_y; c++) {
      to[6 + c] += w * k->Fy[i].x[c];
    }
  }
}

SN_CLONES void ed_pack_evaluate(sn_stepper *x, int pack, int part)
{
  sn_law_pack *p = x->pack + pack;
  ed_work *k = x->work + part;
  SN_ASSERT(part >= 0 && part < x->all.share.n && pack >= 0 && pack < x->all.packs.n);
  ed_take_up(x, p, k);
  if (p->law->is_rate) {
    rate_strains(x, p, k);
  } else {
    path_strains(p, k);
  }
  p->law->stress(&x->now, p, &k->law);
  if (p->idle) {
    memset(p->force, 0, sizeof(sn_lane) * (size_t)((p->has_y ? 9 : 6) * p->type->n_vec));
    return;
  }
  if (p->n_mult > 0 && p->type->rows == SN_ROWS_POINT) {
    point_rows(x, p, k);
  } else if (p->n_mult > 0) {
    write_rows(x, p);
  }
  if (p->damped) {
    nu_rows(x, p, k);
  }
  forces_on_points(x, p, p->l_c, p->l_d, k);
  forces_on_vectors(p, k);
}

/* increments of the strains by those of the vectors: a, b, b0 */
SN_LANE_INLINE void strain_changes(const sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(!p->law->is_rate); /* rates make their stresses anew */
  for (int f = 0; f < t->n_form; f++) {
    k->law.a[f] = k->law.b[f] = k->law.b0[f] = lane(0);
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const sn_lane c = p->is->coefficient[i];
    const ed_field *u = k->point + m.i, *v = k->point + m.j;
    /* increments lie in pp (of q_f), pm (of w), Fy (of y), and Fp (of q_c) */
    const sn_lane turn = lane(2) * (lv3_dot(u->d, k->pp[m.j]) + lv3_dot(v->d, k->pp[m.i]));
    const sn_lv3 ui = lv3_axpy(k->pm[m.i], -p->ra, k->Fy[m.i]), uj = lv3_axpy(k->pm[m.j], -p->ra, k->Fy[m.j]);
    k->law.a[m.form] += c * (lv3_dot(u->f, k->pp[m.j]) + lv3_dot(v->f, k->pp[m.i]));
    k->law.b[m.form] += c * (twice(k->Fp, k->pu, m.i, m.j) + lv3_dot(k->pc[m.i], uj) + lv3_dot(k->pc[m.j], ui) + turn);
    if (p->law->sees_alone) {
      k->law.b0[m.form] += c * (lv3_dot(k->Fp[m.i], v->w) + lv3_dot(k->Fp[m.j], u->w) +
                                lv3_dot(k->pc[m.i], k->pm[m.j]) + lv3_dot(k->pc[m.j], k->pm[m.i]) + turn);
    }
  }
  for (int f = 0; f < t->n_form; f++) {
    k->law.b[f] = k->law.b[f] * lane(-1.0 / 6);
    k->law.b0[f] = k->law.b0[f] * lane(-1.0 / 6);
  }
}

/* increments of the points: of q_f in pp, w in pm, y in Fy, q_c in Fp */
SN_LANE_INLINE void point_changes(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int *first = t->of->w_first;
  for (int a = 0; a < t->n_vec; a++) {
    const int *v = p->is->vector + SN_LANES * a;
    const double *from[4];
    for (int l = 0; l < 4; l++) {
      from[l] = x->change[v[l]].at[0];
    }
    k->vector[a].f = lv3_load(from, 4 * BY_Q);
    k->vector[a].w = lv3_load(from, 4 * BY_W);
    k->vector[a].y = lv3_load(from, 4 * BY_Y);
  }
  for (int i = 0; i < t->n_point; i++) {
    sn_lv3 f = lv3_zero(), w = lv3_zero(), y = lv3_zero();
    for (int m = first[i]; m < first[i + 1]; m++) {
      const sn_lane weight = p->is->weight[m];
      const ed_field *from = k->vector + t->w_vector[m];
      f = lv3_axpy(f, weight, from->f);
      w = lv3_axpy(w, weight, from->w);
      y = lv3_axpy(y, weight, from->y);
    }
    k->pp[i] = f;
    k->pm[i] = w;
    k->Fy[i] = y;
    k->Fp[i] = lv3_axpy(lv3_scale(lane(0.5), f), lane(-1.0 / 12), w);
  }
}

/* Forces by the stresses that were predicted, where the points will be: what follows the unknowns is settled by them (follow.c). */
SN_LANE_INLINE void predicted_forces(const sn_stepper *x, sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(p->law->predicts && !p->law->sees_alone && p->has_y);
  for (int i = 0; i < t->n_point; i++) {
    const sn_lv3 d = lv3_add(k->point[i].d, k->pp[i]);
    k->pc[i] = lv3_add(k->pc[i], k->Fp[i]);
    k->pp[i] = lv3_axpy(k->pc[i], lane(HALF), d);
    k->pm[i] = lv3_axpy(k->pc[i], lane(-HALF), d);
  }
  forces_on_points(x, p, p->s_c, p->s_d, k);
  forces_on_vectors(p, k);
}

SN_CLONES void ed_pack_update(sn_stepper *x, int pack, int part)
{
  sn_law_pack *p = x->pack + pack;
  ed_work *k = x->work + part;
  SN_ASSERT(!x->all.fresh);
  if (!p->law->update || p->idle) {
    return;
  }
  if (p->n_mult == 0 || p->type->rows != SN_ROWS_GENERAL) {
    ed_take_up(x, p, k);
    point_changes(x, p, k);
    strain_changes(p, k);
  }
  if (p->n_mult > 0) {
    sn_take_multipliers(&x->now, p, x->all.rhs, &k->law);
    if (p->type->rows == SN_ROWS_POINT) {
      ed_point_update(x, p, k);
    } else if (p->type->rows == SN_ROWS_AXES) {
      ed_axes_update(x, p, k);
    }
  }
  p->law->update(&x->now, p, &k->law);
  if (p->settles) {
    predicted_forces(x, p, k);
  }
}

/* Its points at the start of the step, into pp. */
SN_LANE_INLINE void points_at_start(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
{
  for (int a = 0; a < p->type->n_vec; a++) {
    const double *from[4];
    for (int l = 0; l < 4; l++) {
      from[l] = x->vector[p->is->vector[SN_LANES * a + l]].at[0];
    }
    k->on[0][a] = lv3_load(from, 4 * OF_I);
  }
  sn_pack_points(p->is, k->on[0], k->pp);
}

SN_CLONES void ed_pack_start(sn_stepper *x, sn_law_pack *p, ed_work *k)
{
  SN_ASSERT((p->scalar != NULL) == p->type->of->law->is_scalar);
  if (sn_is_material(p->type->of->law)) { /* of constraints 0; composite strains find their own */
    points_at_start(x, p, k);
    sn_pack_strains(p->is, k->pp, 1, p->e_i);
  }
  if (p->law->start) {
    p->law->start(&x->now, p);
  }
  for (int i = 0; i < p->n_mult && p->damped; i++) {
    p->nu[i] = lane(0);
    for (int l = 0; l < SN_LANES; l++) {
      p->soft[i][l] = (x->now.soft + sn_hold(x->now.dependent, x->s->block + p->is->block[l], i)) / p->unit[i][l];
    }
  }
}

/* Stresses tau n of the forms of four composite strains at the start of the step, and |tau Hessian|. 0: all of them are without force (open
   contacts); 1: the Hessian is none; 2: it counts. */
static int composite_stresses(const sn_stepper *x, const sn_law_pack *p, sn_lane *s, sn_lane *curved)
{
  const int nf = p->type->n_form;
  double grad[SN_MAX_COMPOSITE_FORMS], H[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  int what = 0;
  SN_ASSERT(p->scalar && p->type->of->n_stress == 1 && nf <= SN_MAX_COMPOSITE_FORMS);
  for (int l = 0; l < SN_LANES; l++) {
    const int i = l < p->is->n ? l : p->is->n - 1;
    const sn_block *c = x->s->block + p->is->block[i];
    const double tau = x->now.start->stress[c->stress];
    if (tau != 0) {
      sn_composite(c, x->now.start->internal, p->scalar[i].path.e_i, grad, H);
      what = what ? what : 1;
    }
    for (int k = 0; k < nf; k++) {
      s[k][l] = tau != 0 ? tau * grad[k] : 0;
    }
    for (int k = 0; k < nf * nf; k++) {
      curved[k][l] = tau != 0 ? fabs(tau * H[k]) : 0;
      what = curved[k][l] != 0 ? 2 : what;
    }
  }
  return what;
}

/* |B| of form f on every vector, into k->on[1][a].x[0] */
SN_LANE_INLINE void gradient_sizes(const sn_law_pack *p, int f, ed_work *k)
{
  const int nv = p->type->n_vec;
  sn_lane *unit = k->law.e[1];
  for (int i = 0; i < p->type->n_form; i++) {
    unit[i] = lane(i == f);
  }
  sn_pack_forces(p->is, lane(1), unit, k->pp, 1, k->Fp, k->on[1]);
  for (int a = 0; a < nv; a++) {
    k->on[1][a].x[0] = lane_sqrt(lv3_dot(k->on[1][a], k->on[1][a]));
  }
}

/* |tau Hessian| |B_k| |B_l| of composite strains to the sums over vectors */
SN_LANE_INLINE void add_curvature(const sn_stepper *x, sn_law_pack *p, const sn_lane *curved, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int nv = t->n_vec, nf = t->n_form, *v = p->is->vector;
  sn_lane *all = k->law.numbers + nf * nf;
  SN_ASSERT(curved == k->law.numbers);
  for (int f = 0; f < nf; f++) {
    gradient_sizes(p, f, k);
    all[f] = lane(0);
    for (int e = 0; e < nv; e++) {
      if (t->node_of[e] >= 0) {
        all[f] += k->on[1][e].x[0] * lane(1 / x->s->vector[v[SN_LANES * e]].length);
      }
    }
  }
  for (int f = 0; f < nf; f++) {
    sn_lane by = lane(0);
    for (int m = 0; m < nf; m++) {
      by += curved[f * nf + m] * all[m];
    }
    if (nf > 1) {
      gradient_sizes(p, f, k);
    }
    for (int a = 0; a < nv; a++) {
      p->sums[a] += by * k->on[1][a].x[0] * lane(x->s->vector[v[SN_LANES * a]].length);
    }
  }
}

/* |Ks(s)| row sums over free vectors with their lengths, of the stresses of the last step, not the first guess */
SN_CLONES void ed_pack_damping(sn_stepper *x, sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int nv = t->n_vec;
  int curved = 0;
  SN_ASSERT(!p->sums || (t->of->law->is_scalar != 0) == (p->scalar != NULL));
  if (!p->sums) {
    return;
  }
  sn_lane *G = k->Gp, *s = k->law.e[0];
  SN_ASSERT(!p->law->is_rate && (p->scalar || t->of->n_stress == t->n_form));
  for (int a = 0; a < nv; a++) {
    p->sums[a] = lane(0);
  }
  if (p->scalar) {
    const int what = composite_stresses(x, p, s, k->law.numbers);
    if (what == 0) {
      return;
    }
    curved = what == 2;
  }
  for (int f = 0; f < t->n_form && !p->scalar; f++) {
    for (int l = 0; l < SN_LANES; l++) {
      s[f][l] = x->now.start->stress[x->s->block[p->is->block[l]].stress + f];
    }
  }
  sn_pack_stiffen(p->is, s, lane(1), G);
  for (int a = 0; a < nv; a++) {
    for (int e = 0; e < nv; e++) {
      if (t->node_of[e] >= 0) { /* no y elsewhere: the ground's weights are places, which no damping may feel */
        const sn_vector *va = x->s->vector + p->is->vector[SN_LANES * a],
                        *ve = x->s->vector + p->is->vector[SN_LANES * e];
        p->sums[a] += lane_abs(G[a * nv + e]) * lane(va->length / ve->length);
      }
    }
  }
  if (curved) {
    points_at_start(x, p, k);
    add_curvature(x, p, k->law.numbers, k);
  }
}
