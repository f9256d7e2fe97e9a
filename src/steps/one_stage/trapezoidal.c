/* steps/one_stage/trapezoidal.c -- the trapezoidal rule `trapezoidal` on nodes, for comparison: Newmark's scheme with beta = 1/4, gamma = 1/2.
 * What:    order 2, no damping, energy of linear systems exact; GOG's comparator.
 * Theory:  docs/theory.md, Newmark's family.
 * Limits:  weakly unstable with constraints, those of directors included: multipliers alternate and grow with the number of steps.
 */
#include "steps/one_stage/one_stage.h"

static sn_newmark_rule rule(const sn_step_options *o)
{
  (void)o;
  return (sn_newmark_rule){.beta = 0.25, .gamma = 0.5};
}

static const char *warn(const sn_step_options *o, int constrained)
{
  (void)o;
  return sn_newmark_warn(1, constrained);
}

const sn_scheme sn_scheme_trapezoidal = {
    SN_NEWMARK,
    .name = "trapezoidal",
    .help = "trapezoidal rule: order 2, no damping, no balance of energy, weakly unstable with joints; for comparison",
    .warn = warn,
    .rule = rule,
    .order = 2,
    .error_constant = 1.0 / 6};
