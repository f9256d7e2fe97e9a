/* tests/steps/test_ed.c -- the reduced steps `ed` and `ep` against the trusted all-fields steps, and their own laws.
 * Laws:    q, v, stresses and multipliers, internal multipliers, own state and every entry of the ledger agree with the
 *          oracle in every step; energy identity and constraints at round-off; dissipation >= 0.
 * See:     tests/steps/test_acceptance.c and tests/mechanisms/test_orders.c for momenta, orders and steady rotation.
 */
#include "harness.h"
#include "steps/step.h"
#include "support/mechanisms.h"
#include "support/oracle.h"

/* largest of |x| and `least`; a NaN stays */
static double largest(const double *x, int n, double least)
{
  for (int i = 0; i < n; i++) {
    least = fabs(x[i]) <= least ? least : fabs(x[i]);
  }
  return least;
}
/* largest difference over the largest value (at least 1), or `so_far` */
static double apart(double so_far, const double *a, const double *b, int n)
{
  const double size = largest(b, n, 1);
  for (int i = 0; i < n; i++) {
    const double d = fabs(a[i] - b[i]) / size;
    so_far = d <= so_far ? so_far : d;
  }
  return so_far;
}

typedef struct {
  double q, v, stress, sigma, own, ledger; /* apart from the oracle */
  double identity, constraint, least;      /* of the scheme itself; least: dissipation over the energy scale */
} measured;

static void measure(measured *d, const sn_system *s, const sn_state *a, const sn_state *b, const sn_ledger *l,
                    const sn_ledger *m)
{
  const double scale = fmax(m->kinetic + m->strain, 1e-3);
  const double terms[6] = {(l->work_loads - m->work_loads) / scale, (l->work_drives - m->work_drives) / scale,
                           (l->work_base - m->work_base) / scale,   (l->dissipation - m->dissipation) / scale,
                           (l->numerical - m->numerical) / scale,   (l->strain - m->strain) / scale};
  d->q = apart(d->q, a->q->x, b->q->x, 3 * s->n_vector);
  d->v = apart(d->v, a->v->x, b->v->x, 3 * s->n_vector);
  d->stress = apart(d->stress, a->stress, b->stress, s->n_stress);
  d->sigma = apart(d->sigma, a->sigma, b->sigma, 9 * s->n_node);
  d->own = apart(d->own, a->internal, b->internal, s->n_internal);
  d->ledger = largest(terms, 6, d->ledger);
  const double own[2] = {l->defect / *a->scale, sn_constraint_error(s, a)};
  d->identity = largest(own, 1, d->identity);
  d->constraint = largest(own + 1, 1, d->constraint);
  d->least = fmin(d->least, fmin(l->numerical, l->dissipation) / *a->scale);
}

/* runs a mechanism with a scheme and with its oracle from the same start, step by step */
static void compare(const char *name, mechanism m, const sn_scheme *scheme, double alpha, double h, int n)
{
  const int ep = scheme == &sn_scheme_ep;
  const sn_step_options options = {.alpha = alpha, .newton_tolerance = 1e-13};
  sn_stepper *x = NULL;
  measured d = {0};
  int iterations = 0, trusted_iterations = 0, done = 0;
  CHECK_OK(m.status, m.error);
  if (m.status != SN_OK) {
    return;
  }
  sn_state a = mechanism_state(&m), b = mechanism_state(&m);
  CHECK_OK(sn_scheme_begin(scheme, m.system, &options, m.arena, &a, &x, &m.error), m.error);
  for (; done < n && x; done++) {
    sn_step_report r = {0}, o = {0};
    const sn_status status = scheme->step(x, &a, h, &r, &m.error);
    CHECK_OK(status, m.error);
    const sn_status trusted =
        ep ? oracle_ep_step(m.system, &b, h, &o, &m.error) : oracle_step(m.system, &b, alpha, h, &o, &m.error);
    CHECK_OK(trusted, m.error);
    if (status != SN_OK || trusted != SN_OK) {
      break;
    }
    measure(&d, m.system, &a, &b, &r.ledger, &o.ledger);
    iterations += r.iterations;
    trusted_iterations += o.iterations;
  }
  printf("  %-12s %s(%.1f): q %.0e v %.0e stress %.0e sigma %.0e own %.0e ledger %.0e identity %.1e constraint %.1e, "
         "iterations %.1f, oracle %.1f\n",
         name, scheme->name, alpha, d.q, d.v, d.stress, d.sigma, d.own, d.ledger, d.identity, d.constraint,
         (double)iterations / n, (double)trusted_iterations / n);
  CHECK(done == n);
  /* round-off of positions, over h for velocities and over h^2 for stresses */
  CHECK_BELOW(d.q, 1e-11);
  CHECK_BELOW(d.v, 1e-9);
  CHECK_BELOW(d.stress, 1e-7);
  CHECK_BELOW(ep ? 0 : d.sigma, 1e-7); /* ep has no use for them */
  CHECK_BELOW(d.own, 1e-11);
  CHECK_BELOW(d.ledger, 1e-10);
  CHECK_BELOW(d.identity, 1e-12);
  CHECK_BELOW(d.constraint, 1e-12);
  CHECK(d.least >= -1e-15);
  if (x) {
    scheme->destroy(x);
  }
  mechanism_free(&m);
}

static void all(const sn_scheme *scheme, double alpha)
{
  static const int parts[] = {
      0, MACHINE_BASE, MACHINE_LOADS, MACHINE_DRIVE, MACHINE_RATES, MACHINE_LAWS, MACHINE_ALPHA, MACHINE_SMOOTH};
  compare("oscillator", oscillator(100), scheme, alpha, 0.05, 20);
  compare("pendulum", double_pendulum(0), scheme, alpha, 0.01, 50);
  compare("soft springs", double_pendulum(1e4), scheme, alpha, 0.01, 40);
  compare("springs", double_pendulum(1e5), scheme, alpha, 0.01, 50);
  compare("slow spin", spinning_body(20, 0), scheme, alpha, 0.01, 40);
  compare("spin", spinning_body(100, 0), scheme, alpha, 1e-3, 50);
  compare("ground axes", spinning_body(100, 1), scheme, alpha, 1e-3, 50);
  compare("bar", spinning_bar(100, 4), scheme, alpha, 1e-3, 50);
  compare("gear", geared_wheels(), scheme, alpha, 0.01, 40);
  compare("screw", screw(), scheme, alpha, 5e-3, 40);
  compare("free pair", free_pair(), scheme, alpha, 5e-3, 40);
  for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
    char name[32];
    (void)snprintf(name, sizeof name, "machine %d", parts[i]);
    compare(name, machine(parts[i]), scheme, alpha, 4e-3, 40);
  }
}

static void test_ed_1(void)
{
  all(&sn_scheme_ed, 1);
}
static void test_ed_half(void)
{
  all(&sn_scheme_ed, 0.5);
}
static void test_ed_0(void)
{
  all(&sn_scheme_ed, 0);
}
static void test_ep(void)
{
  all(&sn_scheme_ep, 0);
}

int main(void)
{
  RUN(test_ed_1);
  RUN(test_ed_half);
  RUN(test_ed_0);
  RUN(test_ep);
  return REPORT();
}
