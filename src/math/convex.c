/* math/convex.c -- see convex.h: half spaces, edges and prisms.
 * Tests:   tests/math/test_convex.c
 */
#include "math/convex.h"

#include <math.h>

sn_status sn_half_space(sn_arena *arena, sn_convex *out)
{
  sn_v3 *normal = SN_NEW(arena, sn_v3, 1);
  double *offset = SN_NEW(arena, double, 1);
  if (!normal || !offset) {
    return SN_ENOMEM;
  }
  *normal = v3(0, 0, 1);
  *out = (sn_convex){.n_plane = 1, .normal = normal, .offset = offset};
  return SN_OK;
}

static double turn_at(int n, const double (*p)[2], int k)
{
  const double *a = p[(k + n - 1) % n], *b = p[k], *c = p[(k + 1) % n];
  return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
}

static double area_of(int n, const double (*p)[2])
{
  double sum = 0;
  for (int k = 0; k < n; k++) {
    const double *a = p[k], *b = p[(k + 1) % n];
    sum += 0.5 * ((a[0] - p[0][0]) * (b[1] - p[0][1]) - (b[0] - p[0][0]) * (a[1] - p[0][1]));
  }
  return sum;
}

/* Total rotation of the sides, in whole turns: a star of five corners turns twice although none of its corners is concave. */
static double turns_of(int n, const double (*p)[2])
{
  double sum = 0;
  for (int k = 0; k < n; k++) {
    const double *a = p[(k + n - 1) % n], *b = p[k], *c = p[(k + 1) % n];
    const double along = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
    sum += atan2(turn_at(n, p, k), along);
  }
  return sum / 6.283185307179586;
}

sn_profile_flaw sn_profile_bad(int n, const double (*p)[2], int *corner)
{
  *corner = 0;
  if (n == 1) {
    return SN_PROFILE_GOOD;
  }
  if (n < 3) {
    return SN_PROFILE_SHORT;
  }
  double size = 0;
  for (int k = 0; k < n; k++) {
    size = fmax(size, hypot(p[k][0] - p[0][0], p[k][1] - p[0][1]));
  }
  for (int k = 0; k < n; k++) {
    const double *next = p[(k + 1) % n];
    if (!(hypot(next[0] - p[k][0], next[1] - p[k][1]) > 1e-9 * size)) {
      *corner = (k + 1) % n;
      return SN_PROFILE_TWICE;
    }
  }
  const double area = area_of(n, p);
  if (!(fabs(area) > 1e-9 * size * size)) {
    return SN_PROFILE_FLAT;
  }
  for (int k = 0; k < n; k++) {
    if (turn_at(n, p, k) * (area > 0 ? 1 : -1) < -1e-12 * size * size) {
      *corner = k;
      return SN_PROFILE_HOLLOW;
    }
  }
  return fabs(turns_of(n, p)) > 1.5 ? SN_PROFILE_HOLLOW : SN_PROFILE_GOOD;
}

sn_status sn_prism(int n, const double (*p)[2], double width, sn_arena *arena, sn_convex *out)
{
  const int planes = n >= 3 ? n + 2 : 0, edges = n >= 3 ? 3 * n : 1;
  sn_v3 *normal = SN_NEW(arena, sn_v3, planes + 1), *corner = SN_NEW(arena, sn_v3, 2 * n);
  double *offset = SN_NEW(arena, double, planes + 1);
  int(*edge)[2] = sn_arena_get(arena, (size_t)edges, sizeof *edge);
  if (!normal || !corner || !offset || !edge) {
    return SN_ENOMEM;
  }
  const double side = n >= 3 && area_of(n, p) < 0 ? -1 : 1;
  for (int k = 0; k < n; k++) { /* corners k in front, n + k behind */
    corner[k] = v3(p[k][0], -width / 2, p[k][1]);
    corner[n + k] = v3(p[k][0], width / 2, p[k][1]);
    edge[k][0] = k;
    edge[k][1] = n + k;
  }
  for (int k = 0; k < n && planes; k++) {
    const int next = (k + 1) % n;
    const double dx = p[next][0] - p[k][0], dz = p[next][1] - p[k][1];
    normal[k] = v3_unit(v3(side * dz, 0, -side * dx));
    offset[k] = fmax(v3_dot(normal[k], corner[k]), v3_dot(normal[k], corner[next]));
    for (int i = 0; i < 2; i++) {
      edge[(1 + i) * n + k][0] = i * n + k;
      edge[(1 + i) * n + k][1] = i * n + next;
    }
  }
  if (planes) {
    normal[n] = v3(0, -1, 0);
    normal[n + 1] = v3(0, 1, 0);
    offset[n] = offset[n + 1] = width / 2;
  }
  *out = (sn_convex){.n_plane = planes,
                     .normal = normal,
                     .offset = offset,
                     .n_corner = 2 * n,
                     .corner = corner,
                     .n_edge = edges,
                     .edge = (const int(*)[2])edge};
  return SN_OK;
}

/* The corner moved to where its faces are now: the nearest place to all of them. */
static int moved(const sn_convex *s, sn_v3 corner, double width, double size, sn_v3 *out)
{
  sn_m3 A = {{v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0)}};
  sn_v3 sum = v3(0, 0, 0);
  for (int k = 0; k < s->n_plane; k++) {
    const sn_v3 n = s->normal[k];
    if (fabs(v3_dot(n, corner) - s->offset[k]) < 1e-9 * size) {
      for (int j = 0; j < 3; j++) {
        A.c[j] = v3_axpy(A.c[j], n.x[j], n);
      }
      sum = v3_axpy(sum, -width, n);
    }
  }
  const sn_v3 r[3] = {v3_cross(A.c[1], A.c[2]), v3_cross(A.c[2], A.c[0]), v3_cross(A.c[0], A.c[1])};
  const double det = v3_dot(A.c[0], r[0]);
  if (!(det > 1e-9)) {
    return 0;
  }
  *out = v3_axpy(corner, 1 / det, v3(v3_dot(r[0], sum), v3_dot(r[1], sum), v3_dot(r[2], sum)));
  return 1;
}

/* Does the moved corner lie inside of all moved faces? */
static int fits(const sn_convex *s, sn_v3 corner, const double *offset, double size)
{
  for (int k = 0; k < s->n_plane; k++) {
    if (v3_dot(s->normal[k], corner) - offset[k] > 1e-8 * size) {
      return 0;
    }
  }
  return 1;
}

/* Shrinks it about its middle, until its nearest face has moved by the width. */
static int shrink(const sn_convex *s, double width, double *offset, sn_v3 *corner)
{
  sn_v3 middle = v3(0, 0, 0);
  double nearest = INFINITY;
  for (int i = 0; i < s->n_corner; i++) {
    middle = v3_axpy(middle, 1.0 / s->n_corner, s->corner[i]);
  }
  for (int k = 0; k < s->n_plane; k++) {
    nearest = fmin(nearest, s->offset[k] - v3_dot(s->normal[k], middle));
  }
  const double factor = 1 - width / nearest;
  for (int i = 0; i < s->n_corner; i++) {
    corner[i] = v3_axpy(middle, factor, v3_sub(s->corner[i], middle));
  }
  for (int k = 0; k < s->n_plane; k++) {
    const double at = v3_dot(s->normal[k], middle);
    offset[k] = at + factor * (s->offset[k] - at);
  }
  return factor > 0;
}

int sn_convex_inset(const sn_convex *solid, double width, sn_arena *arena, sn_convex *out)
{
  *out = *solid;
  if (solid->n_plane == 0 || solid->n_corner == 0 || !(width > 0)) {
    return 1;
  }
  double *offset = SN_NEW(arena, double, solid->n_plane);
  sn_v3 *corner = SN_NEW(arena, sn_v3, solid->n_corner);
  double size = 0;
  if (!offset || !corner) {
    return -1;
  }
  for (int k = 0; k < solid->n_plane; k++) {
    offset[k] = solid->offset[k] - width;
  }
  for (int i = 0; i < solid->n_corner; i++) {
    size = fmax(size, v3_norm(v3_sub(solid->corner[i], solid->corner[0])));
  }
  out->offset = offset;
  out->corner = corner;
  int simple = 1;
  for (int i = 0; i < solid->n_corner; i++) {
    simple = simple && moved(solid, solid->corner[i], width, size, corner + i);
  }
  for (int i = 0; i < solid->n_edge; i++) {
    const int a = solid->edge[i][0], b = solid->edge[i][1];
    if (simple && !(v3_dot(v3_sub(corner[b], corner[a]), v3_sub(solid->corner[b], solid->corner[a])) > 0)) {
      return 0;
    }
  }
  for (int i = 0; i < solid->n_corner && simple; i++) {
    simple = fits(solid, corner[i], offset, size);
  }
  return simple || shrink(solid, width, offset, corner);
}
