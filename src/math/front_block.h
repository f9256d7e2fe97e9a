/* math/front_block.h -- pivots of a dense front, four at a time, while all of them are good; included once for each instruction set
 *          (front_dense.c), before front_kernel.h, which takes over where one is weak.
 * Needs:   as front_kernel.h; BLOCK_FOURS: vectors in a row of four rows that fit registers.
 * Theory:  left-looking: rows and columns of four pivots hear of all pivots before them at once, in registers, and are then
 *          finished by their own square. Small fronts, of which chains have one per body, so cost little more than their operations.
 * Bits:    the terms of every number come in the order of the pivots, as in front_kernel.h: the same bits.
 */

/* x -= sum over n pivots of s v, rows x 4 `fours` from d on; then these are made rows of U or columns of L by their square a (4 x 4,
   with inverse pivots). */
static inline __attribute__((always_inline)) TARGET void KERNEL(part)(double *d, ptrdiff_t ld, const double *s,
                                                                      ptrdiff_t s_k, ptrdiff_t s_i, const double *v,
                                                                      int n, const double *a, const int rows,
                                                                      const int fours, const int of_lower)
{
  four x[4][BLOCK_FOURS];
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
#pragma GCC unroll 4
    for (int j = 0; j < fours; j++) {
      x[i][j] = *(const four *)(d + i * ld + 4 * j);
    }
  }
  for (int k = 0; k < n; k++, s += s_k, v += ld) {
#pragma GCC unroll 4
    for (int i = 0; i < rows; i++) {
      const double f = s[i * s_i];
      const four g = {f, f, f, f};
#pragma GCC unroll 4
      for (int j = 0; j < fours; j++) {
        x[i][j] -= g * *(const four *)(v + 4 * j);
      }
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
#pragma GCC unroll 4
    for (int j = 0; j < fours; j++) {
#pragma GCC unroll 4
      for (int q = 0; q < i; q++) {
        x[i][j] -= (of_lower ? a[4 * q + i] : a[4 * i + q]) * x[q][j];
      }
      if (of_lower) {
        x[i][j] *= a[5 * i];
      }
      *(four *)(d + i * ld + 4 * j) = x[i][j];
    }
  }
}

/* the same for `columns`, which may be any number */
static inline __attribute__((always_inline)) TARGET void KERNEL(parts)(double *d, ptrdiff_t ld, const double *s,
                                                                       ptrdiff_t s_k, ptrdiff_t s_i, const double *v,
                                                                       int n, const double *a, int columns,
                                                                       const int rows, const int of_lower)
{
  int left = (columns + 3) / 4;
  for (; left >= BLOCK_FOURS; left -= BLOCK_FOURS, d += 4 * BLOCK_FOURS, v += 4 * BLOCK_FOURS) {
    KERNEL(part)(d, ld, s, s_k, s_i, v, n, a, rows, BLOCK_FOURS, of_lower);
  }
  for (; left > 0; left--, d += 4, v += 4) {
    KERNEL(part)(d, ld, s, s_k, s_i, v, n, a, rows, 1, of_lower);
  }
}

/* four rows of four numbers become four columns */
static inline __attribute__((always_inline)) TARGET void KERNEL(turn)(const four a[4], four out[4])
{
  const four p = __builtin_shufflevector(a[0], a[1], 0, 4, 2, 6), q = __builtin_shufflevector(a[0], a[1], 1, 5, 3, 7);
  const four r = __builtin_shufflevector(a[2], a[3], 0, 4, 2, 6), s = __builtin_shufflevector(a[2], a[3], 1, 5, 3, 7);
  out[0] = __builtin_shufflevector(p, r, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(q, s, 0, 1, 4, 5);
  out[2] = __builtin_shufflevector(p, r, 2, 3, 6, 7);
  out[3] = __builtin_shufflevector(q, s, 2, 3, 6, 7);
}

/* The same for four columns of L inside of the square, `rows` rows from r on: s of each in front of it, n numbers. */
static TARGET void KERNEL(columns)(double *r, ptrdiff_t ld, const double *v, int n, const double *a, int rows)
{
  for (; rows > 3; rows -= 4, r += 4 * ld) {
    four x[4], t[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
      x[i] = *(const four *)(r + i * ld);
    }
    for (int k = 0; k < n; k++) {
      const four y = *(const four *)(v + k * ld);
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++) {
        x[i] -= r[i * ld + k - n] * y;
      }
    }
    KERNEL(turn)(x, t);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
      for (int q = 0; q < i; q++) {
        t[i] -= a[4 * q + i] * t[q];
      }
      t[i] *= a[5 * i];
    }
    KERNEL(turn)(t, x);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
      *(four *)(r + i * ld) = x[i];
    }
  }
  for (; rows > 0; rows--, r += ld) {
    four x = *(const four *)r;
    for (int k = 0; k < n; k++) {
      x -= r[k - n] * *(const four *)(v + k * ld);
    }
    const double x0 = x[0] * a[0], x1 = (x[1] - a[1] * x0) * a[5], x2 = (x[2] - a[2] * x0 - a[6] * x1) * a[10];
    r[0] = x0;
    r[1] = x1;
    r[2] = x2;
    r[3] = (x[3] - a[3] * x0 - a[7] * x1 - a[11] * x2) * a[15];
  }
}

/* The square a of n <= 4 pivots (a constant where it is four); made: what they were made of inside of the front so far. */
static inline __attribute__((always_inline)) TARGET int KERNEL(small_square)(double *a, ptrdiff_t ld, const int n,
                                                                             double least, const double *size,
                                                                             double *made, int pivot, sn_weakest *w)
{
#pragma GCC unroll 4
  for (int q = 0; q < n; q++) {
    const double x = a[q * ld + q], terms = size[q] + made[q], inverse = 1 / x;
    if (least > 0 && !(fabs(x) > least * terms)) {
      return q;
    }
    if (!(fabs(x) >= w->ratio * terms) || !(fabs(x) > 0)) {
      const double ratio = fabs(x) / terms;
      w->ratio = ratio > 0 ? ratio : 0;
      w->at = pivot + q;
      w->pivot = fabs(x);
      if (!(ratio > 0)) {
        return q;
      }
    }
    a[q * ld + q] = inverse;
#pragma GCC unroll 4
    for (int i = q + 1; i < n; i++) {
      const double l = a[i * ld + q] *= inverse;
#pragma GCC unroll 4
      for (int j = q + 1; j < n; j++) {
        a[i * ld + j] -= l * a[q * ld + j];
      }
      made[i] += fabs(l * a[q * ld + i]);
    }
  }
  return n;
}

/* what pivots k .. k + n - 1 were made of by the first ones of the front, up to `end` */
static inline __attribute__((always_inline)) TARGET four KERNEL(made_inside)(const sn_dense *f, int k, const int n,
                                                                             int end)
{
  const ptrdiff_t ld = f->ld_row;
  const double *l = f->square + k * ld, *v = f->square + k;
  four m = {0, 0, 0, 0};
  for (int q = 0; q < end; q++, v += ld) {
    const four x =
        (four){l[q], n > 1 ? l[ld + q] : 0, n > 2 ? l[2 * ld + q] : 0, n > 3 ? l[3 * ld + q] : 0} * *(const four *)v;
    m += (four)((bits)x & without_sign);
  }
  return m;
}

/* Pivots k .. k + rows - 1, of a block from pivot `from` on. 0: one of them is weak, and nothing has been changed. */
static inline __attribute__((always_inline)) TARGET int KERNEL(block)(const sn_dense *f, int from, int k,
                                                                      const double *size, sn_weakest *w, const int rows)
{
  const ptrdiff_t ls = f->ld_row, ld = f->ld;
  const int p = f->n_pivot, u = f->n_below, next = k + rows, n = k - from;
  four x[4] = {{0}}, m = KERNEL(made_inside)(f, k, rows, from);
  double *l = f->square + k * ls, *v = f->square + from * ls, a[16], made[4];
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
    x[i] = *(const four *)(l + i * ls + k);
  }
  for (int q = 0; q < n; q++) {
    const four y = *(const four *)(v + q * ls + k);
    four t[4] = {{0}};
#pragma GCC unroll 4
    for (int i = 0; i < rows; i++) {
      t[i] = l[i * ls + from + q] * y;
      x[i] -= t[i];
    }
    const four low = __builtin_shufflevector(t[0], t[1], 0, 5, 2, 7),
               high = __builtin_shufflevector(t[2], t[3], 0, 5, 2, 7);
    m += (four)((bits)__builtin_shufflevector(low, high, 0, 1, 6, 7) & without_sign);
  }
  *(four *)made = m;
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
    *(four *)(a + 4 * i) = x[i];
  }
  if (KERNEL(small_square)(a, 4, rows, least_ratio, size + k, made, f->pivot + k, w) < rows) {
    return 0;
  }
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
    *(four *)(l + i * ls + k) = *(const four *)(a + 4 * i);
  }
  const ptrdiff_t behind = rows == 4 ? next : f->right - f->square; /* less than four are the last of the square */
  KERNEL(parts)
  (l + behind, ls, l + from, 1, ls, v + behind, n, a, (int)(f->right - f->square - behind) + u, rows, 0);
  KERNEL(parts)(f->below + k * ld, ld, v + k, ls, 1, f->below + from * ld, n, a, u, rows, 1);
  if (rows == 4) {
    KERNEL(columns)(f->square + next * ls + k, ls, v + k, n, a, p - next);
  }
  return 1;
}

static TARGET int KERNEL(four_pivots)(const sn_dense *f, int from, int k, const double *size, sn_weakest *w)
{
  return KERNEL(block)(f, from, k, size, w, 4);
}

/* one to three, the last of the front */
static TARGET int KERNEL(last_pivots)(const sn_dense *f, int from, int k, const double *size, sn_weakest *w)
{
  switch (f->n_pivot - k) {
  case 1:
    return KERNEL(block)(f, from, k, size, w, 1);
  case 2:
    return KERNEL(block)(f, from, k, size, w, 2);
  default:
    return KERNEL(block)(f, from, k, size, w, 3);
  }
}

/* Pivots from .. end - 1, as long as they are good; returns the first that has not been eliminated, a multiple of four from `from` on,
   or end. Those behind it have heard of none of these, but are divided where they are entries of L. */
static TARGET int KERNEL(good_pivots)(const sn_dense *f, int from, int end, const double *size, sn_weakest *w)
{
  int k = from;
  while (k + 3 < end && KERNEL(four_pivots)(f, from, k, size, w)) {
    k += 4;
  }
  SN_ASSERT(k + 3 < end || end == f->n_pivot || k == end);
  return k + 3 >= end && k < end && KERNEL(last_pivots)(f, from, k, size, w) ? end : k;
}
