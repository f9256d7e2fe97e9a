/* joints/coupling.c -- linear relations between joint coordinates: gears, racks, differentials.
 * Theory:  one composite strain eps = sum factor_i x_i - value(t): constraint eps = 0, or spring k eps^2/2
 *          (docs/theory.md, composite strains): exact work, lossless steady rotation under torque.
 * Limits:  at most four joints in one relation.
 * Tests:   tests/joints/test_forces.c
 */
#include <stddef.h>
#include <string.h>

#include "joints/joint.h"
#include "system/kernel.h"

enum { MAX_JOINTS = 4 };

typedef struct {
  double ratio;
  const char *coordinate_a, *coordinate_b;
} gear;

typedef struct {
  sn_refs joints;
  sn_texts coordinates;
  sn_numbers factors;
  const sn_expr *value;
  double stiffness;
} coupling;

typedef struct {
  int block;
  double stiffness; /* NAN: constraint */
} frozen;

static frozen *begin(sn_item *item, const sn_law *law, double stiffness, sn_builder *b)
{
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (f) {
    f->block = sn_block_begin(b, law, item->kind->name);
    f->stiffness = stiffness;
    item->frozen = f;
  }
  return f;
}

static sn_status freeze_gear(sn_item *item, sn_builder *b, sn_error *error)
{
  const gear *p = item->param;
  if (!begin(item, &sn_law_driven, NAN, b)) {
    return sn_no_memory(error, "the model");
  }
  if (item->ref[0].item && item->ref[0].item == item->ref[1].item && !p->coordinate_a && !p->coordinate_b) {
    sn_item_fail(item, SN_EINPUT, error, "Gear '%s' couples a joint to itself.", item->name);
    sn_error_fix(error, "Name two joints, or two coordinates of one joint.");
    return SN_EINPUT;
  }
  if (p->ratio == 0) {
    sn_item_fail(item, SN_EINPUT, error, "Gear '%s' has the ratio 0.", item->name);
    sn_error_why(error, "The second joint would be locked and the first one free of it.");
    sn_error_fix(error, "Give how far the second coordinate goes per unit of the first, e.g. ratio = -0.5.");
    return SN_EINPUT;
  }
  SN_TRY(sn_joint_term(item, item->ref + 1, p->coordinate_b, 1, b, error));
  SN_TRY(sn_joint_term(item, item->ref, p->coordinate_a, -p->ratio, b, error));
  sn_composite_zero(b); /* the teeth mesh as they are placed */
  return SN_OK;
}

static sn_status freeze_coupling(sn_item *item, sn_builder *b, sn_error *error)
{
  const coupling *p = item->param;
  const int n = p->joints.n, soft = !isnan(p->stiffness);
  const double zero = 0;
  double value = 0;
  if (n < 1 || n > MAX_JOINTS) {
    sn_item_fail(item, SN_EINPUT, error, "Coupling '%s' names %d joints.", item->name, n);
    sn_error_fix(error, "Give one to %d joints.", MAX_JOINTS);
    return SN_EINPUT;
  }
  if (p->factors.n != n || (p->coordinates.n && p->coordinates.n != n)) {
    sn_item_fail(item, SN_EINPUT, error, "Coupling '%s' has %d joints, %d factors and %d coordinates.", item->name, n,
                 p->factors.n, p->coordinates.n);
    sn_error_fix(error, "Give one factor per joint; coordinates for all joints or for none.");
    return SN_EINPUT;
  }
  for (int k = 1; k < n; k++) {
    for (int i = 0; i < k; i++) {
      const char *a = p->coordinates.n ? p->coordinates.x[i] : "", *c = p->coordinates.n ? p->coordinates.x[k] : "";
      if (p->joints.x[i].item == p->joints.x[k].item && strcmp(a, c) == 0) {
        sn_item_fail(item, SN_EINPUT, error, "Coupling '%s': `joints` names '%s' twice.", item->name,
                     sn_ref_name(p->joints.x + k));
        sn_error_fix(error, "Name each coordinate once, with the sum of its factors.");
        return SN_EINPUT;
      }
    }
  }
  if (soft && p->value && !sn_expr_is_constant(p->value, &value)) {
    sn_item_fail(item, SN_EINPUT, error, "Coupling '%s' has a stiffness and a value that changes in time.", item->name);
    sn_error_fix(error, "Leave out stiffness, or drive a joint and couple it with a constant value.");
    return SN_EINPUT;
  }
  if (!begin(item, soft ? &sn_law_potential : &sn_law_driven, p->stiffness, b)) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < n; k++) {
    SN_TRY(
        sn_joint_term(item, p->joints.x + k, p->coordinates.n ? p->coordinates.x[k] : NULL, p->factors.x[k], b, error));
  }
  if (soft) {
    sn_composite_potential(b, sn_potential_spring(b, p->stiffness, value));
    return SN_OK;
  }
  sn_composite_start(b, p->value ? sn_expr_value(p->value, &zero) : 0);
  if (p->value) {
    sn_composite_drive(b, p->value);
  }
  return SN_OK;
}

static double strain(const sn_observation *o, const frozen *f)
{
  const sn_block *b = o->system->block + f->block;
  double e[SN_MAX_COMPOSITE_FORMS];
  sn_forms(b, o->local, e);
  return sn_composite(b, o->internal, e, NULL, NULL);
}
static void error_of(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const sn_block *b = o->system->block + f->block;
  out[0] = strain(o, f) - sn_drive(b, o->internal, o->t);
}
static void force(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const sn_block *b = o->system->block + f->block;
  double k;
  out[0] = isnan(f->stiffness) ? -o->stress[b->stress] : -b->potential->force(b->potential, strain(o, f), &k);
}

static const sn_input gear_inputs[] = {
    {"ratio", SN_NUMBER, "", "coordinate of the second joint = ratio * coordinate of the first (m per rad for a rack)",
     SN_MEMBER(gear, ratio), .required = 1},
    {"coordinate_a", SN_TEXT, "", "coordinate of the first joint, if it has several", SN_MEMBER(gear, coordinate_a)},
    {"coordinate_b", SN_TEXT, "", "coordinate of the second joint", SN_MEMBER(gear, coordinate_b)},
    {0}};
static const sn_input coupling_inputs[] = {
    {"joints", SN_JOINTS, "", "the joints, at most four", SN_MEMBER(coupling, joints), .required = 1},
    {"coordinates", SN_TEXTS, "", "their coordinates, for joints with several", SN_MEMBER(coupling, coordinates)},
    {"factors", SN_NUMBERS, "", "factor of each coordinate", SN_MEMBER(coupling, factors), .required = 1},
    {"value", SN_FUNCTION, "", "sum of factor * coordinate = value (default 0)", SN_MEMBER(coupling, value),
     .choices = "t"},
    {"stiffness", SN_NUMBER, "", "a spring instead of a rigid relation: energy = stiffness * (sum - value)^2/2",
     SN_MEMBER(coupling, stiffness), SN_POSITIVE},
    {0}};
static const sn_output outputs[] = {
    {"force", "", 1, "force along the sum (gear: on the coordinate of the second joint)", force, SN_CARRIED},
    {"error", "", 1, "how far the relation is from its value", error_of, 0},
    {0}};

const sn_kind sn_kind_gear = {.name = "gear",
                              .help = "Couples two joint coordinates by a ratio, meshed as placed.",
                              .class = SN_CLASS_FORCE,
                              .n_refs = 2,
                              .ref_class = SN_CLASS_JOINT,
                              .inputs = gear_inputs,
                              .param_size = sizeof(gear),
                              .freeze = freeze_gear,
                              .reports = {.outputs = outputs}};
const sn_kind sn_kind_coupling = {.name = "coupling",
                                  .help = "A linear relation between coordinates of up to four joints.",
                                  .class = SN_CLASS_FORCE,
                                  .inputs = coupling_inputs,
                                  .param_size = sizeof(coupling),
                                  .freeze = freeze_coupling,
                                  .reports = {.outputs = outputs}};
