/* math/lapack.h -- the routines of LAPACK that Sinew calls.
 * Matrices lie by columns. The unnamed last arguments are the lengths of the texts, as Fortran compilers pass them.
 */
#ifndef SN_MATH_LAPACK_H
#define SN_MATH_LAPACK_H
#include <stddef.h>

/* Eigenvalues, symmetric and general. */
void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w, double *work,
            const int *lwork, int *info, size_t, size_t);
void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *wr, double *wi,
            double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info, size_t,
            size_t);
/* Cholesky with pivots; QR with pivots. */
void dpstrf_(const char *uplo, const int *n, double *a, const int *lda, int *piv, int *rank, const double *tol,
             double *work, int *info, size_t);
void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau, double *work,
             const int *lwork, int *info);
/* LU and its solutions; of a band; Cholesky with solution. */
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda, const int *ipiv,
             double *b, const int *ldb, int *info, size_t);
void dgbsv_(const int *n, const int *kl, const int *ku, const int *nrhs, double *ab, const int *ldab, int *ipiv,
            double *b, const int *ldb, int *info);
void dposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b, const int *ldb,
            int *info, size_t);

#endif
