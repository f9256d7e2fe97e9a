/* mesh/section_mesh.c -- the elements of dimension 2 of a mesh as a plane section.
 * How:     corners stay; middles of edges that the mesh does not have are put in the middle. Groups of dimension 2 become regions, groups of
 *          dimension 1 names of edges.
 * Tests:   tests/mesh/test_section.c
 */
#include <stdlib.h>

#include "mesh/section_private.h"

typedef struct {
  int a, b, cell, side;
} half_edge;

typedef struct {
  const sn_mesh *m;
  sn_section_draft s;
  int n_cell, quads, n_edge, n_middle; /* middles of cells: only of quadrilaterals */
  half_edge *edge;                     /* sorted by their ends */
  sn_mesh_place *place;                /* of cells */
  sn_arena *scratch, *arena;
  sn_error *error;
} work;

static sn_status no_memory(const work *w)
{
  return sn_no_memory(w->error, "a section");
}

static int by_ends(const void *p, const void *q)
{
  const half_edge *x = p, *y = q;
  const int d = x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
  return d ? d : (x->cell > y->cell) - (x->cell < y->cell);
}

static sn_status unsuited(const work *w, const char *what, const char *fix)
{
  sn_failf(w->error, SN_EINPUT, "The mesh %s is no plane section.", w->m->file ? w->m->file : "");
  sn_error_why(w->error, "%s", what);
  sn_error_fix(w->error, "%s", fix);
  return SN_EINPUT;
}

static sn_status find_cells(work *w)
{
  int triangles = 0;
  for (int b = 0; b < w->m->n_block; b++) {
    const sn_mesh_type_facts *f = sn_mesh_facts(w->m->block[b].type);
    w->n_cell += f->dimension == 2 ? w->m->block[b].n : 0;
    triangles += f->dimension == 2 && f->simplex ? w->m->block[b].n : 0;
  }
  w->quads = triangles == 0;
  if (w->n_cell == 0) {
    return unsuited(w, "It has no triangles and no quadrilaterals.", "Mesh the section: gmsh -2 section.geo.");
  }
  if (triangles > 0 && triangles < w->n_cell) {
    return unsuited(w, "It has both triangles and quadrilaterals.",
                    "Mesh it with one kind (in Gmsh: Mesh.RecombineAll, or none).");
  }
  w->place = SN_NEW(w->scratch, sn_mesh_place, w->n_cell);
  w->edge = SN_NEW(w->scratch, half_edge, 4 * (size_t)w->n_cell);
  if (!w->place || !w->edge) {
    return no_memory(w);
  }
  for (int b = 0, k = 0; b < w->m->n_block; b++) {
    for (int e = 0; sn_mesh_facts(w->m->block[b].type)->dimension == 2 && e < w->m->block[b].n; e++) {
      w->place[k++] = (sn_mesh_place){b, e, -1};
    }
  }
  return SN_OK;
}

static sn_status sort_edges(work *w)
{
  const int each = w->quads ? 4 : 3;
  for (int c = 0; c < w->n_cell; c++) {
    int node[SN_MESH_MOST_NODES];
    sn_mesh_type type;
    sn_mesh_nodes_at(w->m, w->place[c], node, &type);
    for (int k = 0; k < each; k++) {
      const int a = node[k], b = node[(k + 1) % each];
      w->edge[each * c + k] = (half_edge){a < b ? a : b, a < b ? b : a, c, k};
    }
  }
  qsort(w->edge, (size_t)each * (size_t)w->n_cell, sizeof *w->edge, by_ends);
  for (int k = 0; k < each * w->n_cell; k++) {
    w->n_edge += k == 0 || w->edge[k].a != w->edge[k - 1].a || w->edge[k].b != w->edge[k - 1].b;
  }
  return SN_OK;
}

static sn_status place_corners(work *w)
{
  for (int k = 0; k < w->m->n_node; k++) {
    const sn_v3 x = w->m->x[k];
    w->s.x[k][0] = x.x[0];
    w->s.x[k][1] = x.x[1];
  }
  double most = 0, size = 0;
  for (int c = 0; c < w->n_cell; c++) {
    int node[SN_MESH_MOST_NODES];
    sn_mesh_type type;
    const int n = sn_mesh_nodes_at(w->m, w->place[c], node, &type);
    const sn_v3 first = w->m->x[w->edge[0].a];
    for (int a = 0; a < n; a++) {
      const sn_v3 d = v3_sub(w->m->x[node[a]], first);
      most = fmax(most, fabs(d.x[2]));
      size = fmax(size, v3_norm(d));
    }
  }
  return most <= 1e-6 * size
             ? SN_OK
             : unsuited(w, "Its elements do not all lie at one z.", "Draw the section in the plane of x and y.");
}

/* Turned counterclockwise; middles of edges as the file has them, or in the middle. */
static sn_status place_cells(work *w)
{
  const int each = w->quads ? 4 : 3, base = w->m->n_node;
  for (int k = 0, at = base - 1; k < each * w->n_cell; k++) {
    const half_edge *e = w->edge + k;
    int node[SN_MESH_MOST_NODES];
    sn_mesh_type type;
    const int n = sn_mesh_nodes_at(w->m, w->place[e->cell], node, &type);
    at += k == 0 || e->a != e[-1].a || e->b != e[-1].b;
    w->s.cell[e->cell][each + e->side] = at;
    for (int i = 0; i < 2; i++) {
      w->s.x[at][i] = n > each ? w->s.x[node[each + e->side]][i] : (w->s.x[e->a][i] + w->s.x[e->b][i]) / 2;
    }
  }
  for (int c = 0; c < w->n_cell; c++) {
    int node[SN_MESH_MOST_NODES], *cell = w->s.cell[c];
    sn_mesh_type type;
    double area = 0;
    const int n = sn_mesh_nodes_at(w->m, w->place[c], node, &type);
    for (int k = 0; k < each; k++) {
      const double *a = w->s.x[node[k]], *b = w->s.x[node[(k + 1) % each]], *o = w->s.x[node[0]];
      cell[k] = node[k];
      area += (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    }
    if (w->quads) {
      cell[8] = base + w->n_edge + c;
      for (int i = 0; i < 2; i++) {
        double corners = 0, middles = 0;
        for (int k = 0; k < 4; k++) {
          corners += w->s.x[cell[k]][i];
          middles += w->s.x[cell[4 + k]][i];
        }
        w->s.x[cell[8]][i] = n == 9 ? w->s.x[node[8]][i] : middles / 2 - corners / 4;
      }
    }
    if (area < 0) { /* 0 3 2 1, and the edges between them */
      for (int k = 1; k <= (each - 1) / 2; k++) {
        const int t = cell[k];
        cell[k] = cell[each - k];
        cell[each - k] = t;
      }
      for (int k = 0; k < each / 2; k++) {
        const int t = cell[each + k];
        cell[each + k] = cell[2 * each - 1 - k];
        cell[2 * each - 1 - k] = t;
      }
    }
  }
  return SN_OK;
}

/* The middle of the edge between two corners; -1: there is no such edge. */
static int middle_of(const work *w, int a, int b)
{
  const half_edge key = {a < b ? a : b, a < b ? b : a, -1, 0};
  const int all = (w->quads ? 4 : 3) * w->n_cell;
  int lo = 0, n = all;
  while (n > 0) {
    const int half = n / 2, below = by_ends(w->edge + lo + half, &key) < 0;
    lo += below ? half + 1 : 0;
    n = below ? n - half - 1 : half;
  }
  if (lo == all || w->edge[lo].a != key.a || w->edge[lo].b != key.b) {
    return -1;
  }
  for (int k = 0; k < (w->quads ? 4 : 3); k++) {
    const int *cell = w->s.cell[w->edge[lo].cell], c = cell[k], d = cell[(k + 1) % (w->quads ? 4 : 3)];
    if ((c == key.a && d == key.b) || (c == key.b && d == key.a)) {
      return cell[(w->quads ? 4 : 3) + k];
    }
  }
  return -1;
}

static sn_status name_groups(work *w)
{
  int name = 0;
  for (int g = 0; g < w->m->n_group; g++) {
    const sn_mesh_group *group = w->m->group + g;
    if (!group->place || group->dimension != 1) {
      continue;
    }
    for (int k = 0; k < group->n; k++) {
      int node[SN_MESH_MOST_NODES];
      sn_mesh_type type;
      sn_mesh_nodes_at(w->m, group->place[k], node, &type);
      const int middle = middle_of(w, node[0], node[1]);
      w->s.on[node[0]] |= 1ULL << name;
      w->s.on[node[1]] |= 1ULL << name;
      w->s.on[middle < 0 ? node[0] : middle] |= 1ULL << name;
    }
    w->s.name[name++] = group->name;
  }
  for (int c = 0; c < w->n_cell; c++) {
    w->s.region[c] = 0;
  }
  for (int g = 0, r = 0; g < w->m->n_group; g++) {
    const sn_mesh_group *group = w->m->group + g;
    r += group->dimension == 2 && group->place;
    for (int k = 0; group->dimension == 2 && group->place && k < group->n; k++) {
      int before = 0;
      for (int b = 0; b < group->place[k].block; b++) {
        before += sn_mesh_facts(w->m->block[b].type)->dimension == 2 ? w->m->block[b].n : 0;
      }
      w->s.region[before + group->place[k].element] = r;
    }
  }
  return SN_OK;
}

static sn_status convert(work *w, const sn_plane_section **out)
{
  int names = 0, regions = 1;
  for (int g = 0; g < w->m->n_group; g++) {
    names += w->m->group[g].dimension == 1 && w->m->group[g].place;
    regions += w->m->group[g].dimension == 2 && w->m->group[g].place;
  }
  SN_TRY(find_cells(w));
  if (names > SN_SECTION_NAMES || regions > SN_SECTION_NAMES) {
    return unsuited(w, "It has more than 62 groups of lines or of surfaces.", "Name only what is needed.");
  }
  SN_TRY(sort_edges(w));
  SN_TRY(sn_section_begin(w->arena, (long long)w->m->n_node + w->n_edge + (w->quads ? w->n_cell : 0), w->n_cell,
                          regions, names, &w->s, w->error));
  w->s.made->quads = w->quads;
  SN_TRY(place_corners(w));
  SN_TRY(place_cells(w));
  SN_TRY(name_groups(w));
  *out = w->s.made;
  return SN_OK;
}

sn_status sn_section_of_mesh(const sn_mesh *m, sn_arena *arena, const sn_plane_section **out, sn_error *error)
{
  work w = {.m = m, .scratch = sn_arena_child(arena), .arena = arena, .error = error};
  const sn_status status = w.scratch ? convert(&w, out) : no_memory(&w);
  sn_arena_free(w.scratch);
  return status;
}
