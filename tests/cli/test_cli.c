/* tests/cli/test_cli.c -- the built command as a user meets it: verbs, exit codes, messages, Ctrl-C, kill.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"

#ifndef SN_TEST_SINEW
#error "the build defines SN_TEST_SINEW: the path of the command"
#endif

static char out[1 << 20], err[1 << 16];

/* Runs the command with these arguments; output in out and err; its exit code, -1 if it died. */
static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >cli_out.txt 2>cli_err.txt", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("cli_out.txt", out, sizeof out);
  slurp("cli_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int lines(const char *text)
{
  int n = 0;
  for (; *text; text++) {
    n += *text == '\n';
  }
  return n;
}

static void wait_seconds(double s)
{
  const struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
  (void)nanosleep(&t, NULL);
}

static const char pendulum[] = "param { length = 1.0, scheme = 'ed', alpha = 1.0, dt = 5e-3, duration = 1.0 }\n"
                               "gravity { 0, 0, -9.81 }\n"
                               "local rod = body { name = 'rod', at = { length/2, 0, 0 },\n"
                               "  shape = cylinder { length = length, radius = 0.02, axis = 'x', density = 7850 } }\n"
                               "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }\n"
                               "channel('tip', position(rod, { length, 0, 0 }))\n"
                               "channel('angle', angle('pivot'))\n"
                               "run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }\n";

static void test_help_and_version(void)
{
  CHECK(sinew("--version") == 0);
  CHECK(strncmp(out, "sinew 0.", 8) == 0);
  CHECK(sinew("--help") == 0);
  CHECK(strncmp(out, "Example:", 8) == 0); /* example first */
  CHECK_TEXT(out, "check");
  CHECK(sinew("run --help") == 0);
  CHECK_TEXT(out, "--until");
  CHECK(sinew("") == 2);
  CHECK_TEXT(err, "Example:");
}

static void test_wrong_command_lines(void)
{
  const struct {
    const char *line, *text;
  } cases[] = {{"rnu a.lua", "sinew run"},
               {"run", "MODEL.lua"},
               {"run a.lua b.lua", "MODEL.lua"},
               {"run a.lua --quite", "--quiet"},
               {"run a.lua --set length", "NAME=VALUE"},
               {"run a.lua --set", "--set NAME=VALUE"},
               {"run a.lua --until soon", "--until 2.5"},
               {"run a.lua --until -1", "--until 2.5"},
               {"info", "FILE.h5"},
               {"csv", "FILE.h5"},
               {"zzzzzzzz", "--help"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK(sinew(cases[i].line) == 2);
    CHECK_TEXT(err, cases[i].text);
    CHECK(!out[0]);
  }
}

static void test_new_makes_a_model_that_runs(void)
{
  (void)system("rm -rf cli_new cli_new.h5");
  CHECK(sinew("new cli_new") == 0);
  CHECK_TEXT(out, "cli_new/model.lua");
  CHECK_TEXT(err, "Next: sinew run cli_new/model.lua\n");
  CHECK(sinew("new cli_new") == 5); /* never overwrites */
  (void)system("rm -rf 'cli a b' \"cli it's\"");
  CHECK(sinew("new 'cli a b'") == 0);
  CHECK_TEXT(err, "Next: sinew run 'cli a b/model.lua'\n");
  CHECK(sinew("new \"cli it's\"") == 0);
  CHECK_TEXT(err, "Next: sinew run 'cli it'\\''s/model.lua'\n");
  CHECK(sinew("check cli_new/model.lua") == 0);
  CHECK_TEXT(out, "degrees of freedom 1 ");
  CHECK(sinew("run cli_new/model.lua --until 0.5") == 0);
  CHECK_TEXT(err, "cli_new.h5"); /* named by its folder, and said so */
  CHECK(sinew("csv cli_new.h5 tip angle") == 0);
  CHECK(strncmp(out, "t,tip_x,tip_y,tip_z,angle\n", 26) == 0);
  CHECK(lines(out) == 102); /* head, start, 100 steps */
}

static void test_run(void)
{
  write_text("cli_pendulum.lua", pendulum);
  CHECK(sinew("run cli_pendulum.lua -o cli_a.h5") == 0);
  CHECK(!out[0]);
  CHECK(lines(err) <= 10);
  CHECK(!strchr(err, '\r') && !strchr(err, '\033')); /* no bar and no colour in a file */
  CHECK_TEXT(err, "cli_a.h5");
  CHECK(sinew("run cli_pendulum.lua -o cli_b.h5 --quiet --set length=2 --set dt=0.01 --until 0.2") == 0);
  CHECK(!err[0] && !out[0]);
  CHECK(sinew("csv cli_b.h5 tip_x") == 0);
  CHECK(lines(out) == 22);
  CHECK_TEXT(out, "t,tip_x\n0,2\n");
  CHECK(sinew("info cli_b.h5 --json") == 0);
  CHECK_TEXT(out, "\"status\": \"complete\"");
  CHECK_TEXT(out, "\"completed\": true");
  CHECK_TEXT(out, "\"degrees_of_freedom\": 1");
  CHECK_TEXT(out, "\"length\": 2");
  CHECK_TEXT(out, "\"steps\": 20");
  CHECK(sinew("info cli_b.h5") == 0);
  CHECK_TEXT(out, "complete");
  CHECK(sinew("run cli_b.h5") == 2);
  CHECK_TEXT(err, "This is a result");
  CHECK_TEXT(err, "sinew view cli_b.h5");
  CHECK(sinew("check - <cli_pendulum.lua") == 0 && sinew("check /dev/stdin <cli_pendulum.lua") == 0);
  CHECK(sinew("csv cli_b.h5 tpi") == 2);
  CHECK_TEXT(err, "'tip'");
}

static void test_wrong_models(void)
{
  write_text("cli_pendulum.lua", pendulum);
  CHECK(sinew("run no_such_model.lua") == 5);
  CHECK_TEXT(err, "no_such_model.lua");
  CHECK(sinew("run cli_pendulum.lua --set lenght=2") == 2);
  CHECK_TEXT(err, "length");
  CHECK(sinew("run cli_pendulum.lua --set scheme=edd") == 2);
  CHECK_TEXT(err, "'ed'");
  CHECK(sinew("run cli_pendulum.lua --set dt=0") == 2);
  write_text("cli_syntax.lua", "body {\n");
  CHECK(sinew("run cli_syntax.lua") == 2);
  CHECK_TEXT(err, "cli_syntax.lua:");
  write_text("cli_typo.lua", "body { name = 'rod', masss = 1 }\n");
  CHECK(sinew("check cli_typo.lua") == 2);
  CHECK_TEXT(err, "cli_typo.lua:1");
  CHECK_TEXT(err, "mass");
  write_text("cli_empty.lua", "");
  CHECK(sinew("run cli_empty.lua") != 0);
  write_text("cli_norun.lua", "body { at = {0,0,0}, shape = sphere { radius = 0.1, density = 1000 } }\n");
  CHECK(sinew("run cli_norun.lua") == 2);
  CHECK_TEXT(err, "run {");
}

static void test_files(void)
{
  write_text("cli_pendulum.lua", pendulum);
  CHECK(sinew("run cli_pendulum.lua -o no_such_folder/a.h5") == 5);
  CHECK_TEXT(err, "no_such_folder/a.h5");
  CHECK(sinew("run cli_pendulum.lua -o cli_pendulum.lua") == 5); /* the model survives */
  CHECK(sinew("check cli_pendulum.lua") == 0);
  CHECK(sinew("info no_such.h5") == 5);
  CHECK(sinew("csv cli_pendulum.lua tip") == 5);
  /* a run that cannot start leaves the older result alone */
  CHECK(sinew("run cli_pendulum.lua -o cli_old.h5 --until 0.05") == 0);
  CHECK(sinew("run cli_pendulum.lua -o cli_old.h5 --set dt=-1") == 2);
  CHECK(sinew("csv cli_old.h5 angle") == 0);
  CHECK(lines(out) == 12);
  CHECK(sinew("csv cli_old.h5 angle >/dev/full 2>cli_full.txt; exit $?") == 5);
}

/* What is printed arrives, or the exit code says so. */
static void test_output_that_fails(void)
{
  write_text("cli_pendulum.lua", pendulum);
  CHECK(sinew("run cli_pendulum.lua -o cli_old.h5 --until 0.05") == 0);
  static const char *const lines_of[] = {"--help",
                                         "--version",
                                         "run --help",
                                         "check cli_pendulum.lua",
                                         "view cli_old.h5",
                                         "new cli_mute",
                                         "info cli_old.h5",
                                         "csv cli_old.h5",
                                         "export cli_old.h5 --csv cli_old.csv"};
  static const char *const to[] = {">/dev/full", ">&-"};
  for (size_t i = 0; i < sizeof lines_of / sizeof *lines_of; i++) {
    for (int k = 0; k < 2; k++) {
      char line[200];
      (void)system("rm -rf cli_mute");
      (void)snprintf(line, sizeof line, "%s %s 2>cli_mute.txt; exit $?", lines_of[i], to[k]);
      const int code = sinew(line);
      if (code != 5) {
        printf("     %s: %d\n", line, code);
      }
      CHECK(code == 5);
      slurp("cli_mute.txt", err, sizeof err);
      CHECK_TEXT(err, "written");
    }
  }
  CHECK(sinew("run cli_pendulum.lua -o cli_old.h5 --quiet --until 0.05 >&- ; exit $?") == 0); /* prints nothing */
}

/* A file that may not grow further stands for a full disk; the limit is that of a shell that ends with the command. */
static void test_full_disk(void)
{
  char line[1024];
  write_text("cli_pendulum.lua", pendulum);
  const int blocks[] = {40, 300, 800};
  for (int i = 0; i < 3; i++) {
    (void)snprintf(line, sizeof line,
                   "ulimit -f %d; '%s' run cli_pendulum.lua -o cli_full.h5 --until 1e4 2>cli_err.txt", blocks[i],
                   SN_TEST_SINEW);
    const int status = system(line);
    slurp("cli_err.txt", err, sizeof err);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5);
    CHECK_TEXT(err, "cli_full.h5");
    CHECK_TEXT(err, "File too large");
  }
}

static void test_redundant_rows(void)
{
  /* a four-bar loop of four parallel hinges repeats three rows */
  write_text("cli_loop.lua", "local a = body { name='a', at={0,0.5,0}, mass=1, inertia={0.1,0.1,0.1} }\n"
                             "local b = body { name='b', at={0.5,1,0}, mass=1, inertia={0.1,0.1,0.1} }\n"
                             "local c = body { name='c', at={1,0.5,0}, mass=1, inertia={0.1,0.1,0.1} }\n"
                             "revolute { name='j1', ground, a, at={0,0,0}, axis='z' }\n"
                             "revolute { name='j2', a, b, at={0,1,0}, axis='z' }\n"
                             "revolute { name='j3', b, c, at={1,1,0}, axis='z' }\n"
                             "revolute { name='j4', c, ground, at={1,0,0}, axis='z' }\n"
                             "run { dt = 1e-3, duration = 1 }\n");
  (void)sinew("check cli_loop.lua");
  CHECK_TEXT(out, "degrees of freedom 1 ");
  CHECK_TEXT(out, "redundant: 3 equations");
  CHECK_TEXT(out, "revolute 'j1'");
  CHECK(sinew("run cli_loop.lua") == 0);
}

/* Drives that agree for a while: the run ends where they part, with both values and rates (at the start: tests/mistakes). */
static void test_drives_that_part(void)
{
  write_text("cli_part.lua",
             "local a = body { name='a', at={0.5,0,0}, mass=1, inertia={0.1,0.1,0.1} }\n"
             "revolute { name='j1', ground, a, at={0,0,0}, axis='z', drive=function(t) return 0.8*t end }\n"
             "revolute { name='j2', ground, a, at={0,0,0}, axis='z',\n"
             "  drive=function(t) return 0.8*t + where(less(t, 0.5), 0, 2*(t - 0.5)^3) end }\n"
             "run { dt = 1e-2, duration = 1 }\n");
  CHECK(sinew("check cli_part.lua") == 0);
  CHECK(sinew("run cli_part.lua") == 3);
  CHECK_TEXT(err, "Drives contradict each other at t = 0.50");
  CHECK_TEXT(err, "revolute 'j1' 0.4");
  CHECK_TEXT(err, "revolute 'j2' 0.4");
  CHECK_TEXT(err, "0.8 rad/s, 0 rad/s^2");
}

/* A spring whose ends pass through each other has no direction there: named once; with the rest length zero it has no need of
   one. */
static void test_spring_through_zero(void)
{
  write_text("cli_zero.lua", "param { rest = 0.2 }\n"
                             "local p = point { name='p', at={1,0,0}, mass=1 }\n"
                             "spring { name='s', ground, p, at_a={0,0,0}, stiffness=100, length=rest }\n"
                             "run { dt = 1e-2, duration = 1 }\n");
  CHECK(sinew("run cli_zero.lua") == 0);
  CHECK_TEXT(err, "cli_zero.lua:3: spring 's' passed through the length zero at t = 0.19 s");
  CHECK(sinew("csv cli_zero.h5 energy/total") == 0);
  CHECK(sinew("info cli_zero.h5") == 0);
  CHECK_TEXT(out, "spring 's' passed through the length zero");
  CHECK(sinew("run cli_zero.lua --set rest=0") == 0);
  CHECK(!strstr(err, "warning"));
  CHECK(sinew("run cli_zero.lua --set rest=0.8") == 0);
  CHECK(!strstr(err, "warning"));
}

/* A penalty that gives way too far: told by the run and by its log. */
static void test_soft_penalty(void)
{
  write_text("cli_soft.lua", "param { k = 1e3 }\n"
                             "gravity { 0, 0, -9.81 }\n"
                             "link { name='l', ground, from={0,0,0}, to={1,0,0}, mass=1, penalty=k }\n"
                             "run { dt = 1e-2, duration = 0.5 }\n");
  CHECK(sinew("run cli_soft.lua") == 0);
  CHECK_TEXT(err, "cli_soft.lua:3: the penalty of link 'l' is too soft for its load");
  CHECK_TEXT(err, "penalties    violated by 0.0144 m at most");
  CHECK(sinew("info cli_soft.h5") == 0);
  CHECK_TEXT(out, "the penalty of link 'l' is too soft for its load: it was violated by");
  CHECK(sinew("run cli_soft.lua --set k=1e8") == 0);
  CHECK(!strstr(err, "warning"));
}

/* Functions of the user that have no value: named, never a failure of the program. */
static void test_not_a_number(void)
{
  static const struct {
    const char *law;
    int code;
    const char *what;
  } cases[] = {{"torque = function(t) return log(-1 - t) end", 2, "not a finite number at t = 0"},
               {"torque = function(t) return 1/(t - 0.05) end", 4, "not a number at t = 0.05 s"},
               {"drive = function(t) return sqrt(0.05 - t) - sqrt(0.05) end", 4, "not a number at t = 0.05"},
               {"law = function(x, v, t) return 3*sqrt(x) end, initial_rate = -1", 4, "not a number"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    (void)snprintf(text, sizeof text,
                   "local a = body { mass = 1, inertia = {1,1,1} }\n"
                   "revolute { name = 'hinge', ground, a, at = {0,0,0}, axis = 'z', %s }\n"
                   "run { dt = 1e-2, duration = 0.2 }\n",
                   cases[i].law);
    write_text("cli_nan.lua", text);
    CHECK(sinew("run cli_nan.lua") == cases[i].code);
    CHECK_TEXT(err, cases[i].what);
    CHECK_TEXT(err, "'hinge'");
  }
}

/* What the summary says beside numbers. */
static void test_summary_words(void)
{
  write_text("cli_still.lua", "local a = body { mass = 1, inertia = {1,1,1} }\n"
                              "revolute { ground, a, at = {0,0,0}, axis = 'z', drive = 50, initial = 50 }\n"
                              "run { dt = 1e-2, duration = 1 }\n");
  CHECK(sinew("run cli_still.lua") == 0);
  CHECK_TEXT(err, "nothing moves");
  /* stiff, askew, without a load: the energy of the round-off of its strains is no motion, and losing it no warning */
  write_text(
      "cli_plate.lua",
      "shell { name = 'plate', corners = {{0.1, 0.2, 0.3}, {1.3, 0.7, 0}, {1.2, 2.1, 0.3}, {0.05, 1.7, 0.1}},\n"
      "  thickness = 0.01, E = 2e11, nu = 0.3, density = 7850, elements = {4, 4}, u_first = { clamped = true } }\n"
      "run { dt = 1e-3, duration = 0.05 }\n");
  CHECK(sinew("run cli_plate.lua") == 0);
  CHECK_TEXT(err, "nothing moves");
  CHECK(!strstr(err, "warning"));
  write_text("cli_unfit.lua",
             "local a = body { mass = 1, inertia = {1,1,1}, velocity = {1,0,0}, angular_velocity = {0,0,1} }\n"
             "revolute { ground, a, at = {0,0,0}, axis = 'z' }\n"
             "run { dt = 1e-2, duration = 1 }\n");
  CHECK(sinew("run cli_unfit.lua") == 0);
  CHECK_TEXT(err, "do not fit revolute 'revolute1' (cli_unfit.lua:2): they open it by 1 m/s");
  write_text("cli_coarse.lua",
             "gravity { 0, 0, -9.81 }\n"
             "local a = body { at = {0.5,0,0}, shape = cylinder { length = 1, radius = 0.02, mass = 1 } }\n"
             "revolute { ground, a, at = {0,0,0}, axis = 'y' }\n"
             "run { dt = 0.5, duration = 20 }\n");
  CHECK(sinew("run cli_coarse.lua") == 0);
  CHECK_TEXT(err, "compare with half the step");
  write_text("cli_open.lua", "gravity { 0, 0, -9.81 }\n"
                             "local a = point { at = {1,0,0}, mass = 1 }\n"
                             "spring { ground, a, at_a = {0,0,0}, at_b = {1,0,0}, stiffness = 1000, length = 1 }\n"
                             "run { scheme = 'midpoint', dt = 1e-2, duration = 1 }\n");
  CHECK(sinew("run cli_open.lua -o cli_open.h5") == 0);
  CHECK_TEXT(err, "balance open by up to");
  CHECK_TEXT(err, "this scheme does not close it");
  CHECK(sinew("info cli_open.h5") == 0);
  CHECK_TEXT(out, "(this scheme does not close the balance)");
}

/* A crank driven past the reach of two rods: ends where geometry says, with what was right until then. */
static void test_numerical_failure(void)
{
  write_text("cli_lock.lua",
             "local a = body { name='crank', at={0.5,0,0}, mass=1, inertia={0.1,0.1,0.1} }\n"
             "revolute { name='motor', ground, a, at={0,0,0}, axis='z', drive=function(t) return t end }\n"
             "local y = sqrt(0.36 - 0.0625)\n"
             "local p = point { name='pin', at={1.25, y, 0}, mass=0.1 }\n"
             "distance { name='rod1', a, p, at_a={1,0,0} }\n"
             "distance { name='rod2', p, ground, at_b={1.5,0,0} }\n"
             "point_on_plane { name='plane', ground, p, at={1.25,y,0}, axis='z' }\n"
             "channel('angle', angle('motor'))\n"
             "run { dt = 0.01, duration = 3 }\n");
  CHECK(sinew("run cli_lock.lua") == 4);
  CHECK_TEXT(err, "t = 0.923"); /* acos((1 + 1.5^2 - 1.2^2)/3) = 0.9231 */
  CHECK_TEXT(err, "cannot make");
  CHECK_TEXT(err, "'pin'");
  CHECK_TEXT(err, "cli_lock.lua:4");
  CHECK(sinew("info cli_lock.h5 --json") == 0);
  CHECK_TEXT(out, "\"status\": \"failed\"");
  CHECK(sinew("csv cli_lock.h5 angle") == 0);
  CHECK_TEXT(out, "\n0.92000000000000004,0.9");
  CHECK(lines(out) == 94);
}

static pid_t start(const char *file, const char *model)
{
  (void)remove(file);
  const pid_t child = fork();
  if (child == 0) {
    (void)freopen("cli_child.txt", "w", stderr);
    (void)execl(SN_TEST_SINEW, SN_TEST_SINEW, "run", model, "-o", file, "--until", "1e6", (char *)NULL);
    _exit(99);
  }
  return child;
}

/* Waits until the file can be read and has more than this many rows; 0 if that takes too long. */
static int wait_for_rows(const char *file, int rows)
{
  char line[200];
  (void)snprintf(line, sizeof line, "csv %s angle", file);
  for (int i = 0; i < 600; i++) {
    if (sinew(line) == 0 && lines(out) > rows) {
      return 1;
    }
    wait_seconds(0.1);
  }
  return 0;
}

static void test_interrupt(void)
{
  int status = 0;
  write_text("cli_pendulum.lua", pendulum);
  const pid_t child = start("cli_stop.h5", "cli_pendulum.lua");
  CHECK(wait_for_rows("cli_stop.h5", 1));
  CHECK(kill(child, SIGINT) == 0);
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 130);
  CHECK(sinew("info cli_stop.h5 --json") == 0);
  CHECK_TEXT(out, "\"status\": \"interrupted\"");
  CHECK_TEXT(out, "\"completed\": false");
  CHECK(sinew("csv cli_stop.h5 tip") == 0);
  CHECK(lines(out) > 10);
}

/* What comes from outside: marks and escapes in texts, pipes and links in place of files, binary files, standard input. */
static void test_hostile_input(void)
{
  CHECK(system("printf '\\357\\273\\277point { name = \"p\", at = {0,0,0}, mass = 1, velocity = {1,0,0} }\\n"
               "run { dt = 0.1, duration = 1 }\\n' >cli_bom.lua") == 0);
  CHECK(sinew("run cli_bom.lua -o cli_bom.h5") == 0);
  CHECK(sinew("run - -o cli_bom.h5 <cli_bom.lua") == 0);
  CHECK(sinew("check - <cli_bom.lua") == 0);
  CHECK_TEXT(out, "model stdin");
  CHECK(sinew("run cli_bom.lua -o --quiet") == 2);
  CHECK_TEXT(err, "-o needs a value");
  CHECK(system("head -c 3000 '" SN_TEST_SINEW "' >cli_binary.lua") == 0);
  CHECK(sinew("check cli_binary.lua") == 2);
  CHECK_TEXT(err, "This is a binary file, not a model.");
  write_text("cli_escape.lua", "param { title = '\\27]0;title\\7' }\nerror('\\27[31mred\\27[0m' .. title)\n");
  CHECK(sinew("check cli_escape.lua") == 2);
  CHECK(strchr(err, 27) == NULL && strchr(err, 7) == NULL);
  CHECK_TEXT(err, "?[31mred");
  write_text("cli_escape.lua", "param { title = '\\27]0;title\\7' }\nlocal t = title\n"
                               "point { name = 'p', at = {0,0,0}, mass = 1, velocity = {1,0,0} }\n"
                               "run { dt = 0.1, duration = 1 }\n");
  CHECK(sinew("run cli_escape.lua -o cli_bom.h5") == 0);
  CHECK(sinew("info cli_bom.h5") == 0);
  CHECK(strchr(out, 27) == NULL && strchr(out, 7) == NULL);
  CHECK(system("rm -f cli_pipe.csv cli_link.csv; mkfifo cli_pipe.csv; ln -s /etc/hostname cli_link.csv") == 0);
  write_text("cli_pipe.lua", "local t = table_of('cli_pipe.csv')\n");
  CHECK(sinew("check cli_pipe.lua") == 2); /* and does not wait for ever */
  CHECK_TEXT(err, "It is a pipe or a device");
  write_text("cli_pipe.lua", "local t = table_of('cli_link.csv')\n");
  CHECK(sinew("check cli_pipe.lua") == 2);
  CHECK_TEXT(err, "leads out of the folder of the model");
  CHECK(system("rm -f cli_pipe.csv cli_link.csv") == 0);
}

/* A model without run { } has its warnings once, with that among them. */
static void test_warned_once(void)
{
  write_text("cli_no_run.lua", "param { idle = 1 }\npoint { name = 'p', at = {0, 0, 0}, mass = 1 }\n");
  CHECK(sinew("check cli_no_run.lua") == 0);
  CHECK_TEXT(err, "the model has no run");
  const char *first = strstr(err, "'idle' is never used");
  CHECK(first != NULL && strstr(first + 1, "'idle' is never used") == NULL);
}

/* `timeout` sends SIGTERM to the process and to its group, twice at once: the summary comes all the same. */
static void test_terminated(void)
{
  write_text("cli_pendulum.lua", pendulum);
  for (int twice = 0; twice < 2; twice++) {
    char line[512];
    (void)remove("cli_term.h5"); /* that it is there says that the run has begun, however busy the machine is */
    (void)snprintf(line, sizeof line,
                   "run cli_pendulum.lua --set duration=1e6 -o cli_term.h5 & p=$!; "
                   "for i in $(seq 300); do [ -s cli_term.h5 ] && break; sleep 0.1; done; sleep 1; "
                   "kill -TERM $p; %s wait $p",
                   twice ? "kill -TERM $p;" : "");
    (void)snprintf(line + strlen(line), sizeof line - strlen(line), "; echo \"code $?\"");
    char whole[1024];
    (void)snprintf(whole, sizeof whole, "('%s' %s) >cli_out.txt 2>cli_err.txt", SN_TEST_SINEW, line);
    CHECK(system(whole) == 0);
    slurp("cli_out.txt", out, sizeof out);
    slurp("cli_err.txt", err, sizeof err);
    CHECK_TEXT(out, "code 130");
    CHECK_TEXT(err, "(interrupted)");
    CHECK_TEXT(err, "wall time");
    CHECK_TEXT(err, "sinew resume cli_term.h5");
  }
  (void)remove("cli_term.h5");
  (void)remove("cli_term.h5.checkpoint");
}

/* The result is deleted while it is written. */
static void test_deleted(void)
{
  int status = 0;
  write_text("cli_pendulum.lua", pendulum);
  const pid_t child = start("cli_gone.h5", "cli_pendulum.lua");
  CHECK(wait_for_rows("cli_gone.h5", 1));
  CHECK(remove("cli_gone.h5") == 0);
  wait_seconds(2.5); /* the next flush */
  (void)kill(child, SIGINT);
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5);
}

static void test_kill(void)
{
  write_text("cli_pendulum.lua", pendulum);
  const pid_t child = start("cli_kill.h5", "cli_pendulum.lua");
  CHECK(wait_for_rows("cli_kill.h5", 100));
  CHECK(kill(child, SIGKILL) == 0);
  (void)waitpid(child, NULL, 0);
  CHECK(sinew("info cli_kill.h5 --json") == 0);
  CHECK_TEXT(out, "\"status\": \"running\"");
  CHECK(sinew("csv cli_kill.h5 tip angle") == 0);
  CHECK(lines(out) > 100);
  CHECK(sinew("run cli_pendulum.lua -o cli_kill.h5 --until 0.05") == 0); /* and it can be replaced */
  CHECK(sinew("csv cli_kill.h5 tip angle") == 0);
  CHECK(lines(out) == 12);
}

int main(void)
{
  RUN(test_help_and_version);
  RUN(test_wrong_command_lines);
  RUN(test_new_makes_a_model_that_runs);
  RUN(test_run);
  RUN(test_wrong_models);
  RUN(test_files);
  RUN(test_output_that_fails);
  RUN(test_full_disk);
  RUN(test_redundant_rows);
  RUN(test_drives_that_part);
  RUN(test_spring_through_zero);
  RUN(test_soft_penalty);
  RUN(test_numerical_failure);
  RUN(test_not_a_number);
  RUN(test_summary_words);
  RUN(test_interrupt);
  RUN(test_hostile_input);
  RUN(test_warned_once);
  RUN(test_terminated);
  RUN(test_deleted);
  RUN(test_kill);
  return REPORT();
}
