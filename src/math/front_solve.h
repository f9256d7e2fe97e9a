/* math/front_solve.h -- solution with one dense front that front_kernel.h has eliminated; included as that is, with the same names.
 * How:     four rows at a time, each in four sums. Blocks of four unknowns are stored at once: the next ones wait for them, and
 *          processors hand on what is read as it was written.
 */

/* t += four rows times x, n a multiple of four; rows: how many there are */
static inline __attribute__((always_inline)) TARGET void KERNEL(times)(const double *a, ptrdiff_t ld, const double *x,
                                                                       ptrdiff_t n, four *t, const int rows)
{
  for (ptrdiff_t k = 0; k < n; k += 4) {
    const four y = *(const four *)(x + k);
#pragma GCC unroll 4
    for (int i = 0; i < rows; i++) {
      t[i] += *(const four *)(a + i * ld + k) * y;
    }
  }
}

static inline __attribute__((always_inline)) TARGET four KERNEL(sums)(const four *t)
{
  four c[4];
  KERNEL(turn)(t, c);
  return (c[0] + c[1]) + (c[2] + c[3]);
}

/* the last numbers of x, fewer than four, and zeros */
static inline __attribute__((always_inline)) TARGET four KERNEL(rest_of)(const double *x, int n)
{
  return (four){n > 0 ? x[0] : 0, n > 1 ? x[1] : 0, n > 2 ? x[2] : 0, 0};
}

/* unknowns k .. k + rows - 1 by L */
static inline __attribute__((always_inline)) TARGET void KERNEL(down)(const double *l, ptrdiff_t ls, double *x, int k,
                                                                      const int rows)
{
  four t[4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  KERNEL(times)(l, ls, x, k, t, rows);
  const four s = KERNEL(sums)(t), r = (rows == 4 ? *(const four *)(x + k) : KERNEL(rest_of)(x + k, rows)) - s;
  l += k;
  const double x0 = r[0], x1 = rows > 1 ? r[1] - l[ls] * x0 : 0,
               x2 = rows > 2 ? r[2] - l[2 * ls] * x0 - l[2 * ls + 1] * x1 : 0;
  if (rows == 4) {
    const double x3 = r[3] - l[3 * ls] * x0 - l[3 * ls + 1] * x1 - l[3 * ls + 2] * x2;
    *(four *)(x + k) = (four){x0, x1, x2, x3};
    return;
  }
  const double last[3] = {x0, x1, x2};
  for (int i = 0; i < rows; i++) {
    x[k + i] = last[i];
  }
}

/* `fours` of the sum of the columns of L below, in two sums each */
static inline __attribute__((always_inline)) TARGET void
KERNEL(lower_sum)(const double *t, ptrdiff_t ld, const double *x, int p, double *y, const int fours)
{
  four even[2] = {{0, 0, 0, 0}, {0, 0, 0, 0}}, odd[2] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
  int k = 0;
  for (; k + 1 < p; k += 2, t += 2 * ld) {
#pragma GCC unroll 2
    for (int j = 0; j < fours; j++) {
      even[j] += *(const four *)(t + 4 * j) * x[k];
      odd[j] += *(const four *)(t + ld + 4 * j) * x[k + 1];
    }
  }
#pragma GCC unroll 2
  for (int j = 0; j < fours; j++) {
    if (k < p) {
      even[j] += *(const four *)(t + 4 * j) * x[k];
    }
    *(four *)(y + 4 * j) = even[j] + odd[j];
  }
}

static TARGET void KERNEL(forward)(const sn_dense *f, double *x, double *y)
{
  const int p = f->n_pivot, u = f->n_below;
  const ptrdiff_t ls = f->ld_row, ld = f->ld;
  int k = 0, j = 0;
  for (; k < p && f->exchange[p]; k++) {
    const double t = x[k];
    x[k] = x[k + f->exchange[k]];
    x[k + f->exchange[k]] = t;
  }
  for (k = 0; k + 3 < p; k += 4) {
    KERNEL(down)(f->square + k * ls, ls, x, k, 4);
  }
  switch (p - k) {
  case 1:
    KERNEL(down)(f->square + k * ls, ls, x, k, 1);
    break;
  case 2:
    KERNEL(down)(f->square + k * ls, ls, x, k, 2);
    break;
  case 3:
    KERNEL(down)(f->square + k * ls, ls, x, k, 3);
    break;
  default:
    break;
  }
  for (; j + 4 < u; j += 8) {
    KERNEL(lower_sum)(f->below + j, ld, x, p, y + j, 2);
  }
  if (j < u) {
    KERNEL(lower_sum)(f->below + j, ld, x, p, y + j, 1);
  }
}

/* The last unknowns, fewer than four; returns them. */
static inline __attribute__((always_inline)) TARGET four KERNEL(up_last)(const sn_dense *f, double *x, const double *y,
                                                                         int k, const int rows)
{
  const ptrdiff_t ls = f->ld_row;
  const double *a = f->square + k * ls + k;
  four t[4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  KERNEL(times)(f->right + k * ls, ls, y, f->ld, t, rows);
  const four r = KERNEL(rest_of)(x + k, rows) - KERNEL(sums)(t);
  const double x2 = rows > 2 ? r[2] * a[2 * ls + 2] : 0,
               x1 = rows > 1 ? (rows > 2 ? r[1] - a[ls + 2] * x2 : r[1]) * a[ls + 1] : 0;
  double x0 = r[0];
  x0 = rows > 2 ? x0 - a[2] * x2 : x0;
  x0 = (rows > 1 ? x0 - a[1] * x1 : x0) * a[0];
  const double last[3] = {x0, x1, x2};
  for (int i = 0; i < rows; i++) {
    x[k + i] = last[i];
  }
  return (four){x0, x1, x2, 0};
}

static TARGET void KERNEL(backward)(const sn_dense *f, double *x, const double *y)
{
  const int p = f->n_pivot, by_fours = p - p % 4;
  const ptrdiff_t ls = f->ld_row;
  four last = {0, 0, 0, 0};
  switch (p - by_fours) {
  case 1:
    last = KERNEL(up_last)(f, x, y, by_fours, 1);
    break;
  case 2:
    last = KERNEL(up_last)(f, x, y, by_fours, 2);
    break;
  case 3:
    last = KERNEL(up_last)(f, x, y, by_fours, 3);
    break;
  default:
    break;
  }
  for (int k = by_fours - 4; k >= 0; k -= 4) {
    const double *a = f->square + k * ls + k;
    four t[4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    KERNEL(times)(f->right + k * ls, ls, y, f->ld, t, 4);
    if (by_fours < p) {
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++) {
        t[i] += *(const four *)(a + i * ls + by_fours - k) * last;
      }
    }
    KERNEL(times)(a + 4, ls, x + k + 4, by_fours - k - 4, t, 4);
    const four r = *(const four *)(x + k) - KERNEL(sums)(t);
    const double x3 = r[3] * a[3 * ls + 3], x2 = (r[2] - a[2 * ls + 3] * x3) * a[2 * ls + 2],
                 x1 = (r[1] - a[ls + 3] * x3 - a[ls + 2] * x2) * a[ls + 1],
                 x0 = (r[0] - a[3] * x3 - a[2] * x2 - a[1] * x1) * a[0];
    *(four *)(x + k) = (four){x0, x1, x2, x3};
  }
}
