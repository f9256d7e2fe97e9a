/* language/rotate.c -- applying an orientation to a vector: rotate(orientation, v) and back.
 * What:    the orientation is one as fields take it (axis_angle, euler, a matrix, ...) or the signal orientation(part); the
 *          vector a list of three numbers (or traced values) or a signal with three components.
 * Theory:  rotate: from the turned axes to those around them, R v; rotate_back: R^T v, components along the turned axes.
 * Tests:   tests/language/test_units.c.
 */
#include "language/language_private.h"

enum { MATRIX = 9 };

static int times(sn_lang *s, int a, int b)
{
  return sn_lang_op(s, SN_OP_MUL, a, b, -1);
}

static int number(sn_lang *s, double value)
{
  lua_pushnumber(s->L, value);
  const int node = sn_lang_node_of(s, -1);
  lua_pop(s->L, 1);
  return node;
}

/* Rows of R of a unit quaternion: R_ii = 1 - 2 (q_j^2 + q_k^2), R_ij = 2 (q_i q_j -+ q_0 q_k). */
static void of_quaternion(sn_lang *s, const int *q, int r[MATRIX])
{
  const int two = number(s, 2), one = number(s, 1);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const int squares = sn_lang_op(s, SN_OP_ADD, times(s, q[1 + j], q[1 + j]), times(s, q[1 + k], q[1 + k]), -1);
    const int ij = times(s, q[1 + i], q[1 + j]), turn = times(s, q[0], q[1 + k]);
    r[4 * i] = sn_lang_op(s, SN_OP_SUB, one, times(s, two, squares), -1);
    r[3 * i + j] = times(s, two, sn_lang_op(s, SN_OP_SUB, ij, turn, -1));
    r[3 * j + i] = times(s, two, sn_lang_op(s, SN_OP_ADD, ij, turn, -1));
  }
}

static sn_m3 of_value(sn_lang *s, const char *name)
{
  static const sn_input field[] = {{"orientation", SN_ORIENTATION, "", "how it is turned", .required = 1}, {0}};
  const char *where = sn_lang_where(s);
  sn_m3 r;
  const sn_value v = sn_lang_value(s, 1, field, name);
  const sn_value record = {.type = SN_VALUE_RECORD, .n = 1, .entry = &v, .name = &field->name, .where = where};
  if (sn_fields_fill(field, &record, &r, s->scratch, name, where, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  return r;
}

static _Noreturn void wrong(sn_lang *s, const char *name)
{
  sn_lang_error(s, "%s needs an orientation, then a vector: three numbers or a signal with .x .y .z.", name);
  sn_error_fix(&s->error,
               "Write for example %s(orientation(rod), {1, 0, 0}), or %s(axis_angle(\"z\", deg(30)), {1, 0, 0}).", name,
               name);
  sn_lang_raise(s);
}

/* Three numbers, "x" and the like: 1, and the vector. Symbols among them: 0, and their nodes. */
static int entries(sn_lang *s, const char *name, sn_v3 *x, int node[3])
{
  lua_State *L = s->L;
  int numbers = 1;
  if (lua_type(L, 2) != LUA_TTABLE || lua_rawlen(L, 2) != 3) {
    wrong(s, name);
  }
  for (int k = 0; k < 3; k++) {
    const int type = lua_rawgeti(L, 2, k + 1);
    if (type != LUA_TNUMBER && !luaL_testudata(L, -1, SN_LANG_SYMBOL)) {
      wrong(s, name);
    }
    numbers &= type == LUA_TNUMBER;
    x->x[k] = lua_tonumber(L, -1);
    node[k] = sn_lang_node_of(s, -1);
    lua_pop(L, 1);
  }
  return numbers;
}

static void product(sn_lang *s, const int r[MATRIX], int back, const int v[3], int out[3])
{
  for (int i = 0; i < 3; i++) {
    int sum = -1;
    for (int j = 0; j < 3; j++) {
      const int term = times(s, r[back ? 3 * j + i : 3 * i + j], v[j]);
      sum = sum < 0 ? term : sn_lang_op(s, SN_OP_ADD, sum, term, -1);
    }
    out[i] = sum;
  }
}

static int rotate(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const char *name = lua_touserdata(L, lua_upvalueindex(1));
  const int back = name[6] != '\0';
  const sn_lang_vector *q = sn_lang_vector_at(s, 1), *v = sn_lang_vector_at(s, 2);
  if (lua_gettop(L) != 2 || (q && q->n != 4) || (v && v->n != 3)) {
    wrong(s, name);
  }
  sn_v3 x = v3(0, 0, 0);
  int r[MATRIX], node[3], out[3];
  const int numbers = v ? 0 : entries(s, name, &x, node);
  for (int k = 0; v && k < 3; k++) {
    node[k] = v->node[k];
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const sn_m3 m = q ? m3_identity() : of_value(s, name);
  sn_arena_reset(s->scratch, mark);
  if (!q && numbers) {
    const sn_v3 y = back ? m3_tmul(m, x) : m3_mul(m, x);
    lua_createtable(L, 3, 0);
    for (int k = 0; k < 3; k++) {
      lua_pushnumber(L, y.x[k]);
      lua_rawseti(L, -2, k + 1);
    }
    return 1;
  }
  for (int k = 0; !q && k < MATRIX; k++) {
    r[k] = number(s, m.c[k % 3].x[k / 3]);
  }
  if (q) {
    of_quaternion(s, q->node, r);
  }
  product(s, r, back, node, out);
  if (q || v) {
    sn_lang_push_vector(s, 3, out, v ? v->unit : sn_lang_unit_of(""));
    return 1;
  }
  lua_createtable(L, 3, 0); /* traced values of a function stay a list of them */
  for (int k = 0; k < 3; k++) {
    sn_lang_push_symbol(s, out[k], sn_lang_unit_of(""));
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

void sn_lang_open_rotations(sn_lang *s)
{
  sn_lang_global(s, "rotate", rotate, "rotate");
  sn_lang_global(s, "rotate_back", rotate, "rotate_back");
}
