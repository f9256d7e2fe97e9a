/* language/group.c -- models of several pieces: include, group and place.
 * What:    include runs another file in the same world; group keeps a function; place calls it with names prefixed and
 *          all points and directions turned and shifted.
 * Tests:   tests/language/test_language.c, test_mistakes.c.
 */
#include <string.h>

#include "base/array.h"
#include "language/language_private.h"

enum { MAX_DEPTH = 16 };

static void enter(sn_lang *s, const char *what)
{
  if (++s->depth > MAX_DEPTH) {
    sn_lang_error(s, "%s goes more than %d levels deep.", what, MAX_DEPTH);
    sn_error_why(&s->error, "It probably contains itself.");
    sn_error_fix(&s->error, "Remove the circle.");
    sn_lang_raise(s);
  }
}

static int include(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "include");
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TSTRING) {
    sn_lang_error(s, "include needs the name of a file.");
    sn_error_fix(&s->error, "Write include \"arm.lua\".");
    sn_lang_raise(s);
  }
  enter(s, "include");
  const char *name = sn_lang_copy(s, sn_lang_text(s, 1));
  size_t size;
  const char *text = NULL;
  for (int i = 0; i < s->options.n_file && !text; i++) {
    text = strcmp(s->options.file[i].name, name) == 0 ? s->options.file[i].text : NULL;
  }
  if (text) {
    size = strlen(text);
  } else {
    text = sn_lang_read(s, name, &size);
  }
  sn_model_source(s->model, name, text);
  sn_lang_compile(s, name, text, size);
  const int base = lua_gettop(L) - 1;
  lua_call(L, 0, LUA_MULTRET);
  s->depth--;
  return lua_gettop(L) - base;
}

static void check_name(sn_lang *s, const char *name)
{
  if (!sn_good_name(name)) {
    sn_lang_error(s, "\"%.60s\" cannot be the name of a group.", name);
    sn_error_why(&s->error, "It becomes part of names, which have letters, digits, _ and -, at most 64 of them.");
    sn_error_fix(&s->error, "Choose a name such as \"left_leg\".");
    sn_lang_raise(s);
  }
}

static int make_group(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "group");
  if (lua_gettop(L) != 2 || lua_type(L, 1) != LUA_TSTRING || lua_type(L, 2) != LUA_TFUNCTION) {
    sn_lang_error(s, "group needs a name and a function that makes the parts.");
    sn_error_fix(&s->error, "Write local leg = group(\"leg\", function() ... end).");
    sn_lang_raise(s);
  }
  check_name(s, sn_lang_text(s, 1));
  sn_lang_group *g = lua_newuserdatauv(L, sizeof *g, 1);
  const char *name = sn_lang_copy(s, sn_lang_text(s, 1));
  const char *warning = sn_arena_format(s->arena,
                                        "group '%s' is never placed, so it makes nothing; write place(%s, "
                                        "{ ... })",
                                        name, name);
  *g = (sn_lang_group){name, 0, warning ? sn_lang_expect_use(s, name, warning) : NULL};
  if (!warning) {
    sn_lang_no_memory(s);
  }
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, SN_LANG_GROUP);
  return 1;
}

typedef struct {
  const char *name;
  sn_v3 at;
  sn_m3 orientation;
  int more;
} placing;
static const sn_input place_inputs[] = {
    {"name", SN_TEXT, "", "prefix of all names in it", SN_MEMBER(placing, name)},
    {"at", SN_VECTOR, "m", "where the origin of the group is put", SN_MEMBER(placing, at)},
    {"orientation", SN_ORIENTATION, "", "how its axes are turned", SN_MEMBER(placing, orientation)},
    {"more", SN_FLAG, "", "adds to what was placed under this name before", SN_MEMBER(placing, more), SN_PRESET(0)},
    {0}};

/* The prefix of an existing group, to which items are added. */
static const char *known_prefix(sn_lang *s, const char *name)
{
  const char *full =
      name ? sn_arena_format(s->arena, "%s%s%s", s->prefix, s->prefix[0] ? "." : "", name) : sn_lang_copy(s, "");
  if (!full) {
    sn_lang_no_memory(s);
  }
  if (sn_names_find(&s->placed_at, full) < 0) {
    sn_lang_error(s, "No group is placed under the name \"%.60s\" yet: there is nothing to add to.", full);
    sn_error_fix(&s->error, "Leave out more = true the first time, and give its name.");
    sn_lang_raise(s);
  }
  return full;
}

/* The new prefix, which must not exist yet. */
static const char *prefix_of(sn_lang *s, sn_lang_group *g, const char *name)
{
  if (name) {
    check_name(s, name);
  }
  const char *dot = s->prefix[0] ? "." : "";
  const char *full = NULL;
  for (int taken = 1; taken;) {
    full = name ? sn_arena_format(s->arena, "%s%s%s", s->prefix, dot, name)
                : sn_arena_format(s->arena, "%s%s%s%d", s->prefix, dot, g->name, ++g->count);
    if (!full) {
      sn_lang_no_memory(s);
    }
    taken = sn_names_find(&s->placed_at, full) >= 0;
    if (taken && name) {
      sn_lang_error(s, "A group is already placed under the name \"%.60s\".", full);
      sn_error_fix(&s->error, "Give each placing its own name.");
      sn_lang_raise(s);
    }
  }
  if (!SN_ROOM(s->work, s->placed) || !sn_names_add(&s->placed_at, full, s->placed.n, s->work)) {
    sn_lang_no_memory(s);
  }
  s->placed.at[s->placed.n++] = full;
  return full;
}

static int place(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "place");
  sn_lang_group *g = luaL_testudata(L, 1, SN_LANG_GROUP);
  if (!g || (lua_gettop(L) > 1 && lua_type(L, 2) != LUA_TTABLE)) {
    sn_lang_error(s, "place needs a group and a table.");
    sn_error_fix(&s->error, "Write place(leg, { name = \"left\", at = {0, 1, 0} }).");
    sn_lang_raise(s);
  }
  enter(s, "place");
  g->use->used = 1;
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const char *where = sn_lang_where(s);
  placing p;
  sn_value v = {.type = SN_VALUE_RECORD};
  if (lua_gettop(L) > 1) {
    v = sn_lang_value(s, 2, NULL, "place");
  }
  v.where = where;
  if (sn_fields_fill(place_inputs, &v, &p, s->arena, "place", where, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  sn_arena_reset(s->scratch, mark);
  const char *old_prefix = s->prefix;
  const sn_m3 old_turn = s->turn;
  const sn_v3 old_shift = s->shift;
  s->prefix = p.more ? known_prefix(s, p.name) : prefix_of(s, g, p.name);
  if (!isnan(p.at.x[0])) {
    s->shift = v3_add(old_shift, m3_mul(old_turn, p.at));
  }
  if (!isnan(p.orientation.c[0].x[0])) {
    s->turn = m3_mul3(old_turn, p.orientation);
  }
  sn_model_group(s->model, s->prefix, s->turn, s->shift);
  const int n = lua_gettop(L) > 2 ? lua_gettop(L) - 2 : 0; /* more values go to the function */
  lua_getiuservalue(L, 1, 1);
  const int base = lua_gettop(L) - 1;
  luaL_checkstack(L, n + 8, "too many values");
  for (int k = 0; k < n; k++) {
    lua_pushvalue(L, 3 + k);
  }
  lua_call(L, n, LUA_MULTRET);
  s->prefix = old_prefix;
  s->turn = old_turn;
  s->shift = old_shift;
  sn_model_group(s->model, s->prefix, s->turn, s->shift);
  s->depth--;
  return lua_gettop(L) - base;
}

void sn_lang_open_groups(sn_lang *s)
{
  luaL_newmetatable(s->L, SN_LANG_GROUP);
  lua_pop(s->L, 1);
  sn_lang_global(s, "include", include, NULL);
  sn_lang_global(s, "group", make_group, NULL);
  sn_lang_global(s, "place", place, NULL);
}
