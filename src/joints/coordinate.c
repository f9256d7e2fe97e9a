/* joints/coordinate.c -- scalar coordinates between two frames: angle, displacement, length.
 * Theory:  angle = atan2(s, c) of two forms c = a_i.b_j, s = a_k.b_l, counted past pi; displacement = gap.axis, a form;
 *          length = sqrt(2 e), e = u.u/2. Rates: c s' - s c', gap'.axis + gap.axis', u.u'/length.
 * Tests:   tests/joints/test_pairs.c
 */
#include "joints/joint.h"
#include "system/kernel.h"

/* The numbers a coordinate is read from, and their rates. */
typedef struct {
  sn_v3 gap, axis[4], gap_rate, axis_rate[4];
} reading;

static double value_of(const sn_joint_coordinate *c, const reading *r, double from)
{
  switch (c->kind->type) {
  case SN_COORDINATE_ANGLE:
    return sn_counted_angle(from, v3_dot(r->axis[0], r->axis[1]), v3_dot(r->axis[2], r->axis[3]));
  case SN_COORDINATE_FORM:
    return v3_dot(r->gap, r->axis[0]);
  case SN_COORDINATE_LENGTH:
  case SN_COORDINATE_FUNCTION: /* joints have none of these */
  case SN_COORDINATE_GAP:
    break;
  }
  return v3_norm(r->gap);
}

static double rate_of(const sn_joint_coordinate *c, const reading *r)
{
  switch (c->kind->type) {
  case SN_COORDINATE_ANGLE: {
    const double co = v3_dot(r->axis[0], r->axis[1]), si = v3_dot(r->axis[2], r->axis[3]);
    const double co_rate = v3_dot(r->axis_rate[0], r->axis[1]) + v3_dot(r->axis[0], r->axis_rate[1]);
    const double si_rate = v3_dot(r->axis_rate[2], r->axis[3]) + v3_dot(r->axis[2], r->axis_rate[3]);
    return (co * si_rate - si * co_rate) / (co * co + si * si);
  }
  case SN_COORDINATE_FORM:
    return v3_dot(r->gap_rate, r->axis[0]) + v3_dot(r->gap, r->axis_rate[0]);
  case SN_COORDINATE_LENGTH:
  case SN_COORDINATE_FUNCTION:
  case SN_COORDINATE_GAP:
    break;
  }
  return v3_dot(r->gap, r->gap_rate) / v3_norm(r->gap);
}

double sn_coordinate_start(const sn_joint_coordinate *c, const sn_builder *b)
{
  const sn_coordinate_kind *k = c->kind;
  const sn_m3 a = sn_frame_axes(b, &c->a), d = sn_frame_axes(b, &c->b);
  reading r = {.gap = v3_sub(sn_frame_point(b, &c->b), sn_frame_point(b, &c->a))};
  if (k->type == SN_COORDINATE_ANGLE) {
    r.axis[0] = a.c[k->cosine[0]];
    r.axis[1] = d.c[k->cosine[1]];
    r.axis[2] = a.c[k->sine[0]];
    r.axis[3] = d.c[k->sine[1]];
  } else {
    r.axis[0] = c->side ? d.c[k->axis] : a.c[k->axis];
  }
  return value_of(c, &r, c->near);
}

void sn_coordinate_add(const sn_joint_coordinate *c, double coefficient, sn_builder *b)
{
  const sn_coordinate_kind *k = c->kind;
  if (k->type == SN_COORDINATE_ANGLE) {
    const int cosine = sn_form(b, 1, sn_axis_of(b, &c->a, k->cosine[0]), sn_axis_of(b, &c->b, k->cosine[1]), 0);
    sn_form(b, 1, sn_axis_of(b, &c->a, k->sine[0]), sn_axis_of(b, &c->b, k->sine[1]), 0);
    sn_coordinate_angle(b, cosine, coefficient);
    sn_coordinate_near(b, c->near);
    return;
  }
  const int gap = sn_between(b, &c->a, &c->b);
  if (k->type == SN_COORDINATE_FORM) {
    sn_coordinate_form(b, sn_form(b, 1, gap, sn_axis_of(b, c->side ? &c->b : &c->a, k->axis), 0), coefficient);
  } else {
    sn_coordinate_length(b, sn_form(b, 0.5, gap, gap, 0), coefficient);
  }
}

static reading read(const sn_joint_coordinate *c, const sn_observation *o)
{
  const sn_coordinate_kind *k = c->kind;
  reading r = {0};
  const sn_frame *frame[4] = {&c->a, &c->b, &c->a, &c->b};
  const int axis[4] = {k->cosine[0], k->cosine[1], k->sine[0], k->sine[1]};
  for (int i = 0; k->type == SN_COORDINATE_ANGLE && i < 4; i++) {
    r.axis[i] = sn_axis_in(frame[i], axis[i], o->q);
    r.axis_rate[i] = sn_axis_in(frame[i], axis[i], o->v);
  }
  if (k->type != SN_COORDINATE_ANGLE) {
    r.gap = v3_sub(sn_point_in(&c->b, o->q), sn_point_in(&c->a, o->q));
    r.gap_rate = v3_sub(sn_point_in(&c->b, o->v), sn_point_in(&c->a, o->v));
  }
  if (k->type == SN_COORDINATE_FORM) {
    r.axis[0] = sn_axis_in(c->side ? &c->b : &c->a, k->axis, o->q);
    r.axis_rate[0] = sn_axis_in(c->side ? &c->b : &c->a, k->axis, o->v);
  }
  return r;
}

void sn_coordinate_observe(const sn_joint_coordinate *c, const sn_observation *o, double *value, double *rate)
{
  SN_ASSERT(c->kind && c->internal < o->system->n_internal);
  const reading r = read(c, o);
  *value = value_of(c, &r, c->internal >= 0 ? o->internal[c->internal] : 0);
  *rate = rate_of(c, &r);
}

/* Pressure of a friction law: N = sqrt(sum weight s^2) over rows of a constraint block. */
static double pressure(const sn_rate_law *l, const sn_observation *o)
{
  double sum = 0;
  for (int k = 0; l->normal_block >= 0 && k < l->n_normal; k++) {
    const double s = o->stress[o->system->block[l->normal_block].stress + l->normal_form[k]];
    sum += l->normal_weight[k] * s * s;
  }
  return sqrt(sum);
}

/* What a law that follows signals gives along the coordinate. */
static double feedback(const sn_joint_coordinate *c, const sn_observation *o)
{
  SN_ASSERT(c->feedback >= 0 && c->feedback < o->system->n_block);
  const sn_block *b = o->system->block + c->feedback;
  double e[SN_MAX_COMPOSITE_FORMS], rate[SN_MAX_COMPOSITE_FORMS], at[1 + 2 * SN_MAX_COMPOSITE_FORMS];
  sn_forms(b, o->local, e);
  sn_form_speeds(b, o->local, o->v, rate);
  sn_feedback_arguments(b, &(sn_form_point){e, rate, o->internal, o->t}, at);
  return sn_expr_value(b->feedback->force[0], at);
}

double sn_coordinate_force(const sn_joint_coordinate *c, const sn_observation *o, sn_role role)
{
  double x, rate, sum = role == SN_ROLE_DAMPER && c->feedback >= 0 ? feedback(c, o) : 0, d[3];
  sn_coordinate_observe(c, o, &x, &rate);
  for (int k = 0; k < c->n_block; k++) {
    if (c->role[k] != role) {
      continue;
    }
    const sn_block *b = o->system->block + c->block[k];
    if (b->law->is_rate || (b->law->stores_energy && !(b->penalty > 0))) {
      const double normal = sn_normal_block(b) >= 0 ? pressure(b->rate, o) : 0;
      sum -= b->law->scalar_stress(b, &(sn_scalar_point){x, rate, normal, o->t, o->load, o->internal}, d);
    } else { /* a drive, exact or by a penalty, or a given force */
      sum -= o->stress[b->stress];
    }
  }
  return sum;
}
