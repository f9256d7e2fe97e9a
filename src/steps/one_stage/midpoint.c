/* steps/one_stage/midpoint.c -- the implicit midpoint rule `midpoint` on nodes, for comparison: the plainest one-stage scheme.
 * What:    as `ep`, but elastic and potential laws act with their stress at the middle configuration: order 2, momenta of free
 *          systems and constraints exact, no exact balance of energy. Without such laws both are the same.
 * Theory:  docs/theory.md, one-stage schemes.
 * Limits:  the energy of stiff parts at coarse steps is anything; the ledger shows it.
 */
#include "steps/one_stage/one_stage.h"

static const sn_one_stage stage = {.at = 0.5, .end = 2, .stress = SN_STRESS_STAGE};

static sn_status create(const sn_system *s, const sn_step_options *o, sn_arena *arena, sn_stepper **out,
                        sn_error *error)
{
  return sn_one_stage_create(&sn_scheme_midpoint, &stage, s, o, arena, out, error);
}

const sn_scheme sn_scheme_midpoint = {
    .name = "midpoint",
    .help = "implicit midpoint rule, one stage: order 2, momenta and constraints exact, no balance of energy",
    .n_state = sn_one_stage_numbers,
    .create = create,
    .destroy = sn_one_stage_destroy,
    .step = sn_one_stage_step,
    .unknowns = sn_one_stage_unknowns,
    .order = 2,
    .error_constant = 1.0 / 6};
