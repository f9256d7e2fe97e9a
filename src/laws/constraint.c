/* laws/constraint.c -- a constraint: e = 0 at the end of the step, and b = 0; its stresses are multipliers.
 * Theory:  docs/theory.md (4.6), (4.7) with C = 0; one stage: (12.1). Rows that act as a force or moment in ground axes have a tangent of
 *          their own (steps/ed/rows.c, steps/one_stage/rows.c); the multipliers of the forms follow from theirs before `update`.
 * Tests:   tests/steps/test_tangent.c, tests/laws
 */
#include <string.h>

#include "laws/stages.h"

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const size_t size = sizeof(sn_lane) * (size_t)p->type->n_form;
  (void)x;
  SN_ASSERT(p->a != k->a && p->l_c == p->s_c); /* the multiplier is in the forces */
  memcpy(p->a, k->a, size);
  if (n == 2) {
    memcpy(p->b, k->b, size);
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const sn_pack_type *t = p->type;
  const int wide = p->is->n_local, nc = p->is->offset[t->n_node], nm = p->n_mult;
  SN_ASSERT(nm == t->n_form && nc + (n + p->damped) * nm == wide && t->rows != SN_ROWS_POINT);
  for (int f = 0; f < nm; f++) {
    memcpy(k->T + (nc + f) * wide, k->A + f * nc, sizeof(sn_lane) * (size_t)nc);
    if (n == 2) {
      memcpy(k->T + (nc + nm + f) * wide, k->B + f * nc, sizeof(sn_lane) * (size_t)nc);
    }
    for (int s = 0; s < n; s++) {
      for (int r = 0; r < t->n_node; r++) {
        const int first = sn_stage_row(x, p, s, r), n_rate = t->shape[r].n_rate;
        for (int i = first; i < first + n_rate; i++) {
          k->T[i * wide + nc + s * nm + f] = k->L[f * nc + i] * p->unit[f];
        }
      }
    }
    sn_soften(x, p, f, k->T);
  }
}

SN_LANE_INLINE void update(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const int nm = p->n_mult;
  (void)x;
  for (int f = 0; f < nm; f++) {
    if (n == 1) {
      p->s_c[f] += k->mu[f];
    } else {
      p->s_c[f] += lane(0.5) * (k->mu[f] + k->mu[nm + f]);
      p->s_d[f] += lane(0.5) * (k->mu[f] - k->mu[nm + f]);
    }
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)
SN_FOR_STAGES(update, sn_law_pack)

static const sn_stage_law two = {.start = sn_guess_stresses,
                                 .stress = stress_two,
                                 .respond = respond_two,
                                 .update = update_two,
                                 .sees_path = 1,
                                 .is_multiplier = 1};
static const sn_stage_law one = {.start = sn_guess_stresses,
                                 .stress = stress_one,
                                 .respond = respond_one,
                                 .update = update_one,
                                 .sees_path = 1,
                                 .is_multiplier = 1};

const sn_law sn_law_constraint = {.name = "constraint",
                                  .is_constraint = 1,
                                  .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &one, .there = &one}};
