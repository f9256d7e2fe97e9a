/* contact/track.c -- see track.h. */
#include "contact/track.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

double sn_track_length(const sn_track *t)
{
  return t->s[t->closed ? t->n : t->n - 1];
}

/* The piece that s is in. */
static int piece_of(const sn_track *t, double s)
{
  int low = 0, high = t->closed ? t->n : t->n - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (t->s[middle] <= s) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/* ---- a spline through points */

/* Second derivatives: 3 equations per point with its neighbours, by elimination; natural ends, or round. One component; work: 3 n. */
static void bend(const sn_track *t, int k, double *work)
{
  const int n = t->n, last = t->closed ? n : n - 2; /* unknowns */
  double *diagonal = work, *right = work + n, *corner = work + 2 * n;
  const double *x = t->x + k;
  double *m = t->x2 + k;
  if (last < 1) {
    return;
  }
  /* unknown i belongs to point i (closed) or i + 1 */
  const int first = t->closed ? 0 : 1;
  double under = 0; /* closed: the last row's entry in the column that is being eliminated */
  for (int i = 0; i < last; i++) {
    const int p = i + first, before = p > 0 ? p - 1 : n - 1;
    const double h0 = p > 0 ? t->s[p] - t->s[p - 1] : t->s[n] - t->s[n - 1], h1 = t->s[p + 1] - t->s[p];
    const int after = p + 1 < n ? p + 1 : t->closed ? 0 : p + 1;
    diagonal[i] = 2 * (h0 + h1);
    right[i] = 6 * ((x[3 * after] - x[3 * p]) / h1 - (x[3 * p] - x[3 * before]) / h0);
    corner[i] = 0;
  }
  if (!t->closed) {
    for (int i = 1; i < last; i++) {
      const double h = t->s[i + 1] - t->s[i], f = h / diagonal[i - 1];
      diagonal[i] -= f * h;
      right[i] -= f * right[i - 1];
    }
    for (int i = last - 1; i >= 0; i--) {
      const double h = t->s[i + 2] - t->s[i + 1];
      m[3 * (i + 1)] = (right[i] - (i + 1 < last ? h * m[3 * (i + 2)] : 0)) / diagonal[i];
    }
    return;
  }
  /* round: the last unknown is eliminated last; corner is its column in the rows before */
  const double round = t->s[n] - t->s[n - 1];
  corner[0] = under = round;
  for (int i = 0; i + 1 < n; i++) {
    const double h = t->s[i + 1] - t->s[i];
    if (i + 1 == n - 1) { /* the row of the last: its entry is h and what has come in */
      const double all = h + under, f = all / diagonal[i];
      diagonal[n - 1] -= f * (corner[i] + h);
      right[n - 1] -= f * right[i];
      corner[i] += h;
    } else {
      const double f = h / diagonal[i], g = under / diagonal[i];
      diagonal[i + 1] -= f * h;
      right[i + 1] -= f * right[i];
      corner[i + 1] -= f * corner[i];
      diagonal[n - 1] -= g * corner[i];
      right[n - 1] -= g * right[i];
      under = -g * h;
    }
  }
  m[3 * (n - 1)] = right[n - 1] / diagonal[n - 1];
  for (int i = n - 2; i >= 0; i--) {
    const double h = t->s[i + 1] - t->s[i];
    m[3 * i] = (right[i] - corner[i] * m[3 * (n - 1)] - (i + 1 < n - 1 ? h * m[3 * (i + 1)] : 0)) / diagonal[i];
  }
  m[3 * n] = m[0];
}

sn_status sn_track_fixed(int n, const sn_v3 *point, int closed, sn_arena *arena, sn_track *out)
{
  SN_ASSERT(n >= (closed ? 3 : 2));
  const int all = n + (closed ? 1 : 0);
  double *work = SN_NEW(arena, double, 3 * n);
  *out = (sn_track){.n = n,
                    .closed = closed,
                    .s = SN_NEW(arena, double, all),
                    .x = SN_NEW(arena, double, 3 * all),
                    .x2 = SN_NEW(arena, double, 3 * all)};
  if (!work || !out->s || !out->x || !out->x2) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < all; i++) {
    v3_put(point[i % n], out->x + 3 * i);
    out->s[i] = i > 0 ? out->s[i - 1] + v3_norm(v3_sub(point[i % n], point[i - 1])) : 0;
  }
  for (int k = 0; k < 3; k++) {
    bend(out, k, work);
  }
  return SN_OK;
}

sn_status sn_track_values(const sn_track *t, const sn_v3 *value, sn_arena *arena, sn_track *out)
{
  const int all = t->n + (t->closed ? 1 : 0);
  double *work = SN_NEW(arena, double, 3 * t->n);
  SN_ASSERT(t->x && t->s);
  *out = (sn_track){.n = t->n,
                    .closed = t->closed,
                    .s = t->s,
                    .x = SN_NEW(arena, double, 3 * all),
                    .x2 = SN_NEW(arena, double, 3 * all)};
  if (!work || !out->x || !out->x2) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < all; i++) {
    v3_put(value[i < t->n ? i : 0], out->x + 3 * i);
  }
  for (int k = 0; k < 3; k++) {
    bend(out, k, work);
  }
  return SN_OK;
}

/* From s to `to`, turned as little as possible: in short steps, each of which takes away what is along the line. */
static sn_v3 carried(const sn_track *t, double s, double to, sn_v3 up)
{
  enum { PER_POINT = 200 };
  const int n = 1 + (int)(PER_POINT * t->n * fabs(to - s) / sn_track_length(t));
  for (int i = 0; i <= n; i++) {
    sn_v3 d;
    sn_track_at(t, s + (to - s) * i / n, NULL, &d, NULL);
    up = v3_unit(v3_axpy(up, -v3_dot(up, d) / v3_dot(d, d), d));
  }
  return up;
}

sn_status sn_track_carry(const sn_track *t, double s, sn_v3 up, sn_arena *arena, sn_track *out)
{
  const double length = sn_track_length(t);
  sn_v3 *value = SN_NEW(arena, sn_v3, t->n), d;
  if (!value) {
    return SN_ENOMEM;
  }
  double rest = 0;
  if (t->closed) { /* how far it is turned when it comes back */
    const sn_v3 first = carried(t, s, s, up), last = carried(t, s, s + length, up);
    sn_track_at(t, s, NULL, &d, NULL);
    rest = atan2(v3_dot(v3_cross(last, first), v3_unit(d)), v3_dot(last, first));
  }
  for (int i = 0; i < t->n; i++) {
    const double at = t->closed && t->s[i] < s ? t->s[i] + length : t->s[i];
    const sn_v3 u = carried(t, s, at, up);
    sn_track_at(t, at, NULL, &d, NULL);
    const double angle = t->closed ? rest * (at - s) / length : 0;
    value[i] = v3_axpy(v3_scale(cos(angle), u), sin(angle), v3_cross(v3_unit(d), u));
  }
  return sn_track_values(t, value, arena, out);
}

/* a closed one goes round */
static double wrapped(const sn_track *t, double s)
{
  const double length = sn_track_length(t);
  return t->closed ? s - length * floor(s / length) : s;
}

void sn_track_at(const sn_track *t, double s, sn_v3 *x, sn_v3 *slope, sn_v3 *bend_out)
{
  SN_ASSERT(t->x && t->x2);
  s = wrapped(t, s);
  const double end = sn_track_length(t), at = s < 0 ? 0 : s > end ? end : s;
  const int i = piece_of(t, at);
  const double h = t->s[i + 1] - t->s[i], b = (at - t->s[i]) / h, a = 1 - b, beyond = s - at;
  for (int k = 0; k < 3; k++) {
    const double x0 = t->x[3 * i + k], x1 = t->x[3 * i + 3 + k], m0 = t->x2[3 * i + k], m1 = t->x2[3 * i + 3 + k];
    const double d = (x1 - x0) / h - h / 6 * ((3 * a * a - 1) * m0 - (3 * b * b - 1) * m1);
    if (x) {
      x->x[k] = a * x0 + b * x1 + h * h / 6 * ((a * a * a - a) * m0 + (b * b * b - b) * m1) + beyond * d;
    }
    if (slope) {
      slope->x[k] = d;
    }
    if (bend_out) {
      bend_out->x[k] = beyond != 0 ? 0 : a * m0 + b * m1;
    }
  }
}

/* ---- through nodes */

/* Some nodes that follow each other. */
typedef struct {
  int first, n;
} window;

/* Slope at node i by the nodes around it: adds factor times its weights. */
static void add_slope(const sn_track *t, window w, int i, double factor, double *to)
{
  const double *s = t->s;
  const int n = t->n;
  if (n == 2) {
    to[1] += factor / (s[1] - s[0]);
    to[0] -= factor / (s[1] - s[0]);
    return;
  }
  const int m = i == 0 ? 1 : i == n - 1 ? n - 2 : i; /* middle of the parabola */
  const double h0 = s[m] - s[m - 1], h1 = s[m + 1] - s[m], u = s[i] - s[m];
  SN_ASSERT(m - 1 >= w.first && m + 1 < w.first + w.n);
  /* derivative of the parabola through m - 1, m, m + 1 at m + u */
  to[m - 1 - w.first] += factor * (2 * u - h1) / (h0 * (h0 + h1));
  to[m - w.first] += factor * (h1 - h0 - 2 * u) / (h0 * h1);
  to[m + 1 - w.first] += factor * (2 * u + h0) / (h1 * (h0 + h1));
}

/* values of the four Hermite polynomials, of value and slope at both ends of a piece of length h */
static void add_piece(const sn_track *t, window w, int i, const double value[4], double *to)
{
  memset(to, 0, sizeof(double) * (size_t)w.n);
  add_slope(t, w, i, value[1], to);
  add_slope(t, w, i + 1, value[3], to);
  to[i - w.first] += value[0];
  to[i + 1 - w.first] += value[2];
}

/* The piece that s is in, or the nearest one all of whose nodes are in the window. */
static int piece_in(const sn_track *t, window w, double s)
{
  const int i = piece_of(t, s), last = w.first + w.n - 1;
  const int least = w.first == 0 ? 0 : w.first + 1, most = last == t->n - 1 ? t->n - 2 : last - 2;
  SN_ASSERT(least <= most);
  return i < least ? least : i > most ? most : i;
}

/* Weights of the nodes in the window. Pieces outside of it are replaced by the nearest one, which goes on. */
static void weights_in(const sn_track *t, window w, double s, double *N, double *dN, double *ddN)
{
  const double end = sn_track_length(t), at = s < t->s[0] ? t->s[0] : s > end ? end : s, beyond = s - at;
  const int i = piece_in(t, w, at);
  const double h = t->s[i + 1] - t->s[i], u = (at - t->s[i]) / h, u2 = u * u, u3 = u2 * u;
  const double slope[4] = {(6 * u2 - 6 * u) / h, 3 * u2 - 4 * u + 1, (6 * u - 6 * u2) / h, 3 * u2 - 2 * u};
  SN_ASSERT(t->n >= 2 && !t->closed);
  if (N) {
    double value[4] = {2 * u3 - 3 * u2 + 1, h * (u3 - 2 * u2 + u), 3 * u2 - 2 * u3, h * (u3 - u2)};
    for (int k = 0; k < 4; k++) {
      value[k] += beyond * slope[k];
    }
    add_piece(t, w, i, value, N);
  }
  if (dN) {
    add_piece(t, w, i, slope, dN);
  }
  if (ddN) {
    const double in = beyond != 0 ? 0 : 1;
    const double second[4] = {in * (12 * u - 6) / (h * h), in * (6 * u - 4) / h, in * (6 - 12 * u) / (h * h),
                              in * (6 * u - 2) / h};
    add_piece(t, w, i, second, ddN);
  }
}

void sn_track_weights(const sn_track *t, double s, double *N, double *dN, double *ddN)
{
  weights_in(t, (window){0, t->n}, s, N, dN, ddN);
}

/* ---- gaps */

static const sn_track_gap *gap_of(const sn_gap *g)
{
  return (const sn_track_gap *)(const void *)g;
}

static double fixed_gap(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_track_gap *p = gap_of(g);
  sn_v3 x, d, b;
  sn_track_at(p->track, e[1], &x, &d, &b);
  if (gradient) {
    gradient[0] = 1;
    gradient[1] = -d.x[p->along];
  }
  if (hessian) {
    hessian[0] = hessian[1] = hessian[2] = 0;
    hessian[3] = -b.x[p->along];
  }
  return e[0] - x.x[p->along];
}

static double node_gap(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_track_gap *p = gap_of(g);
  const int n = g->n - 1;
  double N[SN_TRACK_NODES], dN[SN_TRACK_NODES], ddN[SN_TRACK_NODES], value = 0, slope = 0, bends = 0;
  weights_in(p->track, (window){p->first, n}, e[n], N, gradient || hessian ? dN : NULL, hessian ? ddN : NULL);
  for (int a = 0; a < n; a++) {
    value += N[a] * e[a];
    slope += gradient || hessian ? dN[a] * e[a] : 0;
    bends += hessian ? ddN[a] * e[a] : 0;
  }
  if (gradient) {
    memcpy(gradient, N, sizeof(double) * (size_t)n);
    gradient[n] = slope;
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)((n + 1) * (n + 1)));
    for (int a = 0; a < n; a++) {
      hessian[a * (n + 1) + n] = hessian[n * (n + 1) + a] = dN[a];
    }
    hessian[n * (n + 1) + n] = bends;
  }
  return value;
}

/* The third derivative of a fixed one, which jumps at its points; beyond its ends there is none. */
static sn_v3 third_of(const sn_track *t, double s)
{
  s = wrapped(t, s);
  sn_v3 out = v3(0, 0, 0);
  const int i = piece_of(t, s);
  for (int k = 0; k < 3 && s >= 0 && s <= sn_track_length(t); k++) {
    out.x[k] = (t->x2[3 * i + 3 + k] - t->x2[3 * i + k]) / (t->s[i + 1] - t->s[i]);
  }
  return out;
}

/* w.e, w a vector that depends on s, with its two derivatives */
static double across(const double *e, sn_v3 w, sn_v3 slope, sn_v3 bends, double *gradient, double *hessian)
{
  const sn_v3 cosines = v3(e[0], e[1], e[2]);
  if (gradient) {
    v3_put(w, gradient);
    gradient[3] = v3_dot(slope, cosines);
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * 16);
    for (int k = 0; k < 3; k++) {
      hessian[4 * k + 3] = hessian[12 + k] = slope.x[k];
    }
    hessian[15] = v3_dot(bends, cosines);
  }
  return v3_dot(w, cosines);
}

static double across_gap(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const sn_track *t = gap_of(g)->track;
  sn_v3 d, b;
  sn_track_at(t, e[3], NULL, &d, &b);
  return across(e, d, b, third_of(t, e[3]), gradient, hessian);
}

static double value_gap(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  sn_v3 w, d, b;
  sn_track_at(gap_of(g)->track, e[3], &w, &d, &b);
  return across(e, w, d, b, gradient, hessian);
}

void sn_track_gap_across(const sn_track *t, sn_track_gap *out)
{
  *out = (sn_track_gap){.gap = {.n = 4, .least = -INFINITY, .is_angle = 1, .value = across_gap}, .track = t};
}

void sn_track_gap_across_value(const sn_track *t, sn_track_gap *out)
{
  *out = (sn_track_gap){.gap = {.n = 4, .least = -INFINITY, .is_angle = 1, .value = value_gap}, .track = t};
}

void sn_track_gap_fixed(const sn_track *t, int k, sn_track_gap *out)
{
  *out = (sn_track_gap){.gap = {.n = 2, .least = -INFINITY, .value = fixed_gap}, .track = t, .along = k};
}

/* The nodes of all pieces from lo to hi. */
static void nodes_between(const sn_gap *g, double lo, double hi, int *first, int *n)
{
  const sn_track *t = gap_of(g)->track;
  const int a = piece_of(t, lo) - 1, b = piece_of(t, hi) + 2;
  *first = a < 0 ? 0 : a;
  *n = (b > t->n - 1 ? t->n - 1 : b) - *first + 1;
  if (*n < 3 && t->n > 2) { /* at an end the slope is that of the parabola through three nodes */
    *first = *first > 0 ? t->n - 3 : 0;
    *n = 3;
  }
}

static void narrow(const sn_gap *g, int first, int n, void *out)
{
  sn_track_gap *own = out;
  SN_ASSERT(first >= 0 && first + n <= gap_of(g)->track->n);
  *own = *gap_of(g);
  own->first = first;
  own->gap.n = n + 1;
  own->gap.window = NULL;
}

static const sn_gap_window nodes_that_count = {sizeof(sn_track_gap), 6, nodes_between, narrow};

void sn_track_gap_nodes(const sn_track *t, sn_track_gap *out)
{
  SN_ASSERT(t->n <= SN_TRACK_NODES);
  *out = (sn_track_gap){.gap = {.n = t->n + 1, .least = -INFINITY, .value = node_gap, .window = &nodes_that_count},
                        .track = t};
}
