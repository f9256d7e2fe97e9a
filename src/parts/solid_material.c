/* parts/solid_material.c -- what a solid is made of: Hooke's law, isotropic or orthotropic; rubber; thermal strain.
 * Theory:  docs/theory-solids.md, (V4), (V5). An orthotropic law is turned into the axes of the part once.
 * Tests:   tests/solids/test_solid.c
 */
#include <string.h>

#include "math/rotation.h"
#include "model/model.h"
#include "parts/solid.h"

enum { SIX = SN_SOLID_STRAINS };
static const int pair[SIX][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};

static void isotropic(const sn_solid *p, double D[SIX][SIX])
{
  const double shear = p->young / (2 * (1 + p->poisson)),
               lame = p->young * p->poisson / ((1 + p->poisson) * (1 - 2 * p->poisson));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      D[i][j] = lame + (i == j ? 2 * shear : 0);
    }
    D[3 + i][3 + i] = shear;
  }
}

/* In its own axes; 0: it has directions of negative stiffness. */
static int orthotropic(const sn_solid *p, double D[SIX][SIX])
{
  const double a = 1 / p->E[0], b = 1 / p->E[1], c = 1 / p->E[2];
  const double ab = -p->nu[0] * a, ac = -p->nu[1] * a, bc = -p->nu[2] * b; /* compliance: E_11 by S_22 and so on */
  const double det = a * (b * c - bc * bc) - ab * (ab * c - bc * ac) + ac * (ab * bc - b * ac);
  D[0][0] = (b * c - bc * bc) / det;
  D[1][1] = (a * c - ac * ac) / det;
  D[2][2] = (a * b - ab * ab) / det;
  D[0][1] = D[1][0] = (ac * bc - ab * c) / det;
  D[0][2] = D[2][0] = (ab * bc - ac * b) / det;
  D[1][2] = D[2][1] = (ab * ac - a * bc) / det;
  for (int i = 0; i < 3; i++) { /* 12 23 31 */
    D[3 + i][3 + i] = p->G[i];
  }
  return a * b - ab * ab > 0 && det > 0;
}

/* D in axes of the part of a law whose axes are the columns of r: e' = T e, D = T^T D' T. */
static void turn(sn_m3 r, double D[SIX][SIX])
{
  double T[SIX][SIX], half[SIX][SIX];
  for (int j = 0; j < SIX; j++) { /* column: a strain of the part, E_kl = 1 or half of a shear */
    const int k = pair[j][0], l = pair[j][1];
    for (int i = 0; i < SIX; i++) {
      const sn_v3 u = r.c[pair[i][0]], w = r.c[pair[i][1]];
      const double product = 0.5 * (u.x[k] * w.x[l] + u.x[l] * w.x[k]);
      T[i][j] = product * (i < 3 ? 1 : 2);
    }
  }
  for (int i = 0; i < SIX; i++) {
    for (int j = 0; j < SIX; j++) {
      half[i][j] = 0;
      for (int k = 0; k < SIX; k++) {
        half[i][j] += D[i][k] * T[k][j];
      }
    }
  }
  for (int i = 0; i < SIX; i++) {
    for (int j = 0; j < SIX; j++) {
      D[i][j] = 0;
      for (int k = 0; k < SIX; k++) {
        D[i][j] += T[k][i] * half[k][j];
      }
    }
  }
  for (int i = 0; i < SIX; i++) { /* symmetric to the last bit */
    for (int j = 0; j < i; j++) {
      D[i][j] = D[j][i] = 0.5 * (D[i][j] + D[j][i]);
    }
  }
}

static sn_status wrong(const sn_item *item, const char *what, const char *why, const char *fix, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Solid '%s' %s.", item->name, what);
  sn_error_why(error, "%s", why);
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

void sn_solid_complete_material(sn_solid *p)
{
  const double across = p->E[1] / (2 * p->G[1]) - 1; /* the same in all directions across */
  p->E[2] = isnan(p->E[2]) ? p->E[1] : p->E[2];
  p->nu[1] = isnan(p->nu[1]) ? p->nu[0] : p->nu[1];
  p->G[2] = isnan(p->G[2]) ? p->G[0] : p->G[2];
  p->nu[2] = isnan(p->nu[2]) && across > 0 && across < 1 ? across : p->nu[2];
}

sn_status sn_solid_check_material(const sn_item *item, sn_error *error)
{
  const sn_solid *p = item->param;
  double D[SIX][SIX] = {{0}};
  if (isnan(p->young) == isnan(p->E[0])) {
    return wrong(item, isnan(p->young) ? "has no stiffness" : "is isotropic and orthotropic at once",
                 "An isotropic material is E and nu, an orthotropic one E1, E2, E3 and the rest.",
                 "Give one of them, for steel E = 2.1e11, nu = 0.3.", error);
  }
  if (!isnan(p->young) && !(p->poisson < 0.5)) {
    return wrong(item, "has nu = 0.5",
                 "Such a material does not change its volume at all: its pressure does not follow from its strains.",
                 "Use nu = 0.4999.", error);
  }
  if (!isnan(p->E[0])) {
    for (int i = 0; i < 3; i++) {
      if (isnan(p->E[i]) || isnan(p->G[i]) || isnan(p->nu[i])) {
        return wrong(item, "lacks constants of its orthotropic material",
                     "It takes E1 E2 nu12 G12 G23, then E3, nu13 and G31 where they differ from E2, nu12 and G12, and "
                     "nu23 where it is not E2/(2 G23) - 1.",
                     "Give them, for wood nu23 = 0.4.", error);
      }
    }
    if (p->law != SN_SOLID_HOOKE) {
      return wrong(item, "has an orthotropic material with a law of rubber", "These laws are isotropic.",
                   "Leave `law` out, or give E and nu.", error);
    }
    if (!orthotropic(p, D)) {
      return wrong(item, "has an orthotropic material that gains energy when it is strained",
                   "Its compliance is not positive: the contractions nu are too large.",
                   "Make nu12^2 < E1/E2, nu13^2 < E1/E3 and nu23^2 < E2/E3 at least.", error);
    }
  }
  if (p->law != SN_SOLID_HOOKE && p->temperature) {
    return wrong(item, "has a temperature and a law of rubber", "Thermal strain is subtracted from small strains only.",
                 "Leave one of them out.", error);
  }
  return SN_OK;
}

int sn_solid_is_mixed(const sn_solid *p)
{
  static const double above = 0.45; /* below, CalculiX and others agree to the last digit without it */
  return !isnan(p->young) && p->poisson > above;
}

void sn_solid_hooke(const sn_solid *p, double D[SIX][SIX])
{
  memset(D, 0, sizeof(double[SIX][SIX]));
  if (!isnan(p->young)) {
    isotropic(p, D);
    return;
  }
  (void)orthotropic(p, D);
  if (!isnan(p->axes.c[0].x[0])) {
    turn(p->axes, D);
  }
}

sn_material sn_solid_rubber(const sn_solid *p)
{
  SN_ASSERT(p->law != SN_SOLID_HOOKE);
  return sn_material_of(&sn_mooney_rivlin, p->young, p->poisson, p->law == SN_SOLID_MOONEY_RIVLIN ? p->share : 0);
}

/* ---- thermal strain */

int sn_solid_temperature_varies(const sn_solid *p)
{
  return p->temperature && sn_expr_variables(p->temperature) > 0 && sn_expr_depends(p->temperature, 0);
}

double sn_solid_thermal_strain(const sn_solid *p, double t, sn_v3 drawn)
{
  const double at[4] = {t, drawn.x[0], drawn.x[1], drawn.x[2]};
  return p->temperature ? p->expansion * sn_expr_value(p->temperature, at) : 0;
}
