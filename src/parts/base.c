/* parts/base.c -- moving ground: a frame whose place and turn are given functions of time.
 * What:    carries joints, springs and cables like a body, but nothing moves it; its work is reported.
 * Theory:  x(t) = at + position(t), R(t) = T(t) R0 (system/moving.c): T turns about one axis, about three axes of the
 *          drawing one after the other (angles), or by a rotation vector.
 * Tests:   tests/parts/test_parts.c
 */
#include <stddef.h>

#include "math/rotation.h"
#include "parts/rigid.h"

typedef struct {
  sn_v3 at;
  sn_m3 orientation;
  sn_expr3 position;
  sn_v3 axis;
  const sn_expr *angle;
  sn_expr3 rotation, angles;
  const char *sequence;
  sn_mass_fields mass;
} base;

/* at_k + sum_j turn_kj offset_j(t), as an expression of t */
static sn_status place(const sn_expr3 *offset, sn_v3 at, sn_m3 turn, int k, sn_arena *arena, const sn_expr **out,
                       sn_error *error)
{
  static const char *const names[] = {"t"};
  sn_expr_builder *e = sn_expr_begin(arena, 1, names);
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  const int t = sn_expr_variable(e, 0);
  int sum = sn_expr_constant(e, at.x[k]);
  for (int j = 0; j < 3; j++) {
    const double c = turn.c[j].x[k];
    if (offset->e[j] && c != 0) {
      const int term = sn_expr_insert(e, offset->e[j], &t);
      sum = sn_expr_op(e, SN_OP_ADD, sum, sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, c), term, -1), -1);
    }
  }
  return sn_expr_end(e, sum, out, error);
}

static sn_status check_turn(const sn_item *item, const base *p, sn_error *error)
{
  const int ways = (p->angle != NULL) + (p->rotation.e[0] != NULL) + (p->angles.e[0] != NULL);
  if (ways > 1) {
    sn_item_fail(item, SN_EINPUT, error, "Base '%s' has its turn given in more than one way.", item->name);
    sn_error_fix(error, "Keep one of angle (with axis), angles (with sequence) and rotation.");
    return SN_EINPUT;
  }
  if (p->angle && isnan(p->axis.x[0])) {
    sn_item_fail(item, SN_EINPUT, error, "Base '%s' turns by angle(t) but has no axis.", item->name);
    sn_error_fix(error, "Give axis = { x, y, z }, the direction it turns about.");
    return SN_EINPUT;
  }
  if (!p->angle && !isnan(p->axis.x[0])) {
    sn_item_fail(item, SN_EINPUT, error, "Base '%s' has an axis but no angle: it would not turn.", item->name);
    sn_error_fix(error, "Write for example angle = function(t) return 2*t end, or leave out axis.");
    return SN_EINPUT;
  }
  if (p->sequence && !p->angles.e[0]) {
    sn_item_fail(item, SN_EINPUT, error, "Base '%s' has a sequence of axes but no angles.", item->name);
    sn_error_fix(error, "Write for example angles = function(t) return t, 0, 0 end, or leave out sequence.");
    return SN_EINPUT;
  }
  if (p->sequence && !sn_euler_sequence_good(p->sequence)) {
    sn_item_fail(item, SN_EINPUT, error, "`sequence` = \"%.20s\" of base '%s' is no sequence of axes.", p->sequence,
                 item->name);
    sn_error_why(error, "A sequence has three letters of x, y, z, neighbours different.");
    sn_error_fix(error, "Write for example sequence = \"zyx\".");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* The turn as functions of time in ground axes: axes NULL: a rotation vector. */
static sn_status turn_of(const sn_item *item, const base *p, sn_arena *arena, const sn_expr *turn[3], sn_v3 axes[3],
                         const sn_v3 **axis, sn_error *error)
{
  const sn_m3 drawn = sn_drawn_axes(item, m3_identity());
  *axis = axes;
  for (int k = 0; k < 3; k++) {
    turn[k] = p->angles.e[k];
    axes[k] = drawn.c[(p->sequence ? p->sequence : "zyx")[k] - 'x'];
  }
  if (p->angle) {
    turn[0] = p->angle;
    axes[0] = v3_unit(sn_drawn_direction(item, p->axis));
  }
  for (int k = 0; p->rotation.e[0] && k < 3; k++) {
    *axis = NULL;
    SN_TRY(place(&p->rotation, v3(0, 0, 0), drawn, k, arena, turn + k, error));
  }
  return SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const base *p = item->param;
  sn_rigid *f = SN_NEW(sn_builder_arena(b), sn_rigid, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_rigid_mass(item, &p->mass, 0, f, error));
  SN_TRY(check_turn(item, p, error));
  const sn_v3 at = sn_drawn_point(item, sn_vector_or(p->at, v3(0, 0, 0)));
  const sn_m3 drawn = sn_drawn_axes(item, m3_identity());
  const sn_m3 r0 = isnan(p->orientation.c[0].x[0]) ? drawn : sn_drawn_axes(item, p->orientation);
  const sn_expr *position[3], *turn[3];
  sn_v3 axes[3];
  const sn_v3 *axis;
  for (int k = 0; k < 3; k++) {
    SN_TRY(place(&p->position, at, drawn, k, sn_builder_arena(b), position + k, error));
  }
  SN_TRY(turn_of(item, p, sn_builder_arena(b), turn, axes, &axis, error));
  f->frame = sn_moving_frame_frame(b, sn_add_turning_frame(b, position, axis, turn, r0));
  if (f->mass > 0) {
    sn_add_rigid_mass(b, &f->frame, f->mass, f->center, (const double(*)[3])f->inertia);
  }
  sn_rigid_draw(item, &p->mass, f, b);
  item->frozen = f;
  return SN_OK;
}

static const sn_shapes *shapes(const sn_item *item)
{
  return &((const base *)item->param)->mass.shape;
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "origin of its axes (default 0)", SN_MEMBER(base, at)},
    {"orientation", SN_ORIENTATION, "", "its axes as drawn (default: those of the drawing)",
     SN_MEMBER(base, orientation)},
    {"position", SN_FUNCTION3, "m", "displacement from `at` as function of time: returns x, y, z",
     SN_MEMBER(base, position), .choices = "t"},
    {"axis", SN_VECTOR, "", "direction it turns about, through its origin", SN_MEMBER(base, axis)},
    {"angle", SN_FUNCTION, "rad", "angle about the axis as function of time", SN_MEMBER(base, angle), .choices = "t"},
    {"angles", SN_FUNCTION3, "rad",
     "three angles as functions of time, about the axes of the drawing that `sequence` names: R = R_1 R_2 R_3 R0",
     SN_MEMBER(base, angles), .choices = "t"},
    {"sequence", SN_TEXT, "", "axes of `angles` (default \"zyx\"): turn about z, then the new y, then the new x",
     SN_MEMBER(base, sequence)},
    {"rotation", SN_FUNCTION3, "rad", "rotation vector as function of time: axis times angle, drawing axes",
     SN_MEMBER(base, rotation), .choices = "t"},
    SN_MASS_INPUTS(base, mass),
    {0}};

const sn_kind sn_kind_base = {.name = "base",
                              .help = "Moving ground: place and turn are given functions of time.",
                              .class = SN_CLASS_PART,
                              .inputs = inputs,
                              .param_size = sizeof(base),
                              .freeze = freeze,
                              .reports = {.outputs = sn_rigid_outputs},
                              .part = {.attach = sn_rigid_attach,
                                       .place_text = "origin",
                                       .mass = sn_rigid_own_mass,
                                       .shapes = shapes,
                                       .prescribed = 1}};
