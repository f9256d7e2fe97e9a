/* tests/mechanisms/test_controller.c -- sampled controllers: what they do in time, in checkpoints, copies and steps by hand.
 * Outside: a sliding mass under a sampled PI-D law with delay and limits, against its exact solution between samples (constant force) and
 *          the controller's own arithmetic, written out here.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>

#include "api/public.h"
#include "files.h"
#include "harness.h"
#include "sinew.h"

static const char text[] =
    "param { gain = 10, limit = 6 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local u = input('u', { default = 0.25, unit = 'N' })\n"
    "local a = body { name = 'a', mass = 2, inertia = {0.1, 0.1, 0.1} }\n"
    "prismatic { name = 'x', ground, a, at = {0, 0, 0}, axis = 'x', force = u }\n"
    "controller { name = 'pid', every = 5e-3, delay = 1e-2, states = { i = 0.1, f = 0 }, update = function(t, s)\n"
    "  local e = 0.5 + 0.1*sin(3*t) - displacement('x')\n"
    "  s.f = s.f + 0.3*(rate('x') - s.f)\n"
    "  s.i = s.i + 5e-3*e\n"
    "  return { u = max(-limit, min(limit, gain*e + 8*s.i - 1.5*s.f)) }\n"
    "end }\n"
    "channel('x', displacement('x'))\nchannel('u', u)\nchannel('i', state('pid', 'i'))\n"
    "run { dt = 1e-3, duration = 1 }\n";

typedef struct {
  double x, v, i, f, line[3]; /* line: held, and two that wait */
} exact;

/* from a sample to the next one: the samples themselves, then a constant force */
static void exact_interval(exact *s, int k, double gain, double limit)
{
  const double e = 0.5 + 0.1 * sin(3 * 5e-3 * k) - s->x, h = 5e-3;
  s->f = s->f + 0.3 * (s->v - s->f);
  s->i = s->i + 5e-3 * e;
  s->line[0] = s->line[1];
  s->line[1] = s->line[2];
  s->line[2] = fmax(-limit, fmin(limit, gain * e + 8 * s->i - 1.5 * s->f));
  const double a = s->line[0] / 2;
  s->x += h * s->v + 0.5 * h * h * a;
  s->v += h * a;
}

static double value(sinew_simulation *s, const char *channel)
{
  double x = NAN;
  int n;
  GOOD(sinew_channel_value(s, channel, &x, 1, &n, error));
  return x;
}

static sinew_simulation *begin(sinew_model **m, const char *model)
{
  sinew_simulation *s = NULL;
  GOOD(sinew_model_new(NULL, m, error));
  GOOD(sinew_model_read(*m, "model.lua", 1, model, error));
  GOOD(sinew_freeze(*m, &s, error));
  return s;
}

static void test_against_exact_samples(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(&m, text);
  sinew_error e = {0};
  exact x = {.i = 0.1, .line = {0.25, 0.25, 0.25}};
  double worst = 0, work = 0, total = 0;
  for (int k = 0; k < 200 && s; k++) {
    exact_interval(&x, k, 10, 6);
    CHECK_NEAR(value(s, "u"), x.line[0], 1e-11); /* a sample is seen at its instant */
    CHECK_NEAR(value(s, "i"), x.i, 1e-12);
    for (int j = 0; j < 5; j++) {
      CHECK(sinew_step(s, 1e-3, &e) == SINEW_OK);
    }
    worst = fmax(worst, fabs(value(s, "x") - x.x));
  }
  CHECK_BELOW(worst, 1e-12);
  CHECK(sinew_energy(s, "work_loads", &work, &e) == SINEW_OK && sinew_energy(s, "kinetic", &total, &e) == SINEW_OK);
  CHECK_NEAR(work, total, 1e-12);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* what waits and what is remembered goes with a state, and with a copy */
static void test_states_and_copies(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(&m, text), *copy = NULL;
  sinew_error e = {0};
  static unsigned char kept[1 << 16];
  double end[3] = {0};
  for (int k = 0; k < 37; k++) {
    CHECK(sinew_step(s, 1e-3, &e) == SINEW_OK);
  }
  CHECK(sinew_state_size(s) <= sizeof kept && sinew_state_save(s, kept, sizeof kept, &e) == SINEW_OK);
  CHECK(sinew_simulation_copy(s, &copy, &e) == SINEW_OK);
  sinew_simulation *const walkers[3] = {s, s, copy};
  for (int w = 0; w < 3; w++) {
    if (w == 1) {
      CHECK(sinew_state_restore(s, kept, sinew_state_size(s), &e) == SINEW_OK);
    }
    for (int k = 0; k < 100; k++) {
      CHECK(sinew_step(walkers[w], 1e-3, &e) == SINEW_OK);
    }
    end[w] = value(walkers[w], "x");
  }
  CHECK(end[0] == end[1] && end[0] == end[2]);
  sinew_simulation_free(copy);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

static void test_steps_end_on_samples(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(&m, text);
  BAD(sinew_step(s, 6e-3, error), SINEW_EINPUT, "goes past the next sample");
  BAD(sinew_step(s, 6e-3, error), SINEW_EINPUT, "Step by 0.005 s");
  CHECK(sinew_time(s) == 0);
  GOOD(sinew_step(s, 5e-3, error));
  GOOD(sinew_step(s, 5e-3, error));
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* the sign of the gain is wrong, and nothing limits it: the message says which controller, and when */
static void test_unstable(void)
{
  char wrong[sizeof text + 100];
  (void)snprintf(wrong, sizeof wrong, "param { gain = -1e5, limit = 1e99 }%s", strchr(text, '\n'));
  sinew_model *m;
  sinew_simulation *s = begin(&m, wrong);
  sinew_error e = {0};
  int status = SINEW_OK;
  for (int k = 0; k < 1000 && status == SINEW_OK && s; k++) {
    status = sinew_step(s, 1e-3, &e);
  }
  CHECK(status == SINEW_ENOCONV);
  CHECK_TEXT(e.where, "t = 0.");
  CHECK_TEXT(e.fix, "Controller 'pid' (model.lua:6) looks unstable: its output 'u' is ");
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* an output that bursts in its second sample: the first one tells its size */
static void test_burst(void)
{
  static const char burst[] =
      "local u = input('u', { default = 0 })\n"
      "local a = body { name = 'a', mass = 1, inertia = {1, 1, 1}, at = {1, 0, 0} }\n"
      "revolute { ground, a, at = {0, 0, 0}, axis = 'y', torque = u }\n"
      "controller { name = 'boom', every = 0.01, update = function(t, s) return { u = exp(20000*t) } end }\n"
      "run { dt = 0.01, duration = 1 }\n";
  sinew_model *m;
  sinew_simulation *s = begin(&m, burst);
  sinew_error e = {0};
  int status = SINEW_OK;
  for (int k = 0; k < 5 && status == SINEW_OK && s; k++) {
    status = sinew_step(s, 0.01, &e);
  }
  CHECK(status == SINEW_ENOCONV);
  CHECK_TEXT(e.fix, "Controller 'boom' (model.lua:4) looks unstable: its output 'u' is 7.23e+86");
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* a state that grows by itself, until it is no number */
static void test_overflow(void)
{
  static const char grows[] = "local u = input('u', { default = 0 })\n"
                              "point { name = 'p', at = {0, 0, 0}, mass = 1 }\n"
                              "controller { name = 'wild', every = 1e-3, states = { f = 1 }, update = function(t, s)\n"
                              "  s.f = -1e10*s.f\n  return { u = min(1, s.f) }\nend }\n";
  sinew_model *m;
  sinew_simulation *s = begin(&m, grows);
  sinew_error e = {0};
  int status = SINEW_OK, k = 0;
  for (; k < 100 && status == SINEW_OK && s; k++) {
    status = sinew_step(s, 1e-3, &e);
  }
  CHECK(status == SINEW_ESINGULAR && k == 30);
  CHECK_TEXT(e.where, "model.lua:3, controller 'wild'");
  CHECK_TEXT(e.what, "Controller 'wild': its state 'f' is infinite at t = 0.03 s.");
  sinew_simulation_free(s);
  sinew_model_free(m);
}

static char said[4096];

/* What the command says of a run of a sliding mass, held by a sampled law. */
static const char *words_of_run(const char *law, double delay)
{
  char model[1024];
  (void)snprintf(model, sizeof model,
                 "local u = input('u', { default = 0 })\n"
                 "local a = body { name = 'a', mass = 2, inertia = {0.1, 0.1, 0.1}, velocity = {1e-3, 0, 0} }\n"
                 "prismatic { name = 'x', ground, a, at = {0, 0, 0}, axis = 'x', force = u }\n"
                 "controller { name = 'brake', every = 1e-2, delay = %g, update = function(t, s) %s end }\n"
                 "run { dt = 5e-3, duration = 0.6 }\n",
                 delay, law);
  write_text("swing_c.lua", model);
  CHECK(system("'" SN_TEST_SINEW "' run swing_c.lua -o swing_c.h5 >/dev/null 2>swing_c.txt") == 0);
  slurp("swing_c.txt", said, sizeof said);
  return strstr(said, "is unstable");
}

/* v' = u/m, u = -g v, held for h: v goes by 1 - g h/m from sample to sample. Named while the run still goes on, and nobody else. */
static void test_swings_are_named(void)
{
  CHECK(words_of_run("return { u = -420*rate('x') }", 0)); /* -1.1 */
  CHECK_TEXT(said, "swing_c.lua:4");
  CHECK_TEXT(said, "controller 'brake' is unstable");
  CHECK_TEXT(said, "output 'u'");
  CHECK(words_of_run("return { u = -240*rate('x') }", 1e-2)); /* a sample late: turns by a sixth, grows by 1.1 */
  CHECK(words_of_run("return { u = max(-6, min(6, -420*rate('x'))) }", 0)); /* until the limit holds it */
  CHECK(!words_of_run("return { u = -380*rate('x') }", 0));                 /* -0.9: swings, and dies out */
  CHECK(!words_of_run("return { u = -180*rate('x') }", 1e-2));
  CHECK(!words_of_run("return { u = -sign(rate('x')) }", 0));                           /* to and fro, and stays */
  CHECK(!words_of_run("return { u = 1e-3*exp(9*t)*sin(60*t) }", 0));                    /* meant to grow */
  CHECK(!words_of_run("return { u = 2*(0.01*t^2*sin(20*t) - displacement('x')) }", 0)); /* follows what grows */
  remove("swing_c.lua");
  remove("swing_c.h5");
  remove("swing_c.txt");
}

int main(void)
{
  RUN(test_against_exact_samples);
  RUN(test_states_and_copies);
  RUN(test_steps_end_on_samples);
  RUN(test_unstable);
  RUN(test_burst);
  RUN(test_overflow);
  RUN(test_swings_are_named);
  return REPORT();
}
