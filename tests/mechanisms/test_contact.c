/* tests/mechanisms/test_contact.c -- contact, friction and restitution against answers from outside, and what they promise at any step.
 * What:    bounce, Hertz' impact, restitution, sliding to rest, rest on a slope, slip to roll, oblique impact, free spheres, a cradle, a dropped
 *          box and a cube at rest (closed forms); steps ten times too large; messages.
 * ctest:   timeout=200
 */
#include "support/refused.h"

static const double g = 9.81;

static int model(simulated *s, const char *text, const char *scheme, double alpha)
{
  return simulate(s, "contact.lua", text, scheme, alpha);
}

static sn_v3 read(simulated *s, const char *name)
{
  double x[4] = {0};
  CHECK(observe(s) && channel(s, name, x) > 0);
  return v3(x[0], x[1], x[2]);
}

/* ---- normal force */

#define BALL \
  "local ball = body { name = 'ball', mass = 1, inertia = {4e-3, 4e-3, 4e-3}, shape = sphere { radius = 0.1 }, "
#define SEEN " channel('x', position(ball)) channel('v', velocity(ball)) "

static double bounce(const char *scheme, double alpha, double h)
{
  simulated s;
  double z = 0;
  if (model(&s, "gravity {0, 0, -9.81} " BALL "at = {0, 0, 0.6} } contact { plane {}, ball, stiffness = 1e5 }" SEEN,
            scheme, alpha)) {
    advance_to(&s, 0.6, (int)(0.6 / h + 0.5));
    check_laws(&s);
    z = read(&s, "x").x[2] - 0.1;
  }
  simulated_free(&s);
  return fabs(z - 0.4884393243487);
}

static void test_bounce(void)
{
  const double first = bounce("ed", 0, 1e-3), second = bounce("ed", 0, 5e-4), third = bounce("ed", 0, 2.5e-4);
  printf("  errors %.1e %.1e %.1e: orders %.2f %.2f; alpha 1: %.1e; ep %.1e\n", first, second, third,
         log2(first / second), log2(second / third), bounce("ed", 1, 6e-4), bounce("ep", 0, 1e-3));
  CHECK(log2(first / second) > 3.9 && log2(second / third) > 3.9);
  CHECK_BELOW(bounce("ed", 1, 6e-4), 1e-6);
  CHECK_BELOW(bounce("ep", 0, 1e-3), 1e-4);
}

/* Hertz: a steel sphere of 10 mm radius on a half space at 1 m/s */
static void test_hertz(void)
{
  simulated s;
  double deepest = 0, force = 0, last = 0;
  if (model(&s,
            "local ball = body { name = 'ball', mass = 0.032882, inertia = {1e-6, 1e-6, 1e-6}, velocity = {0, 0, -1}, "
            "at = {0, 0, 0.01}, shape = sphere { radius = 0.01 } } contact { name = 'c', plane {}, ball, E = 210e9, nu "
            "= 0.3 }"
            " channel('n', output('c', 'normal')) channel('g', output('c', 'gap'))" SEEN,
            "ed", 0)) {
    for (int i = 0; i < 200 && advance(&s, 5e-7); i++) {
      const double n = read(&s, "n").x[0], gap = read(&s, "g").x[0];
      force = fmax(force, n);
      deepest = fmax(deepest, -gap);
      last = n > 0 ? *s.state->t : last;
    }
    check_laws(&s);
    CHECK_NEAR(deepest, 2.34808e-5, 1e-3 * 2.34808e-5);
    CHECK_NEAR(force, 1750.47, 1e-3 * 1750.47);
    CHECK_NEAR(last, 6.91104e-5, 1e-6);
    CHECK_NEAR(read(&s, "v").x[2], 1, 1e-9);
  }
  simulated_free(&s);
}

static double speed_after(const char *scheme, double e, double h, double height)
{
  simulated s;
  char text[512];
  double v = 0;
  (void)snprintf(
      text, sizeof text,
      BALL
      "at = {0, 0, %.9g}, velocity = {0, 0, -2} } contact { plane {}, ball, stiffness = 1e5, restitution = %g }" SEEN,
      0.11 + height, e);
  if (model(&s, text, scheme, 0)) {
    for (int i = 0; *s.state->t < 0.04 && advance(&s, h); i++) {
    }
    check_laws(&s);
    v = read(&s, "v").x[2];
  }
  simulated_free(&s);
  return v / 2;
}

/* the restitution that the user gives, whatever the phase of the touch */
static void test_restitution(void)
{
  static const double given[] = {0.9, 0.748435, 0.5, 0.2};
  for (int i = 0; i < 4; i++) {
    double least = 2, most = 0;
    for (int k = 0; k < 6; k++) {
      const double e = speed_after("ed", given[i], 1.5e-3, 5e-4 * k);
      least = fmin(least, e);
      most = fmax(most, e);
    }
    printf("  restitution %g: %.6f to %.6f\n", given[i], least, most);
    CHECK_NEAR(0.5 * (least + most), given[i], given[i] > 0.3 ? 1e-3 : 5e-3);
    CHECK_BELOW(most - least, 1e-3);
    CHECK_NEAR(speed_after("ed", given[i], 3e-4, 0), given[i], 1e-5);
    CHECK_NEAR(speed_after("ep", given[i], 3e-4, 0), given[i], 3e-3);
  }
}

/* ---- friction */

/* a box that slides to rest: it stops where it must, and then it is at rest. Its contact is far stiffer than steps can follow. */
static void test_sliding(void)
{
  for (int i = 0; i < 4; i++) {
    simulated s;
    const char *scheme = i < 3 ? "ed" : "ep";
    if (model(&s,
              "gravity {0, 0, -9.81} local ball = body { name = 'b', at = {0, 0, 0.05}, velocity = {1, 0, 0}, "
              "shape = box { size = {0.2, 0.2, 0.1}, mass = 1 } } contact { plane {}, ball, friction = 0.3 }" SEEN,
              scheme, i == 1 ? 0 : 1)) {
      advance_to(&s, 0.6, i == 2 ? 120 : 600);
      const double off = read(&s, "x").x[0] - 1 / (2 * 0.3 * g);
      printf("  %s: stops %.1e m off, at %.1e m/s; defect %.1e\n", scheme, off, v3_norm(read(&s, "v")),
             s.defect / s.scale);
      CHECK_BELOW(s.defect, 1e-11 * s.scale); /* k times the round-off of places */
      CHECK_NEAR(off, 0, i == 3 ? 1e-5 : 1e-6);
      CHECK_BELOW(v3_norm(read(&s, "v")), i == 0 ? 1e-12 : 1e-3); /* without damping, and at large steps, it rings */
    }
    simulated_free(&s);
  }
}

#define POINT_ON_SLOPE                                                                                               \
  "local slope = atan(%g*0.5) gravity {9.81*sin(slope), 0, -9.81*cos(slope)} local ball = point { name = 'b', at = " \
  "{0, 0, -9.81*cos(slope)/1e6}, mass = 1 } contact { plane {}, ball, friction = 0.5, stiffness = 1e6, "             \
  "friction_stiffness = 1e7 }" SEEN

static void test_slope(void)
{
  char text[1024];
  (void)snprintf(text, sizeof text, POINT_ON_SLOPE, 0.99);
  for (int i = 0; i < 4; i++) {
    simulated s;
    if (model(&s, text, i < 3 ? "ed" : "ep", i == 0 ? 0 : 1)) {
      advance_to(&s, 2, i == 2 ? 40 : 200);
      const double x = read(&s, "x").x[0];
      advance_to(&s, 60, i == 2 ? 1160 : 5800);
      printf("  %.1e m/s\n", (read(&s, "x").x[0] - x) / 58);
      CHECK_BELOW(fabs(read(&s, "x").x[0] - x) / 58, i < 2    ? 1e-14
                                                     : i == 2 ? 1e-8
                                                              : 1e-10); /* the bristle still stretches */
      CHECK(read(&s, "v").x[0] == 0);
      check_laws(&s);
    }
    simulated_free(&s);
  }
  (void)snprintf(text, sizeof text, POINT_ON_SLOPE, 1.01);
  simulated s;
  if (model(&s, text, "ed", 1)) {
    advance_to(&s, 2, 200);
    const double v = read(&s, "v").x[0], a = g * (sin(atan(0.505)) - 0.5 * cos(atan(0.505)));
    advance_to(&s, 5, 300);
    CHECK_NEAR(read(&s, "v").x[0] - v, 3 * a, 1e-9);
  }
  simulated_free(&s);
}

static void test_rolling(void)
{
  for (int i = 0; i < 3; i++) {
    simulated s;
    if (model(&s,
              "gravity {0, 0, -9.81} local ball = body { name = 'b', at = {0, 0, 0.1 - 9.81e-6}, velocity = {1, 0, 0}, "
              "shape = sphere { radius = 0.1, mass = 1 } } contact { name = 'c', plane {}, ball, friction = 0.2, "
              "stiffness = 1e6, "
              "friction_stiffness = 1e6 } channel('slip', output('c', 'slip')) channel('state', output('c', "
              "'state'))" SEEN,
              i < 2 ? "ed" : "ep", 1)) {
      const double sliding = 2 / (7 * 0.2 * g), x = 12 / (49 * 0.2 * g) + 5.0 / 7 * (0.5 - sliding);
      advance_to(&s, 0.5, i == 1 ? 50 : 200);
      check_laws(&s);
      CHECK_NEAR(read(&s, "v").x[0], 5.0 / 7, i == 2 ? 1e-5 : 1e-7);
      CHECK_NEAR(read(&s, "x").x[0], x, i == 2 ? 1e-5 : 2e-6);
      CHECK_BELOW(v3_norm(read(&s, "slip")), 1e-12);
      CHECK(read(&s, "state").x[0] == SN_CONTACT_STICKS);
    }
    simulated_free(&s);
  }
}

/* gross slip: the tangential impulse is mu times the normal one */
static void test_oblique(void)
{
  static const double h[] = {1.5e-3, 4e-4, 1e-4};
  double error[3] = {0};
  for (int i = 0; i < 3; i++) {
    simulated s;
    if (model(&s,
              BALL
              "at = {0, 0, 0.1013}, velocity = {3, 0, -1} } contact { plane {}, ball, stiffness = 1e5, friction = 0.2, "
              "friction_stiffness = 1e8 }" SEEN,
              "ed", 0)) {
      for (int k = 0; *s.state->t < 0.02 && advance(&s, h[i]); k++) {
      }
      check_laws(&s);
      error[i] = fabs(3 - read(&s, "v").x[0] - 0.2 * (1 + read(&s, "v").x[2]));
    }
    simulated_free(&s);
  }
  printf("  oblique impact: ratio of impulses off by %.1e %.1e %.1e\n", error[0], error[1], error[2]);
  CHECK_BELOW(error[0], 1e-4);
  CHECK_BELOW(error[2], 1e-8);
}

static const char spheres[] =
    "local a = body { name = 'a', shape = sphere { radius = 0.1, mass = 1 }, angular_velocity = {20, -5, 9} } "
    "local b = body { name = 'b', at = {0.3, 0.08, 0.02}, velocity = {-4, 0.3, 0.5}, angular_velocity = {-9, 30, 4}, "
    "shape = sphere { radius = 0.12, mass = 2 } } contact { a, b, stiffness = 1e5, friction = 0.3, restitution = 0.7 }";

static void test_momenta(void)
{
  static const double h[] = {4e-3, 1e-3, 2.5e-4};
  for (int i = 0; i < 6; i++) {
    simulated s;
    if (model(&s, spheres, i < 3 ? "ed" : "ep", i == 1 ? 0 : 1)) {
      sn_v3 p, j, p0, j0;
      sn_momenta(s.session.frozen.system, s.state, &p0, &j0);
      for (int k = 0; *s.state->t < 0.06 && advance(&s, h[i % 3]); k++) {
      }
      sn_momenta(s.session.frozen.system, s.state, &p, &j);
      check_laws(&s);
      CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-13 * v3_norm(p0));
      CHECK_BELOW(v3_norm(v3_sub(j, j0)), 1e-13 * v3_norm(j0));
    }
    simulated_free(&s);
  }
}

/* ---- many */

static void test_cradle(void)
{
  simulated s;
  char text[2048] = "", one[256];
  for (int i = 0; i < 5; i++) {
    (void)snprintf(
        one, sizeof one,
        "local b%d = body { name = 'b%d', mass = 1, inertia = {1, 1, 1}, at = {%g, 0, 0}, velocity = {%d, 0, 0}, "
        "shape = sphere { radius = 0.05 } } channel('v%d', velocity(b%d)) ",
        i, i, 0.101 * i, i == 0, i, i);
    strncat(text, one, sizeof text - strlen(text) - 1);
  }
  for (int i = 0; i < 4; i++) {
    (void)snprintf(one, sizeof one, "contact { b%d, b%d, stiffness = 1e7 } ", i, i + 1);
    strncat(text, one, sizeof text - strlen(text) - 1);
  }
  if (model(&s, text, "ed", 0)) {
    advance_to(&s, 0.02, 200);
    check_laws(&s);
    for (int i = 0; i < 5; i++) {
      one[0] = 'v', one[1] = (char)('0' + i), one[2] = 0;
      CHECK_NEAR(read(&s, one).x[0], i == 4, 1e-9);
    }
  }
  simulated_free(&s);
}

static const char dropped[] =
    "gravity {9.81*sin(0.29), 0, -9.81*cos(0.29)} local ball = body { name = 'b', at = {0, 0, 0.3}, "
    "orientation = axis_angle({1, 2, 0.3}, 0.6), velocity = {0.5, 0, 0}, angular_velocity = {2, 1, 3}, "
    "shape = box { size = {0.2, 0.2, 0.1}, mass = 1 } } contact { name = 'c', plane {}, ball, friction = 0.4, "
    "restitution = 0.5, "
    "stiffness = 2e5 } channel('loss', output('c', 'friction_loss')) channel('impact', output('c', "
    "'impact_loss'))" SEEN;

/* no failed step, rest, losses that add up; and the end does not depend on the step */
static void test_dropped_box(void)
{
  static const double h[] = {5e-3, 1.25e-3, 5e-3};
  for (int i = 0; i < 3; i++) {
    simulated s;
    if (model(&s, dropped, i < 2 ? "ed" : "ep", 1)) {
      advance_to(&s, 1.5, (int)(1.5 / h[i] + 0.5));
      const sn_v3 x = read(&s, "x");
      check_laws(&s);
      printf("  %s, %g s: at %.4f, %.1e m/s, %.1f iterations\n", i < 2 ? "ed" : "ep", h[i], x.x[0],
             v3_norm(read(&s, "v")), (double)s.iterations / (double)s.steps);
      CHECK_NEAR(read(&s, "loss").x[0] + read(&s, "impact").x[0], s.total.dissipation, 1e-10);
      CHECK_BELOW(v3_norm(read(&s, "v")), i < 2 ? 1e-6 : 1e-2);
    }
    simulated_free(&s);
  }
}

static void test_cube_at_rest(void)
{
  simulated s;
  if (model(&s,
            "gravity {0, 0, -9.81} local ball = body { name = 'b', at = {0, 0, 0.05 - 9.81/4e5}, shape = box { size = "
            "{0.1, 0.1, 0.1}, "
            "mass = 1 } } contact { plane {}, ball, friction = 0.3, stiffness = 1e5 }" SEEN,
            "ed", 1)) {
    const sn_v3 x = read(&s, "x");
    advance_to(&s, 10, 1000);
    CHECK_BELOW(v3_norm(v3_sub(read(&s, "x"), x)), 1e-12);
  }
  simulated_free(&s);
}

/* Steps far beyond the contact: the energy may fall as it likes, it never rises. */
static void test_large_steps(void)
{
  static const double h[] = {0.02, 0.05, 0.1};
  for (int i = 0; i < 6; i++) {
    simulated s;
    if (model(&s, i < 3 ? spheres : dropped, "ed", i % 3 == 1 ? 0 : 1)) {
      double last = INFINITY;
      for (int k = 0; k < 40; k++) {
        const sn_state before = *s.state;
        (void)before;
        sn_step_report r = {0};
        sn_error e;
        if (s.scheme->step(s.stepper, s.state, h[i % 3], &r, &e) != SN_OK) {
          break; /* the run would halve it */
        }
        const double now = r.ledger.kinetic + r.ledger.strain + r.ledger.potential;
        CHECK(now <= last + 1e-12 * (r.ledger.kinetic + fabs(r.ledger.potential) + 1));
        last = now;
      }
    }
    simulated_free(&s);
  }
}

/* ---- messages */

#define TWO(first, second)                                                     \
  "local a = body { name = 'a', mass = 1, inertia = {1, 1, 1}, shape = " first \
  " } local b = body { name = 'b', at = {2, 0, 0}, mass = 1, inertia = {1, 1, 1}, shape = " second " } "

static void test_messages(void)
{
  static const char ball[] =
      "local b = body { name = 'b', at = {0, 0, 0.05}, shape = sphere { radius = 0.1, mass = 1 } } ";
  char text[512];
  (void)snprintf(text, sizeof text, "gravity {0, 0, -9.81} %s contact { name = 'c', plane { name = 'p' }, b }", ball);
  refused_text(text, NULL, "Contact 'c': 'b' starts 0.05 m inside 'p'.",
               "The parts may start up to 0.002 m deep, a hundredth of the smaller one: they are pushed out at once.",
               "bad.lua:1");
  (void)snprintf(text, sizeof text, "%s contact { name = 'c', plane { at = {0, 0, -1} }, b }", ball);
  refused_text(text, NULL, "Contact 'c' needs `stiffness`.",
               "Neither gravity nor the start tells how fast the parts meet, or neither of them has a size.",
               "bad.lua:1");
  (void)snprintf(text, sizeof text, "%s contact { name = 'c', plane { at = {0, 0, -1} }, b, friction = -1 }", ball);
  refused_text(text, NULL, "`friction` = -1 is out of range: it must be between 0 and 10.", NULL, "bad.lua:1");
  (void)snprintf(text, sizeof text, "%s contact { name = 'c', ground, b, stiffness = 1 }", ball);
  refused_text(text, NULL, "Contact 'c': 'ground' has no shape that could touch.", NULL, "bad.lua:1");
  (void)snprintf(
      text, sizeof text,
      "%s local n = body { name = 'n', at = {2, 0, 0}, mass = 1, inertia = {1, 1, 1} } contact { name = 'c', "
      "n, all = {b}, stiffness = 1 }",
      ball);
  refused_text(text, NULL, "Contact 'c': 'n' has no shape that could touch.", NULL, "bad.lua:1");
  (void)snprintf(text, sizeof text, "%s contact { name = 'c', plane { at = {0, 0, -1} }, b, nu = 0.2 }", ball);
  refused_text(text, NULL, "contact 'c' has `nu`, but no `E`.", "`nu` would do nothing: Hertz' stiffness needs `E`.",
               "bad.lua:1");
  refused_text(
      "local c = cable { name = 'r', ground, ground, from = {0, 0, 0}, to = {5, 0, 0}, elements = 10, order = 1, "
      "stiffness = 1e6, mass_per_length = 1 } "
      "local b = body { name = 'b', at = {2.75, 0, 1}, shape = sphere { radius = 0.05, mass = 1 } } "
      "contact { name = 'c', c, b, stiffness = 1 }",
      NULL, "Contact 'c': 'b' would slip between the nodes of 'r'.",
      "Cables and beams touch at their nodes alone: they are 0.5 m apart, and it measures 0.1 m.", "bad.lua:1");
  refused_text("local b = base { name = 'b', shape = sphere { radius = 1 } } contact { name = 'c', plane { name = 'p' "
               "}, b, stiffness = 1 }",
               NULL, "Contact 'c': neither 'p' nor 'b' is free to move.", NULL, "bad.lua:1");
  refused_text(TWO("box { size = {1, 1, 1} }",
                   "tube { length = 1, radius = 0.2, inner = 0.1 }") "contact { name = 'c', a, b, stiffness = 1 }",
               NULL, "Contact 'c': a box and a tube cannot touch.", NULL, "bad.lua:1");
  refused_text(
      TWO("box { size = {1, 1, 1} }", "box { size = {0.4, 0.4, 0.4} }") "contact { name = 'c', a, b, E = 1e9 }", NULL,
      "Contact 'c' has E, but neither part is round.", "Hertz' stiffness follows from the radius of a sphere or rod.",
      "bad.lua:1");
}

int main(void)
{
  RUN(test_bounce);
  RUN(test_hertz);
  RUN(test_restitution);
  RUN(test_sliding);
  RUN(test_slope);
  RUN(test_rolling);
  RUN(test_oblique);
  RUN(test_momenta);
  RUN(test_cradle);
  RUN(test_dropped_box);
  RUN(test_cube_at_rest);
  RUN(test_large_steps);
  RUN(test_messages);
  return REPORT();
}
