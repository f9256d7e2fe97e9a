/* steps/node.h -- what the schemes on nodes share: the first guess of a step; units of multipliers.
 */
#ifndef SN_STEPS_NODE_H
#define SN_STEPS_NODE_H
#include "steps/step.h"

/* Numbers of a scheme on nodes in the state: mean accelerations of the last step and of the one before, and the sizes of these steps
   (0: there was none). The first ones of sn_state.scheme; a scheme may have more behind them. */
size_t sn_mean_numbers(const sn_system *s);
/* 1: no step has been made. */
int sn_is_first(const sn_state *x);
/* Mean acceleration of a vector over a step of size h to come, from those of the last two; where these have little to do with each
   other (after an impact, in vibrations that the step does not resolve) none. */
sn_v3 sn_foreseen(const sn_state *start, int vector, double h);
/* The mean acceleration of the step just made, for that. */
void sn_keep_mean(const sn_system *s, const sn_state *start, double h, sn_state *end);
/* Constant velocities v; directors turn with their mean angular velocity; moving frames as given. dq: q_f - q_i. */
void sn_predict(const sn_system *s, const sn_state *start, const sn_v3 *v, double h, sn_v3 *dq);

/* Unit of a constraint's multiplier times h^2: the least inertia that its row (of this power of a length) acts on. With it
   the columns of multipliers are as large as those of the nodes, however light or small the model is. */
double sn_multiplier_unit(const sn_system *s, const sn_block *b, int dimension);

#endif
