/* system/material.h -- hyperelastic materials: energy per volume of Green strains, one law for bars and solids alike.
 * What:    a law is a const table of one function of six strains; a bar sees it along one direction, its sides free of stress. Blocks get
 *          it through sn_material_at: steps, statics, modes and the ledger then follow from its energy.
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

sn_material sn_material_of(const sn_material_law *law, double E, double nu, double share);
/* Along a bar whose sides are free: J/m^3 at the strain e; stress and tangent unless NULL. */
double sn_material_along(const sn_material *m, double e, double *stress, double *tangent);
double sn_material_aside(const sn_material *m, double e); /* strain across it */

/* Energy of a material point of this volume, m^3. Green strains are made by `strains`, which adds the forms of the point to the current
   block and returns the first: one (a bar), or six (a solid: the linear law in a block of its own, which is damped numerically, and what
   the material has beyond it). */
typedef struct {
  int n; /* 1 or 6 */
  int (*strains)(sn_builder *b, const void *point);
  const void *point;
  double volume;
} sn_material_point;
int sn_material_at(sn_builder *b, const sn_material *m, const sn_material_point *p); /* its first block */

#endif
