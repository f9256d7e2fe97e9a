/* math/polygon.h -- loops of points in a plane: their areas, and triangles that fill them. */
#ifndef SN_MATH_POLYGON_H
#define SN_MATH_POLYGON_H
#include "base/arena.h"
#include "base/error.h"

double sn_polygon_area(const double (*point)[2], int n); /* positive: counterclockwise */
/* Fills the inside of loops of count[0], count[1], ... points, one after the other (the first around it, then holes), with n + 2 (loops -
   1) - 2 triangles of their n points, counterclockwise. Loops that cut themselves give overlapping triangles, never fewer. */
sn_status sn_polygon_fill(const double (*point)[2], const int *count, int n_loop, int (*triangle)[3], sn_arena *arena,
                          sn_error *error);

#endif
