/* language/unused.c -- names of a model that nothing uses: parameters and inputs that are never read, groups that are never placed.
 * How:     a parameter lives in a table of its own until it is read for the first time (sandbox.c), so its use is seen.
 * Limits:  local variables and functions are Lua's own business: they are not seen.
 * Tests:   tests/mistakes/unused_parameter.lua, unused_group.lua, unused_input.lua.
 */
#include "language/language_private.h"

sn_lang_name *sn_lang_expect_use(sn_lang *s, const char *name, const char *warning)
{
  sn_lang_name *n = SN_NEW(s->arena, sn_lang_name, 1);
  if (!n) {
    sn_lang_no_memory(s);
  }
  *n = (sn_lang_name){sn_lang_copy(s, name), sn_lang_where(s), warning, 0};
  if (!SN_ROOM(s->work, s->names) || !sn_names_add(&s->known, n->name, s->names.n, s->work)) {
    sn_lang_no_memory(s);
  }
  s->names.at[s->names.n++] = n;
  return n;
}

void sn_lang_used(sn_lang *s, const char *name)
{
  const int k = sn_names_find(&s->known, name);
  if (k >= 0) {
    s->names.at[k]->used = 1;
  }
}

void sn_lang_warn_unused(sn_lang *s)
{
  for (int k = 0; k < s->names.n; k++) {
    const sn_lang_name *n = s->names.at[k];
    if (!n->used && sn_model_warn(s->model, n->where, &s->error, "%s", n->warning) != SN_OK) {
      sn_lang_raise(s);
    }
  }
  for (int i = 0; i < sn_model_inputs(s->model); i++) {
    const sn_model_input *x = sn_model_input_at(s->model, i);
    if (!x->used && sn_model_warn(s->model, x->where, &s->error,
                                  "the input '%.60s' is never used: no force, torque, drive or channel reads it",
                                  x->name) != SN_OK) {
      sn_lang_raise(s);
    }
  }
  s->names.n = 0;
}
