/* tests/shells/test_connections.c -- shell revolute joints with multipliers beside axes that are shared, and laws on hinges of shells.
 * What:    a mast on a free plate moves the same way whichever way it is joined; a panel on a torsion spring swings as a rigid one; two
 *          panels on a hinge line with spring, damper and laws keep both momenta. What is refused: tests/mistakes.
 * ctest:   timeout=300
 */
#include "support/parameters.h"

#define MATERIAL "thickness = 0.01, E = 73e9, nu = 0.3, density = 2700"

/* The mast leans, so that its bending asks for moments about all axes; its drilling is its own. */
static const char mast[] =
    "param { joined = 1 }\n"
    "local w = {3, -7, 11}\n"
    "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, 2}, " MATERIAL
    ",\n  velocity = function(u, v) return 1, 2, -0.5 + 60*(u - 0.5)^2*(v - 0.5) end, angular_velocity = w }\n"
    "local node = s:at(0.5, 0.5)\n"
    "local m = beam { joined == 1 and node or nil, name = 'm', from = {0.5, 0.5, 0}, to = {0.8, 0.5, 0.7}, up = 'y', "
    "elements = 2,\n"
    "  section = rectangle { width = 0.02, height = 0.03 }, E = 7e10, nu = 0.3, density = 2700,\n"
    "  velocity = {1 - w[3]*0.5, 2 + w[3]*0.5, -0.5 + (w[1] - w[2])*0.5}, angular_velocity = w }\n"
    "if joined == 0 then shell_revolute { name = 'it', m.first, node } channel('M', output('it', 'reaction_moment')) "
    "end\n"
    "channel('tip', position(m.last)) channel('corner', position(s:at(1, 1)))\n"
    "run { dt = 1e-3, duration = 1 }\n";

/* Where tip and corner are after some steps; both momenta stay. */
static int fly(const char *joined, const char *scheme, double alpha, double h, int steps, double at[6])
{
  simulated s;
  const char *const set[] = {joined};
  sn_v3 p0, j0, p, j;
  if (!simulate_set(&s, mast, 1, set, scheme, alpha)) {
    return 0;
  }
  sn_momenta(s.session.frozen.system, s.state, &p0, &j0);
  CHECK(advance_to(&s, steps * h, steps) && observe(&s));
  sn_momenta(s.session.frozen.system, s.state, &p, &j);
  check_laws(&s);
  CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
  CHECK_BELOW(v3_norm(v3_sub(j, j0)), 1e-12 * v3_norm(j0));
  for (int k = 0; k < 6; k++) {
    at[k] = value(&s, k < 3 ? "tip" : "corner", k % 3);
  }
  if (strcmp(joined, "joined=0") == 0) {
    CHECK(fabs(value(&s, "M", 0)) + fabs(value(&s, "M", 1)) > 1);
  }
  simulated_free(&s);
  return 1;
}

/* Without damping steps are the same to round-off; with it, they damp multipliers and strains of the mast a little differently. */
static void test_same_motion(void)
{
  static const struct {
    const char *scheme;
    double alpha, h, apart;
  } cases[] = {{"ep", 0, 1e-3, 1e-12}, {"ed", 0, 1e-3, 1e-12}, {"ed", 1, 2.5e-4, 1e-6}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double a[6], b[6], apart = 0;
    if (!fly("joined=1", cases[i].scheme, cases[i].alpha, cases[i].h, 20, a) ||
        !fly("joined=0", cases[i].scheme, cases[i].alpha, cases[i].h, 20, b)) {
      return;
    }
    for (int k = 0; k < 6; k++) {
      apart = fmax(apart, fabs(a[k] - b[k]));
    }
    printf("  %s(%g): %.1e m apart\n", cases[i].scheme, cases[i].alpha, apart);
    CHECK_BELOW(apart, cases[i].apart);
  }
}

/* A stiff panel held along an edge swings on torsion springs as a rigid one: sqrt(K/I). Either order, either sign of the axis. */
static void test_panel_on_springs(void)
{
  static const char text[] =
      "param { swap = 0, side = 1 }\n"
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.5, 0}, {0, 0.5, 0}}, elements = {2, 1},\n"
      "  thickness = 0.02, E = 2e11, nu = 0.3, density = 7800, u_first = { held = 'xyz' }, angular_velocity = {0, 1, "
      "0} }\n"
      "for k = 0, 2 do\n"
      "  local node = s:at(0, k/2)\n"
      "  torsion_spring { name = 't' .. k, swap == 1 and node or ground, swap == 1 and ground or node, axis = {0, "
      "side, 0},\n"
      "    stiffness = 100*(k == 1 and 4 or 1)/6 }\n"
      "end\n"
      "channel('a', angle('t1')) channel('v', rate('t1')) channel('F', output('t1', 'spring_force'))\n"
      "run { dt = 1e-2, duration = 1 }\n";
  static const char *const set[4][2] = {
      {"swap=0", "side=1"}, {"swap=1", "side=1"}, {"swap=0", "side=-1"}, {"swap=1", "side=-1"}};
  const double mass = 7800 * 0.02 * 0.5, inertia = mass / 3 + mass * 0.02 * 0.02 / 12, w = sqrt(100 / inertia);
  for (int i = 0; i < 4; i++) {
    simulated s;
    if (!simulate_set(&s, text, 2, set[i], "ed", 0)) {
      return;
    }
    const double sign = i == 0 || i == 3 ? 1 : -1, t = 0.6;
    CHECK(advance_to(&s, t, 60) && observe(&s));
    check_laws(&s);
    CHECK_NEAR(value(&s, "a", 0), sign * sin(w * t) / w, 1e-3);
    CHECK_NEAR(value(&s, "v", 0), sign * cos(w * t), 5e-3);
    CHECK_NEAR(value(&s, "F", 0), -400.0 / 6 * value(&s, "a", 0), 1e-9);
    simulated_free(&s);
  }
}

/* Two free panels on a hinge line without rows, with a spring that asks for a fold, a damper and laws of the user: momenta stay, energy is
   balanced, and the hinge goes where the spring is at rest. */
static void test_hinge_line(void)
{
  static const char text[] =
      "local a = shell { name = 'a', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {1, "
      "1}, " MATERIAL ",\n  velocity = {1, 2, 0}, angular_velocity = {0.3, 0, 0.5} }\n"
      "local b = shell { name = 'b', corners = {{1, 0, 0}, {2, 0, 0.5}, {2, 1, 0.5}, {1, 1, 0}}, elements = {1, "
      "1}, " MATERIAL
      ",\n  u_first = { held = 'xyz', on = a }, velocity = {1, 2.5, 0}, angular_velocity = {0.3, 0, 0.5} }\n"
      "for k = 0, 2 do torsion_spring { name = 't' .. k, a:at(1, k/2), b:at(0, k/2), axis = 'y', damping = 300,\n"
      "  potential = function(x) return 300*(1 - cos(x - 1.2)) end, law = function(x, v) return 2*v*abs(v) end } end\n"
      "channel('a', angle('t1'))\n"
      "run { dt = 5e-3, duration = 1 }\n";
  simulated s;
  sn_v3 p0, j0, p, j;
  if (!simulate(&s, "line.lua", text, "ed", 1)) {
    return;
  }
  sn_momenta(s.session.frozen.system, s.state, &p0, &j0);
  observe(&s);
  CHECK_NEAR(value(&s, "a", 0), 0, 1e-12);
  CHECK(advance_to(&s, 1.5, 300) && observe(&s));
  sn_momenta(s.session.frozen.system, s.state, &p, &j);
  printf("  angle %.4f, momenta %.1e %.1e\n", value(&s, "a", 0), v3_norm(v3_sub(p, p0)) / v3_norm(p0),
         v3_norm(v3_sub(j, j0)) / v3_norm(j0));
  check_laws(&s);
  CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
  CHECK_BELOW(v3_norm(v3_sub(j, j0)), 1e-12 * v3_norm(j0));
  CHECK(value(&s, "a", 0) > 0.8 && value(&s, "a", 0) < 1.6);
  simulated_free(&s);
}

int main(void)
{
  RUN(test_same_motion);
  RUN(test_panel_on_springs);
  RUN(test_hinge_line);
  return REPORT();
}
