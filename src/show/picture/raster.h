/* show/picture/raster.h -- a software renderer: triangles to pixels, without a screen.
 * Who:     show/picture/picture.c and its neighbours.
 * Owner:   images belong to the arena of whoever makes them.
 */
#ifndef SN_SHOW_RASTER_H
#define SN_SHOW_RASTER_H
#include "base/arena.h"
#include "base/error.h"
#include "math/v3.h"

/* Red, green, blue, alpha per pixel, top row first; colours are already multiplied by alpha. */
typedef struct {
  int width, height;
  unsigned char *pixel; /* 4 width height */
} sn_image;
int sn_image_new(int width, int height, sn_arena *arena, sn_image *out); /* clear; 0: no memory */
/* what lies over it with a weight 0..1; part at (x, y) */
void sn_image_over(sn_image *image, const sn_image *top, int x, int y, double weight);

/* Perspective: a point at depth d in front of the eye appears at centre + focal * (right, -up) / d, in pixels. */
typedef struct {
  sn_v3 eye;
  sn_m3 axes; /* right, up, back: towards the viewer */
  double focal, center[2];
} sn_camera;
/* Pixel and depth of a point; 0: behind the eye. */
int sn_camera_see(const sn_camera *c, sn_v3 x, double pixel[2], double *depth);

typedef struct {
  int n_vertex, n_triangle;
  const double (*vertex)[3], (*normal)[3];
  const int (*triangle)[3];
  const unsigned char (*color)[3]; /* per triangle */
  const float *value;              /* per vertex, 0..1 into the map; negative: the colour of the triangle. NULL: none */
  const unsigned char (*map)[3];   /* 256 colours */
  const int *item;                 /* per triangle; NULL: all solid, of usual gloss */
  const double *opacity, *gloss;   /* per item */
} sn_drawable;

/* Memory for drawing images of one size, for drawables with together at most this many vertices and triangles. */
typedef struct sn_raster sn_raster;
sn_raster *sn_raster_new(int width, int height, int n_vertex, int n_triangle, sn_arena *arena); /* NULL: no memory */
/* Fills the image (of the raster's size) with n drawables, transparent elsewhere. up: direction of the light from the sky. */
void sn_raster_draw(sn_raster *r, const sn_drawable *d, int n, const sn_camera *camera, sn_v3 up, sn_image *image);

#endif
