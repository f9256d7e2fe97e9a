/* joints/lower.c -- the table of the lower pairs and of the joints like them [BBT section 4, Table 1].
 * What:    a joint is a row: which translations and rotations are locked, which coordinates it has, what users may
 *          write and read. The rows themselves are made by pair.c. A new joint of this sort is a new row.
 * Tests:   tests/joints/test_pairs.c walks the table.
 */
#include <stddef.h>

#include "joints/joint.h"

/* ---- coordinates: right-handed about, along the axis of the first part; the second relative to the first */
static const sn_coordinate_kind angle_z = {
    .name = "angle", .type = SN_COORDINATE_ANGLE, .cosine = {0, 0}, .sine = {1, 0}, .axis = 2};
static const sn_coordinate_kind angle_a = {
    .name = "angle_a", .type = SN_COORDINATE_ANGLE, .cosine = {0, 0}, .sine = {1, 0}, .axis = 2};
/* about the x axis of the second part, which stays perpendicular to z of the first */
static const sn_coordinate_kind angle_b = {
    .name = "angle_b", .type = SN_COORDINATE_ANGLE, .cosine = {2, 2}, .sine = {2, 1}, .axis = 0, .of = 1};
static const sn_coordinate_kind along_z = {.name = "displacement", .type = SN_COORDINATE_FORM, .axis = 2, .of = 2};
static const sn_coordinate_kind line_z = {.name = "displacement", .type = SN_COORDINATE_FORM, .axis = 2};
static const sn_coordinate_kind plane_x = {.name = "x", .type = SN_COORDINATE_FORM, .axis = 0};
static const sn_coordinate_kind plane_y = {.name = "y", .type = SN_COORDINATE_FORM, .axis = 1};

/* ---- what can be observed */
static void wrench(const sn_observation *o, const sn_pair_frozen *z, sn_v3 *force, sn_v3 *moment)
{
  const sn_v3 at = sn_point_in(z->frame + 1, o->q);
  *force = *moment = v3(0, 0, 0);
  for (int k = 0; k < z->n_block; k++) {
    sn_add_wrench(o, z->block[k], z->frame + 1, at, force, moment);
  }
}
/* components in the joint axes of the first part; of the second if the first is a point */
static sn_v3 local(const sn_observation *o, const sn_pair_frozen *z, sn_v3 x)
{
  const sn_frame *f = z->frame + !sn_has_axes(z->frame);
  return v3(v3_dot(x, sn_axis_in(f, 0, o->q)), v3_dot(x, sn_axis_in(f, 1, o->q)), v3_dot(x, sn_axis_in(f, 2, o->q)));
}
static void reaction(const sn_observation *o, const void *z, double *out)
{
  sn_v3 f, m;
  wrench(o, z, &f, &m);
  v3_put(f, out);
}
static void reaction_moment(const sn_observation *o, const void *z, double *out)
{
  sn_v3 f, m;
  wrench(o, z, &f, &m);
  v3_put(m, out);
}
static void reaction_local(const sn_observation *o, const void *z, double *out)
{
  sn_v3 f, m;
  wrench(o, z, &f, &m);
  v3_put(local(o, z, f), out);
}
static void reaction_moment_local(const sn_observation *o, const void *z, double *out)
{
  sn_v3 f, m;
  wrench(o, z, &f, &m);
  v3_put(local(o, z, m), out);
}

static double value(const sn_observation *o, const void *z, int k)
{
  SN_ASSERT(k >= 0 && k < ((const sn_pair_frozen *)z)->n_coordinate);
  double x, rate;
  sn_coordinate_observe(((const sn_pair_frozen *)z)->coordinate + k, o, &x, &rate);
  return x;
}
static double rate(const sn_observation *o, const void *z, int k)
{
  SN_ASSERT(k >= 0 && k < ((const sn_pair_frozen *)z)->n_coordinate);
  double x, v;
  sn_coordinate_observe(((const sn_pair_frozen *)z)->coordinate + k, o, &x, &v);
  return v;
}
static double force(const sn_observation *o, const void *z, int k, sn_role role)
{
  SN_ASSERT(k >= 0 && k < ((const sn_pair_frozen *)z)->n_coordinate);
  return sn_coordinate_force(((const sn_pair_frozen *)z)->coordinate + k, o, role);
}
/* Output functions have no argument for the coordinate: one set of them for each. */
#define OBSERVE(k)                                                              \
  static void value_##k(const sn_observation *o, const void *z, double *out)    \
  {                                                                             \
    out[0] = value(o, z, k);                                                    \
  }                                                                             \
  static void rate_##k(const sn_observation *o, const void *z, double *out)     \
  {                                                                             \
    out[0] = rate(o, z, k);                                                     \
  }                                                                             \
  static void drive_##k(const sn_observation *o, const void *z, double *out)    \
  {                                                                             \
    out[0] = force(o, z, k, SN_ROLE_DRIVE);                                     \
  }                                                                             \
  static void power_##k(const sn_observation *o, const void *z, double *out)    \
  {                                                                             \
    out[0] = force(o, z, k, SN_ROLE_DRIVE) * rate(o, z, k);                     \
  }                                                                             \
  static void spring_##k(const sn_observation *o, const void *z, double *out)   \
  {                                                                             \
    out[0] = force(o, z, k, SN_ROLE_SPRING);                                    \
  }                                                                             \
  static void damper_##k(const sn_observation *o, const void *z, double *out)   \
  {                                                                             \
    out[0] = force(o, z, k, SN_ROLE_DAMPER);                                    \
  }                                                                             \
  static void friction_##k(const sn_observation *o, const void *z, double *out) \
  {                                                                             \
    out[0] = force(o, z, k, SN_ROLE_FRICTION);                                  \
  }
OBSERVE(0)
OBSERVE(1)
OBSERVE(2)

/* clang-format off */
#define REACTIONS                                                                                                      \
  {"reaction", "N", 3, "force on the second part, ground axes (drives and laws not included)", reaction,               \
   SN_CARRIED},                                                                                                        \
  {"reaction_moment", "N m", 3, "moment on the second part about the joint point, ground axes",                        \
   reaction_moment, SN_CARRIED},                                                                                       \
  {"reaction_local", "N", 3, "force on the second part, joint axes of the first part", reaction_local,                 \
   SN_OUT_REACTION},                                                                                                   \
  {"reaction_moment_local", "N m", 3, "moment on the second part, joint axes of the first part",                       \
   reaction_moment_local, SN_OUT_REACTION}
/* prefix: "" for the coordinate whose fields stand at the top level */
#define COORDINATE(k, name, prefix, x_unit, v_unit, f_unit)                                                            \
  {name, x_unit, 1, "coordinate, zero as drawn", value_##k, SN_SHOWN},                                                 \
  {name "_rate", v_unit, 1, "its rate", rate_##k, SN_OUT_STORED},                                                      \
  {prefix "drive_force", f_unit, 1, "force or torque of the drive along it", drive_##k, SN_CARRIED},                   \
  {prefix "power", "W", 1, "power of the drive", power_##k, SN_OUT_REACTION},                                          \
  {prefix "spring_force", f_unit, 1, "force along it of spring, potential and stops", spring_##k, 0},                  \
  {prefix "damper_force", f_unit, 1, "force along it of damper and law", damper_##k, 0},                               \
  {prefix "friction_force", f_unit, 1, "force along it of friction", friction_##k, SN_OUT_REACTION}
#define ANGLE(k, name, prefix) COORDINATE(k, name, prefix, "rad", "rad/s", "N m")
#define SLIDE(k, name, prefix) COORDINATE(k, name, prefix, "m", "m/s", "N")

/* clang-format on */
static const sn_output plain_outputs[] = {REACTIONS, {0}};
static const sn_output revolute_outputs[] = {REACTIONS, ANGLE(0, "angle", ""), {0}};
static const sn_output prismatic_outputs[] = {REACTIONS, SLIDE(0, "displacement", ""), {0}};
static const sn_output screw_outputs[] = {
    REACTIONS, ANGLE(0, "angle", ""), SLIDE(1, "displacement", "displacement_"), {0}};
static const sn_output cylindrical_outputs[] = {
    REACTIONS, ANGLE(0, "angle", "angle_"), SLIDE(1, "displacement", "displacement_"), {0}};
static const sn_output planar_outputs[] = {
    REACTIONS, SLIDE(0, "x", "x_"), SLIDE(1, "y", "y_"), ANGLE(2, "angle", "angle_"), {0}};
static const sn_output plane_outputs[] = {REACTIONS, SLIDE(0, "x", "x_"), SLIDE(1, "y", "y_"), {0}};
static const sn_output universal_outputs[] = {
    REACTIONS, ANGLE(0, "angle_a", "angle_a_"), ANGLE(1, "angle_b", "angle_b_"), {0}};

/* ---- what can be written */
#define FIELD(member) SN_MEMBER(sn_pair_fields, member)
/* clang-format off */
#define SIDES                                                                                                          \
  {"a", SN_SIDE, "", "frame on the first part, in its own coordinates: { at, axis, x }", FIELD(a)},                    \
  {"b", SN_SIDE, "", "frame on the second part, in its own coordinates", FIELD(b)}
#define PLACE                                                                                                          \
  {"at", SN_PLACE, "m", "joint point, drawing coordinates (default: the point it holds)", FIELD(at)},                  \
  SIDES
#define MOVING                                                                                                         \
  {"moving_frame", SN_CHOICE, "",                                                                                      \
   "side whose frame the equations are written in; auto: the free body, the second of two", FIELD(moving_frame),       \
   SN_PRESET(0), .choices = "auto|first|second"}
#define AXES(help)                                                                                                     \
  {"axis", SN_VECTOR, "", help, FIELD(axis)},                                                                          \
  {"x", SN_VECTOR, "", "direction across the axis: x of the joint axes", FIELD(x)}
#define START(units, rates, names)                                                                                     \
  {"initial", SN_NUMBERS, units, "moves the second part there before the start: " names, FIELD(initial)},              \
  {"initial_rate", SN_NUMBERS, rates, "rates at the start: " names, FIELD(initial_rate)}
#define TOP(k, table) {"", SN_INLINE, "", "", FIELD(law[k]), .sub = table}
#define LAW(k, name, table)                                                                                            \
  {name, SN_TABLE, "", "laws on this coordinate: { stiffness, damping, drive, ... }", FIELD(law[k]), .sub = table}

static const sn_input revolute_inputs[] = {
    PLACE, AXES("axis of rotation (joint z)"), MOVING, TOP(0, sn_angle_inputs), {0}};
static const sn_input prismatic_inputs[] = {
    PLACE, AXES("direction of sliding (joint z)"), MOVING, TOP(0, sn_displacement_inputs), {0}};
static const sn_input screw_inputs[] = {
    PLACE,
    AXES("axis of the screw (joint z)"),
    MOVING,
    {"pitch", SN_NUMBER, "m/rad", "displacement per angle; positive: right-handed", FIELD(pitch), .required = 1},
    TOP(0, sn_angle_inputs),
    LAW(1, "displacement", sn_displacement_inputs),
    {0}};
static const sn_input cylindrical_inputs[] = {PLACE,
                                              AXES("axis (joint z)"),
                                              MOVING,
                                              START("rad, m", "rad/s, m/s", "{angle, displacement}"),
                                              LAW(0, "angle", sn_angle_inputs),
                                              LAW(1, "displacement", sn_displacement_inputs),
                                              {0}};
/* the field `x` of the laws is the coordinate; the direction is `x_axis` here */
#define PLANE_AXES                                                                                                     \
  {"axis", SN_VECTOR, "", "normal of the plane (joint z); `normal` is the same", FIELD(axis), .also = "normal"},       \
  {"x_axis", SN_VECTOR, "", "direction in the plane along which x is counted", FIELD(x)}
static const sn_input planar_inputs[] = {PLACE,
                                         PLANE_AXES,
                                         MOVING,
                                         START("m, m, rad", "m/s, m/s, rad/s", "{x, y, angle}"),
                                         LAW(0, "x", sn_displacement_inputs),
                                         LAW(1, "y", sn_displacement_inputs),
                                         LAW(2, "angle", sn_angle_inputs),
                                         {0}};
static const sn_input spherical_inputs[] = {
    PLACE,
    AXES("z of the joint axes, for reactions and `initial`"),
    MOVING,
    {"initial", SN_NUMBERS, "rad", "turns the second part before the start: rotation vector {x, y, z}, joint axes", FIELD(initial)},
    {"initial_rate", SN_NUMBERS, "rad/s", "angular velocity {x, y, z} of the second part relative to the first, joint axes", FIELD(initial_rate)},
    {0}};
static const sn_input fixed_inputs[] = {PLACE, AXES("z of the joint axes, for reactions"), MOVING, {0}};
static const sn_input universal_inputs[] = {
    PLACE,
    {"axis_a", SN_VECTOR, "", "axis fixed in the first part", FIELD(axis_a)},
    {"axis_b", SN_VECTOR, "", "axis fixed in the second part, perpendicular to axis_a", FIELD(axis_b)},
    MOVING,
    START("rad", "rad/s", "{angle_a, angle_b}"),
    LAW(0, "angle_a", sn_angle_inputs),
    LAW(1, "angle_b", sn_angle_inputs),
    {0}};
static const sn_input line_inputs[] = {
    PLACE, AXES("direction of the line, fixed in the first part"), TOP(0, sn_displacement_inputs), {0}};
static const sn_input plane_inputs[] = {
    PLACE, PLANE_AXES, START("m", "m/s", "{x, y}"), LAW(0, "x", sn_displacement_inputs), LAW(1, "y", sn_displacement_inputs), {0}};
/* clang-format on */

/* ---- the table */
#define KIND(kind_name, help_text, stem, list, names, n, parts, start, move, rigid)   \
  .kind = {.name = kind_name,                                                         \
           .help = help_text,                                                         \
           .class = SN_CLASS_JOINT,                                                   \
           .n_refs = 2,                                                               \
           .inputs = stem##_inputs,                                                   \
           .idle = sn_law_idle,                                                       \
           .param_size = sizeof(sn_pair_fields) + (size_t)(n) * sizeof(sn_joint_law), \
           .freeze = sn_pair_freeze,                                                  \
           .reports = {.outputs = list##_outputs},                                    \
           .joint = {.coordinate = sn_pair_coordinate,                                \
                     .coordinates = names,                                            \
                     .starts = parts,                                                 \
                     .initial = start,                                                \
                     .motion = move,                                                  \
                     .welds = rigid},                                                 \
           .holds = {.axes = sn_pair_needs_axes}},                                    \
  .n_coordinate = (n)
#define MOVES(name, help, stem, list, names, n) \
  KIND(name, help, stem, list, names, n, NULL, sn_pair_initial, sn_pair_motion, 0)
#define TURNS(name, help, stem, list) \
  KIND(name, help, stem, list, NULL, 0, "spin|turn", sn_ball_initial, sn_ball_motion, 0)
#define STILL(name, help, stem, list, rigid) KIND(name, help, stem, list, NULL, 0, NULL, NULL, NULL, rigid)
enum { X = 1, Y = 2, Z = 4, XYZ = 7, SECOND = 2, BOTH = 3 };

/* clang-format off */
const sn_pair sn_pairs[SN_PAIRS] = {
  {MOVES("revolute", "A hinge: rotation about one axis.", revolute, revolute, "angle", 1),
   .slides = XYZ, .turns = 2, .needs_axis = 1, .coordinate = {&angle_z}},
  {MOVES("prismatic", "A slider: translation along one axis.", prismatic, prismatic, "displacement", 1),
   .slides = X | Y, .turns = 3, .needs_axis = 1, .coordinate = {&along_z}},
  {MOVES("screw", "Rotation about an axis and, with it, translation along it.", screw, screw, "angle|displacement", 2),
   .slides = X | Y, .turns = 2, .needs_axis = 1, .coordinate = {&angle_z, &along_z}, .screw = 1},
  {MOVES("cylindrical", "Rotation about an axis and translation along it.", cylindrical, cylindrical,
         "angle|displacement", 2),
   .slides = X | Y, .turns = 2, .needs_axis = 1, .coordinate = {&angle_z, &along_z}},
  {MOVES("planar", "Two translations in a plane and the rotation about its normal.", planar, planar, "x|y|angle", 3),
   .slides = Z, .turns = 2, .needs_axis = 1, .coordinate = {&plane_x, &plane_y, &angle_z}},
  {TURNS("spherical", "A ball joint: all rotations about a point.", spherical, plain),
   .slides = XYZ, .points = BOTH},
  {MOVES("universal", "Rotations about two perpendicular axes, one fixed in each part.", universal, universal,
         "angle_a|angle_b", 2),
   .slides = XYZ, .turns = 1, .needs_axis = 1, .coordinate = {&angle_a, &angle_b}},
  {STILL("fixed", "Holds two parts together; reports what it carries.", fixed, plain, 1),
   .slides = XYZ, .turns = 3},
  {MOVES("point_on_line", "A point of the second part slides on a line fixed in the first.", line, prismatic,
         "displacement", 1),
   .slides = X | Y, .on_first = 1, .points = SECOND, .needs_axis = 1, .coordinate = {&line_z}},
  {MOVES("point_on_plane", "A point of the second part slides on a plane fixed in the first.", plane, plane, "x|y", 2),
   .slides = Z, .on_first = 1, .points = SECOND, .needs_axis = 1,
   .coordinate = {&plane_x, &plane_y}},
};
/* clang-format on */
