/* laws/rate.h -- what dampers of stops (composite.c) and friction (friction.c) have in common with other rate laws (rate.c). */
#ifndef SN_LAWS_RATE_H
#define SN_LAWS_RATE_H
#include "laws/stages.h"
#include "system/kernel.h"

double sn_rate_at_instant(const sn_block *b, const sn_scalar_point *at, double d[3]); /* sn_law.scalar_stress */
extern const sn_stage_law sn_rate_one;                                                /* in a step of one stage */
/* sn_stage_law.stress and .respond, of friction too */
void sn_rate_stress_one(const sn_stages *x, sn_law_pack *p, sn_law_work *k);
void sn_rate_stress_two(const sn_stages *x, sn_law_pack *p, sn_law_work *k);
void sn_rate_respond_one(const sn_stages *x, const sn_law_pack *p, sn_law_work *k);
void sn_rate_respond_two(const sn_stages *x, const sn_law_pack *p, sn_law_work *k);

/* Strains and rates of the forms of block `lane` at a stage, which sn_law_pack.law asks for: strains into e, rates into edot. */
SN_LANE_INLINE void sn_scalar_see(const sn_law_pack *p, const sn_law_work *k, int lane, int stage, double *e)
{
  SN_ASSERT(lane < p->is->n && p->type->n_form <= SN_MAX_COMPOSITE_FORMS);
  for (int f = 0; f < p->type->n_form; f++) {
    e[f] = k->e[stage][f][lane];
    p->scalar[lane].edot[stage][f] = k->r[stage][f][lane];
  }
}
/* l_c, l_d of the forms by tau and the gradient at the stages. */
SN_LANE_INLINE void sn_scalar_forces(sn_law_pack *p, int n)
{
  for (int l = 0; l < SN_LANES; l++) {
    const sn_law_scalar *s = p->scalar + (l < p->is->n ? l : p->is->n - 1);
    for (int f = 0; f < p->type->n_form; f++) {
      const double plus = s->tau[0] * s->grad[0][f], minus = n == 2 ? s->tau[1] * s->grad[1][f] : plus;
      p->l_c[f][l] = n == 2 ? 0.5 * (plus + minus) : plus;
      if (n == 2) {
        p->l_d[f][l] = 0.5 * (plus - minus);
      }
    }
  }
}

/* What the blocks of a pack have at a stage, side by side: gradient, rates of the forms, Hessian (n_form apart), stress. */
typedef struct {
  sn_lane *grad, *edot, *hess, tau;
} sn_scalar_lanes;
/* room: 2 n_form + n_form^2. */
SN_LANE_INLINE sn_scalar_lanes sn_scalar_lanes_at(const sn_law_pack *p, int stage, sn_lane *room)
{
  const int nf = p->type->n_form;
  sn_scalar_lanes out = {room, room + nf, room + 2 * nf, lane(0)};
  for (int l = 0; l < SN_LANES; l++) {
    const sn_law_scalar *s = p->scalar + (l < p->is->n ? l : p->is->n - 1);
    out.tau[l] = s->tau[stage];
    for (int f = 0; f < nf; f++) {
      out.grad[f][l] = s->grad[stage][f];
      out.edot[f][l] = s->edot[stage][f];
    }
    for (int f = 0; f < nf * nf; f++) {
      out.hess[f][l] = s->hess[stage][f];
    }
  }
  return out;
}

/* friction.c: tau at the stages and its derivatives by rates and normal forces there. */
void sn_friction_stress(const sn_stages *x, const sn_block *c, sn_law_scalar *s);
/* 1: the joint sticks in the whole step, which does not resolve its bristle: its slip at the end is noise. */
int sn_friction_holds(const sn_stages *x, const sn_law_pack *p, int lane);

#endif
