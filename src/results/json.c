/* results/json.c -- writes small JSON texts into an arena.
 * What:    see results/json.h.
 * Tests:   tests/results/test_json.c.
 */
#include "results/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* Bytes of the UTF-8 character that starts here; 0 if there is none. */
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
  if (!isfinite(x)) {
    sn_json_raw(j, "null");
    return;
  }
  if (x == floor(x) && fabs(x) < 1e15) {
    (void)snprintf(number, sizeof number, "%.0f", x);
  } else {
    (void)snprintf(number, sizeof number, "%.17g", x);
  }
  sn_json_raw(j, number);
}
