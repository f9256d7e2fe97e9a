/* parts/rigid.c -- mass properties and outputs of a triad: what bodies and moving bases share.
 * Theory:  omega = 1/2 sum d x d', its rate 1/2 sum d x d''; energy m v_c^2/2 + omega.I omega/2.
 * Tests:   tests/parts/test_parts.c
 */
#include "parts/rigid.h"

#include "math/rotation.h"
#include "model/model.h"

/* inertia about the centre of mass from that about a point p (Steiner): J_c = J_p - m (d.d 1 - d d^T), d = p - c */
static void about_centre(const sn_mass_fields *p, sn_rigid *f)
{
  const sn_v3 d = v3_sub(sn_vector_or(p->inertia_at, f->center), f->center);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const double steiner = (i == j ? v3_dot(d, d) : 0) - d.x[i] * d.x[j];
      f->inertia[i][j] = p->inertia.c[j].x[i] - f->mass * steiner;
    }
  }
}

sn_status sn_rigid_mass(const sn_item *item, const sn_mass_fields *p, int needed, sn_rigid *f, sn_error *error)
{
  double mass = 0;
  sn_shapes_mass(&p->shape, &mass, &f->center, f->inertia);
  const int numbers =
      !isnan(p->mass) || !isnan(p->inertia.c[0].x[0]) || !isnan(p->center.x[0]) || !isnan(p->inertia_at.x[0]);
  if (mass > 0) {
    f->mass = mass;
    if (numbers) {
      sn_item_fail(item, SN_EINPUT, error, "The mass of '%s' is given twice.", item->name);
      sn_error_why(error,
                   "Its shapes have a density or mass (together %g kg), and mass, center or "
                   "inertia are given as well.",
                   mass);
      sn_error_fix(error, "Remove density and mass from the shapes, or the numbers from the body.");
      return SN_EINPUT;
    }
  } else {
    if (isnan(p->mass) && !needed && !numbers) {
      return SN_OK;
    }
    if (isnan(p->mass)) {
      sn_item_fail(item, SN_EINPUT, error, "%s '%s' has no mass.", item->kind->name, item->name);
      sn_error_fix(error, "Give mass and inertia, or a shape with density or mass.");
      return SN_EINPUT;
    }
    if (isnan(p->inertia.c[0].x[0])) {
      sn_item_fail(item, SN_EINPUT, error, "%s '%s' has no inertia.", item->kind->name, item->name);
      sn_error_why(error, "A body turns; its mass alone does not say how hard that is.");
      sn_error_fix(error,
                   "Give inertia = {xx, yy, zz} about its center, or a shape with mass = %g; "
                   "a mass that does not turn is a point.",
                   p->mass);
      return SN_EINPUT;
    }
    f->mass = p->mass;
    f->center = sn_vector_or(p->center, v3(0, 0, 0));
    about_centre(p, f);
  }
  double principal[3];
  const sn_status status = sn_check_inertia((const double(*)[3])f->inertia, principal, error);
  if (status != SN_OK) {
    if (!isnan(p->inertia_at.x[0])) {
      sn_error_why(error, "Carried from `inertia_at` to the centre of mass it is {%.6g, %.6g, %.6g} on the diagonal.",
                   f->inertia[0][0], f->inertia[1][1], f->inertia[2][2]);
    }
    sn_error_where(error, "%s, %s '%s'", item->where ? item->where : "model", item->kind->name, item->name);
  }
  return status;
}

void sn_rigid_draw(sn_item *item, const sn_mass_fields *p, const sn_rigid *f, sn_builder *b)
{
  for (int k = 0; k < p->shape.n; k++) {
    const sn_shape *s = p->shape.shape + k;
    const sn_frame at = sn_frame_local(b, &f->frame, s->at, s->axes);
    sn_draw_shape(item, b, s, &at);
  }
}

sn_status sn_rigid_attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  (void)b;
  if (station > 0) {
    return sn_item_fail(item, SN_EINPUT, error, "%s '%s' has no node %d.", item->kind->name, item->name, station);
  }
  *out = ((const sn_rigid *)item->frozen)->frame;
  return SN_OK;
}

void sn_rigid_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  const sn_rigid *f = item->frozen;
  *out = (sn_own_mass){.mass = f->mass, .own_axes = 1};
  out->centre = v3_add(sn_point_in(&f->frame, q), m3_mul(sn_axes_in(&f->frame, q), f->center));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out->inertia[i][j] = f->inertia[i][j];
    }
  }
}

static void position(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(&((const sn_rigid *)data)->frame, o->q), out);
}
static void velocity(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(&((const sn_rigid *)data)->frame, o->v), out);
}
static void acceleration(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(&((const sn_rigid *)data)->frame, o->a), out);
}
static void center(const sn_observation *o, const void *data, double *out)
{
  const sn_rigid *f = data;
  v3_put(v3_add(sn_point_in(&f->frame, o->q), m3_mul(sn_axes_in(&f->frame, o->q), f->center)), out);
}
static void orientation(const sn_observation *o, const void *data, double *out)
{
  sn_quaternion_of(sn_axes_in(&((const sn_rigid *)data)->frame, o->q), out);
}
static sn_v3 spin(const sn_observation *o, const sn_rigid *f)
{
  const sn_m3 d = sn_axes_in(&f->frame, o->q), rate = sn_axes_in(&f->frame, o->v);
  return sn_spin(d.c, rate.c);
}
static void angular_velocity(const sn_observation *o, const void *data, double *out)
{
  v3_put(spin(o, data), out);
}
static void angular_velocity_body(const sn_observation *o, const void *data, double *out)
{
  v3_put(m3_tmul(sn_axes_in(&((const sn_rigid *)data)->frame, o->q), spin(o, data)), out);
}
/* omega = 1/2 sum d x d', hence omega' = 1/2 sum d x d'' */
static void angular_acceleration(const sn_observation *o, const void *data, double *out)
{
  const sn_m3 d = sn_axes_in(&((const sn_rigid *)data)->frame, o->q),
              rate = sn_axes_in(&((const sn_rigid *)data)->frame, o->a);
  v3_put(sn_spin(d.c, rate.c), out);
}
static void kinetic_energy(const sn_observation *o, const void *data, double *out)
{
  const sn_rigid *f = data;
  const sn_v3 v = v3_add(sn_point_in(&f->frame, o->v), m3_mul(sn_axes_in(&f->frame, o->v), f->center));
  const sn_v3 w = m3_tmul(sn_axes_in(&f->frame, o->q), spin(o, f));
  double sum = f->mass * v3_dot(v, v);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      sum += f->inertia[i][j] * w.x[i] * w.x[j];
    }
  }
  out[0] = sum / 2;
}

const sn_output sn_rigid_outputs[] = {
    {"position", "m", 3, "position of the origin", position, 0},
    {"velocity", "m/s", 3, "velocity of the origin", velocity, 0},
    {"acceleration", "m/s^2", 3, "acceleration of the origin", acceleration, 0},
    {"center", "m", 3, "position of the centre of mass", center, 0},
    {"orientation", "", 4, "quaternion of the body axes, scalar first", orientation, 0},
    {"angular_velocity", "rad/s", 3, "angular velocity, ground axes", angular_velocity, 0},
    {"angular_velocity_body", "rad/s", 3, "angular velocity, body axes", angular_velocity_body, 0},
    {"angular_acceleration", "rad/s^2", 3, "angular acceleration, ground axes", angular_acceleration, 0},
    {"kinetic_energy", "J", 1, "kinetic energy", kinetic_energy, 0},
    {0}};
