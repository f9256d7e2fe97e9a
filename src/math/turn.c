/* math/turn.c -- see turn.h.
 * Tests:   tests/math/test_turn.c
 */
#include "math/turn.h"

#include <math.h>

/* f = t/|w| of x = |w|^2 and c, and its derivatives. */
typedef struct {
  double f, x, c, xx, xc, cc;
} ratio;

/* atan(sqrt y)/sqrt y = 1 - y/3 + y^2/5 - ... and its first two derivatives, for y below SMALL: no cancellation. */
static const double SMALL = 0.04;
static void series(double y, double d[3])
{
  d[0] = d[1] = d[2] = 0;
  for (int i = 15; i >= 0; i--) { /* 0.04^14 is 3e-20 */
    d[2] = d[2] * y + 2 * d[1];
    d[1] = d[1] * y + d[0];
    d[0] = d[0] * y + (i % 2 ? -1.0 : 1.0) / (2 * i + 1);
  }
}

static ratio ratio_of(double x, double c)
{
  const double r = x + c * c;
  ratio o = {.c = -1 / r, .cc = 2 * c / (r * r), .xc = 1 / (r * r)};
  if (c > 0 && x < SMALL * c * c) {
    double d[3];
    series(x / (c * c), d);
    o.f = d[0] / c;
    o.x = d[1] / (c * c * c);
    o.xx = d[2] / (c * c * c * c * c);
  } else {
    const double s = sqrt(x);
    o.f = atan2(s, c) / s;
    o.x = (c / r - o.f) / (2 * x);
    o.xx = -(c / (r * r) + 3 * o.x) / (2 * x);
  }
  return o;
}

static double square(int n, const double *w)
{
  double x = 0;
  for (int i = 0; i < n; i++) {
    x += w[i] * w[i];
  }
  return x;
}

double sn_turn_angle(int n, const double *e)
{
  return atan2(sqrt(square(n - 1, e)), e[n - 1]);
}

double sn_turn_component(int n, const double *e, int k, double *gradient, double *hessian)
{
  const int c = n - 1;
  const ratio o = ratio_of(square(c, e), e[c]);
  for (int i = 0; i < c && gradient; i++) {
    gradient[i] = 2 * e[k] * e[i] * o.x + (i == k ? o.f : 0);
  }
  if (gradient) {
    gradient[c] = e[k] * o.c;
  }
  for (int i = 0; i < c && hessian; i++) {
    for (int j = 0; j <= i; j++) {
      const double once = (i == k ? e[j] : 0) + (j == k ? e[i] : 0) + (i == j ? e[k] : 0);
      hessian[i * n + j] = hessian[j * n + i] = 2 * o.x * once + 4 * o.xx * e[k] * e[i] * e[j];
    }
    hessian[i * n + c] = hessian[c * n + i] = 2 * e[k] * e[i] * o.xc + (i == k ? o.c : 0);
  }
  if (hessian) {
    hessian[c * n + c] = e[k] * o.cc;
  }
  return e[k] * o.f;
}
