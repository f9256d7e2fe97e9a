/* results/json.c -- writes small JSON texts into an arena.
 * What:    see results/json.h.
 * Tests:   tests/results/test_json.c.
 */
#include "results/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static void add(sn_json *j, const char *text, size_t n)
{
  if (!j->failed && j->used + n + 1 > j->room) {
    const size_t room = 2 * (j->used + n) + 256;
    char *grown = sn_arena_grow(j->arena, j->text, j->used, room, 1);
    j->failed = grown == NULL;
    if (grown) {
      j->text = grown;
      j->room = room;
    }
  }
  if (!j->failed) {
    memcpy(j->text + j->used, text, n);
    j->used += n;
    j->text[j->used] = '\0';
  }
}

void sn_json_raw(sn_json *j, const char *text)
{
  add(j, text, strlen(text));
}

/* Length in bytes of the UTF-8 character that starts here; 0 if there is none. */
static size_t character(const unsigned char *c)
{
  const size_t n = c[0] < 0x80 ? 1 : c[0] >= 0xC2 && c[0] < 0xE0 ? 2 : (c[0] & 0xF0) == 0xE0 ? 3 : 0;
  const size_t length = n ? n : c[0] >= 0xF0 && c[0] < 0xF5 ? 4 : 0;
  for (size_t i = 1; i < length; i++) {
    if ((c[i] & 0xC0) != 0x80) {
      return 0;
    }
  }
  return length;
}

void sn_json_text(sn_json *j, const char *text)
{
  char escaped[8];
  add(j, "\"", 1);
  for (const char *c = text; *c;) {
    const unsigned char u = (unsigned char)*c;
    const size_t n = character((const unsigned char *)c);
    if (u == '"' || u == '\\') {
      (void)snprintf(escaped, sizeof escaped, "\\%c", *c);
      sn_json_raw(j, escaped);
    } else if (u < 0x20) {
      (void)snprintf(escaped, sizeof escaped, "\\u%04x", u);
      sn_json_raw(j, escaped);
    } else if (n > 0) {
      add(j, c, n);
    } else {
      add(j, "?", 1);
    }
    c += n > 0 ? n : 1;
  }
  add(j, "\"", 1);
}

void sn_json_number(sn_json *j, double x)
{
  char number[40];
  x = x == 0 ? 0 : x; /* no -0 */
  if (!isfinite(x)) {
    sn_json_raw(j, "null");
    return;
  }
  if (x == floor(x) && fabs(x) < 1e15) {
    (void)snprintf(number, sizeof number, "%.0f", x);
  } else {
    int digits = 15; /* the fewest digits that recover the number: 0.1, not 0.10000000000000001 */
    do {
      (void)snprintf(number, sizeof number, "%.*g", digits, x);
    } while (strtod(number, NULL) != x && ++digits <= 17);
  }
  sn_json_raw(j, number);
}

/* ---- structure */

/* Nothing stands before it in its list or object. */
static int is_first(const sn_json *j)
{
  const char last = j->used > 0 ? j->text[j->used - 1] : '{';
  return last == '{' || last == '[';
}

void sn_json_comma(sn_json *j)
{
  sn_json_raw(j, is_first(j) ? "" : ",");
}

/* A comma if one is due, and the key; spread, members of the outermost object and objects in lists have a line of their own. */
static void separate(sn_json *j, const char *name, int object)
{
  const int first = is_first(j), spread = j->style == SN_JSON_SPREAD;
  sn_json_comma(j);
  if (spread && j->depth == 1 && name) {
    sn_json_raw(j, "\n  ");
  } else if (spread && object && !name && j->depth > 0) {
    sn_json_raw(j, "\n    ");
  } else if (!first && j->style != SN_JSON_DENSE) {
    sn_json_raw(j, " ");
  }
  if (name) {
    sn_json_text(j, name);
    sn_json_raw(j, j->style == SN_JSON_DENSE ? ":" : ": ");
  }
}

void sn_json_key(sn_json *j, const char *name)
{
  SN_ASSERT(name != NULL);
  separate(j, name, 0);
}

void sn_json_begin(sn_json *j, const char *name, char bracket)
{
  separate(j, name, bracket == '{');
  add(j, &bracket, 1);
  j->depth++;
}

void sn_json_end(sn_json *j, char bracket)
{
  SN_ASSERT(j->depth > 0 && (bracket == '{' || bracket == '['));
  j->depth--;
  sn_json_raw(j, j->depth == 0 && j->style == SN_JSON_SPREAD ? "\n" : "");
  sn_json_raw(j, bracket == '{' ? "}" : "]");
}

void sn_json_put_text(sn_json *j, const char *name, const char *text)
{
  separate(j, name, 0);
  if (text) {
    sn_json_text(j, text);
  } else {
    sn_json_raw(j, "null");
  }
}

void sn_json_put_number(sn_json *j, const char *name, double x)
{
  separate(j, name, 0);
  sn_json_number(j, x);
}

void sn_json_put_numbers(sn_json *j, const char *name, const double *x, int n)
{
  sn_json_begin(j, name, '[');
  for (int i = 0; i < n; i++) {
    sn_json_put_number(j, NULL, x[i]);
  }
  sn_json_end(j, '[');
}

void sn_json_put_flag(sn_json *j, const char *name, int yes)
{
  separate(j, name, 0);
  sn_json_raw(j, yes ? "true" : "false");
}

void sn_json_put_raw(sn_json *j, const char *name, const char *json)
{
  separate(j, name, 0);
  sn_json_raw(j, json);
}
