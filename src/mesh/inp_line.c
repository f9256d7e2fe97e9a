/* mesh/inp_line.c -- lines, words and messages of an .inp file.
 * Tests:   tests/mesh/test_inp.c
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "mesh/inp_private.h"

static const double largest = 1e30;

sn_status sn_inp_no_memory(const sn_inp_file *f)
{
  return sn_no_memory(f->error, "a mesh");
}

/* ---- messages */

sn_status sn_inp_wrong(const sn_inp_file *f, const char *format, ...)
{
  const sn_inp_source *s = f->source + (f->n_source > 0 ? f->n_source - 1 : 0);
  char what[200];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  sn_failf(f->error, SN_EINPUT, "Line %d of \"%.80s\" %s.", s->line, s->name, what);
  sn_error_why(f->error, "The file is damaged, was not copied to its end, or is no input file of Abaqus or CalculiX.");
  sn_error_fix(f->error, "Correct the line, or write the mesh again (in Gmsh: -format inp).");
  return SN_EINPUT;
}

sn_status sn_inp_unsuited(const sn_inp_file *f, const char *what, const char *fix)
{
  sn_failf(f->error, SN_EINPUT, "\"%.80s\" %s.", f->source[0].name, what);
  sn_error_why(f->error,
               "Of an input file of Abaqus or CalculiX the nodes, elements, sets, surfaces and materials are read.");
  sn_error_fix(f->error, "%s", fix);
  return SN_EINPUT;
}

sn_status sn_inp_warn(sn_inp_file *f, const char *format, ...)
{
  const sn_inp_source *s = f->source + (f->n_source > 0 ? f->n_source - 1 : 0);
  char what[300];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  char *text = sn_arena_format(f->draft.scratch, "line %d of \"%.80s\": %s", s->line, s->name, what);
  if (!text || !SN_ROOM(f->draft.scratch, f->draft.warning)) {
    return sn_inp_no_memory(f);
  }
  f->draft.warning.at[f->draft.warning.n++] = sn_clean(text);
  return SN_OK;
}

/* ---- lines */

static int is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static sn_word trimmed(const char *from, const char *to)
{
  while (from < to && is_blank(*from)) {
    from++;
  }
  while (to > from && is_blank(to[-1])) {
    to--;
  }
  return (sn_word){from, (size_t)(to - from)};
}

sn_word sn_inp_line(sn_inp_file *f)
{
  while (f->n_source > 0) {
    sn_inp_source *s = f->source + f->n_source - 1;
    while (s->p < s->end) {
      const char *end = memchr(s->p, '\n', (size_t)(s->end - s->p));
      const sn_word w = trimmed(s->p, end ? end : s->end);
      s->p = end ? end + 1 : s->end;
      s->line++;
      if (w.n > 0 && !(w.n > 1 && w.at[0] == '*' && w.at[1] == '*')) {
        return w;
      }
    }
    if (f->n_source == 1) {
      break; /* messages about the end name the last line */
    }
    f->n_source--;
  }
  return (sn_word){"", 0};
}

int sn_inp_field(sn_word *line, sn_word *field)
{
  if (!line->at) {
    return 0;
  }
  const char *end = line->at + line->n, *comma = line->n ? memchr(line->at, ',', line->n) : NULL;
  *field = trimmed(line->at, comma ? comma : end);
  *line = comma ? (sn_word){comma + 1, (size_t)(end - comma - 1)} : (sn_word){NULL, 0};
  return comma || field->n > 0;
}

int sn_inp_ends_open(sn_word line)
{
  return line.n > 0 && line.at[line.n - 1] == ',';
}

/* ---- numbers */

sn_status sn_inp_whole(const sn_inp_file *f, sn_word w, const char *what, long long *x)
{
  char show[32];
  return sn_word_whole(w, x) ? SN_OK : sn_inp_wrong(f, "has \"%s\" where %s is expected", sn_word_shown(w, show), what);
}

/* 1.5D3 is a number of Fortran. */
sn_status sn_inp_number(const sn_inp_file *f, sn_word w, const char *what, double *x)
{
  char show[32], text[64];
  if (w.n < sizeof text) {
    memcpy(text, w.at, w.n);
    for (size_t k = 0; k < w.n; k++) {
      text[k] = text[k] == 'd' || text[k] == 'D' ? 'e' : text[k];
    }
    if (sn_word_number((sn_word){text, w.n}, x) && fabs(*x) <= largest) {
      return SN_OK;
    }
  }
  return sn_inp_wrong(f, "has \"%s\" where %s is expected", sn_word_shown(w, show), what);
}

sn_status sn_inp_numbers(const sn_inp_file *f, sn_word line, const char *what, double *x, int n)
{
  sn_word w;
  for (int k = 0; k < n && sn_inp_field(&line, &w); k++) {
    if (w.n > 0) {
      SN_TRY(sn_inp_number(f, w, what, x + k));
    }
  }
  return SN_OK;
}

/* ---- keywords */

static char lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int sn_inp_same(sn_word w, const char *text)
{
  for (size_t k = 0; k < w.n; k++) {
    if (is_blank(w.at[k]) || w.at[k] == '-') {
      continue;
    }
    if (lower(w.at[k]) != *text) {
      return 0;
    }
    text++;
  }
  return !*text;
}

static void add_parameter(sn_inp_file *f, sn_word w)
{
  const char *end = w.at + w.n, *equal = w.n ? memchr(w.at, '=', w.n) : NULL;
  sn_inp_parameter p = {trimmed(w.at, equal ? equal : end), {"", 0}};
  if (equal) {
    p.value = trimmed(equal + 1, end);
    if (p.value.n > 1 && p.value.at[0] == '"' && p.value.at[p.value.n - 1] == '"') {
      p.value = (sn_word){p.value.at + 1, p.value.n - 2};
    }
  }
  if (p.key.n > 0 && f->n_parameter < SN_INP_PARAMETERS) {
    f->parameter[f->n_parameter++] = p;
  }
}

sn_status sn_inp_keyword_of(sn_inp_file *f, sn_word line)
{
  sn_word w, rest = {line.at + 1, line.n - 1};
  f->n_parameter = f->n_data = 0;
  f->keyword = (sn_word){"", 0};
  if (sn_inp_field(&rest, &w)) {
    f->keyword = w;
  }
  for (;;) {
    while (sn_inp_field(&rest, &w)) {
      add_parameter(f, w);
    }
    if (!sn_inp_ends_open(line)) {
      break;
    }
    line = sn_inp_line(f);
    rest = line;
    if (line.n == 0 || line.at[0] == '*') {
      return sn_inp_wrong(f, "should continue the keyword before it, which ends with a comma");
    }
  }
  return SN_OK;
}

const sn_inp_parameter *sn_inp_get(const sn_inp_file *f, const char *key)
{
  for (int k = 0; k < f->n_parameter; k++) {
    if (sn_inp_same(f->parameter[k].key, key)) {
      return f->parameter + k;
    }
  }
  return NULL;
}

const char *sn_inp_text(const sn_inp_file *f, sn_word w)
{
  char *text = sn_arena_format(f->draft.scratch, "%.*s", (int)(w.n < 128 ? w.n : 128), w.at);
  return text ? sn_clean(text) : NULL;
}
