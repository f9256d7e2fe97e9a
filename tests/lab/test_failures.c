/* tests/lab/test_failures.c -- runs that cannot go on say when, which element and what to try; rows up to then are there. And
 *          the cost of a right-hand side: instructions counted one by one grow linearly with the number of elements.
 */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab/rod/run.h"
#include "rods.h"

typedef struct {
  int rows, steps;
  double t;
  int stop_at;
} heard;

static sn_status on_row(void *data, const sn_rod_row *r, sn_error *error)
{
  heard *h = data;
  (void)error;
  CHECK(isfinite(r->energy.kinetic));
  h->rows++;
  h->t = r->t;
  return SN_OK;
}
static sn_status on_step(void *data, const sn_rod_step *s, sn_error *error)
{
  heard *h = data;
  (void)error;
  CHECK(s->h >= 0); /* CVODE may stall before it gives up */
  return ++h->steps == h->stop_at ? SN_ESTOP : SN_OK;
}

static sn_status run(sn_rod *rod, sn_rod_options *o, heard *h, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_rod_statistics s;
  double *p = numbers(arena, 4 * rod->n), *v = numbers(arena, 4 * rod->n);
  CHECK_OK(sn_rod_prepare(rod, arena, error), *error);
  sn_rod_place(rod, NULL, p, v);
  const sn_status status = sn_rod_run(rod, o, p, v, arena, &(sn_rod_sink){h, on_row, on_step, NULL}, &s, error);
  sn_arena_free(arena);
  return status;
}

static sn_rod_options options(sn_rod_formulation f, const char *integrator, double tolerance, double duration)
{
  return (sn_rod_options){.formulation = f,
                          .integrator = sn_rod_integrator_named(integrator),
                          .relative = tolerance,
                          .absolute = tolerance,
                          .duration = duration,
                          .store = 0.01};
}

/* A rod so soft that it folds: the sine measure kinks through, in absolute coordinates silently were it not watched. */
static void test_sine_past_ninety(void)
{
  for (int f = 0; f < SN_ROD_FORMULATIONS; f++) {
    sn_rod rod = benchmark(8, SN_ROD_SINE, 0.002);
    sn_error error = {0};
    heard h = {0};
    sn_rod_options o = options((sn_rod_formulation)f, "bdf", 1e-6, 2);
    rod.EI *= 0.05;
    CHECK(run(&rod, &o, &h, &error) == SN_ENOCONV);
    CHECK_TEXT(error.what, "t = ");
    CHECK_TEXT(f == SN_ROD_RELATIVE ? error.why : error.what, "lement ");
    CHECK_TEXT(error.fix, "tan_half");
    CHECK(h.rows > 20 && h.t > 0.2 && h.t < 2);
  }
  sn_rod rod = benchmark(8, SN_ROD_TAN_HALF, 0.002); /* which the tangent survives */
  sn_error error = {0};
  heard h = {0};
  sn_rod_options o = options(SN_ROD_RELATIVE, "bdf", 1e-6, 2);
  rod.EI *= 0.05;
  CHECK_OK(run(&rod, &o, &h, &error), error);
  CHECK(h.rows == 201 && h.t == 2);
}

static void test_collapse(void)
{
  for (int f = 0; f < SN_ROD_FORMULATIONS; f++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_rod rod = benchmark(8, SN_ROD_TAN_HALF, 0);
    sn_error error = {0};
    heard h = {0};
    sn_rod_options o = options((sn_rod_formulation)f, "dormand_prince", 1e-6, 1);
    rod.force[0] = wave(arena, -3 * rod.EA, 0, 1, 0);
    o.store = 1e-4;
    CHECK(run(&rod, &o, &h, &error) == SN_ENOCONV);
    CHECK_TEXT(error.what, "collapsed at t = ");
    CHECK_TEXT(error.what, "Element ");
    CHECK_TEXT(error.fix, "E");
    CHECK(h.rows > 3);
    sn_arena_free(arena);
  }
}

static void test_impossible_options(void)
{
  static const struct {
    sn_rod_formulation f;
    const char *integrator;
    double tolerance;
    int n;
    sn_rod_projection projection;
    const char *text;
  } all[] = {{SN_ROD_RELATIVE, "bdf", 1e-15, 8, 0, "below what numbers of double precision"},
             {SN_ROD_MIXED, "dae", 1e-6, 8, 0, "does not go with"},
             {SN_ROD_RELATIVE, "dae_index1", 1e-6, 8, 0, "does not go with"},
             {SN_ROD_ABSOLUTE, "bdf", 1e-6, 1000, 0, "too many for the dense"},
             {SN_ROD_RELATIVE, "bdf", 1e-6, 8, SN_ROD_LOCAL, "projection"},
             {SN_ROD_ABSOLUTE, "dae", 1e-6, 8, SN_ROD_LOCAL, "projection"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    sn_rod rod = benchmark(all[i].n, SN_ROD_TAN_HALF, 0);
    sn_error error = {0};
    heard h = {0};
    sn_rod_options o = options(all[i].f, all[i].integrator, all[i].tolerance, 1);
    o.projection = all[i].projection;
    CHECK(run(&rod, &o, &h, &error) == SN_EINPUT);
    CHECK_TEXT(error.what, all[i].text);
    CHECK(error.why[0] && error.fix[0] && h.rows == 0);
  }
}

/* Loads that are not a number, and tolerances that only just cannot be held: the integrator gives up, with a sentence. */
static void test_gives_up(void)
{
  for (int i = 0; sn_rod_integrators[i].name; i++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_rod rod = benchmark(8, SN_ROD_TAN_HALF, 0.001);
    sn_error error = {0};
    heard h = {0};
    static const char *const names[] = {"t"};
    sn_expr_builder *b = sn_expr_begin(arena, 1, names);
    const int left = sn_expr_op(b, SN_OP_SUB, sn_expr_constant(b, 0.05), sn_expr_variable(b, 0), -1);
    sn_rod_options o = options(SN_ROD_ABSOLUTE, sn_rod_integrators[i].name, 1e-6, 1);
    CHECK_OK(sn_expr_end(b, sn_expr_op(b, SN_OP_SQRT, left, -1, -1), &rod.force[1], &error),
             error); /* until t = 0.05 */
    CHECK(run(&rod, &o, &h, &error) == SN_ENOCONV);
    CHECK_TEXT(error.what, "gave up at t = 0.0");
    CHECK_TEXT(error.why, "Element ");
    CHECK(error.fix[0] && h.rows >= 3 && h.t < 0.06);
    sn_arena_free(arena);
  }
}

static void test_stops_when_asked(void)
{
  volatile int stop = 1;
  sn_rod rod = benchmark(8, SN_ROD_TAN_HALF, 0);
  sn_error error = {0};
  heard h = {0};
  sn_rod_options o = options(SN_ROD_RELATIVE, "dormand_prince", 1e-6, 1);
  o.stop = &stop;
  CHECK(run(&rod, &o, &h, &error) == SN_ESTOP);
  CHECK(h.rows == 1 && h.steps == 1);
  h = (heard){.stop_at = 20};
  o.stop = NULL;
  CHECK(run(&rod, &o, &h, &error) == SN_ESTOP);
  CHECK(h.steps == 20);
}

/* ---- instructions of one call, by stepping a child through it */

typedef struct {
  sn_rod rod;
  sn_rod_drive o;
  sn_rod_work *work;
  double *q, *qd, *p, *v, *a, *qdd;
} setup;

static void call_absolute(setup *s)
{
  sn_rod_absolute(&s->rod, &s->o, s->p, s->v, 0, s->work, s->a, NULL);
}
static void call_relative(setup *s)
{
  (void)sn_rod_relative(&s->rod, &s->o, s->q, s->qd, s->work, s->qdd);
}
static void call_mixed(setup *s)
{
  sn_rod_mixed(&(sn_rod_motion){&s->rod, &s->o, s->p, s->v, s->q, s->qd}, 0, 20, s->work, s->a, s->qdd);
}
static void call_residual(setup *s)
{
  (void)sn_rod_relative_residual(&s->rod, &s->o, s->q, s->qd, s->qdd, s->work, s->a);
}

/* -1: this machine does not let us trace */
static long count(void (*call)(setup *), int n)
{
  sn_arena *arena = sn_arena_new(NULL);
  uint64_t seed = 4;
  sn_error error = {0};
  setup s = {.rod = benchmark(n, SN_ROD_TAN_HALF, 0.005)};
  CHECK_OK(sn_rod_prepare(&s.rod, arena, &error), error);
  s.work = sn_rod_work_new(&s.rod, arena);
  s.q = numbers(arena, 2 * n);
  s.qd = numbers(arena, 2 * n);
  s.qdd = numbers(arena, 2 * n);
  s.p = numbers(arena, 4 * n);
  s.v = numbers(arena, 4 * n);
  s.a = numbers(arena, 4 * n);
  sn_rod_drive_at(&s.rod, 0, &s.o);
  for (int i = 0; i < n; i++) {
    s.q[2 * i] = 0.2 * pick(&seed);
    s.q[2 * i + 1] = s.rod.l;
  }
  (void)sn_rod_unfold(&s.rod, &s.o, s.q, s.qd, s.p, s.v);
  long steps = -1;
  (void)fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
      _exit(1);
    }
    call(&s); /* once before: symbols of libraries are bound */
    (void)raise(SIGSTOP);
    call(&s);
    _exit(0);
  }
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    for (steps = 0;
         ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status);
         steps++) {
    }
  }
  sn_arena_free(arena);
  return steps;
}

static void test_cost_is_linear(void)
{
  static const struct {
    const char *name;
    void (*call)(setup *);
  } all[] = {
      {"absolute", call_absolute}, {"relative", call_relative}, {"mixed", call_mixed}, {"residual", call_residual}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const long a = count(all[i].call, 20), b = count(all[i].call, 40), c = count(all[i].call, 80);
    if (a < 0 || b < 0 || c < 0) {
      printf("  no tracing here: the cost was not counted\n");
      return;
    }
    printf("  %s: %ld, %ld, %ld instructions, %.0f per element\n", all[i].name, a, b, c, (double)(c - b) / 40);
    CHECK_NEAR((double)(c - b), 2.0 * (double)(b - a), 0.01 * (double)(c - b));
  }
}

int main(void)
{
  RUN(test_sine_past_ninety);
  RUN(test_collapse);
  RUN(test_impossible_options);
  RUN(test_gives_up);
  RUN(test_stops_when_asked);
  RUN(test_cost_is_linear);
  return REPORT();
}
