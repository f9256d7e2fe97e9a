/* tests/lab/test_gog_pendulum.c -- the compound pendulum of GOG with penalties: errors of five methods, which steps survive.
 * Against: a prototype of the project that shares no code (its findings, part A6): errors to 2 %, limits of steps to the tries of its scan;
 *          GOG's own statements, as far as they hold (docs/gog.md).
 */
#include "harness.h"
#include "lab/pendulum/gog_angle.h"
#include "lab/pendulum/gog_pendulum.h"

static sn_pendulum_end ended(const sn_scheme *scheme, double value, double k, sn_pendulum_alignment a, double h,
                             double t)
{
  sn_error e = {0};
  sn_pendulum_end end = {0};
  const sn_pendulum p = {scheme, value, k, a};
  CHECK_OK(sn_pendulum_run(&p, h, t, &end, &e), e);
  return end;
}

static const struct {
  const sn_scheme *scheme;
  double value, position,
      largest; /* error at 2 s with 0.01 s and 1e7 N/m; largest step at 1e7 N/m, 60 s (tries 10^(-k/8)) */
} methods[] = {{&sn_scheme_ep, NAN, 3.3e-4, 1},
               {&sn_scheme_midpoint, NAN, 5.8e-4, 0.0133352},
               {&sn_scheme_trapezoidal, NAN, 6.1e-4, 0.0316228},
               {&sn_scheme_hht, -0.2, 8.6e-4, 0.237137}};

static void test_errors(void)
{
  sn_error e = {0};
  sn_v3 B;
  CHECK_OK(sn_pendulum_exact(2, &B, &e), e);
  for (int i = 0; i < 4; i++) {
    const sn_pendulum_end end = ended(methods[i].scheme, methods[i].value, 1e7, SN_ALIGN_CROSS, 0.01, 2);
    const double error = v3_norm(v3_sub(end.B, B)) / 2;
    printf("  %-12s position %.2e, energy %.1e, turn %.1e\n", methods[i].scheme->name, error,
           fabs(end.end_energy) / SN_PENDULUM_ENERGY, fabs(end.end_turn));
    CHECK(end.survived);
    CHECK_NEAR(error, methods[i].position, 0.02 * methods[i].position);
  }
}

/* order 2 of the energy-momentum method, above the plateau of the penalty */
static void test_order(void)
{
  sn_error e = {0};
  sn_v3 B;
  CHECK_OK(sn_pendulum_exact(2, &B, &e), e);
  const sn_pendulum_end one = ended(&sn_scheme_ep, NAN, 1e9, SN_ALIGN_LINEAR, 0.02, 2),
                        half = ended(&sn_scheme_ep, NAN, 1e9, SN_ALIGN_LINEAR, 0.01, 2);
  CHECK_NEAR(v3_norm(v3_sub(one.B, B)) / v3_norm(v3_sub(half.B, B)), 4, 0.2);
}

/* energy at round-off in both forms; the angular momentum only where the constraint turns with the body */
static void test_conserved(void)
{
  const sn_pendulum_end cross = ended(&sn_scheme_ep, NAN, 1e7, SN_ALIGN_CROSS, 0.1, 2),
                        linear = ended(&sn_scheme_ep, NAN, 1e7, SN_ALIGN_LINEAR, 0.1, 2);
  printf("  A x B: energy %.1e, turn %.1e; B = 2 A: energy %.1e, turn %.1e\n", cross.energy, cross.turn, linear.energy,
         linear.turn);
  CHECK_BELOW(cross.energy, 1e-11);
  CHECK_BELOW(linear.energy, 1e-11);
  CHECK_BELOW(linear.turn, 1e-12);
  CHECK(cross.turn > 1e-11); /* GOG's own constraint: small, not zero */
}

static void test_survival(void)
{
  for (int i = 0; i < 4; i++) {
    const double h = methods[i].largest, above = h * pow(10, 0.125);
    CHECK(ended(methods[i].scheme, methods[i].value, 1e7, SN_ALIGN_CROSS, h, 60).survived);
    CHECK(i == 0 || !ended(methods[i].scheme, methods[i].value, 1e7, SN_ALIGN_CROSS, above, 60).survived);
  }
  /* the limit of the midpoint rule falls as k^(-1/4), that of ep not at all */
  CHECK(ended(&sn_scheme_midpoint, NAN, 1e3, SN_ALIGN_CROSS, 0.133352, 60).survived);
  CHECK(!ended(&sn_scheme_midpoint, NAN, 1e9, SN_ALIGN_CROSS, 0.0133352, 60).survived);
  CHECK(ended(&sn_scheme_ep, NAN, 1e10, SN_ALIGN_CROSS, 1, 60).survived);
}

/* a constraint that is not quadratic: all discrete gradients keep the energy, only the one in dot products the momentum */
static void test_forces(void)
{
  sn_angle_end end[4];
  sn_error e = {0};
  for (int way = 0; way < 4; way++) {
    CHECK_OK(sn_angle_run((sn_force_way)way, 1e5, 0.02, 2, end + way, &e), e);
    printf("  way %d: energy %.1e, turn %.1e, beta %.3f to %.3f\n", way, end[way].energy, end[way].turn,
           end[way].lowest, end[way].highest);
    CHECK(end[way].survived);
    CHECK((end[way].energy < 1e-12) == (way != SN_FORCE_MIDPOINT));
    CHECK((end[way].turn < 1e-13) == (way == SN_FORCE_EP || way == SN_FORCE_MIDPOINT));
  }
  CHECK(end[SN_FORCE_BETA].lowest < 0.49 && end[SN_FORCE_BETA].highest > 0.51);
  CHECK_OK(sn_angle_run(SN_FORCE_BETA, 1e5, 0.2, 2, end, &e), e); /* there its iteration fails */
  CHECK(!end[0].survived);
  CHECK_OK(sn_angle_run(SN_FORCE_EP, 1e5, 0.2, 2, end, &e), e);
  CHECK(end[0].survived);
}

int main(void)
{
  RUN(test_errors);
  RUN(test_order);
  RUN(test_conserved);
  RUN(test_survival);
  RUN(test_forces);
  return REPORT();
}
