/* math/front_kernel.h -- elimination of one dense front; included once for each instruction set (front_dense.c), as is
 *          front_solve.h.
 * Needs:   KERNEL(name): the function's name for this set; TARGET: its attribute; TILE_ROWS: what fits registers.
 * Layout:  front.h. Leading dimensions are multiples of four; numbers beyond the last column are never read by others.
 * Bits:    every number is a sum whose terms come in the order of the pivots, whatever the tile: the same bits for all sets.
 */

/* d[i][j] -= sum over k of s[k][i] v[k][j], for `rows` x 4 `fours`, in registers */
static inline __attribute__((always_inline)) TARGET void KERNEL(tile)(double *d, ptrdiff_t ld, const double *s,
                                                                      ptrdiff_t s_k, ptrdiff_t s_i, const double *v,
                                                                      ptrdiff_t ldv, int n, const int rows,
                                                                      const int fours)
{
  four x[TILE_ROWS][MOST_FOURS];
#pragma GCC unroll 8
  for (int i = 0; i < rows; i++) {
#pragma GCC unroll 8
    for (int j = 0; j < fours; j++) {
      x[i][j] = *(const four *)(d + i * ld + 4 * j);
    }
  }
  for (int k = 0; k < n; k++) {
    four y[MOST_FOURS];
#pragma GCC unroll 8
    for (int j = 0; j < fours; j++) {
      y[j] = *(const four *)(v + 4 * j);
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++) {
      const double f = s[i * s_i];
      const four g = {f, f, f, f};
#pragma GCC unroll 8
      for (int j = 0; j < fours; j++) {
        x[i][j] -= g * y[j];
      }
    }
    s += s_k;
    v += ldv;
  }
#pragma GCC unroll 8
  for (int i = 0; i < rows; i++) {
#pragma GCC unroll 8
    for (int j = 0; j < fours; j++) {
      *(four *)(d + i * ld + 4 * j) = x[i][j];
    }
  }
}

/* all rows of a strip of `fours`; s_tile: from the scalars of one tile to those of the next */
static inline __attribute__((always_inline)) TARGET void KERNEL(strip)(double *d, ptrdiff_t ld, const double *s,
                                                                       ptrdiff_t s_k, ptrdiff_t s_i, ptrdiff_t s_tile,
                                                                       const double *v, ptrdiff_t ldv, int n, int rows,
                                                                       const int fours)
{
  for (; rows >= TILE_ROWS; rows -= TILE_ROWS) {
    KERNEL(tile)(d, ld, s, s_k, s_i, v, ldv, n, TILE_ROWS, fours);
    d += TILE_ROWS * ld;
    s += s_tile;
  }
  for (; TILE_ROWS > 2 && rows >= 2; rows -= 2) {
    KERNEL(tile)(d, ld, s, s_k, s_i, v, ldv, n, TILE_ROWS / 2, fours);
    d += 2 * ld;
    s += 2 * s_i;
  }
  for (; rows > 0; rows--) {
    KERNEL(tile)(d, ld, s, s_k, s_i, v, ldv, n, 1, fours);
    d += ld;
    s += s_i;
  }
}

/* What several tiles read is put side by side first: else every pivot is on a page of its own, and all of it comes from far away
   again for each strip. */
static TARGET void KERNEL(pack_scalars)(const double *s, ptrdiff_t s_k, ptrdiff_t s_i, int n, int rows, double *to)
{
  for (; rows > 0; rows -= TILE_ROWS, s += TILE_ROWS * s_i, to += TILE_ROWS * n) {
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < TILE_ROWS && i < rows; i++) {
        to[k * TILE_ROWS + i] = s[k * s_k + i * s_i];
      }
    }
  }
}

/* One block of pivots and one of rows. diagonal: the column in which the first row has its diagonal; what is left of the diagonal need
   not be right. ALL_COLUMNS: all of it must. */
static inline __attribute__((always_inline)) TARGET void
KERNEL(some_of_panel)(double *d, ptrdiff_t ld, const double *s, ptrdiff_t s_k, ptrdiff_t s_i, const double *v,
                      ptrdiff_t ldv, int n, int rows, int columns, const int diagonal)
{
  double packed[DEEP * 4 * MOST_FOURS], scalars[DEEP * PANEL];
  const int large = rows > 8 * TILE_ROWS && n > 8;
  ptrdiff_t s_tile = TILE_ROWS * s_i;
  if (large) {
    KERNEL(pack_scalars)(s, s_k, s_i, n, rows, scalars);
    s = scalars;
    s_k = TILE_ROWS;
    s_i = 1;
    s_tile = (ptrdiff_t)TILE_ROWS * n;
  }
  const int first = diagonal > 0 ? diagonal / 4 * 4 : 0;
  for (int j = first, left = (columns - first + 3) / 4; left > 0;) {
    const int fours = left >= 3 && left != 4 ? 3 : left >= 2 ? 2 : 1;
    const int above = j + 4 * fours - diagonal + 3, some = diagonal < 0 || above > rows ? rows : above / 4 * 4;
    const double *w = v + j;
    ptrdiff_t ldw = ldv;
    if (large) {
      for (int k = 0; k < n; k++) {
        memcpy(packed + 4 * fours * k, v + k * ldv + j, sizeof(double) * 4 * (size_t)fours);
      }
      w = packed;
      ldw = 4 * fours;
    }
    if (fours == 3) {
      KERNEL(strip)(d + j, ld, s, s_k, s_i, s_tile, w, ldw, n, some, 3);
    } else if (fours == 2) {
      KERNEL(strip)(d + j, ld, s, s_k, s_i, s_tile, w, ldw, n, some, 2);
    } else {
      KERNEL(strip)(d + j, ld, s, s_k, s_i, s_tile, w, ldw, n, some, 1);
    }
    j += 4 * fours;
    left -= fours;
  }
}

/* Apart from those that call them: their stack is large, and small fronts seldom need them. */
static __attribute__((noinline)) TARGET void KERNEL(panel)(double *d, ptrdiff_t ld, const double *s, ptrdiff_t s_k,
                                                           ptrdiff_t s_i, const double *v, ptrdiff_t ldv, int n,
                                                           int rows, int columns)
{
  KERNEL(some_of_panel)(d, ld, s, s_k, s_i, v, ldv, n, rows, columns, ALL_COLUMNS);
}

static __attribute__((noinline)) TARGET void KERNEL(panel_above)(double *d, ptrdiff_t ld, const double *s,
                                                                 const double *v, ptrdiff_t ldv, int n, int rows,
                                                                 int columns, int diagonal)
{
  KERNEL(some_of_panel)(d, ld, s, ldv, 1, v, ldv, n, rows, columns, diagonal);
}

static TARGET void KERNEL(update)(double *d, ptrdiff_t ld, const double *s, ptrdiff_t s_k, ptrdiff_t s_i,
                                  const double *v, ptrdiff_t ldv, int n, int rows, int columns)
{
  for (; n > 0 && rows > 0 && columns > 0; n -= DEEP, s += DEEP * s_k, v += DEEP * ldv) {
    for (int i = 0; i < rows; i += PANEL) {
      KERNEL(panel)
      (d + i * ld, ld, s + i * s_i, s_k, s_i, v, ldv, n < DEEP ? n : DEEP, rows - i < PANEL ? rows - i : PANEL,
       columns);
    }
  }
}

/* rows k .. k + n - 1 of U right of their square: l is its first row, with the factors of L below the diagonal */
static TARGET void KERNEL(lower)(const double *l, ptrdiff_t ldl, double *r, ptrdiff_t ld, int n, int columns)
{
  if (n < 4) {
    for (int i = 1; i < n; i++) {
      for (int q = 0; q < i; q++) {
        for (int j = 0; j < columns; j++) {
          r[i * ld + j] -= l[i * ldl + q] * r[q * ld + j];
        }
      }
    }
    return;
  }
  const double a = l[ldl], b0 = l[2 * ldl], b1 = l[2 * ldl + 1], c0 = l[3 * ldl], c1 = l[3 * ldl + 1],
               c2 = l[3 * ldl + 2];
  for (int j = 0; j < columns; j += 4) {
    const four x = *(const four *)(r + j);
    four y = *(const four *)(r + ld + j), z = *(const four *)(r + 2 * ld + j), w = *(const four *)(r + 3 * ld + j);
    y -= a * x;
    z -= b0 * x;
    z -= b1 * y;
    w -= c0 * x;
    w -= c1 * y;
    w -= c2 * z;
    *(four *)(r + ld + j) = y;
    *(four *)(r + 2 * ld + j) = z;
    *(four *)(r + 3 * ld + j) = w;
  }
}

/* columns k .. k + n - 1 of L below their square, kept as rows; u: the square, with inverse pivots */
static TARGET void KERNEL(upper)(const double *u, ptrdiff_t ldu, double *t, ptrdiff_t ld, int n, int columns)
{
  if (n < 4) {
    for (int i = 0; i < n; i++) {
      for (int q = 0; q < i; q++) {
        for (int j = 0; j < columns; j++) {
          t[i * ld + j] -= u[q * ldu + i] * t[q * ld + j];
        }
      }
      for (int j = 0; j < columns; j++) {
        t[i * ld + j] *= u[i * ldu + i];
      }
    }
    return;
  }
  const double a = u[1], b0 = u[2], b1 = u[ldu + 2], c0 = u[3], c1 = u[ldu + 3], c2 = u[2 * ldu + 3];
  const double p0 = u[0], p1 = u[ldu + 1], p2 = u[2 * ldu + 2], p3 = u[3 * ldu + 3];
  for (int j = 0; j < columns; j += 4) {
    four x = *(const four *)(t + j), y = *(const four *)(t + ld + j);
    four z = *(const four *)(t + 2 * ld + j), w = *(const four *)(t + 3 * ld + j);
    x *= p0;
    y -= a * x;
    y *= p1;
    z -= b0 * x;
    z -= b1 * y;
    z *= p2;
    w -= c0 * x;
    w -= c1 * y;
    w -= c2 * z;
    w *= p3;
    *(four *)(t + j) = x;
    *(four *)(t + ld + j) = y;
    *(four *)(t + 2 * ld + j) = z;
    *(four *)(t + 3 * ld + j) = w;
  }
}

/* n <= 4 columns of L in `rows` rows of the square of pivots; u: their own square */
static TARGET void KERNEL(left)(const double *u, ptrdiff_t ldu, double *r, ptrdiff_t ld, int n, int rows)
{
  if (n == 4) {
    const double a = u[1], b0 = u[2], b1 = u[ldu + 2], c0 = u[3], c1 = u[ldu + 3], c2 = u[2 * ldu + 3];
    const double p0 = u[0], p1 = u[ldu + 1], p2 = u[2 * ldu + 2], p3 = u[3 * ldu + 3];
    for (; rows > 0; rows--, r += ld) {
      const double x = r[0] * p0, y = (r[1] - x * a) * p1, z = (r[2] - x * b0 - y * b1) * p2;
      r[0] = x;
      r[1] = y;
      r[2] = z;
      r[3] = (r[3] - x * c0 - y * c1 - z * c2) * p3;
    }
    return;
  }
  for (; rows > 0; rows--, r += ld) {
    for (int i = 0; i < n; i++) {
      double x = r[i];
      for (int q = 0; q < i; q++) {
        x -= r[q] * u[q * ldu + i];
      }
      r[i] = x * u[i * ldu + i];
    }
  }
}

/* The square of n <= 4 pivots from pivot k on; their inverses on its diagonal. Returns how many are good: up to one with a
   ratio below least (0: any will do), or one that vanishes. */
static TARGET int KERNEL(square)(const sn_dense *f, int k, int n, double least, const double *size, sn_weakest *w)
{
  const ptrdiff_t ld = f->ld_row;
  double *a = f->square + k * ld + k;
  double made[4] = {0, 0, 0, 0};
  if (n == 4) {
    *(four *)made = KERNEL(made_inside)(f, k, 4, k);
    return KERNEL(small_square)(a, ld, 4, least, size + k, made, f->pivot + k, w);
  }
  for (int q = 0; q < k; q++) {
    for (int i = 0; i < n; i++) {
      made[i] += fabs(f->square[(k + i) * ld + q] * f->square[q * ld + k + i]);
    }
  }
  return KERNEL(small_square)(a, ld, n, least, size + k, made, f->pivot + k, w);
}

/* Pivot k is weak, or not sure: another row before `end` takes its place, the one with the largest entry in column k for its size, if
   that has digits left; where it is only not sure, one that is much larger. 1: done. */
static TARGET int KERNEL(exchange)(const sn_dense *f, int k, int end, int unsure, double *size)
{
  const ptrdiff_t ls = f->ld_row;
  int best = -1;
  double most = 0;
  for (int i = unsure ? k : k + 1; i < end; i++) {
    const double *row = f->square + i * ls, *right = f->right + i * ls, x = fabs(row[k]);
    double made = 0, largest = 0;
    for (int q = 0; q < k; q++) {
      made += fabs(row[q] * f->square[q * ls + k]);
    }
    for (int j = k; j < f->n_pivot; j++) {
      const double y = fabs(row[j]) * (f->unit ? f->unit[j] : 1);
      largest = y > largest ? y : largest;
    }
    for (int j = 0; j < f->n_below; j++) {
      const double y = fabs(right[j]) * (f->unit ? f->unit[f->row[j]] : 1);
      largest = y > largest ? y : largest;
    }
    if (x > 1e-6 * made && x > most * largest) {
      best = i > k ? i : -1;
      most = (i > k ? 1 : much_larger) * x / largest;
    }
  }
  if (best < 0) {
    return 0;
  }
  for (int j = 0; j < f->n_pivot; j++) {
    const double t = f->square[k * ls + j];
    f->square[k * ls + j] = f->square[best * ls + j];
    f->square[best * ls + j] = t;
  }
  for (int j = 0; j < f->n_below; j++) {
    const double t = f->right[k * ls + j];
    f->right[k * ls + j] = f->right[best * ls + j];
    f->right[best * ls + j] = t;
  }
  size[k] = fabs(f->square[k * ls + k]);
  size[best] = fabs(f->square[best * ls + best]);
  f->exchange[k] = best - k;
  f->exchange[f->n_pivot]++;
  return 1;
}

/* The next n <= 4 pivots; returns how many of them could be taken, with an exchange of rows one. */
static TARGET int KERNEL(take)(const sn_dense *f, int k, int n, int end, double *size, sn_weakest *w)
{
  const ptrdiff_t ls = f->ld_row;
  double *a = f->square + k * ls + k, kept[4][4];
  if (f->unsure) { /* up to the first of these; alone, if it is this one */
    int sure = 0;
    while (sure < n && !f->unsure[k + sure]) {
      sure++;
    }
    n = sure ? sure : 1;
    if (!sure && KERNEL(exchange)(f, k, end, 1, size)) {
      w->exchanged = w->exchanged < 0 ? f->pivot + k : w->exchanged;
      return KERNEL(square)(f, k, 1, 0, size, w);
    }
  }
  if (n == 4) { /* nearly always */
    for (int i = 0; i < 4; i++) {
      *(four *)kept[i] = *(const four *)(a + i * ls);
    }
  } else {
    for (int i = 0; i < n; i++) {
      memcpy(kept[i], a + i * ls, sizeof(double) * (size_t)n);
    }
  }
  const int good = KERNEL(square)(f, k, n, least_ratio, size, w);
  if (good == n) {
    return n;
  }
  for (int i = 0; i < n; i++) {
    memcpy(a + i * ls, kept[i], sizeof(double) * (size_t)n);
  }
  if (good > 0) {
    return KERNEL(square)(f, k, good, least_ratio, size, w);
  }
  if (KERNEL(exchange)(f, k, end, 0, size) && w->exchanged < 0) {
    w->exchanged = f->pivot + k;
  }
  return KERNEL(square)(f, k, 1, 0, size, w);
}

/* update, of columns that may begin anywhere: after an exchange pivots do not come by fours */
static TARGET void KERNEL(update_square)(const sn_dense *f, int row, int rows, int next, int columns, int k, int n)
{
  const ptrdiff_t ls = f->ld_row;
  double *d = f->square + row * ls;
  const double *v = f->square + k * ls;
  if (next % 4 == 0) {
    KERNEL(update)(d + next, ls, d + k, 1, ls, v + next, ls, n, rows, columns);
    return;
  }
  for (int i = 0; i < rows; i++, d += ls) {
    for (int q = 0; q < n; q++) {
      for (int j = next; j < next + columns; j++) {
        d[j] -= d[k + q] * v[q * ls + j];
      }
    }
  }
}

/* Rows and columns next .. end - 1 hear of pivots k .. k + n - 1, as far as they reach in the square: to its end, and up to `end`
   below it. */
static TARGET void KERNEL(pass_on)(const sn_dense *f, int k, int n, int next, int end)
{
  const int p = f->n_pivot, u = f->n_below;
  const ptrdiff_t ls = f->ld_row, ld = f->ld;
  KERNEL(update_square)(f, next, end - next, next, p - next, k, n);
  KERNEL(update_square)(f, end, p - end, next, end - next, k, n);
  KERNEL(update)
  (f->right + next * ls, ls, f->square + next * ls + k, 1, ls, f->right + k * ls, ls, n, end - next, u);
  KERNEL(update)
  (f->below + next * ld, ld, f->square + k * ls + next, ls, 1, f->below + k * ld, ld, n, end - next, u);
}

/* Pivots k .. end - 1, of which some are weak: rows of the block are exchanged. 0: one vanishes. */
static TARGET int KERNEL(weak_pivots)(const sn_dense *f, int k, int end, double *size, sn_weakest *w)
{
  const int p = f->n_pivot, u = f->n_below;
  const ptrdiff_t ls = f->ld_row, ld = f->ld;
  for (int next; k < end; k = next) {
    const int most = 4 - k % 4, n = KERNEL(take)(f, k, end - k < most ? end - k : most, end, size, w);
    double *s = f->square + k * ls;
    if (n == 0) {
      return 0;
    }
    next = k + n;
    KERNEL(lower)(s + k, ls, s + next, ls, n, p - next);
    KERNEL(lower)(s + k, ls, f->right + k * ls, ls, n, u);
    KERNEL(left)(s + k, ls, f->square + next * ls + k, ls, n, p - next);
    KERNEL(upper)(s + k, ls, f->below + k * ld, ld, n, u);
    KERNEL(pass_on)(f, k, n, next, end);
  }
  return 1;
}

static TARGET int KERNEL(eliminate)(const sn_dense *f, double *c, double *size, double *made, sn_weakest *w)
{
  const int p = f->n_pivot, u = f->n_below;
  const ptrdiff_t ls = f->ld_row, ld = f->ld;
  memset(f->exchange, 0, sizeof(int) * ((size_t)p + 1));
  for (int from = 0, end; from < p; from = end) { /* columns beyond the block wait for all of it */
    end = block_end(f, from);
    const int k = f->unsure ? from : KERNEL(good_pivots)(f, from, end, size, w);
    if (k < end) {
      KERNEL(pass_on)(f, from, k - from, k, end);
      if (!KERNEL(weak_pivots)(f, k, end, size, w)) {
        return 0;
      }
    }
    const double *s = f->square + from * ls, *d = f->square + end * ls;
    KERNEL(update)(f->square + end * ls + end, ls, d + from, 1, ls, s + end, ls, end - from, p - end, p - end);
    KERNEL(update)(f->right + end * ls, ls, d + from, 1, ls, f->right + from * ls, ls, end - from, p - end, u);
    KERNEL(update)(f->below + end * ld, ld, s + end, ls, 1, f->below + from * ld, ld, end - from, p - end, u);
  }
  KERNEL(update)(c, ld, f->below, ld, 1, f->right, ls, p, u, u);
  for (int j = 0; j < u; j += 4) {
    four m = {0, 0, 0, 0};
    for (int k = 0; k < p; k++) {
      const four x = *(const four *)(f->right + k * ls + j) * *(const four *)(f->below + k * ld + j);
      m += (four)((bits)x & without_sign);
    }
    *(four *)(made + j) = m;
  }
  return 1;
}
