/* show/picture/png.c -- PNG: signature, IHDR, IDAT, IEND (ISO/IEC 15948).
 * What:    8 bits per channel; every row is filtered by "up" (the difference to the row above: flat regions become
 *          zeros) and deflated by zlib. Checksums are zlib's crc32.
 * Tests:   tests/show/test_picture.c decodes what is written here.
 */
#include "show/picture/png.h"

#include <string.h>
#include <zlib.h>

static void put32(unsigned char *to, unsigned long x)
{
  for (int k = 0; k < 4; k++) {
    to[k] = (unsigned char)(x >> (24 - 8 * k) & 255);
  }
}

static void put_chunk(FILE *out, const char *name, const unsigned char *data, size_t n)
{
  unsigned char head[8], tail[4];
  put32(head, (unsigned long)n);
  memcpy(head + 4, name, 4);
  unsigned long sum = crc32(0, head + 4, 4);
  sum = n > 0 ? crc32(sum, data, (unsigned)n) : sum;
  put32(tail, sum);
  (void)fwrite(head, 1, 8, out);
  (void)fwrite(data, 1, n, out);
  (void)fwrite(tail, 1, 4, out);
}

/* the row as it is stored: filter 2, straight colours */
static void filter_row(const sn_image *image, int row, int channels, unsigned char *line, unsigned char *above)
{
  unsigned char *to = line + 1;
  line[0] = 2;
  for (int i = 0; i < image->width; i++) {
    const unsigned char *p = image->pixel + 4 * ((size_t)row * (size_t)image->width + (size_t)i);
    for (int k = 0; k < channels; k++) {
      int x = p[k];
      if (k < 3 && channels == 4 && p[3] > 0 && p[3] < 255) { /* undo the multiplication */
        x = (p[k] * 255 + p[3] / 2) / p[3];
        x = x > 255 ? 255 : x;
      }
      unsigned char *before = above + i * channels + k;
      to[i * channels + k] = (unsigned char)(x - *before);
      *before = (unsigned char)x;
    }
  }
}

sn_status sn_png_write(const sn_image *image, int with_alpha, FILE *out, sn_arena *arena, sn_error *error)
{
  enum { PIECE = 1 << 18 };
  const int channels = with_alpha ? 4 : 3;
  const size_t bytes = (size_t)image->width * (size_t)channels + 1;
  unsigned char *line = sn_arena_get(arena, bytes, 1), *above = sn_arena_get(arena, bytes, 1);
  unsigned char *packed = sn_arena_get(arena, PIECE, 1);
  z_stream z;
  memset(&z, 0, sizeof z);
  if (!line || !above || !packed || deflateInit(&z, 9) != Z_OK) {
    return sn_no_memory(error, "a picture file");
  }
  unsigned char head[13] = {0};
  put32(head, (unsigned long)image->width);
  put32(head + 4, (unsigned long)image->height);
  head[8] = 8;
  head[9] = with_alpha ? 6 : 2;
  (void)fwrite("\x89PNG\r\n\x1a\n", 1, 8, out);
  put_chunk(out, "IHDR", head, 13);
  z.next_out = packed;
  z.avail_out = PIECE;
  int state = Z_OK;
  for (int row = 0; row < image->height && state == Z_OK; row++) {
    filter_row(image, row, channels, line, above);
    z.next_in = line;
    z.avail_in = (unsigned)bytes;
    const int end = row + 1 == image->height;
    do {
      state = deflate(&z, end ? Z_FINISH : Z_NO_FLUSH);
      if (z.avail_out == 0 || state == Z_STREAM_END) {
        put_chunk(out, "IDAT", packed, PIECE - z.avail_out);
        z.next_out = packed;
        z.avail_out = PIECE;
      }
    } while (state == Z_OK && (end || z.avail_in > 0));
  }
  deflateEnd(&z);
  put_chunk(out, "IEND", head, 0);
  return SN_OK;
}
