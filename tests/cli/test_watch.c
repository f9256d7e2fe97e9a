/* tests/cli/test_watch.c -- `sinew run --watch` as a process: it runs again when a file of the model changes or a slider moves, once for
 *          changes within a moment, tells mistakes, and ends well with Ctrl-C.
 * ctest:   timeout=180
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
#include "show/client.h"
#include "show/decode.h"

#define PART                                                                                                       \
  "rod = body { name = 'rod', at = { length/2, 0, 0 }, shape = cylinder { length = length, radius = 0.02, axis = " \
  "'x', density = 7850 } }\n"
#define MODEL(duration)                                                                                                \
  "param { length = range(1, 0.5, 2), mass = 3 }\ngravity { 0, 0, -9.81 }\ninclude 'watch_part.lua'\n"                 \
  "revolute { name = 'hinge', ground, rod, at = { 0, 0, 0 }, axis = 'y' }\nchannel('tip', position(rod, { length, 0, " \
  "0 }))\n"                                                                                                            \
  "run { dt = 1e-2, duration = " duration " + 0*mass }\n"

static int port;
static char token[64];

static void wait_seconds(double s)
{
  const struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
  (void)nanosleep(&t, NULL);
}

static pid_t start(const char *const *words)
{
  (void)fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (freopen("watch_out.txt", "wb", stdout) && freopen("watch_err.txt", "wb", stderr)) {
      (void)execv(SN_TEST_SINEW, (char *const *)(size_t)words);
    }
    _exit(127);
  }
  return child;
}

/* A GET with the token; the body as text in `out`; the code. */
static int ask(const char *what, char *out, size_t size)
{
  char path[256];
  (void)snprintf(path, sizeof path, "/%s%ctoken=%s", what, strchr(what, '?') ? '&' : '?', token);
  fetched f = get(port, path, NULL);
  (void)snprintf(out, size, "%.*s", (int)f.n, f.n ? (const char *)f.body : "");
  return code_of(f);
}

/* Waits for a state that contains the text; how many runs have begun. */
static int await(const char *text)
{
  char state[8192] = "";
  for (int i = 0; i < 300; i++) {
    if (ask("state", state, sizeof state) == 200 && strstr(state, text)) {
      return (int)json_get(state, "runs");
    }
    wait_seconds(0.1);
  }
  CHECK_TEXT(state, text);
  return -1;
}

static double last_tip(void)
{
  char line[512] = "";
  CHECK(system("'" SN_TEST_SINEW "' csv watch.h5 tip > watch_tip.csv 2>watch_csv_err.txt") == 0);
  FILE *f = fopen("watch_tip.csv", "r");
  double t = 0, x = 0, y = 0, z = 0;
  while (f && fgets(line, sizeof line, f)) {
    (void)sscanf(line, "%lf,%lf,%lf,%lf", &t, &x, &y, &z);
  }
  if (f) {
    (void)fclose(f);
  }
  return sqrt(x * x + y * y + z * z);
}

static void test_edits(void)
{
  const char *const words[] = {"sinew", "run", "watch.lua", "--watch", NULL};
  char text[8192], link[256] = "";
  int status = 0;
  (void)unlink("watch.h5");
  (void)unlink("watch_out.txt");
  write_text("watch_part.lua", PART);
  write_text("watch.lua", MODEL("1"));
  const pid_t server = start(words);
  for (int i = 0; i < 300 && !take_link(link, &port, token); i++) {
    wait_seconds(0.1);
    slurp("watch_out.txt", link, sizeof link);
  }
  CHECK(take_link(link, &port, token) && only_loopback(port));
  CHECK(await("\"complete\",\"runs\":1,\"shown\":1") == 1);
  CHECK(code_of(get(port, "/state", NULL)) == 403 && code_of(get(port, "/set?name=length&value=1", NULL)) == 403);
  CHECK(ask("", text, sizeof text) == 200);
  CHECK_TEXT(text, "data-watch=\"1\"");
  CHECK(ask("bundle", text, sizeof text) == 200);
  /* two changes at once: one run */
  write_text("watch.lua", MODEL("2"));
  wait_seconds(0.05);
  write_text("watch_part.lua", PART "\n");
  CHECK(await("\"complete\",\"runs\":2,\"shown\":2") == 2);
  wait_seconds(0.6);
  CHECK(await("complete") == 2);
  CHECK_NEAR(last_tip(), 1, 1e-9);
  /* a slider; values that are refused */
  CHECK(ask("set?name=length&value=1.5", text, sizeof text) == 200);
  CHECK(await("\"complete\",\"runs\":3,\"shown\":3") == 3);
  CHECK_NEAR(last_tip(), 1.5, 1e-9);
  static const char *const bad[] = {"set?name=length&value=5",   "set?name=length&value=x",
                                    "set?name=mass&value=1",     "set?name=length",
                                    "set?name=length&value=nan", "set?name=length&value=1;2"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    CHECK(ask(bad[k], text, sizeof text) == 400);
  }
  /* a mistake in the included file keeps the result; the slider stays when it is mended */
  write_text("watch_part.lua", PART "x = = 3\n");
  CHECK(await("\"failed\",\"runs\":4,\"shown\":3") == 4);
  CHECK(ask("state", text, sizeof text) == 200);
  CHECK_TEXT(text, "watch_part.lua:2");
  CHECK(ask("bundle", text, sizeof text) == 200);
  write_text("watch_part.lua", PART);
  CHECK(await("\"complete\",\"runs\":5,\"shown\":5") == 5);
  CHECK_NEAR(last_tip(), 1.5, 1e-9);
  /* a change during a long run ends that run */
  write_text("watch.lua", MODEL("1e6"));
  CHECK(await("\"running\",\"runs\":6,\"shown\":6") == 6);
  write_text("watch.lua", MODEL("3"));
  CHECK(await("\"complete\",\"runs\":7,\"shown\":7") == 7);
  /* Ctrl-C during a run */
  write_text("watch.lua", MODEL("1e6"));
  CHECK(await("\"running\",\"runs\":8,\"shown\":8") == 8);
  (void)kill(server, SIGINT);
  CHECK(waitpid(server, &status, 0) == server && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  slurp("watch_err.txt", text, sizeof text);
  CHECK_TEXT(text, "run 1 complete after");
  CHECK_TEXT(text, "watch_part.lua:2");
  CHECK_TEXT(text, "run 4 failed after");
  CHECK(strstr(text, "sinew resume") == NULL);
}

static void test_refusals(void)
{
  static const char *const rows[][2] = {{"run - --watch", "model file"},
                                        {"run watch.lua --watch --json", "without --json"},
                                        {"run watch.lua --watch --port 1.5", "whole number"},
                                        {"run watch.lua --open", "belong to --watch"},
                                        {"run watch.lua --set length=7", "outside of its range"}};
  char command[512], err[2048];
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    (void)snprintf(command, sizeof command, "'%s' %s </dev/null >watch_o.txt 2>watch_e.txt", SN_TEST_SINEW, rows[k][0]);
    const int status = system(command);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    slurp("watch_e.txt", err, sizeof err);
    CHECK_TEXT(err, rows[k][1]);
  }
}

int main(void)
{
  RUN(test_edits);
  RUN(test_refusals);
  return REPORT();
}
