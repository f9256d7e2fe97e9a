/* show/stage/geometry.h -- triangles of everything that has a form of its own: shapes, springs, arrows, symbols of joints.
 * Who:     show/stage/stage.c chooses forms and scales; tests.
 * Owner:   the arena. Normals point outwards, triangles are counterclockwise seen from outside, surfaces are closed.
 */
#ifndef SN_SHOW_GEOMETRY_H
#define SN_SHOW_GEOMETRY_H
#include "base/arena.h"
#include "math/v3.h"
#include "show/stage/stage.h"

/* ---- the forms. fineness 1, 2, ...: that many times as many pieces around and along; 2 for round shapes as usual.
   box        edges 1, middle at the origin
   cylinder   axis x from -1/2 to 1/2, radius 1
   sphere     radius 1
   tube       like the cylinder; ratio: inner radius, below 1
   cone       like the cylinder; ratio: radius at x = 1/2 (radius 1 at -1/2)
   rod        axis x from 0 to 1, radius 1
   spring     a coil about x from 0 to 1 with straight ends, outer radius 1; its wire is round where it is drawn 16
              times as long as its radius
   arrow      along x from 0 to 1, for forces; moment: the same with two heads
   mark       a sphere of few triangles, for points */
sn_status sn_geometry_form(const char *form, double ratio, int fineness, sn_arena *arena, sn_geometry *out,
                           sn_error *error);
extern const char *const sn_geometry_forms[]; /* ends with NULL */
/* The symbol of a joint of this kind: size about 1, axis z. Kinds without one get a small octahedron. */
sn_status sn_geometry_glyph(const char *kind, sn_arena *arena, sn_geometry *out, sn_error *error);
const char *sn_geometry_glyph_name(int i); /* i = 0, 1, ...; NULL: no more */
/* A surface given by its triangles: corners flatter than `crease` (rad) get one normal. */
sn_status sn_geometry_surface(const float (*vertex)[3], int n_vertex, const int (*triangle)[3], int n_triangle,
                              double crease, sn_arena *arena, sn_geometry *out, sn_error *error);

/* ---- how they are made: pieces are added to a growing table, each in the frame set last */
typedef struct {
  sn_arena *arena;
  sn_v3 origin;
  sn_m3 axes;
  int n_vertex, room_vertex, n_triangle, room_triangle, failed;
  float (*vertex)[3], (*normal)[3];
  int (*triangle)[3];
} sn_tessellation;

void sn_tess_begin(sn_tessellation *t, sn_arena *arena);
void sn_tess_frame(sn_tessellation *t, sn_v3 origin, sn_m3 axes);
/* One flat triangle, counterclockwise. */
void sn_tess_triangle(sn_tessellation *t, sn_v3 a, sn_v3 b, sn_v3 c);
/* A box about the origin of the frame, by its half edges. */
void sn_tess_box(sn_tessellation *t, double x, double y, double z);
/* Turns a profile of (x, r) about x. It runs towards +x where it is an outside; closed: the last point meets the first
   (a tube), else both ends are on the axis. Corners above 40 degrees are sharp. */
void sn_tess_revolve(sn_tessellation *t, const double (*profile)[2], int n, int closed, int around);
/* An outline of (y, z), counterclockwise, seen whole from the mean of its points, from x0 to x1. */
void sn_tess_prism(sn_tessellation *t, const double (*outline)[2], int n, double x0, double x1);
/* A round wire along points, flat at both ends. */
void sn_tess_pipe(sn_tessellation *t, const sn_v3 *point, int n, double radius, int around);
/* name is not copied. */
sn_status sn_tess_end(const sn_tessellation *t, const char *name, sn_geometry *out, sn_error *error);

/* A unit vector perpendicular to the unit vector a. */
sn_v3 sn_across(sn_v3 a);
/* v, perpendicular to the unit vector a, rotated by the smallest rotation from a to the unit vector b. */
sn_v3 sn_transport(sn_v3 v, sn_v3 a, sn_v3 b);

#endif
