/* analysis/tangent.c -- forces, energy and exact tangent of a static configuration.
 * Theory:  blocks by instant/block.c. The moment rows sum d x f change with the directors too: (turn x d) x f. At an equilibrium the matrix is
 *          symmetric on the constraints for loads that have a potential.
 *          Laws of the user in strain and rate act as at rate 0; their work is that of the trapezoidal rule.
 * Tests:   tests/analysis/test_statics.c (against differences, closed forms)
 */
#include "analysis/statics_private.h"
#include <string.h>

enum { NF = SN_MAX_FORMS, NV = SN_MAX_BLOCK_VECTORS };

/* ---- forces */

/* Stresses of a block at rest. A law without a potential: sn_still_given. */
static void stresses(sn_still *w, int block, double *hessian, sn_block_stress *out)
{
  const sn_block *b = w->m->s->block + block;
  SN_ASSERT(b->law->is_constraint == (w->constraint[block] >= 0));
  const double *multiplier = b->law->is_constraint ? w->lambda + w->m->constraint[w->constraint[block]].row : NULL;
  sn_motion_stress(w->m, b, &(sn_block_asked){.multiplier = multiplier, .hessian = hessian, .potential = 1}, out);
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
  SN_ASSERT(vector >= 0 && vector < w->m->s->n_vector);
  const sn_system *s = w->m->s;
  w->force = fmax(w->force, s->vector[vector].role == 0 ? v3_norm(f) : v3_norm(f) / s->extent);
}

static int has_potential(const sn_load *l)
{
  return l->type == SN_LOAD_FORCE && !l->follows;
}

static void add_block(sn_still *w, int block, const double *s, sn_v3 *f)
{
  const sn_block *b = w->m->s->block + block;
  sn_v3 F[NV];
  sn_form_forces(b, s, w->m->q, F);
  for (int a = 0; a < b->n_vec; a++) {
    note_force(w, b->vector[a], F[a]);
    f[b->vector[a]] = v3_sub(f[b->vector[a]], F[a]);
  }
}

/* Strains of an elastic block are small differences of the summands B q: some of their last digits are lost. Of a composite strain:
   by tau', and by what changes with the gradient. */
static void note_noise(sn_still *w, const sn_block *b, const sn_block_stress *x, const double *hessian)
{
  const double lost = 2.2e-16;
  const int n = b->n_form;
  SN_ASSERT(b->law->is_scalar ? hessian != NULL : b->matrix != NULL);
  double summands[NF], along = 0;
  sn_form_rates(b, w->m->q, w->m->B);
  for (int k = 0; k < n; k++) {
    summands[k] = 0;
    for (int a = 0; a < b->n_vec; a++) {
      summands[k] += v3_norm(w->m->B[k * b->n_vec + a]) * v3_norm(w->m->q[b->vector[a]]);
    }
    along += b->law->is_scalar ? fabs(x->gradient[k]) * summands[k] : 0;
  }
  for (int k = 0; k < n; k++) {
    double stress = b->law->is_scalar ? fabs(x->d[0] * x->gradient[k]) * along : 0, rate = 0;
    for (int l = 0; l < n; l++) {
      stress += fabs(b->law->is_scalar ? x->tau * hessian[k * n + l] : b->matrix[k * n + l]) * summands[l];
    }
    for (int a = 0; a < b->n_vec; a++) {
      rate = fmax(rate, v3_norm(w->m->B[k * b->n_vec + a]));
    }
    w->noise = fmax(w->noise, lost * stress * rate);
  }
}

/* Beside such a force every residual would be small. */
static sn_status too_large(const sn_motion *m, int item, sn_error *error)
{
  (void)sn_fail(error, SN_EMODEL, item < 0 ? "forces" : "", "The largest force is beyond all numbers.",
                "Its square overflows: it is above 1e154 N.",
                "Check loads and gravity; all quantities are in SI units.");
  if (item >= 0) {
    sn_motion_name_item(m->s, item, error);
  }
  return SN_EMODEL;
}

sn_status sn_still_forces(sn_still *w, sn_error *error)
{
  sn_motion *m = w->m;
  const sn_system *s = m->s;
  double hessian[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  sn_block_stress stress;
  w->force = w->energy = w->noise = 0;
  for (int i = 0; i < s->n_vector; i++) {
    w->f[i] = v3_scale(m->weight, s->gravity[i]);
    w->energy -= v3_dot(w->f[i], m->q[i]);
    note_force(w, i, s->gravity[i]);
  }
  sn_still_centrifugal(w);
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4];
    sn_load_forces(l, m->q, NULL, m->t, F, NULL, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      if (!is_finite(F[a].x, 3)) {
        return sn_motion_not_a_number(m, l->item, "value", error);
      }
      if (!isfinite(v3_norm(F[a]))) {
        return too_large(m, l->item, error);
      }
      note_force(w, l->vector[a], F[a]);
      w->f[l->vector[a]] = v3_axpy(w->f[l->vector[a]], m->load, F[a]);
      w->energy -= has_potential(l) ? m->load * v3_dot(F[a], m->q[l->vector[a]]) : 0;
    }
  }
  if (!isfinite(w->force)) { /* of elastic blocks an iterate may be as far off: it is taken back */
    return too_large(m, -1, error);
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!sn_still_takes_part(b) || b->law->is_constraint) {
      continue;
    }
    stresses(w, i, hessian, &stress);
    if (!is_finite(stress.s, b->n_form)) {
      return sn_motion_not_a_number(m, b->item, "force", error);
    }
    w->energy += stress.potential;
    add_block(w, i, stress.s, w->f);
    if (b->law->stores_energy) {
      note_noise(w, b, &stress, hessian);
    }
  }
  return SN_OK;
}

/* Strain and stress of a law of the user. */
static double law_at(const sn_motion *m, const sn_block *b, const sn_v3 *q, double *tau)
{
  SN_ASSERT(sn_still_is_law(b) && b->n_form <= NF);
  double e[NF], gradient[NF], unused[3];
  sn_forms(b, q, e);
  const double x = sn_composite(b, m->own, e, gradient, NULL) - sn_drive(b, m->own, m->t);
  *tau = b->rate->stress(b->rate, m->t, x, 0, 0, unused);
  return x;
}

/* Work of forces that follow signals between two configurations, by the mean of both. */
static double feedback_work(const sn_motion *m, const sn_block *b, const sn_v3 *q, const sn_v3 *q_new)
{
  double e[SN_MAX_COMPOSITE_FORMS], e_new[SN_MAX_COMPOSITE_FORMS], s[SN_MAX_COMPOSITE_FORMS],
      s_new[SN_MAX_COMPOSITE_FORMS], work = 0;
  sn_forms(b, q, e);
  sn_forms(b, q_new, e_new);
  b->law->stress_at(b, &(sn_form_point){e, NULL, m->own, m->t}, s, NULL, NULL);
  b->law->stress_at(b, &(sn_form_point){e_new, NULL, m->own, m->t}, s_new, NULL, NULL);
  for (int k = 0; k < b->n_form; k++) {
    work -= 0.5 * (s[k] + s_new[k]) * (e_new[k] - e[k]);
  }
  return work;
}

void sn_still_given(const sn_still *w, const sn_v3 *q, const sn_v3 *q_new, double *work)
{
  const sn_system *s = w->m->s;
  SN_ASSERT(q != q_new);
  *work = 0;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (sn_still_takes_part(b) && b->law->stress_at) {
      *work += feedback_work(w->m, b, q, q_new);
    } else if (sn_still_takes_part(b) && sn_still_is_law(b)) {
      double before, after;
      const double x = law_at(w->m, b, q, &before), x_new = law_at(w->m, b, q_new, &after);
      *work -= 0.5 * (before + after) * (x_new - x);
    }
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4], F_new[4];
    if (has_potential(l)) {
      continue;
    }
    sn_load_forces(l, q, NULL, w->m->t, F, NULL, NULL);
    sn_load_forces(l, q_new, NULL, w->m->t, F_new, NULL, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      const sn_v3 d = v3_sub(q_new[l->vector[a]], q[l->vector[a]]);
      *work += 0.5 * w->m->load * (v3_dot(F[a], d) + v3_dot(F_new[a], d));
    }
  }
}

/* Is the stress of this block an unknown of its own? */
static int is_iterate(const sn_still *w, const sn_block *b)
{
  return w->iterate && sn_is_material(b->law);
}

void sn_still_total(sn_still *w)
{
  const sn_system *s = w->m->s;
  sn_block_stress stress;
  memcpy(w->total, w->f, (size_t)s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!sn_still_takes_part(b) || (!b->law->is_constraint && !is_iterate(w, b))) {
      continue;
    }
    stresses(w, i, NULL, &stress);
    for (int k = 0; is_iterate(w, b) && k < b->n_form; k++) { /* f holds the stresses of the law */
      stress.s[k] = w->iterate[b->stress + k] - stress.s[k];
    }
    add_block(w, i, stress.s, w->total);
  }
}

void sn_still_follow(sn_still *w, const sn_v3 *dq, double part)
{
  sn_motion *m = w->m;
  const sn_system *s = m->s;
  SN_ASSERT(w->iterate && part > 0 && part <= 1 && dq != m->q);
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    double e[NF], de[NF], stress[NF];
    if (!is_iterate(w, b)) {
      continue;
    }
    sn_motion_points(b, m->q, m->point);
    sn_motion_forms(b, m->point, e);
    sn_motion_strain_rates(m, b, dq, de);
    for (int k = 0; k < b->n_form; k++) {
      e[k] += de[k];
    }
    b->law->stress(b, e, stress);
    for (int k = 0; k < b->n_form; k++) {
      w->iterate[b->stress + k] += part * (stress[k] - w->iterate[b->stress + k]);
    }
  }
}

/* Stiff parts turn the round-off of their strains into force. */
double sn_still_balanced(const sn_still *w)
{
  return fmax(1e-10, w->force > 0 ? 4 * w->noise / w->force : 0);
}

double sn_still_residual(sn_still *w)
{
  const sn_motion *m = w->m;
  double worst = 0;
  SN_ASSERT(!(w->force < 0));
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
  const double mass = sn_typical_mass(s);
  SN_ASSERT(mass > 0);
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
    SN_ASSERT(n == x + k->n_rotation && n * n <= 36);
    for (int j = 0; j < n * n; j++) {
      w->local[j] = damping * w->W[36 * i + j];
    }
    for (int j = 0; j < k->n_rotation && !w->bare; j++) {
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
  SN_ASSERT(x + k->n_rotation == k->size);
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

/* tau' grad grad^T + tau H: how stresses of a composite strain change with its forms. */
static void composite_stiffness(const sn_block *b, const sn_block_stress *x, const double *hessian, double *D)
{
  const int n = b->n_form;
  SN_ASSERT(b->law->is_scalar && n <= SN_MAX_COMPOSITE_FORMS);
  for (int k = 0; k < n; k++) {
    for (int l = 0; l < n; l++) {
      D[k * n + l] = x->d[0] * x->gradient[k] * x->gradient[l] + x->tau * hessian[k * n + l];
    }
  }
}

/* Rows of a constraint, and columns of its multipliers. */
static void fill_rows(sn_still *w, int block)
{
  sn_motion *m = w->m;
  const sn_constraint_rows *c = m->constraint + w->constraint[block];
  const int size = w->size[block], n = c->n_local;
  SN_ASSERT(c->block == block && size == n + c->n_row);
  sn_motion_project_rows(m, c, m->projected);
  for (int r = 0; r < c->n_row; r++) {
    const int left_out = m->softness[c->row + r] > 0;
    const double *g = m->projected + r * n;
    w->local[(n + r) * (size + 1)] = left_out ? -1 : 0;
    if (left_out) {
      continue;
    }
    /* stiffness along the rows changes nothing where they are met, and gives every node a pivot */
    const double length = sn_motion_row_scale(m, m->s->block + block, r);
    SN_ASSERT(length > 0);
    const double stiffness = w->force * m->s->extent / (length * length);
    for (int i = 0; i < n; i++) {
      w->local[(n + r) * size + i] = w->local[i * size + n + r] = g[i];
      for (int j = 0; j < n; j++) {
        w->local[i * size + j] += stiffness * g[i] * g[j];
      }
    }
  }
}

static void fill_block(sn_still *w, int block)
{
  const sn_block *b = w->m->s->block + block;
  const int size = w->size[block];
  SN_ASSERT(w->element[block] >= 0 && size == w->pattern.count[w->element[block]]);
  SN_ASSERT(!b->law->is_scalar || b->n_form <= SN_MAX_COMPOSITE_FORMS);
  double hessian[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS], D[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  sn_block_stress x;
  memset(w->local, 0, sizeof(double) * (size_t)(size * size));
  stresses(w, block, hessian, &x);
  if (is_iterate(w, b)) {
    memcpy(x.s, w->iterate + b->stress, sizeof(double) * (size_t)b->n_form);
  }
  if (w->bare) {
    x.tau = 0;
  } else {
    sn_motion_add_geometric(w->m, block, x.s, w->local, size);
  }
  if (b->law->is_scalar) {
    composite_stiffness(b, &x, hessian, D);
    sn_motion_add_material(w->m, block, D, w->local, size);
  } else if (b->law->stress_at) {
    sn_motion_slopes(w->m, b, NULL, D, hessian); /* those by rates are not asked for */
    sn_motion_add_material(w->m, block, D, w->local, size);
  } else if (b->law->has_matrix) {
    sn_motion_add_material(w->m, block, b->matrix, w->local, size);
  }
  if (w->constraint[block] >= 0) {
    fill_rows(w, block);
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
  SN_ASSERT(l->n_vec >= 1 && l->n_vec <= 4 && n <= SN_NODE_UNKNOWNS);
  sn_load_forces(l, m->q, NULL, m->t, F, K, NULL);
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
      df[m->s->vector[l->vector[a]].slot] = v3_scale(-m->load, sum);
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
  SN_ASSERT(!(damping < 0));
  sn_lin_clear(w->lin);
  fill_nodes(w, damping);
  for (int i = 0; i < s->n_load && !w->bare; i++) {
    fill_load(w, i);
  }
  if (v3_norm(w->m->rotation) > 0 && !w->bare) {
    sn_still_inertia(w, SN_INERTIA_CENTRIFUGAL, w->lin);
  }
  for (int i = 0; i < s->n_block; i++) {
    if (sn_still_takes_part(s->block + i)) {
      fill_block(w, i);
    }
  }
}
