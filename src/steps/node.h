/* steps/node.h -- what the schemes on nodes share: the first guess of a step; units of multipliers.
 */
#ifndef SN_STEPS_NODE_H
#define SN_STEPS_NODE_H
#include "steps/step.h"

/* Constant velocities v; directors turn with their mean angular velocity; moving frames as given. dq: q_f - q_i. */
void sn_predict(const sn_system *s, const sn_state *start, const sn_v3 *v, double h, sn_v3 *dq);

/* Unit of a constraint's multiplier times h^2: the least inertia that its row (of this power of a length) acts on. With it
   the columns of multipliers are as large as those of the nodes, however light or small the model is. */
double sn_multiplier_unit(const sn_system *s, const sn_block *b, int dimension);

#endif
