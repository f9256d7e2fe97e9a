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
  const double x[] = {1, -3, 0.1, NAN, INFINITY, 1e300, 123456789012.0, -0.0, 0.1 + 0.2};
  for (int i = 0; i < 9; i++) {
    sn_json_raw(&j, i ? " " : "");
    sn_json_number(&j, x[i]);
  }
  CHECK(strcmp(j.text, "1 -3 0.1 null null 1e+300 123456789012 0 0.30000000000000004") == 0);
  sn_arena_free(arena);
}

static void test_structure(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_json j = {.arena = arena};
  sn_json_begin(&j, NULL, '{');
  sn_json_put_text(&j, "a", "x");
  sn_json_begin(&j, "b", '[');
  sn_json_begin(&j, NULL, '{');
  sn_json_put_flag(&j, "c", 1);
  sn_json_put_numbers(&j, "d", (double[]){1, 2.5}, 2);
  sn_json_end(&j, '{');
  sn_json_begin(&j, NULL, '{');
  sn_json_put_text(&j, "c", NULL);
  sn_json_end(&j, '{');
  sn_json_end(&j, '[');
  sn_json_begin(&j, "e", '[');
  sn_json_end(&j, '[');
  sn_json_put_raw(&j, "f", "{}");
  sn_json_end(&j, '{');
  CHECK(strcmp(j.text, "{\n  \"a\": \"x\",\n  \"b\": [\n    {\"c\": true, \"d\": [1, 2.5]},\n    {\"c\": null}],\n"
                       "  \"e\": [],\n  \"f\": {}\n}") == 0);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_structure);
  RUN(test_texts);
  RUN(test_numbers);
  return REPORT();
}
