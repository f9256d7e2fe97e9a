/* system/block_coordinates.c -- the composite strain of a block in the making: its coordinates, its offset, what drives it, its potential. See
 *          builder.h.
 * Theory:  docs/theory.md, composite strains.
 */
#include <math.h>

#include "system/builder_private.h"
#include "system/kernel.h"

static void coordinate(sn_builder *b, sn_coordinate x)
{
  sn_raw_block *k = sn_current_block(b);
  SN_ASSERT(x.form >= 0 && (!k || x.form < k->constant.n));
  if (k && SN_PUSH(b, k->coordinate)) {
    k->coordinate.at[k->coordinate.n++] = x;
  }
}

void sn_coordinate_angle(sn_builder *b, int form, double coefficient)
{
  const sn_raw_block *k = sn_current_block(b);
  if (!k) {
    return;
  }
  const double angle = atan2(sn_raw_form_now(b, k, form + 1), sn_raw_form_now(b, k, form));
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
    e[i] = sn_raw_form_now(b, k, x->form + i);
  }
  return x->gap ? x->gap->value(x->gap, e, NULL, NULL) : sn_expr_value(x->function, e);
}

static double raw_composite_now(const sn_builder *b, const sn_raw_block *k)
{
  double eps = k->offset;
  for (int i = 0; i < k->coordinate.n; i++) {
    const sn_coordinate *x = k->coordinate.at + i;
    const double e = x->function || x->gap ? function_now(b, k, x) : sn_raw_form_now(b, k, x->form);
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
  sn_raw_block *k = sn_current_block(b);
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
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    k->offset = offset;
  }
}

void sn_composite_zero(sn_builder *b)
{
  sn_raw_block *k = sn_current_block(b);
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
  sn_raw_block *k = sn_current_block(b);
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
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    k->drive = rate;
    k->drive_is_rate = 1;
    k->drive_own = sn_new_internal(b, 0);
  }
}

void sn_composite_factors(sn_builder *b, const sn_expr *const *factor)
{
  sn_raw_block *k = sn_current_block(b);
  if (k) {
    SN_ASSERT(sn_is_on_rates(k->law) && k->coordinate.n <= SN_MAX_FACTORS);
    k->factor = factor;
  }
}

void sn_composite_potential(sn_builder *b, const sn_potential *p)
{
  sn_raw_block *k = sn_current_block(b);
  if (!k || !p) {
    return;
  }
  SN_ASSERT(k->law->is_scalar && p->force && p->difference && p->energy);
  k->potential = p;
  if (p->expr && p->expr_is_force) {
    k->energy_own = sn_new_internal(b, p->energy(p, raw_composite_now(b, k)));
  }
}
