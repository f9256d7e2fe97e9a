/* parts/shell.c -- shell: membrane, bending and transverse shear of a surface with directors.
 * What:    four- or nine-node elements, a patch on a surface of two parameters or the mesh of a file; one material or plies; edges clamped, held, symmetric,
 *          on the ground or on parts; joints, beams and other shells at its nodes.
 * Theory:  docs/theory-shells.md; [BCB] section 2 with the discrete reference strain subtracted. MITC4, and MITC9 tied in the basis of
 *          the element's centre.
 * Limits:  no drilling stiffness: a node takes no moment along its director. Directors are interpolated and not
 *          normalised: an element that bends by more than about 20 degrees between nodes is coarse.
 * Tests:   tests/shells/test_shell.c, tests/shells/test_statics.c, tests/shells/test_motion.c
 */
#include "parts/shell.h"

#include <stddef.h>

#include "model/model.h"

static int stations(const sn_item *item)
{
  sn_shell_grid g;
  return sn_shell_grid_of(item, &g, NULL) == SN_OK ? sn_shell_nodes(&g) : 0;
}

static int drawn(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes)
{
  sn_shell_grid g;
  sn_v3 d;
  *axes = m3_identity();
  if (sn_shell_grid_of(item, &g, NULL) != SN_OK) {
    return 0;
  }
  const int k = station == SN_STATION_LAST ? sn_shell_nodes(&g) - 1 : station;
  return k >= 0 && k < sn_shell_nodes(&g) && sn_shell_station(&g, k, x, &d);
}

/* Before anything has asked for its places: how its nodes are not where the perfect surface has them. */
static sn_status make_imperfection(sn_item *item, sn_shell *p, int n, sn_arena *arena, sn_error *error)
{
  sn_arena *scratch = p->modes.given ? sn_arena_new(NULL) : NULL;
  sn_v3 *x = scratch ? SN_NEW(scratch, sn_v3, n) : NULL;
  sn_m3 axes;
  int good = 1; /* else freezing says that the surface has no normal there */
  for (int k = 0; x && k < n; k++) {
    good = drawn(item, k, x + k, &axes) && good;
  }
  const sn_status status = !p->modes.given ? SN_OK
                           : !x            ? sn_no_memory(error, "the model")
                           : good          ? sn_imperfection_of(item, &p->modes, n, x, arena, &p->deviation, error)
                                           : SN_OK;
  sn_arena_free(scratch);
  return status;
}

static sn_v3 imperfection_at(const sn_item *item, int station)
{
  const sn_shell *p = item->param;
  return p->deviation && station >= 0 && station < stations(item) ? p->deviation[station] : v3(0, 0, 0);
}

/* What its files make. What is wrong with its grid is said before somebody asks for a node that it does not have. */
static sn_status prepare(sn_item *item, sn_arena *arena, sn_error *error)
{
  sn_shell *p = item->param;
  sn_shell_grid grid;
  if (p->mesh.given) {
    SN_TRY(sn_shell_mesh_of(item, arena, &p->made, error));
  }
  SN_TRY(sn_shell_take_order(item, error));
  SN_TRY(sn_shell_grid_of(item, &grid, error));
  return make_imperfection(item, p, sn_shell_nodes(&grid), arena, error);
}

/* Nearest column or row of nodes. */
static int nearest_line(const sn_shell_grid *g, int axis, double at)
{
  int best = 0;
  for (int k = 1; k < g->nodes[axis]; k++) {
    if (fabs(sn_shell_line(g, axis, k) - at) < fabs(sn_shell_line(g, axis, best) - at)) {
      best = k;
    }
  }
  return best;
}

static int station_on(const sn_item *item, double u, double v, double nearest[2])
{
  sn_shell_grid g;
  if (sn_shell_grid_of(item, &g, NULL) != SN_OK) {
    return -1;
  }
  if (g.mesh) {
    int best = 0;
    double away = INFINITY;
    for (int k = 0; k < sn_shell_nodes(&g); k++) {
      double at[2];
      sn_shell_parameters(&g, k, at);
      if (hypot(at[0] - u, at[1] - v) < away) {
        best = k;
        away = hypot(at[0] - u, at[1] - v);
      }
    }
    sn_shell_parameters(&g, best, nearest);
    return best;
  }
  const int i = nearest_line(&g, 0, u), j = nearest_line(&g, 1, v);
  nearest[0] = sn_shell_line(&g, 0, i);
  nearest[1] = sn_shell_line(&g, 1, j);
  return i + g.nodes[0] * j;
}

static int edge_order(const sn_item *item)
{
  return ((const sn_shell *)item->param)->order;
}

/* Thickness at every node, and the reference as it starts. */
static sn_status keep_reference(sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  const int n = sn_shell_nodes(&f->grid);
  sn_v3 *X = SN_NEW(sn_builder_arena(b), sn_v3, n), *D = SN_NEW(sn_builder_arena(b), sn_v3, n);
  double *h = SN_NEW(sn_builder_arena(b), double, n);
  if (!X || !D || !h) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < n; k++) {
    double uv[2];
    sn_shell_section s;
    X[k] = sn_frame_point(b, f->node + k);
    D[k] = sn_frame_axes(b, f->node + k).c[2];
    sn_shell_parameters(&f->grid, k, uv);
    SN_TRY(sn_shell_section_at(f->item, uv, &s, error));
    h[k] = s.thickness;
  }
  f->X = X;
  f->D = D;
  f->thickness = h;
  return SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const sn_shell *p = item->param;
  sn_shell_frozen *f = SN_NEW(sn_builder_arena(b), sn_shell_frozen, 1);
  sn_shell_grid grid;
  SN_TRY(sn_shell_grid_of(item, &grid, error));
  SN_TRY(sn_shell_check_section(item, error));
  sn_frame *node = SN_NEW(sn_builder_arena(b), sn_frame, sn_shell_nodes(&grid));
  if (!f || !node) {
    return sn_no_memory(error, "the model");
  }
  *f = (sn_shell_frozen){.grid = grid, .covariant = p->covariant, .node = node, .mid = p->offset, .item = item};
  SN_TRY(sn_shell_add_nodes(item, &grid, b, node, error));
  SN_TRY(keep_reference(f, b, error));
  SN_TRY(sn_shell_add_elements(item, f, b, error));
  SN_TRY(sn_shell_add_mass(f, p->lumped, b, error));
  SN_TRY(sn_shell_add_supports(item, f, b, error));
  SN_TRY(sn_shell_add_hard(item, f, b, error));
  SN_TRY(sn_shell_add_loads(item, f, b, error));
  SN_TRY(sn_shell_nodal_of(f, b, error));
  SN_TRY(sn_shell_add_fields(item, f, b, error));
  item->frozen = f;
  SN_TRY(sn_shell_draw(item, f, b, error));
  SN_TRY(sn_shell_draw_marks(item, f, b, error));
  return sn_shell_warn(f, error);
}

static sn_status attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  SN_ASSERT(item->frozen);
  (void)b;
  const sn_shell_frozen *f = item->frozen;
  const int n = sn_shell_nodes(&f->grid), k = station == SN_STATION_LAST ? n - 1 : station;
  if (k < 0 || k >= n) {
    sn_failf(error, SN_EINPUT, /* where: the joint, force or channel that asks */
             station == SN_STATION_SELF ? "Shell '%s' can only be held at a node." : "Shell '%s' has no such node.",
             item->name);
    sn_error_why(error, "It has %d nodes, numbered 0 to %d, along u first.", n, n - 1);
    sn_error_fix(error,
                 "Use '%s':at(u, v), '%s':node(k), the place of a node with `at`, or an edge: u_first = { clamped = "
                 "true, on = part }.",
                 item->name, item->name);
    return SN_EINPUT;
  }
  *out = f->node[k];
  return SN_OK;
}

/* outputs at nodes differ by the number of the node */
static double number_of(const void *frozen, int station)
{
  const sn_shell_frozen *f = frozen;
  const int n = sn_shell_nodes(&f->grid);
  return station < 0 || station >= n ? n - 1 : station;
}

static const sn_input round_inputs[] = {
    {"radius", SN_NUMBER, "m", "radius", SN_MEMBER(sn_shell_round, radius), SN_POSITIVE, .required = 1},
    {"center", SN_PLACE, "m", "a point of the axis where v = 0; centre of a sphere (default: the origin)",
     SN_MEMBER(sn_shell_round, center)},
    {"axis", SN_VECTOR, "", "axis that u turns about (default z)", SN_MEMBER(sn_shell_round, axis)},
    {"zero", SN_VECTOR, "", "direction of u = 0, as near as it can be (default: x if the axis is z)",
     SN_MEMBER(sn_shell_round, zero)},
    {0}};

static const sn_input file_inputs[] = {
    {"file", SN_MESH, "",
     "name of a mesh in the folder of the model: MSH 2.2 or 4.1 of Gmsh, or .inp of Abaqus and CalculiX; "
     "quadrilaterals of 4 or 9 nodes",
     SN_MEMBER(sn_shell_file, file), .required = 1},
    {"group", SN_TEXT, "", "physical surface that is this shell (default: all elements)",
     SN_MEMBER(sn_shell_file, group)},
    {"scale", SN_NUMBER, "m", "length of one unit of the file", SN_MEMBER(sn_shell_file, scale), SN_POSITIVE,
     SN_PRESET(1)},
    {"fold", SN_NUMBER, "rad", "where normals of neighbours differ by more there is a fold",
     SN_MEMBER(sn_shell_file, fold), SN_BETWEEN(1e-3, 3.14), SN_PRESET(SN_SHELL_FOLD)},
    {"u", SN_VECTOR, "", "u of functions is the coordinate along this direction; also that of axis 1 (default x)",
     SN_MEMBER(sn_shell_file, u)},
    {"v", SN_VECTOR, "", "the same of v, and of axis 1 where the surface is across u (default y)",
     SN_MEMBER(sn_shell_file, v)},
    {0}};

static const sn_input edge_inputs[] = {
    {"clamped", SN_FLAG, "", "place and director are held", SN_MEMBER(sn_shell_edge, clamped), SN_BETWEEN(0, 1),
     SN_PRESET(0)},
    {"held", SN_TEXT, "",
     "components of the place that are held, such as \"xyz\" or \"xz\", as drawn; directors turn freely",
     SN_MEMBER(sn_shell_edge, held)},
    {"hard", SN_FLAG, "",
     "with `held`: directors do not tilt along the edge (hard simple support); false: they turn freely (soft)",
     SN_MEMBER(sn_shell_edge, hard), SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"symmetry", SN_VECTOR, "", "normal of a plane of symmetry: the edge stays in it, and so do its directors",
     SN_MEMBER(sn_shell_edge, symmetry)},
    {"on", SN_PART, "", "the part that holds it, or another shell with nodes at the same places (default: the ground)",
     SN_MEMBER(sn_shell_edge, on)},
    {"load", SN_FUNCTION3, "N/m", "force per length, as drawn: three numbers, or a function of time, u and v",
     SN_MEMBER(sn_shell_edge, load), .choices = "t,u,v"},
    {"moment", SN_FUNCTION3, "N", "moment per length, as drawn; what is along the directors is lost",
     SN_MEMBER(sn_shell_edge, moment), .choices = "t,u,v"},
    {0}};

#define EDGE(name, k, help)                                                                               \
  {                                                                                                       \
    name, SN_TABLE, "", help, SN_MEMBER(sn_shell, edge) + (k) * sizeof(sn_shell_edge), .sub = edge_inputs \
  }

static const sn_input inputs[] = {
    {"surface", SN_FUNCTION3, "m", "its reference surface: x, y, z as function of u and v",
     SN_MEMBER(sn_shell, surface), .choices = "u,v"},
    {"corners", SN_POINTS, "m",
     "instead of surface: four corners around it, at (u, v) = (0, 0), (1, 0), (1, 1), (0, 1)",
     SN_MEMBER(sn_shell, corners)},
    {"from", SN_FUNCTION3, "m", "instead of surface: curve of u at v = 0; straight lines lead to the curve `to`",
     SN_MEMBER(sn_shell, from), .choices = "u"},
    {"to", SN_FUNCTION3, "m", "curve of u at v = 1", SN_MEMBER(sn_shell, to), .choices = "u"},
    {"cylinder", SN_TABLE, "", "instead of surface: u is the angle about the axis (rad), v the length along it (m)",
     SN_MEMBER(sn_shell, cylinder), .sub = round_inputs},
    {"sphere", SN_TABLE, "", "instead of surface: u is the angle about the axis, v the angle above the equator (rad)",
     SN_MEMBER(sn_shell, sphere), .sub = round_inputs},
    {"points", SN_POINTS, "m", "instead of surface: the places of all nodes, along u first",
     SN_MEMBER(sn_shell, points)},
    {"mesh", SN_TABLE, "", "instead of surface: quadrilaterals of a Gmsh file, mesh = { file = \"wing.msh\" }",
     SN_MEMBER(sn_shell, mesh), .sub = file_inputs},
    {"u", SN_NUMBERS, "",
     "from where to where u goes (default 0 to 1); more than two numbers are the lines of the mesh",
     SN_MEMBER(sn_shell, u)},
    {"v", SN_NUMBERS, "", "the same of v", SN_MEMBER(sn_shell, v)},
    {"elements", SN_NUMBERS, "", "number of elements along u and along v (default 4, 4)",
     SN_MEMBER(sn_shell, elements)},
    {"closed", SN_CHOICE, "", "direction whose last line is its first", SN_MEMBER(sn_shell, closed), SN_BETWEEN(0, 2),
     SN_PRESET(0), .choices = "no|u|v"},
    {"order", SN_COUNT, "",
     "2: elements of nine nodes (MITC9); 1: of four (MITC4) (default 2, or that of its mesh, which it must not "
     "contradict)",
     SN_MEMBER(sn_shell, order), SN_BETWEEN(1, SN_SHELL_ORDER)},
    {"tying", SN_CHOICE, "",
     "basis that strains of nine nodes are tied in: of the element's centre (any mesh), or covariant (a little softer "
     "on coarse curved regular meshes; four nodes have none)",
     SN_MEMBER(sn_shell, covariant), SN_BETWEEN(0, 1), SN_PRESET(0), .choices = "centre|covariant"},
    {"mass_matrix", SN_CHOICE, "", "consistent with the shape functions, or mass at each node (row sums)",
     SN_MEMBER(sn_shell, lumped), SN_BETWEEN(0, 1), SN_PRESET(0), .choices = "consistent|lumped"},
    {"imperfection", SN_FUNCTION, "m",
     "imperfection along the normal, free of stress: a number, or a function of u and v",
     SN_MEMBER(sn_shell, imperfection), .choices = "u,v"},
    {"imperfection_mode", SN_TABLE, "",
     "imperfection of its surface, free of stress, from buckling or vibration modes of the perfect model",
     SN_MEMBER(sn_shell, modes), .sub = sn_imperfection_inputs},
    {"thickness", SN_FUNCTION, "m", "thickness, or a function of u and v", SN_MEMBER(sn_shell, thickness), SN_POSITIVE,
     .choices = "u,v"},
    {"offset", SN_NUMBER, "m", "of half the thickness from the surface, along the normal", SN_MEMBER(sn_shell, offset),
     SN_PRESET(0)},
    {"E", SN_NUMBER, "Pa", "Young's modulus of an isotropic material", SN_MEMBER(sn_shell, young), SN_POSITIVE},
    {"nu", SN_NUMBER, "", "Poisson's ratio", SN_MEMBER(sn_shell, poisson), SN_BETWEEN(-0.999999, 0.5)},
    {"neo_hooke", SN_NUMBER, "Pa",
     "instead of E: shear modulus of incompressible rubber, for large strains; one layer, no damping",
     SN_MEMBER(sn_shell, rubber), SN_POSITIVE},
    {"E1", SN_NUMBER, "Pa", "instead of E, an orthotropic material: modulus along its fibres", SN_MEMBER(sn_shell, E1),
     SN_POSITIVE},
    {"E2", SN_NUMBER, "Pa", "modulus across its fibres", SN_MEMBER(sn_shell, E2), SN_POSITIVE},
    {"nu12", SN_NUMBER, "", "contraction across by a pull along the fibres", SN_MEMBER(sn_shell, nu12)},
    {"G12", SN_NUMBER, "Pa", "shear modulus in the surface", SN_MEMBER(sn_shell, G12), SN_POSITIVE},
    {"G13", SN_NUMBER, "Pa", "shear modulus through the thickness, along the fibres (default G12)",
     SN_MEMBER(sn_shell, G13), SN_POSITIVE},
    {"G23", SN_NUMBER, "Pa", "the same across the fibres (default G12)", SN_MEMBER(sn_shell, G23), SN_POSITIVE},
    {"plies", SN_NUMBERS, "rad, m",
     "instead of thickness: rows { angle, thickness } from the lower side up, angles about the normal from `along`; a "
     "third number is the "
     "row of materials",
     SN_MEMBER(sn_shell, plies)},
    {"materials", SN_NUMBERS, "Pa, kg/m^3", "rows { E1, E2, nu12, G12, G13, G23, density } that plies name",
     SN_MEMBER(sn_shell, materials)},
    {"along", SN_VECTOR, "", "axis 1 is as near this direction as the surface allows (default: direction of u)",
     SN_MEMBER(sn_shell, along)},
    {"density", SN_NUMBER, "kg/m^3", "density", SN_MEMBER(sn_shell, density), SN_POSITIVE},
    {"shear_factor", SN_NUMBER, "", "of transverse shear", SN_MEMBER(sn_shell, shear_factor), SN_POSITIVE,
     SN_PRESET(5.0 / 6)},
    {"damping", SN_NUMBER, "s", "time tau of damping: resultants K (e + tau e')", SN_MEMBER(sn_shell, damping),
     SN_NOT_NEGATIVE, SN_PRESET(0)},
    EDGE("u_first", 0, "how the edge where u begins is held, and loads along it"),
    EDGE("u_last", 1, "the edge where u ends"),
    EDGE("v_first", 2, "the edge where v begins"),
    EDGE("v_last", 3, "the edge where v ends"),
    {"edges", SN_TABLES, "",
     "edges of a mesh: how physical curves (points, surfaces) of its file are held, by their names, and loads along "
     "them",
     SN_MEMBER(sn_shell, edges), .size = sizeof(sn_shell_edge), .sub = edge_inputs},
    {"load", SN_FUNCTION3, "N/m^2",
     "force per drawn area, fixed in space: three numbers, or a function of time, u and v", SN_MEMBER(sn_shell, load),
     .choices = "t,u,v"},
    {"pressure", SN_FUNCTION, "N/m^2",
     "force per drawn area along the normal X,u x X,v: a number, or a function of time, u and v",
     SN_MEMBER(sn_shell, pressure), .choices = "t,u,v"},
    {"follows", SN_FLAG, "", "the pressure turns with the directors (default: keeps its direction)",
     SN_MEMBER(sn_shell, follows), SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"encloses", SN_FLAG, "",
     "the pressure acts along the true normal on the true area, and its work is p times the change of the volume; "
     "edges must be fixed, "
     "symmetric or closed",
     SN_MEMBER(sn_shell, encloses), SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"velocity", SN_FUNCTION3, "m/s",
     "initial velocity: three numbers, or a function of u and v, which directors follow (default 0)",
     SN_MEMBER(sn_shell, velocity), .choices = "u,v"},
    {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity about its first node, added (default 0)",
     SN_MEMBER(sn_shell, angular_velocity)},
    {"fields", SN_TEXTS, "",
     "outputs that pictures show at all nodes, stresses with a place behind: { \"M11\", \"von_mises top\", \"SL ply 2 "
     "bottom\" } (default: resultants and von_mises_max)",
     SN_MEMBER(sn_shell, fields)},
    {0}};

static const sn_idle idle[] = {
    {"follows", "pressure", 0, "it says how a pressure turns"},
    {"nu", "E", 0, "it belongs to an isotropic material"},
    {"E2|nu12|G12|G13|G23", "E1", 0, "an orthotropic material is E1, E2, nu12 and G12; materials has rows of its own"},
    {"density", "materials", 1, "every row of materials has its own"},
    {0}};

static const sn_material_use material[] = {
    {"E1", "E1", "E|neo_hooke|materials", NULL, NULL},     {"E2", "E2", "E|neo_hooke|materials", NULL, NULL},
    {"nu12", "nu12", "E|neo_hooke|materials", NULL, NULL}, {"G12", "G12", "E|neo_hooke|materials", NULL, NULL},
    {"G13", "G13", "E|neo_hooke|materials", NULL, NULL},   {"G23", "G23", "E|neo_hooke|materials", NULL, NULL},
    {"E", "E", "E1|neo_hooke|materials", NULL, NULL},      {"nu", "nu", "E1|neo_hooke|materials", NULL, NULL},
    {"density", "density", "materials", NULL, NULL},       {0}};

const sn_kind sn_kind_shell = {.name = "shell",
                               .help = "A shell: a surface that stretches, bends and shears, by any rotation.",
                               .class = SN_CLASS_PART,
                               .inputs = inputs,
                               .idle = idle,
                               .material = material,
                               .param_size = sizeof(sn_shell),
                               .prepare = prepare,
                               .freeze = freeze,
                               .reports = {.outputs = sn_shell_outputs,
                                           .along = sn_shell_along,
                                           .constants = sn_shell_constants,
                                           .shows_energy = 1},
                               .part = {.by_node = 1,
                                        .attach = attach,
                                        .stations = stations,
                                        .drawn = drawn,
                                        .imperfection = imperfection_at,
                                        .mass = sn_shell_own_mass},
                               .line = {.length_at = number_of},
                               .surface = {.station_on = station_on,
                                           .station_named = sn_shell_named,
                                           .stations_along = sn_shell_along_edge,
                                           .edge_order = edge_order,
                                           .across = sn_shell_across,
                                           .layer_of = sn_shell_layer_of}};
