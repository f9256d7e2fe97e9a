/* model/mode_file.c -- shapes of modes out of a text file.
 * What:    see model/mode_file.h.
 * Limits:  256 MB; the nodes of a part are listed in their order, one part after the other.
 * Tests:   tests/model/test_mode_file.c, tests/shells/test_bow.c
 */
#include "model/mode_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/words.h"

typedef struct {
  const char *name;
  sn_words text;
  sn_arena *arena;
  sn_error *error;
  SN_LIST(sn_mode_part) part;
  SN_LIST(sn_v3) x; /* of the part that is read */
  SN_LIST(sn_v3) d;
} reading;

/* One line of the file. */
typedef struct {
  long long mode, node;
  sn_word part;
  sn_v3 x, d;
} row;

static sn_status wrong(const reading *r, const char *format, ...)
{
  char what[200];
  va_list list;
  va_start(list, format);
  (void)vsnprintf(what, sizeof what, format, list);
  va_end(list);
  sn_failf(r->error, SN_EINPUT, "Line %d of \"%.80s\" %s.", r->text.line, r->name, what);
  sn_error_why(r->error, "A line is: " SN_MODE_FILE_HEAD ".");
  sn_error_fix(r->error, "Write such a file with: sinew modes MODEL.lua --buckling --shapes FILE.txt");
  return SN_EINPUT;
}

static sn_status whole(reading *r, const char *what, long long *out)
{
  char show[32];
  const sn_word w = sn_word_here(&r->text);
  return sn_word_whole(w, out) ? SN_OK : wrong(r, "has \"%s\" where %s is expected", sn_word_shown(w, show), what);
}

static sn_status number(reading *r, const char *what, double *out)
{
  char show[32];
  const sn_word w = sn_word_here(&r->text);
  return sn_word_number(w, out) && isfinite(*out)
             ? SN_OK
             : wrong(r, "has \"%s\" where %s is expected", sn_word_shown(w, show), what);
}

static sn_status read_row(reading *r, row *out)
{
  SN_TRY(whole(r, "the number of a mode", &out->mode));
  if (out->mode < 1 || out->mode > SN_MODE_FILE_MODES) {
    return wrong(r, "has %lld as the number of a mode", out->mode);
  }
  out->part = sn_word_here(&r->text);
  SN_TRY(whole(r, "the number of a node", &out->node));
  for (int i = 0; i < 3; i++) {
    SN_TRY(number(r, "a coordinate", &out->x.x[i]));
  }
  for (int i = 0; i < 3; i++) {
    SN_TRY(number(r, "a displacement", &out->d.x[i]));
  }
  const sn_word more = sn_word_here(&r->text);
  return more.n == 0 || more.at[0] == '#' ? SN_OK : wrong(r, "has more than nine columns");
}

/* What has been read of a part becomes one of the list. */
static sn_status end_part(reading *r)
{
  if (r->part.n == 0) {
    return SN_OK;
  }
  sn_mode_part *p = r->part.at + r->part.n - 1;
  const int n = r->x.n;
  sn_v3 *x = SN_NEW(r->arena, sn_v3, n), *d = SN_NEW(r->arena, sn_v3, n);
  if (!x || !d) {
    return sn_no_memory(r->error, "the modes");
  }
  memcpy(x, r->x.at, (size_t)n * sizeof *x);
  memcpy(d, r->d.at, (size_t)n * sizeof *d);
  p->n = n;
  p->x = x;
  p->d = d;
  r->x.n = r->d.n = 0;
  return SN_OK;
}

static sn_status begin_part(reading *r, const row *now)
{
  SN_TRY(end_part(r));
  char *name = sn_arena_get(r->arena, now->part.n + 1, 1);
  if (!name || !SN_ROOM(r->arena, r->part)) {
    return sn_no_memory(r->error, "the modes");
  }
  memcpy(name, now->part.at, now->part.n);
  for (int k = 0; k < r->part.n; k++) {
    if (r->part.at[k].mode == now->mode && strcmp(r->part.at[k].part, name) == 0) {
      return wrong(r, "begins '%.60s' in mode %lld for the second time", name, now->mode);
    }
  }
  r->part.at[r->part.n++] = (sn_mode_part){.mode = (int)now->mode, .part = name};
  return SN_OK;
}

static sn_status add_row(reading *r, const row *now)
{
  const int k = r->part.n - 1; /* the part that is read */
  const int same = k >= 0 && r->part.at[k].mode == now->mode && strlen(r->part.at[k].part) == now->part.n &&
                   memcmp(r->part.at[k].part, now->part.at, now->part.n) == 0;
  if (!same) {
    SN_TRY(begin_part(r, now));
  }
  if (now->node != r->x.n) {
    return wrong(r, "has node %lld where node %d is expected", now->node, r->x.n);
  }
  if (!SN_ROOM(r->arena, r->x) || !SN_ROOM(r->arena, r->d)) {
    return sn_no_memory(r->error, "the modes");
  }
  r->x.at[r->x.n++] = now->x;
  r->d.at[r->d.n++] = now->d;
  return SN_OK;
}

/* The line holds blanks and remarks only. */
static int says_nothing(const reading *r)
{
  sn_words line = r->text;
  const sn_word w = sn_word_here(&line);
  return w.n == 0 || w.at[0] == '#';
}

/* The names of the columns. */
static sn_status read_head(reading *r)
{
  const char *name = SN_MODE_FILE_HEAD;
  while (*name) {
    const size_t n = strcspn(name, " ");
    const sn_word w = sn_word_here(&r->text);
    if (w.n != n || memcmp(w.at, name, n) != 0) {
      return wrong(r, "is not the head of a table of mode shapes");
    }
    name += n + (name[n] == ' ');
  }
  return SN_OK;
}

static sn_status read_all(reading *r)
{
  while (says_nothing(r) && sn_words_line(&r->text)) {
  }
  SN_TRY(read_head(r));
  while (sn_words_line(&r->text)) {
    row now;
    if (!says_nothing(r)) {
      SN_TRY(read_row(r, &now));
      SN_TRY(add_row(r, &now));
    }
  }
  SN_TRY(end_part(r));
  return r->part.n > 0 ? SN_OK : wrong(r, "is the last one, but no mode has begun");
}

sn_status sn_mode_file_parse(const char *name, const char *bytes, size_t size, sn_arena *arena,
                             const sn_mode_file **out, sn_error *error)
{
  reading r = {.name = name, .text = {bytes, bytes + size, 1}, .arena = arena, .error = error};
  sn_mode_file *f = SN_NEW(arena, sn_mode_file, 1);
  const char *copy = sn_arena_text(arena, name);
  if (!f || !copy) {
    return sn_no_memory(error, "the modes");
  }
  SN_TRY(read_all(&r));
  *f = (sn_mode_file){copy, r.part.n, r.part.at};
  *out = f;
  return SN_OK;
}

const sn_mode_part *sn_mode_file_find(const sn_mode_file *f, int mode, const char *part)
{
  SN_ASSERT(mode >= 0 && part);
  for (int k = 0; k < f->n; k++) {
    if (f->part[k].mode == mode && strcmp(f->part[k].part, part) == 0) {
      return f->part + k;
    }
  }
  return NULL;
}

/* The component that is largest in size. */
static double leading(sn_v3 d)
{
  int k = 0;
  for (int i = 1; i < 3; i++) {
    k = fabs(d.x[i]) > fabs(d.x[k]) * (1 + 1e-6) ? i : k;
  }
  return d.x[k];
}

double sn_mode_file_scale(const sn_mode_file *f, int mode)
{
  SN_ASSERT(mode >= 0);
  double most = 0, sign = 1;
  for (int k = 0; k < f->n; k++) {
    for (int i = 0; f->part[k].mode == mode && i < f->part[k].n; i++) {
      most = fmax(most, v3_norm(f->part[k].d[i]));
    }
  }
  for (int k = 0, found = 0; k < f->n && !found; k++) {
    for (int i = 0; f->part[k].mode == mode && i < f->part[k].n && !found; i++) {
      found = v3_norm(f->part[k].d[i]) >= most * (1 - 1e-6);
      sign = found && leading(f->part[k].d[i]) < 0 ? -1 : 1;
    }
  }
  return most > 0 ? sign / most : 0;
}
