/* steps/one/feedback.c -- forces that follow signals, in a one-stage step.
 * Theory:  docs/theory.md, feedback: stresses at q_s from the strains there and their rates, as for rate laws.
 * Tests:   tests/steps/test_tangent.c, tests/steps/test_one.c, tests/whole/test_feedback.c
 */
#include "steps/one/inside.h"
#include "system/kernel.h"

enum { NF = SN_MAX_COMPOSITE_FORMS };

static void feedback_stress(sn_stepper *x, one_pack *p, one_work *k)
{
  const int nf = p->type->n_form;
  SN_ASSERT(nf <= NF && p->slope);
  for (int l = 0; l < SN_LANES; l++) { /* lanes that are not there repeat the last one that is */
    const sn_block *b = x->s->block + p->is->block[l];
    SN_ASSERT(b->law->stress_at && b->n_form == nf);
    double e[NF], rate[NF], s[NF], D[NF * NF], C[NF * NF];
    for (int f = 0; f < nf; f++) {
      e[f] = k->m[f][l];
      rate[f] = k->r[f][l];
    }
    b->law->stress_at(b, &(sn_form_point){e, rate, x->start->own, x->t + x->stage->at * x->h}, s, D, C);
    for (int f = 0; f < nf; f++) {
      p->l[f][l] = s[f];
    }
    for (int i = 0; i < nf * nf; i++) {
      p->slope[i][l] = D[i];
      p->slope[nf * nf + i][l] = C[i];
    }
  }
  for (int f = 0; f < nf; f++) {
    p->s[f] = k->r[f]; /* kept for the ledger: nothing is foretold */
  }
}

SN_CLONES static void feedback_respond(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh), *D = p->slope, *C = p->slope + nf * nf;
  SN_ASSERT(p->n_mult == 0 && nc > 0);
  for (int f = 0; f < nf; f++) {
    for (int j = 0; j < nc; j++) {
      sn_lane sum = lane(0);
      for (int l = 0; l < nf; l++) {
        sum += D[f * nf + l] * k->Xm[l * nc + j] + C[f * nf + l] * k->Xr[l * nc + j];
      }
      k->S[f * nc + j] = hh * sum;
    }
  }
}

static void feedback_book(const sn_stepper *x, const one_pack *p, int l, sn_ledger *to)
{
  SN_ASSERT(l >= 0 && l < p->is->n && x->h > 0);
  for (int f = 0; f < p->type->n_form; f++) {
    to->work_control -= x->h * p->l[f][l] * p->s[f][l];
  }
}

const one_law one_feedback_law = {
    .stress = feedback_stress, .respond = feedback_respond, .book = feedback_book, .is_rate = 1};
