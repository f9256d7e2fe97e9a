/* tests/math/test_curve.c -- curves: continuity, natural ends, monotony, tables, errors, use in expressions. */
#include "math/expr.h"
#include "tests/harness.h"

static const double X[] = {0, 0.5, 1.5, 2, 4, 4.25}, Y[] = {1, 2, 2, -1, 0, 3};
enum { N = 6 };

typedef struct {
  sn_arena *arena;
  const sn_expr *e; /* curve(x) */
} bench;

static bench curve(int n, const double *x, const double *y, const char *kind)
{
  bench b = {.arena = sn_arena_new(NULL)};
  const sn_curve *c = NULL;
  sn_error error = {0};
  CHECK_OK(sn_curve_new(b.arena, n, x, y, kind, &c, &error), error);
  sn_expr_builder *builder = sn_expr_begin(b.arena, 1, NULL);
  CHECK_OK(sn_expr_end(builder, sn_expr_curve(builder, c, sn_expr_variable(builder, 0)), &b.e, &error), error);
  return b;
}

static void at(const bench *b, double x, double out[3])
{
  sn_expr_taylor(b->e, &x, 0, out);
}

static void test_spline_is_smooth(void)
{
  bench b = curve(N, X, Y, "spline");
  const double small = 1e-9;
  double v[3], left[3], right[3];
  for (int i = 0; i < N; i++) {
    at(&b, X[i], v);
    CHECK_NEAR(v[0], Y[i], 1e-15);
  }
  for (int i = 1; i < N - 1; i++) { /* value, slope and curvature meet at every inner point */
    at(&b, X[i] - small, left);
    at(&b, X[i] + small, right);
    CHECK_NEAR(left[0], right[0], 1e-7);
    CHECK_NEAR(left[1], right[1], 1e-6);
    CHECK_NEAR(left[2], right[2], 1e-5);
  }
  at(&b, X[0], v);
  CHECK_NEAR(v[2], 0, 1e-12); /* natural ends */
  at(&b, X[N - 1], v);
  CHECK_NEAR(v[2], 0, 1e-10);
  at(&b, X[0] - 1, v);
  CHECK(v[0] == Y[0] && v[1] == 0 && v[2] == 0); /* constant outside */
  at(&b, X[N - 1] + 1e6, v);
  CHECK(v[0] == Y[N - 1] && v[1] == 0 && v[2] == 0);
  at(&b, NAN, v);
  CHECK(isnan(v[0]));
  sn_arena_free(b.arena);
}

static void test_derivatives(void)
{
  static const char *const kinds[] = {"spline", "monotone", "linear"};
  for (int k = 0; k < 3; k++) {
    bench b = curve(N, X, Y, kinds[k]);
    for (double x = 0.03; x < 4.2; x += 0.11) {
      const double h = 1e-5, p = x + h, m = x - h;
      double v[3], g;
      at(&b, x, v);
      CHECK(sn_expr_gradient(b.e, &x, &g) == v[0] && g == v[1]);
      CHECK_NEAR(v[1], (sn_expr_value(b.e, &p) - sn_expr_value(b.e, &m)) / (2 * h), 1e-7);
      double vp[3], vm[3];
      at(&b, p, vp);
      at(&b, m, vm);
      CHECK_NEAR(v[2], (vp[1] - vm[1]) / (2 * h), 1e-5);
    }
    sn_arena_free(b.arena);
  }
}

static void test_natural_spline_of_a_known_curve(void)
{
  /* sin over one period has natural ends; a cubic spline is of order four: halving the spacing divides the error by 16 */
  double error[2] = {0, 0};
  for (int level = 0; level < 2; level++) {
    const int n = level ? 41 : 21;
    double x[41], y[41];
    for (int i = 0; i < n; i++) {
      x[i] = 6.283185307179586 * i / (n - 1);
      y[i] = sin(x[i]);
    }
    bench b = curve(n, x, y, "spline");
    for (double t = 0; t < 6.28; t += 0.01) {
      error[level] = fmax(error[level], fabs(sn_expr_value(b.e, &t) - sin(t)));
    }
    sn_arena_free(b.arena);
  }
  CHECK_BELOW(error[0], 5e-5);
  CHECK(error[0] / error[1] > 14);
}

static void test_straight_lines_stay_straight(void)
{
  static const char *const kinds[] = {"spline", "monotone", "linear"};
  const double x[4] = {-1, 0, 3, 3.5}, y[4] = {-3, -1, 5, 6};
  for (int k = 0; k < 3; k++) {
    for (int n = 2; n <= 4; n++) {
      bench b = curve(n, x, y, kinds[k]);
      for (double t = -1; t <= x[n - 1]; t += 0.25) {
        double v[3];
        at(&b, t, v);
        CHECK_NEAR(v[0], 2 * t - 1, 1e-14);
        CHECK_NEAR(v[1], 2, 1e-13);
        CHECK_NEAR(v[2], 0, 1e-12);
      }
      sn_arena_free(b.arena);
    }
  }
}

static void test_monotone(void)
{
  /* never beyond its points, where a natural spline overshoots */
  bench m = curve(N, X, Y, "monotone"), s = curve(N, X, Y, "spline");
  double most = -9, least = 9, most_spline = -9;
  for (double x = 0; x <= 4.25; x += 0.001) {
    const double v = sn_expr_value(m.e, &x);
    most = fmax(most, v);
    least = fmin(least, v);
    if (x < 2) {
      most_spline = fmax(most_spline, sn_expr_value(s.e, &x));
    }
  }
  CHECK(most <= 3 && least >= -1);
  CHECK(most_spline > 2.1);
  sn_arena_free(m.arena);
  sn_arena_free(s.arena);
}

static void check_refused(int n, const double *x, const double *y, const char *kind, const char *what, const char *fix)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_curve *c = NULL;
  sn_error error = {0};
  CHECK(sn_curve_new(arena, n, x, y, kind, &c, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, what);
  CHECK_TEXT(error.fix, fix);
  CHECK(c == NULL);
  sn_arena_free(arena);
}

static void test_errors(void)
{
  const double falling[3] = {0, 2, 1}, twice[3] = {0, 1, 1}, bad[3] = {0, NAN, 2};
  check_refused(3, falling, Y, "spline", "point 3 has 1 after 2", "Sort");
  check_refused(3, twice, Y, "linear", "must rise", "jump");
  check_refused(3, bad, Y, "spline", "not finite", "");
  check_refused(3, X, bad, "spline", "Point 2", "");
  check_refused(1, X, Y, "spline", "1 point.", "two points");
  check_refused(0, X, Y, "spline", "0 points", "two points");
  check_refused(3, X, Y, "splien", "\"splien\" is not", "did you mean \"spline\"?");
}

static void test_constants_fold(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_curve *c = NULL;
  sn_error error = {0};
  CHECK_OK(sn_curve_new(arena, N, X, Y, "linear", &c, &error), error);
  sn_expr_builder *b = sn_expr_begin(arena, 1, NULL);
  const sn_expr *e[2] = {0};
  double value = 0;
  const int x = sn_expr_variable(b, 0);
  CHECK_OK(sn_expr_end(b, sn_expr_curve(b, c, sn_expr_constant(b, 0.25)), &e[0], &error), error);
  CHECK(sn_expr_is_constant(e[0], &value) && value == 1.5);
  CHECK_OK(sn_expr_end(b, sn_expr_curve(b, c, x), &e[1], &error), error);
  char text[40];
  CHECK(strcmp(sn_expr_print(e[1], text, sizeof text), "curve(x1)") == 0);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_spline_is_smooth);
  RUN(test_derivatives);
  RUN(test_natural_spline_of_a_known_curve);
  RUN(test_straight_lines_stay_straight);
  RUN(test_monotone);
  RUN(test_errors);
  RUN(test_constants_fold);
  return REPORT();
}
