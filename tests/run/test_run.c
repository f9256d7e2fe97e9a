/* tests/run/test_run.c -- the loop: halving, growing back, rows, sums, stop, and the words when it ends.
 * How:     a fake scheme that moves a point exactly and fails on demand; system and outputs are real.
 */
#include "run/run.h"

#include "base/text.h"
#include "harness.h"
#include "run/report.h"
#include "system/builder.h"

/* What the fake does: a step fails when it is larger than `limit` while t is in [from, to). */
typedef struct {
  double from, to, limit;
  sn_status status;
  int bad_numbers; /* 1: succeeds with numbers that are not finite instead */
  int shrinks;     /* 1: increments go down with the step */
  int switches;    /* 1: the law of the item switches, and the increments stay as they are */
  sn_bad_law bad;  /* what the step says about a law without a value */
  int calls;
} plan;
struct sn_stepper {
  plan *p;
};
static plan now; /* the fake has no other way to its test */
static sn_stepper the_stepper;

static sn_status create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                        sn_stepper **out, sn_error *error)
{
  (void)scheme;
  (void)s;
  (void)o;
  (void)arena;
  (void)error;
  the_stepper.p = &now;
  *out = &the_stepper;
  return SN_OK;
}
static void destroy(sn_stepper *x)
{
  x->p = NULL;
}
static int unknowns(const sn_stepper *x)
{
  (void)x;
  return 3;
}
static sn_status step(sn_stepper *x, sn_state *s, double h, sn_step_report *r, sn_error *error)
{
  plan *p = x->p;
  p->calls++;
  r->iterations = 3;
  r->n_history = 2;
  r->history[0] = p->shrinks ? h : 0.5;
  r->history[1] = r->history[0] / 2;
  r->row[0] =
      (sn_step_row){.kind = SN_ROW_FORCE, .node = 0, .block = -1, .axis = {{0, 1, 0}}, .value = 12.5, .size = 1};
  r->row[1] =
      (sn_step_row){.kind = SN_ROW_MOMENT, .node = 0, .block = -1, .axis = {{0.6, 0, 0.8}}, .value = NAN, .size = 1};
  if (p->switches) {
    r->switching = 1;
    for (r->n_history = 0; r->n_history < 8; r->n_history++) {
      r->history[r->n_history] = r->n_history % 2 ? 1e-3 : 1.2e-3;
    }
  }
  r->bad = p->bad;
  if (*s->t >= p->from - 1e-12 && *s->t < p->to - 1e-12 && h > p->limit * (1 + 1e-9)) {
    if (!p->bad_numbers) {
      return sn_fail(error, p->status, "", "fake", "", "");
    }
    s->q[0].x[0] = NAN;
    r->ledger.kinetic = NAN;
    return SN_OK;
  }
  s->q[0] = v3_axpy(s->q[0], h, s->v[0]);
  *s->t += h;
  r->ledger = (sn_ledger){.kinetic = 2, .work_loads = h, .numerical = h / 2, .defect = 1e-13};
  return SN_OK;
}
static const sn_scheme fake = {
    .name = "fake", .help = "", .create = create, .destroy = destroy, .step = step, .unknowns = unknowns};

typedef struct {
  int rows, steps, halvings, logs, at_progress;
  double row_t[200], largest_h, smallest_h, sum_h;
  const char *fail_row;
  volatile int *stop;
  int stop_at;
} seen;

static sn_status on_row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  seen *x = data;
  (void)total;
  if (x->fail_row && x->rows == 3) {
    return sn_fail(error, SN_EIO, "file", x->fail_row, "", "");
  }
  if (x->rows < 200) {
    x->row_t[x->rows] = o->t;
  }
  CHECK_NEAR(o->q[0].x[0], o->t, 1e-12);
  x->rows++;
  return SN_OK;
}
static sn_status on_step(void *data, const sn_step_record *r, sn_error *error)
{
  seen *x = data;
  (void)error;
  x->steps++;
  x->halvings += r->halvings;
  x->sum_h += r->h;
  x->largest_h = fmax(x->largest_h, r->h);
  x->smallest_h = x->steps == 1 ? r->h : fmin(x->smallest_h, r->h);
  if (x->stop && x->steps == x->stop_at) {
    *x->stop = 1;
  }
  return SN_OK;
}
static void on_log(void *data, double t, const char *text)
{
  (void)t;
  ((seen *)data)->logs++;
  CHECK_TEXT(text, "");
}

static sn_status run(const plan *p, const sn_run_options *o, seen *x, sn_run_summary *sum, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_builder *b = sn_builder_new(arena);
  const sn_system *s = NULL;
  sn_state state = {0};
  sn_run_options options = *o;
  const sn_sink sink = {.data = x, .row = on_row, .step = on_step, .log = on_log};
  now = *p;
  options.scheme = &fake;
  sn_item_begin(b, "point", "ball", "ball.lua:3");
  const int node = sn_add_point(b, v3(0, 0, 0), v3(1, 0, 0));
  sn_add_mass(b, sn_vector_of(b, node, 0), sn_vector_of(b, node, 0), 2.0);
  sn_status status = sn_builder_finish(b, &s, &state, error);
  if (status == SN_OK) {
    status = sn_run(s, &options, arena, &state, &sink, sum, error);
  }
  sn_arena_free(arena);
  return status;
}

static void test_plain_run(void)
{
  seen x = {0};
  sn_run_summary sum;
  sn_error e = {0};
  CHECK_OK(run(&(plan){0}, &(sn_run_options){.dt = 0.1, .duration = 1}, &x, &sum, &e), e);
  CHECK(x.rows == 11 && x.steps == 10 && sum.steps == 10 && sum.rejections == 0 && sum.completed);
  CHECK_NEAR(x.row_t[7], 0.7000000000000001, 0); /* 7*0.1 */
  CHECK_NEAR(sum.t_end, 1, 0);
  CHECK(sum.iterations == 30 && sum.unknowns == 3);
  CHECK_NEAR(sum.total.work_loads, 1, 1e-14);
  CHECK_NEAR(sum.total.numerical, 0.5, 1e-14);
  CHECK_NEAR(sum.scale, 3, 1e-14); /* kinetic 2 + work 1 */
  CHECK_NEAR(sum.energy_identity_error, 1e-13 / 3, 1e-25);
}

static void test_store_rows(void)
{
  const double store[] = {0.25, 0.3, 1.0, 10.0, 0.01};
  const int rows[] = {5, 5, 2, 2, 11}; /* 0.3: 0, .3, .6, .9, 1 */
  for (int i = 0; i < 5; i++) {
    seen x = {0};
    sn_run_summary sum;
    sn_error e = {0};
    CHECK_OK(run(&(plan){0}, &(sn_run_options){.dt = 0.1, .duration = 1, .store = store[i]}, &x, &sum, &e), e);
    CHECK(x.rows == rows[i]);
    CHECK_NEAR(x.row_t[x.rows - 1], 1, 0);
  }
}

static void test_halves_and_grows_back(void)
{
  seen x = {0};
  sn_run_summary sum;
  sn_error e = {0};
  const plan p = {.from = 0.5, .to = 0.8, .limit = 0.0126, .status = SN_ENOCONV};
  CHECK_OK(run(&p, &(sn_run_options){.dt = 0.1, .duration = 10}, &x, &sum, &e), e);
  CHECK(x.rows == 101);
  for (int i = 0; i < 101; i++) {
    CHECK_NEAR(x.row_t[i], i == 100 ? 10 : i * 0.1, 0); /* halving never shows in the rows */
  }
  CHECK_NEAR(x.smallest_h, 0.0125, 1e-15);
  CHECK_NEAR(sum.smallest_step, 0.0125, 1e-15);
  CHECK_NEAR(x.sum_h, 10, 1e-12);
  CHECK(sum.rejections >= 3 && sum.rejections == x.halvings &&
        x.logs == sum.rejections + 1); /* and one line about the loss of this scheme */
  /* 24 small steps in the bad stretch, a few growing, 92 or so full ones */
  CHECK(sum.steps < 150);
}

static void test_not_finite_is_a_failure(void)
{
  seen x = {0};
  sn_run_summary sum;
  sn_error e = {0};
  const plan p = {.from = 0.5, .to = 0.8, .limit = 0.03, .bad_numbers = 1};
  CHECK_OK(run(&p, &(sn_run_options){.dt = 0.1, .duration = 1}, &x, &sum, &e), e);
  CHECK(x.rows == 11 && sum.rejections >= 2);
}

static void test_end_without_smaller_step(void)
{
  const struct {
    plan p;
    const char *what, *why;
  } cases[] = {
      {{.from = 0.5, .to = 2, .status = SN_ENOCONV}, "no convergence", "cannot make"},
      {{.from = 0.5, .to = 2, .status = SN_ENOCONV, .shrinks = 1}, "no convergence", "smaller steps do not help"},
      {{.from = 0.5, .to = 2, .status = SN_ESINGULAR}, "singular", "dead point"}};
  for (int i = 0; i < 3; i++) {
    seen x = {0};
    sn_run_summary sum;
    sn_error e = {0};
    const sn_run_options o = {.dt = 0.1, .duration = 1, .store = 0.2};
    CHECK(run(&cases[i].p, &o, &x, &sum, &e) == cases[i].p.status);
    CHECK_TEXT(e.where, "t = 0.5 s");
    CHECK_TEXT(e.what, cases[i].what);
    CHECK_TEXT(e.why, cases[i].why);
    CHECK_TEXT(e.why, cases[i].p.shrinks ? " 9.8e-05 4.9e-05" : " 5.0e-01 2.5e-01");
    CHECK_TEXT(e.what, "point 'ball' at ball.lua:3, forces along y: 12 N; ");
    CHECK_TEXT(e.what, "moments about (0.60, 0.00, 0.80): not a number.");
    CHECK(e.fix[0] && !strstr(e.fix, "smaller step")); /* all down to 1/1024 were tried */
    CHECK(!sum.completed && sum.steps == 5 && sum.rejections == 11);
    CHECK_NEAR(x.row_t[x.rows - 1], 0.5, 0); /* the last state is stored though 0.5 is no multiple of 0.2 */
  }
}

/* A smaller step is advised where min_step forbade it. */
static void test_smaller_steps_were_not_allowed(void)
{
  seen x = {0};
  sn_run_summary sum;
  sn_error e = {0};
  const plan p = {.from = 0.5, .to = 2, .status = SN_ENOCONV, .shrinks = 1};
  CHECK(run(&p, &(sn_run_options){.dt = 0.1, .duration = 1, .min_step = 0.02}, &x, &sum, &e) == SN_ENOCONV);
  CHECK_TEXT(e.why, "too large");
  CHECK_TEXT(e.fix, "smaller min_step");
}

/* With a tolerance the nominal size may never be tried: the first step that fails stands for it, until a larger one does. */
static void test_failures_of_small_steps(void)
{
  static const struct {
    double first, h_other, other;
    const char *why;
  } cases[] = {{0.05, 1e-3, 0.05, "cannot make"},
               {0.05, 1e-3, 1e-4, "too large"},
               {1e-9, 0.02, 0.9, "too large"}}; /* the larger one is the measure */
  for (int i = 0; i < 3; i++) {
    const sn_system s = {.extent = 1};
    sn_trouble x = {0};
    sn_error e = {0};
    sn_trouble_add(&x, SN_ENOCONV, 0.01, &(sn_step_report){.n_history = 1, .history = {cases[i].first}}, 0);
    sn_trouble_add(&x, SN_ENOCONV, cases[i].h_other, &(sn_step_report){.n_history = 1, .history = {cases[i].other}}, 0);
    sn_trouble_report(&x, &s, 1, &e);
    CHECK_TEXT(e.why, cases[i].why);
  }
}

/* Increments that stay as they are, and a law that changes its slope: contact switching. */
static void test_switching_is_recognised(void)
{
  seen x = {0};
  sn_run_summary sum;
  sn_error e = {0};
  const plan p = {.from = 0.5, .to = 2, .status = SN_ENOCONV, .switches = 1};
  CHECK(run(&p, &(sn_run_options){.dt = 0.1, .duration = 1}, &x, &sum, &e) == SN_ENOCONV);
  CHECK_TEXT(e.why, "a law that switches");
  CHECK_TEXT(e.why, "the law of point 'ball' at ball.lua:3");
  CHECK_TEXT(e.fix, "smoother");
  CHECK(!sum.no_value);
}

/* A law without a value: tried with smaller steps, unless it has none where the step starts. */
static void test_laws_without_a_value(void)
{
  for (int at_start = 0; at_start < 2; at_start++) {
    seen x = {0};
    sn_run_summary sum;
    sn_error e = {0};
    const plan p = {.from = 0.5,
                    .to = 2,
                    .status = SN_ENOCONV,
                    .bad = {SN_BAD_RATE, .item = 0, .at_start = at_start, .strain = 0.25, .rate = -3, .t = 0.51}};
    CHECK(run(&p, &(sn_run_options){.dt = 0.1, .duration = 1}, &x, &sum, &e) == SN_ENOCONV);
    CHECK_TEXT(e.where, "ball.lua:3, point 'ball'");
    CHECK_TEXT(e.what, "not a number at x = 0.25, rate = -3, t = 0.51 s.");
    CHECK(sum.no_value && sum.rejections == (at_start ? 1 : 11));
  }
}

static void test_other_failures_end_at_once(void)
{
  seen x = {0};
  sn_run_summary sum;
  sn_error e = {0};
  const plan p = {.from = 0.5, .to = 2, .limit = 0, .status = SN_EBUG};
  CHECK(run(&p, &(sn_run_options){.dt = 0.1, .duration = 1}, &x, &sum, &e) == SN_EBUG);
  CHECK(sum.rejections == 0);
}

static void test_stop(void)
{
  volatile int stop = 0;
  seen x = {.stop = &stop, .stop_at = 4};
  sn_run_summary sum;
  sn_error e = {0};
  CHECK(run(&(plan){0}, &(sn_run_options){.dt = 0.1, .duration = 1, .stop = &stop}, &x, &sum, &e) == SN_ESTOP);
  CHECK(sum.steps == 4 && x.rows == 5 && !sum.completed);
}

static void test_sink_failure_ends_the_run(void)
{
  seen x = {.fail_row = "disk full"};
  sn_run_summary sum;
  sn_error e = {0};
  CHECK(run(&(plan){0}, &(sn_run_options){.dt = 0.1, .duration = 1}, &x, &sum, &e) == SN_EIO);
  CHECK_TEXT(e.what, "disk full");
}

static void test_bad_options(void)
{
  const sn_run_options bad[] = {{.dt = 0.1, .duration = -1},
                                {.dt = 0.1, .duration = NAN},
                                {.dt = 0.1, .duration = INFINITY},
                                {.dt = 0.1, .duration = 1, .store = -1},
                                {.dt = 0, .duration = 1}};
  for (int i = 0; i < 5; i++) {
    seen x = {0};
    sn_run_summary sum;
    sn_error e = {0};
    CHECK(run(&(plan){0}, &bad[i], &x, &sum, &e) == SN_EINPUT);
    CHECK(x.rows == 0 && e.what[0] && e.fix[0]);
  }
}

int main(void)
{
  RUN(test_plain_run);
  RUN(test_store_rows);
  RUN(test_halves_and_grows_back);
  RUN(test_not_finite_is_a_failure);
  RUN(test_end_without_smaller_step);
  RUN(test_smaller_steps_were_not_allowed);
  RUN(test_failures_of_small_steps);
  RUN(test_switching_is_recognised);
  RUN(test_laws_without_a_value);
  RUN(test_other_failures_end_at_once);
  RUN(test_stop);
  RUN(test_sink_failure_ends_the_run);
  RUN(test_bad_options);
  return REPORT();
}
