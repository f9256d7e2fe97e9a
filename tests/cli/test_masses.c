/* tests/cli/test_masses.c -- `sinew check` prints every part's own mass, centre and inertia as they were given, whoever owns
 * the nodes that carry them, and what ground holds counts.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

static char out[1 << 16];

static int check(const char *text)
{
  write_text("masses.lua", text);
  const int status = system("'" SN_TEST_SINEW "' check masses.lua >masses_out.txt 2>masses_err.txt");
  slurp("masses_out.txt", out, sizeof out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The numbers of the line of a part: mass, centre, xx, yy, zz; those that are not there are NAN. */
static void numbers(const char *name, const char *kind, double x[7])
{
  char words[64];
  (void)snprintf(words, sizeof words, "\n  %-16s %-8s", name, kind);
  const char *line = strstr(out, words);
  CHECK(line != NULL);
  char *at = NULL;
  line = line ? line + strlen(words) : "";
  for (int i = 0; i < 7; i++) {
    x[i] = strtod(line, &at);
    x[i] = at == line ? NAN : x[i];
    line = at;
  }
}

static void expect(const char *name, const char *kind, const double x[7])
{
  double got[7];
  numbers(name, kind, got);
  for (int i = 0; i < 7; i++) {
    CHECK_NEAR(got[i], x[i], 6e-6 * (1 + fabs(x[i])));
  }
}

static void test_shared_nodes(void)
{
  CHECK(
      check(
          "local s = rectangle { width = 0.1, height = 0.1 }\n"
          "local a = beam { name = 'a', from = {0,0,0}, to = {1,0,0}, elements = 2, section = s, E = 2e11, nu = 0.3,\n"
          "                 density = 1000 }\n"
          "local b = beam { name = 'b', a.last, to = {2,0,0}, elements = 2, section = s, E = 2e11, nu = 0.3,\n"
          "                 density = 3000 }\n"
          "local d = body { name = 'disc', at = {2,1,0}, center = {0.1,0,0}, mass = 1, inertia = {0.1,0.2,0.25} }\n"
          "beam { name = 'shaft', d, from = {2,1,0}, to = {2,2,0}, elements = 1, section = circle { radius = 0.1 },\n"
          "       E = 2e11, nu = 0.3, density = 100/pi }\n"
          "local p = point { name = 'p', at = {0,5,0}, mass = 2 }\n"
          "link { name = 'rod', p, to = {0,5,-1}, mass = 3 }\n"
          "run { dt = 0.01, duration = 1 }\n") == 0);
  expect("a", "beam", (double[]){10, 0.5, 0, 0, 10 * 0.02 / 12, 10 * 1.01 / 12, 10 * 1.01 / 12});
  expect("b", "beam", (double[]){30, 1.5, 0, 0, 30 * 0.02 / 12, 30 * 1.01 / 12, 30 * 1.01 / 12});
  expect("disc", "body", (double[]){1, 2.1, 1, 0, 0.1, 0.2, 0.25});
  expect("shaft", "beam", (double[]){1, 2, 1.5, 0, 1. / 12 + 0.0025, 0.005, 1. / 12 + 0.0025});
  expect("p", "point", (double[]){2, 0, 5, 0, 0, 0, 0});
  expect("rod", "link", (double[]){3, 0, 5, -0.5, 0.25, 0.25, 0});
  double all[7];
  numbers("all", "", all);
  CHECK_NEAR(all[0], 47, 1e-4);
  CHECK(strstr(out, "on the ground") == NULL);
}

/* What the ground or a base carries is there all the same, for any order, lumped or consistent. */
static void test_held(void)
{
  static const char *const mass[] = {"", ", mass_matrix = 'consistent'"};
  for (int k = 0; k < 6; k++) {
    char text[1024];
    (void)snprintf(
        text, sizeof text,
        "local s = rectangle { width = 0.1, height = 0.1 }\n"
        "beam { name = 'a', ground, ground, from = {0,0,0}, to = {1,0,0}, elements = 1, order = %d, section = s,\n"
        "       E = 2e11, nu = 0.3, density = 1000%s }\n"
        "local t = base { name = 't', position = function(t) return 0.1*sin(t), 0, 0 end, mass = 4,\n"
        "                 inertia = {1,2,2.5} }\n"
        "beam { name = 'b', t, from = {0,2,0}, to = {1,2,0}, elements = 1, order = %d, section = s, E = 2e11,\n"
        "       nu = 0.3, density = 1000%s }\n"
        "cable { name = 'rope', ground, ground, from = {0,3,0}, to = {2,3,0}, elements = 1, order = %d,\n"
        "        stiffness = 1e5, mass_per_length = 0.5 }\n"
        "run { dt = 0.01, duration = 1 }\n",
        k / 2 + 1, mass[k % 2], k / 2 + 1, mass[k % 2], k / 2 + 1);
    CHECK(check(text) == 0 || k / 2 == 0); /* order 1: nothing is left to move */
    expect("a", "beam", (double[]){10, 0.5, 0, 0, 10 * 0.02 / 12, 10 * 1.01 / 12, 10 * 1.01 / 12});
    expect("t", "base", (double[]){4, 0, 0, 0, 1, 2, 2.5});
    expect("b", "beam", (double[]){10, 0.5, 2, 0, 10 * 0.02 / 12, 10 * 1.01 / 12, 10 * 1.01 / 12});
    expect("rope", "cable", (double[]){1, 1, 3, 0, 0, 1. / 3, 1. / 3});
    double all[7];
    numbers("all", "", all);
    CHECK_NEAR(all[0], 25, 1e-4);
    CHECK(strstr(out, "of this on the ground") != NULL);
  }
}

int main(void)
{
  RUN(test_shared_nodes);
  RUN(test_held);
  return REPORT();
}
