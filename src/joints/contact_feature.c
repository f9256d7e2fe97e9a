/* joints/contact_feature.c -- what a part has that can touch: its shapes, a surface, or its point.
 * Tests:   tests/mechanisms/test_contact.c, tests/mechanisms/test_contact_shapes.c
 */
#include <math.h>
#include <string.h>

#include "joints/contact.h"
#include "joints/joint.h"
#include "joints/obstacle.h"
#include "math/rotation.h"
#include "model/model.h"

/* ---- features of a part */

static sn_status of_obstacle(const sn_obstacle *o, sn_feature *f)
{
  double lowest = INFINITY;
  for (int i = 0; i < o->solid.n_edge; i++) {
    lowest = fmin(lowest, v3_norm(v3_sub(o->solid.corner[o->solid.edge[i][0]], o->solid.corner[o->solid.edge[i][1]])));
  }
  *f = (sn_feature){.type = o->solid.n_edge > 0 ? SN_FEATURE_SOLID : SN_FEATURE_PLANE,
                    .name = o->solid.n_edge > 0 ? "obstacle" : "plane",
                    .frame = o->frame,
                    .solid = &o->solid,
                    .size = lowest};
  return SN_OK;
}

/* A closed surface that is convex, as a solid with its faces. */
static sn_status of_mesh(const sn_item *item, const sn_shape *s, sn_builder *b, sn_feature *f, sn_error *error)
{
  const sn_surface *m = s->surface;
  sn_convex *solid = SN_NEW(sn_builder_arena(b), sn_convex, 1);
  double by = 0;
  SN_TRY(sn_surface_check_solid(m, error));
  const sn_faces_flaw flaw = !solid ? SN_FACES_NO_MEMORY
                                    : sn_convex_of_faces(m->n_vertex, m->vertex, m->n_triangle, m->triangle, s->par[0],
                                                         sn_builder_arena(b), solid, &by);
  switch (flaw) {
  case SN_FACES_NO_MEMORY:
    return sn_no_memory(error, "the model");
  case SN_FACES_HOLLOW:
    sn_item_fail(item, SN_EINPUT, error, "Contact '%s': the surface in '%s' is not convex.", item->name, m->file);
    sn_error_why(error, "One of its corners is %.4g m outside of a face. What touches is made of convex pieces.", by);
    sn_error_fix(error, "Give the body `contact_shape`, a list of convex pieces: boxes, cylinders, meshes.");
    return SN_EINPUT;
  case SN_FACES_MANY:
    sn_item_fail(item, SN_EINPUT, error, "Contact '%s': the surface in '%s' has more than %d corners.", item->name,
                 m->file, SN_FACES_CORNERS);
    sn_error_why(error, "Each corner is a pair of its own with whatever it may touch.");
    sn_error_fix(error, "Give the body a simpler `contact_shape`: a sphere, cylinders, or a mesh with fewer corners.");
    return SN_EINPUT;
  case SN_FACES_GOOD:
    break;
  }
  f->type = SN_FEATURE_SOLID;
  f->solid = solid;
  f->half = f->radius = 0;
  return SN_OK;
}

static sn_status of_shape(const sn_item *item, const sn_shape *s, const sn_frame *part, sn_builder *b, sn_feature *f,
                          sn_error *error)
{
  const char *kind = s->kind->name;
  sn_v3 lo, hi;
  s->kind->bounds(s, &lo, &hi);
  const sn_v3 d = v3_sub(hi, lo);
  *f = (sn_feature){.type = SN_FEATURE_OTHER,
                    .name = kind,
                    .frame = sn_frame_local(b, part, s->at, s->axes),
                    .half = s->par[0] / 2,
                    .radius = s->par[1],
                    .size = fmin(d.x[0], fmin(d.x[1], d.x[2]))};
  if (strcmp(kind, "sphere") == 0) {
    f->type = SN_FEATURE_BALL;
    f->half = 0;
  } else if (strcmp(kind, "slender") == 0 && s->par[1] > 0) {
    f->type = SN_FEATURE_ROD;
  } else if (strcmp(kind, "cylinder") == 0) {
    f->type = SN_FEATURE_CYLINDER;
  } else if (strcmp(kind, "tube") == 0) {
    f->type = SN_FEATURE_TUBE;
    f->inner = s->par[2];
    f->size = fmin(f->size, f->radius - f->inner);
  } else if (strcmp(kind, "box") == 0) {
    const double x = s->par[0] / 2, z = s->par[2] / 2, profile[4][2] = {{-x, -z}, {x, -z}, {x, z}, {-x, z}};
    sn_convex *solid = SN_NEW(sn_builder_arena(b), sn_convex, 1);
    if (!solid || sn_prism(4, profile, s->par[1], sn_builder_arena(b), solid) != SN_OK) {
      return sn_no_memory(error, "the model");
    }
    f->type = SN_FEATURE_SOLID;
    f->solid = solid;
    f->radius = 0;
  } else if (s->surface) {
    return of_mesh(item, s, b, f, error);
  }
  return SN_OK;
}

static sn_status nothing(const sn_item *item, const sn_ref *ref, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s': '%s' has no shape that could touch.", item->name,
               sn_ref_name(ref));
  sn_error_fix(error, ref->item ? "Give it a shape: sphere, box, cylinder, slender with a radius, or a convex mesh."
                                : "Name a surface on it: plane { } or obstacle { ... }.");
  return SN_EINPUT;
}

static const double USUAL = 0.05; /* of its smallest extent: how round a solid is to another one */
enum { TRIES = 6 };

static sn_status round_off(const sn_item *item, const sn_ref *ref, double round, sn_feature *f, sn_builder *b,
                           sn_error *error)
{
  if (f->type != SN_FEATURE_SOLID || round == 0) {
    return SN_OK;
  }
  sn_convex *core = SN_NEW(sn_builder_arena(b), sn_convex, 1);
  int left = 0;
  f->is_rounded = !isnan(round);
  f->round = f->is_rounded ? round : USUAL * f->size;
  f->core = core;
  for (int i = 0; i < (f->is_rounded ? 1 : TRIES) && left == 0; i++) { /* thin ones have less room */
    f->round *= i > 0 ? 0.5 : 1;
    left = core ? sn_convex_inset(f->solid, f->round, sn_builder_arena(b), core) : -1;
  }
  if (left > 0) {
    return SN_OK;
  }
  if (left < 0) {
    return sn_no_memory(error, "the model");
  }
  if (!f->is_rounded) { /* it stays sharp */
    f->core = NULL;
    f->round = 0;
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s': `round` = %.4g m is too large for '%s'.", item->name, f->round,
               sn_ref_name(ref));
  sn_error_why(error, "Its edges are rounded by balls inside of it, and nothing is left between them.");
  sn_error_fix(error, "Make it smaller than half of the smallest extent of the part, %.4g m.", f->size);
  return SN_EINPUT;
}

static sn_feature point_of(sn_frame frame, const char *name)
{
  return (sn_feature){.type = SN_FEATURE_POINT, .name = name, .frame = frame, .size = INFINITY};
}

/* Cables and beams, as a whole: their nodes. */
static sn_status of_line(const sn_ref *ref, int n, sn_builder *b, sn_feature *out, sn_error *error)
{
  for (int i = 0; i < n; i++) {
    sn_frame node;
    sn_ref at = *ref;
    at.station = i;
    SN_TRY(sn_frame_of(&at, b, &node, error));
    out[i] = point_of(node, "node");
  }
  return SN_OK;
}

sn_status sn_contact_between_nodes(const sn_item *item, const sn_ref *line, const sn_feature *node, int n,
                                   const sn_ref *other, double size, sn_builder *b, sn_error *error)
{
  double apart = 0;
  for (int i = 0; i + 1 < n && node->type == SN_FEATURE_POINT && !node->piece; i++) {
    const sn_v3 way = v3_sub(sn_frame_point(b, &node[i + 1].frame), sn_frame_point(b, &node[i].frame));
    apart = fmax(apart, v3_norm(way));
  }
  if (!(size < apart)) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s': '%s' would slip between the nodes of '%s'.", item->name,
               sn_ref_name(other), sn_ref_name(line));
  sn_error_why(error, "Cables and beams touch at their nodes alone: they are %.4g m apart, and it measures %.4g m.",
               apart, size);
  sn_error_fix(error, "Give '%s' more elements, so that its nodes are closer together.", sn_ref_name(line));
  return SN_EINPUT;
}

/* Points of integration of a surface of a solid. */
static sn_status of_surface(const sn_surface_points *from, sn_feature *out)
{
  for (int i = 0; i < from->n; i++) {
    out[i] = point_of(from->point[i].frame, "surface of a solid");
    out[i].size = from->size;
    out[i].mass = from->mass;
    out[i].piece = from->point + i;
  }
  return SN_OK;
}

static sn_status take_features(const sn_item *item, const sn_ref *ref, sn_builder *b, sn_feature **out, int *n,
                               sn_error *error)
{
  const sn_obstacle *o = sn_obstacle_of(ref->item);
  const sn_shapes *shapes = ref->item && ref->item->kind->part.shapes ? ref->item->kind->part.shapes(ref->item) : NULL;
  const int has_shapes = shapes && shapes->n > 0;
  sn_surface_points points = {0};
  if (ref->item && ref->item->kind->surface.points_on) {
    SN_TRY(ref->item->kind->surface.points_on(ref->item, ref->station, b, &points, error));
  }
  const int is_line = !has_shapes && ref->item && ref->item->kind->part.stations &&
                      ref->item->kind->part.stations(ref->item) > 0 && !ref->item->kind->surface.station_on &&
                      ref->station == SN_STATION_SELF;
  *n = points.n > 0 ? points.n : has_shapes ? shapes->n : is_line ? ref->item->kind->part.stations(ref->item) : 1;
  *out = SN_NEW(sn_builder_arena(b), sn_feature, *n);
  if (!*out) {
    return sn_no_memory(error, "the model");
  }
  if (o) {
    return of_obstacle(o, *out);
  }
  if (points.n > 0) {
    return of_surface(&points, *out);
  }
  if (is_line) {
    return of_line(ref, *n, b, *out, error);
  }
  sn_frame part;
  SN_TRY(sn_frame_of(ref, b, &part, error));
  if (has_shapes) {
    for (int i = 0; i < *n; i++) {
      SN_TRY(of_shape(item, shapes->shape + i, &part, b, *out + i, error));
    }
    return SN_OK;
  }
  if (!ref->item || sn_has_axes(&part)) {
    return nothing(item, ref, error);
  }
  **out = point_of(part, "point");
  return SN_OK;
}

sn_status sn_contact_features(const sn_item *item, const sn_ref *ref, double round, sn_builder *b, sn_feature **out,
                              int *n, sn_error *error)
{
  SN_TRY(take_features(item, ref, b, out, n, error));
  SN_REQUIRE(*out != NULL, error);
  for (int i = 0; i < *n; i++) {
    SN_TRY(round_off(item, ref, round, *out + i, b, error));
  }
  return SN_OK;
}
