/* joints/law.c -- laws on a scalar coordinate: spring, damper, user laws, stops, friction, drives; and their fields.
 * Theory:  each law is one composite block on the same coordinate (docs/theory.md, composite strains): its work is
 *          exact; dampers, stops and friction never give energy. A stop is k <x - edge>^2/2 with the damper
 *          k <x - edge> d x' on top, which is smooth at the edge and never pulls. Friction is that of contacts (docs/theory-contact.md), N from the
 *          joint's own multipliers.
 * Tests:   tests/joints/test_laws.c
 */
#include <stddef.h>

#include "joints/joint.h"
#include "model/feedback.h"

void sn_law_initial(const sn_joint_law *law, double *value, double *rate)
{
  const double zero = 0;
  *value = law->initial;
  *rate = law->initial_rate;
  if (law->drive && isnan(*value)) { /* rates of drives are left to the projection at the start: it knows loops */
    *value = sn_expr_value(law->drive, &zero);
  }
}

/* A law booked as heat must not give energy and is nothing at rest: looked at in a few places. */
static sn_status check_heat(const sn_item *item, const sn_joint_law *law, const sn_joint_coordinate *c,
                            const sn_builder *b, sn_error *error)
{
  SN_REQUIRE(law->law != NULL, error);
  static const double away[] = {0, 0.1, -0.1, 1, -1}, speed[] = {0, 1e-3, -1e-3, 0.1, -0.1, 1, -1};
  const double start = sn_coordinate_start(c, b);
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 7; j++) {
      const double x = c->kind->type == SN_COORDINATE_LENGTH ? start * (1 + 0.5 * away[i]) : start + away[i];
      const double at[3] = {x, speed[j], 0}, force = sn_expr_value(law->law, at);
      const int gives = speed[j] == 0 ? force != 0 : force * speed[j] < 0;
      if (gives) {
        return sn_model_warn(item->model, item->where, error,
                             "%s '%s': its law is booked as dissipation, but at %s = %.4g, rate %.4g it is %.4g: %s; "
                             "give springs and motors separately, or book it as work",
                             item->kind->name, item->name, c->kind->name, x, speed[j], force,
                             speed[j] == 0 ? "it acts at rest" : "it gives energy");
      }
    }
  }
  return SN_OK;
}

static void add_coordinate(const void *coordinate, sn_builder *b)
{
  sn_coordinate_add(coordinate, 1, b);
}

/* Hands over what of a law follows signals. */
static sn_status follow(const sn_item *item, const sn_joint_law *law, sn_joint_coordinate *c, sn_error *error)
{
  const int is_length = c->kind->type == SN_COORDINATE_LENGTH;
  const char *applied = c->kind->type == SN_COORDINATE_ANGLE ? "torque" : "force";
  if (sn_expr_signals(law->applied, NULL) > 0) {
    SN_TRY(sn_follow(&(sn_following){.item = item,
                                     .field = applied,
                                     .arguments = SN_LAW_OF_T,
                                     .sign = 1,
                                     .along = add_coordinate,
                                     .data = c,
                                     .coordinate = c->kind->name,
                                     .law = {law->applied}},
                     error));
  }
  if (sn_expr_signals(law->law, NULL) > 0) {
    if (law->books) {
      sn_item_fail(item, SN_EINPUT, error, "'%s' has a law that follows signals, booked as dissipation.", item->name);
      sn_error_why(error, "What follows signals is control: its work is booked as such.");
      sn_error_fix(error, "Leave out `books`, or give the damper separately.");
      return SN_EINPUT;
    }
    return sn_follow(&(sn_following){.item = item,
                                     .field = is_length ? "force" : "law",
                                     .arguments = SN_LAW_OF_X_V_T,
                                     .sign = -1,
                                     .along = add_coordinate,
                                     .data = c,
                                     .coordinate = c->kind->name,
                                     .law = {law->law},
                                     .block = &c->feedback},
                     error);
  }
  return SN_OK;
}

static sn_status check(const sn_item *item, const sn_joint_law *law, const sn_normal_rows *normal,
                       const sn_joint_coordinate *c, sn_error *error)
{
  const char *name = c->kind->name;
  if (law->drive && law->drive_rate) {
    sn_item_fail(item, SN_EINPUT, error, "'%s' has both drive and drive_rate for its %s.", item->name, name);
    sn_error_fix(error, "Keep one of them.");
    return SN_EINPUT;
  }
  if (law->lower > law->upper) {
    sn_item_fail(item, SN_EINPUT, error, "'%s' has its lower stop (%g) above its upper stop (%g).", item->name,
                 law->lower, law->upper);
    sn_error_fix(error, "Exchange lower and upper.");
    return SN_EINPUT;
  }
  if (!(isnan(law->lower) && isnan(law->upper)) && isnan(law->stop_stiffness)) {
    sn_item_fail(item, SN_EINPUT, error, "'%s' has a stop on its %s but no stop_stiffness.", item->name, name);
    sn_error_why(error, "A stop is a stiff one-sided spring.");
    sn_error_fix(error, "Give stop_stiffness, large enough for the depth you accept.");
    return SN_EINPUT;
  }
  if (law->friction > 0 && !normal) {
    sn_item_fail(item, SN_EINPUT, error, "'%s' cannot have friction on its %s.", item->name, name);
    sn_error_fix(error, "Use damping, or a law of your own.");
    return SN_EINPUT;
  }
  if (law->friction > 0 && c->kind->type == SN_COORDINATE_ANGLE && isnan(law->friction_arm)) {
    sn_item_fail(item, SN_EINPUT, error, "'%s' has friction on its %s but no friction_arm.", item->name, name);
    sn_error_why(error, "The torque is friction * friction_arm * force in the bearing.");
    sn_error_fix(error, "Give friction_arm, the radius of the bearing in m.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* Fields of how a stop pushes, without the place of the stop. */
static sn_status warn_of_stops(const sn_item *item, const sn_joint_law *law, const sn_joint_coordinate *c,
                               sn_error *error)
{
  const int stops = !isnan(law->lower) || !isnan(law->upper);
  if (stops || (isnan(law->stop_stiffness) && !(law->stop_damping > 0))) {
    return SN_OK;
  }
  return sn_model_warn(item->model, item->where, error,
                       "%s '%s' has %s, but no stop on its %s: give lower or upper, or leave it out", item->kind->name,
                       item->name, isnan(law->stop_stiffness) ? "stop_damping" : "stop_stiffness", c->kind->name);
}

/* The next block on the coordinate: a copy of the first one. */
static void begin(sn_joint_coordinate *c, const sn_law *law, const char *text, sn_role role, sn_builder *b)
{
  SN_ASSERT(c->n_block >= 0 && c->n_block < SN_MAX_LAWS);
  int block;
  if (c->n_block == 0) {
    block = sn_block_begin(b, law, text);
    sn_coordinate_add(c, 1, b);
    c->internal = c->kind->type == SN_COORDINATE_ANGLE ? sn_coordinate_internal(b) : -1;
  } else {
    block = sn_block_like(b, law, text, c->block[0]);
    sn_composite_offset(b, 0);
  }
  if (c->n_block < SN_MAX_LAWS) {
    c->block[c->n_block] = block;
    c->role[c->n_block++] = role;
  }
}

static void potential(sn_joint_coordinate *c, const char *text, const sn_potential *p, sn_builder *b)
{
  begin(c, &sn_law_potential, text, SN_ROLE_SPRING, b);
  sn_composite_potential(b, p);
}

static void rate(sn_joint_coordinate *c, const char *text, const sn_rate_law *l, sn_role role, sn_builder *b)
{
  begin(c, &sn_law_rate, text, role, b);
  sn_block_rate(b, l);
}

static void drive(const sn_joint_law *law, sn_joint_coordinate *c, sn_builder *b)
{
  SN_ASSERT(law->drive || law->drive_rate);
  const double zero = 0;
  begin(c, &sn_law_driven, "drive", SN_ROLE_DRIVE, b);
  if (law->drive_rate) {
    sn_composite_zero(b);
    sn_composite_drive_rate(b, law->drive_rate);
    return;
  }
  sn_composite_start(b, sn_expr_value(law->drive, &zero));
  sn_composite_drive(b, law->drive);
}

static void stop(const sn_joint_law *law, double edge, int above, sn_joint_coordinate *c, sn_builder *b)
{
  SN_ASSERT(law->stop_stiffness > 0);
  potential(c, "stop", sn_potential_one_sided(b, law->stop_stiffness, edge, above), b);
  if (law->stop_damping > 0) {
    begin(c, &sn_law_rate_path, "stop", SN_ROLE_DAMPER, b);
    sn_block_rate(b, sn_rate_stop(b, law->stop_stiffness, edge, above, law->stop_damping));
  }
}

/* Friction follows multipliers; a penalty has none. */
static sn_status check_normal(const sn_item *item, const sn_normal_rows *normal, const sn_builder *b, sn_error *error)
{
  if (!(sn_builder_penalty(b, normal->block) > 0)) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "'%s' has friction, and compliant constraints (a penalty).", item->name);
  sn_error_why(error, "Friction follows the multipliers of its joint; a penalty has none.");
  sn_error_fix(error, "Write penalty = 0 in '%s': its own constraints are then exact.", item->name);
  return SN_EINPUT;
}

static void friction(const sn_joint_law *law, const sn_normal_rows *normal, sn_joint_coordinate *c, sn_builder *b)
{
  SN_ASSERT(normal && normal->n_force + normal->n_moment > 0);
  const int angle = c->kind->type == SN_COORDINATE_ANGLE;
  const double arm = law->friction_arm, still = isnan(law->static_friction) ? law->friction : law->static_friction;
  const sn_coulomb coulomb = {law->friction, still, isnan(law->friction_speed) ? 0 : law->friction_speed};
  sn_rate_law *l =
      sn_rate_friction(b, &coulomb, isnan(law->friction_stiffness) ? 0 : law->friction_stiffness, normal->block);
  for (int k = 0; k < normal->n_force; k++) {
    sn_rate_friction_form(l, k, angle ? arm * arm : 1);
  }
  for (int k = 0; !angle && !isnan(arm) && k < normal->n_moment; k++) {
    sn_rate_friction_form(l, normal->n_force + k, 1 / (arm * arm));
  }
  begin(c, &sn_law_friction, "friction", SN_ROLE_FRICTION, b);
  sn_block_rate(b, l);
}

sn_status sn_law_freeze(const sn_item *item, const sn_joint_law *law, const sn_normal_rows *normal,
                        sn_joint_coordinate *c, sn_builder *b, sn_error *error)
{
  SN_REQUIRE(c->kind != NULL, error);
  c->internal = -1;
  c->feedback = -1;
  c->n_block = 0;
  if (law) {
    SN_TRY(check(item, law, normal, c, error));
    SN_TRY(warn_of_stops(item, law, c, error));
    if (law->books && !law->law) {
      sn_item_fail(item, SN_EINPUT, error, "'%s' has `books`, but no law.", item->name);
      sn_error_fix(error, "Give the law too, or leave `books` out: dampers and friction are heat anyway.");
      return SN_EINPUT;
    }
    SN_TRY(follow(item, law, c, error));
    if (law->books) {
      SN_TRY(check_heat(item, law, c, b, error));
    }
    if (law->stiffness > 0) {
      potential(c, "spring", sn_potential_spring(b, law->stiffness, law->rest), b);
    }
    if (law->potential) {
      potential(c, "potential", sn_potential_user(b, law->potential, 0), b);
    }
    if (!isnan(law->lower)) {
      stop(law, law->lower, 0, c, b);
    }
    if (!isnan(law->upper)) {
      stop(law, law->upper, 1, c, b);
    }
    if (law->damping > 0) {
      rate(c, "damper", sn_rate_viscous(b, law->damping), SN_ROLE_DAMPER, b);
    }
    if (law->law && sn_expr_signals(law->law, NULL) == 0) {
      rate(c, "law", sn_rate_user(b, law->law, law->books), SN_ROLE_DAMPER, b);
    }
    if (law->friction > 0) {
      SN_TRY(check_normal(item, normal, b, error));
      SN_TRY(sn_check_static_friction(item, law->friction, law->static_friction, law->friction_speed, error));
      friction(law, normal, c, b);
    }
    if (law->applied && sn_expr_signals(law->applied, NULL) == 0) {
      begin(c, &sn_law_given, "applied", SN_ROLE_OTHER, b);
      sn_composite_given(b, law->applied);
    }
    if (law->drive || law->drive_rate) {
      drive(law, c, b);
    }
  }
  if (c->n_block == 0 && c->kind->type == SN_COORDINATE_ANGLE) {
    begin(c, &sn_law_given, "angle", SN_ROLE_OTHER, b); /* no force: it counts the turns */
    sn_composite_given(b, sn_expr_number(sn_builder_arena(b), 0));
  }
  return SN_OK;
}

/* clang-format off */
#define OF(member) SN_MEMBER(sn_joint_law, member)
/* The fields, once for angles and once for displacements: only names and units differ. */
#define LAW_INPUTS(x_unit, v_unit, f_unit, k_unit, c_unit, applied_name, arm_help, arm_unit)                       \
  {"stiffness", SN_NUMBER, k_unit, "spring", OF(stiffness), SN_NOT_NEGATIVE, SN_PRESET(0)},                            \
      {"rest", SN_NUMBER, x_unit, "where the spring is at rest", OF(rest), SN_PRESET(0)},                              \
      {"damping", SN_NUMBER, c_unit, "damper", OF(damping), SN_NOT_NEGATIVE, SN_PRESET(0)},                            \
      {applied_name, SN_FUNCTION, f_unit,                                                                              \
       "function of time and of signals, acts on the second part and back on the first", OF(applied), .choices = "t",  \
       .sub = sn_follows_signals},                                                                                     \
      {"law", SN_FUNCTION, f_unit,                                                                                     \
       "resistance as function of coordinate x, rate v, time and signals: k*x + c*v is a spring and a damper",         \
       OF(law), .choices = "x,v,t", .sub = sn_follows_signals},                                                        \
      {"books", SN_CHOICE, "", SN_BOOKS_HELP, OF(books), SN_PRESET(0), .choices = "work|dissipation"},                 \
      {"potential", SN_FUNCTION, "J", "energy of the coordinate x", OF(potential), .choices = "x"},                    \
      {"drive", SN_FUNCTION, x_unit, "prescribes the coordinate as function of time", OF(drive), .choices = "t"},      \
      {"drive_rate", SN_FUNCTION, v_unit, "prescribes its rate as function of time", OF(drive_rate), .choices = "t"},  \
      {"initial", SN_NUMBER, x_unit, "moves the second part to this coordinate before the start", OF(initial)},        \
      {"initial_rate", SN_NUMBER, v_unit, "rate at the start", OF(initial_rate)},                                      \
      {"lower", SN_NUMBER, x_unit, "lower stop", OF(lower)},                                                           \
      {"upper", SN_NUMBER, x_unit, "upper stop", OF(upper)},                                                           \
      {"stop_stiffness", SN_NUMBER, k_unit, "stiffness of the stops", OF(stop_stiffness), SN_POSITIVE},                \
      {"stop_damping", SN_NUMBER, "1/(" v_unit ")",                                                                    \
       "damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)",              \
       OF(stop_damping), SN_NOT_NEGATIVE, SN_PRESET(0)},                                                               \
      {"friction", SN_NUMBER, "", "friction coefficient; follows the joint's own reaction", OF(friction),              \
       SN_NOT_NEGATIVE, SN_PRESET(0)},                                                                                 \
      {"static_friction", SN_NUMBER, "", "coefficient at rest (default: that of sliding)", OF(static_friction),        \
       SN_BETWEEN(0, 10)},                                                                                             \
      {"friction_speed", SN_NUMBER, v_unit, "speed at which the coefficient has fallen from rest by 63 %",             \
       OF(friction_speed), SN_POSITIVE},                                                                               \
      {"friction_stiffness", SN_NUMBER, k_unit, "of what sticks (default: far above what a step can follow)",          \
       OF(friction_stiffness), SN_POSITIVE},                                                                           \
      {"friction_arm", SN_NUMBER, arm_unit, arm_help, OF(friction_arm), SN_POSITIVE},                                  \
  {0}

const sn_input sn_angle_inputs[] = {LAW_INPUTS("rad", "rad/s", "N m", "N m/rad", "N m s/rad", "torque",
                                               "radius of the bearing: torque = friction * arm * force", "m")};
const sn_input sn_displacement_inputs[] = {
    LAW_INPUTS("m", "m/s", "N", "N/m", "N s/m", "force",
               "half length of the slider: moments press with moment/arm (default: moments do not press)", "m")};
/* clang-format on */

const sn_idle sn_law_idle[] = {
    {"rest", "stiffness", 0, "it says where the spring is at rest"},
    {"friction_arm|friction_stiffness|static_friction", "friction", 0, "it says how friction acts"},
    {"friction_speed", "static_friction", 0, "a joint with one coefficient sticks at rest, at no speed"},
    {0}};
