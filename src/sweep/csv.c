/* sweep/csv.c -- lines of a sweep's table: run, parameters, collected numbers, status, seconds, message, made_by.
 * What:    fields with commas or quotes stand in quotes, and quotes in them are doubled (RFC 4180); no field has a line end.
 * Tests:   tests/sweep/test_table.c.
 */
#include <math.h>
#include <string.h>

#include "sweep/table.h"

void sn_csv_text(const char *text, FILE *out)
{
  const int quoted = strpbrk(text, ",\"\n\r") != NULL;
  (void)fputs(quoted ? "\"" : "", out);
  for (const char *c = text; *c; c++) {
    (void)fputs(*c == '"' ? "\"" : "", out);
    (void)fputc(*c == '\n' || *c == '\r' ? ' ' : *c, out);
  }
  (void)fputs(quoted ? "\"" : "", out);
}

static void put_number(double x, FILE *out)
{
  if (isfinite(x)) {
    (void)fprintf(out, ",%.17g", x == 0 ? 0 : x); /* no -0 */
  } else {
    (void)fputs(isnan(x) ? ",nan" : x > 0 ? ",inf" : ",-inf", out);
  }
}

static void put_head(const sn_sweep_table *t, FILE *out)
{
  (void)fputs("run", out);
  for (int i = 0; i < t->plan->n_axis; i++) {
    (void)fputc(',', out);
    sn_csv_text(t->plan->axis[i].name, out);
  }
  for (int i = 0; i < t->n_wish; i++) {
    (void)fputc(',', out);
    sn_csv_text(t->wish[i].column, out);
  }
  (void)fputs(",status,seconds,message,made_by\n", out);
}

void sn_sweep_line(const sn_sweep_table *t, int run, const sn_sweep_row *row, FILE *out)
{
  if (run < 0) {
    put_head(t, out);
    return;
  }
  (void)fprintf(out, "%d", run + 1);
  for (int i = 0; i < t->plan->n_axis; i++) {
    (void)fputc(',', out);
    sn_csv_text(sn_plan_value(t->plan, run, i), out);
  }
  for (int i = 0; i < t->n_wish; i++) {
    put_number(row->number[i], out);
  }
  (void)fprintf(out, ",%s,%.6f,", sn_outcome_word(row->outcome), row->seconds);
  sn_csv_text(row->message, out);
  (void)fprintf(out, ",%s\n", t->made_by);
}

/* Reads one field from *at on, unquoted in place. *at moves to the following comma or end of line, which is returned. */
static char take_field(char **at)
{
  char *from = *at, *to = from;
  const int quoted = *from == '"';
  from += quoted;
  while (*from && (quoted ? !(from[0] == '"' && from[1] != '"') : *from != ',' && *from != '\n')) {
    from += quoted && from[0] == '"'; /* two quotes become one */
    *to++ = *from++;
  }
  from += quoted && *from == '"';
  const char stop = *from;
  *to = '\0';
  *from = '\0';
  *at = from;
  return stop;
}

char *sn_csv_fields(char *text, char **field, int room, int *n)
{
  *n = 0;
  if (!strchr(text, '\n')) {
    return NULL; /* no line, or one that was cut off by a kill */
  }
  for (;;) {
    char *start = text;
    const char stop = take_field(&text);
    if (*n < room) {
      field[*n] = start;
    }
    ++*n;
    text += stop != '\0';
    if (stop != ',') {
      return text;
    }
  }
}
