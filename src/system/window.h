/* system/window.h -- blocks of many forms of which a few count at a time.
 * What:    a constraint along a line (contact/track.h) reads all nodes of the line, but only those around the place s have a weight there. The
 *          block of all nodes is right everywhere; a narrow one, of some nodes that follow each other, costs less and is right as long as
 *          s stays between them. It has the same row, multiplier and place in the state.
 * Who:     run/window.c, which narrows the blocks of a run and moves their windows between steps.
 * Tests:   tests/run/test_window.c
 */
#ifndef SN_SYSTEM_WINDOW_H
#define SN_SYSTEM_WINDOW_H
#include "base/arena.h"
#include "base/error.h"
#include "system/system.h"

/* The window of a block; NULL: it has none. */
static inline const sn_gap_window *sn_window_of(const sn_block *b)
{
  return b->n_coordinate == 1 && b->coordinate->gap ? b->coordinate->gap->window : NULL;
}
/* How many forms there are to choose from. */
static inline int sn_window_forms(const sn_block *b)
{
  return b->coordinate->gap->n - 1;
}
/* The block of forms first .. first + n - 1, and of the last one. */
sn_status sn_block_narrow(const sn_block *all, int first, int n, sn_arena *arena, sn_block *out, sn_error *error);

#endif
