/* language/controller.c -- controller { every =, states =, update = }: numbers found at instants and held between them; state(name, state).
 * What:    update(t, s) is called once with symbols: s has the states, of which it may set new values; what it returns, a table, are the
 *          inputs that the controller sets. Next states and outputs become formulas of t, the states and any signals.
 * How:     a function of t and the states that returns next states and outputs, traced and checked like any other (trace.c).
 * Tests:   tests/language/test_control.c, tests/mechanisms/test_controller.c
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "language/language_private.h"

enum { MOST_STATES = 24, MOST_OUTPUTS = 8 };
#define STATES "states of a controller"

typedef struct {
  const char *name, *states, *update;
  double every, delay;
} fields;
static const sn_input inputs[] = {
    {"name", SN_TEXT, "", "for messages and state(name, ...)", SN_MEMBER(fields, name)},
    {"every", SN_NUMBER, "s", "time between samples; the first is at t = 0. A whole number of steps",
     SN_MEMBER(fields, every), SN_POSITIVE, .required = 1},
    {"delay", SN_NUMBER, "s", "outputs come later by this; a whole number of samples", SN_MEMBER(fields, delay),
     SN_NOT_NEGATIVE, SN_PRESET(0)},
    /* read apart, and never found here */
    {"states", SN_TEXT, "", "numbers that it remembers, with their first values", SN_MEMBER(fields, states)},
    {"update", SN_TEXT, "", "function(t, s) that sets new states and returns the inputs it sets",
     SN_MEMBER(fields, update)},
    {0}};

/* While update is called: the controller, its states and the inputs it sets. Upvalue 2 of `call`. */
typedef struct {
  const char *owner;
  sn_lang_names state;
  int n_output;
  const char *output[MOST_OUTPUTS];
} making;

/* ---- the states, as update sees them: a table that knows its names */

static _Noreturn void no_state(sn_lang *s, const making *m, const char *name)
{
  const char *meant = sn_nearest(name, m->state.name, (size_t)m->state.n);
  char all[200];
  sn_join(all, sizeof all, m->state.name, m->state.n);
  sn_lang_error(s, "%s has no state `%.60s`.", m->owner, name);
  sn_error_why(&s->error, m->state.n ? "It has: %s." : "It has none%s.", m->state.n ? all : "");
  sn_error_fix(&s->error, meant ? "Did you mean `%s`?" : "Give its first value in `states`%s.", meant ? meant : "");
  sn_lang_raise(s);
}

/* upvalues: the values, the controller */
static int get_state(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  lua_pushvalue(L, 2);
  if (lua_type(L, 2) != LUA_TSTRING || lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    no_state(s, lua_touserdata(L, lua_upvalueindex(2)), luaL_tolstring(L, 2, NULL));
  }
  return 1;
}

static int set_state(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const making *m = lua_touserdata(L, lua_upvalueindex(2));
  lua_pushvalue(L, 2);
  if (lua_type(L, 2) != LUA_TSTRING || lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    no_state(s, m, luaL_tolstring(L, 2, NULL));
  }
  if (lua_type(L, 3) != LUA_TNUMBER && !luaL_testudata(L, 3, SN_LANG_SYMBOL)) {
    sn_lang_error(s, "%s: its state `%s` becomes a %s.", m->owner, lua_tostring(L, 2), luaL_typename(L, 3));
    sn_error_fix(&s->error, "States are numbers: give it a number or a formula.");
    sn_lang_raise(s);
  }
  lua_settop(L, 3);
  lua_rawset(L, lua_upvalueindex(1));
  return 0;
}

/* Leaves the table of values on the stack, then the arguments of update. */
static void push_states(sn_lang *s, making *m)
{
  lua_State *L = s->L;
  static const luaL_Reg methods[] = {{"__index", get_state}, {"__newindex", set_state}, {NULL, NULL}};
  const int first = lua_gettop(L) - m->state.n;
  lua_newtable(L);
  for (int k = 0; k < m->state.n; k++) {
    lua_pushvalue(L, first + 1 + k);
    lua_setfield(L, -2, m->state.name[k]);
  }
  lua_newtable(L);
  lua_newtable(L);
  lua_pushvalue(L, -3);
  lua_pushlightuserdata(L, m);
  luaL_setfuncs(L, methods, 2);
  lua_setmetatable(L, -2);
}

/* ---- update as a function of t and the states */

static _Noreturn void no_outputs(sn_lang *s, const making *m, const char *what)
{
  sn_lang_error(s, "%s: its update returns %s.", m->owner, what);
  sn_error_why(&s->error, "It must return a table of the inputs it sets: what forces and torques then see.");
  sn_error_fix(&s->error, "End it with return { u = ... }, with input(\"u\", { default = 0 }) made before.");
  sn_lang_raise(s);
}

/* Names in the table that update returned, which is on top of the stack; every call must return the same names. */
static void read_outputs(sn_lang *s, making *m)
{
  lua_State *L = s->L;
  if (lua_type(L, -1) != LUA_TTABLE) {
    no_outputs(s, m, lua_isnil(L, -1) ? "nothing" : lua_type(L, -1) == LUA_TNUMBER ? "a number" : luaL_typename(L, -1));
  }
  const sn_lang_names names = sn_lang_keys(s, lua_gettop(L));
  if (names.n == 0 || names.n > MOST_OUTPUTS || lua_rawlen(L, -1) > 0) {
    no_outputs(s, m, names.n > MOST_OUTPUTS ? "more than eight numbers" : "a table without names");
  }
  for (int k = 0; k < names.n; k++) {
    const char *known = k < m->n_output ? m->output[k] : NULL;
    if (m->n_output > 0 && (names.n != m->n_output || strcmp(known ? known : "", names.name[k]) != 0)) {
      no_outputs(s, m, "other names from call to call");
    }
  }
  for (int k = 0; k < names.n && m->n_output == 0; k++) {
    m->output[k] = sn_lang_copy(s, names.name[k]);
  }
  m->n_output = names.n;
}

/* function(t, states ...) -> next states, outputs */
static int call(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  making *m = lua_touserdata(L, lua_upvalueindex(2));
  push_states(s, m); /* values, proxy */
  const int values = lua_gettop(L) - 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushvalue(L, values + 1);
  lua_call(L, 2, 1);
  const int returned = lua_gettop(L);
  read_outputs(s, m);
  luaL_checkstack(L, MOST_STATES + MOST_OUTPUTS + 4, "too many states");
  for (int k = 0; k < m->state.n; k++) {
    lua_getfield(L, values, m->state.name[k]);
  }
  for (int k = 0; k < m->n_output; k++) {
    lua_getfield(L, returned, m->output[k]);
  }
  return m->state.n + m->n_output;
}

/* ---- the call */

static _Noreturn void wrong_states(sn_lang *s, const char *owner, const char *what)
{
  sn_lang_error(s, "%s: %s", owner, what);
  sn_error_fix(&s->error, "Write for example states = { i = 0, filtered = 0.1 }.");
  sn_lang_raise(s);
}

static void read_states(sn_lang *s, making *m, double *first)
{
  lua_State *L = s->L;
  const int type = lua_getfield(L, 1, "states");
  if (type != LUA_TNIL && type != LUA_TTABLE) {
    wrong_states(s, m->owner, "`states` is a table of names and first values.");
  }
  m->state = type == LUA_TTABLE ? sn_lang_keys(s, lua_gettop(L)) : (sn_lang_names){0};
  if (m->state.n > MOST_STATES || (type == LUA_TTABLE && lua_rawlen(L, -1) > 0)) {
    wrong_states(s, m->owner, m->state.n > MOST_STATES ? "it has more than 24 states." : "its states need names.");
  }
  for (int k = 0; k < m->state.n; k++) {
    m->state.name[k] = sn_lang_copy(s, m->state.name[k]);
    if (lua_getfield(L, -1, m->state.name[k]) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1))) {
      wrong_states(s, m->owner, "the first value of a state is a finite number.");
    }
    first[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* name, every and delay; states and update are read separately */
static fields read_fields(sn_lang *s, const char *owner, const char *where)
{
  lua_State *L = s->L;
  fields p;
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? sn_lang_text(s, -2) : "";
    if (strcmp(key, "states") == 0 || strcmp(key, "update") == 0) {
      lua_pop(L, 1);
      continue;
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  const sn_value v = sn_lang_record(s, -1, inputs, owner);
  if (sn_fields_fill(inputs, &v, &p, s->arena, owner, where, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  lua_pop(L, 1);
  return p;
}

/* The numbers of the inputs that it sets. */
static const int *find_outputs(sn_lang *s, const making *m)
{
  int *list = SN_NEW(s->arena, int, m->n_output);
  if (!list) {
    sn_lang_no_memory(s);
  }
  for (int k = 0; k < m->n_output; k++) {
    list[k] = sn_model_find_input(s->model, m->output[k]);
    if (list[k] < 0) {
      const char *names[64];
      size_t n = 0;
      for (; n < 64 && (int)n < sn_model_inputs(s->model); n++) {
        names[n] = sn_model_input_at(s->model, (int)n)->name;
      }
      const char *meant = sn_nearest(m->output[k], names, n);
      sn_lang_error(s, "%s sets `%.60s`, which is no input.", m->owner, m->output[k]);
      sn_error_why(&s->error, "A controller sets inputs, and forces and torques see these.");
      sn_error_fix(&s->error, meant ? "Did you mean `%s`?" : "Make it before: input(\"%.60s\", { default = 0 }).",
                   meant ? meant : m->output[k]);
      sn_lang_raise(s);
    }
  }
  return list;
}

/* Arguments of the traced function: "t,i,filtered". */
static const char *arguments_of(sn_lang *s, const making *m)
{
  const char *text = "t";
  for (int k = 0; k < m->state.n && text; k++) {
    text = sn_arena_format(s->scratch, "%s,%s", text, m->state.name[k]);
  }
  if (!text) {
    sn_lang_no_memory(s);
  }
  return text;
}

static int controller(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "controller");
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE) {
    sn_lang_error(s, "controller takes one table.");
    sn_error_fix(&s->error, "Write controller { every = 1e-3, states = { i = 0 }, update = function(t, s) ... end }.");
    sn_lang_raise(s);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const char *where = sn_lang_where(s);
  lua_getfield(L, 1, "name");
  const char *given = lua_type(L, -1) == LUA_TSTRING ? sn_lang_text(s, -1) : NULL;
  making m = {.owner = given ? sn_arena_format(s->arena, "controller '%.60s'", given)
                             : sn_arena_format(s->arena, "controller '%d'", sn_model_controllers(s->model) + 1)};
  lua_pop(L, 1);
  if (!m.owner) {
    sn_lang_no_memory(s);
  }
  double *first = SN_NEW(s->arena, double, MOST_STATES);
  if (!first) {
    sn_lang_no_memory(s);
  }
  const fields p = read_fields(s, m.owner, where);
  read_states(s, &m, first);
  if (lua_getfield(L, 1, "update") != LUA_TFUNCTION) {
    sn_lang_error(s, "%s has no `update`.", m.owner);
    sn_error_fix(&s->error, "Give update = function(t, s) ... return { u = ... } end.");
    sn_lang_raise(s);
  }
  lua_pushlightuserdata(L, &m);
  lua_pushcclosure(L, call, 2);
  const sn_input field = {
      .name = "update", .type = SN_FUNCTION, .choices = arguments_of(s, &m), .sub = sn_follows_signals};
  const sn_value v = sn_lang_trace(s, lua_gettop(L), &field, m.owner);
  const sn_expr **result = SN_NEW(s->arena, const sn_expr *, v.n);
  if (!result) {
    sn_lang_no_memory(s);
  }
  memcpy(result, v.result, sizeof *result * (size_t)v.n);
  const char **names = SN_NEW(s->arena, const char *, m.state.n);
  for (int k = 0; names && k < m.state.n; k++) {
    names[k] = m.state.name[k];
  }
  const sn_model_controller made = {
      .name = p.name ? p.name : sn_arena_format(s->arena, "%d", sn_model_controllers(s->model) + 1),
      .where = where,
      .every = p.every,
      .delay = p.delay,
      .n_state = m.state.n,
      .state_name = names,
      .state = first,
      .n_output = m.n_output,
      .output = find_outputs(s, &m),
      .result = result};
  if (!names || !made.name) {
    sn_lang_no_memory(s);
  }
  if (sn_model_add_controller(s->model, &made, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  sn_arena_reset(s->scratch, mark);
  return 0;
}

/* state(controller, name): for channels, and for other controllers */
static int state(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_reading(s, "state");
  if (lua_gettop(L) != 2 || lua_type(L, 1) != LUA_TSTRING || lua_type(L, 2) != LUA_TSTRING) {
    sn_lang_error(s, "state needs the name of a controller and that of its state.");
    sn_error_fix(&s->error, "Write for example channel(\"i\", state(\"pid\", \"i\")).");
    sn_lang_raise(s);
  }
  const sn_signal signal = {.name = "state",
                            .point = v3(NAN, NAN, NAN),
                            .text = sn_lang_copy(s, sn_lang_text(s, 1)),
                            .coordinate = sn_lang_copy(s, sn_lang_text(s, 2)),
                            .where = sn_lang_where(s)};
  return sn_lang_push_signal(s, &signal);
}

void sn_lang_open_controllers(sn_lang *s)
{
  sn_lang_global(s, "controller", controller, NULL);
  sn_lang_global(s, "state", state, NULL);
}
