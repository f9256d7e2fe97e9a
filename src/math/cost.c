/* math/cost.c -- operations of a sparse LU, counted before any number is known.
 * Theory:  unknowns that follow each other and have the same neighbours in the same elements have the same rows below them:
 *          they are counted as one group. The groups below group j are those i > j in whose row subtree j is: walked from
 *          every earlier neighbour of i up the elimination tree, which grows on the way.
 *          m rows below a pivot take m + 2 m^2 operations.
 * How:     work and memory are those of groups: a node of a beam is one, whatever its unknowns.
 * Tests:   tests/math/test_order.c (against fronts.c, entry by entry)
 */
#include <math.h>
#include <stdint.h>

#include "math/solver.h"

typedef struct {
  const sn_lin_pattern *p;
  int n, *size;                /* groups and their unknowns */
  int *of;                     /* per unknown: its group */
  int *first, *member, *local; /* per element: its groups, each once, and one unknown of each */
  int *begin, *where;          /* per group: its places in these lists */
} groups;

static uint64_t mixed(uint64_t x) /* splitmix64: different numbers stay different and look random */
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static const unsigned char *mask_of(const sn_lin_pattern *p, int e)
{
  return p->mask ? p->mask[e] : NULL;
}

static int are_neighbours(const unsigned char *mask, int count, int i, int j)
{
  return !mask || i == j || mask[(ptrdiff_t)i * count + j] || mask[(ptrdiff_t)j * count + i];
}

/* A number for the neighbours of every unknown of an element: equal numbers, equal neighbours. */
static void number_rows(const unsigned char *mask, int count, uint64_t *row)
{
  for (int i = 0; i < count; i++) {
    row[i] = 0;
    for (int j = 0; j < count && mask; j++) {
      row[i] += are_neighbours(mask, count, i, j) ? mixed((uint64_t)j + 1) : 0;
    }
  }
}

static int find_groups(sn_arena *scratch, groups *g)
{
  const sn_lin_pattern *p = g->p;
  int most = 0;
  for (int e = 0; e < p->n_element; e++) {
    most = p->count[e] > most ? p->count[e] : most;
  }
  uint64_t *mark = SN_NEW(scratch, uint64_t, p->n), *row = SN_NEW(scratch, uint64_t, most);
  g->of = SN_NEW(scratch, int, p->n);
  g->size = SN_NEW(scratch, int, p->n);
  if (!mark || !row || !g->of || !g->size) {
    return 0;
  }
  for (int e = 0; e < p->n_element; e++) {
    if (e == 0 || p->count[e] != p->count[e - 1] || mask_of(p, e) != mask_of(p, e - 1)) {
      number_rows(mask_of(p, e), p->count[e], row);
    }
    for (int i = 0; i < p->count[e]; i++) {
      if (p->unknown[e][i] >= 0) {
        mark[p->unknown[e][i]] += mixed(mixed((uint64_t)e + 1) + row[i]);
      }
    }
  }
  for (int k = 0; k < p->n; k++) {
    g->n += k == 0 || mark[k] == 0 || mark[k] != mark[k - 1];
    g->of[k] = g->n - 1;
    g->size[g->n - 1]++;
  }
  return 1;
}

/* The groups of every element, and where every group is. */
static int list_members(sn_arena *scratch, groups *g)
{
  const sn_lin_pattern *p = g->p;
  size_t most = 0;
  for (int e = 0; e < p->n_element; e++) {
    most += (size_t)p->count[e];
  }
  int *last = SN_NEW(scratch, int, g->n);
  g->first = SN_NEW(scratch, int, p->n_element + 1);
  g->member = SN_NEW(scratch, int, most);
  g->local = SN_NEW(scratch, int, most);
  g->begin = SN_NEW(scratch, int, g->n + 2);
  g->where = SN_NEW(scratch, int, 2 * most);
  if (!last || !g->first || !g->member || !g->local || !g->begin || !g->where) {
    return 0;
  }
  for (int e = 0; e < p->n_element; e++) {
    int to = g->first[e];
    for (int i = 0; i < p->count[e]; i++) {
      const int k = p->unknown[e][i] >= 0 ? g->of[p->unknown[e][i]] : -1;
      if (k >= 0 && last[k] != e + 1) {
        last[k] = e + 1;
        g->member[to] = k;
        g->local[to++] = i;
        g->begin[k + 2]++;
      }
    }
    g->first[e + 1] = to;
  }
  for (int k = 0; k < g->n; k++) {
    g->begin[k + 2] += g->begin[k + 1];
  }
  for (int e = 0; e < p->n_element; e++) {
    for (int m = g->first[e]; m < g->first[e + 1]; m++) {
      const int at = g->begin[g->member[m] + 1]++; /* moves each start to the next one's */
      g->where[2 * at] = e;
      g->where[2 * at + 1] = g->local[m];
    }
  }
  return 1;
}

/* Operations that a group of `size` pivots takes for `more` unknowns below it, beyond those before. */
static double operations_of(int size, int before, int more)
{
  return (double)size * more * (1 + 2 * (2. * before + more + size - 1));
}

/* Unknowns below every group, in `below`; *flops: what they take, without that of the groups alone. Ends where that is above limit. */
static int count_below(const groups *g, double limit, sn_arena *scratch, int *below, double *flops)
{
  int *parent = SN_NEW(scratch, int, g->n), *seen = SN_NEW(scratch, int, g->n);
  if (!parent || !seen) {
    return 0;
  }
  for (int i = 0; i < g->n && *flops <= limit; i++) {
    parent[i] = -1;
    seen[i] = i;
    for (int w = g->begin[i]; w < g->begin[i + 1]; w++) {
      const int e = g->where[2 * w], own = g->where[2 * w + 1], count = g->p->count[e];
      for (int m = g->first[e]; m < g->first[e + 1]; m++) {
        int j = g->member[m];
        if (j < i && seen[j] != i && are_neighbours(mask_of(g->p, e), count, own, g->local[m])) {
          for (; j >= 0 && j < i && seen[j] != i; j = parent[j]) {
            parent[j] = parent[j] < 0 ? i : parent[j];
            *flops += operations_of(g->size[j], below[j], g->size[i]);
            below[j] += g->size[i];
            seen[j] = i;
          }
        }
      }
    }
  }
  return 1;
}

double sn_lin_cost(const sn_lin_pattern *p, double limit, double *fill, sn_arena *scratch)
{
  const sn_arena_mark here = sn_arena_here(scratch);
  groups g = {.p = p};
  double flops = 0, entries = 0;
  int good = find_groups(scratch, &g) && list_members(scratch, &g);
  int *below = good ? SN_NEW(scratch, int, g.n) : NULL;
  good = below && count_below(&g, limit, scratch, below, &flops);
  for (int k = 0; k < g.n && good; k++) {
    for (int i = 1; i < g.size[k]; i++) {
      flops += i + 2. * i * i;
    }
    entries += g.size[k] * (2. * below[k] + g.size[k] + 1);
  }
  if (fill) {
    *fill = entries;
  }
  sn_arena_reset(scratch, here);
  return !good ? -1 : flops <= limit ? flops : INFINITY;
}
