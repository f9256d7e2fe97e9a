/* tests/support/refused.h -- a model text that must not become a system, and what is said of it.
 */
#ifndef SN_TESTS_REFUSED_H
#define SN_TESTS_REFUSED_H
#include "support/simulated.h"

/* Parts of the message; why may be NULL. options: as for the language, or NULL. */
static inline void refused_text(const char *text, const sn_language_options *options, const char *what, const char *why,
                                const char *where)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_model *model = NULL;
  sn_frozen frozen;
  sn_error error = {0};
  const sn_language_text from = {"bad.lua", text, strlen(text), SN_TEST_FOLDER};
  sn_status status = sn_language_load_text(&from, options, arena, &model, &error);
  if (status == SN_OK) {
    status = sn_model_freeze(model, 0, arena, &frozen, &error);
  }
  CHECK(status == SN_EINPUT);
  CHECK_TEXT(error.what, what);
  CHECK_TEXT(error.why, why ? why : "");
  CHECK_TEXT(error.where, where);
  CHECK(error.fix[0] != '\0');
  sn_arena_free(arena);
}

#endif
