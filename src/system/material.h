/* system/material.h -- hyperelastic materials: energy per volume of Green strains, one law for bars and solids alike.
 * What:    a law is a const table of one function of six strains; a bar sees it along one direction, its sides free of stress. Blocks get
 *          it as energies of their forms (system/builder.h): steps, statics, modes and the ledger then follow.
 * Theory:  docs/theory.md, hyperelastic materials. Strains e11 e22 e33 2e12 2e23 2e31, E = (C - 1)/2; all laws are Hooke's at small ones.
 * Tests:   tests/system/test_material.c, tests/parts/test_bar.c
 */
#ifndef SN_SYSTEM_MATERIAL_H
#define SN_SYSTEM_MATERIAL_H
#include "system/builder.h"

typedef struct sn_material sn_material;
typedef struct {
  const char *name;
  /* J/m^3 at strains e (6); stresses S = dW/de (6) and tangent D = dS/de (6 x 6) unless NULL. Not finite where the volume is not
     positive, if the law has a logarithm of it. */
  double (*density)(const sn_material *m, const double *e, double *S, double *D);
} sn_material_law;
struct sn_material {
  const sn_material_law *law;
  double shear, lame; /* Pa: mu and lambda of small strains */
  double share;       /* Mooney-Rivlin: c2/(c1 + c2) */
};

extern const sn_material_law sn_st_venant_kirchhoff; /* mu e:e + lambda/2 (tr e)^2 */
extern const sn_material_law sn_mooney_rivlin;       /* share 0: neo-Hooke */

/* Logarithm of the volume over that without strain; its slopes by the six strains, and their slopes (6 x 6) unless NULL. Not finite where
   the volume is not positive. */
double sn_log_volume(const double *e, double *slope, double *curve);

sn_material sn_material_of(const sn_material_law *law, double E, double nu, double share);
/* Along a bar whose sides are free: J/m^3 at the strain e; stress and tangent unless NULL. */
double sn_material_along(const sn_material *m, double e, double *stress, double *tangent);
double sn_material_aside(const sn_material *m, double e); /* strain across it */

/* The material as energies of blocks (sn_energy_begin, sn_energy_add; weight: m^3), in the arena; one serves all elements. Of six Green
   strains e11 e22 e33 2e12 2e23 2e31; of the one along a bar whose sides are free. NULL after a failure. */
const sn_strain_energy *sn_material_solid(sn_builder *b, const sn_material *m);
const sn_strain_energy *sn_material_bar(sn_builder *b, const sn_material *m);

#endif
