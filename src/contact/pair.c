/* contact/pair.c -- see pair.h: what all pairs share. */
#include "contact/pair.h"

#include <math.h>
#include <string.h>

void sn_touch_begin(sn_touch_gap *p, int forms, double reach_of_axes[3])
{
  SN_ASSERT(forms == SN_CONTACT_POINT || forms == SN_CONTACT_PAIR);
  p->gap.n = forms;
  p->gap.steepest = p->steepest;
  for (int k = 0; k < SN_CONTACT_PAIR; k++) { /* cosines move the nearest point by the arm along their axis */
    p->steepest[k] = k < 3 ? 1 : reach_of_axes[k / 3 - 1];
  }
}

void sn_touch_point(const sn_touch_gap *p, const double *e, const double n[3], const double core[3], double xi[3])
{
  for (int j = 0; j < 3; j++) {
    xi[j] = core ? core[j] : 0;
    for (int k = 0; k < 3 && p->gap.n == SN_CONTACT_PAIR; k++) {
      xi[j] -= p->round[1] * e[3 + 3 * j + k] * n[k];
    }
  }
}

void sn_touch_slope(const sn_gap *g, const double *by, int n_by, double *gradient, double *hessian)
{
  SN_ASSERT(n_by >= 0 && n_by <= g->n);
  for (int k = 0; k < g->n && gradient; k++) {
    gradient[k] = k < n_by ? by[k] : 0;
  }
  for (int k = 0; k < g->n * g->n && hessian; k++) {
    hessian[k] = 0;
  }
}

double sn_touch_unit(const double from[3], double n[3])
{
  const double size = sqrt(from[0] * from[0] + from[1] * from[1] + from[2] * from[2]);
  for (int k = 0; k < 3; k++) {
    n[k] = size > 0 ? from[k] / size : 0;
  }
  return size;
}

double sn_touch_extent(const sn_touch_gap *p, int side)
{
  if (side == 1) {
    return p->rod;
  }
  double most = p->solid && p->solid->n_corner == 0 ? INFINITY : hypot(p->reach, p->ring + p->wall);
  for (int i = 0; p->solid && i < p->solid->n_corner; i++) {
    most = fmax(most, v3_norm(p->solid->corner[i]));
  }
  return most;
}
