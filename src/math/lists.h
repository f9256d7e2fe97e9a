/* math/lists.h -- equal lists of integers are kept once; chains and beams repeat themselves. And sorting of small sets of numbers.
 * Owner:   what is kept lives in the arena given; the table in scratch, which must live as long as lists are kept.
 */
#ifndef SN_MATH_LISTS_H
#define SN_MATH_LISTS_H
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct sn_lists sn_lists;
sn_lists *sn_lists_new(sn_arena *scratch, sn_arena *arena); /* NULL: no memory */
const int *sn_lists_keep(sn_lists *l, const int *list, size_t n);
/* The same for anything without padding, its size a multiple of that of an int: equal to the bit. */
const void *sn_lists_keep_bits(sn_lists *l, const void *list, size_t n, size_t size);
size_t sn_lists_kept(const sn_lists *l); /* integers in all */
/* ascending order; bits: one for each possible number, all zero before and after */
void sn_sort_numbers(uint64_t *bits, int *list, int n);

#endif
