/* contact/edges.c -- two straight edges of convex solids that cross. See pair.h.
 * What:    axis 1 of each feature lies along its edge, axis 3 points outward between its two faces. The gap is the distance of the two lines,
 *          negative once they have passed each other, so that edges need no rounding.
 * Theory:  with the edge of the second along u, the lines are nearest at s and t, and n = +-(0, -u_3, u_2)/rho, outward from the first. Where lines
 *          cross beyond the ends of an edge, or n leaves the range of outward directions of an edge, other features touch: there the gap widens
 *          quadratically, so that its slope stays continuous. Lines that are deeper past each other must cross the further inside their ends: else an
 *          edge that comes along a face, or from the other side, would be met by a wall that is not there. Nearly parallel edges leave the touch to the
 *          corners.
 */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static const double PARALLEL = 1e-3; /* sine of an angle: flatter edges do not cross */
static const double ENDS = 4, SIDES = 8, FLAT = 0.05;
static const double INSIDE = 4; /* how far inside its ends an edge must be crossed, over the depth */
static const double DEEP =
    0.25; /* of the shorter half: lines that are further past each other pass behind the solids */

static double within(double x, double most)
{
  return fmin(fmax(x, -most), most);
}

/* An edge pair at a configuration: its gap, and its slope by x and by the axes of the second. */
typedef struct {
  double gap, s, n[3];
  double by[SN_CONTACT_PAIR];
} crossing;

static void add(crossing *c, int form, double slope)
{
  c->by[form] += slope;
}

/* Adds f(n_3), n_3 = |u_2|/rho and its like for the other edge, where the normal leaves the range of an edge. */
static void keep_outward(const sn_touch_gap *p, const double *e, double scale, crossing *c)
{
  const double u2 = e[4], u3 = e[5], rho = hypot(u2, u3), side = u2 < 0 ? -1 : 1;
  const double least[2] = {p->outward[0], p->outward[1]};
  const double cosine[2] = {c->n[2], -(c->n[1] * e[10] + c->n[2] * e[11])};
  /* derivatives of n_2 = -side u_3/rho and n_3 = side u_2/rho by u_2 and u_3 */
  const double r3 = rho * rho * rho, n2_by[2] = {side * u2 * u3 / r3, -side * u2 * u2 / r3},
               n3_by[2] = {side * u3 * u3 / r3, -side * u2 * u3 / r3};
  for (int k = 0; k < 2; k++) {
    const double missing = fmax(least[k] - cosine[k], 0), slope = -2 * SIDES * scale * missing;
    c->gap += SIDES * scale * missing * missing;
    for (int j = 0; j < 2; j++) {
      add(c, 4 + j, slope * (k == 0 ? n3_by[j] : -(n2_by[j] * e[10] + n3_by[j] * e[11])));
    }
    if (k == 1) {
      add(c, 10, -slope * c->n[1]);
      add(c, 11, -slope * c->n[2]);
    }
  }
}

static void look(const sn_touch_gap *p, const double *e, crossing *c)
{
  const double *u = e + 3, across = u[1] * u[1] + u[2] * u[2], scale = fmin(p->reach, p->rod);
  memset(c, 0, sizeof *c);
  if (!(across > PARALLEL * PARALLEL)) {
    c->gap = scale;
    c->n[2] = 1;
    return;
  }
  const double rho = sqrt(across), side = u[1] < 0 ? -1 : 1;
  const double s = -(u[1] * e[1] + u[2] * e[2]) / across, t = e[0] + s * u[0];
  c->s = s;
  c->n[1] = -side * u[2] / rho;
  c->n[2] = side * u[1] / rho;
  c->gap = c->n[1] * e[1] + c->n[2] * e[2] - p->round[0] - p->round[1];
  if (c->gap < p->gap.least) {
    c->gap = scale;
    return;
  }
  const double ends = ENDS / scale, inside = INSIDE * fmax(-c->gap, 0);
  const double room_s = fmax(p->rod - inside, 0), room_t = fmax(p->reach - inside, 0);
  const double over_s = s - within(s, room_s), over_t = t - within(t, room_t);
  const double narrower =
      inside > 0 ? 2 * ends * INSIDE * (fabs(over_s) * (room_s > 0) + fabs(over_t) * (room_t > 0)) : 0;
  for (int k = 1; k < 3; k++) { /* of nearest points kept where they are */
    add(c, k, (1 - narrower) * c->n[k]);
    add(c, 3 + k, (1 - narrower) * s * c->n[k]);
  }
  c->gap += ends * (over_s * over_s + over_t * over_t);
  const double by_t = 2 * ends * over_t, by_s = 2 * ends * over_s + by_t * u[0];
  add(c, 0, by_t);
  add(c, 3, by_t * s);
  for (int k = 1; k < 3; k++) {
    add(c, k, -by_s * u[k] / across);
    add(c, 3 + k, -by_s * (e[k] + 2 * s * u[k]) / across);
  }
  double c64 = fmin(u[0] * u[0], 1); /* what Newton tries on its way may not be a cosine */
  for (int k = 0; k < 5; k++) {
    c64 *= c64;
  }
  c->gap += FLAT * scale * c64; /* cos^64 of the angle: a tenth at 15 degrees */
  add(c, 3, u[0] != 0 && fabs(u[0]) <= 1 ? 64 * FLAT * scale * c64 / u[0] : 0);
  keep_outward(p, e, scale, c);
}

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  crossing c;
  look(sn_touch_gap_of(g), e, &c);
  sn_touch_slope(g, c.by, (int)(sizeof c.by / sizeof *c.by), gradient, hessian);
  return c.gap;
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  const sn_touch_gap *p = sn_touch_gap_of(g);
  crossing c;
  look(p, e, &c);
  memcpy(n, c.n, sizeof c.n);
  sn_touch_point(p, e, n, (const double[3]){within(c.s, p->rod), 0, 0}, xi);
}

/* The gap widens faster than anything moves; the distance of the two segments does not. Where the gap is negative, they are not further apart than
   the deepest that counts. */
static double distance(const sn_gap *g, const double *e)
{
  return sn_segments_apart(sn_touch_gap_of(g), e) + g->least;
}

void sn_edges_cross(double half, double round, double outward, double half_other, double round_other,
                    double outward_other, sn_touch_gap *out)
{
  *out = (sn_touch_gap){
      .gap = {.least = -DEEP * fmin(half, half_other), .value = value, .place = place, .distance = distance},
      .reach = half,
      .rod = half_other,
      .outward = {outward, outward_other},
      .round = {round, round_other}};
  sn_touch_begin(out, SN_CONTACT_PAIR, (double[3]){half_other, 0, 0});
}
