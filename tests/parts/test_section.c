/* tests/parts/test_section.c -- stiffness and mass of sections about the beam's line, against integrals over the section
 *          done point by point; checks of matrices and masses.
 */
#include "parts/section.h"

#include "harness.h"

static const double E = 3, G = 2;

/* a section of given numbers, a lopsided one */
static sn_section lopsided(void)
{
  return (sn_section){.area = 2,
                      .shear = {1.5, 1.2, 0.3},
                      .second = {0.7, 0.9, -0.2},
                      .torsion = 0.4,
                      .centroid = {0.3, -0.5},
                      .shear_centre = {-0.1, 0.6}};
}

/* Energy of a strain of the line, from the strains at centroid and shear centre. */
static double energy(const sn_section *s, const double e[6])
{
  const double stretch = e[0] + s->centroid[0] * e[3] + s->centroid[1] * e[4];
  const double y = e[1] - s->shear_centre[1] * e[5], z = e[2] + s->shear_centre[0] * e[5];
  return E / 2 *
             (s->area * stretch * stretch + s->second[0] * e[3] * e[3] + s->second[1] * e[4] * e[4] +
              2 * s->second[2] * e[3] * e[4]) +
         G / 2 * (s->shear[0] * y * y + s->shear[1] * z * z + 2 * s->shear[2] * y * z + s->torsion * e[5] * e[5]);
}

static void test_stiffness(void)
{
  const sn_section s = lopsided();
  double K[6][6];
  sn_error error = {0};
  sn_section_stiffness(&s, E, G, K);
  CHECK_OK(sn_check_section_stiffness(K, &error), error);
  for (int n = 0; n < 20; n++) {
    double e[6], sum = 0;
    for (int i = 0; i < 6; i++) {
      e[i] = sin(7 * n + 3 * i + 1);
    }
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 6; j++) {
        sum += e[i] * K[i][j] * e[j] / 2;
        CHECK(K[i][j] == K[j][i]);
      }
    }
    CHECK_NEAR(sum, energy(&s, e), 1e-13);
  }
}

/* N, M2, M3 as integrals of E (G1 + y K2 + z K3) over a rectangle off the line */
static void test_integrals(void)
{
  const double b = 0.4, h = 0.6, yc = 0.25, zc = -0.35;
  const sn_section s = {.area = b * h,
                        .shear = {0.2, 0.2, 0},
                        .second = {h * b * b * b / 12, b * h * h * h / 12, 0},
                        .torsion = 0.01,
                        .centroid = {yc, zc},
                        .shear_centre = {yc, zc}};
  double K[6][6], sum[3] = {0}, mass[6] = {0};
  sn_section_mass m;
  sn_section_stiffness(&s, E, G, K);
  sn_section_density(&s, 7, &m);
  enum { N = 40 };
  const double e[3] = {0.1, -0.2, 0.3};
  for (int i = 0; i < 4 * N * N; i++) { /* two Gauss points per cell and direction: exact for squares */
    const int p = i % 4, c = i / 4, row = c / N;
    const double r = 0.5 / sqrt(3), y = yc - b / 2 + b * (c % N + 0.5 + (p & 1 ? r : -r)) / N;
    const double z = zc - h / 2 + h * (row + 0.5 + (p & 2 ? r : -r)) / N, a = b * h / (4. * N * N);
    const double stress = E * (e[0] + y * e[1] + z * e[2]), of[6] = {1, y, z, y * y, z * z, y * z};
    sum[0] += a * stress;
    sum[1] += a * stress * y;
    sum[2] += a * stress * z;
    for (int k = 0; k < 6; k++) {
      mass[k] += 7 * a * of[k];
    }
  }
  static const int row[3] = {0, 3, 4}; /* N, M2, M3 */
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(K[row[i]][0] * e[0] + K[row[i]][3] * e[1] + K[row[i]][4] * e[2], sum[i], 1e-14);
  }
  CHECK_NEAR(m.mass, mass[0], 1e-12);
  CHECK_NEAR(m.first[0], mass[1], 1e-12);
  CHECK_NEAR(m.first[1], mass[2], 1e-12);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(m.second[k], mass[3 + k], 1e-12);
  }
  sn_error error = {0};
  CHECK_OK(sn_check_section_mass(&m, &error), error);
}

/* six stiffnesses and two places give the same as a section */
static void test_offset(void)
{
  sn_section s = lopsided();
  s.shear[2] = s.second[2] = 0;
  double K[6][6], L[6][6];
  sn_section_stiffness(&s, E, G, K);
  sn_section_offset(
      (double[]){E * s.area, G * s.shear[0], G * s.shear[1], E * s.second[0], E * s.second[1], G * s.torsion},
      s.centroid, s.shear_centre, L);
  for (int i = 0; i < 36; i++) {
    CHECK_NEAR(K[i / 6][i % 6], L[i / 6][i % 6], 1e-15);
  }
  /* a force through the shear centre does not twist: K1 = 0 for V3 = 1 with the moment ys about the line */
  double e[6] = {0};
  e[2] = 1 / (G * s.shear[1]);
  double T = 0, V3 = 0;
  for (int j = 0; j < 6; j++) {
    T += L[5][j] * e[j];
    V3 += L[2][j] * e[j];
  }
  CHECK_NEAR(V3, 1, 1e-15);
  CHECK_NEAR(T, s.shear_centre[0], 1e-15);
}

static void unit(double K[6][6])
{
  for (int i = 0; i < 36; i++) {
    const int row = i / 6;
    K[row][i % 6] = row == i % 6 ? pow(10, 3 * row - 6) : 0; /* of very different size */
  }
}

static void test_refused(void)
{
  double K[6][6], G_;
  sn_error e = {0};
  unit(K);
  CHECK_OK(sn_check_section_stiffness(K, &e), e);
  K[1][4] = 1;
  CHECK(sn_check_section_stiffness(K, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "(V2, M3) and (M3, V2)");
  CHECK(e.why[0] && e.fix[0]);
  unit(K);
  K[1][4] = K[4][1] = 1.0001 * sqrt(K[1][1] * K[4][4]);
  CHECK(sn_check_section_stiffness(K, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "not positive definite, seen in its row of M3");
  unit(K);
  K[1][4] = K[4][1] = 0.999 * sqrt(K[1][1] * K[4][4]);
  CHECK_OK(sn_check_section_stiffness(K, &e), e);
  unit(K);
  K[5][5] = 0;
  CHECK(sn_check_section_stiffness(K, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "row of T");
  CHECK_TEXT(e.why, "greater than 0");
  unit(K);
  K[2][3] = NAN;
  CHECK(sn_check_section_stiffness(K, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "not a number: (V3, M2)");
  unit(K); /* a last digit that differs is made equal */
  K[0][1] = 1e-7;
  K[1][0] = K[0][1] * (1 + 1e-12);
  CHECK_OK(sn_check_section_stiffness(K, &e), e);
  CHECK(K[0][1] == K[1][0]);

  CHECK(sn_check_section_mass(&(sn_section_mass){.mass = 0}, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "greater than 0");
  CHECK(sn_check_section_mass(&(sn_section_mass){1, {1, 0}, {0.5, 1, 0}}, &e) == SN_EINPUT);
  CHECK_TEXT(e.why, "int y^2 dm = -0.5");
  CHECK(sn_check_section_mass(&(sn_section_mass){1, {0, 0}, {1, 1, 2}}, &e) == SN_EINPUT);
  CHECK_OK(sn_check_section_mass(&(sn_section_mass){1, {1, 0}, {1, 0, 0}}, &e), e);   /* all in one line */
  CHECK_OK(sn_check_section_mass(&(sn_section_mass){1, {3, 4}, {9, 16, 12}}, &e), e); /* all in one point */

  CHECK_OK(sn_shear_modulus(26, NAN, 0.3, &G_, &e), e);
  CHECK_NEAR(G_, 10, 1e-14);
  CHECK_OK(sn_shear_modulus(26, 7, NAN, &G_, &e), e);
  CHECK_NEAR(G_, 7, 0);
  CHECK(sn_shear_modulus(26, NAN, NAN, &G_, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "not given");
  CHECK(sn_shear_modulus(26, 7, 0.3, &G_, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "Both");
}

int main(void)
{
  RUN(test_stiffness);
  RUN(test_integrals);
  RUN(test_offset);
  RUN(test_refused);
  return REPORT();
}
