/* results/writer_private.h -- a result file in the making: what the files of the writer share.
 * Who:     writer.c (tables, rows, steps, flushing), writer_file.c (the file on the disk), writer_log.c (/log).
 */
#ifndef SN_RESULTS_WRITER_PRIVATE_H
#define SN_RESULTS_WRITER_PRIVATE_H
#include <sys/types.h>

#include "results/summary.h"
#include "results/table.h"
#include "results/writer.h"

struct sn_writer {
  const sn_result_plan *plan;
  const char *file;
  char *aside;   /* name of the older result while the new one is made */
  char *beside;  /* name of the new one while it is made, when it will replace another */
  int replacing; /* 1: it will replace another */
  int began, failed;
  int placed; /* 1: the file has its final name: the three below are watched */
  dev_t device;
  ino_t number;
  off_t size;          /* on the disk after the last flush */
  const char *spoiled; /* what another program did to it; NULL: nothing */
  hid_t id, status, log, point, warnings;
  const void *last_point; /* bytes of the checkpoint that goes into the file; NULL: none */
  size_t n_last_point;
  hsize_t log_lines;
  sn_table rows, steps;
  int first_channel; /* column of the first channel; the others and the outputs follow */
  int *row_of;       /* per column from there on: its row in system->output */
  double **together; /* room: buffer for rows that are evaluated together */
  sn_summary summary;
  const sn_run_summary *run; /* so far; NULL: not known */
  long long noticed;         /* cases of it that /warnings has; -1: it has not been written */
  hid_t summary_id[SN_SUMMARY_NUMBERS];
  double largest_defect;
  double last_flush;
};

/* ---- writer_file.c */
/* The status of a failed write: says why, and makes sure that closing cannot fail again. */
sn_status sn_writer_fail(sn_writer *w, sn_error *error);
/* The target of a link; the name itself if it is not a link. NULL: not enough memory. */
const char *sn_writer_target(const char *file, sn_arena *arena);
sn_status sn_writer_begin(sn_writer *w, sn_error *error); /* the file with everything but its rows, under its name */
sn_status sn_writer_make_beside(sn_writer *w, sn_error *error); /* the same under another name, until it is moved */
sn_status sn_writer_move(sn_writer *w, sn_error *error);        /* replaces the older result */
void sn_writer_discard(sn_writer *w);                           /* removes the temporary file */
/* Locks the older file of this name while it is replaced: nobody else may write or replace it. *fd: to be released, -1: none. */
sn_status sn_writer_claim(sn_writer *w, int *fd, sn_error *error);
void sn_writer_let_go(int fd);
int sn_writer_is_ours(sn_writer *w);          /* is it still the file that was made, and complete? */
int sn_writer_descriptor(const sn_writer *w); /* -1: none */
sn_status sn_writer_close(sn_writer *w, int good, sn_error *error); /* good: what was written so far is */

/* ---- writer_log.c; negative on failure */
hid_t sn_log_make(hid_t file);
void sn_log_at(sn_writer *w, double t, const char *text); /* an error is met by the next row or flush */
int sn_log_error(sn_writer *w, const sn_error *why);
int sn_log_not_finite(sn_writer *w); /* logs the channels without a value, for later readers of the file */
sn_status sn_log_copy(sn_writer *w, sn_reader *from, long long n, sn_error *error);

/* ---- writer.c */
const char *sn_writer_channel(const sn_writer *w, int i); /* its name */

#endif
