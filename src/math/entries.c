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
  SN_ASSERT(pivot >= 0 && pivot < p->n);
  for (size_t k = o->first[pivot]; k < o->first[pivot + 1]; k++) {
    const int e = o->element[k], count = p->count[e], *u = p->unknown[e];
    const unsigned char *mask = p->mask ? p->mask[e] : NULL;
    const unsigned char *across = mask ? mask + (ptrdiff_t)o->local[k] * count : NULL;
    const unsigned char *down = mask ? mask + o->local[k] : NULL;
    for (int i = 0; i < count; i++) {
      if (u[i] <= pivot) {
        continue;
      }
      int flag = mask ? (across[i] ? IN_ROW : 0) | (down[(ptrdiff_t)i * count] ? IN_COLUMN : 0) : IN_ROW | IN_COLUMN;
      flag = flag && p->symmetric ? IN_ROW : flag;
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

/* The offsets of the pivot at work: itself, its row, its column. Returns where the column begins. */
static int write_offsets(const gathering *g, int pivot, int *offset, int *n)
{
  *n = 0;
  offset[(*n)++] = 0;
  for (int i = 0; i < g->n; i++) {
    if (g->flag[g->list[i]] & IN_ROW) {
      offset[(*n)++] = g->list[i] - pivot;
    }
  }
  const int below = *n;
  SN_ASSERT(below >= 1 && below <= 1 + g->n);
  for (int i = 0; i < g->n; i++) {
    if (g->flag[g->list[i]] & IN_COLUMN) {
      offset[(*n)++] = g->list[i] - pivot;
    }
  }
  return below;
}

static sn_status collect(const sn_lin_pattern *p, sn_arena *scratch, sn_arena *arena, int *first, int *below,
                         const int **offset)
{
  const int n = p->n;
  occurrences o;
  gathering g = {SN_NEW(scratch, int, n), SN_NEW(scratch, unsigned char, n), SN_NEW(scratch, int, n), 0,
                 SN_NEW(scratch, uint64_t, n / 64 + 1)};
  int *own = SN_NEW(scratch, int, 2 * (size_t)n + 1);
  sn_lists *lists = sn_lists_new(scratch, arena);
  if (!g.seen || !g.flag || !g.list || !g.bits || !own || !lists || find_occurrences(p, scratch, &o) != SN_OK) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < n; i++) {
    g.seen[i] = -1;
  }
  for (int k = 0; k < n; k++) {
    int count;
    gather(p, &o, k, &g);
    below[k] = first[k] + write_offsets(&g, k, own, &count);
    SN_ASSERT(count >= 1 && count <= 2 * n && below[k] <= first[k] + count);
    offset[k] = sn_lists_keep(lists, own, (size_t)count);
    if (!offset[k] || first[k] > INT_MAX - count) {
      return SN_ENOMEM;
    }
    first[k + 1] = first[k] + count;
  }
  return SN_OK;
}

sn_status sn_entries_list(const sn_lin_pattern *p, sn_arena *lists, sn_entries *a)
{
  const int **offset = SN_NEW(lists, const int *, p->n);
  sn_arena *scratch = sn_arena_new(NULL);
  const int good = offset && scratch && collect(p, scratch, lists, a->first, a->below, offset) == SN_OK;
  sn_arena_free(scratch);
  a->offset = good ? offset : NULL;
  return good ? SN_OK : SN_ENOMEM;
}

sn_status sn_entries_find(const sn_lin_pattern *p, sn_arena *arena, sn_arena *lists, sn_entries *a)
{
  *a = (sn_entries){.n = p->n,
                    .first = SN_NEW(arena, int, p->n + 1),
                    .below = SN_NEW(arena, int, p->n),
                    .symmetric = p->symmetric,
                    .unit = p->unit,
                    .near = p->near};
  if (!a->first || !a->below) {
    return SN_ENOMEM;
  }
  if (p->unsure) {
    a->unsure = SN_NEW(arena, unsigned char, p->n);
    if (!a->unsure) {
      return SN_ENOMEM;
    }
    memcpy(a->unsure, p->unsure, (size_t)p->n);
  }
  return sn_entries_list(p, lists, a);
}
