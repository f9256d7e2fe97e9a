/* laws/viscous.c -- viscous: stress = C e', C positive semi-definite. What it takes is dissipation.
 * Theory:  docs/theory.md, rate laws: stresses at the stages, never differentiated in time.
 * Tests:   tests/steps/test_tangent.c
 */
#include <string.h>

#include "laws/matrix.h"

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const size_t size = sizeof(sn_lane) * (size_t)p->type->n_form;
  (void)x;
  sn_matrix_stresses(p, k->r, n);
  memcpy(p->a, k->r[0], size); /* for the ledger */
  if (n == 2) {
    memcpy(p->b, k->r[1], size);
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  sn_matrix_columns(x, p, k, k->R, n);
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)

static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  to->dissipation += sn_work_on_rates(x, p, l);
}

static const sn_stage_law one = {
    .stress = stress_one, .respond = respond_one, .book = book, .sees_stages = 1, .sees_rates = 1, .is_rate = 1};
static const sn_stage_law two = {
    .stress = stress_two, .respond = respond_two, .book = book, .sees_stages = 1, .sees_rates = 1, .is_rate = 1};

const sn_law sn_law_viscous = {.name = "viscous",
                               .is_rate = 1,
                               .has_matrix = 1,
                               .stress = sn_times_matrix,
                               .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &one, .there = &one}};
