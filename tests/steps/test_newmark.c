/* tests/steps/test_newmark.c -- Newmark's family: against its dense oracle, closed forms of an oscillator, momenta, energy, start.
 * See:     tests/steps/test_one_stage.c for tangents and orders, tests/mechanisms/test_comparators.c for runs, resuming and bad input.
 */
#include <complex.h>

#include "harness.h"
#include "steps/one_stage/one_stage_private.h"
#include "support/mechanisms.h"
#include "support/oracle.h"

typedef struct {
  const sn_scheme *scheme;
  double value; /* of its setting */
} chosen;
static const chosen schemes[] = {
    {&sn_scheme_trapezoidal, 0}, {&sn_scheme_newmark, 0.6},           {&sn_scheme_hht, -0.2},
    {&sn_scheme_hht, -1.0 / 3},  {&sn_scheme_generalized_alpha, 0.8}, {&sn_scheme_generalized_alpha, 0}};
enum { N_SCHEME = sizeof schemes / sizeof *schemes };

static sn_step_options options_of(const chosen *c)
{
  sn_step_options o = {.newton_tolerance = 1e-12};
  sn_scheme_presets(c->scheme, &o);
  if (c->scheme->setting) {
    sn_setting_set(&o, c->scheme->setting, c->value);
  }
  return o;
}

/* the four numbers as they stand in the literature */
static oracle_newmark rule_of(const chosen *c)
{
  const double x = c->value;
  if (c->scheme == &sn_scheme_newmark) {
    return (oracle_newmark){.beta = (x + 0.5) * (x + 0.5) / 4, .gamma = x};
  }
  if (c->scheme == &sn_scheme_hht) {
    return (oracle_newmark){.alpha_f = -x, .beta = (1 - x) * (1 - x) / 4, .gamma = 0.5 - x};
  }
  if (c->scheme == &sn_scheme_generalized_alpha) {
    return (oracle_newmark){.alpha_m = (2 * x - 1) / (x + 1),
                            .alpha_f = x / (x + 1),
                            .beta = 1 / ((1 + x) * (1 + x)),
                            .gamma = (3 - x) / (2 * (1 + x))};
  }
  return (oracle_newmark){.beta = 0.25, .gamma = 0.5};
}

static void consistent(mechanism *m)
{
  sn_instant *instant = NULL;
  CHECK_OK(sn_instant_new(m->system, m->arena, &instant, &m->error), m->error);
  CHECK_OK(sn_instant_start(instant, &m->state, 1, NULL, &m->error), m->error);
  sn_instant_free(instant);
}

static sn_stepper *begin(mechanism *m, const chosen *c, sn_state *x)
{
  const sn_step_options o = options_of(c);
  sn_stepper *out = NULL;
  CHECK_OK(sn_scheme_begin(c->scheme, m->system, &o, m->arena, x, &out, &m->error), m->error);
  return out;
}

static double apart(const sn_v3 *a, const sn_v3 *b, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++) {
    most = fmax(most, v3_norm(v3_sub(a[i], b[i])));
  }
  return most;
}

/* ---- against the oracle */

static void compare(const char *name, mechanism m, const chosen *c, double h, int n)
{
  CHECK_OK(m.status, m.error);
  consistent(&m);
  sn_state a = mechanism_state(&m), b = mechanism_state(&m);
  const int nv = m.system->n_vector;
  oracle_newmark rule = rule_of(c);
  sn_instant *instant = NULL;
  sn_observation now;
  sn_stepper *x = begin(&m, c, &a);
  double q = 0, v = 0, speed = 0;
  CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
  CHECK_OK(sn_instant_observe(instant, &b, NULL, &now, &m.error), m.error);
  rule.a = SN_NEW(m.arena, sn_v3, nv);
  rule.second = SN_NEW(m.arena, sn_v3, nv);
  memcpy(rule.a, now.a, sizeof(sn_v3) * (size_t)nv);
  memcpy(rule.second, now.a, sizeof(sn_v3) * (size_t)nv);
  memcpy(b.stress, now.stress, sizeof(double) * (size_t)m.system->n_stress);
  for (int i = 0; i < n && x; i++) {
    sn_step_report r;
    CHECK_OK(c->scheme->step(x, &a, h, &r, &m.error), m.error);
    CHECK_OK(oracle_newmark_step(m.system, &b, &rule, h, &m.error), m.error);
    q = fmax(q, apart(a.q, b.q, nv));
    v = fmax(v, apart(a.v, b.v, nv));
    for (int k = 0; k < nv; k++) {
      speed = fmax(speed, v3_norm(b.v[k]));
    }
  }
  printf("  %-10s %-18s %6.3g apart %.1e, velocities %.1e of %.1e\n", name, c->scheme->name, c->value, q, v, speed);
  CHECK_BELOW(q, 2e-10);
  CHECK_BELOW(v, 1e-7 * fmax(1, speed));
  c->scheme->destroy(x);
  sn_instant_free(instant);
  mechanism_free(&m);
}

static void test_oracle(void)
{
  for (int i = 0; i < N_SCHEME; i++) {
    compare("oscillator", oscillator(100), schemes + i, 0.05, 20);
    compare("pendulum", double_pendulum(0), schemes + i, 0.01, 20);
    compare("springs", double_pendulum(1e4), schemes + i, 0.01, 20);
    compare("free pair", free_pair(), schemes + i, 5e-3, 10);
    compare("gear", geared_wheels(), schemes + i, 0.01, 10);
    compare("screw", screw(), schemes + i, 2e-3, 10);
    compare("base", machine(MACHINE_BASE | MACHINE_LAWS), schemes + i, 2e-3, 8);
    compare("loads", machine(MACHINE_LOADS | MACHINE_RATES), schemes + i, 2e-3, 8);
    compare("drives", machine(MACHINE_DRIVE), schemes + i, 2e-3, 8);
  }
}

/* ---- an oscillator x'' = -w^2 x in closed form */

/* c0 x_n + c1 x_(n+1) + c2 x_(n+2) + c3 x_(n+3) = 0 with q_n = z^n. Velocities eliminated,
     z^2 - 2 z + 1 = h^2 (beta z^2 + (1/2 + gamma - 2 beta) z + 1/2 - gamma + beta) A,
     ((1 - alpha_m) z + alpha_m) A = -w^2 ((1 - alpha_f) z + alpha_f). */
static void recurrence(const oracle_newmark *m, double wh, double c[4])
{
  const double am = m->alpha_m, af = m->alpha_f, b = m->beta, g = m->gamma, k = wh * wh;
  const double D[3] = {0.5 - g + b, 0.5 + g - 2 * b, b}, Z[3] = {1, -2, 1}, P[2] = {am, 1 - am}, Q[2] = {af, 1 - af};
  for (int i = 0; i < 4; i++) {
    c[i] = 0;
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      c[i + j] += Z[i] * P[j] + k * D[i] * Q[j];
    }
  }
}

/* largest root of it (Durand and Kerner): what a step leaves of the vibration */
static double spectral_radius(const oracle_newmark *m, double wh)
{
  double complex z[3] = {1, 0.4 + 0.9 * I, -0.65 + 0.72 * I};
  double c[4], largest = 0;
  recurrence(m, wh, c);
  for (int it = 0; it < 2000; it++) {
    for (int i = 0; i < 3; i++) {
      double complex value = c[3], others = c[3];
      for (int j = 2; j >= 0; j--) {
        value = value * z[i] + c[j];
      }
      for (int j = 0; j < 3; j++) {
        others *= j == i ? 1 : z[i] - z[j];
      }
      z[i] -= value / others;
    }
  }
  for (int i = 0; i < 3; i++) {
    largest = fmax(largest, cabs(z[i]));
  }
  return largest;
}

enum { N_LONG = 800 };
static void follow(const chosen *c, double wh, int n, double *x)
{
  mechanism m = oscillator(1);
  sn_state state = mechanism_state(&m);
  sn_stepper *s = begin(&m, c, &state);
  for (int i = 0; i < n; i++) {
    sn_step_report r;
    CHECK_OK(c->scheme->step(s, &state, wh, &r, &m.error), m.error);
    x[i] = state.q[m.system->node[0].vector[0]].x[0];
  }
  c->scheme->destroy(s);
  mechanism_free(&m);
}

static double largest(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(x[i]));
  }
  return most;
}

static void test_oscillator(void)
{
  static const double steps[] = {0.05, 0.5, 3, 30}; /* w h */
  for (int i = 0; i < N_SCHEME; i++) {
    const chosen *s = schemes + i;
    const oracle_newmark rule = rule_of(s);
    double c[4], x[N_LONG];
    for (int k = 0; k < 4; k++) {
      double worst = 0;
      follow(s, steps[k], 40, x);
      recurrence(&rule, steps[k], c);
      const double size = largest(c, 4) * largest(x, 40);
      for (int j = 0; j + 3 < 40; j++) {
        worst = fmax(worst, fabs(c[0] * x[j] + c[1] * x[j + 1] + c[2] * x[j + 2] + c[3] * x[j + 3]) / size);
      }
      printf("  %-18s %6.3g w h = %-5g spectral radius %.6f, recurrence met to %.1e\n", s->scheme->name, s->value,
             steps[k], spectral_radius(&rule, steps[k]), worst);
      CHECK_BELOW(worst, 1e-13);
      CHECK_BELOW(spectral_radius(&rule, steps[k]), 1 + 1e-9);
    }
    follow(s, 0.5, N_LONG, x); /* a vibration that the step resolves dies by its power */
    const double seen = pow(largest(x + N_LONG - 100, 100) / largest(x + 100, 100), 1.0 / (N_LONG - 200));
    CHECK_NEAR(seen, spectral_radius(&rule, 0.5), 1e-4);
  }
}

/* what is left of a vibration that the step does not resolve at all */
static void test_infinity(void)
{
  for (int i = 0; i < N_SCHEME; i++) {
    const oracle_newmark rule = rule_of(schemes + i);
    const double far = spectral_radius(&rule, 1e5), x = schemes[i].value;
    const double expected = schemes[i].scheme == &sn_scheme_generalized_alpha ? x /* what the name rho_inf says */
                            : schemes[i].scheme == &sn_scheme_hht             ? (1 + x) / (1 - x)
                            : schemes[i].scheme == &sn_scheme_newmark         ? (1.5 - x) / (0.5 + x)
                                                                              : 1;
    printf("  %-18s %6.3g at infinity %.5f, %.5f\n", schemes[i].scheme->name, x, far, expected);
    CHECK_NEAR(far, expected, 2e-3); /* double and triple roots are found to that */
  }
}

/* ---- momenta, energy, constraints */

typedef struct {
  double linear, angular, constraint,
      energy; /* largest changes, over the size of each; energy: of work and losses booked */
} walked;

static walked walk(mechanism *m, const chosen *c, double h, int n)
{
  sn_state x = mechanism_state(m);
  sn_stepper *s = begin(m, c, &x);
  sn_v3 P0, J0, P, J;
  walked w = {0};
  double defect = 0;
  sn_momenta(m->system, &x, &P0, &J0);
  for (int i = 0; i < n && s; i++) {
    sn_step_report r;
    CHECK_OK(c->scheme->step(s, &x, h, &r, &m->error), m->error);
    sn_momenta(m->system, &x, &P, &J);
    w.linear = fmax(w.linear, v3_norm(v3_sub(P, P0)) / fmax(v3_norm(P0), 1e-300));
    w.angular = fmax(w.angular, v3_norm(v3_sub(J, J0)) / fmax(v3_norm(J0), 1e-300));
    w.constraint = fmax(w.constraint, sn_constraint_error(m->system, &x));
    defect += r.ledger.defect;
    w.energy = fmax(w.energy, fabs(defect) / *x.scale);
  }
  c->scheme->destroy(s);
  return w;
}

/* Linear momentum and constraints are exact; angular momentum is as good as the motion. */
static void test_momenta(void)
{
  for (int i = 0; i < N_SCHEME; i++) {
    mechanism m = free_pair();
    consistent(&m);
    const walked a = walk(&m, schemes + i, 4e-3, 100), b = walk(&m, schemes + i, 2e-3, 200);
    const double order = log2(a.angular / b.angular);
    printf("  %-18s %6.3g momenta: linear %.1e, angular %.1e %.1e (order %.2f), constraints %.1e\n",
           schemes[i].scheme->name, schemes[i].value, b.linear, a.angular, b.angular, order, b.constraint);
    CHECK_BELOW(b.linear, 1e-12);
    CHECK_BELOW(b.constraint, 1e-13);
    CHECK(schemes[i].scheme == &sn_scheme_newmark ? order > 0.8 : order > 1.7);
    mechanism_free(&m);
  }
}

/* The ledger of what is not conserved: works of loads, drives, bases and dampers are booked to the second order, so that what is left
   over falls with the scheme's order. */
static void test_ledger(void)
{
  static const int parts[] = {MACHINE_BASE,  MACHINE_LOADS,    MACHINE_DRIVE,
                              MACHINE_RATES, MACHINE_FRICTION, MACHINE_LAWS};
  static const chosen c = {&sn_scheme_generalized_alpha, 0.8};
  for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
    mechanism m = machine(parts[i]);
    consistent(&m);
    const walked a = walk(&m, &c, 2e-3, 100), b = walk(&m, &c, 1e-3, 200);
    printf("  machine %-2d balance open by %.1e %.1e (order %.2f), constraints %.1e\n", parts[i], a.energy, b.energy,
           log2(a.energy / b.energy), b.constraint);
    CHECK(log2(a.energy / b.energy) > 1.6);
    CHECK_BELOW(b.constraint, 1e-12);
    mechanism_free(&m);
  }
  CHECK(!c.scheme->has_identity && !sn_scheme_trapezoidal.has_identity && !sn_scheme_hht.has_identity);
  CHECK(!sn_scheme_newmark.has_identity);
}

/* ---- the start: accelerations of the instant, multipliers that do not leap */

static void test_start(void)
{
  mechanism m = double_pendulum(0); /* links (1,0,0) and (0,1,0), at rest */
  const chosen c = {&sn_scheme_generalized_alpha, 0.8};
  sn_state x = mechanism_state(&m);
  sn_stepper *s = begin(&m, &c, &x);
  sn_step_report r;
  double last[8], leap[2];
  CHECK_OK(c.scheme->step(s, &x, 1e-3, &r, &m.error), m.error);
  const one_memory at = one_memory_of(m.system, &s->first);
  for (int a = 0; a < m.system->n_vector; a++) { /* horizontal links at rest do not hold them */
    const sn_v3 g = v3(0, 0, m.system->vector[a].freedom == SN_FREE ? -9.81 : 0);
    CHECK_BELOW(v3_norm(v3_sub(at.a[a], g)), 1e-12);
    CHECK_BELOW(v3_norm(v3_sub(at.second[a], g)), 1e-12);
  }
  c.scheme->destroy(s);
  for (int k = 0; k < 2; k++) { /* the multiplier of the first step differs from that of the start by O(h) */
    const double h = k ? 1e-3 : 2e-3;
    sn_state y = mechanism_state(&m);
    s = begin(&m, &c, &y);
    CHECK_OK(c.scheme->step(s, &y, h, &r, &m.error), m.error);
    leap[k] = 0;
    for (int i = 0; i < m.system->n_stress && i < 8; i++) {
      last[i] = s->first.stress[i];
      leap[k] = fmax(leap[k], fabs(y.stress[i] - last[i]));
    }
    c.scheme->destroy(s);
  }
  printf("  multipliers of the first step apart from the start by %.1e %.1e N\n", leap[0], leap[1]);
  CHECK_BELOW(leap[0], 1e-3);
  CHECK(leap[1] < 0.6 * leap[0]);
  mechanism_free(&m);
}

/* Without damping reactions alternate and grow; with it they settle. What the scheme's own warning says. */
static double roughness(const chosen *c, double h, int n)
{
  mechanism m = double_pendulum(0);
  consistent(&m);
  sn_state x = mechanism_state(&m);
  sn_stepper *s = begin(&m, c, &x);
  static const double sixth[7] = {1,  -6, 15, -20,
                                  15, -6, 1}; /* difference: 64 times what alternates, h^6 of the rest */
  double last[7] = {0}, worst = 0;
  for (int i = 0; i < n && s; i++) {
    sn_step_report r;
    double sum = 0;
    CHECK_OK(c->scheme->step(s, &x, h, &r, &m.error), m.error);
    last[i % 7] = x.stress[0];
    for (int k = 0; k < 7; k++) {
      sum += sixth[k] * last[(i + 1 + k) % 7] / 64;
    }
    worst = i > n / 2 ? fmax(worst, fabs(sum)) : worst;
  }
  c->scheme->destroy(s);
  mechanism_free(&m);
  return worst;
}

static void test_weak_instability(void)
{
  const chosen plain = {&sn_scheme_trapezoidal, 0}, damped = {&sn_scheme_generalized_alpha, 0.8};
  const double early = roughness(&plain, 5e-3, 40), late = roughness(&plain, 5e-3, 160),
               calm = roughness(&damped, 5e-3, 160);
  printf("  alternating part of a reaction: trapezoidal %.2e N, later %.2e N; generalized_alpha %.2e N\n", early, late,
         calm);
  CHECK(late > 2 * early);
  CHECK(calm < 0.01 * late);
  CHECK(sn_scheme_trapezoidal.warn(&(sn_step_options){0}, 1) != NULL);
  CHECK(sn_scheme_generalized_alpha.warn(&(sn_step_options){.rho_inf = 0.8}, 1) == NULL);
  CHECK(sn_scheme_generalized_alpha.warn(&(sn_step_options){.rho_inf = 1}, 0) == NULL);
}

int main(void)
{
  RUN(test_oracle);
  RUN(test_oscillator);
  RUN(test_infinity);
  RUN(test_momenta);
  RUN(test_ledger);
  RUN(test_start);
  RUN(test_weak_instability);
  return REPORT();
}
