/* system/blocks.c -- blocks in the making: points, forms, coordinates and their laws. */
#include <string.h>

#include "system/builder_private.h"
#include "system/kernel.h"

/* NULL after a failure or before the first. */
static sn_raw_block *current_block(sn_builder *b)
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
  sn_raw_block *k = current_block(b);
  if (k) {
    k->meets = 1;
  }
  return id;
}

int sn_block_like(sn_builder *b, const sn_law *law, const char *row_text, int other)
{
  const int id = sn_block_begin(b, law, row_text);
  sn_raw_block *k = current_block(b);
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
  sn_raw_block *k = current_block(b);
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
  sn_raw_block *k = current_block(b);
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
  sn_raw_block *k = current_block(b);
  if (!k || !SN_PUSH(b, k->constant)) {
    return 0;
  }
  k->constant.at[k->constant.n] = constant;
  return k->constant.n++;
}

void sn_form_term(sn_builder *b, double c, int i, int j)
{
  sn_raw_block *k = current_block(b);
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
  sn_raw_block *k = current_block(b);
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

static double raw_form_now(const sn_builder *b, const sn_raw_block *k, int form)
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
  return raw_form_now(b, b->block.at + b->block.n - 1, form);
}

void sn_form_zero(sn_builder *b, int form)
{
  const sn_raw_block *k = current_block(b);
  if (k) {
    sn_form_shift(b, form, -raw_form_now(b, k, form));
  }
}

void sn_form_shift(sn_builder *b, int form, double by)
{
  sn_raw_block *k = current_block(b);
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
  sn_raw_block *r = current_block(b);
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
  sn_raw_block *r = current_block(b); /* NULL after a failure, as the energy is */
  SN_ASSERT(!r || (w && w->n > 0 && w->n <= SN_MAX_COMPOSITE_FORMS && weight > 0));
  if (r && r->law->has_matrix) {
    SN_ASSERT(w->is_linear && w->n <= r->constant.n);
    add_linear_energy(b, w, r->constant.n - w->n, weight);
  } else if (r && SN_PUSH(b, r->energy)) {
    SN_ASSERT(r->law == &sn_law_material);
    r->energy.at[r->energy.n++] = (sn_energy_part){w, weight};
  }
}

static void coordinate(sn_builder *b, sn_coordinate x)
{
  sn_raw_block *k = current_block(b);
  SN_ASSERT(x.form >= 0 && (!k || x.form < k->constant.n));
  if (k && SN_PUSH(b, k->coordinate)) {
    k->coordinate.at[k->coordinate.n++] = x;
  }
}

void sn_coordinate_angle(sn_builder *b, int form, double coefficient)
{
  const sn_raw_block *k = current_block(b);
  if (!k) {
    return;
  }
  const double angle = atan2(raw_form_now(b, k, form + 1), raw_form_now(b, k, form));
  coordinate(b, (sn_coordinate){SN_COORDINATE_ANGLE, form, coefficient, sn_new_internal(b, angle), NULL, NULL});
}

void sn_coordinate_near(sn_builder *b, double value)
{
  const int internal = sn_coordinate_internal(b);
  if (internal >= 0) {
    SN_ASSERT(internal < b->internal.n);
    const double a = b->internal.at[internal];
    b->internal.at[internal] = sn_counted_angle(value, cos(a), sin(a));
  }
}

int sn_coordinate_internal(const sn_builder *b)
{
  if (b->error.status != SN_OK || b->block.n == 0) {
    return -1;
  }
  const sn_raw_block *k = b->block.at + b->block.n - 1;
  return k->coordinate.n ? k->coordinate.at[k->coordinate.n - 1].internal : -1;
}

void sn_coordinate_form(sn_builder *b, int form, double coefficient)
{
  coordinate(b, (sn_coordinate){SN_COORDINATE_FORM, form, coefficient, -1, NULL, NULL});
}

void sn_coordinate_length(sn_builder *b, int form, double coefficient)
{
  coordinate(b, (sn_coordinate){SN_COORDINATE_LENGTH, form, coefficient, -1, NULL, NULL});
}

void sn_coordinate_function(sn_builder *b, int form, const sn_expr *function)
{
  coordinate(b, (sn_coordinate){SN_COORDINATE_FUNCTION, form, 1, -1, function, NULL});
}

void sn_coordinate_gap(sn_builder *b, int form, const sn_gap *gap, double coefficient)
{
  const int internal = gap->window ? sn_new_internal(b, 0) : -1;
  if (gap->window) { /* of no forms: not chosen */
    (void)sn_new_internal(b, 0);
  }
  coordinate(b, (sn_coordinate){SN_COORDINATE_GAP, form, coefficient, internal, NULL, gap});
}

/* The value of a function of forms, or of a gap, in the initial configuration. */
static double function_now(const sn_builder *b, const sn_raw_block *k, const sn_coordinate *x)
{
  const int n = x->gap ? x->gap->n : sn_expr_variables(x->function);
  double e[SN_MAX_COMPOSITE_FORMS];
  SN_ASSERT(n <= SN_MAX_COMPOSITE_FORMS);
  for (int i = 0; i < n; i++) {
    e[i] = raw_form_now(b, k, x->form + i);
  }
  return x->gap ? x->gap->value(x->gap, e, NULL, NULL) : sn_expr_value(x->function, e);
}

static double raw_composite_now(const sn_builder *b, const sn_raw_block *k)
{
  double eps = k->offset;
  for (int i = 0; i < k->coordinate.n; i++) {
    const sn_coordinate *x = k->coordinate.at + i;
    const double e = x->function || x->gap ? function_now(b, k, x) : raw_form_now(b, k, x->form);
    eps += x->coefficient * (x->type == SN_COORDINATE_ANGLE    ? b->internal.at[x->internal]
                             : x->type == SN_COORDINATE_LENGTH ? sqrt(fmax(2 * e, 0))
                                                               : e);
  }
  return eps;
}

/* Sizes of what a point and a form are made of: their round-off is that of these, however little is left of them. */
static double size_of_point(const sn_builder *b, const sn_raw_block *k, int point)
{
  const sn_raw_point p = k->point.at[point];
  double size = 0;
  for (int i = p.first; i < p.first + p.n; i++) {
    size += fabs(b->weight.at[i].weight) * v3_norm(b->q.at[b->weight.at[i].vector]);
  }
  return size;
}

static double size_of_form(const sn_builder *b, const sn_raw_block *k, int form)
{
  double size = fabs(k->constant.at[form]);
  for (int i = 0; i < k->term.n; i++) {
    const sn_term t = k->term.at[i];
    if (t.form == form) {
      size += fabs(t.c) * size_of_point(b, k, t.i) * size_of_point(b, k, t.j);
    }
  }
  return size;
}

void sn_composite_start(sn_builder *b, double value)
{
  sn_raw_block *k = current_block(b);
  if (!k) {
    return;
  }
  const double now = raw_composite_now(b, k);
  double size = fabs(value);
  for (int i = 0; i < k->coordinate.n; i++) {
    const sn_coordinate *x = k->coordinate.at + i;
    SN_ASSERT(!x->function && !x->gap); /* given values are those of angles and lengths */
    const double form = size_of_form(b, k, x->form);
    size += fabs(x->coefficient) * (x->type == SN_COORDINATE_ANGLE    ? 1 + fabs(b->internal.at[x->internal])
                                    : x->type == SN_COORDINATE_LENGTH ? sqrt(2 * form)
                                                                      : form);
  }
  if (fabs(value - now) <= 1e-11 * size) {
    k->offset += value - now;
  }
}

void sn_composite_offset(sn_builder *b, double offset)
{
  sn_raw_block *k = current_block(b);
  if (k) {
    k->offset = offset;
  }
}

void sn_composite_zero(sn_builder *b)
{
  sn_raw_block *k = current_block(b);
  if (k) {
    k->offset -= raw_composite_now(b, k);
  }
}

double sn_composite_now(const sn_builder *b)
{
  return b->error.status == SN_OK && b->block.n > 0 ? raw_composite_now(b, b->block.at + b->block.n - 1) : 0;
}

void sn_composite_drive(sn_builder *b, const sn_expr *u)
{
  sn_raw_block *k = current_block(b);
  if (k && u && sn_expr_has_input(u)) {
    sn_builder_fail(b, SN_EINPUT,
                    "a position or length cannot follow an input, which jumps from step to step: give its rate");
  } else if (k) {
    k->drive = u;
    k->drive_is_rate = 0;
  }
}

void sn_composite_drive_rate(sn_builder *b, const sn_expr *rate)
{
  sn_raw_block *k = current_block(b);
  if (k) {
    k->drive = rate;
    k->drive_is_rate = 1;
    k->drive_own = sn_new_internal(b, 0);
  }
}

void sn_composite_factors(sn_builder *b, const sn_expr *const *factor)
{
  sn_raw_block *k = current_block(b);
  if (k) {
    SN_ASSERT(sn_is_on_rates(k->law) && k->coordinate.n <= SN_MAX_FACTORS);
    k->factor = factor;
  }
}

void sn_composite_potential(sn_builder *b, const sn_potential *p)
{
  sn_raw_block *k = current_block(b);
  if (!k || !p) {
    return;
  }
  SN_ASSERT(k->law->is_scalar && p->force && p->difference && p->energy);
  k->potential = p;
  if (p->expr && p->expr_is_force) {
    k->energy_own = sn_new_internal(b, p->energy(p, raw_composite_now(b, k)));
  }
}

void sn_block_ties_triad(sn_builder *b)
{
  sn_raw_block *k = current_block(b);
  if (k) {
    k->ties_triad = 1;
  }
}

void sn_block_stands_for_constraint(sn_builder *b, double stiffness)
{
  SN_ASSERT(stiffness >= 0);
  sn_raw_block *k = current_block(b);
  if (k) {
    k->penalty = stiffness;
  }
}

void sn_composite_given(sn_builder *b, const sn_expr *force)
{
  sn_raw_block *k = current_block(b);
  if (k) {
    SN_ASSERT(k->law == &sn_law_given);
    k->given = force;
  }
}

const sn_contact *sn_block_contact(sn_builder *b, const sn_contact *law)
{
  sn_raw_block *k = current_block(b);
  sn_contact *internal = k ? SN_NEW(b->arena, sn_contact, 1) : NULL;
  if (!internal) {
    sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the system.");
    return NULL;
  }
  SN_ASSERT(k->law == &sn_law_contact && law->loss >= 0 && law->coulomb.slides >= 0 && law->bristle >= 0);
  *internal = *law;
  internal->internal = sn_new_internal(b, 0);
  for (int i = 1; i < SN_CONTACT_NUMBERS; i++) {
    (void)sn_new_internal(b, 0);
  }
  k->contact = internal;
  return internal;
}

void sn_block_feedback(sn_builder *b, const sn_feedback *law)
{
  sn_raw_block *k = current_block(b);
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
  sn_raw_block *k = current_block(b);
  if (k) {
    SN_ASSERT(k->law->is_rate && k->law->is_scalar && (!law || law->stress || k->law == &sn_law_friction));
    k->rate = law;
  }
}
