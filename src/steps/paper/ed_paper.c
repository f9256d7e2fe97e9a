/* steps/paper/ed_paper.c -- the energy decaying scheme as printed in the paper, for comparison.
 * Theory:  [BBT eq. (15), (16)] on forms, with the state j at t_i + 0:
 *            M (v_f - v_i)/h + F_g = 0 ,  M (v_j - v_i)/h - (F_g - F_p)/3 = 0 ,
 *            q_f = q_i + (h/2)(v_f + v_j) ,  q_j = q_i - (h/6)( v_f - v_i - alpha (v_j - v_i) ) ,
 *          F_g between j and f, F_p between i and j with the stress s_h + alpha (s_j - s_i)/2; constraints at j and f.
 *          E_f - E_i = work - (alpha/2) [ (v_j - v_i) M (v_j - v_i) + (e_j - e_i) K (e_j - e_i) ]   [BBT eq. (17)].
 *          Ours, since the paper has none of it: loads and given forces at the two Gauss times (stage p extrapolated to
 *          t_i), rate laws of the rates (e_f - e_i)/h in g and (e_f - e_i + 3 (e_j - e_i))/h in p, which dissipate for
 *          every monotone law; moving frames and drives obey the same relations between q_j, q_f, v_f.
 * Limits:  of first order with constraints, and with alpha = 0 it does not converge (theory 13); loses a third of the energy of a
 *          spin per turn at omega h = 0.1.
 * Tests:   tests/steps/test_paper.c
 */
#include "laws/gauss.h"
#include "steps/paper/paper.h"

static sn_paper_table table_of(double alpha)
{
  const double p = 1 / (1 + alpha);
  SN_ASSERT(alpha >= 0 && alpha <= 1);
  return (sn_paper_table){
      .n = 2,
      /* stage 0 = g: from j to f; stage 1 = p: from i to j */
      .from = {2, 0},
      .to = {1, 2},
      .excess = {0, 1},
      .mix = {{1, 0}, {-1, 1}},
      /* h v_j = ( 2 dq_f + 6 dq_j - (1 - alpha) h v_i )/(1 + alpha) ,  h v_f = 2 dq_f - h v_j */
      .velocity = {2 - 2 * p, -6 * p},
      .velocity_v = (1 - alpha) * p,
      .jump = {2 * p, 6 * p},
      .jump_v = -2 * p,
      .loss = alpha,
      /* rows: h (v_f - v_i) ,  3 h (v_j - v_i) */
      .inertia = {{2 - 2 * p, -6 * p}, {6 * p, 18 * p}},
      .inertia_v = {(1 - alpha) * p - 1, -6 * p},
      .rate = {{1, 0}, {1, 3}},
      .time = {{0.5, 0.5}, {0.5 * (1 - R3), 0.5 * (1 + R3)}},
  };
}

static sn_status create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                        sn_stepper **out, sn_error *error)
{
  (void)scheme;
  const sn_paper_table table = table_of(o->alpha);
  return sn_paper_create(s, o, &table, arena, out, error);
}

/* docs/theory.md, section 13 */
static const char *warn(const sn_step_options *o, int constrained)
{
  return constrained && o->alpha == 0
             ? "ed_paper with alpha = 0 does not converge for bodies and joints: its answer is wrong for any step "
               "(docs/theory.md, section 13); use ed or ep, or alpha > 0"
             : NULL;
}

const sn_scheme sn_scheme_ed_paper = {
    .name = "ed_paper",
    .help = "energy decaying scheme as printed in the paper, of order 1 with constraints, wrong with alpha = 0: for "
            "comparison only",
    .setting = sn_damping,
    .warn = warn,
    .has_identity = 1,
    .create = create,
    .destroy = sn_paper_destroy,
    .step = sn_paper_step,
    .unknowns = sn_paper_unknowns,
};
