/* tests/steps/test_oracle.c -- laws and orders of the all-fields SR(alpha) and EP, the reference of the reduced steps.
 * Numbers: findings of the study behind the scheme (docs/theory.md): double pendulum, oscillator, wheels, screw.
 */
#include "../harness.h"
#include "../support/mechanisms.h"
#include "../support/oracle.h"

/* n steps; returns the last status; worst relative defect, lowest numerical loss, sums of losses */
typedef struct {
  sn_status status;
  double worst, lowest, numerical, dissipation;
  int iterations;
} outcome;

static outcome run(mechanism *m, sn_state *x, double alpha, double h, int n, int ep)
{
  outcome o = {.lowest = 0};
  double scale = fabs(mechanism_energy(m, x));
  for (int i = 0; i < n; i++) {
    sn_step_report r;
    o.status = ep ? oracle_ep_step(m->system, x, h, &r, &m->error) : oracle_step(m->system, x, alpha, h, &r, &m->error);
    if (o.status != SN_OK) {
      printf("step %d: %s\n", i, m->error.what);
      return o;
    }
    scale = fmax(scale, r.ledger.kinetic + r.ledger.strain);
    o.worst = fmax(o.worst, fabs(r.ledger.defect) / scale);
    o.lowest = fmin(o.lowest, fmin(r.ledger.numerical, r.ledger.dissipation));
    o.numerical += r.ledger.numerical;
    o.dissipation += r.ledger.dissipation;
    o.iterations += r.iterations;
  }
  return o;
}

static void test_oscillator(void)
{
  /* trace and determinant of the amplification matrix (docs/theory.md, linear limit) from two independent starts */
  static const double alphas[4] = {0, 0.3, 0.5, 1};
  for (int i = 0; i < 4; i++) {
    const double a = alphas[i], h = 0.7;
    double A[2][2];
    for (int j = 0; j < 2; j++) {
      mechanism m = oscillator(1);
      CHECK_OK(m.status, m.error);
      const int v = m.system->node[0].vector[0];
      m.state.q[v].x[0] = j == 0;
      m.state.v[v].x[0] = j == 1;
      sn_step_report r;
      CHECK_OK(oracle_step(m.system, &m.state, a, h, &r, &m.error), m.error);
      A[0][j] = m.state.q[v].x[0];
      A[1][j] = m.state.v[v].x[0];
      mechanism_free(&m);
    }
    double trace, determinant;
    oscillator_invariants(a, h, &trace, &determinant);
    CHECK_NEAR(A[0][0] + A[1][1], trace, 1e-14);
    CHECK_NEAR(A[0][0] * A[1][1] - A[0][1] * A[1][0], determinant, 1e-14);
  }
}

static double pendulum_error(double stiffness, double alpha, double dt, int ep)
{
  sn_v3 ref[2];
  double_pendulum_reference(1, ref);
  mechanism m = double_pendulum(stiffness);
  CHECK_OK(m.status, m.error);
  const outcome o = run(&m, &m.state, alpha, dt, (int)(1 / dt + 0.5), ep);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_BELOW(-o.lowest, 1e-14);
  double worst = 0;
  for (int i = 0; i < 2; i++) {
    const sn_v3 d = v3_sub(m.state.q[m.system->node[i].vector[0]], ref[i]);
    for (int c = 0; c < 3; c++) {
      worst = fmax(worst, fabs(d.x[c]));
    }
  }
  mechanism_free(&m);
  return worst;
}

static void test_double_pendulum(void)
{
  static const double dt[3] = {0.02, 0.01, 0.005}, sr[3] = {7.6e-6, 4.7e-7, 2.9e-8}, ep[3] = {4.7e-3, 1.2e-3, 2.9e-4};
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(pendulum_error(0, 1, dt[i], 0) / sr[i], 1, 0.02);
    CHECK_NEAR(pendulum_error(0, 0, dt[i], 1) / ep[i], 1, 0.03);
  }
}

static void test_spin(void)
{
  mechanism m = spinning_body(100, 0);
  CHECK_OK(m.status, m.error);
  const double K = mechanism_energy(&m, &m.state);
  outcome o = run(&m, &m.state, 1, 1e-3, 100, 0);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.numerical / K, 1e-20);
  CHECK_BELOW(o.worst, 1e-13);
  mechanism_free(&m);
  m = spinning_body(100, 1);        /* coincidence in ground axes: the rotating reaction counts as a rate of stress */
  run(&m, &m.state, 1, 1e-3, 5, 0); /* the multipliers of the start are zero */
  o = run(&m, &m.state, 1, 1e-3, 100, 0);
  printf("  loss per step in ground axes %.3g (2.3e-8)\n", o.numerical / K / 100);
  CHECK_NEAR(o.numerical / K / 100 / 2.3e-8, 1, 0.01);
  mechanism_free(&m);
}

static void test_bar(void)
{
  mechanism m = spinning_bar(100, 4);
  CHECK_OK(m.status, m.error);
  const double K = mechanism_energy(&m, &m.state);
  outcome o = run(&m, &m.state, 1, 1e-3, 60, 0);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_NEAR(o.numerical / K / 1.5e-4, 1, 0.03); /* the stretch energy of the start, and nothing else */
  const double before = mechanism_energy(&m, &m.state);
  o = run(&m, &m.state, 1, 1e-3, 40, 0);
  CHECK_BELOW((before - mechanism_energy(&m, &m.state)) / K, 1e-8);
  mechanism_free(&m);
}

static void test_momenta(void)
{
  for (int ep = 0; ep < 2; ep++) {
    mechanism m = free_pair();
    CHECK_OK(m.status, m.error);
    sn_v3 P0, J0, P, J;
    sn_momenta(m.system, &m.state, &P0, &J0);
    const outcome o = run(&m, &m.state, 1, 5e-3, 60, ep);
    CHECK(o.status == SN_OK);
    CHECK_BELOW(o.worst, 1e-13);
    CHECK_BELOW(-o.lowest, 1e-15);
    sn_momenta(m.system, &m.state, &P, &J);
    CHECK_BELOW(v3_norm(v3_sub(P, P0)) / v3_norm(P0), 1e-13);
    CHECK_BELOW(v3_norm(v3_sub(J, J0)) / v3_norm(J0), 1e-13);
    CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-13);
    mechanism_free(&m);
  }
}

static double angle_error(mechanism m, double reference, double alpha, double dt, double duration, int ep)
{
  CHECK_OK(m.status, m.error);
  const outcome o = run(&m, &m.state, alpha, dt, (int)(duration / dt + 0.5), ep);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_BELOW(-o.lowest, 1e-15);
  CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-13);
  const double error = fabs(m.state.own[m.own] - reference);
  mechanism_free(&m);
  return error;
}

static void test_gear(void)
{
  static const double dt[3] = {0.02, 0.01, 0.005};
  static const double one[3] = {1.2e-5, 1.5e-6, 1.9e-7}, zero[3] = {1.2e-7, 7.3e-9, 4.6e-10};
  const double ref = geared_wheels_reference(0.4);
  for (int i = 0; i < 3; i++) {
    const double e1 = angle_error(geared_wheels(), ref, 1, dt[i], 0.4, 0);
    const double e0 = angle_error(geared_wheels(), ref, 0, dt[i], 0.4, 0);
    printf("  gear dt %g: alpha 1 %.2e (%.1e), alpha 0 %.2e (%.1e)\n", dt[i], e1, one[i], e0, zero[i]);
    CHECK_NEAR(e1 / one[i], 1, 0.3); /* the numbers of the study are those with y in the path */
    CHECK_NEAR(e0 / zero[i], 1, 0.1);
  }
  const double c = angle_error(geared_wheels(), ref, 0, 0.01, 0.4, 1);
  const double f = angle_error(geared_wheels(), ref, 0, 0.005, 0.4, 1);
  CHECK_NEAR(log2(c / f), 2, 0.1);
}

static void test_screw(void)
{
  const double ref = screw_reference(0.2);
  for (int a = 0; a < 2; a++) {
    const double c = angle_error(screw(), ref, a, 0.01, 0.2, 0), f = angle_error(screw(), ref, a, 0.005, 0.2, 0);
    printf("  screw alpha %d: %.2e %.2e, order %.2f\n", a, c, f, log2(c / f));
    CHECK_NEAR(log2(c / f), a ? 3.5 : 4, 0.6);
  }
  const double c = angle_error(screw(), ref, 0, 0.005, 0.2, 1), f = angle_error(screw(), ref, 0, 0.0025, 0.2, 1);
  CHECK_NEAR(log2(c / f), 2, 0.1);
}

/* every law in one machine: the ledger closes */
static void test_machine(void)
{
  static const int parts[] = {0,
                              MACHINE_BASE,
                              MACHINE_LOADS,
                              MACHINE_DRIVE,
                              MACHINE_RATES,
                              MACHINE_RATES | MACHINE_FRICTION,
                              MACHINE_LAWS,
                              MACHINE_ALPHA,
                              MACHINE_ALL};
  for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
    for (int ep = 0; ep < 2; ep++) {
      mechanism m = machine(parts[i]);
      CHECK_OK(m.status, m.error);
      const outcome o = run(&m, &m.state, 0.8, 4e-3, 40, ep);
      CHECK(o.status == SN_OK);
      printf("  parts %3d %s: defect %.1e, numerical %.1e, dissipation %.1e, iterations %.1f\n", parts[i],
             ep ? "EP" : "SR", o.worst, o.numerical, o.dissipation, o.iterations / 40.0);
      CHECK_BELOW(o.worst, 1e-13);
      CHECK_BELOW(-o.lowest, 1e-15);
      CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-13);
      mechanism_free(&m);
    }
  }
}

int main(void)
{
  RUN(test_oscillator);
  RUN(test_double_pendulum);
  RUN(test_spin);
  RUN(test_bar);
  RUN(test_momenta);
  RUN(test_gear);
  RUN(test_screw);
  RUN(test_machine);
  return REPORT();
}
