/* tests/show/pixels.h -- reads PNG and GIF files back, written from their specifications and not from our writers.
 * Limits:  PNG: 8 bits, RGB or RGBA, not interlaced. GIF: one global palette. Memory is malloc's; the caller frees
 *          pixels. */
#ifndef SN_TESTS_PIXELS_H
#define SN_TESTS_PIXELS_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct {
  int width, height, channels;
  unsigned char *pixel; /* NULL: not a good file; channels per pixel */
} pixels;

static unsigned char *pixels_file(const char *name, size_t *n)
{
  FILE *f = fopen(name, "rb");
  unsigned char *data = NULL;
  *n = 0;
  if (f) {
    (void)fseek(f, 0, SEEK_END);
    const long size = ftell(f);
    rewind(f);
    data = malloc((size_t)size + 1);
    *n = fread(data, 1, (size_t)size, f);
    (void)fclose(f);
  }
  return data;
}

static unsigned long pixels_32(const unsigned char *p)
{
  return (unsigned long)p[0] << 24 | (unsigned long)p[1] << 16 | (unsigned long)p[2] << 8 | p[3];
}

static int pixels_paeth(int a, int b, int c)
{
  const int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/* rows of bytes with a filter byte each, in place; returns 0 on an unknown filter */
static int pixels_unfilter(unsigned char *row, int rows, int bytes, int step)
{
  const unsigned char *above = NULL;
  for (int j = 0; j < rows; j++, row += bytes + 1) {
    unsigned char *x = row + 1;
    for (int i = 0; i < bytes; i++) {
      const int left = i >= step ? x[i - step] : 0, up = above ? above[i] : 0,
                corner = above && i >= step ? above[i - step] : 0;
      const int guess[5] = {0, left, up, (left + up) / 2, pixels_paeth(left, up, corner)};
      if (row[0] > 4) {
        return 0;
      }
      x[i] = (unsigned char)(x[i] + guess[row[0]]);
    }
    above = x;
  }
  return 1;
}

static pixels pixels_png(const char *name)
{
  pixels p = {0, 0, 0, NULL};
  size_t n, packed = 0;
  unsigned char *file = pixels_file(name, &n), *data = malloc(n + 1), *raw = NULL;
  int good = file && n > 8 && memcmp(file, "\x89PNG\r\n\x1a\n", 8) == 0, ended = 0;
  for (size_t at = 8; good && !ended && at + 12 <= n;) {
    const size_t size = pixels_32(file + at);
    good = at + 12 + size <= n &&
           crc32(crc32(0, NULL, 0), file + at + 4, (unsigned)size + 4) == pixels_32(file + at + 8 + size);
    if (good && memcmp(file + at + 4, "IHDR", 4) == 0) {
      p.width = (int)pixels_32(file + at + 8);
      p.height = (int)pixels_32(file + at + 12);
      p.channels = file[at + 17] == 6 ? 4 : 3;
      good = file[at + 16] == 8 && (file[at + 17] == 6 || file[at + 17] == 2) && file[at + 20] == 0;
    } else if (good && memcmp(file + at + 4, "IDAT", 4) == 0) {
      memcpy(data + packed, file + at + 8, size);
      packed += size;
    }
    ended = good && memcmp(file + at + 4, "IEND", 4) == 0;
    at += 12 + size;
  }
  if (good && ended) {
    const size_t bytes = (size_t)p.width * (size_t)p.channels;
    unsigned long size = (bytes + 1) * (unsigned long)p.height, wanted = size;
    raw = malloc(size);
    if (uncompress(raw, &size, data, packed) == Z_OK && size == wanted &&
        pixels_unfilter(raw, p.height, (int)bytes, p.channels)) {
      p.pixel = malloc(bytes * (size_t)p.height);
      for (int j = 0; j < p.height; j++) {
        memcpy(p.pixel + (size_t)j * bytes, raw + (size_t)j * (bytes + 1) + 1, bytes);
      }
    }
  }
  free(file);
  free(data);
  free(raw);
  return p;
}

/* codes of one image of a GIF, block by block, to indices; returns how many came */
static int pixels_lzw(const unsigned char *in, size_t n, unsigned char *out, int most)
{
  static struct {
    int before, length;
    unsigned char first, last;
  } table[4096];
  int size = 9, next = 258, before = -1, done = 0, bits = 0;
  unsigned long store = 0;
  for (int i = 0; i < 256; i++) {
    table[i].before = -1, table[i].length = 1, table[i].first = table[i].last = (unsigned char)i;
  }
  for (size_t at = 0; at < n || bits >= size;) {
    while (bits < size && at < n) {
      store |= (unsigned long)in[at++] << bits;
      bits += 8;
    }
    if (bits < size) {
      break;
    }
    const int code = (int)(store & ((1UL << size) - 1));
    store >>= size;
    bits -= size;
    if (code == 256) {
      size = 9, next = 258, before = -1;
      continue;
    }
    if (code == 257) {
      return done;
    }
    if (code > next || (code == next && before < 0)) {
      return -1;
    }
    if (before >= 0 && next < 4096) {
      table[next].before = before;
      table[next].length = table[before].length + 1;
      table[next].first = table[before].first;
      table[next].last = code == next ? table[before].first : table[code].first;
      next++;
    }
    if (done + table[code].length > most) {
      return -1;
    }
    for (int k = code, i = done + table[code].length - 1; k >= 0; k = table[k].before) {
      out[i--] = table[k].last;
    }
    done += table[code].length;
    before = code;
    size += next == 1 << size && size < 12;
  }
  return -1;
}

/* all frames laid over each other; *frames: how many, -1: not a good file; *hundredths: how long they last */
static pixels pixels_gif(const char *name, int *frames, int *hundredths)
{
  pixels p = {0, 0, 3, NULL};
  size_t n, at = 13 + 768;
  unsigned char *file = pixels_file(name, &n);
  int clear = -1, good = file && n > at && memcmp(file, "GIF89a", 6) == 0 && file[10] == 0xF7;
  *frames = *hundredths = 0;
  if (good) {
    p.width = file[6] | file[7] << 8;
    p.height = file[8] | file[9] << 8;
    p.pixel = calloc((size_t)p.width * (size_t)p.height, 3);
  }
  while (good && at < n && file[at] != 0x3B) {
    if (file[at] == 0x21) {
      if (file[at + 1] == 0xF9) {
        clear = file[at + 3] & 1 ? file[at + 6] : -1;
        *hundredths += file[at + 4] | file[at + 5] << 8;
      }
      for (at += 2; at < n && file[at] > 0;) {
        at += file[at] + 1u;
      }
      at++;
      continue;
    }
    const int x = file[at + 1] | file[at + 2] << 8, y = file[at + 3] | file[at + 4] << 8;
    const int w = file[at + 5] | file[at + 6] << 8, h = file[at + 7] | file[at + 8] << 8;
    good = file[at] == 0x2C && file[at + 9] == 0 && file[at + 10] == 8 && x + w <= p.width && y + h <= p.height;
    unsigned char *packed = malloc(n), *index = malloc((size_t)w * (size_t)h);
    size_t size = 0;
    for (at += 11; good && at < n && file[at] > 0; at += file[at] + 1u) {
      memcpy(packed + size, file + at + 1, file[at]);
      size += file[at];
    }
    at++;
    good = good && pixels_lzw(packed, size, index, w * h) == w * h;
    for (int i = 0; good && i < w * h; i++) {
      if (index[i] != clear) {
        memcpy(p.pixel + 3 * ((size_t)(y + i / w) * (size_t)p.width + (size_t)(x + i % w)), file + 13 + 3 * index[i],
               3);
      }
    }
    free(packed);
    free(index);
    ++*frames;
  }
  if (!good || at != n - 1) {
    *frames = -1;
  }
  free(file);
  return p;
}

#endif
