/* language/unit_function.c -- units as functions: mm(20) is 0.02, mm { 20, 0, 30 } a list of three lengths, deg(angle) a formula in rad.
 * Rule:    names and sizes are those of base/unit.h. They are short words (t, g, mm), so a model may use them for its own
 *          parameters and variables; other names of the language are kept from that.
 * Tests:   tests/language/test_units.c, test_mistakes.c.
 */
#include "base/unit.h"
#include "language/language_private.h"

enum { MOST_NESTED = 8 };

static _Noreturn void refuse(sn_lang *s, const sn_unit *u, int index)
{
  sn_lang_error(s, "%s needs a number or a list of numbers, but got a %s.", u->function, luaL_typename(s->L, index));
  sn_error_why(&s->error, "It converts from %s to SI.", u->name);
  sn_error_fix(&s->error, "Write for example %s(20), or %s { 20, 0, 30 }.", u->function, u->function);
  sn_lang_raise(s);
}

static void convert(sn_lang *s, const sn_unit *u, int index, int depth);

/* Pushes a new list with all entries converted. */
static void convert_list(sn_lang *s, const sn_unit *u, int index, int depth)
{
  lua_State *L = s->L;
  const lua_Unsigned n = lua_rawlen(L, index);
  if (depth > MOST_NESTED || n == 0) {
    refuse(s, u, index);
  }
  luaL_checkstack(L, 4, "lists in lists");
  sn_lang_charge(s, (double)n);
  lua_createtable(L, (int)n, 0);
  for (lua_Unsigned k = 1; k <= n; k++) {
    lua_rawgeti(L, index, (lua_Integer)k);
    convert(s, u, lua_gettop(L), depth + 1);
    lua_rawseti(L, -3, (lua_Integer)k);
    lua_pop(L, 1);
  }
}

/* Pushes the value at an index of the stack, converted to SI. */
static void convert(sn_lang *s, const sn_unit *u, int index, int depth)
{
  lua_State *L = s->L;
  char si[32];
  if (lua_type(L, index) == LUA_TNUMBER) {
    lua_pushnumber(L, lua_tonumber(L, index) * u->size);
  } else if (lua_type(L, index) == LUA_TTABLE) {
    convert_list(s, u, index, depth);
  } else if (luaL_testudata(L, index, SN_LANG_SYMBOL)) {
    const int scaled = sn_lang_op(s, SN_OP_MUL, sn_lang_node_of(s, index), sn_lang_constant(s, u->size), -1);
    sn_lang_push_symbol(s, scaled, sn_lang_unit_of(sn_lang_copy(s, sn_unit_si(u, si))));
  } else {
    refuse(s, u, index);
  }
}

static int converted(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_unit *u = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_gettop(L) != 1) {
    sn_lang_error(s, "%s takes one number, or one list of numbers, but got %d values.", u->function, lua_gettop(L));
    sn_error_fix(&s->error, "Write for example %s(20), or %s { 20, 0, 30 }.", u->function, u->function);
    sn_lang_raise(s);
  }
  convert(s, u, 1, 0);
  return 1;
}

void sn_lang_open_units(sn_lang *s)
{
  for (int k = 0; k < sn_units_n; k++) {
    if (sn_units[k].function) {
      sn_lang_global(s, sn_units[k].function, converted, sn_units + k);
    }
  }
}
