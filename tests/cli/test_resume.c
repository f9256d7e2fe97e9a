/* tests/cli/test_resume.c -- stop conditions, limits on the clock, start_from and `sinew resume` as a user meets them.
 * ctest:   timeout=200
 */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"
#include "run/checkpoint.h"
#include "sinew.h"

static char out[1 << 18], err[1 << 16];

static int sinew(const char *arguments)
{
  char line[1024];
  snprintf(line, sizeof line, "'%s' %s >rs_out.txt 2>rs_err.txt", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("rs_out.txt", out, sizeof out);
  slurp("rs_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Number k of the last line of `sinew csv`. */
static double last_number(const char *arguments, int k)
{
  CHECK(sinew(arguments) == 0);
  size_t n = strlen(out);
  while (n > 0 && out[n - 1] == '\n') {
    out[--n] = '\0';
  }
  const char *p = strrchr(out, '\n');
  p = p ? p + 1 : out;
  for (; k > 0 && p; k--) {
    p = strchr(p, ',');
    p = p ? p + 1 : NULL;
  }
  return p ? strtod(p, NULL) : NAN;
}

static const char ball[] = "param { duration = 2, dt = 0.01, store = 0, height = 1, more = '' }\n"
                           "gravity { 0, 0, -9.81 }\n"
                           "local ball = point { name = 'ball', at = { 0, 0, height }, mass = 1 }\n"
                           "channel('z', position(ball).z)\n"
                           "stop_when('far', greater(norm(position(ball)), 50))\n"
                           "stop_when('landed', both(less(position(ball).z, 0), less(velocity(ball).z, 0)))\n"
                           "run { dt = dt, duration = duration, store = store }\n";

/* 1 - 9.81/2 t^2 < 0 at t = 0.4515...: the first step after it is 0.46 s. */
static void test_stop_when(void)
{
  write_text("rs_ball.lua", ball);
  CHECK(sinew("run rs_ball.lua -o rs_ball.h5") == 0);
  CHECK_TEXT(err, "(stopped: landed)");
  CHECK_NEAR(last_number("csv rs_ball.h5 z", 0), 0.46, 1e-15);
  CHECK_NEAR(last_number("csv rs_ball.h5 z", 1), 1 - 0.5 * 9.81 * 0.46 * 0.46, 1e-12);
  CHECK(sinew("info rs_ball.h5") == 0);
  CHECK_TEXT(out, "status      stopped\n");
  CHECK_TEXT(out, "t = 0.46 s: stopped by the condition 'landed'");
  CHECK(sinew("run rs_ball.lua -o rs_ball.h5 --set store=0.3") == 0); /* every step is watched, and the row is there */
  CHECK_NEAR(last_number("csv rs_ball.h5 z", 0), 0.46, 1e-15);
  CHECK(sinew("run rs_ball.lua -o rs_ball.h5 --until 0.4") == 0);
  CHECK(sinew("info rs_ball.h5") == 0);
  CHECK_TEXT(out, "status      complete\n");
  CHECK(sinew("resume rs_ball.h5 --until 1") == 0);
  CHECK_TEXT(err, "(stopped: landed)");
  CHECK_NEAR(last_number("csv rs_ball.h5 z", 0), 0.46, 1e-15);
  CHECK(sinew("resume rs_ball.h5 --until 2") == 0);
  CHECK_TEXT(err, "ended by a condition of its model at t = 0.46 s; there is nothing to do");
  CHECK(sinew("run rs_ball.lua -o rs_ball.h5 --set height=60") == 0); /* holds at once */
  CHECK_TEXT(err, "time         0 of 2 s (stopped: far)");
}

static void test_stop_when_mistakes(void)
{
  static const struct {
    const char *line, *what;
  } cases[] = {
      {"stop_when('a')", "stop_when needs a name and a condition."},
      {"stop_when(position('p').z)", "stop_when needs a name and a condition."},
      {"stop_when('a', position('p'))", "needs a condition of signals, but got a signal with several components"},
      {"stop_when('a', 1 < 2)", "needs a condition of signals, but got a boolean"},
      {"stop_when('a', function(t) return t end)", "needs a condition of signals, but got a function"},
      {"stop_when('a b', less(position('p').z, 0))", "cannot be the name of a condition"},
      {"stop_when('a', less(position('p').z, 0)) stop_when('a', less(position('p').x, 0))", "is defined twice"},
      {"stop_wen('a', less(position('p').z, 0))", "stop_when"},
      {"stop_when('a', position('p').z < 0)", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text, "point { name = 'p', at = {0,0,0}, mass = 1 }\n%s\nrun { dt = 0.1, duration = 1 }\n",
             cases[i].line);
    write_text("rs_bad.lua", text);
    CHECK(sinew("check rs_bad.lua") == 2);
    CHECK_TEXT(err, "rs_bad.lua:2");
    CHECK_TEXT(err, cases[i].what);
  }
}

/* A condition inside a group has its prefix. */
static void test_stop_in_group(void)
{
  write_text("rs_group.lua", "gravity { 0, 0, -9.81 }\n"
                             "local drop = group('drop', function(z)\n"
                             "  local p = point { name = 'p', at = { 0, 0, z }, mass = 1 }\n"
                             "  stop_when('down', less(position(p).z, 0))\n"
                             "end)\n"
                             "place(drop, { name = 'one' }, 2)\n"
                             "place(drop, { name = 'two' }, 1)\n"
                             "run { dt = 0.01, duration = 1 }\n");
  CHECK(sinew("run rs_group.lua -o rs_group.h5") == 0);
  CHECK_TEXT(err, "(stopped: two.down)");
}

static void test_wall_limit(void)
{
  write_text("rs_slow.lua", "gravity { 0, 0, -9.81 }\n"
                            "point { name = 'p', at = { 0, 0, 0 }, mass = 1 }\n"
                            "run { dt = 1e-3, duration = 1e6, store = 1e5, wall_limit = 0.2 }\n");
  CHECK(sinew("run rs_slow.lua -o rs_slow.h5") == 130);
  CHECK_TEXT(err, "reached its limit of 0.2 s on the clock at t = ");
  CHECK_TEXT(err, "`sinew resume rs_slow.h5` continues the run.");
  CHECK(sinew("info rs_slow.h5") == 0);
  CHECK_TEXT(out, "status      interrupted");
  CHECK(sinew("resume rs_slow.h5 --wall-limit 0.1") == 130);
  CHECK(sinew("run rs_slow.lua -o rs_slow.h5 --wall-limit -1") == 2);
  CHECK(sinew("run rs_slow.lua -o rs_slow.h5 --threads 1.5") == 2);
  CHECK_TEXT(err, "--threads 1.5 is not what it should be.");
  CHECK_TEXT(err, "Give a whole number up to 64");
  CHECK(sinew("resume rs_slow.h5 --threads 65") == 2 && sinew("resume rs_slow.h5 --threads -1") == 2);
}

static const char swing[] =
    "param { load = 0, other = 0, from = '' }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local rod = body { name = 'rod', at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }\n"
    "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = 'y', damping = 0.2 }\n"
    "force { rod, at = { 1, 0, 0 }, value = { 0, 0, load } }\n"
    "if other == 1 then point { name = 'extra', at = { 0, 0, 5 }, mass = 1 } end\n"
    "channel('angle', angle('pivot'))\n"
    "channel('rate', rate('pivot'))\n";

static void test_start_from(void)
{
  char text[1200];
  snprintf(text, sizeof text, "%srun { dt = 0.01, duration = 1 }\n", swing);
  write_text("rs_first.lua", text);
  snprintf(text, sizeof text, "%srun { dt = 0.01, duration = 1, start_from = 'rs_first.h5' }\n", swing);
  write_text("rs_second.lua", text);
  CHECK(sinew("run rs_first.lua -o rs_first.h5") == 0);
  const double angle = last_number("csv rs_first.h5 angle rate", 1),
               rate = last_number("csv rs_first.h5 angle rate", 2);
  CHECK(sinew("run rs_second.lua -o rs_second.h5 --until 0") == 0);
  CHECK_NEAR(last_number("csv rs_second.h5 angle rate", 0), 0, 0); /* time begins again */
  CHECK_NEAR(last_number("csv rs_second.h5 angle rate", 1), angle, 1e-14);
  CHECK_NEAR(last_number("csv rs_second.h5 angle rate", 2), rate, 1e-12);
  /* the same motion as in one run (nothing in it depends on the time), up to the step: multipliers are found anew */
  CHECK(sinew("run rs_second.lua -o rs_second.h5") == 0);
  CHECK(sinew("run rs_first.lua -o rs_long.h5 --until 2") == 0);
  CHECK_NEAR(last_number("csv rs_second.h5 angle", 1), last_number("csv rs_long.h5 angle", 1), 1e-8);
  CHECK(sinew("run rs_first.lua -o rs_third.h5 --start-from rs_first.h5") == 0);
  CHECK_NEAR(last_number("csv rs_third.h5 angle", 1), last_number("csv rs_second.h5 angle", 1), 0);
  CHECK(sinew("run rs_second.lua -o rs_loaded.h5 --set load=5") == 0); /* other loads are fine */
  CHECK(fabs(last_number("csv rs_loaded.h5 angle", 1) - last_number("csv rs_second.h5 angle", 1)) > 1e-2);
  /* resumed from the start, when the result is gone: the start is in the checkpoint */
  const double end = last_number("csv rs_second.h5 angle", 1);
  CHECK(sinew("run rs_second.lua -o rs_second.h5 --wall-limit 1e-3") == 130);
  remove("rs_second.h5");
  CHECK(access("rs_first.h5.checkpoint", F_OK) != 0); /* of a run that is done: inside its result */
  remove("rs_first.h5");
  CHECK(sinew("resume rs_second.h5") == 0);
  CHECK_TEXT(err, "done again from the start");
  CHECK_NEAR(last_number("csv rs_second.h5 angle", 1), end, 0);
}

static void test_start_from_mistakes(void)
{
  CHECK(sinew("run rs_second.lua -o rs_x.h5") == 5); /* the result was removed above */
  CHECK_TEXT(err, "rs_second.lua:9");
  CHECK_TEXT(err, "`start_from` cannot be used. The file rs_first.h5.checkpoint cannot be read.");
  CHECK(access("rs_x.h5", F_OK) != 0);
  CHECK(sinew("run rs_first.lua -o rs_first.h5") == 0);
  CHECK(sinew("run rs_second.lua -o rs_x.h5 --set other=1") == 2);
  CHECK_TEXT(err, "`start_from` is the result of another model.");
  CHECK_TEXT(err, "extra");
  CHECK(sinew("run rs_first.lua -o rs_x.h5 --start-from rs_ball.h5") == 2);
  CHECK_TEXT(err, "They differ first at ");
  write_text("rs_out.lua",
             "point { at = {0,0,0}, mass = 1 }\nrun { dt = 0.1, duration = 1, start_from = '../x.h5' }\n");
  CHECK(sinew("run rs_out.lua -o rs_x.h5") == 2);
  CHECK_TEXT(err, "may not be read");
}

static void test_other_version(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_checkpoint c;
  sn_error e = {0};
  CHECK(sinew("run rs_first.lua -o rs_version.h5 --wall-limit 1e-4") == 130);
  CHECK_OK(sn_checkpoint_read("rs_version.h5.checkpoint", arena, &c, &e), e);
  c.creator = "sinew 0.0.7";
  CHECK_OK(sn_checkpoint_write("rs_version.h5.checkpoint", &c, &e), e);
  CHECK(sinew("resume rs_version.h5") == 2);
  CHECK_TEXT(err, "It was made by sinew 0.0.7");
  c.n_source = 0;
  c.creator = "sinew " SINEW_VERSION;
  CHECK_OK(sn_checkpoint_write("rs_version.h5.checkpoint", &c, &e), e);
  CHECK(sinew("resume rs_version.h5") == 2);
  CHECK_TEXT(err, "built by a program");
  CHECK(sinew("resume no_such.h5") == 5);
  CHECK_TEXT(err, "no_such.h5.checkpoint");
  CHECK(sinew("resume") == 2);
  sn_arena_free(arena);
}

/* A run that failed would fail again. */
static void test_failed(void)
{
  write_text("rs_fail.lua", "point { name = 'p', at = { 0, 0, 1 }, mass = 1 }\n"
                            "force { 'p', value = function(t) return 0, 0, sqrt(0.5 - t) end }\n"
                            "run { dt = 0.1, duration = 1, min_step = 0.05 }\n");
  CHECK(sinew("run rs_fail.lua -o rs_fail.h5") == 4);
  CHECK(sinew("resume rs_fail.h5") == 2);
  CHECK_TEXT(err, "the same steps would fail again");
}

/* The checkpoint cannot be written: the run is complete all the same, and says so. */
static void test_no_checkpoint(void)
{
  remove("rs_block.h5.checkpoint");
  CHECK(mkdir("rs_block.h5.checkpoint.new", 0700) == 0 || access("rs_block.h5.checkpoint.new", F_OK) == 0);
  CHECK(sinew("run rs_first.lua -o rs_block.h5") == 0);
  CHECK_TEXT(err, "the checkpoint could not be written");
  CHECK(access("rs_block.h5.checkpoint", F_OK) != 0);
  CHECK(sinew("info rs_block.h5") == 0);
  CHECK_TEXT(out, "status      complete");
  rmdir("rs_block.h5.checkpoint.new");
}

/* A folder that cannot be written, for a user who is not root. */
static void test_read_only(void)
{
  CHECK(sinew("run rs_first.lua -o rs_ro.h5 --wall-limit 1e-4") == 130);
  mkdir("rs_folder", 0755);
  CHECK(system("cp rs_ro.h5 rs_ro.h5.checkpoint rs_folder/ && chmod 644 rs_folder/* && chmod 555 rs_folder") == 0);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) {
      _exit(98);
    }
    (void)!freopen("/dev/null", "w", stderr);
    execl(SN_TEST_SINEW, "sinew", "resume", "rs_folder/rs_ro.h5", (char *)NULL);
    _exit(99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == 98 || code == 99) {
    printf("  left out: the command cannot be started as another user here\n");
  } else {
    CHECK(code == 5);
    CHECK(system("cmp -s rs_ro.h5 rs_folder/rs_ro.h5 && cmp -s rs_ro.h5.checkpoint rs_folder/rs_ro.h5.checkpoint") ==
          0);
  }
  CHECK(system("chmod 755 rs_folder && rm -r rs_folder") == 0);
}

int main(void)
{
  RUN(test_stop_when);
  RUN(test_stop_when_mistakes);
  RUN(test_stop_in_group);
  RUN(test_wall_limit);
  RUN(test_start_from);
  RUN(test_start_from_mistakes);
  RUN(test_other_version);
  RUN(test_failed);
  RUN(test_no_checkpoint);
  RUN(test_read_only);
  return REPORT();
}
