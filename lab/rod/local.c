/* lab/rod/local.c -- see lab/rod/local.h.
 * Tests:   tests/lab/test_dae.c (against differences).
 */
#include "lab/rod/local.h"

#include <string.h>

enum { Z0 = 0, X0 = 2, Z = 4, X = 6 };

static void put(double *to, double s, sn_p2 a)
{
  to[0] += s * a.x;
  to[1] += s * a.y;
}

/* s times the 2x2 blocks [1 0; 0 1] and [0 1; -1 0] at (row, column), and their transposes */
static void identity(double H[8][8], int row, int column, double s)
{
  for (int k = 0; k < 2; k++) {
    H[row + k][column + k] += s;
    H[column + k][row + k] += s;
  }
}

static void skew(double H[8][8], int row, int column, double s)
{
  H[row][column + 1] += s;
  H[column + 1][row] += s;
  H[row + 1][column] -= s;
  H[column][row + 1] -= s;
}

static void add_strain(const double b[8], double H[8][8], double stiffness, double tau, double stress,
                       sn_rod_local *out)
{
  for (int j = 0; j < 8; j++) {
    double Hv = 0;
    for (int k = 0; k < 8; k++) {
      Hv += H[j][k] * out->v[k];
    }
    const double row = stiffness * (b[j] + tau * Hv);
    for (int i = 0; i < 8; i++) {
      out->K[i][j] -= b[i] * row + stress * H[i][j];
      out->C[i][j] -= stiffness * tau * b[i] * b[j];
    }
  }
}

static void bending(const sn_rod *rod, const sn_rod_element *e, int n, sn_rod_local *out)
{
  double b[8] = {0}, bw[8] = {0}, bd[8] = {0}, H[8][8] = {{0}};
  const sn_rod_bend *k = &e->bend;
  put(bw + Z, 1, p2_turn(e->z0));
  put(bw + Z0, -1, p2_turn(e->z));
  put(bd + Z, 1, e->z0);
  put(bd + Z0, 1, e->z);
  skew(H, Z0, Z, k->w);
  identity(H, Z0, Z, k->d);
  for (int i = 0; i < 8; i++) {
    b[i] = k->w * bw[i] + k->d * bd[i];
    for (int j = 0; j < 8; j++) {
      H[i][j] += k->ww * bw[i] * bw[j] + k->wd * (bw[i] * bd[j] + bd[i] * bw[j]) + k->dd * bd[i] * bd[j];
    }
  }
  add_strain(b, H, rod->B[n], rod->tau, rod->B[n] * (k->k + rod->tau * sn_rod_k_rate(e)), out);
}

static void stretch(const sn_rod *rod, const sn_rod_element *e, sn_rod_local *out)
{
  double b[8] = {0}, H[8][8] = {{0}};
  const double EA = rod->EA / rod->l;
  put(b + X0, -1, e->z);
  put(b + Z, 1, e->D);
  put(b + X, 1, e->z);
  identity(H, Z, X, 1);
  identity(H, Z, X0, -1);
  add_strain(b, H, EA, rod->tau, EA * (e->xi - rod->l + rod->tau * sn_rod_xi_rate(e)), out);
}

void sn_rod_local_at(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, int n,
                     sn_rod_local *out)
{
  sn_rod_element e;
  memset(out, 0, sizeof *out);
  sn_rod_element_at(rod, o, p, v, n, &e);
  p2_put(e.zd0, out->v + Z0);
  p2_put(n > 0 ? p2_at(v + 4 * n - 2) : o->v, out->v + X0);
  p2_put(e.zd, out->v + Z);
  p2_put(p2_at(v + 4 * n + 2), out->v + X);
  bending(rod, &e, n, out);
  stretch(rod, &e, out);
  if (n == rod->n - 1) { /* the moment at the tip turns with z */
    out->K[Z][Z + 1] -= o->moment;
    out->K[Z + 1][Z] += o->moment;
  }
  put(out->G[SN_ROD_SHEAR] + Z, -1, p2_turn(e.D));
  put(out->G[SN_ROD_SHEAR] + X, 1, p2_turn(e.z));
  put(out->G[SN_ROD_SHEAR] + X0, -1, p2_turn(e.z));
  skew(out->Hg[SN_ROD_SHEAR], Z, X, 1);
  skew(out->Hg[SN_ROD_SHEAR], Z, X0, -1);
  put(out->G[SN_ROD_UNIT] + Z, 1, e.z);
  out->Hg[SN_ROD_UNIT][Z][Z] = out->Hg[SN_ROD_UNIT][Z + 1][Z + 1] = 1;
  out->g[SN_ROD_SHEAR] = p2_cross(e.z, e.D);
  out->g[SN_ROD_UNIT] = (p2_dot(e.z, e.z) - 1) / 2;
}
