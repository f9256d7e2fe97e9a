/* tests/promises/test_unusual.c -- right but unusual mechanisms, step by step inside the test.
 * Laws:    balance, constraints and losses of every step; what is held stays where it is.
 * Against: torques of statics; the number of iterations a step may need.
 */
#include "harness.h"
#include "support/simulated.h"

/* a geared arm that its motor holds: the terms of the gear cancel, their round-off must not become a force */
static void test_held_gear(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local m = body { name = 'motor', shape = cylinder { length = 0.05, radius = 0.03, mass = 0.5, axis = 'y' } }\n"
      "local a = body { name = 'arm', at = { 0.25, 0.1, 0 },\n"
      "                 shape = cylinder { length = 0.5, radius = 0.02, mass = 1, axis = 'x' } }\n"
      "revolute { name = 'mh', ground, m, at = { 0, 0, 0 }, axis = 'y', initial = 50, drive = 50 }\n"
      "revolute { name = 'ah', ground, a, at = { 0, 0.1, 0 }, axis = 'y' }\n"
      "gear { 'mh', 'ah', ratio = 0.02 }\n"
      "channel('x', position(a, { 0.5, 0.1, 0 })) channel('torque', drive_force('mh'))\n"
      "run { dt = 5e-3, duration = 1 }\n";
  simulated s;
  double x[3] = {0, 0, 0}, torque = 0;
  if (simulate(&s, "held", text, "ed", 1) && advance_to(&s, 1, 200) && observe(&s)) {
    CHECK(channel(&s, "x", x) == 3 && channel(&s, "torque", &torque) == 1);
    CHECK_NEAR(x[0], 0.5, 1e-12); /* the gear meshes as placed, so the motor's 50 rad do not turn the arm */
    CHECK_NEAR(x[2], 0, 1e-12);
    CHECK_NEAR(torque, -0.02 * 9.81 * 0.25, 1e-9);
    CHECK_BELOW(s.constraint, 1e-12);
    CHECK(s.most <= 6);
  }
  simulated_free(&s);
}

/* a motor that stands still for a long time: no energy at all to compare the round-off with */
static void test_stands_still(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local m = body { name = 'motor', shape = cylinder { length = 0.05, radius = 0.03, mass = 0.5, axis = 'y' } }\n"
      "revolute { name = 'mh', ground, m, at = { 0, 0, 0 }, axis = 'y', initial = 50, drive = 50 }\n"
      "run { dt = 5e-3, duration = 5 }\n";
  simulated s;
  if (simulate(&s, "still", text, "ed", 1) && advance_to(&s, 5, 1000)) {
    CHECK_BELOW(s.scale, 1e-25);
    CHECK_BELOW(s.constraint, 1e-12);
  }
  simulated_free(&s);
}

/* a strong damper in a light arm */
static void test_strong_damper(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local a = body { at = { 0.25, 0, 0 }, shape = cylinder { length = 0.5, radius = 0.02, mass = 1, axis = 'x' } }\n"
      "local b = body { at = { 0.7, 0, 0 }, shape = cylinder { length = 0.4, radius = 0.02, mass = 0.6, axis = 'x' } "
      "}\n"
      "revolute { ground, a, at = { 0, 0, 0 }, axis = 'y' }\n"
      "revolute { a, b, at = { 0.5, 0, 0 }, axis = 'y', damping = 0.2 }\n"
      "run { dt = 5e-3, duration = 3 }\n";
  simulated s;
  if (simulate(&s, "damper", text, "ed", 1) && advance_to(&s, 3, 600)) {
    check_laws(&s);
    CHECK(s.iterations <= 6 * s.steps); /* the first version, with y eliminated: 29 per step */
  }
  simulated_free(&s);
}

/* the same pendulum from 0.1 mm (1e-12 kg) to 1 km: sizes, masses and inertias differ by 35 orders, the angle does not */
static void test_sizes(void)
{
  static const double sizes[] = {1, 1e-2, 1e-4, 1e3};
  static const char *const schemes[] = {"ed", "ep"};
  for (int k = 0; k < 2; k++) {
    double angle[4] = {0};
    for (int i = 0; i < 4; i++) {
      char text[600];
      simulated s;
      snprintf(text, sizeof text,
               "local k = %g gravity { 0, 0, -9.81*k }\n"
               "local a = body { at = { 0.5*k, 0, 0 }, mass = k^3, inertia = { 0.01*k^5, 0.1*k^5, 0.1*k^5 } }\n"
               "revolute { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'y' } channel('a', angle('p'))\n"
               "run { dt = 5e-3, duration = 1 }\n",
               sizes[i]);
      if (simulate(&s, "size", text, schemes[k], 1) && advance_to(&s, 1, 200) && observe(&s)) {
        CHECK(channel(&s, "a", angle + i) == 1);
        CHECK_NEAR(angle[i], angle[0], 1e-11);
        CHECK_BELOW(s.constraint, 1e-12);
        CHECK(s.most <= 6);
      }
      simulated_free(&s);
    }
  }
}

/* two cubes on a pin and welded to each other: axis rows of small models beside the softness of their multipliers */
static void test_small_weld(void)
{
  double first = 0, angle[1] = {0};
  static const double sizes[] = {1, 1e-2, 1e-3, 1e-4, 3e-5};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const double a = sizes[i];
    char text[800];
    (void)snprintf(text, sizeof text,
                   "gravity { 0, 0, %.17g }\n"
                   "local a = body { name = 'a', shape = box { size = {%.17g, %.17g, %.17g}, density = 1000 } }\n"
                   "local b = body { name = 'b', at = {%.17g, 0, 0}, shape = box { size = {%.17g, %.17g, %.17g},\n"
                   "                 density = 1000 } }\n"
                   "revolute { name = 'p', ground, a, at = {0, 0, 0}, axis = 'y' }\n"
                   "fixed { name = 'g', a, b, at = {%.17g, 0, 0} }\n"
                   "channel('angle', angle('p')) run { dt = 1e-2, duration = 1 }\n",
                   -9.81 * a, a, a, a, 2 * a, a, a, a, a);
    simulated s;
    if (simulate(&s, "weld", text, "ed", 1) && advance_to(&s, 1, 100) && observe(&s)) {
      CHECK(channel(&s, "angle", angle) == 1);
      check_laws(&s);
      CHECK(s.most <= 6);
      first = i == 0 ? angle[0] : first;
      CHECK_NEAR(angle[0], first, 1e-9); /* the same motion at every size */
      CHECK(fabs(first) > 0.1);
    }
    simulated_free(&s);
  }
}

/* a driven arm with a tip on a hinge, as heavy as the mass says: from 1e-30 kg to 1e15 kg it moves alike */
static void test_masses(void)
{
  static const double masses[] = {1, 1e-18, 1e-24, 1e-30, 1e15};
  double angle[5] = {0};
  for (int i = 0; i < 5; i++) {
    char text[800];
    simulated s;
    (void)snprintf(text, sizeof text,
                   "local m = %g gravity { 0, 0, -9.81 }\n"
                   "local a = body { name = 'a', mass = 8*m, inertia = {0.05*m, 0.05*m, 0.05*m} }\n"
                   "local b = body { name = 'b', at = {1.1, 0, 0}, mass = m, inertia = {2e-3*m, 4e-3*m, 4e-3*m} }\n"
                   "revolute { ground, a, at = {0, 0, 0}, axis = 'z', drive = function(t) return 2*t^2 end }\n"
                   "revolute { name = 'p', a, b, at = {1, 0, 0}, axis = 'y' } channel('a', angle('p'))\n"
                   "run { dt = 5e-3, duration = 0.2 }\n",
                   masses[i]);
    if (simulate(&s, "mass", text, "ed", 1) && advance_to(&s, 0.2, 40) && observe(&s)) {
      CHECK(channel(&s, "a", angle + i) == 1);
      CHECK_NEAR(angle[i], angle[0], 1e-11);
      CHECK(fabs(angle[0]) > 0.1 && s.most <= 6);
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

int main(void)
{
  RUN(test_masses);
  RUN(test_sizes);
  RUN(test_held_gear);
  RUN(test_stands_still);
  RUN(test_strong_damper);
  RUN(test_small_weld);
  return REPORT();
}
