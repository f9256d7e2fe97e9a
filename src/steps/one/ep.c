/* steps/one/ep.c -- the one-stage energy-preserving scheme `ep` on nodes (BBT's EP, GOG's energy-momentum method).
 * What:    order 2, exact balance without numerical dissipation, 6 unknowns per triad.
 * Theory:  docs/theory.md, the schemes ep and midpoint.
 * Limits:  velocity noise normal to the constraints persists with alternating sign; `ed` with alpha = 0 does not have it.
 */
#include "steps/one/one.h"

static const sn_one_stage stage = {.at = 0.5, .end = 2, .stress = SN_STRESS_MEAN};

static sn_status create(const sn_system *s, const sn_step_options *o, sn_arena *arena, sn_stepper **out,
                        sn_error *error)
{
  return sn_one_create(&sn_scheme_ep, &stage, s, o, arena, out, error);
}

const sn_scheme sn_scheme_ep = {.name = "ep",
                                .help =
                                    "energy preserving, one stage: order 2, exact balance, no numerical dissipation",
                                .has_identity = 1,
                                .create = create,
                                .destroy = sn_one_destroy,
                                .step = sn_one_step,
                                .unknowns = sn_one_unknowns,
                                .order = 2,
                                .error_constant = 1.0 / 6};
