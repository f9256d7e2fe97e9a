/* math/sort.c -- sorting of small sets of numbers.
 * Tests:   tests/math/test_linear.c
 */
#include <stdlib.h>

#include "math/solver.h"

static int by_value(const void *a, const void *b)
{
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

void sn_sort_numbers(uint64_t *bits, int *list, int n)
{
  int sorted = 1, low = n ? list[0] : 0, high = low;
  for (int k = 1; k < n; k++) {
    sorted &= list[k] > list[k - 1];
    low = list[k] < low ? list[k] : low;
    high = list[k] > high ? list[k] : high;
  }
  if (sorted) {
    return;
  }
  if ((high - low) / 64 > 8 * n) { /* far apart: too many empty words */
    qsort(list, (size_t)n, sizeof(int), by_value);
    return;
  }
  for (int k = 0; k < n; k++) {
    bits[list[k] / 64] |= (uint64_t)1 << (list[k] % 64);
  }
  int at = 0;
  for (int w = low / 64; w <= high / 64; w++) {
    for (uint64_t b = bits[w]; b; b &= b - 1) {
      list[at++] = 64 * w + __builtin_ctzll(b);
    }
    bits[w] = 0;
  }
  SN_ASSERT(at == n);
}
