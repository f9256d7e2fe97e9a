/* steps/residual.h -- the largest rows of a step that failed.
 * What:    rows are compared by how far what is left in them would move the model alone: a force or moment over the inertia
 *          it acts on times h^2, a gap as it is; lengths over the size of the model, angles in radians. A gap is a row over
 *          the size of its gradient, so it is in metres or radians whatever the form looks like.
 * Who:     the schemes, when they have failed: a good step costs nothing here.
 */
#ifndef SN_STEPS_RESIDUAL_H
#define SN_STEPS_RESIDUAL_H
#include "steps/assembler.h"

/* Balance of a node, N or N m left: row j along ground axis j, or about `axis` (unit; q: of all vectors). Several stages of
   one row count once. */
void sn_rank_force(const sn_system *s, int node, int j, double value, double h, sn_step_report *report);
void sn_rank_moment(const sn_system *s, int node, int j, sn_v3 axis, const sn_v3 *q, double value, double h,
                    sn_step_report *report);
/* Row of a constraint block (0 for a composite). value: of the form, or of the composite strain. */
void sn_rank_constraint(const sn_system *s, int block, int row, const sn_v3 *q, const double *own, double value,
                        sn_step_report *report);

/* All rows of a scheme on nodes: balances in its right-hand side (those of its stages only), constraints. q: of all vectors. */
void sn_rank_rows(const sn_assembler *a, const sn_stages *x, const sn_v3 *q, sn_step_report *report);

/* Something is not finite: a row of the report, its last increment or its ledger. */
int sn_is_broken(const sn_step_report *report);

#endif
