/* show/page/base64.c -- bytes as text (RFC 4648), written to a file as they come.
 * Tests:   tests/show/test_bundle.c (the vectors of RFC 4648 section 10, any cut of the input).
 */
#include "show/page/base64.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void group(const unsigned char in[3], char out[4])
{
  out[0] = letters[in[0] >> 2];
  out[1] = letters[(in[0] & 3) << 4 | in[1] >> 4];
  out[2] = letters[(in[1] & 15) << 2 | in[2] >> 6];
  out[3] = letters[in[2] & 63];
}

void sn_base64_put(sn_base64 *b, const void *bytes, size_t n)
{
  enum { GROUPS = 1024 };
  const unsigned char *in = bytes;
  char out[4 * GROUPS];
  size_t used = 0;
  for (size_t i = 0; i < n;) {
    if (b->n == 0 && n - i >= 3) {
      group(in + i, out + used);
      used += 4;
      i += 3;
    } else {
      b->rest[b->n++] = in[i++];
      if (b->n == 3) {
        group(b->rest, out + used);
        used += 4;
        b->n = 0;
      }
    }
    if (used == sizeof out) {
      (void)fwrite(out, 1, used, b->to);
      used = 0;
    }
  }
  (void)fwrite(out, 1, used, b->to);
}

void sn_base64_end(sn_base64 *b)
{
  char out[4];
  if (b->n == 0) {
    return;
  }
  for (int i = b->n; i < 3; i++) {
    b->rest[i] = 0;
  }
  group(b->rest, out);
  for (int i = b->n + 1; i < 4; i++) {
    out[i] = '=';
  }
  (void)fwrite(out, 1, sizeof out, b->to);
  b->n = 0;
}
