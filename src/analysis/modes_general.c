/* analysis/modes_general.c -- eigenvalues with damping or rotation, by shift and invert.
 * Theory:  docs/theory-modes.md (5). z = (x/unit, x'/(unit shift)); one factor of K + s C + s^2 M at a real shift s serves both
 *          halves. The shift is chosen from the lowest frequency found, in two or three rounds.
 * Limits:  the modes nearest to zero; there is no search near a frequency. Motions that nothing holds and nothing damps are double
 *          roots, which round-off splits: they are taken from the problem without damping and left out (unheld_modes.c). Not
 *          where K is not symmetric (loads that follow, spin), nor where Coriolis forces meet the motion: with some dozens of
 *          those the number may be one or two short, and residuals rise to 1e-6. So they do (1e-6) when a motion that only a
 *          weak damper holds dies away so slowly that the shift lies far below the frequencies.
 * Tests:   tests/analysis/test_modes.c
 */
#include <string.h>

#include "analysis/modes_private.h"

static const double undamped = 1e-10; /* a damping ratio below this is round-off */

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the modes");
}

static void weigh_state(void *data, const double *z, double *r)
{
  sn_linear *l = data;
  SN_ASSERT(l->shift > 0);
  double *v = l->w.x; /* n_unknown numbers, scratch */
  for (int i = 0; i < l->n; i++) {
    v[i] = l->shift * l->unit[i] * z[l->n + i];
  }
  sn_linear_times(l, l->M, v, r + l->n);
  memcpy(r, z, (size_t)l->n * sizeof(double));
}

/* -(r2 + C x + s M x) */
static void right_side(sn_linear *l, const double *x, const double *r2, double *out)
{
  SN_ASSERT(l->C && l->M && l->shift > 0);
  memset(l->product, 0, (size_t)l->w.n_unknown * sizeof(double));
  memset(l->full, 0, (size_t)l->w.n_unknown * sizeof(double));
  for (int i = 0; i < l->n; i++) {
    l->full[l->at[i]] = x[i];
  }
  sn_lin_times(l->M, l->shift, 0, l->full, l->product);
  sn_lin_times(l->C, 1, 0, l->full, l->product);
  for (int i = 0; i < l->n; i++) {
    out[i] = -(r2[i] + l->product[l->at[i]]);
  }
}

static sn_status solve_state(void *data, const double *r, double *z)
{
  sn_linear *l = data;
  SN_ASSERT(l->shift > 0 && l->n <= l->w.n_unknown);
  double *x = l->w.x;
  for (int i = 0; i < l->n; i++) {
    x[i] = l->unit[i] * r[i];
  }
  right_side(l, x, r + l->n, z);
  SN_TRY(sn_linear_solve_again(l, z, z));
  for (int i = 0; i < l->n; i++) {
    x[i] += l->shift * z[i]; /* x' */
  }
  sn_unheld_leave_out(l, z, NULL);
  sn_unheld_leave_out(l, x, NULL);
  for (int i = 0; i < l->n; i++) {
    z[l->n + i] = x[i] / (l->unit[i] * l->shift);
    z[i] /= l->unit[i];
  }
  return SN_OK;
}

typedef struct {
  double *x[2], *y[2], *r; /* n each: real and imaginary parts */
} buffers;

/* The same for a complex pair: a new solve from x and s must give theta x, independently of the eigenvalue solver. */
static sn_status clean_state(sn_linear *l, const buffers *b, double theta_re, double theta_im, sn_candidate *c,
                             double *drift)
{
  double change = 0, size = 0;
  SN_ASSERT(c->s_im >= 0);
  double *const row[2] = {c->row_re, c->row_im};
  for (int part = 0; part < 2; part++) { /* r2 = M s x */
    const double *x = b->x[part], *other = b->x[1 - part];
    for (int i = 0; i < l->n; i++) {
      b->y[part][i] = c->s_re * x[i] + (part ? 1 : -1) * c->s_im * other[i];
    }
    sn_linear_times(l, l->M, b->y[part], b->r);
    right_side(l, x, b->r, b->y[part]);
    SN_TRY(sn_linear_solve(l, b->y[part], b->y[part]));
    memcpy(row[part], l->full, (size_t)l->w.n_unknown * sizeof(double));
    sn_unheld_leave_out(l, b->y[part], row[part]); /* what the solve has made of their round-off */
  }
  for (int i = 0; i < l->n; i++) {
    const double re = theta_re * b->x[0][i] - theta_im * b->x[1][i], im = theta_re * b->x[1][i] + theta_im * b->x[0][i];
    change = fmax(change, hypot(b->y[0][i] - re, b->y[1][i] - im) / l->unit[i]);
    size = fmax(size, hypot(re, im) / l->unit[i]);
    c->x_re[i] = b->y[0][i];
    c->x_im[i] = b->y[1][i];
    c->row_re[l->at[i]] = c->row_im[l->at[i]] = 0;
  }
  SN_ASSERT(!(change < 0));
  *drift = size > 0 && isfinite(change) ? change / size : INFINITY;
  return SN_OK;
}

/* Zero modes come in pairs of the same shape: is this one a combination of those before it? Keeps an orthonormal set in `base`. */
static int is_new(const sn_linear *l, const double *x, double *base, int *n_base, int room)
{
  double before = 0, after = 0;
  SN_ASSERT(*n_base >= 0 && *n_base <= room);
  double *x0 = base + (size_t)*n_base * (size_t)l->n;
  if (*n_base >= room) {
    return 0;
  }
  for (int i = 0; i < l->n; i++) {
    x0[i] = x[i] / l->unit[i];
    before += x0[i] * x0[i];
  }
  for (int k = 0; k < *n_base; k++) {
    const double *b = base + (size_t)k * (size_t)l->n;
    double dot = 0;
    for (int i = 0; i < l->n; i++) {
      dot += b[i] * x0[i];
    }
    for (int i = 0; i < l->n; i++) {
      x0[i] -= dot * b[i];
    }
  }
  for (int i = 0; i < l->n; i++) {
    after += x0[i] * x0[i];
  }
  for (int i = 0; i < l->n && after > 0; i++) {
    x0[i] /= sqrt(after);
  }
  *n_base += after > 1e-4 * before;
  return after > 1e-4 * before;
}

/* A motion without stiffness and damping is a double root, which round-off e splits into s of the size sqrt(e). Its s has little
   meaning; its stiffness and its damping decide. doubt: value of |s|^2 that is round-off. */
static int is_split_zero(sn_linear *l, const buffers *b, double square, double doubt)
{
  double mass = 0, stiffness = 0, real = 0, imaginary = 0;
  SN_ASSERT(square >= 0 && !(doubt < 0));
  if (square > 1e-3 * l->shift * l->shift) {
    return 0;
  }
  for (int part = 0; part < 2; part++) {
    mass += sn_linear_product(l, l->M, 0, b->x[part], b->x[part]);
    stiffness += fabs(sn_linear_product(l, l->w.lin, 0, b->x[part], b->x[part]));
    real += sn_linear_product(l, l->C, 0, b->x[part], b->x[part]);
    imaginary += (part ? 1 : -1) * sn_linear_product(l, l->C, 0, b->x[part], b->x[1 - part]);
  }
  return stiffness <= 20 * doubt * mass && hypot(real, imaginary) <= 0.01 * sqrt(square) * mass;
}

static sn_status take_general(sn_linear *l, const sn_eigenpairs *e, sn_found *f, sn_error *error)
{
  const sn_lin *const matrices[] = {l->w.lin, l->C, l->M};
  const size_t N = (size_t)l->n;
  SN_ASSERT(l->shift > 0 && e->n <= 2 * l->n);
  sn_candidate c;
  buffers b = {{SN_NEW(l->arena, double, N), SN_NEW(l->arena, double, N)},
               {SN_NEW(l->arena, double, N), SN_NEW(l->arena, double, N)},
               SN_NEW(l->arena, double, N)};
  double *base = SN_NEW(l->arena, double, N *(size_t)(e->n + 1));
  int n_base = 0;
  if (!b.x[0] || !b.x[1] || !b.y[0] || !b.y[1] || !b.r || !base) {
    return no_memory(error);
  }
  SN_TRY(sn_found_new(l, e->n + l->unheld.n, f, error));
  SN_TRY(sn_candidate_new(l, &c, error));
  for (int i = 0; i < e->n; i++) {
    const double h = e->re[i] * e->re[i] + e->im[i] * e->im[i];
    double drift;
    if (!(h > 0)) {
      continue;
    }
    c.s_re = l->shift + e->re[i] / h;
    c.s_im = e->im[i] == 0 ? 0 : -e->im[i] / h;
    if (c.s_im < 0) {
      continue; /* the other of the pair */
    }
    for (size_t k = 0; k < N; k++) {
      b.x[0][k] = l->unit[k] * e->x_re[2 * N * (size_t)i + k];
      b.x[1][k] = l->unit[k] * e->x_im[2 * N * (size_t)i + k];
    }
    const double square = c.s_re * c.s_re + c.s_im * c.s_im;
    /* a double root is only accurate to the root of round-off */
    const double doubt = sn_linear_noise(l, b.x[0], b.x[1]);
    const int zero =
        square <= 20 * doubt || square <= 1e-10 * l->shift * l->shift || is_split_zero(l, &b, square, doubt);
    f->lowest = zero ? f->lowest : fmin(f->lowest, square);
    SN_TRY(clean_state(l, &b, e->re[i], e->im[i], &c, &drift));
    if (drift > SN_MODES_SAME || (zero && !is_new(l, c.x_re, base, &n_base, e->n))) {
      continue;
    }
    const double size = sqrt(square), no_damping = undamped * size + 20 * doubt / size; /* d(s^2) = 2 s ds */
    c.s_re = zero || fabs(c.s_re) <= no_damping ? 0 : c.s_re;
    c.s_im = zero ? 0 : c.s_im;
    const double factor[][2] = {{1, 0}, {c.s_re, c.s_im}, {c.s_re * c.s_re - c.s_im * c.s_im, 2 * c.s_re * c.s_im}};
    c.residual = sn_candidate_residual(l, &c, 3, matrices, factor);
    SN_ASSERT(f->n < e->n);
    SN_TRY(sn_mode_finish(l, &c, f->list + f->n, error));
    f->list[f->n++].zero = zero;
    f->zeros += zero;
  }
  return SN_OK;
}

/* Motions that nothing holds and nothing damps, from the problem without damping: there they are single roots. If that has no
   answer (a massless point held by dampers alone) they stay where they are. */
static sn_status find_unheld(sn_linear *l, const sn_modes_options *o, sn_mode **mode, sn_error *error)
{
  const size_t n = (size_t)l->n, N = (size_t)l->w.n_unknown;
  const sn_lin *const matrices[] = {l->w.lin};
  const double factor[][2] = {{1, 0}};
  sn_modes others;
  sn_candidate c;
  sn_found f;
  sn_error unsolved;
  SN_ASSERT(l->unheld.n == 0);
  const sn_status status = sn_find_symmetric(l, o, 1, &f, &others, &unsolved);
  if (status != SN_OK) {
    return status == SN_ENOMEM ? no_memory(error) : SN_OK;
  }
  SN_TRY(sn_unheld_find(l, f.zero, f.zeros, f.tau, error));
  SN_ASSERT(l->unheld.n <= f.zeros);
  SN_TRY(sn_candidate_new(l, &c, error));
  *mode = SN_NEW(l->arena, sn_mode, l->unheld.n + 1);
  if (!*mode) {
    return no_memory(error);
  }
  for (int i = 0; i < l->unheld.n; i++) {
    memcpy(c.x_re, l->unheld.x + (size_t)i * n, n * sizeof(double));
    memcpy(c.row_re, l->unheld.row + (size_t)i * N, N * sizeof(double));
    memset(c.x_im, 0, n * sizeof(double)); /* finishing turns the phase */
    c.residual = sn_candidate_residual(l, &c, 1, matrices, factor);
    SN_TRY(sn_mode_finish(l, &c, *mode + i, error));
    (*mode)[i].zero = 1;
  }
  return SN_OK;
}

sn_status sn_modes_general(sn_linear *l, int has_potential, const sn_modes_options *o, sn_modes *out, sn_error *error)
{
  const sn_pencil p = {.n = 2 * l->n, .data = l, .solve = solve_state, .weigh = weigh_state};
  double tau = 1e-7 * l->typical;
  int ask = 2 * (o->count + SN_MODES_SPARE);
  sn_found f = {0};
  sn_mode *unheld = NULL;
  SN_ASSERT(l->n > 0 && tau > 0);
  if (has_potential) {
    SN_TRY(find_unheld(l, o, &unheld, error));
  }
  for (int shifts = 0;;) {
    sn_eigenpairs e;
    const sn_arena_mark mark = sn_arena_here(l->arena);
    l->shift = sqrt(tau);
    SN_TRY(sn_linear_factor(l, l->shift, tau, error));
    sn_status status = sn_eigen_general(&p, ask, o->method, l->arena, &e, error);
    if (sn_wants_all(status, ask, 2 * l->n)) {
      ask = 2 * l->n;
      status = sn_eigen_general(&p, ask, o->method, l->arena, &e, error);
    }
    SN_TRY(status);
    SN_TRY(take_general(l, &e, &f, error));
    for (int i = 0; i < l->unheld.n && unheld; i++) {
      f.list[f.n++] = unheld[i];
    }
    f.zeros += l->unheld.n;
    SN_ASSERT(f.zeros <= f.n && f.n <= e.n + l->unheld.n);
    out->method = e.method;
    out->complete = e.method == SN_EIGEN_DENSE && (e.n < ask || ask == 2 * l->n);
    SN_TRY(sn_modes_order(f.list, f.n, o->count, l->arena, out, error));
    const double next = shifts + 1 < SN_MODES_ROUNDS ? sn_better_shift(l, tau, f.lowest, f.zeros) : 0;
    const int more = sn_wants_more(o, out, &f, ask, 2 * l->n);
    if (next == 0 && !more) {
      break;
    }
    shifts += next > 0;
    tau = next > 0 ? next : tau;
    ask = more ? sn_ask_for_more(&f, ask, 2 * l->n) : ask;
    sn_arena_reset(l->arena, mark);
  }
  SN_ASSERT(f.zeros <= f.n);
  out->complete = out->complete && f.n - f.zeros <= o->count;
  out->stiff_beyond = !out->complete && f.n - f.zeros < o->count;
  return SN_OK;
}
