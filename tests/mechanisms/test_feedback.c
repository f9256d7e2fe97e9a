/* tests/mechanisms/test_feedback.c -- forces and torques that follow signals, in steps, statics and modes.
 * Laws:    energy balance of every step at round-off, with the work of control booked by itself; momenta of a free pair.
 * Outside: a double pendulum whose torques follow both angles and rates, against its two equations of motion by Runge-Kutta (here);
 *          a body with moments in its own axes, against Euler's equations; equilibrium and poles of two oscillators in closed form.
 */
#include <complex.h>

#include "session/session_modes.h"
#include "support/simulated.h"

/* ---- a double pendulum under feedback */

static const char pendulum[] =
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { name = 'a', at = {0.25, 0, 0}, mass = 1, inertia = {0.02, 0.03, 0.03} }\n"
    "local b = body { name = 'b', at = {0.75, 0, 0}, mass = 0.5, inertia = {0.01, 0.015, 0.015} }\n"
    "revolute { name = 'j1', ground, a, at = {0, 0, 0}, axis = 'y', torque = function(t) return -20*angle('j1') -"
    " 1.5*rate('j1') - 4*sin(angle('j2')) + 0.5*rate('j2') end }\n"
    "revolute { name = 'j2', a, b, at = {0.5, 0, 0}, axis = 'y', torque = function(t) return"
    " -5*angle('j2')*cos(angle('j1')) - 0.2*rate('j2') - 0.3*rate('j1') + 0.1*sin(3*t) end }\n"
    "channel('q1', angle('j1'))\nchannel('q2', angle('j2'))\n";

/* x = q1, q2, v1, v2; angles from the horizontal, growing downwards */
static void pendulum_rates(double t, const double x[4], double out[4])
{
  const double m1 = 1, m2 = 0.5, l = 0.5, c1 = 0.25, c2 = 0.25, J1 = 0.03, J2 = 0.015, g = 9.81;
  const double u1 = -20 * x[0] - 1.5 * x[2] - 4 * sin(x[1]) + 0.5 * x[3];
  const double u2 = -5 * x[1] * cos(x[0]) - 0.2 * x[3] - 0.3 * x[2] + 0.1 * sin(3 * t);
  const double c = cos(x[1]), s = sin(x[1]);
  const double M11 = J1 + m1 * c1 * c1 + J2 + m2 * (l * l + c2 * c2 + 2 * l * c2 * c);
  const double M12 = J2 + m2 * (c2 * c2 + l * c2 * c), M22 = J2 + m2 * c2 * c2;
  const double w = m2 * l * c2 * s;
  const double r1 =
      u1 + w * (2 * x[2] * x[3] + x[3] * x[3]) + g * ((m1 * c1 + m2 * l) * cos(x[0]) + m2 * c2 * cos(x[0] + x[1]));
  const double r2 = u2 - w * x[2] * x[2] + g * m2 * c2 * cos(x[0] + x[1]);
  const double det = M11 * M22 - M12 * M12;
  out[0] = x[2];
  out[1] = x[3];
  out[2] = (M22 * r1 - M12 * r2) / det;
  out[3] = (M11 * r2 - M12 * r1) / det;
}

typedef void (*rates)(double t, const double *x, double *out);

static void runge_kutta(rates f, int n, double t_end, int steps, double *x)
{
  const double h = t_end / steps;
  for (int i = 0; i < steps; i++) {
    double k[4][8], y[8];
    for (int s = 0; s < 4; s++) {
      const double c = s == 0 ? 0 : s == 3 ? 1 : 0.5;
      for (int j = 0; j < n; j++) {
        y[j] = x[j] + (s ? h * c * k[s - 1][j] : 0);
      }
      f((i + c) * h, y, k[s]);
    }
    for (int j = 0; j < n; j++) {
      x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
  }
}

/* error of both angles at t = 1 with n steps */
static double pendulum_error(const char *scheme, int n, const double *exact)
{
  simulated s;
  double q1 = NAN, q2 = NAN;
  if (simulate(&s, "pendulum", pendulum, scheme, 1) && advance_to(&s, 1, n) && observe(&s)) {
    check_laws(&s);
    channel(&s, "q1", &q1);
    channel(&s, "q2", &q2);
    CHECK(s.total.work_control < -0.5 && s.total.work_loads == 0);
  }
  simulated_free(&s);
  return fmax(fabs(q1 - exact[0]), fabs(q2 - exact[1]));
}

static void test_double_pendulum(void)
{
  static const struct {
    const char *scheme;
    double order;
  } schemes[] = {{"ed", 4},      {"ep", 2}, {"midpoint", 2}, {"trapezoidal", 2}, {"generalized_alpha", 2},
                 {"ed_paper", 1}}; /* dampers have order 1 there, too */
  double exact[4] = {0, 0, 0, 0};
  runge_kutta(pendulum_rates, 4, 1, 4000, exact);
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    const double coarse = pendulum_error(schemes[i].scheme, 100, exact),
                 fine = pendulum_error(schemes[i].scheme, 200, exact);
    printf("  %-18s errors %.2e, %.2e, order %.2f\n", schemes[i].scheme, coarse, fine, log2(coarse / fine));
    CHECK(log2(coarse / fine) > schemes[i].order - 0.25);
  }
  CHECK_BELOW(pendulum_error("ed", 200, exact), 1e-7);
}

/* ---- moments in axes of the body */

static const char satellite[] =
    "gravity { 0, 0, 0 }\n"
    "local a = body { name = 'a', at = {0, 0, 0}, mass = 1, inertia = {0.02, 0.05, 0.03}, angular_velocity = {0.3, 2, "
    "-1} }\n"
    "moment { name = 'wheel', a, follows = true, value = function(t) local w = angular_velocity_body('a')"
    " return -0.01*w.x + 0.02*w.y*w.z, -0.02*w.y, 0.01*cos(t) - 0.005*w.z end }\n"
    "channel('w', angular_velocity_body(a))\nchannel('m', output('wheel', 'value'))\nchannel('h', "
    "angular_momentum(a))\n";

static void euler_rates(double t, const double *w, double *out)
{
  const double J[3] = {0.02, 0.05, 0.03};
  const double m[3] = {-0.01 * w[0] + 0.02 * w[1] * w[2], -0.02 * w[1], 0.01 * cos(t) - 0.005 * w[2]};
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    out[k] = (m[k] + (J[i] - J[j]) * w[i] * w[j]) / J[k];
  }
}

static double satellite_error(const char *scheme, int n, const double *exact)
{
  simulated s;
  double w[3] = {NAN, NAN, NAN}, worst = 0;
  if (simulate(&s, "satellite", satellite, scheme, 1) && advance_to(&s, 1, n) && observe(&s)) {
    check_laws(&s);
    channel(&s, "w", w);
  }
  simulated_free(&s);
  for (int k = 0; k < 3; k++) {
    worst = fmax(worst, fabs(w[k] - exact[k]));
  }
  return worst;
}

static void test_moment_of_a_satellite(void)
{
  double exact[3] = {0.3, 2, -1};
  runge_kutta(euler_rates, 3, 1, 4000, exact);
  const double ed[2] = {satellite_error("ed", 40, exact), satellite_error("ed", 80, exact)};
  const double ep[2] = {satellite_error("ep", 40, exact), satellite_error("ep", 80, exact)};
  printf("  ed %.2e, %.2e; ep %.2e, %.2e\n", ed[0], ed[1], ep[0], ep[1]);
  CHECK(log2(ed[0] / ed[1]) > 3.7 && log2(ep[0] / ep[1]) > 1.9);
  CHECK_BELOW(ed[1], 1e-7);
}

/* ---- momenta: torques and forces between parts follow anything, also what is not theirs */

static void test_momenta(void)
{
  static const char text[] =
      "gravity { 0, 0, 0 }\n"
      "local a = body { mass = 1, inertia = {0.1, 0.12, 0.15}, angular_velocity = {1, 0, 2} }\n"
      "local b = body { at = {1, 0, 0}, mass = 2, inertia = {0.2, 0.25, 0.3}, velocity = {0, 2, 0},"
      " angular_velocity = {1, 0, 2} }\n"
      "local c = body { at = {2, 1, 0}, mass = 0.5, inertia = {0.02, 0.025, 0.03}, velocity = {0, 0, 1} }\n"
      "revolute { name = 'r', a, b, at = {1, 0, 0}, axis = 'x', torque = function(t) return -velocity(c).z -"
      " 0.5*angle('r') + angular_velocity(c).x - 0.1*rate('r') end }\n"
      "spring { b, c, force = function(x, v, t) return 5*(x - 1) + 2*angle('r') + 0.3*velocity(a).y end }\n"
      "channel('p', momentum())\nchannel('h', angular_momentum())\n";
  static const char *const schemes[] = {"ed", "ep", "midpoint"};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    simulated s;
    double before[6], after[6];
    if (simulate(&s, "pair", text, schemes[i], 1) && observe(&s)) {
      channel(&s, "p", before);
      channel(&s, "h", before + 3);
      if (advance_to(&s, 1, 50) && observe(&s)) {
        check_laws(&s);
        channel(&s, "p", after);
        channel(&s, "h", after + 3);
        for (int k = 0; k < 6; k++) {
          CHECK_NEAR(after[k], before[k], 2e-12);
        }
        CHECK(fabs(s.total.work_control) > 1e-2);
      }
    }
    simulated_free(&s);
  }
}

/* ---- statics and modes: two masses on rails; what acts on one follows the other, so that K is not symmetric */

static const char rails[] =
    "gravity { 0, 0, -10 }\n"
    "prismatic { name = 'x', ground, body { name = 'A', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} }, at = {0, 0, "
    "0},"
    " axis = 'z', force = function(t) return -100*displacement('x') - 30*displacement('y') - 2*rate('x') end }\n"
    "prismatic { name = 'y', ground, body { name = 'B', at = {1, 0, 0}, mass = 2, inertia = {1, 1, 1} }, at = {1, 0, "
    "0},"
    " axis = 'z', force = function(t) return -150*displacement('y') + 40*displacement('x') - 0.5*rate('x') end }\n"
    "channel('x', displacement('x'))\nchannel('y', displacement('y'))\n";

static void test_equilibrium(void)
{
  /* 100 x + 30 y = -10, -40 x + 150 y = -20 */
  const double det = 100 * 150 + 40 * 30, x = (-10 * 150 + 20 * 30) / det, y = (-20 * 100 - 40 * 10) / det;
  char whole[1500];
  (void)snprintf(whole, sizeof whole, "%srun { dt = 1e-3, duration = 1, start = 'static' }\n", rails);
  simulated s;
  double now[2] = {NAN, NAN};
  if (simulate(&s, "rails", whole, "ed", 1) && observe(&s)) {
    channel(&s, "x", now);
    channel(&s, "y", now + 1);
    CHECK_NEAR(now[0], x, 1e-12);
    CHECK_NEAR(now[1], y, 1e-12);
  }
  simulated_free(&s);
}

/* poles: det(s^2 M + s C + K) = 0 */
static void test_poles(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_session session = {0};
  sn_error error = {0};
  sn_model *model = NULL;
  sn_modes found = {0};
  sn_status status = sn_language_load_text(&(sn_language_text){"rails", rails, strlen(rails), NULL},
                                           &(sn_language_options){0}, arena, &model, &error);
  status = status == SN_OK ? sn_session_open_static(&session, model, "rails", arena, &error) : status;
  if (status == SN_OK) {
    const sn_modes_wanted wanted = sn_session_modes_wanted(&session);
    status = sn_session_modes(&session, &wanted, 0, &found, &error);
  }
  CHECK_OK(status, error);
  CHECK(found.n == 2 && !found.symmetric);
  for (int i = 0; i < found.n; i++) {
    const double complex s = found.mode[i].growth + I * found.mode[i].frequency;
    const double complex a = s * s + 2 * s + 100, d = 2 * s * s + 150, c = 0.5 * s - 40;
    CHECK_BELOW(cabs(a * d - 30 * c), 1e-9 * cabs(a * d) + 1e-6);
    CHECK(found.mode[i].frequency > 5);
  }
  sn_session_close(&session);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_double_pendulum);
  RUN(test_moment_of_a_satellite);
  RUN(test_momenta);
  RUN(test_equilibrium);
  RUN(test_poles);
  return REPORT();
}
