/* system/freeze.c -- the builder's lists become a frozen system and its initial state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/builder_private.h"
#include "system/check.h"
#include "system/kernel.h"

static int by_pair(const void *x, const void *y)
{
  const sn_mass_pair *a = x, *b = y;
  return a->a != b->a ? (a->a < b->a ? -1 : 1) : a->b != b->b ? (a->b < b->b ? -1 : 1) : 0;
}

/* masses of equal pairs added up; those inside a node go to the node */
static void freeze_masses(sn_builder *b, sn_system *s, sn_node *node, double *own_mass)
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
  s->pair = b->mass.at;
  s->n_pair = rest;
}

/* constant force on each vector: sum_b M_ab g over positions b */
static void freeze_gravity(const sn_builder *b, const sn_system *s, sn_v3 *force)
{
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = 0; a < n->n_vec && n->has_x; a++) {
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

/* 1: within the limits of system/kernel.h */
static sn_status check_size(const sn_builder *b, const sn_raw_block *r, int n_vec, sn_error *error)
{
  const int scalar = r->law->is_scalar;
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

/* local list of vectors, weights row by row, dimensions of the forms, nodes touched */
static sn_status freeze_block(sn_builder *b, const sn_raw_block *r, double size, sn_block *k, int *n_stress,
                              sn_error *error)
{
  const int np = r->point.n, nf = r->constant.n;
  int nv = 0, total = 0;
  for (int i = 0; i < np; i++) {
    total += r->point.at[i].n;
  }
  int *vectors = SN_NEW(b->arena, int, total), *length = SN_NEW(b->arena, int, np);
  if (!vectors || !length) {
    return sn_no_memory(error, "the system");
  }
  for (int i = 0; i < np; i++) {
    for (int j = r->point.at[i].first; j < r->point.at[i].first + r->point.at[i].n; j++) {
      const int v = b->weight.at[j].vector;
      int a = 0;
      while (a < nv && vectors[a] != v) {
        a++;
      }
      if (a == nv) {
        vectors[nv++] = v;
      }
    }
  }
  SN_TRY(check_size(b, r, nv, error));
  int *vector = SN_NEW(b->arena, int, nv), *first = SN_NEW(b->arena, int, np + 1),
      *local = SN_NEW(b->arena, int, total);
  int *dimension = SN_NEW(b->arena, int, nf), *node_of = SN_NEW(b->arena, int, nv), *nodes = SN_NEW(b->arena, int, nv);
  double *value = SN_NEW(b->arena, double, total);
  double *matrix = r->law->has_matrix ? SN_NEW(b->arena, double, nf *nf) : NULL;
  double *augmented = r->augmented > 0 ? SN_NEW(b->arena, double, nf) : NULL;
  if (!vector || !first || !local || !dimension || !node_of || !nodes || !value || (r->law->has_matrix && !matrix) ||
      (r->augmented > 0 && !augmented)) {
    return sn_no_memory(error, "the system");
  }
  memcpy(vector, vectors, sizeof(int) * (size_t)nv);
  for (int i = 0, n = 0; i < np; i++) {
    for (int j = r->point.at[i].first; j < r->point.at[i].first + r->point.at[i].n; j++, n++) {
      int a = 0;
      while (vectors[a] != b->weight.at[j].vector) {
        a++;
      }
      local[n] = a;
      value[n] = b->weight.at[j].weight;
      length[i] |= !r->point.at[i].is_axis && b->vector.at[vectors[a]].role == 0;
    }
    first[i + 1] = n;
  }
  for (int i = 0; i < r->term.n; i++) {
    const sn_term t = r->term.at[i];
    const int d = length[t.i] + length[t.j];
    dimension[t.form] = d > dimension[t.form] ? d : dimension[t.form];
  }
  for (int i = 0; i < r->entry.n && matrix; i++) {
    const sn_raw_entry e = r->entry.at[i];
    matrix[e.k * nf + e.l] = matrix[e.l * nf + e.k] = e.value;
  }
  for (int f = 0; f < nf && ((r->penalty > 0 && matrix) || augmented); f++) {
    const double l = length_of_row(b, r, f, length, size);
    *(augmented ? augmented + f : matrix + f * nf + f) = (augmented ? r->augmented : r->penalty) * l * l;
  }
  int nn = 0;
  for (int a = 0; a < nv; a++) {
    const int node = b->vector.at[vectors[a]].node;
    int i = 0;
    while (i < nn && nodes[i] != node) {
      i++;
    }
    if (node >= 0 && i == nn) {
      nodes[nn++] = node;
    }
    node_of[a] = node < 0 ? -1 : i;
  }
  *k = (sn_block){.law = r->law,
                  .n_vec = nv,
                  .n_point = np,
                  .n_form = nf,
                  .n_term = r->term.n,
                  .vector = vector,
                  .term = r->term.at,
                  .c0 = r->constant.at,
                  .dimension = dimension,
                  .w_first = first,
                  .w_vector = local,
                  .w_value = value,
                  .alpha = r->alpha,
                  .item = r->item,
                  .row_text = r->row_text,
                  .meets = r->meets,
                  .matrix = matrix,
                  .augmented = augmented,
                  .penalty = r->penalty,
                  .n_coordinate = r->coordinate.n,
                  .coordinate = r->coordinate.at,
                  .offset = r->offset,
                  .drive = r->drive,
                  .drive_is_rate = r->drive_is_rate,
                  .drive_own = r->drive_own,
                  .potential = r->potential,
                  .given = r->given,
                  .rate = r->rate,
                  .energy_own = r->energy_own,
                  .stress = *n_stress,
                  .n_stress = r->law->is_rate     ? 0
                              : r->law->is_scalar ? 1
                                                  : nf,
                  .n_node = nn,
                  .node = nodes,
                  .node_of = node_of};
  *n_stress += k->n_stress;
  return SN_OK;
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
  int *list = SN_NEW(b->arena, int, b->output.n);
  *out = list;
  *n = 0;
  for (int i = 0; list && i < b->output.n; i++) {
    if (b->output.at[i].flags & flag) {
      list[(*n)++] = i;
    }
  }
  return list ? SN_OK : sn_no_memory(error, "the system");
}

sn_status sn_builder_finish(sn_builder *b, const sn_system **system, sn_state *start, sn_error *error)
{
  if (b->error.status != SN_OK) {
    if (error) {
      *error = b->error;
    }
    return b->error.status;
  }
  const double size = size_of(b);
  sn_system *s = SN_NEW(b->arena, sn_system, 1);
  sn_block *block = SN_NEW(b->arena, sn_block, b->block.n);
  double *own_mass = SN_NEW(b->arena, double, b->vector.n);
  sn_v3 *gravity = SN_NEW(b->arena, sn_v3, b->vector.n);
  if (!s || !block || !own_mass || !gravity) {
    return sn_no_memory(error, "the system");
  }
  *s = (sn_system){.n_vector = b->vector.n,
                   .n_node = b->node.n,
                   .n_block = b->block.n,
                   .n_load = b->load.n,
                   .n_frame = b->frame.n,
                   .n_output = b->output.n,
                   .n_shown = b->shown.n,
                   .shown = b->shown.at,
                   .vector = b->vector.at,
                   .node = b->node.at,
                   .block = block,
                   .load = b->load.at,
                   .frame = b->frame.at,
                   .output = b->output.at,
                   .mass = own_mass,
                   .gravity = gravity,
                   .n_own = b->own.n,
                   .extent = size > 0 ? size : 1,
                   .n_item = b->item_text.n,
                   .item_name = b->item_text.at,
                   .item_where = b->item_where.at};
  for (int a = 0; a < b->vector.n; a++) {
    b->vector.at[a].length = b->vector.at[a].role == 0 ? 1 : s->extent;
  }
  for (int i = 0; i < b->block.n; i++) {
    SN_TRY(freeze_block(b, b->block.at + i, s->extent, block + i, &s->n_stress, error));
    s->n_penalty += block[i].penalty > 0;
  }
  SN_TRY(rows_with(b, SN_OUT_CHANNEL, &s->channel, &s->n_channel, error));
  SN_TRY(rows_with(b, SN_OUT_STOP, &s->stop, &s->n_stop, error));
  freeze_masses(b, s, b->node.at, own_mass);
  freeze_gravity(b, s, gravity);
  SN_TRY(sn_state_new(s, b->arena, start, error));
  if (b->vector.n > 0) {
    memcpy(start->q, b->q.at, sizeof(sn_v3) * (size_t)b->vector.n);
    memcpy(start->v, b->v.at, sizeof(sn_v3) * (size_t)b->vector.n);
  }
  if (b->own.n > 0) {
    memcpy(start->own, b->own.at, sizeof(double) * (size_t)b->own.n);
  }
  sn_system_check(s);
  *system = s;
  return SN_OK;
}
