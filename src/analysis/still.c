/* analysis/still.c -- unknowns, pattern and memory of a static configuration, and its vectors in two numberings.
 * What:    node unknowns are those of instant/unknowns.h, in an order of their own that suits the elastic couplings.
 * Tests:   tests/analysis/test_statics.c
 */
#include "analysis/statics_private.h"
#include <string.h>

#include "instant/near.h"

#ifdef SN_DEBUG
/* Unknowns of nodes and multipliers fill the numbers: as many as there are, and none outside. */
static void check_numbers(const sn_still *w, const int *size, const int *rows)
{
  int n = 0;
  for (int i = 0; i < w->m->s->n_node; i++) {
    SN_ASSERT(w->first[i] >= 0 && w->first[i] + size[i] <= w->n_unknown);
    n += size[i];
  }
  for (int i = 0; i < w->m->s->n_block; i++) {
    SN_ASSERT(rows[i] == 0 || (w->row_first[i] >= 0 && w->row_first[i] + rows[i] <= w->n_unknown));
    n += rows[i];
  }
  SN_ASSERT(n == w->n_unknown);
}
#else
#define check_numbers(w, size, rows) ((void)0)
#endif

static sn_status number(sn_still *w, sn_arena *arena)
{
  const sn_system *s = w->m->s;
  int *size = SN_NEW(arena, int, s->n_node), *count = SN_NEW(arena, int, s->n_block + 1);
  int *rows = SN_NEW(arena, int, s->n_block + 1);
  const int **list = SN_NEW(arena, const int *, s->n_block + 1);
  w->first = SN_NEW(arena, int, s->n_node);
  w->row_first = SN_NEW(arena, int, s->n_block + 1);
  w->constraint = SN_NEW(arena, int, s->n_block + 1);
  if (!size || !count || !rows || !list || !w->first || !w->row_first || !w->constraint) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    size[i] = w->m->node[i].size;
  }
  for (int i = 0; i < s->n_block; i++) {
    w->constraint[i] = -1;
  }
  for (int i = 0; i < w->m->n_constraint; i++) {
    SN_ASSERT(s->block[w->m->constraint[i].block].law->is_constraint);
    SN_ASSERT(w->constraint[w->m->constraint[i].block] < 0); /* each once */
    w->constraint[w->m->constraint[i].block] = i;
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    list[i] = b->node;
    count[i] = b->n_node; /* dampers too: modes need them (modes.c) */
    rows[i] = w->constraint[i] >= 0 && sn_still_takes_part(b) ? w->m->constraint[w->constraint[i]].n_row : 0;
  }
  const sn_order_input in = {s->n_node, size, s->n_block, list, count, rows, NULL};
  w->n_unknown = sn_order(&in, arena, w->first, w->row_first);
  if (w->n_unknown < 0) {
    return SN_ENOMEM;
  }
  check_numbers(w, size, rows);
  return SN_OK;
}

static sn_status make_solver(sn_still *w, int symmetric, sn_arena *arena, sn_error *error)
{
  const sn_system *s = w->m->s;
  int *count = SN_NEW(arena, int, s->n_node + s->n_block + w->m->n_pair);
  const int **list = SN_NEW(arena, const int *, s->n_node + s->n_block + w->m->n_pair);
  w->element = SN_NEW(arena, int, s->n_block + 1);
  w->unit = SN_NEW(arena, double, w->n_unknown);
  w->work = SN_NEW(arena, double, w->n_unknown);
  for (int i = 0; w->unit && i < w->n_unknown; i++) {
    w->unit[i] = 1;
  }
  if (!count || !list || !w->element || !w->unit || !w->work) {
    return sn_no_memory(error, "the static equilibrium");
  }
  int n_element = 0;
  for (int i = -s->n_node; i < s->n_block; i++) {
    const sn_block *b = i < 0 ? NULL : s->block + i;
    int room = SN_NODE_UNKNOWNS * (b ? b->n_node : 1) + (b ? b->n_form : 0), n = 0;
    if (b && b->n_node == 0) {
      w->element[i] = -1;
      continue;
    }
    int *u = SN_NEW(arena, int, room);
    if (!u) {
      return sn_no_memory(error, "the static equilibrium");
    }
    for (int k = 0; k < (b ? b->n_node : 1); k++) {
      const int node = b ? b->node[k] : i + s->n_node;
      for (int j = 0; j < w->m->node[node].size; j++) {
        u[n++] = w->first[node] + j;
      }
    }
    for (int r = 0; b && w->constraint[i] >= 0 && r < w->m->constraint[w->constraint[i]].n_row; r++) {
      u[n++] = w->row_first[i] + r;
    }
    if (b) {
      w->element[i] = n_element;
    }
    SN_ASSERT(n <= room);
    list[n_element] = u;
    count[n_element++] = n;
  }
  w->pair_element = n_element;
  for (int p = 0; p < w->m->n_pair; p++) { /* masses between nodes */
    const sn_mass_pair *pair = s->pair + w->m->pair[p];
    const int node[2] = {s->vector[pair->a].node, s->vector[pair->b].node};
    int n = 0, *u = SN_NEW(arena, int, 2 * SN_NODE_UNKNOWNS);
    if (!u) {
      return sn_no_memory(error, "the static equilibrium");
    }
    SN_ASSERT(node[0] >= 0 && node[1] >= 0 && node[0] != node[1]);
    for (int k = 0; k < 2; k++) {
      for (int j = 0; j < w->m->node[node[k]].size; j++) {
        u[n++] = w->first[node[k]] + j;
      }
    }
    list[n_element] = u;
    count[n_element++] = n;
  }
  SN_ASSERT(n_element == w->pair_element + w->m->n_pair && n_element <= s->n_node + s->n_block + w->m->n_pair);
  w->pattern = (sn_lin_pattern){.n = w->n_unknown,
                                .n_element = n_element,
                                .count = count,
                                .unknown = list,
                                .symmetric = symmetric,
                                .unit = w->unit};
  int *size = SN_NEW(arena, int, s->n_node);
  if (!size) {
    return sn_no_memory(error, "the static equilibrium");
  }
  for (int i = 0; i < s->n_node; i++) {
    size[i] = w->m->node[i].size;
  }
  if (sn_near_find(s, w->n_unknown, w->first, size, arena, &w->pattern.near) != SN_OK) {
    return sn_no_memory(error, "the static equilibrium");
  }
  return sn_lin_new(&w->pattern, arena, &w->lin, error);
}

/* Packs of the blocks, and their places in the matrix. Blocks that act at rest are apart from those of one law that do not, and so is
   friction that follows multipliers. */
static sn_status make_batch(sn_still *w, sn_arena *arena, sn_error *error)
{
  const sn_system *s = w->m->s;
  int *category = SN_NEW(arena, int, s->n_block + 1);
  if (!category) {
    return sn_no_memory(error, "the static equilibrium");
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    category[i] = b->n_node == 0 || sn_only_counts(b) ? -1 : sn_still_takes_part(b) + 2 * (sn_normal_block(b) >= 0);
  }
  SN_TRY(sn_batch_new(w->m, category, 1, arena, &w->batch, error));
  for (int i = 0; i < w->batch.packs.n; i++) {
    sn_pack *p = w->batch.packs.pack + i;
    for (int l = 0; l < SN_LANES; l++) {
      p->element[l] = w->element[p->block[l]];
      SN_ASSERT(p->element[l] >= 0 && w->pattern.count[p->element[l]] == p->n_local);
    }
  }
  return SN_OK;
}

sn_status sn_still_new(sn_instant *m, int symmetric, sn_arena *arena, sn_still *out, sn_error *error)
{
  const sn_system *s = m->s;
  *out = (sn_still){.m = m};
  if (number(out, arena) != SN_OK) {
    return sn_no_memory(error, "the static equilibrium");
  }
  SN_TRY(make_solver(out, symmetric, arena, error));
  const sn_status made = make_batch(out, arena, error);
  if (made != SN_OK) {
    sn_lin_free(out->lin);
    return made;
  }
  out->local = SN_NEW(arena, double, (2 * SN_NODE_UNKNOWNS) * (2 * SN_NODE_UNKNOWNS));
  out->x = SN_NEW(arena, double, out->n_unknown + 1);
  out->rhs = SN_NEW(arena, double, m->n_unknown + 1);
  out->row = SN_NEW(arena, double, m->n_row + 1);
  out->lambda = SN_NEW(arena, double, m->n_row + 1);
  out->W = SN_NEW(arena, double, 36 * (size_t)s->n_node);
  out->f = SN_NEW(arena, sn_v3, s->n_vector);
  out->total = SN_NEW(arena, sn_v3, s->n_vector);
  if (!out->local || !out->x || !out->rhs || !out->row || !out->lambda || !out->W || !out->f || !out->total) {
    sn_lin_free(out->lin);
    return sn_no_memory(error, "the static equilibrium");
  }
  return SN_OK;
}

/* ---- vectors */

void sn_still_put(const sn_still *w, const double *xi, double *x)
{
  SN_ASSERT(xi != x);
  memset(x, 0, (size_t)w->n_unknown * sizeof(double));
  for (int i = 0; i < w->m->s->n_node; i++) {
    memcpy(x + w->first[i], xi + w->m->node[i].first, (size_t)w->m->node[i].size * sizeof(double));
  }
}

void sn_still_get(const sn_still *w, const double *x, double *xi)
{
  SN_ASSERT(xi != x);
  for (int i = 0; i < w->m->s->n_node; i++) {
    memcpy(xi + w->m->node[i].first, x + w->first[i], (size_t)w->m->node[i].size * sizeof(double));
  }
}

static void put_rows(const sn_still *w, const double *row, double factor, double *x)
{
  const sn_instant *m = w->m;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    SN_ASSERT(c->first < 0 || w->row_first[c->block] >= 0);
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      x[w->row_first[c->block] + r] = m->softness[c->row + r] > 0 ? 0 : factor * row[c->row + r];
    }
  }
}

void sn_still_get_rows(const sn_still *w, const double *x, double *row)
{
  const sn_instant *m = w->m;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    SN_ASSERT(c->first < 0 || w->row_first[c->block] + c->n_row <= w->n_unknown);
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      row[c->row + r] = m->softness[c->row + r] > 0 ? 0 : x[w->row_first[c->block] + r];
    }
  }
}

double sn_still_dot(const sn_still *w, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < w->m->s->n_node; i++) {
    const sn_instant_node *k = w->m->node + i;
    for (int j = 0; j < k->size; j++) {
      sum += a[k->first + j] * b[k->first + j];
    }
  }
  return sum;
}

sn_status sn_still_solve(sn_still *w)
{
  sn_instant *m = w->m;
  SN_ASSERT(m->dependence_known && w->lin);
  memset(w->rhs, 0, (size_t)m->n_unknown * sizeof(double));
  sn_instant_add_projection(m, w->f, w->rhs);
  sn_still_put(w, w->rhs, w->x);
  sn_instant_row_values(m, w->row);
  put_rows(w, w->row, -1, w->x);
  return sn_lin_solve(w->lin, w->x);
}

double sn_still_force_rate(const sn_still *w)
{
  const sn_system *s = w->m->s;
  SN_ASSERT(s->extent > 0 && !(w->force < 0));
  return w->force > 0 ? w->force / (sn_typical_mass(s) * s->extent) : 1;
}
