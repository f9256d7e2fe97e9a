/* model/shape.c -- solids: volume, centre, inertia; unions by summing; the check of an inertia.
 * What:    one row per shape. Cylinder, tube, cone and slender have their axis along x and their middle at the origin;
 *          a mesh has what its surface (mesh/surface.c) has.
 * Theory:  closed formulas; a union adds first and second moments (overlaps count twice: the user's choice).
 * Limits:  a cone's taper is linear; slender is a line: no inertia about itself, density in kg/m.
 * Tests:   tests/model/test_shape.c (against integrals over small cells).
 */
#include <string.h>

#include "math/principal.h"
#include "model/model_private.h"

static const double pi = 3.14159265358979323846;

/* par: box size 0..2; mesh 0 scale; others 0 length, 1 radius, 2 inner radius of the tube or top radius of the cone */
enum { LENGTH, RADIUS, SECOND, SCALE = 0 };

static void diagonal(double inertia[3][3], double x, double y, double z)
{
  memset(inertia, 0, 9 * sizeof(double));
  inertia[0][0] = x;
  inertia[1][1] = y;
  inertia[2][2] = z;
}

static void box(const sn_shape *shape, double *volume, sn_v3 *centre, double inertia[3][3])
{
  const double *p = shape->par;
  const double a = p[0] * p[0], b = p[1] * p[1], c = p[2] * p[2];
  const double m = *volume = p[0] * p[1] * p[2];
  *centre = v3(0, 0, 0);
  diagonal(inertia, m * (b + c) / 12, m * (a + c) / 12, m * (a + b) / 12);
}

static void tube(const sn_shape *shape, double *volume, sn_v3 *centre, double inertia[3][3])
{
  const double *p = shape->par;
  const double L = p[LENGTH], r = p[RADIUS] * p[RADIUS], q = p[SECOND] * p[SECOND];
  const double m = *volume = pi * (r - q) * L;
  const double across = m * ((r + q) / 4 + L * L / 12);
  *centre = v3(0, 0, 0);
  diagonal(inertia, m * (r + q) / 2, across, across);
}

static void cylinder(const sn_shape *shape, double *volume, sn_v3 *centre, double inertia[3][3])
{
  const sn_shape solid = {.par = {shape->par[LENGTH], shape->par[RADIUS], 0}};
  tube(&solid, volume, centre, inertia);
}

static void sphere(const sn_shape *shape, double *volume, sn_v3 *centre, double inertia[3][3])
{
  const double r = shape->par[RADIUS], m = *volume = 4 * pi * r * r * r / 3;
  *centre = v3(0, 0, 0);
  diagonal(inertia, 0.4 * m * r * r, 0.4 * m * r * r, 0.4 * m * r * r);
}

/* Frustum: radius from r at x = -L/2 to s at L/2, r(u) = r + (s - r) u, u = 0..1.
   Moments of r^2: I_k = int u^k r^2 du; of r^4: J = int r^4 du. */
static void cone(const sn_shape *shape, double *volume, sn_v3 *centre, double inertia[3][3])
{
  const double *p = shape->par;
  const double L = p[LENGTH], r = p[RADIUS], s = p[SECOND], d = s - r;
  const double I0 = r * r + r * d + d * d / 3, I1 = r * r / 2 + 2 * r * d / 3 + d * d / 4,
               I2 = r * r / 3 + r * d / 2 + d * d / 5;
  const double J = (r * r * r * r + r * r * r * s + r * r * s * s + r * s * s * s + s * s * s * s) / 5;
  const double u = I1 / I0;
  *volume = pi * L * I0;
  *centre = v3(L * (u - 0.5), 0, 0);
  const double across = pi * L * J / 4 + pi * L * L * L * (I2 - u * u * I0);
  diagonal(inertia, pi * L * J / 2, across, across);
}

static void slender(const sn_shape *shape, double *volume, sn_v3 *centre, double inertia[3][3])
{
  const double L = shape->par[LENGTH];
  *volume = L; /* density in kg/m */
  *centre = v3(0, 0, 0);
  diagonal(inertia, 0, L * L * L / 12, L * L * L / 12);
}

/* lengths with scale, volume with its third, inertia with its fifth power */
static void mesh(const sn_shape *shape, double *volume, sn_v3 *centre, double inertia[3][3])
{
  const sn_surface *s = shape->surface;
  const double f = shape->par[SCALE], cube = f * f * f;
  *volume = cube * s->volume;
  *centre = v3_scale(f, s->centre);
  for (int i = 0; i < 9; i++) {
    inertia[i / 3][i % 3] = cube * f * f * s->inertia[i / 3][i % 3];
  }
}

/* ---- boxes around them */

static void around(double x, double y, double z, sn_v3 *lo, sn_v3 *hi)
{
  *hi = v3(x, y, z);
  *lo = v3(-x, -y, -z);
}

static void box_bounds(const sn_shape *shape, sn_v3 *lo, sn_v3 *hi)
{
  around(shape->par[0] / 2, shape->par[1] / 2, shape->par[2] / 2, lo, hi);
}

static void sphere_bounds(const sn_shape *shape, sn_v3 *lo, sn_v3 *hi)
{
  around(shape->par[RADIUS], shape->par[RADIUS], shape->par[RADIUS], lo, hi);
}

static void round_bounds(const sn_shape *shape, sn_v3 *lo, sn_v3 *hi)
{
  const double r = fmax(shape->par[RADIUS], shape->par[SECOND]); /* the second radius of a cylinder is 0 */
  around(shape->par[LENGTH] / 2, r, r, lo, hi);
}

static void mesh_bounds(const sn_shape *shape, sn_v3 *lo, sn_v3 *hi)
{
  *lo = v3_scale(shape->par[SCALE], shape->surface->lo);
  *hi = v3_scale(shape->par[SCALE], shape->surface->hi);
}

/* ---- checks */

static sn_status tube_check(const sn_shape *shape, sn_error *error)
{
  if (shape->par[SECOND] < shape->par[RADIUS]) {
    return SN_OK;
  }
  return sn_fail(error, SN_EINPUT, "", "the inner radius must be smaller than the radius.", "",
                 "Check its sizes (in m).");
}

static sn_status mesh_check(const sn_shape *shape, sn_error *error)
{
  const int picture = isnan(shape->density) && isnan(shape->mass);
  return picture ? SN_OK : sn_surface_check_solid(shape->surface, error);
}

/* ---- the table */

#define PAR(k) .offset = offsetof(sn_shape, par) + (k) * sizeof(double)
#define MATERIAL_FIELD                                                                         \
  {                                                                                            \
    "material", SN_MATERIAL, "", "what it is made of, by its name or as a table: its density", \
        SN_MEMBER(sn_shape, material)                                                          \
  }
#define COMMON(unit, help)                                                                                     \
  {"density", SN_NUMBER, unit, help, SN_MEMBER(sn_shape, density), SN_POSITIVE},                               \
      {"mass", SN_NUMBER, "kg", "its mass, instead of a density", SN_MEMBER(sn_shape, mass), SN_POSITIVE},     \
      {"at", SN_VECTOR, "m", "where its origin sits in the body; default {0, 0, 0}", SN_MEMBER(sn_shape, at)}, \
  {                                                                                                            \
    0                                                                                                          \
  }
#define DENSITY "gives mass and inertia; without it (and mass) the shape is only a picture"
#define SIZE(name, k, help)                                        \
  {                                                                \
    name, SN_NUMBER, "m", help, PAR(k), SN_POSITIVE, .required = 1 \
  }

static const sn_input box_inputs[] = {
    {"size", SN_VECTOR, "m", "edges along x, y, z", PAR(0), SN_POSITIVE, .required = 1},
    MATERIAL_FIELD,
    COMMON("kg/m^3", DENSITY)};
static const sn_input cylinder_inputs[] = {SIZE("length", LENGTH, "along its axis"),
                                           SIZE("radius", RADIUS, "outer radius"), MATERIAL_FIELD,
                                           COMMON("kg/m^3", DENSITY)};
static const sn_input sphere_inputs[] = {SIZE("radius", RADIUS, "radius"), MATERIAL_FIELD, COMMON("kg/m^3", DENSITY)};
static const sn_input tube_inputs[] = {SIZE("length", LENGTH, "along its axis"), SIZE("radius", RADIUS, "outer radius"),
                                       SIZE("inner", SECOND, "inner radius"), MATERIAL_FIELD,
                                       COMMON("kg/m^3", DENSITY)};
static const sn_input cone_inputs[] = {
    SIZE("length", LENGTH, "along its axis"),
    SIZE("radius", RADIUS, "radius at the start of its axis"),
    {"top", SN_NUMBER, "m", "radius at the end of its axis", PAR(SECOND), SN_NOT_NEGATIVE, SN_PRESET(0)},
    MATERIAL_FIELD,
    COMMON("kg/m^3", DENSITY)};
static const sn_input slender_inputs[] = {
    SIZE("length", LENGTH, "along its axis"),
    {"radius", SN_NUMBER, "m", "of its picture only", PAR(RADIUS), SN_NOT_NEGATIVE, SN_PRESET(0)},
    COMMON("kg/m", "mass per length; a line has no inertia about itself")};
static const sn_input mesh_inputs[] = {
    {"file", SN_SURFACE, "", "name of an STL or OBJ file in the folder of the model", SN_MEMBER(sn_shape, surface),
     .required = 1},
    {"scale", SN_NUMBER, "m", "length of one unit of the file; 1e-3 for a file in mm", PAR(SCALE),
     SN_BETWEEN(1e-12, 1e12), SN_PRESET(1)},
    COMMON("kg/m^3", "gives mass and inertia if the surface is closed; without it (and mass) it is only a picture")};

static const sn_shape_kind shapes[] = {
    {"box", "A block with edges along its axes.", 0, box_inputs, box, box_bounds, NULL},
    {"cylinder", "A solid cylinder; axis x unless said otherwise.", 0, cylinder_inputs, cylinder, round_bounds, NULL},
    {"sphere", "A solid sphere.", 0, sphere_inputs, sphere, sphere_bounds, NULL},
    {"tube", "A hollow cylinder.", 0, tube_inputs, tube, round_bounds, tube_check},
    {"cone", "A cone or a frustum; its origin is in the middle of its axis.", 0, cone_inputs, cone, round_bounds, NULL},
    {"slender", "A straight line with mass.", 1, slender_inputs, slender, round_bounds, NULL},
    {"mesh", "A surface of triangles from a file (STL or OBJ); its origin and axes are those of the file.", 0,
     mesh_inputs, mesh, mesh_bounds, mesh_check}};
const sn_shape_kind *const sn_shape_kinds[] = {shapes,     shapes + 1, shapes + 2, shapes + 3,
                                               shapes + 4, shapes + 5, shapes + 6, NULL};

/* mass, centre and inertia about the centre of one shape, in body coordinates */
static double one(const sn_shape *s, sn_v3 *centre, double inertia[3][3])
{
  double volume, own[3][3];
  sn_v3 c;
  s->kind->properties(s, &volume, &c, own);
  const double mass = isnan(s->mass) ? (isnan(s->density) ? 0 : s->density * volume) : s->mass;
  const double factor = volume > 0 ? mass / volume : 0;
  *centre = v3_add(s->at, m3_mul(s->axes, c));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      inertia[i][j] = 0;
      for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
          inertia[i][j] += factor * s->axes.c[k].x[i] * own[k][l] * s->axes.c[l].x[j];
        }
      }
    }
  }
  return mass;
}

void sn_shapes_mass(const sn_shapes *s, double *mass, sn_v3 *centre, double inertia[3][3])
{
  sn_v3 first = v3(0, 0, 0);
  *mass = 0;
  *centre = v3(0, 0, 0);
  memset(inertia, 0, 9 * sizeof(double));
  for (int n = 0; n < s->n; n++) {
    sn_v3 c;
    double own[3][3];
    const double m = one(s->shape + n, &c, own);
    *mass += m;
    first = v3_axpy(first, m, c);
  }
  if (!(*mass > 0)) {
    return;
  }
  *centre = v3_scale(1 / *mass, first);
  for (int n = 0; n < s->n; n++) { /* parallel axes: J + m (d.d I - d d^T) */
    sn_v3 c;
    double own[3][3];
    const double m = one(s->shape + n, &c, own);
    const sn_v3 d = v3_sub(c, *centre);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        inertia[i][j] += own[i][j] + m * ((i == j ? v3_dot(d, d) : 0) - d.x[i] * d.x[j]);
      }
    }
  }
}

sn_status sn_check_inertia(const double inertia[3][3], double principal[3], sn_error *error)
{
  sn_m3 axes;
  sn_principal(inertia, principal, &axes);
  for (int i = 0; i < 2; i++) { /* ascending */
    for (int j = 0; j < 2 - i; j++) {
      if (principal[j] > principal[j + 1]) {
        const double x = principal[j];
        principal[j] = principal[j + 1];
        principal[j + 1] = x;
      }
    }
  }
  const double *p = principal, slack = 1e-9 * fabs(p[2]);
  if (!(p[0] >= -slack)) {
    sn_failf(error, SN_EINPUT, "The inertia has a negative principal moment: %.6g kg m^2.", p[0]);
    sn_error_why(error, "The principal moments are %.6g, %.6g, %.6g.", p[0], p[1], p[2]);
    sn_error_fix(
        error,
        "Check the signs (products of inertia are entries of the tensor, Jxy = -int x y dm), and that it is about the "
        "centre of mass; one about another point needs that point as `inertia_at`.");
    return SN_EINPUT;
  }
  if (!(p[0] + p[1] >= p[2] - slack)) {
    sn_failf(error, SN_EINPUT, "No rigid body has this inertia: its largest moment exceeds the sum of the others.");
    sn_error_why(error, "The principal moments are %.6g, %.6g, %.6g, and %.6g + %.6g < %.6g.", p[0], p[1], p[2], p[0],
                 p[1], p[2]);
    sn_error_fix(error,
                 "Check units and order (xx, yy, zz, xy, xz, yz), and that it is about the centre of mass; one about "
                 "another point needs that point as `inertia_at`.");
    return SN_EINPUT;
  }
  return SN_OK;
}
