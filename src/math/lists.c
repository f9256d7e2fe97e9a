/* math/lists.c -- equal lists of integers, kept once; sorting of small sets of numbers.
 * Why:     what a chain of ten thousand equal bodies asks of a solver (places, operations) is the same for each, counted from
 *          its own start: one list in the caches serves all.
 * How:     open addressing on a hash of the list; the table doubles when half full.
 * Tests:   tests/math/test_linear.c
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/lists.h"

typedef struct {
  uint64_t hash;
  size_t n;
  const void *list;
} slot;
struct sn_lists {
  sn_arena *scratch, *arena;
  slot *table;
  size_t room, used; /* room: a power of two */
  size_t kept;       /* integers */
};

sn_lists *sn_lists_new(sn_arena *scratch, sn_arena *arena)
{
  sn_lists *l = SN_NEW(scratch, sn_lists, 1);
  if (!l) {
    return NULL;
  }
  *l = (sn_lists){.scratch = scratch, .arena = arena, .room = 256};
  l->table = SN_NEW(scratch, slot, l->room);
  return l->table ? l : NULL;
}

static uint64_t mixed(uint64_t h, const unsigned char *at)
{
  uint64_t x;
  memcpy(&x, at, sizeof x);
  h = (h ^ x) * 1099511628211U;
  return h ^ (h >> 32);
}

/* four sums side by side: none waits for the others */
static uint64_t hash_of(const void *list, size_t n)
{
  const unsigned char *at = list;
  size_t left = n * sizeof(int);
  uint64_t h[4] = {1469598103934665603U ^ n, 3, 5, 7};
  for (; left >= 32; left -= 32, at += 32) {
    for (int k = 0; k < 4; k++) {
      h[k] = mixed(h[k], at + 8 * k);
    }
  }
  unsigned char rest[32] = {0};
  memcpy(rest, at, left);
  for (int k = 0; k < 4; k++) {
    h[k] = mixed(h[k], rest + 8 * k);
  }
  const uint64_t all = ((h[0] * 31 + h[1]) * 31 + h[2]) * 31 + h[3];
  return all ^ (all >> 29);
}

static slot *find(slot *table, size_t room, uint64_t hash, const void *list, size_t n)
{
  size_t at = (size_t)hash & (room - 1);
  while (table[at].list &&
         (table[at].hash != hash || table[at].n != n || memcmp(table[at].list, list, n * sizeof(int)) != 0)) {
    at = (at + 1) & (room - 1);
  }
  return table + at;
}

static int grow(sn_lists *l)
{
  slot *larger = SN_NEW(l->scratch, slot, 2 * l->room);
  if (!larger) {
    return 0;
  }
  for (size_t k = 0; k < l->room; k++) {
    if (l->table[k].list) {
      size_t at = (size_t)l->table[k].hash & (2 * l->room - 1);
      while (larger[at].list) {
        at = (at + 1) & (2 * l->room - 1);
      }
      larger[at] = l->table[k];
    }
  }
  l->table = larger;
  l->room *= 2;
  return 1;
}

static const void *keep(sn_lists *l, const void *list, size_t n)
{
  const uint64_t hash = hash_of(list, n);
  slot *s = find(l->table, l->room, hash, list, n);
  if (s->list) {
    return s->list;
  }
  void *copy = SN_NEW(l->arena, int, n);
  if (!copy) {
    return NULL;
  }
  memcpy(copy, list, n * sizeof(int));
  *s = (slot){hash, n, copy};
  l->kept += n;
  return ++l->used * 2 < l->room || grow(l) ? copy : NULL;
}

const int *sn_lists_keep(sn_lists *l, const int *list, size_t n)
{
  return keep(l, list, n);
}

const void *sn_lists_keep_bits(sn_lists *l, const void *list, size_t n, size_t size)
{
  SN_ASSERT(size % sizeof(int) == 0);
  return keep(l, list, n * (size / sizeof(int)));
}

size_t sn_lists_kept(const sn_lists *l)
{
  return l->kept;
}

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
