/* math/entries.c -- the entries of a matrix made of dense square elements, by pivots (solver.h).
 * How:     pivot by pivot through the elements that hold it; neighbours are marked once, then put in order.
 * Limits:  2^31 places.
 * Tests:   tests/math/test_linear.c
 */
#include <limits.h>
#include <string.h>

#include "math/solver.h"

/* Elements that contain each unknown as (element, local number). */
typedef struct {
  size_t *first; /* n + 1 */
  int *element, *local;
} occurrences;

static sn_status find_occurrences(const sn_lin_pattern *p, sn_arena *scratch, occurrences *o)
{
  size_t total = 0;
  o->first = SN_NEW(scratch, size_t, p->n + 2);
  if (!o->first) {
    return SN_ENOMEM;
  }
  for (int e = 0; e < p->n_element; e++) {
    for (int j = 0; j < p->count[e]; j++) {
      if (p->unknown[e][j] >= 0) {
        o->first[p->unknown[e][j] + 2]++;
        total++;
      }
    }
  }
  for (int i = 0; i < p->n; i++) {
    o->first[i + 2] += o->first[i + 1];
  }
  o->element = SN_NEW(scratch, int, total);
  o->local = SN_NEW(scratch, int, total);
  if (!o->element || !o->local) {
    return SN_ENOMEM;
  }
  for (int e = 0; e < p->n_element; e++) {
    for (int j = 0; j < p->count[e]; j++) {
      if (p->unknown[e][j] >= 0) {
        const size_t k = o->first[p->unknown[e][j] + 1]++; /* moves each start to the next one's */
        o->element[k] = e;
        o->local[k] = j;
      }
    }
  }
  return SN_OK;
}

enum { IN_ROW = 1, IN_COLUMN = 2 };

typedef struct {
  int *seen;           /* n: the last pivot that met each unknown */
  unsigned char *flag; /* n */
  int *list, n;        /* later neighbours of the pivot at work */
  uint64_t *bits;
} gathering;

static void gather(const sn_lin_pattern *p, const occurrences *o, int pivot, gathering *g)
{
  g->n = 0;
  for (size_t k = o->first[pivot]; k < o->first[pivot + 1]; k++) {
    const int e = o->element[k], count = p->count[e], *u = p->unknown[e];
    const unsigned char *mask = p->mask ? p->mask[e] : NULL;
    const unsigned char *across = mask ? mask + (ptrdiff_t)o->local[k] * count : NULL;
    const unsigned char *down = mask ? mask + o->local[k] : NULL;
    for (int i = 0; i < count; i++) {
      if (u[i] <= pivot) {
        continue;
      }
      const int flag =
          mask ? (across[i] ? IN_ROW : 0) | (down[(ptrdiff_t)i * count] ? IN_COLUMN : 0) : IN_ROW | IN_COLUMN;
      if (flag) {
        if (g->seen[u[i]] != pivot) {
          g->seen[u[i]] = pivot;
          g->flag[u[i]] = 0;
          g->list[g->n++] = u[i];
        }
        g->flag[u[i]] |= (unsigned char)flag;
      }
    }
  }
  sn_sort_numbers(g->bits, g->list, g->n);
}

static sn_status collect(const sn_lin_pattern *p, sn_arena *scratch, int *first, int *below, int **index)
{
  const int n = p->n;
  occurrences o;
  gathering g = {SN_NEW(scratch, int, n), SN_NEW(scratch, unsigned char, n), SN_NEW(scratch, int, n), 0,
                 SN_NEW(scratch, uint64_t, n / 64 + 1)};
  size_t room = 32 * (size_t)n, at = 0;
  int *all = SN_NEW(scratch, int, room);
  if (!g.seen || !g.flag || !g.list || !g.bits || !all || find_occurrences(p, scratch, &o) != SN_OK) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < n; i++) {
    g.seen[i] = -1;
  }
  for (int k = 0; k < n; k++) {
    gather(p, &o, k, &g);
    const size_t most = at + 1 + 2 * (size_t)g.n;
    if (most > INT_MAX) {
      return SN_ENOMEM;
    }
    if (most > room) {
      all = sn_arena_grow(scratch, all, at, 2 * most, sizeof(int));
      room = 2 * most;
      if (!all) {
        return SN_ENOMEM;
      }
    }
    first[k] = (int)at;
    all[at++] = k;
    for (int i = 0; i < g.n; i++) {
      if (g.flag[g.list[i]] & IN_ROW) {
        all[at++] = g.list[i];
      }
    }
    below[k] = (int)at;
    for (int i = 0; i < g.n; i++) {
      if (g.flag[g.list[i]] & IN_COLUMN) {
        all[at++] = g.list[i];
      }
    }
  }
  first[n] = (int)at;
  *index = all;
  return SN_OK;
}

sn_status sn_entries_find(const sn_lin_pattern *p, sn_arena *arena, sn_entries *a)
{
  int *first = SN_NEW(arena, int, p->n + 1), *below = SN_NEW(arena, int, p->n), *all = NULL, *index = NULL;
  sn_arena *scratch = sn_arena_new(NULL);
  if (first && below && scratch && collect(p, scratch, first, below, &all) == SN_OK) {
    index = SN_NEW(arena, int, first[p->n]);
    if (index) {
      memcpy(index, all, (size_t)first[p->n] * sizeof(int));
    }
  }
  sn_arena_free(scratch);
  *a = (sn_entries){p->n, first, below, index};
  return index ? SN_OK : SN_ENOMEM;
}
