/* model/fields.c -- a user's table becomes a parameter struct, checked by the kind's table of inputs.
 * What:    looks up every field (nearest spelling and the list of fields when it is unknown), calls the reader of its type
 *          (read.c), sets defaults, and says which required fields are missing.
 * How:     a table level is flattened first: fields of INLINE sub-tables are at the level of their owner.
 * Tests:   tests/model/test_fields.c, tests/language/test_mistakes.c.
 */
#include "model/fields.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MAX_FIELDS = 160 };

typedef struct {
  const sn_input *in;
  char *to;
  int *given; /* of the struct that owns the field (INLINE), or NULL */
} slot;

const sn_value *sn_value_field(const sn_value *record, const char *name)
{
  for (int i = 0; record->type == SN_VALUE_RECORD && i < record->n; i++) {
    if (strcmp(record->name[i], name) == 0) {
      return record->entry + i;
    }
  }
  return NULL;
}

static const char *describe(const sn_value *v, char text[64])
{
  switch (v->type) {
  case SN_VALUE_NUMBER:
    snprintf(text, 64, "the number %.10g", v->number);
    break;
  case SN_VALUE_FLAG:
    snprintf(text, 64, "%s", v->number != 0 ? "true" : "false");
    break;
  case SN_VALUE_TEXT:
    snprintf(text, 64, "the text \"%.40s\"", v->text);
    break;
  case SN_VALUE_REF:
    snprintf(text, 64, "'%.40s'", sn_ref_name(&v->ref));
    break;
  case SN_VALUE_LIST:
    snprintf(text, 64, "a list of %d entr%s", v->n, v->n == 1 ? "y" : "ies");
    break;
  case SN_VALUE_RECORD:
    snprintf(text, 64, "%s%.40s%s", v->maker ? "" : "a table with ",
             v->maker ? v->maker
             : v->n   ? v->name[0]
                      : "nothing",
             v->maker ? " {...}" : " = ...");
    break;
  case SN_VALUE_FUNCTION:
    snprintf(text, 64, "a function");
    break;
  case SN_VALUE_NONE:
    snprintf(text, 64, "nothing");
    break;
  }
  return text;
}

const sn_input sn_follows_signals[] = {{0}};

static void place(const sn_reading *r, const sn_value *v)
{
  sn_error_where(r->error, "%s", v && v->where ? v->where : r->where ? r->where : "");
}

sn_status sn_wrong_type(const sn_reading *r, const sn_input *in, const sn_value *v, const char *expected,
                        const char *example)
{
  char text[64];
  sn_failf(r->error, SN_EINPUT, "%s: `%s` needs %s, but got %s.", r->what, r->path, expected, describe(v, text));
  if (in->help) {
    sn_error_why(r->error, "%s: %s%s%s", in->name, in->help, in->unit && in->unit[0] ? ", in " : "",
                 in->unit ? in->unit : "");
  }
  sn_error_fix(r->error, "Write for example %s = %s.", in->name, example);
  place(r, v);
  return SN_EINPUT;
}

sn_status sn_wrong_value(const sn_reading *r, const sn_value *v, const char *format, ...)
{
  char text[256];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  sn_failf(r->error, SN_EINPUT, "%s: `%s` %s", r->what, r->path, text);
  place(r, v);
  return SN_EINPUT;
}

static int collect(const sn_input *inputs, char *base, int *given, slot *list, int n)
{
  for (const sn_input *in = inputs; in && in->name && n < MAX_FIELDS; in++) {
    char *to = base + in->offset;
    if (in->type == SN_INLINE) {
      n = collect(in->sub, to, (int *)(void *)to, list, n);
    } else {
      list[n++] = (slot){in, to, given};
    }
  }
  return n;
}

void sn_fields_defaults(const sn_input *inputs, void *param)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    char *to = (char *)param + in->offset;
    if (in->type == SN_TABLE || in->type == SN_INLINE) {
      sn_fields_defaults(in->sub, to);
      *(int *)(void *)to = 0;
    } else {
      sn_default_member(in, to);
    }
  }
}

/* The fields of a sub-table are at this level: angle = { stiffness = 3 } where stiffness = 3 is meant. */
static int has_laws(const slot *list, int n)
{
  int inline_fields = 0;
  for (int k = 0; k < n; k++) {
    inline_fields += list[k].given != NULL;
  }
  return inline_fields > 0;
}

static int has_field(const sn_input *inputs, const char *name)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    if (in->type == SN_INLINE ? has_field(in->sub, name) : strcmp(in->name, name) == 0) {
      return 1;
    }
  }
  return 0;
}

/* "spring, cable": the kinds that have a field of this name, as many as fit; 0: none has. */
static int kinds_with(const sn_model *m, const char *name, char *text, size_t size)
{
  enum { MOST = 12 };
  const char *found[MOST];
  int n = 0;
  for (const sn_kind *const *k = m ? m->kinds : NULL; k && *k && n < MOST; k++) {
    if (has_field((*k)->inputs, name)) {
      found[n++] = (*k)->name;
    }
  }
  sn_join(text, size, found, n);
  return n;
}

static int is_of(const sn_input *inputs, const sn_input *field)
{
  const sn_input *in = inputs;
  while (in && in->name && in != field) {
    in++;
  }
  return in && in->name;
}

/* The same for the fields of a shape: "cylinder, sphere", other shapes that have a field of this name. */
static int shapes_with(const slot *list, int n, const char *name, char *text, size_t size)
{
  enum { MOST = 12 };
  const char *found[MOST];
  int m = 0, shape = 0;
  for (int k = 0; sn_shape_kinds[k]; k++) {
    shape |= n > 0 && is_of(sn_shape_kinds[k]->inputs, list[0].in);
    if (m < MOST && has_field(sn_shape_kinds[k]->inputs, name)) {
      found[m++] = sn_shape_kinds[k]->name;
    }
  }
  sn_join(text, size, found, m);
  return shape ? m : 0;
}

static sn_status unknown_field(const sn_reading *r, const slot *list, int n, const sn_value *fields, int i)
{
  const char *names[MAX_FIELDS];
  for (int k = 0; k < n; k++) {
    names[k] = list[k].in->name;
  }
  char all[400], kinds[240];
  sn_join(all, sizeof all, names, n);
  const char *meant = sn_nearest(fields->name[i], names, (size_t)n), *note = NULL;
  const char *habit = sn_field_meant(fields->name[i], names, n, &note);
  sn_failf(r->error, SN_EINPUT, r->path[0] ? "%s: `%s` has no field `%.60s`." : "%s%s has no field `%.60s`.", r->what,
           r->path, fields->name[i]);
  sn_error_why(r->error, "Its fields are: %s.", all);
  if (fields->entry[i].type == SN_VALUE_RECORD && !fields->entry[i].maker && has_laws(list, n)) {
    sn_error_fix(r->error, "It has one coordinate: write the fields of `%.60s` directly in its table.",
                 fields->name[i]);
  } else if (habit) {
    sn_error_fix(r->error, "Here it is called `%s`%s%s.", habit, note ? ": " : "", note ? note : "");
  } else if (!r->path[0] && (shapes_with(list, n, fields->name[i], kinds, sizeof kinds) ||
                             kinds_with(r->model, fields->name[i], kinds, sizeof kinds))) {
    sn_error_fix(r->error, "`%.60s` is a field of: %s. Remove it here%s%s%s, or use one of these.", fields->name[i],
                 kinds, meant ? " (or did you mean `" : "", meant ? meant : "", meant ? "`?)" : "");
  } else if (meant) {
    sn_error_fix(r->error, "Did you mean `%s`?", meant);
  } else {
    sn_error_fix(r->error, "Remove it, or use one of these fields.");
  }
  sn_error_where(r->error, "%s", fields->where ? fields->where : r->where ? r->where : "");
  return SN_EINPUT;
}

static sn_status missing_field(const sn_reading *r, const sn_input *in, const sn_value *fields)
{
  sn_failf(r->error, SN_EINPUT, r->path[0] ? "%s: `%s` needs the field `%s`." : "%s%s needs the field `%s`.", r->what,
           r->path, in->name);
  sn_error_why(r->error, "%s: %s%s%s", in->name, in->help ? in->help : "", in->unit && in->unit[0] ? ", in " : "",
               in->unit ? in->unit : "");
  sn_error_fix(r->error, "Add %s = ... to its table.", in->name);
  sn_error_where(r->error, "%s", fields->where ? fields->where : r->where ? r->where : "");
  return SN_EINPUT;
}

static int is_called(const sn_input *in, const char *name)
{
  return strcmp(in->name, name) == 0 || (in->also && strcmp(in->also, name) == 0);
}

/* By both of its names. */
static sn_status given_twice(const sn_reading *r, const sn_input *in, const sn_value *fields)
{
  sn_failf(r->error, SN_EINPUT, "%s: `%s` is given twice.", r->what, in->name);
  sn_error_why(r->error, "`%s` is another name of `%s`.", in->also ? in->also : in->name, in->name);
  sn_error_fix(r->error, "Leave out one of them.");
  sn_error_where(r->error, "%s", fields->where ? fields->where : r->where ? r->where : "");
  return SN_EINPUT;
}

static sn_reading reader_of(const sn_reading *r, const char *name)
{
  sn_reading here = *r;
  snprintf(here.path, sizeof here.path, "%.46s%s%.46s", r->path, r->path[0] ? "." : "", name);
  return here;
}

static int is_record(const sn_value *v)
{
  return v->type == SN_VALUE_RECORD || (v->type == SN_VALUE_LIST && v->n == 0);
}

static sn_status read_table(const sn_reading *r, const sn_input *in, const sn_value *v, char *to)
{
  if (!is_record(v)) {
    return sn_wrong_type(r, in, v, "a table of named fields", "{ ... }");
  }
  const sn_value none = {.type = SN_VALUE_RECORD, .where = v->where};
  SN_TRY(sn_fill_level(r, in->sub, to, NULL, NULL, v->type == SN_VALUE_LIST ? &none : v));
  *(int *)(void *)to = 1;
  return SN_OK;
}

static sn_status read_tables(const sn_reading *r, const sn_input *in, const sn_value *v, sn_tables *to)
{
  SN_REQUIRE(in->sub && in->size >= sizeof(int), r->error);
  if (!is_record(v)) {
    return sn_wrong_type(r, in, v, "tables by their names", "{ root = { ... } }");
  }
  const size_t size = in->size;
  char *at = sn_arena_get(r->arena, (size_t)v->n, size);
  const char **name = SN_NEW(r->arena, const char *, v->n);
  if (!at || !name) {
    return sn_no_memory(r->error, "the model");
  }
  for (int k = 0; k < v->n; k++) {
    const sn_reading here = reader_of(r, v->name[k]);
    name[k] = sn_arena_text(r->arena, v->name[k]);
    sn_fields_defaults(in->sub, at + (size_t)k * size);
    SN_TRY(name[k] ? read_table(&here, in, v->entry + k, at + (size_t)k * size) : sn_no_memory(r->error, "the model"));
  }
  *to = (sn_tables){v->n, name, at};
  return SN_OK;
}

static sn_status read_field(const sn_reading *r, const slot *s, const sn_value *v)
{
  const sn_reading here = reader_of(r, s->in->name);
  if (s->in->type == SN_TABLE) {
    return read_table(&here, s->in, v, s->to);
  }
  if (s->in->type == SN_TABLES) {
    return read_tables(&here, s->in, v, (sn_tables *)(void *)s->to);
  }
  return sn_readers[s->in->type](&here, s->in, v, s->to);
}

sn_status sn_fill_level(const sn_reading *r, const sn_input *inputs, void *param, const sn_input *common,
                        void *common_param, const sn_value *fields)
{
  slot list[MAX_FIELDS];
  int seen[MAX_FIELDS] = {0};
  sn_reading level = *r;
  level.beside = fields;
  int n = collect(inputs, param, NULL, list, 0);
  n = collect(common, common_param, NULL, list, n);
  for (int i = 0; i < fields->n; i++) {
    int k = 0;
    while (k < n && !is_called(list[k].in, fields->name[i])) {
      k++;
    }
    if (k == n) {
      return unknown_field(r, list, n, fields, i);
    }
    if (seen[k]) {
      return given_twice(r, list[k].in, fields);
    }
    if (fields->entry[i].type == SN_VALUE_NONE) {
      continue;
    }
    SN_TRY(read_field(&level, list + k, fields->entry + i));
    seen[k] = 1;
    if (list[k].given) {
      *list[k].given = 1;
    }
  }
  for (int k = 0; k < n; k++) {
    if (list[k].in->required && !seen[k]) {
      return missing_field(r, list[k].in, fields);
    }
  }
  return SN_OK;
}

sn_status sn_fields_fill_in(const sn_reading *r, const sn_field_tables *to, const sn_value *fields)
{
  sn_fields_defaults(to->inputs, to->param);
  sn_fields_defaults(to->common, to->common_param);
  const sn_value none = {.type = SN_VALUE_RECORD, .where = r->where};
  const sn_value *given = fields ? fields : &none;
  if (given->type == SN_VALUE_NONE || (given->type == SN_VALUE_LIST && given->n == 0)) {
    given = &none;
  }
  if (given->type != SN_VALUE_RECORD) {
    char text[64];
    sn_failf(r->error, SN_EINPUT, "%s needs a table of named fields, but got %s.", r->what, describe(given, text));
    sn_error_fix(r->error, "Write its fields by name: { name = value, ... }.");
    sn_error_where(r->error, "%s", r->where ? r->where : "");
    return SN_EINPUT;
  }
  return sn_fill_level(r, to->inputs, to->param, to->common, to->common_param, given);
}

sn_status sn_fields_fill(const sn_input *inputs, const sn_value *fields, void *param, sn_arena *arena, const char *what,
                         const char *where, sn_error *error)
{
  const sn_reading r = {.arena = arena, .what = what, .where = where, .error = error};
  return sn_fields_fill_in(&r, &(sn_field_tables){.inputs = inputs, .param = param}, fields);
}
