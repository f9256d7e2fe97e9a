/* steps/ed/load.c -- loads in the energy-decaying step: at the two Gauss states, and in its matrix (steps/load.h). */
#include <string.h>

#include "steps/ed/ed_private.h"

void ed_load_forces(sn_stepper *x, int load, int part)
{
  const sn_load *c = x->s->load + load;
  ed_work *k = x->work + part;
  SN_ASSERT(load >= 0 && load < x->s->n_load && c->n_vec >= 1 && c->n_vec <= 4);
  for (int s = 0; s < 2; s++) {
    for (int a = 0; a < c->n_vec; a++) {
      const int i = c->vector[a];
      k->q[i] = ed_state_at(x, i, s ? -1 : 1);
      k->v[i] = v3_scale(1 / x->now.h, v3_axpy(ed_at(x, i, OF_DQ), s ? -HALF : HALF, ed_at(x, i, OF_W)));
    }
    sn_step_load_forces(&x->now, load, s, k->q, k->v, x->load + load);
  }
}

/* loads that turn with the node, or depend on its velocity */
void ed_load_tangent(sn_stepper *x, int load, int part)
{
  const sn_load *c = x->s->load + load;
  const int node = x->s->vector[c->vector[0]].node;
  const sn_node *nd = x->s->node + node;
  const int n_rate = nd->n_x + sn_node_rotations(nd), n = x->all.layout.node_size[node];
  SN_ASSERT(n == x->all.layout.count[x->all.layout.load_element[load]] && 2 * n_rate <= n && n <= 3 * LEVEL);
  if (!sn_step_load_moves(c)) {
    return;
  }
  double out[2 * LEVEL], *A = x->work[part].local;
  memset(A, 0, sizeof(double) * (size_t)(n * n));
  for (int j = 0; j < 2 * n_rate; j++) {
    sn_v3 force[2][4] = {{{{0}}}};
    for (int s = 0; s < 2; s++) {
      sn_v3 q[4], v[4];
      for (int b = 0; b < c->n_vec; b++) {
        sn_v3 dq, dw;
        ed_column(x, node, x->s->vector[c->vector[b]].slot, j, &dq, &dw);
        q[b] = v3_axpy(v3_scale(x->now.at[s], dq), -1.0 / 12, dw);
        v[b] = v3_scale(1 / x->now.h, v3_axpy(dq, s ? -HALF : HALF, dw));
      }
      for (int a = 0; a < c->n_vec; a++) {
        force[s][x->s->vector[c->vector[a]].slot] = sn_step_load_change(&x->now, load, s, a, q, v, x->load + load);
      }
    }
    ed_rows_of(x, node, force[0], force[1], out);
    for (int i = 0; i < 2 * n_rate; i++) {
      A[i * n + j] = out[i];
    }
  }
  sn_layout_add(x->all.into, x->all.layout.load_element[load], A);
}
