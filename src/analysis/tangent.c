/* analysis/tangent.c -- exact tangent of a static configuration: stiffness, rows, loads. Its forces: still_forces.c.
 * Theory:  blocks by instant/batch.h, four at a time. The moment rows sum d x f change with the directors too: (turn x d) x f. At an equilibrium the matrix is
 *          symmetric on the constraints for loads that have a potential.
 * Tests:   tests/analysis/test_statics.c (against differences, closed forms)
 */
#include "analysis/statics_private.h"
#include <string.h>

enum { NF = SN_MAX_FORMS };

/* ---- matrix */

void sn_still_metric(sn_still *w)
{
  const sn_instant *m = w->m;
  const sn_system *s = m->s;
  const double mass = sn_typical_mass(s);
  SN_ASSERT(mass > 0);
  sn_instant_node_masses(m, w->W);
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *node = s->node + i;
    const int n = m->node[i].size;
    for (int j = 0; j < n; j++) { /* what has no mass must not run away either */
      w->W[36 * i + j * (n + 1)] += 1e-6 * mass * (sn_unknown_is_length(node, j) ? 1 : s->extent * s->extent);
    }
  }
}

static void fill_nodes(sn_still *w, double damping)
{
  const sn_instant *m = w->m;
  const sn_system *s = m->s;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *node = s->node + i;
    const sn_instant_node *k = m->node + i;
    const int n = k->size, x = node->n_x;
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
        /* a symmetric pattern leaves out half of the moment that is not balanced: only for matrices at an equilibrium */
        const double g = v3_dot(k->axis[l], moment), half = w->pattern.symmetric ? g / 2 : 0;
        w->local[(x + l) * n + x + j] -= g - half;
        w->local[(x + j) * n + x + l] -= half;
      }
    }
    sn_lin_add(w->lin, i, w->local);
  }
}

/* Rows of one node from the increments of force on its vectors. */
static void project(const sn_instant *m, int node, const sn_v3 df[4], double *out)
{
  const sn_node *n = m->s->node + node;
  const sn_instant_node *k = m->node + node;
  const int x = n->n_x;
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

/* Rows of the constraints of the pack at hand, and columns of their multipliers. */
SN_CLONES static void fill_rows(sn_still *w)
{
  sn_batch *x = &w->batch;
  const sn_pack *p = x->is;
  const sn_instant *m = w->m;
  const int size = p->n_local, n = p->offset[p->type->n_node];
  SN_ASSERT(!m->held);
  for (int r = 0; r < size - n; r++) {
    const sn_lane *row = sn_batch_row(x, r);
    sn_lane keeps = lane(0), stiffness = lane(0);
    for (int l = 0; l < SN_LANES; l++) {
      const sn_constraint_rows *c = m->constraint + w->constraint[p->block[l]];
      /* stiffness along the rows changes nothing where they are met, and gives every node a pivot */
      const double length = sn_instant_row_scale(m, m->s->block + p->block[l], r);
      SN_ASSERT(length > 0 && c->n_row == size - n);
      keeps[l] = m->softness[c->row + r] > 0 ? 0 : 1; /* else it is left out */
      stiffness[l] = w->force * m->s->extent / (length * length);
    }
    x->T[(n + r) * (size + 1)] = keeps - lane(1);
    for (int i = 0; i < n; i++) {
      const sn_lane g = keeps * row[i], k = stiffness * g;
      x->T[(n + r) * size + i] = x->T[i * size + n + r] = g;
      for (int j = 0; j < n; j++) {
        x->T[i * size + j] += k * row[j];
      }
    }
  }
}

static void fill_pack(sn_still *w, int pack)
{
  sn_batch *x = &w->batch;
  const sn_pack *p = sn_still_take(w, pack);
  const sn_block *b = p->type->of;
  SN_ASSERT(x->is == p && p->offset[p->type->n_node] <= p->n_local);
  for (int k = 0; sn_still_is_iterate(w, b) && k < b->n_form; k++) {
    for (int l = 0; l < SN_LANES; l++) {
      x->s[k][l] = *sn_still_iterate(w, k, l);
    }
  }
  sn_batch_tangent(x);
  if (!w->bare) {
    sn_batch_add_geometric(x);
  }
  (void)sn_batch_add_material(x, SN_BY_STRAIN, w->bare);
  if (b->law->is_constraint) {
    fill_rows(w);
  }
  sn_lin_add_lanes(w->lin, p->element, p->n, (const double *)x->T);
}

int sn_still_load(sn_still *w, int load, int by_rate, sn_lin *into)
{
  const sn_instant *m = w->m;
  const sn_load *l = m->s->load + load;
  const int node = m->s->vector[l->vector[0]].node, ld = 3 * l->n_vec;
  double K[144] = {0}, D[144] = {0};
  const double *by = by_rate ? D : K;
  sn_v3 F[4], C[4][SN_NODE_UNKNOWNS];
  int any = 0;
  if (node < 0) {
    return 0;
  }
  const int n = m->node[node].size;
  SN_ASSERT(l->n_vec >= 1 && l->n_vec <= 4 && n <= SN_NODE_UNKNOWNS);
  sn_load_forces(l, m->q, NULL, m->t, F, K, D);
  sn_instant_columns(m, node, C);
  for (int j = 0; j < n; j++) {
    sn_v3 df[4] = {{{0}}};
    double out[SN_NODE_UNKNOWNS];
    for (int a = 0; a < l->n_vec; a++) {
      sn_v3 sum = v3(0, 0, 0);
      for (int b = 0; b < l->n_vec; b++) {
        const sn_v3 dq = C[m->s->vector[l->vector[b]].slot][j];
        for (int i = 0; i < 9; i++) {
          sum.x[i / 3] += by[(3 * a + i / 3) * ld + 3 * b + i % 3] * dq.x[i % 3];
        }
      }
      df[m->s->vector[l->vector[a]].slot] = v3_scale(-m->load, sum);
      SN_ASSERT(m->s->vector[l->vector[a]].node == node); /* a load acts on one node */
    }
    project(m, node, df, out);
    for (int i = 0; i < n; i++) {
      w->local[i * n + j] = out[i];
      any |= out[i] != 0;
    }
  }
  sn_lin_add(into, node, w->local);
  return any;
}

/* Sizes of the unknowns: coordinates by the model's, multipliers so that their work on these is that of the stiffness. */
static void find_units(sn_still *w)
{
  const sn_system *s = w->m->s;
  double sum = 0;
  memset(w->unit, 0, (size_t)w->n_unknown * sizeof(double));
  memset(w->work, 0, (size_t)w->n_unknown * sizeof(double));
  for (int i = 0; i < s->n_node; i++) {
    for (int j = 0; j < w->m->node[i].size; j++) {
      w->unit[w->first[i] + j] = sn_coordinate_size(s, sn_unknown_is_length(s->node + i, j));
    }
  }
  sn_lin_times(w->lin, 1, 1, w->unit, w->work);
  for (int i = 0; i < w->n_unknown; i++) {
    sum += w->work[i] * w->unit[i];
  }
  const double energy = sum > 0 && isfinite(sum) ? sn_power_of_two(sum / w->n_unknown) : 1;
  const double length = sn_coordinate_size(s, 1);
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    const int rows = w->row_first[i] >= 0 ? w->m->constraint[w->constraint[i]].n_row : 0;
    for (int r = 0; r < rows; r++) {
      const int dimension = sn_row_dimension(b, r);
      w->unit[w->row_first[i] + r] = dimension == 0   ? energy
                                     : dimension == 1 ? energy / length
                                                      : energy / (length * length);
    }
  }
}

void sn_still_tangent(sn_still *w, double damping)
{
  const sn_system *s = w->m->s;
  SN_ASSERT(!(damping < 0));
  sn_lin_clear(w->lin);
  fill_nodes(w, damping);
  for (int i = 0; i < s->n_load && !w->bare; i++) {
    (void)sn_still_load(w, i, 0, w->lin);
  }
  if (v3_norm(w->m->rotation) > 0 && !w->bare) {
    sn_still_inertia(w, SN_INERTIA_CENTRIFUGAL, w->lin);
  }
  for (int i = 0; i < w->batch.packs.n; i++) {
    if (sn_still_takes_part(w->batch.packs.pack[i].type->of)) {
      fill_pack(w, i);
    }
  }
  find_units(w);
}
