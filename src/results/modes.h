/* results/modes.h -- modes in a result file: /modes, beside rows that show each of them moving.
 * What:    one row of every table per mode. The rows over time show mode k (counted from 0) from t = k to k + 1 s: one period,
 *          `frames` rows, both ends included, scaled to be seen. So everything that shows a run shows modes.
 * Who:     session/session_modes.c writes, show reads.
 */
#ifndef SN_RESULTS_MODES_H
#define SN_RESULTS_MODES_H
#include "analysis/modes.h"
#include "results/h5.h"
#include "results/reader.h"

/* A mode is shown from t = k to k + this, s: its last row equals its first, and is earlier than the next mode. */
#define SN_MODE_PERIOD 0.999999

typedef struct sn_plan_modes {
  const sn_modes *modes;
  int buckling;
  int frames; /* rows per mode */
} sn_plan_modes;

/* /modes: frequency, growth, damping (or load_factor), residual, effective_mass, moves_most, displacement, rotation. NULL: nothing. Negative on failure. */
int sn_modes_write(hid_t file, const sn_system *s, const sn_plan_modes *modes);

typedef struct sn_mode_table {
  int n; /* 0: the file is of a run */
  int buckling, frames;
  const double *frequency, *growth, *damping, *factor,
      *residual; /* Hz, 1/s, 1, 1, 1; n each; factor NULL: vibrations */
  const char *const *moves_most;
} sn_mode_table;
sn_status sn_modes_read(sn_reader *r, sn_arena *arena, sn_mode_table *out, sn_error *error);
/* Describes mode k in a few words: "3.516 Hz", "grows 2.1 1/s", "no stiffness", "factor 1.27". */
/* The mode that a stored time shows, counted from 0. */
static inline int sn_mode_at(const sn_mode_table *t, double time)
{
  return time < 0 ? 0 : time >= t->n ? t->n - 1 : (int)time;
}
double sn_mode_phase(double t); /* of a stored row, degrees from 0 to 360 */
const char *sn_mode_words(const sn_mode_table *t, int k, char *text, size_t size);

#endif
