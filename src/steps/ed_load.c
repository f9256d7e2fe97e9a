/* steps/ed_load.c -- loads in the energy-decaying step: forces at the two Gauss states, tangent of those that turn.
 * Theory:  docs/theory.md, loads. All vectors of a load belong to one node.
 */
#include <string.h>

#include "steps/ed_private.h"

void ed_load_forces(sn_stepper *x, int load)
{
  const sn_load *c = x->s->load + load;
  ed_load *l = x->load + load;
  sn_load_forces(c, x->qp, x->t + C_PLUS * x->h, l->fp, l->Kp);
  sn_load_forces(c, x->qm, x->t + C_MINUS * x->h, l->fm, l->Km);
}

void ed_load_force_on(const sn_stepper *x, int load, int vector, sn_v3 *fp, sn_v3 *fm)
{
  const sn_load *c = x->s->load + load;
  const ed_load *l = x->load + load;
  for (int a = 0; a < c->n_vec; a++) {
    if (c->vector[a] == vector) {
      *fp = v3_axpy(*fp, -x->hh, l->fp[a]);
      *fm = v3_axpy(*fm, -x->hh, l->fm[a]);
    }
  }
}

/* loads that turn with the node: all their vectors belong to one node */
void ed_load_assemble(sn_stepper *x, int load, int tangent)
{
  const sn_load *c = x->s->load + load;
  const ed_load *l = x->load + load;
  const int node = x->s->vector[c->vector[0]].node, ld = 3 * c->n_vec;
  if (!c->follows && c->type == SN_LOAD_FORCE) {
    return;
  }
  const ed_node *n = x->node + node;
  double out[2 * LEVEL];
  if (tangent) {
    memset(n->local, 0, sizeof(double) * (size_t)(n->n * n->n));
  }
  for (int j = -1; j < (tangent ? 2 * n->n1 : 0); j++) {
    sn_v3 p[4] = {{{0}}}, m[4] = {{{0}}};
    for (int b = 0; b < c->n_vec; b++) {
      sn_v3 dq, dw;
      ed_column(n, x->s->vector[c->vector[b]].slot, j, &dq, &dw);
      const sn_v3 dp = v3_axpy(v3_scale(C_PLUS, dq), -1.0 / 12, dw), dm = v3_axpy(v3_scale(C_MINUS, dq), -1.0 / 12, dw);
      for (int a = 0; a < c->n_vec; a++) {
        const int slot = x->s->vector[c->vector[a]].slot;
        for (int i = 0; i < 3; i++) {
          for (int k = 0; k < 3; k++) {
            p[slot].x[i] -= x->hh * l->Kp[(3 * a + i) * ld + 3 * b + k] * dp.x[k];
            m[slot].x[i] -= x->hh * l->Km[(3 * a + i) * ld + 3 * b + k] * dm.x[k];
          }
        }
      }
    }
    ed_node_rows(n, x->s->node + node, p, m, out);
    for (int i = 0; i < 2 * n->n1; i++) {
      if (j < 0) {
        x->rhs[n->first + i] -= out[i];
      } else {
        n->local[i * n->n + j] = out[i];
      }
    }
  }
  if (tangent) {
    sn_layout_add(&x->layout, x->layout.load_element[load], n->local);
  }
}
