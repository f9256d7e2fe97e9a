/* mesh/section_fill.c -- plane sections between curves: triangles, with a region for the inside of every curve.
 * How:     curves become loops of points about `size` apart; every region is filled by itself (mesh/triangulate.c), and as loops keep their
 *          points, regions join. Middles of edges on a circle stand on it.
 * Tests:   tests/mesh/test_section.c
 */
#include <stdlib.h>

#include "base/array.h"
#include "math/polygon.h"
#include "mesh/section_private.h"
#include "mesh/triangulate.h"

static const double pi = 3.14159265358979323846;
enum { MOST_POINTS = 20000, FEWEST_AROUND = 12 };

/* A curve as points [first, first + n) of the list. */
typedef struct {
  int first, n, parent; /* the curve around it; -1: none */
  double area;
} loop;

typedef struct {
  double at[2], middle[2]; /* and the middle between this one and the next */
} node;

typedef struct {
  int a, b, cell, side;
} half_edge;

typedef struct {
  const sn_section_curve *curve;
  int n_curve;
  double size;
  loop *loop;
  SN_LIST(node) node;
  SN_LIST(sn_plane_point) point; /* all corners: those of loops first */
  struct corners {
    int v[3], region;
  } * triangle;
  int n_triangle, room;
  sn_arena *scratch, *arena;
  sn_error *error;
} work;

static sn_status no_memory(const work *w)
{
  return sn_no_memory(w->error, "a section");
}

/* ---- loops */

static sn_status check_curve(const work *w, int k)
{
  const sn_section_curve *c = w->curve + k;
  int good =
      c->n == 0 ? c->radius > 0 && c->radius < INFINITY && isfinite(c->centre[0]) && isfinite(c->centre[1]) : c->n >= 3;
  for (int i = 0; i < c->n; i++) {
    const double *a = c->point[i], *b = c->point[(i + 1) % c->n];
    good = good && isfinite(a[0]) && isfinite(a[1]) && (a[0] != b[0] || a[1] != b[1]);
  }
  if (good) {
    return SN_OK;
  }
  sn_failf(w->error, SN_EINPUT, "Curve %d of the section is none.", k + 1);
  sn_error_why(w->error,
               "A circle needs a positive radius, a polygon at least three corners that differ from their neighbours.");
  sn_error_fix(w->error, "Correct the curve; the last corner of a polygon joins the first by itself.");
  return SN_EINPUT;
}

static sn_status too_fine(const work *w)
{
  sn_failf(w->error, SN_EINPUT, "The curves of the section have more than %d elements of the size %g along them.",
           MOST_POINTS, w->size);
  sn_error_fix(w->error, "Take a larger size of elements.");
  return SN_EINPUT;
}

static sn_status add_node(work *w, double x, double y, double mx, double my)
{
  if (w->node.n == MOST_POINTS) {
    return too_fine(w);
  }
  if (!SN_ROOM(w->scratch, w->node)) {
    return no_memory(w);
  }
  w->node.at[w->node.n++] = (node){{x, y}, {mx, my}};
  return SN_OK;
}

/* How many elements of the size a length takes. */
static int pieces(const work *w, double length, int least)
{
  const double n = ceil(length / w->size - 1e-9);
  return n < least ? least : n > MOST_POINTS ? MOST_POINTS + 1 : (int)n;
}

static sn_status add_circle(work *w, const sn_section_curve *c)
{
  const int n = (pieces(w, 2 * pi * c->radius, FEWEST_AROUND) + 3) / 4 * 4;
  for (int k = 0; k < n; k++) {
    const double p = 2 * pi * k / n, q = 2 * pi * (k + 0.5) / n, r = c->radius;
    SN_TRY(add_node(w, c->centre[0] + r * cos(p), c->centre[1] + r * sin(p), c->centre[0] + r * cos(q),
                    c->centre[1] + r * sin(q)));
  }
  return SN_OK;
}

static sn_status add_polygon(work *w, const sn_section_curve *c)
{
  const int forward = sn_polygon_area(c->point, c->n) > 0;
  for (int i = 0; i < c->n; i++) {
    const double *a = c->point[forward ? i : c->n - 1 - i];
    const double *b = c->point[forward ? (i + 1) % c->n : (2 * c->n - 2 - i) % c->n];
    const int n = pieces(w, hypot(b[0] - a[0], b[1] - a[1]), 1);
    for (int k = 0; k < n; k++) {
      const double s = (double)k / n, t = (k + 0.5) / n;
      SN_TRY(add_node(w, a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[0] + t * (b[0] - a[0]),
                      a[1] + t * (b[1] - a[1])));
    }
  }
  return SN_OK;
}

static sn_status make_loops(work *w)
{
  for (int k = 0; k < w->n_curve; k++) {
    loop *l = w->loop + k;
    SN_TRY(check_curve(w, k));
    l->first = w->node.n;
    SN_TRY(w->curve[k].n == 0 ? add_circle(w, w->curve + k) : add_polygon(w, w->curve + k));
    l->n = w->node.n - l->first;
  }
  for (int k = 0; k < w->n_curve; k++) {
    loop *l = w->loop + k;
    for (int i = 0; i < l->n; i++) {
      const double *a = w->node.at[l->first + i].at, *b = w->node.at[l->first + (i + 1) % l->n].at;
      l->area += (a[0] * b[1] - a[1] * b[0]) / 2;
    }
  }
  return SN_OK;
}

/* ---- which curve is inside which */

static double side_of(const double *a, const double *b, const double *c)
{
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Whether the segments have a point in common. */
static int meet(const double *a, const double *b, const double *c, const double *d)
{
  for (int i = 0; i < 2; i++) {
    if (fmax(a[i], b[i]) < fmin(c[i], d[i]) || fmax(c[i], d[i]) < fmin(a[i], b[i])) {
      return 0;
    }
  }
  return side_of(a, b, c) * side_of(a, b, d) <= 0 && side_of(c, d, a) * side_of(c, d, b) <= 0;
}

static int curve_of(const work *w, int i)
{
  int k = 0;
  while (i >= w->loop[k].first + w->loop[k].n) {
    k++;
  }
  return k;
}

static int next_of(const work *w, int i, int k)
{
  return i + 1 < w->loop[k].first + w->loop[k].n ? i + 1 : w->loop[k].first;
}

static sn_status check_crossings(const work *w)
{
  for (int i = 0; i < w->node.n; i++) {
    const int p = curve_of(w, i), i2 = next_of(w, i, p);
    for (int j = i + 1, q = p; j < w->node.n; j++) {
      q += j >= w->loop[q].first + w->loop[q].n;
      const int j2 = next_of(w, j, q);
      if (j == i2 || j2 == i || !meet(w->node.at[i].at, w->node.at[i2].at, w->node.at[j].at, w->node.at[j2].at)) {
        continue;
      }
      sn_failf(w->error, SN_EINPUT, "Curve %d of the section %s near (%g, %g).", p + 1,
               p == q ? "cuts or touches itself" : "cuts or touches another one", w->node.at[j].at[0],
               w->node.at[j].at[1]);
      if (p != q) {
        sn_error_why(w->error, "The other one is curve %d.", q + 1);
      }
      sn_error_fix(w->error, "Draw curves that stand beside or inside each other.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

static int is_inside(const work *w, const double *x, const loop *l)
{
  int in = 0;
  for (int i = 0; i < l->n; i++) {
    const double *a = w->node.at[l->first + i].at, *b = w->node.at[l->first + (i + 1) % l->n].at;
    if ((a[1] > x[1]) != (b[1] > x[1]) && x[0] < a[0] + (x[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])) {
      in = !in;
    }
  }
  return in;
}

static void find_parents(work *w)
{
  for (int k = 0; k < w->n_curve; k++) {
    loop *l = w->loop + k;
    l->parent = -1;
    for (int p = 0; p < w->n_curve; p++) {
      if (p != k && is_inside(w, w->node.at[l->first].at, w->loop + p) &&
          (l->parent < 0 || w->loop[p].area < w->loop[l->parent].area)) {
        l->parent = p;
      }
    }
  }
}

/* ---- triangles of all regions */

static sn_status fill_region(work *w, int k)
{
  int n = 0, n_loop = 0, *count = SN_NEW(w->scratch, int, w->n_curve + 1), *of = SN_NEW(w->scratch, int, w->node.n);
  double(*x)[2] = sn_arena_get(w->scratch, (size_t)w->node.n, sizeof *x);
  sn_triangulation t;
  if (!count || !of || !x) {
    return no_memory(w);
  }
  for (int turn = -1; turn < w->n_curve; turn++) { /* the curve itself, then those in it */
    const int l = turn < 0 ? k : turn;
    if (turn >= 0 && w->loop[turn].parent != k) {
      continue;
    }
    count[n_loop++] = w->loop[l].n;
    for (int i = 0; i < w->loop[l].n; i++, n++) {
      of[n] = w->loop[l].first + i;
      x[n][0] = w->node.at[of[n]].at[0];
      x[n][1] = w->node.at[of[n]].at[1];
    }
  }
  SN_TRY(sn_triangulate((const double(*)[2])x, count, n_loop, w->size, w->scratch, &t, w->error));
  const int inner = w->point.n - n;
  for (int p = n; p < t.n_point; p++) {
    if (!SN_ROOM(w->scratch, w->point)) {
      return no_memory(w);
    }
    w->point.at[w->point.n++] = t.point[p];
  }
  for (int i = 0; i < t.n_triangle; i++) {
    if (!SN_GROW(w->scratch, w->triangle, w->n_triangle, w->room)) {
      return no_memory(w);
    }
    struct corners *c = w->triangle + w->n_triangle++;
    c->region = k;
    for (int a = 0; a < 3; a++) {
      const int v = t.triangle[i][a];
      c->v[a] = v < n ? of[v] : inner + v;
    }
  }
  return SN_OK;
}

/* ---- middles of edges */

static int by_ends(const void *p, const void *q)
{
  const half_edge *x = p, *y = q;
  const int d = x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
  return d ? d : (x->cell > y->cell) - (x->cell < y->cell);
}

static void place_middle(const work *w, const half_edge *e, double x[2], unsigned long long *on)
{
  const int k = e->b < w->node.n ? curve_of(w, e->b) : -1;
  const int from = k < 0 ? -1 : next_of(w, e->a, k) == e->b ? e->a : next_of(w, e->b, k) == e->a ? e->b : -1;
  for (int i = 0; i < 2; i++) {
    x[i] = from >= 0 ? w->node.at[from].middle[i] : (w->point.at[e->a].x[i] + w->point.at[e->b].x[i]) / 2;
  }
  *on = from >= 0 ? 1ULL << k : 0;
}

static const char *name_of(work *w, int k, int *holes)
{
  if (w->curve[k].name) {
    return sn_arena_text(w->arena, w->curve[k].name);
  }
  if (w->loop[k].parent < 0) {
    return "outline";
  }
  return sn_arena_format(w->arena, "hole%d", ++*holes);
}

static sn_status assemble(work *w, const sn_mesh_section **out)
{
  sn_section_draft s;
  int n_edge = 0, holes = 0;
  half_edge *e = SN_NEW(w->scratch, half_edge, 3 * (size_t)w->n_triangle);
  if (!e) {
    return no_memory(w);
  }
  for (int k = 0; k < 3 * w->n_triangle; k++) {
    const int *v = w->triangle[k / 3].v, a = v[k % 3], b = v[(k + 1) % 3];
    e[k] = (half_edge){a < b ? a : b, a < b ? b : a, k / 3, k % 3};
  }
  qsort(e, 3 * (size_t)w->n_triangle, sizeof *e, by_ends);
  for (int k = 0; k < 3 * w->n_triangle; k++) {
    n_edge += k == 0 || e[k].a != e[k - 1].a || e[k].b != e[k - 1].b;
  }
  SN_TRY(sn_section_begin(w->arena, w->point.n + n_edge, w->n_triangle, w->n_curve, w->n_curve, &s, w->error));
  s.made->quads = 0;
  for (int k = 0; k < w->n_curve; k++) {
    if (!(s.name[k] = name_of(w, k, &holes))) {
      return no_memory(w);
    }
  }
  for (int p = 0; p < w->point.n; p++) {
    s.x[p][0] = w->point.at[p].x[0];
    s.x[p][1] = w->point.at[p].x[1];
    s.on[p] = p < w->node.n ? 1ULL << curve_of(w, p) : 0;
  }
  for (int k = 0, at = w->point.n - 1; k < 3 * w->n_triangle; k++) {
    if (k == 0 || e[k].a != e[k - 1].a || e[k].b != e[k - 1].b) {
      at++;
      place_middle(w, e + k, s.x[at], s.on + at);
    }
    s.cell[e[k].cell][3 + e[k].side] = at;
  }
  for (int k = 0; k < w->n_triangle; k++) {
    s.region[k] = w->triangle[k].region;
    for (int a = 0; a < 3; a++) {
      s.cell[k][a] = w->triangle[k].v[a];
    }
  }
  *out = s.made;
  return SN_OK;
}

static sn_status fill_all(work *w, const sn_mesh_section **out)
{
  w->loop = SN_NEW(w->scratch, loop, w->n_curve);
  if (!w->loop) {
    return no_memory(w);
  }
  SN_TRY(make_loops(w));
  SN_TRY(check_crossings(w));
  find_parents(w);
  for (int k = 0; k < w->node.n; k++) {
    if (!SN_ROOM(w->scratch, w->point)) {
      return no_memory(w);
    }
    w->point.at[w->point.n++] = (sn_plane_point){{w->node.at[k].at[0], w->node.at[k].at[1]}};
  }
  for (int k = 0; k < w->n_curve; k++) {
    SN_TRY(fill_region(w, k));
  }
  return assemble(w, out);
}

sn_status sn_section_fill(const sn_section_curve *curve, int n, double size, sn_arena *arena, const sn_mesh_section **out,
                          sn_error *error)
{
  if (n < 1 || n > SN_SECTION_NAMES || !(size > 0 && size < INFINITY)) {
    sn_failf(error, SN_EINPUT, "A section has %d curves and elements of the size %g.", n, size);
    sn_error_fix(error, "Give it 1 to %d curves and a positive size.", SN_SECTION_NAMES);
    return SN_EINPUT;
  }
  work w = {
      .curve = curve, .n_curve = n, .size = size, .scratch = sn_arena_child(arena), .arena = arena, .error = error};
  const sn_status status = w.scratch ? fill_all(&w, out) : no_memory(&w);
  sn_arena_free(w.scratch);
  return status;
}
