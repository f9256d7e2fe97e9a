/* tests/shells/test_mesh.c -- shells out of Gmsh files: the same as grids of the same elements, in both versions of the format and with
 *          both elements; folds found by their angle, surfaces by their names; irregular patches; slits; what is wrong with a mesh.
 */
#include "support/msh.h"
#include "support/parameters.h"
#include "support/refused.h"

#define MATERIAL "thickness = 0.01, E = 7e10, nu = 0.3, density = 2700"
enum { ROOM = 1 << 18 };

static int with_mesh(simulated *s, const char *mesh, const char *text, double alpha)
{
  const sn_included file = {"it.msh", mesh};
  const sn_language_options options = {.file = &file, .n_file = 1};
  return simulate_with(s, "model.lua", text, &options, "ed", alpha);
}

static int with_wish(simulated *s, const msh_wish *w, const char *text, double alpha)
{
  static char mesh[ROOM];
  CHECK(msh_write(w, mesh, sizeof mesh));
  return with_mesh(s, mesh, text, alpha);
}

/* ---- the same as a grid */

static sn_v3 bowl(double u, double v)
{
  return v3(1.2 * u + 0.1 * u * v, 0.7 * v, 0.1 * u * u - 0.05 * v * v);
}

static void test_grid(void)
{
  static const char grid[] =
      "param { order = 2 }\n"
      "local s = shell { name = 's', surface = function(u, v) return 1.2*u + 0.1*u*v, 0.7*v, 0.1*u^2 - 0.05*v^2 end,\n"
      "  elements = {4, 3}, order = order, along = 'x', tying = 'covariant', " MATERIAL ", pressure = 1e3,\n"
      "  u_first = { clamped = true }, u_last = { load = {0, 0, 200}, moment = {0, 10, 0} } }\n"
      "channel('tip', position(s:at(1, 1))) channel('area', output(s, 'area'))\n"
      "run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char file[] =
      "local s = shell { name = 's', mesh = { file = 'it.msh' }, tying = 'covariant', " MATERIAL ", pressure = 1e3,\n"
      "  edges = { left = { clamped = true }, right = { load = {0, 0, 200}, moment = {0, 10, 0} } } }\n"
      "channel('tip', position(s:at('tip'))) channel('area', output(s, 'area'))\n"
      "run { dt = 1e-3, duration = 1, start = 'static' }\n";
  for (int k = 0; k < 8; k++) {
    const msh_wish w = {
        .version = k & 1 ? 4 : 2, .order = k & 2 ? 2 : 1, .n = 4, .m = 3, .at = bowl, .turned = k & 4 ? 1 : 0};
    const char *const set[1] = {k & 2 ? "order=2" : "order=1"};
    simulated s, t;
    if (!simulate_set(&s, grid, 1, set, "ed", 1) || !observe(&s) || !with_wish(&t, &w, file, 1) || !observe(&t)) {
      return;
    }
    printf("  version %d, order %d: tip %.6f of the grid, %.6f of the mesh\n", w.version, w.order, value(&s, "tip", 2),
           value(&t, "tip", 2));
    /* directors of the grid are exact normals, those of the mesh means of the elements': not the same bits */
    CHECK_NEAR(value(&s, "tip", 2), value(&t, "tip", 2), w.order == 1 ? 2e-5 : 1e-6);
    CHECK(fabs(value(&s, "tip", 2) - 0.05) > 0.005);
    CHECK_NEAR(value(&s, "area", 0), value(&t, "area", 0), 1e-7);
    CHECK(sn_model_warnings(t.session.model) == (w.turned > 0) + (w.order == 1)); /* elements turned; `tying` idle */
    simulated_free(&s);
    simulated_free(&t);
  }
}

/* Scordelis and Lo's roof, a quarter by 4 x 4 elements of nine nodes: 0.3002 m by the grid; 0.3024 in their paper, by shallow theory. A thousandth of the load: the
   answer is that of small displacements. */
static sn_v3 roof(double u, double v)
{
  const double a = u * 0.69813170079773184; /* 40 degrees */
  return v3(25 * sin(a), 25 * v, 25 * cos(a));
}

static void test_roof(void)
{
  static const char text[] =
      "local s = shell { name = 'roof', mesh = { file = 'it.msh' }, along = 'y', thickness = 0.25, E = 4.32e8, nu = "
      "0,\n"
      "  density = 1, load = {0, 0, -0.09}, edges = { low = { held = 'xz' }, left = { symmetry = 'x' }, high = { "
      "symmetry "
      "= 'y' } } }\n"
      "channel('free', position(s:at('tip'))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  const msh_wish w = {.version = 4, .order = 2, .n = 4, .m = 4, .at = roof};
  simulated s;
  if (!with_wish(&s, &w, text, 1) || !observe(&s)) {
    return;
  }
  const double sag = 1000 * (25 * cos(0.69813170079773184) - value(&s, "free", 2));
  printf("  roof, 4 x 4 of a file: %.4f\n", sag);
  CHECK_NEAR(sag, 0.3002, 5e-4);
  simulated_free(&s);
}

/* ---- folds and surfaces */

static sn_v3 corner(double u, double v)
{
  return u < 0.5 ? v3(2 * u, v, 0) : v3(1, v, 2 * u - 1);
}

static void test_fold(void)
{
  /* one shell with a fold; two that meet there; the same by grids */
  static const char one[] =
      "local s = shell { name = 's', mesh = { file = 'it.msh' }, " MATERIAL ", load = {0, 30, -100},"
      " edges = { left = { clamped = true } } }\n"
      "channel('tip', position(s:at('tip'))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char two[] =
      "local s = shell { name = 's', mesh = { file = 'it.msh', group = 'skin' }, " MATERIAL ", load = {0, 30, -100},"
      " edges = { left = { clamped = true } } }\n"
      "local t = shell { name = 't', mesh = { file = 'it.msh', group = 'rib' }, " MATERIAL ", load = {0, 30, -100},"
      " edges = { seam = { clamped = true, on = s } } }\n"
      "channel('tip', position(t:at('tip'))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char grid[] =
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, "
      "2}, " MATERIAL ", load = {0, 30, -100}, u_first = { clamped = true } }\n"
      "local t = shell { name = 't', corners = {{1, 0, 0}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0}}, elements = {2, "
      "2}, " MATERIAL ", load = {0, 30, -100}, u_first = { clamped = true, on = s } }\n"
      "channel('tip', position(t:at(1, 1))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  const msh_wish w = {.version = 2, .order = 2, .n = 4, .m = 2, .at = corner, .second = 2};
  simulated s[3];
  if (!with_wish(s, &w, one, 1) || !observe(s) || !with_wish(s + 1, &w, two, 1) || !observe(s + 1) ||
      !simulate(s + 2, "grid", grid, "ed", 1) || !observe(s + 2)) {
    return;
  }
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(value(s, "tip", k), value(s + 2, "tip", k), 1e-9);
    CHECK_NEAR(value(s + 1, "tip", k), value(s + 2, "tip", k), 1e-9);
  }
  CHECK(fabs(value(s, "tip", 2) - 1) > 1e-3);
  for (int k = 0; k < 3; k++) {
    simulated_free(s + k);
  }
}

/* Free, spinning and bending: every node of the fold is one triad; balance and momenta. */
static void test_flight(void)
{
  static const char text[] =
      "shell { name = 's', mesh = { file = 'it.msh' }, " MATERIAL
      ", velocity = function(u, v) return 1, 2 + 3*u*v, 4*sin(3*u) end, angular_velocity = {3, -7, "
      "11} } run { dt = 2e-4, duration = 1 }\n";
  const msh_wish w = {.version = 4, .order = 2, .n = 4, .m = 2, .at = corner};
  simulated s;
  sn_v3 p0, j0, p, j;
  if (!with_wish(&s, &w, text, 1)) {
    return;
  }
  const sn_system *sys = s.session.frozen.system;
  int triads = 0;
  for (int i = 0; i < sys->n_node; i++) {
    triads += sys->node[i].n_dir == 3;
  }
  CHECK(triads == 5 && sys->n_node == 45);
  sn_momenta(sys, s.state, &p0, &j0);
  for (int i = 0; i < 40 && advance(&s, 2e-4); i++) {
  }
  sn_momenta(sys, s.state, &p, &j);
  check_laws(&s);
  CHECK_BELOW(v3_norm(v3_sub(p, p0)) / v3_norm(p0), 1e-12);
  CHECK_BELOW(v3_norm(v3_sub(j, j0)) / v3_norm(j0), 1e-12);
  CHECK(s.total.strain > 1e-3 * s.scale);
  simulated_free(&s);
}

/* ---- irregular: five quadrilaterals of MacNeal and Harder around each other, stretched: N11 is the load everywhere */

#define NODES_OF_PATCH                                                                                              \
  "$Nodes\n8\n1 0 0 0\n2 0.24 0 0\n3 0.24 0.12 0\n4 0 0.12 0\n5 0.04 0.02 0\n6 0.18 0.03 0\n7 0.16 0.08 0\n8 0.08 " \
  "0.08 0\n$EndNodes\n"
#define HEAD "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NAMES "$PhysicalNames\n3\n1 1 \"left\"\n1 2 \"right\"\n0 9 \"tip\"\n$EndPhysicalNames\n"
#define PATCH                                                                                                         \
  "8 15 2 9 9 3\n1 1 2 1 1 4 1\n2 1 2 2 2 2 3\n3 3 2 0 1 1 2 6 5\n4 3 2 0 1 2 3 7 6\n5 3 2 0 1 3 4 8 7\n6 3 2 0 1 4 " \
  "1 "                                                                                                                \
  "5 8\n7 3 2 0 1 5 6 7 8\n$EndElements\n"

static void test_patch(void)
{
  static const char plain[] =
      "local s = shell { name = 's', mesh = { file = 'it.msh' }, thickness = 1e-3, E = 1e6, nu = 0.25, density = 1, "
      "along "
      "= 'x',\n  edges = { left = { held = 'xz' }, right = { held = 'z', load = {1e-4, 0, 0} } } }\n"
      "point_on_plane { name = 'rail', ground, s:at(0, 0), at = {0, 0, 0}, axis = 'y' }\n"
      "channel('tip', position(s:at('tip')))\n"
      "for k = 0, 7 do channel('N' .. k, output(s:node(k), 'N11')) end\n"
      "run { dt = 1e-3, duration = 1, start = 'static' }\n";
  simulated s;
  if (!with_mesh(&s, HEAD NAMES NODES_OF_PATCH "$Elements\n8\n" PATCH, plain, 1) || !observe(&s)) {
    return;
  }
  for (int k = 0; k < 8; k++) {
    char name[8];
    snprintf(name, sizeof name, "N%d", k);
    CHECK_NEAR(value(&s, name, 0), 1e-4, 1e-10);
  }
  CHECK_NEAR(value(&s, "tip", 0), 0.24 * (1 + 1e-4 / 1e3), 1e-12);
  CHECK_NEAR(value(&s, "tip", 1), 0.12 * (1 - 0.25 * 1e-4 / 1e3), 1e-12);
  simulated_free(&s);
}

/* ---- what is wrong */

/* The file with one text in place of another. */
static void refused(const char *mesh, const char *fields, const char *what, const char *why)
{
  char text[1024];
  const sn_included file = {"it.msh", mesh};
  const sn_language_options options = {.file = &file, .n_file = 1};
  snprintf(text, sizeof text, "local s = shell { name = 's', %s, " MATERIAL " }\nrun { dt = 1e-3, duration = 1 }\n",
           fields);
  refused_text(text, &options, what, why, "bad.lua:1");
}

#define SQUARES HEAD NAMES "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 2 0 0\n4 0 1 0\n5 1 1 0\n6 2 1 0\n$EndNodes\n$Elements\n"
#define LEFT "10 1 2 1 1 1 4\n"
#define FILE_ALONE "mesh = { file = 'it.msh' }"

static void test_mistakes(void)
{
  refused(SQUARES "2\n7 3 2 0 1 1 2 5 4\n8 2 2 0 1 2 3 6\n$EndElements\n", FILE_ALONE,
          "Element 8 of \"it.msh\" is a triangle of 3 nodes", "It is at (1.66667, 0.333333, 0)");
  refused(SQUARES "1\n7 16 2 0 1 1 2 5 4 3 6 1 2\n$EndElements\n", FILE_ALONE,
          "Element 7 of \"it.msh\" is a quadrilateral of 8", "It is at");
  refused(SQUARES "2\n7 3 2 0 1 1 2 5 4\n8 10 2 0 1 2 3 6 5 1 2 3 4 5\n$EndElements\n", FILE_ALONE,
          "Element 8 of \"it.msh\" is a quadrilateral of 9", "not of both");
  refused(SQUARES "2\n7 3 2 0 1 1 2 5 4\n8 3 2 0 1 2 6 3 5\n$EndElements\n", FILE_ALONE, "Element 8 of \"it.msh\" is",
          "It is at (1.5, 0.5, 0)");
  refused(HEAD "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0.2 0.2 0\n$EndNodes\n$Elements\n1\n4 3 2 0 1 1 2 5 "
               "4\n$EndElements\n",
          FILE_ALONE, "Element 4 of \"it.msh\" is turned inside out at node 5", "It is at (0.3, 0.3, 0)");
  refused(HEAD
          "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 1.5\n4 0 1 0\n$EndNodes\n$Elements\n1\n4 3 2 0 1 1 2 3 4\n$EndElements\n",
          FILE_ALONE, "Element 4 of \"it.msh\" is not flat", "It is at (0.5, 0.5, 0.375)");
  /* the second has nodes of its own where they meet */
  refused(HEAD
          "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 1 0 0\n6 2 0 0\n7 2 1 0\n8 1 1 0\n$EndNodes\n$Elements\n2\n"
          "11 3 2 0 1 1 2 3 4\n12 3 2 0 1 5 6 7 8\n$EndElements\n",
          FILE_ALONE, "Element 11 of \"it.msh\" touches element 12 at node 5, but is not joined to it",
          "Node 5 at (1, 0, 0) lies on its side from node 1 to node 2");
  /* a node hangs in the middle of a side */
  refused(HEAD "$Nodes\n7\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 1 0.5 0\n6 2 0 0\n7 2 0.5 0\n$EndNodes\n$Elements\n2\n"
               "11 3 2 0 1 1 2 3 4\n12 3 2 0 1 2 6 7 5\n$EndElements\n",
          FILE_ALONE, "Element 11 of \"it.msh\" touches element 12 at node 5", "Node 5 at (1, 0.5, 0)");
  refused(HEAD
          "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 3 0 0\n6 4 0 0\n7 4 1 0\n8 3 1 0\n$EndNodes\n$Elements\n2\n"
          "11 3 2 0 1 1 2 3 4\n12 3 2 0 1 5 6 7 8\n$EndElements\n",
          FILE_ALONE, "is in two pieces that nothing joins",
          "Element 11 at (0.5, 0.5, 0) is in one, element 12 at (3.5");
  refused(SQUARES "3\n" LEFT "7 3 2 0 1 1 2 5 4\n8 3 2 0 1 2 3 6 5\n$EndElements\n",
          "mesh = { file = 'it.msh' }, edges = { lefft = { clamped = true } }",
          "`edges` of shell 's' names \"lefft\", but \"it.msh\" has no physical group", "It has: left, right, tip");
  refused(SQUARES "3\n" LEFT "7 3 2 0 1 1 2 5 4\n8 3 2 0 1 2 3 6 5\n$EndElements\n",
          "mesh = { file = 'it.msh' }, edges = { right = { clamped = true } }",
          "Edge \"right\" touches no node of shell 's'", "Physical group \"right\"");
  refused(SQUARES "3\n" LEFT "7 3 2 0 1 1 2 5 4\n8 3 2 0 1 2 3 6 5\n$EndElements\n",
          "mesh = { file = 'it.msh', group = 'wing' }", "names \"wing\", but \"it.msh\" has no physical surface",
          "It has: none");
  refused(SQUARES "1\n" LEFT "$EndElements\n", FILE_ALONE, "has no surface", "");
  refused(SQUARES "1\n7 3 2 0 1 1 2 5 4\n$EndElements\n", "mesh = { file = 'it.msh' }, u_first = { clamped = true }",
          "has u_first, u_last, v_first or v_last, but its mesh is a file", "");
  refused(SQUARES "1\n7 3 2 0 1 1 2 5 4\n$EndElements\n",
          "corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, edges = { "
          "a = { clamped = true } }",
          "has named edges, but no mesh", "");
  refused(SQUARES "1\n7 3 2 0 1 1 2 5 4\n$EndElements\n", "mesh = { file = 'it.msh' }, elements = {2, 2}",
          "has a mesh, and u, v, elements or closed as well", "");
  refused(SQUARES "1\n7 3 2 0 1 1 2 5 4\n$EndElements\n", "mesh = { file = 'it.msh' }, order = 2",
          "has order = 2, but the elements of \"it.msh\" have four nodes", "of order 2 nine");
  refused(SQUARES "2\n1 15 2 9 9 1\n7 3 2 0 1 1 2 5 4\n$EndElements\n",
          "mesh = { file = 'it.msh' }, edges = { tip = { load = {0, 0, 1} } }", "Edge tip of shell 's' has no length",
          "");
  refused(SQUARES "1\n7 3 2 0 1 1 2 5 4\n$EndElements\n", "mesh = 'it.msh'", "`mesh` needs a table of named fields",
          "mesh = { file = \"wing.msh\" }");
  refused(SQUARES "1\n7 3 2 0 1 1 2 5 4\n$EndElements\n", "mesh = { file = 'that.msh' }", "may not be read", "");
}

/* A band of one side. */
static sn_v3 band(double u, double v)
{
  const double a = 6.283185307179586 * u, r = 1 + 0.3 * (v - 0.5) * cos(a / 2);
  return v3(r * cos(a), r * sin(a), 0.3 * (v - 0.5) * sin(a / 2));
}

static void test_band(void)
{
  static char mesh[ROOM], made[ROOM];
  const msh_wish w = {.version = 2, .order = 1, .n = 12, .m = 1, .at = band};
  CHECK(msh_write(&w, mesh, sizeof mesh));
  /* the last column of nodes is the first, the other way round */
  char *elements = strstr(mesh, "$Elements"), *out = made;
  out += sprintf(out, "%.*s", (int)(elements - mesh), mesh);
  for (const char *p = elements; *p;) {
    char word[32] = "";
    int n = 0;
    if (sscanf(p, "%31[0-9]%n", word, &n) == 1 && n > 0 && p > elements + 12 && p[-1] == ' ' &&
        (strcmp(word, "13") == 0 || strcmp(word, "26") == 0)) {
      out += sprintf(out, "%s", strcmp(word, "13") == 0 ? "14" : "1");
      p += n;
    } else {
      n = n > 0 ? n : 1;
      out += sprintf(out, "%.*s", n, p);
      p += n;
    }
  }
  refused(made, "mesh = { file = 'it.msh', group = 'skin' }", "closes a band of one side only", "It is at");
}

/* Two squares side by side that are not joined, both sides named: a slit, joined at one end by a third. */
static void test_slit(void)
{
  static const char slit[] =
      HEAD "$PhysicalNames\n2\n1 1 \"one\"\n1 2 \"other\"\n$EndPhysicalNames\n"
           "$Nodes\n9\n1 0 0 0\n2 1 0 0\n3 1 0 0\n4 2 0 0\n5 0 1 0\n6 1 1 0\n7 2 1 0\n8 0 2 0\n9 1 2 0\n$EndNodes\n"
           "$Elements\n5\n1 1 2 1 1 2 6\n2 1 2 2 2 3 6\n11 3 2 0 1 1 2 6 5\n12 3 2 0 1 3 4 7 6\n13 3 2 0 1 5 6 9 "
           "8\n$EndElements\n";
  simulated s;
  if (with_mesh(&s, slit, "shell { name = 's', " FILE_ALONE ", " MATERIAL " } run { dt = 1e-3, duration = 1 }", 1)) {
    CHECK(s.session.frozen.system->n_node == 9);
  }
  simulated_free(&s);
}

int main(void)
{
  RUN(test_grid);
  RUN(test_roof);
  RUN(test_fold);
  RUN(test_flight);
  RUN(test_patch);
  RUN(test_mistakes);
  RUN(test_band);
  RUN(test_slit);
  return REPORT();
}
