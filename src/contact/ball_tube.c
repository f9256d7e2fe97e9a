/* contact/ball_tube.c -- a ball inside or outside a tube: the distance of its centre from the wall. See pair.h.
 * What:    across the tube the wall is a rectangle; beyond its corners, inside the hole and outside, the distance goes round the rims.
 */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static double look(const sn_touch_gap *p, const double *e, double n[3])
{
  const double rho = hypot(e[1], e[2]), along = fabs(e[0]) - p->reach, across = fabs(rho - p->ring) - p->wall;
  const double out = rho < p->ring ? -1 : 1, from[2] = {fmax(along, 0), fmax(across, 0)};
  const double apart = hypot(from[0], from[1]), gap = apart > 0 ? apart : fmax(along, across);
  const double by_along = apart > 0 ? from[0] / apart : along > across,
               by_across = apart > 0 ? from[1] / apart : along <= across;
  n[0] = copysign(by_along, e[0]);
  for (int k = 1; k < 3; k++) {
    n[k] = rho > 0 ? by_across * out * e[k] / rho : 0;
  }
  return gap - p->round[1];
}

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  double n[3];
  const double gap = look(sn_touch_gap_of(g), e, n);
  if (gradient) {
    memset(gradient, 0, sizeof(double) * (size_t)g->n);
    memcpy(gradient, n, sizeof n);
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)(g->n * g->n));
  }
  return gap;
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  (void)look(sn_touch_gap_of(g), e, n);
  sn_touch_point(sn_touch_gap_of(g), e, n, NULL, xi);
}

void sn_ball_on_tube(double half, double inner, double outer, double radius, int turns, sn_touch_gap *out)
{
  const double wall = 0.5 * (outer - inner);
  *out = (sn_touch_gap){.gap = {.least = -(fmin(wall, half) + radius), .value = value, .place = place},
                        .reach = half,
                        .ring = 0.5 * (outer + inner),
                        .wall = wall,
                        .round = {0, radius}};
  sn_touch_begin(out, turns ? SN_CONTACT_PAIR : SN_CONTACT_POINT, (double[3]){0, 0, 0});
}
