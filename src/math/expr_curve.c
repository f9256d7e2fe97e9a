/* math/expr_curve.c -- curves through points: natural cubic spline, monotone cubic, piecewise linear.
 * Theory:  cubics in Hermite form. Natural spline: slopes m from continuity of the second derivative,
 *          m_{i-1}/h_{i-1} + 2 m_i (1/h_{i-1} + 1/h_i) + m_{i+1}/h_i = 3 (d_{i-1}/h_{i-1} + d_i/h_i), d the chord slopes,
 *          and zero second derivative at the ends. Monotone: weighted harmonic mean of the chord slopes, zero at turns.
 * Limits:  constant outside the points, hence a kink in slope at the ends unless the data is flat there.
 * Tests:   tests/math/test_curve.c.
 */
#include "base/text.h"
#include "math/expr_private.h"
#include <math.h>
#include <string.h>

/* Natural spline by forward elimination and back substitution; the matrix is diagonally dominant. */
static int natural_slopes(sn_arena *arena, int n, const double *x, const double *y, double *slope)
{
  double *upper = SN_NEW(arena, double, n);
  if (!upper) {
    return 0;
  }
  for (int i = 0; i < n; i++) {
    const double left = i > 0 ? 1 / (x[i] - x[i - 1]) : 0, right = i < n - 1 ? 1 / (x[i + 1] - x[i]) : 0;
    double b = 0;
    if (i > 0) {
      b += 3 * left * left * (y[i] - y[i - 1]);
    }
    if (i < n - 1) {
      b += 3 * right * right * (y[i + 1] - y[i]);
    }
    double diagonal = 2 * (left + right);
    if (i > 0) {
      diagonal -= left * upper[i - 1];
      b -= left * slope[i - 1];
    }
    upper[i] = right / diagonal;
    slope[i] = b / diagonal;
  }
  for (int i = n - 2; i >= 0; i--) {
    slope[i] -= upper[i] * slope[i + 1];
  }
  return 1;
}

/* One-sided slope of the parabola through three points, cut so that the curve stays monotone. */
static double end_slope(double h0, double h1, double d0, double d1)
{
  const double m = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (m * d0 <= 0) {
    return 0;
  }
  return d0 * d1 <= 0 && fabs(m) > 3 * fabs(d0) ? 3 * d0 : m;
}

static void monotone_slopes(int n, const double *x, const double *y, double *slope)
{
  if (n == 2) {
    slope[0] = slope[1] = (y[1] - y[0]) / (x[1] - x[0]);
    return;
  }
  for (int i = 1; i < n - 1; i++) {
    const double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
    const double d0 = (y[i] - y[i - 1]) / h0, d1 = (y[i + 1] - y[i]) / h1;
    const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    slope[i] = d0 * d1 > 0 ? (w0 + w1) / (w0 / d0 + w1 / d1) : 0;
    if (i == 1) {
      slope[0] = end_slope(h0, h1, d0, d1);
    }
    if (i == n - 2) {
      slope[n - 1] = end_slope(h1, h0, d1, d0);
    }
  }
}

static sn_status check(int n, const double *x, const double *y, sn_error *error)
{
  if (n < 2) {
    sn_failf(error, SN_EINPUT, "The curve has %d point%s.", n, n == 1 ? "" : "s");
    sn_error_fix(error, "Give at least two points.");
    return SN_EINPUT;
  }
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i]) || !isfinite(y[i])) {
      sn_failf(error, SN_EINPUT, "Point %d of the curve is (%g, %g), which is not finite.", i + 1, x[i], y[i]);
      return SN_EINPUT;
    }
    if (i > 0 && !(x[i] > x[i - 1])) {
      sn_failf(error, SN_EINPUT, "The first coordinate of a curve must rise, but point %d has %.10g after %.10g.",
               i + 1, x[i], x[i - 1]);
      sn_error_fix(error, "Sort the points and remove double ones; for a jump use where(less(...), a, b).");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

sn_status sn_curve_new(sn_arena *arena, int n, const double *x, const double *y, const char *kind, const sn_curve **out,
                       sn_error *error)
{
  static const char *const kinds[] = {"spline", "monotone", "linear"};
  int k = 0;
  while (k < 3 && strcmp(kind, kinds[k]) != 0) {
    k++;
  }
  if (k == 3) {
    const char *near = sn_nearest(kind, kinds, 3);
    sn_failf(error, SN_EINPUT, "\"%s\" is not a kind of curve.", kind);
    sn_error_fix(error, "Use \"spline\", \"monotone\" or \"linear\"%s%s%s.", near ? "; did you mean \"" : "",
                 near ? near : "", near ? "\"?" : "");
    return SN_EINPUT;
  }
  SN_TRY(check(n, x, y, error));
  sn_curve *c = SN_NEW(arena, sn_curve, 1);
  double *data = SN_NEW(arena, double, 3 * (size_t)n);
  if (!c || !data) {
    return sn_no_memory(error, "a curve");
  }
  double *slope = data + 2 * n;
  memcpy(data, x, (size_t)n * sizeof *x);
  memcpy(data + n, y, (size_t)n * sizeof *y);
  if (k == 0 && !natural_slopes(arena, n, x, y, slope)) {
    return sn_no_memory(error, "a spline");
  }
  if (k == 1) {
    monotone_slopes(n, x, y, slope);
  }
  *c = (sn_curve){.n = n, .cubic = k < 2, .x = data, .y = data + n, .slope = slope};
  *out = c;
  return SN_OK;
}

/* The interval i with x_i <= x < x_{i+1} (the last one includes its end). */
static int interval(const sn_curve *c, double x)
{
  int low = 0, high = c->n - 1;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (x < c->x[middle]) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

void sn_curve_at(const sn_curve *c, double x, double out[3])
{
  out[1] = out[2] = 0;
  if (isnan(x)) {
    out[0] = x;
    return;
  }
  if (x < c->x[0] || x > c->x[c->n - 1]) {
    out[0] = x < c->x[0] ? c->y[0] : c->y[c->n - 1];
    return;
  }
  const int i = interval(c, x);
  const double h = c->x[i + 1] - c->x[i], s = (x - c->x[i]) / h, r = 1 - s, dy = c->y[i + 1] - c->y[i];
  if (!c->cubic) {
    out[0] = r * c->y[i] + s * c->y[i + 1];
    out[1] = dy / h;
    return;
  }
  const double m0 = h * c->slope[i], m1 = h * c->slope[i + 1];
  out[0] = r * r * (1 + 2 * s) * c->y[i] + s * s * (3 - 2 * s) * c->y[i + 1] + s * r * (r * m0 - s * m1);
  out[1] = (6 * s * r * dy + r * (1 - 3 * s) * m0 + s * (3 * s - 2) * m1) / h;
  out[2] = (6 * (1 - 2 * s) * dy + (6 * s - 4) * m0 + (6 * s - 2) * m1) / (h * h);
}
