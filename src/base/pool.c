/* base/pool.c -- see pool.h.
 * How:     a call raises a number; threads that wait see it, take a part each that nobody has taken, and count down. Between
 *          calls they spin for some 20 us and then sleep: loops of one step follow each other closely, steps do not. The
 *          caller takes what no thread has begun, so that a thread that the machine does not run holds nobody up.
 *          A thread that was begun with and then not run does: after such a delay the caller does some calls alone, and more
 *          the more often it happens. On a machine that others keep busy a pool costs little, and gains little.
 *          A pool that weighs (sn_pool_weigh) measures every loop body apart: the time until all parts are done against the sum
 *          of the times of the parts. A body that gains less than a fifth is done by the caller alone, and tried again from
 *          time to time. Threads then sleep: small models cost no more than with one thread.
 * Proof:   `taken` of a part holds the number of the call that has it. It goes from call - 1 to call once, by compare and
 *          exchange; who wins may read body and data, which stay until the last part is done. Sleepers count themselves
 *          before they look at the number a last time, callers raise it before they look for sleepers (both sequentially
 *          consistent): one of them sees the other.
 * Tests:   tests/base/test_pool.c (also under the thread sanitizer: preset tsan; threads that the machine does not give).
 */
#define _GNU_SOURCE
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum {
  SPINS = 1000, /* pauses of some 20 ns */
  LINE = 64,    /* bytes of a cache line */
  FIRST_ALONE = 64,
  MOST_ALONE = 4096, /* calls: a second or so of a large model */
  BODIES = 32,       /* that a pool weighs; further ones always run on all threads */
  TRIALS = 8         /* calls on all threads before a body is judged */
};
static const double LATE = 1e-4; /* s */
static const double PAYS = 0.8;  /* a body pays if its time on all threads is less than this much of its time on one */

/* One per part; the padding keeps other data off its cache line. */
typedef struct {
  atomic_uint taken; /* number of the last call that has this part */
  int part;
  double work; /* s: what its part took in the last call */
  sn_pool *pool;
  pthread_t thread;
  char gap[LINE];
} seat;

/* What is known of a loop body in a pool that weighs. */
typedef struct {
  void (*body)(void *data, int part);
  int trials;            /* calls on all threads since it was judged the last time */
  double single, shared; /* s of those calls: sum of the parts, and until all parts were done */
  int alone, next_alone; /* calls that the caller makes alone, and how many after the next failed trials */
} weight;

struct sn_pool {
  int n;                 /* threads */
  int alone, next_alone; /* number of calls that the caller makes without them; increment of the next delay */
  seat *seat;            /* the first one is the caller's */
  int weighs, n_weight;
  weight *weight; /* BODIES of them; NULL: it does not weigh */
  void (*body)(void *data, int part);
  void *data;
  pthread_mutex_t mutex;
  pthread_cond_t begin, end;
  char gap[LINE];
  atomic_uint call; /* its number; threads wait for it to change */
  atomic_int sleepers, caller_sleeps, quit;
  char another_gap[LINE];
  atomic_int left; /* parts that are not done */
};

static inline void pause_a_little(void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* does a part of this call unless another thread has taken it */
static void take(sn_pool *p, int part, unsigned call)
{
  unsigned before = call - 1;
  if (!atomic_compare_exchange_strong(&p->seat[part].taken, &before, call)) {
    return;
  }
  if (p->weighs) {
    const double begin = now();
    p->body(p->data, part);
    p->seat[part].work = now() - begin;
  } else {
    p->body(p->data, part);
  }
  if (atomic_fetch_sub(&p->left, 1) == 1 && atomic_load(&p->caller_sleeps)) {
    pthread_mutex_lock(&p->mutex);
    pthread_cond_signal(&p->end);
    pthread_mutex_unlock(&p->mutex);
  }
}

/* waits for another call number than the last one seen */
static unsigned await_call(sn_pool *p, unsigned seen)
{
  for (int i = 0; i < SPINS; i++) {
    const unsigned now = atomic_load(&p->call);
    if (now != seen) {
      return now;
    }
    pause_a_little();
  }
  pthread_mutex_lock(&p->mutex);
  atomic_fetch_add(&p->sleepers, 1);
  while (atomic_load(&p->call) == seen) {
    pthread_cond_wait(&p->begin, &p->mutex);
  }
  atomic_fetch_sub(&p->sleepers, 1);
  pthread_mutex_unlock(&p->mutex);
  return atomic_load(&p->call);
}

static void *work(void *data)
{
  seat *s = data;
  sn_pool *p = s->pool;
  unsigned seen = 0;
  for (;;) {
    seen = await_call(p, seen);
    if (atomic_load(&p->quit)) {
      return NULL;
    }
    take(p, s->part, seen);
  }
}

/* increments the number, and wakes sleeping threads */
static unsigned announce(sn_pool *p)
{
  const unsigned call = atomic_fetch_add(&p->call, 1) + 1;
  if (atomic_load(&p->sleepers) > 0) {
    pthread_mutex_lock(&p->mutex);
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->mutex);
  }
  return call;
}

/* waits until all parts are done */
static void await_end(sn_pool *p)
{
  for (int i = 0; i < SPINS; i++) {
    if (atomic_load(&p->left) == 0) {
      return;
    }
    pause_a_little();
  }
  pthread_mutex_lock(&p->mutex);
  atomic_store(&p->caller_sleeps, 1);
  while (atomic_load(&p->left) > 0) {
    pthread_cond_wait(&p->end, &p->mutex);
  }
  atomic_store(&p->caller_sleeps, 0);
  pthread_mutex_unlock(&p->mutex);
}

/* Were work and wait too long? Parts are about equal, so that a long wait shows that another process uses the processors. */
static void judge(sn_pool *p, double work, double wait)
{
  if (wait > 2 * work + LATE) {
    p->alone = p->next_alone;
    p->next_alone = p->next_alone < MOST_ALONE ? 4 * p->next_alone : MOST_ALONE;
  } else if (p->next_alone > FIRST_ALONE) {
    p->next_alone -= p->next_alone / FIRST_ALONE;
  }
}

/* The entry of a body; NULL: the pool does not weigh, or its table is full. */
static weight *weight_of(sn_pool *p, void (*body)(void *data, int part))
{
  for (int i = 0; i < p->n_weight; i++) {
    if (p->weight[i].body == body) {
      return p->weight + i;
    }
  }
  if (!p->weighs || p->n_weight == BODIES) {
    return NULL;
  }
  p->weight[p->n_weight] = (weight){.body = body, .next_alone = FIRST_ALONE};
  return p->weight + p->n_weight++;
}

/* Books a call on all threads; after some of them says whether the next calls are the caller's alone. */
static void weigh(const sn_pool *p, weight *w, double elapsed)
{
  for (int k = 0; k < p->n; k++) {
    w->single += p->seat[k].work;
  }
  w->shared += elapsed;
  if (++w->trials < TRIALS) {
    return;
  }
  if (w->shared > PAYS * w->single) {
    w->alone = w->next_alone;
    w->next_alone = w->next_alone < MOST_ALONE ? 4 * w->next_alone : MOST_ALONE;
  } else {
    w->next_alone = FIRST_ALONE;
  }
  w->trials = 0;
  w->single = w->shared = 0;
}

void sn_pool_each(sn_pool *p, void (*body)(void *data, int part), void *data)
{
  const int n = sn_pool_threads(p);
  weight *w = n > 1 ? weight_of(p, body) : NULL;
  int *alone = n == 1 ? NULL : p->alone > 0 ? &p->alone : w && w->alone > 0 ? &w->alone : NULL;
  if (n == 1 || alone) {
    for (int k = 0; k < n; k++) {
      body(data, k);
    }
    if (alone) {
      --*alone;
    }
    return;
  }
  const double begin = now();
  p->body = body;
  p->data = data;
  atomic_store(&p->left, n);
  const unsigned call = announce(p);
  for (int k = 0; k < n; k++) { /* its own part, then parts that no thread has begun */
    take(p, k, call);
  }
  const double done = now();
  await_end(p);
  const double end = now();
  judge(p, done - begin, end - done);
  if (w) {
    weigh(p, w, end - begin);
  }
}

int sn_pool_weigh(sn_pool *p, sn_arena *arena)
{
  if (p && p->n > 1 && !p->weight) {
    p->weight = SN_NEW(arena, weight, BODIES);
    p->weighs = p->weight != NULL;
    return p->weighs;
  }
  return 1;
}

int sn_pool_threads(const sn_pool *p)
{
  return p ? p->n : 1;
}

static int make_signals(sn_pool *p)
{
  if (pthread_mutex_init(&p->mutex, NULL) != 0) {
    return 0;
  }
  if (pthread_cond_init(&p->begin, NULL) == 0) {
    if (pthread_cond_init(&p->end, NULL) == 0) {
      return 1;
    }
    pthread_cond_destroy(&p->begin);
  }
  pthread_mutex_destroy(&p->mutex);
  return 0;
}

static void drop_signals(sn_pool *p)
{
  pthread_cond_destroy(&p->end);
  pthread_cond_destroy(&p->begin);
  pthread_mutex_destroy(&p->mutex);
}

sn_pool *sn_pool_new(int n, sn_arena *arena)
{
  sn_pool *p = SN_NEW(arena, sn_pool, 1);
  if (!p || !(p->seat = SN_NEW(arena, seat, n > 1 ? n : 1))) {
    return NULL;
  }
  p->n = 1;
  p->next_alone = FIRST_ALONE;
  if (n < 2 || !make_signals(p)) {
    return p;
  }
  sigset_t all, old; /* signals are delivered to the caller's thread */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int started = 1;
  for (; started < n; started++) {
    seat *s = p->seat + started;
    s->pool = p;
    s->part = started;
    if (pthread_create(&s->thread, NULL, work, s) != 0) {
      break;
    }
  }
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  p->n = started;
  if (started == 1) {
    drop_signals(p);
  }
  return p;
}

void sn_pool_free(sn_pool *p)
{
  if (!p || p->n == 1) {
    return;
  }
  atomic_store(&p->quit, 1);
  announce(p);
  for (int k = 1; k < p->n; k++) {
    pthread_join(p->seat[k].thread, NULL);
  }
  drop_signals(p);
  p->n = 1;
}

int sn_cores(void)
{
#ifdef CPU_COUNT
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
    return CPU_COUNT(&set);
  }
#endif
  const long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int)n : 1;
}
