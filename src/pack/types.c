/* pack/types.c -- see pack/types.h.
 * How:     shapes are compared by a hash first, so that thousands of blocks of a few types take one pass.
 *          Joints of one kind that sit in the middle of their bodies or apart from it have points of fewer or more vectors, and would fill
 *          packs of their own: four bodies with four kinds of offsets took four packs of one lane. Constraints that differ in
 *          nothing else become one type, whose points have the vectors of all of them, with weights of zero, where that costs less.
 * Tests:   tests/steps/test_pack.c.
 */
#include "pack/types.h"

#include <stdint.h>
#include <string.h>

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the lists of blocks");
}

sn_node_shape sn_pack_shape_of(const sn_node *c, int category)
{
  const int n_rot = sn_node_rotations(c);
  SN_ASSERT(c->n_vec == c->has_x + c->n_dir && category >= 0);
  sn_node_shape s = {.has_x = c->has_x,
                     .n_x = c->n_x,
                     .is_length = c->is_length,
                     .n_dir = c->n_dir,
                     .n_vec = c->n_vec,
                     .n_rot = n_rot,
                     .n_rate = c->n_x + n_rot,
                     .category = category};
  for (int k = 0; k < c->n_dir; k++) {
    s.member[k] = c->member[k];
  }
  return s;
}

int sn_pack_same_shape(const sn_node_shape *a, const sn_node_shape *b)
{
  return a->has_x == b->has_x && a->n_x == b->n_x && a->is_length == b->is_length && a->n_dir == b->n_dir &&
         a->category == b->category && memcmp(a->member, b->member, sizeof a->member) == 0;
}

/* ---- which are alike */

static uint64_t mix(uint64_t h, int x)
{
  return (h ^ (uint64_t)(unsigned)x) * 1099511628211u;
}

static uint64_t hash(const sn_pack_context *c, int block)
{
  const sn_block *b = c->s->block + block;
  uint64_t h = 1469598103934665603u;
  const int sizes[] = {b->law->is_rate, b->n_vec, b->n_point, b->n_form, b->n_term, b->n_node, c->category[block]};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    h = mix(h, sizes[i]);
  }
  for (int k = 0; k <= b->n_point; k++) {
    h = mix(h, b->w_first[k]);
  }
  for (int k = 0; k < b->w_first[b->n_point]; k++) {
    h = mix(h, b->w_vector[k]);
  }
  for (int a = 0; a < b->n_vec; a++) {
    h = mix(mix(h, b->node_of[a]), c->s->vector[b->vector[a]].slot);
  }
  return h;
}

static int alike(const sn_pack_context *x, int i, int j)
{
  const sn_block *a = x->s->block + i, *b = x->s->block + j;
  SN_ASSERT(x->category[i] >= 0 && x->category[j] >= 0);
  if (a->law != b->law || a->is_sum != b->is_sum || a->ties_triad != b->ties_triad || a->n_vec != b->n_vec ||
      a->n_point != b->n_point || a->n_form != b->n_form || a->n_term != b->n_term || a->n_energy != b->n_energy ||
      a->n_node != b->n_node || x->category[i] != x->category[j] || x->light[i] != x->light[j]) {
    return 0;
  }
  const size_t points = sizeof(int) * (size_t)(a->n_point + 1);
  if (memcmp(a->w_first, b->w_first, points) != 0 ||
      memcmp(a->w_vector, b->w_vector, sizeof(int) * (size_t)a->w_first[a->n_point]) != 0 ||
      memcmp(a->node_of, b->node_of, sizeof(int) * (size_t)a->n_vec) != 0) {
    return 0;
  }
  for (int k = 0; k < a->n_energy; k++) {
    if (a->energy[k].of->n != b->energy[k].of->n) {
      return 0;
    }
  }
  for (int k = 0; k < a->n_term; k++) {
    const sn_term t = a->term[k], o = b->term[k];
    if (t.form != o.form || t.i != o.i || t.j != o.j || (a->law->is_constraint && !a->law->is_scalar && t.c != o.c)) {
      return 0;
    }
  }
  for (int k = 0; k < a->n_vec; k++) {
    if (a->node_of[k] >= 0 && x->s->vector[a->vector[k]].slot != x->s->vector[b->vector[k]].slot) {
      return 0;
    }
  }
  int gap, axis[3];
  if (sn_rows_of(x->s, a, 0, &gap, axis) != sn_rows_of(x->s, b, 0, &gap, axis)) {
    return 0;
  }
  for (int r = 0; r < a->n_node; r++) {
    const sn_node_shape p = sn_pack_shape_of(x->s->node + a->node[r], x->node_category[a->node[r]]);
    const sn_node_shape q = sn_pack_shape_of(x->s->node + b->node[r], x->node_category[b->node[r]]);
    if (!sn_pack_same_shape(&p, &q)) {
      return 0;
    }
  }
  return 1;
}

/* the type of every block, in the order of first appearance; -1: left out */
static int find_types(const sn_pack_context *x, int *table, int size, sn_pack_types *out)
{
  int n = 0, *type = out->type, *leader = out->leader;
  SN_ASSERT(size > x->s->n_block); /* an empty place ends every search */
  for (int i = 0; i < size; i++) {
    table[i] = -1;
  }
  for (int i = 0; i < x->s->n_block; i++) {
    type[i] = -1;
    if (x->category[i] < 0) {
      continue;
    }
    uint64_t at = hash(x, i) % (uint64_t)size;
    while (table[at] >= 0 && !alike(x, leader[table[at]], i)) {
      at = (at + 1) % (uint64_t)size;
    }
    if (table[at] < 0) {
      table[at] = n;
      leader[n++] = i;
    }
    type[i] = table[at];
    out->count[type[i]]++;
  }
  return n;
}

/* ---- types that become one */

enum { MOST_JOINED = 64, PACK_COSTS = 20 }; /* of more types none is joined; what a pack costs by itself, in weights */

/* What a vector is to its block: a slot of a node, or (node -1) one of those that are fixed, in their order. */
typedef struct {
  int node, slot, order;
} meaning;

static meaning meaning_of(const sn_system *s, const sn_block *b, int a)
{
  meaning m = {b->node_of[a], b->node_of[a] < 0 ? 0 : s->vector[b->vector[a]].slot, 0};
  for (int i = 0; i < a && m.node < 0; i++) {
    m.order += b->node_of[i] < 0;
  }
  return m;
}

/* the vector of a block that means this; -1: it has none */
static int place_of(const sn_system *s, const sn_block *b, meaning m)
{
  int found = -1;
  for (int i = 0; i < b->n_vec && found < 0; i++) {
    const meaning o = meaning_of(s, b, i);
    found = o.node == m.node && o.slot == m.slot && o.order == m.order ? i : -1;
  }
  return found;
}

/* the same as vector a of another one */
static int same_vector(const sn_system *s, const sn_block *b, const sn_block *other, int a)
{
  return place_of(s, b, meaning_of(s, other, a));
}

static int has_weight(const sn_block *b, int k, int a)
{
  int has = 0;
  for (int w = b->w_first[k]; w < b->w_first[k + 1]; w++) {
    has |= b->w_vector[w] == a;
  }
  return has;
}

/* the weight of vector a in point k; 0: it is not there */
static double weight_of(const sn_block *b, int k, int a)
{
  double weight = 0;
  for (int w = b->w_first[k]; w < b->w_first[k + 1]; w++) {
    weight = b->w_vector[w] == a ? b->w_value[w] : weight;
  }
  return weight;
}

/* 1: a constraint that fixed vectors and nodes alone are in, each once in a point */
static int may_join(const sn_system *s, const sn_block *b)
{
  int may = b->law == &sn_law_constraint && !b->is_sum && !b->ties_triad && b->n_energy == 0;
  for (int a = 0; a < b->n_vec && may; a++) {
    const sn_vector *v = s->vector + b->vector[a];
    may = b->node_of[a] >= 0 || (v->freedom == SN_FIXED && v->role < SN_ROLE_COORDINATE);
  }
  for (int k = 0; k < b->n_point && may; k++) {
    for (int w = b->w_first[k]; w < b->w_first[k + 1]; w++) {
      for (int u = b->w_first[k]; u < w; u++) {
        may = may && b->w_vector[u] != b->w_vector[w];
      }
    }
  }
  return may;
}

/* 1: blocks i and j differ in the vectors of their points at most */
static int may_be_one(const sn_pack_context *x, int i, int j)
{
  const sn_block *a = x->s->block + i, *b = x->s->block + j;
  int gap, axis[3];
  int same = a->n_point == b->n_point && a->n_form == b->n_form && a->n_term == b->n_term && a->n_node == b->n_node &&
             x->category[i] == x->category[j] && x->light[i] == x->light[j];
  for (int k = 0; same && k < a->n_term; k++) {
    const sn_term t = a->term[k], o = b->term[k];
    same = t.form == o.form && t.i == o.i && t.j == o.j && t.c == o.c;
  }
  for (int r = 0; same && r < a->n_node; r++) {
    const sn_node_shape p = sn_pack_shape_of(x->s->node + a->node[r], x->node_category[a->node[r]]);
    const sn_node_shape q = sn_pack_shape_of(x->s->node + b->node[r], x->node_category[b->node[r]]);
    same = sn_pack_same_shape(&p, &q);
  }
  return same && sn_rows_of(x->s, a, 0, &gap, axis) == sn_rows_of(x->s, b, 0, &gap, axis);
}

/* nodes in the order of the block, slots in that of the node, then what is fixed: the same order in every type, alone or joined, so that
   sums do not depend on what lies beside a block */
static int is_after(meaning a, meaning b)
{
  const int fixed[2] = {a.node < 0, b.node < 0};
  const int by[][2] = {{fixed[0], fixed[1]}, {a.node, b.node}, {a.slot, b.slot}, {a.order, b.order}};
  int k = 0;
  while (k < 3 && by[k][0] == by[k][1]) {
    k++;
  }
  return by[k][0] > by[k][1];
}

/* Sorts places in a list of meanings: they are few, and nearly in order. */
static void sort(int *place, int n, const meaning *of)
{
  for (int i = 1; i < n; i++) {
    const int x = place[i];
    int k = i;
    for (; k > 0 && is_after(of[place[k - 1]], of[x]); k--) {
      place[k] = place[k - 1];
    }
    place[k] = x;
  }
}

/* A block while its lists are made. */
typedef struct {
  int *vector, *node_of, *first, *w_vector;
  double *w_value;
  meaning *of; /* of every vector, as it is found: those of a, then others of b */
  int *order;  /* the vectors, sorted */
} lists;

static int new_lists(int most, int n_point, sn_arena *arena, lists *m)
{
  *m = (lists){.vector = SN_NEW(arena, int, most),
               .node_of = SN_NEW(arena, int, most),
               .first = SN_NEW(arena, int, n_point + 1),
               .w_vector = SN_NEW(arena, int, n_point *most),
               .w_value = SN_NEW(arena, double, n_point *most),
               .of = SN_NEW(arena, meaning, most),
               .order = SN_NEW(arena, int, most)};
  return m->vector && m->node_of && m->first && m->w_vector && m->w_value && m->of && m->order;
}

/* Lists with the vectors of a and of b in order, numbers of a. */
static sn_status both_of(const sn_system *s, const sn_block *a, const sn_block *b, sn_arena *arena,
                         const sn_block **out, sn_error *error)
{
  sn_block *both = SN_NEW(arena, sn_block, 1);
  lists m;
  if (!both || !new_lists(a->n_vec + b->n_vec, a->n_point, arena, &m)) {
    return no_memory(error);
  }
  int n = 0;
  for (int i = 0; i < a->n_vec + b->n_vec; i++) {
    const sn_block *c = i < a->n_vec ? a : b;
    const int k = i < a->n_vec ? i : i - a->n_vec;
    if (i < a->n_vec || same_vector(s, a, b, k) < 0) {
      m.of[n] = meaning_of(s, c, k);
      m.order[n] = n;
      n++;
    }
  }
  sort(m.order, n, m.of);
  *both = *a;
  both->n_vec = n;
  both->vector = m.vector;
  both->node_of = m.node_of;
  both->w_first = m.first;
  both->w_vector = m.w_vector;
  both->w_value = m.w_value;
  for (int i = 0, to = 0; i < n; i++) {
    const meaning is = m.of[m.order[i]];
    const int in_a = place_of(s, a, is), in_b = place_of(s, b, is);
    m.vector[to] = in_a >= 0     ? a->vector[in_a]
                   : is.node < 0 ? b->vector[in_b]
                                 : s->node[a->node[is.node]].vector[is.slot];
    m.node_of[to++] = is.node;
  }
  for (int k = 0, to = 0; k < a->n_point; k++) {
    for (int i = 0; i < n; i++) {
      const meaning is = m.of[m.order[i]];
      const int in_a = place_of(s, a, is), in_b = place_of(s, b, is);
      if (has_weight(a, k, in_a) || has_weight(b, k, in_b)) {
        m.w_vector[to] = i;
        m.w_value[to++] = in_a >= 0 ? weight_of(a, k, in_a) : 0;
      }
    }
    m.first[k + 1] = to;
  }
  *out = both;
  return SN_OK;
}

/* The lists of a block in order: its own if they are. */
static sn_status in_order(const sn_system *s, const sn_block *b, sn_arena *arena, const sn_block **out, sn_error *error)
{
  const sn_block *sorted = NULL;
  SN_TRY(both_of(s, b, b, arena, &sorted, error));
  SN_REQUIRE(sorted != NULL, error);
  const size_t n = sizeof(int) * (size_t)b->w_first[b->n_point];
  const int same = memcmp(sorted->vector, b->vector, sizeof(int) * (size_t)b->n_vec) == 0 &&
                   memcmp(sorted->w_vector, b->w_vector, n) == 0;
  *out = same ? b : sorted;
  return SN_OK;
}

static int cost_of(int blocks, const sn_block *b)
{
  return (blocks + SN_LANES - 1) / SN_LANES * (PACK_COSTS + b->w_first[b->n_point]);
}

/* Type `from` becomes one with type `to` if packs of both cost less. */
static sn_status join(const sn_pack_context *x, int to, int from, sn_arena *arena, sn_pack_types *t, sn_error *error)
{
  const sn_block *a = t->of[to], *b = t->of[from], *both = NULL;
  int gap[2], axis[2][3];
  if (t->count[from] == 0 || !may_be_one(x, t->leader[to], t->leader[from])) {
    return SN_OK;
  }
  SN_TRY(both_of(x->s, a, b, arena, &both, error));
  SN_REQUIRE(both != NULL, error);
  if (sn_rows_of(x->s, a, 0, gap, axis[0]) != sn_rows_of(x->s, both, 0, gap + 1, axis[1]) ||
      cost_of(t->count[to] + t->count[from], both) >= cost_of(t->count[to], a) + cost_of(t->count[from], b)) {
    return SN_OK;
  }
  for (int i = 0; i < x->s->n_block; i++) {
    t->type[i] = t->type[i] == from ? to : t->type[i];
  }
  t->of[to] = both;
  t->joins[to] = 1;
  t->count[to] += t->count[from];
  t->count[from] = 0;
  return SN_OK;
}

/* Leaves out types without blocks. */
static void close_up(const sn_pack_context *x, int *number, sn_pack_types *t)
{
  int n = 0;
  for (int i = 0; i < t->n; i++) {
    number[i] = n;
    if (t->count[i] > 0) {
      t->leader[n] = t->leader[i];
      t->count[n] = t->count[i];
      t->of[n] = t->of[i];
      t->joins[n++] = t->joins[i];
    }
  }
  for (int i = 0; i < x->s->n_block; i++) {
    t->type[i] = t->type[i] < 0 ? -1 : number[t->type[i]];
  }
  t->n = n;
}

static sn_status join_all(const sn_pack_context *x, sn_arena *arena, sn_pack_types *t, sn_error *error)
{
  int *some = SN_NEW(arena, int, t->n), n = 0;
  if (!some) {
    return no_memory(error);
  }
  for (int i = 0; i < t->n; i++) {
    if (may_join(x->s, t->of[i])) {
      some[n++] = i;
      SN_TRY(in_order(x->s, t->of[i], arena, t->of + i, error));
      t->joins[i] = t->of[i] != x->s->block + t->leader[i];
    }
  }
  for (int i = 0; i < n && n <= MOST_JOINED; i++) {
    for (int j = i + 1; j < n && t->count[some[i]] > 0; j++) {
      SN_TRY(join(x, some[i], some[j], arena, t, error));
    }
  }
  return SN_OK;
}

sn_status sn_pack_types_find(const sn_pack_context *x, sn_arena *arena, sn_pack_types *out, sn_error *error)
{
  const int nb = x->s->n_block, size = 2 * nb + 1;
  int *table = SN_NEW(arena, int, size);
  *out = (sn_pack_types){.type = SN_NEW(arena, int, nb),
                         .leader = SN_NEW(arena, int, nb),
                         .count = SN_NEW(arena, int, nb),
                         .of = SN_NEW(arena, const sn_block *, nb),
                         .joins = SN_NEW(arena, unsigned char, nb)};
  if (!table || !out->type || !out->leader || !out->count || !out->of || !out->joins) {
    return no_memory(error);
  }
  out->n = find_types(x, table, size, out);
  for (int i = 0; i < out->n; i++) {
    out->of[i] = x->s->block + out->leader[i];
  }
  SN_TRY(join_all(x, arena, out, error));
  close_up(x, table, out);
  return SN_OK;
}

void sn_pack_fit(const sn_system *s, const sn_pack_type *t, const sn_block *b, int *vector, double *weight)
{
  SN_ASSERT(t->joins || (b->n_vec == t->n_vec && b->w_first[b->n_point] == t->n_weight));
  for (int a = 0; a < t->n_vec; a++) {
    const int own = t->joins ? same_vector(s, b, t->of, a) : a, r = t->node_of[a];
    vector[SN_LANES * a] = own >= 0 ? b->vector[own]
                           : r >= 0 ? s->node[b->node[r]].vector[t->slot[a]]
                                    : t->of->vector[a];
  }
  for (int w = 0; w < t->n_weight; w++) {
    const int own = t->joins ? same_vector(s, b, t->of, t->w_vector[w]) : -1;
    weight[SN_LANES * w] = !t->joins ? b->w_value[w] : own >= 0 ? weight_of(b, t->w_point[w], own) : 0;
  }
}

int sn_pack_vector(const sn_system *s, const sn_packs *packs, int block, int a)
{
  SN_ASSERT(packs->pack_of[block] >= 0 && a >= 0 && a < s->block[block].n_vec);
  const sn_pack_type *t = packs->pack[packs->pack_of[block]].type;
  return t->joins ? same_vector(s, t->of, s->block + block, a) : a;
}
