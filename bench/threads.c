/* bench/threads.c -- what a second thread gains.
 * Use:     sinew_bench threads FILE.json: writes a list of objects {case, n, scheme, alpha, threads, ms_per_iteration}.
 * How:     the fastest step on the clock, which others on the machine disturb least.
 */
#include "bench.h"

typedef struct {
  const bench_case *which;
  int sizes[2];
} subject;
static const bench_setting settings[] = {{"ed", 1, 1}, {"ep", 0, 1}};

/* One case with one thread and with two; 0: it failed. */
static int gain(const bench_case *c, const bench_setting *s, int n, FILE *json, int *written)
{
  double ms[2];
  for (int k = 0; k < 2; k++) {
    const bench_setting with = {s->scheme, s->alpha, k + 1};
    const bench_result r = bench_apart(c, &with, n, n < 200 ? 100 : 30);
    if (r.failed) {
      printf("%-20s %6d %-6s %5.2g failed\n", c->name, n, s->scheme, s->alpha);
      return 0;
    }
    ms[k] = r.fastest;
    fprintf(json,
            "%s\n  {\"case\": \"%s\", \"n\": %d, \"scheme\": \"%s\", \"alpha\": %g, \"threads\": %d, "
            "\"ms_per_iteration\": %.4g}",
            (*written)++ ? "," : "", c->name, n, s->scheme, s->alpha, k + 1, ms[k]);
  }
  printf("%-20s %6d %-6s %5.2g %14.3f %14.3f %9.2f\n", c->name, n, s->scheme, s->alpha, ms[0], ms[1], ms[0] / ms[1]);
  fflush(stdout);
  return 1;
}

int bench_threads(int argc, char **argv)
{
  const subject subjects[] = {{bench_named("chain_revolute"), {100, 1000}},
                              {bench_named("beam_soft_linear"), {100, 1000}},
                              {bench_named("beam_soft_cubic"), {100, 1000}},
                              {&bench_net, {4, 12}}};
  int written = 0, failed = 0;
  FILE *json = argc > 0 ? bench_list(argv[0]) : NULL;
  if (!json) {
    return 2;
  }
  printf("%-20s %6s %-6s %5s %14s %14s %9s\n", "ms per iteration", "n", "scheme", "alpha", "1 thread", "2 threads",
         "gain");
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
    for (size_t j = 0; j < sizeof settings / sizeof *settings; j++) {
      for (int k = 0; k < 2; k++) {
        failed += !gain(subjects[i].which, settings + j, subjects[i].sizes[k], json, &written);
      }
    }
  }
  failed += !bench_list_end(json);
  return failed > 0;
}
