/* steps/one_stage/load.c -- loads in a one-stage step: at q_s, and in its matrix (steps/load.h). */
#include "steps/one_stage/one_stage_private.h"

void one_load_forces(sn_stepper *x, int load, int part)
{
  const sn_load *c = x->s->load + load;
  one_work *k = x->work + part;
  SN_ASSERT(load >= 0 && load < x->s->n_load && c->n_vec >= 1 && c->n_vec <= 4);
  for (int a = 0; a < c->n_vec; a++) {
    k->q[c->vector[a]] = one_stage_at(x, c->vector[a]);
    k->v[c->vector[a]] = v3_scale(1 / x->now.h, one_w(x, c->vector[a]));
  }
  sn_step_load_forces(&x->now, load, 0, k->q, k->v, x->load + load);
}

/* loads that turn with the node, or depend on its velocity */
void one_load_tangent(sn_stepper *x, int load, int part)
{
  const sn_load *c = x->s->load + load;
  const int node = x->s->vector[c->vector[0]].node, n = x->all.layout.node_size[node];
  SN_ASSERT(node >= 0 && n <= LEVEL && n == x->all.layout.count[x->all.layout.load_element[load]]);
  if (!sn_step_load_moves(c)) {
    return;
  }
  double *A = x->work[part].local;
  for (int j = 0; j < n; j++) {
    double out[LEVEL] = {0};
    sn_v3 q[4], v[4];
    for (int b = 0; b < c->n_vec; b++) {
      const sn_v3 d = one_column(x, node, x->s->vector[c->vector[b]].slot, j);
      q[b] = v3_scale(x->stage->at, d);
      v[b] = v3_scale(one_w_share(x) / x->now.h, d);
    }
    for (int a = 0; a < c->n_vec; a++) {
      one_rows_of(x, node, x->s->vector[c->vector[a]].slot,
                  sn_step_load_change(&x->now, load, 0, a, q, v, x->load + load), out);
    }
    for (int i = 0; i < n; i++) {
      A[i * n + j] = out[i];
    }
  }
  sn_layout_add(x->all.into, x->all.layout.load_element[load], A);
}
