/* math/solver.h -- private to math (and its tests): the matrix as solvers see it, and the table of a solver.
 * Terms:   pivots stand on the diagonal, in the order of the unknowns; the entries of pivot k are itself, the rest of its row
 *          (right of it) and the rest of its column (below it). So everything that one pivot, or one front of pivots in a row,
 *          starts from lies together.
 *          A front is a run of pivots whose rows below nest: they are eliminated together.
 *          A symmetric matrix has no column parts: its rows stand for them.
 * Owner:   what analyse makes lives in the arena it is given; a solver that holds more has free.
 */
#ifndef SN_MATH_SOLVER_H
#define SN_MATH_SOLVER_H
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/pool.h"
#include "math/linear.h"

/* entries.c: which entries there are */
typedef struct {
  int n;
  int *first; /* n + 1: places of pivot k: first[k] itself, then its row, from below[k] on its column */
  int *below; /* n */
  /* n: of every place of pivot k the column (row part) or the row (column part), ascending in each, less k. Equal lists are
     kept once: chains and beams repeat themselves. NULL: dropped */
  const int *const *offset;
  int symmetric;         /* 1: there are no column parts, below[k] is first[k + 1] */
  unsigned char *unsure; /* n, as in the pattern; NULL: none */
  const double *unit;    /* the same */
  const double *near;    /* the same */
} sn_entries;
/* SN_ENOMEM: or 2^31 places. The offsets are made in an arena of their own: who frees it drops them, until they are listed again. */
sn_status sn_entries_find(const sn_lin_pattern *p, sn_arena *arena, sn_arena *lists, sn_entries *a);
sn_status sn_entries_list(const sn_lin_pattern *p, sn_arena *lists, sn_entries *a);

/* The rest of the column of pivot k, below its diagonal entry. */
typedef struct {
  int first; /* its first place */
  const int *offset;
  int n;
} sn_column;
static inline sn_column sn_entries_below(const sn_entries *a, int k)
{
  const int first = a->symmetric ? a->first[k] + 1 : a->below[k];
  return (sn_column){first, a->offset[k] + (first - a->first[k]), a->first[k + 1] - first};
}

/* products.c */
void sn_entries_scales(const sn_entries *a, const double *value,
                       double *scale); /* one over the largest entry of each row, unknowns in their units */
double sn_scaled_size(int n, const double *b, const double *scale); /* largest of |b scale|; NaN stays NaN */
void sn_entries_residual(const sn_entries *a, const double *value, const double *x, const double *b,
                         double *rest); /* b - A x */
void sn_entries_times(const sn_entries *a, const double *value, double factor, int absolute, const double *x,
                      double *y); /* y += factor A x, or |A| |x| */

/* sum += factor value; the entries of a are among those of `all` */
void sn_entries_add(const sn_entries *all, double *sum, double factor, const sn_entries *a, const double *value);

/* largest entry of a column, rows scaled */
double sn_entries_column(const sn_entries *a, const double *value, const double *scale, int column);

/* slots.c: where the entries of each element go. A tile is a few lines of entries, each of which goes to places side by side. */
typedef struct {
  int from, to, apart; /* its first entry, the place of it, places from one line to the next */
  unsigned short lines, length;
} sn_tile;
typedef struct {
  const sn_tile *tile; /* first those whose lines are rows of the element, then those whose lines are columns */
  const int *pair;     /* entries that stand alone: entry and place of each */
  int n_across, n_tile, n_pair;
  int count, base; /* its unknowns; where places are counted from */
#ifdef SN_DEBUG
  const int *map; /* count x count: the place of every entry; -1 outside, -2 promised to be zero */
#endif
} sn_element_slots;
typedef struct {
  sn_element_slots *element;
  size_t n_slot;  /* of the matrix */
  size_t n_value; /* and the terms of entries that several parts add to */
  int *shared;    /* n_value - n_slot: where each of these terms belongs to, in the order of elements */
} sn_slots;
/* to: the place of every entry among n_slot; NULL: the entries themselves are the places */
sn_status sn_slots_find(const sn_lin_pattern *p, const sn_entries *a, const int *to, size_t n_slot, sn_arena *arena,
                        sn_slots *out);

/* sort.c: ascending order; bits: one for each possible number, all zero before and after */
void sn_sort_numbers(uint64_t *bits, int *list, int n);

/* fronts.c: symbolic elimination */
typedef struct {
  int n_front;
  int *pivot;            /* n_front + 1: the first pivot of each */
  int **below;           /* rows below the pivots of each front, ascending */
  int *n_below, *parent; /* parent -1: none */
  double flops, fill;    /* of the elimination; entries of L + U, each with its diagonal */
} sn_fronts;
/* relaxed: fronts may hold a few zeros where that saves a front; else they are exact */
sn_status sn_fronts_find(const sn_entries *a, int relaxed, sn_arena *arena, sn_fronts *f);

/* pieces.c: subtrees of the fronts, in an order in which children stand right before their parents */
enum { SN_MOST_PIECES = 64 };
typedef struct {
  int first, end; /* fronts; the last one is its root */
  double work;    /* operations */
} sn_piece;
/* parent: places in the same order, -1: none. Fills out (SN_MOST_PIECES) in ascending order; their number: 0: not worth it, else
   two or more; -1: no memory. */
int sn_pieces_find(int n, const int *parent, const double *work, sn_arena *scratch, sn_piece *out);

typedef struct {
  double ratio;  /* of the weakest pivot to what it was made of; 0: not a number or zero */
  int at;        /* its unknown */
  double pivot;  /* its size */
  int exchanged; /* the first unknown whose pivot was so weak that rows were exchanged, -1 */
} sn_weakest;

typedef struct sn_solver {
  const char *name;
  int chooses_pivots; /* 1: no other solver is tried after it */
  /* self stays NULL with SN_OK: not for this matrix. exact: fronts of the pattern without relaxing; pool: threads that
     it may use, NULL: none */
  sn_status (*analyse)(const sn_entries *a, const sn_fronts *exact, sn_pool *pool, sn_arena *arena, void **self);
  /* The numbers in which it eliminates: how many, where they are, and which of them each entry begins as. NULL: it has its own. */
  size_t (*room)(const void *self);
  void (*bind)(void *self, double *number);
  void (*places)(const void *self, int *to);
  void (*forget)(void *self); /* the places of entries are not needed until the next read; NULL: it keeps none */
  sn_status (*read)(void *self, double *value); /* the entries from their places, before they are eliminated */
  /* value NULL: the entries are in their places, and zeros in the others. SN_OK also when a pivot vanishes: ratio 0 */
  sn_status (*factor)(void *self, const double *value, sn_weakest *w);
  sn_status (*solve)(void *self, double *b_x);
  int (*sign)(void *self);           /* of the determinant: 1 or -1 */
  int (*negative)(const void *self); /* pivots below zero; NULL, or -1: pivots were not taken on the diagonal */
  double (*flops)(const void *self);
  double (*fill)(const void *self);
  void (*free)(void *self); /* NULL: nothing to do */
} sn_solver;
extern const sn_solver sn_solver_list;  /* scalar, by a list of operations: little fill */
extern const sn_solver sn_solver_front; /* dense blocks */
extern const sn_solver sn_solver_klu;   /* chooses its pivots: the safety net of the others */

void sn_lin_force(sn_lin *l, const sn_solver *s); /* tests: before the first factorisation */
const char *sn_lin_solver(const sn_lin *l);       /* name of the one that made the factors in use; NULL: none */

#endif
