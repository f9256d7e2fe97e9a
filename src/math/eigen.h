/* math/eigen.h -- the largest eigenvalues of a product of two operators, OP = solve . weigh.
 * What:    shift-invert of a pencil: solve applies (A - sigma B)^-1, weigh applies B; eigenvalues theta = 1/(lambda - sigma).
 *          Small problems are made dense (LAPACK: all eigenvalues); large ones go to ARPACK (implicitly restarted Lanczos and
 *          Arnoldi by reverse communication), which never sees a matrix either.
 * Limits:  ARPACK keeps variables of its own between calls: one problem at a time in a process.
 */
#ifndef SN_MATH_EIGEN_H
#define SN_MATH_EIGEN_H
#include "base/arena.h"
#include "base/error.h"

typedef struct {
  int n;
  void *data;
  sn_status (*solve)(void *data, const double *r, double *x); /* x = P r */
  void (*weigh)(void *data, const double *x, double *r);      /* r = B x */
  double tolerance; /* of theta while ARPACK iterates, relative; 0: round-off, which clusters reach slowly */
} sn_pencil;

typedef enum { SN_EIGEN_ANY, SN_EIGEN_DENSE, SN_EIGEN_KRYLOV } sn_eigen_method;

typedef struct {
  int n; /* number found, largest |theta| first; may be fewer than requested, or one more (a conjugate pair) */
  double *re, *im;        /* n each; symmetric: im is 0 */
  double *x_re, *x_im;    /* n vectors of the pencil's length, one after the other */
  sn_eigen_method method; /* the method that was used */
} sn_eigenpairs;

/* P symmetric, B symmetric and positive semi-definite: theta and vectors are real, of unit length in B. */
sn_status sn_eigen_symmetric(const sn_pencil *p, int count, sn_eigen_method method, sn_arena *arena, sn_eigenpairs *out,
                             sn_error *error);
/* Any two operators. A complex pair counts twice and appears twice, each vector next to that of its conjugate. */
sn_status sn_eigen_general(const sn_pencil *p, int count, sn_eigen_method method, sn_arena *arena, sn_eigenpairs *out,
                           sn_error *error);

#endif
