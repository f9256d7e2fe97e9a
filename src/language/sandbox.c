/* language/sandbox.c -- what a model program may use of Lua, and its global names.
 * What:    base, string, table and math without anything that reads files, loads code, or runs without bound in C.
 *          Globals are strict: an unknown name is an error with the nearest right one; names of the language cannot be
 *          overwritten. pairs goes in a fixed order, so that a model is the same in every run.
 * Tests:   tests/language/test_language.c.
 */
#include <lualib.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/unit.h"
#include "language/language_private.h"

static const char *const base_names[] = {"assert",   "error",    "ipairs", "rawequal", "select",
                                         "tonumber", "tostring", "type",   NULL};
/* no patterns (they can take exponential time), no dump, no rep (replaced by a limited one) */
static const char *const string_names[] = {"byte", "char", "format", "len", "lower", "reverse", "sub", "upper", NULL};
static const char *const table_names[] = {"concat", "insert", "pack", "remove", "sort", "unpack", NULL};
static const char *const math_names[] = {"ceil", "fmod",      "huge", "maxinteger", "mininteger",
                                         "modf", "tointeger", "type", "ult",        NULL};

/* Names that users may know from Lua or elsewhere, and why models do not have them. */
static const struct {
  const char *name, *why;
} missing[] = {{"print", "A model makes no output while it is read; use channels, or `sinew check`."},
               {"io", "A model reads files only through include, table_of and mesh."},
               {"os", "A model cannot run programs or read the clock."},
               {"require", "Use include \"file.lua\"."},
               {"dofile", "Use include \"file.lua\"."},
               {"load", "A model cannot make code from texts."},
               {"loadstring", "A model cannot make code from texts."},
               {"pcall", "An error in a model ends the reading of it."},
               {"next", "Use pairs or ipairs."},
               {"setmetatable", "Models have no metatables."},
               {"coroutine", "Models have no coroutines."},
               {"utf8", "Models have no text patterns."},
               {"debug", "Models have no access to the interpreter."},
               {"collectgarbage", "Models have no access to the interpreter."}};

static void copy_names(lua_State *L, const char *const *names, int from, int to)
{
  for (int k = 0; names[k]; k++) {
    lua_getfield(L, from, names[k]);
    lua_setfield(L, to, names[k]);
  }
}

static int bounded_rep(lua_State *L)
{
  size_t n, m;
  const char *text = luaL_checklstring(L, 1, &n), *between = luaL_optlstring(L, 3, "", &m);
  const lua_Integer times = luaL_checkinteger(L, 2);
  luaL_argcheck(L, times < 100000 && n + m < 10000, 2, "the text would be too long");
  sn_lang_charge(sn_lang_of(L), times > 0 ? (double)times : 0);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (lua_Integer k = 0; k < times; k++) {
    if (k > 0) {
      luaL_addlstring(&b, between, m);
    }
    luaL_addlstring(&b, text, n);
  }
  luaL_pushresult(&b);
  return 1;
}

/* ---- pairs in a fixed order: numbers, then texts, then the rest as Lua has it */

static int key_order(lua_State *L, int a, int b)
{
  const int number_a = lua_type(L, a) == LUA_TNUMBER, number_b = lua_type(L, b) == LUA_TNUMBER;
  const int text_a = lua_type(L, a) == LUA_TSTRING, text_b = lua_type(L, b) == LUA_TSTRING;
  if (number_a && number_b) {
    return lua_compare(L, a, b, LUA_OPLT);
  }
  if (text_a && text_b) {
    return strcmp(lua_tostring(L, a), lua_tostring(L, b)) < 0;
  }
  return number_a ? !number_b : text_a && !number_b && !text_b;
}

static int compare_keys(lua_State *L)
{
  lua_pushboolean(L, key_order(L, 1, 2));
  return 1;
}

static int pairs_next(lua_State *L)
{
  const lua_Integer k = lua_tointeger(L, lua_upvalueindex(3)) + 1;
  lua_pushinteger(L, k);
  lua_replace(L, lua_upvalueindex(3));
  if (lua_rawgeti(L, lua_upvalueindex(2), k) == LUA_TNIL) {
    return 1;
  }
  lua_pushvalue(L, -1);
  lua_rawget(L, lua_upvalueindex(1));
  return 2;
}

static int ordered_pairs(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_newtable(L);
  lua_Integer n = 0;
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING && strcmp(lua_tostring(L, -2), SN_LANG_WHERE) == 0) {
      continue;
    }
    lua_pushvalue(L, -2);
    lua_rawseti(L, 2, ++n);
  }
  lua_pushvalue(L, lua_upvalueindex(1)); /* table.sort, which is counted as instructions */
  lua_pushvalue(L, 2);
  lua_pushcfunction(L, compare_keys);
  lua_call(L, 2, 0);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, pairs_next, 3);
  return 1;
}

/* ---- strict globals */

/* A parameter that is read for the first time becomes an ordinary global: 1, and its value on the stack. */
static int parameter(sn_lang *s)
{
  lua_State *L = s->L;
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.parameter");
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_settop(L, 2);
    return 0;
  }
  if (lua_type(L, 2) == LUA_TSTRING) {
    sn_lang_used(s, lua_tostring(L, 2));
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, 1);
  return 1;
}

/* The line of the main model below the running one that begins to define the name; 0: none. */
static int defined_later(sn_lang *s, const char *name)
{
  lua_Debug d;
  const size_t n = strlen(name);
  int line = 1, now = 0;
  for (int level = 0; now == 0 && lua_getstack(s->L, level, &d); level++) {
    if (lua_getinfo(s->L, "l", &d) && d.currentline > 0) {
      now = d.currentline;
    }
  }
  const char *file, *text = NULL;
  if (sn_model_sources(s->model) > 0) {
    sn_model_source_at(s->model, 0, &file, &text);
  }
  for (const char *at = text; at && *at; line++) {
    const char *end = strchr(at, '\n');
    const char *word = at + strspn(at, " \t");
    word += strncmp(word, "local ", 6) == 0 ? 6 : 0;
    word += strncmp(word, "function ", 9) == 0 ? 9 : 0;
    word += strspn(word, " \t");
    const char *after = strncmp(word, name, n) == 0 ? word + n + strspn(word + n, " \t") : "";
    const int defines = (after[0] == '=' && after[1] != '=') || (after[0] == '(' && word > at + 8);
    if (now > 0 && line > now && defines) {
      return line;
    }
    at = end ? end + 1 : NULL;
  }
  return 0;
}

int sn_lang_named_later(sn_lang *s, const char *name)
{
  lua_Debug d;
  int line = 1, now = 0;
  for (int level = 0; now == 0 && lua_getstack(s->L, level, &d); level++) {
    now = lua_getinfo(s->L, "l", &d) && d.currentline > 0 ? d.currentline : 0;
  }
  const char *file, *text = NULL;
  if (sn_model_sources(s->model) > 0) {
    sn_model_source_at(s->model, 0, &file, &text);
  }
  const size_t n = strlen(name);
  for (const char *at = text; at && *at && now > 0; line++) {
    const char *end = strchr(at, '\n');
    const char *stop = end ? end : at + strlen(at);
    for (const char *c = line > now ? strstr(at, "name") : NULL; c && c < stop; c = strstr(c + 4, "name")) {
      const char *v = c + 4 + strspn(c + 4, " \t");
      v += *v == '=' ? 1 + strspn(v + 1, " \t") : 0;
      if ((*v == '"' || *v == '\'') && strncmp(v + 1, name, n) == 0 && v[n + 1] == *v) {
        return line;
      }
    }
    at = end ? end + 1 : NULL;
  }
  return 0;
}

static int unknown_global(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  if (parameter(s)) {
    return 1;
  }
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.builtin");
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) != LUA_TNIL) {
    return 1;
  }
  lua_pop(L, 1);
  const char *name = lua_type(L, 2) == LUA_TSTRING ? sn_lang_text(s, 2) : "?";
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.parameter");
  const sn_lang_names given = sn_lang_keys(s, -1), ours = sn_lang_keys(s, -2), theirs = sn_lang_keys(s, 1);
  const char **all = SN_NEW(s->scratch, const char *, ours.n + theirs.n + given.n + 1);
  if (!all) {
    sn_lang_no_memory(s);
  }
  memcpy(all, theirs.name, sizeof *all * (size_t)theirs.n);
  memcpy(all + theirs.n, given.name, sizeof *all * (size_t)given.n);
  memcpy(all + theirs.n + given.n, ours.name, sizeof *all * (size_t)ours.n);
  const char *meant = sn_nearest(name, all, (size_t)ours.n + (size_t)theirs.n + (size_t)given.n);
  sn_lang_error(s, "`%.60s` is not known here.", name);
  const int later = defined_later(s, name);
  if (later > 0) {
    sn_error_why(&s->error, "It is defined later, at line %d: a model is read from top to bottom.", later);
  } else {
    sn_error_why(&s->error,
                 "It is no word of the language, and nothing of that name has been defined above this line.");
  }
  if (later > 0) {
    sn_error_fix(&s->error, "Move that line above this one.");
  } else if (meant) {
    sn_error_fix(&s->error, "Did you mean `%s`?", meant);
  } else {
    sn_error_fix(&s->error,
                 "Define it above, e.g. local %.60s = ...; the words of the language are in docs/reference.md.", name);
  }
  const sn_lang_habit *habit = later == 0 ? sn_lang_habit_of(name) : NULL;
  if (habit) {
    sn_error_why(&s->error, "%s", habit->why);
    sn_error_fix(&s->error, "Write for example %s, or define `%s` above this line.", habit->example, name);
  }
  if (later == 0 && sn_lang_is_output(name)) {
    sn_error_fix(&s->error, "What an item gives in a run is output(item, \"%.60s\").", name);
  }
  for (size_t k = 0; k < sizeof missing / sizeof missing[0]; k++) {
    if (strcmp(missing[k].name, name) == 0) {
      sn_error_why(&s->error, "%s", missing[k].why);
      sn_error_fix(&s->error, "Leave it out.");
    }
  }
  sn_arena_reset(s->scratch, mark);
  sn_lang_raise(s);
}

static int new_global(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.builtin");
  lua_pushvalue(L, 2);
  const char *name = lua_type(L, 2) == LUA_TSTRING ? sn_lang_text(s, 2) : "?";
  if (lua_rawget(L, -2) != LUA_TNIL && !sn_unit_function(name)) {
    sn_lang_error(s, "`%.60s` is a name of the language and cannot be changed.", name);
    sn_error_why(&s->error, "Later lines would find your value instead of the function %.60s.", name);
    const int type = lua_type(L, 3), is_call = lua_type(L, -1) == LUA_TFUNCTION;
    if (is_call && type == LUA_TTABLE) {
      sn_error_fix(&s->error, "Write %.60s { ... } without `=`, or choose another name.", name);
    } else if (is_call && type == LUA_TNUMBER && strcmp(name, "gravity") == 0) {
      sn_error_fix(&s->error, "Write gravity { 0, 0, %.6g } without `=`.", -fabs(lua_tonumber(L, 3)));
    } else {
      sn_error_fix(&s->error, "Choose another name, or write local %.60s = ... if you mean it.", name);
    }
    sn_lang_raise(s);
  }
  if (s->in_function) {
    sn_lang_check_making(s, "a global variable");
  }
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 0;
}

/* A function of Lua that models do not have: math.random, string.rep of old, ... upvalues: the name of its table, why. */
static int unknown_member(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const char *table = lua_tostring(L, lua_upvalueindex(1)),
             *name = lua_type(L, 2) == LUA_TSTRING ? sn_lang_text(s, 2) : "?";
  const int random = strcmp(name, "random") == 0 || strcmp(name, "randomseed") == 0;
  sn_lang_error(s, "`%s.%.60s` is not available in models.", table, name);
  sn_error_why(
      &s->error, "%s",
      random ? "A model must be the same in every run."
      : strcmp(table, "string") == 0
          ? "Patterns can take for ever; of `string` there are byte, char, format, len, lower, rep, reverse, sub, "
            "upper."
          : "Models have a part of Lua's functions only.");
  sn_error_fix(&s->error, "%s",
               random ? "Write the numbers, read them with table_of, or make them by a formula, e.g. sin(12.9*i)."
                      : "See docs/reference.md for what there is.");
  sn_lang_raise(s);
}

static void refuse_members(lua_State *L, int table, const char *name)
{
  lua_newtable(L);
  lua_pushstring(L, name);
  lua_pushcclosure(L, unknown_member, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, table);
}

void sn_lang_global(sn_lang *s, const char *name, lua_CFunction f, const void *upvalue)
{
  lua_State *L = s->L;
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.builtin");
  lua_pushlightuserdata(L, (void *)(uintptr_t)upvalue);
  lua_pushcclosure(L, f, 1);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

void sn_lang_open_sandbox(sn_lang *s)
{
  lua_State *L = s->L;
  lua_newtable(L); /* 1: names of the language */
  luaL_requiref(L, "_G", luaopen_base, 0);
  copy_names(L, base_names, 2, 1);
  sn_lang_charge_calls(L, 1, "select", 0);
  sn_lang_charge_calls(L, 1, "tonumber", 0);
  lua_settop(L, 1);

  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 0);
  lua_newtable(L);
  copy_names(L, table_names, 2, 3);
  for (int k = 0; table_names[k]; k++) {
    sn_lang_charge_calls(L, 3, table_names[k], strcmp(table_names[k], "sort") == 0);
  }
  lua_getfield(L, 3, "sort");
  lua_pushcclosure(L, ordered_pairs, 1);
  lua_setfield(L, 1, "pairs");
  refuse_members(L, 3, "table");
  lua_setfield(L, 1, "table");
  lua_settop(L, 1);

  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
  lua_newtable(L);
  copy_names(L, string_names, 2, 3);
  sn_lang_charge_calls(L, 3, "byte", 0);
  lua_pushcfunction(L, bounded_rep);
  lua_setfield(L, 3, "rep");
  refuse_members(L, 3, "string");
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1); /* methods of texts: the same functions */
  lua_pushvalue(L, 3);
  lua_setfield(L, -2, "__index");
  lua_settop(L, 3);
  lua_setfield(L, 1, "string");
  lua_settop(L, 1);

  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
  lua_newtable(L);
  copy_names(L, math_names, 2, 3);
  refuse_members(L, 3, "math");
  lua_setfield(L, 1, "math"); /* symbol.c adds the traced functions */
  lua_settop(L, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, "sn.builtin");

  lua_newtable(L); /* parameters until they are read */
  lua_setfield(L, LUA_REGISTRYINDEX, "sn.parameter");
  lua_newtable(L); /* the globals of the model */
  lua_newtable(L);
  lua_pushcfunction(L, unknown_global);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, new_global);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  lua_setfield(L, LUA_REGISTRYINDEX, "sn.environment");
}
