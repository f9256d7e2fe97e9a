/* steps/ed_block.c -- blocks in the energy-decaying step: stresses, forces at the two Gauss states, share of y.
 * Theory:  docs/theory.md, the scheme ed: a = e(q_f) - e_i, b = -(B_c uh + B_q dq)/6 with uh = w - ra y; stresses and
 *          multipliers are iterates with their own increments. The tangent is in ed_block_tangent.c.
 */
#include <math.h>
#include <string.h>

#include "steps/ed_private.h"

enum { NF = SN_MAX_FORMS };

void ed_block_start(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ed_block *b = x->block + block;
  const double *rate = x->start->rate + c->stress;
  if (sn_is_composite(c->law)) {
    sn_path_start(c, x->start, &b->path);
    b->path.tau_c += x->h * rate[0];
    b->path.tau_d = x->h * rate[0] / (2 * R3);
  } else if (!sn_is_rate(c->law)) {
    sn_forms(c, x->start->q, b->e_i);
    for (int k = 0; k < c->n_form; k++) {
      b->s_c[k] = x->start->stress[c->stress + k] + x->h * rate[k];
      b->s_d[k] = x->h * rate[k] / (2 * R3);
      b->e_i[k] = c->law == SN_LINEAR_CONSTRAINT ? 0 : b->e_i[k];
    }
  }
}

/* Compliance of the row of a multiplier in the tangent, in its unit. It keeps the system regular where rows become dependent on
   the way; loops with a light member and unequal loads stop at their flat position when it is larger (docs/theory.md, dependent
   rows). Dependent rows are held. */
double ed_soft(const sn_stepper *x, const sn_block *c, int row)
{
  static const double SOFT = 1e-12;
  return SOFT + sn_hold(x->o.dependent, c, row);
}

/* Rows of a constraint by the rates of its nodes at the start, G_i C_i, and their compliance. Unlike that of the multipliers of
   the motion it belongs to the scheme, residual and losses included: any compliance >= 0 keeps the balance (theory 5). */
static void rows_of_nu(sn_stepper *x, const sn_block *c, ed_block *b)
{
  const int nv = c->n_vec, nf = c->n_form;
  double e[NF], grad[NF];
  sn_form_rates(c, x->start->q, b->Bf);
  if (c->law == SN_COMPOSITE_CONSTRAINT) {
    sn_forms(c, x->start->q, e);
    sn_composite(c, x->start->own, e, grad, NULL);
  }
  memset(b->G_i, 0, sizeof(double) * (size_t)(b->n_mult * c->n_node * LEVEL));
  for (int k = 0; k < b->n_mult; k++) {
    b->nu[k] = 0;
    b->soft[k] = ed_soft(x, c, k) / b->unit[k];
    for (int a = 0; a < nv; a++) {
      if (c->node_of[a] < 0) {
        continue;
      }
      sn_v3 G = b->Bf[k * nv + a];
      if (c->law == SN_COMPOSITE_CONSTRAINT) {
        G = v3(0, 0, 0);
        for (int f = 0; f < nf; f++) {
          G = v3_axpy(G, grad[f], b->Bf[f * nv + a]);
        }
      }
      const ed_node *n = x->node + c->node[c->node_of[a]];
      double *row = b->G_i + (k * c->n_node + c->node_of[a]) * LEVEL;
      for (int j = 0; j < n->n1; j++) {
        row[j] += v3_dot(G, ed_column_y(n, x->s->vector[c->vector[a]].slot, j));
      }
    }
  }
}

/* |Ks(s_c)| row sums over free vectors with their lengths; composites also |tau_c Hessian| |B_k| |B_l| */
static void row_sums(sn_stepper *x, const sn_block *c, ed_block *b)
{
  const sn_vector *v = x->s->vector;
  const int nv = c->n_vec, nf = c->n_form;
  const double *stress = x->start->stress + c->stress; /* of the last step, not the first guess */
  double s[NF], H[NF * NF], *G = b->Gp;
  memset(G, 0, sizeof(double) * (size_t)(nv * nv));
  if (sn_is_composite(c->law)) {
    double grad[NF];
    sn_composite(c, x->start->own, b->path.e_i, grad, H);
    for (int k = 0; k < nf; k++) {
      s[k] = stress[0] * grad[k];
    }
  } else {
    memcpy(s, stress, sizeof(double) * (size_t)nf);
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
            g += fabs(stress[0] * H[k * nf + l]) * v3_norm(b->Bf[k * nv + a]) * v3_norm(b->Bf[l * nv + e]);
          }
        }
      }
      b->damping[a] += g * v[c->vector[a]].length / v[c->vector[e]].length;
    }
  }
}

void ed_block_damping(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ed_block *b = x->block + block;
  int damped = 0;
  for (int r = 0; r < c->n_node; r++) {
    damped = damped || x->node[c->node[r]].damped;
  }
  memset(b->damping, 0, sizeof(double) * (size_t)c->n_vec);
  if (damped && !sn_is_rate(c->law)) {
    row_sums(x, c, b);
  }
  if (b->damped) {
    rows_of_nu(x, c, b);
  }
}

/* A multiplier at a Gauss state as a force. The impulse that puts the velocities onto the constraints at the end of a step belongs
   to the reaction: its mean over the step, and (4.4) takes it out of s_d. That of the last step stands for the one to come, which
   differs from it by its change in a step: theory (8.3). */
double ed_reaction(const sn_stepper *x, int block, int form, int minus)
{
  const ed_block *b = x->block + block;
  const double push = x->hh * x->start->push[x->s->block[block].stress + form];
  return minus ? b->s_c[form] - b->s_d[form] + (1 - R3) * push : b->s_c[form] + b->s_d[form] + (1 + R3) * push;
}

/* friction: N = sqrt(sum weight s^2) of the constraint it follows, at the Gauss state `minus` */
static double normal_of(const sn_stepper *x, const sn_rate_law *l, int minus)
{
  double sum = 0;
  if (l->normal_block < 0) {
    return 0;
  }
  for (int k = 0; k < l->n_normal; k++) {
    const double s = ed_reaction(x, l->normal_block, l->normal_form[k], minus);
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
