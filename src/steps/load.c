/* steps/load.c -- see load.h.
 * Tests:   tests/steps/test_tangent.c, tests/steps/test_frames.c
 */
#include "steps/load.h"

sn_status sn_step_loads_new(const sn_system *s, int n, sn_arena *arena, sn_step_load **out, sn_error *error)
{
  *out = SN_NEW(arena, sn_step_load, s->n_load);
  int good = *out != NULL;
  for (int i = 0; i < s->n_load && good; i++) {
    for (int k = 0; k < n && s->load[i].of_velocity; k++) {
      out[0][i].D[k] = SN_NEW(arena, double, 144);
      good = good && out[0][i].D[k];
    }
  }
  return good ? SN_OK : sn_no_memory(error, "the steps");
}

void sn_step_load_forces(const sn_stages *x, int load, int stage, const sn_v3 *q, const sn_v3 *v, sn_step_load *l)
{
  SN_ASSERT(load >= 0 && load < x->s->n_load && stage >= 0 && stage < x->n);
  sn_load_forces(x->s->load + load, q, v, x->t + x->at[stage] * x->h, l->F[stage], l->K[stage], l->D[stage]);
}

void sn_step_load_on(const sn_stages *x, int load, int stage, int vector, const sn_step_load *l, sn_v3 *to)
{
  const sn_load *c = x->s->load + load;
  SN_ASSERT(x->s->vector[c->vector[0]].node == x->s->vector[vector].node);
  for (int a = 0; a < c->n_vec; a++) {
    if (c->vector[a] == vector) {
      *to = v3_axpy(*to, -x->hh, l->F[stage][a]);
    }
  }
}

int sn_step_load_moves(const sn_load *c)
{
  return c->follows || c->type != SN_LOAD_FORCE || c->of_velocity;
}

sn_v3 sn_step_load_change(const sn_stages *x, int load, int stage, int a, const sn_v3 *dq, const sn_v3 *dv,
                          const sn_step_load *l)
{
  const int n = x->s->load[load].n_vec;
  const double *K = l->K[stage], *D = l->D[stage];
  sn_v3 out = {{0, 0, 0}};
  SN_ASSERT(a >= 0 && a < n && n <= 4);
  for (int b = 0; b < n; b++) {
    for (int i = 0; i < 9; i++) {
      const int at = (3 * a + i / 3) * 3 * n + 3 * b + i % 3;
      out.x[i / 3] -= x->hh * (K[at] * dq[b].x[i % 3] + (D ? D[at] * dv[b].x[i % 3] : 0));
    }
  }
  return out;
}
