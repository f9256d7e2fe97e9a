/* parts/section.h -- stiffness and mass of a beam's section.
 * What:    geometry (model/section.h) and material become the 6x6 matrix of the strains x'.d1 - 1, x'.d2, x'.d3, K2, K3, K1
 *          (stresses N, V2, V3, M2, M3, T: the order of the beam's forms), and the mass per length with its moments.
 *          e11 = G1 + y K2 + z K3: M2 = E int y e11, M3 = E int z e11.
 * Who:     parts/beam.c.
 */
#ifndef SN_PARTS_SECTION_H
#define SN_PARTS_SECTION_H
#include "model/section.h"

/* Mass per length: int rho dA; int rho y, int rho z; int rho y^2, int rho z^2, int rho y z, all from the beam's line. */
typedef struct {
  double mass, first[2], second[3];
} sn_section_mass;

/* Stiffness about the beam's line, offsets of centroid and shear centre included: T^T K T, symmetric. */
void sn_section_stiffness(const sn_section *s, double young, double shear_modulus, double K[6][6]);
/* The same from six stiffnesses EA, GA2, GA3, E int y^2, E int z^2, GJ and the places of centroid and shear centre. */
void sn_section_offset(const double diagonal[6], const double centroid[2], const double shear_centre[2],
                       double K[6][6]);
void sn_section_density(const sn_section *s, double density, sn_section_mass *out);
/* Symmetric and positive definite? what, why and fix of the error; the caller adds where (sn_item_fail style: what is one
   sentence). Rows are named N, V2, V3, M2, M3, T. K is made exactly symmetric. */
sn_status sn_check_section_stiffness(double K[6][6], sn_error *error);
/* Is there a distribution of mass with these numbers? mass > 0, moments about the centre of mass not negative. */
sn_status sn_check_section_mass(const sn_section_mass *m, sn_error *error);
/* G from E and nu or given: exactly one of the two must be a number (NAN: not given). */
sn_status sn_shear_modulus(double young, double shear_modulus, double poisson, double *out, sn_error *error);

#endif
