/* steps/one_stage/midpoint.c -- the implicit midpoint rule `midpoint` on nodes, for comparison: the plainest one-stage scheme.
 * What:    as `ep`, but elastic and potential laws act with their stress at the middle configuration: order 2, momenta of free
 *          systems and constraints exact, no exact balance of energy. Without such laws both are the same.
 * Theory:  docs/theory.md, one-stage schemes.
 * Limits:  the energy of stiff parts at coarse steps is anything; the ledger shows it.
 */
#include "steps/one_stage/one_stage.h"

static const sn_one_stage stage = {.at = 0.5, .end = 2, .stress = SN_STRESS_STAGE};

const sn_scheme sn_scheme_midpoint = {
    SN_ONE_STAGE,
    .name = "midpoint",
    .help = "implicit midpoint rule, one stage: order 2, momenta and constraints exact, no balance of energy",
    .stage = &stage,
    .order = 2,
    .error_constant = 1.0 / 6};
