/* model/feedback.c -- see feedback.h.
 * Theory:  docs/theory.md, feedback. Coordinates of the block: those it acts along, then those it reads: joint coordinates, components of
 *          points along ground axes, direction cosines of axes; each with its value and its rate. Angular velocity is
 *          1/2 sum d x d', a formula of nine cosines and their rates; a force that follows its part turns by the same cosines; a moment m
 *          acts on axes d_k by the forces (A^-1 m) x d_k, A = sum (d.d I - d d^T).
 * Tests:   tests/language/test_control.c, tests/mechanisms/test_feedback.c
 */
#include "model/feedback.h"

#include <stdio.h>
#include <string.h>

#include "model/model_private.h"

enum { MOST = 64, MOST_READ = 64 };

sn_status sn_follow(const sn_following *law, sn_error *error)
{
  sn_model *m = law->item->model;
  if (!SN_ROOM(m->arena, m->following)) {
    return sn_no_memory(error, "the model");
  }
  m->following.at[m->following.n++] = *law;
  return SN_OK;
}

/* Where a signal is read: its first coordinate in the block, and which kind of number it is. */
typedef enum { READ_TIME, READ_VALUE, READ_RATE, READ_SPIN, READ_OWN_SPIN } reading_kind;
typedef struct {
  int signal, first;
  reading_kind kind;
  const sn_signal *of;
  char coordinate[80]; /* of a joint; "": a motion */
} reading;
/* What a law reads, one after the other. */
typedef struct {
  int n;
  reading at[MOST_READ];
} readings;

/* ---- coordinates */

static int add_point(const sn_frame *f, sn_builder *b)
{
  const sn_frame ground = sn_ground_frame(b);
  const sn_v3 origin = sn_builder_origin_of(b);
  const sn_frame zero = v3_norm(origin) > 0 ? sn_frame_local(b, &ground, v3_scale(-1, origin), m3_identity()) : ground;
  const int first = sn_block_coordinates(b);
  const int point = v3_norm(origin) > 0 ? sn_between(b, &zero, f) : sn_point_of(b, f);
  for (int k = 0; k < 3; k++) {
    sn_coordinate_form(b, sn_form(b, 1, point, sn_axis_of(b, &ground, k), 0), 1);
  }
  return first;
}

/* Nine cosines: axis j along ground axis k is the coordinate first + 3 j + k. */
static int add_axes(const sn_frame *f, sn_builder *b)
{
  const sn_frame ground = sn_ground_frame(b);
  const int first = sn_block_coordinates(b);
  for (int j = 0; j < 3; j++) {
    const int axis = sn_axis_of(b, f, j);
    for (int k = 0; k < 3; k++) {
      sn_coordinate_form(b, sn_form(b, 1, axis, sn_axis_of(b, &ground, k), 0), 1);
    }
  }
  return first;
}

/* ---- what can be read */

static sn_status unreadable(const sn_following *law, const sn_signal *s, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "`%s` of %s '%s' cannot follow %s%s%s%s.", law->field, law->item->kind->name,
           law->item->name, s->name ? s->name : "energy", s->ref.given ? " of '" : "",
           s->ref.given ? sn_ref_name(&s->ref) : "", s->ref.given ? "'" : "");
  sn_error_why(
      error,
      "Forces follow positions, angles and their rates within a step. Accelerations, reactions and powers depend on "
      "the force itself: an algebraic loop. Energies are known at the ends of steps.");
  sn_error_fix(
      error,
      "Read angle, displacement, rate, position, velocity, angular_velocity or time; a controller { every = ... } may "
      "sample any signal.");
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

/* The coordinate of a joint that an output is, or is the rate of; 0: neither. */
static int joint_coordinate(const sn_item *item, const char *name, char coordinate[80], reading_kind *kind)
{
  const char *all = item->kind->joint.coordinates;
  const size_t n = strlen(name);
  if (!item->kind->joint.coordinate || !all || n >= 80) {
    return 0;
  }
  memcpy(coordinate, name, n + 1);
  *kind = READ_VALUE;
  if (sn_has_word(all, name)) {
    return 1;
  }
  *kind = READ_RATE;
  if (strcmp(name, "rate") == 0 && !strchr(all, '|')) {
    (void)snprintf(coordinate, 80, "%s", all);
    return 1;
  }
  if (n > 5 && strcmp(name + n - 5, "_rate") == 0) {
    coordinate[n - 5] = '\0';
    return sn_has_word(all, coordinate);
  }
  return 0;
}

/* The coordinates of another signal of the same joint coordinate, point or axes: a value and its rate share them. -1: none. */
static int shared(const sn_following *law, const readings *all, const reading *r)
{
  const sn_ref *ref = &r->of->ref;
  if (r->coordinate[0] && law->coordinate && ref->item == law->item && strcmp(r->coordinate, law->coordinate) == 0) {
    return 0;
  }
  for (int i = 0; i < all->n; i++) {
    const reading *o = all->at + i;
    sn_signal same = *o->of;
    same.name = r->of->name;
    same.coordinate = r->of->coordinate;
    const int turns = r->kind == READ_SPIN || r->kind == READ_OWN_SPIN,
              other = o->kind == READ_SPIN || o->kind == READ_OWN_SPIN;
    if (o->kind != READ_TIME && turns == other && strcmp(o->coordinate, r->coordinate) == 0 &&
        sn_same_signal(&same, r->of)) {
      return o->first;
    }
  }
  return -1;
}

static sn_status read_motion(const sn_following *law, int motion, sn_builder *b, const readings *all, reading *r,
                             sn_error *error)
{
  const sn_signal *s = r->of;
  static const struct {
    const char *name;
    reading_kind kind;
  } known[] = {{"position", READ_VALUE},
               {"velocity", READ_RATE},
               {"angular_velocity", READ_SPIN},
               {"angular_velocity_body", READ_OWN_SPIN}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(known[i].name, s->name) == 0) {
      sn_frame f;
      const sn_status status = sn_instant_frame(s, motion, b, &f, error);
      if (status != SN_OK) {
        sn_error_where(error, "%s", s->where);
        return status;
      }
      r->kind = known[i].kind;
      r->first = shared(law, all, r);
      if (r->first < 0) {
        r->first = r->kind == READ_VALUE || r->kind == READ_RATE ? add_point(&f, b) : add_axes(&f, b);
      }
      return SN_OK;
    }
  }
  return unreadable(law, s, error);
}

static sn_status read_signal(const sn_following *law, sn_builder *b, const readings *all, reading *r, sn_error *error)
{
  const sn_signal *s = r->of;
  sn_resolved is;
  SN_TRY(sn_signal_resolve(s, &is, error));
  if (is.what == SN_SIGNAL_TIME) {
    r->kind = READ_TIME;
    return SN_OK;
  }
  if (is.what == SN_SIGNAL_MOTION) {
    return read_motion(law, is.index, b, all, r, error);
  }
  if (is.what != SN_SIGNAL_OUTPUT || !joint_coordinate(s->ref.item, s->name, r->coordinate, &r->kind)) {
    return unreadable(law, s, error);
  }
  r->first = shared(law, all, r);
  if (r->first >= 0) {
    return SN_OK;
  }
  r->first = sn_block_coordinates(b);
  return s->ref.item->kind->joint.coordinate(s->ref.item, r->coordinate, 1, b, error);
}

/* ---- formulas */

/* The formula of a block: variables t, values, rates. */
typedef struct {
  sn_expr_builder *e;
  int n; /* coordinates */
} formula;

static int value_of(const formula *f, int coordinate)
{
  return sn_expr_variable(f->e, 1 + coordinate);
}
static int rate_of(const formula *f, int coordinate)
{
  return sn_expr_variable(f->e, 1 + f->n + coordinate);
}
static int times(const formula *f, int a, int b)
{
  return sn_expr_op(f->e, SN_OP_MUL, a, b, -1);
}
static int plus(const formula *f, int a, int b)
{
  return a < 0 ? b : sn_expr_op(f->e, SN_OP_ADD, a, b, -1);
}
static int minus(const formula *f, int a, int b)
{
  return sn_expr_op(f->e, SN_OP_SUB, a, b, -1);
}
static int scaled(const formula *f, double c, int a)
{
  return times(f, sn_expr_constant(f->e, c), a);
}

/* Component k of 1/2 sum d x d'. */
static int spin(const formula *f, int first, int k)
{
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  int sum = -1;
  for (int axis = 0; axis < 3; axis++) {
    const int d = first + 3 * axis;
    sum = plus(
        f, sum,
        minus(f, times(f, value_of(f, d + i), rate_of(f, d + j)), times(f, value_of(f, d + j), rate_of(f, d + i))));
  }
  return scaled(f, 0.5, sum);
}

static int signal_node(const formula *f, const reading *r, int component)
{
  int sum = -1;
  switch (r->kind) {
  case READ_TIME:
    return sn_expr_variable(f->e, 0);
  case READ_VALUE:
    return value_of(f, r->first + component);
  case READ_RATE:
    return rate_of(f, r->first + component);
  case READ_SPIN:
    return spin(f, r->first, component);
  case READ_OWN_SPIN:
    break;
  }
  for (int k = 0; k < 3; k++) { /* along the part's own axis */
    sum = plus(f, sum, times(f, value_of(f, r->first + 3 * component + k), spin(f, r->first, k)));
  }
  return sum;
}

/* Velocity of the point along axis j of the components. own: first of the cosines of a part it follows, -1: it does not. */
static int velocity_node(const formula *f, const sn_following *law, int own, int j)
{
  int sum = -1;
  for (int k = 0; k < 3; k++) {
    sum = plus(f, sum,
               own < 0 ? scaled(f, law->turn.c[j].x[k], rate_of(f, k))
                       : times(f, value_of(f, own + 3 * j + k), rate_of(f, k)));
  }
  return sum;
}

/* A law with its arguments and signals put in. */
static int law_node(const formula *f, const sn_following *law, int which, int own, const reading *r)
{
  const sn_expr_signal *signal;
  const sn_expr *e = law->law[which];
  const int n = sn_expr_signals(e, &signal), n_argument = sn_expr_variables(e) - n;
  int argument[8 + MOST_READ];
  SN_ASSERT(n <= MOST_READ && n_argument <= 8);
  for (int k = 0; k < n_argument; k++) {
    const int is_t = law->arguments == SN_LAW_OF_X_V_T ? k == 2 : k == 0;
    argument[k] = is_t                                ? sn_expr_variable(f->e, 0)
                  : law->arguments == SN_LAW_OF_X_V_T ? (k == 0 ? value_of(f, 0) : rate_of(f, 0))
                                                      : velocity_node(f, law, own, k - 1);
  }
  for (int k = 0; k < n; k++) {
    const reading *from = r;
    while (from->signal != signal[k].signal) {
      from++;
    }
    argument[n_argument + k] = signal_node(f, from, signal[k].component);
  }
  return sn_expr_insert(f->e, e, argument);
}

/* Component k, along a ground axis, of three laws. */
static int component_node(const formula *f, const sn_following *law, int own, int k, const reading *r)
{
  int sum = -1;
  for (int j = 0; j < 3; j++) {
    if (own >= 0) {
      sum = plus(f, sum, times(f, value_of(f, own + 3 * j + k), law_node(f, law, j, own, r)));
    } else if (law->turn.c[j].x[k] != 0) {
      sum = plus(f, sum, scaled(f, law->turn.c[j].x[k], law_node(f, law, j, own, r)));
    }
  }
  return sum < 0 ? sn_expr_constant(f->e, 0) : sum;
}

/* Entry (i, j) of A = sum over axes of d.d I - d d^T, d of the cosines from `first` on. */
static int arm(const formula *f, int first, int i, int j)
{
  int sum = -1;
  for (int axis = 0; axis < 3; axis++) {
    const int d = first + 3 * axis;
    for (int k = 0; k < 3 && i == j; k++) {
      if (k != i) {
        sum = plus(f, sum, times(f, value_of(f, d + k), value_of(f, d + k)));
      }
    }
    if (i != j) {
      sum = plus(f, sum, times(f, value_of(f, d + i), value_of(f, d + j)));
    }
  }
  return i == j ? sum : scaled(f, -1, sum);
}

static int cofactor(const formula *f, int first, int r, int c)
{
  const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
  return minus(f, times(f, arm(f, first, r1, c1), arm(f, first, r2, c2)),
               times(f, arm(f, first, r1, c2), arm(f, first, r2, c1)));
}

/* Component i of A^-1 m: A is symmetric. */
static int turning(const formula *f, int first, int i, const int m[3])
{
  int determinant = -1, sum = -1;
  for (int c = 0; c < 3; c++) {
    determinant = plus(f, determinant, times(f, arm(f, first, 0, c), cofactor(f, first, 0, c)));
    sum = plus(f, sum, times(f, cofactor(f, first, i, c), m[c]));
  }
  return sn_expr_op(f->e, SN_OP_DIV, sum, determinant, -1);
}

/* Force `which` of the block, along the coordinate of that number. */
static int force_node(const formula *f, const sn_following *law, int which, int own, const reading *r)
{
  if (law->along) {
    return scaled(f, law->sign, law_node(f, law, 0, own, r));
  }
  if (!law->is_moment) {
    return component_node(f, law, own, which, r);
  }
  const int d = which - which % 3, i = (which + 1) % 3, j = (which + 2) % 3;
  int m[3];
  for (int k = 0; k < 3; k++) {
    m[k] = component_node(f, law, law->follows ? 0 : -1, k, r);
  }
  return minus(f, times(f, turning(f, 0, i, m), value_of(f, d + j)), times(f, turning(f, 0, j, m), value_of(f, d + i)));
}

/* ---- blocks */

/* Coordinates of all signals of its laws. */
static sn_status read_all(const sn_model *m, const sn_following *law, sn_builder *b, readings *r, sn_error *error)
{
  for (int k = 0; k < 3 && law->law[k]; k++) {
    const sn_expr_signal *list;
    const int n_signal = sn_expr_signals(law->law[k], &list);
    for (int i = 0; i < n_signal; i++) {
      int known = 0;
      while (known < r->n && r->at[known].signal != list[i].signal) {
        known++;
      }
      if (known == r->n && r->n < MOST_READ) {
        r->at[known] = (reading){.signal = list[i].signal, .of = m->signal.at + list[i].signal};
        SN_TRY(read_signal(law, b, r, r->at + known, error));
        r->n++;
      }
    }
  }
  return SN_OK;
}

static sn_status too_many(const sn_following *law, sn_error *error)
{
  sn_item_fail(law->item, SN_EINPUT, error, "`%s` of '%s' reads too much.", law->field, law->item->name);
  sn_error_why(error, "A law has at most %d coordinates; a position has three of them, an angular velocity nine.",
               MOST);
  sn_error_fix(error, "Make several forces of it.");
  return SN_EINPUT;
}

static sn_status make_formulas(const sn_following *law, int n_force, int own, const reading *r, sn_builder *b,
                               sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  const int n = sn_block_coordinates(b);
  sn_feedback *feedback = SN_NEW(arena, sn_feedback, 1);
  const sn_expr **force = SN_NEW(arena, const sn_expr *, n_force);
  int *along = SN_NEW(arena, int, n_force);
  if (!feedback || !force || !along) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < n_force; k++) {
    const formula f = {sn_expr_begin(arena, 1 + 2 * n, NULL), n};
    if (!f.e) {
      return sn_no_memory(error, "the model");
    }
    along[k] = k;
    SN_TRY(sn_expr_end(f.e, force_node(&f, law, k, own, r), force + k, error));
  }
  *feedback = (sn_feedback){n_force, along, force};
  sn_block_feedback(b, feedback);
  return SN_OK;
}

static sn_status add_block(const sn_model *m, const sn_following *law, sn_builder *b, sn_error *error)
{
  readings r = {.n = 0};
  int own = -1, n_force = 1;
  const char *kind = sn_arena_format(sn_builder_arena(b), "%s of %s", law->field, law->item->kind->name);
  if (!kind) {
    return sn_no_memory(error, "the model");
  }
  (void)sn_item_begin(b, kind, law->item->name, law->item->where);
  const int block = sn_block_begin(b, &sn_law_feedback, law->field);
  if (law->along) {
    law->along(law->data, b);
  } else if (law->is_moment) {
    (void)add_axes(law->frame, b);
    n_force = 9;
  } else {
    (void)add_point(law->frame, b);
    own = law->follows ? add_axes(law->frame, b) : -1;
    n_force = 3;
  }
  SN_TRY(read_all(m, law, b, &r, error));
  if (sn_block_coordinates(b) > MOST) {
    return too_many(law, error);
  }
  SN_TRY(sn_builder_status(b, error));
  if (law->block) {
    *law->block = block;
  }
  return make_formulas(law, n_force, own, r.at, b, error);
}

sn_status sn_feedbacks_add(sn_model *m, sn_builder *b, sn_error *error)
{
  for (int i = 0; i < m->following.n; i++) {
    const sn_status status = add_block(m, m->following.at + i, b, error);
    if (status != SN_OK) {
      sn_error_at_item(error, m->following.at[i].item);
      return status;
    }
  }
  return SN_OK;
}
