/* parts/rigid.c -- mass properties and outputs of a triad: what bodies and moving bases share.
 * Theory:  omega = 1/2 sum d x d', its rate 1/2 sum d x d''; energy m v_c^2/2 + omega.I omega/2. Bodies by points: axes from the
 *          points, the missing ones completed; omega from the nearest triad.
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
      sn_error_why(error, p->shape.n > 0 ? "Its shape has neither density nor mass, so it is only drawn."
                                         : "It has neither a shape nor mass and inertia.");
      sn_error_fix(error,
                   p->shape.n > 0 ? "Give the shape a density, e.g. density = 7850 (steel), or the %s mass and inertia."
                                  : "Give it a shape, e.g. shape = box { size = { 1, 0.1, 0.1 }, density = 7850 }, or "
                                    "mass and inertia; what never moves is `ground`.",
                   item->kind->name);
      return SN_EINPUT;
    }
    if (isnan(p->inertia.c[0].x[0])) {
      sn_item_fail(item, SN_EINPUT, error, "%s '%s' has no inertia.", item->kind->name, item->name);
      sn_error_why(error, "A body rotates; its mass alone does not determine its inertia.");
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
  SN_REQUIRE(item->frozen != NULL, error);
  const sn_rigid *f = item->frozen;
  (void)b;
  if (f->n_point > 0 && (station >= 0 || station == SN_STATION_LAST)) {
    *out = f->by->point[station == SN_STATION_LAST ? f->n_point - 1 : station];
    return SN_OK;
  }
  if (f->completed > 0) {
    sn_item_fail(item, SN_EINPUT, error, "Body '%s' by %s points is held at its points.", item->name,
                 f->n_point == 3 ? "three" : "two");
    sn_error_why(error, "Its points give no frame that could carry a joint elsewhere.");
    sn_error_fix(error, "Name a point of it, %s:node(0) or another, or make it of four points.", item->name);
    return SN_EINPUT;
  }
  if (station > 0) {
    return sn_item_fail(item, SN_EINPUT, error, "%s '%s' has no node %d.", item->kind->name, item->name, station);
  }
  *out = f->frame;
  return SN_OK;
}

/* ---- where it is: of the sums of vectors, completed where points give fewer than three axes */

typedef struct {
  sn_v3 x, v, a;
  sn_m3 axes;
  sn_v3 spin, spin_rate;
} pose;

/* The smallest turn of the axes as drawn that brings the first one along e. */
static sn_m3 turned_along(sn_m3 drawn, sn_v3 e)
{
  const sn_v3 k = v3_cross(drawn.c[0], e);
  const double s = v3_norm(k), c = v3_dot(drawn.c[0], e);
  sn_m3 out = {{e, drawn.c[1], v3_scale(c < 0 ? -1 : 1, drawn.c[2])}};
  if (s > 0) {
    const sn_m3 r = sn_rotation_axis_angle(k, atan2(s, c));
    out.c[1] = m3_mul(r, drawn.c[1]);
    out.c[2] = m3_mul(r, drawn.c[2]);
  }
  return out;
}

/* Axes of the points, with the rates of rotation that belong to them. v, a NULL: place alone. */
static void complete(const sn_rigid *f, const sn_v3 *q, const sn_v3 *v, const sn_v3 *a, pose *p)
{
  sn_m3 d = sn_axes_in(&f->frame, q);
  const sn_m3 r = v ? sn_axes_in(&f->frame, v) : (sn_m3){0}, s = a ? sn_axes_in(&f->frame, a) : (sn_m3){0};
  if (f->completed == 2) {
    const double l2 = v3_dot(d.c[0], d.c[0]);
    p->axes = turned_along(f->by->drawn, v3_unit(d.c[0]));
    p->spin = v3_scale(1 / l2, v3_cross(d.c[0], r.c[0]));
    p->spin_rate = v3_scale(1 / l2, v3_cross(d.c[0], s.c[0]));
    return;
  }
  sn_m3 rate = r, second = s;
  if (f->completed == 1) {
    d.c[2] = v3_cross(d.c[0], d.c[1]);
    rate.c[2] = v3_add(v3_cross(r.c[0], d.c[1]), v3_cross(d.c[0], r.c[1]));
    second.c[2] =
        v3_add(v3_add(v3_cross(s.c[0], d.c[1]), v3_cross(d.c[0], s.c[1])), v3_scale(2, v3_cross(r.c[0], r.c[1])));
  }
  if (f->n_point > 0) { /* where their distances give way, the axes are nearly orthonormal */
    sn_orthonormal(d.c, 3);
  }
  p->axes = d;
  p->spin = sn_spin(d.c, rate.c);
  p->spin_rate = sn_spin(d.c, second.c); /* omega = 1/2 sum d x d', hence omega' = 1/2 sum d x d'' */
}

static pose pose_at(const sn_rigid *f, const sn_v3 *q, const sn_v3 *v, const sn_v3 *a)
{
  pose p = {.x = sn_point_in(&f->frame, q)};
  p.v = v ? sn_point_in(&f->frame, v) : p.v;
  p.a = a ? sn_point_in(&f->frame, a) : p.a;
  complete(f, q, v, a, &p);
  if (f->completed > 0) {
    const sn_v3 arm = m3_mul(p.axes, f->by->shift), w = v3_cross(p.spin, arm);
    p.x = v3_add(p.x, arm);
    p.v = v3_add(p.v, w);
    p.a = v3_add(p.a, v3_add(v3_cross(p.spin_rate, arm), v3_cross(p.spin, w)));
    p.axes = m3_mul3(p.axes, f->by->turn);
  }
  return p;
}

static pose pose_of(const sn_observation *o, const void *data)
{
  return pose_at(data, o->q, o->v, o->a);
}

void sn_rigid_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  const sn_rigid *f = item->frozen;
  const pose p = pose_at(f, q, NULL, NULL);
  *out = (sn_own_mass){.mass = f->mass, .own_axes = 1, .centre = v3_add(p.x, m3_mul(p.axes, f->center))};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out->inertia[i][j] = f->inertia[i][j];
    }
  }
}

static void position(const sn_observation *o, const void *data, double *out)
{
  v3_put(pose_of(o, data).x, out);
}
static void velocity(const sn_observation *o, const void *data, double *out)
{
  v3_put(pose_of(o, data).v, out);
}
static void acceleration(const sn_observation *o, const void *data, double *out)
{
  v3_put(pose_of(o, data).a, out);
}
static void center(const sn_observation *o, const void *data, double *out)
{
  const pose p = pose_of(o, data);
  v3_put(v3_add(p.x, m3_mul(p.axes, ((const sn_rigid *)data)->center)), out);
}
static void orientation(const sn_observation *o, const void *data, double *out)
{
  sn_quaternion_of(pose_of(o, data).axes, out);
}
static void angular_velocity(const sn_observation *o, const void *data, double *out)
{
  v3_put(pose_of(o, data).spin, out);
}
static void angular_velocity_body(const sn_observation *o, const void *data, double *out)
{
  const pose p = pose_of(o, data);
  v3_put(m3_tmul(p.axes, p.spin), out);
}
static void angular_acceleration(const sn_observation *o, const void *data, double *out)
{
  v3_put(pose_of(o, data).spin_rate, out);
}
static void kinetic_energy(const sn_observation *o, const void *data, double *out)
{
  const sn_rigid *f = data;
  const pose p = pose_of(o, f);
  const sn_v3 v = v3_add(p.v, v3_cross(p.spin, m3_mul(p.axes, f->center))), w = m3_tmul(p.axes, p.spin);
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
