/* pack/pack.c -- see pack.h: the lists of types, and the numbers of their blocks side by side. Which blocks are alike: types.c.
 * Tests:   tests/steps/test_pack.c.
 */
#include "pack/pack.h"

#include <stdint.h>
#include <string.h>

#include "base/intern.h"
#include "pack/check.h"
#include "pack/types.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the lists of blocks");
}

sn_lane *sn_lanes(sn_arena *arena, int n, int *good)
{
  sn_lane *p = SN_NEW(arena, sn_lane, n);
  SN_ASSERT(n >= 0 && (uintptr_t)p % 16 == 0);
  *good = *good && p;
  return p;
}

/* ---- blocks */

static sn_status list_gradients(sn_pack_type *t, sn_arena *arena, sn_error *error)
{
  const sn_block *b = t->of;
  int total = 0;
  for (int i = 0; i < b->n_term; i++) {
    const sn_term m = b->term[i];
    total += b->w_first[m.i + 1] - b->w_first[m.i] + b->w_first[m.j + 1] - b->w_first[m.j];
  }
  int *first = SN_NEW(arena, int, t->n_form + 1);
  sn_gradient *g = SN_NEW(arena, sn_gradient, t->n_form * t->n_vec);
  sn_gradient_term *share = SN_NEW(arena, sn_gradient_term, total);
  if (!first || !g || !share) {
    return no_memory(error);
  }
  int n = 0, n_share = 0;
  for (int k = 0; k < t->n_form; k++) {
    first[k] = n;
    for (int a = 0; a < t->n_vec; a++) {
      const int begin = n_share;
      for (int i = 0; i < b->n_term && b->node_of[a] >= 0; i++) {
        const sn_term m = b->term[i];
        for (int side = 0; side < 2 && m.form == k; side++) {
          const int own = side ? m.j : m.i, other = side ? m.i : m.j;
          for (int w = b->w_first[own]; w < b->w_first[own + 1]; w++) {
            if (b->w_vector[w] == a) {
              share[n_share++] = (sn_gradient_term){i, w, other};
            }
          }
        }
      }
      if (n_share > begin) {
        g[n++] = (sn_gradient){a, begin, n_share};
      }
    }
  }
  first[t->n_form] = n;
  SN_ASSERT(n <= t->n_form * t->n_vec && n_share <= total);
  t->gradient_first = first;
  t->gradient = g;
  t->share = share;
  return SN_OK;
}

/* Forms of a curvature do not see positions: kernels that go through these lists leave out what is zero. */
static sn_status list_forms(sn_pack_type *t, sn_arena *arena, sn_error *error)
{
  int *first = SN_NEW(arena, int, 2 * t->n_node + 1), *form = SN_NEW(arena, int, 2 * t->n_node * t->n_form), n = 0;
  if (!first || !form) {
    return no_memory(error);
  }
  for (int k = 0; k < 2 * t->n_node; k++) {
    for (int f = 0; f < t->n_form; f++) {
      int sees = 0;
      for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
        const int a = t->gradient[i].vector;
        sees = sees || (t->node_of[a] == k / 2 && (t->slot[a] >= t->shape[k / 2].has_x) == k % 2);
      }
      if (sees) {
        form[n++] = f;
      }
    }
    first[k + 1] = n;
  }
  t->form_first = first;
  t->form = form;
  return SN_OK;
}

static sn_status make_type(const sn_pack_context *x, const sn_pack_types *all, int which, sn_arena *arena,
                           sn_pack_type *t, sn_error *error)
{
  const sn_block *b = all->of[which];
  const int block = all->leader[which];
  const int n_weight = b->w_first[b->n_point];
  int *w_point = SN_NEW(arena, int, n_weight), *slot = SN_NEW(arena, int, b->n_vec),
      *local = SN_NEW(arena, int, 4 * b->n_node), *column = SN_NEW(arena, int, 2 * b->n_form);
  sn_node_shape *shape = SN_NEW(arena, sn_node_shape, b->n_node);
  if (!w_point || !slot || !local || !column || !shape) {
    return no_memory(error);
  }
  for (int k = 0; k < b->n_point; k++) {
    for (int w = b->w_first[k]; w < b->w_first[k + 1]; w++) {
      w_point[w] = k;
    }
  }
  for (int r = 0; r < b->n_node; r++) {
    shape[r] = sn_pack_shape_of(x->s->node + b->node[r], x->node_category[b->node[r]]);
    for (int k = 0; k < 4; k++) {
      local[4 * r + k] = -1;
    }
  }
  for (int a = 0; a < b->n_vec; a++) {
    slot[a] = x->s->vector[b->vector[a]].slot;
    if (b->node_of[a] >= 0) {
      SN_ASSERT(b->node_of[a] < b->n_node && slot[a] >= 0 && slot[a] < 4 && local[4 * b->node_of[a] + slot[a]] < 0);
      local[4 * b->node_of[a] + slot[a]] = a;
    }
  }
  for (int k = 0; k < b->n_form; k++) { /* as narrow as the blocks allow: widened by each */
    column[2 * k] = k;
    column[2 * k + 1] = k + 1;
  }
  for (int i = 0, first = 0; i < b->n_energy; first += b->energy[i++].of->n) {
    for (int k = first; k < first + b->energy[i].of->n; k++) {
      column[2 * k] = first;
      column[2 * k + 1] = first + b->energy[i].of->n;
    }
  }
  *t = (sn_pack_type){.of = b,
                      .n_vec = b->n_vec,
                      .n_point = b->n_point,
                      .n_form = b->n_form,
                      .n_term = b->n_term,
                      .n_weight = n_weight,
                      .n_node = b->n_node,
                      .w_point = w_point,
                      .w_vector = b->w_vector,
                      .node_of = b->node_of,
                      .slot = slot,
                      .shape = shape,
                      .local = local,
                      .column = column,
                      .joins = all->joins[which],
                      .category = x->category[block]};
  t->rows = sn_rows_of(x->s, b, x->light[block], &t->gap, t->axis);
  SN_TRY(list_gradients(t, arena, error));
  return list_forms(t, arena, error);
}

/* Where the numbers of a pack are gathered, and equal ones kept once: uniform meshes and chains repeat themselves. */
typedef struct {
  sn_lists *kept;
  int *vector, *node;
  double *weight, *term, *c0, *matrix;
} gathering;

static int make_gathering(const sn_packs *packs, sn_arena *scratch, sn_arena *arena, gathering *g)
{
  int n_vec = 0, n_node = 0, n_weight = 0, n_term = 0, n_form = 0;
  for (int i = 0; i < packs->n_type; i++) {
    const sn_pack_type *t = packs->type + i;
    n_vec = t->n_vec > n_vec ? t->n_vec : n_vec;
    n_node = t->n_node > n_node ? t->n_node : n_node;
    n_weight = t->n_weight > n_weight ? t->n_weight : n_weight;
    n_term = t->n_term > n_term ? t->n_term : n_term;
    n_form = t->n_form > n_form ? t->n_form : n_form;
  }
  *g = (gathering){.kept = sn_lists_new(scratch, arena),
                   .vector = SN_NEW(scratch, int, SN_LANES *n_vec),
                   .node = SN_NEW(scratch, int, SN_LANES *n_node),
                   .weight = SN_NEW(scratch, double, SN_LANES *n_weight),
                   .term = SN_NEW(scratch, double, SN_LANES *n_term),
                   .c0 = SN_NEW(scratch, double, SN_LANES *n_form),
                   .matrix = SN_NEW(scratch, double, (size_t)SN_LANES *(size_t)n_form *(size_t)n_form)};
  return g->kept && g->vector && g->node && g->weight && g->term && g->c0 && g->matrix;
}

/* the numbers of one block in lane l */
static void gather(const sn_system *s, const sn_pack_type *t, const sn_block *b, int l, gathering *g)
{
  const int nf = t->n_form;
  SN_ASSERT(b->n_node == t->n_node && b->n_term == t->n_term && (b->matrix != NULL) == t->of->law->has_matrix);
  sn_pack_fit(s, t, b, g->vector + l, g->weight + l);
  for (int r = 0; r < t->n_node; r++) {
    g->node[SN_LANES * r + l] = b->node[r];
  }
  for (int i = 0; i < t->n_term; i++) {
    g->term[SN_LANES * i + l] = b->term[i].c;
  }
  for (int k = 0; k < nf; k++) {
    g->c0[SN_LANES * k + l] = b->c0[k];
    for (int m = 0; m < nf && t->of->law->has_matrix; m++) {
      const double v = b->matrix[k * nf + m];
      g->matrix[SN_LANES * (k * nf + m) + l] = v;
      if (v != 0) {
        t->column[2 * k] = m < t->column[2 * k] ? m : t->column[2 * k];
        t->column[2 * k + 1] = m >= t->column[2 * k + 1] ? m + 1 : t->column[2 * k + 1];
      }
    }
  }
}

static const sn_lane *keep_lanes(gathering *g, const double *numbers, int n)
{
  return sn_lists_keep_bits(g->kept, numbers, (size_t)SN_LANES * (size_t)n, sizeof *numbers);
}

/* the numbers of up to four blocks of a type, side by side */
static sn_status fill(const sn_pack_context *x, gathering *g, sn_arena *arena, sn_pack *p, sn_error *error)
{
  const sn_pack_type *t = p->type;
  const int nv = SN_LANES * t->n_vec, nn = SN_LANES * t->n_node, has_matrix = t->of->law->has_matrix;
  for (int l = 0; l < SN_LANES; l++) {
    p->block[l] = p->block[l < p->n ? l : p->n - 1];
    SN_ASSERT(x->s->block[p->block[l]].n_form == t->n_form && x->s->block[p->block[l]].law == t->of->law);
    gather(x->s, t, x->s->block + p->block[l], l, g);
  }
  int *vector = SN_NEW(arena, int, nv), *node = SN_NEW(arena, int, nn);
  p->weight = keep_lanes(g, g->weight, t->n_weight);
  p->coefficient = keep_lanes(g, g->term, t->n_term);
  p->c0 = keep_lanes(g, g->c0, t->n_form);
  p->matrix = has_matrix ? keep_lanes(g, g->matrix, t->n_form * t->n_form) : NULL;
  if (!vector || !node || !p->weight || !p->coefficient || !p->c0 || (has_matrix && !p->matrix)) {
    return no_memory(error);
  }
  memcpy(vector, g->vector, sizeof(int) * (size_t)nv);
  memcpy(node, g->node, sizeof(int) * (size_t)nn);
  p->vector = vector;
  p->node = node;
  return SN_OK;
}

static sn_status fill_all(const sn_pack_context *x, sn_arena *arena, sn_packs *out, sn_error *error)
{
  sn_arena *scratch = sn_arena_new(NULL);
  gathering g = {0};
  const int good = scratch && make_gathering(out, scratch, arena, &g);
  sn_status status = good ? SN_OK : no_memory(error);
  for (int i = 0; i < out->n && good && status == SN_OK; i++) {
    status = fill(x, &g, arena, out->pack + i, error);
  }
  sn_arena_free(scratch);
  return status;
}

/* ---- nodes */

static sn_status make_nodes(const sn_system *s, const int *category, sn_arena *arena, sn_packs *packs, sn_error *error)
{
  enum { MOST_SHAPES = 64 }; /* has_x, directors and members: few; categories of a scheme: few */
  sn_node_shape shape[MOST_SHAPES];
  int n_shape = 0, count[MOST_SHAPES] = {0}, next[MOST_SHAPES];
  int *kind = SN_NEW(arena, int, s->n_node);
  if (!kind) {
    return no_memory(error);
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node_shape h = sn_pack_shape_of(s->node + i, category[i]);
    int k = 0;
    while (k < n_shape && !sn_pack_same_shape(shape + k, &h)) {
      k++;
    }
    SN_REQUIRE(k < MOST_SHAPES, error);
    n_shape = k == n_shape ? k + 1 : n_shape;
    shape[k] = h;
    kind[i] = k;
    count[k]++;
  }
  for (int k = 0; k < n_shape; k++) {
    next[k] = packs->n_node;
    packs->n_node += (count[k] + SN_LANES - 1) / SN_LANES;
  }
  packs->node = SN_NEW(arena, sn_node_pack, packs->n_node);
  if (!packs->node) {
    return no_memory(error);
  }
  for (int i = 0; i < s->n_node; i++) {
    sn_node_pack *p = packs->node + next[kind[i]];
    p->shape = shape[kind[i]];
    SN_ASSERT(p->n < SN_LANES && next[kind[i]] < packs->n_node);
    p->node[p->n++] = i;
    next[kind[i]] += p->n == SN_LANES;
  }
  for (int i = 0; i < packs->n_node; i++) {
    sn_node_pack *p = packs->node + i;
    for (int l = 0; l < SN_LANES; l++) {
      p->node[l] = p->node[l < p->n ? l : p->n - 1];
      const sn_node *c = s->node + p->node[l];
      for (int a = 0; a < c->n_vec; a++) {
        p->vector[a][l] = c->vector[a];
        for (int b = 0; b < c->n_vec; b++) {
          p->mass[a][b][l] = c->mass[a][b];
          p->has_mass[a][b] |= c->mass[a][b] != 0;
        }
      }
    }
  }
  return SN_OK;
}

/* ---- both */

sn_status sn_packs_new(const sn_system *s, const int *category, const int *node_category, sn_arena *arena,
                       sn_packs *out, sn_error *error)
{
  unsigned char *elastic = SN_NEW(arena, unsigned char, s->n_node), *light = SN_NEW(arena, unsigned char, s->n_block);
  const sn_pack_context x = {s, category, node_category, light};
  const int nb = s->n_block;
  int *next = SN_NEW(arena, int, nb);
  sn_pack_types types;
  *out = (sn_packs){.pack_of = SN_NEW(arena, int, nb), .lane_of = SN_NEW(arena, int, nb)};
  if (!next || !out->pack_of || !out->lane_of || !elastic || !light) {
    return no_memory(error);
  }
  sn_mark_light(s, elastic, light);
  SN_TRY(sn_pack_types_find(&x, arena, &types, error));
  const int *type = types.type, *count = types.count;
  out->n_type = types.n;
  for (int t = 0; t < out->n_type; t++) {
    next[t] = out->n; /* packs of the type begin here */
    out->n += (count[t] + SN_LANES - 1) / SN_LANES;
  }
  out->type = SN_NEW(arena, sn_pack_type, out->n_type);
  out->pack = SN_NEW(arena, sn_pack, out->n);
  if (!out->type || !out->pack) {
    return no_memory(error);
  }
  for (int t = 0; t < out->n_type; t++) {
    SN_TRY(make_type(&x, &types, t, arena, out->type + t, error));
    for (int i = next[t]; i < next[t] + (count[t] + SN_LANES - 1) / SN_LANES; i++) {
      out->pack[i].type = out->type + t;
    }
  }
  for (int i = 0; i < nb; i++) {
    out->pack_of[i] = out->lane_of[i] = -1;
    if (type[i] >= 0) {
      sn_pack *p = out->pack + next[type[i]];
      out->pack_of[i] = next[type[i]];
      out->lane_of[i] = p->n;
      SN_ASSERT(p->n < SN_LANES && p->type == out->type + type[i]);
      p->block[p->n++] = i;
      next[type[i]] += p->n == SN_LANES;
    }
  }
  SN_TRY(fill_all(&x, arena, out, error));
  int most_vectors = 0, most_points = 0, most_forms = 0, good = 1;
  for (int t = 0; t < out->n_type; t++) {
    most_vectors = out->type[t].n_vec > most_vectors ? out->type[t].n_vec : most_vectors;
    most_points = out->type[t].n_point > most_points ? out->type[t].n_point : most_points;
    most_forms = out->type[t].n_form > most_forms ? out->type[t].n_form : most_forms;
  }
  out->vector = SN_NEW(arena, sn_lv3, most_vectors);
  out->point = SN_NEW(arena, sn_lv3, most_points);
  out->form = sn_lanes(arena, most_forms, &good);
  if (!good || !out->vector || !out->point) {
    return no_memory(error);
  }
  SN_TRY(make_nodes(s, node_category, arena, out, error));
  sn_packs_check(s, category, out);
  return SN_OK;
}
