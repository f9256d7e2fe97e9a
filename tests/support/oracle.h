/* tests/support/oracle.h -- the trusted steps: every field of the scheme is an unknown, nothing is eliminated.
 * What:    SR(alpha) (the scheme `ed`) with q_f, v_f, y of every vector, s_c, s_d of every block and nu of every
 *          constraint, internal constraints of nodes included; and the one-stage EP. Dense, slow, simple; for tests of the steps only.
 * State:   the conventions of system/state.h: stress = s_c (tau_c of composites), sigma = internal multipliers, own.
 */
#ifndef SN_TESTS_ORACLE_H
#define SN_TESTS_ORACLE_H
#include "steps/step.h"

/* alpha: of all blocks without their own. On failure the state is unchanged. */
sn_status oracle_step(const sn_system *s, sn_state *x, double alpha, double h, sn_step_report *report, sn_error *error);
sn_status oracle_ep_step(const sn_system *s, sn_state *x, double h, sn_step_report *report, sn_error *error);

/* Newmark's family as on paper: all vectors and all multipliers are unknowns, including those of directors; a dense Newton
   method with a tangent by differences. Stresses at the end of the step in x->stress (linear blocks and composite constraints). */
typedef struct {
  double alpha_m, alpha_f, beta, gamma;
  sn_v3 *a, *second; /* n_vector: accelerations passed from step to step; the caller provides those of the start */
} oracle_newmark;
sn_status oracle_newmark_step(const sn_system *s, sn_state *x, oracle_newmark *m, double h, sn_error *error);

#endif
