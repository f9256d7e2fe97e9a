/* steps/ed/ledger.c -- what a converged energy-decaying step did: new state, work, dissipation, defect of the balance.
 * Theory:  docs/theory.md, proofs: D = sum alpha/2 b K b + 1/2 y M_y y, work of loads, drives and
 *          moving frames from the same rows that the step used. Internal multipliers of nodes: (11.2).
 */
#include <string.h>

#include "math/rotation.h"
#include "steps/ed/ed_private.h"
#include "steps/node.h"

/* 1/2 y M_y y and 1/2 nu soft nu, in true units */
static double jump_loss(const sn_stepper *x)
{
  double sum = 0;
  for (int i = 0; i < x->s->n_node; i++) {
    const sn_node *c = x->s->node + i;
    const int n_rate = c->n_x + sn_node_rotations(c);
    const ed_eta *e = x->node[i].eta;
    for (int j = 0; j < n_rate && e; j++) {
      SN_ASSERT(n_rate <= LEVEL && x->node[i].damped);
      for (int k = 0; k < n_rate; k++) {
        sum += 0.5 * e->eta[j] * e->S[j][k] * e->eta[k];
      }
    }
  }
  for (int i = 0; i < x->s->n_pair; i++) {
    const sn_mass_pair *p = x->s->pair + i;
    if (x->s->vector[p->a].node >= 0 && x->s->vector[p->b].node >= 0) {
      sum += p->m * v3_dot(ed_at(x, p->a, OF_Y), ed_at(x, p->b, OF_Y));
    }
  }
  for (int i = 0; i < x->all.packs.n; i++) {
    const sn_law_pack *p = x->pack + i;
    for (int k = 0; k < p->n_mult && p->damped; k++) {
      for (int l = 0; l < p->is->n; l++) {
        sum += 0.5 * p->soft[k][l] * p->nu[k][l] * p->nu[k][l];
      }
    }
  }
  return sum / x->now.hh;
}

/* work of h^2 (fp, fm) on a vector that moves as given */
static double work_on(const sn_stepper *x, int a, sn_v3 fp, sn_v3 fm)
{
  SN_ASSERT(x->s->vector[a].node < 0);
  const sn_v3 f0 = v3_scale(0.5 / x->now.hh, v3_add(fp, fm)), f1 = v3_scale(0.5 / x->now.hh, v3_sub(fp, fm));
  return v3_dot(x->dq[a], f0) + HALF * v3_dot(ed_at(x, a, OF_W), f1);
}

/* of the inertia that nodes share with moving frames (consistent mass of a beam that is clamped to one), theory (10.2) */
static double shared_inertia_work(const sn_stepper *x)
{
  const sn_system *s = x->s;
  double work = 0;
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    const int free_a = s->vector[p->a].node >= 0, free_b = s->vector[p->b].node >= 0;
    if (free_a != free_b) {
      sn_v3 fp = v3(0, 0, 0), fm = fp;
      SN_ASSERT(s->vector[free_a ? p->b : p->a].freedom != SN_FREE);
      ed_inertia(x, free_a ? p->a : p->b, p->m, &fp, &fm);
      work += work_on(x, free_a ? p->b : p->a, fp, fm);
    }
  }
  return work;
}

/* work that moves the frames: reactions of all blocks on them, inertia and weight, their own and what they share */
static double base_work(const sn_stepper *x)
{
  const sn_system *s = x->s;
  double work = sn_carried_work(s, x->now.start, &x->trial) + shared_inertia_work(x);
  for (int i = 0; i < s->n_frame; i++) {
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      sn_v3 fp, fm, g;
      SN_ASSERT(s->vector[a].freedom == SN_PRESCRIBED);
      ed_forces_on(x, a, &fp, &fm, &g);
      work += work_on(x, a, fp, fm) - v3_dot(s->gravity[a], x->dq[a]);
    }
  }
  return work;
}

/* ---- internal multipliers */

/* dual vectors of the directors at a Gauss state, in the order of the node */
static sn_m3 dual_at(const sn_stepper *x, const sn_node *c, double sign)
{
  sn_m3 E = m3_identity(), out = m3_identity();
  SN_ASSERT(c->n_dir >= 0 && c->n_dir <= 3 && c->has_x + c->n_dir == c->n_vec);
  for (int k = 0; k < c->n_dir; k++) {
    E.c[c->member[k]] = ed_state_at(x, c->vector[c->has_x + k], sign);
  }
  if (c->n_dir == 2) {
    E.c[0] = v3_cross(E.c[1], E.c[2]);
  } else if (c->n_dir == 1) {
    const sn_m3 t = sn_rotation_along(E.c[2]);
    E.c[0] = t.c[0];
    E.c[1] = t.c[1];
  }
  const sn_m3 d = m3_dual(E);
  for (int k = 0; k < c->n_dir; k++) {
    out.c[k] = d.c[c->member[k]];
  }
  return out;
}

/* Sigma_kl = -1/(2 h^2) sum over the Gauss states of sym(e^k . F_l) */
static void node_sigma(const sn_stepper *x, int node, double sigma[9])
{
  const sn_node *c = x->s->node + node;
  SN_ASSERT(x->all.fresh && x->now.hh > 0);
  double S[3][3] = {{0}};
  for (int sign = 0; sign < 2; sign++) {
    const sn_m3 e = dual_at(x, c, sign ? -1 : 1);
    const sn_v3 *F = sign ? x->Fm : x->Fp;
    for (int k = 0; k < c->n_dir; k++) {
      for (int l = 0; l < c->n_dir; l++) {
        S[k][l] -= 0.5 * v3_dot(e.c[k], F[c->vector[c->has_x + l]]) / x->now.hh;
      }
    }
  }
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      sigma[3 * k + l] = 0.5 * (S[k][l] + S[l][k]);
    }
  }
}

double ed_accept(sn_stepper *x, sn_ledger *ledger)
{
  const sn_system *s = x->s;
  sn_state *end = &x->trial;
  SN_ASSERT(x->all.fresh); /* forces are those of the iterate */
  *ledger = (sn_ledger){0};
  sn_state_copy(x->now.start, end);
  sn_book_blocks(&x->now, ledger);
  for (int a = 0; a < s->n_vector; a++) {
    x->dq[a] = ed_at(x, a, OF_DQ);
    end->q[a] = ed_at(x, a, OF_F);
    end->v[a] = v3_axpy(x->now.start->v[a], 1 / x->now.h, ed_at(x, a, OF_W));
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    for (int a = 0; a < l->n_vec; a++) {
      const int v = l->vector[a];
      const sn_v3 d = x->dq[v], w = v3_scale(HALF, ed_at(x, v, OF_W));
      ledger->work_loads += 0.5 * (v3_dot(x->load[i].F[0][a], v3_add(d, w)) + v3_dot(x->load[i].F[1][a], v3_sub(d, w)));
    }
  }
  ledger->numerical += jump_loss(x);
  SN_ASSERT(x->now.h > 0 && x->now.start != end);
  *end->t = x->now.t + x->now.h;
  sn_end_frames(s, *end->t, end);
  sn_keep_mean(s, x->now.start, x->now.h, end);
  ledger->work_base = base_work(x);
  sn_end_blocks(&x->now, end);
  for (int i = 0; i < s->n_node; i++) {
    node_sigma(x, i, end->sigma + 9 * i);
  }
  memcpy(end->mobility, x->mobility, sizeof(double) * (size_t)s->n_block);
  *end->next_mobility = x->next_mobility;
  SN_ASSERT(x->next_mobility >= 0 && x->next_mobility <= s->n_block);
  const sn_energy after = sn_energy_of(s, &x->all.packs, end);
  return sn_ledger_close(s, &x->before, &after, x->now.start, x->dq, end, ledger);
}
