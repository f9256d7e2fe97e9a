/* bench/bench.c -- the benchmark table: what a body or a beam element costs per step, as CPU time, counts and memory.
 * What:    chains of N rigid links (0.1 m, 0.1 kg, 20 x 20 mm) hung from ground and released horizontally, by spherical
 *          and by revolute joints (axes alternating y, z); beams of N elements, 1 m, hinged at one end and released
 *          horizontally, soft (10 x 10 mm, E = 1e8 Pa, 1000 kg/m^3) and of steel (5 x 5 mm), linear and cubic elements;
 *          dt = 1e-3; through the public interface only. Then what a second thread gains, also on a net of N x N cables.
 * Use:     sinew_bench FILE.json [largest N]: prints the table, writes a list of objects
 *          {case, n, scheme, alpha, us, iterations, unknowns, memory_mb}, then
 *          {case, n, scheme, alpha, threads, ms_per_iteration}.
 * How:     every case runs in a process of its own, so that its peak memory is its own; CPU time of the steps alone, on one
 *          thread. Gains of threads: the fastest step on the clock, which others on the machine disturb least.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sinew.h"

static const char chain[] = "param { n = 10, kind = 'spherical', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
                            "gravity { 0, 0, -9.81 }\n"
                            "local last = ground\n"
                            "for i = 1, n do\n"
                            "  local link = body { name = 'link' .. i, at = { 0.1*(i - 0.5), 0, 0 },\n"
                            "                      shape = box { size = { 0.1, 0.02, 0.02 }, mass = 0.1 } }\n"
                            "  local at = { 0.1*(i - 1), 0, 0 }\n"
                            "  if kind == 'revolute' then\n"
                            "    revolute { last, link, at = at, axis = i % 2 == 1 and 'y' or 'z' }\n"
                            "  else\n"
                            "    spherical { last, link, at = at }\n"
                            "  end\n"
                            "  last = link\n"
                            "end\n"
                            "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads }\n";

static const char pendulum[] = "param { n = 10, kind = 'steel1', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
                               "gravity { 0, 0, -9.81 }\n"
                               "local soft, order = kind == 'soft1' or kind == 'soft3', 1\n"
                               "if kind == 'soft3' or kind == 'steel3' then order = 3 end\n"
                               "local a = soft and 0.01 or 0.005\n"
                               "local b = beam { name = 'b', from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = n,\n"
                               "  order = order, section = rectangle { width = a, height = a }, nu = 0.3,\n"
                               "  E = soft and 1e8 or 2.1e11, density = soft and 1000 or 7850 }\n"
                               "revolute { ground, b.first, at = { 0, 0, 0 }, axis = 'y' }\n"
                               "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads }\n";

static const char net[] = "param { n = 10, kind = '', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
                          "gravity { 0, 0, -9.81 }\n"
                          "local p = {}\n"
                          "local function tie(a, b)\n"
                          "  cable { a, b, elements = 2, stiffness = 1e4, mass_per_length = 0.1 }\n"
                          "end\n"
                          "for i = 0, n do\n"
                          "  p[i] = {}\n"
                          "  for j = 0, n do\n"
                          "    p[i][j] = point { at = { i, j, 0 }, mass = 0.2 }\n"
                          "    if i % n == 0 and j % n == 0 then spherical { ground, p[i][j], at = { i, j, 0 } } end\n"
                          "    if i > 0 then tie(p[i - 1][j], p[i][j]) end\n"
                          "    if j > 0 then tie(p[i][j - 1], p[i][j]) end\n"
                          "  end\n"
                          "end\n"
                          "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads }\n";

typedef struct {
  const char *name, *model, *kind;
  int sizes[4]; /* 0: no more */
} subject;
static const subject subjects[] = {{"chain_spherical", chain, "spherical", {10, 100, 1000}},
                                   {"chain_revolute", chain, "revolute", {10, 100, 1000}},
                                   {"beam_soft_linear", pendulum, "soft1", {10, 50, 200, 1000}},
                                   {"beam_soft_cubic", pendulum, "soft3", {10, 50, 200, 1000}},
                                   {"beam_steel_linear", pendulum, "steel1", {10, 50, 200, 1000}},
                                   {"beam_steel_cubic", pendulum, "steel3", {10, 50, 200, 1000}}};
static const subject threaded[] = {{"chain_revolute", chain, "revolute", {100, 1000}},
                                   {"beam_soft_cubic", pendulum, "soft3", {50, 200}},
                                   {"cable_net", net, "", {4, 12}}};
typedef struct {
  const char *scheme;
  double alpha;
  int threads;
} setting;
static const setting settings[] = {{"ed", 1, 1}, {"ed", 0, 1}, {"ep", 0, 1}};
typedef struct {
  double us, iterations, memory;
  double fastest; /* ms on the clock of one iteration, in the step where it is least */
  int unknowns, failed;
} result;

static double seconds(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static result measure(const subject *x, const setting *s, int n, int steps)
{
  sinew_model *model = NULL;
  sinew_simulation *run = NULL;
  sinew_error e;
  char count[16], alpha[16], threads[16];
  result r = {.failed = 1};
  double fastest = HUGE_VAL;
  snprintf(count, sizeof count, "%d", n);
  snprintf(alpha, sizeof alpha, "%g", s->alpha);
  snprintf(threads, sizeof threads, "%d", s->threads);
  const char *const names[] = {"n", "kind", "scheme", "alpha", "threads"};
  const char *const values[] = {count, x->kind, s->scheme, alpha, threads};
  if (sinew_model_load_text(x->name, x->model, NULL, names, values, 5, NULL, &model, &e) != SINEW_OK ||
      sinew_freeze(model, &run, &e) != SINEW_OK) {
    fprintf(stderr, "%s: %s %s\n", e.where, e.what, e.why);
    return r;
  }
  long iterations = 0;
  const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int i = 0; i < steps; i++) {
    const double begin = seconds(CLOCK_MONOTONIC);
    if (sinew_step(run, 1e-3, &e) != SINEW_OK) {
      fprintf(stderr, "step %d: %s %s\n", i, e.what, e.why);
      return r;
    }
    iterations += sinew_last_iterations(run);
    fastest = fmin(fastest, 1e3 * (seconds(CLOCK_MONOTONIC) - begin) / sinew_last_iterations(run));
  }
  const double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  r = (result){.us = 1e6 * spent / steps / n,
               .iterations = (double)iterations / steps,
               .memory = (double)usage.ru_maxrss / 1024,
               .fastest = fastest,
               .unknowns = sinew_unknowns(run)};
  sinew_simulation_free(run);
  sinew_model_free(model);
  return r;
}

/* in a child, which sends its numbers back through a pipe */
static result apart(const subject *x, const setting *s, int n, int steps)
{
  int pipes[2];
  result r = {.failed = 1};
  if (pipe(pipes) != 0) {
    return r;
  }
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    r = measure(x, s, n, steps);
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

/* One line of the table, one object of the list. */
static int report(const subject *x, const setting *s, int n, const result *r, FILE *json, int first)
{
  if (r->failed) {
    printf("%-18s %6d %-6s %5.2g failed\n", x->name, n, s->scheme, s->alpha);
    return 0;
  }
  printf("%-18s %6d %-6s %5.2g %14.2f %11.2f %9d %9.1f\n", x->name, n, s->scheme, s->alpha, r->us, r->iterations,
         r->unknowns, r->memory);
  fflush(stdout);
  if (json) {
    fprintf(json,
            "%s\n  {\"case\": \"%s\", \"n\": %d, \"scheme\": \"%s\", \"alpha\": %g, \"us\": %.4g, "
            "\"iterations\": %.4g, \"unknowns\": %d, \"memory_mb\": %.4g}",
            first ? "" : ",", x->name, n, s->scheme, s->alpha, r->us, r->iterations, r->unknowns, r->memory);
  }
  return 1;
}

/* What a second thread gains in one case; 1: it failed. */
static int gain(const subject *x, const setting *s, int n, FILE *json, int *written)
{
  double ms[2];
  for (int k = 0; k < 2; k++) {
    const setting with = {s->scheme, s->alpha, k + 1};
    const result r = apart(x, &with, n, n < 200 ? 300 : 100);
    if (r.failed) {
      printf("%-18s %6d %-6s %5.2g failed\n", x->name, n, s->scheme, s->alpha);
      return 1;
    }
    ms[k] = r.fastest;
    if (json) {
      fprintf(json,
              "%s\n  {\"case\": \"%s\", \"n\": %d, \"scheme\": \"%s\", \"alpha\": %g, \"threads\": %d, "
              "\"ms_per_iteration\": %.4g}",
              (*written)++ ? "," : "", x->name, n, s->scheme, s->alpha, k + 1, ms[k]);
    }
  }
  printf("%-18s %6d %-6s %5.2g %14.3f %14.3f %9.2f\n", x->name, n, s->scheme, s->alpha, ms[0], ms[1], ms[0] / ms[1]);
  fflush(stdout);
  return 0;
}

static int gains(int largest, FILE *json, int written)
{
  int failed = 0;
  printf("\n%-18s %6s %-6s %5s %14s %14s %9s\n", "ms per iteration", "n", "scheme", "alpha", "1 thread", "2 threads",
         "gain");
  for (size_t i = 0; i < sizeof threaded / sizeof *threaded; i++) {
    for (size_t j = 0; j < sizeof settings / sizeof *settings; j += 2) { /* ed, ep */
      for (int k = 0; k < 4 && threaded[i].sizes[k] > 0; k++) {
        failed +=
            threaded[i].sizes[k] <= largest && gain(threaded + i, settings + j, threaded[i].sizes[k], json, &written);
      }
    }
  }
  return failed;
}

int main(int argc, char **argv)
{
  const int largest = argc > 2 ? atoi(argv[2]) : 1000;
  FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
  int written = 0, failed = 0;
  if (argc > 1 && !json) {
    perror(argv[1]);
    return 1;
  }
  printf("%-18s %6s %-6s %5s %14s %11s %9s %9s\n", "case", "n", "scheme", "alpha", "us/n/step", "iterations",
         "unknowns", "MB");
  if (json) {
    fputs("[", json);
  }
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
    for (size_t j = 0; j < sizeof settings / sizeof *settings; j++) {
      for (int k = 0; k < 4 && subjects[i].sizes[k] > 0; k++) {
        const int n = subjects[i].sizes[k], steps = n < 200 ? 1000 : n < 1000 ? 300 : 100;
        if (n > largest) {
          continue;
        }
        const result r = apart(subjects + i, settings + j, n, steps);
        failed += r.failed;
        written += report(subjects + i, settings + j, n, &r, json, written == 0);
      }
    }
  }
  failed += gains(largest, json, written);
  if (json) {
    fputs("\n]\n", json);
    failed += fclose(json) != 0;
  }
  return failed > 0;
}
