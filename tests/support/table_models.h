/* tests/support/table_models.h -- a good model of every kind, shape, section and of run, as small as it can be; and which fields cannot
 *          are given together with those of it.
 * Who:     tests/promises/test_tables.c.
 */
#ifndef SN_TESTS_TABLE_MODELS_H
#define SN_TESTS_TABLE_MODELS_H

#define FREE_BODY(name, x) \
  "local " name " = body { name = '" name "', at = {" x ", 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
#define TWO FREE_BODY("rod", "0") FREE_BODY("arm", "1")
#define BALL(name, x) \
  "local " name " = body { name = '" name "', at = {" x ", 0, 0}, shape = sphere { radius = 0.1, density = 1000 } }\n"
#define BALLS BALL("rod", "0") BALL("arm", "1") BALL("road", "2")
#define THREE TWO FREE_BODY("leg", "2")
#define HINGED                                                                               \
  TWO "local hinge = revolute { name = 'hinge', ground, rod, at = {0, 0, 0}, axis = 'z' }\n" \
      "local slide = prismatic { name = 'slide', ground, arm, at = {1, 0, 0}, axis = 'x' }\n"

#define PLATE "shell { elements = {1, 1}, thickness = 0.02, E = 1e8, nu = 0.3, density = 1000, "
#define PLATES                                                                                \
  "local rod = body { name = 'rod', mass = 1, inertia = {1, 1, 1} }\n"                        \
  "local a = " PLATE "name = 'a', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}} }\n" \
  "local b = " PLATE                                                                          \
  "name = 'b', corners = {{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}}, u_first = { held = 'xyz', on = a } }\n"

typedef struct {
  const char *name, *value;
} field;
/* A whole model of one kind: the lines above it, its parts or joints, its fields. */
typedef struct {
  const char *kind, *above, *refs[3];
  field field[6];
} base_model;
static const base_model bases[] = {
    {"point", "", {0}, {{"at", "{0, 0, 0}"}, {"mass", "1"}}},
    {"body", "", {0}, {{"mass", "1"}, {"inertia", "{1, 1, 1}"}}},
    {"link", "", {0}, {{"from", "{0, 0, 0}"}, {"to", "{1, 0, 0}"}, {"mass", "1"}}},
    {"bar",
     "",
     {0},
     {{"from", "{0, 0, 0}"}, {"to", "{1, 0, 0}"}, {"area", "1e-4"}, {"E", "1e6"}, {"nu", "0.3"}, {"density", "1000"}}},
    {"cable",
     "",
     {0},
     {{"from", "{0, 0, 0}"}, {"to", "{1, 0, 0}"}, {"stiffness", "10"}, {"mass_per_length", "1"}, {"elements", "2"}}},
    {"beam",
     "",
     {0},
     {{"from", "{0, 0, 0}"},
      {"to", "{1, 0, 0}"},
      {"stiffness", "{100, 100, 100, 1, 1, 1}"},
      {"mass_per_length", "1"},
      {"elements", "2"}}},
    {"shell",
     "",
     {0},
     {{"corners", "{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}"},
      {"elements", "{1, 1}"},
      {"thickness", "0.01"},
      {"E", "1e6"},
      {"nu", "0.3"},
      {"density", "1000"}}},
    {"solid", "", {0}, {{"box", "{ size = {1, 0.5, 0.5} }"}, {"E", "1e6"}, {"density", "1000"}}},
    {"plane_rod", "", {0}, {{"length", "1"}, {"radius", "0.02"}, {"E", "5e6"}, {"density", "1100"}, {"elements", "3"}}},
    {"base", FREE_BODY("rod", "0"), {0}, {{"axis", "'z'"}, {"angle", "0"}}},
    {"revolute", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"axis", "'z'"}}},
    {"prismatic", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"axis", "'z'"}}},
    {"screw", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"axis", "'z'"}, {"pitch", "0.1"}}},
    {"cylindrical", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"axis", "'z'"}}},
    {"planar", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"axis", "'z'"}}},
    {"spherical", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}}},
    {"universal", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"axis_a", "'x'"}, {"axis_b", "'y'"}}},
    {"fixed", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}}},
    {"point_on_line", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"axis", "'z'"}}},
    {"point_on_plane", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"axis", "'z'"}}},
    {"distance", TWO, {"rod", "arm"}, {{0}}},
    {"shell_revolute", PLATES, {"rod", "a:at(0.5, 0.5)"}, {{0}}},
    {"torsion_spring", PLATES, {"a:at(1, 0.5)", "b:at(0, 0.5)"}, {{"axis", "'y'"}, {"stiffness", "1"}}},
    {"align", THREE, {"rod", "arm", "leg"}, {{0}}},
    {"spring", TWO, {"rod", "arm"}, {{"stiffness", "10"}}},
    {"plane", FREE_BODY("rod", "0"), {0}, {{0}}},
    {"obstacle", FREE_BODY("rod", "0"), {0}, {{"profile", "{{0, 0}, {1, 0}, {0, 1}}"}, {"width", "1"}}},
    {"wheel",
     TWO "local road = plane { at = {0, 0, -3} }\n",
     {"rod"},
     {{"on", "{road}"}, {"axis", "'y'"}, {"radius", "0.2"}, {"stiffness", "1e4"}}},
    {"contact", BALLS, {"rod", "arm"}, {{"stiffness", "1e4"}}},
    {"clearance",
     TWO,
     {"rod", "arm"},
     {{"at", "{0, 0, 0}"}, {"axis", "'y'"}, {"radius", "0.1"}, {"gap", "0.01"}, {"stiffness", "1e4"}}},
    {"bushing", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"stiffness", "{1, 1, 1, 1, 1, 1}"}}},
    {"force", TWO, {"rod"}, {{"value", "{0, 0, 1}"}}},
    {"moment", TWO, {"rod"}, {{"value", "{0, 0, 1}"}}},
    {"hold", TWO, {"rod"}, {{0}}},
    {"modes", FREE_BODY("rod", "0"), {0}, {{0}}},
    {"view", FREE_BODY("rod", "0"), {0}, {{0}}},
    {"load_path", FREE_BODY("rod", "0"), {0}, {{"factor", "2"}}},
    {"gear", HINGED, {"hinge", "slide"}, {{"ratio", "0.5"}}},
    {"coupling", HINGED, {0}, {{"joints", "{hinge, slide}"}, {"factors", "{1, 2}"}}},
    {"rate_constraint", HINGED, {0}, {{"joints", "{hinge, slide}"}, {"factors", "{1, 2}"}}},
    {"knife_edge", TWO, {"rod", "arm"}, {{"across", "'y'"}}},
    {"rolling", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"radius", "1"}, {"surface_at", "{0, 0, -1}"}}},
    {"slide", TWO, {"rod", "arm"}, {{"at", "{0, 0, 0}"}, {"curve", "{{0, 0, 0}, {1, 0, 0}, {2, 1, 0}}"}}},
};
static const base_model shapes[] = {
    {"box", "", {0}, {{"size", "{1, 1, 1}"}, {"density", "1000"}}},
    {"cylinder", "", {0}, {{"length", "1"}, {"radius", "0.1"}, {"density", "1000"}}},
    {"sphere", "", {0}, {{"radius", "0.1"}, {"density", "1000"}}},
    {"tube", "", {0}, {{"length", "1"}, {"radius", "0.1"}, {"inner", "0.05"}, {"density", "1000"}}},
    {"cone", "", {0}, {{"length", "1"}, {"radius", "0.1"}, {"density", "1000"}}},
    {"slender", "", {0}, {{"length", "1"}, {"density", "1"}}},
    {"mesh", "", {0}, {{"file", "'box.stl'"}, {"density", "1000"}}},
};
static const base_model sections[] = {
    {"rectangle", "", {0}, {{"width", "0.02"}, {"height", "0.04"}}},
    {"circle", "", {0}, {{"radius", "0.02"}}},
    {"tube", "", {0}, {{"radius", "0.1"}, {"inner", "0.05"}}},
    {"hollow_box", "", {0}, {{"width", "0.04"}, {"height", "0.06"}, {"thickness", "0.003"}}},
    {"i_section", "", {0}, {{"height", "0.08"}, {"width", "0.05"}, {"flange", "0.004"}, {"web", "0.003"}}},
    {"channel_section", "", {0}, {{"height", "0.08"}, {"width", "0.05"}, {"flange", "0.004"}, {"web", "0.003"}}},
    {"t_section", "", {0}, {{"height", "0.08"}, {"width", "0.05"}, {"flange", "0.004"}, {"web", "0.003"}}},
    {"angle_section", "", {0}, {{"height", "0.08"}, {"width", "0.05"}, {"thickness", "0.004"}}},
    {"polygon_section", "", {0}, {{"points", "{{0, 0}, {0.1, 0}, {0, 0.1}}"}, {"torsion", "1e-6"}}},
    {"general_section", "", {0}, {{"area", "1e-3"}, {"second_y", "0.02"}, {"second_z", "0.02"}, {"torsion", "1e-6"}}},
};
static const base_model settings = {
    "run", "point { at = {0, 0, 0}, mass = 1 }\n", {0}, {{"dt", "0.01"}, {"duration", "1"}}};

#define BEAM_SECTION "section = rectangle { width = 0.02, height = 0.04 }, "
/* Fields that cannot be given together with those of the base: what is left out for them, and what comes with them. */
static const struct {
  const char *kind, *name, *without[3], *with;
} combinations[] = {
    {"cable", "points", {"from", "to", "elements"}, ""},
    {"cable", "potential", {"stiffness", NULL, NULL}, ""},
    {"beam", "potential", {"stiffness", NULL, NULL}, ""},
    {"beam", "E", {"stiffness", NULL, NULL}, BEAM_SECTION "nu = 0.3, "},
    {"beam", "G", {"stiffness", NULL, NULL}, BEAM_SECTION "E = 2e11, "},
    {"beam", "nu", {"stiffness", NULL, NULL}, BEAM_SECTION "E = 2e11, "},
    {"beam", "density", {"stiffness", "mass_per_length", NULL}, BEAM_SECTION "E = 2e11, nu = 0.3, "},
    {"beam", "section", {"stiffness", NULL, NULL}, "E = 2e11, nu = 0.3, "},
    {"plane_rod", "area", {"radius", NULL, NULL}, "second_moment = 1e-9, "},
    {"plane_rod", "second_moment", {"radius", NULL, NULL}, "area = 1e-4, "},
    {"plane_rod", "projection", {NULL, NULL, NULL}, "formulation = 'absolute', "},
    {"beam", "points", {"from", "to", NULL}, ""},
    {"beam", "curve", {"from", "to", NULL}, "points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, "},
    {"shell", "E2", {"E", "nu", NULL}, "E1 = 1e6, nu12 = 0.3, G12 = 4e5, "},
    {"shell", "nu12", {"E", "nu", NULL}, "E1 = 1e6, E2 = 1e6, G12 = 4e5, "},
    {"shell", "G12", {"E", "nu", NULL}, "E1 = 1e6, E2 = 1e6, nu12 = 0.3, "},
    {"shell", "G13", {"E", "nu", NULL}, "E1 = 1e6, E2 = 1e6, nu12 = 0.3, G12 = 4e5, "},
    {"shell", "G23", {"E", "nu", NULL}, "E1 = 1e6, E2 = 1e6, nu12 = 0.3, G12 = 4e5, "},
    {"shell", "follows", {NULL, NULL, NULL}, "pressure = 1, "},
    {"shell", "hard", {NULL, NULL, NULL}, "held = 'xyz', "},
    {"cable", "area", {"stiffness", "mass_per_length", NULL}, "material = 'steel', "},
    {"rolling", "radius", {"surface_at", NULL, NULL}, "surface_at = {0, 0, -0.01}, "},
    {"rolling", "axis", {"surface_at", NULL, NULL}, "surface_at = {0, 0, -0.5976143046671968}, "},
    {"rolling", "edge", {NULL, NULL, NULL}, "axis = 'y', "},
    {"rolling", "surface_at", {"at", NULL, NULL}, "at = {0, 0, 1}, "},
    {"rolling",
     "surface_axis",
     {"surface_at", NULL, NULL},
     "surface_at = {-0.2672612419124244, -0.5345224838248488, -0.8017837257372732}, "},
    {"rolling", "surface_radius", {"surface_at", NULL, NULL}, "surface = 'sphere', surface_at = {0, 0, -1.01}, "},
    {"slide", "at", {"curve", NULL, NULL}, "curve = {{0.5, 0.25, 0}, {1, 0, 0}, {2, 1, 0}}, "},
    {"contact", "E", {"stiffness", NULL, NULL}, ""},
    {"contact", "nu", {"stiffness", NULL, NULL}, "E = 1e9, "},
    {"contact", "all", {NULL, NULL, NULL}, ""},
    {"contact", "jointed", {NULL, NULL, NULL}, "all = {road}, "},
    {"contact", "friction", {NULL, NULL, NULL}, ""},
    {"contact", "static_friction", {NULL, NULL, NULL}, "friction = 0.005, friction_speed = 0.1, "},
    {"contact", "friction_speed", {NULL, NULL, NULL}, "friction = 0.1, static_friction = 0.2, "},
    {"contact", "spin", {NULL, NULL, NULL}, "friction = 0.5, "},
    {"contact", "patch", {NULL, NULL, NULL}, "friction = 0.5, "},
    {"torsion_spring",
     "static_friction",
     {NULL, NULL, NULL},
     "friction = 0, friction_speed = 0.1, friction_arm = 0.1, "},
    {"torsion_spring", "friction_speed", {NULL, NULL, NULL}, "friction = 0, static_friction = 0, friction_arm = 0.1, "},
    {"clearance", "E", {"stiffness", NULL, NULL}, ""},
    {"clearance", "nu", {"stiffness", NULL, NULL}, "E = 1e9, "},
    {"clearance", "friction", {NULL, NULL, NULL}, ""},
    {"clearance", "static_friction", {NULL, NULL, NULL}, "friction = 0.005, friction_speed = 0.1, "},
    {"clearance", "friction_speed", {NULL, NULL, NULL}, "friction = 0.1, static_friction = 0.2, "},
    {"clearance", "friction_stiffness", {NULL, NULL, NULL}, "friction = 0.5, "},
    {"clearance", "width", {"radius", NULL, NULL}, "length = 0.1, height = 0.1, across = 'x', "},
    {"clearance", "height", {"radius", NULL, NULL}, "length = 0.1, width = 0.1, across = 'x', "},
    {"clearance", "across", {"radius", NULL, NULL}, "length = 0.1, width = 0.1, height = 0.1, "},
    {"contact", "friction_stiffness", {NULL, NULL, NULL}, "friction = 0.5, "},
    {"solid", "temperature", {NULL, NULL, NULL}, "expansion = 1e-5, "},
    {"solid", "expansion", {NULL, NULL, NULL}, "temperature = 10, "},
    {"solid", "nu12", {"E", NULL, NULL}, "E1 = 1e6, "},
    {"solid", "share", {NULL, NULL, NULL}, "law = 'mooney_rivlin', "},
    {"solid", "modes", {NULL, NULL, NULL}, "formulation = 'modal', "},
    {"body", "shape", {"mass", "inertia", NULL}, ""},
    {"base", "shape", {"mass", "inertia", NULL}, ""},
    {"base", "mass", {NULL, NULL, NULL}, "inertia = {1, 1, 1}, "},
    {"base", "center", {NULL, NULL, NULL}, "mass = 1, inertia = {1, 1, 1}, "},
    {"base", "inertia", {NULL, NULL, NULL}, "mass = 1, "},
    {"base", "orientation", {NULL, NULL, NULL}, ""},
    {"base", "angles", {"axis", "angle", NULL}, ""},
    {"base", "rotation", {"axis", "angle", NULL}, ""},
    {"base", "inertia_at", {NULL, NULL, NULL}, "mass = 1, inertia = {1, 1, 1}, "},
    {"view", "azimuth", {NULL, NULL, NULL}, "elevation = 20, "},
    {"view", "elevation", {NULL, NULL, NULL}, "azimuth = 30, "},
    {"tube", "thickness", {"inner", NULL, NULL}, ""},
    {NULL, "mass", {"density", NULL, NULL}, ""},
    {NULL, "orientation", {"axis", NULL, NULL}, ""},
    {NULL, "a", {"axis", "at", NULL}, "b = { at = {-1, 0, 0}, axis = 'z' }, "},
    {NULL, "b", {"axis", "at", NULL}, "a = { at = {0, 0, 0}, axis = 'z' }, "},
    {NULL, "x", {NULL, NULL, NULL}, ""},
    {NULL, "rest", {NULL, NULL, NULL}, "stiffness = 5, "},
    {"spring", "length", {NULL, NULL, NULL}, "stiffness = 5, "},
    {NULL, "lower", {NULL, NULL, NULL}, "stop_stiffness = 5, "},
    {NULL, "upper", {NULL, NULL, NULL}, "stop_stiffness = 5, "},
    {NULL, "stop_damping", {NULL, NULL, NULL}, "stop_stiffness = 5, upper = 2, "},
    {NULL, "stop_stiffness", {NULL, NULL, NULL}, "upper = 2, "},
    {NULL, "friction_speed", {NULL, NULL, NULL}, "friction = 0.1, static_friction = 0.2, friction_arm = 0.1, "},
    {NULL, "static_friction", {NULL, NULL, NULL}, "friction = 0.005, friction_speed = 0.1, friction_arm = 0.1, "},
    {NULL, "friction_stiffness", {NULL, NULL, NULL}, "friction = 0.1, friction_arm = 0.1, "},
    {NULL, "friction", {NULL, NULL, NULL}, "friction_arm = 0.1, "},
    {NULL, "friction_arm", {NULL, NULL, NULL}, "friction = 0.1, "},
};

#endif
