/* lab/rod/rod.c -- the discrete rod: lumped masses, springs, what the root and the loads do at a time, starts, scratch.
 * Theory:  docs/rods.md (1) to (4). Half a mass at the tip (trapezoidal rule), a spring over half a length at a clamped root
 *          (its section sits at x_0, the next direction in the middle of element 1): with a whole length the clamp is too soft
 *          and convergence drops to first order.
 * Tests:   tests/lab/test_rod.c (linear frequencies, table of wrong choices).
 */
#include "lab/rod/rod.h"

#include <math.h>
#include <string.h>

#include "lab/rod/rod_private.h"

sn_status sn_rod_prepare(sn_rod *rod, sn_arena *arena, sn_error *error)
{
  const int n = rod->n;
  double *m = SN_NEW(arena, double, n), *B = SN_NEW(arena, double, n);
  if (!m || !B) {
    return sn_no_memory(error, "the rod");
  }
  rod->l = rod->length / n;
  rod->J = rod->rho_I * rod->l;
  for (int i = 0; i < n; i++) {
    m[i] = rod->rho_A * rod->l;
    B[i] = rod->EI / rod->l;
  }
  m[n - 1] /= 2;
  B[0] = rod->hinged ? 0 : 2 * B[0];
  rod->m = m;
  rod->B = B;
  return SN_OK;
}

double sn_rod_mass(const sn_rod *rod)
{
  return rod->rho_A * rod->length;
}

static double value(const sn_expr *e, double t)
{
  return e ? sn_expr_value(e, &t) : 0;
}

static void taylor(const sn_expr *e, double t, double out[3])
{
  out[0] = out[1] = out[2] = 0;
  if (e) {
    sn_expr_taylor(e, &t, 0, out);
  }
}

void sn_rod_drive_at(const sn_rod *rod, double t, sn_rod_drive *out)
{
  double x[3], y[3], angle[3];
  taylor(rod->position[0], t, x);
  taylor(rod->position[1], t, y);
  taylor(rod->angle, t, angle);
  const sn_p2 z = rod->angle ? p2(cos(angle[0]), sin(angle[0])) : p2(1, 0), iz = p2_turn(z);
  const double w = angle[1];
  *out = (sn_rod_drive){.t = t,
                        .x = p2(rod->at.x + x[0], rod->at.y + y[0]),
                        .v = p2(x[1], y[1]),
                        .a = p2(x[2], y[2]),
                        .z = z,
                        .zd = p2_scale(w, iz),
                        .zdd = p2_axpy(p2_scale(angle[2], iz), -w * w, z),
                        .omega = w,
                        .alpha = angle[2],
                        .force = p2(value(rod->force[0], t), value(rod->force[1], t)),
                        .moment = value(rod->moment, t)};
}

void sn_rod_place(const sn_rod *rod, const double *angles, double *p, double *v)
{
  sn_rod_drive o;
  sn_rod_drive_at(rod, 0, &o);
  sn_p2 x = o.x;
  for (int n = 0; n < rod->n; n++) {
    const sn_p2 z = angles ? p2_times(o.z, p2(cos(angles[n]), sin(angles[n]))) : o.z;
    x = p2_axpy(x, rod->l, z);
    p2_put(z, p + 4 * n);
    p2_put(x, p + 4 * n + 2);
    p2_put(p2_scale(o.omega, p2_turn(z)), v + 4 * n);
    p2_put(p2_axpy(o.v, o.omega, p2_turn(p2_sub(x, o.x))), v + 4 * n + 2);
  }
}
