/* lab/rod/dae.c -- see lab/rod/dae.h.
 * Limits:  a band that is declared too narrow does not crash, it makes IDA slow or fail: the test finds the true one by
 *          perturbing every unknown.
 * Tests:   tests/lab/test_dae.c.
 */
#include "lab/rod/dae.h"

enum { P, V = 4, LAMBDA = 8, MU = 10 };
const sn_rod_layout sn_rod_layouts[] = {[SN_ROD_GGL] = {12, 20, 20}, [SN_ROD_INDEX1] = {10, 12, 16}};

void sn_rod_dae_start(const sn_rod *rod, sn_rod_index index, const double *p, const double *v, const double *a,
                      const double *lambda, double *y, double *yd)
{
  const int size = sn_rod_layouts[index].size;
  for (int i = 0; i < rod->n; i++) {
    double *u = y + size * i, *ud = yd + size * i;
    for (int k = 0; k < size; k++) {
      u[k] = ud[k] = 0;
    }
    for (int k = 0; k < 4; k++) {
      u[P + k] = p[4 * i + k];
      u[V + k] = ud[P + k] = v[4 * i + k];
      ud[V + k] = a[4 * i + k];
    }
    u[LAMBDA] = lambda[2 * i];
    u[LAMBDA + 1] = lambda[2 * i + 1];
  }
}

void sn_rod_dae_read(const sn_rod *rod, sn_rod_index index, const double *y, double *p, double *v)
{
  const int size = sn_rod_layouts[index].size;
  for (int i = 0; i < rod->n; i++) {
    for (int k = 0; k < 4; k++) {
      p[4 * i + k] = y[size * i + P + k];
      v[4 * i + k] = y[size * i + V + k];
    }
  }
}

static double mass(const sn_rod *rod, int i, int k)
{
  return k < 2 ? rod->J : rod->m[i];
}

/* Adds s times a row of the constraints to the rows `to` of the element (z at 0, x at 2) and of the node before it. */
static void pull(sn_p2 z, sn_p2 D, const double s[2], int first, double *to, double *before)
{
  const sn_p2 iz = p2_turn(z), iD = p2_turn(D);
  to[0] += -s[0] * iD.x + s[1] * z.x;
  to[1] += -s[0] * iD.y + s[1] * z.y;
  to[2] += s[0] * iz.x;
  to[3] += s[0] * iz.y;
  if (!first) {
    before[2] -= s[0] * iz.x;
    before[3] -= s[0] * iz.y;
  }
}

void sn_rod_dae_residual(const sn_rod *rod, const sn_rod_drive *o, sn_rod_index index, const double *y,
                         const double *yd, sn_rod_work *work, double *r)
{
  const int n = rod->n, size = sn_rod_layouts[index].size, ggl = index == SN_ROD_GGL;
  sn_rod_dae_read(rod, index, y, work->p, work->v);
  sn_rod_forces(rod, o, work->p, work->v, NULL, NULL, 1, work->f);
  for (int i = 0; i < n; i++) {
    const double *u = y + size * i, *ud = yd + size * i;
    double *out = r + size * i;
    for (int k = 0; k < 4; k++) {
      out[P + k] = ud[P + k] - u[V + k];
      out[V + k] = mass(rod, i, k) * ud[V + k] - work->f[4 * i + k];
    }
  }
  for (int i = 0; i < n; i++) {
    const double *u = y + size * i, *ud = yd + size * i, *u0 = u - size, *ud0 = ud - size;
    double *out = r + size * i;
    const sn_p2 z = p2_at(u), zd = p2_at(u + V);
    const sn_p2 D = p2_sub(p2_at(u + 2), i > 0 ? p2_at(u0 + 2) : o->x);
    const sn_p2 Dd = p2_sub(p2_at(u + V + 2), i > 0 ? p2_at(u0 + V + 2) : o->v);
    pull(z, D, u + LAMBDA, i == 0, out + V, out - size + V);
    if (ggl) {
      pull(z, D, u + MU, i == 0, out + P, out - size + P);
      out[LAMBDA] = p2_cross(z, D);
      out[LAMBDA + 1] = (p2_dot(z, z) - 1) / 2;
      out[MU] = p2_cross(zd, D) + p2_cross(z, Dd);
      out[MU + 1] = p2_dot(z, zd);
    } else {
      const sn_p2 zdd = p2_at(ud + V), Ddd = p2_sub(p2_at(ud + V + 2), i > 0 ? p2_at(ud0 + V + 2) : o->a);
      out[LAMBDA] = p2_cross(zdd, D) + 2 * p2_cross(zd, Dd) + p2_cross(z, Ddd);
      out[LAMBDA + 1] = p2_dot(z, zdd) + p2_dot(zd, zd);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) {
      r[size * i + V + k] /= mass(rod, i, k);
    }
  }
}

void sn_rod_dae_jacobian(const sn_rod *rod, const sn_rod_drive *o, sn_rod_index index, double c, const double *y,
                         const double *yd, sn_rod_work *work, sn_rod_band *out)
{
  const int n = rod->n, size = sn_rod_layouts[index].size, ggl = index == SN_ROD_GGL;
  sn_rod_dae_read(rod, index, y, work->p, work->v);
  for (int i = 0; i < n; i++) {
    const int at = size * i;
    const double *u = y + at;
    sn_rod_local e;
    sn_rod_local_at(rod, o, work->p, work->v, i, &e);
    for (int k = 0; k < 4; k++) {
      sn_rod_band_add(out, at + P + k, at + P + k, c);
      sn_rod_band_add(out, at + P + k, at + V + k, -1);
      sn_rod_band_add(out, at + V + k, at + V + k, c);
    }
    double acceleration[8];
    for (int k = 0; k < 8; k++) { /* local number k: of the element before, or of this one */
      acceleration[k] = k >= 4   ? yd[at + V + k - 4]
                        : i > 0  ? yd[at - size + V + k]
                        : k >= 2 ? (k == 2 ? o->a.x : o->a.y)
                                 : 0;
    }
    for (int a = i > 0 ? 0 : 4; a < 8; a++) {
      const int row = (a < 4 ? at - size + a : at + a - 4), node = a < 4 ? i - 1 : i, part = a % 4;
      const double over = 1 / mass(rod, node, part);
      for (int k = 0; k < 2; k++) { /* G^T and G */
        const double G = e.G[k][a];
        sn_rod_band_add(out, row + V, at + LAMBDA + k, over * G);
        if (ggl) {
          sn_rod_band_add(out, row + P, at + MU + k, G);
          sn_rod_band_add(out, at + LAMBDA + k, row + P, G);
          sn_rod_band_add(out, at + MU + k, row + V, G);
        } else {
          sn_rod_band_add(out, at + LAMBDA + k, row + V, c * G);
        }
        double Hv = 0, Ha = 0;
        for (int b = 0; b < 8; b++) {
          Hv += e.Hg[k][a][b] * e.v[b];
          Ha += e.Hg[k][a][b] * acceleration[b];
        }
        if (ggl) {
          sn_rod_band_add(out, at + MU + k, row + P, Hv);
        } else {
          sn_rod_band_add(out, at + LAMBDA + k, row + P, Ha);
          sn_rod_band_add(out, at + LAMBDA + k, row + V, 2 * Hv);
        }
      }
      for (int b = i > 0 ? 0 : 4; b < 8; b++) {
        const int column = b < 4 ? at - size + b : at + b - 4;
        const double geometric = u[LAMBDA] * e.Hg[0][a][b] + u[LAMBDA + 1] * e.Hg[1][a][b];
        sn_rod_band_add(out, row + V, column + P, over * (geometric - e.K[a][b]));
        sn_rod_band_add(out, row + V, column + V, -over * e.C[a][b]);
        if (ggl) {
          sn_rod_band_add(out, row + P, column + P, u[MU] * e.Hg[0][a][b] + u[MU + 1] * e.Hg[1][a][b]);
        }
      }
    }
  }
}
