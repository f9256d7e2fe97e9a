/* tests/support/reference/model_text.c -- a mechanism printed as a Sinew model.
 * What:    the same data that ref_mechanism_build gives to the reference, in the words of the model language.
 * Tests:   tests/reference/test_mechanisms.c (it fits, it names everything); tests/examples/test_against_reference.c runs the models.
 */
#include "mechanisms.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  char *text;
  size_t size, used;
  int full;
} page;

/* Names of the coordinates, in the order of the reference; laws on joints with several stand in tables of these names. */
static const char *const coordinate_names[REF_JOINT_TYPES][3] = {
    [REF_REVOLUTE] = {"angle"},
    [REF_PRISMATIC] = {"displacement"},
    [REF_SCREW] = {"angle"},
    [REF_CYLINDRICAL] = {"displacement", "angle"},
    [REF_PLANAR] = {"x", "y", "angle"},
    [REF_UNIVERSAL] = {"angle_a", "angle_b"},
    [REF_POINT_ON_LINE] = {"displacement"},
    [REF_POINT_ON_PLANE] = {"x", "y"},
};

const char *ref_coordinate_name(ref_joint_type type, int k)
{
  return coordinate_names[type][k];
}

__attribute__((format(printf, 2, 3))) static void put(page *p, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const size_t room = p->size - p->used;
  const int n = vsnprintf(p->text + p->used, room, format, list);
  va_end(list);
  if (n < 0 || (size_t)n >= room) {
    p->full = 1;
  } else {
    p->used += (size_t)n;
  }
}

static void put_vector(page *p, const char *name, const double *x, int n)
{
  put(p, ", %s = {", name);
  for (int i = 0; i < n; i++) {
    put(p, "%s%.17g", i ? ", " : " ", x[i]);
  }
  put(p, " }");
}

static int is_zero(const double *x, int n)
{
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) {
      return 0;
    }
  }
  return 1;
}

/* only the terms that are not zero */
static void put_formula(page *p, const ref_function *f)
{
  const double factor[3] = {f->c0, f->c1, f->c2};
  static const char *const power[3] = {"", "*t", "*t*t"};
  const char *before = "";
  for (int k = 0; k < 3; k++) {
    if (factor[k] != 0) {
      put(p, "%s%.17g%s", before, factor[k], power[k]);
      before = " + ";
    }
  }
  if (f->amplitude != 0) {
    put(p, "%s%.17g*sin(%.17g*t + %.17g)", before, f->amplitude, f->rate, f->phase);
  } else if (!before[0]) {
    put(p, "0");
  }
}

static void put_body(page *p, int i, const ref_body_data *d)
{
  const double *q = d->orientation;
  put(p, "local b%d = %s { name = \"b%d\"", i, d->prescribed ? "base" : "body", i);
  put_vector(p, "at", d->at, 3);
  put(p, ", orientation = quaternion(%.17g, %.17g, %.17g, %.17g)", q[0], q[1], q[2], q[3]);
  if (d->prescribed) {
    put(p, ", position = function(t) return ");
    for (int k = 0; k < 3; k++) {
      put(p, "%s", k ? ", " : "");
      put_formula(p, &d->position[k]);
    }
    put(p, " end, angle = function(t) return ");
    put_formula(p, &d->angle);
    put(p, " end");
    put_vector(p, "axis", d->axis, 3);
  } else {
    put_vector(p, "velocity", d->velocity, 3);
    put_vector(p, "angular_velocity", d->angular_velocity, 3);
    put(p, ", mass = %.17g", d->mass);
    put_vector(p, "center", d->center, 3);
    put_vector(p, "inertia", d->inertia, 6);
  }
  put(p, " }\n");
}

static const char *part_name(int i)
{
  static const char *const names[] = {"ground", "b1", "b2", "b3", "b4"};
  return names[i];
}

/* Fields of a law, each after a comma but the first of a table. The velocities of the bodies agree with a drive already:
   initial_rate = 0 keeps Sinew from adding the drive's. */
static void put_law(page *p, const ref_coordinate *c, const char *applied, const char *before)
{
  if (c->stiffness != 0) {
    put(p, "%sstiffness = %.17g, rest = %.17g", before, c->stiffness, c->rest);
    before = ", ";
  }
  if (c->damping != 0) {
    put(p, "%sdamping = %.17g", before, c->damping);
    before = ", ";
  }
  if (!is_zero((const double[]){c->force.c0, c->force.c1, c->force.c2, c->force.amplitude}, 4)) {
    put(p, "%s%s = function(t) return ", before, applied);
    put_formula(p, &c->force);
    put(p, " end");
    before = ", ";
  }
  if (c->driven) {
    put(p, "%sinitial_rate = 0, drive = function(t) return ", before);
    put_formula(p, &c->drive);
    put(p, " end");
  }
}

static int has_law(const ref_coordinate *c)
{
  const ref_coordinate none = {0};
  return memcmp(c, &none, sizeof none) != 0;
}

/* the field of an applied force of time */
static const char *applied_name(ref_joint_type type, int k)
{
  return strncmp(coordinate_names[type][k], "angle", 5) == 0 ? "torque" : "force";
}

static void put_joint(page *p, int i, const ref_joint_data *d)
{
  const int n = ref_coordinates(d->type);
  put(p, "local j%d = %s { name = \"j%d\", %s, %s", i, ref_joint_name(d->type), i, part_name(d->a), part_name(d->b));
  if (d->type == REF_DISTANCE) {
    put_vector(p, "at_a", d->at, 3);
    put_vector(p, "at_b", d->at_b, 3);
  } else {
    put_vector(p, "at", d->at, 3);
  }
  if (d->type == REF_UNIVERSAL) {
    put_vector(p, "axis_a", d->axis, 3);
    put_vector(p, "axis_b", d->axis_b, 3);
  } else if (d->type != REF_SPHERICAL && d->type != REF_FIXED && d->type != REF_DISTANCE) {
    put_vector(p, "axis", d->axis, 3);
    put_vector(p, d->type == REF_PLANAR || d->type == REF_POINT_ON_PLANE ? "x_axis" : "x", d->x, 3);
  }
  if (d->type == REF_SCREW) {
    put(p, ", pitch = %.17g", d->pitch);
  }
  for (int k = 0; k < n; k++) {
    const char *applied = applied_name(d->type, k);
    if (n == 1) {
      put_law(p, &d->coordinate[k], applied, ", ");
    } else if (has_law(&d->coordinate[k])) {
      put(p, ", %s = { ", coordinate_names[d->type][k]);
      put_law(p, &d->coordinate[k], applied, "");
      put(p, " }");
    }
  }
  put(p, " }\n");
}

static void put_channels(page *p, const ref_mechanism *m)
{
  for (int i = 1; i <= m->n_bodies; i++) {
    put(p, "channel(\"b%d_x\", position(b%d))\nchannel(\"b%d_q\", orientation(b%d))\n", i, i, i, i);
    put(p, "channel(\"b%d_v\", velocity(b%d))\nchannel(\"b%d_w\", angular_velocity(b%d))\n", i, i, i, i);
  }
  for (int i = 1; i <= m->n_joints; i++) {
    const ref_joint_data *d = &m->joint[i - 1];
    put(p, "channel(\"j%d_force\", reaction(j%d))\n", i, i);
    if (d->type != REF_DISTANCE) {
      put(p, "channel(\"j%d_moment\", reaction_moment(j%d))\n", i, i);
    }
    for (int k = 0; k < ref_coordinates(d->type); k++) {
      const char *name = coordinate_names[d->type][k];
      put(p, "channel(\"j%d_%s\", output(j%d, \"%s\"))\n", i, name, i, name);
    }
    if (d->coordinate[0].driven) {
      put(p, "channel(\"j%d_drive\", drive_force(j%d))\n", i, i);
    }
  }
  put(p, "channel(\"total\", energy(\"total\"))\nchannel(\"work\", energy(\"work\"))\n");
}

int ref_mechanism_lua(const ref_mechanism *m, char *text, size_t size)
{
  page p = {text, size, 0, 0};
  put(&p, "-- %s, printed from tests/support/reference/mechanisms.c\n", m->name);
  put(&p, "param { scheme = \"ed\", alpha = 1.0, dt = 1e-3, duration = 0.4, store = 0.2 }\n");
  put(&p, "gravity { %.17g, %.17g, %.17g }\n", m->gravity[0], m->gravity[1], m->gravity[2]);
  for (int i = 0; i < m->n_bodies; i++) {
    put_body(&p, i + 1, &m->body[i]);
  }
  for (int i = 0; i < m->n_joints; i++) {
    put_joint(&p, i + 1, &m->joint[i]);
  }
  for (int i = 0; i < m->n_springs; i++) {
    const ref_spring_data *s = &m->spring[i];
    put(&p, "spring { name = \"s%d\", %s, %s", i + 1, part_name(s->a), part_name(s->b));
    put_vector(&p, "at_a", s->at_a, 3);
    put_vector(&p, "at_b", s->at_b, 3);
    put(&p, ", stiffness = %.17g, damping = %.17g, length = %.17g }\n", s->stiffness, s->damping, s->length);
  }
  for (int i = 0; i < m->n_gears; i++) {
    const ref_gear_data *g = &m->gear[i];
    put(&p, "gear { name = \"g%d\", j%d, j%d, ratio = %.17g }\n", i + 1, g->joint_a + 1, g->joint_b + 1, g->ratio);
  }
  put_channels(&p, m);
  put(&p, "run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, store = store }\n");
  return p.full ? -1 : (int)p.used;
}
