/* steps/ed/iterate.c -- the start of an energy-decaying step, and its kernels for the assembler (steps/assembler.h). */
#include "steps/ed/ed_private.h"

static void start_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->all.share.node[part]; i < x->all.share.node[part + 1]; i++) {
    ed_node_start(x, i);
  }
}

static void start_packs(void *data, int part)
{
  sn_stepper *x = data;
  SN_ASSERT(part >= 0 && part < x->all.share.n && x->all.packs.first[part] <= x->all.packs.first[part + 1]);
  for (int i = x->all.packs.first[part]; i < x->all.packs.first[part + 1]; i++) {
    ed_pack_start(x, x->pack + i, x->work + part);
    ed_pack_damping(x, x->pack + i, x->work + part);
  }
}

static void damp_nodes(void *data, int part)
{
  sn_stepper *x = data;
  SN_ASSERT(x->damps && x->all.share.node[part] <= x->all.share.node[part + 1]);
  for (int i = x->all.share.node[part]; i < x->all.share.node[part + 1]; i++) {
    ed_node_damping(x, i);
    ed_follow_start(x, i);
  }
}

static void settle_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->all.packs.node_first[part]; i < x->all.packs.node_first[part + 1]; i++) {
    (void)ed_nodes_settle(x, x->all.packs.node + i, 0); /* the equations are quadratic in w: from nothing, twice */
    (void)ed_nodes_settle(x, x->all.packs.node + i, 0);
  }
}

static void guess_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->all.share.node[part]; i < x->all.share.node[part + 1]; i++) {
    ed_follow_guess(x, i);
  }
}

void ed_start(sn_stepper *x, int plain)
{
  sn_pool *pool = x->all.share.pool;
  SN_ASSERT(x->now.h > 0 && x->now.hh == x->now.h * x->now.h && x->now.t == *x->now.start->t);
  ed_predict(x, plain);
  sn_pool_each(pool, start_nodes, x);
  sn_pool_each(pool, start_packs, x);
  if (x->damps) {
    sn_pool_each(pool, damp_nodes, x);
  }
  sn_pool_each(pool, settle_nodes, x);
  sn_pool_each(pool, guess_nodes, x);
  sn_assembler_restart(&x->all);
}

/* ---- for the turned factor */

/* A step in which nothing moves, from the drawn configuration. */
static sn_status draw(sn_stepper *x, double h)
{
  const sn_state *start = x->now.start;
  sn_error why;
  SN_ASSERT(x->drawn.q);
  x->now.h = h;
  x->now.hh = h * h;
  x->now.start = &x->drawn;
  *x->drawn.t = x->now.t;
  const sn_status status = ed_damping_drawn(x, &why);
  if (status == SN_OK) {
    ed_start(x, 1);
    for (int i = 0; i < x->all.packs.n_node; i++) {
      ed_follow_columns(x, x->all.packs.node + i, x->work);
    }
  }
  x->now.start = start;
  return status;
}

static sn_status drawn(sn_stepper *x, double h)
{
  sn_error why;
  x->now.h = h;
  x->now.hh = h * h;
  SN_TRY(ed_damping_measure(x->whole ? x->whole : x, x->now.start, &why));
  ed_damping_fade(x);
  return SN_OK;
}

static sn_vector_path places(const sn_stepper *x, int vector)
{
  return (sn_vector_path){.start = ed_at(x, vector, OF_I),
                          .stage = {ed_state_at(x, vector, -1), ed_state_at(x, vector, 1)},
                          .end = ed_at(x, vector, OF_F),
                          .rate = v3_scale(x->now.h, x->now.start->v[vector]),
                          .gain = ed_at(x, vector, OF_W)};
}

static void put(sn_stepper *x, int vector, sn_v3 end, sn_v3 gain)
{
  ed_put(x, vector, OF_F, end);
  ed_put(x, vector, OF_DQ, v3_sub(end, ed_at(x, vector, OF_I)));
  ed_put(x, vector, OF_W, gain);
}

static void begun(sn_stepper *x)
{
  sn_pool_each(x->all.share.pool, guess_nodes, x);
}

/* ---- kernels */

static const sn_lane *node_tangent(sn_stepper *x, const sn_node_pack *p, int part)
{
  SN_ASSERT(part >= 0 && part < x->all.share.n);
  ed_nodes_columns(x, p);
  ed_follow_columns(x, p, x->work + part);
  ed_nodes_tangent(x, p, x->work + part);
  return x->work[part].law.T;
}

const sn_kernels ed_kernels = {.evaluate = ed_pack_evaluate,
                               .load = ed_load_forces,
                               .gather = ed_nodes_gather,
                               .pairs = ed_pair_forces,
                               .balance = ed_nodes_rows,
                               .node_tangent = node_tangent,
                               .pack_tangent = ed_pack_tangent,
                               .pair_tangent = ed_pair_tangent,
                               .load_tangent = ed_load_tangent,
                               .increments = ed_nodes_increments,
                               .update = ed_pack_update,
                               .move = ed_nodes_move,
                               .settle = ed_follow_settle,
                               .follow = ed_follow_jump,
                               .stages = 2,
                               .draw = draw,
                               .drawn = drawn,
                               .places = places,
                               .put = put,
                               .begun = begun,
                               .columns = ed_follow_turned,
                               .root = ed_root_of};
