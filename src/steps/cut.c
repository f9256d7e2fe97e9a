/* steps/cut.c -- see share.h.
 * How:     ranges by estimated cost, so that a model of a few dear packs and many cheap ones is cut fairly. The estimate has
 *          no influence on the numbers.
 * Tests:   tests/steps/test_cut.c, tests/promises/test_threads.c.
 */
#include "steps/cut.h"

#include "steps/check.h"

enum {
  PAYS = 64,        /* nodes and blocks of each thread, where the processors are to decide: below, waiting costs more */
  MOST_THREADS = 8, /* chains are eliminated in two halves: more would wait for that */
  APART = 16        /* numbers between those that different threads write: not on one line of memory */
};

static int threads_for(const sn_system *s, int asked)
{
  if (asked > 0) {
    return asked;
  }
  const int size = (s->n_node + s->n_block) / PAYS, cores = size > 1 ? sn_cores() : 1;
  const int n = cores < MOST_THREADS ? cores : MOST_THREADS;
  return size < n ? (size > 1 ? size : 1) : n;
}

void sn_cut_evenly(int n, const double *cost, int parts, int *first)
{
  double total = 0, sum = 0;
  int k = 1;
  for (int i = 0; i < n; i++) {
    total += cost ? cost[i] : 1;
  }
  for (int i = 0; i < n && k < parts; i++) {
    sum += cost ? cost[i] : 1;
    while (k < parts && sum >= total * k / parts) {
      first[k++] = i + 1;
    }
  }
  for (; k <= parts; k++) {
    first[k] = n;
  }
  SN_ASSERT(parts > 0 && first[0] == 0 && first[parts] == n);
}

/* 1: somebody reads the forces on the vector */
static int wanted(const sn_vector *v)
{
  return v->node >= 0 || v->freedom == SN_PRESCRIBED;
}

/* blocks at vectors: counts them (fill = 0), or writes them where the counts say */
static void list_blocks(const sn_system *s, int fill, sn_cut *x)
{
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    for (int a = 0; a < b->n_vec; a++) {
      int *at = x->vector_first + b->vector[a];
      if (wanted(s->vector + b->vector[a]) && fill) {
        x->at_vector[(*at)++] = (sn_touch){i, a};
        SN_ASSERT(*at <= x->vector_first[s->n_vector]);
      } else if (wanted(s->vector + b->vector[a])) {
        at[1]++;
      }
    }
  }
}

static void list_loads(const sn_system *s, int fill, sn_cut *x)
{
  for (int i = 0; i < s->n_load; i++) {
    SN_ASSERT(s->vector[s->load[i].vector[0]].node >= 0);
    int *at = x->load_first + s->vector[s->load[i].vector[0]].node;
    if (fill) {
      x->load_at[(*at)++] = i;
    } else {
      at[1]++;
    }
  }
}

static void add_up(int n, int *first)
{
  SN_ASSERT(n >= 0 && first[0] == 0);
  for (int i = 0; i < n; i++) {
    first[i + 1] += first[i];
  }
}

/* filling has moved every first one to the next */
static void move_back(int n, int *first)
{
  SN_ASSERT(n == 0 || first[n] >= first[0]);
  for (int i = n; i > 0; i--) {
    first[i] = first[i - 1];
  }
  first[0] = 0;
}

static sn_status make_lists(const sn_system *s, sn_arena *arena, sn_cut *x)
{
  x->vector_first = SN_NEW(arena, int, s->n_vector + 1);
  x->load_first = SN_NEW(arena, int, s->n_node + 1);
  if (!x->vector_first || !x->load_first) {
    return SN_ENOMEM;
  }
  list_blocks(s, 0, x);
  list_loads(s, 0, x);
  add_up(s->n_vector, x->vector_first);
  add_up(s->n_node, x->load_first);
  x->at_vector = SN_NEW(arena, sn_touch, x->vector_first[s->n_vector]);
  x->load_at = SN_NEW(arena, int, s->n_load);
  if (!x->at_vector || !x->load_at) {
    return SN_ENOMEM;
  }
  list_blocks(s, 1, x);
  list_loads(s, 1, x);
  move_back(s->n_vector, x->vector_first);
  move_back(s->n_node, x->load_first);
  return SN_OK;
}

static sn_status make_ranges(const sn_system *s, sn_arena *arena, sn_cut *x)
{
  int **ranges[] = {&x->node, &x->load};
  SN_ASSERT(x->n >= 1);
  x->largest = SN_NEW(arena, double, x->n *APART);
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    *ranges[i] = SN_NEW(arena, int, x->n + 1);
    if (!*ranges[i] || !x->largest) {
      return SN_ENOMEM;
    }
  }
  sn_cut_evenly(s->n_node, NULL, x->n, x->node);
  sn_cut_evenly(s->n_load, NULL, x->n, x->load);
  return SN_OK;
}

sn_status sn_cut_new(const sn_system *s, int threads, sn_arena *arena, sn_cut *out, sn_error *error)
{
  const int n = threads_for(s, threads);
  *out = (sn_cut){.pool = sn_pool_new(n, arena), .n = 1};
  if (!out->pool || (threads <= 0 && !sn_pool_weigh(out->pool, arena))) { /* a number that was asked for is kept to */
    return sn_no_memory(error, "the threads of the steps");
  }
  out->n = sn_pool_threads(out->pool);
  SN_ASSERT(out->n >= 1 && out->n <= n);
  if (make_lists(s, arena, out) != SN_OK || make_ranges(s, arena, out) != SN_OK) {
    return sn_no_memory(error, "the threads of the steps");
  }
  sn_cut_check(s, out);
  return SN_OK;
}

void sn_cut_free(sn_cut *x)
{
  sn_pool_free(x->pool);
  x->pool = NULL;
}

int sn_cut_part(const sn_cut *x, const int *first, int i)
{
  int k = 0;
  SN_ASSERT(i >= 0 && i < first[x->n]);
  while (k + 1 < x->n && first[k + 1] <= i) {
    k++;
  }
  SN_ASSERT(first[k] <= i && i < first[k + 1]);
  return k;
}

void sn_cut_set_largest(sn_cut *x, int part, double number)
{
  SN_ASSERT(part >= 0 && part < x->n);
  x->largest[part * APART] = number;
}

double sn_cut_largest(const sn_cut *x)
{
  SN_ASSERT(x->n >= 1 && x->largest);
  double most = 0;
  for (int k = 0; k < x->n; k++) {
    most = sn_larger(x->largest[k * APART], most);
  }
  return most;
}
