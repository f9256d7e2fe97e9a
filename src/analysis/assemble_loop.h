/* analysis/assemble_loop.h -- private to analysis: what messages say of a gap.
 * Who:     assemble.c
 */
#ifndef SN_ANALYSIS_ASSEMBLE_LOOP_H
#define SN_ANALYSIS_ASSEMBLE_LOOP_H
#include "analysis/assemble.h"
#include "instant/unknowns.h"

const char *sn_item_called(const sn_system *s, int item); /* its name; "?": it has none */
/* The other joints on the shortest way round from one side of a constraint to the other, "a, b, c"; empty: it closes no loop. */
void sn_loop_names(const sn_instant *m, int constraint, sn_arena *arena, char *text, size_t size);
/* The vector from the point of the first part to that of the second of a joint that holds points together, ground axes; 0: it is none. */
int sn_gap_vector(const sn_block *b, const sn_v3 *q, sn_v3 *out);

#endif
