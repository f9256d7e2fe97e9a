/* parts/shell_section.c -- stiffness and mass of a shell's thickness: one material, or plies.
 * What:    A, B, D and the shear stiffness about the reference surface, and mass per area with its moments, at any u, v.
 * Theory:  docs/theory-shells.md, (S10), (S11): plane stress in every ply, turned by its angle; sums of Q t, Q z t, Q z^2 t; shear
 *          factor 5/6 unless given.
 * Tests:   tests/shells/test_shell.c
 */
#include <stdio.h>
#include <string.h>

#include "parts/shell.h"

enum { PLY = 7 }; /* numbers of a material: E1, E2, nu12, G12, G13, G23, density */

static sn_status missing(const sn_item *item, const char *what, const char *fix, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Shell '%s' %s.", item->name, what);
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

/* The material of the fields: isotropic, or E1 and its neighbours. */
static void own_material(const sn_shell *p, double m[PLY])
{
  const int soft = !isnan(p->rubber); /* as it is for small strains */
  const double E = soft ? 3 * p->rubber : p->young, nu = soft ? 0.5 : p->poisson, G = E / (2 * (1 + nu));
  const double isotropic[PLY] = {E, E, nu, G, G, G, p->density};
  const double other[PLY] = {
      p->E1, p->E2, p->nu12, p->G12, isnan(p->G13) ? p->G12 : p->G13, isnan(p->G23) ? p->G12 : p->G23, p->density};
  memcpy(m, isnan(E) ? other : isotropic, sizeof other);
}

/* Is its stiffness positive? */
static sn_status check_material(const sn_item *item, const double m[PLY], const char *which, sn_error *error)
{
  for (int k = 0; k < PLY; k++) {
    static const char *const name[PLY] = {"E1", "E2", "nu12", "G12", "G13", "G23", "density"};
    if (k != 2 && !(m[k] > 0 && isfinite(m[k]))) {
      sn_item_fail(item, SN_EINPUT, error, "%s of %s of shell '%s' must be greater than 0, but is %g.", name[k], which,
                   item->name, m[k]);
      sn_error_fix(error, "A material is E1, E2, nu12, G12, G13, G23 and density, in SI units.");
      return SN_EINPUT;
    }
  }
  if (!(m[2] * m[2] * m[1] < m[0])) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s': %s has no positive stiffness: nu12 = %g.", item->name, which,
                 m[2]);
    sn_error_why(error, "nu12^2 must be below E1/E2 = %g.", m[0] / m[1]);
    sn_error_fix(error, "nu12 is the contraction along 2 by a pull along 1; nu21 = nu12 E2/E1 is the other one.");
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_shell_check_section(const sn_item *item, sn_error *error)
{
  const sn_shell *p = item->param;
  const int listed = p->materials.n > 0, columns = p->plies.columns;
  const int given = !isnan(p->young) + !isnan(p->rubber) + (!isnan(p->E1) || listed);
  if (given != 1) {
    return missing(item, given == 0 ? "has no material" : "has two materials",
                   "Give E and nu, or E1, E2, nu12 and G12, or materials with plies, or neo_hooke.", error);
  }
  if (!isnan(p->rubber) && (p->plies.n || p->damping > 0)) {
    return missing(item, "is of rubber, and has plies or damping", "neo_hooke takes one thickness and no damping.",
                   error);
  }
  if (!isnan(p->young) && isnan(p->poisson)) {
    return missing(item, "has E, but no nu", "Give Poisson's ratio nu.", error);
  }
  if (p->plies.n && p->thickness) {
    return missing(item, "has both thickness and plies", "The plies make the thickness: leave it out.", error);
  }
  if (!p->plies.n && !p->thickness) {
    return missing(item, "has no thickness", "Give thickness in m, or plies = { { angle, thickness }, ... }.", error);
  }
  if (p->plies.n && columns != 2 && !(columns == 3 && listed)) {
    return missing(item, "has plies that are no rows of an angle and a thickness",
                   "Write plies = { { 0, 1e-3 }, { deg(90), 1e-3 } }; a third number is that of a row of materials.",
                   error);
  }
  if (listed && (p->materials.columns != PLY || columns != 3)) {
    return missing(item, "has materials, but no plies that name them, or rows that are no materials",
                   "A row is { E1, E2, nu12, G12, G13, G23, density }; plies are { angle, thickness, row }.", error);
  }
  double m[PLY];
  own_material(p, m);
  if (!listed) {
    SN_TRY(check_material(item, m, "the material", error));
  }
  for (int k = 0; listed && k < p->materials.n / PLY; k++) {
    char row[32];
    snprintf(row, sizeof row, "row %d of materials", k + 1);
    SN_TRY(check_material(item, p->materials.x + PLY * k, row, error));
  }
  for (int k = 0; k < p->plies.n; k += columns) {
    const double *ply = p->plies.x + k;
    const int last = p->materials.n / PLY;
    if (!(ply[1] > 0) || (columns == 3 && !(ply[2] >= 1 && ply[2] <= last && ply[2] == floor(ply[2])))) {
      sn_item_fail(item, SN_EINPUT, error, "Ply %d of shell '%s' has %s.", k / columns + 1, item->name,
                   ply[1] > 0 ? "a material that is not there" : "no thickness");
      sn_error_fix(error, ply[1] > 0 ? "Materials are numbered 1 to %d." : "Give it a thickness greater than 0 (m).",
                   last);
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

/* Plane stress of a ply in the axes of the shell: Qbar of e11, e22, 2e12, and shear stiffness. */
static void turned(const double m[PLY], double angle, double Q[3][3], double S[2][2])
{
  const double c = cos(angle), s = sin(angle), k = m[0] / (m[0] - m[2] * m[2] * m[1]);
  const double q[3][3] = {{m[0] * k, m[2] * m[1] * k, 0}, {m[2] * m[1] * k, m[1] * k, 0}, {0, 0, m[3]}};
  const double T[3][3] = {{c * c, s * s, c * s}, {s * s, c * c, -c * s}, {-2 * c * s, 2 * c * s, c * c - s * s}};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      Q[i][j] = 0;
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          Q[i][j] += T[a][i] * q[a][b] * T[b][j];
        }
      }
    }
  }
  S[0][0] = c * c * m[4] + s * s * m[5];
  S[1][1] = s * s * m[4] + c * c * m[5];
  S[0][1] = S[1][0] = c * s * (m[4] - m[5]);
}

static void add_ply(const double m[PLY], double angle, double low, double high, double factor, sn_shell_section *to)
{
  double Q[3][3], S[2][2];
  const double by[3] = {high - low, (high * high - low * low) / 2, (high * high * high - low * low * low) / 3};
  turned(m, angle, Q, S);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      to->K[i][j] += Q[i][j] * by[0];
      to->K[i][3 + j] += Q[i][j] * by[1];
      to->K[3 + i][j] += Q[i][j] * by[1];
      to->K[3 + i][3 + j] += Q[i][j] * by[2];
    }
    to->inertia[i] += m[6] * by[i];
  }
  for (int i = 0; i < 4; i++) {
    to->K[6 + i / 2][6 + i % 2] += factor * S[i / 2][i % 2] * by[0];
  }
}

/* What is round-off of a sum that cancels: exact zeros keep the strains of a symmetric lay-up apart. */
static void clean(sn_shell_section *s)
{
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      if (fabs(s->K[i][j]) < 1e-13 * sqrt(s->K[i][i] * s->K[j][j])) {
        s->K[i][j] = 0;
      }
    }
  }
  if (fabs(s->inertia[1]) < 1e-13 * sqrt(s->inertia[0] * s->inertia[2])) {
    s->inertia[1] = 0;
  }
}

int sn_shell_plies(const sn_shell *p)
{
  return p->plies.n ? p->plies.n / p->plies.columns : 1;
}

/* One ply: its material, angle and height. h: the whole thickness. */
typedef struct {
  double m[PLY], angle, low, high;
} ply;

static ply ply_of(const sn_shell *p, double h, int k)
{
  ply out = {.low = p->offset - h / 2, .high = p->offset + h / 2};
  const int columns = p->plies.columns;
  own_material(p, out.m);
  if (p->plies.n) {
    const double *row = p->plies.x + k * columns;
    for (int i = 0; i < k; i++) {
      out.low += p->plies.x[i * columns + 1];
    }
    out.high = out.low + row[1];
    out.angle = row[0];
    if (columns == 3) {
      memcpy(out.m, p->materials.x + PLY * ((int)row[2] - 1), sizeof out.m);
    }
  }
  return out;
}

static double thickness_at(const sn_shell *p, const double uv[2])
{
  double h = 0;
  for (int k = 0; k < p->plies.n; k += p->plies.columns) {
    h += p->plies.x[k + 1];
  }
  return p->thickness ? sn_expr_value(p->thickness, uv) : h;
}

sn_status sn_shell_section_at(const sn_item *item, const double uv[2], sn_shell_section *out, sn_error *error)
{
  const sn_shell *p = item->param;
  const double h = thickness_at(p, uv);
  *out = (sn_shell_section){.mid = p->offset, .thickness = h};
  if (!(h > 0 && isfinite(h))) {
    sn_item_fail(item, SN_EINPUT, error,
                 "The thickness of shell '%s' must be greater than 0, but is %g m at u = %g, v = %g.", item->name, h,
                 uv[0], uv[1]);
    sn_error_fix(error, "Give it in m; a function of u and v must be positive everywhere.");
    return SN_EINPUT;
  }
  for (int k = 0; k < sn_shell_plies(p); k++) {
    const ply one = ply_of(p, h, k);
    add_ply(one.m, one.angle, one.low, one.high, p->shear_factor, out);
  }
  clean(out);
  return SN_OK;
}

int sn_shell_is_even(const sn_shell *p)
{
  return !p->thickness || (!sn_expr_depends(p->thickness, 0) && !sn_expr_depends(p->thickness, 1));
}

void sn_shell_ply_of(const sn_shell *p, double thickness, int k, sn_shell_ply *out)
{
  SN_ASSERT(k >= 0 && k < sn_shell_plies(p) && thickness > 0);
  const ply one = ply_of(p, thickness, k);
  double S[2][2];
  *out = (sn_shell_ply){.angle = one.angle, .low = one.low, .high = one.high};
  turned(one.m, one.angle, out->Q, S);
}

void sn_shell_middle(const sn_shell *p, int *k, double *height)
{
  const double none[2] = {0, 0}, h = p->plies.n ? thickness_at(p, none) : 1; /* one ply: of any thickness */
  ply one = ply_of(p, h, 0);
  for (*k = 0; *k < sn_shell_plies(p) - 1 && one.high <= p->offset + 1e-12 * h; one = ply_of(p, h, *k)) {
    ++*k;
  }
  *height = (p->offset - one.low) / (one.high - one.low);
}
