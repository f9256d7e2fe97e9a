/* tests/api/test_coordinates.c -- Jacobians, mass matrix, inverse dynamics and kinematics: a double pendulum by Lagrange's equations, the robot
 *                                 arm of reference A10 (closed form), Andrews' squeezer of A05 (three loops), a free body by Euler's equations.
 */
#include <stdlib.h>

#include "api/public.h"
#include "files.h"

enum { MOST = 16 };

static sinew_simulation *begin(const char *text, sinew_model **m)
{
  sinew_simulation *s = NULL;
  *m = NULL;
  GOOD(sinew_model_load_text("coordinates", text, NULL, NULL, NULL, 0, NULL, m, error));
  if (*m) {
    GOOD(sinew_freeze(*m, &s, error));
  }
  return s;
}

static int row(sinew_simulation *s, const char *item, const char *name)
{
  int r = -1;
  GOOD(sinew_row(s, item, name, &r, error));
  return r;
}

static double number(sinew_simulation *s, const char *item, const char *name)
{
  double x = NAN;
  GOOD(sinew_output(s, item, name, &x, 1, NULL, error));
  return x;
}

/* ---- two rods in a plane */

static const char two_rods[] =
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { name='a', at={0,0,0}, mass=2, center={0.5,0,0}, inertia={0.01,0.2,0.2} }\n"
    "local b = body { name='b', at={1,0,0}, mass=1, center={0.3,0,0}, inertia={0.01,0.1,0.1} }\n"
    "revolute { name='s', ground, a, at={0,0,0}, axis='y' }\n"
    "revolute { name='e', a, b, at={1,0,0}, axis='y' }\n"
    "channel('tip', position(b, {1.8,0,0})) channel('tip_v', velocity(b, {1.8,0,0}))\n"
    "run { dt=1e-3, duration=1 }\n";

/* Both as angles and as rates, at several positions; rotation about y lowers what points along x. */
static void test_two_rods(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(two_rods, &m);
  if (!s) {
    return;
  }
  const int angles[] = {row(s, "s", "angle"), row(s, "e", "angle")};
  const int rates[] = {row(s, "s", "angle_rate"), row(s, "e", "angle_rate")};
  const int tip[] = {row(s, NULL, "tip"), row(s, NULL, "tip_v")};
  const double q[][2] = {{0.3, -0.7}, {2.9, 1.1}, {-4, 0.02}}, w[2] = {1.5, -2}, a[2] = {0.7, 3};
  for (int k = 0; k < 3; k++) {
    const double q1 = q[k][0], q2 = q[k][1], l = 0.8, g = 9.81;
    GOOD(sinew_inverse_kinematics(s, angles, 2, q[k], 2, error));
    CHECK_NEAR(number(s, "s", "angle"), q1, 1e-11);
    CHECK_NEAR(number(s, "e", "angle"), q2, 1e-11);
    GOOD(sinew_set_rates(s, rates, 2, w, 2, error));
    CHECK_NEAR(number(s, "s", "angle_rate"), w[0], 1e-12);
    CHECK_NEAR(number(s, "e", "angle_rate"), w[1], 1e-12);
    const double M[4] = {2 * 0.25 + 0.2 + 0.1 + 1 + 0.09 + 0.6 * cos(q2), 0.19 + 0.3 * cos(q2), 0.19 + 0.3 * cos(q2),
                         0.19};
    const double h = -0.3 * sin(q2);
    const double want[2] = {M[0] * a[0] + M[1] * a[1] + h * (2 * w[0] * w[1] + w[1] * w[1]) -
                                g * (cos(q1) + cos(q1) + 0.3 * cos(q1 + q2)),
                            M[2] * a[0] + M[3] * a[1] - h * w[0] * w[0] - g * 0.3 * cos(q1 + q2)};
    const double J[6] = {-sin(q1) - l * sin(q1 + q2), -l * sin(q1 + q2), 0, 0,
                         -cos(q1) - l * cos(q1 + q2), -l * cos(q1 + q2)};
    for (int by_rate = 0; by_rate < 2; by_rate++) {
      const int *c = by_rate ? rates : angles;
      const double near = by_rate ? 1e-13 : 1e-11;
      double found[4], force[2], both[12], kinetic = 0;
      GOOD(sinew_mass_matrix(s, c, 2, found, 4, error));
      GOOD(sinew_inverse_dynamics(s, c, 2, a, force, 2, error));
      GOOD(sinew_jacobian(s, c, 2, tip, 2, both, 12, error));
      for (int i = 0; i < 4; i++) {
        CHECK_NEAR(found[i], M[i], near);
        kinetic += 0.5 * w[i / 2] * w[i % 2] * found[i];
      }
      for (int i = 0; i < 6; i++) {
        CHECK_NEAR(both[i], J[i], 1e-11);
        CHECK_NEAR(both[6 + i], J[i], near);
      }
      double energy = 0;
      GOOD(sinew_energy(s, "kinetic", &energy, error));
      CHECK_NEAR(energy, kinetic, 1e-10);
      CHECK_NEAR(force[0], want[0], 1e-9);
      CHECK_NEAR(force[1], want[1], 1e-9);
    }
    for (int i = 0; i < 5; i++) { /* it goes on from there */
      GOOD(sinew_step(s, 1e-3, error));
    }
  }
  double defect = 1;
  GOOD(sinew_energy(s, "defect", &defect, error));
  CHECK_BELOW(fabs(defect), 1e-12);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

static void test_reach(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(two_rods, &m);
  if (!s) {
    return;
  }
  const int tip = row(s, NULL, "tip"), angles[] = {row(s, "s", "angle"), row(s, "e", "angle")};
  const double bent[2] = {0.4, 0.9}, target[3] = {0.9, 0, -0.7}, far[3] = {2.9, 0, -0.7};
  double at[3];
  GOOD(sinew_inverse_kinematics(s, angles, 2, bent, 2, error));
  GOOD(sinew_inverse_kinematics(s, &tip, 1, target, 3, error));
  GOOD(sinew_channel_value(s, "tip", at, 3, NULL, error));
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(at[i], target[i], 1e-11);
  }
  /* law of cosines, elbow on the side it began on */
  CHECK_NEAR(number(s, "e", "angle"), acos((0.81 + 0.49 - 1 - 0.64) / 1.6), 1e-10);
  const size_t bytes = sinew_state_size(s);
  char *before = malloc(bytes), *after = malloc(bytes);
  GOOD(sinew_state_save(s, before, bytes, error));
  BAD(sinew_inverse_kinematics(s, &tip, 1, far, 3, error), SINEW_ENOCONV, "'tip' stays 1.18");
  GOOD(sinew_state_save(s, after, bytes, error));
  CHECK(memcmp(before, after, bytes) == 0);
  free(before);
  free(after);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* ---- the robot arm: torques and tip in closed form */

static const char arm[] =
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { name='a', at={0,0,0}, mass=10, center={0,0,0.25}, inertia={0.3,0.3,0.05} }\n"
    "local b = body { name='b', at={0,0,0.5}, mass=8, center={0.3,0,0}, inertia={0.02,0.25,0.25} }\n"
    "local c = body { name='c', at={0.6,0,0.5}, mass=5, center={0.2,0,0}, inertia={0.01,0.07,0.07} }\n"
    "revolute { name='j1', ground, a, at={0,0,0}, axis='z' }\n"
    "revolute { name='j2', a, b, at={0,0,0.5}, axis='y' }\n"
    "revolute { name='j3', b, c, at={0.6,0,0.5}, axis='y' }\n"
    "channel('tip', position(c, {1,0,0.5}))\n"
    "run { dt=1e-3, duration=1 }\n";

static void test_arm(void)
{
  static const double A[3] = {1, -0.6, 0.9}, W[3] = {2, 3, 4};
  sinew_model *m;
  sinew_simulation *s = begin(arm, &m);
  static char csv[1 << 20];
  slurp(SN_TEST_SOURCE "/tests/data/A10_robot_inverse_dynamics.csv", csv, sizeof csv);
  if (!s) {
    return;
  }
  int angles[3], rates[3], rows = 0;
  for (int i = 0; i < 3; i++) {
    const char name[] = {'j', (char)('1' + i), 0};
    angles[i] = row(s, name, "angle");
    rates[i] = row(s, name, "angle_rate");
  }
  double worst = 0, worst_tip = 0;
  for (char *line = strchr(csv, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
    double x[10], w[3], a[3], force[3], tip[3];
    char *at = line + 1;
    for (int i = 0; i < 10; i++) {
      x[i] = strtod(at, &at);
      at += *at == ',';
    }
    if (rows++ % 5 != 0) {
      continue;
    }
    for (int i = 0; i < 3; i++) {
      w[i] = A[i] * W[i] * sin(W[i] * x[0]);
      a[i] = A[i] * W[i] * W[i] * cos(W[i] * x[0]);
    }
    GOOD(sinew_inverse_kinematics(s, angles, 3, x + 1, 3, error));
    GOOD(sinew_set_rates(s, rates, 3, w, 3, error));
    GOOD(sinew_inverse_dynamics(s, rates, 3, a, force, 3, error));
    GOOD(sinew_channel_value(s, "tip", tip, 3, NULL, error));
    for (int i = 0; i < 3; i++) {
      worst = fmax(worst, fabs(force[i] - x[4 + i]));
      worst_tip = fmax(worst_tip, fabs(tip[i] - x[7 + i]));
    }
  }
  CHECK(rows > 50);
  CHECK_BELOW(worst, 1e-9); /* of 73 N m */
  CHECK_BELOW(worst_tip, 1e-11);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* ---- Andrews' squeezer: angles and rates of an integration in minimal coordinates; the torque that an acceleration needs, applied */

static void test_andrews(void)
{
  static const char *const joints[] = {"j1", "j2", "j3", "j5", "j7"};
  static const int column[] = {1, 2, 3, 5, 7}; /* beta, Theta, gamma, delta, epsilon; rates are 7 further on */
  sinew_model *m = NULL;
  sinew_simulation *s = NULL;
  static char csv[1 << 20];
  slurp(SN_TEST_SOURCE "/tests/data/A05_andrews.csv", csv, sizeof csv);
  GOOD(sinew_model_load(SN_TEST_SOURCE "/examples/andrews/model.lua", NULL, NULL, 0, NULL, &m, error));
  if (m) {
    GOOD(sinew_freeze(m, &s, error));
  }
  if (!s) {
    return;
  }
  double first[15] = {0}, worst = 0, worst_rate = 0;
  int angle[5], rate[5], rows = 0;
  for (int i = 0; i < 5; i++) {
    angle[i] = row(s, joints[i], "angle");
    rate[i] = row(s, joints[i], "angle_rate");
  }
  for (char *line = strchr(csv, '\n'); line && line[1] && rows < 60; line = strchr(line + 1, '\n'), rows++) {
    double x[15], J[5], M, force, none = 0;
    char *at = line + 1;
    for (int i = 0; i < 15; i++) {
      x[i] = strtod(at, &at);
      at += *at == ',';
      first[i] = rows == 0 ? x[i] : first[i];
    }
    const double beta = x[1] - first[1];
    GOOD(sinew_inverse_kinematics(s, angle, 1, &beta, 1, error)); /* from one row to the next: on the same branch */
    GOOD(sinew_set_rates(s, rate, 1, x + 8, 1, error));
    GOOD(sinew_jacobian(s, rate, 1, rate, 5, J, 5, error));
    GOOD(sinew_mass_matrix(s, rate, 1, &M, 1, error));
    double kinetic = 0;
    GOOD(sinew_energy(s, "kinetic", &kinetic, error));
    CHECK_NEAR(kinetic, 0.5 * M * x[8] * x[8], 1e-12 + 1e-10 * kinetic);
    for (int i = 0; i < 5; i++) {
      worst = fmax(worst, fabs(number(s, joints[i], "angle") - x[column[i]] + first[column[i]]));
      worst_rate = fmax(worst_rate, fabs(J[i] * x[8] - x[column[i] + 7]) / fmax(1, fabs(x[8])));
    }
    /* the motion needs nothing for the acceleration it has: found by one small step */
    if (rows % 20 == 10) {
      sinew_simulation *t = NULL;
      GOOD(sinew_simulation_copy(s, &t, error));
      double w[3] = {number(s, "j1", "angle_rate")};
      const double h = 1e-8;
      for (int i = 1; i < 3; i++) {
        GOOD(sinew_step(t, h, error));
        w[i] = number(t, "j1", "angle_rate");
      }
      const double a = (4 * w[1] - w[2] - 3 * w[0]) / (2 * h);
      GOOD(sinew_inverse_dynamics(s, rate, 1, &a, &force, 1, error));
      GOOD(sinew_inverse_dynamics(s, rate, 1, &none, &none, 1, error));
      CHECK(fabs(force) < 1e-5 * fabs(none) && fabs(none) > 1e-3);
      sinew_simulation_free(t);
    }
  }
  CHECK(rows > 40);
  CHECK_BELOW(worst, 1e-8);
  CHECK_BELOW(worst_rate, 1e-8);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* ---- a free body: velocity and angular velocity as coordinates; Newton and Euler about a point that is not its centre */

static void test_free_body(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local b = body { name='b', at={0.3,-0.2,0.5}, mass=2, inertia={0.1,0.2,0.25}, velocity={0.4,0,1},\n"
      "  angular_velocity={1,-2,3} }\n"
      "run { dt=1e-3, duration=1 }\n";
  sinew_model *m;
  sinew_simulation *s = begin(text, &m);
  if (!s) {
    return;
  }
  const int c[] = {row(s, "b", "velocity"), row(s, "b", "angular_velocity")};
  const double a[6] = {1, 2, 3, 4, 5, 6}, w[3] = {1, -2, 3}, I[3] = {0.1, 0.2, 0.25};
  double M[36], force[6];
  GOOD(sinew_mass_matrix(s, c, 2, M, 36, error));
  GOOD(sinew_inverse_dynamics(s, c, 2, a, force, 6, error));
  for (int i = 0; i < 36; i++) {
    CHECK_NEAR(M[i], i % 7 ? 0 : i < 18 ? 2 : I[i / 7 - 3], 1e-14);
  }
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    CHECK_NEAR(force[i], 2 * a[i] + (i == 2 ? 2 * 9.81 : 0), 1e-11);
    CHECK_NEAR(force[3 + i], I[i] * a[3 + i] + (I[k] - I[j]) * w[j] * w[k], 1e-11);
  }
  sinew_simulation_free(s);
  sinew_model_free(m);
}

static void test_mistakes(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(two_rods, &m);
  if (!s) {
    return;
  }
  const int angles[] = {row(s, "s", "angle"), row(s, "e", "angle")}, twice[] = {angles[0], angles[0]},
            none[] = {-1, 9999};
  double x[MOST] = {0};
  BAD(sinew_mass_matrix(s, angles, 1, x, 4, error), SINEW_EINPUT, "1 numbers, the model 2 degrees of freedom");
  BAD(sinew_mass_matrix(s, twice, 2, x, 4, error), SINEW_ESINGULAR, "do not determine");
  BAD(sinew_mass_matrix(s, none, 2, x, 4, error), SINEW_EINPUT, "no output");
  BAD(sinew_mass_matrix(s, NULL, 2, x, 4, error), SINEW_EINPUT, "missing");
  BAD(sinew_mass_matrix(s, angles, 2, x, 3, error), SINEW_EINPUT, "should have 4");
  BAD(sinew_jacobian(s, angles, 2, angles, 2, x, 3, error), SINEW_EINPUT, "should have 4");
  BAD(sinew_set_rates(s, angles, 2, x, 3, error), SINEW_EINPUT, "should have 2");
  x[1] = NAN;
  BAD(sinew_set_rates(s, angles, 2, x, 2, error), SINEW_EINPUT, "finite");
  BAD(sinew_inverse_dynamics(s, angles, 2, x, x + 2, 2, error), SINEW_EINPUT, "finite");
  BAD(sinew_inverse_kinematics(s, angles, 2, x, 2, error), SINEW_EINPUT, "finite");
  sinew_simulation_free(s);
  sinew_model_free(m);
}

int main(void)
{
  RUN(test_two_rods);
  RUN(test_reach);
  RUN(test_arm);
  RUN(test_andrews);
  RUN(test_free_body);
  RUN(test_mistakes);
  return REPORT();
}
