/* contact/gjk.h -- distance of two convex cores and their nearest points, by the algorithm of Gilbert, Johnson and Keerthi.
 * What:    a core is what says which of its points is furthest along a direction. The distance of two cores is that of their difference from the
 *          origin: a simplex of up to four of its points is improved until none is nearer.
 * Who:     contact/cores.c.
 * Tests:   tests/contact/test_gjk.c
 */
#ifndef SN_CONTACT_GJK_H
#define SN_CONTACT_GJK_H
#include "math/v3.h"

/* In axes of its own. Points; or a cylinder around axis 1: of no radius a segment, of no length a disc. */
typedef struct {
  int n;
  const sn_v3 *point; /* n > 0 */
  double half, radius;
} sn_core;

sn_v3 sn_core_furthest(const sn_core *core, sn_v3 along);

/* Distance of a from b, whose origin is at x and whose axes are the columns C along the axes of a (unit vectors but for what a step bends
   them). from: their difference, from a to b, along the axes of a; on_b: the nearest point of b along its axes. 0: they overlap. */
double sn_gjk(const sn_core *a, const sn_core *b, sn_v3 x, const sn_v3 C[3], sn_v3 *from, sn_v3 *on_b);

#endif
