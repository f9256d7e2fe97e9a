/* joints/torsion.c -- springs, dampers and laws on the angle of a hinge line, between two nodes of shells or a node and a part.
 * What:    a hinge of shells shares places and leaves directors free (`held = "xyz", on = shell`): there are no axes, so no revolute. This
 *          is what acts on its angle, at one node; it holds nothing.
 * Theory:  docs/theory-shells.md, (S17): with d the directors and w the slope of the first surface across the axis,
 *          angle = atan2(w.d', d.d'), turned so that it is zero as drawn; dot products, so that nothing turns with the whole.
 * Tests:   tests/shells/test_connections.c, tests/laws
 */
#include <stddef.h>

#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"

typedef struct {
  sn_v3 axis;
  sn_joint_law law;
} torsion;

typedef struct {
  sn_joint_coordinate angle;
} frozen;

/* first axis across, third along the director (of the first part); the director of the second as drawn */
static const sn_coordinate_kind angle_of = {
    .name = "angle", .type = SN_COORDINATE_ANGLE, .cosine = {2, 2}, .sine = {0, 2}, .axis = 1};

static sn_status needs_shell(const sn_item *item, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "torsion_spring '%s' needs a node of a shell as one of its parts.", item->name);
  sn_error_why(error, "It acts on the angle between the surface of a shell and another part.");
  sn_error_fix(error, "Between bodies and beams use revolute, which takes the same fields.");
  return SN_EINPUT;
}

static int is_surface(const sn_item *item, int k)
{
  SN_ASSERT(k == 0 || k == 1);
  return item->ref[k].item && item->ref[k].item->kind->surface.across;
}

/* Frames of both sides, first axis across `axis`, third axis d or, of a part with axes, along the other side's d as it starts. */
static sn_status sides(const sn_item *item, sn_v3 axis, sn_builder *b, sn_frame side[2], sn_error *error)
{
  const int shell = is_surface(item, 0) ? 0 : 1;
  for (int i = 0; i < 2; i++) {
    const int k = i ? !shell : shell;
    const sn_ref *r = item->ref + k;
    if (is_surface(item, k)) {
      SN_TRY(r->item->kind->surface.across(r->item, r->station, axis, b, side + k, error));
      continue;
    }
    sn_frame of;
    SN_TRY(sn_frame_of(r, b, &of, error));
    const sn_v3 d = sn_frame_axes(b, side + shell).c[2];
    sn_m3 turn;
    if (!sn_has_axes(&of) || !sn_rotation_two_directions(1, axis, 2, d, &turn)) {
      sn_item_fail(item, SN_EINPUT, error, "torsion_spring '%s' needs axes, but '%s' is only a point.", item->name,
                   sn_ref_name(r));
      sn_error_fix(error, "Name a body, a beam, a node of a shell or ground.");
      return SN_EINPUT;
    }
    SN_TRY(sn_frame_at(b, &of, sn_frame_point(b, side + shell), turn, side + k, error));
  }
  return SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const torsion *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  sn_frame of[2], side[2];
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_joint_parts(item, 2, b, of, error));
  if (!is_surface(item, 0) && !is_surface(item, 1)) {
    return needs_shell(item, error);
  }
  if (!isnan(p->law.initial) || !isnan(p->law.initial_rate)) {
    sn_item_fail(item, SN_EINPUT, error, "torsion_spring '%s' cannot move a shell to an initial angle.", item->name);
    sn_error_why(error, "It acts at one node of a hinge line, whose other nodes know nothing of it.");
    sn_error_fix(error, "Draw the shell at that angle, and give it a velocity.");
    return SN_EINPUT;
  }
  const sn_item *shell = item->ref[is_surface(item, 0) ? 0 : 1].item;
  const sn_v3 axis = m3_mul(shell->start->turn, v3_unit(sn_drawn_direction(item, p->axis)));
  SN_TRY(sides(item, axis, b, side, error));
  const sn_m3 first = sn_frame_axes(b, side);
  const sn_v3 d = sn_frame_axes(b, side + 1).c[2];
  const double now = atan2(v3_dot(first.c[0], d), v3_dot(first.c[2], d)), c = cos(now), s = sin(now);
  const sn_m3 zero = {{v3(c, 0, -s), v3(0, 1, 0), v3(s, 0, c)}}; /* the third axis is along d as drawn */
  f->angle = (sn_joint_coordinate){.kind = &angle_of, .b = side[1], .internal = -1};
  f->angle.a = sn_frame_local(b, side, v3(0, 0, 0), zero);
  SN_TRY(sn_law_freeze(item, p->law.given ? &p->law : NULL, NULL, &f->angle, b, error));
  item->frozen = f;
  return SN_OK;
}

static sn_status coordinate(const sn_item *item, const char *name, double coefficient, sn_builder *b, sn_error *error)
{
  (void)name, (void)error;
  sn_coordinate_add(&((const frozen *)item->frozen)->angle, coefficient, b);
  return SN_OK;
}

static void angle(const sn_observation *o, const void *data, double *out)
{
  double rate;
  sn_coordinate_observe(&((const frozen *)data)->angle, o, out, &rate);
}
static void angle_rate(const sn_observation *o, const void *data, double *out)
{
  double value;
  sn_coordinate_observe(&((const frozen *)data)->angle, o, &value, out);
}
static void spring_force(const sn_observation *o, const void *data, double *out)
{
  out[0] = sn_coordinate_force(&((const frozen *)data)->angle, o, SN_ROLE_SPRING);
}
static void damper_force(const sn_observation *o, const void *data, double *out)
{
  out[0] = sn_coordinate_force(&((const frozen *)data)->angle, o, SN_ROLE_DAMPER);
}
static void drive_force(const sn_observation *o, const void *data, double *out)
{
  out[0] = sn_coordinate_force(&((const frozen *)data)->angle, o, SN_ROLE_DRIVE);
}

static const sn_input inputs[] = {
    {"axis", SN_VECTOR, "",
     "direction of the hinge: angles are right-handed about it, the second relative to the first",
     SN_MEMBER(torsion, axis), .required = 1},
    {"", SN_INLINE, "", "", SN_MEMBER(torsion, law), .sub = sn_angle_inputs},
    {0}};
static const sn_output outputs[] = {
    {"angle", "rad", 1, "coordinate, zero as drawn", angle, SN_SHOWN},
    {"angle_rate", "rad/s", 1, "its rate", angle_rate, SN_OUT_STORED},
    {"spring_force", "N m", 1, "force along it of spring, potential and stops", spring_force, 0},
    {"damper_force", "N m", 1, "force along it of damper and law", damper_force, 0},
    {"drive_force", "N m", 1, "force or torque of the drive along it", drive_force, SN_CARRIED},
    {0}};

const sn_kind sn_kind_torsion = {.name = "torsion_spring",
                                 .help = "Spring, damper or law on the angle of a hinge line of shells, at one node.",
                                 .class = SN_CLASS_JOINT,
                                 .n_refs = 2,
                                 .inputs = inputs,
                                 .idle = sn_law_idle,
                                 .param_size = sizeof(torsion),
                                 .freeze = freeze,
                                 .reports = {.outputs = outputs},
                                 .joint = {.coordinate = coordinate, .coordinates = "angle"}};
