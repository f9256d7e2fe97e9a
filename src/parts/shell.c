/* parts/shell.c -- shell: membrane, bending and transverse shear of a surface with directors.
 * What:    four- or nine-node elements, a patch on a surface of two parameters or the mesh of a file; one material or plies; edges clamped, held, symmetric,
 *          on the ground or on parts; joints, beams and other shells at its nodes.
 * Theory:  docs/theory-shells.md; [BCB] section 2 with the discrete reference strain subtracted. MITC4, and MITC9 tied in the basis of
 *          the element's centre.
 * Limits:  no drilling stiffness: a node takes no moment along its director. Directors are interpolated and not
 *          normalised: an element that bends by more than about 20 degrees between nodes is coarse.
 * Tests:   tests/whole/test_shell.c, tests/whole/test_shell_statics.c, tests/whole/test_shell_motion.c
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
  return k >= 0 && k < sn_shell_nodes(&g) && sn_shell_place(&g, k, x, &d);
}

/* Before anything has asked for its places: how its nodes are not where the perfect surface has them. */
static sn_status make_bow(sn_item *item, sn_shell *p, int n, sn_arena *arena, sn_error *error)
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
                           : good          ? sn_bow_of(item, &p->modes, n, x, arena, &p->bow, error)
                                           : SN_OK;
  sn_arena_free(scratch);
  return status;
}

static sn_v3 bow(const sn_item *item, int station)
{
  const sn_shell *p = item->param;
  return p->bow && station >= 0 && station < stations(item) ? p->bow[station] : v3(0, 0, 0);
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
  return make_bow(item, p, sn_shell_nodes(&grid), arena, error);
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
  (void)b;
  const sn_shell_frozen *f = item->frozen;
  const int n = sn_shell_nodes(&f->grid), k = station == SN_STATION_LAST ? n - 1 : station;
  if (k < 0 || k >= n) {
    sn_failf(error, SN_EINPUT, /* where: the joint, force or channel that asks */
             station == SN_STATION_SELF ? "Shell '%s' can only be held at a node." : "Shell '%s' has no such node.",
             item->name);
    sn_error_why(error, "It has %d nodes, numbered 0 to %d, along u first.", n, n - 1);
    sn_error_fix(error, "Use '%s':at(u, v), '%s':node(k), or an edge: u_first = { clamped = true, on = part }.",
                 item->name, item->name);
    return SN_EINPUT;
  }
  *out = f->node[k];
  return SN_OK;
}

/* outputs at nodes are told apart by the number of the node */
static double number_of(const void *frozen, int station)
{
  const sn_shell_frozen *f = frozen;
  const int n = sn_shell_nodes(&f->grid);
  return station < 0 || station >= n ? n - 1 : station;
}

static const sn_input round_inputs[] = {
    {"radius", SN_NUMBER, "m", "radius", offsetof(sn_shell_round, radius), SN_POSITIVE, SN_NO_DEFAULT, 1, NULL, NULL},
    {"center", SN_PLACE, "m", "a point of the axis where v = 0; centre of a sphere (default: the origin)",
     offsetof(sn_shell_round, center), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"axis", SN_VECTOR, "", "axis that u turns about (default z)", offsetof(sn_shell_round, axis), SN_ANY,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"zero", SN_VECTOR, "", "direction of u = 0, as near as it can be (default: x if the axis is z)",
     offsetof(sn_shell_round, zero), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {0}};

static const sn_input file_inputs[] = {
    {"file", SN_MESH, "", "name of a Gmsh file beside the model: MSH 2.2 or 4.1, text, quadrilaterals of 4 or 9 nodes",
     offsetof(sn_shell_file, file), SN_ANY, SN_NO_DEFAULT, 1, NULL, NULL},
    {"group", SN_TEXT, "", "physical surface that is this shell (default: all elements)",
     offsetof(sn_shell_file, group), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"scale", SN_NUMBER, "m", "length of one unit of the file", offsetof(sn_shell_file, scale), SN_POSITIVE, 1, 0, NULL,
     NULL},
    {"fold", SN_NUMBER, "rad", "where normals of neighbours differ by more there is a fold",
     offsetof(sn_shell_file, fold), 1e-3, 3.14, SN_SHELL_FOLD, 0, NULL, NULL},
    {"u", SN_VECTOR, "", "u of functions is the coordinate along this direction; also that of axis 1 (default x)",
     offsetof(sn_shell_file, u), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"v", SN_VECTOR, "", "the same of v, and of axis 1 where the surface is across u (default y)",
     offsetof(sn_shell_file, v), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {0}};

static const sn_input edge_inputs[] = {
    {"clamped", SN_FLAG, "", "place and director are held", offsetof(sn_shell_edge, clamped), 0, 1, 0, 0, NULL, NULL},
    {"held", SN_TEXT, "",
     "components of the place that are held, such as \"xyz\" or \"xz\", as drawn; directors turn freely",
     offsetof(sn_shell_edge, held), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"symmetry", SN_VECTOR, "", "normal of a plane of symmetry: the edge stays in it, and so do its directors",
     offsetof(sn_shell_edge, symmetry), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"on", SN_PART, "", "the part that holds it, or another shell with nodes at the same places (default: the ground)",
     offsetof(sn_shell_edge, on), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"load", SN_FUNCTION3, "N/m", "force per length, as drawn: three numbers, or a function of time, u and v",
     offsetof(sn_shell_edge, load), SN_ANY, SN_NO_DEFAULT, 0, "t,u,v", NULL},
    {"moment", SN_FUNCTION3, "N", "moment per length, as drawn; what is along the directors is lost",
     offsetof(sn_shell_edge, moment), SN_ANY, SN_NO_DEFAULT, 0, "t,u,v", NULL},
    {0}};

#define EDGE(name, k, help)                                                                                           \
  {                                                                                                                   \
    name, SN_TABLE, "", help, offsetof(sn_shell, edge) + (k) * sizeof(sn_shell_edge), SN_ANY, SN_NO_DEFAULT, 0, NULL, \
        edge_inputs                                                                                                   \
  }

static const sn_input inputs[] = {
    {"surface", SN_FUNCTION3, "m", "its reference surface: x, y, z as function of u and v", offsetof(sn_shell, surface),
     SN_ANY, SN_NO_DEFAULT, 0, "u,v", NULL},
    {"corners", SN_POINTS, "m",
     "in place of surface: four corners around it, at (u, v) = (0, 0), (1, 0), (1, 1), (0, 1)",
     offsetof(sn_shell, corners), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"from", SN_FUNCTION3, "m", "in place of surface: curve of u at v = 0; straight lines lead to the curve `to`",
     offsetof(sn_shell, from), SN_ANY, SN_NO_DEFAULT, 0, "u", NULL},
    {"to", SN_FUNCTION3, "m", "curve of u at v = 1", offsetof(sn_shell, to), SN_ANY, SN_NO_DEFAULT, 0, "u", NULL},
    {"cylinder", SN_TABLE, "", "in place of surface: u is the angle about the axis (rad), v the length along it (m)",
     offsetof(sn_shell, cylinder), SN_ANY, SN_NO_DEFAULT, 0, NULL, round_inputs},
    {"sphere", SN_TABLE, "", "in place of surface: u is the angle about the axis, v the angle above the equator (rad)",
     offsetof(sn_shell, sphere), SN_ANY, SN_NO_DEFAULT, 0, NULL, round_inputs},
    {"points", SN_POINTS, "m", "in place of surface: the places of all nodes, along u first",
     offsetof(sn_shell, points), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"mesh", SN_TABLE, "", "in place of surface: quadrilaterals of a Gmsh file, mesh = { file = \"wing.msh\" }",
     offsetof(sn_shell, mesh), SN_ANY, SN_NO_DEFAULT, 0, NULL, file_inputs},
    {"u", SN_NUMBERS, "",
     "from where to where u goes (default 0 to 1); more than two numbers are the lines of the mesh",
     offsetof(sn_shell, u), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"v", SN_NUMBERS, "", "the same of v", offsetof(sn_shell, v), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"elements", SN_NUMBERS, "", "number of elements along u and along v (default 4, 4)", offsetof(sn_shell, elements),
     SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"closed", SN_CHOICE, "", "direction whose last line is its first", offsetof(sn_shell, closed), 0, 2, 0, 0,
     "no|u|v", NULL},
    {"order", SN_COUNT, "",
     "2: elements of nine nodes (MITC9); 1: of four (MITC4) (default 2, or that of its mesh, which it must not "
     "contradict)",
     offsetof(sn_shell, order), 1, SN_SHELL_ORDER, SN_NO_DEFAULT, 0, NULL, NULL},
    {"tying", SN_CHOICE, "",
     "basis that strains of nine nodes are tied in: of the element's centre (any mesh), or covariant (a little softer "
     "on coarse curved regular meshes; four nodes have none)",
     offsetof(sn_shell, covariant), 0, 1, 0, 0, "centre|covariant", NULL},
    {"mass_matrix", SN_CHOICE, "", "consistent with the shape functions, or mass at each node (row sums)",
     offsetof(sn_shell, lumped), 0, 1, 0, 0, "consistent|lumped", NULL},
    {"imperfection", SN_FUNCTION, "m",
     "shape without stress beside its surface, along the normal: a number, or a function of u and v",
     offsetof(sn_shell, imperfection), SN_ANY, SN_NO_DEFAULT, 0, "u,v", NULL},
    {"imperfection_mode", SN_TABLE, "",
     "shape without stress beside its surface, out of buckling or vibration modes of the perfect model",
     offsetof(sn_shell, modes), SN_ANY, SN_NO_DEFAULT, 0, NULL, sn_bow_inputs},
    {"thickness", SN_FUNCTION, "m", "thickness, or a function of u and v", offsetof(sn_shell, thickness), SN_POSITIVE,
     SN_NO_DEFAULT, 0, "u,v", NULL},
    {"offset", SN_NUMBER, "m", "of half the thickness from the surface, along the normal", offsetof(sn_shell, offset),
     SN_ANY, 0, 0, NULL, NULL},
    {"E", SN_NUMBER, "Pa", "Young's modulus of an isotropic material", offsetof(sn_shell, young), SN_POSITIVE,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"nu", SN_NUMBER, "", "Poisson's ratio", offsetof(sn_shell, poisson), -0.999999, 0.5, SN_NO_DEFAULT, 0, NULL, NULL},
    {"neo_hooke", SN_NUMBER, "Pa",
     "in place of E: shear modulus of incompressible rubber, for strains that are not small; one layer, no damping",
     offsetof(sn_shell, rubber), SN_POSITIVE, SN_NO_DEFAULT, 0, NULL, NULL},
    {"E1", SN_NUMBER, "Pa", "in place of E, an orthotropic material: modulus along its fibres", offsetof(sn_shell, E1),
     SN_POSITIVE, SN_NO_DEFAULT, 0, NULL, NULL},
    {"E2", SN_NUMBER, "Pa", "modulus across its fibres", offsetof(sn_shell, E2), SN_POSITIVE, SN_NO_DEFAULT, 0, NULL,
     NULL},
    {"nu12", SN_NUMBER, "", "contraction across by a pull along the fibres", offsetof(sn_shell, nu12), SN_ANY,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"G12", SN_NUMBER, "Pa", "shear modulus in the surface", offsetof(sn_shell, G12), SN_POSITIVE, SN_NO_DEFAULT, 0,
     NULL, NULL},
    {"G13", SN_NUMBER, "Pa", "shear modulus through the thickness, along the fibres (default G12)",
     offsetof(sn_shell, G13), SN_POSITIVE, SN_NO_DEFAULT, 0, NULL, NULL},
    {"G23", SN_NUMBER, "Pa", "the same across the fibres (default G12)", offsetof(sn_shell, G23), SN_POSITIVE,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"plies", SN_NUMBERS, "rad, m",
     "in place of thickness: rows { angle, thickness } from the lower side up, angles about the normal from `along`; a "
     "third number is the "
     "row of materials",
     offsetof(sn_shell, plies), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"materials", SN_NUMBERS, "Pa, kg/m^3", "rows { E1, E2, nu12, G12, G13, G23, density } that plies name",
     offsetof(sn_shell, materials), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"along", SN_VECTOR, "", "axis 1 is as near this direction as the surface allows (default: direction of u)",
     offsetof(sn_shell, along), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"density", SN_NUMBER, "kg/m^3", "density", offsetof(sn_shell, density), SN_POSITIVE, SN_NO_DEFAULT, 0, NULL, NULL},
    {"shear_factor", SN_NUMBER, "", "of transverse shear", offsetof(sn_shell, shear_factor), SN_POSITIVE, 5.0 / 6, 0,
     NULL, NULL},
    {"damping", SN_NUMBER, "s", "time tau of damping: resultants K (e + tau e')", offsetof(sn_shell, damping),
     SN_NOT_NEGATIVE, 0, 0, NULL, NULL},
    EDGE("u_first", 0, "how the edge where u begins is held, and loads along it"),
    EDGE("u_last", 1, "the edge where u ends"),
    EDGE("v_first", 2, "the edge where v begins"),
    EDGE("v_last", 3, "the edge where v ends"),
    {"edges", SN_TABLES, "",
     "edges of a mesh: how physical curves (points, surfaces) of its file are held, by their names, and loads along "
     "them",
     offsetof(sn_shell, edges), SN_ANY, sizeof(sn_shell_edge), 0, NULL, edge_inputs},
    {"load", SN_FUNCTION3, "N/m^2",
     "force per drawn area, fixed in space: three numbers, or a function of time, u and v", offsetof(sn_shell, load),
     SN_ANY, SN_NO_DEFAULT, 0, "t,u,v", NULL},
    {"pressure", SN_FUNCTION, "N/m^2",
     "force per drawn area along the normal X,u x X,v: a number, or a function of time, u and v",
     offsetof(sn_shell, pressure), SN_ANY, SN_NO_DEFAULT, 0, "t,u,v", NULL},
    {"follows", SN_FLAG, "", "the pressure turns with the directors (default: keeps its direction)",
     offsetof(sn_shell, follows), 0, 1, 0, 0, NULL, NULL},
    {"encloses", SN_FLAG, "",
     "the pressure acts along the true normal on the true area, and its work is p times the change of the volume; "
     "edges must be fixed, "
     "symmetric or closed",
     offsetof(sn_shell, encloses), 0, 1, 0, 0, NULL, NULL},
    {"velocity", SN_FUNCTION3, "m/s",
     "initial velocity: three numbers, or a function of u and v, which directors follow (default 0)",
     offsetof(sn_shell, velocity), SN_ANY, SN_NO_DEFAULT, 0, "u,v", NULL},
    {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity about its first node, added (default 0)",
     offsetof(sn_shell, angular_velocity), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"fields", SN_TEXTS, "",
     "outputs that pictures show at all nodes, stresses with a place behind: { \"M11\", \"von_mises top\", \"SL ply 2 "
     "bottom\" } (default: resultants and von_mises_max)",
     offsetof(sn_shell, fields), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {0}};

static const sn_idle idle[] = {
    {"follows", "pressure", 0, "it says how a pressure turns"},
    {"nu", "E", 0, "it belongs to an isotropic material"},
    {"E2|nu12|G12|G13|G23", "E1", 0, "an orthotropic material is E1, E2, nu12 and G12; materials has rows of its own"},
    {"density", "materials", 1, "every row of materials has its own"},
    {0}};

const sn_kind sn_kind_shell = {.name = "shell",
                               .help = "A shell: a surface that stretches, bends and shears, by any rotation.",
                               .class = SN_CLASS_PART,
                               .shows_energy = 1,
                               .inputs = inputs,
                               .idle = idle,
                               .outputs = sn_shell_outputs,
                               .param_size = sizeof(sn_shell),
                               .prepare = prepare,
                               .freeze = freeze,
                               .mass = sn_shell_own_mass,
                               .attach = attach,
                               .stations = stations,
                               .drawn = drawn,
                               .bow = bow,
                               .across = sn_shell_across,
                               .along = sn_shell_along,
                               .length_at = number_of,
                               .layer_of = sn_shell_layer_of,
                               .constants = sn_shell_constants,
                               .station_on = station_on,
                               .station_named = sn_shell_named,
                               .stations_along = sn_shell_along_edge,
                               .edge_order = edge_order};
