/* math/eigen_dense.c -- all eigenvalues of a small product of operators, by LAPACK.
 * Theory:  symmetric: B = L L^T by Cholesky with pivots (B may be singular: L has as many columns as its rank), then the
 *          eigenvalues of P B other than zero are those of the symmetric matrix L^T P L, and x = P L y / theta.
 *          General: the matrix of the product, column by column.
 * Tests:   tests/math/test_eigen.c
 */
#include <math.h>
#include <string.h>

#include "math/eigen_private.h"
#include "math/lapack.h"

static const double zero_of_symmetric = 1e-14; /* of the largest: round-off */

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the eigenvalues");
}

/* B as a matrix by columns. */
static sn_status make_matrix(const sn_pencil *p, sn_arena *arena, double **out, sn_error *error)
{
  const size_t n = (size_t)p->n;
  double *a = SN_NEW(arena, double, n *n), *unit = SN_NEW(arena, double, n);
  if (!a || !unit) {
    return no_memory(error);
  }
  for (size_t j = 0; j < n; j++) {
    unit[j] = 1;
    p->weigh(p->data, unit, a + j * n);
    unit[j] = 0;
  }
  *out = a;
  return SN_OK;
}

/* L by columns (n x rank), rows in the order of the unknowns. */
static sn_status make_root(const sn_pencil *p, sn_arena *arena, double **out, int *rank, sn_error *error)
{
  const int n = p->n;
  const size_t N = (size_t)n;
  double *a = NULL, *work = SN_NEW(arena, double, 2 * N), *scale = SN_NEW(arena, double, N);
  int *pivot = SN_NEW(arena, int, N), info = 0;
  SN_TRY(make_matrix(p, arena, &a, error));
  double *L = SN_NEW(arena, double, N *N);
  if (!work || !scale || !pivot || !L) {
    return no_memory(error);
  }
  for (size_t i = 0; i < N; i++) { /* unit diagonal: positions and rotations have masses of different units */
    scale[i] = a[i * N + i] > 0 ? sqrt(a[i * N + i]) : 1;
  }
  for (size_t j = 0; j < N; j++) {
    for (size_t i = 0; i < N; i++) {
      a[j * N + i] /= scale[i] * scale[j];
    }
  }
  const double tolerance = 1e-13;
  dpstrf_("L", &n, a, &n, pivot, rank, &tolerance, work, &info, 1);
  if (info < 0) {
    return sn_eigen_failed("the mass could not be factored", info, error);
  }
  for (size_t k = 0; k < (size_t)*rank; k++) {
    for (size_t i = k; i < N; i++) {
      const size_t row = (size_t)pivot[i] - 1;
      SN_ASSERT(row < N);
      L[k * N + row] = a[k * N + i] * scale[row];
    }
  }
  SN_ASSERT(*rank >= 0 && *rank <= n);
  *out = L;
  return SN_OK;
}

sn_status sn_dense_symmetric(const sn_pencil *p, sn_arena *arena, sn_eigenpairs *out, sn_error *error)
{
  const size_t n = (size_t)p->n;
  double *L = NULL;
  int r = 0, info = 0;
  SN_TRY(make_root(p, arena, &L, &r, error));
  SN_REQUIRE(L != NULL, error);
  const size_t R = (size_t)r;
  const int lwork = 40 * r + 8;
  double *PL = SN_NEW(arena, double, n *R + 1), *S = SN_NEW(arena, double, R *R + 1);
  double *w = SN_NEW(arena, double, R + 1), *work = SN_NEW(arena, double, lwork);
  if (!PL || !S || !w || !work) {
    return no_memory(error);
  }
  for (size_t k = 0; k < R; k++) {
    SN_TRY(p->solve(p->data, L + k * n, PL + k * n));
  }
  for (size_t j = 0; j < R; j++) {
    for (size_t i = 0; i <= j; i++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++) {
        sum += L[i * n + k] * PL[j * n + k] + L[j * n + k] * PL[i * n + k];
      }
      S[j * R + i] = S[i * R + j] = 0.5 * sum;
    }
  }
  dsyev_("V", "U", &r, S, &r, w, work, &lwork, &info, 1, 1);
  if (info != 0) {
    return sn_eigen_failed("dsyev did not converge", info, error);
  }
  SN_TRY(sn_eigen_room(r, p->n, arena, out, error));
  const double largest = r > 0 ? fmax(fabs(w[0]), fabs(w[r - 1])) : 0;
  for (size_t k = 0; k < R; k++) {
    if (!(fabs(w[k]) > zero_of_symmetric * largest)) {
      continue;
    }
    double *x = out->x_re + (size_t)out->n * n;
    out->re[out->n++] = w[k];
    for (size_t j = 0; j < R; j++) {
      for (size_t i = 0; i < n; i++) {
        x[i] += PL[j * n + i] * S[k * R + j] / w[k];
      }
    }
  }
  return SN_OK;
}

sn_status sn_dense_general(const sn_pencil *p, sn_arena *arena, sn_eigenpairs *out, sn_error *error)
{
  const int n = p->n, lwork = 40 * n + 8, one = 1;
  const size_t N = (size_t)n;
  double *a = NULL, unused = 0, *work = SN_NEW(arena, double, lwork), *v = SN_NEW(arena, double, N *N);
  double *column = SN_NEW(arena, double, N);
  int info = 0;
  SN_TRY(make_matrix(p, arena, &a, error));
  SN_REQUIRE(a != NULL, error);
  if (!work || !v || !column) {
    return no_memory(error);
  }
  for (size_t j = 0; j < N; j++) {
    SN_TRY(p->solve(p->data, a + j * N, column));
    memcpy(a + j * N, column, N * sizeof(double));
  }
  SN_TRY(sn_eigen_room(n, n, arena, out, error));
  dgeev_("N", "V", &n, a, &n, out->re, out->im, &unused, &one, v, &n, work, &lwork, &info, 1, 1);
  if (info != 0) {
    return sn_eigen_failed("dgeev did not converge", info, error);
  }
  out->n = n;
  for (size_t k = 0; k < N; k++) { /* a pair: x_k + i x_k+1 and its conjugate */
    const int first = out->im[k] > 0, second = out->im[k] < 0;
    SN_ASSERT(!(second && k == 0) && !(first && k + 1 == N)); /* the two numbers of a pair are adjacent */
    for (size_t i = 0; i < N; i++) {
      out->x_re[k * N + i] = v[(k - (size_t)second) * N + i];
      out->x_im[k * N + i] = first ? v[(k + 1) * N + i] : second ? -v[k * N + i] : 0;
    }
  }
  return SN_OK;
}
