/* steps/one_stage/trapezoidal.c -- the trapezoidal rule `trapezoidal` on nodes, for comparison: Newmark's scheme with beta = 1/4, gamma = 1/2.
 * What:    order 2, no damping, energy of linear systems exact; GOG's comparator.
 * Theory:  docs/theory.md, Newmark's family.
 * Limits:  weakly unstable with constraints, those of directors included: multipliers alternate and grow with the number of steps.
 */
#include "steps/one_stage/one_stage.h"

static sn_status create(const sn_system *s, const sn_step_options *o, sn_arena *arena, sn_stepper **out,
                        sn_error *error)
{
  static const sn_newmark_rule rule = {.beta = 0.25, .gamma = 0.5};
  return sn_newmark_create(&sn_scheme_trapezoidal, &rule, s, o, arena, out, error);
}

static const char *warn(const sn_step_options *o, int constrained)
{
  (void)o;
  return sn_newmark_warn(1, constrained);
}

const sn_scheme sn_scheme_trapezoidal = {
    .name = "trapezoidal",
    .help = "trapezoidal rule: order 2, no damping, no balance of energy, weakly unstable with joints; for comparison",
    .warn = warn,
    .n_state = sn_newmark_numbers,
    .create = create,
    .destroy = sn_one_stage_destroy,
    .step = sn_one_stage_step,
    .unknowns = sn_one_stage_unknowns,
    .order = 2,
    .error_constant = 1.0 / 6};
