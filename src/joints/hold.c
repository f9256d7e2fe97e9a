/* joints/hold.c -- holds a part for the static start and lets it go at t = 0.
 * What:    a point of the part, or the whole part, stays where it is drawn while the equilibrium is sought
 *          (`sinew static`, run { start = "static" }); the motion begins without it.
 * Theory:  in the system of the statics u.e_k = 0 with u the way of the point, and for the whole part the rows of a fixed
 *          joint (or one row along a given direction); in the system of the motion nothing.
 * Limits:  a part drawn at a place that its joints do not allow is first moved onto the joints, then held there.
 * Tests:   tests/mechanisms/test_start.c
 */
#include <stddef.h>

#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"

typedef struct {
  sn_v3 at, along;
  int whole;
} hold;

typedef struct {
  sn_frame frame;
  int n_block, block[2]; /* none: it is released */
} frozen;

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const hold *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  sn_frame of;
  SN_TRY(sn_frame_of(item->ref, b, &of, error));
  if (of.moves < 2) {
    sn_item_fail(item, SN_EINPUT, error, "hold '%s' holds '%s', which does not move by itself.", item->name,
                 sn_ref_name(item->ref));
    sn_error_fix(error, "Name a part that is free to move.");
    return SN_EINPUT;
  }
  if (p->whole && !isnan(p->along.x[0])) {
    sn_item_fail(item, SN_EINPUT, error, "hold '%s' has both `whole` and `along`.", item->name);
    sn_error_fix(error, "Leave out whole or along.");
    return SN_EINPUT;
  }
  if (p->whole && !sn_has_axes(&of)) {
    sn_item_fail(item, SN_EINPUT, error, "hold '%s' cannot hold the axes of '%s', which is only a point.", item->name,
                 sn_ref_name(item->ref));
    sn_error_fix(error, "Leave out whole.");
    return SN_EINPUT;
  }
  SN_TRY(sn_joint_end(item, 0, p->at, "at", b, &f->frame, error));
  item->frozen = f;
  if (!sn_model_holds(item->model)) {
    return SN_OK;
  }
  sn_item_penalty(b, 0); /* a hand that holds is no part of the model */
  const sn_frame ground = sn_ground_frame(b), place = sn_fixed_point_frame(b, sn_frame_point(b, &f->frame));
  f->block[f->n_block++] = sn_block_meet(b);
  const int gap = sn_between(b, &place, &f->frame), one = !isnan(p->along.x[0]);
  sn_frame held = ground; /* third axis: the one direction that is held */
  if (one) {
    const sn_m3 axes = sn_rotation_along(sn_drawn_direction(item, p->along));
    SN_TRY(sn_frame_at(b, &ground, v3(0, 0, 0), axes, &held, error));
  }
  for (int k = one ? 2 : 0; k < 3; k++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &held, k), 0));
  }
  if (p->whole) {
    static const int pairs[3][2] = {{2, 0}, {2, 1}, {0, 1}};
    sn_frame axes; /* those of the ground as they are fixed in the part at the start */
    SN_TRY(sn_frame_at(b, &of, sn_frame_point(b, &f->frame), m3_identity(), &axes, error));
    f->block[f->n_block++] = sn_block_begin(b, &sn_law_constraint, "axis");
    for (int k = 0; k < 3; k++) {
      sn_form_zero(b, sn_form(b, 1, sn_axis_of(b, &axes, pairs[k][0]), sn_axis_of(b, &ground, pairs[k][1]), 0));
    }
  }
  return SN_OK;
}

static void wrench(const sn_observation *o, const frozen *f, sn_v3 *force, sn_v3 *moment)
{
  *force = *moment = v3(0, 0, 0);
  for (int k = 0; k < f->n_block; k++) {
    sn_add_wrench(o, f->block[k], &f->frame, sn_point_in(&f->frame, o->q), force, moment);
  }
}
static void force(const sn_observation *o, const void *data, double *out)
{
  sn_v3 f, m;
  wrench(o, data, &f, &m);
  v3_put(f, out);
}
static void moment(const sn_observation *o, const void *data, double *out)
{
  sn_v3 f, m;
  wrench(o, data, &f, &m);
  v3_put(m, out);
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "the point that is held, drawing coordinates (default: the origin of the part)",
     SN_MEMBER(hold, at)},
    {"along", SN_VECTOR, "", "the point is held in this direction only (default: in all)", SN_MEMBER(hold, along)},
    {"whole", SN_FLAG, "", "true: the axes of the part are held too", SN_MEMBER(hold, whole), SN_BETWEEN(0, 1),
     SN_PRESET(0)},
    {0}};
static const sn_output outputs[] = {
    {"force", "N", 3, "force that holds it, ground axes; zero after the release", force, SN_CARRIED},
    {"moment", "N m", 3, "moment that holds it about the point, ground axes", moment, SN_CARRIED},
    {0}};

const sn_kind sn_kind_hold = {.name = "hold",
                              .help = "Holds a part where it is drawn for the static start, and lets it go at t = 0.",
                              .class = SN_CLASS_FORCE,
                              .n_refs = 1,
                              .inputs = inputs,
                              .param_size = sizeof(hold),
                              .freeze = freeze,
                              .reports = {.outputs = outputs}};
