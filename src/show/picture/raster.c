/* show/picture/raster.c -- triangles to pixels: depth buffer, light per sample, 4 x 4 samples per pixel, drawn edges.
 * What:    vertices are projected once; the image is made in bands of rows, so that memory stays small for any size.
 * Theory:  1/depth and attribute/depth are linear on the screen. Light: a sky and a ground half (normal . up), a key
 *          light over the viewer's left shoulder, a weak one from the viewer, and a highlight; both sides of a surface
 *          are lit. Edges: 1/depth is linear over a plane, so its second difference marks outlines and creases; they
 *          are darkened.
 *          What is not solid covers a share of the 16 samples of a pixel, which ones changes from item to item.
 * Limits:  triangles that reach behind the eye or far outside are left out (the camera fits the whole motion).
 * Tests:   tests/show/test_picture.c.
 */
#include "show/picture/raster.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 4, BAND = 32, LEVELS = 4096, RIM = SAMPLES }; /* BAND: rows of pixels; RIM: samples around it */
static const double edge_dark = 0.32;

/* fmin and fmax without a call; NaN does not occur here */
static inline double less_of(double a, double b)
{
  return a < b ? a : b;
}

static inline double more_of(double a, double b)
{
  return a > b ? a : b;
}

/* The samples of a pixel are on a rotated grid: 16 different columns and rows, so that steep and flat edges are as
   smooth as others. Samples RIM apart have the same position in their pixel. */
static double lean(int other)
{
  return ((other & (SAMPLES - 1)) + 0.5) / SAMPLES;
}

/* Order of transparency, 0..1: a sample is covered by the more opaque surface. Samples RIM apart are equal, so that edges are visible through glass. */
static double cover_from(int i, int j, int item)
{
  static const int order[SAMPLES][SAMPLES] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
  return (order[(j + item) & (SAMPLES - 1)][(i + item / SAMPLES) & (SAMPLES - 1)] + 0.5) / (SAMPLES * SAMPLES);
}

typedef struct {
  double x, y, w; /* in samples; w = 1/depth, 0: not to be drawn */
  sn_v3 normal;   /* viewer's axes */
} seen;

struct sn_raster {
  int width, height, n_vertex, n_triangle; /* in pixels; room */
  seen *vertex;
  int *top, *bottom;         /* per triangle: rows of samples; top > bottom: nowhere */
  int left, right;           /* columns of samples in which the band has any content */
  float *depth;              /* 1/depth per sample of a band and its rim; 0: nothing */
  unsigned char (*color)[4]; /* and how much the surface faces the viewer */
  float linear[256];
  unsigned char srgb[LEVELS + 1];
};

int sn_image_new(int width, int height, sn_arena *arena, sn_image *out)
{
  SN_ASSERT(width > 0 && height > 0);
  *out = (sn_image){width, height, sn_arena_get(arena, (size_t)width * (size_t)height, 4)};
  return out->pixel != NULL;
}

void sn_image_over(sn_image *image, const sn_image *top, int x, int y, double weight)
{
  SN_ASSERT(weight >= 0 && weight <= 1);
  const int part = (int)lround(255 * weight);
  for (int j = 0; j < top->height; j++) {
    for (int i = 0; i < top->width; i++) {
      const unsigned char *t = top->pixel + 4 * ((size_t)j * (size_t)top->width + (size_t)i);
      if (t[3] == 255 && part == 255 && x + i >= 0 && x + i < image->width && y + j >= 0 && y + j < image->height) {
        memcpy(image->pixel + 4 * ((size_t)(y + j) * (size_t)image->width + (size_t)(x + i)), t, 4);
      } else if (t[3] > 0 && x + i >= 0 && x + i < image->width && y + j >= 0 && y + j < image->height) {
        unsigned char *b = image->pixel + 4 * ((size_t)(y + j) * (size_t)image->width + (size_t)(x + i));
        const int rest = 255 * 255 - t[3] * part;
        for (int k = 0; k < 4; k++) {
          const int sum = t[k] * part + (b[k] * rest + 127) / 255;
          b[k] = (unsigned char)((sum + 127) / 255 > 255 ? 255 : (sum + 127) / 255);
        }
      }
    }
  }
}

int sn_camera_see(const sn_camera *c, sn_v3 x, double pixel[2], double *depth)
{
  const sn_v3 p = m3_tmul(c->axes, v3_sub(x, c->eye));
  *depth = -p.x[2];
  pixel[0] = c->center[0] + c->focal * p.x[0] / *depth;
  pixel[1] = c->center[1] - c->focal * p.x[1] / *depth;
  return *depth > 0;
}

sn_raster *sn_raster_new(int width, int height, int n_vertex, int n_triangle, sn_arena *arena)
{
  SN_ASSERT(width > 0 && height > 0 && n_vertex >= 0 && n_triangle >= 0);
  sn_raster *r = SN_NEW(arena, sn_raster, 1);
  if (!r) {
    return NULL;
  }
  const size_t samples = (size_t)(width * SAMPLES + 2 * RIM) * (BAND * SAMPLES + 2 * RIM);
  *r = (sn_raster){.width = width, .height = height, .n_vertex = n_vertex, .n_triangle = n_triangle};
  r->vertex = SN_NEW(arena, seen, n_vertex);
  r->top = SN_NEW(arena, int, n_triangle);
  r->bottom = SN_NEW(arena, int, n_triangle);
  r->depth = SN_NEW(arena, float, samples);
  r->color = sn_arena_get(arena, samples, sizeof *r->color);
  for (int i = 0; i < 256; i++) {
    const double s = i / 255.0;
    r->linear[i] = (float)(s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4));
  }
  for (int i = 0; i <= LEVELS; i++) {
    const double s = (double)i / LEVELS;
    r->srgb[i] = (unsigned char)lround(255 * (s <= 0.0031308 ? 12.92 * s : 1.055 * pow(s, 1 / 2.4) - 0.055));
  }
  return r->vertex && r->top && r->bottom && r->depth && r->color ? r : NULL;
}

/* its vertices and triangles come after so many others */
static void project(sn_raster *r, const sn_drawable *d, const sn_camera *camera, int vertex, int triangle)
{
  for (int i = 0; i < d->n_vertex; i++) {
    double pixel[2], depth;
    const sn_v3 x = v3(d->vertex[i][0], d->vertex[i][1], d->vertex[i][2]);
    const int good =
        sn_camera_see(camera, x, pixel, &depth) && fabs(pixel[0]) < 1e6 && fabs(pixel[1]) < 1e6 && isfinite(1 / depth);
    const sn_v3 n = m3_tmul(camera->axes, v3(d->normal[i][0], d->normal[i][1], d->normal[i][2]));
    r->vertex[vertex + i] =
        good ? (seen){SAMPLES * pixel[0], SAMPLES * pixel[1], 1 / depth, n} : (seen){0, 0, 0, v3(0, 0, 1)};
  }
  for (int i = 0; i < d->n_triangle; i++) {
    const int *t = d->triangle[i];
    const seen *a = r->vertex + vertex + t[0], *b = r->vertex + vertex + t[1], *c = r->vertex + vertex + t[2];
    const int good = a->w > 0 && b->w > 0 && c->w > 0;
    r->top[triangle + i] = good ? (int)floor(less_of(a->y, less_of(b->y, c->y))) : 1;
    r->bottom[triangle + i] = good ? (int)ceil(more_of(a->y, more_of(b->y, c->y))) : 0;
  }
}

/* the light, the same for all samples, in the viewer's axes */
typedef struct {
  sn_v3 up, key, half;
} lights;

static lights lights_of(const sn_camera *camera, sn_v3 up)
{
  const sn_v3 key = v3_unit(v3(-0.45, 0.75, 0.65));
  return (lights){m3_tmul(camera->axes, up), key, v3_unit(v3_add(key, v3(0, 0, 1)))};
}

static void shade(const sn_raster *r, const lights *l, sn_v3 n, const unsigned char base[3], double polish,
                  unsigned char out[4])
{
  const double length = v3_norm(n);
  n = length > 0 ? v3_scale((n.x[2] < 0 ? -1 : 1) / length, n) : v3(0, 0, 1); /* towards the viewer */
  const double sky = 0.5 + 0.5 * v3_dot(n, l->up), key = more_of(0, v3_dot(n, l->key)), head = n.x[2];
  const double diffuse = 0.30 + 0.24 * sky + 0.46 * key + 0.14 * head;
  double gloss = more_of(0, v3_dot(n, l->half)); /* to the power 32 */
  for (int i = 0; i < 5; i++) {
    gloss *= gloss;
  }
  for (int k = 0; k < 3; k++) {
    const double light = r->linear[base[k]] * diffuse + 0.10 * polish * gloss;
    out[k] = r->srgb[(int)(LEVELS * less_of(1, light) + 0.5)];
  }
  out[3] = (unsigned char)(255 * n.x[2]);
}

/* one triangle into the samples of rows j0 .. j1; first: row of the first samples that are kept */
static void fill(sn_raster *r, const sn_drawable *d, const lights *l, int triangle, const seen *vertex, int j0, int j1,
                 int first)
{
  SN_ASSERT(j0 <= j1);
  const int *t = d->triangle[triangle];
  const seen *v[3] = {vertex + t[0], vertex + t[1], vertex + t[2]};
  const double area = (v[1]->x - v[0]->x) * (v[2]->y - v[0]->y) - (v[1]->y - v[0]->y) * (v[2]->x - v[0]->x);
  const int wide = r->width * SAMPLES + 2 * RIM;
  const double left = less_of(v[0]->x, less_of(v[1]->x, v[2]->x)), right = more_of(v[0]->x, more_of(v[1]->x, v[2]->x));
  const int i0 = (int)more_of(floor(left), -RIM), i1 = (int)less_of(ceil(right), wide - RIM - 1);
  if (!(fabs(area) > 0)) {
    return;
  }
  r->left = i0 < r->left ? i0 : r->left;
  r->right = i1 > r->right ? i1 : r->right;
  const unsigned char *own = d->color[triangle];
  const int item = d->item ? d->item[triangle] : 0;
  const double opacity = d->item ? d->opacity[item] : 1, polish = d->item ? d->gloss[item] : 1;
  /* barycentric weight of corner k at (x, y): slope_k x + rise_k y + rest_k; it is zero at x = cross_k y + off_k */
  double slope[3], rise[3], rest[3], cross[3], off[3], slack[3];
  for (int k = 0; k < 3; k++) {
    const seen *p = v[(k + 1) % 3], *q = v[(k + 2) % 3];
    slope[k] = -(q->y - p->y) / area;
    rise[k] = (q->x - p->x) / area;
    rest[k] = -slope[k] * p->x - rise[k] * p->y;
    const double inverse = 1 / slope[k];
    cross[k] = -rise[k] * inverse;
    off[k] = -rest[k] * inverse;
    slack[k] = 1e-6 + 0.5 * fabs(cross[k]); /* samples of a row stand up to 3/8 above and below its middle */
  }
  for (int j = j0; j <= j1; j++) {
    const double lean_j = lean(j);
    double from = i0, to = i1; /* range in which all weights may be positive */
    for (int k = 0; k < 3; k++) {
      const double zero = cross[k] * (j + 0.5) + off[k] - lean_j;
      from = slope[k] > 0 ? more_of(from, zero - slack[k]) : from;
      to = slope[k] < 0 ? less_of(to, zero + slack[k]) : to;
    }
    if (!(from <= to)) { /* nothing; and `from` may be too large for an int */
      continue;
    }
    const unsigned char *near =
        NULL; /* the previous sample of the same pixel: its light is accurate enough for this one */
    int pixel = -1;
    for (int i = (int)ceil(from); i <= to; i++) {
      const double x = i + lean_j, y = j + lean(i);
      double b[3];
      b[0] = slope[0] * x + rise[0] * y + rest[0];
      b[1] = slope[1] * x + rise[1] * y + rest[1];
      b[2] = 1 - b[0] - b[1];
      if (b[0] < 0 || b[1] < 0 || b[2] < 0) {
        continue;
      }
      const double w = b[0] * v[0]->w + b[1] * v[1]->w + b[2] * v[2]->w;
      const size_t at = (size_t)(j - first) * (size_t)wide + (size_t)(i + RIM);
      if ((float)w <= r->depth[at] || (opacity < 1 && opacity < cover_from(i, j, item))) {
        continue;
      }
      r->depth[at] = (float)w;
      if (near && pixel == (i + RIM) / SAMPLES) {
        memcpy(r->color[at], near, 4);
        continue;
      }
      pixel = (i + RIM) / SAMPLES;
      near = r->color[at];
      sn_v3 n = v3(0, 0, 0);
      double value = 0;
      for (int k = 0; k < 3; k++) {
        b[k] *= v[k]->w / w;
        n = v3_axpy(n, b[k], v[k]->normal);
        value += d->value ? b[k] * (double)d->value[t[k]] : 0;
      }
      const int mapped = d->value && d->value[t[0]] >= 0;
      shade(r, l, n, mapped ? d->map[(int)(255 * less_of(1, more_of(0, value)) + 0.5)] : own, polish, r->color[at]);
    }
  }
}

/* 0..1: how much the sample lies on an outline or a crease. unit: 1/depth per sample of a slope of 45 degrees, over
   (1/depth)^2 */
static double edge(const float *w, int wide, double unit, int facing)
{
  const double c = (double)w[0];
  const double across = fabs((double)w[-RIM] + (double)w[RIM] - 2 * c);
  const double down = fabs((double)w[-RIM * wide] + (double)w[RIM * wide] - 2 * c);
  const double front =
      more_of(0.05, facing / 255.0); /* pieces of a round surface have corners of this size: no edges */
  return less_of(1, more_of(0, more_of(across, down) / (unit * c) - 0.5 - 0.25 / (front * front)));
}

static void resolve(const sn_raster *r, int first, int rows, double unit, sn_image *image)
{
  SN_ASSERT(first >= 0 && first + rows <= image->height);
  const int wide = r->width * SAMPLES + 2 * RIM;
  const int from = r->left > 0 ? r->left / SAMPLES : 0;
  const int to = r->right / SAMPLES + 1 < r->width ? r->right / SAMPLES + 1 : r->width;
  for (int j = 0; j < rows; j++) {
    memset(image->pixel + 4 * (size_t)(first + j) * (size_t)r->width, 0, 4 * (size_t)r->width);
    for (int i = from; i < to; i++) {
      double sum[3] = {0, 0, 0};
      int covered = 0;
      for (int s = 0; s < SAMPLES * SAMPLES; s++) {
        const size_t at =
            (size_t)(RIM + j * SAMPLES + s / SAMPLES) * (size_t)wide + (size_t)(RIM + i * SAMPLES + s % SAMPLES);
        if (r->depth[at] > 0) {
          const double light = 1 - edge_dark * edge(r->depth + at, wide, unit, r->color[at][3]);
          for (int k = 0; k < 3; k++) {
            sum[k] += light * r->color[at][k];
          }
          covered++;
        }
      }
      unsigned char *out = image->pixel + 4 * ((size_t)(first + j) * (size_t)r->width + (size_t)i);
      for (int k = 0; k < 3; k++) {
        out[k] = (unsigned char)(sum[k] / (SAMPLES * SAMPLES) + 0.5);
      }
      out[3] = (unsigned char)(255.0 * covered / (SAMPLES * SAMPLES) + 0.5);
    }
  }
}

static void fill_all(sn_raster *r, const sn_drawable *d, int n, const lights *l, int first, int rows)
{
  SN_ASSERT(rows >= 0); /* the first row may lie above the picture */
  for (int k = 0, vertex = 0, triangle = 0; k < n; k++) {
    for (int i = 0; i < d[k].n_triangle; i++) {
      const int top = r->top[triangle + i], bottom = r->bottom[triangle + i], last = first + rows - 1;
      if (top <= bottom && top <= last && bottom >= first) {
        fill(r, d + k, l, i, r->vertex + vertex, top > first ? top : first, bottom < last ? bottom : last, first);
      }
    }
    vertex += d[k].n_vertex;
    triangle += d[k].n_triangle;
  }
}

void sn_raster_draw(sn_raster *r, const sn_drawable *d, int n, const sn_camera *camera, sn_v3 up, sn_image *image)
{
  const lights l = lights_of(camera, up);
  const int wide = r->width * SAMPLES + 2 * RIM;
  for (int k = 0, vertex = 0, triangle = 0; k < n; k++) {
    project(r, d + k, camera, vertex, triangle);
    vertex += d[k].n_vertex;
    triangle += d[k].n_triangle;
  }
  for (int first = 0; first < r->height; first += BAND) {
    const int rows = r->height - first < BAND ? r->height - first : BAND;
    const int from = first * SAMPLES - RIM, count = rows * SAMPLES + 2 * RIM;
    memset(r->depth, 0, (size_t)wide * (size_t)count * sizeof *r->depth);
    r->left = r->width * SAMPLES;
    r->right = -1;
    fill_all(r, d, n, &l, from, count);
    /* at depth z a sample is z / (focal SAMPLES) wide, and 1/depth changes by that over z^2 on a slope of 45 degrees */
    resolve(r, first, rows, RIM / (camera->focal * SAMPLES), image);
  }
}
