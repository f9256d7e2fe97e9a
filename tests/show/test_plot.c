/* tests/show/test_plot.c -- figures from results, thinning, axes, the terminal's picture, and pictures through gnuplot. */
#define _POSIX_C_SOURCE 200809L
#include "show/plot/plot.h"

#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"
#include "show/plot/canvas.h"
#include "show/plot/plot_private.h"
#include "show/plot_fixture.h"

static sn_arena *arena;
static sn_error e;

static sn_status figure_of(const char *const *files, int n_files, const char *const *channels, int n,
                           const char *against, int spectrum, sn_figure *f)
{
  const sn_plot_request q = {.n_files = n_files,
                             .file = files,
                             .n_channels = n,
                             .channel = channels,
                             .against = against,
                             .spectrum = spectrum};
  e = (sn_error){0};
  return sn_figure_make(&q, arena, f, &e);
}

static const char *const one[] = {"one.h5"};

static void make_one(int rows)
{
  CHECK_OK(hand_write("one.h5", &(hand_run){.step = 0.1, .amplitude = 1, .rows = rows, .hole = -1}, &e), e);
}

/* ---- figures */

static void test_panels_by_unit(void)
{
  sn_figure f;
  make_one(50);
  CHECK_OK(figure_of(one, 1, (const char *const[]){"tip", "angle", "twice"}, 3, NULL, 0, &f), e);
  CHECK(f.n == 2);
  CHECK(f.panel[0].n == 4 && f.panel[1].n == 1);
  CHECK(strcmp(f.panel[0].unit, "N") == 0 && strcmp(f.panel[1].label, "angle [deg]") == 0);
  CHECK(strcmp(f.panel[0].curve[2].name, "tip_z") == 0 && strcmp(f.panel[0].curve[3].key, "twice") == 0);
  CHECK(f.panel[0].curve[0].colour == 0 && f.panel[0].curve[3].colour == 3);
  CHECK(strcmp(f.x_label, "time [s]") == 0);
  CHECK_NEAR(f.x.hi, 4.9, 1e-12);
  CHECK(f.panel[1].curve[0].n == 50);
  CHECK_NEAR(f.panel[1].curve[0].y[7], sin(7 * 0.1), 0);
  CHECK(f.panel[1].y.lo < -0.98 && f.panel[1].y.hi > 0.99);
  CHECK_OK(figure_of(one, 1, (const char *const[]){"tip", "joints/pivot/reaction_y", "energy/total"}, 3, NULL, 0, &f),
           e);
  CHECK(strcmp(f.panel[0].curve[3].name, "joints/pivot/reaction_y") == 0);
  CHECK_NEAR(f.panel[0].curve[3].y[10], 2, 1e-15);
  CHECK_OK(figure_of(one, 1, (const char *const[]){"tip_x", "tip_y"}, 2, NULL, 0, &f), e);
  CHECK(strcmp(f.panel[0].label, "tip [N]") == 0);
}

static void test_against(void)
{
  sn_figure f;
  CHECK_OK(figure_of(one, 1, (const char *const[]){"tip_z"}, 1, "tip_x", 0, &f), e);
  CHECK(strcmp(f.x_label, "tip_x [N]") == 0 && !f.equal);
  CHECK_NEAR(f.panel[0].curve[0].y[5] / f.panel[0].curve[0].x[5], 3, 1e-14);
  CHECK(figure_of(one, 1, (const char *const[]){"tip_z"}, 1, "tip", 0, &f) == SN_EINPUT);
  CHECK_TEXT(e.fix, "--against tip_x");
  CHECK(figure_of(one, 1, (const char *const[]){"steps/iterations"}, 1, "angle", 0, &f) == SN_EINPUT);
  CHECK_TEXT(e.why, "every step");
  CHECK_OK(figure_of(one, 1, (const char *const[]){"steps/iterations"}, 1, "steps/size", 0, &f), e);
}

static void test_mistakes(void)
{
  sn_figure f;
  CHECK(figure_of(one, 1, (const char *const[]){"tipp"}, 1, NULL, 0, &f) == SN_EINPUT);
  CHECK_TEXT(e.fix, "'tip'");
  CHECK(figure_of(one, 1, (const char *const[]){"joints/pivt/angle"}, 1, NULL, 0, &f) == SN_EINPUT);
  CHECK_TEXT(e.fix, "'joints/pivot/angle'");
  CHECK(figure_of(one, 1, NULL, 0, NULL, 1, &f) == SN_EINPUT);
  CHECK_TEXT(e.what, "No channel");
  CHECK(figure_of(one, 1, (const char *const[]){"tip"}, 1, "angle", 1, &f) == SN_EINPUT);
  CHECK_TEXT(e.what, "exclude");
  CHECK(figure_of((const char *const[]){"none.h5"}, 1, NULL, 0, NULL, 0, &f) == SN_EIO);
  CHECK_TEXT(e.where, "none.h5");
}

static void test_overlay(void)
{
  sn_figure f;
  const char *const two[] = {"one.h5", "two.h5"}, *const again[] = {"one.h5", "./one.h5"};
  CHECK_OK(hand_write("two.h5", &(hand_run){.step = 0.05, .amplitude = 2, .rows = 100, .hole = -1}, &e), e);
  CHECK_OK(figure_of(two, 2, (const char *const[]){"tip_x", "twice", "angle"}, 3, NULL, 0, &f), e);
  const sn_plot_curve *c = f.panel[0].curve;
  CHECK(f.n == 2 && f.panel[0].n == 4 && f.panel[1].n == 2);
  CHECK(strcmp(c[0].key, "one: tip_x") == 0 && strcmp(c[2].key, "two: tip_x") == 0);
  CHECK(c[0].colour == c[2].colour && c[0].dash != c[2].dash); /* a channel keeps its colour */
  CHECK(c[0].colour != c[1].colour && c[0].dash == c[1].dash);
  c = f.panel[1].curve; /* one channel alone: the files have colours */
  CHECK(c[0].colour != c[1].colour && c[0].dash != c[1].dash);
  CHECK_OK(figure_of(again, 2, (const char *const[]){"angle"}, 1, NULL, 0, &f), e);
  CHECK(strcmp(f.panel[0].curve[1].key, "./one.h5: angle") == 0); /* same name: as given */
}

static void test_usual(void)
{
  sn_figure f;
  CHECK_OK(figure_of(one, 1, NULL, 0, NULL, 0, &f), e);
  CHECK(f.n == 4 && f.usual); /* no violation at all: that panel is left out and named */
  CHECK_TEXT(f.title, "fixture");
  CHECK_TEXT(f.title, "zero: constraint violation");
  CHECK(strcmp(f.panel[0].label, "energy since the start [J]") == 0);
  for (int i = 0; i < f.panel[0].n; i++) {
    CHECK(f.panel[0].curve[i].y[0] == 0);
  }
  CHECK_TEXT(f.panel[0].note, "dissipation");
  CHECK(f.panel[1].y.log && f.panel[1].y.lo < 1e-14 && f.panel[1].y.hi > 1e-14);
  for (int i = 0; i < f.panel[1].curve[0].n; i++) {
    CHECK_NEAR(f.panel[1].curve[0].y[i], 1e-14, 1e-28); /* magnitudes; zeros are left out */
  }
  CHECK(f.panel[2].whole && f.panel[2].y.lo == 0);
}

static void test_spectrum(void)
{
  sn_figure f;
  const double frequency = 1 / (2 * 3.14159265358979323846);
  for (int kind = 0; kind < 3; kind++) { /* even rows; uneven rows; a row that is missing */
    const hand_run h = {
        .step = 0.1, .amplitude = 2, .rows = 1257, .hole = kind == 2 ? 300 : -1, .uneven = kind == 1 ? 0.3 : 0};
    CHECK_OK(hand_write("sine.h5", &h, &e), e);
    CHECK_OK(figure_of((const char *const[]){"sine.h5"}, 1, (const char *const[]){"angle"}, 1, NULL, 1, &f), e);
    const sn_plot_curve *c = &f.panel[0].curve[0];
    int best = 0;
    for (int i = 0; i < c->n; i++) {
      best = c->y[i] > c->y[best] ? i : best;
    }
    CHECK_NEAR(c->y[best], 2, 2e-3); /* 20.005 periods: nearly on a line */
    CHECK_NEAR(c->x[best], frequency, 1 / 125.7);
    CHECK((strstr(f.title, "even times") != NULL) == (kind > 0));
    CHECK_TEXT(f.title, "Hann");
    CHECK_TEXT(f.x_label, "[Hz]");
    CHECK(f.x.hi < 1 && f.panel[0].y.lo == 0);
  }
  CHECK_OK(hand_write("short.h5", &(hand_run){.step = 0.1, .amplitude = 1, .rows = 3, .hole = -1}, &e), e);
  CHECK(figure_of((const char *const[]){"short.h5"}, 1, (const char *const[]){"angle"}, 1, NULL, 1, &f) == SN_EINPUT);
  CHECK_TEXT(e.why, "at least 4");
}

/* ---- numbers */

static void test_cubic(void)
{
  const double t[] = {0, 0.3, 1, 1.2, 2, 3.5};
  double y[6], error[2];
  int hint = 0;
  for (int i = 0; i < 6; i++) {
    y[i] = 1 - 2 * t[i] + 3 * t[i] * t[i] - 0.5 * t[i] * t[i] * t[i];
  }
  for (double x = 3.5; x >= 0; x -= 0.07) { /* backwards as well: the hint is only a hint */
    CHECK_NEAR(sn_cubic_at(6, t, y, x, &hint), 1 - 2 * x + 3 * x * x - 0.5 * x * x * x, 1e-13);
  }
  CHECK_NEAR(sn_cubic_at(2, t, y, 0.15, &hint), 0.5 * (y[0] + y[1]), 1e-15);
  CHECK_NEAR(sn_cubic_at(1, t, y, 5, &hint), y[0], 0);
  for (int k = 0; k < 2; k++) { /* order 4 */
    double grid[81], values[81];
    const int n = k ? 81 : 41;
    error[k] = hint = 0;
    for (int i = 0; i < n; i++) {
      grid[i] = 4.0 * i / (n - 1);
      values[i] = sin(grid[i]);
    }
    for (double x = 0.5; x < 3.5; x += 0.013) {
      error[k] = fmax(error[k], fabs(sn_cubic_at(n, grid, values, x, &hint) - sin(x)));
    }
  }
  printf("  order of the interpolation %.2f\n", log2(error[0] / error[1]));
  CHECK_NEAR(log2(error[0] / error[1]), 4, 0.1);
}

static void test_thinning(void)
{
  enum { N = 1000000 };
  double *x = SN_NEW(arena, double, N), *y = SN_NEW(arena, double, N), largest = 0, smallest = 0;
  sn_plot_curve c;
  int gaps = 0, rising = 1;
  for (int i = 0; i < N; i++) {
    x[i] = i * 1e-3;
    y[i] = sin(i * 1e-3);
  }
  y[123456] = 7;
  y[777777] = -5;
  y[500000] = NAN;
  y[500001] = INFINITY;
  CHECK_OK(sn_thin_columns(N, x, y, 1000, arena, &c, &e), e);
  CHECK(c.n <= 5005 && c.n > 2000);
  CHECK(c.x[0] == x[0] && c.x[c.n - 1] == x[N - 1]);
  for (int i = 0; i < c.n; i++) {
    gaps += isnan(c.y[i]);
    rising = rising && (i == 0 || c.x[i] >= c.x[i - 1]);
    largest = fmax(largest, c.y[i]); /* fmax passes over NaN */
    smallest = fmin(smallest, c.y[i]);
  }
  CHECK(gaps == 1 && rising && largest == 7 && smallest == -5);
  CHECK_OK(sn_thin_path(N, y, y, 1000, arena, &c, &e), e);
  CHECK(c.n < N / 2);
  CHECK_OK(sn_thin_columns(3, x, y, 1000, arena, &c, &e), e);
  CHECK(c.n == 3 && c.y[1] == y[1]); /* few rows stay as they are */
}

static void test_axes(void)
{
  sn_ticks t;
  sn_axis a = sn_axis_around(0, 10, 0, 0);
  sn_ticks_of(&a, 6, &t);
  CHECK(t.n == 6 && t.step == 2 && strcmp(t.text[5], "10") == 0 && strcmp(t.text[0], "0") == 0);
  a = sn_axis_around(0.001, 0.0049, 0, 0);
  sn_ticks_of(&a, 5, &t);
  CHECK(t.n == 4 && strcmp(t.text[0], "0.001") == 0);
  a = sn_axis_around(5, 5, 0, 0.05); /* a constant */
  CHECK(a.lo < 5 && a.hi > 5);
  a = sn_axis_around(9.81, 9.81 * (1 + 1e-13), 0, 0.05); /* a constant but for round-off */
  CHECK(a.hi - a.lo > 0.1);
  a = sn_axis_around(0, 0, 0, 0.05);
  CHECK(a.lo == -1 && a.hi == 1);
  a = sn_axis_around(INFINITY, -INFINITY, 0, 0.05); /* nothing at all */
  CHECK(a.lo == -1 && a.hi == 1);
  a = sn_axis_around(3e-16, 2e-9, 1, 0);
  CHECK_NEAR(log10(a.lo), -16, 1e-9);
  CHECK_NEAR(log10(a.hi), -8, 1e-9);
  sn_ticks_of(&a, 5, &t);
  CHECK(t.n >= 3 && t.n <= 5 && strcmp(t.text[t.n - 1], "1e-8") == 0);
  CHECK(isnan(sn_axis_part(&a, 0)));
  a = sn_axis_around(-1.7e308, 1.7e308, 0, 0.05); /* no overflow */
  sn_ticks_of(&a, 5, &t);
  CHECK(isfinite(a.hi - a.lo) && t.n > 0);
}

/* ---- the terminal */

static const char *printed(const sn_canvas *c, int colour)
{
  FILE *f = fopen("canvas.txt", "wb");
  if (f) {
    sn_canvas_print(c, colour, f);
    (void)fclose(f);
  }
  return slurp("canvas.txt");
}

static void test_canvas(void)
{
  const sn_cells all = {0, 0, 3, 2}, right = {1, 0, 2, 2};
  sn_canvas *c = sn_canvas_new(3, 2, 1, arena);
  sn_canvas_line(c, &all, 0, 7, 5, 0, 1, '*'); /* from the lower left to the upper right dot */
  CHECK(strcmp(printed(c, 0), " \u2880\u280e\n\u2870\u2801\n") == 0);
  c = sn_canvas_new(3, 2, 0, arena);
  sn_canvas_line(c, &all, 0, 1, 2, 0, 1, '*');
  CHECK(strcmp(printed(c, 0), "  *\n**\n") == 0);
  CHECK_TEXT(printed(c, 1), "\033[38;5;166m**\033[0m\n");
  c = sn_canvas_new(3, 2, 0, arena);
  sn_canvas_line(c, &right, 0, 1, 2, 1, 0, '*'); /* outside is left out */
  CHECK(strcmp(printed(c, 0), "\n **\n") == 0);
  sn_canvas_line(c, &all, NAN, 1, 2, 1, 0, '*');
  sn_canvas_line(c, &all, -1e300, 1, 2, 1e300, 0, '*');
  CHECK(strcmp(printed(c, 0), "\n **\n") == 0);
  CHECK(sn_canvas_text(c, 0, 0, "a\x1b\xc3\xa9zu", -1) == 5); /* no escape passes; no UTF-8: no foreign letter */
  CHECK(strcmp(printed(c, 0), "a??\n **\n") == 0);
  CHECK(sn_text_cells("\u00e9\xff") == 2);
}

static void test_terminal_picture(void)
{
  const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 1, 0, NAN, 1}, z[] = {1, 1, 1, 1, 1};
  sn_plot_curve curves[] = {{"a", "a", "m", 0, 0, 0, SN_CURVE_LINE, 5, x, y},
                            {"b", "b", "m", 0, 1, 0, SN_CURVE_LINE, 5, x, z}};
  sn_panel panel = {
      .unit = "m", .factor = 1, .label = "a, b [m]", .note = "", .weight = 1, .y = {0, 1, 0}, .n = 2, .curve = curves};
  const sn_figure f = {
      .title = "", .x_name = "t", .x_label = "time [s]", .x_factor = 1, .x = {0, 4, 0}, .n = 1, .panel = &panel};
  FILE *out = fopen("small.txt", "wb");
  CHECK_OK(sn_figure_print(&f, &(sn_terminal){40, 9, 0, 0}, arena, out, &e), e);
  (void)fclose(out);
  CHECK(strcmp(slurp("small.txt"), "     a, b [m]   1 a   2 b\n"
                                   " 1.0+222222222222222222222222222222222 1\n"
                                   "    |      11 11                       2\n"
                                   " 0.5+    11     11\n"
                                   "    |  11         11\n"
                                   "   0+11             11\n"
                                   "    ++---------------+---------------+\n"
                                   "     0               2               4\n"
                                   "                 time [s]\n") == 0);
}

/* Rows that are few, constant or no numbers: drawn all the same. */
static void test_unusual_results(void)
{
  static const sn_terminal terminals[] = {{100, 24, 1, 1}, {1, 1, 0, 0}, {100000, 100000, 1, 0}};
  static const char *const names[] = {"single.h5", "still.h5", "hole.h5", "pair.h5"};
  CHECK_OK(hand_write(names[0], &(hand_run){.step = 0.1, .amplitude = 1, .rows = 1, .hole = -1}, &e), e);
  CHECK_OK(hand_write(names[1], &(hand_run){.step = 0.1, .amplitude = 0, .rows = 30, .hole = -1}, &e), e);
  CHECK_OK(hand_write(names[2], &(hand_run){.step = 0.1, .amplitude = 1e300, .rows = 30, .hole = 29}, &e), e);
  CHECK_OK(hand_write(names[3], &(hand_run){.step = 0.1, .amplitude = 1e-300, .rows = 2, .hole = 0}, &e), e);
  for (int i = 0; i < 4; i++) {
    for (int usual = 0; usual < 2; usual++) {
      sn_figure f;
      CHECK_OK(figure_of(&names[i], 1, (const char *const[]){"angle", "tip"}, usual ? 0 : 2, NULL, 0, &f), e);
      for (int k = 0; k < 3; k++) {
        FILE *out = fopen("unusual.txt", "wb");
        CHECK_OK(sn_figure_print(&f, &terminals[k], arena, out, &e), e);
        (void)fclose(out);
        CHECK_TEXT(slurp("unusual.txt"), "time [s]");
      }
    }
  }
  sn_figure f;
  CHECK_OK(hand_write("empty.h5", &(hand_run){.step = 0.1, .amplitude = 1, .rows = 0, .hole = -1}, &e), e);
  const sn_status status = figure_of((const char *const[]){"empty.h5"}, 1, NULL, 0, NULL, 0, &f);
  CHECK(status == SN_EINPUT || status == SN_EIO); /* nothing was ever written */
}

/* ---- pictures */

static int has_gnuplot(void)
{
  return system("gnuplot --version >/dev/null 2>&1") == 0;
}

/* Every tag is closed in its turn. */
static int is_well_formed(const char *s)
{
  char open[64][32];
  int depth = 0;
  while ((s = strchr(s, '<')) != NULL) {
    const char *end = strchr(s, '>');
    if (!end) {
      return 0;
    }
    const size_t n = strcspn(s + 1, " \t\r\n/>");
    if (s[1] == '/') {
      const size_t m = strcspn(s + 2, " \t\r\n>");
      if (--depth < 0 || strlen(open[depth]) != m || strncmp(open[depth], s + 2, m) != 0) {
        return 0;
      }
    } else if (strncmp(s, "<!--", 4) == 0) {
      end = strstr(s, "-->");
      if (!end) {
        return 0;
      }
    } else if (s[1] != '?' && s[1] != '!' && end[-1] != '/') {
      if (depth >= 64 || n >= 32) {
        return 0;
      }
      (void)snprintf(open[depth++], 32, "%.*s", (int)n, s + 1);
    }
    s = end;
  }
  return depth == 0;
}

static long size_of(const char *file)
{
  struct stat s;
  return stat(file, &s) == 0 ? (long)s.st_size : -1;
}

static void test_svg(void)
{
  static const char *const two[] = {"one.h5", "two.h5"};
  sn_figure f;
  sn_figure_files made;
  make_one(50);
  CHECK_OK(figure_of(two, 2, (const char *const[]){"tip_x", "twice", "angle"}, 3, NULL, 0, &f), e);
  (void)remove("plot.svg");
  CHECK_OK(sn_figure_save(&f, "plot.svg", arena, &made, &e), e);
  CHECK(strcmp(made.script, "plot.gp") == 0 && strcmp(made.data, "plot.gp.csv") == 0);
  CHECK(is_well_formed(slurp("plot.svg")));
  static const char *const texts[] = {"tip_x, twice [N]", "angle [deg]", "one: tip_x",
                                      "two: twice",       "time [s]",    "</svg>"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    CHECK_TEXT(slurp("plot.svg"), texts[i]);
  }
  CHECK_TEXT(slurp("plot.gp.csv"), "t,one: tip_x,one: twice,t,two: tip_x,two: twice,one: angle,two: angle\n");
  CHECK(size_of("plot.svg.part") < 0 && size_of("plot.gp.part") < 0);
  (void)remove("plot.svg"); /* a user runs the script again */
  CHECK(system("gnuplot plot.gp") == 0);
  CHECK(is_well_formed(slurp("plot.svg")));
  CHECK_TEXT(slurp("plot.svg"), "two: twice");
}

/* Names that mean something to gnuplot, to XML or to a shell are only names. */
static void test_hostile_names(void)
{
  static const char name[] = "it's `touch hacked` \"a_b^{c}\" @x <&>";
  const double x[] = {0, 1}, y[] = {2, 3};
  sn_plot_curve curves[] = {{name, name, "m", 0, 0, 0, SN_CURVE_LINE, 2, x, y},
                            {"%d,\n", "%d,\n", "m", 0, 1, 0, SN_CURVE_LINE, 2, x, y}};
  sn_panel panel = {
      .unit = "m", .factor = 1, .label = name, .note = name, .weight = 1, .y = {2, 3, 0}, .n = 2, .curve = curves};
  const sn_figure f = {
      .title = name, .x_name = name, .x_label = name, .x_factor = 1, .x = {0, 1, 0}, .n = 1, .panel = &panel};
  CHECK_OK(sn_figure_save(&f, "it's `x` $y.svg", arena, NULL, &e), e);
  CHECK(is_well_formed(slurp("it's `x` $y.svg")));
  CHECK_TEXT(slurp("it's `x` $y.svg"), "`touch hacked`");
  CHECK(size_of("hacked") < 0);
  CHECK_OK(sn_figure_save(&f, "-e.svg", arena, NULL, &e), e);
  CHECK(size_of("-e.svg") > 1000);
}

static void test_other_pictures(void)
{
  sn_figure f;
  (void)mkdir("pictures", 0777);
  CHECK_OK(figure_of(one, 1, NULL, 0, NULL, 0, &f), e);
  CHECK_OK(sn_figure_save(&f, "pictures/all.PNG", arena, NULL, &e), e);
  CHECK(memcmp(slurp("pictures/all.PNG"), "\x89PNG", 4) == 0);
  CHECK_OK(sn_figure_save(&f, "pictures/all.pdf", arena, NULL, &e), e);
  CHECK(memcmp(slurp("pictures/all.pdf"), "%PDF", 4) == 0);
  static const char *const names[] = {"single.h5", "still.h5", "hole.h5", "pair.h5"};
  for (int i = 0; i < 4; i++) {
    CHECK_OK(figure_of(&names[i], 1, (const char *const[]){"angle", "tip"}, i % 2 ? 0 : 2, NULL, 0, &f), e);
    CHECK_OK(sn_figure_save(&f, "unusual.svg", arena, NULL, &e), e);
    CHECK(is_well_formed(slurp("unusual.svg")));
  }
}

static void test_pictures_that_fail(void)
{
  sn_figure f;
  CHECK_OK(figure_of(one, 1, (const char *const[]){"angle"}, 1, NULL, 0, &f), e);
  static const char *const bad[] = {"plot.jpg", "plot", "plot.", ".svg", "svg", "a.svg/"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK(sn_figure_save(&f, bad[i], arena, NULL, &e) == SN_EINPUT);
    CHECK_TEXT(e.why, ".svg, .png or .pdf");
  }
  CHECK(sn_figure_save(&f, "no_such_folder/a.svg", arena, NULL, &e) == SN_EIO);
  FILE *mine = fopen("mine.gp", "wb");
  (void)fputs("plot sin(x)\n", mine);
  (void)fclose(mine);
  CHECK(sn_figure_save(&f, "mine.svg", arena, NULL, &e) == SN_EIO);
  CHECK_TEXT(e.where, "mine.gp");
  CHECK_TEXT(slurp("mine.gp"), "plot sin(x)");
  /* without gnuplot: says what to install, and an older picture stays */
  const char *path = getenv("PATH");
  char *kept = sn_arena_text(arena, path ? path : "");
  FILE *old = fopen("old.svg", "wb");
  (void)fputs("older", old);
  (void)fclose(old);
  CHECK(setenv("PATH", "/nowhere", 1) == 0);
  CHECK(sn_figure_save(&f, "old.svg", arena, NULL, &e) == SN_EIO);
  CHECK(setenv("PATH", kept, 1) == 0);
  CHECK_TEXT(e.fix, "gnuplot-nox");
  CHECK_TEXT(slurp("old.svg"), "older");
  CHECK(size_of("old.svg.part") < 0);
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_panels_by_unit);
  RUN(test_against);
  RUN(test_mistakes);
  RUN(test_overlay);
  RUN(test_usual);
  RUN(test_spectrum);
  RUN(test_cubic);
  RUN(test_thinning);
  RUN(test_axes);
  RUN(test_canvas);
  RUN(test_terminal_picture);
  RUN(test_unusual_results);
  if (has_gnuplot()) {
    RUN(test_svg);
    RUN(test_hostile_names);
    RUN(test_other_pictures);
  } else {
    printf("gnuplot not found: pictures left out\n");
  }
  RUN(test_pictures_that_fail);
  sn_arena_free(arena);
  return REPORT();
}
