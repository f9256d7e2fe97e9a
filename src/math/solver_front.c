/* math/solver_front.c -- multifrontal LU on dense blocks, pivots on the diagonal: for systems with much fill.
 * How:     a front is assembled from the matrix's entries of its pivots and from the updates its children left on a stack; it
 *          is eliminated in place (front.h), and its own update takes their place. Fronts come in an order in which children
 *          stand right before their parents, so the stack is all the memory that updates need.
 *          Lists of places are kept once for equal fronts (lists.c).
 * Theory:  a pivot is weak when it is small against the sum of the sizes of the terms it was made of.
 * Tests:   tests/math/test_linear.c
 */
#include <math.h>
#include <string.h>

#include "math/front.h"

typedef struct {
  sn_dense d;
  const int *row;              /* n_below: its rows below, from its first pivot on */
  const int *into;             /* n_below: where they stand in the parent's front */
  const int *to;               /* of every entry of its pivots: its place in the numbers of the front */
  int n_entry, n_child, split; /* split: how many of `into` are pivots of the parent */
  int in_a_row;                /* 1: `into` is one run */
  int before;                  /* the front whose update lies under this one's on the stack */
} front;

typedef struct {
  int n, n_front;
  front *f;         /* in the order of elimination */
  const int *first; /* of the entries, by pivot */
  double *number;   /* of all fronts */
  double *stack;
  size_t n_stack;
  double *size, *made, *work;
  const sn_dense_kernel *kernel;
  double flops, fill;
} fronts;

static size_t rounded(int n)
{
  return ((size_t)n + 3) / 4 * 4;
}

static size_t numbers_of(const front *f)
{
  return (size_t)f->d.n_pivot * (size_t)(f->d.ld_square + 2 * f->d.ld);
}

static size_t update_of(const front *f)
{
  return (size_t)f->d.n_below * (size_t)f->d.ld;
}

/* Children right before their parents: order[i] is the i-th front to be eliminated. */
static sn_status find_order(const sn_fronts *g, sn_arena *scratch, int *order)
{
  const int n = g->n_front;
  int *child = SN_NEW(scratch, int, n + 1), *sibling = SN_NEW(scratch, int, n), *path = SN_NEW(scratch, int, n + 1);
  if (!child || !sibling || !path) {
    return SN_ENOMEM;
  }
  for (int i = 0; i <= n; i++) {
    child[i] = -1;
  }
  for (int i = n - 1; i >= 0; i--) { /* backwards: the list of children is ascending */
    const int parent = g->parent[i] >= 0 ? g->parent[i] : n;
    sibling[i] = child[parent];
    child[parent] = i;
  }
  int depth = 0, done = 0;
  path[0] = n;
  while (depth >= 0) {
    const int at = path[depth], next = child[at];
    if (next >= 0) {
      child[at] = sibling[next];
      path[++depth] = next;
    } else {
      if (at < n) {
        order[done++] = at;
      }
      depth--;
    }
  }
  SN_ASSERT(done == n);
  return SN_OK;
}

/* where unknown u stands in front f of g: among its pivots, then among its rows below */
static int place_in(const sn_fronts *g, int f, int u)
{
  const int p = g->pivot[f + 1] - g->pivot[f];
  int low = 0, high = g->n_below[f] - 1;
  if (u < g->pivot[f + 1]) {
    return u - g->pivot[f];
  }
  while (low < high) {
    const int middle = (low + high) / 2;
    if (g->below[f][middle] < u) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  SN_ASSERT(g->below[f][low] == u);
  return p + low;
}

static sn_status list_places(const sn_entries *a, const sn_fronts *g, int i, sn_lists *lists, int *work, front *f)
{
  const sn_dense *d = &f->d;
  const int p = d->n_pivot;
  int n = 0;
  for (int k = 0; k < d->n_below; k++) {
    work[k] = g->below[i][k] - d->pivot;
  }
  f->row = sn_lists_keep(lists, work, (size_t)d->n_below);
  f->in_a_row = 1;
  for (int k = 0; k < d->n_below; k++) {
    work[k] = place_in(g, g->parent[i], g->below[i][k]);
    f->in_a_row = f->in_a_row && work[k] == work[0] + k;
    f->split += g->below[i][k] < g->pivot[g->parent[i] + 1];
  }
  f->into = sn_lists_keep(lists, work, (size_t)d->n_below);
  for (int k = 0; k < p; k++) {
    const int pivot = d->pivot + k;
    const int *offset = a->offset[pivot], n_own = a->first[pivot + 1] - a->first[pivot];
    for (int e = 0; e < n_own; e++) {
      const int at = place_in(g, i, pivot + offset[e]), across = a->first[pivot] + e < a->below[pivot];
      const ptrdiff_t right = (ptrdiff_t)p * d->ld_square + k * d->ld + (at - p), low = right + (ptrdiff_t)p * d->ld;
      work[n++] = (int)(at < p ? across ? k * d->ld_square + at : at * d->ld_square + k : across ? right : low);
    }
  }
  f->n_entry = n;
  f->to = sn_lists_keep(lists, work, (size_t)n);
  return f->row && f->into && f->to ? SN_OK : SN_ENOMEM;
}

/* Sizes of all fronts, and the largest height of the stack: a front's update is made above those of its children. */
static void measure(const sn_fronts *g, const int *order, fronts *s, size_t *numbers, size_t *widest, int *entries,
                    const sn_entries *a, size_t *held)
{
  size_t top = 0;
  for (int i = 0; i < s->n_front; i++) {
    front *f = s->f + i;
    const int o = order[i], p = g->pivot[o + 1] - g->pivot[o];
    f->d = (sn_dense){.pivot = g->pivot[o],
                      .n_pivot = p,
                      .n_below = g->n_below[o],
                      .ld_square = (ptrdiff_t)rounded(p),
                      .ld = (ptrdiff_t)rounded(g->n_below[o])};
    *numbers += numbers_of(f);
    *widest = (size_t)f->d.ld > *widest ? (size_t)f->d.ld : *widest;
    const int n = a->first[f->d.pivot + p] - a->first[f->d.pivot];
    *entries = n > *entries ? n : *entries;
    *entries = f->d.n_below > *entries ? f->d.n_below : *entries;
    top += update_of(f);
    s->n_stack = top > s->n_stack ? top : s->n_stack;
    top -= held[o];
    if (g->parent[o] >= 0) {
      held[g->parent[o]] += update_of(f);
    }
  }
}

static void link_stack(fronts *s)
{
  int top = -1;
  for (int i = 0; i < s->n_front; i++) {
    for (int c = s->f[i].n_child; c > 0; c--) {
      top = s->f[top].before;
    }
    s->f[i].before = top;
    top = i;
  }
}

static sn_status make(const sn_entries *a, sn_arena *scratch, sn_arena *arena, fronts *s)
{
  sn_fronts g;
  sn_lists *lists = sn_lists_new(scratch, arena);
  if (!lists || sn_fronts_find(a, 1, scratch, &g) != SN_OK) {
    return SN_ENOMEM;
  }
  const int n = g.n_front;
  int *order = SN_NEW(scratch, int, n), *place = SN_NEW(scratch, int, n), entries = 0;
  size_t *held = SN_NEW(scratch, size_t, n), numbers = 0, widest = 0;
  *s = (fronts){.n = a->n, .n_front = n, .first = a->first, .flops = g.flops, .fill = g.fill};
  s->f = SN_NEW(arena, front, n);
  s->size = SN_NEW(arena, double, a->n);
  if (!order || !place || !held || !s->f || !s->size || find_order(&g, scratch, order) != SN_OK) {
    return SN_ENOMEM;
  }
  measure(&g, order, s, &numbers, &widest, &entries, a, held);
  int *work = SN_NEW(scratch, int, entries);
  s->number = SN_NEW(arena, double, numbers);
  s->stack = SN_NEW(arena, double, s->n_stack);
  s->made = SN_NEW(arena, double, widest + 4);
  s->work = SN_NEW(arena, double, widest + 4);
  int *exchange = SN_NEW(arena, int, a->n + n);
  if (!work || !s->number || !s->stack || !s->made || !s->work || !exchange) {
    return SN_ENOMEM;
  }
  double *next = s->number;
  for (int i = 0; i < n; i++) {
    front *f = s->f + i;
    f->d.square = next;
    f->d.right = next + (ptrdiff_t)f->d.n_pivot * f->d.ld_square;
    f->d.below = f->d.right + (ptrdiff_t)f->d.n_pivot * f->d.ld;
    next += numbers_of(f);
    f->d.exchange = exchange;
    exchange += f->d.n_pivot + 1;
    place[order[i]] = i;
    SN_TRY(list_places(a, &g, order[i], lists, work, f));
  }
  for (int i = 0; i < n; i++) {
    if (g.parent[i] >= 0) {
      s->f[place[g.parent[i]]].n_child++;
    }
  }
  link_stack(s);
  s->kernel = sn_dense_best();
  return SN_OK;
}

static sn_status analyse(const sn_entries *a, const sn_fronts *exact, sn_arena *arena, void **self)
{
  (void)exact;
  sn_arena *scratch = sn_arena_new(NULL);
  fronts *s = SN_NEW(arena, fronts, 1);
  const sn_status status = scratch && s ? make(a, scratch, arena, s) : SN_ENOMEM;
  sn_arena_free(scratch);
  *self = status == SN_OK ? s : NULL;
  return status;
}

/* The update c of child g into front f, whose own update is rest. */
static void take_update(const front *g, const double *c, const sn_dense *f, double *rest)
{
  const int n = g->d.n_below, split = g->split, p = f->n_pivot, *into = g->into;
  for (int r = 0; r < n; r++, c += g->d.ld) {
    if (r < split) {
      double *square = f->square + into[r] * f->ld_square, *right = f->right + into[r] * f->ld - p;
      if (g->in_a_row) {
        square += into[0];
        for (int j = 0; j < split; j++) {
          square[j] += c[j];
        }
      } else {
        for (int j = 0; j < split; j++) {
          square[into[j]] += c[j];
        }
      }
      for (int j = split; j < n; j++) {
        right[into[j]] += c[j];
      }
    } else {
      double *below = f->below + (into[r] - p), *to = rest + (into[r] - p) * f->ld - p;
      for (int j = 0; j < split; j++) {
        below[into[j] * f->ld] += c[j];
      }
      for (int j = split; j < n; j++) {
        to[into[j]] += c[j];
      }
    }
  }
}

static sn_status factor(void *self, const double *value, sn_weakest *w)
{
  fronts *s = self;
  size_t top = 0;
  *w = (sn_weakest){.ratio = 1, .at = -1, .exchanged = -1};
  for (int k = 0; k < s->n; k++) {
    s->size[k] = fabs(value[s->first[k]]);
  }
  for (int i = 0; i < s->n_front; i++) {
    const front *f = s->f + i;
    const sn_dense *d = &f->d;
    const double *v = value + s->first[d->pivot];
    double *rest = s->stack + top, *number = d->square;
    memset(number, 0, numbers_of(f) * sizeof(double));
    memset(rest, 0, update_of(f) * sizeof(double));
    for (int k = 0; k < f->n_entry; k++) {
      number[f->to[k]] = v[k];
    }
    size_t under = top; /* the children's updates lie under this one, the last on top */
    for (int c = i - 1, left = f->n_child; left > 0; left--, c = s->f[c].before) {
      under -= update_of(s->f + c);
      take_update(s->f + c, s->stack + under, d, rest);
    }
    if (!s->kernel->eliminate(d, rest, s->size + d->pivot, s->made, w)) {
      return SN_OK;
    }
    for (int k = 0; k < d->n_below; k++) {
      s->size[d->pivot + f->row[k]] += s->made[k];
    }
    memmove(s->stack + under, rest, update_of(f) * sizeof(double));
    top = under + update_of(f);
  }
  return SN_OK;
}

static sn_status solve(void *self, double *x)
{
  const fronts *s = self;
  for (int i = 0; i < s->n_front; i++) {
    const front *f = s->f + i;
    double *own = x + f->d.pivot;
    s->kernel->forward(&f->d, own, s->work);
    for (int k = 0; k < f->d.n_below; k++) {
      own[f->row[k]] -= s->work[k];
    }
  }
  for (int i = s->n_front - 1; i >= 0; i--) {
    const front *f = s->f + i;
    double *own = x + f->d.pivot;
    for (int k = 0; k < f->d.n_below; k++) {
      s->work[k] = own[f->row[k]];
    }
    s->kernel->backward(&f->d, own, s->work);
  }
  return SN_OK;
}

static int sign(void *self)
{
  const fronts *s = self;
  int result = 1;
  for (int i = 0; i < s->n_front; i++) {
    const sn_dense *d = &s->f[i].d;
    result = d->exchange[d->n_pivot] % 2 ? -result : result;
    for (int k = 0; k < d->n_pivot; k++) {
      result = d->square[k * d->ld_square + k] < 0 ? -result : result;
    }
  }
  return result;
}

static int negative(const void *self)
{
  const fronts *s = self;
  int n = 0;
  for (int i = 0; i < s->n_front; i++) {
    const sn_dense *d = &s->f[i].d;
    if (d->exchange[d->n_pivot] > 0) {
      return -1;
    }
    for (int k = 0; k < d->n_pivot; k++) {
      n += d->square[k * d->ld_square + k] < 0;
    }
  }
  return n;
}

static double flops(const void *self)
{
  return ((const fronts *)self)->flops;
}

static double fill(const void *self)
{
  return ((const fronts *)self)->fill;
}

const sn_solver sn_solver_front = {"front", analyse, factor, solve, sign, negative, flops, fill, NULL};
