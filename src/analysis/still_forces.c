/* analysis/still_forces.c -- forces, energy and what round-off makes of them, at a static configuration.
 * Theory:  blocks by instant/batch.h, four at a time. Laws of the user in strain and rate act as at rate 0; their work is that of the
 *          trapezoidal rule.
 * Tests:   tests/analysis/test_statics.c (against differences, closed forms)
 */
#include "analysis/statics_private.h"
#include <string.h>

enum { NF = SN_MAX_FORMS };

/* Stresses of energies at the strains of q, to first order from those that are iterated; x->e: these. */
static void linearise(sn_still *w)
{
  sn_batch *x = &w->batch;
  for (int l = 0; l < SN_LANES; l++) {
    const double *strain = w->strain + w->m->s->block[x->is->block[l]].stress;
    for (int k = 0; k < x->is->type->n_form; k++) {
      x->rate[k][l] = x->e[k][l] - strain[k];
      x->e[k][l] = strain[k];
    }
    x->law[l].potential = 0; /* not asked for: it would have to be that of q */
  }
  sn_batch_predict(x);
}

/* A pack of the batch taken up, with its stresses at rest: by the law, or multipliers. A law without a potential: sn_still_given. */
const sn_pack *sn_still_take(sn_still *w, int pack)
{
  SN_ASSERT(pack >= 0 && pack < w->batch.packs.n);
  const sn_pack *p = w->batch.packs.pack + pack;
  sn_batch_at at = {0};
  for (int l = 0; l < SN_LANES && p->type->of->law->is_constraint; l++) {
    SN_ASSERT(w->constraint[p->block[l]] >= 0);
    at.multiplier[l] = w->lambda + w->m->constraint[w->constraint[p->block[l]]].row;
  }
  sn_batch_take(&w->batch, pack);
  if (w->strain && p->type->of->law->tangent) {
    linearise(w);
  } else {
    sn_batch_stress(&w->batch, &at);
  }
  return p;
}

static int is_finite(const double *x, int n)
{
  int good = 1;
  for (int k = 0; k < n; k++) {
    good = good && isfinite(x[k]);
  }
  return good;
}

/* The first block of the pack at hand whose stresses are no numbers; -1: none */
static int not_finite(const sn_batch *x)
{
  SN_ASSERT(x->is && x->is->n >= 1 && x->is->n <= SN_LANES);
  for (int l = 0; l < x->is->n; l++) {
    for (int k = 0; k < x->is->type->n_form; k++) {
      if (!isfinite(x->s[k][l])) {
        return x->is->block[l];
      }
    }
  }
  return -1;
}

static void note_force(sn_still *w, int vector, sn_v3 f)
{
  SN_ASSERT(vector >= 0 && vector < w->m->s->n_vector);
  const sn_system *s = w->m->s;
  w->force = fmax(w->force, s->vector[vector].is_length ? v3_norm(f) : v3_norm(f) / s->extent);
}

static int has_potential(const sn_load *l)
{
  return l->type == SN_LOAD_FORCE && !l->follows;
}

int sn_still_has_potential(const sn_system *s)
{
  for (int i = 0; i < s->n_load; i++) {
    if (!has_potential(s->load + i)) {
      return 0;
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    if (s->block[i].law->stress_at || sn_is_on_rates(s->block[i].law)) { /* the force here, what it follows elsewhere */
      return 0;
    }
  }
  return 1;
}

/* f -= B^T s of the pack at hand */
static void add_forces(sn_still *w, sn_v3 *f)
{
  sn_batch *x = &w->batch;
  const sn_pack *p = x->is;
  sn_batch_forces(x);
  for (int a = 0; a < p->type->n_vec; a++) {
    for (int l = 0; l < p->n; l++) {
      const int v = p->vector[SN_LANES * a + l];
      const sn_v3 F = v3(x->on[a].x[0][l], x->on[a].x[1][l], x->on[a].x[2][l]);
      note_force(w, v, F);
      f[v] = v3_sub(f[v], F);
    }
  }
}

/* What a digit lost in each summand of the strains makes of stress k in a lane. */
SN_LANE_INLINE double lost_stress(const sn_batch *x, const sn_lane *stiffness, const sn_lane *summands, int k, int l)
{
  const sn_pack_type *t = x->is->type;
  const int n = t->n_form;
  double sum = 0, along = 0;
  SN_ASSERT(k >= 0 && k < n && l >= 0 && l < x->is->n);
  if (!t->of->law->is_scalar) {
    for (int j = t->column[2 * k]; j < t->column[2 * k + 1]; j++) {
      sum += fabs(stiffness[k * n + j][l]) * summands[j][l];
    }
    return sum;
  }
  for (int j = 0; j < n; j++) {
    along += fabs(x->law[l].gradient[j]) * summands[j][l];
    sum += fabs(x->law[l].tau * x->hessian[l][k * n + j]) * summands[j][l];
  }
  return sum + fabs(x->law[l].d[0] * x->law[l].gradient[k]) * along;
}

/* Strains of an elastic block are small differences of the summands B q: some of their last digits are lost. Of a composite strain:
   by tau', and by what changes with the gradient. */
SN_CLONES static void note_noise(sn_still *w)
{
  const double lost = 2.2e-16;
  sn_batch *x = &w->batch;
  const int nv = x->is->type->n_vec;
  sn_lane *summands = x->rate; /* at rest there are none */
  const sn_lane *stiffness = x->is->type->of->law->is_scalar ? NULL : sn_batch_stiffness(x);
  sn_batch_gradients(x, x->point);
  sn_batch_summands(x, summands);
  for (int k = 0; k < x->is->type->n_form; k++) {
    sn_lane square = lane(0);
    for (int a = 0; a < nv; a++) {
      square = sn_larger_lane(lv3_dot(x->B[k * nv + a], x->B[k * nv + a]), square);
    }
    for (int l = 0; l < x->is->n; l++) {
      w->noise = fmax(w->noise, lost * lost_stress(x, stiffness, summands, k, l) * sqrt(square[l]));
    }
  }
}

/* Beside such a force every residual would be small. */
static sn_status too_large(const sn_instant *m, int item, sn_error *error)
{
  (void)sn_fail(error, SN_EMODEL, item < 0 ? "forces" : "", "The largest force is beyond all numbers.",
                "Its square overflows: it is above 1e154 N.",
                "Check loads and gravity; all quantities are in SI units.");
  if (item >= 0) {
    sn_instant_name_item(m->s, item, error);
  }
  return SN_EMODEL;
}

sn_status sn_still_forces(sn_still *w, sn_error *error)
{
  sn_instant *m = w->m;
  const sn_system *s = m->s;
  w->force = w->energy = w->noise = 0;
  SN_ASSERT(w->f != w->total && isfinite(m->load) && isfinite(m->weight)); /* a path may lead below zero */
  for (int i = 0; i < s->n_vector; i++) {
    w->f[i] = v3_scale(m->weight, s->gravity[i]);
    w->energy -= v3_dot(w->f[i], m->q[i]);
    note_force(w, i, s->gravity[i]);
  }
  sn_still_centrifugal(w);
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4];
    sn_load_forces(l, m->q, NULL, m->t, F, NULL, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      if (!is_finite(F[a].x, 3)) {
        return sn_instant_not_a_number(m, l->item, "value", error);
      }
      if (!isfinite(v3_norm(F[a]))) {
        return too_large(m, l->item, error);
      }
      note_force(w, l->vector[a], F[a]);
      w->f[l->vector[a]] = v3_axpy(w->f[l->vector[a]], m->load, F[a]);
      w->energy -= has_potential(l) ? m->load * v3_dot(F[a], m->q[l->vector[a]]) : 0;
    }
  }
  if (!isfinite(w->force)) { /* of elastic blocks an iterate may be as far off: it is taken back */
    return too_large(m, -1, error);
  }
  for (int i = 0; i < w->batch.packs.n; i++) {
    const sn_block *b = w->batch.packs.pack[i].type->of;
    if (!sn_still_takes_part(b) || b->law->is_constraint) {
      continue;
    }
    const sn_pack *p = sn_still_take(w, i);
    const int bad = not_finite(&w->batch);
    if (bad >= 0) {
      return sn_instant_not_a_number(m, s->block[bad].item, "force", error);
    }
    for (int l = 0; l < p->n; l++) {
      w->energy += w->batch.law[l].potential;
    }
    add_forces(w, w->f);
    if (b->law->stores_energy) {
      note_noise(w);
    }
  }
  return SN_OK;
}

/* Strain and stress of a law of the user. */
static double law_at(const sn_instant *m, const sn_block *b, const sn_v3 *q, double *tau)
{
  SN_ASSERT(sn_still_is_law(b) && b->n_form <= NF);
  double e[NF], gradient[NF], unused[3];
  sn_forms(b, q, e);
  const double x = sn_composite(b, m->internal, e, gradient, NULL) - sn_drive(b, m->internal, m->t);
  *tau = b->rate->stress(b->rate, m->t, x, 0, 0, unused);
  return x;
}

/* Work of forces that follow signals between two configurations, by the mean of both. */
static double feedback_work(const sn_instant *m, const sn_block *b, const sn_v3 *q, const sn_v3 *q_new)
{
  double e[SN_MAX_COMPOSITE_FORMS], e_new[SN_MAX_COMPOSITE_FORMS], s[SN_MAX_COMPOSITE_FORMS],
      s_new[SN_MAX_COMPOSITE_FORMS], work = 0;
  SN_ASSERT(b->law->stress_at && b->n_form <= SN_MAX_COMPOSITE_FORMS && q != q_new);
  sn_forms(b, q, e);
  sn_forms(b, q_new, e_new);
  b->law->stress_at(b, &(sn_form_point){e, NULL, m->internal, m->t}, s, NULL, NULL);
  b->law->stress_at(b, &(sn_form_point){e_new, NULL, m->internal, m->t}, s_new, NULL, NULL);
  for (int k = 0; k < b->n_form; k++) {
    work -= 0.5 * (s[k] + s_new[k]) * (e_new[k] - e[k]);
  }
  return work;
}

void sn_still_given(const sn_still *w, const sn_v3 *q, const sn_v3 *q_new, double *work)
{
  const sn_system *s = w->m->s;
  SN_ASSERT(q != q_new);
  *work = 0;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (sn_still_takes_part(b) && b->law->stress_at) {
      *work += feedback_work(w->m, b, q, q_new);
    } else if (sn_still_takes_part(b) && sn_still_is_law(b)) {
      double before, after;
      const double x = law_at(w->m, b, q, &before), x_new = law_at(w->m, b, q_new, &after);
      *work -= 0.5 * (before + after) * (x_new - x);
    }
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4], F_new[4];
    if (has_potential(l)) {
      continue;
    }
    sn_load_forces(l, q, NULL, w->m->t, F, NULL, NULL);
    sn_load_forces(l, q_new, NULL, w->m->t, F_new, NULL, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      const sn_v3 d = v3_sub(q_new[l->vector[a]], q[l->vector[a]]);
      *work += 0.5 * w->m->load * (v3_dot(F[a], d) + v3_dot(F_new[a], d));
    }
  }
}

/* Are the stresses of these blocks unknowns of their own? */
int sn_still_is_iterate(const sn_still *w, const sn_block *b)
{
  return w->iterate && sn_is_material(b->law);
}

/* Stress k of block l of the pack at hand as it is iterated. */
double *sn_still_iterate(const sn_still *w, int k, int l)
{
  SN_ASSERT(w->iterate && l >= 0 && l < SN_LANES);
  SN_ASSERT(k >= 0 && k < w->m->s->block[w->batch.is->block[l]].n_stress);
  return w->iterate + w->m->s->block[w->batch.is->block[l]].stress + k;
}

void sn_still_total(sn_still *w)
{
  memcpy(w->total, w->f, (size_t)w->m->s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < w->batch.packs.n; i++) {
    const sn_block *b = w->batch.packs.pack[i].type->of;
    if (!b->law->is_constraint && !sn_still_is_iterate(w, b)) {
      continue;
    }
    (void)sn_still_take(w, i);
    for (int k = 0; sn_still_is_iterate(w, b) && k < b->n_form; k++) { /* f holds the stresses of the law */
      for (int l = 0; l < SN_LANES; l++) {
        w->batch.s[k][l] = *sn_still_iterate(w, k, l) - w->batch.s[k][l];
      }
    }
    add_forces(w, w->total);
  }
}

void sn_still_follow(sn_still *w, const sn_v3 *dq, double part)
{
  sn_batch *x = &w->batch;
  SN_ASSERT(w->iterate && part > 0 && part <= 1 && dq != w->m->q);
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    if (!sn_still_is_iterate(w, p->type->of)) {
      continue;
    }
    sn_batch_take(x, i);
    sn_batch_rates(x, dq);
    if (p->type->of->law->tangent) {
      for (int k = 0; k < p->type->n_form; k++) {
        x->e[k] += x->rate[k];
      }
      linearise(w);
    } else {
      sn_batch_predict(x);
    }
    for (int k = 0; k < p->type->n_form; k++) {
      for (int l = 0; l < p->n; l++) {
        double *to = sn_still_iterate(w, k, l);
        *to += part * (x->s[k][l] - *to);
        w->strain[to - w->iterate] += p->type->of->law->tangent ? part * x->rate[k][l] : 0;
      }
    }
  }
}

void sn_still_read_strains(sn_still *w)
{
  sn_batch *x = &w->batch;
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    if (p->type->of->law->tangent) {
      sn_batch_take(x, i);
      for (int k = 0; k < p->n * p->type->n_form; k++) {
        const int l = k / p->type->n_form, f = k % p->type->n_form;
        w->strain[w->m->s->block[p->block[l]].stress + f] = x->e[f][l];
      }
    }
  }
}

/* Has the energy of block `b` a value that part of the way from its strains to those in x->e? */
static int has_value(const sn_still *w, const sn_block *b, int l, double part)
{
  const sn_batch *x = &w->batch;
  const double *strain = w->strain + b->stress;
  for (int k = 0; k < b->n_form; k++) {
    x->lane_e[k] = strain[k] + part * (x->e[k][l] - strain[k]);
  }
  return isfinite(b->law->energy(b, x->lane_e));
}

double sn_still_reach(sn_still *w, const sn_v3 *dq, double part)
{
  const double least = part / 1024;
  sn_batch *x = &w->batch;
  SN_ASSERT(w->strain && part > 0 && part <= 1);
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    if (!p->type->of->law->tangent) {
      continue;
    }
    sn_batch_take(x, i);
    sn_batch_rates(x, dq);
    for (int k = 0; k < p->type->n_form; k++) {
      x->e[k] += x->rate[k];
    }
    for (int l = 0; l < p->n; l++) {
      while (part > least && !has_value(w, w->m->s->block + p->block[l], l, part)) {
        part /= 2;
      }
    }
  }
  return part;
}

/* Stiff parts turn the round-off of their strains into force. */
double sn_still_balanced(const sn_still *w)
{
  SN_ASSERT(!(w->noise < 0) && !(w->force < 0));
  return fmax(1e-10, w->force > 0 ? 4 * w->noise / w->force : 0);
}

double sn_still_residual(sn_still *w)
{
  const sn_instant *m = w->m;
  double worst = 0;
  SN_ASSERT(!(w->force < 0));
  memset(w->rhs, 0, (size_t)m->n_unknown * sizeof(double));
  sn_instant_add_projection(m, w->total, w->rhs);
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_instant_node *k = m->node + i;
    for (int j = 0; j < k->size; j++) {
      worst =
          sn_larger(fabs(w->rhs[k->first + j]) / (sn_unknown_is_length(m->s->node + i, j) ? 1 : m->s->extent), worst);
    }
  }
  return w->force > 0 ? worst / w->force : worst;
}
