/* show/page/bundle.h -- one block of bytes for the viewer: a head in JSON, and arrays it points to (viewer/src/format.ts).
 * Use:     start; write the head with results/json.h, arrays by sn_bundle_array where their reference belongs; then send.
 * Owner:   arrays are not copied: they must live as long as the bundle.
 */
#ifndef SN_SHOW_BUNDLE_H
#define SN_SHOW_BUNDLE_H
#include <stddef.h>

#include "results/json.h"

typedef struct {
  const void *bytes;
  size_t n;             /* bytes */
  size_t size, columns; /* bytes of a number, numbers of a row */
} sn_bundle_piece;

typedef struct {
  sn_json head;
  size_t body; /* bytes, each array padded to 8 */
  int n_piece, room;
  sn_bundle_piece *piece;
} sn_bundle;

void sn_bundle_start(sn_bundle *b, sn_arena *arena);
/* Adds n numbers ("f32", "f64", "u32", "i32", "u16") to the body and {"type", "offset", "length"} to the head. */
void sn_bundle_array(sn_bundle *b, const char *type, const void *numbers, size_t n);
/* The same for rows of so many numbers each; "columns" says how many. */
void sn_bundle_rows(sn_bundle *b, const char *type, const void *numbers, size_t rows, size_t columns);
int sn_bundle_failed(const sn_bundle *b); /* memory ran out */
size_t sn_bundle_bytes(const sn_bundle *b);
/* All bytes in order. */
void sn_bundle_send(const sn_bundle *b, void (*put)(void *data, const void *bytes, size_t n), void *data);
unsigned char *sn_bundle_copy(const sn_bundle *b, sn_arena *arena); /* sn_bundle_bytes of them; NULL: no memory */

#endif
