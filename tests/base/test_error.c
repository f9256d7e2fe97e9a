/* tests/base/test_error.c -- the error object: four parts, cut texts, NULL. */
#include "base/error.h"
#include "tests/harness.h"

static void test_four_parts(void)
{
  sn_error e = {0};
  CHECK(sn_fail(&e, SN_EMODEL, "crane.lua:4", "what", NULL, "do this") == SN_EMODEL);
  CHECK(e.status == SN_EMODEL);
  CHECK(strcmp(e.where, "crane.lua:4") == 0 && strcmp(e.what, "what") == 0 && strcmp(e.why, "") == 0 &&
        strcmp(e.fix, "do this") == 0);
  /* a new failure leaves nothing of the old one */
  CHECK(sn_failf(&e, SN_EINPUT, "%d of %s", 3, "x") == SN_EINPUT);
  CHECK(strcmp(e.what, "3 of x") == 0 && !e.where[0] && !e.why[0] && !e.fix[0]);
}

static void test_first_where_wins(void)
{
  sn_error e = {0};
  sn_failf(&e, SN_EINPUT, "what");
  sn_error_where(&e, "inner %d", 1);
  sn_error_where(&e, "outer");
  sn_error_why(&e, "one");
  sn_error_why(&e, "two");
  sn_error_fix(&e, "%s", "fix");
  CHECK(strcmp(e.where, "inner 1") == 0);
  CHECK(strcmp(e.why, "two") == 0);
  CHECK(strcmp(e.fix, "fix") == 0);
}

static void test_long_texts_are_cut(void)
{
  char text[2000];
  sn_error e;
  memset(text, 'a', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  sn_fail(&e, SN_EIO, text, text, text, text);
  CHECK(strlen(e.where) == sizeof e.where - 1 && strcmp(e.where + sizeof e.where - 4, "...") == 0);
  CHECK(strlen(e.fix) == sizeof e.fix - 1 && strcmp(e.fix + sizeof e.fix - 4, "...") == 0);
  sn_failf(&e, SN_EIO, "%s", text);
  CHECK(strlen(e.what) == sizeof e.what - 1 && strcmp(e.what + sizeof e.what - 4, "...") == 0);
  text[sizeof e.what - 1] = '\0'; /* just fits */
  sn_failf(&e, SN_EIO, "%s", text);
  CHECK(strcmp(e.what, text) == 0);
}

static void test_without_an_object(void)
{
  CHECK(sn_fail(NULL, SN_EIO, "a", "b", "c", "d") == SN_EIO);
  CHECK(sn_failf(NULL, SN_ENOMEM, "%d", 1) == SN_ENOMEM);
  CHECK(sn_broken(NULL, "a == b", "f.c", 1) == SN_EBUG);
  sn_error_where(NULL, "x");
  sn_error_why(NULL, "x");
  sn_error_fix(NULL, "x");
}

static sn_status needs_two(int n, sn_error *error)
{
  SN_REQUIRE(n == 2, error);
  return SN_OK;
}

static sn_status tries(int n, sn_error *error)
{
  SN_TRY(needs_two(n, error));
  return SN_OK;
}

static void test_invariants(void)
{
  sn_error e = {0};
  CHECK(tries(2, &e) == SN_OK);
  CHECK(tries(3, &e) == SN_EBUG && e.status == SN_EBUG);
  CHECK_TEXT(e.what, "n == 2");
  CHECK_TEXT(e.where, "test_error.c");
  SN_ASSERT(e.status == SN_EBUG);
}

static void test_no_memory(void)
{
  sn_error e = {0};
  CHECK(sn_no_memory(&e, "the model") == SN_ENOMEM && e.status == SN_ENOMEM);
  CHECK_TEXT(e.what, "There is not enough memory for the model.");
  CHECK(e.fix[0]);
  CHECK(sn_no_memory(NULL, "anything") == SN_ENOMEM);
}

int main(void)
{
  RUN(test_four_parts);
  RUN(test_no_memory);
  RUN(test_first_where_wins);
  RUN(test_long_texts_are_cut);
  RUN(test_without_an_object);
  RUN(test_invariants);
  return REPORT();
}
