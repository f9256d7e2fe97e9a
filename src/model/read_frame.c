/* model/read_frame.c -- readers of fields that place things: orientations, frames on one side of a joint, shapes.
 * What:    an orientation is a matrix or made by axis_angle, quaternion, euler or directions; each way is a table row.
 * Tests:   tests/model/test_fields.c, tests/model/test_shape.c, tests/language/test_mistakes.c.
 */
#include <string.h>

#include "math/rotation.h"
#include "model/fields.h"

/* ---- orientations: each way of writing one is a row of the table `makers` */

typedef struct {
  sn_v3 axis;
  double angle;
} axis_angle;
static const sn_input axis_angle_inputs[] = {
    {"axis", SN_VECTOR, "", "direction of the axis", SN_MEMBER(axis_angle, axis), .required = 1},
    {"angle", SN_NUMBER, "rad", "angle about it", SN_MEMBER(axis_angle, angle), .required = 1},
    {0}};

static sn_status from_axis_angle(const sn_reading *r, const sn_value *v, sn_m3 *out)
{
  axis_angle p;
  SN_TRY(sn_fill_level(r, axis_angle_inputs, &p, NULL, NULL, v));
  if (!(v3_norm(p.axis) > 0)) {
    sn_wrong_value(r, v, "has an axis of length zero.");
    sn_error_fix(r->error, "Give the axis a direction, for example axis_angle({0, 0, 1}, deg(30)).");
    return SN_EINPUT;
  }
  *out = sn_rotation_axis_angle(p.axis, p.angle);
  return SN_OK;
}

typedef struct {
  double q[4];
} quaternion;
static const sn_input quaternion_inputs[] = {
    {"q0", SN_NUMBER, "", "scalar part", SN_MEMBER(quaternion, q), .required = 1},
    {"q1", SN_NUMBER, "", "x part", SN_MEMBER(quaternion, q) + sizeof(double), .required = 1},
    {"q2", SN_NUMBER, "", "y part", SN_MEMBER(quaternion, q) + 2 * sizeof(double), .required = 1},
    {"q3", SN_NUMBER, "", "z part", SN_MEMBER(quaternion, q) + 3 * sizeof(double), .required = 1},
    {0}};

static sn_status from_quaternion(const sn_reading *r, const sn_value *v, sn_m3 *out)
{
  quaternion p;
  SN_TRY(sn_fill_level(r, quaternion_inputs, &p, NULL, NULL, v));
  const double size = sqrt(p.q[0] * p.q[0] + p.q[1] * p.q[1] + p.q[2] * p.q[2] + p.q[3] * p.q[3]);
  if (!(fabs(size - 1) <= 1e-6)) {
    sn_wrong_value(r, v, "is a quaternion of length %.10g, not 1.", size);
    sn_error_why(r->error, "The order is scalar first: quaternion(q0, q1, q2, q3).");
    sn_error_fix(r->error, "Divide the four numbers by their length.");
    return SN_EINPUT;
  }
  *out = sn_rotation_quaternion(p.q);
  return SN_OK;
}

typedef struct {
  const char *sequence;
  double angle[3];
} euler;
static const sn_input euler_inputs[] = {
    {"sequence", SN_TEXT, "", "three letters, e.g. zyx", SN_MEMBER(euler, sequence), .required = 1},
    {"a", SN_NUMBER, "rad", "first angle", SN_MEMBER(euler, angle), .required = 1},
    {"b", SN_NUMBER, "rad", "second angle", SN_MEMBER(euler, angle) + sizeof(double), .required = 1},
    {"c", SN_NUMBER, "rad", "third angle", SN_MEMBER(euler, angle) + 2 * sizeof(double), .required = 1},
    {0}};

static sn_status from_euler(const sn_reading *r, const sn_value *v, sn_m3 *out)
{
  euler p;
  SN_TRY(sn_fill_level(r, euler_inputs, &p, NULL, NULL, v));
  if (!sn_euler_sequence_good(p.sequence)) {
    sn_wrong_value(r, v, "has \"%.20s\" as its sequence of axes.", p.sequence);
    sn_error_why(r->error, "A sequence has three letters of x, y, z, neighbours different.");
    sn_error_fix(r->error, "Write for example euler(\"zyx\", yaw, pitch, roll).");
    return SN_EINPUT;
  }
  *out = sn_rotation_euler(p.sequence, p.angle);
  return SN_OK;
}

typedef struct {
  sn_v3 d[3];
} directions;
static const sn_input directions_inputs[] = {
    {"x", SN_VECTOR, "", "direction of the x axis", .offset = 0},
    {"y", SN_VECTOR, "", "direction of the y axis", .offset = sizeof(sn_v3)},
    {"z", SN_VECTOR, "", "direction of the z axis", .offset = 2 * sizeof(sn_v3)},
    {0}};

static sn_status from_directions(const sn_reading *r, const sn_value *v, sn_m3 *out)
{
  directions p;
  sn_fields_defaults(directions_inputs, &p);
  SN_TRY(sn_fill_level(r, directions_inputs, &p, NULL, NULL, v));
  int given[3], n = 0;
  for (int k = 0; k < 3; k++) {
    if (!isnan(p.d[k].x[0])) {
      given[n++] = k;
    }
  }
  if (n != 2) {
    sn_wrong_value(r, v, "needs two directions out of x, y, z, but got %d.", n);
    sn_error_why(r->error, "The first is kept, the second gives the plane; the third follows.");
    sn_error_fix(r->error, "Write for example directions { x = {1, 1, 0}, z = {0, 0, 1} }.");
    return SN_EINPUT;
  }
  if (!sn_rotation_two_directions(given[0], p.d[given[0]], given[1], p.d[given[1]], out)) {
    sn_wrong_value(r, v, "has two parallel directions, or one of length zero.");
    sn_error_fix(r->error, "Give two directions that span a plane.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status from_matrix(const sn_reading *r, const sn_input *in, const sn_value *v, sn_m3 *out)
{
  double row[3][3];
  SN_TRY(sn_read_rows(r, in, v, row));
  sn_m3 m;
  for (int j = 0; j < 3; j++) {
    m.c[j] = v3(row[0][j], row[1][j], row[2][j]);
  }
  const double defect = sn_rotation_defect(m);
  if (!(defect <= 1e-6)) {
    sn_wrong_value(r, v, "is not a rotation matrix: it is off by %.3g.", defect);
    sn_error_why(r->error, "Its columns must have length 1, be perpendicular, and form a right-handed triad.");
    sn_error_fix(r->error, "Use axis_angle, quaternion, euler or directions, which are always right.");
    return SN_EINPUT;
  }
  sn_rotation_two_directions(0, m.c[0], 1, m.c[1], out); /* orthonormal to the last bit */
  return SN_OK;
}

sn_status sn_read_orientation(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  static const struct {
    const char *maker;
    sn_status (*read)(const sn_reading *r, const sn_value *v, sn_m3 *out);
  } makers[] = {{"axis_angle", from_axis_angle},
                {"quaternion", from_quaternion},
                {"euler", from_euler},
                {"directions", from_directions}};
  if (v->type == SN_VALUE_LIST && v->n == 3) {
    return from_matrix(r, in, v, to);
  }
  for (size_t k = 0; v->type == SN_VALUE_RECORD && v->maker && k < sizeof makers / sizeof makers[0]; k++) {
    if (strcmp(makers[k].maker, v->maker) == 0) {
      return makers[k].read(r, v, to);
    }
  }
  return sn_wrong_type(r, in, v, "an orientation (3x3 matrix, axis_angle, quaternion, euler or directions)",
                       "axis_angle({0, 0, 1}, deg(30))");
}

/* ---- frames on one side of a joint */

typedef struct {
  sn_v3 at, axis, x;
  sn_m3 orientation;
} side;
static const sn_input side_inputs[] = {
    {"at", SN_VECTOR, "m", "origin, in axes of the part", SN_MEMBER(side, at)},
    {"axis", SN_VECTOR, "", "z axis of the joint, in axes of the part", SN_MEMBER(side, axis)},
    {"x", SN_VECTOR, "", "x axis of the joint, in axes of the part", SN_MEMBER(side, x)},
    {"orientation", SN_ORIENTATION, "", "axes of the joint, in axes of the part", SN_MEMBER(side, orientation)},
    {0}};

sn_status sn_read_side(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  sn_side *out = to;
  side p;
  if (v->type != SN_VALUE_RECORD || v->maker) {
    return sn_wrong_type(r, in, v, "a frame in the part's own coordinates", "{ at = {0, 0, 0}, axis = {0, 0, 1} }");
  }
  sn_fields_defaults(side_inputs, &p);
  SN_TRY(sn_fill_level(r, side_inputs, &p, NULL, NULL, v));
  const int axis = !isnan(p.axis.x[0]), x = !isnan(p.x.x[0]), whole = !isnan(p.orientation.c[0].x[0]);
  *out = (sn_side){.given = 1,
                   .at = v3(0, 0, 0),
                   .axes = m3_identity(),
                   .has_at = !isnan(p.at.x[0]),
                   .has_axes = axis || x || whole};
  if (out->has_at) {
    out->at = p.at;
  }
  if (whole && (axis || x)) {
    sn_wrong_value(r, v, "has an orientation and an axis as well.");
    sn_error_fix(r->error, "Give either orientation, or axis and x.");
    return SN_EINPUT;
  }
  if ((axis && !(v3_norm(p.axis) > 0)) || (x && !(v3_norm(p.x) > 0))) {
    sn_wrong_value(r, v, "has an axis of length zero.");
    sn_error_fix(r->error, "Give the axis a direction.");
    return SN_EINPUT;
  }
  if (whole) {
    out->axes = p.orientation;
  } else if (axis && x) {
    if (!sn_rotation_two_directions(2, p.axis, 0, p.x, &out->axes)) {
      sn_wrong_value(r, v, "has x and axis parallel.");
      sn_error_fix(r->error, "Give x a direction across the axis.");
      return SN_EINPUT;
    }
  } else if (axis) {
    out->axes = sn_rotation_along(p.axis);
  } else if (x) {
    sn_rotation_two_directions(0, p.x, 2, fabs(v3_unit(p.x).x[2]) < 0.9 ? v3(0, 0, 1) : v3(0, 1, 0), &out->axes);
  }
  return SN_OK;
}

/* ---- shapes */

typedef struct {
  sn_shape shape; /* first: the tables of the shapes have offsets into it */
  sn_v3 axis;
  sn_m3 orientation;
} shape_fields;
static const sn_input shape_place[] = {
    {"axis", SN_VECTOR, "", "its axis in the body: \"x\", \"y\", \"z\" or a vector", SN_MEMBER(shape_fields, axis)},
    {"orientation", SN_ORIENTATION, "", "its axes in the body", SN_MEMBER(shape_fields, orientation)},
    {0}};

static sn_status read_shape(const sn_reading *r, const sn_input *in, const sn_value *v, sn_shape *out)
{
  const sn_shape_kind *kind = NULL;
  for (int k = 0; v->type == SN_VALUE_RECORD && v->maker && sn_shape_kinds[k]; k++) {
    if (strcmp(sn_shape_kinds[k]->name, v->maker) == 0) {
      kind = sn_shape_kinds[k];
    }
  }
  if (!kind) {
    return sn_wrong_type(r, in, v, "a shape (box, cylinder, sphere, tube, cone, slender, mesh) or a list of shapes",
                         "box { size = {1, 0.1, 0.1}, density = 7850 }");
  }
  sn_reading here = *r;
  here.what = sn_arena_format(r->arena, "%s in %s", kind->name, r->what);
  if (!here.what) {
    return sn_no_memory(r->error, "the model");
  }
  here.path[0] = '\0';
  shape_fields p;
  memset(&p, 0, sizeof p);
  sn_fields_defaults(kind->inputs, &p);
  sn_fields_defaults(shape_place, &p);
  static const sn_material_use of_material[] = {{"density", "density", "mass", NULL, NULL}, {0}};
  const sn_value *fields;
  SN_TRY(sn_material_fill(&here, of_material, v, &fields));
  SN_TRY(sn_fill_level(&here, kind->inputs, &p, shape_place, &p, fields));
  *out = p.shape;
  out->kind = kind;
  out->axes = isnan(p.orientation.c[0].x[0]) ? m3_identity() : p.orientation;
  if (isnan(out->at.x[0])) {
    out->at = v3(0, 0, 0);
  }
  if (!isnan(out->density) && !isnan(out->mass)) {
    sn_failf(r->error, SN_EINPUT, "%s has both a density and a mass.", here.what);
    sn_error_fix(r->error, "Give one of them.");
    sn_error_where(r->error, "%s", v->where ? v->where : r->where);
    return SN_EINPUT;
  }
  if (!isnan(p.axis.x[0])) {
    if (!(v3_norm(p.axis) > 0)) {
      sn_wrong_value(&here, v, "axis has length zero.");
      return SN_EINPUT;
    }
    /* the shape's own axis is its x: a cyclic change of columns keeps the triad right-handed */
    const sn_m3 along = sn_rotation_along(p.axis);
    out->axes = m3_mul3(out->axes, (sn_m3){{along.c[2], along.c[0], along.c[1]}});
  }
  if (kind->check) {
    sn_error e = {0};
    if (kind->check(out, &e) != SN_OK) {
      sn_failf(r->error, SN_EINPUT, "%s: %s", here.what, e.what);
      sn_error_why(r->error, "%s", e.why);
      sn_error_fix(r->error, "%s", e.fix);
      sn_error_where(r->error, "%s", v->where ? v->where : r->where);
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

sn_status sn_read_shapes(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  const int n = v->type == SN_VALUE_LIST ? v->n : 1;
  if (n == 0) {
    return sn_wrong_type(r, in, v, "a shape (box, cylinder, sphere, tube, cone, slender, mesh) or a list of shapes",
                         "box { size = {1, 0.1, 0.1}, density = 7850 }");
  }
  sn_shape *shape = SN_NEW(r->arena, sn_shape, n);
  if (!shape) {
    return sn_no_memory(r->error, "the model");
  }
  for (int k = 0; k < n; k++) {
    SN_TRY(read_shape(r, in, v->type == SN_VALUE_LIST ? v->entry + k : v, shape + k));
  }
  *(sn_shapes *)to = (sn_shapes){.n = n, .shape = shape};
  return SN_OK;
}
