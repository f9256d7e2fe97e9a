/* language/version.c -- language { version = 1 }: which version of the language a model is written in.
 * What:    a model that says so gets one clear message from a program that is too old for it, in place of one about the
 *          first word that this program does not know. Optional; it belongs on the first line.
 * Rule:    SN_LANGUAGE_VERSION grows when words or fields are added that older programs do not know. Older versions are
 *          always understood.
 * Tests:   tests/mistakes, tests/language/test_language.c.
 */
#include "language/language_private.h"

typedef struct {
  int version;
} language;
static const sn_input inputs[] = {{"version", SN_COUNT, "", "version of the language the model is written in",
                                   SN_MEMBER(language, version), SN_BETWEEN(1, INFINITY), .required = 1},
                                  {0}};

static int set_language(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  static const sn_input table = {"language", SN_TABLE, "", "", .sub = inputs};
  language p = {0};
  sn_lang_check_making(s, "language");
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE) {
    sn_lang_error(s, "language takes one table.");
    sn_error_fix(&s->error, "Write language { version = %d }.", SN_LANGUAGE_VERSION);
    sn_lang_raise(s);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const char *where = sn_lang_where(s);
  sn_value v = sn_lang_value(s, 1, &table, "language");
  v.where = where;
  if (sn_fields_fill(inputs, &v, &p, s->scratch, "language", where, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  if (p.version > SN_LANGUAGE_VERSION) {
    sn_lang_error(s, "The model is written in version %d of the language.", p.version);
    sn_error_why(&s->error, "This program knows versions up to %d.", SN_LANGUAGE_VERSION);
    sn_error_fix(&s->error, "Install a newer Sinew; `sinew --version` says which one this is.");
    sn_lang_raise(s);
  }
  sn_arena_reset(s->scratch, mark);
  return 0;
}

void sn_lang_open_version(sn_lang *s)
{
  sn_lang_global(s, "language", set_language, NULL);
}
