/* joints/distance.c -- two points at a given distance: a rod without mass, or an actuator whose length is a function of time.
 * Theory:  e = (u.u - L^2)/(2 L) = 0, u = x_b - x_a: a form; its stress is the axial force. A driven length is the
 *          composite constraint |u| - L(t) = 0, like the drive of a joint; its work is that of the tension on L.
 * Tests:   tests/joints/test_forces.c
 */
#include <stddef.h>

#include "joints/joint.h"
#include "model/model.h"

typedef struct {
  sn_v3 at_a, at_b;
  const sn_expr *length; /* of t; NULL: as drawn */
} distance;

typedef struct {
  sn_frame end[2];
  int block;
  const sn_expr *driven; /* NULL: fixed */
} frozen;

static sn_status check_length(const sn_item *item, double l, sn_error *error)
{
  if (l > 0) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "`length` of distance '%s' is %.6g m at the start.", item->name, l);
  sn_error_why(error, "Two points have a positive distance.");
  sn_error_fix(error, "Give a positive length; spherical keeps two points together.");
  return SN_EINPUT;
}

static void fix_length(frozen *f, double l, sn_builder *b)
{
  f->block = sn_block_begin(b, &sn_law_constraint, "length");
  const int u = sn_between(b, f->end, f->end + 1);
  sn_close_row(b, sn_form_length(b, u, l),
               l + v3_norm(sn_frame_point(b, f->end)) + v3_norm(sn_frame_point(b, f->end + 1)));
}

static void drive_length(frozen *f, double l, sn_builder *b)
{
  f->block = sn_block_begin(b, &sn_law_driven, "drive");
  const int u = sn_between(b, f->end, f->end + 1);
  sn_coordinate_length(b, sn_form(b, 0.5, u, u, 0), 1);
  sn_composite_start(b, l);
  sn_composite_drive(b, f->driven);
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const distance *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  sn_frame of[2];
  SN_TRY(sn_joint_parts(item, 2, b, of, error));
  SN_TRY(sn_joint_end(item, 0, p->at_a, "at_a", b, f->end, error));
  SN_TRY(sn_joint_end(item, 1, p->at_b, "at_b", b, f->end + 1, error));
  const double now = v3_norm(v3_sub(sn_frame_point(b, f->end + 1), sn_frame_point(b, f->end)));
  const double zero = 0;
  double l = p->length ? sn_expr_value(p->length, &zero) : now;
  if (!(now > 0)) {
    sn_item_fail(item, SN_EINPUT, error, "The two points of distance '%s' are the same place.", item->name);
    sn_error_fix(error, "Use spherical to keep two points together.");
    return SN_EINPUT;
  }
  SN_TRY(check_length(item, l, error));
  f->driven = p->length && !sn_expr_is_constant(p->length, &l) ? p->length : NULL;
  if (f->driven) {
    drive_length(f, l, b);
  } else {
    fix_length(f, l, b);
  }
  sn_draw_between(item, b, "rod", f->end, f->end + 1);
  item->frozen = f;
  return SN_OK;
}

static void force(const sn_observation *o, const void *data, double *out)
{
  out[0] = o->stress[o->system->block[((const frozen *)data)->block].stress];
}
static void length(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  out[0] = v3_norm(v3_sub(sn_point_in(f->end + 1, o->q), sn_point_in(f->end, o->q)));
}
static void power(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  double u[3] = {0, 0, 0}, tension;
  if (f->driven) {
    sn_expr_taylor(f->driven, &o->t, 0, u);
  }
  force(o, data, &tension);
  out[0] = -tension * u[1];
}
static void reaction(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  sn_v3 sum = v3(0, 0, 0), moment = sum;
  sn_add_wrench(o, f->block, f->end + 1, sn_point_in(f->end + 1, o->q), &sum, &moment);
  v3_put(sum, out);
}

static const sn_input inputs[] = {
    {"at_a", SN_PLACE, "m", "point on the first part, drawing coordinates (default: its own place)",
     SN_MEMBER(distance, at_a)},
    {"at_b", SN_PLACE, "m", "point on the second part", SN_MEMBER(distance, at_b)},
    {"length", SN_FUNCTION, "m", "distance: a number or a function of time (default: as drawn)",
     SN_MEMBER(distance, length), SN_POSITIVE, .choices = "t"},
    {0}};
static const sn_output outputs[] = {{"force", "N", 1, "axial force, tension positive", force, SN_CARRIED},
                                    {"length", "m", 1, "distance of the points", length, SN_SHOWN},
                                    {"power", "W", 1, "power of a driven length", power, SN_OUT_REACTION},
                                    {"reaction", "N", 3, "force on the second part, ground axes", reaction, SN_CARRIED},
                                    {0}};

const sn_kind sn_kind_distance = {
    .name = "distance",
    .help = "Keeps two points at a given distance: a rod without mass, or one whose length is driven.",
    .class = SN_CLASS_JOINT,
    .n_refs = 2,
    .inputs = inputs,
    .param_size = sizeof(distance),
    .freeze = freeze,
    .reports = {.outputs = outputs}};
