/* mesh/gmsh_word.c -- numbers and names of sections in a Gmsh file, and what is said when they are not there.
 * Tests:   tests/mesh/test_gmsh.c
 */
#include <math.h>
#include <stdarg.h>
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
  sn_failf(f->error, SN_EINPUT, "Line %d of \"%.80s\" %s.", f->text.line, f->name, what);
  sn_error_why(f->error, "The file is damaged, was not copied to its end, or is no MSH file of Gmsh.");
  sn_error_fix(f->error, "Save the mesh again: gmsh -2 part.geo -format msh41.");
  return SN_EINPUT;
}

sn_status sn_gmsh_unsuited(const sn_gmsh_file *f, const char *what, const char *fix)
{
  sn_failf(f->error, SN_EINPUT, "\"%.80s\" %s.", f->name, what);
  sn_error_why(f->error, "Text files of version 2.2 or 4.1 are read.");
  sn_error_fix(f->error, "%s", fix);
  return SN_EINPUT;
}

/* ---- numbers */

sn_status sn_gmsh_whole(sn_gmsh_file *f, const char *what, long long *x)
{
  char show[32];
  const sn_word w = sn_word_next(&f->text);
  if (w.n == 0) {
    return sn_gmsh_wrong(f, "is the last one, but %s should follow", what);
  }
  return sn_word_whole(w, x) ? SN_OK
                             : sn_gmsh_wrong(f, "has \"%s\" where %s is expected", sn_word_shown(w, show), what);
}

/* A number of things: one that a file can have. */
sn_status sn_gmsh_count(sn_gmsh_file *f, const char *what, int *n)
{
  long long x = 0;
  SN_TRY(sn_gmsh_whole(f, what, &x));
  *n = (int)x;
  return x >= 0 && x <= 100 * SN_GMSH_MOST ? SN_OK : sn_gmsh_wrong(f, "has %lld as %s", x, what);
}

sn_status sn_gmsh_number(sn_gmsh_file *f, const char *what, double *x)
{
  char show[32];
  const sn_word w = sn_word_next(&f->text);
  if (w.n == 0) {
    return sn_gmsh_wrong(f, "is the last one, but %s should follow", what);
  }
  return sn_word_number(w, x) && fabs(*x) <= largest
             ? SN_OK
             : sn_gmsh_wrong(f, "has \"%s\" where %s is expected", sn_word_shown(w, show), what);
}

sn_status sn_gmsh_skip(sn_gmsh_file *f, int n, const char *what)
{
  double x;
  for (int k = 0; k < n; k++) {
    SN_TRY(sn_gmsh_number(f, what, &x));
  }
  return SN_OK;
}

sn_status sn_gmsh_expect(sn_gmsh_file *f, const char *section)
{
  char show[32];
  const sn_word w = sn_word_next(&f->text);
  if (w.n == 0) {
    return sn_gmsh_wrong(f, "is the last one, but %s should follow", section);
  }
  return w.n == strlen(section) && memcmp(w.at, section, w.n) == 0
             ? SN_OK
             : sn_gmsh_wrong(f, "has \"%s\" where %s is expected", sn_word_shown(w, show), section);
}
