/* tests/show/decode.h -- takes a bundle apart as the viewer does: base64, zlib, differences, head, arrays; and a strict
 * reader of JSON.
 */
#ifndef SN_TESTS_SHOW_DECODE_H
#define SN_TESTS_SHOW_DECODE_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- JSON (RFC 8259): each moves behind what it has read; NULL: wrong */

static inline const char *json_space(const char *c)
{
  return c + strspn(c, " \t\r\n");
}

static inline const char *json_string(const char *c)
{
  if (*c++ != '"') {
    return NULL;
  }
  for (; *c != '"'; c++) {
    if ((unsigned char)*c < 0x20) {
      return NULL;
    }
    if (*c == '\\') {
      c++;
      if (*c == 'u') {
        if (strspn(c + 1, "0123456789abcdefABCDEF") < 4) {
          return NULL;
        }
        c += 4;
      } else if (!*c || !strchr("\"\\/bfnrt", *c)) {
        return NULL;
      }
    }
  }
  return c + 1;
}

static inline const char *json_number(const char *c)
{
  c += *c == '-';
  if (*c < '0' || *c > '9' || (c[0] == '0' && c[1] >= '0' && c[1] <= '9')) {
    return NULL;
  }
  c += strspn(c, "0123456789");
  if (*c == '.') {
    const size_t n = strspn(++c, "0123456789");
    if (n == 0) {
      return NULL;
    }
    c += n;
  }
  if (*c == 'e' || *c == 'E') {
    c++;
    c += *c == '-' || *c == '+';
    const size_t n = strspn(c, "0123456789");
    if (n == 0) {
      return NULL;
    }
    c += n;
  }
  return c;
}

static inline const char *json_value(const char *c)
{
  static const char *const words[] = {"true", "false", "null"};
  c = json_space(c);
  if (*c == '{' || *c == '[') {
    const char open = *c, close = open == '{' ? '}' : ']';
    c = json_space(c + 1);
    if (*c == close) {
      return c + 1;
    }
    for (;;) {
      if (open == '{') {
        c = json_string(json_space(c));
        c = c ? json_space(c) : NULL;
        if (!c || *c++ != ':') {
          return NULL;
        }
      }
      c = json_value(c);
      if (!c) {
        return NULL;
      }
      c = json_space(c);
      if (*c == close) {
        return c + 1;
      }
      if (*c++ != ',') {
        return NULL;
      }
    }
  }
  for (int i = 0; i < 3; i++) {
    if (strncmp(c, words[i], strlen(words[i])) == 0) {
      return c + strlen(words[i]);
    }
  }
  return *c == '"' ? json_string(c) : json_number(c);
}

/* Where the value at a path ("frames.time.offset", "rows.2.at.0") begins; NULL: nowhere. */
static inline const char *json_at(const char *c, const char *path)
{
  char step[64];
  while (c && *path) {
    const size_t n = strcspn(path, ".");
    (void)snprintf(step, sizeof step, "%.*s", (int)n, path);
    path += n + (path[n] == '.');
    c = json_space(c);
    const int in_list = *c == '[';
    if (!in_list && *c != '{') {
      return NULL;
    }
    c = json_space(c + 1);
    for (int i = 0;; i++) {
      if (*c == ']' || *c == '}') {
        return NULL;
      }
      if (in_list && i == atoi(step)) {
        break;
      }
      if (!in_list) {
        const char *end = json_string(c);
        const int found = (size_t)(end - c) == strlen(step) + 2 && strncmp(c + 1, step, strlen(step)) == 0;
        c = json_space(json_space(end) + 1);
        if (found) {
          break;
        }
      }
      c = json_space(json_value(c));
      c = json_space(c + (*c == ','));
    }
  }
  return c;
}

static inline double json_get(const char *head, const char *path)
{
  const char *c = json_at(head, path);
  return c ? strtod(c, NULL) : -1e300;
}

static inline int json_count(const char *head, const char *path)
{
  char step[128];
  int n = 0;
  for (;; n++) {
    (void)snprintf(step, sizeof step, "%s.%d", path, n);
    if (!json_at(head, step)) {
      return n;
    }
  }
}

/* ---- bundles */

typedef struct {
  char *head; /* ends with a zero byte */
  const unsigned char *body;
  size_t body_bytes;
  int good; /* begins as it should, and the head is JSON to its end */
} decoded;

static inline decoded decode_bundle(const unsigned char *bytes, size_t n)
{
  decoded d = {0};
  uint32_t length = 0;
  if (n < 8 || memcmp(bytes, "SNEW", 4) != 0) {
    return d;
  }
  memcpy(&length, bytes + 4, 4);
  if (length % 8 != 0 || 8 + (size_t)length > n) {
    return d;
  }
  d.head = calloc((size_t)length + 1, 1);
  memcpy(d.head, bytes + 8, length);
  d.body = bytes + 8 + length;
  d.body_bytes = n - 8 - length;
  const char *end = json_value(d.head);
  d.good = end && *json_space(end) == '\0' && strlen(d.head) == length;
  return d;
}

/* An array by the path of its reference; NULL unless it has this type and lies within the body. */
static inline const void *decode_array(const decoded *d, const char *path, const char *type, size_t *n)
{
  char step[128];
  *n = 0;
  (void)snprintf(step, sizeof step, "%s.type", path);
  const char *is = json_at(d->head, step);
  (void)snprintf(step, sizeof step, "%s.offset", path);
  const double offset = json_get(d->head, step);
  (void)snprintf(step, sizeof step, "%s.length", path);
  const double length = json_get(d->head, step);
  const size_t size = strcmp(type, "f64") == 0 ? 8 : strcmp(type, "u16") == 0 ? 2 : 4;
  if (!is || strncmp(is + 1, type, 3) != 0 || offset < 0 || length < 0 || (size_t)offset % 8 != 0 ||
      (size_t)offset + (size_t)length * size > d->body_bytes) {
    return NULL;
  }
  *n = (size_t)length;
  return d->body + (size_t)offset;
}

static inline double decode_f32(const void *list, size_t i)
{
  float x;
  memcpy(&x, (const char *)list + 4 * i, 4);
  return (double)x;
}

static inline double decode_f64(const void *list, size_t i)
{
  double x;
  memcpy(&x, (const char *)list + 8 * i, 8);
  return x;
}

/* Number i of an array of rows: f32, or codes of 16 bits with the low end and the step of their column. */
static inline double decode_row_number(const decoded *d, const char *table, size_t i)
{
  char path[64];
  size_t n, stride;
  (void)snprintf(path, sizeof path, "%s.values", table);
  const void *floats = decode_array(d, path, "f32", &n), *codes = decode_array(d, path, "u16", &n);
  if (floats || !codes) {
    return floats ? decode_f32(floats, i) : -1e300;
  }
  unsigned short code;
  memcpy(&code, (const char *)codes + 2 * i, 2);
  (void)snprintf(path, sizeof path, "%s.low", table);
  const void *low = decode_array(d, path, "f32", &stride);
  (void)snprintf(path, sizeof path, "%s.step", table);
  const void *step = decode_array(d, path, "f32", &n);
  const size_t column = stride > 0 ? i % stride : 0;
  return !low || !step || n != stride ? -1e300
         : code == 65535              ? (double)NAN
                                      : decode_f32(low, column) + decode_f32(step, column) * code;
}

/* ---- pages */

/* Differences back to numbers, in place. */
static inline void decode_differences(unsigned char *bytes, size_t n, size_t size, size_t columns)
{
  unsigned char *out = calloc(n * size + 1, 1);
  const uint64_t mask = size == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * size) - 1;
  for (size_t column = 0, k = 0; column < columns; column++) {
    uint64_t x = 0, step = 0;
    for (size_t i = column; i < n; i += columns, k++) {
      uint64_t written = 0;
      for (size_t b = 0; b < size; b++) {
        written |= (uint64_t)bytes[b * n + k] << 8 * b;
      }
      const uint64_t change = written % 2 ? ~(written / 2) : written / 2;
      step = size == 4 ? change : step + change;
      x = (x + step) & mask;
      memcpy(out + i * size, &x, size);
    }
  }
  memcpy(bytes, out, n * size);
  free(out);
}

/* "SNEZ" and a zlib stream to a bundle; the caller frees it. */
static inline unsigned char *decode_packed(const unsigned char *bytes, size_t n, size_t *n_out)
{
  size_t room = 1 << 20;
  unsigned char *out = NULL;
  int state = Z_BUF_ERROR;
  *n_out = 0;
  if (n < 4 || memcmp(bytes, "SNEZ", 4) != 0) {
    return NULL;
  }
  while (state == Z_BUF_ERROR && room < (size_t)1 << 30) {
    uLongf got = (uLongf)(room *= 4);
    free(out);
    out = malloc(room);
    state = uncompress(out, &got, bytes + 4, (uLong)(n - 4));
    *n_out = state == Z_OK ? (size_t)got : 0;
  }
  uint32_t length = 0;
  memcpy(&length, out + 4, 4);
  char *head = calloc((size_t)length + 1, 1), type[8];
  memcpy(head, out + 8, length);
  for (const char *c = head; (c = strstr(c, "{\"type\":\"")); c++) {
    size_t offset, count, columns;
    if (sscanf(c, "{\"type\":\"%3s\",\"offset\":%zu,\"length\":%zu,\"columns\":%zu}", type, &offset, &count,
               &columns) == 4) {
      decode_differences(out + 8 + length + offset, count,
                         type[0] == 'u' && type[1] == '1' ? 2
                         : type[1] == '6'                 ? 8
                                                          : 4,
                         columns);
    }
  }
  free(head);
  return out;
}

/* The whole file; the caller frees it. */
static inline char *read_whole(const char *file, size_t *n)
{
  FILE *f = fopen(file, "rb");
  char *text = NULL;
  *n = 0;
  if (f && fseek(f, 0, SEEK_END) == 0) {
    const long size = ftell(f);
    rewind(f);
    text = calloc((size_t)size + 1, 1);
    *n = fread(text, 1, (size_t)size, f);
  }
  if (f) {
    (void)fclose(f);
  }
  return text;
}

static inline unsigned char *decode_base64(const char *text, size_t length, size_t *n)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char *out = calloc(length / 4 * 3 + 3, 1), value[256] = {0};
  for (int i = 0; i < 64; i++) {
    value[(unsigned char)letters[i]] = (unsigned char)i;
  }
  *n = 0;
  for (size_t i = 0; i + 3 < length; i += 4) {
    uint32_t x = 0;
    for (size_t k = 0; k < 4; k++) {
      x = x << 6 | value[(unsigned char)text[i + k]];
    }
    out[(*n)++] = (unsigned char)(x >> 16);
    out[(*n)++] = (unsigned char)(x >> 8);
    out[(*n)++] = (unsigned char)x;
  }
  while (length > 0 && text[--length] == '=') {
    --*n;
  }
  return out;
}

/* The bundle of a page; the caller frees *bytes and .head. */
static inline decoded decode_page(const char *page, unsigned char **bytes)
{
  static const char mark[] = "<script id=\"sinew-bundle\" type=\"text/plain\">";
  const char *from = strstr(page, mark), *end = from ? strchr(from + strlen(mark), '<') : NULL;
  size_t n = 0;
  *bytes = NULL;
  if (!end) {
    return (decoded){0};
  }
  from += strlen(mark);
  unsigned char *packed = decode_base64(from, (size_t)(end - from), &n);
  *bytes = decode_packed(packed, n, &n);
  free(packed);
  return decode_bundle(*bytes, n);
}

#endif
