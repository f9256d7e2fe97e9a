/* steps/one_stage/one_stage.h -- one-stage schemes on nodes: a scheme is a small table.
 * What:    the step  M end (dq - h v_i) + h^2 B(q_s)^T s = h^2 F(q_s, t_s),  v_f = end dq/h - (end - 1) v_i,  with
 *          q_s = q_i + at dq, t_s = t_i + at h, constraints met at the end; kernels, tangent, loads, ledger and messages are
 *          those of steps/one_stage for all of them. What differs from scheme to scheme is here. Schemes of Newmark's family hand
 *          accelerations from step to step besides: their tables are four numbers.
 * Theory:  docs/theory.md, one-stage schemes.
 * Who:     ep.c and midpoint.c, trapezoidal.c and hht.c are the examples; docs/architecture.md says how to add one.
 */
#ifndef SN_STEPS_ONE_STAGE_H
#define SN_STEPS_ONE_STAGE_H
#include "steps/step.h"

/* Where the stress of an elastic law or of a potential is taken. */
typedef enum {
  SN_STRESS_MEAN, /* its mean along the step, so that its work is the change of the energy: theory (12.1), (7.2) */
  SN_STRESS_STAGE /* the law at q_s */
} sn_stress_rule;

typedef struct sn_one_stage {
  double at;  /* where in the step forces act, 0 < at <= 1 */
  double end; /* velocity at the end: v_f = end dq/h - (end - 1) v_i; 2: dq/h is the mean of both */
  sn_stress_rule stress;
  /* Newmark's family (newmark.c fills them), with a and q'' handed on:
       h^2 q''_f = inertia (dq - free),   free = h v_i + h^2 (by_a a + by_q q''),
       h v_f = end dq + (1 - end) h v_i + h^2 known a,   a_f = a + ((dq - h v_i)/h^2 - a/2)/beta;
     forces and rates are those of the end. beta 0: nothing is handed on, inertia = end. */
  double beta, inertia, by_a, by_q, known;
} sn_one_stage;

/* The four numbers of a scheme of Newmark's family, theory (12.8). */
typedef struct sn_newmark_rule {
  double alpha_m, alpha_f, beta, gamma;
} sn_newmark_rule;

/* What the tables of all schemes with one stage have in common: { SN_ONE_STAGE, .name = ..., .stage = &stage }. Or of one whose stage
   depends on its settings: its own .create, which calls sn_one_stage_begin. */
#define SN_ONE_STAGE                                                                         \
  .create = sn_one_stage_create, .destroy = sn_one_stage_destroy, .step = sn_one_stage_step, \
  .unknowns = sn_one_stage_unknowns, .n_state = sn_one_stage_numbers
/* The same of Newmark's family: { SN_NEWMARK, .name = ..., .rule = rule }. */
#define SN_NEWMARK                                                                         \
  .create = sn_newmark_create, .destroy = sn_one_stage_destroy, .step = sn_one_stage_step, \
  .unknowns = sn_one_stage_unknowns, .n_state = sn_newmark_numbers

/* stage: is copied. */
sn_status sn_one_stage_begin(const sn_scheme *scheme, const sn_one_stage *stage, const sn_system *s,
                             const sn_step_options *o, sn_arena *arena, sn_stepper **out, sn_error *error);
sn_status sn_one_stage_create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                              sn_stepper **out, sn_error *error);
sn_status sn_newmark_create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                            sn_stepper **out, sn_error *error);
void sn_one_stage_destroy(sn_stepper *x);
sn_status sn_one_stage_step(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error);
int sn_one_stage_unknowns(const sn_stepper *x);
size_t sn_one_stage_numbers(const sn_system *s); /* n_state of a scheme that hands nothing on */
size_t sn_newmark_numbers(const sn_system *s);   /* of one of Newmark's family */
/* What to say of a scheme of Newmark's family that damps nothing. */
const char *sn_newmark_warn(int undamped, int constrained);

#endif
