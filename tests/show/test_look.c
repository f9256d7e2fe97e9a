/* tests/show/test_look.c -- opacity and gloss in pictures.
 * Laws:    what covers a share of its light shows that share, and what is behind it the rest, in every pixel; two of the same
 *          share do not hide each other whole; more gloss is never darker.
 */
#include <string.h>

#include "harness.h"
#include "show/picture/raster.h"

enum { SIZE = 16, QUADS = 3 };

/* Squares across the view, the first nearest; opacity and gloss by item. Returns the pixel in the middle. */
static void draw(int n, const double *opacity, const double *gloss, const unsigned char (*paint)[3],
                 unsigned char out[4])
{
  static const double corner[4][2] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
  double vertex[4 * QUADS][3], normal[4 * QUADS][3];
  int triangle[2 * QUADS][3], item[2 * QUADS];
  unsigned char color[2 * QUADS][3];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) {
      const double x[3] = {corner[k][0], corner[k][1], -i}, up[3] = {0, 0, 1};
      memcpy(vertex[4 * i + k], x, sizeof x);
      memcpy(normal[4 * i + k], up, sizeof up);
    }
    for (int k = 0; k < 2; k++) {
      const int t[3] = {4 * i, 4 * i + 1 + k, 4 * i + 2 + k};
      memcpy(triangle[2 * i + k], t, sizeof t);
      memcpy(color[2 * i + k], paint[i], 3);
      item[2 * i + k] = i;
    }
  }
  sn_arena *arena = sn_arena_new(NULL);
  const sn_drawable d = {4 * n,
                         2 * n,
                         (const double(*)[3])vertex,
                         (const double(*)[3])normal,
                         (const int(*)[3])triangle,
                         (const unsigned char(*)[3])color,
                         NULL,
                         NULL,
                         item,
                         opacity,
                         gloss};
  const sn_camera camera = {
      .eye = v3(0, 0, 10), .axes = m3_identity(), .focal = 20, .center = {SIZE / 2.0, SIZE / 2.0}};
  sn_image image;
  sn_raster *r = sn_raster_new(SIZE, SIZE, 4 * QUADS, 2 * QUADS, arena);
  CHECK(r && sn_image_new(SIZE, SIZE, arena, &image));
  sn_raster_draw(r, &d, 1, &camera, v3(0, 1, 0), &image);
  memcpy(out, image.pixel + 4 * (SIZE * (SIZE / 2) + SIZE / 2), 4);
  sn_arena_free(arena);
}

static const double usual[QUADS] = {1, 1, 1};
static const unsigned char paints[QUADS][3] = {{200, 40, 40}, {40, 200, 40}, {40, 40, 200}};

static void test_cut(void)
{
  for (int k = 0; k <= 16; k++) { /* every step of the sixteen samples */
    const double opacity[QUADS] = {k / 16.0, 1, 1};
    unsigned char alone[4], over[4], front[4], back[4];
    draw(1, opacity, usual, paints, alone);
    CHECK_NEAR(alone[3], 255 * opacity[0], 1);
    draw(2, opacity, usual, paints, over);
    draw(1, usual, usual, paints, front);
    draw(1, usual, usual, paints + 1, back);
    CHECK(over[3] == 255);
    for (int c = 0; c < 3; c++) {
      CHECK_NEAR(over[c], opacity[0] * front[c] + (1 - opacity[0]) * back[c], 1.5);
    }
  }
}

static void test_two(void)
{
  const double opacity[QUADS] = {0.5, 0.5, 1};
  unsigned char over[4];
  draw(2, opacity, usual, paints, over);
  CHECK(over[3] > 128 + 30); /* not the same samples */
  draw(3, opacity, usual, paints, over);
  CHECK(over[3] == 255);
}

static void test_gloss(void)
{
  const double dull[QUADS] = {0.05, 1, 1}, polished[QUADS] = {3, 1, 1};
  unsigned char a[4], b[4], c[4];
  draw(1, usual, dull, paints, a);
  draw(1, usual, usual, paints, b);
  draw(1, usual, polished, paints, c);
  for (int k = 0; k < 3; k++) {
    CHECK(a[k] <= b[k] && b[k] <= c[k]);
  }
}

int main(void)
{
  RUN(test_cut);
  RUN(test_two);
  RUN(test_gloss);
  return REPORT();
}
