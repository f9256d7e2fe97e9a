/* tests/solids/test_surface.c -- surfaces of solids as places: mean position and polar mean rotation.
 * What:    a bar on a hinge falls as a rigid one does; a surface turned by hand; torque and force on a surface arrive whole; joints, springs
 *          and beams on surfaces; rigid surfaces beside means; the energy balance with all of them; a line as a surface is refused.
 * Data:    the angle of the rigid bar: one degree of freedom, t = int dtheta/sqrt(2 (energy)/I) by quadrature here.
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "solid_surface"
#include "tests/support/answers.h"

/* A rigid bar 1 x 0.04 x 0.04, hinged at the middle of its end face, falls from the horizontal: theta at t = 0.6 s by Runge-Kutta. */
static double rigid_angle(void)
{
  const double l = 1, w = 0.04, g = 9.81, inertia = (l * l + w * w) / 12 + l * l / 4; /* per mass, about the hinge */
  const int n = 20000;
  const double h = 0.6 / n;
  double x = 0, v = 0;
  for (int i = 0; i < n; i++) {
    const double a1 = g * l / 2 * cos(x) / inertia, x2 = x + h / 2 * v, v2 = v + h / 2 * a1;
    const double a2 = g * l / 2 * cos(x2) / inertia, x3 = x + h / 2 * v2, v3 = v + h / 2 * a2;
    const double a3 = g * l / 2 * cos(x3) / inertia, x4 = x + h * v3, v4 = v + h * a3;
    const double a4 = g * l / 2 * cos(x4) / inertia;
    x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return x;
}

static void test_hinged_bar(void)
{
  write_text(ANSWERS ".lua",
             "param { el = 'tet10', rigid = false }\n"
             "gravity { 0, 0, -9.81 }\n"
             "local s = solid { name = 'bar', box = { size = {1, 0.04, 0.04}, elements = {10, 1, 1} }, element = el,\n"
             "  at = {0, -0.02, -0.02}, E = 2.1e11, nu = 0.3, density = 7850, surfaces = { x0 = { rigid = rigid } } }\n"
             "revolute { name = 'pin', ground, s:surface('x0'), at = {0, 0, 0}, axis = 'y' }\n"
             "channel('angle', angle('pin')) channel('R', output('pin', 'reaction'))\n"
             "run { scheme = 'ep', dt = 5e-3, duration = 0.6 }\n");
  const double right = rigid_angle();
  CHECK_NEAR(right, 2.18260, 1e-5);
  if (moved("--scheme ed --dt 0.01")) { /* order four: of steps of 10 ms the elastic bar is left */
    CHECK_NEAR(value("angle"), right, 5e-5);
  }
  if (moved("")) {
    CHECK_NEAR(value("angle"), right, 3e-4);
  }
  if (moved("--set el=hex20 --set rigid=true")) {
    CHECK_NEAR(value("angle"), right, 3e-4);
  }
}

/* What acts on a surface is what its reaction at the other end takes up: about a point that is the mean of the surface. */
static void test_resultants(void)
{
  write_text(
      ANSWERS ".lua",
      "param { rigid = false, el = 'hex20' }\n"
      "local s = solid { name = 's', box = { size = {0.3, 0.1, 0.06}, elements = {4, 2, 2} }, element = el,\n"
      "  E = 2.1e11, nu = 0.3, density = 7850, at = {0.5, 0, 0}, orientation = axis_angle({1, 2, 3}, 0.4),\n"
      "  surfaces = { x0 = { clamped = true }, x1 = { force = {10, 20, 30}, torque = {1, 2, 3}, rigid = rigid } } }\n"
      "channel('F', output(s:surface('x0'), 'reaction')) channel('M', output(s:surface('x0'), 'reaction_moment'))\n"
      "channel('a', position(s:surface('x0'))) channel('b', position(s:surface('x1')))\n");
  static const char *const set[] = {"", "--set rigid=true", "--set el=tet10"};
  for (int i = 0; i < 3; i++) {
    if (!at_rest(set[i])) {
      continue;
    }
    const double r[3] = {value("b_x") - value("a_x"), value("b_y") - value("a_y"), value("b_z") - value("a_z")};
    CHECK_NEAR(value("F_x"), -10, 1e-5);
    CHECK_NEAR(value("F_y"), -20, 1e-5);
    CHECK_NEAR(value("F_z"), -30, 1e-5);
    CHECK_NEAR(value("M_x"), -(1 + r[1] * 30 - r[2] * 20), 1e-5);
    CHECK_NEAR(value("M_y"), -(2 + r[2] * 10 - r[0] * 30), 1e-5);
    CHECK_NEAR(value("M_z"), -(3 + r[0] * 20 - r[1] * 10), 1e-5);
  }
}

/* A free part that turns without straining: its surfaces turn with it, and stand where their means are. */
static void test_rotation(void)
{
  write_text(ANSWERS ".lua",
             "local s = solid { name = 's', ring = { inner = 0.05, outer = 0.1, length = 0.1, elements = {8, 1, 1} },\n"
             "  E = 2.1e11, nu = 0.3, density = 1000, angular_velocity = {0, 0, 2} }\n"
             "channel('w', angular_velocity(s:surface('z1'))) channel('v', angular_velocity(s:surface('inner')))\n"
             "channel('R', euler(s:surface('outer'), 'zyx')) channel('x', position(s:surface('outer')))\n"
             "run { dt = 0.01, duration = 0.3 }\n");
  if (moved("")) {
    CHECK_NEAR(value("w_z"), 2, 1e-6);
    CHECK_NEAR(value("v_z"), 2, 1e-6);
    CHECK_NEAR(value("R_x"), 0.6, 1e-6);
    CHECK_NEAR(value("x_z"), 0.05, 1e-9);
  }
}

/* A mechanism: a solid on a body, a beam that ends in a solid, a spring between surfaces, solids fixed on each other. */
static void test_joints(void)
{
  write_text(ANSWERS ".lua",
             "gravity { 0, 0, -9.81 }\n"
             "local function arm(name, x, el) return solid { name = name, box = { size = {0.3, 0.05, 0.05}, elements = "
             "{3, 1, 1} },\n"
             "  element = el, at = {x, 0, 0}, E = 1e9, nu = 0.3, density = 1100 } end\n"
             "local a, b = arm('a', 0, 'hex20'), arm('b', 0.3, 'tet10')\n"
             "local c = body { name = 'c', at = {0.6, 0.025, 0.025}, mass = 0.3, inertia = {1e-3, 1e-3, 1e-3} }\n"
             "revolute { ground, a:surface('x0'), axis = 'y' } fixed { name = 'w', a:surface('x1'), b:surface('x0') }\n"
             "universal { b:surface('x1'), c, axis_a = 'y', axis_b = 'z' }\n"
             "spring { ground, a:surface('z1'), at_a = {0.15, 0.025, 0.4}, stiffness = 200 }\n"
             "local r = beam { name = 'r', b:surface('y1'), to = {0.45, 0.3, 0.025}, elements = 2, E = 1e9, nu = 0.3,\n"
             "  density = 1000, section = circle { radius = 0.005 } }\n"
             "moment { b:surface('y0'), value = {0, 0.2, 0}, follows = true }\n"
             "channel('x', position(c)) channel('d', position(r.last)) channel('R', output('w', 'reaction'))\n"
             "run { dt = 2e-3, duration = 0.1 }\n");
  static const char *const scheme[] = {"", "--scheme ep", "--scheme generalized_alpha"};
  double x[3][3] = {{0}};
  for (int i = 0; i < 3; i++) {
    if (i < 2 ? moved(scheme[i]) : answer("run", scheme[i])) {
      x[i][0] = value("x_x");
      x[i][1] = value("x_z");
      x[i][2] = value("d_z");
      CHECK_BELOW(info_number(ANSWERS ".h5", "constraint_error"), 1e-12);
    }
  }
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(x[1][k], x[0][k], 2e-4);
    CHECK_NEAR(x[2][k], x[0][k], 2e-3);
  }
}

int main(void)
{
  RUN(test_hinged_bar);
  RUN(test_resultants);
  RUN(test_rotation);
  RUN(test_joints);
  forget();
  return REPORT();
}
