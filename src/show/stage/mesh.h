/* show/stage/mesh.h -- everything that is seen at one instant, as triangles in ground coordinates.
 * Who:     show/picture/picture.c (pixels), show/vtk/vtk.c (ParaView).
 * Owner:   the arena: sizes do not change from frame to frame, so one mesh serves a whole run.
 */
#ifndef SN_SHOW_MESH_H
#define SN_SHOW_MESH_H
#include "math/v3.h"
#include "show/stage/stage.h"

typedef struct {
  int what;
  int n_vertex, n_triangle;
  double (*vertex)[3], (*normal)[3], (*velocity)[3];
  int (*triangle)[3];
  int *item;     /* per triangle */
  int symbol[2]; /* triangles from symbol[0] to before symbol[1] are symbols of joints and supports */
  int *element;  /* per triangle: element of its line, counted by fields "elements"; -1: not on a line */
  double *along; /* per vertex: position along its line in rows (2.5: between rows 2 and 3), for fields "nodes"; -1 */
} sn_mesh;

enum { SN_MESH_JOINTS = 1 }; /* what to include in addition to the parts */
/* Reserves what this stage needs. n_elements of a line for the colours: from the scene's fields. */
sn_status sn_mesh_new(const sn_stage *stage, int what, sn_arena *arena, sn_mesh *out, sn_error *error);
/* Moves everything to its position at this instant. */
void sn_mesh_move(const sn_stage *stage, const sn_poses *places, sn_mesh *mesh);

/* A row's place, axes and velocities; rows without an orientation have the ground's axes */
typedef struct {
  sn_v3 x, velocity, spin;
  sn_m3 axes;
} sn_pose;
sn_pose sn_pose_of_row(const sn_poses *places, int row);
sn_pose sn_pose_of_spot(const sn_poses *places, const sn_spot *spot);

#endif
