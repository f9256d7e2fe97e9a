/* show/page/pack.c -- a bundle made small: differences along its columns, then zlib.
 * Why:     neighbouring rows of a motion hardly differ. Of numbers in 16 bits the second difference has a few bits, its
 *          higher bytes are zeros; of floats the high bytes of the first difference are. Times advance evenly: their
 *          second difference is zero but for the last bits.
 * Tests:   tests/show/test_bundle.c (there and back), tests/show/test_page.c.
 */
#define ZLIB_CONST /* what is deflated is not written to */
#include "show/page/pack.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

static uint64_t number_at(const unsigned char *from, size_t size)
{
  uint64_t x = 0;
  memcpy(&x, from, size); /* little-endian, as bundles are */
  return x;
}

/* Small numbers of either sign become small numbers: 0, -1, 1, -2, 2 -> 0, 1, 2, 3, 4. */
static uint64_t sign_last(uint64_t x, size_t size)
{
  const unsigned bits = (unsigned)(8 * size);
  const uint64_t negative = x >> (bits - 1) & 1;
  return x << 1 ^ (negative ? ~(uint64_t)0 : 0);
}

void sn_pack_differences(const void *numbers, size_t n, size_t size, size_t columns, unsigned char *out)
{
  const unsigned char *from = numbers;
  const int twice = size != 4;
  size_t k = 0;
  for (size_t column = 0; column < columns; column++) {
    uint64_t above = 0, step = 0;
    for (size_t i = column; i < n; i += columns, k++) {
      const uint64_t x = number_at(from + i * size, size), difference = x - above;
      const uint64_t written = sign_last(twice ? difference - step : difference, size);
      for (size_t byte = 0; byte < size; byte++) {
        out[byte * n + k] = (unsigned char)(written >> 8 * byte);
      }
      above = x;
      step = difference;
    }
  }
}

typedef struct {
  z_stream z;
  sn_arena *arena;
  unsigned char *bytes;
  size_t used, room;
  int failed;
} packing;

static void grow(packing *p)
{
  const size_t room = p->room ? 2 * p->room : (size_t)1 << 20;
  unsigned char *more = sn_arena_grow(p->arena, p->bytes, p->used, room, 1);
  p->failed = more == NULL;
  p->bytes = more ? more : p->bytes;
  p->room = more ? room : p->room;
}

static void deflate_piece(packing *p, const void *bytes, size_t n, int end)
{
  const unsigned char *from = bytes;
  int state = Z_OK;
  while (!p->failed && state != Z_STREAM_END && (n > 0 || p->z.avail_in > 0 || end)) {
    if (p->z.avail_in == 0 && n > 0) {
      const size_t piece = n < INT_MAX ? n : INT_MAX;
      p->z.next_in = from;
      p->z.avail_in = (unsigned)piece;
      from += piece;
      n -= piece;
    }
    if (p->used == p->room) {
      grow(p);
    }
    const size_t left = p->room - p->used < INT_MAX ? p->room - p->used : INT_MAX;
    p->z.next_out = p->bytes + p->used;
    p->z.avail_out = (unsigned)left;
    state = p->failed ? Z_OK : deflate(&p->z, end && n == 0 ? Z_FINISH : Z_NO_FLUSH);
    p->used += left - p->z.avail_out;
  }
}

static void put(void *data, const void *bytes, size_t n)
{
  deflate_piece(data, bytes, n, 0);
}

/* The bundle with its arrays as differences. */
static sn_bundle differences_of(const sn_bundle *b, sn_arena *arena, int *failed)
{
  sn_bundle out = *b;
  out.piece = SN_NEW(arena, sn_bundle_piece, b->n_piece);
  *failed = out.piece == NULL;
  for (int i = 0; i < b->n_piece && !*failed; i++) {
    const sn_bundle_piece *p = &b->piece[i];
    unsigned char *bytes = sn_arena_get(arena, p->n, 1);
    out.piece[i] = *p;
    out.piece[i].bytes = bytes;
    *failed = bytes == NULL;
    if (bytes && p->n > 0) {
      sn_pack_differences(p->bytes, p->n / p->size, p->size, p->columns, bytes);
    }
  }
  return out;
}

sn_status sn_pack_bundle(const sn_bundle *b, sn_arena *arena, sn_packed *out, sn_error *error)
{
  packing p = {.arena = arena};
  sn_arena *scratch = sn_arena_child(arena);
  int failed = 1;
  const sn_bundle small = scratch ? differences_of(b, scratch, &failed) : *b;
  if (!failed) {
    grow(&p);
    failed = p.failed || deflateInit(&p.z, 6) != Z_OK;
  }
  if (!failed) {
    memcpy(p.bytes, "SNEZ", 4);
    p.used = 4;
    sn_bundle_send(&small, put, &p);
    deflate_piece(&p, NULL, 0, 1);
    deflateEnd(&p.z);
    failed = p.failed;
  }
  sn_arena_free(scratch);
  *out = (sn_packed){p.bytes, p.used};
  return failed ? sn_no_memory(error, "the page") : SN_OK;
}
