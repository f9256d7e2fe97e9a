/* contact/disc_plane.c -- a disc with a round edge on a half space: its lowest point. See pair.h.
 * Theory:  the lowest point of a disc of radius R across axis 1 is at -R (0, w_2, w_3)/|w|, w_j the slope of axis j of the disc; the gap is
 *          its height, less R |w| than that of the middle. Flat on the plane it is everywhere, and the slope of the gap would jump. So for a tilt
 *          |w| below FLAT it is R f(|w|), f = |w|^2 (2 FLAT - |w|)/FLAT^2, which meets |w| with its slope: the point moves from the middle to the rim.
 */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static const double FLAT = 1e-2; /* rad */

/* Where the lowest point of the core is, along the axes of the disc; returns how much lower it is than the middle. */
static double lowest(const sn_touch_gap *p, const double *e, double core[3])
{
  const double w[3] = {0, e[3 + 3 + 2], e[3 + 6 + 2]}, size = sqrt(w[1] * w[1] + w[2] * w[2]), x = size / FLAT;
  const double per = x < 1 ? (4 - 3 * x) / FLAT : 1 / size; /* slope of f, over the tilt */
  for (int j = 0; j < 3; j++) {
    core[j] = -p->rod * per * w[j];
  }
  return p->rod * (x < 1 ? size * x * (2 - x) : size);
}

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_touch_gap *p = sn_touch_gap_of(g);
  double core[3];
  const double lower = lowest(p, e, core);
  sn_touch_slope(g, (const double[3]){0, 0, 1}, 3, gradient, hessian);
  for (int j = 0; j < 3 && gradient; j++) {
    gradient[3 + 3 * j + 2] = core[j];
  }
  return e[2] - lower - p->round[1];
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  double core[3];
  (void)lowest(sn_touch_gap_of(g), e, core);
  n[0] = n[1] = 0;
  n[2] = 1;
  sn_touch_point(sn_touch_gap_of(g), e, n, core, xi);
}

void sn_disc_on_plane(double ring, double edge, sn_touch_gap *out)
{
  *out = (sn_touch_gap){.gap = {.least = -INFINITY, .value = value, .place = place}, .rod = ring, .round = {0, edge}};
  sn_touch_begin(out, SN_CONTACT_PAIR, (double[3]){0, 4.0 / 3 * ring, 4.0 / 3 * ring});
}
