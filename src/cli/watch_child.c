/* cli/watch_child.c -- a run in a process of its own: a mistake, a crash or a lack of memory in it leaves the page alone.
 * Tests:   tests/cli/test_watch.c.
 */
#define _GNU_SOURCE /* prctl */
#include "cli/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/text.h"

static const double patience = 3; /* s, for the end of a step */

static _Noreturn void be_child(int to, pid_t parent, int (*work)(void *data), void *data)
{
  (void)dup2(to, STDERR_FILENO);
  (void)close(to);
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  const int code = getppid() == parent ? work(data) : EXIT_STOPPED;
  (void)fflush(NULL);
  _exit(code);
}

sn_status sn_child_start(sn_child *c, int (*work)(void *data), void *data, sn_error *error)
{
  int ends[2];
  if (pipe(ends) != 0) {
    return sn_fail(error, SN_EIO, "watch", "A run could not be started.", strerror(errno), "Close other programs.");
  }
  (void)fflush(NULL);
  const pid_t parent = getpid(), id = fork();
  if (id == 0) {
    (void)close(ends[0]);
    be_child(ends[1], parent, work, data);
  }
  (void)close(ends[1]);
  if (id < 0) {
    (void)close(ends[0]);
    return sn_fail(error, SN_EIO, "watch", "A run could not be started.", strerror(errno), "Close other programs.");
  }
  (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *c = (sn_child){.id = id, .pipe = ends[0]};
  return SN_OK;
}

/* The last words are kept: an error comes at the end. */
static void keep(sn_child *c, const char *text, size_t n)
{
  const size_t had = strlen(c->said), drop = had + n >= SN_SAID ? had + n - SN_SAID + 1 : 0;
  memmove(c->said, c->said + (drop < had ? drop : had), had - (drop < had ? drop : had) + 1);
  const size_t skip = n >= SN_SAID ? n - SN_SAID + 1 : 0;
  strncat(c->said, text + skip, SN_SAID - 1 - strlen(c->said));
}

static void listen(sn_child *c)
{
  char block[1024];
  ssize_t n;
  while (c->pipe >= 0 && (n = read(c->pipe, block, sizeof block - 1)) > 0) {
    block[n] = '\0';
    (void)fwrite(block, 1, (size_t)n, stderr);
    (void)fflush(stderr);
    keep(c, block, strlen(block));
  }
}

int sn_child_look(sn_child *c)
{
  int status = 0;
  if (!c->id) {
    return 0;
  }
  listen(c);
  if (waitpid(c->id, &status, WNOHANG) != c->id) {
    return 0;
  }
  listen(c);
  (void)close(c->pipe);
  c->pipe = -1;
  c->id = 0;
  c->since = 0;
  c->ended = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return 1;
}

void sn_child_stop(sn_child *c)
{
  const double now = sn_wall_seconds();
  if (c->id && c->since == 0) {
    (void)kill(c->id, SIGTERM);
    c->since = now;
  } else if (c->id && now - c->since > patience) {
    (void)kill(c->id, SIGKILL);
  }
}
