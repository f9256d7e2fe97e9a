/* tests/steps/test_new_law.c -- a law as a stranger adds it: its table and nothing else (docs/architecture.md, how to add a law).
 * What:    a damper of forms with a kink, s = c e' while the form grows, nothing while it falls. Every scheme takes it, those with an
 *          identity close it, and the motion is the one that is known.
 */
#include <math.h>
#include <stdlib.h>

#include "harness.h"
#include "laws/stages.h"
#include "steps/step.h"
#include "support/mechanisms.h"
#include "system/builder.h"

static const double C = 2; /* N s/m */

/* ---- the law */

static void at_instant(const sn_block *b, const sn_form_point *at, double *s, double *by_strain, double *by_rate)
{
  for (int k = 0; k < b->n_form; k++) {
    const double r = at->rate ? at->rate[k] : 0;
    s[k] = r > 0 ? C * r : 0;
    for (int l = 0; l < b->n_form && by_rate; l++) {
      by_strain[k * b->n_form + l] = 0;
      by_rate[k * b->n_form + l] = k == l && r > 0 ? C : 0;
    }
  }
}

/* C where the form grows at a stage, else 0 */
SN_LANE_INLINE sn_lane slope(const sn_lane *rate, int f)
{
  sn_lane out;
  for (int l = 0; l < SN_LANES; l++) {
    out[l] = rate[f][l] > 0 ? C : 0;
  }
  return out;
}

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  (void)x;
  for (int f = 0; f < p->type->n_form; f++) {
    sn_lane at[SN_STAGES] = {lane(0), lane(0)};
    for (int s = 0; s < n; s++) {
      at[s] = slope(k->r[s], f) * k->r[s][f];
    }
    sn_keep_stages(p, f, at, n);
    p->a[f] = k->r[0][f]; /* for the ledger; and for the slopes of respond */
    if (n == 2) {
      p->b[f] = k->r[1][f];
    }
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const int nc = p->is->offset[p->type->n_node];
  for (int f = 0; f < p->type->n_form; f++) {
    for (int s = 0; s < n; s++) {
      const sn_lane c = lane(x->hh) * slope(s ? p->b : p->a, f);
      for (int j = 0; j < nc; j++) {
        k->S[s][f * nc + j] = c * k->R[s][f * nc + j];
      }
    }
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)

static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  to->dissipation += sn_work_on_rates(x, p, l);
}

static const sn_stage_law one = {
    .stress = stress_one, .respond = respond_one, .book = book, .sees_stages = 1, .sees_rates = 1, .is_rate = 1};
static const sn_stage_law two = {
    .stress = stress_two, .respond = respond_two, .book = book, .sees_stages = 1, .sees_rates = 1, .is_rate = 1};
static const sn_law one_sided = {.name = "one-sided damper",
                                 .is_rate = 1,
                                 .stress_at = at_instant,
                                 .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &one, .there = &one}};

/* ---- what it does: 1 kg, damped along x, free along y */

static mechanism particle(void)
{
  mechanism m = {.own = -1, .arena = sn_arena_new(NULL)};
  sn_builder *b = m.arena ? sn_builder_new(m.arena) : NULL;
  if (!b) {
    abort();
  }
  const int node = sn_add_point(b, v3(0.5, 0.5, 0), v3(1, -1, 0));
  const sn_frame ground = sn_ground_frame(b), p = sn_node_frame(b, node);
  sn_add_mass(b, sn_vector_of(b, node, 0), sn_vector_of(b, node, 0), 1);
  sn_block_begin(b, &one_sided, "damper");
  for (int k = 0; k < 2; k++) {
    sn_form(b, 1, sn_point_of(b, &p), sn_axis_of(b, &ground, k), 0);
  }
  m.status = sn_builder_finish(b, &m.system, &m.state, &m.error);
  return m;
}

static void test_scheme(const sn_scheme *scheme, double tolerance)
{
  mechanism m = particle();
  sn_step_options options = {.threads = 1};
  sn_step_report r = {0};
  sn_stepper *x = NULL;
  double taken = 0, worst = 0;
  CHECK_OK(m.status, m.error);
  sn_scheme_presets(scheme, &options);
  CHECK_OK(sn_scheme_begin(scheme, m.system, &options, m.arena, &m.state, &x, &m.error), m.error);
  const double before = mechanism_energy(&m, &m.state);
  for (int i = 0; i < 100; i++) {
    CHECK_OK(scheme->step(x, &m.state, 0.01, &r, &m.error), m.error);
    taken += r.ledger.dissipation - r.ledger.work_control + r.ledger.numerical;
    worst = fmax(worst, fabs(r.ledger.defect));
    CHECK(r.iterations <= 4); /* the tangent is exact */
  }
  CHECK_NEAR(m.state.v[0].x[0], exp(-C), tolerance);
  CHECK_NEAR(m.state.v[0].x[1], -1, 1e-12);
  if (scheme->has_identity) {
    CHECK_BELOW(worst, 1e-14);
    CHECK_NEAR(taken, before - mechanism_energy(&m, &m.state), 1e-12);
  }
  scheme->destroy(x);
  mechanism_free(&m);
}

static void test_schemes(void)
{
  for (int i = 0; sn_schemes[i]; i++) {
    /* of order 1: C^2 h/2 exp(-C) at t = 1 s */
    test_scheme(sn_schemes[i], sn_schemes[i] == &sn_scheme_ed ? 1e-8 : sn_schemes[i]->order == 1 ? 3e-3 : 2e-3);
  }
  test_scheme(&sn_scheme_ep, 1e-4);
}

int main(void)
{
  RUN(test_schemes);
  return REPORT();
}
