/* mesh/gmsh_word.c -- numbers and names of sections in a Gmsh file, as text or binary, and what is said when they are not there.
 * Tests:   tests/mesh/test_gmsh.c
 */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "mesh/gmsh_private.h"

static const double largest = 1e30; /* coordinate */

/* ---- messages */

sn_status sn_gmsh_wrong(const sn_gmsh_file *f, const char *format, ...)
{
  char what[200];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  sn_failf(f->error, SN_EINPUT, "%s %lld of \"%.80s\" %s.", f->binary ? "Byte" : "Line",
           f->binary ? (long long)(f->text.p - f->begin) : (long long)f->text.line, f->name, what);
  sn_error_why(f->error, "The file is damaged, was not copied to its end, or is no MSH file of Gmsh.");
  sn_error_fix(f->error, "Save the mesh again: gmsh -2 part.geo -format msh41 (-3 for volumes).");
  return SN_EINPUT;
}

sn_status sn_gmsh_unsuited(const sn_gmsh_file *f, const char *what, const char *fix)
{
  sn_failf(f->error, SN_EINPUT, "\"%.80s\" %s.", f->name, what);
  sn_error_why(f->error, "Files of version 2.2 or 4.1 are read, text or binary.");
  sn_error_fix(f->error, "%s", fix);
  return SN_EINPUT;
}

/* ---- numbers */

void sn_gmsh_raw(sn_gmsh_file *f)
{
  if (f->binary) {
    (void)sn_words_line(&f->text);
    f->raw = 1;
  }
}

/* The next n <= 8 bytes, in the order of this machine. */
static sn_status bytes(sn_gmsh_file *f, const char *what, void *to, size_t n)
{
  unsigned char b[8];
  if ((size_t)(f->text.end - f->text.p) < n) {
    f->text.p = f->text.end;
    return sn_gmsh_wrong(f, "is the last one, but %s should follow", what);
  }
  for (size_t k = 0; k < n; k++) {
    b[k] = (unsigned char)f->text.p[f->swapped ? n - 1 - k : k];
  }
  f->text.p += n;
  memcpy(to, b, n);
  return SN_OK;
}

static sn_status text_whole(sn_gmsh_file *f, const char *what, long long *x)
{
  char show[32];
  const sn_word w = sn_word_next(&f->text);
  if (w.n == 0) {
    return sn_gmsh_wrong(f, "is the last one, but %s should follow", what);
  }
  return sn_word_whole(w, x) ? SN_OK
                             : sn_gmsh_wrong(f, "has \"%s\" where %s is expected", sn_word_shown(w, show), what);
}

sn_status sn_gmsh_whole(sn_gmsh_file *f, const char *what, long long *x)
{
  int32_t value = 0;
  if (!f->raw) {
    return text_whole(f, what, x);
  }
  SN_TRY(bytes(f, what, &value, sizeof value));
  *x = value;
  return SN_OK;
}

sn_status sn_gmsh_large(sn_gmsh_file *f, const char *what, long long *x)
{
  int64_t value = 0;
  if (!f->raw) {
    return text_whole(f, what, x);
  }
  SN_TRY(bytes(f, what, &value, sizeof value));
  *x = value;
  return value > -1000000000000000000 && value < 1000000000000000000
             ? SN_OK
             : sn_gmsh_wrong(f, "has no number below 1e18 where %s is expected", what);
}

sn_status sn_gmsh_count(sn_gmsh_file *f, const char *what, int *n)
{
  enum { MOST = 1 << 30 };
  long long x = 0;
  SN_TRY(sn_gmsh_large(f, what, &x));
  if (x < 0) {
    return sn_gmsh_wrong(f, "has %lld as %s", x, what);
  }
  if (x > f->text.end - f->text.p || x > MOST) {
    return sn_gmsh_wrong(f, "has %lld as %s, more than the rest of the file can hold", x, what);
  }
  *n = (int)x;
  return SN_OK;
}

sn_status sn_gmsh_number(sn_gmsh_file *f, const char *what, double *x)
{
  char show[32];
  if (f->raw) {
    SN_TRY(bytes(f, what, x, sizeof *x));
    return fabs(*x) <= largest ? SN_OK : sn_gmsh_wrong(f, "has %g where %s is expected", *x, what);
  }
  const sn_word w = sn_word_next(&f->text);
  if (w.n == 0) {
    return sn_gmsh_wrong(f, "is the last one, but %s should follow", what);
  }
  return sn_word_number(w, x) && fabs(*x) <= largest
             ? SN_OK
             : sn_gmsh_wrong(f, "has \"%s\" where %s is expected", sn_word_shown(w, show), what);
}

sn_status sn_gmsh_skip(sn_gmsh_file *f, int n, const char *what,
                       sn_status (*next)(sn_gmsh_file *f, const char *what, long long *x))
{
  long long x;
  for (int k = 0; k < n; k++) {
    SN_TRY(next(f, what, &x));
  }
  return SN_OK;
}

sn_status sn_gmsh_expect(sn_gmsh_file *f, const char *section)
{
  char show[32];
  f->raw = 0;
  const sn_word w = sn_word_next(&f->text);
  if (w.n == 0) {
    return sn_gmsh_wrong(f, "is the last one, but %s should follow", section);
  }
  return w.n == strlen(section) && memcmp(w.at, section, w.n) == 0
             ? SN_OK
             : sn_gmsh_wrong(f, "has \"%s\" where %s is expected", sn_word_shown(w, show), section);
}
