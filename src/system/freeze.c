/* system/freeze.c -- the builder's lists become a frozen system and its initial state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "system/builder_private.h"
#include "system/check.h"
#include "system/kernel.h"

/* What the frozen system is made of: a list of the builder, copied as long as it is. */
static void *kept(sn_arena *arena, const void *list, int n, size_t size)
{
  SN_ASSERT(n >= 0 && (n == 0 || list));
  void *copy = sn_arena_get(arena, (size_t)n, size);
  if (copy && n > 0) {
    memcpy(copy, list, (size_t)n * size);
  }
  return copy;
}
#define KEPT(b, list) kept((b)->arena, (list).at, (list).n, sizeof *(list).at)

static int by_pair(const void *x, const void *y)
{
  const sn_mass_pair *a = x, *b = y;
  return a->a != b->a ? (a->a < b->a ? -1 : 1) : a->b != b->b ? (a->b < b->b ? -1 : 1) : 0;
}

/* masses of equal pairs added up; those inside a node go to the node */
static sn_status freeze_masses(sn_builder *b, sn_system *s, sn_node *node, double *own_mass, sn_error *error)
{
  if (b->mass.n > 0) { /* qsort must not see NULL */
    qsort(b->mass.at, (size_t)b->mass.n, sizeof *b->mass.at, by_pair);
  }
  int n = 0;
  for (int i = 0; i < b->mass.n; i++) {
    if (n > 0 && b->mass.at[n - 1].a == b->mass.at[i].a && b->mass.at[n - 1].b == b->mass.at[i].b) {
      b->mass.at[n - 1].m += b->mass.at[i].m;
    } else {
      b->mass.at[n++] = b->mass.at[i];
    }
  }
  int rest = 0;
  for (int i = 0; i < n; i++) {
    const sn_mass_pair p = b->mass.at[i];
    const sn_vector *x = b->vector.at + p.a, *y = b->vector.at + p.b;
    SN_ASSERT(p.a >= 0 && p.a <= p.b && p.b < b->vector.n);
    if (p.a == p.b) {
      own_mass[p.a] = p.m;
    }
    if (x->node >= 0 && x->node == y->node) {
      node[x->node].mass[x->slot][y->slot] = node[x->node].mass[y->slot][x->slot] = p.m;
      continue;
    }
    if (x->node >= 0) {
      node[x->node].shared_mass = 1;
    }
    if (y->node >= 0) {
      node[y->node].shared_mass = 1;
    }
    b->mass.at[rest++] = p;
  }
  SN_ASSERT(rest <= n && n <= b->mass.n);
  b->mass.n = rest;
  s->pair = KEPT(b, b->mass);
  s->n_pair = rest;
  return s->pair ? SN_OK : sn_no_memory(error, "the system");
}

/* constant force on each vector: sum_b M_ab g over positions b */
static void freeze_gravity(const sn_builder *b, const sn_system *s, sn_v3 *force)
{
  SN_ASSERT(s->n_vector == b->vector.n);
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = 0; a < n->n_vec && sn_has_place(s, n); a++) {
      force[n->vector[a]] = v3_axpy(force[n->vector[a]], n->mass[a][0], b->gravity);
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    if (s->vector[p->b].role == 0) {
      force[p->a] = v3_axpy(force[p->a], p->m, b->gravity);
    }
    if (p->a != p->b && s->vector[p->a].role == 0) {
      force[p->b] = v3_axpy(force[p->b], p->m, b->gravity);
    }
  }
  for (int i = 0; i < b->heavy.n; i++) {
    SN_ASSERT(b->heavy.at[i].a >= 0 && b->heavy.at[i].a < s->n_vector);
    force[b->heavy.at[i].a] = v3_axpy(force[b->heavy.at[i].a], b->heavy.at[i].m, b->gravity);
  }
}

/* An element beyond what the program has room for. */
static sn_status too_large(const sn_builder *b, const sn_raw_block *r, int n, const char *what, int most,
                           sn_error *error)
{
  sn_failf(error, SN_EMODEL, "An element has %d %s; the most is %d.", n, what, most);
  if (error && r->item >= 0) {
    snprintf(error->where, sizeof error->where, "%s, %s", b->item_where.at[r->item], b->item_text.at[r->item]);
  }
  sn_error_fix(error, "Make several elements of it.");
  return SN_EMODEL;
}

/* Refuses what is beyond the limits of system/kernel.h. */
static sn_status check_size(const sn_builder *b, const sn_raw_block *r, int n_vec, sn_error *error)
{
  const int scalar = r->law->is_scalar || r->law->stress_at;
  const int forms = scalar ? SN_MAX_COMPOSITE_FORMS : SN_MAX_FORMS;
  if (r->constant.n > forms) {
    return too_large(b, r, r->constant.n, scalar ? "forms in one strain" : "forms", forms, error);
  }
  if (r->point.n > SN_MAX_POINTS) {
    return too_large(b, r, r->point.n, "interpolated points", SN_MAX_POINTS, error);
  }
  if (n_vec > SN_MAX_BLOCK_VECTORS) {
    return too_large(b, r, n_vec, "vectors", SN_MAX_BLOCK_VECTORS, error);
  }
  return SN_OK;
}

/* How far apart a penalty's row is per unit of its form, in m: rows are counted as lengths, so that one stiffness serves all of them. The
   slope of the form is that by the vector that changes it most, of those with a length if there are any; directions are seen at an arm
   as long as the model. */
static double length_of_row(const sn_builder *b, const sn_raw_block *r, int form, const int *length, double arm)
{
  double slope[2] = {0, 0}; /* by directions, by vectors with a length */
  SN_ASSERT(form >= 0 && form < r->constant.n && arm > 0);
  for (int p = 0; p < r->point.n; p++) {
    sn_v3 by = v3(0, 0, 0);
    for (int i = 0; i < r->term.n; i++) {
      const sn_term t = r->term.at[i];
      if (t.form == form && t.i == p) {
        by = v3_axpy(by, t.c, sn_raw_point_now(b, r, t.j));
      }
      if (t.form == form && t.j == p) {
        by = v3_axpy(by, t.c, sn_raw_point_now(b, r, t.i));
      }
    }
    slope[length[p]] = fmax(slope[length[p]], v3_norm(by));
  }
  return slope[1] > 0 ? 1 / slope[1] : slope[0] > 0 ? arm / slope[0] : 1;
}

/* A block while it is frozen: its vectors and nodes, and what equal blocks share. */
typedef struct {
  int n_vec, n_node, n_weight;
  int *vector, *node, *node_of; /* n_vec at most */
  int *first, *local, *length;  /* first: n_point + 1; local: n_weight; length: n_point, 1: of positions */
  double *value;                /* n_weight */
  sn_term *term;
  int *dimension;
  double *matrix;
  double *augmented;
} draft;

static sn_status new_draft(const sn_raw_block *r, sn_arena *scratch, draft *d, sn_error *error)
{
  const int np = r->point.n, nf = r->constant.n;
  *d = (draft){0};
  for (int i = 0; i < np; i++) {
    d->n_weight += r->point.at[i].n;
  }
  d->vector = SN_NEW(scratch, int, d->n_weight);
  d->node = SN_NEW(scratch, int, d->n_weight);
  d->node_of = SN_NEW(scratch, int, d->n_weight);
  d->first = SN_NEW(scratch, int, np + 1);
  d->local = SN_NEW(scratch, int, d->n_weight);
  d->length = SN_NEW(scratch, int, np);
  d->value = SN_NEW(scratch, double, d->n_weight);
  d->term = SN_NEW(scratch, sn_term, r->term.n);
  d->dimension = SN_NEW(scratch, int, nf);
  d->matrix = r->law->has_matrix ? SN_NEW(scratch, double, nf *nf) : NULL;
  d->augmented = r->augmented > 0 ? SN_NEW(scratch, double, nf) : NULL;
  return d->vector && d->node && d->node_of && d->first && d->local && d->length && d->value && d->term &&
                 d->dimension && (d->matrix || !r->law->has_matrix) && (d->augmented || !(r->augmented > 0))
             ? SN_OK
             : sn_no_memory(error, "the system");
}

/* local list of vectors, weights row by row */
static void list_weights(const sn_builder *b, const sn_raw_block *r, draft *d)
{
  for (int i = 0, n = 0; i < r->point.n; i++) {
    for (int j = r->point.at[i].first; j < r->point.at[i].first + r->point.at[i].n; j++, n++) {
      const int v = b->weight.at[j].vector;
      SN_ASSERT(v >= 0 && v < b->vector.n && n < d->n_weight);
      int a = 0;
      while (a < d->n_vec && d->vector[a] != v) {
        a++;
      }
      if (a == d->n_vec) {
        d->vector[d->n_vec++] = v;
      }
      d->local[n] = a;
      d->value[n] = b->weight.at[j].weight;
      d->length[i] |= !r->point.at[i].is_axis && b->vector.at[v].is_length;
    }
    d->first[i + 1] = n;
  }
}

/* dimensions of the forms, stiffness, nodes touched */
static void list_forms(const sn_builder *b, const sn_raw_block *r, double size, draft *d)
{
  const int nf = r->constant.n;
  for (int i = 0; i < r->term.n; i++) {
    const sn_term t = r->term.at[i];
    SN_ASSERT(t.form >= 0 && t.form < nf && t.i >= 0 && t.i < r->point.n && t.j >= 0 && t.j < r->point.n);
    const int power = d->length[t.i] + d->length[t.j];
    d->term[i].form =
        t.form; /* one by one: what lies between them stays zero, so that equal lists are equal to the bit */
    d->term[i].i = t.i;
    d->term[i].j = t.j;
    d->term[i].c = t.c;
    d->dimension[t.form] = power > d->dimension[t.form] ? power : d->dimension[t.form];
  }
  for (int i = 0; i < r->length.n; i++) {
    SN_ASSERT(r->length.at[i] >= 0 && r->length.at[i] < nf);
    d->dimension[r->length.at[i]] = 1;
  }
  for (int i = 0; i < r->entry.n && d->matrix; i++) {
    const sn_raw_entry e = r->entry.at[i];
    SN_ASSERT(e.k >= 0 && e.k < nf && e.l >= 0 && e.l < nf);
    d->matrix[e.k * nf + e.l] = d->matrix[e.l * nf + e.k] = e.value;
  }
  for (int f = 0; f < nf && ((r->penalty > 0 && d->matrix) || d->augmented); f++) {
    const double l = length_of_row(b, r, f, d->length, size);
    *(d->augmented ? d->augmented + f : d->matrix + f * nf + f) = (d->augmented ? r->augmented : r->penalty) * l * l;
  }
  for (int a = 0; a < d->n_vec; a++) {
    const int node = b->vector.at[d->vector[a]].node;
    int i = 0;
    while (i < d->n_node && d->node[i] != node) {
      i++;
    }
    if (node >= 0 && i == d->n_node) {
      d->node[d->n_node++] = node;
    }
    d->node_of[a] = node < 0 ? -1 : i;
  }
}

static sn_status freeze_block(sn_builder *b, const sn_raw_block *r, double size, sn_lists *lists, sn_block *k,
                              int *n_stress, sn_error *error)
{
  const size_t np = (size_t)r->point.n, nf = (size_t)r->constant.n, n_term = (size_t)r->term.n;
  const sn_arena_mark mark = sn_arena_here(b->scratch);
  draft d;
  SN_TRY(new_draft(r, b->scratch, &d, error));
  list_weights(b, r, &d);
  SN_TRY(check_size(b, r, d.n_vec, error));
  list_forms(b, r, size, &d);
  SN_ASSERT(d.n_vec <= d.n_weight && d.n_node <= d.n_vec);
  const size_t nv = (size_t)d.n_vec, nw = (size_t)d.n_weight;
  *k = (sn_block){.law = r->law,
                  .n_vec = d.n_vec,
                  .n_point = r->point.n,
                  .n_form = r->constant.n,
                  .n_term = r->term.n,
                  .vector = kept(b->arena, d.vector, d.n_vec, sizeof(int)),
                  .term = sn_lists_keep_bits(lists, d.term, n_term, sizeof(sn_term)),
                  .c0 = sn_lists_keep_bits(lists, r->constant.at, nf, sizeof(double)),
                  .dimension = sn_lists_keep(lists, d.dimension, nf),
                  .w_first = sn_lists_keep(lists, d.first, np + 1),
                  .w_vector = sn_lists_keep(lists, d.local, nw),
                  .w_value = sn_lists_keep_bits(lists, d.value, nw, sizeof(double)),
                  .alpha = r->alpha,
                  .item = r->item,
                  .row_text = r->row_text,
                  .meets = r->meets,
                  .is_sum = r->is_sum,
                  .ties_triad = r->ties_triad,
                  .matrix = d.matrix ? sn_lists_keep_bits(lists, d.matrix, nf * nf, sizeof(double)) : NULL,
                  .n_energy = r->energy.n,
                  .energy = r->energy.n > 0
                                ? sn_lists_keep_bits(lists, r->energy.at, (size_t)r->energy.n, sizeof(sn_energy_part))
                                : NULL,
                  .augmented = d.augmented ? sn_lists_keep_bits(lists, d.augmented, nf, sizeof(double)) : NULL,
                  .penalty = r->penalty,
                  .n_coordinate = r->coordinate.n,
                  .coordinate = KEPT(b, r->coordinate),
                  .offset = r->offset,
                  .drive = r->drive,
                  .drive_is_rate = r->drive_is_rate,
                  .drive_internal = r->drive_own,
                  .potential = r->potential,
                  .factor = r->factor,
                  .given = r->given,
                  .rate = r->rate,
                  .feedback = r->feedback,
                  .contact = r->contact,
                  .energy_internal = r->energy_own,
                  .stress = *n_stress,
                  .n_stress = r->law->is_rate && !r->law->is_constraint ? 0
                              : r->law->is_scalar                       ? 1
                                                                        : r->constant.n,
                  .n_node = d.n_node,
                  .node = kept(b->arena, d.node, d.n_node, sizeof(int)),
                  .node_of = sn_lists_keep(lists, d.node_of, nv)};
  *n_stress += k->n_stress;
  sn_arena_reset(b->scratch, mark);
  if (k->penalty > 0 && k->law->is_scalar && !k->potential) { /* a driven row, a screw, a gear */
    const double l = sn_composite_dimension(k) > 0 ? 1 : size;
    k->potential = sn_potential_spring(b, k->penalty * l * l, 0);
  }
  return k->vector && k->term && k->c0 && k->dimension && k->w_first && k->w_vector && k->w_value &&
                 (k->matrix || !r->law->has_matrix) && (k->augmented || !d.augmented) &&
                 (k->energy || r->energy.n == 0) && k->coordinate && k->node && k->node_of
             ? SN_OK
             : sn_no_memory(error, "the system");
}

/* Equal lists of blocks are kept once. */
static sn_status freeze_blocks(sn_builder *b, sn_system *s, sn_block *block, sn_error *error)
{
  sn_arena *table = sn_arena_child(b->arena);
  sn_lists *lists = table ? sn_lists_new(table, b->arena) : NULL;
  sn_status status = lists ? SN_OK : sn_no_memory(error, "the system");
  for (int i = 0; i < b->block.n && status == SN_OK; i++) {
    status = freeze_block(b, b->block.at + i, s->extent, lists, block + i, &s->n_stress, error);
    s->n_penalty += status == SN_OK && block[i].penalty > 0;
  }
  sn_arena_free(table);
  return status;
}

/* Index of the place farthest from x. */
static int farthest(const sn_builder *b, sn_v3 x)
{
  int far = 0;
  double largest = -1;
  for (int i = 0; i < b->place.n; i++) {
    const double d = v3_norm(v3_sub(b->place.at[i], x));
    far = d > largest ? i : far;
    largest = fmax(largest, d);
  }
  return far;
}

/* Size of the model: farthest from the first place, and farthest from that. It enters the metric of the director rates
   (docs/theory.md, the damping mass), so it must not depend on how the model lies in space, as a bounding box does. */
static double size_of(const sn_builder *b)
{
  if (b->place.n == 0) {
    return 0;
  }
  const sn_v3 x = b->place.at[farthest(b, b->place.at[0])];
  return v3_norm(v3_sub(b->place.at[farthest(b, x)], x));
}

/* The rows with a flag, in their order. */
static sn_status rows_with(sn_builder *b, int flag, const int **out, int *n, sn_error *error)
{
  int count = 0;
  for (int i = 0; i < b->output.n; i++) {
    count += (b->output.at[i].what->flags & flag) != 0;
  }
  int *list = SN_NEW(b->arena, int, count);
  *out = list;
  *n = 0;
  for (int i = 0; list && i < b->output.n; i++) {
    if (b->output.at[i].what->flags & flag) {
      list[(*n)++] = i;
    }
  }
  return list ? SN_OK : sn_no_memory(error, "the system");
}

sn_status sn_builder_status(const sn_builder *b, sn_error *error)
{
  if (b->error.status != SN_OK && error) {
    *error = b->error;
  }
  return b->error.status;
}

sn_status sn_builder_finish(sn_builder *b, const sn_system **system, sn_state *start, sn_error *error)
{
  SN_TRY(sn_builder_status(b, error));
  const double size = size_of(b), extent = size > 0 ? size : 1;
  SN_ASSERT(b->q.n == b->vector.n && b->v.n == b->vector.n && b->item_where.n == b->item_text.n);
  sn_system *s = SN_NEW(b->arena, sn_system, 1);
  sn_block *block = SN_NEW(b->arena, sn_block, b->block.n);
  double *own_mass = SN_NEW(b->arena, double, b->vector.n);
  sn_v3 *gravity = SN_NEW(b->arena, sn_v3, b->vector.n);
  sn_v3 *drawn = SN_NEW(b->arena, sn_v3, b->vector.n);
  if (!s || !block || !own_mass || !gravity || !drawn) {
    return sn_no_memory(error, "the system");
  }
  sn_node *node = KEPT(b, b->node);
  for (int a = 0; a < b->vector.n; a++) {
    b->vector.at[a].length = b->vector.at[a].is_length ? 1 : extent;
  }
  *s = (sn_system){.n_vector = b->vector.n,
                   .n_node = b->node.n,
                   .n_block = b->block.n,
                   .n_load = b->load.n,
                   .n_frame = b->frame.n,
                   .n_output = b->output.n,
                   .n_shown = b->shown.n,
                   .shown = KEPT(b, b->shown),
                   .vector = KEPT(b, b->vector),
                   .node = node,
                   .block = block,
                   .load = KEPT(b, b->load),
                   .frame = KEPT(b, b->frame),
                   .output = KEPT(b, b->output),
                   .mass = own_mass,
                   .gravity = gravity,
                   .drawn = drawn,
                   .n_internal = b->internal.n,
                   .n_scratch = b->formula_scratch + b->row_scratch,
                   .n_sampler = b->sampler.n,
                   .sampler = KEPT(b, b->sampler),
                   .n_guard = b->guard.n,
                   .guard = KEPT(b, b->guard),
                   .extent = extent,
                   .is_one_place = !(size > 0),
                   .origin = b->origin,
                   .n_item = b->item_text.n,
                   .item_name = KEPT(b, b->item_text),
                   .item_where = KEPT(b, b->item_where)};
  if (!node || !s->vector || !s->load || !s->frame || !s->output || !s->shown || !s->sampler || !s->guard ||
      !s->item_name || !s->item_where) {
    return sn_no_memory(error, "the system");
  }
  SN_TRY(freeze_blocks(b, s, block, error));
  SN_TRY(rows_with(b, SN_OUT_CHANNEL, &s->channel, &s->n_channel, error));
  SN_TRY(rows_with(b, SN_OUT_STOP, &s->stop, &s->n_stop, error));
  SN_TRY(freeze_masses(b, s, node, own_mass, error));
  freeze_gravity(b, s, gravity);
  SN_TRY(sn_state_new(s, b->arena, start, error));
  if (b->vector.n > 0) {
    memcpy(start->q, b->q.at, sizeof(sn_v3) * (size_t)b->vector.n);
    memcpy(start->v, b->v.at, sizeof(sn_v3) * (size_t)b->vector.n);
    memcpy(drawn, b->q.at, sizeof(sn_v3) * (size_t)b->vector.n);
  }
  if (b->internal.n > 0) {
    memcpy(start->internal, b->internal.at, sizeof(double) * (size_t)b->internal.n);
  }
  SN_ASSERT(start->n_scheme == 0 && s->n_internal == b->internal.n);
  sn_system_check(s);
  sn_arena_free(b->scratch);
  *b = (sn_builder){.arena = b->arena, .error = {.status = SN_EBUG}}; /* nothing can be added */
  *system = s;
  return SN_OK;
}
