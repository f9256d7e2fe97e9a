/* tests/mechanisms/test_light_parts.c -- reactions and accelerations beside parts that are very light.
 * What:    a pendulum of 1 kg hangs on a part of 1e-3 to 1e-13 kg, which is held by the ground, or by a joint that its own motion turns:
 *          reactions against the closed form of the pendulum, and of a double pendulum whose first part has no mass: it pulls along itself.
 */
#include "support/parameters.h"

static const char held[] =
    "param { m = 1e-12, scale = 1 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { name = 'a', at = {0.5, 0, 0}, mass = m*scale, inertia = {0.1*m*scale, 0.1*m*scale, 0.1*m*scale} "
    "}\n"
    "local b = body { name = 'b', at = {1.5, 0, 0}, mass = scale, inertia = {0.1*scale, 0.1*scale, 0.1*scale} }\n"
    "fixed { name = 'p', ground, a, at = {0, 0, 0} }\n"
    "revolute { name = 'q', a, b, at = {1, 0, 0}, axis = 'y', initial_rate = 3 }\n"
    "channel('P', reaction('p')) channel('Q', reaction('q')) channel('acc', acceleration(b))\n"
    "run { dt = 1e-3, duration = 1 }\n";

static void test_held(void)
{
  for (int k = 3; k <= 13; k++) {
    simulated s;
    char light[32];
    const char *const set[] = {light, k % 2 ? "scale=1" : "scale=1e-5"};
    const double M = k % 2 ? 1 : 1e-5, m = pow(10, -k) * M;
    (void)snprintf(light, sizeof light, "m=1e-%d", k);
    if (simulate_set(&s, held, 2, set, "ed", 1) && observe(&s)) {
      const double down = 9.81 * 0.25 / 0.35, R = M * (9.81 - down); /* J = 0.1 about the centre, arm 0.5 */
      CHECK_NEAR(value(&s, "acc", 2), -down, 1e-9);
      CHECK_NEAR(value(&s, "Q", 0), -M * 0.5 * 9, 1e-9 * M);
      CHECK_NEAR(value(&s, "Q", 2), R, 1e-9 * M);
      CHECK_NEAR(value(&s, "P", 2), R + 9.81 * m, 1e-9 * M);
    }
    simulated_free(&s);
  }
}

/* Both parts swing; the light one turns with J = 0 about its hinge: the force in both joints is along it. */
static const char swings[] =
    "param { m = 1e-12 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { name = 'a', at = {0.3, 0, -0.4}, mass = m, inertia = {0.1*m, 0.1*m, 0.1*m} }\n"
    "local b = body { name = 'b', at = {1.1, 0, -0.8}, mass = 1, inertia = {0.1, 0.1, 0.1} }\n"
    "revolute { name = 'p', ground, a, at = {0, 0, 0}, axis = 'y', initial_rate = 2 }\n"
    "revolute { name = 'q', a, b, at = {0.6, 0, -0.8}, axis = 'y', initial_rate = -1 }\n"
    "channel('P', reaction('p')) channel('acc', acceleration(b))\n"
    "run { dt = 1e-3, duration = 1 }\n";

static void test_swings(void)
{
  double along[2] = {0};
  for (int k = 0; k < 4; k++) {
    simulated s;
    const char *const set[] = {k == 0 ? "m=1e-9" : k == 1 ? "m=1e-10" : k == 2 ? "m=1e-12" : "m=1e-13"};
    if (simulate_set(&s, swings, 1, set, "ed", 1) && observe(&s)) {
      const double x = value(&s, "P", 0), z = value(&s, "P", 2);
      CHECK_NEAR(x * 0.8 + z * 0.6, 0, 1e-8); /* across it */
      CHECK_NEAR(value(&s, "acc", 0), x, 1e-7);
      CHECK_NEAR(value(&s, "acc", 2), z - 9.81, 1e-7);
      along[k > 0] = -0.6 * x + 0.8 * z;
      CHECK_NEAR(along[k > 0], along[0], 1e-7);
    }
    simulated_free(&s);
  }
}

int main(void)
{
  RUN(test_held);
  RUN(test_swings);
  return REPORT();
}
