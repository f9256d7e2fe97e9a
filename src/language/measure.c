/* language/measure.c -- signals of the run and of several parts: time, centre of mass, momenta, energies.
 * What:    what they are summed over is a part or joint, the name of a placed group, a list of these, or nothing: the whole
 *          model.
 * Tests:   tests/mechanisms/test_sums.c, tests/language/test_mistakes.c.
 */
#include <string.h>

#include "base/text.h"
#include "language/language_private.h"

typedef struct {
  int n, room;
  const sn_item **item;
} items;

static void add_item(sn_lang *s, const sn_item *item, items *to)
{
  for (int k = 0; k < to->n; k++) {
    if (to->item[k] == item) {
      sn_lang_error(s, "'%s' is in the list twice.", item->name);
      sn_error_fix(&s->error, "Name each part once, and no part of a group that is named as well.");
      sn_lang_raise(s);
    }
  }
  if (to->n == to->room) {
    to->room = to->room ? 2 * to->room : 16;
    to->item = sn_arena_grow(s->arena, to->item, (size_t)to->n, (size_t)to->room, sizeof *to->item);
    if (!to->item) {
      sn_lang_no_memory(s);
    }
  }
  to->item[to->n++] = item;
}

/* All items of a placed group: their names begin with its own and a dot. 0: there is no such group. */
static int add_group(sn_lang *s, const char *name, items *to)
{
  const char *inner = s->prefix[0] ? sn_arena_format(s->scratch, "%s.%s", s->prefix, name) : name;
  int at = inner ? sn_names_find(&s->placed_at, inner) : -1;
  at = at < 0 ? sn_names_find(&s->placed_at, name) : at;
  const char *full = at >= 0 ? s->placed.at[at] : NULL;
  const size_t n = full ? strlen(full) : 0;
  for (int k = 0; full && k < sn_model_items(s->model); k++) {
    const sn_item *item = sn_model_item(s->model, k);
    if (strncmp(item->name, full, n) == 0 && item->name[n] == '.') {
      add_item(s, item, to);
    }
  }
  return full != NULL;
}

static _Noreturn void unknown(sn_lang *s, int index, const char *signal)
{
  const char *name = lua_type(s->L, index) == LUA_TSTRING ? sn_lang_text(s, index) : NULL;
  const int n = sn_model_items(s->model);
  const char **names = SN_NEW(s->scratch, const char *, n + s->placed.n + 1);
  for (int k = 0; names && k < n; k++) {
    names[k] = sn_model_item(s->model, k)->name;
  }
  for (int k = 0; names && k < s->placed.n; k++) {
    names[n + k] = s->placed.at[k];
  }
  const char *meant = names && name ? sn_nearest(name, names, (size_t)n + (size_t)s->placed.n) : NULL;
  if (name) {
    sn_lang_error(s, "%s: there is no part, joint or placed group named \"%.60s\".", signal, name);
  } else {
    sn_lang_error(s, "%s needs a part, the name of a placed group or a list of these, but got a %s.", signal,
                  luaL_typename(s->L, index));
  }
  sn_error_why(&s->error,
               "Things must be made before they are used; %d parts, joints and forces have been made so far.", n);
  sn_error_fix(&s->error, meant ? "Did you mean \"%s\"?" : "Write %s(rod), or %s() for the whole model.",
               meant ? meant : signal, signal);
  sn_lang_raise(s);
}

static void add_one(sn_lang *s, int index, const char *signal, items *to)
{
  sn_ref ref;
  if (sn_lang_ref(s, index, &ref) && ref.given && ref.item) {
    add_item(s, ref.item, to);
  } else if (lua_type(s->L, index) != LUA_TSTRING || !add_group(s, sn_lang_text(s, index), to)) {
    unknown(s, index, signal);
  }
}

/* The parts named by the first value; nil or nothing: the whole model. */
static void read_items(sn_lang *s, const char *signal, sn_signal *out)
{
  lua_State *L = s->L;
  items list = {0};
  if (lua_isnoneornil(L, 1)) {
    return;
  }
  if (lua_type(L, 1) == LUA_TTABLE) {
    const lua_Unsigned n = lua_rawlen(L, 1);
    luaL_checkstack(L, 4, "too many nested calls");
    for (lua_Unsigned k = 1; k <= n; k++) {
      lua_rawgeti(L, 1, (lua_Integer)k);
      add_one(s, -1, signal, &list);
      lua_pop(L, 1);
    }
  } else {
    add_one(s, 1, signal, &list);
  }
  if (list.n == 0) {
    sn_lang_error(s, "%s: the list is empty.", signal);
    sn_error_fix(&s->error, "Name parts or placed groups, or write %s() for the whole model.", signal);
    sn_lang_raise(s);
  }
  out->n_of = list.n;
  out->of = (const sn_item *const *)list.item;
}

/* A point of the drawing, or "center". */
static void read_about(sn_lang *s, const char *signal, sn_signal *out)
{
  lua_State *L = s->L;
  if (lua_type(L, 2) == LUA_TSTRING && strcmp(sn_lang_text(s, 2), "center") == 0) {
    out->text = "center";
    return;
  }
  out->point = v3_add(s->shift, m3_mul(s->turn, sn_lang_point(s, 2, signal, s->turn, s->shift)));
}

static int sum_signal(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_signal_name *name = lua_touserdata(L, lua_upvalueindex(1));
  const int turns = strcmp(name->name, "angular_momentum") == 0;
  sn_lang_check_reading(s, name->name);
  if (lua_gettop(L) > (turns ? 2 : 1)) {
    sn_lang_error(s, "%s takes %s, but got %d values.", name->name,
                  turns ? "parts, and a point it is about" : "one part or a list of them", lua_gettop(L));
    sn_error_fix(&s->error, turns ? "Write %s(rod, {0, 0, 1}), or %s(rod, \"center\")." : "Write %s({ rod, arm })%.0s.",
                 name->name, name->name);
    sn_lang_raise(s);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  sn_signal signal = {.name = name->name, .summed = 1, .point = v3(NAN, NAN, NAN), .where = sn_lang_where(s)};
  if (turns && lua_gettop(L) == 2) {
    read_about(s, name->name, &signal);
  }
  read_items(s, name->name, &signal);
  sn_arena_reset(s->scratch, mark);
  return sn_lang_push_signal(s, &signal);
}

/* energy(name) of the whole model, with work and losses; energy(parts, name) */
static int energy(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_reading(s, "energy");
  const int of_parts = lua_gettop(L) == 2, last = of_parts ? 2 : 1;
  const char *text = lua_gettop(L) <= 2 && lua_type(L, last) == LUA_TSTRING ? sn_lang_text(s, last) : "";
  sn_signal signal = {.name = "energy",
                      .summed = of_parts,
                      .point = v3(NAN, NAN, NAN),
                      .text = sn_lang_copy(s, text),
                      .where = sn_lang_where(s)};
  if (of_parts) {
    const sn_arena_mark mark = sn_arena_here(s->scratch);
    read_items(s, "energy", &signal);
    sn_arena_reset(s->scratch, mark);
  }
  return sn_lang_push_signal(s, &signal);
}

static int time_signal(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_reading(s, "time");
  const sn_signal signal = {.name = sn_time_signal->name, .point = v3(NAN, NAN, NAN), .where = sn_lang_where(s)};
  return sn_lang_push_signal(s, &signal);
}

void sn_lang_open_measures(sn_lang *s)
{
  for (int k = 0; sn_sum_signals[k].name; k++) {
    sn_lang_global(s, sn_sum_signals[k].name, sum_signal, sn_sum_signals + k);
  }
  sn_lang_global(s, "energy", energy, NULL);
  sn_lang_global(s, sn_time_signal->name, time_signal, NULL);
}
