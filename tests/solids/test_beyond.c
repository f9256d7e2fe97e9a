/* tests/solids/test_beyond.c -- floating and modal solids that deform more than linear strains carry.
 * What:    the warnings tell strain and turn of known deformations, in motion and at rest; how wrong the answer is there, against Green's strains; no
 *          warning of a body that turns round and hardly strains; an error where nothing is right any more.
 * Data:    a bar under its end force F: turn F l^2/(2 E I) at its end, strain F l c/(E I) at its root; a block: F/(E A).
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "solid_beyond"
#include <sys/wait.h>

#include "tests/support/answers.h"

static const char *const linear[] = {"floating", "modal"};

/* A clamped bar of EI = 16/3 N m^2 under an end force. */
static void write_bar(void)
{
  write_text(
      ANSWERS ".lua",
      "param { f = 'modal', F = 1 }\n"
      "local s = solid { name = 'bar', box = { size = {1, 0.04, 0.04}, elements = {8, 1, 1} }, E = 2.5e7, nu = 0,\n"
      "  density = 1000, at = {0, -0.02, -0.02}, formulation = f,\n"
      "  surfaces = { x0 = { clamped = true }, x1 = { force = {0, 0, F} } } }\n"
      "channel('d', output(s:surface('x1'), 'displacement'))\n"
      "run { dt = 1e-2, duration = 0.2 }\n");
}

/* Code of a verb that may fail; what it said. */
static int tried(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s > " ANSWERS ".txt 2>&1", SN_TEST_SINEW, arguments);
  const int code = system(line);
  slurp(ANSWERS ".txt", said, sizeof said);
  return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

/* The number after these words of what was said; NAN: it was not. */
static double number_after(const char *words)
{
  const char *p = strstr(said, words);
  return p ? strtod(p + strlen(words), NULL) : NAN;
}

static void test_at_rest_is_told(void)
{
  char line[200];
  write_bar();
  for (int k = 0; k < 2; k++) {
    (void)snprintf(line, sizeof line, "static " ANSWERS ".lua -q -o " ANSWERS ".h5 --set f=%s --set F=0.9", linear[k]);
    CHECK(tried(line) == 0 && !strstr(said, "warning")); /* 0.084 rad */
    (void)snprintf(line, sizeof line, "static " ANSWERS ".lua -q -o " ANSWERS ".h5 --set f=%s --set F=2", linear[k]);
    CHECK(tried(line) == 0 && strstr(said, "solid 'bar' has bent") && strstr(said, "take formulation = \"green\""));
    CHECK_NEAR(number_after("is turned by "), 2 / (2 * 16 / 3.0), 0.01 * 0.1875);
    CHECK(!strstr(said, "is strained by")); /* 0.75 % */
    (void)snprintf(line, sizeof line, "static " ANSWERS ".lua -q -o " ANSWERS ".h5 --set f=%s --set F=8 --strict",
                   linear[k]);
    CHECK(tried(line) == 6 && strstr(said, "is strained by"));
  }
  write_text(ANSWERS "_path.lua", "include 'solid_beyond.lua'\nload_path { factor = 2.5, step = 0.5 }\n");
  CHECK(tried("static " ANSWERS "_path.lua -q -o " ANSWERS ".h5 --set F=0.8") == 0);
  CHECK(strstr(said, "solid 'bar' has bent"));
  remove(ANSWERS "_path.lua");
}

/* By half of the square of the turn at most, as the warning says. */
static void test_as_wrong_as_told(void)
{
  static const double force[] = {1, 2, 4};
  char line[80];
  write_bar();
  for (int i = 0; i < 3; i++) {
    double d[2] = {0, 0};
    const double turn = force[i] / (2 * 16 / 3.0);
    for (int k = 0; k < 2; k++) {
      (void)snprintf(line, sizeof line, "--set f=%s --set F=%g", k ? "green" : "floating", force[i]);
      d[k] = at_rest(line) ? value("d_z") : NAN;
    }
    const double wrong = fabs(d[0] - d[1]) / d[1];
    printf("  turned by %.3f: wrong by %.4f %%, %.3f of the square\n", turn, 100 * wrong, wrong / (turn * turn));
    CHECK_BELOW(wrong, 0.5 * turn * turn);
    CHECK_BELOW(0.2 * turn * turn, wrong);
  }
}

/* In motion: pulled slowly until it is stretched by 2 %. And a bar that turns round ten times has nothing to tell. */
static void test_in_motion(void)
{
  char line[200];
  write_text(
      ANSWERS ".lua",
      "param { f = 'modal' }\n"
      "solid { name = 's', box = { size = {0.2, 0.1, 0.1}, elements = {4, 1, 1} }, formulation = f, E = 1e6, nu = 0,\n"
      "  density = 1000, surfaces = { x0 = { clamped = true }, x1 = { force = function(t) return 2000*t, 0, 0 end } } "
      "}\n"
      "run { dt = 1e-3, duration = 0.1 }\n");
  for (int k = 0; k < 2; k++) {
    (void)snprintf(line, sizeof line, "run " ANSWERS ".lua -q -o " ANSWERS ".h5 --scheme ep --set f=%s", linear[k]);
    CHECK(tried(line) == 0);
    CHECK_NEAR(number_after("solid 's' is strained by "), 2, 0.1);
    CHECK(!strstr(said, "has bent"));
  }
  write_text(ANSWERS ".lua", "param { f = 'modal' }\n"
                             "solid { name = 's', box = { size = {1, 0.04, 0.04}, elements = {4, 1, 1} }, at = {-0.5, "
                             "-0.02, -0.02}, E = 2e9,\n"
                             "  nu = 0.3, density = 1000, formulation = f, angular_velocity = {1, 20, 2} }\n"
                             "run { dt = 1e-2, duration = 3 }\n");
  for (int k = 0; k < 2; k++) {
    (void)snprintf(line, sizeof line, "run " ANSWERS ".lua -q -o " ANSWERS ".h5 --strict --set f=%s", linear[k]);
    CHECK(tried(line) == 0 && !said[0]);
  }
}

/* The bar would bend by many times its length: an error with its name, in motion and at rest. */
static void test_far_beyond(void)
{
  static const char *const verb[] = {"run", "static"};
  char line[200];
  write_bar();
  for (int i = 0; i < 4; i++) {
    (void)snprintf(line, sizeof line, "%s " ANSWERS ".lua -q -o " ANSWERS ".h5 --set f=%s --set F=500", verb[i % 2],
                   linear[i / 2]);
    CHECK(tried(line) == 4);
    CHECK(strstr(said, "solid 'bar'") && strstr(said, "deformed far beyond linear strains"));
    CHECK(strstr(said, "Take formulation = \"green\"") && !strstr(said, "nothing holds"));
  }
}

int main(void)
{
  RUN(test_at_rest_is_told);
  RUN(test_as_wrong_as_told);
  RUN(test_in_motion);
  RUN(test_far_beyond);
  forget();
  return REPORT();
}
