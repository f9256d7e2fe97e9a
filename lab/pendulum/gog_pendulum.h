/* lab/pendulum/gog_pendulum.h -- the compound spherical pendulum of GOG, 5.1: two points on a line through the origin, held by penalties, moved by
 *                   any scheme with any step.
 * What:    |OA| = |AB| = 1 m, 1 kg each, g = 9.81 m/s^2, drawn 60 deg from the vertical, 1.5 rad/s about it. Distances are |u| - 1 as
 *          in the paper; the alignment is the paper's, two components of A x B, or the linear B = 2 A. Steps are never halved.
 * Who:     `sinew study --pendulum`, through lab/study.
 */
#ifndef SN_LAB_PENDULUM_GOG_PENDULUM_H
#define SN_LAB_PENDULUM_GOG_PENDULUM_H
#include "steps/step.h"

typedef enum { SN_ALIGN_CROSS, SN_ALIGN_LINEAR } sn_pendulum_alignment;

typedef struct {
  const sn_scheme *scheme;
  double value; /* of its first setting; NAN: it has none */
  double stiffness;
  sn_pendulum_alignment alignment;
} sn_pendulum;

typedef struct {
  int survived; /* 1: all steps converged, and the energy never rose above twice the scale */
  double t;     /* time at which the run ended */
  long steps, iterations;
  sn_v3 B;                     /* position of B at that time */
  double energy;               /* largest change of the energy, J */
  double turn;                 /* largest relative change of the angular momentum about the vertical */
  double end_energy, end_turn; /* the same at the end */
} sn_pendulum_end;

#define SN_PENDULUM_ENERGY 29.43 /* J: what the energies are compared with */

sn_status sn_pendulum_run(const sn_pendulum *p, double h, double duration, sn_pendulum_end *out, sn_error *error);
/* Position of B with rigid distances, by `ed` without damping in small steps. */
sn_status sn_pendulum_exact(double duration, sn_v3 *B, sn_error *error);

#endif
