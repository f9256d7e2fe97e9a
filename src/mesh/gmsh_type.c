/* mesh/gmsh_type.c -- the types of elements as Gmsh numbers them, and the order of their nodes.
 * Order:   corners agree with ours; edges of tetrahedra: 01 12 20 03 23 13; of bricks: 01 03 04 12 15 23 26 37 45 47 56 67; sides of bricks:
 *          -z -y -x +x +y +z.
 * Tests:   tests/mesh/test_gmsh.c
 */
#include "mesh/gmsh_private.h"

static const int tet10[10] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
static const int hex27[27] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  11, 13, 9,  16, 18,
                              19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20, 25, 26};

static const sn_gmsh_type types[] = {{1, 1, 2, "line of 2 nodes", 1, SN_MESH_LINE2, NULL},
                                     {2, 2, 3, "triangle of 3 nodes", 1, SN_MESH_TRI3, NULL},
                                     {3, 2, 4, "quadrilateral of 4 nodes", 1, SN_MESH_QUAD4, NULL},
                                     {4, 3, 4, "tetrahedron of 4 nodes", 1, SN_MESH_TET4, NULL},
                                     {5, 3, 8, "brick of 8 nodes", 1, SN_MESH_HEX8, NULL},
                                     {6, 3, 6, "prism of 6 nodes", 0, SN_MESH_POINT, NULL},
                                     {7, 3, 5, "pyramid of 5 nodes", 0, SN_MESH_POINT, NULL},
                                     {8, 1, 3, "line of 3 nodes", 1, SN_MESH_LINE3, NULL},
                                     {9, 2, 6, "triangle of 6 nodes", 1, SN_MESH_TRI6, NULL},
                                     {10, 2, 9, "quadrilateral of 9 nodes", 1, SN_MESH_QUAD9, NULL},
                                     {11, 3, 10, "tetrahedron of 10 nodes", 1, SN_MESH_TET10, tet10},
                                     {12, 3, 27, "brick of 27 nodes", 1, SN_MESH_HEX27, hex27},
                                     {13, 3, 18, "prism of 18 nodes", 0, SN_MESH_POINT, NULL},
                                     {14, 3, 14, "pyramid of 14 nodes", 0, SN_MESH_POINT, NULL},
                                     {15, 0, 1, "point", 1, SN_MESH_POINT, NULL},
                                     {16, 2, 8, "quadrilateral of 8 nodes", 1, SN_MESH_QUAD8, NULL},
                                     {17, 3, 20, "brick of 20 nodes", 1, SN_MESH_HEX20, hex27},
                                     {18, 3, 15, "prism of 15 nodes", 0, SN_MESH_POINT, NULL},
                                     {19, 3, 13, "pyramid of 13 nodes", 0, SN_MESH_POINT, NULL},
                                     {20, 2, 9, "triangle of 9 nodes", 0, SN_MESH_POINT, NULL},
                                     {21, 2, 10, "triangle of 10 nodes", 0, SN_MESH_POINT, NULL},
                                     {26, 1, 4, "line of 4 nodes", 0, SN_MESH_POINT, NULL},
                                     {27, 1, 5, "line of 5 nodes", 0, SN_MESH_POINT, NULL},
                                     {29, 3, 20, "tetrahedron of 20 nodes", 0, SN_MESH_POINT, NULL},
                                     {30, 3, 35, "tetrahedron of 35 nodes", 0, SN_MESH_POINT, NULL},
                                     {36, 2, 16, "quadrilateral of 16 nodes", 0, SN_MESH_POINT, NULL},
                                     {37, 2, 25, "quadrilateral of 25 nodes", 0, SN_MESH_POINT, NULL},
                                     {92, 3, 64, "brick of 64 nodes", 0, SN_MESH_POINT, NULL},
                                     {93, 3, 125, "brick of 125 nodes", 0, SN_MESH_POINT, NULL}};

const sn_gmsh_type *sn_gmsh_type_of(long long number)
{
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    if (types[k].number == number) {
      return types + k;
    }
  }
  return NULL;
}
