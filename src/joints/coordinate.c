/* joints/coordinate.c -- scalar coordinates between two frames: angle, displacement, length.
 * What:    which products of vectors of the two frames a coordinate reads: as forms of blocks, and as numbers of an observation. What it makes
 *          of them is system/composite.c.
 * Tests:   tests/joints/test_pairs.c
 */
#include "joints/joint.h"
#include "system/kernel.h"

enum { GAP = -1 };

/* A coordinate reads one or two products of vectors of its two frames: the gap between their points, or an axis of one of them. */
typedef struct {
  const sn_frame *frame[2]; /* of the axes */
  int axis[2];              /* 0 .. 2, or GAP */
} product;

/* Angle: cosine and sine. Displacement: gap.axis. Length: gap.gap, to be halved. Returns how many. */
static int products_of(const sn_joint_coordinate *c, product out[2])
{
  const sn_coordinate_kind *k = c->kind;
  if (k->type == SN_COORDINATE_ANGLE) {
    out[0] = (product){{&c->a, &c->b}, {k->cosine[0], k->cosine[1]}};
    out[1] = (product){{&c->a, &c->b}, {k->sine[0], k->sine[1]}};
    return 2;
  }
  SN_ASSERT(k->type == SN_COORDINATE_FORM || k->type == SN_COORDINATE_LENGTH);
  const sn_frame *on = c->side ? &c->b : &c->a;
  out[0] = (product){{on, on}, {GAP, k->type == SN_COORDINATE_FORM ? k->axis : GAP}};
  return 1;
}

static double factor_of(const sn_joint_coordinate *c)
{
  return c->kind->type == SN_COORDINATE_LENGTH ? 0.5 : 1;
}

/* in: q or v of all vectors */
static sn_v3 vector_in(const sn_joint_coordinate *c, const product *p, int which, const sn_v3 *in)
{
  return p->axis[which] == GAP ? v3_sub(sn_point_in(&c->b, in), sn_point_in(&c->a, in))
                               : sn_axis_in(p->frame[which], p->axis[which], in);
}

static sn_v3 vector_at_start(const sn_joint_coordinate *c, const product *p, int which, const sn_builder *b)
{
  return p->axis[which] == GAP ? v3_sub(sn_frame_point(b, &c->b), sn_frame_point(b, &c->a))
                               : sn_frame_axes(b, p->frame[which]).c[p->axis[which]];
}

double sn_coordinate_start(const sn_joint_coordinate *c, const sn_builder *b)
{
  product p[2];
  double e[2] = {0};
  for (int i = 0, n = products_of(c, p); i < n; i++) {
    e[i] = factor_of(c) * v3_dot(vector_at_start(c, p + i, 0, b), vector_at_start(c, p + i, 1, b));
  }
  return sn_coordinate_value(c->kind->type, e, c->near);
}

void sn_coordinate_add(const sn_joint_coordinate *c, double coefficient, sn_builder *b)
{
  product p[2];
  const int n = products_of(c, p), gap = p->axis[0] == GAP ? sn_between(b, &c->a, &c->b) : -1;
  int form[2];
  for (int i = 0; i < n; i++) {
    int of[2];
    for (int k = 1; k >= 0; k--) {
      of[k] = p[i].axis[k] == GAP ? gap : sn_axis_of(b, p[i].frame[k], p[i].axis[k]);
    }
    form[i] = sn_form(b, factor_of(c), of[0], of[1], 0);
  }
  if (c->kind->type == SN_COORDINATE_ANGLE) {
    sn_coordinate_angle(b, form[0], coefficient);
    sn_coordinate_near(b, c->near);
  } else if (c->kind->type == SN_COORDINATE_FORM) {
    sn_coordinate_form(b, form[0], coefficient);
  } else {
    sn_coordinate_length(b, form[0], coefficient);
  }
}

void sn_coordinate_observe(const sn_joint_coordinate *c, const sn_observation *o, double *value, double *rate)
{
  product p[2];
  double e[2] = {0}, speed[2] = {0};
  SN_ASSERT(c->kind && c->internal < o->system->n_internal);
  for (int i = 0, n = products_of(c, p); i < n; i++) {
    const sn_v3 u = vector_in(c, p + i, 0, o->q), v = vector_in(c, p + i, 1, o->q);
    const sn_v3 du = vector_in(c, p + i, 0, o->v), dv = vector_in(c, p + i, 1, o->v);
    e[i] = factor_of(c) * v3_dot(u, v);
    speed[i] = factor_of(c) * (v3_dot(du, v) + v3_dot(u, dv));
  }
  *value = sn_coordinate_value(c->kind->type, e, c->internal >= 0 ? o->internal[c->internal] : 0);
  *rate = sn_coordinate_rate(c->kind->type, e, speed);
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
