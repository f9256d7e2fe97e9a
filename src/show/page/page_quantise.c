/* show/page/page_quantise.c -- rows of floats in 16 bits.
 * What:    each column from its least to its largest value in 65534 steps: a picture cannot show the difference.
 * Tests:   tests/show/test_page.c.
 */
#include <float.h>
#include <math.h>

#include "show/page/page_private.h"

static const double STEPS = SN_PAGE_NO_NUMBER - 1;

static void column(const sn_page_rows *rows, size_t stride, size_t k, sn_page_codes *out)
{
  SN_ASSERT(k < stride);
  double low = DBL_MAX, high = -DBL_MAX;
  for (size_t i = k; i < rows->n * stride; i += stride) {
    const double x = (double)rows->values[i];
    if (isfinite(x)) {
      low = fmin(low, x);
      high = fmax(high, x);
    }
  }
  out->low[k] = low <= high ? (float)low : 0;
  out->step[k] = low < high ? (float)((high - low) / STEPS) : 0;
  const double from = (double)out->low[k], step = (double)out->step[k];
  for (size_t i = k; i < rows->n * stride; i += stride) {
    const double x = (double)rows->values[i], code = step > 0 ? fmin(STEPS, fmax(0, round((x - from) / step))) : 0;
    out->code[i] = isfinite(x) ? (unsigned short)code : SN_PAGE_NO_NUMBER;
  }
}

int sn_page_quantise(const sn_page_rows *rows, size_t stride, sn_arena *arena, sn_page_codes *out)
{
  *out = (sn_page_codes){SN_NEW(arena, unsigned short, rows->n *stride), SN_NEW(arena, float, stride),
                         SN_NEW(arena, float, stride)};
  if (!out->code || !out->low || !out->step) {
    return 0;
  }
  for (size_t k = 0; k < stride; k++) {
    column(rows, stride, k, out);
  }
  return 1;
}
