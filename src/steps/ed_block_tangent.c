/* steps/ed_block_tangent.c -- blocks in the linear system of the energy-decaying step.
 * How:     one operator turns increments of a few vectors into increments of strains (strains_of, strains_of_y), a law turns those
 *          into increments of stresses (respond), and B^T and Ks into increments of forces (forces_of). Tangent columns,
 *          pending constants and the update after the solve all use it. Law residuals go into the right-hand side.
 * Levels:  columns of a node: q_f and w, w, eta; of a multiplier: s+, s-, nu. Only blocks with damping see eta in their strains,
 *          only constraints of damped clusters see it in the rows of nu, whose coefficients stay the same during a step.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "steps/ed_private.h"

enum { NF = SN_MAX_FORMS, NV = SN_MAX_BLOCK_VECTORS };

/* increments of the strains of a block; path laws use a, b, b0, rate laws e and r at the Gauss states + and - */
typedef struct {
  double a[NF], b[NF], b0[NF];
  double e[2][NF], r[2][NF];
} strains;
typedef struct {
  double p[NF], m[NF], y[NF]; /* stresses at the Gauss states, share of y */
} stresses;
typedef struct {
  sn_v3 p[NV], m[NV], g[NV];
} forces;

/* increments of the strains by increments of vector a (local) */
static void strains_of(const sn_stepper *x, const sn_block *c, const ed_block *b, int a, sn_v3 dq, sn_v3 dw, strains *d)
{
  const int nv = c->n_vec;
  const sn_v3 dqc = v3_axpy(v3_scale(0.5, dq), -1.0 / 12, dw);
  if (sn_is_rate(c->law)) {
    const sn_v3 half = v3_scale(0.5 / R3, dq);
    const sn_v3 q[2] = {v3_add(dqc, half), v3_sub(dqc, half)};
    const sn_v3 v[2] = {v3_scale(1 / x->h, v3_axpy(dq, 0.5 / R3, dw)), v3_scale(1 / x->h, v3_axpy(dq, -0.5 / R3, dw))};
    const sn_v3 *B[2] = {b->Bp, b->Bm}, *Bv[2] = {b->Bu, b->Bw};
    for (int i = 0; i < 2; i++) {
      for (int k = 0; k < c->n_form; k++) {
        d->e[i][k] += v3_dot(B[i][k * nv + a], q[i]);
        d->r[i][k] += v3_dot(B[i][k * nv + a], v[i]) + v3_dot(Bv[i][k * nv + a], q[i]);
      }
    }
    return;
  }
  for (int k = 0; k < c->n_form; k++) {
    const sn_v3 p = b->Bp[k * nv + a], m = b->Bm[k * nv + a], mean = v3_scale(0.5, v3_add(p, m));
    const double turn = 2 * R3 * v3_dot(v3_sub(p, m), dq), pace = v3_dot(mean, dw);
    d->a[k] += v3_dot(b->Bf[k * nv + a], dq);
    d->b[k] -= (pace + v3_dot(b->Bu[k * nv + a], dqc) + turn) / 6;
    if (sn_is_composite(c->law)) {
      d->b0[k] -= (pace + v3_dot(b->Bw[k * nv + a], dqc) + turn) / 6;
    }
  }
}

/* the same by an increment of y: b sees uh = w - ra y */
static void strains_of_y(const sn_block *c, const ed_block *b, int a, sn_v3 dy, strains *d)
{
  for (int k = 0; k < c->n_form; k++) {
    const sn_v3 mean = v3_scale(0.5, v3_add(b->Bp[k * c->n_vec + a], b->Bm[k * c->n_vec + a]));
    d->b[k] += b->ra / 6 * v3_dot(mean, dy);
  }
}

/* increments of stresses by increments of strains; pending = 1 adds the law residuals. rows: constraint rows (2 levels),
   or the increments of tau of a composite law */
static void respond(const sn_block *c, const ed_block *b, const strains *d, int pending, stresses *s,
                    double rows[2 * NF])
{
  const int nf = c->n_form;
  if (c->law == SN_RATE_MATRIX) {
    for (int k = 0; k < nf; k++) {
      s->p[k] = s->m[k] = s->y[k] = 0;
      for (int l = 0; l < nf; l++) {
        s->p[k] += c->matrix[k * nf + l] * d->r[0][l];
        s->m[k] += c->matrix[k * nf + l] * d->r[1][l];
      }
    }
  } else if (c->law == SN_RATE_SCALAR) {
    for (int i = 0; i < 2; i++) {
      double dx = 0, drate = 0, dgrad[NF], *out = i ? s->m : s->p;
      for (int k = 0; k < nf; k++) {
        dgrad[k] = 0;
        for (int l = 0; l < nf; l++) {
          dgrad[k] += b->hess[i][k * nf + l] * d->e[i][l];
        }
        dx += b->grad[i][k] * d->e[i][k];
        drate += b->grad[i][k] * d->r[i][k] + dgrad[k] * b->edot[i][k];
      }
      const double dtau = b->d_tau[i][0] * dx + b->d_tau[i][1] * drate;
      for (int k = 0; k < nf; k++) {
        out[k] = dtau * b->grad[i][k] + b->tau[i] * dgrad[k];
        s->y[k] = 0;
      }
    }
  } else if (sn_is_composite(c->law)) {
    double dc[NF], dd[NF], dy[NF], dtau[2] = {0, 0};
    const sn_path *p = &b->path;
    sn_path_increment(c, p, d->a, d->b0, d->b, rows, dc, dd, dy);
    if (c->law != SN_COMPOSITE_CONSTRAINT) {
      dtau[0] = p->law[0] * rows[0] + p->law[1] * rows[1] - (pending ? p->residual[0] : 0);
      dtau[1] = p->law[2] * rows[0] + p->law[3] * rows[1] - (pending ? p->residual[1] : 0);
      rows[0] = dtau[0];
      rows[1] = dtau[1];
    }
    for (int k = 0; k < nf; k++) {
      const double sc = dc[k] + dtau[0] * p->n_c[k] + dtau[1] * p->n_d[k],
                   sd = dd[k] + dtau[0] * p->n_d[k] + dtau[1] * p->m_d[k];
      s->p[k] = sc + sd;
      s->m[k] = sc - sd;
      s->y[k] = dy[k] + dtau[1] * p->m_d[k];
    }
  } else if (c->law == SN_LINEAR_ELASTIC) {
    for (int k = 0; k < nf; k++) {
      double sc = pending ? -b->r_c[k] : 0, sd = pending ? -b->r_d[k] : 0;
      for (int l = 0; l < nf; l++) {
        const double K = c->matrix[k * nf + l];
        sc += 0.5 * K * (d->a[l] + d->b[l]);
        sd += K * (d->a[l] - b->alpha * d->b[l]) / (2 * R3);
      }
      s->p[k] = sc + sd;
      s->m[k] = sc - sd;
      s->y[k] = sd;
    }
  } else {
    for (int k = 0; k < nf; k++) {
      s->p[k] = s->m[k] = s->y[k] = 0;
      rows[k] = d->a[k];
      rows[nf + k] = d->b[k];
    }
  }
}

/* forces of stress increments: h^2 B^T s at the Gauss states, ra_b h^2 B_c^T s_y */
static void forces_of(const sn_stepper *x, const sn_block *c, const ed_block *b, const stresses *s, forces *f)
{
  const int nv = c->n_vec;
  for (int k = 0; k < c->n_form; k++) {
    const double p = x->hh * s->p[k], m = x->hh * s->m[k], y = 0.5 * b->ra * x->hh * s->y[k];
    if (p == 0 && m == 0 && y == 0) {
      continue;
    }
    for (int a = 0; a < nv; a++) {
      const sn_v3 Bp = b->Bp[k * nv + a], Bm = b->Bm[k * nv + a];
      f->p[a] = v3_axpy(f->p[a], p, Bp);
      f->m[a] = v3_axpy(f->m[a], m, Bm);
      f->g[a] = v3_axpy(f->g[a], y, v3_add(Bp, Bm));
    }
  }
}

/* forces of the stresses at hand on vectors that move: Ks dq+- and ra_b Ks(s_y) dq_c */
static void turning_forces(const sn_block *c, const ed_block *b, int a, sn_v3 dq, sn_v3 dw, forces *f)
{
  const int nv = c->n_vec;
  const sn_v3 dqc = v3_axpy(v3_scale(0.5, dq), -1.0 / 12, dw), half = v3_scale(0.5 / R3, dq);
  const sn_v3 p = v3_add(dqc, half), m = v3_sub(dqc, half);
  for (int e = 0; e < nv; e++) {
    const double gp = b->Gp[e * nv + a], gm = b->Gm[e * nv + a], gy = b->Gy[e * nv + a];
    if (gp != 0 || gm != 0) {
      f->p[e] = v3_axpy(f->p[e], gp, p);
      f->m[e] = v3_axpy(f->m[e], gm, m);
      f->g[e] = v3_axpy(f->g[e], gy, dqc);
    }
  }
}

/* What the rows of the nodes of the block get from forces on its vectors: into `out`, a column with entries `stride` apart. */
static void rows_of(const sn_stepper *x, const sn_block *c, const ed_block *b, const forces *f, double *out, int stride)
{
  for (int a = 0; a < c->n_vec; a++) {
    if (c->node_of[a] < 0) {
      continue;
    }
    const int r = c->node_of[a], slot = x->s->vector[c->vector[a]].slot;
    const ed_node *n = x->node + c->node[r];
    const int n1 = n->n1;
    double *at = out + b->offset[r] * stride;
    for (int i = 0; i < 3; i++) {
      const double p = f->p[a].x[i], m = f->m[a].x[i], g = -f->g[a].x[i] / R3;
      if (p != 0 || m != 0) {
        for (int k = 0; k < n1; k++) {
          at[k * stride] += m * n->rows_m[slot][i][k];
          at[(n1 + k) * stride] += p * n->rows_p[slot][i][k];
        }
      }
      for (int k = 0; k < n1 && b->ra > 0; k++) { /* not by g: no number is not zero */
        at[(2 * n1 + k) * stride] += g * n->Cy[slot][i][k];
      }
    }
  }
}

static void clear_forces(forces *f, int n)
{
  memset(f->p, 0, sizeof(sn_v3) * (size_t)n);
  memset(f->m, 0, sizeof(sn_v3) * (size_t)n);
  memset(f->g, 0, sizeof(sn_v3) * (size_t)n);
}

static void stress_column(sn_stepper *x, const sn_block *c, const ed_block *b, const stresses *s, int col)
{
  forces f;
  clear_forces(&f, c->n_vec);
  forces_of(x, c, b, s, &f);
  rows_of(x, c, b, &f, b->local + col, b->n_local);
}

/* The largest entry of a column so far: what is marked beside it must be as large, or true entries would look like zeros. */
static double largest_in_column(const ed_block *b, int col)
{
  double most = 0;
  for (int i = 0; i < b->n_local; i++) {
    most = fmax(most, fabs(b->local[i * b->n_local + col]));
  }
  return most;
}

/* Softness of a row in the tangent: what the motion of a mass does to (a, b) of its row by forces s+, s-, so that a soft row
   answers like one on a lighter body. */
static void soften(sn_stepper *x, const sn_block *c, const ed_block *b, int j)
{
  const int base = b->offset[c->n_node], k = j % b->n_mult;
  const double soft = x->marking ? largest_in_column(b, base + j) : ed_soft(x, c, k);
  b->local[(base + k) * b->n_local + base + j] -= soft * (j < b->n_mult ? 0.25 - 0.25 / R3 : 0.25 + 0.25 / R3);
  b->local[(base + b->n_mult + k) * b->n_local + base + j] += soft / 12;
}

/* rows and columns of nu: G_i eta - soft nu = 0, and its share in the rows of eta */
static void nu_columns(const sn_stepper *x, const sn_block *c, const ed_block *b)
{
  const int n = b->n_local, base = b->offset[c->n_node] + 2 * b->n_mult;
  for (int k = 0; k < b->n_mult; k++) {
    for (int r = 0; r < c->n_node; r++) {
      const ed_node *nd = x->node + c->node[r];
      const double *G = b->G_i + (k * c->n_node + r) * LEVEL;
      const int first = b->offset[r] + 2 * nd->n1;
      for (int j = 0; j < nd->n1; j++) {
        b->local[(base + k) * n + first + j] = G[j];
        b->local[(first + j) * n + base + k] = G[j] * b->unit[k];
      }
    }
    b->local[(base + k) * n + base + k] = -(x->marking ? largest_in_column(b, base + k) : b->soft[k] * b->unit[k]);
  }
}

/* columns of the block's own multipliers, and of those that friction follows */
static void multiplier_columns(sn_stepper *x, const sn_block *c, ed_block *b)
{
  const int nf = c->n_form, base = b->offset[c->n_node];
  for (int j = 0; j < 2 * b->n_mult; j++) {
    stresses s = {{0}, {0}, {0}};
    if (c->law == SN_LINEAR_CONSTRAINT) { /* unknowns h^2 ds+, then h^2 ds- */
      (j < nf ? s.p : s.m)[j % nf] = b->unit[j % nf] / x->hh;
    } else { /* h^2 dtau_c, h^2 dtau_d */
      for (int k = 0; k < nf; k++) {
        const double nc = b->path.n_c[k], nd = b->path.n_d[k], md = b->path.m_d[k];
        s.p[k] = (j ? nd + md : nc + nd) * b->unit[0] / x->hh;
        s.m[k] = (j ? nd - md : nc - nd) * b->unit[0] / x->hh;
      }
    }
    stress_column(x, c, b, &s, base + j);
    soften(x, c, b, j);
  }
  if (b->damped) {
    nu_columns(x, c, b);
  }
  if (c->law == SN_RATE_SCALAR && c->rate->normal_block >= 0) {
    const sn_rate_law *l = c->rate;
    const ed_block *o = x->block + l->normal_block;
    const int n_other = x->s->block[l->normal_block].n_form;
    for (int i = 0; i < 2; i++) {
      for (int k = 0; k < l->n_normal && b->normal[i] > 0; k++) {
        const int form = l->normal_form[k];
        const double sk = ed_reaction(x, l->normal_block, form, i);
        const double dtau = b->d_tau[i][2] * l->normal_weight[k] * sk / b->normal[i] * o->unit[form] / x->hh;
        stresses s = {{0}, {0}, {0}};
        for (int e = 0; e < nf; e++) {
          (i ? s.m : s.p)[e] = dtau * b->grad[i][e];
        }
        stress_column(x, c, b, &s, base + i * n_other + form);
      }
    }
  }
}

/* forces of what is pending in the nodes and in the laws, and of nu: to the right-hand side */
static void pending_rows(sn_stepper *x, const sn_block *c, const ed_block *b)
{
  double rows[2 * NF];
  strains d;
  stresses s;
  forces f;
  memset(&d, 0, sizeof d);
  clear_forces(&f, c->n_vec);
  memset(b->rows, 0, sizeof(double) * (size_t)b->offset[c->n_node]);
  for (int a = 0; a < c->n_vec; a++) {
    if (c->node_of[a] >= 0) {
      const ed_node *nd = x->node + c->node[c->node_of[a]];
      sn_v3 dq, dw;
      ed_column(nd, x->s->vector[c->vector[a]].slot, -1, &dq, &dw);
      strains_of(x, c, b, a, dq, dw, &d);
      turning_forces(c, b, a, dq, dw, &f);
    }
  }
  respond(c, b, &d, 1, &s, rows);
  forces_of(x, c, b, &s, &f);
  rows_of(x, c, b, &f, b->rows, 1);
  for (int k = 0; k < b->n_mult; k++) {
    const double r0 = sn_is_composite(c->law) ? b->path.residual[0] : b->r_c[k];
    const double r1 = sn_is_composite(c->law) ? b->path.residual[1] : b->r_d[k];
    x->rhs[b->first + k] = -r0 - rows[k];
    x->rhs[b->first + b->n_mult + k] = -r1 - rows[b->n_mult + k];
  }
  for (int k = 0; k < b->n_mult && b->damped; k++) {
    double *rate = x->rhs + b->first + 2 * b->n_mult + k;
    *rate = b->soft[k] * b->nu[k];
    for (int r = 0; r < c->n_node; r++) {
      const ed_node *nd = x->node + c->node[r];
      const double *G = b->G_i + (k * c->n_node + r) * LEVEL;
      for (int j = 0; j < nd->n1; j++) {
        *rate -= G[j] * nd->eta[j];
        b->rows[b->offset[r] + 2 * nd->n1 + j] += G[j] * b->nu[k];
      }
    }
  }
}

/* columns of the unknowns of node r of the block; those of eta are zero in what is not damped */
static void node_columns(sn_stepper *x, const sn_block *c, const ed_block *b, int r)
{
  const ed_node *nd = x->node + c->node[r];
  const int levels = b->ra > 0 ? 3 : 2;
  double rows[2 * NF];
  strains d;
  stresses s;
  forces f;
  for (int j = 0; j < levels * nd->n1; j++) {
    const int col = b->offset[r] + j;
    memset(&d, 0, sn_is_rate(c->law) ? sizeof d : offsetof(strains, e)); /* path laws do not read the rest */
    clear_forces(&f, c->n_vec);
    for (int a = 0; a < c->n_vec; a++) {
      if (c->node_of[a] != r) {
        continue;
      }
      const int slot = x->s->vector[c->vector[a]].slot;
      if (j < 2 * nd->n1) {
        sn_v3 dq, dw;
        ed_column(nd, slot, j, &dq, &dw);
        strains_of(x, c, b, a, dq, dw, &d);
        turning_forces(c, b, a, dq, dw, &f);
      } else {
        strains_of_y(c, b, a, ed_column_y(nd, slot, j - 2 * nd->n1), &d);
      }
    }
    respond(c, b, &d, 0, &s, rows);
    forces_of(x, c, b, &s, &f);
    rows_of(x, c, b, &f, b->local + col, b->n_local);
    for (int k = 0; k < 2 * b->n_mult; k++) {
      b->local[(b->offset[c->n_node] + k) * b->n_local + col] = rows[k];
    }
  }
}

void ed_block_assemble(sn_stepper *x, int block, int tangent)
{
  const sn_block *c = x->s->block + block;
  ed_block *b = x->block + block;
  const size_t square = sizeof(double) * (size_t)(c->n_vec * c->n_vec);
  if (c->n_node == 0) {
    return;
  }
  memset(b->Gp, 0, square);
  memset(b->Gm, 0, square);
  memset(b->Gy, 0, square);
  sn_geometric(c, b->s_p, x->hh, b->Gp);
  sn_geometric(c, b->s_m, x->hh, b->Gm);
  if (b->ra > 0) {
    sn_geometric(c, b->s_y, b->ra * x->hh, b->Gy);
  }
  pending_rows(x, c, b);
  if (!tangent) {
    return;
  }
  memset(b->local, 0, sizeof(double) * (size_t)(b->n_local * b->n_local));
  for (int r = 0; r < c->n_node; r++) {
    node_columns(x, c, b, r);
  }
  multiplier_columns(x, c, b);
  sn_layout_add(&x->layout, b->element, b->local);
}

void ed_block_apply(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ed_block *b = x->block + block;
  const int nf = c->n_form;
  if (sn_is_rate(c->law)) {
    return;
  }
  if (b->n_mult > 0) {
    const double *mu = x->rhs + b->first;
    for (int k = 0; k < b->n_mult && b->damped; k++) {
      b->nu[k] += mu[2 * b->n_mult + k] * b->unit[k];
    }
    if (sn_is_composite(c->law)) {
      b->path.tau_c += mu[0] * b->unit[0] / x->hh;
      b->path.tau_d += mu[1] * b->unit[0] / x->hh;
      return;
    }
    for (int k = 0; k < nf; k++) {
      b->s_c[k] += 0.5 * (mu[k] + mu[nf + k]) * b->unit[k] / x->hh;
      b->s_d[k] += 0.5 * (mu[k] - mu[nf + k]) * b->unit[k] / x->hh;
    }
    return;
  }
  strains d;
  stresses s;
  double rows[2 * NF];
  memset(&d, 0, sizeof d);
  for (int a = 0; a < c->n_vec; a++) {
    if (c->node_of[a] >= 0) {
      const int v = c->vector[a];
      strains_of(x, c, b, a, x->iq[v], x->iw[v], &d);
      if (b->ra > 0) {
        strains_of_y(c, b, a, x->iy[v], &d);
      }
    }
  }
  respond(c, b, &d, 1, &s, rows);
  if (sn_is_composite(c->law)) {
    b->path.tau_c += rows[0];
    b->path.tau_d += rows[1];
    return;
  }
  for (int k = 0; k < nf && c->law == SN_LINEAR_ELASTIC; k++) {
    b->s_c[k] += 0.5 * (s.p[k] + s.m[k]);
    b->s_d[k] += 0.5 * (s.p[k] - s.m[k]);
  }
}
