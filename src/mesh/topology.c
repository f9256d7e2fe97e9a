/* mesh/topology.c -- elements around nodes, pieces that are not joined, nodes of a surface, smooth patches.
 * Tests:   tests/mesh/test_topology.c
 */
#include "mesh/topology.h"

#include <stdlib.h>

#include "mesh/shape.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "a mesh");
}

sn_status sn_mesh_around_nodes(const sn_mesh *m, int dimension, sn_arena *arena, sn_mesh_around *out, sn_error *error)
{
  int *first = SN_NEW(arena, int, (size_t)m->n_node + 2);
  sn_mesh_place *element = NULL;
  if (!first) {
    return no_memory(error);
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int b = 0; b < m->n_block; b++) {
      const sn_mesh_block *block = m->block + b;
      const sn_mesh_type_facts *f = sn_mesh_facts(block->type);
      for (int e = 0; f->dimension == dimension && e < block->n; e++) {
        for (int a = 0; a < f->n_node; a++) {
          const int node = block->node[(size_t)e * (size_t)f->n_node + (size_t)a];
          if (pass == 0) {
            first[node + 2]++;
          } else {
            element[first[node + 1]++] = (sn_mesh_place){b, e, -1};
          }
        }
      }
    }
    for (int k = 0; pass == 0 && k < m->n_node; k++) {
      first[k + 2] += first[k + 1];
    }
    if (pass == 0 && !(element = SN_NEW(arena, sn_mesh_place, first[m->n_node + 1]))) {
      return no_memory(error);
    }
  }
  *out = (sn_mesh_around){first, element};
  return SN_OK;
}

/* ---- sets that grow together */

static int root_of(int *parent, int k)
{
  while (parent[k] != k) {
    parent[k] = parent[parent[k]];
    k = parent[k];
  }
  return k;
}

/* The lower root stays. */
static void unite(int *parent, int a, int b)
{
  const int p = root_of(parent, a), q = root_of(parent, b);
  if (p < q) {
    parent[q] = p;
  } else {
    parent[p] = q;
  }
}

static int *sets(sn_arena *arena, int n)
{
  int *parent = SN_NEW(arena, int, n);
  for (int k = 0; parent && k < n; k++) {
    parent[k] = k;
  }
  return parent;
}

sn_status sn_mesh_find_pieces(const sn_mesh *m, int dimension, sn_arena *arena, sn_mesh_pieces *out, sn_error *error)
{
  int *parent = sets(arena, m->n_node), *of = SN_NEW(arena, int, m->n_node), n = 0;
  if (!parent || !of) {
    return no_memory(error);
  }
  for (int b = 0; b < m->n_block; b++) {
    const sn_mesh_block *block = m->block + b;
    const sn_mesh_type_facts *f = sn_mesh_facts(block->type);
    for (size_t k = 0; f->dimension == dimension && k < (size_t)block->n * (size_t)f->n_node; k++) {
      unite(parent, block->node[k], block->node[k - k % (size_t)f->n_node]);
      of[block->node[k]] = 1;
    }
  }
  for (int k = 0; k < m->n_node; k++) {
    of[k] = of[k] ? (root_of(parent, k) == k ? n++ : of[root_of(parent, k)]) : -1;
  }
  int *size = SN_NEW(arena, int, n), *nodes = SN_NEW(arena, int, n);
  sn_v3 *at = SN_NEW(arena, sn_v3, n);
  if (!size || !nodes || !at) {
    return no_memory(error);
  }
  for (int b = 0; b < m->n_block; b++) {
    const sn_mesh_block *block = m->block + b;
    const sn_mesh_type_facts *f = sn_mesh_facts(block->type);
    for (int e = 0; f->dimension == dimension && e < block->n; e++) {
      size[of[block->node[(size_t)e * (size_t)f->n_node]]]++;
    }
  }
  for (int k = 0; k < m->n_node; k++) {
    if (of[k] >= 0) {
      const int p = of[k];
      at[p] = v3_axpy(at[p], 1.0 / ++nodes[p], v3_sub(m->x[k], at[p]));
    }
  }
  *out = (sn_mesh_pieces){n, of, size, at};
  return SN_OK;
}

sn_status sn_mesh_nodes_of(const sn_mesh *m, const sn_mesh_place *place, int n, sn_arena *arena, sn_mesh_node_list *out,
                           sn_error *error)
{
  char *in = SN_NEW(arena, char, m->n_node);
  int count = 0;
  if (!in) {
    return no_memory(error);
  }
  for (int k = 0; k < n; k++) {
    int node[SN_MESH_MOST_NODES];
    sn_mesh_type type;
    const int c = sn_mesh_nodes_at(m, place[k], node, &type);
    for (int a = 0; a < c; a++) {
      count += !in[node[a]];
      in[node[a]] = 1;
    }
  }
  int *list = SN_NEW(arena, int, count);
  if (!list) {
    return no_memory(error);
  }
  *out = (sn_mesh_node_list){count, list};
  for (int k = 0, j = 0; k < m->n_node; k++) {
    if (in[k]) {
      list[j++] = k;
    }
  }
  return SN_OK;
}

/* ---- smooth patches */

typedef struct {
  int a, b, side; /* a < b: the corners of an edge */
  sn_v3 normal;   /* of the side, in the middle of the edge */
} edge;

static int by_ends(const void *p, const void *q)
{
  const edge *x = p, *y = q;
  const int d = x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
  return d ? d : (x->side > y->side) - (x->side < y->side);
}

static int add_edges(const sn_mesh *m, sn_mesh_place place, int side, edge *out)
{
  int node[SN_MESH_MOST_NODES];
  sn_v3 x[SN_MESH_MOST_NODES];
  sn_mesh_type type;
  const int n = sn_mesh_nodes_at(m, place, node, &type);
  const sn_mesh_type_facts *f = sn_mesh_facts(type);
  for (int a = 0; a < n; a++) {
    x[a] = m->x[node[a]];
  }
  for (int k = 0; k < f->n_edge; k++) {
    double p[3], q[3], at[3];
    sn_m3 j;
    sn_shape_node(type, f->edge[k][0], p);
    sn_shape_node(type, f->edge[k][1], q);
    for (int i = 0; i < 3; i++) {
      at[i] = (p[i] + q[i]) / 2;
    }
    sn_shape_point(type, x, at, &j);
    const sn_v3 normal = sn_shape_normal(&j);
    const int a = node[f->edge[k][0]], b = node[f->edge[k][1]];
    const double length = v3_norm(normal);
    out[k] = (edge){a < b ? a : b, a < b ? b : a, side, length > 0 ? v3_scale(1 / length, normal) : normal};
  }
  return f->n_edge;
}

sn_status sn_mesh_find_patches(const sn_mesh *m, const sn_mesh_sides *sides, double angle, sn_arena *arena,
                               sn_mesh_patches *out, sn_error *error)
{
  edge *e = SN_NEW(arena, edge, 4 * (size_t)sides->n);
  int *parent = sets(arena, sides->n), n_edge = 0, n = 0;
  if (!e || !parent) {
    return no_memory(error);
  }
  for (int k = 0; k < sides->n; k++) {
    n_edge += add_edges(m, sides->place[k], k, e + n_edge);
  }
  if (n_edge > 0) {
    qsort(e, (size_t)n_edge, sizeof *e, by_ends);
  }
  for (int k = 1; k < n_edge; k++) {
    const int same = e[k].a == e[k - 1].a && e[k].b == e[k - 1].b;
    if (same && v3_dot(e[k].normal, e[k - 1].normal) > cos(angle)) {
      unite(parent, e[k].side, e[k - 1].side);
    }
  }
  int *of = SN_NEW(arena, int, sides->n);
  if (!of) {
    return no_memory(error);
  }
  for (int k = 0; k < sides->n; k++) {
    const int root = root_of(parent, k);
    of[k] = root == k ? n++ : of[root];
  }
  *out = (sn_mesh_patches){n, of};
  return SN_OK;
}
