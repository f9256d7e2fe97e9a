/* tests/support/table.h -- comma-separated tables: what `sinew csv` prints, and references. */
#ifndef SN_TESTS_SUPPORT_TABLE_H
#define SN_TESTS_SUPPORT_TABLE_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_ROWS = 8192, TABLE_COLUMNS = 32 };

typedef struct {
  int n_rows, n_columns;
  char name[TABLE_COLUMNS][32];
  double x[TABLE_ROWS][TABLE_COLUMNS]; /* x[row][0] is the time */
} table;

static inline int read_table(FILE *f, table *out)
{
  char line[2048];
  memset(out, 0, sizeof *out);
  if (!f || !fgets(line, sizeof line, f)) {
    return 0;
  }
  line[strcspn(line, "\r\n")] = 0;
  for (char *p = line; p && out->n_columns < TABLE_COLUMNS;) {
    char *end = strchr(p, ',');
    if (end) {
      *end++ = 0;
    }
    snprintf(out->name[out->n_columns++], sizeof out->name[0], "%.31s", p);
    p = end;
  }
  while (out->n_rows < TABLE_ROWS && fgets(line, sizeof line, f)) {
    char *p = line;
    for (int k = 0; k < out->n_columns; k++) {
      out->x[out->n_rows][k] = strtod(p, &p);
      p += *p == ',';
    }
    out->n_rows++;
  }
  return out->n_rows > 0;
}

static inline int column(const table *t, const char *name)
{
  for (int k = 0; k < t->n_columns; k++) {
    if (!strcmp(t->name[k], name)) {
      return k;
    }
  }
  printf("  there is no column '%s'\n", name);
  return -1;
}

/* Row at time t, -1: none. */
static inline int row_at(const table *t, double time)
{
  for (int i = 0; i < t->n_rows; i++) {
    if (fabs(t->x[i][0] - time) <= 1e-9 * (1 + fabs(time))) {
      return i;
    }
  }
  return -1;
}

#endif
