/* joints/rolling.c -- a wheel that rolls on a road: they touch, and the point where they do does not slip.
 * What:    a constraint on the gap (laws/composite.c), and two on the rates of slip (laws/on_rates.c). It neither lifts off nor skids: what the
 *          road must give, and the coefficient of friction that this takes, are outputs. `contact` has both, with friction.
 * Theory:  docs/theory.md, constraints on rates (25); the forms are those of contact/roll.h.
 * Limits:  round roads carry balls.
 * Tests:   tests/mechanisms/test_rolling.c, tests/contact/test_roll.c, tests/laws
 */
#include <math.h>
#include <stddef.h>

#include "contact/roll.h"
#include "joints/contact.h"
#include "joints/joint.h"
#include "joints/obstacle.h"
#include "math/rotation.h"
#include "model/model.h"
#include "system/kernel.h"

enum { PLANE, SPHERE, BOWL, CYLINDER, DRUM };

typedef struct {
  sn_v3 at, axis;
  double radius, edge;
  int surface;
  sn_v3 surface_at, surface_axis;
  double surface_radius;
} rolling;

typedef struct {
  sn_frame wheel, road;
  sn_roll pair, gap, slip[2];
  int block[3]; /* the gap, and the slips */
} frozen;

static const double NEAR = 1e-3; /* of the radius: what the assembly may close; more is a mistake of the drawing */

static sn_m3 axes_along(sn_item *item, int ref, sn_v3 direction)
{
  const sn_m3 drawn = sn_rotation_along(v3_unit(sn_drawn_direction(item, direction)));
  return item->ref[ref].item ? sn_start_axes(item->ref[ref].item, drawn) : drawn;
}

/* third axis first, so that the axle is the first one */
static sn_m3 axle_first(sn_m3 m)
{
  return (sn_m3){{m.c[2], m.c[0], m.c[1]}};
}

/* ---- the wheel */

static sn_status no_radius(const sn_item *item, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Rolling '%s' does not know how large its wheel '%s' is.", item->name,
               sn_ref_name(item->ref));
  sn_error_why(error, "Its shape is neither one sphere nor one cylinder, and no `radius` is given.");
  sn_error_fix(error, "Give radius in m; for a wheel `axis` as well, the direction of its axle.");
  return SN_EINPUT;
}

static sn_status wheel_of_shape(sn_item *item, const rolling *p, sn_builder *b, frozen *f, sn_error *error)
{
  const sn_ref *ref = item->ref;
  const sn_shapes *shapes = ref->item && ref->item->kind->part.shapes ? ref->item->kind->part.shapes(ref->item) : NULL;
  sn_feature *feature;
  int n = 0;
  if (!shapes || shapes->n != 1) {
    return no_radius(item, error);
  }
  SN_TRY(sn_contact_features(item, item->ref, NAN, b, &feature, &n, error));
  if (feature->type != SN_FEATURE_BALL && feature->type != SN_FEATURE_CYLINDER) {
    return no_radius(item, error);
  }
  const int is_ball = feature->type == SN_FEATURE_BALL;
  f->wheel = feature->frame;
  f->pair.edge = is_ball ? feature->radius : isnan(p->edge) ? 0 : p->edge;
  f->pair.ring = is_ball ? 0 : feature->radius - f->pair.edge;
  return SN_OK;
}

static sn_status take_wheel(sn_item *item, const rolling *p, const sn_frame *of, sn_builder *b, frozen *f,
                            sn_error *error)
{
  const int is_ball = !(v3_norm(p->axis) > 0);
  if (!sn_has_axes(of)) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': '%s' is a point, which does not turn.", item->name,
                 sn_ref_name(item->ref));
    sn_error_fix(error, "Make the wheel a body.");
    return SN_EINPUT;
  }
  if (isnan(p->radius)) {
    SN_TRY(wheel_of_shape(item, p, b, f, error));
  } else {
    SN_TRY(sn_joint_end(item, 0, p->at, "at", b, &f->wheel, error));
    const sn_m3 axes = axle_first(axes_along(item, 0, is_ball ? v3(0, 0, 1) : p->axis));
    SN_TRY(sn_frame_at(b, of, sn_frame_point(b, &f->wheel), axes, &f->wheel, error));
    f->pair.edge = is_ball ? p->radius : isnan(p->edge) ? 0 : p->edge;
    f->pair.ring = p->radius - f->pair.edge;
  }
  if (f->pair.ring == 0 && !isnan(p->edge)) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': `edge` would do nothing: '%s' rolls as a ball.", item->name,
                 sn_ref_name(item->ref));
    sn_error_fix(error, "Leave out `edge`; a wheel has a cylinder as shape, or `radius` and `axis`.");
    return SN_EINPUT;
  }
  if (f->pair.ring < 0) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': `edge` is %.4g m, and its wheel has a radius of %.4g m.",
                 item->name, f->pair.edge, f->pair.ring + f->pair.edge);
    sn_error_fix(error, "Make `edge` smaller; a ball needs neither `edge` nor `axis`.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* ---- the road */

static sn_status no_road(const sn_item *item, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Rolling '%s' does not know the surface of '%s'.", item->name,
               sn_ref_name(item->ref + 1));
  sn_error_why(error, "It is neither a plane, nor one sphere or cylinder, and no `surface_axis` is given.");
  sn_error_fix(error, "Give surface_axis = \"z\", the normal of a plane, and surface_at, a point of it.");
  return SN_EINPUT;
}

static sn_status road_of_shape(sn_item *item, sn_builder *b, frozen *f, sn_error *error)
{
  sn_feature *feature = NULL;
  int n = 0;
  const sn_obstacle *o = sn_obstacle_of(item->ref[1].item);
  const int shaped = o || (item->ref[1].item && item->ref[1].item->kind->part.shapes);
  if (!shaped) {
    return no_road(item, error);
  }
  SN_TRY(sn_contact_features(item, item->ref + 1, NAN, b, &feature, &n, error));
  const sn_m3 axis_third = {{v3(0, 1, 0), v3(0, 0, 1), v3(1, 0, 0)}};
  if (n != 1 ||
      (feature->type != SN_FEATURE_PLANE && feature->type != SN_FEATURE_BALL && feature->type != SN_FEATURE_CYLINDER)) {
    return no_road(item, error);
  }
  f->road = feature->type == SN_FEATURE_CYLINDER ? sn_frame_local(b, &feature->frame, v3(0, 0, 0), axis_third)
                                                 : feature->frame;
  f->pair.radius = feature->radius;
  f->pair.road = feature->type == SN_FEATURE_PLANE  ? SN_ROAD_PLANE
                 : feature->type == SN_FEATURE_BALL ? SN_ROAD_SPHERE
                                                    : SN_ROAD_CYLINDER;
  return SN_OK;
}

static sn_status road_as_given(sn_item *item, const rolling *p, const sn_frame *of, sn_builder *b, frozen *f,
                               sn_error *error)
{
  static const sn_road_type type[] = {SN_ROAD_PLANE, SN_ROAD_SPHERE, SN_ROAD_SPHERE, SN_ROAD_CYLINDER,
                                      SN_ROAD_CYLINDER};
  const sn_v3 at = isnan(p->surface_at.x[0]) ? v3(0, 0, 0) : p->surface_at;
  const sn_v3 axis = v3_norm(p->surface_axis) > 0 ? p->surface_axis : v3(0, 0, 1);
  f->pair.road = type[p->surface];
  f->pair.inside = p->surface == BOWL || p->surface == DRUM;
  f->pair.radius = p->surface_radius;
  if (p->surface != PLANE && isnan(p->surface_radius)) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': a round surface has no radius.", item->name);
    sn_error_fix(error, "Give surface_radius in m.");
    return SN_EINPUT;
  }
  SN_TRY(sn_joint_end(item, 1, at, "surface_at", b, &f->road, error));
  return sn_frame_at(b, of, sn_frame_point(b, &f->road), axes_along(item, 1, axis), &f->road, error);
}

static sn_status take_road(sn_item *item, const rolling *p, const sn_frame *of, sn_builder *b, frozen *f,
                           sn_error *error)
{
  const int given = p->surface != PLANE || v3_norm(p->surface_axis) > 0 || !isnan(p->surface_at.x[0]);
  if (!given) {
    SN_TRY(road_of_shape(item, b, f, error));
  } else if (!sn_has_axes(of)) {
    return no_road(item, error);
  } else {
    SN_TRY(road_as_given(item, p, of, b, f, error));
  }
  if (f->pair.road == SN_ROAD_SPHERE && v3_norm(p->surface_axis) > 0) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': `surface_axis` has no effect.", item->name);
    sn_error_why(error, "The surface is a sphere, which has no axis.");
    sn_error_fix(error, "Leave it out.");
    return SN_EINPUT;
  }
  if (f->pair.road != SN_ROAD_PLANE && f->pair.ring > 0) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': a wheel on a round surface.", item->name);
    sn_error_why(error, "Round surfaces carry balls; wheels roll on planes.");
    sn_error_fix(error, "Leave out `axis` for a ball, or use `contact` with friction.");
    return SN_EINPUT;
  }
  if (f->pair.road == SN_ROAD_SPHERE) { /* third axis: the normal at the start */
    const sn_v3 out = v3_sub(sn_frame_point(b, &f->wheel), sn_frame_point(b, &f->road));
    const sn_m3 now = sn_frame_axes(b, &f->road);
    const sn_v3 normal = v3_norm(out) > 0 ? v3_scale(f->pair.inside ? -1 : 1, v3_unit(out)) : now.c[2];
    const sn_m3 axes = sn_rotation_along(normal);
    sn_m3 local;
    for (int k = 0; k < 3; k++) {
      local.c[k] = m3_tmul(now, axes.c[k]);
    }
    f->road = sn_frame_local(b, &f->road, v3(0, 0, 0), local);
  }
  return SN_OK;
}

/* ---- freeze */

static void forms_of(const frozen *f, int n, const int *which, sn_builder *b)
{
  const int between = sn_between(b, &f->road, &f->wheel);
  for (int i = 0; i < n; i++) {
    const int along = sn_axis_of(b, &f->road, which[i] % 3);
    sn_form(b, 1, which[i] < 3 ? between : sn_axis_of(b, &f->wheel, which[i] / 3 - 1), along, 0);
  }
}

static sn_status check_gap(const sn_item *item, const frozen *f, double gap, sn_error *error)
{
  const double radius = f->pair.ring + f->pair.edge;
  if (fabs(gap) <= NEAR * radius) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': '%s' does not touch '%s' as drawn.", item->name,
               sn_ref_name(item->ref), sn_ref_name(item->ref + 1));
  sn_error_why(error, "It is %.6g m %s.", fabs(gap), gap > 0 ? "above it" : "too deep");
  sn_error_fix(error, "Move the wheel %s the road by that, or change its radius of %.6g m.",
               gap > 0 ? "towards" : "away from", radius);
  return SN_EINPUT;
}

static sn_status check_upright(const sn_item *item, const frozen *f, sn_builder *b, sn_error *error)
{
  const double flat = fabs(v3_dot(sn_frame_axes(b, &f->wheel).c[0], sn_frame_axes(b, &f->road).c[2]));
  if (f->pair.ring == 0 || f->pair.road != SN_ROAD_PLANE || flat < 1 - 1e-9) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': '%s' lies flat on the road.", item->name, sn_ref_name(item->ref));
  sn_error_why(error, "Its axle is along the normal of the road: it touches with all of its edge.");
  sn_error_fix(error, "Give the direction of its axle by axis.");
  return SN_EINPUT;
}

/* Both parts: there, different, one of them free. A plane has a frame, but is no part that a joint could hold. */
static sn_status parts(sn_item *item, sn_builder *b, sn_frame of[2], sn_error *error)
{
  const sn_obstacle *o = sn_obstacle_of(item->ref[1].item);
  if (sn_obstacle_of(item->ref[0].item)) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': its first part, '%s', is a surface.", item->name,
                 sn_ref_name(item->ref));
    sn_error_why(error, "The wheel comes first, and then the road.");
    sn_error_fix(error, "Write rolling { wheel, %s }.", sn_ref_name(item->ref));
    return SN_EINPUT;
  }
  if (!o) {
    return sn_joint_parts(item, 2, b, of, error);
  }
  SN_TRY(sn_frame_of(item->ref, b, of, error));
  of[1] = o->frame;
  if (of[0].moves < 2 && of[1].moves < 2) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': neither '%s' nor '%s' is free to move.", item->name,
                 sn_ref_name(item->ref), sn_ref_name(item->ref + 1));
    sn_error_fix(error, "Put the wheel on a body, or remove it.");
    return SN_EINPUT;
  }
  if (of[0].node >= 0 && of[0].node == of[1].node) {
    sn_item_fail(item, SN_EINPUT, error, "Rolling '%s': '%s' carries '%s'.", item->name, sn_ref_name(item->ref),
                 sn_ref_name(item->ref + 1));
    sn_error_fix(error, "Put one of them on another part.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const rolling *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  sn_frame of[2];
  int which[SN_ROLL_FORMS];
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(parts(item, b, of, error));
  SN_TRY(take_wheel(item, p, of, b, f, error));
  SN_TRY(take_road(item, p, of + 1, b, f, error));
  SN_TRY(check_upright(item, f, b, error));
  int n = sn_roll_gap(&f->pair, &f->gap, which);
  f->block[0] = sn_block_begin(b, &sn_law_driven, "contact");
  forms_of(f, n, which, b);
  sn_coordinate_gap(b, 0, &f->gap.gap, 1);
  SN_TRY(check_gap(item, f, sn_composite_now(b), error));
  if (fabs(sn_composite_now(b)) <= 1e-11 * (f->pair.ring + f->pair.edge + f->pair.radius)) {
    sn_composite_zero(b);
  }
  for (int k = 0; k < 2; k++) {
    n = sn_roll_slip(&f->pair, k, f->slip + k, which);
    f->block[1 + k] = sn_block_begin(b, &sn_law_on_rates, "rolling");
    forms_of(f, n, which, b);
    sn_coordinate_gap(b, 0, &f->slip[k].gap, 1);
  }
  item->frozen = f;
  return SN_OK;
}

/* ---- outputs */

/* The point where they touch and the normal there, in space. */
static void touch(const sn_observation *o, const frozen *f, sn_v3 *point, sn_v3 *normal)
{
  const sn_m3 a = sn_axes_in(&f->road, o->q), w = sn_axes_in(&f->wheel, o->q);
  const sn_v3 from = sn_point_in(&f->road, o->q), between = v3_sub(sn_point_in(&f->wheel, o->q), from);
  double e[SN_ROLL_FORMS], x[3], n[3];
  for (int k = 0; k < 3; k++) {
    e[k] = v3_dot(between, a.c[k]);
    for (int j = 0; j < 3; j++) {
      e[3 + 3 * j + k] = v3_dot(w.c[j], a.c[k]);
    }
  }
  sn_roll_place(&f->pair, e, x, n);
  *point = v3_add(from, m3_mul(a, v3(x[0], x[1], x[2])));
  *normal = m3_mul(a, v3(n[0], n[1], n[2]));
}

static sn_v3 force_of(const sn_observation *o, const frozen *f, double *normal, double *along)
{
  sn_v3 sum = v3(0, 0, 0), moment = sum, point, n;
  touch(o, f, &point, &n);
  for (int k = 0; k < 3; k++) {
    sn_add_wrench(o, f->block[k], &f->wheel, point, &sum, &moment);
  }
  *normal = v3_dot(sum, n);
  *along = v3_norm(v3_axpy(sum, -*normal, n));
  return sum;
}

static void force(const sn_observation *o, const void *data, double *out)
{
  double unused[2];
  v3_put(force_of(o, data, unused, unused + 1), out);
}
static void normal(const sn_observation *o, const void *data, double *out)
{
  double unused;
  force_of(o, data, out, &unused);
}
static void friction(const sn_observation *o, const void *data, double *out)
{
  double unused;
  force_of(o, data, &unused, out);
}
static void needed(const sn_observation *o, const void *data, double *out)
{
  double n, t;
  force_of(o, data, &n, &t);
  out[0] = n != 0 ? t / fabs(n) : 0;
}
static void point(const sn_observation *o, const void *data, double *out)
{
  sn_v3 x, n;
  touch(o, data, &x, &n);
  v3_put(x, out);
}

static const sn_input inputs[] = {
    {"radius", SN_NUMBER, "m", "of the wheel (default: that of its shape, a sphere or cylinder)",
     SN_MEMBER(rolling, radius), SN_POSITIVE},
    {"at", SN_PLACE, "m", "its centre, drawing coordinates (default: the part's own place)", SN_MEMBER(rolling, at)},
    {"axis", SN_VECTOR, "", "direction of its axle, fixed in the part; without it a ball", SN_MEMBER(rolling, axis)},
    {"edge", SN_NUMBER, "m", "radius of its round edge (default 0: a disc)", SN_MEMBER(rolling, edge), SN_NOT_NEGATIVE},
    {"surface", SN_CHOICE, "", "of the road, fixed in the second part (default: its shape); bowl and drum: from inside",
     SN_MEMBER(rolling, surface), .choices = "plane|sphere|bowl|cylinder|drum"},
    {"surface_at", SN_PLACE, "m", "a point of the plane, or the centre (default {0, 0, 0})",
     SN_MEMBER(rolling, surface_at)},
    {"surface_axis", SN_VECTOR, "", "normal of the plane, or axis of the cylinder (default \"z\")",
     SN_MEMBER(rolling, surface_axis)},
    {"surface_radius", SN_NUMBER, "m", "of a round surface", SN_MEMBER(rolling, surface_radius), SN_POSITIVE},
    {0}};
static const sn_idle idle[] = {{"at|axis", "radius", 0, "without `radius` the wheel is the shape of its part"},
                               {"surface_radius", "surface", 0, "the surface is a plane, or that of a shape"},
                               {0}};
static const sn_output outputs[] = {
    {"force", "N", 3, "force of the road on the wheel, ground axes", force, SN_CARRIED},
    {"normal", "N", 1, "its part across the road; negative: the road would have to pull", normal, SN_CARRIED},
    {"friction", "N", 1, "size of its part along the road", friction, SN_CARRIED},
    {"needed_friction", "", 1, "coefficient of friction that the road must have", needed, SN_CARRIED},
    {"point", "m", 3, "where they touch", point, SN_SHOWN},
    {0}};

const sn_kind sn_kind_rolling = {.name = "rolling",
                                 .help = "A wheel or ball that rolls on a road without slip; it stays on it.",
                                 .class = SN_CLASS_FORCE,
                                 .n_refs = 2,
                                 .inputs = inputs,
                                 .idle = idle,
                                 .param_size = sizeof(rolling),
                                 .freeze = freeze,
                                 .reports = {.outputs = outputs}};
