/* parts/solid_material.c -- Hooke's law of a solid.
 * Theory:  docs/theory-solids.md, (V4).
 * Tests:   tests/solids/test_solid.c
 */
#include "parts/solid.h"

void sn_solid_hooke(const sn_solid *p, double D[SN_SOLID_STRAINS][SN_SOLID_STRAINS])
{
  const double shear = p->young / (2 * (1 + p->poisson)),
               lame = p->young * p->poisson / ((1 + p->poisson) * (1 - 2 * p->poisson));
  for (int i = 0; i < SN_SOLID_STRAINS; i++) {
    for (int j = 0; j < SN_SOLID_STRAINS; j++) {
      D[i][j] = i < 3 && j < 3 ? lame : 0;
    }
    D[i][i] += i < 3 ? 2 * shear : shear;
  }
}
