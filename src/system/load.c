/* system/load.c -- forces of loads on vectors, wrench of a block on a node.
 * Theory:  docs/theory.md, loads. A force may depend on the velocity of its point: drag. A moment m on directors d_k acts by
 *          forces w x d_k with w = A^-1 m,
 *          A = sum (d.d I - d d^T): its moment is exactly m at any state, orthonormal or not. One director takes w = m/(d.d): what
 *          is along it is lost.
 */
#include "system/kernel.h"

/* inverse of a symmetric 3x3 matrix given by its columns */
static sn_m3 inverse(sn_m3 a)
{
  const sn_m3 d = m3_dual(a); /* rows of the inverse */
  sn_m3 r;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      r.c[j].x[i] = d.c[i].x[j];
    }
  }
  return r;
}

static sn_v3 unit(int c)
{
  sn_v3 e = {{0, 0, 0}};
  e.x[c] = 1;
  return e;
}

/* the axes that components are along */
static void axes_of(const sn_load *l, const sn_v3 *q, sn_v3 axis[3])
{
  SN_ASSERT(l->n_vec >= 1 && l->n_vec <= 4);
  for (int j = 0; j < 3; j++) {
    axis[j] = l->follows ? (sn_v3){{0, 0, 0}} : unit(j);
    for (int k = 0; k < l->n_vec && l->follows; k++) {
      axis[j] = v3_axpy(axis[j], l->axes[j][k], q[l->vector[k]]);
    }
  }
}

/* velocity of the point */
static sn_v3 drift(const sn_load *l, const sn_v3 *v)
{
  sn_v3 sum = {{0, 0, 0}};
  for (int a = 0; a < l->n_vec && v; a++) {
    sum = v3_axpy(sum, l->weight[a], v[l->vector[a]]);
  }
  return sum;
}

void sn_load_arguments(const sn_load *l, const sn_v3 *q, const sn_v3 *v, double t, double out[4])
{
  sn_v3 axis[3];
  const sn_v3 speed = drift(l, v);
  axes_of(l, q, axis);
  out[0] = t;
  for (int j = 0; j < 3; j++) {
    out[1 + j] = l->type == SN_LOAD_FORCE ? v3_dot(speed, axis[j]) : 0;
  }
}

/* what its components change by the velocity: by q through the axes, by v */
static void velocity_slopes(const sn_load *l, const sn_v3 *q, const sn_v3 *v, const double at[4], double *K, double *D)
{
  const int n = l->n_vec, ld = 3 * n;
  const sn_v3 speed = drift(l, v);
  SN_ASSERT(l->of_velocity && l->type == SN_LOAD_FORCE);
  sn_v3 axis[3], by[3]; /* by[i]: change of the force by velocity component i */
  axes_of(l, q, axis);
  for (int i = 0; i < 3; i++) {
    by[i] = (sn_v3){{0, 0, 0}};
  }
  for (int j = 0; j < 3; j++) {
    double slope[4] = {0};
    if (l->component[j]) {
      (void)sn_expr_gradient(l->component[j], at, slope);
    }
    for (int i = 0; i < 3; i++) {
      by[i] = v3_axpy(by[i], slope[1 + i], axis[j]);
    }
  }
  for (int r = 0; r < ld; r++) {
    for (int c = 0; c < ld; c++) {
      const int a = r / 3, k = c / 3;
      for (int i = 0; i < 3; i++) {
        const double x = l->weight[a] * by[i].x[r % 3];
        if (D) {
          D[r * ld + c] += x * l->weight[k] * axis[i].x[c % 3];
        }
        if (K && l->follows) {
          K[r * ld + c] += x * l->axes[i][k] * speed.x[c % 3];
        }
      }
    }
  }
}

/* force of a point load: w_a g, and its derivative by the axes it follows */
static void point_force(const sn_load *l, const double f[3], sn_v3 g, sn_v3 F[4], double *K)
{
  const int n = l->n_vec, ld = 3 * n;
  SN_ASSERT(l->type == SN_LOAD_FORCE && n >= 1 && n <= 4);
  for (int a = 0; a < n; a++) {
    F[a] = v3_scale(l->weight[a], g);
  }
  if (!K || !l->follows) {
    return;
  }
  for (int a = 0; a < n; a++) {
    for (int k = 0; k < n; k++) {
      double s = 0;
      for (int j = 0; j < 3; j++) {
        s += f[j] * l->axes[j][k];
      }
      for (int c = 0; c < 3; c++) {
        K[(3 * a + c) * ld + 3 * k + c] += l->weight[a] * s;
      }
    }
  }
}

static void moment_forces(const sn_load *l, const sn_v3 *q, const double f[3], sn_v3 g, sn_v3 F[4], double *K)
{
  const int n = l->n_vec, ld = 3 * n, fibre = n == 1;
  SN_ASSERT(n >= 1 && n <= 3);
  sn_m3 A = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
  for (int a = 0; a < n; a++) {
    const sn_v3 d = q[l->vector[a]];
    for (int c = 0; c < 3; c++) {
      A.c[c] = v3_axpy(A.c[c], fibre ? 0 : -d.x[c], d);
      A.c[c].x[c] += v3_dot(d, d);
    }
  }
  const sn_m3 I = inverse(A);
  const sn_v3 w = m3_mul(I, g);
  for (int a = 0; a < n; a++) {
    F[a] = v3_cross(w, q[l->vector[a]]);
  }
  if (!K) {
    return;
  }
  for (int b = 0; b < n; b++) { /* dw = A^-1 (dm - dA w) */
    const sn_v3 d = q[l->vector[b]];
    for (int c = 0; c < 3; c++) {
      sn_v3 dm = v3_scale(-2 * d.x[c], w);
      dm = v3_axpy(dm, fibre ? 0 : w.x[c], d);
      dm.x[c] += fibre ? 0 : v3_dot(d, w);
      for (int j = 0; j < 3 && l->follows; j++) {
        dm.x[c] += f[j] * l->axes[j][b];
      }
      const sn_v3 dw = m3_mul(I, dm);
      for (int a = 0; a < n; a++) {
        sn_v3 x = v3_cross(dw, q[l->vector[a]]);
        if (a == b) {
          x = v3_add(x, v3_cross(w, unit(c)));
        }
        for (int i = 0; i < 3; i++) {
          K[(3 * a + i) * ld + 3 * b + c] += x.x[i];
        }
      }
    }
  }
}

void sn_load_forces(const sn_load *l, const sn_v3 *q, const sn_v3 *v, double t, sn_v3 F[4], double *K, double *D)
{
  double at[4], f[3];
  sn_v3 axis[3], g = {{0, 0, 0}};
  SN_ASSERT(q && F && (l->type == SN_LOAD_FORCE || l->type == SN_LOAD_MOMENT));
  sn_load_arguments(l, q, v, t, at);
  axes_of(l, q, axis);
  for (int j = 0; j < 3; j++) {
    f[j] = l->component[j] ? sn_expr_value(l->component[j], at) : 0;
    g = v3_axpy(g, f[j], axis[j]);
  }
  for (int i = 0; i < 9 * l->n_vec * l->n_vec; i++) {
    if (K) {
      K[i] = 0;
    }
    if (D) {
      D[i] = 0;
    }
  }
  if (l->of_velocity && (K || D)) {
    velocity_slopes(l, q, v, at, K, D);
  }
  if (l->type == SN_LOAD_FORCE) {
    point_force(l, f, g, F, K);
  } else {
    moment_forces(l, q, f, g, F, K);
  }
}

void sn_load_by_input(const sn_load *l, const sn_v3 *q, const sn_v3 *v, double t, int input, sn_v3 F[4])
{
  double at[4], f[3];
  sn_v3 axis[3], g = {{0, 0, 0}};
  SN_ASSERT(input >= 0);
  sn_load_arguments(l, q, v, t, at);
  axes_of(l, q, axis);
  for (int j = 0; j < 3; j++) {
    f[j] = l->component[j] ? sn_expr_by_input(l->component[j], at, input) : 0;
    g = v3_axpy(g, f[j], axis[j]);
  }
  if (l->type == SN_LOAD_FORCE) {
    point_force(l, f, g, F, NULL);
  } else {
    moment_forces(l, q, f, g, F, NULL);
  }
}

void sn_block_wrench(const sn_system *sys, const sn_block *b, const double *s, const sn_v3 *q, int node, sn_v3 point,
                     sn_v3 *force, sn_v3 *moment)
{
  sn_v3 on[SN_MAX_BLOCK_VECTORS], F = {{0, 0, 0}}, M = {{0, 0, 0}};
  SN_ASSERT(b->n_vec <= SN_MAX_BLOCK_VECTORS && node >= -1 && node < sys->n_node);
  sn_form_forces(b, s, q, on);
  for (int a = 0; a < b->n_vec; a++) {
    const int v = b->vector[a];
    if (sys->vector[v].node != node) {
      continue;
    }
    const sn_v3 f = v3_scale(-1, on[a]);
    if (sys->vector[v].is_length) {
      F = v3_add(F, f);
      M = v3_add(M, v3_cross(v3_sub(q[v], point), f));
    } else {
      M = v3_add(M, v3_cross(q[v], f));
    }
  }
  *force = F;
  *moment = M;
}
