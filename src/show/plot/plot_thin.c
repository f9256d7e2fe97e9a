/* show/plot/plot_thin.c -- few enough points to draw, with every peak kept.
 * What:    over time, each column of the picture keeps its first, smallest, largest and last value (drawn at their own
 *          times), so that the drawn curve covers the same pixels as the whole one. A path in the plane drops points that
 *          stay in the same small cell.
 * Limits:  a column with numbers and NaN shows its numbers, and a gap at its end.
 * Tests:   tests/show/test_plot.c.
 */
#include <math.h>
#include <string.h>

#include "show/plot/plot_private.h"

typedef struct {
  int n;
  double *x, *y;
} points;

static void put(points *p, double x, double y)
{
  p->x[p->n] = x;
  p->y[p->n++] = y;
}

static sn_status make(points *p, size_t room, sn_arena *arena, sn_error *error)
{
  *p = (points){0, SN_NEW(arena, double, room), SN_NEW(arena, double, room)};
  return p->x && p->y ? SN_OK : sn_no_memory(error, "the curves");
}

/* Rows first..last-1 of one column. */
static void put_column(points *p, const double *x, const double *y, int first, int last)
{
  int keep[4] = {-1, -1, -1, -1}, gap = 0; /* first, smallest, largest, last that are numbers */
  for (int i = first; i < last; i++) {
    if (!isfinite(y[i])) {
      gap = 1;
      continue;
    }
    keep[0] = keep[0] < 0 ? i : keep[0];
    keep[1] = keep[1] < 0 || y[i] < y[keep[1]] ? i : keep[1];
    keep[2] = keep[2] < 0 || y[i] > y[keep[2]] ? i : keep[2];
    keep[3] = i;
  }
  if (keep[1] > keep[2]) {
    const int other = keep[1];
    keep[1] = keep[2];
    keep[2] = other;
  }
  for (int k = 0, before = -1; k < 4; k++) {
    if (keep[k] > before) {
      put(p, x[keep[k]], y[keep[k]]);
      before = keep[k];
    }
  }
  if (gap) {
    put(p, x[last - 1], NAN);
  }
}

sn_status sn_thin_columns(int n, const double *x, const double *y, int columns, sn_arena *arena, sn_plot_curve *out,
                          sn_error *error)
{
  SN_ASSERT(columns > 0 && n >= 0);
  points p;
  const int whole = n <= 4 * columns;
  SN_TRY(make(&p, whole ? (size_t)n : 5 * (size_t)columns + 5, arena, error));
  if (whole) {
    p.n = n;
    memcpy(p.x, x, (size_t)n * sizeof *x);
    for (int i = 0; i < n; i++) {
      p.y[i] = isfinite(y[i]) ? y[i] : NAN;
    }
  } else {
    const double width = (x[n - 1] - x[0]) / columns;
    for (int first = 0, last = 0, column = 1; first < n; first = last, column++) {
      const double end = x[0] + column * width;
      while (last < n && (x[last] < end || column >= columns)) {
        last++;
      }
      if (last > first) {
        put_column(&p, x, y, first, last);
      }
    }
  }
  out->n = p.n;
  out->x = p.x;
  out->y = p.y;
  return SN_OK;
}

static void bounds(int n, const double *x, double *lo, double *size)
{
  double hi = -INFINITY;
  *lo = INFINITY;
  for (int i = 0; i < n; i++) {
    if (isfinite(x[i])) {
      *lo = fmin(*lo, x[i]);
      hi = fmax(hi, x[i]);
    }
  }
  *size = hi > *lo ? hi - *lo : 1;
}

sn_status sn_thin_path(int n, const double *x, const double *y, int cells, sn_arena *arena, sn_plot_curve *out,
                       sn_error *error)
{
  SN_ASSERT(cells > 0 && n >= 0);
  points p;
  double x_lo, x_size, y_lo, y_size;
  SN_TRY(make(&p, (size_t)n, arena, error));
  bounds(n, x, &x_lo, &x_size);
  bounds(n, y, &y_lo, &y_size);
  for (int i = 0; i < n; i++) {
    const int good = isfinite(x[i]) && isfinite(y[i]);
    const int before = p.n > 0 && isfinite(p.y[p.n - 1]);
    const int stays = good && before && n > 4 * cells && i + 1 < n && fabs(x[i] - p.x[p.n - 1]) < x_size / cells &&
                      fabs(y[i] - p.y[p.n - 1]) < y_size / cells;
    if (good && !stays) {
      put(&p, x[i], y[i]);
    } else if (!good && before) {
      put(&p, NAN, NAN);
    }
  }
  out->n = p.n;
  out->x = p.x;
  out->y = p.y;
  return SN_OK;
}
