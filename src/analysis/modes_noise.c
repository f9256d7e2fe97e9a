/* analysis/modes_noise.c -- what round-off alone can make of the stiffness of a shape.
 * Theory:  docs/theory-modes.md, section 3. Besides the products in x K x themselves there are the stresses in K: a strain is a
 *          difference of terms of the size |B||q|, so it is known to eps |B||q| and its stress to K times that. A cable that
 *          carries nothing has stresses of that size, and their geometric stiffness is no stiffness.
 * Tests:   tests/analysis/test_modes.c (slack cables), tests/whole/test_modes.c
 */
#include "analysis/modes_private.h"
#include <float.h>
#include <string.h>

enum { NF = SN_MAX_FORMS, NV = SN_MAX_BLOCK_VECTORS };
static const double least = 1e-18; /* |s|^2 over the typical one */

/* Stresses of a block that round-off of its strains makes. 0: its law carries none. */
static int loose_stresses(sn_motion *m, const sn_block *b, const sn_v3 *B, double *out)
{
  const int n = b->n_form, nv = b->n_vec;
  double e[NF], loose[NF], hessian[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS], sum = 0;
  sn_block_stress at;
  SN_ASSERT(n <= NF && nv <= NV);
  if (!b->law->stores_energy) {
    return 0;
  }
  sn_forms(b, m->q, e);
  for (int k = 0; k < n; k++) {
    double along = 0, size = 0;
    for (int a = 0; a < nv; a++) {
      along += 0.5 * v3_dot(B[k * nv + a], m->q[b->vector[a]]);
      size += v3_norm(B[k * nv + a]) * v3_norm(m->q[b->vector[a]]);
    }
    loose[k] = DBL_EPSILON * (size + fabs(e[k] - along)); /* e = c0 + B q/2 */
  }
  if (b->law->has_matrix) {
    for (int k = 0; k < n; k++) {
      out[k] = 0;
      for (int j = 0; j < n; j++) {
        out[k] += fabs(b->matrix[k * n + j]) * loose[j];
      }
    }
    return 1;
  }
  SN_ASSERT(b->law->is_scalar && n <= SN_MAX_COMPOSITE_FORMS);
  sn_motion_stress(m, b, &(sn_block_asked){.hessian = hessian}, &at);
  for (int k = 0; k < n; k++) {
    sum += fabs(at.gradient[k]) * loose[k];
  }
  for (int k = 0; k < n; k++) {
    out[k] = isfinite(at.d[0]) ? fabs(at.d[0] * at.gradient[k]) * sum : 0;
    for (int j = 0; j < n; j++) {
      out[k] += fabs(at.tau * hessian[k * n + j]) * loose[j];
    }
  }
  return 1;
}

/* x K x of those stresses: s_k (dq S_k dq), and s_k B_k times the second change of directors that turn. */
static double loose_stiffness(sn_linear *l, const double *x)
{
  sn_motion *m = l->m;
  const sn_system *s = m->s;
  double sum = 0;
  for (int i = 0, at = 0; i < s->n_node; i++) {
    memcpy(m->xi + m->node[i].first, x + at, (size_t)m->node[i].size * sizeof(double));
    at += m->node[i].size;
  }
  memset(l->change, 0, (size_t)s->n_vector * sizeof(sn_v3));
  sn_motion_expand(m, m->xi, l->change);
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    const int nv = b->n_vec;
    double loose[NF];
    sn_v3 D[NF * NV];
    sn_form_rates(b, m->q, m->B);
    if (b->n_node == 0 || !loose_stresses(m, b, m->B, loose)) {
      continue;
    }
    sn_form_rates(b, l->change, D);
    for (int k = 0; k < b->n_form; k++) {
      double second = 0;
      for (int a = 0; a < nv; a++) {
        const sn_vector *v = s->vector + b->vector[a];
        const sn_v3 dq = l->change[b->vector[a]];
        second += v3_dot(D[k * nv + a], dq);
        if (v->node >= 0 && v->role != 0) {
          const double turn = v3_norm(m->q[b->vector[a]]) > 0 ? v3_norm(dq) / v3_norm(m->q[b->vector[a]]) : 0;
          sum += loose[k] * v3_norm(m->B[k * nv + a]) * turn * v3_norm(dq);
        }
      }
      sum += loose[k] * fabs(second);
    }
  }
  return sum;
}

double sn_linear_noise(sn_linear *l, const double *re, const double *im)
{
  const double *const part[2] = {re, im};
  double mass = 0, terms = 0, loose = 0;
  SN_ASSERT(re && l->typical > 0);
  for (int k = 0; k < 2 && part[k]; k++) { /* together: one part alone may be nothing but round-off */
    const double *x = part[k];
    double square = 0;
    for (int i = 0; i < l->n; i++) {
      square += x[i] * x[i] / (l->unit[i] * l->unit[i]);
    }
    mass += sn_linear_product(l, l->M, 0, x, x);
    terms += l->w.force / l->m->s->extent * square + sn_linear_product(l, l->w.lin, 1, x, x);
    loose += loose_stiffness(l, x);
  }
  return least * l->typical + (mass > 0 ? (50 * DBL_EPSILON * terms + 20 * loose) / mass : 0);
}
