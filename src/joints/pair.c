/* joints/pair.c -- lower pairs and the like: rows from a table of locked translations and rotations.
 * Theory:  with u = x_B - x_A the gap of the joint points, F the frame that moves with the joint and O the other one:
 *            translation along axis k locked    u.F_k = 0
 *            axes z kept parallel               O_3.F_1 = 0, O_3.F_2 = 0
 *            all rotations locked               these and O_1.F_2 = 0
 *            universal                          A_3.B_1 = 0
 *            screw                              displacement - pitch*angle = 0 (composite)
 *          F is the free body; of two the second (docs/theory.md, joints: the other choice loses energy in steady
 *          rotation); the rail of a slider; the first part where a line or plane is fixed in it.
 * Tests:   tests/joints/test_pairs.c
 */
#include "joints/joint.h"
#include "model/model.h"

#include <string.h>

/* Friction that counts moments needs all rows in one block. */
static int friction_of_moments(const sn_item *item)
{
  const sn_pair *pair = sn_pair_of(item);
  for (int k = 0; k < pair->n_coordinate; k++) {
    const sn_joint_law *law = sn_pair_law(item, k);
    if (law && law->friction > 0 && !isnan(law->friction_arm) && pair->coordinate[k]->type == SN_COORDINATE_FORM) {
      return 1;
    }
  }
  return 0;
}

/* Which sides are points, and which frame the rows of translations and of rotations are written in. */
static sn_status choose_side(const sn_item *item, const sn_frame f[2], int *side, int *turning, sn_error *error)
{
  const sn_pair *pair = sn_pair_of(item);
  const sn_pair_fields *p = item->param;
  for (int k = 0; k < 2; k++) {
    if (!sn_has_axes(f + k) && !(pair->points & 1u << k)) {
      sn_item_fail(item, SN_EINPUT, error, "%s '%s' needs axes, but '%s' is only a point.", item->kind->name,
                   item->name, sn_ref_name(item->ref + k));
      sn_error_fix(error, pair->points
                              ? "Write the part with axes first and the point second."
                              : "Use spherical, distance, point_on_line or point_on_plane, or make it a body.");
      return SN_EINPUT;
    }
  }
  if (!sn_has_axes(f) && !sn_has_axes(f + 1)) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' joins two points.", item->kind->name, item->name);
    sn_error_why(error, "Two points that stay together are one node.");
    sn_error_fix(error, "Give '%s' as an end of the other cable or link instead of the joint.", sn_ref_name(item->ref));
    return SN_EINPUT;
  }
  /* where both sides turn alike (a slider) or the axis stays (a plane), the rail's axes: on ground the rows are linear,
     and the force acts at the slider's point, so that friction feels the moments about that point */
  const int rail = f[0].moves > f[1].moves;
  const int slider = pair->turns == 3 && pair->slides != 7, plane = pair->slides == 4;
  const int given = pair->on_first ? 0 : p->moving_frame - 1, own = sn_moving_side(f);
  *turning = given >= 0 ? given : slider ? rail : own;
  *side = given >= 0 ? given : slider || plane || friction_of_moments(item) ? rail : own;
  if (!sn_has_axes(f + *side)) {
    sn_item_fail(item, SN_EINPUT, error, "moving_frame of '%s' names '%s', which has no axes.", item->name,
                 sn_ref_name(item->ref + *side));
    sn_error_fix(error, "Leave moving_frame out.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status opposite(const sn_item *item, sn_error *error)
{
  sn_item_fail(item, SN_EMODEL, error, "%s '%s' is not closed at the start.", item->kind->name, item->name);
  sn_error_why(error,
               "The frames on '%s' and '%s' miss each other: the axes point in opposite directions, by 3.14 rad.",
               sn_ref_name(item->ref), sn_ref_name(item->ref + 1));
  sn_error_fix(error, "Draw the parts so that the joint fits, or change its frames `a` and `b`.");
  return SN_EMODEL;
}

/* Adds the rows; the first block holds the translations. single: all rows in one block. */
static sn_status add_rows(const sn_item *item, int side, int turning, int single, sn_pair_frozen *z,
                          sn_normal_rows *normal, sn_builder *b, sn_error *error)
{
  SN_REQUIRE((side == 0 || side == 1) && (turning == 0 || turning == 1), error);
  const sn_pair *pair = sn_pair_of(item);
  const sn_frame *F = z->frame + side;
  double size = 0; /* of the numbers the gap is made of */
  for (int k = 0; k < 2; k++) {
    const sn_frame *f = z->frame + k;
    size += v3_norm(sn_frame_point(b, f));
    for (int i = 1; i < f->n; i++) {
      size += fabs(sn_point_row(f)[i]);
    }
  }
  *normal = (sn_normal_rows){0};
  normal->block = z->block[z->n_block++] = sn_block_meet(b);
  const int gap = sn_between(b, z->frame, z->frame + 1);
  for (int k = 0; k < 3; k++) {
    if (pair->slides & 1u << k) {
      sn_close_row(b, sn_form(b, 1, gap, sn_axis_of(b, F, k), 0), size);
      normal->n_force++;
    }
  }
  /* pairs of axes that stay perpendicular: of O and F; for the universal joint of A and B */
  static const int pairs[4][3][2] = {{{0}}, {{2, 0}}, {{2, 0}, {2, 1}}, {{2, 0}, {2, 1}, {0, 1}}};
  const int last = pair->turns == 1 ? 1 : turning;
  const sn_frame *left = z->frame + !last, *right = z->frame + last;
  if (pair->turns > 0 && !single) {
    z->block[z->n_block++] = sn_block_begin(b, &sn_law_constraint, "axis");
  }
  for (int k = 0; k < pair->turns; k++) {
    const int *i = pairs[pair->turns][k];
    sn_close_row(b, sn_form(b, 1, sn_axis_of(b, left, i[0]), sn_axis_of(b, right, i[1]), 0), 1);
    normal->n_moment += single;
  }
  if (pair->turns >= 2) { /* the rows hold for an axis and for its opposite */
    const sn_m3 l = sn_frame_axes(b, left), r = sn_frame_axes(b, right);
    if (v3_dot(l.c[2], r.c[2]) < 0 || (pair->turns == 3 && v3_dot(l.c[0], r.c[0]) < 0)) {
      return opposite(item, error);
    }
  }
  return SN_OK;
}

static void add_screw(const sn_item *item, sn_pair_frozen *z, sn_builder *b)
{
  SN_ASSERT(z->n_coordinate == 2 && z->n_block < SN_PAIR_BLOCKS);
  const sn_pair_fields *p = item->param;
  z->block[z->n_block++] = sn_block_begin(b, &sn_law_driven, "screw");
  sn_coordinate_add(z->coordinate + 1, 1, b);
  sn_coordinate_add(z->coordinate, -p->pitch, b);
  sn_composite_zero(b);
}

sn_status sn_pair_freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const sn_pair *pair = sn_pair_of(item);
  sn_pair_frozen *z = SN_NEW(sn_builder_arena(b), sn_pair_frozen, 1);
  sn_joint_coordinate *coordinate =
      pair->n_coordinate ? SN_NEW(sn_builder_arena(b), sn_joint_coordinate, pair->n_coordinate) : NULL;
  if (!z || (pair->n_coordinate && !coordinate)) {
    return sn_no_memory(error, "the model");
  }
  z->coordinate = coordinate;
  sn_frame of[2];
  sn_v3 x[2];
  sn_m3 axes[2];
  int side, turning;
  SN_TRY(sn_joint_parts(item, 2, b, of, error));
  SN_TRY(sn_pair_check_initial(item, error));
  SN_TRY(choose_side(item, of, &side, &turning, error));
  SN_TRY(sn_pair_drawn(item, of, x, axes, error));
  for (int k = 0; k < 2; k++) {
    SN_TRY(sn_frame_on(item->ref + k, b, x[k], axes[k], z->frame + k, error));
  }
  sn_normal_rows normal;
  SN_TRY(add_rows(item, side, turning, friction_of_moments(item), z, &normal, b, error));
  for (int k = 0; k < pair->n_coordinate; k++) {
    sn_joint_coordinate *c = z->coordinate + k;
    *c = (sn_joint_coordinate){.kind = pair->coordinate[k], .a = z->frame[0], .b = z->frame[1], .internal = -1};
    c->side = c->kind->of == 2 ? side : 0;
    double wanted, rate;
    sn_pair_wanted(item, k, &wanted, &rate);
    c->near = isnan(wanted) ? 0 : wanted;
    SN_TRY(sn_law_freeze(item, sn_pair_law(item, k), &normal, c, b, error));
  }
  z->n_coordinate = pair->n_coordinate;
  if (pair->screw) {
    add_screw(item, z, b);
  }
  sn_draw_joint(item, b, z->frame, z->frame + 1);
  item->frozen = z;
  return SN_OK;
}

sn_status sn_pair_coordinate(const sn_item *item, const char *name, double coefficient, sn_builder *b, sn_error *error)
{
  const sn_pair *pair = sn_pair_of(item);
  const sn_pair_frozen *z = item->frozen;
  if (!name && (pair->n_coordinate == 1 || pair->screw)) {
    sn_coordinate_add(z->coordinate, coefficient, b);
    return SN_OK;
  }
  for (int k = 0; name && k < pair->n_coordinate; k++) {
    if (strcmp(pair->coordinate[k]->name, name) == 0) {
      sn_coordinate_add(z->coordinate + k, coefficient, b);
      return SN_OK;
    }
  }
  if (name) {
    sn_failf(error, SN_EINPUT, "Joint '%s' (%s) has no coordinate '%s'.", item->name, item->kind->name, name);
  } else {
    sn_failf(error, SN_EINPUT, "Joint '%s' (%s) has %s coordinate.", item->name, item->kind->name,
             pair->n_coordinate ? "more than one" : "no");
  }
  if (pair->n_coordinate) {
    sn_error_fix(error, "Name one of: %s.", item->kind->joint.coordinates);
  } else {
    sn_error_fix(error, "Use a joint with a coordinate, such as revolute or prismatic.");
  }
  return SN_EINPUT;
}
