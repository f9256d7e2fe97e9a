/* language/parameter.c -- param { name = default, ... }: globals that `--set name=value` overrides; run.name: fields of run.
 * Rule:    an override has the type of the default; one that no param defines is an error with the nearest name.
 * Tests:   tests/language/test_language.c, test_mistakes.c.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/unit.h"
#include "language/language_private.h"

static _Noreturn void bad_override(sn_lang *s, const char *name, const char *text, const char *expected)
{
  sn_lang_error(s, "The parameter '%.60s' cannot be set to \"%.60s\".", name, text);
  sn_error_why(&s->error, "Its default is %s, so its value must be one.", expected);
  sn_error_fix(&s->error, "Write --set %.60s=%s.", name, strcmp(expected, "a number") == 0 ? "1.5" : "true");
  sn_lang_raise(s);
}

/* The value at the top of the stack is the default; it is replaced by the override, if there is one. */
static void override(sn_lang *s, const char *name)
{
  lua_State *L = s->L;
  for (int k = 0; k < s->options.n_override; k++) {
    const sn_override *o = s->options.override + k;
    if (strcmp(o->name, name) != 0) {
      continue;
    }
    s->override_used[k] = 1;
    const int type = lua_type(L, -1);
    lua_pop(L, 1);
    if (type == LUA_TNUMBER) {
      char *end;
      const double x = strtod(o->value, &end);
      if (end == o->value || *end || !isfinite(x)) {
        bad_override(s, name, o->value, "a number");
      }
      lua_Integer whole;
      if (x == floor(x) && !strpbrk(o->value, ".eExX") && lua_numbertointeger(x, &whole)) {
        lua_pushinteger(L, whole); /* stays a whole number: it may be a count */
      } else {
        lua_pushnumber(L, x);
      }
    } else if (type == LUA_TBOOLEAN) {
      const int yes = strcmp(o->value, "true") == 0;
      if (!yes && strcmp(o->value, "false") != 0) {
        bad_override(s, name, o->value, "true or false");
      }
      lua_pushboolean(L, yes);
    } else {
      lua_pushstring(L, o->value);
    }
  }
}

static void define(sn_lang *s, const char *name)
{
  lua_State *L = s->L; /* stack: .., parameters, value */
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.builtin");
  if (lua_getfield(L, -1, name) != LUA_TNIL && !sn_unit_function(name)) {
    sn_lang_error(s, "A parameter cannot be called '%.60s': this is a name of the language.", name);
    sn_error_fix(&s->error, "Choose another name, for example %.60s_0.", name);
    sn_lang_raise(s);
  }
  lua_pop(L, 2);
  const int type = lua_type(L, -1);
  if (type != LUA_TNUMBER && type != LUA_TBOOLEAN && type != LUA_TSTRING) {
    sn_lang_error(s, "The parameter '%.60s' is a %s.", name, luaL_typename(L, -1));
    sn_error_why(&s->error, "Parameters are numbers, texts, true or false, so that --set can override them.");
    sn_error_fix(&s->error, "Use several numbers, or an ordinary variable.");
    sn_lang_raise(s);
  }
  override(s, name);
  if (lua_type(L, -1) == LUA_TNUMBER && !isfinite(lua_tonumber(L, -1))) {
    sn_lang_error(s, "The parameter '%.60s' is not a finite number.", name);
    sn_error_fix(&s->error, "Check the formula of its default.");
    sn_lang_raise(s);
  }
  sn_parameter p = {.name = sn_lang_copy(s, name), .where = sn_lang_where(s)};
  p.value.type = type == LUA_TNUMBER ? SN_VALUE_NUMBER : type == LUA_TBOOLEAN ? SN_VALUE_FLAG : SN_VALUE_TEXT;
  p.value.number = type == LUA_TNUMBER ? lua_tonumber(L, -1) : type == LUA_TBOOLEAN ? lua_toboolean(L, -1) : 0;
  p.value.text = type == LUA_TSTRING ? sn_lang_copy(s, sn_lang_text(s, -1)) : NULL;
  if (sn_model_parameter(s->model, &p, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  const char *warning = sn_arena_format(s->arena, "the parameter '%.60s' is never used", name);
  if (!warning) {
    sn_lang_no_memory(s);
  }
  sn_lang_expect_use(s, name, warning);
  lua_pushstring(L, name);
  lua_insert(L, -2);
  lua_rawset(L, -3);
}

static int param(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "param");
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE || lua_rawlen(L, 1) > 0) {
    sn_lang_error(s, "param takes one table of named values.");
    sn_error_fix(&s->error, "Write param { length = 1.0, mass = 2.0 }.");
    sn_lang_raise(s);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const sn_lang_names names = sn_lang_keys(s, 1);
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.parameter");
  for (int k = 0; k < names.n; k++) {
    lua_getfield(L, 1, names.name[k]);
    define(s, names.name[k]);
  }
  sn_arena_reset(s->scratch, mark);
  return 0;
}

/* --set run.dt=1e-3: a field of run { ... }; 0: this is no such name. */
static int set_run(sn_lang *s, const sn_override *o)
{
  static const char prefix[] = "run.";
  const size_t n = sizeof prefix - 1;
  if (strncmp(o->name, prefix, n) != 0) {
    return 0;
  }
  if (sn_model_set_run(s->model, sn_lang_copy(s, o->name + n), sn_lang_copy(s, o->value), "command line", &s->error) !=
      SN_OK) {
    sn_lang_raise(s);
  }
  return 1;
}

void sn_lang_check_overrides(sn_lang *s)
{
  for (int k = 0; k < s->options.n_override; k++) {
    if (s->override_used[k] || set_run(s, &s->options.override[k])) {
      continue;
    }
    const int n = sn_model_parameters(s->model);
    const char **names = SN_NEW(s->scratch, const char *, n + 1);
    if (!names) {
      sn_lang_no_memory(s);
    }
    char all[300] = "";
    size_t used = 0;
    for (int i = 0; i < n; i++) {
      names[i] = sn_model_parameter_at(s->model, i)->name;
      const int more = snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", names[i]);
      /* a name that does not fit into the message is left out */
      used += more > 0 && (size_t)more < sizeof all - used ? (size_t)more : 0;
    }
    const char *name = s->options.override[k].name, *meant = sn_nearest(name, names, (size_t)n);
    sn_lang_error(s, "The model has no parameter '%.60s'.", name);
    sn_error_why(&s->error, n ? "Its parameters are: %s." : "It has no parameters%s.", all);
    sn_error_fix(&s->error, meant ? "Did you mean --set %s=...?" : "Define it in the model with param { ... }%s.",
                 meant ? meant : "");
    sn_lang_raise(s);
  }
}

void sn_lang_open_parameters(sn_lang *s)
{
  sn_lang_global(s, "param", param, NULL);
}
