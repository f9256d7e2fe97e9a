/* tests/steps/test_new_scheme.c -- schemes as a stranger adds them: their tables and nothing else (docs/architecture.md, how to add a scheme).
 * What:    backward Euler, whose stage is two numbers, and the theta rule, whose stage depends on a setting. An oscillator loses what they say
 *          on paper; a free mechanism keeps its momenta and its joints.
 */
#include <math.h>

#include "harness.h"
#include "steps/one_stage/one_stage.h"
#include "support/mechanisms.h"

/* ---- forces at the end of the step, q_f = q_i + h v_f */

static const sn_one_stage stage = {.at = 1, .end = 1, .stress = SN_STRESS_STAGE};
static const sn_scheme backward_euler = {SN_ONE_STAGE, .name = "backward_euler", .help = "damps everything",
                                         .stage = &stage, .order = 1};

/* ---- forces at theta of the step, q_f = q_i + h (theta v_f + (1 - theta) v_i); its setting stands where that of rho_inf is */

static sn_status create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                        sn_stepper **out, sn_error *error)
{
  const sn_one_stage theta = {.at = o->rho_inf, .end = 1 / o->rho_inf, .stress = SN_STRESS_STAGE};
  return sn_one_stage_begin(scheme, &theta, s, o, arena, out, error);
}

static const sn_setting settings[] = {{"theta", offsetof(sn_step_options, rho_inf), 0.5, 1, 0.6, "where forces act"},
                                      {0}};
static const sn_scheme theta_rule = {.name = "theta",
                                     .help = "forces at theta of the step",
                                     .setting = settings,
                                     .create = create,
                                     .destroy = sn_one_stage_destroy,
                                     .step = sn_one_stage_step,
                                     .unknowns = sn_one_stage_unknowns,
                                     .n_state = sn_one_stage_numbers,
                                     .order = 1};

/* ---- what they do */

/* Energy of x'' = -k x after a step, over that before: (1 + (1 - theta)^2 k h^2)/(1 + theta^2 k h^2). */
static void test_oscillator(const sn_scheme *scheme, double theta)
{
  const double k = 40, h = 0.05, kept = (1 + pow(1 - theta, 2) * k * h * h) / (1 + theta * theta * k * h * h);
  mechanism m = oscillator(k);
  sn_step_options options = {.threads = 1};
  sn_step_report r = {0};
  sn_stepper *x = NULL;
  CHECK_OK(m.status, m.error);
  sn_scheme_presets(scheme, &options);
  CHECK_OK(sn_scheme_begin(scheme, m.system, &options, m.arena, &m.state, &x, &m.error), m.error);
  double before = mechanism_energy(&m, &m.state);
  for (int i = 0; i < 50; i++) {
    CHECK_OK(scheme->step(x, &m.state, h, &r, &m.error), m.error);
    const double after = mechanism_energy(&m, &m.state);
    CHECK_NEAR(after / before, kept, 1e-12);
    CHECK(r.iterations <= 2); /* it is linear, and the tangent is exact */
    before = after;
  }
  scheme->destroy(x);
  mechanism_free(&m);
}

static void test_free(const sn_scheme *scheme)
{
  mechanism m = free_pair();
  sn_step_options options = {.threads = 1};
  sn_step_report r = {0};
  sn_stepper *x = NULL;
  sn_v3 p0, j0, p, j;
  CHECK_OK(m.status, m.error);
  sn_scheme_presets(scheme, &options);
  sn_momenta(m.system, &m.state, &p0, &j0);
  CHECK_OK(sn_scheme_begin(scheme, m.system, &options, m.arena, &m.state, &x, &m.error), m.error);
  for (int i = 0; i < 50; i++) {
    CHECK_OK(scheme->step(x, &m.state, 0.01, &r, &m.error), m.error);
    CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-12);
    CHECK(r.iterations <= 6);
  }
  sn_momenta(m.system, &m.state, &p, &j);
  CHECK_BELOW(v3_norm(v3_sub(p, p0)), 1e-12 * v3_norm(p0));
  scheme->destroy(x);
  mechanism_free(&m);
}

static void test_schemes(void)
{
  test_oscillator(&backward_euler, 1);
  test_oscillator(&theta_rule, 0.6);
  test_free(&backward_euler);
  test_free(&theta_rule);
}

int main(void)
{
  RUN(test_schemes);
  return REPORT();
}
