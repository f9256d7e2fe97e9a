/* tests/mechanisms/test_joined.c -- what is said of models that are locked, fall, or touch without a joint; and of those that are not: nothing.
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "joined"
#include "tests/support/answers.h"

/* All that `verb` says of a model. */
static const char *hear(const char *verb, const char *text)
{
  char line[1024];
  write_text(ANSWERS ".lua", text);
  (void)snprintf(line, sizeof line, "'%s' %s " ANSWERS ".lua > " ANSWERS ".txt 2>&1", SN_TEST_SINEW, verb);
  const int code = system(line);
  (void)code; /* a winch without length ends in an error */
  slurp(ANSWERS ".txt", said, sizeof said);
  return said;
}
static void quiet(const char *text)
{
  const char *heard = hear("check", text);
  CHECK(!strstr(heard, "warning"));
  if (strstr(heard, "warning")) {
    printf("%s\n", strstr(heard, "warning"));
  }
}

#define RING                                                                                                          \
  "for i, n in ipairs { 'a', 'b', 'c' } do\n"                                                                         \
  "  local w = body { name = n, at = {i, 0, 0}, mass = 1, inertia = {0.1, 0.1, 0.1} }\n"                              \
  "  revolute { name = 'j'..n, ground, w, at = {i, 0, 0}, axis = 'z', torque = function(t) return i == 1 and 1 or 0 " \
  "end }\n"                                                                                                           \
  "end\n"                                                                                                             \
  "gear { name = 'ab', 'ja', 'jb', ratio = -1 } gear { name = 'bc', 'jb', 'jc', ratio = -1 }\n"

static void test_locked(void)
{
  CHECK_TEXT(hear("check", RING "gear { name = 'ca', 'jc', 'ja', ratio = -1 }\nrun { dt = 0.01, duration = 0.1 }\n"),
             "the mechanism of 'ab', 'bc', 'ca'");
  CHECK_TEXT(said, "is locked");
  CHECK_TEXT(hear("run", RING "gear { name = 'ca', 'jc', 'ja', ratio = -1 }\nrun { dt = 0.01, duration = 0.1 }\n"),
             "is locked");
  quiet(RING "run { dt = 0.01, duration = 0.1 }\n");
  quiet(RING "gear { name = 'ca', 'jc', 'ja', ratio = 1 }\nrun { dt = 0.01, duration = 0.1 }\n"); /* a ring that fits */
  /* one of several mechanisms */
  CHECK_TEXT(hear("check", RING "gear { name = 'ca', 'jc', 'ja', ratio = -1 }\n"
                                "local p = body { name = 'p', at = {0, 1, 0}, mass = 1, inertia = {1, 1, 1} }\n"
                                "revolute { name = 'q', ground, p, at = {0, 2, 0}, axis = 'z' }\n"
                                "run { dt = 0.01, duration = 0.1 }\n"),
             "is locked");
  quiet("local p = body { name = 'p', at = {0, 1, 0}, mass = 1, inertia = {1, 1, 1} }\n"
        "revolute { name = 'q', ground, p, at = {0, 2, 0}, axis = 'z', drive = function(t) return t end }\n"
        "local r = body { name = 'r', at = {0, 3, 0}, mass = 1, inertia = {1, 1, 1} }\n"
        "fixed { ground, r, at = {0, 3, 0} }\n"
        "run { dt = 0.01, duration = 0.1 }\n");
}

#define STEEL "section = rectangle { width = 0.02, height = 0.02 }, E = 2e11, nu = 0.3, density = 7800 }\n"
#define PLATE                                                                                                   \
  "surface = function(u, v) return u, v, 1 end, u = {0, 1}, v = {0, 1}, elements = {2, 2}, thickness = 0.01,\n" \
  "  E = 2e11, nu = 0.3, density = 7800"

static void test_falling(void)
{
  CHECK_TEXT(hear("check", "gravity { 0, 0, -10 }\n"
                           "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, " STEEL
                           "local c = beam { name = 'c', from = {3, 0, 0}, to = {2, 0, 0}, " STEEL
                           "force { c.last, value = {0, 0, -1} }\n"
                           "shell { name = 's', " PLATE " }\nrun { dt = 1e-3, duration = 0.01 }\n"),
             "beam 'c' falls freely");
  CHECK_TEXT(said, "shell 's' falls freely");
  CHECK(!strstr(said, "beam 'b'"));
  quiet("gravity { 0, 0, -10 }\n"
        "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, " STEEL
        "local c = beam { name = 'c', from = {3, 0, 0}, to = {2, 0, 0}, velocity = {1, 0, 0}, " STEEL
        "local d = beam { name = 'd', from = {5, 0, 0}, to = {4, 0, 0}, " STEEL
        "spring { ground, d.last, at_a = {4, 0, 1}, stiffness = 1000 }\n"
        "shell { name = 's', " PLATE ", u_first = 'clamped' }\nrun { dt = 1e-3, duration = 0.01 }\n");
  quiet("gravity { 0, 0, -10 }\n" /* all of it flies */
        "beam { name = 'c', from = {3, 0, 0}, to = {2, 0, 0}, " STEEL "run { dt = 1e-3, duration = 0.01 }\n");
}

static void test_touching(void)
{
  CHECK_TEXT(hear("check", "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, " STEEL
                           "local c = beam { name = 'c', from = {1, 0, 0}, to = {2, 0, 1}, " STEEL
                           "run { dt = 1e-3, duration = 0.01 }\n"),
             "beam 'c' begins where beam 'b' ends, at (1, 0, 0), but nothing joins them");
  static const char *const joined[] = {"beam { name = 'c', b.last, to = {2, 0, 1}, ",
                                       "local c = beam { name = 'c', from = {1, 0, 0}, to = {2, 0, 1}, "};
  static const char *const by[] = {"", "revolute { b.last, c.first, at = {1, 0, 0}, axis = 'y' }\n"};
  for (int k = 0; k < 2; k++) {
    char text[1000];
    (void)snprintf(text, sizeof text,
                   "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, " STEEL "%s" STEEL
                   "%srun { dt = 1e-3, duration = 0.01 }\n",
                   joined[k], by[k]);
    quiet(text);
  }
  quiet("local b = beam { name = 'b', from = {0, 0, 0}, to = {1, 0, 0}, " STEEL /* both on one body */
        "local c = beam { name = 'c', from = {1, 0, 0}, to = {2, 0, 1}, " STEEL
        "local m = body { name = 'm', at = {1, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
        "fixed { b.last, m, at = {1, 0, 0} } fixed { c.first, m, at = {1, 0, 0} }\n"
        "run { dt = 1e-3, duration = 0.01 }\n");
}

static void test_summary(void)
{
  CHECK_TEXT(hear("run", "gravity { 0, 0, -10 }\n"
                         "local b = body { name = 'b', at = {0.5, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
                         "revolute { name = 'r1', ground, b, at = {0, 0, 0}, axis = 'y' }\n"
                         "revolute { name = 'r2', ground, b, at = {0, 1, 0}, axis = 'y' }\n"
                         "run { dt = 0.01, duration = 0.1 }\n"),
             "redundant    5 equations of joints repeat others (revolute 'r1', revolute 'r2')");
  CHECK_TEXT(hear("run", "gravity { 0, 0, -10 }\n"
                         "local b = body { name = 'b', at = {0.5, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
                         "revolute { name = 'r1', ground, b, at = {0, 0, 0}, axis = 'y', friction = 0.1, friction_arm "
                         "= 0.01 }\n"
                         "revolute { name = 'r2', ground, b, at = {0, 1, 0}, axis = 'y' }\n"
                         "run { dt = 0.01, duration = 0.1 }\n"),
             "in these loops are not unique, nor is the motion: friction follows them");
}

static void test_winch(void)
{
  static const char winch[] = "gravity { 0, 0, -10 }\n"
                              "local p = point { name = 'p', at = {0, 0, -2}, mass = 1 }\n"
                              "cable { name = 'w', ground, p, from = {0, 0, 0}, elements = 4, order = 1, stiffness = "
                              "1e4, mass_per_length = 0.1,\n"
                              "  length = function(t) return %s end }\n"
                              "run { dt = 1e-2, duration = 2 }\n";
  char text[600];
  (void)snprintf(text, sizeof text, winch, "2 - 2*t");
  CHECK_TEXT(hear("check", text), "cable 'w': its `length` is 0 m at t = 1 s, but must stay above 0");
  CHECK_TEXT(hear("run", text), "must stay above 0");
  (void)snprintf(text, sizeof text, winch, "max(2 - 2*t, 0.2)");
  quiet(text);
  for (int i = 0; i < 2; i++) { /* a rigid one: the run ends with its name, not with a flat loop */
    (void)snprintf(text, sizeof text,
                   "gravity { 0, 0, -10 }\n"
                   "local p = point { name = 'p', at = {0, 0, -2}, mass = 1 }\n"
                   "distance { name = 'w', ground, p, at_a = {0, 0, 0}, length = function(t) return 2 - 2*t end }\n"
                   "run { %s, duration = 2 }\n",
                   i == 0 ? "dt = 1e-2" : "tolerance = 1e-4");
    CHECK_TEXT(hear("run", text), "distance 'w'\n  Its `length` goes to zero at t = 1 s, and the run ends there.");
  }
}

/* Two pendulums of 1 m, 1e7 m from each other: round-off, not a loop that lies flat. */
static void test_too_large(void)
{
  const char *heard = hear(
      "run", "gravity { 0, 0, -9.81 }\n"
             "for i, x in ipairs { 1e7, 0 } do\n"
             "  local a = body { name = 'a'..i, at = {x + 0.5, 5*i, 0}, mass = 1, inertia = {0.001, 0.084, 0.084} }\n"
             "  revolute { name = 'p'..i, ground, a, at = {x, 5*i, 0}, axis = 'y' }\n"
             "end\n"
             "run { dt = 0.01, duration = 10 }\n");
  CHECK_TEXT(heard, "the round-off of coordinates");
  CHECK(!strstr(heard, "lies flat"));
}

/* A rope or a bar that is drawn much longer than it is at rest: a run that begins as drawn finds energy in it. */
static void test_start_length(void)
{
  static const char *const stretched[] = {
      "cable { name = 'it', ground, p, from = {0, 0, 0}, elements = 5, stiffness = 1e6, mass_per_length = 0.1, length "
      "= 1 }\n",
      "cable { name = 'it', ground, p, from = {0, 0, 0}, elements = 5, stiffness = 1e6, mass_per_length = 0.1,\n"
      "  length = function(t) return 1 + 0.1*t end }\n",
      "bar { name = 'it', ground:point {0, 0, 0}, p, area = 1e-4, E = 1e6, length = 1 }\n"};
  static const char *const quietly[] = {
      "cable { ground, p, from = {0, 0, 0}, elements = 5, stiffness = 1e6, mass_per_length = 0.1, length = 4.99 }\n",
      "cable { ground, p, from = {0, 0, 0}, elements = 5, stiffness = 1e6, mass_per_length = 0.1, length = 8 }\n",
      "bar { ground:point {0, 0, 0}, p, area = 1e-4, E = 1e6 }\n"};
  char text[1024];
  for (int i = 0; i < 6; i++) {
    (void)snprintf(text, sizeof text,
                   "local p = point { name = 'p', at = {5, 0, 0}, mass = 10 }\n%srun { dt = 1e-3, duration = 1 }\n",
                   i < 3 ? stretched[i] : quietly[i - 3]);
    if (i < 3) {
      CHECK_TEXT(hear("check", text), "'it' is drawn 5 m long, but is 1 m long at rest");
      CHECK_TEXT(said, "stretched by 400 %");
    } else {
      CHECK(!strstr(hear("check", text), "is drawn"));
    }
  }
  (void)snprintf(
      text, sizeof text,
      "gravity { 9.81, 0, 0 }\nlocal p = point { name = 'p', at = {5, 0, 0}, mass = 10 }\n%srun { dt = 1e-3, "
      "duration = 1, start = 'static' }\n",
      stretched[0]);
  CHECK(!strstr(hear("check", text), "is drawn"));
}

static void test_far_from_all(void)
{
  static const char *const chain =
      "local a = body { name = 'a', at = {0.5, 0, 0}, mass = 1, inertia = {0.1, 0.1, 0.1} }\n"
      "revolute { name = 'p', ground, a, at = {0, 0, 0}, axis = 'y' }\n"
      "local b = body { name = 'b', at = {%s, 0, 0}, mass = 1, inertia = {0.1, 0.1, 0.1} }\n"
      "revolute { name = 'q', a, b, at = {1, 0, 0}, axis = 'y' }\nrun { dt = 1e-3, duration = 0.1 }\n";
  char text[1024];
  (void)snprintf(text, sizeof text, chain, "1000");
  CHECK_TEXT(hear("check", text), "body 'b' is 999 m away from all other parts and joints, which lie within 1 m");
  (void)snprintf(text, sizeof text, chain, "100");
  CHECK(!strstr(hear("check", text), "away from all"));
}

int main(void)
{
  RUN(test_locked);
  RUN(test_falling);
  RUN(test_touching);
  RUN(test_summary);
  RUN(test_winch);
  RUN(test_too_large);
  forget();
  RUN(test_start_length);
  RUN(test_far_from_all);
  return REPORT();
}
