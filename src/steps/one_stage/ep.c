/* steps/one_stage/ep.c -- the one-stage energy-preserving scheme `ep` on nodes (BBT's EP, GOG's energy-momentum method).
 * What:    order 2, exact balance without numerical dissipation, 6 unknowns per triad.
 * Theory:  docs/theory.md, one-stage schemes.
 * Limits:  velocity noise normal to the constraints persists with alternating sign; `ed` with alpha = 0 does not have it.
 */
#include "steps/one_stage/one_stage.h"

static const sn_one_stage stage = {.at = 0.5, .end = 2, .stress = SN_STRESS_MEAN};

static sn_status create(const sn_system *s, const sn_step_options *o, sn_arena *arena, sn_stepper **out,
                        sn_error *error)
{
  return sn_one_stage_create(&sn_scheme_ep, &stage, s, o, arena, out, error);
}

const sn_scheme sn_scheme_ep = {.name = "ep",
                                .help =
                                    "energy preserving, one stage: order 2, exact balance, no numerical dissipation",
                                .has_identity = 1,
                                .n_state = sn_one_stage_numbers,
                                .create = create,
                                .destroy = sn_one_stage_destroy,
                                .step = sn_one_stage_step,
                                .unknowns = sn_one_stage_unknowns,
                                .order = 2,
                                .error_constant = 1.0 / 6};
