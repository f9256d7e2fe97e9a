/* language/symbol.c -- traced numbers: operators and functions that build expressions in place of computing.
 * What:    a symbol is a node of a list of operations (operations.c). Every operator and every function of the language works
 *          on numbers and on symbols alike. Comparing a symbol is an error that names where().
 * How:     one table row per function: its number version and its sn_op.
 * Tests:   tests/language/test_trace.c.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "language/language_private.h"

static const double pi = 3.14159265358979323846;

static int is_symbol(lua_State *L, int index)
{
  return luaL_testudata(L, index, SN_LANG_SYMBOL) != NULL;
}

sn_lang_unit sn_lang_unit_at(sn_lang *s, int index)
{
  const sn_lang_symbol *y = luaL_testudata(s->L, index, SN_LANG_SYMBOL);
  const int is_number = lua_type(s->L, index) == LUA_TNUMBER;
  return y ? y->unit
           : (sn_lang_unit){.text = "", .state = SN_LANG_NUMBER, .times = is_number ? lua_tonumber(s->L, index) : 1};
}

/* The common unit of values first .. last; numbers take the unit of the others. */
static sn_lang_unit common_unit(sn_lang *s, int first, int last)
{
  sn_lang_unit unit = sn_lang_unit_at(s, first);
  for (int k = first + 1; k <= last; k++) {
    unit = sn_lang_unit_sum(unit, sn_lang_unit_at(s, k));
  }
  return unit;
}

/* Of a + b, a - b, -a, a*b, a/b, a^b. */
static sn_lang_unit unit_after(sn_lang *s, sn_op op)
{
  const sn_lang_unit a = sn_lang_unit_at(s, 1), b = sn_lang_unit_at(s, op == SN_OP_NEG ? 1 : 2);
  switch (op) {
  case SN_OP_ADD:
  case SN_OP_SUB:
  case SN_OP_NEG:
    return sn_lang_unit_sum(a, b);
  case SN_OP_MUL:
    return sn_lang_unit_product(s, a, b);
  case SN_OP_DIV:
    return sn_lang_unit_product(s, a, sn_lang_unit_power(s, b, -1));
  case SN_OP_POW:
    return b.state == SN_LANG_NUMBER ? sn_lang_unit_power(s, a, b.times) : sn_lang_unit_of("");
  default:
    return sn_lang_unit_of("");
  }
}

/* ---- operators */

static int arithmetic(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_op op = (sn_op)lua_tointeger(L, lua_upvalueindex(1));
  const int a = sn_lang_node_of(s, 1), b = op == SN_OP_NEG ? -1 : sn_lang_node_of(s, 2);
  sn_lang_push_symbol(s, sn_lang_op(s, op, a, b, -1), unit_after(s, op));
  return 1;
}

/* a // b = floor(a/b), a % b = a - b floor(a/b) */
static int whole_division(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const int rest = lua_toboolean(L, lua_upvalueindex(1));
  const int a = sn_lang_node_of(s, 1), b = sn_lang_node_of(s, 2);
  int r = sn_lang_op(s, SN_OP_FLOOR, sn_lang_op(s, SN_OP_DIV, a, b, -1), -1, -1);
  if (rest) {
    s->used_modulo = 1;
    r = sn_lang_op(s, SN_OP_SUB, a, sn_lang_op(s, SN_OP_MUL, b, r, -1), -1);
  }
  sn_lang_push_symbol(s, r, rest ? common_unit(s, 1, 2) : sn_lang_unit_of(""));
  return 1;
}

static int compared(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const char *sign = lua_tostring(L, lua_upvalueindex(1));
  sn_lang_error(s, "A traced value is compared with `%s`.", sign);
  sn_error_why(&s->error,
               "The function is turned into a formula once, before its arguments have values, so it cannot branch.");
  sn_error_fix(&s->error,
               "Use where(condition, a, b) with less(a, b), for example where(less(t, 1), t, 1), or min, max, step.");
  sn_lang_raise(s);
}

static int misused(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_error(s, "A traced value cannot %s.", lua_tostring(L, lua_upvalueindex(1)));
  sn_error_why(&s->error, "It represents a number that is not known yet.");
  sn_error_fix(&s->error, "Use only arithmetic and the functions of the language on it.");
  sn_lang_raise(s);
}

/* ---- functions */

static double sign_of(double x)
{
  return (x > 0) - (x < 0);
}

/* quintic from 0 to 1 */
static double smooth_step(double x)
{
  return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (10 + x * (6 * x - 15));
}

static double smaller(double a, double b)
{
  return b < a ? b : a;
}

static double larger(double a, double b)
{
  return a < b ? b : a;
}

typedef struct {
  const char *name;
  sn_op op;
  double (*one)(double);
  double (*two)(double, double);
  int in_math; /* also known as math.name */
} function;
static const function functions[] = {{"sin", SN_OP_SIN, sin, NULL, 1},          {"cos", SN_OP_COS, cos, NULL, 1},
                                     {"tan", SN_OP_TAN, tan, NULL, 1},          {"asin", SN_OP_ASIN, asin, NULL, 1},
                                     {"acos", SN_OP_ACOS, acos, NULL, 1},       {"atan", SN_OP_ATAN, atan, NULL, 1},
                                     {"atan2", SN_OP_ATAN2, NULL, atan2, 1},    {"exp", SN_OP_EXP, exp, NULL, 1},
                                     {"log", SN_OP_LOG, log, NULL, 1},          {"sqrt", SN_OP_SQRT, sqrt, NULL, 1},
                                     {"abs", SN_OP_ABS, fabs, NULL, 1},         {"sign", SN_OP_SIGN, sign_of, NULL, 0},
                                     {"tanh", SN_OP_TANH, tanh, NULL, 0},       {"sinh", SN_OP_SINH, sinh, NULL, 0},
                                     {"cosh", SN_OP_COSH, cosh, NULL, 0},       {"min", SN_OP_MIN, NULL, smaller, 1},
                                     {"max", SN_OP_MAX, NULL, larger, 1},       {"floor", SN_OP_FLOOR, floor, NULL, 1},
                                     {"step", SN_OP_STEP, smooth_step, NULL, 0}};

static void check_count(sn_lang *s, const function *f, int n)
{
  const int wanted = f->two ? 2 : 1, any = f->op == SN_OP_MIN || f->op == SN_OP_MAX;
  if (f->op == SN_OP_ATAN && n == 2) {
    sn_lang_error(s, "atan takes one number, but got 2.");
    sn_error_fix(&s->error, "Use atan2(y, x).");
    sn_lang_raise(s);
  }
  if (any ? n < 1 : n != wanted) {
    sn_lang_error(s, "%s takes %s, but got %d.", f->name,
                  any           ? "at least one number"
                  : wanted == 1 ? "one number"
                                : "two numbers",
                  n);
    sn_error_fix(&s->error, "Write for example %s(%s).", f->name, wanted == 1 ? "x" : "a, b");
    sn_lang_raise(s);
  }
}

static void check_number(sn_lang *s, const char *name, int index)
{
  lua_State *L = s->L;
  if (lua_type(L, index) != LUA_TNUMBER && !is_symbol(L, index)) {
    const int vector = luaL_testudata(L, index, SN_LANG_VECTOR) != NULL;
    sn_lang_error(s, "%s needs a number, but got a %s.", name,
                  vector ? "signal with components" : luaL_typename(L, index));
    sn_error_fix(&s->error, vector ? "Take a component (.x, .y, .z) or norm(...)." : "Check what is passed to it.");
    sn_lang_raise(s);
  }
}

/* The unit of a function's result: that of its arguments, an angle, or a pure number. */
static sn_lang_unit unit_of_call(sn_lang *s, sn_op op, int n)
{
  switch (op) {
  case SN_OP_ABS:
  case SN_OP_MIN:
  case SN_OP_MAX:
  case SN_OP_FLOOR:
    return common_unit(s, 1, n);
  case SN_OP_SQRT:
    return sn_lang_unit_power(s, sn_lang_unit_at(s, 1), 0.5);
  case SN_OP_ASIN:
  case SN_OP_ACOS:
  case SN_OP_ATAN:
  case SN_OP_ATAN2:
    return sn_lang_unit_of("rad");
  default:
    return sn_lang_unit_of("1");
  }
}

static int call_function(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const function *f = lua_touserdata(L, lua_upvalueindex(1));
  const int n = lua_gettop(L);
  int symbols = 0, integers = 1;
  check_count(s, f, n);
  for (int k = 1; k <= n; k++) {
    check_number(s, f->name, k);
    symbols |= is_symbol(L, k);
    integers &= lua_isinteger(L, k);
  }
  if (symbols) {
    int r = sn_lang_node_of(s, 1);
    for (int k = 2; k <= n; k++) {
      r = sn_lang_op(s, f->op, r, sn_lang_node_of(s, k), -1);
    }
    if (f->one) {
      r = sn_lang_op(s, f->op, r, -1, -1);
    }
    sn_lang_push_symbol(s, r, unit_of_call(s, f->op, n));
    return 1;
  }
  double x = lua_tonumber(L, 1);
  for (int k = 2; k <= n; k++) {
    x = f->two(x, lua_tonumber(L, k));
  }
  x = f->one ? f->one(x) : x;
  lua_Integer whole;
  if ((integers || f->op == SN_OP_FLOOR) && f->op != SN_OP_ATAN2 && x == floor(x) && lua_numbertointeger(x, &whole) &&
      (f->two || f->op == SN_OP_ABS || f->op == SN_OP_FLOOR || f->op == SN_OP_SIGN)) {
    lua_pushinteger(L, whole); /* whole numbers stay whole: they may become part of a name */
  } else {
    lua_pushnumber(L, x);
  }
  return 1;
}

/* ---- conditions */

typedef struct {
  const char *name, *method;
  sn_op op;
  int turned; /* operands exchanged */
} condition;
static const condition conditions[] = {{"less", "lt", SN_OP_LESS, 0},    {"less_equal", "le", SN_OP_LESS_EQUAL, 0},
                                       {"greater", "gt", SN_OP_LESS, 1}, {"greater_equal", "ge", SN_OP_LESS_EQUAL, 1},
                                       {"both", NULL, SN_OP_AND, 0},     {"either", NULL, SN_OP_OR, 0},
                                       {"negate", NULL, SN_OP_NOT, 0}};

static void check_condition(sn_lang *s, const condition *c, int index)
{
  const int type = lua_type(s->L, index);
  const int logical = c->op == SN_OP_AND || c->op == SN_OP_OR || c->op == SN_OP_NOT;
  if (type == LUA_TNUMBER || is_symbol(s->L, index) || (logical && type == LUA_TBOOLEAN)) {
    return;
  }
  sn_lang_error(s, "%s needs %s, but got a %s.", c->name, logical ? "conditions" : "two numbers",
                luaL_typename(s->L, index));
  sn_error_fix(&s->error, "Write for example %s.", logical ? "both(less(0, t), less(t, 1))" : "less(t, 1)");
  sn_lang_raise(s);
}

static int truth(lua_State *L, int index)
{
  return lua_type(L, index) == LUA_TBOOLEAN ? lua_toboolean(L, index) : lua_tonumber(L, index) != 0;
}

static int call_condition(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const condition *c = lua_touserdata(L, lua_upvalueindex(1));
  const int n = c->op == SN_OP_NOT ? 1 : 2;
  lua_settop(L, n);
  for (int k = 1; k <= n; k++) {
    check_condition(s, c, k);
  }
  const int first = c->turned ? 2 : 1, second = c->turned ? 1 : 2;
  if (is_symbol(L, 1) || (n == 2 && is_symbol(L, 2))) {
    const int a = sn_lang_node_of(s, first), b = n == 2 ? sn_lang_node_of(s, second) : -1;
    sn_lang_push_symbol(s, sn_lang_op(s, c->op, a, b, -1), sn_lang_unit_of("1"));
    return 1;
  }
  /* true or false, not 1 or 0: `and`, `or`, `not` on them are then detected by the call with numbers */
  const double a = lua_tonumber(L, first), b = n == 2 ? lua_tonumber(L, second) : 0;
  lua_pushboolean(L, c->op == SN_OP_LESS         ? a < b
                     : c->op == SN_OP_LESS_EQUAL ? a <= b
                     : c->op == SN_OP_AND        ? truth(L, 1) && truth(L, 2)
                     : c->op == SN_OP_OR         ? truth(L, 1) || truth(L, 2)
                                                 : !truth(L, 1));
  return 1;
}

static int call_where(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  if (lua_gettop(L) != 3) {
    sn_lang_error(s, "where takes a condition and two values, but got %d.", lua_gettop(L));
    sn_error_fix(&s->error, "Write where(less(t, 1), a, b).");
    sn_lang_raise(s);
  }
  if (is_symbol(L, 1)) {
    const int c = sn_lang_node_of(s, 1), a = sn_lang_node_of(s, 2), b = sn_lang_node_of(s, 3);
    sn_lang_push_symbol(s, sn_lang_op(s, SN_OP_WHERE, c, a, b), common_unit(s, 2, 3));
    return 1;
  }
  if (lua_type(L, 1) != LUA_TNUMBER && lua_type(L, 1) != LUA_TBOOLEAN) {
    sn_lang_error(s, "where needs a condition first, but got a %s.", luaL_typename(L, 1));
    sn_error_fix(&s->error, "Write where(less(t, 1), a, b).");
    sn_lang_raise(s);
  }
  lua_pushvalue(L, truth(L, 1) ? 2 : 3);
  return 1;
}

/* ---- registration */

static void put_closure(lua_State *L, const char *key, lua_CFunction f, const void *upvalue)
{
  lua_pushlightuserdata(L, (void *)(uintptr_t)upvalue);
  lua_pushcclosure(L, f, 1);
  lua_setfield(L, -2, key);
}

static void put_text_closure(lua_State *L, const char *key, lua_CFunction f, const char *text)
{
  lua_pushstring(L, text);
  lua_pushcclosure(L, f, 1);
  lua_setfield(L, -2, key);
}

static void open_operators(lua_State *L)
{
  static const struct {
    const char *key;
    sn_op op;
  } operators[] = {{"__add", SN_OP_ADD}, {"__sub", SN_OP_SUB}, {"__mul", SN_OP_MUL},
                   {"__div", SN_OP_DIV}, {"__pow", SN_OP_POW}, {"__unm", SN_OP_NEG}};
  for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
    lua_pushinteger(L, (lua_Integer)operators[k].op);
    lua_pushcclosure(L, arithmetic, 1);
    lua_setfield(L, -2, operators[k].key);
  }
  for (int rest = 0; rest < 2; rest++) {
    lua_pushboolean(L, rest);
    lua_pushcclosure(L, whole_division, 1);
    lua_setfield(L, -2, rest ? "__mod" : "__idiv");
  }
  put_text_closure(L, "__lt", compared, "<` or `>"); /* Lua converts one into the other */
  put_text_closure(L, "__le", compared, "<=` or `>=");
  put_text_closure(L, "__eq", compared, "==");
  put_text_closure(L, "__concat", misused, "be joined to a text");
  put_text_closure(L, "__len", misused, "have a length");
  put_text_closure(L, "__call", misused, "be called");
  put_text_closure(L, "__newindex", misused, "have fields");
  put_text_closure(L, "__tostring", misused, "be made a text");
}

void sn_lang_open_symbols(sn_lang *s)
{
  lua_State *L = s->L;
  for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
    sn_lang_global(s, functions[k].name, call_function, functions + k);
  }
  for (size_t k = 0; k < sizeof conditions / sizeof conditions[0]; k++) {
    sn_lang_global(s, conditions[k].name, call_condition, conditions + k);
  }
  sn_lang_global(s, "where", call_where, NULL);

  lua_getfield(L, LUA_REGISTRYINDEX, "sn.builtin");
  lua_pushnumber(L, pi);
  lua_setfield(L, -2, "pi");
  lua_getfield(L, -1, "math");
  lua_pushnumber(L, pi);
  lua_setfield(L, -2, "pi");
  for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
    if (functions[k].in_math) {
      put_closure(L, functions[k].name, call_function, functions + k);
    }
  }
  lua_pop(L, 2);

  /* t:lt(1) for symbols and, because functions are also called with numbers, for numbers */
  lua_newtable(L);
  for (size_t k = 0; k < sizeof conditions / sizeof conditions[0]; k++) {
    if (conditions[k].method) {
      put_closure(L, conditions[k].method, call_condition, conditions + k);
    }
  }
  luaL_newmetatable(L, SN_LANG_SYMBOL);
  open_operators(L);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  lua_pushnumber(L, 0);
  lua_newtable(L);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 2);
}
