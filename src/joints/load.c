/* joints/load.c -- given forces and moments on a part, fixed in space or following it.
 * Theory:  f(t) at a point fixed in the part, or a moment on its axes (docs/theory.md, loads). A torque about a joint
 *          axis belongs to the joint (`torque`): along the angle its work is exact.
 * Tests:   tests/joints/test_forces.c
 */
#include <stddef.h>
#include <string.h>

#include "joints/joint.h"
#include "model/feedback.h"
#include "model/load_components.h"
#include "model/model.h"
#include "system/kernel.h"

typedef struct {
  sn_v3 at;
  sn_expr3 value;
  int follows;
} load;

typedef struct {
  sn_frame frame;
  const sn_expr *value[3];
  int follows;
  int is_moment;
  int feedback; /* block of a force that follows signals; -1: it does not */
} frozen;

static int reads_signals(const load *p)
{
  return sn_expr_signals(p->value.e[0], NULL) + sn_expr_signals(p->value.e[1], NULL) +
             sn_expr_signals(p->value.e[2], NULL) >
         0;
}

/* ---- a moment, or a force that turns or feels a velocity, takes the vectors of one node: a body by points gets one, which follows it
   exactly. It takes over a share of the body's mass and inertia, so that the motion is the same. */

static const double SHARE = 0.01;

/* Sums of the masses of an item in the axes of a frame: int (1, X) (1, X)^T dm. */
static void moments_of(const sn_item *part, const sn_frame *on, sn_builder *b, double P[4][4])
{
  const sn_item_mass *list;
  const int n = sn_builder_masses_of(b, part->builder_item, &list);
  const sn_m3 axes = sn_frame_axes(b, on);
  const sn_v3 origin = sn_frame_point(b, on);
  memset(P, 0, sizeof(double[4][4]));
  for (int i = 0; i < n; i++) {
    const int vector[2] = {list[i].a, list[i].b};
    double at[2][4];
    for (int k = 0; k < 2; k++) {
      const double one = 1;
      const sn_frame f = sn_weighted_frame(b, 1, vector + k, &one, NULL);
      const sn_v3 x = m3_tmul(axes, v3_sub(sn_frame_point(b, &f), origin));
      at[k][0] = 1;
      v3_put(x, at[k] + 1);
    }
    for (int k = 0; k < 16; k++) {
      const double both = at[0][k / 4] * at[1][k % 4] + at[1][k / 4] * at[0][k % 4];
      P[k / 4][k % 4] += (vector[0] == vector[1] ? 0.5 : 1) * list[i].m * both;
    }
  }
}

static void take_masses(const sn_item *part, double share, sn_builder *b)
{
  const sn_item_mass *list;
  const int n = sn_builder_masses_of(b, part->builder_item, &list);
  for (int i = 0; i < n; i++) {
    sn_builder_masses_of(b, part->builder_item, &list); /* it may have moved */
    const int v = list[i].a, w = list[i].b, rests[2] = {sn_vector_rests(b, v), sn_vector_rests(b, w)};
    const double m = -share * list[i].m;
    (rests[0] || rests[1] ? sn_add_held_mass : sn_add_mass)(b, v, w, m);
    if (rests[0] != rests[1]) {
      sn_add_weight(b, rests[0] ? w : v, m);
    }
  }
}

static void carry(const sn_item *part, const sn_frame *on, sn_builder *b, sn_frame *out)
{
  static const int pairs[3][2] = {{2, 0}, {2, 1}, {0, 1}};
  sn_v3 v, omega;
  double P[4][4];
  sn_item_penalty(b, 0); /* no part of the model */
  sn_frame_velocity(b, on, &v, &omega);
  const int node = sn_add_triad(b, sn_frame_point(b, on), v, sn_frame_axes(b, on), omega);
  *out = sn_node_frame(b, node);
  moments_of(part, on, b, P);
  take_masses(part, SHARE, b);
  for (int i = 0; i < 4; i++) {
    for (int j = i; j < 4; j++) {
      sn_add_mass(b, sn_vector_of(b, node, i), sn_vector_of(b, node, j), SHARE * P[i][j]);
    }
  }
  (void)sn_block_meet(b);
  const int gap = sn_between(b, on, out);
  for (int k = 0; k < 3; k++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, out, k), 0));
  }
  (void)sn_block_begin(b, &sn_law_constraint, "axis");
  for (int k = 0; k < 3; k++) {
    sn_form_zero(b, sn_form(b, 1, sn_axis_of(b, on, pairs[k][0]), sn_axis_of(b, out, pairs[k][1]), 0));
  }
}

/* A node of a shell that has a director alone does not feel what is along it. */
static sn_status warn_of_lost(const sn_item *item, const sn_frame *of, const sn_builder *b, sn_error *error)
{
  const load *p = item->param;
  const sn_m3 turn = sn_drawn_axes(item, m3_identity());
  sn_v3 m = v3(0, 0, 0);
  for (int k = 0; k < 3; k++) {
    double x;
    if (of->n_dir != 1 || !sn_expr_is_constant(p->value.e[k], &x)) {
      return SN_OK;
    }
    m = v3_axpy(m, x, turn.c[k]);
  }
  const double along = fabs(v3_dot(m, sn_frame_axes(b, of).c[2]));
  return along > 1e-6 * v3_norm(m)
             ? sn_model_warn(
                   item->model, item->where, error,
                   "%s '%s': %.4g N m of it are about the normal of '%s', which a shell does not resist: they "
                   "are lost. Turn it, pull with forces, or attach a beam or a body there.",
                   item->kind->name, item->name, along, sn_ref_name(item->ref))
             : SN_OK;
}

/* The frame it acts on: at the point, axes of the drawing, so that `follows` keeps the components as drawn. */
static sn_status add(sn_item *item, int moment, sn_builder *b, sn_error *error)
{
  const load *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  sn_frame of;
  if (!item->ref[0].given) {
    return sn_item_fail(item, SN_EINPUT, error, "%s '%s' does not say which part it acts on.", item->kind->name,
                        item->name);
  }
  SN_TRY(sn_frame_of(item->ref, b, &of, error));
  if (of.moves < 2) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' acts on '%s', which it cannot move.", item->kind->name, item->name,
                 sn_ref_name(item->ref));
    sn_error_fix(error, "Name a part that is free to move.");
    return SN_EINPUT;
  }
  if ((p->follows && !sn_has_axes(&of)) || (moment && of.n_dir == 0)) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' needs axes, but '%s' is only a point.", item->kind->name, item->name,
                 sn_ref_name(item->ref));
    sn_error_fix(error, moment ? "A moment acts on a body." : "Leave out follows.");
    return SN_EINPUT;
  }
  const sn_m3 turn = sn_drawn_axes(item, m3_identity());
  if (moment) {
    SN_TRY(warn_of_lost(item, &of, b, error));
    sn_v3 at;
    sn_drawn_station(item->ref, &at);
    SN_TRY(sn_frame_on(item->ref, b, at, turn, &f->frame, error));
  } else {
    SN_TRY(sn_joint_end(item, 0, p->at, "at", b, &f->frame, error));
  }
  f->follows = p->follows;
  f->is_moment = moment;
  f->feedback = -1;
  sn_draw_arrow(item, b, "value", &f->frame);
  item->frozen = f;
  if (reads_signals(p)) {
    return sn_follow(&(sn_following){.item = item,
                                     .field = "value",
                                     .arguments = moment ? SN_LAW_OF_T : SN_LAW_OF_T_AND_V3,
                                     .frame = &f->frame,
                                     .is_moment = moment,
                                     .follows = p->follows,
                                     .turn = turn,
                                     .law = {p->value.e[0], p->value.e[1], p->value.e[2]},
                                     .block = &f->feedback},
                     error);
  }
  const double one = 1;
  SN_TRY(sn_load_components(&p->value, p->follows ? m3_identity() : turn, &(sn_load_sum){1, NULL, &one},
                            sn_builder_arena(b), f->value, error));
  if (of.node < 0 && sn_has_axes(&of) && (moment || p->follows || sn_takes_velocity(f->value))) {
    const sn_frame on = f->frame;
    carry(item->ref[0].item, &on, b, &f->frame);
  }
  (moment ? sn_add_moment : sn_add_force)(b, &f->frame, f->value, f->follows);
  return SN_OK;
}

static sn_status freeze_force(sn_item *item, sn_builder *b, sn_error *error)
{
  return add(item, 0, b, error);
}

static sn_status freeze_moment(sn_item *item, sn_builder *b, sn_error *error)
{
  return add(item, 1, b, error);
}

/* Force and moment of a block that follows signals. */
static void feedback(const sn_observation *o, int block, sn_v3 *force, sn_v3 *moment)
{
  const sn_block *b = o->system->block + block;
  double e[SN_MAX_COMPOSITE_FORMS], rate[SN_MAX_COMPOSITE_FORMS], s[SN_MAX_COMPOSITE_FORMS];
  sn_v3 on[SN_MAX_BLOCK_VECTORS];
  sn_forms(b, o->local, e);
  sn_form_speeds(b, o->local, o->v, rate);
  b->law->stress_at(b, &(sn_form_point){e, rate, o->internal, o->t}, s, NULL, NULL);
  sn_form_forces(b, s, o->local, on);
  *force = *moment = v3(0, 0, 0);
  for (int a = 0; a < b->n_vec; a++) {
    const sn_vector *v = o->system->vector + b->vector[a];
    if (v->freedom == SN_FREE) {
      *force = v->role == 0 ? v3_sub(*force, on[a]) : *force;
      *moment = v->role == 0 ? *moment : v3_sub(*moment, v3_cross(o->q[b->vector[a]], on[a]));
    }
  }
}

static void value(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  if (f->feedback >= 0) {
    sn_v3 force, moment;
    feedback(o, f->feedback, &force, &moment);
    v3_put(f->is_moment ? moment : force, out);
    return;
  }
  sn_v3 x = v3(0, 0, 0);
  const sn_v3 v = sn_point_in(&f->frame, o->v);
  double at[4] = {o->t};
  for (int k = 0; k < 3; k++) {
    at[1 + k] = f->follows ? v3_dot(v, sn_axis_in(&f->frame, k, o->q)) : v.x[k];
  }
  for (int k = 0; k < 3; k++) {
    const double c = o->load * sn_expr_value(f->value[k], at);
    if (f->follows) {
      x = v3_axpy(x, c, sn_axis_in(&f->frame, k, o->q));
    } else {
      x.x[k] = c;
    }
  }
  v3_put(x, out);
}

#define VALUE(unit, arguments, help)                                                                                 \
  {"value",                                                                                                          \
   SN_FUNCTION3,                                                                                                     \
   unit,                                                                                                             \
   help,                                                                                                             \
   SN_MEMBER(load, value),                                                                                           \
   .required = 1,                                                                                                    \
   .choices = arguments,                                                                                             \
   .sub = sn_follows_signals},                                                                                       \
  {                                                                                                                  \
    "follows", SN_FLAG, "", "turns with the part (default: keeps its direction in space)", SN_MEMBER(load, follows), \
        SN_BETWEEN(0, 1), SN_PRESET(0)                                                                               \
  }
static const sn_input force_inputs[] = {
    {"at", SN_PLACE, "m", "where it acts, drawing coordinates (default: the part's own place)", SN_MEMBER(load, at)},
    VALUE("N", "t,vx,vy,vz",
          "components as drawn: three numbers, or a function of time, of the velocity of its point "
          "and of signals that returns three"),
    {0}};
static const sn_input moment_inputs[] = {
    VALUE("N m", "t", "components as drawn: three numbers or a function of time and of signals that returns three"),
    {0}};
static const sn_output force_outputs[] = {{"value", "N", 3, "the force, ground axes", value, SN_SHOWN}, {0}};
static const sn_output moment_outputs[] = {{"value", "N m", 3, "the moment, ground axes", value, SN_SHOWN}, {0}};

const sn_kind sn_kind_force = {.name = "force",
                               .help =
                                   "A force on a part, given as function of time and of the velocity where it acts.",
                               .class = SN_CLASS_FORCE,
                               .n_refs = 1,
                               .inputs = force_inputs,
                               .param_size = sizeof(load),
                               .freeze = freeze_force,
                               .reports = {.outputs = force_outputs}};
const sn_kind sn_kind_moment = {.name = "moment",
                                .help = "A moment on a body, given as function of time.",
                                .class = SN_CLASS_FORCE,
                                .n_refs = 1,
                                .inputs = moment_inputs,
                                .param_size = sizeof(load),
                                .freeze = freeze_moment,
                                .reports = {.outputs = moment_outputs}};
