/* tests/beams/test_folding.c -- elements that turn inside out, fold or pass through zero end the run, and name themselves; statics and load paths likewise.
 * What:    each kind of element is hit harder than its law can take (a St Venant-Kirchhoff bar: more than EA L/8), through the command; what only comes near
 *          goes on; a coarse element that turns is a warning.
 * Why:     strains are squares: their energy is finite at zero, and what comes out on the other side has the same. docs/theory.md, elements that fold.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/harness.h"
#include "tests/support/command.h"

static char output[20000];

static int go(const char *verb, const char *model, const char *options)
{
  FILE *f = fopen("fold.lua", "w");
  CHECK(f && fputs(model, f) >= 0 && fclose(f) == 0);
  char command[512];
  snprintf(command, sizeof command, "'%s' %s fold.lua -o fold.h5 -q %s 2>&1", SN_TEST_SINEW, verb, options);
  f = popen(command, "r");
  const size_t n = f ? fread(output, 1, sizeof output - 1, f) : 0;
  output[n] = '\0';
  const int status = f ? pclose(f) : -1;
  return status == -1 ? -1 : status >> 8;
}

/* hit: ends with these words; less: the same with less of it goes on */
static const struct {
  const char *name, *model, *hit, *less, *words;
} cases[] = {
    {"bar",
     "param { v = 30 }\n"
     "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {-v, 0, 0} }\n"
     "bar { name = 'it', ground:point {0, 0, 0}, p, area = 1e-4, E = 1e6, law = 'st_venant_kirchhoff' }\n"
     "run { dt = 1e-3, duration = 0.3 }\n",
     "v=6", "v=4", "It has passed through the length zero at t = "}, /* v^2/2 = EA L/8: v = 5 */
    {"bar that passes in one step",
     "param { v = 1000 }\n"
     "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {-v, 0, 0} }\n"
     "bar { name = 'it', ground:point {0, 0, 0}, p, area = 1e-4, E = 1e6, law = 'st_venant_kirchhoff' }\n"
     "run { dt = 1e-2, duration = 0.3 }\n",
     "v=1000", "v=1", "It has passed through the length zero at t = "},
    {"cable",
     "param { v = 10 }\n"
     "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {-v, 0, 0} }\n"
     "cable { name = 'it', ground, p, from = {0, 0, 0}, elements = 2, order = 1, stiffness = 100, mass_per_length = "
     "0.01 }\n"
     "run { dt = 1e-3, duration = 0.5 }\n",
     "v=10", "v=1", " has passed through the length zero at t = "},
    {"cable of three nodes, engineering measure",
     "param { v = 10 }\n"
     "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {-v, 0, 0} }\n"
     "cable { name = 'it', ground, p, from = {0, 0, 0}, elements = 2, stiffness = 10, mass_per_length = 0.01, measure "
     "= 'engineering' }\n"
     "run { dt = 1e-3, duration = 0.5 }\n",
     "v=10", "v=0.5", " has passed through the length zero at t = "},
    {"beam",
     "param { v = 10, order = 2, measure = 'reissner' }\n"
     "local b = beam { name = 'it', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 4, order = order, measure = "
     "measure,\n"
     "  section = circle { radius = 0.05 }, E = 1e5, nu = 0.3, density = 1000 }\n"
     "local p = body { name = 'p', at = {1, 0, 0}, mass = 100, inertia = {1, 1, 1}, velocity = {-v, 0, 0} }\n"
     "fixed { b.last, p, at = {1, 0, 0} }\n"
     "prismatic { ground, p, at = {1, 0, 0}, axis = 'x' }\n"
     "run { dt = 1e-3, duration = 0.3 }\n",
     "v=10", "v=0.1", "Element 4 has turned inside out at t = "},
    {"shell",
     "param { v = 30, order = 2 }\n"
     "shell { name = 'it', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, 2}, order = order, "
     "thickness = 0.05,\n"
     "  E = 1e5, nu = 0.3, density = 1000, u_first = { clamped = true }, velocity = function(u, w) return -v*u, 0, 0 "
     "end }\n"
     "run { dt = 5e-4, duration = 0.1 }\n",
     "v=30", "v=0.3", " has turned inside out at t = "},
};

static void test_ends(void)
{
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char option[64];
    snprintf(option, sizeof option, "--set %s", cases[i].hit);
    CHECK(go("run", cases[i].model, option) == 4);
    printf("  %s: %.160s\n", cases[i].name, strstr(output, "error") ? strstr(output, "error") : output);
    CHECK(strstr(output, cases[i].words) && strstr(output, "'it'") && strstr(output, "fold.lua:") &&
          strstr(output, "smaller step"));
    snprintf(option, sizeof option, "--set %s", cases[i].less);
    CHECK(go("run", cases[i].model, option) == 0);
    CHECK(!strstr(output, "turned") && !strstr(output, "folded") && !strstr(output, "zero"));
  }
  /* other orders and measures of beams and shells */
  CHECK(go("run", cases[4].model, "--set order=1") == 4 && strstr(output, "turned inside out"));
  CHECK(go("run", cases[4].model, "--set order=3") == 4 && strstr(output, "turned inside out"));
  CHECK(go("run", cases[4].model, "--set measure=small_strain") == 4 && strstr(output, "turned inside out"));
  CHECK(go("run", cases[5].model, "--set order=1") == 4 && strstr(output, "turned inside out"));
  CHECK(go("run", cases[4].model, "--set scheme=ep") != 0);
}

/* A bar of rubber cannot be crushed; a rope that carries no compression lies as it likes. */
static void test_goes_on(void)
{
  CHECK(go("run",
           "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {-30, 0, 0} }\n"
           "bar { ground:point {0, 0, 0}, p, area = 1e-4, E = 1e6, law = 'neo_hooke' }\n"
           "run { dt = 1e-4, duration = 0.1 }\n",
           "") == 0);
  CHECK(go("run",
           "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {-10, 0, 0} }\n"
           "cable { ground, p, from = {0, 0, 0}, elements = 2, order = 1, stiffness = 100, mass_per_length = 0.01, "
           "tension_only = true }\n"
           "run { dt = 1e-3, duration = 0.3 }\n",
           "") == 0);
  /* a rotor of a bar that turns by half a revolution in four steps does not pass through zero */
  CHECK(go("run",
           "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {0, 10, 0} }\n"
           "bar { ground:point {0, 0, 0}, p, area = 1e-4, E = 1e9 }\n"
           "run { dt = 0.07, duration = 1 }\n",
           "") == 0);
}

/* A strip that is bent to a circle by a moment: one element of two nodes has turned by 120 degrees and is folded; warned of before. */
static const char moment[] =
    "param { elements = 2, order = 1, turn = 5 }\n"
    "local b = beam { name = 'it', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = elements, order = order,\n"
    "  stiffness = {1e4, 5e3, 5e3, 1, 1, 1}, mass_per_length = 1, rotary_inertia = {0.01, 0.01}, damping = 0.05 }\n"
    "local p = body { name = 'p', at = {1, 0, 0}, mass = 0.1, inertia = {0.1, 0.1, 0.1} }\n"
    "fixed { b.last, p, at = {1, 0, 0} }\n"
    "local sled = body { name = 'sled', at = {1, 0, 0}, mass = 0.1, inertia = {0.1, 0.1, 0.1} }\n"
    "planar { ground, sled, at = {1, 0, 0}, axis = 'y', angle = { drive = function(t) return 0 end } }\n"
    "revolute { sled, p, at = {1, 0, 0}, axis = 'y', drive = function(t) return -turn*t end }\n"
    "run { dt = 0.01, duration = 1 }\n";

static void test_folds(void)
{
  CHECK(go("run", moment, "--set turn=1.2") == 0 && output[0] == '\0');
  CHECK(go("run", moment, "--set turn=2.4") == 0);
  printf("  %.300s", output);
  CHECK(strstr(output, "beam 'it' has turned by") && strstr(output, "more elements") == NULL &&
        strstr(output, "twice as many elements"));
  CHECK(go("run", moment, "--set turn=5") == 4);
  printf("  %.400s", output);
  CHECK(strstr(output, "has folded at t = ") && strstr(output, "beam 'it'") && strstr(output, "Take more elements"));
  CHECK(go("run", moment, "--set turn=5 --set elements=16 --set order=2") == 0 && output[0] == '\0');
}

/* A beam whose material gives way is pushed together by a force at rest, and along a path. */
static const char pushed[] = "param { F = 100, path = 0 }\n"
                             "local b = beam { name = 'it', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 4, "
                             "section = circle { radius = 0.05 }, E = 1e5, nu = 0.3,\n"
                             "  density = 1000 }\n"
                             "local p = body { name = 'p', at = {1, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
                             "fixed { b.last, p, at = {1, 0, 0} }\n"
                             "prismatic { ground, p, at = {1, 0, 0}, axis = 'x' }\n"
                             "force { p, value = {-F, 0, 0} }\n"
                             "if path > 0 then load_path { factor = 1, step = 0.1 } end\n"
                             "run { dt = 1e-3, duration = 0.3 }\n";

static void test_statics(void)
{
  CHECK(go("static", pushed, "--set F=100") == 0); /* EA = 785 N */
  CHECK(go("static", pushed, "--set F=1500") != 0);
  printf("  %.400s", output);
  CHECK(strstr(output, "turned inside out in the static equilibrium") && strstr(output, "beam 'it'"));
  CHECK(go("static", pushed, "--set F=1500 --set path=1") != 0);
  printf("  %.400s", output);
  CHECK(strstr(output, "turned inside out") && strstr(output, "beam 'it'"));
}

/* A light part on a spring that pushes it away, beside a heavy one: it falls away 1e5 times faster than forces let the whole model fall. */
static void test_unstable(void)
{
  static const char model[] =
      "param { k = 1e5 }\n"
      "gravity { 0, 0, -9.81 }\n"
      "local heavy = body { name = 'heavy', at = {0, 0, 0}, mass = 1000, inertia = {10, 10, 10} }\n"
      "prismatic { ground, heavy, at = {0, 0, 0}, axis = 'z', stiffness = 1e6 }\n"
      "local light = body { name = 'light', at = {1, 0, 0}, mass = 1e-3, inertia = {1e-6, 1e-6, 1e-6} }\n"
      "prismatic { ground, light, at = {1, 0, 0}, axis = 'x', potential = function(x) return -k*x^2/2 + 1e9*x^4 end }\n"
      "run { dt = 1e-3, duration = 0.1 }\n";
  CHECK(go("static", model, "") == 0 && strstr(output, "unstable") && strstr(output, "'light'"));
  printf("  %.200s", output);
  CHECK(go("static", model, "--set k=-1e5") == 0 && !strstr(output, "unstable"));
}

int main(void)
{
  RUN(test_ends);
  RUN(test_goes_on);
  RUN(test_folds);
  RUN(test_statics);
  RUN(test_unstable);
  return REPORT();
}
