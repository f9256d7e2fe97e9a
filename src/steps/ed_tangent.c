/* steps/ed_tangent.c -- the translation at the nodes: forces on vectors become a node's few rows, its few unknowns become
 *                       increments of its vectors. One translation serves every node (position or none, 0 to 3 directors).
 * Theory:  docs/theory.md, translation at the nodes: columns of q_f and w by the unknowns; rows at the Gauss states and of eta.
 */
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "steps/ed_private.h"

/* columns of the directors in w: the rate rows of orthonormality solved for dw by z, theta and pending constants */
static void director_columns(const sn_stepper *x, const sn_node *c, ed_node *n)
{
  const int nd = c->n_dir, x0 = c->has_x, o = 3 * x0;
  sn_v3 W[3], Df[3], dD[3], half[3];
  double rate[3][3];
  sn_m3 E = m3_identity();
  for (int k = 0; k < nd; k++) {
    const int v = c->vector[x0 + k];
    W[k] = x->w[v];
    Df[k] = x->qf[v];
    dD[k] = x->dq[v];
    half[k] = v3_axpy(v3_scale(0.5, W[k]), 2, dD[k]);
    E.c[c->member[k]] = v3_axpy(x->qc[v], -1.0 / 12, W[k]);
  }
  for (int k = 0; k < nd; k++) {
    const sn_v3 Dk = x->qc[c->vector[x0 + k]];
    for (int l = 0; l < nd; l++) {
      const sn_v3 Dl = x->qc[c->vector[x0 + l]];
      rate[k][l] = 0.5 * (v3_dot(Dk, W[l]) + v3_dot(Dl, W[k])) + v3_dot(dD[k], dD[l]);
    }
  }
  ed_complete(&E, nd);
  const sn_m3 e = m3_dual(E);
  for (int k = 0; k < nd; k++) {
    const int K = c->member[k];
    double(*Cq)[LEVEL] = n->Cq[x0 + k], (*Cw)[2 * LEVEL] = n->Cw[x0 + k];
    for (int j = 0; j < n->n_rot; j++) {
      const sn_v3 t = v3_cross(n->turn[j], Df[k]);
      for (int i = 0; i < 3; i++) {
        Cq[i][o + j] = t.x[i];
      }
    }
    for (int l = 0; l < nd; l++) {
      const sn_v3 el = e.c[c->member[l]];
      const sn_v3 gam = v3_scale(0.5, v3_add(v3_cross(Df[k], half[l]), v3_cross(Df[l], half[k])));
      n->w0[x0 + k] = v3_axpy(n->w0[x0 + k], -rate[k][l], el);
      for (int j = 0; j < n->n_rot; j++) {
        const double g = v3_dot(gam, n->turn[j]);
        for (int i = 0; i < 3; i++) {
          Cw[i][o + j] -= el.x[i] * g;
        }
      }
    }
    /* skew part z: dw_k = sum_l e^l Z_lk */
    const int p = (K + 1) % 3, q = (K + 2) % 3; /* Z_pK = z_q, Z_qK = -z_p */
    for (int i = 0; i < 3; i++) {
      if (q < n->n_rot) {
        Cw[i][n->n1 + o + q] = e.c[p].x[i];
      }
      if (p < n->n_rot) {
        Cw[i][n->n1 + o + p] = -e.c[q].x[i];
      }
    }
  }
}

/* its rows by forces: position, then axis . (d x F) of every director */
static void row_operators(const sn_stepper *x, const sn_node *c, ed_node *n)
{
  const int x0 = c->has_x;
  for (int i = 0; i < 3 && x0; i++) {
    n->rows_p[0][i][i] = n->rows_m[0][i][i] = 1;
  }
  for (int a = x0; a < c->n_vec; a++) {
    for (int j = 0; j < n->n_rot; j++) {
      const sn_v3 p = v3_cross(n->axis[j], x->qp[c->vector[a]]), m = v3_cross(n->axis[j], x->qm[c->vector[a]]);
      for (int i = 0; i < 3; i++) {
        n->rows_p[a][i][3 * x0 + j] = p.x[i];
        n->rows_m[a][i][3 * x0 + j] = m.x[i];
      }
    }
  }
}

void ed_node_columns(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  memset(n->Cq, 0, sizeof n->Cq);
  memset(n->Cw, 0, sizeof n->Cw);
  memset(n->w0, 0, sizeof n->w0);
  memset(n->rows_p, 0, sizeof n->rows_p);
  memset(n->rows_m, 0, sizeof n->rows_m);
  for (int i = 0; i < 3 && c->has_x; i++) {
    n->Cq[0][i][i] = n->Cw[0][i][n->n1 + i] = 1;
  }
  sn_rotation_directions(c, x->qf, n->turn);
  director_columns(x, c, n);
  row_operators(x, c, n);
}

void ed_node_rows(const ed_node *n, const sn_node *c, const sn_v3 *p, const sn_v3 *m, double *out)
{
  const int n1 = n->n1;
  for (int k = 0; k < 2 * n1; k++) {
    out[k] = 0;
  }
  for (int a = 0; a < c->n_vec; a++) {
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < n1; k++) {
        out[k] += m[a].x[i] * n->rows_m[a][i][k];
        out[n1 + k] += p[a].x[i] * n->rows_p[a][i][k];
      }
    }
  }
}

/* adds the rows of the forces that turn with the node's own directors: sum dd+- x F+- */
static void add_turning_rows(const sn_stepper *x, const ed_node *n, const sn_node *c, int j, double *out)
{
  sn_v3 Lp = {{0, 0, 0}}, Lm = {{0, 0, 0}};
  for (int k = 0; k < c->n_dir; k++) {
    sn_v3 dq, dw;
    const int v = c->vector[c->has_x + k];
    ed_column(n, c->has_x + k, j, &dq, &dw);
    Lp = v3_add(Lp, v3_cross(v3_axpy(v3_scale(C_PLUS, dq), -1.0 / 12, dw), x->Fp[v]));
    Lm = v3_add(Lm, v3_cross(v3_axpy(v3_scale(C_MINUS, dq), -1.0 / 12, dw), x->Fm[v]));
  }
  for (int i = 0; i < n->n_rot; i++) {
    out[3 * c->has_x + i] += v3_dot(n->axis[i], Lm);
    out[n->n1 + 3 * c->has_x + i] += v3_dot(n->axis[i], Lp);
  }
}

/* adds the inertia forces of mass m on a vector by column j of slot b of node nb */
static void mass_column(const ed_node *nb, int b, int j, double m, sn_v3 *p, sn_v3 *q)
{
  sn_v3 dq, dw;
  ed_column(nb, b, j, &dq, &dw);
  *p = v3_axpy(*p, m, v3_axpy(v3_scale(1 + R3, dw), -2 * R3, dq));
  *q = v3_axpy(*q, m, v3_axpy(v3_scale(1 - R3, dw), 2 * R3, dq));
}

/* eta rows of the node: its own share of (4.5) at the iterate, and S */
static void eta_rows(const sn_stepper *x, const ed_node *n, const sn_node *c, double *rhs, double *A)
{
  const int first = 2 * n->n1;
  for (int j = 0; j < n->n1; j++) {
    for (int k = 0; k < n->n1; k++) {
      rhs[first + j] -= n->S[j][k] * n->eta[k];
      if (A) {
        A[(first + j) * n->n + first + k] = n->S[j][k];
      }
    }
    for (int a = 0; a < c->n_vec; a++) {
      rhs[first + j] += v3_dot(ed_column_y(n, a, j), x->g[c->vector[a]]) / R3;
    }
  }
}

void ed_node_assemble(sn_stepper *x, int node, int tangent)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  double out[2 * LEVEL], *A = n->local, *rhs = x->rhs + n->first;
  sn_v3 P[4], Q[4];
  if (tangent) {
    memset(A, 0, sizeof(double) * (size_t)(n->n * n->n));
  }
  for (int a = 0; a < c->n_vec; a++) {
    P[a] = x->Fp[c->vector[a]];
    Q[a] = x->Fm[c->vector[a]];
  }
  ed_node_rows(n, c, P, Q, out);
  for (int i = 0; i < 2 * n->n1; i++) {
    rhs[i] -= out[i];
  }
  for (int j = -1; j < (tangent ? 2 * n->n1 : 0); j++) {
    for (int a = 0; a < c->n_vec; a++) {
      P[a] = Q[a] = v3(0, 0, 0);
      for (int b = 0; b < c->n_vec; b++) {
        if (c->mass[a][b] != 0) {
          mass_column(n, b, j, c->mass[a][b], P + a, Q + a);
        }
      }
    }
    ed_node_rows(n, c, P, Q, out);
    add_turning_rows(x, n, c, j, out);
    for (int i = 0; i < 2 * n->n1; i++) {
      if (j < 0) {
        rhs[i] -= out[i];
      } else {
        A[i * n->n + j] = out[i];
      }
    }
  }
  if (n->damped) {
    eta_rows(x, n, c, rhs, tangent ? A : NULL);
  }
  if (tangent) {
    sn_layout_add(&x->layout, node, A);
  }
}

/* mass m between slot a of node R and slot b of node C in the eta rows of R */
static void eta_pair(sn_stepper *x, const ed_node *R, const ed_node *C, int a, int b, double m, double *A, int total)
{
  for (int j = 0; j < R->n1; j++) {
    const sn_v3 y = ed_column_y(R, a, j);
    for (int k = 0; k < C->n1; k++) {
      const double s = m * v3_dot(y, ed_column_y(C, b, k));
      x->rhs[R->first + 2 * R->n1 + j] -= s * C->eta[k];
      if (A) {
        A[(2 * R->n1 + j) * total + 2 * C->n1 + k] += s;
      }
    }
  }
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
  double out[2 * LEVEL], *A = x->layout.local[0];
  if (tangent) {
    memset(A, 0, sizeof(double) * (size_t)(total * total));
  }
  for (int r = 0; r < 2; r++) {
    const ed_node *R = x->node + nodes[r], *C = x->node + nodes[1 - r];
    const sn_node *cr = x->s->node + nodes[r];
    const int a = x->s->vector[end[r]].slot, b = x->s->vector[end[1 - r]].slot;
    double *part = A + offset[r] * total + offset[1 - r];
    for (int j = -1; j < (tangent ? 2 * C->n1 : 0); j++) {
      sn_v3 P[4] = {{{0}}}, Q[4] = {{{0}}};
      mass_column(C, b, j, m->m, P + a, Q + a);
      ed_node_rows(R, cr, P, Q, out);
      for (int i = 0; i < 2 * R->n1; i++) {
        if (j < 0) {
          x->rhs[R->first + i] -= out[i];
        } else {
          part[i * total + j] += out[i];
        }
      }
    }
    if (R->damped && C->damped) {
      eta_pair(x, R, C, a, b, m->m, tangent ? part : NULL, total);
    }
  }
  if (tangent) {
    sn_layout_add(&x->layout, x->layout.pair_element[pair], A);
  }
}

double ed_node_increments(sn_stepper *x, int node, double size)
{
  const sn_node *c = x->s->node + node;
  const ed_node *n = x->node + node;
  const double *xi = x->rhs + n->first;
  for (int a = 0; a < c->n_vec; a++) {
    const int v = c->vector[a];
    sn_v3 dq, dw, dy = {{0, 0, 0}};
    ed_column(n, a, -1, &dq, &dw);
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < n->n1; j++) {
        dq.x[k] += n->Cq[a][k][j] * xi[j];
        dy.x[k] += n->damped ? n->Cy[a][k][j] * xi[2 * n->n1 + j] : 0;
      }
      for (int j = 0; j < 2 * n->n1; j++) {
        dw.x[k] += n->Cw[a][k][j] * xi[j];
      }
      const double scale = x->s->vector[v].role == 0 ? x->s->extent : 1;
      const double d = fmax(fabs(dq.x[k]), fabs(dw.x[k])) / scale;
      size = sn_larger(d, size);
    }
    x->iq[v] = dq;
    x->iw[v] = dw;
    x->iy[v] = dy;
  }
  return size;
}

void ed_node_apply(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  const double *xi = x->rhs + n->first;
  sn_v3 turn = {{0, 0, 0}};
  for (int j = 0; j < n->n_rot; j++) {
    turn = v3_axpy(turn, xi[3 * c->has_x + j], n->turn[j]);
  }
  for (int j = 0; j < n->n1 && n->damped; j++) {
    n->eta[j] += xi[2 * n->n1 + j];
  }
  for (int a = 0; a < c->n_vec; a++) {
    const int v = c->vector[a];
    x->dq[v] = a >= c->has_x ? v3_add(x->dq[v], v3_sub(sn_rotate_cayley(turn, x->qf[v]), x->qf[v]))
                             : v3_add(x->dq[v], x->iq[v]);
    x->w[v] = v3_add(x->w[v], x->iw[v]);
    x->y[v] = v3_add(x->y[v], x->iy[v]);
  }
}
