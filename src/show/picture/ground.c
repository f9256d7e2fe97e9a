/* show/picture/ground.c -- a floor: soft disc, grid lines, and a shadow map seen from straight above.
 * Theory:  lines are covered by 1 - distance/footprint of the pixel (a tent), and fade where a cell is smaller than
 *          that. The shadow of a triangle is 1/(1 + (h/s)^2) at height h; the map is blurred by three running means.
 * Limits:  a floor seen from below is not drawn.
 * Tests:   tests/show/test_picture.c.
 */
#include "show/picture/ground.h"

#include <math.h>
#include <string.h>

enum { MAP = 512, BLUR = 4 };

double sn_nice_step(double x)
{
  if (!(x > 0) || !isfinite(x)) {
    return 1;
  }
  const double power = pow(10, floor(log10(x))), part = x / power;
  return power * (part >= 5 ? 5 : part >= 2 ? 2 : 1);
}

int sn_ground_new(sn_m3 world, const double low[3], const double high[3], sn_arena *arena, sn_ground *out)
{
  const double x = (high[0] - low[0]) / 2, y = (high[1] - low[1]) / 2, z = high[2] - low[2], size = hypot(x, y);
  const double whole = fmax(size + 0.5 * z, 1e-9);
  *out = (sn_ground){.world = world, .cell = sn_nice_step(whole / 3.5), .radius = size + whole * 0.9};
  out->origin = m3_mul(world, v3((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2] - 0.015 * whole));
  out->shadow = SN_NEW(arena, float, MAP *MAP);
  out->scratch = SN_NEW(arena, float, MAP *MAP);
  return out->shadow && out->scratch;
}

static void darken(sn_ground *g, double i, double j, double h)
{
  if (i >= 0 && i < MAP && j >= 0 && j < MAP) {
    float *at = g->shadow + (size_t)j * MAP + (size_t)i;
    const double s = h / (0.25 * g->radius);
    *at = fmaxf(*at, (float)(1 / (1 + s * s)));
  }
}

static void darken_line(sn_ground *g, const sn_v3 *a, const sn_v3 *b)
{
  const int steps = (int)fmin(2 * MAP, fmax(fabs(b->x[0] - a->x[0]), fabs(b->x[1] - a->x[1]))) + 1;
  for (int k = 0; k <= steps; k++) {
    const double u = (double)k / steps;
    darken(g, a->x[0] + u * (b->x[0] - a->x[0]), a->x[1] + u * (b->x[1] - a->x[1]), a->x[2] + u * (b->x[2] - a->x[2]));
  }
}

/* corners in cells of the map and height */
static void darken_triangle(sn_ground *g, const sn_v3 v[3])
{
  const double area =
      (v[1].x[0] - v[0].x[0]) * (v[2].x[1] - v[0].x[1]) - (v[1].x[1] - v[0].x[1]) * (v[2].x[0] - v[0].x[0]);
  const double left = fmin(v[0].x[0], fmin(v[1].x[0], v[2].x[0])), right = fmax(v[0].x[0], fmax(v[1].x[0], v[2].x[0]));
  const double top = fmin(v[0].x[1], fmin(v[1].x[1], v[2].x[1])), bottom = fmax(v[0].x[1], fmax(v[1].x[1], v[2].x[1]));
  for (int k = 0; k < 3; k++) { /* thin triangles fall between the centres of the cells */
    darken_line(g, v + k, v + (k + 1) % 3);
  }
  if (!(fabs(area) > 1)) {
    return;
  }
  for (int j = (int)fmax(0, top); j <= (int)fmin(MAP - 1, bottom); j++) {
    for (int i = (int)fmax(0, left); i <= (int)fmin(MAP - 1, right); i++) {
      const double x = i + 0.5, y = j + 0.5;
      const double a = ((v[2].x[0] - v[1].x[0]) * (y - v[1].x[1]) - (v[2].x[1] - v[1].x[1]) * (x - v[1].x[0])) / area;
      const double b = ((v[0].x[0] - v[2].x[0]) * (y - v[2].x[1]) - (v[0].x[1] - v[2].x[1]) * (x - v[2].x[0])) / area;
      if (a >= 0 && b >= 0 && a + b <= 1) {
        darken(g, i, j, a * v[0].x[2] + b * v[1].x[2] + (1 - a - b) * v[2].x[2]);
      }
    }
  }
}

/* running means over 2 BLUR + 1 cells, along the rows and along the columns */
static void blur_rows(const float *from, float *to)
{
  for (int j = 0; j < MAP; j++) {
    double sum = 0;
    for (int i = -BLUR; i < MAP; i++) {
      sum += i + BLUR < MAP ? (double)from[j * MAP + i + BLUR] : 0;
      sum -= i - BLUR - 1 >= 0 ? (double)from[j * MAP + i - BLUR - 1] : 0;
      if (i >= 0) {
        to[j * MAP + i] = (float)(sum / (2 * BLUR + 1));
      }
    }
  }
}

static void blur_columns(const float *from, float *to)
{
  double sum[MAP] = {0}; /* all columns at once: memory is read along rows */
  for (int j = -BLUR; j < MAP; j++) {
    for (int i = 0; i < MAP; i++) {
      sum[i] += j + BLUR < MAP ? (double)from[(j + BLUR) * MAP + i] : 0;
      sum[i] -= j - BLUR - 1 >= 0 ? (double)from[(j - BLUR - 1) * MAP + i] : 0;
    }
    for (int i = 0; j >= 0 && i < MAP; i++) {
      to[j * MAP + i] = (float)(sum[i] / (2 * BLUR + 1));
    }
  }
}

void sn_ground_shadow(sn_ground *g, const sn_drawable *d, int n)
{
  const double scale = MAP / (2 * g->radius);
  memset(g->shadow, 0, MAP * MAP * sizeof *g->shadow);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < d[k].n_triangle; i++) {
      sn_v3 v[3];
      int good = 1;
      for (int c = 0; c < 3; c++) {
        const double *x = d[k].vertex[d[k].triangle[i][c]];
        v[c] = m3_tmul(g->world, v3_sub(v3(x[0], x[1], x[2]), g->origin));
        v[c].x[0] = (v[c].x[0] + g->radius) * scale;
        v[c].x[1] = (v[c].x[1] + g->radius) * scale;
        good = good && fabs(v[c].x[0]) < 1e6 && fabs(v[c].x[1]) < 1e6 && isfinite(v[c].x[2]);
      }
      if (good) {
        darken_triangle(g, v);
      }
    }
  }
  for (int pass = 0; pass < 3; pass++) {
    blur_rows(g->shadow, g->scratch);
    blur_columns(g->scratch, g->shadow);
  }
}

/* What a pixel shows of the floor: position in the map of the shadow, coverage (0: nothing), and the colour in full light. */
typedef struct sn_floor_pixel {
  float x, y, fade, color[3];
} floor_pixel;

static double shadow_at(const sn_ground *g, double x, double y)
{
  if (!(x >= 0 && y >= 0 && x < MAP - 1 && y < MAP - 1)) {
    return 0;
  }
  const int i = (int)x, j = (int)y;
  const float *s = g->shadow + j * MAP + i;
  const double u = x - i, v = y - j;
  return (1 - v) * ((1 - u) * (double)s[0] + u * (double)s[1]) +
         v * ((1 - u) * (double)s[MAP] + u * (double)s[MAP + 1]);
}

/* position on the floor that a pixel shows, and distance to that of its neighbours; 0: no floor */
static int floor_at(const sn_ground *g, const sn_camera *c, double x, double y, double out[2], double footprint[2])
{
  const sn_v3 ray = m3_mul(c->axes, v3((x - c->center[0]) / c->focal, -(y - c->center[1]) / c->focal, -1));
  const double fall = v3_dot(ray, g->world.c[2]), height = v3_dot(v3_sub(c->eye, g->origin), g->world.c[2]);
  if (!(fall < -1e-6) || !(height > 0)) {
    return 0;
  }
  const double far = height / -fall;
  const sn_v3 p = v3_sub(v3_axpy(c->eye, far, ray), g->origin);
  for (int k = 0; k < 2; k++) { /* of p = eye - height ray / fall: the change with the ray */
    const double slip = v3_dot(ray, g->world.c[k]) / fall, scale = far / c->focal;
    double square = 0;
    for (int n = 0; n < 2; n++) {
      const double d = scale * (v3_dot(c->axes.c[n], g->world.c[k]) - slip * v3_dot(c->axes.c[n], g->world.c[2]));
      square += d * d;
    }
    out[k] = v3_dot(p, g->world.c[k]);
    footprint[k] = sqrt(square);
  }
  return 1;
}

static double line_cover(double x, double footprint, double cell)
{
  const double near = fabs(x / cell - round(x / cell)) * cell;
  const double fade = fmin(1, fmax(0, 1.6 - 3 * footprint / cell));
  return fmax(0, 1 - near / (0.9 * footprint)) * fade;
}

static floor_pixel look(const sn_ground *g, const sn_camera *camera, int i, int j)
{
  double p[2], footprint[2];
  floor_pixel out = {0};
  if (!floor_at(g, camera, i + 0.5, j + 0.5, p, footprint)) {
    return out;
  }
  const double far = sqrt(p[0] * p[0] + p[1] * p[1]) / g->radius, soft = fmin(1, fmax(0, (1 - far) / 0.5));
  out.fade = (float)(soft * soft * (3 - 2 * soft));
  if (out.fade > 0) {
    const double line = fmax(line_cover(p[0], footprint[0], g->cell), line_cover(p[1], footprint[1], g->cell));
    out.x = (float)((p[0] / g->radius + 1) * MAP / 2 - 0.5);
    out.y = (float)((p[1] / g->radius + 1) * MAP / 2 - 0.5);
    for (int k = 0; k < 3; k++) {
      out.color[k] = (float)(g->floor[k] * (1 - line) + g->line[k] * line);
    }
  }
  return out;
}

int sn_ground_keep(sn_ground *g, const sn_camera *camera, int width, int height, sn_arena *arena)
{
  floor_pixel *kept = SN_NEW(arena, floor_pixel, (size_t)width * (size_t)height);
  for (int j = 0; kept && j < height; j++) {
    for (int i = 0; i < width; i++) {
      kept[(size_t)j * (size_t)width + (size_t)i] = look(g, camera, i, j);
    }
  }
  g->kept = kept;
  return kept != NULL;
}

void sn_ground_paint(const sn_ground *g, const sn_camera *camera, sn_image *image)
{
  for (int j = 0; j < image->height; j++) {
    for (int i = 0; i < image->width; i++) {
      const size_t at = (size_t)j * (size_t)image->width + (size_t)i;
      const floor_pixel p = g->kept ? g->kept[at] : look(g, camera, i, j);
      if (p.fade > 0) {
        const double light = 1 - g->dark * shadow_at(g, (double)p.x, (double)p.y), fade = (double)p.fade;
        unsigned char *to = image->pixel + 4 * at;
        for (int k = 0; k < 3; k++) {
          to[k] = (unsigned char)(to[k] * (1 - fade) + (double)p.color[k] * light * fade + 0.5);
        }
      }
    }
  }
}
