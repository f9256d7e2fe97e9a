/* tests/math/test_rotation.c -- rotations: round trips, gimbal lock, orthonormality, known values. */
#include "math/rotation.h"
#include "tests/harness.h"
#include <stdint.h>

static const double PI = 3.14159265358979323846;

/* A small generator: the same numbers on every machine. */
static double uniform(uint64_t *seed)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return 2 * ((double)(*seed >> 11) / 9007199254740992.0) - 1;
}

static sn_v3 random_vector(uint64_t *seed)
{
  const double x = uniform(seed), y = uniform(seed), z = uniform(seed);
  return v3(x, y, z);
}

static double distance(sn_m3 a, sn_m3 b)
{
  double d = 0;
  for (int i = 0; i < 3; i++) {
    d = fmax(d, v3_norm(v3_sub(a.c[i], b.c[i])));
  }
  return d;
}

static void test_axis_angle(void)
{
  const sn_m3 r = sn_rotation_axis_angle(v3(0, 0, 2), PI / 2);
  CHECK_BELOW(v3_norm(v3_sub(r.c[0], v3(0, 1, 0))), 1e-15);
  CHECK_BELOW(v3_norm(v3_sub(r.c[1], v3(-1, 0, 0))), 1e-15);
  CHECK(distance(sn_rotation_axis_angle(v3(0, 0, 0), 1), m3_identity()) == 0);
  CHECK_BELOW(distance(sn_rotation_axis_angle(v3(1e-200, 0, 0), 1), sn_rotation_axis_angle(v3(1e200, 0, 0), 1)), 1e-16);
  uint64_t seed = 1;
  for (int k = 0; k < 100; k++) {
    const sn_v3 axis = random_vector(&seed);
    const double angle = 10 * uniform(&seed);
    const sn_m3 q = sn_rotation_axis_angle(axis, angle);
    CHECK_BELOW(sn_rotation_defect(q), 1e-14);
    CHECK_BELOW(v3_norm(v3_sub(m3_mul(q, axis), axis)), 1e-14);
    CHECK_BELOW(distance(m3_mul3(q, sn_rotation_axis_angle(axis, -angle)), m3_identity()), 1e-14);
  }
}

static void test_quaternions(void)
{
  uint64_t seed = 2;
  for (int k = 0; k < 400; k++) {
    const double angle = k % 4 == 0   ? PI
                         : k % 4 == 1 ? PI - 1e-9
                                      : 4 * uniform(&seed); /* half turns are the hard ones */
    const sn_v3 axis = k % 7 == 0 ? v3(k % 3 == 0, k % 3 == 1, k % 3 == 2) : random_vector(&seed);
    const sn_m3 r = sn_rotation_axis_angle(axis, angle);
    double q[4];
    sn_quaternion_of(r, q);
    CHECK(q[0] >= 0);
    CHECK_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-15);
    CHECK_BELOW(distance(sn_rotation_quaternion(q), r), 2e-15);
  }
  /* half-angle formula, and a quaternion that is not of unit length */
  const double q[4] = {2 * cos(0.3), 0, 2 * sin(0.3), 0};
  CHECK_BELOW(distance(sn_rotation_quaternion(q), sn_rotation_axis_angle(v3(0, 1, 0), 0.6)), 1e-15);
}

static const char *const sequences[] = {"xyz", "yzx", "zxy", "xzy", "yxz", "zyx",
                                        "xyx", "yzy", "zxz", "xzx", "yxy", "zyz"};

static void test_euler_round_trips(void)
{
  uint64_t seed = 3;
  for (int s = 0; s < 12; s++) {
    const int repeated = sequences[s][0] == sequences[s][2];
    for (int k = 0; k < 200; k++) {
      /* angles inside the principal range come back; every rotation comes back as a rotation */
      const double a[3] = {3.1 * uniform(&seed), repeated ? 1.57 + 1.5 * uniform(&seed) : 1.5 * uniform(&seed),
                           3.1 * uniform(&seed)};
      const sn_m3 r = sn_rotation_euler(sequences[s], a);
      double b[3];
      sn_euler_of(r, sequences[s], b);
      for (int i = 0; i < 3; i++) {
        CHECK_NEAR(b[i], a[i], 1e-13);
      }
      const sn_m3 any = sn_rotation_axis_angle(random_vector(&seed), 4 * uniform(&seed));
      sn_euler_of(any, sequences[s], b);
      CHECK_BELOW(distance(sn_rotation_euler(sequences[s], b), any), 1e-14);
    }
  }
}

static void test_gimbal_lock(void)
{
  for (int s = 0; s < 12; s++) {
    const int repeated = sequences[s][0] == sequences[s][2];
    for (int k = 0; k < 12; k++) {
      const double locked[3] = {repeated ? 0 : PI / 2, repeated ? PI : -PI / 2, repeated ? 1e-9 : PI / 2 - 1e-9};
      const double a[3] = {0.3 * k, locked[k % 3], 1.1 - 0.2 * k};
      const sn_m3 r = sn_rotation_euler(sequences[s], a);
      double b[3];
      sn_euler_of(r, sequences[s], b);
      CHECK_BELOW(distance(sn_rotation_euler(sequences[s], b), r), 2e-15);
    }
  }
}

static void test_euler_meaning(void)
{
  /* intrinsic: "zyx" turns about z, then about the new y, then about the new x */
  const double a[3] = {0.4, -0.7, 1.2};
  const sn_m3 z = sn_rotation_axis_angle(v3(0, 0, 1), a[0]);
  const sn_m3 y = sn_rotation_axis_angle(z.c[1], a[1]), zy = m3_mul3(y, z);
  const sn_m3 x = sn_rotation_axis_angle(zy.c[0], a[2]);
  CHECK_BELOW(distance(sn_rotation_euler("zyx", a), m3_mul3(x, zy)), 1e-15);
  static const char *const wrong[] = {"", "z", "zy", "zyxz", "zzx", "abc", "zyy"};
  for (int k = 0; k < 7; k++) {
    double b[3] = {1, 1, 1};
    CHECK(!sn_euler_sequence_good(wrong[k]));
    CHECK(distance(sn_rotation_euler(wrong[k], a), m3_identity()) == 0);
    sn_euler_of(z, wrong[k], b);
    CHECK(b[0] == 0 && b[1] == 0 && b[2] == 0);
  }
  CHECK(sn_euler_sequence_good("zyx") && sn_euler_sequence_good("zxz"));
  CHECK(!sn_euler_sequence_good("ZXZ")); /* kinds take the letters as axes */
}

static void test_two_directions(void)
{
  uint64_t seed = 4;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const sn_v3 a = random_vector(&seed), b = random_vector(&seed);
      sn_m3 r;
      CHECK(sn_rotation_two_directions(i, a, j, b, &r) == (i != j));
      if (i != j) {
        CHECK_BELOW(sn_rotation_defect(r), 1e-14);
        CHECK_NEAR(v3_dot(r.c[i], a), v3_norm(a), 1e-14);
        CHECK(v3_dot(r.c[j], b) > 0);
        CHECK_BELOW(fabs(v3_dot(v3_cross(r.c[i], r.c[j]), b)), 1e-14); /* b lies in the plane of the two */
      }
    }
  }
  sn_m3 r;
  CHECK(!sn_rotation_two_directions(0, v3(1, 2, 3), 1, v3(-2, -4, -6), &r));
  CHECK(!sn_rotation_two_directions(0, v3(0, 0, 0), 1, v3(1, 0, 0), &r));
  CHECK(!sn_rotation_two_directions(0, v3(1, 0, 0), 1, v3(NAN, 0, 0), &r));
}

static void test_along(void)
{
  uint64_t seed = 5;
  for (int k = 0; k < 300; k++) {
    const double tilt = pow(10, -k % 20);
    sn_v3 u = random_vector(&seed);
    if (k % 3) {
      u = v3(tilt * u.x[0], tilt * u.x[1], k % 3 == 1 ? 1 : -1); /* near both poles */
    }
    const sn_m3 r = sn_rotation_along(u);
    CHECK_BELOW(sn_rotation_defect(r), 1e-14);
    CHECK_BELOW(v3_norm(v3_sub(r.c[2], v3_unit(u))), 1e-15);
    /* the smallest rotation turns about an axis in the plane of x and y: z component of its axis is zero */
    CHECK_BELOW(fabs(r.c[0].x[1] - r.c[1].x[0]), 1e-15);
  }
  CHECK(distance(sn_rotation_along(v3(0, 0, 3)), m3_identity()) == 0);
  CHECK_BELOW(sn_rotation_defect(sn_rotation_along(v3(0, 0, -3))), 0);
  CHECK(distance(sn_rotation_along(v3(0, 0, 0)), m3_identity()) == 0);
}

static void test_cayley(void)
{
  uint64_t seed = 6;
  for (int k = 0; k < 200; k++) {
    const sn_v3 t = v3_scale(pow(10, k % 9 - 6), random_vector(&seed));
    const sn_m3 i = m3_identity();
    const sn_m3 r = {{sn_rotate_cayley(t, i.c[0]), sn_rotate_cayley(t, i.c[1]), sn_rotate_cayley(t, i.c[2])}};
    CHECK_BELOW(sn_rotation_defect(r), 4e-15);
    /* rotation by 2 atan(|t|/2) about t */
    CHECK_BELOW(distance(r, sn_rotation_axis_angle(t, 2 * atan(v3_norm(t) / 2))), 1e-14);
  }
  /* a hundred thousand small turns: the defect grows like round-off, not like the number of steps times something */
  sn_m3 r = m3_identity();
  for (int k = 0; k < 100000; k++) {
    const sn_v3 t = v3(0.01, -0.02, 0.005);
    r = (sn_m3){{sn_rotate_cayley(t, r.c[0]), sn_rotate_cayley(t, r.c[1]), sn_rotate_cayley(t, r.c[2])}};
  }
  CHECK_BELOW(sn_rotation_defect(r), 1e-11);
}

static void test_defect(void)
{
  const sn_m3 mirror = {{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, -1}}}};
  CHECK(sn_rotation_defect(m3_identity()) == 0);
  CHECK(sn_rotation_defect(mirror) == 2);
  sn_m3 r = m3_identity();
  r.c[0].x[1] = 0.1;
  CHECK_NEAR(sn_rotation_defect(r), 0.1, 1e-15);
  r.c[0].x[1] = NAN;
  CHECK(!(sn_rotation_defect(r) <= 1)); /* not taken for a rotation */
}

/* a drift of 1e-9 is gone up to its square; the nearest triad, not a turned one */
static void test_orthonormal(void)
{
  for (int n = 1; n <= 3; n++) {
    sn_m3 r = sn_rotation_axis_angle(v3(1, 2, -3), 0.7);
    const sn_m3 exact = r;
    r.c[0] = v3_axpy(v3_axpy(r.c[0], 1e-9, r.c[0]), 2e-9, r.c[1]);
    r.c[1] = v3_axpy(r.c[1], 2e-9, r.c[0]);
    sn_orthonormal(r.c, n);
    for (int k = 0; k < n; k++) {
      for (int l = 0; l < n; l++) {
        CHECK_NEAR(v3_dot(r.c[k], r.c[l]), k == l, 5e-16);
      }
      CHECK_BELOW(v3_norm(v3_sub(r.c[k], exact.c[k])), n == 1 ? 2.1e-9 : 1e-15);
    }
  }
}

int main(void)
{
  RUN(test_axis_angle);
  RUN(test_quaternions);
  RUN(test_euler_round_trips);
  RUN(test_gimbal_lock);
  RUN(test_euler_meaning);
  RUN(test_two_directions);
  RUN(test_along);
  RUN(test_cayley);
  RUN(test_defect);
  RUN(test_orthonormal);
  return REPORT();
}
