/* lab/rod/forces.c -- forces, strains, energies and reactions of a plane rod in absolute coordinates.
 * Theory:  docs/rods.md (2) to (9). No trigonometry and no square root for the measures sine and tan_half.
 * Tests:   tests/lab/test_rod.c (force = - gradient of the energy, power balance, golden states).
 */
#include <math.h>

#include "lab/rod/rod_private.h"

static void add(double *f, sn_p2 x)
{
  f[0] += x.x;
  f[1] += x.y;
}

/* -S (D on z_n, z_n on x_n, -z_n on x_{n-1}) - M (gradient of k), docs/rods.md (8) */
static void add_stresses(const sn_rod_element *e, double S, double M, int n, double *f)
{
  double *own = f + 4 * n;
  const sn_rod_bend *k = &e->bend;
  add(own, p2_scale(-S, e->D));
  add(own + 2, p2_scale(-S, e->z));
  add(own, p2_scale(-M, p2_axpy(p2_scale(k->d, e->z0), k->w, p2_turn(e->z0))));
  if (n > 0) {
    add(own - 2, p2_scale(S, e->z));
    add(own - 4, p2_scale(-M, p2_axpy(p2_scale(k->d, e->z), -k->w, p2_turn(e->z))));
  }
}

void sn_rod_forces(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *q,
                   const double *qd, int elastic, double *f)
{
  const int n = rod->n;
  const double EA = rod->EA / rod->l, tau = rod->tau, l = rod->l;
  for (int i = 0; i < n; i++) {
    p2_put(p2(0, 0), f + 4 * i);
    p2_put(p2_scale(rod->m[i], rod->gravity), f + 4 * i + 2);
  }
  add(f + 4 * n - 4, p2_scale(o->moment, p2_turn(p2_at(p + 4 * n - 4))));
  add(f + 4 * n - 2, o->force);
  for (int i = 0; elastic && i < n; i++) {
    sn_rod_element e;
    sn_rod_element_at(rod, o, p, v, i, &e);
    const double k = q ? q[2 * i] : e.bend.k, xi = q ? q[2 * i + 1] : e.xi;
    const double kd = q ? qd[2 * i] : sn_rod_k_rate(&e), xid = q ? qd[2 * i + 1] : sn_rod_xi_rate(&e);
    add_stresses(&e, EA * (xi - l + tau * xid), rod->B[i] * (k + tau * kd), i, f);
  }
}

void sn_rod_strains(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, double *q, double *qd)
{
  for (int i = 0; i < rod->n; i++) {
    sn_rod_element e;
    sn_rod_element_at(rod, o, p, v, i, &e);
    if (q) {
      q[2 * i] = e.bend.k;
      q[2 * i + 1] = e.xi;
    }
    if (qd) {
      qd[2 * i] = sn_rod_k_rate(&e);
      qd[2 * i + 1] = sn_rod_xi_rate(&e);
    }
  }
}

void sn_rod_strain_rates(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                         double *qdd)
{
  for (int i = 0; i < rod->n; i++) {
    sn_rod_element e;
    sn_rod_element_at(rod, o, p, v, i, &e);
    const sn_rod_bend *k = &e.bend;
    const double *b = a + 4 * i;
    const sn_p2 zdd = p2_at(b), zdd0 = i > 0 ? p2_at(b - 4) : o->zdd;
    const sn_p2 Ddd = p2_sub(p2_at(b + 2), i > 0 ? p2_at(b - 2) : o->a);
    const double wd = sn_rod_w_rate(&e), dd = sn_rod_d_rate(&e);
    const double w2 = p2_cross(zdd0, e.z) + p2_cross(e.z0, zdd) + 2 * p2_cross(e.zd0, e.zd);
    const double d2 = p2_dot(zdd0, e.z) + p2_dot(e.z0, zdd) + 2 * p2_dot(e.zd0, e.zd);
    qdd[2 * i] = k->w * w2 + k->d * d2 + k->ww * wd * wd + 2 * k->wd * wd * dd + k->dd * dd * dd;
    qdd[2 * i + 1] = p2_dot(zdd, e.D) + p2_dot(e.z, Ddd) + 2 * p2_dot(e.zd, e.Dd);
  }
}

/* The force on x_0, by the balance of momentum of all nodes behind it. */
static sn_p2 root_force(const sn_rod *rod, const sn_rod_drive *o, const double *a)
{
  sn_p2 sum = p2_scale(-1, o->force);
  for (int i = 0; i < rod->n; i++) {
    sum = p2_axpy(sum, rod->m[i], p2_sub(p2_at(a + 4 * i + 2), rod->gravity));
  }
  return sum;
}

static double root_moment(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v)
{
  sn_rod_element e;
  sn_rod_element_at(rod, o, p, v, 0, &e);
  const double M = rod->B[0] * (e.bend.k + rod->tau * sn_rod_k_rate(&e));
  return -M * (e.bend.w * e.d - e.bend.d * e.w);
}

void sn_rod_reaction(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                     sn_p2 *force, double *moment)
{
  const double half = rod->rho_A * rod->l / 2;
  *force = p2_axpy(root_force(rod, o, a), half, p2_sub(o->a, rod->gravity));
  *moment = root_moment(rod, o, p, v);
}

void sn_rod_energies(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                     sn_rod_energy *out)
{
  const double EA = rod->EA / rod->l;
  sn_rod_energy s = {0};
  for (int i = 0; i < rod->n; i++) {
    sn_rod_element e;
    sn_rod_element_at(rod, o, p, v, i, &e);
    const sn_p2 xd = p2_at(v + 4 * i + 2);
    const double kd = sn_rod_k_rate(&e), xid = sn_rod_xi_rate(&e), k = e.bend.k, x = e.xi - rod->l;
    s.kinetic += (rod->m[i] * p2_dot(xd, xd) + rod->J * p2_dot(e.zd, e.zd)) / 2;
    s.stretch += EA * x * x / 2;
    s.bend += rod->B[i] * k * k / 2;
    s.gravity -= rod->m[i] * p2_dot(rod->gravity, p2_at(p + 4 * i + 2));
    s.loss += rod->tau * (EA * xid * xid + rod->B[i] * kd * kd);
  }
  const double *tip = v + 4 * rod->n - 4;
  s.loads = p2_dot(o->force, p2_at(tip + 2)) + o->moment * p2_cross(p2_at(p + 4 * rod->n - 4), p2_at(tip));
  s.root = a ? p2_dot(root_force(rod, o, a), o->v) + root_moment(rod, o, p, v) * o->omega : 0;
  *out = s;
}

void sn_rod_drifts(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *q,
                   sn_rod_drift *out)
{
  sn_rod_drift s = {0};
  for (int i = 0; i < rod->n; i++) {
    sn_rod_element e;
    sn_rod_element_at(rod, o, p, v, i, &e);
    s.shear = fmax(s.shear, fabs(p2_cross(e.z, e.D)) / rod->l);
    s.unit = fmax(s.unit, fabs(p2_dot(e.z, e.z) - 1) / 2);
    s.shear_rate = fmax(s.shear_rate, fabs(p2_cross(e.zd, e.D) + p2_cross(e.z, e.Dd)) / rod->l);
    s.unit_rate = fmax(s.unit_rate, fabs(p2_dot(e.z, e.zd)));
    if (q) {
      const double turn = q[2 * i] - e.bend.k; /* a free joint may have made more than one turn */
      s.strain = fmax(s.strain, fabs(rod->hinged && i == 0 ? remainder(turn, 2 * acos(-1)) : turn));
      s.strain = fmax(s.strain, fabs(q[2 * i + 1] - e.xi) / rod->l);
    }
  }
  *out = s;
}

void sn_rod_extremes(const sn_rod *rod, const sn_rod_drive *o, const double *p, sn_rod_extreme *out)
{
  sn_rod_extreme s = {.length = INFINITY};
  sn_p2 z0 = o->z, x0 = o->x;
  double least = INFINITY, w = 0;
  for (int i = 0; i < rod->n; i++) {
    const sn_p2 z = p2_at(p + 4 * i), x = p2_at(p + 4 * i + 2);
    const double d = p2_dot(z0, z), length = p2_dot(z, p2_sub(x, x0)) / rod->l;
    if (!(d >= least) && !(rod->hinged && i == 0)) { /* the angle of a free joint is not limited */
      least = d;
      w = p2_cross(z0, z);
      s.bent = i;
    }
    if (!(length >= s.length)) {
      s.length = length;
      s.shortest = i;
    }
    z0 = z;
    x0 = x;
  }
  s.angle = least < INFINITY ? atan2(w, least) : 0;
  *out = s;
}
