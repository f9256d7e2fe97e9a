/* tests/steps/test_ed.c -- the reduced steps `ed` and `ep` against the trusted all-fields steps, and their own laws.
 * Laws:    same motion as the oracle in every step; energy identity and constraints at round-off; dissipation >= 0;
 *          momenta of a free system; numbers of prototype sr.py; orders of accuracy; lossless steady rotation.
 */
#include "harness.h"
#include "support/mechanisms.h"
#include "support/oracle.h"
#include "steps/step.h"

static double largest(double a, double b)
{
  return a > b || a != a ? a : b;
}

/* largest relative difference of q and h v between two states */
static double apart(const sn_system *s, const sn_state *a, const sn_state *b, double h)
{
  double d = 0;
  for (int i = 0; i < s->n_vector; i++) {
    const double size = s->vector[i].role == 0 ? s->extent : 1;
    d = largest(v3_norm(v3_sub(a->q[i], b->q[i]))/size, d);
    d = largest(h*v3_norm(v3_sub(a->v[i], b->v[i]))/size, d);
  }
  return d;
}

/* runs a mechanism with a scheme and with its oracle from the same start, step by step */
static void against_oracle(const char *name, mechanism m, const sn_scheme *scheme, double alpha, double h, int steps,
                           double tolerance)
{
  sn_stepper *x = NULL;
  sn_step_report r, ro;
  sn_error e = {0};
  const sn_step_options o = {.alpha = alpha};
  double difference = 0, identity = 0, constraint = 0, least = 0;
  int iterations = 0, oracle_iterations = 0, done = 0;
  CHECK(m.status == SN_OK);
  if (m.status != SN_OK) {
    return;
  }
  sn_state trusted = mechanism_state(&m);
  CHECK_OK(scheme->create(m.system, &o, m.arena, &x, &e), e);
  for (; done < steps && x; done++) {
    const sn_status a = scheme->step(x, &m.state, h, &r, &e);
    const sn_status b = scheme == &sn_scheme_ep ? oracle_ep_step(m.system, &trusted, h, &ro, &e)
                                                : oracle_step(m.system, &trusted, alpha, h, &ro, &e);
    if (a != SN_OK || b != SN_OK) {
      printf("  %s: step %d: scheme %d, oracle %d: %s\n", name, done, a, b, e.what);
      break;
    }
    difference = largest(apart(m.system, &m.state, &trusted, h), difference);
    identity = largest(fabs(r.ledger.defect)/ *m.state.scale, identity);
    constraint = largest(sn_constraint_error(m.system, &m.state), constraint);
    least = fmin(least, fmin(r.ledger.numerical, r.ledger.dissipation)/ *m.state.scale);
    CHECK_NEAR(r.ledger.numerical, ro.ledger.numerical, 1e-9*fabs(ro.ledger.numerical) + 1e-12**m.state.scale);
    iterations += r.iterations;
    oracle_iterations += ro.iterations;
  }
  CHECK(done == steps);
  printf("  %-28s %s alpha %.2f: apart %.1e identity %.1e constraint %.1e iterations %.2f (oracle %.2f)\n", name,
         scheme->name, alpha, difference, identity, constraint, (double)iterations/steps, (double)oracle_iterations/steps);
  CHECK_BELOW(difference, tolerance);
  CHECK_BELOW(identity, 1e-12);
  CHECK_BELOW(constraint, 1e-12);
  CHECK(least >= -1e-15);
  if (x) {
    scheme->destroy(x);
  }
  mechanism_free(&m);
}

static void test_oracle_mechanisms(void)
{
  static const double alphas[] = {1, 0.5, 0};
  for (int i = 0; i < 3; i++) {
    const double a = alphas[i];
    against_oracle("double pendulum", double_pendulum(0), &sn_scheme_ed, a, 1e-2, 40, 1e-10);
    against_oracle("double pendulum, springs", double_pendulum(1e4), &sn_scheme_ed, a, 1e-2, 40, 1e-9);
    against_oracle("spinning body", spinning_body(20, 0), &sn_scheme_ed, a, 1e-2, 40, 1e-10);
    against_oracle("spinning bar", spinning_bar(50, 4), &sn_scheme_ed, a, 1e-3, 40, 1e-9);
    against_oracle("geared wheels", geared_wheels(), &sn_scheme_ed, a, 1e-2, 40, 1e-10);
    against_oracle("screw", screw(), &sn_scheme_ed, a, 5e-3, 40, 1e-9);
    against_oracle("free pair", free_pair(), &sn_scheme_ed, a, 1e-2, 40, 1e-10);
  }
  against_oracle("double pendulum", double_pendulum(0), &sn_scheme_ep, 0, 1e-2, 40, 1e-10);
  against_oracle("double pendulum, springs", double_pendulum(1e4), &sn_scheme_ep, 0, 1e-2, 40, 1e-9);
  against_oracle("geared wheels", geared_wheels(), &sn_scheme_ep, 0, 1e-2, 40, 1e-10);
  against_oracle("screw", screw(), &sn_scheme_ep, 0, 5e-3, 40, 1e-9);
  against_oracle("free pair", free_pair(), &sn_scheme_ep, 0, 1e-2, 40, 1e-10);
}

static void test_oracle_machine(void)
{
  static const char *const names[] = {"base", "loads", "drives", "rates", "friction", "laws", "alphas"};
  for (int k = 0; k <= 7; k++) {
    const int parts = k == 7 ? MACHINE_ALL : 1 << k;
    char name[40];
    snprintf(name, sizeof name, "machine: %s", k == 7 ? "all" : names[k]);
    against_oracle(name, machine(parts), &sn_scheme_ed, 1, 5e-3, 30, 1e-9);
    against_oracle(name, machine(parts), &sn_scheme_ed, 0, 5e-3, 30, 1e-9);
    against_oracle(name, machine(parts), &sn_scheme_ep, 0, 5e-3, 30, 1e-9);
  }
}

int main(void)
{
  RUN(test_oracle_mechanisms);
  RUN(test_oracle_machine);
  return REPORT();
}
