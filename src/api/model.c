/* api/model.c -- public interface: making, loading and building models.
 * What:    an item is collected field by field and handed to the model as one record, so that all checks and messages are
 *          those of the field tables, the same as for the model language.
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
    return sn_api_fail(error, SN_EINPUT, "A struct of the caller does not say its size.",
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

static int no_memory(sinew_error *error)
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
    return no_memory(error);
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
    return no_memory(error);
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
  return sn_model_source_more(m->model, text) && sn_model_source_more(m->model, "\n") ? SINEW_OK : no_memory(error);
}

int sinew_where(sinew_model *m, const char *where, sinew_error *error)
{
  const int complete = sn_api_complete(m, error); /* what was begun keeps its own */
  const char *copy = sn_arena_text(m->arena, where ? where : "model in C");
  m->where = copy ? copy : m->where;
  return complete != SINEW_OK ? complete : copy ? SINEW_OK : no_memory(error);
}

int sinew_complete(sinew_model *m, sinew_error *error)
{
  return sn_api_complete(m, error);
}

/* ---- building */

static sn_value record(const sn_api_table *t)
{
  if (t->is_list) {
    return (sn_value){.type = SN_VALUE_LIST, .n = t->n, .entry = t->value};
  }
  return (sn_value){.type = SN_VALUE_RECORD, .n = t->n, .entry = t->value, .name = t->name, .maker = t->maker};
}

int sn_api_complete(sinew_model *m, sinew_error *error)
{
  if (m->depth == 0) {
    return SINEW_OK;
  }
  if (m->depth > 1) {
    return sn_api_fail(error, SN_EINPUT, "A table was opened and not closed.",
                       "Call sinew_close for every sinew_open.");
  }
  const sn_value fields = record(&m->table[0]);
  sn_error e = {0};
  sn_item *item = NULL;
  m->depth = 0;
  const sn_status status =
      m->kind ? sn_model_add(m->model, &(sn_item_given){m->kind, m->item_name, m->ref, m->n_refs, &fields, m->where},
                             &item, &e)
              : sn_model_settings(m->model, &fields, m->where, &e);
  return sn_api_status(status, &e, error);
}

static int unknown_kind(const char *kind, sinew_error *error)
{
  const char *names[128] = {"run"};
  size_t n = 1;
  for (const sn_kind *const *k = sn_catalogue; *k && n < 128; k++) {
    names[n++] = (*k)->name;
  }
  const char *near = sn_nearest(kind, names, n);
  sn_error e = {0};
  (void)sn_failf(&e, SN_EINPUT, "There is no kind '%.60s'.", kind);
  sn_error_fix(&e, near ? "Did you mean '%s'?" : "The reference manual lists all kinds%s.", near ? near : "");
  return sn_api_status(SN_EINPUT, &e, error);
}

int sinew_add(sinew_model *m, const char *kind, const char *name, sinew_error *error)
{
  const int status = sn_api_complete(m, error);
  if (status != SINEW_OK) {
    return status;
  }
  m->kind = kind ? sn_kind_named(kind) : NULL;
  if (!kind || (!m->kind && strcmp(kind, "run") != 0)) {
    return unknown_kind(kind ? kind : "", error);
  }
  m->item_name = name ? sn_arena_text(m->arena, name) : NULL;
  if (name && !m->item_name) {
    return no_memory(error);
  }
  m->n_refs = 0;
  m->table[0] = (sn_api_table){0};
  m->depth = 1;
  return SINEW_OK;
}

static int find_ref(sinew_model *m, const char *name, int station, sn_ref *out, sinew_error *error)
{
  const sn_item *item = NULL;
  if (!name || (strcmp(name, "ground") != 0 && !(item = sn_model_find(m->model, name)))) {
    const int n = sn_model_items(m->model);
    const char **names = SN_NEW(m->arena, const char *, n + 1);
    for (int i = 0; names && i < n; i++) {
      names[i] = sn_model_item(m->model, i)->name;
    }
    const char *near = names && name ? sn_nearest(name, names, (size_t)n) : NULL;
    sn_error e = {0};
    (void)sn_failf(&e, SN_EINPUT, "There is no item '%.60s' yet.", name ? name : "");
    sn_error_fix(&e, near ? "Did you mean '%s'?" : "Add it before you refer to it%s.", near ? near : "");
    return sn_api_status(SN_EINPUT, &e, error);
  }
  *out = (sn_ref){.item = item, .station = station, .given = 1};
  return SINEW_OK;
}

static int not_begun(sinew_error *error)
{
  return sn_api_fail(error, SN_EINPUT, "No item has been begun.", "Call sinew_add first.");
}

int sinew_connect_station(sinew_model *m, const char *name, int station, sinew_error *error)
{
  if (m->depth == 0) {
    return not_begun(error);
  }
  if (m->n_refs >= 4) {
    return sn_api_fail(error, SN_EINPUT, "An item connects at most four others.",
                       "Begin the next item with sinew_add.");
  }
  const int status = find_ref(m, name, station, &m->ref[m->n_refs], error);
  m->n_refs += status == SINEW_OK;
  return status;
}

int sinew_connect(sinew_model *m, const char *name, sinew_error *error)
{
  return sinew_connect_station(m, name, SN_STATION_SELF, error);
}

static int grow(sinew_model *m, sn_api_table *t)
{
  const int room = t->room ? 2 * t->room : 8;
  const char **name = sn_arena_grow(m->arena, t->name, (size_t)t->n, (size_t)room, sizeof *name);
  sn_value *value = sn_arena_grow(m->arena, t->value, (size_t)t->n, (size_t)room, sizeof *value);
  if (!name || !value) {
    return 0;
  }
  t->name = name;
  t->value = value;
  t->room = room;
  return 1;
}

int sn_api_set(sinew_model *m, const char *field, const sn_value *v, sinew_error *error)
{
  if (m->depth == 0) {
    return not_begun(error);
  }
  sn_api_table *t = &m->table[m->depth - 1];
  if (!t->is_list && (!field || !field[0])) {
    return sn_api_fail(error, SN_EINPUT, "A field has no name.", "Give the name of the field as text.");
  }
  const char *copy = sn_arena_text(m->arena, t->is_list ? "" : field);
  if (!copy || (t->n == t->room && !grow(m, t))) {
    return no_memory(error);
  }
  t->name[t->n] = copy;
  t->value[t->n++] = *v;
  return SINEW_OK;
}

int sinew_set_number(sinew_model *m, const char *field, double value, sinew_error *error)
{
  return sn_api_set(m, field, &(sn_value){.type = SN_VALUE_NUMBER, .number = value}, error);
}

int sinew_set_flag(sinew_model *m, const char *field, int value, sinew_error *error)
{
  return sn_api_set(m, field, &(sn_value){.type = SN_VALUE_FLAG, .number = value != 0}, error);
}

int sinew_set_text(sinew_model *m, const char *field, const char *value, sinew_error *error)
{
  const char *copy = sn_arena_text(m->arena, value ? value : "");
  return copy ? sn_api_set(m, field, &(sn_value){.type = SN_VALUE_TEXT, .text = copy}, error) : no_memory(error);
}

int sinew_set_numbers(sinew_model *m, const char *field, const double *values, int n, sinew_error *error)
{
  sn_value *entry = n >= 0 && (values || n == 0) ? SN_NEW(m->arena, sn_value, n) : NULL;
  if (!entry) {
    return sn_api_fail(error, SN_EINPUT, "A list of numbers is missing, negative or too long.", "");
  }
  for (int i = 0; i < n; i++) {
    entry[i] = (sn_value){.type = SN_VALUE_NUMBER, .number = values[i]};
  }
  return sn_api_set(m, field, &(sn_value){.type = SN_VALUE_LIST, .n = n, .entry = entry}, error);
}

int sinew_set_vector(sinew_model *m, const char *field, double x, double y, double z, sinew_error *error)
{
  return sinew_set_numbers(m, field, (const double[3]){x, y, z}, 3, error);
}

int sinew_set_part(sinew_model *m, const char *field, const char *part, sinew_error *error)
{
  sn_value v = {.type = SN_VALUE_REF};
  const int status = find_ref(m, part, SN_STATION_SELF, &v.ref, error);
  return status == SINEW_OK ? sn_api_set(m, field, &v, error) : status;
}

static int open_table(sinew_model *m, const char *field, const char *maker, int is_list, sinew_error *error)
{
  if (m->depth == 0) {
    return not_begun(error);
  }
  if (m->depth >= SN_API_DEPTH) {
    return sn_api_fail(error, SN_EINPUT, "Tables are nested too deeply.", "Close tables with sinew_close.");
  }
  const char *name = sn_arena_text(m->arena, field ? field : ""), *by = maker ? sn_arena_text(m->arena, maker) : NULL;
  if (!name || (maker && !by)) {
    return no_memory(error);
  }
  m->table[m->depth++] = (sn_api_table){.field = name, .maker = by, .is_list = is_list};
  return SINEW_OK;
}

int sinew_open(sinew_model *m, const char *field, const char *maker, sinew_error *error)
{
  return open_table(m, field, maker, 0, error);
}

int sinew_open_list(sinew_model *m, const char *field, sinew_error *error)
{
  return open_table(m, field, NULL, 1, error);
}

int sinew_close(sinew_model *m, sinew_error *error)
{
  if (m->depth <= 1) {
    return sn_api_fail(error, SN_EINPUT, "No table is open.", "Call sinew_open first.");
  }
  m->depth--;
  const sn_value v = record(&m->table[m->depth]);
  return sn_api_set(m, m->table[m->depth].field, &v, error);
}

int sinew_gravity(sinew_model *m, double x, double y, double z, sinew_error *error)
{
  sn_error e = {0};
  return sn_api_status(sn_model_gravity(m->model, v3(x, y, z), m->where, &e), &e, error);
}

/* ---- channels */

/* A channel that is one signal as it is: component k is variable k. */
static sn_status plain_channel(sinew_model *m, const char *name, const sn_signal *signal, sn_error *e)
{
  static const char *const variables[] = {"a", "b", "c", "d"};
  sn_channel c = {.name = sn_arena_text(m->arena, name), .where = m->where};
  SN_TRY(sn_model_signal_info(m->model, signal, &c.n, &c.unit, e));
  const int index = sn_model_signal(m->model, signal);
  sn_expr_signal *v = SN_NEW(m->arena, sn_expr_signal, 4);
  if (!c.name || index < 0 || !v || c.n > 4) {
    return sn_no_memory(e, "the channel");
  }
  c.n_variables = c.n;
  c.variable = v;
  for (int k = 0; k < c.n; k++) {
    sn_expr_builder *b = sn_expr_begin(m->arena, c.n, variables);
    v[k] = (sn_expr_signal){index, k};
    if (!b) {
      return sn_no_memory(e, "the channel");
    }
    SN_TRY(sn_expr_end(b, sn_expr_variable(b, k), &c.component[k], e));
  }
  return sn_model_channel(m->model, &c, e);
}

int sinew_channel(sinew_model *m, const char *name, const char *item, const char *signal, const double *point,
                  sinew_error *error)
{
  sn_error e = {0};
  int status = sn_api_complete(m, error);
  if (status == SINEW_OK && (!name || !signal)) {
    status = sn_api_fail(error, SN_EINPUT, "A channel needs a name and a signal.", "");
  }
  const char *copy = status == SINEW_OK ? sn_arena_text(m->arena, signal) : NULL;
  if (status == SINEW_OK && !copy) {
    status = no_memory(error);
  }
  sn_signal s = {.name = copy, .point = v3(NAN, NAN, NAN), .where = m->where};
  if (status == SINEW_OK && item) {
    status = find_ref(m, item, SN_STATION_SELF, &s.ref, error);
    s.point = point ? v3(point[0], point[1], point[2]) : s.point;
  } else if (status == SINEW_OK && strcmp(copy, sn_time_signal->name) != 0) {
    s.summed = 0;
    for (const sn_signal_name *sum = sn_sum_signals; sum->name; sum++) {
      s.summed |= strcmp(copy, sum->name) == 0;
    }
    s.name = s.summed ? copy : "energy";
    s.text = s.summed ? NULL : copy;
  }
  return status == SINEW_OK ? sn_api_status(plain_channel(m, name, &s, &e), &e, error) : status;
}

/* ---- settings of the run from outside */

int sinew_set_run(sinew_model *m, const char *field, const char *value, sinew_error *error)
{
  sn_error e = {0};
  const int complete = sn_api_complete(m, error);
  if (complete != SINEW_OK) {
    return complete;
  }
  const char *name = sn_arena_text(m->arena, field ? field : ""), *text = sn_arena_text(m->arena, value ? value : "");
  const char *full = name ? sn_arena_format(m->arena, "run.%s", name) : NULL;
  if (!text || !full) {
    return no_memory(error);
  }
  sn_status status = sn_model_set_run(m->model, name, text, m->where, &e);
  if (status == SN_OK) { /* runs that are resumed have it, too */
    status = sn_model_override(m->model, full, text, &e);
  }
  return sn_api_status(status, &e, error);
}
