/* tests/steps/test_path.c -- one-sided laws along the path of a step (laws/path_law.c).
 * Laws:    means are those of a quadrature with a hundred thousand points, whatever the path crosses; the work of tau_c and tau_d is the
 *          change of the energy plus what a damper takes; a damper takes, and it never pulls; derivatives against differences.
 */
#include "harness.h"
#include "laws/gauss.h"
#include "laws/path.h"
#include "system/builder.h"

typedef struct {
  double eps_i, a, b;
} way;
/* the edge is at 0.1: never reached, entered, left, entered and left, left and entered, along it, and from the edge itself */
static const way ways[] = {{0, 0.05, 0.01},    {0, 0.3, 0.05},    {0.4, -0.5, 0.1}, {0.05, 0.02, 0.3},
                           {0.2, -0.05, -0.3}, {0.3, 0.01, 0.02}, {0.1, 0.2, -0.1}};
enum { WAYS = sizeof ways / sizeof *ways };

static double strain(const way *w, double s)
{
  return w->eps_i + w->a * s + 3 * w->b * s * (1 - s);
}

static void put(const way *w, int one_stage, sn_path *p)
{
  *p = (sn_path){
      .eps_i = w->eps_i, .a_eps = w->a, .b_eps = one_stage ? 0 : w->b, .h = 0.05, .approach_i = 2, .rate_i = -2};
}

static void test_potentials(sn_builder *b)
{
  static const double powers[] = {1, 1.5, 2};
  for (int i = 0; i < 2 * 3 * WAYS; i++) {
    const int above = i % 2;
    const double power = powers[i / 2 % 3];
    const way w = ways[i / 6];
    const sn_potential *V = sn_potential_power(b, 300, 0.1, above, power);
    sn_path p;
    double c = 0, d = 0, k;
    put(&w, 0, &p);
    sn_path_potential(V, 0, 1, &p);
    enum { FINE = 100000 };
    for (int n = 0; n < FINE; n++) {
      const double s = (n + 0.5) / FINE, f = V->force(V, strain(&w, s), &k);
      c += f / FINE;
      d += R3 * (2 * s - 1) * f / FINE;
    }
    CHECK_NEAR(-p.residual[0], c, (power == 1.5 ? 2e-3 : 1e-5) * (1 + fabs(c)));
    CHECK_NEAR(-p.residual[1], d, (power == 1.5 ? 2e-3 : 1e-5) * (1 + fabs(c)));
    const double work = -p.residual[0] * w.a + R3 * p.residual[1] * w.b;
    CHECK_NEAR(work, V->difference(V, w.eps_i, w.eps_i + w.a), 1e-13);
    CHECK((above ? 1 : -1) * p.residual[0] <= 0); /* pushes */
  }
}

static void take(const sn_potential *V, const sn_rate_law *l, const sn_contact *c, sn_path *p)
{
  if (c) {
    sn_path_contact(c, V, 0, 1, p);
  } else if (V) {
    sn_path_potential(V, 0, 1, p);
  } else {
    sn_path_rate(l, 1, p);
  }
}

/* d(tau_c, tau_d)/d(a, b) */
static void check_slopes(const way *w, const sn_potential *V, const sn_rate_law *l, const sn_contact *c)
{
  const double step = 1e-7;
  sn_path p, q[2];
  put(w, 0, &p);
  take(V, l, c, &p);
  for (int by = 0; by < 2; by++) {
    for (int k = 0; k < 2; k++) {
      way moved = *w;
      *(by ? &moved.b : &moved.a) += k ? -step : step;
      put(&moved, 0, q + k);
      take(V, l, c, q + k);
    }
    for (int row = 0; row < 2; row++) {
      const double *x[2] = {row ? &q[0].tau_d : &q[0].tau_c, row ? &q[1].tau_d : &q[1].tau_c};
      const double tau = (*x[0] - q[0].residual[row]) - (*x[1] - q[1].residual[row]);
      CHECK_NEAR(p.law[2 * row + by], tau / (2 * step), 1e-5 * (300 + fabs(p.law[2 * row + by])));
    }
  }
}

static void test_dampers(sn_builder *b)
{
  static const double dampings[] = {0.02, 1, 50};
  for (int i = 0; i < 2 * 3 * WAYS; i++) {
    const int above = i % 2;
    const way w = ways[i / 6];
    const sn_potential *V = sn_potential_one_sided(b, 300, 0.1, above);
    const sn_rate_law *l = sn_rate_stop(b, 300, 0.1, above, dampings[i / 2 % 3]);
    sn_path p, e;
    put(&w, 0, &p);
    sn_path_rate(l, 1, &p);
    CHECK(p.loss >= 0 && p.residual[0] == 0 && p.residual[1] == 0);
    CHECK_NEAR(p.tau_c * w.a - R3 * p.tau_d * w.b, p.loss, 1e-13 * (1 + p.loss));
    put(&w, 0, &e);
    sn_path_potential(V, 0, 1, &e);
    CHECK((above ? 1 : -1) * (p.tau_c - e.residual[0]) >= -1e-12); /* pushes */
    put(&w, 1, &p);
    sn_path_rate(l, 0, &p);
    CHECK(p.loss >= 0 && p.tau_d == 0 && p.law[1] == 0 && p.law[2] == 0 && p.law[3] == 0);
    CHECK_NEAR(p.tau_c * w.a, p.loss, 1e-13 * (1 + p.loss));
    check_slopes(&w, V, NULL, NULL);
    check_slopes(&w, NULL, l, NULL);
  }
}

/* A contact with the loss of impacts: it takes, it never pulls, and the work is that of the potential plus the loss. */
static void test_contacts(sn_builder *b)
{
  static const double losses[] = {0, 0.5, 40}, starts[] = {0.1, -0.05, 0.02, -0.3};
  for (int i = 0; i < 3 * 4 * 2; i++) {
    const sn_potential *V = sn_potential_power(b, 300, 0, 0, i % 2 ? 1.5 : 1);
    const sn_contact c = {.loss = losses[i / 8], .slowest = 0.1};
    const way w = {starts[i / 2 % 4], i % 4 == 3 ? 0.3 : -0.25, 0.05};
    sn_path p;
    for (int one_stage = 0; one_stage < 2; one_stage++) {
      put(&w, one_stage, &p);
      sn_path_contact(&c, V, 0, !one_stage, &p);
      const double b_eps = one_stage ? 0 : w.b, tau_c = -p.residual[0], tau_d = -p.residual[1];
      CHECK(p.loss >= 0 && (c.loss > 0 || p.loss == 0));
      CHECK(tau_c <= 1e-13); /* pushes */
      CHECK_NEAR(tau_c * w.a - R3 * tau_d * b_eps, V->difference(V, w.eps_i, w.eps_i + w.a) + p.loss, 1e-12);
    }
    if (i % 2 == 0) {
      check_slopes(&w, V, NULL, &c);
    }
  }
}

int main(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_builder *b = sn_builder_new(arena);
  test_potentials(b);
  test_dampers(b);
  test_contacts(b);
  sn_arena_free(arena);
  return REPORT();
}
