/* instant/freedom.c -- rank of the constraint rows: degrees of freedom, and which rows depend on others.
 * Theory:  sparse QR of the rows G C by Givens rotations (node unknowns, rotations times the extent of the model, rows of
 *          unit length), one row after the other: a row is rotated with the rows of R that start where it starts, until
 *          it finds a free place in R or nothing is left of it: then it depends on the rows before it. The fill depends
 *          on the order of the columns only (elimination of the node graph, sn_order), not on that of the rows: so
 *          coincidence rows come first, the blame for a closed loop falls on axis rows, and the cost stays linear in
 *          the size of trees. A row lies, with all its fill, on the way from its first node to the root of the
 *          elimination tree.
 * Limits:  what is left counts as nothing below 1e-8 (about the angle to the other rows, rad). Rank at this configuration.
 * Tests:   tests/instant/test_freedom.c
 */
#include "instant/unknowns.h"
#include <float.h>
#include <string.h>

/* Columns are the unknowns of nodes in elimination order; node k below is the k-th in that order. */
struct sn_rank {
  int *column;         /* first column of every node of the system */
  int *order;          /* nodes of the system in elimination order */
  int *place;          /* and where each node stands in it */
  int *parent;         /* k-th node: the next one on the way to the root, -1 at the root */
  int *n_column;       /* columns a row of R of the k-th node may have; 0: no constraint is on it */
  const int **columns; /* own columns first */
  double **row;        /* size x n_column: rows of R that start in the k-th node; while they are looked for */
  sn_arena *arena;     /* of the motion */
  char *used;          /* per column: is there a row of R that starts here? */
  double *work;        /* per column: the row being rotated */
  int n_coordinate;
};

/* Later nodes that each node meets, by elimination of the graph of constraints. */
typedef struct {
  int n;
  size_t *of_first; /* constraints of every node */
  int *of;
  int *mark, *list, *child, *sibling, *count;
  int **later; /* places of the nodes that follow, in no order */
} elimination;

static sn_status list_constraints(const sn_instant *m, sn_arena *arena, elimination *e)
{
  e->of_first = SN_NEW(arena, size_t, e->n + 1);
  size_t *at = SN_NEW(arena, size_t, e->n);
  if (!e->of_first || !at) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_instant_block(m, m->constraint + i);
    for (int k = 0; k < b->n_node; k++) {
      e->of_first[b->node[k] + 1]++;
    }
  }
  for (int i = 0; i < e->n; i++) {
    e->of_first[i + 1] += e->of_first[i];
  }
  e->of = SN_NEW(arena, int, e->of_first[e->n]);
  if (!e->of) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_instant_block(m, m->constraint + i);
    for (int k = 0; k < b->n_node; k++) {
      e->of[e->of_first[b->node[k]] + at[b->node[k]]++] = i;
    }
  }
  return SN_OK;
}

static void meet(elimination *e, int k, int place)
{
  if (place > k && e->mark[place] != k) {
    e->mark[place] = k;
    SN_ASSERT(e->count[k] < e->n);
    e->list[e->count[k]++] = place;
  }
}

static sn_status eliminate(const sn_instant *m, sn_arena *arena, elimination *e)
{
  sn_rank *r = m->rank;
  for (int k = 0; k < e->n; k++) {
    e->mark[k] = e->child[k] = e->sibling[k] = -1;
  }
  for (int k = 0; k < e->n; k++) {
    for (size_t o = e->of_first[r->order[k]]; o < e->of_first[r->order[k] + 1]; o++) {
      const sn_block *b = sn_instant_block(m, m->constraint + e->of[o]);
      for (int c = 0; c < b->n_node; c++) {
        meet(e, k, r->place[b->node[c]]);
      }
    }
    for (int c = e->child[k]; c >= 0; c = e->sibling[c]) {
      for (int i = 0; i < e->count[c]; i++) {
        meet(e, k, e->later[c][i]);
      }
    }
    e->later[k] = SN_NEW(arena, int, e->count[k]);
    if (!e->later[k]) {
      return SN_ENOMEM;
    }
    r->parent[k] = -1;
    SN_ASSERT(e->count[k] < e->n || e->n == 0);
    for (int i = 0; i < e->count[k]; i++) {
      e->later[k][i] = e->list[i];
      r->parent[k] = r->parent[k] < 0 || e->list[i] < r->parent[k] ? e->list[i] : r->parent[k];
    }
    if (r->parent[k] >= 0) {
      SN_ASSERT(r->parent[k] > k && r->parent[k] < e->n);
      e->sibling[k] = e->child[r->parent[k]];
      e->child[r->parent[k]] = k;
    }
  }
  return SN_OK;
}

/* Columns of the rows of R of every node that a row of a constraint may reach. */
static sn_status list_columns(const sn_instant *m, sn_arena *arena, const elimination *e)
{
  sn_rank *r = m->rank;
  for (int k = 0; k < e->n; k++) {
    const int size = m->node[r->order[k]].size;
    int n = size;
    SN_ASSERT(m->node[r->order[k]].constrained || e->count[k] == 0);
    if (!m->node[r->order[k]].constrained) {
      continue;
    }
    for (int i = 0; i < e->count[k]; i++) {
      n += m->node[r->order[e->later[k][i]]].size;
    }
    int *columns = SN_NEW(arena, int, n);
    if (!columns) {
      return SN_ENOMEM;
    }
    r->columns[k] = columns;
    for (int j = 0; j < size; j++) {
      columns[r->n_column[k]++] = r->column[r->order[k]] + j;
    }
    for (int i = 0; i < e->count[k]; i++) {
      const int node = r->order[e->later[k][i]];
      for (int j = 0; j < m->node[node].size; j++) {
        columns[r->n_column[k]++] = r->column[node] + j;
      }
    }
    SN_ASSERT(r->n_column[k] == n);
  }
  return SN_OK;
}

/* Room for them. */
static sn_status make_rows(const sn_instant *m, sn_arena *scratch)
{
  sn_rank *r = m->rank;
  for (int k = 0; k < m->s->n_node; k++) {
    const size_t size = (size_t)m->node[r->order[k]].size;
    r->row[k] = r->n_column[k] ? SN_NEW(scratch, double, size *(size_t)r->n_column[k]) : NULL;
    if (r->n_column[k] && !r->row[k]) {
      return SN_ENOMEM;
    }
  }
  return SN_OK;
}

/* Elimination order of the nodes alone, without multipliers. */
static sn_status order_nodes(sn_instant *m, sn_arena *scratch)
{
  sn_rank *r = m->rank;
  const int n = m->s->n_node;
  int *size = SN_NEW(scratch, int, n), *count = SN_NEW(scratch, int, m->n_constraint);
  int *none = SN_NEW(scratch, int, m->n_constraint), *unused = SN_NEW(scratch, int, m->n_constraint);
  const int **list = SN_NEW(scratch, const int *, m->n_constraint);
  if (!size || !count || !none || !unused || !list) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < n; i++) {
    size[i] = m->node[i].size;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_instant_block(m, m->constraint + i);
    list[i] = b->node;
    count[i] = b->n_node;
  }
  const sn_order_input in = {n, size, m->n_constraint, list, count, none, NULL};
  r->n_coordinate = sn_order(&in, scratch, r->column, unused);
  int *at = SN_NEW(scratch, int, r->n_coordinate + 1);
  if (r->n_coordinate < 0 || !at) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < n; i++) {
    SN_ASSERT(r->column[i] >= 0 && r->column[i] + size[i] <= r->n_coordinate && size[i] > 0);
    at[r->column[i]] = i + 1;
  }
  for (int c = 0, k = 0; c < r->n_coordinate; c++) {
    if (at[c] > 0) {
      r->place[at[c] - 1] = k;
      r->order[k++] = at[c] - 1;
    }
  }
  return SN_OK;
}

static sn_status make_rank(sn_instant *m, sn_arena *scratch, sn_arena *arena)
{
  const int n = m->s->n_node;
  sn_rank *r = m->rank = SN_NEW(arena, sn_rank, 1);
  if (!r) {
    return SN_ENOMEM;
  }
  r->arena = arena;
  r->column = SN_NEW(arena, int, n);
  r->order = SN_NEW(arena, int, n);
  r->place = SN_NEW(arena, int, n);
  r->parent = SN_NEW(arena, int, n);
  r->n_column = SN_NEW(arena, int, n);
  r->columns = SN_NEW(arena, const int *, n);
  r->row = SN_NEW(arena, double *, n);
  if (!r->column || !r->order || !r->place || !r->parent || !r->n_column || !r->columns || !r->row ||
      order_nodes(m, scratch) != SN_OK) {
    return SN_ENOMEM;
  }
  r->used = SN_NEW(arena, char, r->n_coordinate);
  r->work = SN_NEW(arena, double, r->n_coordinate);
  elimination e = {.n = n,
                   .mark = SN_NEW(scratch, int, n),
                   .list = SN_NEW(scratch, int, n),
                   .child = SN_NEW(scratch, int, n),
                   .sibling = SN_NEW(scratch, int, n),
                   .count = SN_NEW(scratch, int, n),
                   .later = SN_NEW(scratch, int *, n)};
  if (!r->used || !r->work || !e.mark || !e.list || !e.child || !e.sibling || !e.count || !e.later) {
    return SN_ENOMEM;
  }
  SN_TRY(list_constraints(m, scratch, &e));
  SN_TRY(eliminate(m, scratch, &e));
  return list_columns(m, arena, &e);
}

sn_status sn_rank_new(sn_instant *m, sn_arena *scratch, sn_arena *arena, sn_error *error)
{
  if (make_rank(m, scratch, arena) != SN_OK) {
    return sn_no_memory(error, "the analysis of the motion");
  }
  return SN_OK;
}

/* Puts the row in `work` into R, from the k-th node on; leaves work zero. Returns 0 if it depends on the rows of R. */
static int insert(sn_instant *m, int k)
{
  sn_rank *r = m->rank;
  double *x = r->work;
  for (; k >= 0; k = r->parent[k]) {
    const int n = r->n_column[k], size = m->node[r->order[k]].size;
    const int *c = r->columns[k];
    SN_ASSERT(size <= n && (r->parent[k] < 0 || r->parent[k] > k));
    for (int j = 0; j < size; j++) {
      double *R = r->row[k] + (size_t)j * (size_t)n;
      /* where R has a row, only round-off is left out: a small part that is meant would come back, larger, in a later row */
      if (fabs(x[c[j]]) <= (r->used[c[j]] ? DBL_EPSILON : m->nothing)) {
        x[c[j]] = 0;
        continue;
      }
      if (!r->used[c[j]]) {
        for (int i = j; i < n; i++) {
          R[i] = x[c[i]];
          x[c[i]] = 0;
        }
        r->used[c[j]] = 1;
        return 1;
      }
      const double h = hypot(R[j], x[c[j]]), co = R[j] / h, si = x[c[j]] / h;
      for (int i = j; i < n; i++) {
        const double a = R[i], b = x[c[i]];
        R[i] = co * a + si * b;
        x[c[i]] = co * b - si * a;
      }
      x[c[j]] = 0;
    }
  }
  return 0;
}

/* Row i of a constraint (projected before) as a unit row in `work`; returns its first node in the order, -1: no row. */
static int load(sn_instant *m, const sn_constraint_rows *c, int i)
{
  sn_rank *r = m->rank;
  const sn_block *b = sn_instant_block(m, c);
  double *g = m->projected + i * c->n_local, sum = 0;
  int first = -1;
  SN_ASSERT(i >= 0 && i < c->n_row && c->first >= 0);
  for (int k = 0, at = 0; k < b->n_node; k++) {
    const int place = r->place[b->node[k]];
    first = first < 0 || place < first ? place : first;
    for (int j = 0; j < m->node[b->node[k]].size; j++, at++) {
      g[at] /= sn_unknown_is_length(m->s->node + b->node[k], j) ? 1 : m->s->extent;
      sum += g[at] * g[at];
    }
  }
  SN_ASSERT(m->s->extent > 0 && first >= 0);
  if (!(sum > 1e-24)) {
    return -1;
  }
  for (int k = 0, at = 0; k < b->n_node; k++) {
    for (int j = 0; j < m->node[b->node[k]].size; j++, at++) {
      r->work[r->column[b->node[k]] + j] = g[at] / sqrt(sum);
    }
  }
  return first;
}

static sn_status insert_rows(sn_instant *m, const sn_constraint_rows *c, sn_error *error)
{
  sn_instant_copy_rows(m, c, m->projected);
  for (int i = 0; i < c->n_row * c->n_local; i++) {
    if (!isfinite(m->projected[i])) {
      sn_fail(error, SN_ESINGULAR, "", "the constraint equations cannot be evaluated",
              "a position, a direction or a function of time is not a finite number", "");
      return SN_ESINGULAR;
    }
  }
  for (int i = 0; i < c->n_row; i++) {
    const int first = c->first >= 0 ? load(m, c, i) : -1;
    const int depends = first < 0 || !insert(m, first);
    m->softness[c->row + i] = depends;
    m->n_dependent += depends;
  }
  return SN_OK;
}

static sn_status find_dependent(sn_instant *m, sn_error *error)
{
  memset(m->rank->used, 0, (size_t)m->rank->n_coordinate);
  sn_instant_find_rows(m);
  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < m->n_constraint; i++) {
      const sn_block *b = sn_instant_block(m, m->constraint + i);
      if (pass == 2 && m->places && sn_is_on_rates(b->law)) {
        m->softness[m->constraint[i].row] = 1;
      } else if (pass == (sn_is_on_rates(b->law) ? 2 : b->meets ? 0 : 1)) {
        SN_TRY(insert_rows(m, m->constraint + i, error));
      }
    }
  }
  SN_ASSERT(m->n_dependent >= 0 && m->n_dependent <= m->n_row);
  return SN_OK;
}

sn_status sn_rank_find_dependent(sn_instant *m, sn_error *error)
{
  SN_ASSERT(m->nothing > 0);
  m->n_dependent = 0;
  m->dependence_known = m->factored = 0;
  /* seldom asked, and as large as the rows together */
  sn_arena *scratch = m->n_row ? sn_arena_child(m->rank->arena) : NULL;
  sn_status status = m->n_row && (!scratch || make_rows(m, scratch) != SN_OK)
                         ? sn_no_memory(error, "the analysis of the motion")
                         : find_dependent(m, error);
  sn_arena_free(scratch);
  m->dependence_known = status == SN_OK;
  return status;
}

sn_status sn_instant_dependent(sn_instant *m, const sn_state *x, unsigned char *flag, int *n, sn_error *error)
{
  sn_instant_read(m, x);
  SN_TRY(sn_rank_find_dependent(m, error));
  memset(flag, 0, (size_t)m->s->n_stress);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    SN_ASSERT(sn_instant_block(m, c)->stress + c->n_row <= m->s->n_stress);
    for (int r = 0; r < c->n_row; r++) {
      flag[sn_instant_block(m, c)->stress + r] = m->softness[c->row + r] > 0;
    }
  }
  *n = m->n_dependent;
  return SN_OK;
}

sn_status sn_instant_nearly_dependent(sn_instant *m, const sn_state *x, double within, int *n, sn_error *error)
{
  const double nothing = m->nothing;
  SN_ASSERT(within > 0);
  sn_instant_read(m, x);
  m->nothing = within;
  const sn_status status = sn_rank_find_dependent(m, error);
  m->nothing = nothing;
  m->dependence_known = 0;
  *n = m->n_dependent;
  return status;
}

sn_status sn_instant_freedom(sn_instant *m, const sn_state *x, sn_freedom_count *out, sn_error *error)
{
  *out = (sn_freedom_count){0};
  sn_instant_read(m, x);
  SN_TRY(sn_rank_find_dependent(m, error));
  out->coordinates = m->rank->n_coordinate;
  out->rows = m->n_row;
  int on_rates = 0;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; r < c->n_row; r++) {
      on_rates += sn_is_on_rates(sn_instant_block(m, c)->law) && !(m->softness[c->row + r] > 0);
      if (m->softness[c->row + r] > 0) {
        if (out->n_redundant < (int)(sizeof out->item / sizeof out->item[0])) {
          out->item[out->n_redundant] = sn_instant_block(m, c)->item;
        }
        out->n_redundant++;
      }
    }
  }
  out->rank = out->rows - out->n_redundant;
  SN_ASSERT(out->n_redundant == m->n_dependent && out->rank >= 0 && out->rank <= out->coordinates);
  out->freedom = out->coordinates - out->rank;
  out->places = out->freedom + on_rates;
  return SN_OK;
}
