/* laws/rate.h -- what dampers of stops (composite.c) and friction (friction.c) have in common with other rate laws (rate.c). */
#ifndef SN_LAWS_RATE_H
#define SN_LAWS_RATE_H
#include "laws/stages.h"

double sn_rate_at_instant(const sn_block *b, const sn_scalar_point *at, double d[3]); /* sn_law.scalar_stress */
extern const sn_stage_law sn_rate_one;                                                /* in a step of one stage */
/* sn_stage_law.stress and .respond, of friction too */
void sn_rate_stress_one(const sn_stages *x, sn_law_pack *p, sn_law_work *k);
void sn_rate_stress_two(const sn_stages *x, sn_law_pack *p, sn_law_work *k);
void sn_rate_respond_one(const sn_stages *x, const sn_law_pack *p, sn_law_work *k);
void sn_rate_respond_two(const sn_stages *x, const sn_law_pack *p, sn_law_work *k);

/* friction.c: tau at the stages and its derivatives by rates and normal forces there. */
void sn_friction_stress(const sn_stages *x, const sn_block *c, sn_law_scalar *s);
/* 1: the joint sticks in the whole step, which does not resolve its bristle: its slip at the end is noise. */
int sn_friction_holds(const sn_stages *x, const sn_law_pack *p, int lane);

#endif
