/* tests/mechanisms/test_given.c -- given motions and laws of the user: a driven distance, a base with any turn, initial coordinates
 *                  of joints with several, a law booked as heat, inertia about another point.
 * Laws:    the balance of every step; the work of a drive is the integral of its power.
 * Against: a pendulum of changing length and a braked slider, integrated or solved by hand; the kinetic energy of a body
 *          carried by a base; the rotation vector and the two angles as rotations.
 */
#include <stdio.h>

#include "harness.h"
#include "math/rotation.h"
#include "support/simulated.h"

/* ---- a pendulum whose length is 1 + 0.2 sin 3t: theta'' = -(2 l' theta' + g sin theta)/l */

static void pendulum_rate(double t, const double y[2], double dy[2])
{
  const double l = 1 + 0.2 * sin(3 * t), rate = 0.6 * cos(3 * t);
  dy[0] = y[1];
  dy[1] = -(2 * rate * y[1] + 9.81 * sin(y[0])) / l;
}

static void pendulum(double end, int n, double y[2])
{
  const double h = end / n;
  for (int i = 0; i < n; i++) {
    double k[4][2], z[2];
    const double t = i * h;
    pendulum_rate(t, y, k[0]);
    for (int s = 1; s < 4; s++) {
      const double part = s == 3 ? h : h / 2;
      z[0] = y[0] + part * k[s - 1][0];
      z[1] = y[1] + part * k[s - 1][1];
      pendulum_rate(t + part, z, k[s]);
    }
    for (int c = 0; c < 2; c++) {
      y[c] += h / 6 * (k[0][c] + 2 * k[1][c] + 2 * k[2][c] + k[3][c]);
    }
  }
}

static const char winch[] =
    "gravity { 0, 0, -9.81 }\n"
    "local p = point { name = 'p', at = { 1, 0, 0 }, velocity = { 0.6, 0, 0 }, mass = 2 }\n"
    "distance { name = 'rope', ground:point { 0, 0, 0 }, p, length = function(t) return 1 + 0.2*sin(3*t) end }\n"
    "channel('x', position(p)) channel('l', output('rope', 'length')) channel('power', output('rope', 'power'))\n"
    "channel('pull', output('rope', 'force'))\n"
    "run { dt = 2e-3, duration = 2 }\n";

static void drive_length(const char *scheme, double alpha, double tolerance)
{
  simulated s;
  double x[3] = {0, 0, 0}, l = 0, power = 0, before = 0, work = 0, y[2] = {asin(1.0), 0};
  if (!simulate(&s, "winch", winch, scheme, alpha) || !observe(&s)) {
    simulated_free(&s);
    return;
  }
  channel(&s, "power", &before);
  for (int i = 0; i < 1000; i++) {
    CHECK(advance(&s, 2e-3) && observe(&s));
    channel(&s, "power", &power);
    work += 2e-3 * (before + power) / 2;
    before = power;
  }
  check_laws(&s);
  pendulum(2, 20000, y);
  channel(&s, "x", x);
  channel(&s, "l", &l);
  CHECK_NEAR(l, 1 + 0.2 * sin(6), 1e-12);
  CHECK_NEAR(x[0], l * sin(y[0]), tolerance);
  CHECK_NEAR(x[2], -l * cos(y[0]), tolerance);
  CHECK_NEAR(s.total.work_drives, work, 1e-3); /* of 20 J: the trapezoidal rule of the power */
  CHECK(s.total.work_loads == 0 && s.total.work_base == 0 && s.total.dissipation == 0);
  simulated_free(&s);
}

static void test_driven_length(void)
{
  drive_length("ed", 1, 1e-6);
  drive_length("ed", 0, 1e-6);
  drive_length("ep", 0, 2e-3); /* of order 2 */
}

/* ---- a slider braked by c v |v|, once booked as work and once as heat: the same motion, other books */

static void test_heat(void)
{
  static const char text[] =
      "param { books = 'work' }\n"
      "local b = body { name = 'b', mass = 2, inertia = { 1, 1, 1 } }\n"
      "prismatic { name = 'p', ground, b, at = { 0, 0, 0 }, axis = 'x', initial_rate = 3,\n"
      "            law = function(x, v, t) return 0.5*v*abs(v) end, books = books }\n"
      "channel('v', rate('p')) channel('lost', energy('dissipation')) channel('work', energy('work'))\n"
      "run { dt = 1e-2, duration = 2 }\n";
  double v[2], lost[2], work[2];
  for (int heat = 0; heat < 2; heat++) {
    const sn_override set = {"books", heat ? "dissipation" : "work"};
    const sn_language_options options = {.override = &set, .n_override = 1};
    simulated s;
    CHECK(simulate_with(&s, "brake", text, &options, "ed", 1) && advance_to(&s, 2, 200) && observe(&s));
    check_laws(&s);
    channel(&s, "v", v + heat);
    channel(&s, "lost", lost + heat);
    channel(&s, "work", work + heat);
    CHECK(sn_model_warnings(s.session.model) == 0);
    simulated_free(&s);
  }
  CHECK(v[0] == v[1]);
  CHECK_NEAR(v[0], 3 / (1 + 0.25 * 3 * 2), 1e-8);
  CHECK(lost[0] == 0 && work[1] == 0);
  CHECK_NEAR(lost[1], 9 - v[0] * v[0], 1e-12); /* m v^2/2 */
  CHECK_NEAR(-work[0], lost[1], 1e-14);
}

/* a law that is a spring as well is no heat: a warning says where it gives energy */
static void test_no_heat(void)
{
  static const char text[] = "local b = body { name = 'b', mass = 2, inertia = { 1, 1, 1 } }\n"
                             "prismatic { name = 'p', ground, b, at = { 0, 0, 0 }, axis = 'x',\n"
                             "            law = function(x, v, t) return 3*x + v end, books = 'dissipation' }\n"
                             "run { dt = 1e-2, duration = 2 }\n";
  simulated s;
  CHECK(simulate(&s, "spring", text, "ed", 1));
  CHECK(sn_model_warnings(s.session.model) == 1);
  if (sn_model_warnings(s.session.model) == 1) {
    CHECK_TEXT(sn_model_warning_at(s.session.model, 0)->text, "booked as dissipation");
  }
  simulated_free(&s);
}

/* ---- a base with any turn */

/* A body welded to the base: its energy is known, and what it gained is the work of the base. */
static void test_carried(void)
{
  static const char *const turn[] = {"angles = function(t) return 0.7*t, 0.3*sin(2*t), 0.2*t*t end",
                                     "angles = function(t) return 0.7*t, 0.3*sin(2*t), 0.2*t*t end, sequence = 'xzx'",
                                     "rotation = function(t) return 0.7*t, 0.3*sin(2*t), 2*t*t end",
                                     "axis = { 1, 2, 3 }, angle = function(t) return 0.5*t*t end"};
  for (size_t k = 0; k < sizeof turn / sizeof *turn; k++) {
    char text[900];
    (void)snprintf(text, sizeof text,
                   "local ship = base { name = 'ship', at = { 1, 0, 0 }, %s,\n"
                   "  position = function(t) return 0, 0.2*sin(t), 0.1*t*t end }\n"
                   "local b = body { name = 'b', at = { 2, 0.3, 0 }, mass = 2, inertia = { 0.4, 0.5, 0.6 } }\n"
                   "fixed { name = 'w', ship, b, at = { 2, 0, 0 } }\n"
                   "channel('gap', position(ship:point { 1, 0.3, 0 }) - position(b))\n"
                   "channel('w', angular_velocity(b) - angular_velocity(ship))\n"
                   "channel('v', velocity(b) - velocity(ship:point { 1, 0.3, 0 }))\n"
                   "channel('a', acceleration(b) - acceleration(ship:point { 1, 0.3, 0 }))\n"
                   "run { dt = 5e-3, duration = 2 }\n",
                   turn[k]);
    simulated s;
    double gap[3], w[3], v[3], a[3], start[3] = {0, 0, 0};
    CHECK(simulate(&s, "carried", text, "ed", 1));
    sn_energies(s.session.frozen.system, s.state, start, start + 1, start + 2);
    CHECK(advance_to(&s, 2, 400) && observe(&s));
    check_laws(&s);
    channel(&s, "gap", gap);
    channel(&s, "w", w);
    channel(&s, "v", v);
    channel(&s, "a", a);
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(gap[i], 0, 1e-12);
      CHECK_NEAR(w[i], 0, 1e-11);
      CHECK_NEAR(v[i], 0, 1e-11);
      CHECK_NEAR(a[i], 0, 1e-9);
    }
    CHECK_NEAR(s.total.work_base - s.total.numerical, s.total.kinetic - start[0], 1e-10);
    CHECK_BELOW(s.total.numerical, 1e-6 * s.total.kinetic);
    simulated_free(&s);
  }
}

/* ---- initial coordinates */

static void test_ball(void)
{
  static const char text[] =
      "local a = body { name = 'a', mass = 1, inertia = { 1, 1, 1 } }\n"
      "spherical { name = 'ball', ground, a, at = { -0.5, 0, 0 }, axis = 'x', x = 'y',\n"
      "            initial = { 0.3, -0.4, 0.9 }, initial_rate = { 1, 2, -3 } }\n"
      "channel('x', position(a)) channel('q', orientation(a)) channel('w', angular_velocity(a))\n"
      "channel('v', velocity(a:point { -0.5, 0, 0 }))\n"
      "run { dt = 5e-3, duration = 1 }\n";
  simulated s;
  double x[3], q[4], w[3], v[3];
  if (!simulate(&s, "ball", text, "ed", 1) || !observe(&s)) {
    simulated_free(&s);
    return;
  }
  sn_m3 axes; /* of the joint: z along x, x along y */
  CHECK(sn_rotation_two_directions(2, v3(1, 0, 0), 0, v3(0, 1, 0), &axes));
  const sn_v3 r = m3_mul(axes, v3(0.3, -0.4, 0.9)), rate = m3_mul(axes, v3(1, 2, -3));
  const sn_m3 R = sn_rotation_axis_angle(r, v3_norm(r));
  const sn_v3 at = v3_add(v3(-0.5, 0, 0), m3_mul(R, v3(0.5, 0, 0)));
  channel(&s, "x", x);
  channel(&s, "q", q);
  channel(&s, "w", w);
  channel(&s, "v", v);
  const sn_m3 Q = sn_rotation_quaternion(q);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(x[k], at.x[k], 1e-14);
    CHECK_NEAR(w[k], rate.x[k], 1e-13);
    CHECK_NEAR(v[k], 0, 1e-13);
    CHECK_BELOW(v3_norm(v3_sub(Q.c[k], R.c[k])), 1e-14);
  }
  CHECK(advance_to(&s, 1, 200));
  check_laws(&s);
  simulated_free(&s);
}

static void test_several(void)
{
  static const char text[] =
      "local a = body { name = 'a', at = { 0, 0, -1 }, mass = 1, inertia = { 1, 1, 1 } }\n"
      "universal { name = 'u', ground, a, at = { 0, 0, 0 }, axis_a = 'x', axis_b = 'y', initial = { 0.3, -0.2 },\n"
      "            initial_rate = { 1, 2 } }\n"
      "local b = body { name = 'b', at = { 5, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }\n"
      "planar { name = 'p', ground, b, at = { 5, 0, 0 }, axis = 'z', x_axis = 'x', initial = { 0.1, 0.2, 0.3 },\n"
      "         initial_rate = { 1, -1, 2 } }\n"
      "local c = body { name = 'c', at = { 9, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }\n"
      "cylindrical { name = 'c1', ground, c, at = { 9, 0, 0 }, axis = 'z', initial = { 0.5, 0.7 },\n"
      "              initial_rate = { -1, 3 } }\n"
      "channel('aa', angle('u', 'angle_a')) channel('ab', angle('u', 'angle_b'))\n"
      "channel('ra', rate('u', 'angle_a')) channel('rb', rate('u', 'angle_b'))\n"
      "channel('px', displacement('p', 'x')) channel('py', displacement('p', 'y')) channel('pa', angle('p'))\n"
      "channel('rx', rate('p', 'x')) channel('ry', rate('p', 'y')) channel('rp', rate('p', 'angle'))\n"
      "channel('ca', angle('c1')) channel('cz', displacement('c1')) channel('rc', rate('c1', 'displacement'))\n"
      "run { dt = 5e-3, duration = 1 }\n";
  static const struct {
    const char *name;
    double value;
  } wanted[] = {{"aa", 0.3}, {"ab", -0.2}, {"ra", 1}, {"rb", 2},   {"px", 0.1}, {"py", 0.2}, {"pa", 0.3},
                {"rx", 1},   {"ry", -1},   {"rp", 2}, {"ca", 0.5}, {"cz", 0.7}, {"rc", 3}};
  simulated s;
  if (simulate(&s, "several", text, "ed", 1) && observe(&s)) {
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
      double x = NAN;
      CHECK(channel(&s, wanted[k].name, &x) == 1);
      CHECK_NEAR(x, wanted[k].value, 1e-13);
    }
    CHECK(advance_to(&s, 1, 200));
    check_laws(&s);
  }
  simulated_free(&s);
}

/* ---- inertia about another point: the same body, given about its centre and about its end */

static void test_inertia_at(void)
{
  static const char text[] =
      "local I = { 0.3, 0.5, 0.6, 0.02, -0.03, 0.01 }\n"
      "local c, p, m = { 0.1, -0.2, 0.3 }, { 0.5, 0.4, -0.1 }, 2\n"
      "local d = { p[1] - c[1], p[2] - c[2], p[3] - c[3] }\n"
      "local P = { I[1] + m*(d[2]^2 + d[3]^2), I[2] + m*(d[1]^2 + d[3]^2), I[3] + m*(d[1]^2 + d[2]^2),\n"
      "            I[4] - m*d[1]*d[2], I[5] - m*d[1]*d[3], I[6] - m*d[2]*d[3] }\n"
      "body { name = 'a', mass = m, center = c, inertia = I, velocity = { 1, 2, 3 }, angular_velocity = { 3, -1, 2 } "
      "}\n"
      "body { name = 'b', mass = m, center = c, inertia = P, inertia_at = p, velocity = { 1, 2, 3 },\n"
      "       angular_velocity = { 3, -1, 2 } }\n"
      "channel('J', angular_momentum('a') - angular_momentum('b'))\n"
      "channel('K', energy('a', 'kinetic') - energy('b', 'kinetic'))\n"
      "run { dt = 5e-3, duration = 1 }\n";
  simulated s;
  double J[3] = {1, 1, 1}, K = 1;
  if (simulate(&s, "inertia", text, "ed", 1) && observe(&s)) {
    channel(&s, "J", J);
    channel(&s, "K", &K);
    CHECK_BELOW(fabs(J[0]) + fabs(J[1]) + fabs(J[2]) + fabs(K), 1e-13);
  }
  simulated_free(&s);
}

int main(void)
{
  RUN(test_driven_length);
  RUN(test_heat);
  RUN(test_no_heat);
  RUN(test_carried);
  RUN(test_ball);
  RUN(test_several);
  RUN(test_inertia_at);
  return REPORT();
}
