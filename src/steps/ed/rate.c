/* steps/ed/rate.c -- rate laws in the energy-decaying step: viscous matrices, dampers and laws of the user, friction.
 * Theory:  docs/theory.md, rate laws: stresses at the two Gauss states, never differentiated in time.
 * Layout:  the work holds e+ in e, e- in b0, rates in a (+) and b (-); their columns in Xa, X0, Xb (+), Xe (-).
 */
#include <math.h>
#include <string.h>

#include "steps/ed/law.h"

static void start(sn_stepper *x, ed_pack *p, ed_work *k)
{
  (void)x;
  (void)p;
  (void)k;
}

/* l_c, l_d from stresses at q+ and q- */
SN_LANE_INLINE void keep(ed_pack *p, int f, sn_lane plus, sn_lane minus)
{
  SN_ASSERT(f >= 0 && f < p->type->n_form && p->l_c != p->l_d);
  p->l_c[f] = lane(0.5) * (plus + minus);
  p->l_d[f] = lane(0.5) * (plus - minus);
}

/* ---- stress = C e' */

SN_CLONES static void viscous_stress(sn_stepper *x, ed_pack *p, ed_work *k)
{
  const int nf = p->type->n_form;
  (void)x;
  SN_ASSERT(p->is->matrix);
  for (int f = 0; f < nf; f++) {
    sn_lane plus = lane(0), minus = lane(0);
    for (int l = p->type->column[2 * f]; l < p->type->column[2 * f + 1]; l++) {
      plus += p->is->matrix[f * nf + l] * k->a[l];
      minus += p->is->matrix[f * nf + l] * k->b[l];
    }
    keep(p, f, plus, minus);
    p->a[f] = k->a[f];
    p->b[f] = k->b[f];
  }
}

SN_CLONES static void viscous_respond(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh);
  SN_ASSERT(p->is->matrix && nc == p->is->n_local);
  for (int f = 0; f < nf; f++) {
    for (int j = 0; j < nc; j++) {
      sn_lane plus = lane(0), minus = lane(0);
      for (int l = p->type->column[2 * f]; l < p->type->column[2 * f + 1]; l++) {
        plus += p->is->matrix[f * nf + l] * k->Xb[l * nc + j];
        minus += p->is->matrix[f * nf + l] * k->Xe[l * nc + j];
      }
      k->Sp[f * nc + j] = hh * plus;
      k->Sm[f * nc + j] = hh * minus;
    }
  }
}

static void viscous_book(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  SN_ASSERT(l >= 0 && l < p->is->n && x->h > 0);
  for (int f = 0; f < p->type->n_form; f++) {
    const double c = p->l_c[f][l], d = p->l_d[f][l];
    to->dissipation += 0.5 * x->h * ((c + d) * p->a[f][l] + (c - d) * p->b[f][l]);
  }
}

/* ---- stress on a composite strain from its rate */

/* friction: N = sqrt(sum weight s^2) of the constraint it follows, at the Gauss state `minus` */
static double normal_of(const sn_stepper *x, const sn_rate_law *l, int minus)
{
  double sum = 0;
  if (l->normal_block < 0) {
    return 0;
  }
  for (int k = 0; k < l->n_normal; k++) {
    const double s = ed_reaction(x, l->normal_block, l->normal_form[k], minus);
    SN_ASSERT(l->normal_weight[k] >= 0);
    sum += l->normal_weight[k] * s * s;
  }
  return sqrt(sum);
}

static void evaluate(const sn_stepper *x, const sn_block *c, ed_scalar *s, int i, const double *e)
{
  const double t = x->t + (i ? C_MINUS : C_PLUS) * x->h;
  SN_ASSERT(c->rate && (i == 0 || i == 1) && c->n_form <= SN_MAX_COMPOSITE_FORMS);
  s->x[i] = sn_composite(c, x->start->own, e, s->grad[i], s->hess[i]);
  s->rate[i] = 0;
  for (int f = 0; f < c->n_form; f++) {
    s->rate[i] += s->grad[i][f] * s->edot[i][f];
  }
  s->normal[i] = normal_of(x, c->rate, i);
  s->tau[i] = c->rate->stress(c->rate, t, s->x[i], s->rate[i], s->normal[i], s->d_tau[i]);
}

static void rate_stress(sn_stepper *x, ed_pack *p, ed_work *k)
{
  const int nf = p->type->n_form;
  SN_ASSERT(p->scalar && nf <= SN_MAX_COMPOSITE_FORMS && p->is->n >= 1);
  for (int l = 0; l < SN_LANES; l++) {
    const int from = l < p->is->n ? l : p->is->n - 1;
    ed_scalar *s = p->scalar + from;
    for (int i = 0; i < 2 && from == l; i++) {
      double e[SN_MAX_COMPOSITE_FORMS];
      for (int f = 0; f < nf; f++) {
        e[f] = (i ? k->b0 : k->e)[f][l];
        s->edot[i][f] = (i ? k->b : k->a)[f][l];
      }
      evaluate(x, x->s->block + p->is->block[l], s, i, e);
    }
    for (int f = 0; f < nf; f++) {
      const double plus = s->tau[0] * s->grad[0][f], minus = s->tau[1] * s->grad[1][f];
      p->l_c[f][l] = 0.5 * (plus + minus);
      p->l_d[f][l] = 0.5 * (plus - minus);
    }
  }
}

/* columns of the multipliers that friction follows */
static void normal_columns(const sn_stepper *x, const ed_pack *p, int l, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const sn_rate_law *law = x->s->block[p->is->block[l]].rate;
  const int nf = t->n_form, nc = p->is->offset[t->n_node], n = p->is->n_local;
  const ed_scalar *s = p->scalar + l;
  if (law->normal_block < 0) {
    return;
  }
  const ed_pack *o = x->pack + x->all.packs.pack_of[law->normal_block];
  const int lane_of = x->all.packs.lane_of[law->normal_block];
  for (int i = 0; i < 2; i++) {
    for (int m = 0; m < law->n_normal && s->normal[i] > 0; m++) {
      const int form = law->normal_form[m], col = nc + i * o->n_mult + form;
      const double sk = ed_reaction(x, law->normal_block, form, i);
      SN_ASSERT(form < o->n_mult && col < n);
      const double dtau = s->d_tau[i][2] * law->normal_weight[m] * sk / s->normal[i] * o->unit[form][lane_of];
      for (int r = 0; r < t->n_node; r++) {
        const int n1 = t->shape[r].n1, first = p->is->offset[r] + (i ? 0 : n1);
        for (int row = first; row < first + n1; row++) {
          double sum = 0;
          for (int f = 0; f < nf; f++) {
            sum += k->L[f * nc + row][l] * s->grad[i][f];
          }
          k->T[row * n + col][l] += dtau * sum;
        }
      }
    }
  }
}

/* the numbers of four blocks side by side, then columns in lanes */
SN_CLONES static void rate_respond(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  sn_lane *grad = k->scalar, *edot = grad + nf, *hess = edot + nf, *dgrad = hess + nf * nf;
  SN_ASSERT(p->scalar && p->is->n >= 1);
  for (int i = 0; i < 2; i++) {
    const sn_lane *E = i ? k->X0 : k->Xa, *R = i ? k->Xe : k->Xb;
    sn_lane *S = i ? k->Sm : k->Sp, tau = lane(0), d[2] = {lane(0), lane(0)};
    for (int l = 0; l < SN_LANES; l++) {
      const ed_scalar *s = p->scalar + (l < p->is->n ? l : p->is->n - 1);
      tau[l] = s->tau[i] * x->hh;
      d[0][l] = s->d_tau[i][0] * x->hh;
      d[1][l] = s->d_tau[i][1] * x->hh;
      for (int f = 0; f < nf; f++) {
        grad[f][l] = s->grad[i][f];
        edot[f][l] = s->edot[i][f];
      }
      for (int f = 0; f < nf * nf; f++) {
        hess[f][l] = s->hess[i][f];
      }
    }
    for (int j = 0; j < nc; j++) {
      sn_lane strain = lane(0), rate = lane(0);
      for (int f = 0; f < nf; f++) {
        dgrad[f] = lane(0);
        for (int m = 0; m < nf; m++) {
          dgrad[f] += hess[f * nf + m] * E[m * nc + j];
        }
        strain += grad[f] * E[f * nc + j];
        rate += grad[f] * R[f * nc + j] + dgrad[f] * edot[f];
      }
      const sn_lane dtau = d[0] * strain + d[1] * rate;
      for (int f = 0; f < nf; f++) {
        S[f * nc + j] = dtau * grad[f] + tau * dgrad[f];
      }
    }
  }
  for (int l = 0; l < p->is->n; l++) {
    normal_columns(x, p, l, k);
  }
}

static void rate_book(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  const ed_scalar *s = p->scalar + l;
  SN_ASSERT(l < p->is->n && x->h > 0);
  const double work = 0.5 * x->h * (s->tau[0] * s->rate[0] + s->tau[1] * s->rate[1]);
  if (x->s->block[p->is->block[l]].rate->dissipates) {
    to->dissipation += work;
  } else {
    to->work_loads -= work;
  }
}

const ed_law ed_viscous_law = {start, viscous_stress, viscous_respond, NULL, viscous_book, 1, 0, 0, 0};
const ed_law ed_rate_law = {start, rate_stress, rate_respond, NULL, rate_book, 1, 0, 0, 0};
