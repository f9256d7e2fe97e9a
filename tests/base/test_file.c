/* tests/base/test_file.c -- whole files into memory: contents, limits, folders, what is not there. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include <unistd.h>

#include "harness.h"

static const char path[] = SN_TEST_BUILD "/test_file.bin";

static void test_contents(void)
{
  sn_arena *a = sn_arena_new(NULL);
  sn_error e = {0};
  const char *bytes = NULL;
  size_t size = 1;
  for (size_t n = 0; n < 40000; n = 3 * n + 1) {
    FILE *f = fopen(path, "wb");
    CHECK(f != NULL);
    for (size_t k = 0; f && k < n; k++) {
      fputc((int)(k * k % 251), f);
    }
    if (f) {
      fclose(f);
    }
    CHECK_OK(sn_file_read(path, n, a, &bytes, &size, &e), e);
    CHECK(size == n && bytes[n] == '\0');
    for (size_t k = 0; k < n; k++) {
      CHECK((unsigned char)bytes[k] == k * k % 251);
    }
    CHECK(n == 0 || sn_file_read(path, n - 1, a, &bytes, &size, &e) == SN_EIO);
    CHECK(n == 0 || strstr(e.what, "is too large"));
  }
  remove(path);
  sn_arena_free(a);
}

/* /dev/zero has no size and no end: the limit holds for it too */
static void test_mistakes(void)
{
  sn_arena *a = sn_arena_new(NULL);
  sn_error e = {0};
  const char *bytes = NULL;
  size_t size = 0;
  CHECK(sn_file_read(path, 100, a, &bytes, &size, &e) == SN_EIO);
  CHECK_TEXT(e.what, "cannot be read");
  CHECK(sn_file_read(SN_TEST_SOURCE "/tests", 1 << 20, a, &bytes, &size, &e) == SN_EIO);
  CHECK_TEXT(e.what, "may be a folder");
  CHECK(sn_file_read("/dev/zero", 1 << 20, a, &bytes, &size, &e) == SN_EIO);
  CHECK_TEXT(e.what, "more than 1 MB");
  sn_arena_free(a);
}

/* a link counts as what it points to; a name without anything, and a link to nothing, are free */
static void test_in_the_way(void)
{
  static const char link[] = SN_TEST_BUILD "/test_file.link";
  FILE *f = fopen(path, "wb");
  CHECK(f != NULL);
  if (f) {
    fclose(f);
  }
  CHECK(!sn_file_in_the_way(path));
  remove(link);
  CHECK(symlink(path, link) == 0 && !sn_file_in_the_way(link));
  remove(path);
  CHECK(!sn_file_in_the_way(path) && !sn_file_in_the_way(link));
  remove(link);
  CHECK_TEXT(sn_file_in_the_way(SN_TEST_SOURCE "/tests"), "folder");
  CHECK_TEXT(sn_file_in_the_way("/dev/null"), "device");
  CHECK(symlink("/dev/null", link) == 0);
  CHECK_TEXT(sn_file_in_the_way(link), "device");
  remove(link);
}

int main(void)
{
  RUN(test_contents);
  RUN(test_mistakes);
  RUN(test_in_the_way);
  return REPORT();
}
