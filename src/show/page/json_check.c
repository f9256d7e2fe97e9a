/* show/page/json_check.c -- is a text of a file really JSON?
 * What:    each function moves behind what it has read; NULL: it is none.
 * Tests:   tests/show/test_bundle.c.
 */
#include "show/page/json_check.h"

#include <string.h>

enum { DEEPEST = 32 };
static const char digits[] = "0123456789";

static const char *space(const char *c)
{
  return c + strspn(c, " \t\r\n");
}

static const char *string(const char *c)
{
  if (*c++ != '"') {
    return NULL;
  }
  while (*c != '"') {
    if ((unsigned char)*c < 0x20) {
      return NULL;
    }
    if (*c++ == '\\') {
      if (*c == 'u' && strspn(c + 1, "0123456789abcdefABCDEF") >= 4) {
        c += 5;
      } else if (*c && strchr("\"\\/bfnrt", *c)) {
        c++;
      } else {
        return NULL;
      }
    }
  }
  return c + 1;
}

static const char *some_digits(const char *c)
{
  const size_t n = strspn(c, digits);
  return n > 0 ? c + n : NULL;
}

static const char *number(const char *c)
{
  c += *c == '-';
  c = c[0] == '0' ? c + 1 : some_digits(c);
  if (c && *c == '.') {
    c = some_digits(c + 1);
  }
  if (c && (*c == 'e' || *c == 'E')) {
    c++;
    c = some_digits(c + (*c == '-' || *c == '+'));
  }
  return c;
}

static const char *word(const char *c)
{
  static const char *const words[] = {"true", "false", "null"};
  for (int i = 0; i < 3; i++) {
    if (strncmp(c, words[i], strlen(words[i])) == 0) {
      return c + strlen(words[i]);
    }
  }
  return NULL;
}

static const char *value(const char *c, int depth);

/* After its opening bracket. */
static const char *entries(const char *c, char close, int depth)
{
  c = space(c);
  if (*c == close) {
    return c + 1;
  }
  for (;;) {
    if (close == '}') {
      c = string(space(c));
      c = c ? space(c) : NULL;
      if (!c || *c++ != ':') {
        return NULL;
      }
    }
    c = value(c, depth + 1);
    c = c ? space(c) : NULL;
    if (!c || (*c != ',' && *c != close)) {
      return NULL;
    }
    if (*c++ == close) {
      return c;
    }
  }
}

static const char *value(const char *c, int depth)
{
  c = space(c);
  if (depth > DEEPEST) {
    return NULL;
  }
  return *c == '{'                               ? entries(c + 1, '}', depth)
         : *c == '['                             ? entries(c + 1, ']', depth)
         : *c == '"'                             ? string(c)
         : *c == '-' || (*c >= '0' && *c <= '9') ? number(c)
                                                 : word(c);
}

int sn_json_is_object(const char *text)
{
  const char *c = space(text);
  c = *c == '{' ? value(c, 0) : NULL;
  return c && *space(c) == '\0';
}
