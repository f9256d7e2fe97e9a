/* instant/make.c -- a motion in the making: its nodes, rows and arrays.
 * What:    which nodes are apart, and which constraints each of those meets. Numbers and pattern of the unknowns are in pattern.c.
 * Tests:   tests/instant/test_instant.c
 */
#include "instant/batch.h"
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

static void list_constraints(sn_instant *m)
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
      sn_instant_node *n = m->node + b->node[k];
      c->n_local += n->size;
      n->constrained = 1;
      n->n_touch++;
      n->n_touch_row += c->n_row;
    }
  }
}

/* Constraints of every node. */
static sn_status list_touches(sn_instant *m, sn_arena *arena)
{
  for (int i = 0; i < m->s->n_node; i++) {
    sn_instant_node *k = m->node + i;
    k->touch = SN_NEW(arena, sn_touch, k->n_touch);
    if (!k->touch) {
      return SN_ENOMEM;
    }
    k->n_touch = k->n_touch_row = 0;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    for (int k = 0; k < b->n_node; k++) {
      sn_instant_node *n = m->node + b->node[k];
      n->touch[n->n_touch++] = (sn_touch){i, n->n_touch_row};
      n->n_touch_row += c->n_row;
      c->n_inside += n->apart ? 0 : n->size;
    }
    SN_ASSERT(c->row + c->n_row <= m->n_row);
  }
  return SN_OK;
}

/* Where each constraint finds its rows: at its nodes, in the order in which these list it. */
static sn_status place_rows(sn_instant *m, sn_arena *scratch, sn_arena *arena)
{
  int *next = SN_NEW(scratch, int, m->s->n_node);
  if (!next) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    c->at = SN_NEW(arena, double *, b->n_node);
    if (!c->at) {
      return SN_ENOMEM;
    }
    for (int k = 0; k < b->n_node; k++) {
      const sn_instant_node *n = m->node + b->node[k];
      const sn_touch *t = n->touch + next[b->node[k]]++;
      SN_ASSERT(t->constraint == i);
      c->at[k] = n->row + (ptrdiff_t)n->stride * t->row * n->size;
    }
  }
  return SN_OK;
}

static sn_status list_parts(sn_instant *m, sn_arena *arena)
{
  const sn_system *s = m->s;
  m->node = SN_NEW(arena, sn_instant_node, s->n_node);
  m->constraint = SN_NEW(arena, sn_constraint_rows, count_constraints(s));
  m->pair = SN_NEW(arena, int, s->n_pair);
  if (!m->node || !m->constraint || !m->pair) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    sn_instant_node *k = m->node + i;
    k->n_rotation = sn_node_rotations(n);
    k->size = n->n_x + k->n_rotation;
    SN_ASSERT(k->size > 0 && k->size <= SN_NODE_UNKNOWNS);
    for (int j = 0; j < 3; j++) { /* of fibres: sn_instant_set_axes */
      k->axis[j].x[j] = 1;
    }
    for (int a = n->has_x; n->has_x && a < n->n_vec; a++) {
      k->eccentric |= n->mass[0][a] != 0 || n->mass[a][0] != 0;
    }
  }
  list_constraints(m);
  sn_instant_check_inertia(m);
  for (int i = 0; i < s->n_node; i++) {
    sn_instant_node *k = m->node + i;
    k->apart = !k->massless && k->n_null == 0 && k->n_touch_row <= SN_MOST_TOUCH_ROWS;
    m->any_light = m->any_light || k->light_x > 0 || k->n_null > 0;
    SN_ASSERT(k->n_touch >= 0 && (k->n_touch > 0) == k->constrained);
  }
  for (int i = 0; i < m->n_constraint; i++) {
    sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    for (int r = 0; r < b->n_node; r++) {
      c->stiff = c->stiff || m->node[b->node[r]].exact;
    }
    m->any_stiff = m->any_stiff || c->stiff;
    for (int r = 0; r < b->n_node && c->stiff; r++) {
      m->node[b->node[r]].apart = 0;
    }
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

/* ---- blocks four at a time */

const sn_packs *sn_instant_packs(const sn_instant *m)
{
  return &m->batch->packs;
}

static void list_drives(sn_instant *m)
{
  for (int i = 0; i < m->s->n_block; i++) {
    m->constraint_of[i] = -1;
    if (m->s->block[i].drive) {
      m->driven[m->n_drive++] = i;
    }
  }
  for (int i = 0; i < m->n_constraint; i++) {
    m->constraint_of[m->constraint[i].block] = i;
  }
}

static void list_moving(sn_instant *m)
{
  for (int i = 0; i < m->batch->packs.n; i++) {
    const sn_pack *p = m->batch->packs.pack + i;
    for (int a = 0; a < SN_LANES * p->type->n_vec; a++) {
      m->moves[i] |= m->s->vector[p->vector[a]].freedom == SN_PRESCRIBED;
    }
  }
}

static sn_status make_batch(sn_instant *m, sn_arena *scratch, sn_arena *arena, sn_error *error)
{
  const sn_system *s = m->s;
  int *category = SN_NEW(scratch, int, s->n_block);
  m->batch = SN_NEW(arena, sn_batch, 1);
  m->constraint_of = SN_NEW(arena, int, s->n_block);
  m->driven = SN_NEW(arena, int, s->n_block);
  m->held_contacts = SN_NEW(arena, double, sn_instant_slip_numbers(s));
  m->drive = SN_NEW(arena, double, 3 * s->n_block);
  if (!category || !m->batch || !m->constraint_of || !m->driven || !m->drive) {
    return no_memory(error);
  }
  for (int i = 0; i < s->n_block; i++) { /* friction that follows multipliers comes last */
    category[i] = sn_only_counts(s->block + i) ? -1 : sn_normal_block(s->block + i) >= 0;
  }
  SN_TRY(sn_batch_new(m, category, 0, arena, m->batch, error));
  m->moves = SN_NEW(arena, unsigned char, m->batch->packs.n);
  if (!m->moves) {
    return no_memory(error);
  }
  list_drives(m);
  list_moving(m);
  return SN_OK;
}

/* ---- arrays */

static sn_status make_arrays(sn_instant *m, sn_arena *arena)
{
  const sn_system *s = m->s;
  int largest = SN_MOST_TOUCH_ROWS, longest = 1;
  for (int i = 0; i < m->n_constraint; i++) {
    const int n = m->constraint[i].n_local + m->constraint[i].n_row;
    largest = n > largest ? n : largest;
  }
  for (int i = 0; i < m->batch->packs.n; i++) {
    const sn_pack *p = m->batch->packs.pack + i;
    const int rows = p->type->n_form * p->offset[p->type->n_node];
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
  m->internal = SN_NEW(arena, double, s->n_internal);
  const int far = v3_norm(s->origin) > 0;
  m->in_space = far ? SN_NEW(arena, sn_v3, s->n_vector) : NULL;
  m->scratch = far && !m->in_space ? NULL : SN_NEW(arena, double, s->n_scratch);
  m->stress = SN_NEW(arena, double, s->n_stress);
  m->softness = SN_NEW(arena, double, m->n_row);
  m->soft = SN_NEW(arena, double, m->n_row);
  m->stiffness = SN_NEW(arena, double, m->n_row);
  m->row_value = SN_NEW(arena, double, m->n_row);
  m->diagonal = SN_NEW(arena, double, m->n_unknown);
  m->xi = SN_NEW(arena, double, m->n_unknown);
  m->rhs = SN_NEW(arena, double, m->n_unknown);
  m->local = SN_NEW(arena, double, (size_t)largest *(size_t)largest);
  m->projected = SN_NEW(arena, double, longest);
  m->response = SN_NEW(arena, double, longest);
  return m->internal && m->scratch && m->stress && m->softness && m->soft && m->stiffness && m->row_value &&
                 m->diagonal && m->xi && m->rhs && m->held_contacts && m->local && m->projected && m->response
             ? SN_OK
             : SN_ENOMEM;
}

static int is_constant(const sn_instant *m)
{
  int constant = 1;
  for (int i = 0; i < m->s->n_node; i++) {
    constant = constant && m->s->node[i].n_dir == 0;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    constant = constant && m->constraint[i].first < 0;
  }
  return constant;
}

static sn_status make(sn_instant *m, sn_arena *scratch, sn_arena *arena, sn_error *error)
{
  if (list_parts(m, arena) != SN_OK || sn_instant_number(m, scratch) != SN_OK) {
    return no_memory(error);
  }
  m->constant = is_constant(m);
  SN_TRY(make_batch(m, scratch, arena, error));
  if (sn_node_lanes_new(m, arena) != SN_OK || place_rows(m, scratch, arena) != SN_OK ||
      make_arrays(m, arena) != SN_OK || sn_instant_find_uneven(m, arena) != SN_OK) {
    return no_memory(error);
  }
  SN_TRY(sn_instant_make_solver(m, scratch, arena, error));
  return sn_rank_new(m, scratch, arena, error);
}

void sn_instant_watch(sn_instant *m, const volatile int *stop)
{
  m->stop = stop;
}

sn_status sn_instant_stopped(const sn_instant *m, sn_error *error)
{
  return m->stop && *m->stop ? sn_fail(error, SN_ESTOP, "", "The analysis was interrupted.", "", "") : SN_OK;
}

sn_status sn_instant_new(const sn_system *s, sn_arena *arena, sn_instant **out, sn_error *error)
{
  *out = NULL;
  sn_instant *m = SN_NEW(arena, sn_instant, 1);
  sn_arena *scratch = sn_arena_child(arena);
  if (!m || !scratch) {
    return no_memory(error);
  }
  m->s = s;
  const sn_status status = make(m, scratch, arena, error);
  sn_arena_free(scratch);
  if (status != SN_OK) {
    sn_instant_free(m);
    return status;
  }
  sn_instant_renew(m);
  *out = m;
  return SN_OK;
}

void sn_instant_free(sn_instant *m)
{
  if (m) {
    sn_lin_free(m->lin);
  }
}
