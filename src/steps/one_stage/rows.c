/* steps/one_stage/rows.c -- constraints of a one-stage step whose multipliers are forces or moments in ground axes.
 * Why:     multipliers along axes of a body turn with it, which couples the two bodies of a joint; a force in ground axes does not,
 *          and a third of the factorisation is left. The rows are the same, the residual is exact; only the unknowns differ.
 * Theory:  docs/theory.md, one-stage schemes (12.2), (12.3).
 */
#include "steps/rows.h"
#include "steps/one_stage/one_stage_private.h"

/* The force of a held point acts on the vectors of the gap by their weights; rows: the gap at the end. */
SN_CLONES void one_point_tangent(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  const int nc = p->is->offset[t->n_node], n = p->is->n_local;
  const sn_lane unit = p->unit[0];
  SN_ASSERT(t->rows == SN_ROWS_POINT && p->n_mult == 3 && nc + 3 == n);
  for (int l = 0; l < SN_LANES; l++) { /* one unit for all axes */
    SN_ASSERT(p->unit[1][l] == unit[l] && p->unit[2][l] == unit[l]);
  }
  for (int m = 0; m < t->n_weight; m++) {
    const int a = t->w_vector[m], r = t->node_of[a];
    if (t->w_point[m] != t->gap || r < 0) {
      continue;
    }
    const sn_lane_frame *node = k->frame + r;
    const sn_node_shape *h = node->shape;
    const sn_lane w = p->is->weight[m];
    sn_lane *column = k->law.T + p->is->offset[r] * n + nc, *row = k->law.T + nc * n + p->is->offset[r];
    if (t->slot[a] < h->has_x) {
      for (int c = 0; c < 3; c++) {
        column[c * n + c] += w * unit;
        row[c * n + c] += w;
      }
    } else {
      sn_lane_add_moment(node, lv3_scale(w * unit, k->vector[a].s), 3, column + 3 * h->has_x * n, n);
      sn_lane_add_turned(node, lv3_scale(w, k->vector[a].f), 3, row + 3 * h->has_x, n);
    }
  }
  for (int f = 0; f < 3; f++) { /* a row that is held, or gives: along its axis */
    const sn_lv3 axis = k->point[t->axis[f]].f;
    for (int l = 0; l < SN_LANES; l++) {
      const double hold = sn_compliance(&x->now, p, f, l);
      for (int i = 0; i < 9 && hold > 0; i++) {
        k->law.T[(nc + i / 3) * n + nc + i % 3][l] -= hold * axis.x[i / 3][l] * axis.x[i % 3][l];
      }
    }
  }
}

/* The moment of a pair of axes changes by its multiplier alone: what the node adds for forces that turn with its own directors is
   taken back here. */
SN_CLONES void one_axes_tangent(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local;
  SN_ASSERT(t->rows == SN_ROWS_AXES && t->n_term == t->n_form);
  for (int w = 0; w < t->n_weight; w++) {
    const int a = t->w_vector[w], m = t->node_of[a];
    if (m < 0) {
      continue;
    }
    sn_lv3 force = lv3_zero();
    for (int f = 0; f < t->n_form; f++) {
      const sn_term q = t->of->term[f];
      const int other = q.i == t->w_point[w] ? q.j : q.j == t->w_point[w] ? q.i : -1;
      if (other >= 0) {
        force = lv3_axpy(force, lane(x->now.hh) * p->is->coefficient[f] * p->s_c[f], k->point[other].s);
      }
    }
    const int first = p->is->offset[m] + 3 * t->shape[m].has_x;
    SN_ASSERT(t->slot[a] >= t->shape[m].has_x && first + t->shape[m].n_rot <= n); /* directors only */
    sn_lane_add_arm(k->frame + m, k->frame + m, lane(-x->stage->at) * p->is->weight[w], k->vector[a].f, force,
                    k->law.T + first * n + first, n);
  }
}

/* The force of a held point changes by what was found, although its axes turn. */
SN_CLONES void one_point_update(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  sn_lane stress[3];
  sn_lv3 turn[3];
  for (int i = 0; i < 3; i++) {
    stress[i] = lane(x->stage->at) * p->s_c[i];
    turn[i] = k->change[p->type->axis[i]];
  }
  sn_point_multipliers(&x->now, p, p->dual, stress, turn, k->law.mu);
}

/* The same for the moment of axes: what is left of its change in their plane. */
SN_CLONES void one_axes_update(const sn_stepper *x, const sn_law_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  sn_lane stress[3];
  sn_axes axes[3];
  SN_ASSERT(t->rows == SN_ROWS_AXES && t->n_form <= 3);
  for (int f = 0; f < t->n_form; f++) {
    const sn_term m = t->of->term[f];
    stress[f] = lane(x->stage->at) * p->s_c[f];
    axes[f] = (sn_axes){k->point[m.i].s, k->point[m.j].s, k->change[m.i], k->change[m.j]};
  }
  sn_axes_multipliers(&x->now, p, axes, stress, k->law.mu);
}
