/* steps/one_stage/ledger.c -- what a converged one-stage step did: new state, work, dissipation, defect of the balance.
 * Theory:  docs/theory.md, one-stage schemes.
 */
#include "steps/node.h"
#include "steps/one_stage/one_stage_private.h"

/* Work on moving frames of the inertia that nodes share with them: h times the mean of the given velocities, because that is
   what the gain of the others is multiplied by in the kinetic energy. Theory (10.2). */
static double shared_inertia_work(const sn_stepper *x, const sn_state *end)
{
  const sn_system *s = x->s;
  double work = 0;
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    const int free_a = s->vector[p->a].node >= 0, free_b = s->vector[p->b].node >= 0;
    if (free_a != free_b) {
      const int a = free_a ? p->b : p->a, b = free_a ? p->a : p->b;
      SN_ASSERT(s->vector[a].freedom != SN_FREE && s->vector[b].freedom == SN_FREE);
      const sn_v3 gain = v3_sub(end->v[b], x->now.start->v[b]);
      work += 0.5 * p->m * v3_dot(v3_add(x->now.start->v[a], end->v[a]), gain);
    }
  }
  return work;
}

void one_book(const sn_stepper *x, const sn_v3 *v, sn_ledger *l)
{
  const sn_system *s = x->s;
  SN_ASSERT(x->all.fresh && x->now.h > 0); /* stresses are those of the iterate */
  sn_book_blocks(&x->now, l);
  for (int a = 0; a < s->n_vector; a++) {
    if (s->vector[a].freedom == SN_PRESCRIBED) {
      const sn_v3 along = one_hands_on(x) ? v3_scale(x->now.h, v[a]) : one_at(x, a, OF_DQ);
      l->work_base += v3_dot(along, v3_sub(v3_scale(1 / x->now.hh, one_force_on(x, a)), s->gravity[a]));
    }
  }
  for (int i = 0; i < s->n_load; i++) {
    for (int k = 0; k < s->load[i].n_vec; k++) {
      const int a = s->load[i].vector[k];
      const sn_v3 along = one_hands_on(x) ? v3_scale(x->now.h, v[a]) : one_at(x, a, OF_DQ);
      l->work_loads += v3_dot(x->load[i].F[0][k], along);
    }
  }
}

static sn_v3 velocity(const sn_stepper *x, int a)
{
  SN_ASSERT(x->now.h > 0 && x->s->vector[a].freedom == SN_FREE);
  if (one_hands_on(x)) {
    return v3_scale(1 / x->now.h, one_w(x, a));
  }
  return v3_axpy(v3_scale(x->stage->end / x->now.h, one_at(x, a, OF_DQ)), 1 - x->stage->end, x->now.start->v[a]);
}

double one_accept(sn_stepper *x, sn_ledger *l)
{
  const sn_system *s = x->s;
  sn_state *end = &x->trial;
  SN_ASSERT(x->all.fresh && x->now.start != end); /* forces are those of the iterate */
  *l = (sn_ledger){0};
  sn_state_copy(x->now.start, end);
  for (int a = 0; a < s->n_vector; a++) {
    x->dq[a] = one_at(x, a, OF_DQ);
    end->q[a] = one_at(x, a, OF_F);
    end->v[a] = s->vector[a].freedom == SN_FREE ? velocity(x, a) : end->v[a];
  }
  *end->t = x->now.t + x->now.h;
  sn_end_frames(s, *end->t, end);
  sn_keep_mean(s, x->now.start, x->now.h, end);
  one_book(x, end->v, l);
  if (one_hands_on(x)) {
    one_hand_on(x, l, end);
  }
  l->work_base += sn_carried_work(s, x->now.start, end) + shared_inertia_work(x, end);
  sn_end_blocks(&x->now, end);
  const sn_energy after = sn_energy_of(s, &x->all.packs, end);
  return sn_ledger_close(s, &x->before, &after, x->now.start, x->dq, end, l);
}
