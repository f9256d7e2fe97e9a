/* math/linear_private.h -- private to math: the linear system, made and filled in linear.c, factored and solved in linear_solve.c. */
#ifndef SN_MATH_LINEAR_PRIVATE_H
#define SN_MATH_LINEAR_PRIVATE_H
#include "math/solver.h"

typedef struct {
  const sn_solver *type;
  void *self; /* NULL: not made yet */
} sn_engine;

struct sn_lin {
  sn_lin_pattern pattern; /* in place: its arrays live as long */
  sn_entries a;
  sn_arena
      *lists; /* in place: of the offsets of the entries, until places are known, and from the first careful look on */
  sn_slots places;
  int n_element, bad_row, trust;
  sn_pool *pool;
  int weakest;          /* unknown of the weakest pivot of the factors in use */
  double *value;        /* entries; in place: a copy of them, NULL if none was ever needed */
  double *number;       /* of the solver; NULL: not made yet */
  double *sum;          /* what is added to: value or number, and the terms of entries that several parts add to */
  int in_place, copied; /* copied: value is the matrix whose factors are in use */
  double *saved, *rest; /* n each: right-hand side, residual */
  double *scale;        /* n: one over the largest entry of every row of the factored matrix */
  int scaled;           /* 1: scale belongs to the matrix that was factored last */
  int checked;          /* 1: a solve with these factors was looked at, and good */
  int mended;           /* 1: one of them was not good at once */
  sn_arena *arena;      /* of the solvers; NULL until the first factorisation */
  sn_engine usual, net; /* pivots on the diagonal; chosen pivots */
  sn_engine *in_use;    /* one of them; NULL: no factors */
#ifdef SN_DEBUG
  int *part, *count; /* of every element */
  double *
      promised; /* of every part: what was added to entries promised to be zero; the largest difference of symmetric ones */
  int n_part;
#endif
};

enum { SN_SET_APART = 16 }; /* numbers per part in `promised`: two would do, but processors would fight for the line */

/* linear.c: chooses the solver by the symbolic count and makes it */
sn_status sn_lin_choose(sn_lin *l);

#endif
