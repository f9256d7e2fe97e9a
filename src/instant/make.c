/* instant/make.c -- a motion in the making: its nodes, rows and arrays.
 * What:    which nodes are apart, and which constraints each of those meets. Numbers and pattern of the unknowns are in pattern.c.
 * Tests:   tests/instant/test_motion.c
 */
#include "instant/inside.h"
#include <string.h>

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the analysis of the motion");
}

static int count_constraints(const sn_system *s)
{
  int n = 0;
  for (int i = 0; i < s->n_block; i++) {
    n += s->block[i].law->is_constraint != 0;
  }
  return n;
}

static void list_constraints(sn_motion *m)
{
  const sn_system *s = m->s;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!b->law->is_constraint) {
      continue;
    }
    sn_constraint_rows *c = m->constraint + m->n_constraint++;
    c->block = i;
    c->n_row = sn_block_rows(b);
    SN_ASSERT(c->n_row == b->n_stress);
    c->row = m->n_row;
    m->n_row += c->n_row;
    for (int k = 0; k < b->n_node; k++) {
      sn_motion_node *n = m->node + b->node[k];
      c->n_local += n->size;
      n->constrained = 1;
      n->n_touch++;
      n->n_touch_row += c->n_row;
    }
  }
}

/* Constraints of nodes apart, and room for what is kept of the matrix: rows, and factors of masses (a node inside that no row
   holds is asked for its mobility). */
static sn_status list_touches(sn_motion *m, sn_arena *arena)
{
  for (int i = 0; i < m->s->n_node; i++) {
    sn_motion_node *k = m->node + i;
    k->touch = k->n_touch ? SN_NEW(arena, sn_touch, k->n_touch) : NULL;
    k->factor = k->apart || !k->constrained ? SN_NEW(arena, double, k->size * k->size) : NULL;
    if ((k->n_touch && !k->touch) || ((k->apart || !k->constrained) && !k->factor)) {
      return SN_ENOMEM;
    }
    k->n_touch = 0;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    for (int k = 0, at = 0; k < b->n_node; k++) {
      sn_motion_node *n = m->node + b->node[k];
      SN_ASSERT(at + n->size <= c->n_local);
      n->touch[n->n_touch++] = (sn_touch){i, at};
      c->n_inside += n->apart ? 0 : n->size;
      at += n->size;
    }
    SN_ASSERT(c->row + c->n_row <= m->n_row);
    c->G = SN_NEW(arena, double, c->n_row * c->n_local);
    if (!c->G) {
      return SN_ENOMEM;
    }
  }
  return SN_OK;
}

static sn_status list_parts(sn_motion *m, sn_arena *arena)
{
  const sn_system *s = m->s;
  m->node = SN_NEW(arena, sn_motion_node, s->n_node);
  m->constraint = SN_NEW(arena, sn_constraint_rows, count_constraints(s));
  m->pair = SN_NEW(arena, int, s->n_pair);
  if (!m->node || !m->constraint || !m->pair) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    sn_motion_node *k = m->node + i;
    k->n_rotation = sn_node_rotations(n);
    k->size = 3 * n->has_x + k->n_rotation;
    SN_ASSERT(k->size > 0 && k->size <= SN_NODE_UNKNOWNS);
    for (int a = n->has_x; n->has_x && a < n->n_vec; a++) {
      k->eccentric |= n->mass[0][a] != 0 || n->mass[a][0] != 0;
    }
  }
  list_constraints(m);
  sn_motion_check_inertia(m);
  for (int i = 0; i < s->n_node; i++) {
    sn_motion_node *k = m->node + i;
    k->apart = k->light_x == 0 && k->n_null == 0 && k->n_touch_row <= SN_MOST_TOUCH_ROWS;
    SN_ASSERT(k->n_touch >= 0 && (k->n_touch > 0) == k->constrained);
  }
  for (int i = 0; i < s->n_pair; i++) {
    const int a = s->vector[s->pair[i].a].node, b = s->vector[s->pair[i].b].node;
    if (a >= 0 && b >= 0) {
      m->pair[m->n_pair++] = i;
      m->node[a].apart = m->node[b].apart = 0;
    }
  }
  SN_TRY(list_touches(m, arena));
  return SN_OK;
}

/* ---- arrays */

static sn_status make_arrays(sn_motion *m, sn_arena *arena)
{
  const sn_system *s = m->s;
  int largest = SN_MOST_TOUCH_ROWS, longest = 1;
  for (int i = 0; i < m->n_constraint; i++) {
    const int n = m->constraint[i].n_local + m->constraint[i].n_row;
    SN_ASSERT(m->constraint[i].n_local == m->block[m->constraint[i].block].n_local);
    largest = n > largest ? n : largest;
  }
  for (int i = 0; i < s->n_block; i++) {
    const int rows = s->block[i].n_form * m->block[i].n_local;
    longest = rows > longest ? rows : longest;
  }
  SN_ASSERT(largest >= 2 * SN_NODE_UNKNOWNS); /* two nodes that share mass */
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
  return m->own && m->stress && m->softness && m->soft && m->row_value && m->diagonal && m->xi && m->rhs && m->local &&
                 m->projected && m->response
             ? SN_OK
             : SN_ENOMEM;
}

static sn_status make(sn_motion *m, sn_arena *scratch, sn_arena *arena, sn_error *error)
{
  if (list_parts(m, arena) != SN_OK || sn_motion_number(m, scratch) != SN_OK ||
      sn_reach_new(m, scratch, arena) != SN_OK || make_arrays(m, arena) != SN_OK) {
    return no_memory(error);
  }
  SN_TRY(sn_motion_make_solver(m, scratch, arena, error));
  return sn_rank_new(m, scratch, arena, error);
}

sn_status sn_motion_new(const sn_system *s, sn_arena *arena, sn_motion **out, sn_error *error)
{
  *out = NULL;
  sn_motion *m = SN_NEW(arena, sn_motion, 1);
  sn_arena *scratch = sn_arena_child(arena);
  if (!m || !scratch) {
    return no_memory(error);
  }
  m->s = s;
  const sn_status status = make(m, scratch, arena, error);
  sn_arena_free(scratch);
  if (status != SN_OK) {
    sn_motion_free(m);
    return status;
  }
  sn_motion_renew(m);
  *out = m;
  return SN_OK;
}

void sn_motion_free(sn_motion *m)
{
  if (m) {
    sn_lin_free(m->lin);
  }
}
