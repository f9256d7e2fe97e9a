/* run/report.h -- what went wrong when no smaller step is left: the words a user gets.
 * Who:     run/run.c. Texts live in fixed buffers; nothing is allocated.
 */
#ifndef SN_RUN_REPORT_H
#define SN_RUN_REPORT_H
#include "run/run.h"

/* Failures since the last trial of a step of nominal size, or of one larger than all that failed: the first and the
   last of them. */
typedef struct {
  sn_status status;
  double h_first, h_last;
  double first_increment; /* largest Newton increment at h_first */
  sn_step_report last;
} sn_trouble;

void sn_trouble_add(sn_trouble *x, sn_status status, double h, const sn_step_report *report, int is_nominal);
const char *sn_trouble_word(sn_status status); /* "no convergence", "singular" */
/* Fills all four parts of the error: time and step, the largest residuals, Newton history and class, one thing to try; or the
   law that has no value. */
void sn_trouble_report(const sn_trouble *x, const sn_system *s, double t, sn_error *error);

#endif
