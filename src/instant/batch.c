/* instant/batch.c -- see batch.h: packs of a motion, and what they are asked at an instant.
 * Tests:   tests/instant/test_batch.c
 */
#include "instant/batch.h"
#include <string.h>

/* ---- made once */

/* How large the largest pack is. */
typedef struct {
  int vec, point, form, node, local, columns, gradients, composite, slopes;
} sizes;

static int larger(int a, int b)
{
  return a > b ? a : b;
}

/* First local column of every node of a type, and the end. */
static sn_status number(sn_packs *packs, const sn_system *s, sn_arena *arena)
{
  const int *offset = NULL;
  for (int i = 0; i < packs->n; i++) {
    sn_pack *p = packs->pack + i;
    const sn_pack_type *t = p->type;
    if (i == 0 || t != p[-1].type) {
      int *first = SN_NEW(arena, int, t->n_node + 1);
      if (!first) {
        return SN_ENOMEM;
      }
      for (int r = 0; r < t->n_node; r++) {
        first[r + 1] = first[r] + t->shape[r].n_rate;
      }
      offset = first;
    }
    p->offset = offset;
    p->n_local = offset[t->n_node] + sn_block_rows(s->block + p->block[0]);
  }
  return SN_OK;
}

static sizes measure(const sn_packs *packs)
{
  sizes m = {1, 1, 1, 1, 1, 1, 1, 0, 0};
  for (int i = 0; i < packs->n; i++) {
    const sn_pack *p = packs->pack + i;
    const sn_pack_type *t = p->type;
    const int columns = p->offset[t->n_node], lane_by_lane = !t->of->law->has_matrix && t->of->law->is_constraint == 0;
    m.vec = larger(m.vec, t->n_vec);
    m.point = larger(m.point, t->n_point);
    m.form = larger(m.form, t->n_form);
    m.node = larger(m.node, t->n_node);
    m.local = larger(m.local, p->n_local);
    m.columns = larger(m.columns, t->n_form * columns);
    m.gradients = larger(m.gradients, t->n_form * t->n_vec);
    m.composite = larger(m.composite, (lane_by_lane && !t->of->law->tangent) || t->of->law->is_scalar ? t->n_form : 0);
    m.slopes = larger(m.slopes, t->of->law->tangent ? t->n_form : 0);
  }
  return m;
}

static sn_status make_room(sn_batch *x, int tangents, sn_arena *arena)
{
  const sizes m = measure(&x->packs);
  int good = 1;
  x->most_points = m.point;
  x->most_forms = m.form;
  x->vector = SN_NEW(arena, sn_lv3, m.vec);
  x->moved = SN_NEW(arena, sn_lv3, m.vec);
  x->on = SN_NEW(arena, sn_lv3, m.vec);
  x->point = SN_NEW(arena, sn_lv3, m.point);
  x->change = SN_NEW(arena, sn_lv3, m.point);
  x->F = SN_NEW(arena, sn_lv3, m.point);
  x->B = SN_NEW(arena, sn_lv3, m.gradients);
  x->frame = SN_NEW(arena, sn_lane_frame, m.node);
  x->law = SN_NEW(arena, sn_block_stress, SN_LANES);
  x->lane_e = SN_NEW(arena, double, m.form);
  x->lane_rate = SN_NEW(arena, double, m.form);
  x->e = sn_lanes(arena, m.form, &good);
  x->rate = sn_lanes(arena, m.form, &good);
  x->s = sn_lanes(arena, m.form, &good);
  x->L = sn_lanes(arena, m.columns, &good);
  x->S = sn_lanes(arena, m.columns, &good);
  x->T = tangents ? sn_lanes(arena, m.local * m.local, &good) : NULL;
  x->G = tangents ? sn_lanes(arena, m.vec * m.vec, &good) : NULL;
  const int slopes = larger(m.slopes, tangents ? m.composite : 0);
  x->D = slopes > 0 ? sn_lanes(arena, slopes * slopes, &good) : NULL;
  x->slope = SN_NEW(arena, double, m.slopes *m.slopes);
  for (int l = 0; l < SN_LANES; l++) {
    x->hessian[l] = SN_NEW(arena, double, m.composite *m.composite);
    good = good && x->hessian[l];
  }
  return good && x->vector && x->moved && x->on && x->point && x->change && x->F && x->B && x->frame && x->law &&
                 x->slope && x->lane_e && x->lane_rate
             ? SN_OK
             : SN_ENOMEM;
}

sn_status sn_batch_new(const sn_instant *m, const int *category, int tangents, sn_arena *arena, sn_batch *out,
                       sn_error *error)
{
  const sn_system *s = m->s;
  const int *alike = SN_NEW(arena, int, s->n_node); /* nodes are told by their shape alone */
  *out = (sn_batch){.m = m};
  if (!alike) {
    return sn_no_memory(error, "the lists of blocks");
  }
  SN_TRY(sn_packs_new(s, category, alike, arena, &out->packs, error));
  return number(&out->packs, s, arena) == SN_OK && make_room(out, tangents, arena) == SN_OK
             ? SN_OK
             : sn_no_memory(error, "the lists of blocks");
}

/* ---- strains */

SN_CLONES void sn_batch_take(sn_batch *x, int pack)
{
  SN_ASSERT(pack >= 0 && pack < x->packs.n);
  x->is = x->packs.pack + pack;
  sn_pack_vectors(x->is, x->m->q, x->vector);
  sn_pack_points(x->is, x->vector, x->point);
  sn_pack_strains(x->is, x->point, 1, x->e);
}

SN_CLONES void sn_batch_rates(sn_batch *x, const sn_v3 *v)
{
  sn_pack_vectors(x->is, v, x->moved);
  sn_pack_points(x->is, x->moved, x->change);
  sn_pack_changes(x->is, lane(1), x->point, 1, x->change, 1, x->rate);
}

/* ---- stresses */

SN_CLONES void sn_batch_times(sn_batch *x, const sn_lane *stiffness, const sn_lane *by)
{
  SN_ASSERT(stiffness && by != x->s);
  for (int f = 0; f < x->is->type->n_form; f++) {
    x->s[f] = sn_pack_row(x->is, stiffness, f, by);
  }
}

/* Tangents of energies, one after the other in `slope`, to their places in D. */
static void place_tangents(sn_batch *x, int l)
{
  const sn_pack_type *t = x->is->type;
  const double *from = x->slope;
  for (int f = 0; f < t->n_form; f++) {
    for (int k = t->column[2 * f]; k < t->column[2 * f + 1]; k++) {
      x->D[f * t->n_form + k][l] = *from++;
    }
  }
}

const sn_lane *sn_batch_stiffness(sn_batch *x)
{
  const sn_pack *p = x->is;
  const sn_law *law = p->type->of->law;
  SN_ASSERT(!law->is_scalar && !law->is_constraint);
  if (!law->tangent) {
    return p->matrix;
  }
  for (int l = 0; l < SN_LANES; l++) {
    for (int f = 0; f < p->type->n_form; f++) {
      x->lane_e[f] = x->e[f][l];
    }
    law->tangent(x->m->s->block + p->block[l], x->lane_e, NULL, x->slope);
    place_tangents(x, l);
  }
  return x->D;
}

void sn_batch_predict(sn_batch *x)
{
  const sn_law *law = x->is->type->of->law;
  const int n = x->is->type->n_form;
  SN_ASSERT(sn_is_material(law));
  if (law->has_matrix) {
    for (int k = 0; k < n; k++) {
      x->e[k] += x->rate[k];
    }
    sn_batch_times(x, x->is->matrix, x->e);
    return;
  }
  sn_batch_times(x, sn_batch_stiffness(x), x->rate);
  for (int l = 0; l < SN_LANES; l++) {
    double *s = x->slope;
    for (int k = 0; k < n; k++) {
      x->lane_e[k] = x->e[k][l];
    }
    law->stress(x->m->s->block + x->is->block[l], x->lane_e, s);
    for (int k = 0; k < n; k++) {
      x->s[k][l] += s[k];
    }
  }
}

static void take_lane(const sn_batch *x, int l)
{
  for (int f = 0; f < x->is->type->n_form; f++) {
    x->lane_e[f] = x->e[f][l];
    x->lane_rate[f] = x->rate[f][l];
  }
}

void sn_batch_compose(sn_batch *x, sn_of_strain asked)
{
  const sn_pack *p = x->is;
  SN_ASSERT(p->type->of->law->is_scalar);
  for (int l = 0; l < p->n; l++) {
    const sn_block *b = x->m->s->block + p->block[l];
    for (int f = 0; f < p->type->n_form; f++) {
      x->lane_e[f] = x->e[f][l];
    }
    x->law[l].x = sn_composite(b, asked == SN_VALUES || b->factor ? x->m->internal : NULL, x->lane_e,
                               x->law[l].gradient, asked == SN_HESSIANS ? x->hessian[l] : NULL);
  }
}

double sn_batch_by_gradient(const sn_batch *x, int l, const sn_lane *form)
{
  double sum = 0;
  for (int f = 0; f < x->is->type->n_form; f++) {
    sum += x->law[l].gradient[f] * form[f][l];
  }
  return sum;
}

/* A law that is asked lane by lane. */
static void ask_law(sn_batch *x, const sn_batch_at *at)
{
  const sn_pack *p = x->is;
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *b = x->m->s->block + p->block[l];
    const sn_law_point point = {.e = x->lane_e,
                                .rate = at->v ? x->lane_rate : NULL,
                                .normal = at->normal[l],
                                .multiplier = at->multiplier[l],
                                .hessian = !at->bare && b->law->is_scalar ? x->hessian[l] : NULL,
                                .potential = !at->bare};
    if (l >= p->n) { /* repeats the last one */
      x->law[l].tau = 0;
      for (int f = 0; f < p->type->n_form; f++) {
        x->s[f][l] = x->s[f][p->n - 1];
      }
      continue;
    }
    take_lane(x, l);
    sn_instant_law(x->m, b, &point, x->law + l);
    for (int f = 0; f < p->type->n_form; f++) {
      x->s[f][l] = x->law[l].s[f];
    }
  }
}

void sn_batch_stress(sn_batch *x, const sn_batch_at *at)
{
  const sn_pack *p = x->is;
  const sn_law *law = p->type->of->law;
  const int n = p->type->n_form;
  SN_ASSERT(!law->is_rate || at->v || law->is_scalar || law->stress_at);
  if (at->v) {
    sn_batch_rates(x, at->v);
  }
  if (law->is_constraint && !law->is_scalar) {
    for (int f = 0; f < n; f++) {
      x->s[f] = (sn_lane){at->multiplier[0][f], at->multiplier[1][f], at->multiplier[2][f], at->multiplier[3][f]};
    }
  } else if (law->has_matrix) {
    const sn_lane *by = law->is_rate ? x->rate : x->e;
    sn_batch_times(x, p->matrix, by);
    for (int l = 0; l < SN_LANES; l++) {
      x->law[l].potential = 0;
      for (int f = 0; f < n && !at->bare && law->energy; f++) {
        x->law[l].potential += 0.5 * by[f][l] * x->s[f][l];
      }
    }
  } else {
    ask_law(x, at);
  }
}

/* ---- forces */

SN_CLONES void sn_batch_forces(sn_batch *x)
{
  sn_pack_forces(x->is, lane(1), x->s, x->point, 1, x->F, x->on);
}

void sn_batch_act(const sn_batch *x, sn_v3 *f)
{
  const sn_pack *p = x->is;
  for (int a = 0; a < p->type->n_vec; a++) {
    for (int l = 0; l < p->n; l++) {
      sn_v3 *to = f + p->vector[SN_LANES * a + l];
      *to = v3_sub(*to, v3(x->on[a].x[0][l], x->on[a].x[1][l], x->on[a].x[2][l]));
    }
  }
}

SN_CLONES void sn_batch_gradients(sn_batch *x, const sn_lv3 *point)
{
  const sn_pack_type *t = x->is->type;
  const int *first = t->of->w_first;
  for (int k = 0; k < t->n_form * t->n_vec; k++) {
    x->B[k] = lv3_zero();
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    sn_lv3 *row = x->B + m.form * t->n_vec;
    const sn_lv3 on_i = lv3_scale(x->is->coefficient[i], point[m.j]);
    const sn_lv3 on_j = lv3_scale(x->is->coefficient[i], point[m.i]);
    for (int w = first[m.i]; w < first[m.i + 1]; w++) {
      row[t->w_vector[w]] = lv3_axpy(row[t->w_vector[w]], x->is->weight[w], on_i);
    }
    for (int w = first[m.j]; w < first[m.j + 1]; w++) {
      row[t->w_vector[w]] = lv3_axpy(row[t->w_vector[w]], x->is->weight[w], on_j);
    }
  }
}

SN_CLONES void sn_batch_summands(const sn_batch *x, sn_lane *out)
{
  const int nv = x->is->type->n_vec, nf = x->is->type->n_form;
  for (int k = 0; k < nf; k++) {
    out[k] = lane(0);
  }
  for (int a = 0; a < nv; a++) {
    const sn_lane q = lane_sqrt(lv3_dot(x->vector[a], x->vector[a]));
    for (int k = 0; k < nf; k++) {
      const sn_lv3 B = x->B[k * nv + a];
      out[k] += lane_sqrt(lv3_dot(B, B)) * q;
    }
  }
}
