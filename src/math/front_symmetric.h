/* math/front_symmetric.h -- elimination of one symmetric dense front, and the first half of its solution; included once for each
 *          instruction set (front_dense.c), after front_block.h and front_kernel.h.
 * Theory:  A = L D L^T = U^T D^-1 U: the row of a pivot in U holds the column of L, times the pivot. U is found as in front_block.h;
 *          where that reads columns of L, these are rows of U over their pivots (`scaled`), made when four pivots are finished.
 *          The second half of the solution is that of an unsymmetric front: U x = y.
 * Pivots:  on the diagonal, whatever their sign. A weak one is reported, and the caller decides.
 * Bits:    the terms of every number come in the order of the pivots: the same bits for all sets.
 */

/* Rows k .. k + rows - 1 of U over their pivots, columns from `first` to the end of the front. */
static inline __attribute__((always_inline)) TARGET void KERNEL(scale_rows)(const sn_dense *f, int k, ptrdiff_t first,
                                                                            double *scaled, const int rows)
{
  const ptrdiff_t ls = f->ld_row;
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
    const double *u = f->square + (k + i) * ls, inverse = u[k + i];
    for (ptrdiff_t j = first; j < ls; j += 4) {
      *(four *)(scaled + i * ls + j) = inverse * *(const four *)(u + j);
    }
  }
}

/* What the diagonal entries of four columns at v were made of by n pivots; v: rows of U. */
static inline __attribute__((always_inline)) TARGET four KERNEL(made_by)(const sn_dense *f, int n, const double *v)
{
  const ptrdiff_t ls = f->ld_row;
  four m = {0, 0, 0, 0};
  for (int q = 0; q < n; q++, v += ls) {
    const four u = *(const four *)v, x = u * (u * f->square[q * (ls + 1)]);
    m += (four)((bits)x & without_sign);
  }
  return m;
}

/* Pivots k .. k + rows - 1 of a block from pivot `from` on, and their rows. 0: one of them vanishes. */
static inline __attribute__((always_inline)) TARGET int KERNEL(symmetric_block)(const sn_dense *f, int from, int k,
                                                                                const double *size, double *scaled,
                                                                                sn_weakest *w, const int rows)
{
  const ptrdiff_t ls = f->ld_row;
  const int n = k - from;
  double *u = f->square + k * ls, a[16], made[4];
  const double *v = f->square + from * ls;
  four x[4] = {{0}};
  *(four *)made = KERNEL(made_by)(f, k, f->square + k);
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
    x[i] = *(const four *)(u + i * ls + k);
  }
  for (int q = 0; q < n; q++) {
    const four y = *(const four *)(v + q * ls + k);
#pragma GCC unroll 4
    for (int i = 0; i < rows; i++) {
      x[i] -= scaled[q * ls + k + i] * y;
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
    *(four *)(a + 4 * i) = x[i];
  }
#pragma GCC unroll 4
  for (int i = 1; i < rows; i++) {
#pragma GCC unroll 4
    for (int j = 0; j < i; j++) {
      a[4 * i + j] = a[4 * j + i];
    }
  }
  if (KERNEL(small_square)(a, 4, rows, 0, size + k, made, f->pivot + k, w) < rows) {
    return 0;
  }
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
    *(four *)(u + i * ls + k) = *(const four *)(a + 4 * i);
  }
  const ptrdiff_t behind = rows == 4 ? k + 4 : f->right - f->square; /* less than four are the last of the square */
  KERNEL(parts)(u + behind, ls, scaled + k, ls, 1, v + behind, n, a, (int)(ls - behind), rows, 0);
  KERNEL(scale_rows)(f, k, behind, scaled + n * ls, rows);
  return 1;
}

/* one to three pivots, the last of the front */
static TARGET int KERNEL(symmetric_last)(const sn_dense *f, int from, int k, const double *size, double *scaled,
                                         sn_weakest *w)
{
  switch (f->n_pivot - k) {
  case 1:
    return KERNEL(symmetric_block)(f, from, k, size, scaled, w, 1);
  case 2:
    return KERNEL(symmetric_block)(f, from, k, size, scaled, w, 2);
  default:
    return KERNEL(symmetric_block)(f, from, k, size, scaled, w, 3);
  }
}

/* d -= sum over n pivots of s v above the diagonal of a square of `rows`, and in the columns behind it */
static TARGET void KERNEL(update_above)(double *d, ptrdiff_t ld, const double *s, const double *v, ptrdiff_t ldv, int n,
                                        int rows, int columns)
{
  for (int i = 0; n > 0 && i < rows; i += PANEL) {
    KERNEL(panel_above)(d + i * ld, ld, s + i, v, ldv, n, rows - i < PANEL ? rows - i : PANEL, columns, i);
  }
}

static TARGET int KERNEL(eliminate_symmetric)(const sn_dense *f, double *scaled, double *c, double *size, double *made,
                                              sn_weakest *w)
{
  const int p = f->n_pivot, u = f->n_below;
  const ptrdiff_t ls = f->ld_row, ld = f->ld, right = f->right - f->square;
  for (int from = 0, end; from < p; from = end) { /* what is behind the block waits for all of it */
    end = block_end(f, from);
    SN_ASSERT(end - from <= SN_FRONT_DEPTH && (end == p || (end - from) % 4 == 0));
    int k = from;
    for (; k + 3 < end; k += 4) {
      if (!KERNEL(symmetric_block)(f, from, k, size, scaled, w, 4)) {
        return 0;
      }
    }
    if (k < end && !KERNEL(symmetric_last)(f, from, k, size, scaled, w)) {
      return 0;
    }
    const double *v = f->square + from * ls;
    KERNEL(update_above)
    (f->square + end * (ls + 1), ls, scaled + end, v + end, ls, end - from, p - end, (int)(ls - end));
    KERNEL(update_above)(c, ld, scaled + right, v + right, ls, end - from, u, u);
  }
  for (int j = 0; j < u; j += 4) {
    *(four *)(made + j) = KERNEL(made_by)(f, p, f->right + j);
  }
  return 1;
}

/* four columns of rows of U from u on, times z; in two sums: half the waiting */
static inline __attribute__((always_inline)) TARGET four KERNEL(rows_times)(const double *u, ptrdiff_t ls,
                                                                            const double *z, const int rows)
{
  four even = z[0] * *(const four *)u, odd = {0, 0, 0, 0};
  if (rows > 1) {
    odd = z[1] * *(const four *)(u + ls);
  }
  if (rows > 2) {
    even += z[2] * *(const four *)(u + 2 * ls);
  }
  if (rows > 3) {
    odd += z[3] * *(const four *)(u + 3 * ls);
  }
  return even + odd;
}

/* Unknowns k .. k + rows - 1 by L, and what they give to those behind them. */
static inline __attribute__((always_inline)) TARGET void KERNEL(symmetric_down)(const sn_dense *f, int k, double *x,
                                                                                double *y, const int rows)
{
  const ptrdiff_t ls = f->ld_row, right = f->right - f->square;
  const int p = f->n_pivot;
  const double *u = f->square + k * ls;
  double z[4] = {0, 0, 0, 0};
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
#pragma GCC unroll 4
    for (int q = 0; q < i; q++) {
      x[k + i] -= u[i * ls + k + q] * x[k + q];
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < rows; i++) {
    z[i] = x[k + i] * u[i * ls + k + i];
  }
  int j = k + rows;
  for (; j + 3 < p; j += 4) {
    *(four *)(x + j) -= KERNEL(rows_times)(u + j, ls, z, rows);
  }
  for (; j < p; j++) { /* numbers behind those of the front are somebody else's */
#pragma GCC unroll 4
    for (int i = 0; i < rows; i++) {
      x[j] -= z[i] * u[i * ls + j];
    }
  }
  for (j = 0; j < f->ld; j += 4) {
    *(four *)(y + j) += KERNEL(rows_times)(u + right + j, ls, z, rows);
  }
}

static TARGET void KERNEL(forward_symmetric)(const sn_dense *f, double *x, double *y)
{
  const int p = f->n_pivot;
  int k = 0;
  memset(y, 0, (size_t)f->ld * sizeof(double));
  for (; k + 3 < p; k += 4) {
    KERNEL(symmetric_down)(f, k, x, y, 4);
  }
  switch (p - k) {
  case 1:
    KERNEL(symmetric_down)(f, k, x, y, 1);
    break;
  case 2:
    KERNEL(symmetric_down)(f, k, x, y, 2);
    break;
  case 3:
    KERNEL(symmetric_down)(f, k, x, y, 3);
    break;
  default:
    break;
  }
}
