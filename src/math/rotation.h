/* math/rotation.h -- rotations: quaternions (scalar first), axis and angle, Euler angles, two directions, Cayley. */
#ifndef SN_MATH_ROTATION_H
#define SN_MATH_ROTATION_H
#include "math/v3.h"

sn_m3 sn_rotation_axis_angle(sn_v3 axis, double angle); /* axis need not be unit; zero axis: identity */
sn_m3 sn_rotation_quaternion(const double q[4]);        /* normalised inside */
void sn_quaternion_of(sn_m3 r, double q[4]);            /* q0 >= 0 */
/* Euler angles in the given sequence, e.g. "zyx" (intrinsic): r = R_1(a) R_2(b) R_3(c). Sequence letters x, y, z; an invalid
   sequence gives the identity and zeros. */
int sn_euler_sequence_good(const char *sequence); /* 1: three letters, no neighbours equal */
sn_m3 sn_rotation_euler(const char *sequence, const double angle[3]);
void sn_euler_of(sn_m3 r, const char *sequence, double angle[3]);
/* Triad with column i along a (exact) and column j as close to b as possible; 0 if a and b are parallel or zero. i, j in 0..2. */
int sn_rotation_two_directions(int i, sn_v3 a, int j, sn_v3 b, sn_m3 *r);
/* Any triad whose third column is along axis (deterministic, smooth choice: smallest rotation of the ground axes). */
sn_m3 sn_rotation_along(sn_v3 axis);
/* d rotated by the Cayley map of the rotation vector t: exactly orthonormal-preserving. */
sn_v3 sn_rotate_cayley(sn_v3 t, sn_v3 d);
/* Orthonormalises n <= 3 vectors that are orthonormal up to round-off (one Newton step towards the nearest such set). */
void sn_orthonormal(sn_v3 *d, int n);
/* distance of r from a proper rotation: max |r^T r - I|, plus 2 if det < 0 */
double sn_rotation_defect(sn_m3 r);

#endif
