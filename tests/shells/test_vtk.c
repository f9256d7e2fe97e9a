/* tests/shells/test_vtk.c -- shells in VTK files: both sides and the walls as quadrilaterals, with their fields. */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#define ANSWERS "shell_vtk"
#include "support/answers.h"

static void test_quads(void)
{
  static char text[1 << 16];
  write_text(
      ANSWERS ".lua",
      "local s = shell { name = 's', corners = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, elements = {2, 1},\n"
      "  thickness = 0.05, E = 7e10, nu = 0.3, density = 2700, u_first = { clamped = true }, pressure = 10 }\n"
      "channel('tip', position(s:at(1, 1))) run { dt = 1e-3, duration = 2e-3 }\n");
  if (!moved("") || command("export " ANSWERS ".h5 --vtk " ANSWERS ".vtk --time 0.002")) {
    return;
  }
  slurp(ANSWERS ".vtk/scene_0000.vtp", text, sizeof text);
  /* two elements, two sides, four cells of neighbours each; walls of twelve pieces: all of four corners */
  CHECK_TEXT(text, "NumberOfPoints=\"62\"");
  CHECK_TEXT(text, "NumberOfPolys=\"28\"");
  CHECK_TEXT(text, "Name=\"M11\"");
  CHECK_TEXT(text, "Name=\"strain_energy\"");
  static const char *const made[] = {"scene_0000.vtp", "nodes_0000.vtp", "scene.pvd", "nodes.pvd"};
  for (int k = 0; k < 4; k++) {
    snprintf(text, sizeof text, ANSWERS ".vtk/%s", made[k]);
    remove(text);
  }
  remove(ANSWERS ".vtk");
  forget();
}

int main(void)
{
  RUN(test_quads);
  return REPORT();
}
