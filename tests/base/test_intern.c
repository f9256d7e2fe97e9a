/* tests/base/test_intern.c -- equal lists are one, others are not; any number of them. */
#include "base/intern.h"
#include "harness.h"

static void test_equal(void)
{
  sn_arena *scratch = sn_arena_new(NULL), *arena = sn_arena_new(NULL);
  sn_lists *l = sn_lists_new(scratch, arena);
  const int a[3] = {1, 2, 3}, b[3] = {1, 2, 4};
  const double x[2] = {0.0, 1.5}, y[2] = {-0.0, 1.5};
  const int *one = sn_lists_keep(l, a, 3);
  CHECK(one && one != a && memcmp(one, a, sizeof a) == 0);
  CHECK(sn_lists_keep(l, a, 3) == one);
  CHECK(sn_lists_keep(l, b, 3) != one);
  CHECK(sn_lists_keep(l, a, 2) != one);
  const double *first = sn_lists_keep_bits(l, x, 2, sizeof *x);
  CHECK(first == sn_lists_keep_bits(l, x, 2, sizeof *x));
  CHECK(first != sn_lists_keep_bits(l, y, 2, sizeof *y)); /* bits count, not values */
  CHECK(sn_lists_kept(l) == 3 * sizeof(int) * 2 + 2 * sizeof(int) + 4 * sizeof(double));
  sn_arena_free(scratch); /* what is kept outlives the table */
  CHECK(memcmp(one, a, sizeof a) == 0 && memcmp(first, x, sizeof x) == 0);
  sn_arena_free(arena);
}

static void test_many(void)
{
  enum { MANY = 5000 };
  static const int *kept[MANY];
  sn_arena *scratch = sn_arena_new(NULL), *arena = sn_arena_new(NULL);
  sn_lists *l = sn_lists_new(scratch, arena);
  int wrong = 0;
  for (int i = 0; i < 2 * MANY; i++) {
    const int list[2] = {i % MANY, -i % MANY};
    const int *p = sn_lists_keep(l, list, 2);
    wrong += i < MANY ? !p : p != kept[i % MANY];
    kept[i % MANY] = p;
  }
  CHECK(wrong == 0);
  CHECK(sn_lists_kept(l) == MANY * 2 * sizeof(int));
  sn_arena_free(scratch);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_equal);
  RUN(test_many);
  return REPORT();
}
