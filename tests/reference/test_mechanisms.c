/* tests/reference/test_mechanisms.c -- every joint and law of the reference: balance of energy and work, drift, closed forms.
 * Needs:   tests/support/reference and SUNDIALS, nothing of src/.   ctest: timeout=120
 */
#include "tests/harness.h"
#include "tests/support/reference/mechanisms.h"

static const double pi = 3.14159265358979323846;
static ref_output out[3];

static double far(const double *a, const double *b, int n)
{
  double worst = 0;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(a[i] - b[i]));
  }
  return worst;
}

/* All mechanisms: velocities given are consistent; energy - work constant; rows consistent (drift); bodies move; a
   hundred times looser tolerance gives the same motion. */
static void test_all_mechanisms(void)
{
  const double times[3] = {0, 0.2, 0.4};
  static ref_output loose[3];
  for (int k = 0; k < ref_mechanisms(); k++) {
    ref_mechanism m;
    CHECK(ref_mechanism_get(k, &m) == 0);
    ref_system *r = ref_mechanism_build(&m);
    CHECK(r && ref_run(r, 3, times, out) == 0);
    ref_tolerance(r, 1e-12, 1e-14);
    CHECK(r && ref_run(r, 3, times, loose) == 0);
    double change = 0, moved = 0, balance = 0, drift = 0, scale = 5;
    for (int i = 0; i < 3; i++) {
      balance = fmax(balance, fabs(out[i].energy - out[i].work - out[0].energy) / scale);
      drift = fmax(drift, out[i].drift);
      CHECK_BELOW(out[i].violation, 1e-14);
    }
    for (int b = 1; b <= m.n_bodies; b++) {
      change = fmax(change, far(out[2].body[b].x, loose[2].body[b].x, 3));
      change = fmax(change, far(out[2].body[b].q, loose[2].body[b].q, 4));
      moved = fmax(moved, far(out[2].body[b].x, out[0].body[b].x, 3));
      moved = fmax(moved, far(out[2].body[b].q, out[0].body[b].q, 4));
    }
    printf("     %-22s moved %.2f, balance %.1e, drift %.1e, looser %.1e\n", m.name, moved, balance, drift, change);
    CHECK_BELOW(out[0].drift, 1e-14);
    CHECK_BELOW(balance, 1e-11);
    CHECK_BELOW(drift, 1e-10);
    CHECK_BELOW(change, 1e-10);
    CHECK(moved > 0.1);
    ref_free(r);
  }
}

/* One body with a skew axis n, run to t with gravity g. */
static void one_body(const ref_joint_data *j, const ref_body_data *d, const double g[3], double t)
{
  ref_system *r = ref_new(g);
  CHECK(ref_body(r, d) == 1 && ref_joint(r, j) == 0);
  CHECK(ref_run(r, 2, (double[]){0, t}, out) == 0);
  ref_free(r);
}

/* Every mechanism prints as a model that names its items; a page too small is an error, never an overrun. */
static void test_models(void)
{
  static char text[16384];
  for (int k = 0; k < ref_mechanisms(); k++) {
    ref_mechanism m;
    CHECK(ref_mechanism_get(k, &m) == 0);
    const int n = ref_mechanism_lua(&m, text, sizeof text);
    CHECK(n > 0 && n == (int)strlen(text));
    for (int i = 0; i < m.n_joints; i++) {
      char line[64];
      snprintf(line, sizeof line, "\nlocal j%d = %s {", i + 1, ref_joint_name(m.joint[i].type));
      CHECK_TEXT(text, line);
    }
    for (size_t size = 1; size < (size_t)n; size *= 3) {
      CHECK(ref_mechanism_lua(&m, text, size) == -1);
    }
  }
}

static const double axis[3] = {2.0 / 7, 3.0 / 7, 6.0 / 7}, across[3] = {3.0 / 7, -6.0 / 7, 2.0 / 7},
                    third[3] = {6.0 / 7, 2.0 / 7, -3.0 / 7};
static const ref_body_data ball = {.mass = 2, .inertia = {0.3, 0.3, 0.3}};

/* centre on the screw axis: (J + m p^2) phi'' = m p g.axis - k phi */
static void test_screw(void)
{
  ref_joint_data j = {.type = REF_SCREW, .b = 1, .axis = {axis[0], axis[1], axis[2]}, .pitch = 0.2};
  j.coordinate[0].stiffness = 1.5;
  one_body(&j, &ball, (double[]){0, 0, -9.81}, 1.7);
  const double inertia = 0.3 + 2 * 0.2 * 0.2, push = -2 * 0.2 * 9.81 * axis[2], w = sqrt(1.5 / inertia);
  const double phi = push / 1.5 * (1 - cos(w * 1.7));
  CHECK_NEAR(out[1].joint[0].coordinate[0], phi, 1e-11);
  CHECK_NEAR(out[1].body[1].x[0], 0.2 * phi * axis[0], 1e-11);
  CHECK_NEAR(out[1].body[1].x[2], 0.2 * phi * axis[2], 1e-11);
  CHECK_NEAR(out[1].body[1].q[0], cos(phi / 2), 1e-11);
}

/* along: component of gravity that the joint leaves free; spin about the axis stays */
static void test_cylindrical_and_planar(void)
{
  const double g[3] = {1, -2, -9}, spin = 5, t = 2;
  ref_body_data d = ball;
  for (int i = 0; i < 3; i++) {
    d.angular_velocity[i] = spin * axis[i];
  }
  ref_joint_data j = {.type = REF_CYLINDRICAL, .b = 1, .axis = {axis[0], axis[1], axis[2]}};
  const double along = g[0] * axis[0] + g[1] * axis[1] + g[2] * axis[2];
  one_body(&j, &d, g, t);
  CHECK_NEAR(out[1].joint[0].coordinate[0], along * t * t / 2, 1e-10);
  CHECK_NEAR(out[1].joint[0].coordinate[1], spin * t, 1e-11);
  j.type = REF_PLANAR;
  memcpy(j.x, across, sizeof j.x); /* y = axis x across = third */
  one_body(&j, &d, g, t);
  CHECK_NEAR(out[1].joint[0].coordinate[0], (g[0] * across[0] + g[1] * across[1] + g[2] * across[2]) * t * t / 2,
             1e-10);
  CHECK_NEAR(out[1].joint[0].coordinate[1], (g[0] * third[0] + g[1] * third[1] + g[2] * third[2]) * t * t / 2, 1e-10);
  CHECK_NEAR(out[1].joint[0].coordinate[2], spin * t, 1e-11);
  CHECK_NEAR(out[1].joint[0].force[2], -2 * along * axis[2], 1e-11); /* carries the normal part of the weight */
}

/* a point on an incline: normal force and free fall in the plane */
static void test_point_on_plane(void)
{
  const ref_joint_data j = {.type = REF_POINT_ON_PLANE, .b = 1, .axis = {axis[0], axis[1], axis[2]}};
  one_body(&j, &ball, (double[]){0, 0, -9.81}, 1);
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(out[1].body[1].x[i], 0.5 * 9.81 * ((i == 2 ? -1 : 0) + axis[2] * axis[i]), 1e-11);
    CHECK_NEAR(out[1].joint[0].force[i], 2 * 9.81 * axis[2] * axis[i], 1e-11);
  }
}

/* Cardan joint of a bent shaft (A10 b): input driven at 1 rad/s, output hinged at 30 degrees to it; the input fork's arm
   starts normal to the plane of the shafts, tan(theta2) = cos(30 deg) tan(theta1) */
static void test_universal(void)
{
  const double c = cos(pi / 6), s = 0.5, theta = 1.2;
  ref_system *r = ref_new((double[]){0, 0, 0});
  ref_body_data d = ball;
  d.angular_velocity[0] = 1;
  ref_body(r, &d);
  ref_body(r, &ball);
  ref_joint_data j = {.type = REF_REVOLUTE, .b = 1, .axis = {1, 0, 0}};
  j.coordinate[0].driven = 1;
  j.coordinate[0].drive.c1 = 1;
  ref_joint(r, &j);
  /* shafts along x and (c, s, 0); arm of the input fork along z, of the output fork normal to it and to the output shaft */
  ref_joint(r, &(ref_joint_data){.type = REF_UNIVERSAL, .a = 1, .b = 2, .axis = {0, 0, 1}, .axis_b = {-s, c, 0}});
  ref_joint(r, &(ref_joint_data){.type = REF_REVOLUTE, .b = 2, .axis = {c, s, 0}});
  CHECK(ref_run(r, 2, (double[]){0, theta}, out) == 0);
  CHECK_NEAR(out[1].joint[2].coordinate[0], atan(c * tan(theta)), 1e-11);
  CHECK_NEAR(out[1].joint[2].rate[0], c / (1 - s * s * sin(theta) * sin(theta)), 1e-11);
  ref_free(r);
}

/* two bodies welded behave as their sum */
static void test_fixed(void)
{
  const double g[3] = {0, 0, -9.81};
  ref_output sum[2];
  ref_system *r = ref_new(g);
  ref_body_data a = {.angular_velocity = {1, 2, 3}, .mass = 1, .inertia = {0.1, 0.2, 0.25}}, b = a;
  b.at[0] = 1;
  memcpy(b.velocity, (double[]){0, 3, -2}, sizeof b.velocity);
  ref_body(r, &a);
  ref_body(r, &b);
  ref_joint(r, &(ref_joint_data){.type = REF_FIXED, .a = 1, .b = 2, .at = {0.3, 0.2, 0.1}});
  CHECK(ref_run(r, 2, (double[]){0, 2}, out) == 0);
  ref_free(r);
  a.mass = 2;
  a.center[0] = 0.5;
  memcpy(a.inertia, (double[]){0.2, 0.9, 1.0, 0, 0, 0}, sizeof a.inertia); /* + 2 m/4 across */
  r = ref_new(g);
  ref_body(r, &a);
  CHECK(ref_run(r, 2, (double[]){0, 2}, sum) == 0);
  CHECK_BELOW(far(out[1].body[1].x, sum[1].body[1].x, 3), 1e-11);
  CHECK_BELOW(far(out[1].body[1].q, sum[1].body[1].q, 4), 1e-11);
  ref_free(r);
}

/* stiffness of a redundant mechanism: a door on two hinges moves as on one */
static void test_redundant(void)
{
  ref_output one[2];
  ref_body_data d = ball;
  d.center[0] = 0.5;
  const ref_joint_data j = {.type = REF_REVOLUTE, .b = 1, .axis = {0, 0.6, 0.8}};
  one_body(&j, &d, (double[]){0, 0, -9.81}, 1);
  memcpy(one, out, sizeof one);
  ref_system *r = ref_new((double[]){0, 0, -9.81});
  ref_body(r, &d);
  ref_joint(r, &j);
  ref_joint_data second = j;
  memcpy(second.at, (double[]){0, 1.2, 1.6}, sizeof second.at);
  ref_joint(r, &second);
  CHECK(ref_run(r, 2, (double[]){0, 1}, out) == 0);
  CHECK_BELOW(far(out[1].body[1].q, one[1].body[1].q, 4), 1e-11);
  ref_free(r);
}

/* a mass hangs by a spring from a base that goes down with h(t); the base's own work is counted */
static void test_moving_base(void)
{
  const double w = sqrt(50 / 2.0), a = 0.1, f = 3, t = 1.3;
  ref_system *r = ref_new((double[]){0, 0, 0});
  ref_body_data base = {.prescribed = 1, .position = {{0}, {0}, {.amplitude = a, .rate = f}}};
  ref_body_data mass = ball;
  mass.at[2] = -1;
  const int top = ref_body(r, &base), low = ref_body(r, &mass);
  ref_spring(r, &(ref_spring_data){.a = top, .b = low, .at_b = {0, 0, -1}, .stiffness = 50, .length = 1});
  CHECK(ref_run(r, 2, (double[]){0, t}, out) == 0);
  const double x = a * w * w / (w * w - f * f) * (sin(f * t) - f / w * sin(w * t)); /* x'' + w^2 x = w^2 h */
  CHECK_NEAR(out[1].body[2].x[2], x - 1, 1e-11);
  CHECK_NEAR(out[1].energy - out[1].work, out[0].energy, 1e-11);
  ref_free(r);
}

static void test_incline(void)
{
  double s, v;
  ref_incline_motion(&(ref_incline){.slope = pi / 6, .friction = 0.2, .gravity = 9.81}, 2, &s, &v);
  CHECK_NEAR(v, 2 * 9.81 * (0.5 - 0.2 * cos(pi / 6)), 1e-13);
  CHECK_NEAR(s, v, 1e-13);
  ref_incline_motion(&(ref_incline){.slope = pi / 6, .friction = 0.7, .v0 = 1, .gravity = 9.81}, 5, &s, &v);
  CHECK_NEAR(v, 0, 0);
  CHECK_NEAR(s, 0.5 / (9.81 * (0.7 * cos(pi / 6) - 0.5)), 1e-13);
}

int main(void)
{
  RUN(test_all_mechanisms);
  RUN(test_models);
  RUN(test_screw);
  RUN(test_cylindrical_and_planar);
  RUN(test_point_on_plane);
  RUN(test_universal);
  RUN(test_fixed);
  RUN(test_redundant);
  RUN(test_moving_base);
  RUN(test_incline);
  return REPORT();
}
