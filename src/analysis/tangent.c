/* analysis/tangent.c -- forces, energy and exact tangent of a static configuration.
 * Theory:  stress increments: elastic K de; composites tau' (grad.de) grad + tau H de; forces B^T ds + Ks(s) dq (kernel.h).
 *          The moment rows sum d x f change with the directors too: (turn x d) x f. At an equilibrium the matrix is
 *          symmetric on the constraints for loads that have a potential.
 * Tests:   tests/analysis/test_statics.c (against differences, closed forms)
 */
#include "analysis/statics_private.h"
#include <string.h>

enum { NF = SN_MAX_FORMS, NV = SN_MAX_BLOCK_VECTORS };

static int takes_part(const sn_block *b)
{
  return !sn_is_rate(b->law) && b->n_node > 0;
}

static sn_status number(sn_still *w, sn_arena *arena)
{
  const sn_system *s = w->m->s;
  int *size = SN_NEW(arena, int, s->n_node), *count = SN_NEW(arena, int, s->n_block + 1);
  int *rows = SN_NEW(arena, int, s->n_block + 1);
  const int **list = SN_NEW(arena, const int *, s->n_block + 1);
  w->first = SN_NEW(arena, int, s->n_node);
  w->row_first = SN_NEW(arena, int, s->n_block + 1);
  w->constraint = SN_NEW(arena, int, s->n_block + 1);
  if (!size || !count || !rows || !list || !w->first || !w->row_first || !w->constraint) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    size[i] = w->m->node[i].size;
  }
  for (int i = 0; i < s->n_block; i++) {
    w->constraint[i] = -1;
  }
  for (int i = 0; i < w->m->n_constraint; i++) {
    w->constraint[w->m->constraint[i].block] = i;
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    list[i] = b->node;
    count[i] = takes_part(b) ? b->n_node : 0;
    rows[i] = w->constraint[i] >= 0 && takes_part(b) ? w->m->constraint[w->constraint[i]].n_row : 0;
  }
  const sn_order_input in = {s->n_node, size, s->n_block, list, count, rows, 0};
  w->n_unknown = sn_order(&in, arena, w->first, w->row_first);
  return w->n_unknown < 0 ? SN_ENOMEM : SN_OK;
}

static sn_status make_solver(sn_still *w, sn_arena *arena, int *largest, sn_error *error)
{
  const sn_system *s = w->m->s;
  int *count = SN_NEW(arena, int, s->n_node + s->n_block);
  const int **list = SN_NEW(arena, const int *, s->n_node + s->n_block);
  w->element = SN_NEW(arena, int, s->n_block + 1);
  w->size = SN_NEW(arena, int, s->n_block + 1);
  if (!count || !list || !w->element || !w->size) {
    return sn_no_memory(error, "the static equilibrium");
  }
  int n_element = 0;
  for (int i = -s->n_node; i < s->n_block; i++) {
    const sn_block *b = i < 0 ? NULL : s->block + i;
    int room = SN_NODE_UNKNOWNS * (b ? b->n_node : 1) + (b ? b->n_form : 0), n = 0;
    if (b && !takes_part(b)) {
      w->element[i] = -1;
      continue;
    }
    int *u = SN_NEW(arena, int, room);
    if (!u) {
      return sn_no_memory(error, "the static equilibrium");
    }
    for (int k = 0; k < (b ? b->n_node : 1); k++) {
      const int node = b ? b->node[k] : i + s->n_node;
      for (int j = 0; j < w->m->node[node].size; j++) {
        u[n++] = w->first[node] + j;
      }
    }
    for (int r = 0; b && w->constraint[i] >= 0 && r < w->m->constraint[w->constraint[i]].n_row; r++) {
      u[n++] = w->row_first[i] + r;
    }
    if (b) {
      w->element[i] = n_element;
      w->size[i] = n;
    }
    list[n_element] = u;
    count[n_element++] = n;
    *largest = n > *largest ? n : *largest;
  }
  const sn_lin_pattern pattern = {.n = w->n_unknown, .n_element = n_element, .count = count, .unknown = list};
  return sn_lin_new(&pattern, arena, &w->lin, error);
}

sn_status sn_still_new(sn_motion *m, sn_arena *arena, sn_still *out, sn_error *error)
{
  const sn_system *s = m->s;
  int largest = SN_NODE_UNKNOWNS;
  *out = (sn_still){.m = m, .load = 1};
  if (number(out, arena) != SN_OK) {
    return sn_no_memory(error, "the static equilibrium");
  }
  SN_TRY(make_solver(out, arena, &largest, error));
  out->local = SN_NEW(arena, double, (size_t)largest *(size_t)largest);
  out->x = SN_NEW(arena, double, out->n_unknown + 1);
  out->rhs = SN_NEW(arena, double, m->n_unknown + 1);
  out->row = SN_NEW(arena, double, m->n_row + 1);
  out->lambda = SN_NEW(arena, double, m->n_row + 1);
  out->W = SN_NEW(arena, double, 36 * (size_t)s->n_node);
  out->f = SN_NEW(arena, sn_v3, s->n_vector);
  out->total = SN_NEW(arena, sn_v3, s->n_vector);
  if (!out->local || !out->x || !out->rhs || !out->row || !out->lambda || !out->W || !out->f || !out->total) {
    sn_lin_free(out->lin);
    return sn_no_memory(error, "the static equilibrium");
  }
  return SN_OK;
}

/* ---- forces */

/* Stresses of the forms of a block at rest; for composites tau in *tau, tau' in *stiffness, H if wanted. */
static void stresses(sn_still *w, int block, double *s, double *tau, double *stiffness, double *gradient,
                     double *hessian)
{
  const sn_motion *m = w->m;
  const sn_block *b = m->s->block + block;
  double e[NF], u[3];
  *tau = *stiffness = 0;
  sn_forms(b, m->q, e);
  if (b->law == SN_LINEAR_ELASTIC) {
    for (int k = 0; k < b->n_form; k++) {
      s[k] = 0;
      for (int l = 0; l < b->n_form; l++) {
        s[k] += b->matrix[k * b->n_form + l] * e[l];
        w->energy += 0.5 * e[k] * b->matrix[k * b->n_form + l] * e[l];
      }
    }
    return;
  }
  if (b->law == SN_LINEAR_CONSTRAINT) {
    memcpy(s, w->lambda + m->constraint[w->constraint[block]].row, (size_t)b->n_form * sizeof(double));
    return;
  }
  const double value = sn_composite(b, m->own, e, gradient, hessian);
  sn_motion_drive(m, b, u);
  if (b->law == SN_COMPOSITE_CONSTRAINT) {
    *tau = w->lambda[m->constraint[w->constraint[block]].row];
  } else if (b->law == SN_COMPOSITE_POTENTIAL) {
    *tau = b->potential->force(b->potential, value - u[0], stiffness);
    w->energy += b->potential->energy(b->potential, value - u[0]);
  } else {
    *tau = b->given ? -w->load * sn_expr_value(b->given, &m->t) : 0;
    w->energy += *tau * (value - u[0]);
  }
  for (int k = 0; k < b->n_form; k++) {
    s[k] = *tau * gradient[k];
  }
}

static int is_finite(const double *x, int n)
{
  int good = 1;
  for (int k = 0; k < n; k++) {
    good = good && isfinite(x[k]);
  }
  return good;
}

static void note_force(sn_still *w, int vector, sn_v3 f)
{
  const sn_system *s = w->m->s;
  w->force = fmax(w->force, s->vector[vector].role == 0 ? v3_norm(f) : v3_norm(f) / s->extent);
}

static int has_potential(const sn_load *l)
{
  return l->type == SN_LOAD_FORCE && !l->follows;
}

static void add_block(sn_still *w, int block, const double *s, sn_v3 *f)
{
  sn_motion *m = w->m;
  const sn_block *b = m->s->block + block;
  sn_form_rates(b, m->q, m->B);
  for (int a = 0; a < b->n_vec; a++) {
    sn_v3 sum = v3(0, 0, 0);
    for (int k = 0; k < b->n_form; k++) {
      sum = v3_axpy(sum, -s[k], m->B[k * b->n_vec + a]);
    }
    note_force(w, b->vector[a], sum);
    f[b->vector[a]] = v3_add(f[b->vector[a]], sum);
  }
}

sn_status sn_still_forces(sn_still *w, sn_error *error)
{
  sn_motion *m = w->m;
  const sn_system *s = m->s;
  double stress[NF], gradient[NF], tau, stiffness;
  w->force = w->energy = 0;
  for (int i = 0; i < s->n_vector; i++) {
    w->f[i] = v3_scale(w->load, s->gravity[i]);
    w->energy -= v3_dot(w->f[i], m->q[i]);
    note_force(w, i, s->gravity[i]);
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4];
    sn_load_forces(l, m->q, m->t, F, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      if (!is_finite(F[a].x, 3)) {
        return sn_motion_not_a_number(m, l->item, "value", error);
      }
      note_force(w, l->vector[a], F[a]);
      w->f[l->vector[a]] = v3_axpy(w->f[l->vector[a]], w->load, F[a]);
      w->energy -= has_potential(l) ? w->load * v3_dot(F[a], m->q[l->vector[a]]) : 0;
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!takes_part(b) || sn_is_constraint(b->law)) {
      continue;
    }
    stresses(w, i, stress, &tau, &stiffness, gradient, NULL);
    if (!is_finite(stress, b->n_form)) {
      return sn_motion_not_a_number(m, b->item, "force", error);
    }
    add_block(w, i, stress, w->f);
  }
  return SN_OK;
}

void sn_still_given(const sn_still *w, const sn_v3 *q, const sn_v3 *q_new, double *work)
{
  const sn_system *s = w->m->s;
  *work = 0;
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4], F_new[4];
    if (has_potential(l)) {
      continue;
    }
    sn_load_forces(l, q, w->m->t, F, NULL);
    sn_load_forces(l, q_new, w->m->t, F_new, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      const sn_v3 d = v3_sub(q_new[l->vector[a]], q[l->vector[a]]);
      *work += 0.5 * w->load * (v3_dot(F[a], d) + v3_dot(F_new[a], d));
    }
  }
}

void sn_still_total(sn_still *w)
{
  const sn_system *s = w->m->s;
  double stress[NF], gradient[NF], tau, stiffness;
  memcpy(w->total, w->f, (size_t)s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < s->n_block; i++) {
    if (takes_part(s->block + i) && sn_is_constraint(s->block[i].law)) {
      stresses(w, i, stress, &tau, &stiffness, gradient, NULL);
      add_block(w, i, stress, w->total);
    }
  }
}

double sn_still_residual(sn_still *w)
{
  const sn_motion *m = w->m;
  double worst = 0;
  memset(w->rhs, 0, (size_t)m->n_unknown * sizeof(double));
  sn_motion_add_projection(m, w->total, w->rhs);
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_motion_node *k = m->node + i;
    for (int j = 0; j < k->size; j++) {
      worst = fmax(worst, fabs(w->rhs[k->first + j]) / (j < 3 * m->s->node[i].has_x ? 1 : m->s->extent));
    }
  }
  return w->force > 0 ? worst / w->force : worst;
}

/* ---- matrix */

void sn_still_metric(sn_still *w)
{
  const sn_motion *m = w->m;
  const sn_system *s = m->s;
  double mass = 0, count = 0;
  for (int i = 0; i < s->n_node; i++) {
    mass += s->node[i].has_x ? s->node[i].mass[0][0] : 0;
    count += s->node[i].has_x;
  }
  mass = mass > 0 ? mass / count : 1;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *node = s->node + i;
    const int n = m->node[i].size;
    sn_motion_node_mass(m, i, w->W + 36 * i);
    for (int j = 0; j < n; j++) { /* what has no mass must not run away either */
      w->W[36 * i + j * (n + 1)] += 1e-6 * mass * (j < 3 * node->has_x ? 1 : s->extent * s->extent);
    }
  }
}

static void fill_nodes(sn_still *w, double damping)
{
  const sn_motion *m = w->m;
  const sn_system *s = m->s;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *node = s->node + i;
    const sn_motion_node *k = m->node + i;
    const int n = k->size, x = 3 * node->has_x;
    for (int j = 0; j < n * n; j++) {
      w->local[j] = damping * w->W[36 * i + j];
    }
    for (int j = 0; j < k->n_rotation; j++) {
      sn_v3 moment = v3(0, 0, 0);
      for (int a = node->has_x; a < node->n_vec; a++) {
        const sn_v3 turned = v3_cross(k->axis[j], m->q[node->vector[a]]);
        moment = v3_add(moment, v3_cross(turned, w->total[node->vector[a]]));
      }
      for (int l = 0; l < k->n_rotation; l++) {
        w->local[(x + l) * n + x + j] -= v3_dot(k->axis[l], moment);
      }
    }
    sn_lin_add(w->lin, i, w->local);
  }
}

/* Rows of one node from the increments of force on its vectors. */
static void project(const sn_motion *m, int node, const sn_v3 df[4], double *out)
{
  const sn_node *n = m->s->node + node;
  const sn_motion_node *k = m->node + node;
  const int x = 3 * n->has_x;
  sn_v3 moment = v3(0, 0, 0);
  for (int c = 0; c < x; c++) {
    out[c] = df[0].x[c];
  }
  for (int a = n->has_x; a < n->n_vec; a++) {
    moment = v3_add(moment, v3_cross(m->q[n->vector[a]], df[a]));
  }
  for (int j = 0; j < k->n_rotation; j++) {
    out[x + j] = v3_dot(k->axis[j], moment);
  }
}

static void stress_increments(const sn_block *b, const double *de, double tau, double stiffness, const double *gradient,
                              const double *hessian, double *ds)
{
  const int n = b->n_form;
  double along = 0;
  memset(ds, 0, (size_t)n * sizeof(double));
  if (b->law == SN_LINEAR_CONSTRAINT) {
    return;
  }
  if (b->law == SN_LINEAR_ELASTIC) {
    for (int k = 0; k < n; k++) {
      for (int l = 0; l < n; l++) {
        ds[k] += b->matrix[k * n + l] * de[l];
      }
    }
    return;
  }
  for (int k = 0; k < n; k++) {
    along += gradient[k] * de[k];
  }
  for (int k = 0; k < n; k++) {
    ds[k] = stiffness * along * gradient[k];
    for (int l = 0; l < n; l++) {
      ds[k] += tau * hessian[k * n + l] * de[l];
    }
  }
}

static void fill_block(sn_still *w, int block)
{
  sn_motion *m = w->m;
  const sn_block *b = m->s->block + block;
  const int nv = b->n_vec, size = w->size[block];
  double s[NF], gradient[NF], hessian[NF * NF], tau, stiffness, G[NV * NV], ds[NF];
  int at[NV];
  stresses(w, block, s, &tau, &stiffness, gradient, hessian);
  memset(G, 0, sizeof(double) * (size_t)(nv * nv));
  sn_geometric(b, s, 1, G);
  sn_form_rates(b, m->q, m->B);
  memset(w->local, 0, sizeof(double) * (size_t)(size * size));
  for (int k = 0, n = 0; k < b->n_node; k++) {
    at[k] = n;
    n += m->node[b->node[k]].size;
  }
  for (int r = 0; r < b->n_node; r++) {
    sn_v3 C[4][SN_NODE_UNKNOWNS];
    sn_motion_columns(m, b->node[r], C);
    for (int j = 0; j < m->node[b->node[r]].size; j++) {
      double de[NF] = {0};
      sn_v3 df[NV] = {{{0}}};
      for (int a = 0; a < nv; a++) {
        if (b->node_of[a] != r) {
          continue;
        }
        const sn_v3 dq = C[m->s->vector[b->vector[a]].slot][j];
        for (int k = 0; k < b->n_form; k++) {
          de[k] += v3_dot(m->B[k * nv + a], dq);
        }
        for (int e = 0; e < nv; e++) {
          df[e] = v3_axpy(df[e], G[e * nv + a], dq);
        }
      }
      stress_increments(b, de, tau, stiffness, gradient, hessian, ds);
      for (int k = 0; k < b->n_form; k++) {
        for (int a = 0; a < nv && ds[k] != 0; a++) {
          df[a] = v3_axpy(df[a], ds[k], m->B[k * nv + a]);
        }
      }
      for (int t = 0; t < b->n_node; t++) {
        double out[SN_NODE_UNKNOWNS];
        sn_v3 own[4] = {{{0}}};
        for (int a = 0; a < nv; a++) {
          if (b->node_of[a] == t) {
            own[m->s->vector[b->vector[a]].slot] = df[a];
          }
        }
        project(m, b->node[t], own, out);
        for (int i = 0; i < m->node[b->node[t]].size; i++) {
          w->local[(at[t] + i) * size + at[r] + j] += out[i];
        }
      }
    }
  }
  if (w->constraint[block] >= 0) {
    const sn_constraint_rows *c = m->constraint + w->constraint[block];
    sn_motion_gradients(m, c);
    sn_motion_project_rows(m, c);
    for (int r = 0; r < c->n_row; r++) {
      const int left_out = m->softness[c->row + r] > 0;
      for (int j = 0; j < c->n_local; j++) {
        const double g = left_out ? 0 : m->projected[r * c->n_local + j];
        w->local[(c->n_local + r) * size + j] = w->local[j * size + c->n_local + r] = g;
      }
      w->local[(c->n_local + r) * (size + 1)] = left_out ? -1 : 0;
      /* stiffness along the rows changes nothing where they are met, and gives every node a pivot */
      const double length = sn_motion_row_scale(m, b, r);
      const double stiffness_of_row = left_out ? 0 : w->force * m->s->extent / (length * length);
      for (int i = 0; i < c->n_local; i++) {
        for (int j = 0; j < c->n_local; j++) {
          w->local[i * size + j] +=
              stiffness_of_row * m->projected[r * c->n_local + i] * m->projected[r * c->n_local + j];
        }
      }
    }
  }
  sn_lin_add(w->lin, w->element[block], w->local);
}

static void fill_load(sn_still *w, int load)
{
  const sn_motion *m = w->m;
  const sn_load *l = m->s->load + load;
  const int node = m->s->vector[l->vector[0]].node, ld = 3 * l->n_vec;
  double K[144] = {0};
  sn_v3 F[4], C[4][SN_NODE_UNKNOWNS];
  if (node < 0) {
    return;
  }
  const int n = m->node[node].size;
  sn_load_forces(l, m->q, m->t, F, K);
  sn_motion_columns(m, node, C);
  for (int j = 0; j < n; j++) {
    sn_v3 df[4] = {{{0}}};
    double out[SN_NODE_UNKNOWNS];
    for (int a = 0; a < l->n_vec; a++) {
      sn_v3 sum = v3(0, 0, 0);
      for (int b = 0; b < l->n_vec; b++) {
        const sn_v3 dq = C[m->s->vector[l->vector[b]].slot][j];
        for (int i = 0; i < 9; i++) {
          sum.x[i / 3] += K[(3 * a + i / 3) * ld + 3 * b + i % 3] * dq.x[i % 3];
        }
      }
      df[m->s->vector[l->vector[a]].slot] = v3_scale(-w->load, sum);
    }
    project(m, node, df, out);
    for (int i = 0; i < n; i++) {
      w->local[i * n + j] = out[i];
    }
  }
  sn_lin_add(w->lin, node, w->local);
}

void sn_still_tangent(sn_still *w, double damping)
{
  const sn_system *s = w->m->s;
  const double energy = w->energy;
  sn_lin_clear(w->lin);
  fill_nodes(w, damping);
  for (int i = 0; i < s->n_load; i++) {
    fill_load(w, i);
  }
  for (int i = 0; i < s->n_block; i++) {
    if (takes_part(s->block + i)) {
      fill_block(w, i);
    }
  }
  w->energy = energy;
}
