/* system/blocks.c -- blocks in the making: points, forms and their laws. Coordinates of composite strains: block_coordinates.c. */
#include <string.h>

#include "system/builder_private.h"
#include "system/kernel.h"

sn_raw_block *sn_current_block(sn_builder *b)
{
  return b->error.status == SN_OK && b->block.n > 0 ? b->block.at + b->block.n - 1 : NULL;
}

int sn_block_begin(sn_builder *b, const sn_law *law, const char *row_text)
{
  SN_ASSERT(law && law->name);
  if (!SN_PUSH(b, b->block)) {
    return 0;
  }
  const int gives_way = law->is_constraint && !law->is_rate && b->penalty > 0;
  const sn_law *elastic = law->is_scalar ? &sn_law_potential : &sn_law_elastic;
  b->block.at[b->block.n] = (sn_raw_block){.law = gives_way ? elastic : law,
                                           .row_text = row_text,
                                           .alpha = b->alpha,
                                           .penalty = gives_way ? b->penalty : 0,
                                           .augmented = law == &sn_law_constraint && !gives_way ? b->augmented : 0,
                                           .item = b->item,
                                           .drive_own = -1,
                                           .energy_own = -1};
  return b->block.n++;
}

int sn_block_meet(sn_builder *b)
{
  const int id = sn_block_begin(b, &sn_law_constraint, "coincidence");
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    k->meets = 1;
  }
  return id;
}

int sn_block_like(sn_builder *b, const sn_law *law, const char *row_text, int other)
{
  const int id = sn_block_begin(b, law, row_text);
  sn_raw_block *k = sn_current_block(b);
  if (!k || other < 0 || other >= id) {
    return id;
  }
  SN_ASSERT(id == b->block.n - 1);
  const sn_raw_block *o = b->block.at + other;
  k->point = o->point; /* lists are shared until one grows: room 0 makes a copy on the next push */
  k->constant = o->constant;
  k->term = o->term;
  k->coordinate = o->coordinate;
  k->point.room = k->constant.room = k->term.room = k->coordinate.room = 0;
  k->offset = o->offset;
  return id;
}

int sn_interpolate(sn_builder *b, int n, const int *vectors, const double *weights)
{
  sn_raw_block *k = sn_current_block(b);
  if (!k) {
    return 0;
  }
  const int first = b->weight.n;
  SN_ASSERT(n >= 0);
  for (int i = 0; i < n; i++) {
    if (vectors[i] < 0 || weights[i] == 0) {
      continue;
    }
    SN_ASSERT(vectors[i] < b->vector.n);
    int same = first; /* one entry per vector: frames of one node may be subtracted */
    while (same < b->weight.n && b->weight.at[same].vector != vectors[i]) {
      same++;
    }
    if (same < b->weight.n) {
      b->weight.at[same].weight += weights[i];
      continue;
    }
    if (!SN_PUSH(b, b->weight)) {
      return 0;
    }
    b->weight.at[b->weight.n++] = (sn_raw_weight){vectors[i], weights[i]};
  }
  if (!SN_PUSH(b, k->point)) {
    return 0;
  }
  k->point.at[k->point.n] = (sn_raw_point){first, b->weight.n - first, 0};
  return k->point.n++;
}

int sn_point_of(sn_builder *b, const sn_frame *f)
{
  return sn_interpolate(b, f->n, f->vector, sn_point_row(f));
}

int sn_axis_of(sn_builder *b, const sn_frame *f, int j)
{
  const int p = sn_interpolate(b, f->n, f->vector, sn_axis_row(f, j));
  sn_raw_block *k = sn_current_block(b);
  if (k && p < k->point.n) {
    k->point.at[p].is_axis = 1;
  }
  return p;
}

int sn_between(sn_builder *b, const sn_frame *from, const sn_frame *to)
{
  SN_ASSERT(from->n <= SN_MAX_BLOCK_VECTORS && to->n <= SN_MAX_BLOCK_VECTORS);
  int v[2 * SN_MAX_BLOCK_VECTORS], n = 0;
  double w[2 * SN_MAX_BLOCK_VECTORS];
  for (int k = 0; k < to->n; k++, n++) {
    v[n] = to->vector[k];
    w[n] = sn_point_row(to)[k];
  }
  for (int k = 0; k < from->n; k++, n++) {
    v[n] = from->vector[k];
    w[n] = -sn_point_row(from)[k];
  }
  return sn_interpolate(b, n, v, w);
}

int sn_form_begin(sn_builder *b, double constant)
{
  sn_raw_block *k = sn_current_block(b);
  if (!k || !SN_PUSH(b, k->constant)) {
    return 0;
  }
  k->constant.at[k->constant.n] = constant;
  return k->constant.n++;
}

void sn_form_term(sn_builder *b, double c, int i, int j)
{
  sn_raw_block *k = sn_current_block(b);
  if (!k || !SN_PUSH(b, k->term)) {
    return;
  }
  SN_ASSERT(k->constant.n > 0 && i >= 0 && i < k->point.n && j >= 0 && j < k->point.n);
  k->term.at[k->term.n++] = (sn_term){k->constant.n - 1, i, j, c};
}

int sn_form(sn_builder *b, double c, int i, int j, double constant)
{
  const int form = sn_form_begin(b, constant);
  sn_form_term(b, c, i, j);
  return form;
}

int sn_form_length(sn_builder *b, int gap, double length)
{
  SN_ASSERT(length > 0);
  const int form = sn_form(b, 1 / (2 * length), gap, gap, -length / 2);
  sn_raw_block *k = sn_current_block(b);
  if (k && SN_PUSH(b, k->length)) {
    k->length.at[k->length.n++] = form;
  }
  return form;
}

sn_v3 sn_raw_point_now(const sn_builder *b, const sn_raw_block *k, int point)
{
  SN_ASSERT(point >= 0 && point < k->point.n);
  const sn_raw_point p = k->point.at[point];
  sn_v3 x = {{0, 0, 0}};
  for (int i = p.first; i < p.first + p.n; i++) {
    x = v3_axpy(x, b->weight.at[i].weight, b->q.at[b->weight.at[i].vector]);
  }
  return x;
}

double sn_raw_form_now(const sn_builder *b, const sn_raw_block *k, int form)
{
  SN_ASSERT(form >= 0 && form < k->constant.n);
  double e = k->constant.at[form];
  for (int i = 0; i < k->term.n; i++) {
    const sn_term t = k->term.at[i];
    if (t.form == form) {
      e += t.c * v3_dot(sn_raw_point_now(b, k, t.i), sn_raw_point_now(b, k, t.j));
    }
  }
  return e;
}

double sn_form_now(const sn_builder *b, int form)
{
  if (b->error.status != SN_OK || b->block.n == 0) {
    return 0;
  }
  return sn_raw_form_now(b, b->block.at + b->block.n - 1, form);
}

void sn_form_zero(sn_builder *b, int form)
{
  const sn_raw_block *k = sn_current_block(b);
  if (k) {
    sn_form_shift(b, form, -sn_raw_form_now(b, k, form));
  }
}

void sn_form_shift(sn_builder *b, int form, double by)
{
  sn_raw_block *k = sn_current_block(b);
  if (!k) {
    return;
  }
  /* the constant changes only for this block: a shared list is copied first */
  if (k->constant.room == 0 && !SN_PUSH(b, k->constant)) {
    return;
  }
  SN_ASSERT(form >= 0 && form < k->constant.n && k->constant.room > 0);
  k->constant.at[form] += by;
}

void sn_block_matrix(sn_builder *b, int k, int l, double value)
{
  sn_raw_block *r = sn_current_block(b);
  if (!r || !SN_PUSH(b, r->entry)) {
    return;
  }
  SN_ASSERT(r->law->has_matrix && k >= 0 && k < r->constant.n && l >= 0 && l < r->constant.n);
  r->entry.at[r->entry.n++] = (sn_raw_entry){k, l, value};
}

int sn_energy_begin(sn_builder *b, const sn_strain_energy *w, const char *row_text)
{
  return sn_block_begin(b, w && w->is_linear ? &sn_law_elastic : &sn_law_material, row_text);
}

/* The matrix of a linear energy, of the forms from `first` on. */
static void add_linear_energy(sn_builder *b, const sn_strain_energy *w, int first, double weight)
{
  const double none[SN_MAX_COMPOSITE_FORMS] = {0};
  double S[SN_MAX_COMPOSITE_FORMS], D[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  (void)w->value(w, none, S, D);
  for (int i = 0; i < w->n; i++) {
    for (int j = i; j < w->n; j++) {
      if (D[i * w->n + j] != 0) {
        sn_block_matrix(b, first + i, first + j, weight * D[i * w->n + j]);
      }
    }
  }
}

void sn_energy_add(sn_builder *b, const sn_strain_energy *w, double weight)
{
  sn_raw_block *r = sn_current_block(b); /* NULL after a failure, as the energy is */
  SN_ASSERT(!r || (w && w->n > 0 && w->n <= SN_MAX_COMPOSITE_FORMS && weight > 0));
  if (r && r->law->has_matrix) {
    SN_ASSERT(w->is_linear && w->n <= r->constant.n);
    add_linear_energy(b, w, r->constant.n - w->n, weight);
  } else if (r && SN_PUSH(b, r->energy)) {
    SN_ASSERT(r->law == &sn_law_material);
    r->energy.at[r->energy.n++] = (sn_energy_part){w, weight};
  }
}

void sn_block_ties_triad(sn_builder *b)
{
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    k->ties_triad = 1;
  }
}

void sn_block_stands_for_constraint(sn_builder *b, double stiffness)
{
  SN_ASSERT(stiffness >= 0);
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    k->penalty = stiffness;
  }
}

void sn_composite_given(sn_builder *b, const sn_expr *force)
{
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    SN_ASSERT(k->law == &sn_law_given);
    k->given = force;
  }
}

const sn_contact *sn_block_contact(sn_builder *b, const sn_contact *law)
{
  sn_raw_block *k = sn_current_block(b);
  sn_contact *made = k ? SN_NEW(b->arena, sn_contact, 1) : NULL;
  if (!made) {
    sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the system.");
    return NULL;
  }
  SN_ASSERT(k->law == &sn_law_contact && law->loss >= 0 && law->coulomb.slides >= 0 && law->bristle >= 0);
  *made = *law;
  made->internal = sn_new_internal(b, 0);
  for (int i = 1; i < SN_CONTACT_NUMBERS; i++) {
    (void)sn_new_internal(b, 0);
  }
  k->contact = made;
  return made;
}

void sn_block_feedback(sn_builder *b, const sn_feedback *law)
{
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    k->feedback = law;
  }
}

int sn_block_coordinates(const sn_builder *b)
{
  return b->error.status == SN_OK && b->block.n > 0 ? b->block.at[b->block.n - 1].coordinate.n : 0;
}

void sn_block_rate(sn_builder *b, const sn_rate_law *law)
{
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    SN_ASSERT(k->law->is_rate && k->law->is_scalar && (!law || law->stress || k->law == &sn_law_friction));
    k->rate = law;
  }
}
