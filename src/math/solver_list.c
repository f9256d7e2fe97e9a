/* math/solver_list.c -- LU on the diagonal by a list of operations made once: for systems with little fill.
 * How:     every pivot owns a block of numbers: its inverse, its row of U, its column of L; and a program: how many there are,
 *          which unknowns they belong to, where the matrix's values go, which places start as zeros, and one destination for
 *          every product of an entry of L with one of U, counted from the block's start. Nothing is searched. Equal
 *          programs are kept once (base/intern.h): the bodies of a chain share theirs.
 *          L and U are those of the unsymmetric pattern. Entries that a pivot has in both come first in its row and column. Of a
 *          symmetric matrix there are rows of U only: L is U with every row divided by its pivot.
 * Theory:  a pivot is weak when it is small against the sum of the sizes of the terms it was made of; that measure has no
 *          units.
 * Limits:  the programs of one matrix may take 64 MB.
 * Tests:   tests/math/test_linear.c
 */
#include <math.h>
#include <string.h>

#include "math/lane.h"
#include "math/solver_list.h"

static sn_status analyse(const sn_entries *a, const sn_fronts *exact, sn_pool *pool, sn_arena *arena, void **self)
{
  (void)pool;
  sn_arena *scratch = sn_arena_new(NULL);
  *self = NULL;
  const sn_status status = scratch ? sn_list_make(a, exact, scratch, arena, self) : SN_ENOMEM;
  sn_arena_free(scratch);
  return status;
}

/* A block before any pivot has touched it; returns its length. */
static int fill_block(const int *p, const double *value, double *x, double *size)
{
  const int *to = p + HEAD + p[N_ROW] + p[N_COLUMN], n = p[N_VALUE];
  for (int i = 0; i < n; i++) {
    x[to[i]] = value[i];
  }
  to += n;
  for (int i = 0; i < p[N_ZERO]; i++) {
    x[to[i]] = 0;
  }
  *size = fabs(value[0]);
  return 1 + p[N_ROW] + p[N_COLUMN];
}

/* The entries are in their places: what pivots are made of, so far. */
static void start_in_place(const sn_list *l)
{
  const double *b = l->x;
  for (int k = 0; k < l->n; k++) {
    l->size[k] = fabs(b[0]);
    b += 1 + l->program[k][N_ROW] + l->program[k][N_COLUMN];
  }
}

/* The products of one pivot of a symmetric matrix: the row u, times the rest of itself over the pivot. */
static void eliminate_symmetric(const int *p, double inverse, double *restrict x, double *restrict size)
{
  const int n = p[N_ROW], *row = p + HEAD, *to = row + n + p[N_VALUE] + p[N_ZERO];
  const double *restrict u = x + 1;
  for (int i = 0; i < n; i++) {
    const double f = u[i] * inverse, *restrict v = u + i;
    int j = 0;
    size[row[i]] += fabs(f * u[i]);
    for (; j + 3 < n - i; j += 4) {
      x[to[j]] -= f * v[j];
      x[to[j + 1]] -= f * v[j + 1];
      x[to[j + 2]] -= f * v[j + 2];
      x[to[j + 3]] -= f * v[j + 3];
    }
    for (; j < n - i; j++) {
      x[to[j]] -= f * v[j];
    }
    to += n - i;
  }
}

/* compiled once for each kind: a question in this loop costs small pivots a tenth */
SN_LANE_INLINE void eliminate(const sn_list *l, const double *value, sn_weakest *w, const int symmetric)
{
  double *b = l->x, *filled = l->x;
  int ready = value ? 0 : l->n; /* blocks are filled just before the first product comes to them */
  if (!value) {
    start_in_place(l);
  }
  SN_ASSERT(l->x);
  *w = (sn_weakest){.ratio = 1, .at = -1, .exchanged = -1};
  for (int k = 0; k < l->n; k++) {
    const int *p = l->program[k], n_row = p[N_ROW], n_column = p[N_COLUMN], n_both = p[N_BOTH];
    for (; ready <= k + p[REACH]; ready++) {
      filled += fill_block(l->program[ready], value, filled, l->size + ready);
      value += l->program[ready][N_VALUE];
    }
    const double pivot = b[0], ratio = fabs(pivot) / l->size[k], inverse = 1 / pivot;
    if (!(ratio >= w->ratio)) {
      *w = (sn_weakest){ratio > 0 ? ratio : 0, k, fabs(pivot), -1};
      if (!(ratio > 0)) {
        return;
      }
    }
    b[0] = inverse;
    if (symmetric) {
      eliminate_symmetric(p, inverse, b, l->size + k);
      b += 1 + n_row;
      continue;
    }
    const double *restrict u = b + 1;
    double *restrict low = b + 1 + n_row;
    double *restrict x = b;
    const int *row = p + HEAD, *to = row + n_row + n_column + p[N_VALUE] + p[N_ZERO];
    for (int i = 0; i < n_column; i++) {
      low[i] *= inverse;
    }
    for (int i = 0; i < n_both; i++) {
      l->size[k + row[i]] += fabs(low[i] * u[i]);
    }
    for (int i = 0; i < n_column; i++, to += n_row) {
      const double f = low[i];
      int j = 0;
      for (; j + 3 < n_row; j += 4) {
        x[to[j]] -= f * u[j];
        x[to[j + 1]] -= f * u[j + 1];
        x[to[j + 2]] -= f * u[j + 2];
        x[to[j + 3]] -= f * u[j + 3];
      }
      for (; j < n_row; j++) {
        x[to[j]] -= f * u[j];
      }
    }
    b += 1 + n_row + n_column;
  }
}

static sn_status factor(void *self, const double *value, sn_weakest *w)
{
  const sn_list *l = self;
  if (l->symmetric) {
    eliminate(l, value, w, 1);
  } else {
    eliminate(l, value, w, 0);
  }
  return SN_OK;
}

SN_LANE_INLINE void forward(const sn_list *l, double *x, const int symmetric)
{
  const double *b = l->x;
  for (int k = 0; k < l->n; k++) {
    const int *p = l->program[k], n_row = p[N_ROW], n_column = p[N_COLUMN];
    const int n = symmetric ? n_row : n_column, *at = p + HEAD + (symmetric ? 0 : n_row);
    const double *low = b + 1 + (symmetric ? 0 : n_row), f = symmetric ? x[k] * b[0] : x[k];
    for (int i = 0; i < n; i++) {
      x[k + at[i]] -= low[i] * f;
    }
    b += 1 + n_row + n_column;
  }
}

static sn_status solve(void *self, double *x)
{
  const sn_list *l = self;
  const double *b = l->x + l->n_x;
  SN_ASSERT(l->x);
  if (l->symmetric) {
    forward(l, x, 1);
  } else {
    forward(l, x, 0);
  }
  for (int k = l->n - 1; k >= 0; k--) {
    const int *p = l->program[k], n_row = p[N_ROW], *at = p + HEAD;
    b -= 1 + n_row + p[N_COLUMN];
    double s = x[k], t = 0; /* two sums: half the waiting */
    int j = 0;
    for (; j + 1 < n_row; j += 2) {
      s -= b[1 + j] * x[k + at[j]];
      t += b[2 + j] * x[k + at[j + 1]];
    }
    if (j < n_row) {
      s -= b[1 + j] * x[k + at[j]];
    }
    x[k] = (s - t) * b[0];
  }
  return SN_OK;
}

static int negative(const void *self)
{
  const sn_list *l = self;
  const double *b = l->x;
  int n = 0;
  for (int k = 0; k < l->n; k++) {
    n += b[0] < 0;
    b += 1 + l->program[k][N_ROW] + l->program[k][N_COLUMN];
  }
  return n;
}

static int sign(void *self)
{
  return negative(self) % 2 ? -1 : 1;
}

static size_t room(const void *self)
{
  return ((const sn_list *)self)->n_x;
}

static void bind(void *self, double *number)
{
  ((sn_list *)self)->x = number;
}

static void places(const void *self, int *to)
{
  const sn_list *l = self;
  int begin = 0;
  for (int k = 0; k < l->n; k++) {
    const int *p = l->program[k], *at = p + HEAD + p[N_ROW] + p[N_COLUMN];
    for (int i = 0; i < p[N_VALUE]; i++) {
      *to++ = begin + at[i];
    }
    begin += 1 + p[N_ROW] + p[N_COLUMN];
  }
}

static sn_status read(void *self, double *value)
{
  const sn_list *l = self;
  const double *b = l->x;
  for (int k = 0; k < l->n; k++) {
    const int *p = l->program[k], *at = p + HEAD + p[N_ROW] + p[N_COLUMN];
    for (int i = 0; i < p[N_VALUE]; i++) {
      *value++ = b[at[i]];
    }
    b += 1 + p[N_ROW] + p[N_COLUMN];
  }
  return SN_OK;
}

static double flops(const void *self)
{
  return ((const sn_list *)self)->flops;
}

static double fill(const void *self)
{
  const sn_list *l = self;
  return (double)l->n_x + (l->symmetric ? 0 : l->n); /* triangles with their diagonals */
}

const sn_solver sn_solver_list = {.name = "list",
                                  .analyse = analyse,
                                  .room = room,
                                  .bind = bind,
                                  .places = places,
                                  .read = read,
                                  .factor = factor,
                                  .solve = solve,
                                  .sign = sign,
                                  .negative = negative,
                                  .flops = flops,
                                  .fill = fill};
