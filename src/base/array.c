/* base/array.c -- arrays that grow in an arena.
 * What:    see base/array.h.
 * Tests:   tests/base/test_arena.c.
 */
#include "base/array.h"

#include <limits.h>

int sn_list_grow(sn_arena *arena, void **at, int n, int *room, size_t size)
{
  const int more = n < 8 ? 16 : n > INT_MAX / 2 ? 0 : 2 * n;
  void *p = more ? sn_arena_grow(arena, *at, (size_t)n, (size_t)more, size) : NULL;
  if (!p) {
    return 0;
  }
  *at = p;
  *room = more;
  return 1;
}
