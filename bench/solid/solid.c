/* bench/solid/solid.c -- what a step of a 3D mesh costs: a block of 8-node bricks, thrown.
 * Use:     sinew_bench_solid FILE.json [ed|ep ALPHA [NODES [neo]]]: all cases (make bench), or one, for profilers.
 * Why:     no kind of the language makes solids yet; the bricks are those of the tests, built by the builder (support/elements.h).
 *          Fronts of a 3D mesh grow with its size: here the order of elimination and the dense kernels count.
 * Results: docs/performance.md.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "steps/step.h"
#include "support/elements.h"

static const material rubber = {.E = 2e6, .nu = 0.3, .density = 1100},
                      neo_hooke = {.E = 2e6, .nu = 0.3, .density = 1100, .law = &sn_mooney_rivlin};
enum { STEPS = 3 };

static double cpu(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* elements along each edge, as equal as possible, with about so many nodes */
static void cells(int nodes, int n[3])
{
  n[0] = n[1] = n[2] = 1;
  for (int i = 0; (n[0] + 1) * (n[1] + 1) * (n[2] + 1) < nodes; i++) {
    n[i % 3]++;
  }
}

static int measure(const sn_scheme *scheme, double alpha, int nodes, const material *of, FILE *json, int first)
{
  const sn_step_options options = {.alpha = alpha, .threads = 1};
  sn_stepper *x = NULL;
  struct rusage usage;
  int n[3], iterations = 0, factorisations = 0;
  cells(nodes, n);
  const double begin = cpu();
  mechanism m = brick_block(n, 0.02, *of);
  sn_status status = m.status;
  if (status == SN_OK) {
    status = sn_scheme_begin(scheme, m.system, &options, m.arena, &m.state, &x, &m.error);
  }
  const double start = cpu() - begin;
  double fastest = 1e30;
  for (int i = 0; i < STEPS && status == SN_OK; i++) {
    sn_step_report r;
    const double now = cpu();
    status = scheme->step(x, &m.state, 1e-3, &r, &m.error);
    fastest = cpu() - now < fastest ? cpu() - now : fastest;
    iterations += r.iterations;
    factorisations += r.factorisations;
  }
  getrusage(RUSAGE_SELF, &usage);
  if (status == SN_OK) {
    const int count = m.system->n_node, unknowns = scheme->unknowns(x);
    const double memory = (double)usage.ru_maxrss / 1024, a = (double)iterations / STEPS;
    printf(
        "brick_block %d x %d x %d %6d nodes %7d unknowns  %-3s %3.1f  s/step %7.3f  iterations %4.2f  factorisations "
        "%4.2f  memory MB %7.1f  start s %6.3f\n",
        n[0], n[1], n[2], count, unknowns, scheme->name, alpha, fastest, a, (double)factorisations / STEPS, memory,
        start);
    fprintf(json,
            "%s\n  {\"case\": \"brick_block\", \"n\": %d, \"scheme\": \"%s\", \"alpha\": %g, \"us\": %.4g, "
            "\"iterations\": %.4g, \"factorisations\": %.4g, \"memory_mb\": %.4g, \"start_s\": %.4g}",
            first ? "" : ",", count, scheme->name, alpha, 1e6 * fastest / count, a, (double)factorisations / STEPS,
            memory, start);
  } else {
    fprintf(stderr, "brick_block, %d nodes: %s %s\n", nodes, m.error.what, m.error.why);
  }
  fflush(stdout);
  if (x) {
    scheme->destroy(x);
  }
  mechanism_free(&m);
  return status != SN_OK;
}

int main(int argc, char **argv)
{
  static const struct {
    const char *scheme;
    double alpha;
    int nodes;
  } cases[] = {{"ep", 0, 1200}, {"ed", 1, 1200}, {"ep", 0, 3000}, {"ed", 0, 3000}, {"ed", 1, 3000}}; /* memory grows */
  FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
  int failed = 0;
  if (!json) {
    fputs("sinew_bench_solid FILE.json [SCHEME ALPHA [NODES [neo]]]\n", stderr);
    return 2;
  }
  fputs("[", json);
  if (argc > 3) {
    failed = measure(sn_scheme_named(argv[2]), atof(argv[3]), argc > 4 ? atoi(argv[4]) : 3000,
                     argc > 5 ? &neo_hooke : &rubber, json, 1);
  }
  for (size_t i = 0; argc <= 3 && i < sizeof cases / sizeof *cases; i++) {
    failed += measure(sn_scheme_named(cases[i].scheme), cases[i].alpha, cases[i].nodes, &rubber, json, i == 0);
  }
  fputs("\n]\n", json);
  return fclose(json) != 0 || failed;
}
