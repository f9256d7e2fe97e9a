/* language/item.c -- every kind of the catalogue is a function that takes one table and returns a handle (handle.c).
 * What:    positional entries are parts or joints (handles or names), named entries are fields, checked by the model.
 *          Constructors of shapes and orientations mark their table; the model reads them.
 * Rule:    nothing here names a kind.
 * Tests:   tests/language/test_language.c, test_mistakes.c.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "catalogue.h"
#include "language/language_private.h"

enum { MAX_REFS = 4 };

static _Noreturn void unknown_item(sn_lang *s, const char *owner, const char *name, int only_class)
{
  const int n = sn_model_items(s->model);
  const char **names = SN_NEW(s->scratch, const char *, n + 1);
  int m = 0;
  if (!names) {
    sn_lang_no_memory(s);
  }
  for (int i = 0; i < n; i++) {
    const sn_item *item = sn_model_item(s->model, i);
    if (only_class < 0 || (int)item->kind->class == only_class) {
      names[m++] = item->name;
    }
  }
  const char *meant = sn_nearest(name, names, (size_t)m);
  sn_lang_error(s, "%s: there is no part or joint named \"%.60s\".", owner, name);
  sn_error_why(&s->error, "Things must be made before they are used; %d have been made so far.", n);
  if (meant) {
    sn_error_fix(&s->error, "Did you mean \"%s\"?", meant);
  } else {
    sn_error_fix(&s->error, "Check the name, or make it above this line.");
  }
  const int line = sn_lang_named_later(s, name);
  if (line > 0) {
    sn_error_why(&s->error, "It is made later, at line %d: a model is read from top to bottom.", line);
    sn_error_fix(&s->error, "Move that line above this one.");
  }
  sn_lang_raise(s);
}

static int read_refs(sn_lang *s, const sn_kind *kind, int n, sn_ref *ref)
{
  lua_State *L = s->L;
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, 1, k + 1);
    if (!sn_lang_ref(s, -1, ref + k)) {
      const char *thing = kind->ref_class == SN_CLASS_JOINT ? "joint" : "part or ground";
      const char *type = luaL_typename(L, -1);
      sn_lang_error(s, "%s: entry %d must be a %s, but is a %s.", kind->name, k + 1, thing, type);
      sn_error_why(&s->error,
                   kind->n_refs > 0 ? "Entries without a name are the %d thing%s it connects; all else has a name."
                                    : "All its fields have names.%.0d%.0s",
                   kind->n_refs, kind->n_refs == 1 ? "" : "s");
      sn_error_fix(&s->error, "Give it a name, for example at = {0, 0, 0}.");
      sn_lang_raise(s);
    }
    if (!ref[k].given) {
      unknown_item(s, kind->name, sn_lang_text(s, -1), (int)kind->ref_class);
    }
    lua_pop(L, 1);
  }
  return n;
}

/* "body 'rod'" for messages, as far as it is known before the fields are read */
static const char *owner_of(sn_lang *s, const sn_kind *kind)
{
  const char *owner = kind->name;
  lua_pushliteral(s->L, "name");
  if (lua_rawget(s->L, 1) == LUA_TSTRING) {
    owner = sn_arena_format(s->scratch, "%s '%s%.64s'", kind->name, s->prefix, sn_lang_text(s, -1));
  }
  lua_pop(s->L, 1);
  if (!owner) {
    sn_lang_no_memory(s);
  }
  return owner;
}

static int make_item(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_kind *kind = lua_touserdata(L, lua_upvalueindex(1));
  sn_lang_check_making(s, kind->name);
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE) {
    sn_lang_error(s, "%s takes one table, but got %s.", kind->name,
                  lua_gettop(L) == 0 ? "nothing" : luaL_typename(L, 1));
    sn_error_why(&s->error, "%s", kind->help);
    sn_error_fix(&s->error, "Write %s { field = value, ... } with braces.", kind->name);
    sn_lang_raise(s);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const lua_Unsigned n = lua_rawlen(L, 1);
  sn_ref ref[MAX_REFS] = {{0}};
  int n_refs = (int)(n < MAX_REFS ? n : MAX_REFS);
  n_refs = read_refs(s, kind, n_refs, ref);
  if (n > MAX_REFS || (kind->n_refs < MAX_REFS && (int)n > kind->n_refs)) {
    sn_lang_error(s, "%s has %d entries without a name, but takes %d.", kind->name, (int)(n < 1000 ? n : 1000),
                  kind->n_refs);
    sn_error_fix(&s->error, "Give its fields names.");
    sn_lang_raise(s);
  }
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING &&
        !(lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && lua_tointeger(L, -2) <= n_refs)) {
      sn_lang_error(s, "%s: entry %d is missing (nil), but a later one is given.", kind->name, n_refs + 1);
      sn_error_why(&s->error, "A variable that has no value yet is nil.");
      sn_error_fix(&s->error, "Make the part first, and check the spelling of its variable.");
      sn_lang_raise(s);
    }
  }
  sn_value fields = sn_lang_record(s, 1, kind->inputs, owner_of(s, kind));
  const char *where = sn_lang_where(s);
  fields.where = where;
  const sn_value *name = NULL;
  for (int k = 0; k < fields.n; k++) {
    name = strcmp(fields.name[k], "name") == 0 ? fields.entry + k : name;
  }
  sn_item *item;
  if (sn_model_add(
          s->model,
          &(sn_item_given){kind, name && name->type == SN_VALUE_TEXT ? name->text : NULL, ref, n_refs, &fields, where},
          &item, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  sn_arena_reset(s->scratch, mark);
  sn_lang_push_handle(s, (sn_ref){.item = item, .station = SN_STATION_SELF, .given = 1});
  return 1;
}

/* item("rod"): the handle of the item with this name */
static int find_item(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_ref ref = {0};
  if (lua_gettop(L) != 1 || !sn_lang_ref(s, 1, &ref)) {
    sn_lang_error(s, "item needs the name of a part, joint or force.");
    sn_error_fix(&s->error, "Write for example item(\"rod\"), or item(\"leg1.knee\") for one of a group.");
    sn_lang_raise(s);
  }
  if (!ref.given) {
    unknown_item(s, "item", sn_lang_text(s, 1), -1);
  }
  sn_lang_push_handle(s, ref);
  return 1;
}

/* ---- constructors of shapes and orientations */

/* box { ... } and the like: a copy of the table, marked */
static int make_shape(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const char *maker = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE) {
    sn_lang_error(s, "%s takes one table of named fields.", maker);
    sn_error_fix(&s->error, "Write %s { ... } with braces.", maker);
    sn_lang_raise(s);
  }
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING) {
      sn_lang_error(s, "%s: all its fields have names.", maker);
      sn_error_fix(&s->error, "Write for example %s.",
                   strcmp(maker, "directions") == 0 ? "directions { x = {1, 0, 0}, y = {0, 1, 0} }"
                                                    : "cylinder { length = 1, radius = 0.02, density = 7850 }");
      sn_lang_raise(s);
    }
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 2);
  }
  sn_lang_maker(s, maker);
  return 1;
}

/* axis_angle(axis, angle), quaternion(q0, q1, q2, q3): arguments become named entries */
typedef struct {
  const char *name, *example;
  int n;
  const char *argument[4];
} constructor;
static const constructor constructors[] = {
    {"axis_angle", "axis_angle({0, 0, 1}, deg(30))", 2, {"axis", "angle", NULL, NULL}},
    {"quaternion", "quaternion(1, 0, 0, 0)", 4, {"q0", "q1", "q2", "q3"}},
    {"euler", "euler(\"zyx\", yaw, pitch, roll)", 4, {"sequence", "a", "b", "c"}}};

static int construct(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const constructor *c = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_gettop(L) != c->n) {
    sn_lang_error(s, "%s takes %d values, but got %d.", c->name, c->n, lua_gettop(L));
    sn_error_fix(&s->error, "Write for example %s.", c->example);
    sn_lang_raise(s);
  }
  lua_newtable(L);
  for (int k = 0; k < c->n; k++) {
    lua_pushvalue(L, k + 1);
    lua_setfield(L, -2, c->argument[k]);
  }
  sn_lang_maker(s, c->name);
  return 1;
}

/* ---- settings */

/* Forms that people type first: gravity(9.81), gravity(0, 0, -9.81), gravity { z = -9.81 }, gravity { -9.81 }. */
static void check_gravity(sn_lang *s)
{
  lua_State *L = s->L;
  double g[3] = {0, 0, -9.81};
  const int n = lua_gettop(L);
  if (n == 1 && lua_type(L, 1) == LUA_TTABLE) {
    static const char *const names[] = {"x", "y", "z"};
    const lua_Unsigned entries = lua_rawlen(L, 1);
    if (entries >= 3) {
      return;
    }
    int given = 0;
    double named[3];
    for (int k = 0; k < 3; k++) {
      given += lua_getfield(L, 1, names[k]) == LUA_TNUMBER;
      named[k] = lua_tonumber(L, -1);
      lua_pop(L, 1);
    }
    lua_rawgeti(L, 1, 1);
    const double down = lua_tonumber(L, -1);
    lua_pop(L, 1);
    memcpy(g, given ? named : (double[]){0, 0, down != 0 && entries == 1 ? -fabs(down) : -9.81}, sizeof g);
  } else if (n == 1 && lua_type(L, 1) == LUA_TNUMBER) {
    g[2] = lua_tonumber(L, 1) != 0 ? -fabs(lua_tonumber(L, 1)) : g[2];
  } else if (n == 3 && lua_isnumber(L, 1) && lua_isnumber(L, 2) && lua_isnumber(L, 3)) {
    for (int k = 0; k < 3; k++) {
      g[k] = lua_tonumber(L, k + 1);
    }
  }
  sn_lang_error(s, "gravity needs one vector { x, y, z }.");
  sn_error_why(&s->error, "It is the acceleration of free fall, in m/s^2, with a direction.");
  sn_error_fix(&s->error, "Write gravity { %.6g, %.6g, %.6g }.", g[0], g[1], g[2]);
  sn_lang_raise(s);
}

static int set_gravity(lua_State *L)
{
  static const sn_input field = {"gravity", SN_VECTOR, "m/s^2", "acceleration of free fall", .required = 1};
  static const sn_input table[] = {{"gravity", SN_VECTOR, "m/s^2", "acceleration of free fall", .required = 1}, {0}};
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "gravity");
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const char *where = sn_lang_where(s), *name = "gravity";
  check_gravity(s);
  const sn_value v = sn_lang_value(s, 1, &field, "gravity");
  const sn_value r = {.type = SN_VALUE_RECORD, .n = 1, .entry = &v, .name = &name, .where = where};
  sn_v3 g;
  if (sn_fields_fill(table, &r, &g, s->arena, "gravity", where, &s->error) != SN_OK ||
      sn_model_gravity(s->model, g, where, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  sn_arena_reset(s->scratch, mark);
  return 0;
}

static int set_run(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "run");
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const char *where = sn_lang_where(s);
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE) {
    sn_lang_error(s, "run takes one table.");
    sn_error_fix(&s->error, "Write run { dt = 1e-3, duration = 1 }.");
    sn_lang_raise(s);
  }
  static const sn_input table = {"run", SN_TABLE, "", "", .sub = sn_run_inputs};
  sn_value v = sn_lang_value(s, 1, &table, "run");
  v.where = where;
  if (sn_model_settings(s->model, &v, where, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  sn_arena_reset(s->scratch, mark);
  return 0;
}

void sn_lang_open_items(sn_lang *s)
{
  lua_State *L = s->L;
  sn_lang_open_handles(s);
  for (int k = 0; s->options.catalogue[k]; k++) {
    sn_lang_global(s, s->options.catalogue[k]->name, make_item, s->options.catalogue[k]);
  }
  for (int k = 0; sn_shape_kinds[k]; k++) {
    sn_lang_global(s, sn_shape_kinds[k]->name, make_shape, sn_shape_kinds[k]->name);
  }
  for (int k = 0; sn_section_kinds[k]; k++) { /* `tube` is also a shape: the field decides which one is meant */
    sn_lang_global(s, sn_section_kinds[k]->name, make_shape, sn_section_kinds[k]->name);
  }
  sn_lang_global(s, "directions", make_shape, "directions");
  for (size_t k = 0; k < sizeof constructors / sizeof constructors[0]; k++) {
    sn_lang_global(s, constructors[k].name, construct, constructors + k);
  }
  sn_lang_global(s, "item", find_item, NULL);
  sn_lang_global(s, "gravity", set_gravity, NULL);
  sn_lang_global(s, "run", set_run, NULL);
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.builtin");
  sn_lang_push_handle(s, (sn_ref){.item = NULL, .station = SN_STATION_SELF, .given = 1});
  lua_setfield(L, -2, "ground");
  lua_pop(L, 1);
}
