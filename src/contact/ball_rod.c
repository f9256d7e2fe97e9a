/* contact/ball_rod.c -- a ball on a rod with round ends, or on a ball: the distance of its centre from a segment. See pair.h. */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static double look(const sn_touch_gap *p, const double *e, double n[3])
{
  const double along = fmin(fmax(e[0], -p->reach), p->reach), from[3] = {e[0] - along, e[1], e[2]};
  return sn_touch_unit(from, n) - p->round[0] - p->round[1];
}

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  double n[3];
  const double gap = look(sn_touch_gap_of(g), e, n);
  sn_touch_slope(g, n, 3, gradient, hessian);
  return gap;
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  (void)look(sn_touch_gap_of(g), e, n);
  sn_touch_point(sn_touch_gap_of(g), e, n, NULL, xi);
}

void sn_ball_on_rod(double half, double round, double radius, int turns, sn_touch_gap *out)
{
  *out = (sn_touch_gap){
      .gap = {.least = -(round + radius), .value = value, .place = place}, .reach = half, .round = {round, radius}};
  sn_touch_begin(out, turns ? SN_CONTACT_PAIR : SN_CONTACT_POINT, (double[3]){0, 0, 0});
}
