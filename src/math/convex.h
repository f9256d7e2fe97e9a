/* math/convex.h -- distance of a disc, or of a point, from a convex solid, with its first and second derivatives.
 * What:    half spaces, edges and prisms by their planes, corners and edges. Outside the solid the distance of a convex disc is a
 *          function without kinks: its slope is continuous, its curvature jumps where a face hands over to an edge or a corner.
 * Who:     wheels on obstacles (joints/wheel.c).
 */
#ifndef SN_MATH_CONVEX_H
#define SN_MATH_CONVEX_H
#include "base/arena.h"
#include "base/error.h"
#include "math/v3.h"

typedef struct {
  int n_plane; /* the solid is normal.x <= offset for all of them; normals are unit vectors that point outward */
  const sn_v3 *normal;
  const double *offset;
  int n_corner;
  const sn_v3 *corner;
  int n_edge;
  const int (*edge)[2]; /* corners */
} sn_convex;

/* z <= 0. */
sn_status sn_half_space(sn_arena *arena, sn_convex *out);
/* A convex profile in the plane x, z (n corners {x, z} in turn, in either direction), from y = -width/2 to width/2. One corner makes an
   edge. For n >= 3 the caller must have checked it with sn_profile_bad. Fails only with SN_ENOMEM. */
sn_status sn_prism(int n, const double (*profile)[2], double width, sn_arena *arena, sn_convex *out);

/* Of a closed surface of triangles, counter-clockwise as seen from outside, times scale. by: how far a vertex is outside of a face, which it
   must not be. */
enum { SN_FACES_CORNERS = 400 }; /* most of one */
typedef enum { SN_FACES_GOOD, SN_FACES_HOLLOW, SN_FACES_MANY, SN_FACES_NO_MEMORY } sn_faces_flaw;
sn_faces_flaw sn_convex_of_faces(int n_vertex, const double (*vertex)[3], int n_triangle, const int (*triangle)[3],
                                 double scale, sn_arena *arena, sn_convex *out, double *by);

/* What is left of a solid inside a skin of this width: its faces moved inward; if more than three meet at a corner, it shrinks about its middle,
   and the furthest faces move by more. An edge alone stays. 0: nothing is left, or an edge is turned
   round; -1: no memory. */
int sn_convex_inset(const sn_convex *solid, double width, sn_arena *arena, sn_convex *out);

/* The defect of a profile, and its corner. */
typedef enum {
  SN_PROFILE_GOOD,
  SN_PROFILE_SHORT,
  SN_PROFILE_TWICE,
  SN_PROFILE_FLAT,
  SN_PROFILE_HOLLOW
} sn_profile_flaw;
sn_profile_flaw sn_profile_bad(int n, const double (*profile)[2], int *corner);

enum { SN_DISC_FORMS = 6 };
/* Distance of the disc of this radius around e[0..2] with the axis along e[3..5] (of any length) from the solid, negative where they
   overlap. radius = 0: a point, of which only e[0..2] are used. gradient and hessian: with respect to what is used, 6 or 3 numbers; point:
   the nearest one of the solid. Each may be NULL. */
double sn_disc_distance(const sn_convex *solid, double radius, const double *e, double *gradient, double *hessian,
                        double *point);

#endif
