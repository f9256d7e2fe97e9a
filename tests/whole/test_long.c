/* tests/whole/test_long.c -- a spinning pendulum for very many steps: nothing grows, nothing creeps.
 * What:    a body on a universal joint, spinning fast and swinging under gravity; energy, constraint error and memory.
 *          200 000 steps in the suite; ten million with SINEW_LONG=1 in the environment (about a quarter of an hour).
 * Laws:    alpha = 0: the energy stays within round-off of the start; alpha = 1: it never rises, and the loss of a step
 *          does not grow; joints stay closed; the angle is counted on.
 * ctest:   timeout=3600
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "harness.h"
#include "support/simulated.h"

/* a rod that spins about its own axis on a hinge in a frame that swings */
static const char model[] = "gravity { 0, 0, -9.81 }\n"
                            "local arm = body { name = 'arm', at = { 0, 0, 0 }, mass = 1, center = { 0.3, 0, 0 },\n"
                            "                   inertia = { 0.002, 0.03, 0.03 } }\n"
                            "local rotor = body { name = 'rotor', at = { 0.6, 0, 0 }, mass = 2, inertia = { 0.02, 0.012, 0.012 },\n"
                            "                     angular_velocity = { 40, 0, 0 } }\n"
                            "revolute { name = 'pivot', ground, arm, at = { 0, 0, 0 }, axis = 'y' }\n"
                            "local spin = revolute { name = 'spin', arm, rotor, at = { 0.6, 0, 0 }, axis = 'x' }\n"
                            "channel('turned', angle(spin))\n"
                            "run { dt = 2e-3, duration = 1 }\n";

static double seconds(void)
{
  return (double)clock()/CLOCKS_PER_SEC;
}

/* in ten parts, so that growth shows */
static void spin(double alpha, long n)
{
  simulated s;
  double energy[11], highest = -INFINITY, lowest = INFINITY, creep[10], turned[4] = {0};
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
    for (long i = 0; i < n/10 && advance(&s, 2e-3); i++) {
      const double e = s.total.kinetic + s.total.strain + s.total.potential;
      highest = fmax(highest, e);
      lowest = fmin(lowest, e);
    }
    if (s.status != SN_OK) {
      break;
    }
    energy[part + 1] = s.total.kinetic + s.total.strain + s.total.potential;
    creep[part] = (s.total.numerical - before)/s.scale;
  }
  if (observe(&s)) {
    CHECK(channel(&s, "turned", turned) == 1);
    printf("     alpha %.0f, %ld steps, %.0f s: energy %.3g J over the start, highest %.1e, lost %.2e and %.2e in the first "
           "and last tenth,\n       balance %.1e, sum of all defects %.1e, constraint %.1e, %.0f rad turned, iterations %.2f/%d\n",
           alpha, s.steps, seconds() - begin, energy[10] - energy[0], (highest - energy[0])/s.scale, creep[0], creep[9],
           s.defect/s.scale, s.total.defect/s.scale, s.constraint, turned[0], (double)s.iterations/(double)s.steps, s.most);
    CHECK(s.steps == n/10*10);
    check_laws(&s);
    /* defects of 1e-15 each may add up like a random walk or, at worst, all alike */
    CHECK_BELOW(fabs(s.total.defect)/s.scale, 1e-15*(double)n);
    CHECK_BELOW((highest - energy[0])/s.scale, 1e-15*(double)n);
    if (alpha == 0) {
      CHECK_BELOW((energy[0] - lowest)/s.scale, 1e-15*(double)n);
    } else {
      CHECK_BELOW(creep[9], 1.5*creep[0] + 1e-12);
    }
    CHECK(fabs(turned[0]) > 30*2e-3*(double)n);
  }
  simulated_free(&s);
}

static long steps(void)
{
  const char *on = getenv("SINEW_LONG");
  return on && on[0] == '1' ? 10000000 : 200000;
}

static void test_conserving(void)
{
  spin(0, steps()/2);
}
static void test_decaying(void)
{
  spin(1, steps());
}

int main(void)
{
  RUN(test_conserving);
  RUN(test_decaying);
  return REPORT();
}
