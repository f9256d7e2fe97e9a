/* lab/pendulum/gog_angle.h -- three free points at a constant angle, by a penalty: ways to the force of a constraint that is not quadratic.
 * What:    Phi = cos(angle between a and b) - its start, a and b from the first point to the others, 1 kg each, V = k/2 Phi^2. GOG's eq. (9)
 *          takes the gradient of Phi at a place q_(n+beta) of the step, where it meets the change of Phi, found by iteration; its closed
 *          alternative (Gonzalez) corrects the gradient at the middle along the step; `ep` means it in dot products of a and b.
 * Who:     `sinew study --pendulum`, through lab/study.
 */
#ifndef SN_LAB_PENDULUM_GOG_ANGLE_H
#define SN_LAB_PENDULUM_GOG_ANGLE_H
#include "steps/step.h"

typedef enum { SN_FORCE_EP, SN_FORCE_MIDPOINT, SN_FORCE_BETA, SN_FORCE_CORRECTED } sn_force_way;

typedef struct {
  int survived;
  double t;               /* time at which the run ended */
  double energy, turn;    /* largest changes: of the energy, J; of the angular momentum, relative to its size */
  double iterations;      /* per step */
  double lowest, highest; /* beta of the steps */
  double gradients;       /* of Phi, per evaluation of the force; 0: not counted */
} sn_angle_end;

sn_status sn_angle_run(sn_force_way way, double k, double h, double duration, sn_angle_end *out, sn_error *error);

#endif
