/* steps/one/ledger.c -- what a converged one-stage step did: new state, work, dissipation, defect of the balance.
 * Theory:  docs/theory.md, the schemes ep and midpoint.
 */
#include "steps/node.h"
#include "steps/one/inside.h"

/* stresses and own numbers of a block at the end */
static void end_block(const sn_stepper *x, int i, sn_state *end)
{
  const sn_block *c = x->s->block + i;
  if (x->all.packs.pack_of[i] < 0) { /* idle */
    sn_count_angles(c, end->q, end->own);
    return;
  }
  const one_pack *p = x->pack + x->all.packs.pack_of[i];
  const int l = x->all.packs.lane_of[i];
  double stress[SN_MAX_FORMS];
  for (int k = 0; k < c->n_stress && !c->law->is_scalar; k++) {
    stress[k] = p->s[k][l];
  }
  sn_end_block(c, stress, p->scalar ? &p->scalar[l].path : NULL, end);
}

double one_accept(sn_stepper *x, sn_ledger *l)
{
  const sn_system *s = x->s;
  sn_state *end = &x->trial;
  *l = (sn_ledger){0};
  sn_state_copy(x->start, end);
  for (int i = 0; i < x->all.packs.n; i++) {
    for (int k = 0; k < x->all.packs.pack[i].n; k++) {
      x->pack[i].law->book(x, x->pack + i, k, l);
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    const sn_v3 d = x->dq[a] = one_at(x, a, OF_DQ);
    end->q[a] = one_at(x, a, OF_F);
    if (s->vector[a].freedom == SN_FREE) {
      end->v[a] = v3_axpy(v3_scale(x->stage->end / x->h, d), 1 - x->stage->end, x->start->v[a]);
    } else if (s->vector[a].freedom == SN_PRESCRIBED) {
      l->work_base += v3_dot(d, v3_sub(v3_scale(1 / x->hh, one_force_on(x, a)), s->gravity[a]));
    }
  }
  for (int i = 0; i < s->n_load; i++) {
    for (int a = 0; a < s->load[i].n_vec; a++) {
      l->work_loads += v3_dot(x->load[i].f[a], x->dq[s->load[i].vector[a]]);
    }
  }
  *end->t = x->t + x->h;
  sn_end_frames(s, *end->t, end);
  sn_keep_mean(s, x->start, x->h, end);
  l->work_base += sn_carried_work(s, x->start, end);
  for (int i = 0; i < s->n_block; i++) {
    end_block(x, i, end);
  }
  const sn_energy after = sn_energy_of(s, &x->all.packs, end);
  return sn_ledger_close(s, &x->before, &after, x->start, x->dq, end, l);
}
