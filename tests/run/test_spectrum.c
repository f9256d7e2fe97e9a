/* tests/run/test_spectrum.c -- spectra of all schemes against their closed forms (docs/theory.md, linear limit; trapezoidal rule). */
#include "run/spectrum.h"

#include <math.h>

#include "harness.h"
#include "support/mechanisms.h"

static const double turns[] = {0.06, 0.3, 1, 2, 3, 10, 100};
enum { N_TURNS = sizeof turns / sizeof *turns };

/* Largest difference to the oscillator of the invariants; theta up to pi only. */
static double apart(const sn_spectrum *s, double trace, double determinant, double turn)
{
  const double radius = sqrt(determinant), theta = acos(trace / 2 / radius);
  CHECK(determinant > trace * trace / 4); /* complex for every alpha and turn tried here */
  return fmax(fabs(s->radius - radius),
              fmax(fabs(s->damping + log(radius) / theta), fabs(s->period + 1 - turn / theta)));
}

static void compare(const sn_scheme *scheme, int fades)
{
  static const double alphas[] = {0, 0.2, 0.4, 0.6, 0.8, 1};
  double worst = 0;
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < N_TURNS; k++) {
      const double h = turns[k], x4 = pow(h, 4);
      double trace, determinant;
      sn_spectrum s;
      sn_error error = {0};
      CHECK_OK(sn_spectrum_of(scheme, alphas[i], h, &s, &error), error);
      oscillator_invariants(fades ? alphas[i] * x4 / (1 + x4) : alphas[i], h, &trace, &determinant);
      worst = fmax(worst, apart(&s, trace, determinant, h));
    }
  }
  printf("  %s: %.1e\n", scheme->name, worst);
  CHECK_BELOW(worst, 1e-9);
}

static void test_decaying(void)
{
  compare(&sn_scheme_ed_paper, 0);
  compare(&sn_scheme_ed, 1);
}

/* Asymptotic radius (1 - alpha)/(1 + alpha) of both [BBT section 2.3]. */
static void test_infinity(void)
{
  for (int i = 0; i <= 10; i++) {
    sn_spectrum paper, ours;
    sn_error error = {0};
    const double turn = 600, alpha = i / 10.0, limit = (1 - alpha) / (1 + alpha);
    CHECK_OK(sn_spectrum_of(&sn_scheme_ed_paper, alpha, turn, &paper, &error), error);
    CHECK_OK(sn_spectrum_of(&sn_scheme_ed, alpha, turn, &ours, &error), error);
    CHECK_NEAR(paper.radius, limit, 2.1 / turn); /* alpha = 1: 2/turn */
    CHECK_NEAR(ours.radius, limit, 2.1 / turn);
  }
}

/* ep and midpoint are the trapezoidal rule here: theta = 2 atan(turn/2), no damping. */
static void test_one_stage(void)
{
  const sn_scheme *const schemes[] = {&sn_scheme_ep, &sn_scheme_midpoint};
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < N_TURNS; k++) {
      sn_spectrum s;
      sn_error error = {0};
      CHECK_OK(sn_spectrum_of(schemes[i], 0, turns[k], &s, &error), error);
      CHECK_NEAR(s.radius, 1, 1e-12);
      CHECK_NEAR(s.damping, 0, 1e-11);
      CHECK_NEAR(s.period, turns[k] / (2 * atan(turns[k] / 2)) - 1, 1e-9 * turns[k]);
    }
  }
}

/* far beyond the step: 1 without damping; (1 + alpha)/(1 - alpha) of hht, rho_inf of generalized_alpha (both have equal roots there, which
   decay a little later) */
static void test_stiff_radius(void)
{
  static const struct {
    const sn_scheme *scheme;
    double alpha, rho_inf, expected, limit;
  } way[] = {{&sn_scheme_ep, 0, 0, 1, 1e-6},
             {&sn_scheme_midpoint, 0, 0, 1, 1e-6},
             {&sn_scheme_trapezoidal, 0, 0, 1, 1e-6},
             {&sn_scheme_hht, -0.2, 0, 2.0 / 3, 0.03},
             {&sn_scheme_hht, -0.05, 0, 0.95 / 1.05, 0.01},
             {&sn_scheme_generalized_alpha, 0, 0.8, 0.8, 0.02}};
  for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
    const sn_step_options o = {.alpha = way[i].alpha, .rho_inf = way[i].rho_inf, .threads = 1};
    sn_error error = {0};
    double radius;
    CHECK_OK(sn_stiff_radius(way[i].scheme, &o, &radius, &error), error);
    printf("  %s: %.4f\n", way[i].scheme->name, radius);
    CHECK_NEAR(radius, way[i].expected, way[i].limit);
  }
}

int main(void)
{
  RUN(test_decaying);
  RUN(test_infinity);
  RUN(test_one_stage);
  RUN(test_stiff_radius);
  return REPORT();
}
