/* tests/files.h -- small files of tests: what a command printed, a model text. */
#ifndef SN_TESTS_FILES_H
#define SN_TESTS_FILES_H
#include <stdio.h>

#include "harness.h"

/* All of a file, cut to size; "" if there is none. */
static inline void slurp(const char *file, char *text, size_t size)
{
  FILE *f = fopen(file, "rb");
  const size_t n = f ? fread(text, 1, size - 1, f) : 0;
  text[n] = '\0';
  if (f) {
    (void)fclose(f);
  }
}

static inline void write_text(const char *file, const char *text)
{
  FILE *f = fopen(file, "wb");
  CHECK(f != NULL);
  if (f) {
    (void)fputs(text, f);
    (void)fclose(f);
  }
}

#endif
