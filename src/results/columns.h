/* results/columns.h -- plain tables in an HDF5 file: named columns of numbers or texts, one dataset each, in groups.
 * Who:     show, for tables that are no run (studies).
 */
#ifndef SN_RESULTS_COLUMNS_H
#define SN_RESULTS_COLUMNS_H
#include "base/error.h"

typedef struct {
  const char *name, *unit;
  const double *number;    /* rows; NULL: texts */
  const char *const *text; /* rows */
} sn_named_column;
typedef struct {
  const char *group;
  int rows, n;
  const sn_named_column *column;
} sn_column_table;

/* A new file (under another name first, then renamed): all tables, and a text in /verdict if it is not NULL. */
sn_status sn_columns_write(const char *file, int n, const sn_column_table *table, const char *verdict, sn_error *error);

#endif
