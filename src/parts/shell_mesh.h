/* parts/shell_mesh.h -- the mesh of a shell that comes from a file, while it is made. Private to shell_mesh*.c.
 * What:    quadrilaterals over the nodes of the file, their sides sorted by ends; then fibres: a node of the shell for every director.
 */
#ifndef SN_PARTS_SHELL_MESH_H
#define SN_PARTS_SHELL_MESH_H
#include "parts/shell.h"

/* One side of one element, from corner to corner as the element goes around. */
typedef struct {
  int low, high; /* its ends, sorted */
  int from, mid; /* the end it begins at; the node between (-1: none) */
  int element, side;
} sn_shell_side;

typedef struct {
  const sn_item *item;
  const sn_mesh *g;
  sn_arena *scratch, *keep;
  sn_error *error;
  double scale;
  int order, n;        /* of the elements */
  int *node;           /* n (order + 1)^2 nodes of the file, along xi first */
  sn_mesh_place *of;   /* n: element of the file */
  sn_shell_side *side; /* 4 n, neighbours beside each other */
} sn_shell_making;

static inline int sn_shell_quad_nodes(const sn_shell_making *m)
{
  return (m->order + 1) * (m->order + 1);
}
static inline sn_v3 sn_shell_drawn_at(const sn_shell_making *m, int node)
{
  return v3_scale(m->scale, m->g->x[node]);
}
sn_v3 sn_shell_quad_normal(const sn_shell_making *m, int e, double xi, double eta); /* X,1 x X,2 */
sn_v3 sn_shell_quad_centre(const sn_shell_making *m, int e);
/* "Element 12 of "wing.msh" ...": what, at its centre. */
sn_status sn_shell_quad_fail(const sn_shell_making *m, int e, const char *fix, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The node of side k of an element: at its begin (0), in its middle (1), at its end (2). */
int sn_shell_side_node(const sn_shell_making *m, int e, int side, int where);

/* shell_mesh_pick.c: the elements of a physical surface; group NULL: all. */
sn_status sn_shell_quads(sn_shell_making *m, const sn_mesh_group *group);

/* shell_mesh_check.c: everything that is wrong with it as a mesh of one shell. Elements that look the other way than their neighbours are
   turned. */
sn_status sn_shell_quads_check(sn_shell_making *m);
/* Of the sides in the order of their ends: how many from k on have the same. */
int sn_shell_same_side(const sn_shell_making *m, int k);

#endif
