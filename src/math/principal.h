/* math/principal.h -- principal values and axes of a symmetric 3x3 matrix (inertia). */
#ifndef SN_MATH_PRINCIPAL_H
#define SN_MATH_PRINCIPAL_H
#include "math/v3.h"

/* a = sum value_k axis_k axis_k^T; columns of axes make a proper rotation. The axes of a diagonal matrix are kept, in
   their order; otherwise the axes depend continuously on the matrix. */
void sn_principal(const double a[3][3], double value[3], sn_m3 *axes);

#endif
