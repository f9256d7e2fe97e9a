/* results/warnings.h -- /warnings of a result: one row per warning of the model and of the run.
 * Who:     writer and reader; show and cli put them as JSON.
 */
#ifndef SN_RESULTS_WARNINGS_H
#define SN_RESULTS_WARNINGS_H
#include "base/warning.h"
#include "results/json.h"
#include "results/plan.h"
#include "results/reader.h"

/* Creates an empty list that can grow; both functions return a negative number on failure. */
hid_t sn_warnings_make(hid_t file);
/* Writes all warnings again: those of the plan, then those of the run so far. *n: their number. */
int sn_warnings_write(hid_t dataset, const sn_result_plan *plan, const sn_run_summary *run, const sn_not_finite *bad,
                      int *n);
/* Channels without a value, as a warning; the text lives in `text`. 0: there are none. */
int sn_not_finite_warning(const sn_not_finite *x, sn_warning *out, char *text, size_t size);
/* Reads the warnings of a file; none if its version did not store them. The arena is the reader's. */
sn_status sn_reader_warnings(sn_reader *r, const sn_warning **out, int *n, sn_error *error);
/* Writes one object: kind, where, text, and for those of a run item, count, first_time, worst, worst_time, unit. */
void sn_json_warning(sn_json *j, const sn_warning *w);

#endif
