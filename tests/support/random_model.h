/* tests/support/random_model.h -- a random mechanism, written as a model text.
 * What:    bodies (general inertia, mass off the origin, flat and slender ones), points, links, cables and moving bases in
 *          trees of all joints, offset frames on both sides; loops closed by joints that keep full rank; springs, user
 *          laws, bushings, dampers, friction, stops, gears, couplings, drives, loads; alpha per part.
 * How:     every number is drawn first and written through the drawing's turn, shift and unit of length, so the same seed
 *          gives the same mechanism elsewhere, turned, or in other units. powers: of a length in the quantity's unit.
 * Who:     tests/mechanisms/test_random.c, test_threads.c.
 */
#ifndef SN_TESTS_RANDOM_MODEL_H
#define SN_TESTS_RANDOM_MODEL_H
#include "tests/support/random_words.h"

/* ---- parts */
static random_part *new_part(random_model *g, const char *letter, sn_v3 at, sn_m3 axes, double size, int parent)
{
  random_part *p = g->part + g->n_part++;
  *p = (random_part){.at = at, .axes = axes, .size = size, .parent = parent};
  snprintf(p->name, sizeof p->name, "%s%d", letter, ++g->n_name);
  put(g, "local %s = ", p->name);
  return p;
}

/* Inertia by second moments along three random axes: any of them may be small (flat, slender) or zero (flat). */
static void put_inertia(random_model *g, double mass, double size)
{
  double e[3], m[3][3];
  const int flat = chance(g, 0.15), slender = !flat && chance(g, 0.3) && !g->rubs;
  const double thin = of_size(g, 0.01, 0.1);
  for (int i = 0; i < 3; i++) {
    e[i] = mass * size * size * between(g, 0.03, 0.15);
  }
  e[2] = flat ? 0 : slender ? e[2] * thin * thin : e[2];
  e[1] = slender ? e[1] * thin * thin : e[1];
  const sn_m3 r = random_axes(g);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      m[i][j] = i == j ? e[0] + e[1] + e[2] : 0;
      for (int k = 0; k < 3; k++) {
        m[i][j] -= r.c[k].x[i] * e[k] * r.c[k].x[j];
      }
    }
  }
  const double u2 = scaled(g, 1, 2);
  put(g, "inertia = {{%.17g, %.17g, %.17g}, {%.17g, %.17g, %.17g}, {%.17g, %.17g, %.17g}}, ", u2 * m[0][0],
      u2 * m[0][1], u2 * m[0][2], u2 * m[0][1], u2 * m[1][1], u2 * m[1][2], u2 * m[0][2], u2 * m[1][2], u2 * m[2][2]);
}

static void add_body(random_model *g, int parent)
{
  const double size = between(g, 0.2, 0.8), mass = of_size(g, 0.2, 5);
  const sn_v3 step = v3_scale(between(g, 0.2, 0.8), random_direction(g));
  random_part *p = new_part(g, "b", v3_add(g->part[parent].at, step), random_axes(g), size, parent);
  put(g, "body { name = \"%s\", ", p->name);
  put_place(g, "at", p->at);
  put_axes(g, "orientation", p->axes);
  put_number(g, "mass", mass, 0);
  put_local(g, "center", random_vector(g, chance(g, 0.3) ? 0 : 0.3 * size), 1);
  put_inertia(g, mass, size);
  if (g->wish.isolated || chance(g, 0.7)) { /* alone, at rest, there would be no energy */
    put_free(g, "velocity", random_vector(g, 1), 1);
    put_free(g, "angular_velocity", random_vector(g, 4), 0);
  }
  put_alpha(g);
  put(g, "}\n");
}

static int add_point(random_model *g, int parent, sn_v3 at)
{
  random_part *p = new_part(g, "p", at, m3_identity(), 0.1, parent);
  p->is_point = 1;
  put(g, "point { name = \"%s\", ", p->name);
  put_place(g, "at", p->at);
  put_number(g, "mass", of_size(g, 0.1, 2), 0);
  put_free(g, "velocity", random_vector(g, 0.5), 1);
  put_alpha(g);
  put(g, "}\n");
  return g->n_part - 1;
}

static void add_base(random_model *g)
{
  random_part *p = new_part(g, "g", random_vector(g, 0.5), random_axes(g), 0.5, 0);
  put(g, "base { name = \"%s\", ", p->name);
  put_place(g, "at", p->at);
  put_axes(g, "orientation", p->axes);
  put(g, "position = ");
  put_motion3(g, random_vector(g, 0.2), 1);
  put_free(g, "axis", random_direction(g), 0);
  put(g, "angle = function(t) return ");
  put_motion(g, 0, 0.4, 0);
  put(g, " end, ");
  if (chance(g, 0.5)) {
    put_number(g, "mass", 1.5, 0);
    put_local(g, "center", random_vector(g, 0.1), 1);
    put_local(g, "inertia", v3(0.05, 0.06, 0.04), 2);
  }
  put(g, "}\n");
}

/* ---- laws on a coordinate; power 0: angle, 1: displacement */
typedef struct {
  int may_drive, may_move; /* what is allowed */
  int driven;              /* what was done */
  double moved;
} random_law;

static void put_law(random_model *g, int power, double start, random_law *law)
{
  const double length = power ? 1 : 0.4, rate = of_size(g, 3, 40);
  const double k = rate * rate * length * length, c = of_size(g, 0.02, 1) * rate * length * length;
  const int force = 2 - power, stiff = 2 - 2 * power;
  if (chance(g, 0.35)) {
    put_number(g, "stiffness", k, stiff);
    put_number(g, "rest", start + between(g, -0.2, 0.2), power);
  }
  if (chance(g, 0.25)) {
    put_number(g, "damping", c, stiff);
  }
  if (chance(g, 0.12)) {
    put(g, "law = function(x, v, t) return %.17g*sin(x/%.17g) + %.17g*v*(1 + 0.3*cos(5*t)) end, ", scaled(g, k, force),
        scaled(g, 1, power), scaled(g, c, stiff));
  }
  if (chance(g, 0.12)) {
    const double u = scaled(g, 1, power);
    put(g, "potential = function(x) return %.17g*(x - %.17g)^4 + %.17g*cos(x/%.17g) end, ", scaled(g, k, 2) / pow(u, 4),
        start * u, scaled(g, 0.3 * k, 2), u);
  }
  if (chance(g, 0.15)) {
    put_number(g, "lower", start - of_size(g, 0.01, 0.3), power);
    put_number(g, "upper", start + of_size(g, 0.01, 0.3), power);
    put_number(g, "stop_stiffness", of_size(g, 1e3, 1e5) * length * length, stiff);
    put_number(g, "stop_damping", chance(g, 0.5) ? 1 : 0, -power);
  }
  if (chance(g, 0.3) && g->rubs) {
    put_number(g, "friction", between(g, 0.02, 0.15), 0); /* with arms that do not jam: then there is no motion */
    if (chance(g, 0.3)) {
      put_number(g, "static_friction", between(g, 0.15, 0.2), 0);
      put_number(g, "friction_speed", of_size(g, 0.1, 1), power);
    }
    if (power == 0 || chance(g, 0.5)) {
      put_number(g, "friction_arm", power ? between(g, 0.3, 0.5) : of_size(g, 0.01, 0.05), 1);
    }
  }
  if (chance(g, 0.2)) {
    put(g, "%s = function(t) return ", power ? "force" : "torque");
    put_motion(g, between(g, -1, 1), 2, force);
    put(g, " end, ");
  }
  if (law->may_drive && chance(g, 0.15)) {
    law->driven = 1 + chance(g, 0.4);
    put(g, "%s = function(t) return ", law->driven == 2 ? "drive_rate" : "drive");
    put_motion(g, law->driven == 2 ? between(g, -1, 1) : start, 0.3, power);
    put(g, " end, ");
  } else if (law->may_move && chance(g, 0.3)) {
    law->moved = between(g, -0.4, 0.4);
    put_number(g, "initial", start + law->moved, power);
    put_number(g, "initial_rate", between(g, -2, 2), power);
  }
}

/* ---- joints */
typedef struct {
  const char *name;
  int freedom, n;
  const char *coordinate[3];
  int power[3];
  int top;   /* coordinates whose laws are at the top level */
  int point; /* the second part may be a point */
  const char *x;
} joint_kind;

enum {
  REVOLUTE,
  PRISMATIC,
  SCREW,
  CYLINDRICAL,
  PLANAR,
  SPHERICAL,
  UNIVERSAL,
  FIXED,
  ON_LINE,
  ON_PLANE,
  DISTANCE,
  KINDS
};
static const joint_kind joint_kinds[KINDS] = {{"revolute", 1, 1, {"angle"}, {0}, 1, 0, "x"},
                                              {"prismatic", 1, 1, {"displacement"}, {1}, 1, 0, "x"},
                                              {"screw", 1, 2, {"angle", "displacement"}, {0, 1}, 1, 0, "x"},
                                              {"cylindrical", 2, 2, {"angle", "displacement"}, {0, 1}, 0, 0, "x"},
                                              {"planar", 3, 3, {"x", "y", "angle"}, {1, 1, 0}, 0, 0, "x_axis"},
                                              {"spherical", 3, 0, {0}, {0}, 0, 1, "x"},
                                              {"universal", 2, 2, {"angle_a", "angle_b"}, {0, 0}, 0, 0, NULL},
                                              {"fixed", 0, 0, {0}, {0}, 0, 0, "x"},
                                              {"point_on_line", 4, 1, {"displacement"}, {1}, 1, 1, "x"},
                                              {"point_on_plane", 5, 2, {"x", "y"}, {1, 1}, 0, 1, "x_axis"},
                                              {"distance", 5, 0, {0}, {0}, 0, 1, NULL}};

/* one side of a joint in the coordinates of its part; the ground's are those of the drawing */
static void put_side(random_model *g, const char *name, const random_part *p, int is_ground, sn_v3 x, sn_m3 axes,
                     int second_of_universal)
{
  const sn_v3 axis = axes.c[second_of_universal ? 0 : 2], across = axes.c[second_of_universal ? 1 : 0];
  put(g, "%s = { ", name);
  if (is_ground) {
    put_place(g, "at", x);
    put_free(g, "axis", axis, 0);
    put_free(g, "x", across, 0);
  } else {
    put_local(g, "at", m3_tmul(p->axes, v3_sub(x, p->at)), 1);
    put_local(g, "axis", m3_tmul(p->axes, axis), 0);
    put_local(g, "x", m3_tmul(p->axes, across), 0);
  }
  put(g, "}, ");
}

/* Frames of the two sides that satisfy the joint; start: its coordinates. */
static void joint_frames(random_model *g, int kind, const random_part *b, sn_v3 x[2], sn_m3 axes[2], double start[3])
{
  double turn = between(g, -2, 2), tilt = between(g, -1, 1), slide[3];
  for (int k = 0; k < 3; k++) {
    slide[k] = between(g, -0.2, 0.2);
  }
  const double share = between(g, 0, 1);
  x[1] = v3_add(b->at, random_vector(g, b->is_point ? 0 : share * b->size));
  axes[0] = axes[1] = random_axes(g);
  memset(start, 0, 3 * sizeof *start);
  const sn_m3 about_z = sn_rotation_axis_angle(v3(0, 0, 1), turn), about_x = sn_rotation_axis_angle(v3(1, 0, 0), tilt);
  sn_v3 gap = v3(0, 0, 0);
  switch (kind) {
  case REVOLUTE:
  case SCREW:
  case CYLINDRICAL:
    axes[1] = m3_mul3(axes[0], about_z);
    start[0] = turn;
    start[1] = kind == REVOLUTE ? 0 : slide[2];
    gap.x[2] = start[1];
    break;
  case PRISMATIC:
  case ON_LINE:
    start[0] = gap.x[2] = slide[2];
    break;
  case PLANAR:
    axes[1] = m3_mul3(axes[0], about_z);
    start[2] = turn; /* fall through */
  case ON_PLANE:
    start[0] = gap.x[0] = slide[0];
    start[1] = gap.x[1] = slide[1];
    break;
  case UNIVERSAL:
    axes[1] = m3_mul3(axes[0], m3_mul3(about_z, about_x));
    start[0] = turn;
    start[1] = tilt;
    break;
  case SPHERICAL:
    axes[1] = m3_mul3(axes[0], m3_mul3(about_z, about_x));
    break;
  default:
    break;
  }
  x[0] = v3_sub(x[1], m3_mul(axes[0], gap));
}

static int add_joint(random_model *g, int kind, int a, int b, int closes)
{
  const joint_kind *t = joint_kinds + kind;
  random_part *A = g->part + a, *B = g->part + b;
  random_joint *j = g->joint + g->n_joint++;
  *j = (random_joint){.kind = kind, .part = closes ? -1 : b};
  put(g, "local j%d = %s { name = \"j%d\", %s, %s, ", g->n_joint, t->name, g->n_joint, A->name, B->name);
  if (kind == DISTANCE) {
    const sn_v3 at_a = v3_add(A->at, random_vector(g, 0.4 * A->size)), at_b = random_vector(g, 0.4 * B->size);
    put_place(g, "at_a", at_a);
    if (!B->is_point) {
      put_place(g, "at_b", v3_add(B->at, at_b));
    }
    put(g, "}\n");
    return t->freedom;
  }
  sn_v3 x[2];
  sn_m3 axes[2];
  joint_frames(g, kind, B, x, axes, j->start);
  if (chance(g, 0.5) || kind == UNIVERSAL) {
    put_side(g, "a", A, a == 0, x[0], axes[0], 0);
    if (!B->is_point) {
      put_side(g, "b", B, 0, x[1], axes[1], kind == UNIVERSAL);
    }
    if (B->is_point && (kind == ON_LINE || kind == ON_PLANE)) {
      put(g, "b = { at = {0, 0, 0} }, ");
    }
  } else {
    memset(j->start, 0, sizeof j->start);
    put_place(g, "at", x[1]);
    put_free(g, "axis", axes[1].c[2], 0);
    put_free(g, t->x, axes[1].c[0], 0);
  }
  if (kind < ON_LINE && !B->is_point && chance(g, 0.3)) {
    put(g, "moving_frame = \"%s\", ", chance(g, 0.5) ? "first" : "second");
  }
  if (kind == SCREW) {
    put_number(g, "pitch", (chance(g, 0.5) ? 1 : -1) * of_size(g, 0.02, 0.2), 1);
  }
  put_alpha(g);
  int freedom = t->freedom, moved = 0;
  for (int k = 0; k < t->n; k++) {
    if (chance(g, 0.5)) {
      random_law law = {.may_drive = freedom > 0 && !closes && !moved,
                        .may_move = !closes && !g->wish.loops && !(kind == SCREW && k == 1)};
      if (k >= t->top) {
        put(g, "%s = { ", t->coordinate[k]);
      }
      put_law(g, t->power[k], j->start[k], &law);
      put(g, k < t->top ? "" : "}, ");
      freedom -= law.driven > 0;
      j->start[k] += law.moved;
      moved = kind == SCREW && law.moved != 0; /* takes the displacement along */
    }
  }
  put(g, "}\n");
  return freedom;
}

/* freedoms on the way between two parts */
static int way(random_model *g, int a, int b, int take)
{
  char on[RANDOM_PARTS] = {0};
  int total = 0;
  for (int k = a; k > 0; k = g->part[k].parent) {
    on[k] ^= 1;
  }
  for (int k = b; k > 0; k = g->part[k].parent) {
    on[k] ^= 1;
  }
  for (int k = 1; k < g->n_part; k++) {
    if (on[k]) {
      const int used = take < g->part[k].room ? take : g->part[k].room;
      total += g->part[k].room;
      g->part[k].room -= used;
      take -= used;
    }
  }
  return total;
}

static int a_body(random_model *g)
{
  int k;
  do {
    k = 1 + one_of(g, g->n_part - 1);
  } while (g->part[k].is_point || g->part[k].name[0] == 'g');
  return k;
}

static void close_loop(random_model *g)
{
  static const int closer[] = {SPHERICAL, DISTANCE, ON_PLANE, ON_LINE, UNIVERSAL, CYLINDRICAL, PLANAR};
  const int a = one_of(g, g->n_part), b = a_body(g), kind = closer[one_of(g, 7)];
  const int rows = 6 - joint_kinds[kind].freedom;
  if (a == b || g->part[a].is_point || way(g, a, b, 0) < rows + 2 || (g->wish.isolated && a == 0)) {
    return;
  }
  way(g, a, b, rows);
  add_joint(g, kind, a, b, 1);
}

/* link or cable between two parts, or with a free end */
static void add_line(random_model *g)
{
  const int cable = chance(g, 0.6), a = g->wish.isolated ? a_body(g) : one_of(g, g->n_part), b = a_body(g);
  const random_part *A = g->part + a, *B = g->part + b;
  const int both = g->wish.loops && a != b && !A->is_point && way(g, a, b, 0) > 2;
  const sn_v3 from = v3_add(A->at, random_vector(g, A->is_point ? 0 : 0.4 * A->size));
  sn_v3 to = v3_add(B->at, random_vector(g, 0.4 * B->size));
  if (!both) {
    to = v3_axpy(from, between(g, 0.2, 0.6), random_direction(g));
  }
  if (v3_norm(v3_sub(to, from)) < 0.05) {
    return;
  }
  if (both && !cable) {
    way(g, a, b, 1);
  }
  put(g, "%s { name = \"c%d\", %s, %s%s", cable ? "cable" : "link", ++g->n_name, A->name, both ? B->name : "",
      both ? ", " : "");
  put_place(g, "from", from);
  put_place(g, "to", to);
  if (cable) {
    const double length = v3_norm(v3_sub(to, from)) * between(g, 0.93, 1.05);
    const int order = 1 + one_of(g, 3), elements = 1 + one_of(g, 3), slack = chance(g, 0.3);
    put(g, "order = %d, elements = %d, tension_only = %s, ", order, elements, slack ? "true" : "false");
    put_number(g, "stiffness", of_size(g, 100, 1e5), 1);
    put_number(g, "mass_per_length", of_size(g, 0.05, 2), -1);
    if (slack || chance(g, 0.7)) { /* at its own length round-off decides whether a slack one pulls */
      put_number(g, "length", length, 1);
    }
  } else {
    put_number(g, "mass", of_size(g, 0.1, 1), 0);
  }
  put_alpha(g);
  put(g, "}\n");
}

/* ---- forces */
static void add_spring(random_model *g)
{
  const int a = g->wish.isolated ? a_body(g) : one_of(g, g->n_part), b = a_body(g);
  const random_part *A = g->part + a, *B = g->part + b;
  const double rate = of_size(g, 3, 60), k = rate * rate;
  const sn_v3 at_a = v3_add(A->at, random_vector(g, A->is_point ? 0 : A->size));
  const sn_v3 at_b = v3_add(B->at, random_vector(g, B->size));
  const double length = v3_norm(v3_sub(at_a, at_b));
  if (a == b || length < 0.2) {
    return;
  }
  put(g, "spring { %s, %s, ", A->name, B->name);
  put_place(g, "at_a", at_a);
  put_place(g, "at_b", at_b);
  if (chance(g, 0.6)) {
    put_number(g, "stiffness", k, 0);
    put_number(g, "length", length * between(g, 0.7, 1.2), 1);
  } else if (chance(g, 0.5)) {
    put(g, "potential = function(x) local e = (x*x - %.17g)/%.17g return %.17g*e^2 end, ",
        scaled(g, length * length, 2), scaled(g, length * length, 2), scaled(g, 0.2 * k, 2));
  } else {
    put(g, "force = function(x, v, t) return %.17g*(x - %.17g) + %.17g*v end, ", k, scaled(g, length, 1), 0.1 * rate);
  }
  if (chance(g, 0.4)) {
    put_number(g, "damping", 0.2 * rate, 0);
  }
  if (chance(g, 0.2)) {
    put_number(g, "upper", length + 0.02, 1);
    put_number(g, "stop_stiffness", 20 * k, 0);
  }
  put(g, "}\n");
}

static void add_bushing(random_model *g)
{
  const int a = g->wish.isolated ? a_body(g) : one_of(g, g->n_part), b = a_body(g);
  const sn_m3 axes = random_axes(g);
  if (a == b || g->part[a].is_point) {
    return;
  }
  put(g, "bushing { %s, %s, ", g->part[a].name, g->part[b].name);
  put_place(g, "at", v3_add(g->part[b].at, random_vector(g, 0.2)));
  put_free(g, "axis", axes.c[2], 0);
  put_free(g, "x", axes.c[0], 0);
  const int damps = 1 + chance(g, 0.5);
  for (int k = 0; k < damps; k++) {
    put(g, "%s = {", k ? "damping" : "stiffness");
    for (int i = 0; i < 6; i++) {
      const double x = k ? of_size(g, 0.1, 10) : of_size(g, 10, 2000);
      put(g, "%s%.17g", i ? ", " : "", scaled(g, i < 3 ? x : 0.1 * x, i < 3 ? 0 : 2));
    }
    put(g, "}, ");
  }
  put(g, "}\n");
}

static void add_load(random_model *g)
{
  const int force = chance(g, 0.5), b = a_body(g), follows = chance(g, 0.5);
  put(g, "%s { %s, follows = %s, ", force ? "force" : "moment", g->part[b].name, follows ? "true" : "false");
  if (force) {
    put_place(g, "at", v3_add(g->part[b].at, random_vector(g, 0.3)));
  }
  const sn_v3 size = random_vector(g, force ? 5 : 0.3);
  if (chance(g, 0.3)) {
    put_free(g, "value", size, force ? 1 : 2);
  } else {
    put(g, "value = ");
    put_motion3(g, size, force ? 1 : 2);
  }
  put(g, "}\n");
}

static const char *first_coordinate(const random_joint *j, int *power)
{
  *power = joint_kinds[j->kind].n ? joint_kinds[j->kind].power[0] : 0;
  return joint_kinds[j->kind].n ? joint_kinds[j->kind].coordinate[0] : NULL;
}

/* gear or coupling of two joints of the tree that are free to be coupled */
static void add_coupling(random_model *g)
{
  const int i = one_of(g, g->n_joint), k = one_of(g, g->n_joint), how = one_of(g, 3);
  const random_joint *a = g->joint + i, *b = g->joint + k;
  int pa, pb;
  const char *ca = first_coordinate(a, &pa), *cb = first_coordinate(b, &pb);
  const double ratio = (chance(g, 0.5) ? 1 : -1) * of_size(g, 0.3, 3) * (pb > pa ? 0.3 : pa > pb ? 3 : 1);
  if (i == k || !ca || !cb || a->part < 0 || b->part < 0 || !isfinite(a->start[0] + b->start[0]) ||
      (how < 2 && (g->part[a->part].room < 1 || g->part[b->part].room < 1))) {
    return;
  }
  if (how == 0) {
    put(g, "gear { j%d, j%d, ratio = %.17g, coordinate_a = \"%s\", coordinate_b = \"%s\" }\n", i + 1, k + 1,
        scaled(g, ratio, pb - pa), ca, cb);
  } else {
    const double value = b->start[0] - ratio * a->start[0];
    put(g, "coupling { joints = {j%d, j%d}, coordinates = {\"%s\", \"%s\"}, factors = {%.17g, 1}, ", i + 1, k + 1, ca,
        cb, scaled(g, -ratio, pb - pa));
    if (how == 1) {
      put(g, "value = function(t) return ");
      put_motion(g, value, 0.1, pb);
      put(g, " end, ");
    } else {
      put_number(g, "value", value, pb);
      put_number(g, "stiffness", of_size(g, 1, 100) * (pb ? 1 : 0.1), 2 - 2 * pb);
    }
    put(g, "}\n");
  }
  if (how < 2) {
    g->part[a->part].room--;
    g->part[b->part].room--;
  }
}

/* point masses: hung on a body or on ground, or between two bodies on a line */
static void add_hung_point(random_model *g)
{
  static const int kinds[] = {SPHERICAL, DISTANCE, ON_LINE, ON_PLANE};
  const int a = g->wish.isolated ? a_body(g) : one_of(g, g->n_part), b = a_body(g);
  if (g->part[a].is_point) {
    return;
  }
  if (g->wish.loops && a != b && chance(g, 0.3)) {
    const double ratio = between(g, 0.2, 0.8);
    const sn_v3 u = v3_sub(g->part[b].at, g->part[a].at);
    const int p = add_point(g, a, v3_axpy(g->part[a].at, ratio, u));
    put(g, "align { %s, %s, %s, ", g->part[a].name, g->part[p].name, g->part[b].name);
    put_place(g, "at_a", g->part[a].at);
    put(g, "}\n");
    g->part[p].room = 0;
    return;
  }
  const int kind = kinds[a == 0 ? 1 + one_of(g, 3) : one_of(g, 4)];
  const int p = add_point(g, a, v3_add(g->part[a].at, v3_scale(0.5, random_direction(g))));
  g->part[p].room = add_joint(g, kind, a, p, 0) - 3;
}

/* The whole. */
static const char *random_mechanism(random_model *g, uint64_t seed, random_wish wish, random_view view)
{
  *g = (random_model){.dice = seed, .wish = wish, .view = view};
  g->part[g->n_part++] = (random_part){.name = "ground", .axes = m3_identity(), .size = 0.5, .parent = 0};
  const sn_v3 down = v3_scale(9.81, random_direction(g));
  g->rubs = chance(g, 0.5);
  put(g, "gravity {%.17g, %.17g, %.17g}\n", 0.0, 0.0, 0.0);
  if (!wish.isolated && chance(g, 0.8)) {
    const sn_v3 x = v3_scale(view.unit, m3_mul(view.turn, down));
    g->used = 0;
    put(g, "gravity {%.17g, %.17g, %.17g}\n", x.x[0], x.x[1], x.x[2]);
  }
  if (!wish.isolated && chance(g, 0.25)) {
    add_base(g);
  }
  const int bodies = 1 + one_of(g, wish.most_parts);
  for (int k = 0; k < bodies; k++) {
    const int parent = one_of(g, g->n_part), kind = one_of(g, KINDS);
    add_body(g, parent);
    const int b = g->n_part - 1, alone = wish.isolated ? parent == 0 : chance(g, 0.15);
    if (alone) {
      g->part[b].parent = 0;
    }
    g->part[b].room = alone ? 6 : add_joint(g, kind, parent, b, 0);
  }
  const int extra = one_of(g, 3), lines = one_of(g, 3), loops = wish.loops ? 1 + one_of(g, 2) : 0;
  for (int k = 0; k < extra; k++) {
    add_hung_point(g);
  }
  for (int k = 0; k < lines; k++) {
    add_line(g);
  }
  for (int k = 0; k < loops; k++) {
    close_loop(g);
  }
  static void (*const forces[])(random_model *) = {add_spring, add_bushing, add_load};
  const int n = one_of(g, 4), couplings = g->n_joint > 1 ? one_of(g, 2) : 0;
  for (int k = 0; k < n; k++) {
    forces[one_of(g, wish.isolated ? 2 : 3)](g);
  }
  for (int k = 0; k < couplings; k++) {
    add_coupling(g);
  }
  return g->text;
}

#endif
