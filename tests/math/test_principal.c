/* tests/math/test_principal.c -- principal values and axes rebuild the matrix; diagonal ones keep their axes. */
#include "../harness.h"
#include "math/principal.h"

static void check(const double a[3][3])
{
  double value[3];
  sn_m3 r;
  sn_principal(a, value, &r);
  CHECK_NEAR(v3_dot(r.c[0], v3_cross(r.c[1], r.c[2])), 1, 1e-14);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double s = 0;
      for (int k = 0; k < 3; k++) {
        s += value[k] * r.c[k].x[i] * r.c[k].x[j];
      }
      CHECK_NEAR(s, a[i][j], 1e-14);
    }
  }
}

static void test_rebuild(void)
{
  const double a[3][3] = {{0.3, 0.02, -0.05}, {0.02, 0.5, 0.11}, {-0.05, 0.11, 0.45}};
  const double flat[3][3] = {{1, 1, 0}, {1, 1, 0}, {0, 0, 2}}, zero[3][3] = {{0}};
  check(a);
  check(flat);
  check(zero);
}

static void test_diagonal(void)
{
  const double a[3][3] = {{3, 0, 0}, {0, 1, 0}, {0, 0, 2}};
  double value[3];
  sn_m3 r;
  sn_principal(a, value, &r);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(value[k], a[k][k], 0);
    CHECK_NEAR(r.c[k].x[k], 1, 0);
  }
}

int main(void)
{
  RUN(test_rebuild);
  RUN(test_diagonal);
  return REPORT();
}
