/* steps/one_stage/make.c -- everything a one-stage step needs, made once: packs of blocks and nodes, scratch, unknowns, pattern.
 * Memory:  all of it in the arena of the stepper; a step allocates nothing of ours (KLU's factorisation is behind sn_lin).
 */
#include <string.h>

#include "steps/one_stage/one_stage_private.h"
#include "steps/pattern.h"
#include "steps/slips.h"
#include "steps/turned.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the steps");
}

/* what blocks side by side must agree in, besides their shape */
enum { MESH = 1 /* of the turned factor */, ONE_SIDED = 2, OWN = 4 /* the first number that is not used */ };
enum { MESH_NODE = 2 /* an odd category has a level of its own (steps/pattern.h) */ };

static void categories(const sn_system *s, const sn_turned *turned, sn_pack_plan *p)
{
  for (int i = 0; i < s->n_node; i++) {
    p->size[i] = s->node[i].n_x + sn_node_rotations(s->node + i);
    p->node_category[i] = sn_turned_has_node(turned, i) ? MESH_NODE : 0;
    SN_ASSERT(p->size[i] <= LEVEL);
  }
  for (int i = 0; i < s->n_block; i++) {
    p->multipliers[i] = sn_constraint_rows(s->block + i);
    p->category[i] = (sn_turned_has_block(turned, i) ? MESH : 0) | (sn_one_side(s->block + i) ? ONE_SIDED : 0);
    SN_ASSERT(p->multipliers[i] >= 0 && p->multipliers[i] <= s->block[i].n_form);
  }
}

/* ---- packs */

static sn_status make_pack(sn_stepper *x, int i, sn_arena *arena, sn_error *error)
{
  sn_law_pack *p = x->pack + i;
  const sn_pack *is = x->all.packs.pack + i;
  const struct sn_stage_laws *laws = is->type->of->law->in_step;
  int good = 1;
  SN_TRY(sn_law_pack_new(x->s, is, x->stage->stress == SN_STRESS_STAGE ? laws->there : laws->mean, 1, arena, p, error));
  p->force = sn_lanes(arena, SN_LANES * is->type->n_vec, &good);
  return good ? SN_OK : no_memory(error);
}

static sn_status make_packs(sn_stepper *x, const sn_pack_plan *p, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  const int n_touch = x->all.share.vector_first[s->n_vector];
  SN_ASSERT(n_touch >= 0 && x->all.share.n >= 1);
  SN_TRY(sn_pack_plan_make(s, p, OWN, &x->all.share, arena, &x->all.packs, error));
  x->pack = SN_NEW(arena, sn_law_pack, x->all.packs.n);
  x->now.pack = x->pack;
  x->touch = SN_NEW(arena, const double *, n_touch);
  if (!x->pack || !x->touch) {
    return no_memory(error);
  }
  for (int i = 0; i < x->all.packs.n; i++) {
    SN_TRY(make_pack(x, i, arena, error));
  }
  for (int k = 0; k < n_touch; k++) {
    const sn_touch t = x->all.share.at_vector[k];
    if (x->all.packs.pack_of[t.block] >= 0) {
      const sn_law_pack *q = x->pack + x->all.packs.pack_of[t.block];
      SN_ASSERT(x->all.packs.lane_of[t.block] < q->is->n);
      const int local = sn_pack_vector(s, &x->all.packs, t.block, t.local);
      x->touch[k] = (const double *)q->force + 4 * (x->all.packs.lane_of[t.block] * q->type->n_vec + local);
    }
  }
  return SN_OK;
}

/* ---- scratch */

typedef struct {
  int vec, point, node;
} largest;

static sn_status make_work(const sn_stepper *x, const largest *m, one_work *k, sn_arena *arena, sn_error *error)
{
  SN_ASSERT(m->vec >= 4); /* loads use the same scratch */
  int good = 1;
  k->vector = SN_NEW(arena, one_field, m->vec);
  k->point = SN_NEW(arena, one_field, m->point);
  k->change = SN_NEW(arena, sn_lv3, m->point);
  k->F = SN_NEW(arena, sn_lv3, m->point);
  k->on = SN_NEW(arena, sn_lv3, m->vec);
  k->frame = SN_NEW(arena, sn_lane_frame, m->node);
  SN_TRY(sn_law_work_new(x->pack, x->all.packs.n, LEVEL, 1, arena, &k->law, error));
  k->G = sn_lanes(arena, m->vec * m->vec, &good);
  k->local = SN_NEW(arena, double, 4 * LEVEL * LEVEL);
  k->q = SN_NEW(arena, sn_v3, x->s->n_load ? x->s->n_vector : 0);
  k->v = SN_NEW(arena, sn_v3, x->s->n_load ? x->s->n_vector : 0);
  return good && k->vector && k->point && k->change && k->F && k->on && k->frame && k->local && k->q && k->v
             ? SN_OK
             : no_memory(error);
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
    SN_ASSERT(p->is->offset[p->type->n_node] + p->n_mult <= p->is->n_local);
    widen(&m.point, p->type->n_point);
    widen(&m.node, p->type->n_node);
  }
  x->work = SN_NEW(arena, one_work, x->all.share.n);
  if (!x->work) {
    return no_memory(error);
  }
  for (int k = 0; k < x->all.share.n; k++) {
    SN_TRY(make_work(x, &m, x->work + k, arena, error));
  }
  return SN_OK;
}

/* ---- pattern */

static sn_status make_pattern(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  uint64_t seed = 20261116;
  x->now.h = x->now.hh = 1;
  SN_ASSERT(x->all.layout.n_element > 0 && x->work);
  SN_TRY(sn_mark_nodes(&x->all.packs, 1, &x->all.layout, arena, error));
  SN_TRY(sn_mark_pairs(x->s, 1, &x->all.layout, arena, error));
  for (int a = 0; a < x->s->n_vector; a++) {
    one_put(x, a, OF_F, v3(sn_any(&seed), sn_any(&seed), sn_any(&seed)));
    one_put(x, a, OF_DQ, v3(sn_any(&seed), sn_any(&seed), sn_any(&seed)));
  }
  for (int i = 0; i < x->s->n_node; i++) {
    for (int k = 0; k < 2; k++) {
      x->node[i].axis[k] = v3(sn_any(&seed), sn_any(&seed), sn_any(&seed));
      x->node[i].turn[k] = v3(sn_any(&seed), sn_any(&seed), sn_any(&seed));
    }
  }
  return sn_mark_packs(&x->all, &x->now, &seed, arena, error);
}

/* ---- states, and what the first step asks for */

static sn_status make_states(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  SN_ASSERT(x->scheme && x->stage && x->stage->inertia > 0);
  const size_t n = sn_scheme_numbers(x->scheme, x->s);
  SN_REQUIRE(n >= (one_hands_on(x) ? sn_newmark_numbers(x->s) : sn_one_stage_numbers(x->s)), error);
  SN_TRY(sn_state_for(x->s, n, arena, &x->trial, error));
  if (x->all.turned) {
    SN_TRY(sn_state_for(x->s, n, arena, &x->drawn, error));
    memcpy(x->drawn.q, x->s->drawn, sizeof(sn_v3) * (size_t)x->s->n_vector);
  }
  const int rubs = sn_has_friction(x->s);
  if (rubs) {
    x->rubs = SN_NEW(arena, int, 2 * x->s->n_block);
    if (!x->rubs) {
      return no_memory(error);
    }
  }
  if (one_hands_on(x)) {
    SN_TRY(sn_state_for(x->s, n, arena, &x->first, error));
    SN_ASSERT(x->trial.n == x->first.n);
  }
  if ((one_hands_on(x) || rubs) && !x->o.instant) {
    SN_TRY(sn_instant_new(x->s, arena, &x->own_instant, error));
  }
  x->instant = x->o.instant ? x->o.instant : x->own_instant;
  return SN_OK;
}

sn_status one_make(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  sn_pack_plan p;
  x->now = (sn_stages){.s = s,
                       .n = 1,
                       .at = {x->stage->at},
                       .dependent = x->o.dependent,
                       .answer = {{1}},
                       .powers = one_hands_on(x),
                       .rate_share = one_w_share(x) / x->stage->at,
                       .packs = &x->all.packs};
  x->all.kernel = &one_kernels;
  x->all.x = x;
  x->all.s = s;
  SN_TRY(sn_cut_new(s, x->o.threads, arena, &x->all.share, error));
  SN_TRY(sn_turned_plan(s, arena, 1, &x->all.turned, error));
  SN_TRY(make_states(x, arena, error));
  x->vector = SN_NEW(arena, one_vector, s->n_vector);
  x->node = SN_NEW(arena, one_node, s->n_node);
  SN_TRY(sn_step_loads_new(s, 1, arena, &x->load, error));
  x->dq = SN_NEW(arena, sn_v3, s->n_vector);
  x->middle = SN_NEW(arena, sn_v3, s->n_vector);
  if (!x->vector || !x->node || !x->dq || !x->middle) {
    return no_memory(error);
  }
  SN_TRY(sn_pack_plan_new(s, x->o.away, arena, &p, error));
  categories(s, x->all.turned, &p);
  SN_TRY(make_packs(x, &p, arena, error));
  SN_TRY(sn_assembler_layout(&x->all, p.size, p.multipliers, arena, error));
  SN_ASSERT(x->all.layout.n_element >= s->n_node && x->all.rhs);
  SN_TRY(make_works(x, arena, error));
  SN_TRY(make_pattern(x, arena, error));
  SN_TRY(sn_assembler_solver(&x->all, arena, error));
  return x->all.turned ? sn_turned_make(x->all.turned, &x->all, arena, error) : SN_OK;
}
