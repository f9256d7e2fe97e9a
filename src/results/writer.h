/* results/writer.h -- writes a run into one HDF5 file that can be read while it grows and after a kill.
 * What:    a sink for run/run.h. The file is made with the first row, when the run has really begun: a run that cannot
 *          start leaves an older result alone. Single writer, many readers (SWMR): every dataset exists before the first
 *          step; `status`, `log` and `summary` are datasets.
 * Owner:   memory is the arena's; the writer holds HDF5 handles until sn_writer_finish.
 */
#ifndef SN_RESULTS_WRITER_H
#define SN_RESULTS_WRITER_H
#include "results/plan.h"

typedef struct sn_writer sn_writer;

/* Makes buffers; touches no file. plan and file must live as long as the writer. */
sn_status sn_writer_new(const sn_result_plan *plan, const char *file, sn_arena *arena, sn_writer **out,
                        sn_error *error);
/* row, step and log of the sink; progress is left to the caller. */
sn_sink sn_writer_sink(sn_writer *w);
/* The numbers of rows that the file has so far. */
typedef struct {
  long long rows, steps, lines;
} sn_written;
/* Writes everything so far to the disk (fsync), and returns how much that is. */
sn_status sn_writer_secure(sn_writer *w, sn_written *out, sn_error *error);
/* Replaces the first row when a run is resumed: copies that much of the older file of the same name into a new one, which then replaces
   it. t: time of its last step. SN_EINPUT: the older file has less. On failure the older file is unchanged, and this writer cannot be used (finish it all the same). */
sn_status sn_writer_take_up(sn_writer *w, const sn_written *much, double t, const sn_run_summary *summary,
                            sn_arena *arena, sn_error *error);
/* The first row will replace any file of this name, even if it is not a result. */
void sn_writer_replace(sn_writer *w);
sn_not_finite sn_writer_not_finite(const sn_writer *w);
/* The bytes of the last checkpoint, which sn_writer_finish puts into the file; they must be valid until then. */
void sn_writer_keep_point(sn_writer *w, const void *bytes, size_t n);
/* Last rows, summary, log (why the run ended: may be NULL) and how it ended; closes the file. Does nothing when no file was made. Must be called, whatever happened before. */
sn_status sn_writer_finish(sn_writer *w, sn_outcome outcome, const sn_run_summary *summary, const sn_error *why,
                           sn_error *error);

#endif
