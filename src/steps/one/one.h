/* steps/one/one.h -- one-stage schemes on nodes: a scheme is a small table.
 * What:    the step  M end (dq - h v_i) + h^2 B(q_s)^T s = h^2 F(q_s, t_s),  v_f = end dq/h - (end - 1) v_i,  with
 *          q_s = q_i + at dq, t_s = t_i + at h, constraints met at the end; kernels, tangent, loads, ledger and messages are
 *          those of steps/one for all of them. What differs from scheme to scheme is here.
 * Theory:  docs/theory.md, the schemes ep and midpoint.
 * Who:     ep.c and midpoint.c are the examples; docs/architecture.md says how to add one.
 */
#ifndef SN_STEPS_ONE_H
#define SN_STEPS_ONE_H
#include "steps/step.h"

/* Where the stress of an elastic law or of a potential is taken. */
typedef enum {
  SN_STRESS_MEAN, /* its mean along the step, so that its work is the change of the energy: theory (12.1), (7.2) */
  SN_STRESS_STAGE /* the law at q_s */
} sn_stress_place;

typedef struct {
  double at;  /* where in the step forces act, 0 < at <= 1 */
  double end; /* velocity at the end: v_f = end dq/h - (end - 1) v_i; 2: dq/h is the mean of both */
  sn_stress_place stress;
} sn_one_stage;

/* For the table of the scheme (steps/step.h); create calls the first. */
sn_status sn_one_create(const sn_scheme *scheme, const sn_one_stage *stage, const sn_system *s,
                        const sn_step_options *o, sn_arena *arena, sn_stepper **out, sn_error *error);
void sn_one_destroy(sn_stepper *x);
sn_status sn_one_step(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error);
int sn_one_unknowns(const sn_stepper *x);

#endif
