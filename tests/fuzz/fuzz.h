/* tests/fuzz/fuzz.h -- one target: any bytes in, no crash, no leak, no internal error.
 * Who:     each target is a file fuzz_NAME.c with this one function. libFuzzer calls it (tools/fuzz.sh, `make fuzz`); the
 *          suite replays the corpus through replay.c, with any compiler.
 */
#ifndef SN_TESTS_FUZZ_H
#define SN_TESTS_FUZZ_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A failure must be told in words; an internal error is a finding. */
static inline void fuzz_verdict(sn_status status, const sn_error *e)
{
  if (status != SN_OK && (!e->what[0] || status == SN_EBUG || e->status != status)) {
    fprintf(stderr, "status %d: %s | %s | %s | %s\n", (int)status, e->where, e->what, e->why, e->fix);
    abort();
  }
}

/* A file with these bytes in the working folder. */
static inline int fuzz_file(const char *name, const uint8_t *data, size_t size)
{
  FILE *f = fopen(name, "wb");
  const int good = f && fwrite(data, 1, size, f) == size;
  return f && fclose(f) == 0 && good;
}

#endif
