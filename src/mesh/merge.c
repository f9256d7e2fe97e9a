/* mesh/merge.c -- nodes at the same place become one.
 * How:     cells of a grid as wide as the tolerance, sorted; a node looks for a lower one in its cell and the 26 around it.
 * Tests:   tests/mesh/test_topology.c
 */
#include <stdlib.h>

#include "mesh/topology.h"

typedef struct {
  long long cell[3];
  int node;
} entry;

static int by_cell(const void *a, const void *b)
{
  const entry *p = a, *q = b;
  for (int i = 0; i < 3; i++) {
    if (p->cell[i] != q->cell[i]) {
      return p->cell[i] < q->cell[i] ? -1 : 1;
    }
  }
  return (p->node > q->node) - (p->node < q->node);
}

static void cell_of(sn_v3 x, sn_v3 lo, double width, long long cell[3])
{
  for (int i = 0; i < 3; i++) {
    cell[i] = (long long)floor((x.x[i] - lo.x[i]) / width);
  }
}

/* The first entry whose cell is not below. */
static int lower_bound(const entry *e, int n, const long long cell[3])
{
  const entry key = {{cell[0], cell[1], cell[2]}, -1};
  int lo = 0;
  while (n > 0) {
    const int half = n / 2, below = by_cell(e + lo + half, &key) < 0;
    lo += below ? half + 1 : 0;
    n = below ? n - half - 1 : half;
  }
  return lo;
}

/* The lowest node within the tolerance that stays. */
static int partner(const sn_mesh *m, const entry *e, int k, sn_v3 lo, double width, const int *to)
{
  long long cell[3], next[3];
  int best = k;
  cell_of(m->x[k], lo, width, cell);
  for (int d = 0; d < 27; d++) {
    const int shift[3] = {d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1};
    for (int i = 0; i < 3; i++) {
      next[i] = cell[i] + shift[i];
    }
    for (int j = lower_bound(e, m->n_node, next); j < m->n_node; j++) {
      const int other = e[j].node;
      if (e[j].cell[0] != next[0] || e[j].cell[1] != next[1] || e[j].cell[2] != next[2] || other >= best) {
        break; /* nodes of a cell rise */
      }
      if (to[other] == other && v3_norm(v3_sub(m->x[other], m->x[k])) <= width) {
        best = other;
      }
    }
  }
  return best;
}

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "a mesh whose nodes are merged");
}

/* Blocks and groups of nodes with the new indices. */
static sn_status renumber(sn_mesh *m, const int *to, sn_arena *arena, sn_error *error)
{
  sn_mesh_block *block = SN_NEW(arena, sn_mesh_block, m->n_block);
  sn_mesh_group *group = SN_NEW(arena, sn_mesh_group, m->n_group);
  if (!block || !group) {
    return no_memory(error);
  }
  for (int b = 0; b < m->n_block; b++) {
    const size_t n = (size_t)m->block[b].n * (size_t)sn_mesh_facts(m->block[b].type)->n_node;
    int *node = SN_NEW(arena, int, n);
    if (!node) {
      return no_memory(error);
    }
    for (size_t k = 0; k < n; k++) {
      node[k] = to[m->block[b].node[k]];
    }
    block[b] = m->block[b];
    block[b].node = node;
  }
  for (int g = 0; g < m->n_group; g++) {
    group[g] = m->group[g];
    int *node = m->group[g].node ? SN_NEW(arena, int, m->group[g].n) : NULL;
    if (m->group[g].node && !node) {
      return no_memory(error);
    }
    for (int k = 0; node && k < m->group[g].n; k++) {
      node[k] = to[m->group[g].node[k]];
    }
    group[g].node = node;
  }
  m->block = block;
  m->group = group;
  return SN_OK;
}

sn_status sn_mesh_merge(const sn_mesh *m, double tolerance, sn_arena *arena, const sn_mesh **out, int *merged,
                        sn_error *error)
{
  sn_v3 lo = m->n_node ? m->x[0] : v3(0, 0, 0), hi = lo;
  entry *e = SN_NEW(arena, entry, m->n_node);
  int *to = SN_NEW(arena, int, m->n_node), n = 0;
  sn_mesh *made = SN_NEW(arena, sn_mesh, 1);
  if (!e || !to || !made) {
    return no_memory(error);
  }
  for (int k = 1; k < m->n_node; k++) {
    for (int i = 0; i < 3; i++) {
      lo.x[i] = fmin(lo.x[i], m->x[k].x[i]);
      hi.x[i] = fmax(hi.x[i], m->x[k].x[i]);
    }
  }
  /* finer cells than 2^-50 of the mesh are below the precision of its coordinates */
  const double width = v3_norm(v3_sub(hi, lo)) * fmax(tolerance, 0x1p-50);
  for (int k = 0; k < m->n_node && width > 0; k++) {
    cell_of(m->x[k], lo, width, e[k].cell);
    e[k].node = k;
  }
  if (width > 0) {
    qsort(e, (size_t)m->n_node, sizeof *e, by_cell);
  }
  for (int k = 0; k < m->n_node; k++) {
    to[k] = k;
    to[k] = width > 0 ? partner(m, e, k, lo, width, to) : k;
  }
  *merged = 0;
  for (int k = 0; k < m->n_node; k++) {
    *merged += to[k] != k;
  }
  sn_v3 *x = SN_NEW(arena, sn_v3, m->n_node - *merged);
  long long *number = SN_NEW(arena, long long, m->n_node - *merged);
  if (!x || !number) {
    return no_memory(error);
  }
  for (int k = 0; k < m->n_node; k++) {
    if (to[k] == k) {
      x[n] = m->x[k];
      number[n] = sn_mesh_node_number(m, k);
      to[k] = n++;
    } else {
      to[k] = to[to[k]]; /* a lower node, already renumbered */
    }
  }
  *made = *m;
  made->n_node = n;
  made->x = x;
  made->number = number;
  *out = made;
  return renumber(made, to, arena, error);
}
