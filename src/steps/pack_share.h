/* steps/pack_share.h -- packs cut into parts for threads, and units of their multipliers.
 * Who:     schemes on nodes.
 */
#ifndef SN_STEPS_PACK_SHARE_H
#define SN_STEPS_PACK_SHARE_H
#include "pack/pack.h"
#include "steps/share.h"

/* Cuts them into parts of about equal cost, for threads. */
sn_status sn_packs_share(const sn_system *s, const sn_share *share, sn_arena *arena, sn_packs *packs, sn_error *error);

/* Rows of constraints that a block owns: forms, one of a composite, none. */
int sn_constraint_rows(const sn_block *b);
/* Units of the multipliers of a pack, times h^2. */
void sn_pack_units(const sn_system *s, const sn_pack *p, int n, sn_lane *unit);

#endif
