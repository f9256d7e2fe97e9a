/* lab/rod/project.c -- drifted states back onto the constraints.
 * Theory:  docs/rods.md (21), (22). Local: the direction of every element becomes that of its nodes, x stays. Orthogonal: the
 *          smallest change in the metric of the mass matrix, two Newton steps by the tridiagonal system.
 * Tests:   tests/lab/test_rod.c (drift at round-off afterwards).
 */
#include <math.h>
#include <string.h>

#include "lab/rod/rod_private.h"

static void local(const sn_rod *rod, const sn_rod_drive *o, double *p, double *v)
{
  sn_p2 x0 = o->x, xd0 = o->v;
  for (int i = 0; i < rod->n; i++) {
    const sn_p2 x = p2_at(p + 4 * i + 2), xd = p2_at(v + 4 * i + 2), D = p2_sub(x, x0);
    const double length = sqrt(p2_dot(D, D));
    if (length > 0) {
      const sn_p2 z = p2_scale(1 / length, D);
      p2_put(z, p + 4 * i);
      p2_put(p2_scale(p2_cross(z, p2_sub(xd, xd0)) / length, p2_turn(z)), v + 4 * i);
    }
    x0 = x;
    xd0 = xd;
  }
}

/* delta with M delta + G^T mu = 0 and G delta = -gap: the tridiagonal system without forces and velocities. */
static void correct(const sn_rod *rod, const sn_rod_drive *o, const double *p, double *gap, sn_rod_work *work,
                    double *change)
{
  sn_rod_drive at_rest = *o;
  at_rest.v = at_rest.a = p2(0, 0);
  memset(work->f, 0, sizeof(double) * 4 * (size_t)rod->n);
  memset(work->v, 0, sizeof(double) * 4 * (size_t)rod->n);
  for (int i = 0; i < 2 * rod->n; i++) {
    gap[i] = -gap[i];
  }
  sn_rod_accelerate(&(sn_rod_motion){.rod = rod, .o = &at_rest, .p = p, .v = work->v}, work->f, gap, work, work->a,
                    NULL);
  for (int i = 0; i < 4 * rod->n; i++) {
    change[i] += work->a[i];
  }
}

static void orthogonal(const sn_rod *rod, const sn_rod_drive *o, sn_rod_work *work, double *p, double *v)
{
  double *gap = work->g;
  for (int step = 0; step < 3; step++) { /* positions twice, then velocities */
    for (int i = 0; i < rod->n; i++) {
      const sn_p2 z = p2_at(p + 4 * i), zd = p2_at(v + 4 * i);
      const sn_p2 D = p2_sub(p2_at(p + 4 * i + 2), i > 0 ? p2_at(p + 4 * i - 2) : o->x);
      const sn_p2 Dd = p2_sub(p2_at(v + 4 * i + 2), i > 0 ? p2_at(v + 4 * i - 2) : o->v);
      gap[2 * i] = step < 2 ? p2_cross(z, D) : p2_cross(zd, D) + p2_cross(z, Dd);
      gap[2 * i + 1] = step < 2 ? (p2_dot(z, z) - 1) / 2 : p2_dot(z, zd);
    }
    correct(rod, o, p, gap, work, step < 2 ? p : v);
  }
}

void sn_rod_project(const sn_rod *rod, const sn_rod_drive *o, sn_rod_projection way, sn_rod_work *work, double *p,
                    double *v)
{
  if (way == SN_ROD_LOCAL) {
    local(rod, o, p, v);
  } else if (way == SN_ROD_ORTHOGONAL) {
    orthogonal(rod, o, work, p, v);
  }
}
