/* tests/shells/test_gmsh_files.c -- files as Gmsh itself writes them (4.8.4), in both versions of the format: a plate with a hole meshed without
 *          structure, and three plates that meet along one line; a file in mm that is taken for m; the example bracket_mesh.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "files.h"
#include "support/command.h"
#include "support/parameters.h"
#include "support/refused.h"

static char text[1 << 16];

static int with_file(simulated *s, const char *file, const char *model)
{
  char path[512];
  const sn_included given = {file, text};
  const sn_language_options options = {.file = &given, .n_file = 1};
  (void)snprintf(path, sizeof path, "%s/tests/data/%s", SN_TEST_SOURCE, file);
  slurp(path, text, sizeof text);
  return simulate_with(s, "model.lua", model, &options, "ed", 1) && observe(s);
}

/* Stress beside the hole over that far away: 3.14 in a long strip of this width (Howland 1930); this square is shorter. Meshes of Gmsh with 2
   and 4 times as many nodes give 3.396 and 3.380. */
static void test_hole(void)
{
  simulated s;
  if (with_file(
          &s, "gmsh_hole.msh",
          "local s = shell { name = 's', mesh = { file = 'gmsh_hole.msh' }, thickness = 0.01, E = 1e9, nu = 0.3,\n"
          "  density = 1000, edges = { left = { symmetry = 'x' }, low = { symmetry = 'y' },\n"
          "  right = { held = 'z', load = { 10, 0, 0 } } } }\n"
          "channel('S', output(s:at('side'), 'S11')) channel('area', output(s, 'area'))\n"
          "run { dt = 1e-3, duration = 1, start = 'static' }\n")) {
    printf("  stress beside the hole %.4f\n", value(&s, "S", 0) / 1000);
    CHECK_NEAR(value(&s, "S", 0) / 1000, 3.38, 0.06);
    CHECK_NEAR(value(&s, "area", 0), 1 - 3.14159265358979 * 0.01, 2e-6);
    CHECK(sn_model_warnings(s.session.model) == 0);
  }
  simulated_free(&s);
}

/* A cantilever with a T for a section: P L^3/(3 E I), and shear of the web. */
static void test_tee(void)
{
  const double E = 7e10, t = 2e-3, P = 15, z = -0.05 * 0.025 / 0.15;
  const double I =
      t * (0.1 * z * z + 0.05 * 0.05 * 0.05 / 12 + 0.05 * (0.025 + z) * (0.025 + z)) + 0.1 * t * t * t / 12;
  const double down = P / (3 * E * I) + P / (E / 2 * t * 0.05 * 5 / 6);
  simulated s;
  if (with_file(
          &s, "gmsh_tee.msh",
          "local s = shell { name = 's', mesh = { file = 'gmsh_tee.msh', scale = 1e-3 }, thickness = 2e-3, E = 7e10,\n"
          "  nu = 0, density = 2700, edges = { root = { clamped = true }, ['end'] = { load = { 0, 0, -100 } } } }\n"
          "channel('tip', position(s:at('tip')).z) run { dt = 1e-3, duration = 1, start = 'static' }\n")) {
    printf("  tip %.5f mm, as a beam %.5f mm\n", 1e3 * value(&s, "tip", 0), -1e3 * down);
    CHECK_NEAR(value(&s, "tip", 0), -down, 2e-3 * down);
    CHECK(sn_model_warnings(s.session.model) == 0);
  }
  simulated_free(&s);
}

static void test_slips(void)
{
  simulated s;
  if (with_file(&s, "gmsh_tee.msh",
                "local s = shell { name = 's', mesh = { file = 'gmsh_tee.msh' }, thickness = 2e-3, E = 7e10, nu = 0,\n"
                "  density = 2700, edges = { root = { clamped = true } } } channel('tip', position(s:at('tip')).z)\n"
                "run { dt = 1e-3, duration = 1 }\n")) {
    CHECK(sn_model_warnings(s.session.model) > 0);
    CHECK_TEXT(sn_model_warning_at(s.session.model, 0)->text,
               "is \"gmsh_tee.msh\" in mm? mesh = { ..., scale = 1e-3 }");
  }
  simulated_free(&s);
  const sn_included given = {"gmsh_tee.msh", text};
  const sn_language_options options = {.file = &given, .n_file = 1};
  refused_text(
      "local s = shell { name = 's', mesh = { file = 'gmsh_tee.msh' }, elements = { 4, 4 }, thickness = 2e-3,\n"
      "  E = 7e10, nu = 0, density = 2700 } channel('tip', position(s:at('tip')).z)\n",
      &options, "has a mesh, and u, v, elements or closed as well", NULL, "bad.lua:1");
  /* as MSH 2.2 is written with Mesh.SaveAll = 1: elements are in no group */
  static const char lost[] =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n1 1 \"root\"\n$EndPhysicalNames\n"
      "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n"
      "$Elements\n2\n1 1 2 0 1 1 4\n2 3 2 0 1 1 2 3 4\n$EndElements\n";
  const sn_included all = {"all.msh", lost};
  const sn_language_options saved = {.file = &all, .n_file = 1};
  refused_text("shell { name = 's', mesh = { file = 'all.msh' }, thickness = 2e-3, E = 7e10, nu = 0, density = 2700,\n"
               "  edges = { root = { clamped = true } } }\n",
               &saved, "Edge \"root\" touches no node of shell 's'", "MSH 2.2 loses groups when all is saved",
               "bad.lua:1");
}

/* The example bracket_mesh, two steps of it. */
static void test_example(void)
{
  char command[1024];
  (void)snprintf(command, sizeof command,
                 "'%s' run '%s/examples/bracket_mesh/model.lua' --set duration=2e-4 --set line=2000 --quiet -o "
                 "gmsh_bracket.h5 >/dev/null",
                 SN_TEST_SINEW, SN_TEST_SOURCE);
  CHECK(system(command) == 0);
  CHECK_BELOW(info_number("gmsh_bracket.h5", "energy_identity_error"), 1e-12);
  CHECK(info_number("gmsh_bracket.h5", "degrees_of_freedom") == 3713);
}

int main(void)
{
  RUN(test_hole);
  RUN(test_tee);
  RUN(test_slips);
  RUN(test_example);
  return REPORT();
}
