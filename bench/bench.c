/* bench/bench.c -- the benchmark table: what a body costs per step, as CPU time, counts and memory.
 * What:    chains of N rigid links (0.1 m, 0.1 kg, 20 x 20 mm) hung from ground and released horizontally, by spherical
 *          and by revolute joints (axes alternating y, z), dt = 1e-3; through the public interface only.
 * Use:     sinew_bench FILE.json [largest N]: prints the table, writes a list of objects
 *          {case, n, scheme, alpha, us, iterations, memory_mb}.
 * How:     every case runs in a process of its own, so that its peak memory is its own; CPU time of the steps alone.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sinew.h"

static const char chain[] = "param { n = 10, joint = 'spherical', scheme = 'ed', alpha = 1.0 }\n"
                            "gravity { 0, 0, -9.81 }\n"
                            "local last = ground\n"
                            "for i = 1, n do\n"
                            "  local link = body { name = 'link' .. i, at = { 0.1*(i - 0.5), 0, 0 },\n"
                            "                      shape = box { size = { 0.1, 0.02, 0.02 }, mass = 0.1 } }\n"
                            "  local at = { 0.1*(i - 1), 0, 0 }\n"
                            "  if joint == 'revolute' then\n"
                            "    revolute { last, link, at = at, axis = i % 2 == 1 and 'y' or 'z' }\n"
                            "  else\n"
                            "    spherical { last, link, at = at }\n"
                            "  end\n"
                            "  last = link\n"
                            "end\n"
                            "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1 }\n";

typedef struct {
  const char *joint, *scheme;
  double alpha;
} setting;
typedef struct {
  double us, iterations, memory;
  int unknowns, failed;
} result;

static double cpu_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static result measure(const setting *s, int n, int steps)
{
  sinew_model *model = NULL;
  sinew_simulation *run = NULL;
  sinew_error e;
  char count[16], alpha[16];
  result r = {.failed = 1};
  snprintf(count, sizeof count, "%d", n);
  snprintf(alpha, sizeof alpha, "%g", s->alpha);
  const char *const names[] = {"n", "joint", "scheme", "alpha"};
  const char *const values[] = {count, s->joint, s->scheme, alpha};
  if (sinew_model_load_text("chain", chain, NULL, names, values, 4, NULL, &model, &e) != SINEW_OK ||
      sinew_freeze(model, &run, &e) != SINEW_OK) {
    fprintf(stderr, "%s: %s %s\n", e.where, e.what, e.why);
    return r;
  }
  long iterations = 0;
  const double start = cpu_seconds();
  for (int i = 0; i < steps; i++) {
    if (sinew_step(run, 1e-3, &e) != SINEW_OK) {
      fprintf(stderr, "step %d: %s %s\n", i, e.what, e.why);
      return r;
    }
    iterations += sinew_last_iterations(run);
  }
  const double spent = cpu_seconds() - start;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  r = (result){.us = 1e6 * spent / steps / n,
               .iterations = (double)iterations / steps,
               .memory = (double)usage.ru_maxrss / 1024,
               .unknowns = sinew_unknowns(run)};
  sinew_simulation_free(run);
  sinew_model_free(model);
  return r;
}

/* in a child, which sends its numbers back through a pipe */
static result apart(const setting *s, int n, int steps)
{
  int pipes[2];
  result r = {.failed = 1};
  if (pipe(pipes) != 0) {
    return r;
  }
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    r = measure(s, n, steps);
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

int main(int argc, char **argv)
{
  static const setting settings[] = {{"spherical", "ed", 1}, {"revolute", "ed", 1},  {"spherical", "ed", 0},
                                     {"revolute", "ed", 0},  {"spherical", "ep", 0}, {"revolute", "ep", 0}};
  static const int sizes[] = {10, 100, 1000};
  const int largest = argc > 2 ? atoi(argv[2]) : 1000;
  FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
  int first = 1, failed = 0;
  if (argc > 1 && !json) {
    perror(argv[1]);
    return 1;
  }
  printf("%-16s %6s %-6s %5s %14s %11s %9s %9s\n", "case", "n", "scheme", "alpha", "us/body/step", "iterations",
         "unknowns", "MB");
  if (json) {
    fputs("[", json);
  }
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      if (sizes[k] > largest) {
        continue;
      }
      const setting *s = settings + i;
      const result r = apart(s, sizes[k], sizes[k] < 1000 ? 1000 : 300);
      failed += r.failed;
      if (r.failed) {
        printf("chain_%-10s %6d %-6s %5.2g failed\n", s->joint, sizes[k], s->scheme, s->alpha);
        continue;
      }
      printf("chain_%-10s %6d %-6s %5.2g %14.2f %11.2f %9d %9.1f\n", s->joint, sizes[k], s->scheme, s->alpha, r.us,
             r.iterations, r.unknowns, r.memory);
      fflush(stdout);
      if (json) {
        fprintf(json,
                "%s\n  {\"case\": \"chain_%s\", \"n\": %d, \"scheme\": \"%s\", \"alpha\": %g, \"us\": %.4g, "
                "\"iterations\": %.4g, \"unknowns\": %d, \"memory_mb\": %.4g}",
                first ? "" : ",", s->joint, sizes[k], s->scheme, s->alpha, r.us, r.iterations, r.unknowns, r.memory);
        first = 0;
      }
    }
  }
  if (json) {
    fputs("\n]\n", json);
    failed += fclose(json) != 0;
  }
  return failed > 0;
}
