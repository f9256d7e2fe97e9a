/* steps/rows.h -- multipliers of the forms of a constraint by the force or moment in ground axes that a solve found, at one stage.
 * Theory:  docs/theory.md (11.12), (11.14); one-stage schemes (12.3).
 * Who:     ed/rows.c, one_stage/rows.c.
 */
#ifndef SN_STEPS_ROWS_H
#define SN_STEPS_ROWS_H
#include <math.h>
#include <string.h>

#include "laws/stages.h"

/* a row that is held keeps its multiplier */
SN_LANE_INLINE void sn_hold_rows(const sn_stages *x, const sn_law_pack *p, sn_lane *ds)
{
  SN_ASSERT(p->law->is_multiplier && p->n_mult == p->type->n_form);
  for (int f = 0; f < p->n_mult && x->dependent; f++) {
    for (int l = 0; l < SN_LANES; l++) {
      ds[f][l] = sn_hold(x->dependent, x->s->block + p->is->block[l], f) > 0 ? 0 : ds[f][l];
    }
  }
}

/* A held point: mu is the change of its force, then of its multipliers. dual: of the axes; turn: how they turned. */
SN_LANE_INLINE void sn_point_multipliers(const sn_stages *x, const sn_law_pack *p, const sn_lane *dual,
                                         const sn_lane *stress, const sn_lv3 *turn, sn_lane *mu)
{
  sn_lv3 change = {{mu[0], mu[1], mu[2]}}, axis[3];
  SN_ASSERT(p->type->rows == SN_ROWS_POINT && p->n_mult == 3);
  memcpy(axis, dual, sizeof axis);
  for (int i = 0; i < 3; i++) {
    change = lv3_axpy(change, -stress[i], turn[i]);
  }
  for (int i = 0; i < 3; i++) {
    mu[i] = lv3_dot(axis[i], change);
  }
  sn_hold_rows(x, p, mu);
}

/* Two directions of a row, and how they turned. */
typedef struct {
  sn_lv3 u, v, du, dv;
} sn_axes;
/* Axes: mu are changes of the multipliers along the moments at hand, then of the multipliers. */
SN_LANE_INLINE void sn_axes_multipliers(const sn_stages *x, const sn_law_pack *p, const sn_axes *axes,
                                        const sn_lane *stress, sn_lane *mu)
{
  const int n = p->type->n_form;
  sn_lv3 arm[3], dual[3], turn = lv3_zero();
  SN_ASSERT(p->type->rows == SN_ROWS_AXES && n >= 1 && n <= 3 && p->n_mult == n);
  for (int f = 0; f < n; f++) {
    const sn_axes *r = axes + f;
    arm[f] = lv3_cross(r->u, r->v);
    turn = lv3_axpy(turn, stress[f], lv3_add(lv3_cross(r->du, r->v), lv3_cross(r->u, r->dv)));
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
      mu[f][l] -= isfinite(back[l]) ? back[l] : 0;
    }
  }
  sn_hold_rows(x, p, mu);
}

#endif
