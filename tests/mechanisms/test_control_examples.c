/* tests/mechanisms/test_control_examples.c -- the examples with control, through the built command, against equations of motion written out
 *          here and integrated by Runge-Kutta: cart_pole, balancing_robot (with its sampled controller), active_suspension and dc_motor;
 *          robot_arm_control where it comes to rest.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "tests/harness.h"
#include "tests/support/example.h"

typedef void (*rates)(double t, const double *x, double *out);
enum { MOST = 8 };

static void runge_kutta(rates f, int n, double t, double h, int steps, double *x)
{
  for (int i = 0; i < steps; i++) {
    double k[4][MOST], y[MOST];
    for (int s = 0; s < 4; s++) {
      const double c = s == 0 ? 0 : s == 3 ? 1 : 0.5;
      for (int j = 0; j < n; j++) {
        y[j] = x[j] + (s ? h * c * k[s - 1][j] : 0);
      }
      f(t + (i + c) * h, y, k[s]);
    }
    for (int j = 0; j < n; j++) {
      x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
  }
}

static double smooth(double x)
{
  return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (10 + x * (6 * x - 15));
}

/* ---- cart_pole: x, q, v, w */

static void cart_pole(double t, const double *s, double *out)
{
  const double M = 1, m = 0.2, l = 0.25, J = 0.2 * 0.5 * 0.5 / 12, g = 9.81, limit = 8;
  const double x = s[0], q = s[1], v = s[2], w = s[3], c = cos(q);
  const double E = 0.5 * (J + m * l * l) * w * w + m * g * l * (c - 1);
  const double swing = (M + m) * (40 * E * w * c / (m * g * l) - 2 * x - 2 * v);
  const double balance = 4.47 * x + 5.23 * v + 39.6 * sin(q) + 7.12 * w, near = smooth((c - 0.8) / 0.1);
  const double F = limit * tanh(((1 - near) * swing + near * balance) / limit);
  const double A = M + m, B = m * l * c, D = J + m * l * l, det = A * D - B * B;
  const double r1 = F + m * l * w * w * sin(q), r2 = m * g * l * sin(q);
  (void)t;
  out[0] = v;
  out[1] = w;
  out[2] = (D * r1 - B * r2) / det;
  out[3] = (A * r2 - B * r1) / det;
}

static void test_cart_pole(void)
{
  double x[4] = {0, 179 * 3.14159265358979323846 / 180, 0, 0};
  if (!run_example("cart_pole", "--set dt=1e-3", "x q", &ours)) {
    return;
  }
  runge_kutta(cart_pole, 4, 0, 1e-4, 20000, x);
  printf("  at 2 s: x %.9f (%.9f), q %.9f (%.9f)\n", value("x", 2), x[0], value("q", 2), x[1]);
  CHECK_NEAR(value("x", 2), x[0], 5e-7);
  CHECK_NEAR(value("q", 2), x[1], 5e-7);
  CHECK_BELOW(fabs(value("x", 8)), 1e-3);
  CHECK_BELOW(fabs(value("q", 8)), 1e-3);
}

/* ---- active_suspension: wheel, car, and their rates, from the drawn equilibrium */

static double road(double t)
{
  const double bump =
      0.05 * (smooth((t - 0.3) / 0.15) - smooth((t - 0.6) / 0.15) + smooth((t - 1.1) / 0.1) - smooth((t - 1.25) / 0.1));
  return bump + 0.01 * smooth(t - 2) * sin(2 * 3.14159265358979323846 * 1.4 * t);
}

static double skyhook;

static void quarter_car(double t, const double *s, double *out)
{
  const double strut = 18000 * (s[1] - s[0]) + 600 * (s[3] - s[2]) + skyhook * s[3];
  out[0] = s[2];
  out[1] = s[3];
  out[2] = (160000 * (road(t) - s[0]) + strut) / 40;
  out[3] = -strut / 300;
}

static void test_active_suspension(void)
{
  double comfort[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    double x[4] = {0, 0, 0, 0};
    skyhook = k ? 3000 : 0;
    if (!run_example("active_suspension", k ? "" : "--set skyhook=0", "wheel car comfort", &ours)) {
      return;
    }
    for (int i = 0; i < ours.n_rows; i++) {
      comfort[k] = fmax(comfort[k], fabs(value("comfort", ours.x[i][0])));
    }
    for (int i = 1; i <= 4; i++) {
      runge_kutta(quarter_car, 4, i - 1, 1e-4, 10000, x);
      CHECK_NEAR(value("wheel", i), x[0], 1e-6);
      CHECK_NEAR(value("car", i), x[1], 1e-6);
    }
  }
  printf("  largest acceleration of the car: passive %.2f, skyhook %.2f m/s^2\n", comfort[0], comfort[1]);
}

/* ---- dc_motor: current, speed, height */

static void motor(double t, const double *s, double *out)
{
  const double k = 0.05, lift = 0.05 / 20, J = 1e-4 + 2e-3 / 400 + 60 * lift * lift;
  out[0] = (24 * smooth(t / 0.02) - 0.6 * s[0] - k * s[1]) / 2e-3;
  out[1] = (k * s[0] - 60 * 9.81 * lift) / J;
  out[2] = lift * s[1];
}

static void test_dc_motor(void)
{
  double x[3] = {0, 0, 0};
  if (!run_example("dc_motor", "--set dt=5e-4", "current speed height heat energy source", &ours)) {
    return;
  }
  runge_kutta(motor, 3, 0, 1e-5, 100000, x);
  CHECK_NEAR(value("current", 1), x[0], 1e-5);
  CHECK_NEAR(value("speed", 1), x[1], 1e-4);
  CHECK_NEAR(value("height", 1), x[2], 1e-7);
  /* what the battery gave is heat, coil, motion and height */
  const double gain = value("energy", 1) - value("energy", 0);
  CHECK_NEAR(value("source", 1), value("heat", 1) + gain, 1e-6);
  CHECK_NEAR(value("current", 1), 60 * 9.81 * 0.05 / 20 / 0.05, 5e-3); /* at rest: the torque of the load */
}

/* ---- balancing_robot: way, lean, and their rates, with the volts that are held */

static double volts;

static void robot(double t, const double *s, double *out)
{
  const double R = 0.04, k = 0.3, Rm = 2, m = 0.98, l = 0.1, J = 0.006, g = 9.81;
  const double spin = s[2] / R - s[3], torque = 2 * k * (volts - k * spin) / Rm;
  const double push = 3 * (smooth((t - 2) / 0.01) - smooth((t - 2.1) / 0.01));
  const double A = m + 0.02 + 2 * (0.05 + 4e-5 / (R * R)), B = m * l * cos(s[1]), D = J + m * l * l;
  const double r1 = torque / R + push + m * l * s[3] * s[3] * sin(s[1]);
  const double r2 = -torque + 0.17 * push * cos(s[1]) + m * g * l * sin(s[1]), det = A * D - B * B;
  out[0] = s[2];
  out[1] = s[3];
  out[2] = (D * r1 - B * r2) / det;
  out[3] = (A * r2 - B * r1) / det;
}

static void test_balancing_robot(void)
{
  const double deg = 3.14159265358979323846 / 180, every = 5e-3, R = 0.04, k = 0.3, Rm = 2;
  double s[4] = {0, 8 * deg, 0, 0}, tilt = 8 * deg, gyro = 0, waits = 0, worst = 0;
  if (!run_example("balancing_robot", "", "x lean volts", &ours)) {
    return;
  }
  volts = 0;
  for (int i = 0; i < 600; i++) { /* three seconds */
    gyro = gyro + every / (0.02 + every) * (s[3] - gyro);
    tilt = 0.98 * (tilt + every * gyro) + 0.02 * s[1];
    const double torque = 0.32 * s[0] + 0.34 * s[2] + 1.4 * tilt + 0.16 * gyro;
    volts = waits;
    waits = fmax(-7.2, fmin(7.2, torque * Rm / (2 * k) + k * (s[2] / R - s[3])));
    CHECK_NEAR(value("volts", i * every), volts, 1e-5);
    runge_kutta(robot, 4, i * every, 1e-4, 50, s);
    worst = fmax(worst, fabs(value("x", (i + 1) * every) - s[0]));
    worst = fmax(worst, fabs(value("lean", (i + 1) * every) * deg - s[1]));
  }
  printf("  largest difference in 3 s: %.1e\n", worst);
  CHECK_BELOW(worst, 1e-6);
  CHECK_BELOW(fabs(value("lean", 6)), 0.1); /* it stands */
}

/* ---- robot_arm_control: at rest on its target; without compensation where the springs of the PD carry the weight */

static void test_robot_arm_control(void)
{
  const double to[3] = {1.2 / 2, -0.9 / 2, 1.4 / 2};
  char name[8];
  if (run_example("robot_arm_control", "--set duration=6 --set dt=5e-3", "q1 q2 q3", &ours)) {
    for (int i = 0; i < 3; i++) {
      (void)snprintf(name, sizeof name, "q%d", i + 1);
      CHECK_NEAR(value(name, 6), to[i], 1e-6);
    }
  }
  if (run_example("robot_arm_control", "--set duration=6 --set dt=5e-3 --set compensated=false", "q1 q2 q3", &ours)) {
    const double q2 = value("q2", 6), q3 = value("q3", 6), on_elbow = 5 * 0.2 * 9.81 * cos(q2 + q3);
    CHECK_NEAR(400 * (q2 - to[1]), (8 * 0.3 + 5 * 0.6) * 9.81 * cos(q2) + on_elbow, 1e-3);
    CHECK_NEAR(200 * (q3 - to[2]), on_elbow, 1e-3);
    CHECK(q2 - to[1] > 0.1);
  }
}

int main(void)
{
  RUN(test_cart_pole);
  RUN(test_active_suspension);
  RUN(test_dc_motor);
  RUN(test_balancing_robot);
  RUN(test_robot_arm_control);
  return REPORT();
}
