/* instant/make.c -- a motion in the making: its unknowns and their order, the pattern of its matrix, its arrays.
 * What:    nodes that no row and no mass of another node touches are solved alone, by the inverse of their mass; all others are
 *          unknowns of the matrix, in elimination order, with the multipliers.
 * Pattern: of elements, exactly what can differ from zero: a row touches positions and rotations of its nodes by the terms of
 *          its forms; rows do not join nodes to each other.
 * Tests:   tests/instant/test_motion.c; sn_lin_factor checks that what is left out is zero.
 */
#include "instant/inside.h"
#include <string.h>

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the analysis of the motion");
}

static void list_constraints(sn_motion *m)
{
  const sn_system *s = m->s;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!sn_is_constraint(b->law)) {
      continue;
    }
    sn_constraint_rows *c = m->constraint + m->n_constraint++;
    c->block = i;
    c->n_row = b->law == SN_LINEAR_CONSTRAINT ? b->n_form : 1;
    c->row = m->n_row;
    m->n_row += c->n_row;
    for (int k = 0; k < b->n_node; k++) {
      c->n_local += m->node[b->node[k]].size;
      m->node[b->node[k]].constrained = 1;
    }
  }
}

static sn_status list_parts(sn_motion *m, sn_arena *arena)
{
  const sn_system *s = m->s;
  m->node = SN_NEW(arena, sn_motion_node, s->n_node);
  m->constraint = SN_NEW(arena, sn_constraint_rows, s->n_block);
  m->pair = SN_NEW(arena, int, s->n_pair);
  if (!m->node || !m->constraint || !m->pair) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    sn_motion_node *k = m->node + i;
    k->n_rotation = sn_node_rotations(n);
    k->size = 3 * n->has_x + k->n_rotation;
    for (int a = n->has_x; n->has_x && a < n->n_vec; a++) {
      k->eccentric |= n->mass[0][a] != 0 || n->mass[a][0] != 0;
    }
  }
  list_constraints(m);
  sn_motion_check_inertia(m);
  for (int i = 0; i < s->n_node; i++) {
    sn_motion_node *k = m->node + i;
    k->alone = !k->constrained && k->light_x == 0 && k->n_null == 0;
    if (!k->constrained && !(k->inverse = SN_NEW(arena, double, k->size * k->size))) {
      return SN_ENOMEM;
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const int a = s->vector[s->pair[i].a].node, b = s->vector[s->pair[i].b].node;
    if (a >= 0 && b >= 0) {
      m->pair[m->n_pair++] = i;
      m->node[a].alone = m->node[b].alone = 0;
    }
  }
  return SN_OK;
}

/* Numbers the unknowns: groups are mass pairs and constraints. */
static sn_status number(sn_motion *m, sn_arena *arena)
{
  const sn_system *s = m->s;
  const int n_group = m->n_pair + m->n_constraint;
  int *size = SN_NEW(arena, int, s->n_node), *first = SN_NEW(arena, int, s->n_node);
  int *count = SN_NEW(arena, int, n_group), *rows = SN_NEW(arena, int, n_group),
      *group_first = SN_NEW(arena, int, n_group);
  const int **list = SN_NEW(arena, const int *, n_group);
  int *ends = SN_NEW(arena, int, 2 * (size_t)m->n_pair);
  if (!size || !first || !count || !rows || !group_first || !list || !ends) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    size[i] = m->node[i].alone ? 0 : m->node[i].size;
  }
  for (int i = 0; i < m->n_pair; i++) {
    ends[2 * i] = s->vector[s->pair[m->pair[i]].a].node;
    ends[2 * i + 1] = s->vector[s->pair[m->pair[i]].b].node;
    list[i] = ends + 2 * i;
    count[i] = 2;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_motion_block(m, m->constraint + i);
    list[m->n_pair + i] = b->node;
    count[m->n_pair + i] = b->n_node;
    rows[m->n_pair + i] = m->constraint[i].n_row;
  }
  const sn_order_input in = {s->n_node, size, n_group, list, count, rows, 0};
  m->n_unknown = m->n_solved = sn_order(&in, arena, first, group_first);
  if (m->n_solved < 0) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    m->node[i].first = m->node[i].alone ? m->n_unknown : first[i];
    m->n_unknown += m->node[i].alone ? m->node[i].size : 0;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    m->constraint[i].first = group_first[m->n_pair + i];
  }
  return SN_OK;
}

/* ---- pattern: one mask per element, n x n flags */

/* What mass puts between vectors of two nodes, at (row, column): positions meet along themselves, a position and a rotation
   about a ground axis across it, rotations wherever they are. */
static void mark_mass(const sn_motion *m, int a, int slot_a, int b, int slot_b, unsigned char *mask, int n)
{
  const sn_motion_node *ka = m->node + a, *kb = m->node + b;
  const int xa = 3 * m->s->node[a].has_x, xb = 3 * m->s->node[b].has_x;
  const int turn_a = slot_a >= m->s->node[a].has_x, turn_b = slot_b >= m->s->node[b].has_x;
  const int ground = (turn_a ? ka : kb)->n_rotation == 3;
  for (int i = turn_a ? xa : 0; i < (turn_a ? ka->size : 3); i++) {
    for (int j = turn_b ? xb : 0; j < (turn_b ? kb->size : 3); j++) {
      const int same = i - turn_a * xa == j - turn_b * xb;
      mask[i * n + j] |= (unsigned char)(turn_a && turn_b ? 1 : turn_a || turn_b ? !ground || !same : same);
    }
  }
}

static void mark_node(const sn_motion *m, int i, unsigned char *mask)
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
      mask[j * n + k] |= j == k || (m->node[i].n_null > 0 && j >= 3 * node->has_x && k >= 3 * node->has_x);
    }
  }
}

static void mark_pair(const sn_motion *m, int p, unsigned char *mask)
{
  const sn_mass_pair *pair = m->s->pair + m->pair[p];
  const sn_vector *a = m->s->vector + pair->a, *b = m->s->vector + pair->b;
  const int na = m->node[a->node].size, n = na + m->node[b->node].size;
  mark_mass(m, a->node, a->slot, b->node, b->slot, mask + na, n);
  mark_mass(m, b->node, b->slot, a->node, a->slot, mask + na * n, n);
}

static void mark_point(const sn_motion *m, const int *first, int k, int row, unsigned char *mask, int n)
{
  for (int r = first[k]; r < first[k + 1]; r++) {
    const sn_reach *of = m->reach + r;
    for (int j = 0; j < 3 && of->at >= 0 && of->x != 0; j++) {
      mask[row * n + of->at + j] = mask[(of->at + j) * n + row] = 1;
    }
    for (int j = 0; j < of->n_rotation; j++) {
      mask[row * n + of->turn + j] = mask[(of->turn + j) * n + row] = 1;
    }
  }
}

static void mark_constraint(const sn_motion *m, const sn_constraint_rows *c, unsigned char *mask)
{
  const sn_block *b = sn_motion_block(m, c);
  const int n = c->n_local + c->n_row;
  for (int i = 0; i < b->n_term; i++) {
    const int row = c->n_local + (b->law == SN_LINEAR_CONSTRAINT ? b->term[i].form : 0);
    mark_point(m, m->block[c->block].first, b->term[i].i, row, mask, n);
    mark_point(m, m->block[c->block].first, b->term[i].j, row, mask, n);
  }
  for (int row = c->n_local; row < n; row++) {
    mask[row * n + row] = 1;
  }
}

static int append(const sn_motion *m, int node, int *u, int n)
{
  for (int j = 0; j < m->node[node].size; j++) {
    u[n++] = m->node[node].first + j;
  }
  return n;
}

/* Unknowns of element e: nodes, pairs, constraints. */
static int list_unknowns(const sn_motion *m, int e, int *u)
{
  const sn_system *s = m->s;
  const int p = e - s->n_node, c = p - m->n_pair;
  int n = 0;
  if (p < 0) {
    return m->node[e].alone ? 0 : append(m, e, u, n);
  }
  if (c < 0) {
    n = append(m, s->vector[s->pair[m->pair[p]].a].node, u, n);
    return append(m, s->vector[s->pair[m->pair[p]].b].node, u, n);
  }
  const sn_constraint_rows *rows = m->constraint + c;
  const sn_block *b = sn_motion_block(m, rows);
  for (int k = 0; rows->first >= 0 && k < b->n_node; k++) {
    n = append(m, b->node[k], u, n);
  }
  for (int r = 0; rows->first >= 0 && r < rows->n_row; r++) {
    u[n++] = rows->first + r;
  }
  return n;
}

static sn_status make_solver(sn_motion *m, sn_arena *arena, sn_error *error)
{
  const int n_node = m->s->n_node, n_element = n_node + m->n_pair + m->n_constraint;
  int *count = SN_NEW(arena, int, n_element);
  const int **list = SN_NEW(arena, const int *, n_element);
  const unsigned char **masks = SN_NEW(arena, const unsigned char *, n_element);
  if (!count || !list || !masks) {
    return no_memory(error);
  }
  for (int e = 0; e < n_element; e++) {
    const int c = e - n_node - m->n_pair;
    const int room = c < 0 ? 2 * SN_NODE_UNKNOWNS : m->constraint[c].n_local + m->constraint[c].n_row;
    int *u = SN_NEW(arena, int, room);
    if (!u) {
      return no_memory(error);
    }
    const int n = count[e] = list_unknowns(m, e, u);
    unsigned char *mask = SN_NEW(arena, unsigned char, n *n);
    if (!mask) {
      return no_memory(error);
    }
    if (n > 0 && e < n_node) {
      mark_node(m, e, mask);
    } else if (n > 0 && c < 0) {
      mark_pair(m, e - n_node, mask);
    } else if (n > 0) {
      mark_constraint(m, m->constraint + c, mask);
    }
    list[e] = u;
    masks[e] = mask;
  }
  const sn_lin_pattern pattern = {
      .n = m->n_solved, .n_element = n_element, .count = count, .unknown = list, .mask = masks};
  return sn_lin_new(&pattern, arena, &m->lin, error);
}

/* ---- arrays */

static sn_status make_arrays(sn_motion *m, sn_arena *arena)
{
  const sn_system *s = m->s;
  int largest = 2 * SN_NODE_UNKNOWNS, longest = 1, widest = 1;
  for (int i = 0; i < m->n_constraint; i++) {
    const int n = m->constraint[i].n_local + m->constraint[i].n_row;
    largest = n > largest ? n : largest;
  }
  for (int i = 0; i < s->n_block; i++) {
    const int n = s->block[i].n_form * s->block[i].n_vec, rows = s->block[i].n_form * m->block[i].n_local;
    widest = n > widest ? n : widest;
    longest = rows > longest ? rows : longest;
  }
  sn_v3 **vectors[] = {&m->q, &m->v, &m->a, &m->convective, &m->given, &m->force};
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++) {
    *vectors[k] = SN_NEW(arena, sn_v3, s->n_vector);
    if (!*vectors[k]) {
      return SN_ENOMEM;
    }
  }
  m->own = SN_NEW(arena, double, s->n_own);
  m->stress = SN_NEW(arena, double, s->n_stress);
  m->softness = SN_NEW(arena, double, m->n_row);
  m->soft = SN_NEW(arena, double, m->n_row);
  m->row_value = SN_NEW(arena, double, m->n_row);
  m->diagonal = SN_NEW(arena, double, m->n_unknown);
  m->xi = SN_NEW(arena, double, m->n_unknown);
  m->rhs = SN_NEW(arena, double, m->n_unknown);
  m->local = SN_NEW(arena, double, (size_t)largest *(size_t)largest);
  m->projected = SN_NEW(arena, double, longest);
  m->response = SN_NEW(arena, double, longest);
  m->B = SN_NEW(arena, sn_v3, widest);
  return m->own && m->stress && m->softness && m->soft && m->row_value && m->diagonal && m->xi && m->rhs && m->local &&
                 m->projected && m->response && m->B
             ? SN_OK
             : SN_ENOMEM;
}

sn_status sn_motion_new(const sn_system *s, sn_arena *arena, sn_motion **out, sn_error *error)
{
  *out = NULL;
  sn_motion *m = SN_NEW(arena, sn_motion, 1);
  if (!m) {
    return no_memory(error);
  }
  m->s = s;
  m->nothing = m->soft_row = 1e-8;
  m->load = m->weight = 1;
  if (list_parts(m, arena) != SN_OK || number(m, arena) != SN_OK || sn_reach_new(m, arena) != SN_OK ||
      make_arrays(m, arena) != SN_OK) {
    return no_memory(error);
  }
  sn_status status = make_solver(m, arena, error);
  if (status == SN_OK) {
    status = sn_rank_new(m, arena, error);
  }
  if (status != SN_OK) {
    sn_motion_free(m);
    return status;
  }
  *out = m;
  return SN_OK;
}

void sn_motion_free(sn_motion *m)
{
  if (m) {
    sn_lin_free(m->lin);
  }
}
