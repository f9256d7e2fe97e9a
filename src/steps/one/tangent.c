/* steps/one/tangent.c -- packs of blocks in the linear system of a one-stage step.
 * How:     B of every form is translated once at the nodes: rows by forces at q_s (L), strains by the unknowns (X). The law turns
 *          columns of strains into columns of stresses (S); the matrix is L^T S plus the geometric part. All loops run over lists
 *          of the type with four blocks side by side.
 * Theory:  docs/theory.md, one-stage schemes.
 */
#include <string.h>

#include "steps/one/inside.h"

/* ---- translation of B */

/* a force or gradient B at the vector q of the node: on its position, or turning its directors along `along` */
SN_LANE_INLINE void add_rows(const sn_node_shape *h, const sn_lv3 *along, int slot, sn_lv3 q, sn_lv3 B, sn_lane *to)
{
  if (slot < h->has_x) {
    sn_add3(to, B);
  } else {
    sn_add_rotation(h, along, lv3_cross(q, B), to + 3 * h->has_x);
  }
}

SN_LANE_INLINE void translate(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  const int nc = p->is->offset[t->n_node], is_rate = p->law->is_rate;
  SN_ASSERT(t->rows != SN_ROWS_POINT && x->h > 0);
  const size_t size = sizeof(sn_lane) * (size_t)nc;
  const sn_lane at = lane(x->stage->at), per = lane(1 / x->h), share = lane(one_w_share(x));
  for (int f = 0; f < t->n_form; f++) {
    memset(k->L + f * nc, 0, size);
    memset(k->Xe + f * nc, 0, p->sees_end ? size : 0);
    memset(k->Xm + f * nc, 0, p->sees_stage ? size : 0);
    memset(k->Xr + f * nc, 0, is_rate ? size : 0);
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      const int r = t->node_of[g->vector], slot = t->slot[g->vector], to = f * nc + p->is->offset[r];
      const one_frame *n = k->frame + r;
      const one_field *v = k->vector + g->vector;
      sn_lv3 Bf = lv3_zero(), Bs = lv3_zero(), Bw = lv3_zero();
      for (int s = g->first; s < g->end; s++) {
        const sn_share_of_point *q = t->share + s;
        const sn_lane c = p->is->coefficient[q->term] * p->is->weight[q->weight];
        const one_field *point = k->point + q->point;
        Bf = lv3_axpy(Bf, c, point->f);
        Bs = lv3_axpy(Bs, c, point->s);
        if (is_rate) {
          Bw = lv3_axpy(Bw, c, point->w);
        }
      }
      add_rows(n->shape, n->axis, slot, v->s, Bs, k->L + to);
      if (p->sees_end) {
        add_rows(n->shape, n->turn, slot, v->f, Bf, k->Xe + to);
      }
      if (p->sees_stage) {
        add_rows(n->shape, n->turn, slot, v->f, lv3_scale(at, Bs), k->Xm + to);
      }
      if (is_rate) {
        add_rows(n->shape, n->turn, slot, v->f, lv3_scale(per, lv3_axpy(lv3_scale(share, Bs), at, Bw)), k->Xr + to);
      }
    }
  }
}

/* ---- geometric part: stresses at hand on vectors that move */

/* forces on node r by increments of node m */
SN_LANE_INLINE void geometric_pair(const one_pack *p, one_work *k, int r, int m)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local, nv = t->n_vec, *row = t->local + 4 * r, *by = t->local + 4 * m;
  SN_ASSERT(r < t->n_node && m < t->n_node);
  const one_frame *fr = k->frame + r, *fm = k->frame + m;
  const int xr = fr->shape->has_x, xm = fm->shape->has_x;
  sn_lane *T = k->T + p->is->offset[r] * n + p->is->offset[m], *turns = T + 3 * xr * n;
  sn_lv3 g = lv3_zero();
  for (int s = 0; s < fm->shape->n_vec; s++) {
    const int b = by[s];
    sn_lv3 D = lv3_zero();
    if (b < 0) {
      continue;
    }
    for (int a = xr; a < fr->shape->n_vec; a++) {
      if (row[a] >= 0) {
        D = lv3_axpy(D, k->G[row[a] * nv + b], k->vector[row[a]].s);
      }
    }
    if (s < xm) {
      one_add_moment(fr, D, turns, n);
    } else {
      one_add_arm(fr, fm, lane(-1), k->vector[b].f, D, turns + 3 * xm, n);
    }
    if (xr && row[0] >= 0 && s < xm) {
      for (int i = 0; i < 3; i++) {
        T[i * n + i] += k->G[row[0] * nv + b];
      }
    } else if (xr && row[0] >= 0) {
      g = lv3_axpy(g, k->G[row[0] * nv + b], k->vector[b].f);
    }
  }
  if (xr && row[0] >= 0) {
    one_add_turned(fm, g, T + 3 * xm, n);
  }
}

/* The matrix of a node turns the forces at hand with its directors; where the stresses were foretold, the tangent wants those of
   them: the difference. */
SN_LANE_INLINE void foretold_forces(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local;
  SN_ASSERT(!p->law->is_rate && p->s != p->l);
  const sn_lane factor = lane(x->hh * x->stage->at);
  for (int i = 0; i < t->n_point; i++) {
    k->F[i] = lv3_zero();
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const sn_lane c = factor * p->is->coefficient[i] * (p->s[m.form] - p->l[m.form]);
    k->F[m.i] = lv3_axpy(k->F[m.i], c, k->point[m.j].s);
    k->F[m.j] = lv3_axpy(k->F[m.j], c, k->point[m.i].s);
  }
  for (int a = 0; a < t->n_vec; a++) {
    k->on[a] = lv3_zero();
  }
  for (int w = 0; w < t->n_weight; w++) {
    sn_lv3 *on = k->on + t->w_vector[w];
    *on = lv3_axpy(*on, p->is->weight[w], k->F[t->w_point[w]]);
  }
  for (int a = 0; a < t->n_vec; a++) {
    const int m = t->node_of[a];
    if (m >= 0 && t->slot[a] >= t->shape[m].has_x) {
      const int first = p->is->offset[m] + 3 * t->shape[m].has_x;
      one_add_arm(k->frame + m, k->frame + m, lane(1), k->vector[a].f, k->on[a], k->T + first * n + first, n);
    }
  }
}

SN_CLONES void one_pack_tangent(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(t->n_node > 0 && p->is->n_local >= p->is->offset[t->n_node] + p->n_mult);
  if (p->law->is_multiplier || p->is->n_local > p->is->offset[t->n_node]) { /* else the product writes all of it */
    for (int i = 0; i < p->is->n_local; i++) {
      memset(k->T + i * p->is->n_local, 0, sizeof(sn_lane) * (size_t)p->is->n_local);
    }
  }
  one_take_up(x, p, k);
  for (int r = 0; r < t->n_node; r++) {
    one_load_frame(x, t->shape + r, p->is->node + SN_LANES * r, k->frame + r);
  }
  if (t->rows != SN_ROWS_POINT) {
    translate(x, p, k);
  }
  p->law->respond(x, p, k);
  if (!p->law->is_multiplier) {
    const int nc = p->is->offset[t->n_node];
    const sn_product product = {k->L, k->S, k->T, nc, p->is->n_local};
    for (int r = 0; r < t->n_node; r++) {
      sn_product_node(&product, t, r, p->is->offset[r]);
    }
  }
  if (t->rows == SN_ROWS_GENERAL) {
    sn_stiffen(p->is, p->law->is_rate ? p->l : p->s, lane(x->hh * x->stage->at), k->G); /* at h^2 K_s(s) */
    for (int r = 0; r < t->n_node; r++) {
      for (int m = 0; m < t->n_node; m++) {
        geometric_pair(p, k, r, m);
      }
    }
  }
  if (p->law->foretells) {
    foretold_forces(x, p, k);
  }
}
