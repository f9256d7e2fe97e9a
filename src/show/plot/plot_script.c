/* show/plot/plot_script.c -- a figure as a gnuplot script and its data.
 * What:    a script that a person can read and change: style first, then one block per panel. The data is a table of
 *          columns; curves with the same x values share their x column.
 * Limits:  texts are in single quotes and terminals are `noenhanced`: names mean nothing to gnuplot. Made for gnuplot 5.
 * Tests:   tests/show/test_plot.c (gnuplot reads it), tests/cli/test_plot_compare.c.
 */
#include <math.h>
#include <string.h>

#include "show/plot/plot_private.h"

/* Pixels. */
enum { WIDTH = 900, LEAST_LEFT = 88, RIGHT = 24, TOP = 16, TITLE = 22, BOTTOM = 64, GAP = 16, KEY_ROW = 21 };
enum { LETTER = 7, DIGIT = 8 };                         /* width of one */
enum { KEY_LETTER = 10, KEY_SAMPLE = 68 };              /* how much gnuplot takes in keys, at most (svg; measured) */
enum { ONE_PANEL = 400, SEVERAL = 165, PER_TICK = 30 }; /* pixels of height: of a panel, of a tick */

/* Okabe and Ito's colours: everybody can distinguish them, also in print. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#000000"};
static const char *const pale[] = {"#8CC4E6", "#F2B48C", "#8CD9BF", "#F5D48C", "#E8C4D8", "#B8DFF5", "#A0A0A0"};
static const char *const dashes[] = {"1", "(9,5)", "(2.5,3.5)", "(11,4,2.5,4)", "(14,4)", "(11,4,2.5,4,2.5,4)"};
enum { N_COLOURS = sizeof colours / sizeof *colours, N_DASHES = sizeof dashes / sizeof *dashes };

static const struct {
  const char *kind, *terminal;
  double scale; /* of a pixel: to the unit of the terminal's size */
} terminals[] = {
    {"svg", "svg size %.0f,%.0f fixed background '#ffffff' font 'Helvetica,Arial,sans-serif,14' noenhanced", 1},
    {"png", "pngcairo size %.0f,%.0f font 'Sans,10' fontscale 2 linewidth 2 noenhanced", 2},
    {"pdf", "pdfcairo size %.2fcm,%.2fcm font 'Helvetica,8' noenhanced", 17.0 / WIDTH}};

/* In single quotes only the quote itself is special. Line ends and the like become blanks. */
static void put_quoted(const char *text, FILE *out)
{
  (void)fputc('\'', out);
  for (; *text; text++) {
    (void)fprintf(out, *text == '\'' ? "''" : "%c", (unsigned char)*text < 0x20 ? ' ' : *text);
  }
  (void)fputc('\'', out);
}

/* "m/s^2" reads better as "m/s²". */
static void put_label(const char *label, FILE *out)
{
  (void)fputc('\'', out);
  for (const char *s = label; *s; s++) {
    if (s[0] == '^' && (s[1] == '2' || s[1] == '3')) {
      (void)fputs(s[1] == '2' ? "\u00b2" : "\u00b3", out);
      s++;
    } else {
      (void)fprintf(out, *s == '\'' ? "''" : "%c", (unsigned char)*s < 0x20 ? ' ' : *s);
    }
  }
  (void)fputc('\'', out);
}

/* ---- columns of the data */

static int same_x(const sn_plot_curve *a, const sn_plot_curve *b)
{
  return a->n == b->n && (a->x == b->x || memcmp(a->x, b->x, (size_t)a->n * sizeof *a->x) == 0);
}

/* One column of the data: the x or the y values of a curve. gnuplot counts columns from 1. */
typedef struct {
  const sn_plot_curve *curve; /* whose */
  int is_x;
} column;

static int list_columns(const sn_figure *f, column *out)
{
  int n = 0;
  for (int i = 0; i < f->n; i++) {
    for (int k = 0; k < f->panel[i].n; k++) {
      const sn_plot_curve *c = &f->panel[i].curve[k];
      int shared = 0;
      for (int j = 0; j < n && !shared; j++) {
        shared = out[j].is_x && same_x(out[j].curve, c);
      }
      if (!shared) {
        out[n++] = (column){c, 1};
      }
      out[n++] = (column){c, 0};
    }
  }
  return n;
}

static int count_curves(const sn_figure *f)
{
  int n = 0;
  for (int i = 0; i < f->n; i++) {
    n += f->panel[i].n;
  }
  return n;
}

static int x_column(const column *c, int n, const sn_plot_curve *of)
{
  int i = 0;
  while (i < n && !(c[i].is_x && same_x(c[i].curve, of))) {
    i++;
  }
  return i + 1;
}

static int y_column(const column *c, int n, const sn_plot_curve *of)
{
  int i = 0;
  while (i < n && (c[i].is_x || c[i].curve != of)) {
    i++;
  }
  return i + 1;
}

/* A field of the head: quotes doubled, and quotes around it if it holds a comma. */
static void put_field(const char *text, FILE *out)
{
  const int quote = strpbrk(text, ",\"\n\r") != NULL;
  (void)fputs(quote ? "\"" : "", out);
  for (; *text; text++) {
    (void)fprintf(out, *text == '"' ? "\"\"" : "%c", (unsigned char)*text < 0x20 ? ' ' : *text);
  }
  (void)fputs(quote ? "\"" : "", out);
}

sn_status sn_script_data(const sn_figure *f, FILE *out, sn_arena *arena, sn_error *error)
{
  column *c = SN_NEW(arena, column, 2 * count_curves(f) + 1);
  if (!c) {
    return sn_no_memory(error, "the data");
  }
  const int n = list_columns(f, c);
  int rows = 0;
  for (int i = 0; i < n; i++) {
    rows = c[i].curve->n > rows ? c[i].curve->n : rows;
    (void)fputs(i ? "," : "", out);
    put_field(c[i].is_x ? f->x_name : c[i].curve->key, out);
  }
  (void)fputc('\n', out);
  for (int row = 0; row < rows; row++) {
    for (int i = 0; i < n; i++) {
      (void)fputs(i ? "," : "", out);
      if (row < c[i].curve->n) {
        const double v = (c[i].is_x ? c[i].curve->x : c[i].curve->y)[row];
        if (isfinite(v)) {
          (void)fprintf(out, "%.12g", v);
        } else {
          (void)fputs("NaN", out);
        }
      }
    }
    (void)fputc('\n', out);
  }
  return SN_OK;
}

/* ---- the page: pixels from the top */

typedef struct {
  int key_columns, key_rows, note, top, bottom;
} box;

/* Left margin: room for the longest number at a y axis, beside the label. */
static int left_of(const sn_figure *f)
{
  int longest = 0;
  for (int i = 0; i < f->n; i++) {
    sn_ticks t;
    sn_ticks_of(&f->panel[i].y, (f->n == 1 ? ONE_PANEL : SEVERAL * f->panel[i].weight) / PER_TICK, &t);
    for (int k = 0; k < t.n; k++) {
      const int n = (int)strlen(t.text[k]);
      longest = n > longest ? n : longest;
    }
  }
  const int left = 54 + longest * DIGIT;
  return left > LEAST_LEFT ? left : LEAST_LEFT;
}

/* Pixels between the left and the right end of the x axis. */
static int width_of(const sn_figure *f)
{
  return WIDTH - RIGHT - left_of(f);
}

/* Height of the only panel such that both axes have the same scale, within reason. */
static int equal_height(const sn_figure *f)
{
  const double w = width_of(f), h = w * (f->panel[0].y.hi - f->panel[0].y.lo) / (f->x.hi - f->x.lo);
  return h < 250 ? 250 : h > 800 ? 800 : (int)h;
}

static int panel_height(const sn_figure *f, int i)
{
  return f->equal ? equal_height(f) : f->n == 1 ? ONE_PANEL : SEVERAL * f->panel[i].weight;
}

/* A label longer than its axis is replaced by its unit; then the key names the curve. */
static const char *y_label(const sn_figure *f, int i)
{
  const char *label = f->panel[i].label, *unit = strrchr(label, '[');
  return (int)strlen(label) * LETTER > panel_height(f, i) + 10 && unit ? unit : label;
}

static int has_key(const sn_figure *f, int i)
{
  const sn_panel *p = &f->panel[i];
  return p->n > 1 || (p->n == 1 && (strcmp(p->curve[0].key, p->curve[0].name) != 0 || y_label(f, i) != p->label));
}

static void measure_key(const sn_figure *f, int i, box *b)
{
  const sn_panel *p = &f->panel[i];
  int longest = 0;
  for (int k = 0; k < p->n; k++) {
    const int n = (int)strlen(p->curve[k].key);
    longest = n > longest ? n : longest;
  }
  const int room = width_of(f), one = longest * KEY_LETTER + KEY_SAMPLE;
  b->key_columns = one < room ? room / one : 1;
  b->key_columns = b->key_columns > p->n ? p->n : b->key_columns;
  b->key_rows = has_key(f, i) ? (p->n + b->key_columns - 1) / b->key_columns : 0;
}

static int lay_out(const sn_figure *f, box *b)
{
  int at = TOP + (f->title[0] ? TITLE : 0);
  for (int i = 0; i < f->n; i++) {
    const sn_panel *p = &f->panel[i];
    measure_key(f, i, &b[i]);
    at += p->note[0] ? KEY_ROW : 0; /* above the keys */
    b[i].note = at - KEY_ROW / 2;
    at += b[i].key_rows > 0 ? b[i].key_rows * KEY_ROW + 4 : 0;
    b[i].top = at;
    at += panel_height(f, i);
    b[i].bottom = at;
    at += GAP;
  }
  return at - GAP + BOTTOM;
}

/* The same number of units per pixel on both axes. */
static void make_equal(const sn_figure *f, const box *b, sn_axis *x, sn_axis *y)
{
  const double w = width_of(f), h = b->bottom - b->top;
  const double one = fmax((x->hi - x->lo) / w, (y->hi - y->lo) / h);
  const double x_more = 0.5 * (one * w - (x->hi - x->lo)), y_more = 0.5 * (one * h - (y->hi - y->lo));
  *x = (sn_axis){x->lo - x_more, x->hi + x_more, 0};
  *y = (sn_axis){y->lo - y_more, y->hi + y_more, 0};
}

/* ---- the script */

/* Several files: the first one wide and pale, the others thin and dashed on top, so that all show where they agree. */
static void put_line_style(const sn_plot_curve *v, int several, FILE *out)
{
  const char *colour = (several && v->file == 0 ? pale : colours)[v->colour % N_COLOURS];
  (void)fprintf(out, "linewidth %s linecolor '%s' dashtype %s", several && v->file == 0 ? "3.4" : "1.4", colour,
                dashes[(v->dash + v->colour / N_COLOURS) % N_DASHES]);
}

static int is_overlay(const sn_panel *p)
{
  for (int k = 0; k < p->n; k++) {
    if (p->curve[k].file != p->curve[0].file) {
      return 1;
    }
  }
  return 0;
}

/* The data are in the units of the result, axes in those that people read. */
static void put_column(int number, double factor, FILE *out)
{
  if (factor == 1) {
    (void)fprintf(out, "%d", number);
  } else {
    (void)fprintf(out, "($%d/%.15g)", number, factor);
  }
}

static void put_panel(const sn_figure *f, int i, const box *b, double height, const column *c, int n, FILE *out)
{
  const sn_panel *p = &f->panel[i];
  sn_axis x = f->x, y = p->y;
  sn_ticks ticks;
  if (f->equal) {
    make_equal(f, b, &x, &y);
  }
  (void)fprintf(out, "\n# ---- panel %d\n", i + 1);
  (void)fprintf(out, "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", 1 - b->top / height,
                1 - b->bottom / height);
  (void)fputs("set label 2 ", out); /* replaces ylabel: in the same column for all panels */
  put_label(y_label(f, i), out);
  (void)fprintf(out, " at screen %.4f, graph 0.5 center rotate\n", 22.0 / WIDTH);
  (void)fprintf(out, "set xrange [%.12g:%.12g]\nset yrange [%.12g:%.12g]\n", x.lo, x.hi, y.lo, y.hi);
  sn_ticks_of(&y, (b->bottom - b->top) / PER_TICK, &ticks);
  (void)fprintf(out, "%sset logscale y\nset ytics %.12g\n", y.log ? "" : "un",
                p->whole && ticks.step < 1 ? 1 : ticks.step);
  if (i + 1 < f->n) {
    (void)fputs("set format x ''\nunset xlabel\n", out);
  } else {
    (void)fputs("set format x '%.10g'\nset xlabel ", out);
    put_label(f->x_label, out);
    (void)fputs(" offset 0,0.3\n", out);
  }
  if (b->key_rows > 0) {
    (void)fprintf(out, "set key at graph 0, graph 1 left bottom horizontal Left reverse maxcols %d\n", b->key_columns);
  } else {
    (void)fputs("unset key\n", out);
  }
  if (p->note[0]) {
    (void)fputs("set label 1 ", out);
    put_quoted(p->note, out);
    (void)fprintf(out, " at graph 1, screen %.5f right textcolor '#606060'\n", 1 - b->note / height);
  } else {
    (void)fputs("unset label 1\n", out);
  }
  (void)fputs("plot", out);
  for (int k = 0; k < p->n; k++) {
    const sn_plot_curve *v = &p->curve[k];
    (void)fprintf(out, "%s \\\n  data skip 1 using ", k ? "," : "");
    put_column(x_column(c, n, v), f->x_factor, out);
    (void)fputc(':', out);
    put_column(y_column(c, n, v), p->factor, out);
    (void)fprintf(out, " with %s ",
                  v->n == 1                            ? "points pointtype 7"
                  : v->as == SN_CURVE_POINTS           ? "points pointtype 7 pointsize 0.5"
                  : f->x.log || v->as != SN_CURVE_LINE ? "linespoints pointtype 7 pointsize 0.4" /* few, far apart */
                                                       : "lines");
    put_line_style(v, is_overlay(p), out);
    (void)fputs(" title ", out);
    put_quoted(v->key, out);
  }
  (void)fputs(p->n > 0 ? "\n" : " NaN notitle\n", out);
}

static void put_style(const sn_figure *f, const char *picture, const char *data, const char *terminal, FILE *out)
{
  (void)fputs("# sinew plot: change what you like, then run gnuplot on this file, in its folder.\n", out);
  (void)fprintf(out, "set terminal %s\n", terminal);
  (void)fputs("if (!exists('picture')) picture = ", out);
  put_quoted(picture, out);
  (void)fputs("\nset output picture\ndata = ", out);
  put_quoted(data, out);
  (void)fputs("\nset encoding utf8\nset datafile separator ','\n"
              "set border 3 linecolor '#404040' linewidth 0.8\n"
              "set tics nomirror out scale 0.6 textcolor '#202020'\n"
              "set grid xtics ytics linetype 1 linecolor '#dddddd' linewidth 0.5\n"
              "set style data lines\n"
              "set format y '%.10g'\nset samples 2\n",
              out);
  (void)fprintf(out, "set lmargin at screen %.5f\nset rmargin at screen %.5f\n", (double)left_of(f) / WIDTH,
                1 - (double)RIGHT / WIDTH);
  if (f->x.log) {
    (void)fputs("set logscale x\n", out);
  }
  (void)fputs("set multiplot", out);
  if (f->title[0]) {
    (void)fputs(" title ", out);
    put_quoted(f->title, out);
  }
  (void)fputc('\n', out);
}

sn_status sn_script_write(const sn_figure *f, const char *picture, const char *kind, const char *data, sn_arena *arena,
                          FILE *out, sn_error *error)
{
  column *c = SN_NEW(arena, column, 2 * count_curves(f) + 1);
  box *b = SN_NEW(arena, box, f->n + 1);
  char terminal[160];
  if (!c || !b) {
    return sn_no_memory(error, "the script");
  }
  const int n = list_columns(f, c), height = lay_out(f, b);
  for (size_t i = 0; i < sizeof terminals / sizeof *terminals; i++) {
    if (strcmp(terminals[i].kind, kind) == 0) {
      (void)snprintf(terminal, sizeof terminal, terminals[i].terminal, WIDTH * terminals[i].scale,
                     height * terminals[i].scale);
    }
  }
  put_style(f, picture, data, terminal, out);
  for (int i = 0; i < f->n; i++) {
    put_panel(f, i, &b[i], height, c, n, out);
  }
  (void)fputs("\nunset multiplot\nset output\n", out);
  return SN_OK;
}
