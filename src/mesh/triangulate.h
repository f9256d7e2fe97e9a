/* mesh/triangulate.h -- triangles of a given size between loops of points of a plane. Private to section_fill.c.
 */
#ifndef SN_MESH_TRIANGULATE_H
#define SN_MESH_TRIANGULATE_H
#include "base/arena.h"
#include "base/error.h"

typedef struct {
  double x[2];
} sn_plane_point;
typedef struct {
  int n_point, n_triangle;
  const sn_plane_point *point; /* those of the loops first */
  const int (*triangle)[3];    /* counterclockwise */
} sn_triangulation;

/* Fills the inside of loops of count[0], count[1], ... points (the first around it, then holes) with triangles whose edges are about `size` long;
   loops keep their points and get no others. */
sn_status sn_triangulate(const double (*point)[2], const int *count, int n_loop, double size, sn_arena *arena,
                         sn_triangulation *out, sn_error *error);

#endif
