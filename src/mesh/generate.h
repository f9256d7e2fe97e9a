/* mesh/generate.h -- meshes without files: boxes, cylinders, tubes, plane sections extruded in layers or revolved.
 * How:     a plane section (mesh/section.h) is swept; the middles of edges stand on the true curved surface.
 */
#ifndef SN_MESH_GENERATE_H
#define SN_MESH_GENERATE_H
#include "mesh/section.h"

/* Where a swept mesh stands: x = origin + u axes[0] + v axes[1] + w axes[2] of the section's coordinates and the height. Revolved: u is the
   distance from the axis, which is axes[2], v the height; angles count from axes[0] to axes[1]. */
typedef struct {
  sn_v3 origin;
  sn_m3 axes;
} sn_mesh_frame;

/* The type of volumes: TET4, TET10, HEX8, HEX20, HEX27; bricks need a section of quadrilaterals. */

/* From lo to hi in n[0] x n[1] x n[2] cells; surfaces x0 x1 y0 y1 z0 z1. */
sn_status sn_mesh_make_box(sn_v3 lo, sn_v3 hi, const int n[3], sn_mesh_type type, sn_arena *arena, const sn_mesh **out,
                           sn_error *error);

/* A layer of an extrusion: its height, how many elements stand in it one above the other, and which regions of the section are there
   (bit k: region k). */
typedef struct {
  double height;
  int n;
  unsigned long long regions;
} sn_mesh_layer;
/* Surfaces: z0 and z1 (lowest and highest level), and those of the section's edges by their names. */
sn_status sn_mesh_extrude(const sn_plane_section *section, const sn_mesh_layer *layer, int n_layer, sn_mesh_type type,
                          const sn_mesh_frame *place, sn_arena *arena, const sn_mesh **out, sn_error *error);
/* Turned about the axis by an angle (2 pi: closed) in n steps. Surfaces: start and end of an open one, and those of the section's edges. A
   section that touches the axis needs tetrahedra. */
sn_status sn_mesh_revolve(const sn_plane_section *section, double angle, int n, sn_mesh_type type,
                          const sn_mesh_frame *place, sn_arena *arena, const sn_mesh **out, sn_error *error);

#endif
