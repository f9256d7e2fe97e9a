/* instant/block.c -- what a block does at one configuration: stresses by its law, and their derivative over the unknowns of its nodes.
 * Theory:  a block acts by -B^T s. On forms: s = K e or C e'. On a composite strain: s = tau grad eps. The derivative of B^T s is
 *          B^T D B + Ks(s), D = K, or tau' grad grad^T + tau H; nodes take it by the columns C of their vectors (inside.h).
 * Who:     accelerations (forces.c), statics, modes and buckling: all that ask a block at one instant.
 * Tests:   tests/instant/test_block.c, tests/analysis/test_statics.c (against differences)
 */
#include "instant/inside.h"
#include <string.h>

enum { NF = SN_MAX_FORMS, NV = SN_MAX_BLOCK_VECTORS };

void sn_motion_strain_rates(sn_motion *m, const sn_block *b, const sn_v3 *v, double *rate)
{
  sn_motion_points(b, v, m->point_v);
  sn_motion_form_rates(b, m->point, m->point_v, rate);
}

static void on_forms(sn_motion *m, const sn_block *b, const sn_block_asked *asked, sn_block_stress *out)
{
  double e[NF];
  SN_ASSERT(b->law->stress && b->n_form <= NF);
  if (b->law->is_rate) {
    sn_motion_strain_rates(m, b, asked->v, e);
  } else {
    sn_motion_forms(b, m->point, e);
  }
  b->law->stress(b, e, out->s);
  out->potential = asked->potential && b->law->energy ? b->law->energy(b, e) : 0;
}

/* Strains and rates make it together. */
static sn_form_point point_of(sn_motion *m, const sn_block *b, const sn_v3 *v, double *e, double *rate)
{
  sn_motion_forms(b, m->point, e);
  if (v) {
    sn_motion_strain_rates(m, b, v, rate);
  }
  return (sn_form_point){e, v ? rate : NULL, m->own, m->t};
}

static void on_both(sn_motion *m, const sn_block *b, const sn_block_asked *asked, sn_block_stress *out)
{
  double e[SN_MAX_COMPOSITE_FORMS], rate[SN_MAX_COMPOSITE_FORMS];
  const sn_form_point at = point_of(m, b, asked->v, e, rate);
  b->law->stress_at(b, &at, out->s, NULL, NULL);
}

void sn_motion_slopes(sn_motion *m, const sn_block *b, const sn_v3 *v, double *D, double *C)
{
  double e[SN_MAX_COMPOSITE_FORMS], rate[SN_MAX_COMPOSITE_FORMS], s[SN_MAX_COMPOSITE_FORMS];
  sn_motion_points(b, m->q, m->point);
  const sn_form_point at = point_of(m, b, v, e, rate);
  b->law->stress_at(b, &at, s, D, C);
}

static void on_composite(sn_motion *m, const sn_block *b, const sn_block_asked *asked, sn_block_stress *out)
{
  sn_scalar_point at = {.normal = asked->normal, .t = m->t, .load = m->load};
  double e[NF], rate[NF], u[3];
  SN_ASSERT(b->n_form <= SN_MAX_COMPOSITE_FORMS && (asked->multiplier || b->law->scalar_stress));
  sn_motion_forms(b, m->point, e);
  sn_motion_drive(m, b, u);
  at.x = sn_composite(b, m->own, e, out->gradient, asked->hessian) - u[0];
  if (asked->v) {
    sn_motion_strain_rates(m, b, asked->v, rate);
    at.rate = -u[1];
    for (int k = 0; k < b->n_form; k++) {
      at.rate += out->gradient[k] * rate[k];
    }
  }
  if (asked->multiplier) {
    out->tau = *asked->multiplier;
  } else {
    out->tau = b->law->scalar_stress(b, &at, out->d);
    out->potential = asked->potential && b->law->potential ? b->law->potential(b, &at) : 0;
  }
  for (int k = 0; k < b->n_form; k++) {
    out->s[k] = out->tau * out->gradient[k];
  }
}

void sn_motion_stress(sn_motion *m, const sn_block *b, const sn_block_asked *asked, sn_block_stress *out)
{
  SN_ASSERT(b->law->is_constraint == (asked->multiplier != NULL));
  SN_ASSERT(asked->v || !b->law->is_rate || b->law->is_scalar || b->law->stress_at);
  out->tau = out->potential = out->d[0] = out->d[1] = out->d[2] = 0;
  sn_motion_points(b, m->q, m->point);
  if (b->law->is_scalar) {
    on_composite(m, b, asked, out);
  } else if (asked->multiplier) {
    memcpy(out->s, asked->multiplier, (size_t)b->n_form * sizeof(double));
  } else if (b->law->stress_at) {
    on_both(m, b, asked, out);
  } else {
    on_forms(m, b, asked, out);
  }
}

void sn_motion_add_material(sn_motion *m, int block, const double *D, double *local, int ld)
{
  const int nf = m->s->block[block].n_form, n = m->block[block].n_local;
  double *rows = m->projected, *stress = m->response;
  SN_ASSERT(n <= ld && rows != stress && D != rows && D != stress);
  sn_motion_form_rows(m, block, rows);
  memset(stress, 0, (size_t)(nf * n) * sizeof(double));
  for (int k = 0; k < nf; k++) {
    for (int l = 0; l < nf; l++) {
      const double d = D[k * nf + l];
      for (int j = 0; j < n && d != 0; j++) {
        stress[k * n + j] += d * rows[l * n + j];
      }
    }
  }
  for (int k = 0; k < nf; k++) {
    for (int i = 0; i < n; i++) {
      const double g = rows[k * n + i];
      for (int j = 0; j < n && g != 0; j++) {
        local[i * ld + j] += g * stress[k * n + j];
      }
    }
  }
}

/* How a vector moves with the unknowns of its node. */
typedef struct {
  int first, n; /* among those of the block's nodes; n = 0: it does not */
  sn_v3 C[3];
} columns;

static void list_columns(const sn_motion *m, const sn_block *b, columns *out)
{
  int at[NV];
  SN_ASSERT(b->n_node <= b->n_vec && b->n_vec <= NV);
  for (int r = 0, n = 0; r < b->n_node; n += m->node[b->node[r++]].size) {
    at[r] = n;
  }
  for (int a = 0; a < b->n_vec; a++) {
    const sn_vector *v = m->s->vector + b->vector[a];
    columns *c = out + a;
    *c = (columns){.C = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}};
    if (b->node_of[a] < 0) {
      continue;
    }
    const sn_motion_node *node = m->node + v->node;
    const int turns = v->role != 0;
    c->first = at[b->node_of[a]] + (turns ? 3 * m->s->node[v->node].has_x : 0);
    c->n = turns ? node->n_rotation : 3;
    SN_ASSERT(c->n <= 3 && c->n > 0);
    for (int j = 0; j < c->n && turns; j++) {
      c->C[j] = v3_cross(node->axis[j], m->q[b->vector[a]]);
    }
  }
}

void sn_motion_add_geometric(const sn_motion *m, int block, const double *s, double *local, int ld)
{
  const sn_block *b = m->s->block + block;
  const int nv = b->n_vec;
  SN_ASSERT(nv <= NV && m->block[block].n_local <= ld);
  double G[NV * NV];
  columns c[NV];
  memset(G, 0, sizeof(double) * (size_t)(nv * nv));
  sn_geometric(b, s, 1, G);
  list_columns(m, b, c);
  for (int a = 0; a < nv; a++) {
    for (int e = 0; e < nv; e++) {
      const double g = G[a * nv + e];
      for (int i = 0; i < c[a].n && g != 0; i++) {
        double *row = local + (c[a].first + i) * ld + c[e].first;
        for (int j = 0; j < c[e].n; j++) {
          row[j] += g * v3_dot(c[a].C[i], c[e].C[j]);
        }
      }
    }
  }
}
