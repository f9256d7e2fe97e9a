/* bench/shell/shell.c -- what a step of a plate of nine-node shells costs, split into kernels, solver and the rest; memory and start.
 * Use:     sinew_bench_shell FILE.json [ed|ep ALPHA N STEPS]: all cases (make bench), or one, for profilers (tools/count.sh).
 * What:    a plate 1 x 1 x 0.01 m of aluminium, clamped along one edge, under gravity; n x n elements, steps of 1 ms, one thread, every
 *          case in a process of its own. kB per element: growth since the size before, so that the program itself is left out.
 * Why:     the split needs the clock of the steps (steps/step.h), which the public header does not know.
 * Results: docs/performance.md.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "language/language.h"
#include "session/session.h"

static const char plate[] = "param { n = 10 }\n"
                            "gravity { 0, 0, -9.81 }\n"
                            "shell { name = 'plate', corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} },\n"
                            "  elements = { n, n }, thickness = 0.01, E = 7e10, nu = 0.3, density = 2700,\n"
                            "  u_first = { clamped = true } }\n"
                            "run { dt = 1e-3, duration = 1 }\n";

static double cpu(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
  const char *scheme;
  double alpha;
  int n, steps;
} setting;

typedef struct {
  double us[3];             /* per element and step: kernels, solver, rest */
  double tangent, residual; /* us per element and matrix, and per element and iteration */
  double iterations, factorisations, memory, start;
  int unknowns, failed;
} result;

static sn_status begin(const setting *w, sn_arena *arena, sn_session *s, sn_stepper **x, sn_error *error)
{
  char n[16];
  const sn_override override = {"n", n};
  const sn_language_options set = {.override = &override, .n_override = 1};
  sn_model *model = NULL;
  (void)snprintf(n, sizeof n, "%d", w->n);
  SN_TRY(
      sn_language_load_text(&(sn_language_text){"plate.lua", plate, strlen(plate), NULL}, &set, arena, &model, error));
  SN_TRY(sn_session_open(s, model, "plate", arena, error));
  SN_TRY(sn_session_start(s, error));
  const sn_step_options options = {.alpha = w->alpha, .threads = 1, .clock = cpu, .instant = s->instant};
  return sn_scheme_begin(sn_scheme_named(w->scheme), s->frozen.system, &options, arena, &s->frozen.start, x, error);
}

/* A name for profilers (tools/count.sh). */
static __attribute__((noinline)) sn_status bench_step(const sn_scheme *scheme, sn_stepper *x, sn_state *state,
                                                      sn_step_report *report, double *spent, sn_error *error)
{
  const double now = cpu();
  const sn_status status = scheme->step(x, state, 1e-3, report, error);
  *spent += cpu() - now;
  return status;
}

static result measure(const setting *w)
{
  const sn_scheme *scheme = sn_scheme_named(w->scheme);
  sn_arena *arena = sn_arena_new(NULL);
  sn_session s = {0};
  sn_stepper *x = NULL;
  sn_error error = {0};
  struct rusage usage;
  result r = {.failed = 1};
  double all = 0, kernels = 0, tangent = 0, solver = 0;
  const double first = cpu();
  sn_status status = arena && scheme ? begin(w, arena, &s, &x, &error) : SN_EINPUT;
  r.start = cpu() - first;
  for (int i = 0; i < w->steps && status == SN_OK; i++) {
    sn_step_report report;
    status = bench_step(scheme, x, &s.frozen.start, &report, &all, &error);
    kernels += report.kernels;
    tangent += report.tangent;
    solver += report.solver;
    r.iterations += (double)report.iterations / w->steps;
    r.factorisations += (double)report.factorisations / w->steps;
  }
  if (status == SN_OK) {
    const double us = 1e6 / w->n / w->n / w->steps, spent[3] = {kernels, solver, all - kernels - solver};
    for (int i = 0; i < 3; i++) {
      r.us[i] = us * spent[i];
    }
    r.tangent = us * tangent / r.factorisations;
    r.residual = us * (kernels - tangent) / r.iterations;
    r.unknowns = scheme->unknowns(x);
    r.failed = 0;
  } else {
    (void)fprintf(stderr, "%s %s\n", error.where, error.what);
  }
  getrusage(RUSAGE_SELF, &usage);
  r.memory = (double)usage.ru_maxrss / 1024;
  if (x) {
    scheme->destroy(x);
  }
  sn_session_close(&s);
  sn_arena_free(arena);
  return r;
}

/* In a process of its own: its peak of memory is that of the case. */
static result measure_apart(const setting *w)
{
  result r = {.failed = 1};
  int ends[2];
  if (pipe(ends) != 0) {
    return r;
  }
  const pid_t child = fork();
  if (child == 0) {
    const result own = measure(w);
    _exit(write(ends[1], &own, sizeof own) == (ssize_t)sizeof own ? 0 : 1);
  }
  (void)close(ends[1]);
  if (child < 0 || read(ends[0], &r, sizeof r) != (ssize_t)sizeof r) {
    r = (result){.failed = 1};
  }
  (void)close(ends[0]);
  (void)waitpid(child, NULL, 0);
  return r;
}

static void print_line(const setting *w, const result *r, double kb)
{
  printf("%-6s %5.2g %4d %9d %9.1f %9.1f %9.1f %9.1f %8.1f %8.2f %10.2f %14.2f %9.1f %7.1f %8.3f\n", w->scheme,
         w->alpha, w->n, r->unknowns, r->us[0] + r->us[1] + r->us[2], r->us[0], r->us[1], r->us[2], r->tangent,
         r->residual, r->iterations, r->factorisations, r->memory, kb, r->start);
  (void)fflush(stdout);
}

static void write_line(FILE *json, int first, const setting *w, const result *r)
{
  fprintf(json,
          "%s\n  {\"case\": \"plate\", \"n\": %d, \"scheme\": \"%s\", \"alpha\": %g, \"unknowns\": %d, \"kernels_us\": "
          "%.4g, \"solver_us\": %.4g, \"rest_us\": %.4g, \"tangent_us\": %.4g, \"residual_us\": %.4g, \"iterations\": "
          "%.4g, \"factorisations\": %.4g, "
          "\"memory_mb\": %.4g, \"start_s\": %.4g}",
          first ? "" : ",", w->n, w->scheme, w->alpha, r->unknowns, r->us[0], r->us[1], r->us[2], r->tangent,
          r->residual, r->iterations, r->factorisations, r->memory, r->start);
}

int main(int argc, char **argv)
{
  static const setting cases[] = {{"ed", 1, 10, 40}, {"ed", 1, 20, 10}, {"ed", 1, 40, 3},
                                  {"ep", 0, 10, 40}, {"ep", 0, 20, 10}, {"ep", 0, 40, 3}};
  const setting one = {argc == 6 ? argv[2] : "", argc == 6 ? atof(argv[3]) : 0, argc == 6 ? atoi(argv[4]) : 0,
                       argc == 6 ? atoi(argv[5]) : 0};
  if (argc == 6 && one.n > 0 && one.steps > 0) {
    const result r = measure(&one);
    printf("us %.4g kernels %.4g solver %.4g rest %.4g tangent %.4g residual %.4g iterations %.4g factorisations %.4g "
           "memory_mb %.4g start_s %.4g\n",
           r.us[0] + r.us[1] + r.us[2], r.us[0], r.us[1], r.us[2], r.tangent, r.residual, r.iterations,
           r.factorisations, r.memory, r.start);
    return r.failed;
  }
  FILE *json = argc == 2 ? fopen(argv[1], "w") : NULL;
  if (!json) {
    (void)fputs("sinew_bench_shell FILE.json [ed|ep ALPHA N STEPS]\n", stderr);
    return 2;
  }
  printf("plate of n x n shells, us per element and step; tangent per matrix, residual per iteration\n"
         "%-6s %5s %4s %9s %9s %9s %9s %9s %8s %8s %10s %14s %9s %7s %8s\n",
         "scheme", "alpha", "n", "unknowns", "all", "kernels", "solver", "rest", "tangent", "residual", "iterations",
         "factorisations", "memory MB", "kB/el", "start s");
  int failed = 0;
  double memory = 0;
  fputs("[", json);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const setting *w = cases + i;
    const result r = measure_apart(w);
    failed += r.failed;
    if (!r.failed) {
      const int before = i % 3 ? cases[i - 1].n : 0;
      print_line(w, &r, before ? 1024 * (r.memory - memory) / (w->n * w->n - before * before) : 0);
      write_line(json, i == 0, w, &r);
    }
    memory = r.memory;
  }
  fputs("\n]\n", json);
  failed += fclose(json) != 0;
  return failed > 0;
}
