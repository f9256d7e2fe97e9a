/* cli/sweep.h -- a sweep as the command holds it, and one run of it. */
#ifndef SN_CLI_SWEEP_H
#define SN_CLI_SWEEP_H
#include "cli/cli.h"
#include "sweep/table.h"

typedef struct {
  const sn_arguments *a;
  sn_arena *arena;
  sn_analysis analysis;
  sn_plan plan;
  int n_wish;
  sn_wish *wish;
  const char *results; /* folder of result files; NULL: none are kept */
  int jobs;
  uint64_t main_hash; /* hash of the model file, which must not change during the sweep */
  sn_sweep_table table;
} sn_sweep;

/* Answer of a run in the pipe: this struct, n_wish numbers, then the message with its zero byte. */
typedef struct {
  double seconds;
  sn_outcome outcome;
} sn_sweep_answer;
enum { SN_SWEEP_MESSAGE = 1700 };
size_t sn_sweep_answer_size(const sn_sweep *s);

/* sweep_run.c: makes run number `run` and writes the answer; returns its number of bytes. */
size_t sn_sweep_run(const sn_sweep *s, int run, char *answer);
/* The command line of one run: --set NAME=VALUE for each parameter instead of the lists. run < 0: without parameters. */
sn_status sn_sweep_arguments(const sn_sweep *s, int run, sn_arena *arena, sn_arguments *out, sn_error *error);
/* Checks before any work that the parameters and series exist; fills main_hash, table.made_by and table.unit. */
sn_status sn_sweep_probe(sn_sweep *s, sn_error *error);

/* sweep_jobs.c: writes the remaining runs as commands, one per line. file "-": stdout. */
sn_status sn_sweep_write_jobs(const sn_sweep *s, const char *file, sn_error *error);
/* Writes the runs of the plan as csv: run, parameters. */
sn_status sn_sweep_write_points(const sn_sweep *s, const char *file, sn_error *error);

#endif
