/* instant/rows.c -- constraint rows in the node-level solves: values, rates and second derivatives.
 * Theory:  forms: e = 0, e' = B(q) v, e'' = B(q) a + B(v) v. Composites: eps = g(e) - u(t), eps' = grad g . e' - u',
 *          eps'' = grad g . e'' + e'.H e' - u''. Drives are differentiated exactly by their expression; a drive given as
 *          a rate has u' = its value and u'' = its derivative.
 * How:     four like constraints at a time (batch.h); composite strains one by one. Drives are evaluated once for a state.
 */
#include "instant/batch.h"
#include <string.h>

const sn_block *sn_instant_block(const sn_instant *m, const sn_constraint_rows *c)
{
  SN_ASSERT(c->block >= 0 && c->block < m->s->n_block);
  return m->s->block + c->block;
}

void sn_instant_follow_drives(sn_instant *m)
{
  for (int i = 0; i < m->n_drive; i++) {
    const sn_block *b = m->s->block + m->driven[i];
    double *u = m->drive + 3 * m->driven[i];
    sn_drive_taylor(b, m->internal, m->t, u);
    if (m->still) {
      u[1] = u[2] = 0;
    }
  }
}

void sn_instant_drive(const sn_instant *m, const sn_block *b, double u[3])
{
  memcpy(u, m->drive + 3 * (b - m->s->block), 3 * sizeof(double));
}

/* ---- packs of constraints */

/* Takes up the next pack of constraints from `pack` on, with the gradients of composite strains, and what else is asked; returns it, or -1. */
static int next_rows(sn_instant *m, int pack, sn_of_strain asked)
{
  sn_batch *x = m->batch;
  while (pack < x->packs.n && !x->packs.pack[pack].type->of->law->is_constraint) {
    pack++;
  }
  if (pack == x->packs.n) {
    return -1;
  }
  sn_batch_take(x, pack);
  if (x->is->type->of->law->is_scalar) {
    sn_batch_compose(x, asked);
  }
  return pack;
}

/* First row of block l of the pack at hand. */
static int row_of(const sn_instant *m, int l)
{
  return m->constraint[m->constraint_of[m->batch->is->block[l]]].row;
}

/* What each row of the pack at hand has of numbers of its forms. */
static void put_rows(const sn_instant *m, const sn_lane *form, double factor, double *out)
{
  const sn_batch *x = m->batch;
  const sn_pack *p = x->is;
  for (int l = 0; l < p->n; l++) {
    double *row = out + row_of(m, l);
    if (p->type->of->law->is_scalar) {
      row[0] = factor * sn_batch_by_gradient(x, l, form);
      continue;
    }
    for (int k = 0; k < p->type->n_form; k++) {
      row[k] = factor * form[k][l];
    }
  }
}

void sn_instant_row_values(sn_instant *m, double *g)
{
  const sn_batch *x = m->batch;
  for (int i = next_rows(m, 0, SN_VALUES); i >= 0; i = next_rows(m, i + 1, SN_VALUES)) {
    const sn_pack *p = x->is;
    for (int l = 0; l < p->n; l++) {
      double *row = g + row_of(m, l);
      for (int k = 0; k < p->type->n_form && !p->type->of->law->is_scalar; k++) {
        row[k] = x->e[k][l];
      }
      if (p->type->of->law->is_scalar) {
        row[0] = sn_is_on_rates(p->type->of->law) ? 0 : x->law[l].x - m->drive[3 * p->block[l]];
      }
    }
  }
}

void sn_instant_row_rates(sn_instant *m, const sn_v3 *v, double *rate)
{
  for (int i = next_rows(m, 0, SN_GRADIENTS); i >= 0; i = next_rows(m, i + 1, SN_GRADIENTS)) {
    sn_batch_rates(m->batch, v);
    put_rows(m, m->batch->rate, 1, rate);
  }
}

/* Rates of the forms by the vectors that no node owns. */
SN_CLONES static void given_rates(sn_batch *x)
{
  const sn_pack_type *t = x->is->type;
  sn_pack_vectors(x->is, x->m->v, x->moved);
  for (int a = 0; a < t->n_vec; a++) {
    if (t->node_of[a] >= 0) {
      x->moved[a] = lv3_zero();
    }
  }
  sn_pack_points(x->is, x->moved, x->change);
  sn_pack_changes(x->is, lane(1), x->point, 1, x->change, 1, x->rate);
}

/* Only what moves as given has a rate on the right-hand side. */
void sn_instant_rate_rows(sn_instant *m)
{
  sn_batch *x = m->batch;
  memset(m->row_value, 0, (size_t)m->n_row * sizeof(double));
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    if (!p->type->of->law->is_constraint || !m->moves[i]) {
      continue;
    }
    (void)next_rows(m, i, SN_GRADIENTS);
    given_rates(x);
    put_rows(m, x->rate, -1, m->row_value);
  }
  for (int i = 0; i < m->n_drive; i++) {
    const int c = m->constraint_of[m->driven[i]];
    if (c >= 0) {
      m->row_value[m->constraint[c].row] += m->drive[3 * m->driven[i] + 1];
    }
  }
}

/* e: B(v) v + B(q) convective of every form of the pack at hand, and its rates */
SN_CLONES static void second_rates(sn_batch *x)
{
  const sn_pack *p = x->is;
  sn_pack_vectors(p, x->m->convective, x->moved);
  sn_pack_points(p, x->moved, x->F);
  sn_pack_vectors(p, x->m->v, x->moved);
  sn_pack_points(p, x->moved, x->change);
  sn_pack_changes(p, lane(1), x->point, 1, x->change, 1, x->rate);
  sn_pack_changes(p, lane(1), x->point, 1, x->F, 1, x->e);
  sn_pack_changes(p, lane(1), x->change, 1, x->change, 1, x->s); /* 2 sum c v_i.v_j */
  for (int k = 0; k < p->type->n_form; k++) {
    x->e[k] += x->s[k];
  }
}

void sn_instant_acceleration_rows(sn_instant *m)
{
  sn_batch *x = m->batch;
  for (int i = next_rows(m, 0, SN_HESSIANS); i >= 0; i = next_rows(m, i + 1, SN_HESSIANS)) {
    const sn_pack *p = x->is;
    const int n = p->type->n_form;
    second_rates(x);
    put_rows(m, x->e, -1, m->row_value);
    for (int l = 0; l < p->n && p->type->of->law->is_scalar; l++) {
      double sum = m->drive[3 * p->block[l] + 2];
      for (int k = 0; k < n * n; k++) {
        sum -= x->rate[k / n][l] * x->hessian[l][k] * x->rate[k % n][l];
      }
      m->row_value[row_of(m, l)] += sum;
    }
  }
}

void sn_instant_add_row_forces(sn_instant *m, sn_v3 *f)
{
  sn_batch *x = m->batch;
  for (int i = next_rows(m, 0, SN_GRADIENTS); i >= 0; i = next_rows(m, i + 1, SN_GRADIENTS)) {
    const sn_pack *p = x->is;
    for (int l = 0; l < SN_LANES; l++) {
      const int of = l < p->n ? l : p->n - 1;
      const double *multiplier = m->stress + m->s->block[p->block[of]].stress;
      for (int k = 0; k < p->type->n_form; k++) {
        x->s[k][l] = p->type->of->law->is_scalar ? multiplier[0] * x->law[of].gradient[k] : multiplier[k];
      }
    }
    sn_batch_forces(x);
    sn_batch_act(x, f);
  }
}
