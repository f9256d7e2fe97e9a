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
  const char *results; /* folder of result files; NULL: none are wanted */
  int jobs;
  uint64_t main_hash; /* of the model file, which must not change meanwhile */
  sn_sweep_table table;
} sn_sweep;

/* How a run ended, as it goes through the pipe: this, n_wish numbers, then the message with its zero byte. */
typedef struct {
  double seconds;
  sn_outcome outcome;
} sn_sweep_answer;
enum { SN_SWEEP_MESSAGE = 1700 };
size_t sn_sweep_answer_size(const sn_sweep *s);

/* sweep_run.c: run number `run` into the bytes of an answer; how many they are. */
size_t sn_sweep_run(const sn_sweep *s, int run, char *answer);
/* The command line of one run: --set NAME=VALUE for each parameter in place of the lists. run < 0: without parameters. */
sn_status sn_sweep_arguments(const sn_sweep *s, int run, sn_arena *arena, sn_arguments *out, sn_error *error);
/* Before any work: the parameters are the model's, its series are there; fills main_hash, table.made_by and table.unit. */
sn_status sn_sweep_probe(sn_sweep *s, sn_error *error);

/* sweep_jobs.c: the runs that are left as commands, one per line. file "-": stdout. */
sn_status sn_sweep_write_jobs(const sn_sweep *s, const char *file, sn_error *error);
/* The runs of the plan as csv: run, parameters. */
sn_status sn_sweep_write_points(const sn_sweep *s, const char *file, sn_error *error);

#endif
