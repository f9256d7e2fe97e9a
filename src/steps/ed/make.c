/* steps/ed/make.c -- everything an energy-decaying step needs, made once: packs of blocks and nodes, scratch, unknowns, pattern.
 * Memory:  all of it in the arena of the stepper; a step allocates nothing of ours (KLU's factorisation is behind sn_lin).
 */
#include <string.h>

#include "steps/ed/lanes.h"
#include "steps/node.h"
#include "steps/pattern.h"
#include "steps/slips.h"
#include "steps/turned.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the steps");
}

/* what blocks side by side must agree in, besides their shape */
enum { DAMPED = 1, HAS_Y = 2, MESH = 4, ONE_SIDED = 8, OWN = 16 /* the first number that is not used */ };

/* Compliance of the row of a multiplier in the tangent, in its unit. It keeps the system regular where rows become dependent on
   the way; loops with a light member and unequal loads stop at their flat position when it is larger (docs/theory.md, dependent
   rows). Dependent rows are held. */
static const double SOFT = 1e-14;

static void categories(const sn_stepper *x, sn_pack_plan *p)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_node; i++) {
    p->node_category[i] = x->node[i].category | (sn_turned_has_node(x->all.turned, i) ? ED_MESH : 0);
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    const int damped = sn_constraint_rows(c) > 0 && x->node[c->node[0]].damped;
    SN_ASSERT(!damped || x->damps);
    for (int r = 1; r < c->n_node && c->law->is_constraint; r++) { /* a constraint lies in one cluster */
      SN_ASSERT(x->node[c->node[r]].damped == x->node[c->node[0]].damped);
    }
    p->category[i] = (damped ? DAMPED | HAS_Y : 0) | (x->block_alpha[i] > 0 ? HAS_Y : 0) |
                     (sn_turned_has_block(x->all.turned, i) ? MESH : 0) | (sn_one_side(c) ? ONE_SIDED : 0);
    p->multipliers[i] = (damped ? 3 : 2) * sn_constraint_rows(c);
  }
}

/* ---- packs */

static sn_status make_pack(sn_stepper *x, int i, sn_arena *arena, sn_error *error)
{
  sn_law_pack *p = x->pack + i;
  const sn_pack_type *t = x->all.packs.pack[i].type;
  const sn_block *c = t->of;
  const int nf = t->n_form, category = t->category;
  int good = 1, near_y = 0;
  SN_TRY(sn_law_pack_new(x->s, x->all.packs.pack + i, c->law->in_step->two, 2, arena, p, error));
  p->damped = (category & DAMPED) != 0;
  p->has_y = (category & HAS_Y) != 0;
  SN_ASSERT(!p->damped || (p->has_y && p->n_mult > 0));
  for (int r = 0; r < t->n_node; r++) {
    near_y = near_y || ed_eta_of(t->shape[r].category) != ETA_NONE;
    p->settles = p->settles || ed_eta_is_settled(t->shape[r].category);
  }
  p->l_y = p->law->sees_alone ? sn_lanes(arena, nf, &good) : p->l_d;
  p->nu = sn_lanes(arena, p->damped ? p->n_mult : 0, &good);
  p->soft = sn_lanes(arena, p->damped ? p->n_mult : 0, &good);
  p->start = p->damped && c->law->is_constraint && c->law->is_scalar ? sn_lanes(arena, nf, &good) : NULL;
  p->force = sn_lanes(arena, (p->has_y ? 9 : 6) * t->n_vec, &good);
  p->sums = near_y && !c->law->is_rate ? sn_lanes(arena, t->n_vec, &good) : NULL;
  if (!good) {
    return no_memory(error);
  }
  for (int l = 0; l < SN_LANES; l++) {
    p->alpha_all[l] = x->block_alpha[p->is->block[l]];
    SN_ASSERT(p->alpha_all[l] >= 0 && p->alpha_all[l] <= 1 && (p->has_y || p->alpha_all[l] == 0));
  }
  return SN_OK;
}

static sn_status make_packs(sn_stepper *x, const sn_pack_plan *p, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  SN_TRY(sn_pack_plan_make(s, p, OWN, &x->all.share, arena, &x->all.packs, error));
  x->pack = SN_NEW(arena, sn_law_pack, x->all.packs.n);
  x->now.pack = x->pack;
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
      const sn_law_pack *q = x->pack + x->all.packs.pack_of[t.block];
      SN_ASSERT(x->all.packs.lane_of[t.block] < q->is->n);
      const int local = sn_pack_vector(x->s, &x->all.packs, t.block, t.local);
      const sn_lane *at = q->force + (q->has_y ? 9 : 6) * local;
      x->touch[k] = (ed_touch){(const double *)at + x->all.packs.lane_of[t.block], q->has_y, local};
    }
  }
  return SN_OK;
}

/* ---- scratch */

typedef struct {
  int vec, point, node;
} largest;

static sn_status make_work(const sn_stepper *x, const largest *m, ed_work *k, sn_arena *arena, sn_error *error)
{
  SN_ASSERT(m->vec >= 4); /* loads use the same scratch */
  int good = 1;
  SN_TRY(sn_law_work_new(x->pack, x->all.packs.n, 3 * LEVEL, 2, arena, &k->law, error));
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
  sn_lane **squares[] = {&k->Gp, &k->Gm, &k->Gy};
  for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
    *squares[i] = sn_lanes(arena, m->vec * m->vec, &good);
  }
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
  largest m = {4, 1, 1};
  for (int i = 0; i < x->all.packs.n; i++) {
    const sn_law_pack *p = x->pack + i;
    widen(&m.vec, p->type->n_vec);
    SN_ASSERT(p->is->n_local >= p->is->offset[p->type->n_node] + (p->damped ? 3 : 2) * p->n_mult);
    widen(&m.point, p->type->n_point);
    widen(&m.node, p->type->n_node);
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

static sn_status make_layout(sn_stepper *x, sn_pack_plan *p, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    p->size[i] = (ed_eta_is_unknown(x->node[i].category) ? 3 : 2) * (c->n_x + sn_node_rotations(c));
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

/* ---- which entries of the matrices can be other than zero */

static sn_status make_pattern(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  uint64_t seed = 20261115;
  x->now.h = x->now.hh = 1;
  SN_ASSERT(x->work && x->all.layout.n_element > 0);
  SN_TRY(sn_mark_nodes(&x->all.packs, 2, &x->all.layout, arena, error));
  SN_TRY(sn_mark_pairs(x->s, 2, &x->all.layout, arena, error));
  for (int a = 0; a < x->s->n_vector; a++) {
    for (int i = 0; i < FIELDS; i++) {
      ed_put(x, a, i, v3(sn_any(&seed), sn_any(&seed), sn_any(&seed)));
    }
  }
  for (int i = 0; i < x->s->n_node; i++) {
    for (int k = 0; k < 3; k++) {
      x->node[i].axis[k] = v3(sn_any(&seed), sn_any(&seed), sn_any(&seed));
    }
  }
  for (int i = 0; i < x->all.packs.n_node; i++) {
    ed_nodes_columns(x, x->all.packs.node + i);
  }
  return sn_mark_packs(&x->all, &x->now, &seed, arena, error);
}

sn_status ed_make(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  sn_pack_plan p;
  sn_v3 **vectors[] = {&x->Fp, &x->Fm, &x->g, &x->dq};
  x->now = (sn_stages){.s = s,
                       .n = 2,
                       .at = {C_PLUS, C_MINUS},
                       .dependent = x->o.dependent,
                       .soft = SOFT,
                       .answer = {{0.25 - 0.25 / R3, 0.25 + 0.25 / R3}, {-1.0 / 12, -1.0 / 12}},
                       .packs = &x->all.packs};
  x->all.kernel = &ed_kernels;
  x->all.x = x;
  x->all.s = s;
  if (x->whole) {
    x->all.share = x->whole->all.share;
  } else {
    SN_TRY(sn_cut_new(s, x->o.threads, arena, &x->all.share, error));
  }
  SN_TRY(sn_turned_plan(s, arena, 2, &x->all.turned, error));
  SN_TRY(sn_state_for(s, sn_mean_numbers(s), arena, &x->trial, error));
  if (x->all.turned) {
    SN_TRY(sn_state_for(s, sn_mean_numbers(s), arena, &x->drawn, error));
    memcpy(x->drawn.q, s->drawn, sizeof(sn_v3) * (size_t)s->n_vector);
  }
  x->vector = SN_NEW(arena, ed_vector, s->n_vector);
  x->change = SN_NEW(arena, ed_change, s->n_vector);
  x->node = SN_NEW(arena, ed_node, s->n_node);
  SN_TRY(sn_step_loads_new(s, 2, arena, &x->load, error));
  x->block_alpha = SN_NEW(arena, double, s->n_block);
  int good = x->vector && x->change && x->node && x->block_alpha;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    *vectors[i] = SN_NEW(arena, sn_v3, s->n_vector);
    good = good && *vectors[i];
  }
  if (!good) {
    return no_memory(error);
  }
  SN_TRY(sn_pack_plan_new(s, x->o.away, arena, &p, error));
  SN_TRY(ed_damping_plan(x, arena, error));
  SN_TRY(make_nodes(x, arena, error));
  SN_TRY(ed_follow_plan(x, arena, error));
  SN_TRY(ed_pairs_plan(x, arena, error));
  x->instant = x->whole ? x->whole->instant : x->o.instant;
  x->rubs = sn_has_friction(s) ? SN_NEW(arena, int, 2 * s->n_block) : NULL;
  if (sn_has_friction(s) && !x->rubs) {
    return no_memory(error);
  }
  if (!x->instant && (x->damps || x->projects || x->rubs)) {
    SN_TRY(sn_instant_new(s, arena, &x->own_instant, error));
    x->instant = x->own_instant;
  }
  SN_ASSERT(x->instant || !(x->damps || x->projects));
  SN_ASSERT(x->damps || !x->calms);
  categories(x, &p);
  SN_TRY(make_packs(x, &p, arena, error));
  SN_TRY(make_layout(x, &p, arena, error));
  SN_ASSERT(x->all.layout.n_element >= s->n_node && x->all.rhs);
  SN_TRY(make_works(x, arena, error));
  SN_TRY(make_pattern(x, arena, error));
  SN_TRY(sn_assembler_solver(&x->all, arena, error));
  return x->all.turned ? sn_turned_make(x->all.turned, &x->all, arena, error) : SN_OK;
}
