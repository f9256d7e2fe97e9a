/* tests/support/flexible.h -- beams, a shell patch and a loaded gear built by hand from forms, for tests of the steps.
 * What:    pairs (d2, d3) along beams of order p, fibres in the patch; strains as dot forms, p Gauss points, either
 *          consistent mass or row sums. Steel: E = 210 GPa, G = 80 GPa, 7850 kg/m^3.
 */
#ifndef SN_TESTS_FLEXIBLE_H
#define SN_TESTS_FLEXIBLE_H
#include "mechanisms.h"

/* 1 m, 5 x 5 mm, free, thrown: (3, 10, 29) rad/s, 2 m/s and noise (m/s, peak to peak) at the nodes. */
mechanism free_beam(int p, int elements, int consistent, double noise);
/* 1 m, 20 x 1 mm, clamped, released horizontally; unit: length units per metre (1: m, 1000: mm). */
mechanism strip(int p, int elements, int consistent, double unit);
/* 1 m, 5 x 5 mm on a hinge about z, started unstretched. */
mechanism spinning_beam(int p, int elements, int consistent, double omega);
/* n x n bilinear director elements on a curved patch, thrown. */
mechanism fibre_patch(int n, int consistent);
/* Two wheels, 30 and -15 rad/s, geared 1 : -2; torque on the first, taken off the second so that both keep their speed. */
mechanism loaded_gear(double torque);
/* spinning_bar of mechanisms.h in its steady state: positions and velocities only, start from accelerations. */
mechanism stretched_bar(double omega, int elements);

#endif
