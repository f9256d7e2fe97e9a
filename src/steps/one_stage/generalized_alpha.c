/* steps/one_stage/generalized_alpha.c -- the scheme `generalized_alpha` of Chung and Hulbert on nodes, for comparison.
 * What:    rho_inf is what a step leaves of a vibration that it does not resolve at all: 1 all of it, 0 nothing. Order 2; the form of
 *          Arnold and Bruels, with the equations of motion at the end of the step.
 * Theory:  docs/theory.md, Newmark's family.
 */
#include <stddef.h>

#include "steps/one_stage/one_stage.h"

static sn_newmark_rule rule(const sn_step_options *o)
{
  const double r = o->rho_inf, alpha_m = (2 * r - 1) / (r + 1), alpha_f = r / (r + 1);
  SN_ASSERT(r >= 0 && r <= 1);
  const double gamma = 0.5 + alpha_f - alpha_m, b = gamma + 0.5;
  return (sn_newmark_rule){alpha_m, alpha_f, 0.25 * b * b, gamma};
}

static const sn_setting settings[] = {
    {"rho_inf", offsetof(sn_step_options, rho_inf), 0, 1, 0.8,
     "what a step leaves of a vibration that it does not resolve at all: 0 nothing, 1 all"},
    {0}};

static const char *warn(const sn_step_options *o, int constrained)
{
  return sn_newmark_warn(o->rho_inf == 1, constrained);
}

const sn_scheme sn_scheme_generalized_alpha = {
    SN_NEWMARK,
    .name = "generalized_alpha",
    .help = "generalised alpha: order 2, rho_inf from 0 (most damping) to 1, no balance of energy; for comparison",
    .setting = settings,
    .warn = warn,
    .rule = rule,
    .order = 2,
    .error_constant = 1.0 / 5};
