/* tests/shells/test_mesh_resume.c -- a run whose mesh file is gone goes on: the result keeps the text of the mesh. */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#define ANSWERS "shell_mesh_resume"
#include "support/answers.h"
#include "support/msh.h"

static sn_v3 plane(double u, double v)
{
  return v3(u, 0.3 * v, 0);
}

static void test_resume(void)
{
  static char mesh[1 << 15];
  const msh_wish w = {.version = 4, .order = 2, .n = 3, .m = 1, .at = plane};
  CHECK(msh_write(&w, mesh, sizeof mesh));
  write_text(ANSWERS ".msh", mesh);
  write_text(ANSWERS ".lua", "gravity { 0, 0, -9.81 }\n"
                             "local s = shell { name = 's', mesh = { file = '" ANSWERS
                             ".msh' }, thickness = 2e-3, E = 7e10, nu = 0.3,\n"
                             "  density = 2700, edges = { left = { clamped = true } } }\n"
                             "channel('tip', position(s:at('tip'))) run { dt = 1e-3, duration = 0.02 }\n");
  if (!moved("--until 0.04")) {
    return;
  }
  const double whole = value("tip_z");
  if (!moved("")) {
    return;
  }
  const double half = value("tip_z");
  CHECK(half != whole);
  remove(ANSWERS ".msh");
  if (command("resume " ANSWERS ".h5 --until 0.04 --quiet") == 0 && command("csv " ANSWERS ".h5") == 0) {
    FILE *f = fopen(ANSWERS ".txt", "r");
    CHECK(read_table(f, &rows));
    if (f) {
      fclose(f);
    }
    CHECK_NEAR(value("tip_z"), whole, 0);
  }
  forget();
}

int main(void)
{
  RUN(test_resume);
  return REPORT();
}
