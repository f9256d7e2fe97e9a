/* analysis/assemble_loop.c -- what messages say of a gap: its vector, and the joints of the loop that it is in.
 * Tests:   tests/analysis/test_assemble.c, tests/mistakes/gap_in_a_loop.lua
 */
#include "analysis/assemble_loop.h"

#include <stdio.h>
#include <string.h>

const char *sn_item_called(const sn_system *s, int item)
{
  return item >= 0 && item < s->n_item ? s->item_name[item] : "?";
}

/* The k-th end of a constraint in the graph of nodes and ground (number n): held nodes count as ground; -1: no more. */
static int end_of(const sn_instant *m, const sn_block *b, int k)
{
  SN_ASSERT(k >= 0 && k <= b->n_node);
  if (k < b->n_node) {
    return m->held && m->held[b->node[k]] ? m->s->n_node : b->node[k];
  }
  for (int a = 0; k == b->n_node && a < b->n_vec; a++) {
    if (b->node_of[a] < 0) {
      return m->s->n_node;
    }
  }
  return -1;
}

static int has_end(const sn_instant *m, const sn_block *b, int node)
{
  int has = 0;
  for (int k = 0; k <= b->n_node; k++) {
    has |= end_of(m, b, k) == node;
  }
  return has;
}

/* Finds the items of the constraints on the shortest path from one end of a block to the other that avoids its own item. */
static int find_loop(const sn_instant *m, int constraint, sn_arena *arena, int *items)
{
  const sn_block *b = sn_instant_block(m, m->constraint + constraint);
  const int n = m->s->n_node + 1;
  int *by = SN_NEW(arena, int, n), *before = SN_NEW(arena, int, n), *queue = SN_NEW(arena, int, n);
  if (!by || !before || !queue) {
    return 0;
  }
  const int start = end_of(m, b, 0), end = end_of(m, b, 1);
  int head = 0, tail = 0, found = 0;
  for (int i = 0; i < n; i++) {
    before[i] = -1;
  }
  SN_ASSERT(start >= 0 && start < n && end < n);
  queue[tail++] = start;
  before[start] = start;
  while (head < tail && end >= 0 && before[end] < 0) {
    const int at = queue[head++];
    for (int i = 0; i < m->n_constraint; i++) {
      const sn_block *c = sn_instant_block(m, m->constraint + i);
      for (int k = 0; c->item != b->item && has_end(m, c, at) && k <= c->n_node; k++) {
        const int to = end_of(m, c, k);
        if (to >= 0 && before[to] < 0) {
          before[to] = at;
          by[to] = c->item;
          queue[tail++] = to;
        }
      }
    }
  }
  SN_ASSERT(tail <= n && head <= tail);
  for (int at = end; at >= 0 && before[at] >= 0 && at != start && found < SN_LOOP_ITEMS; at = before[at]) {
    items[found++] = by[at];
  }
  return found;
}

void sn_loop_names(const sn_instant *m, int constraint, sn_arena *arena, char *text, size_t size)
{
  int items[SN_LOOP_ITEMS];
  const int n = find_loop(m, constraint, arena, items);
  text[0] = '\0';
  for (int i = n - 1; i >= 0; i--) {
    const size_t used = strlen(text);
    if (i == n - 1 || items[i] != items[i + 1]) {
      (void)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", sn_item_called(m->s, items[i]));
    }
  }
}

/* Of rows that are one product each, the vector with a length that is in all of them. */
int sn_gap_vector(const sn_block *b, const sn_v3 *q, sn_v3 *out)
{
  int gap = -1;
  for (int k = 0; k < b->n_term && b->n_term == b->n_form && b->n_form > 1; k++) {
    const sn_term t = b->term[k];
    SN_ASSERT(t.i < b->n_point && t.j < b->n_point);
    if (b->dimension[t.form] != 1 || t.c != 1 || b->c0[t.form] != 0 || t.i == t.j) {
      return 0;
    }
    const int same = k == 0 ? (b->term[1].i == t.i || b->term[1].j == t.i ? t.i : t.j) : gap;
    if (t.i != same && t.j != same) {
      return 0;
    }
    gap = same;
  }
  if (gap < 0) {
    return 0;
  }
  *out = v3(0, 0, 0);
  for (int k = b->w_first[gap]; k < b->w_first[gap + 1]; k++) {
    *out = v3_axpy(*out, b->w_value[k], q[b->vector[b->w_vector[k]]]);
  }
  return 1;
}
