/* math/fronts.c -- symbolic elimination: which pivots are eliminated together, and which rows they meet.
 * Theory:  the rows below pivot k are its own later neighbours and those of its children in the elimination tree, of which it
 *          is the lowest row. The next pivot joins the front of the one before when it is the lowest row of that front and
 *          brings no row of its own; relaxed: also where stored zeros cost less than a front, and unsure ones that may need each other's
 *          rows.
 *          m rows below a pivot take m + 2 m^2 operations.
 * How:     a front at work keeps its rows in order and marked; rows are copied only when it is closed, so that memory and work
 *          are those of fronts, not of pivots.
 * Tests:   tests/math/test_order.c, tests/math/test_linear.c
 */
#include <math.h>
#include <string.h>

#include "math/solver.h"

typedef struct {
  const sn_entries *a;
  sn_fronts *f;
  sn_arena *arena;
  int relaxed;
  int start;           /* first pivot of the front at work */
  int *row, at, n_row; /* its rows below, from row[at] on, ascending */
  int *mark;           /* n: start of the front that holds it as a row */
  int *seen, stamp;    /* n: the last gathering that met it */
  int *fresh, n_fresh, n_own;
  int *child, *sibling; /* by lowest row: closed fronts, linked */
  int *of;              /* n: front of every pivot */
  uint64_t *bits;
} elimination;

static void take(elimination *e, int pivot, int u)
{
  if (u > pivot && e->seen[u] != e->stamp) {
    e->seen[u] = e->stamp;
    e->n_own++;
    if (e->mark[u] != e->start) {
      e->mark[u] = e->start;
      e->fresh[e->n_fresh++] = u;
    }
  }
}

/* rows of a pivot, and those of them that the front at work does not have */
static void gather(elimination *e, int pivot)
{
  e->n_fresh = e->n_own = 0;
  e->stamp++;
  const int *offset = e->a->offset[pivot], n = e->a->first[pivot + 1] - e->a->first[pivot];
  for (int k = 1; k < n; k++) {
    take(e, pivot, pivot + offset[k]);
  }
  for (int c = e->child[pivot]; c >= 0; c = e->sibling[c]) {
    for (int k = 0; k < e->f->n_below[c]; k++) {
      take(e, pivot, e->f->below[c][k]);
    }
  }
  sn_sort_numbers(e->bits, e->fresh, e->n_fresh);
}

/* Operations on stored zeros, and these themselves, against the work of closing the front at work, in instructions (measured): about
   half of one for an operation in registers, three for a number that is cleared, eliminated and read in every solution, five to
   bring one from a front to the next, 200 for a front besides. inside: the pivot is a row of the front; else its sibling, which in
   meshes is worth no more than its own rows: components of positions, which masses do not join, stay apart. */
enum { MESH = 64 }; /* rows of a front that chains and mechanisms do not have */
static int worth(const elimination *e, int pivot, int inside)
{
  const double pivots = pivot - e->start, rows = e->n_row - e->at - inside, own = e->n_own;
  const double more = e->n_fresh + !inside, less = rows + e->n_fresh - own; /* rows for the front, and for the pivot */
  const double operations = 2 * more * pivots * (rows + more / 2) + 2 * less * (own + less / 2);
  const double zeros = 2 * (more * pivots + less), gain = inside ? rows + 1 : rows > MESH ? fmin(rows, own) : rows;
  const double handed_on = gain * gain;
  return e->relaxed && operations + 3 * zeros <= 5 * handed_on + 200;
}

/* unsure pivots with the number of the one before */
static int belong_together(const elimination *e, int pivot)
{
  const unsigned char *unsure = e->relaxed ? e->a->unsure : NULL;
  SN_ASSERT(pivot > e->start);
  return unsure && unsure[pivot] && unsure[pivot] == unsure[pivot - 1];
}

static void merge(elimination *e)
{
  int from = e->n_row - 1, to = e->n_row + e->n_fresh - 1, k = e->n_fresh - 1;
  SN_ASSERT(e->at >= 0 && e->at <= e->n_row && e->n_row + e->n_fresh <= e->a->n + 1);
  while (k >= 0) {
    if (from >= e->at && e->row[from] > e->fresh[k]) {
      e->row[to--] = e->row[from--];
    } else {
      e->row[to--] = e->fresh[k--];
    }
  }
  e->n_row += e->n_fresh;
}

static sn_status close_front(elimination *e, int end)
{
  sn_fronts *f = e->f;
  const int i = f->n_front++, n = e->n_row - e->at;
  SN_ASSERT(end > e->start && n >= 0 && n <= e->a->n - end);
  f->pivot[i] = e->start;
  f->pivot[i + 1] = end;
  f->n_below[i] = n;
  f->below[i] = SN_NEW(e->arena, int, n);
  if (!f->below[i]) {
    return SN_ENOMEM;
  }
  memcpy(f->below[i], e->row + e->at, (size_t)n * sizeof(int));
  for (int k = e->start; k < end; k++) {
    const double m = n + (end - k - 1);
    f->flops += m + 2 * m * m;
    f->fill += 2 * m + 2;
    e->of[k] = i;
  }
  if (n) {
    const int lowest = f->below[i][0];
    SN_ASSERT(lowest >= end && lowest < e->a->n);
    e->sibling[i] = e->child[lowest];
    e->child[lowest] = i;
  }
  return SN_OK;
}

static sn_status eliminate(elimination *e, int n)
{
  for (int k = 0; k < n; k++) {
    const int inside = k > 0 && e->at < e->n_row && e->row[e->at] == k;
    if (inside || (k > 0 && e->relaxed && e->at < e->n_row)) {
      gather(e, k);
      if ((inside && e->n_fresh == 0) || worth(e, k, inside) || belong_together(e, k)) {
        e->at += inside;
        merge(e);
        continue;
      }
      for (int i = 0; i < e->n_fresh; i++) {
        e->mark[e->fresh[i]] = -1;
      }
    }
    if (k > 0) {
      SN_TRY(close_front(e, k));
    }
    e->start = k;
    gather(e, k);
    memcpy(e->row, e->fresh, (size_t)e->n_fresh * sizeof(int));
    e->at = 0;
    e->n_row = e->n_fresh;
  }
  return n > 0 ? close_front(e, n) : SN_OK;
}

sn_status sn_fronts_find(const sn_entries *a, int relaxed, sn_arena *arena, sn_fronts *f)
{
  const int n = a->n;
  *f = (sn_fronts){.pivot = SN_NEW(arena, int, n + 1),
                   .below = SN_NEW(arena, int *, n),
                   .n_below = SN_NEW(arena, int, n),
                   .parent = SN_NEW(arena, int, n)};
  elimination e = {.a = a,
                   .f = f,
                   .arena = arena,
                   .relaxed = relaxed,
                   .row = SN_NEW(arena, int, n + 1),
                   .mark = SN_NEW(arena, int, n),
                   .seen = SN_NEW(arena, int, n),
                   .fresh = SN_NEW(arena, int, n),
                   .child = SN_NEW(arena, int, n),
                   .sibling = SN_NEW(arena, int, n),
                   .of = SN_NEW(arena, int, n),
                   .bits = SN_NEW(arena, uint64_t, n / 64 + 1)};
  if (!f->pivot || !f->below || !f->n_below || !f->parent || !e.row || !e.mark || !e.seen || !e.fresh || !e.child ||
      !e.sibling || !e.of || !e.bits) {
    return SN_ENOMEM;
  }
  for (int k = 0; k < n; k++) {
    e.mark[k] = e.child[k] = -1;
  }
  SN_TRY(eliminate(&e, n));
  for (int i = 0; i < f->n_front; i++) {
    f->parent[i] = f->n_below[i] ? e.of[f->below[i][0]] : -1;
    SN_ASSERT(f->parent[i] < 0 || f->parent[i] > i);
  }
  return SN_OK;
}
