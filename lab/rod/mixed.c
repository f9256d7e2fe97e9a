/* lab/rod/mixed.c -- system (3): absolute coordinates and strains integrated side by side, by block elimination, O(n).
 * Theory:  docs/rods.md (17) to (19). Ours: the elastic force of the integrated strains q stands in the rows of eta, Psi^T
 *          carries it to p. Printed: the elastic force of p stands in the rows of p, so eta = 0 and q only follows.
 * Tests:   tests/lab/test_rod.c (against the banded matrix and system (2)).
 */
#include <math.h>

#include "lab/rod/rod_private.h"

void sn_rod_mixed(const sn_rod_motion *m, int printed, double stabilise, sn_rod_work *work, double *a, double *qdd)
{
  const sn_rod *rod = m->rod;
  const sn_rod_drive *o = m->o;
  const double *p = m->p, *v = m->v, *q = m->q, *qd = m->qd, s = stabilise;
  sn_rod_forces(rod, o, p, v, printed ? NULL : q, printed ? NULL : qd, 1, work->f);
  if (s > 0) {
    sn_rod_stabilise(rod, o, p, v, s, work->g);
  }
  sn_rod_accelerate(m, work->f, s > 0 ? work->g : NULL, work, a, NULL);
  sn_rod_strain_rates(rod, o, p, v, a, qdd);
  if (s > 0) {
    sn_rod_strains(rod, o, p, v, work->q, work->qd);
    for (int i = 0; i < 2 * rod->n; i++) {
      double gap = q[i] - work->q[i];
      gap = rod->hinged && i == 0 ? remainder(gap, 2 * acos(-1)) : gap; /* a free joint may make more than one turn */
      qdd[i] -= 2 * s * (qd[i] - work->qd[i]) + s * s * gap;
    }
  }
}
