/* joints/pair_start.c -- where a lower pair sits as drawn, and what its initial coordinates do.
 * What:    `at`, `axis` and `x` in drawing coordinates serve both sides; `a` and `b` place one side in the coordinates
 *          of its part; a side that nothing is said about sits where the other one does.
 * Tests:   tests/joints/test_pairs.c, tests/model/test_start.c
 */
#include <string.h>

#include "joints/joint.h"
#include "math/rotation.h"
#include "system/kernel.h"

const sn_pair *sn_pair_of(const sn_item *item)
{
  int k = 0;
  while (k < SN_PAIRS - 1 && &sn_pairs[k].kind != item->kind) {
    k++;
  }
  return sn_pairs + k;
}

int sn_pair_needs_axes(const sn_item *item, int k)
{
  SN_ASSERT(k >= 0);
  return k < 2 && !(sn_pair_of(item)->points & 1u << k);
}

const sn_joint_law *sn_pair_law(const sn_item *item, int k)
{
  SN_ASSERT(k >= 0 && k < sn_pair_of(item)->n_coordinate);
  const sn_joint_law *law = ((const sn_pair_fields *)item->param)->law + k;
  return law->given ? law : NULL;
}

/* Axes that serve both sides. Universal: z along axis_a, x along axis_b. *given = 0: nothing was said. */
static sn_status shared_axes(const sn_item *item, sn_m3 *axes, int *given, sn_error *error)
{
  const sn_pair_fields *p = item->param;
  const int universal = sn_pair_of(item)->turns == 1;
  const sn_v3 z = universal ? p->axis_a : p->axis, x = universal ? p->axis_b : p->x;
  const int has_z = !isnan(z.x[0]), has_x = !isnan(x.x[0]);
  *given = has_z;
  *axes = m3_identity();
  if ((has_z && !(v3_norm(z) > 0)) || (has_x && !(v3_norm(x) > 0))) {
    sn_item_fail(item, SN_EINPUT, error, "An axis of '%s' has length zero.", item->name);
    sn_error_fix(error, "Give it a direction, for example {0, 0, 1}.");
    return SN_EINPUT;
  }
  if (universal && has_z != has_x) {
    sn_item_fail(item, SN_EINPUT, error, "Universal '%s' needs both axis_a and axis_b.", item->name);
    sn_error_fix(error, "axis_a is fixed in the first part, axis_b in the second, perpendicular to it.");
    return SN_EINPUT;
  }
  if (universal && has_z && fabs(v3_dot(v3_unit(z), v3_unit(x))) > 1e-7) {
    sn_item_fail(item, SN_EINPUT, error, "axis_a and axis_b of universal '%s' are not perpendicular.", item->name);
    sn_error_why(error, "The cosine of the angle between them is %g.", v3_dot(v3_unit(z), v3_unit(x)));
    sn_error_fix(error, "Turn one of them.");
    return SN_EINPUT;
  }
  if (has_z && has_x) {
    if (!sn_rotation_two_directions(2, z, 0, x, axes)) {
      sn_item_fail(item, SN_EINPUT, error, "`x` of '%s' is parallel to its axis.", item->name);
      sn_error_fix(error, "Give x a direction across the axis, or leave it out.");
      return SN_EINPUT;
    }
  } else if (has_z) {
    *axes = sn_rotation_along(z);
  } else if (has_x) {
    const sn_v3 u = v3_unit(x);
    sn_rotation_two_directions(0, x, 2, fabs(u.x[2]) < 0.9 ? v3(0, 0, 1) : v3(0, 1, 0), axes);
  }
  *axes = sn_drawn_axes(item, *axes);
  return SN_OK;
}

/* A side given in the coordinates of its part; for ground: in drawing coordinates. */
static void own_side(const sn_item *item, int k, const sn_side *s, sn_v3 *x, sn_m3 *axes)
{
  SN_ASSERT(k == 0 || k == 1);
  sn_v3 at = sn_drawn_point(item, v3(0, 0, 0));
  sn_m3 turn = sn_drawn_axes(item, m3_identity());
  if (item->ref[k].item) {
    sn_drawn_frame(item->ref + k, &at, &turn);
  }
  if (s->has_at) {
    *x = v3_add(at, m3_mul(turn, s->at));
  } else if (isnan(x->x[0])) {
    *x = at;
  }
  if (s->has_axes) {
    *axes = m3_mul3(turn, s->axes);
    if (k == 1 && sn_pair_of(item)->turns == 1) { /* universal: the second part's axis is our x */
      *axes = (sn_m3){{axes->c[2], axes->c[0], axes->c[1]}};
    }
  }
}

static sn_status check_point(const sn_item *item, int k, const sn_side *side, sn_error *error)
{
  SN_REQUIRE(k == 0 || k == 1, error);
  const sn_pair_fields *p = item->param;
  const int all = !isnan(p->at.x[0]) && item->ref[!k].has_point;
  if (!all && !(side->given && side->has_at)) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "%s '%s' says twice where it is on '%s'.", item->kind->name, item->name,
               sn_ref_name(item->ref + k));
  sn_error_why(error, "It names a point of the part, and gives %s as well.", all ? "`at`" : k ? "b.at" : "a.at");
  sn_error_fix(error, "Leave out %s, or name the part without :point.", all ? "`at`" : k ? "b.at" : "a.at");
  return SN_EINPUT;
}

sn_status sn_pair_drawn(const sn_item *item, const sn_frame *of, sn_v3 x[2], sn_m3 axes[2], sn_error *error)
{
  const sn_pair_fields *p = item->param;
  const sn_side *side[2] = {&p->a, &p->b};
  int has_axis;
  SN_TRY(shared_axes(item, axes, &has_axis, error));
  axes[1] = axes[0];
  x[0] = v3(NAN, NAN, NAN);
  if (!isnan(p->at.x[0])) {
    x[0] = sn_drawn_point(item, p->at);
  } else {
    for (int k = 1; k >= 0; k--) { /* points and stations are places by themselves */
      const int point = sn_ref_is_place(item->ref + k) || (of && of[k].n_dir == 0);
      if ((item->ref[k].item || item->ref[k].has_point) && point) {
        sn_drawn_station(item->ref + k, x);
      }
    }
  }
  x[1] = x[0];
  const int shared = !isnan(x[0].x[0]);
  for (int k = 0; k < 2; k++) { /* a point of a part is where that side sits */
    if (item->ref[k].has_point) {
      SN_TRY(check_point(item, k, side[k], error));
      sn_drawn_station(item->ref + k, x + k);
    }
  }
  for (int k = 0; k < 2; k++) {
    if (side[k]->given) {
      own_side(item, k, side[k], x + k, axes + k);
      has_axis |= side[k]->has_axes;
    }
  }
  for (int k = 0; k < 2; k++) {
    if (!side[k]->given && side[!k]->given) {
      x[k] = shared ? x[k] : x[!k];
      axes[k] = isnan((sn_pair_of(item)->turns == 1 ? p->axis_a : p->axis).x[0]) ? axes[!k] : axes[k];
    }
  }
  if (isnan(x[0].x[0]) || isnan(x[1].x[0])) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' does not say where it is.", item->kind->name, item->name);
    sn_error_fix(error, "Give at = { x, y, z } in drawing coordinates, or a = { at = ... } and b = { at = ... }.");
    return SN_EINPUT;
  }
  if (sn_pair_of(item)->needs_axis && !has_axis) {
    const int universal = sn_pair_of(item)->turns == 1;
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' has no axis.", item->kind->name, item->name);
    sn_error_fix(error, universal ? "Give axis_a and axis_b." : "Give axis = { x, y, z } in drawing coordinates.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static int find(const sn_pair *pair, const char *name)
{
  for (int k = 0; k < pair->n_coordinate; k++) {
    if (!name || strcmp(pair->coordinate[k]->name, name) == 0) {
      return k;
    }
  }
  return -1;
}

/* Value of a coordinate as drawn: zero unless the two sides are given apart. */
static double drawn_value(const sn_coordinate_kind *c, const sn_v3 x[2], const sn_m3 axes[2])
{
  if (c->type == SN_COORDINATE_ANGLE) {
    return atan2(v3_dot(axes[0].c[c->sine[0]], axes[1].c[c->sine[1]]),
                 v3_dot(axes[0].c[c->cosine[0]], axes[1].c[c->cosine[1]]));
  }
  return v3_dot(v3_sub(x[1], x[0]), axes[0].c[c->axis]);
}

/* The two coordinates of a screw are one: either may be given; the other follows from where both are drawn. */
void sn_pair_wanted(const sn_item *item, int k, double *value, double *rate)
{
  SN_ASSERT(k >= 0);
  const sn_pair_fields *p = item->param;
  const sn_pair *pair = sn_pair_of(item);
  const sn_joint_law *law = sn_pair_law(item, k), *other = pair->screw ? sn_pair_law(item, !k) : NULL;
  *value = *rate = NAN;
  if (law) {
    sn_law_initial(law, value, rate);
  }
  *value = k < p->initial.n ? p->initial.x[k] : *value;
  *rate = k < p->initial_rate.n ? p->initial_rate.x[k] : *rate;
  if (other) {
    const double factor = k == 0 ? 1 / p->pitch : p->pitch;
    double x, v;
    sn_v3 at[2];
    sn_m3 axes[2];
    sn_law_initial(other, &x, &v);
    if (isnan(*value) && sn_pair_drawn(item, NULL, at, axes, NULL) == SN_OK) {
      *value = drawn_value(pair->coordinate[k], at, axes) + factor * (x - drawn_value(pair->coordinate[!k], at, axes));
    }
    *rate = isnan(*rate) ? factor * v : *rate;
  }
}

/* The screw moves by its angle alone. */
void sn_pair_initial(const sn_item *item, const char *name, double *value, double *rate)
{
  const sn_pair *pair = sn_pair_of(item);
  const int k = find(pair, name);
  *value = *rate = NAN;
  if (k < 0 || (pair->screw && k > 0)) {
    return;
  }
  sn_pair_wanted(item, k, value, rate);
  sn_v3 x[2];
  sn_m3 axes[2];
  if (!isnan(*value) && sn_pair_drawn(item, NULL, x, axes, NULL) == SN_OK) {
    const double drawn = drawn_value(pair->coordinate[k], x, axes);
    const double size = pair->coordinate[k]->type == SN_COORDINATE_ANGLE ? 1 : v3_norm(x[0]) + v3_norm(x[1]);
    *value = fabs(*value - drawn) <= 1e-8 * (size + fabs(drawn)) ? 0 : *value - drawn; /* round-off moves nothing */
  }
}

sn_status sn_pair_motion(const sn_item *item, const char *name, sn_v3 *point, sn_v3 *axis, double *rotation_per_unit,
                         double *translation_per_unit, sn_error *error)
{
  const sn_pair *pair = sn_pair_of(item);
  const sn_pair_fields *p = item->param;
  const int k = find(pair, name);
  SN_REQUIRE(k >= 0, error);
  sn_v3 x[2];
  sn_m3 axes[2];
  SN_TRY(sn_pair_drawn(item, NULL, x, axes, error));
  const sn_coordinate_kind *c = pair->coordinate[k];
  const int angle = c->type == SN_COORDINATE_ANGLE;
  *point = x[1];
  *axis = axes[c->of == 1].c[c->axis];
  *rotation_per_unit = angle;
  *translation_per_unit = angle ? (pair->screw ? p->pitch : 0) : 1;
  return SN_OK;
}

sn_status sn_pair_check_initial(const sn_item *item, sn_error *error)
{
  const sn_pair_fields *p = item->param;
  const sn_pair *pair = sn_pair_of(item);
  const int n = pair->kind.joint.starts ? 3 : pair->n_coordinate;
  const sn_numbers *list[2] = {&p->initial, &p->initial_rate};
  static const char *const field[2] = {"initial", "initial_rate"};
  for (int i = 0; i < 2; i++) {
    if (list[i]->n != 0 && list[i]->n != n) {
      sn_item_fail(item, SN_EINPUT, error, "`%s` of %s '%s' has %d numbers.", field[i], item->kind->name, item->name,
                   list[i]->n);
      sn_error_fix(error,
                   pair->kind.joint.starts ? "Give %d: a vector along the joint axes%s."
                                           : "Give %d numbers, one for each coordinate: %s.",
                   n, pair->kind.joint.starts ? "" : item->kind->joint.coordinates);
      return SN_EINPUT;
    }
    for (int k = 0; list[i]->n && k < pair->n_coordinate; k++) {
      const sn_joint_law *law = sn_pair_law(item, k);
      if (law && !isnan(i ? law->initial_rate : law->initial)) {
        sn_item_fail(item, SN_EINPUT, error, "%s '%s' has `%s` of its %s twice.", item->kind->name, item->name,
                     field[i], pair->coordinate[k]->name);
        sn_error_fix(error, "Keep %s = { ... } of the joint, or that of the coordinate.", field[i]);
        return SN_EINPUT;
      }
    }
  }
  return SN_OK;
}

/* The rotation vector, or the angular velocity, in joint axes; zero where it is not given. */
static sn_v3 ball_vector(const sn_item *item, const char *name)
{
  const sn_pair_fields *p = item->param;
  const sn_numbers *list = strcmp(name, "turn") == 0 ? &p->initial : &p->initial_rate;
  return list->n == 3 ? v3(list->x[0], list->x[1], list->x[2]) : v3(0, 0, 0);
}

void sn_ball_initial(const sn_item *item, const char *name, double *value, double *rate)
{
  const double size = v3_norm(ball_vector(item, name));
  *value = strcmp(name, "turn") == 0 ? size : 0;
  *rate = strcmp(name, "turn") == 0 ? 0 : size;
}

sn_status sn_ball_motion(const sn_item *item, const char *name, sn_v3 *point, sn_v3 *axis, double *rotation_per_unit,
                         double *translation_per_unit, sn_error *error)
{
  sn_v3 x[2];
  sn_m3 axes[2];
  SN_TRY(sn_pair_drawn(item, NULL, x, axes, error));
  const sn_v3 turn = ball_vector(item, name);
  *point = x[1];
  *axis = v3_norm(turn) > 0 ? m3_mul(axes[0], v3_unit(turn)) : axes[0].c[2];
  *rotation_per_unit = 1;
  *translation_per_unit = 0;
  return SN_OK;
}
