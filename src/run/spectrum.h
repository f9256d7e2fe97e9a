/* run/spectrum.h -- what a scheme makes of a linear oscillator, by steps of the scheme itself: BBT Figures 3 to 5.
 * What:    x'' = -omega^2 x. A step takes (x, v) to A (x, v); the eigenvalues exp((-damping +- i) theta) of A are those of a damped
 *          oscillator whose turn in a step is theta in place of omega h.
 * Who:     `sinew study --schemes`, through lab/study; the stiff limit: warnings of penalties.
 */
#ifndef SN_RUN_SPECTRUM_H
#define SN_RUN_SPECTRUM_H
#include "steps/step.h"

typedef struct {
  double radius;  /* spectral radius: factor of the amplitude per step */
  double damping; /* algorithmic damping ratio; NAN: the eigenvalues are real */
  double period; /* relative error of the period: (omega h)/theta - 1; NAN the same. theta is sought between 0 and pi */
} sn_spectrum;

/* turn: omega h of the oscillator, > 0. */
sn_status sn_spectrum_of(const sn_scheme *scheme, double alpha, double turn, sn_spectrum *out, sn_error *error);
/* Factor per step of a vibration that is far too fast for the step, in the long run: 1 where nothing is damped. */
sn_status sn_stiff_radius(const sn_scheme *scheme, const sn_step_options *o, double *out, sn_error *error);

#endif
