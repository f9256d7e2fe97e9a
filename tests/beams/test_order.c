/* tests/beams/test_order.c -- order of the step on beams whose elements it does not resolve: a steel cantilever, ten elements along 2 m
 *          (the axial wave of one needs 4e-5 s), under a load at its tip that rises smoothly, and under one that is there at once.
 * What:    smooth load: order 4 without damping, 3 with it (the low modes lose alpha (omega h)^4/36 of their energy per step). Sudden load: all
 *          modes are excited, and those with omega h near 1 decide: the order falls to one or two, with damping and without.
 * Values:  differences from the same mesh with alpha = 0 at a tenth of the smallest step.
 */
#include <math.h>

#include "support/parameters.h"

static const char cantilever[] = "param { sudden = 0 }\n"
                                 "local b = beam { name = 'b', from = {0, 0, 0}, to = {2, 0, 0}, elements = 10, "
                                 "section = circle { radius = 0.01 },\n"
                                 "  E = 2.1e11, nu = 0.3, density = 7850 }\n"
                                 "fixed { ground, b.first }\n"
                                 "force { b.last, value = function(t)\n"
                                 "  local s = sudden == 1 and 1 or min(t/0.2, 1)\n"
                                 "  return 0, 0, sudden == 1 and -20 or -20*s^4*(35 - 84*s + 70*s^2 - 20*s^3) end }\n"
                                 "channel('tip', position(b.last))\n"
                                 "run { dt = 1e-3, duration = 1 }\n";

/* Height of the tip at 0.4 s; NAN: the run failed. */
static double tip(int sudden, double alpha, int steps)
{
  const char *const set[] = {sudden ? "sudden=1" : "sudden=0"};
  simulated s;
  double z = NAN;
  if (simulate_set(&s, cantilever, 1, set, "ed", alpha)) {
    CHECK(advance_to(&s, 0.4, steps) && observe(&s));
    z = value(&s, "tip", 2);
    simulated_free(&s);
  }
  return z;
}

/* The order between two numbers of steps, and the error with the more of them. */
static double order_of(int sudden, double alpha, int steps, int more, double reference, double *error)
{
  const double a = fabs(tip(sudden, alpha, steps) - reference);
  *error = fabs(tip(sudden, alpha, more) - reference);
  return log(a / *error) / log((double)more / steps);
}

static void test_smooth_load(void)
{
  const double reference = tip(0, 0, 1600);
  double error;
  CHECK(order_of(0, 0, 40, 160, reference, &error) > 3.8);
  CHECK(error < 3e-9);
  CHECK(order_of(0, 1, 40, 160, reference, &error) > 2.9);
  CHECK(error < 5e-7);
  CHECK(order_of(0, 0.1, 40, 160, reference, &error) > 2.8); /* a tenth of the damping: a tenth of the error */
  CHECK(error < 5e-8);
}

/* Root mean square of the errors with n, 2n, 4n steps: single ones scatter, since the phases of many modes decide. */
static double mean_error(double alpha, int n, double reference)
{
  double sum = 0;
  for (int k = 1; k <= 4; k *= 2) {
    const double e = tip(1, alpha, k * n) - reference;
    sum += e * e / 3;
  }
  return sqrt(sum);
}

static void test_sudden_load(void)
{
  const double reference = tip(1, 0, 6400);
  for (int alpha = 0; alpha < 2; alpha++) {
    const double coarse = mean_error(alpha, 40, reference), fine = mean_error(alpha, 320, reference);
    CHECK(coarse < 4e-4); /* of 6 cm */
    CHECK(fine < 4e-5);
    CHECK(log(coarse / fine) / log(8) < 2.5); /* far from 4, with damping and without: what the documents say */
  }
}

int main(void)
{
  RUN(test_smooth_load);
  RUN(test_sudden_load);
  return REPORT();
}
