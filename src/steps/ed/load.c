/* steps/ed/load.c -- loads in the energy-decaying step: forces at the two Gauss states, tangent of those that turn or feel velocities.
 * Theory:  docs/theory.md, loads. All vectors of a load belong to one node.
 */
#include <string.h>

#include "steps/ed/inside.h"

void ed_load_forces(sn_stepper *x, int load, ed_work *k)
{
  const sn_load *c = x->s->load + load;
  ed_load *l = x->load + load;
  SN_ASSERT(load >= 0 && load < x->s->n_load && c->n_vec >= 1 && c->n_vec <= 4);
  for (int s = 0; s < 2; s++) {
    for (int a = 0; a < c->n_vec; a++) {
      const int i = c->vector[a];
      k->q[i] = ed_state_at(x, i, s ? -1 : 1);
      k->v[i] = v3_scale(1 / x->now.h, v3_axpy(ed_at(x, i, OF_DQ), s ? -HALF : HALF, ed_at(x, i, OF_W)));
    }
    sn_load_forces(c, k->q, k->v, x->now.t + (s ? C_MINUS : C_PLUS) * x->now.h, s ? l->fm : l->fp, s ? l->Km : l->Kp,
                   s ? l->Dm : l->Dp);
  }
}

void ed_load_force_on(const sn_stepper *x, int load, int vector, sn_v3 *fp, sn_v3 *fm)
{
  const sn_load *c = x->s->load + load;
  const ed_load *l = x->load + load;
  SN_ASSERT(x->s->vector[c->vector[0]].node == x->s->vector[vector].node);
  for (int a = 0; a < c->n_vec; a++) {
    if (c->vector[a] == vector) {
      *fp = v3_axpy(*fp, -x->now.hh, l->fp[a]);
      *fm = v3_axpy(*fm, -x->now.hh, l->fm[a]);
    }
  }
}

/* loads that turn with the node, or depend on its velocity */
void ed_load_tangent(sn_stepper *x, int load, ed_work *k)
{
  const sn_load *c = x->s->load + load;
  const ed_load *l = x->load + load;
  const int node = x->s->vector[c->vector[0]].node, ld = 3 * c->n_vec;
  const sn_node *nd = x->s->node + node;
  const int n1 = nd->n_x + sn_node_rotations(nd), n = x->all.layout.node_size[node];
  SN_ASSERT(n == x->all.layout.count[x->all.layout.load_element[load]] && 2 * n1 <= n && n <= 3 * LEVEL);
  if (!c->follows && c->type == SN_LOAD_FORCE && !c->of_velocity) {
    return;
  }
  double out[2 * LEVEL], *A = k->local;
  memset(A, 0, sizeof(double) * (size_t)(n * n));
  for (int j = 0; j < 2 * n1; j++) {
    sn_v3 p[4] = {{{0}}}, m[4] = {{{0}}};
    for (int b = 0; b < c->n_vec; b++) {
      sn_v3 dq, dw;
      ed_column(x, node, x->s->vector[c->vector[b]].slot, j, &dq, &dw);
      const sn_v3 dp = v3_axpy(v3_scale(C_PLUS, dq), -1.0 / 12, dw), dm = v3_axpy(v3_scale(C_MINUS, dq), -1.0 / 12, dw);
      const sn_v3 vp = v3_scale(1 / x->now.h, v3_axpy(dq, HALF, dw)),
                  vm = v3_scale(1 / x->now.h, v3_axpy(dq, -HALF, dw));
      for (int a = 0; a < c->n_vec; a++) {
        const int slot = x->s->vector[c->vector[a]].slot;
        for (int i = 0; i < 3; i++) {
          for (int q = 0; q < 3; q++) {
            const int at = (3 * a + i) * ld + 3 * b + q;
            p[slot].x[i] -= x->now.hh * (l->Kp[at] * dp.x[q] + (l->Dp ? l->Dp[at] * vp.x[q] : 0));
            m[slot].x[i] -= x->now.hh * (l->Km[at] * dm.x[q] + (l->Dm ? l->Dm[at] * vm.x[q] : 0));
          }
        }
      }
    }
    ed_rows_of(x, node, p, m, out);
    for (int i = 0; i < 2 * n1; i++) {
      A[i * n + j] = out[i];
    }
  }
  sn_layout_add(&x->all.layout, x->all.layout.load_element[load], A);
}
