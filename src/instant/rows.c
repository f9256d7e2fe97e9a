/* instant/rows.c -- constraint rows in the node-level solves: gradients, rates and second derivatives.
 * Theory:  forms: e = 0, e' = B(q) v, e'' = B(q) a + B(v) v. Composites: eps = g(e) - u(t), eps' = grad g . e' - u',
 *          eps'' = grad g . e'' + e'.H e' - u''. Drives are differentiated exactly by their expression; a drive given as
 *          a rate has u' = its value and u'' = its derivative.
 */
#include "instant/inside.h"
#include <string.h>

const sn_block *sn_motion_block(const sn_motion *m, const sn_constraint_rows *c)
{
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
    u[2] = u[1];
    u[1] = u[0];
    u[0] = m->own[b->drive_own];
  }
}

int sn_motion_strain_gradients(sn_motion *m, const sn_block *b)
{
  double e[SN_MAX_FORMS], gradient[SN_MAX_FORMS];
  sn_form_rates(b, m->q, m->B);
  if (sn_is_linear(b->law)) {
    memcpy(m->G, m->B, (size_t)(b->n_form * b->n_vec) * sizeof(sn_v3));
    return b->n_form;
  }
  sn_forms(b, m->q, e);
  sn_composite(b, m->own, e, gradient, NULL);
  for (int a = 0; a < b->n_vec; a++) {
    m->G[a] = v3(0, 0, 0);
    for (int k = 0; k < b->n_form; k++) {
      m->G[a] = v3_axpy(m->G[a], gradient[k], m->B[k * b->n_vec + a]);
    }
  }
  return 1;
}

void sn_motion_gradients(sn_motion *m, const sn_constraint_rows *c)
{
  (void)sn_motion_strain_gradients(m, sn_motion_block(m, c));
}

void sn_motion_project_rows(sn_motion *m, const sn_constraint_rows *c)
{
  const sn_block *b = sn_motion_block(m, c);
  int at[SN_MAX_BLOCK_VECTORS];
  for (int k = 0, n = 0; k < b->n_node; k++) {
    at[k] = n;
    n += m->node[b->node[k]].size;
  }
  memset(m->projected, 0, (size_t)(c->n_row * c->n_local) * sizeof(double));
  for (int a = 0; a < b->n_vec; a++) {
    if (b->node_of[a] < 0) {
      continue;
    }
    const int node = b->node[b->node_of[a]];
    if (m->held && m->held[node]) {
      continue;
    }
    const sn_motion_node *n = m->node + node;
    const int x = 3 * m->s->node[node].has_x, is_director = m->s->vector[b->vector[a]].role > 0;
    for (int r = 0; r < c->n_row; r++) {
      double *to = m->projected + r * c->n_local + at[b->node_of[a]];
      const sn_v3 g = m->G[r * b->n_vec + a];
      if (is_director) {
        const sn_v3 moment = v3_cross(m->q[b->vector[a]], g);
        for (int j = 0; j < n->n_rotation; j++) {
          to[x + j] += v3_dot(n->axis[j], moment);
        }
      } else {
        for (int j = 0; j < 3; j++) {
          to[j] += g.x[j];
        }
      }
    }
  }
}

void sn_motion_rate_rows(sn_motion *m)
{
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    double u[3];
    sn_motion_gradients(m, c);
    sn_motion_drive(m, b, u);
    for (int r = 0; r < c->n_row; r++) {
      double sum = b->law == SN_LINEAR_CONSTRAINT ? 0 : u[1];
      for (int a = 0; a < b->n_vec; a++) {
        if (b->node_of[a] < 0) {
          sum -= v3_dot(m->G[r * b->n_vec + a], m->v[b->vector[a]]);
        }
      }
      m->row_value[c->row + r] = sum;
    }
  }
}

/* -(B(v) v + B(q) convective) of every form of the block, and its rates */
static void form_terms(sn_motion *m, const sn_block *b, double *second, double *rate)
{
  sn_form_rates(b, m->q, m->B);
  sn_form_rates(b, m->v, m->Bv);
  for (int k = 0; k < b->n_form; k++) {
    second[k] = rate[k] = 0;
    for (int a = 0; a < b->n_vec; a++) {
      const sn_v3 B = m->B[k * b->n_vec + a], v = m->v[b->vector[a]];
      second[k] -= v3_dot(m->Bv[k * b->n_vec + a], v) + v3_dot(B, m->convective[b->vector[a]]);
      rate[k] += v3_dot(B, v);
    }
  }
}

void sn_motion_acceleration_rows(sn_motion *m)
{
  double second[SN_MAX_FORMS], rate[SN_MAX_FORMS], e[SN_MAX_FORMS], gradient[SN_MAX_FORMS];
  double hessian[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    form_terms(m, b, second, rate);
    if (b->law == SN_LINEAR_CONSTRAINT) {
      memcpy(m->row_value + c->row, second, (size_t)c->n_row * sizeof(double));
      continue;
    }
    double u[3];
    sn_motion_drive(m, b, u);
    sn_forms(b, m->q, e);
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
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    sn_motion_gradients(m, c);
    for (int r = 0; r < c->n_row; r++) {
      for (int a = 0; a < b->n_vec; a++) {
        f[b->vector[a]] = v3_axpy(f[b->vector[a]], -m->stress[b->stress + r], m->G[r * b->n_vec + a]);
      }
    }
  }
}
