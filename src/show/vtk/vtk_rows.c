/* show/vtk/vtk_rows.c -- which stored times go into a series.
 * Tests:   tests/show/test_vtk.c.
 */
#include <stdlib.h>

#include "results/scene.h"
#include "show/vtk/vtk.h"

static sn_status outside(double t, double first, double last, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "There is no result at t = %g s.", t);
  sn_error_where(error, "--time");
  sn_error_why(error, "The result goes from %g to %g s.", first, last);
  sn_error_fix(error, "Choose times between these.");
  return SN_EINPUT;
}

static int compare(const void *a, const void *b)
{
  const unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;
  return (x > y) - (x < y);
}

static sn_status rows_at(sn_reader *r, const sn_vtk_choice *c, unsigned long long *rows, int *n, sn_error *error)
{
  const sn_series *time = sn_reader_time(r);
  double first, last;
  SN_TRY(sn_reader_read(r, time, 0, 1, &first, error));
  SN_TRY(sn_reader_read(r, time, time->rows - 1, 1, &last, error));
  const double slack = 1e-9 * (last - first);
  for (int i = 0; i < c->n_time; i++) {
    if (!(c->time[i] >= first - slack && c->time[i] <= last + slack)) {
      return outside(c->time[i], first, last, error);
    }
    SN_TRY(sn_reader_row_at(r, c->time[i], &rows[i], error));
  }
  qsort(rows, (size_t)c->n_time, sizeof *rows, compare);
  *n = 0;
  for (int i = 0; i < c->n_time; i++) {
    if (i == 0 || rows[i] != rows[*n - 1]) {
      rows[(*n)++] = rows[i];
    }
  }
  return SN_OK;
}

sn_status sn_vtk_rows(sn_reader *r, const sn_vtk_choice *c, int most, sn_arena *arena, const unsigned long long **out,
                      int *n, sn_error *error)
{
  enum { MOST_FILES = 10000000 };
  const unsigned long long stored = sn_reader_time(r)->rows;
  if (stored == 0) {
    return sn_fail(error, SN_EINPUT, "the result", "It contains no rows yet.", "The run has not written any.",
                   "Wait until it has, or run the model again.");
  }
  /* no selection: the least step that leaves at most `most` */
  const unsigned long long spans = most > 2 ? (unsigned long long)most - 1 : 1;
  const unsigned long long step = c->every > 0 ? c->every : (stored - 1 + spans - 1) / spans;
  const unsigned long long many = step > 0 ? (stored - 1) / step + 1 : 1;
  if (c->n_time == 0 && many > MOST_FILES) {
    return sn_fail(error, SN_EINPUT, "--every", "That would be more than ten million files.", "",
                   "Choose a larger number.");
  }
  *n = c->n_time > 0 ? c->n_time : (int)many;
  unsigned long long *rows = SN_NEW(arena, unsigned long long, *n);
  *out = rows;
  if (!rows) {
    return sn_no_memory(error, "the list of times");
  }
  for (int i = 0; i < *n; i++) {
    rows[i] = (unsigned long long)i * step;
  }
  return c->n_time > 0 ? rows_at(r, c, rows, n, error) : SN_OK;
}
