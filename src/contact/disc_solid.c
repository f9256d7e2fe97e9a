/* contact/disc_solid.c -- a disc with a round edge on a convex solid with round edges: by math/convex.h. See pair.h.
 * Limits:  a disc that lies flat on a face touches it at its centre: cylinders that stand tumble a little.
 */
#include <math.h>
#include <string.h>

#include "contact/pair.h"

static double look(const sn_touch_gap *p, const double *e, double gradient[6], double core[3])
{
  double on[3], C[3];
  const double gap = sn_disc_distance(p->solid, p->rod, e, gradient, NULL, core ? on : NULL); /* forms 3..5: its axis */
  for (int k = 0; k < 3 && core; k++) {
    C[k] = on[k] + gap * gradient[k] - e[k];
  }
  for (int j = 0; j < 3 && core; j++) {
    core[j] = e[3 + 3 * j] * C[0] + e[4 + 3 * j] * C[1] + e[5 + 3 * j] * C[2];
  }
  return gap - p->round[0] - p->round[1];
}

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  double by[6];
  const double gap = look(sn_touch_gap_of(g), e, by, NULL);
  sn_touch_slope(g, by, 6, gradient, hessian);
  return gap;
}

static void place(const sn_gap *g, const double *e, double n[3], double xi[3])
{
  double by[6], core[3];
  (void)look(sn_touch_gap_of(g), e, by, core);
  memcpy(n, by, 3 * sizeof(double));
  sn_touch_point(sn_touch_gap_of(g), e, n, core, xi);
}

void sn_disc_on_solid(const sn_convex *solid, double round, double ring, double edge, sn_touch_gap *out)
{
  *out =
      (sn_touch_gap){.gap = {.least = solid->n_edge > 0 ? -(round + edge) : -INFINITY, .value = value, .place = place},
                     .solid = solid,
                     .rod = ring,
                     .round = {round, edge}};
  sn_touch_begin(out, SN_CONTACT_PAIR, (double[3]){ring, ring, ring});
}
