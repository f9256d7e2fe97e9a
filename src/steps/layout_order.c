/* steps/layout_order.c -- the unknowns of a layout in elimination order: nodes, and the multipliers of blocks behind them. See layout.h. */
#include "steps/layout_private.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "system/kernel.h"

/* 1: it turns about one of its directors without inertia, as a node of a shell that a joint holds does about its fibre. Where no other
   element stiffens that turn either, its pivot vanishes. */
static int turns_freely(const sn_node *c)
{
  SN_ASSERT(c->has_x + c->n_dir == c->n_vec);
  int heavy = 0;
  for (int k = c->has_x; k < c->n_vec; k++) {
    heavy += c->mass[k][k] > 0;
  }
  return c->has_x && c->n_dir > 1 && heavy == 1;
}

/* Directors of the r-th node of a block that it sees. */
static int directors_seen(const sn_system *s, const sn_block *b, int r)
{
  int n = 0;
  SN_ASSERT(r >= 0 && r < b->n_node);
  for (int a = 0; a < b->n_vec; a++) {
    n += b->node_of[a] == r && sn_is_director(s->vector + b->vector[a]);
  }
  return n;
}

/* The triad that a block defines; -1: it defines none. */
static int tied_triad(const sn_system *s, const sn_block *b)
{
  int triad = -1;
  for (int r = 0; r < b->n_node && b->ties_triad; r++) {
    triad = s->node[b->node[r]].n_dir == 3 && !s->node[b->node[r]].has_x ? b->node[r] : triad;
  }
  return triad;
}

/* Of every node: 1 if it is a sum, is defined by its rows, or turns freely, and the elastic elements at it see one of its directors, so that none stiffens that turn (a beam
   sees more). Thin bodies turn freely too; what holds them stands behind both of its nodes, and gives constraints to 1e-13, where rows
   exchanged for a thin body gave 1e-11 (BBT's I beam). NULL: no memory. */
const unsigned char *sn_layout_find_free(const sn_system *s, sn_arena *arena)
{
  enum { FREE = 1, STIFF = 2 };
  unsigned char *is_free = SN_NEW(arena, unsigned char, s->n_node + 1);
  for (int i = 0; is_free && i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    for (int r = 0; r < b->n_node && sn_is_material(b->law); r++) {
      unsigned char *node = is_free + b->node[r];
      *node |= directors_seen(s, b, r) > 1 ? STIFF : turns_freely(s->node + b->node[r]) ? FREE : 0;
    }
  }
  for (int i = 0; is_free && i < s->n_node; i++) {
    is_free[i] = is_free[i] == FREE;
  }
  for (int i = 0; is_free && i < s->n_block; i++) { /* a sum has no mass: its pivots are in the rows that define it */
    if (s->block[i].is_sum && s->block[i].n_node > 0) {
      is_free[s->block[i].node[0]] = 1;
    }
    if (tied_triad(s, s->block + i) >= 0) { /* nor has such a triad */
      is_free[tied_triad(s, s->block + i)] = 1;
    }
  }
  return is_free;
}

/* What holds a node that turns freely. */
typedef struct {
  int with, rows;    /* the node that the last constraints join it to, and their rows */
  int partner, most; /* where these are most; -1: none, or the ground */
  int used;          /* rows that follow it */
} held;

static void note_holders(const sn_system *s, const sn_layout *l, held *at)
{
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    for (int r = 0; r < b->n_node && b->n_node <= 2 && l->multipliers[i] > 0; r++) {
      held *h = at + b->node[r];
      const int other = b->n_node == 2 ? b->node[1 - r] : -1;
      SN_ASSERT(other != b->node[r]); /* a node is listed once */
      h->rows = h->with == other ? h->rows + l->multipliers[i] : l->multipliers[i];
      h->with = other;
      if (other < 0 || h->rows > h->most) {
        h->most = other < 0 ? INT_MAX : h->rows;
        h->partner = other;
      }
    }
  }
}

/* The multipliers of a sum follow its node, and those of the joint that holds a node which turns freely this node, as many as it has unknowns:
   together they are no longer singular. after: -1 where the last node decides. */
int sn_layout_holders(const sn_system *s, const sn_layout *l, sn_arena *scratch, int *after)
{
  const unsigned char *is_free = sn_layout_find_free(s, scratch);
  held *at = is_free ? SN_NEW(scratch, held, s->n_node) : NULL;
  for (int i = 0; at && i < s->n_node; i++) {
    at[i] = (held){.with = -2, .partner = -1};
  }
  if (at) {
    note_holders(s, l, at);
  }
  for (int i = 0; at && i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (b->is_sum && b->n_node > 0) {
      at[b->node[0]].used = l->multipliers[i];
    }
    if (tied_triad(s, b) >= 0) {
      at[tied_triad(s, b)].used = l->multipliers[i];
    }
  }
  for (int i = 0; at && i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    after[i] = b->is_sum && b->n_node > 0 ? b->node[0] : tied_triad(s, b);
    for (int r = 0; r < b->n_node && b->n_node == 2 && after[i] < 0 && l->multipliers[i] > 0; r++) {
      const int node = b->node[r], rows = at[node].used + l->multipliers[i];
      if (is_free[node] && at[node].partner == b->node[1 - r] && rows <= l->node_size[node]) {
        SN_ASSERT(at[node].used < rows);
        at[node].used = rows;
        after[i] = node;
      }
    }
  }
  return at != NULL;
}

/* ---- coordinates without mass that constraints determine (the label of a point on a line): their pivots are made by the multipliers of
   these, so that they come right after the last of them */

/* 1: a coordinate without mass that is no sum (the rows of a sum follow it in one front). */
static int is_label(const sn_system *s, int node)
{
  const sn_node *c = s->node + node;
  return !sn_has_place(s, c) && c->n_dir == 0 && !(c->mass[0][0] > 0) && !c->shared_mass;
}

/* late: n_node, 1 for those; a constraint of theirs has other nodes, too. Returns how many unknowns they have. */
static int find_late(const sn_system *s, const sn_layout *l, unsigned char *late)
{
  int n = 0;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    int others = 0;
    for (int r = 0; r < b->n_node; r++) {
      others += !is_label(s, b->node[r]);
    }
    for (int r = 0; r < b->n_node && l->multipliers[i] > 0 && others > 0; r++) {
      late[b->node[r]] = late[b->node[r]] || is_label(s, b->node[r]);
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    if (s->block[i].is_sum && s->block[i].n_node > 0) {
      late[s->block[i].node[0]] = 0;
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    n += late[i] ? l->node_size[i] : 0;
  }
  return n;
}

/* Numbers late nodes behind the multipliers of their constraints; others make way. room: l->n + 2 zeros. */
static void insert_late(sn_layout *l, const sn_system *s, const unsigned char *late, int *room)
{
  for (int i = 0; i < s->n_node; i++) {
    l->node_first[i] = late[i] ? 0 : l->node_first[i];
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    for (int r = 0; r < b->n_node && l->multipliers[i] > 0; r++) {
      const int node = b->node[r], end = l->block_first[i] + l->multipliers[i];
      l->node_first[node] = late[node] && end > l->node_first[node] ? end : l->node_first[node];
    }
  }
  for (int i = 0; i < s->n_node; i++) { /* room[k + 1]: unknowns that go in at k */
    room[l->node_first[i] + 1] += late[i] ? l->node_size[i] : 0;
  }
  for (int k = 0; k <= l->n; k++) {
    room[k + 1] += room[k];
  }
  for (int i = 0; i < s->n_node; i++) {
    l->node_first[i] += late[i] ? 0 : room[l->node_first[i] + 1];
  }
  for (int i = 0; i < s->n_block; i++) {
    l->block_first[i] += l->block_first[i] < 0 ? 0 : room[l->block_first[i] + 1];
  }
  for (int i = 0; i < s->n_node; i++) {
    if (late[i]) {
      const int at = l->node_first[i];
      l->node_first[i] += room[at];
      room[at] += l->node_size[i];
    }
  }
}

/* First unknown of every node and of every block's multipliers. found: those of nodes as they were found; NULL: searches for them. */
sn_status sn_layout_number(sn_layout *l, const sn_system *s, sn_order_way way, const int *found, sn_arena *arena,
                           sn_error *error)
{
  const sn_arena_mark mark = sn_arena_here(arena);
  const int nb = s->n_block, np = s->n_pair, n_more = l->more ? l->more->n : 0, n = nb + np + n_more;
  const int **node = SN_NEW(arena, const int *, n);
  int *count = SN_NEW(arena, int, n), *size = SN_NEW(arena, int, n), *after = SN_NEW(arena, int, n);
  int *node_size = SN_NEW(arena, int, s->n_node);
  unsigned char *late = SN_NEW(arena, unsigned char, s->n_node);
  if (!node || !count || !size || !after || !node_size || !late || !sn_layout_holders(s, l, arena, after)) {
    return sn_no_memory(error, "the unknowns of the steps");
  }
  const int n_late = find_late(s, l, late);
  for (int i = 0; i < s->n_node; i++) {
    node_size[i] = late[i] ? 0 : l->node_size[i];
  }
  for (int i = 0; i < nb; i++) {
    node[i] = s->block[i].node;
    count[i] = l->block_element[i] >= 0 ? s->block[i].n_node : 0;
    SN_ASSERT(after[i] < s->n_node && count[i] >= 0);
    size[i] = count[i] ? l->multipliers[i] : 0;
  }
  for (int i = 0; i < np; i++) {
    node[nb + i] = l->pair_node + 2 * i;
    after[nb + i] = -1;
    count[nb + i] = l->pair_node[2 * i] >= 0 && l->pair_node[2 * i + 1] >= 0 ? 2 : 0;
  }
  for (int i = 0; i < n_more; i++) {
    node[nb + np + i] = l->more->node[i];
    count[nb + np + i] = l->more->count[i];
    after[nb + np + i] = -1;
  }
  const sn_order_input order = {.n_node = s->n_node,
                                .node_size = node_size,
                                .n_group = n,
                                .group_node = node,
                                .group_count = count,
                                .group_size = size,
                                .group_after = after};
  l->n = found ? sn_order_otherwise(&order, way, found, arena, l->node_first, l->block_first)
               : sn_order(&order, arena, l->node_first, l->block_first);
  if (l->n >= 0 && n_late > 0) {
    int *room = SN_NEW(arena, int, l->n + 2);
    if (!room) {
      return sn_no_memory(error, "the unknowns of the steps");
    }
    insert_late(l, s, late, room);
    l->n += n_late;
  }
  sn_arena_reset(arena, mark);
  return l->n < 0 ? sn_no_memory(error, "the unknowns of the steps") : SN_OK;
}
