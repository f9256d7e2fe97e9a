/* steps/load.h -- loads at the stages of a step on nodes: forces, and how they change with the vectors of their node.
 * Theory:  docs/theory.md, loads. All vectors of a load belong to one node.
 * Who:     ed/load.c, one_stage/load.c, which say where the vectors are at a stage and how unknowns move them.
 */
#ifndef SN_STEPS_LOAD_H
#define SN_STEPS_LOAD_H
#include "laws/stages.h"

typedef struct {
  sn_v3 F[SN_STAGES][4];
  double K[SN_STAGES][144]; /* by q */
  double *D[SN_STAGES];     /* by v; NULL: it does not depend on it */
} sn_step_load;

/* One for every load of the system. */
sn_status sn_step_loads_new(const sn_system *s, int n, sn_arena *arena, sn_step_load **out, sn_error *error);
/* Forces at a stage, its vectors at q with velocities v there (all vectors of the system). */
void sn_step_load_forces(const sn_stages *x, int load, int stage, const sn_v3 *q, const sn_v3 *v, sn_step_load *l);
/* to -= h^2 F on a vector of its node at a stage */
void sn_step_load_on(const sn_stages *x, int load, int stage, int vector, const sn_step_load *l, sn_v3 *to);
/* 1: forces change with the node, or its velocity. */
int sn_step_load_moves(const sn_load *c);
/* -h^2 times the change of the force on its vector a at a stage when its vectors change by dq, their velocities by dv; 4 each. */
sn_v3 sn_step_load_change(const sn_stages *x, int load, int stage, int a, const sn_v3 *dq, const sn_v3 *dv,
                          const sn_step_load *l);

#endif
