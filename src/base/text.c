/* base/text.c -- nearest spelling, hash, clocks and memory of the process.
 * What:    the edit distance counts a swap of neighbours as one edit (optimal string alignment): the usual slip of fingers.
 * Limits:  words longer than LONGEST are never "near": no name of ours is that long.
 * Tests:   tests/base/test_text.c.
 */
#define _DEFAULT_SOURCE /* _SC_PHYS_PAGES */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700 /* ru_maxrss */
#include "base/text.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST = 64 };

static int same_letter(char a, char b)
{
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static int smaller(int a, int b)
{
  return a < b ? a : b;
}

/* Edits from a to b: insert, delete, replace, swap two neighbours. Both at most LONGEST long. */
static int edits(const char *a, size_t n_a, const char *b, size_t n_b)
{
  int row[3][LONGEST + 1]; /* rows i-2, i-1, i of the table, turning */
  for (size_t j = 0; j <= n_b; j++) {
    row[0][j] = (int)j;
  }
  for (size_t i = 1; i <= n_a; i++) {
    int *now = row[i % 3];
    const int *before = row[(i + 2) % 3], *two_before = row[(i + 1) % 3];
    now[0] = (int)i;
    for (size_t j = 1; j <= n_b; j++) {
      const int change = before[j - 1] + !same_letter(a[i - 1], b[j - 1]);
      now[j] = smaller(change, smaller(before[j], now[j - 1]) + 1);
      if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1])) {
        now[j] = smaller(now[j], two_before[j - 2] + 1);
      }
    }
  }
  return row[n_a % 3][n_b];
}

/* Largest number of edits between a word and the name that was probably meant: about a third of its letters. */
static int allowed(size_t n_word, size_t n_candidate)
{
  const size_t n = n_word > n_candidate ? n_word : n_candidate;
  return n < 3 ? 0 : smaller((int)(n + 1) / 3, 4);
}

static int starts_with(const char *text, const char *start, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (!text[i] || !same_letter(text[i], start[i])) {
      return 0;
    }
  }
  return 1;
}

const char *sn_nearest(const char *word, const char *const *candidates, size_t n)
{
  const size_t length = word ? strlen(word) : 0;
  if (length == 0 || length > LONGEST) {
    return NULL;
  }
  const char *best = NULL, *begun = NULL;
  int least = LONGEST + 1, n_begun = 0;
  for (size_t k = 0; k < n; k++) {
    const size_t n_c = candidates[k] ? strlen(candidates[k]) : 0;
    if (n_c == 0 || n_c > LONGEST) {
      continue;
    }
    const int d = edits(word, length, candidates[k], n_c);
    if (d < least && (d == 0 || d <= allowed(length, n_c))) {
      least = d;
      best = candidates[k];
    }
    if (length >= 3 && n_c > length && starts_with(candidates[k], word, length)) {
      begun = candidates[k];
      n_begun++;
    }
  }
  return best ? best : n_begun == 1 ? begun : NULL; /* an abbreviation, if only one name begins with it */
}

uint64_t sn_hash(const void *data, size_t n)
{
  const unsigned char *p = data;
  uint64_t h = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < n; i++) {
    h = (h ^ p[i]) * UINT64_C(1099511628211);
  }
  return h;
}

static double seconds(clockid_t clock)
{
  struct timespec t;
  return clock_gettime(clock, &t) == 0 ? (double)t.tv_sec + 1e-9 * (double)t.tv_nsec : 0.0;
}

double sn_wall_seconds(void)
{
  return seconds(CLOCK_MONOTONIC);
}

double sn_cpu_seconds(void)
{
  return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double sn_machine_memory(void)
{
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (double)pages * (double)size : INFINITY;
}

double sn_peak_memory_mb(void)
{
  struct rusage u;
  return getrusage(RUSAGE_SELF, &u) == 0 ? (double)u.ru_maxrss / 1024 : 0.0; /* kilobytes on Linux */
}

char *sn_clean(char *text)
{
  for (unsigned char *c = (unsigned char *)text; *c; c++) {
    if ((*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7f) {
      *c = '?';
    } else if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) { /* the same control characters in UTF-8 */
      c[0] = c[1] = '?';
    }
  }
  return text;
}

const char **sn_split(sn_arena *arena, const char *text, char separator, int *n)
{
  *n = 1;
  for (const char *c = text; *c; c++) {
    *n += *c == separator;
  }
  const char **word = SN_NEW(arena, const char *, *n);
  char *copy = sn_arena_text(arena, text);
  if (!word || !copy) {
    return NULL;
  }
  for (int k = 0; k < *n; k++) {
    word[k] = copy;
    char *end = strchr(copy, separator);
    if (end) {
      *end = '\0';
      copy = end + 1;
    }
  }
  return word;
}

void sn_join(char *text, size_t size, const char *const *word, int n)
{
  size_t used = 0;
  text[0] = '\0';
  for (int k = 0; k < n; k++) {
    const int more = snprintf(text + used, size - used, "%s%s", k ? ", " : "", word[k]);
    if (more < 0 || (size_t)more >= size - used) {
      (void)snprintf(text + (size - 4 < used ? size - 4 : used), 4, "...");
      return;
    }
    used += (size_t)more;
  }
}
