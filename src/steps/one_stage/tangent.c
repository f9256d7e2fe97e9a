/* steps/one_stage/tangent.c -- packs of blocks in the linear system of a one-stage step.
 * How:     B of every form is translated once at the nodes: rows by forces at q_s (L), strains by the unknowns (X). The law turns
 *          columns of strains into columns of stresses (S); the matrix is L^T S plus the geometric part. All loops run over lists
 *          of the type with four blocks side by side.
 * Theory:  docs/theory.md, one-stage schemes.
 */
#include <string.h>

#include "steps/one_stage/one_stage_private.h"

/* ---- translation of B */

SN_LANE_INLINE void translate(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  const int nc = p->is->offset[t->n_node], is_rate = p->law->is_rate;
  SN_ASSERT(t->rows != SN_ROWS_POINT && x->now.h > 0);
  const size_t size = sizeof(sn_lane) * (size_t)nc;
  const sn_lane at = lane(x->stage->at), per = lane(1 / x->now.h), share = lane(one_w_share(x));
  for (int f = 0; f < t->n_form; f++) {
    memset(k->law.L + f * nc, 0, size);
    memset(k->law.A + f * nc, 0, p->law->sees_path ? size : 0);
    memset(k->law.E[0] + f * nc, 0, p->law->sees_stages ? size : 0);
    memset(k->law.R[0] + f * nc, 0, is_rate ? size : 0);
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      const int r = t->node_of[g->vector], slot = t->slot[g->vector], to = f * nc + p->is->offset[r];
      const sn_lane_frame *n = k->frame + r;
      const one_field *v = k->vector + g->vector;
      SN_ASSERT(r >= 0 && r < t->n_node && slot >= 0 && slot < t->shape[r].n_vec && g->first <= g->end);
      sn_lv3 Bf = lv3_zero(), Bs = lv3_zero(), Bw = lv3_zero();
      for (int s = g->first; s < g->end; s++) {
        const sn_gradient_term *q = t->share + s;
        const sn_lane c = p->is->coefficient[q->term] * p->is->weight[q->weight];
        const one_field *point = k->point + q->point;
        Bf = lv3_axpy(Bf, c, point->f);
        Bs = lv3_axpy(Bs, c, point->s);
        if (is_rate) {
          Bw = lv3_axpy(Bw, c, point->w);
        }
      }
      sn_lane_add_rows(n->shape, n->axis, slot, v->s, Bs, k->law.L + to);
      if (p->law->sees_path) {
        sn_lane_add_rows(n->shape, n->turn, slot, v->f, Bf, k->law.A + to);
      }
      if (p->law->sees_stages) {
        sn_lane_add_rows(n->shape, n->turn, slot, v->f, lv3_scale(at, Bs), k->law.E[0] + to);
      }
      if (is_rate) {
        sn_lane_add_rows(n->shape, n->turn, slot, v->f, lv3_scale(per, lv3_axpy(lv3_scale(share, Bs), at, Bw)),
                         k->law.R[0] + to);
      }
    }
  }
}

/* The matrix of a node turns the forces at hand with its directors; where the stresses were predicted, the tangent wants those of
   them: the difference. */
SN_LANE_INLINE void predicted_forces(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local;
  SN_ASSERT(!p->law->is_rate && p->s_c != p->l_c);
  for (int f = 0; f < t->n_form; f++) {
    k->law.S[0][f] = p->s_c[f] - p->l_c[f];
  }
  sn_pack_forces(p->is, lane(x->now.hh * x->stage->at), k->law.S[0], &k->point->s, FIELD, k->F, k->on);
  for (int a = 0; a < t->n_vec; a++) {
    const int m = t->node_of[a];
    if (m >= 0 && t->slot[a] >= t->shape[m].has_x) {
      const int first = p->is->offset[m] + t->shape[m].n_x;
      SN_ASSERT(first + t->shape[m].n_rot <= n);
      sn_lane_add_arm(k->frame + m, k->frame + m, lane(1), k->vector[a].f, k->on[a], k->law.T + first * n + first, n);
    }
  }
}

SN_CLONES const sn_lane *one_pack_tangent(sn_stepper *x, int pack, int part)
{
  const sn_law_pack *p = x->pack + pack;
  one_work *k = x->work + part;
  const sn_pack_type *t = p->type;
  if (p->idle) {
    return NULL;
  }
  SN_ASSERT(t->n_node > 0 && p->is->n_local >= p->is->offset[t->n_node] + p->n_mult);
  if (p->law->is_multiplier || p->is->n_local > p->is->offset[t->n_node]) { /* else the product writes all of it */
    for (int i = 0; i < p->is->n_local; i++) {
      memset(k->law.T + i * p->is->n_local, 0, sizeof(sn_lane) * (size_t)p->is->n_local);
    }
  }
  one_take_up(x, p, k);
  for (int r = 0; r < t->n_node; r++) {
    one_load_frame(x, t->shape + r, p->is->node + SN_LANES * r, k->frame + r);
  }
  if (t->rows == SN_ROWS_POINT) {
    one_point_tangent(x, p, k);
  } else {
    translate(x, p, k);
    p->law->respond(&x->now, p, &k->law);
  }
  if (t->rows == SN_ROWS_AXES) {
    one_axes_tangent(x, p, k);
  }
  if (!p->law->is_multiplier) {
    const int nc = p->is->offset[t->n_node];
    const sn_product product = {k->law.L, k->law.S[0], k->law.T, nc, p->is->n_local, 0};
    for (int r = 0; r < t->n_node; r++) {
      sn_product_node(&product, t, r, p->is->offset[r]);
    }
  }
  if (t->rows == SN_ROWS_GENERAL) {
    sn_pack_stiffen(p->is, p->law->is_rate ? p->l_c : p->s_c, lane(x->now.hh * x->stage->at), k->G);
    const sn_geometric_at at = {k->frame, &k->vector->s, &k->vector->f, FIELD, k->G};
    sn_pack_geometric(p->is, &at, k->law.T);
  }
  if (p->law->predicts) {
    predicted_forces(x, p, k);
  }
  return k->law.T;
}
