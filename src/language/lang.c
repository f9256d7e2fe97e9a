/* language/lang.c -- what all functions of the language share: errors with their place, names, texts, files.
 * Limits:  files are read from the folder of the model and below; no absolute paths and no "..".
 * Tests:   tests/language/test_language.c, test_mistakes.c.
 */
#include "language/language_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

static const size_t model_memory = (size_t)1 << 30;

sn_lang *sn_lang_of(lua_State *L)
{
  return *(sn_lang **)lua_getextraspace(L);
}

_Noreturn void sn_lang_raise(sn_lang *s)
{
  lua_pushlightuserdata(s->L, s); /* marks an error of Sinew: s->error has the message */
  lua_error(s->L);
  abort(); /* lua_error does not return */
}

/* "file:line" of the innermost line of the model that is running; 0 when there is none. */
int sn_lang_running_line(sn_lang *s, char *text, size_t size)
{
  lua_Debug d;
  for (int level = 0; lua_getstack(s->L, level, &d); level++) {
    lua_getinfo(s->L, "Sl", &d);
    if (d.currentline > 0) {
      snprintf(text, size, "%s:%d", d.short_src, d.currentline);
      return 1;
    }
  }
  snprintf(text, size, "%s", s->file);
  return 0;
}

void sn_lang_error(sn_lang *s, const char *format, ...)
{
  char what[320], where[200];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  sn_lang_running_line(s, where, sizeof where);
  sn_fail(&s->error, SN_EINPUT, where, what, "", "");
}

_Noreturn void sn_lang_no_memory(sn_lang *s)
{
  sn_fail(&s->error, SN_ENOMEM, s->file, "There is not enough memory to read the model.", "",
          "Make the model smaller.");
  sn_lang_raise(s);
}

const char *sn_lang_where(sn_lang *s)
{
  char text[200];
  sn_lang_running_line(s, text, sizeof text);
  const char *kept = sn_lists_keep_bits(s->lines, text, strlen(text) + 1, 1);
  if (!kept) {
    sn_lang_no_memory(s);
  }
  return kept;
}

void sn_lang_check_making(sn_lang *s, const char *what)
{
  if (s->in_function) {
    sn_lang_error(s, "`%s` is called inside a function of time or of a coordinate.", what);
    sn_error_why(&s->error, "Such a function is turned into a formula once; it cannot make or change the model.");
    sn_error_fix(&s->error, "Call %s outside of the function.", what);
    sn_lang_raise(s);
  }
  sn_lang_charge(s, 50); /* about the cost of a small item */
  if (sn_arena_bytes(s->arena) > model_memory) {
    sn_lang_error(s, "The model is too large: it needs more than %zu MB.", model_memory >> 20);
    sn_error_why(&s->error, "It has %d items so far.", sn_model_items(s->model));
    sn_error_fix(&s->error, "Check the loops that make parts.");
    sn_lang_raise(s);
  }
}

void sn_lang_check_reading(sn_lang *s, const char *what)
{
  if (s->in_function && !s->reads) {
    sn_lang_error(s, "`%s` is called inside a function that cannot read signals.", what);
    sn_error_why(&s->error,
                 "Forces and torques may follow signals; positions, drives and energies are formulas of their "
                 "own arguments.");
    sn_error_fix(&s->error, "Use the function's arguments, or let a torque or force follow the signal.");
    sn_lang_raise(s);
  }
  if (!s->in_function) {
    sn_lang_check_making(s, what);
  }
}

/* All code behind the model ends texts at a zero byte: "rod\0a" and "rod\0b" would be one name. */
const char *sn_lang_text(sn_lang *s, int index)
{
  size_t n;
  const char *text = lua_tolstring(s->L, index, &n);
  const size_t end = text ? strlen(text) : n;
  if (text && end < n) {
    sn_lang_error(s, "The text \"%.60s\" has a byte of zero (\\0) after %zu character%s.", text, end,
                  end == 1 ? "" : "s");
    sn_error_why(&s->error, "Names, files and other texts of a model cannot contain it: what follows would be lost.");
    sn_error_fix(&s->error, "Leave out \\0; use _ or - inside a name.");
    sn_lang_raise(s);
  }
  return text;
}

const char *sn_lang_copy(sn_lang *s, const char *text)
{
  const char *copy = sn_arena_text(s->arena, text);
  if (!copy) {
    sn_lang_no_memory(s);
  }
  return copy;
}

static int by_text(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

sn_lang_names sn_lang_keys(sn_lang *s, int index)
{
  lua_State *L = s->L;
  sn_lang_names k = {0, NULL};
  int n = 0;
  index = lua_absindex(L, index);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    n++;
  }
  k.name = SN_NEW(s->scratch, const char *, n + 1);
  if (!k.name) {
    sn_lang_no_memory(s);
  }
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      k.name[k.n++] = sn_arena_text(s->scratch, sn_lang_text(s, -2)); /* the table may change while it is read */
      if (!k.name[k.n - 1]) {
        sn_lang_no_memory(s);
      }
    }
  }
  qsort(k.name, (size_t)k.n, sizeof *k.name, by_text); /* Lua's own order changes from run to run */
  return k;
}

/* ---- files */

const char *sn_lang_read(sn_lang *s, const char *name, size_t *size)
{
  const char *path, *text;
  sn_error e = {0};
  if (sn_model_path(s->model, name, s->scratch, &path, &e) != SN_OK) {
    sn_lang_error(s, "%s", e.what);
    s->error.status = e.status;
    sn_error_why(&s->error, "%s", e.why);
    sn_error_fix(&s->error, "%s", e.fix);
    sn_lang_raise(s);
  }
  if (sn_file_read(path, SN_LANG_MAX_FILE, s->arena, &text, size, &e) != SN_OK) {
    sn_lang_error(s, "%s", e.what);
    s->error.status = SN_EIO;
    const int n = (int)(strlen(path) - strlen(name));
    sn_error_why(&s->error, "Names are relative to the folder of the model, \"%.*s\".", n ? n : 2, n ? path : "./");
    sn_error_fix(&s->error, "Check the spelling, or put the file there.");
    sn_lang_raise(s);
  }
  sn_lang_charge(s, (double)*size);
  return text;
}
