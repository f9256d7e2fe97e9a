/* tests/math/test_fft.c -- the transform against direct sums, its laws, and amplitudes of known signals. */
#include "math/fft.h"

#include <stdlib.h>

#include "../harness.h"

static const double PI = 3.14159265358979323846;

/* Numbers without a pattern, in [-1, 1). */
static double noise(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

/* Largest difference from the direct sum, over the largest number possible. */
static double against_sum(size_t n)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  double *x = SN_NEW(arena, double, 2 * n), *y = SN_NEW(arena, double, 2 * n), worst = 0;
  unsigned seed = (unsigned)n;
  for (size_t j = 0; j < 2 * n; j++) {
    x[j] = noise(&seed);
  }
  CHECK_OK(sn_fft(n, x, y, arena, &e), e);
  for (size_t k = 0; k < n; k++) {
    double re = 0, im = 0;
    for (size_t j = 0; j < n; j++) {
      const double a = -2 * PI * (double)(j * k % n) / (double)n;
      re += x[2 * j] * cos(a) - x[2 * j + 1] * sin(a);
      im += x[2 * j] * sin(a) + x[2 * j + 1] * cos(a);
    }
    worst = fmax(worst, hypot(re - y[2 * k], im - y[2 * k + 1]));
  }
  sn_arena_free(arena);
  return worst / sqrt((double)n);
}

static void test_direct_sums(void)
{
  static const size_t more[] = {67,  97,  101, 127, 128, 210,  211,  243,    343,
                                509, 512, 625, 961, 997, 1000, 1009, 2 * 509};
  double worst = 0;
  for (size_t n = 1; n <= 64; n++) {
    worst = fmax(worst, against_sum(n));
  }
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    worst = fmax(worst, against_sum(more[i]));
  }
  printf("  largest difference from direct sums %.2g\n", worst);
  CHECK_BELOW(worst, 2e-14);
}

/* sum |x|^2 = sum |X|^2 / n, for lengths of both ways through the code. */
static void test_parseval(void)
{
  static const size_t lengths[] = {65536, 65537, 100000, 99991};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    const size_t n = lengths[i];
    double *x = SN_NEW(arena, double, 2 * n), *y = SN_NEW(arena, double, 2 * n), before = 0, after = 0;
    unsigned seed = 7;
    for (size_t j = 0; j < n; j++) {
      x[2 * j] = noise(&seed);
      before += x[2 * j] * x[2 * j];
    }
    CHECK_OK(sn_fft(n, x, y, arena, &e), e);
    for (size_t k = 0; k < 2 * n; k++) {
      after += y[k] * y[k] / (double)n;
    }
    CHECK_NEAR(after / before, 1, 1e-12);
    sn_arena_free(arena);
  }
}

/* A sine on a line of the grid shows its amplitude there, half of it on both sides (Hann), nothing elsewhere. */
static void test_amplitude(void)
{
  static const size_t lengths[] = {64, 100, 101, 1000, 997};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    const size_t n = lengths[i], line = 10;
    const double step = 0.02;
    double *x = SN_NEW(arena, double, n), *f = SN_NEW(arena, double, n), *a = SN_NEW(arena, double, n);
    for (size_t j = 0; j < n; j++) {
      x[j] = 5 + 3 * sin(2 * PI * (double)(line * j) / (double)n + 0.4);
    }
    CHECK_OK(sn_spectrum(n, x, step, f, a, arena, &e), e);
    CHECK_NEAR(f[line], (double)line / ((double)n * step), 1e-12);
    CHECK_NEAR(a[line], 3, 1e-12);
    CHECK_NEAR(a[line - 1], 1.5, 1e-12);
    CHECK_NEAR(a[line + 1], 1.5, 1e-12);
    CHECK_NEAR(a[0], 0, 1e-12); /* the mean is taken away */
    for (size_t k = 0; k <= n / 2; k++) {
      CHECK(k + 2 > line && k < line + 2 ? 1 : a[k] < 1e-12);
    }
    sn_arena_free(arena);
  }
}

/* Between two lines the peak is lower by the known loss of the window: 1.42 dB at most. */
static void test_between_lines(void)
{
  enum { N = 400 };
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  double x[N], f[N], a[N], largest = 0;
  for (int j = 0; j < N; j++) {
    x[j] = sin(2 * PI * 20.5 * j / N);
  }
  CHECK_OK(sn_spectrum(N, x, 0.01, f, a, arena, &e), e);
  for (int k = 0; k <= N / 2; k++) {
    largest = fmax(largest, a[k]);
  }
  CHECK_NEAR(largest, 8 / (3 * PI), 2e-3); /* Hann at half a line: (4/3)(2/pi) */
  sn_arena_free(arena);
}

static void test_good_lengths(void)
{
  CHECK(sn_fft_good_length(1) == 1 && sn_fft_good_length(64) == 64 && sn_fft_good_length(37) == 36);
  for (size_t n = 100000; n < 10000000; n = n * 3 / 2 + 1) {
    const size_t good = sn_fft_good_length(n);
    CHECK(good <= n && (double)good > 0.999 * (double)n);
  }
}

static void test_shortest(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  double f[3], a[3];
  CHECK_OK(sn_spectrum(2, (const double[]){1, -1}, 0.5, f, a, arena, &e), e);
  CHECK_NEAR(f[1], 1, 0);
  CHECK(isfinite(a[0]) && isfinite(a[1]));
  CHECK_OK(sn_spectrum(3, (const double[]){4, 4, 4}, 0.5, f, a, arena, &e), e);
  CHECK_NEAR(a[0], 0, 0);
  CHECK_NEAR(a[1], 0, 0);
  sn_arena_free(arena);
}

static void *refuse(void *data, size_t size)
{
  int *left = data;
  (void)size;
  return (*left)-- > 0 ? malloc(size) : NULL;
}
static void give_back(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_no_memory(void)
{
  static double x[2 * 300007], y[2 * 300007];
  int left = 1;
  sn_error e = {0};
  sn_arena *arena = sn_arena_new(&(sn_allocator){refuse, give_back, &left});
  CHECK(arena != NULL);
  CHECK(sn_fft(300007, x, y, arena, &e) == SN_ENOMEM);
  CHECK(sn_fft(262144, x, y, arena, &e) == SN_ENOMEM);
  CHECK(sn_spectrum(300007, x, 1, y, y, arena, &e) == SN_ENOMEM);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_direct_sums);
  RUN(test_parseval);
  RUN(test_amplitude);
  RUN(test_between_lines);
  RUN(test_good_lengths);
  RUN(test_shortest);
  RUN(test_no_memory);
  return REPORT();
}
