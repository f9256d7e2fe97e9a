/* steps/one/iterate.c -- one iteration of a one-stage step, on one thread or several.
 * How:     an iteration is a row of loops over packs of blocks or nodes, each cut into parts. A loop sees what the loops before it
 *          have made and writes what is its own; sums are taken by who receives, in a fixed order. So the numbers do not depend
 *          on the parts. Masses between nodes and the linear solver have one thread.
 * Tests:   tests/whole/test_threads.c.
 */
#include "steps/one/inside.h"

static void start_packs(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->packs.first[part]; i < x->packs.first[part + 1]; i++) {
    one_pack_start(x, x->pack + i, x->work + part);
  }
}

static void find_stresses(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->packs.first[part]; i < x->packs.first[part + 1]; i++) {
    one_pack_evaluate(x, x->pack + i, x->work + part);
  }
  for (int i = x->share.load[part]; i < x->share.load[part + 1]; i++) {
    one_load_forces(x, i, x->work + part);
  }
}

static void gather_forces(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->packs.node_first[part]; i < x->packs.node_first[part + 1]; i++) {
    one_nodes_gather(x, x->packs.node + i);
  }
}

static void balance_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->packs.node_first[part]; i < x->packs.node_first[part + 1]; i++) {
    one_nodes_rows(x, x->packs.node + i);
  }
}

static void assemble_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->packs.node_first[part]; i < x->packs.node_first[part + 1]; i++) {
    const sn_node_pack *p = x->packs.node + i;
    one_nodes_tangent(x, p, x->work + part);
    sn_lin_add_lanes(x->layout.lin, p->node, p->n, (const double *)x->work[part].T);
  }
}

static void assemble_packs(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->packs.first[part]; i < x->packs.first[part + 1]; i++) {
    const one_pack *p = x->pack + i;
    if (p->type->n_node > 0) {
      one_pack_tangent(x, p, x->work + part);
      sn_lin_add_lanes(x->layout.lin, p->element, p->is->n, (const double *)x->work[part].T);
    }
  }
}

static void assemble_loads(void *data, int part)
{
  sn_stepper *x = data;
  const sn_share *h = &x->share;
  for (int p = x->packs.node_first[part]; p < x->packs.node_first[part + 1]; p++) {
    for (int l = 0; l < x->packs.node[p].n; l++) {
      const int node = x->packs.node[p].node[l];
      for (int k = h->load_first[node]; k < h->load_first[node + 1]; k++) {
        one_load_tangent(x, h->load_at[k], x->work + part);
      }
    }
  }
}

static void find_increments(void *data, int part)
{
  sn_stepper *x = data;
  double size = 0;
  for (int i = x->packs.node_first[part]; i < x->packs.node_first[part + 1]; i++) {
    size = one_nodes_increments(x, x->packs.node + i, size);
  }
  sn_share_set(&x->share, part, size);
}

static void update_packs(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->packs.first[part]; i < x->packs.first[part + 1]; i++) {
    one_pack_update(x, x->pack + i, x->work + part);
  }
}

static void move_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->packs.node_first[part]; i < x->packs.node_first[part + 1]; i++) {
    one_nodes_move(x, x->packs.node + i);
  }
}

void one_start(sn_stepper *x)
{
  one_predict(x);
  sn_pool_each(x->share.pool, start_packs, x);
  x->fresh = 0;
}

void one_evaluate(sn_stepper *x)
{
  if (x->fresh) {
    return;
  }
  sn_pool_each(x->share.pool, find_stresses, x);
  sn_pool_each(x->share.pool, gather_forces, x);
  one_pair_forces(x);
  sn_pool_each(x->share.pool, balance_nodes, x);
  x->fresh = 1;
}

sn_status one_iterate(sn_stepper *x, int tangent, double *increment)
{
  one_evaluate(x);
  if (tangent) {
    sn_lin_clear(x->layout.lin);
    sn_pool_each(x->share.pool, assemble_nodes, x);
    sn_pool_each(x->share.pool, assemble_packs, x);
    for (int i = 0; i < x->s->n_pair; i++) {
      one_pair_tangent(x, i, x->work);
    }
    if (x->s->n_load > 0) {
      sn_pool_each(x->share.pool, assemble_loads, x);
    }
    SN_TRY(sn_lin_factor(x->layout.lin));
  }
  x->fresh = 0; /* the right-hand side becomes the solution */
  SN_TRY(sn_lin_solve(x->layout.lin, x->rhs));
  sn_pool_each(x->share.pool, find_increments, x);
  *increment = sn_share_largest(&x->share);
  return SN_OK;
}

void one_apply(sn_stepper *x)
{
  sn_pool_each(x->share.pool, update_packs, x);
  sn_pool_each(x->share.pool, move_nodes, x);
}
