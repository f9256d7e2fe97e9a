/* tests/fuzz/fuzz_surface.c -- STL and OBJ: the first byte says which, the rest is the file. */
#include "fuzz.h"
#include "mesh/surface.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 1) {
    return 0;
  }
  sn_arena *arena = sn_arena_new(NULL);
  const sn_surface *s = NULL;
  sn_error e = {0};
  fuzz_verdict(sn_surface_parse(data[0] & 1 ? "a.obj" : "a.stl", (const char *)data + 1, size - 1, arena, &s, &e), &e);
  sn_arena_free(arena);
  return 0;
}
