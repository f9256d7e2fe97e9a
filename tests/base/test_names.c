/* tests/base/test_names.c -- names and their numbers: found again, replaced, also when there are many. */
#include <stdio.h>

#include "base/names.h"
#include "harness.h"

static void test_few(void)
{
  sn_arena *a = sn_arena_new(NULL);
  sn_names t = {0};
  CHECK(sn_names_find(&t, "rod") == -1);
  CHECK(sn_names_add(&t, "rod", 3, a) && sn_names_add(&t, "", 4, a));
  CHECK(sn_names_find(&t, "rod") == 3);
  CHECK(sn_names_find(&t, "") == 4);
  CHECK(sn_names_find(&t, "ro") == -1);
  CHECK(sn_names_find(&t, "rods") == -1);
  CHECK(sn_names_add(&t, "rod", 5, a) && t.n == 2);
  CHECK(sn_names_find(&t, "rod") == 5);
  sn_arena_free(a);
}

static void test_many(void)
{
  enum { N = 100000 };
  sn_arena *a = sn_arena_new(NULL);
  sn_names t = {0};
  for (int i = 0; i < N; i++) {
    CHECK(sn_names_add(&t, sn_arena_format(a, "n%d", i), i, a));
  }
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    char name[32];
    (void)snprintf(name, sizeof name, "n%d", i);
    wrong += sn_names_find(&t, name) != i;
  }
  CHECK(wrong == 0);
  CHECK(t.n == N);
  CHECK(sn_names_find(&t, "n100000") == -1);
  sn_arena_free(a);
}

int main(void)
{
  RUN(test_few);
  RUN(test_many);
  return REPORT();
}
