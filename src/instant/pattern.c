/* instant/pattern.c -- the matrix of a motion: order of its unknowns, and where it can differ from zero.
 * What:    unknowns are the nodes inside and the multipliers; those of nodes apart have numbers behind them.
 * Order:   multipliers come after the nodes inside that they touch. Where they touch none, nodes apart have already given them
 *          their pivots: then they are ordered like nodes.
 * Pattern: exactly what can differ from zero: a row touches positions and rotations of its nodes by the terms of its forms; rows
 *          do not join nodes to each other, nodes apart join all their rows.
 * Tests:   tests/instant/test_instant.c; sn_lin_factor checks that what is left out is zero.
 */
#include "instant/batch.h"
#include <string.h>

/* ---- numbers */

/* What sn_order is told: nodes of the system, then constraints that touch none of those inside. */
typedef struct {
  int n, n_group;
  int *size;  /* n */
  int *count; /* n_group: mass pairs, constraints, nodes apart with their rows */
  int *rows;  /* multipliers of a group */
  const int **list;
} graph;

/* Blocks that stand for constraint i in a list: itself, or its nodes inside. */
static int append_constraint(const sn_instant *m, int i, int *list, int n)
{
  const sn_constraint_rows *c = m->constraint + i;
  const sn_block *b = sn_instant_block(m, c);
  if (c->n_inside == 0) {
    list[n++] = m->s->n_node + i;
    return n;
  }
  for (int k = 0; k < b->n_node; k++) {
    if (!m->node[b->node[k]].apart) {
      list[n++] = b->node[k];
    }
  }
  return n;
}

static int list_length(const sn_instant *m, const sn_instant_node *node)
{
  int n = 0;
  for (int t = 0; t < node->n_touch; t++) {
    n += sn_instant_block(m, m->constraint + node->touch[t].constraint)->n_node;
  }
  return n;
}

static sn_status list_groups(const sn_instant *m, sn_arena *arena, graph *g)
{
  const sn_system *s = m->s;
  for (int i = 0; i < m->n_pair; i++) {
    int *ends = SN_NEW(arena, int, 2);
    if (!ends) {
      return SN_ENOMEM;
    }
    ends[0] = s->vector[s->pair[m->pair[i]].a].node;
    ends[1] = s->vector[s->pair[m->pair[i]].b].node;
    SN_ASSERT(ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1] && !m->node[ends[0]].apart);
    g->list[g->n_group] = ends;
    g->count[g->n_group++] = 2;
  }
  for (int i = 0; i < m->n_constraint; i++, g->n_group++) {
    int *nodes = SN_NEW(arena, int, sn_instant_block(m, m->constraint + i)->n_node);
    if (!nodes) {
      return SN_ENOMEM;
    }
    g->list[g->n_group] = nodes;
    if (m->constraint[i].n_inside > 0) {
      g->count[g->n_group] = append_constraint(m, i, nodes, 0);
      g->rows[g->n_group] = m->constraint[i].n_row;
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_instant_node *node = m->node + i;
    if (!node->apart || node->n_touch < 2) {
      continue;
    }
    int *blocks = SN_NEW(arena, int, list_length(m, node)), n = 0;
    if (!blocks) {
      return SN_ENOMEM;
    }
    for (int t = 0; t < node->n_touch; t++) {
      n = append_constraint(m, node->touch[t].constraint, blocks, n);
    }
    SN_ASSERT(n <= list_length(m, node));
    g->list[g->n_group] = blocks;
    g->count[g->n_group++] = n;
  }
  return SN_OK;
}

#ifdef SN_DEBUG
static void claim(unsigned char *taken, int n, int first, int size)
{
  for (int j = first; j < first + size; j++) {
    SN_ASSERT(j >= 0 && j < n && !taken[j]);
    taken[j] = 1;
  }
}

/* Every number belongs to one node or one row; those of nodes apart are the last ones. */
static void check_numbers(const sn_instant *m, sn_arena *arena)
{
  unsigned char *taken = SN_NEW(arena, unsigned char, m->n_unknown);
  int n = 0;
  if (!taken) {
    return;
  }
  for (int i = 0; i < m->s->n_node; i++) {
    SN_ASSERT((m->node[i].first >= m->n_solved) == m->node[i].apart || m->node[i].size == 0);
    claim(taken, m->n_unknown, m->node[i].first, m->node[i].size);
    n += m->node[i].size;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    SN_ASSERT(c->first >= 0 || sn_instant_block(m, c)->n_node == 0);
    SN_ASSERT(c->n_inside >= 0 && c->n_inside <= c->n_local);
    claim(taken, m->n_solved, c->first, c->first < 0 ? 0 : c->n_row);
    n += c->first < 0 ? 0 : c->n_row;
  }
  SN_ASSERT(n == m->n_unknown);
}
#else
#define check_numbers(m, arena) ((void)0)
#endif

sn_status sn_instant_number(sn_instant *m, sn_arena *scratch)
{
  const sn_system *s = m->s;
  const int n = s->n_node + m->n_constraint, most = m->n_pair + m->n_constraint + s->n_node;
  graph g = {.n = n,
             .size = SN_NEW(scratch, int, n),
             .count = SN_NEW(scratch, int, most),
             .rows = SN_NEW(scratch, int, most),
             .list = SN_NEW(scratch, const int *, most)};
  int *first = SN_NEW(scratch, int, n), *group_first = SN_NEW(scratch, int, most);
  if (!g.size || !g.count || !g.rows || !g.list || !first || !group_first || list_groups(m, scratch, &g) != SN_OK) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    g.size[i] = m->node[i].apart ? 0 : m->node[i].size;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const int touches = sn_instant_block(m, m->constraint + i)->n_node > 0;
    g.size[s->n_node + i] = touches && m->constraint[i].n_inside == 0 ? m->constraint[i].n_row : 0;
  }
  const sn_order_input in = {g.n, g.size, g.n_group, g.list, g.count, g.rows, NULL};
  m->n_unknown = m->n_solved = sn_order(&in, scratch, first, group_first);
  if (m->n_solved < 0) {
    return SN_ENOMEM;
  }
  SN_ASSERT(g.n_group <= most);
  for (int i = 0; i < s->n_node; i++) {
    m->node[i].first = m->node[i].apart ? m->n_unknown : first[i];
    m->n_unknown += m->node[i].apart ? m->node[i].size : 0;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    sn_constraint_rows *c = m->constraint + i;
    c->first = c->n_inside > 0 ? group_first[m->n_pair + i] : g.size[s->n_node + i] > 0 ? first[s->n_node + i] : -1;
  }
  check_numbers(m, scratch);
  return SN_OK;
}

/* ---- pattern: one mask per element, n x n flags */

/* What mass puts between vectors of two nodes, at (row, column): positions meet along themselves, a position and a rotation
   about a ground axis across it, rotations wherever they are. */
static void mark_mass(const sn_instant *m, int a, int slot_a, int b, int slot_b, unsigned char *mask, int n)
{
  const sn_instant_node *ka = m->node + a, *kb = m->node + b;
  const int xa = m->s->node[a].n_x, xb = m->s->node[b].n_x;
  SN_ASSERT(slot_a < m->s->node[a].n_vec && slot_b < m->s->node[b].n_vec && n >= ka->size);
  const int turn_a = slot_a >= m->s->node[a].has_x, turn_b = slot_b >= m->s->node[b].has_x;
  const int ground = (turn_a ? ka : kb)->n_rotation == 3;
  for (int i = turn_a ? xa : 0; i < (turn_a ? ka->size : xa); i++) {
    for (int j = turn_b ? xb : 0; j < (turn_b ? kb->size : xb); j++) {
      const int same = i - turn_a * xa == j - turn_b * xb;
      mask[i * n + j] |= (unsigned char)(turn_a && turn_b ? 1 : turn_a || turn_b ? !ground || !same : same);
    }
  }
}

static void mark_node(const sn_instant *m, int i, unsigned char *mask)
{
  const sn_node *node = m->s->node + i;
  const int n = m->node[i].size;
  for (int a = 0; a < node->n_vec; a++) {
    for (int b = 0; b < node->n_vec; b++) {
      if (node->mass[a][b] != 0) {
        mark_mass(m, i, a, i, b, mask, n);
      }
    }
  }
  for (int j = 0; j < n; j++) { /* what is light */
    for (int k = 0; k < n; k++) {
      mask[j * n + k] |= j == k || (m->node[i].n_null > 0 && j >= node->n_x && k >= node->n_x);
    }
  }
}

static void mark_pair(const sn_instant *m, int p, unsigned char *mask)
{
  const sn_mass_pair *pair = m->s->pair + m->pair[p];
  const sn_vector *a = m->s->vector + pair->a, *b = m->s->vector + pair->b;
  const int na = m->node[a->node].size, n = na + m->node[b->node].size;
  mark_mass(m, a->node, a->slot, b->node, b->slot, mask + na, n);
  mark_mass(m, b->node, b->slot, a->node, a->slot, mask + na * n, n);
}

/* Columns of the block's nodes (n_local) that form f of lane l of a pack touches. */
static void mark_form(const sn_pack *p, int f, int l, unsigned char *touched)
{
  const sn_pack_type *t = p->type;
  for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
    const sn_gradient *g = t->gradient + i;
    const int node = t->node_of[g->vector], n_x = t->shape[node].n_x,
              turns = t->slot[g->vector] >= t->shape[node].has_x;
    int touches = turns && !t->joins;
    for (int k = g->first; k < g->end; k++) {
      touches = touches || p->weight[t->share[k].weight][l] != 0;
    }
    if (touches) {
      memset(touched + p->offset[node] + (turns ? n_x : 0), 1, (size_t)(turns ? t->shape[node].n_rot : n_x));
    }
  }
}

/* touched: room for n_local flags */
static void mark_constraint(const sn_instant *m, const sn_constraint_rows *c, unsigned char *touched,
                            unsigned char *mask)
{
  const sn_block *b = sn_instant_block(m, c);
  const sn_packs *packs = sn_instant_packs(m);
  const sn_pack *p = packs->pack + packs->pack_of[c->block];
  const int n = c->n_inside + c->n_row;
  for (int r = 0; r < c->n_row; r++) {
    const int row = c->n_inside + r;
    memset(touched, 0, (size_t)c->n_local);
    for (int f = 0; f < b->n_form; f++) {
      if (b->law->is_scalar || f == r) {
        mark_form(p, f, packs->lane_of[c->block], touched);
      }
    }
    for (int k = 0, at = 0, to = 0; k < b->n_node; at += m->node[b->node[k++]].size) {
      for (int j = 0; j < m->node[b->node[k]].size && !m->node[b->node[k]].apart; j++, to++) {
        mask[row * n + to] = mask[to * n + row] = touched[at + j];
      }
    }
    for (int k = 0; k < c->n_inside * c->n_inside && c->stiff; k++) { /* its own columns are all there */
      mask[k / c->n_inside * n + k % c->n_inside] |= touched[k / c->n_inside] && touched[k % c->n_inside];
    }
    mask[row * n + row] = 1;
  }
}

/* ---- elements: nodes, pairs, constraints */

static int append(int first, int n_more, int *u, int n)
{
  for (int j = 0; j < n_more; j++) {
    u[n++] = first + j;
  }
  return n;
}

static int append_node(const sn_instant *m, int node, int *u, int n)
{
  return m->node[node].apart ? n : append(m->node[node].first, m->node[node].size, u, n);
}

/* Unknowns of element e; returns how many. */
static int list_unknowns(const sn_instant *m, int e, int *u)
{
  const sn_system *s = m->s;
  const int p = e - s->n_node, i = p - m->n_pair;
  int n = 0;
  if (p < 0 && m->node[e].apart) {
    for (int t = 0; t < m->node[e].n_touch; t++) {
      const sn_constraint_rows *c = m->constraint + m->node[e].touch[t].constraint;
      n = append(c->first, c->n_row, u, n);
    }
    return n;
  }
  if (p < 0) {
    return append_node(m, e, u, n);
  }
  if (i < 0) {
    n = append_node(m, s->vector[s->pair[m->pair[p]].a].node, u, n);
    return append_node(m, s->vector[s->pair[m->pair[p]].b].node, u, n);
  }
  const sn_constraint_rows *c = m->constraint + i;
  const sn_block *b = sn_instant_block(m, c);
  if (c->first < 0) {
    return 0;
  }
  for (int k = 0; k < b->n_node; k++) {
    n = append_node(m, b->node[k], u, n);
  }
  return append(c->first, c->n_row, u, n);
}

static int most_unknowns(const sn_instant *m, int e)
{
  const int i = e - m->s->n_node - m->n_pair;
  return i >= 0 ? m->constraint[i].n_inside + m->constraint[i].n_row
                : SN_MOST_TOUCH_ROWS; /* at least two nodes of a pair */
}

static sn_status make_element(const sn_instant *m, int e, unsigned char *touched, sn_arena *arena, int *count,
                              const int **list, const unsigned char **mask)
{
  const int i = e - m->s->n_node - m->n_pair;
  int *u = SN_NEW(arena, int, most_unknowns(m, e));
  if (!u) {
    return SN_ENOMEM;
  }
  *count = list_unknowns(m, e, u);
  SN_ASSERT(*count <= most_unknowns(m, e));
  *list = u;
  if (*count == 0 || (e < m->s->n_node && m->node[e].apart)) {
    return SN_OK; /* nothing, or full */
  }
  unsigned char *flags = SN_NEW(arena, unsigned char, *count **count);
  if (!flags) {
    return SN_ENOMEM;
  }
  if (e < m->s->n_node) {
    mark_node(m, e, flags);
  } else if (i < 0) {
    mark_pair(m, e - m->s->n_node, flags);
  } else {
    mark_constraint(m, m->constraint + i, touched, flags);
  }
  *mask = flags;
  return SN_OK;
}

static void find_units(sn_instant *m)
{
  for (int i = 0; i < m->s->n_node; i++) {
    for (int j = 0; j < m->node[i].size && !m->node[i].apart; j++) {
      m->unit[m->node[i].first + j] = sn_coordinate_size(m->s, sn_unknown_is_length(m->s->node + i, j));
    }
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      m->unit[c->first + r] = sn_multiplier_size(m->s, sn_row_dimension(sn_instant_block(m, c), r), m->typical_mass);
    }
  }
}

sn_status sn_instant_make_solver(sn_instant *m, sn_arena *scratch, sn_arena *arena, sn_error *error)
{
  const int n_element = m->s->n_node + m->n_pair + m->n_constraint;
  int *count = SN_NEW(scratch, int, n_element), most = 1;
  const int **list = SN_NEW(scratch, const int *, n_element);
  const unsigned char **mask = SN_NEW(scratch, const unsigned char *, n_element);
  for (int i = 0; i < m->n_constraint; i++) {
    most = m->constraint[i].n_local > most ? m->constraint[i].n_local : most;
  }
  unsigned char *touched = SN_NEW(scratch, unsigned char, most);
  if (!count || !list || !mask || !touched) {
    return sn_no_memory(error, "the analysis of the motion");
  }
  for (int e = 0; e < n_element; e++) {
    if (make_element(m, e, touched, scratch, count + e, list + e, mask + e) != SN_OK) {
      return sn_no_memory(error, "the analysis of the motion");
    }
  }
  m->unit = SN_NEW(arena, double, m->n_solved);
  if (!m->unit) {
    return sn_no_memory(error, "the analysis of the motion");
  }
  find_units(m);
  const sn_lin_pattern pattern = {
      .n = m->n_solved, .n_element = n_element, .count = count, .unknown = list, .mask = mask, .unit = m->unit};
  return sn_lin_new(&pattern, arena, &m->lin, error);
}
