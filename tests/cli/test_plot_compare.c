/* tests/cli/test_plot_compare.c -- `sinew plot` and `sinew compare` as a user meets them.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"

static char out[1 << 20], err[1 << 16];

/* Runs the command with these arguments in this environment ("A=b"); its exit code, -1 if it died. */
static int sinew_in(const char *environment, const char *arguments)
{
  char line[2048];
  (void)snprintf(line, sizeof line,
                 "env -u COLUMNS -u LINES -u LC_ALL -u LC_CTYPE LANG=C.UTF-8 %s '%s' %s >pc_out.txt 2>pc_err.txt",
                 environment, SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("pc_out.txt", out, sizeof out);
  slurp("pc_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sinew(const char *arguments)
{
  return sinew_in("", arguments);
}

static int exists(const char *file)
{
  struct stat s;
  return stat(file, &s) == 0 && s.st_size > 0;
}

static int longest_line(const char *text)
{
  int longest = 0, n = 0;
  for (; *text; text++) { /* characters: bytes that do not continue one */
    n = *text == '\n' ? 0 : n + (((unsigned char)*text & 0xC0) != 0x80);
    longest = n > longest ? n : longest;
  }
  return longest;
}

static int lines(const char *text)
{
  int n = 0;
  for (; *text; text++) {
    n += *text == '\n';
  }
  return n;
}

static int has_gnuplot(void)
{
  return system("gnuplot --version >/dev/null 2>&1") == 0;
}

static const char pendulum[] = "param { length = 1.0, alpha = 1.0, dt = 5e-3, duration = 2.0 }\n"
                               "gravity { 0, 0, -9.81 }\n"
                               "local rod = body { name = 'rod', at = { length/2, 0, 0 },\n"
                               "  shape = cylinder { length = length, radius = 0.02, axis = 'x', density = 7850 } }\n"
                               "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }\n"
                               "channel('tip', position(rod, { length, 0, 0 }))\n"
                               "channel('angle', angle('pivot'))\n"
                               "run { alpha = alpha, dt = dt, duration = duration }\n";

static void make_results(void)
{
  FILE *f = fopen("pc.lua", "wb");
  CHECK(f != NULL);
  if (f) {
    (void)fputs(pendulum, f);
    (void)fclose(f);
  }
  CHECK(sinew("run pc.lua -o fine.h5 --quiet") == 0);
  CHECK(sinew("run pc.lua -o coarse.h5 --set dt=0.02 --quiet") == 0);
  CHECK(sinew("run pc.lua -o long.h5 --set length=1.5 --set dt=0.013 --quiet") == 0);
}

static void test_terminal(void)
{
  CHECK(sinew("plot fine.h5 tip") == 0);
  CHECK_TEXT(out, "tip [m]");
  CHECK_TEXT(out, "3 tip_z");
  CHECK_TEXT(out, "time [s]");
  CHECK_TEXT(out, "\u2524"); /* an axis */
  CHECK(lines(out) == 24 && longest_line(out) <= 100 && !strchr(out, '\033') && !err[0]);
  CHECK(sinew_in("LC_ALL=C COLUMNS=60 LINES=15", "plot fine.h5 tip angle") == 0);
  CHECK(lines(out) == 15 && longest_line(out) <= 60);
  for (const char *s = out; *s; s++) {
    CHECK((unsigned char)*s < 0x80);
  }
  CHECK(sinew("plot fine.h5") == 0);
  CHECK_TEXT(out, "energy since the start [J]");
  CHECK(sinew("plot fine.h5 --absolute") == 0);
  CHECK_TEXT(out, "energy [J]");
  CHECK(sinew("plot fine.h5") == 0);
  CHECK_TEXT(out, "balance defect [J]");
  CHECK_TEXT(out, "constraint violation");
  CHECK_TEXT(out, "iterations per step");
  CHECK_TEXT(out, "step size [ms]");
  CHECK(sinew("plot fine.h5 tip_z --against tip_x") == 0);
  CHECK_TEXT(out, "tip_x [m]");
  CHECK(sinew("plot --fft fine.h5 angle joints/pivot/reaction_z energy/kinetic") == 0);
  CHECK_TEXT(out, "Hann");
  CHECK_TEXT(out, "[Hz]");
  CHECK(sinew("plot fine.h5 coarse.h5 angle") == 0);
  CHECK_TEXT(out, "1 fine: angle");
  CHECK_TEXT(out, "2 coarse: angle");
}

static void test_plot_mistakes(void)
{
  static const struct {
    const char *line;
    int code;
    const char *text;
  } cases[] = {{"plot", 2, "FILE.h5"},
               {"plot tip", 2, "no result file"},
               {"plot fine.h5 tpi", 2, "'tip'"},
               {"plot fine.h5 joints/pivto/angle", 2, "'joints/pivot/angle'"},
               {"plot fine.h5 nodes/item", 2, "no series"},
               {"plot fine.h5 coarse.h5 --fft", 2, "No channel"},
               {"plot fine.h5 tip_z --against tip", 2, "--against tip_x"},
               {"plot fine.h5 tip --against angle --fft", 2, "exclude"},
               {"plot fine.h5 tip --aginst angle", 2, "--against"},
               {"plot fine.h5 tip -o tip.jpg", 2, ".svg"},
               {"plot nothing.h5 tip", 5, "nothing.h5"},
               {"plot fine.h5 tip -o nowhere/tip.svg", 5, "nowhere"},
               {"plot fine.h5 tip -o null.svg", 5, "device"},
               {"plot pc.lua tip", 2, "no result file"}};
  (void)unlink("null.svg");
  CHECK(symlink("/dev/null", "null.svg") == 0);
  (void)mkdir("angle", 0777); /* a folder called like a channel is no result file */
  CHECK(sinew("plot fine.h5 angle") == 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK(sinew(cases[i].line) == cases[i].code);
    CHECK_TEXT(err, cases[i].text);
    CHECK(!out[0]);
  }
}

static void test_pictures(void)
{
  (void)system("rm -f tip.* usual.* both.*");
  CHECK(sinew("plot fine.h5 coarse.h5 tip_x tip_z angle -o tip.svg") == 0);
  CHECK(!out[0]);
  CHECK_TEXT(err, "tip.gp");
  CHECK(exists("tip.svg") && exists("tip.gp") && exists("tip.gp.csv"));
  CHECK(system("rm tip.svg && gnuplot tip.gp") == 0 && exists("tip.svg"));
  CHECK(sinew("plot fine.h5 -o usual.png") == 0 && exists("usual.png"));
  CHECK(sinew("compare fine.h5 coarse.h5 -o both.pdf") == 0 && exists("both.pdf"));
  CHECK_TEXT(err, "both.gp");
}

/* A run that is still going, or was killed, is drawn up to its last flush. */
static void test_killed(void)
{
  (void)remove("killed.h5"); /* of an earlier run of this test */
  const pid_t child = fork();
  if (child == 0) {
    (void)freopen("pc_child.txt", "w", stderr);
    (void)execl(SN_TEST_SINEW, SN_TEST_SINEW, "run", "pc.lua", "-o", "killed.h5", "--until", "1e6", (char *)NULL);
    _exit(99);
  }
  int drawn = 0;
  for (int i = 0; i < 600 && !drawn; i++) {
    const struct timespec t = {0, 100000000};
    (void)nanosleep(&t, NULL);
    drawn = sinew("plot killed.h5 tip") == 0;
  }
  CHECK(drawn); /* while it runs */
  CHECK(kill(child, SIGKILL) == 0);
  (void)waitpid(child, NULL, 0);
  CHECK(sinew("plot killed.h5") == 0);
  CHECK_TEXT(out, "running");
  CHECK(sinew("compare killed.h5 fine.h5 tip --tolerance 1e-9") == 1); /* the same run, as far as both go */
  CHECK_TEXT(out, "within the tolerance 1e-09; but the runs do not cover the same time");
}

static void test_compare(void)
{
  CHECK(sinew("compare fine.h5 fine.h5 --tolerance 0") == 0);
  CHECK_TEXT(out, "within the tolerance 0");
  CHECK(sinew("compare fine.h5 coarse.h5 tip --tolerance 1e-2") == 0);
  CHECK_TEXT(out, "nothing was interpolated");
  CHECK_TEXT(out, "dt  0.005  0.02");
  CHECK(sinew("compare fine.h5 coarse.h5 tip --tolerance 1e-9") == 1);
  CHECK_TEXT(out, "above");
  CHECK(sinew("run pc.lua -o short.h5 --until 0.5 --quiet") == 0);
  CHECK(sinew("compare fine.h5 short.h5 tip --tolerance 1e-3") == 1);
  CHECK_TEXT(out, "but the runs do not cover the same time (A: 0 to 2 s, B: 0 to 0.5 s)\n");
  CHECK(sinew("compare fine.h5 short.h5 tip") == 0);
  CHECK(sinew("compare fine.h5 long.h5 --tolerance 10") == 0); /* a step that does not divide the time is no gap */
  CHECK(sinew("compare fine.h5 long.h5") == 0);                /* without a tolerance there is nothing to fail */
  CHECK_TEXT(out, "interpolated at");
  CHECK_TEXT(out, "parameter length");
  CHECK_TEXT(out, "energy/total");
  CHECK(sinew("compare fine.h5 long.h5 angle --json --tolerance 0.1") == 1);
  CHECK(out[0] == '{');
  CHECK_TEXT(out, "\"within_tolerance\": false");
  CHECK_TEXT(out, "\"name\": \"angle\"");
  CHECK(sinew("compare fine.h5") == 2);
  CHECK(sinew("compare fine.h5 long.h5 tpi") == 2);
  CHECK_TEXT(err, "'tip'");
  CHECK(sinew("compare fine.h5 long.h5 --tolerance small") == 2);
  CHECK(sinew("compare fine.h5 long.h5 -o both.bmp") == 2);
  CHECK(sinew("compare fine.h5 nothing.h5") == 5);
  CHECK(sinew("compare --help") == 0);
  CHECK_TEXT(out, "exit code 1");
}

/* Rows between two times, also of spectra and of paths; sizes on a logarithmic axis. */
static void test_window(void)
{
  double first = NAN, last = NAN, x;
  CHECK(sinew("plot fine.h5 tip_z --from 0.5 --to 1.25 -o window.svg") == 0);
  slurp("window.gp.csv", out, sizeof out);
  for (const char *p = strchr(out, '\n'); p && sscanf(p + 1, "%lf", &x) == 1; p = strchr(p + 1, '\n')) {
    first = isnan(first) ? x : first;
    last = x;
  }
  CHECK_NEAR(first, 0.5, 1e-9);
  CHECK_NEAR(last, 1.25, 1e-9);
  CHECK(sinew("plot fine.h5 tip_z --against tip_x --from 0.5 -o window.svg") == 0);
  CHECK(sinew("plot fine.h5 tip_z --fft --log --to 1 -o window.svg") == 0);
  slurp("window.gp", out, sizeof out);
  CHECK_TEXT(out, "set logscale y");
  CHECK(sinew("plot fine.h5 angle --log") == 0); /* zeros and signs are no trouble */
  CHECK(sinew("plot fine.h5 tip_z --from 3") == 2);
  CHECK_TEXT(err, "go from 0 to 2 s");
  CHECK(sinew("plot fine.h5 tip_z --from 1 --to 0.5") == 2);
  CHECK(sinew("plot fine.h5 tip_z --from soon") == 2);
  remove("window.svg");
  remove("window.gp");
  remove("window.gp.csv");
}

int main(void)
{
  RUN(make_results);
  RUN(test_terminal);
  RUN(test_plot_mistakes);
  if (has_gnuplot()) {
    RUN(test_pictures);
    RUN(test_window);
  } else {
    printf("gnuplot not found: pictures left out\n");
  }
  RUN(test_killed);
  RUN(test_compare);
  return REPORT();
}
