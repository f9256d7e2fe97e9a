/* steps/one_stage/newmark.c -- Newmark's family in the one-stage steps: what is handed from step to step besides positions and velocities,
 *          and the scheme `newmark` itself.
 * What:    an auxiliary acceleration a and that of the equations of motion, q'', with
 *            (1 - alpha_m) a_f + alpha_m a_i = (1 - alpha_f) q''_f + alpha_f q''_i,
 *            q_f = q_i + h v_i + h^2 ((1/2 - beta) a_i + beta a_f),   v_f = v_i + h ((1 - gamma) a_i + gamma a_f),
 *          equations of motion and constraints at the end of the step (Arnold and Bruels' form for constrained systems). Schemes
 *          are their four numbers: trapezoidal.c, hht.c, generalized_alpha.c. The first step of a run begins with the accelerations
 *          of the start (instant/instant.h).
 * Theory:  docs/theory.md, Newmark's family (12.7), (12.8).
 * Limits:  no balance of energy is promised. The ledger takes the mean of the powers at both ends of a step, an error of its own of
 *          the second order.
 * Tests:   tests/steps/test_newmark.c.
 */
#include <math.h>
#include <stddef.h>

#include "steps/node.h"
#include "steps/one_stage/one_stage_private.h"

/* ---- the stage */

static sn_one_stage stage_of(const sn_newmark_rule *r)
{
  const double m = 1 - r->alpha_m, f = 1 - r->alpha_f;
  SN_ASSERT(m > 0 && f > 0 && r->beta > 0);
  return (sn_one_stage){.at = 1,
                        .end = r->gamma / r->beta,
                        .stress = SN_STRESS_STAGE,
                        .beta = r->beta,
                        .inertia = m / (f * r->beta),
                        .by_a = 0.5 - r->beta - r->beta * r->alpha_m / m,
                        .by_q = r->beta * r->alpha_f / m,
                        .known = 1 - 0.5 * r->gamma / r->beta};
}

sn_status sn_newmark_create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                            sn_stepper **out, sn_error *error)
{
  SN_REQUIRE(scheme->rule != NULL, error);
  const sn_newmark_rule rule = scheme->rule(o);
  SN_REQUIRE(rule.beta > 0 && rule.gamma > 0 && rule.alpha_f < 1 && rule.alpha_m < 1, error);
  const sn_one_stage stage = stage_of(&rule);
  SN_ASSERT(stage.inertia > 0 && stage.end > 0);
  return sn_one_stage_begin(scheme, &stage, s, o, arena, out, error);
}

const char *sn_newmark_warn(int undamped, int constrained)
{
  return undamped && constrained
             ? "without damping this scheme is weakly unstable with joints and bodies: reactions alternate and grow "
               "with "
               "the number of steps (docs/theory.md, section 12); use ed or ep, or generalized_alpha with rho_inf < 1"
             : NULL;
}

/* ---- what is handed on */

size_t sn_newmark_numbers(const sn_system *s)
{
  return sn_mean_numbers(s) + 6 * (size_t)s->n_vector + POWERS;
}

one_memory one_memory_of(const sn_system *s, const sn_state *x)
{
  SN_ASSERT(x->n_scheme >= sn_newmark_numbers(s));
  double *own = x->scheme + sn_mean_numbers(s);
  sn_v3 *a = (sn_v3 *)(void *)own;
  SN_ASSERT(own + 6 * s->n_vector + POWERS <= x->scheme + x->n_scheme);
  return (one_memory){a, a + s->n_vector, own + 6 * s->n_vector};
}

/* Powers of the start: forces at q_i, v_i, with the multipliers of the instant. The iterate stands still at the end of a step that
   ends now. */
static void first_powers(sn_stepper *x, one_memory m)
{
  const double t = x->now.t;
  sn_ledger l = {0};
  SN_ASSERT(x->now.start == &x->first && x->now.h > 0);
  x->now.t = t - x->now.h;
  one_start(x, 1);
  for (int a = 0; a < x->s->n_vector; a++) {
    one_put(x, a, OF_F, x->now.start->q[a]);
    one_put(x, a, OF_DQ, v3(0, 0, 0));
    one_put(x, a, OF_KNOWN, v3_scale(x->now.h, x->now.start->v[a]));
  }
  sn_assembler_evaluate(&x->all);
  one_book(x, x->now.start->v, &l);
  const double h_power[POWERS] = {l.work_loads, l.work_drives, l.work_base, l.work_control, l.dissipation};
  for (int i = 0; i < POWERS; i++) { /* a law without a value: the step will say so */
    m.power[i] = isfinite(h_power[i]) ? h_power[i] / x->now.h : 0;
  }
  x->now.t = t;
}

sn_status one_first(sn_stepper *x, const sn_state *state, sn_error *error)
{
  const one_memory m = one_memory_of(x->s, &x->first);
  sn_observation now;
  SN_ASSERT(x->instant && one_hands_on(x) && sn_is_first(state));
  sn_state_copy(state, &x->first);
  SN_TRY(sn_instant_observe(x->instant, state, NULL, &now, error));
  for (int a = 0; a < x->s->n_vector; a++) {
    m.a[a] = m.second[a] = x->s->vector[a].freedom == SN_FREE ? now.a[a] : v3(0, 0, 0);
  }
  for (int i = 0; i < x->s->n_stress; i++) { /* rows that depend on others are held at 0 (run/run.c) */
    const int held = x->o.dependent && (x->o.dependent[i] & SN_ROW_DEPENDENT);
    x->first.stress[i] = held ? 0 : now.stress[i];
  }
  x->now.start = &x->first;
  first_powers(x, m);
  return SN_OK;
}

void one_hand_on(const sn_stepper *x, sn_ledger *l, sn_state *end)
{
  const sn_one_stage *g = x->stage;
  const one_memory from = one_memory_of(x->s, x->now.start), to = one_memory_of(x->s, end);
  double *const work[POWERS] = {&l->work_loads, &l->work_drives, &l->work_base, &l->work_control, &l->dissipation};
  SN_ASSERT(g->beta > 0 && from.a != to.a);
  for (int a = 0; a < x->s->n_vector; a++) {
    if (x->s->vector[a].freedom == SN_FREE) {
      const sn_v3 d = x->dq[a], u = v3_sub(d, v3_scale(x->now.h, x->now.start->v[a]));
      const sn_v3 beyond = v3_axpy(v3_scale(1 / x->now.hh, u), -0.5, from.a[a]);
      to.a[a] = v3_axpy(from.a[a], 1 / g->beta, beyond);
      to.second[a] = v3_scale(g->inertia / x->now.hh, v3_sub(d, one_at(x, a, OF_FREE)));
    }
  }
  SN_ASSERT(x->now.h > 0 && from.power != to.power);
  for (int i = 0; i < POWERS; i++) {
    const double now = *work[i];
    to.power[i] = now / x->now.h;
    *work[i] = 0.5 * (x->now.h * from.power[i] + now);
  }
}

/* ---- the scheme newmark */

static sn_newmark_rule rule_of(const sn_step_options *o)
{
  const double g = o->gamma + 0.5;
  SN_ASSERT(o->gamma >= 0 && o->beta >= 0);
  return (sn_newmark_rule){.beta = o->beta > 0 ? o->beta : 0.25 * g * g, .gamma = o->gamma};
}

static sn_status check(const sn_step_options *o, sn_error *error)
{
  const sn_newmark_rule rule = rule_of(o);
  if (2 * rule.beta >= rule.gamma) {
    return SN_OK;
  }
  sn_failf(error, SN_EINPUT, "run: the scheme newmark is not stable with beta = %.4g, gamma = %.4g.", rule.beta,
           rule.gamma);
  sn_error_why(error, "Vibrations that the step does not resolve grow unless 2 beta >= gamma.");
  sn_error_fix(error, "Leave beta out: it is (gamma + 1/2)^2/4 then, which damps them most.");
  return SN_EINPUT;
}

static const sn_setting settings[] = {
    {"gamma", offsetof(sn_step_options, gamma), 0.5, 1, 0.6,
     "1/2: the trapezoidal rule; more damps vibrations that the step does not resolve, and makes the order 1"},
    {"beta", offsetof(sn_step_options, beta), 0, 1, 0,
     "share of the new acceleration in positions; 0: (gamma + 1/2)^2/4"},
    {0}};

static const char *warn(const sn_step_options *o, int constrained)
{
  return sn_newmark_warn(o->gamma == 0.5, constrained);
}

const sn_scheme sn_scheme_newmark = {
    SN_NEWMARK,
    .name = "newmark",
    .help = "Newmark's scheme: order 1 with damping (gamma > 1/2), no balance of energy; for comparison",
    .setting = settings,
    .check = check,
    .warn = warn,
    .rule = rule_of};
