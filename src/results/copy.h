/* results/copy.h -- rows of an older result into the tables of a new one.
 * Who:     results/writer.c, when a run goes on.
 */
#ifndef SN_RESULTS_COPY_H
#define SN_RESULTS_COPY_H
#include "results/plan.h"
#include "results/reader.h"
#include "results/table.h"

/* SN_EINPUT when the older result is of another model (its texts) or of other parameters. */
sn_status sn_copy_same_model(sn_reader *from, const sn_result_plan *plan, sn_error *error);
/* Copies the first `rows` rows of every column bit by bit; `last` is the value of column 0 (time) in the last of them. SN_EINPUT:
   a column is missing, shorter, of another width, or cannot be read; SN_EIO: the new one cannot be written. */
sn_status sn_copy_rows(sn_reader *from, sn_table *to, long long rows, double *last, sn_error *error);

#endif
