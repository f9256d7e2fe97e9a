/* lab/rod/dae.h -- the rod as a differential-algebraic system for IDA: banded residuals and Jacobians. Private to lab/rod.
 * Theory:  docs/rods.md (24), (25). GGL, index 2: p' = v - G^T mu, M v' = f - G^T lambda, g = 0, G v + g_t = 0.
 *          Index 1: p' = v, M v' = f - G^T lambda, (G v + g_t)' = 0. Rows of v' over their mass.
 * Numbers: per element z, x, vz, vx, lambda1, lambda2 (10) and for GGL mu1, mu2 (12); rows alike.
 */
#ifndef SN_LAB_ROD_DAE_H
#define SN_LAB_ROD_DAE_H
#include "lab/rod/local.h"

typedef enum { SN_ROD_GGL, SN_ROD_INDEX1 } sn_rod_index;
typedef struct {
  int size, upper, lower; /* unknowns per element; bandwidths */
} sn_rod_layout;
extern const sn_rod_layout sn_rod_layouts[]; /* by sn_rod_index */

/* Makes y and its derivative from p, v, accelerations and multipliers. */
void sn_rod_dae_start(const sn_rod *rod, sn_rod_index index, const double *p, const double *v, const double *a,
                      const double *lambda, double *y, double *yd);
void sn_rod_dae_read(const sn_rod *rod, sn_rod_index index, const double *y, double *p, double *v);
void sn_rod_dae_residual(const sn_rod *rod, const sn_rod_drive *o, sn_rod_index index, const double *y,
                         const double *yd, sn_rod_work *work, double *r);
/* dr/dy + c dr/dy', added to a matrix that is zero: entry (i, j) at column[j][i - j + top]. */
void sn_rod_dae_jacobian(const sn_rod *rod, const sn_rod_drive *o, sn_rod_index index, double c, const double *y,
                         const double *yd, sn_rod_work *work, sn_rod_band *out);

#endif
