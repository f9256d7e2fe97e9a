/* cli/browser.c -- opens a page or a link in the user's browser, without a shell.
 * What:    $BROWSER if it is set (its first word before a colon, without %s), else xdg-open. The browser lives on by itself.
 * Tests:   tests/cli/test_view.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

extern char **environ;

static sn_status cannot(const char *program, const char *what, const char *why, sn_error *error)
{
  sn_failf(error, SN_EIO, "The browser cannot be opened: %s", what);
  sn_error_where(error, "%.100s", program);
  sn_error_why(error, "%s", why);
  sn_error_fix(error, "Open it yourself, or set BROWSER to your browser, or install xdg-open (Debian: xdg-utils).");
  return SN_EIO;
}

/* A starter that cannot find a browser ends within a moment; one that keeps running has found it. */
static int failed_at_once(pid_t child)
{
  const struct timespec moment = {0, 50000000};
  for (int i = 0; i < 20; i++) {
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended != 0) {
      return ended == child && !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    (void)nanosleep(&moment, NULL);
  }
  return 0;
}

sn_status sn_open_in_browser(const char *address, sn_error *error)
{
  char program[256] = "xdg-open";
  const char *wanted = getenv("BROWSER");
  if (wanted && wanted[0]) {
    const size_t n = strcspn(wanted, ":%");
    (void)snprintf(program, sizeof program, "%.*s", (int)(n < 255 ? n : 255), wanted);
    while (program[0] && program[strlen(program) - 1] == ' ') {
      program[strlen(program) - 1] = '\0';
    }
  }
  char *const words[] = {program, (char *)(size_t)address, NULL};
  posix_spawn_file_actions_t quiet;
  pid_t child;
  if (posix_spawn_file_actions_init(&quiet) != 0) {
    return sn_no_memory(error, "starting the browser");
  }
  (void)posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  (void)posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int bad = posix_spawnp(&child, program, &quiet, NULL, words, environ);
  (void)posix_spawn_file_actions_destroy(&quiet);
  if (bad) {
    return cannot(program, "there is no such program.", strerror(bad), error);
  }
  return failed_at_once(child) ? cannot(program, "the program failed.", "It ended with an error.", error) : SN_OK;
}
