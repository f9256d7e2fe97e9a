/* mesh/measure.h -- volume, centre and inertia of a mesh of volumes, areas of surfaces; elements that are flat or inside out.
 */
#ifndef SN_MESH_MEASURE_H
#define SN_MESH_MEASURE_H
#include "mesh/mesh.h"

typedef struct {
  double volume;
  sn_v3 centre;         /* of the volume */
  double inertia[3][3]; /* about the centre, for unit density */
  sn_v3 lo, hi;         /* the box around the nodes of these elements */
} sn_mesh_measures;
/* Of the elements of dimension 3 in the group (NULL: of the mesh). Exact for the shape that the elements describe. */
void sn_mesh_measure(const sn_mesh *m, const sn_mesh_group *group, sn_mesh_measures *out);

typedef struct {
  double area;
  sn_v3 centre; /* of the area */
  sn_v3 normal; /* the mean of the outward normals: its length is 1 for a plane surface, 0 for a closed one */
} sn_mesh_area;
/* Of places of dimension 2: sides of volumes or elements. */
void sn_mesh_measure_area(const sn_mesh *m, const sn_mesh_place *place, int n, sn_mesh_area *out);

/* SN_OK if the Jacobian is positive at the corners and at the points of integration of all elements of dimension 3; otherwise an error that
   names the element that is worst, where it is, and how many are so. Errors have what, why and fix. */
sn_status sn_mesh_check_volumes(const sn_mesh *m, sn_error *error);

#endif
