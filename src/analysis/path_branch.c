/* analysis/path_branch.c -- where between two points of a path the tangent is singular, to the digits that can be had.
 * Theory:  t = 1/(v.K^-1 v) vanishes where K is singular if v is near its null vector, and is smooth there (docs/theory-statics.md).
 *          Newton does not converge at the place itself, so it is not gone to: t is found at four points around it, and the
 *          place is where the cubic through them vanishes. Twice, the second time half as far away: twice the difference is the error.
 * Tests:   tests/analysis/test_path.c, tests/mechanisms/test_load_path.c
 */
#include "analysis/path_branch.h"

#include <math.h>

enum { POINTS = 4, ROUNDS = 2 };

typedef struct {
  double s[POINTS], t[POINTS], factor[POINTS];
  int n;
} sample;

/* Value at t = 0 of the polynomial y(t) through the points (Neville). */
static double at_zero(const sample *p, const double *y)
{
  double z[POINTS];
  SN_ASSERT(p->n >= 1 && p->n <= POINTS);
  for (int i = 0; i < p->n; i++) {
    z[i] = y[i];
    for (int j = i - 1; j >= 0; j--) {
      z[j] = (p->t[j] * z[j + 1] - p->t[i] * z[j]) / (p->t[j] - p->t[i]);
    }
  }
  return z[0];
}

static int take(const sn_branch_search *f, double s, sample *p)
{
  SN_ASSERT(p->n < POINTS);
  p->s[p->n] = s;
  if (f->at(f->data, s, &p->t[p->n], &p->factor[p->n]) != SN_OK || !isfinite(p->t[p->n])) {
    return 0;
  }
  p->n++;
  return 1;
}

int sn_branch_find(const sn_branch_search *f, double a, double b, double *factor, double *error)
{
  sample ends = {.n = 0};
  double h = (b - a) / 4, before = NAN;
  SN_ASSERT(f->at);
  if (!take(f, a, &ends) || !take(f, b, &ends) || !(ends.t[0] * ends.t[1] < 0)) {
    return 0;
  }
  double s = at_zero(&ends, ends.s);
  *factor = at_zero(&ends, ends.factor);
  *error = fabs(ends.factor[1] - ends.factor[0]);
  for (int round = 0; round < ROUNDS; round++, h /= 2) {
    sample p = {.n = 0};
    for (int k = 0; k < POINTS; k++) {
      const double place = s + h * (k - 1.5);
      if (place >= a && place <= b && !take(f, place, &p)) {
        break; /* too close to the branch: the present result is kept */
      }
    }
    if (p.n < 3) {
      break;
    }
    s = at_zero(&p, p.s);
    before = *factor;
    *factor = at_zero(&p, p.factor);
    *error = 2 * fabs(*factor - before); /* one repetition is often too few on fine meshes */
    if (!(s > a && s < b) || *error <= 1e-11 * fabs(*factor)) {
      break;
    }
  }
  return isfinite(*factor) && s > a && s < b;
}
