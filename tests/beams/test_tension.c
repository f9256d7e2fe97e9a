/* tests/beams/test_tension.c -- beams that pull: tension only stiffens a beam, however long its elements are.
 * What:    a wire hangs with a weight, N h^2/EI = 1 ... 1e4 on coarse meshes of every order and both measures: it stands, is as long as
 *          N/EA says, and stays so when its nodes are shaken at random; a steel wire and a limp pendulum swing at their length.
 * Why:     with x'.d1 as stretch, an element whose directors zigzag by +-a was unstrained at |x'| = 1/cos a: wires tore (docs/theory-beams.md, 2).
 * ctest:   timeout=300
 */
#include <stdlib.h>

#include "support/parameters.h"

static const char hanging[] =
    "param { ratio = 1, elements = 10, order = 2, measure = 'reissner' }\n"
    "local EI, h = 0.02, 1/elements\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {0, 0, -1}, elements = elements, order = order, "
    "measure = measure,\n"
    "  stiffness = { 1e9, 5e8, 5e8, EI, EI, EI }, mass_per_length = 0.01, rotary_inertia = { 1e-6, 1e-6 } }\n"
    "force { b.last, value = { 0, 0, -ratio*EI/h^2 } }\n"
    "channel('length', output(b, 'length')) channel('tip', position(b.last))\n"
    "run { dt = 1e-4, duration = 1, start = 'static' }\n";

static double uniform(void) /* -1 to 1, the same every time */
{
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) / 4503599627370496.0 - 1;
}

/* Velocities of places, at random, of 1 m/s. */
static void shake(simulated *s)
{
  const sn_system *system = s->session.frozen.system;
  for (int i = 0; i < system->n_vector; i++) {
    if (system->vector[i].role == 0) {
      s->state->v[i] = v3_add(s->state->v[i], v3(uniform(), uniform(), uniform()));
    }
  }
}

static double longest(simulated *s, double h, int steps)
{
  double most = 0;
  for (int i = 0; i < steps && advance(s, h) && observe(s); i++) {
    most = fmax(most, value(s, "length", 0));
  }
  return s->status == SN_OK ? most : NAN;
}

static void test_hanging(void)
{
  static const char *const mesh[][2] = {{"order=1", "elements=10"}, {"order=1", "elements=3"},
                                        {"order=2", "elements=5"},  {"order=2", "elements=2"},
                                        {"order=3", "elements=4"},  {"order=3", "elements=1"}};
  static const char *const ratio[] = {"ratio=1", "ratio=4.5", "ratio=30", "ratio=300", "ratio=1e4"};
  static const int elements[] = {10, 3, 5, 2, 4, 1};
  double worst = 0, stretched = 0;
  for (int k = 0; k < 2 * 6 * 5; k++) {
    const char *const set[] = {mesh[k % 6][0], mesh[k % 6][1], ratio[k / 6 % 5],
                               k < 30 ? "measure=reissner" : "measure=small_strain"};
    simulated s;
    if (!simulate_set(&s, hanging, 4, set, "ed", 1) || !observe(&s)) {
      return;
    }
    const int n = elements[k % 6];
    const double N = atof(ratio[k / 6 % 5] + 6) * 0.02 * n * n, l = value(&s, "length", 0);
    CHECK(!s.session.equilibrium.unstable);
    CHECK_NEAR(l, 1 + N / 1e9, 1e-10 + 2 * N / 1e9 * N / 1e9);
    worst = fmax(worst, fabs(value(&s, "tip", 0)));
    shake(&s);
    const double most = longest(&s, 1e-4, SANITIZED ? 20 : 200);
    /* the kicks are 5 mJ in all: a line of mass 10 g under N lengthens by far less, a torn one doubles */
    CHECK(most < 1 + N / 1e9 + 5e-3);
    stretched = fmax(stretched, most - l);
    CHECK_BELOW(s.defect,
                1e-12 * s.scale + 2.2e-16 * 1e9 * 1e-4); /* round-off of EA e along the way of a node in a step */
    simulated_free(&s);
  }
  printf("  hanging: %.1e m beside the plumb line, longest %.1e m above N/EA\n", worst, stretched);
  CHECK_BELOW(worst, 1e-12);
}

/* ---- a steel wire of 1 mm and 1 m swings with 10 kg at its end, from 0.3 rad; a limp pendulum falls from the side */
static const char wire[] =
    "param { elements = 10, order = 2, measure = 'reissner' }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local d = { sin(0.3), 0, -cos(0.3) }\n"
    "local b = beam { name = 'b', from = {0, 0, 0}, to = d, elements = elements, order = order, measure = measure,\n"
    "  section = circle { radius = 0.5e-3 }, E = 2e11, nu = 0.3, density = 7850 }\n"
    "revolute { ground, b.first, at = {0, 0, 0}, axis = 'y' }\n"
    "point { name = 'load', at = d, mass = 10 }\n"
    "spherical { b.last, 'load', at = d }\n"
    "channel('tip', position(b.last)) channel('length', output(b, 'length'))\n"
    "run { dt = 2e-3, duration = 2 }\n";
static const char limp[] = "param { elements = 6, order = 2, measure = 'reissner' }\n"
                           "gravity { 0, 0, -9.81 }\n"
                           "local b = beam { name = 'b', from = {0, 0, 0}, to = {1, 0, 0}, elements = elements, order "
                           "= order, measure = measure,\n"
                           "  stiffness = { 1e5, 5e4, 5e4, 0.02, 0.02, 0.02 }, mass_per_length = 0.3 }\n"
                           "revolute { ground, b.first, at = {0, 0, 0}, axis = 'y' }\n"
                           "point { name = 'tip', at = {1, 0, 0}, mass = 0.3 }\n"
                           "spherical { b.last, 'tip', at = {1, 0, 0} }\n"
                           "channel('tip', position(b.last)) channel('length', output(b, 'length'))\n"
                           "run { dt = 1e-3, duration = 1 }\n";

static void swings(const char *name, const char *text, double h, int steps, const char *const (*set)[3], int n,
                   double length, double apart)
{
  double x[8][2];
  for (int k = 0; k < n; k++) {
    simulated s;
    if (!simulate_set(&s, text, 3, set[k], "ed", 1)) {
      return;
    }
    const double most = longest(&s, h, steps);
    x[k][0] = value(&s, "tip", 0), x[k][1] = value(&s, "tip", 2);
    printf("  %s, %s %s %s: longest %.4f m, tip at %.5f %.5f m\n", name, set[k][0], set[k][1], set[k][2], most, x[k][0],
           x[k][1]);
    CHECK(most < length);
    CHECK_BELOW(hypot(x[k][0] - x[0][0], x[k][1] - x[0][1]), apart);
    check_laws(&s);
    simulated_free(&s);
  }
}

static void test_wire(void)
{
  static const char *const set[][3] = {
      {"elements=10", "order=2", "measure=small_strain"}, {"elements=5", "order=2", "measure=reissner"},
      {"elements=10", "order=2", "measure=reissner"},     {"elements=3", "order=3", "measure=reissner"},
      {"elements=10", "order=1", "measure=reissner"},     {"elements=40", "order=1", "measure=reissner"}};
  swings("wire", wire, 2e-3, SANITIZED ? 50 : 1000, set, 6, 1.002, 2e-3);
}

static void test_limp(void)
{
  static const char *const set[][3] = {{"elements=12", "order=2", "measure=reissner"},
                                       {"elements=6", "order=2", "measure=reissner"},
                                       {"elements=4", "order=3", "measure=reissner"},
                                       {"elements=12", "order=1", "measure=reissner"}};
  swings("limp pendulum", limp, 1e-3, SANITIZED ? 50 : 1000, set, 4, 1.01, 2e-2);
}

int main(void)
{
  RUN(test_hanging);
  RUN(test_wire);
  RUN(test_limp);
  return REPORT();
}
