/* math/multifront.c -- see multifront.h: order, places of entries and updates, pieces for threads.
 * Tests:   tests/math/test_linear.c, tests/math/test_pieces.c
 */
#include "math/multifront.h"

#include <stdlib.h>

static size_t rounded(int n)
{
  return ((size_t)n + 3) / 4 * 4;
}

/* What the stack holds while a subtree is eliminated, at most, and its update afterwards. */
typedef struct {
  double most, kept;
  int front;
} subtree;

/* Those that leave least of what they need go last: the others then lie below less (Liu). */
static int by_rest(const void *a, const void *b)
{
  const subtree *x = a, *y = b;
  const double more = (y->most - y->kept) - (x->most - x->kept);
  return more > 0 ? 1 : more < 0 ? -1 : x->front - y->front;
}

/* The children of front i in the order that needs the smallest stack; its own subtree follows. own: scratch. */
static void order_children(const sn_fronts *g, int i, int *child, int *sibling, subtree *all, subtree *own)
{
  int n = 0;
  double held = 0, most = 0;
  for (int c = child[i]; c >= 0; c = sibling[c]) {
    own[n++] = all[c];
  }
  if (n > 1) {
    qsort(own, (size_t)n, sizeof *own, by_rest);
  }
  for (int k = 0; k < n; k++) {
    most = held + own[k].most > most ? held + own[k].most : most;
    held += own[k].kept;
    sibling[own[k].front] = k + 1 < n ? own[k + 1].front : -1;
  }
  child[i] = n ? own[0].front : -1;
  const double kept = (double)g->n_below[i] * (double)rounded(g->n_below[i]);
  all[i] = (subtree){held + kept > most ? held + kept : most, kept, i};
}

/* Children right before their parents: order[i] is the i-th front to be eliminated. */
static sn_status find_order(const sn_fronts *g, sn_arena *scratch, int *order)
{
  const int n = g->n_front;
  int *child = SN_NEW(scratch, int, n + 1), *sibling = SN_NEW(scratch, int, n), *path = SN_NEW(scratch, int, n + 1);
  subtree *all = SN_NEW(scratch, subtree, n), *own = SN_NEW(scratch, subtree, n);
  if (!child || !sibling || !path || !all || !own) {
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
  for (int i = 0; i < n; i++) { /* children come before */
    order_children(g, i, child, sibling, all, own);
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
  SN_ASSERT(f >= 0 && u >= g->pivot[f]);
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

static sn_status list_rows(const sn_fronts *g, int i, sn_lists *lists, int *work, sn_front *f)
{
  const sn_dense *d = &f->d;
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
  SN_ASSERT(f->split <= d->n_below);
  return f->row && f->into ? SN_OK : SN_ENOMEM;
}

/* Where the unknown `after` the first pivot of a front stands in it: among its pivots, then among its rows below, which are searched
   from *at on: what is asked for ascends. */
static int place_after(const sn_front *f, int after, int *at)
{
  if (after < f->d.n_pivot) {
    return after;
  }
  while (f->row[*at] != after) {
    ++*at;
    SN_ASSERT(*at < f->d.n_below);
  }
  return f->d.n_pivot + *at;
}

/* The place of every entry of the pivots of a front in its numbers. */
static void list_entries(const sn_entries *a, const sn_front *f, int *to)
{
  const sn_dense *d = &f->d;
  const int p = d->n_pivot;
  int n = 0;
  for (int k = 0; k < p; k++) {
    const int pivot = d->pivot + k;
    const int *offset = a->offset[pivot], n_own = a->first[pivot + 1] - a->first[pivot];
    for (int e = 0, from = 0; e < n_own; e++) {
      const int across = a->first[pivot] + e < a->below[pivot];
      from = a->first[pivot] + e == a->below[pivot] ? 0 : from; /* both parts ascend */
      const int at = place_after(f, k + offset[e], &from);
      const ptrdiff_t right = k * d->ld_row + (d->ld_row - d->ld) + (at - p),
                      low = p * d->ld_row + k * d->ld + (at - p);
      to[n++] = (int)(at < p ? across ? k * d->ld_row + at : at * d->ld_row + k : across ? right : low);
    }
  }
  SN_ASSERT(n == f->n_entry);
}

sn_status sn_multifront_list(sn_multifront *s)
{
  sn_arena *scratch = sn_arena_new(NULL);
  int most = 0;
  SN_ASSERT(s->a->offset);
  s->lists = s->lists ? s->lists : sn_arena_child(s->arena);
  for (int i = 0; i < s->n_front; i++) {
    most = s->f[i].n_entry > most ? s->f[i].n_entry : most;
  }
  sn_lists *lists = scratch && s->lists ? sn_lists_new(scratch, s->lists) : NULL;
  int *work = lists ? SN_NEW(scratch, int, most) : NULL;
  sn_status status = work ? SN_OK : SN_ENOMEM;
  for (int i = 0; i < s->n_front && status == SN_OK; i++) {
    sn_front *f = s->f + i;
    list_entries(s->a, f, work);
    f->to = sn_lists_keep(lists, work, (size_t)f->n_entry);
    status = f->to ? SN_OK : SN_ENOMEM;
  }
  sn_arena_free(scratch);
  return status;
}

void sn_multifront_forget(sn_multifront *s)
{
  sn_arena_free(s->lists);
  s->lists = NULL;
  for (int i = 0; i < s->n_front; i++) {
    s->f[i].to = NULL;
  }
}

/* Sizes of all fronts, and the numbers they take in all. */
static void measure(const sn_fronts *g, const int *order, sn_multifront *s)
{
  for (int i = 0; i < s->n_front; i++) {
    const int o = order[i], p = g->pivot[o + 1] - g->pivot[o];
    s->f[i].d = (sn_dense){.pivot = g->pivot[o],
                           .n_pivot = p,
                           .n_below = g->n_below[o],
                           .ld_row = (ptrdiff_t)(rounded(p) + rounded(g->n_below[o])),
                           .ld = (ptrdiff_t)rounded(g->n_below[o]),
                           .symmetric = s->a->symmetric};
    s->n_number += sn_front_numbers(s->f + i);
  }
}

/* parent: of every front in the order of elimination, as a place in it */
static void link_children(sn_multifront *s, const int *parent)
{
  for (int i = 0; i < s->n_front; i++) {
    s->f[i].child = s->f[i].sibling = -1;
  }
  for (int i = 0; i < s->n_front; i++) {
    if (parent[i] >= 0) {
      SN_ASSERT(parent[i] > i && parent[i] < s->n_front);
      s->f[i].sibling = s->f[parent[i]].child;
      s->f[parent[i]].child = i;
    }
  }
}

/* The worker of every front. */
static void find_workers(const sn_multifront *s, int *of)
{
  for (int i = 0; i < s->n_front; i++) {
    of[i] = s->n_piece;
  }
  for (int p = 0; p < s->n_piece; p++) {
    for (int i = s->w[p].part.first; i < s->w[p].part.end; i++) {
      of[i] = p;
    }
  }
}

/* Every worker has a stretch of the stack: a front's update is made above those of its children, and goes where they were. */
static sn_status divide_stack(sn_multifront *s, const int *parent, const int *of, sn_arena *scratch)
{
  size_t *held = SN_NEW(scratch, size_t, s->n_front), *height = SN_NEW(scratch, size_t, s->n_piece + 1),
         *most = SN_NEW(scratch, size_t, s->n_piece + 2);
  if (!held || !height || !most) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_front; i++) {
    sn_front *f = s->f + i;
    const int w = of[i];
    SN_ASSERT(height[w] >= held[i] && w >= 0 && w <= s->n_piece);
    f->made = height[w];
    f->kept = height[w] - held[i];
    most[w + 1] = f->made + sn_front_update(f) > most[w + 1] ? f->made + sn_front_update(f) : most[w + 1];
    height[w] = f->kept + sn_front_update(f);
    if (parent[i] >= 0 && of[parent[i]] == w) {
      held[parent[i]] += sn_front_update(f);
    }
  }
  for (int w = 0; w <= s->n_piece; w++) {
    most[w + 1] += most[w];
  }
  for (int i = 0; i < s->n_front; i++) {
    s->f[i].made += most[of[i]];
    s->f[i].kept += most[of[i]];
  }
  s->n_stack = most[s->n_piece + 1];
  return SN_OK;
}

/* Pieces in the order of elimination, and who does which: the largest first, to whom has least. */
static sn_status find_pieces(sn_multifront *s, const int *parent, sn_arena *scratch, sn_arena *arena)
{
  const int n_thread = sn_pool_threads(s->pool);
  double *work = SN_NEW(scratch, double, s->n_front), *load = SN_NEW(scratch, double, n_thread);
  sn_piece *piece = SN_NEW(scratch, sn_piece, SN_MOST_PIECES);
  int *given = SN_NEW(scratch, int, SN_MOST_PIECES);
  if (!work || !load || !piece || !given) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_front; i++) {
    const double p = s->f[i].d.n_pivot, m = s->f[i].d.n_below;
    work[i] = p * p * p * 2 / 3 + 2 * p * m * (p + m);
  }
  s->n_piece = sn_pieces_find(s->n_front, parent, work, scratch, piece);
  s->w = s->n_piece >= 0 ? SN_NEW(arena, sn_worker, s->n_piece + 1) : NULL;
  s->of_thread = s->w ? SN_NEW(arena, int, s->n_piece) : NULL;
  if (!s->of_thread) {
    return SN_ENOMEM;
  }
  for (int p = 0; p < s->n_piece; p++) {
    s->w[p].part = piece[p];
  }
  s->w[s->n_piece].part = (sn_piece){0, s->n_front, 0};
  for (int n = 0; n < s->n_piece; n++) {
    int next = -1, idle = 0;
    for (int p = 0; p < s->n_piece; p++) {
      next = !given[p] && (next < 0 || piece[p].work > piece[next].work) ? p : next;
    }
    for (int t = 1; t < n_thread; t++) {
      idle = load[t] < load[idle] ? t : idle;
    }
    SN_ASSERT(next >= 0 && idle < n_thread);
    given[next] = 1;
    load[idle] += piece[next].work;
    s->of_thread[next] = idle;
  }
  return SN_OK;
}

/* What a worker needs; fronts know which of their rows are of the same piece. */
static sn_status equip(sn_multifront *s, const int *of, sn_arena *arena)
{
  for (int w = 0; w <= s->n_piece; w++) {
    sn_worker *me = s->w + w;
    const sn_front *root = s->f + me->part.end - 1;
    SN_ASSERT(me->part.first >= 0 && me->part.end <= s->n_front && (w == s->n_piece || me->part.first < me->part.end));
    size_t widest = 0, row = 0;
    me->outside = w < s->n_piece && root->d.n_below ? root->d.pivot + root->row[0] : s->n;
    for (int i = me->part.first; i < me->part.end; i++) {
      sn_front *f = s->f + i;
      if (of[i] == w) {
        widest = (size_t)f->d.ld > widest ? (size_t)f->d.ld : widest;
        row = s->a->symmetric && (size_t)f->d.ld_row > row ? (size_t)f->d.ld_row : row;
        while (f->inside < f->d.n_below && f->d.pivot + f->row[f->inside] < me->outside) {
          f->inside++;
        }
      }
    }
    me->made = SN_NEW(arena, double, widest + 4);
    me->work = SN_NEW(arena, double, widest + 4);
    me->apart = SN_NEW(arena, double, s->n - me->outside);
    me->scaled = SN_NEW(arena, double, SN_FRONT_DEPTH *row);
    if (!me->made || !me->work || !me->apart || !me->scaled) {
      return SN_ENOMEM;
    }
  }
  return SN_OK;
}

static sn_status list_all_rows(const sn_entries *a, const sn_fronts *g, const int *order, sn_arena *scratch,
                               sn_arena *arena, sn_multifront *s)
{
  sn_lists *lists = sn_lists_new(scratch, arena);
  int most = 0, *exchange = SN_NEW(arena, int, a->n + s->n_front);
  for (int i = 0; i < s->n_front; i++) {
    const sn_dense *d = &s->f[i].d;
    most = d->n_below > most ? d->n_below : most;
  }
  int *work = SN_NEW(scratch, int, most);
  if (!lists || !exchange || !work) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_front; i++) {
    sn_front *f = s->f + i;
    f->d.exchange = exchange;
    f->d.unit = a->unit ? a->unit + f->d.pivot : NULL;
    for (int k = 0; k < f->d.n_pivot && a->unsure; k++) {
      f->d.unsure = a->unsure[f->d.pivot + k] ? a->unsure + f->d.pivot : f->d.unsure;
    }
    exchange += f->d.n_pivot + 1;
    f->n_entry = a->first[f->d.pivot + f->d.n_pivot] - a->first[f->d.pivot];
    SN_TRY(list_rows(g, order[i], lists, work, f));
    f->d.row = f->row;
  }
  return SN_OK;
}

sn_status sn_multifront_make(const sn_entries *a, sn_pool *pool, sn_arena *scratch, sn_arena *arena, sn_multifront *s)
{
  sn_fronts g;
  SN_TRY(sn_fronts_find(a, 1, scratch, &g));
  const int n = g.n_front;
  int *order = SN_NEW(scratch, int, n), *place = SN_NEW(scratch, int, n), *parent = SN_NEW(scratch, int, n),
      *of = SN_NEW(scratch, int, n);
  *s = (sn_multifront){.n = a->n,
                       .n_front = n,
                       .pool = pool,
                       .a = a,
                       .arena = arena,
                       .first = a->first,
                       .flops = a->symmetric ? g.flops / 2 : g.flops,
                       .fill = a->symmetric ? g.fill / 2 + a->n : g.fill};
  s->f = SN_NEW(arena, sn_front, n);
  s->size = SN_NEW(arena, double, a->n);
  if (!order || !place || !parent || !of || !s->f || !s->size) {
    return SN_ENOMEM;
  }
  SN_TRY(find_order(&g, scratch, order));
  measure(&g, order, s);
  for (int i = 0; i < n; i++) {
    place[order[i]] = i;
  }
  for (int i = 0; i < n; i++) {
    parent[i] = g.parent[order[i]] >= 0 ? place[g.parent[order[i]]] : -1;
  }
  link_children(s, parent);
  SN_TRY(list_all_rows(a, &g, order, scratch, arena, s));
  SN_TRY(find_pieces(s, parent, scratch, arena));
  find_workers(s, of);
  SN_TRY(equip(s, of, arena));
  SN_TRY(divide_stack(s, parent, of, scratch));
  s->stack = SN_NEW(arena, double, s->n_stack);
  s->kernel = sn_dense_best();
  return s->stack ? sn_multifront_list(s) : SN_ENOMEM;
}

void sn_multifront_bind(sn_multifront *s, double *number)
{
  double *next = number;
  for (int i = 0; i < s->n_front; i++) {
    sn_dense *d = &s->f[i].d;
    d->square = next;
    d->right = next + (d->ld_row - d->ld);
    d->below = d->symmetric ? NULL : next + (ptrdiff_t)d->n_pivot * d->ld_row;
    next += sn_front_numbers(s->f + i);
  }
  SN_ASSERT(next == number + s->n_number);
}

void sn_multifront_slots(const sn_multifront *s, int *to)
{
  size_t begin = 0;
  for (int i = 0; i < s->n_front; i++) {
    const sn_front *f = s->f + i;
    SN_ASSERT(f->n_entry == s->first[f->d.pivot + f->d.n_pivot] - s->first[f->d.pivot]);
    int *own = to + s->first[f->d.pivot];
    for (int k = 0; k < f->n_entry; k++) {
      own[k] = (int)begin + f->to[k];
    }
    begin += sn_front_numbers(f);
  }
}
