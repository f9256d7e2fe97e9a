/* mesh/write_private.h -- the elements of a mesh as a file lists them. Private to write*.c.
 */
#ifndef SN_MESH_WRITE_PRIVATE_H
#define SN_MESH_WRITE_PRIVATE_H
#include "mesh/write.h"

/* Sets of groups that elements are in, all of one dimension: a set is another one and one group more. Set 0 is empty. */
typedef struct {
  int before, group, dimension;
} sn_mesh_set;
/* What is written as an element: an element, a side of a volume that groups name, or (block -1) a node that groups name. */
typedef struct {
  sn_mesh_place place; /* block -1: element is the node */
  int set;
  sn_mesh_type type;
} sn_mesh_cell;
typedef struct {
  int n, n_set;
  const sn_mesh_cell *cell; /* by dimension, set and type */
  const sn_mesh_set *set;
} sn_mesh_cells;
sn_status sn_mesh_list_cells(const sn_mesh *m, sn_arena *scratch, sn_mesh_cells *out, sn_error *error);
/* The nodes of a cell: how many. */
int sn_mesh_cell_nodes(const sn_mesh *m, const sn_mesh_cell *c, int node[SN_MESH_MOST_NODES]);

sn_status sn_mesh_write_msh(const sn_mesh *m, int binary, sn_arena *scratch, FILE *to, sn_error *error);
sn_status sn_mesh_write_inp(const sn_mesh *m, sn_arena *scratch, FILE *to, sn_error *error);
sn_status sn_mesh_write_vtu(const sn_mesh *m, sn_arena *scratch, FILE *to, sn_error *error);

#endif
