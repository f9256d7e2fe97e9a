/* tests/sweep/test_plan.c -- values of parameters: lists, steps, intervals; grids, random points, Latin hypercubes. */
#include "sweep/plan.h"

#include <stdlib.h>

#include "harness.h"

static sn_arena *arena;
static sn_error error;

static sn_plan made(sn_plan_kind kind, int n, const char *const *text, int runs, uint64_t seed)
{
  static sn_plan_axis axis[4];
  sn_plan p = {0};
  for (int i = 0; i < n; i++) {
    CHECK_OK(sn_plan_axis_read(text[i], arena, &axis[i], &error), error);
  }
  sn_plan_axis *own = SN_NEW(arena, sn_plan_axis, n);
  memcpy(own, axis, (size_t)n * sizeof *own);
  CHECK_OK(sn_plan_make(kind, own, n, runs, seed, arena, &p, &error), error);
  return p;
}

static void test_lists_and_steps(void)
{
  const sn_plan p = made(SN_PLAN_GRID, 2, (const char *const[]){"k=1e3,2e3,5e3", "c=0:0.1:1"}, 0, 0);
  CHECK(p.n_run == 33);
  CHECK(strcmp(sn_plan_value(&p, 0, 0), "1e3") == 0);
  CHECK(strcmp(sn_plan_value(&p, 3, 1), "0.3") == 0); /* and not 0.30000000000000004 */
  CHECK(strcmp(sn_plan_value(&p, 10, 1), "1") == 0);  /* both ends */
  CHECK(strcmp(sn_plan_value(&p, 11, 0), "2e3") == 0 && strcmp(sn_plan_value(&p, 11, 1), "0") == 0);
  CHECK(strcmp(sn_plan_value(&p, 32, 0), "5e3") == 0);
  const sn_plan q = made(SN_PLAN_GRID, 2, (const char *const[]){"a=1:-0.5:-1", "scheme=ed,ep"}, 0, 0);
  CHECK(q.n_run == 10);
  CHECK(strcmp(sn_plan_value(&q, 4, 0), "0") == 0); /* no -0, no 1e-17 */
  CHECK(strcmp(sn_plan_value(&q, 9, 0), "-1") == 0 && strcmp(sn_plan_value(&q, 9, 1), "ep") == 0);
  const sn_plan r = made(SN_PLAN_GRID, 1, (const char *const[]){"a=0:0.3:1"}, 0, 0);
  CHECK(r.n_run == 4); /* 1 is not met */
}

/* Each of n equal parts of every axis is met once. */
static void test_latin_hypercube(void)
{
  enum { N = 50 };
  const char *const text[] = {"k=1e3:5e3", "c=-1:1", "s=a,b,c,d,e"};
  const sn_plan p = made(SN_PLAN_LATIN, 3, text, N, 7);
  int met[2][N] = {{0}}, words[5] = {0};
  CHECK(p.n_run == N);
  for (int i = 0; i < N; i++) {
    const double k = atof(sn_plan_value(&p, i, 0)), c = atof(sn_plan_value(&p, i, 1));
    CHECK(k >= 1e3 && k < 5e3 && c >= -1 && c < 1);
    met[0][(int)((k - 1e3) / 4e3 * N)]++;
    met[1][(int)((c + 1) / 2 * N)]++;
    words[sn_plan_value(&p, i, 2)[0] - 'a']++;
  }
  for (int i = 0; i < N; i++) {
    CHECK(met[0][i] == 1 && met[1][i] == 1);
  }
  for (int i = 0; i < 5; i++) {
    CHECK(words[i] == N / 5);
  }
}

static void test_seeds(void)
{
  const char *const one[] = {"k=0:1"}, *const two[] = {"k=0:1", "c=0:1"};
  const sn_plan a = made(SN_PLAN_RANDOM, 1, one, 200, 3), b = made(SN_PLAN_RANDOM, 2, two, 200, 3);
  const sn_plan c = made(SN_PLAN_RANDOM, 1, one, 200, 4);
  double mean = 0, product = 0;
  int same = 0;
  for (int i = 0; i < 200; i++) {
    CHECK(strcmp(sn_plan_value(&a, i, 0), sn_plan_value(&b, i, 0)) == 0); /* an axis more changes no other */
    same += strcmp(sn_plan_value(&a, i, 0), sn_plan_value(&c, i, 0)) == 0;
    mean += atof(sn_plan_value(&b, i, 0)) / 200;
    product += (atof(sn_plan_value(&b, i, 0)) - 0.5) * (atof(sn_plan_value(&b, i, 1)) - 0.5) / 200;
  }
  CHECK(same == 0);
  CHECK_NEAR(mean, 0.5, 0.08);
  CHECK_NEAR(product, 0, 0.02); /* axes do not follow each other */
}

static void refused(const char *text, const char *why)
{
  sn_plan_axis axis;
  error = (sn_error){0};
  CHECK(sn_plan_axis_read(text, arena, &axis, &error) == SN_EINPUT);
  CHECK_TEXT(error.why, why);
  CHECK_TEXT(error.fix, "--set");
}

static void test_mistakes(void)
{
  refused("k", "NAME=VALUES");
  refused("=3", "NAME=VALUES");
  refused("k=", "NAME=VALUES");
  refused("k=1,,2", "empty");
  refused("k=1,2,1", "twice");
  refused("k=0:0:1", "do not lead to the end");
  refused("k=0:-1:1", "do not lead to the end");
  refused("k=0:1e-9:1", "million");
  refused("k=2:1", "interval is empty");
  refused("k=\"a\"", "quote");
  sn_plan_axis list[2];
  sn_plan p;
  CHECK_OK(sn_plan_axis_read("k=0:1", arena, list, &error), error);
  CHECK(sn_plan_make(SN_PLAN_GRID, list, 1, 0, 0, arena, &p, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "no step");
  CHECK_TEXT(error.fix, "--set k=0:0.1:1");
  CHECK_OK(sn_plan_axis_read("k=1:1:2000", arena, list, &error), error);
  CHECK_OK(sn_plan_axis_read("c=1:1:2000", arena, list + 1, &error), error);
  CHECK(sn_plan_make(SN_PLAN_GRID, list, 2, 0, 0, arena, &p, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "more than a million");
  list[1].name = "k";
  CHECK(sn_plan_make(SN_PLAN_GRID, list, 2, 0, 0, arena, &p, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "given twice");
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_lists_and_steps);
  RUN(test_latin_hypercube);
  RUN(test_seeds);
  RUN(test_mistakes);
  sn_arena_free(arena);
  return REPORT();
}
