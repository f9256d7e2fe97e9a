/* lab/rod/local.h -- one element as seen by Newton's method: gradients and Hessians of its strains and constraints with respect
 *                to the eight numbers (z_{n-1}, x_{n-1}, z_n, x_n). Private to lab/rod.
 * Theory:  docs/rods.md (23): a strain s with gradient b, Hessian H, stress C (s - s0 + tau b.v) has
 *          df/dp = -b (C b + C tau H v)^T - stress H, df/dv = -C tau b b^T.
 */
#ifndef SN_LAB_ROD_LOCAL_H
#define SN_LAB_ROD_LOCAL_H
#include "lab/rod/rod_private.h"

enum { SN_ROD_SHEAR, SN_ROD_UNIT };

typedef struct {
  double v[8];                 /* velocities, the root's included */
  double K[8][8], C[8][8];     /* df/dp, df/dv */
  double G[2][8], Hg[2][8][8]; /* constraints: rows and second derivatives */
  double g[2];
} sn_rod_local;

void sn_rod_local_at(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, int n,
                     sn_rod_local *out);

#endif
