/* mesh/triangulate.c -- triangles of a given size between loops of points of a plane.
 * Theory:  ears of the polygon give some triangles; edges are turned until no circle around a triangle holds the fourth corner of a
 *          neighbour (Delaunay, with the loops as edges that stay). Then circumcentres of triangles that are too large or too thin become
 *          new points: the triangles whose circles hold the point are taken out, and the hole is filled with triangles to the point
 *          (Bowyer, Watson). No point comes so near to a loop that one of its edges is seen under more than 90 degrees. As the edges
 *          of loops are about `size` long and the radius of a circle that is too large is more than 0.7 size, that is what happens
 *          anyway, and the angles of most triangles are above 30 degrees (Chew).
 * Tests:   tests/mesh/test_section.c
 */
#include "mesh/triangulate.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "math/polygon.h"

/* Too large: the radius of the circle around a triangle over the size. Too thin: the radius over the shortest edge. */
static const double large = 0.72, thin = 1.4;
/* What counts as round-off in the sign of areas and of circles, relative to their terms. */
static const double round_off = 1e-12;
enum { MOST = 1 << 24 };

typedef struct {
  int v[3];
  int next[3]; /* the neighbour across the edge from v[i] to v[i + 1]; -1: a loop */
  int mark;    /* the last point for which the triangle was taken out or looked at */
} triangle;
typedef struct {
  int at, v[3];
} job; /* a triangle to look at, if it is still that one */
typedef struct {
  int a, b, outside;
} rim; /* an edge around a hole, counterclockwise, and the triangle behind it */

typedef struct {
  SN_LIST(sn_plane_point) point;
  SN_LIST(triangle) t;
  SN_LIST(job) job;
  SN_LIST(int) hole; /* triangles that are taken out */
  SN_LIST(rim) rim;
  double size;
  sn_arena *scratch;
  sn_error *error;
} work;

static sn_status no_memory(const work *w)
{
  return sn_no_memory(w->error, "a section");
}

static const double *at(const work *w, int p)
{
  return w->point.at[p].x;
}

/* Twice the area; 0 if it is round-off. */
static double area(const double *a, const double *b, const double *c)
{
  const double p = (b[0] - a[0]) * (c[1] - a[1]), q = (b[1] - a[1]) * (c[0] - a[0]);
  return fabs(p - q) <= round_off * (fabs(p) + fabs(q)) ? 0 : p - q;
}

/* Whether the circle around a, b, c holds d for certain. */
static int in_circle(const double *a, const double *b, const double *c, const double *d)
{
  const double *p[3] = {a, b, c};
  double r[3], sum = 0, size = 0;
  for (int i = 0; i < 3; i++) {
    r[i] = (p[i][0] - d[0]) * (p[i][0] - d[0]) + (p[i][1] - d[1]) * (p[i][1] - d[1]);
  }
  for (int i = 0; i < 3; i++) {
    const double *q = p[(i + 1) % 3], *s = p[(i + 2) % 3];
    const double u = (q[0] - d[0]) * (s[1] - d[1]), v = (q[1] - d[1]) * (s[0] - d[0]);
    sum += r[i] * (u - v);
    size += r[i] * (fabs(u) + fabs(v));
  }
  return sum > round_off * size;
}

static int index_of(const triangle *t, int neighbour)
{
  return t->next[0] == neighbour ? 0 : t->next[1] == neighbour ? 1 : 2;
}

/* ---- triangles of the polygon */

typedef struct {
  int a, b, at, side;
} half_edge;

static int by_ends(const void *p, const void *q)
{
  const half_edge *x = p, *y = q;
  const int d = x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
  return d ? d : (x->at > y->at) - (x->at < y->at);
}

static sn_status join_neighbours(work *w)
{
  half_edge *e = SN_NEW(w->scratch, half_edge, 3 * (size_t)w->t.n);
  if (!e) {
    return no_memory(w);
  }
  for (int k = 0; k < 3 * w->t.n; k++) {
    const triangle *t = w->t.at + k / 3;
    const int a = t->v[k % 3], b = t->v[(k + 1) % 3];
    e[k] = (half_edge){a < b ? a : b, a < b ? b : a, k / 3, k % 3};
  }
  if (w->t.n > 0) {
    qsort(e, 3 * (size_t)w->t.n, sizeof *e, by_ends);
  }
  for (int k = 0; k + 1 < 3 * w->t.n; k++) {
    if (e[k].a == e[k + 1].a && e[k].b == e[k + 1].b) {
      w->t.at[e[k].at].next[e[k].side] = e[k + 1].at;
      w->t.at[e[k + 1].at].next[e[k + 1].side] = e[k].at;
    }
  }
  return SN_OK;
}

static sn_status begin(work *w, const double (*point)[2], const int *count, int n_loop)
{
  int n = 0;
  for (int l = 0; l < n_loop; l++) {
    n += count[l];
  }
  const int n_triangle = n + 2 * (n_loop - 1) - 2;
  int(*ear)[3] = sn_arena_get(w->scratch, (size_t)n_triangle, sizeof *ear);
  if (!ear) {
    return no_memory(w);
  }
  SN_TRY(sn_polygon_fill(point, count, n_loop, ear, w->scratch, w->error));
  for (int k = 0; k < n; k++) {
    if (!SN_ROOM(w->scratch, w->point)) {
      return no_memory(w);
    }
    w->point.at[w->point.n++] = (sn_plane_point){{point[k][0], point[k][1]}};
  }
  for (int k = 0; k < n_triangle; k++) {
    if (!SN_ROOM(w->scratch, w->t)) {
      return no_memory(w);
    }
    w->t.at[w->t.n++] = (triangle){{ear[k][0], ear[k][1], ear[k][2]}, {-1, -1, -1}, -1};
  }
  return join_neighbours(w);
}

/* ---- edges are turned */

/* Turns the edge between two triangles if that is better: their four corners must make a convex quadrilateral. */
static int turn(work *w, int one, int side)
{
  triangle *t = w->t.at + one;
  const int two = t->next[side];
  if (two < 0) {
    return 0;
  }
  triangle *u = w->t.at + two;
  const int back = index_of(u, one);
  const int a = t->v[side], b = t->v[(side + 1) % 3], c = t->v[(side + 2) % 3], d = u->v[(back + 2) % 3];
  const int flat = area(at(w, a), at(w, b), at(w, c)) <= 0 || area(at(w, b), at(w, a), at(w, d)) <= 0;
  if (!(area(at(w, c), at(w, a), at(w, d)) > 0 && area(at(w, d), at(w, b), at(w, c)) > 0) ||
      !(flat || in_circle(at(w, a), at(w, b), at(w, c), at(w, d)))) {
    return 0;
  }
  const int bc = t->next[(side + 1) % 3], ca = t->next[(side + 2) % 3];
  const int ad = u->next[(back + 1) % 3], db = u->next[(back + 2) % 3];
  *t = (triangle){{c, a, d}, {ca, ad, two}, -1};
  *u = (triangle){{d, b, c}, {db, bc, one}, -1};
  if (ad >= 0) {
    w->t.at[ad].next[index_of(w->t.at + ad, two)] = one;
  }
  if (bc >= 0) {
    w->t.at[bc].next[index_of(w->t.at + bc, one)] = two;
  }
  return 1;
}

static void turn_all(work *w)
{
  int turned = 1;
  for (int round = 0; turned && round < 2 * w->t.n + 20; round++) {
    turned = 0;
    for (int k = 0; k < 3 * w->t.n; k++) {
      turned += turn(w, k / 3, k % 3);
    }
  }
}

/* ---- new points */

static sn_status add_job(work *w, int k)
{
  const triangle *t = w->t.at + k;
  if (!SN_ROOM(w->scratch, w->job)) {
    return no_memory(w);
  }
  w->job.at[w->job.n++] = (job){k, {t->v[0], t->v[1], t->v[2]}};
  return SN_OK;
}

static double length(const double *a, const double *b)
{
  return hypot(b[0] - a[0], b[1] - a[1]);
}

/* 1 if the triangle is too large or too thin; then its circumcentre. */
static int is_bad(const work *w, const triangle *t, double centre[2])
{
  const double *a = at(w, t->v[0]), *b = at(w, t->v[1]), *c = at(w, t->v[2]);
  const double ux = b[0] - a[0], uy = b[1] - a[1], vx = c[0] - a[0], vy = c[1] - a[1], d = area(a, b, c);
  if (!(d > 0)) {
    return 0;
  }
  const double uu = ux * ux + uy * uy, vv = vx * vx + vy * vy;
  const double x = (vy * uu - uy * vv) / (2 * d), y = (ux * vv - vx * uu) / (2 * d), r = hypot(x, y);
  centre[0] = a[0] + x;
  centre[1] = a[1] + y;
  return r > large * w->size || r > thin * fmin(length(a, b), fmin(length(b, c), length(c, a)));
}

/* The triangle that holds the point, by steps from one towards it; -1: a loop is in the way. */
static int walk_to(const work *w, int k, const double *x)
{
  for (int steps = 0; steps < w->t.n; steps++) {
    const triangle *t = w->t.at + k;
    int out = -1;
    for (int i = 0; i < 3 && out < 0; i++) {
      out = area(at(w, t->v[i]), at(w, t->v[(i + 1) % 3]), x) < 0 ? i : -1;
    }
    if (out < 0) {
      return k;
    }
    k = t->next[out];
    if (k < 0) {
      return -1;
    }
  }
  return -1;
}

/* Collects the triangles whose circles hold the point, and the edges around them. 0: the point is not wanted there. */
static sn_status dig(work *w, int from, int point, int *wanted)
{
  const double *x = at(w, point);
  w->hole.n = w->rim.n = 0;
  if (!SN_ROOM(w->scratch, w->hole)) {
    return no_memory(w);
  }
  w->hole.at[w->hole.n++] = from;
  w->t.at[from].mark = point;
  for (int h = 0; h < w->hole.n; h++) {
    for (int i = 0; i < 3; i++) {
      const triangle *t = w->t.at + w->hole.at[h];
      const int k = t->next[i], a = t->v[i], b = t->v[(i + 1) % 3];
      if (!SN_ROOM(w->scratch, w->hole) || !SN_ROOM(w->scratch, w->rim)) {
        return no_memory(w);
      }
      if (k >= 0 && w->t.at[k].mark == point) {
        continue;
      }
      if (k >= 0) {
        const int *v = w->t.at[k].v;
        if (in_circle(at(w, v[0]), at(w, v[1]), at(w, v[2]), x)) {
          w->t.at[k].mark = point;
          w->hole.at[w->hole.n++] = k;
          continue;
        }
      }
      w->rim.at[w->rim.n++] = (rim){a, b, k};
    }
  }
  *wanted = w->rim.n == w->hole.n + 2; /* else the hole is no disk */
  for (int r = 0; r < w->rim.n; r++) {
    const rim *e = w->rim.at + r;
    const double *a = at(w, e->a), *b = at(w, e->b);
    const double seen = (a[0] - x[0]) * (b[0] - x[0]) + (a[1] - x[1]) * (b[1] - x[1]);
    *wanted = *wanted && area(a, b, x) > 0 && !(e->outside < 0 && seen < 0);
  }
  return SN_OK;
}

/* Fills the hole: a triangle from every edge around it to the point. */
static sn_status fill(work *w, int point)
{
  for (int r = w->hole.n; r < w->rim.n; r++) {
    if (!SN_ROOM(w->scratch, w->t)) {
      return no_memory(w);
    }
    if (!SN_ROOM(w->scratch, w->hole)) {
      return no_memory(w);
    }
    w->hole.at[w->hole.n++] = w->t.n++;
  }
  for (int r = 0; r < w->rim.n; r++) {
    const rim *e = w->rim.at + r;
    const int own = w->hole.at[r];
    triangle *t = w->t.at + own;
    *t = (triangle){{e->a, e->b, point}, {e->outside, -1, -1}, -1};
    for (int s = 0; s < w->rim.n; s++) {
      if (w->rim.at[s].a == e->b) {
        t->next[1] = w->hole.at[s];
      }
      if (w->rim.at[s].b == e->a) {
        t->next[2] = w->hole.at[s];
      }
    }
  }
  for (int r = 0; r < w->rim.n; r++) {
    const rim *e = w->rim.at + r;
    for (int i = 0; e->outside >= 0 && i < 3; i++) {
      triangle *t = w->t.at + e->outside;
      if (t->v[i] == e->b && t->v[(i + 1) % 3] == e->a) {
        t->next[i] = w->hole.at[r];
      }
    }
    SN_TRY(add_job(w, w->hole.at[r]));
  }
  return SN_OK;
}

static sn_status refine(work *w)
{
  for (int k = 0; k < w->t.n; k++) {
    SN_TRY(add_job(w, k));
  }
  for (int j = 0; j < w->job.n; j++) {
    const job *b = w->job.at + j;
    const triangle *t = w->t.at + b->at;
    double centre[2];
    int wanted = 0;
    if (t->v[0] != b->v[0] || t->v[1] != b->v[1] || t->v[2] != b->v[2] || !is_bad(w, t, centre)) {
      continue;
    }
    const int from = walk_to(w, b->at, centre);
    if (from < 0) {
      continue;
    }
    if (!SN_ROOM(w->scratch, w->point)) {
      return no_memory(w);
    }
    if (w->point.n == MOST) {
      sn_failf(w->error, SN_EINPUT, "The section needs more than %d million points.", MOST >> 20);
      sn_error_fix(w->error, "Take a larger size of elements.");
      return SN_EINPUT;
    }
    const int point = w->point.n++;
    w->point.at[point] = (sn_plane_point){{centre[0], centre[1]}};
    SN_TRY(dig(w, from, point, &wanted));
    if (wanted) {
      SN_TRY(fill(w, point));
    } else {
      for (int h = 0; h < w->hole.n; h++) {
        w->t.at[w->hole.at[h]].mark = -1;
      }
      w->point.n--;
    }
  }
  return SN_OK;
}

static sn_status take(const work *w, sn_arena *arena, sn_triangulation *out)
{
  sn_plane_point *point = SN_NEW(arena, sn_plane_point, w->point.n);
  int(*t)[3] = sn_arena_get(arena, (size_t)w->t.n, sizeof *t);
  if (!point || !t) {
    return no_memory(w);
  }
  for (int k = 0; k < w->point.n; k++) {
    point[k] = w->point.at[k];
  }
  for (int k = 0; k < w->t.n; k++) {
    for (int i = 0; i < 3; i++) {
      t[k][i] = w->t.at[k].v[i];
    }
  }
  *out = (sn_triangulation){w->point.n, w->t.n, point, (const int(*)[3])t};
  return SN_OK;
}

sn_status sn_triangulate(const double (*point)[2], const int *count, int n_loop, double size, sn_arena *arena,
                         sn_triangulation *out, sn_error *error)
{
  work w = {.size = size, .scratch = sn_arena_child(arena), .error = error};
  sn_status status = w.scratch ? begin(&w, point, count, n_loop) : no_memory(&w);
  if (status == SN_OK) {
    turn_all(&w);
    status = refine(&w);
  }
  if (status == SN_OK) {
    status = take(&w, arena, out);
  }
  sn_arena_free(w.scratch);
  return status;
}
