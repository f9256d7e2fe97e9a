/* mesh/topology.h -- what touches what in a mesh: its boundary, surfaces as sides of volumes, elements around a node, pieces that are not
 *                    joined, smooth patches.
 * Cost:    all of it grows like n log n at most.
 */
#ifndef SN_MESH_TOPOLOGY_H
#define SN_MESH_TOPOLOGY_H
#include "mesh/mesh.h"

typedef struct {
  int n;
  const sn_mesh_place *place;
} sn_mesh_sides;
/* The sides that belong to one volume only, in the order of the elements. surface (NULL: not asked for): the groups of the mesh in their
   order; those of dimension 2 name sides of volumes in place of elements of dimension 2. An element that is no side of a volume keeps
   side -1; of two volumes at a surface inside, the first is taken. A side of three volumes is an error with its place. */
sn_status sn_mesh_boundary(const sn_mesh *m, sn_arena *arena, sn_mesh_sides *out, const sn_mesh_group **surface,
                           sn_error *error);

/* Elements of a dimension around each node: element[first[k] .. first[k + 1]) of node k, in the order of the mesh. */
typedef struct {
  const int *first;
  const sn_mesh_place *element;
} sn_mesh_around;
sn_status sn_mesh_around_nodes(const sn_mesh *m, int dimension, sn_arena *arena, sn_mesh_around *out, sn_error *error);

/* Pieces: sets of elements of a dimension that share nodes. of: the piece of each node, -1: of no such element; size: elements of each
   piece; at: the mean of its nodes. */
typedef struct {
  int n;
  const int *of, *size;
  const sn_v3 *at;
} sn_mesh_pieces;
sn_status sn_mesh_find_pieces(const sn_mesh *m, int dimension, sn_arena *arena, sn_mesh_pieces *out, sn_error *error);

/* The nodes of places, each once, in rising order. */
typedef struct {
  int n;
  const int *node;
} sn_mesh_node_list;
sn_status sn_mesh_nodes_of(const sn_mesh *m, const sn_mesh_place *place, int n, sn_arena *arena, sn_mesh_node_list *out,
                           sn_error *error);

/* Smooth patches of a surface: sides joined across edges at which their normals differ by less than `angle` (radians). of: the patch of each
   side; n: how many. */
typedef struct {
  int n;
  const int *of;
} sn_mesh_patches;
sn_status sn_mesh_find_patches(const sn_mesh *m, const sn_mesh_sides *sides, double angle, sn_arena *arena,
                               sn_mesh_patches *out, sn_error *error);

/* A mesh whose nodes nearer than tolerance (times the diagonal of the mesh) to one of lower number have become that one. */
sn_status sn_mesh_merge(const sn_mesh *m, double tolerance, sn_arena *arena, const sn_mesh **out, int *merged,
                        sn_error *error);

#endif
