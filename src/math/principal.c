/* math/principal.c -- cyclic Jacobi rotations of a symmetric 3x3 matrix.
 * Tests:   tests/math/test_principal.c
 */
#include "math/principal.h"

#include <string.h>

/* one rotation in the plane (p, q) that makes a[p][q] zero; v collects them */
static void rotate(double a[3][3], double v[3][3], int p, int q)
{
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
  const double c = 1 / sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < 3; k++) {
    const double x = a[k][p], y = a[k][q];
    a[k][p] = c * x - s * y;
    a[k][q] = s * x + c * y;
  }
  for (int k = 0; k < 3; k++) {
    const double x = a[p][k], y = a[q][k];
    a[p][k] = c * x - s * y;
    a[q][k] = s * x + c * y;
  }
  for (int k = 0; k < 3; k++) {
    const double x = v[k][p], y = v[k][q];
    v[k][p] = c * x - s * y;
    v[k][q] = s * x + c * y;
  }
  a[p][q] = a[q][p] = 0;
}

void sn_principal(const double given[3][3], double value[3], sn_m3 *axes)
{
  double a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, size = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      a[i][j] = 0.5 * (given[i][j] + given[j][i]);
      size = fmax(size, fabs(a[i][j]));
    }
  }
  for (int sweep = 0; sweep < 30; sweep++) {
    for (int p = 0; p < 2; p++) {
      for (int q = p + 1; q < 3; q++) {
        if (fabs(a[p][q]) > 1e-17 * size) {
          rotate(a, v, p, q);
        }
      }
    }
  }
  for (int k = 0; k < 3; k++) {
    value[k] = a[k][k];
    axes->c[k] = v3(v[0][k], v[1][k], v[2][k]);
  }
}
