/* joints/rate_constraint.c -- constraints on rates: a linear relation of the rates of joint coordinates, and a knife edge.
 * Theory:  docs/theory.md, constraints on rates (25). sum A_i(x) x_i' = rate(t), with factors A_i that are numbers or functions of the
 *          coordinates; a blade: the velocity of its point along a direction d fixed in it is zero. With u from the second part to the
 *          point and the axes a_k of the second part, e_k = u.a_k and C_k = d.a_k, that is sum C_k e_k'.
 * Limits:  at most four coordinates in one relation.
 * Tests:   tests/mechanisms/test_rolling.c, tests/laws
 */
#include <stddef.h>
#include <string.h>

#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"
#include "system/kernel.h"

typedef struct {
  int block;
  sn_frame blade, ice; /* of a knife edge */
} frozen;

static frozen *begin(sn_item *item, sn_builder *b)
{
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (f) {
    f->block = sn_block_begin(b, &sn_law_on_rates, item->kind->name);
    item->frozen = f;
  }
  return f;
}

static double rate_of(const sn_observation *o, const frozen *f)
{
  const sn_block *b = o->system->block + f->block;
  double e[SN_MAX_COMPOSITE_FORMS], rate[SN_MAX_COMPOSITE_FORMS], c[SN_MAX_COMPOSITE_FORMS];
  sn_forms(b, o->local, e);
  sn_form_speeds(b, o->local, o->v, rate);
  (void)sn_composite(b, o->internal, e, c, NULL);
  double sum = 0;
  for (int k = 0; k < b->n_form; k++) {
    sum += c[k] * rate[k];
  }
  return sum - sn_drive_rate(b, o->t);
}

/* ---- a relation of rates */

typedef struct {
  sn_refs joints;
  sn_texts coordinates;
  sn_numbers factors;
  const sn_expr *rate;
} relation;

static sn_status check_relation(const sn_item *item, const relation *p, sn_error *error)
{
  const int n = p->joints.n;
  if (n < 1 || n > SN_MAX_FACTORS) {
    sn_item_fail(item, SN_EINPUT, error, "Rate constraint '%s' names %d joints.", item->name, n);
    sn_error_fix(error, "Give one to %d joints.", SN_MAX_FACTORS);
    return SN_EINPUT;
  }
  if (p->factors.n != n || (p->coordinates.n && p->coordinates.n != n)) {
    sn_item_fail(item, SN_EINPUT, error, "Rate constraint '%s' has %d joints, %d factors and %d coordinates.",
                 item->name, n, p->factors.n, p->coordinates.n);
    sn_error_fix(error, "Give one factor per joint; coordinates for all joints or for none.");
    return SN_EINPUT;
  }
  for (int k = 1; k < n; k++) {
    for (int i = 0; i < k; i++) {
      const char *a = p->coordinates.n ? p->coordinates.x[i] : "", *c = p->coordinates.n ? p->coordinates.x[k] : "";
      if (p->joints.x[i].item == p->joints.x[k].item && strcmp(a, c) == 0) {
        sn_item_fail(item, SN_EINPUT, error, "Rate constraint '%s': `joints` names '%s' twice.", item->name,
                     sn_ref_name(p->joints.x + k));
        sn_error_fix(error, "Name each coordinate once, with the sum of its factors.");
        return SN_EINPUT;
      }
    }
  }
  return SN_OK;
}

static sn_status freeze_relation(sn_item *item, sn_builder *b, sn_error *error)
{
  const relation *p = item->param;
  SN_TRY(check_relation(item, p, error));
  if (!begin(item, b)) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < p->joints.n; k++) {
    SN_TRY(sn_joint_term(item, p->joints.x + k, p->coordinates.n ? p->coordinates.x[k] : NULL,
                         p->factors.law ? 1 : p->factors.x[k], b, error));
  }
  if (p->factors.law) {
    sn_composite_factors(b, p->factors.law);
  }
  if (p->rate) {
    sn_composite_drive_rate(b, p->rate);
  }
  return SN_OK;
}

static void relation_force(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  out[0] = -o->stress[o->system->block[f->block].stress];
}
static void relation_error(const sn_observation *o, const void *data, double *out)
{
  out[0] = rate_of(o, data);
}

static const sn_input relation_inputs[] = {
    {"joints", SN_JOINTS, "", "the joints, at most four", SN_MEMBER(relation, joints), .required = 1},
    {"coordinates", SN_TEXTS, "", "their coordinates, for joints with several", SN_MEMBER(relation, coordinates)},
    {"factors", SN_NUMBERS, "", "factor of each rate: numbers, or a function of the coordinates that returns them",
     SN_MEMBER(relation, factors), .required = 1, .choices = "x1,x2,x3,x4"},
    {"rate", SN_FUNCTION, "", "sum of factor * rate = this (default 0)", SN_MEMBER(relation, rate), .choices = "t"},
    {0}};
static const sn_output relation_outputs[] = {
    {"force", "", 1, "multiplier of the relation: times a factor it acts along that coordinate", relation_force,
     SN_CARRIED},
    {"error", "", 1, "how far the sum of rates is from its value", relation_error, 0},
    {0}};

const sn_kind sn_kind_rate_constraint = {
    .name = "rate_constraint",
    .help = "A linear relation between rates of joint coordinates; its factors may follow the coordinates.",
    .class = SN_CLASS_FORCE,
    .inputs = relation_inputs,
    .param_size = sizeof(relation),
    .freeze = freeze_relation,
    .reports = {.outputs = relation_outputs}};

/* ---- a knife edge */

typedef struct {
  sn_v3 at, across;
} knife;

/* c: C_k for the rates of e_k */
static double blade(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  SN_ASSERT(g->n == 6);
  if (hessian) {
    memset(hessian, 0, sizeof(double[36]));
  }
  for (int k = 0; k < 3; k++) {
    if (gradient) {
      gradient[k] = e[3 + k];
      gradient[3 + k] = 0;
    }
    if (hessian) {
      hessian[k * 6 + 3 + k] = 1;
    }
  }
  return 0;
}
static const sn_gap blade_gap = {.n = 6, .least = -INFINITY, .value = blade};

static sn_status freeze_knife(sn_item *item, sn_builder *b, sn_error *error)
{
  const knife *p = item->param;
  sn_frame of[2];
  SN_TRY(sn_joint_parts(item, 2, b, of, error));
  for (int k = 0; k < 2; k++) {
    if (!sn_has_axes(of + k)) {
      sn_item_fail(item, SN_EINPUT, error, "Knife edge '%s': '%s' is a point, which has no directions.", item->name,
                   sn_ref_name(item->ref + k));
      sn_error_fix(error, "Name a body, or ground.");
      return SN_EINPUT;
    }
  }
  if (!(v3_norm(p->across) > 0)) {
    sn_item_fail(item, SN_EINPUT, error, "Knife edge '%s': `across` has no direction.", item->name);
    sn_error_fix(error, "Give across = \"y\", the direction in which the blade cannot move.");
    return SN_EINPUT;
  }
  frozen *f = begin(item, b);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_joint_end(item, 0, p->at, "at", b, &f->blade, error));
  const sn_m3 drawn = sn_rotation_along(v3_unit(sn_drawn_direction(item, p->across)));
  const sn_m3 axes = item->ref[0].item ? sn_start_axes(item->ref[0].item, drawn) : drawn;
  const sn_v3 x = sn_frame_point(b, &f->blade);
  SN_TRY(sn_frame_at(b, of, x, axes, &f->blade, error));
  SN_TRY(sn_frame_at(b, of + 1, x, sn_frame_axes(b, of + 1), &f->ice, error));
  const int between = sn_between(b, &f->ice, &f->blade), across = sn_axis_of(b, &f->blade, 2);
  for (int k = 0; k < 6; k++) {
    sn_form(b, 1, k < 3 ? between : across, sn_axis_of(b, &f->ice, k % 3), 0);
  }
  sn_coordinate_gap(b, 0, &blade_gap, 1);
  return SN_OK;
}

static void knife_force(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  sn_v3 sum = v3(0, 0, 0), moment = sum;
  sn_add_wrench(o, f->block, &f->blade, sn_point_in(&f->blade, o->q), &sum, &moment);
  v3_put(sum, out);
}
static const sn_input knife_inputs[] = {
    {"at", SN_PLACE, "m", "point of the blade, drawing coordinates (default: the part's own place)",
     SN_MEMBER(knife, at)},
    {"across", SN_VECTOR, "", "direction, fixed in the first part, in which its point cannot move",
     SN_MEMBER(knife, across), .required = 1},
    {0}};
static const sn_output knife_outputs[] = {{"force", "N", 3, "force on the blade, ground axes", knife_force, SN_CARRIED},
                                          {"error", "m/s", 1, "speed of its point across the blade", relation_error, 0},
                                          {0}};

const sn_kind sn_kind_knife_edge = {.name = "knife_edge",
                                    .help = "A blade on ice: its point moves along the blade and not across it.",
                                    .class = SN_CLASS_FORCE,
                                    .n_refs = 2,
                                    .inputs = knife_inputs,
                                    .param_size = sizeof(knife),
                                    .freeze = freeze_knife,
                                    .reports = {.outputs = knife_outputs}};
