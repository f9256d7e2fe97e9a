/* show/picture/gif.c -- animated GIF (GIF89a): one palette, only what changes is stored, LZW.
 * What:    the palette is found by median cut on a histogram of 7 bits per channel: the box with the largest sum of
 *          squares about its mean, along its widest channel, is cut at the mean. Frames after the first store the
 *          rectangle that changed, unchanged pixels in it transparent.
 * Limits:  255 colours, and no dither: flat colours stay flat and compress.
 * Tests:   tests/show/test_picture.c (frames are counted and decoded).
 */
#include "show/picture/gif.h"

#include <string.h>

enum { BITS = 7, SIDE = 1 << BITS, CELLS = SIDE * SIDE * SIDE, COLORS = 255, CLEAR_INDEX = 255 };
enum { LZW_CLEAR = 256, LZW_END = 257, LZW_CODES = 4096, TABLE = 16384 };

struct sn_gif {
  int width, height, n_color, frames;
  unsigned *count;        /* CELLS */
  unsigned char *nearest; /* CELLS: 0 not known yet, else index + 1 (255 colours fit) */
  unsigned char color[COLORS][3];
  unsigned char *before, *now; /* indices of a frame */
  int *key;                    /* LZW: TABLE entries, prefix * 256 + byte, -1: free */
  short *code;
  unsigned char block[256]; /* block[0]: its length */
  unsigned long bits;
  int n_bits;
};

sn_gif *sn_gif_new(int width, int height, sn_arena *arena)
{
  SN_ASSERT(width > 0 && height > 0);
  sn_gif *g = SN_NEW(arena, sn_gif, 1);
  const size_t n = (size_t)width * (size_t)height;
  if (!g) {
    return NULL;
  }
  g->width = width;
  g->height = height;
  g->count = SN_NEW(arena, unsigned, CELLS);
  g->nearest = SN_NEW(arena, unsigned char, CELLS);
  g->before = SN_NEW(arena, unsigned char, n);
  g->now = SN_NEW(arena, unsigned char, n);
  g->key = SN_NEW(arena, int, TABLE);
  g->code = SN_NEW(arena, short, TABLE);
  return g->count && g->nearest && g->before && g->now && g->key && g->code ? g : NULL;
}

static int cell_of(const unsigned char *p)
{
  return (p[0] >> (8 - BITS)) << (2 * BITS) | (p[1] >> (8 - BITS)) << BITS | p[2] >> (8 - BITS);
}

static int channel_of(int cell, int k)
{
  return cell >> (BITS * (2 - k)) & (SIDE - 1);
}

void sn_gif_count(sn_gif *g, const sn_image *frame)
{
  const size_t n = (size_t)g->width * (size_t)g->height;
  for (size_t i = 0; i < n; i++) {
    unsigned *count = g->count + cell_of(frame->pixel + 4 * i);
    *count += *count < 1u << 24;
  }
}

/* ---- palette */
typedef struct {
  int low[3], high[3];
  double weight, mean[3], spread[3]; /* spread: sum of squares about the mean */
} box;

/* rare colours get more weight than their pixels: the square root of the count, as a power of two */
static double weight_of(unsigned count)
{
  double w = 1;
  for (unsigned c = count; c > 3; c /= 4) {
    w *= 2;
  }
  return w;
}

static void measure(const sn_gif *g, box *b)
{
  double sum[3] = {0}, square[3] = {0};
  b->weight = 0;
  for (int r = b->low[0]; r <= b->high[0]; r++) {
    for (int s = b->low[1]; s <= b->high[1]; s++) {
      for (int t = b->low[2]; t <= b->high[2]; t++) {
        const unsigned count = g->count[r << (2 * BITS) | s << BITS | t];
        if (count > 0) {
          const double w = weight_of(count), x[3] = {r, s, t};
          b->weight += w;
          for (int k = 0; k < 3; k++) {
            sum[k] += w * x[k];
            square[k] += w * x[k] * x[k];
          }
        }
      }
    }
  }
  for (int k = 0; k < 3 && b->weight > 0; k++) {
    b->mean[k] = sum[k] / b->weight;
    b->spread[k] = square[k] - b->weight * b->mean[k] * b->mean[k];
  }
}

static int widest(const box *b)
{
  const int k = b->spread[1] >= b->spread[0] ? 1 : 0;
  return b->spread[2] > b->spread[k] ? 2 : k;
}

static void choose_palette(sn_gif *g)
{
  box b[COLORS] = {{.low = {0, 0, 0}, .high = {SIDE - 1, SIDE - 1, SIDE - 1}}};
  int n = 1;
  measure(g, b);
  while (n < COLORS) {
    int cut = -1;
    for (int i = 0; i < n; i++) {
      const int k = widest(b + i);
      if (b[i].high[k] > b[i].low[k] && b[i].spread[k] > 1e-9 &&
          (cut < 0 || b[i].spread[k] > b[cut].spread[widest(b + cut)])) {
        cut = i;
      }
    }
    if (cut < 0) {
      break;
    }
    const int k = widest(b + cut);
    int at = (int)b[cut].mean[k];
    at = at >= b[cut].high[k] ? b[cut].high[k] - 1 : at;
    b[n] = b[cut];
    b[cut].high[k] = at;
    b[n].low[k] = at + 1;
    measure(g, b + cut);
    measure(g, b + n);
    n++;
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) { /* 0..127 to 0..255 */
      g->color[i][k] = (unsigned char)(b[i].mean[k] * 255 / (SIDE - 1) + 0.5);
    }
  }
  g->n_color = n;
}

static unsigned char index_of(sn_gif *g, const unsigned char *pixel)
{
  unsigned char *known = g->nearest + cell_of(pixel);
  if (*known == 0) {
    long best = -1;
    for (int i = 0; i < g->n_color; i++) {
      long d = 0;
      for (int k = 0; k < 3; k++) {
        const long x = channel_of(cell_of(pixel), k) * 255 / (SIDE - 1) - g->color[i][k];
        d += x * x * (k == 1 ? 2 : 1); /* the eye sees green best */
      }
      if (best < 0 || d < best) {
        best = d;
        *known = (unsigned char)(i + 1);
      }
    }
  }
  return (unsigned char)(*known - 1);
}

/* ---- the file */
static void put16(FILE *out, int x)
{
  (void)fputc(x & 255, out);
  (void)fputc(x >> 8 & 255, out);
}

void sn_gif_begin(sn_gif *g, FILE *out)
{
  choose_palette(g);
  (void)fputs("GIF89a", out);
  put16(out, g->width);
  put16(out, g->height);
  (void)fwrite("\xF7\0\0", 1, 3, out); /* a palette of 256 */
  for (int i = 0; i < 256; i++) {
    const unsigned char none[3] = {0, 0, 0};
    (void)fwrite(i < g->n_color ? g->color[i] : none, 1, 3, out);
  }
  (void)fwrite("\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 1, 19, out); /* for ever */
}

static void put_block(sn_gif *g, FILE *out)
{
  if (g->block[0] > 0) {
    (void)fwrite(g->block, 1, 1u + g->block[0], out);
    g->block[0] = 0;
  }
}

static void put_code(sn_gif *g, int code, int size, FILE *out)
{
  g->bits |= (unsigned long)code << g->n_bits;
  g->n_bits += size;
  while (g->n_bits >= 8) {
    g->block[++g->block[0]] = (unsigned char)(g->bits & 255);
    g->bits >>= 8;
    g->n_bits -= 8;
    if (g->block[0] == 255) {
      put_block(g, out);
    }
  }
}

typedef struct {
  int x, y, width, height;
} area;

/* LZW with codes of 9 to 12 bits; when the codes are used up the table is started again */
static void put_pixels(sn_gif *g, area a, FILE *out)
{
  int size = 9, next = LZW_END + 1, prefix = -1;
  memset(g->key, -1, TABLE * sizeof *g->key);
  g->bits = 0;
  g->n_bits = 0;
  g->block[0] = 0;
  (void)fputc(8, out);
  put_code(g, LZW_CLEAR, size, out);
  for (int i = 0; i < a.width * a.height; i++) {
    const size_t at = (size_t)(a.y + i / a.width) * (size_t)g->width + (size_t)(a.x + i % a.width);
    const int byte = g->frames > 0 && g->now[at] == g->before[at] ? CLEAR_INDEX : g->now[at];
    if (prefix < 0) {
      prefix = byte;
      continue;
    }
    const int key = prefix << 8 | byte;
    unsigned slot = (unsigned)key * 2654435761u >> 18;
    while (g->key[slot] >= 0 && g->key[slot] != key) {
      slot = (slot + 1) % TABLE;
    }
    if (g->key[slot] == key) {
      prefix = g->code[slot];
      continue;
    }
    put_code(g, prefix, size, out);
    if (next == LZW_CODES) {
      put_code(g, LZW_CLEAR, size, out);
      memset(g->key, -1, TABLE * sizeof *g->key);
      next = LZW_END + 1;
      size = 9;
    } else {
      size += next == 1 << size && size < 12; /* the reader is one code behind */
      g->key[slot] = key;
      g->code[slot] = (short)next++;
    }
    prefix = byte;
  }
  put_code(g, prefix, size, out);
  put_code(g, LZW_END, size, out);
  put_code(g, 0, 7, out); /* the last bits */
  put_block(g, out);
  (void)fputc(0, out);
}

static area changed(const sn_gif *g)
{
  int x0 = g->width, x1 = -1, y0 = g->height, y1 = -1;
  for (int y = 0; y < g->height; y++) {
    for (int x = 0; x < g->width; x++) {
      const size_t at = (size_t)y * (size_t)g->width + (size_t)x;
      if (g->frames == 0 || g->now[at] != g->before[at]) {
        x0 = x < x0 ? x : x0;
        x1 = x > x1 ? x : x1;
        y0 = y < y0 ? y : y0;
        y1 = y > y1 ? y : y1;
      }
    }
  }
  return x1 < 0 ? (area){0, 0, 1, 1} : (area){x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

void sn_gif_add(sn_gif *g, const sn_image *frame, int hundredths, FILE *out)
{
  SN_ASSERT(hundredths >= 0);
  const size_t n = (size_t)g->width * (size_t)g->height;
  for (size_t i = 0; i < n; i++) {
    g->now[i] = index_of(g, frame->pixel + 4 * i);
  }
  const area a = changed(g);
  (void)fwrite("\x21\xF9\x04\x05", 1, 4, out); /* leave the frame in place; one index is transparent */
  put16(out, hundredths);
  (void)fputc(CLEAR_INDEX, out);
  (void)fputc(0, out);
  (void)fputc(0x2C, out);
  put16(out, a.x);
  put16(out, a.y);
  put16(out, a.width);
  put16(out, a.height);
  (void)fputc(0, out);
  put_pixels(g, a, out);
  unsigned char *swap = g->before;
  g->before = g->now;
  g->now = swap;
  g->frames++;
}

void sn_gif_end(sn_gif *g, FILE *out)
{
  (void)g;
  (void)fputc(0x3B, out);
}
