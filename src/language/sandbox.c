/* language/sandbox.c -- what a model program may use of Lua, and its global names.
 * What:    base, string, table and math without anything that reads files, loads code, or runs without bound in C.
 *          Globals are strict: an unknown name is an error with the nearest right one; names of the language cannot be
 *          overwritten. pairs goes in a fixed order, so that a model is the same in every run.
 * Tests:   tests/language/test_language.c.
 */
#include <lualib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "language/language_private.h"

static const char *const base_names[] = {"assert",   "error",    "ipairs", "rawequal", "select",
                                         "tonumber", "tostring", "type",   NULL};
/* no patterns (they can take exponential time), no dump, no rep (ours is bounded) */
static const char *const string_names[] = {"byte", "char", "format", "len", "lower", "reverse", "sub", "upper", NULL};
static const char *const table_names[] = {"concat", "insert", "pack", "remove", "sort", "unpack", NULL};
static const char *const math_names[] = {"ceil", "fmod",      "huge", "maxinteger", "mininteger",
                                         "modf", "tointeger", "type", "ult",        NULL};

/* Names people know from Lua or elsewhere, and why they are not here. */
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
  lua_pushvalue(L, lua_upvalueindex(1)); /* table.sort */
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
  for (sn_lang_name *n = s->names; n && lua_type(L, 2) == LUA_TSTRING; n = n->next) {
    n->used |= strcmp(n->name, lua_tostring(L, 2)) == 0;
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, 1);
  return 1;
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
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
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
  sn_error_why(&s->error, "Nothing of that name has been defined above this line.");
  if (meant) {
    sn_error_fix(&s->error, "Did you mean `%s`?", meant);
  } else {
    sn_error_fix(&s->error, "Define it first, for example as a parameter: param { %.60s = ... }.", name);
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
  if (lua_rawget(L, -2) != LUA_TNIL) {
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    sn_lang_error(s, "`%.60s` is a name of the language and cannot be changed.", name);
    sn_error_why(&s->error, "Later lines would find your value in place of the function %.60s.", name);
    sn_error_fix(&s->error, "Choose another name, or write local %.60s = ... if you mean it.", name);
    sn_lang_raise(s);
  }
  if (s->in_function) {
    sn_lang_check_making(s, "a global variable");
  }
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 0;
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
  lua_settop(L, 1);

  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 0);
  lua_newtable(L);
  copy_names(L, table_names, 2, 3);
  lua_setfield(L, 1, "table");
  lua_getfield(L, 2, "sort");
  lua_pushcclosure(L, ordered_pairs, 1);
  lua_setfield(L, 1, "pairs");
  lua_settop(L, 1);

  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
  lua_newtable(L);
  copy_names(L, string_names, 2, 3);
  lua_pushcfunction(L, bounded_rep);
  lua_setfield(L, 3, "rep");
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1); /* methods of texts: the same few */
  lua_pushvalue(L, 3);
  lua_setfield(L, -2, "__index");
  lua_settop(L, 3);
  lua_setfield(L, 1, "string");
  lua_settop(L, 1);

  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
  lua_newtable(L);
  copy_names(L, math_names, 2, 3);
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
