/* base/intern.c -- see base/intern.h.
 * How:     open addressing on a hash of the list; the table doubles when half full.
 * Tests:   tests/base/test_intern.c
 */
#include "base/intern.h"

#include <stdint.h>
#include <string.h>

typedef struct {
  uint64_t hash;
  size_t bytes;
  const void *list;
} slot;
struct sn_lists {
  sn_arena *scratch, *arena;
  slot *table;
  size_t room, used; /* room: a power of two */
  size_t kept;       /* bytes */
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

/* four independent sums, so that none waits for the others */
static uint64_t hash_of(const void *list, size_t bytes)
{
  const unsigned char *at = list;
  size_t left = bytes;
  uint64_t h[4] = {1469598103934665603U ^ bytes, 3, 5, 7};
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

static slot *find(slot *table, size_t room, uint64_t hash, const void *list, size_t bytes)
{
  size_t at = (size_t)hash & (room - 1);
  while (table[at].list &&
         (table[at].hash != hash || table[at].bytes != bytes || memcmp(table[at].list, list, bytes) != 0)) {
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

static const void *keep(sn_lists *l, const void *list, size_t bytes)
{
  list = bytes > 0 ? list : ""; /* an empty list may be NULL, which memcpy and memcmp do not take */
  const uint64_t hash = hash_of(list, bytes);
  slot *s = find(l->table, l->room, hash, list, bytes);
  if (s->list) {
    return s->list;
  }
  void *copy = SN_NEW(l->arena, unsigned char, bytes);
  if (!copy) {
    return NULL;
  }
  memcpy(copy, list, bytes);
  *s = (slot){hash, bytes, copy};
  l->kept += bytes;
  return ++l->used * 2 < l->room || grow(l) ? copy : NULL;
}

const int *sn_lists_keep(sn_lists *l, const int *list, size_t n)
{
  return keep(l, list, n * sizeof *list);
}

const void *sn_lists_keep_bits(sn_lists *l, const void *list, size_t n, size_t size)
{
  return keep(l, list, n * size);
}

size_t sn_lists_kept(const sn_lists *l)
{
  return l->kept;
}
