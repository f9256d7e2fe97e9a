/* show/compare/compare_runs.c -- how two runs differ, before any number of theirs is compared.
 * What:    model text, settings (scheme, alpha, dt, ...), parameters, status. Parameters and settings are stored as flat
 *          JSON objects, which are cut into names and values here.
 * Limits:  included files count only through what they change; a parameter that repeats a setting is named once.
 * Tests:   tests/show/test_compare.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "show/compare/compare.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the comparison");
}

/* ---- a flat JSON object as a list of names and values */

typedef struct {
  int n;
  const char **name, **value;
} members;

static const char *skip_blanks(const char *s)
{
  return s + strspn(s, " \t\r\n");
}

/* Behind the text that begins with the quote at s; the end of the whole if it does not end. */
static const char *skip_text(const char *s)
{
  for (s++; *s && *s != '"'; s++) {
    s += s[0] == '\\' && s[1];
  }
  return *s ? s + 1 : s;
}

/* Behind the value at s: at the comma or brace after it. */
static const char *skip_value(const char *s)
{
  int depth = 0;
  while (*s && (depth > 0 || (*s != ',' && *s != '}'))) {
    depth += (*s == '{' || *s == '[') - (*s == '}' || *s == ']');
    s = *s == '"' ? skip_text(s) : s + 1;
  }
  return s;
}

/* Without quotes and blanks at its ends; numbers with as many digits as people read. */
static const char *tidy(const char *from, const char *to, sn_arena *arena)
{
  while (to > from && strchr(" \t\r\n", to[-1])) {
    to--;
  }
  if (to - from >= 2 && from[0] == '"' && to[-1] == '"') {
    from++;
    to--;
  }
  char *text = sn_arena_format(arena, "%.*s", (int)(to - from), from), *end = NULL;
  const double x = text ? strtod(text, &end) : 0;
  return text && text[0] && *end == '\0' && isfinite(x) ? sn_arena_format(arena, "%.12g", x) : text;
}

static sn_status cut(const char *object, sn_arena *arena, members *m, sn_error *error)
{
  const size_t room = strlen(object) / 4 + 1; /* "a":1, needs more than four characters */
  *m = (members){0, SN_NEW(arena, const char *, room), SN_NEW(arena, const char *, room)};
  if (!m->name || !m->value) {
    return no_memory(error);
  }
  const char *s = skip_blanks(object);
  s = *s == '{' ? skip_blanks(s + 1) : "";
  while (*s == '"' && (size_t)m->n < room) {
    const char *name = s, *after = skip_text(s), *colon = skip_blanks(after);
    if (*colon != ':') {
      break;
    }
    const char *value = skip_blanks(colon + 1), *end = skip_value(value);
    m->name[m->n] = sn_arena_format(arena, "%.*s", (int)(after - name) - 2, name + 1);
    m->value[m->n] = tidy(value, end, arena);
    if (!m->name[m->n] || !m->value[m->n]) {
      return no_memory(error);
    }
    m->n++;
    s = *end == ',' ? skip_blanks(end + 1) : "";
  }
  return SN_OK;
}

static const char *member(const members *m, const char *name)
{
  for (int i = 0; i < m->n; i++) {
    if (strcmp(m->name[i], name) == 0) {
      return m->value[i];
    }
  }
  return NULL;
}

/* ---- the list of differences */

static sn_status add(sn_comparison *out, const char *what, const char *a, const char *b, sn_arena *arena,
                     sn_error *error)
{
  const char *values[2] = {a ? a : "none", b ? b : "none"};
  if (strcmp(values[0], values[1]) == 0) {
    return SN_OK;
  }
  sn_run_difference *grown = sn_arena_grow(arena, out->run, (size_t)out->n_run, (size_t)out->n_run + 1, sizeof *grown);
  if (!grown || !what) {
    return no_memory(error);
  }
  grown[out->n_run++] = (sn_run_difference){what, {values[0], values[1]}};
  out->run = grown;
  return SN_OK;
}

/* A parameter dt with the same values as the setting dt has been listed already. */
static int is_named(const sn_comparison *out, const char *name, const char *a, const char *b)
{
  for (int i = 0; i < out->n_run; i++) {
    const sn_run_difference *d = &out->run[i];
    if (strcmp(d->what, name) == 0 && a && b && strcmp(d->value[0], a) == 0 && strcmp(d->value[1], b) == 0) {
      return 1;
    }
  }
  return 0;
}

static sn_status add_members(sn_reader *const r[2], const char *path, const char *prefix, sn_arena *arena,
                             sn_comparison *out, sn_error *error)
{
  members m[2];
  for (int i = 0; i < 2; i++) {
    const char *text;
    SN_TRY(sn_reader_text(r[i], path, &text, error));
    SN_TRY(cut(text, arena, &m[i], error));
  }
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < m[i].n; k++) {
      const char *name = m[i].name[k], *a = member(&m[0], name), *b = member(&m[1], name);
      if ((i == 0 || !a) && !is_named(out, name, a, b)) {
        SN_TRY(add(out, sn_arena_format(arena, "%s%s", prefix, name), a, b, arena, error));
      }
    }
  }
  return SN_OK;
}

/* Why the channels may agree although the runs differ: only common times are compared. */
static sn_status find_gap(sn_reader *const r[2], const sn_summary s[2], sn_arena *arena, sn_comparison *out,
                          sn_error *error)
{
  double from[2] = {0, 0}, to[2] = {0, 0};
  int failed[2], empty = 0;
  for (int i = 0; i < 2; i++) {
    const sn_series *time = sn_reader_time(r[i]);
    sn_outcome outcome;
    SN_TRY(sn_reader_outcome(r[i], &outcome, error));
    failed[i] = outcome == SN_OUTCOME_FAILED;
    empty |= time->rows == 0;
    if (time->rows > 0) {
      SN_TRY(sn_reader_read(r[i], time, 0, 1, &from[i], error));
      SN_TRY(sn_reader_read(r[i], time, time->rows - 1, 1, &to[i], error));
    }
  }
  /* a duration that is no multiple of a step may end up to a step later */
  const double step = fmax(fmax(s[0].dt, s[1].dt), 0), slack = 1.001 * step + 1e-9 * fmax(fabs(to[0]), fabs(to[1]));
  if (failed[0] || failed[1]) {
    out->gap = sn_arena_format(arena, "%s failed (A ends at %g s, B at %g s)",
                               failed[0] && failed[1] ? "both runs"
                               : failed[0]            ? "run A"
                                                      : "run B",
                               to[0], to[1]);
  } else if (empty || !(fabs(from[0] - from[1]) <= slack) || !(fabs(to[0] - to[1]) <= slack)) {
    out->gap = sn_arena_format(arena, "the runs do not cover the same time (A: %g to %g s, B: %g to %g s)", from[0],
                               to[0], from[1], to[1]);
  } else {
    return SN_OK;
  }
  return out->gap ? SN_OK : no_memory(error);
}

sn_status sn_compare_runs(sn_reader *const r[2], sn_arena *arena, sn_comparison *out, sn_error *error)
{
  static const struct {
    const char *path, *what;
  } texts[] = {{"/model/name", "model"}, {"/model/hash", "model text (hash)"}, {"/status", "status"}};
  sn_summary s[2];
  for (int i = 0; i < 2; i++) {
    const char *model, *scheme, *status;
    SN_TRY(sn_reader_summary(r[i], &s[i], error));
    SN_TRY(sn_reader_text(r[i], "/model/name", &model, error));
    SN_TRY(sn_reader_text(r[i], "/summary/scheme", &scheme, error));
    SN_TRY(sn_reader_status(r[i], &status, error));
    out->about[i] = sn_arena_format(arena, "%s, scheme %s, alpha %g, dt %g s, %s, %llu rows to %g s", model, scheme,
                                    s[i].alpha, s[i].dt, status, sn_reader_time(r[i])->rows, s[i].t_end);
    out->energy_scale = isfinite(s[i].energy_scale) ? fmax(out->energy_scale, s[i].energy_scale) : out->energy_scale;
    if (!out->about[i]) {
      return no_memory(error);
    }
  }
  SN_TRY(find_gap(r, s, arena, out, error));
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    const char *value[2];
    SN_TRY(sn_reader_text(r[0], texts[k].path, &value[0], error));
    SN_TRY(sn_reader_text(r[1], texts[k].path, &value[1], error));
    SN_TRY(add(out, texts[k].what, value[0], value[1], arena, error));
  }
  SN_TRY(add_members(r, "/settings", "", arena, out, error));
  return add_members(r, "/parameters", "parameter ", arena, out, error);
}
