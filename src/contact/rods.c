/* contact/rods.c -- two rods with round ends: the distance of two segments. See pair.h.
 * Limits:  rods that lie along each other are nearest at many points; one of them is taken, and it may jump.
 */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static double within(double x, double most)
{
  return fmin(fmax(x, -most), most);
}

/* Segments t (1,0,0), |t| <= reach, and e + s u, |s| <= rod: the difference of their nearest points from the first to the second. */
static double nearest(const sn_touch_gap *p, const double *e, double from[3])
{
  const double *u = e + 3, uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2], ue = u[0] * e[0] + u[1] * e[1] + u[2] * e[2];
  const double across = uu - u[0] * u[0]; /* of the other rod, across this one */
  double s = 0;
  SN_ASSERT(p->rod >= 0 && p->reach >= 0);
  if (across > 1e-14 * uu) {
    s = within((u[0] * e[0] - ue) / across, p->rod);
  }
  double t = within(e[0] + s * u[0], p->reach);
  s = uu > 0 ? within((t * u[0] - ue) / uu, p->rod) : 0;
  t = within(e[0] + s * u[0], p->reach);
  for (int k = 0; k < 3; k++) {
    from[k] = e[k] + s * u[k] - (k == 0 ? t : 0);
  }
  return s;
}

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_touch_gap *p = sn_touch_gap_of(g);
  double from[3], n[3];
  const double s = nearest(p, e, from), gap = sn_touch_unit(from, n) - p->round[0] - p->round[1];
  /* cos^64 of the angle between them; what Newton tries on its way may not be a cosine */
  double wider = fmin(e[3] * e[3], 1);
  for (int k = 0; k < 5; k++) {
    wider *= wider;
  }
  wider *= p->crossing;
  sn_touch_slope(g, n, 3, gradient, hessian);
  if (gradient) {
    for (int k = 0; k < 3; k++) {
      gradient[3 + k] = s * n[k];
    }
    gradient[3] += e[3] != 0 && fabs(e[3]) <= 1 ? 64 * wider / e[3] : 0;
  }
  return gap + wider;
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  double from[3];
  const double s = nearest(sn_touch_gap_of(g), e, from), core[3] = {s, 0, 0};
  (void)sn_touch_unit(from, n);
  sn_touch_point(sn_touch_gap_of(g), e, n, core, xi);
}

void sn_rod_on_rod(double half, double round, double half_other, double round_other, sn_touch_gap *out)
{
  *out = (sn_touch_gap){.gap = {.least = -(round + round_other), .value = value, .place = place},
                        .reach = half,
                        .rod = half_other,
                        .round = {round, round_other}};
  sn_touch_begin(out, SN_CONTACT_PAIR, (double[3]){half_other, 0, 0});
}

void sn_edge_on_edge(double half, double round, double half_other, double round_other, sn_touch_gap *out)
{
  sn_rod_on_rod(half, round, half_other, round_other, out);
  out->crossing = round + round_other;
  out->steepest[3] += 64 * out->crossing;
}

double sn_segments_apart(const sn_touch_gap *p, const double *e)
{
  double from[3], n[3];
  (void)nearest(p, e, from);
  return sn_touch_unit(from, n) - p->round[0] - p->round[1];
}
