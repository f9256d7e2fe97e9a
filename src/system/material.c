/* system/material.c -- hyperelastic laws, and how a block of forms gets one.
 * Theory:  docs/theory.md, hyperelastic materials. With c2 = share mu/2, c1 = mu/2 - c2:
 *          W = c1 (I1 - 3) + c2 (I2 - 3) - (2 c1 + 4 c2) ln J + (lambda - 4 c2)/2 (ln J)^2; neo-Hooke is c2 = 0.
 */
#include "system/material.h"

#include <math.h>

#include "base/error.h"

enum { LONGEST_SEARCH = 100 };

/* ---- laws */

static double linear_density(const sn_material *m, const double *e, double *S, double *D)
{
  const double trace = e[0] + e[1] + e[2];
  double W = m->lame / 2 * trace * trace;
  for (int i = 0; i < 6; i++) {
    const double k = i < 3 ? 2 * m->shear : m->shear, s = k * e[i];
    W += s * e[i] / 2;
    if (S) {
      S[i] = s + (i < 3 ? m->lame * trace : 0);
    }
    for (int j = 0; j < 6 && D; j++) {
      D[i * 6 + j] = (i == j ? k : 0) + (i < 3 && j < 3 ? m->lame : 0);
    }
  }
  return W;
}

static const int ROW[6] = {0, 1, 2, 0, 1, 2}, COLUMN[6] = {0, 1, 2, 1, 2, 0}; /* of the six strains */

/* Inverse of a symmetric matrix. */
static void inverse(double C[3][3], double out[3][3])
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      out[i][j] = C[a][c] * C[b][d] - C[a][d] * C[b][c];
    }
  }
  const double det = C[0][0] * out[0][0] + C[0][1] * out[0][1] + C[0][2] * out[0][2];
  for (int i = 0; i < 9; i++) {
    out[i / 3][i % 3] /= det;
  }
}

/* x - ln(1 + x), also where both are nearly the same: with r = x/(2 + x), ln(1 + x) = 2 (r + r^3/3 + r^5/5 + ...) */
static double beyond_log(double x)
{
  const double r = x / (2 + x), r2 = r * r;
  if (!(fabs(r) < 0.05)) {
    return x - log1p(x);
  }
  const double odd = 1.0 / 3 + r2 * (1.0 / 5 + r2 * (1.0 / 7 + r2 * (1.0 / 9 + r2 * (1.0 / 11 + r2 / 13))));
  return 2 * r2 * (1 / (1 - r) - r * odd);
}

/* A state of strain, written in C - 1, so that small strains keep their digits: det C = 1 + trace + second; I2 - 3 = 2 trace + minors. */
typedef struct {
  double G[3][3], I[3][3]; /* C - 1, and the inverse of C */
  double trace, minors, second, change, log_J;
} stretch;

static void stretch_of(const double *e, stretch *x)
{
  double C[3][3];
  for (int k = 0; k < 6; k++) {
    x->G[ROW[k]][COLUMN[k]] = x->G[COLUMN[k]][ROW[k]] = k < 3 ? 2 * e[k] : e[k];
  }
  for (int k = 0; k < 9; k++) {
    C[k / 3][k % 3] = x->G[k / 3][k % 3] + (k % 4 == 0);
  }
  inverse(C, x->I);
  const double a = x->G[0][0], b = x->G[1][1], c = x->G[2][2];
  x->trace = a + b + c;
  x->minors = a * b + b * c + c * a - (e[3] * e[3] + e[4] * e[4] + e[5] * e[5]);
  x->second = x->minors + a * (b * c - e[4] * e[4]) - e[3] * e[3] * c - e[5] * e[5] * b + 2 * e[3] * e[4] * e[5];
  x->change = x->trace + x->second;
  x->log_J = log1p(x->change) / 2;
}

/* minus the derivative of the inverse of C by strains k and l */
static double curvature(const stretch *x, int k, int l)
{
  const int i = ROW[k], j = COLUMN[k], a = ROW[l], b = COLUMN[l];
  return x->I[i][a] * x->I[j][b] + x->I[i][b] * x->I[j][a];
}

static double mooney_rivlin_density(const sn_material *m, const double *e, double *S, double *D)
{
  const double c2 = m->share * m->shear / 2, c1 = m->shear / 2 - c2, lame = m->lame - 4 * c2, c = 2 * c1 + 4 * c2;
  SN_ASSERT(m->shear > 0 && m->share >= 0 && m->share <= 1);
  stretch x;
  stretch_of(e, &x);
  for (int k = 0; k < 6; k++) {
    const int i = ROW[k], j = COLUMN[k];
    if (S) {
      const double strain = x.I[i][0] * x.G[0][j] + x.I[i][1] * x.G[1][j] + x.I[i][2] * x.G[2][j]; /* of 1 - 1/C */
      S[k] = c * strain + 2 * c2 * ((i == j ? x.trace : 0) - x.G[i][j]) + lame * x.log_J * x.I[i][j];
    }
    for (int l = k; l < 6 && D; l++) {
      const int a = ROW[l], b = COLUMN[l];
      const double unit = (i == j && a == b ? 4 : 0) - (k == l ? (k < 3 ? 4 : 2) : 0);
      D[k * 6 + l] = D[l * 6 + k] =
          c2 * unit + lame * x.I[i][j] * x.I[a][b] + (c - lame * x.log_J) * curvature(&x, k, l);
    }
  }
  return c / 2 * (beyond_log(x.change) - x.second) + c2 * x.minors + lame / 2 * x.log_J * x.log_J;
}

double sn_log_volume(const double *e, double *slope, double *curve)
{
  stretch x;
  stretch_of(e, &x);
  for (int k = 0; k < 6; k++) {
    slope[k] = x.I[ROW[k]][COLUMN[k]];
    for (int l = k; l < 6 && curve; l++) {
      curve[k * 6 + l] = curve[l * 6 + k] = -curvature(&x, k, l);
    }
  }
  return x.log_J;
}

const sn_material_law sn_st_venant_kirchhoff = {"st_venant_kirchhoff", linear_density};
const sn_material_law sn_mooney_rivlin = {"mooney_rivlin", mooney_rivlin_density};

sn_material sn_material_of(const sn_material_law *law, double E, double nu, double share)
{
  SN_ASSERT(law && E > 0 && nu > -1 && nu < 0.5);
  return (sn_material){law, E / (2 * (1 + nu)), E * nu / ((1 + nu) * (1 - 2 * nu)), share};
}

/* ---- bars */

/* The strain across a bar, at which its sides are free: their stress rises with it, and times 1 + 2e it is convex in ln(1 + 2e), so
   that Newton finds it from wherever it starts. */
double sn_material_aside(const sn_material *m, double e)
{
  SN_ASSERT(m->law && m->lame + m->shear > 0);
  const double nu = m->lame / (2 * (m->lame + m->shear));
  if (m->law == &sn_st_venant_kirchhoff) {
    return -nu * e;
  }
  double x = -nu * log1p(2 * e), at = expm1(x) / 2;
  for (int i = 0; i < LONGEST_SEARCH && isfinite(x); i++) {
    const double strains[6] = {e, at, at, 0, 0, 0}, c = 1 + 2 * at;
    double S[6], D[36];
    (void)m->law->density(m, strains, S, D);
    const double slope = S[1] * c + (D[7] + D[8]) * c * c / 2; /* of S[1] c, by x = ln c */
    const double by = -S[1] * c / slope, change = by > 1 ? 1 : by < -1 ? -1 : by;
    x += change;
    at = expm1(x) / 2;
    if (fabs(change) < 1e-15) {
      break;
    }
  }
  return at;
}

double sn_material_along(const sn_material *m, double e, double *stress, double *tangent)
{
  const double at = sn_material_aside(m, e), strains[6] = {e, at, at, 0, 0, 0};
  double S[6], D[36];
  const double W = m->law->density(m, strains, S, tangent ? D : NULL);
  if (stress) {
    *stress = S[0]; /* the sides do no work */
  }
  if (tangent) {
    *tangent = D[0] - (D[1] + D[2]) * D[6] / (D[7] + D[8]);
  }
  return W;
}

/* ---- energies of blocks */

typedef struct {
  sn_strain_energy energy;
  sn_material material;
} own_energy;

static const sn_material *material_of(const sn_strain_energy *w)
{
  return &((const own_energy *)(const void *)w)
              ->material; /* its first member: sn_strain_energy.value gets the address of it */
}

static double solid_value(const sn_strain_energy *w, const double *e, double *S, double *D)
{
  SN_ASSERT(w->n == 6 && w->value == solid_value);
  return material_of(w)->law->density(material_of(w), e, S, D);
}

static double bar_value(const sn_strain_energy *w, const double *e, double *S, double *D)
{
  SN_ASSERT(w->n == 1 && w->value == bar_value);
  return sn_material_along(material_of(w), *e, S, D);
}

static const sn_strain_energy *keep(sn_builder *b, const sn_material *m, sn_strain_energy w)
{
  own_energy *p = SN_NEW(sn_builder_arena(b), own_energy, 1);
  SN_ASSERT(m->law);
  if (!p) {
    sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the system.");
    return NULL;
  }
  *p = (own_energy){w, *m};
  p->energy.is_linear = m->law == &sn_st_venant_kirchhoff;
  return &p->energy;
}

const sn_strain_energy *sn_material_solid(sn_builder *b, const sn_material *m)
{
  return keep(b, m, (sn_strain_energy){.n = 6, .value = solid_value});
}

const sn_strain_energy *sn_material_bar(sn_builder *b, const sn_material *m)
{
  return keep(b, m, (sn_strain_energy){.n = 1, .value = bar_value});
}
