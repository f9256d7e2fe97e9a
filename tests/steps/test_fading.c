/* tests/steps/test_fading.c -- steps in which the damping of all springs has gone (theory (6.2)) are solved without its unknowns.
 *          So are those in which all stops stay open.
 * Laws:    the same step as with them, to round-off, also when both kinds take turns; two thirds of the unknowns; a stepper that takes over
 *          in the middle, with two threads, gives the same bits.
 */
#include "harness.h"
#include "steps/ed/ed_private.h"
#include "support/written.h"

/* five links with springs between bodies and to the ground; frequencies of about 20 rad/s. Without and with something that stays damped. */
static const char links[] =
    "gravity {0, 0, -9.81}\n"
    "local last = ground\n"
    "local p = {}\n"
    "for i = 1, 5 do\n"
    "  p[i] = body {name = 'b'..i, at = {0.3*(i - 0.5), 0.02*i, 0}, mass = 0.5, inertia = {1e-3, 4e-3, 4e-3}}\n"
    "  revolute {last, p[i], at = {0.3*(i - 1), 0, 0}, axis = {0, 1, 0.1*i}, stiffness = 2}\n"
    "  last = p[i]\n"
    "end\n"
    "spring {p[1], p[5], stiffness = 40, length = 1.1, damping = 0.1}\n"
    "spring {ground, p[5], at_a = {1.5, 0, 0.5}, stiffness = 40, length = 0.4}\n";
static const char rope[] =
    "local q = point {at = {2, 0, 0}, mass = 0.1}\n"
    "cable {q, point {at = {2.5, 0, 0}, mass = 0.2}, elements = 1, stiffness = 1e6, mass_per_length = 0.1}\n";

static sn_stepper *begin(mechanism *m, sn_state *state, int threads)
{
  const sn_step_options options = {.alpha = 1, .threads = threads};
  sn_stepper *x = NULL;
  CHECK_OK(m->status, m->error);
  if (m->status == SN_OK) {
    CHECK_OK(sn_scheme_begin(&sn_scheme_ed, m->system, &options, m->arena, state, &x, &m->error), m->error);
  }
  return x;
}

static void step(sn_stepper *x, mechanism *m, sn_state *state, double h)
{
  sn_step_report r;
  CHECK_OK(sn_scheme_ed.step(x, state, h, &r, &m->error), m->error);
  CHECK_BELOW(fabs(r.ledger.defect) / *state->scale, 1e-12);
}

static double largest_difference(const double *a, const double *b, int n)
{
  double d = 0;
  for (int i = 0; i < n; i++) {
    d = fmax(d, fabs(a[i] - b[i]));
  }
  return d;
}

/* small, large: steps that resolve the springs, and that do not */
static void compare(const char *text, double small, double large)
{
  mechanism m = written(text);
  CHECK_OK(m.status, m.error);
  if (m.status != SN_OK) {
    return;
  }
  sn_state a = mechanism_state(&m), b = mechanism_state(&m), c = mechanism_state(&m);
  sn_stepper *one = begin(&m, &a, 1), *all = begin(&m, &b, 1), *later = begin(&m, &c, 2);
  if (!one || !all || !later) {
    CHECK(0);
    return;
  }
  CHECK(one->without != NULL && one->without->all.layout.n < one->all.layout.n);
  sn_stepper *unused = all->without;
  all->without = NULL;
  int gone = 0, stayed = 0;
  for (int i = 0; i < 60; i++) {
    const double h = i % 10 < 7 ? small : large;
    if (i == 35) {
      sn_state_copy(&a, &c);
    }
    step(one, &m, &a, h);
    step(all, &m, &b, h);
    gone += ed_damping_has_gone(one);
    stayed += !ed_damping_has_gone(one);
    if (i >= 35) {
      step(later, &m, &c, h);
      CHECK(memcmp(a.data, c.data, sizeof(double) * a.n) == 0);
    }
  }
  CHECK(gone == 42 && stayed == 18);
  CHECK_BELOW(largest_difference(a.q->x, b.q->x, 3 * m.system->n_vector), 1e-11);
  CHECK_BELOW(largest_difference(a.v->x, b.v->x, 3 * m.system->n_vector), 1e-9);
  all->without = unused;
  sn_scheme_ed.destroy(one);
  sn_scheme_ed.destroy(all);
  sn_scheme_ed.destroy(later);
  mechanism_free(&m);
}

static void test_springs(void)
{
  compare(links, 1e-3, 0.05);
}

static void test_beside_a_bar(void)
{
  char text[4096];
  (void)snprintf(text, sizeof text, "%s%s", links, rope);
  compare(text, 1e-3, 0.05);
}

/* All bodies have eta, and their joints nu: 5 x (18 + 15) and 5 x (12 + 10) unknowns. */
static void test_unknowns(void)
{
  mechanism m = written(links);
  sn_state a = mechanism_state(&m);
  sn_stepper *x = begin(&m, &a, 1);
  if (x) {
    CHECK(x->all.layout.n == 165 && x->without && x->without->all.layout.n == 110);
    sn_scheme_ed.destroy(x);
  }
  mechanism_free(&m);
}

/* a cable of many elements and one spring: it would not pay */
static void test_not_worth_it(void)
{
  mechanism m = written("local a = point {at = {0, 0, 0}, mass = 1}\nlocal b = point {at = {1, 0, 0}, mass = 1}\n"
                        "cable {a, b, elements = 8, stiffness = 1e4, mass_per_length = 0.1}\n"
                        "spring {ground, a, at_a = {0, 0, 1}, stiffness = 10, length = 1}\n");
  sn_state a = mechanism_state(&m);
  sn_stepper *x = begin(&m, &a, 1);
  if (x) {
    CHECK(x->without == NULL);
    sn_scheme_ed.destroy(x);
  }
  mechanism_free(&m);
}

/* Stops that stay open in a step damp nothing: no eta, and nobody asks for mobilities. limit: of the joints, rad; 0: no stops. Returns how many
   steps had no open stop that closes. */
static int swing(double limit, int steps, sn_state *end, mechanism *m)
{
  char text[1024], stop[100] = "";
  int open = 0;
  (void)(limit > 0 && snprintf(stop, sizeof stop, ", lower = -%g, upper = %g, stop_stiffness = 1e6", limit, limit));
  (void)snprintf(text, sizeof text,
                 "gravity {0, 0, -9.81}\nlocal last = ground\n"
                 "for i = 1, 3 do\n"
                 "  local b = body {at = {0.3*(i - 0.5), 0, 0}, mass = 0.5, inertia = {1e-3, 4e-3, 4e-3}}\n"
                 "  revolute {last, b, at = {0.3*(i - 1), 0, 0}, axis = 'y'%s}\n  last = b\nend\n",
                 stop);
  *m = written(text);
  *end = mechanism_state(m);
  sn_stepper *x = begin(m, end, 1);
  for (int i = 0; i < steps && x; i++) {
    step(x, m, end, 2e-3);
    int all = 1, asked = 0;
    for (int k = 0; k < m->system->n_block && limit > 0; k++) {
      all = all && (!(x->block_alpha[k] > 0) || x->open[k]);
      asked += x->mobility[k] != 0;
    }
    CHECK(!all || asked == 0);
    CHECK(limit == 0 || x->without);
    CHECK(limit == 0 || all == ed_damping_has_gone(x));
    open += all;
  }
  if (x) {
    sn_scheme_ed.destroy(x);
  }
  return open;
}

static void test_open_stops(void)
{
  sn_state a, b, c;
  mechanism m, n, k;
  CHECK(swing(0, 100, &a, &m) == 100 && swing(3, 100, &b, &n) == 100);
  CHECK_BELOW(largest_difference(a.q->x, b.q->x, 3 * m.system->n_vector), 1e-11);
  CHECK_BELOW(largest_difference(a.v->x, b.v->x, 3 * m.system->n_vector), 1e-9);
  const int open = swing(0.3, 200, &c, &k); /* the chain falls onto its stops */
  printf("  %d of 200 steps without damping\n", open);
  CHECK(open > 20 && open < 180);
  mechanism_free(&m);
  mechanism_free(&n);
  mechanism_free(&k);
}

int main(void)
{
  RUN(test_springs);
  RUN(test_beside_a_bar);
  RUN(test_unknowns);
  RUN(test_not_worth_it);
  RUN(test_open_stops);
  return REPORT();
}
