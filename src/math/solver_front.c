/* math/solver_front.c -- multifrontal LU on dense blocks, pivots on the diagonal: for systems with much fill. LDL^T where the matrix is
 *          symmetric: fronts and updates are then their upper triangles.
 * How:     a front is assembled from the matrix's entries of its pivots and from the updates its children left on a stack; it
 *          is eliminated in place (front.h), and its own update takes their place. Fronts come in an order in which children
 *          stand right before their parents, so the stack is all the memory that updates need.
 *          Lists of places are kept once for equal fronts (base/intern.h).
 * Threads: pieces (pieces.c) are subtrees of fronts: each has a stack of its own, and what it gives to unknowns outside of it is
 *          kept apart and added when all pieces are done, in their order. What is a piece does not depend on the number of
 *          threads, so neither do the bits.
 * Theory:  a pivot is weak when it is small against the sum of the sizes of the terms it was made of.
 * Tests:   tests/math/test_linear.c
 */
#include <math.h>
#include <string.h>

#include "math/lane.h"
#include "math/multifront.h"

static sn_status analyse(const sn_entries *a, const sn_fronts *exact, sn_pool *pool, sn_arena *arena, void **self)
{
  (void)exact;
  sn_arena *scratch = sn_arena_new(NULL);
  sn_multifront *s = SN_NEW(arena, sn_multifront, 1);
  const sn_status status = scratch && s ? sn_multifront_make(a, pool, scratch, arena, s) : SN_ENOMEM;
  sn_arena_free(scratch);
  *self = status == SN_OK ? s : NULL;
  return status;
}

SN_LANE_INLINE void add(double *restrict to, const double *restrict c, int n)
{
  for (int j = 0; j < n; j++) {
    to[j] += c[j];
  }
}

/* The update c of child g into front f, whose own update is rest; its rows and columns are one run there. */
SN_CLONES static void take_run(const sn_front *g, const double *c, const sn_dense *f, double *rest)
{
  const int n = g->d.n_below, split = g->split, p = f->n_pivot, first = g->into[0];
  const int later = split < n ? g->into[split] - p : 0; /* where its rows below the pivots of f begin */
  SN_ASSERT(g->in_a_row && split <= n && (split == 0 || first + split <= p));
  for (int r = 0; r < split; r++, c += g->d.ld) {
    const int from = f->symmetric ? r / 4 * 4 : 0; /* from the diagonal on; by fours, as additions are */
    add(f->square + (first + r) * f->ld_row + first + from, c + from, split - from);
    add(f->right + (first + r) * f->ld_row + later, c + split, n - split);
  }
  for (int r = 0; r < n - split; r++, c += g->d.ld) {
    const int from = f->symmetric ? r / 4 * 4 : 0;
    if (!f->symmetric) {
      double *below = f->below + first * f->ld + later + r;
      for (int j = 0; j < split; j++) {
        below[j * f->ld] += c[j];
      }
    }
    add(rest + (later + r) * f->ld + later + from, c + split + from, n - split - from);
  }
}

/* The same for any places of a symmetric front: the rows of the update from its diagonal on. */
static void take_symmetric(const sn_front *g, const double *c, const sn_dense *f, double *rest)
{
  const int n = g->d.n_below, split = g->split, p = f->n_pivot, *into = g->into;
  for (int r = 0; r < split; r++, c += g->d.ld) {
    double *square = f->square + into[r] * f->ld_row, *right = f->right + into[r] * f->ld_row - p;
    for (int j = r; j < split; j++) {
      square[into[j]] += c[j];
    }
    for (int j = split; j < n; j++) {
      right[into[j]] += c[j];
    }
  }
  for (int r = split; r < n; r++, c += g->d.ld) {
    double *to = rest + (into[r] - p) * f->ld - p;
    for (int j = r; j < n; j++) {
      to[into[j]] += c[j];
    }
  }
}

/* The same for any places. */
static void take_scattered(const sn_front *g, const double *c, const sn_dense *f, double *rest)
{
  const int n = g->d.n_below, split = g->split, p = f->n_pivot, *into = g->into;
  for (int r = 0; r < n; r++, c += g->d.ld) {
    if (r < split) {
      double *square = f->square + into[r] * f->ld_row, *right = f->right + into[r] * f->ld_row - p;
      for (int j = 0; j < split; j++) {
        square[into[j]] += c[j];
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

/* The entries of a front in their places, and zeros in the others. */
static void fill(const sn_multifront *s, const sn_front *f)
{
  const double *v = s->value + s->first[f->d.pivot];
  double *number = f->d.square;
  memset(number, 0, sn_front_numbers(f) * sizeof(double));
  for (int k = 0; k < f->n_entry; k++) {
    number[f->to[k]] = v[k];
  }
}

/* Assembles and eliminates one front. 0: a pivot vanishes. */
static int factor_front(sn_multifront *s, sn_worker *me, int i)
{
  const sn_front *f = s->f + i;
  const sn_dense *d = &f->d;
  double *rest = s->stack + f->made;
  SN_ASSERT(f->made + sn_front_update(f) <= s->n_stack && f->kept <= f->made && f->inside <= d->n_below);
  if (s->value) {
    fill(s, f);
  }
  for (int k = 0; k < d->n_pivot; k++) {
    s->size[d->pivot + k] += fabs(d->square[k * (d->ld_row + 1)]);
  }
  memset(rest, 0, sn_front_update(f) * sizeof(double));
  for (int c = f->child; c >= 0; c = s->f[c].sibling) {
    const sn_front *g = s->f + c;
    (g->in_a_row ? take_run : d->symmetric ? take_symmetric : take_scattered)(g, s->stack + g->kept, d, rest);
  }
  double *size = s->size + d->pivot;
  if (!(d->symmetric ? s->kernel->eliminate_symmetric(d, me->scaled, rest, size, me->made, &me->weakest)
                     : s->kernel->eliminate(d, rest, size, me->made, &me->weakest))) {
    return 0;
  }
  for (int k = 0; k < f->inside; k++) {
    s->size[d->pivot + f->row[k]] += me->made[k];
  }
  for (int k = f->inside; k < d->n_below; k++) {
    me->apart[d->pivot + f->row[k] - me->outside] += me->made[k];
  }
  memmove(s->stack + f->kept, rest, sn_front_update(f) * sizeof(double));
  return 1;
}

static void start_apart(const sn_multifront *s, sn_worker *me)
{
  memset(me->apart, 0, (size_t)(s->n - me->outside) * sizeof(double));
}

/* what the pieces give to unknowns above them, in their order */
static void add_apart(const sn_multifront *s, double *x)
{
  for (int p = 0; p < s->n_piece; p++) {
    const sn_worker *w = s->w + p;
    const sn_front *root = s->f + w->part.end - 1;
    for (int k = 0; k < root->d.n_below; k++) {
      const int u = root->d.pivot + root->row[k];
      SN_ASSERT(u >= w->outside && u < s->n);
      x[u] += w->apart[u - w->outside];
    }
  }
}

/* The fronts from i on that are in no piece: i itself, or the first one behind the pieces that begin there. */
static int above_pieces(const sn_multifront *s, int i, int *next_piece)
{
  while (*next_piece < s->n_piece && s->w[*next_piece].part.first == i) {
    i = s->w[(*next_piece)++].part.end;
  }
  return i;
}

static void factor_pieces(void *data, int thread)
{
  sn_multifront *s = data;
  for (int p = 0; p < s->n_piece; p++) {
    sn_worker *me = s->w + p;
    if (s->of_thread[p] == thread) {
      start_apart(s, me);
      me->weakest = (sn_weakest){.ratio = 1, .at = -1, .exchanged = -1};
      me->done = 1;
      for (int i = me->part.first; me->done && i < me->part.end; i++) {
        me->done = factor_front(s, me, i);
      }
    }
  }
}

/* The weaker of two; of the first exchanges that of the first piece. */
static void note_weaker(sn_weakest *w, const sn_weakest *other)
{
  const int exchanged = w->exchanged >= 0 ? w->exchanged : other->exchanged;
  if (!(other->ratio >= w->ratio)) {
    *w = *other;
  }
  w->exchanged = exchanged;
}

static sn_status factor(void *self, const double *value, sn_weakest *w)
{
  sn_multifront *s = self;
  sn_worker *top = s->w + s->n_piece;
  int next = 0;
  s->value = value;
  SN_ASSERT(s->n_front == 0 || s->f[0].d.square);
  *w = (sn_weakest){.ratio = 1, .at = -1, .exchanged = -1};
  memset(s->size, 0, (size_t)s->n * sizeof(double));
  sn_pool_each(s->n_piece ? s->pool : NULL, factor_pieces, s);
  for (int p = 0; p < s->n_piece; p++) {
    note_weaker(w, &s->w[p].weakest);
    if (!s->w[p].done) {
      return SN_OK;
    }
  }
  add_apart(s, s->size);
  top->weakest = *w;
  for (int i = above_pieces(s, 0, &next); i < s->n_front; i = above_pieces(s, i + 1, &next)) {
    if (!factor_front(s, top, i)) {
      break;
    }
  }
  *w = top->weakest;
  return SN_OK;
}

static void forward(const sn_multifront *s, sn_worker *me, int i)
{
  const sn_front *f = s->f + i;
  double *own = s->x + f->d.pivot;
  SN_ASSERT(f->d.square && f->inside <= f->d.n_below);
  (f->d.symmetric ? s->kernel->forward_symmetric : s->kernel->forward)(&f->d, own, me->work);
  for (int k = 0; k < f->inside; k++) {
    own[f->row[k]] -= me->work[k];
  }
  for (int k = f->inside; k < f->d.n_below; k++) {
    me->apart[f->d.pivot + f->row[k] - me->outside] -= me->work[k];
  }
}

static void backward(const sn_multifront *s, sn_worker *me, int i)
{
  const sn_front *f = s->f + i;
  double *own = s->x + f->d.pivot;
  for (int k = 0; k < f->d.n_below; k++) {
    me->work[k] = own[f->row[k]];
  }
  for (ptrdiff_t k = f->d.n_below; k < f->d.ld; k++) {
    me->work[k] = 0;
  }
  s->kernel->backward(&f->d, own, me->work);
}

static void forward_pieces(void *data, int thread)
{
  sn_multifront *s = data;
  for (int p = 0; p < s->n_piece; p++) {
    if (s->of_thread[p] == thread) {
      start_apart(s, s->w + p);
      for (int i = s->w[p].part.first; i < s->w[p].part.end; i++) {
        forward(s, s->w + p, i);
      }
    }
  }
}

static void backward_pieces(void *data, int thread)
{
  sn_multifront *s = data;
  for (int p = 0; p < s->n_piece; p++) {
    if (s->of_thread[p] == thread) {
      for (int i = s->w[p].part.end - 1; i >= s->w[p].part.first; i--) {
        backward(s, s->w + p, i);
      }
    }
  }
}

static sn_status solve(void *self, double *x)
{
  sn_multifront *s = self;
  sn_worker *top = s->w + s->n_piece;
  int next = 0, end = s->n_front;
  s->x = x;
  sn_pool_each(s->n_piece ? s->pool : NULL, forward_pieces, s);
  add_apart(s, x);
  for (int i = above_pieces(s, 0, &next); i < s->n_front; i = above_pieces(s, i + 1, &next)) {
    forward(s, top, i);
  }
  for (int p = s->n_piece - 1; p >= -1; p--) { /* backwards from piece to piece */
    for (int i = end - 1; i >= (p >= 0 ? s->w[p].part.end : 0); i--) {
      backward(s, top, i);
    }
    end = p >= 0 ? s->w[p].part.first : 0;
  }
  sn_pool_each(s->n_piece ? s->pool : NULL, backward_pieces, s);
  return SN_OK;
}

static int sign(void *self)
{
  const sn_multifront *s = self;
  int result = 1;
  for (int i = 0; i < s->n_front; i++) {
    const sn_dense *d = &s->f[i].d;
    result = d->exchange[d->n_pivot] % 2 ? -result : result;
    for (int k = 0; k < d->n_pivot; k++) {
      result = d->square[k * d->ld_row + k] < 0 ? -result : result;
    }
  }
  return result;
}

static int negative(const void *self)
{
  const sn_multifront *s = self;
  int n = 0;
  for (int i = 0; i < s->n_front; i++) {
    const sn_dense *d = &s->f[i].d;
    if (d->exchange[d->n_pivot] > 0) {
      return -1;
    }
    for (int k = 0; k < d->n_pivot; k++) {
      n += d->square[k * d->ld_row + k] < 0;
    }
  }
  return n;
}

static size_t room(const void *self)
{
  return ((const sn_multifront *)self)->n_number;
}

static void bind(void *self, double *number)
{
  sn_multifront_bind(self, number);
}

static void places(const void *self, int *to)
{
  sn_multifront_slots(self, to);
}

static void forget(void *self)
{
  sn_multifront_forget(self);
}

static sn_status read(void *self, double *value)
{
  sn_multifront *s = self;
  if (!s->lists) {
    SN_TRY(sn_multifront_list(s));
  }
  for (int i = 0; i < s->n_front; i++) {
    const sn_front *f = s->f + i;
    double *own = value + s->first[f->d.pivot];
    for (int k = 0; k < f->n_entry; k++) {
      own[k] = f->d.square[f->to[k]];
    }
  }
  return SN_OK;
}

static double flops(const void *self)
{
  return ((const sn_multifront *)self)->flops;
}

static double entries(const void *self)
{
  return ((const sn_multifront *)self)->fill;
}

const sn_solver sn_solver_front = {.name = "front",
                                   .analyse = analyse,
                                   .room = room,
                                   .bind = bind,
                                   .places = places,
                                   .forget = forget,
                                   .read = read,
                                   .factor = factor,
                                   .solve = solve,
                                   .sign = sign,
                                   .negative = negative,
                                   .flops = flops,
                                   .fill = entries};
