/* math/front_solve.h -- solution with one dense front that front_kernel.h has eliminated; included as that is, with the same names. */

/* four rows times x, in four sums each whatever the set */
static inline __attribute__((always_inline)) TARGET void KERNEL(rows)(const double *a, ptrdiff_t ld, const double *x,
                                                                      int n, double *sum)
{
  four t[4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  int k = 0;
  for (; k + 3 < n; k += 4) {
    const four y = *(const four *)(x + k);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
      t[i] += *(const four *)(a + i * ld + k) * y;
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) {
    sum[i] += (t[i][0] + t[i][1]) + (t[i][2] + t[i][3]);
  }
  for (; k < n; k++) {
    for (int i = 0; i < 4; i++) {
      sum[i] += a[i * ld + k] * x[k];
    }
  }
}

static inline __attribute__((always_inline)) TARGET double KERNEL(row)(const double *a, const double *x, int n)
{
  double s = 0;
  for (int k = 0; k < n; k++) {
    s += a[k] * x[k];
  }
  return s;
}

static TARGET void KERNEL(forward)(const sn_dense *f, double *x, double *y)
{
  const int p = f->n_pivot, u = f->n_below;
  const ptrdiff_t ls = f->ld_square, ld = f->ld;
  int k = 0;
  for (; k < p && f->exchange[p]; k++) {
    const double t = x[k];
    x[k] = x[k + f->exchange[k]];
    x[k + f->exchange[k]] = t;
  }
  for (k = 0; k + 3 < p; k += 4) {
    const double *l = f->square + k * ls;
    double s[4] = {0, 0, 0, 0};
    KERNEL(rows)(l, ls, x, k, s);
    l += k;
    x[k] -= s[0];
    x[k + 1] -= s[1] + l[ls] * x[k];
    x[k + 2] -= s[2] + l[2 * ls] * x[k] + l[2 * ls + 1] * x[k + 1];
    x[k + 3] -= s[3] + l[3 * ls] * x[k] + l[3 * ls + 1] * x[k + 1] + l[3 * ls + 2] * x[k + 2];
  }
  for (; k < p; k++) {
    x[k] -= KERNEL(row)(f->square + k * ls, x, k);
  }
  memset(y, 0, sizeof(double) * (size_t)ld);
  for (k = 0; k + 3 < p; k += 4) {
    const double *t = f->below + k * ld;
    for (int j = 0; j < u; j += 4) {
      four z = *(four *)(y + j);
      z += *(const four *)(t + j) * x[k];
      z += *(const four *)(t + ld + j) * x[k + 1];
      z += *(const four *)(t + 2 * ld + j) * x[k + 2];
      z += *(const four *)(t + 3 * ld + j) * x[k + 3];
      *(four *)(y + j) = z;
    }
  }
  for (; k < p; k++) {
    const double *t = f->below + k * ld;
    for (int j = 0; j < u; j += 4) {
      *(four *)(y + j) += *(const four *)(t + j) * x[k];
    }
  }
}

static TARGET void KERNEL(backward)(const sn_dense *f, double *x, const double *y)
{
  const int p = f->n_pivot, u = f->n_below;
  const ptrdiff_t ls = f->ld_square, ld = f->ld;
  int k = p;
  for (; k % 4; k--) {
    const double *s = f->square + (k - 1) * ls + (k - 1);
    x[k - 1] = (x[k - 1] - KERNEL(row)(f->right + (k - 1) * ld, y, u) - KERNEL(row)(s + 1, x + k, p - k)) * s[0];
  }
  for (k -= 4; k >= 0; k -= 4) {
    const double *a = f->square + k * ls + k;
    double s[4] = {0, 0, 0, 0};
    KERNEL(rows)(f->right + k * ld, ld, y, u, s);
    KERNEL(rows)(a + 4, ls, x + k + 4, p - k - 4, s);
    x[k + 3] = (x[k + 3] - s[3]) * a[3 * ls + 3];
    x[k + 2] = (x[k + 2] - s[2] - a[2 * ls + 3] * x[k + 3]) * a[2 * ls + 2];
    x[k + 1] = (x[k + 1] - s[1] - a[ls + 2] * x[k + 2] - a[ls + 3] * x[k + 3]) * a[ls + 1];
    x[k] = (x[k] - s[0] - a[1] * x[k + 1] - a[2] * x[k + 2] - a[3] * x[k + 3]) * a[0];
  }
}
