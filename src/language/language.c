/* language/language.c -- one model file, or one piece of a model after the other, into one sn_model: a protected Lua state, its limits,
 *                        its errors.
 * What:    every piece runs inside one lua_pcall; what it may cost is counted by limits.c. Errors of ours keep their four parts; errors of Lua get them here.
 * Tests:   tests/language/test_language.c, test_mistakes.c, test_mutations.c.
 */
#include "language/language_private.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "catalogue.h"

/* ---- reading */

void sn_lang_compile(sn_lang *s, const char *name, const char *text, size_t size)
{
  lua_State *L = s->L;
  lua_pushfstring(L, "@%s", name);
  if (luaL_loadbufferx(L, text, size, lua_tostring(L, -1), "t") != LUA_OK) {
    lua_error(L);
  }
  lua_remove(L, -2);
  lua_getfield(L, LUA_REGISTRYINDEX, "sn.environment");
  if (!lua_setupvalue(L, -2, 1)) {
    lua_pop(L, 1);
  }
}

typedef struct {
  sn_lang *s;
  const char *text;
  size_t size;
} job;

static int open_state(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  lua_settop(L, 0);
  sn_lang_open_sandbox(s);
  sn_lang_open_symbols(s);
  sn_lang_open_units(s);
  sn_lang_open_vectors(s);
  sn_lang_open_curves(s);
  sn_lang_open_items(s);
  sn_lang_open_groups(s);
  sn_lang_open_signals(s);
  sn_lang_open_parameters(s);
  sn_lang_open_version(s);
  sn_lang_open_inputs(s);
  sn_lang_open_controllers(s);
  return 0;
}

static int read_piece(lua_State *L)
{
  const job *j = lua_touserdata(L, 1);
  lua_settop(L, 0);
  sn_lang_compile(j->s, j->s->file, j->text, j->size);
  sn_lang_count_instructions(j->s);
  lua_call(L, 0, 0);
  return 0;
}

static int end_model(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  sn_lang_check_overrides(s);
  sn_lang_warn_unused(s);
  /* later pieces do not belong to these parameters, which may be freed by then */
  s->options.n_override = s->options.n_file = 0;
  return 0;
}

/* The position of a failed function of the user is added to the place of the error. */
static sn_status hand_over(sn_lang *s, sn_error *error)
{
  const sn_status status = s->error.status;
  if (error) {
    *error = s->error;
    const size_t used = strlen(error->where);
    if (s->function) { /* the function in which the error happened */
      snprintf(error->where + used, sizeof error->where - used, ", %s", s->function);
    }
  }
  return status;
}

/* After an error: ends tracing, placing and including; the model is as after the last statement. */
static void recover(sn_lang *s)
{
  s->error = (sn_error){0};
  s->tracing = s->in_function = s->depth = 0;
  s->function = NULL;
  s->prefix = "";
  s->turn = m3_identity();
  s->shift = v3(0, 0, 0);
  sn_model_group(s->model, s->prefix, s->turn, s->shift);
}

/* Calls f in a protected call, which errors of Sinew and of Lua leave. */
static sn_status run_protected(sn_lang *s, lua_CFunction f, const job *j, sn_error *error)
{
  lua_State *L = s->L;
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  sn_lang_count_again(s);
  lua_settop(L, 0);
  lua_pushcfunction(L, f);
  lua_pushlightuserdata(L, (void *)(uintptr_t)j);
  const int status = lua_pcall(L, 1, 0, 0);
  lua_sethook(L, NULL, 0, 0);
  if (status != LUA_OK && !(lua_islightuserdata(L, -1) && lua_touserdata(L, -1) == s)) {
    sn_lang_lua_failure(s, status,
                        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "the model stopped with an error value");
  }
  lua_settop(L, 0);
  const sn_status result = status == LUA_OK ? SN_OK : hand_over(s, error);
  if (status != LUA_OK) {
    recover(s);
  }
  sn_arena_reset(s->scratch, mark);
  return result;
}

static sn_status no_room(const char *name, sn_error *error)
{
  return sn_fail(error, SN_ENOMEM, name, "There is not enough memory to read the model.", "",
                 "Make the model smaller, or close other programs.");
}

/* A model is a text, so it has no zero bytes. */
static sn_status is_binary(const char *name, size_t size, sn_error *error)
{
  return sn_fail(error, SN_EINPUT, name, "This is a binary file, not a model.",
                 size > 1 ? "It has bytes of zero, which no text has; models are Lua texts." : "It is one zero byte.",
                 "Give the name of a model, e.g. model.lua; results and surfaces are looked at with `sinew view`.");
}

static sn_status new_state(sn_lang *s, sn_error *error)
{
  s->L = luaL_newstate();
  if (!s->L) {
    return no_room(s->file, error);
  }
  *(sn_lang **)lua_getextraspace(s->L) = s;
  sn_lang_count_memory(s);
  return run_protected(s, open_state, NULL, error);
}

sn_status sn_language_open(sn_model *model, const char *name, const sn_language_options *options, sn_arena *arena,
                           sn_language **out, sn_error *error)
{
  sn_lang *s = SN_NEW(arena, sn_lang, 1);
  *out = NULL;
  if (!s) {
    return no_room(name, error);
  }
  *s = (sn_lang){.arena = arena,
                 .work = sn_arena_new(NULL),
                 .scratch = sn_arena_new(NULL),
                 .model = model,
                 .file = sn_arena_text(arena, name),
                 .prefix = "",
                 .turn = m3_identity()};
  if (options) {
    s->options = *options;
  }
  s->options.catalogue = s->options.catalogue ? s->options.catalogue : sn_catalogue;
  sn_lang_limits(s);
  s->lines = s->work ? sn_lists_new(s->work, arena) : NULL;
  s->override_used = s->work ? SN_NEW(s->work, char, s->options.n_override + 1) : NULL;
  sn_status status = SN_OK;
  if (!s->scratch || !s->file || !s->lines || !s->override_used) {
    status = no_room(name, error);
  }
  for (int i = 0; status == SN_OK && i < s->options.n_file; i++) {
    status = sn_model_give(model, s->options.file[i].name, s->options.file[i].text) ? SN_OK : no_room(name, error);
  }
  if (status == SN_OK) {
    sn_model_kinds(model, s->options.catalogue);
    status = new_state(s, error);
  }
  if (status != SN_OK) {
    sn_language_close(s);
    return status;
  }
  *out = s;
  return SN_OK;
}

void sn_language_close(sn_language *s)
{
  if (s) {
    if (s->L) {
      lua_close(s->L);
    }
    sn_arena_free(s->scratch);
    sn_arena_free(s->work);
  }
}

/* Moves the text to a given line number, with empty lines before it. */
static const char *lowered(sn_lang *s, int line, const char *text, size_t *size)
{
  const size_t above = line > 1 ? (size_t)line - 1 : 0;
  char *moved = SN_NEW(s->scratch, char, above + *size + 1);
  if (moved) {
    memset(moved, '\n', above);
    memcpy(moved + above, text, *size);
    *size += above;
  }
  return moved;
}

sn_status sn_language_read(sn_language *s, const char *name, int line, const char *text, size_t size, sn_error *error)
{
  if (memchr(text, 0, size)) {
    return is_binary(name, size, error);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  s->file = sn_arena_text(s->arena, name);
  const char *moved = lowered(s, line, text, &size);
  const sn_status status =
      s->file && moved ? run_protected(s, read_piece, &(job){s, moved, size}, error) : no_room(name, error);
  sn_arena_reset(s->scratch, mark);
  return status;
}

sn_status sn_language_end(sn_language *s, sn_error *error)
{
  return run_protected(s, end_model, NULL, error);
}

/* Opens a language with the given text, which is the first source of the model. */
static sn_status read_text(const char *name, const char *text, size_t size, const sn_language_options *options,
                           sn_arena *arena, sn_model *model, sn_language **out, sn_error *error)
{
  char *copy = SN_NEW(arena, char, size + 1);
  const char *file = sn_arena_text(arena, name);
  SN_TRY(sn_language_open(model, name, options, arena, out, error));
  SN_REQUIRE(*out != NULL, error);
  if (!copy || !file) {
    return no_room(name, error);
  }
  memcpy(copy, text, size);
  sn_model_source(model, file, copy);
  SN_TRY(sn_language_read(*out, name, 1, text, size, error));
  SN_TRY(sn_language_end(*out, error));
  for (int i = 0; options && i < options->n_override; i++) {
    SN_TRY(sn_model_override(model, options->override[i].name, options->override[i].value, error));
  }
  return SN_OK;
}

sn_status sn_language_begin_text(const sn_language_text *from, const sn_language_options *options, sn_arena *arena,
                                 sn_model **out, sn_language **language, sn_error *error)
{
  const char *text = from->text;
  size_t size = from->size;
  sn_model *model = sn_model_new(arena);
  *out = NULL;
  *language = NULL;
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) { /* a byte-order mark, as some editors write it */
    text += 3;
    size -= 3;
  }
  if (!model || sn_model_folder(model, from->folder, 1, error) != SN_OK) {
    return no_room(from->name, error);
  }
  const sn_status status = read_text(from->name, text, size, options, arena, model, language, error);
  if (status != SN_OK) {
    sn_language_close(*language);
    *language = NULL;
    return status;
  }
  *out = model;
  return SN_OK;
}

sn_status sn_language_load_text(const sn_language_text *from, const sn_language_options *options, sn_arena *arena,
                                sn_model **out, sn_error *error)
{
  sn_language *language = NULL;
  const sn_status status = sn_language_begin_text(from, options, arena, out, &language, error);
  sn_language_close(language);
  return status;
}

sn_status sn_language_begin(const char *path, const sn_language_options *options, sn_arena *arena, sn_model **out,
                            sn_language **language, sn_error *error)
{
  *out = NULL;
  *language = NULL;
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *text;
  size_t size;
  char *folder = sn_arena_text(arena, path);
  if (!folder) {
    return no_room(path, error);
  }
  folder[name - path] = '\0';
  if (sn_file_read(path, SN_LANG_MAX_FILE, arena, &text, &size, error) != SN_OK) {
    sn_error_where(error, "%s", path);
    sn_error_fix(error, "Check the path of the model.");
    return SN_EIO;
  }
  return sn_language_begin_text(&(sn_language_text){name, text, size, folder}, options, arena, out, language, error);
}

sn_status sn_language_load(const char *path, const sn_language_options *options, sn_arena *arena, sn_model **out,
                           sn_error *error)
{
  sn_language *language = NULL;
  const sn_status status = sn_language_begin(path, options, arena, out, &language, error);
  sn_language_close(language);
  return status;
}
