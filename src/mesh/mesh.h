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
enum { SN_MESH_MOST_NODES = 27, SN_MESH_MOST_FACES = 6 }; /* of an element */

/* What is known of a type of element: one row of a table for each. */
typedef struct {
  const char *name; /* "tetrahedron of 10 nodes" */
  int dimension, n_node, n_corner, order;
  int n_face;             /* of volumes: their sides; else 0 */
  sn_mesh_type face_type; /* all sides of the types above are alike */
  int face[SN_MESH_MOST_FACES]
          [9]; /* nodes of each side in the order of face_type, seen from outside counterclockwise */
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

typedef struct {
  const char *file; /* as written in the model; NULL: a generator made it */
  int n_node;
  const sn_v3 *x;
  const long long *number; /* n_node: as the file numbers them; NULL: a generator made them */
  int n_block;
  const sn_mesh_block *block;
  int n_group;
  const sn_mesh_group *group;
} sn_mesh;

#endif
