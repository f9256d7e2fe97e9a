/* bench/bench.h -- what the parts of the benchmark program share: cases, settings, one measurement.
 * Who:     files of bench/ only. Everything goes through the public interface.
 */
#ifndef SINEW_BENCH_H
#define SINEW_BENCH_H
#include <stdio.h>

#include "sinew.h"

/* A family of models: a text with the parameters n, kind, scheme, alpha, threads, and a channel "tip". */
typedef struct {
  const char *name, *model, *kind;
} bench_case;

typedef struct {
  const char *scheme;
  double alpha;
  int threads;
} bench_setting;

typedef struct {
  double us;                         /* CPU time per body or element and step */
  double iterations, factorisations; /* per step */
  double memory;                     /* MB, peak of the process */
  double start;                      /* CPU s from the loaded model to the first step */
  double fastest;                    /* wall time in ms of one iteration, in the step where it is least */
  int failed;
} bench_result;

extern const bench_case bench_cases[]; /* of the table */
extern const int bench_n_cases;
extern const bench_case bench_net, bench_arm, bench_top, bench_pendulum, bench_swing;

double bench_cpu(void);   /* s of processor time of this process */
double bench_clock(void); /* s on the clock */
const bench_case *bench_named(const char *name);

/* The case, frozen; 0: it failed, and the reason was printed. Free the simulation, then the model. */
int bench_open(const bench_case *c, const bench_setting *s, int n, sinew_model **model, sinew_simulation **run);

/* One run of so many steps of 1 ms, in this process or in one of its own, whose peak of memory is then that of the case alone. */
bench_result bench_measure(const bench_case *c, const bench_setting *s, int n, int steps);
bench_result bench_apart(const bench_case *c, const bench_setting *s, int n, int steps);

/* Begins and ends a list of objects; NULL stays NULL. 1: good. */
FILE *bench_list(const char *file);
int bench_list_end(FILE *json);

/* The subjects: argument lists without the program and the word that chose them; exit codes. */
int bench_table(int argc, char **argv);
int bench_threads(int argc, char **argv);
int bench_precision(int argc, char **argv);

#endif
