/* language/convert.c -- Lua values -> sn_value, guided by the field table only where a function must be traced.
 * What:    numbers, texts, flags, handles, lists, named tables, and tables made by a constructor (box, axis_angle, ...).
 * Limits:  tables nest at most 16 deep and have at most 200000 entries per call.
 * Tests:   tests/language/test_language.c, test_mistakes.c.
 */
#include <string.h>

#include "language/language_private.h"

enum { MAX_DEPTH = 16, MAX_ENTRIES = 200000 };

typedef struct {
  sn_lang *s;
  const char *owner;
  const char *name; /* name of the field that is being read, for messages */
  int depth, entries;
  int n_argument; /* a table returned by a function of the user: its numbers may be formulas of these variables */
  const char *const *argument;
} walk;

static sn_value value(walk *w, int index, const sn_input *field);

static const sn_input *find_field(const sn_input *inputs, const char *name)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    if (in->type == SN_INLINE) {
      const sn_input *inner = find_field(in->sub, name);
      if (inner) {
        return inner;
      }
    } else if (strcmp(in->name, name) == 0) {
      return in;
    }
  }
  return NULL;
}

/* Texts are copied: a traced function could remove them from the table that is being read. */
static const char *kept(sn_lang *s, const char *text)
{
  const char *copy = text ? sn_arena_text(s->scratch, text) : "";
  if (!copy) {
    sn_lang_no_memory(s);
  }
  return copy;
}

static void count(walk *w, lua_Unsigned n)
{
  if (w->depth > MAX_DEPTH || n > MAX_ENTRIES || w->entries + (int)n > MAX_ENTRIES) {
    sn_lang_error(w->s, "%s: a table is too %s.", w->owner, w->depth > MAX_DEPTH ? "deep" : "large");
    sn_error_why(&w->s->error,
                 "Tables nest at most %d deep (a table must not contain itself) and have at most %d entries.",
                 MAX_DEPTH, MAX_ENTRIES);
    sn_error_fix(&w->s->error, "Check what is given to its fields.");
    sn_lang_raise(w->s);
  }
  w->entries += (int)n;
  sn_lang_charge(w->s, (double)n);
}

static _Noreturn void hole(const walk *w)
{
  sn_lang_error(w->s, "%s: %s%s%s has a hole, or a key that is no name.", w->owner, w->name ? "the list `" : "a list",
                w->name ? w->name : "", w->name ? "`" : "");
  sn_error_why(&w->s->error, "Lists have entries 1, 2, 3, ... without gaps; nil in a list makes one.");
  sn_error_fix(&w->s->error, "Check the entries of the list.");
  sn_lang_raise(w->s);
}

static sn_value list(walk *w, int index, lua_Unsigned n)
{
  lua_State *L = w->s->L;
  sn_value *entry = SN_NEW(w->s->scratch, sn_value, n);
  if (!entry) {
    sn_lang_no_memory(w->s);
  }
  for (lua_Unsigned k = 0; k < n; k++) {
    if (lua_rawgeti(L, index, (lua_Integer)k + 1) == LUA_TNIL) {
      hole(w);
    }
    entry[k] = value(w, -1, NULL);
    lua_pop(L, 1);
  }
  return (sn_value){.type = SN_VALUE_LIST, .n = (int)n, .entry = entry};
}

/* every: the field that describes all entries, whatever their names; NULL: those of the table `inputs` */
static sn_value record(walk *w, int index, const sn_input *inputs, const sn_input *every)
{
  lua_State *L = w->s->L;
  const sn_lang_names names = sn_lang_keys(w->s, index);
  sn_value *entry = SN_NEW(w->s->scratch, sn_value, names.n);
  const char **name = SN_NEW(w->s->scratch, const char *, names.n);
  sn_value r = {.type = SN_VALUE_RECORD, .entry = entry, .name = (const char *const *)name};
  if (!entry || !name) {
    sn_lang_no_memory(w->s);
  }
  count(w, (lua_Unsigned)names.n);
  for (int k = 0; k < names.n; k++) {
    lua_getfield(L, index, names.name[k]);
    if (strcmp(names.name[k], SN_LANG_WHERE) == 0) {
      r.where = kept(w->s, lua_tostring(L, -1));
    } else {
      const char *outer = w->name;
      w->name = name[r.n] = names.name[k];
      entry[r.n++] = value(w, -1, every ? every : find_field(inputs, names.name[k]));
      w->name = outer;
    }
    lua_pop(L, 1);
  }
  return r;
}

/* Named and positional entries of a table; anything else as a key is an error. */
static void shape_of(walk *w, int index, lua_Unsigned *positional, int *named)
{
  lua_State *L = w->s->L;
  *positional = lua_rawlen(L, index);
  *named = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    const int in_list =
        lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && (lua_Unsigned)lua_tointeger(L, -2) <= *positional;
    *named += lua_type(L, -2) == LUA_TSTRING;
    if (!in_list && lua_type(L, -2) != LUA_TSTRING) {
      hole(w);
    }
  }
}

static sn_value table_value(walk *w, int index, const sn_input *field)
{
  lua_State *L = w->s->L;
  lua_Unsigned n;
  int named;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 8, "tables nest too deeply");
  w->depth++;
  shape_of(w, index, &n, &named);
  count(w, n);
  sn_value v;
  if (named > 0 && n > 0) {
    sn_lang_error(w->s, "%s: %s%s%s mixes named entries and a list.", w->owner, w->name ? "`" : "a table",
                  w->name ? w->name : "", w->name ? "`" : "");
    sn_error_why(&w->s->error, "Only the table of a part, joint or force itself may do so.");
    sn_error_fix(&w->s->error, "Give every entry a name, or none.");
    sn_lang_raise(w->s);
  }
  if (named > 0 || luaL_getmetafield(L, index, "maker") != LUA_TNIL) {
    if (named == 0) {
      lua_pop(L, 1);
    }
    v = record(w, index, field && field->type == SN_TABLE ? field->sub : NULL,
               field && field->type == SN_TABLES ? &(sn_input){.type = SN_TABLE, .sub = field->sub} : NULL);
    if (luaL_getmetafield(L, index, "maker") != LUA_TNIL) {
      v.maker = lua_tostring(L, -1);
      lua_pop(L, 1);
    }
  } else {
    v = list(w, index, n);
  }
  w->depth--;
  return v;
}

static sn_value formula(walk *w, int index)
{
  const sn_expr **result = SN_NEW(w->s->scratch, const sn_expr *, 1);
  if (!result) {
    sn_lang_no_memory(w->s);
  }
  result[0] = sn_lang_expression(w->s, sn_lang_node_of(w->s, index), w->n_argument, w->argument, NULL);
  return (sn_value){.type = SN_VALUE_FUNCTION, .n = 1, .result = result};
}

static int is_function(const sn_input *field)
{
  return field &&
         (field->type == SN_FUNCTION || field->type == SN_FUNCTION3 || (field->type == SN_NUMBERS && field->choices));
}

/* A formula of inputs, or of signals where the field may follow them. */
static int is_formula_for(lua_State *L, int index, const sn_input *field)
{
  const sn_lang_symbol *y = luaL_testudata(L, index, SN_LANG_SYMBOL);
  return y && (y->trace == SN_LANG_ANYWHERE || (y->trace == 0 && field->sub == sn_follows_signals));
}

static sn_value value(walk *w, int index, const sn_input *field)
{
  sn_lang *s = w->s;
  lua_State *L = s->L;
  const sn_lang_handle *handle;
  switch (lua_type(L, index)) {
  case LUA_TNUMBER:
    return (sn_value){.type = SN_VALUE_NUMBER, .number = lua_tonumber(L, index)};
  case LUA_TBOOLEAN:
    return (sn_value){.type = SN_VALUE_FLAG, .number = lua_toboolean(L, index)};
  case LUA_TSTRING:
    return (sn_value){.type = SN_VALUE_TEXT, .text = kept(s, sn_lang_text(s, index))};
  case LUA_TTABLE:
    return table_value(w, index, field);
  case LUA_TUSERDATA:
    handle = luaL_testudata(L, index, SN_LANG_HANDLE);
    if (handle) {
      return (sn_value){.type = SN_VALUE_REF, .ref = handle->ref};
    }
    if (luaL_testudata(L, index, SN_LANG_CURVE) || (is_function(field) && is_formula_for(L, index, field))) {
      break;
    }
    if (w->n_argument > 0 && luaL_testudata(L, index, SN_LANG_SYMBOL)) {
      return formula(w, index);
    }
    sn_lang_error(s, "%s: `%s` got a %s.", w->owner,
                  field     ? field->name
                  : w->name ? w->name
                            : "a field",
                  luaL_testudata(L, index, SN_LANG_GROUP) ? "group" : "signal or traced value");
    sn_error_why(&s->error,
                 "Signals are for channels, forces and torques; this field takes a number or a function of its own.");
    sn_error_fix(&s->error, "Give a number or a function, for example function(t) return 2*t end.");
    sn_lang_raise(s);
  default:
    break;
  }
  if (is_function(field)) {
    return sn_lang_trace(s, lua_absindex(L, index), field, w->owner);
  }
  if (field && field->type == SN_SECTION && lua_type(L, index) == LUA_TFUNCTION) {
    return sn_lang_trace_table(s, lua_absindex(L, index), field, w->owner);
  }
  return (sn_value){.type = SN_VALUE_FUNCTION, .n = 0}; /* a field that takes no function: its reader reports this */
}

sn_value sn_lang_value(sn_lang *s, int index, const sn_input *field, const char *owner)
{
  walk w = {.s = s, .owner = owner};
  return value(&w, index, field);
}

sn_value sn_lang_formulas(sn_lang *s, int index, int n, const char *const *argument, const char *owner)
{
  walk w = {.s = s, .owner = owner, .n_argument = n, .argument = argument};
  return value(&w, index, NULL);
}

sn_value sn_lang_record(sn_lang *s, int index, const sn_input *inputs, const char *owner)
{
  walk w = {.s = s, .owner = owner};
  return record(&w, lua_absindex(s->L, index), inputs, NULL);
}

void sn_lang_maker(sn_lang *s, const char *maker)
{
  lua_State *L = s->L;
  lua_pushstring(L, sn_lang_where(s));
  lua_setfield(L, -2, SN_LANG_WHERE);
  lua_newtable(L);
  lua_pushstring(L, maker);
  lua_setfield(L, -2, "maker");
  lua_setmetatable(L, -2);
}

int sn_lang_ref(sn_lang *s, int index, sn_ref *out)
{
  const sn_lang_handle *handle = luaL_testudata(s->L, index, SN_LANG_HANDLE);
  if (handle) {
    *out = handle->ref;
    return 1;
  }
  if (lua_type(s->L, index) != LUA_TSTRING) {
    return 0;
  }
  const char *name = sn_lang_text(s, index);
  const sn_item *item = strcmp(name, "ground") == 0 ? NULL : sn_model_find(s->model, name);
  *out = (sn_ref){.item = item, .station = SN_STATION_SELF, .given = item != NULL || strcmp(name, "ground") == 0};
  return 1;
}

sn_v3 sn_lang_point(sn_lang *s, int index, const char *owner, sn_m3 turn, sn_v3 shift)
{
  static const sn_input field[] = {{"point", SN_PLACE, "m", "drawing coordinates", .offset = 0}, {0}};
  const char *where = sn_lang_where(s);
  const sn_lang_handle *handle = luaL_testudata(s->L, index, SN_LANG_HANDLE);
  sn_v3 x;
  if (handle && (handle->ref.item || handle->ref.has_point) && sn_drawn_station(&handle->ref, &x)) {
    return m3_tmul(turn, v3_sub(x, shift));
  }
  const sn_value v = sn_lang_value(s, index, field, owner);
  const sn_value r = {.type = SN_VALUE_RECORD, .n = 1, .entry = &v, .name = &field->name, .where = where};
  if (sn_fields_fill(field, &r, &x, s->scratch, owner, where, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  return x;
}
