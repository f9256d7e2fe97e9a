/* steps/ed/pack_tangent.c -- packs of blocks in the linear system of the energy-decaying step.
 * How:     B of every form is translated once at the nodes: rows by forces at q-, q+ and of eta (L), strains by the unknowns (X).
 *          The law turns columns of strains into columns of stresses (S); the matrix is L^T S plus the geometric part. All loops
 *          run over lists of the type with four blocks side by side; the product keeps three rows by four columns in registers.
 * Theory:  docs/theory.md, translation at the nodes.
 */
#include <string.h>

#include "steps/ed/lanes.h"
#include "steps/ed/law.h"

/* ---- translation of B */

/* rows and columns of one form by one vector of a node */
typedef struct {
  sn_lane *L, *Xa, *Xb, *X0, *Xe; /* of the node */
} target;

/* strains of A.dq + Q.dw by the two levels of the node */
SN_LANE_INLINE void add_columns(const ed_frame *n, int slot, sn_lv3 f, sn_lv3 A, sn_lv3 Q, sn_lane *to)
{
  const sn_node_shape *h = n->shape;
  if (slot < h->has_x) {
    sn_add3(to, A);
    sn_add3(to + h->n1, Q);
    return;
  }
  const int k = slot - h->has_x, o = 3 * h->has_x;
  const sn_lv3 theta = lv3_add(lv3_cross(f, A), ed_turned(n, k, Q));
  sn_lv3 z = ed_z_of(n, k, Q);
  sn_add_rotation(h, n->turn, theta, to + o);
  for (int j = 0; j < h->n_rot; j++) {
    to[h->n1 + o + j] += z.x[j];
  }
}

/* the same of A.dq alone: w does not matter */
SN_LANE_INLINE void add_end_columns(const ed_frame *n, int slot, sn_lv3 f, sn_lv3 A, sn_lane *to)
{
  const sn_node_shape *h = n->shape;
  if (slot < h->has_x) {
    sn_add3(to, A);
  } else {
    sn_add_rotation(h, n->turn, lv3_cross(f, A), to + 3 * h->has_x);
  }
}

/* rows of a force B at configuration q */
SN_LANE_INLINE void add_rows(const ed_frame *n, int slot, sn_lv3 q, sn_lv3 B, sn_lane *to)
{
  const sn_node_shape *h = n->shape;
  if (slot < h->has_x) {
    sn_add3(to, B);
  } else {
    sn_add_rotation(h, n->axis, lv3_cross(q, B), to + 3 * h->has_x);
  }
}

/* b by eta, Y/6: an unknown of its own with its row, or what the others take with them */
SN_LANE_INLINE void add_eta_columns(const ed_frame *n, int slot, const sn_lane *Y, const target *to)
{
  const sn_node_shape *h = n->shape;
  const int n1 = h->n1, first = slot < h->has_x ? 0 : 3 * h->has_x, end = slot < h->has_x ? 3 : n1;
  for (int i = first; i < end && h->category == ETA_UNKNOWN; i++) {
    to->Xb[2 * n1 + i] += lane(1.0 / 6) * Y[i];
    to->L[2 * n1 + i] += lane(-1 / R3) * Y[i];
  }
  for (int i = first; i < end && h->category == ETA_FOLLOWS; i++) {
    const sn_lane y = lane(1.0 / 6) * Y[i];
    for (int j = first; j < end; j++) {
      to->Xb[j] += y * n->by[i][j];
      to->Xb[n1 + j] += y * n->by[i][n1 + j];
    }
  }
}

SN_LANE_INLINE void path_columns(const ed_pack *p, const ed_work *k, const ed_frame *n, int a, const ed_field *B,
                                 const target *to)
{
  const int slot = p->type->slot[a];
  const sn_lv3 f = k->vector[a].f;
  const int n1 = n->shape->n1;
  const sn_lv3 Bc = lv3_axpy(lv3_axpy(B->f, lane(-0.5), B->d), lane(-1.0 / 12), B->w);
  const sn_lv3 Bu = lv3_axpy(B->w, -p->ra, B->y);
  const sn_lv3 P = lv3_axpy(lv3_scale(lane(-1.0 / 12), Bu), lane(-1.0 / 3), B->d);
  const sn_lv3 Q = lv3_axpy(lv3_scale(lane(-1.0 / 6), Bc), lane(1.0 / 72), Bu);
  add_rows(n, slot, k->vm[a], lv3_axpy(Bc, lane(-HALF), B->d), to->L);
  add_rows(n, slot, k->vp[a], lv3_axpy(Bc, lane(HALF), B->d), to->L + n1);
  add_end_columns(n, slot, f, B->f, to->Xa);
  add_columns(n, slot, f, P, Q, to->Xb);
  if (p->law->is_scalar) {
    const sn_lv3 P0 = lv3_axpy(lv3_scale(lane(-1.0 / 12), B->w), lane(-1.0 / 3), B->d);
    const sn_lv3 Q0 = lv3_axpy(lv3_scale(lane(-1.0 / 6), Bc), lane(1.0 / 72), B->w);
    add_columns(n, slot, f, P0, Q0, to->X0);
  }
  if (p->has_y && !p->damped) { /* b sees y by ra/6 B_c, y sees s_y by the same */
    sn_lane Y[LEVEL] = {lane(0), lane(0), lane(0), lane(0), lane(0), lane(0)};
    add_rows(n, slot, k->vi[a], lv3_scale(p->ra, Bc), Y);
    add_eta_columns(n, slot, Y, to);
  }
}

SN_LANE_INLINE void rate_columns(const sn_stepper *x, const ed_pack *p, const ed_work *k, const ed_frame *n, int a,
                                 const ed_field *B, const target *to)
{
  const int slot = p->type->slot[a];
  const sn_lv3 f = k->vector[a].f;
  const sn_lv3 Bc = lv3_axpy(lv3_axpy(B->f, lane(-0.5), B->d), lane(-1.0 / 12), B->w);
  for (int s = 0; s < 2; s++) {
    const double sign = s ? -1 : 1, at = s ? C_MINUS : C_PLUS;
    const sn_lv3 Bs = lv3_axpy(Bc, lane(sign * HALF), B->d);
    const sn_lv3 Bv = lv3_scale(lane(1 / x->h), lv3_axpy(B->d, lane(sign * HALF), B->w)); /* B of the velocities */
    add_rows(n, slot, s ? k->vm[a] : k->vp[a], Bs, to->L + (s ? 0 : n->shape->n1));
    add_columns(n, slot, f, lv3_scale(lane(at), Bs), lv3_scale(lane(-1.0 / 12), Bs), s ? to->X0 : to->Xa);
    add_columns(n, slot, f, lv3_axpy(lv3_scale(lane(1 / x->h), Bs), lane(at), Bv),
                lv3_axpy(lv3_scale(lane(sign * HALF / x->h), Bs), lane(-1.0 / 12), Bv), s ? to->Xe : to->Xb);
  }
}

SN_LANE_INLINE void translate(const sn_stepper *x, const ed_pack *p, ed_work *k, const ed_frame *frame)
{
  const sn_pack_type *t = p->type;
  const int nc = p->is->offset[t->n_node];
  SN_ASSERT(t->rows != SN_ROWS_POINT && nc <= p->is->n_local);
  const size_t size = sizeof(sn_lane) * (size_t)(nc * t->n_form);
  memset(k->L, 0, size);
  memset(k->Xa, 0, size);
  memset(k->Xb, 0, size);
  if (p->law->is_scalar || p->law->is_rate) {
    memset(k->X0, 0, size);
    memset(k->Xe, 0, size);
  }
  for (int f = 0; f < t->n_form; f++) {
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      const int r = t->node_of[g->vector], at = f * nc + p->is->offset[r];
      const target to = {k->L + at, k->Xa + at, k->Xb + at, k->X0 + at, k->Xe + at};
      ed_field B = {lv3_zero(), lv3_zero(), lv3_zero(), lv3_zero()};
      for (int s = g->first; s < g->end; s++) {
        const sn_share_of_point *q = t->share + s;
        const sn_lane c = p->is->coefficient[q->term] * p->is->weight[q->weight];
        const ed_field *point = k->point + q->point;
        B.f = lv3_axpy(B.f, c, point->f);
        B.d = lv3_axpy(B.d, c, point->d);
        B.w = lv3_axpy(B.w, c, point->w);
        if (p->has_y) {
          B.y = lv3_axpy(B.y, c, point->y);
        }
      }
      if (p->law->is_rate) {
        rate_columns(x, p, k, frame + r, g->vector, &B, &to);
      } else {
        path_columns(p, k, frame + r, g->vector, &B, &to);
      }
    }
  }
}

/* rows and columns of nu: G_i eta - soft nu, and its share in the rows of eta */
SN_LANE_INLINE void nu_tangent(const ed_pack *p, ed_work *k, const ed_frame *frame)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local, nc = p->is->offset[t->n_node], base = nc + 2 * p->n_mult;
  SN_ASSERT(base + p->n_mult == n && p->n_mult == (p->start ? 1 : t->n_form));
  for (int f = 0; f < t->n_form; f++) {
    const int row = p->start ? 0 : f;
    const sn_lane share = p->start ? p->start[f] : lane(1);
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      const int r = t->node_of[g->vector], n1 = t->shape[r].n1, first = p->is->offset[r] + 2 * n1;
      const ed_field *v = k->vector + g->vector;
      sn_lv3 B = lv3_zero();
      sn_lane G[LEVEL];
      for (int s = g->first; s < g->end; s++) {
        const sn_share_of_point *q = t->share + s;
        const ed_field *point = k->point + q->point;
        B = lv3_axpy(B, p->is->coefficient[q->term] * p->is->weight[q->weight] * share, lv3_sub(point->f, point->d));
      }
      for (int j = 0; j < LEVEL; j++) {
        G[j] = lane(0);
      }
      add_rows(frame + r, t->slot[g->vector], lv3_sub(v->f, v->d), B, G);
      for (int j = 0; j < n1; j++) {
        k->T[(base + row) * n + first + j] += G[j];
        k->T[(first + j) * n + base + row] += G[j] * p->unit[row];
      }
    }
  }
  for (int i = 0; i < p->n_mult; i++) {
    k->T[(base + i) * n + base + i] = -p->soft[i] * p->unit[i];
  }
}

/* ---- the product with the columns of stresses */

SN_LANE_INLINE void products(const ed_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int nf = t->n_form, nc = p->is->offset[t->n_node], n = p->is->n_local;
  SN_ASSERT(!p->law->is_multiplier);
  for (int r = 0; r < t->n_node; r++) {
    const int n1 = t->shape[r].n1, levels = p->has_y && !p->damped && t->shape[r].category == ETA_UNKNOWN ? 3 : 2;
    SN_ASSERT(p->is->offset[r] + levels * n1 <= p->is->offset[r + 1]);
    for (int s = 0; s < levels; s++) {
      const sn_lane *S = s == 0 ? k->Sm : s == 1 ? k->Sp : k->Sy;
      sn_product(k->L, S, nf, nc, p->is->offset[r] + s * n1, n1, 1, k->T, n);
    }
  }
}

/* ---- geometric part: stresses at hand on vectors that move */

SN_LANE_INLINE void stiffen(const sn_stepper *x, const ed_pack *p, ed_work *k, int has_y)
{
  const sn_pack_type *t = p->type;
  const int nv = t->n_vec;
  const size_t size = sizeof(sn_lane) * (size_t)(nv * nv);
  const sn_lane *sc = p->law->is_rate ? p->l_c : p->s_c, *sd = p->law->is_rate ? p->l_d : p->s_d;
  memset(k->Gp, 0, size);
  memset(k->Gm, 0, size);
  memset(k->Gy, 0, size);
  for (int i = 0; i < t->n_stiffening; i++) {
    const sn_stiffening *m = t->stiffening + i;
    const int f = t->of->term[m->term].form, ab = m->a * nv + m->b, ba = m->b * nv + m->a;
    const sn_lane c =
        lane(x->hh) * p->is->coefficient[m->term] * p->is->weight[m->weight[0]] * p->is->weight[m->weight[1]];
    const sn_lane plus = c * (sc[f] + sd[f]), minus = c * (sc[f] - sd[f]);
    k->Gp[ab] += plus;
    k->Gp[ba] += plus;
    k->Gm[ab] += minus;
    k->Gm[ba] += minus;
    if (has_y) {
      const sn_lane y = c * p->ra * (p->law->is_scalar ? p->l_y[f] : sd[f]);
      k->Gy[ab] += y;
      k->Gy[ba] += y;
    }
  }
}

/* rows of all nodes by increments of slots from..to-1 of node m, in column `col` */
typedef struct {
  sn_lv3 p[4], m[4], c[4]; /* of q+, q-, q_c, by slot */
} moves;
SN_LANE_INLINE void geometric_column(const ed_pack *p, ed_work *k, const ed_frame *frame, int m, const moves *by,
                                     int from, int to, int col, int has_y)
{
  const sn_pack_type *t = p->type;
  const int nv = t->n_vec, n = p->is->n_local;
  SN_ASSERT(col >= p->is->offset[m] && col < p->is->offset[m + 1] && from <= to && to <= t->shape[m].n_vec);
  for (int r = 0; r < t->n_node; r++) {
    const int n1 = t->shape[r].n1;
    sn_lane row[3 * LEVEL];
    for (int i = 0; i < 3 * n1; i++) {
      row[i] = lane(0);
    }
    for (int slot = 0; slot < t->shape[r].n_vec; slot++) {
      const int a = t->local[4 * r + slot];
      if (a < 0) {
        continue;
      }
      sn_lv3 Fp = lv3_zero(), Fm = lv3_zero(), Fy = lv3_zero();
      for (int s = from; s < to; s++) {
        const int b = t->local[4 * m + s];
        if (b >= 0) {
          Fp = lv3_axpy(Fp, k->Gp[a * nv + b], by->p[s]);
          Fm = lv3_axpy(Fm, k->Gm[a * nv + b], by->m[s]);
          if (has_y) {
            Fy = lv3_axpy(Fy, k->Gy[a * nv + b], by->c[s]);
          }
        }
      }
      add_rows(frame + r, slot, k->vm[a], Fm, row);
      add_rows(frame + r, slot, k->vp[a], Fp, row + n1);
      if (has_y) {
        add_rows(frame + r, slot, k->vi[a], lv3_scale(lane(-1 / R3), Fy), row + 2 * n1);
      }
    }
    for (int i = 0; i < (has_y && t->shape[r].category == ETA_UNKNOWN ? 3 : 2) * n1; i++) {
      k->T[(p->is->offset[r] + i) * n + col] += row[i];
    }
  }
}

/* rows of a force g e_i at configuration q on the vector in `slot`, i = 0..2, into three columns */
SN_LANE_INLINE void add_axis_rows(const ed_frame *n, int slot, sn_lv3 q, sn_lane g, sn_lane *T, int stride)
{
  const sn_node_shape *h = n->shape;
  if (slot < h->has_x) {
    for (int i = 0; i < 3; i++) {
      T[i * stride + i] += g;
    }
  } else if (h->n_rot == 3) { /* q x e_i */
    sn_lane *at = T + 3 * h->has_x * stride;
    const sn_lv3 d = lv3_scale(g, q);
    at[1] -= d.x[2];
    at[2] += d.x[1];
    at[stride] += d.x[2];
    at[stride + 2] -= d.x[0];
    at[2 * stride] -= d.x[1];
    at[2 * stride + 1] += d.x[0];
  } else {
    for (int j = 0; j < h->n_rot; j++) {
      const sn_lv3 d = lv3_scale(g, lv3_cross(n->axis[j], q)); /* axis.(q x e_i) = (axis x q)_i */
      for (int i = 0; i < 3; i++) {
        T[(3 * h->has_x + j) * stride + i] += d.x[i];
      }
    }
  }
}

/* columns of the position of node m, both levels */
SN_LANE_INLINE void geometric_position(const ed_pack *p, ed_work *k, const ed_frame *frame, int m, int has_y)
{
  const sn_pack_type *t = p->type;
  const int nv = t->n_vec, n = p->is->n_local, b = t->local[4 * m], n1 = t->shape[m].n1;
  SN_ASSERT(t->shape[m].has_x && b < nv);
  for (int a = 0; a < nv && b >= 0; a++) {
    const int r = t->node_of[a];
    if (r < 0) {
      continue;
    }
    const int slot = t->slot[a], step = t->shape[r].n1 * n;
    const sn_lane gp = k->Gp[a * nv + b], gm = k->Gm[a * nv + b];
    sn_lane *T = k->T + p->is->offset[r] * n + p->is->offset[m];
    add_axis_rows(frame + r, slot, k->vm[a], lane(C_MINUS) * gm, T, n);
    add_axis_rows(frame + r, slot, k->vp[a], lane(C_PLUS) * gp, T + step, n);
    add_axis_rows(frame + r, slot, k->vm[a], lane(-1.0 / 12) * gm, T + n1, n);
    add_axis_rows(frame + r, slot, k->vp[a], lane(-1.0 / 12) * gp, T + step + n1, n);
    if (has_y && t->shape[r].category == ETA_UNKNOWN) {
      const sn_lane gy = lane(-1 / R3) * k->Gy[a * nv + b];
      add_axis_rows(frame + r, slot, k->vi[a], lane(0.5) * gy, T + 2 * step, n);
      add_axis_rows(frame + r, slot, k->vi[a], lane(-1.0 / 12) * gy, T + 2 * step + n1, n);
    }
  }
}

SN_LANE_INLINE void geometric(const ed_pack *p, ed_work *k, const ed_frame *frame, int has_y)
{
  const sn_pack_type *t = p->type;
  for (int m = 0; m < t->n_node; m++) {
    const sn_node_shape *h = t->shape + m;
    moves by;
    if (h->has_x) {
      geometric_position(p, k, frame, m, has_y);
    }
    for (int j = 0; j < 2 * h->n1; j++) {
      const int level = j >= h->n1, i = level ? j - h->n1 : j, from = h->has_x, to = h->n_vec;
      if (i < 3 * h->has_x) {
        continue;
      }
      for (int s = from; s < to; s++) {
        const int b = t->local[4 * m + s];
        if (b >= 0) {
          sn_lv3 dq, dw;
          ed_move(frame + m, s, k->vector[b].f, level, i, &dq, &dw);
          by.c[s] = lv3_axpy(lv3_scale(lane(0.5), dq), lane(-1.0 / 12), dw);
          by.p[s] = lv3_axpy(by.c[s], lane(HALF), dq);
          by.m[s] = lv3_axpy(by.c[s], lane(-HALF), dq);
        }
      }
      geometric_column(p, k, frame, m, &by, from, to, p->is->offset[m] + j, has_y);
    }
  }
}

/* The matrix of a node turns the forces at hand with its directors (11.3); where the stresses were foretold, the tangent wants those
   of them: the difference. */
SN_LANE_INLINE void turn_foretold(const sn_stepper *x, const ed_pack *p, ed_work *k, const ed_frame *frame)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local;
  SN_ASSERT(!p->law->is_rate && p->s_c != p->l_c);
  for (int i = 0; i < t->n_point; i++) {
    k->Fp[i] = k->Fm[i] = lv3_zero();
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const sn_lane c = lane(x->hh) * p->is->coefficient[i], dc = p->s_c[m.form] - p->l_c[m.form],
                  dd = p->s_d[m.form] - p->l_d[m.form];
    k->Fp[m.i] = lv3_axpy(k->Fp[m.i], c * (dc + dd), k->pp[m.j]);
    k->Fp[m.j] = lv3_axpy(k->Fp[m.j], c * (dc + dd), k->pp[m.i]);
    k->Fm[m.i] = lv3_axpy(k->Fm[m.i], c * (dc - dd), k->pm[m.j]);
    k->Fm[m.j] = lv3_axpy(k->Fm[m.j], c * (dc - dd), k->pm[m.i]);
  }
  for (int w = 0; w < t->n_weight; w++) {
    const int a = t->w_vector[w], m = t->node_of[a];
    if (m < 0 || t->slot[a] < t->shape[m].has_x) {
      continue;
    }
    const sn_node_shape *h = t->shape + m;
    const int o = 3 * h->has_x, first = p->is->offset[m];
    const sn_lv3 Fp = lv3_scale(p->is->weight[w], k->Fp[t->w_point[w]]),
                 Fm = lv3_scale(p->is->weight[w], k->Fm[t->w_point[w]]);
    for (int j = 0; j < 2 * h->n_rot; j++) {
      const int level = j >= h->n_rot, i = o + (level ? j - h->n_rot : j), col = first + level * h->n1 + i;
      sn_lv3 dq, dw;
      sn_lane minus[3] = {lane(0), lane(0), lane(0)}, plus[3] = {lane(0), lane(0), lane(0)};
      ed_move(frame + m, t->slot[a], k->vector[a].f, level, i, &dq, &dw);
      const sn_lv3 dp = lv3_axpy(lv3_scale(lane(C_PLUS), dq), lane(-1.0 / 12), dw),
                   dm = lv3_axpy(lv3_scale(lane(C_MINUS), dq), lane(-1.0 / 12), dw);
      sn_add_rotation(h, frame[m].axis, lv3_cross(dm, Fm), minus);
      sn_add_rotation(h, frame[m].axis, lv3_cross(dp, Fp), plus);
      for (int c = 0; c < h->n_rot; c++) {
        k->T[(first + o + c) * n + col] += minus[c];
        k->T[(first + h->n1 + o + c) * n + col] += plus[c];
      }
    }
  }
}

SN_CLONES void ed_pack_tangent(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  ed_frame *frame = k->frame;
  SN_ASSERT(t->n_node > 0 && p->is->n_local >= p->is->offset[t->n_node] + (p->damped ? 3 : 2) * p->n_mult);
  memset(k->T, 0, sizeof(sn_lane) * (size_t)(p->is->n_local * p->is->n_local));
  ed_take_up(x, p, k);
  for (int a = 0; a < t->n_vec; a++) {
    k->vp[a] = ed_state(k->vector + a, 1);
    k->vm[a] = ed_state(k->vector + a, -1);
    k->vi[a] = lv3_sub(k->vector[a].f, k->vector[a].d);
  }
  for (int r = 0; r < t->n_node; r++) {
    ed_load_frame(x, t->shape + r, p->is->node + SN_LANES * r, frame + r);
  }
  if (t->rows != SN_ROWS_POINT) {
    translate(x, p, k, frame);
  }
  p->law->respond(x, p, k);
  if (!p->law->is_multiplier) {
    products(p, k);
  }
  if (t->rows == SN_ROWS_GENERAL) {
    const int has_y = p->has_y && !p->damped;
    stiffen(x, p, k, has_y);
    geometric(p, k, frame, has_y);
  }
  if (p->law->foretells) {
    turn_foretold(x, p, k, frame);
  }
  if (p->damped) {
    nu_tangent(p, k, frame);
  }
}
