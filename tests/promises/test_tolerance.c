/* tests/promises/test_tolerance.c -- automatic step size: achieved against asked error, and its price.
 * What:    examples with run { tolerance = ... } of 1e-3, 1e-5, 1e-7 against fine runs of fixed step: the largest difference
 *          of any position or director at any stored time, over the size of the model. Printed as the table of
 *          docs/guide/schemes.md, with the number of steps and that of a fixed step of the same error.
 * ctest:   timeout=600
 */
#include <stdlib.h>

#include "harness.h"
#include "language/language.h"
#include "session/session.h"

enum { MOST_ROWS = 420, TOLERANCES = 3, MOST_FIXED = 8 };

static const char *const stop_model =
    "gravity { 0, 0, -9.81 }\n"
    "local b = body { name = 'b', mass = 1, inertia = { 0.01, 0.01, 0.01 } }\n"
    "prismatic { name = 'p', ground, b, at = { 0, 0, 0 }, axis = 'z', lower = -0.5, stop_stiffness = 1e4,\n"
    "            stop_damping = 0.1 }\n"
    "run { dt = 1, duration = 1 }\n";
static const char *const friction_model =
    "gravity { 0, 0, -9.81 }\n"
    "local b = body { name = 'b', mass = 1, center = { 0.3, 0, 0 }, inertia = { 0.01, 0.01, 0.01 } }\n"
    "revolute { name = 'p', ground, b, at = { 0, 0, 0 }, axis = 'y',\n"
    "           law = function(x, v, t) return 0.3*v/sqrt(v^2 + 1e-2) end }\n"
    "run { dt = 1, duration = 1 }\n";

typedef struct {
  const char *name, *text; /* an example if there is no text */
  double alpha, dt, duration;
  int fixed;      /* the reference has 2^fixed steps in dt */
  double factor;  /* achieved over asked error at most */
  double dearest; /* steps over those of a fixed step of the same error at most */
} problem;
static const problem problems[] = {
    {"pendulum", NULL, 1, 0.1, 10, 6, 20, 2},           {"heavy_top", NULL, 1, 0.02, 2, 7, 20, 2},
    {"double_pendulum", NULL, 1, 0.1, 10, 6, 20, 2},    {"spatial_slider_crank", NULL, 1, 0.02, 3, 6, 1000, 2},
    {"four_bar", NULL, 1, 0.02, 3, 6, 1000, 2},         {"cable_pendulum", NULL, 1, 0.04, 2, 8, 20, 2},
    {"friction", friction_model, 1, 0.02, 3, 7, 20, 2}, {"stop", stop_model, 1, 0.01, 1.5, 9, 1000, 2},
};

/* Positions of a run at the stored times, over the size of the model. */
typedef struct {
  const sn_system *system;
  int rows, n; /* numbers per row */
  double *x[MOST_ROWS];
} record;

static sn_status on_row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  record *r = data;
  const sn_system *s = r->system;
  (void)total;
  (void)error;
  r->n = 3 * s->n_vector;
  if (r->rows < MOST_ROWS) {
    double *x = r->x[r->rows++] = calloc((size_t)r->n, sizeof(double));
    for (int i = 0; i < r->n && x; i++) {
      const sn_vector *v = &s->vector[i / 3];
      x[i] = v->node < 0 ? 0 : o->q[i / 3].x[i % 3] * v->length / s->extent;
    }
  }
  return SN_OK;
}

/* Largest distance of a vector at any time; the rows of the first are given back. */
static double difference(record *a, const record *b)
{
  double most = 0;
  CHECK(a->rows == b->rows && a->n == b->n);
  for (int i = 0; i < a->rows && i < b->rows; i++) {
    for (int k = 0; k < a->n; k += 3) {
      const double *x = a->x[i] + k, *y = b->x[i] + k;
      most = fmax(most, sqrt(pow(x[0] - y[0], 2) + pow(x[1] - y[1], 2) + pow(x[2] - y[2], 2)));
    }
    free(a->x[i]);
  }
  return most;
}

static char text[65536];
static void load(const problem *p)
{
  char name[300];
  snprintf(name, sizeof name, "%s/examples/%s/model.lua", SN_TEST_SOURCE, p->name);
  FILE *f = p->text ? NULL : fopen(name, "rb");
  const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  text[n] = 0;
  if (f) {
    (void)fclose(f);
  } else {
    snprintf(text, sizeof text, "%s", p->text);
  }
}

/* A run of steps dt/2^halved, or with a tolerance; rows at every dt. */
static sn_run_summary run(const problem *p, int halved, double tolerance, record *out)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_model *model = NULL;
  sn_session s;
  sn_run_summary sum = {0};
  sn_error e = {0};
  load(p);
  memset(out, 0, sizeof *out);
  CHECK_OK(sn_language_load_text(&(sn_language_text){p->name, text, strlen(text), NULL}, NULL, arena, &model, &e), e);
  CHECK_OK(sn_session_open(&s, model, p->name, arena, &e), e);
  CHECK_OK(sn_session_settings(&s, p->duration, &e), e);
  CHECK_OK(sn_session_start(&s, &e), e);
  s.options.step.alpha = p->alpha;
  s.options.dt = ldexp(p->dt, -halved);
  s.options.store = halved ? p->dt : 0;
  s.options.tolerance = tolerance;
  out->system = s.frozen.system;
  const sn_sink sink = {.data = out, .row = on_row};
  const sn_status status = sn_run(s.frozen.system, &s.options, arena, &s.frozen.start, &sink, &sum, &e);
  CHECK_OK(status, e);
  sn_session_close(&s);
  sn_arena_free(arena);
  return sum;
}

/* Steps of a fixed-step run with that error, between two that were made; 0: beyond them. */
static double steps_for(double error, int n, const double *errors, const double *steps)
{
  for (int i = 1; i < n; i++) {
    if (errors[i] <= error && error <= errors[i - 1]) {
      const double share = log(errors[i - 1] / error) / log(errors[i - 1] / errors[i]);
      return steps[i - 1] * pow(steps[i] / steps[i - 1], share);
    }
  }
  return error > errors[0] ? steps[0] : 0;
}

static void one(const problem *p)
{
  static const double asked[TOLERANCES] = {1e-3, 1e-5, 1e-7};
  record fine, x;
  double errors[MOST_FIXED + 2], steps[MOST_FIXED + 2];
  run(p, p->fixed, 0, &fine);
  for (int i = 0; i < p->fixed; i++) {
    steps[i] = (double)run(p, i, 0, &x).steps;
    errors[i] = difference(&x, &fine);
  }
  printf("| %s |", p->name);
  double last = INFINITY;
  for (int k = 0; k < TOLERANCES; k++) {
    const sn_run_summary s = run(p, 0, asked[k], &x);
    const double error = difference(&x, &fine), same = steps_for(error, p->fixed, errors, steps);
    printf(" %.1e | %ld + %ld | %.0f |", error, s.steps, s.error_rejections, same);
    CHECK(error < last && s.noticed[SN_WARN_INACCURATE].count == 0);
    CHECK_BELOW(error, p->factor * asked[k]);
    CHECK_BELOW((double)(s.steps + s.error_rejections), p->dearest * same);
    last = error;
  }
  printf("\n");
  for (int i = 0; i < fine.rows; i++) {
    free(fine.x[i]);
  }
}

static void test_table(void)
{
  printf("| | 1e-3: achieved | steps + undone | fixed | 1e-5: achieved | steps + undone | fixed | 1e-7: achieved | "
         "steps + undone | fixed |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i += SANITIZED ? 4 : 1) {
    one(&problems[i]);
  }
}

int main(void)
{
  RUN(test_table);
  return REPORT();
}
