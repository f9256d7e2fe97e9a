/* tests/steps/test_elements.c -- elements that the program does not know, written as forms: a brick of 48 and a shell of 72 of them; and bricks
 *          of hyperelastic materials (system/material.h).
 * Laws:    no strain in any rigid motion; energy identity, losses and both momenta of the free element by `ed` and `ep`, against the
 *          oracle; a static equilibrium that is known; a mode that is known; and what is too large is refused with a message.
 */
#include "analysis/modes.h"
#include "analysis/statics.h"
#include "harness.h"
#include "math/rotation.h"
#include "steps/step.h"
#include "support/elements.h"
#include "support/oracle.h"
#include "system/kernel.h"

static const double cube[3] = {0.3, 0.2, 0.1};
static const material rubber = {.E = 2e6, .nu = 0.3, .density = 1100}, plate = {.E = 2e9, .nu = 0.3, .density = 1000};
/* the same at small strains */
static const material neo_hooke = {.E = 2e6, .nu = 0.3, .density = 1100, .law = &sn_mooney_rivlin, .share = 0},
                      mooney = {.E = 2e6, .nu = 0.45, .density = 1100, .law = &sn_mooney_rivlin, .share = 0.5},
                      kirchhoff = {.E = 2e6, .nu = 0.3, .density = 1100, .law = &sn_st_venant_kirchhoff, .share = 0};

/* strains of a rigid motion, and of a stretch (so that they are not zero for nothing) */
static void rigid(mechanism m, int forms)
{
  CHECK_OK(m.status, m.error);
  if (m.status != SN_OK) {
    return;
  }
  double e[SN_MAX_FORMS], worst = 0, stretched = 0;
  const sn_block *b = m.system->block;
  const sn_m3 r = sn_rotation_axis_angle(v3_unit(v3(1, -2, 0.5)), 2.5);
  sn_state x = mechanism_state(&m);
  CHECK(m.system->n_block == 1 && b->n_form == forms);
  for (int a = 0; a < m.system->n_vector; a++) {
    const sn_v3 shift = m.system->vector[a].role == 0 ? v3(3, -4, 5) : v3(0, 0, 0);
    x.q[a] = v3_add(shift, m3_mul(r, m.state.q[a]));
  }
  sn_forms(b, x.q, e);
  for (int k = 0; k < forms; k++) {
    worst = fmax(worst, fabs(e[k]));
  }
  for (int a = 0; a < m.system->n_vector; a++) {
    x.q[a].x[0] *= 1.1;
  }
  sn_forms(b, x.q, e);
  for (int k = 0; k < forms; k++) {
    stretched = fmax(stretched, fabs(e[k]));
  }
  CHECK_BELOW(worst, 2e-13); /* the slopes are differences of places at 7 m over 0.1 m */
  CHECK(stretched > 1e-2);
  mechanism_free(&m);
}

static void test_rigid(void)
{
  rigid(brick(cube, rubber, BRICK_THROWN, 0), 48);
  rigid(nine_node_shell(0.01, plate), 72);
}

static double apart(const sn_v3 *a, const sn_v3 *b, int n)
{
  double d = 0;
  for (int i = 0; i < n; i++) {
    d = fmax(d, v3_norm(v3_sub(a[i], b[i])));
  }
  return d;
}

/* steps of a free element: its own laws, and the first ones against the oracle */
static void thrown(const char *name, mechanism m, const sn_scheme *scheme, double alpha, double h, int n)
{
  const sn_step_options options = {.alpha = alpha};
  sn_stepper *x = NULL;
  CHECK_OK(m.status, m.error);
  if (m.status != SN_OK) {
    return;
  }
  sn_state trusted = mechanism_state(&m);
  sn_v3 p0, j0, p, j;
  double defect = 0, least = 0, strain = 0, iterations = 0, oracle = 0;
  sn_momenta(m.system, &m.state, &p0, &j0);
  CHECK_OK(sn_scheme_begin(scheme, m.system, &options, m.arena, &m.state, &x, &m.error), m.error);
  for (int i = 0; i < n && x; i++) {
    sn_step_report r, o;
    const sn_status status = scheme->step(x, &m.state, h, &r, &m.error);
    CHECK_OK(status, m.error);
    if (status != SN_OK) {
      break;
    }
    defect = fmax(defect, fabs(r.ledger.defect) / *m.state.scale);
    least = fmin(least, r.ledger.numerical / *m.state.scale);
    strain = fmax(strain, r.ledger.strain / *m.state.scale);
    iterations += (double)r.iterations / n;
    if (i < 3) {
      CHECK_OK(scheme == &sn_scheme_ep ? oracle_ep_step(m.system, &trusted, h, &o, &m.error)
                                       : oracle_step(m.system, &trusted, alpha, h, &o, &m.error),
               m.error);
      oracle = fmax(oracle, apart(m.state.q, trusted.q, m.system->n_vector));
    }
  }
  sn_momenta(m.system, &m.state, &p, &j);
  const double linear = v3_norm(v3_sub(p, p0)) / v3_norm(p0), angular = v3_norm(v3_sub(j, j0)) / v3_norm(j0);
  printf("  %-6s %s(%.0f): identity %.1e, momenta %.1e %.1e, strain energy up to %.1e, oracle %.1e, iterations %.1f\n",
         name, scheme->name, alpha, defect, linear, angular, strain, oracle, iterations);
  CHECK_BELOW(defect, 1e-12);
  CHECK(least >= -1e-15);
  CHECK_BELOW(linear, 1e-12);
  CHECK_BELOW(angular, 1e-12);
  CHECK_BELOW(oracle, 1e-11);
  CHECK(strain > 1e-6); /* it was put to work */
  CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-12);
  if (x) {
    scheme->destroy(x);
  }
  mechanism_free(&m);
}

static void test_thrown(void)
{
  for (int alpha = 0; alpha < 2; alpha++) {
    thrown("brick", brick(cube, rubber, BRICK_THROWN, 0), &sn_scheme_ed, alpha, 2e-3, 200);
    thrown("shell", nine_node_shell(0.01, plate), &sn_scheme_ed, alpha, 2e-3, 100);
  }
  thrown("block", brick_block((const int[]){2, 2, 1}, 0.1, rubber), &sn_scheme_ed, 1, 2e-3, 50);
  thrown("brick", brick(cube, rubber, BRICK_THROWN, 0), &sn_scheme_ep, 0, 1e-3, 200);
  thrown("shell", nine_node_shell(0.01, plate), &sn_scheme_ep, 0, 1e-3, 100);
}

/* Bricks of hyperelastic materials, points of their own: St Venant-Kirchhoff is the linear law. */
static void test_materials(void)
{
  thrown("kirchhoff", brick(cube, kirchhoff, BRICK_THROWN, 0), &sn_scheme_ep, 0, 1e-3, 100);
  for (int i = 0; i < 2; i++) {
    const material m = i ? mooney : neo_hooke;
    const char *name = i ? "mooney" : "neo-hooke";
    thrown(name, brick(cube, m, BRICK_THROWN, 0), &sn_scheme_ep, 0, 1e-3, 200);
    thrown(name, brick(cube, m, BRICK_THROWN, 0), &sn_scheme_ed, i, 2e-3, 50);
    thrown(name, brick_block((const int[]){2, 1, 1}, 0.1, m), &sn_scheme_ep, 0, 2e-3, 50);
  }
}

/* Pulled without lateral strain it stays a cuboid of length l size[0]: E A (l^2 - 1)/2 l = F. */
static void test_static(void)
{
  const material soft = {.E = 2e6, .density = 1100};
  const double F = 4000, area = cube[1] * cube[2];
  mechanism m = brick(cube, soft, BRICK_HELD, F);
  sn_instant *instant = NULL;
  sn_equilibrium e = {0};
  double l = 1;
  CHECK_OK(m.status, m.error);
  for (int i = 0; i < 50; i++) {
    l -= (0.5 * soft.E * area * (l * l * l - l) - F) / (0.5 * soft.E * area * (3 * l * l - 1));
  }
  CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
  CHECK_OK(sn_statics(instant, &m.state, m.arena, &e, &m.error), m.error);
  for (int i = 0; i < m.system->n_node; i++) {
    CHECK_NEAR(m.state.q[m.system->node[i].vector[0]].x[0], l * cube[0], 1e-11);
  }
  printf("  stretched by %.6f after %d iterations\n", l, e.iterations);
  CHECK(l > 1.05 && !e.unstable);
  sn_instant_free(instant);
  mechanism_free(&m);
}

/* The same of neo-Hooke's material without lateral strain: mu (l - 1/l) A = F, mu = E/2, so that l = a + sqrt(a^2 + 1), a = F/(E A). */
static void test_static_material(void)
{
  const material soft = {.E = 2e6, .nu = 0, .density = 1100, .law = &sn_mooney_rivlin, .share = 0};
  const double F = 40000, a = F / (soft.E * cube[1] * cube[2]), l = a + sqrt(a * a + 1);
  mechanism m = brick(cube, soft, BRICK_HELD, F);
  sn_instant *instant = NULL;
  sn_equilibrium e = {0};
  CHECK_OK(m.status, m.error);
  CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
  CHECK_OK(sn_statics(instant, &m.state, m.arena, &e, &m.error), m.error);
  for (int i = 0; i < m.system->n_node; i++) {
    CHECK_NEAR(m.state.q[m.system->node[i].vector[0]].x[0], l * cube[0], 1e-11);
  }
  printf("  stretched by %.6f after %d iterations\n", l, e.iterations);
  CHECK(l > 2);
  sn_instant_free(instant);
  mechanism_free(&m);
}

/* Free: six motions without stiffness; the eighteen others have it. */
static void test_modes(void)
{
  mechanism m = brick(cube, rubber, BRICK_THROWN, 0);
  const sn_modes_options o = {.count = 18, .shift = NAN};
  sn_instant *instant = NULL;
  sn_modes found = {0};
  CHECK_OK(m.status, m.error);
  for (int a = 0; a < m.system->n_vector; a++) {
    m.state.v[a] = v3(0, 0, 0);
  }
  CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
  CHECK_OK(sn_modes_find(instant, &m.state, &o, m.arena, &found, &m.error), m.error);
  CHECK(found.n_zero == 6 && found.n == 24 && found.n_growing == 0);
  sn_instant_free(instant);
  mechanism_free(&m);
}

static void test_too_large(void)
{
  static const sn_scheme *const scheme[] = {&sn_scheme_ed, &sn_scheme_ep, &sn_scheme_ed_paper};
  mechanism m = many_forms(SN_MAX_FORMS, 0); /* the largest there is: it steps */
  CHECK_OK(m.status, m.error);
  for (int i = 0; i < 3; i++) {
    const sn_step_options options = {.alpha = 1};
    sn_stepper *x = NULL;
    sn_step_report r;
    sn_state state = mechanism_state(&m);
    state.v[0] = v3(1, 2, 0);
    CHECK_OK(sn_scheme_begin(scheme[i], m.system, &options, m.arena, &state, &x, &m.error), m.error);
    CHECK_OK(x ? scheme[i]->step(x, &state, 1e-2, &r, &m.error) : SN_EBUG, m.error);
    if (x) {
      scheme[i]->destroy(x);
    }
  }
  mechanism_free(&m);
  m = many_forms(SN_MAX_FORMS + 1, 0);
  CHECK(m.status == SN_EMODEL);
  CHECK_TEXT(m.error.what, "513 forms; the most is 512");
  CHECK_TEXT(m.error.where, "monster");
  mechanism_free(&m);
  m = many_forms(SN_MAX_COMPOSITE_FORMS + 1, 1);
  CHECK(m.status == SN_EMODEL);
  CHECK_TEXT(m.error.what, "65 forms in one strain; the most is 64");
  mechanism_free(&m);
}

int main(void)
{
  RUN(test_rigid);
  RUN(test_thrown);
  RUN(test_materials);
  RUN(test_static);
  RUN(test_static_material);
  RUN(test_modes);
  RUN(test_too_large);
  return REPORT();
}
