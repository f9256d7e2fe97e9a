/* results/summary.h -- the numbers of a run that `info` shows: one table for writing, reading and printing.
 * Who:     writer, reader, show. /summary holds one scalar dataset each, rewritten at every flush.
 */
#ifndef SN_RESULTS_SUMMARY_H
#define SN_RESULTS_SUMMARY_H
#include "results/h5.h"

enum { SN_SUMMARY_NUMBERS = 22 };

/* Doubles only: counts are exact up to 2^53, and the table below stays a list of offsets. */
typedef struct {
  double alpha, dt, duration, completed, t_end, steps, newton_iterations, step_rejections, tolerance, error_rejections,
      inaccurate_steps, largest_error, wall_seconds, unknowns, degrees_of_freedom, energy_scale, energy_identity_error,
      numerical_dissipation, constraint_error, peak_memory_mb, rows /* stored and flushed */,
      channel_rows_not_finite; /* rows of a channel without a finite value, over all channels */
} sn_summary;

typedef struct {
  const char *name, *unit;
  size_t offset;
  int whole; /* printed as a whole number */
  int later; /* 1: files of older versions do not have it; it is 0 then */
} sn_summary_row;
extern const sn_summary_row sn_summary_rows[SN_SUMMARY_NUMBERS];

double sn_summary_number(const sn_summary *s, int i);
int sn_summary_create(hid_t file, const char *scheme, const sn_summary *s, hid_t id[SN_SUMMARY_NUMBERS]);
int sn_summary_write(const sn_summary *s, const hid_t id[SN_SUMMARY_NUMBERS]);
void sn_summary_close(hid_t id[SN_SUMMARY_NUMBERS]);

#endif
