/* tests/promises/test_trouble.c -- runs that must end: the rows, laws and loads that their messages name.
 * How:     the built command on models that lock, or whose functions have no value on the way.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "files.h"
#include "harness.h"
#include "support/command.h"

static const char head[] =
    "gravity { 0, 0, -9.81 }\n"
    "local a = body { name = 'a', at = { 0, 0, 0 }, shape = box { size = { 1, 0.1, 0.1 }, density = 1000 } }\n";

static void file_of(const char *end, char *name, size_t size)
{
  (void)snprintf(name, size, "%s/scratch/trouble.%s", SN_TEST_BUILD, end);
}

/* Runs a model; its message. */
static int run(const char *model, const char *options, char *message, size_t size)
{
  char lua[512], h5[512], txt[512], text[4096], command[4096];
  file_of("lua", lua, sizeof lua);
  file_of("h5", h5, sizeof h5);
  file_of("txt", txt, sizeof txt);
  (void)snprintf(text, sizeof text, "%s%srun { dt = 0.01, duration = 2%s }\n", head, model, options);
  (void)snprintf(command, sizeof command, "mkdir -p '%s/scratch'", SN_TEST_BUILD);
  CHECK(system(command) == 0);
  write_text(lua, text);
  (void)snprintf(command, sizeof command, "'%s' run '%s' -o '%s' --quiet 2>'%s'", SN_TEST_SINEW, lua, h5, txt);
  const int status = system(command);
  slurp(txt, message, size);
  return status;
}

/* a crank that is driven where its rod cannot follow */
static const char lock[] =
    "local b = body { name = 'b', at = { 0.75, 0, 0 }, shape = box { size = { 0.5, 0.1, 0.1 }, density = 1000 } }\n"
    "revolute { name = 'p', ground, a, at = { -0.5, 0, 0 }, axis = 'y', drive = function(t) return t end }\n"
    "revolute { name = 'q', a, b, at = { 0.5, 0, 0 }, axis = 'y' }\n"
    "point_on_plane { name = 'rail', ground, b, at = { 1, 0, 0 }, axis = 'z' }\n";

static void test_a_lock_names_three_rows(void)
{
  static const char *const schemes[] = {", scheme = 'ed'", ", scheme = 'ed', alpha = 0", ", scheme = 'ep'"};
  char message[4096], h5[512];
  for (int i = 0; i < 3; i++) {
    CHECK(run(lock, schemes[i], message, sizeof message) != 0);
    CHECK_TEXT(message, "The motion cannot be continued: no convergence");
    CHECK_TEXT(message, "Largest residuals: ");
    int n = 0;
    for (const char *p = message; (p = strstr(p, " at ")) != NULL; p += 4) {
      n += strstr(p, "trouble.lua:") != NULL && strstr(p, "trouble.lua:") < p + 600 && strstr(p, ": ") != NULL;
    }
    CHECK(n >= 3);
    CHECK(strstr(message, " along x") || strstr(message, " along z") || strstr(message, " about y"));
    CHECK(strstr(message, " N") || strstr(message, " m") || strstr(message, " rad"));
    CHECK_TEXT(message, "Newton increments");
    CHECK_TEXT(message, "cannot make");
    file_of("h5", h5, sizeof h5);
    const double t = info_number(h5, "t_end");
    CHECK(t > 0.4 && t < 0.6); /* asin(1/2): everything up to there is in the result */
  }
}

/* A drive and a rod that contradict each other as soon as anything moves: who, and by how much. The drive at 1 rad/s moves the end at 1 m/s
 * at 45 degrees to the rod. */
static void test_a_contradiction_names_joints_and_mismatch(void)
{
  char message[4096];
  CHECK(run("revolute { name = 'p', ground, a, at = { -0.5, 0, 0 }, axis = 'y', drive = function(t) return t end }\n"
            "distance { name = 'q', ground, a, at_a = { -0.5, 0, -1 }, at_b = { 0.5, 0, 0 } }\n",
            "", message, sizeof message) != 0);
  CHECK_TEXT(message, "contradict each other at t = 0 s: they open distance 'q' by 0.707 m/s");
  CHECK_TEXT(message, "revolute 'p', distance 'q'");
  CHECK_TEXT(message, "revolute 'p' 0 rad, 1 rad/s");
}

/* Functions without a value: at which item, in which words; all schemes. */
static void test_the_law_without_a_value_is_named(void)
{
  static const struct {
    const char *model, *item, *what;
  } cases[] = {
      {"prismatic { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'z', law = function(x, v, t) return "
       "10*sqrt(0.3 + x) end }\n",
       "prismatic 'p'", "Its law of the rate (or its slope) is not a number at x = -0.3"},
      {"prismatic { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'z', law = function(x, v, t) return "
       "0.1*log(4 + v) end }\n",
       "prismatic 'p'", "rate = -4"},
      {"prismatic { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'z', potential = function(x) return "
       "10*sqrt(0.3 + x) end }\n",
       "prismatic 'p'", "Its law (force, energy or their slope) is not a number at x = -0.3"},
      {"prismatic { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'z', potential = function(x) return "
       "-1e-3*x*log(0.3 + x) end }\n",
       "prismatic 'p'", "Its law (force, energy or their slope) is not a number at x = -0.3"},
      {"spring { name = 's', ground, a, at_a = { 0, 0, 0.5 }, at_b = { 0, 0, 0 }, potential = function(x) return "
       "10*sqrt(2 - x) end }\n",
       "spring 's'", "not a number at x = 2"},
      {"spring { name = 's', ground, a, at_a = { 0, 0, 0.5 }, at_b = { 0, 0, 0 }, force = function(x, v, t) return "
       "10*sqrt(2 - x) end }\n",
       "spring 's'", "not a number at x = 2"},
      {"prismatic { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'z', drive = function(t) return sqrt(1.1 - t) "
       "end }\n",
       "prismatic 'p'", "Its drive, a function of time, is not a number at t = 1.1"},
      {"prismatic { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'z', drive_rate = function(t) return "
       "sqrt(1.1 - t) end }\n",
       "prismatic 'p'", "Its drive, a function of time, is not a number at t = 1.1"},
      {"prismatic { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'z', force = function(t) return sqrt(1.1 - t) "
       "end }\n",
       "prismatic 'p'", "Its force, a function of time, is not a number at t = 1.1"},
      {"force { name = 'f', a, value = function(t) return 0, 0, sqrt(1.1 - t) end }\n", "force 'f'",
       "A component, a function of time, is not a number at t = 1.1"},
      {"moment { name = 'f', a, value = function(t) return 0, 0, sqrt(1.1 - t) end }\n", "moment 'f'",
       "A component, a function of time, is not a number at t = 1.1"},
      {"base { name = 'b', position = function(t) return 0, 0, sqrt(1.1 - t) end }\n"
       "spring { 'b', a, stiffness = 10, at_a = { 0, 0, 1 } }\n",
       "base 'b'", "Its motion, a function of time, is not a number at t = 1.1"}};
  static const char *const schemes[] = {"", ", scheme = 'ep'", ", scheme = 'ed_paper'"};
  char message[4096], h5[512];
  file_of("h5", h5, sizeof h5);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int k = 0; k < 3; k++) {
      CHECK(run(cases[i].model, schemes[k], message, sizeof message) != 0);
      CHECK_TEXT(message, cases[i].item);
      CHECK_TEXT(message, "trouble.lua:3");
      CHECK_TEXT(message, cases[i].what);
      CHECK(info_number(h5, "t_end") > 0);
    }
  }
}

/* A law that has no value where a step starts: halving is no use, and none is done. */
static void test_no_halving_where_no_step_helps(void)
{
  char message[4096], h5[512];
  CHECK(run("prismatic { name = 'p', ground, a, at = { 0, 0, 0 }, axis = 'z', law = function(x, v, t) return "
            "where(t < 0.995, v, 0/0*v) end }\n",
            "", message, sizeof message) != 0);
  CHECK_TEXT(message, "prismatic 'p'");
  file_of("h5", h5, sizeof h5);
  CHECK(info_number(h5, "step_rejections") < 12);
}

int main(void)
{
  RUN(test_a_lock_names_three_rows);
  RUN(test_a_contradiction_names_joints_and_mismatch);
  RUN(test_the_law_without_a_value_is_named);
  RUN(test_no_halving_where_no_step_helps);
  return REPORT();
}
