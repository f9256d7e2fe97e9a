/* steps/ed/law.h -- tables of the laws in the energy-decaying step, and what their tangents share; for steps/ed only. */
#ifndef SN_STEPS_ED_LAW_H
#define SN_STEPS_ED_LAW_H
#include "steps/ed/inside.h"

extern const ed_law ed_driven_law, ed_potential_law, ed_given_law; /* composites: composite.c */
extern const ed_law ed_rate_path_law;                              /* composite.c */
extern const ed_law ed_viscous_law, ed_rate_law;                   /* rate.c */
extern const ed_law ed_feedback_law;                               /* feedback.c */

/* rows.c: constraints whose multipliers are forces or moments in ground axes */
void ed_point_tangent(const sn_stepper *x, const ed_pack *p, ed_work *k);
void ed_axes_tangent(const sn_stepper *x, const ed_pack *p, ed_work *k);
/* Compliance of a row of a multiplier in T. */
void ed_soften(const sn_stepper *x, const ed_pack *p, int row, ed_work *k);

#endif
