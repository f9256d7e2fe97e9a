/* mesh/boundary.c -- sides that belong to one volume only, and surfaces of files as sides of volumes.
 * How:     sides, and elements of dimension 2 that groups name, are put into one list by their lowest corner; those of a corner are sorted by
 *          their other corners, so equal ones stand side by side.
 * Tests:   tests/mesh/test_topology.c
 */
#include <stdlib.h>

#include "mesh/topology.h"

enum { MOST = 1 << 30 };

typedef struct {
  int corner[3]; /* but the lowest; -1: none */
  int id;        /* of a side of a volume: how many sides stand before it; ~k: the k-th place to look up */
} entry;

typedef struct {
  const sn_mesh *m;
  sn_arena *scratch;
  int n_side, n_query;
  const sn_mesh_place **query; /* elements of dimension 2 in groups */
  int *first;                  /* n_node + 1: entries by their lowest corner */
  entry *at;
  int *found;   /* n_query: the side, or -1 */
  char *single; /* n_side: the side belongs to one volume */
  sn_error *error;
} work;

static sn_status no_memory(const work *w)
{
  return sn_no_memory(w->error, "the boundary of a mesh");
}

/* The corners in rising order. */
static int corners(const sn_mesh *m, sn_mesh_place at, int corner[4])
{
  int node[SN_MESH_MOST_NODES];
  sn_mesh_type type;
  sn_mesh_nodes_at(m, at, node, &type);
  const int n = sn_mesh_facts(type)->n_corner;
  for (int k = 0; k < n; k++) {
    int j = k;
    for (; j > 0 && corner[j - 1] > node[k]; j--) {
      corner[j] = corner[j - 1];
    }
    corner[j] = node[k];
  }
  return n;
}

static void put(work *w, sn_mesh_place at, int id, int count)
{
  int corner[4] = {-1, -1, -1, -1};
  const int n = corners(w->m, at, corner);
  if (count) {
    w->first[corner[0] + 1]++;
    return;
  }
  entry *e = w->at + w->first[corner[0]]++;
  e->id = id;
  for (int k = 0; k < 3; k++) {
    e->corner[k] = k + 1 < n ? corner[k + 1] : -1;
  }
}

static void put_all(work *w, int count)
{
  int id = 0;
  for (int b = 0; b < w->m->n_block; b++) {
    const sn_mesh_type_facts *f = sn_mesh_facts(w->m->block[b].type);
    for (int e = 0; f->dimension == 3 && e < w->m->block[b].n; e++) {
      for (int s = 0; s < f->n_face; s++, id++) {
        put(w, (sn_mesh_place){b, e, s}, id, count);
      }
    }
  }
  for (int k = 0; k < w->n_query; k++) {
    put(w, *w->query[k], ~k, count);
  }
}

static int by_corners(const void *a, const void *b)
{
  const entry *x = a, *y = b;
  for (int k = 0; k < 3; k++) {
    if (x->corner[k] != y->corner[k]) {
      return x->corner[k] < y->corner[k] ? -1 : 1;
    }
  }
  /* sides before what is looked up */
  const unsigned p = (unsigned)x->id, q = (unsigned)y->id;
  return (p > q) - (p < q);
}

static sn_mesh_place place_of(const sn_mesh *m, int id)
{
  sn_mesh_place at = {0, 0, 0};
  for (;; at.block++) {
    const sn_mesh_type_facts *f = sn_mesh_facts(m->block[at.block].type);
    const int sides = f->dimension == 3 ? f->n_face * m->block[at.block].n : 0;
    if (id < sides) {
      at.element = id / f->n_face;
      at.side = id % f->n_face;
      return at;
    }
    id -= sides;
  }
}

static sn_status complain(const work *w, const entry *e, int n)
{
  const sn_mesh *m = w->m;
  const long long a = sn_mesh_element_number(m, place_of(m, e[0].id));
  const long long b = sn_mesh_element_number(m, place_of(m, e[1].id));
  const long long c = sn_mesh_element_number(m, place_of(m, e[2].id));
  sn_failf(w->error, SN_EINPUT, "Elements %lld, %lld and %lld%s share one side.", a, b, c, n > 3 ? ", and more," : "");
  sn_error_why(w->error, "A side belongs to two elements inside a body and to one at its surface.");
  sn_error_fix(
      w->error,
      "Look for elements that are there twice: save the mesh again without duplicates (in Gmsh: Coherence Mesh).");
  return SN_EINPUT;
}

/* Entries of one lowest corner: runs of equal ones. */
static sn_status sift(work *w, entry *e, int n)
{
  if (n > 1) {
    qsort(e, (size_t)n, sizeof *e, by_corners);
  }
  for (int k = 0, end; k < n; k = end) {
    int sides = 0;
    for (end = k; end < n && e[end].corner[0] == e[k].corner[0] && e[end].corner[1] == e[k].corner[1] &&
                  e[end].corner[2] == e[k].corner[2];
         end++) {
      sides += e[end].id >= 0;
    }
    if (sides > 2) {
      return complain(w, e + k, sides);
    }
    if (sides == 1) {
      w->single[e[k].id] = 1;
    }
    for (int j = k + sides; j < end; j++) {
      w->found[~e[j].id] = sides ? e[k].id : -1;
    }
  }
  return SN_OK;
}

static sn_status sort_out(work *w)
{
  const int n = w->m->n_node;
  w->first = SN_NEW(w->scratch, int, (size_t)n + 2);
  w->at = SN_NEW(w->scratch, entry, (size_t)w->n_side + (size_t)w->n_query);
  w->found = SN_NEW(w->scratch, int, w->n_query);
  w->single = SN_NEW(w->scratch, char, w->n_side);
  if (!w->first || !w->at || !w->found || !w->single) {
    return no_memory(w);
  }
  put_all(w, 1);
  for (int k = 0; k < n; k++) {
    w->first[k + 1] += w->first[k];
  }
  put_all(w, 0);
  for (int k = n; k > 0; k--) {
    w->first[k] = w->first[k - 1];
  }
  w->first[0] = 0;
  for (int k = 0; k < n; k++) {
    SN_TRY(sift(w, w->at + w->first[k], w->first[k + 1] - w->first[k]));
  }
  return SN_OK;
}

static sn_status collect(const work *w, sn_arena *arena, sn_mesh_sides *out)
{
  int n = 0, id = 0;
  for (int k = 0; k < w->n_side; k++) {
    n += w->single[k];
  }
  sn_mesh_place *place = SN_NEW(arena, sn_mesh_place, n);
  if (!place) {
    return no_memory(w);
  }
  *out = (sn_mesh_sides){n, place};
  n = 0;
  for (int b = 0; b < w->m->n_block; b++) {
    const sn_mesh_type_facts *f = sn_mesh_facts(w->m->block[b].type);
    for (int e = 0; f->dimension == 3 && e < w->m->block[b].n; e++) {
      for (int s = 0; s < f->n_face; s++, id++) {
        if (w->single[id]) {
          place[n++] = (sn_mesh_place){b, e, s};
        }
      }
    }
  }
  return SN_OK;
}

/* Whether a group has elements of dimension 2 that are to be looked up. */
static int is_surface(const sn_mesh_group *g)
{
  return g->dimension == 2 && g->place;
}

static sn_status find_queries(work *w)
{
  long long n = 0;
  for (int g = 0; g < w->m->n_group; g++) {
    n += is_surface(w->m->group + g) ? w->m->group[g].n : 0;
  }
  if (n + w->n_side > MOST) {
    return no_memory(w);
  }
  w->query = SN_NEW(w->scratch, const sn_mesh_place *, (size_t)n);
  if (!w->query) {
    return no_memory(w);
  }
  for (int g = 0; g < w->m->n_group; g++) {
    const sn_mesh_group *group = w->m->group + g;
    for (int k = 0; is_surface(group) && k < group->n; k++) {
      if (group->place[k].side < 0) {
        w->query[w->n_query++] = group->place + k;
      }
    }
  }
  return SN_OK;
}

static sn_status answer(const work *w, sn_arena *arena, const sn_mesh_group **out)
{
  sn_mesh_group *group = SN_NEW(arena, sn_mesh_group, w->m->n_group);
  int q = 0;
  if (!group) {
    return no_memory(w);
  }
  for (int g = 0; g < w->m->n_group; g++) {
    group[g] = w->m->group[g];
    if (!is_surface(group + g)) {
      continue;
    }
    sn_mesh_place *place = SN_NEW(arena, sn_mesh_place, group[g].n);
    if (!place) {
      return no_memory(w);
    }
    for (int k = 0; k < group[g].n; k++) {
      place[k] = group[g].place[k];
      if (place[k].side < 0 && w->found[q++] >= 0) {
        place[k] = place_of(w->m, w->found[q - 1]);
      }
    }
    group[g].place = place;
    group[g].type = SN_MESH_SURFACE;
  }
  *out = group;
  return SN_OK;
}

sn_status sn_mesh_boundary(const sn_mesh *m, sn_arena *arena, sn_mesh_sides *out, const sn_mesh_group **surface,
                           sn_error *error)
{
  long long sides = 0;
  for (int b = 0; b < m->n_block; b++) {
    const sn_mesh_type_facts *f = sn_mesh_facts(m->block[b].type);
    sides += f->dimension == 3 ? (long long)f->n_face * m->block[b].n : 0;
  }
  work w = {.m = m, .scratch = sn_arena_child(arena), .n_side = (int)sides, .error = error};
  sn_status status = SN_OK;
  if (!w.scratch || sides > MOST) {
    status = no_memory(&w);
  }
  if (status == SN_OK && surface) {
    status = find_queries(&w);
  }
  if (status == SN_OK) {
    status = sort_out(&w);
  }
  if (status == SN_OK) {
    status = collect(&w, arena, out);
  }
  if (status == SN_OK && surface) {
    status = answer(&w, arena, surface);
  }
  sn_arena_free(w.scratch);
  return status;
}
