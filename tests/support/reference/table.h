/* tests/support/reference/table.h -- small CSV tables: one header line, numbers only.
 * What:    the files of tests/data, and what `sinew csv` prints.
 */
#ifndef REFERENCE_TABLE_H
#define REFERENCE_TABLE_H
#include <stdio.h>

enum { TABLE_ROWS = 256, TABLE_COLUMNS = 96 };

typedef struct {
  int n_rows, n_columns;
  char name[TABLE_COLUMNS][24];
  double x[TABLE_ROWS][TABLE_COLUMNS]; /* x[row][0] is the time */
} ref_table;

int ref_table_read(const char *path, ref_table *out);       /* 0: good, -1: no such file or not a table of this size */
int ref_table_from(FILE *file, ref_table *out);             /* the same from an open file */
int ref_table_column(const ref_table *t, const char *name); /* -1: there is none */
int ref_table_row(const ref_table *t, double time);         /* -1: there is none */

#endif
