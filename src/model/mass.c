/* model/mass.c -- the mass of an item as its user gave it.
 * Theory:  J = tr(S) 1 - S with S = int rho (x - c)(x - c)^T.
 * Tests:   tests/cli/test_masses.c.
 */
#include "model/mass.h"

void sn_mass_second(sn_mass_sum *s, double m, sn_v3 x, sn_v3 y)
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      s->second[i][j] += m * (x.x[i] * y.x[j] + y.x[i] * x.x[j]) / 2;
    }
  }
}

void sn_mass_add(sn_mass_sum *s, double m, sn_v3 x)
{
  s->mass += m;
  s->first = v3_axpy(s->first, m, x);
  sn_mass_second(s, m, x, x);
}

sn_own_mass sn_mass_of(const sn_mass_sum *s)
{
  sn_own_mass out = {.mass = s->mass};
  if (!(s->mass > 0)) {
    return out;
  }
  const sn_v3 c = out.centre = v3_scale(1 / s->mass, s->first);
  double S[3][3], trace = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      S[i][j] = s->second[i][j] - s->mass * c.x[i] * c.x[j];
    }
    trace += S[i][i];
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out.inertia[i][j] = (i == j ? trace : 0) - S[i][j];
    }
  }
  return out;
}
