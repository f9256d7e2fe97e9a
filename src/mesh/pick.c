/* mesh/pick.c -- surfaces of a mesh chosen by geometry.
 * How:     every condition has a misfit of a side: how far its farthest node is out of the place, or how many radians its normal is off. A side is
 *          taken when all misfits are within their tolerances.
 * Tests:   tests/mesh/test_pick.c
 */
#include "mesh/pick.h"

#include <stdio.h>

#include "mesh/measure.h"
#include "mesh/shape.h"

static const double near_enough = 1e-5, parallel = 0.0873, smooth = 0.5236, flat_on_axis = 0.5;

/* A side as it is looked at. */
typedef struct {
  sn_mesh_type type;
  int n;
  sn_v3 x[SN_MESH_MOST_SIDE_NODES];
  sn_v3 normal; /* outward, in the middle */
} side;

static void look(const sn_mesh *m, sn_mesh_place at, side *s)
{
  int node[SN_MESH_MOST_NODES];
  double middle[3] = {0, 0, 0};
  sn_m3 j;
  s->n = sn_mesh_nodes_at(m, at, node, &s->type);
  for (int a = 0; a < s->n; a++) {
    s->x[a] = m->x[node[a]];
  }
  if (sn_mesh_facts(s->type)->simplex) {
    middle[0] = middle[1] = 1.0 / 3;
  }
  sn_shape_point(s->type, s->x, middle, &j);
  s->normal = sn_shape_normal(&j);
  const double length = v3_norm(s->normal);
  s->normal = length > 0 ? v3_scale(1 / length, s->normal) : s->normal;
}

/* ---- misfits */

static double off_plane(const sn_mesh_pick *p, const side *s)
{
  const sn_v3 n = v3_unit(p->direction);
  double d = 0;
  for (int a = 0; a < s->n; a++) {
    d = sn_larger(d, fabs(v3_dot(n, v3_sub(s->x[a], p->point))));
  }
  return d;
}

/* A flat end whose corners all lie on the circle is no part of the cylinder. */
static double off_cylinder(const sn_mesh_pick *p, const side *s)
{
  const sn_v3 axis = v3_unit(p->direction);
  double d = fabs(v3_dot(axis, s->normal)) > flat_on_axis ? p->radius : 0;
  for (int a = 0; a < s->n; a++) {
    const sn_v3 r = v3_sub(s->x[a], p->point);
    d = sn_larger(d, fabs(v3_norm(v3_axpy(r, -v3_dot(axis, r), axis)) - p->radius));
  }
  return d;
}

static double off_box(const sn_mesh_pick *p, const side *s)
{
  double d = 0;
  for (int a = 0; a < s->n; a++) {
    for (int i = 0; i < 3; i++) {
      const double x = s->x[a].x[i];
      d = sn_larger(d, sn_larger(p->point.x[i] - x, x - p->direction.x[i]));
    }
  }
  return d;
}

static double off_normal(const sn_mesh_pick *p, const side *s)
{
  const sn_v3 n = v3_unit(p->direction);
  return atan2(v3_norm(v3_cross(n, s->normal)), v3_dot(n, s->normal));
}

/* The distance of a point from a triangle. Theory: the nearest point is the foot in the plane, if it is inside, else on an edge. */
static double from_segment(sn_v3 p, sn_v3 a, sn_v3 b)
{
  const sn_v3 d = v3_sub(b, a);
  const double dd = v3_dot(d, d), t = dd > 0 ? fmax(0, fmin(1, v3_dot(v3_sub(p, a), d) / dd)) : 0;
  return v3_norm(v3_sub(p, v3_axpy(a, t, d)));
}

static double from_triangle(sn_v3 p, sn_v3 a, sn_v3 b, sn_v3 c)
{
  const sn_v3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
  const double nn = v3_dot(n, n);
  if (nn > 0 && v3_dot(n, v3_cross(v3_sub(b, a), v3_sub(p, a))) >= 0 &&
      v3_dot(n, v3_cross(v3_sub(c, b), v3_sub(p, b))) >= 0 && v3_dot(n, v3_cross(v3_sub(a, c), v3_sub(p, c))) >= 0) {
    return fabs(v3_dot(n, v3_sub(p, a))) / sqrt(nn);
  }
  return fmin(from_segment(p, a, b), fmin(from_segment(p, b, c), from_segment(p, c, a)));
}

/* Of a side as the triangles between its nodes, which stand around it: corners and middles of edges, and the middle of the side. */
static double from_side(const sn_mesh_pick *p, const side *s)
{
  const sn_mesh_type_facts *f = sn_mesh_facts(s->type);
  sn_v3 middle = v3(0, 0, 0);
  double d = INFINITY;
  for (int a = 0; a < f->n_corner; a++) {
    middle = v3_axpy(middle, 1.0 / f->n_corner, s->x[a]);
  }
  if (f->order == 2) {
    const double centre[3] = {f->simplex ? 1.0 / 3 : 0, f->simplex ? 1.0 / 3 : 0, 0};
    middle = sn_shape_point(s->type, s->x, centre, NULL);
  }
  for (int k = 0; k < f->n_edge; k++) {
    const sn_v3 a = s->x[f->edge[k][0]], b = s->x[f->edge[k][1]];
    const sn_v3 half = f->order == 2 ? s->x[f->n_corner + k] : v3_scale(0.5, v3_add(a, b));
    d = fmin(d, fmin(from_triangle(p->point, a, half, middle), from_triangle(p->point, half, b, middle)));
  }
  return d;
}

static const struct {
  double (*misfit)(const sn_mesh_pick *p, const side *s);
  const char *name;
  int angle; /* the misfit is one */
} types[] = {[SN_PICK_PLANE] = {off_plane, "plane", 0},
             [SN_PICK_CYLINDER] = {off_cylinder, "cylinder", 0},
             [SN_PICK_BOX] = {off_box, "box", 0},
             [SN_PICK_NEAREST] = {from_side, "nearest", 0},
             [SN_PICK_NORMAL] = {off_normal, "normal", 1}};

/* ---- choice */

typedef struct {
  const sn_mesh *m;
  const sn_mesh_sides *boundary;
  const sn_mesh_pick *pick;
  int n_pick;
  double size; /* the diagonal of the mesh */
  sn_mesh_patches patches;
  sn_arena *scratch;
  sn_error *error;
} work;

static double diagonal(const sn_mesh *m)
{
  sn_v3 lo = m->n_node ? m->x[0] : v3(0, 0, 0), hi = lo;
  for (int k = 1; k < m->n_node; k++) {
    for (int i = 0; i < 3; i++) {
      lo.x[i] = fmin(lo.x[i], m->x[k].x[i]);
      hi.x[i] = fmax(hi.x[i], m->x[k].x[i]);
    }
  }
  return v3_norm(v3_sub(hi, lo));
}

static double tolerance_of(const work *w, const sn_mesh_pick *p)
{
  if (types[p->type].angle) {
    return p->tolerance > 0 ? p->tolerance : parallel;
  }
  return (p->tolerance > 0 ? p->tolerance : near_enough) * w->size;
}

/* Leaves in `in` the sides that fulfil one condition, too. */
static void choose(const work *w, const sn_mesh_pick *p, char *in)
{
  const double tolerance = tolerance_of(w, p);
  double best = INFINITY;
  int patch = -1;
  for (int k = 0; k < w->boundary->n; k++) {
    side s;
    look(w->m, w->boundary->place[k], &s);
    const double off = types[p->type].misfit(p, &s);
    if (p->type != SN_PICK_NEAREST) {
      in[k] = in[k] && off <= tolerance;
    } else if (in[k] && off < best) {
      best = off;
      patch = w->patches.of[k];
    }
  }
  for (int k = 0; p->type == SN_PICK_NEAREST && k < w->boundary->n; k++) {
    in[k] = in[k] && w->patches.of[k] == patch;
  }
}

/* ---- what is near, for the message */

/* The worst misfit of a side, in tolerances. */
static double whole_misfit(const work *w, int k)
{
  side s;
  double worst = 0;
  look(w->m, w->boundary->place[k], &s);
  for (int p = 0; p < w->n_pick; p++) {
    if (w->pick[p].type != SN_PICK_NEAREST) {
      worst = sn_larger(worst, types[w->pick[p].type].misfit(w->pick + p, &s) / tolerance_of(w, w->pick + p));
    }
  }
  return worst;
}

static size_t describe_patch(const work *w, int patch, char *text, size_t size)
{
  sn_mesh_place *place = SN_NEW(w->scratch, sn_mesh_place, w->boundary->n);
  sn_mesh_area a;
  int n = 0;
  for (int k = 0; place && k < w->boundary->n; k++) {
    if (w->patches.of[k] == patch) {
      place[n++] = w->boundary->place[k];
    }
  }
  sn_mesh_measure_area(w->m, place, n, &a);
  const int flat = v3_norm(a.normal) > 0.999;
  char normal[64] = "curved";
  if (flat) {
    for (int i = 0; i < 3; i++) {
      a.normal.x[i] = fabs(a.normal.x[i]) < 1e-6 ? 0 : a.normal.x[i];
    }
    (void)snprintf(normal, sizeof normal, "flat, normal (%.3g, %.3g, %.3g)", a.normal.x[0], a.normal.x[1],
                   a.normal.x[2]);
  }
  for (int i = 0; i < 3; i++) {
    a.centre.x[i] = fabs(a.centre.x[i]) < 1e-9 * w->size ? 0 : a.centre.x[i];
  }
  const int used = snprintf(text, size, "centre (%.4g, %.4g, %.4g), %s, area %.4g", a.centre.x[0], a.centre.x[1],
                            a.centre.x[2], normal, a.area);
  return used < 0 || (size_t)used >= size ? size - 1 : (size_t)used;
}

static sn_status nothing(const work *w)
{
  double *best = SN_NEW(w->scratch, double, w->patches.n);
  char text[320] = "";
  size_t used = 0;
  if (!best) {
    return sn_no_memory(w->error, "the faces of a mesh");
  }
  for (int p = 0; p < w->patches.n; p++) {
    best[p] = INFINITY;
  }
  for (int k = 0; k < w->boundary->n; k++) {
    const int p = w->patches.of[k];
    best[p] = fmin(best[p], whole_misfit(w, k));
  }
  for (int round = 0; round < 2 && round < w->patches.n; round++) {
    int nearest = 0;
    for (int p = 1; p < w->patches.n; p++) {
      nearest = best[p] < best[nearest] ? p : nearest;
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", round ? "; " : "");
    used += describe_patch(w, nearest, text + used, sizeof text - used);
    best[nearest] = INFINITY;
  }
  sn_failf(w->error, SN_EINPUT, "No face of the mesh fits \"%s\"%s.", types[w->pick[0].type].name,
           w->n_pick > 1 ? " and the other conditions" : "");
  sn_error_why(w->error, "The nearest of its %d smooth faces: %s.", w->patches.n, text);
  sn_error_fix(w->error, "Write the place of the face as the mesh has it (its units, too), or a larger tolerance.");
  return SN_EINPUT;
}

static sn_status collect(const work *w, const char *in, sn_arena *arena, sn_mesh_sides *out)
{
  int n = 0;
  for (int k = 0; k < w->boundary->n; k++) {
    n += in[k];
  }
  if (n == 0) {
    return nothing(w);
  }
  sn_mesh_place *place = SN_NEW(arena, sn_mesh_place, n);
  if (!place) {
    return sn_no_memory(w->error, "the faces of a mesh");
  }
  *out = (sn_mesh_sides){n, place};
  for (int k = 0; k < w->boundary->n; k++) {
    if (in[k]) {
      *place++ = w->boundary->place[k];
    }
  }
  return SN_OK;
}

static sn_status pick_sides(work *w, sn_arena *arena, sn_mesh_sides *out)
{
  char *in = SN_NEW(w->scratch, char, w->boundary->n);
  if (!in) {
    return sn_no_memory(w->error, "the faces of a mesh");
  }
  SN_TRY(sn_mesh_find_patches(w->m, w->boundary, smooth, w->scratch, &w->patches, w->error));
  for (int k = 0; k < w->boundary->n; k++) {
    in[k] = 1;
  }
  for (int nearest = 0; nearest < 2; nearest++) { /* the nearest of those that fulfil the other conditions */
    for (int p = 0; p < w->n_pick; p++) {
      if ((w->pick[p].type == SN_PICK_NEAREST) == nearest) {
        choose(w, w->pick + p, in);
      }
    }
  }
  return collect(w, in, arena, out);
}

/* A direction must be one; a radius, too. */
static sn_status check(const sn_mesh_pick *p, sn_error *error)
{
  const int directed = p->type == SN_PICK_PLANE || p->type == SN_PICK_CYLINDER || p->type == SN_PICK_NORMAL;
  const double length = v3_norm(p->direction);
  if (directed && !(length > 0 && length < INFINITY)) {
    sn_failf(error, SN_EINPUT, "The direction of \"%s\" is zero or not finite.", types[p->type].name);
    sn_error_fix(error, "Give it a length, e.g. {0, 0, 1}.");
    return SN_EINPUT;
  }
  if (p->type == SN_PICK_CYLINDER && !(p->radius > 0 && p->radius < INFINITY)) {
    sn_failf(error, SN_EINPUT, "The radius of a cylinder is %g.", p->radius);
    sn_error_fix(error, "It must be positive.");
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_mesh_pick_sides(const sn_mesh *m, const sn_mesh_sides *boundary, const sn_mesh_pick *pick, int n_pick,
                             sn_arena *arena, sn_mesh_sides *out, sn_error *error)
{
  for (int p = 0; p < n_pick; p++) {
    SN_TRY(check(pick + p, error));
  }
  work w = {m, boundary, pick, n_pick, diagonal(m), {0}, sn_arena_child(arena), error};
  const sn_status status = w.scratch ? pick_sides(&w, arena, out) : sn_no_memory(error, "the faces of a mesh");
  sn_arena_free(w.scratch);
  return status;
}
