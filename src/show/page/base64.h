/* show/page/base64.h -- bytes as text (RFC 4648), written to a file as they come. */
#ifndef SN_SHOW_BASE64_H
#define SN_SHOW_BASE64_H
#include <stddef.h>
#include <stdio.h>

typedef struct {
  FILE *to;
  unsigned char rest[3]; /* bytes that wait until there are three */
  int n;
} sn_base64;

/* Start with {.to = file}. Errors show in ferror(to). */
void sn_base64_put(sn_base64 *b, const void *bytes, size_t n);
void sn_base64_end(sn_base64 *b);

#endif
