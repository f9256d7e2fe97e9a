/* language/unused.c -- names of a model that nothing uses: parameters that are never read, groups that are never placed.
 * How:     a parameter lives in a table of its own until it is read for the first time (sandbox.c), so its use is seen.
 * Limits:  local variables and functions are Lua's own business: they are not seen.
 * Tests:   tests/mistakes/unused_parameter.lua, unused_group.lua.
 */
#include "language/language_private.h"

sn_lang_name *sn_lang_expect_use(sn_lang *s, const char *name, const char *warning)
{
  sn_lang_name *n = SN_NEW(s->arena, sn_lang_name, 1);
  if (!n) {
    sn_lang_no_memory(s);
  }
  *n = (sn_lang_name){sn_lang_copy(s, name), sn_lang_where(s), warning, 0, s->names};
  s->names = n;
  return n;
}

void sn_lang_warn_unused(sn_lang *s)
{
  sn_lang_name *first = NULL; /* in the order of the model */
  for (sn_lang_name *n = s->names, *next; n; n = next) {
    next = n->next;
    n->next = first;
    first = n;
  }
  s->names = NULL;
  for (const sn_lang_name *n = first; n; n = n->next) {
    if (!n->used && sn_model_warn(s->model, n->where, &s->error, "%s", n->warning) != SN_OK) {
      sn_lang_raise(s);
    }
  }
}
