/* tests/steps/test_turned.c -- the turned factor (steps/turned.h) against tangents of every step.
 * Laws:    the same steps to round-off, balances and momenta exact; one factorisation for a whole run; the same bits when a run goes on from a
 *          state in a new stepper; where strains are large the step is made with tangents, as without.
 */
#include <string.h>

#include "harness.h"
#include "steps/step.h"
#include "support/elements.h"

static const material rubber = {.E = 2e6, .nu = 0.3, .density = 1100},
                      steel = {.E = 2.1e11, .nu = 0.3, .density = 7850};

typedef struct {
  const char *name, *scheme;
  double h;
  int steps;
  double apart; /* of the model, that both may end up apart */
  double alpha; /* of ed */
} setting;

typedef struct {
  int iterations, factorisations, failed;
  double defect;
} outcome;

/* before: steps that the state has made already */
static outcome run_from(mechanism *m, const setting *p, int turned, int steps, int before)
{
  const sn_scheme *scheme = sn_scheme_named(p->scheme);
  sn_step_options o = {.threads = 1, .turned = turned};
  sn_stepper *x = NULL;
  outcome out = {.failed = 1};
  CHECK_OK(m->status, m->error);
  sn_scheme_presets(scheme, &o);
  if (strcmp(p->scheme, "ed") == 0) {
    o.alpha = p->alpha;
  }
  if (m->status != SN_OK ||
      (before > 0 ? scheme->create(scheme, m->system, &o, m->arena, &x, &m->error)
                  : sn_scheme_begin(scheme, m->system, &o, m->arena, &m->state, &x, &m->error)) != SN_OK) {
    return out;
  }
  out.failed = 0;
  for (int i = 0; i < steps && !out.failed; i++) {
    sn_step_report r;
    const double h = (before + i + 1) * p->h -
                     (before + i) * p->h; /* as in a run: a difference of times, with other last digits in every step */
    out.failed = scheme->step(x, &m->state, h, &r, &m->error) != SN_OK;
    CHECK_OK(m->error.status, m->error);
    out.iterations += r.iterations;
    out.factorisations += r.factorisations;
    out.defect = fmax(out.defect, fabs(r.ledger.defect) / *m->state.scale);
  }
  scheme->destroy(x);
  return out;
}

static outcome run(mechanism *m, const setting *p, int turned, int steps)
{
  return run_from(m, p, turned, steps, 0);
}

static double apart(const mechanism *a, const mechanism *b)
{
  double most = 0;
  for (int i = 0; i < a->system->n_vector; i++) {
    most = fmax(most, v3_norm(v3_sub(a->state.q[i], b->state.q[i])) / a->system->extent);
  }
  return most;
}

/* two copies; factorisations: how many the turned one may take */
static void same(const setting *p, mechanism turned, mechanism tangent, int factorisations)
{
  sn_v3 p0, j0, p1, j1;
  const int identity = sn_scheme_named(p->scheme)->has_identity;
  if (turned.status == SN_OK) {
    sn_momenta(turned.system, &turned.state, &p0, &j0);
  }
  const outcome a = run(&turned, p, 0, p->steps), b = run(&tangent, p, -1, p->steps);
  if (!a.failed && !b.failed) {
    const double d = apart(&turned, &tangent);
    printf("  %-22s %-18s h %-6g iterations %4.1f and %4.1f, factorisations %3d and %3d, apart %.1e, defect %.1e\n",
           p->name, p->scheme, p->h, (double)a.iterations / p->steps, (double)b.iterations / p->steps, a.factorisations,
           b.factorisations, d, a.defect);
    CHECK_BELOW(d, p->apart);
    CHECK(a.factorisations <= factorisations);
    CHECK(!identity || a.defect <= 1e-11);
    sn_momenta(turned.system, &turned.state, &p1, &j1);
    if (identity && strncmp(p->name, "free", 4) == 0) {
      CHECK_BELOW(v3_norm(v3_sub(p1, p0)), 1e-12 * v3_norm(p0));
      CHECK_BELOW(v3_norm(v3_sub(j1, j0)), 1e-11 * v3_norm(j0));
    }
  }
  mechanism_free(&turned);
  mechanism_free(&tangent);
}

#define SAME(what, factorisations, ...) same(&(const setting){__VA_ARGS__}, what, what, factorisations)

static const int block[3] = {5, 5, 5}, bar[3] = {10, 1, 1}, thick[3] = {8, 2, 2};

static void test_free(void)
{
  static const char *const schemes[] = {"ep", "midpoint", "trapezoidal", "newmark", "hht", "generalized_alpha"};
  for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++) {
    SAME(brick_block(block, 0.02, steel), 1, "free, steel", schemes[k], 2e-4, 10, 1e-10, 0);
  }
  SAME(brick_block(block, 0.02, steel), 1, "free, steel", "ep", 5e-3, 10, 1e-10, 0); /* 0.15 rad a step */
  SAME(brick_block(block, 0.02, rubber), 1, "free, rubber", "ep", 1e-3, 20, 1e-9, 0);
}

/* Two stages. The steel block turns by 0.15 rad in a step of 5 ms: with the whole damping a few of its steps begin anew. */
static void test_decaying(void)
{
  for (int k = 0; k < 3; k++) {
    const double h[] = {1e-3, 5e-3, 1e-2};
    for (int a = 0; a < 2; a++) {
      SAME(tet_bar_on_sums(bar, 0.1, steel), 1, "hinged by sums", "ed", h[k], 10, 1e-9, 1 - a);
      SAME(brick_block(block, 0.02, rubber), 1, "free, rubber", "ed", h[k], 5, 1e-9, 1 - a);
    }
  }
  SAME(tet_bar(bar, 0.1, steel), 1, "hinged", "ed", 5e-3, 10, 1e-9, 1);
  SAME(brick_block(block, 0.02, steel), 1, "free, steel", "ed", 2e-3, 10, 1e-9, 1);
  SAME(brick_block(block, 0.02, steel), 1, "free, steel", "ed", 1e-2, 10, 1e-9, 0);
  SAME(brick_block(block, 0.02, steel), 4, "free, steel", "ed", 5e-3, 10, 1e-9, 1);
}

static void test_hinged(void)
{
  for (int k = 0; k < 4; k++) {
    const double h[] = {1e-3, 5e-3, 1e-2, 5e-2};
    SAME(tet_bar(bar, 0.1, steel), 1, "hinged", "ep", h[k], 20, 1e-9, 0);
    SAME(tet_bar_on_sums(bar, 0.1, steel), 1, "hinged by sums", "ep", h[k], 20, 1e-9, 0);
  }
  SAME(tet_bar_on_sums(thick, 0.05, steel), 1, "hinged by sums", "ep", 5e-3, 20, 1e-9, 0);
  SAME(tet_bar_on_sums(thick, 0.05, steel), 1, "hinged by sums", "hht", 1e-3, 20, 1e-9, 0);
}

/* Strains of a tenth and more: the drawn shape does not serve. */
static void test_soft(void)
{
  SAME(tet_bar_on_sums(bar, 0.1, ((material){.E = 2e5, .nu = 0.3, .density = 1100})), 60, "hinged, soft", "ep", 5e-3,
       20, 1e-9, 0);
}

/* A run that goes on in a new stepper has the bits of one that never stopped: the factor hides no state. */
static void resumed(const char *scheme)
{
  const setting p = {"hinged by sums", scheme, 5e-3, 10, 0, 1};
  mechanism whole = tet_bar_on_sums(bar, 0.1, steel), parts = tet_bar_on_sums(bar, 0.1, steel);
  const outcome a = run(&whole, &p, 0, 10), b = run(&parts, &p, 0, 4), c = run_from(&parts, &p, 0, 6, 4);
  CHECK(!a.failed && !b.failed && !c.failed);
  CHECK(memcmp(whole.state.q, parts.state.q, sizeof(sn_v3) * (size_t)whole.system->n_vector) == 0);
  CHECK(memcmp(whole.state.v, parts.state.v, sizeof(sn_v3) * (size_t)whole.system->n_vector) == 0);
  mechanism_free(&whole);
  mechanism_free(&parts);
}

static void test_resumed(void)
{
  resumed("ep");
  resumed("ed");
}

int main(void)
{
  RUN(test_free);
  RUN(test_decaying);
  RUN(test_hinged);
  RUN(test_soft);
  RUN(test_resumed);
  return REPORT();
}
