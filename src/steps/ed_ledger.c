/* steps/ed_ledger.c -- what a converged energy-decaying step did: new state, work, dissipation, defect of the balance.
 * Theory:  docs/theory.md, proofs: D = sum alpha/2 b K b + 1/2 y M_y y, work of loads, drives and
 *          moving frames from the same rows that the step used.
 */
#include <string.h>

#include "steps/ed_private.h"
#include "steps/ledger.h"

/* alpha/2 b K b of an elastic block at the converged iterate */
static double elastic_loss(const sn_stepper *x, const sn_block *c, const ed_block *b)
{
  double jump[SN_MAX_FORMS], sum = 0;
  for (int k = 0; k < c->n_form; k++) {
    jump[k] = 0;
    for (int a = 0; a < c->n_vec; a++) {
      const int v = c->vector[a];
      const sn_v3 p = b->Bp[k * c->n_vec + a], m = b->Bm[k * c->n_vec + a];
      const sn_v3 uh = v3_axpy(x->w[v], -b->ra, x->y[v]);
      jump[k] -= (0.5 * v3_dot(v3_add(p, m), uh) + R3 * v3_dot(v3_sub(p, m), x->dq[v])) / 6;
    }
  }
  for (int k = 0; k < c->n_form; k++) {
    for (int l = 0; l < c->n_form; l++) {
      sum += 0.5 * b->alpha * jump[k] * c->matrix[k * c->n_form + l] * jump[l];
    }
  }
  return sum;
}

static void block_ledger(const sn_stepper *x, int i, sn_ledger *l)
{
  const sn_block *c = x->s->block + i;
  const ed_block *b = x->block + i;
  const sn_path *p = &b->path;
  if (c->law == SN_LINEAR_ELASTIC) {
    l->numerical += elastic_loss(x, c, b);
  } else if (c->law == SN_COMPOSITE_POTENTIAL) {
    l->numerical += 0.5 * b->alpha * p->stiffness * p->b_eps * p->b_eps;
  } else if (c->law == SN_COMPOSITE_CONSTRAINT) {
    l->work_drives += p->tau_c * p->t_c + p->tau_d * p->t_d;
  } else if (c->law == SN_COMPOSITE_GIVEN) {
    l->work_loads -= p->tau_c * p->a_eps - R3 * p->tau_d * p->b_eps;
  } else if (c->law == SN_RATE_MATRIX) {
    for (int k = 0; k < c->n_form; k++) {
      l->dissipation += 0.5 * x->h * (b->s_p[k] * b->edot[0][k] + b->s_m[k] * b->edot[1][k]);
    }
  } else if (c->law == SN_RATE_SCALAR) {
    const double power = 0.5 * x->h * (b->tau[0] * b->rate[0] + b->tau[1] * b->rate[1]);
    if (c->rate->dissipates) {
      l->dissipation += power;
    } else {
      l->work_loads -= power;
    }
  }
}

/* 1/2 y M_y y and 1/2 nu soft nu, in true units */
static double jump_loss(const sn_stepper *x)
{
  double sum = 0;
  for (int i = 0; i < x->s->n_node; i++) {
    const ed_node *n = x->node + i;
    for (int j = 0; j < n->n1 && n->damped; j++) {
      for (int k = 0; k < n->n1; k++) {
        sum += 0.5 * n->eta[j] * n->S[j][k] * n->eta[k];
      }
    }
  }
  for (int i = 0; i < x->s->n_pair; i++) {
    const sn_mass_pair *p = x->s->pair + i;
    if (x->s->vector[p->a].node >= 0 && x->s->vector[p->b].node >= 0) {
      sum += p->m * v3_dot(x->y[p->a], x->y[p->b]);
    }
  }
  for (int i = 0; i < x->s->n_block; i++) {
    const ed_block *b = x->block + i;
    for (int k = 0; k < b->n_mult && b->damped; k++) {
      sum += 0.5 * b->soft[k] * b->nu[k] * b->nu[k];
    }
  }
  return sum / x->hh;
}

/* work that moves the frames: reactions of all blocks on them, their own inertia and weight */
static double base_work(const sn_stepper *x)
{
  const sn_system *s = x->s;
  double w = sn_carried_work(s, x->start, &x->trial);
  for (int a = 0; a < s->n_vector; a++) {
    if (s->vector[a].freedom == SN_PRESCRIBED) {
      const sn_v3 f0 = v3_scale(0.5 / x->hh, v3_add(x->fp[a], x->fm[a]));
      const sn_v3 f1 = v3_scale(0.5 / x->hh, v3_sub(x->fp[a], x->fm[a]));
      w += v3_dot(x->dq[a], f0) + 0.5 / R3 * v3_dot(x->w[a], f1) - v3_dot(s->gravity[a], x->dq[a]);
    }
  }
  return w;
}

double ed_accept(sn_stepper *x, sn_ledger *ledger)
{
  const sn_system *s = x->s;
  sn_state *end = &x->trial;
  *ledger = (sn_ledger){0};
  sn_state_copy(x->start, end);
  for (int i = 0; i < s->n_block; i++) {
    block_ledger(x, i, ledger);
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    for (int a = 0; a < l->n_vec; a++) {
      const int v = l->vector[a];
      const sn_v3 d = x->dq[v], w = v3_scale(0.5 / R3, x->w[v]);
      ledger->work_loads += 0.5 * (v3_dot(x->load[i].fp[a], v3_add(d, w)) + v3_dot(x->load[i].fm[a], v3_sub(d, w)));
    }
  }
  ledger->numerical += jump_loss(x);
  *end->t = x->t + x->h;
  for (int a = 0; a < s->n_vector; a++) {
    end->q[a] = x->qf[a];
    end->v[a] = v3_axpy(x->start->v[a], 1 / x->h, x->w[a]);
  }
  sn_end_frames(s, *end->t, end);
  ledger->work_base = base_work(x);
  for (int i = 0; i < s->n_block; i++) {
    sn_end_block(s->block + i, x->block[i].s_c, &x->block[i].path, end);
    for (int k = 0; k < s->block[i].n_stress; k++) {
      const double d = sn_is_linear(s->block[i].law) ? x->block[i].s_d[k] : x->block[i].path.tau_d;
      end->rate[s->block[i].stress + k] = d * 2 * R3 / x->h;
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    ed_node_sigma(x, i, end->sigma + 9 * i);
  }
  memcpy(end->mobility, x->mobility, sizeof(double) * (size_t)s->n_block);
  *end->look = x->look;
  return sn_ledger_close(s, x->start, x->dq, end, ledger);
}
