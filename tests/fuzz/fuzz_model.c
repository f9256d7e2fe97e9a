/* tests/fuzz/fuzz_model.c -- model text -> model -> freeze -> start -> warnings, and a few steps. */
#include <math.h>

#include "fuzz.h"
#include "language/language.h"
#include "session/session.h"

static sn_status go(const char *text, size_t size, sn_arena *arena, sn_session *s, sn_error *error)
{
  const sn_language_options options = {.memory_bytes = 32 << 20, .instructions = 200000};
  sn_model *m = NULL;
  SN_TRY(sn_language_load_text(&(sn_language_text){"m.lua", text, size, NULL}, &options, arena, &m, error));
  if (sn_model_items(m) > 60) {
    return SN_OK; /* large models take long, and show nothing new */
  }
  SN_TRY(sn_session_open(s, m, "m", arena, error));
  if (s->frozen.system->n_vector > 300) {
    return SN_OK;
  }
  SN_TRY(sn_session_warnings(s, error));
  SN_TRY(sn_session_settings(s, NAN, error));
  return sn_session_start(s, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_session s = {0};
  sn_error e = {0};
  fuzz_verdict(go((const char *)data, size, arena, &s, &e), &e);
  sn_session_close(&s);
  sn_arena_free(arena);
  return 0;
}
