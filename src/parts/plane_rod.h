/* parts/plane_rod.h -- the rod of the laboratory (component/rod.h) as an item of a model: what it freezes into.
 * What:    nodes x_0..x_n with the direction of their element as one director, so that results, pictures and channels see
 *          an ordinary part; no scheme moves them: session/rod_runner.c runs such a model with the laboratory (component/lab.h).
 * Who:     session.
 */
#ifndef SN_PARTS_PLANE_ROD_H
#define SN_PARTS_PLANE_ROD_H
#include "component/lab.h"
#include "parts/part.h"

typedef struct {
  const sn_lab *lab;
  sn_rod rod;
  sn_rod_options
      options; /* formulation, integrator, tolerances, stabilisation, projection, order; the run gives the rest */
  const double *angles;            /* of the drawn elements; NULL: straight */
  double height;                   /* z of its plane */
  const int *position, *direction; /* n + 1 vectors each of the system */
} sn_plane_rod;

/* A state of the rod into vectors of the system, and back. */
void sn_plane_rod_put(const sn_plane_rod *r, const sn_rod_drive *o, const double *p, const double *v, sn_v3 *q,
                      sn_v3 *rate);

#endif
