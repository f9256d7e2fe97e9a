/* steps/ed_node.c -- nodes in the energy-decaying step: damping mass, configurations, inertia, internal multipliers, y.
 * Theory:  docs/theory.md, translation at the nodes. Internal multipliers drop out of the rows and are computed; y is
 *          eliminated by a closed formula or is unknown, which is data of the node. The tangent is in ed_tangent.c.
 */
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "steps/ed_private.h"
#include "steps/node.h"

void ed_complete(sn_m3 *E, int n_dir)
{
  if (n_dir == 2) {
    E->c[0] = v3_cross(E->c[1], E->c[2]);
  } else if (n_dir == 1) {
    const sn_m3 t = sn_rotation_along(E->c[2]);
    E->c[0] = t.c[0];
    E->c[1] = t.c[1];
  }
}

sn_m3 ed_dual(const sn_node *c, const sn_v3 *q)
{
  sn_m3 E = m3_identity(), out = m3_identity();
  for (int k = 0; k < c->n_dir; k++) {
    E.c[c->member[k]] = q[c->vector[c->has_x + k]];
  }
  ed_complete(&E, c->n_dir);
  const sn_m3 d = m3_dual(E);
  for (int k = 0; k < c->n_dir; k++) {
    out.c[k] = d.c[c->member[k]];
  }
  return out;
}

/* inverse of the active part of a symmetric matrix of at most 4 rows, by Gauss-Jordan; zero elsewhere */
static void invert_active(double a[4][4], const int on[4], int n, double out[4][4])
{
  double b[4][4] = {{0}};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      a[i][j] = on[i] && on[j] ? a[i][j] : i == j;
      b[i][j] = i == j;
    }
  }
  for (int p = 0; p < n; p++) {
    const double s = 1 / a[p][p];
    for (int j = 0; j < n; j++) {
      a[p][j] *= s;
      b[p][j] *= s;
    }
    for (int i = 0; i < n; i++) {
      const double f = a[i][p];
      for (int j = 0; j < n && i != p; j++) {
        a[i][j] -= f * a[p][j];
        b[i][j] -= f * b[p][j];
      }
    }
  }
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      out[i][j] = i < n && j < n && on[i] && on[j] ? b[i][j] : 0;
    }
  }
}

/* M_y = M + Delta, Delta from |Ks| of all blocks and |Sigma| of the last step */
void ed_node_start(sn_stepper *x, int node)
{
  const sn_system *s = x->s;
  const sn_share *h = &x->share;
  const sn_node *c = s->node + node;
  ed_node *n = x->node + node;
  const double *sigma = x->start->sigma + 9 * node, alpha = n->ra * n->ra;
  double A[4][4];
  int on[4] = {0};
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      n->sigma[k][l] = sigma[3 * k + l];
    }
  }
  for (int a = 0; a < c->n_vec; a++) {
    const int v = c->vector[a];
    double d = 0;
    for (int k = h->vector_first[v]; k < h->vector_first[v + 1]; k++) {
      d += x->block[h->at_vector[k].block].damping[h->at_vector[k].local];
    }
    for (int l = 0; l < c->n_dir && a >= c->has_x; l++) {
      d += fabs(n->sigma[a - c->has_x][l]);
    }
    n->delta[a] = s->mass[v] > 0 ? x->hh / 12 * d : 0;
    on[a] = s->mass[v] > 0 && n->ra > 0 && n->y_at[a] < 0;
  }
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = 0; b < c->n_vec; b++) {
      A[a][b] = (1 + alpha) * c->mass[a][b] + (a == b ? n->delta[a] : 0);
    }
  }
  invert_active(A, on, c->n_vec, n->H);
  sn_rotation_directions(c, x->start->q, n->row);
}

void ed_predict(sn_stepper *x)
{
  const sn_system *s = x->s;
  sn_predict(s, x->start, x->h, x->dq);
  for (int a = 0; a < s->n_vector; a++) {
    x->u[a] = x->y[a] = x->w[a] = x->iq[a] = v3(0, 0, 0);
  }
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 v[4];
    sn_frame_motion(s->frame + i, x->t + x->h, NULL, v, NULL);
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      x->u[a] = x->w[a] = v3_scale(x->h, v3_sub(v[k], x->start->v[a]));
    }
  }
}

void ed_kinematics(sn_stepper *x, int a)
{
  const sn_v3 q = x->start->q[a];
  x->w[a] = v3_axpy(x->u[a], x->ra[a], x->y[a]);
  x->qf[a] = v3_add(q, x->dq[a]);
  x->qc[a] = v3_axpy(v3_axpy(q, 0.5, x->dq[a]), -1.0 / 12, x->w[a]);
  x->qp[a] = v3_axpy(x->qc[a], 0.5 / R3, x->dq[a]);
  x->qm[a] = v3_axpy(x->qc[a], -0.5 / R3, x->dq[a]);
}

/* Sigma_kl = -1/(2 h^2) sum over the Gauss states of sym(e^k . F_l) */
static void internal_multipliers(sn_stepper *x, const sn_node *c, ed_node *n)
{
  double S[3][3] = {{0}};
  for (int sign = 0; sign < 2; sign++) {
    const sn_m3 e = ed_dual(c, sign ? x->qm : x->qp);
    const sn_v3 *F = sign ? x->Fm : x->Fp;
    for (int k = 0; k < c->n_dir; k++) {
      for (int l = 0; l < c->n_dir; l++) {
        S[k][l] -= 0.5 * v3_dot(e.c[k], F[c->vector[c->has_x + l]]) / x->hh;
      }
    }
  }
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      n->sigma[k][l] = 0.5 * (S[k][l] + S[l][k]);
    }
  }
}

/* inertia of mass m between vectors a and b, on a */
static void add_inertia(sn_stepper *x, int a, int b, double m)
{
  const sn_v3 r = v3_scale(2 * R3, v3_axpy(x->dq[b], -x->h, x->start->v[b]));
  x->Fp[a] = v3_axpy(x->Fp[a], m, v3_axpy(v3_scale(1 + R3, x->w[b]), -1, r));
  x->Fm[a] = v3_axpy(x->Fm[a], m, v3_axpy(v3_scale(1 - R3, x->w[b]), 1, r));
}

/* residual of the equation of y of vector a against mass m to b: ra (2 dq - 2 h v - w) - y */
static sn_v3 jump_residual(const sn_stepper *x, int a, int b)
{
  const sn_v3 jump = v3_sub(v3_scale(2, v3_axpy(x->dq[b], -x->h, x->start->v[b])), x->w[b]);
  return v3_sub(v3_scale(x->ra[a], jump), x->y[b]);
}

/* right-hand side minus left-hand side of the equation of y of all vectors of a node, Y0 included */
static void y_residual(const sn_stepper *x, const sn_node *c, const ed_node *n, sn_v3 R[4])
{
  const double alpha = n->ra * n->ra;
  for (int a = 0; a < c->n_vec; a++) {
    const int va = c->vector[a];
    R[a] = v3_axpy(x->Ry[va], -1 / R3, x->g[va]);
    R[a] = v3_axpy(R[a], -n->delta[a], v3_add(x->y[va], n->Y0[a]));
    for (int b = 0; b < c->n_vec; b++) {
      const double m = c->mass[a][b];
      if (m != 0) {
        R[a] = v3_axpy(R[a], m, jump_residual(x, va, c->vector[b]));
        R[a] = v3_axpy(R[a], -m * (1 + alpha), n->Y0[b]);
      }
    }
    for (int l = 0; l < c->n_dir && a >= c->has_x; l++) {
      R[a] = v3_axpy(R[a], -n->ra * x->hh / R3 * n->sigma[a - c->has_x][l], n->Dd[l]);
    }
    if (x->s->mass[va] == 0) {
      R[a] = v3(0, 0, 0);
    }
  }
}

void ed_node_forces(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = 0; b < c->n_vec; b++) {
      if (c->mass[a][b] != 0) {
        add_inertia(x, c->vector[a], c->vector[b], c->mass[a][b]);
      }
    }
    n->Y0[a] = v3(0, 0, 0);
  }
  for (int k = 0; k < c->n_dir; k++) {
    n->Dd[k] = v3_scale(0.5 / R3, x->dq[c->vector[c->has_x + k]]);
  }
  internal_multipliers(x, c, n);
  sn_v3 R[4];
  if (n->ra == 0) {
    return;
  }
  if (n->n > 2 * n->n1) { /* y unknown: its equation is a row */
    y_residual(x, c, n, R);
    for (int a = 0; a < c->n_vec; a++) {
      x->Ry[c->vector[a]] = R[a];
    }
    return;
  }
  for (int pass = 0; pass < 2; pass++) { /* Sigma and y see each other: two passes */
    if (pass) {
      internal_multipliers(x, c, n);
    }
    y_residual(x, c, n, R);
    sn_v3 z[4];
    for (int a = 0; a < c->n_vec; a++) {
      z[a] = v3(0, 0, 0);
      for (int b = 0; b < c->n_vec; b++) {
        z[a] = v3_axpy(z[a], n->H[a][b], R[b]);
      }
    }
    for (int a = 0; a < c->n_vec; a++) {
      n->Y0[a] = v3_add(n->Y0[a], z[a]);
      for (int b = 0; b < c->n_vec; b++) {
        const double m = n->ra * c->mass[a][b];
        x->Fp[c->vector[a]] = v3_axpy(x->Fp[c->vector[a]], (1 + R3) * m, z[b]);
        x->Fm[c->vector[a]] = v3_axpy(x->Fm[c->vector[a]], (1 - R3) * m, z[b]);
      }
    }
  }
}

void ed_vector_forces(sn_stepper *x, int a)
{
  const sn_share *h = &x->share;
  const int node = x->s->vector[a].node;
  sn_v3 fp = {{0, 0, 0}}, fm = {{0, 0, 0}}, g = {{0, 0, 0}};
  for (int k = h->vector_first[a]; k < h->vector_first[a + 1]; k++) {
    ed_block_force_on(x, h->at_vector[k].block, h->at_vector[k].local, &fp, &fm, &g);
  }
  for (int k = node < 0 ? 0 : h->load_first[node]; k < (node < 0 ? 0 : h->load_first[node + 1]); k++) {
    ed_load_force_on(x, h->load_at[k], a, &fp, &fm);
  }
  x->fp[a] = fp;
  x->fm[a] = fm;
  /* share of y of everything at the vector: ra0 (f+ - f-)/2 - sum ra_b B_c^T s_y */
  x->g[a] = v3_sub(v3_scale(0.5 * x->ra[a], v3_sub(fp, fm)), g);
  x->Fp[a] = v3_axpy(fp, -x->hh, x->s->gravity[a]);
  x->Fm[a] = v3_axpy(fm, -x->hh, x->s->gravity[a]);
  x->Ry[a] = v3(0, 0, 0);
}

void ed_pair_forces(sn_stepper *x)
{
  for (int i = 0; i < x->s->n_pair; i++) {
    const sn_mass_pair *p = x->s->pair + i;
    if (p->a == p->b) {
      continue;
    }
    add_inertia(x, p->a, p->b, p->m);
    add_inertia(x, p->b, p->a, p->m);
    x->Ry[p->a] = v3_axpy(x->Ry[p->a], p->m, jump_residual(x, p->a, p->b));
    x->Ry[p->b] = v3_axpy(x->Ry[p->b], p->m, jump_residual(x, p->b, p->a));
  }
}
