/* mesh/section.h -- plane sections as meshes of triangles or quadrilaterals of order 2, with regions and named edges.
 */
#ifndef SN_MESH_SECTION_H
#define SN_MESH_SECTION_H
#include "mesh/mesh.h"

enum { SN_SECTION_NAMES = 62 }; /* most regions, and most names of edges */
/* Cells are quadrilaterals of 9 nodes or triangles of 6 nodes, counterclockwise. */
typedef struct {
  int n_node;
  const double (*x)[2];
  const unsigned long long *on; /* n_node: bit k: the node lies on edges of name k */
  int quads;                    /* 1: quadrilaterals */
  int n_cell;
  const int (*cell)[9];
  const int *region; /* n_cell */
  int n_region;
  int n_name;
  const char *const *name; /* of edges */
} sn_mesh_section;

/* From lo to hi in n[0] x n[1] cells; edges x0 x1 y0 y1. */
sn_status sn_section_rectangle(const double lo[2], const double hi[2], const int n[2], sn_arena *arena,
                               const sn_mesh_section **out, sn_error *error);
/* A disk about the origin: a square grid in the middle, rings around it. around: cells along the circle, a multiple of 4; edge "side". */
sn_status sn_section_disk(double radius, int around, int rings, sn_arena *arena, const sn_mesh_section **out,
                          sn_error *error);
/* Between two circles about the origin; edges "inner" and "outer". */
sn_status sn_section_ring(double inner, double outer, int around, int rings, sn_arena *arena, const sn_mesh_section **out,
                          sn_error *error);

/* A closed curve: a polygon, or a circle (n = 0). Curves do not cross; they may stand inside each other. */
typedef struct {
  int n;
  const double (*point)[2];
  double centre[2], radius;
  const char *name; /* of its edges; NULL: "outline", "hole1", "hole2", ... */
} sn_section_curve;
/* Triangles of about `size` between curves. Region k is what is inside curve k and outside of the curves within it: a hole is a region that
   no layer has. */
sn_status sn_section_fill(const sn_section_curve *curve, int n, double size, sn_arena *arena, const sn_mesh_section **out,
                          sn_error *error);
/* The elements of dimension 2 of a mesh that lies in the plane z = 0: regions are its groups of dimension 2 (region 0: in no group), edges
   its groups of dimension 1. Triangles, or quadrilaterals only. */
sn_status sn_section_of_mesh(const sn_mesh *m, sn_arena *arena, const sn_mesh_section **out, sn_error *error);

#endif
