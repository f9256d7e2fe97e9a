/* steps/ep_block.c -- blocks in the one-stage energy-preserving step.
 * Theory:  docs/theory.md, the scheme ep. Strains between the two ends, forces at the mid configuration; composites with a straight
 *          path, rate laws at the middle.
 */
#include <math.h>
#include <string.h>

#include "steps/ep_private.h"

enum { NF = SN_MAX_FORMS, NV = SN_MAX_BLOCK_VECTORS };

void ep_block_start(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ep_block *b = x->block + block;
  if (sn_is_composite(c->law)) {
    sn_path_start(c, x->start, &b->path);
  } else if (!sn_is_rate(c->law)) {
    sn_forms(c, x->start->q, b->e_i);
    memcpy(b->s, x->start->stress + c->stress, sizeof(double) * (size_t)c->n_form);
  }
}

static double normal_of(const sn_stepper *x, const sn_rate_law *l)
{
  double sum = 0;
  for (int k = 0; k < l->n_normal && l->normal_block >= 0; k++) {
    const double s = x->block[l->normal_block].s[l->normal_form[k]];
    sum += l->normal_weight[k] * s * s;
  }
  return sqrt(sum);
}

static void rate_stress(sn_stepper *x, const sn_block *c, ep_block *b)
{
  double e[NF];
  sn_form_rates(c, x->dq, b->Bv); /* h Bl(v) */
  sn_forms(c, x->qm, e);
  for (int k = 0; k < c->n_form; k++) {
    b->edot[k] = 0;
    for (int a = 0; a < c->n_vec; a++) {
      b->edot[k] += v3_dot(b->Bm[k * c->n_vec + a], x->dq[c->vector[a]]) / x->h;
    }
  }
  if (c->law == SN_RATE_MATRIX) {
    for (int k = 0; k < c->n_form; k++) {
      b->s[k] = 0;
      for (int l = 0; l < c->n_form; l++) {
        b->s[k] += c->matrix[k * c->n_form + l] * b->edot[l];
      }
    }
    return;
  }
  b->x = sn_composite(c, x->start->own, e, b->grad, b->hess);
  b->rate = 0;
  for (int k = 0; k < c->n_form; k++) {
    b->rate += b->grad[k] * b->edot[k];
  }
  b->normal = normal_of(x, c->rate);
  b->tau = c->rate->stress(c->rate, x->t + 0.5 * x->h, b->x, b->rate, b->normal, b->d_tau);
  for (int k = 0; k < c->n_form; k++) {
    b->s[k] = b->tau * b->grad[k];
  }
}

static void path_stress(sn_stepper *x, const sn_block *c, ep_block *b)
{
  const int nf = c->n_form;
  double e[NF], a[NF], none[NF];
  sn_form_rates(c, x->qf, b->Bf);
  sn_forms(c, x->qf, e);
  if (sn_is_composite(c->law)) {
    for (int k = 0; k < nf; k++) {
      a[k] = e[k] - b->path.e_i[k];
    }
    sn_path_evaluate(c, x->start->own, x->t, x->h, 0, 0, a, a, a, &b->path);
    sn_path_stress(c, &b->path, b->s, none, none);
    return;
  }
  for (int k = 0; k < nf; k++) {
    double s = 0;
    for (int l = 0; l < nf && c->law == SN_LINEAR_ELASTIC; l++) {
      s += 0.5 * c->matrix[k * nf + l] * (e[l] + b->e_i[l]);
    }
    b->r[k] = c->law == SN_LINEAR_CONSTRAINT ? e[k] : b->s[k] - s;
  }
}

void ep_block_forces(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ep_block *b = x->block + block;
  sn_form_rates(c, x->qm, b->Bm);
  if (sn_is_rate(c->law)) {
    rate_stress(x, c, b);
  } else {
    path_stress(x, c, b);
  }
}

/* increments of strains (da) or of strain and rate (de, dr) by an increment of vector a */
static void strains_of(const sn_stepper *x, const sn_block *c, const ep_block *b, int a, sn_v3 dq, double *da,
                       double *dr)
{
  for (int k = 0; k < c->n_form; k++) {
    const int i = k * c->n_vec + a;
    if (sn_is_rate(c->law)) {
      da[k] += 0.5 * v3_dot(b->Bm[i], dq);
      dr[k] += (v3_dot(b->Bm[i], dq) + 0.5 * v3_dot(b->Bv[i], dq)) / x->h;
    } else {
      da[k] += v3_dot(b->Bf[i], dq);
    }
  }
}

/* stress increments; rows: constraint rows or dtau of a composite law */
static void respond(const sn_block *c, const ep_block *b, const double *da, const double *dr, int pending, double *ds,
                    double *rows)
{
  const int nf = c->n_form;
  if (c->law == SN_RATE_MATRIX) {
    for (int k = 0; k < nf; k++) {
      ds[k] = 0;
      for (int l = 0; l < nf; l++) {
        ds[k] += c->matrix[k * nf + l] * dr[l];
      }
    }
  } else if (c->law == SN_RATE_SCALAR) {
    double dx = 0, drate = 0, dgrad[NF];
    for (int k = 0; k < nf; k++) {
      dgrad[k] = 0;
      for (int l = 0; l < nf; l++) {
        dgrad[k] += b->hess[k * nf + l] * da[l];
      }
      dx += b->grad[k] * da[k];
      drate += b->grad[k] * dr[k] + dgrad[k] * b->edot[k];
    }
    for (int k = 0; k < nf; k++) {
      ds[k] = (b->d_tau[0] * dx + b->d_tau[1] * drate) * b->grad[k] + b->tau * dgrad[k];
    }
  } else if (sn_is_composite(c->law)) {
    double none[NF], zero[NF] = {0}, r[2], dtau = 0;
    sn_path_increment(c, &b->path, da, zero, zero, r, ds, none, none);
    rows[0] = r[0];
    if (c->law != SN_COMPOSITE_CONSTRAINT) {
      dtau = rows[0] = b->path.law[0] * r[0] - (pending ? b->path.residual[0] : 0);
    }
    for (int k = 0; k < nf; k++) {
      ds[k] += dtau * b->path.n_c[k];
    }
  } else {
    for (int k = 0; k < nf; k++) {
      ds[k] = 0;
      if (c->law == SN_LINEAR_CONSTRAINT) {
        rows[k] = da[k];
        continue;
      }
      ds[k] = pending ? -b->r[k] : 0;
      for (int l = 0; l < nf; l++) {
        ds[k] += 0.5 * c->matrix[k * nf + l] * da[l];
      }
    }
  }
}

/* rows of the nodes of forces on the vectors: into a column of the matrix, or (-1) off the right-hand side, later */
static void rows_of(sn_stepper *x, const sn_block *c, const ep_block *b, const sn_v3 *df, const int *offset, int size,
                    int col)
{
  double out[6];
  for (int r = 0; r < c->n_node; r++) {
    sn_v3 f[4] = {{{0}}};
    const int node = c->node[r];
    for (int a = 0; a < c->n_vec; a++) {
      if (c->node_of[a] == r) {
        f[x->s->vector[c->vector[a]].slot] = df[a];
      }
    }
    ep_rows(x, node, f, col < 0 ? b->rows + offset[r] : out);
    for (int i = 0; i < x->node[node].n && col >= 0; i++) {
      b->local[(offset[r] + i) * size + col] += out[i];
    }
  }
}

/* h^2 B_m^T ds */
static void forces_of(const sn_stepper *x, const sn_block *c, const ep_block *b, const double *ds, sn_v3 *df)
{
  for (int k = 0; k < c->n_form; k++) {
    for (int a = 0; a < c->n_vec && ds[k] != 0; a++) {
      df[a] = v3_axpy(df[a], x->hh * ds[k], b->Bm[k * c->n_vec + a]);
    }
  }
}

/* unit multipliers times h^2: own ones, or those friction follows */
static void multiplier_columns(sn_stepper *x, const sn_block *c, const ep_block *b, const int *offset, int size)
{
  const int base = offset[c->n_node];
  for (int j = 0; j < b->n_mult; j++) {
    double ds[NF] = {0};
    sn_v3 df[NV] = {{{0}}};
    if (c->law == SN_LINEAR_CONSTRAINT) {
      ds[j] = b->unit[j] / x->hh;
    } else {
      for (int k = 0; k < c->n_form; k++) {
        ds[k] = b->path.n_c[k] * b->unit[0] / x->hh;
      }
    }
    forces_of(x, c, b, ds, df);
    rows_of(x, c, b, df, offset, size, base + j);
    b->local[(base + j) * (size + 1)] -= sn_hold(x->o.dependent, c, j);
  }
  const sn_rate_law *l = c->law == SN_RATE_SCALAR ? c->rate : NULL;
  for (int k = 0; l && l->normal_block >= 0 && k < l->n_normal && b->normal > 0; k++) {
    const double s = x->block[l->normal_block].s[l->normal_form[k]];
    double ds[NF];
    sn_v3 df[NV] = {{{0}}};
    for (int e = 0; e < c->n_form; e++) {
      ds[e] = b->d_tau[2] * l->normal_weight[k] * s / b->normal * x->block[l->normal_block].unit[l->normal_form[k]] /
              x->hh * b->grad[e];
    }
    forces_of(x, c, b, ds, df);
    rows_of(x, c, b, df, offset, size, base + l->normal_form[k]);
  }
}

void ep_block_assemble(sn_stepper *x, int block, int tangent)
{
  const sn_block *c = x->s->block + block;
  ep_block *b = x->block + block;
  const int nv = c->n_vec, size = x->layout.block_size[block], *offset = x->layout.offset[block];
  double ds[NF], rows[NF], zero[NF] = {0};
  sn_v3 df[NV] = {{{0}}};
  if (c->n_node == 0) {
    return;
  }
  memset(b->G, 0, sizeof(double) * (size_t)(nv * nv));
  sn_geometric(c, b->s, x->hh, b->G);
  respond(c, b, zero, zero, 1, ds, rows);
  forces_of(x, c, b, ds, df);
  rows_of(x, c, b, df, offset, size, -1);
  for (int k = 0; k < b->n_mult; k++) {
    x->layout.rhs[x->layout.block_first[block] + k] = sn_is_composite(c->law) ? -b->path.residual[0] : -b->r[k];
  }
  if (!tangent) {
    return;
  }
  memset(b->local, 0, sizeof(double) * (size_t)(size * size));
  for (int r = 0; r < c->n_node; r++) {
    const ep_node *n = x->node + c->node[r];
    for (int j = 0; j < n->n; j++) {
      double da[NF] = {0}, dr[NF] = {0};
      memset(df, 0, sizeof(sn_v3) * (size_t)nv);
      for (int a = 0; a < nv; a++) {
        if (c->node_of[a] == r) {
          const int slot = x->s->vector[c->vector[a]].slot;
          const sn_v3 dq = v3(n->Cq[slot][0][j], n->Cq[slot][1][j], n->Cq[slot][2][j]);
          strains_of(x, c, b, a, dq, da, dr);
          for (int e = 0; e < nv; e++) {
            df[e] = v3_axpy(df[e], 0.5 * b->G[e * nv + a], dq);
          }
        }
      }
      respond(c, b, da, dr, 0, ds, rows);
      forces_of(x, c, b, ds, df);
      rows_of(x, c, b, df, offset, size, offset[r] + j);
      for (int k = 0; k < b->n_mult; k++) {
        b->local[(offset[c->n_node] + k) * size + offset[r] + j] = rows[k];
      }
    }
  }
  multiplier_columns(x, c, b, offset, size);
  sn_layout_add(&x->layout, x->layout.block_element[block], b->local);
}

void ep_block_apply(sn_stepper *x, int block)
{
  const sn_block *c = x->s->block + block;
  ep_block *b = x->block + block;
  const double *mu = x->layout.rhs + x->layout.block_first[block];
  if (sn_is_rate(c->law)) {
    return;
  }
  if (b->n_mult > 0) {
    for (int k = 0; k < b->n_mult; k++) {
      *(sn_is_composite(c->law) ? &b->path.tau_c : b->s + k) += mu[k] * b->unit[k] / x->hh;
    }
    return;
  }
  double da[NF] = {0}, dr[NF] = {0}, ds[NF], rows[NF];
  for (int a = 0; a < c->n_vec; a++) {
    if (c->node_of[a] >= 0) {
      strains_of(x, c, b, a, x->iq[c->vector[a]], da, dr);
    }
  }
  respond(c, b, da, dr, 1, ds, rows);
  if (sn_is_composite(c->law)) {
    b->path.tau_c += rows[0];
    return;
  }
  for (int k = 0; k < c->n_form && c->law == SN_LINEAR_ELASTIC; k++) {
    b->s[k] += ds[k];
  }
}
