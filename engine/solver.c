/* engine/solver.c -- rank 0: a matrix of math/linear.c as a solver of all ranks.
 * What:    rows in the numbers of PETSc (points first, divided among the ranks; the border on rank 0), entries from their places, vectors
 *          there and back.
 * Tests:   tests/engine/test_engine.c
 */
#include <math.h>
#include <string.h>

#include "engine/engine.h"

enum { MOST_BORDER = 600, NEAR = 6 };

typedef struct {
  sn_arena *arena;
  int number, n;
  const sn_entries *a;
  const double *unit;       /* of the model; NULL: 1 */
  int *new_of;              /* of every unknown of the model: its row */
  int *row, *column, *from; /* rows: first entries; new columns, places of entries */
  int *rows, *first_row;    /* of every rank */
  int *entries, *first_entry;
  double *scale, *value, *vector; /* scale: units in the order of rows */
  engine_answer last;
} handle;

static sn_engine_report done;

void engine_tell(sn_engine_report *out)
{
  out->direct = done.direct;
  out->multigrid = done.multigrid;
  out->solves = done.solves;
  out->iterations = done.iterations;
}

/* ---- which rows */

static int is_point(const double *near, int unknown)
{
  for (int k = 0; k < NEAR; k++) {
    if (near[NEAR * unknown + k] != 0) {
      return 1;
    }
  }
  return 0;
}

/* Unknowns of points come in threes. Their number; 0: multigrid is not for this matrix. */
static int count_points(const sn_entries *a)
{
  int n = 0;
  const int wanted = engine.only == 2 || (engine.only == 0 && a->n >= engine.direct_below);
  for (int i = 0; i < a->n && a->near && wanted; i++) {
    if (!is_point(a->near, i)) {
      continue;
    }
    if (i + 2 >= a->n || !is_point(a->near, i + 1) || !is_point(a->near, i + 2)) {
      return 0;
    }
    n += 3;
    i += 2;
  }
  return n > 0 && a->n - n <= MOST_BORDER ? n : 0;
}

/* new_of: points in their order, those of rank 0, then the border, then those of the other ranks. */
static void number(const sn_entries *a, int n_point, handle *h)
{
  int points = 0, at_point = 0, at_border;
  (void)engine_rows(engine.ranks, 0, a->n, n_point, &points);
  at_border = points;
  const int border = a->n - n_point;
  for (int i = 0; i < a->n; i++) {
    if (n_point == 0) {
      h->new_of[i] = i;
    } else if (is_point(a->near, i)) {
      h->new_of[i] = at_point < points ? at_point : at_point + border;
      at_point++;
    } else {
      h->new_of[i] = at_border++;
    }
  }
  SN_ASSERT(n_point == 0 || (at_point == n_point && at_border == points + border));
}

/* ---- rows of entries */

typedef void (*entry_sink)(void *data, int row, int column, int place);

static void each_entry(const sn_entries *a, const int *new_of, entry_sink sink, void *data)
{
  for (int i = 0; i < a->n; i++) {
    const int row = new_of[i];
    for (int e = a->first[i]; e < a->below[i]; e++) {
      const int other = new_of[i + a->offset[i][e - a->first[i]]];
      sink(data, row, other, e);
      if (a->symmetric && other != row) {
        sink(data, other, row, e);
      }
    }
    const sn_column c = sn_entries_below(a, i);
    for (int e = 0; e < c.n && !a->symmetric; e++) {
      sink(data, new_of[i + c.offset[e]], row, c.first + e);
    }
  }
}

/* Two passes sort the entries: by columns, then, column by column, into their rows. */
typedef struct {
  int *at;         /* next place of every column */
  int *row, *from; /* in the order of columns */
} by_columns;

static void count_column(void *data, int row, int column, int place)
{
  (void)row;
  (void)place;
  ((int *)data)[column + 1]++;
}

static void put_column(void *data, int row, int column, int place)
{
  by_columns *b = data;
  const int to = b->at[column]++;
  b->row[to] = row;
  b->from[to] = place;
}

static void make_rows(const sn_entries *a, sn_arena *scratch, handle *h)
{
  const int n = a->n;
  int *first = ENGINE_NEW(scratch, int, n + 1);
  each_entry(a, h->new_of, count_column, first);
  for (int i = 0; i < n; i++) {
    first[i + 1] += first[i];
  }
  const size_t all = (size_t)first[n];
  by_columns b = {ENGINE_NEW(scratch, int, n), ENGINE_NEW(scratch, int, all), ENGINE_NEW(scratch, int, all)};
  memcpy(b.at, first, sizeof(int) * (size_t)n);
  each_entry(a, h->new_of, put_column, &b);
  h->row = ENGINE_NEW(h->arena, int, n + 1);
  h->column = ENGINE_NEW(h->arena, int, all);
  h->from = ENGINE_NEW(h->arena, int, all);
  for (size_t k = 0; k < all; k++) {
    h->row[b.row[k] + 1]++;
  }
  for (int i = 0; i < n; i++) {
    h->row[i + 1] += h->row[i];
  }
  memcpy(b.at, h->row, sizeof(int) * (size_t)n);
  for (int c = 0; c < n; c++) {
    for (int k = first[c]; k < first[c + 1]; k++) {
      const int to = b.at[b.row[k]]++;
      h->column[to] = c;
      h->from[to] = b.from[k];
    }
  }
}

static void divide(handle *h, int n_point)
{
  int at = 0, points;
  h->rows = ENGINE_NEW(h->arena, int, engine.ranks);
  h->first_row = ENGINE_NEW(h->arena, int, engine.ranks);
  h->entries = ENGINE_NEW(h->arena, int, engine.ranks);
  h->first_entry = ENGINE_NEW(h->arena, int, engine.ranks);
  for (int r = 0; r < engine.ranks; r++) {
    h->rows[r] = engine_rows(engine.ranks, r, h->n, n_point, &points);
    h->first_row[r] = at;
    h->first_entry[r] = h->row[at];
    at += h->rows[r];
    h->entries[r] = h->row[at] - h->first_entry[r];
  }
  SN_ASSERT(at == h->n);
}

static sn_status analyse(const sn_entries *a, const sn_fronts *exact, sn_pool *pool, sn_arena *arena, void **self)
{
  (void)exact;
  (void)pool;
  (void)arena; /* its memory is of the matrix, and freed with it */
  sn_arena *own = engine_arena(), *scratch = engine_arena();
  handle *h = ENGINE_NEW(own, handle, 1);
  const int n_point = count_points(a);
  *h = (handle){.arena = own, .a = a, .number = engine.n_share, .n = a->n, .unit = a->unit};
  h->new_of = ENGINE_NEW(own, int, a->n);
  number(a, n_point, h);
  make_rows(a, scratch, h);
  divide(h, n_point);
  h->value = ENGINE_NEW(own, double, h->row[a->n]);
  h->vector = ENGINE_NEW(own, double, a->n);
  h->scale = ENGINE_NEW(own, double, a->n);
  const engine_request q = {
      .action = ENGINE_MATRIX, .matrix = h->number, .n = a->n, .multigrid = n_point > 0, .n_point = n_point};
  int *length = ENGINE_NEW(scratch, int, a->n);
  double *near = n_point > 0 ? ENGINE_NEW(scratch, double, NEAR *(size_t)a->n) : NULL;
  for (int i = 0; i < a->n; i++) {
    const int to = h->new_of[i];
    length[i] = h->row[i + 1] - h->row[i];
    if (near) {
      memcpy(near + NEAR * to, a->near + NEAR * i, NEAR * sizeof(double));
    }
  }
  engine_ask(&q);
  engine_make(&q, length, h->column, near);
  sn_arena_free(scratch);
  *self = h;
  return SN_OK;
}

/* 1: the values are symmetric but for round-off. Then half of the work is enough, and the signs of pivots are those of eigenvalues. */
static int is_symmetric(const sn_entries *a, const double *value)
{
  static const double round_off = 1e-13;
  for (int i = 0; i < a->n && !a->symmetric; i++) {
    const sn_column c = sn_entries_below(a, i);
    const int n = a->below[i] - a->first[i] - 1; /* right of the diagonal */
    double most = fabs(value[a->first[i]]), apart = 0;
    if (c.n != n || memcmp(c.offset, a->offset[i] + 1, sizeof(int) * (size_t)n) != 0) {
      return 0;
    }
    for (int e = 0; e < n; e++) {
      const double right = value[a->first[i] + 1 + e], below = value[c.first + e];
      most = fmax(most, fabs(right));
      apart = fmax(apart, fabs(right - below));
    }
    if (!(apart <= round_off * most)) {
      return 0;
    }
  }
  return 1;
}

static sn_status factor(void *self, const double *value, sn_weakest *w)
{
  handle *h = self;
  for (int i = 0; i < h->n; i++) {
    h->scale[h->new_of[i]] = h->unit ? h->unit[i] : 1;
  }
  for (int i = 0; i < h->n; i++) {
    for (int e = h->row[i]; e < h->row[i + 1]; e++) {
      h->value[e] = value[h->from[e]] * h->scale[i] * h->scale[h->column[e]];
    }
  }
  engine_share *s = engine.share[h->number];
  const int symmetric = is_symmetric(h->a, value);
  engine_ask(&(engine_request){.action = ENGINE_FACTOR, .matrix = h->number, .symmetric = symmetric});
  MPI_Scatterv(h->value, h->entries, h->first_entry, MPI_DOUBLE, s->value, s->entries, MPI_DOUBLE, 0, engine.comm);
  engine_factor(s, symmetric, &h->last);
  *(s->grid ? &done.multigrid : &done.direct) += 1;
  *w = (sn_weakest){.ratio = h->last.good, .at = -1, .pivot = 1, .exchanged = -1};
  return SN_OK;
}

static sn_status solve(void *self, double *b_x)
{
  handle *h = self;
  engine_share *s = engine.share[h->number];
  engine_answer now;
  double *own;
  for (int i = 0; i < h->n; i++) {
    h->vector[h->new_of[i]] = b_x[i] * h->scale[h->new_of[i]];
  }
  engine_ask(&(engine_request){.action = ENGINE_SOLVE, .matrix = h->number});
  ENGINE_TRY(VecGetArray(s->b, &own));
  MPI_Scatterv(h->vector, h->rows, h->first_row, MPI_DOUBLE, own, (int)s->rows, MPI_DOUBLE, 0, engine.comm);
  ENGINE_TRY(VecRestoreArray(s->b, &own));
  engine_solve(s, &now);
  ENGINE_TRY(VecGetArray(s->x, &own));
  MPI_Gatherv(own, (int)s->rows, MPI_DOUBLE, h->vector, h->rows, h->first_row, MPI_DOUBLE, 0, engine.comm);
  ENGINE_TRY(VecRestoreArray(s->x, &own));
  for (int i = 0; i < h->n; i++) {
    b_x[i] = h->vector[h->new_of[i]] * h->scale[h->new_of[i]];
  }
  done.solves++;
  done.iterations += now.iterations;
  return now.good ? SN_OK : SN_ESINGULAR;
}

static int sign(void *self)
{
  return ((handle *)self)->last.sign;
}

static int negative(const void *self)
{
  return ((const handle *)self)->last.negative;
}

static double unknown_number(const void *self) /* PETSc counts them in its own log */
{
  (void)self;
  return 0;
}

static void release(void *self)
{
  handle *h = self;
  engine_ask(&(engine_request){.action = ENGINE_FREE, .matrix = h->number});
  engine_free(h->number);
  sn_arena_free(h->arena);
}

const sn_solver engine_solver = {.name = "petsc",
                                 .chooses_pivots = 1,
                                 .analyse = analyse,
                                 .factor = factor,
                                 .solve = solve,
                                 .sign = sign,
                                 .negative = negative,
                                 .flops = unknown_number,
                                 .fill = unknown_number,
                                 .free = release};
