/* joints/joint.c -- what joints and forces share: ends, wrenches.
 * Theory:  forces of a block are -B^T s (docs/theory.md, forms and blocks).
 * Tests:   tests/joints/test_pairs.c
 */
#include "joints/joint.h"

#include "model/model.h"
#include "system/kernel.h"

sn_status sn_joint_parts(const sn_item *item, int n, sn_builder *b, sn_frame *of, sn_error *error)
{
  int moves = 0;
  for (int k = 0; k < n; k++) {
    if (!item->ref[k].given) {
      sn_item_fail(item, SN_EINPUT, error, "%s '%s' has no part number %d.", item->kind->name, item->name, k + 1);
      sn_error_fix(error, "Write %s { first, second, ... } with two parts, or ground.", item->kind->name);
      return SN_EINPUT;
    }
    SN_TRY(sn_frame_of(item->ref + k, b, of + k, error));
    moves = of[k].moves > moves ? of[k].moves : moves;
    for (int j = 0; j < k; j++) {
      if (of[j].node >= 0 && of[j].node == of[k].node) {
        sn_item_fail(item, SN_EINPUT, error, "%s '%s' joins '%s' to itself.", item->kind->name, item->name,
                     sn_ref_name(item->ref + k));
        sn_error_fix(error, "Name two different parts.");
        return SN_EINPUT;
      }
    }
  }
  if (moves < 2) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' joins nothing that is free to move.", item->kind->name, item->name);
    sn_error_why(error, "'%s' and '%s' are ground or have a given motion.", sn_ref_name(item->ref),
                 sn_ref_name(item->ref + n - 1));
    sn_error_fix(error, "Name a body, a point or a cable as one of its parts, or remove it.");
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_joint_term(const sn_item *item, const sn_ref *ref, const char *name, double factor, sn_builder *b,
                        sn_error *error)
{
  const sn_item *joint = ref->item;
  if (!ref->given || !joint || !joint->kind->joint.coordinate || !joint->frozen) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s': '%s' is not a joint with a coordinate.", item->kind->name,
                 item->name, ref->given ? sn_ref_name(ref) : "nothing");
    sn_error_fix(error, "Name joints such as revolute, prismatic or cylindrical.");
    return SN_EINPUT;
  }
  const sn_status status = joint->kind->joint.coordinate(joint, name, factor, b, error);
  if (status != SN_OK) {
    sn_error_where(error, "%s, %s '%s'", item->where ? item->where : "model", item->kind->name, item->name);
  }
  return status;
}

void sn_close_row(sn_builder *b, int form, double size)
{
  if (fabs(sn_form_now(b, form)) <= 1e-11 * size) {
    sn_form_zero(b, form);
  }
}

int sn_has_axes(const sn_frame *f)
{
  return f->n_dir == 3;
}

sn_status sn_only_one(const sn_item *item, sn_error *error)
{
  for (int i = 0; i < sn_model_items(item->model); i++) {
    const sn_item *other = sn_model_item(item->model, i);
    if (other != item && other->kind == item->kind) {
      sn_item_fail(item, SN_EINPUT, error, "%s '%s' is the second one.", item->kind->name, item->name);
      sn_error_why(error, "%s: the other is there, and a model has one.", other->where);
      sn_error_fix(error, "Keep one of them.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

sn_status sn_joint_end(const sn_item *item, int k, sn_v3 at, const char *field, sn_builder *b, sn_frame *out,
                       sn_error *error)
{
  SN_REQUIRE(k >= 0 && k < item->kind->n_refs, error);
  sn_v3 x;
  if (!isnan(at.x[0]) && item->ref[k].has_point) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s': its place on '%s' is given twice.", item->kind->name, item->name,
                 sn_ref_name(item->ref + k));
    sn_error_why(error, "It names a point of the part, and gives `%s` as well.", field);
    sn_error_fix(error, "Leave out `%s`, or name the part without :point.", field);
    return SN_EINPUT;
  }
  if (!isnan(at.x[0])) {
    x = sn_drawn_point(item, at);
  } else if ((!item->ref[k].item && !item->ref[k].has_point) || !sn_drawn_station(item->ref + k, &x)) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' does not say where it holds '%s'.", item->kind->name, item->name,
                 sn_ref_name(item->ref + k));
    sn_error_fix(error, "Give %s = { x, y, z }.", field);
    return SN_EINPUT;
  }
  return sn_frame_on(item->ref + k, b, x, sn_drawn_axes(item, m3_identity()), out, error);
}

int sn_moving_side(const sn_frame f[2])
{
  const int second = f[1].moves >= f[0].moves;
  return sn_has_axes(f + second) ? second : !second;
}

void sn_add_wrench_of(const sn_observation *o, int block, const double *stress, const sn_frame *on, sn_v3 point,
                      sn_v3 *force, sn_v3 *moment)
{
  const int several = on->node < 0 && on->moves == 2;
  for (int k = 0; k < (several ? on->n : 1); k++) {
    sn_v3 f, m;
    const int node = several ? o->system->vector[on->vector[k]].node : on->node;
    int again = 0;
    for (int j = 0; j < k; j++) {
      again |= o->system->vector[on->vector[j]].node == node;
    }
    if (!again) {
      sn_block_wrench(o->system, o->system->block + block, stress, o->q, node, point, &f, &m);
      *force = v3_add(*force, f);
      *moment = v3_add(*moment, m);
    }
  }
}

void sn_add_wrench(const sn_observation *o, int block, const sn_frame *on, sn_v3 point, sn_v3 *force, sn_v3 *moment)
{
  const sn_block *b = o->system->block + block;
  double s[SN_MAX_FORMS];
  if (b->n_coordinate > 0) {
    double e[SN_MAX_COMPOSITE_FORMS];
    sn_forms(b, o->local, e);
    sn_composite(b, o->internal, e, s, NULL);
    for (int k = 0; k < b->n_form; k++) {
      s[k] *= o->stress[b->stress];
    }
  } else {
    for (int k = 0; k < b->n_form; k++) {
      s[k] = o->stress[b->stress + k];
    }
  }
  sn_add_wrench_of(o, block, s, on, point, force, moment);
}
