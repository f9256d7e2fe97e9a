/* tests/mechanisms/test_comparators.c -- the schemes kept for comparison, as users meet them: words of run { }, mistakes, warnings, reports.
 * See:     tests/steps/test_newmark.c (numbers), tests/promises/test_resume.c (same bits after resuming).
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"
#include "steps/step.h"

static char text[1 << 18];

/* The command; all it says in text. Its exit code, -1 if it died. */
static int command(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >comparators.txt 2>&1", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("comparators.txt", text, sizeof text);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char model[] =
    "param { scheme = 'ed', alpha = 1.0, tolerance = 0, dt = 2e-3 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local rod = body { name = 'rod', at = { 0.5, 0, 0 }, mass = 1, inertia = { 1e-3, 0.09, 0.09 } }\n"
    "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = 'y', damping = 0.05 }\n"
    "local bob = point { name = 'bob', at = { 1, 0, -0.4 }, mass = 0.3 }\n"
    "spring { name = 'string', rod, bob, at_a = { 1, 0, 0 }, stiffness = 500, length = 0.4 }\n"
    "channel('bob', position(bob))\n"
    "local r = { scheme = scheme, dt = dt, duration = 0.4 }\n"
    "if alpha ~= 1 then r.alpha = alpha end\n"
    "if tolerance > 0 then r.tolerance = tolerance end\n"
    "run(r)\n";

static void test_reports(void)
{
  write_text("comparators.lua", model);
  for (int i = 0; sn_schemes[i]; i++) {
    char line[256];
    if (sn_schemes[i]->has_identity) {
      continue;
    }
    (void)snprintf(line, sizeof line, "run comparators.lua -o comparators.h5 --set scheme=%s", sn_schemes[i]->name);
    CHECK(command(line) == 0);
    CHECK_TEXT(text, sn_schemes[i]->name);
    CHECK_TEXT(text, "this scheme does not close it; it ");
    CHECK(strstr(text, "balance closed") == NULL);
    CHECK(command("info comparators.h5") == 0);
    CHECK_TEXT(text, "(this scheme does not close the balance)");
    CHECK(strstr(text, "balance closed") == NULL);
  }
  CHECK(command("check comparators.lua --set scheme=generalized_alpha") == 0);
  CHECK_TEXT(text, "scheme generalized_alpha, rho_inf 0.8, dt 0.002 s");
  CHECK(command("check comparators.lua --set scheme=hht") == 0);
  CHECK_TEXT(text, "scheme hht, alpha -0.2, dt 0.002 s");
  CHECK(command("check comparators.lua --set scheme=newmark") == 0);
  CHECK_TEXT(text, "scheme newmark, gamma 0.6, beta 0, dt 0.002 s");
}

/* every mistake: what, where, why, what to do */
static void test_mistakes(void)
{
  CHECK(command("run comparators.lua -o comparators.h5 --set scheme=hht --set alpha=0.5") != 0);
  CHECK_TEXT(text, "run: the scheme hht cannot have alpha = 0.5.");
  CHECK_TEXT(text, "comparators.lua:11");
  CHECK_TEXT(text, "It must lie between -0.3333 and 0");
  CHECK_TEXT(text, "Leave it out (default -0.2)");
  CHECK(command("run comparators.lua -o comparators.h5 --set scheme=ed --set alpha=-0.1") != 0);
  CHECK_TEXT(text, "run: the scheme ed cannot have alpha = -0.1.");
  CHECK(command("run comparators.lua -o comparators.h5 --set scheme=hht --set alpha=-0.4") != 0);
  CHECK_TEXT(text, "`alpha`"); /* outside of what any scheme takes: the table of run { } says so */
  static const char lines[][160] = {
      "point { mass = 1, at = { 0, 0, 0 } }\nrun { scheme = 'generalized_alpha', rho_inf = 1.5, dt = 1e-3, duration = "
      "1 }\n",
      "point { mass = 1, at = { 0, 0, 0 } }\nrun { scheme = 'newmark', gamma = 0.4, dt = 1e-3, duration = 1 }\n",
      "point { mass = 1, at = { 0, 0, 0 } }\nrun { scheme = 'newmark', gamma = 0.8, beta = 0.3, dt = 1e-3, duration = "
      "1 }\n",
      "point { mass = 1, at = { 0, 0, 0 } }\nrun { scheme = 'generalised_alpha', dt = 1e-3, duration = 1 }\n"};
  static const char *const expected[] = {"`rho_inf`", "`gamma`", "is not stable with beta = 0.3, gamma = 0.8",
                                         "Did you mean 'generalized_alpha'?"};
  for (int i = 0; i < 4; i++) {
    write_text("comparators_wrong.lua", lines[i]);
    CHECK(command("run comparators_wrong.lua -o comparators.h5") != 0);
    CHECK_TEXT(text, expected[i]);
    CHECK_TEXT(text, "comparators_wrong.lua:2");
  }
}

static void test_warnings(void)
{
  CHECK(command("check comparators.lua --set scheme=trapezoidal") == 0);
  CHECK_TEXT(text, "weakly unstable with joints and bodies");
  CHECK(command("check comparators.lua --set scheme=hht --set alpha=0") == 0);
  CHECK_TEXT(text, "weakly unstable");
  CHECK(command("check comparators.lua --set scheme=generalized_alpha") == 0);
  CHECK(strstr(text, "weakly unstable") == NULL);
  static const char other[] = "point { mass = 1, at = { 0, 0, 0 } }\n"
                              "run { scheme = 'ep', rho_inf = 0.5, dt = 1e-3, duration = 1 }\n";
  write_text("comparators_other.lua", other);
  CHECK(command("check comparators_other.lua") == 0);
  CHECK_TEXT(text, "`rho_inf` is of the scheme generalized_alpha: ep does not read it");
}

/* automatic steps, and a start from the end of another scheme's run */
static void test_other_ways(void)
{
  CHECK(command("run comparators.lua -o comparators_ed.h5") == 0);
  CHECK(
      command("run comparators.lua -o comparators.h5 --set scheme=generalized_alpha --start-from comparators_ed.h5") ==
      0);
  CHECK(command("run comparators.lua -o comparators_ed.h5 --start-from comparators.h5") == 0);
  CHECK(
      command(
          "run comparators.lua -o comparators.h5 --set scheme=generalized_alpha --set tolerance=1e-4 --set dt=0.02") ==
      0);
  CHECK(command("run comparators.lua -o comparators.h5 --set scheme=newmark --set tolerance=1e-4") != 0);
  CHECK_TEXT(text, "tolerance");
}

int main(void)
{
  RUN(test_reports);
  RUN(test_mistakes);
  RUN(test_warnings);
  RUN(test_other_ways);
  return REPORT();
}
