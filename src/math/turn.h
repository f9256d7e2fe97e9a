/* math/turn.h -- rotation vectors as smooth functions of a few direction cosines.
 * What:    a rotation by the angle t about the unit vector n gives w = n sin t and c = cos t as sums of direction cosines, and
 *          so does the tilt of an axis (two numbers w). The rotation vector t n is w times t/sin t, with t = atan2(|w|, c).
 * Theory:  docs/theory.md, (7.6). It does not change when w and c are multiplied by the same number.
 * Limits:  half a turn (t = pi), where the direction of w is lost. Below it there is no singularity.
 */
#ifndef SN_MATH_TURN_H
#define SN_MATH_TURN_H

enum { SN_TURN_MAX = 4 }; /* numbers e at most: three of w, then c */

/* Component k of the rotation vector. e: n - 1 numbers w, then c. gradient (n) and hessian (n x n) unless NULL. */
double sn_turn_component(int n, const double *e, int k, double *gradient, double *hessian);
/* Its length t, 0 to pi. */
double sn_turn_angle(int n, const double *e);

#endif
