/* mesh/draft.h -- a mesh while a file is read. Private to the readers of this folder.
 * What:    nodes and elements by the numbers of the file, found by a hash table; elements of one type together; groups that grow.
 */
#ifndef SN_MESH_DRAFT_H
#define SN_MESH_DRAFT_H
#include "base/array.h"
#include "mesh/mesh.h"

/* What belongs to a number: open addressing; room is a power of 2, more than twice n. */
typedef struct {
  long long number;
  int value; /* -1: the slot is free */
} sn_mesh_slot;
typedef struct {
  sn_mesh_slot *slot;
  int n, room;
} sn_mesh_index;
int sn_mesh_index_find(const sn_mesh_index *t, long long number); /* -1: there is none */
/* 0: without memory; nothing has changed. The number is not in the table. */
int sn_mesh_index_add(sn_mesh_index *t, long long number, int value, sn_arena *arena);

typedef struct {
  const char *name;
  sn_mesh_group_type type;
  int dimension;
  long long tag;                /* of Gmsh */
  SN_LIST(sn_mesh_place) place; /* block: the type of the element */
  SN_LIST(int) node;
} sn_mesh_draft_group;

typedef struct {
  SN_LIST(int) node;
  SN_LIST(long long) number;
} sn_mesh_draft_block;

typedef struct {
  sn_arena *scratch;
  sn_error *error;
  SN_LIST(sn_v3) x;
  SN_LIST(long long) number; /* of nodes */
  sn_mesh_index node;
  sn_mesh_draft_block block[SN_MESH_TYPES];
  SN_LIST(sn_mesh_draft_group) group;
  SN_LIST(sn_mesh_other) other;
  SN_LIST(sn_mesh_material) material;
  SN_LIST(sn_mesh_section) section;
  SN_LIST(const char *) warning;
  int twice; /* elements may be there once for each of their groups */
} sn_mesh_draft;

/* *taken: a node of this number is there already; nothing has changed. */
sn_status sn_mesh_draft_node(sn_mesh_draft *d, long long number, sn_v3 x, int *taken);
/* Nodes in the order of this folder; *index: of the element among those of its type. */
sn_status sn_mesh_draft_element(sn_mesh_draft *d, sn_mesh_type type, long long number, const int *node, int *index);
sn_status sn_mesh_draft_other(sn_mesh_draft *d, const char *name, int dimension, int group, long long number, sn_v3 at);
sn_status sn_mesh_draft_group_add(sn_mesh_draft *d, const char *name, sn_mesh_group_type type, int dimension,
                                  int *group);
sn_status sn_mesh_draft_place(sn_mesh_draft *d, int group, sn_mesh_place place);
sn_status sn_mesh_draft_group_node(sn_mesh_draft *d, int group, int node);
/* The mesh, in the arena: nodes by rising numbers, blocks of types that are there, each element once. */
sn_status sn_mesh_draft_finish(sn_mesh_draft *d, const char *file, sn_arena *arena, const sn_mesh **out);

#endif
