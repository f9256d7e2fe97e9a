/* math/linear.c -- sparse LU in a given order (KLU), filled by dense square elements.
 * What:    the pattern of all elements is merged once into compressed columns; each element keeps a map from its own
 *          entries to the stored values, so that adding a tangent is one indexed loop.
 * Theory:  the order of the unknowns is the elimination order (sn_order makes a good one); KLU may pick another row as
 *          pivot when the diagonal is 1000 times smaller than the column. The usual factorisation keeps the diagonal as
 *          pivots (klu_refactor on a pattern found once); where that loses digits a pivoting one is made for this matrix.
 *          Both depend on the matrix alone: a pivot sequence kept from an earlier one would be a hidden state of the run.
 *          Solve: x = A^-1 b, then r = b - A x with the stored values; one refinement when |r| > 1e-12 |b|, a pivoting
 *          factorisation when |r| > 1e-7 |b| (rows scaled by their largest entry); a residual that stays above |b|/10 means
 *          a singular matrix.
 *          Parts: an entry that elements of several parts add to has a place of its own for each of these terms, behind the
 *          entries; they are summed in the order of the elements when factoring. Adding is the same loop for all.
 * Limits:  KLU's own memory comes from malloc (inside KLU); 2^31 entries.
 * Tests:   tests/math/test_linear.c
 */
#include "math/linear.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/klu.h>

static const double round_off_pivot = 1e-15; /* of its column: nothing but cancellation is left */
static const double weak_pivot = 1e-12;      /* of its column, on the diagonal: better to pivot */
static const double refine_above = 1e-12;
static const double pivot_above = 1e-7;   /* residual of a solve with diagonal pivots: too many digits lost */
static const double underflow = 1e-280;   /* of a right-hand side */
static const double hopeless_above = 0.1; /* residual of a solve, of the right-hand side */

struct sn_lin {
  int n, n_element, bad_row;
  int *first, *row; /* compressed columns: n + 1, n_entry */
  double *value;    /* n_entry entries; for every part what lies outside (unknown -1) and what was promised to be zero;
                       then the terms of shared entries */
  size_t n_entry, n_value;
  int n_part;
  size_t first_shared; /* in value */
  int *shared; /* n_value - first_shared: the entry that each of those terms belongs to, in the order of elements */
  size_t *map_first; /* n_element + 1 */
  int *map;
  double *saved, *rest; /* n each: right-hand side, residual */
  double *scale;        /* n: one over the largest entry of every row of the factored matrix */
  klu_symbolic *symbolic;
  klu_numeric *numeric;  /* the factors in use: one of the two below */
  klu_numeric *diagonal; /* pivots on the diagonal: its pattern is kept for ever, its values are of the last matrix */
  klu_numeric *pivoted;
  klu_common common;
};

static int by_value(const void *a, const void *b)
{
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Elements that contain each unknown as (element, local column), in compressed form. */
typedef struct {
  size_t *first; /* n + 1 */
  int *element, *local;
} occurrences;

static sn_status find_occurrences(const sn_lin_pattern *p, sn_arena *arena, occurrences *o)
{
  size_t total = 0;
  o->first = SN_NEW(arena, size_t, p->n + 1);
  if (!o->first) {
    return SN_ENOMEM;
  }
  for (int e = 0; e < p->n_element; e++) {
    for (int j = 0; j < p->count[e]; j++) {
      if (p->unknown[e][j] >= 0) {
        o->first[p->unknown[e][j] + 1]++;
        total++;
      }
    }
  }
  for (int i = 0; i < p->n; i++) {
    o->first[i + 1] += o->first[i];
  }
  o->element = SN_NEW(arena, int, total);
  o->local = SN_NEW(arena, int, total);
  size_t *at = SN_NEW(arena, size_t, p->n);
  if (!o->element || !o->local || !at) {
    return SN_ENOMEM;
  }
  for (int e = 0; e < p->n_element; e++) {
    for (int j = 0; j < p->count[e]; j++) {
      const int u = p->unknown[e][j];
      if (u >= 0) {
        const size_t k = o->first[u] + at[u]++;
        o->element[k] = e;
        o->local[k] = j;
      }
    }
  }
  return SN_OK;
}

/* 1: local entry (i, j) of element e is in the pattern */
static int present(const sn_lin_pattern *p, int e, int i, int j)
{
  return !p->mask || !p->mask[e] || p->mask[e][i * p->count[e] + j];
}

/* One pass over the columns. Counting (row == NULL) only numbers them; the second pass writes rows and maps. */
static size_t walk_columns(const sn_lin_pattern *p, const occurrences *o, sn_lin *l, int *mark, int *place, int write)
{
  size_t n_entry = 0;
  for (int i = 0; i < p->n; i++) {
    mark[i] = -1;
  }
  for (int c = 0; c < p->n; c++) {
    const size_t start = n_entry;
    for (size_t k = o->first[c]; k < o->first[c + 1]; k++) {
      const int e = o->element[k];
      for (int i = 0; i < p->count[e]; i++) {
        const int r = p->unknown[e][i];
        if (r >= 0 && mark[r] != c && (r == c || present(p, e, i, o->local[k]))) {
          mark[r] = c;
          if (write) {
            l->row[n_entry] = r;
          }
          n_entry++;
        }
      }
    }
    if (!write) {
      continue;
    }
    l->first[c + 1] = (int)n_entry;
    qsort(l->row + start, n_entry - start, sizeof(int), by_value);
    for (size_t k = start; k < n_entry; k++) {
      place[l->row[k]] = (int)k;
    }
    for (size_t k = o->first[c]; k < o->first[c + 1]; k++) {
      const int e = o->element[k], size = p->count[e];
      int *map = l->map + l->map_first[e];
      for (int i = 0; i < size; i++) {
        if (p->unknown[e][i] >= 0) {
          map[i * size + o->local[k]] = present(p, e, i, o->local[k]) ? place[p->unknown[e][i]] : (int)l->n_entry + 1;
        }
      }
    }
  }
  return n_entry;
}

enum {
  NOBODY = -1, /* owners of an entry other than a part */
  SEVERAL = -2,
  SET_APART = 16 /* numbers per part for what lies outside: two would do, but processors would fight for the line */
};

/* Which part each entry belongs to; returns the number of terms of entries of several. */
static size_t find_owners(const sn_lin *l, const sn_lin_pattern *p, int *owner)
{
  size_t shared = 0;
  for (size_t k = 0; k < l->n_entry; k++) {
    owner[k] = NOBODY;
  }
  for (int e = 0; e < p->n_element; e++) {
    for (size_t k = l->map_first[e]; k < l->map_first[e + 1]; k++) {
      if ((size_t)l->map[k] < l->n_entry) {
        int *o = owner + l->map[k];
        *o = *o == NOBODY || *o == p->part[e] ? p->part[e] : SEVERAL;
      }
    }
  }
  for (size_t k = 0; k < l->map_first[p->n_element]; k++) {
    shared += (size_t)l->map[k] < l->n_entry && owner[l->map[k]] == SEVERAL;
  }
  return shared;
}

/* Gives every part places of its own for what lies outside, and every term of a shared entry one. */
static sn_status split(sn_lin *l, const sn_lin_pattern *p, sn_arena *arena)
{
  l->n_part = p->n_part > 1 ? p->n_part : 1;
  l->first_shared = l->n_value = l->n_entry + SET_APART * (size_t)l->n_part;
  if (l->n_part == 1) {
    return SN_OK;
  }
  int *owner = SN_NEW(arena, int, l->n_entry);
  if (!owner) {
    return SN_ENOMEM;
  }
  l->n_value += find_owners(l, p, owner);
  l->shared = SN_NEW(arena, int, l->n_value - l->first_shared);
  if (!l->shared || l->n_value >= INT_MAX) {
    return SN_ENOMEM;
  }
  size_t next = l->first_shared;
  for (int e = 0; e < p->n_element; e++) {
    for (size_t k = l->map_first[e]; k < l->map_first[e + 1]; k++) {
      const size_t at = (size_t)l->map[k];
      if (at >= l->n_entry) {
        l->map[k] += SET_APART * p->part[e];
      } else if (owner[at] == SEVERAL) {
        l->shared[next - l->first_shared] = (int)at;
        l->map[k] = (int)next++;
      }
    }
  }
  return SN_OK;
}

/* The terms of shared entries, in the order of elements; nothing is left of them. */
static void sum_shared(sn_lin *l)
{
  for (size_t k = l->first_shared; k < l->n_value; k++) {
    l->value[l->shared[k - l->first_shared]] += l->value[k];
    l->value[k] = 0;
  }
}

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the linear solver");
}

sn_status sn_lin_new(const sn_lin_pattern *p, sn_arena *arena, sn_lin **out, sn_error *error)
{
  *out = NULL;
  for (int e = 0; e < p->n_element; e++) {
    for (int i = 0; i < p->count[e]; i++) {
      SN_REQUIRE(p->unknown[e][i] < p->n, error);
    }
  }
  sn_lin *l = SN_NEW(arena, sn_lin, 1);
  if (!l) {
    return no_memory(error);
  }
  l->n = p->n;
  l->n_element = p->n_element;
  l->bad_row = -1;
  l->map_first = SN_NEW(arena, size_t, p->n_element + 1);
  l->first = SN_NEW(arena, int, p->n + 1);
  l->saved = SN_NEW(arena, double, p->n);
  l->rest = SN_NEW(arena, double, p->n);
  l->scale = SN_NEW(arena, double, p->n);
  int *mark = SN_NEW(arena, int, p->n), *place = SN_NEW(arena, int, p->n);
  occurrences o;
  if (!l->map_first || !l->first || !l->saved || !l->rest || !l->scale || !mark || !place ||
      find_occurrences(p, arena, &o) != SN_OK) {
    return no_memory(error);
  }
  for (int e = 0; e < p->n_element; e++) {
    l->map_first[e + 1] = l->map_first[e] + (size_t)p->count[e] * (size_t)p->count[e];
  }
  l->n_entry = walk_columns(p, &o, l, mark, place, 0);
  if (l->n_entry >= INT_MAX) {
    return sn_fail(error, SN_ENOMEM, "", "the matrix has more than 2^31 entries",
                   "the model is too large for this solver", "use fewer or coarser elements");
  }
  l->row = SN_NEW(arena, int, l->n_entry);
  l->map = SN_NEW(arena, int, l->map_first[p->n_element]);
  if (!l->row || !l->map) {
    return no_memory(error);
  }
  for (size_t k = 0; k < l->map_first[p->n_element]; k++) {
    l->map[k] = (int)l->n_entry;
  }
  walk_columns(p, &o, l, mark, place, 1);
  if (split(l, p, arena) != SN_OK || !(l->value = SN_NEW(arena, double, l->n_value))) {
    return no_memory(error);
  }

  klu_defaults(&l->common);
  l->common.btf = 0;
  if (l->n > 0) {
    for (int i = 0; i < l->n; i++) {
      place[i] = i;
    }
    l->symbolic = klu_analyze_given(l->n, l->first, l->row, place, place, &l->common);
    if (!l->symbolic) {
      return no_memory(error);
    }
  }
  *out = l;
  return SN_OK;
}

void sn_lin_free(sn_lin *l)
{
  if (l) {
    klu_free_numeric(&l->diagonal, &l->common);
    klu_free_numeric(&l->pivoted, &l->common);
    l->numeric = NULL;
    klu_free_symbolic(&l->symbolic, &l->common);
  }
}

void sn_lin_clear(sn_lin *l)
{
  memset(l->value, 0, l->n_value * sizeof(double));
}

void sn_lin_add(sn_lin *l, int element, const double *a)
{
  const size_t from = l->map_first[element], n = l->map_first[element + 1] - from;
  const int *map = l->map + from;
  for (size_t k = 0; k < n; k++) {
    l->value[map[k]] += a[k];
  }
}

void sn_lin_add_lanes(sn_lin *l, const int *element, int n, const double *a)
{
  for (int i = 0; i < n; i++) {
    const size_t from = l->map_first[element[i]], size = l->map_first[element[i] + 1] - from;
    const int *map = l->map + from;
    for (size_t k = 0; k < size; k++) {
      l->value[map[k]] += a[4 * k + (size_t)i];
    }
  }
}

/* Reciprocal scale of every row; KLU keeps that of the row of the k-th pivot in Rs[k]. */
static void keep_scales(sn_lin *l)
{
  for (int k = 0; k < l->n; k++) {
    l->scale[l->numeric->Pnum[k]] = 1 / l->numeric->Rs[k];
  }
}

/* Largest scaled entry of column c, the measure of what its pivot was made of. */
static double column_size(const sn_lin *l, int c)
{
  double m = 0;
  for (int k = l->first[c]; k < l->first[c + 1]; k++) {
    const double x = fabs(l->value[k] * l->scale[l->row[k]]);
    m = x > m ? x : m;
  }
  return m;
}

/* Column with the smallest pivot compared with its own entries; that ratio in *ratio (NaN counts as zero). */
static int weakest_pivot(const sn_lin *l, double *ratio)
{
  const double *pivot = (const double *)l->numeric->Udiag;
  int weakest = -1;
  *ratio = 1;
  for (int c = 0; c < l->n; c++) {
    const double r = fabs(pivot[c]) / column_size(l, c);
    if (!(r >= *ratio)) {
      *ratio = isnan(r) ? 0 : r;
      weakest = c;
    }
  }
  return weakest;
}

static sn_status klu_status(const sn_lin *l)
{
  return l->common.status == KLU_SINGULAR ? SN_OK : l->common.status == KLU_OUT_OF_MEMORY ? SN_ENOMEM : SN_EBUG;
}

/* Factors with pivoting; *weakest is the column of the vanishing (or smallest) pivot, *ratio its size in its column. */
static sn_status factor(sn_lin *l, int *weakest, double *ratio)
{
  klu_free_numeric(&l->pivoted, &l->common);
  l->numeric = l->pivoted = klu_factor(l->first, l->row, l->value, l->symbolic, &l->common);
  if (l->numeric) {
    const int larger = l->numeric->lnz > l->numeric->unz ? l->numeric->lnz : l->numeric->unz;
    l->common.initmem = fmax(l->common.initmem, 1.05 * larger / (double)l->n_entry); /* room at once next time */
    keep_scales(l);
    *weakest = weakest_pivot(l, ratio);
    return SN_OK;
  }
  *ratio = 0;
  *weakest = l->common.singular_col;
  return klu_status(l);
}

/* The same with every pivot on the diagonal. The first call finds the pattern; all values come from klu_refactor, so that
   they are the same bits whether it was the first or not. */
static sn_status factor_diagonal(sn_lin *l, int *weakest, double *ratio)
{
  const double usual = l->common.tol;
  l->common.tol = 0;
  if (!l->diagonal) {
    l->diagonal = klu_factor(l->first, l->row, l->value, l->symbolic, &l->common);
  }
  const int good = l->diagonal && klu_refactor(l->first, l->row, l->value, l->symbolic, l->diagonal, &l->common);
  l->common.tol = usual;
  l->numeric = l->diagonal;
  if (good) {
    keep_scales(l);
    *weakest = weakest_pivot(l, ratio);
    return SN_OK;
  }
  *ratio = 0;
  *weakest = l->common.singular_col;
  klu_free_numeric(&l->diagonal, &l->common); /* a pattern cut short by a zero pivot is of no use */
  l->numeric = NULL;
  return klu_status(l);
}

static double largest_value(const sn_lin *l)
{
  double m = 0;
  for (size_t k = 0; k < l->n_entry; k++) {
    m = fmax(m, fabs(l->value[k]));
  }
  return m;
}

/* Written so that entries that are not numbers (a function of the user) pass: they end as a singular matrix. */
static int promise_broken(const sn_lin *l)
{
  const double most = 1e-10 * largest_value(l);
  int broken = 0;
  for (int k = 0; k < l->n_part; k++) {
    broken = broken || fabs(l->value[l->n_entry + SET_APART * (size_t)k + 1]) > most;
  }
  return broken;
}

sn_status sn_lin_factor(sn_lin *l)
{
  l->bad_row = -1;
  if (l->n == 0) {
    return SN_OK;
  }
  sum_shared(l);
  SN_REQUIRE(!promise_broken(l), NULL);
  double ratio, pivoted_ratio;
  int weakest, column;
  SN_TRY(factor_diagonal(l, &weakest, &ratio));
  if (ratio >= weak_pivot) {
    return SN_OK;
  }
  SN_TRY(factor(l, &column, &pivoted_ratio));
  if (pivoted_ratio >= round_off_pivot) {
    return SN_OK;
  }
  /* Pivoting has pushed the lost row along to some later column. Without it the pivot vanishes where the dependence
     closes, which is what the user can be told. */
  l->numeric = NULL;
  l->bad_row = weakest;
  return SN_ESINGULAR;
}

int sn_lin_bad_row(const sn_lin *l)
{
  return l->bad_row;
}

/* rest = saved - A x; its largest entry with scaled rows. NaN stays NaN. */
static double residual(sn_lin *l, const double *x)
{
  memcpy(l->rest, l->saved, (size_t)l->n * sizeof(double));
  for (int c = 0; c < l->n; c++) {
    for (int k = l->first[c]; k < l->first[c + 1]; k++) {
      l->rest[l->row[k]] -= l->value[k] * x[c];
    }
  }
  double m = 0;
  for (int i = 0; i < l->n; i++) {
    const double r = fabs(l->rest[i] * l->scale[i]);
    if (!(r <= m)) {
      m = r;
    }
  }
  return m;
}

sn_status sn_lin_solve(sn_lin *l, double *b_x)
{
  if (l->n == 0) {
    return SN_OK;
  }
  if (!l->numeric) {
    return SN_ESINGULAR;
  }
  memcpy(l->saved, b_x, (size_t)l->n * sizeof(double));
  double size = 0;
  for (int i = 0; i < l->n; i++) {
    const double b = fabs(b_x[i] * l->scale[i]);
    size = b <= size ? size : b; /* NaN stays NaN */
  }
  if (size < underflow) { /* a model at rest: numbers without digits are zero */
    memset(b_x, 0, (size_t)l->n * sizeof(double));
    return SN_OK;
  }
  if (!klu_solve(l->symbolic, l->numeric, l->n, 1, b_x, &l->common)) {
    return SN_EBUG;
  }
  double now = residual(l, b_x);
  if (!(now <= pivot_above * size) && l->numeric == l->diagonal) {
    double ratio;
    int column;
    SN_TRY(factor(l, &column, &ratio));
    if (ratio < round_off_pivot) {
      l->bad_row = column;
      return SN_ESINGULAR;
    }
    memcpy(b_x, l->saved, (size_t)l->n * sizeof(double));
    if (!klu_solve(l->symbolic, l->numeric, l->n, 1, b_x, &l->common)) {
      return SN_EBUG;
    }
    now = residual(l, b_x);
  }
  if (now > refine_above * size) {
    if (!klu_solve(l->symbolic, l->numeric, l->n, 1, l->rest, &l->common)) {
      return SN_EBUG;
    }
    for (int i = 0; i < l->n; i++) {
      b_x[i] += l->rest[i];
    }
    now = residual(l, b_x);
  }
  if (!(now <= hopeless_above * size)) {
    double ratio;
    l->bad_row = weakest_pivot(l, &ratio);
    return SN_ESINGULAR;
  }
  return SN_OK;
}

void sn_lin_times(const sn_lin *l, double factor, int absolute, const double *x, double *y)
{
  for (int c = 0; c < l->n; c++) {
    for (int k = l->first[c]; k < l->first[c + 1]; k++) {
      const double p = l->value[k] * x[c];
      y[l->row[k]] += factor * (absolute ? fabs(p) : p);
    }
  }
}

void sn_lin_sum(sn_lin *l, double factor, const sn_lin *a)
{
  for (size_t k = 0; k < l->n_entry; k++) {
    l->value[k] += factor * a->value[k];
  }
}

double sn_lin_flops(const sn_lin *l)
{
  if (!l->numeric) {
    return 0;
  }
  klu_common common = l->common;
  klu_flops(l->symbolic, l->numeric, &common);
  return common.flops;
}

long sn_lin_fill(const sn_lin *l)
{
  return l->numeric ? (long)l->numeric->lnz + l->numeric->unz : 0;
}

/* KLU: L U = P (A over positive row scales), columns in their own order. */
int sn_lin_sign(sn_lin *l)
{
  if (!l->numeric) {
    return l->n == 0;
  }
  const int *p = l->numeric->Pnum;
  const double *pivot = l->numeric->Udiag;
  double *seen = l->rest; /* scratch of solves */
  int sign = 1;
  memset(seen, 0, (size_t)l->n * sizeof(double));
  for (int i = 0; i < l->n; i++) {
    sign = pivot[i] < 0 ? -sign : sign;
    for (int k = i; seen[k] == 0; k = p[k]) { /* a cycle of m rows is m - 1 exchanges */
      seen[k] = 1;
      sign = p[k] == i ? sign : -sign;
    }
  }
  return sign;
}
