/* show/picture/ink.c -- lines and text on an image, with soft edges.
 * Theory:  a pixel is covered by 1/2 + half the width less its distance to the stroke, cut to 0..1. A character is
 *          covered by its nearest stroke, so that strokes that meet do not darken twice.
 * Tests:   tests/show/test_picture.c.
 */
#include "show/picture/ink.h"

#include <math.h>
#include <string.h>

static void blend(sn_image *image, const unsigned char color[3], int x, int y, double cover)
{
  unsigned char *p = image->pixel + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
  for (int k = 0; k < 3; k++) {
    p[k] = (unsigned char)(p[k] * (1 - cover) + color[k] * cover + 0.5);
  }
  p[3] = (unsigned char)(p[3] * (1 - cover) + 255 * cover + 0.5);
}

typedef struct {
  double a[2], b[2];
} segment;

static double distance(const segment *s, double x, double y)
{
  const double dx = s->b[0] - s->a[0], dy = s->b[1] - s->a[1], square = dx * dx + dy * dy;
  const double u = square > 0 ? fmin(1, fmax(0, ((x - s->a[0]) * dx + (y - s->a[1]) * dy) / square)) : 0;
  return hypot(x - s->a[0] - u * dx, y - s->a[1] - u * dy);
}

static void draw(sn_image *image, sn_ink ink, const segment *s, int n)
{
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 2; k++) {
      low[k] = fmin(low[k], fmin(s[i].a[k], s[i].b[k]));
      high[k] = fmax(high[k], fmax(s[i].a[k], s[i].b[k]));
    }
  }
  const double reach = ink.width / 2 + 1;
  if (n == 0 || !(high[0] - low[0] < 1e5) || !(high[1] - low[1] < 1e5)) {
    return;
  }
  const int x0 = (int)fmax(0, low[0] - reach), x1 = (int)fmin(image->width - 1, high[0] + reach);
  const int y0 = (int)fmax(0, low[1] - reach), y1 = (int)fmin(image->height - 1, high[1] + reach);
  for (int y = y0; y <= y1; y++) {
    for (int x = x0; x <= x1; x++) {
      double nearest = INFINITY;
      for (int i = 0; i < n; i++) {
        nearest = fmin(nearest, distance(s + i, x + 0.5, y + 0.5));
      }
      const double cover = fmin(1, 0.5 + ink.width / 2 - nearest);
      if (cover > 0) {
        blend(image, ink.color, x, y, cover);
      }
    }
  }
}

void sn_ink_line(sn_image *image, sn_ink ink, double x0, double y0, double x1, double y1)
{
  draw(image, ink, &(segment){{x0, y0}, {x1, y1}}, 1);
}

void sn_ink_fill(sn_image *image, const unsigned char color[3], int x, int y, int width, int height)
{
  SN_ASSERT(width >= 0 && height >= 0);
  for (int j = y < 0 ? 0 : y; j < y + height && j < image->height; j++) {
    for (int i = x < 0 ? 0 : x; i < x + width && i < image->width; i++) {
      blend(image, color, i, j, 1);
    }
  }
}

/* ---- text. Units of the font: capitals are 9 high. */
enum { CAPITALS = 9, MOST_CORNERS = 16, MOST_SEGMENTS = 160, PER_CORNER = 6 };

typedef struct {
  double x, y, unit; /* of the character's origin */
  segment *to;
  int n;
} pen;

static void add(pen *p, const double a[2], const double b[2])
{
  if (p->n < MOST_SEGMENTS) {
    p->to[p->n++] =
        (segment){{p->x + p->unit * a[0], p->y - p->unit * a[1]}, {p->x + p->unit * b[0], p->y - p->unit * b[1]}};
  }
}

static void middle(const double a[2], const double b[2], double out[2])
{
  out[0] = (a[0] + b[0]) / 2;
  out[1] = (a[1] + b[1]) / 2;
}

/* quadratic pieces from middle to middle of the sides, each with its corner */
static void add_curve(pen *p, const double (*c)[2], int n)
{
  const int closed = n > 2 && c[0][0] == c[n - 1][0] && c[0][1] == c[n - 1][1];
  const int first = closed ? 0 : 1, last = n - 2;
  for (int i = first; i <= last; i++) {
    double from[2], to[2], before[2];
    const double *back = c[i > 0 ? i - 1 : n - 2], *on = c[i + 1];
    middle(back, c[i], from);
    middle(c[i], on, to);
    if (!closed && i == first) {
      memcpy(from, c[0], sizeof from);
    }
    if (!closed && i == last) {
      memcpy(to, c[n - 1], sizeof to);
    }
    memcpy(before, from, sizeof before);
    for (int k = 1; k <= PER_CORNER; k++) {
      const double u = (double)k / PER_CORNER, v = 1 - u;
      const double x[2] = {v * v * from[0] + 2 * u * v * c[i][0] + u * u * to[0],
                           v * v * from[1] + 2 * u * v * c[i][1] + u * u * to[1]};
      add(p, before, x);
      memcpy(before, x, sizeof before);
    }
  }
}

static void add_strokes(pen *p, const char *s)
{
  while (*s) {
    const int curve = *s++ == '(';
    double c[MOST_CORNERS][2];
    int n = 0;
    while (*s >= '0' && *s <= '9' && s[1] && n < MOST_CORNERS) {
      c[n][0] = s[0] - '0';
      c[n++][1] = s[1] - 'E';
      s += 2;
    }
    if (curve) {
      add_curve(p, (const double(*)[2])c, n);
      continue;
    }
    for (int i = 0; i + 1 < n; i++) {
      add(p, c[i], c[i + 1]);
    }
  }
}

static double advance(unsigned character)
{
  int most = character == ' ' ? 3 : 0;
  for (const char *s = sn_font_strokes(character); *s; s++) {
    most = *s >= '0' && *s <= '9' && *s - '0' > most ? *s - '0' : most;
  }
  return most + 2.4;
}

/* one character of UTF-8; anything beyond ASCII is only skipped over */
static unsigned next_character(const char **text)
{
  const unsigned char c = (unsigned char)*(*text)++;
  while (c >= 0x80 && ((unsigned char)**text & 0xC0) == 0x80) {
    (*text)++;
  }
  return c;
}

void sn_ink_text(sn_image *image, sn_ink ink, double x, double y, double height, const char *text)
{
  segment s[MOST_SEGMENTS];
  pen p = {x, y, height / CAPITALS, s, 0};
  while (*text) {
    const unsigned c = next_character(&text);
    p.n = 0;
    add_strokes(&p, sn_font_strokes(c));
    draw(image, ink, s, p.n);
    p.x += advance(c) * p.unit;
  }
}

double sn_ink_text_width(const char *text, double height)
{
  double sum = 0;
  while (*text) {
    sum += advance(next_character(&text));
  }
  return sum * height / CAPITALS;
}
