/* tests/support/elements.h -- elements with many forms, written with the builder alone: a brick and a shell of nine nodes.
 * Why:     nothing in the program knows them. That they step, and keep the laws, shows that forms are all an element has to say.
 */
#ifndef SN_TESTS_ELEMENTS_H
#define SN_TESTS_ELEMENTS_H
#include "mechanisms.h"
#include "system/material.h"

typedef struct {
  double E, nu, density;
  const sn_material_law *law; /* NULL: the linear one, by its matrix */
  double share, damping;      /* damping: Pa s, of the rate of every strain */
} material;
typedef enum { BRICK_THROWN, BRICK_HELD } brick_start; /* held: the face x = 0 is of the ground; at rest */

/* Eight points, edges size[0..2] along x, y, z; Green-Lagrange strains at 2 x 2 x 2 points: 48 forms of 24 points. pull: force along x on
   the face x = size[0]. */
mechanism brick(const double size[3], material m, brick_start start, double pull);
/* n[0] x n[1] x n[2] such elements, cubes of this edge; thrown, rotating and deformed unevenly. */
mechanism brick_block(const int n[3], double edge, material m);
/* The same under gravity along -z, turning on a hinge about y: the mean of the face x = 0, and the direction between its edges. */
mechanism brick_bar(const int n[3], double edge, material m);
/* A row of n along x, at rest; the faces x = 0, y = 0, z = 0 are held along their normals; F along x, spread evenly over the last face. */
mechanism brick_pulled(int n, double edge, material m, double F);
/* A hinged bar of six tetrahedra of ten points for each cube. */
mechanism tet_bar(const int n[3], double edge, material m);
mechanism tet_bar_on_sums(const int n[3], double edge, material m); /* its hinge by sn_add_sum */
/* At rest, the face x = 0 held, this force spread over the points of the opposite one. */
mechanism tet_clamped(const int n[3], double edge, material m, sn_v3 pull);
/* Nine fibres on a curved patch of 1 m x 1 m, thrown; membrane, bending and transverse shear at 3 x 3 points: 72 forms of 45 points. */
mechanism nine_node_shell(double thickness, material m);
/* An element of n forms without physical meaning; returns its error, if there is one. */
mechanism many_forms(int n, int composite);

#endif
