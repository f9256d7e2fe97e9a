/* instant/rows.c -- constraint rows in the node-level solves: gradients, rates and second derivatives.
 * Theory:  forms: e = 0, e' = B(q) v, e'' = B(q) a + B(v) v. Composites: eps = g(e) - u(t), eps' = grad g . e' - u',
 *          eps'' = grad g . e'' + e'.H e' - u''. Drives are differentiated exactly by their expression; a drive given as
 *          a rate has u' = its value and u'' = its derivative.
 */
#include "instant/inside.h"
#include <string.h>

const sn_block *sn_motion_block(const sn_motion *m, const sn_constraint_rows *c)
{
  SN_ASSERT(c->block >= 0 && c->block < m->s->n_block);
  return m->s->block + c->block;
}

void sn_motion_drive(const sn_motion *m, const sn_block *b, double u[3])
{
  u[0] = u[1] = u[2] = 0;
  if (!b->drive) {
    return;
  }
  sn_expr_taylor(b->drive, &m->t, 0, u);
  if (b->drive_is_rate) {
    SN_ASSERT(b->drive_own >= 0 && b->drive_own < m->s->n_own);
    u[2] = u[1];
    u[1] = u[0];
    u[0] = m->own[b->drive_own];
  }
}

void sn_motion_project_rows(sn_motion *m, const sn_constraint_rows *c, double *rows)
{
  const sn_block *b = sn_motion_block(m, c);
  const int n_row = sn_motion_block_rows(m, c->block, rows);
  SN_ASSERT(n_row == c->n_row);
  for (int k = 0, at = 0; m->held && k < b->n_node; k++) {
    const int size = m->node[b->node[k]].size;
    for (int r = 0; r < n_row && m->held[b->node[k]]; r++) {
      memset(rows + r * c->n_local + at, 0, (size_t)size * sizeof(double));
    }
    at += size;
  }
}

/* Rates of the points by the vectors that no node owns. */
static void given_rates(const sn_motion *m, const sn_block *b, sn_v3 *rate)
{
  for (int k = 0; k < b->n_point; k++) {
    rate[k] = v3(0, 0, 0);
    for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
      if (b->node_of[b->w_vector[i]] < 0) {
        rate[k] = v3_axpy(rate[k], b->w_value[i], m->v[b->vector[b->w_vector[i]]]);
      }
    }
  }
}

/* Only what moves as given has a rate on the right-hand side. */
void sn_motion_rate_rows(sn_motion *m)
{
  double rate[SN_MAX_FORMS], e[SN_MAX_FORMS], gradient[SN_MAX_FORMS], u[3];
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    const int linear = !b->law->is_scalar;
    SN_ASSERT(linear ? c->n_row == b->n_form : c->n_row == 1);
    double *value = m->row_value + c->row;
    memset(value, 0, (size_t)c->n_row * sizeof(double));
    if (m->block[c->block].moves) {
      sn_motion_points(b, m->q, m->point);
      given_rates(m, b, m->point_v);
      sn_motion_form_rates(b, m->point, m->point_v, rate);
      if (!linear) {
        sn_motion_forms(b, m->point, e);
        sn_composite(b, m->own, e, gradient, NULL);
      }
      for (int k = 0; k < b->n_form; k++) {
        value[linear ? k : 0] -= linear ? rate[k] : gradient[k] * rate[k];
      }
    }
    if (!linear) {
      sn_motion_drive(m, b, u);
      value[0] += u[1];
    }
  }
}

/* -(B(v) v + B(q) convective) of every form of the block, and its rates; leaves its points in m->point */
static void form_terms(sn_motion *m, const sn_block *b, double *second, double *rate)
{
  sn_motion_points(b, m->q, m->point);
  sn_motion_points(b, m->v, m->point_v);
  sn_motion_points(b, m->convective, m->point_a);
  sn_motion_form_rates(b, m->point, m->point_v, rate);
  sn_motion_form_rates(b, m->point, m->point_a, second);
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    second[t->form] += 2 * t->c * v3_dot(m->point_v[t->i], m->point_v[t->j]);
  }
  for (int k = 0; k < b->n_form; k++) {
    second[k] = -second[k];
  }
}

void sn_motion_acceleration_rows(sn_motion *m)
{
  double second[SN_MAX_FORMS], rate[SN_MAX_FORMS], e[SN_MAX_FORMS], gradient[SN_MAX_FORMS];
  double hessian[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    SN_ASSERT(!b->law->is_scalar || b->n_form <= SN_MAX_COMPOSITE_FORMS);
    form_terms(m, b, second, rate);
    if (!b->law->is_scalar) {
      memcpy(m->row_value + c->row, second, (size_t)c->n_row * sizeof(double));
      continue;
    }
    double u[3];
    sn_motion_drive(m, b, u);
    sn_motion_forms(b, m->point, e);
    sn_composite(b, m->own, e, gradient, hessian);
    double sum = u[2];
    for (int k = 0; k < b->n_form; k++) {
      sum += gradient[k] * second[k];
      for (int l = 0; l < b->n_form; l++) {
        sum -= rate[k] * hessian[k * b->n_form + l] * rate[l];
      }
    }
    m->row_value[c->row] = sum;
  }
}

void sn_motion_add_row_forces(sn_motion *m, sn_v3 *f)
{
  double e[SN_MAX_FORMS], stress[SN_MAX_FORMS];
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_motion_block(m, m->constraint + i);
    const double *multiplier = m->stress + b->stress;
    SN_ASSERT(b->stress + b->n_stress <= m->s->n_stress);
    sn_motion_points(b, m->q, m->point);
    if (b->law->is_scalar) {
      sn_motion_forms(b, m->point, e);
      sn_composite(b, m->own, e, stress, NULL);
    }
    for (int k = 0; k < b->n_form; k++) {
      stress[k] = b->law->is_scalar ? multiplier[0] * stress[k] : multiplier[k];
    }
    sn_motion_act(b, m->point, stress, m->point_v, f);
  }
}
