/* tests/mechanisms/test_contact_mesh.c -- convex surfaces from files touch like solids, and contact_shape takes the place of what is drawn.
 * What:    a box as a mesh against a box; an irregular octahedron comes to rest on a face, at its height; momenta of meshes that hit each
 *          other and other shapes; an angle, which is not convex, by its pieces.
 */
#define SN_TEST_FOLDER SN_TEST_SOURCE "/tests/data/"
#include "support/refused.h"

static sn_v3 seen(simulated *s, const char *name)
{
  double x[4] = {0};
  CHECK(observe(s) && channel(s, name, x) > 0);
  return v3(x[0], x[1], x[2]);
}

#define SEEN(part) " channel('x', position(" part ")) channel('v', velocity(" part ")) run { dt = 1e-3, duration = 3 }"

static sn_v3 thrown_box(const char *shape, double T)
{
  char text[800];
  simulated s;
  sn_v3 x = v3(0, 0, 0);
  (void)snprintf(text, sizeof text,
                 "gravity {0, 0, -9.81} local b = body { name = 'b', at = {0, 0, 0.3}, velocity = {1, 0.2, 0}, "
                 "angular_velocity = {1, 3, 0.4}, shape = %s } "
                 "contact { plane {}, b, friction = 0.4, restitution = 0.5, stiffness = 1e5 } "
                 "contact { b, body { name = 'ball', at = {0.05, 0, 0.6}, shape = sphere { radius = 0.1, mass = 3 } }, "
                 "friction = 0.2, stiffness = 1e5 }" SEEN("b"),
                 shape);
  if (simulate(&s, "box", text, "ed", 1)) {
    advance_to(&s, T, (int)(T / 1e-3 + 0.5));
    x = seen(&s, "x");
    check_laws(&s);
  }
  simulated_free(&s);
  return x;
}

static void test_box(void)
{
  const double T = 0.25;
  const sn_v3 box = thrown_box("box { size = {0.4, 0.2, 0.1}, density = 700 }", T);
  CHECK(fabs(box.x[0]) > 0.1);
  CHECK_BELOW(v3_norm(v3_sub(thrown_box("mesh { file = 'box.obj', scale = 1e-3, density = 700 }", T), box)), 1e-9);
  CHECK_BELOW(v3_norm(v3_sub(thrown_box("mesh { file = 'box.stl', scale = 1e-3, density = 700 }", T), box)), 1e-6);
}

/* Distance of the origin from face k of tests/data/octahedron.obj. */
static double height_of(int k)
{
  static const sn_v3 v[6] = {{{0.12, 0, 0}},     {{-0.1, 0.01, 0}}, {{0, 0.1, 0.01}},
                             {{0.01, -0.09, 0}}, {{0, 0, 0.11}},    {{0.02, 0, -0.1}}};
  static const int face[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                 {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  const sn_v3 a = v[face[k][0]];
  return v3_dot(a, v3_unit(v3_cross(v3_sub(v[face[k][1]], a), v3_sub(v[face[k][2]], a))));
}

/* Three corners carry it, at the height of its centre of mass over a face, less the depth. */
static void test_octahedron(void)
{
  static const char *const road[] = {"plane {}",
                                     "base { name = 't', at = {0, 0, -0.1}, shape = box { size = {1, 1, 0.2} } }"};
  for (int i = 0; i < 2; i++) {
    simulated s;
    char text[900];
    (void)snprintf(
        text, sizeof text,
        "gravity {0, 0, -9.81} local o = body { name = 'o', at = {0, 0, 0.12}, angular_velocity = {1, 2, 0}, "
        "mass = 1, inertia = {3e-3, 3e-3, 3e-3}, shape = mesh { file = 'octahedron.obj' } } "
        "contact { %s, o, friction = 0.6, restitution = 0.2, stiffness = 1e5 }" SEEN("o"),
        road[i]);
    if (simulate(&s, "octahedron", text, "ed", 1)) {
      advance_to(&s, 3, 3000);
      const double z = seen(&s, "x").x[2];
      double nearest = INFINITY;
      for (int k = 0; k < 8; k++) {
        nearest = fmin(nearest, fabs(z - height_of(k)));
      }
      printf("  octahedron: at %.6f, %.1e m/s\n", z, v3_norm(seen(&s, "v")));
      CHECK_BELOW(nearest, 2 * 9.81 / 1e5);
      CHECK_BELOW(v3_norm(seen(&s, "v")), 1e-9);
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

static void test_momenta(void)
{
  static const char *const shapes[] = {"sphere { radius = 0.1 }", "box { size = {0.2, 0.15, 0.1} }",
                                       "cylinder { length = 0.2, radius = 0.08 }",
                                       "slender { length = 0.2, radius = 0.06 }", "mesh { file = 'octahedron.obj' }"};
  for (int i = 0; i < 5; i++) {
    simulated s;
    char text[800];
    (void)snprintf(
        text, sizeof text,
        "local a = body { name = 'a', mass = 1, inertia = {4e-3, 5e-3, 6e-3}, angular_velocity = {3, -5, 4}, "
        "shape = mesh { file = 'octahedron.obj' } } local b = body { name = 'b', at = {0.35, 0.05, 0.03}, "
        "velocity = {-3, 0.1, 0.2}, angular_velocity = {-4, 2, 5}, mass = 2, inertia = {8e-3, 9e-3, 7e-3}, "
        "shape = %s } contact { a, b, stiffness = 1e5, friction = 0.3, restitution = 0.7 }" SEEN("a"),
        shapes[i]);
    if (simulate(&s, "momenta", text, "ed", 1)) {
      sn_v3 p, j, p0, j0;
      sn_momenta(s.session.frozen.system, s.state, &p0, &j0);
      advance_to(&s, 0.15, 300);
      sn_momenta(s.session.frozen.system, s.state, &p, &j);
      CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
      CHECK_BELOW(v3_norm(v3_sub(j, j0)), 1e-12 * v3_norm(j0));
      CHECK(v3_norm(seen(&s, "v")) > 0.1); /* they have met */
      check_laws(&s);
    }
    simulated_free(&s);
  }
}

/* An angle that stands on its long plate and on the edge of its short one, by two boxes: six corners carry it. */
static void test_pieces(void)
{
#define ANGLE                                                                                                          \
  "gravity {0, 0, -9.81} local a = body { name = 'a', at = {0, 0, 0.001}, shape = mesh { file = 'angle.obj', density " \
  "= "                                                                                                                 \
  "500 }"
  simulated s;
  if (simulate(&s, "angle",
               ANGLE ", contact_shape = { box { size = {0.3, 0.2, 0.1}, at = {0.15, 0.1, 0.05} }, "
                     "box { size = {0.1, 0.2, 0.2}, at = {0.05, 0.1, 0.2} } } } "
                     "contact { plane {}, a, friction = 0.5, restitution = 0.3, stiffness = 1e5 }" SEEN("a"),
               "ed", 1)) {
    advance_to(&s, 1, 1000);
    const sn_v3 x = seen(&s, "x");
    CHECK_BELOW(v3_norm(seen(&s, "v")), 1e-9);
    CHECK(x.x[2] < 0 && x.x[2] > -5 * 9.81 / 2e5); /* 5 kg; the side under the short plate is deeper */
    check_laws(&s);
  }
  simulated_free(&s);
  refused_text(ANGLE " } contact { name = 'c', plane {}, a, stiffness = 1e5 }", NULL,
               "Contact 'c': the surface in 'angle.obj' is not convex.", "What touches is made of convex pieces.",
               "bad.lua:1");
}

int main(void)
{
  RUN(test_box);
  RUN(test_octahedron);
  RUN(test_momenta);
  RUN(test_pieces);
  return REPORT();
}
