/* language/curve.c -- functions given by points: spline { {x, y}, ... } and table_of("file.csv", ...).
 * What:    a curve is called like a function, on numbers and symbols, or given directly to a field that wants a function.
 * Limits:  x must rise; outside of its points a curve is constant.
 * Tests:   tests/language/test_language.c, test_mistakes.c.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "language/language_private.h"

enum { MAX_POINTS = 100000, MAX_COLUMNS = 256 };

static int push_curve(sn_lang *s, int n, const double *x, const double *y, const char *kind)
{
  sn_error e = {0};
  const sn_curve *curve = NULL;
  if (sn_curve_new(s->arena, n, x, y, kind, &curve, &e) != SN_OK) {
    sn_lang_error(s, "%s", e.what);
    memcpy(s->error.why, e.why, sizeof e.why);
    memcpy(s->error.fix, e.fix, sizeof e.fix);
    sn_lang_raise(s);
  }
  static const char *const name[] = {"x"};
  sn_expr_builder *b = sn_expr_begin(s->arena, 1, name);
  const sn_expr *expr = NULL;
  if (!b || sn_expr_end(b, sn_expr_curve(b, curve, sn_expr_variable(b, 0)), &expr, &e) != SN_OK) {
    sn_lang_no_memory(s);
  }
  sn_lang_curve *c = lua_newuserdatauv(s->L, sizeof *c, 0);
  *c = (sn_lang_curve){curve, expr};
  luaL_setmetatable(s->L, SN_LANG_CURVE);
  return 1;
}

static int call_curve(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const sn_lang_curve *c = luaL_checkudata(L, 1, SN_LANG_CURVE);
  if (lua_type(L, 2) == LUA_TNUMBER) {
    const double x = lua_tonumber(L, 2);
    lua_pushnumber(L, sn_expr_value(c->expr, &x));
    return 1;
  }
  const int r = sn_lang_curve_at(s, c->curve, sn_lang_node_of(s, 2));
  sn_lang_push_symbol(s, r, sn_lang_unit_of(""));
  return 1;
}

static _Noreturn void too_long(sn_lang *s, const char *what, const char *of)
{
  sn_lang_error(s, "%s has more than %d %s.", what, MAX_POINTS, of);
  sn_error_why(&s->error, "A curve has at most %d points.", MAX_POINTS);
  sn_error_fix(&s->error, "Thin it out (keep every tenth, say), or give the part that the run needs.");
  sn_lang_raise(s);
}

static _Noreturn void spline_wrong(sn_lang *s, const char *what)
{
  sn_lang_error(s, "spline: %s", what);
  sn_error_why(&s->error, "A spline goes through points {x, y} whose x rise.");
  sn_error_fix(&s->error, "Write for example spline { {0, 0}, {1, 0.5}, {2, 0} }.");
  sn_lang_raise(s);
}

static double entry(sn_lang *s, int k)
{
  if (lua_rawgeti(s->L, -1, k) != LUA_TNUMBER) {
    spline_wrong(s, "every point needs two numbers.");
  }
  const double x = lua_tonumber(s->L, -1);
  if (!isfinite(x)) {
    spline_wrong(s, "a coordinate is not a finite number.");
  }
  lua_pop(s->L, 1);
  return x;
}

/* spline { {x, y}, ..., kind = "spline"|"monotone"|"linear" } */
static int spline(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "spline");
  if (lua_type(L, 1) != LUA_TTABLE) {
    spline_wrong(s, "it needs a list of points.");
  }
  const lua_Unsigned n = lua_rawlen(L, 1);
  if (n < 2) {
    spline_wrong(s, "it needs at least two points.");
  }
  if (n > MAX_POINTS) {
    too_long(s, "spline: it", "points");
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  double *x = SN_NEW(s->scratch, double, n), *y = SN_NEW(s->scratch, double, n);
  if (!x || !y) {
    sn_lang_no_memory(s);
  }
  for (lua_Unsigned k = 0; k < n; k++) {
    if (lua_rawgeti(L, 1, (lua_Integer)k + 1) != LUA_TTABLE) {
      spline_wrong(s, "every point needs two numbers.");
    }
    x[k] = entry(s, 1);
    y[k] = entry(s, 2);
    lua_pop(L, 1);
    if (k > 0 && !(x[k] > x[k - 1])) {
      spline_wrong(s, "the x of its points do not rise.");
    }
  }
  const char *kind = "spline";
  if (lua_getfield(L, 1, "kind") == LUA_TSTRING) {
    kind = sn_lang_text(s, -1);
  }
  push_curve(s, (int)n, x, y, kind);
  sn_arena_reset(s->scratch, mark);
  return 1;
}

/* ---- tables in files: lines of numbers separated by commas, semicolons, tabs or blanks; # and names on the first line */

typedef struct {
  int n_columns, n_rows;
  const char *name[MAX_COLUMNS]; /* "" without a heading */
  double *x;                     /* row by row */
} table;

static int is_separator(char c)
{
  return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '\r';
}

/* Cuts a line into words in place; returns their number. */
static int words(char *line, char **word)
{
  int n = 0;
  for (char *c = line; *c && n < MAX_COLUMNS;) {
    while (is_separator(*c)) {
      c++;
    }
    if (!*c) {
      break;
    }
    word[n++] = c;
    while (*c && !is_separator(*c)) {
      c++;
    }
    if (*c) {
      *c++ = '\0';
    }
  }
  return n;
}

static _Noreturn void table_wrong(sn_lang *s, const char *file, int line, const char *what)
{
  sn_lang_error(s, "table_of: line %d of \"%.100s\" %s.", line, file, what);
  sn_error_why(&s->error,
               "A table has one row per line, numbers separated by commas, and may begin with column names.");
  sn_error_fix(&s->error, "Correct that line of the file.");
  sn_lang_raise(s);
}

static void read_table(sn_lang *s, const char *file, char *text, table *t)
{
  int room = 0, number = 0;
  memset(t, 0, sizeof *t);
  for (char *line = text; line;) {
    char *end = strchr(line, '\n'), *word[MAX_COLUMNS];
    if (end) {
      *end++ = '\0';
    }
    number++;
    char *hash = strchr(line, '#');
    if (hash) {
      *hash = '\0';
    }
    const int n = words(line, word);
    line = end;
    if (n == 0) {
      continue;
    }
    char *rest;
    strtod(word[0], &rest);
    const int heading = *rest != '\0' && t->n_columns == 0;
    if (t->n_columns == 0) {
      t->n_columns = n;
      for (int k = 0; k < n; k++) {
        t->name[k] = heading ? word[k] : "";
      }
    }
    if (heading) {
      continue;
    }
    if (n != t->n_columns) {
      table_wrong(s, file, number, "has another number of columns than the lines above");
    }
    if (t->n_rows == room) {
      room = room ? 2 * room : 64;
      t->x = sn_arena_grow(s->scratch, t->x, (size_t)t->n_rows * (size_t)n, (size_t)room * (size_t)n, sizeof(double));
      if (!t->x) {
        sn_lang_no_memory(s);
      }
    }
    for (int k = 0; k < n; k++) {
      const double x = strtod(word[k], &rest);
      if (*rest || !isfinite(x)) {
        table_wrong(s, file, number, "has something that is no number");
      }
      t->x[t->n_rows * n + k] = x;
    }
    if (++t->n_rows > MAX_POINTS) {
      char what[130];
      (void)snprintf(what, sizeof what, "table_of: \"%.100s\"", file);
      too_long(s, what, "rows");
    }
  }
}

/* Column by number (from 1) or name. */
static int column(sn_lang *s, const char *file, const table *t, int index)
{
  lua_State *L = s->L;
  const lua_Integer i = lua_isinteger(L, index) ? lua_tointeger(L, index) : 0;
  if (i >= 1 && i <= t->n_columns) {
    return (int)i - 1;
  }
  const char *name = lua_type(L, index) == LUA_TSTRING ? sn_lang_text(s, index) : NULL;
  for (int k = 0; name && k < t->n_columns; k++) {
    if (strcmp(t->name[k], name) == 0) {
      return k;
    }
  }
  const char *meant = name ? sn_nearest(name, t->name, (size_t)t->n_columns) : NULL;
  sn_lang_error(s, "table_of: \"%.100s\" has no column %.60s.", file, luaL_tolstring(L, index, NULL));
  sn_error_why(&s->error, "It has %d column%s; the first is number 1%s%s.", t->n_columns, t->n_columns == 1 ? "" : "s",
               t->n_columns > 0 && t->name[0][0] ? ", named " : "", t->n_columns > 0 ? t->name[0] : "");
  sn_error_fix(&s->error, meant ? "Did you mean \"%s\"?" : "Name a column by its heading or its number%s.",
               meant ? meant : "");
  sn_lang_raise(s);
}

/* table_of(file), table_of(file, y), table_of(file, x, y) */
static int table_of(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_making(s, "table_of");
  if (lua_type(L, 1) != LUA_TSTRING || lua_gettop(L) > 3) {
    sn_lang_error(s, "table_of needs the name of a file, and one or two columns.");
    sn_error_fix(&s->error, "Write for example table_of(\"speed.csv\", \"time\", \"speed\").");
    sn_lang_raise(s);
  }
  const char *file = sn_lang_text(s, 1);
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  size_t size;
  const char *text = sn_lang_read(s, file, &size);
  sn_model_data(s->model, text, size);
  char *copy = sn_arena_text(s->scratch, text);
  table *t = SN_NEW(s->scratch, table, 1);
  if (!copy || !t) {
    sn_lang_no_memory(s);
  }
  read_table(s, file, copy, t);
  const int n_given = lua_gettop(L) - 1;
  const int cx = n_given == 2 ? column(s, file, t, 2) : 0;
  const int cy = n_given > 0 ? column(s, file, t, n_given + 1) : 1;
  if (t->n_rows < 2 || cy >= t->n_columns) {
    sn_lang_error(s, "table_of: \"%.100s\" has %d row%s and %d column%s; two of each are needed.", file, t->n_rows,
                  t->n_rows == 1 ? "" : "s", t->n_columns, t->n_columns == 1 ? "" : "s");
    sn_error_fix(&s->error, "Give one row per line: x, y.");
    sn_lang_raise(s);
  }
  double *x = SN_NEW(s->scratch, double, t->n_rows), *y = SN_NEW(s->scratch, double, t->n_rows);
  if (!x || !y) {
    sn_lang_no_memory(s);
  }
  for (int k = 0; k < t->n_rows; k++) {
    x[k] = t->x[k * t->n_columns + cx];
    y[k] = t->x[k * t->n_columns + cy];
    if (k > 0 && !(x[k] > x[k - 1])) {
      sn_lang_error(s, "table_of: column %d of \"%.100s\" does not rise: %g comes after %g.", cx + 1, file, x[k],
                    x[k - 1]);
      sn_error_fix(&s->error, "Sort the rows and remove doubles.");
      sn_lang_raise(s);
    }
  }
  push_curve(s, t->n_rows, x, y, "linear");
  sn_arena_reset(s->scratch, mark);
  return 1;
}

void sn_lang_open_curves(sn_lang *s)
{
  lua_State *L = s->L;
  luaL_newmetatable(L, SN_LANG_CURVE);
  lua_pushcfunction(L, call_curve);
  lua_setfield(L, -2, "__call");
  lua_pop(L, 1);
  sn_lang_global(s, "spline", spline, NULL);
  sn_lang_global(s, "table_of", table_of, NULL);
}
