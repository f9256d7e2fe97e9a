/* model/warning.c -- things that are allowed but look like a mistake; `sinew check` and `sinew run` print them.
 * Who:     the language warns of names that nothing uses, session/warnings.c of things that nothing touches and of numbers
 *          that look like another unit.
 * Tests:   tests/mistakes (files that begin with `-- check`).
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/model_private.h"

sn_status sn_model_add_warning(sn_model *m, const sn_warning *w, sn_error *error)
{
  sn_warning own = *w;
  const char **const text[] = {&own.where, &own.text, &own.kind, &own.item, &own.unit};
  for (int i = 0; i < m->warning.n; i++) { /* a part made in a loop is warned of once */
    if (strcmp(m->warning.at[i].text, w->text) == 0) {
      return SN_OK;
    }
  }
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    *text[i] = sn_arena_text(m->arena, *text[i] ? *text[i] : "");
    if (!*text[i]) {
      return sn_no_memory(error, "the model");
    }
  }
  if (!SN_ROOM(m->arena, m->warning)) {
    return sn_no_memory(error, "the model");
  }
  m->warning.at[m->warning.n++] = own;
  return SN_OK;
}

sn_status sn_model_warn(sn_model *m, const char *where, sn_error *error, const char *format, ...)
{
  enum { MOST = 200 }; /* more are not read, and each is compared with those before */
  char text[600];
  va_list list;
  if (m->warning.n > MOST) {
    return SN_OK;
  }
  va_start(list, format);
  (void)vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (m->warning.n == MOST) {
    where = "";
    (void)snprintf(text, sizeof text, "there are more warnings than these %d", MOST);
  }
  return sn_model_add_warning(m, &(sn_warning){.where = where, .text = text, .kind = "model"}, error);
}

int sn_model_warnings(const sn_model *m)
{
  return m->warning.n;
}

const sn_warning *sn_model_warning_at(const sn_model *m, int i)
{
  return m->warning.at + i;
}
