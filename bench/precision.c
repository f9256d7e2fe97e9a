/* bench/precision.c -- work and precision: CPU time against the error of the tip, for several steps and all schemes.
 * Use:     sinew_bench precision FILE.json [long]: steps of 8, 4, 2, 1, 0.5, 0.25 ms; long adds 0.125 and 0.0625 ms. Writes a list
 *          of objects {case, method, alpha, dt, cpu_ms, iterations, error_m}.
 * How:     1 s of motion; the error is the largest distance from the reference at the multiples of 8 ms, which all steps meet. The
 *          reference is ed (alpha 1) with 1/32 ms; its own error is judged by a run of 1/16 ms. CPU time of the steps alone, the
 *          least of a few runs. Times to an error are interpolated between two measured ones, never beyond them.
 */
#include <math.h>
#include <string.h>

#include "bench.h"

typedef struct {
  const char *name;
  const bench_case *which;
  int n;
} subject;
typedef struct {
  const char *name;
  bench_setting setting;
} method;
/* a new scheme is one more line; the first is the reference with which the others are compared */
static const method methods[] = {{"ed", {"ed", 1, 1}},
                                 {"ep", {"ep", 0, 1}},
                                 {"midpoint", {"midpoint", 0, 1}},
                                 {"trapezoidal", {"trapezoidal", 0, 1}},
                                 {"newmark", {"newmark", 0, 1}},
                                 {"hht_-0.05", {"hht", -0.05, 1}},
                                 {"hht_-0.2", {"hht", -0.2, 1}},
                                 {"generalized_alpha", {"generalized_alpha", 0, 1}},
                                 {"ed_paper", {"ed_paper", 1, 1}}};
/* the first of them must not fail; a failure of a scheme for comparison is a result */
enum { N_OURS = 2, N_METHOD = sizeof methods / sizeof *methods, N_MEETING = 125, N_STEP = 8, N_SHORT = 6, RUNS = 3 };
static const double MEETING = 8e-3, ENOUGH = 0.3; /* s; CPU s after which a run is not repeated */
static const int REFERENCE = 256;                 /* steps between two comparisons */

typedef struct {
  double tip[N_MEETING][3];
  double cpu, iterations; /* s of the steps; per step */
} path;
typedef struct {
  double dt, cpu, iterations, error;
  int failed;
} point;

/* One run with `between` steps to every comparison; 0: it failed. */
static int follow(const subject *x, const method *m, int between, path *p)
{
  sinew_model *model;
  sinew_simulation *run;
  sinew_error e = {0};
  long iterations = 0;
  if (!bench_open(x->which, &m->setting, x->n, &model, &run)) {
    return 0;
  }
  int good = 1;
  p->cpu = 0;
  for (int i = 0; i < N_MEETING && good; i++) {
    const double begin = bench_cpu();
    for (int k = 0; k < between && good; k++) {
      good = sinew_step(run, MEETING / between, &e) == SINEW_OK;
      iterations += sinew_last_iterations(run);
    }
    p->cpu += bench_cpu() - begin;
    good = good && sinew_channel_value(run, "tip", p->tip[i], 3, NULL, &e) == SINEW_OK;
  }
  p->iterations = (double)iterations / N_MEETING / between;
  if (!good) {
    fprintf(stderr, "%s, %s, %g ms: %s %s\n", x->name, m->name, 1e3 * MEETING / between, e.what, e.why);
  }
  sinew_simulation_free(run);
  sinew_model_free(model);
  return good;
}

static double distance(const path *a, const path *b)
{
  double largest = 0;
  for (int i = 0; i < N_MEETING; i++) {
    const double x = a->tip[i][0] - b->tip[i][0], y = a->tip[i][1] - b->tip[i][1], z = a->tip[i][2] - b->tip[i][2];
    largest = fmax(largest, sqrt(x * x + y * y + z * z));
  }
  return largest;
}

static point measure(const subject *x, const method *m, int between, const path *reference)
{
  static path p; /* too large for a stack whose limit was lowered */
  point r = {.dt = MEETING / between, .cpu = HUGE_VAL};
  double spent = 0;
  for (int i = 0; i < RUNS && spent < ENOUGH; i++) {
    if (!follow(x, m, between, &p)) {
      r.failed = 1;
      return r;
    }
    spent += p.cpu;
    r.cpu = fmin(r.cpu, p.cpu);
  }
  r.iterations = p.iterations;
  r.error = distance(&p, reference);
  return r;
}

/* CPU ms for a given error, interpolated between the two measured points around it; how: '<' or '>' where all points are on one side. */
static double time_to(const point *p, int n, double error, char *how)
{
  const point *last = NULL;
  for (int i = 0; i < n; i++) {
    if (p[i].failed) {
      continue;
    }
    if (p[i].error <= error) {
      if (!last) {
        *how = '<';
        return 1e3 * p[i].cpu;
      }
      const double t = log(last->error / error) / log(last->error / p[i].error);
      *how = ' ';
      return 1e3 * last->cpu * pow(p[i].cpu / last->cpu, t);
    }
    last = p + i;
  }
  *how = '>';
  return last ? 1e3 * last->cpu : NAN;
}

static void print_points(const subject *x, const method *m, const point *p, int n)
{
  for (int i = 0; i < n; i++) {
    if (p[i].failed) {
      printf("%-16s %-18s %5.2g %8g failed\n", x->name, m->name, m->setting.alpha, 1e3 * p[i].dt);
      continue;
    }
    printf("%-16s %-18s %5.2g %8g %10.2f %10.2f %12.2e", x->name, m->name, m->setting.alpha, 1e3 * p[i].dt,
           1e3 * p[i].cpu, p[i].iterations, p[i].error);
    if (i > 0 && !p[i - 1].failed) {
      printf(" %6.2f", log2(p[i - 1].error / p[i].error));
    }
    printf("\n");
  }
}

static void write_points(FILE *json, int *written, const subject *x, const method *m, const point *p, int n)
{
  for (int i = 0; i < n; i++) {
    if (!p[i].failed) {
      fprintf(json,
              "%s\n  {\"case\": \"%s\", \"method\": \"%s\", \"alpha\": %g, \"dt\": %g, \"cpu_ms\": %.4g, "
              "\"iterations\": %.4g, \"error_m\": %.3e}",
              (*written)++ ? "," : "", x->name, m->name, m->setting.alpha, p[i].dt, 1e3 * p[i].cpu, p[i].iterations,
              p[i].error);
    }
  }
}

static void print_times(const subject *x, point p[N_METHOD][N_STEP], int n, double trusted)
{
  printf("%-16s %-18s", "CPU ms to", "");
  for (int e = 3; e <= 8; e++) {
    printf("   1e-%d m", e);
  }
  printf("\n");
  for (int j = 0; j < N_METHOD; j++) {
    printf("%-16s %-18s", x->name, methods[j].name);
    for (int e = 3; e <= 8; e++) {
      char how = ' ';
      const double error = pow(10, -e), ms = time_to(p[j], n, error, &how);
      if (error > 10 * trusted && ms > 0) {
        printf(" %c%7.*f", how, ms < 10 ? 2 : ms < 100 ? 1 : 0, ms);
      } else {
        printf(" %8s", "-"); /* the reference is not good enough */
      }
    }
    printf("\n");
  }
}

/* Time of each scheme over that of the first, for the same error: the lead of the first. */
static void print_lead(const subject *x, point p[N_METHOD][N_STEP], int n, double trusted)
{
  for (int j = 1; j < N_METHOD; j++) {
    printf("%-16s %s ahead of %-18s", x->name, methods[0].name, methods[j].name);
    for (int e = 4; e <= 6; e++) {
      char how[2] = {' ', ' '};
      const double error = pow(10, -e), mine = time_to(p[0], n, error, how), other = time_to(p[j], n, error, how + 1);
      /* "< mine" and "> other" make the lead larger than the quotient; otherwise it is unknown */
      const int more = how[0] == '<' || how[1] == '>', unknown = how[0] == '>' || how[1] == '<';
      if (error > 10 * trusted && !unknown && mine > 0 && other > 0) {
        printf("  1e-%d m:%s%6.2f", e, more ? " >" : "  ", other / mine);
      } else {
        printf("  1e-%d m:%8s", e, "-");
      }
    }
    printf("\n");
  }
}

/* All schemes and steps of one model; 0: something failed. */
static int compare(const subject *x, int n, FILE *json, int *written)
{
  static path reference, half;
  point p[N_METHOD][N_STEP];
  int good = 1;
  if (!follow(x, methods, REFERENCE, &reference) || !follow(x, methods, REFERENCE / 2, &half)) {
    return 0;
  }
  const double trusted = distance(&half, &reference);
  printf("\n%-16s %-18s %5s %8s %10s %10s %12s %6s\n", "case", "method", "alpha", "dt ms", "CPU ms", "iterations",
         "error m", "order");
  for (int j = 0; j < N_METHOD; j++) {
    for (int i = 0; i < n; i++) {
      p[j][i] = measure(x, methods + j, 1 << i, &reference);
      good = good && (j >= N_OURS || !p[j][i].failed);
    }
    print_points(x, methods + j, p[j], n);
    write_points(json, written, x, methods + j, p[j], n);
  }
  printf("%-16s reference %g ms, apart from that of twice the step by %.1e m\n", x->name, 1e3 * MEETING / REFERENCE,
         trusted);
  print_times(x, p, n, trusted);
  print_lead(x, p, n, trusted);
  fflush(stdout);
  return good;
}

int bench_precision(int argc, char **argv)
{
  const subject subjects[] = {{"pendulum", &bench_pendulum, 1},
                              {"swing", &bench_swing, 15},
                              {"chain", bench_named("chain_spherical"), 10},
                              {"heavy_top", &bench_top, 1},
                              {"robot_arm", &bench_arm, 6},
                              {"beam_pendulum", bench_named("beam_soft_quadratic"), 10}};
  const int n = argc > 1 && strcmp(argv[1], "long") == 0 ? N_STEP : N_SHORT;
  int written = 0, failed = 0;
  FILE *json = argc > 0 ? bench_list(argv[0]) : NULL;
  if (!json) {
    return 2;
  }
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
    failed += !compare(subjects + i, n, json, &written);
  }
  failed += !bench_list_end(json);
  return failed > 0;
}
