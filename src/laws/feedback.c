/* laws/feedback.c -- forces that follow signals, in a step; what they are at one instant is in system/feedback.c.
 * Theory:  docs/theory.md, feedback: stresses at the stages from strains and rates there, as for rate laws.
 * Tests:   tests/steps/test_tangent.c, tests/steps/test_one.c, tests/whole/test_feedback.c
 */
#include <string.h>

#include "laws/stages.h"

enum { NF = SN_MAX_COMPOSITE_FORMS };

/* Stresses of lane l at a stage; their slopes into those of the pack. */
static void evaluate(const sn_stages *x, const sn_law_pack *p, const sn_law_work *k, int l, int stage, double *s)
{
  const sn_block *b = x->s->block + p->is->block[l];
  const int nf = b->n_form;
  SN_ASSERT(b->law->stress_at && nf <= NF && l >= 0 && l < SN_LANES);
  double e[NF], rate[NF], D[NF * NF], C[NF * NF];
  for (int f = 0; f < nf; f++) {
    e[f] = k->e[stage][f][l];
    rate[f] = k->r[stage][f][l];
  }
  b->law->stress_at(b, &(sn_form_point){e, rate, x->start->own, x->t + x->at[stage] * x->h}, s, D, C);
  for (int i = 0; i < nf * nf; i++) {
    p->slope[stage * nf * nf + i][l] = D[i];
    p->slope[(x->n + stage) * nf * nf + i][l] = C[i];
  }
}

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form;
  sn_lane at[NF][SN_STAGES];
  SN_ASSERT(p->slope && nf <= NF);
  for (int l = 0; l < SN_LANES; l++) { /* lanes that are not there repeat the last one that is */
    for (int i = 0; i < n; i++) {
      double s[NF];
      evaluate(x, p, k, l, i, s);
      for (int f = 0; f < nf; f++) {
        at[f][i][l] = s[f];
      }
    }
  }
  for (int f = 0; f < nf; f++) {
    sn_keep_stages(p, f, at[f], n);
    p->a[f] = k->r[0][f]; /* for the ledger */
    if (n == 2) {
      p->b[f] = k->r[1][f];
    }
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh);
  SN_ASSERT(p->slope && p->n_mult == 0);
  for (int i = 0; i < n; i++) {
    const sn_lane *E = k->E[i], *R = k->R[i], *D = p->slope + i * nf * nf, *C = p->slope + (n + i) * nf * nf;
    for (int f = 0; f < nf; f++) {
      for (int j = 0; j < nc; j++) {
        sn_lane sum = lane(0);
        for (int l = 0; l < nf; l++) {
          sum += D[f * nf + l] * E[l * nc + j] + C[f * nf + l] * R[l * nc + j];
        }
        k->S[i][f * nc + j] = hh * sum;
      }
    }
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)

static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  to->work_control -= sn_work_on_rates(x, p, l);
}

static const sn_stage_law one = {
    .stress = stress_one, .respond = respond_one, .book = book, .sees_stages = 1, .sees_rates = 1, .is_rate = 1};
static const sn_stage_law two = {
    .stress = stress_two, .respond = respond_two, .book = book, .sees_stages = 1, .sees_rates = 1, .is_rate = 1};

const sn_law sn_law_feedback = {.name = "feedback",
                                .is_rate = 1,
                                .stress_at = sn_feedback_stress,
                                .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &one, .there = &one}};
