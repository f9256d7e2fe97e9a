/* steps/ed/rows.c -- constraints of the energy-decaying step whose multipliers are forces or moments in ground axes.
 * Why:     multipliers along axes of a body turn with it, which couples the two bodies of a joint; a force in ground axes does not,
 *          and a third of the factorisation is left. The rows are the same, the residual is exact; only the unknowns differ.
 * Theory:  docs/theory.md, translation at the nodes: held points (11.9)-(11.12), axes (11.13), (11.14).
 */
#include <string.h>

#include "steps/ed/lanes.h"
#include "steps/ed/law.h"

/* what the motion of a mass does to (a, b) of its row by forces s+, s-, so that a soft row answers like one on a lighter body */
static const double SOFT_A[2] = {0.25 - 0.25 / R3, 0.25 + 0.25 / R3}, SOFT_B = 1.0 / 12;

static double give(const sn_stepper *x, const ed_pack *p, int row, int l)
{
  SN_ASSERT(row >= 0 && row < p->n_mult && l >= 0 && l < SN_LANES);
  return sn_give(x->s->block + p->is->block[l], row, p->unit[row][l], x->hh);
}

void ed_soften(const sn_stepper *x, const ed_pack *p, int row, ed_work *k)
{
  const int nc = p->is->offset[p->type->n_node], n = p->is->n_local, nm = p->n_mult;
  SN_ASSERT(row >= 0 && row < nm && nc + 2 * nm <= n);
  sn_lane soft = lane(0);
  for (int l = 0; l < SN_LANES; l++) {
    soft[l] = ed_soft(x, p->is->block[l], row) + give(x, p, row, l);
  }
  for (int s = 0; s < 2; s++) {
    k->T[(nc + row) * n + nc + s * nm + row] -= soft * lane(SOFT_A[s]);
    k->T[(nc + nm + row) * n + nc + s * nm + row] += soft * lane(SOFT_B);
  }
}

/* compliance of a held point: that of its rows, each along its axis */
SN_LANE_INLINE void soften_point(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const int nc = p->is->offset[p->type->n_node], n = p->is->n_local;
  SN_ASSERT(nc + 6 <= n);
  for (int f = 0; f < 3; f++) {
    const sn_lv3 axis = k->point[p->type->axis[f]].f;
    sn_lane soft = lane(0);
    for (int l = 0; l < SN_LANES; l++) {
      soft[l] = ed_soft(x, p->is->block[l], f) + give(x, p, f, l);
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        const sn_lane share = soft * axis.x[i] * axis.x[j];
        for (int s = 0; s < 2; s++) {
          k->T[(nc + i) * n + nc + 3 * s + j] -= share * lane(SOFT_A[s]);
          k->T[(nc + 3 + i) * n + nc + 3 * s + j] += share * lane(SOFT_B);
        }
      }
    }
  }
}

/* The force of a held point acts on the vectors of the gap by their weights; rows: the gap at the end, -1/6 of the gap of w. */
SN_CLONES void ed_point_tangent(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int nc = p->is->offset[t->n_node], n = p->is->n_local;
  const ed_frame *frame = k->frame;
  const sn_lane unit = p->unit[0];
  SN_ASSERT(t->rows == SN_ROWS_POINT && p->n_mult == 3);
  for (int l = 0; l < SN_LANES; l++) { /* one unit for all axes */
    SN_ASSERT(p->unit[1][l] == unit[l] && p->unit[2][l] == unit[l]);
  }
  for (int m = 0; m < t->n_weight; m++) {
    const int a = t->w_vector[m], r = t->node_of[a];
    if (t->w_point[m] != t->gap || r < 0) {
      continue;
    }
    const sn_node_shape *h = t->shape + r;
    const sn_lane w = p->is->weight[m];
    const int first = p->is->offset[r], o = 3 * h->has_x, slot = t->slot[a];
    SN_ASSERT(slot >= 0 && slot < h->n_vec && first + 2 * h->n1 <= nc);
    const ed_field *v = k->vector + a;
    for (int c = 0; c < 3; c++) {
      sn_lv3 axis = lv3_zero();
      axis.x[c] = w;
      if (slot < h->has_x) {
        k->T[(first + c) * n + nc + 3 + c] += w * unit;
        k->T[(first + h->n1 + c) * n + nc + c] += w * unit;
        k->T[(nc + c) * n + first + c] += w;
        k->T[(nc + 3 + c) * n + first + h->n1 + c] += w * lane(-1.0 / 6);
        continue;
      }
      sn_lane minus[3] = {lane(0)}, plus[3] = {lane(0)}, end[3] = {lane(0)}, turned[3] = {lane(0)};
      sn_add_rotation(h, frame[r].axis, lv3_cross(ed_state(v, -1), axis), minus);
      sn_add_rotation(h, frame[r].axis, lv3_cross(ed_state(v, 1), axis), plus);
      sn_add_rotation(h, frame[r].turn, lv3_cross(v->f, axis), end);
      sn_add_rotation(h, frame[r].turn, ed_turned(frame + r, slot - h->has_x, axis), turned);
      const sn_lv3 z = ed_z_of(frame + r, slot - h->has_x, axis);
      for (int j = 0; j < h->n_rot; j++) {
        k->T[(first + o + j) * n + nc + 3 + c] += minus[j] * unit;
        k->T[(first + h->n1 + o + j) * n + nc + c] += plus[j] * unit;
        k->T[(nc + c) * n + first + o + j] += end[j];
        k->T[(nc + 3 + c) * n + first + o + j] += turned[j] * lane(-1.0 / 6);
        k->T[(nc + 3 + c) * n + first + h->n1 + o + j] += z.x[j] * lane(-1.0 / 6);
      }
    }
  }
  soften_point(x, p, k);
}

/* The moment of a pair of axes changes by its multiplier alone: what the node adds for forces that turn with its own directors
   (11.3) is taken back here, theory (11.13). */
SN_CLONES void ed_axes_tangent(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local;
  SN_ASSERT(t->rows == SN_ROWS_AXES && t->n_term == t->n_form);
  const ed_frame *frame = k->frame;
  for (int m = 0; m < t->n_node; m++) {
    const sn_node_shape *h = t->shape + m;
    const int o = 3 * h->has_x, first = p->is->offset[m];
    for (int j = 0; j < 2 * h->n_rot; j++) {
      const int level = j >= h->n_rot, i = o + (level ? j - h->n_rot : j);
      for (int s = 0; s < 2; s++) { /* minus, plus */
        const double sign = s ? 1 : -1;
        sn_lv3 moment = lv3_zero();
        sn_lane row[3] = {lane(0), lane(0), lane(0)};
        for (int w = 0; w < t->n_weight; w++) {
          const int a = t->w_vector[w];
          if (t->node_of[a] != m) {
            continue;
          }
          sn_lv3 dq, dw, force = lv3_zero();
          ed_move(frame + m, t->slot[a], k->vector[a].f, level, i, &dq, &dw);
          const sn_lv3 d = lv3_axpy(lv3_scale(lane(0.5 + sign * HALF), dq), lane(-1.0 / 12), dw);
          for (int f = 0; f < t->n_form; f++) {
            const sn_term q = t->of->term[f];
            const int other = q.i == t->w_point[w] ? q.j : q.j == t->w_point[w] ? q.i : -1;
            if (other >= 0) {
              const sn_lane stress = lane(x->hh) * p->is->coefficient[f] * (p->s_c[f] + lane(sign) * p->s_d[f]);
              force = lv3_axpy(force, stress, s ? k->pp[other] : k->pm[other]);
            }
          }
          moment = lv3_add(moment, lv3_cross(lv3_scale(p->is->weight[w], d), force));
        }
        sn_add_rotation(h, frame[m].axis, moment, row);
        for (int c = 0; c < h->n_rot; c++) {
          k->T[(first + s * h->n1 + o + c) * n + first + level * h->n1 + i] -= row[c];
        }
      }
    }
  }
}
