/* language/vector.c -- signals with several components: .x .y .z, sums, multiples, norm; sums over lists.
 * Tests:   tests/language/test_language.c.
 */
#include <string.h>

#include "base/text.h"
#include "language/language_private.h"

void sn_lang_push_vector(sn_lang *s, int n, const int *node, sn_lang_unit unit)
{
  SN_ASSERT(n > 1 && n <= 4);
  sn_lang_vector *v = lua_newuserdatauv(s->L, sizeof *v, 0);
  *v = (sn_lang_vector){.n = n, .unit = unit};
  memcpy(v->node, node, sizeof(int) * (size_t)n);
  luaL_setmetatable(s->L, SN_LANG_VECTOR);
}

const sn_lang_vector *sn_lang_vector_at(sn_lang *s, int index)
{
  const sn_lang_vector *v = luaL_testudata(s->L, index, SN_LANG_VECTOR);
  if (v && s->tracing && !s->reads) {
    sn_lang_error(s, "A signal is used inside a function of time or of a coordinate.");
    sn_error_why(&s->error,
                 "Only forces and torques may follow signals; this field is a formula of its own arguments.");
    sn_error_fix(&s->error, "Use the function's arguments, for example law = function(x, v, t).");
    sn_lang_raise(s);
  }
  return v;
}

/* .x .y .z of three, .q0 .. .q3 of four, and [1] .. [n] */
static int component(lua_State *L)
{
  static const char *const three[] = {"x", "y", "z"}, *const four[] = {"q0", "q1", "q2", "q3"};
  sn_lang *s = sn_lang_of(L);
  const sn_lang_vector *v = sn_lang_vector_at(s, 1);
  const char *const *names = v->n == 4 ? four : three;
  int k = -1;
  if (lua_isinteger(L, 2)) {
    const lua_Integer i = lua_tointeger(L, 2);
    k = i >= 1 && i <= v->n ? (int)i - 1 : -1;
  }
  const char *name = lua_type(L, 2) == LUA_TSTRING ? sn_lang_text(s, 2) : "";
  for (int i = 0; i < v->n && k < 0; i++) {
    k = strcmp(names[i < 3 || v->n == 4 ? i : 2], name) == 0 ? i : -1;
  }
  if (k < 0) {
    sn_lang_error(s, "This signal has no component `%.40s`.", name[0] ? name : luaL_tolstring(L, 2, NULL));
    sn_error_why(&s->error, "It has %d components: %s.", v->n,
                 v->n == 4 ? ".q0 .q1 .q2 .q3 (a quaternion)" : ".x .y .z");
    sn_error_fix(&s->error, "Write for example position(part).x.");
    sn_lang_raise(s);
  }
  sn_lang_push_symbol(s, v->node[k], v->unit);
  return 1;
}

static int wrong_operand(sn_lang *s)
{
  sn_lang_error(s, "Signals with components can be added to each other and multiplied by numbers; this is neither.");
  sn_error_fix(&s->error, "Take components (.x, .y, .z) first.");
  sn_lang_raise(s);
}

static int sum(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_op op = (sn_op)lua_tointeger(L, lua_upvalueindex(1));
  const sn_lang_vector *a = sn_lang_vector_at(s, 1), *b = sn_lang_vector_at(s, 2);
  int node[4];
  if (!a || !b || a->n != b->n) {
    return wrong_operand(s);
  }
  for (int k = 0; k < a->n; k++) {
    node[k] = sn_lang_op(s, op, a->node[k], b->node[k], -1);
  }
  sn_lang_push_vector(s, a->n, node, sn_lang_unit_sum(a->unit, b->unit));
  return 1;
}

static int multiple(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_op op = (sn_op)lua_tointeger(L, lua_upvalueindex(1));
  const sn_lang_vector *a = sn_lang_vector_at(s, 1), *b = sn_lang_vector_at(s, 2);
  const sn_lang_vector *v = a ? a : b;
  int node[4];
  if (!v || (a && b) || (op == SN_OP_DIV && b)) {
    return wrong_operand(s);
  }
  const int factor = sn_lang_node_of(s, a ? 2 : 1);
  for (int k = 0; k < v->n; k++) {
    node[k] = sn_lang_op(s, op, v->node[k], factor, -1);
  }
  const sn_lang_unit of = sn_lang_unit_at(s, a ? 2 : 1);
  sn_lang_push_vector(s, v->n, node,
                      sn_lang_unit_product(s, v->unit, op == SN_OP_DIV ? sn_lang_unit_power(s, of, -1) : of));
  return 1;
}

static int negative(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_lang_vector *v = sn_lang_vector_at(s, 1);
  int node[4];
  for (int k = 0; k < v->n; k++) {
    node[k] = sn_lang_op(s, SN_OP_NEG, v->node[k], -1, -1);
  }
  sn_lang_push_vector(s, v->n, node, v->unit);
  return 1;
}

/* Length of a signal, or of a list of numbers. */
static int norm(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_lang_vector *v = sn_lang_vector_at(s, 1);
  if (!v && lua_type(L, 1) != LUA_TTABLE) {
    sn_lang_error(s, "norm needs a signal with components or a list of numbers, but got a %s.", luaL_typename(L, 1));
    sn_error_fix(&s->error, "Write for example norm(velocity(part)).");
    sn_lang_raise(s);
  }
  const int n = v ? v->n : (int)lua_rawlen(L, 1);
  int total = -1, symbols = v != NULL;
  double sum_of_squares = 0;
  sn_lang_unit unit = v ? v->unit : (sn_lang_unit){.text = "", .state = SN_LANG_NUMBER, .times = 1};
  for (int k = 0; k < n; k++) {
    int x;
    if (v) {
      x = v->node[k];
    } else {
      lua_rawgeti(L, 1, k + 1);
      symbols |= lua_type(L, -1) != LUA_TNUMBER;
      sum_of_squares += lua_tonumber(L, -1) * lua_tonumber(L, -1);
      x = sn_lang_node_of(s, -1);
      unit = sn_lang_unit_sum(unit, sn_lang_unit_at(s, -1));
      lua_pop(L, 1);
    }
    const int square = sn_lang_op(s, SN_OP_MUL, x, x, -1);
    total = total < 0 ? square : sn_lang_op(s, SN_OP_ADD, total, square, -1);
  }
  if (!symbols) {
    lua_pushnumber(L, sqrt(sum_of_squares));
  } else {
    sn_lang_push_symbol(s, sn_lang_op(s, SN_OP_SQRT, total, -1, -1), unit);
  }
  return 1;
}

/* sum(list), sum(a, b, ...): of numbers and single signals, or of signals with components; like units keep their unit */
static int add_up(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const int listed = lua_gettop(L) == 1 && lua_type(L, 1) == LUA_TTABLE;
  const lua_Integer n = listed ? (lua_Integer)lua_rawlen(L, 1) : lua_gettop(L);
  if (n < 1) {
    sn_lang_error(s, "sum needs a list, or values to add.");
    sn_error_fix(&s->error, "Write for example sum { position(a).x, position(b).x }.");
    sn_lang_raise(s);
  }
  luaL_checkstack(L, 4, "too many nested calls");
  for (lua_Integer k = 1; k <= n; k++) {
    if (listed) {
      lua_rawgeti(L, 1, k);
    } else {
      lua_pushvalue(L, (int)k);
    }
    const int type = lua_type(L, -1);
    if (type != LUA_TNUMBER && !luaL_testudata(L, -1, SN_LANG_SYMBOL) && !luaL_testudata(L, -1, SN_LANG_VECTOR)) {
      sn_lang_error(s, "sum: value %d is a %s.", (int)k, luaL_typename(L, -1));
      sn_error_fix(&s->error, "Add numbers and signals.");
      sn_lang_raise(s);
    }
    if (k > 1) {
      lua_arith(L, LUA_OPADD);
    }
  }
  return 1;
}

void sn_lang_open_vectors(sn_lang *s)
{
  lua_State *L = s->L;
  static const struct {
    const char *key;
    lua_CFunction f;
    sn_op op;
  } operators[] = {{"__add", sum, SN_OP_ADD},      {"__sub", sum, SN_OP_SUB},
                   {"__mul", multiple, SN_OP_MUL}, {"__div", multiple, SN_OP_DIV},
                   {"__unm", negative, SN_OP_NEG}, {"__index", component, SN_OP_CONSTANT}};
  luaL_newmetatable(L, SN_LANG_VECTOR);
  for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
    lua_pushinteger(L, (lua_Integer)operators[k].op);
    lua_pushcclosure(L, operators[k].f, 1);
    lua_setfield(L, -2, operators[k].key);
  }
  lua_pop(L, 1);
  sn_lang_global(s, "norm", norm, NULL);
  sn_lang_global(s, "sum", add_up, NULL);
  sn_lang_open_rotations(s);
}
