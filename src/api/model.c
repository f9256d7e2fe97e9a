/* api/model.c -- public interface: making and loading models.
 * Tests:   tests/api/test_api.c, examples/c_pendulum.
 */
#include <stdio.h>
#include <string.h>

#include "api/api_private.h"
#include "base/text.h"
#include "catalogue.h"

const char *sinew_version(void)
{
  return SINEW_VERSION;
}

int sn_api_status(sn_status status, const sn_error *from, sinew_error *to)
{
  if (to && status != SN_OK) {
    to->status = (int)status;
    (void)snprintf(to->where, sizeof to->where, "%s", from->where);
    (void)snprintf(to->what, sizeof to->what, "%s", from->what);
    (void)snprintf(to->why, sizeof to->why, "%s", from->why);
    (void)snprintf(to->fix, sizeof to->fix, "%s", from->fix);
  }
  return (int)status;
}

int sn_api_fail(sinew_error *to, sn_status status, const char *what, const char *fix)
{
  sn_error e = {0};
  (void)sn_fail(&e, status, "", what, "", fix);
  return sn_api_status(status, &e, to);
}

int sn_api_give(void *to, const void *from, size_t size, sinew_error *error)
{
  size_t room = 0;
  if (to) {
    memcpy(&room, to, sizeof room);
  }
  if (room < sizeof room) {
    return sn_api_fail(error, SN_EINPUT, "The size of a struct of the caller is not set.",
                       "Set its first member: sinew_summary sum = {.size = sizeof sum};");
  }
  const size_t first = sizeof room, shared = room < size ? room : size;
  memcpy((char *)to + first, (const char *)from + first, shared - first);
  memset((char *)to + shared, 0, room - shared); /* what a later edition has and this one does not */
  return SINEW_OK;
}

sn_arena *sn_api_arena(const sinew_model *m)
{
  return sn_arena_new(m->allocator.allocate ? &m->allocator : NULL);
}

int sn_api_no_memory(sinew_error *error)
{
  return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the model.", "");
}

/* ---- making and loading */

static sinew_model *make(const sinew_allocator *allocator)
{
  const sn_allocator a =
      allocator ? (sn_allocator){allocator->allocate, allocator->release, allocator->data} : (sn_allocator){0};
  sn_arena *arena = sn_arena_new(allocator ? &a : NULL);
  sinew_model *m = arena ? SN_NEW(arena, sinew_model, 1) : NULL;
  if (!m) {
    sn_arena_free(arena);
    return NULL;
  }
  m->arena = arena;
  m->allocator = a;
  m->name = "model";
  m->where = "model in C";
  return m;
}

int sinew_model_new(const sinew_allocator *allocator, sinew_model **out, sinew_error *error)
{
  *out = make(allocator);
  if (*out) {
    (*out)->model = sn_model_new((*out)->arena);
  }
  if (*out && (*out)->model) {
    sn_model_kinds((*out)->model, sn_catalogue);
  }
  if (!*out || !(*out)->model || sn_model_folder((*out)->model, "", 0, NULL) != SN_OK) {
    sinew_model_free(*out);
    *out = NULL;
    return sn_api_no_memory(error);
  }
  return SINEW_OK;
}

/* The name of a file without its folder and ending. */
static const char *short_name(sn_arena *arena, const char *file)
{
  const char *slash = strrchr(file, '/');
  char *name = sn_arena_text(arena, slash ? slash + 1 : file);
  char *dot = name ? strrchr(name, '.') : NULL;
  if (dot && dot != name) {
    *dot = '\0';
  }
  return name ? name : "model";
}

typedef struct {
  const char *const *names, *const *values; /* of parameters */
  int n;
} given;

/* text: NULL, or the model in place of the file */
static int load(const char *file, const char *text, const char *folder, const given *g,
                const sinew_allocator *allocator, sinew_model **out, sinew_error *error)
{
  *out = NULL;
  if (!file || g->n < 0 || (g->n > 0 && (!g->names || !g->values))) {
    return sn_api_fail(error, SN_EINPUT, "A name of a file, or of a parameter, is missing.", "Pass no NULL here.");
  }
  sinew_model *m = make(allocator);
  sn_override *set = m ? SN_NEW(m->arena, sn_override, g->n + 1) : NULL;
  if (!set) {
    sinew_model_free(m);
    return sn_api_no_memory(error);
  }
  for (int i = 0; i < g->n; i++) {
    set[i] = (sn_override){g->names[i], g->values[i]};
  }
  const sn_language_options options = {.override = set, .n_override = g->n};
  sn_error e = {0};
  const sn_status status = text ? sn_language_begin_text(&(sn_language_text){file, text, strlen(text), folder},
                                                         &options, m->arena, &m->model, &m->language, &e)
                                : sn_language_begin(file, &options, m->arena, &m->model, &m->language, &e);
  if (status != SN_OK) {
    sinew_model_free(m);
    return sn_api_status(status, &e, error);
  }
  m->name = short_name(m->arena, file);
  *out = m;
  return SINEW_OK;
}

int sinew_model_load(const char *file, const char *const *names, const char *const *values, int n_set,
                     const sinew_allocator *allocator, sinew_model **out, sinew_error *error)
{
  return load(file, NULL, NULL, &(given){names, values, n_set}, allocator, out, error);
}

int sinew_model_load_text(const char *name, const char *text, const char *folder, const char *const *names,
                          const char *const *values, int n_set, const sinew_allocator *allocator, sinew_model **out,
                          sinew_error *error)
{
  return load(name, text ? text : "", folder, &(given){names, values, n_set}, allocator, out, error);
}

void sinew_model_free(sinew_model *model)
{
  if (model) {
    sn_language_close(model->language);
    sn_arena_free(model->arena);
  }
}

static int open_language(sinew_model *m, sn_error *e)
{
  const sn_status status = sn_language_open(m->model, m->name, NULL, m->arena, &m->language, e);
  if (status == SN_OK) {
    sn_model_source(m->model, m->name, "");
  }
  return (int)status;
}

int sinew_model_read(sinew_model *m, const char *file, int line, const char *text, sinew_error *error)
{
  const int complete = sn_api_complete(m, error);
  if (complete != SINEW_OK) {
    return complete;
  }
  if (!text) {
    return sn_api_fail(error, SN_EINPUT, "There is no text to read.", "Pass no NULL here.");
  }
  if (line > SN_API_LINES) {
    return sn_api_fail(error, SN_EINPUT, "The number of a line is too large.", "Count lines from 1.");
  }
  sn_error e = {0};
  if (!m->language && open_language(m, &e) != SN_OK) {
    return sn_api_status(e.status, &e, error);
  }
  const sn_status status = sn_language_read(m->language, file ? file : m->name, line, text, strlen(text), &e);
  if (status != SN_OK) {
    return sn_api_status(status, &e, error);
  }
  return sn_model_source_more(m->model, text) && sn_model_source_more(m->model, "\n") ? SINEW_OK
                                                                                      : sn_api_no_memory(error);
}

int sinew_where(sinew_model *m, const char *where, sinew_error *error)
{
  const int complete = sn_api_complete(m, error); /* what was begun keeps its own */
  const char *copy = sn_arena_text(m->arena, where ? where : "model in C");
  m->where = copy ? copy : m->where;
  return complete != SINEW_OK ? complete : copy ? SINEW_OK : sn_api_no_memory(error);
}

int sinew_complete(sinew_model *m, sinew_error *error)
{
  return sn_api_complete(m, error);
}
