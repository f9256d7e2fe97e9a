/* math/eigen_private.h -- the two ways behind math/eigen.h. Private to math/eigen*.c. */
#ifndef SN_MATH_EIGEN_PRIVATE_H
#define SN_MATH_EIGEN_PRIVATE_H
#include "math/eigen.h"

/* eigen_dense.c: all eigenvalues, in no order; zeros of the symmetric problem (to round-off) are left out. */
sn_status sn_dense_symmetric(const sn_pencil *p, sn_arena *arena, sn_eigenpairs *out, sn_error *error);
sn_status sn_dense_general(const sn_pencil *p, sn_arena *arena, sn_eigenpairs *out, sn_error *error);
/* eigen_krylov.c: count <= n - 2 */
sn_status sn_krylov_symmetric(const sn_pencil *p, int count, sn_arena *arena, sn_eigenpairs *out, sn_error *error);
sn_status sn_krylov_general(const sn_pencil *p, int count, sn_arena *arena, sn_eigenpairs *out, sn_error *error);

sn_status sn_eigen_room(int count, int n, sn_arena *arena, sn_eigenpairs *out, sn_error *error);
sn_status sn_eigen_failed(const char *why, int code, sn_error *error);

#endif
