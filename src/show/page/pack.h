/* show/page/pack.h -- a bundle made small: differences along its columns, then zlib.
 * Who:     show/page/page.c; viewer/src/unpack.ts undoes it.
 */
#ifndef SN_SHOW_PACK_H
#define SN_SHOW_PACK_H
#include "base/error.h"
#include "show/page/bundle.h"

typedef struct {
  const unsigned char *bytes; /* the arena's */
  size_t n;
} sn_packed;

/* "SNEZ", then the bundle as a zlib stream (RFC 1950) with its arrays as differences (sn_pack_differences). */
sn_status sn_pack_bundle(const sn_bundle *b, sn_arena *arena, sn_packed *out, sn_error *error);

/* Numbers of `size` bytes (2, 4 or 8), row by row, `columns` in a row. Written column by column: of every number the
   difference to the one above, for sizes 2 and 8 the difference of differences; its sign in the lowest bit; first the
   lowest bytes of all numbers, then the next ones. */
void sn_pack_differences(const void *numbers, size_t n, size_t size, size_t columns, unsigned char *out);

#endif
