/* sweep/table.h -- the table of a sweep: one row per run, with its values, what was collected, and how it ended.
 * What:    the csv file grows by a line whenever a run ends, so that nothing is lost by a kill; who opens it again finds those runs
 *          done. When the sweep ends, the lines are put in the order of the runs, and the same is written as HDF5 (group /sweep, one
 *          dataset per column). Rows of other machines come from files of their own in the folder of parts.
 * Owner:   memory is the arena's; the csv file is locked while it is open, against a second sweep into it.
 */
#ifndef SN_SWEEP_TABLE_H
#define SN_SWEEP_TABLE_H
#include <stdio.h>

#include "run/outcome.h"
#include "sweep/collect.h"
#include "sweep/plan.h"

typedef struct {
  sn_outcome outcome; /* SN_OUTCOME_NONE: not done */
  double seconds;     /* on the clock */
  const double *number;
  const char *message; /* why it failed, or its first warning; else "" */
} sn_sweep_row;

typedef struct {
  const char *stem;    /* "crane_sweep": .csv, .h5 and .parts/ are added */
  const char *made_by; /* hash of model and settings: rows with another one are refused */
  const sn_plan *plan;
  int n_wish;
  const sn_wish *wish;
  const char *const *unit; /* of the wishes */
  sn_arena *arena;
  const char *csv, *h5, *parts;
  sn_sweep_row *row; /* of the plan */
  int n_done, n_failed;
  FILE *file; /* csv, open and locked */
} sn_sweep_table;

/* Memory and names; no file is touched. stem ... arena must be set. */
sn_status sn_sweep_prepare(sn_sweep_table *t, sn_error *error);
/* Opens and locks the csv, reads the existing rows and those of parts. fresh: starts the table again. */
sn_status sn_sweep_open(sn_sweep_table *t, int fresh, sn_error *error);
/* Adds the row of a run that has ended, in memory and in the file. */
sn_status sn_sweep_put(sn_sweep_table *t, int run, const sn_sweep_row *row, sn_error *error);
/* Writes the rows in order as csv and HDF5; removes the parts that were included. */
sn_status sn_sweep_finish(sn_sweep_table *t, sn_error *error);
void sn_sweep_close(sn_sweep_table *t);
/* Writes a single row as a part: PARTS/17.csv for run 17. */
sn_status sn_sweep_write_part(sn_sweep_table *t, int run, const sn_sweep_row *row, sn_error *error);

/* csv.c: a line of the table (run < 0: its head), and a line that was read, cut into its fields in place. NULL: no more lines. */
void sn_sweep_line(const sn_sweep_table *t, int run, const sn_sweep_row *row, FILE *out);
void sn_csv_text(const char *text, FILE *out); /* one field, in quotes if it needs them */
char *sn_csv_fields(char *text, char **field, int room, int *n);

#endif
