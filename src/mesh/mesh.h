/* mesh/mesh.h -- a mesh, whatever file or generator it comes from: nodes, elements in blocks of one type, named groups, surfaces and sets.
 * Who:     readers and generators of this folder make it, parts (solids, shells) take their elements and surfaces from it.
 * Order:   nodes of an element stand in the order of VTK and Abaqus (mesh/mesh_type.c): corners, then edges, faces, centre. Readers
 *          bring other orders into this one, so nobody above asks where a mesh comes from.
 * Memory:  everything is in the arena of whoever asked for the mesh, and const.
 */
#ifndef SN_MESH_MESH_H
#define SN_MESH_MESH_H
#include "base/arena.h"
#include "base/error.h"
#include "math/v3.h"

typedef enum {
  SN_MESH_POINT,
  SN_MESH_LINE2,
  SN_MESH_LINE3,
  SN_MESH_TRI3,
  SN_MESH_TRI6,
  SN_MESH_QUAD4,
  SN_MESH_QUAD8,
  SN_MESH_QUAD9,
  SN_MESH_TET4,
  SN_MESH_TET10,
  SN_MESH_HEX8,
  SN_MESH_HEX20,
  SN_MESH_HEX27,
  SN_MESH_TYPES
} sn_mesh_type;
enum {
  SN_MESH_MOST_NODES = 27,
  SN_MESH_MOST_EDGES = 12,
  SN_MESH_MOST_FACES = 6,
  SN_MESH_MOST_SIDE_NODES = 9
}; /* of an element */

/* What is known of a type of element: one row of a table for each. */
typedef struct {
  const char *name; /* "tetrahedron of 10 nodes" */
  int dimension, n_node, n_corner, order;
  int simplex; /* lines, triangles, tetrahedra: 1; quadrilaterals, bricks, points: 0 */
  int n_edge;  /* of dimension 1 to 3; of order 2: node n_corner + k stands in the middle of edge k */
  int edge[SN_MESH_MOST_EDGES][2]; /* corners */
  int n_face;                      /* of volumes: their sides, in the order of S1, S2, ... of Abaqus; else 0 */
  sn_mesh_type face_type;          /* all sides of the types above are alike */
  int face[SN_MESH_MOST_FACES]
          [9];         /* nodes of each side in the order of face_type, seen from outside counterclockwise */
  sn_mesh_type linear; /* the same with corners only */
} sn_mesh_type_facts;
const sn_mesh_type_facts *sn_mesh_facts(sn_mesh_type type);

/* Elements of one type, one after another. */
typedef struct {
  sn_mesh_type type;
  int n;
  const int *node;         /* n x nodes of the type: indices into sn_mesh.x */
  const long long *number; /* n: as the file numbers them; NULL: a generator made them */
} sn_mesh_block;

/* An element, and for surfaces of volumes one of its sides. */
typedef struct {
  int block, element;
  int side; /* -1: the element itself */
} sn_mesh_place;

typedef enum { SN_MESH_ELEMENTS, SN_MESH_SURFACE, SN_MESH_NODES } sn_mesh_group_type;
/* Named things: elements (of a material, say), a surface (sides of volumes, or elements of dimension 2), nodes. */
typedef struct {
  const char *name;
  sn_mesh_group_type type;
  int dimension; /* of its elements; -1: nodes */
  int n;
  const sn_mesh_place *place; /* n; NULL: nodes */
  const int *node;            /* n; NULL: places */
} sn_mesh_group;

/* Elements that are none of the types above (prisms, order 3): left out, but not forgotten. */
typedef struct {
  const char *name;     /* "prism of 6 nodes" */
  int dimension, group; /* -1: in none */
  int n;
  long long number; /* of the first one */
  sn_v3 at;         /* its middle */
} sn_mesh_other;

/* What a file says of a material; NAN: nothing. Values are in the units of the file. */
typedef struct {
  const char *name;
  double E, nu, density;
  double orthotropic[9]; /* E1 E2 E3 nu12 nu13 nu23 G12 G13 G23 */
  double C10, C01, D1;   /* Mooney-Rivlin; C01 = 0: neo-Hooke */
} sn_mesh_material;
/* Elements of a group are of a material; thickness NAN: volumes. */
typedef struct {
  const char *group, *material;
  double thickness;
} sn_mesh_section;

/* Lists are empty where a file or a generator has nothing of the kind. */
typedef struct {
  const char *file; /* as written in the model; NULL: a generator made it */
  int n_node;
  const sn_v3 *x;
  const long long *number; /* n_node, rising: as the file numbers them; NULL: a generator made them */
  int n_block;
  const sn_mesh_block *block; /* files: one for each type that they have */
  int n_group;
  const sn_mesh_group *group;
  int n_other;
  const sn_mesh_other *other;
  int n_material;
  const sn_mesh_material *material;
  int n_section;
  const sn_mesh_section *section;
  int n_warning;
  const char *const *warning; /* what of the file was not understood */
} sn_mesh;

/* NULL: there is no such group. dimension 3, 2, 1, 0: of elements (2: surfaces, too); -1: any, lines before points before surfaces before
   volumes before nodes. */
const sn_mesh_group *sn_mesh_find_group(const sn_mesh *m, int dimension, const char *name);
/* Names of the groups of a dimension (-1: of any but volumes), "root, tip", or "none". */
const char *sn_mesh_group_names(const sn_mesh *m, int dimension, char *text, size_t size);
/* How many elements the mesh has of a dimension. */
int sn_mesh_count(const sn_mesh *m, int dimension);
/* Nodes of the element (of its side, if the place has one): how many; their places; the type of element or side. */
int sn_mesh_nodes_at(const sn_mesh *m, sn_mesh_place at, int node[SN_MESH_MOST_NODES], sn_mesh_type *type);
/* The nodes of an element of its own, whatever the side. */
const int *sn_mesh_element_nodes(const sn_mesh *m, sn_mesh_place at);
/* The number of an element or node as the file has it, or its index + 1. */
long long sn_mesh_element_number(const sn_mesh *m, sn_mesh_place at);
long long sn_mesh_node_number(const sn_mesh *m, int node);

#endif
