/* steps/ed/lanes.h -- kernels of the energy-decaying step that several of its files inline: four vectors, points or nodes at once.
 * Theory:  docs/theory.md, translation at the nodes: columns of w by rotations of q_f and by z (11.5).
 */
#ifndef SN_STEPS_ED_LANES_H
#define SN_STEPS_ED_LANES_H
#include "pack/lanes.h"
#include "steps/ed/ed_private.h"

/* q+ and q- of a vector or point: sign 1, -1 */
SN_LANE_INLINE sn_lv3 ed_state(const ed_field *v, double sign)
{
  return lv3_axpy(lv3_axpy(v->f, lane(sign * HALF - 0.5), v->d), lane(-1.0 / 12), v->w);
}

/* Four nodes: dual vectors, how w follows rotations, directions of the rotations of unknowns and of rows (fibres). */
struct ed_frame {
  const sn_node_shape *shape;
  sn_lv3 e[3], t[3][3]; /* t[director][rotation] */
  sn_lv3 turn[2], axis[2];
  sn_lane by[LEVEL][2 * LEVEL]; /* eta by the unknowns, where it follows */
};

SN_LANE_INLINE void ed_load_frame(const sn_stepper *x, const sn_node_shape *h, const int *node, ed_frame *out)
{
  sn_lane raw[COLUMNS];
  const double *from[4];
  out->shape = h;
  out->turn[0] = out->turn[1] = out->axis[0] = out->axis[1] = lv3_zero();
  for (int l = 0; l < 4 && ed_eta_of(h->category) == ETA_FOLLOWS; l++) {
    for (int i = 0; i < h->n_rate; i++) {
      for (int j = 0; j < 2 * h->n_rate; j++) {
        out->by[i][j][l] = x->node[node[l]].follow->by[i][j];
      }
    }
  }
  if (h->n_dir == 0) {
    return;
  }
  SN_ASSERT(x->node[node[0]].columns && h->n_rot >= 2);
  for (int l = 0; l < 4; l++) {
    from[l] = x->node[node[l]].columns->e[0];
  }
  lane_load(from, COLUMNS, raw);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      out->e[k].x[i] = raw[3 * k + i];
      for (int j = 0; j < 3; j++) {
        out->t[k][j].x[i] = raw[9 + 9 * k + 3 * i + j];
      }
    }
  }
  for (int j = 0; j < 2 && h->n_rot == 2; j++) {
    for (int i = 0; i < 3; i++) {
      out->turn[j].x[i] = raw[36 + 3 * j + i];
      for (int l = 0; l < 4; l++) {
        out->axis[j].x[i][l] = x->node[node[l]].axis[j].x[i];
      }
    }
  }
}

/* Q.dw of director k by rotations, as a vector; by z */
SN_LANE_INLINE sn_lv3 ed_turned(const ed_frame *n, int k, sn_lv3 Q)
{
  return (sn_lv3){{lv3_dot(n->t[k][0], Q), lv3_dot(n->t[k][1], Q), lv3_dot(n->t[k][2], Q)}};
}
SN_LANE_INLINE sn_lv3 ed_z_of(const ed_frame *n, int k, sn_lv3 Q)
{
  SN_ASSERT(k >= 0 && k < n->shape->n_dir);
  const int K = n->shape->member[k], p = (K + 1) % 3, q = (K + 2) % 3; /* dw_K = z_q e^p - z_p e^q */
  sn_lv3 z = lv3_zero();
  z.x[q] = lv3_dot(n->e[p], Q);
  z.x[p] = -lv3_dot(n->e[q], Q);
  return z;
}

/* increments of the vector in `slot` by unknown i of a level (0: q_f, 1: w) of its node; f: the vector at q_f */
SN_LANE_INLINE void ed_move(const ed_frame *n, int slot, sn_lv3 f, int level, int i, sn_lv3 *dq, sn_lv3 *dw)
{
  const sn_node_shape *h = n->shape;
  const int j = i - h->n_x, k = slot - h->has_x;
  SN_ASSERT(slot >= 0 && slot < h->n_vec && i >= 0 && i < h->n_rate);
  *dq = *dw = lv3_zero();
  if (k < 0) {
    if (j < 0) {
      (level ? dw : dq)->x[i] = lane(1);
    }
  } else if (j >= 0 && level == 0 && h->n_rot == 2) {
    *dq = lv3_cross(n->turn[j], f);
    for (int c = 0; c < 3; c++) {
      dw->x[c] =
          n->t[k][0].x[c] * n->turn[j].x[0] + n->t[k][1].x[c] * n->turn[j].x[1] + n->t[k][2].x[c] * n->turn[j].x[2];
    }
  } else if (j >= 0 && level == 0) {
    sn_lv3 axis = lv3_zero();
    axis.x[j] = lane(1);
    *dq = lv3_cross(axis, f);
    *dw = n->t[k][j];
  } else if (j >= 0) {
    const int K = h->member[k], p = (K + 1) % 3, q = (K + 2) % 3;
    if (j == q) {
      *dw = n->e[p];
    } else if (j == p) {
      *dw = lv3_scale(lane(-1), n->e[q]);
    }
  }
}

/* vectors of four nodes, by slot */
SN_LANE_INLINE void ed_load_node(const sn_stepper *x, const sn_node_pack *p, ed_field *v)
{
  for (int a = 0; a < p->shape.n_vec; a++) {
    const double *from[4];
    for (int l = 0; l < 4; l++) {
      from[l] = x->vector[p->vector[a][l]].at[0];
    }
    v[a].f = lv3_load(from, 4 * OF_F);
    v[a].d = lv3_load(from, 4 * OF_DQ);
    v[a].w = lv3_load(from, 4 * OF_W);
    v[a].y = lv3_load(from, 4 * OF_Y);
  }
}

/* vectors of a pack side by side, their points, and the states of these */
SN_LANE_INLINE void ed_load_vectors(const sn_stepper *x, const sn_law_pack *p, int with_y, ed_field *out)
{
  for (int a = 0; a < p->type->n_vec; a++) {
    const int *v = p->is->vector + SN_LANES * a;
    const double *from[4];
    for (int l = 0; l < 4; l++) {
      from[l] = x->vector[v[l]].at[0];
    }
    out[a].f = lv3_load(from, 4 * OF_F);
    out[a].d = lv3_load(from, 4 * OF_DQ);
    out[a].w = lv3_load(from, 4 * OF_W);
    out[a].y = with_y ? lv3_load(from, 4 * OF_Y) : lv3_zero();
  }
}

SN_LANE_INLINE void ed_interpolate(const sn_law_pack *p, int with_y, const ed_field *v, ed_field *out)
{
  const sn_pack_type *t = p->type;
  const int *first = t->of->w_first;
  for (int k = 0; k < t->n_point; k++) { /* point by point: its sums stay in registers */
    sn_lv3 f = lv3_zero(), d = lv3_zero(), w = lv3_zero(), y = lv3_zero();
    for (int m = first[k]; m < first[k + 1]; m++) {
      const sn_lane weight = p->is->weight[m];
      const ed_field *from = v + t->w_vector[m];
      f = lv3_axpy(f, weight, from->f);
      d = lv3_axpy(d, weight, from->d);
      w = lv3_axpy(w, weight, from->w);
      if (with_y) {
        y = lv3_axpy(y, weight, from->y);
      }
    }
    out[k].f = f;
    out[k].d = d;
    out[k].w = w;
    out[k].y = y;
  }
}

SN_LANE_INLINE void ed_take_up(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
{
  ed_load_vectors(x, p, p->has_y, k->vector);
  ed_interpolate(p, p->has_y, k->vector, k->point);
  for (int i = 0; i < p->type->n_point; i++) {
    const ed_field *q = k->point + i;
    k->pc[i] = lv3_axpy(lv3_axpy(q->f, lane(-0.5), q->d), lane(-1.0 / 12), q->w);
    k->pp[i] = lv3_axpy(k->pc[i], lane(HALF), q->d);
    k->pm[i] = lv3_axpy(k->pc[i], lane(-HALF), q->d);
    k->pu[i] = lv3_axpy(q->w, -p->ra, q->y);
  }
}

#endif
