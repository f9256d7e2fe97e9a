/* lab/rod/relative.c -- system (2): relative coordinates, accelerations by an articulated recursion, O(n).
 * Theory:  docs/rods.md (14) to (16). An element turns about the node before it and stretches freely, so what it passes on is
 *          a moment and an axial force that are known, and across itself one apparent mass: the inertia of the part
 *          of the rod behind a joint is a single number, and the recursion needs no 3x3 matrices.
 * Tests:   tests/lab/test_rod.c (against system (1), the dense form and golden states).
 */
#include <math.h>

#include "lab/rod/rod_private.h"

/* Data of element i in the recursion. */
typedef struct sn_rod_joint {
  sn_p2 z, c;            /* direction; acceleration of the node by velocities alone */
  double xi, omega, thd; /* length, turning of the element, rate of the joint's angle */
  double slope, second;  /* dk/dtheta and its derivative */
  double mass, a, b;     /* behind it: apparent mass, its direction along and across this element */
  double d11, d12, d22;  /* inverse of the joint's inertia */
  double r1, r2;         /* moment and force of the joint minus those transmitted from behind */
  sn_p2 zn;              /* direction of the element behind */
} joint;

struct sn_rod_joint *sn_rod_joints(const sn_rod *rod, sn_arena *arena)
{
  return SN_NEW(arena, joint, rod->n);
}

int sn_rod_unfold(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd, double *p, double *v)
{
  sn_p2 z = o->z, x = o->x, xd = o->v;
  double omega = o->omega;
  for (int i = 0; i < rod->n; i++) {
    sn_rod_turn t;
    if (!sn_rod_turn_of(sn_rod_measure_of(rod, i), q[2 * i], &t)) {
      return 1 + i;
    }
    const double xi = q[2 * i + 1];
    z = p2_times(z, p2(t.c, t.s));
    omega += qd[2 * i] / t.slope;
    x = p2_axpy(x, xi, z);
    xd = p2_axpy(p2_axpy(xd, qd[2 * i + 1], z), xi * omega, p2_turn(z));
    p2_put(z, p + 4 * i);
    p2_put(x, p + 4 * i + 2);
    p2_put(p2_scale(omega, p2_turn(z)), v + 4 * i);
    p2_put(xd, v + 4 * i + 2);
  }
  return 0;
}

/* Directions, angular velocities and the accelerations due to velocities alone, from root to tip. */
static int kinematics(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd, joint *all)
{
  sn_p2 z = o->z;
  double omega = o->omega;
  for (int i = 0; i < rod->n; i++) {
    joint *j = all + i;
    sn_rod_turn t;
    if (!sn_rod_turn_of(sn_rod_measure_of(rod, i), q[2 * i], &t)) {
      return 1 + i;
    }
    j->thd = qd[2 * i] / t.slope;
    j->slope = t.slope;
    j->second = t.second;
    j->xi = q[2 * i + 1];
    z = j->z = p2_times(z, p2(t.c, t.s));
    omega = j->omega = omega + j->thd;
    j->c = p2_axpy(p2_scale(-omega * omega * j->xi, z), 2 * omega * qd[2 * i + 1], p2_turn(z));
  }
  return 0;
}

/* Moment and force of joint i along its own coordinates theta and xi. */
static sn_p2 joint_force(const sn_rod *rod, const joint *j, const double *q, const double *qd, int i)
{
  return p2(-rod->B[i] * (q[2 * i] + rod->tau * qd[2 * i]) * j->slope,
            -rod->EA / rod->l * (q[2 * i + 1] - rod->l + rod->tau * qd[2 * i + 1]));
}

int sn_rod_relative(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd, sn_rod_work *work,
                    double *qdd)
{
  const int n = rod->n;
  joint *all = work->joint;
  const int bad = kinematics(rod, o, q, qd, all);
  if (bad) {
    return bad;
  }
  /* tip to root; the elements behind transmit a moment, a force, and a mass across their direction */
  double mass = 0, moment = -o->moment;
  sn_p2 force = p2_scale(-1, o->force), zn = all[n - 1].z;
  const double J = rod->J;
  for (int i = n - 1; i >= 0; i--) {
    joint *j = all + i;
    const double m = rod->m[i], xi = j->xi, a = p2_dot(zn, j->z), b = p2_dot(p2_turn(zn), j->z);
    const double h = m + mass * a * a, g = mass * a * b, k = m + mass * b * b, both = m * (m + mass);
    const double det = J * k + xi * xi * both;
    const sn_p2 across = p2_turn(j->z), Q = joint_force(rod, j, q, qd, i);
    force = p2_axpy(force, -m, rod->gravity);
    j->zn = zn;
    j->mass = mass;
    j->a = a;
    j->b = b;
    j->d11 = k / det;
    j->d12 = -xi * g / det;
    j->d22 = (J + xi * xi * h) / det;
    j->r1 = Q.x - moment - xi * p2_dot(across, force);
    j->r2 = Q.y - p2_dot(j->z, force);
    const double y1 = j->d11 * j->r1 + j->d12 * j->r2, y2 = j->d12 * j->r1 + j->d22 * j->r2;
    mass = J * both / det;
    const double passed = mass * p2_dot(across, j->c) + p2_dot(across, force) + xi * h * y1 + g * y2;
    force = p2_axpy(p2_scale(Q.y, j->z), passed, across);
    moment = Q.x;
    zn = j->z;
  }
  /* root to tip */
  double spin = o->alpha;
  sn_p2 x = o->a;
  for (int i = 0; i < n; i++) {
    const joint *j = all + i;
    const sn_p2 across = p2_turn(j->z);
    const sn_p2 free = p2_add(p2_axpy(x, spin * j->xi, across), j->c);
    const double behind = j->mass * p2_dot(p2_turn(j->zn), free), m = rod->m[i];
    const double u1 = J * spin + j->xi * (m * p2_dot(across, free) + j->a * behind);
    const double u2 = m * p2_dot(j->z, free) + j->b * behind;
    const double r1 = j->r1 - u1, r2 = j->r2 - u2;
    const double thdd = j->d11 * r1 + j->d12 * r2, xidd = j->d12 * r1 + j->d22 * r2;
    spin += thdd;
    x = p2_axpy(p2_axpy(free, thdd * j->xi, across), xidd, j->z);
    qdd[2 * i] = j->slope * thdd + j->second * j->thd * j->thd;
    qdd[2 * i + 1] = xidd;
  }
  return 0;
}

int sn_rod_relative_residual(const sn_rod *rod, const sn_rod_drive *o, const double *q, const double *qd,
                             const double *qdd, sn_rod_work *work, double *r)
{
  const int n = rod->n;
  joint *all = work->joint;
  const int bad = kinematics(rod, o, q, qd, all);
  if (bad) {
    return bad;
  }
  double spin = o->alpha;
  sn_p2 x = o->a;
  for (int i = 0; i < n; i++) { /* accelerations; stored in the memory of the forces of the recursion */
    joint *j = all + i;
    spin += (qdd[2 * i] - j->second * j->thd * j->thd) / j->slope;
    x = p2_axpy(p2_axpy(p2_add(x, j->c), qdd[2 * i + 1], j->z), spin * j->xi, p2_turn(j->z));
    j->r1 = spin;
    j->zn = x;
  }
  double moment = -o->moment;
  sn_p2 force = p2_scale(-1, o->force);
  for (int i = n - 1; i >= 0; i--) {
    const joint *j = all + i;
    const sn_p2 Q = joint_force(rod, j, q, qd, i);
    force = p2_axpy(force, rod->m[i], p2_sub(j->zn, rod->gravity));
    moment += rod->J * j->r1 + j->xi * p2_dot(p2_turn(j->z), force);
    r[2 * i] = (moment - Q.x) / rod->J;
    r[2 * i + 1] = (p2_dot(j->z, force) - Q.y) / rod->m[i];
  }
  return 0;
}
