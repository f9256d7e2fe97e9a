/* tests/shells/test_imperfection.c -- a strip that is not quite straight under half its buckling load: its bow doubles, by the field
 *          `imperfection`, by the surface itself, and by a mesh.
 */
#include "support/msh.h"
#include "support/parameters.h"

/* Euler's column of 1 m x 100 mm x 10 mm between hinges: a grows to a/(1 - P/P_E). */
#define STRIP "thickness = 0.01, E = 7e10, nu = 0, density = 2700, "
#define HELD "{ held = 'xyz' }"
#define PRESSED "{ held = 'yz', load = {-0.5*pi^2*7e10*1e-6/12, 0, 0} }"
#define END "channel('middle', position(s:at(0.5, 0))) run { dt = 1e-3, duration = 1, start = 'static' }\n"

static const char by_field[] =
    "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.1, 0}, {0, 0.1, 0}}, elements = {8, "
    "1}, " STRIP "imperfection = function(u, v) return 1e-3*sin(pi*u) end, u_first = " HELD ", u_last = " PRESSED
    " }\n" END;
static const char by_surface[] =
    "local s = shell { name = 's', surface = function(u, v) return u, 0.1*v, 1e-3*sin(pi*u) end, elements = {8, "
    "1}, " STRIP "u_first = " HELD ", u_last = " PRESSED " }\n" END;
static const char by_mesh[] =
    "local s = shell { name = 's', mesh = { file = 'it.msh' }, " STRIP
    "imperfection = function(u, v) return 1e-3*sin(pi*u) end, edges = { left = " HELD ", right = " PRESSED " } }\n" END;

static sn_v3 plate(double u, double v)
{
  return v3(u, 0.1 * v, 0);
}

static void test_bow(void)
{
  static char mesh[1 << 15];
  const msh_wish w = {.version = 4, .order = 2, .n = 8, .m = 1, .at = plate};
  const sn_included file = {"it.msh", mesh};
  const sn_language_options options = {.file = &file, .n_file = 1};
  static const char *const text[3] = {by_field, by_surface, by_mesh};
  CHECK(msh_write(&w, mesh, sizeof mesh));
  for (int k = 0; k < 3; k++) {
    simulated s;
    if (!simulate_with(&s, "bow.lua", text[k], &options, "ed", 1) || !observe(&s)) {
      return;
    }
    printf("  bow %.5f mm, by theory 2\n", 1e3 * value(&s, "middle", 2));
    CHECK_NEAR(value(&s, "middle", 2), 2e-3, 1e-5);
    simulated_free(&s);
  }
}

int main(void)
{
  RUN(test_bow);
  return REPORT();
}
