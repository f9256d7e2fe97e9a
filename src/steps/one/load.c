/* steps/one/load.c -- loads in a one-stage step: forces at q_s, tangent of those that turn or feel velocities.
 * Theory:  docs/theory.md, loads. All vectors of a load belong to one node.
 */
#include <string.h>

#include "steps/one/inside.h"

void one_load_forces(sn_stepper *x, int load, one_work *k)
{
  const sn_load *c = x->s->load + load;
  one_load *l = x->load + load;
  SN_ASSERT(load >= 0 && load < x->s->n_load && c->n_vec >= 1 && c->n_vec <= 4);
  for (int a = 0; a < c->n_vec; a++) {
    k->q[c->vector[a]] = one_stage_at(x, c->vector[a]);
    k->v[c->vector[a]] = v3_scale(1 / x->now.h, one_w(x, c->vector[a]));
  }
  sn_load_forces(c, k->q, k->v, x->now.t + x->stage->at * x->now.h, l->f, l->K, l->D);
}

void one_load_tangent(sn_stepper *x, int load, one_work *k)
{
  const sn_load *c = x->s->load + load;
  const one_load *l = x->load + load;
  const int node = x->s->vector[c->vector[0]].node, ld = 3 * c->n_vec, n = x->all.layout.node_size[node];
  SN_ASSERT(node >= 0 && n <= LEVEL && n == x->all.layout.count[x->all.layout.load_element[load]]);
  if (!c->follows && c->type == SN_LOAD_FORCE && !c->of_velocity) {
    return;
  }
  double *A = k->local;
  for (int j = 0; j < n; j++) {
    double out[LEVEL] = {0};
    for (int a = 0; a < c->n_vec; a++) {
      sn_v3 df = {{0, 0, 0}};
      for (int b = 0; b < c->n_vec; b++) {
        const sn_v3 d = one_column(x, node, x->s->vector[c->vector[b]].slot, j);
        for (int i = 0; i < 9; i++) {
          const int at = (3 * a + i / 3) * ld + 3 * b + i % 3;
          df.x[i / 3] -=
              (x->stage->at * x->now.hh * l->K[at] + (l->D ? one_w_share(x) * x->now.h * l->D[at] : 0)) * d.x[i % 3];
        }
      }
      one_rows_of(x, node, x->s->vector[c->vector[a]].slot, df, out);
    }
    for (int i = 0; i < n; i++) {
      A[i * n + j] = out[i];
    }
  }
  sn_layout_add(&x->all.layout, x->all.layout.load_element[load], A);
}
