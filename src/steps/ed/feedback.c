/* steps/ed/feedback.c -- forces that follow signals, in the energy-decaying step.
 * Theory:  docs/theory.md, feedback: stresses at the two Gauss states from strains and rates there, as for rate laws.
 * Layout:  as in rate.c: the work holds e+ in e, e- in b0, rates in a (+) and b (-); their columns in Xa, X0, Xb (+), Xe (-).
 * Tests:   tests/steps/test_tangent.c, tests/steps/test_one.c, tests/whole/test_feedback.c
 */
#include "steps/ed/law.h"
#include "system/kernel.h"

enum { NF = SN_MAX_COMPOSITE_FORMS };

static void start(sn_stepper *x, ed_pack *p, ed_work *k)
{
  (void)x;
  (void)p;
  (void)k;
}

/* Stresses and slopes of lane l at the Gauss state `minus`. */
static void evaluate(const sn_stepper *x, const ed_pack *p, const ed_work *k, int l, int minus, double *s)
{
  const sn_block *b = x->s->block + p->is->block[l];
  const int nf = b->n_form;
  SN_ASSERT(b->law->stress_at && nf <= NF && l >= 0 && l < SN_LANES);
  const double t = x->t + (minus ? C_MINUS : C_PLUS) * x->h;
  double e[NF], rate[NF], D[NF * NF], C[NF * NF];
  for (int f = 0; f < nf; f++) {
    e[f] = (minus ? k->b0 : k->e)[f][l];
    rate[f] = (minus ? k->b : k->a)[f][l];
  }
  b->law->stress_at(b, &(sn_form_point){e, rate, x->start->own, t}, s, D, C);
  for (int i = 0; i < nf * nf; i++) {
    p->slope[minus * nf * nf + i][l] = D[i];
    p->slope[(2 + minus) * nf * nf + i][l] = C[i];
  }
}

static void feedback_stress(sn_stepper *x, ed_pack *p, ed_work *k)
{
  const int nf = p->type->n_form;
  SN_ASSERT(p->slope && nf <= NF && p->l_c != p->l_d);
  for (int l = 0; l < SN_LANES; l++) { /* lanes that are not there repeat the last one that is */
    double plus[NF], minus[NF];
    evaluate(x, p, k, l, 0, plus);
    evaluate(x, p, k, l, 1, minus);
    for (int f = 0; f < nf; f++) {
      p->l_c[f][l] = 0.5 * (plus[f] + minus[f]);
      p->l_d[f][l] = 0.5 * (plus[f] - minus[f]);
    }
  }
  for (int f = 0; f < nf; f++) {
    p->a[f] = k->a[f];
    p->b[f] = k->b[f];
  }
}

SN_CLONES static void feedback_respond(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh);
  SN_ASSERT(p->slope && nc == p->is->n_local);
  for (int minus = 0; minus < 2; minus++) {
    const sn_lane *E = minus ? k->X0 : k->Xa, *R = minus ? k->Xe : k->Xb;
    const sn_lane *D = p->slope + minus * nf * nf, *C = p->slope + (2 + minus) * nf * nf;
    sn_lane *S = minus ? k->Sm : k->Sp;
    for (int f = 0; f < nf; f++) {
      for (int j = 0; j < nc; j++) {
        sn_lane sum = lane(0);
        for (int l = 0; l < nf; l++) {
          sum += D[f * nf + l] * E[l * nc + j] + C[f * nf + l] * R[l * nc + j];
        }
        S[f * nc + j] = hh * sum;
      }
    }
  }
}

static void feedback_book(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  SN_ASSERT(l >= 0 && l < p->is->n && x->h > 0);
  for (int f = 0; f < p->type->n_form; f++) {
    const double c = p->l_c[f][l], d = p->l_d[f][l];
    to->work_control -= 0.5 * x->h * ((c + d) * p->a[f][l] + (c - d) * p->b[f][l]);
  }
}

const ed_law ed_feedback_law = {start, feedback_stress, feedback_respond, NULL, feedback_book, 1, 0, 0, 0};
