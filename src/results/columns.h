/* results/columns.h -- plain tables in an HDF5 file: named columns of numbers or texts, one dataset each, in groups.
 * Who:     tables that are no run: show (studies), sweep; show draws those of sweeps.
 */
#ifndef SN_RESULTS_COLUMNS_H
#define SN_RESULTS_COLUMNS_H
#include "base/arena.h"
#include "base/error.h"

/* Role of a column in plots: varied, found, or neither. In the file: the attribute `role`. */
typedef enum { SN_COLUMN_PLAIN, SN_COLUMN_PARAMETER, SN_COLUMN_COLLECTED } sn_column_role;

typedef struct {
  const char *name, *unit;
  const double *number;    /* rows; NULL: texts */
  const char *const *text; /* rows */
  sn_column_role role;
} sn_named_column;
typedef struct {
  const char *group;
  int rows, n;
  const sn_named_column *column;
} sn_column_table;

/* Writes a new file (first under another name, then renamed): all tables, and a text in /verdict if it is not NULL. */
sn_status sn_columns_write(const char *file, int n, const sn_column_table *table, const char *verdict, sn_error *error);

/* 1: the file is an HDF5 file with this group. */
int sn_columns_has(const char *file, const char *group);
/* The table of a group, its columns in the order in which they were written; memory is the arena's. */
sn_status sn_columns_read(const char *file, const char *group, sn_arena *arena, sn_column_table *out, sn_error *error);

#endif
