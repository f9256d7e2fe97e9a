/* steps/check.c -- see check.h. Empty in release builds.
 * Tests:   every test of a debug build that makes a step (presets debug, asan).
 */
#include "steps/check.h"

#ifdef SN_DEBUG
#include <math.h>
#include <string.h>

/* ---- share */

/* Ranges that follow each other from 0 to n. */
static void check_ranges(const int *first, int parts, int n)
{
  SN_ASSERT(first[0] == 0 && first[parts] == n);
  for (int k = 0; k < parts; k++) {
    SN_ASSERT(first[k] <= first[k + 1]);
  }
}

/* Blocks at a vector and loads at a node, each once, in the order of their numbers: sums are taken in this order. */
void sn_cut_check(const sn_system *s, const sn_cut *x)
{
  SN_ASSERT(x->n >= 1);
  check_ranges(x->node, x->n, s->n_node);
  check_ranges(x->load, x->n, s->n_load);
  check_ranges(x->vector_first, s->n_vector, x->vector_first[s->n_vector]);
  check_ranges(x->load_first, s->n_node, s->n_load);
  for (int a = 0; a < s->n_vector; a++) {
    SN_ASSERT(s->vector[a].freedom != SN_FIXED || x->vector_first[a] == x->vector_first[a + 1]);
    for (int k = x->vector_first[a]; k < x->vector_first[a + 1]; k++) {
      const sn_touch *t = x->at_vector + k;
      SN_ASSERT(t->block >= 0 && t->block < s->n_block && t->local >= 0 && t->local < s->block[t->block].n_vec);
      SN_ASSERT(s->block[t->block].vector[t->local] == a);
      SN_ASSERT(k == x->vector_first[a] || t[-1].block < t->block);
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    for (int k = x->load_first[i]; k < x->load_first[i + 1]; k++) {
      SN_ASSERT(s->vector[s->load[x->load_at[k]].vector[0]].node == i);
      SN_ASSERT(k == x->load_first[i] || x->load_at[k - 1] < x->load_at[k]);
    }
  }
}

/* ---- unknowns and pattern */

static void claim(unsigned char *taken, int n, int first, int size)
{
  for (int j = first; j < first + size; j++) {
    SN_ASSERT(j >= 0 && j < n && !taken[j]);
    taken[j] = 1;
  }
}

/* Every number belongs to one node or one block. */
static void check_numbers(const sn_system *s, const sn_layout *l, sn_arena *arena)
{
  const sn_arena_mark here = sn_arena_here(arena);
  unsigned char *taken = SN_NEW(arena, unsigned char, l->n);
  int n = 0;
  if (!taken) {
    return;
  }
  for (int i = 0; i < s->n_node; i++) {
    claim(taken, l->n, l->node_first[i], l->node_size[i]);
    n += l->node_size[i];
  }
  for (int i = 0; i < s->n_block; i++) {
    const int own = l->block_element[i] >= 0 ? l->multipliers[i] : 0;
    claim(taken, l->n, own > 0 ? l->block_first[i] : 0, own);
    n += own;
  }
  SN_ASSERT(n == l->n);
  sn_arena_reset(arena, here);
}

/* Unknowns of an element: those of its nodes in a row, then multipliers. */
static void check_element(const sn_layout *l, int element, const sn_block *b, const int *offset)
{
  const int *u = l->unknown[element];
  for (int r = 0; r < b->n_node; r++) {
    SN_ASSERT(offset[r + 1] - offset[r] == l->node_size[b->node[r]]);
    SN_ASSERT(offset[r + 1] == offset[r] || u[offset[r]] == l->node_first[b->node[r]]);
  }
  for (int j = 0; j < l->count[element]; j++) {
    SN_ASSERT(u[j] >= 0 && u[j] < l->n);
  }
}

/* What kernels read of one block holds for all of its pack. */
static void check_places(const sn_assembler *a, const sn_pack *p)
{
  const sn_layout *l = &a->layout;
  const int n_node = p->type->n_node;
  for (int k = 0; k < SN_LANES; k++) {
    const int block = p->block[k];
    SN_ASSERT(l->block_size[block] == p->n_local && l->block_element[block] == p->element[k]);
    SN_ASSERT(memcmp(l->offset[block], p->offset, sizeof(int) * (size_t)(n_node + 1)) == 0);
    SN_ASSERT((p->element[k] >= 0) == (n_node > 0) && p->element[k] < l->n_element);
    if (p->element[k] >= 0) {
      SN_ASSERT(l->count[p->element[k]] == p->n_local && p->offset[0] == 0);
      check_element(l, p->element[k], a->s->block + block, p->offset);
    }
  }
}

void sn_assembler_check(const sn_assembler *a, sn_arena *arena, int has_masks)
{
  const sn_layout *l = &a->layout;
  check_numbers(a->s, l, arena);
  check_ranges(a->packs.first, a->share.n, a->packs.n);
  check_ranges(a->packs.node_first, a->share.n, a->packs.n_node);
  for (int i = 0; i < a->packs.n; i++) {
    check_places(a, a->packs.pack + i);
  }
  for (int e = 0; e < l->n_element; e++) {
    SN_ASSERT(l->part[e] >= 0 && l->part[e] < a->share.n && l->count[e] >= 0);
  }
  for (int i = 0; i < a->s->n_node; i++) {
    SN_ASSERT(l->count[i] == l->node_size[i]); /* a node's element is its index */
    for (int j = 0; j < l->count[i] && has_masks; j++) {
      SN_ASSERT(l->mask[i] && l->mask[i][j * l->count[i] + j]);
    }
  }
}

/* ---- the end of a step */

/* Energies gained are work less losses, and the defect; gravity to the round-off of the heights. */
static void check_balance(const sn_system *s, const sn_ended_step *x)
{
  const sn_ledger *l = x->ledger;
  const sn_energy *b = x->before;
  const double work = l->work_loads + l->work_drives + l->work_base + l->work_control;
  const double gain = (l->kinetic - b->kinetic) + (l->strain - b->strain) + (l->potential - b->potential);
  double size = fabs(l->kinetic) + fabs(b->kinetic) + fabs(l->strain) + fabs(b->strain) + fabs(l->work_loads) +
                fabs(l->work_drives) + fabs(l->work_base) + fabs(l->work_control) + fabs(l->dissipation) +
                fabs(l->numerical);
  for (int a = 0; a < s->n_vector; a++) {
    size += fabs(v3_dot(s->gravity[a], x->start->q[a])) + fabs(v3_dot(s->gravity[a], x->end->q[a]));
  }
  const double left = gain - work + l->dissipation + l->numerical - l->defect;
  SN_ASSERT(!(fabs(left) > 1e-9 * size)); /* without an identity it may be no number */
  SN_ASSERT(!x->has_identity || sn_ledger_finite(l));
}

/* Directors turn and do not stretch: Cayley's map from orthonormal ones. */
static void check_directors(const sn_system *s, const sn_v3 *q)
{
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int k = n->has_x; k < n->n_vec; k++) {
      for (int l = k; l < n->n_vec; l++) {
        SN_ASSERT(!(fabs(v3_dot(q[n->vector[k]], q[n->vector[l]]) - (k == l)) > 1e-9));
      }
    }
  }
}

void sn_step_check(const sn_system *s, const sn_ended_step *x)
{
  SN_ASSERT(*x->end->t == *x->start->t + x->h);
  SN_ASSERT(!(*x->end->scale < *x->start->scale));
  check_balance(s, x);
  check_directors(s, x->end->q);
}
#endif
