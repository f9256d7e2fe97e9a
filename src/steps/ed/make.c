/* steps/ed/make.c -- everything an energy-decaying step needs, made once: packs of blocks and nodes, scratch, unknowns, pattern.
 * Memory:  all of it in the arena of the stepper; a step allocates nothing of ours (KLU's factorisation is behind sn_lin).
 */
#include <string.h>

#include "steps/ed/lanes.h"
#include "steps/ed/law.h"
#include "steps/node.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the steps");
}

/* what blocks side by side must agree in, besides their shape */
enum { DAMPED = 1, HAS_Y = 2, OWN = 4 /* the first number that is not used */ };

typedef struct {
  int *category, *node_category;
  int *size, *multipliers; /* of the layout */
} plan;

static void categories(const sn_stepper *x, plan *p)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_node; i++) {
    p->node_category[i] = x->node[i].category;
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    const int damped = sn_constraint_rows(c) > 0 && x->node[c->node[0]].damped;
    SN_ASSERT(!damped || x->damps);
    for (int r = 1; r < c->n_node && c->law->is_constraint; r++) { /* a constraint lies in one cluster */
      SN_ASSERT(x->node[c->node[r]].damped == x->node[c->node[0]].damped);
    }
    p->category[i] = (damped ? DAMPED | HAS_Y : 0) | (x->block_alpha[i] > 0 ? HAS_Y : 0);
    p->multipliers[i] = (damped ? 3 : 2) * sn_constraint_rows(c);
  }
  sn_pack_categories(s, p->multipliers, OWN, p->category);
}

/* ---- packs */

static sn_status make_scalars(const sn_stepper *x, ed_pack *p, sn_arena *arena, sn_error *error)
{
  const int nf = p->type->n_form;
  p->scalar = SN_NEW(arena, ed_scalar, SN_LANES);
  if (!p->scalar) {
    return no_memory(error);
  }
  for (int l = 0; l < p->is->n; l++) {
    ed_scalar *s = p->scalar + l;
    SN_TRY(sn_path_new(x->s->block + p->is->block[l], arena, &s->path, error));
    for (int k = 0; k < 2; k++) {
      s->grad[k] = SN_NEW(arena, double, nf);
      s->hess[k] = SN_NEW(arena, double, nf *nf);
      s->edot[k] = SN_NEW(arena, double, nf);
      if (!s->grad[k] || !s->hess[k] || !s->edot[k]) {
        return no_memory(error);
      }
    }
  }
  return SN_OK;
}

static sn_status make_pack(sn_stepper *x, int i, sn_arena *arena, sn_error *error)
{
  ed_pack *p = x->pack + i;
  const sn_pack_type *t = x->all.packs.pack[i].type;
  const sn_block *c = t->of;
  const int nf = t->n_form, category = t->category;
  int good = 1, near_y = 0;
  *p = (ed_pack){.is = x->all.packs.pack + i, .type = t, .law = ed_law_of(c), .n_mult = sn_constraint_rows(c)};
  p->damped = (category & DAMPED) != 0;
  p->has_y = (category & HAS_Y) != 0;
  SN_ASSERT(!p->damped || (p->has_y && p->n_mult > 0));
  SN_ASSERT(p->law->is_rate == (c->law->is_rate && c->law != &sn_law_rate_path) &&
            (!p->law->is_multiplier || c->law->is_constraint));
  for (int r = 0; r < t->n_node; r++) {
    near_y = near_y || t->shape[r].category != ETA_NONE;
    p->settles = p->settles || ed_eta_is_settled(t->shape[r].category);
  }
  p->e_i = sn_lanes(arena, nf, &good);
  p->s_c = sn_lanes(arena, nf, &good);
  p->s_d = sn_lanes(arena, nf, &good);
  p->l_c = p->law->is_multiplier ? p->s_c : sn_lanes(arena, nf, &good);
  p->l_d = p->law->is_multiplier ? p->s_d : sn_lanes(arena, nf, &good);
  p->l_y = p->law->is_scalar ? sn_lanes(arena, nf, &good) : p->l_d;
  p->a = sn_lanes(arena, nf, &good);
  p->b = sn_lanes(arena, nf, &good);
  p->unit = sn_lanes(arena, p->n_mult, &good);
  p->nu = sn_lanes(arena, p->damped ? p->n_mult : 0, &good);
  p->soft = sn_lanes(arena, p->damped ? p->n_mult : 0, &good);
  p->dual = sn_lanes(arena, t->rows == SN_ROWS_POINT ? 18 : 0, &good);
  p->start = p->damped && c->law->is_constraint && c->law->is_scalar ? sn_lanes(arena, nf, &good) : NULL;
  p->slope = c->law->stress_at ? sn_lanes(arena, 4 * nf * nf, &good) : NULL;
  p->force = sn_lanes(arena, (p->has_y ? 9 : 6) * t->n_vec, &good);
  p->sums = near_y && !c->law->is_rate ? sn_lanes(arena, t->n_vec, &good) : NULL;
  if (!good) {
    return no_memory(error);
  }
  for (int l = 0; l < SN_LANES; l++) {
    p->alpha_all[l] = x->block_alpha[p->is->block[l]];
    SN_ASSERT(p->alpha_all[l] >= 0 && p->alpha_all[l] <= 1 && (p->has_y || p->alpha_all[l] == 0));
  }
  sn_pack_units(x->s, p->is, p->n_mult, p->unit);
  return c->law->is_scalar ? make_scalars(x, p, arena, error) : SN_OK;
}

static sn_status make_packs(sn_stepper *x, const plan *p, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  SN_TRY(sn_packs_new(s, p->category, p->node_category, arena, &x->all.packs, error));
  SN_TRY(sn_packs_share(s, &x->all.share, arena, &x->all.packs, error));
  sn_packs_follow(&x->all.packs, OWN);
  x->pack = SN_NEW(arena, ed_pack, x->all.packs.n);
  x->touch = SN_NEW(arena, ed_touch, x->all.share.vector_first[s->n_vector]);
  if (!x->pack || !x->touch) {
    return no_memory(error);
  }
  for (int i = 0; i < x->all.packs.n; i++) {
    SN_TRY(make_pack(x, i, arena, error));
  }
  for (int k = 0; k < x->all.share.vector_first[s->n_vector]; k++) {
    const sn_touch t = x->all.share.at_vector[k];
    if (x->all.packs.pack_of[t.block] >= 0) {
      const ed_pack *q = x->pack + x->all.packs.pack_of[t.block];
      SN_ASSERT(t.local < q->type->n_vec && x->all.packs.lane_of[t.block] < q->is->n);
      const sn_lane *at = q->force + (q->has_y ? 9 : 6) * t.local;
      x->touch[k] = (ed_touch){(const double *)at + x->all.packs.lane_of[t.block], q->has_y};
    }
  }
  return SN_OK;
}

/* ---- scratch */

typedef struct {
  int vec, point, form, column, local, node;
} largest;

static sn_status make_work(const sn_stepper *x, const largest *m, ed_work *k, sn_arena *arena, sn_error *error)
{
  const int wide = m->form * m->column + 6;                        /* multipliers too: law.c */
  SN_ASSERT(m->local >= 3 * LEVEL && m->vec >= 4 && m->form >= 1); /* nodes and loads use the same scratch */
  int good = 1;
  k->vector = SN_NEW(arena, ed_field, m->vec);
  k->point = SN_NEW(arena, ed_field, m->point);
  k->frame = SN_NEW(arena, ed_frame, m->node);
  sn_lv3 **points[] = {&k->pp, &k->pm, &k->pc, &k->pu, &k->Fp, &k->Fm, &k->Fy};
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    *points[i] = SN_NEW(arena, sn_lv3, m->point);
    good = good && *points[i];
  }
  sn_lv3 **states[] = {&k->vp, &k->vm, &k->vi, k->on, k->on + 1};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    *states[i] = SN_NEW(arena, sn_lv3, m->vec);
    good = good && *states[i];
  }
  sn_lane **strains[] = {&k->e, &k->a, &k->b, &k->b0};
  for (size_t i = 0; i < sizeof strains / sizeof *strains; i++) {
    *strains[i] = sn_lanes(arena, 2 * m->form, &good);
  }
  sn_lane **columns[] = {&k->L, &k->Xa, &k->Xb, &k->X0, &k->Xe, &k->Sp, &k->Sm, &k->Sy};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    *columns[i] = sn_lanes(arena, wide, &good);
  }
  sn_lane **squares[] = {&k->Gp, &k->Gm, &k->Gy};
  for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
    *squares[i] = sn_lanes(arena, m->vec * m->vec, &good);
  }
  k->T = sn_lanes(arena, m->local * m->local, &good);
  k->scalar = sn_lanes(arena, 6 * m->form * m->form + 9 * m->form, &good);
  k->local = SN_NEW(arena, double, 4 * 9 * LEVEL * LEVEL);
  k->q = SN_NEW(arena, sn_v3, x->s->n_load ? x->s->n_vector : 0);
  k->v = SN_NEW(arena, sn_v3, x->s->n_load ? x->s->n_vector : 0);
  return good && k->vector && k->point && k->frame && k->local && k->q && k->v ? SN_OK : no_memory(error);
}

static void widen(int *a, int b)
{
  *a = b > *a ? b : *a;
}

static sn_status make_works(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  largest m = {4, 1, 1, 1, 3 * LEVEL, 1};
  for (int i = 0; i < x->all.packs.n; i++) {
    const ed_pack *p = x->pack + i;
    widen(&m.vec, p->type->n_vec);
    SN_ASSERT(p->is->n_local >= p->is->offset[p->type->n_node] + (p->damped ? 3 : 2) * p->n_mult);
    widen(&m.point, p->type->n_point);
    widen(&m.form, p->type->n_form);
    widen(&m.local, p->is->n_local);
    widen(&m.node, p->type->n_node);
    widen(&m.column, p->is->n_local);
  }
  x->work = SN_NEW(arena, ed_work, x->all.share.n);
  if (!x->work) {
    return no_memory(error);
  }
  for (int k = 0; k < x->all.share.n; k++) {
    SN_TRY(make_work(x, &m, x->work + k, arena, error));
  }
  return SN_OK;
}

/* ---- unknowns */

static sn_status make_layout(sn_stepper *x, plan *p, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    p->size[i] = (ed_eta_is_unknown(x->node[i].category) ? 3 : 2) * (3 * c->has_x + sn_node_rotations(c));
    SN_ASSERT(p->size[i] <= 3 * LEVEL);
  }
  return sn_assembler_layout(&x->all, p->size, p->multipliers, arena, error);
}

static sn_status make_nodes(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  for (int i = 0; i < x->s->n_node; i++) {
    ed_node *n = x->node + i;
    n->columns = x->s->node[i].n_dir > 0 ? SN_NEW(arena, ed_columns, 1) : NULL;
    n->eta = n->damped ? SN_NEW(arena, ed_eta, 1) : NULL;
    SN_ASSERT(!n->damped || x->damps);
    if ((x->s->node[i].n_dir > 0 && !n->columns) || (n->damped && !n->eta)) {
      return no_memory(error);
    }
  }
  return SN_OK;
}

sn_status ed_make(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  plan *p = SN_NEW(arena, plan, 1);
  sn_v3 **vectors[] = {&x->Fp, &x->Fm, &x->g, &x->dq};
  x->all.kernel = &ed_kernels;
  x->all.x = x;
  x->all.s = s;
  SN_TRY(sn_share_new(s, x->o.threads, arena, &x->all.share, error));
  SN_TRY(sn_state_for(s, sn_mean_numbers(s), arena, &x->trial, error));
  x->vector = SN_NEW(arena, ed_vector, s->n_vector);
  x->change = SN_NEW(arena, ed_change, s->n_vector);
  x->node = SN_NEW(arena, ed_node, s->n_node);
  x->load = SN_NEW(arena, ed_load, s->n_load);
  x->block_alpha = SN_NEW(arena, double, s->n_block);
  int good = p && x->vector && x->change && x->node && x->load && x->block_alpha;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    *vectors[i] = SN_NEW(arena, sn_v3, s->n_vector);
    good = good && *vectors[i];
  }
  for (int i = 0; i < s->n_load && good; i++) {
    double *D = s->load[i].of_velocity ? SN_NEW(arena, double, 288) : NULL;
    x->load[i].Dp = D;
    x->load[i].Dm = D ? D + 144 : NULL;
    good = D || !s->load[i].of_velocity;
  }
  if (!good) {
    return no_memory(error);
  }
  int **counts[] = {&p->category, &p->multipliers};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    *counts[i] = SN_NEW(arena, int, s->n_block);
    good = good && *counts[i];
  }
  p->node_category = SN_NEW(arena, int, s->n_node);
  p->size = SN_NEW(arena, int, s->n_node);
  if (!good || !p->node_category || !p->size) {
    return no_memory(error);
  }
  SN_TRY(ed_damping_plan(x, arena, error));
  SN_TRY(make_nodes(x, arena, error));
  SN_TRY(ed_follow_plan(x, arena, error));
  SN_TRY(ed_pairs_plan(x, arena, error));
  x->motion = x->o.motion;
  if (!x->motion && (x->damps || x->projects)) {
    SN_TRY(sn_motion_new(s, arena, &x->own_motion, error));
    x->motion = x->own_motion;
  }
  SN_ASSERT(x->motion || !(x->damps || x->projects));
  SN_ASSERT(x->damps || !x->calms);
  categories(x, p);
  SN_TRY(make_packs(x, p, arena, error));
  SN_TRY(make_layout(x, p, arena, error));
  SN_ASSERT(x->all.layout.n_element >= s->n_node && x->all.rhs);
  SN_TRY(make_works(x, arena, error));
  SN_TRY(ed_mark_pattern(x, arena, error));
  return sn_assembler_solver(&x->all, arena, error);
}
