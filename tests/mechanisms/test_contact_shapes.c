/* tests/mechanisms/test_contact_shapes.c -- shapes that touch each other: they come to rest where they must, roll, slide and keep their energy.
 * What:    a plank across a ridge (edges that cross), a tower of cubes, a capsule on a box, logs that lie on each other, a cylinder that rolls
 *          off a table, groups and their messages. Heights at rest follow from stiffness and weight.
 * ctest:   timeout=200
 */
#include "support/refused.h"

static const double g = 9.81;

static sn_v3 read(simulated *s, const char *name)
{
  double x[4] = {0};
  CHECK(observe(s) && channel(s, name, x) > 0);
  return v3(x[0], x[1], x[2]);
}

#define FALL "gravity {0, 0, -9.81} "
#define SEEN(part) " channel('x', position(" part ")) channel('v', velocity(" part ")) "

static void rests(const char *text, const char *what, double t, double h, double height, double tolerance)
{
  simulated s;
  if (simulate(&s, "shapes.lua", text, "ed", 1)) {
    advance_to(&s, t, (int)(t / h + 0.5));
    printf("  %s: at %.6f, %.1e m/s, %.1f iterations\n", what, read(&s, "x").x[2], v3_norm(read(&s, "v")),
           (double)s.iterations / (double)s.steps);
    CHECK_NEAR(read(&s, "x").x[2], height, tolerance);
    CHECK_BELOW(v3_norm(read(&s, "v")), 1e-9);
    CHECK_BELOW(s.defect, 1e-10 * s.scale); /* k times the round-off of places */
  }
  simulated_free(&s);
}

static void test_rest(void)
{
  /* four crossings of edges carry the plank */
  rests(FALL
        "local ridge = base { name = 'ridge', at = {0, 0, 0.1}, shape = box { size = {0.1, 1, 0.2} } } "
        "local plank = body { name = 'plank', at = {0, 0, 0.235}, orientation = axis_angle({0, 0, 1}, 0.5), shape = "
        "box { size = {0.8, 0.1, 0.05}, mass = 1 } } "
        "contact { ridge, plank, friction = 0.5, restitution = 0.3, stiffness = 1e5 }" SEEN("plank"),
        "plank on a ridge", 1, 1e-3, 0.225 - g / 4e5, 1e-9);
  /* its two ends carry the capsule */
  rests(FALL
        "local t = base { name = 't', at = {0, 0, -0.1}, shape = box { size = {1, 1, 0.2} } } "
        "local cap = body { name = 'cap', at = {0, 0, 0.05}, mass = 1, inertia = {8e-4, 8e-3, 8e-3}, shape = slender { "
        "length = 0.3, radius = 0.04 } } "
        "contact { t, cap, friction = 0.5, restitution = 0.3, stiffness = 1e5 }" SEEN("cap"),
        "capsule on a box", 1, 1e-3, 0.04 - g / 2e5, 1e-9);
  /* its two rims carry the cylinder */
  rests(FALL
        "local t = base { name = 't', at = {0, 0, -0.1}, shape = box { size = {1, 1, 0.2} } } "
        "local c = body { name = 'c', at = {0, 0, 0.05}, shape = cylinder { length = 0.3, radius = 0.04, mass = 1 } } "
        "contact { t, c, friction = 0.5, restitution = 0.3, stiffness = 1e5 }" SEEN("c"),
        "cylinder on a box", 1, 1e-3, 0.04 - g / 2e5, 1e-9);
}

static void test_tower(void)
{
  rests(FALL
        "local all = { plane {} } for i = 1, 3 do all[i + 1] = body { name = 'b'..i, at = {1e-3*i, 0, 0.1*i - 0.05}, "
        "orientation = axis_angle({0, 0, 1}, 0.1*i), shape = box { size = {0.1, 0.1, 0.1}, mass = 1 } } end "
        "contact { all = all, friction = 0.5, restitution = 0.3, stiffness = 1e5 }" SEEN("all[4]"),
        "tower of cubes", 1.5, 1e-3, 0.25 - 3 * g / 4e5, 1e-4);
}

/* a cube on a cube, at any turn: corners and crossing edges */
static void test_turned(void)
{
  static const double turn[] = {0, 0.05, 0.5, 0.7853981633974483, 1.2};
  for (int i = 0; i < 5; i++) {
    char text[700];
    (void)snprintf(text, sizeof text,
                   FALL "local a = base { name = 'a', at = {0, 0, -0.05}, shape = box { size = {0.1, 0.1, 0.1} } } "
                        "local b = body { name = 'b', at = {0, 0, 0.06}, orientation = axis_angle({0, 0, 1}, %.17g), "
                        "shape = box { size = {0.1, 0.1, 0.1}, mass = 1 } } "
                        "contact { a, b, friction = 0.5, restitution = 0.3, stiffness = 1e6 }" SEEN("b"),
                   turn[i]);
    rests(text, "cube on a turned cube", 0.6, 1e-3, 0.05, 3e-6);
  }
}

static void test_logs(void)
{
  /* the upper log lies in the groove of two fixed ones: 45 degrees, four rims */
  const double side = 0.08, k = 1e5;
  rests(FALL
        "local a = base { name = 'a', at = {0, -0.04*sqrt(2), 0}, shape = cylinder { length = 0.3, radius = 0.04 } } "
        "local b = base { name = 'b', at = {0, 0.04*sqrt(2), 0}, shape = cylinder { length = 0.3, radius = 0.04 } } "
        "local c = body { name = 'c', at = {0, 0, 0.06}, shape = cylinder { length = 0.2, radius = 0.04, mass = 1 } } "
        "contact { all = {a, b, c}, friction = 0, restitution = 0.3, stiffness = 1e5 }" SEEN("c"),
        "log in a groove", 1, 1e-3, side / sqrt(2) - g / (2 * k), 2e-6);
}

/* A rope of points on a fixed drum, half a turn: it slides when the loads at its ends differ by more than exp(mu pi); of a polygon of n corners
   a little more. Points do not touch each other. */
static void test_rope(void)
{
  static const double load[] = {1.7, 1.84, 1.95};
  for (int i = 0; i < 3; i++) {
    simulated s;
    char text[1600];
    (void)snprintf(
        text, sizeof text,
        FALL
        "local R, n, mu, last = 0.1, 33, 0.2 "
        "local drum = base { name = 'drum', at = {0, 0, 0}, shape = cylinder { length = 0.1, radius = R } , "
        "orientation = axis_angle({0, 0, 1}, math.pi/2) } local all = { drum } "
        "local function add(name, x, z, m) local p = point { name = name, at = {x, 0, z}, mass = m } "
        "if last then bar { last, p, area = 1e-4, E = 5e8 } end last = p return p end "
        "local left = add('left', -R, -0.1, 1) "
        "for k = 0, n - 1 do local a = math.pi*k/(n - 1) all[#all + 1] = add('p'..k, -R*math.cos(a), R*math.sin(a), "
        "5e-3) end "
        "local right = add('right', R, -0.1, %g) "
        "contact { all = all, friction = mu, stiffness = 1e5, friction_stiffness = 1e6 }" SEEN("right"),
        load[i]);
    if (simulate(&s, "rope.lua", text, "ed", 1)) {
      advance_to(&s, 0.6, 600);
      printf("  %g: %.2e m/s\n", load[i], v3_norm(read(&s, "v")));
      CHECK(i < 2 ? v3_norm(read(&s, "v")) < 1e-3 : read(&s, "v").x[2] < -0.05);
    }
    simulated_free(&s);
  }
}

/* cylinder that slides on a table until it rolls: 2/3 of its speed */
static void test_rolling(void)
{
  simulated s;
  if (simulate(&s, "rolling.lua",
               FALL "local t = base { name = 't', at = {0, 0, -0.1}, shape = box { size = {9, 3, 0.2} } } "
                    "local c = body { name = 'c', at = {0, 0, 0.1 - 9.81/2e6}, orientation = axis_angle({0, 0, 1}, "
                    "math.pi/2), velocity = {1, 0, 0}, shape = cylinder { length = 0.3, radius = 0.1, mass = 1 } } "
                    "contact { t, c, friction = 0.2, stiffness = 1e6 }" SEEN("c"),
               "ed", 1)) {
    advance_to(&s, 0.5, 250);
    CHECK_NEAR(read(&s, "v").x[0], 2.0 / 3, 1e-6);
    check_laws(&s);
  }
  simulated_free(&s);
}

/* free parts of all shapes, thrown at each other: momenta, and no gain of energy */
static void test_thrown(void)
{
  static const char *const shapes[] = {"sphere { radius = 0.1 }", "box { size = {0.2, 0.15, 0.1} }",
                                       "cylinder { length = 0.2, radius = 0.08 }",
                                       "slender { length = 0.2, radius = 0.06 }"};
  for (int i = 0; i < 16; i++) {
    simulated s;
    char text[800];
    (void)snprintf(
        text, sizeof text,
        "local a = body { name = 'a', mass = 1, inertia = {4e-3, 5e-3, 6e-3}, angular_velocity = {3, -5, 4}, "
        "shape = %s } local b = body { name = 'b', at = {0.35, 0.05, 0.03}, velocity = {-3, 0.1, 0.2}, "
        "angular_velocity = {-4, 2, 5}, mass = 2, inertia = {8e-3, 9e-3, 7e-3}, shape = %s } "
        "contact { a, b, stiffness = 1e5, friction = 0.3, restitution = 0.7 }" SEEN("a"),
        shapes[i / 4], shapes[i % 4]);
    if (simulate(&s, "thrown.lua", text, "ed", 1)) {
      sn_v3 p, j, p0, j0;
      sn_momenta(s.session.frozen.system, s.state, &p0, &j0);
      if (!advance_to(&s, 0.15, 300)) {
        printf("  %s at %s: %g s\n", shapes[i / 4], shapes[i % 4], *s.state->t);
      }
      sn_momenta(s.session.frozen.system, s.state, &p, &j);
      CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
      CHECK_BELOW(v3_norm(v3_sub(j, j0)), 1e-12 * v3_norm(j0));
      CHECK(v3_norm(read(&s, "v")) > 0.1); /* they have met */
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

static void test_messages(void)
{
#define BALL(name, x) \
  "local " name " = body { name = '" name "', at = {" x ", 0, 0}, shape = sphere { radius = 0.1, mass = 1 } } "
  refused_text(BALL("a", "0") "contact { name = 'c', a, stiffness = 1 }", NULL, "Contact 'c' names one part.", NULL,
               "bad.lua:1");
  refused_text(BALL("a", "0") BALL("b", "1") "spherical { a, b, at = {0.5, 0, 0} } "
                                             "contact { name = 'c', all = {a, b}, stiffness = 1 }",
               NULL, "Contact 'c': no two of its parts can touch.",
               "Parts that are fixed, or one part, or joined by a joint, are left out.", "bad.lua:1");
  refused_text(
      "local a = body { name = 'a', shape = box { size = {1, 1, 1}, mass = 1 } } contact { name = 'c', plane { at "
      "= {0, 0, -1} }, a, stiffness = 1, round = 0.6 }",
      NULL, "Contact 'c': `round` = 0.6 m is too large for 'a'.",
      "Its edges are rounded by balls inside of it, and nothing is left between them.", "bad.lua:1");
}

int main(void)
{
  RUN(test_rest);
  RUN(test_tower);
  RUN(test_turned);
  RUN(test_rope);
  RUN(test_logs);
  RUN(test_rolling);
  RUN(test_thrown);
  RUN(test_messages);
  return REPORT();
}
