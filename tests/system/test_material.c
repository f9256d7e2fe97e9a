/* tests/system/test_material.c -- hyperelastic materials: stresses are slopes of the energy, tangents those of stresses, at small and large
 *          strains; Hooke's law at small ones, with all digits; no dependence on the axes; a bar against the whole material, and closed forms.
 */
#include "harness.h"
#include "math/rotation.h"
#include "system/material.h"

static const double large[3][6] = {
    {0.3, -0.2, 0.1, 0.25, -0.1, 0.15}, {2.0, 0.4, -0.3, 0.5, 0.2, -0.3}, {0, 0, 0, 0, 0, 0}};

typedef struct {
  const sn_material_law *law;
  double nu, share;
} kind;
static const kind kinds[] = {{&sn_st_venant_kirchhoff, 0.3, 0},
                             {&sn_mooney_rivlin, 0, 0},
                             {&sn_mooney_rivlin, 0.3, 0},
                             {&sn_mooney_rivlin, 0.45, 0.4},
                             {&sn_mooney_rivlin, 0.4999, 1}};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

static sn_material of(int i)
{
  return sn_material_of(kinds[i].law, 2, kinds[i].nu, kinds[i].share);
}

/* differences of W and of S */
static void test_slopes(void)
{
  const double h = 1e-6;
  for (int i = 0; i < N_KINDS; i++) {
    const sn_material m = of(i);
    for (int at = 0; at < 3; at++) {
      double S[6], D[36], size = 1;
      (void)m.law->density(&m, large[at], S, D);
      for (int k = 0; k < 36; k++) {
        size = fmax(size, fabs(D[k]));
      }
      for (int k = 0; k < 6; k++) {
        double up[6], down[6], Su[6], Sd[6];
        for (int l = 0; l < 6; l++) {
          up[l] = large[at][l] + (l == k ? h : 0);
          down[l] = large[at][l] - (l == k ? h : 0);
        }
        const double Wu = m.law->density(&m, up, Su, NULL), Wd = m.law->density(&m, down, Sd, NULL);
        CHECK_NEAR((Wu - Wd) / (2 * h), S[k], 1e-8 * size);
        for (int l = 0; l < 6; l++) {
          CHECK_NEAR((Su[l] - Sd[l]) / (2 * h), D[l * 6 + k], 1e-8 * size);
          CHECK_NEAR(D[l * 6 + k], D[k * 6 + l], 1e-14 * size);
        }
      }
    }
  }
}

/* every law is Hooke's at small strains: energy and stress to terms of the next order, and to round-off of their own size */
static void test_small(void)
{
  const double e[6] = {1e-7, -3e-8, 2e-8, 1e-8, -2e-8, 4e-8};
  for (int i = 1; i < N_KINDS; i++) {
    const sn_material m = of(i);
    double S[6], L[6];
    const double W = m.law->density(&m, e, S, NULL), V = sn_st_venant_kirchhoff.density(&m, e, L, NULL);
    CHECK_NEAR(W / V, 1, 1e-5);
    for (int k = 0; k < 6; k++) {
      CHECK_NEAR(S[k], L[k], 1e-13 * (m.lame + m.shear)); /* 1e-7 squared, times a few */
    }
    const double none[6] = {0};
    CHECK(m.law->density(&m, none, S, NULL) == 0);
    for (int k = 0; k < 6; k++) {
      CHECK(S[k] == 0);
    }
  }
}

static void strains_of(double C[3][3], double e[6])
{
  for (int k = 0; k < 3; k++) {
    e[k] = (C[k][k] - 1) / 2;
    e[3 + k] = C[k][(k + 1) % 3];
  }
}

/* the material has no axes of its own: R C R^T has the energy of C */
static void test_isotropy(void)
{
  const sn_m3 r = sn_rotation_axis_angle(v3_unit(v3(1, -2, 0.5)), 1.1);
  const double A[3][3] = {{1.4, 0.2, -0.1}, {0.2, 0.8, 0.15}, {-0.1, 0.15, 1.1}};
  double C[3][3], T[3][3], e[6], f[6];
  for (int i = 0; i < 9; i++) {
    C[i / 3][i % 3] = A[i / 3][i % 3];
    T[i / 3][i % 3] = 0;
    for (int k = 0; k < 9; k++) {
      T[i / 3][i % 3] += r.c[k / 3].x[i / 3] * A[k / 3][k % 3] * r.c[k % 3].x[i % 3];
    }
  }
  strains_of(C, e);
  strains_of(T, f);
  for (int i = 0; i < N_KINDS; i++) {
    const sn_material m = of(i);
    const double W = m.law->density(&m, e, NULL, NULL);
    CHECK_NEAR(m.law->density(&m, f, NULL, NULL), W, 1e-13 * W);
  }
}

/* closed forms. Blown up to the stretch a, neo-Hooke: S = mu (1 - 1/a^2) + 3 lambda ln a/a^2. Sheared by g: the shear stress is mu g. */
static void test_closed_forms(void)
{
  const sn_material m = of(2);
  const double a = 1.7, x = (a * a - 1) / 2, blown[6] = {x, x, x, 0, 0, 0}, g = 0.8;
  double S[6];
  (void)m.law->density(&m, blown, S, NULL);
  CHECK_NEAR(S[0], m.shear * (1 - 1 / (a * a)) + 3 * m.lame * log(a) / (a * a), 1e-14);
  CHECK_NEAR(S[1], S[0], 1e-15);
  const double sheared[6] = {0, g * g / 2, 0, g, 0, 0}; /* x + g y: sigma = F S F^T, J = 1 */
  (void)m.law->density(&m, sheared, S, NULL);
  CHECK_NEAR(S[3] + g * S[1], m.shear * g, 1e-14);
  const double flat[6] = {-0.5, 0, 0, 0, 0, 0}, inside_out[6] = {-0.6, 0, 0, 0, 0, 0};
  CHECK(!isfinite(m.law->density(&m, flat, NULL, NULL)));
  CHECK(!isfinite(m.law->density(&m, inside_out, NULL, NULL)));
}

/* a bar: no stress across it, slopes, and the force of rubber that keeps its volume, (l^2 - 1/l)(2 c1 + 2 c2/l)/l */
static void test_along(void)
{
  static const double at[] = {-0.499, -0.3, -1e-9, 0, 1e-6, 0.4, 3, 50};
  for (int i = 0; i < N_KINDS; i++) {
    const sn_material m = of(i);
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
      const double e = at[k], h = 1e-5 * (0.5 + e), y = sn_material_aside(&m, e), strains[6] = {e, y, y, 0, 0, 0};
      double S[6], s, d, up, down;
      const double W = sn_material_along(&m, e, &s, &d);
      CHECK_NEAR(m.law->density(&m, strains, S, NULL), W, 1e-15 * (1 + W));
      CHECK_BELOW(fabs(S[1]) * (1 + 2 * y), 1e-11 * (m.lame + m.shear) * (1 + fabs(e)));
      const double Wu = sn_material_along(&m, e + h, &up, NULL), Wd = sn_material_along(&m, e - h, &down, NULL);
      CHECK_NEAR((Wu - Wd) / (2 * h), s, 1e-7 * (1 + fabs(s)));
      CHECK_NEAR((up - down) / (2 * h), d, 1e-6 * (1 + fabs(d)));
      CHECK(e != 0 || (W == 0 && s == 0 && fabs(d - 2) < 1e-12)); /* E */
    }
  }
  const sn_material rubber = sn_material_of(&sn_mooney_rivlin, 2, 0.4999999, 0.3);
  const double l = 2.5, c2 = 0.3 * rubber.shear / 2, c1 = rubber.shear / 2 - c2;
  double s;
  (void)sn_material_along(&rubber, (l * l - 1) / 2, &s, NULL);
  CHECK_NEAR(s * l, (l * l - 1 / l) * (2 * c1 + 2 * c2 / l) / l, 2e-6);
  CHECK_NEAR((1 + 2 * sn_material_aside(&rubber, (l * l - 1) / 2)) * l, 1, 2e-6); /* its volume */
  CHECK(!isfinite(sn_material_along(&rubber, -0.5, NULL, NULL)));
}

int main(void)
{
  RUN(test_slopes);
  RUN(test_small);
  RUN(test_isotropy);
  RUN(test_closed_forms);
  RUN(test_along);
  return REPORT();
}
