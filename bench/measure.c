/* bench/measure.c -- one measurement: a case is loaded, frozen and stepped, in this process or in one of its own.
 * How:     CPU time of the steps alone. A process of its own makes the peak of memory that of the case; it sends its numbers back
 *          through a pipe.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

static double seconds(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_cpu(void)
{
  return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_clock(void)
{
  return seconds(CLOCK_MONOTONIC);
}

static sinew_model *load(const bench_case *c, const bench_setting *s, int n, sinew_error *e)
{
  sinew_model *model = NULL;
  char count[16], alpha[16], threads[16];
  snprintf(count, sizeof count, "%d", n);
  snprintf(alpha, sizeof alpha, "%g", s->alpha);
  snprintf(threads, sizeof threads, "%d", s->threads);
  const char *const names[] = {"n", "kind", "scheme", "alpha", "threads"};
  const char *const values[] = {count, c->kind, s->scheme, alpha, threads};
  (void)sinew_model_load_text(c->name, c->model, NULL, names, values, 5, NULL, &model, e);
  return model;
}

int bench_open(const bench_case *c, const bench_setting *s, int n, sinew_model **model, sinew_simulation **run)
{
  sinew_error e = {0};
  *run = NULL;
  *model = load(c, s, n, &e);
  if (*model && sinew_freeze(*model, run, &e) == SINEW_OK) {
    return 1;
  }
  fprintf(stderr, "%s, %s: %s %s\n", c->name, e.where, e.what, e.why);
  sinew_model_free(*model);
  *model = NULL;
  return 0;
}

/* the steps; 0: one failed */
static int go(sinew_simulation *run, int n, int steps, bench_result *r)
{
  sinew_error e;
  double fastest = HUGE_VAL;
  long iterations = 0, factorisations = 0;
  const double start = bench_cpu();
  for (int i = 0; i < steps; i++) {
    const double begin = bench_clock();
    if (sinew_step(run, 1e-3, &e) != SINEW_OK) {
      fprintf(stderr, "step %d: %s %s\n", i, e.what, e.why);
      return 0;
    }
    iterations += sinew_last_iterations(run);
    factorisations += sinew_last_factorisations(run);
    fastest = fmin(fastest, 1e3 * (bench_clock() - begin) / sinew_last_iterations(run));
  }
  r->us = 1e6 * (bench_cpu() - start) / steps / n;
  r->iterations = (double)iterations / steps;
  r->factorisations = (double)factorisations / steps;
  r->fastest = fastest;
  return 1;
}

bench_result bench_measure(const bench_case *c, const bench_setting *s, int n, int steps)
{
  bench_result r = {.failed = 1};
  sinew_simulation *run = NULL;
  sinew_error e = {0};
  sinew_model *model = load(c, s, n, &e);
  const double loaded = bench_cpu();
  if (!model || sinew_freeze(model, &run, &e) != SINEW_OK) {
    fprintf(stderr, "%s, %s: %s %s\n", c->name, e.where, e.what, e.why);
  } else {
    r.start = bench_cpu() - loaded;
    r.failed = !go(run, n, steps, &r);
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  r.memory = (double)usage.ru_maxrss / 1024;
  sinew_simulation_free(run);
  sinew_model_free(model);
  return r;
}

bench_result bench_apart(const bench_case *c, const bench_setting *s, int n, int steps)
{
  int pipes[2];
  bench_result r = {.failed = 1};
  if (pipe(pipes) != 0) {
    return r;
  }
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    r = bench_measure(c, s, n, steps);
    const ssize_t sent = write(pipes[1], &r, sizeof r);
    _exit(sent == (ssize_t)sizeof r ? 0 : 1);
  }
  close(pipes[1]);
  if (child < 0 || read(pipes[0], &r, sizeof r) != (ssize_t)sizeof r) {
    r.failed = 1;
  }
  close(pipes[0]);
  if (child > 0) {
    waitpid(child, NULL, 0);
  }
  return r;
}

FILE *bench_list(const char *file)
{
  FILE *json = fopen(file, "w");
  if (json) {
    fputs("[", json);
  } else {
    perror(file);
  }
  return json;
}

int bench_list_end(FILE *json)
{
  fputs("\n]\n", json);
  return fclose(json) == 0;
}
