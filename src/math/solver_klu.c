/* math/solver_klu.c -- KLU with its own choice of pivots: the safety net of the solvers on the diagonal.
 * What:    the order of the columns is given; another row becomes the pivot where the diagonal is 1000 times smaller than the
 *          column. Columns are made from the entries when first needed, which is seldom.
 *          Every matrix is factored anew: a sequence of pivots kept from an earlier one would be a hidden state of the run.
 * Theory:  a pivot is measured by the largest entry of its column, rows scaled by their largest entry, unknowns in their units (powers
 *          of two: no digit is lost).
 * Limits:  KLU's own memory comes from malloc (inside KLU).
 * Tests:   tests/math/test_linear.c
 */
#include <math.h>
#include <string.h>
#include <suitesparse/klu.h>

#include "math/solver.h"

typedef struct {
  int n, *first, *row, *from; /* compressed columns, and the place of each entry among the values */
  const double *unit;         /* of every unknown; NULL: 1 */
  double *value, *scale;      /* value: of unknowns in their units; scale: one over the largest entry of every row */
  char *seen;                 /* n */
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  klu_common common;
} net;

/* Columns by ascending rows: pivots come in order, so every row part adds an entry to later columns in order. */
static void make_columns(const sn_entries *a, net *k, int *at)
{
  for (int i = 0; i < a->n; i++) {
    for (int e = a->first[i]; e < a->below[i]; e++) {
      k->first[i + a->offset[i][e - a->first[i]] + 1]++;
    }
    k->first[i + 1] += sn_entries_below(a, i).n;
  }
  for (int i = 0; i < a->n; i++) {
    k->first[i + 1] += k->first[i];
    at[i] = k->first[i];
  }
  for (int i = 0; i < a->n; i++) {
    for (int e = a->first[i]; e < a->below[i]; e++) {
      const int column = i + a->offset[i][e - a->first[i]], to = at[column]++;
      SN_ASSERT(to < k->first[column + 1]);
      k->row[to] = i;
      k->from[to] = e;
    }
    const sn_column c = sn_entries_below(a, i);
    for (int e = 0; e < c.n; e++) {
      const int to = at[i]++;
      SN_ASSERT(to < k->first[i + 1]);
      k->row[to] = i + c.offset[e];
      k->from[to] = c.first + e;
    }
  }
}

static sn_status analyse(const sn_entries *a, const sn_fronts *exact, sn_pool *pool, sn_arena *arena, void **self)
{
  (void)pool;
  (void)exact;
  const int n = a->n;
  const size_t n_entry = (a->symmetric ? 2 : 1) * (size_t)a->first[n] - (a->symmetric ? (size_t)n : 0);
  net *k = SN_NEW(arena, net, 1);
  int *same = SN_NEW(arena, int, n);
  *self = NULL;
  if (!k || !same) {
    return SN_ENOMEM;
  }
  *k = (net){.n = n,
             .unit = a->unit,
             .first = SN_NEW(arena, int, n + 1),
             .row = SN_NEW(arena, int, n_entry),
             .from = SN_NEW(arena, int, n_entry),
             .value = SN_NEW(arena, double, n_entry),
             .scale = SN_NEW(arena, double, n),
             .seen = SN_NEW(arena, char, n)};
  if (!k->first || !k->row || !k->from || !k->value || !k->scale || !k->seen) {
    return SN_ENOMEM;
  }
  make_columns(a, k, same);
  for (int i = 0; i < n; i++) {
    same[i] = i;
  }
  klu_defaults(&k->common);
  k->common.btf = 0;
  k->symbolic = klu_analyze_given(n, k->first, k->row, same, same, &k->common);
  *self = k->symbolic ? k : NULL;
  return k->symbolic ? SN_OK : SN_ENOMEM;
}

/* Largest scaled entry of column c, the measure of what its pivot was made of. */
static double column_size(const net *k, int c)
{
  SN_ASSERT(c >= 0 && c < k->n);
  double m = 0;
  for (int e = k->first[c]; e < k->first[c + 1]; e++) {
    const double x = fabs(k->value[e] * k->scale[k->row[e]]);
    m = x > m ? x : m;
  }
  return m;
}

static void find_weakest(const net *k, sn_weakest *w)
{
  const double *pivot = (const double *)k->numeric->Udiag;
  *w = (sn_weakest){.ratio = 1, .at = -1, .exchanged = -1};
  for (int c = 0; c < k->n; c++) {
    const double r = fabs(pivot[c]) / column_size(k, c);
    if (!(r >= w->ratio)) {
      *w = (sn_weakest){isnan(r) ? 0 : r, c, fabs(pivot[c]), -1};
    }
  }
}

static sn_status factor(void *self, const double *value, sn_weakest *w)
{
  net *k = self;
  for (int c = 0; c < k->n; c++) {
    const double unit = k->unit ? k->unit[c] : 1;
    for (int e = k->first[c]; e < k->first[c + 1]; e++) {
      k->value[e] = value[k->from[e]] * unit;
    }
  }
  klu_free_numeric(&k->numeric, &k->common);
  k->numeric = klu_factor(k->first, k->row, k->value, k->symbolic, &k->common);
  if (!k->numeric) {
    *w = (sn_weakest){0, k->common.singular_col, 0, -1};
    return k->common.status == KLU_SINGULAR ? SN_OK : k->common.status == KLU_OUT_OF_MEMORY ? SN_ENOMEM : SN_EBUG;
  }
  const int larger = k->numeric->lnz > k->numeric->unz ? k->numeric->lnz : k->numeric->unz;
  k->common.initmem = fmax(k->common.initmem, 1.05 * larger / (double)k->first[k->n]); /* room at once next time */
  for (int i = 0; i < k->n; i++) { /* KLU keeps the scale of the row of the i-th pivot in Rs[i] */
    k->scale[k->numeric->Pnum[i]] = 1 / k->numeric->Rs[i];
  }
  find_weakest(k, w);
  return SN_OK;
}

static sn_status solve(void *self, double *b_x)
{
  net *k = self;
  SN_ASSERT(k->symbolic && k->numeric);
  if (!klu_solve(k->symbolic, k->numeric, k->n, 1, b_x, &k->common)) {
    return SN_EBUG;
  }
  for (int i = 0; i < k->n && k->unit; i++) {
    b_x[i] *= k->unit[i];
  }
  return SN_OK;
}

/* KLU: L U = P (A over positive row scales), columns in their own order. */
static int sign(void *self)
{
  const net *k = self;
  const int *p = k->numeric->Pnum;
  const double *pivot = k->numeric->Udiag;
  int s = 1;
  memset(k->seen, 0, (size_t)k->n);
  for (int i = 0; i < k->n; i++) {
    s = pivot[i] < 0 ? -s : s;
    for (int r = i; !k->seen[r]; r = p[r]) { /* a cycle of m rows is m - 1 exchanges */
      k->seen[r] = 1;
      s = p[r] == i ? s : -s;
    }
  }
  return s;
}

static double flops(const void *self)
{
  const net *k = self;
  klu_common common = k->common;
  klu_flops(k->symbolic, k->numeric, &common);
  return common.flops;
}

static double fill(const void *self)
{
  const net *k = self;
  return (double)k->numeric->lnz + k->numeric->unz;
}

static void release(void *self)
{
  net *k = self;
  if (k) {
    klu_free_numeric(&k->numeric, &k->common);
    klu_free_symbolic(&k->symbolic, &k->common);
  }
}

const sn_solver sn_solver_klu = {.name = "klu",
                                 .chooses_pivots = 1,
                                 .analyse = analyse,
                                 .factor = factor,
                                 .solve = solve,
                                 .sign = sign,
                                 .flops = flops,
                                 .fill = fill,
                                 .free = release};
