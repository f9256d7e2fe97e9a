/* steps/one_stage/ep.c -- the one-stage energy-preserving scheme `ep` on nodes (BBT's EP, GOG's energy-momentum method).
 * What:    order 2, exact balance without numerical dissipation, 6 unknowns per triad.
 * Theory:  docs/theory.md, one-stage schemes.
 * Limits:  velocity noise normal to the constraints persists with alternating sign; `ed` with alpha = 0 does not have it.
 */
#include "steps/one_stage/one_stage.h"

static const sn_one_stage stage = {.at = 0.5, .end = 2, .stress = SN_STRESS_MEAN};

const sn_scheme sn_scheme_ep = {SN_ONE_STAGE,
                                .name = "ep",
                                .help =
                                    "energy preserving, one stage: order 2, exact balance, no numerical dissipation",
                                .has_identity = 1,
                                .stage = &stage,
                                .order = 2,
                                .error_constant = 1.0 / 6};
