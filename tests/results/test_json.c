/* tests/results/test_json.c -- escaping and numbers of the small JSON writer. */
#include "results/json.h"

#include "harness.h"

static void test_texts(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_json j = {.arena = arena};
  sn_json_text(&j, "a\"b\\c\n\x01 \xc3\xa9 \xff\xc3");
  CHECK(j.text && strcmp(j.text, "\"a\\\"b\\\\c\\u000a\\u0001 \xc3\xa9 ??\"") == 0);
  sn_arena_free(arena);
}

static void test_numbers(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_json j = {.arena = arena};
  const double x[] = {1, -3, 0.1, NAN, INFINITY, 1e300, 123456789012.0};
  for (int i = 0; i < 7; i++) {
    sn_json_raw(&j, i ? " " : "");
    sn_json_number(&j, x[i]);
  }
  CHECK(strcmp(j.text, "1 -3 0.10000000000000001 null null 1.0000000000000001e+300 123456789012") == 0);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_texts);
  RUN(test_numbers);
  return REPORT();
}
