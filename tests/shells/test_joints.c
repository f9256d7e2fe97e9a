/* tests/shells/test_joints.c -- shells that meet each other and other parts: folds, smooth joins, hinges of panels, joints and beams at
 *          nodes. Balance, momenta and the angle of a fold in motion; statics against a single patch and against a beam.
 * ctest:   timeout=300
 */
#include "support/parameters.h"

#define MATERIAL "thickness = 0.01, E = 73e9, nu = 0.3, density = 2700"

/* steps of a free model: balance, both momenta, constraints */
static int flies(simulated *s, const char *name, const char *text, double alpha, double h, int steps)
{
  if (!simulate(s, name, text, "ed", alpha)) {
    return 0;
  }
  const sn_system *sys = s->session.frozen.system;
  sn_v3 p0, j0, p, j;
  double linear = 0, angular = 0;
  sn_momenta(sys, s->state, &p0, &j0);
  for (int i = 0; i < steps && advance(s, h); i++) {
    sn_momenta(sys, s->state, &p, &j);
    linear = fmax(linear, v3_norm(v3_sub(p, p0)) / v3_norm(p0));
    angular = fmax(angular, v3_norm(v3_sub(j, j0)) / v3_norm(j0));
  }
  printf("  %s, alpha %g: momenta %.1e %.1e, balance %.1e, strain energy %.2f, iterations %.1f\n", name, alpha, linear,
         angular, s->defect / s->scale, s->total.strain / s->scale,
         (double)s->iterations / (double)(s->steps ? s->steps : 1));
  check_laws(s);
  CHECK_BELOW(linear, 1e-12);
  CHECK_BELOW(angular, 1e-12);
  return s->status == SN_OK;
}

/* Two plates joined at a right angle, flying, bending and spinning: every node of the fold has one triad, and the directors of both plates
   are fixed in it. */
static void test_fold(void)
{
  static const char text[] =
      "local a = shell { name = 'a', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, "
      "2}, " MATERIAL ",\n"
      "  velocity = function(u, v) return 1, 2 + 3*u*v, -1 + 8*sin(3*u) end, angular_velocity = {3, -7, 11} }\n"
      "shell { name = 'b', corners = {{1, 0, 0}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0}}, elements = {2, 2}, " MATERIAL ",\n"
      "  u_first = { clamped = true, on = a },\n"
      "  velocity = function(u, v) return 1 - 7*u + 5*u*v, 2 + 11, 7 end, angular_velocity = {3, -7, 11} }\n"
      "run { dt = 2e-4, duration = 1 }\n";
  for (int alpha = 0; alpha < 2; alpha++) {
    simulated s;
    if (!flies(&s, "fold", text, alpha, 2e-4, SANITIZED ? 25 : 100)) {
      return;
    }
    const sn_system *sys = s.session.frozen.system;
    int triads = 0;
    for (int i = 0; i < sys->n_node; i++) {
      triads += sys->node[i].n_dir == 3;
    }
    CHECK(triads == 5 && sys->n_node == 45);
    simulated_free(&s);
  }
}

/* Two patches in one plane, joined: the same as one. */
static void test_smooth(void)
{
  static const char one[] = "local s = shell { name = 's', corners = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, "
                            "elements = {4, 2}, " MATERIAL ",\n"
                            "  u_first = { clamped = true }, pressure = 3e3 }\n"
                            "channel('tip', position(s:at(1, 0))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char two[] = "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, "
                            "elements = {2, 2}, " MATERIAL ",\n"
                            "  u_first = { clamped = true }, pressure = 3e3 }\n"
                            "local t = shell { name = 't', corners = {{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}}, "
                            "elements = {2, 2}, " MATERIAL ",\n"
                            "  u_first = { clamped = true, on = s }, pressure = 3e3 }\n"
                            "channel('tip', position(t:at(1, 0))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  simulated s, t;
  if (!simulate(&s, "one", one, "ed", 1) || !observe(&s) || !simulate(&t, "two", two, "ed", 1) || !observe(&t)) {
    return;
  }
  CHECK(value(&s, "tip", 2) > 0.05);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(value(&s, "tip", k), value(&t, "tip", k), 1e-9);
  }
  simulated_free(&s);
  simulated_free(&t);
}

/* Two panels on a hinge line without rows: places are shared, directors are not. */
static void test_hinge(void)
{
  static const char text[] =
      "local a = shell { name = 'a', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, "
      "elements = {1, 1}, " MATERIAL ",\n"
      "  velocity = {1, 2, 0}, angular_velocity = {0, 3, 0} }\n"
      "local b = shell { name = 'b', corners = {{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}}, "
      "elements = {1, 1}, " MATERIAL ",\n"
      "  u_first = { held = 'xyz', on = a }, velocity = {1, 2, -3}, angular_velocity = {0, -4, 0} }\n"
      "channel('end', position(b:at(1, 0)) - position(a:at(1, 0)))\n"
      "channel('first', position(a:at(1, 0)) - position(a:at(0, 0)))\n"
      "run { dt = 1e-3, duration = 1 }\n";
  simulated s;
  if (!flies(&s, "hinge", text, 1, 1e-3, 100) || !observe(&s)) {
    return;
  }
  CHECK(s.session.frozen.system->n_node == 18);
  double cosine = 0; /* it has opened by about 7 rad/s times 0.1 s */
  for (int k = 0; k < 3; k++) {
    cosine += value(&s, "end", k) * value(&s, "first", k);
  }
  CHECK_NEAR(acos(cosine), 0.7, 0.05);
  simulated_free(&s);
}

/* Joints that hold axes, and beams, at nodes: these are triads. */
static void test_axes(void)
{
  static const char text[] =
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, "
      "2}, " MATERIAL ",\n"
      "  velocity = function(u, v) return 1, 2, 4*u*v end }\n"
      "local m = body { name = 'm', at = {1, 1, 0.2}, mass = 3, inertia = {0.01, 0.01, 0.01}, velocity = {1, 2, 4} }\n"
      "local n = body { name = 'n', at = {1, -0.2, 0}, mass = 2, inertia = {0.01, 0.01, 0.01}, velocity = {1, 2, 0} }\n"
      "fixed { m, s:at(1, 1), at = {1, 1, 0} }\n"
      "revolute { n, s:at(1, 0), at = {1, 0, 0}, axis = 'x' }\n"
      "beam { name = 'b', s:at(0, 1), to = {0, 1.5, 0.3}, elements = 2, stiffness = {1e6, 5e5, 5e5, 100, 100, 80}, "
      "mass_per_length = 1,\n"
      "  rotary_inertia = {1e-3, 1e-3}, velocity = {1, 2, 0} }\n"
      "run { dt = 5e-4, duration = 1 }\n";
  for (int alpha = 0; alpha < 2; alpha++) {
    simulated s;
    if (!flies(&s, "axes", text, alpha, 5e-4, SANITIZED ? 25 : 100)) {
      return;
    }
    simulated_free(&s);
  }
}

/* Ends of cables, links and bars share the places of nodes: there is no equation but that of the link. */
static void test_points(void)
{
  static const char text[] =
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, "
      "2}, " MATERIAL ",\n"
      "  velocity = function(u, v) return 1, 2, 4*u*v end }\n"
      "local m = point { name = 'm', at = {1, 1, -1}, mass = 3, velocity = {1, 2, 4} }\n"
      "local n = point { name = 'n', at = {0, 0, 1}, mass = 2, velocity = {1, 2, 0} }\n"
      "cable { name = 'c', s:at(1, 1), m, elements = 3, stiffness = 1e5, mass_per_length = 0.1, velocity = {1, 2, 4} "
      "}\n"
      "link { name = 'l', n, s:at(0, 0), mass = 0.2, velocity = {1, 2, 0} }\n"
      "bar { name = 'b', s:at(1, 0), s:at(0, 1), area = 1e-4, E = 1e9, density = 1000 }\n"
      "run { dt = 5e-4, duration = 1 }\n";
  for (int alpha = 0; alpha < 2; alpha++) {
    simulated s;
    if (!flies(&s, "points", text, alpha, 5e-4, SANITIZED ? 25 : 100)) {
      return;
    }
    CHECK(s.session.freedom.rows == 1 && s.session.freedom.n_redundant == 0);
    simulated_free(&s);
  }
}

/* What hangs from the tip of a strip on a cable or a link bends it as its weight does. */
static void test_hanging(void)
{
  static const char text[] =
      "param { by = 0 }\n"
      "gravity { 0, 0, -9.81 }\n"
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.2, 0}, {0, 0.2, 0}}, elements = {4, "
      "1}, " MATERIAL ", u_first = { clamped = true } }\n"
      "local tip = s:at(1, 0.5)\n"
      "local m = by > 0 and point { name = 'm', at = {1, 0.1, -1}, mass = 2 }\n"
      "if by == 0 then force { tip, value = {0, 0, -2*9.81} } end\n"
      "if by == 1 then cable { name = 'c', tip, m, elements = 2, stiffness = 1e6, mass_per_length = 1e-9 } end\n"
      "if by == 2 then link { name = 'l', tip, m, mass = 1e-9 } end\n"
      "channel('tip', position(tip))\n"
      "run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char *const set[3][1] = {{"by=0"}, {"by=1"}, {"by=2"}};
  double tip[3][3];
  for (int i = 0; i < 3; i++) {
    simulated s;
    if (!simulate_set(&s, text, 1, set[i], "ed", 1) || !observe(&s)) {
      CHECK(0);
      return;
    }
    for (int k = 0; k < 3; k++) {
      tip[i][k] = value(&s, "tip", k);
    }
    simulated_free(&s);
  }
  CHECK(tip[0][2] < -0.005);
  for (int k = 0; k < 6; k++) {
    CHECK_NEAR(tip[1 + k / 3][k % 3], tip[0][k % 3], 1e-8);
  }
}

/* A strip fixed to the ground by joints at the nodes of its edge bends as one that is clamped there. */
static void test_fixed_edge(void)
{
  static const char text[] =
      "param { joints = 0 }\n"
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.2, 0}, {0, 0.2, 0}}, elements = {3, "
      "1}, " MATERIAL ",\n"
      "  u_first = joints == 0 and { clamped = true } or nil, u_last = { load = {0, 0, 2e3} } }\n"
      "for k = 0, 2*joints do if joints > 0 then fixed { ground, s:at(0, k/2) } end end\n"
      "channel('tip', position(s:at(1, 0.5))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char *const set[2][1] = {{"joints=0"}, {"joints=1"}};
  double tip[2][3];
  for (int i = 0; i < 2; i++) {
    simulated s;
    if (!simulate_set(&s, text, 1, set[i], "ed", 1) || !observe(&s)) {
      return;
    }
    for (int k = 0; k < 3; k++) {
      tip[i][k] = value(&s, "tip", k);
    }
    simulated_free(&s);
  }
  CHECK(tip[0][2] > 0.05);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(tip[0][k], tip[1][k], 1e-9);
  }
}

int main(void)
{
  RUN(test_fold);
  RUN(test_smooth);
  RUN(test_hinge);
  RUN(test_axes);
  RUN(test_points);
  RUN(test_hanging);
  RUN(test_fixed_edge);
  return REPORT();
}
