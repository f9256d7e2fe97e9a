/* tests/promises/test_long.c -- a spinning pendulum for very many steps: nothing grows, nothing creeps.
 * What:    a body on a spherical joint, spinning fast and swinging under gravity; energy and constraint error.
 *          120 000 steps in the suite; SINEW_LONG=1 in the environment: ten million (and two at alpha = 0), 10 to 20 minutes.
 *          Then steady rotation of models as users write them.
 * Laws:    alpha = 0: the energy stays within round-off of the start; alpha = 1: it never rises, and the loss of a step
 *          does not grow; joints stay closed, at the same round-off as at the start.
 * ctest:   long timeout=7200
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "harness.h"
#include "support/simulated.h"

/* a body on a point: spins about its long axis and swings under gravity */
static const char model[] = "gravity { 0, 0, -9.81 }\n"
                            "local rotor = body { name = 'rotor', at = { 0, 0, 0 }, mass = 2, center = { 0.5, 0, 0 },\n"
                            "                     inertia = { 0.02, 0.03, 0.03 }, angular_velocity = { 40, 0, 0 } }\n"
                            "spherical { name = 'pivot', ground, rotor, at = { 0, 0, 0 } }\n"
                            "run { dt = 2e-3, duration = 1 }\n";

static double seconds(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

/* in ten parts, so that growth shows */
static void spin(double alpha, long n)
{
  simulated s;
  double energy[11], highest = -INFINITY, lowest = INFINITY, creep[10];
  if (!simulate(&s, "long", model, "ed", alpha)) {
    simulated_free(&s);
    return;
  }
  double K, V, U;
  sn_energies(s.session.frozen.system, s.state, &K, &V, &U);
  energy[0] = K + V + U;
  const double begin = seconds();
  for (int part = 0; part < 10; part++) {
    const double before = s.total.numerical;
    for (long i = 0; i < n / 10 && advance(&s, 2e-3); i++) {
      const double e = s.total.kinetic + s.total.strain + s.total.potential;
      highest = fmax(highest, e);
      lowest = fmin(lowest, e);
    }
    if (s.status != SN_OK) {
      break;
    }
    energy[part + 1] = s.total.kinetic + s.total.strain + s.total.potential;
    creep[part] = (s.total.numerical - before) / s.scale;
  }
  if (s.status == SN_OK) {
    printf("     alpha %.0f, %ld steps, %.0f s: energy %.3g J over the start, highest %.1e, lost %.2e and %.2e in the "
           "first "
           "and last tenth,\n       balance %.1e, sum of all defects %.1e, constraint %.1e, iterations %.2f/%d\n",
           alpha, s.steps, seconds() - begin, energy[10] - energy[0], (highest - energy[0]) / s.scale, creep[0],
           creep[9], s.defect / s.scale, s.total.defect / s.scale, s.constraint, (double)s.iterations / (double)s.steps,
           s.most);
    CHECK(s.steps == n / 10 * 10);
    check_laws(&s);
    /* defects of 1e-15 each may add up like a random walk or, at worst, all alike */
    CHECK_BELOW(fabs(s.total.defect) / s.scale, 1e-15 * (double)n);
    CHECK_BELOW((highest - energy[0]) / s.scale, 1e-15 * (double)n);
    if (alpha == 0) {
      CHECK_BELOW((energy[0] - lowest) / s.scale, 1e-15 * (double)n);
    } else {
      CHECK_BELOW(creep[9], 1.5 * creep[0] + 1e-12);
    }
    CHECK_BELOW(s.constraint, 1e-14); /* does not grow with the number of steps */
  }
  simulated_free(&s);
}

/* SINEW_LONG=1: ten million; SINEW_LONG=n: n */
static long steps(void)
{
  const char *on = getenv("SINEW_LONG");
  const long n = on ? strtol(on, NULL, 10) : 0;
  return n == 1 ? 10000000 : n > 100000 ? n : 100000;
}

static void test_conserving(void)
{
  spin(0, steps() / 5);
}
static void test_decaying(void)
{
  spin(1, steps());
}

/* ---- steady rotation at omega dt = 0.1 of models as users write them: 100 turns here, 1000 on demand */

static const char free_body[] =
    "body { name = 'b', at = { 0, 0, 0 }, velocity = { 1, 2, 3 }, angular_velocity = { 0, 0, 100 }, mass = 1,\n"
    "       inertia = { 0.02, 0.05, 0.06 } }\n"
    "run { dt = 1e-3, duration = 1 }\n";
/* 30 and -15 rad/s; 20 N m go in on the first axle and come out of the second, through the gear */
static const char gear_pair[] =
    "local function wheel(name, x, spin)\n"
    "  return body { name = name, at = { x, 0, 0 }, mass = 2, inertia = { 0.05, 0.05, 0.08 }, angular_velocity = { 0, "
    "0, spin } }\n"
    "end\n"
    "local a, b = wheel('a', 0, 30), wheel('b', 0.5, -15)\n"
    "local ja = revolute { name = 'ja', ground, a, at = { 0, 0, 0 }, axis = 'z', torque = function(t) return 20 end }\n"
    "local jb = revolute { name = 'jb', ground, b, at = { 0.5, 0, 0 }, axis = 'z', torque = function(t) return 40 end "
    "}\n"
    "gear { ja, jb, ratio = -0.5 }\n"
    "run { dt = 1/300, duration = 1 }\n";

static void steady(const char *name, const char *text, const char *rotor, double h)
{
  const sn_override override = {"rotor", rotor};
  const sn_language_options set = {.override = &override, .n_override = rotor ? 1 : 0};
  const int n = steps() > 1000000 ? 62832 : 6283;
  simulated s;
  double K = 0, V = 0, U = 0;
  if (simulate_with(&s, name, text, &set, "ed", 1)) {
    sn_energies(s.session.frozen.system, s.state, &K, &V, &U);
    for (int i = 0; i < n && advance(&s, h); i++) {
    }
    const double lost = 1 - (s.total.kinetic + s.total.strain) / (K + V);
    printf("     %-16s %d steps: lost %.1e of the energy, dissipated %.1e, iterations %.1f/%d\n", name, n, lost,
           s.total.numerical / (K + V), (double)s.iterations / (double)s.steps, s.most);
    CHECK(s.steps == n);
    CHECK_BELOW(fabs(lost), 1e-10 / 62832 * n);
    check_laws(&s);
  }
  simulated_free(&s);
}

static void test_steady(void)
{
  static char text[16384];
  FILE *f = fopen(SN_TEST_SOURCE "/examples/spinning_rotor/model.lua", "r");
  CHECK(f != NULL);
  if (f) {
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    steady("body on a hinge", text, "body", 1e-3);
    steady("stretched bar", text, "bar", 1e-3);
  }
  steady("free body", free_body, NULL, 1e-3);
  steady("gear pair", gear_pair, NULL, 1.0 / 300);
}

int main(void)
{
  RUN(test_conserving);
  RUN(test_decaying);
  RUN(test_steady);
  return REPORT();
}
