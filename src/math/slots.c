/* math/slots.c -- where the entries of each element go in the array of values.
 * How:     the unknowns of an element in ascending order walk along the ascending entries of each of its pivots. Places are
 *          counted from the element's lowest one, so that equal elements share one list (base/intern.h). Nodes have several unknowns in
 *          a row, so that places come in rectangles: a tile of 16 bytes stands for all entries between two nodes, or more.
 *          An element whose unknowns and entries lie as those of one before it takes over its places: most elements of chains and meshes
 *          are not looked at closely.
 *          Where the matrix is made in the numbers of a solver, entries are handed on to their places there.
 * Parts:   an entry that elements of several parts add to has a place of its own for each of these terms, behind the entries;
 *          they are summed in the order of the elements when factoring (linear.c).
 * Tests:   tests/math/test_linear.c, tests/math/test_solvers.c
 */
#include <limits.h>
#include <string.h>

#include "math/solver.h"

enum { OUTSIDE = -1, ZERO = -2 };

typedef struct {
  const sn_lin_pattern *p;
  const sn_entries *a;
  const int *to; /* NULL: entries are places */
  int *order;    /* local unknowns of the element at work, ascending, without those that are known */
  int *map;      /* count x count: places, not yet relative */
  sn_tile *tile;
  int *pair, n_pair;
  int *owner; /* of every entry: NOBODY, SEVERAL or the only part that adds to it */
  int *twin;  /* TWINS: 1 + the last element with that hash */
} work;

enum { TWINS = 4096 };

/* 1: local entry (i, j) of element e is in the pattern */
static int present(const sn_lin_pattern *p, int e, int i, int j)
{
  return !p->mask || !p->mask[e] || p->mask[e][(ptrdiff_t)i * p->count[e] + j];
}

/* The entries of element e in w->map. */
static void map_element(work *w, int e)
{
  const sn_lin_pattern *p = w->p;
  const sn_entries *a = w->a;
  const int count = p->count[e], *u = p->unknown[e];
  int n = 0;
  for (int k = 0; k < count * count; k++) {
    w->map[k] = OUTSIDE;
  }
  for (int i = 0; i < count; i++) { /* nearly in order already */
    if (u[i] >= 0) {
      int at = n++;
      for (; at > 0 && u[w->order[at - 1]] > u[i]; at--) {
        w->order[at] = w->order[at - 1];
      }
      w->order[at] = i;
    }
  }
  for (int s = 0; s < n; s++) {
    const int i = w->order[s], pivot = u[i];
    const int first = a->first[pivot], *offset = a->offset[pivot];
    int across = 1, down = a->below[pivot] - first;
    for (int t = 0; t < n; t++) {
      const int j = w->order[t];
      if (u[j] == pivot) { /* an element may hold an unknown twice */
        w->map[i * count + j] = present(p, e, i, j) ? first : ZERO;
      } else if (u[j] > pivot) {
        int *row = w->map + (ptrdiff_t)i * count + j, *column = w->map + (ptrdiff_t)j * count + i;
        *row = *column = ZERO;
        if (present(p, e, i, j) || (p->symmetric && present(p, e, j, i))) {
          while (pivot + offset[across] != u[j]) {
            across++;
            SN_ASSERT(first + across < a->below[pivot]);
          }
          *row = first + across;
        }
        if (p->symmetric) {
          *column = OUTSIDE;
        } else if (present(p, e, j, i)) {
          while (pivot + offset[down] != u[j]) {
            down++;
            SN_ASSERT(first + down < a->first[pivot + 1]);
          }
          *column = first + down;
        }
      }
    }
  }
}

enum { NOBODY = -1, SEVERAL = -2 };

/* Which part each entry belongs to; returns the number of terms of entries of several. */
static size_t find_owners(work *w)
{
  const sn_lin_pattern *p = w->p;
  size_t shared = 0;
  for (int k = 0; k < w->a->first[w->a->n]; k++) {
    w->owner[k] = NOBODY;
  }
  for (int again = 0; again < 2; again++) {
    for (int e = 0; e < p->n_element; e++) {
      map_element(w, e);
      for (int k = 0; k < p->count[e] * p->count[e]; k++) {
        if (w->map[k] >= 0) {
          int *o = w->owner + w->map[k];
          if (again) {
            shared += *o == SEVERAL;
          } else {
            *o = *o == NOBODY || *o == p->part[e] ? p->part[e] : SEVERAL;
          }
        }
      }
    }
  }
  return shared;
}

/* Gives every term of a shared entry of the element at work a place of its own. */
static void set_apart(work *w, int n, sn_slots *out, size_t *next)
{
  for (int k = 0; k < n; k++) {
    if (w->map[k] >= 0 && w->owner[w->map[k]] == SEVERAL) {
      SN_ASSERT(*next >= out->n_slot && *next < out->n_value);
      out->shared[*next - out->n_slot] = w->to ? w->to[w->map[k]] : w->map[k];
      w->map[k] = (int)(*next)++;
    } else if (w->map[k] >= 0 && w->to) {
      w->map[k] = w->to[w->map[k]];
    }
  }
}

static void hand_on(work *w, int n)
{
  for (int k = 0; k < n && w->to; k++) {
    w->map[k] = w->map[k] >= 0 ? w->to[w->map[k]] : w->map[k];
  }
}

/* The lines of one direction: entry i + j of line i, one `step` after the other. Tiles from `first` on; their number so far is n. */
typedef struct {
  int count, step; /* of the element; from one entry of a line to the next: 1 along rows, count down columns */
  int first, n;
  int open, closed; /* tiles whose last line is the one before: from `open` on; those of this line from `closed` on */
} walk;

/* Begins a tile with entry k, or goes on with the line at work. */
static void put(work *w, walk *at, int k)
{
  SN_ASSERT(k >= 0 && w->map[k] >= 0);
  sn_tile *last = w->tile + at->n - 1;
  if (at->n > at->closed && k == last->from + last->length * at->step && w->map[k] == last->to + last->length &&
      last->length < USHRT_MAX) {
    last->length++;
    return;
  }
  w->tile[at->n++] = (sn_tile){.from = k, .to = w->map[k], .lines = 1, .length = 1};
}

/* 1: the line b of one becomes the next line of tile t */
static int joins(const walk *at, sn_tile *t, const sn_tile *b)
{
  const int other = at->step == 1 ? at->count : 1;
  if (t->length != b->length || t->lines == USHRT_MAX || t->from + t->lines * other != b->from ||
      (t->lines > 1 && t->to + t->lines * t->apart != b->to)) {
    return 0;
  }
  t->apart = t->lines == 1 ? b->to - t->to : t->apart;
  t->lines++;
  return 1;
}

/* A line is complete: what goes on with tiles of the line before joins them. Those that went on stay open, behind all others. */
static void end_line(work *w, walk *at)
{
  int n = at->closed, open = at->closed;
  for (int k = at->closed; k < at->n; k++) {
    const sn_tile line = w->tile[k];
    int t = at->open;
    while (t < open && !joins(at, w->tile + t, &line)) {
      t++;
    }
    if (t == open) {
      w->tile[n++] = line;
      continue;
    }
    const sn_tile joined = w->tile[t]; /* to the end of the open ones, among those of this line */
    memmove(w->tile + t, w->tile + t + 1, (size_t)(n - t - 1) * sizeof joined);
    w->tile[n - 1] = joined;
    open--;
  }
  at->open = open;
  at->closed = at->n = n;
}

/* 1: entry (i, j) stands beside its neighbour in the row */
static int beside(const work *w, int i, int j, int count)
{
  const int *at = w->map + (ptrdiff_t)i * count + j;
  return (j + 1 < count && at[1] == at[0] + 1) || (j > 0 && at[-1] >= 0 && at[0] == at[-1] + 1);
}

/* Places are side by side along the row of a pivot to the right of it, and along its column below; inside of the square of a front
   along rows. Returns the number of tiles, of which n_across are of rows. */
static int find_tiles(work *w, const int *u, int count, int *n_across)
{
  walk across = {.count = count, .step = 1}, down = {.count = count, .step = count};
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      if (w->map[i * count + j] >= 0 && (u[j] >= u[i] || beside(w, i, j, count))) {
        put(w, &across, i * count + j);
      }
    }
    end_line(w, &across);
  }
  *n_across = down.open = down.closed = down.n = across.n;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      if (w->map[j * count + i] >= 0 && u[j] > u[i] && !beside(w, j, i, count)) {
        put(w, &down, j * count + i);
      }
    }
    end_line(w, &down);
  }
  return down.n;
}

/* What stands alone needs no tile. Returns how many tiles are left. */
static int set_pairs_apart(work *w, int all, int *n_across)
{
  const int across = *n_across;
  int n = 0;
  w->n_pair = 0;
  for (int k = 0; k < all; k++) {
    const sn_tile t = w->tile[k];
    if (t.lines * t.length > 1) {
      w->tile[n++] = t;
      continue;
    }
    w->pair[2 * w->n_pair] = t.from;
    w->pair[2 * w->n_pair++ + 1] = t.to;
    *n_across -= k < across;
  }
  return n;
}

static sn_status keep(work *w, sn_lists *lists, int e, sn_element_slots *out)
{
  const int count = w->p->count[e], n = count * count;
  int base = INT_MAX; /* its lowest place: equal elements share what is counted from there */
  for (int k = 0; k < n; k++) {
    base = w->map[k] >= 0 && w->map[k] < base ? w->map[k] : base;
  }
  for (int k = 0; k < n; k++) {
    w->map[k] -= w->map[k] >= 0 ? base : 0;
  }
  const int all = find_tiles(w, w->p->unknown[e], count, &out->n_across);
  out->base = base < INT_MAX ? base : 0;
  out->count = count;
  out->n_tile = set_pairs_apart(w, all, &out->n_across);
  out->n_pair = w->n_pair;
  out->tile = sn_lists_keep_bits(lists, w->tile, (size_t)out->n_tile, sizeof(sn_tile));
  out->pair = sn_lists_keep(lists, w->pair, 2 * (size_t)w->n_pair);
#ifdef SN_DEBUG
  out->map = sn_lists_keep(lists, w->map, (size_t)n);
  if (!out->map) {
    return SN_ENOMEM;
  }
#endif
  return out->tile && out->pair ? SN_OK : SN_ENOMEM;
}

/* ---- elements like those before */

/* A known unknown of the element, -1: none. */
static int first_known(const sn_lin_pattern *p, int e)
{
  for (int i = 0; i < p->count[e]; i++) {
    if (p->unknown[e][i] >= 0) {
      return i;
    }
  }
  return -1;
}

static int place_of(const work *w, int entry)
{
  return w->to ? w->to[entry] : entry;
}

/* Of what makes elements alike: a place in `twin`. */
static size_t twin_slot(const work *w, int e, int known)
{
  const int count = w->p->count[e], *u = w->p->unknown[e], origin = place_of(w, w->a->first[u[known]]);
  uint64_t h = 1469598103934665603U ^ (uint64_t)count;
  for (int i = 0; i < count; i++) {
    const int far = u[i] < 0 ? -1 : place_of(w, w->a->first[u[i]]) - origin;
    h = (h ^ (uint64_t)(unsigned)far) * 1099511628211U;
    h = (h ^ (uint64_t)(unsigned)(u[i] < 0 ? 0 : u[i] - u[known])) * 1099511628211U;
  }
  return (size_t)((h ^ (h >> 32)) % TWINS);
}

/* 1: the entries of two pivots are alike, and their places lie `shift` apart. */
static int same_pivot(const work *w, int a, int b, int shift)
{
  const sn_entries *x = w->a;
  const int n = x->first[a + 1] - x->first[a];
  if (x->offset[a] != x->offset[b] || x->below[a] - x->first[a] != x->below[b] - x->first[b] ||
      x->first[b + 1] - x->first[b] != n) {
    return 0;
  }
  if (!w->to) {
    return x->first[b] - x->first[a] == shift;
  }
  const int *from = w->to + x->first[a], *to = w->to + x->first[b];
  int other = 0;
  for (int k = 0; k < n; k++) {
    other |= (to[k] - from[k]) ^ shift;
  }
  return !other;
}

/* 1: element e has the places of element c, each `shift` farther. */
static int same_element(const work *w, int c, int e, int shift)
{
  const sn_lin_pattern *p = w->p;
  const int count = p->count[e], *u = p->unknown[c], *v = p->unknown[e], known = first_known(p, e);
  if (p->count[c] != count || first_known(p, c) != known) {
    return 0;
  }
  const unsigned char *mask = p->mask ? p->mask[c] : NULL, *other = p->mask ? p->mask[e] : NULL;
  const size_t n = (size_t)count * (size_t)count;
  if (mask != other && (!mask || !other || memcmp(mask, other, n) != 0)) {
    return 0;
  }
  for (int i = 0; i < count; i++) {
    if ((u[i] < 0) != (v[i] < 0) || (u[i] >= 0 && v[i] - u[i] != v[known] - u[known])) {
      return 0;
    }
  }
  for (int i = 0; i < count; i++) {
    if (u[i] >= 0 && !same_pivot(w, u[i], v[i], shift)) {
      return 0;
    }
  }
  return 1;
}

/* Takes over the places of an element before; 0: there is none alike, but e is the next to be asked. */
static int follow_twin(work *w, int e, sn_element_slots *element)
{
  const int known = first_known(w->p, e);
  if (known < 0) {
    return 0;
  }
  int *last = w->twin + twin_slot(w, e, known);
  const int c = *last - 1;
  *last = e + 1;
  if (c < 0 || w->p->count[c] <= known || w->p->unknown[c][known] < 0) {
    return 0;
  }
  const int shift =
      place_of(w, w->a->first[w->p->unknown[e][known]]) - place_of(w, w->a->first[w->p->unknown[c][known]]);
  if (!same_element(w, c, e, shift)) {
    return 0;
  }
  element[e] = element[c];
  element[e].base += shift;
  return 1;
}

static sn_status find_all(work *w, sn_arena *scratch, sn_arena *arena, sn_slots *out)
{
  const sn_lin_pattern *p = w->p;
  size_t next = out->n_slot;
  sn_lists *lists = sn_lists_new(scratch, arena);
  if (!lists) {
    return SN_ENOMEM;
  }
  out->n_value = out->n_slot;
  if (p->n_part > 1) {
    w->owner = SN_NEW(scratch, int, w->a->first[w->a->n]);
    if (!w->owner) {
      return SN_ENOMEM;
    }
    const size_t shared = find_owners(w);
    out->shared = SN_NEW(arena, int, shared);
    out->n_value += shared;
    if (!out->shared || out->n_value > INT_MAX) {
      return SN_ENOMEM;
    }
  }
  for (int e = 0; e < p->n_element; e++) {
    const int n = p->count[e] * p->count[e];
    if (!w->owner && follow_twin(w, e, out->element)) {
      continue;
    }
    map_element(w, e);
    if (w->owner) {
      set_apart(w, n, out, &next);
    } else {
      hand_on(w, n);
    }
    SN_TRY(keep(w, lists, e, out->element + e));
  }
  SN_ASSERT(next == out->n_value);
  return SN_OK;
}

sn_status sn_slots_find(const sn_lin_pattern *p, const sn_entries *a, const int *to, size_t n_slot, sn_arena *arena,
                        sn_slots *out)
{
  int most = 0;
  for (int e = 0; e < p->n_element; e++) {
    most = p->count[e] > most ? p->count[e] : most;
  }
  sn_arena *scratch = sn_arena_new(NULL);
  sn_status status = SN_ENOMEM;
  *out = (sn_slots){.element = SN_NEW(arena, sn_element_slots, p->n_element), .n_slot = n_slot};
  if (scratch && out->element) {
    const size_t square = (size_t)most * (size_t)most;
    work w = {.p = p,
              .a = a,
              .to = to,
              .order = SN_NEW(scratch, int, most),
              .map = SN_NEW(scratch, int, square),
              .tile = SN_NEW(scratch, sn_tile, square + 1),
              .pair = SN_NEW(scratch, int, 2 * square),
              .twin = SN_NEW(scratch, int, TWINS)};
    if (w.order && w.map && w.tile && w.pair && w.twin) {
      status = find_all(&w, scratch, arena, out);
    }
  }
  sn_arena_free(scratch);
  return status;
}
