/* steps/layout_private.h -- what layout.c and layout_order.c share. */
#ifndef SN_STEPS_LAYOUT_PRIVATE_H
#define SN_STEPS_LAYOUT_PRIVATE_H
#include "steps/layout.h"

/* n_node flags in the arena: nodes that turn freely about one of their directors; NULL: there was no memory. */
const unsigned char *sn_layout_find_free(const sn_system *s, sn_arena *arena);
/* after: per block the node behind which its multipliers come; -1: the last of its nodes. 0: there was no memory. */
int sn_layout_holders(const sn_system *s, const sn_layout *l, sn_arena *scratch, int *after);
/* First unknown of every node and of every block's multipliers. found: those of nodes as they were found; NULL: searches for them. */
sn_status sn_layout_number(sn_layout *l, const sn_system *s, sn_order_way way, const int *found, sn_arena *arena,
                           sn_error *error);

#endif
