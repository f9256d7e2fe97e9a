/* joints/contact_meet.c -- features of parts that can touch, and the pairs that two of them make.
 * What:    a table of what meets what. Round features are one pair; flat ones touch by their corners, each a pair of its own: nearest points
 *          of two faces would jump from corner to corner.
 * Limits:  edges of two boxes pass through each other; their corners do not (the contact warns).
 * Tests:   tests/mechanisms/test_contact.c
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

static sn_status of_shape(const sn_shape *s, const sn_frame *part, sn_builder *b, sn_feature *f, sn_error *error)
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
  } else if (strcmp(kind, "box") == 0) {
    const double x = s->par[0] / 2, z = s->par[2] / 2, profile[4][2] = {{-x, -z}, {x, -z}, {x, z}, {-x, z}};
    sn_convex *solid = SN_NEW(sn_builder_arena(b), sn_convex, 1);
    if (!solid || sn_prism(4, profile, s->par[1], sn_builder_arena(b), solid) != SN_OK) {
      return sn_no_memory(error, "the model");
    }
    f->type = SN_FEATURE_SOLID;
    f->solid = solid;
    f->radius = 0;
  }
  return SN_OK;
}

static sn_status nothing(const sn_item *item, const sn_ref *ref, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s': '%s' has no shape that could touch.", item->name,
               sn_ref_name(ref));
  sn_error_fix(error, ref->item ? "Give it a shape: sphere, box, cylinder, or slender with a radius."
                                : "Name a surface on it: plane { } or obstacle { ... }.");
  return SN_EINPUT;
}

sn_status sn_contact_features(const sn_item *item, const sn_ref *ref, sn_builder *b, sn_feature **out, int *n,
                              sn_error *error)
{
  const sn_obstacle *o = sn_obstacle_of(ref->item);
  const sn_shapes *shapes = ref->item && ref->item->kind->part.shapes ? ref->item->kind->part.shapes(ref->item) : NULL;
  *n = shapes && shapes->n > 0 ? shapes->n : 1;
  *out = SN_NEW(sn_builder_arena(b), sn_feature, *n);
  if (!*out) {
    return sn_no_memory(error, "the model");
  }
  if (o) {
    return of_obstacle(o, *out);
  }
  sn_frame part;
  SN_TRY(sn_frame_of(ref, b, &part, error));
  if (shapes && shapes->n > 0) {
    for (int i = 0; i < *n; i++) {
      SN_TRY(of_shape(shapes->shape + i, &part, b, *out + i, error));
    }
    return SN_OK;
  }
  if (!ref->item || sn_has_axes(&part)) {
    return nothing(item, ref, error);
  }
  **out = (sn_feature){.type = SN_FEATURE_POINT, .name = "point", .frame = part, .size = INFINITY};
  return SN_OK;
}

/* ---- what meets what */

static sn_frame at(const sn_feature *f, sn_v3 x, sn_builder *b)
{
  return sn_frame_local(b, &f->frame, x, m3_identity());
}

static void put(sn_touching *to, const sn_touch_gap *pair, const sn_frame *first, const sn_frame *second)
{
  *to = (sn_touching){.pair = *pair, .first = *first, .second = *second};
}

static int ball_on_solid(const sn_feature *f, const sn_feature *s, int rubs, sn_builder *b, sn_touching *out)
{
  sn_touch_gap pair;
  (void)b;
  if (out) {
    sn_ball_on_solid(f->solid, s->radius, rubs && s->radius > 0, &pair);
    put(out, &pair, &f->frame, &s->frame);
  }
  return 1;
}

/* balls around the ends of a rod */
static int ends_on_solid(const sn_feature *f, const sn_feature *s, int rubs, sn_builder *b, sn_touching *out)
{
  for (int i = 0; i < 2 && out; i++) {
    sn_touch_gap pair;
    const sn_frame end = at(s, v3(i ? s->half : -s->half, 0, 0), b);
    sn_ball_on_solid(f->solid, s->radius, rubs, &pair);
    put(out + i, &pair, &f->frame, &end);
  }
  return 2;
}

static int corners_on_solid(const sn_feature *f, const sn_feature *s, int rubs, sn_builder *b, sn_touching *out)
{
  (void)rubs;
  for (int i = 0; i < s->solid->n_corner && out; i++) {
    sn_touch_gap pair;
    const sn_frame corner = at(s, s->solid->corner[i], b);
    sn_ball_on_solid(f->solid, 0, 0, &pair);
    put(out + i, &pair, &f->frame, &corner);
  }
  return s->solid->n_corner;
}

static int corners_both_ways(const sn_feature *f, const sn_feature *s, int rubs, sn_builder *b, sn_touching *out)
{
  const int n = corners_on_solid(f, s, rubs, b, out), m = corners_on_solid(s, f, rubs, b, out ? out + n : NULL);
  for (int i = n; i < n + m && out; i++) {
    out[i].swapped = 1;
  }
  return n + m;
}

static int discs_on_plane(const sn_feature *f, const sn_feature *s, int rubs, sn_builder *b, sn_touching *out)
{
  (void)rubs;
  for (int i = 0; i < 2 && out; i++) {
    sn_touch_gap pair;
    const sn_frame end = at(s, v3(i ? s->half : -s->half, 0, 0), b);
    sn_disc_on_plane(s->radius, 0, &pair);
    put(out + i, &pair, &f->frame, &end);
  }
  return 2;
}

static int ball_on_rod(const sn_feature *f, const sn_feature *s, int rubs, sn_builder *b, sn_touching *out)
{
  sn_touch_gap pair;
  (void)b;
  if (out) {
    sn_ball_on_rod(f->half, f->radius, s->radius, rubs && s->radius > 0, &pair);
    put(out, &pair, &f->frame, &s->frame);
  }
  return 1;
}

static int rod_on_rod(const sn_feature *f, const sn_feature *s, int rubs, sn_builder *b, sn_touching *out)
{
  sn_touch_gap pair;
  (void)b;
  (void)rubs;
  if (out) {
    sn_rod_on_rod(f->half, f->radius, s->half, s->radius, &pair);
    put(out, &pair, &f->frame, &s->frame);
  }
  return 1;
}

static const struct {
  sn_feature_type first, second;
  int (*make)(const sn_feature *f, const sn_feature *s, int rubs, sn_builder *b, sn_touching *out);
} meetings[] = {{SN_FEATURE_PLANE, SN_FEATURE_POINT, ball_on_solid},
                {SN_FEATURE_PLANE, SN_FEATURE_BALL, ball_on_solid},
                {SN_FEATURE_PLANE, SN_FEATURE_ROD, ends_on_solid},
                {SN_FEATURE_PLANE, SN_FEATURE_SOLID, corners_on_solid},
                {SN_FEATURE_PLANE, SN_FEATURE_CYLINDER, discs_on_plane},
                {SN_FEATURE_SOLID, SN_FEATURE_POINT, ball_on_solid},
                {SN_FEATURE_SOLID, SN_FEATURE_BALL, ball_on_solid},
                {SN_FEATURE_SOLID, SN_FEATURE_SOLID, corners_both_ways},
                {SN_FEATURE_BALL, SN_FEATURE_POINT, ball_on_rod},
                {SN_FEATURE_BALL, SN_FEATURE_BALL, ball_on_rod},
                {SN_FEATURE_ROD, SN_FEATURE_POINT, ball_on_rod},
                {SN_FEATURE_ROD, SN_FEATURE_BALL, ball_on_rod},
                {SN_FEATURE_ROD, SN_FEATURE_ROD, rod_on_rod}};

int sn_contact_meet(const sn_feature *first, const sn_feature *second, int rubs, sn_builder *b, sn_touching *out)
{
  for (size_t i = 0; i < sizeof meetings / sizeof *meetings; i++) {
    if (meetings[i].first == first->type && meetings[i].second == second->type) {
      return meetings[i].make(first, second, rubs, b, out);
    }
    if (meetings[i].first == second->type && meetings[i].second == first->type) {
      const int n = meetings[i].make(second, first, rubs, b, out);
      for (int k = 0; k < n && out; k++) {
        out[k].swapped = !out[k].swapped;
      }
      return n;
    }
  }
  return -1;
}
