/* results/warnings.h -- /warnings of a result: one row per warning of the model and of the run.
 * Who:     writer and reader; show and cli put them as JSON.
 */
#ifndef SN_RESULTS_WARNINGS_H
#define SN_RESULTS_WARNINGS_H
#include "base/warning.h"
#include "results/json.h"
#include "results/plan.h"
#include "results/reader.h"

/* An empty list that can grow; negative on failure, as the next one. */
hid_t sn_warnings_make(hid_t file);
/* All of them anew: those of the plan, then what the run has noticed so far. *n: how many. */
int sn_warnings_write(hid_t dataset, const sn_result_plan *plan, const sn_run_summary *run, const sn_not_finite *bad,
                      int *n);
/* Channels without a value, as a warning; the text lives in `text`. 0: there are none. */
int sn_not_finite_warning(const sn_not_finite *x, sn_warning *out, char *text, size_t size);
/* Of a file; none if it is of a version that did not store them. The arena is the reader's. */
sn_status sn_reader_warnings(sn_reader *r, const sn_warning **out, int *n, sn_error *error);
/* One object: kind, where, text, and for those of a run item, count, first_time, worst, worst_time, unit. */
void sn_json_warning(sn_json *j, const sn_warning *w);

#endif
