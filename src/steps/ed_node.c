/* steps/ed_node.c -- the translation at the nodes: forces on vectors become a node's few rows, its few unknowns become
 *                    increments of its vectors. One translation serves every node (position or none, 0 to 3 directors).
 * Theory:  docs/theory.md, translation at the nodes. Internal multipliers drop out of the rows and are computed; y is
 *          eliminated by a closed formula or is unknown, which is data of the node.
 */
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "steps/ed_private.h"

/* fills the missing members of a pair (d1) or a fibre (d1, d2); members are those of the triad */
static void complete(sn_m3 *E, int n_dir)
{
  if (n_dir == 2) {
    E->c[0] = v3_cross(E->c[1], E->c[2]);
  } else if (n_dir == 1) {
    const sn_v3 d = E->c[2];
    sn_v3 t = {{0, 0, 0}};
    t.x[fabs(d.x[0]) < 0.6*v3_norm(d) ? 0 : 1] = 1;
    E->c[0] = v3_unit(v3_axpy(t, -v3_dot(t, d)/v3_dot(d, d), d));
    E->c[1] = v3_unit(v3_cross(d, E->c[0]));
  }
}

/* directions of rotations that move the directors: all three, or two across a fibre */
static void rotations(const sn_node *c, const sn_v3 *q, sn_v3 out[3])
{
  if (c->n_dir == 1) {
    sn_m3 E = m3_identity();
    E.c[2] = q[c->vector[c->has_x]];
    complete(&E, 1);
    out[0] = E.c[0];
    out[1] = E.c[1];
    out[2] = v3(0, 0, 0);
    return;
  }
  const sn_m3 I = m3_identity();
  for (int j = 0; j < 3; j++) {
    out[j] = I.c[j];
  }
}

/* dual vectors of the directors at the configuration q, in the order of the node */
static sn_m3 dual_of(const sn_node *c, const sn_v3 *q)
{
  sn_m3 E = m3_identity(), out = m3_identity();
  for (int k = 0; k < c->n_dir; k++) {
    E.c[c->member[k]] = q[c->vector[c->has_x + k]];
  }
  complete(&E, c->n_dir);
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
    const double s = 1/a[p][p];
    for (int j = 0; j < n; j++) {
      a[p][j] *= s;
      b[p][j] *= s;
    }
    for (int i = 0; i < n; i++) {
      const double f = a[i][p];
      for (int j = 0; j < n && i != p; j++) {
        a[i][j] -= f*a[p][j];
        b[i][j] -= f*b[p][j];
      }
    }
  }
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      out[i][j] = i < n && j < n && on[i] && on[j] ? b[i][j] : 0;
    }
  }
}

/* M_y = M + Delta, Delta from |Ks| of all blocks (collected in x->iw as scratch numbers) and |Sigma| of the last step */
void ed_node_start(sn_stepper *x)
{
  const sn_system *s = x->s;
  double *sum = (double *)(void *)x->iw; /* one number per vector */
  memset(sum, 0, sizeof(double)*(size_t)s->n_vector);
  for (int i = 0; i < s->n_block; i++) {
    ed_block_damping(x, i, sum);
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    ed_node *n = x->node + i;
    const double *sigma = x->start->sigma + 9*i, alpha = n->ra*n->ra;
    double A[4][4];
    int on[4] = {0};
    for (int k = 0; k < 3; k++) {
      for (int l = 0; l < 3; l++) {
        n->sigma[k][l] = sigma[3*k + l];
      }
    }
    for (int a = 0; a < c->n_vec; a++) {
      const double m = s->mass[c->vector[a]];
      double d = sum[c->vector[a]];
      for (int l = 0; l < c->n_dir && a >= c->has_x; l++) {
        d += fabs(n->sigma[a - c->has_x][l]);
      }
      n->delta[a] = m > 0 ? x->hh/12*d : 0;
      on[a] = m > 0 && n->ra > 0 && n->y_at[a] < 0;
    }
    for (int a = 0; a < c->n_vec; a++) {
      for (int b = 0; b < c->n_vec; b++) {
        A[a][b] = (1 + alpha)*c->mass[a][b] + (a == b ? n->delta[a] : 0);
      }
    }
    invert_active(A, on, c->n_vec, n->H);
    rotations(c, x->start->q, n->row);
  }
}

/* constant velocities; directors turn with their mean angular velocity; moving frames as given */
void ed_predict(sn_stepper *x)
{
  const sn_system *s = x->s;
  const sn_v3 *q = x->start->q, *v = x->start->v;
  for (int a = 0; a < s->n_vector; a++) {
    x->dq[a] = s->vector[a].freedom == SN_FREE ? v3_scale(x->h, v[a]) : v3(0, 0, 0);
    x->u[a] = x->y[a] = x->w[a] = v3(0, 0, 0);
  }
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 qf[4], vf[4];
    sn_frame_motion(s->frame + i, x->t + x->h, qf, vf, NULL);
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      x->dq[a] = v3_sub(qf[k], q[a]);
      x->u[a] = x->w[a] = v3_scale(x->h, v3_sub(vf[k], v[a]));
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    sn_v3 turn = {{0, 0, 0}};
    const double share = c->n_dir == 3 ? 0.5 : 1; /* sum d x (w x d) = 2 w for a triad; fibre: the part across */
    for (int k = 0; k < c->n_dir; k++) {
      const int a = c->vector[c->has_x + k];
      turn = v3_axpy(turn, x->h*share, v3_cross(q[a], v[a]));
    }
    if (c->n_dir == 2) { /* w = sum d x v minus half of its part normal to both, which counts twice */
      const sn_v3 n = v3_cross(q[c->vector[c->has_x]], q[c->vector[c->has_x + 1]]);
      turn = v3_axpy(turn, -0.5*v3_dot(turn, n), n);
    }
    sn_v3 d[3]; /* turned directors stay orthonormal up to round-off: taken off here, or it adds up over millions of steps */
    for (int k = 0; k < c->n_dir; k++) {
      d[k] = q[c->vector[c->has_x + k]];
    }
    sn_orthonormal(d, c->n_dir);
    for (int k = 0; k < c->n_dir; k++) {
      const int a = c->vector[c->has_x + k];
      x->dq[a] = v3_sub(sn_rotate_cayley(turn, d[k]), q[a]);
    }
  }
}

void ed_kinematics(sn_stepper *x)
{
  const sn_v3 *q = x->start->q;
  for (int a = 0; a < x->s->n_vector; a++) {
    x->w[a] = v3_axpy(x->u[a], x->ra[a], x->y[a]);
    x->qf[a] = v3_add(q[a], x->dq[a]);
    x->qc[a] = v3_axpy(v3_axpy(q[a], 0.5, x->dq[a]), -1.0/12, x->w[a]);
    x->qp[a] = v3_axpy(x->qc[a], 0.5/R3, x->dq[a]);
    x->qm[a] = v3_axpy(x->qc[a], -0.5/R3, x->dq[a]);
    x->fp[a] = x->fm[a] = x->g[a] = v3(0, 0, 0);
  }
}

/* Sigma_kl = -1/(2 h^2) sum over the Gauss states of sym(e^k . F_l) */
static void internal_multipliers(sn_stepper *x, const sn_node *c, ed_node *n)
{
  double S[3][3] = {{0}};
  for (int sign = 0; sign < 2; sign++) {
    const sn_m3 e = dual_of(c, sign ? x->qm : x->qp);
    const sn_v3 *F = sign ? x->Fm : x->Fp;
    for (int k = 0; k < c->n_dir; k++) {
      for (int l = 0; l < c->n_dir; l++) {
        S[k][l] -= 0.5*v3_dot(e.c[k], F[c->vector[c->has_x + l]])/x->hh;
      }
    }
  }
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      n->sigma[k][l] = 0.5*(S[k][l] + S[l][k]);
    }
  }
}

/* inertia of mass m between vectors a and b, on a */
static void add_inertia(sn_stepper *x, int a, int b, double m)
{
  const sn_v3 r = v3_scale(2*R3, v3_axpy(x->dq[b], -x->h, x->start->v[b]));
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
  const double alpha = n->ra*n->ra;
  for (int a = 0; a < c->n_vec; a++) {
    const int va = c->vector[a];
    R[a] = v3_axpy(x->Ry[va], -1/R3, x->g[va]);
    R[a] = v3_axpy(R[a], -n->delta[a], v3_add(x->y[va], n->Y0[a]));
    for (int b = 0; b < c->n_vec; b++) {
      const double m = c->mass[a][b];
      if (m != 0) {
        R[a] = v3_axpy(R[a], m, jump_residual(x, va, c->vector[b]));
        R[a] = v3_axpy(R[a], -m*(1 + alpha), n->Y0[b]);
      }
    }
    for (int l = 0; l < c->n_dir && a >= c->has_x; l++) {
      R[a] = v3_axpy(R[a], -n->ra*x->hh/R3*n->sigma[a - c->has_x][l], n->Dd[l]);
    }
    if (x->s->mass[va] == 0) {
      R[a] = v3(0, 0, 0);
    }
  }
}

static void node_forces(sn_stepper *x, int i)
{
  const sn_node *c = x->s->node + i;
  ed_node *n = x->node + i;
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = 0; b < c->n_vec; b++) {
      if (c->mass[a][b] != 0) {
        add_inertia(x, c->vector[a], c->vector[b], c->mass[a][b]);
      }
    }
    n->Y0[a] = v3(0, 0, 0);
  }
  for (int k = 0; k < c->n_dir; k++) {
    n->Dd[k] = v3_scale(0.5/R3, x->dq[c->vector[c->has_x + k]]);
  }
  internal_multipliers(x, c, n);
  sn_v3 R[4];
  if (n->ra == 0) {
    return;
  }
  if (n->n > 2*n->n1) { /* y unknown: its equation is a row */
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
        const double m = n->ra*c->mass[a][b];
        x->Fp[c->vector[a]] = v3_axpy(x->Fp[c->vector[a]], (1 + R3)*m, z[b]);
        x->Fm[c->vector[a]] = v3_axpy(x->Fm[c->vector[a]], (1 - R3)*m, z[b]);
      }
    }
  }
}

void ed_node_forces(sn_stepper *x)
{
  const sn_system *s = x->s;
  for (int a = 0; a < s->n_vector; a++) {
    /* share of y of everything at the vector: ra0 (f+ - f-)/2 - sum ra_b B_c^T s_y */
    x->g[a] = v3_sub(v3_scale(0.5*x->ra[a], v3_sub(x->fp[a], x->fm[a])), x->g[a]);
    x->Fp[a] = v3_axpy(x->fp[a], -x->hh, s->gravity[a]);
    x->Fm[a] = v3_axpy(x->fm[a], -x->hh, s->gravity[a]);
    x->Ry[a] = v3(0, 0, 0);
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    if (p->a == p->b) {
      continue;
    }
    add_inertia(x, p->a, p->b, p->m);
    add_inertia(x, p->b, p->a, p->m);
    x->Ry[p->a] = v3_axpy(x->Ry[p->a], p->m, jump_residual(x, p->a, p->b));
    x->Ry[p->b] = v3_axpy(x->Ry[p->b], p->m, jump_residual(x, p->b, p->a));
  }
  for (int i = 0; i < s->n_node; i++) {
    node_forces(x, i);
  }
}

/* columns of the directors in u: the rate rows of orthonormality solved for du by z, theta, y and pending constants */
static void director_columns(const sn_stepper *x, const sn_node *c, ed_node *n, double HM[4][4], double HS[4][4])
{
  const int nd = c->n_dir, x0 = c->has_x, o = 3*x0;
  const double alpha = n->ra*n->ra;
  sn_v3 Dc[3], U[3], Df[3], dD[3], Y[3];
  double f[3], eta[3], rate[3][3];
  for (int k = 0; k < nd; k++) {
    const int v = c->vector[x0 + k];
    Dc[k] = x->qc[v];
    U[k] = x->u[v];
    Df[k] = x->qf[v];
    dD[k] = x->dq[v];
    Y[k] = v3_scale(n->ra, n->Y0[x0 + k]);
    f[k] = 1 - alpha*HM[x0 + k][x0 + k];
    eta[k] = 0.5 - (1 - f[k])/6 + alpha/72*HS[x0 + k][x0 + k];
  }
  for (int k = 0; k < nd; k++) {
    for (int l = 0; l < nd; l++) {
      rate[k][l] = 0.5*(v3_dot(Dc[k], U[l]) + v3_dot(Dc[l], U[k])) + v3_dot(dD[k], dD[l]) -
                   (v3_dot(Y[k], U[l]) + v3_dot(Y[l], U[k]))/24;
    }
  }
  for (int k = 0; k < nd; k++) {
    const int K = c->member[k];
    double(*Cq)[MAX_NODE] = n->Cq[x0 + k], (*Cu)[MAX_NODE] = n->Cu[x0 + k];
    sn_m3 E = m3_identity();
    for (int l = 0; l < nd; l++) {
      E.c[c->member[l]] = v3_axpy(Dc[l], -f[k]/12, U[l]);
    }
    complete(&E, nd);
    const sn_m3 e = m3_dual(E);
    for (int j = 0; j < n->n_rot; j++) {
      const sn_v3 t = v3_cross(n->turn[j], Df[k]);
      for (int i = 0; i < 3; i++) {
        Cq[i][o + j] = t.x[i];
      }
    }
    for (int l = 0; l < nd; l++) {
      const sn_v3 el = e.c[c->member[l]];
      const sn_v3 h1 = v3_axpy(v3_scale(eta[k], U[l]), 2, dD[l]), h2 = v3_axpy(v3_scale(eta[l], U[k]), 2, dD[k]);
      const sn_v3 gam = v3_scale(0.5, v3_add(v3_cross(Df[k], h1), v3_cross(Df[l], h2)));
      n->u0[x0 + k] = v3_axpy(n->u0[x0 + k], -rate[k][l], el);
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < n->n_rot; j++) {
          Cu[i][o + j] -= el.x[i]*v3_dot(gam, n->turn[j]);
        }
        for (int j = 0; j < 3; j++) {
          if (n->y_at[x0 + k] >= 0) {
            Cu[i][n->y_at[x0 + k] + j] += n->ra/24*el.x[i]*U[l].x[j];
          }
          if (n->y_at[x0 + l] >= 0) {
            Cu[i][n->y_at[x0 + l] + j] += n->ra/24*el.x[i]*U[k].x[j];
          }
        }
      }
    }
    /* skew part z: du_k = sum_l e^l Z_lk */
    const int p = (K + 1)%3, q = (K + 2)%3; /* Z_pK = z_q, Z_qK = -z_p */
    for (int i = 0; i < 3; i++) {
      if (q < n->n_rot) {
        Cu[i][n->n1 + o + q] = e.c[p].x[i];
      }
      if (p < n->n_rot) {
        Cu[i][n->n1 + o + p] = -e.c[q].x[i];
      }
    }
  }
}

/* part of y that follows the inertia forces through Sigma: adds (alpha/r3) H Q(M dw) to one column (j < 0: constants) */
static void sigma_inertia(const sn_node *c, ed_node *n, int j)
{
  sn_v3 f[3], g[4];
  for (int k = 0; k < c->n_dir; k++) {
    f[k] = v3(0, 0, 0);
    for (int b = 0; b < c->n_vec; b++) {
      const double m = c->mass[c->has_x + k][b];
      for (int i = 0; i < 3; i++) {
        f[k].x[i] += m*(j < 0 ? n->w0[b].x[i] : n->Cw[b][i][j]);
      }
    }
  }
  for (int a = 0; a < 4; a++) {
    g[a] = v3(0, 0, 0);
  }
  for (int k = 0; k < c->n_dir; k++) {
    for (int l = 0; l < c->n_dir; l++) {
      const double q = 0.5*(v3_dot(n->dual.c[k], f[l]) + v3_dot(n->dual.c[l], f[k]));
      g[c->has_x + k] = v3_axpy(g[c->has_x + k], q, n->Dd[l]);
    }
  }
  const double s = n->ra*n->ra/R3;
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = c->has_x; b < c->n_vec; b++) {
      for (int i = 0; i < 3; i++) {
        const double z = s*n->H[a][b]*g[b].x[i];
        if (j < 0) {
          n->w0[a].x[i] += z;
        } else {
          n->Cw[a][i][j] += z;
        }
      }
    }
  }
}

void ed_node_columns(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  const int x0 = c->has_x;
  const double alpha = n->ra*n->ra;
  double HM[4][4] = {{0}}, HS[4][4] = {{0}};
  memset(n->Cq, 0, sizeof n->Cq);
  memset(n->Cu, 0, sizeof n->Cu);
  memset(n->Cw, 0, sizeof n->Cw);
  memset(n->u0, 0, sizeof n->u0);
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = 0; b < c->n_vec; b++) {
      for (int e = 0; e < c->n_vec; e++) {
        HM[a][b] += n->H[a][e]*c->mass[e][b];
        if (e >= x0 && b >= x0) {
          HS[a][b] += n->H[a][e]*x->hh*n->sigma[e - x0][b - x0];
        }
      }
    }
  }
  for (int i = 0; i < 3 && x0; i++) {
    n->Cq[0][i][i] = n->Cu[0][i][n->n1 + i] = 1;
  }
  rotations(c, x->qf, n->turn);
  n->dual = dual_of(c, x->qc);
  director_columns(x, c, n, HM, HS);
  for (int a = 0; a < c->n_vec; a++) {
    n->w0[a] = n->u0[a];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < n->n; j++) {
        double s = n->Cu[a][i][j];
        for (int b = 0; b < c->n_vec; b++) {
          s += alpha*HM[a][b]*(2*n->Cq[b][i][j] - n->Cu[b][i][j]) - alpha/6*HS[a][b]*n->Cq[b][i][j];
        }
        n->Cw[a][i][j] = s;
      }
      if (n->y_at[a] >= 0) {
        n->Cw[a][i][n->y_at[a] + i] += n->ra;
      }
    }
    for (int b = 0; b < c->n_vec; b++) {
      n->w0[a] = v3_axpy(n->w0[a], -alpha*HM[a][b], n->u0[b]);
    }
  }
  if (alpha > 0 && c->n_dir > 0 && n->n == 2*n->n1) {
    for (int j = -1; j < n->n; j++) {
      sigma_inertia(c, n, j);
    }
  }
}

void ed_node_rows(const sn_stepper *x, const ed_node *n, const sn_node *c, const sn_v3 *dp, const sn_v3 *dm, const sn_v3 *g,
                  int eliminate, double *out)
{
  const int x0 = c->has_x, nv = c->n_vec, use = g && n->ra > 0;
  sn_v3 p[4], m[4], Y[4];
  for (int a = 0; a < nv; a++) {
    p[a] = dp[a];
    m[a] = dm[a];
  }
  for (int i = 2*n->n1; i < n->n; i++) {
    out[i] = 0;
  }
  if (use) { /* the equation of y: G = dgamma - ra0 Q(df_c) */
    sn_v3 G[4];
    for (int a = 0; a < nv; a++) {
      G[a] = g[a];
    }
    for (int k = 0; k < c->n_dir; k++) {
      for (int l = 0; l < c->n_dir; l++) {
        const double q = v3_dot(n->dual.c[k], v3_add(dp[x0 + l], dm[x0 + l])) +
                         v3_dot(n->dual.c[l], v3_add(dp[x0 + k], dm[x0 + k]));
        G[x0 + k] = v3_axpy(G[x0 + k], -0.25*n->ra*q, n->Dd[l]);
      }
    }
    for (int a = 0; a < nv; a++) {
      Y[a] = v3(0, 0, 0);
      for (int i = 0; i < 3 && n->y_at[a] >= 0; i++) {
        out[n->y_at[a] + i] = G[a].x[i]/R3;
      }
      for (int b = 0; b < nv; b++) {
        if (n->H[a][b] != 0) {
          Y[a] = v3_axpy(Y[a], -n->H[a][b]/R3, G[b]);
        }
      }
    }
    for (int a = 0; a < nv && eliminate; a++) {
      for (int b = 0; b < nv; b++) {
        const double s = n->ra*c->mass[a][b];
        if (s != 0) {
          p[a] = v3_axpy(p[a], (1 + R3)*s, Y[b]);
          m[a] = v3_axpy(m[a], (1 - R3)*s, Y[b]);
        }
      }
    }
  }
  for (int i = 0; i < 3 && x0; i++) {
    out[i] = m[0].x[i];
    out[n->n1 + i] = p[0].x[i];
  }
  sn_v3 Lp = {{0, 0, 0}}, Lm = {{0, 0, 0}};
  for (int k = 0; k < c->n_dir; k++) {
    const int v = c->vector[x0 + k];
    Lp = v3_add(Lp, v3_cross(x->qp[v], p[x0 + k]));
    Lm = v3_add(Lm, v3_cross(x->qm[v], m[x0 + k]));
    if (use && eliminate) {
      Lp = v3_axpy(Lp, n->ra/12, v3_cross(x->Fp[v], Y[x0 + k]));
      Lm = v3_axpy(Lm, n->ra/12, v3_cross(x->Fm[v], Y[x0 + k]));
    }
  }
  for (int j = 0; j < n->n_rot; j++) {
    out[3*x0 + j] = v3_dot(n->row[j], Lm);
    out[n->n1 + 3*x0 + j] = v3_dot(n->row[j], Lp);
  }
}

/* The same map as a matrix: blocks have many columns, so it is worked out once. */
void ed_node_operator(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  for (int a = 0; a < c->n_vec; a++) {
    for (int i = 0; i < 3; i++) {
      sn_v3 p[4] = {{{0}}}, m[4] = {{{0}}}, g[4] = {{{0}}};
      const sn_v3 none[4] = {{{0}}};
      p[a].x[i] = m[a].x[i] = 1;
      g[a].x[i] = 0.5*n->ra; /* share of y: ra0 (f+ - f-)/2 - what the block says */
      ed_node_rows(x, n, c, p, none, g, 1, n->rows[0][3*a + i]);
      g[a].x[i] = -0.5*n->ra;
      ed_node_rows(x, n, c, none, m, g, 1, n->rows[1][3*a + i]);
      g[a].x[i] = -1;
      ed_node_rows(x, n, c, none, none, g, 1, n->rows[2][3*a + i]);
    }
  }
}

/* rows of the forces that turn with the node's own directors: sum dd+- x F+- */
static void turning_rows(const sn_stepper *x, const ed_node *n, const sn_node *c, int j, double *out)
{
  sn_v3 Lp = {{0, 0, 0}}, Lm = {{0, 0, 0}};
  for (int k = 0; k < c->n_dir; k++) {
    sn_v3 dq, du, dw;
    const int v = c->vector[c->has_x + k];
    ed_column(n, c->has_x + k, j, &dq, &du, &dw);
    Lp = v3_add(Lp, v3_cross(v3_axpy(v3_scale(C_PLUS, dq), -1.0/12, dw), x->Fp[v]));
    Lm = v3_add(Lm, v3_cross(v3_axpy(v3_scale(C_MINUS, dq), -1.0/12, dw), x->Fm[v]));
  }
  for (int i = 0; i < n->n; i++) {
    out[i] = 0;
  }
  for (int i = 0; i < n->n_rot; i++) {
    out[3*c->has_x + i] = v3_dot(n->row[i], Lm);
    out[n->n1 + 3*c->has_x + i] = v3_dot(n->row[i], Lp);
  }
}

/* inertia forces of mass m on slot a by column j of slot b of node nb; accumulates forces and the y rows' own part */
static void mass_column(const ed_node *na, const ed_node *nb, int a, int b, int j, double m, sn_v3 *p, sn_v3 *q, double *y_rows)
{
  sn_v3 dq, du, dw;
  ed_column(nb, b, j, &dq, &du, &dw);
  if (j < 0) {
    dw = nb->w0[b]; /* the part of Y0 is in F+- already */
  }
  p[a] = v3_axpy(p[a], m, v3_axpy(v3_scale(1 + R3, dw), -2*R3, dq));
  q[a] = v3_axpy(q[a], m, v3_axpy(v3_scale(1 - R3, dw), 2*R3, dq));
  for (int i = 0; i < 3 && na->y_at[a] >= 0 && nb->ra > 0; i++) {
    y_rows[na->y_at[a] + i] += m*(dw.x[i] - du.x[i])/nb->ra;
  }
}

/* rows of node na from inertia forces p, q and the own part of its y rows */
static void mass_rows(const sn_stepper *x, const ed_node *na, const sn_node *ca, const sn_v3 *p, const sn_v3 *q,
                      const double *y_rows, double *out)
{
  sn_v3 g[4];
  for (int a = 0; a < ca->n_vec; a++) {
    g[a] = v3_scale(0.5*na->ra, v3_sub(p[a], q[a]));
  }
  ed_node_rows(x, na, ca, p, q, na->n > 2*na->n1 ? g : NULL, 0, out);
  for (int i = 2*na->n1; i < na->n; i++) {
    out[i] += y_rows[i];
  }
}

void ed_node_assemble(sn_stepper *x, int node, int tangent)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  double out[MAX_NODE], *A = x->local;
  sn_v3 P[4] = {{{0}}}, Q[4] = {{{0}}};
  double *rhs = x->rhs + n->first;
  for (int a = 0; a < c->n_vec; a++) {
    P[a] = x->Fp[c->vector[a]];
    Q[a] = x->Fm[c->vector[a]];
  }
  ed_node_rows(x, n, c, P, Q, NULL, 0, out);
  for (int i = 0; i < n->n; i++) {
    rhs[i] -= out[i];
  }
  for (int a = 0; a < c->n_vec; a++) {
    for (int i = 0; i < 3 && n->y_at[a] >= 0; i++) {
      rhs[n->y_at[a] + i] += x->Ry[c->vector[a]].x[i];
    }
  }
  for (int j = -1; j < (tangent ? n->n : 0); j++) {
    double turning[MAX_NODE], y_rows[MAX_NODE] = {0};
    for (int a = 0; a < c->n_vec; a++) {
      P[a] = Q[a] = v3(0, 0, 0);
    }
    for (int a = 0; a < c->n_vec; a++) {
      for (int b = 0; b < c->n_vec; b++) {
        if (c->mass[a][b] != 0) {
          mass_column(n, n, a, b, j, c->mass[a][b], P, Q, y_rows);
        }
      }
    }
    mass_rows(x, n, c, P, Q, y_rows, out);
    turning_rows(x, n, c, j, turning);
    for (int i = 0; i < n->n; i++) {
      if (j < 0) {
        rhs[i] -= out[i] + turning[i];
      } else {
        A[i*n->n + j] = out[i] + turning[i];
      }
    }
  }
  if (!tangent) {
    return;
  }
  for (int a = 0; a < c->n_vec; a++) { /* rest of the y rows: Delta dy and Sigma dq */
    for (int i = 0; i < 3 && n->y_at[a] >= 0; i++) {
      double *row = A + (n->y_at[a] + i)*n->n;
      row[n->y_at[a] + i] += n->delta[a];
      for (int l = 0; l < c->n_dir && a >= c->has_x; l++) {
        const double s = n->ra*x->hh/6*n->sigma[a - c->has_x][l];
        for (int j = 0; j < n->n; j++) {
          row[j] += s*n->Cq[c->has_x + l][i][j];
        }
      }
    }
  }
  sn_layout_add(x->use, node, A);
}

void ed_pair_assemble(sn_stepper *x, int pair, int tangent)
{
  const sn_mass_pair *m = x->s->pair + pair;
  const int end[2] = {m->a, m->b};
  const int n0 = x->s->vector[m->a].node, n1 = x->s->vector[m->b].node;
  if (n0 < 0 || n1 < 0) {
    return;
  }
  const int nodes[2] = {n0, n1}, offset[2] = {0, x->node[n0].n}, total = x->node[n0].n + x->node[n1].n;
  double out[MAX_NODE];
  if (tangent) {
    memset(x->local, 0, sizeof(double)*(size_t)(total*total));
  }
  for (int r = 0; r < 2; r++) {
    const ed_node *R = x->node + nodes[r], *C = x->node + nodes[1 - r];
    const sn_node *cr = x->s->node + nodes[r];
    const int a = x->s->vector[end[r]].slot, b = x->s->vector[end[1 - r]].slot;
    for (int j = -1; j < (tangent ? C->n : 0); j++) {
      sn_v3 P[4], Q[4];
      double y_rows[MAX_NODE] = {0};
      for (int i = 0; i < cr->n_vec; i++) {
        P[i] = Q[i] = v3(0, 0, 0);
      }
      mass_column(R, C, a, b, j, m->m, P, Q, y_rows);
      mass_rows(x, R, cr, P, Q, y_rows, out);
      for (int i = 0; i < R->n; i++) {
        if (j < 0) {
          x->rhs[R->first + i] -= out[i];
        } else {
          x->local[(offset[r] + i)*total + offset[1 - r] + j] += out[i];
        }
      }
    }
  }
  if (tangent) {
    sn_layout_add(x->use, x->use->pair_element[pair], x->local);
  }
}

double ed_node_increments(sn_stepper *x)
{
  double size = 0;
  for (int i = 0; i < x->s->n_node; i++) {
    const sn_node *c = x->s->node + i;
    const ed_node *n = x->node + i;
    const double *xi = x->rhs + n->first;
    for (int a = 0; a < c->n_vec; a++) {
      const int v = c->vector[a];
      sn_v3 dq, du, dw;
      ed_column(n, a, -1, &dq, &du, &dw);
      for (int k = 0; k < 3; k++) {
        for (int j = 0; j < n->n; j++) {
          dq.x[k] += n->Cq[a][k][j]*xi[j];
          du.x[k] += n->Cu[a][k][j]*xi[j];
          dw.x[k] += n->Cw[a][k][j]*xi[j];
        }
        const double scale = x->s->vector[v].role == 0 ? x->s->extent : 1;
        const double d = fmax(fabs(dq.x[k]), fabs(dw.x[k]))/scale;
        size = d > size || d != d ? d : size; /* NaN stays */
      }
      x->iq[v] = dq;
      x->iu[v] = du;
      x->iw[v] = dw;
    }
  }
  return size;
}

void ed_node_apply(sn_stepper *x)
{
  for (int i = 0; i < x->s->n_node; i++) {
    const sn_node *c = x->s->node + i;
    const ed_node *n = x->node + i;
    const double *xi = x->rhs + n->first + 3*c->has_x;
    sn_v3 turn = {{0, 0, 0}};
    for (int j = 0; j < n->n_rot; j++) {
      turn = v3_axpy(turn, xi[j], n->turn[j]);
    }
    for (int a = 0; a < c->n_vec; a++) {
      const int v = c->vector[a];
      x->dq[v] = a >= c->has_x ? v3_add(x->dq[v], v3_sub(sn_rotate_cayley(turn, x->qf[v]), x->qf[v]))
                               : v3_add(x->dq[v], x->iq[v]);
      x->u[v] = v3_add(x->u[v], x->iu[v]);
      if (n->ra > 0) {
        x->y[v] = v3_axpy(x->y[v], 1/n->ra, v3_sub(x->iw[v], x->iu[v]));
      }
    }
  }
}
