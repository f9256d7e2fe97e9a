/* tests/steps/test_coordinates.c -- vectors that are no positions and scalars, with and without mass, in every scheme, in statics, modes and at
 *          instants.
 * Closed:  a chain of scalars (motion, frequencies, equilibrium); a bead that slides down a straight wire by a label s without mass, and on a
 *          parabola against its equation in s.
 * Laws:    energy identity, losses, both momenta of bodies that deform evenly; agreement with the oracle; counts of freedom; a coordinate is
 *          no place, and has no weight and no momentum.
 */
#include <string.h>

#include "analysis/modes.h"
#include "analysis/statics.h"
#include "harness.h"
#include "steps/step.h"
#include "support/coordinates.h"
#include "support/oracle.h"

/* A run of n steps from a consistent start. */
typedef struct {
  double defect, loss, apart, closed; /* the worst; of the oracle in three steps */
  sn_v3 linear, angular;              /* changes of momentum */
} answer;

static double distance(const sn_v3 *a, const sn_v3 *b, int n)
{
  double d = 0;
  for (int i = 0; i < n; i++) {
    d = fmax(d, v3_norm(v3_sub(a[i], b[i])));
  }
  return d;
}

static answer run(mechanism *m, const sn_scheme *scheme, double alpha, double h, int n, int trust)
{
  answer out = {0};
  sn_stepper *x = NULL;
  sn_instant *instant = NULL;
  sn_v3 p0, j0, p, j;
  CHECK_OK(m->status, m->error);
  CHECK_OK(sn_instant_new(m->system, m->arena, &instant, &m->error), m->error);
  if (m->status != SN_OK || !instant) {
    return out;
  }
  CHECK_OK(sn_instant_start(instant, &m->state, 1, NULL, &m->error), m->error);
  sn_state trusted = mechanism_state(m);
  sn_momenta(m->system, &m->state, &p0, &j0);
  sn_step_options options = {.threads = 1};
  sn_scheme_presets(scheme, &options);
  options.alpha = scheme == &sn_scheme_ed || scheme == &sn_scheme_ed_paper ? alpha : options.alpha;
  options.instant = instant;
  CHECK_OK(sn_scheme_begin(scheme, m->system, &options, m->arena, &m->state, &x, &m->error), m->error);
  for (int i = 0; i < n && x; i++) {
    sn_step_report r, o;
    const sn_status status = scheme->step(x, &m->state, h, &r, &m->error);
    CHECK_OK(status, m->error);
    if (status != SN_OK) {
      break;
    }
    out.defect = fmax(out.defect, fabs(r.ledger.defect)); /* J: of the scale at the end, below */
    out.loss = fmin(out.loss, r.ledger.numerical / *m->state.scale);
    out.closed = fmax(out.closed, sn_constraint_error(m->system, &m->state));
    if (i < 3 && trust) {
      CHECK_OK(scheme == &sn_scheme_ep ? oracle_ep_step(m->system, &trusted, h, &o, &m->error)
                                       : oracle_step(m->system, &trusted, alpha, h, &o, &m->error),
               m->error);
      out.apart = fmax(out.apart, distance(m->state.q, trusted.q, m->system->n_vector));
      out.apart = fmax(out.apart, distance(m->state.v, trusted.v, m->system->n_vector) * h);
    }
  }
  sn_momenta(m->system, &m->state, &p, &j);
  out.linear = v3_sub(p, p0);
  out.angular = v3_sub(j, j0);
  out.defect /= *m->state.scale;
  if (x) {
    scheme->destroy(x);
  }
  sn_instant_free(instant);
  return out;
}

static double scalar(const mechanism *m, const sn_v3 *which, int node)
{
  return which[m->system->node[node].vector[0]].x[0];
}

/* ---- chain */

/* Closed form of s_i(t): the first is released from 0.1 m. */
static double chain_at(int n, int i, double t)
{
  const double pi = 3.14159265358979323846;
  double sum = 0;
  for (int k = 1; k <= n; k++) {
    sum += 0.1 * 2 / (n + 1) * sin(k * pi / (n + 1)) * sin(k * (i + 1) * pi / (n + 1)) *
           cos(scalar_chain_frequency(n, k) * t);
  }
  return sum;
}

static void test_chain(void)
{
  enum { N = 5, STEPS = 200 };
  for (int k = 0; sn_schemes[k]; k++) {
    const sn_scheme *scheme = sn_schemes[k];
    mechanism m = scalar_chain(N, 0);
    const double h = 1.0 / STEPS;
    const int trusted = scheme == &sn_scheme_ep || scheme == &sn_scheme_ed;
    const answer a = run(&m, scheme, 0, h, STEPS, trusted);
    double error = 0, off = 0;
    for (int i = 0; i < N; i++) {
      const sn_v3 s = m.state.q[m.system->node[i].vector[0]];
      error = fmax(error, fabs(s.x[0] - chain_at(N, i, 1)));
      off = fmax(off, fabs(s.x[1]) + fabs(s.x[2]));
    }
    printf("  %-18s error %.1e m, identity %.1e, oracle %.1e\n", scheme->name, error, a.defect, a.apart);
    CHECK_BELOW(error, scheme == &sn_scheme_ed ? 2e-9 : 2e-3);
    CHECK(off == 0); /* a scalar stays on its axis */
    CHECK(!scheme->has_identity || a.defect < 1e-14);
    CHECK_BELOW(a.apart, 1e-14);
    CHECK_BELOW(v3_norm(a.linear) + v3_norm(a.angular), 1e-300); /* none */
    mechanism_free(&m);
  }
}

static void test_chain_still(void)
{
  enum { N = 4 };
  mechanism m = scalar_chain(N, -0.5);
  sn_instant *instant = NULL;
  sn_equilibrium e = {0};
  sn_modes modes = {0};
  sn_freedom_count freedom;
  const sn_modes_options options = {.count = 10, .shift = NAN};
  CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
  CHECK_OK(sn_instant_freedom(instant, &m.state, &freedom, &m.error), m.error);
  CHECK(freedom.coordinates == N && freedom.freedom == N);
  CHECK_OK(sn_statics(instant, &m.state, m.arena, &e, &m.error), m.error);
  for (int i = 0; i < N; i++) { /* the wall gave way by 0.5 m: the springs share it */
    CHECK_NEAR(scalar(&m, m.state.q, i), -0.5 * (i + 1) / (N + 1), 1e-13);
  }
  CHECK(!e.unstable);
  CHECK_OK(sn_modes_find(instant, &m.state, &options, m.arena, &modes, &m.error), m.error);
  CHECK(modes.n == N && modes.n_zero == 0 && modes.complete);
  for (int i = 0; i < modes.n; i++) {
    CHECK_NEAR(modes.mode[i].frequency, scalar_chain_frequency(N, i + 1), 1e-10);
  }
  sn_instant_free(instant);
  mechanism_free(&m);
}

/* ---- beads */

/* Down a straight wire: g sin(slope) along it, whatever the step. */
static void test_straight(void)
{
  for (int k = 0; sn_schemes[k]; k++) {
    for (int heavy = 0; heavy < 2; heavy++) {
      const sn_scheme *scheme = sn_schemes[k];
      const double slope = -0.75, mass = heavy ? 0.2 : 0, h = 0.01;
      mechanism m = bead_on_wire(slope, 0, mass);
      const answer a = run(&m, scheme, scheme == &sn_scheme_ed ? 1 : 0, h, 50, scheme == &sn_scheme_ed);
      /* (m (1 + slope^2) + mass) s'' = -m g slope */
      const double rate = -0.5 * 9.81 * slope / (0.5 * (1 + slope * slope) + mass);
      const double error = fabs(scalar(&m, m.state.q, 1) - (0.3 + rate * 0.125));
      printf("  %-18s %s: error %.1e m, identity %.1e, closed to %.1e\n", scheme->name, heavy ? "mass" : "label", error,
             a.defect, a.closed);
      CHECK_BELOW(error, scheme == &sn_scheme_ed || scheme == &sn_scheme_ep ? 1e-12 : 1e-3);
      CHECK(!scheme->has_identity || a.defect < 1e-13);
      CHECK_BELOW(a.closed, 1e-12);
      CHECK_BELOW(a.apart, 1e-12);
      CHECK(a.loss > -1e-15);
      mechanism_free(&m);
    }
  }
}

/* An instant: accelerations and the force of the wire are exact, although the label has no mass. */
static void test_instant(void)
{
  const double slope = -0.75, bend = 2, y = 0.3, z1 = slope + bend * y;
  mechanism m = bead_on_wire(slope, bend, 0);
  sn_instant *instant = NULL;
  sn_observation o;
  sn_freedom_count freedom;
  m.state.v[m.system->node[0].vector[0]] = v3(0, 1, z1);
  m.state.v[m.system->node[1].vector[0]] = v3(1, 0, 0);
  CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
  CHECK_OK(sn_instant_freedom(instant, &m.state, &freedom, &m.error), m.error);
  CHECK(freedom.coordinates == 4 && freedom.freedom == 1 && freedom.n_redundant == 0);
  CHECK_OK(sn_instant_observe(instant, &m.state, NULL, &o, &m.error), m.error);
  /* s'' (1 + z'^2) = -z' (g + bend s'^2) */
  const double a = -z1 * (9.81 + bend) / (1 + z1 * z1);
  CHECK_NEAR(scalar(&m, o.v, 1), 1, 1e-15);
  CHECK_NEAR(scalar(&m, o.a, 1), a, 2e-15);
  CHECK_NEAR(o.a[m.system->node[0].vector[0]].x[2], z1 * a + bend, 1e-14);
  CHECK_NEAR(o.stress[1], -0.5 * a, 1e-14); /* reactions along y and z; none along the wire */
  CHECK_NEAR(o.stress[2], -0.5 * (9.81 + z1 * a + bend), 1e-14);
  CHECK_NEAR(o.stress[1] + z1 * o.stress[2], 0, 1e-14);
  sn_instant_free(instant);
  mechanism_free(&m);
}

/* s'' of a bead on the parabola, and its motion by Runge and Kutta in small steps */
static double parabola(double slope, double bend, double s, double v)
{
  const double z1 = slope + bend * s;
  return -z1 * (9.81 + bend * v * v) / (1 + z1 * z1);
}
static double parabola_at(double slope, double bend, double t)
{
  enum { N = 4000 };
  const double h = t / N;
  double s = 0.3, v = 0;
  for (int i = 0; i < N; i++) {
    const double a1 = parabola(slope, bend, s, v), v2 = v + h / 2 * a1, a2 = parabola(slope, bend, s + h / 2 * v, v2),
                 v3 = v + h / 2 * a2, a3 = parabola(slope, bend, s + h / 2 * v2, v3), v4 = v + h * a3,
                 a4 = parabola(slope, bend, s + h * v3, v4);
    s += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return s;
}

static void test_parabola(void)
{
  const double slope = -0.2, bend = 2, exact = parabola_at(slope, bend, 0.8);
  double error[2];
  for (int k = 0; k < 2; k++) {
    mechanism m = bead_on_wire(slope, bend, 0);
    const answer a = run(&m, &sn_scheme_ed, 1, k ? 0.005 : 0.01, k ? 160 : 80, 1);
    error[k] = fabs(scalar(&m, m.state.q, 1) - exact);
    printf("  ed: error %.1e m, identity %.1e, oracle %.1e, closed to %.1e\n", error[k], a.defect, a.apart, a.closed);
    CHECK_BELOW(a.defect, 1e-13);
    CHECK_BELOW(a.apart, 1e-11);
    CHECK_BELOW(a.closed, 1e-12);
    CHECK(a.loss > -1e-15);
    mechanism_free(&m);
  }
  CHECK(error[0] / error[1] > 12 && error[0] / error[1] < 20); /* order four */
  mechanism m = bead_on_wire(slope, bend, 0);
  const answer a = run(&m, &sn_scheme_ep, 0, 0.005, 160, 1);
  CHECK_BELOW(a.defect, 1e-13);
  CHECK_BELOW(a.apart, 1e-11);
  CHECK_BELOW(fabs(scalar(&m, m.state.q, 1) - exact), 1e-3);
  mechanism_free(&m);
}

/* At rest where the wire is lowest; its frequency there, sqrt(g bend). */
static void test_parabola_still(void)
{
  mechanism m = bead_on_wire(-0.2, 2, 0);
  sn_instant *instant = NULL;
  sn_equilibrium e = {0};
  sn_modes modes = {0};
  const sn_modes_options options = {.count = 3, .shift = NAN};
  CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
  CHECK_OK(sn_statics(instant, &m.state, m.arena, &e, &m.error), m.error);
  CHECK_NEAR(scalar(&m, m.state.q, 1), 0.1, 1e-9);
  CHECK(!e.unstable);
  CHECK_OK(sn_modes_find(instant, &m.state, &options, m.arena, &modes, &m.error), m.error);
  CHECK(modes.n == 1 && modes.complete);
  CHECK_NEAR(modes.mode[0].frequency, sqrt(9.81 * 2), 1e-7);
  sn_instant_free(instant);
  mechanism_free(&m);
}

/* A product of s with vectors is a composite strain: the bead on a link that moves itself. */
static void test_link(void)
{
  for (int k = 0; k < 3; k++) {
    mechanism m = bead_on_link();
    const sn_scheme *scheme = k < 2 ? &sn_scheme_ed : &sn_scheme_ep;
    const answer a = run(&m, scheme, k == 0, 2e-3, 200, 1);
    const double s = scalar(&m, m.state.q, 3);
    printf("  %s(%d): s = %.6f, identity %.1e, momentum %.1e, oracle %.1e, closed to %.1e\n", scheme->name, k == 0, s,
           a.defect, v3_norm(a.linear), a.apart, a.closed);
    CHECK(s > 0.1 && s < 0.9 && fabs(s - 0.4) > 0.01);
    CHECK_BELOW(a.defect, 1e-12);
    CHECK_BELOW(v3_norm(a.linear), 1e-12);
    CHECK_BELOW(a.apart, 1e-10);
    CHECK_BELOW(a.closed, 1e-12);
    CHECK(a.loss > -1e-15);
    mechanism_free(&m);
  }
}

/* ---- vectors */

static void test_soft(void)
{
  for (int k = 0; k < 3; k++) {
    mechanism m = soft_pair();
    const sn_scheme *scheme = k < 2 ? &sn_scheme_ed : &sn_scheme_ep;
    const answer a = run(&m, scheme, k == 0, 5e-3, 200, 1);
    printf("  %s(%d): identity %.1e, momenta %.1e %.1e, oracle %.1e, closed to %.1e\n", scheme->name, k == 0, a.defect,
           v3_norm(a.linear), v3_norm(a.angular), a.apart, a.closed);
    CHECK_BELOW(a.defect, 1e-13);
    CHECK_BELOW(v3_norm(a.linear), 1e-13);
    CHECK_BELOW(v3_norm(a.angular), 1e-13);
    CHECK_BELOW(a.apart, 1e-11);
    CHECK_BELOW(a.closed, 1e-12);
    CHECK(a.loss > -1e-15);
    mechanism_free(&m);
  }
}

static void test_no_place(void)
{
  mechanism m = soft_pair(), chain = scalar_chain(3, 0), bead = bead_on_wire(-0.2, 1, 0.3);
  sn_v3 p, j;
  sn_momenta(m.system, &m.state, &p, &j);
  CHECK_NEAR(p.x[0], 2 * 0.5 + 0.8 * 0, 1e-15); /* of the positions alone */
  CHECK(chain.system->extent == 1);
  for (int i = 0; i < 3; i++) {
    const sn_node *n = chain.system->node + i;
    CHECK(n->n_x == 1 && !sn_has_place(chain.system, n) && sn_is_scalar_vector(chain.system, n->vector[0]));
  }
  CHECK(v3_norm(bead.system->gravity[bead.system->node[1].vector[0]]) == 0);
  CHECK(v3_norm(bead.system->gravity[bead.system->node[0].vector[0]]) > 4);
  mechanism_free(&m);
  mechanism_free(&chain);
  mechanism_free(&bead);
}

int main(void)
{
  RUN(test_chain);
  RUN(test_chain_still);
  RUN(test_straight);
  RUN(test_instant);
  RUN(test_parabola);
  RUN(test_parabola_still);
  RUN(test_link);
  RUN(test_soft);
  RUN(test_no_place);
  return REPORT();
}
