/* base/words.c -- see base/words.h.
 * Tests:   tests/mesh/test_surface_damage.c, tests/mesh/test_gmsh.c
 */
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static char lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

sn_word sn_word_here(sn_words *f)
{
  while (f->p < f->end && (is_blank(*f->p) || *f->p == '\\')) {
    if (*f->p == '\\') {
      const char *q = f->p + 1 + (f->p + 1 < f->end && f->p[1] == '\r');
      if (q >= f->end || *q != '\n') {
        break;
      }
      f->p = q;
      f->line++;
    }
    f->p++;
  }
  sn_word w = {f->p, 0};
  while (f->p < f->end && !is_blank(*f->p) && *f->p != '\n') {
    f->p++;
    w.n++;
  }
  return w;
}

int sn_words_line(sn_words *f)
{
  const char *end = memchr(f->p, '\n', (size_t)(f->end - f->p));
  f->p = end ? end + 1 : f->end;
  f->line += end != NULL;
  return f->p < f->end;
}

sn_word sn_word_next(sn_words *f)
{
  sn_word w = sn_word_here(f);
  while (w.n == 0 && sn_words_line(f)) {
    w = sn_word_here(f);
  }
  return w;
}

int sn_word_is(sn_word w, const char *text)
{
  size_t k = 0;
  while (k < w.n && text[k] && lower(w.at[k]) == text[k]) {
    k++;
  }
  return k == w.n && !text[k];
}

const char *sn_word_shown(sn_word w, char text[32])
{
  size_t n = 0;
  for (; n < w.n && n < 24; n++) {
    text[n] = w.at[n] >= ' ' && w.at[n] <= '~' ? w.at[n] : '?';
  }
  (void)snprintf(text + n, 32 - n, "%s", w.n > n ? "..." : "");
  return text;
}

int sn_word_number(sn_word w, double *x)
{
  char text[64], *end = text;
  if (w.n > 0 && w.n < sizeof text) {
    memcpy(text, w.at, w.n);
    text[w.n] = '\0';
    *x = strtod(text, &end);
  }
  return end != text && !*end;
}

int sn_word_whole(sn_word w, long long *value)
{
  const size_t sign = w.n > 0 && w.at[0] == '-';
  long long x = 0;
  for (size_t k = sign; k < w.n; k++) {
    if (w.at[k] < '0' || w.at[k] > '9' || w.n - sign > 18) {
      return 0;
    }
    x = 10 * x + (w.at[k] - '0');
  }
  *value = sign ? -x : x;
  return w.n > sign;
}
