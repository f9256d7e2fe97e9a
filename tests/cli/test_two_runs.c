/* tests/cli/test_two_runs.c -- a second run into the file of one that is going, readers beside it, and what a kill leaves.
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

static char out[1 << 20], err[1 << 16];
static const char file[] = "two_runs.h5", model[] = "two_runs.lua";

static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >two_out.txt 2>two_err.txt", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("two_out.txt", out, sizeof out);
  slurp("two_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int lines(void)
{
  int n = 0;
  for (const char *p = out; *p; p++) {
    n += *p == '\n';
  }
  return n;
}

static pid_t start(void)
{
  const pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)) {
      _exit(98);
    }
    execl(SN_TEST_SINEW, "sinew", "run", model, "-o", file, "--quiet", (char *)NULL);
    _exit(99);
  }
  for (int i = 0; i < 300; i++) {
    const struct timespec tenth = {0, 100000000};
    if (sinew("csv two_runs.h5 angle") == 0 && lines() > 20) {
      return child;
    }
    (void)nanosleep(&tenth, NULL);
  }
  const int began = 0;
  CHECK(began);
  return child;
}

static ino_t inode(void)
{
  struct stat s;
  return stat(file, &s) == 0 ? s.st_ino : 0;
}

static void test_a_second_run_is_refused(void)
{
  int status = 0;
  (void)remove(file);
  const pid_t child = start();
  const ino_t before = inode();
  CHECK(sinew("run two_runs.lua -o two_runs.h5 --quiet") == 5);
  CHECK_TEXT(err, "The result file is being written by another run.");
  CHECK_TEXT(err, "two_runs.h5");
  CHECK_TEXT(err, "-o");
  CHECK(symlink(file, "two_link.h5") == 0);
  CHECK(sinew("run two_runs.lua -o two_link.h5 --quiet") == 5); /* by another name too */
  CHECK_TEXT(err, "being written");
  CHECK(sinew("static two_runs.lua -o two_runs.h5") == 5);
  CHECK(sinew("resume two_runs.h5") == 5);
  CHECK_TEXT(err, "being written");
  CHECK(inode() == before && access("two_runs.h5.previous", F_OK) != 0 && access("two_runs.h5.new", F_OK) != 0);
  /* readers are not kept out, and see what is known from the start */
  CHECK(sinew("csv two_runs.h5 angle") == 0 && lines() > 20);
  CHECK(sinew("info two_runs.h5") == 0);
  CHECK_TEXT(out, "running");
  CHECK(!strstr(out, " 0 unknowns"));
  CHECK_TEXT(out, " unknowns, 1 degrees of freedom");
  CHECK(sinew("view two_runs.h5 -o two_runs.html") == 0);
  CHECK(kill(child, SIGINT) == 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 130); /* the first one is none the worse */
  CHECK(sinew("run two_runs.lua -o two_runs.h5 --until 0.05 --quiet") == 0);
}

static void test_a_kill_leaves_no_lock(void)
{
  const pid_t child = start();
  CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
  CHECK(sinew("info two_runs.h5") == 0);
  CHECK(sinew("run two_runs.lua -o two_runs.h5 --until 0.05 --quiet") == 0);
}

int main(void)
{
  (void)remove("two_link.h5");
  write_text(model, "gravity { 0, 0, -9.81 }\n"
                    "local rod = body { name = 'rod', at = { 0.5, 0, 0 },\n"
                    "  shape = cylinder { length = 1, radius = 0.02, axis = 'x', density = 7850 } }\n"
                    "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = 'y' }\n"
                    "channel('angle', angle('pivot'))\n"
                    "run { dt = 5e-3, duration = 1e5, checkpoint = 100 }\n");
  RUN(test_a_second_run_is_refused);
  RUN(test_a_kill_leaves_no_lock);
  return REPORT();
}
