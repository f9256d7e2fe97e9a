/* steps/one_stage/pack.c -- packs of blocks in a one-stage step: strains, forces on their vectors, and the update after a solve.
 * How:     forms are products of interpolated points, so that neither strains nor forces need B: points from the vectors, strains
 *          from the points, stresses by the law, forces on points, forces on vectors.
 * Theory:  docs/theory.md, one-stage schemes. The tangent is in tangent.c, laws are in src/laws.
 */
#include <string.h>

#include "steps/one_stage/one_stage_private.h"

/* ---- strains */

SN_LANE_INLINE void strains(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  SN_ASSERT(x->now.h > 0);
  if (p->law->sees_path) {
    sn_pack_strains(p->is, &k->point->f, FIELD, k->law.a);
    for (int f = 0; f < p->type->n_form; f++) {
      k->law.a[f] -= p->e_i[f];
    }
  }
  if (p->law->sees_stages) {
    sn_pack_strains(p->is, &k->point->s, FIELD, k->law.e[0]);
  }
  if (p->law->sees_rates) { /* B_s w/h */
    sn_pack_changes(p->is, lane(1 / x->now.h), &k->point->s, FIELD, &k->point->w, FIELD, k->law.r[0]);
  }
}

/* increments of the strains by those of the points */
SN_LANE_INLINE void strain_changes(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  if (p->law->sees_path) {
    sn_pack_changes(p->is, lane(1), &k->point->f, FIELD, k->change, 1, k->law.a);
  }
  if (p->law->sees_stages) {
    sn_pack_changes(p->is, lane(x->stage->at), &k->point->s, FIELD, k->change, 1, k->law.e[0]);
  }
}

/* ---- rows of constraints */

/* Rows of a held point in ground axes, from those of its forms: the gap at the end (theory 12). Written to the right-hand side;
   and the gap as it will be once they are met, for the forces on the axes. */
SN_LANE_INLINE void point_rows(sn_stepper *x, sn_law_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  sn_lv3 R = lv3_zero(), at[3], dual[3];
  SN_ASSERT(p->n_mult == 3 && p->law->is_multiplier);
  for (int i = 0; i < 3; i++) {
    const one_field *axis = k->point + t->axis[i];
    R = lv3_axpy(R, k->law.a[i], axis->f);
    at[i] = axis->s;
  }
  lv3_dual(at, dual);
  memcpy(p->dual, dual, sizeof dual);
  k->point[t->gap].s = lv3_axpy(k->point[t->gap].s, lane(-x->stage->at), R);
  for (int l = 0; l < p->is->n; l++) {
    double *rhs = x->all.rhs + p->is->first[l];
    for (int i = 0; i < 3; i++) {
      rhs[i] = -R.x[i][l];
    }
  }
}

static void write_rows(sn_stepper *x, const sn_law_pack *p)
{
  for (int l = 0; l < p->is->n; l++) {
    double *rhs = x->all.rhs + p->is->first[l];
    SN_ASSERT(p->is->first[l] >= 0 && p->is->first[l] + p->n_mult <= x->all.layout.n);
    for (int i = 0; i < p->n_mult; i++) {
      rhs[i] = -p->a[i][l];
    }
  }
}

/* ---- forces */

SN_LANE_INLINE void forces(const sn_stepper *x, sn_law_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  sn_pack_forces(p->is, lane(x->now.hh), p->l_c, &k->point->s, FIELD, k->F, k->on);
  double *to[4];
  for (int l = 0; l < SN_LANES; l++) {
    to[l] = (double *)p->force + l * 4 * t->n_vec;
  }
  for (int a = 0; a < t->n_vec; a++) {
    lv3_store(k->on[a], to, 4 * a);
  }
}

SN_CLONES void one_pack_evaluate(sn_stepper *x, int pack, int part)
{
  sn_law_pack *p = x->pack + pack;
  one_work *k = x->work + part;
  SN_ASSERT(part >= 0 && part < x->all.share.n && pack >= 0 && pack < x->all.packs.n);
  one_take_up(x, p, k);
  strains(x, p, k);
  p->law->stress(&x->now, p, &k->law);
  if (p->idle) {
    memset(p->force, 0, sizeof(double) * (size_t)(SN_LANES * 4 * p->type->n_vec));
    return;
  }
  if (p->n_mult > 0 && p->type->rows == SN_ROWS_POINT) {
    point_rows(x, p, k);
  } else if (p->n_mult > 0) {
    write_rows(x, p);
  }
  forces(x, p, k);
}

/* ---- start of a step, and after a solve */

SN_CLONES void one_pack_start(sn_stepper *x, sn_law_pack *p, one_work *k)
{
  SN_ASSERT((p->scalar != NULL) == p->type->of->law->is_scalar);
  if (sn_is_material(p->type->of->law) && p->law->sees_path) { /* of constraints 0; composite strains find their own */
    one_interpolate(x, p, k, OF_I, k->change);
    sn_pack_strains(p->is, k->change, 1, p->e_i);
  }
  if (p->law->start) {
    p->law->start(&x->now, p);
  }
}

SN_CLONES void one_pack_update(sn_stepper *x, int pack, int part)
{
  sn_law_pack *p = x->pack + pack;
  one_work *k = x->work + part;
  SN_ASSERT(!x->all.fresh);
  if (!p->law->update || p->idle) {
    return;
  }
  if (p->n_mult == 0 || p->type->rows == SN_ROWS_AXES) {
    one_take_up(x, p, k);
  }
  if (p->n_mult == 0 || p->type->rows != SN_ROWS_GENERAL) {
    one_interpolate(x, p, k, OF_CHANGE, k->change);
  }
  if (p->n_mult == 0) {
    strain_changes(x, p, k);
  } else {
    sn_take_multipliers(&x->now, p, x->all.rhs, &k->law);
    if (p->type->rows == SN_ROWS_POINT) {
      one_point_update(x, p, k);
    } else if (p->type->rows == SN_ROWS_AXES) {
      one_axes_update(x, p, k);
    }
  }
  p->law->update(&x->now, p, &k->law);
}
