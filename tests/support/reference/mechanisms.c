/* tests/support/reference/mechanisms.c -- the mechanisms that joints and laws are tested with.
 * What:    a table of recipes that fill plain data; see mechanisms.h. model_text.c prints them as models.
 * Tests:   tests/reference/test_mechanisms.c (consistency, energy and work, drift); Sinew against them in tests/examples/test_against_reference.c.
 */
#include "mechanisms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* two bodies without any symmetry */
static const ref_body_data first_body = {.at = {0.15, -0.02, -0.18},
                                         .orientation = {0.8, 0.3, -0.4, 0.33},
                                         .velocity = {0.3, -0.2, 0.4},
                                         .angular_velocity = {0.8, -1.1, 0.6},
                                         .mass = 1.7,
                                         .center = {0.06, -0.04, 0.05},
                                         .inertia = {0.021, 0.026, 0.018, 0.002, -0.0015, 0.0025}};
static const ref_body_data second_body = {.at = {0.42, 0.14, -0.36},
                                          .orientation = {0.5, -0.6, 0.2, 0.59},
                                          .velocity = {-0.2, 0.5, 0.1},
                                          .angular_velocity = {-0.5, 0.9, 1.2},
                                          .mass = 0.9,
                                          .center = {-0.03, 0.05, -0.07},
                                          .inertia = {0.009, 0.007, 0.012, -0.001, 0.0008, 0.0012}};
static const double upper_point[3] = {0.05, -0.08, 0.03}, lower_point[3] = {0.31, 0.07, -0.27};
static const double skew[3] = {1.0 / 3, -2.0 / 3, 2.0 / 3}, skew_x[3] = {2.0 / 3, 2.0 / 3, 1.0 / 3},
                    skew_y[3] = {-2.0 / 3, 1.0 / 3, 2.0 / 3};

static void copy(double to[3], const double from[3])
{
  memcpy(to, from, 3 * sizeof(double));
}

static void add_body(ref_mechanism *m, const ref_body_data *d)
{
  ref_body_data *o = &m->body[m->n_bodies++];
  *o = *d;
  const double *q = d->orientation, size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; i++) {
    o->orientation[i] /= size;
  }
}

static ref_joint_data *add_joint(ref_mechanism *m, ref_joint_type type, int a, int b, const double at[3])
{
  ref_joint_data *j = &m->joint[m->n_joints++];
  j->type = type;
  j->a = a;
  j->b = b;
  copy(j->at, at);
  copy(j->axis, skew);
  copy(j->x, skew_x);
  if (type == REF_UNIVERSAL) {
    copy(j->axis_b, skew_y);
  }
  if (type == REF_SCREW) {
    j->pitch = 0.07;
  }
  if (type == REF_DISTANCE) { /* point of b away from that of a */
    copy(j->at_b, (double[]){at[0] + 0.06, at[1] + 0.09, at[2] - 0.14});
  }
  return j;
}

static void add_spring(ref_mechanism *m, int a, int b, const double at_a[3], const double at_b[3], double stiffness,
                       double damping, double length)
{
  ref_spring_data *s = &m->spring[m->n_springs++];
  *s = (ref_spring_data){.a = a, .b = b, .stiffness = stiffness, .damping = damping, .length = length};
  copy(s->at_a, at_a);
  copy(s->at_b, at_b);
}

static void two_bodies(ref_mechanism *m)
{
  add_body(m, &first_body);
  add_body(m, &second_body);
}

static void two_springs(ref_mechanism *m)
{
  add_spring(m, 0, 1, (double[]){-0.2, 0.15, 0.25}, (double[]){0.2, 0.02, -0.1}, 90, 0, 0.35);
  add_spring(m, 0, 2, (double[]){0.75, 0.3, -0.1}, (double[]){0.45, 0.2, -0.42}, 60, 0, 0.25);
}

/* ---- the joint table: type alone, between ground and b1 (place 1) or between b1 and b2 (place 2) */
static void table_joint(ref_mechanism *m, ref_joint_type type, int place)
{
  two_bodies(m);
  add_joint(m, place == 1 ? type : REF_SPHERICAL, 0, 1, upper_point);
  add_joint(m, place == 1 ? REF_SPHERICAL : type, 1, 2, lower_point);
  two_springs(m);
  snprintf(m->name, sizeof m->name, "%s_%d", ref_joint_name(type), place);
}

/* ---- laws */

/* arm driven by 0.5 t^2 + 0.3 sin 3 t, a link hinged to it about another axis */
static void driven_revolute(ref_mechanism *m)
{
  two_bodies(m);
  ref_joint_data *j = add_joint(m, REF_REVOLUTE, 0, 1, upper_point);
  j->coordinate[0].driven = 1;
  j->coordinate[0].drive = (ref_function){.c2 = 0.5, .amplitude = 0.3, .rate = 3};
  copy(add_joint(m, REF_REVOLUTE, 1, 2, lower_point)->axis, skew_y);
}

static void driven_prismatic(ref_mechanism *m)
{
  two_bodies(m);
  ref_joint_data *j = add_joint(m, REF_PRISMATIC, 0, 1, upper_point);
  j->coordinate[0].driven = 1;
  j->coordinate[0].drive = (ref_function){.c1 = 0.2, .amplitude = 0.05, .rate = 7};
  add_joint(m, REF_SPHERICAL, 1, 2, lower_point);
}

/* two wheels with unbalance on skew ground axes, a torsion spring on the first */
static void geared_pair(ref_mechanism *m)
{
  two_bodies(m);
  ref_joint_data *j = add_joint(m, REF_REVOLUTE, 0, 1, upper_point);
  j->coordinate[0].stiffness = 1.5;
  j->coordinate[0].rest = 0.4;
  copy(add_joint(m, REF_REVOLUTE, 0, 2, lower_point)->axis, skew_y);
  m->gear[m->n_gears++] = (ref_gear_data){.joint_a = 0, .joint_b = 1, .ratio = -1.6};
}

static void rack_and_pinion(ref_mechanism *m) /* ratio in m/rad */
{
  two_bodies(m);
  add_joint(m, REF_REVOLUTE, 0, 1, upper_point);
  ref_joint_data *j = add_joint(m, REF_PRISMATIC, 0, 2, lower_point);
  copy(j->axis, skew_y);
  j->coordinate[0].stiffness = 40;
  j->coordinate[0].damping = 0.8;
  m->gear[m->n_gears++] = (ref_gear_data){.joint_a = 0, .joint_b = 1, .ratio = 0.12};
}

static void screw_with_spring(ref_mechanism *m)
{
  add_body(m, &first_body);
  ref_joint_data *j = add_joint(m, REF_SCREW, 0, 1, upper_point);
  copy(j->axis, (double[]){0, 0, 1});
  copy(j->x, (double[]){1, 0, 0});
  j->coordinate[0].stiffness = 0.9;
  j->coordinate[0].damping = 0.05;
}

static void moving_base(ref_mechanism *m)
{
  const ref_body_data base = {.at = {-0.1, 0.05, 0.1},
                              .orientation = {0.9, 0.1, 0.3, -0.3},
                              .mass = 1,
                              .inertia = {1, 1, 1},
                              .prescribed = 1,
                              .position = {{.amplitude = 0.08, .rate = 6},
                                           {.c2 = 0.4},
                                           {.c0 = -0.05, .amplitude = 0.05, .rate = 5, .phase = 1.5707963267948966}},
                              .angle = {.c1 = 0.6, .amplitude = 0.2, .rate = 4},
                              .axis = {2.0 / 3, 1.0 / 3, -2.0 / 3}};
  add_body(m, &base);
  two_bodies(m);
  add_joint(m, REF_REVOLUTE, 1, 2, upper_point);
  add_joint(m, REF_SPHERICAL, 2, 3, lower_point);
  add_spring(m, 1, 3, (double[]){0.7, 0.3, -0.1}, (double[]){0.45, 0.2, -0.42}, 60, 0, 0.25);
}

static void joint_torque(ref_mechanism *m) /* T(t) on the first hinge, spring and damper on the second */
{
  two_bodies(m);
  ref_joint_data *j = add_joint(m, REF_REVOLUTE, 0, 1, upper_point);
  j->coordinate[0].force = (ref_function){.c0 = 0.8, .amplitude = 1.5, .rate = 5};
  j = add_joint(m, REF_REVOLUTE, 1, 2, lower_point);
  copy(j->axis, skew_y);
  j->coordinate[0].stiffness = 0.7;
  j->coordinate[0].rest = -0.2;
  j->coordinate[0].damping = 0.03;
}

static void springs_with_dampers(ref_mechanism *m)
{
  two_bodies(m);
  add_joint(m, REF_SPHERICAL, 0, 1, upper_point);
  add_spring(m, 0, 1, (double[]){-0.2, 0.15, 0.25}, (double[]){0.2, 0.02, -0.1}, 90, 2, 0.35);
  add_spring(m, 1, 2, (double[]){0.3, 0.02, -0.2}, (double[]){0.4, 0.2, -0.42}, 150, 1.2, 0.15);
  add_spring(m, 0, 2, (double[]){0.75, 0.3, -0.1}, (double[]){0.45, 0.1, -0.33}, 60, 0.6, 0.25);
}

/* laws on joints of two and three coordinates */
static void laws_on_cylindrical(ref_mechanism *m)
{
  two_bodies(m);
  ref_joint_data *j = add_joint(m, REF_CYLINDRICAL, 0, 1, upper_point);
  j->coordinate[0] = (ref_coordinate){.stiffness = 120, .rest = 0.02, .damping = 1.5};
  j->coordinate[1] = (ref_coordinate){.stiffness = 1.1, .damping = 0.04, .force = {.amplitude = 0.5, .rate = 8}};
  add_joint(m, REF_SPHERICAL, 1, 2, lower_point);
}

static void laws_on_planar(ref_mechanism *m)
{
  two_bodies(m);
  ref_joint_data *j = add_joint(m, REF_PLANAR, 0, 1, upper_point);
  j->coordinate[0] = (ref_coordinate){.stiffness = 150, .damping = 1};
  j->coordinate[1] = (ref_coordinate){.stiffness = 100, .rest = -0.03, .force = {.c0 = 2, .c1 = -3}};
  j->coordinate[2] = (ref_coordinate){.stiffness = 1.2, .damping = 0.05};
  add_joint(m, REF_SPHERICAL, 1, 2, lower_point);
}

static void laws_on_universal(ref_mechanism *m)
{
  two_bodies(m);
  ref_joint_data *j = add_joint(m, REF_UNIVERSAL, 0, 1, upper_point);
  j->coordinate[0] = (ref_coordinate){.stiffness = 1.4, .rest = 0.3, .damping = 0.05};
  j->coordinate[1] = (ref_coordinate){.stiffness = 0.9, .force = {.amplitude = 0.6, .rate = 6}};
  j = add_joint(m, REF_UNIVERSAL, 1, 2, lower_point);
  copy(j->axis, skew_x);
  copy(j->x, skew);
}

/* the closed loop: crank driven, coupler on a spherical and a universal joint, slider */
static void loop(ref_mechanism *m)
{
  two_bodies(m);
  ref_joint_data *j = add_joint(m, REF_REVOLUTE, 0, 1, upper_point);
  j->coordinate[0].force = (ref_function){.c0 = 1.0};
  add_joint(m, REF_SPHERICAL, 1, 2, lower_point);
  j = add_joint(m, REF_POINT_ON_LINE, 0, 2, (double[]){0.5, 0.25, -0.45});
  copy(j->axis, skew_x);
  copy(j->x, skew_y);
  j->coordinate[0] = (ref_coordinate){.stiffness = 50, .damping = 0.5};
  add_spring(m, 0, 2, (double[]){0.75, 0.3, -0.1}, (double[]){0.45, 0.1, -0.33}, 60, 0, 0.25);
}

static const struct {
  const char *name;
  void (*fill)(ref_mechanism *m);
} laws[] = {
    {"driven_revolute", driven_revolute},
    {"driven_prismatic", driven_prismatic},
    {"geared_pair", geared_pair},
    {"rack_and_pinion", rack_and_pinion},
    {"screw_with_spring", screw_with_spring},
    {"moving_base", moving_base},
    {"joint_torque", joint_torque},
    {"springs_with_dampers", springs_with_dampers},
    {"laws_on_cylindrical", laws_on_cylindrical},
    {"laws_on_planar", laws_on_planar},
    {"laws_on_universal", laws_on_universal},
    {"loop", loop},
};

int ref_mechanisms(void)
{
  return 2 * REF_JOINT_TYPES + (int)(sizeof laws / sizeof laws[0]);
}

ref_system *ref_mechanism_build(const ref_mechanism *m)
{
  ref_system *r = ref_new(m->gravity);
  int good = r != NULL;
  for (int i = 0; good && i < m->n_bodies; i++) {
    good = ref_body(r, &m->body[i]) > 0;
  }
  for (int i = 0; good && i < m->n_joints; i++) {
    good = ref_joint(r, &m->joint[i]) >= 0;
  }
  for (int i = 0; good && i < m->n_springs; i++) {
    good = ref_spring(r, &m->spring[i]) >= 0;
  }
  for (int i = 0; good && i < m->n_gears; i++) {
    good = ref_gear(r, &m->gear[i]) >= 0;
  }
  if (r && !good) {
    ref_free(r);
    r = NULL;
  }
  return r;
}

int ref_mechanism_get(int k, ref_mechanism *out)
{
  memset(out, 0, sizeof *out);
  copy(out->gravity, (double[]){0.4, -0.7, -9.7});
  if (k < 2 * REF_JOINT_TYPES) {
    table_joint(out, (ref_joint_type)(k / 2), 1 + k % 2);
  } else if (k < ref_mechanisms()) {
    snprintf(out->name, sizeof out->name, "%s", laws[k - 2 * REF_JOINT_TYPES].name);
    laws[k - 2 * REF_JOINT_TYPES].fill(out);
  } else {
    return -1;
  }
  ref_system *r = ref_mechanism_build(out);
  const int status = r ? ref_consistent(r, out->n_bodies, out->body) : -1;
  ref_free(r);
  return status;
}

void ref_incline_motion(const ref_incline *c, double t, double *s, double *v)
{
  const double slide = c->gravity * (sin(c->slope) - c->friction * cos(c->slope)); /* acceleration while sliding down */
  const double stop = slide < 0 ? -c->v0 / slide : INFINITY;
  const double moving = fmin(t, stop);
  *s = c->v0 * moving + slide * moving * moving / 2;
  *v = t < stop ? c->v0 + slide * t : 0;
}

int ref_incline_lua(const ref_incline *c, char *text, size_t size)
{
  const double x = cos(c->slope), z = -sin(c->slope);
  const int n = snprintf(text, size,
                         "param { scheme = \"ed\", alpha = 1.0, dt = 1e-3, duration = 1.0 }\n"
                         "gravity { 0, 0, %.17g }\n"
                         "local block = body { name = \"block\", mass = 2, inertia = { 0.1, 0.1, 0.1 }, "
                         "velocity = { %.17g, 0, %.17g } }\n"
                         "prismatic { name = \"slope\", ground, block, at = { 0, 0, 0 }, axis = { %.17g, 0, %.17g }, "
                         "friction = %.17g }\n"
                         "channel(\"s\", displacement(\"slope\"))\nchannel(\"v\", rate(\"slope\"))\n"
                         "run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }\n",
                         -c->gravity, c->v0 * x, c->v0 * z, x, z, c->friction);
  return n > 0 && (size_t)n < size ? n : -1;
}
