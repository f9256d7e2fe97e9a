/* show/stage/sweep.c -- a section swept along a line through rows: cables, links, beams.
 * What:    rings of vertices, joined by triangles, and two ends. Round lines need no orientation: their frame is
 *          carried along by the smallest rotation. Sections with loops lie in the second and third axis of the rows.
 *          Elements have rings at both ends: where the axes of neighbours differ (a corner) the band between the two
 *          closes the gap.
 * Theory:  smooth: cubic Hermite pieces; the slope at a row is that of the parabola through it and its neighbours over
 *          their distances; axes between rows are mixed linearly and made orthonormal. Elements: Lagrange polynomials of
 *          places and axes over equally spaced stations, as the beam itself has them. Not smooth: straight pieces,
 *          and the ring at a corner stands in the plane that halves it (stretched there by 1/cos of half the bend, at
 *          most 1.5).
 * Tests:   tests/show/test_mesh.c.
 */
#include <math.h>
#include <string.h>

#include "math/polygon.h"
#include "show/stage/geometry.h"
#include "show/stage/mesh_private.h"

static const double pi = 3.14159265358979323846;
static const double sharp = 0.866; /* cos 30 degrees: corners of a section */
enum { AROUND = 14 };

/* ---- counts */

static sn_profile profile_of(const sn_scene *scene, int line)
{
  sn_profile s = {.round = 1, .n_point = AROUND, .n_cap = AROUND};
  const int section = scene->line[line].section;
  int first = 0;
  while (section >= 0 && first < scene->n_loop && scene->loop[first].section != section) {
    first++;
  }
  if (section < 0 || first == scene->n_loop) {
    return s;
  }
  s = (sn_profile){.loop = scene->loop + first};
  while (first + s.n_loop < scene->n_loop && s.loop[s.n_loop].section == section) {
    s.n_point += s.loop[s.n_loop++].count;
  }
  s.n_cap = s.n_point + 2 * (s.n_loop - 1) - 2;
  for (int i = 0; i < s.n_loop; i++) { /* fewer than three points are no loop; loops of a section follow each other */
    const int next = i + 1 < s.n_loop ? s.loop[i + 1].first : s.loop[i].first + s.loop[i].count;
    if (s.loop[i].count < 3 || s.loop[i].first + s.loop[i].count != next) {
      return (sn_profile){.round = 1, .n_point = AROUND, .n_cap = AROUND};
    }
  }
  return s;
}

static int element_count(const sn_scene_line *l) /* 0: the line is not made of elements */
{
  return l->order > 0 ? l->count / (l->order + 1) : 0;
}

static int pieces(const sn_scene_line *l) /* per pair of rows, or per element */
{
  if (l->order > 0) {
    const int n = element_count(l), least = l->order > 1 ? 4 : 2, fine = n > 0 ? 64 / n : 0;
    return fine < least ? least : fine > 16 ? 16 : fine;
  }
  const int wanted = l->count > 1 ? 64 / (l->count - 1) : 0;
  return !l->smooth || l->count < 3 ? 1 : wanted < 4 ? 4 : wanted > 16 ? 16 : wanted;
}

static int rings(const sn_scene_line *l)
{
  return l->order > 0 ? element_count(l) * (pieces(l) + 1) : (l->count - 1) * pieces(l) + 1;
}

/* ring i: how far along, in rows; on elements in nodes, counted once where elements meet */
static double ring_along(const sn_scene_line *l, int i)
{
  const int n = pieces(l), element = i / (n + 1);
  return l->order > 0 ? l->order * (element + (double)(i % (n + 1)) / n) : (double)i / n;
}

static int per_ring(const sn_profile *s)
{
  return s->round ? s->n_point : 2 * s->n_point;
}

static int per_cap(const sn_profile *s)
{
  return s->round ? s->n_point + 1 : s->n_point;
}

void sn_sweep_count(const sn_scene *scene, int line, int *n_vertex, int *n_triangle)
{
  SN_ASSERT(line >= 0 && line < scene->n_line);
  const sn_scene_line *l = scene->line + line;
  const sn_profile s = profile_of(scene, line);
  *n_vertex = l->count < 2 ? 0 : rings(l) * per_ring(&s) + 2 * per_cap(&s);
  *n_triangle = l->count < 2 ? 0 : (rings(l) - 1) * 2 * s.n_point + 2 * s.n_cap;
}

/* ---- what never changes */

static int elements_of(const sn_scene *scene, int item, int otherwise)
{
  for (int i = 0; i < scene->n_field; i++) {
    if (scene->field[i].item == item && scene->field[i].per == SN_OUT_PER_ELEMENT && scene->field[i].count > 0) {
      return scene->field[i].count;
    }
  }
  return otherwise;
}

static void put(int (*triangle)[3], int *n, int a, int b, int c)
{
  triangle[*n][0] = a;
  triangle[*n][1] = b;
  triangle[(*n)++][2] = c;
}

/* is a loop of the section drawn as stored? The first must be counterclockwise, holes clockwise. */
static int as_stored(const sn_scene *scene, const sn_profile *s, int loop)
{
  const double(*point)[2] = (const double(*)[2])scene->loop_point + s->loop[loop].first;
  const double area = sn_polygon_area(point, s->loop[loop].count);
  return loop == 0 ? area > 0 : area < 0;
}

/* the band between ring vertices from a and from b */
static void put_band(const sn_scene *scene, const sn_profile *s, int a, int b, int (*triangle)[3], int *n)
{
  if (s->round) {
    for (int k = 0; k < s->n_point; k++) {
      const int l = (k + 1) % s->n_point;
      put(triangle, n, a + k, a + l, b + l);
      put(triangle, n, a + k, b + l, b + k);
    }
    return;
  }
  for (int l = 0, point = 0; l < s->n_loop; l++) {
    const int turned = !as_stored(scene, s, l), count = s->loop[l].count;
    for (int k = 0; k < count; k++) { /* vertex 2 p + 1: p for the edge after it; 2 q: q for the edge before it */
      const int p = 2 * (point + k) + 1, q = 2 * (point + (k + 1) % count);
      const int from = turned ? q : p, to = turned ? p : q;
      put(triangle, n, a + from, a + to, b + to);
      put(triangle, n, a + from, b + to, b + from);
    }
    point += count;
  }
}

static sn_status put_caps(const sn_scene *scene, const sn_profile *s, int start, int end, int (*triangle)[3], int *n,
                          sn_arena *arena, sn_error *error)
{
  if (s->round) {
    for (int k = 0; k < s->n_point; k++) {
      const int l = (k + 1) % s->n_point;
      put(triangle, n, start, start + 1 + l, start + 1 + k);
      put(triangle, n, end, end + 1 + k, end + 1 + l);
    }
    return SN_OK;
  }
  int *count = SN_NEW(arena, int, s->n_loop);
  if (!count) {
    return sn_no_memory(error, "a section");
  }
  for (int l = 0; l < s->n_loop; l++) {
    count[l] = s->loop[l].count;
  }
  SN_TRY(sn_polygon_fill((const double(*)[2])scene->loop_point + s->loop[0].first, count, s->n_loop, triangle + *n,
                         arena, error));
  for (int i = *n, last = *n + s->n_cap; i < last; i++) {
    const int a = triangle[i][0], b = triangle[i][1], c = triangle[i][2];
    put(triangle + s->n_cap, n, end + a, end + b, end + c);
    triangle[i][0] = start + a;
    triangle[i][1] = start + c;
    triangle[i][2] = start + b;
  }
  *n += s->n_cap;
  return SN_OK;
}

sn_status sn_sweep_triangles(const sn_scene *scene, int line, int first_vertex, int (*triangle)[3], int *element,
                             double *along, sn_arena *arena, sn_error *error)
{
  SN_ASSERT(line >= 0 && line < scene->n_line && first_vertex >= 0);
  const sn_scene_line *l = scene->line + line;
  if (l->count < 2) {
    return SN_OK;
  }
  const sn_profile s = profile_of(scene, line);
  const int n_ring = rings(l), step = per_ring(&s), elements = elements_of(scene, l->item, l->count - 1);
  const int start = n_ring * step, end = start + per_cap(&s);
  int n = 0;
  for (int i = 0; i + 1 < n_ring; i++) {
    const double place = l->order > 0 ? ring_along(l, i) / l->order / element_count(l) : (i + 0.5) / (n_ring - 1);
    const int before = n, of = (int)(place * elements + 1e-9);
    put_band(scene, &s, first_vertex + i * step, first_vertex + (i + 1) * step, triangle, &n);
    for (int k = before; k < n; k++) {
      element[k] = of < elements ? of : elements - 1;
    }
  }
  for (int k = 0; k < 2 * s.n_cap;
       k++) { /* the ends, one triangle of each after the other or one end after the other */
    const int first = s.round ? k % 2 == 0 : k < s.n_cap;
    element[n + k] = first ? 0 : elements - 1;
  }
  SN_TRY(put_caps(scene, &s, first_vertex + start, first_vertex + end, triangle, &n, arena, error));
  for (int i = 0; i < n_ring * step; i++) {
    along[i] = ring_along(l, i / step);
  }
  for (int i = 0; i < 2 * per_cap(&s); i++) {
    along[start + i] = i < per_cap(&s) ? 0 : ring_along(l, n_ring - 1);
  }
  return SN_OK;
}

/* ---- what moves */

typedef struct {
  const sn_scene *scene;
  const sn_scene_line *line;
  const sn_poses *places;
  int pieces, n_ring;
} sweep;

static sn_v3 unit_or(sn_v3 a, sn_v3 otherwise)
{
  const double length = v3_norm(a);
  return length > 0 ? v3_scale(1 / length, a) : otherwise;
}

static sn_pose row_at(const sweep *w, int i)
{
  SN_ASSERT(i >= 0 && i < w->line->count);
  return sn_pose_of_row(w->places, w->scene->line_row[w->line->first + i]);
}

static sn_v3 position_at(const sweep *w, int i)
{
  SN_ASSERT(i >= 0 && i < w->line->count);
  const double *x = w->places->position + 3 * w->scene->line_row[w->line->first + i];
  return v3(x[0], x[1], x[2]);
}

/* slope per unit of length at row i: of the parabola over the lengths h, k of the neighbouring pieces */
static sn_v3 slope_at(const sweep *w, int i)
{
  const int last = w->line->count - 1;
  const sn_v3 x = position_at(w, i);
  const sn_v3 back = i > 0 ? v3_sub(x, position_at(w, i - 1)) : v3(0, 0, 0);
  const sn_v3 on = i < last ? v3_sub(position_at(w, i + 1), x) : v3(0, 0, 0);
  const double h = v3_norm(back), k = v3_norm(on);
  if (h > 0 && k > 0) {
    return v3_axpy(v3_scale(k / (h * (h + k)), back), h / (k * (h + k)), on);
  }
  if (h > 0 || k > 0) { /* an end: the parabola's slope there is twice the chord's less the neighbour's */
    const sn_v3 chord = h > 0 ? v3_scale(1 / h, back) : v3_scale(1 / k, on);
    const int other = h > 0 ? i - 1 : i + 1;
    if (other > 0 && other < last) {
      return v3_sub(v3_scale(2, chord), slope_at(w, other));
    }
    return chord;
  }
  return v3(0, 0, 0);
}

typedef struct {
  sn_v3 x, along, velocity, spin, y, z;
  double stretch; /* of the ring in the plane of a corner */
} ring;

static sn_v3 mix(double u, sn_v3 a, sn_v3 b)
{
  return v3_axpy(v3_scale(1 - u, a), u, b);
}

/* ring i of a smooth line: Hermite between rows */
static ring smooth_ring(const sweep *w, int i, sn_v3 before)
{
  const int last = w->line->count - 1, piece = i / w->pieces < last ? i / w->pieces : last - 1;
  const double u = (double)(i - piece * w->pieces) / w->pieces;
  const sn_pose a = row_at(w, piece), b = row_at(w, piece + 1);
  const double h = v3_norm(v3_sub(b.x, a.x));
  const sn_v3 p = v3_scale(h, slope_at(w, piece)), q = v3_scale(h, slope_at(w, piece + 1));
  const double h00 = (1 + 2 * u) * (1 - u) * (1 - u), h10 = u * (1 - u) * (1 - u), h01 = u * u * (3 - 2 * u),
               h11 = u * u * (u - 1);
  const double d00 = 6 * u * (u - 1), d10 = (1 - u) * (1 - 3 * u), d11 = u * (3 * u - 2);
  const sn_v3 x = v3_axpy(v3_axpy(v3_axpy(v3_scale(h00, a.x), h10, p), h01, b.x), h11, q);
  const sn_v3 d = v3_axpy(v3_axpy(v3_scale(-d00, v3_sub(b.x, a.x)), d10, p), d11, q);
  const sn_v3 y = mix(u, a.axes.c[1], b.axes.c[1]), z = mix(u, a.axes.c[2], b.axes.c[2]);
  const sn_v3 unit_y = unit_or(y, a.axes.c[1]);
  return (ring){x,
                unit_or(d, before),
                mix(u, a.velocity, b.velocity),
                mix(u, a.spin, b.spin),
                unit_y,
                unit_or(v3_axpy(z, -v3_dot(z, unit_y), unit_y), a.axes.c[2]),
                1};
}

/* ring i of elements: places and axes between stations by Lagrange polynomials, u = 0..1 along the element */
static ring element_ring(const sweep *w, int i, sn_v3 before)
{
  const int p = w->line->order, e = i / (w->pieces + 1);
  const double u = (double)(i % (w->pieces + 1)) / w->pieces;
  const sn_v3 zero = v3(0, 0, 0);
  ring r = {zero, zero, zero, zero, zero, zero, 1};
  sn_pose at = {0};
  for (int k = 0; k <= p; k++) {
    double n = 1, slope = 0;
    for (int j = 0; j <= p; j++) { /* product rule: n and its derivative, factor by factor */
      if (j != k) {
        slope = (slope * (p * u - j) + n * p) / (k - j);
        n *= (p * u - j) / (k - j);
      }
    }
    const sn_spot spot = sn_scene_station(w->scene, w->line, e * (p + 1) + k);
    at = sn_pose_of_spot(w->places, &spot);
    r.x = v3_axpy(r.x, n, at.x);
    r.along = v3_axpy(r.along, slope, at.x);
    r.velocity = v3_axpy(r.velocity, n, at.velocity);
    r.spin = v3_axpy(r.spin, n, at.spin);
    r.y = v3_axpy(r.y, n, at.axes.c[1]);
    r.z = v3_axpy(r.z, n, at.axes.c[2]);
  }
  r.along = unit_or(r.along, before);
  r.y = unit_or(r.y, at.axes.c[1]);
  r.z = unit_or(v3_axpy(r.z, -v3_dot(r.z, r.y), r.y), at.axes.c[2]);
  return r;
}

/* ring i of straight pieces, at row i */
static ring corner_ring(const sweep *w, int i, sn_v3 before)
{
  const int last = w->line->count - 1;
  const sn_pose r = row_at(w, i);
  const sn_v3 on = i < last ? unit_or(v3_sub(position_at(w, i + 1), r.x), before) : before;
  const sn_v3 back = i > 0 ? unit_or(v3_sub(r.x, position_at(w, i - 1)), on) : on;
  const sn_v3 along = unit_or(v3_add(back, i < last ? on : back), back);
  const double c = v3_dot(along, back);
  return (ring){r.x, along, r.velocity, r.spin, r.axes.c[1], r.axes.c[2], i > 0 && i < last ? 1 / fmax(c, 1 / 1.5) : 1};
}

static ring ring_at(const sweep *w, int i, sn_v3 before)
{
  return w->line->order > 0 ? element_ring(w, i, before)
         : w->pieces > 1    ? smooth_ring(w, i, before)
                            : corner_ring(w, i, before);
}

static sn_v3 first_direction(const sweep *w)
{
  if (w->line->order > 0) {
    return element_ring(w, 0, v3(1, 0, 0)).along;
  }
  for (int i = 1; i < w->line->count; i++) {
    const sn_v3 d = v3_sub(position_at(w, i), position_at(w, 0));
    if (v3_norm(d) > 0) {
      return v3_unit(d);
    }
  }
  return v3(1, 0, 0);
}

static void put_vertex(const ring *r, sn_v3 arm, sn_v3 normal, int i, double (*vertex)[3], double (*to)[3],
                       double (*velocity)[3])
{
  v3_put(v3_add(r->x, arm), vertex[i]);
  v3_put(normal, to[i]);
  v3_put(v3_add(r->velocity, v3_cross(r->spin, arm)), velocity[i]);
}

static void move_round(const sweep *w, double radius, double (*vertex)[3], double (*normal)[3], double (*velocity)[3])
{
  sn_v3 along = first_direction(w), u = sn_across(along);
  sn_v3 bend_before = along;
  for (int i = 0; i < w->n_ring; i++) {
    ring r = ring_at(w, i, w->pieces > 1 ? along : bend_before);
    r.spin = v3(0, 0, 0); /* a round line's rows may turn at will */
    bend_before = r.along;
    u = unit_or(sn_transport(u, along, r.along), sn_across(r.along));
    along = r.along;
    const sn_v3 v = v3_cross(along, u);
    const sn_v3 behind = i > 0 ? v3_sub(r.x, w->pieces > 1 ? r.x : position_at(w, i - 1)) : v3(0, 0, 0);
    /* the direction in which a corner's ring is longer: in the plane of the bend, across the corner */
    const sn_v3 wide = unit_or(v3_axpy(behind, -v3_dot(behind, along), along), v3(0, 0, 0));
    for (int k = 0; k < AROUND; k++) {
      const double angle = 2 * pi * k / AROUND;
      const sn_v3 d = v3_axpy(v3_scale(cos(angle), u), sin(angle), v);
      const sn_v3 arm = v3_scale(radius, v3_axpy(d, (r.stretch - 1) * v3_dot(d, wide), wide));
      put_vertex(&r, arm, d, i * AROUND + k, vertex, normal, velocity);
    }
    if (i == 0 || i == w->n_ring - 1) {
      const int cap = w->n_ring * AROUND + (i == 0 ? 0 : AROUND + 1);
      const sn_v3 out = v3_scale(i == 0 ? -1 : 1, along);
      put_vertex(&r, v3(0, 0, 0), out, cap, vertex, normal, velocity);
      for (int k = 0; k < AROUND; k++) {
        memcpy(vertex[cap + 1 + k], vertex[i * AROUND + k], sizeof *vertex);
        memcpy(velocity[cap + 1 + k], velocity[i * AROUND + k], sizeof *velocity);
        v3_put(out, normal[cap + 1 + k]);
      }
    }
  }
}

/* outward normal of the edge from a to b of a loop that is counterclockwise around the material */
static void edge_normal(const double *a, const double *b, double out[2])
{
  const double y = b[1] - a[1], z = a[0] - b[0], length = hypot(y, z);
  out[0] = length > 0 ? y / length : 0;
  out[1] = length > 0 ? z / length : 0;
}

static void put_loop(const ring *r, const double (*p)[2], int count, double side, int at, double (*vertex)[3],
                     double (*normal)[3], double (*velocity)[3])
{
  for (int k = 0; k < count; k++) {
    double n[2][2]; /* of the edge before and after */
    edge_normal(p[(k + count - 1) % count], p[k], n[0]);
    edge_normal(p[k], p[(k + 1) % count], n[1]);
    if (n[0][0] * n[1][0] + n[0][1] * n[1][1] >= sharp) {
      const double y = n[0][0] + n[1][0], z = n[0][1] + n[1][1], length = hypot(y, z);
      n[0][0] = n[1][0] = y / length;
      n[0][1] = n[1][1] = z / length;
    }
    const sn_v3 arm = v3_axpy(v3_scale(p[k][0], r->y), p[k][1], r->z);
    for (int e = 0; e < 2; e++) {
      const sn_v3 d = v3_axpy(v3_scale(side * n[e][0], r->y), side * n[e][1], r->z);
      put_vertex(r, arm, d, at + 2 * k + e, vertex, normal, velocity);
    }
  }
}

static void move_section(const sweep *w, const sn_profile *s, double (*vertex)[3], double (*normal)[3],
                         double (*velocity)[3])
{
  const int step = per_ring(s);
  sn_v3 along = first_direction(w);
  for (int i = 0; i < w->n_ring; i++) {
    const ring r = ring_at(w, i, along);
    along = r.along;
    int point = 0;
    for (int l = 0; l < s->n_loop; l++) {
      const double(*p)[2] = (const double(*)[2])w->scene->loop_point + s->loop[l].first;
      const double side = as_stored(w->scene, s, l) ? 1 : -1;
      put_loop(&r, p, s->loop[l].count, side, i * step + 2 * point, vertex, normal, velocity);
      point += s->loop[l].count;
    }
    if (i == 0 || i == w->n_ring - 1) {
      const int cap = w->n_ring * step + (i == 0 ? 0 : per_cap(s));
      const sn_v3 x = v3_cross(r.y, r.z), out = v3_scale(i == 0 ? -1 : 1, x);
      for (int k = 0; k < s->n_point; k++) {
        memcpy(vertex[cap + k], vertex[i * step + 2 * k], sizeof *vertex);
        memcpy(velocity[cap + k], velocity[i * step + 2 * k], sizeof *velocity);
        v3_put(out, normal[cap + k]);
      }
    }
  }
}

void sn_sweep_move(const sn_stage *stage, int line, const sn_poses *places, double (*vertex)[3], double (*normal)[3],
                   double (*velocity)[3])
{
  SN_ASSERT(line >= 0 && line < stage->scene->n_line);
  const sn_scene_line *l = stage->scene->line + line;
  if (l->count < 2) {
    return;
  }
  const sweep w = {stage->scene, l, places, pieces(l), rings(l)};
  const sn_profile s = profile_of(stage->scene, line);
  if (s.round) {
    move_round(&w, stage->line_radius[line], vertex, normal, velocity);
  } else {
    move_section(&w, &s, vertex, normal, velocity);
  }
}
