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
#define BALL(name, x) \
  "local " name " = body { name = '" name "', at = {" x ", 0, 0}, shape = sphere { radius = 0.1, mass = 1 } } "
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

/* Steps of at most h up to t, halved where they fail; how many were halved. */
static int advance_halving(simulated *s, double t, double h)
{
  int halved = 0;
  double step = h;
  while (*s->state->t < t - 1e-9 && step > 1e-4 * h) {
    sn_step_report r = {0};
    sn_error unseen = {0};
    if (s->scheme->step(s->stepper, s->state, fmin(step, t - *s->state->t), &r, &unseen) == SN_OK) {
      s->defect = fmax(s->defect, fabs(r.ledger.defect));
      s->scale = fmax(s->scale, r.ledger.kinetic + r.ledger.strain);
      step = fmin(2 * step, h);
    } else {
      CHECK(unseen.status == SN_ENOCONV); /* not singular */
      step /= 2;
      halved++;
    }
  }
  CHECK_NEAR(*s->state->t, t, h);
  return halved;
}

/* A cylinder that spins on its end: an even pressure on the end, of which each point rubs with mu p, brakes it by 2/3 mu m g R. On a plane and on
   a box. */
static void test_standing(void)
{
  static const char *const table[] = {"plane { name = 't' }",
                                      "base { name = 't', at = {0, 0, -0.05}, shape = box { size = {1, 1, 0.1} } }"};
  const double R = 0.1, mu = 0.3, brake = mu * g * (2.0 / 3) * R / (0.5 * R * R);
  for (int i = 0; i < 2; i++) {
    simulated s;
    char text[600];
    (void)snprintf(text, sizeof text,
                   FALL "local t = %s local c = body { name = 'c', at = {0, 0, 0.1}, orientation = axis_angle({0, 1, "
                        "0}, math.pi/2), angular_velocity = {0, 0, 10}, shape = cylinder { radius = 0.1, length = 0.2, "
                        "mass = 1 } } contact { t, c, friction = 0.3 }" SEEN("c") " channel('w', angular_velocity(c))",
                   table[i]);
    if (simulate(&s, "standing.lua", text, "ed", 1)) {
      int halved = advance_halving(&s, 0.2, 1e-3);
      printf("  turns by %.6f rad/s after 0.2 s (%.6f)\n", read(&s, "w").x[2], 10 - 0.2 * brake);
      CHECK_NEAR(read(&s, "w").x[2], 10 - 0.2 * brake, 1e-3 * 10);
      halved += advance_halving(&s, 0.4, 1e-3);
      CHECK(halved < (i == 0 ? 1 : 20)); /* on a box the middle of the end jumps to the rim */
      CHECK_BELOW(v3_norm(read(&s, "w")), 1e-10);
      CHECK_BELOW(v3_norm(read(&s, "v")), 1e-10);
    }
    simulated_free(&s);
  }
}

/* Fingers that press too little slide along a cube that stays below: no edge of theirs meets it from the other side. Nothing holds it but the
   ground, and no energy appears. */
static void test_sliding_past(void)
{
  simulated s;
  if (simulate(&s, "past.lua",
               FALL
               "local floor = plane {} local cube = body { name = 'cube', at = {0, 0, 0.03}, shape = box { size = "
               "{0.06, 0.06, 0.06}, density = 1000 } } "
               "local hand = base { name = 'hand', at = {0, 0, 0.16}, position = function(t) return 0, 0, 0.1*(1 "
               "- cos(pi*min(max((t - 0.1)/0.4, 0), 1))) end } local fingers = {} "
               "for i, s in ipairs {-1, 1} do fingers[i] = body { name = 'f'..i, at = {0.04*s, 0, 0.06}, shape = "
               "box { size = {0.02, 0.05, 0.12}, density = 2700 } } prismatic { hand, fingers[i], at = {0.04*s, "
               "0, 0.15}, axis = {-s, 0, 0}, force = function(t) return 1.5*min(t/0.05, 1) end, damping = 20 } end "
               "contact { cube, all = fingers, friction = 0.5, restitution = 0.2, stiffness = 2e4 } "
               "contact { floor, cube, friction = 0.5, restitution = 0.2, stiffness = 2e4 }" SEEN("cube"),
               "ed", 1)) {
    CHECK(advance_to(&s, 0.6, 600));
    CHECK_NEAR(read(&s, "x").x[2], 0.03, 1e-4);
    CHECK_BELOW(s.defect, 1e-10 * s.scale);
  }
  simulated_free(&s);
}

/* Nine cylinders fall in a heap and roll with resistance: no step fails for good, and the balance closes. */
static void test_heap(void)
{
  simulated s;
  if (simulate(&s, "heap.lua",
               FALL "local floor = plane {} local b = {} for i = 1, 9 do b[i] = body { name = 'b'..i, at = { "
                    "0.05*((i-1)%3-1) + 0.003*sin(i), 0.05*(math.floor((i-1)/3)%3-1) + 0.002*cos(i), 0.1 + 0.11*(i-1) "
                    "}, orientation = axis_angle({1, 0.3*i, 0.2}, 0.5*i), angular_velocity = {3*sin(i), 2*cos(2*i), "
                    "i%4}, shape = cylinder { length = 0.1, radius = 0.03, axis = 'z', density = 1000 } } end "
                    "contact { floor, all = b, friction = 0.3, restitution = 0.3, rolling = 1e-4 }" SEEN("b[9]"),
               "ed", 1)) {
    const int halved = advance_halving(&s, 0.5, 1e-3);
    printf("  heap: %d halved steps, defect %.1e of %.2g J\n", halved, s.defect, s.scale);
    CHECK(halved < 20);
    CHECK_BELOW(s.defect, 1e-9 * s.scale);
  }
  simulated_free(&s);
}

/* Parts of a group at rest in a model without gravity take the speed of those that move. */
static void test_group_at_rest(void)
{
  simulated s;
  if (simulate(&s, "group.lua",
               BALL("a", "0")
                   BALL("b", "1") "local c = body { name = 'c', at = {2, 0, 0}, velocity = {-1, 0, 0}, shape "
                                  "= sphere { radius = 0.1, mass = 1 } } contact { all = {a, b, c} }" SEEN("a"),
               "ed", 0)) {
    CHECK(advance_to(&s, 2.1, 4200));
    CHECK_NEAR(read(&s, "v").x[0], -1, 1e-3);
  }
  simulated_free(&s);
}

static void test_messages(void)
{
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
  refused_text(BALL("a", "0") "contact { name = 'c', plane { at = {0, 0, -1} }, a, stiffness = 1, round = 0.01 }", NULL,
               "Contact 'c': `round` has no effect.",
               "It rounds the edges of boxes and other solids, and none of its parts is one.", "bad.lua:1");
  refused_text(BALL("a", "0") "local p = plane { name = 'p', at = {0, 0, -0.1} } rolling { name = 'r', p, a }", NULL,
               "Rolling 'r': its first part, 'p', is a surface.", "The wheel comes first, and then the road.",
               "bad.lua:1");
  refused_text(BALL("a", "0") "rolling { name = 'r', a, ground, surface = 'sphere', surface_radius = 1, surface_at = "
                              "{0, 0, -1.1}, surface_axis = {0, 0, 1} }",
               NULL, "Rolling 'r': `surface_axis` has no effect.", "The surface is a sphere, which has no axis.",
               "bad.lua:1");
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
  RUN(test_standing);
  RUN(test_sliding_past);
  RUN(test_heap);
  RUN(test_group_at_rest);
  RUN(test_messages);
  return REPORT();
}
