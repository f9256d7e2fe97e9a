/* steps/pattern.c -- see pattern.h. */
#include "steps/pattern.h"

#include <math.h>
#include <string.h>

double sn_any(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(int64_t)(*seed >> 11) / 9007199254740992.0 - 0.5;
}

/* Marks what is not zero in four n x n matrices side by side; scratch: 2 n. What is left of terms that cancel is a zero; how large they were
   is seen in the row and in the column. */
static void mark_entries(int n, const sn_lane *T, unsigned char *mask, double *scratch)
{
  SN_ASSERT(n > 0);
  double *row = scratch, *column = scratch + n;
  for (int l = 0; l < SN_LANES; l++) {
    memset(scratch, 0, sizeof(double) * (size_t)(2 * n));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        const double v = fabs(T[i * n + j][l]);
        row[i] = fmax(row[i], v);
        column[j] = fmax(column[j], v);
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        const double v = fabs(T[i * n + j][l]);
        mask[i * n + j] |= v > 1e-13 * row[i] || (v > 0 && v > 1e-13 * column[j]);
      }
    }
  }
}

/* a node: positions see themselves, and rotations where they share a mass */
static void mark_node(const sn_node_pack *p, int levels, unsigned char *mask)
{
  const sn_node_shape *h = &p->shape;
  const int n_rate = h->n_rate, o = h->n_x, n = (levels + (h->category & 1)) * n_rate;
  SN_ASSERT(n_rate == o + h->n_rot && h->n_vec == h->has_x + h->n_dir);
  int mixed = 0;
  for (int a = h->has_x; a < h->n_vec && h->has_x; a++) {
    mixed = mixed || p->has_mass[0][a];
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const int r = i % n_rate, c = j % n_rate, last = (i >= levels * n_rate) + (j >= levels * n_rate);
      const int seen = r < o && c < o ? r == c : r >= o && c >= o ? 1 : mixed;
      /* the last level is held where there is no inertia: in any direction */
      mask[i * n + j] = (unsigned char)(last == 2 || (seen && last == 0));
    }
  }
}

/* ---- masses between nodes */

/* One side of a pair: what its rows and columns are. */
typedef struct {
  int n_rate, size, from, to; /* unknowns of a level, all of them, and those that move its vector */
  int place;                  /* 1: a position or a coordinate */
} side;

static side side_of(const sn_system *s, const sn_layout *layout, int vector)
{
  const sn_vector *v = s->vector + vector;
  const sn_node *c = s->node + v->node;
  SN_ASSERT(vector >= 0 && vector < s->n_vector && v->node >= 0 && v->slot < c->n_vec);
  const int o = c->n_x, n_rate = o + sn_node_rotations(c);
  const int place = v->slot < c->has_x;
  return (side){n_rate, layout->node_size[v->node], place ? 0 : o, place ? o : n_rate, place};
}

static int sees(const side *row, const side *column, int levels, int i, int j)
{
  SN_ASSERT(i >= 0 && i < row->size && j >= 0 && j < column->size);
  const int a = i % row->n_rate, b = j % column->n_rate,
            last = (i >= levels * row->n_rate) + (j >= levels * column->n_rate);
  const int places = row->place && column->place; /* the same axes */
  const int follows = i >= levels * row->n_rate &&
                      column->size == levels * column->n_rate; /* the last level, where the other has none */
  return (last != 1 || follows) && a >= row->from && a < row->to && b >= column->from && b < column->to &&
         (!places || a == b || follows);
}

static void mark_pair(const side of[2], int levels, unsigned char *mask)
{
  const int n = of[0].size + of[1].size;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const int r = i >= of[0].size, c = j >= of[0].size;
      mask[i * n + j] =
          r != c && sees(of + r, of + c, levels, i - (r ? of[0].size : 0), j - (c ? of[0].size : 0)) ? 1 : 0;
    }
  }
}

sn_status sn_mark_pairs(const sn_system *s, int levels, sn_layout *layout, sn_arena *arena, sn_error *error)
{
  enum { KNOWN = 16 }; /* masks that are used again; more are made anew */
  side known[KNOWN][2];
  unsigned char *mask[KNOWN];
  int n_known = 0;
  for (int i = 0; i < s->n_pair; i++) {
    if (layout->pair_element[i] < 0) {
      continue;
    }
    const side of[2] = {side_of(s, layout, s->pair[i].a), side_of(s, layout, s->pair[i].b)};
    const int n = of[0].size + of[1].size;
    int k = 0;
    SN_ASSERT(layout->count[layout->pair_element[i]] == n);
    while (k < n_known && memcmp(known[k], of, sizeof of) != 0) {
      k++;
    }
    unsigned char *one = k < n_known ? mask[k] : SN_NEW(arena, unsigned char, n *n);
    if (!one) {
      return sn_no_memory(error, "the steps");
    }
    if (k == n_known) {
      mark_pair(of, levels, one);
    }
    if (k == n_known && n_known < KNOWN) {
      memcpy(known[k], of, sizeof of);
      mask[n_known++] = one;
    }
    layout->mask[layout->pair_element[i]] = one;
  }
  return SN_OK;
}

sn_status sn_mark_nodes(const sn_packs *packs, int levels, sn_layout *layout, sn_arena *arena, sn_error *error)
{
  unsigned char *last = NULL;
  SN_ASSERT(levels > 0);
  for (int i = 0; i < packs->n_node; i++) {
    const sn_node_pack *p = packs->node + i, *before = p - 1;
    const int n = (levels + (p->shape.category & 1)) * p->shape.n_rate;
    if (i == 0 || memcmp(&p->shape, &before->shape, sizeof p->shape) != 0 ||
        memcmp(p->has_mass, before->has_mass, sizeof p->has_mass) != 0) {
      last = SN_NEW(arena, unsigned char, n *n);
      if (!last) {
        return sn_no_memory(error, "the steps");
      }
      mark_node(p, levels, last);
    }
    for (int l = 0; l < p->n; l++) {
      SN_ASSERT(layout->count[p->node[l]] == n);
      layout->mask[p->node[l]] = last;
    }
  }
  return SN_OK;
}

/* ---- packs of blocks */

/* Laws with branches (stops, friction, functions of time) and elastic blocks: rows and columns of the nodes are full; levels of eta, which
   are the last ones of a node, where the block damps. */
static void mark_full(const sn_stages *x, const sn_law_pack *p, unsigned char *mask)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local, nc = p->is->offset[t->n_node], nu = nc + x->n * p->n_mult,
            has_y = p->has_y && !p->damped;
  SN_ASSERT(nu + p->damped * p->n_mult <= n); /* and multipliers that friction follows */
  memset(mask, 1, (size_t)n * (size_t)n);
  for (int r = 0; r < t->n_node && !has_y; r++) { /* eta does not see it */
    for (int i = p->is->offset[r] + x->n * t->shape[r].n_rate; i < p->is->offset[r + 1]; i++) {
      for (int j = 0; j < n; j++) {
        mask[i * n + j] = mask[j * n + i] = p->damped && j >= nu;
      }
    }
  }
  SN_ASSERT(!p->damped || nu + p->n_mult == n);
  for (int i = nu; i < n && p->damped; i++) { /* nu sees eta only */
    for (int j = 0; j < n; j++) {
      int is_eta = 0;
      for (int r = 0; r < t->n_node; r++) {
        is_eta = is_eta || (j >= p->is->offset[r] + x->n * t->shape[r].n_rate && j < p->is->offset[r + 1]);
      }
      mask[i * n + j] = mask[j * n + i] = is_eta || i == j;
    }
  }
}

/* softness of the rows of multipliers and of nu */
static void mark_soft(const sn_stages *x, const sn_law_pack *p, unsigned char *mask)
{
  const int n = p->is->n_local, nc = p->is->offset[p->type->n_node], nm = p->n_mult;
  SN_ASSERT(nm > 0 && nc + (x->n + p->damped) * nm == n);
  for (int i = 0; i < x->n * nm; i++) {
    for (int j = 0; j < x->n * nm; j++) {
      mask[(nc + i) * n + nc + j] |= p->type->rows == SN_ROWS_POINT || i % nm == j % nm;
    }
  }
  for (int i = nc + x->n * nm; i < n; i++) {
    mask[i * n + i] = 1;
  }
}

/* A linear constraint: its tangent at numbers that mean nothing, but zeros of the block in lane l; units are one: those of a very light
   model vanish beside the softness of its rows. */
static sn_status try_constraint(sn_assembler *a, const sn_stages *x, int pack, int l, uint64_t *seed, sn_arena *arena,
                                unsigned char *mask, sn_error *error)
{
  const sn_arena_mark here = sn_arena_here(arena);
  sn_law_pack *p = x->pack + pack;
  const sn_law_pack kept = *p;
  const sn_pack_type *t = p->type;
  sn_lane *weight = SN_NEW(arena, sn_lane, t->n_weight), *unit = SN_NEW(arena, sn_lane, p->n_mult);
  double *sizes = SN_NEW(arena, double, 2 * p->is->n_local);
  SN_ASSERT(p->law->is_multiplier && x->h == 1 && x->hh == 1);
  if (!weight || !unit || !sizes) {
    return sn_no_memory(error, "the steps");
  }
  for (int i = 0; i < t->n_weight; i++) {
    weight[i] = t->joins && p->is->weight[i][l] == 0 ? lane(0) : sn_any_lane(seed);
  }
  for (int i = 0; i < p->n_mult; i++) {
    unit[i] = lane(1);
  }
  for (int f = 0; f < t->n_form; f++) {
    p->s_c[f] = sn_any_lane(seed);
    if (x->n == 2) {
      p->s_d[f] = sn_any_lane(seed);
    }
  }
  sn_pack is = *p->is;
  is.weight = weight;
  p->is = &is;
  p->unit = unit;
  mark_entries(is.n_local, a->kernel->pack_tangent(a->x, pack, 0), mask, sizes);
  mark_soft(x, p, mask);
  *p = kept;
  sn_arena_reset(arena, here);
  return SN_OK;
}

/* What the blocks of a type have, or one of them where they differ. */
static sn_status mark_block(sn_assembler *a, const sn_stages *x, int pack, int l, uint64_t *seed, sn_arena *arena,
                            unsigned char **out, sn_error *error)
{
  const sn_law_pack *p = x->pack + pack;
  unsigned char *mask = SN_NEW(arena, unsigned char, p->is->n_local * p->is->n_local);
  if (!mask) {
    return sn_no_memory(error, "the steps");
  }
  if (p->law->is_multiplier && p->type->n_node > 0) {
    SN_TRY(try_constraint(a, x, pack, l, seed, arena, mask, error));
  } else {
    mark_full(x, p, mask);
  }
  *out = mask;
  return SN_OK;
}

sn_status sn_mark_packs(sn_assembler *a, const sn_stages *x, uint64_t *seed, sn_arena *arena, sn_error *error)
{
  unsigned char *last = NULL;
  for (int i = 0; i < a->packs.n; i++) {
    const sn_law_pack *p = x->pack + i;
    if (i == 0 || p->type != p[-1].type) {
      SN_TRY(mark_block(a, x, i, 0, seed, arena, &last, error));
    }
    for (int l = 0; l < p->is->n && p->is->element[l] >= 0; l++) {
      if (p->type->joins && !(l == 0 && (i == 0 || p->type != p[-1].type))) {
        SN_TRY(mark_block(a, x, i, l, seed, arena, &last, error));
      }
      SN_ASSERT(last && a->layout.count[p->is->element[l]] == p->is->n_local);
      a->layout.mask[p->is->element[l]] = last;
    }
  }
  return SN_OK;
}
