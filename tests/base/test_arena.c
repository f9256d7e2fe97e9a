/* tests/base/test_arena.c -- alignment, zeroing, mark and reset, and an allocator whose n-th call fails. */
#include "base/array.h"
#include "tests/harness.h"
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  int calls, fail_at, live; /* fail_at: the call that fails, and all after it; 0: none */
} counting;

static void *count_allocate(void *data, size_t size)
{
  counting *c = data;
  c->calls++;
  if (c->fail_at && c->calls >= c->fail_at) {
    return NULL;
  }
  void *memory = malloc(size);
  if (memory) {
    memset(memory, 0xAB, size); /* dirty: zeroing is the arena's work */
    c->live++;
  }
  return memory;
}

static void count_release(void *data, void *memory)
{
  ((counting *)data)->live--;
  free(memory);
}

static int all_zero(const void *memory, size_t n)
{
  const unsigned char *p = memory;
  for (size_t i = 0; i < n; i++) {
    if (p[i]) {
      return 0;
    }
  }
  return 1;
}

static void aligned_and_zeroed(const sn_allocator *allocator)
{
  sn_arena *a = sn_arena_new(allocator);
  CHECK(a != NULL);
  unsigned char *before = NULL;
  for (size_t n = 0; n < 3000; n += 7) {
    unsigned char *p = sn_arena_get(a, n, 3);
    CHECK(p && (uintptr_t)p % 32 == 0 && all_zero(p, 3 * n));
    if (p) {
      memset(p, 0xCD, 3 * n);
    }
    CHECK(p != before);
    before = p;
  }
  CHECK(sn_arena_bytes(a) > 0);
  sn_arena_free(a);
}

static void test_aligned_and_zeroed(void)
{
  counting c = {0};
  aligned_and_zeroed(&(sn_allocator){count_allocate, count_release, &c});
  CHECK(c.live == 0);
  aligned_and_zeroed(NULL);
  sn_arena_free(NULL);
}

static void test_overflow(void)
{
  sn_arena *a = sn_arena_new(NULL);
  CHECK(sn_arena_get(a, SIZE_MAX / 2, 3) == NULL);
  CHECK(sn_arena_get(a, SIZE_MAX, 1) == NULL);
  CHECK(sn_arena_get(a, SIZE_MAX - 64, 1) == NULL);
  CHECK(SN_NEW(a, double, 4) != NULL); /* still of use */
  sn_arena_free(a);
}

static void test_text(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const char *t = sn_arena_text(a, "rod"), *f = sn_arena_format(a, "%s_%05d", "body", 12);
  CHECK(strcmp(t, "rod") == 0);
  CHECK(strcmp(f, "body_00012") == 0);
  const int *old = memcpy(SN_NEW(a, int, 3), (int[]){1, 2, 3}, 3 * sizeof(int));
  const int *grown = sn_arena_grow(a, old, 3, 5, sizeof *grown);
  CHECK(grown[0] == 1 && grown[2] == 3 && grown[3] == 0 && grown[4] == 0);
  const int *fresh = sn_arena_grow(a, NULL, 0, 2, sizeof *fresh);
  CHECK(fresh[0] == 0 && fresh[1] == 0);
  sn_arena_free(a);
}

/* One "step": allocations of uneven size between mark and reset. */
static int step(sn_arena *a, int salt)
{
  int good = 1;
  for (int k = 0; k < 40; k++) {
    const size_t n = (size_t)((k * 7919 + salt) % 9000);
    unsigned char *p = sn_arena_get(a, n, 1);
    good = good && p && all_zero(p, n);
    if (p) {
      memset(p, 0x77, n);
    }
  }
  return good;
}

static void test_reset_allocates_nothing(void)
{
  counting c = {0};
  sn_arena *a = sn_arena_new(&(sn_allocator){count_allocate, count_release, &c});
  const sn_arena_mark empty = sn_arena_here(a);
  step(a, 1);
  sn_arena_reset(a, empty); /* a mark taken before the first chunk */
  double *kept = SN_NEW(a, double, 10);
  for (int k = 0; k < 10; k++) {
    kept[k] = k;
  }
  const sn_arena_mark mark = sn_arena_here(a);
  CHECK(step(a, 1));
  sn_arena_reset(a, mark);
  const int calls = c.calls;
  for (int k = 0; k < 50; k++) {
    CHECK(step(a, 1));
    sn_arena_reset(a, mark);
  }
  CHECK(c.calls == calls);
  CHECK(kept[9] == 9);
  sn_arena_free(a);
  CHECK(c.live == 0);
}

/* What is handed out again, in part or beyond where it ended before, is zero as well. */
static void test_zeros_after_reset(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const sn_arena_mark mark = sn_arena_here(a);
  for (int k = 0; k < 20; k++) {
    CHECK(step(a, 1 + 977 * k));
    sn_arena_reset(a, mark);
    const size_t n = 1 + 3001 * (size_t)k;
    unsigned char *p = sn_arena_get(a, n, 1);
    CHECK(p && all_zero(p, n));
    memset(p, 0x55, n);
    sn_arena_reset(a, mark);
  }
  sn_arena_free(a);
}

/* freed with the parent, or before, in any order */
static void test_children(void)
{
  sn_arena *parent = sn_arena_new(NULL);
  sn_arena *a = sn_arena_child(parent), *b = sn_arena_child(parent), *c = sn_arena_child(a);
  CHECK(a && b && c && SN_NEW(a, double, 5000) && SN_NEW(b, double, 1) && SN_NEW(c, double, 100000));
  sn_arena_free(b);
  CHECK(SN_NEW(a, double, 5000) && SN_NEW(parent, double, 10));
  sn_arena *d = sn_arena_child(parent);
  CHECK(d && SN_NEW(d, int, 3));
  sn_arena_free(a); /* c with it */
  sn_arena_free(parent);
}

static void test_lists(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  SN_LIST(int) list = {0};
  double *number = NULL;
  int n = 0, room = 0, good = 1;
  for (int i = 0; i < 1000 && good; i++) {
    good = SN_ROOM(arena, list) && SN_GROW(arena, number, n, room);
    if (good) {
      CHECK(list.at[list.n] == 0 && number[n] == 0); /* new places are zero */
      list.at[list.n++] = i;
      number[n++] = 0.5 * i;
    }
  }
  CHECK(good && list.n == 1000 && list.room >= 1000 && n == 1000 && room == list.room);
  for (int i = 0; i < list.n; i++) {
    CHECK(list.at[i] == i && number[i] == 0.5 * i);
  }
  sn_arena_free(arena);
}

/* Without memory a list stays as it was. */
static void test_list_without_memory(void)
{
  counting c = {.fail_at = 3};
  const sn_allocator allocator = {count_allocate, count_release, &c};
  sn_arena *arena = sn_arena_new(&allocator);
  SN_LIST(double) list = {0};
  while (list.n < 1000000 && SN_ROOM(arena, list)) {
    list.at[list.n] = list.n;
    list.n++;
  }
  CHECK(list.n > 0 && list.n < 1000000 && list.n == list.room);
  CHECK(list.n > 0 && list.at[list.n - 1] == list.n - 1);
  CHECK(!SN_ROOM(arena, list));
  sn_arena_free(arena);
}

static void test_every_allocation_fails_in_turn(void)
{
  counting probe = {0};
  sn_arena *a = sn_arena_new(&(sn_allocator){count_allocate, count_release, &probe});
  step(a, 3);
  sn_arena_free(a);
  CHECK(probe.calls > 2);
  for (int fail = 1; fail <= probe.calls; fail++) {
    counting c = {.fail_at = fail};
    a = sn_arena_new(&(sn_allocator){count_allocate, count_release, &c});
    CHECK((a == NULL) == (fail == 1));
    if (a) {
      CHECK(!step(a, 3));
      CHECK(sn_arena_get(a, 1u << 20, 1) == NULL);
      CHECK(sn_arena_format(a, "%1000000d", 1) == NULL);
      CHECK(sn_arena_grow(a, "x", 1, 1u << 20, 1) == NULL);
    }
    sn_arena_free(a);
    CHECK(c.live == 0);
  }
}

int main(void)
{
  RUN(test_aligned_and_zeroed);
  RUN(test_overflow);
  RUN(test_text);
  RUN(test_reset_allocates_nothing);
  RUN(test_zeros_after_reset);
  RUN(test_children);
  RUN(test_lists);
  RUN(test_list_without_memory);
  RUN(test_every_allocation_fails_in_turn);
  return REPORT();
}
