/* parts/beam_curve.c -- the reference line of a beam: places and triads of its nodes as drawn.
 * What:    straight, straight pieces through points (corners keep their angle), an arc through a third point, or a smooth
 *          curve through points; even steps of length, or one point per node (smooth curve).
 * Theory:  smooth: cubic Hermite pieces over the chord length with slopes of the polynomial through the five nearest points,
 *          exact to fourth order, ends included. d1 is the tangent, d3 as near `up` as it can be, then turned by the twist.
 * Tests:   tests/parts/test_beam.c
 */
#include "math/rotation.h"
#include "parts/beam.h"

enum { PIECES, SMOOTH, ARC };

int sn_beam_nodes(const sn_beam *p)
{
  return p->elements * p->order + 1;
}

int sn_beam_end(const sn_item *item, int last, sn_v3 *x)
{
  SN_ASSERT(last == 0 || last == 1);
  const sn_beam *p = item->param;
  const sn_ref *on = item->ref + last;
  if (!sn_end_drawn(item, last, &p->points, p->from, p->to, x)) {
    return 0;
  }
  const sn_v3 own = p->points.n > 1 ? p->points.x[0] : last ? p->to : p->from;
  if (isnan(own.x[0]) && on->item && on->item->kind->part.imperfection && !sn_imperfection_is_perfect(&p->modes)) {
    const int k = on->station == SN_STATION_LAST ? on->item->kind->part.stations(on->item) - 1 : on->station;
    *x = v3_sub(*x, on->item->kind->part.imperfection(on->item, k)); /* its own mode moves it there */
  }
  return 1;
}

/* ---- points */
static int n_points(const sn_beam_curve *c)
{
  const sn_beam *p = c->item->param;
  return p->points.n > 1 ? p->points.n : 2;
}
static sn_v3 point(const sn_beam_curve *c, int i)
{
  const sn_beam *p = c->item->param;
  return p->points.n > 1 ? sn_drawn_point(c->item, p->points.x[i]) : i ? c->last : c->first;
}
static double chord(const sn_beam_curve *c, int i)
{
  SN_ASSERT(i >= 0 && i + 1 < n_points(c));
  return v3_norm(v3_sub(point(c, i + 1), point(c, i)));
}

/* ---- smooth curve: slope over the chord length at point i */
static sn_v3 smooth_slope(const sn_beam_curve *c, int i)
{
  const int m = n_points(c), w = m < 5 ? m : 5;
  const int first = i - 2 < 0 ? 0 : i - 2 > m - w ? m - w : i - 2;
  double t[5] = {0};
  for (int k = 1; k < w; k++) {
    t[k] = t[k - 1] + chord(c, first + k - 1);
  }
  const int here = i - first;
  const sn_v3 x = point(c, i);
  sn_v3 slope = v3(0, 0, 0);
  for (int j = 0; j < w; j++) {
    if (j == here) {
      continue;
    }
    double d = 1 / (t[j] - t[here]);
    for (int k = 0; k < w; k++) {
      if (k != j && k != here) {
        d *= (t[here] - t[k]) / (t[j] - t[k]);
      }
    }
    slope = v3_axpy(slope, d, v3_sub(point(c, first + j), x));
  }
  return slope;
}
typedef struct {
  sn_v3 x[2], slope[2]; /* slopes times the chord */
} hermite;
static hermite smooth_piece(const sn_beam_curve *c, int i)
{
  const double h = chord(c, i);
  return (hermite){{point(c, i), point(c, i + 1)},
                   {v3_scale(h, smooth_slope(c, i)), v3_scale(h, smooth_slope(c, i + 1))}};
}
static void hermite_at(const hermite *p, double u, sn_v3 *x, sn_v3 *slope)
{
  const double a[4] = {1 - u * u * (3 - 2 * u), u * u * (3 - 2 * u), u * (1 - u) * (1 - u), -u * u * (1 - u)};
  const double b[4] = {-6 * u * (1 - u), 6 * u * (1 - u), (1 - u) * (1 - 3 * u), u * (3 * u - 2)};
  *x = v3_axpy(v3_axpy(v3_scale(a[0], p->x[0]), a[1], p->x[1]), a[2], p->slope[0]);
  *x = v3_axpy(*x, a[3], p->slope[1]);
  *slope = v3_axpy(v3_axpy(v3_scale(b[0], p->x[0]), b[1], p->x[1]), b[2], p->slope[0]);
  *slope = v3_axpy(*slope, b[3], p->slope[1]);
}
/* Length from 0 to u by four Gauss points. */
static double hermite_length(const hermite *p, double u)
{
  double sum = 0;
  for (int g = 0; g < 4; g++) {
    sn_v3 x, slope;
    hermite_at(p, u * sn_line_gauss[3][g], &x, &slope);
    sum += u * sn_line_weight[3][g] * v3_norm(slope);
  }
  return sum;
}
static void smooth_at(const sn_beam_curve *c, double s, sn_v3 *x, sn_v3 *tangent)
{
  int i = 0;
  hermite p = smooth_piece(c, 0);
  double l = hermite_length(&p, 1);
  while (s > l && i < n_points(c) - 2) {
    s -= l;
    p = smooth_piece(c, ++i);
    l = hermite_length(&p, 1);
  }
  double u = fmin(fmax(s / l, 0), 1);
  for (int k = 0; k < 20; k++) { /* Newton on the length; the slope of a piece is never zero */
    hermite_at(&p, u, x, tangent);
    u = fmin(fmax(u + (s - hermite_length(&p, u)) / v3_norm(*tangent), 0), 1);
  }
  hermite_at(&p, u, x, tangent);
}

/* ---- straight pieces: elements are shared out by length, at least one each */
typedef struct {
  double begin, length; /* along the line */
  int index, first, n;  /* elements */
} piece;
static piece piece_of(const sn_beam_curve *c, int e)
{
  const sn_beam *p = c->item->param;
  const int n = n_points(c) - 1;
  piece k = {0, chord(c, 0), 0, 0, 0};
  for (;;) {
    const int left = n - 1 - k.index; /* pieces after this one, each needs an element */
    int end = (int)lround(p->elements * (k.begin + k.length) / c->length);
    end = end > p->elements - left ? p->elements - left : end;
    end = end < k.first + 1 ? k.first + 1 : end;
    end = left == 0 ? p->elements : end;
    k.n = end - k.first;
    if (e < end || left == 0) {
      return k;
    }
    k.begin += k.length;
    k.length = chord(c, ++k.index);
    k.first = end;
  }
}

/* ---- the line */
static void arc_at(const sn_beam_curve *c, double s, sn_v3 *x, sn_v3 *tangent)
{
  const double a = s / c->radius;
  *x = v3_add(c->center, v3_axpy(v3_scale(c->radius * cos(a), c->e1), c->radius * sin(a), c->e2));
  *tangent = v3_axpy(v3_scale(-sin(a), c->e1), cos(a), c->e2);
}

static void line_at(const sn_beam_curve *c, int e, int i, double *s, sn_v3 *x, sn_v3 *tangent)
{
  const sn_beam *p = c->item->param;
  const int k = e * p->order + i, n = sn_beam_nodes(p);
  if (c->type == PIECES) {
    const piece q = piece_of(c, e);
    const double part = (e - q.first + (double)i / p->order) / q.n;
    const sn_v3 a = point(c, q.index), b = point(c, q.index + 1);
    *s = q.begin + part * q.length;
    *x = v3_add(v3_scale(1 - part, a), v3_scale(part, b));
    *tangent = v3_sub(b, a);
    return;
  }
  *s = c->length * k / (n - 1);
  if (c->type == ARC) {
    arc_at(c, *s, x, tangent);
  } else if (n_points(c) == n) { /* one point per node */
    *s = 0;
    for (int j = 0; j < k; j++) {
      const hermite q = smooth_piece(c, j);
      *s += hermite_length(&q, 1);
    }
    *x = point(c, k);
    *tangent = smooth_slope(c, k);
  } else {
    smooth_at(c, *s, x, tangent);
  }
}

static int along(sn_v3 tangent, sn_v3 up)
{
  return !(v3_norm(v3_cross(v3_unit(tangent), up)) > 1e-5);
}

void sn_beam_twist(const sn_beam_curve *c, double s, sn_m3 *axes)
{
  const sn_beam *p = c->item->param;
  if (!p->twist) {
    return;
  }
  const int number = sn_expr_variables(p->twist) == 0; /* a function that is constant is none */
  const double a = sn_expr_value(p->twist, &s) * (number ? s / c->length : 1);
  const sn_m3 r = *axes;
  axes->c[1] = v3_axpy(v3_scale(cos(a), r.c[1]), sin(a), r.c[2]);
  axes->c[2] = v3_axpy(v3_scale(-sin(a), r.c[1]), cos(a), r.c[2]);
}

int sn_beam_station(const sn_beam_curve *c, int e, int i, double *s, sn_v3 *x, sn_m3 *axes)
{
  SN_ASSERT(c->item && e >= 0 && i >= 0 && i <= ((const sn_beam *)c->item->param)->order);
  const sn_beam *p = c->item->param;
  sn_v3 tangent;
  line_at(c, e, i, s, x, &tangent);
  *x = p->deviation ? v3_add(*x, p->deviation[e * p->order + i]) : *x;
  if (along(tangent, c->up) || !sn_rotation_two_directions(0, tangent, 2, c->up, axes)) {
    *axes = m3_identity();
    return 0;
  }
  sn_beam_twist(c, *s, axes);
  return 1;
}

/* No `up` given: the first of z, y, x that the line never comes near. */
static sn_v3 default_up(const sn_beam_curve *c)
{
  const sn_beam *p = c->item->param;
  for (int axis = 2; axis > 0; axis--) {
    sn_v3 up = v3(0, 0, 0);
    up.x[axis] = 1;
    up = sn_drawn_direction(c->item, up);
    int clear = 1;
    for (int e = 0; e < p->elements && clear; e++) {
      for (int i = 0; i <= p->order && clear; i++) {
        double s;
        sn_v3 x, tangent;
        line_at(c, e, i, &s, &x, &tangent);
        clear = fabs(v3_dot(v3_unit(tangent), up)) < 0.99;
      }
    }
    if (clear) {
      return up;
    }
  }
  return sn_drawn_direction(c->item, v3(1, 0, 0));
}

static sn_status find_arc(const sn_item *item, sn_beam_curve *c, sn_error *error)
{
  const sn_beam *p = item->param;
  const sn_v3 mid = sn_drawn_point(item, p->through);
  const sn_v3 a = v3_sub(mid, c->first), b = v3_sub(c->last, c->first), normal = v3_cross(a, b);
  const double nn = v3_dot(normal, normal), aa = v3_dot(a, a), bb = v3_dot(b, b);
  if (!(sqrt(nn) > 1e-9 * (aa + bb))) {
    sn_item_fail(item, SN_EINPUT, error, "`through` of beam '%s' is on the straight line of its ends.", item->name);
    sn_error_why(error, "No circle goes through three points of one line.");
    sn_error_fix(error, "Leave `through` out for a straight beam, or give a point off the line.");
    return SN_EINPUT;
  }
  const sn_v3 to_center =
      v3_scale(0.5 / nn, v3_cross(v3_axpy(v3_scale(aa, b), -bb, a), normal)); /* from the first end */
  c->radius = v3_norm(to_center);
  c->center = v3_add(c->first, to_center);
  c->e1 = v3_scale(-1 / c->radius, to_center);
  c->e2 = v3_cross(v3_unit(normal), c->e1);
  const sn_v3 end = v3_sub(c->last, c->center);
  c->angle = atan2(v3_dot(end, c->e2), v3_dot(end, c->e1));
  c->angle += c->angle <= 0 ? 8 * atan(1) : 0;
  c->length = c->radius * c->angle;
  c->type = ARC;
  return SN_OK;
}

sn_status sn_beam_check_line(const sn_item *item, sn_error *error)
{
  const sn_beam *p = item->param;
  const int ends = !isnan(p->from.x[0]) || !isnan(p->to.x[0]), arc = !isnan(p->through.x[0]);
  if (p->points.n > 1 && (ends || arc)) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has both points and %s.", item->name,
                 arc ? "through" : "from or to");
    sn_error_fix(error, "The points are its whole line: remove from, to and through.");
    return SN_EINPUT;
  }
  if (p->points.n == 1) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s': `points` needs at least two points.", item->name);
    sn_error_fix(error, "Write for example points = { {0, 0, 0}, {1, 0, 0} }, or from and to.");
    return SN_EINPUT;
  }
  if (p->points.n > 2 && !p->smooth && p->elements < p->points.n - 1) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has %d straight pieces, but only %d elements.", item->name,
                 p->points.n - 1, p->elements);
    sn_error_why(error, "Each piece needs an element of its own.");
    sn_error_fix(error, "Give at least elements = %d, or curve = \"smooth\".", p->points.n - 1);
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_beam_curve_of(const sn_item *item, sn_v3 first, sn_v3 last, sn_beam_curve *out, sn_error *error)
{
  const sn_beam *p = item->param;
  SN_TRY(sn_beam_check_line(item, error));
  *out = (sn_beam_curve){.item = item, .first = first, .last = last, .type = PIECES};
  double size = 0;
  for (int i = 0; i + 1 < n_points(out); i++) {
    size = fmax(size, v3_norm(point(out, i + 1)));
    if (!(chord(out, i) > 1e-12 * size)) {
      sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has no length%s.", item->name,
                   n_points(out) > 2 ? " between two of its points" : "");
      sn_error_fix(error, "Its ends and points must be different places.");
      return SN_EINPUT;
    }
    out->length += chord(out, i);
  }
  if (!isnan(p->through.x[0])) {
    SN_TRY(find_arc(item, out, error));
  } else if (p->smooth && n_points(out) > 2) {
    out->type = SMOOTH;
    out->length = 0;
    for (int i = 0; i + 1 < n_points(out); i++) {
      const hermite q = smooth_piece(out, i);
      out->length += hermite_length(&q, 1);
    }
  }
  out->up = isnan(p->up.x[0]) ? default_up(out) : v3_unit(sn_drawn_direction(item, p->up));
  return SN_OK;
}
