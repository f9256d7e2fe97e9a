/* tests/solids/test_solid.c -- solids against CalculiX on the same meshes, closed forms, and each other.
 * What:    a cantilever under small and large loads, with its reaction; a free bar's frequencies; Cook's membrane; locking of elements with
 *          corners only; a tube under pressure (Lame); a patch test on an irregular mesh.
 * Data:    tests/data/solids_calculix.csv
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "solid_answers"
#include "tests/support/answers.h"

static double from_outside(const char *name, const char *element, const char *quantity)
{
  char line[200], want[100];
  FILE *f = fopen(SN_TEST_SOURCE "/tests/data/solids_calculix.csv", "r");
  double x = NAN;
  CHECK(f != NULL);
  snprintf(want, sizeof want, "%s,%s,%s,", name, element, quantity);
  while (f && fgets(line, sizeof line, f)) {
    x = strncmp(line, want, strlen(want)) == 0 ? strtod(line + strlen(want), NULL) : x;
  }
  if (f) {
    fclose(f);
  }
  CHECK(!isnan(x));
  return x;
}

static const char cantilever[] =
    "param { el = 'hex20', nx = 10, n = 2, E = 2.1e11, F = -1000 }\n"
    "local s = solid { name = 'bar', box = { size = {1, 0.1, 0.1}, elements = {nx, n, n} }, element = el,\n"
    "  E = E, nu = 0.3, density = 7850, surfaces = { x0 = { clamped = true }, x1 = { force = {0, 0, F} } } }\n"
    "channel('tip', output(s:nearest(1, 0.05, 0.05), 'displacement'))\n"
    "channel('end', output(s:surface('x1'), 'displacement'))\n"
    "channel('R', output(s:surface('x0'), 'reaction')) channel('M', output(s:surface('x0'), 'reaction_moment'))\n"
    "channel('energy', output(s, 'strain_energy')) channel('jump', output(s, 'mesh_error'))\n"
    "run { dt = 2e-3, duration = 0.02, scheme = 'ep' }\n";

static void test_cantilever(void)
{
  static const char *const element[] = {"tet10", "hex20"};
  write_text(ANSWERS ".lua", cantilever);
  for (int i = 0; i < 2; i++) {
    char set[100];
    snprintf(set, sizeof set, "--set el=%s", element[i]);
    if (!at_rest(set)) {
      continue;
    }
    const double u = from_outside("cantilever", element[i], "u_z");
    CHECK_NEAR(value("tip_z"), u, 2e-6 * fabs(u));
    CHECK_NEAR(value("energy"), -500 * value("end_z"), 1e-4 * value("energy")); /* work of a load that grows */
    CHECK_NEAR(value("R_z"), 1000, 1e-6);
    CHECK_NEAR(value("M_y"), -1000 * (1 + value("end_x")), 1e-3);
    snprintf(set, sizeof set, "--set el=%s --set E=2.1e7 --set nx=20", element[i]);
    if (at_rest(set)) {
      CHECK_NEAR(value("tip_x"), from_outside("large", element[i], "u_x"), 1e-5);
      CHECK_NEAR(value("tip_z"), from_outside("large", element[i], "u_z"), 1e-5);
      CHECK_NEAR(value("R_z"), 1000, 1e-6);
      CHECK_NEAR(value("M_y"), -1000 * (1 + value("end_x")), 1e-3);
    }
  }
}

/* 50 steps of 2 ms under a load that is there at once, bent by a third of its length: CalculiX with Newmark's rule, alpha = 0. */
static void test_fifty_steps(void)
{
  write_text(
      ANSWERS ".lua",
      "param { scheme = 'trapezoidal' }\n"
      "local s = solid { name = 'bar', box = { size = {1, 0.1, 0.1}, elements = {20, 2, 2} }, E = 2.1e7, nu = 0.3,\n"
      "  density = 7850, surfaces = { x0 = { clamped = true }, x1 = { force = {0, 0, -1000} } } }\n"
      "channel('tip', output(s:nearest(1, 0.05, 0.05), 'displacement'))\n"
      "run { dt = 2e-3, duration = 0.1, scheme = scheme }\n");
  if (answer("run", "")) {
    CHECK_NEAR(value("tip_x"), from_outside("dynamic", "hex20", "u_x"), 1e-5);
    CHECK_NEAR(value("tip_z"), from_outside("dynamic", "hex20", "u_z"), 1e-5);
  }
  if (moved("--set scheme=ep")) {
    CHECK_NEAR(value("tip_z"), from_outside("dynamic", "hex20", "u_z"), 2e-5); /* stresses are means along the step */
  }
}

/* A cantilever whose first half is a solid, whose second half a beam that ends on the mean of its face; the same with a face on the end of
   the beam. Bending and shear of the whole; then a swing: the balance. */
static void test_beam_on_solid(void)
{
  write_text(ANSWERS ".lua",
             "param { rigid = false, F = 100, duration = 0.02 }\n"
             "local root = solid { name = 'root', box = { size = {0.5, 0.05, 0.05}, elements = {10, 2, 2} },\n"
             "  at = {0, -0.025, -0.025}, E = 2.1e11, nu = 0.3, density = 7850,\n"
             "  surfaces = { x0 = { clamped = true }, x1 = { rigid = rigid } } }\n"
             "local tip = beam { name = 'tip', root:surface('x1'), from = {0.5, 0, 0}, to = {1, 0, 0}, elements = 4,\n"
             "  section = rectangle { width = 0.05, height = 0.05 }, E = 2.1e11, nu = 0.3, density = 7850 }\n"
             "force { tip.last, value = {0, 0, -F} }\n"
             "channel('u', position(tip.last)) channel('M', output(tip, 'moment_first'))\n"
             "run { dt = 1e-3, duration = duration, scheme = 'ep' }\n");
  const double EI = 2.1e11 * pow(0.05, 4) / 12, GA = 2.1e11 / 2.6 * 0.0025 * 5 / 6;
  for (int rigid = 0; rigid < 2; rigid++) {
    if (at_rest(rigid ? "--set rigid=true" : "")) {
      CHECK_NEAR(value("u_z"), -(100 / (3 * EI) + 100 / GA),
                 0.01 * 100 / (3 * EI)); /* the clamp forbids to contract: softer by 0.6 % */
      CHECK_NEAR(hypot(value("M_x"), hypot(value("M_y"), value("M_z"))), 50, 0.05);
    }
    if (moved(rigid ? "--set rigid=true --set F=1e4" : "--set F=1e4")) {
      CHECK_BELOW(value("u_z"), -0.01);
    }
  }
}

/* A brick of 27 nodes lies between the others. */
static void test_meshes(void)
{
  write_text(ANSWERS ".lua", cantilever);
  if (at_rest("--set el=hex27")) {
    CHECK_NEAR(value("tip_z"), -1.8946e-4, 1e-8);
  }
}

/* Corners only: far too stiff in bending; a warning says so. */
static void test_locking(void)
{
  char line[300];
  write_text(ANSWERS ".lua", cantilever);
  CHECK(at_rest("--set el=hex20"));
  const double right = value("tip_z");
  CHECK(at_rest("--set el=hex8") && value("tip_z") / right < 0.9);
  CHECK(at_rest("--set el=tet4") && value("tip_z") / right < 0.6);
  snprintf(line, sizeof line, "check %s.lua --set el=tet4", ANSWERS);
  CHECK(!command(line) && strstr(said, "too stiff in bending"));
}

static void test_free_bar(void)
{
  write_text(ANSWERS ".lua",
             "solid { name = 'bar', box = { size = {1, 0.1, 0.1}, elements = {10, 2, 2} }, E = 2.1e11,\n"
             "  nu = 0.3, density = 7850 } modes { count = 12 }\n");
  if (command("modes " ANSWERS ".lua -o " ANSWERS ".h5 --quiet --csv")) {
    return;
  }
  const char *row = said;
  for (int k = 0; row && k <= 11; k++, row = strchr(row, '\n')) {
    row += *row == '\n';
    double number = 0, f = 0;
    if (sscanf(row, "%lf,%lf", &number, &f) == 2) {
      if (number <= 6) {
        CHECK_BELOW(f, 0.05); /* six rigid ones */
      } else if (number == 7 || number == 9 || number == 11) {
        char name[8];
        snprintf(name, sizeof name, "f%d", (int)number);
        const double want = from_outside("free", "hex20", name);
        CHECK_NEAR(f, want, 3e-4 * want); /* masses are integrated with 2 x 2 x 2 points there */
      }
    }
  }
}

/* Cook's membrane, 1 thick, E = 1, nu = 1/3: 23.96 in plane stress; CalculiX 23.86 with tetrahedra on 16 x 16 cells. */
static void test_cook(void)
{
  write_text(ANSWERS ".lua",
             "param { size = 4 }\n"
             "local s = solid { name = 'cook', extrusion = { outline = { {0, 0}, {48, 44}, {48, 60}, {0, 44} },\n"
             "  size = size, height = 1 }, E = 1e6, nu = 1/3, density = 1, surfaces = {\n"
             "  left = { plane = { point = {0, 0, 0}, normal = {1, 0, 0} }, clamped = true },\n"
             "  right = { plane = { point = {48, 0, 0}, normal = {1, 0, 0} }, force = {0, 1, 0} } } }\n"
             "channel('u', output(s:nearest(48, 52, 0.5), 'displacement'))\n");
  if (at_rest("")) {
    CHECK_NEAR(1e6 * value("u_y"), 23.86, 0.1);
  }
}

/* A tube under inner pressure, its ends held along the axis: plane strain. Its outside hangs on its mean: no stress comes from there. */
static void test_tube(void)
{
  write_text(
      ANSWERS ".lua",
      "param { follows = false, n = 4 }\n"
      "local s = solid { name = 'tube', ring = { inner = 0.1, outer = 0.2, length = 0.1, elements = {4*n, n, 1} },\n"
      "  E = 2.1e11, nu = 0.3, density = 7850, surfaces = { z0 = { held = 'z' }, z1 = { held = 'z' },\n"
      "  inner = { pressure = 1e6, follows = follows } } }\n"
      "fixed { name = 'f', ground, s:surface('outer') }\n"
      "channel('u', output(s:nearest(0.1, 0, 0.05), 'displacement'))\n"
      "channel('hoop', output(s:nearest(0.1, 0, 0.05), 'S22'))\n"
      "channel('jump', output(s, 'mesh_error'))\n"
      "channel('radial', output(s:nearest(0.15, 0, 0.05), 'S11')) channel('R', output('f', 'reaction'))\n");
  const double p = 1e6, a = 0.1, b = 0.2, E = 2.1e11, nu = 0.3, k = p * a * a / (b * b - a * a);
  const double hoop = k * (1 + b * b / (a * a)), radial = k * (1 - b * b / (0.15 * 0.15));
  double error[2] = {0}, jump[2] = {0};
  for (int fine = 0; fine < 2; fine++) {
    for (int follows = 0; follows < 2; follows++) {
      char set[100];
      snprintf(set, sizeof set, "--set follows=%s --set n=%d", follows ? "true" : "false", fine ? 8 : 4);
      if (!at_rest(set)) {
        continue;
      }
      error[fine] = fabs(value("hoop") - hoop);
      jump[fine] = value("jump");
      CHECK_NEAR(value("hoop"), hoop, (fine ? 0.006 : 0.022) * hoop);
      CHECK_NEAR(value("radial"), radial, (fine ? 0.006 : 0.022) * hoop);
      const double u = (1 + nu) / E * k * ((1 - 2 * nu) * a + b * b / a);
      CHECK_NEAR(value("u_x"), u, 5e-4 * u);
      CHECK_BELOW(hypot(value("R_x"), value("R_y")), 1e-4);
    }
  }
  CHECK_BELOW(error[1], error[0] / 3); /* second order: stresses of neighbours are continued linearly */
  CHECK_BELOW(jump[1], jump[0] / 2);   /* and so is the estimate of the error of the mesh */
}

/* An irregular mesh under uniform tension: the same stress everywhere. */
/* Nearly incompressible, nu = 0.4999: the tube again, every element by Lame; a bonded pad by Gent and Lindley. Without a pressure of its own
   the brick of 27 nodes has stresses a hundred times too large. */
static void test_incompressible(void)
{
  static const struct {
    const char *element;
    double of_u, of_stress; /* relative */
  } all[] = {{"hex20", 5e-4, 0.03}, {"hex27", 5e-4, 0.01}, {"tet10", 1e-3, 0.03}, {"hex8", 0.03, 0.03}};
  write_text(
      ANSWERS ".lua",
      "param { el = 'hex20', n = 4 }\n"
      "local s = solid { name = 'tube', ring = { inner = 0.1, outer = 0.2, length = 0.05, elements = {4*n, n, 1} },\n"
      "  element = el, E = 1e6, nu = 0.4999, density = 1000, surfaces = { z0 = { held = 'z' }, z1 = { held = 'z' },\n"
      "  inner = { pressure = 1 } } }\n"
      "fixed { name = 'f', ground, s:surface('outer') }\n"
      "channel('u', output(s:nearest(0.1, 0, 0.025), 'displacement'))\n"
      "channel('hoop', output(s:nearest(0.15, 0, 0.025), 'S22'))\n"
      "channel('radial', output(s:nearest(0.15, 0, 0.025), 'S11'))\n");
  const double k = 1.0 / 3, u = 1.4999e-6 * k * (0.0002 * 0.1 + 0.04 / 0.1), square = 0.04 / (0.15 * 0.15);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char set[60];
    snprintf(set, sizeof set, "--set el=%s", all[i].element);
    if (at_rest(set)) {
      CHECK_NEAR(value("u_x"), u, all[i].of_u * u);
      CHECK_NEAR(value("hoop"), k * (1 + square), all[i].of_stress * k * (1 + square));
      CHECK_NEAR(value("radial"), k * (1 - square), all[i].of_stress);
    }
  }
  write_text(ANSWERS ".lua",
             "local s = solid { name = 'pad', cylinder = { radius = 0.1, length = 0.02, elements = {16, 3, 3} },\n"
             "  element = 'hex27', E = 1e6, nu = 0.4999, density = 1000,\n"
             "  surfaces = { z0 = { clamped = true }, z1 = { rigid = true } } }\n"
             "local p = body { name = 'plate', at = {0, 0, 0.02}, mass = 1, inertia = {1, 1, 1} }\n"
             "fixed { s:surface('z1'), p }\n"
             "prismatic { ground, p, at = {0, 0, 0.02}, axis = 'z', force = -100 }\n"
             "channel('u', position(p))\n");
  const double shape = 0.1 / (2 * 0.02), bonded = 1e6 * (1 + 2 * shape * shape), volume = 1e6 / (3 * 0.0002);
  const double stiff = 3.141592653589793 * 0.01 / 0.02 / (1 / bonded + 1 / volume);
  if (at_rest("")) {
    CHECK_NEAR(0.02 - value("u_z"), 100 / stiff, 0.04 * 100 / stiff); /* theirs is an estimate */
  }
}

/* A material by its name: a pull and a temperature; across the fibres of a ply; a field given beside the material wins. */
static void test_material_names(void)
{
  write_text(ANSWERS ".lua",
             "param { stuff = 'steel', nu = 0.3, warm = false, pull = 1e6 }\n"
             "local of = { name = 's', box = { size = {1, 0.1, 0.1}, elements = {2, 1, 1} }, material = stuff,\n"
             "  surfaces = { x0 = { held = 'x' }, y0 = { held = 'y' }, z0 = { held = 'z' },\n"
             "  x1 = { traction = {pull, 0, 0} } } }\n"
             "if nu ~= 0.3 then of.nu = nu end if warm then of.temperature = 50 end\n"
             "local s = solid(of)\n"
             "channel('u', output(s:nearest(1, 0.1, 0.1), 'displacement'))\n");
  if (at_rest("")) {
    CHECK_NEAR(value("u_x"), 1e6 / 210e9, 1e-4 * 1e6 / 210e9); /* Green's strain */
    CHECK_NEAR(value("u_y"), -0.03 * 1e6 / 210e9, 1e-4 * 1e6 / 210e9);
  }
  if (at_rest("--set nu=0.2")) {
    CHECK_NEAR(value("u_y"), -0.02 * 1e6 / 210e9, 1e-4 * 1e6 / 210e9);
  }
  if (at_rest("--set warm=true --set pull=0")) {
    CHECK_NEAR(value("u_x"), 50 * 12e-6, 1e-3 * 50 * 12e-6);
  }
  if (at_rest("--set stuff='CFRP ply'")) {
    CHECK_NEAR(value("u_x"), 1e6 / 126e9, 1e-4 * 1e6 / 126e9);
    CHECK_NEAR(value("u_z"), -0.028 * 1e6 / 126e9, 1e-4 * 1e6 / 126e9);
  }
}

static void test_patch(void)
{
  write_text(ANSWERS ".lua",
             "local s = solid { name = 'p', extrusion = { outline = { {0, 0}, {1, 0}, {1.2, 0.5}, {1, 1}, {0, 1} },\n"
             "  size = 0.3, height = 0.4, elements = 2 }, E = 1e9, nu = 0.3, density = 1000,\n"
             "  surfaces = { z0 = { traction = {0, 0, -1000} }, z1 = { traction = {0, 0, 1000} } } }\n"
             "fixed { ground, s:surface('z0') }\n"
             "channel('S', output(s, 'von_mises_max')) channel('jump', output(s, 'mesh_error'))\n"
             "channel('S33', output(s:nearest(0.5, 0.5, 0.2), 'S33')) channel('S11', output(s:nearest(0.5, 0.5, 0.2), "
             "'S11'))\n"
             "channel('S12', output(s:nearest(0.5, 0.5, 0.2), 'S12'))\n");
  if (at_rest("")) {
    CHECK_NEAR(value("S"), 1000, 2e-2); /* true stress: the area shrinks by 1e-6 */
    CHECK_BELOW(value("jump"), 1e-4);
    CHECK_NEAR(value("S33"), 1000, 2e-2);
    CHECK_BELOW(fabs(value("S11")), 1e-2);
    CHECK_BELOW(fabs(value("S12")), 1e-2);
  }
}

int main(void)
{
  RUN(test_cantilever);
  RUN(test_fifty_steps);
  RUN(test_beam_on_solid);
  RUN(test_meshes);
  RUN(test_locking);
  RUN(test_free_bar);
  RUN(test_cook);
  RUN(test_tube);
  RUN(test_incompressible);
  RUN(test_material_names);
  RUN(test_patch);
  forget();
  return REPORT();
}
