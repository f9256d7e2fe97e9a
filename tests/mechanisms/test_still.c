/* tests/mechanisms/test_still.c -- statics is at rest: what drives and bases do in time is not in its reactions.
 * Laws:    the same reactions whatever the rates of drives, bases, dampers and velocities; no load, no reaction.
 * Against: weights and levers by hand.
 */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"
#define ANSWERS "still"
#include "tests/support/answers.h"

/* A lever that a drive turns, on a base that flies and turns; a mass on a damped spring; wind. */
static const char machine[] =
    "param { w = 0, a = 0, g = 9.81, path = false }\n"
    "gravity { 0, 0, -g }\n"
    "local lift = base { name = 'lift', position = function(t) return 0.3*w*t, 0, w*t + a*t^2 end,\n"
    "  rotation = function(t) return 0, 0, w*t + a*t^2 end }\n"
    "local b = body { name = 'b', mass = 2, inertia = { 0.1, 0.1, 0.1 }, center = { 0.2, 0, 0 } }\n"
    "revolute { name = 'm', lift, b, at = { 0, 0, 0 }, axis = 'y', drive = function(t) return w*t + a*t^2/2 end }\n"
    "local c = body { name = 'c', at = { 0.5, 0, 0 }, mass = 3, inertia = { 0.1, 0.1, 0.1 }, velocity = { 0, 0, w } }\n"
    "prismatic { name = 'p', lift, c, at = { 0.5, 0, 0 }, axis = 'z', stiffness = 1000, damping = 50,\n"
    "  law = function(x, v, t) return 7*v end, friction = 0.3 }\n"
    "local d = body { name = 'd', at = { 1, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }\n"
    "prismatic { name = 'q', ground, d, at = { 1, 0, 0 }, axis = 'x', drive_rate = function(t) return w + a*t end }\n"
    "force { d, at = { 1, 0, 0 }, value = function(t, vx, vy, vz) return 4 - 5*vx, 0, 0 end }\n"
    "if path then load_path { factor = 1 } end\n"
    "channel('R', reaction('m')) channel('D', drive_force('m')) channel('M', reaction_moment('m'))\n"
    "channel('P', reaction('p')) channel('x', displacement('p')) channel('Q', reaction('q')) channel('qd', "
    "drive_force('q'))\n"
    "channel('v', velocity(b)) channel('vc', velocity(c))\n"
    "run { dt = 1e-3, duration = 0.01 }\n";

static void compare(const char *set, double g)
{
  if (!at_rest(set)) {
    return;
  }
  CHECK_NEAR(fabs(value("R_z")), 2 * g, 1e-10);
  CHECK_NEAR(value("R_x"), 0, 1e-10);
  CHECK_NEAR(value("R_y"), 0, 1e-10);
  CHECK_NEAR(fabs(value("D")), 2 * g * 0.2, 1e-10);
  CHECK_NEAR(value("M_x"), 0, 1e-10);
  CHECK_NEAR(value("M_z"), 0, 1e-10);
  CHECK_NEAR(value("x"), -3 * g / 1000, 1e-10);
  CHECK_NEAR(value("P_x"), 0, 1e-10);
  CHECK_NEAR(value("P_y"), 0, 1e-10);
  CHECK_NEAR(fabs(value("Q_z")), g, 1e-10);
  CHECK_NEAR(value("qd"), -4, 1e-10);
  CHECK_NEAR(fabs(value("v_x")) + fabs(value("v_z")) + fabs(value("vc_z")), 0, 1e-15);
}

static void test_reactions(void)
{
  write_text(ANSWERS ".lua", machine);
  compare("", 9.81);
  compare("--set w=5", 9.81);
  compare("--set w=5 --set a=3", 9.81);
  compare("--set w=5 --set a=3 --set g=0", 0);
  compare("--set w=-5 --set a=30 --set path=true", 9.81);
  forget();
}

/* A run that begins in equilibrium moves from there on, with all rates. */
static void test_run_moves(void)
{
  write_text(
      ANSWERS ".lua",
      "local b = body { name = 'b', mass = 1, inertia = { 0.1, 0.1, 0.1 }, center = { 0.2, 0, 0 } }\n"
      "revolute { name = 'm', ground, b, at = { 0, 0, 0 }, axis = 'z', drive = function(t) return 5*t + 1.5*t^2 end }\n"
      "channel('R', reaction('m')) channel('D', drive_force('m'))\n"
      "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n");
  if (moved("")) {
    CHECK_NEAR(rows.x[0][column(&rows, "R_x")], -0.2 * 25, 1e-10);
    CHECK_NEAR(rows.x[0][column(&rows, "D")], (0.1 + 0.04) * 3, 1e-10);
  }
  if (at_rest("")) {
    CHECK(fabs(value("R_x")) + fabs(value("D")) < 1e-13);
  }
  forget();
}

int main(void)
{
  RUN(test_reactions);
  RUN(test_run_moves);
  return REPORT();
}
