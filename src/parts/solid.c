/* parts/solid.c -- solid: a part of volumes, tetrahedra and bricks, that strains by any rotation.
 * What:    elements of a mesh out of a file or a generator; Hooke's law between Green strains and second Piola-Kirchhoff stresses (St
 *          Venant-Kirchhoff); surfaces that are clamped, rigid, loaded, and places for joints.
 * Theory:  docs/theory-solids.md; [BBT] section 3.5, [GOG].
 * Tests:   tests/solids/
 */
#include "parts/solid.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"

sn_v3 sn_solid_drawn(const sn_item *item, sn_v3 x)
{
  const sn_solid *p = item->param;
  const sn_v3 at = sn_vector_or(p->at, v3(0, 0, 0));
  return v3_add(at, isnan(p->orientation.c[0].x[0]) ? x : m3_mul(p->orientation, x));
}

sn_m3 sn_solid_axes(const sn_item *item)
{
  const sn_solid *p = item->param;
  return sn_drawn_axes(item, isnan(p->orientation.c[0].x[0]) ? m3_identity() : p->orientation);
}

static const sn_solid_mesh *mesh_of(const sn_item *item)
{
  return ((const sn_solid *)item->param)->made;
}

/* ---- places: nodes, and behind them surfaces */

static int stations(const sn_item *item)
{
  return mesh_of(item) ? mesh_of(item)->n_node : 0;
}

static int drawn(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes)
{
  const sn_solid_mesh *m = mesh_of(item);
  const int k = station == SN_STATION_LAST ? m->n_node - 1 : station;
  *axes = sn_solid_axes(item);
  if (k < 0 || k >= m->n_node + m->n_surface) {
    return 0;
  }
  *x = sn_drawn_point(item, sn_solid_drawn(item, k < m->n_node ? m->x[k] : m->surface[k - m->n_node].mean));
  return 1;
}

static sn_status surface_named(const sn_item *item, const char *name, int *station, sn_error *error)
{
  enum { MOST = 40 };
  const sn_solid_mesh *m = mesh_of(item);
  const char *known[MOST] = {NULL};
  char all[200];
  int n = 0;
  for (int k = 0; k < m->n_surface; k++) {
    if (strcmp(m->surface[k].name, name) == 0) {
      *m->surface[k].used = 1;
      *station = m->n_node + k;
      return SN_OK;
    }
    if (n < MOST) {
      known[n++] = m->surface[k].name;
    }
  }
  const char *meant = sn_nearest(name, known, (size_t)n);
  sn_failf(error, SN_EINPUT, "Solid '%s' has no surface \"%.60s\".", item->name, name);
  sn_join(all, sizeof all, known, n);
  sn_error_why(error, "It has: %s.", all);
  sn_error_fix(error, meant ? "Did you mean \"%s\"?" : "Name it in `surfaces`, with the sides that it has.", meant);
  return SN_EINPUT;
}

static int station_near(const sn_item *item, sn_v3 x)
{
  const sn_solid_mesh *m = mesh_of(item);
  int best = 0;
  double least = INFINITY;
  for (int k = 0; k < m->n_node; k++) {
    const double away = v3_norm(v3_sub(sn_solid_drawn(item, m->x[k]), x));
    best = away < least ? k : best;
    least = fmin(away, least);
  }
  return best;
}

static sn_status attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  (void)b;
  const sn_solid_frozen *f = item->frozen;
  const int n = f->mesh->n_node, k = station == SN_STATION_LAST ? n - 1 : station;
  if (k < 0 || k >= n + f->mesh->n_surface) {
    sn_failf(error, SN_EINPUT, "Solid '%s' can only be held at a surface or at a node.", item->name);
    sn_error_why(error, "A solid strains: it has no place of its own.");
    sn_error_fix(error, "Use '%s':surface(\"name\"), '%s':node(k), or surfaces = { name = { clamped = true } }.",
                 item->name, item->name);
    return SN_EINPUT;
  }
  *out = k < n ? f->node[k] : f->surface[k - n].frame;
  return SN_OK;
}

static int surface_fact(const sn_item *item, int k, sn_surface_fact *out)
{
  const sn_solid_mesh *m = mesh_of(item);
  if (k >= m->n_surface) {
    return 0;
  }
  *out = (sn_surface_fact){m->surface[k].name, m->surface[k].n_side, m->surface[k].n_node, m->surface[k].area};
  return 1;
}

/* outputs at nodes are told apart by the number of the node */
static double number_of(const void *frozen, int station)
{
  const sn_solid_frozen *f = frozen;
  const int n = f->mesh->n_node + f->mesh->n_surface;
  return station < 0 || station >= n ? n - 1 : station;
}

/* ---- once, and for every freeze */

static sn_status prepare(sn_item *item, sn_arena *arena, sn_error *error)
{
  sn_solid *p = item->param;
  sn_solid_complete_material(p);
  SN_TRY(sn_solid_check_material(item, error));
  SN_TRY(sn_solid_check_formulation(item, error));
  SN_TRY(sn_solid_mesh_of(item, arena, &p->made, error));
  return p->formulation == SN_SOLID_MODAL ? sn_solid_check_modal(item, error) : SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const sn_solid_mesh *m = mesh_of(item);
  sn_solid_frozen *f = SN_NEW(sn_builder_arena(b), sn_solid_frozen, 1);
  sn_frame *node = SN_NEW(sn_builder_arena(b), sn_frame, m->n_node);
  sn_solid_frame *surface = SN_NEW(sn_builder_arena(b), sn_solid_frame, m->n_surface);
  if (!f || !node || !surface) {
    return sn_no_memory(error, "the model");
  }
  *f = (sn_solid_frozen){
      .item = item, .mesh = m, .node = node, .surface = surface, .gravity = sn_model_gravity_of(item->model)};
  sn_solid_hooke(item->param, f->D);
  f->is_mixed = sn_solid_is_mixed(item->param);
  SN_TRY(sn_solid_find_kinds(f, b, error));
  if (((const sn_solid *)item->param)->formulation == SN_SOLID_MODAL) {
    SN_TRY(sn_solid_add_modal(f, node, b, error));
  } else {
    SN_TRY(sn_solid_add_nodes(f, node, b, error));
    SN_TRY(sn_solid_add_frame(f, b, error));
    SN_TRY(sn_solid_add_elements(f, b, error));
  }
  SN_TRY(sn_solid_add_triads(f, b, error));
  SN_TRY(sn_solid_add_loads(f, b, error));
  SN_TRY(sn_solid_nodal_of(f, b, error));
  SN_TRY(sn_solid_add_fields(item, f, b, error));
  item->frozen = f;
  return sn_solid_draw(item, f, b, error);
}

/* ---- fields */

static const sn_input box_inputs[] = {{"size", SN_VECTOR, "m", "edges along x, y, z, from the origin of the part",
                                       SN_MEMBER(sn_solid_box, size), .required = 1},
                                      {"elements", SN_NUMBERS, "", "number of elements along x, y, z (default 1, 1, 1)",
                                       SN_MEMBER(sn_solid_box, elements)},
                                      {0}};

#define ROUND_INPUTS                                                                                                  \
  {"length", SN_NUMBER, "m", "length along the axis", SN_MEMBER(sn_solid_round, length), SN_POSITIVE, .required = 1}, \
      {"axis", SN_VECTOR, "", "its axis, from the origin of the part (default z)", SN_MEMBER(sn_solid_round, axis)},  \
  {                                                                                                                   \
    "elements", SN_NUMBERS, "",                                                                                       \
        "number of elements around (a multiple of 4), across and along the axis (default 16, 1, 4)",                  \
        SN_MEMBER(sn_solid_round, elements)                                                                           \
  }
static const sn_input cylinder_inputs[] = {
    {"radius", SN_NUMBER, "m", "radius", SN_MEMBER(sn_solid_round, radius), SN_POSITIVE, .required = 1},
    ROUND_INPUTS,
    {0}};
static const sn_input ring_inputs[] = {
    {"inner", SN_NUMBER, "m", "inner radius", SN_MEMBER(sn_solid_round, inner), SN_POSITIVE, .required = 1},
    {"outer", SN_NUMBER, "m", "outer radius", SN_MEMBER(sn_solid_round, radius), SN_POSITIVE, .required = 1},
    ROUND_INPUTS,
    {0}};

#define SWEPT_INPUTS                                                                                                \
  {"outline", SN_NUMBERS, "m", "corners {u, v} of its section", SN_MEMBER(sn_solid_swept, outline), .required = 1}, \
  {                                                                                                                 \
    "size", SN_NUMBER, "m", "length of the edges of elements in the section", SN_MEMBER(sn_solid_swept, size),      \
        SN_POSITIVE, .required = 1                                                                                  \
  }
static const sn_input extrusion_inputs[] = {
    SWEPT_INPUTS,
    {"holes", SN_NUMBERS, "m", "round holes {u, v, radius}", SN_MEMBER(sn_solid_swept, holes)},
    {"height", SN_NUMBER, "m", "height along z", SN_MEMBER(sn_solid_swept, height), SN_POSITIVE, .required = 1},
    {"elements", SN_COUNT, "", "elements along z", SN_MEMBER(sn_solid_swept, elements), SN_BETWEEN(1, 1e6),
     SN_PRESET(1)},
    {0}};
static const sn_input revolved_inputs[] = {SWEPT_INPUTS,
                                           {"angle", SN_NUMBER, "rad", "about z, from x to y (default: all around)",
                                            SN_MEMBER(sn_solid_swept, angle), SN_BETWEEN(1e-6, 6.283185307179586),
                                            SN_PRESET(6.283185307179586)},
                                           {"elements", SN_COUNT, "", "elements around",
                                            SN_MEMBER(sn_solid_swept, elements), SN_BETWEEN(1, 1e6), SN_PRESET(16)},
                                           {0}};

#define PICK(part, member) SN_MEMBER(sn_solid_face, part.member) - offsetof(sn_solid_face, part)
static const sn_input plane_inputs[] = {
    {"point", SN_VECTOR, "m", "a point of the plane, axes of the part", PICK(plane, point), .required = 1},
    {"normal", SN_VECTOR, "", "its normal", PICK(plane, normal), .required = 1},
    {0}};
static const sn_input pick_cylinder_inputs[] = {
    {"point", SN_VECTOR, "m", "a point of its axis, axes of the part (default the origin)", PICK(cylinder, point)},
    {"axis", SN_VECTOR, "", "its axis", PICK(cylinder, axis), .required = 1},
    {"radius", SN_NUMBER, "m", "radius", PICK(cylinder, radius), SN_POSITIVE, .required = 1},
    {0}};
static const sn_input within_inputs[] = {
    {"low", SN_VECTOR, "m", "lowest corner, axes of the part", PICK(within, low), .required = 1},
    {"high", SN_VECTOR, "m", "highest corner", PICK(within, high), .required = 1},
    {0}};
static const sn_input face_inputs[] = {
    {"plane", SN_TABLE, "", "the sides in a plane", SN_MEMBER(sn_solid_face, plane), .sub = plane_inputs},
    {"cylinder", SN_TABLE, "", "the sides on a cylinder", SN_MEMBER(sn_solid_face, cylinder),
     .sub = pick_cylinder_inputs},
    {"within", SN_TABLE, "", "the sides inside a box", SN_MEMBER(sn_solid_face, within), .sub = within_inputs},
    {"nearest", SN_VECTOR, "m", "the smooth face that is nearest to this point, axes of the part",
     SN_MEMBER(sn_solid_face, nearest)},
    {"normal", SN_VECTOR, "", "the sides whose outward normal has this direction, axes of the part",
     SN_MEMBER(sn_solid_face, normal)},
    {"tolerance", SN_NUMBER, "", "how far nodes may be away, times the size of the mesh (default 1e-5)",
     SN_MEMBER(sn_solid_face, tolerance), SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"clamped", SN_FLAG, "", "all its nodes are held", SN_MEMBER(sn_solid_face, clamped), SN_BETWEEN(0, 1),
     SN_PRESET(0)},
    {"held", SN_TEXT, "", "components of the places of its nodes that are held, such as \"xyz\" or \"xz\", as drawn",
     SN_MEMBER(sn_solid_face, held)},
    {"on", SN_PART, "", "the part that a clamped surface is held by (default: the ground)",
     SN_MEMBER(sn_solid_face, on)},
    {"rigid", SN_FLAG, "", "all its nodes move as one rigid body (default: the surface strains)",
     SN_MEMBER(sn_solid_face, rigid), SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"traction", SN_FUNCTION3, "N/m^2",
     "force per drawn area, fixed in space: three numbers, or a function of time and of the drawn place",
     SN_MEMBER(sn_solid_face, traction), .choices = "t,x,y,z"},
    {"pressure", SN_FUNCTION, "N/m^2",
     "force per drawn area against the outward normal as drawn: a number, or a function of time and of the drawn place",
     SN_MEMBER(sn_solid_face, pressure), .choices = "t,x,y,z"},
    {"force", SN_FUNCTION3, "N", "force, spread over its area: three numbers, or a function of time",
     SN_MEMBER(sn_solid_face, force), .choices = "t"},
    {"torque", SN_FUNCTION3, "N m", "torque on its mean rotation: three numbers, or a function of time",
     SN_MEMBER(sn_solid_face, torque), .choices = "t"},
    {"follows", SN_FLAG, "",
     "force and torque turn with the surface, pressure acts along its true normal on its true area (default: as drawn)",
     SN_MEMBER(sn_solid_face, follows), SN_BETWEEN(0, 1), SN_PRESET(0)},
    {0}};

#define ORTHOTROPIC(name, unit, help, member, k)                             \
  {                                                                          \
    name, SN_NUMBER, unit, help, SN_MEMBER(sn_solid, member[k]), SN_POSITIVE \
  }
#define OF_MODES(member) SN_MEMBER(sn_solid, modes.member) - offsetof(sn_solid, modes)
static const sn_input modes_inputs[] = {
    {"count", SN_COUNT, "", "how many", OF_MODES(count), SN_BETWEEN(0, 150), SN_PRESET(10)},
    {"up_to", SN_NUMBER, "Hz", "instead: all up to this frequency", OF_MODES(up_to), SN_POSITIVE, SN_PRESET(0)},
    {0}};

static const sn_input inputs[] = {
    {"file", SN_MESH, "",
     "name of a mesh in the folder of the model: MSH 2.2 or 4.1 of Gmsh, or .inp of Abaqus and CalculiX; tetrahedra of "
     "10 nodes (4), bricks of 20 or 27 (8). Or of a CAD file (.step, .iges, .brep): an installed Gmsh makes "
     "tetrahedra of 10 nodes, which are kept beside it",
     SN_MEMBER(sn_solid, file)},
    {"size", SN_NUMBER, "m", "of a CAD file: length of the largest edges of elements (default: Gmsh chooses)",
     SN_MEMBER(sn_solid, size), SN_POSITIVE},
    {"scale", SN_NUMBER, "m", "length of one unit of the file (1e-3: millimetres)", SN_MEMBER(sn_solid, scale),
     SN_POSITIVE, SN_PRESET(1)},
    {"box", SN_TABLE, "", "a box of bricks or tetrahedra", SN_MEMBER(sn_solid, box), .sub = box_inputs},
    {"cylinder", SN_TABLE, "", "a round bar", SN_MEMBER(sn_solid, cylinder), .sub = cylinder_inputs},
    {"ring", SN_TABLE, "", "a round tube or ring", SN_MEMBER(sn_solid, ring), .sub = ring_inputs},
    {"extrusion", SN_TABLE, "", "a plane outline with round holes, along z", SN_MEMBER(sn_solid, extrusion),
     .sub = extrusion_inputs},
    {"revolved", SN_TABLE, "", "a plane outline about z; u is the distance from the axis, v the height",
     SN_MEMBER(sn_solid, revolved), .sub = revolved_inputs},
    {"element", SN_CHOICE, "", "type of the elements that are generated (usual: hex20, tet10 of outlines)",
     SN_MEMBER(sn_solid, element), SN_BETWEEN(0, 5), SN_PRESET(0), .choices = "usual|hex20|hex27|tet10|hex8|tet4"},
    {"at", SN_PLACE, "m", "origin of the part (default 0)", SN_MEMBER(sn_solid, at)},
    {"orientation", SN_ORIENTATION, "", "axes of the part as drawn (default: those of the drawing)",
     SN_MEMBER(sn_solid, orientation)},
    {"E", SN_NUMBER, "Pa", "Young's modulus", SN_MEMBER(sn_solid, young), SN_POSITIVE},
    {"nu", SN_NUMBER, "", "Poisson's ratio", SN_MEMBER(sn_solid, poisson), SN_BETWEEN(-0.999999, 0.5), SN_PRESET(0.3)},
    {"density", SN_NUMBER, "kg/m^3", "density", SN_MEMBER(sn_solid, density), SN_POSITIVE, .required = 1},
    {"law", SN_CHOICE, "",
     "energy of the material at large strains: hooke is that of St Venant and Kirchhoff, the others are rubber",
     SN_MEMBER(sn_solid, law), SN_BETWEEN(0, 2), SN_PRESET(0), .choices = "hooke|neo_hooke|mooney_rivlin"},
    {"share", SN_NUMBER, "", "Mooney-Rivlin: c2/(c1 + c2)", SN_MEMBER(sn_solid, share), SN_BETWEEN(0, 1), SN_PRESET(0)},
    ORTHOTROPIC("E1", "Pa", "instead of E, an orthotropic material: Young's modulus along its axis 1", E, 0),
    ORTHOTROPIC("E2", "Pa", "the same along axis 2", E, 1),
    ORTHOTROPIC("E3", "Pa", "the same along axis 3", E, 2),
    {"nu12", SN_NUMBER, "", "contraction along axis 2 by a pull along axis 1", SN_MEMBER(sn_solid, nu[0])},
    {"nu13", SN_NUMBER, "", "contraction along axis 3 by a pull along axis 1", SN_MEMBER(sn_solid, nu[1])},
    {"nu23", SN_NUMBER, "", "contraction along axis 3 by a pull along axis 2", SN_MEMBER(sn_solid, nu[2])},
    ORTHOTROPIC("G12", "Pa", "shear modulus of axes 1 and 2", G, 0),
    ORTHOTROPIC("G23", "Pa", "shear modulus of axes 2 and 3", G, 1),
    ORTHOTROPIC("G31", "Pa", "shear modulus of axes 3 and 1", G, 2),
    {"axes", SN_ORIENTATION, "", "axes of the orthotropic material, in those of the part (default: these)",
     SN_MEMBER(sn_solid, axes)},
    {"formulation", SN_CHOICE, "",
     "green: Green's strains, any deformation; floating: linear strains about one frame of the body; modal: the same "
     "with the shapes of loads on its surfaces and its lowest vibrations alone",
     SN_MEMBER(sn_solid, formulation), SN_BETWEEN(0, 2), SN_PRESET(0), .choices = "green|floating|modal"},
    {"modes", SN_TABLE, "", "vibrations that a modal body keeps, lowest first: their number, or { up_to = 2000 }",
     SN_MEMBER(sn_solid, modes), .sub = modes_inputs},
    {"temperature", SN_FUNCTION, "K",
     "above that of the drawn shape: a number, or a function of time and of the drawn place",
     SN_MEMBER(sn_solid, temperature), .choices = "t,x,y,z"},
    {"expansion", SN_NUMBER, "1/K", "thermal strain per kelvin", SN_MEMBER(sn_solid, expansion), SN_PRESET(0)},
    {"damping", SN_NUMBER, "s", "time tau of damping: stresses D (e + tau e')", SN_MEMBER(sn_solid, damping),
     SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"surfaces", SN_TABLES, "", "surfaces by their names: how they are held, and what acts on them",
     SN_MEMBER(sn_solid, surfaces), .size = sizeof(sn_solid_face), .sub = face_inputs},
    {"body_force", SN_FUNCTION3, "N/m^3",
     "force per drawn volume, fixed in space: three numbers, or a function of time and of the drawn place",
     SN_MEMBER(sn_solid, body_force), .choices = "t,x,y,z"},
    {"velocity", SN_FUNCTION3, "m/s", "initial velocity: three numbers, or a function of the drawn place (default 0)",
     SN_MEMBER(sn_solid, velocity), .choices = "x,y,z"},
    {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity about `at`, added (default 0)",
     SN_MEMBER(sn_solid, angular_velocity)},
    {"fields", SN_TEXTS, "", "outputs that pictures show at all nodes (default: von_mises)",
     SN_MEMBER(sn_solid, fields)},
    {0}};

static const sn_idle idle[] = {
    {"scale", "file", 0, "generators are in metres"},
    {"element", "file", 1, "the file says what its elements are"},
    {"nu", "E", 0, "it belongs to an isotropic material"},
    {"E2|E3|nu12|nu13|nu23|G12|G23|G31|axes", "E1", 0, "an orthotropic material begins with E1"},
    {"modes", "formulation", 0, "it belongs to formulation = \"modal\""},
    {"share", "law", 0, "it belongs to law = \"mooney_rivlin\""},
    {"expansion", "temperature", 0, "it multiplies the temperature"},
    {"temperature", "expansion", 0, "it is multiplied by the expansion"},
    {0}};

static const sn_material_use material[] = {{.field = "E1", .property = "E1", .unless = "E"},
                                           {.field = "E2", .property = "E2", .unless = "E"},
                                           {.field = "nu12", .property = "nu12", .unless = "E"},
                                           {.field = "G12", .property = "G12", .unless = "E"},
                                           {.field = "G23", .property = "G23", .unless = "E"},
                                           {.field = "G31", .property = "G13", .unless = "E"},
                                           {.field = "E", .property = "E", .unless = "E1"},
                                           {.field = "nu", .property = "nu", .unless = "E1"},
                                           {.field = "density", .property = "density"},
                                           {.field = "expansion", .property = "expansion", .with = "temperature"},
                                           {0}};

const sn_kind sn_kind_solid = {
    .name = "solid",
    .help = "A solid: volumes that strain, by any rotation.",
    .class = SN_CLASS_PART,
    .inputs = inputs,
    .idle = idle,
    .material = material,
    .param_size = sizeof(sn_solid),
    .prepare = prepare,
    .freeze = freeze,
    .reports = {.outputs = sn_solid_outputs, .along = sn_solid_along, .shows_energy = 1, .summary = sn_solid_summary},
    .part = {.attach = attach, .stations = stations, .drawn = drawn, .mass = sn_solid_own_mass},
    .line = {.length_at = number_of},
    .surface = {.surface_named = surface_named,
                .surface_fact = surface_fact,
                .points_on = sn_solid_points_on,
                .station_near = station_near}};
