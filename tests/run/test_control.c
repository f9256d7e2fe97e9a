/* tests/run/test_control.c -- the estimate of the error of a step against truth, and what the run makes of it.
 * How:     polynomials in time of known derivatives; steps of real models against eight steps of an eighth of the size from
 *          the same consistent instant; runs over kinks and jumps.
 */
#include "run/control.h"

#include <stdlib.h>

#include "harness.h"
#include "support/simulated.h"

/* ---- motions of known derivatives */

static const sn_vector one_vector = {.freedom = SN_FREE, .node = 0, .length = 1, .frame = -1};
static const sn_scheme fourth = {.name = "fourth", .order = 4, .error_constant = 1};
static const sn_scheme none = {.name = "none"};

/* q(t) = sum of a_j t^j; returns the last estimate after steps of these sizes. */
static sn_estimate polynomial(int n, const double *a, int n_step, const double *step)
{
  const sn_system s = {.n_vector = 1, .vector = &one_vector, .extent = 1};
  const sn_run_options o = {.scheme = &fourth, .tolerance = 1e-3};
  sn_arena *arena = sn_arena_new(NULL);
  sn_control_memory m = {0};
  sn_control c;
  sn_error e = {0};
  sn_estimate last = {0, 0};
  double t = 0;
  sn_v3 q = v3(a[0], 0, 0), v = v3(n > 1 ? a[1] : 0, 0, 0);
  const sn_state x = {.t = &t, .q = &q, .v = &v};
  CHECK_OK(sn_control_new(&s, &o, &m, arena, &c, &e), e);
  sn_control_begin(&c, &x);
  for (int i = 0; i < n_step; i++) {
    t += step[i];
    q.x[0] = 0;
    for (int j = n - 1; j >= 0; j--) {
      q.x[0] = q.x[0] * t + a[j];
    }
    last = sn_control_estimate(&c, &x, t);
    sn_control_accept(&c, &last, &x, t, 0);
  }
  sn_arena_free(arena);
  return last;
}

/* Up to degree 4 nothing is left; the fifth derivative is found whatever the steps were; the start counts its velocity. */
static void test_polynomials(void)
{
  static const double even[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, uneven[] = {0.4, 0.2, 0.2, 0.1, 0.1, 0.2, 0.4, 0.2};
  static const double quartic[] = {0.3, -1, 2, 0.5, 1}, quintic[] = {0.3, -1, 2, 0.5, 1e4, 1};
  CHECK_BELOW(polynomial(5, quartic, 6, even).error, 1e-11);
  CHECK_BELOW(polynomial(5, quartic, 8, uneven).error, 1e-11);
  CHECK_NEAR(polynomial(6, quintic, 6, even).error / pow(120 * 1e-5, 0.8), 1, 1e-4);
  CHECK_NEAR(polynomial(6, quintic, 8, uneven).error / pow(120 * pow(0.2, 5), 0.8), 1, 1e-4);
  CHECK_NEAR(polynomial(6, quintic, 6, even).doubled, 16 * polynomial(6, quintic, 6, even).error, 1e-9);
  CHECK_BELOW(polynomial(2, quartic, 1, even).error, 1e-11); /* steady motion: known from the first step on */
  CHECK_NEAR(polynomial(3, quartic, 1, even).error, pow(4e-2, 0.8), 1e-9); /* then the acceleration: 2! 2 h^2 */
  CHECK_BELOW(polynomial(3, quartic, 2, even).error, 1e-11);
}

static void test_refused(void)
{
  const sn_system s = {.n_vector = 1, .vector = &one_vector, .extent = 1};
  sn_run_options o = {.scheme = &none, .tolerance = 1e-3};
  sn_control_memory m = {0};
  sn_control c;
  sn_error e = {0};
  sn_arena *arena = sn_arena_new(NULL);
  CHECK(sn_control_new(&s, &o, &m, arena, &c, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "'none'");
  o.tolerance = 0;
  CHECK_OK(sn_control_new(&s, &o, &m, arena, &c, &e), e);
  CHECK(c.n_past == 0);
  sn_arena_free(arena);
}

/* An error that halvings do not lower is taken as it is; one that falls is not. */
static void test_stuck(void)
{
  sn_control_memory m = {0};
  const sn_control c = {.tolerance = 1e-3, .m = &m};
  sn_control *p = (sn_control *)&c;
  const sn_estimate good = {9e-4, 1}, flat = {0.1, 1};
  CHECK(sn_control_judge(&c, &good) == SN_GOOD_ENOUGH);
  for (int i = 0; i < 8; i++) { /* steps that are accepted between them: 8; without them: 3 */
    CHECK(sn_control_judge(&c, &flat) == SN_TOO_COARSE);
    sn_control_reject(p, &flat);
    m.here = 0;
  }
  CHECK(sn_control_judge(&c, &flat) == SN_NO_USE);
  const sn_estimate half = {0.05, 1};
  CHECK(sn_control_judge(&c, &half) == SN_TOO_COARSE);
  sn_control_doubled(&m);
  for (int i = 0; i < 3; i++) {
    CHECK(sn_control_judge(&c, &flat) == SN_TOO_COARSE);
    sn_control_reject(p, &flat);
  }
  CHECK(sn_control_judge(&c, &flat) == SN_NO_USE);
  CHECK(sn_control_memory_good(&m));
  m.latest = SN_PAST;
  CHECK(!sn_control_memory_good(&m));
}

/* ---- real steps */

static const char *const pendulum =
    "gravity { 0, 0, -9.81 }\nlocal b = body { name = 'b', mass = 1, center = { 1, 0, 0 }, inertia = { 0.01, 0.1, 0.1 "
    "} }\n"
    "revolute { name = 'p', ground, b, at = { 0, 0, 0 }, axis = 'y' }\nrun { dt = 1, duration = 1 }\n";
static const char *const two =
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { name = 'a', mass = 1, center = { 0.5, 0, 0 }, inertia = { 0.01, 0.1, 0.1 } }\n"
    "local b = body { name = 'b', at = { 1, 0, 0 }, mass = 1, center = { 0.1, 0.5, 0 }, inertia = { 0.1, 0.01, 0.1 } "
    "}\n"
    "revolute { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'y' }\n"
    "revolute { name = 'q', a, b, at = { 1, 0, 0 }, axis = 'x' }\nrun { dt = 1, duration = 1 }\n";
static const char *const top =
    "gravity { 0, 0, -9.81 }\n"
    "local b = body { name = 'b', mass = 1, center = { 0, 0, 0.5 }, orientation = axis_angle({ 1, 0, 0 }, 0.6),\n"
    "                 inertia = { 0.1, 0.1, 0.05 }, angular_velocity_body = { 0, 0, 50 } }\n"
    "spherical { name = 'p', ground, b, at = { 0, 0, 0 } }\nrun { dt = 1, duration = 1 }\n";
static const char *const whip =
    "gravity { 0, 0, -9.81 }\nlocal w = point { name = 'w', at = { 4, 0, -1 }, mass = 5 }\n"
    "cable { name = 'c', ground, w, from = { 0, 0, 0 }, to = { 4, 0, -1 }, elements = 6, stiffness = 1e5,\n"
    "        mass_per_length = 0.4, radius = 0.03 }\nrun { dt = 1, duration = 1 }\n";
static const char *const sprung =
    "gravity { 0, 0, -9.81 }\nlocal b = point { name = 'b', at = { 1, 0, 0 }, mass = 1 }\n"
    "spring { name = 's', ground, b, at_a = { 0, 0, 0 }, stiffness = 100, length = 0.9 }\nrun { dt = 1, duration = 1 "
    "}\n";
static const char *const stop =
    "gravity { 0, 0, -9.81 }\nlocal b = body { name = 'b', mass = 1, inertia = { 0.01, 0.01, 0.01 } }\n"
    "prismatic { name = 'p', ground, b, at = { 0, 0, 0 }, axis = 'z', lower = -0.5, stop_stiffness = 1e4 }\n"
    "run { dt = 1, duration = 1 }\n";

static double distance(const sn_system *s, const sn_v3 *a, const sn_v3 *b)
{
  double most = 0;
  for (int i = 0; i < s->n_vector; i++) {
    most = fmax(most, s->vector[i].node < 0 ? 0 : v3_norm(v3_sub(a[i], b[i])) * s->vector[i].length / s->extent);
  }
  return most;
}

/* Largest true and largest estimated local error of n steps. The estimate is turned from an error per characteristic time
   back into that of the step. */
static void compare(const char *name, const char *text, const char *scheme, double alpha, double h, int n,
                    double *truth, double *estimate, double *per_time)
{
  simulated s, r;
  sn_arena *arena = sn_arena_new(NULL);
  sn_control_memory m = {0};
  sn_control c;
  sn_error e = {0};
  *truth = *estimate = *per_time = 0;
  const int good = simulate(&s, name, text, scheme, alpha) && simulate(&r, name, text, scheme, alpha);
  if (!good) {
    return;
  }
  const sn_system *y = s.session.frozen.system;
  const sn_run_options o = {.scheme = s.scheme, .tolerance = 1e-3, .step = {.alpha = alpha}};
  CHECK_OK(sn_control_new(y, &o, &m, arena, &c, &e), e);
  sn_control_begin(&c, s.state);
  for (int i = 0; i < n; i++) {
    sn_state_copy(s.state, r.state);
    CHECK_OK(sn_instant_start(r.session.instant, r.state, 1, NULL, &e), e);
    if (!advance_to(&r, *s.state->t + h, 8) || !advance(&s, h)) {
      break;
    }
    const sn_estimate x = sn_control_estimate(&c, s.state, *s.state->t);
    sn_control_accept(&c, &x, s.state, *s.state->t, 0);
    if (i >= 6) {
      *truth = fmax(*truth, distance(y, s.state->q, r.state->q));
      *per_time = fmax(*per_time, x.error);
    }
  }
  const double p = c.order, k = c.constant;
  *estimate = k * pow(*per_time / k, (p + 1) / p);
  simulated_free(&s);
  simulated_free(&r);
  sn_arena_free(arena);
}

static void test_truth(void)
{
  const struct {
    const char *name, *text, *scheme;
    double alpha, h;
    int n;
    double lowest, highest; /* of truth over estimate */
  } cases[] = {
      {"pendulum", pendulum, "ed", 1, 0.025, 80, 0.01, 1}, {"pendulum", pendulum, "ed", 0, 0.025, 80, 0.01, 1},
      {"two links", two, "ed", 1, 0.02, 100, 0.001, 1},    {"two links", two, "ed", 0, 0.02, 100, 0.001, 1},
      {"top", top, "ed", 1, 0.004, 100, 0.03, 1},          {"top", top, "ep", 1, 0.004, 100, 0.1, 1},
      {"cable", whip, "ed", 1, 0.01, 100, 0.005, 1},       {"cable", whip, "ed", 0, 0.01, 100, 0.005, 1},
      {"spring", sprung, "ed", 1, 0.01, 100, 0.01, 1},     {"stop", stop, "ed", 1, 0.004, 200, 0.001, 1},
      {"stop", stop, "ed", 0, 0.004, 200, 0.001, 1},       {"pendulum", pendulum, "ep", 1, 0.025, 80, 0.1, 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double truth, estimate, per_time;
    compare(cases[i].name, cases[i].text, cases[i].scheme, cases[i].alpha, cases[i].h, cases[i].n, &truth, &estimate,
            &per_time);
    printf("  %-10s %s alpha %g h %g: largest local error %.2e, estimate %.2e, ratio %.3f\n", cases[i].name,
           cases[i].scheme, cases[i].alpha, cases[i].h, truth, estimate, truth / estimate);
    CHECK(truth / estimate > cases[i].lowest && truth / estimate < cases[i].highest);
  }
}

/* The estimate falls with the order of the scheme: 4 for ed, in vibrations too, 2 for ep. */
static void test_order(void)
{
  const struct {
    const char *text, *scheme;
    double alpha, h, order;
  } cases[] = {
      {two, "ed", 1, 0.01, 4}, {sprung, "ed", 1, 0.005, 4}, {sprung, "ed", 0, 0.005, 4}, {two, "ep", 0, 0.01, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double x, y, coarse, fine;
    compare("order", cases[i].text, cases[i].scheme, cases[i].alpha, cases[i].h, 60, &x, &y, &coarse);
    compare("order", cases[i].text, cases[i].scheme, cases[i].alpha, cases[i].h / 2, 120, &x, &y, &fine);
    printf("  %s alpha %g: order %.2f\n", cases[i].scheme, cases[i].alpha, log2(coarse / fine));
    CHECK_NEAR(log2(coarse / fine), cases[i].order, 0.3);
  }
}

/* ---- runs */

static sn_status keep_nothing(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  (void)data;
  (void)o;
  (void)total;
  (void)error;
  return SN_OK;
}
static void count_lines(void *data, double t, const char *text)
{
  int *n = data;
  (void)t;
  *n += strstr(text, "above the tolerance") != NULL;
}

static sn_run_summary run(const char *drive, double tolerance, double min_step, int *lines)
{
  char text[1024];
  simulated s;
  sn_run_summary sum = {0};
  sn_error e = {0};
  snprintf(text, sizeof text,
           "gravity { 0, 0, -9.81 }\n"
           "local b = body { name = 'b', mass = 1, center = { 0.5, 0, 0 }, inertia = { 0.01, 0.1, 0.1 } }\n"
           "revolute { name = 'p', ground, b, at = { 0, 0, 0 }, axis = 'y', %s }\nrun { dt = 0.01, duration = 1 }\n",
           drive);
  *lines = 0;
  if (simulate(&s, "kinks", text, "ed", 1)) {
    sn_run_options o = {.scheme = s.scheme,
                        .step = {.alpha = 1},
                        .dt = 0.01,
                        .duration = 1,
                        .tolerance = tolerance,
                        .min_step = min_step};
    const sn_sink sink = {.data = lines, .row = keep_nothing, .log = count_lines};
    CHECK_OK(sn_run(s.session.frozen.system, &o, s.arena, s.state, &sink, &sum, &e), e);
  }
  simulated_free(&s);
  return sum;
}

/* Kinks are passed with a few small steps; a jump ends the cutting, and is told. */
static void test_kinks(void)
{
  static const char *const drives[] = {"drive = function(t) return where(t:lt(0.503), 0, 2*(t - 0.503)^2) end",
                                       "drive = function(t) return where(t:lt(0.503), 0, 2*(t - 0.503)) end",
                                       "drive = function(t) return where(t:lt(0.503), 0, 0.2) end",
                                       "law = function(x, v, t) return where(x:gt(0.3), 40, 10)*x end",
                                       "law = function(x, v, t) return 2*v/sqrt(v^2 + 1e-6) end"};
  for (int i = 0; i < 5; i++) {
    int lines;
    const sn_run_summary s = run(drives[i], 1e-5, 0, &lines);
    printf("  %.60s: %ld steps, %ld undone, smallest %.1e s, %ld above the tolerance\n", drives[i], s.steps,
           s.error_rejections, s.smallest_step, s.noticed[SN_WARN_INACCURATE].count);
    CHECK(s.completed && s.error_rejections > 0 && s.error_rejections < 200 && s.steps < 2000);
    CHECK(s.rejections == 0 || i == 4);
    if (i == 2) {
      CHECK(s.noticed[SN_WARN_INACCURATE].count > 0 && s.largest_error > 1e-3 &&
            lines == s.noticed[SN_WARN_INACCURATE].count);
    } else {
      CHECK(s.noticed[SN_WARN_INACCURATE].count == 0 && s.largest_error <= 1e-5);
    }
  }
}

/* min_step is the floor: what cannot be met there is accepted, counted and told. */
static void test_floor(void)
{
  int lines;
  const sn_run_summary s = run("stiffness = 1", 1e-9, 0.004, &lines);
  CHECK(s.completed && s.smallest_step > 0.004 && s.noticed[SN_WARN_INACCURATE].count > 50 && s.largest_error > 1e-9);
  CHECK(lines > 0 && s.rejections == 0);
  const sn_run_summary off = run("stiffness = 1", 0, 0, &lines);
  CHECK(off.steps == 100 && off.error_rejections == 0 && off.largest_error == 0);
}

/* A stiff spring does not make steps small in smooth motion; a vibration far beyond the steps is damped, and told. */
static void test_stiff(void)
{
  static const char *const text[] = {"at = { 1, 0, 0 }", "at = { 1.001, 0, 0 }"};
  for (int i = 0; i < 2; i++) {
    char model[512];
    simulated s;
    sn_run_summary sum = {0};
    sn_error e = {0};
    int lines = 0;
    snprintf(model, sizeof model,
             "gravity { 0, 0, -9.81 }\nlocal b = point { name = 'b', %s, mass = 1 }\n"
             "spring { name = 's', ground, b, at_a = { 0, 0, 0 }, stiffness = 1e8, length = 1 }\n"
             "run { dt = 0.01, duration = 2 }\n",
             text[i]);
    if (simulate(&s, "stiff", model, "ed", 1)) {
      const sn_run_options o = {.scheme = s.scheme, .step = {.alpha = 1}, .dt = 0.01, .duration = 2, .tolerance = 1e-5};
      const sn_sink sink = {.data = &lines, .row = keep_nothing, .log = count_lines};
      CHECK_OK(sn_run(s.session.frozen.system, &o, s.arena, s.state, &sink, &sum, &e), e);
    }
    printf("  stiff, %s: %ld steps, smallest %.1e s, %ld above the tolerance\n", text[i], sum.steps, sum.smallest_step,
           sum.noticed[SN_WARN_INACCURATE].count);
    CHECK(sum.completed && sum.steps < 1500 && sum.noticed[SN_WARN_INACCURATE].count <= 3 &&
          (i == 1) == (sum.noticed[SN_WARN_INACCURATE].count > 0));
    simulated_free(&s);
  }
}

/* Tighter is never coarser, and a loose tolerance takes the largest step. */
static void test_monotone(void)
{
  int lines;
  long last = 0;
  for (double tolerance = 1e-2; tolerance > 1e-11; tolerance /= 10) {
    const sn_run_summary s = run("damping = 0.01", tolerance, 0, &lines);
    CHECK(s.steps >= last && s.largest_error <= tolerance && s.noticed[SN_WARN_INACCURATE].count == 0);
    last = s.steps;
  }
  CHECK(last > 1000);
}

int main(void)
{
  RUN(test_polynomials);
  RUN(test_refused);
  RUN(test_stuck);
  RUN(test_truth);
  RUN(test_order);
  RUN(test_kinks);
  RUN(test_floor);
  RUN(test_stiff);
  RUN(test_monotone);
  return REPORT();
}
