/* math/linear_solve.c -- sparse LU in a given order: factors, solutions, safety net.
 * Theory:  the order of the unknowns is the elimination order (sn_order makes a good one), pivots are on the diagonal; where
 *          that loses digits KLU with a choice of pivots factors this matrix. Both depend on the matrix alone.
 *          Solve: x = A^-1 b, then r = b - A x with the stored values; one refinement when |r| > 1e-12 |b|, a pivoting
 *          factorisation when |r| > 1e-7 |b| and r is more than round-off of A x, |r| > 1e-12 |A||x| (rows scaled by their largest
 *          entry); a residual that stays above |b|/10 means a singular matrix. With `trust` only the first solve after a
 *          factorisation is looked at so.
 * Tests:   tests/math/test_linear.c, tests/math/test_solvers.c
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "math/linear_private.h"

static const double round_off_pivot = 1e-15; /* of its column: nothing but cancellation is left */
static const double weak_pivot = 1e-12;      /* of what it was made of, on the diagonal: better to pivot */
static const double refine_above = 1e-12;
static const double pivot_above = 1e-7;   /* residual of a solve with diagonal pivots: too many digits lost */
static const double round_off = 1e-12;    /* residual of a solve, of what it was made of: other pivots leave no less */
static const double underflow = 1e-280;   /* of a right-hand side */
static const double hopeless_above = 0.1; /* residual of a solve, of the right-hand side */

/* The terms of shared entries, in the order of elements; nothing is left of them. */
static void sum_shared(sn_lin *l)
{
  const size_t first = l->places.n_slot;
  SN_ASSERT(first <= l->places.n_value);
  for (size_t k = first; k < l->places.n_value; k++) {
    l->sum[l->places.shared[k - first]] += l->sum[k];
    l->sum[k] = 0;
  }
}

/* what the user can be told of a weak pivot */
static int vanishing(const sn_weakest *w)
{
  return w->exchanged >= 0 ? w->exchanged : w->at;
}

static sn_status make_engine(sn_lin *l, sn_engine *e)
{
  SN_ASSERT(!e->self && (e == &l->net || e == &l->usual));
  if (e == &l->net) {
    return e->type->analyse(&l->a, NULL, l->pool, l->arena, &e->self);
  }
  SN_TRY(sn_lin_choose(l));
  if (e->type->bind) {
    l->number = SN_NEW(l->arena, double, e->type->room(e->self));
    if (!l->number) {
      return SN_ENOMEM;
    }
    e->type->bind(e->self, l->number);
  }
  return SN_OK;
}

static sn_status factor_by(sn_lin *l, sn_engine *e, sn_weakest *w)
{
  if (!e->self) {
    SN_TRY(make_engine(l, e));
  }
  SN_ASSERT(l->value || (l->in_place && e == &l->usual));
  SN_TRY(e->type->factor(e->self, l->in_place && e == &l->usual ? NULL : l->value, w));
  l->in_use = e;
  l->weakest = vanishing(w);
  return SN_OK;
}

#ifdef SN_DEBUG
/* Written so that entries that are not numbers (a function of the user) pass: they end as a singular matrix. */
static int promise_broken(const sn_lin *l)
{
  double most = 0;
  int broken = 0;
  for (size_t k = 0; k < l->places.n_slot; k++) {
    most = fmax(most, fabs(l->sum[k]));
  }
  for (int k = 0; k < l->n_part; k++) {
    const double *promised = l->promised + SN_SET_APART * k;
    broken = broken || fabs(promised[0]) > 1e-10 * most || promised[1] > 1e-10 * most;
  }
  return broken;
}
#endif

static void find_scales(sn_lin *l)
{
  SN_ASSERT(l->copied && l->value);
  if (!l->scaled) {
    sn_entries_scales(&l->a, l->value, l->scale);
    l->scaled = 1;
  }
}

/* Terms may cancel exactly and leave a pivot with all its digits: one that is not small in its column passes. */
static int really_weak(sn_lin *l, const sn_weakest *w)
{
  SN_ASSERT(w->at >= 0 && w->at < l->a.n);
  find_scales(l);
  const double column = sn_entries_column(&l->a, l->value, l->scale, w->at);
  return !(w->ratio > 0 && w->pivot * l->scale[w->at] >= weak_pivot * column);
}

static sn_status factor(sn_lin *l)
{
  sn_weakest diagonal, chosen;
  l->in_use = NULL;
  l->scaled = l->checked = l->mended = 0;
  SN_TRY(factor_by(l, &l->usual, &diagonal));
  if (diagonal.ratio >= weak_pivot || (l->copied && diagonal.at >= 0 && !really_weak(l, &diagonal))) {
    return SN_OK;
  }
  l->in_use = NULL;
  if (l->usual.type->chooses_pivots) { /* it does not say where */
    l->bad_row = vanishing(&diagonal);
    return SN_ESINGULAR;
  }
  if (l->copied) {
    SN_TRY(factor_by(l, &l->net, &chosen));
    if (chosen.ratio >= round_off_pivot) {
      return SN_OK;
    }
  }
  /* Pivoting has pushed the lost row along to some later column. Without it the pivot vanishes where the dependence
     closes, which is what the user can be told. */
  l->in_use = NULL;
  SN_ASSERT(vanishing(&diagonal) >= 0 && vanishing(&diagonal) < l->a.n);
  l->bad_row = vanishing(&diagonal);
  return SN_ESINGULAR;
}

/* The matrix before it is eliminated, for who looks at it afterwards. Its memory is taken when this is first asked for. */
static sn_status copy_matrix(sn_lin *l)
{
  SN_ASSERT(l->in_place && l->usual.self && l->usual.type->read);
  l->value = l->value ? l->value : SN_NEW(l->arena, double, l->a.first[l->a.n]);
  if (!l->value) {
    return SN_ENOMEM;
  }
  if (!l->a.offset) {
    l->lists = l->lists ? l->lists : sn_arena_new(NULL);
    SN_TRY(l->lists ? sn_entries_list(&l->pattern, l->lists, &l->a) : SN_ENOMEM);
  }
  return l->usual.type->read(l->usual.self, l->value);
}

static sn_status add_and_factor(sn_lin *l, int careful)
{
  l->bad_row = -1;
  if (l->a.n == 0) {
    return SN_OK;
  }
  sum_shared(l);
#ifdef SN_DEBUG
  SN_REQUIRE(!promise_broken(l), NULL);
#endif
  l->copied = careful || !l->in_place;
  if (careful && l->in_place) {
    SN_TRY(copy_matrix(l));
  }
  return factor(l);
}

sn_status sn_lin_factor(sn_lin *l)
{
  return add_and_factor(l, 0);
}

sn_status sn_lin_factor_carefully(sn_lin *l)
{
  return add_and_factor(l, 1);
}

int sn_lin_bad_row(const sn_lin *l)
{
  return l->bad_row;
}

/* rest = saved - A x; its largest entry with scaled rows */
static double residual(sn_lin *l, const double *x)
{
  SN_ASSERT(l->copied && l->scaled && x != l->saved && x != l->rest);
  sn_entries_residual(&l->a, l->value, x, l->saved, l->rest);
  return sn_scaled_size(l->a.n, l->rest, l->scale);
}

static sn_status apply(sn_lin *l, double *b_x)
{
  SN_ASSERT(l->in_use && l->in_use->self);
  return l->in_use->type->solve(l->in_use->self, b_x);
}

/* Is the residual `now` of x no more than its terms lose? A small b may be a small difference of large ones. */
static int is_round_off(sn_lin *l, const double *x, double *now)
{
  memset(l->rest, 0, (size_t)l->a.n * sizeof(double));
  sn_entries_times(&l->a, l->value, 1, 1, x, l->rest);
  const double terms = sn_scaled_size(l->a.n, l->rest, l->scale);
  *now = residual(l, x); /* rest is again what it was */
  return *now <= round_off * terms;
}

static sn_status refine(sn_lin *l, double *x, double *now)
{
  SN_TRY(apply(l, l->rest));
  for (int i = 0; i < l->a.n; i++) {
    x[i] += l->rest[i];
  }
  *now = residual(l, x);
  return SN_OK;
}

/* Looks at the solution x of the saved right-hand side, whose scaled size is given, and mends it. */
static sn_status check(sn_lin *l, double size, double *x)
{
  const size_t bytes = (size_t)l->a.n * sizeof(double);
  SN_ASSERT(!(size < 0) && x != l->saved);
  double now = residual(l, x);
  if (!(now <= pivot_above * size) && l->in_use == &l->usual && !l->usual.type->chooses_pivots &&
      !is_round_off(l, x, &now)) {
    sn_weakest w;
    const int weakest = l->weakest;
    l->in_use = NULL;
    l->mended = 1;
    SN_TRY(factor_by(l, &l->net, &w));
    if (w.ratio < round_off_pivot) {
      l->in_use = NULL;
      l->bad_row = weakest >= 0 ? weakest : w.at; /* as in sn_lin_factor */
      return SN_ESINGULAR;
    }
    memcpy(x, l->saved, bytes);
    SN_TRY(apply(l, x));
    now = residual(l, x);
  }
  if (now > refine_above * size) {
    l->mended = 1;
    SN_TRY(refine(l, x, &now));
  }
  if (!(now <= hopeless_above * size)) {
    l->bad_row = l->weakest;
    return SN_ESINGULAR;
  }
  l->checked = 1;
  return SN_OK;
}

sn_status sn_lin_solve(sn_lin *l, double *b_x)
{
  const size_t bytes = (size_t)l->a.n * sizeof(double);
  if (l->a.n == 0) {
    return SN_OK;
  }
  if (!l->in_use) {
    return SN_ESINGULAR;
  }
  SN_REQUIRE(l->copied, NULL);
  find_scales(l);
  const double size = sn_scaled_size(l->a.n, b_x, l->scale);
  if (size < underflow) { /* a model at rest: numbers without digits are zero */
    memset(b_x, 0, bytes);
    return SN_OK;
  }
  if (l->trust && l->checked) {
    return size <= DBL_MAX ? apply(l, b_x) : SN_ESINGULAR;
  }
  memcpy(l->saved, b_x, bytes);
  SN_TRY(apply(l, b_x));
  return check(l, size, b_x);
}

sn_status sn_lin_solve_blindly(sn_lin *l, double *b_x)
{
  if (l->a.n == 0) {
    return SN_OK;
  }
  if (!l->in_use) {
    return SN_ESINGULAR;
  }
  int i = 0;
  while (i < l->a.n && fabs(b_x[i]) < underflow) {
    i++;
  }
  if (i == l->a.n) { /* at rest, as above */
    memset(b_x, 0, (size_t)l->a.n * sizeof(double));
    return SN_OK;
  }
  return apply(l, b_x);
}

int sn_lin_is_sound(const sn_lin *l)
{
  return l->in_use && l->checked && !l->mended;
}

void sn_lin_times(const sn_lin *l, double factor, int absolute, const double *x, double *y)
{
  SN_ASSERT(x != y);
  SN_ASSERT(l->copied);
  sn_entries_times(&l->a, l->value, factor, absolute, x, y);
}

void sn_lin_sum(sn_lin *l, double factor, const sn_lin *a)
{
  SN_ASSERT(l != a && l->a.n == a->a.n && l->a.symmetric == a->a.symmetric);
  SN_ASSERT(l->a.first[l->a.n] >= a->a.first[a->a.n] && !l->in_place && !a->in_place);
  sn_entries_add(&l->a, l->value, factor, &a->a, a->value);
}

double sn_lin_flops(const sn_lin *l)
{
  return l->in_use ? l->in_use->type->flops(l->in_use->self) : 0;
}

long sn_lin_fill(const sn_lin *l)
{
  return l->in_use ? (long)l->in_use->type->fill(l->in_use->self) : 0;
}

int sn_lin_sign(sn_lin *l)
{
  return l->in_use ? l->in_use->type->sign(l->in_use->self) : l->a.n == 0;
}

int sn_lin_negative(const sn_lin *l)
{
  if (!l->in_use) {
    return l->a.n == 0 ? 0 : -1;
  }
  return l->in_use->type->negative ? l->in_use->type->negative(l->in_use->self) : -1;
}
