/* results/summary.h -- the numbers of a run that `info` shows: one table for writing, reading and printing.
 * Who:     writer, reader, show. /summary holds one scalar dataset each, rewritten at every flush.
 */
#ifndef SN_RESULTS_SUMMARY_H
#define SN_RESULTS_SUMMARY_H
#include "results/h5.h"

/* How a number is shown and read. */
enum {
  SN_SUM_WHOLE = 1,  /* printed as a whole number */
  SN_SUM_TRUTH = 2,  /* 0 or 1: false or true */
  SN_SUM_LATER = 4,  /* missing in files of older versions; it is then 0 */
  SN_SUM_INSIDE = 8, /* for programs; the page does not show it */
};

/* Name, unit, flags; in the order of the file. */
#define SN_SUMMARY(X)                                                                                           \
  X(alpha, "1", 0)                                                                                              \
  X(dt, "s", 0)                                                                                                 \
  X(duration, "s", 0)                                                                                           \
  X(completed, "1", SN_SUM_WHOLE | SN_SUM_TRUTH | SN_SUM_INSIDE)                                                \
  X(t_end, "s", 0)                                                                                              \
  X(steps, "1", SN_SUM_WHOLE)                                                                                   \
  X(newton_iterations, "1", SN_SUM_WHOLE)                                                                       \
  X(step_rejections, "1", SN_SUM_WHOLE)                                                                         \
  X(tolerance, "1", SN_SUM_LATER)                                                                               \
  X(error_rejections, "1", SN_SUM_WHOLE | SN_SUM_LATER)                                                         \
  X(inaccurate_steps, "1", SN_SUM_WHOLE | SN_SUM_LATER)                                                         \
  X(largest_error, "1", SN_SUM_LATER)                                                                           \
  X(wall_seconds, "s", 0)                                                                                       \
  X(unknowns, "1", SN_SUM_WHOLE)                                                                                \
  X(degrees_of_freedom, "1", SN_SUM_WHOLE)                                                                      \
  X(energy_scale, "J", SN_SUM_INSIDE)                                                                           \
  X(energy_identity_error, "1", 0)                                                                              \
  X(numerical_dissipation, "1", 0)                                                                              \
  X(constraint_error, "1", 0)                                                                                   \
  X(contact_energy, "J", SN_SUM_LATER) /* stored in contacts */                                                 \
  X(friction_loss, "J", SN_SUM_LATER)  /* of contacts so far, as the next two */                                \
  X(impact_loss, "J", SN_SUM_LATER)                                                                             \
  X(rolling_loss, "J", SN_SUM_LATER)                                                                            \
  X(peak_memory_mb, "MB", 0)                                                                                    \
  X(rows, "1", SN_SUM_WHOLE | SN_SUM_INSIDE) /* stored and flushed */                                           \
  X(channel_rows_not_finite, "1",                                                                               \
    SN_SUM_WHOLE | SN_SUM_LATER) /* rows of a channel without a finite value, over all */                       \
  X(warning_count, "1", SN_SUM_WHOLE | SN_SUM_LATER | SN_SUM_INSIDE)         /* rows of /warnings that count */ \
  X(strict, "1", SN_SUM_WHOLE | SN_SUM_TRUTH | SN_SUM_LATER | SN_SUM_INSIDE) /* warnings are errors */

/* Doubles only: counts are exact up to 2^53, and the table below stays a list of offsets. */
#define SN_SUMMARY_FIELD(name, unit, flags) double name;
typedef struct {
  SN_SUMMARY(SN_SUMMARY_FIELD)
} sn_summary;
#undef SN_SUMMARY_FIELD
enum { SN_SUMMARY_NUMBERS = sizeof(sn_summary) / sizeof(double) };

typedef struct {
  const char *name, *unit;
  size_t offset;
  int flags;
} sn_summary_row;
extern const sn_summary_row sn_summary_rows[SN_SUMMARY_NUMBERS];

double sn_summary_number(const sn_summary *s, int i);
int sn_summary_create(hid_t file, const char *scheme, const sn_summary *s, hid_t id[SN_SUMMARY_NUMBERS]);
int sn_summary_write(const sn_summary *s, const hid_t id[SN_SUMMARY_NUMBERS]);
void sn_summary_close(hid_t id[SN_SUMMARY_NUMBERS]);

#endif
