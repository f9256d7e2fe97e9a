/* tests/promises/test_slips.c -- warnings of what a run would pass over in silence: jumps, channels without a value, a scheme that
 *                             does not converge, times and sizes in other units; statics of slack cables.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

static char text[1 << 18];

/* The command; all it says in text. Its exit code, -1 if it died. */
static int command(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >slips.txt 2>&1", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("slips.txt", text, sizeof text);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char crank[] = "local a = body { name = 'a', at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }\n"
                            "local t0 = 0.105\n"
                            "revolute { name = 'motor', ground, a, at = { 0, 0, 0 }, axis = 'y', drive = function(t)\n"
                            "  return %s end }\n"
                            "channel('w', log(0.2 - angle('motor')))\n"
                            "run { dt = 0.01, duration = 1 }\n";

static int check(const char *drive)
{
  char model[1024];
  (void)snprintf(model, sizeof model, crank, drive);
  write_text("slips.lua", model);
  return command("check slips.lua");
}

static void test_jumps(void)
{
  static const char *const smooth[] = {"sin(20*t)", "30*t", "0.3*step((t - 0.1)/0.05)", "t^3", "exp(-30*t)", "0"};
  static const struct {
    const char *drive, *words;
  } jump[] = {{"where(greater(t, t0), 0.3, 0)", "jumps by 0.3 rad at t = 0.105 s"},
              {"where(greater(t, t0), 0.3, 0) + 0.1*sin(20*t)", "jumps by 0.3 rad at t = 0.105 s"},
              {"-0.2*floor(2*t)", "jumps by -0.2 rad at t = 0.5 s"},
              {"0.5*step((t - 0.4)/1e-7)", "jumps by 0.5 rad at t = 0.4"},
              {"sign(t - 0.7)", "jumps by "}};
  /* the drive goes on, its speed jumps: an impact */
  static const char *const kink[][2] = {
      {"where(less(t, 0.2), 0, t - 0.2)", "the speed of its drive jumps by 1 rad/s at t = 0.2 s"},
      {"abs(t - 0.5)", "the speed of its drive jumps by 2 rad/s at t = 0.5 s"},
      {"2*min(t, t0)", "the speed of its drive jumps by -2 rad/s at t = 0.105 s"}};
  for (size_t i = 0; i < sizeof kink / sizeof *kink; i++) {
    CHECK(check(kink[i][0]) == 0);
    CHECK_TEXT(text, kink[i][1]);
    CHECK(strstr(text, "'motor': its drive jumps") == NULL);
  }
  for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++) {
    CHECK(check(smooth[i]) == 0);
    CHECK(strstr(text, "jumps") == NULL);
  }
  for (size_t i = 0; i < sizeof jump / sizeof *jump; i++) {
    CHECK(check(jump[i].drive) == 0);
    CHECK_TEXT(text, "slips.lua:3: revolute 'motor': its drive ");
    CHECK_TEXT(text, jump[i].words);
    CHECK(strstr(text, "speed of its drive") == NULL);
  }
  write_text("slips.lua",
             "base { name = 'table', position = function(t) return 0, where(less(t, 0.5), 0, 0.02), 0 end }\n"
             "local a = body { name = 'a', mass = 1, inertia = { 1, 1, 1 } }\n"
             "revolute { 'table', a, at = { 0, 0, 0 }, axis = 'x' }\n"
             "run { dt = 0.01, duration = 1 }\n");
  CHECK(command("check slips.lua") == 0);
  CHECK_TEXT(text, "base 'table': its position jumps by 0.02 m at t = 0.5 s");
}

/* A loop that cannot follow the jump ends there, and says whose it is. */
static void test_failing_jump(void)
{
  write_text("slips.lua", "local a = body { name = 'a', at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }\n"
                          "local b = body { name = 'b', at = { 1, 0.5, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }\n"
                          "revolute { name = 'motor', ground, a, at = { 0, 0, 0 }, axis = 'z',\n"
                          "           drive = function(t) return where(greater(t, 0.1234), 2.5, 0) end }\n"
                          "revolute { name = 'p', a, b, at = { 1, 0, 0 }, axis = 'z' }\n"
                          "spherical { name = 'q', ground, b, at = { 1, 1, 0 } }\n"
                          "run { dt = 0.01, duration = 1 }\n");
  CHECK(command("run slips.lua -o slips.h5 --quiet") == 4);
  CHECK_TEXT(text, "t = 0.1234 s");
  CHECK_TEXT(text, "the drive of revolute 'motor' at slips.lua:3 jumps by 2.5 rad");
}

static void test_channel_without_value(void)
{
  CHECK(check("t") == 0);
  CHECK(command("run slips.lua -o slips.h5") == 0);
  CHECK_TEXT(text, "warning: channel 'w' has no finite value, first at t = 0.2 s (81 rows of 1 channel)");
  CHECK_TEXT(text, "channels     1 without a finite value in 81 rows");
  CHECK(command("info slips.h5") == 0);
  CHECK_TEXT(text, "not finite  81 rows");
  CHECK_TEXT(text, "channel 'w' has no finite value in 81 rows, first at t = 0.2 s");
  CHECK(command("run slips.lua -o slips.h5 --until 0.5") == 0); /* counted on by a run that goes on */
  CHECK(command("resume slips.h5 --until 1") == 0);
  CHECK_TEXT(text, "81 rows of 1 channel");
  CHECK(check("0.1*t") == 0);
  CHECK(command("run slips.lua -o slips.h5") == 0);
  CHECK(strstr(text, "finite") == NULL);
}

/* docs/theory.md, section 13: gd(omega t) in place of omega t, whatever the step; with alpha > 0 the order is 1. */
static void test_paper_without_damping(void)
{
  double error[2][3];
  const double gd = 2 * atan(tanh(0.5));
  for (int k = 0; k < 6; k++) {
    char model[512];
    (void)snprintf(model, sizeof model,
                   "local b = body { name = 'b', mass = 1, inertia = { 1, 1, 1 }, angular_velocity = { 0, 0, 2 } }\n"
                   "revolute { name = 'h', ground, b, at = { 0, 0, 0 }, axis = 'z' }\n"
                   "channel('phi', angle('h'))\n"
                   "run { scheme = 'ed_paper', alpha = %d, dt = %g, duration = 0.5 }\n",
                   k / 3, 0.01 / (1 << k % 3));
    write_text("slips.lua", model);
    CHECK(command("run slips.lua -o slips.h5") == 0);
    CHECK((strstr(text, "ed_paper with alpha = 0 does not converge") != NULL) == (k < 3));
    CHECK(command("csv slips.h5 phi") == 0);
    const char *last = strstr(text, "\n0.5,");
    error[k / 3][k % 3] = fabs((last ? atof(last + 5) : NAN) - (k < 3 ? gd : 1));
  }
  for (int k = 0; k < 2; k++) {
    CHECK_BELOW(error[k][0], 6e-3);
    CHECK_NEAR(error[k][0] / error[k][1], 2, 0.1);
    CHECK_NEAR(error[k][1] / error[k][2], 2, 0.1);
  }
}

static void test_times_and_sizes(void)
{
  static const struct {
    const char *model, *words;
  } slip[] = {
      {"point { name = 'p', at = { 0, 0, 0 }, mass = 1, velocity = { 1, 0, 0 } }\nrun { dt = 10, duration = 1 }\n",
       "longer than the run"},
      {"point { name = 'p', at = { 0, 0, 0 }, mass = 1, velocity = { 1, 0, 0 } }\nrun { dt = 1e-9, duration = 1 }\n",
       "1e+09 steps"},
      {"point { name = 'p', at = { 1500, 0, 0 }, mass = 1, velocity = { 1, 0, 0 } }\n"
       "point { name = 'o', at = { 0, 0, 0 }, mass = 1, velocity = { 1, 0, 0 } }\nrun { dt = 1e-3, duration = 1 }\n",
       "the model is 1500 m large (p is farthest out); lengths are in m"},
      {"body { name = 'b', mass = 1e10, inertia = { 1, 1, 1 }, velocity = { 1, 0, 0 } }\nrun { dt = 1e-3, duration = 1 "
       "}\n",
       "a mass of 1e+10 kg"},
      {"beam { name = 'b', ground, from = { 0, 0, 0 }, to = { 1, 0, 0 }, section = circle { radius = 0.1 }, E = 210, "
       "nu = 0.3,\n"
       "  density = 7850 }\nrun { dt = 1e-3, duration = 1 }\n",
       "`E` = 210 Pa is softer than any solid"}};
  for (size_t i = 0; i < sizeof slip / sizeof *slip; i++) {
    write_text("slips.lua", slip[i].model);
    CHECK(command("check slips.lua") == 0);
    CHECK_TEXT(text, slip[i].words);
  }
}

/* The number behind `words` in what was said; NAN: not there. */
static double number_after(const char *words)
{
  const char *at = strstr(text, words);
  return at ? atof(at + strlen(words)) : NAN;
}

/* A slack cable drawn straight hangs; nothing in it is compressed by more than a part of its weight (the ends of coarse
   elements, and the weight of the node there), and level ones carry what the catenary says. Its first and last node are where they are held. */
static void test_slack_cables(void)
{
  for (int k = 0; k < 24; k++) {
    const int level = k % 2, order = 1 + k / 2 % 3, elements = k / 6 % 2 ? 20 : 4;
    const double length = k / 12 ? 2 : 1.2, weight = 0.4 * 9.81 * length;
    char model[512];
    (void)snprintf(
        model, sizeof model,
        "gravity { 0, 0, -9.81 }\n"
        "cable { name = 'rope', ground, ground, from = { 0, 0, 0 }, to = { %s }, length = %g, elements = %d,\n"
        "  order = %d, stiffness = 1e5, mass_per_length = 0.4 }\n",
        level ? "1, 0, 0" : "0, 0, -1", length, elements, order);
    write_text("slips.lua", model);
    CHECK(command("static slips.lua -o slips.h5") == 0);
    CHECK(strstr(text, "unstable") == NULL);
    const double first = number_after("tension_first "), last = number_after("tension_last ");
    const double node = (order == 1 ? 1.0 / 2 : order == 2 ? 1.0 / 6 : 1.0 / 8) / elements; /* its part of the weight */
    CHECK(first > 0 && first < weight && last > -(0.15 + node) * weight && last < weight);
    CHECK_TEXT(text, "rope             first node                    0              0              0\n");
    CHECK_TEXT(text, level ? "rope             last node                     1              0              0\n"
                           : "rope             last node                     0              0             -1\n");
    if (level && elements == 20) { /* catenary: H cosh(l/2 a) at the ends, with 2 a sinh(1/2 a) = length */
      double a = 1;
      for (double lo = 0.01, hi = 10; hi - lo > 1e-12;) {
        a = 0.5 * (lo + hi);
        *(2 * a * sinh(0.5 / a) > length ? &lo : &hi) = a;
      }
      CHECK_NEAR(first / (0.4 * 9.81 * a * cosh(0.5 / a)), 1, 0.06); /* in the middle of the first element */
    }
  }
}

/* What is left of the forces of a model without loads, in N. */
static void test_residual_words(void)
{
  write_text("slips.lua",
             "cable { name = 'rope', ground, from = { 0, 0, 0 }, to = { 1, 0, 0.7 }, elements = 10, stiffness = 1e5,\n"
             "  mass_per_length = 0.4 }\n");
  CHECK(command("static slips.lua -o slips.h5") == 0);
  CHECK_BELOW(number_after(", residual "), 1e-8);
  CHECK_BELOW(number_after("largest force "), 1e-8);
}

static void test_long_table(void)
{
  FILE *f = fopen("slips_long.csv", "w");
  for (int k = 0; f && k <= 100000; k++) {
    (void)fprintf(f, "%d,%d\n", k, k % 7);
  }
  CHECK(f && fclose(f) == 0);
  write_text("slips.lua", "local f = table_of('slips_long.csv')\n");
  CHECK(command("check slips.lua") == 2);
  CHECK_TEXT(text, "\"slips_long.csv\" has more than 100000 rows");
  CHECK_TEXT(text, "Thin it out");
  CHECK(!strstr(text, "Correct that line"));
}

int main(void)
{
  RUN(test_jumps);
  RUN(test_failing_jump);
  RUN(test_channel_without_value);
  RUN(test_paper_without_damping);
  RUN(test_times_and_sizes);
  RUN(test_slack_cables);
  RUN(test_residual_words);
  RUN(test_long_table);
  return REPORT();
}
