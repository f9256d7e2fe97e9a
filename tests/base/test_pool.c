/* tests/base/test_pool.c -- every part once per call, whoever does it; sleep between calls; threads that cannot be had.
 * How:     pthread_create is replaced by the linker (--wrap, CMakeLists.txt).
 * ctest:   threads
 */
#define _POSIX_C_SOURCE 200809L
#include "base/pool.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"

static int left = -1; /* threads that may still be made; -1: any number */
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data)
{
  if (left == 0) {
    return EAGAIN;
  }
  left -= left > 0;
  return __real_pthread_create(thread, a, start, data);
}

/* threads of this process, -1: nobody knows */
static int alive(void)
{
  DIR *d = opendir("/proc/self/task");
  int n = 0;
  for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
    n += e->d_name[0] != '.';
  }
  if (d) {
    (void)closedir(d);
  }
  return d ? n : -1;
}

static void sleep_for(double s)
{
  const struct timespec t = {0, (long)(1e9 * s)};
  (void)nanosleep(&t, NULL);
}

enum { MOST = 16, SIZE = 1000 };
typedef struct {
  int n, calls[MOST]; /* by part: each is written by one thread at a time */
  double x[SIZE], y[SIZE];
} work;

static void count(void *data, int part)
{
  work *w = data;
  w->calls[part]++;
}

/* a loop that reads what another one has written, in other parts */
static void forward(void *data, int part)
{
  work *w = data;
  for (int i = SIZE * part / w->n; i < SIZE * (part + 1) / w->n; i++) {
    w->y[i] = w->x[i] + w->x[(i + SIZE / 2) % SIZE];
  }
}
static void back(void *data, int part)
{
  work *w = data;
  for (int i = SIZE * part / w->n; i < SIZE * (part + 1) / w->n; i++) {
    w->x[i] = 0.5 * w->y[SIZE - 1 - i] + 1;
  }
}

static void test_every_part_once(void)
{
  static const int sizes[] = {1, 2, 3, 7, MOST};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_pool *p = sn_pool_new(sizes[k], arena);
    work w = {.n = sizes[k]};
    CHECK(p && sn_pool_threads(p) == sizes[k]);
    for (int i = 0; i < 3000; i++) {
      sn_pool_each(p, count, &w);
      if (i % 1000 == 0) {
        sleep_for(2e-3); /* longer than they spin */
      }
    }
    for (int i = 0; i < MOST; i++) {
      CHECK(w.calls[i] == (i < sizes[k] ? 3000 : 0));
    }
    sn_pool_free(p);
    sn_arena_free(arena);
  }
  CHECK(alive() <= 2); /* the sanitizer has one of its own */
}

/* A pool that weighs: whoever does the parts, each is done once per call; a body that gains nothing is the caller's. */
static pthread_t by_part[MOST];
static void note_thread(void *data, int part)
{
  count(data, part);
  by_part[part] = pthread_self();
}
static void test_weighed(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_pool *p = sn_pool_new(3, arena);
  static work w = {.n = 3};
  int apart = 0;
  CHECK(sn_pool_weigh(p, arena) && sn_pool_weigh(p, arena)); /* a second time does no harm */
  for (int i = 0; i < 20000; i++) {
    sn_pool_each(p, note_thread, &w);
    apart += !pthread_equal(by_part[0], by_part[1]) || !pthread_equal(by_part[0], by_part[2]);
    sn_pool_each(p, forward, &w);
    sn_pool_each(p, back, &w);
  }
  for (int i = 0; i < 3; i++) {
    CHECK(w.calls[i] == 20000);
  }
  CHECK(apart < 2000); /* a few nanoseconds of work are not worth a thread */
  CHECK(sn_pool_weigh(NULL, arena));
  sn_pool_free(p);
  sn_arena_free(arena);
}

static void test_loops_follow(void)
{
  static work serial, w; /* all parts of a loop are done before the next one begins */
  serial.n = 1;
  for (int i = 0; i < 2000; i++) {
    forward(&serial, 0);
    back(&serial, 0);
  }
  for (int n = 2; n < 9; n++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_pool *p = sn_pool_new(n, arena);
    memset(&w, 0, sizeof w);
    w.n = n;
    for (int i = 0; i < 2000; i++) {
      sn_pool_each(p, forward, &w);
      sn_pool_each(p, back, &w);
    }
    CHECK(memcmp(w.x, serial.x, sizeof w.x) == 0);
    sn_pool_free(p);
    sn_arena_free(arena);
  }
}

static void test_without_threads(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  for (int given = 0; given < 4; given++) {
    work w = {0};
    left = given;
    sn_pool *p = sn_pool_new(4, arena);
    left = -1;
    CHECK(sn_pool_threads(p) == 1 + (given < 3 ? given : 3));
    sn_pool_each(p, count, &w);
    CHECK(w.calls[0] == 1 && w.calls[3] == (given == 3));
    sn_pool_free(p);
    sn_pool_free(p); /* a second time does no harm */
    CHECK(sn_pool_threads(p) == 1);
  }
  work w = {0};
  sn_pool_each(NULL, count, &w); /* no pool is one thread */
  CHECK(w.calls[0] == 1 && w.calls[1] == 0);
  sn_pool_free(NULL);
  sn_arena_free(arena);
  CHECK(alive() <= 2);
  CHECK(sn_cores() >= 1);
}

static volatile sig_atomic_t caught;
static pthread_t by;
static void on_signal(int number)
{
  (void)number;
  by = pthread_self();
  caught = 1;
}

/* Ctrl-C belongs to the thread that runs the loop. */
static void test_signals(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_pool *p = sn_pool_new(3, arena);
  struct sigaction action = {.sa_handler = on_signal};
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
  for (int i = 0; i < 20; i++) {
    caught = 0;
    CHECK(kill(getpid(), SIGUSR1) == 0);
    for (int k = 0; k < 1000 && !caught; k++) {
      sleep_for(1e-4);
    }
    CHECK(caught && pthread_equal(by, pthread_self()));
  }
  sn_pool_free(p);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_every_part_once);
  RUN(test_loops_follow);
  RUN(test_weighed);
  RUN(test_without_threads);
  RUN(test_signals);
  return REPORT();
}
