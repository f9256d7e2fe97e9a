/* mesh/pick.h -- surfaces of a mesh chosen by geometry, for parts whose file has no names.
 */
#ifndef SN_MESH_PICK_H
#define SN_MESH_PICK_H
#include "mesh/topology.h"

typedef enum { SN_PICK_PLANE, SN_PICK_CYLINDER, SN_PICK_BOX, SN_PICK_NEAREST, SN_PICK_NORMAL } sn_mesh_pick_type;
/* One condition on a side of a volume. */
typedef struct {
  sn_mesh_pick_type type;
  sn_v3 point;      /* plane: a point of it; cylinder: of its axis; box: its lowest corner; nearest: to this */
  sn_v3 direction;  /* plane, normal: the normal (any length); cylinder: its axis; box: its highest corner */
  double radius;    /* cylinder */
  double tolerance; /* times the diagonal of the mesh; normal: an angle in radians; 0: 1e-5, or 5 degrees */
} sn_mesh_pick;

/* The sides of the boundary that fulfil all conditions. plane, cylinder, box: all nodes of the side lie in it. nearest: the smooth patch (up
   to edges of 30 degrees) that comes nearest to the point. normal: the outward normal at the middle of the side has the direction. No
   side at all: an error whose why says which smooth patches are nearest. */
sn_status sn_mesh_pick_sides(const sn_mesh *m, const sn_mesh_sides *boundary, const sn_mesh_pick *pick, int n_pick,
                             sn_arena *arena, sn_mesh_sides *out, sn_error *error);

#endif
