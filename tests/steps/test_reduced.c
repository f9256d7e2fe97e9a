/* tests/steps/test_reduced.c -- the reduced steps `ed` and `ep` against the all-fields oracle, step by step.
 * What:    both run from the same start; q, v, stresses and multipliers, internal multipliers, own state and every
 *          entry of the ledger must agree to the tolerance of the iterations.
 */
#include "../harness.h"
#include "../support/mechanisms.h"
#include "../support/oracle.h"

static double largest(const double *x, int n, double least)
{
  for (int i = 0; i < n; i++) {
    least = fmax(least, fabs(x[i]));
  }
  return least;
}
/* largest difference over the largest value (at least 1) */
static double apart(const double *a, const double *b, int n)
{
  double d = 0;
  for (int i = 0; i < n; i++) {
    d = fmax(d, fabs(a[i] - b[i]));
  }
  return d/largest(b, n, 1);
}

typedef struct {
  double q, v, stress, sigma, own, ledger;
} difference;

static void widen(difference *d, const sn_system *s, const sn_state *a, const sn_state *b, const sn_ledger *l,
                  const sn_ledger *m)
{
  const double scale = fmax(m->kinetic + m->strain, 1e-3);
  const double terms[6] = {l->work_loads - m->work_loads, l->work_drives - m->work_drives,
                           l->work_base - m->work_base,   l->dissipation - m->dissipation,
                           l->numerical - m->numerical,   l->strain - m->strain};
  d->q = fmax(d->q, apart(a->q->x, b->q->x, 3*s->n_vector));
  d->v = fmax(d->v, apart(a->v->x, b->v->x, 3*s->n_vector));
  d->stress = fmax(d->stress, apart(a->stress, b->stress, s->n_stress));
  d->sigma = fmax(d->sigma, apart(a->sigma, b->sigma, 9*s->n_node));
  d->own = fmax(d->own, apart(a->own, b->own, s->n_own));
  d->ledger = fmax(d->ledger, largest(terms, 6, 0)/scale);
}

static void compare(const char *name, mechanism m, double alpha, double h, int n, int ep)
{
  CHECK_OK(m.status, m.error);
  const sn_scheme *scheme = ep ? &sn_scheme_ep : &sn_scheme_ed;
  const sn_step_options options = {.alpha = alpha, .tolerance = 1e-13};
  sn_stepper *stepper = NULL;
  sn_state a = mechanism_state(&m), b = mechanism_state(&m);
  difference d = {0};
  int reduced = 0, full = 0;
  CHECK_OK(scheme->create(m.system, &options, m.arena, &stepper, &m.error), m.error);
  for (int i = 0; i < n; i++) {
    sn_step_report r = {0}, o = {0};
    const sn_status status = scheme->step(stepper, &a, h, &r, &m.error);
    CHECK_OK(status, m.error);
    const sn_status trusted = ep ? oracle_ep_step(m.system, &b, h, &o, &m.error)
                                 : oracle_step(m.system, &b, alpha, h, &o, &m.error);
    CHECK_OK(trusted, m.error);
    if (status != SN_OK || trusted != SN_OK) {
      break;
    }
    widen(&d, m.system, &a, &b, &r.ledger, &o.ledger);
    reduced += r.iterations;
    full += o.iterations;
  }
  printf("  %-12s %s(%.1f): q %.0e v %.0e stress %.0e sigma %.0e own %.0e ledger %.0e, iterations %.1f, oracle %.1f\n",
         name, scheme->name, alpha, d.q, d.v, d.stress, d.sigma, d.own, d.ledger, (double)reduced/n, (double)full/n);
  /* round-off of positions, over h for velocities and over h^2 for stresses */
  CHECK_BELOW(d.q, 1e-11);
  CHECK_BELOW(d.v, 1e-9);
  CHECK_BELOW(d.stress, 1e-7);
  CHECK_BELOW(ep ? 0 : d.sigma, 1e-7); /* ep has no use for them */
  CHECK_BELOW(d.own, 1e-11);
  CHECK_BELOW(d.ledger, 1e-10);
  scheme->destroy(stepper);
  mechanism_free(&m);
}

static void all(double alpha, int ep)
{
  static const int parts[] = {0,             MACHINE_BASE,  MACHINE_LOADS,
                              MACHINE_DRIVE, MACHINE_RATES, MACHINE_RATES | MACHINE_FRICTION,
                              MACHINE_LAWS,  MACHINE_ALPHA, MACHINE_ALL};
  compare("oscillator", oscillator(100), alpha, 0.05, 20, ep);
  compare("pendulum", double_pendulum(0), alpha, 0.01, 50, ep);
  compare("springs", double_pendulum(1e5), alpha, 0.01, 50, ep);
  compare("spin", spinning_body(100, 0), alpha, 1e-3, 50, ep);
  compare("ground axes", spinning_body(100, 1), alpha, 1e-3, 50, ep);
  compare("bar", spinning_bar(100, 4), alpha, 1e-3, 50, ep);
  compare("gear", geared_wheels(), alpha, 0.01, 40, ep);
  compare("screw", screw(), alpha, 5e-3, 40, ep);
  compare("free pair", free_pair(), alpha, 5e-3, 40, ep);
  for (int i = 0; i < (int)(sizeof parts/sizeof *parts); i++) {
    char name[32];
    snprintf(name, sizeof name, "machine %d", parts[i]);
    compare(name, machine(parts[i]), alpha, 4e-3, 40, ep);
  }
}

static void test_ed_1(void)
{
  all(1, 0);
}
static void test_ed_half(void)
{
  all(0.5, 0);
}
static void test_ed_0(void)
{
  all(0, 0);
}
static void test_ep(void)
{
  all(0, 1);
}

int main(void)
{
  RUN(test_ed_1);
  RUN(test_ed_half);
  RUN(test_ed_0);
  RUN(test_ep);
  return REPORT();
}
