/* tests/mechanisms/test_friction.c -- friction of joints, spin, rolling resistance and static friction, against closed forms.
 * What:    a joint that sticks stands still; a block and a wheel come to rest where they must; a coefficient at rest; a tippe top turns over;
 *          losses are those of the ledger.
 * ctest:   timeout=200
 */
#include "support/refused.h"

static const double g = 9.81;

static int model(simulated *s, const char *text, const char *scheme, double alpha)
{
  return simulate(s, "friction.lua", text, scheme, alpha);
}

static double read(simulated *s, const char *name, int k)
{
  double x[4] = {0};
  CHECK(observe(s) && channel(s, name, x) > k);
  return x[k];
}

static int goes(const char *scheme, const char *other)
{
  return strcmp(scheme, other) == 0;
}

#define SLEDGE(slope, law)                                                                                       \
  "gravity {9.81*sin(" slope "), 0, -9.81*cos(" slope ")} local b = body { name = 'b', mass = 5, inertia = {1, " \
  "1, 1} } prismatic { name = 'guide', ground, b, at = {0, 0, 0}, axis = 'x', " law " } "                        \
  "channel('x', displacement('guide')) channel('v', rate('guide')) channel('f', output('guide', "                \
  "'friction_force')) "

static void test_sledge(void)
{
  static const char *const schemes[] = {"ed", "ed", "ep"};
  static const double h[] = {1e-2, 1e-3, 1e-3};
  for (int i = 0; i < 3; i++) {
    simulated s;
    if (model(&s, SLEDGE("10*pi/180", "friction = 1"), schemes[i], i == 0)) {
      advance_to(&s, 2, (int)(2 / h[i] + 0.5));
      const double x = read(&s, "x", 0);
      advance_to(&s, 10, (int)(8 / h[i] + 0.5));
      printf("  %s, %g s: moved by %.1e m in all, %.1e m/s after 2 s\n", schemes[i], h[i], read(&s, "x", 0),
             (read(&s, "x", 0) - x) / 8);
      CHECK_BELOW(fabs(read(&s, "x", 0)), 1.8e-3 * h[i] * h[i]); /* g sin(10 degrees) h^2/1000: the bristle */
      CHECK_BELOW(fabs(read(&s, "x", 0) - x) / 8, goes(schemes[i], "ed") ? 1e-12 : 1e-10);
      CHECK_BELOW(fabs(read(&s, "v", 0)), 1e-15);
      CHECK_NEAR(read(&s, "f", 0), -5 * g * sin(10 * 3.14159265358979323846 / 180),
                 goes(schemes[i], "ed") ? 1e-6 : 1e-2);
    }
    simulated_free(&s);
  }
}

static void test_stops(void)
{
  static const char *const schemes[] = {"ed", "ep"};
  for (int i = 0; i < 2; i++) {
    simulated s;
    if (model(&s, SLEDGE("0", "friction = 0.3, initial_rate = 2"), schemes[i], i == 0)) {
      advance_to(&s, 0.3, 300);
      CHECK_NEAR(read(&s, "v", 0), 2 - 0.3 * g * 0.3, 1e-9);
      CHECK_NEAR(read(&s, "f", 0), -0.3 * 5 * g, 1e-9);
      advance_to(&s, 1, 700);
      CHECK_NEAR(read(&s, "x", 0), 4 / (2 * 0.3 * g), i == 0 ? 2e-8 : 5e-7);
      CHECK_BELOW(fabs(read(&s, "v", 0)), 1e-12);
      CHECK_NEAR(s.total.dissipation, 10, 1e-6);
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

/* Pulled ever harder, it holds to the coefficient at rest, and slides with the other one. */
static void test_static(void)
{
  simulated s;
  if (model(&s,
            SLEDGE("0", "friction = 0.2, static_friction = 0.4, friction_speed = 0.01, force = function(t) return "
                        "5*9.81*0.1*t end"),
            "ed", 1)) {
    advance_to(&s, 3.9, 1950);
    CHECK_BELOW(fabs(read(&s, "x", 0)), 1e-7);
    advance_to(&s, 4.5, 300);
    const double v = read(&s, "v", 0), mean = g * (0.1 * 4.25 - 0.2);
    CHECK(v > 0.8 * mean * 0.5 && v < 1.05 * mean * 0.5);
    advance_to(&s, 5, 250);
    CHECK_NEAR(read(&s, "v", 0) - v, g * 0.5 * (0.1 * 4.75 - 0.2), 1e-6);
  }
  simulated_free(&s);
}

/* a wheel in a bearing: the torque is friction times radius times load */
static void test_bearing(void)
{
  simulated s;
  if (model(&s,
            "gravity {0, 0, -9.81} local w = body { name = 'w', mass = 2, inertia = {0.1, 0.1, 0.1} } "
            "revolute { name = 'r', ground, w, at = {0, 0, 0}, axis = 'y', friction = 0.2, friction_arm = 0.05, "
            "initial_rate = 3 } channel('a', angle('r')) channel('v', rate('r'))",
            "ed", 1)) {
    const double slows = 0.2 * 0.05 * 2 * g / 0.1;
    advance_to(&s, 2, 400);
    CHECK_NEAR(read(&s, "a", 0), 9 / (2 * slows), 1e-6);
    CHECK_BELOW(fabs(read(&s, "v", 0)), 1e-13);
    CHECK_NEAR(s.total.dissipation, 0.45, 1e-9);
    check_laws(&s);
  }
  simulated_free(&s);
}

static void test_rolling_resistance(void)
{
  static const double h[] = {4e-2, 1e-2, 2.5e-3};
  for (int i = 0; i < 3; i++) {
    simulated s;
    if (model(&s,
              "gravity {0, 0, -9.81} local b = body { name = 'b', at = {0, 0, 0.1 - 9.81e-6}, velocity = {0.5, 0, 0}, "
              "angular_velocity = {0, 5, 0}, shape = sphere { radius = 0.1, mass = 1 } } contact { name = 'c', plane "
              "{}, b, friction = 0.3, rolling = 1e-3, stiffness = 1e6 } channel('x', position(b)) channel('v', "
              "velocity(b)) channel('loss', output('c', 'rolling_loss')) ",
              "ed", 1)) {
      advance_to(&s, 10, (int)(10 / h[i] + 0.5));
      CHECK_NEAR(read(&s, "x", 0), 0.25 * 1.4 * 0.1 / (2 * 1e-3 * g), i == 0 ? 3e-6 : 2e-7);
      CHECK_BELOW(fabs(read(&s, "v", 0)), 1e-14);
      CHECK_NEAR(read(&s, "loss", 0), 0.175, 1e-7);
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

/* A tippe top turns over, by the friction of its spin: of 155 rad/s it stands on its head after a second. Without, it does not. */
static void test_tippe_top(void)
{
  static const char top[] =
      "gravity {0, 0, -9.81} local m, R, a, tilt = 0.02, 0.02, 0.006, 0.1 local ax = {sin(tilt), 0, cos(tilt)} "
      "local I3, I1 = 0.4*m*R^2, 131/350*m*R^2 local top = body { name = 'top', at = {-a*ax[1], 0, R - m*9.81/2e4 - "
      "a*ax[3]}, orientation = axis_angle('y', tilt), mass = m, inertia = {I1, I1, I3}, angular_velocity = "
      "{155*ax[1], 0, 155*ax[3]}, shape = sphere { radius = R, at = {0, 0, a} } } contact { plane {}, top, friction = "
      "0.3, stiffness = 2e4, restitution = 0.1, friction_stiffness = 2e6%s } channel('x', position(top)) channel('c', "
      "position(top, {0, "
      "0, "
      "R - m*9.81/2e4})) ";
  for (int i = 0; i < 2; i++) {
    simulated s;
    char text[2048];
    (void)snprintf(text, sizeof text, top, i == 0 ? ", patch = 3.9e-4" : "");
    if (model(&s, text, "ed", 0)) {
      double upside = 0;
      for (int k = 0; k < 1500 && advance(&s, 1e-3); k++) {
        const double cosine = (read(&s, "c", 2) - read(&s, "x", 2)) / 0.006;
        upside = cosine < 0 && !(upside > 0) ? *s.state->t : upside;
      }
      printf("  tippe top: %s at %.3f s\n", upside > 0 ? "turned by 90 degrees" : "stays up", upside);
      CHECK(i == 0 ? fabs(upside - 0.9575) < 0.002 : upside == 0);
      CHECK_BELOW(s.defect, 1e-11 * s.scale);
    }
    simulated_free(&s);
  }
}

int main(void)
{
  RUN(test_sledge);
  RUN(test_stops);
  RUN(test_static);
  RUN(test_bearing);
  RUN(test_rolling_resistance);
  RUN(test_tippe_top);
  return REPORT();
}
