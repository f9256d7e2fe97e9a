/* tests/mechanisms/test_shared_mass.c -- mass between free nodes and moving frames: consistent mass of a beam clamped to a base.
 * Laws:    the balance of every step on a base that shakes and turns.
 * Against: in the frame of a base that shakes without turning, the same beam on ground under the load -rho A a(t), which its
 *          integrals make the same equations; in one that turns, a fine mesh of lumped mass; the order of the schemes.
 */
#include <stdio.h>

#include "harness.h"
#include "support/simulated.h"

static const char beam[] =
    "local s = rectangle { width = 0.02, height = 0.02 }\n"
    "local b = beam { name = 'b', root, from = { 0.1, 0, 0 }, to = { 1.1, 0, 0 }, section = s, E = E, G = E/2.6,\n"
    "                 density = 1000, elements = elements, order = order, mass_matrix = mass, load = load }\n"
    "channel('tip', rotate_back(orientation(root), position(b.last) - position(root)))\n"
    "channel('vtip', velocity(b.last) - velocity(root))\n"
    "run { dt = 1e-3, duration = 1 }\n";

/* The tip in the frame of the root; head makes `root` and `load`. */
static void run(const char *head, const char *mesh, const char *scheme, double alpha, int steps, double x[3], int laws)
{
  char text[2000];
  simulated s;
  (void)snprintf(text, sizeof text, "local root, load, E = ground, { 0, 0, 0 }, 2e8\n%s\n%s\n%s", mesh, head, beam);
  if (simulate(&s, "beam", text, scheme, alpha) && advance_to(&s, 0.5, steps) && observe(&s)) {
    CHECK(channel(&s, "tip", x) == 3);
    if (laws) {
      check_laws(&s);
      CHECK(fabs(s.total.work_base) > 1e-3 * s.scale);
    }
  }
  simulated_free(&s);
}

static const char consistent[] = "local elements, order, mass = 4, 2, 'consistent'";
/* begins at rest: waves of all lengths would hide the order */
static const char turning[] =
    "gravity { 0, 0, -9.81 }\n"
    "root = base { name = 'ship', angles = function(t) return 6*t^3, 0.3*(1 - cos(5*t)), 0.2*(1 - cos(7*t)) end,\n"
    "              position = function(t) return 0.02*(1 - cos(20*t)), 0, 0.03*(1 - cos(11*t)) end }\n";

static void test_balance(void)
{
  double x[3];
  run(turning, consistent, "ed", 1, 500, x, 1);
  run(turning, consistent, "ed", 0, 500, x, 1);
  run(turning, consistent, "ed", 1, 50, x, 1);
  run(turning, consistent, "ep", 0, 500, x, 1);
  run(turning, consistent, "ed_paper", 1, 500, x, 1);
  run(turning, "local elements, order, mass = 6, 1, 'consistent'", "ed", 1, 200, x, 1);
}

static double distance(const double *a, const double *b)
{
  return v3_norm(v3_sub(v3(a[0], a[1], a[2]), v3(b[0], b[1], b[2])));
}

static void test_shaken(void)
{
  double on_ground[3], on_table[3];
  /* both begin at rest */
  static const char moving[] = "root = base { name = 'table', position = function(t) return 0.02*(1 - cos(20*t)), 0, "
                               "0.03*(1 - cos(11*t)) end }\n";
  static const char pulled[] = "load = function(t) return -0.4*0.02*400*cos(20*t), 0, -0.4*0.03*121*cos(11*t) end\n";
  run(pulled, consistent, "ed", 0, 2000, on_ground, 0);
  run(moving, consistent, "ed", 0, 2000, on_table, 1);
  CHECK(fabs(on_ground[2]) > 1e-3);
  CHECK_BELOW(distance(on_ground, on_table), 1e-8);
  run(pulled, consistent, "ep", 0, 2000, on_ground, 0);
  run(moving, consistent, "ep", 0, 2000, on_table, 1);
  CHECK_BELOW(distance(on_ground, on_table), 1e-5);
}

/* Smooth and slow, with steps that resolve the waves along the beam too, so that only the scheme counts. The rows take the velocity that is
   given: one-stage schemes keep order 2. */
static void test_order(void)
{
  static const char gentle[] = "E = 5e6\n"
                               "root = base { name = 'ship', angles = function(t) return 8*t^4, 5*t^4, 3*t^4 end,\n"
                               "              position = function(t) return t^4, 0, 2*t^4 end }\n";
  static const char coarse[] = "local elements, order, mass = 2, 2, 'consistent'";
  static const struct {
    const char *scheme;
    double alpha;
    int steps;
    double ratio;
  } c[] = {{"ep", 0, 250, 4}, {"ed", 0, 400, 16}};
  double exact[3], one[3], half[3];
  run(gentle, coarse, "ed", 0, 4000, exact, 1);
  for (size_t k = 0; k < sizeof c / sizeof *c; k++) {
    run(gentle, coarse, c[k].scheme, c[k].alpha, c[k].steps, one, 1);
    run(gentle, coarse, c[k].scheme, c[k].alpha, 2 * c[k].steps, half, 1);
    CHECK_NEAR(distance(one, exact) / distance(half, exact), c[k].ratio, 0.15 * c[k].ratio);
  }
}

static void test_turned(void)
{
  double fine[3], coarse[3], lumped[3];
  run(turning, "local elements, order, mass = 24, 3, 'lumped'", "ed", 1, 1000, fine, 0);
  run(turning, "local elements, order, mass = 8, 2, 'consistent'", "ed", 1, 1000, coarse, 1);
  run(turning, "local elements, order, mass = 8, 2, 'lumped'", "ed", 1, 1000, lumped, 1);
  CHECK_BELOW(distance(coarse, fine), 1e-4);
  CHECK_BELOW(distance(lumped, fine), 1e-4);
}

int main(void)
{
  RUN(test_balance);
  RUN_LONG(test_shaken);
  RUN_LONG(test_order);
  RUN_LONG(test_turned);
  return REPORT();
}
