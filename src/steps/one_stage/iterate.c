/* steps/one_stage/iterate.c -- the start of a one-stage step, and its kernels for the assembler (steps/assembler.h). */
#include "steps/one_stage/one_stage_private.h"

static void start_packs(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->all.packs.first[part]; i < x->all.packs.first[part + 1]; i++) {
    one_pack_start(x, x->pack + i, x->work + part);
  }
}

void one_start(sn_stepper *x, int plain)
{
  SN_ASSERT(x->now.h > 0 && x->now.hh == x->now.h * x->now.h && x->stage == &x->the_stage);
  one_predict(x, plain);
  sn_pool_each(x->all.share.pool, start_packs, x);
  sn_assembler_restart(&x->all);
}

/* The iterate of the turned factor: a step in which nothing moves, from the drawn configuration. */
static sn_status draw(sn_stepper *x, double h)
{
  const sn_state *start = x->now.start;
  SN_ASSERT(x->drawn.q);
  x->now.h = h;
  x->now.hh = h * h;
  x->now.start = &x->drawn;
  one_start(x, 1);
  x->now.start = start;
  return SN_OK;
}

static sn_status drawn(sn_stepper *x, double h)
{
  x->now.h = h;
  x->now.hh = h * h;
  return SN_OK;
}

static sn_vector_path places(const sn_stepper *x, int vector)
{
  const sn_v3 stage = one_stage_at(x, vector);
  return (sn_vector_path){.start = one_at(x, vector, OF_I), .stage = {stage, stage}, .end = one_at(x, vector, OF_F)};
}

static void put(sn_stepper *x, int vector, sn_v3 end, sn_v3 gain)
{
  (void)gain; /* the velocity follows from the end */
  one_put(x, vector, OF_F, end);
  one_put(x, vector, OF_DQ, v3_sub(end, one_at(x, vector, OF_I)));
}

/* ---- kernels */

static const sn_lane *node_tangent(sn_stepper *x, const sn_node_pack *p, int part)
{
  SN_ASSERT(part >= 0 && part < x->all.share.n);
  one_nodes_tangent(x, p, x->work + part);
  return x->work[part].law.T;
}

const sn_kernels one_kernels = {.evaluate = one_pack_evaluate,
                                .load = one_load_forces,
                                .gather = one_nodes_gather,
                                .pairs = one_pair_forces,
                                .balance = one_nodes_rows,
                                .node_tangent = node_tangent,
                                .pack_tangent = one_pack_tangent,
                                .pair_tangent = one_pair_tangent,
                                .load_tangent = one_load_tangent,
                                .increments = one_nodes_increments,
                                .update = one_pack_update,
                                .move = one_nodes_move,
                                .stages = 1,
                                .draw = draw,
                                .drawn = drawn,
                                .places = places,
                                .put = put};
