/* tests/shells/test_bow.c -- shells that are not perfect by a mode of themselves: Euler's strip bends as with a sine of the same
 *          height, below and beyond its buckling load, turned in space, on a mesh; a run goes on without the file; what is wrong with it.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"
#include "support/msh.h"
#include "support/parameters.h"
#include "support/refused.h"

static char out[1 << 18];

static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >bow_out.txt 2>&1", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("bow_out.txt", out, sizeof out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A column of 1 m x 100 mm x 10 mm between hinges, in a group that is turned and moved. load: over Euler's. */
static const char strip[] =
    "param { bow = 1e-3, sine = 0.0, load = 0.5, second = 0.0, file = 'bow_shapes.txt', duration = 0.02 }\n"
    "local column = group('column', function()\n"
    "  local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.1, 0}, {0, 0.1, 0}}, elements = {8, 1},\n"
    "    thickness = 0.01, E = 7e10, nu = 0, density = 2700,\n"
    "    imperfection = function(u, v) return sine*sin(pi*u) end,\n"
    "    imperfection_mode = { file = file, amplitude = bow, also = { { 2, second } } },\n"
    "    u_first = { held = 'xyz' }, u_last = { held = 'yz', load = {-load*pi^2*7e10*1e-6/12, 0, 0} } }\n"
    "  channel('middle', position(s:at(0.5, 0))) channel('quarter', position(s:at(0.25, 0)))\n"
    "end)\n"
    "place(column, { name = 'a', at = { 3, -2, 1 }, orientation = axis_angle({ 1, 2, 3 }, 0.7) })\n"
    "run { dt = 1e-3, duration = duration, start = 'static' }\n";

static char shapes[1 << 16];

static void find_shapes(void)
{
  write_text("bow_strip.lua", strip);
  CHECK(sinew("modes bow_strip.lua --buckling --set bow=0 -n 3 --shapes bow_shapes.txt -o bow_modes.h5") == 0);
  CHECK_TEXT(out, "shapes       bow_shapes.txt");
  slurp("bow_shapes.txt", shapes, sizeof shapes);
  CHECK_TEXT(shapes, "mode part node x y z dx dy dz\n1 a.s 0 3 -2 1 ");
}

/* Place of a channel at the static start, with parameters set. */
static sn_v3 place_of(const char *name, int n, const sn_override *set)
{
  const sn_included file = {"bow_shapes.txt", shapes};
  const sn_language_options options = {.override = set, .n_override = n, .file = &file, .n_file = 1};
  sn_v3 x = v3(NAN, NAN, NAN);
  simulated s;
  if (simulate_with(&s, "bow.lua", strip, &options, "ed", 1) && observe(&s)) {
    x = v3(value(&s, name, 0), value(&s, name, 1), value(&s, name, 2));
  }
  simulated_free(&s);
  return x;
}

/* a grows to a/(1 - load) below the buckling load; beyond it the strip bends as far as it must. The mode is a sine. */
static void test_as_sine(void)
{
  static const char *const load[] = {"0.5", "1.05"};
  find_shapes();
  for (int k = 0; k < 2; k++) {
    const sn_override mode[] = {{"load", load[k]}}, sine[] = {{"load", load[k]}, {"bow", "0"}, {"sine", "1e-3"}};
    const sn_override flat[] = {{"load", "0"}, {"bow", "0"}};
    const sn_v3 a = place_of("a.middle", 1, mode), b = place_of("a.middle", 3, sine);
    const sn_v3 rest = place_of("a.middle", 2, flat);
    const double high = v3_norm(v3_sub(b, rest));
    printf("  load %s: %.6f mm aside by a mode, %.6f mm by a sine\n", load[k], 1e3 * v3_norm(v3_sub(a, rest)),
           1e3 * high);
    CHECK_NEAR(v3_norm(v3_sub(a, b)), 0, 1e-3 * high);
    CHECK(k ? high > 0.1 : fabs(high - 2e-3) < 1e-5);
  }
}

/* Beside the first mode the second, a whole wave: at a quarter sin(pi/4) of one and all of the other, whose sign is up there. */
static void test_two_modes(void)
{
  const sn_override both[] = {{"load", "0"}, {"bow", "1e-3"}, {"second", "5e-4"}};
  const sn_override first[] = {{"load", "0"}, {"bow", "1e-3"}}, none[] = {{"load", "0"}, {"bow", "0"}};
  const sn_v3 x = place_of("a.quarter", 2, none), a = place_of("a.quarter", 2, first),
              b = place_of("a.quarter", 3, both);
  CHECK_NEAR(v3_norm(v3_sub(a, x)), 1e-3 * sqrt(0.5), 1e-6);
  CHECK_NEAR(v3_norm(v3_sub(b, a)), 5e-4, 1e-9);
}

/* A run keeps the text: it goes on when the file is gone. */
static void test_resume(void)
{
  write_text("bow_strip.lua", strip);
  write_text("bow_shapes.txt", shapes);
  CHECK(sinew("run bow_strip.lua -o bow_long.h5 --until 0.03") == 0);
  CHECK(sinew("run bow_strip.lua -o bow_short.h5") == 0);
  CHECK(remove("bow_shapes.txt") == 0);
  CHECK(sinew("resume bow_short.h5 --until 0.03") == 0);
  CHECK(sinew("compare bow_long.h5 bow_short.h5") == 0);
  CHECK(sinew("run bow_strip.lua -o bow_not.h5") != 0);
  CHECK_TEXT(out, "bow_shapes.txt cannot be read");
  CHECK_TEXT(out, "sinew modes MODEL.lua --buckling --shapes FILE.txt, with amplitude = 0");
}

/* The same on a mesh of the same elements; nodes are numbered as in the file. */
static sn_v3 plate(double u, double v)
{
  return v3(u, 0.1 * v, 0);
}

static void test_mesh(void)
{
  static const char text[] =
      "param { bow = 0 }\n"
      "local s = shell { name = 's', mesh = { file = 'bow.msh' }, thickness = 0.01, E = 7e10, nu = 0, density = 2700,\n"
      "  imperfection_mode = { file = 'bow_mesh.txt', amplitude = bow },\n"
      "  edges = { left = { held = 'xyz' }, right = { held = 'yz', load = {-0.5*pi^2*7e10*1e-6/12, 0, 0} } } }\n"
      "channel('middle', position(s:at(0.5, 0)).z) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static char mesh[1 << 15], modes[1 << 16];
  const msh_wish w = {.version = 4, .order = 2, .n = 8, .m = 1, .at = plate};
  CHECK(msh_write(&w, mesh, sizeof mesh));
  write_text("bow.msh", mesh);
  write_text("bow_mesh.lua", text);
  CHECK(sinew("modes bow_mesh.lua --buckling -n 1 --shapes bow_mesh.txt -o bow_modes.h5") == 0);
  slurp("bow_mesh.txt", modes, sizeof modes);
  const sn_included file[2] = {{"bow.msh", mesh}, {"bow_mesh.txt", modes}};
  const sn_override set = {"bow", "1e-3"};
  const sn_language_options options = {.override = &set, .n_override = 1, .file = file, .n_file = 2};
  simulated s;
  if (simulate_with(&s, "bow.lua", text, &options, "ed", 1) && observe(&s)) {
    CHECK_NEAR(value(&s, "middle", 0), 2e-3, 1e-5);
  }
  simulated_free(&s);
}

/* The example plate_buckling, bent by its second mode: 101.2 N of an independent prototype; it falls over before it would with a cubic. */
static void test_example(void)
{
  static char text[1 << 14];
  slurp(SN_TEST_SOURCE "/examples/plate_buckling/model.lua", text, sizeof text);
  write_text("bow_plate.lua", text);
  (void)remove("buckling.txt");
  CHECK(sinew("modes bow_plate.lua --set model=load --set a=0 --buckling -n 2 --shapes buckling.txt -o bow_modes.h5") ==
        0);
  CHECK_TEXT(out, "-97.88");
  CHECK_TEXT(out, "101.23");
  CHECK(sinew("run bow_plate.lua --set model=shell --set shape=mode --until 0.054 -o bow_plate.h5") == 0);
  CHECK(sinew("csv bow_plate.h5 torque") == 0);
  const char *last = strrchr(out, ',');
  CHECK_NEAR(last ? strtod(last + 1, NULL) : NAN, 26.92, 0.05);
}

static void refused(const char *file, const char *set, const char *what, const char *why)
{
  const sn_included given = {"bow_shapes.txt", file};
  const sn_override override = {set ? set : "bow", set ? "3e-4" : "1e-3"};
  const sn_language_options options = {.override = &override, .n_override = 1, .file = &given, .n_file = 1};
  refused_text(strip, &options, what, why, "bad.lua:3");
}

static void test_mistakes(void)
{
  static char other[1 << 16];
  refused("mode part node x y z dx dy dz\n1 b 0 0 0 0 0 0 1\n", NULL,
          "imperfection_mode of shell 'a.s': it is not in \"bow_shapes.txt\"", "the parts b");
  refused("mode part node x y z dx dy dz\n1 a.s 0 0 0 0 0 0 1\n", NULL, "it has 51 nodes, but 1 in", "another mesh");
  refused("no table", NULL, "Line 1 of \"bow_shapes.txt\" is not the head", "mode part node");
  refused("mode part node x y z dx dy dz\n1 a.s 0 0 0 0 0 0 1\n", "second", "it has 51 nodes", "another mesh");
  (void)snprintf(other, sizeof other, "%s", shapes);
  char *digit = strstr(other, " 3 -2 1 ");
  CHECK(digit != NULL);
  if (digit) {
    digit[1] = '4';
    refused(other, NULL, "node 0 is at (3, -2, 1), but at (4, -2, 1) in", "another mesh, or of a shell that was not");
  }
  CHECK(sinew("modes bow_strip.lua --buckling --set bow=0 --shapes bow_strip.lua") != 0);
  CHECK_TEXT(out, "A file of that name exists, and its name does not end in .txt.");
}

int main(void)
{
  RUN(test_as_sine);
  RUN(test_two_modes);
  RUN(test_resume);
  RUN(test_mesh);
  RUN(test_example);
  RUN(test_mistakes);
  return REPORT();
}
