/* steps/pack_plan.h -- packs cut into parts for threads, and what schemes on nodes keep beside them for the laws (laws/stages.h).
 * Who:     schemes on nodes.
 */
#ifndef SN_STEPS_PACK_PLAN_H
#define SN_STEPS_PACK_PLAN_H
#include "laws/stages.h"
#include "steps/cut.h"

/* What a scheme says of blocks and nodes before they are packed: those of different category are never side by side (-1: left out, by friction
   that only counts), sizes of the nodes and multipliers of the blocks in the layout. n_block or n_node numbers each, zero. */
typedef struct {
  int *category, *node_category, *size, *multipliers;
  const unsigned char *away; /* n_block, 1: left out (sn_step_options.away); NULL: none */
} sn_pack_plan;
sn_status sn_pack_plan_new(const sn_system *s, const unsigned char *away, sn_arena *arena, sn_pack_plan *out,
                           sn_error *error);
/* Packs by that plan, cut into parts. own: the first number that its categories do not use (sn_pack_categories). */
sn_status sn_pack_plan_make(const sn_system *s, const sn_pack_plan *plan, int own, const sn_cut *share, sn_arena *arena,
                            sn_packs *out, sn_error *error);

/* Rows of constraints that a block owns: forms, one of a composite, none. */
int sn_constraint_rows(const sn_block *b);

/* What a law keeps of a pack in a scheme of n stages: all but its forces and what damping asks for. */
sn_status sn_law_pack_new(const sn_system *s, const sn_pack *is, const sn_stage_law *law, int n, sn_arena *arena,
                          sn_law_pack *out, sn_error *error);
/* Scratch as large as the largest of these packs needs, and a matrix of `least` unknowns. */
sn_status sn_law_work_new(const sn_law_pack *pack, int n_pack, int least, int n, sn_arena *arena, sn_law_work *out,
                          sn_error *error);
/* After a solve: increments of the multipliers of a pack into the work, in true units; those of nu are taken up. rhs: the solution. */
void sn_take_multipliers(const sn_stages *x, sn_law_pack *p, const double *rhs, sn_law_work *k);

#endif
