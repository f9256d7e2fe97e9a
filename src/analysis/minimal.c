/* analysis/minimal.c -- minimal coordinates at a configuration (minimal.h): QR of the rows of the joints, with pivots.
 * Limits:  dense: memory and time grow with the square and the cube of the degrees of freedom.
 * Tests:   tests/mechanisms/test_linearize.c, tests/api/test_coordinates.c
 */
#include "analysis/minimal.h"

#include <string.h>

#include "math/lapack.h"

enum { MOST_FREEDOM = 5000 };
static const double MOST_ROWS = 1e8; /* numbers of G */

static sn_status number(sn_minimal *w, sn_error *error)
{
  const sn_instant *m = w->m;
  for (int i = 0; i < m->s->n_node; i++) {
    w->n += m->node[i].size;
  }
  w->unknown = SN_NEW(w->arena, int, w->n + 1);
  w->owner = SN_NEW(w->arena, int, w->n + 1);
  w->row = SN_NEW(w->arena, int, m->n_row + 1);
  if (!w->unknown || !w->owner || !w->row) {
    return sn_no_memory(error, "the coordinates");
  }
  for (int i = 0, at = 0; i < m->s->n_node; i++) {
    for (int j = 0; j < m->node[i].size; j++, at++) {
      SN_ASSERT(at < w->n && m->node[i].first + j < m->n_unknown);
      w->unknown[at] = m->node[i].first + j;
      w->owner[at] = i;
    }
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; r < c->n_row; r++) {
      if (c->first >= 0 && !(m->softness[c->row + r] > 0)) {
        w->row[w->n_row++] = c->row + r;
      }
    }
  }
  SN_ASSERT(w->n_row <= m->n_row);
  return SN_OK;
}

int sn_minimal_unknown(const sn_minimal *w, int k)
{
  SN_ASSERT(k >= 0 && k < w->n);
  return w->unknown[k] - w->m->node[w->owner[k]].first;
}

/* Makes G by columns, from the independent rows. */
static void fill_rows(sn_minimal *w)
{
  sn_instant *m = w->m;
  int *first = w->follows; /* of every node: memory that is not in use yet */
  for (int i = 0, at = 0; i < m->s->n_node; at += m->node[i++].size) {
    first[i] = at;
  }
  for (int i = 0, at = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    sn_instant_copy_rows(m, c, m->projected);
    for (int r = 0; r < c->n_row; r++) {
      if (at >= w->n_row || w->row[at] != c->row + r) {
        continue;
      }
      SN_ASSERT(c->n_local > 0 && c->first >= 0);
      SN_ASSERT(at == 0 || w->row[at - 1] < w->row[at]);
      for (int k = 0, local = 0; k < b->n_node; k++) {
        for (int j = 0; j < m->node[b->node[k]].size; j++, local++) {
          w->G[(first[b->node[k]] + j) * w->n_row + at] = m->projected[r * c->n_local + local];
        }
      }
      at++;
    }
  }
}

/* Chooses the dependent unknowns: the columns that QR with pivoting takes. Rotations are free rather than displacements, and unknowns
   of later nodes are dependent, so that chains are described from their beginning. */
static sn_status choose(sn_minimal *w, sn_error *error)
{
  const int n = w->n, rows = w->n_row, room = 3 * n + 64;
  double *Q = SN_NEW(w->arena, double, (size_t)rows *(size_t)n + 1), *tau = SN_NEW(w->arena, double, n + 1);
  double *space = SN_NEW(w->arena, double, room);
  int *order = SN_NEW(w->arena, int, n + 1), info = 0, n_free = 0;
  unsigned char *taken = SN_NEW(w->arena, unsigned char, n + 1);
  if (!Q || !tau || !space || !order || !taken) {
    return sn_no_memory(error, "the coordinates");
  }
  for (int k = 0; k < n; k++) {
    const int from = n - 1 - k, turns = sn_minimal_unknown(w, from) >= w->m->s->node[w->owner[from]].n_x;
    for (int r = 0; r < rows; r++) {
      Q[k * rows + r] = w->G[from * rows + r] / (turns ? 10 * w->m->s->extent : 1);
    }
  }
  if (rows > 0) {
    dgeqp3_(&rows, &n, Q, &rows, order, tau, space, &room, &info);
  }
  SN_REQUIRE(info == 0 && rows <= n, error);
  for (int i = 0; i < rows; i++) {
    w->follows[i] = n - order[i];
    SN_ASSERT(order[i] >= 1 && order[i] <= n && !taken[n - order[i]]); /* a permutation */
    taken[n - order[i]] = 1;
  }
  for (int k = 0; k < n; k++) {
    if (!taken[k]) {
      w->free[n_free++] = k;
    }
  }
  SN_ASSERT(n_free == n - rows); /* each unknown is either dependent or free */
  return SN_OK;
}

static sn_status singular(const sn_minimal *w, sn_error *error)
{
  return sn_fail(error, SN_ESINGULAR, w->who, "The joints leave no coordinates that describe the motion here.",
                 "Their equations depend on each other at this configuration (a dead centre).",
                 "Move away from it by a small step, or change the drawing.");
}

static sn_status factor(sn_minimal *w, sn_error *error)
{
  const int rows = w->n_row;
  int info = 0;
  SN_ASSERT(rows <= w->n);
  for (int i = 0; i < rows; i++) {
    memcpy(w->F + i * rows, w->G + w->follows[i] * rows, (size_t)rows * sizeof(double));
  }
  if (rows > 0) {
    dgetrf_(&rows, &rows, w->F, &rows, w->pivot, &info);
  }
  return info == 0 ? SN_OK : singular(w, error);
}

static sn_status check_size(const sn_minimal *w, sn_error *error)
{
  const int f = w->n - w->n_row;
  if (f <= MOST_FREEDOM && (double)w->n * w->n_row <= MOST_ROWS) {
    return SN_OK;
  }
  sn_failf(error, SN_EINPUT,
           "The model is too large for minimal coordinates: %d degrees of freedom, %d equations of joints.", f,
           w->n_row);
  sn_error_where(error, "%s", w->who);
  sn_error_why(error, "Matrices in them are dense: one has up to %.3g numbers.", 4.0 * f * f);
  sn_error_fix(error, "Use fewer or higher elements (at most %d degrees of freedom); for frequencies: modes.",
               MOST_FREEDOM);
  return SN_EINPUT;
}

sn_status sn_minimal_find(sn_instant *m, const char *who, sn_arena *arena, sn_minimal *w, sn_error *error)
{
  *w = (sn_minimal){.who = who, .m = m, .arena = arena};
  SN_TRY(number(w, error));
  SN_TRY(check_size(w, error));
  const size_t n = (size_t)w->n, rows = (size_t)w->n_row;
  w->follows = SN_NEW(arena, int, n + (size_t)m->s->n_node + 1);
  w->free = SN_NEW(arena, int, n + 1);
  w->pivot = SN_NEW(arena, int, rows + 1);
  w->G = SN_NEW(arena, double, rows *n + 1);
  w->F = SN_NEW(arena, double, rows *rows + 1);
  if (!w->follows || !w->free || !w->pivot || !w->G || !w->F) {
    return sn_no_memory(error, "the coordinates");
  }
  fill_rows(w);
  SN_TRY(choose(w, error));
  return factor(w, error);
}

sn_status sn_minimal_complete(const sn_minimal *w, double *right, double *x, sn_error *error)
{
  const int rows = w->n_row, one = 1;
  int info = 0;
  SN_ASSERT(right != x && rows <= w->n);
  for (int i = 0; i < w->n - rows; i++) {
    for (int r = 0; r < rows; r++) {
      right[r] -= w->G[w->free[i] * rows + r] * x[w->free[i]];
    }
  }
  if (rows > 0) {
    dgetrs_("N", &rows, &one, w->F, &rows, w->pivot, right, &rows, &info, 1);
  }
  for (int r = 0; r < rows; r++) {
    x[w->follows[r]] = right[r];
  }
  SN_REQUIRE(info == 0, error);
  return SN_OK;
}
