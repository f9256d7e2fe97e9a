/* steps/pattern.h -- which entries of the matrices of nodes and blocks can be other than zero; once for each type.
 * Why:     positions of a body do not see its rotations, a held point sees a position by one number, and the like: two thirds of
 *          the fill of a chain. A zero that holds at random configurations, stresses and weights is a zero of the structure.
 * Who:     schemes on packs.
 */
#ifndef SN_STEPS_PATTERN_H
#define SN_STEPS_PATTERN_H
#include <stdint.h>

#include "steps/assembler.h"

/* A number between -1/2 and 1/2 that means nothing; four of them. */
double sn_any(uint64_t *seed);
SN_LANE_INLINE sn_lane sn_any_lane(uint64_t *seed)
{
  sn_lane out = lane(0);
  for (int l = 0; l < SN_LANES; l++) {
    out[l] = sn_any(seed);
  }
  return out;
}

/* The masks of all nodes, with `levels` unknowns of every rate of a node and one more where its category is odd: the last sees
   nothing but itself. */
sn_status sn_mark_nodes(const sn_packs *p, int levels, sn_layout *layout, sn_arena *arena, sn_error *error);
/* The masks of masses between nodes: unknowns that move the two vectors; a place sees another along the same axis only. The last
   level of one sees all others of a node that has no last level of its own: there it follows them. */
sn_status sn_mark_pairs(const sn_system *s, int levels, sn_layout *layout, sn_arena *arena, sn_error *error);

/* The masks of all blocks: of a linear constraint by its tangent, others are full. The iterate is of numbers that mean nothing, h is 1. */
sn_status sn_mark_packs(sn_assembler *a, const sn_stages *x, uint64_t *seed, sn_arena *arena, sn_error *error);

#endif
