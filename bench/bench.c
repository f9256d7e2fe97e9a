/* bench/bench.c -- the benchmark program: chooses one of its subjects.
 * Use:     sinew_bench table FILE.json [long]      costs per body or element and step (table.c; make bench)
 *          sinew_bench threads FILE.json           what a second thread gains (threads.c; make bench BENCH=long)
 *          sinew_bench precision FILE.json [long]  CPU time against error (precision.c; make bench-precision)
 *          sinew_bench one CASE N SCHEME ALPHA STEPS   one run in this process, for profilers (tools/count.sh; make count)
 * Results: docs/performance.md.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static int one(int argc, char **argv)
{
  const bench_case *c = argc == 5 ? bench_named(argv[0]) : NULL;
  if (!c) {
    fputs("one CASE N SCHEME ALPHA STEPS, and these cases:", stderr);
    for (int i = 0; i < bench_n_cases; i++) {
      fprintf(stderr, " %s", bench_cases[i].name);
    }
    fputs("\n", stderr);
    return 2;
  }
  const bench_setting s = {argv[2], atof(argv[3]), 1};
  const bench_result r = bench_measure(c, &s, atoi(argv[1]), atoi(argv[4]));
  if (!r.failed) {
    printf("us %.4g iterations %.4g factorisations %.4g memory_mb %.4g start_s %.4g\n", r.us, r.iterations,
           r.factorisations, r.memory, r.start);
  }
  return r.failed;
}

int main(int argc, char **argv)
{
  static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
  } subjects[] = {{"table", bench_table}, {"threads", bench_threads}, {"precision", bench_precision}, {"one", one}};
  for (size_t i = 0; argc > 1 && i < sizeof subjects / sizeof *subjects; i++) {
    if (strcmp(argv[1], subjects[i].name) == 0) {
      return subjects[i].run(argc - 2, argv + 2);
    }
  }
  fputs("sinew_bench table|threads|precision FILE.json [long], or one CASE N SCHEME ALPHA STEPS\n", stderr);
  return 2;
}
