/* api/build.c -- public interface: building a model item by item.
 * What:    an item is collected field by field and handed to the model as one record, so that all checks and messages are
 *          those of the field tables, the same as for the model language.
 * Tests:   tests/api/test_api.c, examples/c_pendulum.
 */
#include <stdio.h>
#include <string.h>

#include "api/api_private.h"
#include "base/text.h"
#include "catalogue.h"

static sn_value record(const sn_api_table *t)
{
  if (t->is_list) {
    return (sn_value){.type = SN_VALUE_LIST, .n = t->n, .entry = t->value};
  }
  return (sn_value){.type = SN_VALUE_RECORD, .n = t->n, .entry = t->value, .name = t->name, .maker = t->maker};
}

int sn_api_complete(sinew_model *m, sinew_error *error)
{
  if (m->stop) { /* what was asked of an earlier call. Looked at first: several threads may ask one model at a time */
    m->stop = 0;
  }
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
    return sn_api_no_memory(error);
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
    return sn_api_no_memory(error);
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
  return copy ? sn_api_set(m, field, &(sn_value){.type = SN_VALUE_TEXT, .text = copy}, error) : sn_api_no_memory(error);
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
    return sn_api_no_memory(error);
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
  SN_TRY(sn_model_signal_info(signal, &c.n, &c.unit, e));
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
  const int complete = sn_api_complete(m, error);
  if (complete != SINEW_OK) {
    return complete;
  }
  if (!name || !signal) {
    return sn_api_fail(error, SN_EINPUT, "A channel needs a name and a signal.", "");
  }
  const char *copy = sn_arena_text(m->arena, signal);
  if (!copy) {
    return sn_api_no_memory(error);
  }
  sn_signal s = {.name = copy, .point = v3(NAN, NAN, NAN), .where = m->where};
  if (item) {
    const int found = find_ref(m, item, SN_STATION_SELF, &s.ref, error);
    if (found != SINEW_OK) {
      return found;
    }
    s.point = point ? v3(point[0], point[1], point[2]) : s.point;
  } else if (strcmp(copy, sn_time_signal->name) != 0) {
    s.summed = 0;
    for (const sn_signal_name *sum = sn_sum_signals; sum->name; sum++) {
      s.summed |= strcmp(copy, sum->name) == 0;
    }
    s.name = s.summed ? copy : "energy";
    s.text = s.summed ? NULL : copy;
  }
  return sn_api_status(plain_channel(m, name, &s, &e), &e, error);
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
    return sn_api_no_memory(error);
  }
  if (!m->is_set) {
    m->is_set = 1;
    m->before = *sn_model_run(m->model);
    m->n_override = sn_model_overrides(m->model);
  }
  sn_status status = sn_model_set_run(m->model, name, text, m->where, &e);
  if (status == SN_OK) { /* runs that are resumed have it, too */
    status = sn_model_override(m->model, full, text, &e);
  }
  return sn_api_status(status, &e, error);
}

void sinew_unset_run(sinew_model *m)
{
  if (m && m->is_set) {
    m->is_set = 0;
    *sn_model_run(m->model) = m->before;
    sn_model_forget_overrides(m->model, m->n_override);
  }
}
