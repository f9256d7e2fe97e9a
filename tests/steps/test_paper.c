/* tests/steps/test_paper.c -- plain schemes: the ledger, the constraints, the paper's numbers, errors.
 * Numbers: double pendulum and spins of the study behind the scheme (docs/theory.md); [BBT] for the linear oscillator.
 */
#include <stdlib.h>

#include "../harness.h"
#include "../support/mechanisms.h"
#include "steps/step.h"

typedef struct {
  sn_status status;
  double worst, lowest, numerical, dissipation;
  int iterations, most;
} outcome;

static outcome run(mechanism *m, sn_state *x, double alpha, double h, int n)
{
  outcome o = {.lowest = 0};
  sn_stepper *stepper = NULL;
  const sn_step_options options = {.alpha = alpha};
  double scale = fabs(mechanism_energy(m, x));
  o.status = sn_scheme_ed_paper.create(&sn_scheme_ed_paper, m->system, &options, m->arena, &stepper, &m->error);
  for (int i = 0; i < n && o.status == SN_OK; i++) {
    sn_step_report r;
    o.status = sn_scheme_ed_paper.step(stepper, x, h, &r, &m->error);
    if (o.status != SN_OK) {
      printf("  step %d: %s %s\n", i, m->error.what, m->error.why);
      break;
    }
    scale = fmax(scale, r.ledger.kinetic + r.ledger.strain);
    o.worst = fmax(o.worst, fabs(r.ledger.defect) / scale);
    o.lowest = fmin(o.lowest, fmin(r.ledger.numerical, r.ledger.dissipation));
    o.numerical += r.ledger.numerical;
    o.dissipation += r.ledger.dissipation;
    o.iterations += r.iterations;
    o.most = r.iterations > o.most ? r.iterations : o.most;
  }
  sn_scheme_ed_paper.destroy(stepper);
  return o;
}

/* for a linear oscillator the printed scheme and SR(alpha) are the same */
static void test_oscillator(void)
{
  static const double alphas[4] = {0, 0.3, 0.5, 1};
  for (int i = 0; i < 4; i++) {
    const double a = alphas[i], h = 0.7;
    double A[2][2];
    for (int j = 0; j < 2; j++) {
      mechanism m = oscillator(1);
      const int v = m.system->node[0].vector[0];
      m.state.q[v].x[0] = j == 0;
      m.state.v[v].x[0] = j == 1;
      CHECK(run(&m, &m.state, a, h, 1).status == SN_OK);
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

static void test_double_pendulum(void)
{
  static const double dt[3] = {0.02, 0.01, 0.005}, expected[3] = {2.3e-1, 1.3e-1, 7.1e-2};
  sn_v3 ref[2];
  double_pendulum_reference(1, ref);
  for (int i = 0; i < 3; i++) {
    mechanism m = double_pendulum(0);
    CHECK_OK(m.status, m.error);
    const outcome o = run(&m, &m.state, 1, dt[i], (int)(1 / dt[i] + 0.5));
    CHECK(o.status == SN_OK);
    CHECK_BELOW(o.worst, 1e-13);
    double worst = 0;
    for (int k = 0; k < 2; k++) {
      const sn_v3 d = v3_sub(m.state.q[m.system->node[k].vector[0]], ref[k]);
      worst = fmax(worst, fmax(fabs(d.x[0]), fmax(fabs(d.x[1]), fabs(d.x[2]))));
    }
    printf("  dt %g: error %.3g (%.2g), %.1f iterations\n", dt[i], worst, expected[i], o.iterations * dt[i]);
    CHECK_NEAR(worst / expected[i], 1, 0.03);
    CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-14);
    mechanism_free(&m);
  }
}

/* steady spin, omega h = 0.1: what the default scheme mends. The constraint keeps the body rigid all the same. */
static void test_spin(void)
{
  mechanism m = spinning_body(100, 0);
  CHECK_OK(m.status, m.error);
  const double K = mechanism_energy(&m, &m.state);
  outcome o = run(&m, &m.state, 1, 1e-3, 63);
  CHECK(o.status == SN_OK);
  printf("  loss in the first turn %.3f (0.385)\n", o.numerical / K);
  CHECK_NEAR(o.numerical / K, 0.385, 0.005);
  o = run(&m, &m.state, 1, 1e-3, 937);
  CHECK(o.status == SN_OK);
  CHECK_NEAR(1 - mechanism_energy(&m, &m.state) / K, 0.909, 0.002);
  CHECK_BELOW(o.worst, 1e-13);
  const sn_node *n = m.system->node;
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      CHECK_NEAR(v3_dot(m.state.q[n->vector[1 + k]], m.state.q[n->vector[1 + l]]), k == l, 1e-14);
    }
  }
  mechanism_free(&m);
  m = spinning_body(100, 0); /* alpha = 0 conserves */
  o = run(&m, &m.state, 0, 1e-3, 100);
  CHECK(o.status == SN_OK);
  CHECK_NEAR(mechanism_energy(&m, &m.state) / K, 1, 1e-12);
  mechanism_free(&m);
}

static void test_bar(void)
{
  mechanism m = spinning_bar(100, 4);
  const double K = mechanism_energy(&m, &m.state);
  const outcome o = run(&m, &m.state, 1, 1e-3, 200);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_BELOW(-o.lowest, 0);
  printf("  loss in 200 steps %.3f\n", o.numerical / K);
  CHECK(o.numerical / K > 0.3);
  mechanism_free(&m);
}

static void test_composites(void)
{
  mechanism m = geared_wheels();
  CHECK_OK(m.status, m.error);
  outcome o = run(&m, &m.state, 1, 0.01, 40);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_BELOW(-o.lowest, 1e-15);
  CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-14);
  mechanism_free(&m);
  m = screw();
  CHECK_OK(m.status, m.error);
  o = run(&m, &m.state, 0.5, 2e-3, 100);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-14);
  mechanism_free(&m);
}

/* without losses and without spin the scheme converges: error of the wheel's angle */
static void test_order(void)
{
  double error[2];
  for (int i = 0; i < 2; i++) {
    mechanism m = geared_wheels();
    const int n = i ? 320 : 160;
    CHECK(run(&m, &m.state, 0.5, 0.4 / n, n).status == SN_OK);
    error[i] = fabs(m.state.internal[m.own] - geared_wheels_reference(0.4));
    mechanism_free(&m);
  }
  printf("  gear: error %.2e, %.2e, order %.2f\n", error[0], error[1], log2(error[0] / error[1]));
  CHECK(log2(error[0] / error[1]) > 0.9);
}

static void test_machine(void)
{
  static const int parts[] = {
      0, MACHINE_BASE, MACHINE_LOADS, MACHINE_DRIVE, MACHINE_RATES, MACHINE_LAWS, MACHINE_ALPHA, MACHINE_SMOOTH};
  static const double alphas[2] = {0.8, 0};
  for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
    for (int a = 0; a < 2; a++) {
      mechanism m = machine(parts[i]);
      CHECK_OK(m.status, m.error);
      const outcome o = run(&m, &m.state, alphas[a], 2e-3, 50);
      CHECK(o.status == SN_OK);
      printf("  parts %3d alpha %.1f: defect %.1e, numerical %.1e, dissipation %.1e, iterations %.1f, %d\n", parts[i],
             alphas[a], o.worst, o.numerical, o.dissipation, o.iterations / 50.0, o.most);
      /* at alpha = 0 the multipliers at j grow from step to step (29 to 1700 N here), and their round-off with them */
      CHECK_BELOW(o.worst, alphas[a] > 0 ? 1e-14 : 1e-12);
      CHECK_BELOW(-o.lowest, 1e-15);
      CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-14);
      CHECK(alphas[a] == 0 || o.most <= 4); /* the tangent is exact */
      mechanism_free(&m);
    }
  }
}

/* every iteration but the last few gains digits quadratically */
static void test_tangent(void)
{
  mechanism m = machine(MACHINE_SMOOTH);
  sn_stepper *stepper = NULL;
  const sn_step_options options = {.alpha = 0.7};
  sn_step_report r;
  CHECK_OK(sn_scheme_ed_paper.create(&sn_scheme_ed_paper, m.system, &options, m.arena, &stepper, &m.error), m.error);
  CHECK(sn_scheme_ed_paper.unknowns(stepper) > 0);
  for (int i = 0; i < 10; i++) {
    CHECK_OK(sn_scheme_ed_paper.step(stepper, &m.state, 5e-3, &r, &m.error), m.error);
    for (int k = 1; k < r.n_history; k++) {
      CHECK_BELOW(r.history[k], fmax(1e-13, 100 * r.history[k - 1] * r.history[k - 1]));
    }
  }
  sn_scheme_ed_paper.destroy(stepper);
  mechanism_free(&m);
}

/* a step that fails leaves the state alone and says what to do */
static void test_failure(void)
{
  mechanism m = double_pendulum(0);
  sn_stepper *stepper = NULL;
  const sn_step_options options = {.alpha = 1, .max_iterations = 2};
  sn_step_report r;
  sn_state before = mechanism_state(&m);
  CHECK_OK(sn_scheme_ed_paper.create(&sn_scheme_ed_paper, m.system, &options, m.arena, &stepper, &m.error), m.error);
  CHECK(sn_scheme_ed_paper.step(stepper, &m.state, 0.1, &r, &m.error) == SN_ENOCONV);
  CHECK_TEXT(m.error.what, "did not converge");
  CHECK_TEXT(m.error.fix, "smaller step");
  CHECK(memcmp(before.data, m.state.data, sizeof(double) * before.n) == 0);
  sn_scheme_ed_paper.destroy(stepper);
  mechanism_free(&m);
}

static void test_singular(void)
{
  mechanism m = overconstrained();
  sn_stepper *stepper = NULL;
  const sn_step_options options = {.alpha = 1};
  sn_step_report r;
  CHECK_OK(sn_scheme_ed_paper.create(&sn_scheme_ed_paper, m.system, &options, m.arena, &stepper, &m.error), m.error);
  CHECK(sn_scheme_ed_paper.step(stepper, &m.state, 0.01, &r, &m.error) == SN_ESINGULAR);
  CHECK_TEXT(m.error.where, "twice.lua:3");
  CHECK_TEXT(m.error.where, "link");
  CHECK_TEXT(m.error.why, "distance");
  sn_scheme_ed_paper.destroy(stepper);
  mechanism_free(&m);
}

/* an allocator whose n-th call fails */
static void *sometimes(void *data, size_t size)
{
  int *left = data;
  return --*left < 0 ? NULL : malloc(size);
}
static void give_back(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_memory(void)
{
  mechanism m = machine(MACHINE_SMOOTH);
  sn_status status = SN_ENOMEM;
  int calls = 0;
  while (status == SN_ENOMEM && calls < 200) {
    int left = ++calls;
    const sn_allocator allocator = {.allocate = sometimes, .release = give_back, .data = &left};
    sn_arena *arena = sn_arena_new(&allocator);
    sn_stepper *stepper = NULL;
    const sn_step_options options = {.alpha = 1};
    status = arena ? sn_scheme_ed_paper.create(&sn_scheme_ed_paper, m.system, &options, arena, &stepper, &m.error)
                   : SN_ENOMEM;
    if (status == SN_OK) {
      sn_scheme_ed_paper.destroy(stepper);
    }
    sn_arena_free(arena);
  }
  CHECK(status == SN_OK);
  CHECK(calls > 1);
  mechanism_free(&m);
}

static void test_same_bits(void)
{
  mechanism m = machine(MACHINE_SMOOTH);
  sn_state a = mechanism_state(&m), b = mechanism_state(&m);
  CHECK(run(&m, &a, 0.9, 2e-3, 20).status == SN_OK);
  CHECK(run(&m, &b, 0.9, 2e-3, 10).status == SN_OK); /* a new stepper half way: nothing is hidden */
  CHECK(run(&m, &b, 0.9, 2e-3, 10).status == SN_OK);
  CHECK(memcmp(a.data, b.data, sizeof(double) * a.n) == 0);
  mechanism_free(&m);
}

int main(void)
{
  RUN(test_oscillator);
  RUN(test_double_pendulum);
  RUN(test_spin);
  RUN(test_bar);
  RUN(test_composites);
  RUN(test_order);
  RUN(test_machine);
  RUN(test_tangent);
  RUN(test_failure);
  RUN(test_singular);
  RUN(test_memory);
  RUN(test_same_bits);
  return REPORT();
}
