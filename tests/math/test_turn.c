/* tests/math/test_turn.c -- rotation vectors of direction cosines: against axis and angle, derivatives against differences. */
#include "math/rotation.h"
#include "math/turn.h"
#include "tests/harness.h"
#include <stdint.h>

static double uniform(uint64_t *seed)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return 2 * ((double)(*seed >> 11) / 9007199254740992.0) - 1;
}

/* w and c of a rotation matrix */
static void cosines(sn_m3 r, double e[4])
{
  e[3] = -0.5;
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    e[k] = (r.c[i].x[j] - r.c[j].x[i]) / 2;
    e[3] += r.c[k].x[k] / 2;
  }
}

static void test_values(void)
{
  uint64_t seed = 3;
  static const double angles[] = {0, 1e-12, 1e-6, 0.01, 0.19, 0.2, 0.21, 1, 1.5707963267948966, 2, 3, 3.1};
  for (int i = 0; i < 12; i++) {
    for (int n = 0; n < 20; n++) {
      const sn_v3 u = v3_unit(v3(uniform(&seed), uniform(&seed), uniform(&seed)));
      double e[4];
      cosines(sn_rotation_axis_angle(u, angles[i]), e);
      for (int k = 0; k < 3; k++) { /* round-off of the cosines grows as 1/sin of the angle */
        CHECK_NEAR(sn_turn_component(4, e, k, NULL, NULL), angles[i] * u.x[k], angles[i] < 3 ? 2e-15 : 1e-13);
      }
      CHECK_NEAR(sn_turn_angle(4, e), angles[i], angles[i] < 3 ? 1e-15 : 1e-14);
    }
  }
}

/* Value, gradient and Hessian beside each other, off the rotations too, on both sides of where the series ends. */
static void test_derivatives(void)
{
  uint64_t seed = 7;
  for (int trial = 0; trial < 400; trial++) {
    const int n = 3 + trial % 2, k = trial % (n - 1);
    const double size = trial % 5 == 0 ? 1e-3 : trial % 5 == 1 ? 0.2 : 1;
    double e[4], G[4], H[16];
    for (int i = 0; i < n - 1; i++) {
      e[i] = size * uniform(&seed);
    }
    e[n - 1] = size < 1 ? 1 + 0.1 * uniform(&seed) : uniform(&seed);
    const double h = 1e-4 * fabs(sn_turn_angle(n, e) - 3.14159265358979323846);
    sn_turn_component(n, e, k, G, H);
    double least = 0;
    for (int i = 0; i < n; i++) {
      least += e[i] * e[i];
    }
    if (sn_turn_angle(n, e) > 2.5 || least < 0.1) {
      continue;
    }
    for (int i = 0; i < n; i++) {
      double value[4], g[4][4];
      static const double at[4] = {1, -1, 2, -2};
      for (int p = 0; p < 4; p++) {
        double x[4];
        memcpy(x, e, sizeof x);
        x[i] += at[p] * h;
        value[p] = sn_turn_component(n, x, k, g[p], NULL);
      }
      const double slope = (8 * (value[0] - value[1]) - (value[2] - value[3])) / (12 * h);
      CHECK_NEAR(G[i], slope, 1e-10 * (1 + fabs(slope)));
      for (int j = 0; j < n; j++) {
        const double second = (8 * (g[0][j] - g[1][j]) - (g[2][j] - g[3][j])) / (12 * h);
        CHECK_NEAR(H[i * n + j], second, 1e-8 * (1 + fabs(second)));
        CHECK(H[i * n + j] == H[j * n + i]);
      }
    }
  }
}

int main(void)
{
  RUN(test_values);
  RUN(test_derivatives);
  return REPORT();
}
