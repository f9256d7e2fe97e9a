/* tests/support/reference/table.c -- small CSV tables.
 * Tests:   tests/reference/test_reference.c uses it on most of them.
 */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_names(char *line, ref_table *out)
{
  for (char *word = strtok(line, ",\r\n"); word; word = strtok(NULL, ",\r\n")) {
    if (out->n_columns == TABLE_COLUMNS) {
      return -1;
    }
    snprintf(out->name[out->n_columns++], sizeof out->name[0], "%s", word);
  }
  return out->n_columns > 0 ? 0 : -1;
}

static int read_numbers(const char *line, ref_table *out)
{
  double *x = out->x[out->n_rows];
  for (int k = 0; k < out->n_columns; k++) {
    char *end;
    x[k] = strtod(line, &end);
    if (end == line) {
      return -1;
    }
    line = *end == ',' ? end + 1 : end;
  }
  out->n_rows++;
  return 0;
}

int ref_table_from(FILE *file, ref_table *out)
{
  char line[4096];
  memset(out, 0, sizeof *out);
  int status = fgets(line, sizeof line, file) ? read_names(line, out) : -1;
  while (status == 0 && fgets(line, sizeof line, file)) {
    status = out->n_rows < TABLE_ROWS ? read_numbers(line, out) : -1;
  }
  return status;
}

int ref_table_read(const char *path, ref_table *out)
{
  FILE *file = fopen(path, "r");
  const int status = file ? ref_table_from(file, out) : -1;
  if (file) {
    fclose(file);
  }
  return status;
}

int ref_table_column(const ref_table *t, const char *name)
{
  for (int k = 0; k < t->n_columns; k++) {
    if (strcmp(t->name[k], name) == 0) {
      return k;
    }
  }
  return -1;
}

int ref_table_row(const ref_table *t, double time)
{
  for (int i = 0; i < t->n_rows; i++) {
    if (fabs(t->x[i][0] - time) <= 1e-9 * (1 + fabs(time))) {
      return i;
    }
  }
  return -1;
}
