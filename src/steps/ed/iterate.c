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
                               .follow = ed_follow_jump};
