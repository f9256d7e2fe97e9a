/* steps/paper/paper.h -- common ground of plain schemes: bare vectors and all multipliers as unknowns.
 * What:    a scheme is a small table of numbers (sn_paper_table); the rest - elements, exact tangent, Newton iteration,
 *          ledger - is written once. Internal constraints of nodes (orthonormal directors) are ordinary forms here.
 * Theory:  unknown configurations q_1 = q_f (and q_2 = q_j); a stage s acts between two configurations A and B:
 *          B_s = B((q_A + q_B)/2), hence B_s (q_B - q_A) = e_B - e_A exactly, and stresses
 *            elastic     s = K [ (e_A + e_B)/2 + (alpha/2)(e_B - e_A) ]   (alpha: in stages with excess)
 *            constraint  e_B = 0, s is the multiplier
 *            composite   s = tau n, n = mean gradient on the straight path with n.(e_B - e_A) = eps_B - eps_A
 *            rate        s of the rate sum_k rate[s][k] (e_k - e_i)/h.
 *          All rates are multiplied by h and all forces by h^2.
 * Limits:  for comparison, not for speed: the exact tangent is factorised in every iteration.
 * Who:     the schemes of steps/paper.
 */
#ifndef SN_STEPS_PAPER_H
#define SN_STEPS_PAPER_H
#include "math/linear.h"
#include "steps/step.h"
#include "system/kernel.h"

enum { SN_PLAIN_FIELDS = 2 }; /* most unknown configurations of a scheme */

/* Everything per h: row r of a vector is
     M ( sum_k inertia[r][k] (q_k - q_i) + inertia_v[r] h v_i ) + h^2 sum_s mix[r][s] F_s = 0,
   mix lower triangular with unit diagonal; h v_f = sum_k velocity[k] (q_k - q_i) + velocity_v h v_i; likewise the
   velocity jump, whose kinetic energy times `loss` is dissipated. There are as many stages and rows as unknown
   configurations. */
typedef struct {
  int n;                                          /* unknown configurations: 1: q_f, or 2: q_f and q_j */
  int from[SN_PLAIN_FIELDS], to[SN_PLAIN_FIELDS]; /* stages; 0: the start, k: unknown configuration k - 1 */
  int excess[SN_PLAIN_FIELDS]; /* 1: the stress of the stage carries the share alpha of numerical damping */
  double mix[SN_PLAIN_FIELDS][SN_PLAIN_FIELDS];
  double inertia[SN_PLAIN_FIELDS][SN_PLAIN_FIELDS], inertia_v[SN_PLAIN_FIELDS];
  double rate[SN_PLAIN_FIELDS][SN_PLAIN_FIELDS];
  double time[SN_PLAIN_FIELDS][2]; /* weights of the Gauss times t+, t- in given functions of time */
  double velocity[SN_PLAIN_FIELDS], velocity_v;
  double jump[SN_PLAIN_FIELDS], jump_v, loss;
} sn_paper_table;

/* A stepper of the scheme with this table; everything is allocated here. */
sn_status sn_paper_create(const sn_system *s, const sn_step_options *o, const sn_paper_table *table, sn_arena *arena,
                          sn_stepper **out, sn_error *error);
void sn_paper_destroy(sn_stepper *x);
sn_status sn_paper_step(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error);
int sn_paper_unknowns(const sn_stepper *x);

#endif
