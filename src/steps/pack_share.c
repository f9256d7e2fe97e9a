/* steps/pack_share.c -- packs cut into parts for threads, and what schemes keep beside them: see pack_share.h.
 * Tests:   tests/steps/test_share.c.
 */
#include "steps/pack_share.h"

#include "steps/node.h"
#include "system/kernel.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the steps");
}

/* ---- parts of the work */

/* what the tangent of a pack costs, about */
static double cost_of(const sn_pack_type *t)
{
  return (0.2 + t->n_node) * t->n_vec * (t->n_form + 4);
}

sn_status sn_packs_share(const sn_system *s, const sn_share *share, sn_arena *arena, sn_packs *p, sn_error *error)
{
  double *cost = SN_NEW(arena, double, p->n);
  int *node_part = SN_NEW(arena, int, s->n_node), *block_part = SN_NEW(arena, int, s->n_block),
      *order = SN_NEW(arena, int, s->n_block), n_block = 0;
  p->first = SN_NEW(arena, int, share->n + 1);
  p->node_first = SN_NEW(arena, int, share->n + 1);
  if (!cost || !node_part || !block_part || !order || !p->first || !p->node_first) {
    return no_memory(error);
  }
  for (int i = 0; i < p->n; i++) {
    cost[i] = cost_of(p->pack[i].type);
  }
  sn_share_cut(p->n, cost, share->n, p->first);
  sn_share_cut(p->n_node, NULL, share->n, p->node_first);
  for (int i = 0; i < p->n_node; i++) {
    for (int l = 0; l < p->node[i].n; l++) {
      node_part[p->node[i].node[l]] = sn_share_part(share, p->node_first, i);
    }
  }
  for (int i = 0; i < p->n; i++) {
    for (int l = 0; l < p->pack[i].n; l++) {
      block_part[p->pack[i].block[l]] = sn_share_part(share, p->first, i);
      order[n_block++] = p->pack[i].block[l];
    }
  }
  SN_ASSERT(n_block <= s->n_block && p->first[share->n] == p->n && p->node_first[share->n] == p->n_node);
  p->parts = (sn_layout_parts){node_part, block_part, n_block, order};
  return SN_OK;
}

/* ---- what schemes keep beside them */

int sn_constraint_rows(const sn_block *b)
{
  return b->n_node == 0 ? 0 : sn_block_rows(b);
}

void sn_pack_units(const sn_system *s, const sn_pack *p, int n, sn_lane *unit)
{
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *b = s->block + p->block[l];
    SN_ASSERT(p->block[l] >= 0 && p->block[l] < s->n_block);
    SN_ASSERT(n == sn_constraint_rows(b));
    for (int k = 0; k < n; k++) {
      unit[k][l] = sn_multiplier_unit(s, b, sn_row_dimension(b, k));
    }
  }
}
