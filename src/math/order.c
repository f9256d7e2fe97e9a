/* math/order.c -- elimination order of a mechanism.
 * What:    candidates: the order given, its reverse, AMD on the node graph, breadth first from an end of every connected
 *          part, and the reverse of that; for large meshes nested dissection (METIS). The symbolic cost of each is counted
 *          and the cheapest one taken.
 * Theory:  multipliers of a group stand right after the last of its nodes, each group as a block of its own: with
 *          positive definite node blocks and independent rows no pivot vanishes (quasi-definite matrix); group_after names those that
 *          must hold a node which is not definite by itself. Reversing matters:
 *          chains cost up to three times more in one direction than in the other.
 *          Cost: block elimination on the graph whose cliques are the groups. The rows of block k below its pivots are
 *          its later neighbours and those of its children in the elimination tree; s pivots with m rows below the i-th
 *          of them take m + 2 m^2 operations each.
 * Limits:  blocks are dense; a group of n nodes takes n^2 entries of the node graph.
 * Tests:   tests/math/test_order.c
 */
#include "math/linear.h"
#include <math.h>
#include <metis.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/amd.h>

typedef struct {
  const sn_order_input *in;
  sn_arena *scratch;
  int n_block;      /* nodes, then groups (those without multipliers never appear in a sequence) */
  size_t *of_first; /* n_node + 1: groups of every node */
  int *of;
  size_t *near_first; /* n_node + 1: neighbours of every node */
  int *near;
  int *sequence, *place; /* n_block: blocks in elimination order, and where each block stands (-1: absent) */
  int n_sequence;
  double best; /* operations */
  int *best_sequence;
  int n_best;
} search;

static int owns(const sn_order_input *in, int g)
{
  return in->group_size[g] > 0 && in->group_count[g] > 0;
}

static int size_of(const search *s, int block)
{
  SN_ASSERT(block >= 0 && block < s->n_block);
  return block < s->in->n_node ? s->in->node_size[block] : s->in->group_size[block - s->in->n_node];
}

static sn_status list_groups(search *s)
{
  const sn_order_input *in = s->in;
  size_t *at = SN_NEW(s->scratch, size_t, in->n_node);
  s->of_first = SN_NEW(s->scratch, size_t, in->n_node + 1);
  if (!at || !s->of_first) {
    return SN_ENOMEM;
  }
  for (int g = 0; g < in->n_group; g++) {
    for (int k = 0; k < in->group_count[g]; k++) {
      s->of_first[in->group_node[g][k] + 1]++;
    }
  }
  for (int i = 0; i < in->n_node; i++) {
    s->of_first[i + 1] += s->of_first[i];
  }
  s->of = SN_NEW(s->scratch, int, s->of_first[in->n_node]);
  if (!s->of) {
    return SN_ENOMEM;
  }
  for (int g = 0; g < in->n_group; g++) {
    for (int k = 0; k < in->group_count[g]; k++) {
      const int i = in->group_node[g][k];
      s->of[s->of_first[i] + at[i]++] = g;
    }
  }
  return SN_OK;
}

/* Neighbours of node i, each once; mark must not hold i. Counts only when list is NULL. */
static size_t neighbours(const search *s, int i, int *mark, int *list)
{
  const sn_order_input *in = s->in;
  size_t n = 0;
  mark[i] = i;
  for (size_t k = s->of_first[i]; k < s->of_first[i + 1]; k++) {
    const int g = s->of[k];
    for (int c = 0; c < in->group_count[g]; c++) {
      const int j = in->group_node[g][c];
      if (mark[j] != i) {
        mark[j] = i;
        if (list) {
          list[n] = j;
        }
        n++;
      }
    }
  }
  return n;
}

static sn_status make_graph(search *s)
{
  const int n = s->in->n_node;
  int *mark = SN_NEW(s->scratch, int, n);
  s->near_first = SN_NEW(s->scratch, size_t, n + 1);
  if (!mark || !s->near_first) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < n; i++) {
    mark[i] = -1;
  }
  for (int i = 0; i < n; i++) {
    s->near_first[i + 1] = s->near_first[i] + neighbours(s, i, mark, NULL);
  }
  s->near = SN_NEW(s->scratch, int, s->near_first[n]);
  if (!s->near) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < n; i++) {
    mark[i] = -1;
  }
  for (int i = 0; i < n; i++) {
    neighbours(s, i, mark, s->near + s->near_first[i]);
  }
  return SN_OK;
}

/* Elimination sequence of nodes and multipliers from an order of the nodes. */
static sn_status make_sequence(search *s, const int *nodes)
{
  const sn_order_input *in = s->in;
  int *rank = SN_NEW(s->scratch, int, in->n_node);
  int *head = SN_NEW(s->scratch, int, in->n_node); /* groups that end at a node, in their own order */
  int *next = SN_NEW(s->scratch, int, in->n_group);
  if (!rank || !head || !next) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < in->n_node; i++) {
    rank[nodes[i]] = i;
    head[i] = -1;
  }
  for (int g = in->n_group - 1; g >= 0; g--) {
    if (owns(in, g)) {
      const int given = in->group_after ? in->group_after[g] : -1;
      int last = given >= 0 ? given : in->group_node[g][0];
      for (int k = 1; k < in->group_count[g] && given < 0; k++) {
        if (rank[in->group_node[g][k]] > rank[last]) {
          last = in->group_node[g][k];
        }
      }
      next[g] = head[last];
      head[last] = g;
    }
  }
  s->n_sequence = 0;
  for (int b = 0; b < s->n_block; b++) {
    s->place[b] = -1;
  }
  for (int i = 0; i < in->n_node; i++) {
    s->place[nodes[i]] = s->n_sequence;
    s->sequence[s->n_sequence++] = nodes[i];
    for (int g = head[nodes[i]]; g >= 0; g = next[g]) {
      s->place[in->n_node + g] = s->n_sequence;
      s->sequence[s->n_sequence++] = in->n_node + g;
    }
  }
  SN_ASSERT(s->n_sequence >= in->n_node && s->n_sequence <= s->n_block);
  return SN_OK;
}

typedef struct {
  int *mark, *list, *child, *sibling, *count;
  const int **below; /* the rows below each block, as places */
  int n;
} elimination;

static void include(elimination *e, int k, int place)
{
  if (place > k && e->mark[place] != k) {
    e->mark[place] = k;
    e->list[e->n++] = place;
  }
}

static void include_group(const search *s, elimination *e, int k, int g)
{
  for (int c = 0; c < s->in->group_count[g]; c++) {
    include(e, k, s->place[s->in->group_node[g][c]]);
  }
  include(e, k, s->place[s->in->n_node + g]);
}

/* Operations of the present sequence; gives up above the best so far. Negative: no memory. */
static double cost_of(search *s)
{
  const int n = s->n_sequence, n_node = s->in->n_node;
  elimination e = {SN_NEW(s->scratch, int, n),
                   SN_NEW(s->scratch, int, n),
                   SN_NEW(s->scratch, int, n),
                   SN_NEW(s->scratch, int, n),
                   SN_NEW(s->scratch, int, n),
                   SN_NEW(s->scratch, const int *, n),
                   0};
  double total = 0;
  if (!e.mark || !e.list || !e.child || !e.sibling || !e.count || !e.below) {
    return -1;
  }
  for (int k = 0; k < n; k++) {
    e.mark[k] = e.child[k] = e.sibling[k] = -1;
  }
  for (int k = 0; k < n && total < s->best; k++) {
    const int block = s->sequence[k];
    e.n = 0;
    if (block >= n_node) {
      include_group(s, &e, k, block - n_node);
    } else {
      for (size_t o = s->of_first[block]; o < s->of_first[block + 1]; o++) {
        include_group(s, &e, k, s->of[o]);
      }
    }
    for (int c = e.child[k]; c >= 0; c = e.sibling[c]) {
      for (int i = 0; i < e.count[c]; i++) {
        include(&e, k, e.below[c][i]);
      }
    }
    double rows = 0;
    int parent = n;
    for (int i = 0; i < e.n; i++) {
      rows += size_of(s, s->sequence[e.list[i]]);
      parent = e.list[i] < parent ? e.list[i] : parent;
    }
    for (int i = size_of(s, block) - 1; i >= 0; i--) {
      const double m = rows + i;
      total += m + 2 * m * m;
    }
    if (parent < n) {
      int *kept = SN_NEW(s->scratch, int, e.n);
      if (!kept) {
        return -1;
      }
      memcpy(kept, e.list, (size_t)e.n * sizeof(int));
      e.below[k] = kept;
      e.count[k] = e.n;
      e.sibling[k] = e.child[parent];
      e.child[parent] = k;
    }
  }
  return total;
}

static sn_status consider(search *s, const int *nodes)
{
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  double cost = -1;
  if (make_sequence(s, nodes) == SN_OK) {
    cost = cost_of(s);
  }
  sn_arena_reset(s->scratch, mark);
  if (cost < 0) {
    return SN_ENOMEM;
  }
  if (cost < s->best) {
    s->best = cost;
    s->n_best = s->n_sequence;
    memcpy(s->best_sequence, s->sequence, (size_t)s->n_sequence * sizeof(int));
  }
  return SN_OK;
}

static void reverse(int *a, int n)
{
  for (int i = 0; i < n / 2; i++) {
    const int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}

static sn_status consider_both(search *s, int *nodes)
{
  SN_TRY(consider(s, nodes));
  reverse(nodes, s->in->n_node);
  return consider(s, nodes);
}

static sn_status by_amd(search *s, int *nodes)
{
  const int n = s->in->n_node;
  int *first = SN_NEW(s->scratch, int, n + 1);
  if (!first || s->near_first[n] > 0x7fffffff) {
    return SN_ENOMEM;
  }
  for (int i = 0; i <= n; i++) {
    first[i] = (int)s->near_first[i];
  }
  const int status = amd_order(n, first, s->near, nodes, NULL, NULL);
  return status == AMD_OK || status == AMD_OK_BUT_JUMBLED ? SN_OK : SN_ENOMEM;
}

static const double dissect_above = 3e8; /* operations: a fraction of a second, and some ten times what METIS takes */

/* Nested dissection, for meshes: half the operations of AMD on solids. Its random numbers start from a fixed seed. A failure
   leaves the other candidates. */
static sn_status consider_dissection(search *s, int *nodes)
{
  idx_t n = s->in->n_node, options[METIS_NOPTIONS];
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  idx_t *first = SN_NEW(s->scratch, idx_t, n + 1), *near = SN_NEW(s->scratch, idx_t, s->near_first[n]);
  idx_t *order = SN_NEW(s->scratch, idx_t, n), *place = SN_NEW(s->scratch, idx_t, n);
  sn_status status = first && near && order && place ? SN_OK : SN_ENOMEM;
  if (status == SN_OK) {
    for (int i = 0; i <= n; i++) {
      first[i] = (idx_t)s->near_first[i];
    }
    for (size_t k = 0; k < s->near_first[n]; k++) {
      near[k] = s->near[k];
    }
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    options[METIS_OPTION_NUMBERING] = 0;
    if (METIS_NodeND(&n, first, near, NULL, options, order, place) == METIS_OK) {
      for (int i = 0; i < n; i++) {
        nodes[i] = order[i];
      }
      status = consider(s, nodes);
    }
  }
  sn_arena_reset(s->scratch, mark);
  return status;
}

static size_t degree(const search *s, int i)
{
  return s->near_first[i + 1] - s->near_first[i];
}

/* Nodes reached from `start`, nearest first, written to queue; returns their number. seen[] gets `stamp`. */
static int spread(const search *s, int start, int *seen, int stamp, int *queue)
{
  int n = 0;
  queue[n++] = start;
  seen[start] = stamp;
  for (int i = 0; i < n; i++) {
    for (size_t k = s->near_first[queue[i]]; k < s->near_first[queue[i] + 1]; k++) {
      const int j = s->near[k];
      if (seen[j] != stamp) {
        seen[j] = stamp;
        queue[n++] = j;
      }
    }
  }
  return n;
}

/* Every connected part breadth first from an end of it: the farthest node from any, the least joined of two ends. */
static sn_status breadth_first(search *s, int *nodes)
{
  const int n = s->in->n_node;
  int *seen = SN_NEW(s->scratch, int, n), n_done = 0, stamp = 0;
  if (!seen) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < n; i++) {
    if (seen[i] == 0) {
      int *queue = nodes + n_done;
      const int count = spread(s, i, seen, ++stamp, queue);
      const int one = queue[count - 1];
      SN_ASSERT(count >= 1 && n_done + count <= n);
      spread(s, one, seen, ++stamp, queue);
      const int other = queue[count - 1];
      const int start = degree(s, other) < degree(s, one) ? other : one;
      n_done += spread(s, start, seen, ++stamp, queue);
    }
  }
  SN_ASSERT(n_done == n); /* every node once */
  return SN_OK;
}

static int number(const search *s, const int *sequence, int n_sequence, int *node_first, int *group_first)
{
  int n = 0;
  for (int g = 0; g < s->in->n_group; g++) {
    group_first[g] = -1;
  }
  for (int k = 0; k < n_sequence; k++) {
    const int b = sequence[k];
    SN_ASSERT(b >= 0 && b < s->n_block);
    if (b < s->in->n_node) {
      node_first[b] = n;
    } else {
      group_first[b - s->in->n_node] = n;
    }
    n += size_of(s, b);
  }
  return n;
}

static sn_status find_best(search *s)
{
  const int n = s->in->n_node;
  int *nodes = SN_NEW(s->scratch, int, n);
  s->n_block = n + s->in->n_group;
  s->sequence = SN_NEW(s->scratch, int, s->n_block);
  s->place = SN_NEW(s->scratch, int, s->n_block);
  s->best_sequence = SN_NEW(s->scratch, int, s->n_block);
  s->best = INFINITY;
  if (!nodes || !s->sequence || !s->place || !s->best_sequence) {
    return SN_ENOMEM;
  }
  SN_TRY(list_groups(s));
  SN_TRY(make_graph(s));
  /* AMD is never far from good, so it goes first and cuts the counting of the others short */
  SN_TRY(by_amd(s, nodes));
  SN_TRY(consider(s, nodes));
  if (s->best > dissect_above) {
    SN_TRY(consider_dissection(s, nodes));
  }
  SN_TRY(breadth_first(s, nodes));
  SN_TRY(consider_both(s, nodes));
  for (int i = 0; i < n; i++) {
    nodes[i] = i;
  }
  return consider_both(s, nodes);
}

int sn_order(const sn_order_input *in, sn_arena *scratch, int *node_first, int *group_first)
{
  search s = {.in = in, .scratch = scratch};
  const sn_arena_mark mark = sn_arena_here(scratch);
  int n = 0;
  if (in->n_node == 0) {
    for (int g = 0; g < in->n_group; g++) {
      group_first[g] = -1;
    }
    return 0;
  }
  sn_status status = find_best(&s);
  n = status == SN_OK ? number(&s, s.best_sequence, s.n_best, node_first, group_first) : -1;
  sn_arena_reset(scratch, mark);
  return n;
}

/* ---- an order found, otherwise */

typedef struct {
  int first, node;
} placed;

static int by_first(const void *a, const void *b)
{
  const placed *x = a, *y = b;
  return x->first != y->first ? (x->first > y->first) - (x->first < y->first) : x->node - y->node;
}

/* From both ends: nodes that hold half of the unknowns as they are, then the others, last first. */
static void turn(const search *s, sn_order_way way, const placed *found, int *nodes)
{
  const int n = s->in->n_node;
  int size = 0, half = 0, n_kept = way == SN_ORDER_FOUND ? n : 0;
  for (int i = 0; i < n; i++) {
    size += size_of(s, i);
  }
  while (way == SN_ORDER_FROM_BOTH_ENDS && n_kept < n && 2 * half < size) {
    half += size_of(s, found[n_kept++].node);
  }
  SN_ASSERT(n_kept >= 0 && n_kept <= n);
  for (int k = 0; k < n; k++) {
    nodes[k] = found[k < n_kept ? k : n - 1 - (k - n_kept)].node;
  }
}

int sn_order_otherwise(const sn_order_input *in, sn_order_way way, const int *found, sn_arena *scratch, int *node_first,
                       int *group_first)
{
  search s = {.in = in, .scratch = scratch, .n_block = in->n_node + in->n_group};
  const sn_arena_mark mark = sn_arena_here(scratch);
  placed *at = SN_NEW(scratch, placed, in->n_node);
  int *nodes = SN_NEW(scratch, int, in->n_node), n = -1;
  s.sequence = SN_NEW(scratch, int, s.n_block);
  s.place = SN_NEW(scratch, int, s.n_block);
  if (at && nodes && s.sequence && s.place) {
    for (int i = 0; i < in->n_node; i++) {
      at[i] = (placed){found[i], i};
    }
    qsort(at, (size_t)in->n_node, sizeof *at, by_first);
    turn(&s, way, at, nodes);
    if (make_sequence(&s, nodes) == SN_OK) { /* multipliers find their places anew */
      n = number(&s, s.sequence, s.n_sequence, node_first, group_first);
    }
  }
  sn_arena_reset(scratch, mark);
  return n;
}
