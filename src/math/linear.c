/* math/linear.c -- sparse matrices filled by dense square elements: values, and the choice of their solver.
 * What:    the pattern of all elements is merged once (entries.c); each element has a map from its own entries to the values
 *          (slots.c), so that adding a tangent is one indexed loop. The solver (solver.h) is chosen and made when the first
 *          matrix is factored: a matrix that is only multiplied needs none.
 * In place: steps factor thousands of matrices that nobody looks at again; these are added up in the numbers of the solver, which
 *          is made at once. Where a solution is to be looked at the matrix is copied before it is eliminated (linear_solve.c).
 * Choice:  a list of operations while there are few operations per entry of the factors, else dense fronts; these also where pivots are
 *          not sure, since only they exchange rows.
 * Limits:  2^31 entries.
 * Tests:   tests/math/test_linear.c
 */
#include "math/linear.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "math/lane.h"
#include "math/linear_private.h"

static struct {
  const sn_solver *solver;
  int least;
} engine; /* sn_lin_use_engine: of the whole process, like MPI */

void sn_lin_use_engine(const sn_solver *solver, int least)
{
  SN_ASSERT(!solver || (solver->chooses_pivots && !solver->bind));
  engine.solver = solver;
  engine.least = least;
}

int sn_lin_engine_takes(int n)
{
  return engine.solver && n >= engine.least;
}

static const double list_below =
    5; /* operations per entry of L + U; at 4.4 both take the same, at 6.8 fronts half of it */

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the linear solver");
}

#ifdef SN_DEBUG
static int remember_parts(sn_lin *l, const sn_lin_pattern *p, sn_arena *arena)
{
  l->part = SN_NEW(arena, int, p->n_element);
  l->count = SN_NEW(arena, int, p->n_element);
  l->n_part = p->n_part > 1 ? p->n_part : 1;
  l->promised = SN_NEW(arena, double, SN_SET_APART * l->n_part);
  if (!l->part || !l->count || !l->promised) {
    return 0;
  }
  for (int e = 0; e < p->n_element; e++) {
    l->count[e] = p->count[e];
    l->part[e] = l->n_part > 1 ? p->part[e] : 0;
  }
  return 1;
}
#else
static int remember_parts(sn_lin *l, const sn_lin_pattern *p, sn_arena *arena)
{
  (void)l;
  (void)p;
  (void)arena;
  return 1;
}
#endif

sn_status sn_lin_choose(sn_lin *l)
{
  SN_ASSERT(!l->usual.self);
  l->arena = l->arena ? l->arena : sn_arena_new(NULL);
  if (!l->arena) {
    return SN_ENOMEM;
  }
  if (sn_lin_engine_takes(l->pattern.n) && !l->usual.type) {
    l->usual.type = engine.solver;
    return engine.solver->analyse(&l->a, NULL, l->pool, l->arena, &l->usual.self);
  }
  sn_arena *scratch = sn_arena_new(NULL);
  sn_fronts f;
  sn_status status = scratch ? sn_fronts_find(&l->a, 0, scratch, &f) : SN_ENOMEM;
  if (status == SN_OK) {
    if (!l->usual.type) {
      const int few = f.flops < list_below * f.fill && !l->a.unsure;
      l->usual.type = few ? &sn_solver_list : &sn_solver_front;
    }
    status = l->usual.type->analyse(&l->a, &f, l->pool, l->arena, &l->usual.self);
    if (status == SN_OK && !l->usual.self) { /* a list too long */
      l->usual.type = &sn_solver_front;
      status = l->usual.type->analyse(&l->a, &f, l->pool, l->arena, &l->usual.self);
    }
  }
  sn_arena_free(scratch);
  return status;
}

/* The matrix apart from its factors, once its places are known; its solver is made with the first of them. */
static sn_status make_apart(sn_lin *l, sn_arena *arena)
{
  SN_ASSERT(!l->in_place);
  l->value = l->sum = SN_NEW(arena, double, l->places.n_value);
  l->copied = 1;
  return l->value ? SN_OK : SN_ENOMEM;
}

static sn_status make_in_place(sn_lin *l, const sn_lin_pattern *p, sn_arena *arena)
{
  SN_TRY(sn_lin_choose(l));
  const size_t room = l->usual.type->room(l->usual.self);
  SN_ASSERT(l->usual.self && l->usual.type->bind && room >= (size_t)l->a.first[l->a.n]);
  sn_arena *scratch = sn_arena_new(NULL);
  int *to = scratch && room <= INT_MAX ? SN_NEW(scratch, int, l->a.first[l->a.n]) : NULL;
  sn_status status = SN_ENOMEM;
  if (to) {
    l->usual.type->places(l->usual.self, to);
    status = sn_slots_find(p, &l->a, to, room, arena, &l->places);
  }
  sn_arena_free(scratch);
  SN_TRY(status);
  if (l->usual.type->forget) { /* before the numbers are asked for */
    l->usual.type->forget(l->usual.self);
  }
  sn_arena_free(l->lists);
  l->lists = NULL;
  l->a.offset = NULL;
  l->number = l->sum = SN_NEW(arena, double, l->places.n_value);
  if (!l->number) {
    return SN_ENOMEM;
  }
  l->usual.type->bind(l->usual.self, l->number);
  return SN_OK;
}

static int begin(sn_lin *l, const sn_lin_pattern *p, sn_arena *arena)
{
  l->n_element = p->n_element;
  l->bad_row = -1;
  l->trust = p->trust;
  l->pool = p->pool;
  l->in_place = p->in_place && !sn_lin_engine_takes(p->n);
  l->saved = SN_NEW(arena, double, p->n);
  l->rest = SN_NEW(arena, double, p->n);
  l->scale = SN_NEW(arena, double, p->n);
  l->net.type = &sn_solver_klu;
  l->pattern = *p;
  l->lists = l->in_place ? sn_arena_new(NULL) : NULL;
  return l->saved && l->rest && l->scale && (l->lists || !l->in_place);
}

static sn_status find_places(sn_lin *l, const sn_lin_pattern *p, sn_arena *arena)
{
  SN_TRY(sn_entries_find(p, arena, l->in_place ? l->lists : arena, &l->a));
  if (l->in_place) {
    return make_in_place(l, p, arena);
  }
  SN_TRY(sn_slots_find(p, &l->a, NULL, (size_t)l->a.first[l->a.n], arena, &l->places));
  return make_apart(l, arena);
}

sn_status sn_lin_new(const sn_lin_pattern *p, sn_arena *arena, sn_lin **out, sn_error *error)
{
  *out = NULL;
  SN_REQUIRE(!p->symmetric || (!p->in_place && !p->unsure), error);
  for (int e = 0; e < p->n_element; e++) {
    for (int i = 0; i < p->count[e]; i++) {
      SN_REQUIRE(p->unknown[e][i] < p->n, error);
    }
  }
  sn_lin *l = SN_NEW(arena, sn_lin, 1);
  if (!l) {
    return no_memory(error);
  }
  if (!begin(l, p, arena) || find_places(l, p, arena) != SN_OK || !remember_parts(l, p, arena)) {
    sn_lin_free(l);
    return no_memory(error);
  }
  *out = l;
  return SN_OK;
}

sn_status sn_lin_like(const sn_lin *of, sn_arena *arena, sn_lin **out, sn_error *error)
{
  *out = NULL;
  SN_REQUIRE(!of->in_place, error);
  sn_lin *l = SN_NEW(arena, sn_lin, 1);
  if (!l) {
    return no_memory(error);
  }
  const int begun = begin(l, &of->pattern, arena);
  l->a = of->a;
  l->places = of->places;
  if (!begun || make_apart(l, arena) != SN_OK || !remember_parts(l, &of->pattern, arena)) {
    sn_lin_free(l);
    return no_memory(error);
  }
  *out = l;
  return SN_OK;
}

static void free_engine(sn_engine *e)
{
  if (e->self && e->type->free) {
    e->type->free(e->self);
  }
  e->self = NULL;
}

void sn_lin_free(sn_lin *l)
{
  if (l) {
    free_engine(&l->usual);
    free_engine(&l->net);
    sn_arena_free(l->arena);
    sn_arena_free(l->lists);
    l->arena = l->lists = NULL;
    l->in_use = NULL;
  }
}

void sn_lin_force(sn_lin *l, const sn_solver *s)
{
  SN_ASSERT(!l->usual.self && s);
  l->usual.type = s;
}

const char *sn_lin_solver(const sn_lin *l)
{
  return l->in_use ? l->in_use->type->name : NULL;
}

static void clear_share(void *data, int part)
{
  sn_lin *l = data;
  const size_t n = l->places.n_value, parts = (size_t)sn_pool_threads(l->pool), k = (size_t)part;
  const size_t first = n / parts * k, end = k + 1 < parts ? n / parts * (k + 1) : n;
  SN_ASSERT(first <= end && end <= n);
  memset(l->sum + first, 0, (end - first) * sizeof(double));
}

void sn_lin_clear(sn_lin *l)
{
  sn_pool_each(l->pool, clear_share, l);
#ifdef SN_DEBUG
  memset(l->promised, 0, sizeof(double) * SN_SET_APART * (size_t)l->n_part);
#endif
}

#ifdef SN_DEBUG
static void note_promised(sn_lin *l, int element, const double *a, int stride)
{
  const int *map = l->places.element[element].map, n = l->count[element];
  double *promised = l->promised + SN_SET_APART * l->part[element];
  for (int k = 0; k < n * n; k++) {
    *promised += map[k] == -2 ? a[stride * k] : 0;
    if (l->a.symmetric && map[k] >= 0) {
      promised[1] = fmax(promised[1], fabs(a[stride * k] - a[stride * (k % n * n + k / n)]));
    }
  }
}
#endif

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

/* lines of `length` entries, `step` numbers from one to the next and `line` from one line to the next, to their places */
SN_LANE_INLINE void add_lines(int length, const sn_tile *t, const double *from, ptrdiff_t step, ptrdiff_t line,
                              double *to)
{
  for (int i = t->lines; i > 0; i--, from += line, to += t->apart) {
    const double *a = from;
    int j = 0;
    for (; j + 4 <= length; j += 4, a += 4 * step) {
      *(four *)(to + j) += (four){a[0], a[step], a[2 * step], a[3 * step]};
    }
    for (; j < length; j++, a += step) {
      to[j] += *a;
    }
  }
}

/* nodes have one to three unknowns and their stages twice these: loops of such lengths are written out by the compiler */
SN_LANE_INLINE void add_tile(const sn_tile *t, const double *from, ptrdiff_t step, ptrdiff_t line, double *to)
{
  switch (t->length) {
  case 1:
    add_lines(1, t, from, step, line, to);
    break;
  case 2:
    add_lines(2, t, from, step, line, to);
    break;
  case 3:
    add_lines(3, t, from, step, line, to);
    break;
  case 4:
    add_lines(4, t, from, step, line, to);
    break;
  case 6:
    add_lines(6, t, from, step, line, to);
    break;
  default:
    add_lines(t->length, t, from, step, line, to);
  }
}

/* entries of an element, `apart` numbers from one to the next, to their places */
SN_CLONES static void add_tiles(const sn_element_slots *p, const double *a, ptrdiff_t apart, double *value)
{
  for (int k = 0; k < p->n_across; k++) {
    add_tile(p->tile + k, a + apart * p->tile[k].from, apart, apart * p->count, value + p->tile[k].to);
  }
  for (int k = p->n_across; k < p->n_tile; k++) {
    add_tile(p->tile + k, a + apart * p->tile[k].from, apart * p->count, apart, value + p->tile[k].to);
  }
  for (const int *k = p->pair, *end = k + 2 * p->n_pair; k < end; k += 2) {
    value[k[1]] += a[apart * k[0]];
  }
}

void sn_lin_add(sn_lin *l, int element, const double *a)
{
  SN_ASSERT(element >= 0 && element < l->n_element && l->sum);
  const sn_element_slots *p = l->places.element + element;
#ifdef SN_DEBUG
  note_promised(l, element, a, 1);
#endif
  add_tiles(p, a, 1, l->sum + p->base);
}

void sn_lin_add_lanes(sn_lin *l, const int *element, int n, const double *a)
{
  SN_ASSERT(n >= 0 && n <= 4);
  for (int i = 0; i < n; i++) { /* one after the other: sums are in the order of elements */
    const sn_element_slots *p = l->places.element + element[i];
    SN_ASSERT(element[i] >= 0 && element[i] < l->n_element && p->count == l->places.element[element[0]].count);
#ifdef SN_DEBUG
    note_promised(l, element[i], a + i, 4);
#endif
    add_tiles(p, a + i, 4, l->sum + p->base);
  }
}
