/* math/eigen.c -- the largest eigenvalues of a product of two operators: which way, and their order.
 * What:    see math/eigen.h.
 * Tests:   tests/math/test_eigen.c
 */
#include "math/eigen.h"

#include <math.h>
#include <string.h>

#include "math/eigen_private.h"

/* Below this size the dense method takes less than a second, and finds everything. */
enum { DENSE_SYMMETRIC = 400, DENSE_GENERAL = 360 };

sn_status sn_eigen_room(int count, int n, sn_arena *arena, sn_eigenpairs *out, sn_error *error)
{
  SN_ASSERT(count >= 0 && n >= 0);
  const size_t numbers = (size_t)count * (size_t)n;
  *out = (sn_eigenpairs){.re = SN_NEW(arena, double, count + 1),
                         .im = SN_NEW(arena, double, count + 1),
                         .x_re = SN_NEW(arena, double, numbers + 1),
                         .x_im = SN_NEW(arena, double, numbers + 1)};
  return out->re && out->im && out->x_re && out->x_im ? SN_OK : sn_no_memory(error, "the eigenvalues");
}

sn_status sn_eigen_failed(const char *why, int code, sn_error *error)
{
  sn_failf(error, SN_ENOCONV, "The eigenvalues could not be found.");
  sn_error_why(error, "%s (code %d).", why, code);
  sn_error_fix(error, "Ask for fewer of them; check masses and stiffnesses that are very small or very large.");
  return SN_ENOCONV;
}

static sn_eigen_method choose(int n, int count, sn_eigen_method asked, int dense_below)
{
  if (count > n / 3 || n < 12) { /* the Krylov space needs room */
    return SN_EIGEN_DENSE;
  }
  return asked != SN_EIGEN_ANY ? asked : n <= dense_below ? SN_EIGEN_DENSE : SN_EIGEN_KRYLOV;
}

static int is_before(const sn_eigenpairs *e, int a, int b)
{
  const double x = hypot(e->re[a], e->im[a]), y = hypot(e->re[b], e->im[b]);
  if (x != y) {
    return x > y;
  }
  return e->im[a] != e->im[b] ? e->im[a] > e->im[b] : a < b;
}

/* Keeps the `count` largest, in order; a pair is not divided. */
static sn_status take_largest(const sn_eigenpairs *all, int n, int count, sn_arena *arena, sn_eigenpairs *out,
                              sn_error *error)
{
  SN_ASSERT(all->n >= 0 && all->n <= n + 1);
  int *order = SN_NEW(arena, int, all->n + 1);
  if (!order) {
    return sn_no_memory(error, "the eigenvalues");
  }
  for (int i = 0; i < all->n; i++) { /* insertion: the lists are short, or nearly in order */
    int k = i;
    for (; k > 0 && is_before(all, i, order[k - 1]); k--) {
      order[k] = order[k - 1];
    }
    order[k] = i;
  }
  int taken = count < all->n ? count : all->n;
  if (taken > 0 && taken < all->n && all->im[order[taken - 1]] > 0) {
    taken++;
  }
  SN_TRY(sn_eigen_room(taken, n, arena, out, error));
  out->n = taken;
  out->method = all->method;
  for (int i = 0; i < taken; i++) {
    const size_t to = (size_t)i * (size_t)n, from = (size_t)order[i] * (size_t)n;
    out->re[i] = all->re[order[i]];
    out->im[i] = all->im[order[i]];
    memcpy(out->x_re + to, all->x_re + from, (size_t)n * sizeof(double));
    memcpy(out->x_im + to, all->x_im + from, (size_t)n * sizeof(double));
  }
  return SN_OK;
}

sn_status sn_eigen_symmetric(const sn_pencil *p, int count, sn_eigen_method method, sn_arena *arena, sn_eigenpairs *out,
                             sn_error *error)
{
  sn_eigenpairs all;
  *out = (sn_eigenpairs){0};
  if (p->n == 0 || count <= 0) {
    return SN_OK;
  }
  const sn_eigen_method way = choose(p->n, count, method, DENSE_SYMMETRIC);
  SN_TRY(way == SN_EIGEN_DENSE ? sn_dense_symmetric(p, arena, &all, error)
                               : sn_krylov_symmetric(p, count, arena, &all, error));
  all.method = way;
  return take_largest(&all, p->n, count, arena, out, error);
}

sn_status sn_eigen_general(const sn_pencil *p, int count, sn_eigen_method method, sn_arena *arena, sn_eigenpairs *out,
                           sn_error *error)
{
  sn_eigenpairs all;
  *out = (sn_eigenpairs){0};
  if (p->n == 0 || count <= 0) {
    return SN_OK;
  }
  const sn_eigen_method way = choose(p->n, count, method, DENSE_GENERAL);
  SN_TRY(way == SN_EIGEN_DENSE ? sn_dense_general(p, arena, &all, error)
                               : sn_krylov_general(p, count, arena, &all, error));
  all.method = way;
  return take_largest(&all, p->n, count, arena, out, error);
}
