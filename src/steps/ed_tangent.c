/* steps/ed_tangent.c -- the translation at the nodes: forces on vectors become a node's few rows, its few unknowns become
 *                       increments of its vectors. One translation serves every node (position or none, 0 to 3 directors).
 * Theory:  docs/theory.md, translation at the nodes: columns of q_f, u, w by the unknowns; rows at the Gauss states, with y
 *          eliminated or unknown as the node says.
 */
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "steps/ed_private.h"

/* columns of the directors in u: the rate rows of orthonormality solved for du by z, theta, y and pending constants */
static void director_columns(const sn_stepper *x, const sn_node *c, ed_node *n, double HM[4][4], double HS[4][4])
{
  const int nd = c->n_dir, x0 = c->has_x, o = 3 * x0;
  const double alpha = n->ra * n->ra;
  sn_v3 Dc[3], U[3], Df[3], dD[3], Y[3];
  double f[3], eta[3], rate[3][3];
  for (int k = 0; k < nd; k++) {
    const int v = c->vector[x0 + k];
    Dc[k] = x->qc[v];
    U[k] = x->u[v];
    Df[k] = x->qf[v];
    dD[k] = x->dq[v];
    Y[k] = v3_scale(n->ra, n->Y0[x0 + k]);
    f[k] = 1 - alpha * HM[x0 + k][x0 + k];
    eta[k] = 0.5 - (1 - f[k]) / 6 + alpha / 72 * HS[x0 + k][x0 + k];
  }
  for (int k = 0; k < nd; k++) {
    for (int l = 0; l < nd; l++) {
      rate[k][l] = 0.5 * (v3_dot(Dc[k], U[l]) + v3_dot(Dc[l], U[k])) + v3_dot(dD[k], dD[l]) -
                   (v3_dot(Y[k], U[l]) + v3_dot(Y[l], U[k])) / 24;
    }
  }
  for (int k = 0; k < nd; k++) {
    const int K = c->member[k];
    double(*Cq)[MAX_NODE] = n->Cq[x0 + k], (*Cu)[MAX_NODE] = n->Cu[x0 + k];
    sn_m3 E = m3_identity();
    for (int l = 0; l < nd; l++) {
      E.c[c->member[l]] = v3_axpy(Dc[l], -f[k] / 12, U[l]);
    }
    ed_complete(&E, nd);
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
          Cu[i][o + j] -= el.x[i] * v3_dot(gam, n->turn[j]);
        }
        for (int j = 0; j < 3; j++) {
          if (n->y_at[x0 + k] >= 0) {
            Cu[i][n->y_at[x0 + k] + j] += n->ra / 24 * el.x[i] * U[l].x[j];
          }
          if (n->y_at[x0 + l] >= 0) {
            Cu[i][n->y_at[x0 + l] + j] += n->ra / 24 * el.x[i] * U[k].x[j];
          }
        }
      }
    }
    /* skew part z: du_k = sum_l e^l Z_lk */
    const int p = (K + 1) % 3, q = (K + 2) % 3; /* Z_pK = z_q, Z_qK = -z_p */
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

/* part of y that follows the inertia forces through Sigma: adds (alpha/r3) H Q(M dw) to all columns and to the constants */
static void sigma_inertia(const sn_node *c, ed_node *n)
{
  const int x0 = c->has_x, nd = c->n_dir;
  double f[3][3][MAX_NODE + 1], g[3][3][MAX_NODE + 1]; /* director, component, column; the last column: constants */
  memset(f, 0, sizeof f);
  memset(g, 0, sizeof g);
  for (int k = 0; k < nd; k++) {
    for (int b = 0; b < c->n_vec; b++) {
      const double m = c->mass[x0 + k][b];
      for (int i = 0; i < 3 && m != 0; i++) {
        for (int j = 0; j < n->n; j++) {
          f[k][i][j] += m * n->Cw[b][i][j];
        }
        f[k][i][n->n] += m * n->w0[b].x[i];
      }
    }
  }
  for (int k = 0; k < nd; k++) {
    for (int l = 0; l < nd; l++) {
      double q[MAX_NODE + 1] = {0};
      for (int i = 0; i < 3; i++) {
        const double ek = 0.5 * n->dual.c[k].x[i], el = 0.5 * n->dual.c[l].x[i];
        for (int j = 0; j <= n->n; j++) {
          q[j] += ek * f[l][i][j] + el * f[k][i][j];
        }
      }
      for (int i = 0; i < 3; i++) {
        const double d = n->Dd[l].x[i];
        for (int j = 0; j <= n->n; j++) {
          g[k][i][j] += d * q[j];
        }
      }
    }
  }
  const double s = n->ra * n->ra / R3;
  for (int a = 0; a < c->n_vec; a++) {
    for (int k = 0; k < nd; k++) {
      const double h = s * n->H[a][x0 + k];
      for (int i = 0; i < 3 && h != 0; i++) {
        for (int j = 0; j < n->n; j++) {
          n->Cw[a][i][j] += h * g[k][i][j];
        }
        n->w0[a].x[i] += h * g[k][i][n->n];
      }
    }
  }
}

void ed_node_columns(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  const int x0 = c->has_x;
  const double alpha = n->ra * n->ra;
  double HM[4][4] = {{0}}, HS[4][4] = {{0}};
  memset(n->Cq, 0, sizeof n->Cq);
  memset(n->Cu, 0, sizeof n->Cu);
  memset(n->Cw, 0, sizeof n->Cw);
  memset(n->u0, 0, sizeof n->u0);
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = 0; b < c->n_vec; b++) {
      for (int e = 0; e < c->n_vec; e++) {
        HM[a][b] += n->H[a][e] * c->mass[e][b];
        if (e >= x0 && b >= x0) {
          HS[a][b] += n->H[a][e] * x->hh * n->sigma[e - x0][b - x0];
        }
      }
    }
  }
  for (int i = 0; i < 3 && x0; i++) {
    n->Cq[0][i][i] = n->Cu[0][i][n->n1 + i] = 1;
  }
  sn_rotation_directions(c, x->qf, n->turn);
  n->dual = ed_dual(c, x->qc);
  director_columns(x, c, n, HM, HS);
  /* dw = du + alpha H [M (2 dq - du) - h^2 Sigma dq/6] + ra dy */
  for (int a = 0; a < c->n_vec; a++) {
    n->w0[a] = n->u0[a];
    memcpy(n->Cw[a], n->Cu[a], sizeof n->Cw[a]);
    for (int b = 0; b < c->n_vec; b++) {
      const double m = alpha * HM[a][b], q = 2 * m - alpha / 6 * HS[a][b];
      if (m == 0 && q == 0) {
        continue;
      }
      n->w0[a] = v3_axpy(n->w0[a], -m, n->u0[b]);
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < n->n; j++) {
          n->Cw[a][i][j] += q * n->Cq[b][i][j] - m * n->Cu[b][i][j];
        }
      }
    }
    for (int i = 0; i < 3 && n->y_at[a] >= 0; i++) {
      n->Cw[a][i][n->y_at[a] + i] += n->ra;
    }
  }
  if (alpha > 0 && c->n_dir > 0 && n->n == 2 * n->n1) {
    sigma_inertia(c, n);
  }
}

void ed_node_rows(const sn_stepper *x, const ed_node *n, const sn_node *c, const sn_v3 *dp, const sn_v3 *dm,
                  const sn_v3 *g, int eliminate, double *out)
{
  const int x0 = c->has_x, nv = c->n_vec, use = g && n->ra > 0;
  sn_v3 p[4], m[4], Y[4];
  for (int a = 0; a < nv; a++) {
    p[a] = dp[a];
    m[a] = dm[a];
  }
  for (int i = 2 * n->n1; i < n->n; i++) {
    out[i] = 0;
  }
  if (use) { /* the equation of y: G = dgamma - ra0 Q(df_c) */
    sn_v3 G[4];
    for (int a = 0; a < nv; a++) {
      G[a] = g[a];
    }
    for (int k = 0; k < c->n_dir; k++) {
      for (int l = 0; l < c->n_dir; l++) {
        const double q =
            v3_dot(n->dual.c[k], v3_add(dp[x0 + l], dm[x0 + l])) + v3_dot(n->dual.c[l], v3_add(dp[x0 + k], dm[x0 + k]));
        G[x0 + k] = v3_axpy(G[x0 + k], -0.25 * n->ra * q, n->Dd[l]);
      }
    }
    for (int a = 0; a < nv; a++) {
      Y[a] = v3(0, 0, 0);
      for (int i = 0; i < 3 && n->y_at[a] >= 0; i++) {
        out[n->y_at[a] + i] = G[a].x[i] / R3;
      }
      for (int b = 0; b < nv; b++) {
        if (n->H[a][b] != 0) {
          Y[a] = v3_axpy(Y[a], -n->H[a][b] / R3, G[b]);
        }
      }
    }
    for (int a = 0; a < nv && eliminate; a++) {
      for (int b = 0; b < nv; b++) {
        const double s = n->ra * c->mass[a][b];
        if (s != 0) {
          p[a] = v3_axpy(p[a], (1 + R3) * s, Y[b]);
          m[a] = v3_axpy(m[a], (1 - R3) * s, Y[b]);
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
      Lp = v3_axpy(Lp, n->ra / 12, v3_cross(x->Fp[v], Y[x0 + k]));
      Lm = v3_axpy(Lm, n->ra / 12, v3_cross(x->Fm[v], Y[x0 + k]));
    }
  }
  for (int j = 0; j < n->n_rot; j++) {
    out[3 * x0 + j] = v3_dot(n->row[j], Lm);
    out[n->n1 + 3 * x0 + j] = v3_dot(n->row[j], Lp);
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
      g[a].x[i] = 0.5 * n->ra; /* share of y: ra0 (f+ - f-)/2 - what the block says */
      ed_node_rows(x, n, c, p, none, g, 1, n->rows[0][3 * a + i]);
      g[a].x[i] = -0.5 * n->ra;
      ed_node_rows(x, n, c, none, m, g, 1, n->rows[1][3 * a + i]);
      g[a].x[i] = -1;
      ed_node_rows(x, n, c, none, none, g, 1, n->rows[2][3 * a + i]);
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
    Lp = v3_add(Lp, v3_cross(v3_axpy(v3_scale(C_PLUS, dq), -1.0 / 12, dw), x->Fp[v]));
    Lm = v3_add(Lm, v3_cross(v3_axpy(v3_scale(C_MINUS, dq), -1.0 / 12, dw), x->Fm[v]));
  }
  for (int i = 0; i < n->n; i++) {
    out[i] = 0;
  }
  for (int i = 0; i < n->n_rot; i++) {
    out[3 * c->has_x + i] = v3_dot(n->row[i], Lm);
    out[n->n1 + 3 * c->has_x + i] = v3_dot(n->row[i], Lp);
  }
}

/* inertia forces of mass m on slot a by column j of slot b of node nb; accumulates forces and the y rows' own part */
static void mass_column(const ed_node *na, const ed_node *nb, int a, int b, int j, double m, sn_v3 *p, sn_v3 *q,
                        double *y_rows)
{
  sn_v3 dq, du, dw;
  ed_column(nb, b, j, &dq, &du, &dw);
  if (j < 0) {
    dw = nb->w0[b]; /* the part of Y0 is in F+- already */
  }
  p[a] = v3_axpy(p[a], m, v3_axpy(v3_scale(1 + R3, dw), -2 * R3, dq));
  q[a] = v3_axpy(q[a], m, v3_axpy(v3_scale(1 - R3, dw), 2 * R3, dq));
  for (int i = 0; i < 3 && na->y_at[a] >= 0 && na->ra > 0 && nb->ra > 0; i++) {
    y_rows[na->y_at[a] + i] += m * (dw.x[i] - du.x[i]) / nb->ra;
  }
}

/* rows of node na from inertia forces p, q and the own part of its y rows */
static void mass_rows(const sn_stepper *x, const ed_node *na, const sn_node *ca, const sn_v3 *p, const sn_v3 *q,
                      const double *y_rows, double *out)
{
  sn_v3 g[4];
  for (int a = 0; a < ca->n_vec; a++) {
    g[a] = v3_scale(0.5 * na->ra, v3_sub(p[a], q[a]));
  }
  ed_node_rows(x, na, ca, p, q, na->n > 2 * na->n1 ? g : NULL, 0, out);
  for (int i = 2 * na->n1; i < na->n; i++) {
    out[i] += y_rows[i];
  }
}

void ed_node_assemble(sn_stepper *x, int node, int tangent)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  double out[MAX_NODE], *A = n->local;
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
    for (int i = 0; i < 3 && n->y_at[a] >= 0 && n->ra > 0; i++) {
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
        A[i * n->n + j] = out[i] + turning[i];
      }
    }
  }
  if (!tangent) {
    return;
  }
  for (int a = 0; a < c->n_vec; a++) { /* rest of the y rows: Delta dy and Sigma dq */
    for (int i = 0; i < 3 && n->y_at[a] >= 0; i++) {
      double *row = A + (n->y_at[a] + i) * n->n;
      row[n->y_at[a] + i] += n->ra > 0 ? n->delta[a] : x->s->mass[c->vector[a]]; /* 0: dy = 0 */
      for (int l = 0; l < c->n_dir && a >= c->has_x; l++) {
        const double s = n->ra * x->hh / 6 * n->sigma[a - c->has_x][l];
        for (int j = 0; j < n->n; j++) {
          row[j] += s * n->Cq[c->has_x + l][i][j];
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
  double out[MAX_NODE], *A = x->use->local[0];
  if (tangent) {
    memset(A, 0, sizeof(double) * (size_t)(total * total));
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
          A[(offset[r] + i) * total + offset[1 - r] + j] += out[i];
        }
      }
    }
  }
  if (tangent) {
    sn_layout_add(x->use, x->use->pair_element[pair], A);
  }
}

double ed_node_increments(sn_stepper *x, int node, double size)
{
  const sn_node *c = x->s->node + node;
  const ed_node *n = x->node + node;
  const double *xi = x->rhs + n->first;
  for (int a = 0; a < c->n_vec; a++) {
    const int v = c->vector[a];
    sn_v3 dq, du, dw;
    ed_column(n, a, -1, &dq, &du, &dw);
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < n->n; j++) {
        dq.x[k] += n->Cq[a][k][j] * xi[j];
        du.x[k] += n->Cu[a][k][j] * xi[j];
        dw.x[k] += n->Cw[a][k][j] * xi[j];
      }
      const double scale = x->s->vector[v].role == 0 ? x->s->extent : 1;
      const double d = fmax(fabs(dq.x[k]), fabs(dw.x[k])) / scale;
      size = sn_larger(d, size);
    }
    x->iq[v] = dq;
    x->iu[v] = du;
    x->iw[v] = dw;
  }
  return size;
}

void ed_node_apply(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  const ed_node *n = x->node + node;
  const double *xi = x->rhs + n->first + 3 * c->has_x;
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
      x->y[v] = v3_axpy(x->y[v], 1 / n->ra, v3_sub(x->iw[v], x->iu[v]));
    }
  }
}
