/* show/vtk/vtk_private.h -- the two series of show/vtk/vtk.c: shapes and nodes.
 * What:    sizes and arrays are fixed once; then every time is moved to and written.
 */
#ifndef SN_SHOW_VTK_PRIVATE_H
#define SN_SHOW_VTK_PRIVATE_H
#include "results/scene.h"
#include "show/vtk/vtk_fields.h"
#include "show/vtk/vtk_file.h"

typedef struct sn_vtk_shapes sn_vtk_shapes;
typedef struct sn_vtk_nodes sn_vtk_nodes;

/* `start`: the first stored row, from which displacements are counted. */
sn_status sn_vtk_shapes_new(const sn_scene *scene, const sn_vtk_fields *fields, int joints, const sn_poses *start,
                            sn_arena *arena, sn_vtk_shapes **out, sn_error *error);
const sn_vtk_piece *sn_vtk_shapes_at(sn_vtk_shapes *s, const sn_poses *now);
sn_status sn_vtk_nodes_new(const sn_scene *scene, const sn_vtk_fields *fields, const sn_poses *start, sn_arena *arena,
                           sn_vtk_nodes **out, sn_error *error);
const sn_vtk_piece *sn_vtk_nodes_at(sn_vtk_nodes *s, const sn_poses *now);

/* Arrays of the fields behind the first n_point, n_cell ones; their numbers are filled by sn_vtk_put_fields. */
typedef struct {
  const sn_vtk_fields *fields;
  int n_point, n_cell; /* points and cells */
  const int *point_item, *cell_item, *cell_element;
  const double *along;
  double **value; /* per field */
} sn_vtk_on;
sn_status sn_vtk_add_fields(sn_vtk_on *on, sn_vtk_array *point, int *n_point, sn_vtk_array *cell, int *n_cell,
                            sn_arena *arena, sn_error *error);
void sn_vtk_put_fields(const sn_vtk_on *on);
/* The names of all items, one after the other. */
sn_status sn_vtk_names(const sn_scene *scene, sn_arena *arena, sn_vtk_piece *out, sn_error *error);

#endif
