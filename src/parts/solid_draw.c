/* parts/solid_draw.c -- what a solid looks like: the sides of its boundary as triangles, with sharp edges.
 * What:    corners belong to a node and to one of the smooth parts of the boundary around it: normals are smooth within a part, and an edge
 *          between two parts is sharp. Quadratic sides are drawn as several triangles.
 * Tests:   tests/solids/test_solid.c
 */
#include "model/model.h"
#include "parts/solid.h"

enum { MOST = 8 };                 /* triangles of a side */
static const double sharp = 0.819; /* cosine of 35 degrees */

/* Triangles of a side, of its nodes. */
typedef struct {
  int n, corner[MOST][3];
} pieces;

static const pieces pieces_of[SN_MESH_TYPES] = {
    [SN_MESH_TRI3] = {1, {{0, 1, 2}}},
    [SN_MESH_TRI6] = {4, {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}}},
    [SN_MESH_QUAD4] = {2, {{0, 1, 2}, {0, 2, 3}}},
    [SN_MESH_QUAD8] = {6, {{0, 4, 7}, {4, 1, 5}, {5, 2, 6}, {6, 3, 7}, {4, 5, 7}, {5, 6, 7}}},
    [SN_MESH_QUAD9] = {8, {{0, 4, 8}, {4, 1, 8}, {1, 5, 8}, {5, 2, 8}, {2, 6, 8}, {6, 3, 8}, {3, 7, 8}, {7, 0, 8}}}};

/* Corners of the picture at one node: one for each smooth part, a list by `next`. */
typedef struct {
  int *first; /* of every node; -1: none */
  int *next;
  sn_v3 *normal;
} corners;

static sn_v3 normal_of(const sn_solid_mesh *m, sn_mesh_type type, const int *node)
{
  sn_v3 x[SN_MESH_MOST_SIDE_NODES];
  sn_m3 by;
  double at[3] = {0, 0, 0};
  for (int a = 0; a < sn_mesh_facts(type)->n_node; a++) {
    x[a] = m->x[node[a]];
  }
  if (sn_mesh_facts(type)->simplex) {
    at[0] = at[1] = 1.0 / 3;
  }
  (void)sn_shape_point(type, x, at, &by);
  return v3_unit(sn_shape_normal(&by));
}

/* The corner at a node for a side with this normal: one that is there, or a new one. */
static int corner_of(const sn_solid_frozen *f, corners *c, int node, sn_v3 normal, sn_sheet *s, const sn_frame **frame,
                     int *number)
{
  for (int k = c->first[node]; k >= 0; k = c->next[k]) {
    if (v3_dot(v3_unit(c->normal[k]), normal) > sharp) {
      c->normal[k] = v3_add(c->normal[k], normal);
      return k;
    }
  }
  const int k = s->n_corner++;
  frame[k] = f->node + node;
  number[k] = node;
  c->normal[k] = normal;
  c->next[k] = c->first[node];
  c->first[node] = k;
  return k;
}

sn_status sn_solid_draw(sn_item *item, const sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_solid_mesh *m = f->mesh;
  sn_arena *arena = sn_builder_arena(b);
  int most = 0, triangles = 0, node[SN_MESH_MOST_SIDE_NODES];
  for (int k = 0; k < m->n_boundary; k++) {
    const sn_mesh_type type = sn_solid_side_nodes(m, m->boundary[k], node);
    most += sn_mesh_facts(type)->n_node;
    triangles += pieces_of[type].n;
  }
  corners c = {SN_NEW(arena, int, m->n_node), SN_NEW(arena, int, most), SN_NEW(arena, sn_v3, most)};
  const sn_frame **frame = sn_arena_get(arena, (size_t)most, sizeof *frame);
  double(*beside)[2] = sn_arena_get(arena, (size_t)most, sizeof *beside);
  int *number = SN_NEW(arena, int, most), *element = SN_NEW(arena, int, triangles);
  int(*triangle)[3] = sn_arena_get(arena, (size_t)triangles, sizeof *triangle);
  sn_sheet *s = SN_NEW(arena, sn_sheet, 1);
  if (!c.first || !c.next || !c.normal || !frame || !beside || !number || !element || !triangle || !s) {
    return sn_no_memory(error, "the picture");
  }
  for (int k = 0; k < m->n_node; k++) {
    c.first[k] = -1;
  }
  for (int k = 0; k < m->n_boundary; k++) {
    const sn_mesh_type type = sn_solid_side_nodes(m, m->boundary[k], node);
    const sn_v3 normal = normal_of(m, type, node);
    int corner[SN_MESH_MOST_SIDE_NODES];
    for (int a = 0; a < sn_mesh_facts(type)->n_node; a++) {
      corner[a] = corner_of(f, &c, node[a], normal, s, frame, number);
    }
    for (int t = 0; t < pieces_of[type].n; t++) {
      for (int i = 0; i < 3; i++) {
        triangle[s->n_triangle][i] = corner[pieces_of[type].corner[t][i]];
      }
      element[s->n_triangle++] = m->boundary[k].element;
    }
  }
  for (int k = 0; f->modal && k < m->n_node; k++) { /* nodes of a modal body are sums of its places */
    if (c.first[k] >= 0 && f->node[k].node < 0) {
      sn_show_frame(b, f->node + k);
    }
  }
  s->frame = frame;
  s->beside = (const double(*)[2])beside;
  s->node = number;
  s->triangle = (const int(*)[3])triangle;
  s->element = element;
  sn_draw_sheet(item, b, s);
  return SN_OK;
}
