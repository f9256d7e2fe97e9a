/* tests/support/oracle.h -- the trusted steps: every field of the scheme is an unknown, nothing is eliminated.
 * What:    SR(alpha) (the scheme `ed`) with q_f, v_f, y of every vector, s_c, s_d of every block and nu of every
 *          constraint, internal constraints of nodes included; and the one-stage EP. Dense, slow, simple; for tests of the steps only.
 * State:   the conventions of system/state.h: stress = s_c (tau_c of composites), sigma = internal multipliers, own.
 */
#ifndef SN_TESTS_ORACLE_H
#define SN_TESTS_ORACLE_H
#include "steps/step.h"

/* alpha: of everything that does not say otherwise. On failure the state is untouched. */
sn_status oracle_step(const sn_system *s, sn_state *x, double alpha, double h, sn_step_report *report, sn_error *error);
sn_status oracle_ep_step(const sn_system *s, sn_state *x, double h, sn_step_report *report, sn_error *error);

/* Newmark's family as it is written on paper: all vectors and all multipliers unknown, those of directors included; a dense Newton
   method with a tangent by differences. Stresses at the end of the step in x->stress (linear blocks and composite constraints). */
typedef struct {
  double alpha_m, alpha_f, beta, gamma;
  sn_v3 *a, *second; /* n_vector: what is handed on; those of the start are the caller's */
} oracle_newmark;
sn_status oracle_newmark_step(const sn_system *s, sn_state *x, oracle_newmark *m, double h, sn_error *error);

#endif
