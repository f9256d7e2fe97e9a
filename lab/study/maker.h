/* lab/study/maker.h -- a table made column by column, then a csv file; its columns also go into HDF5 (results/columns.h).
 * Who:     lab/study. After a failed allocation calls return NULL and `failed` is set.
 */
#ifndef SN_LAB_STUDY_MAKER_H
#define SN_LAB_STUDY_MAKER_H
#include "base/arena.h"
#include "results/columns.h"

enum { SN_MAKER_COLUMNS = 20 };
typedef struct {
  sn_arena *arena;
  int rows, n, failed;
  sn_named_column column[SN_MAKER_COLUMNS];
} sn_maker;

/* A new column, to be filled: `rows` of them. */
double *sn_maker_numbers(sn_maker *m, const char *name, const char *unit);
const char **sn_maker_texts(sn_maker *m, const char *name);
sn_status sn_maker_csv(const char *file, const sn_maker *m, sn_error *error);

#endif
