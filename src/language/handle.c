/* language/handle.c -- handles: what a model holds of a part, joint or force it has made, and the places on it.
 * What:    .name, .first, .last, :node(k), :at(s), :at(u, v), :at("name"), :edge("name"), :point {x, y, z}.
 * Rule:    nothing here names a kind.
 * Tests:   tests/language/test_language.c, test_mistakes.c, tests/shells/test_mesh.c, tests/beams/test_stiffener.c
 */
#include <string.h>

#include "base/text.h"
#include "catalogue.h"
#include "language/language_private.h"

void sn_lang_push_handle(sn_lang *s, sn_ref ref)
{
  sn_lang_handle *h = lua_newuserdatauv(s->L, sizeof *h, 0);
  h->ref = ref;
  luaL_setmetatable(s->L, SN_LANG_HANDLE);
}

static int station_count(sn_lang *s, const sn_ref *ref, const char *asked)
{
  const sn_item *item = ref->item;
  if (!item || !item->kind->part.stations || item->kind->part.stations(item) == 0 || sn_ref_is_place(ref)) {
    sn_lang_error(s, "'%s' has no `%s`.", sn_ref_name(ref), asked);
    sn_error_why(&s->error,
                 item && sn_ref_is_place(ref) ? "It is a node or a point already."
                 : item ? "A %s has no nodes along it; only such parts (cables, beams, links, bodies by points) have "
                          "first, last and node(k)."
                        : "The ground has no nodes.",
                 item ? item->kind->name : "");
    sn_error_fix(&s->error, "Attach to the part itself and say where with at = {x, y, z}.");
    sn_lang_raise(s);
  }
  return item->kind->part.stations(item);
}

static int handle_node(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_lang_handle *h = luaL_testudata(L, 1, SN_LANG_HANDLE);
  int whole = 0; /* accepts 20.0: the result of n/2 */
  (void)lua_tointegerx(L, 2, &whole);
  if (!h || lua_type(L, 2) != LUA_TNUMBER || !whole) {
    sn_lang_error(s, "node needs the number of a node.");
    sn_error_fix(&s->error, "Write part:node(2), with a colon; the first node has number 0.");
    sn_lang_raise(s);
  }
  const int n = station_count(s, &h->ref, "node");
  const lua_Integer k = lua_tointeger(L, 2);
  if (k < 0 || k >= n) {
    sn_lang_error(s, "'%s' has no node %lld.", sn_ref_name(&h->ref), (long long)k);
    sn_error_why(&s->error, "It has %d nodes, numbered 0 to %d.", n, n - 1);
    sn_error_fix(&s->error, "Use a number in this range, or .first and .last.");
    sn_lang_raise(s);
  }
  sn_lang_push_handle(s, (sn_ref){.item = h->ref.item, .station = (int)k, .given = 1});
  return 1;
}

/* shell:at("tip") */
static int handle_named(sn_lang *s, const sn_item *item, const char *name)
{
  int k = 0;
  sn_error e = {0};
  if (item->kind->surface.station_named(item, name, &k, &e) != SN_OK) {
    sn_lang_error(s, "%s", e.what);
    sn_error_why(&s->error, "%s", e.why);
    sn_error_fix(&s->error, "%s", e.fix);
    sn_lang_raise(s);
  }
  sn_lang_push_handle(s, (sn_ref){.item = item, .station = k, .given = 1});
  return 1;
}

/* shell:edge("v_last"): its nodes, as a list */
static int handle_edge(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_lang_handle *h = luaL_testudata(L, 1, SN_LANG_HANDLE);
  const sn_item *item = h ? h->ref.item : NULL;
  const int *station = NULL;
  int n = 0;
  sn_error e = {0};
  if (!item || !item->kind->surface.stations_along || lua_gettop(L) != 2 || lua_type(L, 2) != LUA_TSTRING) {
    sn_lang_error(s, "edge needs the name of an edge.");
    sn_error_fix(&s->error, "Write part:edge(\"u_first\"), with a colon.");
    sn_lang_raise(s);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  if (item->kind->surface.stations_along(item, sn_lang_text(s, 2), s->scratch, &station, &n, &e) != SN_OK) {
    sn_lang_error(s, "%s", e.what);
    sn_error_why(&s->error, "%s", e.why);
    sn_error_fix(&s->error, "%s", e.fix);
    sn_lang_raise(s);
  }
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    sn_lang_push_handle(s, (sn_ref){.item = item, .station = station[k], .given = 1});
    lua_rawseti(L, -2, k + 1);
  }
  sn_arena_reset(s->scratch, mark);
  return 1;
}

/* solid:surface("bore"): its mean position and rotation */
static int handle_surface(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_lang_handle *h = luaL_testudata(L, 1, SN_LANG_HANDLE);
  const sn_item *item = h ? h->ref.item : NULL;
  int station = 0;
  sn_error e = {0};
  if (!item || !item->kind->surface.surface_named || lua_gettop(L) != 2 || lua_type(L, 2) != LUA_TSTRING) {
    sn_lang_error(s, "surface needs the name of a surface.");
    sn_error_fix(&s->error, "Write part:surface(\"bore\"), with a colon.");
    sn_lang_raise(s);
  }
  if (item->kind->surface.surface_named(item, sn_lang_text(s, 2), &station, &e) != SN_OK) {
    sn_lang_error(s, "%s", e.what);
    sn_error_why(&s->error, "%s", e.why);
    sn_error_fix(&s->error, "%s", e.fix);
    sn_lang_raise(s);
  }
  sn_lang_push_handle(s, (sn_ref){.item = item, .station = station, .given = 1});
  return 1;
}

/* beam:at(s), shell:at(u, v), shell:at("tip"): the node at a length, at two parameters, or of a name */
static int handle_at(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_lang_handle *h = luaL_testudata(L, 1, SN_LANG_HANDLE);
  const sn_item *item = h ? h->ref.item : NULL;
  if (item && item->kind->surface.station_named && lua_gettop(L) == 2 && lua_type(L, 2) == LUA_TSTRING) {
    return handle_named(s, item, sn_lang_text(s, 2));
  }
  const int two = item && item->kind->surface.station_on, wanted = two ? 2 : 1;
  int good = item && (two || item->kind->line.station_at) && lua_gettop(L) == 1 + wanted;
  for (int k = 0; good && k < wanted; k++) {
    good = lua_type(L, 2 + k) == LUA_TNUMBER;
  }
  if (!good) {
    sn_lang_error(s, "at needs %s.",
                  two ? "two numbers, u and v, or a name in its mesh"
                      : "a part with a length, such as a beam, and a length along it");
    sn_error_fix(&s->error, two ? "Write part:at(0.5, 0), with a colon." : "Write part:at(0.5), with a colon.");
    sn_lang_raise(s);
  }
  double nearest[2] = {0, 0};
  const double at[2] = {lua_tonumber(L, 2), two ? lua_tonumber(L, 3) : 0};
  const int k = two ? item->kind->surface.station_on(item, at[0], at[1], nearest)
                    : item->kind->line.station_at(item, at[0], nearest);
  int off = k < 0;
  for (int i = 0; i < wanted; i++) { /* parameters have ranges of any size: compared with the other end, too */
    off = off || !(fabs(nearest[i] - at[i]) <= 1e-6 * (two ? fabs(at[i]) + fabs(nearest[i]) + 1e-3 : fabs(at[i])));
  }
  if (off) {
    if (two) {
      sn_lang_error(s, "'%s' has no node at u = %g, v = %g.", sn_ref_name(&h->ref), at[0], at[1]);
      sn_error_why(&s->error, "The nearest is node %d at u = %.9g, v = %.9g.", k, nearest[0], nearest[1]);
    } else {
      sn_lang_error(s, "'%s' has no node at the length %g m.", sn_ref_name(&h->ref), at[0]);
      sn_error_why(&s->error, "The nearest is node %d at %.9g m.", k, nearest[0]);
    }
    sn_error_fix(&s->error, "Use %s:node(%d), or choose elements and order so that a node is there.",
                 sn_ref_name(&h->ref), k < 0 ? 0 : k);
    sn_lang_raise(s);
  }
  sn_lang_push_handle(s, (sn_ref){.item = h->ref.item, .station = k, .given = 1});
  return 1;
}

/* part:point { x, y, z }: in the axes of the part (of the node, of the ground as drawn) */
static int handle_point(lua_State *L)
{
  static const sn_input field[] = {{"point", SN_VECTOR, "m", "own axes of the part", .offset = 0}, {0}};
  sn_lang *s = sn_lang_of(L);
  const sn_lang_handle *h = luaL_testudata(L, 1, SN_LANG_HANDLE);
  if (!h || lua_gettop(L) != 2 || lua_type(L, 2) != LUA_TTABLE) {
    sn_lang_error(s, "point needs three numbers in a table.");
    sn_error_fix(&s->error, "Write part:point {0.1, 0, 0}, with a colon: its own coordinates.");
    sn_lang_raise(s);
  }
  sn_ref ref = h->ref;
  if (ref.has_point || (ref.item && ref.item->kind->class != SN_CLASS_PART)) {
    sn_lang_error(s, "'%s' has no `point`.", sn_ref_name(&ref));
    sn_error_why(&s->error, ref.has_point ? "It is a point already." : "Only parts and the ground have points.");
    sn_error_fix(&s->error, ref.has_point ? "Give all three coordinates at once." : "Ask a part, such as a body.");
    sn_lang_raise(s);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const char *where = sn_lang_where(s), *name = "point";
  const sn_value v = sn_lang_value(s, 2, field, "point");
  const sn_value r = {.type = SN_VALUE_RECORD, .n = 1, .entry = &v, .name = &name, .where = where};
  if (sn_fields_fill(field, &r, &ref.point, s->scratch, sn_ref_name(&ref), where, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  sn_arena_reset(s->scratch, mark);
  ref.has_point = 1;
  if (!ref.item) { /* the ground of a group is drawn at the position of the group */
    ref.point = v3_add(s->shift, m3_mul(s->turn, ref.point));
  }
  sn_lang_push_handle(s, ref);
  return 1;
}

int sn_lang_is_output(const char *name)
{
  for (int k = 0; sn_catalogue[k]; k++) {
    for (const sn_output *o = sn_catalogue[k]->reports.outputs; o && o->name; o++) {
      if (strcmp(o->name, name) == 0) {
        return 1;
      }
    }
  }
  return 0;
}

/* its nodes can be named by a length or by parameters */
static int has_places(const sn_ref *ref)
{
  return ref->item && (ref->item->kind->line.station_at || ref->item->kind->surface.station_on);
}

static int handle_index(lua_State *L)
{
  static const char *const fields[] = {"name", "first", "last", "node", "point", "at", "edge"};
  sn_lang *s = sn_lang_of(L);
  const sn_lang_handle *h = luaL_checkudata(L, 1, SN_LANG_HANDLE);
  const char *key = lua_type(L, 2) == LUA_TSTRING ? sn_lang_text(s, 2) : "";
  const int last = strcmp(key, "last") == 0;
  if (strcmp(key, "name") == 0) {
    lua_pushstring(L, sn_ref_name(&h->ref));
  } else if (last || strcmp(key, "first") == 0) {
    station_count(s, &h->ref, key);
    sn_lang_push_handle(s, (sn_ref){.item = h->ref.item, .station = last ? SN_STATION_LAST : 0, .given = 1});
  } else if (strcmp(key, "node") == 0) {
    station_count(s, &h->ref, key);
    lua_pushcfunction(L, handle_node);
  } else if (strcmp(key, "point") == 0) {
    lua_pushcfunction(L, handle_point);
  } else if (strcmp(key, "at") == 0 && has_places(&h->ref)) {
    station_count(s, &h->ref, key);
    lua_pushcfunction(L, handle_at);
  } else if (strcmp(key, "edge") == 0 && h->ref.item && h->ref.item->kind->surface.stations_along) {
    station_count(s, &h->ref, key);
    lua_pushcfunction(L, handle_edge);
  } else if (strcmp(key, "surface") == 0 && h->ref.item && h->ref.item->kind->surface.surface_named) {
    lua_pushcfunction(L, handle_surface);
  } else {
    const int n_fields = !has_places(&h->ref) ? 5 : h->ref.item->kind->surface.stations_along ? 7 : 6;
    const char *meant = sn_nearest(key, fields, (size_t)n_fields);
    sn_lang_error(s, "'%s' has no `%.60s`.", sn_ref_name(&h->ref), key[0] ? key : luaL_tolstring(L, 2, NULL));
    sn_error_why(
        &s->error,
        "A handle has .name and :point {x, y, z} and, for parts with nodes, .first, .last and :node(k); a beam "
        "has :at(s), a shell :at(u, v), :edge(\"name\") and, with a mesh, :at(\"name\").");
    sn_error_fix(&s->error, meant ? "Did you mean `%s`?" : "Fields cannot be read back; keep them in variables%s.",
                 meant ? meant : "");
    if (sn_lang_is_output(key)) {
      sn_error_fix(&s->error, "What it gives in a run is output(%.60s, \"%.60s\").", sn_ref_name(&h->ref), key);
    }
    sn_lang_raise(s);
  }
  return 1;
}

static int handle_text(lua_State *L)
{
  const sn_lang_handle *h = luaL_checkudata(L, 1, SN_LANG_HANDLE);
  lua_pushstring(L, sn_ref_name(&h->ref));
  return 1;
}

static int handle_equal(lua_State *L)
{
  const sn_lang_handle *a = luaL_testudata(L, 1, SN_LANG_HANDLE), *b = luaL_testudata(L, 2, SN_LANG_HANDLE);
  lua_pushboolean(L, a && b && a->ref.item == b->ref.item && a->ref.station == b->ref.station &&
                         a->ref.has_point == b->ref.has_point &&
                         (!a->ref.has_point || v3_norm(v3_sub(a->ref.point, b->ref.point)) == 0));
  return 1;
}

static int handle_fixed(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_error(s, "Fields of a part cannot be changed after it is made.");
  sn_error_fix(&s->error, "Give the field in its table when you make it.");
  sn_lang_raise(s);
}

void sn_lang_open_handles(sn_lang *s)
{
  static const luaL_Reg methods[] = {{"__index", handle_index},
                                     {"__tostring", handle_text},
                                     {"__eq", handle_equal},
                                     {"__newindex", handle_fixed},
                                     {NULL, NULL}};
  luaL_newmetatable(s->L, SN_LANG_HANDLE);
  luaL_setfuncs(s->L, methods, 0);
  lua_pop(s->L, 1);
}
