/* model/section_outline.c -- loops of points around sections, and integrals over polygons.
 * Theory:  int f dA over a polygon as a sum over its edges (Green): with c = y_a z_b - y_b z_a per edge, A = sum c/2,
 *          int y = sum c (y_a + y_b)/6, int y^2 = sum c (y_a^2 + y_a y_b + y_b^2)/12,
 *          int y z = sum c (y_a z_b + 2 y_a z_a + 2 y_b z_b + y_b z_a)/24. Taken from its first point, so that a polygon
 *          far from the origin loses no digits.
 * Limits:  circles are drawn as polygons; no number of a section comes from them. Crossings are looked for pair by pair.
 * Tests:   tests/model/test_section.c.
 */
#include <string.h>

#include "model/section_private.h"

static const double pi = 3.14159265358979323846;
enum { AROUND = 32 };

sn_status sn_outline_loops(int n_loop, const int *count, const double (*point)[2], sn_arena *arena, sn_outline *out,
                           sn_error *error)
{
  int n = 0;
  for (int i = 0; i < n_loop; i++) {
    n += count[i];
  }
  int *own_count = SN_NEW(arena, int, n_loop);
  double(*own)[2] = sn_arena_get(arena, (size_t)n, sizeof *own);
  if (!own_count || !own) {
    return sn_no_memory(error, "a section");
  }
  memcpy(own_count, count, (size_t)n_loop * sizeof *count);
  memcpy(own, point, (size_t)n * sizeof *point);
  *out = (sn_outline){n_loop, n, own_count, (const double(*)[2])own};
  return SN_OK;
}

sn_status sn_outline_round(double radius, double inner, sn_arena *arena, sn_outline *out, sn_error *error)
{
  static const int count[2] = {AROUND, AROUND};
  double point[2 * AROUND][2];
  for (int k = 0; k < AROUND; k++) {
    const double angle = 2 * pi * k / AROUND;
    point[k][0] = radius * cos(angle);
    point[k][1] = radius * sin(angle);
    point[AROUND + k][0] = inner * cos(angle);
    point[AROUND + k][1] = -inner * sin(angle);
  }
  return sn_outline_loops(inner > 0 ? 2 : 1, count, (const double(*)[2])point, arena, out, error);
}

void sn_polygon_moments(const double (*point)[2], int n, double *area, double centroid[2], double second[3])
{
  const double y0 = point[0][0], z0 = point[0][1];
  double a = 0, first[2] = {0}, m[3] = {0};
  for (int i = 0; i < n; i++) {
    const double *p = point[i], *q = point[(i + 1) % n];
    const double ya = p[0] - y0, za = p[1] - z0, yb = q[0] - y0, zb = q[1] - z0, c = ya * zb - yb * za;
    a += c / 2;
    first[0] += c * (ya + yb) / 6;
    first[1] += c * (za + zb) / 6;
    m[0] += c * (ya * ya + ya * yb + yb * yb) / 12;
    m[1] += c * (za * za + za * zb + zb * zb) / 12;
    m[2] += c * (ya * zb + 2 * ya * za + 2 * yb * zb + yb * za) / 24;
  }
  const double y = first[0] / a, z = first[1] / a, side = a > 0 ? 1 : -1;
  *area = a;
  centroid[0] = y0 + y;
  centroid[1] = z0 + z;
  second[0] = side * (m[0] - a * y * y);
  second[1] = side * (m[1] - a * z * z);
  second[2] = side * (m[2] - a * y * z);
}

static double cross(const double *a, const double *b, const double *c)
{
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* is c, which lies on the line through a and b, between them? */
static int between(const double *a, const double *b, const double *c)
{
  return fmin(a[0], b[0]) <= c[0] && c[0] <= fmax(a[0], b[0]) && fmin(a[1], b[1]) <= c[1] && c[1] <= fmax(a[1], b[1]);
}

static int meet(const double *a, const double *b, const double *c, const double *d)
{
  const double u = cross(a, b, c), v = cross(a, b, d), s = cross(c, d, a), t = cross(c, d, b);
  if (((u > 0 && v < 0) || (u < 0 && v > 0)) && ((s > 0 && t < 0) || (s < 0 && t > 0))) {
    return 1;
  }
  return (u == 0 && between(a, b, c)) || (v == 0 && between(a, b, d)) || (s == 0 && between(c, d, a)) ||
         (t == 0 && between(c, d, b));
}

int sn_polygon_crosses(const double (*point)[2], int n, int *a, int *b)
{
  for (int i = 0; i < n; i++) {
    for (int k = i + 1; k < n; k++) {
      const double *p = point[i], *q = point[(i + 1) % n], *r = point[k], *s = point[(k + 1) % n];
      const int next = k == i + 1, last = i == 0 && k == n - 1;
      /* neighbours share a point: they may not fold back on each other */
      const int bad = next   ? cross(p, q, s) == 0 && (between(p, q, s) || between(r, s, p))
                      : last ? cross(r, p, q) == 0 && (between(r, p, q) || between(p, q, r))
                             : meet(p, q, r, s);
      if (bad) {
        *a = i;
        *b = k;
        return 1;
      }
    }
  }
  return 0;
}
