/* steps/ed/rows.c -- constraints of the energy-decaying step whose multipliers are forces or moments in ground axes.
 * Why:     multipliers along axes of a body turn with it, which couples the two bodies of a joint; a force in ground axes does not,
 *          and a third of the factorisation is left. The rows are the same, the residual is exact; only the unknowns differ.
 * Theory:  docs/theory.md, translation at the nodes: held points (11.9)-(11.12), axes (11.13), (11.14).
 */
#include <string.h>

#include "steps/ed/lanes.h"
#include "steps/rows.h"

/* compliance of a held point: that of its rows, each along its axis */
SN_LANE_INLINE void soften_point(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
{
  const int nc = p->is->offset[p->type->n_node], n = p->is->n_local;
  SN_ASSERT(nc + 6 <= n);
  for (int f = 0; f < 3; f++) {
    const sn_lv3 axis = k->point[p->type->axis[f]].f;
    sn_lane soft = lane(0);
    for (int l = 0; l < SN_LANES; l++) {
      soft[l] = sn_compliance(&x->now, p, f, l);
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        const sn_lane share = soft * axis.x[i] * axis.x[j];
        for (int s = 0; s < 4; s++) { /* s / 2: row a, b */
          k->law.T[(nc + 3 * (s / 2) + i) * n + nc + 3 * (s % 2) + j] -= share * lane(x->now.answer[s / 2][s % 2]);
        }
      }
    }
  }
}

/* The force of a held point acts on the vectors of the gap by their weights; rows: the gap at the end, -1/6 of the gap of w. */
SN_CLONES void ed_point_tangent(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
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
    SN_ASSERT(slot >= 0 && slot < h->n_vec && first + 2 * h->n_rate <= nc);
    const ed_field *v = k->vector + a;
    for (int c = 0; c < 3; c++) {
      sn_lv3 axis = lv3_zero();
      axis.x[c] = w;
      if (slot < h->has_x) {
        k->law.T[(first + c) * n + nc + 3 + c] += w * unit;
        k->law.T[(first + h->n_rate + c) * n + nc + c] += w * unit;
        k->law.T[(nc + c) * n + first + c] += w;
        k->law.T[(nc + 3 + c) * n + first + h->n_rate + c] += w * lane(-1.0 / 6);
        continue;
      }
      sn_lane minus[3] = {lane(0)}, plus[3] = {lane(0)}, end[3] = {lane(0)}, turned[3] = {lane(0)};
      sn_add_rotation(h, frame[r].axis, lv3_cross(ed_state(v, -1), axis), minus);
      sn_add_rotation(h, frame[r].axis, lv3_cross(ed_state(v, 1), axis), plus);
      sn_add_rotation(h, frame[r].turn, lv3_cross(v->f, axis), end);
      sn_add_rotation(h, frame[r].turn, ed_turned(frame + r, slot - h->has_x, axis), turned);
      const sn_lv3 z = ed_z_of(frame + r, slot - h->has_x, axis);
      for (int j = 0; j < h->n_rot; j++) {
        k->law.T[(first + o + j) * n + nc + 3 + c] += minus[j] * unit;
        k->law.T[(first + h->n_rate + o + j) * n + nc + c] += plus[j] * unit;
        k->law.T[(nc + c) * n + first + o + j] += end[j];
        k->law.T[(nc + 3 + c) * n + first + o + j] += turned[j] * lane(-1.0 / 6);
        k->law.T[(nc + 3 + c) * n + first + h->n_rate + o + j] += z.x[j] * lane(-1.0 / 6);
      }
    }
  }
  soften_point(x, p, k);
}

/* The moment of a pair of axes changes by its multiplier alone: what the node adds for forces that turn with its own directors
   (11.3) is taken back here, theory (11.13). */
SN_CLONES void ed_axes_tangent(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
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
              const sn_lane stress = lane(x->now.hh) * p->is->coefficient[f] * (p->s_c[f] + lane(sign) * p->s_d[f]);
              force = lv3_axpy(force, stress, s ? k->pp[other] : k->pm[other]);
            }
          }
          moment = lv3_add(moment, lv3_cross(lv3_scale(p->is->weight[w], d), force));
        }
        sn_add_rotation(h, frame[m].axis, moment, row);
        for (int c = 0; c < h->n_rot; c++) {
          k->law.T[(first + s * h->n_rate + o + c) * n + first + level * h->n_rate + i] -= row[c];
        }
      }
    }
  }
}

/* The force of a held point changes by what was found, although its axes turn: theory (11.12). */
SN_CLONES void ed_point_update(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  for (int s = 0; s < 2; s++) {
    const sn_lane sign = lane(s ? -1 : 1);
    sn_lane stress[3];
    sn_lv3 turn[3];
    for (int i = 0; i < 3; i++) {
      stress[i] = p->s_c[i] + sign * p->s_d[i];
      turn[i] = lv3_axpy(k->Fp[t->axis[i]], sign * lane(HALF), k->pp[t->axis[i]]);
    }
    sn_point_multipliers(&x->now, p, p->dual + 9 * s, stress, turn, k->law.mu + 3 * s);
  }
}

/* The same for the moment of axes: what is left of its change in their plane, theory (11.14). */
SN_CLONES void ed_axes_update(const sn_stepper *x, const sn_law_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(t->rows == SN_ROWS_AXES && t->n_form <= 3);
  for (int s = 0; s < 2; s++) {
    const sn_lane half = lane(s ? -HALF : HALF), sign = lane(s ? -1 : 1);
    sn_lane stress[3];
    sn_axes axes[3];
    for (int f = 0; f < t->n_form; f++) {
      const sn_term m = t->of->term[f];
      stress[f] = p->s_c[f] + sign * p->s_d[f];
      axes[f] = (sn_axes){lv3_axpy(k->pc[m.i], half, k->point[m.i].d), lv3_axpy(k->pc[m.j], half, k->point[m.j].d),
                          lv3_axpy(k->Fp[m.i], half, k->pp[m.i]), lv3_axpy(k->Fp[m.j], half, k->pp[m.j])};
    }
    sn_axes_multipliers(&x->now, p, axes, stress, k->law.mu + t->n_form * s);
  }
}
