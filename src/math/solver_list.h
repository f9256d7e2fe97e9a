/* math/solver_list.h -- what the solver by lists of operations keeps of a matrix. solver_list_program.c makes it, solver_list.c runs it. */
#ifndef SN_MATH_SOLVER_LIST_H
#define SN_MATH_SOLVER_LIST_H
#include "math/solver.h"

/* a program: this head, then both (columns of the row, then rows of the column, from the pivot on), values, zeros, products */
enum { N_ROW, N_COLUMN, N_BOTH, N_VALUE, N_ZERO, REACH, HEAD };

typedef struct sn_list {
  int n, symmetric;
  const int **program; /* n */
  double *x;           /* all blocks */
  double *size;        /* n: what each pivot was made of */
  size_t n_x;
  double flops;
} sn_list;

/* The programs of all pivots. *self stays NULL where they would be too long: the matrix is too irregular. */
sn_status sn_list_make(const sn_entries *a, const sn_fronts *f, sn_arena *scratch, sn_arena *arena, void **self);

#endif
