/* math/multifront.h -- private to math: the fronts of a matrix, as the multifrontal solver keeps them.
 * Who:     multifront.c makes them once, solver_front.c computes with them.
 */
#ifndef SN_MATH_MULTIFRONT_H
#define SN_MATH_MULTIFRONT_H
#include "math/front.h"

typedef struct {
  sn_dense d;
  const int *row;     /* n_below: its rows below, from its first pivot on */
  const int *into;    /* n_below: where they stand in the parent's front */
  const int *to;      /* of every entry of its pivots: its place in the numbers of the front; NULL: not listed */
  int n_entry, split; /* split: how many of `into` are pivots of the parent */
  int in_a_row;       /* 1: `into` is one run */
  int child, sibling; /* its last child, the child of the same parent before; -1: none */
  int inside;         /* how many of its rows below belong to the same piece; all, if it is in none */
  size_t made, kept;  /* places on the stack: where its update is made, and where it goes then */
} sn_front;

/* what works on fronts: a piece, or the fronts above all pieces */
typedef struct {
  sn_piece part;
  int outside;   /* the first unknown outside of a piece that its rows meet */
  double *apart; /* n - outside: what it gives to these */
  double *made, *work;
  double *scaled; /* symmetric: SN_FRONT_DEPTH rows of the widest front */
  sn_weakest weakest;
  int done; /* 0: a pivot vanished */
} sn_worker;

typedef struct {
  int n, n_front, n_piece;
  sn_front *f;    /* in the order of elimination */
  sn_worker *w;   /* n_piece, and the one above them */
  int *of_thread; /* n_piece: who does it */
  sn_pool *pool;  /* NULL: one thread */
  const sn_entries *a;
  const int *first; /* of the entries, by pivot */
  sn_arena *lists;  /* of `to` of all fronts; NULL: not listed */
  sn_arena *arena;
  size_t n_number; /* of all fronts */
  double *stack;
  size_t n_stack;
  double *size; /* what each pivot was made of */
  const sn_dense_kernel *kernel;
  double flops, fill;
  const double *value; /* of the matrix being factored; NULL: in place */
  double *x;           /* of the system being solved */
} sn_multifront;

static inline size_t sn_front_numbers(const sn_front *f)
{
  return (size_t)f->d.n_pivot * (size_t)(f->d.symmetric ? f->d.ld_row : f->d.ld_row + f->d.ld);
}

static inline size_t sn_front_update(const sn_front *f)
{
  return (size_t)f->d.n_below * (size_t)f->d.ld;
}

/* Fills s; NULL: one thread. What it makes lives in arena. */
sn_status sn_multifront_make(const sn_entries *a, sn_pool *pool, sn_arena *scratch, sn_arena *arena, sn_multifront *s);
/* Fronts have their numbers there (n_number). */
void sn_multifront_bind(sn_multifront *s, double *number);
/* Lists where entries go; until they are forgotten. */
sn_status sn_multifront_list(sn_multifront *s);
void sn_multifront_forget(sn_multifront *s);
/* The place of every entry among them, at most 2^31. */
void sn_multifront_slots(const sn_multifront *s, int *to);

#endif
