/* steps/one/rate.c -- rate laws in a one-stage step: viscous matrices, dampers and laws of the user, friction.
 * Theory:  docs/theory.md, rate laws: stresses at q_s with the rate dq/h, never differentiated in time.
 */
#include <math.h>

#include "steps/one/inside.h"

/* ---- stress = C e' */

SN_CLONES static void viscous_stress(sn_stepper *x, one_pack *p, one_work *k)
{
  const int nf = p->type->n_form;
  (void)x;
  SN_ASSERT(p->is->matrix && p->sees_rate);
  for (int f = 0; f < nf; f++) {
    p->l[f] = lane(0);
    for (int l = p->type->column[2 * f]; l < p->type->column[2 * f + 1]; l++) {
      p->l[f] += p->is->matrix[f * nf + l] * k->r[l];
    }
    p->s[f] = k->r[f]; /* kept for the ledger: nothing is foretold */
  }
}

SN_CLONES static void viscous_respond(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh);
  SN_ASSERT(p->is->matrix && nc == p->is->n_local);
  for (int f = 0; f < nf; f++) {
    for (int j = 0; j < nc; j++) {
      sn_lane sum = lane(0);
      for (int l = p->type->column[2 * f]; l < p->type->column[2 * f + 1]; l++) {
        sum += p->is->matrix[f * nf + l] * k->Xr[l * nc + j];
      }
      k->S[f * nc + j] = hh * sum;
    }
  }
}

static void viscous_book(const sn_stepper *x, const one_pack *p, int l, sn_ledger *to)
{
  SN_ASSERT(l >= 0 && l < p->is->n && x->h > 0);
  for (int f = 0; f < p->type->n_form; f++) {
    to->dissipation += x->h * p->l[f][l] * p->s[f][l];
  }
}

/* ---- stress on a composite strain from its rate */

/* a multiplier that friction follows */
static double reaction(const sn_stepper *x, const sn_rate_law *l, int k)
{
  SN_ASSERT(x->pack[x->all.packs.pack_of[l->normal_block]].law->is_multiplier && k >= 0 && k < l->n_normal);
  return x->pack[x->all.packs.pack_of[l->normal_block]].s[l->normal_form[k]][x->all.packs.lane_of[l->normal_block]];
}

/* friction: N = sqrt(sum weight s^2) of the constraint it follows */
static double normal_of(const sn_stepper *x, const sn_rate_law *l)
{
  double sum = 0;
  for (int k = 0; l->normal_block >= 0 && k < l->n_normal; k++) {
    const double s = reaction(x, l, k);
    SN_ASSERT(l->normal_weight[k] >= 0);
    sum += l->normal_weight[k] * s * s;
  }
  return sqrt(sum);
}

static void evaluate(const sn_stepper *x, const sn_block *c, one_scalar *s, const double *e)
{
  SN_ASSERT(c->rate && s->grad && s->hess && s->edot);
  s->x = sn_composite(c, x->start->own, e, s->grad, s->hess);
  s->rate = 0;
  for (int f = 0; f < c->n_form; f++) {
    s->rate += s->grad[f] * s->edot[f];
  }
  s->normal = normal_of(x, c->rate);
  s->tau = c->rate->stress(c->rate, x->t + x->stage->at * x->h, s->x, s->rate, s->normal, s->d_tau);
}

static void rate_stress(sn_stepper *x, one_pack *p, one_work *k)
{
  const int nf = p->type->n_form;
  SN_ASSERT(p->scalar && p->sees_rate && p->sees_stage && nf <= SN_MAX_COMPOSITE_FORMS);
  for (int l = 0; l < SN_LANES; l++) {
    const int from = l < p->is->n ? l : p->is->n - 1;
    one_scalar *s = p->scalar + from;
    if (from == l) {
      double e[SN_MAX_FORMS];
      for (int f = 0; f < nf; f++) {
        e[f] = k->m[f][l];
        s->edot[f] = k->r[f][l];
      }
      evaluate(x, x->s->block + p->is->block[l], s, e);
    }
    for (int f = 0; f < nf; f++) {
      p->l[f][l] = s->tau * s->grad[f];
    }
  }
}

/* columns of the multipliers that friction follows */
static void normal_columns(const sn_stepper *x, const one_pack *p, int l, one_work *k)
{
  const sn_pack_type *t = p->type;
  const sn_rate_law *law = x->s->block[p->is->block[l]].rate;
  const int nf = t->n_form, nc = p->is->offset[t->n_node], n = p->is->n_local;
  const one_scalar *s = p->scalar + l;
  if (law->normal_block < 0 || !(s->normal > 0)) {
    return;
  }
  const one_pack *o = x->pack + x->all.packs.pack_of[law->normal_block];
  const int lane_of = x->all.packs.lane_of[law->normal_block];
  for (int m = 0; m < law->n_normal; m++) {
    const int form = law->normal_form[m];
    SN_ASSERT(form < o->n_mult && nc + form < n);
    const double dtau = s->d_tau[2] * law->normal_weight[m] * reaction(x, law, m) / s->normal * o->unit[form][lane_of];
    for (int row = 0; row < nc; row++) {
      double sum = 0;
      for (int f = 0; f < nf; f++) {
        sum += k->L[f * nc + row][l] * s->grad[f];
      }
      k->T[row * n + nc + form][l] += dtau * sum;
    }
  }
}

/* the numbers of four blocks side by side, then columns in lanes */
SN_CLONES static void rate_respond(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  sn_lane *grad = k->scalar, *edot = grad + nf, *dgrad = edot + nf, *hess = dgrad + nf;
  SN_ASSERT(p->scalar && p->is->n >= 1);
  sn_lane tau = lane(0), by_x = lane(0), by_rate = lane(0);
  for (int l = 0; l < SN_LANES; l++) {
    const one_scalar *s = p->scalar + (l < p->is->n ? l : p->is->n - 1);
    tau[l] = s->tau * x->hh;
    by_x[l] = s->d_tau[0] * x->hh;
    by_rate[l] = s->d_tau[1] * x->hh;
    for (int f = 0; f < nf; f++) {
      grad[f][l] = s->grad[f];
      edot[f][l] = s->edot[f];
    }
    for (int f = 0; f < nf * nf; f++) {
      hess[f][l] = s->hess[f];
    }
  }
  for (int j = 0; j < nc; j++) {
    sn_lane strain = lane(0), rate = lane(0);
    for (int f = 0; f < nf; f++) {
      dgrad[f] = lane(0);
      for (int m = 0; m < nf; m++) {
        dgrad[f] += hess[f * nf + m] * k->Xm[m * nc + j];
      }
      strain += grad[f] * k->Xm[f * nc + j];
      rate += grad[f] * k->Xr[f * nc + j] + dgrad[f] * edot[f];
    }
    const sn_lane dtau = by_x * strain + by_rate * rate;
    for (int f = 0; f < nf; f++) {
      k->S[f * nc + j] = dtau * grad[f] + tau * dgrad[f];
    }
  }
  for (int l = 0; l < p->is->n; l++) {
    normal_columns(x, p, l, k);
  }
}

static void rate_book(const sn_stepper *x, const one_pack *p, int l, sn_ledger *to)
{
  SN_ASSERT(l >= 0 && l < p->is->n && x->s->block[p->is->block[l]].rate);
  const one_scalar *s = p->scalar + l;
  if (x->s->block[p->is->block[l]].rate->dissipates) {
    to->dissipation += x->h * s->tau * s->rate;
  } else {
    to->work_loads -= x->h * s->tau * s->rate;
  }
}

const one_law one_viscous_law = {
    .stress = viscous_stress, .respond = viscous_respond, .book = viscous_book, .is_rate = 1};
const one_law one_rate_law = {.stress = rate_stress, .respond = rate_respond, .book = rate_book, .is_rate = 1};
