/* tests/support/written.c -- see written.h. */
#include "written.h"

#include <stdlib.h>

#include "language/language.h"
#include "tests/support/random_model.h"

mechanism written(const char *text)
{
  mechanism m = {.arena = sn_arena_new(NULL), .own = -1};
  sn_model *model = NULL;
  sn_frozen frozen;
  if (!m.arena) {
    abort();
  }
  m.status =
      sn_language_load_text(&(sn_language_text){"text", text, strlen(text), NULL}, NULL, m.arena, &model, &m.error);
  if (m.status == SN_OK) {
    m.status = sn_model_freeze(model, 0, m.arena, &frozen, &m.error);
  }
  if (m.status == SN_OK) {
    m.system = frozen.system;
    m.state = frozen.start;
  }
  return m;
}

mechanism random_written(uint64_t seed, int loops, int most_parts)
{
  static const random_view plain = {{{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}}, {{0, 0, 0}}, 1};
  random_model *text = malloc(sizeof *text); /* large */
  if (!text) {
    abort();
  }
  random_mechanism(text, seed, (random_wish){.loops = loops, .most_parts = most_parts}, plain);
  const mechanism m = written(text->text);
  free(text);
  return m;
}
