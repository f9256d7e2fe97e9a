/* tests/steps/test_material.c -- the law of hyperelastic materials (laws/material.c): one block per element, an energy for every point.
 * Laws:    a linear energy is the elastic law, to round-off; balance, momenta and losses in steps far too large, too; unknowns and iterations
 *          as those of the elastic law; equilibria of uniaxial tension and simple shear in closed form; few iterations of a bend, nearly
 *          incompressible or not; a damper of strains beside it only takes.
 */
#include <stdlib.h>

#include "analysis/statics.h"
#include "harness.h"
#include "steps/step.h"
#include "support/elements.h"

static const double cube[3] = {0.1, 0.09, 0.08};
static const material elastic = {.E = 2e6, .nu = 0.3, .density = 1100},
                      kirchhoff = {.E = 2e6, .nu = 0.3, .density = 1100, .law = &sn_st_venant_kirchhoff, .share = 0},
                      neo_hooke = {.E = 2e6, .nu = 0.3, .density = 1100, .law = &sn_mooney_rivlin, .share = 0},
                      mooney = {.E = 2e6, .nu = 0.45, .density = 1100, .law = &sn_mooney_rivlin, .share = 0.4},
                      rubber = {.E = 2e6, .nu = 0.49, .density = 1100, .law = &sn_mooney_rivlin, .share = 0};

/* ---- steps */

typedef struct {
  double defect, numerical, dissipation, least, momenta, strain;
  int iterations, unknowns, failed;
} outcome;

static outcome run(mechanism *m, const sn_scheme *scheme, double alpha, int follow, double h, int steps)
{
  const sn_step_options o = {.alpha = alpha, .follow = follow, .threads = 1};
  sn_stepper *x = NULL;
  outcome out = {.failed = 1};
  sn_v3 p0, j0, p, j;
  CHECK_OK(m->status, m->error);
  if (m->status != SN_OK || sn_scheme_begin(scheme, m->system, &o, m->arena, &m->state, &x, &m->error) != SN_OK) {
    CHECK_OK(m->error.status, m->error);
    return out;
  }
  sn_momenta(m->system, &m->state, &p0, &j0);
  out.failed = 0;
  for (int i = 0; i < steps && !out.failed; i++) {
    sn_step_report r;
    out.failed = scheme->step(x, &m->state, h, &r, &m->error) != SN_OK;
    CHECK_OK(m->error.status, m->error);
    out.iterations += r.iterations;
    out.numerical += r.ledger.numerical;
    out.dissipation += r.ledger.dissipation;
    out.least = fmin(out.least, fmin(r.ledger.numerical, r.ledger.dissipation) / *m->state.scale);
    out.strain = fmax(out.strain, r.ledger.strain / *m->state.scale);
    out.defect = fmax(out.defect, fabs(r.ledger.defect) / *m->state.scale);
  }
  sn_momenta(m->system, &m->state, &p, &j);
  out.momenta = fmax(v3_norm(v3_sub(p, p0)) / v3_norm(p0), v3_norm(v3_sub(j, j0)) / v3_norm(j0));
  out.unknowns = scheme->unknowns(x);
  scheme->destroy(x);
  return out;
}

static double apart(const mechanism *a, const mechanism *b)
{
  double most = 0;
  for (int i = 0; i < a->system->n_vector; i++) {
    most = fmax(most, v3_norm(v3_sub(a->state.q[i], b->state.q[i])));
  }
  return most;
}

/* an energy that is linear makes an elastic block of its matrix; told to be none it is the same motion */
static double linear_value(const sn_strain_energy *w, const double *e, double *S, double *D)
{
  const sn_material m = sn_material_of(&sn_st_venant_kirchhoff, 2e6, 0.3, 0);
  SN_ASSERT(w->n == 6);
  (void)w;
  return m.law->density(&m, e, S, D);
}

static double disguised_density(const sn_material *m, const double *e, double *S, double *D)
{
  const sn_strain_energy w = {.n = 6};
  (void)m;
  return linear_value(&w, e, S, D);
}

static void test_linear(void)
{
  static const sn_material_law disguised = {"disguised", disguised_density};
  static const material other = {.E = 2e6, .nu = 0.3, .density = 1100, .law = &disguised, .share = 0};
  static const struct {
    const sn_scheme *scheme;
    double alpha;
  } row[] = {
      {&sn_scheme_ep, 0}, {&sn_scheme_ed, 0}, {&sn_scheme_ed, 1}, {&sn_scheme_midpoint, 0}, {&sn_scheme_ed_paper, 1}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    mechanism a = brick(cube, kirchhoff, BRICK_THROWN, 0), b = brick(cube, other, BRICK_THROWN, 0);
    CHECK(a.system->block->law == &sn_law_elastic && b.system->block->law == &sn_law_material);
    CHECK(a.system->n_block == 1 && b.system->n_block == 1 && b.system->block->n_energy == 8);
    const outcome x = run(&a, row[i].scheme, row[i].alpha, 0, 2e-3, 20),
                  y = run(&b, row[i].scheme, row[i].alpha, 0, 2e-3, 20);
    printf("  %s(%.0f): apart %.1e m, loss %.12e and %.12e J, %d and %d iterations\n", row[i].scheme->name,
           row[i].alpha, apart(&a, &b), x.numerical, y.numerical, x.iterations, y.iterations);
    CHECK_BELOW(apart(&a, &b), 1e-12);
    CHECK_NEAR(y.numerical, x.numerical, 1e-9 * x.numerical);
    CHECK(abs(x.iterations - y.iterations) <= 2);
    mechanism_free(&a);
    mechanism_free(&b);
  }
}

/* A block that spins and strains, at steps that resolve it and at far larger ones. */
static void test_balance(void)
{
  static const material *const of[] = {&neo_hooke, &mooney, &rubber};
  static const double step[] = {2e-3, 1e-2, 4e-2};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    for (size_t k = 0; k < sizeof step / sizeof *step; k++) {
      for (int way = 0; way < 3; way++) {
        mechanism m = brick_block((const int[]){2, 1, 1}, 0.1, *of[i]);
        const outcome x = run(&m, way == 2 ? &sn_scheme_ep : &sn_scheme_ed, way == 1, 0, step[k], 20);
        printf("  %s nu %.2f, %s(%d) %g s: balance %.1e, momenta %.1e, strain energy up to %.3f, loss %.1e J, %.1f "
               "iterations\n",
               of[i]->law->name, of[i]->nu, way == 2 ? "ep" : "ed", way == 1, step[k], x.defect, x.momenta, x.strain,
               x.numerical, x.iterations / 20.0);
        CHECK_BELOW(x.defect, 1e-12);
        CHECK_BELOW(x.momenta, 1e-12);
        CHECK(x.least >= -1e-15 && (way == 1) == (x.numerical > 0));
        mechanism_free(&m);
      }
    }
  }
}

/* A mesh: eta follows as it does with the elastic law; the same steps as with eta unknown. */
static void test_mesh(void)
{
  const int n[3] = {4, 4, 4};
  mechanism linear = brick_block(n, 0.02, elastic), m = brick_block(n, 0.02, neo_hooke),
            unknown = brick_block(n, 0.02, neo_hooke);
  const outcome x = run(&linear, &sn_scheme_ed, 1, 0, 1e-3, 10), y = run(&m, &sn_scheme_ed, 1, 0, 1e-3, 10),
                z = run(&unknown, &sn_scheme_ed, 1, -1, 1e-3, 10);
  printf("  %d and %d unknowns, %d and %d iterations; eta unknown: %d, %d, apart %.1e m\n", x.unknowns, y.unknowns,
         x.iterations, y.iterations, z.unknowns, z.iterations, apart(&m, &unknown));
  CHECK(y.unknowns == x.unknowns && y.iterations <= x.iterations + 5 && z.unknowns > y.unknowns);
  CHECK_BELOW(apart(&m, &unknown), 1e-10);
  CHECK_NEAR(y.numerical, z.numerical, 1e-6 * z.numerical);
  mechanism_free(&linear);
  mechanism_free(&m);
  mechanism_free(&unknown);
}

/* Kelvin and Voigt: a matrix of strain rates beside the material. */
static void test_damper(void)
{
  for (int way = 0; way < 2; way++) {
    const material damped = {.E = 2e6, .nu = 0.3, .density = 1100, .law = &sn_mooney_rivlin, .damping = 5e3};
    mechanism m = brick(cube, damped, BRICK_THROWN, 0);
    const outcome x = run(&m, way ? &sn_scheme_ep : &sn_scheme_ed, 0, 0, 1e-3, 100);
    printf("  %s: dissipated %.2e J, strain energy up to %.4f, balance %.1e, momenta %.1e\n", way ? "ep" : "ed",
           x.dissipation, x.strain, x.defect, x.momenta);
    CHECK(x.dissipation > 2e-5 && x.least >= 0 && x.numerical == 0);
    CHECK_BELOW(x.defect, 1e-12);
    CHECK_BELOW(x.momenta, 1e-12);
    mechanism_free(&m);
  }
}

/* ---- equilibria */

static sn_equilibrium equilibrium(mechanism *m)
{
  sn_instant *instant = NULL;
  sn_equilibrium e = {0};
  CHECK_OK(m->status, m->error);
  CHECK_OK(sn_instant_new(m->system, m->arena, &instant, &m->error), m->error);
  CHECK_OK(instant ? sn_statics(instant, &m->state, m->arena, &e, &m->error) : SN_EBUG, m->error);
  sn_instant_free(instant);
  return e;
}

/* A cube pulled along x, free to contract: neo-Hooke with stretches l along and b across,
   mu (l - 1/l) + lambda ln(l b^2)/l = F/A ,  mu (b - 1/b) + lambda ln(l b^2)/b = 0. */
static void test_uniaxial(void)
{
  const material *const of[] = {&neo_hooke, &rubber};
  for (size_t k = 0; k < 2; k++) {
    const double edge = 0.1, F = 15000, mu = of[k]->E / (2 * (1 + of[k]->nu)),
                 lame = 2 * mu * of[k]->nu / (1 - 2 * of[k]->nu);
    double l = 1.5, c = 0.8;
    mechanism m = brick_pulled(2, edge, *of[k], F);
    const sn_equilibrium e = equilibrium(&m);
    for (int i = 0; i < 200; i++) { /* Newton, by the 2 x 2 matrix */
      const double J = log(l * c * c), f = mu * (l - 1 / l) + lame * J / l - F / (edge * edge),
                   g = mu * (c - 1 / c) + lame * J / c;
      const double fl = mu * (1 + 1 / (l * l)) + lame * (1 - J) / (l * l), fc = 2 * lame / (l * c), gl = lame / (l * c),
                   gc = mu * (1 + 1 / (c * c)) + lame * (2 - J) / (c * c), det = fl * gc - fc * gl;
      l -= (f * gc - g * fc) / det;
      c -= (g * fl - f * gl) / det;
    }
    double x = 0, y = 0;
    for (int a = 0; a < m.system->n_vector; a++) {
      x = m.system->vector[a].role == 0 ? fmax(x, m.state.q[a].x[0]) : x;
      y = m.system->vector[a].role == 0 ? fmax(y, m.state.q[a].x[1]) : y;
    }
    printf("  nu %.2f: stretch %.12f along, %.12f across; closed form %.12f, %.12f; %d iterations\n", of[k]->nu,
           x / 0.2, y / edge, l, c, e.iterations);
    CHECK_NEAR(x / 0.2, l, 1e-10);
    CHECK_NEAR(y / edge, c, 1e-10);
    mechanism_free(&m);
  }
}

/* A bar of 10 x 1 x 1 that a force bends by a third of its length and more. */
static void test_bend(void)
{
  static const material *const list[] = {&elastic, &neo_hooke, &mooney, &rubber};
  static const double force[] = {10, 20, 60};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    const material *of = list[i];
    for (size_t k = 0; k < sizeof force / sizeof *force; k++) {
      mechanism m = tet_clamped((const int[]){10, 1, 1}, 0.1, *of, v3(0, 0, -force[k]));
      const sn_equilibrium e = equilibrium(&m);
      double down = 0;
      for (int a = 0; a < m.system->n_vector; a++) {
        down = fmax(down, -m.state.q[a].x[2]);
      }
      printf("  %s nu %.2f: %3g N, down by %.4f of 1 m, %d tangents and %d iterations in %d load steps\n",
             of->law ? of->law->name : "elastic", of->nu, force[k], down, e.tangents, e.iterations, e.load_steps);
      CHECK(!e.unstable && e.tangents <= 8 && e.load_steps == 1);
      mechanism_free(&m);
    }
  }
}

int main(void)
{
  RUN(test_linear);
  RUN(test_balance);
  RUN(test_mesh);
  RUN(test_damper);
  RUN(test_uniaxial);
  RUN(test_bend);
  return REPORT();
}
