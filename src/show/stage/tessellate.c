/* show/stage/tessellate.c -- boxes, solids of revolution, prisms and wires as triangles.
 * What:    the pieces that forms and symbols are made of (show/stage/geometry.h). A smooth corner has one vertex, a sharp one
 *          a vertex per face. Neighbouring pieces of one surface use the same numbers, so that it is closed to the last
 *          bit.
 * Theory:  the normal of a segment (dx, dr) of a profile that runs towards +x outside is (-dr, dx). The frame of a wire
 *          is carried along by the smallest rotation, v - (v.b)/(1 + a.b) (a + b): no twist.
 * Limits:  a failed allocation marks the table; sn_tess_end tells.
 * Tests:   tests/show/test_geometry.c.
 */
#include <math.h>

#include "base/array.h"
#include "show/stage/geometry.h"

static const double pi = 3.14159265358979323846;
static const double sharp = 0.766; /* cos 40 degrees */

void sn_tess_begin(sn_tessellation *t, sn_arena *arena)
{
  *t = (sn_tessellation){.arena = arena, .axes = m3_identity()};
}

void sn_tess_frame(sn_tessellation *t, sn_v3 origin, sn_m3 axes)
{
  t->origin = origin;
  t->axes = axes;
}

static int add_vertex(sn_tessellation *t, sn_v3 x, sn_v3 normal)
{
  if (t->n_vertex == t->room_vertex && !t->failed) {
    const int room = t->room_vertex > 0 ? 2 * t->room_vertex : 64;
    float(*v)[3] = sn_arena_grow(t->arena, t->vertex, (size_t)t->n_vertex, (size_t)room, sizeof *v);
    float(*n)[3] = sn_arena_grow(t->arena, t->normal, (size_t)t->n_vertex, (size_t)room, sizeof *n);
    t->failed = !v || !n;
    if (!t->failed) {
      t->vertex = v;
      t->normal = n;
      t->room_vertex = room;
    }
  }
  if (t->failed) {
    return 0;
  }
  x = v3_add(t->origin, m3_mul(t->axes, x));
  normal = v3_unit(m3_mul(t->axes, normal));
  for (int k = 0; k < 3; k++) {
    t->vertex[t->n_vertex][k] = (float)x.x[k];
    t->normal[t->n_vertex][k] = (float)normal.x[k];
  }
  return t->n_vertex++;
}

static void add_triangle(sn_tessellation *t, int a, int b, int c)
{
  t->failed = t->failed || !SN_GROW(t->arena, t->triangle, t->n_triangle, t->room_triangle);
  if (!t->failed) {
    t->triangle[t->n_triangle][0] = a;
    t->triangle[t->n_triangle][1] = b;
    t->triangle[t->n_triangle++][2] = c;
  }
}

void sn_tess_triangle(sn_tessellation *t, sn_v3 a, sn_v3 b, sn_v3 c)
{
  const sn_v3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
  const int first = add_vertex(t, a, n);
  add_vertex(t, b, n);
  add_vertex(t, c, n);
  add_triangle(t, first, first + 1, first + 2);
}

void sn_tess_box(sn_tessellation *t, double x, double y, double z)
{
  const double half[3] = {x, y, z};
  for (int k = 0; k < 6; k++) { /* face along axis a, seen from outside: corners counterclockwise in (b, c) */
    const int a = k / 2, b = (a + 1) % 3, c = (a + 2) % 3;
    const double side = k % 2 ? -1 : 1;
    sn_v3 n = v3(0, 0, 0);
    n.x[a] = side;
    int corner[4];
    for (int i = 0; i < 4; i++) {
      sn_v3 p = v3(0, 0, 0);
      p.x[a] = side * half[a];
      p.x[b] = side * (i == 0 || i == 3 ? -half[b] : half[b]);
      p.x[c] = i < 2 ? -half[c] : half[c];
      corner[i] = add_vertex(t, p, n);
    }
    add_triangle(t, corner[0], corner[1], corner[2]);
    add_triangle(t, corner[0], corner[2], corner[3]);
  }
}

typedef struct {
  double x, r;
} in_profile;

static in_profile normal_of(const double (*p)[2], int n, int segment)
{
  const double *a = p[segment % n], *b = p[(segment + 1) % n];
  const double dx = b[0] - a[0], dr = b[1] - a[1], length = hypot(dx, dr);
  return (in_profile){-dr / length, dx / length};
}

/* the normal of a segment at its corner with another one: their mean where that is smooth */
static in_profile blended(in_profile own, in_profile other)
{
  if (own.x * other.x + own.r * other.r < sharp) {
    return own;
  }
  const in_profile sum = {own.x + other.x, own.r + other.r};
  const double length = hypot(sum.x, sum.r);
  return (in_profile){sum.x / length, sum.r / length};
}

/* vertices of one end of a band; returns the first. On the axis of a smooth end one vertex stands for all. */
static int add_ring(sn_tessellation *t, const double *p, in_profile n, double turn, int around, int *step)
{
  *step = p[1] > 0 || fabs(n.x) < 0.9;
  if (!*step) {
    return add_vertex(t, v3(p[0], 0, 0), v3(n.x > 0 ? 1 : -1, 0, 0));
  }
  const int first = t->n_vertex;
  for (int k = 0; k < around; k++) {
    const double angle = 2 * pi * (k + turn) / around, c = cos(angle), s = sin(angle);
    /* where the ring shrinks to a tip its normals are between those of the other ring */
    add_vertex(t, p[1] > 0 ? v3(p[0], p[1] * c, p[1] * s) : v3(p[0], 0, 0), v3(n.x, n.r * c, n.r * s));
  }
  return first;
}

void sn_tess_revolve(sn_tessellation *t, const double (*profile)[2], int n, int closed, int around)
{
  const int segments = closed ? n : n - 1;
  int ring_before = 0, step_before = 0, smooth_before = 0;
  for (int i = 0; i < segments && !t->failed; i++) {
    const double *p = profile[i], *q = profile[(i + 1) % n];
    const in_profile own = normal_of(profile, n, i);
    const int has_before = closed || i > 0, has_after = closed || i + 1 < segments;
    const in_profile at_p = has_before ? blended(own, normal_of(profile, n, i > 0 ? i - 1 : n - 1)) : own;
    const in_profile after = normal_of(profile, n, has_after ? i + 1 : i);
    const in_profile at_q = has_after ? blended(own, after) : own;
    int step_p, step_q;
    int ring_p = ring_before;
    if (i > 0 && smooth_before) {
      step_p = step_before;
    } else {
      ring_p = add_ring(t, p, at_p, p[1] > 0 ? 0 : 0.5, around, &step_p);
    }
    const int ring_q = add_ring(t, q, at_q, q[1] > 0 ? 0 : 0.5, around, &step_q);
    for (int k = 0; k < around; k++) {
      const int l = (k + 1) % around;
      const int pk = ring_p + step_p * k, pl = ring_p + step_p * l, qk = ring_q + step_q * k, ql = ring_q + step_q * l;
      if (q[1] > 0) {
        add_triangle(t, pk, ql, qk);
      }
      if (p[1] > 0) {
        add_triangle(t, pk, pl, q[1] > 0 ? ql : qk);
      }
    }
    ring_before = ring_q;
    step_before = step_q;
    smooth_before = own.x * after.x + own.r * after.r >= sharp;
  }
}

void sn_tess_prism(sn_tessellation *t, const double (*outline)[2], int n, double x0, double x1)
{
  double within[2] = {0, 0};
  for (int i = 0; i < n; i++) {
    within[0] += outline[i][0] / n;
    within[1] += outline[i][1] / n;
  }
  for (int i = 0; i < n; i++) { /* walls: every corner is sharp */
    const double *a = outline[i], *b = outline[(i + 1) % n];
    const sn_v3 normal = v3(0, b[1] - a[1], a[0] - b[0]);
    const int corner[4] = {add_vertex(t, v3(x0, a[0], a[1]), normal), add_vertex(t, v3(x0, b[0], b[1]), normal),
                           add_vertex(t, v3(x1, b[0], b[1]), normal), add_vertex(t, v3(x1, a[0], a[1]), normal)};
    add_triangle(t, corner[0], corner[1], corner[2]);
    add_triangle(t, corner[0], corner[2], corner[3]);
  }
  for (int end = 0; end < 2; end++) {
    const double x = end ? x1 : x0;
    const sn_v3 normal = v3(end ? 1 : -1, 0, 0);
    const int middle = add_vertex(t, v3(x, within[0], within[1]), normal), first = t->n_vertex;
    for (int i = 0; i < n; i++) {
      add_vertex(t, v3(x, outline[i][0], outline[i][1]), normal);
    }
    for (int i = 0; i < n; i++) {
      const int a = first + i, b = first + (i + 1) % n;
      add_triangle(t, middle, end ? a : b, end ? b : a);
    }
  }
}

sn_v3 sn_across(sn_v3 a)
{
  /* the ground axis that is least along a, made perpendicular to it */
  const double x = fabs(a.x[0]), y = fabs(a.x[1]), z = fabs(a.x[2]);
  const sn_v3 e = v3(x <= y && x <= z, y < x && y <= z, z < x && z < y);
  return v3_unit(v3_axpy(e, -v3_dot(e, a), a));
}

sn_v3 sn_transport(sn_v3 v, sn_v3 a, sn_v3 b)
{
  const double c = 1 + v3_dot(a, b);
  return c > 1e-9 ? v3_axpy(v, -v3_dot(v, b) / c, v3_add(a, b)) : v;
}

static void add_disc(sn_tessellation *t, sn_v3 middle, sn_v3 u, sn_v3 v, sn_v3 normal, double radius, int around)
{
  const int centre = add_vertex(t, middle, normal), first = t->n_vertex;
  const int up = v3_dot(v3_cross(u, v), normal) > 0;
  for (int k = 0; k < around; k++) {
    const double angle = 2 * pi * k / around;
    const sn_v3 d = v3_axpy(v3_scale(cos(angle), u), sin(angle), v);
    add_vertex(t, v3_axpy(middle, radius, d), normal);
  }
  for (int k = 0; k < around; k++) {
    const int a = first + k, b = first + (k + 1) % around;
    add_triangle(t, centre, up ? a : b, up ? b : a);
  }
}

void sn_tess_pipe(sn_tessellation *t, const sn_v3 *point, int n, double radius, int around)
{
  sn_v3 along = v3_unit(v3_sub(point[1], point[0]));
  sn_v3 u = sn_across(along);
  add_disc(t, point[0], u, v3_cross(along, u), v3_scale(-1, along), radius, around);
  int before = 0;
  for (int i = 0; i < n && !t->failed; i++) {
    if (i > 0) {
      const sn_v3 next = v3_unit(v3_sub(point[i + 1 < n ? i + 1 : i], point[i - 1]));
      u = v3_unit(sn_transport(u, along, next));
      along = next;
    }
    const sn_v3 v = v3_cross(along, u);
    const int ring = t->n_vertex;
    for (int k = 0; k < around; k++) {
      const double angle = 2 * pi * k / around;
      const sn_v3 d = v3_axpy(v3_scale(cos(angle), u), sin(angle), v);
      add_vertex(t, v3_axpy(point[i], radius, d), d);
    }
    for (int k = 0; k < around && i > 0; k++) {
      const int l = (k + 1) % around;
      add_triangle(t, before + k, before + l, ring + l);
      add_triangle(t, before + k, ring + l, ring + k);
    }
    before = ring;
  }
  add_disc(t, point[n - 1], u, v3_cross(along, u), along, radius, around);
}

sn_status sn_tess_end(const sn_tessellation *t, const char *name, sn_geometry *out, sn_error *error)
{
  if (t->failed) {
    return sn_no_memory(error, "a picture's triangles");
  }
  *out = (sn_geometry){name,
                       t->n_vertex,
                       t->n_triangle,
                       (const float(*)[3])t->vertex,
                       (const float(*)[3])t->normal,
                       (const int(*)[3])t->triangle};
  return SN_OK;
}
