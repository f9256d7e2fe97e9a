/* model/mass.h -- the mass of an item as its user gave it: mass, centre, inertia about the centre.
 * What:    kinds add up their own particles and sections; nodes that are shared, tied or held do not matter here.
 * Who:     kinds of parts (sn_kind.part.mass); `sinew check` and the viewer print it.
 */
#ifndef SN_MODEL_MASS_H
#define SN_MODEL_MASS_H
#include "math/v3.h"

typedef struct {
  double mass;
  sn_v3 centre;         /* ground coordinates */
  double inertia[3][3]; /* about the centre: ground axes, or those of the part */
  int own_axes;         /* 1: those of the part */
} sn_own_mass;

/* Sums in the making; begin with {0}. */
typedef struct {
  double mass;
  sn_v3 first;         /* int rho x */
  double second[3][3]; /* int rho x x^T */
} sn_mass_sum;
void sn_mass_add(sn_mass_sum *s, double m, sn_v3 x);             /* a particle */
void sn_mass_second(sn_mass_sum *s, double m, sn_v3 x, sn_v3 y); /* m (x y^T + y x^T)/2 of the second moments alone */
sn_own_mass sn_mass_of(const sn_mass_sum *s);

#endif
