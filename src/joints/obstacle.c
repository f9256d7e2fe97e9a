/* joints/obstacle.c -- planes, edges and convex prisms that wheels run on; on the ground or on any part with axes.
 * What:    a frame and a solid; no mass, no motion of their own. What they do is in joints/wheel.c.
 * Limits:  convex: a hollow profile is several obstacles, side by side, each with a potential of its own.
 * Tests:   tests/mechanisms/test_wheels.c, tests/math/test_convex.c, tests/laws
 */
#include "joints/obstacle.h"

#include <stddef.h>
#include <string.h>

#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"

typedef struct {
  sn_v3 at, normal;
  sn_numbers size;
} plane;

typedef struct {
  sn_v3 at;
  sn_m3 orientation;
  sn_numbers profile;
  double width;
} obstacle;

const sn_obstacle *sn_obstacle_of(const sn_item *item)
{
  return item && (item->kind == &sn_kind_plane || item->kind == &sn_kind_obstacle) ? item->frozen : NULL;
}

/* Places it on its carrier, the ground if none is given. */
static sn_status put(sn_item *item, sn_v3 at, sn_m3 axes, sn_builder *b, sn_obstacle **out, sn_error *error)
{
  sn_frame of;
  sn_obstacle *f = *out = SN_NEW(sn_builder_arena(b), sn_obstacle, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_frame_of(item->ref, b, &of, error));
  if (!sn_has_axes(&of)) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' is on '%s', which is only a point.", item->kind->name, item->name,
                 sn_ref_name(item->ref));
    sn_error_fix(error, "Put it on the ground, a base or a body.");
    return SN_EINPUT;
  }
  const sn_v3 x = sn_drawn_point(item, isnan(at.x[0]) ? v3(0, 0, 0) : at);
  if (of.moves == 0) { /* a road is no part of the size of the model */
    const sn_frame ground = sn_ground_frame(b);
    f->frame = sn_frame_local(b, &ground, v3_sub(x, sn_builder_origin_of(b)), sn_drawn_axes(item, axes));
  } else {
    SN_TRY(sn_frame_on(item->ref, b, x, sn_drawn_axes(item, axes), &f->frame, error));
  }
  f->node = of.node;
  item->frozen = f;
  return SN_OK;
}

/* ---- pictures */

void sn_draw_form(sn_item *item, sn_builder *b, const char *kind, const double par[3], const sn_surface *surface,
                  const sn_frame *at)
{
  sn_shape *s = SN_NEW(sn_builder_arena(b), sn_shape, 1);
  if (!s) {
    sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the picture.");
    return;
  }
  for (int k = 0; sn_shape_kinds[k]; k++) {
    if (strcmp(sn_shape_kinds[k]->name, kind) == 0) {
      *s = (sn_shape){.kind = sn_shape_kinds[k],
                      .par = {par[0], par[1], par[2]},
                      .density = NAN,
                      .mass = NAN,
                      .axes = m3_identity(),
                      .surface = surface};
      sn_draw_shape(item, b, s, at);
    }
  }
}

/* A face by its corners in turn, seen from outside against the clock, or the other way round. Every face is a surface of its own: normals of
   one are smoothed where it is bent by little. */
static sn_status draw_face(sn_item *item, const sn_obstacle *f, int n, const int *corner, int other_way, sn_builder *b,
                           sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  sn_surface *s = SN_NEW(arena, sn_surface, 1);
  double(*vertex)[3] = sn_arena_get(arena, (size_t)n, sizeof *vertex);
  int(*triangle)[3] = sn_arena_get(arena, (size_t)n, sizeof *triangle);
  if (!s || !vertex || !triangle) {
    return sn_no_memory(error, "the model");
  }
  sn_v3 lo = f->solid.corner[corner[0]], hi = lo;
  for (int k = 0; k < n; k++) {
    const sn_v3 x = f->solid.corner[corner[other_way ? n - 1 - k : k]];
    v3_put(x, vertex[k]);
    for (int j = 0; j < 3; j++) {
      lo.x[j] = fmin(lo.x[j], x.x[j]);
      hi.x[j] = fmax(hi.x[j], x.x[j]);
    }
  }
  for (int k = 1; k < n - 1; k++) {
    memcpy(triangle[k - 1], (int[3]){0, k, k + 1}, sizeof *triangle);
  }
  *s = (sn_surface){.n_vertex = n,
                    .vertex = (const double(*)[3])vertex,
                    .n_triangle = n - 2,
                    .triangle = (const int(*)[3])triangle,
                    .file = item->name,
                    .lo = lo,
                    .hi = hi};
  sn_draw_form(item, b, "mesh", (double[3]){1, 0, 0}, s, &f->frame);
  return SN_OK;
}

/* The sides between the corners, and the profile in front and behind. */
static sn_status draw_prism(sn_item *item, const sn_obstacle *f, sn_builder *b, sn_error *error)
{
  const sn_convex *solid = &f->solid;
  const int n = solid->n_corner / 2;
  int *end = SN_NEW(sn_builder_arena(b), int, 2 * n);
  if (!end) {
    return sn_no_memory(error, "the model");
  }
  /* which way round the profile goes */
  const sn_v3 first = v3_sub(solid->corner[1], solid->corner[0]);
  const int other_way = v3_dot(v3_cross(first, v3(0, 1, 0)), solid->normal[0]) < 0;
  for (int k = 0; k < n; k++) {
    const int next = (k + 1) % n;
    end[k] = k;
    end[n + k] = n + k;
    SN_TRY(draw_face(item, f, 4, (int[4]){k, next, n + next, n + k}, other_way, b, error));
  }
  SN_TRY(draw_face(item, f, n, end, !other_way, b, error));
  return draw_face(item, f, n, end + n, other_way, b, error);
}

/* A line with a little body: the axis of shapes is x, edges go along y. */
static void draw_edge(sn_item *item, const sn_obstacle *f, double width, sn_builder *b)
{
  const sn_m3 along_y = {{v3(0, 1, 0), v3(-1, 0, 0), v3(0, 0, 1)}};
  const sn_frame at =
      sn_frame_local(b, &f->frame, v3_scale(0.5, v3_add(f->solid.corner[0], f->solid.corner[1])), along_y);
  sn_draw_form(item, b, "cylinder", (double[3]){width, width / 100, 0}, NULL, &at);
}

/* A thin board whose top is the plane. */
static void draw_plane(sn_item *item, const sn_obstacle *f, const double size[2], sn_builder *b)
{
  const double thick = fmax(size[0], size[1]) / 200;
  const sn_frame at = sn_frame_local(b, &f->frame, v3(0, 0, -thick / 2), m3_identity());
  sn_draw_form(item, b, "box", (double[3]){size[0], size[1], thick}, NULL, &at);
}

/* ---- freeze */

static sn_status freeze_plane(sn_item *item, sn_builder *b, sn_error *error)
{
  const plane *p = item->param;
  const sn_v3 normal = isnan(p->normal.x[0]) ? v3(0, 0, 1) : p->normal;
  sn_obstacle *f;
  if (!(v3_norm(normal) > 0)) {
    sn_item_fail(item, SN_EINPUT, error, "`normal` of plane '%s' is zero.", item->name);
    sn_error_fix(error, "Give the upward normal, e.g. normal = \"z\".");
    return SN_EINPUT;
  }
  if (p->size.n != 0 && (p->size.n != 2 || !(p->size.x[0] > 0) || !(p->size.x[1] > 0))) {
    sn_item_fail(item, SN_EINPUT, error, "`size` of plane '%s' needs two lengths above 0.", item->name);
    sn_error_fix(error, "Write for example size = {10, 2}; it is for the picture only.");
    return SN_EINPUT;
  }
  SN_TRY(put(item, p->at, sn_rotation_along(v3_unit(normal)), b, &f, error));
  if (sn_half_space(sn_builder_arena(b), &f->solid) != SN_OK) {
    return sn_no_memory(error, "the model");
  }
  if (p->size.n == 2) {
    draw_plane(item, f, p->size.x, b);
  }
  return SN_OK;
}

static sn_status check_profile(const sn_item *item, const sn_numbers *p, sn_error *error)
{
  int k = 0;
  if (p->columns != 2 || !p->x) {
    sn_item_fail(item, SN_EINPUT, error, "`profile` of obstacle '%s' is no list of corners.", item->name);
    sn_error_fix(error, "Write for example profile = {{0, 0}, {0.2, 0.1}, {0.4, 0}}: x and z of each corner.");
    return SN_EINPUT;
  }
  const double(*x)[2] = (const double(*)[2])(const void *)p->x;
  switch (sn_profile_bad(p->n / 2, x, &k)) {
  case SN_PROFILE_GOOD:
    return SN_OK;
  case SN_PROFILE_SHORT:
    sn_item_fail(item, SN_EINPUT, error, "`profile` of obstacle '%s' has two corners.", item->name);
    sn_error_fix(error, "Give one corner (an edge) or at least three.");
    break;
  case SN_PROFILE_TWICE:
    sn_item_fail(item, SN_EINPUT, error, "`profile` of obstacle '%s': corner %d is where the one before it is.",
                 item->name, k + 1);
    sn_error_fix(error, "Give each corner once; the last one need not repeat the first.");
    break;
  case SN_PROFILE_FLAT:
    sn_item_fail(item, SN_EINPUT, error, "`profile` of obstacle '%s' has no area.", item->name);
    sn_error_why(error, "Its corners lie on a line.");
    sn_error_fix(error, "Give corners in turn around an area, or one corner for an edge.");
    break;
  case SN_PROFILE_HOLLOW:
    sn_item_fail(item, SN_EINPUT, error,
                 "`profile` of obstacle '%s' is not convex: corner %d {%.6g, %.6g} points inward.", item->name, k + 1,
                 x[k][0], x[k][1]);
    sn_error_why(error, "Every convex obstacle has one potential; in a hollow corner a wheel touches twice.");
    sn_error_fix(error, "Make it two obstacles side by side, or give the corners in turn.");
    break;
  }
  return SN_EINPUT;
}

static sn_status freeze_obstacle(sn_item *item, sn_builder *b, sn_error *error)
{
  const obstacle *p = item->param;
  sn_obstacle *f;
  SN_TRY(check_profile(item, &p->profile, error));
  SN_TRY(put(item, p->at, isnan(p->orientation.c[0].x[0]) ? m3_identity() : p->orientation, b, &f, error));
  const int n = p->profile.n / 2;
  if (sn_prism(n, (const double(*)[2])(const void *)p->profile.x, p->width, sn_builder_arena(b), &f->solid) != SN_OK) {
    return sn_no_memory(error, "the model");
  }
  if (n == 1) {
    draw_edge(item, f, p->width, b);
    return SN_OK;
  }
  return draw_prism(item, f, b, error);
}

static const sn_input plane_inputs[] = {
    {"at", SN_PLACE, "m", "a point of it, drawing coordinates (default 0)", SN_MEMBER(plane, at)},
    {"normal", SN_VECTOR, "", "upward normal, the side of the wheels (default \"z\"); `axis` is the same",
     SN_MEMBER(plane, normal), .also = "axis"},
    {"size", SN_NUMBERS, "m", "of its picture only: lengths of a board around `at` (default: no picture)",
     SN_MEMBER(plane, size)},
    {0}};
static const sn_input obstacle_inputs[] = {
    {"at", SN_PLACE, "m", "origin of its axes, drawing coordinates (default 0)", SN_MEMBER(obstacle, at)},
    {"orientation", SN_ORIENTATION, "", "its axes as drawn (default: those of the drawing)",
     SN_MEMBER(obstacle, orientation)},
    {"profile", SN_NUMBERS, "m",
     "corners {x, z} of its convex profile in turn, along its own axes x and z; one corner makes an edge",
     SN_MEMBER(obstacle, profile), .required = 1},
    {"width", SN_NUMBER, "m", "its length along its own axis y, half of it on each side", SN_MEMBER(obstacle, width),
     SN_POSITIVE, .required = 1},
    {0}};

const sn_kind sn_kind_plane = {.name = "plane",
                               .help = "A flat surface without end that wheels run on; on the ground or on a part.",
                               .class = SN_CLASS_PART,
                               .n_refs = 1,
                               .inputs = plane_inputs,
                               .param_size = sizeof(plane),
                               .freeze = freeze_plane,
                               .part = {.prescribed = 1}};
const sn_kind sn_kind_obstacle = {.name = "obstacle",
                                  .help =
                                      "A convex prism, or an edge, that wheels run over; on the ground or on a part.",
                                  .class = SN_CLASS_PART,
                                  .n_refs = 1,
                                  .inputs = obstacle_inputs,
                                  .param_size = sizeof(obstacle),
                                  .freeze = freeze_obstacle,
                                  .part = {.prescribed = 1}};
