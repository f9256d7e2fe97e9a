/* show/plot/plot_terminal.c -- a figure made of characters.
 * What:    panels one above the other; the usual figure has its energies on top and the rest in two columns. The curves of a
 *          panel are numbered: its first line names them, and the number stands at the right end of each, so that they
 *          can be told apart without colours.
 * Limits:  a very small terminal gets a plot of the least readable size, which then is cut or scrolls.
 * Tests:   tests/show/test_plot.c.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "show/plot/canvas.h"
#include "show/plot/plot_private.h"

enum { LEAST_WIDTH = 40, MOST_WIDTH = 400, MOST_HEIGHT = 200, LEAST_ROWS = 4, MARKS = 2, KEY_GAP = 3 };

/* Layout of a panel: cells of its keys and curves, and whether numbers are written below its x axis. */
typedef struct {
  const sn_panel *panel;
  int column, row, width; /* upper left corner; all of it */
  int keys, rows;         /* lines of keys; of curves */
  int gutter;             /* columns for numbers at the left */
  int numbers;            /* 1: x axis below */
  sn_axis x, y;
  double x_factor;
} place;

static char mark_of(int i)
{
  static const char marks[] = "123456789abcdefghijklmnopqrstuvwxyz";
  return marks[i % (int)(sizeof marks - 1)];
}

static int is_single(const sn_panel *p)
{
  return p->n < 2;
}

/* Writes (or, with canvas NULL, only counts the lines of) label and keys. */
static int put_keys(sn_canvas *c, const place *p)
{
  const sn_panel *panel = p->panel;
  const int left = p->column + p->gutter + 1, right = p->column + p->width;
  int column = left + sn_text_cells(panel->label), row = 0;
  if (c) {
    (void)sn_canvas_text(c, left, p->row, panel->label, -1);
  }
  for (int i = 0; i <= panel->n; i++) {
    const int is_note = i == panel->n;
    const char *text = is_note ? panel->note : panel->curve[i].key;
    if (!text[0] || (is_single(panel) && !is_note && strcmp(text, panel->curve[i].name) == 0)) {
      continue; /* the label names a single curve */
    }
    const int cells = sn_text_cells(text) + (is_note ? 0 : 2);
    if (column + KEY_GAP + cells > right && column > left) {
      row++;
      column = left;
    } else {
      column += KEY_GAP;
    }
    if (c && !is_note) {
      const char mark[] = {mark_of(i), ' ', '\0'};
      (void)sn_canvas_text(c, column, p->row + row, mark, panel->curve[i].colour);
    }
    if (c) {
      (void)sn_canvas_text(c, column + (is_note ? 0 : 2), p->row + row, text, is_note ? -1 : panel->curve[i].colour);
    }
    column += cells;
  }
  return row + 1;
}

static void put_y_axis(sn_canvas *c, const place *p)
{
  const char *bar = c->utf8 ? "\u2502" : "|", *tick = c->utf8 ? "\u2524" : "+";
  const int top = p->row + p->keys, at = p->column + p->gutter;
  sn_ticks ticks;
  for (int i = 0; i < p->rows; i++) {
    (void)sn_canvas_text(c, at, top + i, bar, -1);
  }
  for (int most = p->rows < 8 ? (p->rows + 1) / 2 : p->rows / 2; most <= p->rows; most++) {
    sn_ticks_of(&p->y, most, &ticks);
    if (ticks.n > 1) {
      break; /* a single number does not show the scale */
    }
  }
  for (int i = 0, used = -1; i < ticks.n; i++) {
    const int row = (int)lround((1 - sn_axis_part(&p->y, ticks.value[i])) * (p->rows - 1));
    if (row != used && row >= 0 && row < p->rows) {
      (void)sn_canvas_text(c, at - sn_text_cells(ticks.text[i]), top + row, ticks.text[i], -1);
      (void)sn_canvas_text(c, at, top + row, tick, -1);
      used = row;
    }
  }
}

static int curve_columns(const place *p)
{
  return p->width - p->gutter - 1 - MARKS;
}

static void put_x_axis(sn_canvas *c, const place *p)
{
  const char *bar = c->utf8 ? "\u2500" : "-", *tick = c->utf8 ? "\u252c" : "+", *corner = c->utf8 ? "\u2514" : "+";
  const int row = p->row + p->keys + p->rows, left = p->column + p->gutter + 1, width = curve_columns(p);
  sn_ticks ticks;
  (void)sn_canvas_text(c, left - 1, row, corner, -1);
  for (int i = 0; i < width; i++) {
    (void)sn_canvas_text(c, left + i, row, bar, -1);
  }
  sn_ticks_of(&p->x, width / 9, &ticks);
  for (int i = 0, free = p->column; i < ticks.n; i++) {
    const int column = left + (int)lround(sn_axis_part(&p->x, ticks.value[i]) * (width - 1));
    const int cells = sn_text_cells(ticks.text[i]);
    int first = column - cells / 2;
    first = first + cells > p->column + p->width ? p->column + p->width - cells : first;
    (void)sn_canvas_text(c, column, row, tick, -1);
    if (first >= free) {
      (void)sn_canvas_text(c, first, row + 1, ticks.text[i], -1);
      free = first + cells + 1;
    }
  }
}

/* Dots of a point of the curve, from the upper left corner of the canvas. */
static void dots_of(const sn_canvas *c, const place *p, double x, double y, double *dx, double *dy)
{
  const double wide = curve_columns(p) * c->dots_x - 1, high = p->rows * c->dots_y - 1;
  *dx = (p->column + p->gutter + 1) * c->dots_x + sn_axis_part(&p->x, x / p->x_factor) * wide;
  *dy = (p->row + p->keys) * c->dots_y + (1 - sn_axis_part(&p->y, y / p->panel->factor)) * high;
}

/* The free row of this column that is nearest to the desired one. */
static int free_row(const sn_canvas *c, const sn_cells *inside, int column, int wanted)
{
  const int top = inside->row, bottom = inside->row + inside->height - 1;
  wanted = wanted < top ? top : wanted > bottom ? bottom : wanted;
  for (int away = 0; away < inside->height; away++) {
    for (int side = -1; side <= 1; side += 2) {
      const int row = wanted + side * away;
      if (row >= top && row <= bottom && !c->letter[row * c->width + column]) {
        return row;
      }
    }
  }
  return wanted;
}

static void put_curve(sn_canvas *c, const place *p, int i)
{
  const sn_plot_curve *curve = &p->panel->curve[i];
  const sn_cells inside = {p->column + p->gutter + 1, p->row + p->keys, curve_columns(p), p->rows};
  double x, y, x_before = NAN, y_before = NAN, last = NAN;
  for (int k = 0; k < curve->n; k++) {
    dots_of(c, p, curve->x[k], curve->y[k], &x, &y);
    const int first = isnan(x_before) || isnan(y_before) || curve->as == SN_CURVE_POINTS;
    sn_canvas_line(c, &inside, first ? x : x_before, first ? y : y_before, x, y, curve->colour, mark_of(i));
    x_before = x;
    y_before = y;
    last = isnan(y) ? last : y;
  }
  if (is_single(p->panel) || isnan(last)) {
    return;
  }
  const char mark[] = {mark_of(i), '\0'};
  const int column = inside.column + inside.width + MARKS - 1;
  (void)sn_canvas_text(c, column, free_row(c, &inside, column, (int)lround(last) / c->dots_y), mark, curve->colour);
}

static void put_panel(sn_canvas *c, const place *p)
{
  (void)put_keys(c, p);
  put_y_axis(c, p);
  if (p->numbers) {
    put_x_axis(c, p);
  }
  for (int i = 0; i < p->panel->n; i++) {
    put_curve(c, p, i);
  }
}

/* ---- where everything goes */

static int gutter_of(const sn_panel *p)
{
  sn_ticks ticks;
  int most = 4;
  for (int n = 2; n <= SN_MOST_TICKS; n++) { /* whatever number of ticks there will be */
    sn_ticks_of(&p->y, n, &ticks);
    for (int i = 0; i < ticks.n; i++) {
      const int cells = sn_text_cells(ticks.text[i]);
      most = cells > most ? cells : most;
    }
  }
  return most;
}

/* One dot has the same size in x and y (a character is twice as high as wide). */
static void make_equal(place *p)
{
  const double wide = curve_columns(p), high = p->rows * 2.0;
  const double x = (p->x.hi - p->x.lo) / wide, y = (p->y.hi - p->y.lo) / high, one = fmax(x, y);
  const double x_more = 0.5 * (one * wide - (p->x.hi - p->x.lo)), y_more = 0.5 * (one * high - (p->y.hi - p->y.lo));
  p->x.lo -= x_more;
  p->x.hi += x_more;
  p->y.lo -= y_more;
  p->y.hi += y_more;
}

/* Rows of panels: one column of panels, or for the usual figure a pair in each row after the first. Returns the height. */
static int lay_out(const sn_figure *f, const sn_terminal *t, int width, place *p)
{
  const int pairs = f->usual && width >= 72;
  int gutter[2] = {0, 0}, fixed = f->title[0] ? 2 : 1; /* title; x label */
  for (int i = 0; i < f->n; i++) {
    const int right = pairs && i > 0 && i % 2 == 0;
    p[i] = (place){.panel = &f->panel[i], .x = f->x, .x_factor = f->x_factor, .y = f->panel[i].y};
    p[i].column = right ? width / 2 + 1 : 0;
    p[i].width = !pairs || i == 0 ? width : right ? width - width / 2 - 1 : width / 2 - 1;
    p[i].gutter = gutter_of(p[i].panel);
    gutter[right] = p[i].gutter > gutter[right] ? p[i].gutter : gutter[right];
    p[i].numbers = i == f->n - 1 || (pairs && i >= f->n - 2);
  }
  int weight = 0;
  for (int i = 0; i < f->n; i++) {
    p[i].gutter = gutter[pairs && i > 0 && i % 2 == 0];
    p[i].keys = put_keys(NULL, &p[i]);
  }
  for (int i = 0; i < f->n; i++) {
    if (pairs && i % 2 == 1 && i + 1 < f->n) { /* its neighbour shares the row */
      p[i].keys = p[i + 1].keys = p[i].keys > p[i + 1].keys ? p[i].keys : p[i + 1].keys;
      continue;
    }
    weight += p[i].panel->weight;
    fixed += p[i].keys;
  }
  fixed += 2;
  const int left = t->height > MOST_HEIGHT ? MOST_HEIGHT - fixed : t->height - fixed;
  int row = f->title[0] ? 1 : 0;
  for (int i = 0; i < f->n; i++) {
    const int rows = left * p[i].panel->weight / weight;
    p[i].rows = rows > LEAST_ROWS ? rows : LEAST_ROWS;
    p[i].row = row;
    if (pairs && i % 2 == 1 && i + 1 < f->n) {
      continue;
    }
    row += p[i].keys + p[i].rows;
  }
  return row + 3; /* axis, numbers, x label */
}

sn_status sn_figure_print(const sn_figure *f, const sn_terminal *terminal, sn_arena *arena, FILE *out, sn_error *error)
{
  const int wide = terminal->width > MOST_WIDTH ? MOST_WIDTH : terminal->width;
  const int width = wide < LEAST_WIDTH ? LEAST_WIDTH : wide;
  place *p = SN_NEW(arena, place, f->n);
  if (!p) {
    return sn_no_memory(error, "the plot");
  }
  const int height = lay_out(f, terminal, width, p);
  sn_canvas *c = sn_canvas_new(width, height, terminal->utf8, arena);
  if (!c) {
    return sn_no_memory(error, "the plot");
  }
  (void)sn_canvas_text(c, 0, 0, f->title, -1);
  for (int i = 0; i < f->n; i++) {
    if (f->equal) {
      make_equal(&p[i]);
    }
    put_panel(c, &p[i]);
  }
  (void)sn_canvas_text(c, p[0].gutter + 1 + (curve_columns(&p[0]) - sn_text_cells(f->x_label)) / 2, height - 1,
                       f->x_label, -1);
  sn_canvas_print(c, terminal->colour, out);
  if (fflush(out) != 0 || ferror(out)) {
    return sn_fail(error, SN_EIO, "output", "The plot could not be written.", strerror(errno), "");
  }
  return SN_OK;
}
