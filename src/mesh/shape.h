/* mesh/shape.h -- shape functions of the elements, and points and weights for integrals over them.
 * What:    local coordinates: lines, quadrilaterals and bricks from -1 to 1; triangles and tetrahedra from 0 to 1.
 */
#ifndef SN_MESH_SHAPE_H
#define SN_MESH_SHAPE_H
#include "mesh/mesh.h"

/* Where node a of the type stands. */
void sn_shape_node(sn_mesh_type type, int a, double at[3]);
/* The values of the shape functions of all nodes, and their derivatives by local coordinates (slope may be NULL; entries beyond the
   dimension of the element are zero). */
void sn_shape_at(sn_mesh_type type, const double at[3], double *value, double (*slope)[3]);
/* The place of a point of an element whose nodes stand at x, and its derivatives by the local coordinates (NULL: not asked for). */
sn_v3 sn_shape_point(sn_mesh_type type, const sn_v3 *x, const double at[3], sn_m3 *derivative);
/* The volume of the parallelepiped of three columns: the Jacobian of a volume. */
double sn_shape_jacobian(const sn_m3 *derivative);
/* Of an element of dimension 2: the normal times the area per unit of local area. */
sn_v3 sn_shape_normal(const sn_m3 *derivative);

enum { SN_QUADRATURE_MOST = 125 };
/* sum_k weight[k] f(at[k]) is the integral of f over the element in local coordinates. */
typedef struct {
  int n;
  double at[SN_QUADRATURE_MOST][3], weight[SN_QUADRATURE_MOST];
} sn_quadrature;
/* Exact for polynomials of this degree; in lines, quadrilaterals, bricks of this degree in every coordinate. All weights are positive.
   Points: 1, 2, 3, 4, 5 in every direction up to degree 1, 3, 5, 7, 9; triangles 1, 3, 6, 7, 16 up to 1, 2, 4, 5, 7; tetrahedra 1, 4,
   14, 64 up to 1, 2, 5, 7. Larger degrees: the finest of these. */
void sn_quadrature_of(sn_mesh_type type, int degree, sn_quadrature *q);

#endif
