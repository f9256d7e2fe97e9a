/* tests/fuzz/fuzz_table.c -- columns of numbers: the bytes are the file that table_of reads. */
#include "fuzz.h"
#include "language/language.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char model[] =
      "local f = table_of('fuzz.csv', 2)\nlocal x = f(0.5)\nlocal g = table_of('fuzz.csv', 'v')\n"
      "point { at = {0, 0, 0}, mass = 1 }\n";
  if (!fuzz_file("fuzz.csv", data, size)) {
    return 0;
  }
  sn_arena *arena = sn_arena_new(NULL);
  sn_model *m = NULL;
  sn_error e = {0};
  fuzz_verdict(sn_language_load_text(&(sn_language_text){"m.lua", model, sizeof model - 1, ""}, NULL, arena, &m, &e),
               &e);
  sn_arena_free(arena);
  return 0;
}
