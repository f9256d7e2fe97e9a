/* lab/rod/absolute.c -- system (1): accelerations in absolute coordinates, O(n).
 * Theory:  docs/rods.md (10) to (13). With the constant mass matrix (m on x_n, J on z_n) all unknowns but the shear
 *          multipliers drop out of the KKT system, and what is left is tridiagonal, symmetric and positive definite: no
 *          pivoting. Exact also off the constraints.
 * Tests:   tests/lab/test_rod.c (against the banded matrix, the recursion and golden states).
 */
#include <math.h>

#include "lab/rod/rod_private.h"

sn_rod_work *sn_rod_work_new(const sn_rod *rod, sn_arena *arena)
{
  sn_rod_work *w = SN_NEW(arena, sn_rod_work, 1);
  const int n = rod->n;
  if (!w) {
    return NULL;
  }
  double **const four[] = {&w->f, &w->p, &w->v, &w->a}, **const two[] = {&w->g, &w->q, &w->qd};
  double **const one[] = {&w->diag, &w->rhs};
  int good = 1;
  for (int i = 0; i < 4; i++) {
    good &= (*four[i] = SN_NEW(arena, double, 4 * n)) != NULL;
  }
  for (int i = 0; i < 3; i++) {
    good &= (*two[i] = SN_NEW(arena, double, 2 * n)) != NULL;
  }
  for (int i = 0; i < 2; i++) {
    good &= (*one[i] = SN_NEW(arena, double, n)) != NULL;
  }
  w->joint = sn_rod_joints(rod, arena);
  return good && w->joint ? w : NULL;
}

void sn_rod_accelerate(const sn_rod_motion *m, const double *f, const double *gamma, sn_rod_work *work, double *a,
                       double *lambda)
{
  const sn_rod *rod = m->rod;
  const sn_rod_drive *o = m->o;
  const double *p = m->p, *v = m->v;
  const int n = rod->n;
  double *diag = work->diag, *rhs = work->rhs;
  sn_p2 before = o->a, z0 = p2(0, 0), x0 = o->x,
        xd0 = o->v;    /* of the node before: acceleration by its force, z, x, x' */
  double inverse0 = 0; /* 1/m of that node: zero at the root, whose motion is given */
  for (int i = 0; i < n; i++) {
    const sn_p2 z = p2_at(p + 4 * i), x = p2_at(p + 4 * i + 2), zd = p2_at(v + 4 * i), xd = p2_at(v + 4 * i + 2);
    const sn_p2 D = p2_sub(x, x0), own = p2_scale(1 / rod->m[i], p2_at(f + 4 * i + 2));
    const double Z = p2_dot(z, z), xi = p2_dot(z, D), g1 = p2_cross(z, D), inverse = 1 / rod->m[i];
    const double T = p2_cross(z, p2_at(f + 4 * i));
    const double gamma1 = -2 * p2_cross(zd, p2_sub(xd, xd0)) + (gamma ? gamma[2 * i] : 0);
    const double gamma2 = -p2_dot(zd, zd) + (gamma ? gamma[2 * i + 1] : 0);
    diag[i] = xi * xi / (rod->J * Z) + Z * (inverse + inverse0);
    rhs[i] = -gamma1 + gamma2 * g1 / Z - xi * T / (rod->J * Z) + p2_dot(p2_turn(z), p2_sub(own, before));
    if (i > 0) { /* elimination while the rows are made */
      const double off = -p2_dot(z, z0) * inverse0, factor = off / diag[i - 1];
      diag[i] -= factor * off;
      rhs[i] -= factor * rhs[i - 1];
    }
    before = own;
    z0 = z;
    x0 = x;
    xd0 = xd;
    inverse0 = inverse;
  }
  double next = 0; /* shear multiplier of the element behind */
  for (int i = n - 1; i >= 0; i--) {
    const sn_p2 z = p2_at(p + 4 * i), zn = i < n - 1 ? p2_at(p + 4 * i + 4) : p2(0, 0), zd = p2_at(v + 4 * i);
    const sn_p2 D = p2_sub(p2_at(p + 4 * i + 2), i > 0 ? p2_at(p + 4 * i - 2) : o->x), fz = p2_at(f + 4 * i);
    const double Z = p2_dot(z, z), inverse = 1 / rod->m[i];
    const double shear = (rhs[i] + p2_dot(z, zn) * inverse * next) / diag[i];
    const double gamma2 = -p2_dot(zd, zd) + (gamma ? gamma[2 * i + 1] : 0);
    const double spin = (p2_cross(z, fz) + shear * p2_dot(z, D)) / (rod->J * Z);
    p2_put(p2_axpy(p2_scale(gamma2 / Z, z), spin, p2_turn(z)), a + 4 * i);
    const sn_p2 fx = p2_axpy(p2_axpy(p2_at(f + 4 * i + 2), -shear, p2_turn(z)), next, p2_turn(zn));
    p2_put(p2_scale(inverse, fx), a + 4 * i + 2);
    if (lambda) {
      lambda[2 * i] = shear;
      lambda[2 * i + 1] = (p2_dot(z, fz) - shear * p2_cross(z, D) - rod->J * gamma2) / Z;
    }
    next = shear;
  }
}

/* Baumgarte: gamma -= 2 s (G v + g_t) + s^2 g; docs/rods.md (20) */
void sn_rod_stabilise(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, double s,
                      double *gamma)
{
  for (int i = 0; i < rod->n; i++) {
    const sn_p2 z = p2_at(p + 4 * i), zd = p2_at(v + 4 * i);
    const sn_p2 D = p2_sub(p2_at(p + 4 * i + 2), i > 0 ? p2_at(p + 4 * i - 2) : o->x);
    const sn_p2 Dd = p2_sub(p2_at(v + 4 * i + 2), i > 0 ? p2_at(v + 4 * i - 2) : o->v);
    gamma[2 * i] = -2 * s * (p2_cross(zd, D) + p2_cross(z, Dd)) - s * s * p2_cross(z, D);
    gamma[2 * i + 1] = -2 * s * p2_dot(z, zd) - s * s * (p2_dot(z, z) - 1) / 2;
  }
}

void sn_rod_absolute(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, double stabilise,
                     sn_rod_work *work, double *a, double *lambda)
{
  sn_rod_forces(rod, o, p, v, NULL, NULL, 1, work->f);
  if (stabilise > 0) {
    sn_rod_stabilise(rod, o, p, v, stabilise, work->g);
  }
  sn_rod_accelerate(&(sn_rod_motion){.rod = rod, .o = o, .p = p, .v = v}, work->f, stabilise > 0 ? work->g : NULL, work,
                    a, lambda);
}
