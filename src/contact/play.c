/* contact/play.c -- joints with play: a journal in a bearing, and a point in front of a wall. See pair.h.
 * Theory:  the centre of a journal is at e along the axes of the bearing, whose first axis is along the hole: the gap is c - |(e_2, e_3)|, c the
 *          clearance. In the middle nothing touches, and the gap has no slope there. A wall has the gap distance + n.e with its normal n.
 */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static double clearance(const sn_touch_gap *p)
{
  return p->ring - p->round[1];
}

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const double r = hypot(e[1], e[2]);
  if (gradient) {
    memset(gradient, 0, sizeof(double) * (size_t)g->n);
    gradient[1] = r > 0 ? -e[1] / r : 0;
    gradient[2] = r > 0 ? -e[2] / r : 0;
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)(g->n * g->n));
  }
  return clearance(sn_touch_gap_of(g)) - r;
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  const double r = hypot(e[1], e[2]);
  n[0] = 0;
  n[1] = r > 0 ? -e[1] / r : 1;
  n[2] = r > 0 ? -e[2] / r : 0;
  sn_touch_point(sn_touch_gap_of(g), e, n, NULL, xi);
}

void sn_journal_in_bearing(double gap, double radius, int turns, sn_touch_gap *out)
{
  SN_ASSERT(gap > 0 && radius > 0);
  *out = (sn_touch_gap){
      .gap = {.least = -INFINITY, .value = value, .place = place}, .ring = gap + radius, .round = {0, radius}};
  sn_touch_begin(out, turns ? SN_CONTACT_PAIR : SN_CONTACT_POINT, (double[3]){0, 0, 0});
}

/* ---- a wall */

static double value_of_wall(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_touch_gap *p = sn_touch_gap_of(g);
  if (gradient) {
    memcpy(gradient, p->side, sizeof p->side);
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)(g->n * g->n));
  }
  return p->reach + p->side[0] * e[0] + p->side[1] * e[1] + p->side[2] * e[2];
}

static void place_on_wall(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  const sn_touch_gap *p = sn_touch_gap_of(g);
  memcpy(n, p->side, sizeof p->side);
  sn_touch_point(p, e, n, NULL, xi);
}

void sn_point_at_wall(const double normal[3], double distance, sn_touch_gap *out)
{
  *out = (sn_touch_gap){.gap = {.least = -INFINITY, .value = value_of_wall, .place = place_on_wall},
                        .reach = distance,
                        .side = {normal[0], normal[1], normal[2]}};
  sn_touch_begin(out, SN_CONTACT_POINT, (double[3]){0, 0, 0});
}
