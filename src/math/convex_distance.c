/* math/convex_distance.c -- see convex.h: how far a disc is from a convex solid.
 * Theory:  disc and solid are convex, so a pair of points whose connection is normal to both is the nearest one: the first such pair that
 *          is found is taken. From a plane the disc is n.c - d - r |n x a| away; from a point p, with w = p - c, zeta = w.a and
 *          rho^2 = w.w - zeta^2, it is the root of <rho - r>^2 + zeta^2. An edge is the least of that along it, one convex problem in t;
 *          the second derivatives are those at fixed t less F_et F_te/F_tt. docs/theory.md, wheels and obstacles.
 * Limits:  where the disc itself is in the solid (a wheel that is deeper in than its tube is thick) the distance is minus the way out over
 *          a face or an edge; the slope may jump there. A disc that lies flat on a face has no slope across its axis.
 * Tests:   tests/math/test_convex.c
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "math/convex.h"

typedef struct {
  double r;
  sn_v3 c, a;
} disc;

/* ---- against a plane */

/* n x a, its length, and the unit vector along a less its part along n */
static double tilt_of(const disc *d, sn_v3 n, sn_v3 *t)
{
  const sn_v3 across = v3_axpy(d->a, -v3_dot(n, d->a), n);
  const double s = v3_norm(across);
  *t = s > 1e-12 ? v3_scale(1 / s, across) : v3(0, 0, 0);
  return s > 1e-12 ? s : 0;
}

static double above(const disc *d, sn_v3 n, double offset)
{
  sn_v3 t;
  const double height = v3_dot(n, d->c) - offset;
  return d->r > 0 ? height - d->r * tilt_of(d, n, &t) : height;
}

/* The point of the disc that is lowest along n. */
static sn_v3 lowest(const disc *d, sn_v3 n)
{
  sn_v3 t;
  if (!(d->r > 0) || !(tilt_of(d, n, &t) > 0)) {
    return d->c;
  }
  return v3_axpy(d->c, -d->r, v3_unit(v3_axpy(n, -v3_dot(n, d->a), d->a)));
}

static void plane_slopes(const disc *d, sn_v3 n, double *gradient, double *hessian)
{
  const int m = d->r > 0 ? 6 : 3;
  sn_v3 t = v3(0, 0, 0);
  const double s = d->r > 0 ? tilt_of(d, n, &t) : 0;
  for (int i = 0; i < m; i++) {
    gradient[i] = i < 3 ? n.x[i] : -d->r * t.x[i - 3];
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)(m * m));
  }
  for (int i = 0; i < 9 && hessian && s > 0; i++) { /* -r/s (1 - n n - t t), derivative with respect to the axis */
    const int k = i / 3, l = i % 3;
    hessian[(3 + k) * m + 3 + l] = -d->r / s * ((k == l) - n.x[k] * n.x[l] - t.x[k] * t.x[l]);
  }
}

/* ---- against a point p = c + w */

typedef struct {
  double value;        /* distance of p from the disc */
  double by[6];        /* its derivatives with respect to w and to the axis */
  double second[6][6]; /* and their derivatives */
} point_distance;

static void point_of_ball(sn_v3 w, point_distance *out)
{
  memset(out, 0, sizeof *out);
  out->value = v3_norm(w);
  const sn_v3 n = out->value > 0 ? v3_scale(1 / out->value, w) : v3(0, 0, 1);
  for (int k = 0; k < 3; k++) {
    out->by[k] = n.x[k];
    for (int l = 0; l < 3 && out->value > 0; l++) {
      out->second[k][l] = ((k == l) - n.x[k] * n.x[l]) / out->value;
    }
  }
}

/* D^2 = A^2 + zeta^2, A = rho - r; D D'' = rho' rho' + A rho'' + zeta' zeta' + zeta zeta'' - D' D'. sign: that of D */
static void point_of_rim(const disc *d, sn_v3 w, double zeta, double rho, double sign, point_distance *out)
{
  const double A = rho - d->r, D = sign * sqrt(A * A + zeta * zeta);
  double z[6], r[6];
  for (int k = 0; k < 3; k++) {
    z[k] = d->a.x[k];
    z[3 + k] = w.x[k];
    r[k] = (w.x[k] - zeta * d->a.x[k]) / rho;
    r[3 + k] = -zeta * w.x[k] / rho;
  }
  out->value = D;
  for (int k = 0; k < 6; k++) {
    out->by[k] = (A * r[k] + zeta * z[k]) / D;
  }
  for (int k = 0; k < 6; k++) {
    for (int l = 0; l < 6; l++) {
      const double zz = k - l == 3 || l - k == 3, same = k == l && k < 3;
      const double rr = (same - z[k] * z[l] - zeta * zz - r[k] * r[l]) / rho;
      out->second[k][l] = (r[k] * r[l] + A * rr + z[k] * z[l] + zeta * zz - out->by[k] * out->by[l]) / D;
    }
  }
}

/* On the rim, if an edge along l passes through it: D has the direction across both, and its curvature is unknown. */
static void point_on_rim(const disc *d, sn_v3 w, sn_v3 l, point_distance *out)
{
  const sn_v3 outward = v3_axpy(w, -v3_dot(w, d->a), d->a);
  const sn_v3 across = v3_cross(l, v3_cross(d->a, outward));
  const double size = v3_norm(across);
  const sn_v3 n = size > 0 ? v3_scale((v3_dot(across, outward) < 0 ? -1 : 1) / size, across) : v3_unit(outward);
  memset(out, 0, sizeof *out);
  for (int k = 0; k < 3; k++) {
    out->by[k] = n.x[k];
    out->by[3 + k] = v3_dot(n, d->a) * w.x[k];
  }
}

/* on the flat side: D = |zeta| */
static void point_beside(const disc *d, sn_v3 w, double zeta, point_distance *out)
{
  const double sign = zeta < 0 ? -1 : 1;
  memset(out, 0, sizeof *out);
  out->value = fabs(zeta);
  for (int k = 0; k < 3; k++) {
    out->by[k] = sign * d->a.x[k];
    out->by[3 + k] = sign * w.x[k];
    out->second[k][3 + k] = out->second[3 + k][k] = sign;
  }
}

static void coordinates_of(const disc *d, sn_v3 w, double *zeta, double *rho)
{
  *zeta = v3_dot(w, d->a);
  *rho = sqrt(fmax(v3_dot(w, w) - *zeta * *zeta, 0));
}

static double distance_of(const disc *d, sn_v3 p)
{
  const sn_v3 w = v3_sub(p, d->c);
  double zeta, rho;
  if (!(d->r > 0)) {
    return v3_norm(w);
  }
  coordinates_of(d, w, &zeta, &rho);
  return rho > d->r ? hypot(rho - d->r, zeta) : fabs(zeta);
}

/* p on an edge along l. through: the edge passes through the disc; the distance is that from the rim, negative. */
static void point_slopes(const disc *d, sn_v3 p, sn_v3 l, int through, point_distance *out)
{
  const sn_v3 w = v3_sub(p, d->c);
  double zeta, rho;
  if (!(d->r > 0)) {
    point_of_ball(w, out);
    return;
  }
  coordinates_of(d, w, &zeta, &rho);
  if (hypot(rho - d->r, zeta) < 1e-12 * d->r) {
    point_on_rim(d, w, l, out);
  } else if (through || rho > d->r) {
    point_of_rim(d, w, zeta, rho, through ? -1 : 1, out);
  } else {
    point_beside(d, w, zeta, out);
  }
}

/* ---- against an edge */

typedef struct {
  sn_v3 from, l; /* p = from + t l */
} line;

static sn_v3 on(const line *e, double t)
{
  return v3_axpy(e->from, t, e->l);
}

/* Slope and curvature of D^2/2 along the edge; of_rim: of the distance from the rim. */
static double climb(const disc *d, const line *e, double t, int of_rim, double *curvature)
{
  const sn_v3 w = v3_sub(on(e, t), d->c);
  const double dz = v3_dot(e->l, d->a);
  double zeta, rho;
  coordinates_of(d, w, &zeta, &rho);
  *curvature = dz * dz;
  if (!(rho > (of_rim ? 0 : d->r))) {
    return zeta * dz;
  }
  const double dr = (v3_dot(w, e->l) - zeta * dz) / rho, A = rho - d->r;
  *curvature += dr * dr + A * (v3_dot(e->l, e->l) - dz * dz - dr * dr) / rho;
  return A * dr + zeta * dz;
}

/* The nearest point of the edge, 0 <= t <= 1. The slope does not fall along the edge: Newton between two bounds that close in. */
static double nearest(const disc *d, const line *e)
{
  double lo = 0, hi = 1, curvature;
  double t = fmin(fmax(-v3_dot(v3_sub(e->from, d->c), e->l) / v3_dot(e->l, e->l), 0), 1);
  if (!(d->r > 0)) {
    return t;
  }
  if (climb(d, e, 0, 0, &curvature) >= 0) {
    return 0;
  }
  if (climb(d, e, 1, 0, &curvature) <= 0) {
    return 1;
  }
  for (int i = 0; i < 80; i++) {
    const double slope = climb(d, e, t, 0, &curvature);
    if (slope == 0) {
      break;
    }
    lo = slope < 0 ? t : lo;
    hi = slope > 0 ? t : hi;
    const double guess = t - slope / curvature, next = guess > lo && guess < hi ? guess : 0.5 * (lo + hi);
    if (fabs(next - t) <= DBL_EPSILON || next == lo || next == hi) {
      break;
    }
    t = next;
  }
  return t;
}

/* ---------------------------------------------------------------- disc and solid */

/* The nearest feature of the solid. */
typedef struct {
  double value;
  int plane;   /* -1: an edge */
  sn_v3 point; /* of the solid */
  sn_v3 l;     /* edge: its direction, per t */
  int slides;  /* edge: 1: not at one of its ends */
  int through; /* edge: it passes through the disc */
} nearest_feature;

static int is_inside(const sn_convex *s, sn_v3 x, int but)
{
  for (int k = 0; k < s->n_plane; k++) {
    if (k != but && v3_dot(s->normal[k], x) > s->offset[k]) {
      return 0;
    }
  }
  return s->n_plane > 0;
}

/* 1: the nearest feature is a face that faces the disc. Otherwise `out` is the way out over a face, if the disc should penetrate the solid;
   it cannot if `parted` says that there is a plane between them. */
static int look_at_planes(const sn_convex *s, const disc *d, nearest_feature *out, int *parted)
{
  *out = (nearest_feature){.value = -INFINITY, .plane = -1};
  *parted = 0;
  for (int k = 0; k < s->n_plane; k++) {
    const double height = above(d, s->normal[k], s->offset[k]);
    const sn_v3 low = lowest(d, s->normal[k]), foot = v3_axpy(low, -height, s->normal[k]);
    *parted = *parted || height > 0;
    if (height > out->value) {
      *out = (nearest_feature){.value = height, .plane = k, .point = foot};
    }
    if (height > -1e-13 * (d->r + v3_norm(d->c)) && is_inside(s, foot, k)) {
      *out = (nearest_feature){.value = height, .plane = k, .point = foot};
      return 1;
    }
  }
  return s->n_edge == 0;
}

/* The solid is on one side of the plane through p with the normal m. */
static int is_outermost(const sn_convex *s, sn_v3 p, sn_v3 m)
{
  double size = 0, most = 0;
  for (int k = 0; k < s->n_corner; k++) {
    const sn_v3 x = v3_sub(s->corner[k], p);
    size = fmax(size, v3_norm(x));
    most = fmax(most, v3_dot(x, m));
  }
  return most <= 1e-9 * size;
}

/* An edge that passes through the disc at t: the way out over it, if there is one. The distance from the rim outside continues as minus
   that distance, without a kink. */
static void look_through(const sn_convex *s, const disc *d, const line *e, double t, nearest_feature *out)
{
  double curvature, step = 1;
  for (int i = 0; i < 20 && fabs(step) > DBL_EPSILON; i++) {
    const double slope = climb(d, e, t, 1, &curvature);
    if (!(curvature > 0) || !(t > 0 && t < 1)) {
      return;
    }
    step = -slope / curvature;
    t += step;
  }
  nearest_feature f = {.plane = -1, .point = on(e, t), .l = e->l, .slides = 1, .through = 1};
  point_distance p;
  point_slopes(d, f.point, f.l, 1, &p);
  f.value = p.value;
  if (f.value > out->value && is_outermost(s, f.point, v3(-p.by[0], -p.by[1], -p.by[2]))) {
    *out = f;
  }
}

/* The whole solid is beyond the plane across the gradient, so no part of it is nearer. */
static int is_proved(const sn_convex *s, const disc *d, const nearest_feature *f)
{
  point_distance p;
  double most = -INFINITY, size = 0;
  point_slopes(d, f->point, f->l, 0, &p);
  const sn_v3 n = v3(-p.by[0], -p.by[1], -p.by[2]);
  for (int k = 0; k < s->n_corner; k++) {
    const sn_v3 x = v3_sub(s->corner[k], f->point);
    size = fmax(size, v3_norm(x));
    most = fmax(most, v3_dot(n, x));
  }
  return f->value > 0 && most <= 1e-9 * size;
}

/* The nearest edge; deepest, if disc and solid overlap. */
static nearest_feature look_at_edges(const sn_convex *s, const disc *d, nearest_feature deepest, int parted)
{
  nearest_feature best = {.value = INFINITY, .plane = -1};
  for (int k = 0; k < s->n_edge; k++) {
    const sn_v3 from = s->corner[s->edge[k][0]], to = s->corner[s->edge[k][1]];
    const line e = {from, v3_sub(to, from)};
    const double t0 = fmin(fmax(v3_dot(v3_sub(d->c, from), e.l) / v3_dot(e.l, e.l), 0), 1);
    if (v3_norm(v3_sub(on(&e, t0), d->c)) - d->r > best.value) {
      continue;
    }
    const double t = nearest(d, &e);
    nearest_feature f = {.plane = -1, .point = on(&e, t), .l = e.l, .slides = t > 0 && t < 1};
    f.value = distance_of(d, f.point);
    if (d->r > 0 && !parted && f.slides && f.value < 1e-12 * (d->r + v3_norm(e.l))) {
      look_through(s, d, &e, t, &deepest);
    }
    best = f.value < best.value ? f : best;
  }
  return parted || !isfinite(deepest.value) || is_proved(s, d, &best) ? best : deepest;
}

/* Derivatives at the nearest point of an edge: those at fixed t, minus the effect of t, which follows. */
static void edge_slopes(const disc *d, const nearest_feature *f, double *gradient, double *hessian)
{
  const int m = d->r > 0 ? 6 : 3;
  point_distance p;
  point_slopes(d, f->point, f->l, f->through, &p);
  double along[6] = {0}, tt = 0; /* F_te, F_tt */
  for (int k = 0; k < m; k++) {
    for (int j = 0; j < 3; j++) {
      along[k] += p.second[k][j] * f->l.x[j];
      tt += k < 3 ? f->l.x[k] * p.second[k][j] * f->l.x[j] : 0;
    }
  }
  const double square = v3_dot(f->l, f->l), least = 1e-9 * square / (d->r + fabs(p.value));
  const double share = f->slides && fabs(tt) > least ? 1 / tt : 0;
  for (int k = 0; k < m; k++) { /* w = p - c: the sign of c */
    const double sign = k < 3 ? -1 : 1;
    gradient[k] = sign * p.by[k];
    for (int l = 0; l < m && hessian; l++) {
      hessian[k * m + l] = sign * (l < 3 ? -1 : 1) * (p.second[k][l] - share * along[k] * along[l]);
    }
  }
}

/* From derivatives by the unit vector a/|a| to those by a: with P = 1 - a a, g -> P g/|a| and
   H -> (P H P - (a.g) P - (P g) a - a (P g))/|a|^2. No feature has a slope along a, so that none of them differ in it. */
static void by_direction(sn_v3 a, double length, double *gradient, double *hessian)
{
  double full[6], H[36];
  const sn_v3 g = v3(gradient[3], gradient[4], gradient[5]);
  const double along = v3_dot(a, g);
  for (int k = 0; k < 6; k++) {
    full[k] = k < 3 ? gradient[k] : (gradient[k] - along * a.x[k - 3]) / length;
  }
  memcpy(gradient, full, sizeof full);
  if (!hessian) {
    return;
  }
  for (int pass = 0; pass < 2; pass++) { /* P from the right, turned over; twice */
    for (int k = 0; k < 6; k++) {
      const sn_v3 row = v3(hessian[6 * k + 3], hessian[6 * k + 4], hessian[6 * k + 5]);
      const double part = v3_dot(row, a);
      for (int l = 0; l < 6; l++) {
        H[6 * l + k] = l < 3 ? hessian[6 * k + l] : (hessian[6 * k + l] - part * a.x[l - 3]) / length;
      }
    }
    memcpy(hessian, H, sizeof H);
  }
  for (int i = 0; i < 9; i++) {
    const int k = i / 3, l = i % 3;
    hessian[6 * (3 + k) + 3 + l] -= along * ((k == l) - a.x[k] * a.x[l]) / (length * length) +
                                    (full[3 + k] * a.x[l] + a.x[k] * full[3 + l]) / length;
  }
}

double sn_disc_distance(const sn_convex *s, double radius, const double *e, double *gradient, double *hessian,
                        double *point)
{
  disc d = {.r = radius, .c = v3(e[0], e[1], e[2])};
  double own[6], length = 1;
  double *slope = gradient || !hessian ? gradient : own;
  if (radius > 0) {
    d.a = v3(e[3], e[4], e[5]);
    length = v3_norm(d.a);
    d.a = v3_scale(1 / length, d.a);
  }
  nearest_feature f;
  int parted;
  if (!look_at_planes(s, &d, &f, &parted)) {
    f = look_at_edges(s, &d, f, parted);
  }
  if (slope && f.plane >= 0) {
    plane_slopes(&d, s->normal[f.plane], slope, hessian);
  } else if (slope) {
    edge_slopes(&d, &f, slope, hessian);
  }
  if (slope && radius > 0) {
    by_direction(d.a, length, slope, hessian);
  }
  if (point) {
    v3_put(f.point, point);
  }
  return f.value;
}
