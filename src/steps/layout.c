/* steps/layout.c -- see layout.h: elements, and their linear system. The order of the unknowns: layout_order.c. */
#include "steps/layout_private.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "instant/near.h"
#include "system/kernel.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the unknowns of the steps");
}

/* the block whose multipliers enter a block's element: itself, or the constraint that its friction follows */
static int multiplier_owner(const sn_system *s, int block)
{
  SN_ASSERT(block >= 0 && block < s->n_block && sn_normal_block(s->block + block) < s->n_block);
  const sn_block *c = s->block + block;
  return sn_normal_block(c) >= 0 ? sn_normal_block(c) : block;
}

/* ---- unknowns of a body, as the solver has them */

enum { LEVEL = 6, PAIRED = 9 }; /* unknowns of a body and level; those that change their places */
/* Of a body with two levels (x, theta, x', theta'): x, x', y, y', z, z' and then rotations. A position meets its other level and the
   joints along its own axis, and rotations only where masses are eccentric: so it is eliminated by itself, with little fill. */
static const int place_of[PAIRED] = {0, 2, 4, 6, 7, 8, 1, 3, 5};

static int place(const sn_layout *l, int node, int j)
{
  return l->paired[node] && j < PAIRED ? place_of[j] : j;
}

static void find_paired(sn_layout *l, const sn_system *s)
{
  for (int i = 0; i < s->n_node; i++) {
    l->paired[i] = s->node[i].has_x && sn_node_rotations(s->node + i) == 3 && l->node_size[i] == 2 * LEVEL;
  }
}

sn_status sn_layout_solve(const sn_layout *l, int n_node, int careful)
{
  double t[PAIRED];
  for (int i = 0; i < n_node; i++) {
    double *x = l->rhs + l->node_first[i];
    for (int j = 0; j < PAIRED && l->paired[i]; j++) {
      t[place_of[j]] = x[j];
    }
    if (l->paired[i]) {
      memcpy(x, t, sizeof t);
    }
  }
  SN_TRY(careful ? sn_lin_solve(l->lin, l->rhs) : sn_lin_solve_blindly(l->lin, l->rhs));
  for (int i = 0; i < n_node; i++) {
    double *x = l->rhs + l->node_first[i];
    for (int j = 0; j < PAIRED && l->paired[i]; j++) {
      t[j] = x[place_of[j]];
    }
    if (l->paired[i]) {
      memcpy(x, t, sizeof t);
    }
  }
  return SN_OK;
}

/* ---- elements */

/* the unknowns of some nodes in a row, then `own` multipliers from `first` */
static void gather(const sn_layout *l, int n, const int *node, int own, int first, int *u)
{
  for (int r = 0; r < n; r++) {
    SN_ASSERT(l->node_first[node[r]] >= 0 && l->node_first[node[r]] + l->node_size[node[r]] <= l->n);
    for (int j = 0; j < l->node_size[node[r]]; j++) {
      *u++ = l->node_first[node[r]] + place(l, node[r], j);
    }
  }
  SN_ASSERT(own == 0 || (first >= 0 && first + own <= l->n));
  for (int k = 0; k < own; k++) {
    *u++ = first + k;
  }
}

/* unknowns of all elements by the present numbers */
static void fill_elements(sn_layout *l, const sn_system *s)
{
  for (int i = 0; i < s->n_node; i++) {
    gather(l, 1, &i, 0, 0, l->unknown[i]);
  }
  for (int i = 0; i < s->n_block; i++) {
    const int owner = multiplier_owner(s, i);
    SN_ASSERT(l->block_element[i] < l->n_element);
    if (l->block_element[i] >= 0) {
      gather(l, s->block[i].n_node, s->block[i].node, l->multipliers[owner], l->block_first[owner],
             l->unknown[l->block_element[i]]);
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    if (l->pair_element[i] >= 0) {
      gather(l, 2, l->pair_node + 2 * i, 0, 0, l->unknown[l->pair_element[i]]);
    }
  }
  for (int i = 0; i < s->n_load; i++) {
    const int node = s->vector[s->load[i].vector[0]].node;
    gather(l, 1, &node, 0, 0, l->unknown[l->load_element[i]]);
  }
  for (int i = 0; l->more && i < l->more->n; i++) {
    gather(l, l->more->count[i], l->more->node[i], 0, 0, l->unknown[l->first_more + i]);
  }
}

static int add_element(sn_layout *l, int count, int part)
{
  SN_ASSERT(count >= 0 && part >= 0 && part < l->share->n);
  l->count[l->n_element] = count;
  l->part[l->n_element] = part;
  return l->n_element++;
}

static sn_status list_block(sn_layout *l, const sn_system *s, int i, int part, sn_arena *arena, sn_error *error)
{
  const sn_block *c = s->block + i;
  SN_ASSERT(i >= 0 && i < s->n_block && l->block_element[i] < 0); /* listed once */
  SN_ASSERT(l->multipliers[i] == 0 || (c->n_node > 0 && multiplier_owner(s, i) == i));
  l->offset[i] = SN_NEW(arena, int, c->n_node + 1);
  if (!l->offset[i]) {
    return no_memory(error);
  }
  for (int r = 0; r < c->n_node; r++) {
    l->offset[i][r + 1] = l->offset[i][r] + l->node_size[c->node[r]];
  }
  l->block_size[i] = l->offset[i][c->n_node] + (c->n_node ? l->multipliers[multiplier_owner(s, i)] : 0);
  l->block_element[i] = c->n_node ? add_element(l, l->block_size[i], part) : -1;
  return SN_OK;
}

/* the list of elements and their sizes */
static sn_status list_elements(sn_layout *l, const sn_system *s, sn_arena *arena, sn_error *error)
{
  const sn_layout_parts *p = l->parts;
  for (int i = 0; i < s->n_node; i++) {
    add_element(l, l->node_size[i], p->node_part[i]);
  }
  for (int i = 0; i < s->n_block; i++) {
    l->block_element[i] = -1;
  }
  for (int k = 0; k < p->n_block; k++) {
    SN_TRY(list_block(l, s, p->block[k], p->block_part[p->block[k]], arena, error));
  }
  for (int i = 0; i < s->n_pair; i++) {
    const int a = s->vector[s->pair[i].a].node, b = s->vector[s->pair[i].b].node;
    SN_ASSERT(a != b || a < 0); /* masses within a node are its own */
    l->pair_node[2 * i] = a;
    l->pair_node[2 * i + 1] = b;
    l->pair_element[i] = a >= 0 && b >= 0 ? add_element(l, l->node_size[a] + l->node_size[b], 0) : -1; /* one thread */
  }
  for (int i = 0; i < s->n_load; i++) {
    const int node = s->vector[s->load[i].vector[0]].node;
    SN_ASSERT(node >= 0);
    l->load_element[i] = add_element(l, l->node_size[node], p->node_part[node]);
  }
  l->first_more = l->n_element;
  for (int i = 0; l->more && i < l->more->n; i++) {
    int size = 0;
    for (int k = 0; k < l->more->count[i]; k++) {
      size += l->node_size[l->more->node[i][k]];
    }
    add_element(l, size, 0);
  }
  for (int i = 0; i < l->n_element; i++) {
    l->unknown[i] = SN_NEW(arena, int, l->count[i]);
    if (!l->unknown[i]) {
      return no_memory(error);
    }
  }
  return SN_OK;
}

sn_status sn_layout_new(const sn_system *s, const sn_cut *share, const sn_layout_parts *parts, const int *node_size,
                        const int *multipliers, const sn_layout_more *more, sn_arena *arena, sn_layout *l,
                        sn_error *error)
{
  const int nn = s->n_node, nb = s->n_block, np = s->n_pair, nl = s->n_load, n_more = more ? more->n : 0;
  const int most = nn + nb + np + nl + n_more;
  *l = (sn_layout){.node_size = SN_NEW(arena, int, nn),
                   .node_first = SN_NEW(arena, int, nn),
                   .block_first = SN_NEW(arena, int, nb + np + n_more),
                   .block_element = SN_NEW(arena, int, nb),
                   .pair_element = SN_NEW(arena, int, np),
                   .load_element = SN_NEW(arena, int, nl),
                   .block_size = SN_NEW(arena, int, nb),
                   .offset = SN_NEW(arena, int *, nb),
                   .count = SN_NEW(arena, int, most),
                   .part = SN_NEW(arena, int, most),
                   .unknown = SN_NEW(arena, int *, most),
                   .mask = SN_NEW(arena, const unsigned char *, most),
                   .paired = SN_NEW(arena, unsigned char, nn),
                   .share = share,
                   .multipliers = multipliers,
                   .more = more,
                   .parts = parts,
                   .pair_node = SN_NEW(arena, int, 2 * np)};
  if (!l->node_size || !l->node_first || !l->block_first || !l->block_element || !l->pair_element || !l->load_element ||
      !l->block_size || !l->offset || !l->count || !l->unknown || !l->mask || !l->pair_node || !l->part || !l->paired) {
    return no_memory(error);
  }
  memcpy(l->node_size, node_size, sizeof(int) * (size_t)nn);
  find_paired(l, s);
  SN_TRY(list_elements(l, s, arena, error));
  SN_ASSERT(l->n_element >= nn + nl); /* every node and load has one */
  SN_ASSERT(l->n_element <= most);
  SN_TRY(sn_layout_number(l, s, SN_ORDER_FOUND, NULL, arena, error));
  fill_elements(l, s);
  l->rhs = SN_NEW(arena, double, l->n);
  return l->rhs ? SN_OK : no_memory(error);
}

void sn_layout_add(const sn_layout *l, int element, const double *a)
{
  SN_ASSERT(l->lin && element >= 0 && element < l->n_element);
  sn_lin_add(l->lin, element, a);
}

static const double worth_halves = 1e6;     /* operations of an elimination that two threads may share */
static const double more_for_halves = 1.05; /* what these may cost in place of one whole */

/* How large unknowns are: levels of a node are motions, all of them; multipliers are counted in units of mass (sn_multiplier_unit). */
static void find_units(const sn_layout *l, const sn_system *s, double *unit)
{
  for (int i = 0; i < s->n_node; i++) {
    const int level = s->node[i].n_x + sn_node_rotations(s->node + i);
    for (int j = 0; j < l->node_size[i]; j++) {
      unit[l->node_first[i] + place(l, i, j)] =
          sn_coordinate_size(s, sn_unknown_is_length(s->node + i, level > 0 ? j % level : j));
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    const int rows = b->law->is_scalar ? 1 : b->n_form;
    for (int j = 0; j < l->multipliers[i] && l->block_first[i] >= 0; j++) {
      unit[l->block_first[i] + j] = sn_coordinate_size(s, sn_row_dimension(b, j % rows) > 0);
    }
  }
}

/* From both ends where that costs little: its halves can be eliminated at the same time. Nothing here asks how many threads there
   are: numbers must not depend on it. */
static sn_order_way cheapest(const double *cost)
{
  const sn_order_way one_end = cost[SN_ORDER_FOUND] <= cost[SN_ORDER_REVERSED] ? SN_ORDER_FOUND : SN_ORDER_REVERSED;
  const double least = cost[one_end], both = cost[SN_ORDER_FROM_BOTH_ENDS];
  SN_ASSERT(least >= 0 && both >= 0);
  return least > worth_halves && both <= more_for_halves * least ? SN_ORDER_FROM_BOTH_ENDS : one_end;
}

/* Unknowns of nodes that turn freely, and the multipliers that hold them, by one number for each node; NULL: there are none (or no
   memory: pivots are then looked at as all others are). */
static const unsigned char *unsure_pivots(const sn_layout *l, const sn_system *s, sn_arena *arena)
{
  unsigned char *unsure = NULL;
  const unsigned char *is_free = sn_layout_find_free(s, arena);
  for (int i = 0; is_free && i < s->n_node; i++) {
    if (is_free[i]) {
      unsure = unsure ? unsure : SN_NEW(arena, unsigned char, l->n);
      if (unsure) {
        SN_ASSERT(l->node_first[i] >= 0 && l->node_first[i] + l->node_size[i] <= l->n);
        memset(unsure + l->node_first[i], 1 + i % UCHAR_MAX, (size_t)l->node_size[i]);
      }
    }
  }
  int *after = unsure ? SN_NEW(arena, int, s->n_block) : NULL;
  const int known = after && sn_layout_holders(s, l, arena, after);
  for (int i = 0; known && i < s->n_block; i++) {
    if (after[i] >= 0 && l->block_first[i] >= 0) {
      memset(unsure + l->block_first[i], 1 + after[i] % UCHAR_MAX, (size_t)l->multipliers[i]);
    }
  }
  return unsure;
}

sn_status sn_layout_solver(sn_layout *l, const sn_system *s, sn_arena *arena, sn_error *error)
{
  sn_lin_pattern pattern = {.n = l->n,
                            .n_element = l->n_element,
                            .count = l->count,
                            .unknown = (const int *const *)l->unknown,
                            .n_part = l->share->n,
                            .part = l->part,
                            .pool = l->share->pool,
                            .in_place = 1,
                            .mask = (const unsigned char *const *)l->mask};
  int *found = SN_NEW(arena, int, s->n_node);
  double cost[SN_ORDER_WAYS];
  if (!found) {
    return no_memory(error);
  }
  memcpy(found, l->node_first, sizeof(int) * (size_t)s->n_node);
  for (int way = 0; way < SN_ORDER_WAYS; way++) {
    SN_TRY(sn_layout_number(l, s, (sn_order_way)way, found, arena, error));
    SN_ASSERT(l->n == pattern.n); /* another order, the same unknowns */
    fill_elements(l, s);
    const double least =
        way ? fmin(cost[0], cost[way - 1]) : INFINITY; /* an order that is much worse is not counted to its end */
    cost[way] = sn_lin_cost(&pattern, more_for_halves * least, NULL, arena);
    if (cost[way] < 0) {
      return no_memory(error);
    }
  }
  SN_TRY(sn_layout_number(l, s, cheapest(cost), found, arena, error));
  fill_elements(l, s);
  pattern.unsure = unsure_pivots(l, s, arena);
  double *unit = SN_NEW(arena, double, l->n);
  if (!unit) {
    return no_memory(error);
  }
  find_units(l, s, unit);
  pattern.unit = unit;
  if (sn_near_find(s, l->n, l->node_first, l->node_size, arena, &pattern.near) != SN_OK) {
    return no_memory(error);
  }
  return sn_lin_new(&pattern, arena, &l->lin, error);
}
