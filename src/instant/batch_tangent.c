/* instant/batch_tangent.c -- see batch.h: the derivative of the forces of a pack over the unknowns of its nodes.
 * How:     strains by columns of the nodes (L), stresses by them (S = D L), T = L^T S, and the geometric part; as in the one-stage steps
 *          (steps/one_stage/tangent.c), where rows and unknowns belong to two configurations.
 * Tests:   tests/instant/test_batch.c (against differences)
 */
#include "instant/batch.h"
#include <string.h>

SN_LANE_INLINE void load_frames(sn_batch *x)
{
  const sn_pack *p = x->is;
  for (int r = 0; r < p->type->n_node; r++) {
    sn_lane_frame *to = x->frame + r;
    to->shape = p->type->shape + r;
    for (int j = 0; j < 2 && to->shape->n_rot == 2; j++) {
      for (int i = 0; i < 3; i++) {
        for (int l = 0; l < SN_LANES; l++) {
          to->axis[j].x[i][l] = x->m->node[p->node[SN_LANES * r + l]].axis[j].x[i];
        }
      }
      to->turn[j] = to->axis[j];
    }
  }
}

SN_CLONES void sn_batch_columns(sn_batch *x)
{
  const sn_pack *p = x->is;
  const sn_pack_type *t = p->type;
  const int nc = p->offset[t->n_node];
  SN_ASSERT(t->n_node > 0 && nc <= p->n_local);
  load_frames(x);
  memset(x->L, 0, sizeof(sn_lane) * (size_t)(t->n_form * nc));
  for (int f = 0; f < t->n_form; f++) {
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      const int r = t->node_of[g->vector];
      sn_lv3 B = lv3_zero();
      for (int s = g->first; s < g->end; s++) {
        const sn_gradient_term *q = t->share + s;
        B = lv3_axpy(B, p->coefficient[q->term] * p->weight[q->weight], x->point[q->point]);
      }
      sn_lane_add_rows(t->shape + r, x->frame[r].axis, t->slot[g->vector], x->vector[g->vector], B,
                       x->L + f * nc + p->offset[r]);
    }
  }
}

void sn_batch_tangent(sn_batch *x)
{
  SN_ASSERT(x->T);
  memset(x->T, 0, sizeof(sn_lane) * (size_t)(x->is->n_local * x->is->n_local));
  sn_batch_columns(x);
}

SN_CLONES void sn_batch_add_geometric(sn_batch *x)
{
  const sn_geometric_at at = {x->frame, x->vector, x->vector, 1, x->G};
  sn_pack_stiffen(x->is, x->s, lane(1), x->G);
  sn_pack_geometric(x->is, &at, x->T);
}

/* ---- material */

/* Derivative of the stresses of a composite strain by its forms: tau' grad grad^T + tau H; by their rates the like. */
static int composite_slopes(sn_batch *x, sn_by by, int unstressed)
{
  const int n = x->is->type->n_form;
  int any = 0;
  for (int l = 0; l < SN_LANES; l++) {
    const int of = l < x->is->n ? l : x->is->n - 1;
    const sn_block_stress *w = x->law + of;
    const double tau = unstressed ? 0 : w->tau;
    const double d = by == SN_BY_STRAIN ? w->d[0] : isfinite(w->d[1]) ? w->d[1] : 0;
    any = any || d != 0 || by == SN_BY_STRAIN;
    for (int k = 0; k < n * n; k++) {
      x->D[k][l] = d * w->gradient[k / n] * w->gradient[k % n] + (by == SN_BY_STRAIN ? tau * x->hessian[of][k] : 0);
    }
  }
  return any;
}

/* Of forces that follow signals, at rest. */
static int signal_slopes(sn_batch *x, sn_by by)
{
  const int n = x->is->type->n_form;
  double D[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS], C[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS],
      e[SN_MAX_COMPOSITE_FORMS], s[SN_MAX_COMPOSITE_FORMS];
  SN_ASSERT(n <= SN_MAX_COMPOSITE_FORMS);
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *b = x->m->s->block + x->is->block[l];
    for (int f = 0; f < n; f++) {
      e[f] = x->e[f][l];
    }
    b->law->stress_at(b, &(sn_form_point){e, NULL, x->m->internal, x->m->t}, s, D, C);
    for (int k = 0; k < n * n; k++) {
      x->D[k][l] = by == SN_BY_STRAIN ? D[k] : C[k];
    }
  }
  return 1;
}

/* T += L^T D L; column: as in sn_pack_type, what D couples with a form; NULL: all */
SN_CLONES static void add_product(sn_batch *x, const sn_lane *D, const int *column)
{
  const sn_pack *p = x->is;
  const int nf = p->type->n_form, nc = p->offset[p->type->n_node];
  for (int f = 0; f < nf; f++) {
    const int first = column ? column[2 * f] : 0, end = column ? column[2 * f + 1] : nf;
    sn_lane *S = x->S + f * nc;
    for (int j = 0; j < nc; j++) {
      S[j] = lane(0);
    }
    for (int l = first; l < end; l++) {
      const sn_lane d = D[f * nf + l];
      for (int j = 0; j < nc; j++) {
        S[j] += d * x->L[l * nc + j];
      }
    }
  }
  const sn_product product = {x->L, x->S, x->T, nc, p->n_local, 1};
  for (int r = 0; r < p->type->n_node; r++) {
    sn_product_node(&product, p->type, r, p->offset[r]);
  }
}

int sn_batch_add_material(sn_batch *x, sn_by by, int unstressed)
{
  const sn_law *law = x->is->type->of->law;
  if (law->has_matrix) {
    const int any = law->is_rate == (by == SN_BY_RATE);
    if (any) {
      add_product(x, x->is->matrix, x->is->type->column);
    }
    return any;
  }
  if (law->tangent) {
    if (by == SN_BY_STRAIN) {
      add_product(x, sn_batch_stiffness(x), x->is->type->column);
    }
    return by == SN_BY_STRAIN;
  }
  const int any = law->is_scalar   ? composite_slopes(x, by, unstressed)
                  : law->stress_at ? signal_slopes(x, by)
                                   : 0; /* multipliers are unknowns of their own */
  if (any) {
    add_product(x, x->D, NULL);
  }
  return any;
}

SN_CLONES sn_lane *sn_batch_row(sn_batch *x, int r)
{
  const sn_pack_type *t = x->is->type;
  const int nc = x->is->offset[t->n_node];
  SN_ASSERT(r >= 0 && r < (t->of->law->is_scalar ? 1 : t->n_form));
  for (int j = 0; j < nc; j++) {
    x->S[j] = t->of->law->is_scalar ? lane(0) : x->L[r * nc + j];
  }
  for (int f = 0; f < t->n_form && t->of->law->is_scalar; f++) {
    const sn_lane g = {x->law[0].gradient[f], x->law[1].gradient[f], x->law[2].gradient[f], x->law[3].gradient[f]};
    for (int j = 0; j < nc; j++) {
      x->S[j] += g * x->L[f * nc + j];
    }
  }
  return x->S;
}
