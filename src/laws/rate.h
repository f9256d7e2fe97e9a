/* laws/rate.h -- what dampers of stops (composite.c) have in common with other rate laws (rate.c). */
#ifndef SN_LAWS_RATE_H
#define SN_LAWS_RATE_H
#include "laws/stages.h"

double sn_rate_at_instant(const sn_block *b, const sn_scalar_point *at, double d[3]); /* sn_law.scalar_stress */
extern const sn_stage_law sn_rate_one;                                                /* in a step of one stage */

#endif
