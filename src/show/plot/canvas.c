/* show/plot/canvas.c -- a screen of characters: text, and curves made of dots.
 * What:    see show/plot/canvas.h. Braille patterns start at U+2800; the bit of each dot is the Unicode standard's.
 * Limits:  one colour per cell (the last curve wins); every character counts as one cell wide.
 * Tests:   tests/show/test_plot.c.
 */
#include "show/plot/canvas.h"

#include <math.h>

/* Blue, vermillion, green, orange, purple, sky: colour-blind safe, readable on dark and light (xterm's 256 colours). */
static const int palette[] = {32, 166, 36, 214, 175, 74, 244};
enum { N_COLOURS = sizeof palette / sizeof *palette };

sn_canvas *sn_canvas_new(int width, int height, int utf8, sn_arena *arena)
{
  sn_canvas *c = SN_NEW(arena, sn_canvas, 1);
  const size_t n = (size_t)width * (size_t)height;
  if (!c) {
    return NULL;
  }
  *c = (sn_canvas){.width = width,
                   .height = height,
                   .utf8 = utf8,
                   .dots_x = utf8 ? 2 : 1,
                   .dots_y = utf8 ? 4 : 1,
                   .letter = SN_NEW(arena, unsigned, n),
                   .pattern = SN_NEW(arena, unsigned char, n),
                   .colour = SN_NEW(arena, short, n)};
  if (!c->letter || !c->pattern || !c->colour) {
    return NULL;
  }
  for (size_t i = 0; i < n; i++) {
    c->colour[i] = -1;
  }
  return c;
}

/* The next character of a text; *text moves behind it. Bytes that are not UTF-8 become '?'. */
static unsigned next_letter(const char **text)
{
  const unsigned char *s = (const unsigned char *)*text;
  const int n = s[0] < 0x80 ? 1 : s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : s[0] < 0xF5 ? 4 : 1;
  unsigned letter = n == 1 ? s[0] : s[0] & (0x7Fu >> n);
  for (int i = 1; i < n; i++) {
    if ((s[i] & 0xC0) != 0x80) {
      *text += 1;
      return '?';
    }
    letter = letter << 6 | (s[i] & 0x3Fu);
  }
  *text += n;
  return letter < 0x20 || (letter >= 0x7F && letter < 0xA0) || (n == 1 && letter >= 0x80) ? '?' : letter;
}

int sn_text_cells(const char *text)
{
  int n = 0;
  while (*text) {
    (void)next_letter(&text);
    n++;
  }
  return n;
}

int sn_canvas_text(sn_canvas *c, int column, int row, const char *text, int colour)
{
  int n = 0;
  for (; *text; n++) {
    const unsigned letter = next_letter(&text);
    const int x = column + n;
    if (x >= 0 && x < c->width && row >= 0 && row < c->height) {
      c->letter[row * c->width + x] = letter < 0x80 || c->utf8 ? letter : '?';
      c->colour[row * c->width + x] = (short)colour;
    }
  }
  return n;
}

static void dot(sn_canvas *c, const sn_cells *inside, int x, int y, int colour, char mark)
{
  static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  const int column = x / c->dots_x, row = y / c->dots_y;
  if (x < 0 || y < 0 || column < inside->column || row < inside->row || column >= inside->column + inside->width ||
      row >= inside->row + inside->height) {
    return;
  }
  const int cell = row * c->width + column;
  c->colour[cell] = (short)colour;
  if (c->utf8) {
    c->pattern[cell] |= bits[y % 4][x % 2];
  } else {
    c->letter[cell] = (unsigned char)mark;
  }
}

void sn_canvas_line(sn_canvas *c, const sn_cells *inside, double x0, double y0, double x1, double y1, int colour,
                    char mark)
{
  const double far = 1e6; /* dots: no coordinate is that large; the comparison also excludes NaN */
  if (!(fabs(x0) < far && fabs(y0) < far && fabs(x1) < far && fabs(y1) < far)) {
    return;
  }
  /* cut at the upper and lower edge first: a steep line far outside would cost a step per dot */
  const double top = inside->row * c->dots_y - 1.0, bottom = (inside->row + inside->height) * c->dots_y + 1.0;
  if ((y0 < top && y1 < top) || (y0 > bottom && y1 > bottom)) {
    return;
  }
  const int n = (int)ceil(fmax(fabs(x1 - x0), fabs(y1 - y0)));
  for (int i = 0; i <= n; i++) {
    const double s = n > 0 ? (double)i / n : 0;
    dot(c, inside, (int)lround(x0 + s * (x1 - x0)), (int)lround(y0 + s * (y1 - y0)), colour, mark);
  }
}

static void put_letter(unsigned letter, FILE *out)
{
  if (letter < 0x80) {
    (void)fputc((int)letter, out);
  } else if (letter < 0x800) {
    (void)fprintf(out, "%c%c", (int)(0xC0 | letter >> 6), (int)(0x80 | (letter & 0x3F)));
  } else if (letter < 0x10000) {
    (void)fprintf(out, "%c%c%c", (int)(0xE0 | letter >> 12), (int)(0x80 | (letter >> 6 & 0x3F)),
                  (int)(0x80 | (letter & 0x3F)));
  } else {
    (void)fprintf(out, "%c%c%c%c", (int)(0xF0 | letter >> 18), (int)(0x80 | (letter >> 12 & 0x3F)),
                  (int)(0x80 | (letter >> 6 & 0x3F)), (int)(0x80 | (letter & 0x3F)));
  }
}

static unsigned shown(const sn_canvas *c, int cell)
{
  return c->letter[cell] ? c->letter[cell] : c->pattern[cell] ? 0x2800u + c->pattern[cell] : ' ';
}

void sn_canvas_print(const sn_canvas *c, int colour, FILE *out)
{
  for (int row = 0; row < c->height; row++) {
    int last = c->width, now = -1;
    while (last > 0 && shown(c, row * c->width + last - 1) == ' ') {
      last--;
    }
    for (int i = 0; i < last; i++) {
      const int cell = row * c->width + i;
      const unsigned letter = shown(c, cell);
      const int wanted = c->colour[cell];
      if (colour && letter != ' ' && wanted != now) {
        if (wanted < 0) {
          (void)fputs("\033[0m", out);
        } else {
          (void)fprintf(out, "\033[38;5;%dm", palette[wanted % N_COLOURS]);
        }
        now = wanted;
      }
      put_letter(letter, out);
    }
    (void)fputs(now >= 0 ? "\033[0m\n" : "\n", out);
  }
}
