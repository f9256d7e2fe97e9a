/* tests/fuzz/fuzz_gmsh.c -- MSH files as the mesh of a shell: reader, checks, freezing. */
#include "fuzz.h"
#include "language/language.h"

static sn_status go(const char *text, sn_arena *arena, sn_error *error)
{
  static const char model[] =
      "shell { name = 's', mesh = { file = 'a.msh' }, thickness = 0.01, E = 1e9, nu = 0.3,\n"
      "  density = 1000, edges = { left = { clamped = true } } }\nrun { dt = 1e-3, duration = 1 }\n";
  const sn_included file = {"a.msh", text};
  const sn_language_options options = {.file = &file, .n_file = 1, .memory_bytes = 32 << 20};
  sn_model *m = NULL;
  sn_frozen frozen;
  SN_TRY(
      sn_language_load_text(&(sn_language_text){"m.lua", model, sizeof model - 1, NULL}, &options, arena, &m, error));
  return sn_model_freeze(m, 0, arena, &frozen, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  sn_arena *arena = sn_arena_new(NULL);
  char *text = malloc(size + 1);
  sn_error e = {0};
  if (text) {
    memcpy(text, data, size);
    text[size] = '\0';
    fuzz_verdict(go(text, arena, &e), &e);
  }
  free(text);
  sn_arena_free(arena);
  return 0;
}
