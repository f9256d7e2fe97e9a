/* steps/ed_iterate.c -- one iteration of the energy-decaying step, on one thread or several.
 * How:     an iteration is a row of loops over blocks, vectors or nodes, each cut into the parts of steps/share.h. A loop sees
 *          what the loops before it have made and writes what is its own; sums are taken by who receives, in a fixed order.
 *          So the numbers do not depend on the parts. Masses between nodes and the linear solver have one thread.
 * Tests:   tests/whole/test_threads.c.
 */
#include <string.h>

#include "steps/ed_private.h"

static void start_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    ed_node_start(x, i);
  }
}

static void start_blocks(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.block[part]; i < x->share.block[part + 1]; i++) {
    ed_block_start(x, i);
    ed_block_damping(x, i);
  }
}

static void damp_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    ed_node_damping(x, i);
  }
}

static void move_vectors(void *data, int part)
{
  sn_stepper *x = data;
  for (int a = x->share.vector[part]; a < x->share.vector[part + 1]; a++) {
    ed_kinematics(x, a);
  }
}

static void find_stresses(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.block[part]; i < x->share.block[part + 1]; i++) {
    ed_block_forces(x, i);
  }
  for (int i = x->share.load[part]; i < x->share.load[part + 1]; i++) {
    ed_load_forces(x, i);
  }
}

static void sum_forces(void *data, int part)
{
  sn_stepper *x = data;
  for (int a = x->share.vector[part]; a < x->share.vector[part + 1]; a++) {
    ed_vector_forces(x, a);
  }
}

static void balance_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    ed_node_forces(x, i);
  }
}

static void assemble_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    ed_node_columns(x, i);
    ed_node_assemble(x, i, x->tangent);
  }
}

static void assemble_blocks(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.block[part]; i < x->share.block[part + 1]; i++) {
    ed_block_assemble(x, i, x->tangent);
  }
}

/* what blocks and loads give to the rows of nodes */
static void complete_rows(void *data, int part)
{
  sn_stepper *x = data;
  const sn_share *h = &x->share;
  for (int i = h->node[part]; i < h->node[part + 1]; i++) {
    sn_layout_take_rows(&x->layout, i);
    for (int k = h->load_first[i]; k < h->load_first[i + 1]; k++) {
      ed_load_assemble(x, h->load_at[k], x->tangent);
    }
  }
}

static void find_increments(void *data, int part)
{
  sn_stepper *x = data;
  double size = 0;
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    size = ed_node_increments(x, i, size);
  }
  sn_share_set(&x->share, part, size);
}

static void apply_increments(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.block[part]; i < x->share.block[part + 1]; i++) {
    ed_block_apply(x, i);
  }
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    ed_node_apply(x, i);
  }
}

void ed_start(sn_stepper *x)
{
  sn_pool_each(x->share.pool, start_nodes, x);
  sn_pool_each(x->share.pool, start_blocks, x);
  sn_pool_each(x->share.pool, damp_nodes, x);
  ed_predict(x);
}

void ed_evaluate(sn_stepper *x)
{
  sn_pool_each(x->share.pool, move_vectors, x);
  sn_pool_each(x->share.pool, find_stresses, x);
  sn_pool_each(x->share.pool, sum_forces, x);
  ed_pair_forces(x);
  sn_pool_each(x->share.pool, balance_nodes, x);
}

void ed_assemble(sn_stepper *x, int tangent)
{
  x->tangent = tangent;
  memset(x->rhs, 0, sizeof(double) * (size_t)x->layout.n);
  ed_evaluate(x);
  if (tangent) {
    sn_lin_clear(x->layout.lin);
  }
  sn_pool_each(x->share.pool, assemble_nodes, x);
  sn_pool_each(x->share.pool, assemble_blocks, x);
  for (int i = 0; i < x->s->n_pair; i++) {
    ed_pair_assemble(x, i, tangent);
  }
  sn_pool_each(x->share.pool, complete_rows, x);
}

sn_status ed_iterate(sn_stepper *x, int tangent, double *increment)
{
  ed_assemble(x, tangent);
  if (tangent) {
    SN_TRY(sn_lin_factor(x->layout.lin));
  }
  SN_TRY(sn_lin_solve(x->layout.lin, x->rhs));
  sn_pool_each(x->share.pool, find_increments, x);
  *increment = sn_share_largest(&x->share);
  return SN_OK;
}

void ed_apply(sn_stepper *x)
{
  sn_pool_each(x->share.pool, apply_increments, x);
}
