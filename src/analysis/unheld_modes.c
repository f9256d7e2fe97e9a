/* analysis/unheld_modes.c -- motions that nothing holds and nothing damps: known beforehand, they are kept out of the general problem.
 * Theory:  docs/theory-modes.md, section 3. Motions without stiffness come from the problem without damping, orthonormal in M.
 *          Reflections among them part those with C x = 0 from the others, one direction of C x at a time. K and C are such
 *          that x K = 0 and x C = 0, too: every other motion with s != 0 is orthogonal to x in M.
 * Limits:  C x = 0 is judged by 1e-9 of |C||x|, row by row; what is not recognised stays in the general problem.
 * Tests:   tests/mechanisms/test_modes.c (slack cables with dampers), tests/analysis/test_modes.c
 */
#include "analysis/modes_private.h"
#include <string.h>

static const double negligible = 1e-9; /* C x over |C||x| */

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the modes");
}

static double dot(const double *a, const double *b, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

static void axpy(double factor, const double *x, double *y, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    y[i] += factor * x[i];
  }
}

/* C x of every motion, each row relative to the largest |C||x| in it. */
static void find_images(sn_linear *l, const double *x, int k, double *scale, double *image)
{
  const size_t n = (size_t)l->n;
  SN_ASSERT(x != image && scale && l->C);
  for (int j = 0; j < k; j++) {
    sn_linear_times(l, l->C, x + (size_t)j * n, image + (size_t)j * n);
    memset(l->product, 0, (size_t)l->w.n_unknown * sizeof(double));
    sn_lin_times(l->C, 1, 1, l->full, l->product);
    for (size_t i = 0; i < n; i++) {
      scale[i] = fmax(scale[i], l->product[l->at[i]]);
    }
  }
  for (int j = 0; j < k; j++) {
    for (size_t i = 0; i < n; i++) {
      image[(size_t)j * n + i] = scale[i] > 0 ? image[(size_t)j * n + i] / scale[i] : 0;
    }
  }
}

/* columns (I - 2 w w^T/w^2) */
static void reflect(double *column, int k, size_t n, const double *w, double *sum)
{
  SN_ASSERT(k > 0 && !(dot(w, w, (size_t)k) <= 0));
  memset(sum, 0, n * sizeof(double));
  const double factor = 2 / dot(w, w, (size_t)k);
  for (int j = 0; j < k; j++) {
    axpy(w[j], column + (size_t)j * n, sum, n);
  }
  for (int j = 0; j < k; j++) {
    axpy(-factor * w[j], sum, column + (size_t)j * n, n);
  }
}

/* Moves the undamped of k motions to the front and returns their number. The motions stay orthonormal in M. */
static int part_undamped(double *x, double *image, int k, size_t n, double *w, double *sum)
{
  while (k > 0) {
    SN_ASSERT(x != image);
    double largest = 0;
    int worst = 0;
    for (int j = 0; j < k; j++) {
      const double size = sqrt(dot(image + (size_t)j * n, image + (size_t)j * n, n));
      worst = size > largest ? j : worst;
      largest = fmax(largest, size);
    }
    if (!(largest > negligible)) {
      break;
    }
    const double *u = image + (size_t)worst * n;
    for (int j = 0; j < k;
         j++) { /* of all images along the worst one: after the reflection only the last motion has a part along it */
      w[j] = dot(u, image + (size_t)j * n, n) / largest;
    }
    const double size = sqrt(dot(w, w, (size_t)k));
    SN_ASSERT(worst < k && size > 0); /* w contains the worst image itself: its own part is `largest` */
    w[k - 1] += w[k - 1] < 0 ? -size : size;
    reflect(x, k, n, w, sum);
    reflect(image, k, n, w, sum);
    k--;
  }
  return k;
}

sn_status sn_unheld_find(sn_linear *l, double *x, int k, double tau, sn_error *error)
{
  const size_t n = (size_t)l->n, N = (size_t)l->w.n_unknown;
  SN_ASSERT(k >= 0 && tau > 0);
  double *image = SN_NEW(l->arena, double, n *(size_t)k + 1), *scale = SN_NEW(l->arena, double, n + 1);
  double *w = SN_NEW(l->arena, double, k + 1), *sum = SN_NEW(l->arena, double, n + 1);
  if (!image || !scale || !w || !sum) {
    return no_memory(error);
  }
  find_images(l, x, k, scale, image);
  k = part_undamped(x, image, k, n, w, sum);
  l->unheld = (sn_unheld){k, x, image, SN_NEW(l->arena, double, N *(size_t)k + 1)};
  SN_ASSERT(l->unheld.n >= 0 && l->unheld.Mx != l->unheld.x);
  if (!l->unheld.row) {
    return no_memory(error);
  }
  for (int j = 0; j < k; j++) {
    sn_linear_times(l, l->M, x + (size_t)j * n, l->unheld.Mx + (size_t)j * n);
    for (size_t i = 0; i < n; i++) {
      sum[i] = tau * l->unheld.Mx[(size_t)j * n + i];
    }
    SN_TRY(sn_linear_solve(l, sum, sum)); /* x again, and its multipliers */
    memcpy(l->unheld.row + (size_t)j * N, l->full, N * sizeof(double));
    for (size_t i = 0; i < n; i++) {
      l->unheld.row[(size_t)j * N + (size_t)l->at[i]] = 0;
    }
  }
  return SN_OK;
}

void sn_unheld_leave_out(const sn_linear *l, double *x, double *row)
{
  const size_t n = (size_t)l->n, N = (size_t)l->w.n_unknown;
  SN_ASSERT(l->unheld.n == 0 || (l->unheld.x && l->unheld.Mx && x != l->unheld.x));
  for (int j = 0; j < l->unheld.n; j++) {
    const double part = dot(l->unheld.Mx + (size_t)j * n, x, n);
    axpy(-part, l->unheld.x + (size_t)j * n, x, n);
    if (row) {
      axpy(-part, l->unheld.row + (size_t)j * N, row, N);
    }
  }
}
