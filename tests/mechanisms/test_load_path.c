/* tests/mechanisms/test_load_path.c -- `sinew static` of models with load_path { ... }, as a user sees it.
 * ctest:   timeout=120
 */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>

#include "files.h"
#include "harness.h"
#include "support/command.h"
#include "support/table.h"

/* Two bars of Green strain and one that keeps them in their plane. */
static const char bars[] =
    "param { factor = 20, weight = 'grows', low = -1, largest = 0.5 }\n"
    "gravity { 0, -1, 0 }\n"
    "local top = point { name = 'top', at = { 0, 0.2, 0 }, mass = 1 }\n"
    "local function bar(name, x, y, z, k)\n"
    "  cable { name = name, top, ground, to = { x, y, z }, elements = 1, order = 1, stiffness = k, mass_per_length = "
    "1e-6 }\n"
    "end\n"
    "bar('left', -1, 0, 0, 1e5) bar('right', 1, 0, 0, 1e5) bar('back', 0, 0.2, 1, 1) bar('front', 0, 0.2, -1, 1)\n"
    "force { name = 'weight', top, value = { 0, -100, 0 } }\n"
    "load_path { name = 'path', factor = factor, step = largest, gravity = weight }\n"
    "channel('height', position(top).y)\n"
    "channel('load', output('path', 'factor'))\n"
    "channel('foot', output('left', 'tension_first'))\n"
    "stop_when('low', less(position(top).y, low))\n";

static char text[1 << 16];

/* Exit code; what it said on stdout and stderr goes to text. */
static int command(const char *arguments)
{
  char line[1024];
  snprintf(line, sizeof line, "'%s' %s > load_path.txt 2>&1", SN_TEST_SINEW, arguments);
  const int code = system(line);
  FILE *f = fopen("load_path.txt", "r");
  text[f ? fread(text, 1, sizeof text - 1, f) : 0] = 0;
  if (f) {
    fclose(f);
  }
  return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

static table rows;

static void read_rows(void)
{
  char line[1024];
  snprintf(line, sizeof line, "'%s' csv load_path.h5 load height foot", SN_TEST_SINEW);
  FILE *f = popen(line, "r");
  CHECK(read_table(f, &rows));
  pclose(f);
}

static void test_two_bars(void)
{
  write_text("load_path.lua", bars);
  CHECK(command("static load_path.lua -o load_path.h5") == 0);
  CHECK(strstr(text, "limit of the loads at the load factor") != NULL);
  CHECK(strstr(text, "unstable beyond it") != NULL);
  read_rows();
  CHECK(rows.n_rows > 20);
  const double h = 0.2, l = sqrt(1.04), weight = 101;
  double worst = 0;
  for (int i = 0; i < rows.n_rows; i++) {
    const double y = rows.x[i][2], d = (y - h);
    double force = -2 * 1e5 * y * (y * y - h * h) / (2 * l * l * l);
    force += -2 * 1.0 * d * (d * d) / 2; /* the two bars across: Green strain d^2/2 */
    worst = fmax(worst, fabs(weight * rows.x[i][1] - force));
    CHECK_BELOW(fabs(rows.x[i][0] - i), 1e-12);
  }
  CHECK_BELOW(worst, 1e-3); /* the masses of the bars are 1e-6 kg/m */
  CHECK_BELOW(fabs(rows.x[rows.n_rows - 1][1] - 20), 1e-12);
  /* the force in a bar belongs to the same instant */
  const double y = rows.x[5][2], e = (y * y - h * h) / (2 * l * l);
  CHECK_BELOW(fabs(rows.x[5][3] - 1e5 * e * sqrt(1 + 2 * e)), 1e-6);
  CHECK(command("info load_path.h5") == 0);
  CHECK(strstr(text, "static") && strstr(text, "equilibria") && strstr(text, "limit of the loads"));
  write_text("load_path.h5.checkpoint", "of an older run"); /* there is nothing to go on with */
  CHECK(command("static load_path.lua -o load_path.h5 --quiet") == 0 && text[0] == 0);
  CHECK(remove("load_path.h5.checkpoint") != 0);
}

static void test_gravity_and_stop(void)
{
  CHECK(command("static load_path.lua -o load_path.h5 --set weight=stays --set low=0.1") == 0);
  CHECK(strstr(text, "stopped by the condition 'low'") != NULL);
  read_rows();
  CHECK(fabs(rows.x[0][1]) < 1e-15 && rows.x[0][2] < 0.2 - 1e-6); /* it already hangs a little */
  CHECK(rows.x[rows.n_rows - 1][2] < 0.1 && rows.x[rows.n_rows - 2][2] >= 0.1);
}

static void test_mistakes(void)
{
  CHECK(command("static load_path.lua -o load_path.h5 --set factor=0") == 2);
  CHECK(strstr(text, "ends at the factor 0") != NULL);
  CHECK(command("static load_path.lua -o load_path.h5 --set largest=1e-300") == 4);
  CHECK(strstr(text, "No equilibrium path begins") && strstr(text, "Check factor, step"));
  CHECK(command("static load_path.lua -o load_path.h5 --set factor=1e300") == 0); /* `step` bounds it */
  CHECK(command("check load_path.lua") == 0);
  CHECK(strstr(text, "warning") == NULL);
  char twice[4096];
  snprintf(twice, sizeof twice, "%sload_path { name = 'again' }\n", bars);
  write_text("load_path.lua", twice);
  CHECK(command("static load_path.lua -o load_path.h5") == 2);
  CHECK(strstr(text, "is the second one") != NULL);
  write_text("load_path.lua", "local p = point { name = 'p', at = { 0, 0, 0 }, mass = 1 }\n"
                              "force { name = 'f', p, value = { 1, 0, 0 } }\nload_path { name = 'path' }\n");
  CHECK(command("static load_path.lua -o load_path.h5") != 0); /* nothing holds it */
  CHECK(strstr(text, "error") != NULL);
  write_text("load_path.lua", "local p = point { name = 'p', at = { 0, 0, 0 }, mass = 1 }\n"
                              "spring { name = 's', ground, p, at_a = { 0, 0, 1 }, stiffness = 1 }\n"
                              "load_path { name = 'path' }\n");
  CHECK(command("static load_path.lua -o load_path.h5") == 3);
  CHECK(strstr(text, "There is no load that could grow") && strstr(text, "load_path.lua:3, load_path 'path'"));
}

/* Where a law has no value the message names it, not the size of the steps. */
static void test_law_without_a_value(void)
{
  write_text("load_path.lua",
             "local b = point { name = 'b', at = { 0, 0, 0 }, mass = 1 }\n"
             "hold { name = 'x', b, along = { 1, 0, 0 } } hold { name = 'y', b, along = { 0, 1, 0 } }\n"
             "spring { name = 'law', ground, b, at_a = { 0, 0, 1 }, force = function(x) return 100*(x - 1) + "
             "sqrt(1.5 - x) - sqrt(0.5) end }\n"
             "force { name = 'f', b, value = { 0, 0, -100 } }\nload_path { name = 'path' }\n");
  CHECK(command("static load_path.lua -o load_path.h5") == 4);
  CHECK(strstr(text, "spring 'law'") && strstr(text, "not a number at x = 1.5"));
  CHECK(strstr(text, "displacement = ...") == NULL);
}

/* A round column with a side load of half a thousandth: near the Euler load a step of a twentieth of the factor would find the
   far path, bent against its side load. It must bend with it, and gather the load of the elastica. */
static void test_imperfect_column(void)
{
  write_text("load_path.lua",
             "local b = beam { name = 'b', ground, from = { 0, 0, 0 }, to = { 0, 0, 2 }, elements = 8,\n"
             "                 section = circle { radius = 0.01 }, E = 2.1e11, nu = 0.3, density = 7850 }\n"
             "force { name = 'down', b.last, value = { 0, 0, -1000 } }\n"
             "force { name = 'side', b.last, value = { 0.5, 0, 0 } }\n"
             "load_path { name = 'path', factor = 3, steps = 30 }\n"
             "channel('load', output('path', 'factor')) channel('height', position(b.last).x)\n"
             "channel('foot', output(b, 'length'))\n");
  CHECK(command("static load_path.lua -o load_path.h5") == 0);
  read_rows();
  for (int i = 1; i < rows.n_rows; i++) {
    CHECK(rows.x[i][2] > rows.x[i - 1][2]);
  }
  /* elastica: a tip angle of 20 degrees at 1.015 of the Euler load (1.0174 kN), and 0.220 of the length aside */
  const double *last = rows.x[rows.n_rows - 1];
  CHECK(last[2] > 0.22 * 2);
  CHECK(last[1] > 1.015 * 1.0174 && last[1] < 1.06 * 1.0174);
}

/* An arch that is not shallow falls aside before its limit: beyond the limit there are two such directions, not none. */
static void test_arch_stays_unstable(void)
{
  write_text(
      "load_path.lua",
      "local b = beam { name = 'b', from = { -1, 0, 0 }, through = { 0, 0, 0.1 }, to = { 1, 0, 0 },\n"
      "                 section = rectangle { width = 0.02, height = 0.01 }, E = 2.1e11, nu = 0.3, density = 7850 }\n"
      "revolute { ground, b.first, at = { -1, 0, 0 }, axis = 'y' }\n"
      "revolute { ground, b.last, at = { 1, 0, 0 }, axis = 'y' }\n"
      "force { b:node(8), value = { 0, 0, -1000 } }\n"
      "load_path { name = 'path', factor = 2, steps = 20 }\n"
      "stop_when('down', less(position(b:node(8)).z, 0))\n");
  CHECK(command("static load_path.lua -o load_path.h5") == 0);
  const char *branch = strstr(text, "branches off at the load factor 0.8"), *limit = strstr(text, "limit of the loads");
  CHECK(branch && limit && branch < limit);
  CHECK(strstr(text, "; stable beyond") == NULL);
}

int main(void)
{
  RUN(test_two_bars);
  RUN(test_gravity_and_stop);
  RUN(test_mistakes);
  RUN(test_law_without_a_value);
  RUN(test_imperfect_column);
  RUN(test_arch_stays_unstable);
  remove("load_path.lua");
  remove("load_path.h5");
  remove("load_path.txt");
  return REPORT();
}
