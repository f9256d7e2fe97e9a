/* bench/table.c -- the benchmark table: what a body or a beam element costs per step, as CPU time, counts, memory and start.
 * Use:     sinew_bench table FILE.json [long]: n = 10, 100, 1000, schemes ed (alpha 1) and ep; long adds n = 10 000 and ed with
 *          alpha = 0. Writes a list of objects {case, n, scheme, alpha, us, iterations, factorisations, memory_mb, start_s}.
 * How:     steps of 1 ms from the start of the motion, one thread, every run in a process of its own; their number depends on the
 *          size only, so that counts can be compared. Cheap runs are repeated, and the least time is taken. kB per body or element
 *          are the growth of memory since the size before, so the program itself is left out.
 */
#include <string.h>

#include "bench.h"

static const struct {
  int n, steps;
} sizes[] = {{10, 1000}, {100, 300}, {1000, 60}, {10000, 10}};
static const bench_setting settings[] = {{"ed", 1, 1}, {"ep", 0, 1}, {"ed", 0, 1}}; /* the last: long only */
/* runs of less CPU time (s) than this are repeated, at most so many times */
static const double SHORT = 2;
enum { REPEATS = 3 };

static bench_result least(const bench_case *c, const bench_setting *s, int n, int steps)
{
  bench_result best = bench_apart(c, s, n, steps);
  double spent = 1e-6 * best.us * n * steps + best.start;
  for (int i = 1; i < REPEATS && !best.failed && spent < SHORT; i++) {
    const bench_result r = bench_apart(c, s, n, steps);
    if (r.failed) {
      return r;
    }
    best.us = r.us < best.us ? r.us : best.us;
    best.start = r.start < best.start ? r.start : best.start;
    spent += 1e-6 * r.us * n * steps + r.start;
  }
  return best;
}

static void print_line(const bench_case *c, const bench_setting *s, int n, const bench_result *r, double kb)
{
  printf("%-20s %6d %-6s %5.2g %9.2f %10.2f %14.2f %9.1f ", c->name, n, s->scheme, s->alpha, r->us, r->iterations,
         r->factorisations, r->memory);
  if (kb > 0) {
    printf("%7.1f", kb);
  } else {
    printf("%7s", "");
  }
  printf(" %8.3f\n", r->start);
  fflush(stdout);
}

static void write_line(FILE *json, int first, const bench_case *c, const bench_setting *s, int n, const bench_result *r)
{
  fprintf(json,
          "%s\n  {\"case\": \"%s\", \"n\": %d, \"scheme\": \"%s\", \"alpha\": %g, \"us\": %.4g, \"iterations\": %.4g, "
          "\"factorisations\": %.4g, \"memory_mb\": %.4g, \"start_s\": %.4g}",
          first ? "" : ",", c->name, n, s->scheme, s->alpha, r->us, r->iterations, r->factorisations, r->memory,
          r->start);
}

int bench_table(int argc, char **argv)
{
  const int is_long = argc > 1 && strcmp(argv[1], "long") == 0;
  const int n_sizes = is_long ? 4 : 3, n_settings = is_long ? 3 : 2;
  int written = 0, failed = 0;
  FILE *json = argc > 0 ? bench_list(argv[0]) : NULL;
  if (!json) {
    return 2;
  }
  const double begin = bench_clock();
  printf("%-20s %6s %-6s %5s %9s %10s %14s %9s %7s %8s\n", "case", "n", "scheme", "alpha", "us/n/step", "iterations",
         "factorisations", "memory MB", "kB/n", "start s");
  for (int i = 0; i < bench_n_cases; i++) {
    for (int j = 0; j < n_settings; j++) {
      double memory = 0; /* of the size before */
      for (int k = 0; k < n_sizes; k++) {
        const int n = sizes[k].n;
        const bench_result r = least(bench_cases + i, settings + j, n, sizes[k].steps);
        if (r.failed) {
          failed++;
          printf("%-20s %6d %-6s %5.2g failed\n", bench_cases[i].name, n, settings[j].scheme, settings[j].alpha);
          continue;
        }
        print_line(bench_cases + i, settings + j, n, &r, k > 1 ? 1024 * (r.memory - memory) / (n - sizes[k - 1].n) : 0);
        write_line(json, written++ == 0, bench_cases + i, settings + j, n, &r);
        memory = r.memory;
      }
    }
  }
  printf("%.0f s on the clock\n", bench_clock() - begin);
  failed += !bench_list_end(json);
  return failed > 0;
}
