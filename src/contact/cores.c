/* contact/cores.c -- two convex cores with a round skin: their distance by gjk.h. And a ball on a cylinder in closed form. See pair.h.
 * Limits:  cores that overlap have no normal: the way is that between their origins, and the step is refused by `least`.
 */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static double look(const sn_touch_gap *p, const double *e, double n[3], sn_v3 *core)
{
  const sn_v3 x = v3(e[0], e[1], e[2]);
  const sn_v3 C[3] = {v3(e[3], e[4], e[5]), v3(e[6], e[7], e[8]), v3(e[9], e[10], e[11])};
  sn_v3 from;
  double gap = sn_gjk(p->core, p->core + 1, x, C, &from, core);
  if (gap > 0) {
    v3_put(v3_scale(1 / gap, from), n);
  } else {
    (void)sn_touch_unit(e, n);
  }
  return gap - p->round[0] - p->round[1];
}

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  double n[3];
  sn_v3 core;
  const double gap = look(sn_touch_gap_of(g), e, n, &core);
  sn_touch_slope(g, n, 3, gradient, hessian);
  for (int k = 0; k < 9 && gradient; k++) {
    gradient[3 + k] = core.x[k / 3] * n[k % 3];
  }
  return gap;
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  sn_v3 core;
  (void)look(sn_touch_gap_of(g), e, n, &core);
  sn_touch_point(sn_touch_gap_of(g), e, n, core.x, xi);
}

static double reach_of(const sn_core *c)
{
  double most = hypot(c->half, c->radius);
  for (int i = 0; i < c->n; i++) {
    most = fmax(most, v3_norm(c->point[i]));
  }
  return most;
}

void sn_core_on_core(const sn_core *first, double round, const sn_core *second, double round_other, sn_touch_gap *out)
{
  *out = (sn_touch_gap){.gap = {.least = -(round + round_other), .value = value, .place = place},
                        .core = {*first, *second},
                        .reach = reach_of(first),
                        .rod = reach_of(second),
                        .round = {round, round_other}};
  sn_touch_begin(out, SN_CONTACT_PAIR, (double[3]){out->rod, out->rod, out->rod});
}

/* ---- a ball on a cylinder with round edges: its core is a cylinder, too */

static double above(const sn_touch_gap *p, const double *e, double n[3])
{
  const double r = hypot(e[1], e[2]), along = fabs(e[0]) - p->reach, out = r - p->ring;
  const double side = e[0] < 0 ? -1 : 1, unit[2] = {r > 0 ? e[1] / r : 1, r > 0 ? e[2] / r : 0};
  double a = fmax(along, 0), o = fmax(out, 0), gap = hypot(a, o);
  if (!(gap > 0)) { /* inside: the nearer way out */
    a = along > out;
    o = !(along > out);
    gap = fmax(along, out);
  }
  const double size = hypot(a, o);
  n[0] = side * a / size;
  n[1] = o / size * unit[0];
  n[2] = o / size * unit[1];
  return gap - p->round[0] - p->round[1];
}

static double value_of_ball(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  double n[3];
  const double gap = above(sn_touch_gap_of(g), e, n);
  sn_touch_slope(g, n, 3, gradient, hessian);
  return gap;
}

static void place_of_ball(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  (void)above(sn_touch_gap_of(g), e, n);
  sn_touch_point(sn_touch_gap_of(g), e, n, NULL, xi);
}

void sn_ball_on_cylinder(double half, double ring, double round, double radius, int turns, sn_touch_gap *out)
{
  *out = (sn_touch_gap){.gap = {.least = -INFINITY, .value = value_of_ball, .place = place_of_ball},
                        .reach = half,
                        .ring = ring,
                        .round = {round, radius}};
  sn_touch_begin(out, turns ? SN_CONTACT_PAIR : SN_CONTACT_POINT, (double[3]){0, 0, 0});
}
