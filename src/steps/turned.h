/* steps/turned.h -- the turned factor: the matrix of a mesh, factored once for its drawn shape, serves every step of that size.
 * What:    a mesh of points under small strains has, but for a rotation, the matrix of its drawn shape. Rows of the residual are turned back
 *          by the rotation of the stage, increments forward by that at the end of the step. What joints, loads and others see of a mesh is a
 *          small dense matrix at its ports, the nodes that anything else acts on; it goes into the system of the rest (a superelement).
 * Why:     a factorisation of a mesh costs 15 to 150 of its solves; a turned factor asks for a few solves more.
 * Theory:  docs/theory.md, the turned factor. Residuals stay exact, so balances do: a step that does not contract is made anew with tangents.
 * State:   none that is hidden. The factor depends on the drawn shape and the step size alone, so a resumed run has the same bits.
 */
#ifndef SN_STEPS_TURNED_H
#define SN_STEPS_TURNED_H
#include "steps/assembler.h"

typedef struct sn_turned sn_turned;

/* 1: an element of a solid, which has more strains than nodes. Elements of cables and bars are none: they turn too much from one to the
   next, and keep the Delta of their stresses. */
static inline int sn_is_of_solid(const sn_block *b)
{
  enum { LEAST_CORNERS = 4 };
  return sn_is_material(b->law) && b->n_node >= LEAST_CORNERS && b->n_form > b->n_node;
}

/* Which nodes and blocks are meshes: before they are packed. *out NULL: none is large enough. stages: with two, meshes whose
   elements see a frame are none. */
sn_status sn_turned_plan(const sn_system *s, sn_arena *arena, int stages, sn_turned **out, sn_error *error);
/* Of a mesh of the turned factor; t NULL: 0. */
int sn_turned_has_node(const sn_turned *t, int node);
int sn_turned_has_block(const sn_turned *t, int block);
int sn_turned_has_pair(const sn_turned *t, int pair);
/* After the pattern of the assembler is marked: linear systems of the meshes and of the rest. */
sn_status sn_turned_make(sn_turned *t, sn_assembler *a, sn_arena *arena, sn_error *error);
void sn_turned_free(sn_turned *t); /* NULL is fine */

/* Before a step of this size: the factor, unless it is there. The iterate is lost where it has to be made, which counts as a factorisation. */
sn_status sn_turned_factor(sn_turned *t, double h, int *factorisations);
/* After the first guess of a step: meshes move on as rigid bodies. The guess of every point by itself stretches a mesh, and large stresses of
   an iterate give moments about its drawn shape that turn it away. */
void sn_turned_start(sn_turned *t);
/* In an iteration, with all forces known: the matrix of the rest, and the superelements. Then rhs becomes the solution. */
sn_status sn_turned_assemble(sn_turned *t);
sn_status sn_turned_solve(sn_turned *t);

#endif
