/* contact/ball_solid.c -- a ball on a half space or a convex solid: the distance of its centre. See pair.h. */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_touch_gap *p = sn_touch_gap_of(g);
  SN_ASSERT(p->solid);
  sn_touch_slope(g, NULL, 0, gradient, hessian);
  return sn_disc_distance(p->solid, 0, e, gradient, NULL, NULL) - p->round[0] - p->round[1];
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  const sn_touch_gap *p = sn_touch_gap_of(g);
  (void)sn_disc_distance(p->solid, 0, e, n, NULL, NULL);
  sn_touch_point(p, e, n, NULL, xi);
}

void sn_ball_on_solid(const sn_convex *solid, double round, double radius, int turns, sn_touch_gap *out)
{
  *out = (sn_touch_gap){.gap = {.least = solid->n_edge > 0 && round + radius > 0 ? -(round + radius) : -INFINITY,
                                .value = value,
                                .place = place},
                        .solid = solid,
                        .round = {round, radius}};
  sn_touch_begin(out, turns ? SN_CONTACT_PAIR : SN_CONTACT_POINT, (double[3]){0, 0, 0});
}
