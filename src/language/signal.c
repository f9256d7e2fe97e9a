/* language/signal.c -- signals and channels.
 * What:    position(part, point), angle(joint), output(item, "name") make symbols of a signal's components (measure.c those
 *          of several parts); channel(name, ...) turns an expression of them into a row of the result file, stop_when(name, ...)
 *          into a condition that ends the run.
 * Rule:    names of outputs come from the kind's table; nothing here names a kind.
 * Tests:   tests/language/test_language.c, test_mistakes.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "language/language_private.h"

int sn_lang_push_signal(sn_lang *s, const sn_signal *signal)
{
  int n, node[4];
  const char *unit;
  if (sn_model_signal_info(signal, &n, &unit, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  /* functions are called several times, each time with the same signals */
  const int known = s->in_function ? sn_model_find_signal(s->model, signal) : -1;
  const int k = known >= 0 ? known : sn_model_signal(s->model, signal);
  if (k < 0 || n > 4) {
    sn_lang_no_memory(s);
  }
  for (int c = 0; c < n; c++) {
    node[c] = sn_lang_leaf(s, k, c);
  }
  if (n == 1) {
    sn_lang_push_symbol(s, node[0], sn_lang_unit_of(unit));
  } else {
    sn_lang_push_vector(s, n, node, sn_lang_unit_of(unit));
  }
  return 1;
}

/* The part or joint at a stack index. A function that reads signals may name an item that is made later, or its own item:
   later is then its name. */
static sn_ref thing(sn_lang *s, int index, const char *signal, const char **later)
{
  sn_ref ref;
  if (!sn_lang_ref(s, index, &ref)) {
    sn_lang_error(s, "%s needs a part or joint first, but got a %s.", signal, luaL_typename(s->L, index));
    sn_error_fix(&s->error, "Write for example %s(rod) or %s(\"rod\").", signal, signal);
    sn_lang_raise(s);
  }
  if (!ref.given && later && s->reads) {
    *later = sn_lang_copy(s, sn_lang_text(s, index));
    return ref;
  }
  if (!ref.given) {
    const int n = sn_model_items(s->model);
    const char **names = SN_NEW(s->scratch, const char *, n + 1), *name = sn_lang_text(s, index);
    for (int i = 0; names && i < n; i++) {
      names[i] = sn_model_item(s->model, i)->name;
    }
    const char *meant = names ? sn_nearest(name, names, (size_t)n) : NULL;
    sn_lang_error(s, "%s: there is no part or joint named \"%.60s\".", signal, name);
    sn_error_why(&s->error, "Things must be made before they are used; %d have been made so far.", n);
    sn_error_fix(&s->error, meant ? "Did you mean \"%s\"?" : "Check the name, or make it above this line%s.",
                 meant ? meant : "");
    const int line = sn_lang_named_later(s, name);
    if (line > 0) {
      sn_error_why(&s->error, "It is made later, at line %d: a model is read from top to bottom.", line);
      sn_error_fix(&s->error, "Move that line above this one.");
    }
    sn_lang_raise(s);
  }
  return ref;
}

/* position(part[, point]) and the other motions; those of axes take no point */
static int motion(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_signal_name *name = lua_touserdata(L, lua_upvalueindex(1));
  const int takes_point = name->n == 3 && name->unit[0] == 'm';
  sn_lang_check_reading(s, name->name);
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  sn_signal signal = {.name = name->name, .point = v3(NAN, NAN, NAN), .where = sn_lang_where(s)};
  signal.ref = thing(s, 1, name->name, lua_gettop(L) == 1 ? &signal.later : NULL);
  signal.prefix = signal.later ? s->prefix : NULL;
  if (signal.ref.item && signal.ref.item->kind->class != SN_CLASS_PART) {
    sn_lang_error(s, "%s needs a part, but '%s' is a %s.", name->name, signal.ref.item->name,
                  signal.ref.item->kind->name);
    sn_error_fix(&s->error, "Ask one of the parts it connects, or use output(\"%s\", \"...\").", signal.ref.item->name);
    sn_lang_raise(s);
  }
  if (lua_gettop(L) > (takes_point ? 2 : 1)) {
    sn_lang_error(s, "%s takes %s, but got %d values.", name->name, takes_point ? "a part and a point" : "a part",
                  lua_gettop(L));
    sn_error_fix(&s->error, "Write %s.", takes_point ? "position(rod, {x, y, z})" : "angular_velocity(rod)");
    sn_lang_raise(s);
  }
  if (lua_gettop(L) == 2 && signal.ref.has_point) {
    sn_lang_error(s, "%s has its point twice.", name->name);
    sn_error_fix(&s->error,
                 "Write %s(rod:point {x, y, z}) in the part's own coordinates, or %s(rod, {x, y, z}) as drawn.",
                 name->name, name->name);
    sn_lang_raise(s);
  }
  if (lua_gettop(L) == 2) {
    const sn_item *item = signal.ref.item; /* in drawing coordinates of the part */
    signal.point = sn_lang_point(s, 2, name->name, item ? item->group->turn : m3_identity(),
                                 item ? item->group->shift : v3(0, 0, 0));
  }
  sn_lang_push_signal(s, &signal);
  sn_arena_reset(s->scratch, mark);
  return 1;
}

/* euler(part, "zyx") is a signal; euler("zyx", a, b, c) an orientation, made by upvalue 2 */
static int euler(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  if (lua_gettop(L) != 2) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
  }
  sn_lang_check_reading(s, "euler");
  if (lua_type(L, 2) != LUA_TSTRING) {
    sn_lang_error(s, "euler needs a part and a sequence of axes.");
    sn_error_fix(&s->error, "Write euler(rod, \"zyx\"), or euler(\"zyx\", a, b, c) for an orientation.");
    sn_lang_raise(s);
  }
  const sn_signal signal = {.name = "euler",
                            .ref = thing(s, 1, "euler", NULL),
                            .point = v3(NAN, NAN, NAN),
                            .text = sn_lang_copy(s, sn_lang_text(s, 2)),
                            .where = sn_lang_where(s)};
  return sn_lang_push_signal(s, &signal);
}

/* angle(joint), rate(joint[, coordinate]), ...: an output of that name; of one coordinate if the joint has several */
static int joint_signal(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const char *name = lua_touserdata(L, lua_upvalueindex(1));
  sn_lang_check_reading(s, name);
  sn_signal signal = {.name = name, .point = v3(NAN, NAN, NAN), .where = sn_lang_where(s)};
  signal.ref = thing(s, 1, name, &signal.later);
  signal.prefix = signal.later ? s->prefix : NULL;
  if (lua_gettop(L) > 2 || (lua_gettop(L) == 2 && lua_type(L, 2) != LUA_TSTRING)) {
    sn_lang_error(s, "%s takes a joint and, if it has several, the name of a coordinate.", name);
    sn_error_fix(&s->error, "Write for example %s(joint, \"angle\").", name);
    sn_lang_raise(s);
  }
  signal.coordinate = lua_gettop(L) == 2 ? sn_lang_copy(s, sn_lang_text(s, 2)) : NULL;
  if (signal.ref.item && !sn_name_coordinate(signal.ref.item, s->arena, &signal)) {
    sn_lang_no_memory(s);
  }
  return sn_lang_push_signal(s, &signal);
}

static int output(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_reading(s, "output");
  const int n = lua_gettop(L);
  const int third = n == 3 ? lua_type(L, 3) : LUA_TNIL;
  if (n < 2 || n > 3 || lua_type(L, 2) != LUA_TSTRING || (n == 3 && third != LUA_TNUMBER && third != LUA_TSTRING)) {
    sn_lang_error(s, "output needs a part or joint and the name of its output%s.",
                  n == 3 ? ", then at most a length along it or a place in its thickness" : "");
    sn_error_fix(&s->error, "Write for example output(\"spring1\", \"force\"), output(\"beam1\", \"N\", 0.5), or "
                            "output(plate:at(0, 0), \"S11\", \"ply 2 top\").");
    sn_lang_raise(s);
  }
  const sn_signal signal = {.name = sn_lang_copy(s, sn_lang_text(s, 2)),
                            .ref = thing(s, 1, "output", NULL),
                            .point = v3(NAN, NAN, NAN),
                            .has_length = third == LUA_TNUMBER,
                            .length = third == LUA_TNUMBER ? lua_tonumber(L, 3) : 0,
                            .text = third == LUA_TSTRING ? sn_lang_copy(s, sn_lang_text(s, 3)) : NULL,
                            .where = sn_lang_where(s)};
  return sn_lang_push_signal(s, &signal);
}

/* Nodes as expressions of the signals below them: components, variables. */
static void formulas(sn_lang *s, const int *node, sn_channel *c)
{
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  sn_lang_leaves leaves = sn_lang_no_leaves(0);
  for (int k = 0; k < c->n; k++) {
    sn_lang_collect(s, node[k], &leaves);
  }
  const char **names = SN_NEW(s->scratch, const char *, leaves.n);
  sn_expr_signal *variable = SN_NEW(s->arena, sn_expr_signal, leaves.n);
  if (!names || !variable) {
    sn_lang_no_memory(s);
  }
  for (int k = 0; k < leaves.n; k++) {
    variable[k] = leaves.variable[k];
    names[k] = sn_arena_format(s->scratch, "s%d[%d]", variable[k].signal + 1, variable[k].component + 1);
  }
  for (int k = 0; k < c->n; k++) {
    c->component[k] = sn_lang_expression(s, node[k], 0, (const char *const *)names, &leaves);
  }
  c->variable = variable;
  c->n_variables = leaves.n;
  sn_arena_reset(s->scratch, mark);
}

/* The unit of channel(name, value, { unit = ... }), NULL: not given. */
static const char *unit_wanted(sn_lang *s, const char *name)
{
  static const sn_input inputs[] = {{"unit", SN_TEXT, "", "unit it is stored in", .offset = 0}, {0}};
  const char *unit = NULL, *owner = sn_arena_format(s->scratch, "channel '%.60s'", name);
  if (lua_gettop(s->L) < 3) {
    return NULL;
  }
  if (!owner) {
    sn_lang_no_memory(s);
  }
  const sn_value v = sn_lang_record(s, 3, inputs, owner);
  if (sn_fields_fill(inputs, &v, &unit, s->arena, owner, sn_lang_where(s), &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  if (unit && (strlen(unit) > 15 || strpbrk(unit, "\n\t\r\033"))) {
    sn_lang_error(s, "%s: \"%.20s\" cannot be a unit.", owner, unit);
    sn_error_fix(&s->error, "Write at most 15 letters, for example \"deg\", \"mm\" or \"N m\".");
    sn_lang_raise(s);
  }
  return unit;
}

/* Converts the components to another unit than SI, if one is given. */
static void in_unit(sn_lang *s, sn_lang_unit is, const char *wanted, int n, int *node, sn_channel *c)
{
  const double factor = wanted ? sn_lang_unit_factor(s, c->name, is, wanted) : 1;
  for (int k = 0; factor != 1 && k < n; k++) {
    lua_pushnumber(s->L, factor);
    node[k] = sn_lang_op(s, SN_OP_MUL, node[k], sn_lang_node_of(s, -1), -1);
    lua_pop(s->L, 1);
  }
  c->unit = wanted ? wanted : sn_lang_unit_label(is);
}

/* channel(name, value[, { unit = ... }]) */
static int channel(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "channel");
  const int n = lua_gettop(L);
  if (n < 2 || n > 3 || lua_type(L, 1) != LUA_TSTRING || (n == 3 && lua_type(L, 3) != LUA_TTABLE)) {
    sn_lang_error(s, "channel needs a name and a signal%s.", n > 2 ? ", then at most a table { unit = ... }" : "");
    sn_error_fix(&s->error, "Write for example channel(\"tip\", position(rod, {1, 0, 0})).");
    sn_lang_raise(s);
  }
  sn_channel c = {.name = sn_lang_copy(s, sn_lang_text(s, 1)), .n = 1, .unit = "", .where = sn_lang_where(s)};
  const sn_lang_vector *v = luaL_testudata(L, 2, SN_LANG_VECTOR);
  const sn_lang_symbol *y = luaL_testudata(L, 2, SN_LANG_SYMBOL);
  if (!v && !y && lua_type(L, 2) != LUA_TNUMBER) {
    sn_lang_error(s, "channel \"%.60s\" needs a signal, but got a %s.", c.name, luaL_typename(L, 2));
    sn_error_why(&s->error, "Signals are made by position, velocity, angle, reaction, energy, output and the like.");
    sn_error_fix(&s->error, "Write for example channel(\"%.60s\", position(rod)).", c.name);
    sn_lang_raise(s);
  }
  int node[4] = {v ? v->node[0] : sn_lang_node_of(s, 2)};
  c.n = v ? v->n : 1;
  for (int k = 1; k < c.n; k++) {
    node[k] = v->node[k];
  }
  const sn_lang_unit number = {.text = "", .state = SN_LANG_NUMBER, .times = 1};
  in_unit(s, v ? v->unit : y ? y->unit : number, unit_wanted(s, c.name), c.n, node, &c);
  formulas(s, node, &c);
  if (sn_model_channel(s->model, &c, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  return 0;
}

/* stop_when(name, condition) */
static int stop_when(lua_State *L)
{
  static const char example[] = "Write for example stop_when(\"landed\", less(position(ball).z, 0)).";
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "stop_when");
  if (lua_gettop(L) != 2 || lua_type(L, 1) != LUA_TSTRING) {
    sn_lang_error(s, "stop_when needs a name and a condition.");
    sn_error_fix(&s->error, "%s", example);
    sn_lang_raise(s);
  }
  sn_channel c = {.name = sn_lang_copy(s, sn_lang_text(s, 1)), .n = 1, .unit = "", .where = sn_lang_where(s)};
  if (!luaL_testudata(L, 2, SN_LANG_SYMBOL)) {
    const int is_vector = luaL_testudata(L, 2, SN_LANG_VECTOR) != NULL;
    sn_lang_error(s, "stop_when \"%.60s\" needs a condition of signals, but got a %s.", c.name,
                  is_vector ? "signal with several components" : luaL_typename(L, 2));
    sn_error_why(&s->error, "Conditions are made by less, greater, both, either and the like, of signals such as "
                            "position(part).z or angle(joint).");
    sn_error_fix(&s->error, "%s", example);
    sn_lang_raise(s);
  }
  const int node = sn_lang_node_of(s, 2);
  formulas(s, &node, &c);
  if (sn_model_stop_when(s->model, &c, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  return 0;
}

void sn_lang_open_signals(sn_lang *s)
{
  lua_State *L = s->L;
  static const char *const names[] = {
      "angle",          "displacement",          "rate",        "reaction", "reaction_moment",
      "reaction_local", "reaction_moment_local", "drive_force", "power",    NULL};
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.builtin");
  lua_pushlightuserdata(L, NULL);
  lua_getfield(L, -2, "euler"); /* the constructor of orientations */
  for (int k = 0; sn_instant_signals[k].name; k++) {
    sn_lang_global(s, sn_instant_signals[k].name, motion, sn_instant_signals + k);
  }
  lua_pushcclosure(L, euler, 2);
  lua_setfield(L, -2, "euler");
  lua_pop(L, 1);
  for (int k = 0; names[k]; k++) {
    sn_lang_global(s, names[k], joint_signal, names[k]);
  }
  sn_lang_open_measures(s);
  sn_lang_global(s, "output", output, NULL);
  sn_lang_global(s, "channel", channel, NULL);
  sn_lang_global(s, "stop_when", stop_when, NULL);
}
