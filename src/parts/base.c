/* parts/base.c -- moving ground: a frame whose place and turn are given functions of time.
 * What:    carries joints, springs and cables like a body, but nothing moves it; its work is reported.
 * Theory:  x(t) = at + position(t), R(t) = R(angle(t) about axis) R0 (docs/theory.md, moving frames).
 * Limits:  one fixed axis of rotation, through `at`; chain driven joints for more.
 * Tests:   tests/parts/test_parts.c
 */
#include <stddef.h>

#include "parts/rigid.h"

typedef struct {
  sn_v3 at;
  sn_m3 orientation;
  sn_expr3 position;
  sn_v3 axis;
  const sn_expr *angle;
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

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const base *p = item->param;
  sn_rigid *f = SN_NEW(sn_builder_arena(b), sn_rigid, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_rigid_mass(item, &p->mass, 0, f, error));
  sn_v3 axis = v3(0, 0, 1);
  if (p->angle) {
    if (isnan(p->axis.x[0]) || v3_norm(p->axis) == 0) {
      sn_item_fail(item, SN_EINPUT, error, "Base '%s' turns by angle(t) but has no axis.", item->name);
      sn_error_fix(error, "Give axis = { x, y, z }, the direction it turns about.");
      return SN_EINPUT;
    }
    axis = v3_unit(sn_drawn_direction(item, p->axis));
  }
  const sn_v3 at = sn_drawn_point(item, sn_vector_or(p->at, v3(0, 0, 0)));
  const sn_m3 turn = sn_drawn_axes(item, m3_identity());
  const sn_m3 r0 = isnan(p->orientation.c[0].x[0]) ? turn : sn_drawn_axes(item, p->orientation);
  const sn_expr *position[3];
  for (int k = 0; k < 3; k++) {
    SN_TRY(place(&p->position, at, turn, k, sn_builder_arena(b), position + k, error));
  }
  f->frame = sn_moving_frame_frame(b, sn_add_moving_frame(b, position, axis, p->angle, r0));
  if (f->mass > 0) {
    sn_add_rigid_mass(b, &f->frame, f->mass, f->center, (const double(*)[3])f->inertia);
  }
  sn_rigid_draw(item, &p->mass, f, b);
  item->frozen = f;
  return SN_OK;
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "origin of its axes (default 0)", offsetof(base, at), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"orientation", SN_ORIENTATION, "", "its axes as drawn (default: those of the drawing)",
     offsetof(base, orientation), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"position", SN_FUNCTION3, "m", "displacement from `at` as function of time: returns x, y, z",
     offsetof(base, position), SN_ANY, SN_NO_DEFAULT, 0, "t", NULL},
    {"axis", SN_VECTOR, "", "direction it turns about, through its origin", offsetof(base, axis), SN_ANY, SN_NO_DEFAULT,
     0, NULL, NULL},
    {"angle", SN_FUNCTION, "rad", "angle about the axis as function of time", offsetof(base, angle), SN_ANY,
     SN_NO_DEFAULT, 0, "t", NULL},
    SN_MASS_INPUTS(base, mass),
    {0}};

const sn_kind sn_kind_base = {.name = "base",
                              .help = "Moving ground: place and turn are given functions of time.",
                              .class = SN_CLASS_PART,
                              .place = "origin",
                              .inputs = inputs,
                              .outputs = sn_rigid_outputs,
                              .param_size = sizeof(base),
                              .freeze = freeze,
                              .attach = sn_rigid_attach,
                              .mass = sn_rigid_own_mass,
                              .prescribed = 1};
