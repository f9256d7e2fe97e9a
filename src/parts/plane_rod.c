/* parts/plane_rod.c -- plane_rod { ... }: a plane Kirchhoff rod in coordinates and with an integrator of the user's choice.
 * What:    see parts/plane_rod.h. Alone in its model; moves in the x-y plane of the drawing.
 * Theory:  docs/rods.md.
 * Limits:  it connects to nothing; its root and its loads are functions of time.
 * Tests:   tests/lab/test_rod_models.c.
 */
#include "parts/plane_rod.h"

#include <stddef.h>

#include "model/model.h"
#include "parts/line.h"
#include "parts/part.h"

typedef struct {
  sn_v3 at;
  double length, radius, area, second_moment, young, density, damping;
  int elements, root;
  sn_expr3 position, tip_force;
  const sn_expr *angle, *tip_moment;
  sn_numbers angles;
  int measure, formulation, integrator;
  double tolerance, absolute_tolerance, stabilisation;
  int projection, max_order;
} plane_rod;

enum { SEEN = 12 }; /* numbers of an element that outputs look at: places, velocities, accelerations */

/* ---- checks */

static sn_status alone(const sn_item *item, sn_error *error)
{
  for (int i = 0; i < sn_model_items(item->model); i++) {
    const sn_item *other = sn_model_item(item->model, i);
    if (other != item) {
      sn_item_fail(other, SN_EMODEL, error, "The %s '%s' cannot be in the same model as plane_rod '%s'.",
                   other->kind->name, other->name, item->name);
      sn_error_why(error, "A plane_rod is a laboratory of its own: it is run by other integrators and connects to "
                          "nothing.");
      sn_error_fix(error, "Take one of them out, or use a beam instead of the plane_rod.");
      return SN_EMODEL;
    }
  }
  return SN_OK;
}

static sn_status section(const sn_item *item, double *area, double *second, sn_error *error)
{
  const plane_rod *p = item->param;
  const double pi = 3.14159265358979323846, r = p->radius;
  const int round = !isnan(r), given = !isnan(p->area) + !isnan(p->second_moment);
  if (round ? given > 0 : given < 2) {
    sn_item_fail(item, SN_EINPUT, error, "plane_rod '%s': give its section by radius, or by area and second_moment.",
                 item->name);
    sn_error_why(error, round ? "It has a radius, and area or second_moment as well." : "One of them is missing.");
    sn_error_fix(error, "Write radius = 0.02, or area = 1e-4, second_moment = 1e-9.");
    return SN_EINPUT;
  }
  *area = round ? pi * r * r : p->area;
  *second = round ? pi * r * r * r * r / 4 : p->second_moment;
  return SN_OK;
}

static int is_zero(const sn_expr *e)
{
  double value = 0;
  return !e || (sn_expr_is_constant(e, &value) && value == 0);
}

static sn_status in_plane(const sn_item *item, sn_error *error)
{
  const plane_rod *p = item->param;
  const sn_v3 g = sn_model_gravity_of(item->model);
  const sn_m3 turn = sn_drawn_axes(item, m3_identity());
  const int turned = turn.c[0].x[0] != 1 || turn.c[1].x[1] != 1 || turn.c[2].x[2] != 1;
  const char *what = g.x[2] != 0                   ? "gravity pulls along z"
                     : !is_zero(p->position.e[2])  ? "position moves the root along z"
                     : !is_zero(p->tip_force.e[2]) ? "tip_force pushes along z"
                     : turned                      ? "its group is turned"
                                                   : NULL;
  if (!what) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EMODEL, error, "plane_rod '%s' leaves its plane: %s.", item->name, what);
  sn_error_why(error, "It moves in the x-y plane only.");
  sn_error_fix(error, "Write for example gravity { 0, -9.81, 0 }, and third components of 0.");
  return SN_EMODEL;
}

static sn_status check_angles(const sn_item *item, sn_error *error)
{
  const plane_rod *p = item->param;
  if (p->angles.n == 0 || (p->angles.n == p->elements && p->angles.columns == 0)) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "plane_rod '%s': `angles` has %d numbers for %d elements.", item->name,
               p->angles.n, p->elements);
  sn_error_why(error, "It holds the angle of each element from the direction of the root, in rad.");
  sn_error_fix(error, "Give one number per element, or leave it out for a straight rod.");
  return SN_EINPUT;
}

/* ---- freeze */

static sn_status open_lab(const sn_item *item, const sn_lab **lab, sn_error *error)
{
  const sn_status status = sn_lab_open(lab, error);
  if (status != SN_OK) {
    sn_error_where(error, "%s, plane_rod '%s'", item->where, item->name);
  }
  return status;
}

static sn_status make_rod(const sn_item *item, sn_arena *arena, sn_plane_rod *r, sn_error *error)
{
  const plane_rod *p = item->param;
  const sn_v3 g = sn_model_gravity_of(item->model), at = sn_drawn_point(item, sn_vector_or(p->at, v3(0, 0, 0)));
  double area, second;
  SN_TRY(section(item, &area, &second, error));
  SN_TRY(in_plane(item, error));
  SN_TRY(check_angles(item, error));
  r->rod = (sn_rod){.n = p->elements,
                    .length = p->length,
                    .EA = p->young * area,
                    .EI = p->young * second,
                    .rho_A = p->density * area,
                    .rho_I = p->density * second,
                    .tau = p->damping,
                    .gravity = {g.x[0], g.x[1]},
                    .measure = (sn_rod_measure)p->measure,
                    .hinged = p->root == 1,
                    .at = {at.x[0], at.x[1]},
                    .position = {p->position.e[0], p->position.e[1]},
                    .angle = p->angle,
                    .force = {p->tip_force.e[0], p->tip_force.e[1]},
                    .moment = p->tip_moment};
  r->height = at.x[2];
  r->angles = p->angles.n > 0 ? p->angles.x : NULL;
  const int drifts = p->formulation == SN_ROD_ABSOLUTE || p->formulation == SN_ROD_MIXED;
  r->options = (sn_rod_options){.formulation = (sn_rod_formulation)p->formulation,
                                .integrator = p->integrator,
                                .stabilise = isnan(p->stabilisation) ? (drifts ? 20 : 0) : p->stabilisation,
                                .projection = (sn_rod_projection)p->projection,
                                .max_order = p->max_order,
                                .relative = p->tolerance,
                                .absolute = isnan(p->absolute_tolerance) ? p->tolerance : p->absolute_tolerance,
                                .duration = 1,
                                .store = 1};
  SN_TRY(r->lab->prepare(&r->rod, arena, error));
  return r->lab->check(&r->rod, &r->options, error);
}

void sn_plane_rod_put(const sn_plane_rod *r, const sn_rod_drive *o, const double *p, const double *v, sn_v3 *q,
                      sn_v3 *rate)
{
  q[r->position[0]] = v3(o->x.x, o->x.y, r->height);
  q[r->direction[0]] = v3(o->z.x, o->z.y, 0);
  rate[r->position[0]] = v3(o->v.x, o->v.y, 0);
  rate[r->direction[0]] = v3(o->zd.x, o->zd.y, 0);
  for (int i = 0; i < r->rod.n; i++) {
    q[r->direction[i + 1]] = v3(p[4 * i], p[4 * i + 1], 0);
    q[r->position[i + 1]] = v3(p[4 * i + 2], p[4 * i + 3], r->height);
    rate[r->direction[i + 1]] = v3(v[4 * i], v[4 * i + 1], 0);
    rate[r->position[i + 1]] = v3(v[4 * i + 2], v[4 * i + 3], 0);
  }
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const plane_rod *given = item->param;
  sn_arena *arena = sn_builder_arena(b);
  const int n = given->elements;
  sn_plane_rod *r = SN_NEW(arena, sn_plane_rod, 1);
  double *p = SN_NEW(arena, double, 4 * n), *v = SN_NEW(arena, double, 4 * n);
  int *position = SN_NEW(arena, int, n + 1), *direction = SN_NEW(arena, int, n + 1);
  SN_TRY(alone(item, error));
  if (!r || !p || !v || !position || !direction) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(open_lab(item, &r->lab, error));
  SN_TRY(make_rod(item, arena, r, error));
  sn_rod_drive o;
  r->lab->drive_at(&r->rod, 0, &o);
  r->lab->place(&r->rod, r->angles, p, v);
  for (int i = 0; i <= n; i++) {
    const sn_p2 x = i > 0 ? p2_at(p + 4 * i - 2) : o.x, xd = i > 0 ? p2_at(v + 4 * i - 2) : o.v;
    const sn_p2 z = i > 0 ? p2_at(p + 4 * i - 4) : o.z;
    const int node = sn_add_fibre(b, v3(x.x, x.y, r->height), v3(xd.x, xd.y, 0), v3(z.x, z.y, 0), v3(0, 0, o.omega));
    position[i] = sn_vector_of(b, node, 0);
    direction[i] = sn_vector_of(b, node, 3);
    /* masses as the rod has them: for the sums of `check` */
    sn_add_mass(b, position[i], position[i], i > 0 ? r->rod.m[i - 1] : r->rod.rho_A * r->rod.l / 2);
    sn_add_mass(b, direction[i], direction[i], r->rod.J);
  }
  r->position = position;
  r->direction = direction;
  sn_need_scratch(b, SEEN * n);
  sn_draw_line(item, b, n + 1, position,
               isnan(given->radius) ? sqrt(given->area / 3.14159265358979323846) : given->radius, 0);
  item->frozen = r;
  return SN_OK;
}

static int stations(const sn_item *item)
{
  return ((const plane_rod *)item->param)->elements + 1;
}

static sn_status attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  const sn_plane_rod *r = item->frozen;
  const int n = r->rod.n, k = station == SN_STATION_LAST ? n : station;
  if (k < 0 || k > n) {
    sn_item_fail(item, SN_EINPUT, error, "plane_rod '%s' has no such place.", item->name);
    sn_error_why(error, "Its nodes are numbered 0 to %d, from the root to the tip.", n);
    sn_error_fix(error, "Use '%s'.last for the tip, or '%s':node(k).", item->name, item->name);
    return SN_EINPUT;
  }
  *out = sn_node_frame(b, k); /* alone in its model: nodes are numbered like its own */
  return SN_OK;
}

static void own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  const sn_plane_rod *r = item->frozen;
  sn_mass_sum sum = {0};
  for (int i = 0; i < r->rod.n; i++) {
    const sn_v3 x[2] = {q[r->position[i]], q[r->position[i + 1]]};
    sn_line_mass(1, x, r->rod.rho_A * r->rod.l, &sum);
  }
  *out = sn_mass_of(&sum);
}

/* ---- outputs, from what is observed */

typedef struct {
  const sn_plane_rod *part;
  const sn_rod *rod;
  sn_rod_drive drive;
  double *p, *v, *a; /* 4 n each, in the scratch of the observation; a is room for any of them */
} seen;

static void gather(const sn_plane_rod *r, const sn_v3 *from, double *to)
{
  for (int i = 0; to && i < r->rod.n; i++) { /* a rod without elements needs no room */
    const double *d = from[r->direction[i + 1]].x, *x = from[r->position[i + 1]].x;
    to[4 * i] = d[0];
    to[4 * i + 1] = d[1];
    to[4 * i + 2] = x[0];
    to[4 * i + 3] = x[1];
  }
}

static seen observe(const sn_observation *o, const void *data)
{
  const sn_plane_rod *r = data;
  const int n = r->rod.n;
  double *room = sn_scratch(o, SEEN * n);
  seen x = {.part = r, .rod = &r->rod, .p = room, .v = room + 4 * n, .a = room + 8 * n};
  gather(r, o->q, x.p);
  gather(r, o->v, x.v);
  r->lab->drive_at(&r->rod, o->t, &x.drive);
  return x;
}

static void tip(const sn_observation *o, const void *data, double *out)
{
  const sn_plane_rod *r = data;
  v3_put(o->q[r->position[r->rod.n]], out);
}
static void tip_angle(const sn_observation *o, const void *data, double *out)
{
  const sn_plane_rod *r = data;
  const double *z = o->q[r->direction[r->rod.n]].x;
  out[0] = atan2(z[1], z[0]);
}
/* what the clamp carries */
static sn_p2 carried(const sn_observation *o, const void *data, double *moment)
{
  const seen x = observe(o, data);
  sn_p2 force;
  gather(x.part, o->a, x.a);
  x.part->lab->reaction(x.rod, &x.drive, x.p, x.v, x.a, &force, moment);
  return force;
}
static void reaction(const sn_observation *o, const void *data, double *out)
{
  double moment;
  const sn_p2 force = carried(o, data, &moment);
  v3_put(v3(force.x, force.y, 0), out);
}
static void reaction_moment(const sn_observation *o, const void *data, double *out)
{
  double moment;
  (void)carried(o, data, &moment);
  v3_put(v3(0, 0, moment), out);
}
static void drift(const sn_observation *o, const void *data, double *out)
{
  const seen x = observe(o, data);
  sn_rod_drift d;
  x.part->lab->drifts(x.rod, &x.drive, x.p, x.v, NULL, &d);
  out[0] = d.shear > d.unit ? d.shear : d.unit;
}
static void largest_angle(const sn_observation *o, const void *data, double *out)
{
  const seen x = observe(o, data);
  sn_rod_extreme e;
  x.part->lab->extremes(x.rod, &x.drive, x.p, &e);
  out[0] = fabs(e.angle);
}
static void length_now(const sn_observation *o, const void *data, double *out)
{
  const sn_plane_rod *r = data;
  out[0] = 0;
  for (int i = 1; i <= r->rod.n; i++) {
    out[0] += v3_norm(v3_sub(o->q[r->position[i]], o->q[r->position[i - 1]]));
  }
}

/* ---- along the rod */

static int n_element(const void *data)
{
  return ((const sn_plane_rod *)data)->rod.n;
}
static void curvature(const sn_observation *o, const void *data, double *out)
{
  const seen x = observe(o, data);
  x.part->lab->strains(x.rod, &x.drive, x.p, x.v, x.a, NULL);
  for (int i = 0; i < x.rod->n; i++) { /* at the root side of each element; half a length at the clamp */
    out[i] = x.rod->hinged && i == 0 ? 0 : x.a[2 * i] / (i > 0 ? x.rod->l : x.rod->l / 2);
  }
}
static void tension(const sn_observation *o, const void *data, double *out)
{
  const seen x = observe(o, data);
  const sn_rod *r = x.rod;
  x.part->lab->strains(r, &x.drive, x.p, x.v, x.a, x.a + 2 * r->n);
  for (int i = 0; i < r->n; i++) {
    const double xi = x.a[2 * i + 1], rate = x.a[2 * r->n + 2 * i + 1];
    out[i] = r->EA / r->l * (xi - r->l + r->tau * rate);
  }
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "place of the root (default 0)", SN_MEMBER(plane_rod, at)},
    {"length", SN_NUMBER, "m", "unstretched length", SN_MEMBER(plane_rod, length), SN_POSITIVE, .required = 1},
    {"radius", SN_NUMBER, "m", "radius of a round section", SN_MEMBER(plane_rod, radius), SN_POSITIVE},
    {"area", SN_NUMBER, "m^2", "area of the section, with second_moment instead of radius", SN_MEMBER(plane_rod, area),
     SN_POSITIVE},
    {"second_moment", SN_NUMBER, "m^4", "second moment of area about z", SN_MEMBER(plane_rod, second_moment),
     SN_POSITIVE},
    {"E", SN_NUMBER, "Pa", "Young's modulus", SN_MEMBER(plane_rod, young), SN_POSITIVE, .required = 1},
    {"density", SN_NUMBER, "kg/m^3", "density", SN_MEMBER(plane_rod, density), SN_POSITIVE, .required = 1},
    {"elements", SN_COUNT, "", "number of elements", SN_MEMBER(plane_rod, elements), SN_BETWEEN(1, 100000),
     SN_PRESET(25)},
    {"damping", SN_NUMBER, "s", "time tau of damping: stresses K (e + tau e')", SN_MEMBER(plane_rod, damping),
     SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"root", SN_CHOICE, "", "how the first end is held", SN_MEMBER(plane_rod, root), SN_PRESET(0),
     .choices = "clamped|hinged"},
    {"position", SN_FUNCTION3, "m", "displacement of the root from `at` as function of time: returns x, y, 0",
     SN_MEMBER(plane_rod, position), .choices = "t"},
    {"angle", SN_FUNCTION, "rad",
     "direction of the root from x, as function of time (default 0); also where it is drawn",
     SN_MEMBER(plane_rod, angle), .choices = "t"},
    {"tip_force", SN_FUNCTION3, "N", "force at the tip, fixed in space: returns x, y, 0",
     SN_MEMBER(plane_rod, tip_force), .choices = "t"},
    {"tip_moment", SN_FUNCTION, "N m", "moment at the tip about z", SN_MEMBER(plane_rod, tip_moment), .choices = "t"},
    {"angles", SN_NUMBERS, "rad", "drawn angle of each element from the direction of the root (default: straight)",
     SN_MEMBER(plane_rod, angles)},
    {"measure", SN_CHOICE, "",
     "what is called bent: 2 tan of half the angle between elements, its sine (LLL), chord, or "
     "the angle itself",
     SN_MEMBER(plane_rod, measure), SN_PRESET(0), .choices = "tan_half|sine|chord|angle"},
    {"formulation", SN_CHOICE, "",
     "coordinates: nodes and directions; relative bending and lengths; both; both as LLL "
     "print it",
     SN_MEMBER(plane_rod, formulation), SN_PRESET(SN_ROD_RELATIVE), .choices = "absolute|relative|mixed|mixed_printed"},
    {"integrator", SN_CHOICE, "", "of SUNDIALS: bdf and adams (CVODE), explicit Runge-Kutta (ARKODE), dae (IDA)",
     SN_MEMBER(plane_rod, integrator), SN_PRESET(0),
     .choices = "bdf|adams|dormand_prince|rk_fehlberg|verner|bogacki_shampine|dae|dae_index1"},
    {"tolerance", SN_NUMBER, "", "of the integrator, relative and absolute, for every component",
     SN_MEMBER(plane_rod, tolerance), SN_POSITIVE, SN_PRESET(1e-6)},
    {"absolute_tolerance", SN_NUMBER, "", "absolute part of the tolerance, if it is another",
     SN_MEMBER(plane_rod, absolute_tolerance), SN_POSITIVE},
    {"stabilisation", SN_NUMBER, "1/s",
     "pulls drifted constraints back; default 20 for absolute and mixed, 0 for "
     "mixed_printed",
     SN_MEMBER(plane_rod, stabilisation), SN_NOT_NEGATIVE},
    {"projection", SN_CHOICE, "",
     "brings every step back to the constraints: directions follow the nodes, or the "
     "smallest change by mass",
     SN_MEMBER(plane_rod, projection), SN_PRESET(0), .choices = "none|local|orthogonal"},
    {"max_order", SN_COUNT, "", "largest order of bdf, adams and dae", SN_MEMBER(plane_rod, max_order),
     SN_BETWEEN(1, 5), SN_PRESET(0)},
    {0}};
static const sn_output outputs[] = {
    {"tip", "m", 3, "place of the tip", tip, 0},
    {"tip_angle", "rad", 1, "direction of the last element from x, between -pi and pi", tip_angle, 0},
    {"reaction", "N", 3, "force of the support on the rod", reaction, SN_SHOWN},
    {"reaction_moment", "N m", 3, "moment of the support on the rod", reaction_moment, SN_SHOWN},
    {"drift", "", 1, "largest gap of a constraint: shear over the length of an element, | |z|^2 - 1 |/2", drift, 0},
    {"largest_angle", "rad", 1, "largest angle between neighbouring elements", largest_angle, 0},
    {"length", "m", 1, "length of the line through its nodes", length_now, SN_SHOWN},
    {0}};
static const sn_field fields[] = {{"curvature", "1/m", SN_OUT_PER_ELEMENT,
                                   "bending over length at the root side of each element", n_element, curvature, 0,
                                   NULL},
                                  {"tension", "N", SN_OUT_PER_ELEMENT, "axial force", n_element, tension, 0, NULL},
                                  {0}};

static const sn_material_use material[] = {{"E", "E", NULL, NULL, NULL}, {"density", "density", NULL, NULL, NULL}, {0}};

const sn_kind sn_kind_plane_rod = {.name = "plane_rod",
                                   .help =
                                       "A plane rod in absolute, relative or mixed coordinates, alone in its model: "
                                       "the laboratory of docs/rods.md. An optional component: install sinew-lab.",
                                   .class = SN_CLASS_PART,
                                   .inputs = inputs,
                                   .material = material,
                                   .param_size = sizeof(plane_rod),
                                   .freeze = freeze,
                                   .reports = {.outputs = outputs, .fields = fields},
                                   .part = {.attach = attach, .stations = stations, .mass = own_mass}};
