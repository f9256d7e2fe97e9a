/* steps/one/rows.c -- constraints of a one-stage step whose multipliers are forces or moments in ground axes.
 * Why:     multipliers along axes of a body turn with it, which couples the two bodies of a joint; a force in ground axes does not,
 *          and a third of the factorisation is left. The rows are the same, the residual is exact; only the unknowns differ.
 * Theory:  docs/theory.md, one-stage schemes (12.2), (12.3).
 */
#include <math.h>
#include <string.h>

#include "steps/one/inside.h"

/* The force of a held point acts on the vectors of the gap by their weights; rows: the gap at the end. */
SN_CLONES void one_point_tangent(const sn_stepper *x, const one_pack *p, one_work *k)
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
    sn_lane *column = k->T + p->is->offset[r] * n + nc, *row = k->T + nc * n + p->is->offset[r];
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
      const sn_block *b = x->s->block + p->is->block[l];
      const double hold = sn_hold(x->o.dependent, b, f) + sn_give(b, f, unit[l], x->hh);
      for (int i = 0; i < 9 && hold > 0; i++) {
        k->T[(nc + i / 3) * n + nc + i % 3][l] -= hold * axis.x[i / 3][l] * axis.x[i % 3][l];
      }
    }
  }
}

/* The moment of a pair of axes changes by its multiplier alone: what the node adds for forces that turn with its own directors is
   taken back here. */
SN_CLONES void one_axes_tangent(const sn_stepper *x, const one_pack *p, one_work *k)
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
        force = lv3_axpy(force, lane(x->hh) * p->is->coefficient[f] * p->s[f], k->point[other].s);
      }
    }
    const int first = p->is->offset[m] + 3 * t->shape[m].has_x;
    SN_ASSERT(t->slot[a] >= t->shape[m].has_x && first + t->shape[m].n_rot <= n); /* directors only */
    sn_lane_add_arm(k->frame + m, k->frame + m, lane(-x->stage->at) * p->is->weight[w], k->vector[a].f, force,
                    k->T + first * n + first, n);
  }
}

/* a row that is held keeps its multiplier */
static void hold(const sn_stepper *x, const one_pack *p, sn_lane *ds)
{
  SN_ASSERT(p->law->is_multiplier && p->n_mult == p->type->n_form);
  for (int f = 0; f < p->n_mult && x->o.dependent; f++) {
    for (int l = 0; l < SN_LANES; l++) {
      ds[f][l] = sn_hold(x->o.dependent, x->s->block + p->is->block[l], f) > 0 ? 0 : ds[f][l];
    }
  }
}

/* The force of a held point changes by what was found, although its axes turn. */
SN_CLONES void one_point_update(const sn_stepper *x, const one_pack *p, const one_work *k, const sn_lane *mu,
                                sn_lane *ds)
{
  const sn_pack_type *t = p->type;
  sn_lv3 change = {{mu[0], mu[1], mu[2]}}, dual[3];
  SN_ASSERT(t->rows == SN_ROWS_POINT && p->n_mult == 3);
  for (int i = 0; i < 3; i++) {
    change = lv3_axpy(change, lane(-x->stage->at) * p->s[i], k->change[t->axis[i]]);
  }
  memcpy(dual, p->dual, sizeof dual);
  for (int i = 0; i < 3; i++) {
    ds[i] = lv3_dot(dual[i], change);
  }
  hold(x, p, ds);
}

/* The same for the moment of axes: what is left of its change in their plane. */
SN_CLONES void one_axes_update(const sn_stepper *x, const one_pack *p, const one_work *k, const sn_lane *mu,
                               sn_lane *ds)
{
  const sn_pack_type *t = p->type;
  const int n = t->n_form;
  SN_ASSERT(t->rows == SN_ROWS_AXES && n >= 1 && n <= 3 && p->n_mult == n);
  sn_lv3 arm[3], dual[3], turn = lv3_zero();
  for (int f = 0; f < n; f++) {
    const sn_term m = t->of->term[f];
    const sn_lv3 u = k->point[m.i].s, v = k->point[m.j].s;
    const sn_lv3 change = lv3_add(lv3_cross(k->change[m.i], v), lv3_cross(u, k->change[m.j]));
    arm[f] = lv3_cross(u, v);
    turn = lv3_axpy(turn, lane(x->stage->at) * p->s[f], change);
  }
  if (n == 1) {
    dual[0] = lv3_scale(lane(1) / lv3_dot(arm[0], arm[0]), arm[0]);
  } else {
    arm[2] = n == 2 ? lv3_cross(arm[0], arm[1]) : arm[2];
    lv3_dual(arm, dual);
  }
  for (int f = 0; f < n; f++) {
    const sn_lane back = lv3_dot(dual[f], turn);
    for (int l = 0; l < SN_LANES; l++) { /* axes in line have no moment: nothing to take back */
      ds[f][l] = mu[f][l] - (isfinite(back[l]) ? back[l] : 0);
    }
  }
  hold(x, p, ds);
}
