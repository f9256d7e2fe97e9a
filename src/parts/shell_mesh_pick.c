/* parts/shell_mesh_pick.c -- which elements of a Gmsh file are those of a shell, each once; what is no quadrilateral is refused.
 * Tests:   tests/shells/test_mesh.c
 */
#include <stdlib.h>
#include <string.h>

#include "parts/shell_mesh.h"

enum { QUAD_4 = 3, QUAD_9 = 10, QUAD_8 = 16 };

static sn_status no_memory(const sn_mesh_making *m)
{
  return sn_no_memory(m->error, "a mesh");
}

static const char *remedy(const sn_gmsh_type *t)
{
  return t->number == QUAD_8 ? "Set Mesh.SecondOrderIncomplete = 0: quadrilaterals then have a node in their middle."
         : strncmp(t->name, "triangle", 8) == 0
             ? "Make quadrilaterals: Recombine Surface {:}; or Mesh.RecombineAll = 1, with "
               "Mesh.SubdivisionAlgorithm = 1 where some are left."
             : "Set Mesh.ElementOrder = 1 or 2.";
}

/* Is it one of the shell's: a surface element, of the group if there is one? */
static int belongs(const sn_gmsh_element *e, int group)
{
  return e->type->dimension == 2 && (group < 0 || e->group == group);
}

static sn_status wrong_type(const sn_mesh_making *m, const sn_gmsh_element *e)
{
  const int n = e->type->nodes < SN_GMSH_NODES ? e->type->nodes : SN_GMSH_NODES;
  sn_v3 x = v3(0, 0, 0);
  for (int k = 0; k < n; k++) {
    x = v3_axpy(x, 1.0 / n, sn_mesh_place(m, e->node[k]));
  }
  sn_item_fail(m->item, SN_EINPUT, m->error, "Element %lld of \"%.60s\" is a %s.", e->number, m->g->file,
               e->type->name);
  sn_error_why(m->error, "It is at (%.6g, %.6g, %.6g). A shell is made of quadrilaterals of 4 nodes, or of 9%s.",
               x.x[0], x.x[1], x.x[2], e->type->number == QUAD_4 || e->type->number == QUAD_9 ? ", not of both" : "");
  sn_error_fix(m->error, "%s", remedy(e->type));
  return SN_EINPUT;
}

static void take(sn_mesh_making *m, int of)
{
  static const int place[2][SN_GMSH_NODES] = {{0, 1, 3, 2}, {0, 2, 8, 6, 1, 5, 7, 3, 4}}; /* of Gmsh's nodes in ours */
  const int nodes = sn_mesh_nodes(m);
  for (int k = 0; k < nodes; k++) {
    m->node[m->n * nodes + place[m->order - 1][k]] = m->g->element[of].node[k];
  }
  m->of[m->n++] = of;
}

typedef struct {
  int corner[4], of;
} quad;

static int by_corners(const void *a, const void *b)
{
  const quad *p = a, *q = b;
  for (int k = 0; k < 4; k++) {
    if (p->corner[k] != q->corner[k]) {
      return p->corner[k] < q->corner[k] ? -1 : 1;
    }
  }
  return (p->of > q->of) - (p->of < q->of);
}

static quad quad_of(const sn_gmsh *g, int of)
{
  quad q = {.of = of};
  for (int k = 0; k < 4; k++) { /* sorted in */
    int i = k;
    for (; i > 0 && q.corner[i - 1] > g->element[of].node[k]; i--) {
      q.corner[i] = q.corner[i - 1];
    }
    q.corner[i] = g->element[of].node[k];
  }
  return q;
}

static int by_file(const void *a, const void *b)
{
  return ((const quad *)a)->of - ((const quad *)b)->of;
}

/* All of the shell's, each once: one in two groups is in the file twice. */
sn_status sn_mesh_pick(sn_mesh_making *m, int group)
{
  const sn_gmsh *g = m->g;
  int n = 0, once = 0;
  for (int k = 0; k < g->n_element; k++) {
    n += belongs(g->element + k, group);
  }
  if (n == 0 || n > SN_SHELL_MOST) {
    sn_item_fail(m->item, SN_EINPUT, m->error, n ? "\"%.60s\" has more than %d elements." : "\"%.60s\" has no surface.",
                 g->file, SN_SHELL_MOST);
    sn_error_fix(m->error,
                 n ? "Use fewer." : "Mesh its surfaces (gmsh -2), and make them physical if anything in the file is.");
    return SN_EINPUT;
  }
  quad *list = SN_NEW(m->scratch, quad, n);
  if (!list) {
    return no_memory(m);
  }
  n = 0;
  for (int k = 0; k < g->n_element; k++) {
    const sn_gmsh_element *e = g->element + k;
    if (belongs(e, group)) {
      const int order = e->type->number == QUAD_4 ? 1 : e->type->number == QUAD_9 ? 2 : 0;
      m->order = n ? m->order : order;
      if (!order || order != m->order) {
        return wrong_type(m, e);
      }
      list[n++] = quad_of(g, k);
    }
  }
  qsort(list, (size_t)n, sizeof *list, by_corners);
  for (int k = 0; k < n; k++) {
    if (k == 0 || memcmp(list[k].corner, list[once - 1].corner, sizeof list->corner) != 0) {
      list[once++] = list[k];
    }
  }
  qsort(list, (size_t)once, sizeof *list, by_file);
  m->node = SN_NEW(m->scratch, int, once *sn_mesh_nodes(m));
  m->of = SN_NEW(m->scratch, int, once);
  m->side = SN_NEW(m->scratch, sn_mesh_side, 4 * once);
  if (!m->node || !m->of || !m->side) {
    return no_memory(m);
  }
  for (int k = 0; k < once; k++) {
    take(m, list[k].of);
  }
  return SN_OK;
}
