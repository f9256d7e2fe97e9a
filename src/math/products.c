/* math/products.c -- products of a matrix with vectors, and the sizes of its rows (solver.h: entries by pivots).
 * How:     dense blocks stand side by side among the unknowns; these parts go without their list of offsets.
 * Tests:   tests/math/test_solvers.c
 */
#include <math.h>
#include <string.h>

#include "math/lane.h"
#include "math/solver.h"

SN_LANE_INLINE double larger(double x, double m)
{
  return x > m ? x : m;
}

/* Largest size of n numbers; four at a time. */
SN_LANE_INLINE double largest_of(const double *v, int n, double most)
{
  double a = most, b = 0, c = 0, d = 0;
  int e = 0;
  for (; e + 3 < n; e += 4) {
    a = larger(fabs(v[e]), a);
    b = larger(fabs(v[e + 1]), b);
    c = larger(fabs(v[e + 2]), c);
    d = larger(fabs(v[e + 3]), d);
  }
  for (; e < n; e++) {
    a = larger(fabs(v[e]), a);
  }
  return larger(larger(a, b), larger(c, d));
}

/* The entries of a part of a pivot's row or column stand side by side among the unknowns: dense blocks do. */
SN_LANE_INLINE int in_a_row(const int *offset, int n)
{
  return n > 3 && offset[n - 1] - offset[0] == n - 1;
}

/* The same with the unit of every unknown. */
static void scales_in_units(const sn_entries *a, const double *value, double *scale)
{
  memset(scale, 0, (size_t)a->n * sizeof(double));
  for (int k = 0; k < a->n; k++) {
    const sn_column c = sn_entries_below(a, k);
    double most = scale[k];
    for (int e = a->first[k]; e < a->below[k]; e++) {
      most = larger(fabs(value[e]) * a->unit[k + a->offset[k][e - a->first[k]]], most);
    }
    for (int e = 0; e < c.n; e++) {
      const int row = k + c.offset[e];
      scale[row] = larger(fabs(value[c.first + e]) * a->unit[k], scale[row]);
    }
    scale[k] = most > 0 ? 1 / most : 1 / a->unit[k]; /* earlier pivots have left what they have of this row */
  }
}

SN_CLONES void sn_entries_scales(const sn_entries *a, const double *value, double *scale)
{
  if (a->unit) {
    scales_in_units(a, value, scale);
    return;
  }
  memset(scale, 0, (size_t)a->n * sizeof(double));
  for (int k = 0; k < a->n; k++) {
    const int across = a->below[k] - a->first[k];
    const sn_column c = sn_entries_below(a, k);
    const double *restrict v = value + c.first;
    double *restrict later = scale + k;
    if (in_a_row(c.offset, c.n)) {
      later += c.offset[0];
      for (int e = 0; e < c.n; e++) {
        later[e] = larger(fabs(v[e]), later[e]);
      }
    } else {
      for (int e = 0; e < c.n; e++) {
        later[c.offset[e]] = larger(fabs(v[e]), later[c.offset[e]]);
      }
    }
    /* earlier pivots have left what they have of this row */
    const double most = largest_of(value + a->first[k], across, scale[k]);
    scale[k] = most > 0 ? 1 / most : 1;
  }
}

/* sum of v x at the places of one part of a row, four sums at a time */
SN_LANE_INLINE double row_times(const double *v, const int *offset, int n, const double *x)
{
  double a = 0, b = 0, c = 0, d = 0;
  int e = 0;
  if (in_a_row(offset, n)) {
    x += offset[0];
    for (; e + 3 < n; e += 4) {
      a += v[e] * x[e];
      b += v[e + 1] * x[e + 1];
      c += v[e + 2] * x[e + 2];
      d += v[e + 3] * x[e + 3];
    }
    x -= offset[0];
  }
  for (; e < n; e++) {
    a += v[e] * x[offset[e]];
  }
  return (a + b) + (c + d);
}

SN_CLONES void sn_entries_residual(const sn_entries *a, const double *value, const double *x, const double *b,
                                   double *rest)
{
  SN_ASSERT(x != rest && b != rest);
  memcpy(rest, b, (size_t)a->n * sizeof(double));
  for (int k = 0; k < a->n; k++) {
    const sn_column c = sn_entries_below(a, k);
    const double *restrict v = value + c.first;
    const double f = x[k];
    double *restrict later = rest + k;
    rest[k] -= row_times(value + a->first[k], a->offset[k], a->below[k] - a->first[k], x + k);
    if (in_a_row(c.offset, c.n)) {
      later += c.offset[0];
      for (int e = 0; e < c.n; e++) {
        later[e] -= v[e] * f;
      }
    } else {
      for (int e = 0; e < c.n; e++) {
        later[c.offset[e]] -= v[e] * f;
      }
    }
  }
}

/* Entries e .. end - 1 of pivot k of a, among those of `all` from `to` on; both ascend. */
static void add_part(const sn_entries *all, double *sum, double factor, const sn_entries *a, const double *value, int k,
                     int e, int end, int to)
{
  for (; e < end; e++, to++) {
    const int offset = a->offset[k][e - a->first[k]];
    while (all->offset[k][to - all->first[k]] != offset) {
      to++;
      SN_ASSERT(to < all->first[k + 1]);
    }
    sum[to] += factor * value[e];
  }
}

void sn_entries_add(const sn_entries *all, double *sum, double factor, const sn_entries *a, const double *value)
{
  SN_ASSERT(all->n == a->n && sum != value);
  for (int k = 0; k < a->n; k++) {
    add_part(all, sum, factor, a, value, k, a->first[k], a->below[k], all->first[k]);
    add_part(all, sum, factor, a, value, k, a->below[k], a->first[k + 1], all->below[k]);
  }
}

double sn_entries_column(const sn_entries *a, const double *value, const double *scale, int column)
{
  double most = 0;
  SN_ASSERT(column >= 0 && column < a->n);
  for (int k = 0; k <= column; k++) {
    for (int e = a->first[k]; e < (k < column ? a->below[k] : a->first[k + 1]); e++) {
      const int other = k + a->offset[k][e - a->first[k]];
      if (k == column ? e == a->first[k] || e >= a->below[k] || a->symmetric : other == column) {
        most = larger(fabs(value[e] * scale[k < column ? k : other]), most);
      }
    }
  }
  return most;
}

double sn_scaled_size(int n, const double *b, const double *scale)
{
  double size = 0;
  for (int i = 0; i < n; i++) {
    const double x = fabs(b[i] * scale[i]);
    size = x > size || x != x ? x : size;
  }
  return size;
}

void sn_entries_times(const sn_entries *a, const double *value, double factor, int absolute, const double *x, double *y)
{
  SN_ASSERT(x != y);
  for (int k = 0; k < a->n; k++) {
    const double *v = value + a->first[k];
    const int across = a->below[k] - a->first[k];
    const sn_column c = sn_entries_below(a, k);
    double sum = y[k];
    for (int e = 0; e < across; e++) {
      const double p = v[e] * x[k + a->offset[k][e]];
      sum += factor * (absolute ? fabs(p) : p);
    }
    y[k] = sum;
    for (int e = 0; e < c.n; e++) {
      const double p = value[c.first + e] * x[k];
      y[k + c.offset[e]] += factor * (absolute ? fabs(p) : p);
    }
  }
}
