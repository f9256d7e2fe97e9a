/* analysis/modes_behind.c -- the modes behind motions without stiffness, however many of those there are.
 * Theory:  docs/theory-modes.md (M.4a). A chain of n spherical joints has n motions without stiffness (every link about its own
 *          axis): asking for all of them costs n^2 numbers. With P the solution of (M.4), P K P M has the eigenvalues
 *          w^2/(w^2 + tau)^2: motions without stiffness have 0 and are not met, the others have about 1/w^2 as long as tau is
 *          below the lowest of them. How many there are without stiffness say the signs of the pivots of K -+ s M, s a tenth of the lowest w^2.
 * Limits:  a mode with w^2 far below tau (tau^2 over the highest w^2 found) is not met either: tau ends at or below the lowest w^2
 *          found, a tenth of it as a rule. Where pivots could not be taken on the diagonal motions without stiffness are not counted.
 * Tests:   tests/mechanisms/test_modes.c (hanging chains), tests/analysis/test_modes.c
 */
#include "analysis/modes_private.h"
#include <string.h>

static const double least_shift =
    1e-6; /* tau relative to the lowest w^2: with less, motions without stiffness cost the solves their digits */

typedef struct {
  sn_linear *l;
  double *y, *Ky; /* n each */
  double scale;   /* 4 tau: eigenvalues of size 1 */
} filter;

static sn_status solve(void *data, const double *r, double *x)
{
  filter *f = data;
  SN_ASSERT(f->scale > 0 && r != f->y && r != f->Ky && x != f->y);
  SN_TRY(sn_linear_solve(f->l, r, f->y));
  sn_linear_times(f->l, f->l->w.lin, f->y, f->Ky);
  for (int i = 0; i < f->l->n; i++) {
    f->Ky[i] *= f->scale;
  }
  return sn_linear_solve(f->l, f->Ky, x);
}

static void weigh(void *data, const double *x, double *r)
{
  const filter *f = data;
  sn_linear_times(f->l, f->l->M, x, r);
}

/* One round: converts pairs of the filter to pairs of (M.4). */
static sn_status search(filter *x, double tau, int ask, sn_eigen_method method, sn_found *f, sn_modes *out,
                        sn_error *error)
{
  sn_linear *l = x->l;
  SN_ASSERT(tau > 0 && ask > 0);
  const sn_pencil p = {.n = l->n, .data = x, .solve = solve, .weigh = weigh};
  sn_eigenpairs e;
  SN_TRY(sn_linear_factor(l, 0, tau, error));
  x->scale = 4 * tau;
  SN_TRY(sn_eigen_symmetric(&p, ask, method, l->arena, &e, error));
  for (int i = 0; i < e.n; i++) {
    e.re[i] = 1 / (sn_square_of(l, e.x_re + (size_t)i * (size_t)l->n) + tau);
  }
  SN_ASSERT(e.n <= ask);
  out->method = e.method;
  SN_TRY(sn_take_symmetric(l, &e, f, error));
  out->complete = e.n < ask || f->zeros > 0; /* the solver reaches these only when nothing else is left */
  f->tau = tau;
  return SN_OK;
}

/* Number of modes with |w^2| < s; -1: unknown. */
static sn_status count_below(sn_linear *l, double s, int *n, sn_error *error)
{
  int negative[2];
  SN_ASSERT(s > 0);
  for (int k = 0; k < 2; k++) {
    SN_TRY(sn_linear_factor(l, 0, k ? -s : s, error));
    negative[k] = sn_lin_negative(l->Q);
  }
  *n = negative[0] >= 0 && negative[1] >= negative[0] ? negative[1] - negative[0] : -1;
  return SN_OK;
}

/* Merges the motions without stiffness found before and the other modes found now. */
static sn_status unite(sn_linear *l, const sn_found *before, const sn_found *now, int count, sn_modes *out,
                       sn_error *error)
{
  sn_mode *list = SN_NEW(l->arena, sn_mode, before->n + now->n + 1);
  int n = 0;
  if (!list) {
    return sn_no_memory(error, "the modes");
  }
  for (int i = 0; i < before->n; i++) {
    if (before->list[i].zero) {
      list[n++] = before->list[i];
    }
  }
  for (int i = 0; i < now->n; i++) {
    if (!now->list[i].zero) {
      list[n++] = now->list[i];
    }
  }
  SN_ASSERT(n <= before->n + now->n);
  return sn_modes_order(list, n, count, l->arena, out, error);
}

sn_status sn_modes_behind(sn_linear *l, const sn_modes_options *o, const sn_found *before, sn_modes *out,
                          sn_error *error)
{
  filter x = {.l = l, .y = SN_NEW(l->arena, double, l->n + 1), .Ky = SN_NEW(l->arena, double, l->n + 1)};
  double tau = before->tau;
  sn_found f = {0};
  int zeros = -1;
  if (!x.y || !x.Ky) {
    return sn_no_memory(error, "the modes");
  }
  SN_ASSERT(before->hidden && tau > 0);
  for (int round = 0; round < SN_MODES_ROUNDS; round++) {
    const sn_arena_mark mark = sn_arena_here(l->arena);
    SN_TRY(search(&x, tau, o->count + SN_MODES_SPARE, o->method, &f, out, error));
    if (!isfinite(f.lowest) || (tau <= f.lowest && tau >= least_shift * f.lowest) || round + 1 == SN_MODES_ROUNDS) {
      break;
    }
    tau = fmax(0.1 * f.lowest, 1e-14 * l->typical);
    sn_arena_reset(l->arena, mark);
  }
  SN_TRY(unite(l, before, &f, o->count, out, error));
  if (isfinite(f.lowest)) {
    SN_TRY(count_below(l, 0.1 * f.lowest, &zeros, error));
  }
  SN_ASSERT(f.zeros <= f.n);
  out->more_zero = zeros < out->n_zero;
  out->n_zero = zeros < out->n_zero ? out->n_zero : zeros;
  out->complete = out->complete && f.n - f.zeros <= o->count;
  out->stiff_beyond = !out->complete && f.n - f.zeros < o->count;
  return SN_OK;
}
