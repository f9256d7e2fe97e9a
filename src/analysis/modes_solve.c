/* analysis/modes_solve.c -- eigenvalues of the equations of small motion without damping, by shift and invert.
 * Theory:  docs/theory-modes.md (4). (K + tau M) x + G^T l = M y, theta = 1/(omega^2 + tau), tau > 0 so that rigid motions do
 *          not matter. The shift is chosen from the lowest frequency found, in two or three rounds.
 * Tests:   tests/analysis/test_modes.c
 */
#include "analysis/modes_private.h"
#include <string.h>

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the modes");
}

static sn_status solve(void *data, const double *r, double *x)
{
  return sn_linear_solve_again(data, r, x);
}
static void weigh(void *data, const double *x, double *r)
{
  sn_linear *l = data;
  sn_linear_times(l, l->M, x, r);
}

/* Makes a candidate of pair i. A last solve must reproduce theta x, which reveals false solutions, and gives the multipliers. The solve
   also amplifies what round-off left of earlier modes (by the ratio of their thetas), including their multipliers; this part is
   removed. rows: multipliers of the earlier pairs, w.n_unknown each. */
static sn_status clean(sn_linear *l, const sn_eigenpairs *e, int i, double *rows, sn_candidate *c, double *drift)
{
  const size_t n = (size_t)l->n, N = (size_t)l->w.n_unknown;
  const double *x = e->x_re + (size_t)i * n;
  double *r = c->x_im, *row = rows + (size_t)i * N, change = 0, size = 0;
  SN_ASSERT(i >= 0 && i < e->n);
  SN_ASSERT(c->x_re != x && r != x);
  weigh(l, x, r);
  SN_TRY(sn_linear_solve(l, r, c->x_re));
  memcpy(row, l->full, N * sizeof(double));
  for (size_t k = 0; k < n; k++) {
    row[l->at[k]] = 0;
  }
  weigh(l, c->x_re, r);
  for (int j = 0; j < i; j++) {
    const double *before = e->x_re + (size_t)j * n;
    double part = 0;
    for (size_t k = 0; k < n; k++) {
      part += before[k] * r[k];
    }
    for (size_t k = 0; k < n; k++) {
      c->x_re[k] -= part * before[k];
    }
    for (size_t k = 0; k < N; k++) {
      row[k] -= part / e->re[j] * rows[(size_t)j * N + k];
    }
  }
  memcpy(c->row_re, row, N * sizeof(double));
  memset(c->row_im, 0, N * sizeof(double));
  memset(c->x_im, 0, n * sizeof(double));
  for (size_t k = 0; k < n; k++) {
    change = fmax(change, fabs(c->x_re[k] - e->re[i] * x[k]) / l->unit[k]);
    size = fmax(size, fabs(e->re[i] * x[k]) / l->unit[k]);
  }
  *drift = size > 0 && isfinite(change) ? change / size : INFINITY;
  return SN_OK;
}

double sn_square_of(sn_linear *l, const double *x)
{
  SN_ASSERT(x && l->M && l->w.lin);
  return sn_linear_product(l, l->w.lin, 0, x, x) / sn_linear_product(l, l->M, 0, x, x);
}

sn_status sn_take_symmetric(sn_linear *l, const sn_eigenpairs *e, sn_found *f, sn_error *error)
{
  const sn_lin *const matrices[] = {l->w.lin, l->M};
  double *rows = SN_NEW(l->arena, double, (size_t)l->w.n_unknown *(size_t)e->n + 1);
  int *which = SN_NEW(l->arena, int, e->n + 1);
  sn_candidate c;
  if (!rows || !which) {
    return no_memory(error);
  }
  SN_ASSERT(e->n >= 0 && e->n <= l->n);
  SN_TRY(sn_found_new(l, e->n, f, error));
  SN_TRY(sn_candidate_new(l, &c, error));
  for (int i = 0; i < e->n; i++) {
    const double *x = e->x_re + (size_t)i * (size_t)l->n;
    double drift = 0, square = sn_square_of(l, x);
    const int zero = fabs(square) <= sn_linear_noise(l, x, NULL);
    f->lowest = zero || !isfinite(square) ? f->lowest : fmin(f->lowest, fabs(square));
    SN_TRY(clean(l, e, i, rows, &c, &drift));
    if (drift > SN_MODES_SAME) {
      continue; /* round-off of directions without a finite frequency */
    }
    square = sn_square_of(l, c.x_re);
    const double factor[][2] = {{1, 0}, {-square, 0}};
    c.s_re = square < 0 && !zero ? sqrt(-square) : 0;
    c.s_im = square > 0 && !zero ? sqrt(square) : 0;
    c.residual = sn_candidate_residual(l, &c, 2, matrices, factor);
    SN_ASSERT(f->n < e->n && !(c.s_re < 0 || c.s_im < 0));
    SN_TRY(sn_mode_finish(l, &c, f->list + f->n, error));
    f->list[f->n++].zero = zero;
    which[f->zeros] = i;
    f->zeros += zero;
  }
  SN_ASSERT(f->zeros <= f->n && f->n <= e->n);
  f->zero = e->x_re;
  for (int k = 0; k < f->zeros; k++) {
    SN_ASSERT(which[k] >= k); /* none is overwritten before it is moved */
    memmove(f->zero + (size_t)k * (size_t)l->n, e->x_re + (size_t)which[k] * (size_t)l->n,
            (size_t)l->n * sizeof(double));
  }
  return SN_OK;
}

/* Moves the `count` modes nearest to the requested frequency to the front. The solver finds those nearest in w^2, which is another
   order. Returns 0 when a mode that it has not found could be nearer. */
static int nearest_first(const sn_modes_options *o, sn_found *f, int complete)
{
  const double w = o->shift;
  SN_ASSERT(!isnan(w) && o->count > 0);
  double reach = 0;
  for (int i = 0; i < f->n; i++) {
    const sn_mode x = f->list[i];
    const double far = fabs(x.frequency - w);
    int k = i;
    reach = fmax(reach, fabs(x.frequency * x.frequency - x.growth * x.growth - w * w));
    for (; k > 0 && far < fabs(f->list[k - 1].frequency - w); k--) {
      f->list[k] = f->list[k - 1];
    }
    f->list[k] = x;
  }
  if (f->n <= o->count || !f->list) {
    return complete;
  }
  const double d = fabs(f->list[o->count - 1].frequency - w);
  return complete || d * (2 * w + d) <= reach;
}

sn_status sn_find_symmetric(sn_linear *l, const sn_modes_options *o, int all_zeros, sn_found *all, sn_modes *out,
                            sn_error *error)
{
  const sn_pencil p = {.n = l->n, .data = l, .solve = solve, .weigh = weigh};
  const double first = isnan(o->shift) ? 1e-7 * l->typical : -o->shift * o->shift;
  double tau = first;
  int ask = o->count + SN_MODES_SPARE;
  SN_ASSERT(ask > 0 && l->typical > 0);
  sn_found f = {0};
  for (int shifts = 0;;) {
    sn_eigenpairs e;
    const sn_arena_mark mark = sn_arena_here(l->arena);
    SN_TRY(sn_linear_factor(l, 0, tau, error));
    sn_status status = sn_eigen_symmetric(&p, ask, o->method, l->arena, &e, error);
    if (sn_wants_all(status, ask, l->n)) {
      ask = l->n;
      status = sn_eigen_symmetric(&p, ask, o->method, l->arena, &e, error);
    }
    status = status == SN_OK ? sn_take_symmetric(l, &e, &f, error) : status;
    if (status == SN_ESINGULAR && shifts > 0 && shifts < SN_MODES_ROUNDS) {
      /* a better shift has hit an eigenvalue, that of an imminent buckling: the first shift is good enough */
      tau = first;
      shifts = SN_MODES_ROUNDS;
      sn_arena_reset(l->arena, mark);
      continue;
    }
    SN_TRY(status);
    out->method = e.method;
    out->complete = e.n < ask || ask == l->n;
    if (!isnan(o->shift)) {
      if (!nearest_first(o, &f, out->complete) && ask < l->n) {
        ask *= 2;
        sn_arena_reset(l->arena, mark);
        continue;
      }
      out->complete = out->complete && f.n <= o->count;
      f.n = f.n < o->count ? f.n : o->count;
    }
    SN_TRY(sn_modes_order(f.list, f.n, o->count, l->arena, out, error));
    const double next =
        isnan(o->shift) && shifts + 1 < SN_MODES_ROUNDS ? sn_better_shift(l, tau, f.lowest, f.zeros) : 0;
    const int more = isnan(o->shift) && sn_wants_more(o, out, &f, ask, l->n);
    f.hidden = more && !all_zeros && e.method == SN_EIGEN_KRYLOV;
    if ((next == 0 && !more) || f.hidden) {
      break;
    }
    shifts += next > 0;
    tau = next > 0 ? next : tau;
    ask = more ? sn_ask_for_more(&f, ask, l->n) : ask;
    sn_arena_reset(l->arena, mark);
  }
  out->complete = out->complete && f.n - f.zeros <= o->count;
  out->stiff_beyond = isnan(o->shift) && !out->complete && f.n - f.zeros < o->count;
  SN_ASSERT(f.zeros <= f.n || !isnan(o->shift));
  *all = f;
  all->tau = tau;
  return SN_OK;
}

sn_status sn_modes_symmetric(sn_linear *l, const sn_modes_options *o, sn_modes *out, sn_error *error)
{
  sn_found f;
  SN_TRY(sn_find_symmetric(l, o, 0, &f, out, error));
  return f.hidden ? sn_modes_behind(l, o, &f, out, error) : SN_OK;
}
