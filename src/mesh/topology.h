/* mesh/topology.h -- what touches what in a mesh: its boundary, elements around a node, pieces that are not joined, surfaces as sides.
 * Cost:    all of it grows linearly with the mesh.
 */
#ifndef SN_MESH_TOPOLOGY_H
#define SN_MESH_TOPOLOGY_H
#include "mesh/mesh.h"

/* The sides that belong to one volume only, in the order of the elements; `place` lives in the arena. A side of three volumes is an error. */
typedef struct {
  int n;
  const sn_mesh_place *place;
} sn_mesh_sides;
sn_status sn_mesh_boundary(const sn_mesh *m, sn_arena *arena, sn_mesh_sides *out, sn_error *error);

/* Elements of a dimension around each node: element[first[k] .. first[k + 1]) of node k, in the order of the mesh. */
typedef struct {
  const int *first;
  const sn_mesh_place *element;
} sn_mesh_around;
sn_status sn_mesh_around_nodes(const sn_mesh *m, int dimension, sn_arena *arena, sn_mesh_around *out, sn_error *error);

/* Pieces: sets of elements of a dimension that share nodes. of: the piece of each node, -1: of no such element; size: elements of each
   piece; at: the centre of its nodes. */
typedef struct {
  int n;
  const int *of, *size;
  const sn_v3 *at;
} sn_mesh_pieces;
sn_status sn_mesh_find_pieces(const sn_mesh *m, int dimension, sn_arena *arena, sn_mesh_pieces *out, sn_error *error);

/* The surface of a group of dimension 2 as sides of volumes: elements of dimension 2 are looked up by their corners. A side on the boundary
   is preferred; of two volumes at a surface inside, the first. An element that is no side of a volume is an error with its place. */
sn_status sn_mesh_surface_sides(const sn_mesh *m, const sn_mesh_group *group, sn_arena *arena, sn_mesh_sides *out,
                                sn_error *error);

/* The nodes of places, each once, in rising order. */
typedef struct {
  int n;
  const int *node;
} sn_mesh_node_list;
sn_status sn_mesh_nodes_of(const sn_mesh *m, const sn_mesh_place *place, int n, sn_arena *arena, sn_mesh_node_list *out,
                           sn_error *error);

/* Smooth patches of the boundary: sides joined across edges whose normals differ by less than `angle` (radians). of: the patch of each
   side; n: how many. */
sn_status sn_mesh_patches(const sn_mesh *m, const sn_mesh_sides *sides, double angle, sn_arena *arena, const int **of,
                          int *n, sn_error *error);

#endif
