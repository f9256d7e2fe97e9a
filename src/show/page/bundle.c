/* show/page/bundle.c -- one block of bytes for the viewer: a head in JSON, and arrays it points to.
 * What:    "SNEW", length of the head (u32), the head padded with spaces to a multiple of 8, then the arrays, each at a
 *          multiple of 8. Little-endian: numbers are sent as this machine holds them.
 * Limits:  little-endian machines; a head below 4 GB.
 * Tests:   tests/show/test_bundle.c, tests/show/test_page.c.
 */
#include "show/page/bundle.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "bundles are little-endian: numbers would have to be turned round here"
#endif

static const char zeros[8], spaces[] = "       ";

static size_t padding(size_t n)
{
  return (8 - n % 8) % 8;
}

void sn_bundle_start(sn_bundle *b, sn_arena *arena)
{
  *b = (sn_bundle){.head = {.arena = arena, .style = SN_JSON_DENSE}};
}

static size_t bytes_of(const char *type)
{
  return strcmp(type, "f64") == 0 ? 8 : strcmp(type, "u16") == 0 ? 2 : 4;
}

void sn_bundle_rows(sn_bundle *b, const char *type, const void *numbers, size_t rows, size_t columns)
{
  const size_t n = rows * columns, size = bytes_of(type);
  char text[128];
  (void)snprintf(text, sizeof text, "{\"type\":\"%s\",\"offset\":%zu,\"length\":%zu,\"columns\":%zu}", type, b->body, n,
                 columns > 0 ? columns : 1);
  sn_json_raw(&b->head, text);
  if (!SN_GROW(b->head.arena, b->piece, b->n_piece, b->room)) {
    b->head.failed = 1;
    return;
  }
  b->piece[b->n_piece++] = (sn_bundle_piece){numbers, n * size, size, columns > 0 ? columns : 1};
  b->body += n * size + padding(n * size);
}

void sn_bundle_array(sn_bundle *b, const char *type, const void *numbers, size_t n)
{
  sn_bundle_rows(b, type, numbers, n, 1);
}

int sn_bundle_failed(const sn_bundle *b)
{
  return b->head.failed;
}

size_t sn_bundle_bytes(const sn_bundle *b)
{
  return 8 + b->head.used + padding(b->head.used) + b->body;
}

void sn_bundle_send(const sn_bundle *b, void (*put)(void *data, const void *bytes, size_t n), void *data)
{
  const size_t pad = padding(b->head.used);
  const uint32_t length = (uint32_t)(b->head.used + pad);
  put(data, "SNEW", 4);
  put(data, &length, sizeof length);
  put(data, b->head.text, b->head.used);
  put(data, spaces, pad);
  for (int i = 0; i < b->n_piece; i++) {
    put(data, b->piece[i].bytes, b->piece[i].n);
    put(data, zeros, padding(b->piece[i].n));
  }
}

typedef struct {
  unsigned char *to;
} copying;

static void copy(void *data, const void *bytes, size_t n)
{
  copying *c = data;
  if (n > 0) {
    memcpy(c->to, bytes, n);
    c->to += n;
  }
}

unsigned char *sn_bundle_copy(const sn_bundle *b, sn_arena *arena)
{
  unsigned char *whole = sn_arena_get(arena, sn_bundle_bytes(b), 1);
  if (whole) {
    copying c = {whole};
    sn_bundle_send(b, copy, &c);
  }
  return whole;
}
