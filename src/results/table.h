/* results/table.h -- columns that grow together along time: buffered, chunked, compressed.
 * What:    rows are collected in memory, a block at a time; every column is one dataset whose first dimension is unlimited.
 *          A block may be written as often as wanted while it fills: that takes no more of the disk than writing it once.
 *          Buffers are doubles; HDF5 converts to the type of the file.
 * Who:     results/writer.c, results/copy.c.
 */
#ifndef SN_RESULTS_TABLE_H
#define SN_RESULTS_TABLE_H
#include "results/h5.h"

typedef struct {
  char path[512]; /* "/channels/tip" */
  const char *unit;
  hid_t file_type; /* one of HDF5's own, or negative: double */
  int rank;        /* dimensions after time: 0, 1, 2 */
  int size[2];
  int width;      /* numbers per row */
  int chunk;      /* rows of a chunk: a power of two, at most the capacity of the table */
  double *buffer; /* capacity x width: the rows of the present block */
  hid_t dataset;  /* negative: not created */
  int shared;     /* 1: forces that the motion does not determine uniquely: attribute `unique` = 0 */
  int watched;    /* 1: rows without a finite value are counted */
  long long bad;  /* such rows, and the first time (column 0) of one */
  double first_bad;
  int scaled; /* 1: its dimensions get scales (results/scale.h) */
} sn_column;

typedef struct {
  int n, room;
  sn_column *column;
  int capacity;    /* rows of a block: a power of two */
  int rows, done;  /* rows of the present block: in memory, and of these in the file */
  hsize_t start;   /* first row of the present block */
  double *scratch; /* one chunk of the widest column */
} sn_table;

/* Adds a column before the buffers are made. Returns its index, or -1 when there is no room. */
int sn_table_add(sn_table *t, const char *group, const char *item, const char *name, const char *unit, int rank,
                 const int *size);
sn_status sn_table_buffers(sn_table *t, sn_arena *arena, sn_error *error);
int sn_table_create(sn_table *t, hid_t file);  /* all datasets; negative on failure */
double *sn_table_row(sn_table *t, int column); /* where the numbers of the current row are put */
/* counts rows without a finite value in the block; sn_table_next calls it */
void sn_table_watch(sn_table *t, int row);
int sn_table_next(sn_table *t);              /* row finished; writes when full; negative on failure */
int sn_table_write(sn_table *t);             /* writes the new rows of the buffer; column 0 (time) last */
hsize_t sn_table_written(const sn_table *t); /* rows in the file */
void sn_table_close(sn_table *t);

#endif
