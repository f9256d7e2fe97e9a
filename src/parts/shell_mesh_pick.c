/* parts/shell_mesh_pick.c -- which elements of a Gmsh file are those of a shell, each once; what is no quadrilateral is refused.
 * Tests:   tests/shells/test_mesh.c
 */
#include <stdlib.h>
#include <string.h>

#include "parts/shell_mesh.h"

static sn_status no_memory(const sn_shell_making *m)
{
  return sn_no_memory(m->error, "a mesh");
}

static const char *remedy(const char *type)
{
  return strcmp(type, sn_mesh_facts(SN_MESH_QUAD8)->name) == 0
             ? "Set Mesh.SecondOrderIncomplete = 0: quadrilaterals then have a node in their middle."
         : strncmp(type, "triangle", 8) == 0
             ? "Make quadrilaterals: Recombine Surface {:}; or Mesh.RecombineAll = 1, with "
               "Mesh.SubdivisionAlgorithm = 1 where some are left."
             : "Set Mesh.ElementOrder = 1 or 2.";
}

static sn_status wrong_type(const sn_shell_making *m, long long number, const char *type, sn_v3 x, int mixed)
{
  sn_item_fail(m->item, SN_EINPUT, m->error, "Element %lld of \"%.60s\" is a %s.", number, m->g->file, type);
  sn_error_why(m->error, "It is at (%.6g, %.6g, %.6g). A shell is made of quadrilaterals of 4 nodes, or of 9%s.",
               x.x[0], x.x[1], x.x[2], mixed ? ", not of both" : "");
  sn_error_fix(m->error, "%s", remedy(type));
  return SN_EINPUT;
}

static sn_status wrong_element(const sn_shell_making *m, sn_mesh_place at)
{
  int node[SN_MESH_MOST_NODES];
  sn_mesh_type type;
  sn_v3 x = v3(0, 0, 0);
  const int n = sn_mesh_nodes_at(m->g, at, node, &type);
  for (int k = 0; k < n; k++) {
    x = v3_axpy(x, 1.0 / n, sn_shell_drawn_at(m, node[k]));
  }
  return wrong_type(m, sn_mesh_element_number(m->g, at), sn_mesh_facts(type)->name, x,
                    type == SN_MESH_QUAD4 || type == SN_MESH_QUAD9);
}

/* Elements of surfaces that are of no type that a shell could have. */
static sn_status check_others(const sn_shell_making *m, const sn_mesh_group *group)
{
  for (int k = 0; k < m->g->n_other; k++) {
    const sn_mesh_other *o = m->g->other + k;
    if (o->dimension == 2 && (!group || (o->group >= 0 && m->g->group + o->group == group))) {
      return wrong_type(m, o->number, o->name, v3_scale(m->scale, o->at), 0);
    }
  }
  return SN_OK;
}

static void take(sn_shell_making *m, sn_mesh_place of)
{
  static const int place[2][SN_SHELL_NODES] = {{0, 1, 3, 2},
                                               {0, 2, 8, 6, 1, 5, 7, 3, 4}}; /* of the file's nodes in ours */
  const int nodes = sn_shell_quad_nodes(m);
  int node[SN_MESH_MOST_NODES];
  sn_mesh_type type;
  sn_mesh_nodes_at(m->g, of, node, &type);
  for (int k = 0; k < nodes; k++) {
    m->node[m->n * nodes + place[m->order - 1][k]] = node[k];
  }
  m->of[m->n++] = of;
}

typedef struct {
  int corner[4], rank; /* in the order of the file */
  sn_mesh_place of;
} quad;

static int by_corners(const void *a, const void *b)
{
  const quad *p = a, *q = b;
  for (int k = 0; k < 4; k++) {
    if (p->corner[k] != q->corner[k]) {
      return p->corner[k] < q->corner[k] ? -1 : 1;
    }
  }
  return (p->rank > q->rank) - (p->rank < q->rank);
}

static quad quad_of(const sn_mesh *g, sn_mesh_place of, int rank)
{
  quad q = {.of = of, .rank = rank};
  int node[SN_MESH_MOST_NODES];
  sn_mesh_type type;
  sn_mesh_nodes_at(g, of, node, &type);
  for (int k = 0; k < 4; k++) { /* sorted in */
    int i = k;
    for (; i > 0 && q.corner[i - 1] > node[k]; i--) {
      q.corner[i] = q.corner[i - 1];
    }
    q.corner[i] = node[k];
  }
  return q;
}

static int by_file(const void *a, const void *b)
{
  return ((const quad *)a)->rank - ((const quad *)b)->rank;
}

static sn_status add(sn_shell_making *m, sn_mesh_place at, quad *list, int *n)
{
  const sn_mesh_type type =
      at.side < 0 ? m->g->block[at.block].type : sn_mesh_facts(m->g->block[at.block].type)->face_type;
  const int order = type == SN_MESH_QUAD4 ? 1 : type == SN_MESH_QUAD9 ? 2 : 0;
  m->order = *n ? m->order : order;
  if (!order || order != m->order) {
    return wrong_element(m, at);
  }
  list[*n] = quad_of(m->g, at, *n);
  ++*n;
  return SN_OK;
}

static sn_status add_all(sn_shell_making *m, const sn_mesh_group *group, quad *list, int *n)
{
  for (int k = 0; group && k < group->n; k++) {
    SN_TRY(add(m, group->place[k], list, n));
  }
  for (int b = 0; !group && b < m->g->n_block; b++) {
    for (int e = 0; sn_mesh_facts(m->g->block[b].type)->dimension == 2 && e < m->g->block[b].n; e++) {
      SN_TRY(add(m, (sn_mesh_place){b, e, -1}, list, n));
    }
  }
  return SN_OK;
}

/* All of the shell's, each once: one in two groups, or a twin, may be in the file twice. */
sn_status sn_shell_quads(sn_shell_making *m, const sn_mesh_group *group)
{
  const sn_mesh *g = m->g;
  int n = 0, once = 0;
  const int all = group ? group->n : sn_mesh_count(g, 2);
  SN_TRY(check_others(m, group));
  if (all == 0 || all > SN_SHELL_MOST) {
    sn_item_fail(m->item, SN_EINPUT, m->error,
                 all ? "\"%.60s\" has more than %d elements." : "\"%.60s\" has no surface.", g->file, SN_SHELL_MOST);
    sn_error_fix(m->error, all ? "Use fewer."
                               : "Mesh its surfaces (gmsh -2), and make them physical if anything in the file is.");
    return SN_EINPUT;
  }
  quad *list = SN_NEW(m->scratch, quad, all);
  if (!list) {
    return no_memory(m);
  }
  SN_TRY(add_all(m, group, list, &n));
  qsort(list, (size_t)n, sizeof *list, by_corners);
  for (int k = 0; k < n; k++) {
    if (k == 0 || memcmp(list[k].corner, list[once - 1].corner, sizeof list->corner) != 0) {
      list[once++] = list[k];
    }
  }
  qsort(list, (size_t)once, sizeof *list, by_file);
  m->node = SN_NEW(m->scratch, int, once *sn_shell_quad_nodes(m));
  m->of = SN_NEW(m->scratch, sn_mesh_place, once);
  m->side = SN_NEW(m->scratch, sn_shell_side, 4 * once);
  if (!m->node || !m->of || !m->side) {
    return no_memory(m);
  }
  for (int k = 0; k < once; k++) {
    take(m, list[k].of);
  }
  return SN_OK;
}
