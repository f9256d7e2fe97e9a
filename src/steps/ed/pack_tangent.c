/* steps/ed/pack_tangent.c -- packs of blocks in the linear system of the energy-decaying step.
 * How:     B of every form is translated once at the nodes: rows by forces at q-, q+ and of eta (L), strains by the unknowns (X).
 *          The law turns columns of strains into columns of stresses (S); the matrix is L^T S plus the geometric part. All loops
 *          run over lists of the type with four blocks side by side; the product keeps three rows by four columns in registers.
 * Theory:  docs/theory.md, translation at the nodes.
 */
#include <string.h>

#include "pack/forms.h"
#include "steps/ed/lanes.h"

/* ---- translation of B */

/* rows and columns of one form by one vector of a node */
typedef struct {
  sn_lane *L, *Xa, *Xb, *X0, *Xe; /* of the node */
} target;

/* strains of A.dq + Q.dw by the two levels of the node */
SN_LANE_INLINE void add_columns(const ed_frame *n, int slot, sn_lv3 f, sn_lv3 A, sn_lv3 Q, sn_lane *to)
{
  const sn_node_shape *h = n->shape;
  SN_ASSERT(slot >= 0 && slot < h->n_vec);
  if (slot < h->has_x) {
    sn_add_first(h, to, A);
    sn_add_first(h, to + h->n_rate, Q);
    return;
  }
  const int k = slot - h->has_x, o = h->n_x;
  const sn_lv3 theta = lv3_add(lv3_cross(f, A), ed_turned(n, k, Q));
  sn_lv3 z = ed_z_of(n, k, Q);
  sn_add_rotation(h, n->turn, theta, to + o);
  for (int j = 0; j < h->n_rot; j++) {
    to[h->n_rate + o + j] += z.x[j];
  }
}

/* the same of A.dq alone: w does not matter */
SN_LANE_INLINE void add_end_columns(const ed_frame *n, int slot, sn_lv3 f, sn_lv3 A, sn_lane *to)
{
  const sn_node_shape *h = n->shape;
  SN_ASSERT(slot >= 0 && slot < h->n_vec);
  if (slot < h->has_x) {
    sn_add_first(h, to, A);
  } else {
    sn_add_rotation(h, n->turn, lv3_cross(f, A), to + h->n_x);
  }
}

/* rows of a force B at configuration q */
SN_LANE_INLINE void add_rows(const ed_frame *n, int slot, sn_lv3 q, sn_lv3 B, sn_lane *to)
{
  const sn_node_shape *h = n->shape;
  SN_ASSERT(slot >= 0 && slot < h->n_vec);
  if (slot < h->has_x) {
    sn_add_first(h, to, B);
  } else {
    sn_add_rotation(h, n->axis, lv3_cross(q, B), to + h->n_x);
  }
}

/* b by eta, Y/6: an unknown of its own with its row, or what the others take with them */
SN_LANE_INLINE void add_eta_columns(const ed_frame *n, int slot, const sn_lane *Y, const target *to)
{
  const sn_node_shape *h = n->shape;
  const int n_rate = h->n_rate, first = slot < h->has_x ? 0 : h->n_x, end = slot < h->has_x ? h->n_x : n_rate;
  SN_ASSERT(end <= n_rate && n_rate <= LEVEL);
  for (int i = first; i < end && ed_eta_is_unknown(h->category); i++) {
    to->Xb[2 * n_rate + i] += lane(1.0 / 6) * Y[i];
    to->L[2 * n_rate + i] += lane(-1 / R3) * Y[i];
  }
  for (int i = first; i < end && ed_eta_of(h->category) == ETA_FOLLOWS; i++) {
    const sn_lane y = lane(1.0 / 6) * Y[i];
    for (int j = first; j < end; j++) {
      to->Xb[j] += y * n->by[i][j];
      to->Xb[n_rate + j] += y * n->by[i][n_rate + j];
    }
  }
}

SN_LANE_INLINE void path_columns(const sn_law_pack *p, const ed_work *k, const ed_frame *n, int a, const ed_field *B,
                                 const target *to)
{
  const int slot = p->type->slot[a];
  const sn_lv3 f = k->vector[a].f;
  const int n_rate = n->shape->n_rate;
  const sn_lv3 Bc = lv3_axpy(lv3_axpy(B->f, lane(-0.5), B->d), lane(-1.0 / 12), B->w);
  const sn_lv3 Bu = lv3_axpy(B->w, -p->ra, B->y);
  SN_ASSERT(!p->law->is_rate && n->shape == p->type->shape + p->type->node_of[a]);
  const sn_lv3 P = lv3_axpy(lv3_scale(lane(-1.0 / 12), Bu), lane(-1.0 / 3), B->d);
  const sn_lv3 Q = lv3_axpy(lv3_scale(lane(-1.0 / 6), Bc), lane(1.0 / 72), Bu);
  add_rows(n, slot, k->vm[a], lv3_axpy(Bc, lane(-HALF), B->d), to->L);
  add_rows(n, slot, k->vp[a], lv3_axpy(Bc, lane(HALF), B->d), to->L + n_rate);
  add_end_columns(n, slot, f, B->f, to->Xa);
  add_columns(n, slot, f, P, Q, to->Xb);
  if (p->law->sees_alone) {
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

SN_LANE_INLINE void rate_columns(const sn_stepper *x, const sn_law_pack *p, const ed_work *k, const ed_frame *n, int a,
                                 const ed_field *B, const target *to)
{
  const int slot = p->type->slot[a];
  const sn_lv3 f = k->vector[a].f;
  const sn_lv3 Bc = lv3_axpy(lv3_axpy(B->f, lane(-0.5), B->d), lane(-1.0 / 12), B->w);
  for (int s = 0; s < 2; s++) {
    const double sign = s ? -1 : 1, at = s ? C_MINUS : C_PLUS;
    const sn_lv3 Bs = lv3_axpy(Bc, lane(sign * HALF), B->d);
    const sn_lv3 Bv = lv3_scale(lane(1 / x->now.h), lv3_axpy(B->d, lane(sign * HALF), B->w)); /* B of the velocities */
    add_rows(n, slot, s ? k->vm[a] : k->vp[a], Bs, to->L + (s ? 0 : n->shape->n_rate));
    add_columns(n, slot, f, lv3_scale(lane(at), Bs), lv3_scale(lane(-1.0 / 12), Bs), s ? to->X0 : to->Xa);
    add_columns(n, slot, f, lv3_axpy(lv3_scale(lane(1 / x->now.h), Bs), lane(at), Bv),
                lv3_axpy(lv3_scale(lane(sign * HALF / x->now.h), Bs), lane(-1.0 / 12), Bv), s ? to->Xe : to->Xb);
  }
}

SN_LANE_INLINE void translate(const sn_stepper *x, const sn_law_pack *p, ed_work *k, const ed_frame *frame)
{
  const sn_pack_type *t = p->type;
  const int nc = p->is->offset[t->n_node];
  SN_ASSERT(t->rows != SN_ROWS_POINT && nc <= p->is->n_local);
  const size_t size = sizeof(sn_lane) * (size_t)(nc * t->n_form);
  memset(k->law.L, 0, size);
  memset(k->law.A, 0, size);
  memset(k->law.B, 0, size);
  if (p->law->sees_alone || p->law->is_rate) {
    memset(k->law.B0, 0, size); /* E[1] of rate laws */
  }
  if (p->law->is_rate) {
    memset(k->law.R[1], 0, size);
  }
  for (int f = 0; f < t->n_form; f++) {
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      const int r = t->node_of[g->vector], at = f * nc + p->is->offset[r];
      SN_ASSERT(r >= 0 && r < t->n_node && g->first <= g->end);
      const target to = {k->law.L + at, k->law.A + at, k->law.B + at, k->law.B0 + at, k->law.R[1] + at};
      ed_field B = {lv3_zero(), lv3_zero(), lv3_zero(), lv3_zero()};
      for (int s = g->first; s < g->end; s++) {
        const sn_gradient_term *q = t->share + s;
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
SN_LANE_INLINE void nu_tangent(const sn_law_pack *p, ed_work *k, const ed_frame *frame)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local, nc = p->is->offset[t->n_node], base = nc + 2 * p->n_mult;
  SN_ASSERT(base + p->n_mult == n && p->n_mult == (p->start ? 1 : t->n_form));
  for (int f = 0; f < t->n_form; f++) {
    const int row = p->start ? 0 : f;
    const sn_lane share = p->start ? p->start[f] : lane(1);
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      const int r = t->node_of[g->vector], n_rate = t->shape[r].n_rate, first = p->is->offset[r] + 2 * n_rate;
      SN_ASSERT(first + n_rate <= p->is->offset[r + 1] && row < p->n_mult); /* its nodes have eta */
      const ed_field *v = k->vector + g->vector;
      sn_lv3 B = lv3_zero();
      sn_lane G[LEVEL];
      for (int s = g->first; s < g->end; s++) {
        const sn_gradient_term *q = t->share + s;
        const ed_field *point = k->point + q->point;
        B = lv3_axpy(B, p->is->coefficient[q->term] * p->is->weight[q->weight] * share, lv3_sub(point->f, point->d));
      }
      for (int j = 0; j < LEVEL; j++) {
        G[j] = lane(0);
      }
      add_rows(frame + r, t->slot[g->vector], lv3_sub(v->f, v->d), B, G);
      for (int j = 0; j < n_rate; j++) {
        k->law.T[(base + row) * n + first + j] += G[j];
        k->law.T[(first + j) * n + base + row] += G[j] * p->unit[row];
      }
    }
  }
  for (int i = 0; i < p->n_mult; i++) {
    k->law.T[(base + i) * n + base + i] = -p->soft[i] * p->unit[i];
  }
}

/* ---- the product with the columns of stresses */

/* levels of rows of a node */
SN_LANE_INLINE int levels_of(const sn_node_shape *h, int has_y)
{
  return has_y && ed_eta_is_unknown(h->category) ? 3 : 2;
}

SN_LANE_INLINE void products(const sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int has_y = p->has_y && !p->damped;
  SN_ASSERT(!p->law->is_multiplier);
  for (int s = 0; s < (has_y ? 3 : 2); s++) {
    const sn_product product = {k->law.L,       s == 0 ? k->law.S[1] : s == 1 ? k->law.S[0] : k->law.Sy,
                                k->law.T,       p->is->offset[t->n_node],
                                p->is->n_local, 0};
    for (int r = 0; r < t->n_node; r++) {
      if (s < levels_of(t->shape + r, has_y)) {
        SN_ASSERT(p->is->offset[r] + (s + 1) * t->shape[r].n_rate <= p->is->offset[r + 1]);
        sn_product_node(&product, t, r, p->is->offset[r] + s * t->shape[r].n_rate);
      }
    }
  }
}

/* ---- geometric part: stresses at hand on vectors that move */

/* The matrix of a node turns the forces at hand with its directors (11.3); where the stresses were predicted, the tangent wants those
   of them: the difference, on the vectors of the pack. */
SN_LANE_INLINE void predicted_forces(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  for (int a = 0; a < t->n_vec; a++) {
    k->on[0][a] = k->on[1][a] = lv3_zero();
  }
  if (!p->law->predicts) {
    return;
  }
  SN_ASSERT(!p->law->is_rate && p->s_c != p->l_c);
  for (int i = 0; i < t->n_point; i++) {
    k->Fp[i] = k->Fm[i] = lv3_zero();
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const sn_lane c = lane(x->now.hh) * p->is->coefficient[i], dc = p->s_c[m.form] - p->l_c[m.form],
                  dd = p->s_d[m.form] - p->l_d[m.form];
    k->Fp[m.i] = lv3_axpy(k->Fp[m.i], c * (dc + dd), k->pp[m.j]);
    k->Fp[m.j] = lv3_axpy(k->Fp[m.j], c * (dc + dd), k->pp[m.i]);
    k->Fm[m.i] = lv3_axpy(k->Fm[m.i], c * (dc - dd), k->pm[m.j]);
    k->Fm[m.j] = lv3_axpy(k->Fm[m.j], c * (dc - dd), k->pm[m.i]);
  }
  for (int w = 0; w < t->n_weight; w++) {
    sn_lv3 *minus = k->on[0] + t->w_vector[w], *plus = k->on[1] + t->w_vector[w];
    *minus = lv3_axpy(*minus, p->is->weight[w], k->Fm[t->w_point[w]]);
    *plus = lv3_axpy(*plus, p->is->weight[w], k->Fp[t->w_point[w]]);
  }
}

/* Gm, Gp, Gy: of q-, q+ and of y */
SN_LANE_INLINE void stiffen(const sn_stepper *x, const sn_law_pack *p, ed_work *k, int has_y)
{
  const sn_pack_type *t = p->type;
  const sn_lane *sc = p->law->is_rate ? p->l_c : p->s_c, *sd = p->law->is_rate ? p->l_d : p->s_d;
  SN_ASSERT(sc != sd && x->now.hh > 0 && (!has_y || p->has_y));
  sn_lane *s = k->law.e[0];
  for (int plus = 0; plus < 2; plus++) {
    for (int f = 0; f < t->n_form; f++) {
      s[f] = plus ? sc[f] + sd[f] : sc[f] - sd[f];
    }
    sn_pack_stiffen(p->is, s, lane(x->now.hh), plus ? k->Gp : k->Gm);
  }
  if (has_y && p->law->sees_alone) {
    sn_pack_stiffen(p->is, p->l_y, lane(-x->now.hh / R3) * p->ra, k->Gy);
  }
  for (int i = 0; i < t->n_vec * t->n_vec && has_y && !p->law->sees_alone; i++) { /* s_y is s_d */
    k->Gy[i] = lane(-0.5 / R3) * p->ra * (k->Gp[i] - k->Gm[i]);
  }
}

/* Where a level of rows is: forces at q-, at q+, of eta by the start. Increments of q_f and w move its configuration by these. */
static const struct {
  double by_q, by_w;
} stage[3] = {{C_MINUS, -1.0 / 12}, {C_PLUS, -1.0 / 12}, {0.5, -1.0 / 12}};

/* Directors of a node by its rotations: at the configurations of the rows, by level of unknowns and rotation. */
typedef struct {
  sn_lv3 at[3][2][3][3]; /* [rows][level][rotation][director] */
} moves;
SN_LANE_INLINE void find_moves(const sn_law_pack *p, const ed_work *k, const ed_frame *frame, int m, int levels,
                               moves *out)
{
  const sn_node_shape *h = frame[m].shape;
  for (int d = 0; d < h->n_dir; d++) {
    SN_ASSERT(levels >= 2 && levels <= 3);
    const int b = p->type->local[4 * m + h->has_x + d];
    for (int j = 0; j < 2 * h->n_rot && b >= 0; j++) {
      const int level = j >= h->n_rot, i = level ? j - h->n_rot : j;
      sn_lv3 dq, dw;
      ed_move(frame + m, h->has_x + d, k->vector[b].f, level, h->n_x + i, &dq, &dw);
      for (int s = 0; s < levels; s++) {
        out->at[s][level][i][d] = lv3_axpy(lv3_scale(lane(stage[s].by_q), dq), lane(stage[s].by_w), dw);
      }
    }
  }
}

/* Forces on node r when vectors of node m move: x times the move on its position, u x the move as moment; by slots of m. */
typedef struct {
  sn_lane x[4];
  sn_lv3 u[4];
} pull;
SN_LANE_INLINE pull pull_of(const sn_law_pack *p, const ed_work *k, int r, int m, int s)
{
  const sn_pack_type *t = p->type;
  const int nv = t->n_vec, *row = t->local + 4 * r, *by = t->local + 4 * m, has_x = t->shape[r].has_x;
  SN_ASSERT(r >= 0 && r < t->n_node && m >= 0 && m < t->n_node && s >= 0 && s < 3);
  const sn_lane *G = s == 0 ? k->Gm : s == 1 ? k->Gp : k->Gy;
  const sn_lv3 *q = s == 0 ? k->vm : s == 1 ? k->vp : k->vi;
  pull out;
  for (int c = 0; c < t->shape[m].n_vec; c++) {
    const int b = by[c];
    out.u[c] = lv3_zero();
    out.x[c] = b >= 0 && has_x && row[0] >= 0 ? G[row[0] * nv + b] : lane(0);
    for (int a = has_x; a < t->shape[r].n_vec && b >= 0; a++) {
      if (row[a] >= 0) {
        out.u[c] = lv3_axpy(out.u[c], G[row[a] * nv + b], q[row[a]]);
      }
    }
    if (r == m && s < 2 && b >= 0 && c >= has_x) { /* the difference turns with the directors of its own node */
      out.u[c] = lv3_sub(out.u[c], k->on[s][b]);
    }
  }
  return out;
}

/* T += rows of node r by a force and a moment, in one column */
SN_LANE_INLINE void add_wrench(const ed_frame *r, sn_lv3 force, sn_lv3 moment, sn_lane *T, int n)
{
  const sn_node_shape *h = r->shape;
  sn_lane turn[3] = {lane(0), lane(0), lane(0)};
  for (int i = 0; i < h->n_x; i++) {
    T[i * n] += force.x[i];
  }
  sn_add_rotation(h, r->axis, moment, turn);
  for (int j = 0; j < h->n_rot; j++) {
    T[(h->n_x + j) * n] += turn[j];
  }
}

/* the rows at stage s of node r by all unknowns of node m */
SN_LANE_INLINE void geometric_pair(const sn_law_pack *p, ed_work *k, const ed_frame *frame, int r, int m, int s,
                                   const moves *by)
{
  const sn_node_shape *h = frame[m].shape;
  const int n = p->is->n_local, o = h->n_x, *local = p->type->local + 4 * m + h->has_x;
  SN_ASSERT(p->is->offset[r] + (s + 1) * frame[r].shape->n_rate <= p->is->offset[r + 1]);
  sn_lane *T = k->law.T + (p->is->offset[r] + s * frame[r].shape->n_rate) * n + p->is->offset[m];
  const pull g = pull_of(p, k, r, m, s);
  for (int level = 0; level < 2; level++, T += h->n_rate) {
    const sn_lane part = lane(level ? stage[s].by_w : stage[s].by_q);
    for (int i = 0; i < o; i++) {
      sn_lv3 e = lv3_zero();
      e.x[i] = part;
      add_wrench(frame + r, lv3_scale(g.x[0], e), lv3_cross(g.u[0], e), T + i, n);
    }
    for (int j = 0; j < h->n_rot; j++) {
      sn_lv3 force = lv3_zero(), moment = lv3_zero();
      for (int d = 0; d < h->n_dir; d++) {
        if (local[d] >= 0 && !(level == 1 && j == h->member[d])) { /* z about a director leaves it */
          const sn_lv3 *v = &by->at[s][level][j][d];
          force = lv3_axpy(force, g.x[h->has_x + d], *v);
          moment = lv3_add(moment, lv3_cross(g.u[h->has_x + d], *v));
        }
      }
      add_wrench(frame + r, force, moment, T + o + j, n);
    }
  }
}

SN_LANE_INLINE void geometric(const sn_law_pack *p, ed_work *k, const ed_frame *frame, int has_y)
{
  const sn_pack_type *t = p->type;
  for (int m = 0; m < t->n_node; m++) {
    moves by;
    find_moves(p, k, frame, m, has_y ? 3 : 2, &by);
    for (int r = 0; r < t->n_node; r++) {
      for (int s = 0; s < levels_of(t->shape + r, has_y); s++) {
        geometric_pair(p, k, frame, r, m, s, &by);
      }
    }
  }
}

SN_CLONES const sn_lane *ed_pack_tangent(sn_stepper *x, int pack, int part)
{
  const sn_law_pack *p = x->pack + pack;
  ed_work *k = x->work + part;
  const sn_pack_type *t = p->type;
  ed_frame *frame = k->frame;
  if (p->idle) {
    return NULL;
  }
  SN_ASSERT(t->n_node > 0 && p->is->n_local >= p->is->offset[t->n_node] + (p->damped ? 3 : 2) * p->n_mult);
  memset(k->law.T, 0, sizeof(sn_lane) * (size_t)(p->is->n_local * p->is->n_local));
  ed_take_up(x, p, k);
  for (int a = 0; a < t->n_vec; a++) {
    k->vp[a] = ed_state(k->vector + a, 1);
    k->vm[a] = ed_state(k->vector + a, -1);
    k->vi[a] = lv3_sub(k->vector[a].f, k->vector[a].d);
  }
  for (int r = 0; r < t->n_node; r++) {
    ed_load_frame(x, t->shape + r, p->is->node + SN_LANES * r, frame + r);
  }
  if (t->rows == SN_ROWS_POINT) {
    ed_point_tangent(x, p, k);
  } else {
    translate(x, p, k, frame);
    p->law->respond(&x->now, p, &k->law);
  }
  if (t->rows == SN_ROWS_AXES) {
    ed_axes_tangent(x, p, k);
  }
  if (!p->law->is_multiplier) {
    products(p, k);
  }
  SN_ASSERT(t->rows == SN_ROWS_GENERAL || !p->law->predicts);
  if (t->rows == SN_ROWS_GENERAL) {
    const int has_y = p->has_y && !p->damped;
    predicted_forces(x, p, k);
    stiffen(x, p, k, has_y);
    geometric(p, k, frame, has_y);
  }
  if (p->damped) {
    nu_tangent(p, k, frame);
  }
  return k->law.T;
}
