/* show/page/page_run.c -- what a page says about the run: where it comes from, how it went.
 * Limits:  a model text is cut at 256 kB, a log at its last 1000 lines.
 * Tests:   tests/show/test_page.c.
 */
#include <string.h>

#include "results/list.h"
#include "results/warnings.h"
#include "show/page/json_check.h"
#include "show/page/page_json.h"
#include "show/page/page_private.h"

enum { MOST_TEXT = 256 * 1024, MOST_LOG = 1000 };

/* What was left out to keep the page small. */
static void thinned(sn_json *j, const char *name, const sn_page_table *t, const char *what)
{
  char text[120];
  if (t->keep > 0) {
    (void)snprintf(text, sizeof text, "%llu of %llu %s (sinew view --full keeps all)", t->keep, t->time.rows, what);
    pair(j, name, text);
  } else if (t->every > 1) {
    (void)snprintf(text, sizeof text, "one in %llu of the %s", t->every, what);
    pair(j, name, text);
  }
}

static sn_status summary(const sn_page *p, sn_reader *r, sn_json *j, sn_error *error)
{
  const char *scheme;
  char name[64], text[96];
  sn_summary s;
  SN_TRY(sn_reader_summary(r, &s, error));
  SN_TRY(sn_reader_text(r, "/summary/scheme", &scheme, error));
  begin_list(j, "summary");
  pair(j, "scheme", scheme);
  for (int i = 0; i < SN_SUMMARY_NUMBERS; i++) {
    const sn_summary_row *row = &sn_summary_rows[i];
    if (row->flags & SN_SUM_INSIDE) {
      continue;
    }
    (void)snprintf(name, sizeof name, "%s", row->name);
    for (char *c = name; *c; c++) {
      *c = *c == '_' ? ' ' : *c;
    }
    const char *unit = strcmp(row->unit, "1") == 0 ? "" : row->unit;
    (void)snprintf(text, sizeof text, row->flags & SN_SUM_WHOLE ? "%.0f%s%s" : "%.6g%s%s", sn_summary_number(&s, i),
                   unit[0] ? " " : "", unit);
    pair(j, name, text);
  }
  thinned(j, "frames", &p->frames, "rows");
  thinned(j, "curves", &p->rows_table, "rows");
  thinned(j, "curves of parts and joints", &p->details, "rows");
  thinned(j, "curves of steps", &p->steps, "steps");
  sn_json_raw(j, "]");
  return SN_OK;
}

static sn_status log_lines(sn_reader *r, sn_json *j, sn_error *error)
{
  const char *const *lines = NULL;
  int n = 0;
  SN_TRY(sn_reader_log(r, &lines, &n, error));
  begin_list(j, "log");
  const int first = n > MOST_LOG ? n - MOST_LOG : 0;
  for (int i = first; i < n; i++) {
    separate(j);
    sn_json_raw(j, "\n");
    sn_json_text(j, lines[i]);
  }
  sn_json_raw(j, "]");
  return SN_OK;
}

static sn_status warning_lines(sn_reader *r, sn_json *j, sn_error *error)
{
  const sn_warning *w = NULL;
  int n = 0;
  SN_TRY(sn_reader_warnings(r, &w, &n, error));
  begin_list(j, "warnings");
  for (int i = 0; i < n; i++) {
    separate(j);
    sn_json_text(j, sn_arena_format(j->arena, "%s%s%s", w[i].where, w[i].where[0] ? ": " : "", w[i].text));
  }
  sn_json_raw(j, "]");
  return SN_OK;
}

sn_status sn_page_state(const sn_page *p, sn_reader *r, sn_json *j, sn_error *error)
{
  const char *status;
  sn_outcome outcome;
  SN_TRY(sn_reader_status(r, &status, error));
  SN_TRY(sn_reader_outcome(r, &outcome, error));
  word(j, "status", outcome == SN_OUTCOME_COMPLETE ? "completed" : status);
  SN_TRY(summary(p, r, j, error));
  SN_TRY(warning_lines(r, j, error));
  return log_lines(r, j, error);
}

static const char *base_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

sn_status sn_page_origin(const sn_page *p, sn_reader *r, sn_json *j, sn_error *error)
{
  const char *model, *creator, *parameters, *text;
  SN_TRY(sn_reader_text(r, "/model/name", &model, error));
  SN_TRY(sn_reader_text(r, "/parameters", &parameters, error));
  SN_TRY(sn_reader_text(r, "/model/text", &text, error));
  SN_TRY(sn_reader_attribute(r, "creator", &creator, error));
  if (strlen(text) > MOST_TEXT) {
    text =
        sn_arena_format(j->arena, "%.*s\n-- (the rest is left out here; it is in the result file)\n", MOST_TEXT, text);
  }
  word(j, "model", model);
  word(j, "file", base_name(p->result));
  word(j, "creator", creator);
  key(j, "parameters");
  sn_json_raw(j, sn_json_is_object(parameters) ? parameters : "{}");
  word(j, "text", text ? text : "");
  return SN_OK;
}
