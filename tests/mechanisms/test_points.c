/* tests/mechanisms/test_points.c -- points in a part's own coordinates, wherever a point is asked.
 * Laws:    the balance of every step.
 * Against: the same model with the points as drawn; R(t) c + x(t) by the orientation.
 */
#include "harness.h"
#include "support/simulated.h"

/* The same machine twice: by points of the parts, and by drawing coordinates; turned, and inside a group. */
static const char machine[] =
    "param { own = true }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local R = axis_angle({ 1, 2, 3 }, 0.7)\n"
    "local x0 = { 0.3, -0.2, 0.5 }\n"
    "local function at(c) local y = rotate(R, c) return { x0[1] + y[1], x0[2] + y[2], x0[3] + y[3] } end\n"
    "local unit = group('unit', function()\n"
    "  local rod = body { name = 'rod', at = x0, orientation = R, mass = 2, inertia = { 0.1, 0.3, 0.35 } }\n"
    "  local top, tip, side = { -0.5, 0, 0 }, { 0.5, 0.1, 0 }, { 0, 0.2, -0.1 }\n"
    "  local P = own and function(c) return rod:point(c) end or at\n"
    "  local ball = point { name = 'ball', at = P { 1, 0, 0 }, mass = 0.5 }\n"
    "  if own then\n"
    "    spherical { name = 'pivot', ground, rod:point(top) }\n"
    "    spring { name = 's', ground:point { 1, 1, 0 }, rod:point(side), stiffness = 200, length = 0.5, damping = 1 }\n"
    "    distance { name = 'd', rod:point(tip), ball }\n"
    "    force { name = 'f', rod:point(tip), value = { 1, 2, 3 } }\n"
    "    bushing { name = 'b', ground, rod:point(side), stiffness = { 50, 60, 70, 1, 2, 3 } }\n"
    "    cable { name = 'c', rod:point(tip), from = rod:point(tip), to = P { 0.5, 0.1, -0.4 }, elements = 2,\n"
    "            stiffness = 1e4, mass_per_length = 0.1 }\n"
    "  else\n"
    "    spherical { name = 'pivot', ground, rod, at = at(top) }\n"
    "    spring { name = 's', ground, rod, at_a = { 1, 1, 0 }, at_b = at(side), stiffness = 200, length = 0.5,\n"
    "             damping = 1 }\n"
    "    distance { name = 'd', rod, ball, at_a = at(tip) }\n"
    "    force { name = 'f', rod, at = at(tip), value = { 1, 2, 3 } }\n"
    "    bushing { name = 'b', ground, rod, at = at(side), stiffness = { 50, 60, 70, 1, 2, 3 } }\n"
    "    cable { name = 'c', rod, from = at(tip), to = at { 0.5, 0.1, -0.4 }, elements = 2, stiffness = 1e4,\n"
    "            mass_per_length = 0.1 }\n"
    "  end\n"
    "  channel('tip', own and position(rod:point(tip)) or position(rod, at(tip)))\n"
    "  channel('by_hand', position(rod) + rotate(orientation(rod), tip))\n"
    "  channel('v', own and velocity(rod:point(tip)) or velocity(rod, at(tip)))\n"
    "  channel('same', own and position(rod, rod:point(tip)) or position(rod, at(tip)))\n"
    "  channel('local_v', rotate_back(orientation(rod), velocity(rod)))\n"
    "end)\n"
    "place(unit, { name = 'u', at = { 1, 2, 3 }, orientation = axis_angle('x', 0.3) })\n"
    "run { dt = 2e-3, duration = 0.5 }\n";

static void test_same(void)
{
  simulated s[2];
  double x[2][3], hand[3], v[2][3], same[3];
  for (int own = 0; own < 2; own++) {
    const sn_override set = {"own", own ? "true" : "false"};
    const sn_language_options options = {.override = &set, .n_override = 1};
    if (!simulate_with(s + own, "points", machine, &options, "ed", 1) || !advance_to(s + own, 0.5, 250) ||
        !observe(s + own)) {
      return;
    }
    check_laws(s + own);
    channel(s + own, "u.tip", x[own]);
    channel(s + own, "u.v", v[own]);
    CHECK(channel(s + own, "u.by_hand", hand) == 3 && channel(s + own, "u.same", same) == 3);
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(x[own][k], hand[k], 1e-12);
      CHECK_NEAR(x[own][k], same[k], 1e-12);
    }
  }
  for (int k = 0; k < 3; k++) { /* equal up to the round-off of the drawing */
    CHECK_NEAR(x[0][k], x[1][k], 1e-9);
    CHECK_NEAR(v[0][k], v[1][k], 1e-7);
  }
  simulated_free(s);
  simulated_free(s + 1);
}

/* two points, one on each part: the joint is there where both are brought together */
static void test_joint_of_points(void)
{
  static const char text[] =
      "local a = body { name = 'a', mass = 1, inertia = { 0.1, 0.1, 0.1 }, hold = true }\n"
      "local b = body { name = 'b', at = { 1.001, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }\n"
      "spherical { name = 'j', a:point { 0.5, 0, 0 }, b:point { -0.5, 0, 0 } }\n"
      "channel('gap', position(a:point { 0.5, 0, 0 }) - position(b:point { -0.5, 0, 0 }))\n"
      "run { dt = 1e-2, duration = 1, assembly_tolerance = 0.01 }\n";
  simulated s;
  double gap[3] = {1, 1, 1};
  if (simulate(&s, "two", text, "ed", 1) && observe(&s)) {
    channel(&s, "gap", gap);
    CHECK_BELOW(fabs(gap[0]) + fabs(gap[1]) + fabs(gap[2]), 1e-14);
  }
  simulated_free(&s);
}

int main(void)
{
  RUN(test_same);
  RUN(test_joint_of_points);
  return REPORT();
}
