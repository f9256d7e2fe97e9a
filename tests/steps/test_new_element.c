/* tests/steps/test_new_element.c -- an element as a stranger adds it: sums of vectors and their products, no kernel (docs/architecture.md,
 *          how to add an element).
 * What:    the triangle without bending of that page. It has no strain in rigid motion, the energy of a stretch that is known in closed form,
 *          and thrown it keeps energy and momenta with every scheme that promises a balance.
 */
#include <math.h>
#include <stdlib.h>

#include "harness.h"

#include "math/rotation.h"
#include "steps/step.h"
#include "support/mechanisms.h"
#include "system/kernel.h"

static const double E = 1e5, nu = 0.3, thickness = 2e-3, density = 1000;

/* ---- the element */

static void membrane(sn_builder *b, const sn_v3 x[3], const int vector[3])
{
  const sn_v3 u = v3_sub(x[1], x[0]), w = v3_sub(x[2], x[0]);
  const double l = v3_norm(u), c = v3_dot(u, w) / l, h = v3_norm(v3_cross(u, w)) / l, area = l * h / 2;
  const double d1[3] = {-1 / l, 1 / l, 0}, d2[3] = {(c / l - 1) / h, -c / (l * h), 1 / h};
  const double k = E * thickness * area / (1 - nu * nu);
  sn_block_begin(b, &sn_law_elastic, "membrane");
  const int g1 = sn_interpolate(b, 3, vector, d1), g2 = sn_interpolate(b, 3, vector, d2);
  const int e = sn_form(b, 0.5, g1, g1, -0.5); /* E_11, then E_22 and 2 E_12 */
  sn_form(b, 0.5, g2, g2, -0.5);
  sn_form(b, 1, g1, g2, 0);
  sn_block_matrix(b, e, e, k);
  sn_block_matrix(b, e + 1, e + 1, k);
  sn_block_matrix(b, e, e + 1, nu * k);
  sn_block_matrix(b, e + 2, e + 2, (1 - nu) / 2 * k);
  for (int i = 0; i < 3; i++) {
    sn_add_mass(b, vector[i], vector[i], density * thickness * area / 3);
  }
}

/* ---- what it does */

static const sn_v3 drawn[3] = {{{0.1, 0.2, 0.3}}, {{0.9, 0.3, 0.1}}, {{0.4, 1.1, 0.6}}};
static const double area = 0.42; /* nearly: only for the size of tolerances */

/* moves: 1: thrown, spinning and deforming */
static mechanism triangle(int moves)
{
  mechanism m = {.own = -1, .arena = sn_arena_new(NULL)};
  sn_builder *b = m.arena ? sn_builder_new(m.arena) : NULL;
  if (!b) {
    abort();
  }
  int vector[3];
  for (int i = 0; i < 3; i++) {
    const sn_v3 v = v3_add(v3(1, -2, 0.5), v3_cross(v3(1, 3, -2), drawn[i]));
    const sn_v3 own = i == 2 ? v3(0.7, 0.4, -0.3) : v3(0, 0, 0);
    vector[i] = sn_vector_of(b, sn_add_point(b, drawn[i], moves ? v3_add(v, own) : v3(0, 0, 0)), 0);
  }
  membrane(b, drawn, vector);
  m.status = sn_builder_finish(b, &m.system, &m.state, &m.error);
  return m;
}

static void test_strains(void)
{
  mechanism m = triangle(0);
  CHECK_OK(m.status, m.error);
  const sn_block *b = m.system->block;
  const sn_m3 turn = sn_rotation_axis_angle(v3(0.3, -1.1, 0.8), 2.1);
  sn_v3 q[3];
  double e[3];
  CHECK(b->n_form == 3);
  for (int i = 0; i < 3; i++) {
    q[i] = v3_add(v3(5, 6, 7), m3_mul(turn, drawn[i]));
  }
  sn_forms(b, q, e);
  CHECK_BELOW(fabs(e[0]) + fabs(e[1]) + fabs(e[2]), 1e-13);
  for (int i = 0; i < 3; i++) { /* 1.2 times as large: E_11 = E_22 = (1.44 - 1)/2 */
    q[i] = v3_scale(1.2, q[i]);
  }
  sn_forms(b, q, e);
  CHECK_NEAR(e[0], 0.22, 1e-13);
  CHECK_NEAR(e[1], 0.22, 1e-13);
  CHECK_NEAR(e[2], 0, 1e-13);
  const sn_v3 n = v3_cross(v3_sub(drawn[1], drawn[0]), v3_sub(drawn[2], drawn[0]));
  CHECK_NEAR(sn_block_energy(b, q, m.state.internal, 0), E * thickness * v3_norm(n) / 2 * 0.22 * 0.22 / (1 - nu),
             1e-10);
  mechanism_free(&m);
}

static void test_thrown(const sn_scheme *scheme)
{
  mechanism m = triangle(1);
  sn_step_options options = {.threads = 1};
  sn_step_report r = {0};
  sn_stepper *x = NULL;
  sn_v3 p0, j0, p, j;
  double worst = 0, strain = 0;
  CHECK_OK(m.status, m.error);
  sn_scheme_presets(scheme, &options);
  sn_momenta(m.system, &m.state, &p0, &j0);
  CHECK_OK(sn_scheme_begin(scheme, m.system, &options, m.arena, &m.state, &x, &m.error), m.error);
  for (int i = 0; i < 100; i++) {
    CHECK_OK(scheme->step(x, &m.state, 5e-3, &r, &m.error), m.error);
    worst = fmax(worst, fabs(r.ledger.defect));
    strain = fmax(strain, r.ledger.strain);
    CHECK(r.iterations <= 8);
  }
  sn_momenta(m.system, &m.state, &p, &j);
  CHECK(strain > 1e-3 * area); /* it did deform */
  if (scheme->has_identity) {
    CHECK_BELOW(worst, 1e-13 * *m.state.scale);
    CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
    /* ed_paper damps the velocity jump of a mere rotation (docs/theory.md, 13): it keeps angular momentum to its order only */
    CHECK_BELOW(v3_norm(v3_sub(j, j0)), (scheme == &sn_scheme_ed_paper ? 1e-5 : 1e-12) * v3_norm(j0));
  }
  scheme->destroy(x);
  mechanism_free(&m);
}

static void test_schemes(void)
{
  for (int i = 0; sn_schemes[i]; i++) {
    test_thrown(sn_schemes[i]);
  }
}

int main(void)
{
  RUN(test_strains);
  RUN(test_schemes);
  return REPORT();
}
