/* analysis/modes_noise.c -- what round-off alone can make of the stiffness of a shape.
 * Theory:  docs/theory-modes.md, section 3. Besides the products in x K x themselves there are the stresses in K: a strain is a
 *          difference of terms of the size |B||q|, so it is known to eps |B||q| and its stress to K times that. A cable that
 *          carries nothing has stresses of that size, and their geometric stiffness is no stiffness.
 * Tests:   tests/analysis/test_modes.c (slack cables), tests/mechanisms/test_modes.c
 */
#include "analysis/modes_private.h"
#include <float.h>
#include <string.h>

static const double least = 1e-18; /* limit of |s|^2, relative to the typical one */

/* Stresses that the round-off of strains causes in a pack of blocks of this stiffness (NULL: on a composite strain): `out`, n_form. Call it after the gradients; they are not changed. */
SN_LANE_INLINE void loose_stresses(sn_batch *x, const sn_lane *stiffness, sn_lane *loose, sn_lane *out)
{
  const sn_pack_type *t = x->is->type;
  const int n = t->n_form, nv = t->n_vec;
  SN_ASSERT(loose != out && n <= x->most_forms);
  sn_batch_summands(x, loose);
  for (int k = 0; k < n; k++) {
    sn_lane along = lane(0);
    for (int a = 0; a < nv; a++) {
      along += lane(0.5) * lv3_dot(x->B[k * nv + a], x->vector[a]);
    }
    loose[k] = lane(DBL_EPSILON) * (loose[k] + lane_abs(x->e[k] - along)); /* e = c0 + B q/2 */
  }
  for (int k = 0; k < n; k++) {
    out[k] = lane(0);
    for (int j = t->column[2 * k]; j < t->column[2 * k + 1] && stiffness; j++) {
      out[k] += lane_abs(stiffness[k * n + j]) * loose[j];
    }
  }
  for (int l = 0; l < x->is->n && t->of->law->is_scalar; l++) {
    const sn_block_stress *at = x->law + l;
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum += fabs(at->gradient[k]) * loose[k][l];
    }
    for (int k = 0; k < n; k++) {
      double of_k = isfinite(at->d[0]) ? fabs(at->d[0] * at->gradient[k]) * sum : 0;
      for (int j = 0; j < n; j++) {
        of_k += fabs(at->tau * x->hessian[l][k * n + j]) * loose[j][l];
      }
      out[k][l] = of_k;
    }
  }
}

/* x K x of those stresses of the current pack, when the vectors change by `moved`: s_k (dq S_k dq), and s_k B_k times the second change
   of rotating directors. */
SN_CLONES static double loose_of_pack(sn_batch *x, const sn_v3 *change)
{
  const sn_pack_type *t = x->is->type;
  const int nv = t->n_vec;
  sn_lane *out = x->s, *loose = x->rate, sum = lane(0);
  double all = 0;
  SN_ASSERT(x->is->n >= 1 && x->is->n <= SN_LANES && t->of->law->stores_energy);
  if (t->of->law->is_scalar) {
    sn_batch_stress(x, &(sn_batch_at){0});
  }
  const sn_lane *stiffness = t->of->law->is_scalar ? NULL : sn_batch_stiffness(x);
  sn_batch_gradients(x, x->point);
  loose_stresses(x, stiffness, loose, out);
  sn_pack_vectors(x->is, change, x->moved);
  sn_pack_points(x->is, x->moved, x->change);
  for (int a = 0; a < nv; a++) {
    const sn_lane q = lane_sqrt(lv3_dot(x->vector[a], x->vector[a])), square = lv3_dot(x->moved[a], x->moved[a]);
    const int turns = t->node_of[a] >= 0 && t->slot[a] >= t->shape[t->node_of[a]].has_x;
    for (int k = 0; k < t->n_form && turns; k++) {
      const sn_lane size = lane_sqrt(lv3_dot(x->B[k * nv + a], x->B[k * nv + a]));
      for (int l = 0; l < SN_LANES; l++) {
        sum[l] += q[l] > 0 ? out[k][l] * size[l] * square[l] / q[l] : 0;
      }
    }
  }
  sn_pack_changes(x->is, lane(1), x->change, 1, x->change, 1, loose); /* dq S_k dq, twice the forms without c0 */
  for (int k = 0; k < t->n_form; k++) {
    sum += out[k] * lane_abs(loose[k]);
  }
  for (int l = 0; l < x->is->n; l++) {
    all += sum[l];
  }
  return all;
}

static double loose_stiffness(sn_linear *l, const double *x)
{
  sn_instant *m = l->m;
  sn_batch *b = &l->w.batch;
  double sum = 0;
  for (int i = 0, at = 0; i < m->s->n_node; i++) {
    SN_ASSERT(at + m->node[i].size <= l->n);
    memcpy(m->xi + m->node[i].first, x + at, (size_t)m->node[i].size * sizeof(double));
    at += m->node[i].size;
  }
  memset(l->change, 0, (size_t)m->s->n_vector * sizeof(sn_v3));
  sn_instant_expand(m, m->xi, l->change);
  for (int i = 0; i < b->packs.n; i++) {
    if (b->packs.pack[i].type->of->law->stores_energy) {
      sn_batch_take(b, i);
      sum += loose_of_pack(b, l->change);
    }
  }
  return sum;
}

double sn_linear_noise(sn_linear *l, const double *re, const double *im)
{
  const double *const part[2] = {re, im};
  double mass = 0, terms = 0, loose = 0;
  SN_ASSERT(re && l->typical > 0);
  for (int k = 0; k < 2 && part[k]; k++) { /* together, since one part alone may be round-off */
    const double *x = part[k];
    double square = 0;
    for (int i = 0; i < l->n; i++) {
      square += x[i] * x[i] / (l->unit[i] * l->unit[i]);
    }
    mass += sn_linear_product(l, l->M, 0, x, x);
    terms += l->w.force / l->m->s->extent * square + sn_linear_product(l, l->w.lin, 1, x, x);
    loose += loose_stiffness(l, x);
    SN_ASSERT(!(square < 0) && !(loose < 0)); /* sums of sizes */
  }
  return least * l->typical + (mass > 0 ? (50 * DBL_EPSILON * terms + 20 * loose) / mass : 0);
}
