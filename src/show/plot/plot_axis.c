/* show/plot/plot_axis.c -- ranges of axes and where their ticks are.
 * What:    ticks at 1, 2 or 5 times a power of ten; a logarithmic axis has ticks at powers of ten. A range that is nothing
 *          but round-off is widened, so that a constant looks constant.
 * Tests:   tests/show/test_plot.c.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "show/plot/plot_private.h"

static const double least_share = 1e-8;   /* a range narrower than this share of its values is round-off */
static const double most_decades = 1e-20; /* of a logarithmic axis: less than this share of the largest is not shown */

static sn_axis logarithmic(double lo, double hi)
{
  if (!(lo > 0) || !isfinite(hi) || hi < lo) {
    return (sn_axis){0.1, 10, 1};
  }
  lo = fmax(fmax(lo, hi * most_decades), 1e-300);
  return (sn_axis){pow(10, floor(log10(lo) - 1e-9)), pow(10, ceil(log10(hi) + 1e-9)), 1};
}

sn_axis sn_axis_around(double lo, double hi, int log, double margin)
{
  SN_ASSERT(margin >= 0);
  if (log) {
    return logarithmic(lo, hi);
  }
  if (!(lo <= hi)) { /* nothing at all */
    return (sn_axis){-1, 1, 0};
  }
  const double size = fmax(fabs(lo), fabs(hi));
  if (hi - lo <= least_share * size || hi - lo < DBL_MIN) {
    const double half = size > 0 ? 0.05 * size : 1, middle = 0.5 * lo + 0.5 * hi;
    return (sn_axis){middle - half, middle + half, 0};
  }
  const double more = fmin(margin * (hi - lo), DBL_MAX / 4);
  return (sn_axis){fmax(lo - more, -DBL_MAX / 4), fmin(hi + more, DBL_MAX / 4), 0};
}

double sn_axis_part(const sn_axis *a, double value)
{
  if (a->log) {
    return value > 0 ? log(value / a->lo) / log(a->hi / a->lo) : NAN;
  }
  return (value - a->lo) / (a->hi - a->lo);
}

static void decades(const sn_axis *a, int most, sn_ticks *out)
{
  const int first = (int)lround(log10(a->lo)), last = (int)lround(log10(a->hi));
  int stride = 1;
  while ((last - first) / stride + 1 > most) {
    stride++;
  }
  out->step = pow(10, stride);
  for (int e = last - (last - first) / stride * stride; e <= last && out->n < most; e += stride) {
    out->value[out->n] = pow(10, e);
    if (e < -3 || e > 4) {
      (void)snprintf(out->text[out->n++], SN_TICK_TEXT, "1e%d", e);
    } else {
      (void)snprintf(out->text[out->n++], SN_TICK_TEXT, "%g", pow(10, e));
    }
  }
}

/* As few digits as distinguish neighbours. */
static void write_number(double x, double step, double largest, char *text)
{
  if (fabs(x) < 1e-6 * step) {
    (void)snprintf(text, SN_TICK_TEXT, "0");
  } else if (largest >= 1e6 || largest < 1e-3) {
    const int digits = (int)ceil(log10(largest / step) - 1e-9) + 1;
    (void)snprintf(text, SN_TICK_TEXT, "%.*g", digits < 1 ? 1 : digits > 10 ? 10 : digits, x);
  } else {
    const int decimals = (int)ceil(-log10(step) - 1e-9);
    (void)snprintf(text, SN_TICK_TEXT, "%.*f", decimals < 0 ? 0 : decimals > 12 ? 12 : decimals, x);
  }
}

void sn_ticks_of(const sn_axis *a, int most, sn_ticks *out)
{
  SN_ASSERT(most > 0);
  static const double sizes[] = {1, 2, 5, 10};
  out->n = 0;
  most = most < 2 ? 2 : most > SN_MOST_TICKS ? SN_MOST_TICKS : most;
  if (a->log) {
    decades(a, most, out);
    return;
  }
  const double range = a->hi - a->lo, power = pow(10, floor(log10(range / most)));
  double step = 0;
  for (int i = 0; i < 4; i++) {
    step = sizes[i] * power;
    if (floor(a->hi / step + 1e-9) - ceil(a->lo / step - 1e-9) + 1 <= most) {
      break;
    }
  }
  out->step = step;
  const double first = ceil(a->lo / step - 1e-9), last = floor(a->hi / step + 1e-9);
  const double largest = fmax(fabs(first), fabs(last)) * step;
  for (int i = 0; first + i <= last && out->n < most; i++) {
    out->value[out->n] = (first + i) * step;
    write_number((first + i) * step, step, largest, out->text[out->n]);
    out->n++;
  }
}
