/* steps/one_stage/hht.c -- the scheme `hht` of Hilber, Hughes and Taylor on nodes, for comparison.
 * What:    M a_f + (1 + alpha) (B^T s - F)_f - alpha (B^T s - F)_i = 0, beta = (1 - alpha)^2/4, gamma = 1/2 - alpha, -1/3 <= alpha <= 0:
 *          order 2, damps what the step does not resolve; as GOG write it.
 * Theory:  docs/theory.md, Newmark's family.
 */
#include <stddef.h>

#include "steps/one_stage/one_stage.h"

static sn_newmark_rule rule(const sn_step_options *o)
{
  const double b = 1 - o->alpha;
  SN_ASSERT(o->alpha >= -1.0 / 3 && o->alpha <= 0);
  return (sn_newmark_rule){.alpha_f = -o->alpha, .beta = 0.25 * b * b, .gamma = 0.5 - o->alpha};
}

static const sn_setting settings[] = {
    {"alpha", offsetof(sn_step_options, alpha), -1.0 / 3, 0, -0.2,
     "damping of vibrations that the step does not resolve: 0 none (the trapezoidal rule), -1/3 most"},
    {0}};

static const char *warn(const sn_step_options *o, int constrained)
{
  return sn_newmark_warn(o->alpha == 0, constrained);
}

const sn_scheme sn_scheme_hht = {
    SN_NEWMARK,
    .name = "hht",
    .help =
        "Hilber, Hughes and Taylor: order 2, alpha from -1/3 (most damping) to 0, no balance of energy; for comparison",
    .setting = settings,
    .warn = warn,
    .rule = rule,
    .order = 2,
    .error_constant = 1.0 / 5};
