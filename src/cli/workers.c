/* cli/workers.c -- see cli/workers.h.
 * Tests:   tests/lab/test_verb_study.c, tests/cli/test_sweep.c.
 */
#define _GNU_SOURCE /* prctl */
#include "cli/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/text.h"
#include "cli/cli.h"

typedef struct {
  pid_t id;
  int pipe, piece;
} worker;

typedef struct {
  const sn_workers *w;
  worker at[SN_MOST_WORKERS];
  int n, done, wanted;
  char *answer;
  double began;
} pool;

int sn_worker_answer(int to, const void *bytes, size_t n)
{
  const char *from = bytes;
  while (n > 0) {
    const ssize_t now = write(to, from, n);
    if (now < 0 && errno == EINTR) {
      continue;
    }
    if (now <= 0) {
      return 0;
    }
    from += now;
    n -= (size_t)now;
  }
  return 1;
}

static void show_progress(const pool *p)
{
  const double part = p->wanted > 0 ? (double)p->done / p->wanted : 1, used = sn_wall_seconds() - p->began;
  if (!p->w->show) {
    return;
  }
  sn_print_bar(part);
  (void)fprintf(stderr, "  %d of %d runs, %.0f s", p->done, p->wanted, used);
  if (p->done > 0) {
    (void)fprintf(stderr, ", %.0f s to go", used * (1 - part) / part);
  }
  (void)fprintf(stderr, "   ");
  (void)fflush(stderr);
}

/* The child: without handlers of the parent, and not longer than it. mask: of signals, as before the fork. */
static _Noreturn void be_worker(const sn_workers *w, int piece, int to, pid_t parent, const sigset_t *mask)
{
  (void)signal(SIGINT, SIG_DFL);
  (void)signal(SIGTERM, SIG_DFL);
  (void)signal(SIGHUP, SIG_DFL);
  (void)sigprocmask(SIG_SETMASK, mask, NULL);
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() == parent) {
    w->work(w->data, piece, to);
  }
  _exit(EXIT_GOOD);
}

static sn_status start(pool *p, int piece, sn_error *error)
{
  int ends[2];
  if (pipe(ends) != 0) {
    return sn_fail(error, SN_EIO, "workers", "A run could not be started.", strerror(errno), "Close other programs.");
  }
  /* no signal reaches the child before it has put the parent's handlers away: they would only set a flag, and the child would go on */
  sigset_t ending, mask;
  (void)sigemptyset(&ending);
  (void)sigaddset(&ending, SIGINT);
  (void)sigaddset(&ending, SIGTERM);
  (void)sigaddset(&ending, SIGHUP);
  (void)sigprocmask(SIG_BLOCK, &ending, &mask);
  (void)fflush(NULL);
  const pid_t parent = getpid(), id = fork();
  if (id == 0) {
    (void)close(ends[0]);
    be_worker(p->w, piece, ends[1], parent, &mask);
  }
  (void)sigprocmask(SIG_SETMASK, &mask, NULL);
  (void)close(ends[1]);
  if (id < 0) {
    (void)close(ends[0]);
    return sn_fail(error, SN_EIO, "workers", "A run could not be started.", strerror(errno), "Use --jobs 1.");
  }
  p->at[p->n++] = (worker){id, ends[0], piece};
  return SN_OK;
}

/* All that a worker writes until it ends. */
static size_t read_answer(int from, char *to, size_t room)
{
  size_t n = 0;
  for (;;) {
    const ssize_t now = read(from, to + n, room - n);
    if (now < 0 && errno == EINTR) {
      continue;
    }
    if (now <= 0 || (n += (size_t)now) == room) {
      return n;
    }
  }
}

/* Waits for any worker and takes its answer. */
static sn_status collect(pool *p, sn_error *error)
{
  struct pollfd all[SN_MOST_WORKERS];
  for (int i = 0; i < p->n; i++) {
    all[i] = (struct pollfd){.fd = p->at[i].pipe, .events = POLLIN};
  }
  (void)poll(all, (nfds_t)p->n, 1000);
  for (int i = p->n - 1; i >= 0; i--) {
    if (all[i].revents == 0) {
      continue;
    }
    const worker w = p->at[i];
    const size_t size = read_answer(w.pipe, p->answer, p->w->answer + 1);
    int ended = 0;
    (void)close(w.pipe);
    while (waitpid(w.id, &ended, 0) < 0 && errno == EINTR) {
    }
    p->at[i] = p->at[--p->n];
    p->done++;
    SN_TRY(p->w->take(p->w->data, w.piece, p->answer, size, ended, error));
  }
  return SN_OK;
}

static int is_wanted(const sn_workers *w, int piece)
{
  return !w->wanted || w->wanted(w->data, piece);
}

static sn_status run_all(pool *p, const volatile int *stop, sn_error *error)
{
  const sn_workers *w = p->w;
  int next = 0;
  while (next < w->n || p->n > 0) {
    while (p->n < w->most && p->n < SN_MOST_WORKERS && next < w->n) {
      if (is_wanted(w, next)) {
        SN_TRY(start(p, next, error));
      }
      next++;
    }
    show_progress(p);
    if (p->n > 0) {
      SN_TRY(collect(p, error));
    }
    if (*stop) {
      return sn_fail(error, SN_ESTOP, "workers", "It was interrupted.", "", "");
    }
  }
  return SN_OK;
}

sn_status sn_workers_run(const sn_workers *w, const volatile int *stop, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  pool p = {.w = w, .began = sn_wall_seconds(), .answer = arena ? sn_arena_get(arena, w->answer + 1, 1) : NULL};
  for (int i = 0; i < w->n; i++) {
    p.wanted += is_wanted(w, i) != 0;
  }
  const sn_status status = p.answer ? run_all(&p, stop, error) : sn_no_memory(error, "the workers");
  for (int i = 0; i < p.n; i++) { /* our own children, when it ends early */
    (void)kill(p.at[i].id, SIGTERM);
    (void)close(p.at[i].pipe);
    (void)waitpid(p.at[i].id, NULL, 0);
  }
  if (w->show) {
    sn_clear_bar();
  }
  sn_arena_free(arena);
  return status;
}
