/* tests/api/test_rollout.c -- many motions at once: each is the motion that steps by hand make, bit for bit, on any number of threads;
 *                             copies that take turns on one machine; steps that fail; mistakes.
 * ctest:   threads
 */
#include <stdlib.h>

#include "api/public.h"

enum { MOTIONS = 12, STEPS = 20, NUMBERS = 4 };
static const double h = 0x1p-8;

/* a cart with a pole, a spring and a sampled controller; u pushes the cart, w twists the hinge */
static const char cart[] =
    "gravity { 0, 0, -9.81 }\n"
    "local u = input('u', { unit = 'N' }) local w = input('w', { default = 0.25 }) local c = input('c', { default = 0 "
    "})\n"
    "local cart = body { name = 'cart', at = {0, 0, 0}, shape = box { size = {0.4, 0.2, 0.1}, mass = 2 } }\n"
    "local pole = body { name = 'pole', at = {0, 0, 0.5}, shape = cylinder { length = 1, radius = 0.02, axis = 'z', "
    "mass "
    "= 0.3 } }\n"
    "prismatic { name = 'rail', ground, cart, at = {0, 0, 0}, axis = 'x', stiffness = 20, force = function(t) return u "
    "+ "
    "c end }\n"
    "revolute { name = 'hinge', cart, pole, at = {0, 0, 0}, axis = 'y', torque = w, initial = 0.3, damping = 0.1 }\n"
    "controller { name = 'hold', every = 4*0x1p-8, states = { sum = 0 }, update = function(t, s)\n"
    "  s.sum = s.sum + displacement('rail')\n  return { c = -3*displacement('rail') - s.sum }\nend }\n"
    "channel('tip', position(pole, {0, 0, 1})) channel('angle', angle('hinge'))\n"
    "run { dt = 0x1p-8, duration = 1 }\n";

static sinew_simulation *begin(const char *text, sinew_model **m)
{
  sinew_simulation *s = NULL;
  *m = NULL;
  GOOD(sinew_model_load_text("rollout", text, NULL, NULL, NULL, 0, NULL, m, error));
  if (*m) {
    GOOD(sinew_freeze(*m, &s, error));
  }
  return s;
}

/* Any sequence of values. */
static double value(int motion, int step, int input)
{
  return 4 * sin(1.7 * motion + 0.9 * step + 2.3 * input);
}

typedef struct {
  double in[MOTIONS * STEPS * 2], out[MOTIONS * STEPS * NUMBERS];
  char *ends;
  int done[MOTIONS];
} data;

static void fill(data *d)
{
  for (int i = 0; i < MOTIONS * STEPS * 2; i++) {
    d->in[i] = value(i / 2 / STEPS, i / 2 % STEPS, i % 2);
  }
}

static sinew_rollouts wanted(data *d, int *rows, sinew_simulation *s)
{
  static const char *const names[] = {"u", "w"};
  GOOD(sinew_row(s, NULL, "tip", &rows[0], error));
  GOOD(sinew_row(s, NULL, "angle", &rows[1], error));
  return (sinew_rollouts){.size = sizeof(sinew_rollouts),
                          .motions = MOTIONS,
                          .steps = STEPS,
                          .h = h,
                          .inputs = names,
                          .n_inputs = 2,
                          .values = d->in,
                          .rows = rows,
                          .n_rows = 2,
                          .out = d->out,
                          .ends = d->ends};
}

/* The motion by hand, from a state. */
static void by_hand(sinew_simulation *s, const char *state, size_t bytes, const double *in, double *out, char *end)
{
  GOOD(sinew_state_restore(s, state, bytes, error));
  for (int k = 0; k < STEPS; k++) {
    GOOD(sinew_set_input(s, "u", in[2 * k], error));
    GOOD(sinew_set_input(s, "w", in[2 * k + 1], error));
    GOOD(sinew_step(s, h, error));
    GOOD(sinew_channel_value(s, "tip", out + k * NUMBERS, 3, NULL, error));
    GOOD(sinew_channel_value(s, "angle", out + k * NUMBERS + 3, 1, NULL, error));
  }
  GOOD(sinew_state_save(s, end, bytes, error));
}

static void test_by_hand(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(cart, &m), *t = NULL;
  static data d;
  static double out[STEPS * NUMBERS];
  if (!s) {
    return;
  }
  int rows[2];
  fill(&d);
  const size_t bytes = sinew_state_size(s);
  char *states = malloc(MOTIONS * bytes), *end = malloc(bytes);
  d.ends = malloc(MOTIONS * bytes);
  GOOD(sinew_simulation_copy(s, &t, error));
  for (int i = 0; states && i < MOTIONS; i++) { /* every motion begins at another time */
    GOOD(sinew_state_save(t, states + (size_t)i * bytes, bytes, error));
    GOOD(sinew_set_input(t, "u", 1 + i, error));
    GOOD(sinew_step(t, h, error));
  }
  for (int threads = 1; threads <= 4; threads++) {
    sinew_rollouts r = wanted(&d, rows, s);
    memset(d.out, 0, sizeof d.out);
    r.threads = threads;
    r.states = states;
    r.n_states = MOTIONS;
    GOOD(sinew_rollout(s, &r, error));
    int same = 1;
    for (int i = 0; i < MOTIONS; i++) {
      by_hand(t, states + (size_t)i * bytes, bytes, d.in + (size_t)i * STEPS * 2, out, end);
      same = same && memcmp(out, d.out + (size_t)i * STEPS * NUMBERS, sizeof out) == 0 &&
             memcmp(end, d.ends + (size_t)i * bytes, bytes) == 0;
    }
    CHECK(same);
  }
  CHECK(sinew_time(s) == 0); /* not changed */
  free(states);
  free(end);
  free(d.ends);
  sinew_simulation_free(t);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* All from the present state, which a run of one motion continues in the same way. */
static void test_present(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(cart, &m);
  static data d, one;
  int rows[2];
  if (!s) {
    return;
  }
  fill(&d);
  fill(&one);
  GOOD(sinew_step(s, h, error));
  sinew_rollouts r = wanted(&d, rows, s);
  r.threads = 3;
  GOOD(sinew_rollout(s, &r, error));
  const size_t bytes = sinew_state_size(s);
  char *state = malloc(bytes);
  GOOD(sinew_state_save(s, state, bytes, error));
  sinew_rollouts q = wanted(&one, rows, s);
  q.states = state;
  q.n_states = 1;
  GOOD(sinew_rollout(s, &q, error));
  CHECK(memcmp(d.out, one.out, sizeof d.out) == 0);
  free(state);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* A rope that is asked to be shorter than nothing: the law has no value from some step on, in one motion of two. */
static void test_failing(void)
{
  static const char text[] = "local u = input('u', { default = 0 })\n"
                             "local p = point { name = 'p', at = {1, 0, 0}, mass = 1 }\n"
                             "force { p, value = function(t) return sqrt(1 - u), 0, 0 end }\n"
                             "channel('x', position(p).x)\n"
                             "run { dt = 0.01, duration = 1 }\n";
  static const char *const names[] = {"u"};
  const double in[] = {0, 0, 0, 0, 0, 0, 2, 0};
  double out[8] = {0};
  int done[2], row = 0;
  sinew_model *m;
  sinew_simulation *s = begin(text, &m);
  if (!s) {
    return;
  }
  GOOD(sinew_row(s, NULL, "x", &row, error));
  sinew_rollouts r = {.size = sizeof r,
                      .motions = 2,
                      .steps = 4,
                      .h = 0.01,
                      .inputs = names,
                      .n_inputs = 1,
                      .values = in,
                      .rows = &row,
                      .n_rows = 1,
                      .out = out,
                      .threads = 2};
  BAD(sinew_rollout(s, &r, error), SINEW_ESINGULAR, "motion 1");
  r.done = done;
  GOOD(sinew_rollout(s, &r, error));
  CHECK(done[0] == 4 && done[1] == 2);
  CHECK(isfinite(out[3]) && out[5] == out[1] && isnan(out[6]) && isnan(out[7]));
  sinew_simulation_free(s);
  sinew_model_free(m);
}

static void test_mistakes(void)
{
  sinew_model *m;
  sinew_simulation *s = begin(cart, &m), *still = NULL;
  static data d;
  int rows[2];
  static const char *const names[] = {"u", "v"};
  if (!s) {
    return;
  }
  fill(&d);
  const sinew_rollouts good = wanted(&d, rows, s);
  sinew_rollouts r = good;
  BAD(sinew_rollout(s, NULL, error), SINEW_EINPUT, "size");
  r.size = 0;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "size");
  r = good;
  r.h = 0;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "positive number of seconds");
  r = good;
  r.inputs = names;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "input");
  r = good;
  rows[1] = 1 << 20;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "no output");
  GOOD(sinew_row(s, NULL, "angle", &rows[1], error));
  r.motions = -1;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "negative");
  r = good;
  r.values = NULL;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "must be there");
  r = good;
  r.states = &d;
  r.n_states = 3;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "n_states");
  r.n_states = 1;
  r.done = d.done;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "not a state");
  d.in[2 * STEPS + 3] = NAN;
  r = good;
  BAD(sinew_rollout(s, &r, error), SINEW_EINPUT, "'w' of motion 1, step 1");
  r.motions = r.steps = 0;
  GOOD(sinew_rollout(s, &r, error));
  sinew_simulation_free(s);
  sinew_model_free(m);
  s = begin(
      "local p = point { name = 'p', at = {0, 0, 0}, mass = 1 } spring { ground, p, at_a = {0, 0, 1}, stiffness = 1 }\n"
      "run { dt = 1, duration = 1 }\n",
      &m);
  GOOD(sinew_static(m, &still, error));
  if (still) {
    r = (sinew_rollouts){.size = sizeof r, .motions = 1, .steps = 1, .h = 1};
    BAD(sinew_rollout(still, &r, error), SINEW_EINPUT, "equilibrium");
  }
  sinew_simulation_free(still);
  sinew_simulation_free(s);
  sinew_model_free(m);
}

/* Schemes that keep factors from step to step, in one thread: copies that take turns on one machine go where each of them goes alone. */
static void test_turns(void)
{
  static const char *const schemes[] = {"ed", "ep", "generalized_alpha"};
  for (int k = 0; k < 3; k++) {
    char text[900];
    (void)snprintf(
        text, sizeof text,
        "gravity { 0, 0, -9.81 }\n"
        "local b = solid { name = 'b', box = { size = {1, 0.1, 0.1}, elements = {3, 1, 1} }, element = 'hex20', E = "
        "1e7, nu = 0.3, density = 1000 }\n"
        "revolute { ground, b:surface('x0'), at = {0, 0, 0}, axis = 'y' }\n"
        "channel('end', position(b:surface('x1')))\n"
        "run { scheme = '%s', dt = 0x1p-8, duration = 1 }\n",
        schemes[k]);
    sinew_model *m;
    sinew_simulation *s = begin(text, &m), *a = NULL, *b = NULL;
    if (!s) {
      return;
    }
    GOOD(sinew_simulation_copy(s, &a, error));
    GOOD(sinew_simulation_copy(s, &b, error));
    double alone[2][6], turns[2][6];
    for (int i = 0; i < 6; i++) {
      GOOD(sinew_step(a, h, error));
      GOOD(sinew_channel_value(a, "end", alone[0], 3, NULL, error));
    }
    for (int i = 0; i < 6; i++) {
      GOOD(sinew_step(b, h / 2, error));
      GOOD(sinew_channel_value(b, "end", alone[1], 3, NULL, error));
    }
    sinew_simulation_free(a);
    sinew_simulation_free(b);
    GOOD(sinew_simulation_copy(s, &a, error));
    GOOD(sinew_simulation_copy(s, &b, error));
    for (int i = 0; i < 6; i++) {
      GOOD(sinew_step(a, h, error));
      GOOD(sinew_step(b, h / 2, error));
      GOOD(sinew_channel_value(b, "end", turns[1], 3, NULL, error));
      GOOD(sinew_channel_value(a, "end", turns[0], 3, NULL, error));
    }
    CHECK(memcmp(alone[0], turns[0], 3 * sizeof(double)) == 0);
    CHECK(memcmp(alone[1], turns[1], 3 * sizeof(double)) == 0);
    sinew_simulation_free(a);
    sinew_simulation_free(b);
    sinew_simulation_free(s);
    sinew_model_free(m);
  }
}

int main(void)
{
  RUN(test_by_hand);
  RUN(test_present);
  RUN(test_failing);
  RUN(test_mistakes);
  RUN(test_turns);
  return REPORT();
}
