/* parts/body.c -- rigid body: a triad with mass, centre of mass and inertia.
 * What:    mass properties are given (mass, center, inertia) or come from shapes with density or mass.
 * Theory:  x = centre of mass, d1, d2, d3 = principal axes; constant mass m and Euler tensor tr(I)/2 - I, diagonal there
 *          (docs/theory.md, vectors, nodes, mass). What users see is a frame at `at` along the body axes. No forms.
 *          Of points instead: body_points.c.
 * Limits:  a mass is needed; a body without any belongs to another one's shape.
 * Tests:   tests/parts/test_parts.c
 */
#include <stddef.h>

#include "math/principal.h"
#include "model/model.h"
#include "parts/body.h"

static sn_status check_spin(const sn_item *item, const sn_body *p, sn_error *error)
{
  if (isnan(p->angular_velocity.x[0]) || isnan(p->angular_velocity_body.x[0])) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Body '%s' has its angular velocity given twice.", item->name);
  sn_error_fix(error, "Keep angular_velocity (ground axes) or angular_velocity_body.");
  return SN_EINPUT;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const sn_body *p = item->param;
  sn_rigid *f = SN_NEW(sn_builder_arena(b), sn_rigid, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_rigid_mass(item, &p->mass, 1, f, error));
  SN_TRY(check_spin(item, p, error));
  item->frozen = f;
  if (p->points.n > 0) {
    return sn_body_by_points(item, p, f, b, error);
  }
  const sn_m3 turn = isnan(p->orientation.c[0].x[0]) ? m3_identity() : p->orientation;
  const sn_m3 r = sn_start_axes(item, sn_drawn_axes(item, turn));
  const sn_v3 zero = v3(0, 0, 0);
  const sn_v3 x = sn_start_point(item, sn_drawn_point(item, sn_vector_or(p->at, zero)));
  const sn_v3 v = sn_drawn_direction(item, sn_vector_or(p->velocity, zero));
  sn_v3 omega = sn_drawn_direction(item, sn_vector_or(p->angular_velocity, zero));
  if (!isnan(p->angular_velocity_body.x[0])) {
    omega = sn_drawn_direction(item, m3_mul(turn, p->angular_velocity_body));
  }
  /* the node sits at the centre of mass along the principal axes: diagonal mass, and a flat or slender body has directors
     without mass, not a singular mass matrix */
  double principal[3], inertia[3][3] = {{0}};
  sn_m3 axes, back;
  sn_principal((const double(*)[3])f->inertia, principal, &axes);
  for (int i = 0; i < 3; i++) {
    inertia[i][i] = principal[i];
    for (int j = 0; j < 3; j++) {
      back.c[i].x[j] = axes.c[j].x[i];
    }
  }
  const sn_v3 arm = m3_mul(r, f->center), spin = sn_start_spin(item, omega);
  const sn_v3 v_c = v3_add(sn_start_velocity(item, x, v), v3_cross(spin, arm));
  const sn_frame node = sn_node_frame(b, sn_add_triad(b, v3_add(x, arm), v_c, m3_mul3(r, axes), spin));
  sn_add_rigid_mass(b, &node, f->mass, zero, (const double(*)[3])inertia);
  f->frame = sn_frame_local(b, &node, v3_scale(-1, m3_mul(back, f->center)), back);
  sn_rigid_draw(item, &p->mass, f, b);
  return SN_OK;
}

static int stations(const sn_item *item)
{
  return ((const sn_body *)item->param)->points.n;
}

static int drawn(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes)
{
  const sn_body *p = item->param;
  if (p->points.n > 0 && station != SN_STATION_SELF) {
    *axes = m3_identity();
    return sn_body_point_drawn(item, &p->points, station == SN_STATION_LAST ? p->points.n - 1 : station, x);
  }
  *x = sn_drawn_point(item, sn_vector_or(p->at, v3(0, 0, 0)));
  *axes = sn_drawn_axes(item, isnan(p->orientation.c[0].x[0]) ? m3_identity() : p->orientation);
  return 1;
}

static const sn_shapes *shapes(const sn_item *item)
{
  const sn_body *p = item->param;
  return p->touches.n > 0 ? &p->touches : &p->mass.shape;
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "origin of the body axes (default 0)", SN_MEMBER(sn_body, at)},
    {"orientation", SN_ORIENTATION, "", "body axes as drawn (default: those of the drawing)",
     SN_MEMBER(sn_body, orientation)},
    {"velocity", SN_VECTOR, "m/s", "initial velocity of the origin (default 0)", SN_MEMBER(sn_body, velocity)},
    {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity, ground axes (default 0)",
     SN_MEMBER(sn_body, angular_velocity)},
    {"angular_velocity_body", SN_VECTOR, "rad/s", "initial angular velocity, body axes",
     SN_MEMBER(sn_body, angular_velocity_body)},
    {"points", SN_NODES, "m",
     "makes it of four points, three (a plate) or two (a rod) at fixed distances: places as drawn, or points of other "
     "parts and of the ground, which it shares with them",
     SN_MEMBER(sn_body, points)},
    SN_MASS_INPUTS(sn_body, mass),
    {"contact_shape", SN_SHAPES, "", "what touches in its place: a shape or a list; no mass, no picture",
     SN_MEMBER(sn_body, touches)},
    {0}};

const sn_kind sn_kind_body = {.name = "body",
                              .help = "A rigid body: origin, axes, mass, centre of mass, inertia.",
                              .class = SN_CLASS_PART,
                              .inputs = inputs,
                              .param_size = sizeof(sn_body),
                              .freeze = freeze,
                              .reports = {.outputs = sn_rigid_outputs},
                              .part = {.attach = sn_rigid_attach,
                                       .stations = stations,
                                       .drawn = drawn,
                                       .place_text = "centre of mass",
                                       .mass = sn_rigid_own_mass,
                                       .shapes = shapes}};
