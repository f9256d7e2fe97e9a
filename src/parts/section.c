/* parts/section.c -- stiffness and mass of a beam's section about the beam's line.
 * Theory:  strains of the beam's line G1, G2, G3, K2, K3, K1 (docs/theory.md, beams). With the centroid at (yc, zc) and the
 *          shear centre at (ys, zs) the section stretches by G1 + yc K2 + zc K3 there and shears by G2 - zs K1, G3 + ys K1:
 *          K = T^T K0 T with these rows as T, exact in the Reissner measure. K0 has E A; G times the shear areas; E times
 *          the second moments (M2 with int y^2, M3 with int z^2, both with int y z); G J.
 * Tests:   tests/parts/test_section.c.
 */
#include "parts/section.h"

#include <math.h>
#include <string.h>

enum { N, V2, V3, M2, M3, T, SIZE };
static const char *const names[SIZE] = {"N", "V2", "V3", "M2", "M3", "T"};

static void transform(double own[SIZE][SIZE], const double centroid[2], const double shear_centre[2],
                      double K[SIZE][SIZE])
{
  double t[SIZE][SIZE] = {{0}};
  for (int i = 0; i < SIZE; i++) {
    t[i][i] = 1;
  }
  t[N][M2] = centroid[0];
  t[N][M3] = centroid[1];
  t[V2][T] = -shear_centre[1];
  t[V3][T] = shear_centre[0];
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = 0; k < SIZE; k++) {
        for (int l = 0; l < SIZE; l++) {
          sum += t[k][i] * own[k][l] * t[l][j];
        }
      }
      K[i][j] = K[j][i] = sum;
    }
  }
}

void sn_section_offset(const double diagonal[6], const double centroid[2], const double shear_centre[2], double K[6][6])
{
  double own[SIZE][SIZE] = {{0}};
  for (int i = 0; i < SIZE; i++) {
    own[i][i] = diagonal[i];
  }
  transform(own, centroid, shear_centre, K);
}

void sn_section_stiffness(const sn_section *s, double young, double shear_modulus, double K[6][6])
{
  double own[SIZE][SIZE] = {{0}};
  own[N][N] = young * s->area;
  own[V2][V2] = shear_modulus * s->shear[0];
  own[V3][V3] = shear_modulus * s->shear[1];
  own[V2][V3] = own[V3][V2] = shear_modulus * s->shear[2];
  own[M2][M2] = young * s->second[0];
  own[M3][M3] = young * s->second[1];
  own[M2][M3] = own[M3][M2] = young * s->second[2];
  own[T][T] = shear_modulus * s->torsion;
  transform(own, s->centroid, s->shear_centre, K);
}

void sn_section_density(const sn_section *s, double density, sn_section_mass *out)
{
  const double m = density * s->area, y = s->centroid[0], z = s->centroid[1];
  *out = (sn_section_mass){.mass = m,
                           .first = {m * y, m * z},
                           .second = {density * s->second[0] + m * y * y, density * s->second[1] + m * z * z,
                                      density * s->second[2] + m * y * z}};
}

/* Cholesky of the matrix scaled to a unit diagonal: the pivot is what is left of row i after the rows before it. */
static int indefinite_row(double K[SIZE][SIZE])
{
  double l[SIZE][SIZE] = {{0}};
  for (int i = 0; i < SIZE; i++) {
    if (!(K[i][i] > 0)) {
      return i;
    }
  }
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = K[i][j] / sqrt(K[i][i]) / sqrt(K[j][j]);
      for (int k = 0; k < j; k++) {
        sum -= l[i][k] * l[j][k];
      }
      if (i == j && !(sum > 1e-12)) {
        return i;
      }
      l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
    }
  }
  return -1;
}

sn_status sn_check_section_stiffness(double K[6][6], sn_error *error)
{
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      const double size = sqrt(fabs(K[i][i])) * sqrt(fabs(K[j][j]));
      if (!isfinite(K[i][j])) {
        sn_failf(error, SN_EINPUT, "The stiffness matrix has an entry that is not a number: (%s, %s).", names[i],
                 names[j]);
        sn_error_fix(error, "Check the numbers it is made of.");
        return SN_EINPUT;
      }
      if (!(fabs(K[i][j] - K[j][i]) <= 1e-9 * fmax(size, fmax(fabs(K[i][j]), fabs(K[j][i]))))) {
        sn_failf(error, SN_EINPUT,
                 "The stiffness matrix is not symmetric: entries (%s, %s) and (%s, %s) are %.10g and %.10g.", names[i],
                 names[j], names[j], names[i], K[i][j], K[j][i]);
        sn_error_why(error, "Section forces of an elastic beam come from an energy: the matrix is symmetric.");
        sn_error_fix(error, "Write the same number in both places; rows and columns are N, V2, V3, M2, M3, T.");
        return SN_EINPUT;
      }
    }
  }
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < i; j++) {
      K[i][j] = K[j][i] = (K[i][j] + K[j][i]) / 2;
    }
  }
  const int row = indefinite_row(K);
  if (row < 0) {
    return SN_OK;
  }
  sn_failf(error, SN_EINPUT, "The stiffness matrix is not positive definite, seen in its row of %s.", names[row]);
  sn_error_why(error,
               K[row][row] > 0
                   ? "Its couplings are so large that some strain would have no or negative energy."
                   : "The entry on its diagonal must be greater than 0: the beam would have no stiffness there.");
  sn_error_fix(error, "Check signs, units (N, N m, N m^2) and order: N, V2, V3, M2 (along d2), M3 (along d3), T.");
  return SN_EINPUT;
}

sn_status sn_check_section_mass(const sn_section_mass *m, sn_error *error)
{
  if (!(m->mass > 0 && isfinite(m->mass))) {
    sn_failf(error, SN_EINPUT, "The mass per length must be greater than 0, but is %.6g kg/m.", m->mass);
    sn_error_fix(error, "Give a density, or the mass per length.");
    return SN_EINPUT;
  }
  const double y = m->first[0] / m->mass, z = m->first[1] / m->mass;
  const double yy = m->second[0] - m->mass * y * y, zz = m->second[1] - m->mass * z * z,
               yz = m->second[2] - m->mass * y * z;
  const double slack = 1e-12 * (fabs(m->second[0]) + fabs(m->second[1]));
  if (yy >= -slack && zz >= -slack && yz * yz <= yy * zz + slack * slack + slack * (fabs(yy) + fabs(zz))) {
    return SN_OK;
  }
  sn_failf(error, SN_EINPUT, "No distribution of mass over a section has these moments.");
  sn_error_why(error, "About the centre of mass int y^2 dm = %.6g, int z^2 dm = %.6g, int y z dm = %.6g kg m.", yy, zz,
               yz);
  sn_error_fix(error,
               "Moments about the beam's line must be at least mass times the square of the offset of its centre.");
  return SN_EINPUT;
}

sn_status sn_shear_modulus(double young, double shear_modulus, double poisson, double *out, sn_error *error)
{
  if (isnan(shear_modulus) == isnan(poisson)) {
    return sn_fail(error, SN_EINPUT, "",
                   isnan(poisson) ? "The shear stiffness of the material is not given." : "Both G and nu are given.",
                   "With E, either the shear modulus G or Poisson's ratio nu says how it shears: G = E/(2 (1 + nu)).",
                   "Give one of the two, for example nu = 0.3.");
  }
  *out = isnan(poisson) ? shear_modulus : young / (2 * (1 + poisson));
  return SN_OK;
}
