/* math/front.h -- private to math: one dense front, and what is done with it in registers.
 * Layout:  square   n_pivot rows of ld_row: L below its diagonal, inverse pivots on it, U above
 *          right    the rest of the rows of U, behind the square in the same rows
 *          below    n_pivot rows of ld: the rest of the columns of L, each as a row
 *          Where a pivot is weak it changes rows with another of the front.
 *          right and below have n_below columns; ld, ld_row - ld and so where each begins are multiples of four. What is beyond the last column is zero.
 * Symmetric: U alone, A = U^T D^-1 U with D its diagonal: L is U with every row divided by its pivot. There is no `below`, and of the square
 *          and of the update only what is above the diagonal is read; beside the diagonal, squares of four hold L below it.
 */
#ifndef SN_MATH_FRONT_H
#define SN_MATH_FRONT_H
#include "math/solver.h"

typedef struct {
  int pivot, n_pivot, n_below;
  ptrdiff_t ld_row, ld;
  double *square, *right, *below;
  int symmetric;
  const unsigned char *unsure; /* n_pivot: above 0 where the best row is looked for; NULL: nowhere */
  const double *unit;          /* of the unknowns from the first pivot on (sn_lin_pattern); NULL: 1 */
  const int *row;              /* n_below: which of these stand below */
  int *exchange; /* n_pivot + 1: each pivot changed rows with the one so many further on; at the end their number */
} sn_dense;

typedef struct {
  /* Factors of an assembled front; the update of what is below is added to rest (n_below x ld). size: what each of its
     pivots was made of so far; made (ld): what is to be added to that of the rows below. 0: a pivot vanishes. */
  int (*eliminate)(const sn_dense *f, double *rest, double *size, double *made, sn_weakest *w);
  /* The same of a symmetric front; no rows are exchanged. scaled: SN_FRONT_DEPTH rows of ld_row numbers, scratch. */
  int (*eliminate_symmetric)(const sn_dense *f, double *scaled, double *rest, double *size, double *made,
                             sn_weakest *w);
  void (*forward)(const sn_dense *f, double *x, double *y); /* x: its pivots; y (ld): to be taken from those below */
  void (*forward_symmetric)(const sn_dense *f, double *x, double *y);
  void (*backward)(const sn_dense *f, double *x, const double *y); /* y (ld): the solution below, then zeros */
} sn_dense_kernel;
enum { SN_FRONT_DEPTH = 96 }; /* most pivots that are eliminated together before the rest of a front is updated */
extern const sn_dense_kernel sn_dense_plain;
const sn_dense_kernel *sn_dense_best(void); /* for this processor: the same bits as the plain one */

#endif
