/* steps/ed_block.c -- blocks in the energy-decaying step: forces at the two Gauss states, share of y, tangent.
 * Theory:  docs/theory.md, the scheme ed: a = e(q_f) - e_i, b = -(B_c uh + B_q dq)/6 with uh = w - ra_b y; stresses and
 *          multipliers are iterates with their own increments; law residuals go into the right-hand side.
 * How:     one operator turns increments of a few vectors into increments of strains (strains_of), a law turns those
 *          into increments of stresses (respond), and B^T and Ks into increments of forces (forces_of). Tangent columns,
 *          pending constants and the update after the solve all use it.
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

void ed_block_start(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ed_block *b = x->block + block;
  if (sn_is_composite(c->law)) {
    sn_path_start(c, x->start, &b->path);
  } else if (!sn_is_rate(c->law)) {
    sn_forms(c, x->start->q, b->e_i);
    for (int k = 0; k < c->n_form; k++) {
      b->s_c[k] = x->start->stress[c->stress + k];
      b->s_d[k] = 0;
      b->e_i[k] = c->law == SN_LINEAR_CONSTRAINT ? 0 : b->e_i[k];
    }
  }
}

/* |Ks(s_c)| row sums over free vectors with their lengths; composites also |tau_c Hessian| |B_k| |B_l| */
void ed_block_damping(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ed_block *b = x->block + block;
  const sn_vector *v = x->s->vector;
  const int nv = c->n_vec, nf = c->n_form;
  double s[NF], H[NF * NF], *G = b->Gp;
  memset(b->damping, 0, sizeof(double) * (size_t)nv);
  if (sn_is_rate(c->law)) {
    return;
  }
  memset(G, 0, sizeof(double) * (size_t)(nv * nv));
  if (sn_is_composite(c->law)) {
    double grad[NF];
    sn_composite(c, x->start->own, b->path.e_i, grad, H);
    for (int k = 0; k < nf; k++) {
      s[k] = b->path.tau_c * grad[k];
    }
  } else {
    memcpy(s, b->s_c, sizeof(double) * (size_t)nf);
  }
  sn_geometric(c, s, 1, G);
  if (sn_is_composite(c->law)) {
    sn_form_rates(c, x->start->q, b->Bf);
  }
  for (int a = 0; a < nv; a++) {
    for (int e = 0; e < nv; e++) {
      if (v[c->vector[e]].freedom != SN_FREE) { /* no y: the ground's weights are places, which no damping may feel */
        continue;
      }
      double g = fabs(G[a * nv + e]);
      for (int k = 0; k < nf && sn_is_composite(c->law); k++) {
        for (int l = 0; l < nf; l++) {
          if (H[k * nf + l] != 0) {
            g += fabs(b->path.tau_c * H[k * nf + l]) * v3_norm(b->Bf[k * nv + a]) * v3_norm(b->Bf[l * nv + e]);
          }
        }
      }
      b->damping[a] += g * v[c->vector[a]].length / v[c->vector[e]].length;
    }
  }
}

/* friction: N = sqrt(sum weight s^2) of the constraint it follows, at the Gauss state `minus` */
static double normal_of(const sn_stepper *x, const sn_rate_law *l, int minus)
{
  double sum = 0;
  if (l->normal_block < 0) {
    return 0;
  }
  const ed_block *o = x->block + l->normal_block;
  for (int k = 0; k < l->n_normal; k++) {
    const int f = l->normal_form[k];
    const double s = o->s_c[f] + (minus ? -1 : 1) * o->s_d[f];
    sum += l->normal_weight[k] * s * s;
  }
  return sqrt(sum);
}

/* stresses of a rate law at one Gauss state */
static void rate_stress(sn_stepper *x, const sn_block *c, ed_block *b, int minus, double *s)
{
  const sn_v3 *q = minus ? x->qm : x->qp, *B = minus ? b->Bm : b->Bp;
  sn_v3 *Bv = minus ? b->Bw : b->Bu;
  const double sign = minus ? -1 : 1, t = x->t + (minus ? C_MINUS : C_PLUS) * x->h;
  double e[NF], *ed = b->edot[minus];
  for (int a = 0; a < c->n_vec; a++) {
    const int v = c->vector[a];
    b->pace[v] = v3_scale(1 / x->h, v3_axpy(x->dq[v], sign * 0.5 / R3, x->w[v]));
  }
  sn_form_rates(c, b->pace, Bv); /* Bl(v): the same linear map */
  sn_forms(c, q, e);
  for (int k = 0; k < c->n_form; k++) {
    ed[k] = 0;
    for (int a = 0; a < c->n_vec; a++) {
      ed[k] += v3_dot(B[k * c->n_vec + a], b->pace[c->vector[a]]);
    }
  }
  if (c->law == SN_RATE_MATRIX) {
    for (int k = 0; k < c->n_form; k++) {
      s[k] = 0;
      for (int l = 0; l < c->n_form; l++) {
        s[k] += c->matrix[k * c->n_form + l] * ed[l];
      }
    }
    return;
  }
  b->x[minus] = sn_composite(c, x->start->own, e, b->grad[minus], b->hess[minus]);
  b->rate[minus] = 0;
  for (int k = 0; k < c->n_form; k++) {
    b->rate[minus] += b->grad[minus][k] * ed[k];
  }
  b->normal[minus] = normal_of(x, c->rate, minus);
  b->tau[minus] = c->rate->stress(c->rate, t, b->x[minus], b->rate[minus], b->normal[minus], b->d_tau[minus]);
  for (int k = 0; k < c->n_form; k++) {
    s[k] = b->tau[minus] * b->grad[minus][k];
  }
}

/* a, b, b0 of a path law at the iterate, and the law residuals */
static void path_stress(sn_stepper *x, const sn_block *c, ed_block *b)
{
  const int nv = c->n_vec, nf = c->n_form;
  double e[NF], a[NF], bb[NF], b0[NF];
  for (int i = 0; i < nv; i++) {
    const int v = c->vector[i];
    b->pace[v] = v3_axpy(x->w[v], -b->ra, x->y[v]); /* uh */
  }
  sn_form_rates(c, x->qf, b->Bf);
  sn_form_rates(c, b->pace, b->Bu);
  sn_forms(c, x->qf, e);
  for (int k = 0; k < nf; k++) {
    double sum = 0, with_y = 0;
    for (int i = 0; i < nv; i++) {
      const int v = c->vector[i];
      const sn_v3 p = b->Bp[k * nv + i], m = b->Bm[k * nv + i], mean = v3_scale(0.5, v3_add(p, m));
      sum += v3_dot(mean, b->pace[v]) + R3 * v3_dot(v3_sub(p, m), x->dq[v]);
      with_y += b->ra * v3_dot(mean, x->y[v]);
    }
    bb[k] = -sum / 6;
    b0[k] = -(sum + with_y) / 6;
  }
  if (sn_is_composite(c->law)) {
    sn_form_rates(c, x->w, b->Bw);
    for (int k = 0; k < nf; k++) {
      a[k] = e[k] - b->path.e_i[k];
    }
    sn_path_evaluate(c, x->start->own, x->t, x->h, b->alpha, 1, a, b0, bb, &b->path);
    sn_path_stress(c, &b->path, b->s_c, b->s_d, b->s_y);
  } else {
    for (int k = 0; k < nf; k++) {
      a[k] = e[k] - b->e_i[k];
      b->s_y[k] = b->s_d[k];
    }
    for (int k = 0; k < nf; k++) {
      if (c->law == SN_LINEAR_CONSTRAINT) {
        b->r_c[k] = a[k];
        b->r_d[k] = bb[k];
        continue;
      }
      double sc = 0, sd = 0;
      for (int l = 0; l < nf; l++) {
        const double K = c->matrix[k * nf + l];
        sc += K * (b->e_i[l] + 0.5 * (a[l] + bb[l]));
        sd += K * (a[l] - b->alpha * bb[l]) / (2 * R3);
      }
      b->r_c[k] = b->s_c[k] - sc;
      b->r_d[k] = b->s_d[k] - sd;
    }
  }
  for (int k = 0; k < nf; k++) {
    b->s_p[k] = b->s_c[k] + b->s_d[k];
    b->s_m[k] = b->s_c[k] - b->s_d[k];
  }
}

void ed_block_forces(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ed_block *b = x->block + block;
  sn_form_rates(c, x->qp, b->Bp);
  sn_form_rates(c, x->qm, b->Bm);
  if (sn_is_rate(c->law)) {
    rate_stress(x, c, b, 0, b->s_p);
    rate_stress(x, c, b, 1, b->s_m);
  } else {
    path_stress(x, c, b);
  }
}

void ed_block_force_on(const sn_stepper *x, int block, int local, sn_v3 *fp, sn_v3 *fm, sn_v3 *g)
{
  const sn_block *c = x->s->block + block;
  const ed_block *b = x->block + block;
  for (int k = 0; k < c->n_form; k++) {
    const sn_v3 p = b->Bp[k * c->n_vec + local], m = b->Bm[k * c->n_vec + local];
    *fp = v3_axpy(*fp, x->hh * b->s_p[k], p);
    *fm = v3_axpy(*fm, x->hh * b->s_m[k], m);
    if (b->ra > 0) {
      *g = v3_axpy(*g, 0.5 * b->ra * x->hh * b->s_y[k], v3_add(p, m));
    }
  }
}

/* increments of the strains by increments of vector a (local) */
static void strains_of(const sn_stepper *x, const sn_block *c, const ed_block *b, int a, sn_v3 dq, sn_v3 du, sn_v3 dw,
                       double ra0, strains *d)
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
  /* uh = w - ra_b y, dy = (dw - du)/ra0 */
  const sn_v3 duh = ra0 > 0 ? v3_axpy(du, 1 - b->ra / ra0, v3_sub(dw, du)) : dw;
  for (int k = 0; k < c->n_form; k++) {
    const sn_v3 p = b->Bp[k * nv + a], m = b->Bm[k * nv + a], mean = v3_scale(0.5, v3_add(p, m));
    const double turn = 2 * R3 * v3_dot(v3_sub(p, m), dq);
    d->a[k] += v3_dot(b->Bf[k * nv + a], dq);
    d->b[k] -= (v3_dot(mean, duh) + v3_dot(b->Bu[k * nv + a], dqc) + turn) / 6;
    if (sn_is_composite(c->law)) {
      d->b0[k] -= (v3_dot(mean, dw) + v3_dot(b->Bw[k * nv + a], dqc) + turn) / 6;
    }
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

/* forces on the vectors of one node of the block, by slots */
static void of_node(const sn_stepper *x, const sn_block *c, const forces *f, int r, sn_v3 p[4], sn_v3 m[4], sn_v3 g[4])
{
  const ed_node *n = x->node + c->node[r];
  for (int a = 0; a < c->n_vec; a++) {
    if (c->node_of[a] == r) {
      const int slot = x->s->vector[c->vector[a]].slot;
      p[slot] = f->p[a];
      m[slot] = f->m[a];
      g[slot] = v3_sub(v3_scale(0.5 * n->ra, v3_sub(f->p[a], f->m[a])), f->g[a]);
    }
  }
}

/* rows of all nodes of the block from constant forces on its vectors: off the right-hand side, later */
static void rhs_of(sn_stepper *x, const sn_block *c, const ed_block *b, const forces *f)
{
  for (int r = 0; r < c->n_node; r++) {
    const ed_node *n = x->node + c->node[r];
    sn_v3 p[4] = {{{0}}}, m[4] = {{{0}}}, g[4] = {{{0}}};
    of_node(x, c, f, r, p, m, g);
    ed_node_rows(x, n, x->s->node + c->node[r], p, m, g, 1, b->rows + b->offset[r]);
  }
}

/* the same into column `col` of the local matrix, by the operators of the nodes */
static void rows_of(sn_stepper *x, const sn_block *c, const ed_block *b, const forces *f, int col)
{
  for (int r = 0; r < c->n_node; r++) {
    const ed_node *n = x->node + c->node[r];
    double out[MAX_NODE] = {0};
    for (int a = 0; a < c->n_vec; a++) {
      if (c->node_of[a] != r) {
        continue;
      }
      const int slot = x->s->vector[c->vector[a]].slot;
      for (int i = 0; i < 3; i++) {
        const double p = f->p[a].x[i], m = f->m[a].x[i], g = f->g[a].x[i];
        const double *P = n->rows[0][3 * slot + i], *M = n->rows[1][3 * slot + i], *G = n->rows[2][3 * slot + i];
        if (p == 0 && m == 0 && g == 0) {
          continue;
        }
        for (int k = 0; k < n->n; k++) {
          out[k] += p * P[k] + m * M[k] + g * G[k];
        }
      }
    }
    for (int i = 0; i < n->n; i++) {
      b->local[(b->offset[r] + i) * b->n_local + col] += out[i];
    }
  }
}

static void clear_forces(forces *f, int n)
{
  memset(f->p, 0, sizeof(sn_v3) * (size_t)n);
  memset(f->m, 0, sizeof(sn_v3) * (size_t)n);
  memset(f->g, 0, sizeof(sn_v3) * (size_t)n);
}

/* Softness of a row in the tangent: what the motion of a mass does to (a, b) of its row by forces s+, s-, so that a soft row
   answers like one on a lighter body. SOFT keeps the system regular where rows become dependent on the way (at an angle of
   less than 1e-4), and costs no iterations elsewhere; dependent rows are held (layout.h). */
static void soften(sn_stepper *x, const sn_block *c, const ed_block *b, int j)
{
  static const double SOFT = 1e-8;
  const int base = b->offset[c->n_node], k = j % b->n_mult;
  double soft = SOFT + sn_hold(x->o.dependent, c, k);
  if (x->marking) { /* as large as what the multiplier does: beside a larger one true entries would look like zeros */
    soft = 0;
    for (int i = 0; i < b->n_local; i++) {
      soft = fmax(soft, fabs(b->local[i * b->n_local + base + j]));
    }
  }
  b->local[(base + k) * b->n_local + base + j] -= soft * (j < b->n_mult ? 0.25 - 0.25 / R3 : 0.25 + 0.25 / R3);
  b->local[(base + b->n_mult + k) * b->n_local + base + j] += soft / 12;
}

/* columns of the block's own multipliers, and of those that friction follows */
static void multiplier_columns(sn_stepper *x, const sn_block *c, ed_block *b)
{
  const int nf = c->n_form, base = b->offset[c->n_node];
  forces f;
  for (int j = 0; j < 2 * b->n_mult; j++) {
    stresses s = {{0}, {0}, {0}};
    if (c->law == SN_LINEAR_CONSTRAINT) { /* unknowns h^2 ds+, then h^2 ds- */
      (j < nf ? s.p : s.m)[j % nf] = b->unit[j % nf] / x->hh;
      s.y[j % nf] = (j < nf ? 0.5 : -0.5) * b->unit[j % nf] / x->hh;
    } else { /* h^2 dtau_c, h^2 dtau_d */
      for (int k = 0; k < nf; k++) {
        const double nc = b->path.n_c[k], nd = b->path.n_d[k], md = b->path.m_d[k];
        s.p[k] = (j ? nd + md : nc + nd) * b->unit[0] / x->hh;
        s.m[k] = (j ? nd - md : nc - nd) * b->unit[0] / x->hh;
        s.y[k] = (j ? md : 0) * b->unit[0] / x->hh;
      }
    }
    clear_forces(&f, c->n_vec);
    forces_of(x, c, b, &s, &f);
    rows_of(x, c, b, &f, base + j);
    soften(x, c, b, j);
  }
  if (c->law == SN_RATE_SCALAR && c->rate->normal_block >= 0) {
    const sn_rate_law *l = c->rate;
    const ed_block *o = x->block + l->normal_block;
    const int n_other = x->s->block[l->normal_block].n_form;
    for (int i = 0; i < 2; i++) {
      for (int k = 0; k < l->n_normal && b->normal[i] > 0; k++) {
        const int form = l->normal_form[k];
        const double sk = o->s_c[form] + (i ? -1 : 1) * o->s_d[form];
        const double dtau = b->d_tau[i][2] * l->normal_weight[k] * sk / b->normal[i] * o->unit[form] / x->hh;
        stresses s = {{0}, {0}, {0}};
        for (int e = 0; e < nf; e++) {
          (i ? s.m : s.p)[e] = dtau * b->grad[i][e];
        }
        clear_forces(&f, c->n_vec);
        forces_of(x, c, b, &s, &f);
        rows_of(x, c, b, &f, base + i * n_other + form);
      }
    }
  }
}

/* forces of what is pending in the nodes and in the laws: to the right-hand side */
static void pending_rows(sn_stepper *x, const sn_block *c, const ed_block *b)
{
  double rows[2 * NF];
  strains d;
  stresses s;
  forces f;
  memset(&d, 0, sizeof d);
  clear_forces(&f, c->n_vec);
  for (int a = 0; a < c->n_vec; a++) {
    if (c->node_of[a] >= 0) {
      const ed_node *nd = x->node + c->node[c->node_of[a]];
      sn_v3 dq, du, dw;
      ed_column(nd, x->s->vector[c->vector[a]].slot, -1, &dq, &du, &dw);
      strains_of(x, c, b, a, dq, du, dw, nd->ra, &d);
      turning_forces(c, b, a, dq, dw, &f);
    }
  }
  respond(c, b, &d, 1, &s, rows);
  forces_of(x, c, b, &s, &f);
  rhs_of(x, c, b, &f);
  for (int k = 0; k < b->n_mult; k++) {
    const double r0 = sn_is_composite(c->law) ? b->path.residual[0] : b->r_c[k];
    const double r1 = sn_is_composite(c->law) ? b->path.residual[1] : b->r_d[k];
    x->rhs[b->first + k] = -r0 - rows[k];
    x->rhs[b->first + b->n_mult + k] = -r1 - rows[b->n_mult + k];
  }
}

/* columns of the unknowns of node r of the block */
static void node_columns(sn_stepper *x, const sn_block *c, const ed_block *b, int r)
{
  const ed_node *nd = x->node + c->node[r];
  double rows[2 * NF];
  strains d;
  stresses s;
  forces f;
  for (int j = 0; j < nd->n; j++) {
    const int col = b->offset[r] + j;
    memset(&d, 0, sn_is_rate(c->law) ? sizeof d : offsetof(strains, e)); /* path laws do not read the rest */
    clear_forces(&f, c->n_vec);
    for (int a = 0; a < c->n_vec; a++) {
      if (c->node_of[a] == r) {
        sn_v3 dq, du, dw;
        ed_column(nd, x->s->vector[c->vector[a]].slot, j, &dq, &du, &dw);
        strains_of(x, c, b, a, dq, du, dw, nd->ra, &d);
        turning_forces(c, b, a, dq, dw, &f);
      }
    }
    respond(c, b, &d, 0, &s, rows);
    forces_of(x, c, b, &s, &f);
    rows_of(x, c, b, &f, col);
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
  sn_layout_add(x->use, b->element, b->local);
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
      strains_of(x, c, b, a, x->iq[v], x->iu[v], x->iw[v], x->ra[v], &d);
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
