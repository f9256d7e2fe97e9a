/* math/fft.c -- discrete Fourier transform of any length.
 * What:    lengths whose prime factors are small are split (decimation in time, mixed radix); all others go through
 *          Bluestein's convolution with a power of two.
 * Theory:  split, n = p m:  X_{k + q m} = sum_r w_n^{r k} w_p^{r q} Y_r(k), Y_r the transform of x_r, x_{r+p}, ..;
 *          Bluestein, with j k = (j^2 + k^2 - (k - j)^2)/2:  X_k = c_k sum_j (x_j c_j) conj(c_{k-j}),
 *          c_j = exp(-pi i j^2/n), a circular convolution of length >= 2n - 1.
 * Limits:  tables of 2n doubles (splits) or about 16n to 32n (Bluestein); no plans kept: one transform per call.
 * Tests:   tests/math/test_fft.c (direct sums for every n up to 64 and for primes).
 */
#include "math/fft.h"

#include <math.h>
#include <string.h>

enum { LARGEST_RADIX = 31 };

static const double PI = 3.14159265358979323846;

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the Fourier transform");
}

/* w[k] = exp(-2 pi i k/n), each from its own sine and cosine, so that errors do not accumulate. */
static void fill_roots(size_t n, double *w)
{
  for (size_t k = 0; k < n; k++) {
    const double angle = 2 * PI * (double)k / (double)n;
    w[2 * k] = cos(angle);
    w[2 * k + 1] = -sin(angle);
  }
}

static size_t radix_of(size_t n)
{
  static const size_t first[] = {4, 2, 3, 5};
  for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
    if (n % first[i] == 0) {
      return first[i];
    }
  }
  for (size_t p = 7; p <= LARGEST_RADIX; p += 2) {
    if (n % p == 0) {
      return p;
    }
  }
  return 0;
}

static int is_smooth(size_t n)
{
  while (n > 1) {
    const size_t p = radix_of(n);
    if (p == 0) {
      return 0;
    }
    n /= p;
  }
  return 1;
}

size_t sn_fft_good_length(size_t n)
{
  while (n > 1 && !is_smooth(n)) {
    n--;
  }
  return n;
}

/* Combines p transforms of length m that lie one after the other in `out`; w has the roots of the whole length, which is
   p m stride. */
static void join(size_t p, size_t m, size_t stride, const double *w, double *out)
{
  double t[2 * LARGEST_RADIX], root[2 * LARGEST_RADIX];
  for (size_t r = 0; r < p; r++) {
    root[2 * r] = w[2 * (r * m * stride)];
    root[2 * r + 1] = w[2 * (r * m * stride) + 1];
  }
  for (size_t k = 0; k < m; k++) {
    for (size_t r = 0; r < p; r++) {
      const double *y = out + 2 * (r * m + k), *u = w + 2 * (r * k * stride);
      t[2 * r] = y[0] * u[0] - y[1] * u[1];
      t[2 * r + 1] = y[0] * u[1] + y[1] * u[0];
    }
    for (size_t q = 0; q < p; q++) {
      double re = t[0], im = t[1];
      for (size_t r = 1, turn = q; r < p; r++) {
        const double *u = root + 2 * turn;
        re += t[2 * r] * u[0] - t[2 * r + 1] * u[1];
        im += t[2 * r] * u[1] + t[2 * r + 1] * u[0];
        turn = turn + q < p ? turn + q : turn + q - p;
      }
      out[2 * (k + q * m)] = re;
      out[2 * (k + q * m) + 1] = im;
    }
  }
}

static void split(size_t n, size_t stride, const double *x, const double *w, double *out)
{
  if (n == 1) {
    out[0] = x[0];
    out[1] = x[1];
    return;
  }
  const size_t p = radix_of(n), m = n / p;
  for (size_t r = 0; r < p; r++) {
    split(m, stride * p, x + 2 * r * stride, w, out + 2 * r * m);
  }
  join(p, m, stride, w, out);
}

/* a := a b, n complex numbers each */
static void multiply(size_t n, double *a, const double *b)
{
  for (size_t k = 0; k < n; k++) {
    const double re = a[2 * k], im = a[2 * k + 1], u = b[2 * k], v = b[2 * k + 1];
    a[2 * k] = re * u - im * v;
    a[2 * k + 1] = re * v + im * u;
  }
}

static sn_status bluestein(size_t n, const double *x, double *out, sn_arena *arena, sn_error *error)
{
  size_t m = 1;
  while (m < 2 * n - 1) {
    m *= 2;
  }
  double *chirp = SN_NEW(arena, double, 2 * n), *a = SN_NEW(arena, double, 2 * m), *b = SN_NEW(arena, double, 2 * m),
         *c = SN_NEW(arena, double, 2 * m), *w = SN_NEW(arena, double, 2 * m);
  if (!chirp || !a || !b || !c || !w) {
    return no_memory(error);
  }
  fill_roots(m, w);
  for (size_t j = 0, square = 0; j < n; j++) {
    const double angle = PI * (double)square / (double)n; /* j^2 mod 2n: the angle keeps all its digits */
    chirp[2 * j] = cos(angle);
    chirp[2 * j + 1] = -sin(angle);
    square = (square + 2 * j + 1) % (2 * n);
  }
  memcpy(a, x, 2 * n * sizeof *a);
  multiply(n, a, chirp);
  for (size_t j = 0; j < n; j++) {
    const size_t back = j ? m - j : 0;
    b[2 * j] = b[2 * back] = chirp[2 * j];
    b[2 * j + 1] = b[2 * back + 1] = -chirp[2 * j + 1];
  }
  split(m, 1, a, w, c);
  split(m, 1, b, w, a);
  multiply(m, c, a);
  for (size_t k = 0; k < m; k++) {
    c[2 * k + 1] = -c[2 * k + 1]; /* the inverse transform is the conjugate of the transform of the conjugate */
  }
  split(m, 1, c, w, a);
  for (size_t k = 0; k < n; k++) {
    out[2 * k] = a[2 * k] / (double)m;
    out[2 * k + 1] = -a[2 * k + 1] / (double)m;
  }
  multiply(n, out, chirp);
  return SN_OK;
}

sn_status sn_fft(size_t n, const double *x, double *out, sn_arena *arena, sn_error *error)
{
  const sn_arena_mark mark = sn_arena_here(arena);
  sn_status status = SN_OK;
  if (n == 0) {
    return SN_OK;
  }
  if (is_smooth(n)) {
    double *w = SN_NEW(arena, double, 2 * n);
    if (w) {
      fill_roots(n, w);
      split(n, 1, x, w, out);
    } else {
      status = no_memory(error);
    }
  } else {
    status = bluestein(n, x, out, arena, error);
  }
  sn_arena_reset(arena, mark);
  return status;
}

sn_status sn_spectrum(size_t n, const double *x, double step, double *frequency, double *amplitude, sn_arena *arena,
                      sn_error *error)
{
  const sn_arena_mark mark = sn_arena_here(arena);
  double *in = SN_NEW(arena, double, 2 * n), *out = SN_NEW(arena, double, 2 * n), mean = 0, window = 0;
  if (!in || !out) {
    sn_arena_reset(arena, mark);
    return no_memory(error);
  }
  for (size_t j = 0; j < n; j++) {
    mean += x[j] / (double)n;
  }
  for (size_t j = 0; j < n; j++) {
    const double hann = 0.5 - 0.5 * cos(2 * PI * ((double)j + 0.5) / (double)n); /* never all zero, even for n = 2 */
    in[2 * j] = (x[j] - mean) * hann;
    window += hann;
  }
  const sn_status status = sn_fft(n, in, out, arena, error);
  for (size_t k = 0; status == SN_OK && k <= n / 2; k++) {
    const double both = k == 0 || 2 * k == n ? 1 : 2; /* 0 and the highest frequency have no conjugate */
    frequency[k] = (double)k / ((double)n * step);
    amplitude[k] = both * hypot(out[2 * k], out[2 * k + 1]) / window;
  }
  sn_arena_reset(arena, mark);
  return status;
}
