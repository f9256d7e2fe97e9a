/* tests/promises/test_far.c -- models far from the origin of space move as they do beside it: coordinates are of map grids, 1e6 m and more.
 * What:    pendulums, beams, cables, springs to the ground, a moving base, wheels on planes and obstacles, forces that follow positions, a
 *          shell, a start in equilibrium: each at 0 and at (2^20, -2^21, 0) m; places differ by that, all other channels by round-off.
 * ctest:   timeout=120
 */
#include <stdlib.h>

#include "support/parameters.h"

static const struct {
  const char *name, *text;
} cases[] = {
    {"pendulum",
     "gravity { 0, 0, -9.81 }\n"
     "local a = body { name = 'a', at = {X + 0.5, Y, 0}, mass = 1, inertia = {0.001, 0.084, 0.084} }\n"
     "revolute { name = 'p', ground, a, at = {X, Y, 0}, axis = 'y', friction = 0.1, friction_arm = 0.02 }\n"
     "local b = point { name = 'b', at = {X + 1, Y, -0.5}, mass = 0.5 }\n"
     "link { a, b, from = {X + 1, Y, 0}, mass = 0.25 }\n"
     "spring { name = 's', ground:point {X + 1, Y, -1}, b, stiffness = 20, damping = 0.1 }\n"
     "channel('place', position(b)) channel('angle', angle('p')) channel('force', reaction('p')) channel('e', "
     "energy('kinetic'))\n"},
    {"elastic",
     "gravity { 0, 0, -9.81 }\n"
     "local r = beam { name = 'r', ground, from = {X, Y, 0}, to = {X + 1, Y, 0}, elements = 4, E = 7e10, nu = 0.3,\n"
     "  density = 2700, section = rectangle { width = 0.02, height = 0.01 } }\n"
     "local p = body { name = 'p', at = {X + 1, Y, -1}, mass = 1, inertia = {0.1, 0.1, 0.1} }\n"
     "cable { name = 'c', r.last, p, to = {X + 1, Y, -1}, elements = 3, stiffness = 1e4, mass_per_length = 0.05 }\n"
     "local s = shell { name = 's', corners = {{X, Y + 2, 0}, {X + 1, Y + 2, 0}, {X + 1, Y + 3, 0}, {X, Y + 3, 0}},\n"
     "  elements = {2, 2}, thickness = 0.0078125, E = 1e9, nu = 0.3, density = 1000, u_first = { clamped = true } }\n"
     "channel('place', position(p)) channel('corner', position(s:at(1, 1)) - position(s:at(0, 0)))\n"
     "channel('e', energy('kinetic'))\n"},
    {"driven",
     "local top = base { name = 'top', at = {X, Y, 0}, position = function(t) return 0.25*sin(9*t), 0, 0 end }\n"
     "local a = body { name = 'a', at = {X, Y, -1}, mass = 1, inertia = {0.1, 0.1, 0.1} }\n"
     "revolute { name = 'p', top, a, at = {X, Y, 0}, axis = 'y' }\n"
     "force { a, value = function(t) local x = position(a) return -3*(x.x - X), -2*(x.y - Y), -x.z end }\n"
     "local w = body { name = 'w', at = {X + 4, Y, 0.484375}, mass = 1, inertia = {0.1, 0.1, 0.1}, velocity = {1, 0, "
     "0} "
     "}\n"
     "local step = obstacle { name = 'step', at = {X + 4.75, Y, 0}, width = 2,\n"
     "  profile = { {0, 0}, {0.5, 0}, {0.5, 0.0625}, {0, 0.0625} } }\n"
     "wheel { name = 'tyre', w, on = { plane {}, step }, radius = 0.5, stiffness = 500, axis = 'y', tube = 0.0625 }\n"
     "cable { name = 'winch', ground, a, from = {X - 1, Y, -1}, to = {X, Y, -1}, elements = 2, stiffness = 100,\n"
     "  mass_per_length = 0.125, length = function(t) return 1 + 0.125*t end }\n"
     "channel('place', position(a)) channel('angle', angle('p')) channel('wheel', position(w)) channel('gap', "
     "output('tyre', 'gap'))\n"
     "channel('com', center_of_mass() - position(a)) channel('force', reaction('p'))\n"},
    {"solid",
     "gravity { 0, 0, -9.81 }\n"
     "local s = solid { name = 's', at = {X, Y, 0}, box = { size = {1, 0.25, 0.25}, elements = {2, 1, 1} }, E = 1e7, "
     "nu = 0.3,\n"
     "  density = 1000, surfaces = { x0 = { clamped = true } } }\n"
     "local b = body { name = 'b', at = {X + 1.5, Y + 0.125, 0.125}, mass = 1, inertia = {0.1, 0.1, 0.1} }\n"
     "revolute { name = 'p', s:surface('x1'), b, at = {X + 1, Y + 0.125, 0.125}, axis = 'y' }\n"
     "channel('place', position(s:surface('x1'))) channel('angle', angle('p')) channel('force', reaction('p'))\n"
     "channel('shift', output(s:surface('x1'), 'displacement') + output(s:nearest(X, Y, 0), 'displacement'))\n"
     "channel('stress', output(s:nearest(X + 0.5, Y, 0), 'von_mises')/1e6) channel('e', energy('kinetic'))\n"},
    {"contact",
     "gravity { 0, 0, -9.81 }\n"
     "local road = plane { name = 'road', at = {X, Y, 0} }\n"
     "local a = body { name = 'a', at = {X, Y, 0.125}, shape = box { size = {0.25, 0.25, 0.25}, density = 100 }, "
     "velocity = {1, 0, 0} }\n"
     "local b = body { name = 'b', at = {X + 0.5, Y, 0.125}, shape = sphere { radius = 0.125, density = 100 } }\n"
     "contact { name = 'c', a, road, friction = 0.25, stiffness = 1e5 } contact { name = 'd', b, road, stiffness = 1e5 "
     "}\n"
     "contact { name = 'f', a, b, friction = 0.125, stiffness = 1e4 }\n"
     "channel('place', position(a)) channel('rolls', position(b) - position(a)) channel('n', output('c', 'normal'))\n"},
};

typedef struct {
  int n;
  double x[4096];
} numbers;

/* All channels at every step; places count from X and Y. */
static void go(const char *text, const char *x, const char *y, const char *start, numbers *out)
{
  static char model[8192];
  const char *const set[] = {x, y};
  simulated s;
  (void)snprintf(model, sizeof model, "param { X = 0, Y = 0 }\n%srun { dt = 0x1p-7, duration = 1%s }\n", text, start);
  out->n = 0;
  if (!simulate_set(&s, model, 2, set, "ed", 1)) {
    return;
  }
  const double X = atof(x + 2), Y = atof(y + 2);
  for (int i = 0; i < (SANITIZED ? 4 : 40) && observe(&s); i++) {
    static const char *const name[] = {"place", "wheel",  "angle", "force", "gap",
                                       "com",   "corner", "e",     "shift", "stress"};
    for (int k = 0; k < 10; k++) {
      char word[32];
      double v[4];
      (void)snprintf(word, sizeof word, "channel('%s'", name[k]);
      const int n = strstr(text, word) ? channel(&s, name[k], v) : 0;
      for (int j = 0; j < n && out->n < 4096; j++) {
        out->x[out->n++] = v[j] - (k < 2 && j == 0 ? X : k < 2 && j == 1 ? Y : 0);
      }
    }
    if (!advance(&s, 0x1p-7)) {
      break;
    }
  }
  CHECK(s.status == SN_OK);
  simulated_free(&s);
}

static void compare(const char *name, const char *text, const char *start)
{
  static numbers near, far;
  double worst = 0, largest = 0;
  go(text, "X=0", "Y=0", start, &near);
  go(text, "X=1048576", "Y=-2097152", start, &far);
  CHECK(near.n >= (SANITIZED ? 12 : 41) && near.n == far.n);
  for (int i = 0; i < near.n; i++) {
    worst = fmax(worst, fabs(near.x[i] - far.x[i]));
    largest = fmax(largest, fabs(near.x[i]));
  }
  printf("  %s%s: %d numbers up to %.3g, by %.1e apart\n", name, start, near.n, largest, worst);
  CHECK_BELOW(worst, 2e-9 * fmax(1, largest));
}

static void test_far(void)
{
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    compare(cases[i].name, cases[i].text, "");
  }
  compare(cases[1].name, cases[1].text, ", start = 'static'");
}

int main(void)
{
  RUN(test_far);
  return REPORT();
}
