/* analysis/retract.h -- a configuration that is moved by increments of the unknowns of a motion: assembly, statics.
 * Who:     src/analysis only.
 */
#ifndef SN_ANALYSIS_RETRACT_H
#define SN_ANALYSIS_RETRACT_H
#include "instant/unknowns.h"

/* q := q moved by factor*xi: positions by the increments, directors turned about their axes, orthonormal. */
void sn_instant_displace(sn_instant *m, const double *xi, double factor);
double sn_instant_row_scale(const sn_instant *m, const sn_block *b, int row); /* m: extent; rad: 1 */
double sn_instant_largest(const sn_instant *m, const double *xi); /* increment: positions over extent, rad */
/* Straight onto the rows in use from near by (soft_row must be large); 1: they are met to 1e-11. */
int sn_instant_close(sn_instant *m, double *g);
/* q, counted angles and stored energies go to the state; velocities turn with their nodes. */
void sn_instant_store(const sn_instant *m, sn_state *x);

#endif
