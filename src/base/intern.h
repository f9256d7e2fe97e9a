/* base/intern.h -- equal lists of integers or numbers, kept once.
 * Why:     what a chain of ten thousand equal bodies asks of a solver (places, operations) and of a step (weights, stiffness) is
 *          the same for each: one list in the caches serves all.
 * Owner:   the table lives in a scratch arena, what is kept in the other one.
 */
#ifndef SN_BASE_INTERN_H
#define SN_BASE_INTERN_H
#include "base/arena.h"

typedef struct sn_lists sn_lists;
sn_lists *sn_lists_new(sn_arena *scratch, sn_arena *arena); /* NULL: no memory */
/* Returns the stored list that equals this one bit by bit; stores it if there is none. NULL: no memory. */
const int *sn_lists_keep(sn_lists *l, const int *list, size_t n);
/* The same for arrays of any type without padding. */
const void *sn_lists_keep_bits(sn_lists *l, const void *list, size_t n, size_t size);
size_t sn_lists_kept(const sn_lists *l); /* bytes in all */

#endif
