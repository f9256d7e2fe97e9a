/* show/stage/mesh_private.h -- what mesh.c, sweep.c and arrows.c share. */
#ifndef SN_SHOW_MESH_PRIVATE_H
#define SN_SHOW_MESH_PRIVATE_H
#include "show/stage/mesh.h"

/* A section's points and how it is drawn: round, or loops with two vertices per point (one per edge there). */
typedef struct {
  int round, n_point; /* n_point: around, or of all loops */
  int n_loop;
  const sn_scene_loop *loop; /* n_loop, one after the other in the scene */
  int n_cap;                 /* triangles of one end */
} sn_profile;

/* sweep.c: a line of the scene as triangles. Fewer than two rows: nothing. */
void sn_sweep_count(const sn_scene *scene, int line, int *n_vertex, int *n_triangle);
/* Triangles counted from first_vertex, elements and places along; they never change. */
sn_status sn_sweep_triangles(const sn_scene *scene, int line, int first_vertex, int (*triangle)[3], int *element,
                             double *along, sn_arena *arena, sn_error *error);
void sn_sweep_move(const sn_stage *stage, int line, const sn_poses *places, double (*vertex)[3], double (*normal)[3],
                   double (*velocity)[3]);

#endif
