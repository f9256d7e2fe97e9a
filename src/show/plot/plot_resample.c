/* show/plot/plot_resample.c -- values between stored rows.
 * What:    the polynomial through the four rows around a time (Lagrange), and even times for spectra.
 * Limits:  order 4 where the motion is smooth; at a jump the polynomial overshoots by up to an eighth of it.
 * Tests:   tests/show/test_plot.c (exact for cubics, order), tests/show/test_compare.c.
 */
#include <math.h>

#include "show/plot/plot_private.h"

/* The last row not after `at`, at most n - 2: searched near the hint first, since times are requested in order. */
static int row_before(int n, const double *t, double at, int hint)
{
  int lo = 0, hi = n - 1;
  if (hint >= 0 && hint < n - 1 && t[hint] <= at) {
    lo = hint;
    if (hint + 2 < n && at < t[hint + 2]) {
      hi = hint + 2;
    }
  }
  while (hi - lo > 1) {
    const int middle = lo + (hi - lo) / 2;
    if (t[middle] <= at) {
      lo = middle;
    } else {
      hi = middle;
    }
  }
  return lo;
}

double sn_cubic_at(int n, const double *t, const double *y, double at, int *hint)
{
  SN_ASSERT(n > 0 && *hint >= 0 && *hint < n);
  if (n == 1) {
    return y[0];
  }
  *hint = row_before(n, t, at, *hint);
  const int count = n < 4 ? n : 4;
  int first = *hint - 1;
  first = first < 0 ? 0 : first > n - count ? n - count : first;
  double sum = 0;
  for (int i = first; i < first + count; i++) {
    double weight = 1;
    for (int j = first; j < first + count; j++) {
      weight *= i == j ? 1 : (at - t[j]) / (t[i] - t[j]);
    }
    sum += weight == 0 ? 0 : weight * y[i]; /* at a row itself its neighbours do not count, even if they are NaN */
  }
  return sum;
}

int sn_even(int n, double *t, double *y, double *out, double *step, int *moved)
{
  int kept = 0, hint = 0;
  for (int i = 0; i < n; i++) {
    if (isfinite(y[i]) && isfinite(t[i]) && (kept == 0 || t[i] > t[kept - 1])) {
      t[kept] = t[i];
      y[kept++] = y[i];
    }
  }
  *moved = 0;
  *step = kept > 1 ? (t[kept - 1] - t[0]) / (kept - 1) : 0;
  for (int i = 0; i < kept && !*moved; i++) {
    *moved = fabs(t[i] - (t[0] + i * *step)) > 1e-6 * *step;
  }
  for (int i = 0; i < kept; i++) {
    out[i] = *moved ? sn_cubic_at(kept, t, y, t[0] + i * *step, &hint) : y[i];
  }
  return kept;
}
