/* tests/promises/test_faults.c -- what the machine can refuse: the n-th allocation (ours, Lua's), the n-th write of the
 *          result, the n-th factorisation, the n-th thread. For every n over a small run, until it no longer happens.
 * How:     calloc, mmap, munmap, free, sn_arena_get, _text and _grow, luaL_newstate, sn_lin_factor and pthread_create are replaced by the linker (--wrap,
 *          CMakeLists.txt); KLU's allocations: tests/math/test_solvers.c;
 *          pwrite and write are defined here, so that HDF5 calls ours.
 * Law:     an error in whole sentences with what to do, or success; no crash, nothing left allocated, never an internal
 *          error; the older result untouched, or a new one that can be read.
 * ctest:   timeout=600
 */
#define _GNU_SOURCE
#include <errno.h>
#include <lauxlib.h>
#include <lua.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "language/language.h"
#include "math/linear.h"
#include "results/reader.h"
#include "session/session.h"

typedef enum { NOTHING, OURS, PIECES, LUA, WRITES, SINGULAR, THREADS } fault;
static fault armed;
static long left;  /* calls until the one that fails */
static int hit;    /* it has failed */
static int lasts;  /* and so do all after it: a full disk stays full */
static long alive; /* allocations of ours that are out */

static int fails(fault kind)
{
  if (armed != kind) {
    return 0;
  }
  if (--left == 0) {
    hit = 1;
  }
  return hit && (left == 0 || lasts);
}

/* ---- what the linker puts in place of the library's own */

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__real_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
int __real_munmap(void *memory, size_t size);
int __wrap_munmap(void *memory, size_t size);
void __real_free(void *memory);
void __wrap_free(void *memory);
void *__real_sn_arena_get(sn_arena *arena, size_t n, size_t size);
void *__wrap_sn_arena_get(sn_arena *arena, size_t n, size_t size);
char *__real_sn_arena_text(sn_arena *arena, const char *text);
char *__wrap_sn_arena_text(sn_arena *arena, const char *text);
void *__real_sn_arena_grow(sn_arena *arena, const void *old, size_t old_n, size_t new_n, size_t size);
void *__wrap_sn_arena_grow(sn_arena *arena, const void *old, size_t old_n, size_t new_n, size_t size);
lua_State *__wrap_luaL_newstate(void);
sn_status __real_sn_lin_factor(sn_lin *l);
sn_status __wrap_sn_lin_factor(sn_lin *l);

void *__wrap_sn_arena_get(sn_arena *arena, size_t n, size_t size)
{
  return fails(PIECES) ? NULL : __real_sn_arena_get(arena, n, size);
}

char *__wrap_sn_arena_text(sn_arena *arena, const char *text)
{
  return fails(PIECES) ? NULL : __real_sn_arena_text(arena, text);
}

void *__wrap_sn_arena_grow(sn_arena *arena, const void *old, size_t old_n, size_t new_n, size_t size)
{
  return fails(PIECES) ? NULL : __real_sn_arena_grow(arena, old, old_n, new_n, size);
}

void *__wrap_calloc(size_t n, size_t size)
{
  void *p = fails(OURS) ? NULL : __real_calloc(n, size);
  alive += p != NULL;
  return p;
}

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
  void *p = fails(OURS) ? MAP_FAILED : __real_mmap(at, size, protection, flags, file, offset);
  alive += p != MAP_FAILED;
  return p;
}

int __wrap_munmap(void *memory, size_t size)
{
  alive--;
  return __real_munmap(memory, size);
}

void __wrap_free(void *memory)
{
  alive -= memory != NULL;
  __real_free(memory);
}

static void *lua_memory(void *data, void *memory, size_t old, size_t new)
{
  (void)data;
  (void)old;
  if (new == 0) {
    __real_free(memory);
    return NULL;
  }
  return fails(LUA) ? NULL : realloc(memory, new);
}

lua_State *__wrap_luaL_newstate(void)
{
  return lua_newstate(lua_memory, NULL);
}

sn_status __wrap_sn_lin_factor(sn_lin *l)
{
  return fails(SINGULAR) ? SN_ESINGULAR : __real_sn_lin_factor(l);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data)
{
  return fails(THREADS) ? EAGAIN : __real_pthread_create(thread, a, start, data);
}

static int is_file(int fd)
{
  return fd > 2;
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
  if (is_file(fd) && fails(WRITES)) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_pwrite64, fd, bytes, n, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
  return pwrite(fd, bytes, n, at);
}

int fsync(int fd) /* thousands of runs: nothing here is about the power going out */
{
  (void)fd;
  return 0;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
  if (is_file(fd) && fails(WRITES)) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_write, fd, bytes, n);
}

/* ---- a small run that uses a bit of everything */

static const char model[] =
    "param { length = 1 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local rod = body { name = 'rod', at = {length/2, 0, 0}, shape = { cylinder { length = length, radius = 0.02,\n"
    "  axis = 'x', density = 7850 } } }\n"
    "local hinge = revolute { name = 'hinge', ground, rod, at = {0, 0, 0}, axis = 'y', damping = 0.01,\n"
    "  friction = 0.1, friction_arm = 0.01, torque = function(t) return 0.2*sin(3*t) end }\n"
    "local c = cable { name = 'c', from = {length, 0, 0}, to = {length, 0, -1}, elements = 2, stiffness = 1e4,\n"
    "  mass_per_length = 0.1 }\n"
    "spherical { rod, c.first, at = {length, 0, 0} }\n"
    "spring { name = 's', ground, c.last, at_a = {2, 0, -1}, stiffness = 10,\n"
    "  force = function(x, v, t) return 0.1*v end }\n"
    "channel('tip', position(c.last))\n"
    "channel('a', angle(hinge))\n"
    "run { dt = 0.01, duration = 0.1, threads = 3 }\n";

static sn_status whole_run(const char *file, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_session s = {0};
  sn_model *m = NULL;
  sn_run_summary summary;
  if (!arena) {
    return sn_no_memory(error, "the model");
  }
  sn_status status =
      sn_language_load_text(&(sn_language_text){"m.lua", model, sizeof model - 1, NULL}, NULL, arena, &m, error);
  status = status != SN_OK ? status : sn_session_open(&s, m, "m", arena, error);
  status = status != SN_OK ? status : sn_session_settings(&s, NAN, error);
  status = status != SN_OK ? status : sn_session_start(&s, error);
  status = status != SN_OK ? status : sn_session_run(&s, file, NULL, &summary, error);
  sn_session_close(&s);
  sn_arena_free(arena);
  return status;
}

/* 1: the file is a result whose every channel can be read. */
static int readable(const char *file)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_reader *r = NULL;
  sn_error e = {0};
  sn_summary summary;
  int good = sn_reader_open(file, arena, &r, &e) == SN_OK && sn_reader_summary(r, &summary, &e) == SN_OK;
  for (int i = 0; good && i < sn_reader_channels(r); i++) {
    const sn_series *s = sn_reader_channel(r, i);
    double *x = SN_NEW(arena, double, (int)s->rows * s->width);
    good = sn_reader_read(r, s, 0, (int)s->rows, x, &e) == SN_OK;
  }
  sn_reader_close(r);
  sn_arena_free(arena);
  return good;
}

static int good_message(const sn_error *e, sn_status status)
{
  const size_t n = strlen(e->what);
  return e->status == status && n > 10 && e->fix[0] && status != SN_EBUG;
}

static void arm(fault kind, long n, int stays)
{
  hit = 0;
  lasts = stays;
  left = n;
  armed = kind;
}

typedef struct {
  long n, recovered, failed;
} tally;

/* One run per n in this process; 0: the n-th call no longer happens. */
static int once(fault kind, long n, int stays, tally *t)
{
  sn_error e = {0};
  const long before = alive;
  arm(kind, n, stays);
  const sn_status status = whole_run("fault.h5", &e);
  armed = NOTHING;
  t->recovered += hit && status == SN_OK;
  t->failed += status != SN_OK;
  const int bad = harness_bad_here;
  CHECK(alive == before);
  CHECK(status == SN_OK || good_message(&e, status));
  CHECK(hit || status == SN_OK);
  CHECK(readable("fault.h5")); /* the older one, or what the run had */
  if (harness_bad_here > bad) {
    printf("  fault %d, call %ld, %ld left alive, status %d: %s | %s | %s | %s\n", (int)kind, n, alive - before,
           (int)status, e.where, e.what, e.why, e.fix);
  }
  t->n += hit;
  return hit;
}

static void every(fault kind, int stays, int stride, const char *what)
{
  tally t = {0};
  sn_error e = {0};
  CHECK_OK(whole_run("fault.h5", &e), e);
  for (long n = 1; once(kind, n, stays, &t) && harness_bad_here < 5; n += stride) {
  }
  printf("  %s: %ld places, %ld errors, %ld runs that went on\n", what, t.n, t.failed, t.recovered);
  CHECK(t.n > 5);
}

static void test_our_memory(void)
{
  every(OURS, 0, 1, "one allocation of ours");
  every(OURS, 1, 1, "all allocations of ours from then on");
  every(PIECES, 0, 1, "one piece of an arena");
  every(PIECES, 1, 11, "all pieces of arenas from then on");
}

static void test_lua_memory(void)
{
  long n = 0;
  for (int found = 1; found && harness_bad_here < 5;) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_model *m = NULL;
    sn_error e = {0};
    const long before = alive;
    arm(LUA, ++n, 1);
    const sn_status status =
        sn_language_load_text(&(sn_language_text){"m.lua", model, sizeof model - 1, NULL}, NULL, arena, &m, &e);
    armed = NOTHING;
    found = hit;
    CHECK(status == SN_OK || (good_message(&e, status) && !m && strstr(e.what, "memory")));
    CHECK((status == SN_OK) == !hit);
    CHECK(alive >= before); /* the arena's own */
    if (status != SN_OK && !(good_message(&e, status) && strstr(e.what, "memory"))) {
      printf("  Lua's allocation %ld: %s | %s | %s\n", n, e.where, e.what, e.fix);
    }
    sn_arena_free(arena);
  }
  printf("  Lua: %ld places\n", n - 1);
  CHECK(n > 500);
}

static void test_singular(void)
{
  every(SINGULAR, 0, 1, "one factorisation");
  every(SINGULAR, 1, 1, "all factorisations from then on");
}

/* With fewer threads, or none, a run goes on as ever. */
static void test_threads(void)
{
  tally t = {0};
  CHECK(once(THREADS, 1, 0, &t) && once(THREADS, 2, 0, &t) && !once(THREADS, 3, 0, &t));
  CHECK(t.failed == 0 && t.recovered == 2);
}

/* HDF5 keeps what it could not write: a process of its own for each n. */
static void test_writes(void)
{
  long n = 0, failed = 0, kept = 0;
  sn_error e = {0};
  CHECK_OK(whole_run("old.h5", &e), e);
  for (int found = 1; found && harness_bad_here < 5;) {
    n++;
    CHECK(system("cp old.h5 disk.h5") == 0);
    (void)fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      sn_error why = {0};
      arm(WRITES, n, 1);
      const sn_status status = whole_run("disk.h5", &why);
      armed = NOTHING;
      const int good = (status == SN_OK) == !hit && (status == SN_OK || good_message(&why, status));
      if (!good) {
        printf("  write %ld, status %d: %s | %s | %s | %s\n", n, (int)status, why.where, why.what, why.why, why.fix);
        (void)fflush(stdout);
      }
      _exit(!good ? 43 : hit ? 41 : 40); /* not exit: what HDF5 keeps of a file it could not write is its own */
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == 40 || WEXITSTATUS(status) == 41));
    found = WIFEXITED(status) && WEXITSTATUS(status) == 41;
    failed += found;
    const int whole = readable("disk.h5");
    kept += found && whole;
    CHECK(whole);
    if (!whole) {
      printf("  write %ld: the result cannot be read\n", n);
    }
  }
  printf("  writes: %ld places, %ld errors, %ld results that can be read\n", n - 1, failed, kept);
  CHECK(n > 5);
}

int main(void)
{
  RUN(test_our_memory);
  RUN(test_lua_memory);
  RUN(test_singular);
  RUN(test_threads);
  RUN(test_writes);
  return REPORT();
}
