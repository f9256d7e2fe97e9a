/* mesh/mesh_type.c -- the types of elements, and how to ask a mesh for what is in it.
 * Order:   corners, then the middles of edges, then the middles of sides (-x +x -y +y -z +z), then the centre, as VTK writes them. Abaqus
 *          agrees up to 20 nodes. Sides are numbered as S1, S2, ... of Abaqus.
 * Tests:   tests/mesh/test_shape.c, tests/mesh/test_generate.c
 */
#include <string.h>

#include "base/text.h"
#include "mesh/mesh.h"

#define LINE_EDGES \
  1,               \
  {                \
    {              \
      0, 1         \
    }              \
  }
#define TRI_EDGES   \
  3,                \
  {                 \
    {0, 1}, {1, 2}, \
    {               \
      2, 0          \
    }               \
  }
#define QUAD_EDGES          \
  4,                        \
  {                         \
    {0, 1}, {1, 2}, {2, 3}, \
    {                       \
      3, 0                  \
    }                       \
  }
#define TET_EDGES                           \
  6,                                        \
  {                                         \
    {0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, \
    {                                       \
      2, 3                                  \
    }                                       \
  }
#define HEX_EDGES                                                                           \
  12,                                                                                       \
  {                                                                                         \
    {0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, \
    {                                                                                       \
      3, 7                                                                                  \
    }                                                                                       \
  }

static const sn_mesh_type_facts facts[SN_MESH_TYPES] = {
    [SN_MESH_POINT] = {"point", 0, 1, 1, 1, 0, 0, {{0, 0}}, 0, SN_MESH_POINT, {{0}}, SN_MESH_POINT},
    [SN_MESH_LINE2] = {"line of 2 nodes", 1, 2, 2, 1, 1, LINE_EDGES, 0, SN_MESH_POINT, {{0}}, SN_MESH_LINE2},
    [SN_MESH_LINE3] = {"line of 3 nodes", 1, 3, 2, 2, 1, LINE_EDGES, 0, SN_MESH_POINT, {{0}}, SN_MESH_LINE2},
    [SN_MESH_TRI3] = {"triangle of 3 nodes", 2, 3, 3, 1, 1, TRI_EDGES, 0, SN_MESH_POINT, {{0}}, SN_MESH_TRI3},
    [SN_MESH_TRI6] = {"triangle of 6 nodes", 2, 6, 3, 2, 1, TRI_EDGES, 0, SN_MESH_POINT, {{0}}, SN_MESH_TRI3},
    [SN_MESH_QUAD4] = {"quadrilateral of 4 nodes", 2, 4, 4, 1, 0, QUAD_EDGES, 0, SN_MESH_POINT, {{0}}, SN_MESH_QUAD4},
    [SN_MESH_QUAD8] = {"quadrilateral of 8 nodes", 2, 8, 4, 2, 0, QUAD_EDGES, 0, SN_MESH_POINT, {{0}}, SN_MESH_QUAD4},
    [SN_MESH_QUAD9] = {"quadrilateral of 9 nodes", 2, 9, 4, 2, 0, QUAD_EDGES, 0, SN_MESH_POINT, {{0}}, SN_MESH_QUAD4},
    [SN_MESH_TET4] = {"tetrahedron of 4 nodes",
                      3,
                      4,
                      4,
                      1,
                      1,
                      TET_EDGES,
                      4,
                      SN_MESH_TRI3,
                      {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
                      SN_MESH_TET4},
    [SN_MESH_TET10] = {"tetrahedron of 10 nodes",
                       3,
                       10,
                       4,
                       2,
                       1,
                       TET_EDGES,
                       4,
                       SN_MESH_TRI6,
                       {{0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 8, 7}, {1, 2, 3, 5, 9, 8}, {2, 0, 3, 6, 7, 9}},
                       SN_MESH_TET4},
    [SN_MESH_HEX8] = {"brick of 8 nodes",
                      3,
                      8,
                      8,
                      1,
                      0,
                      HEX_EDGES,
                      6,
                      SN_MESH_QUAD4,
                      {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}},
                      SN_MESH_HEX8},
    [SN_MESH_HEX20] = {"brick of 20 nodes",
                       3,
                       20,
                       8,
                       2,
                       0,
                       HEX_EDGES,
                       6,
                       SN_MESH_QUAD8,
                       {{0, 3, 2, 1, 11, 10, 9, 8},
                        {4, 5, 6, 7, 12, 13, 14, 15},
                        {0, 1, 5, 4, 8, 17, 12, 16},
                        {1, 2, 6, 5, 9, 18, 13, 17},
                        {2, 3, 7, 6, 10, 19, 14, 18},
                        {3, 0, 4, 7, 11, 16, 15, 19}},
                       SN_MESH_HEX8},
    [SN_MESH_HEX27] = {"brick of 27 nodes",
                       3,
                       27,
                       8,
                       2,
                       0,
                       HEX_EDGES,
                       6,
                       SN_MESH_QUAD9,
                       {{0, 3, 2, 1, 11, 10, 9, 8, 24},
                        {4, 5, 6, 7, 12, 13, 14, 15, 25},
                        {0, 1, 5, 4, 8, 17, 12, 16, 22},
                        {1, 2, 6, 5, 9, 18, 13, 17, 21},
                        {2, 3, 7, 6, 10, 19, 14, 18, 23},
                        {3, 0, 4, 7, 11, 16, 15, 19, 20}},
                       SN_MESH_HEX8},
};

const sn_mesh_type_facts *sn_mesh_facts(sn_mesh_type type)
{
  return facts + type;
}

const sn_mesh_group *sn_mesh_find_group(const sn_mesh *m, int dimension, const char *name)
{
  static const int order[5] = {1, 0, 2, 3, -1};
  for (int d = 0; d < 5; d++) {
    for (int k = 0; k < m->n_group && (dimension < 0 || dimension == order[d]); k++) {
      if (m->group[k].dimension == order[d] && strcmp(m->group[k].name, name) == 0) {
        return m->group + k;
      }
    }
  }
  return NULL;
}

const char *sn_mesh_group_names(const sn_mesh *m, int dimension, char *text, size_t size)
{
  enum { MOST = 20 };
  const char *name[MOST] = {NULL};
  int n = 0;
  for (int k = 0; k < m->n_group && n < MOST; k++) {
    if (m->group[k].dimension == dimension || (dimension < 0 && m->group[k].dimension < 3)) {
      name[n++] = m->group[k].name;
    }
  }
  sn_join(text, size, name, n);
  return n ? text : "none";
}

const int *sn_mesh_element_nodes(const sn_mesh *m, sn_mesh_place at)
{
  const sn_mesh_block *b = m->block + at.block;
  return b->node + (size_t)at.element * (size_t)facts[b->type].n_node;
}

int sn_mesh_count(const sn_mesh *m, int dimension)
{
  int n = 0;
  for (int b = 0; b < m->n_block; b++) {
    n += facts[m->block[b].type].dimension == dimension ? m->block[b].n : 0;
  }
  return n;
}

int sn_mesh_nodes_at(const sn_mesh *m, sn_mesh_place at, int node[SN_MESH_MOST_NODES], sn_mesh_type *type)
{
  const sn_mesh_block *b = m->block + at.block;
  const sn_mesh_type_facts *f = facts + b->type;
  const int *all = sn_mesh_element_nodes(m, at);
  *type = at.side < 0 ? b->type : f->face_type;
  const int n = facts[*type].n_node;
  for (int k = 0; k < n; k++) {
    node[k] = all[at.side < 0 ? k : f->face[at.side][k]];
  }
  return n;
}

long long sn_mesh_element_number(const sn_mesh *m, sn_mesh_place at)
{
  long long before = 0;
  if (m->block[at.block].number) {
    return m->block[at.block].number[at.element];
  }
  for (int b = 0; b < at.block; b++) {
    before += m->block[b].n;
  }
  return before + at.element + 1;
}

long long sn_mesh_node_number(const sn_mesh *m, int node)
{
  return m->number ? m->number[node] : (long long)node + 1;
}
