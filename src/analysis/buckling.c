/* analysis/buckling.c -- linear buckling loads.
 * Theory:  docs/theory-modes.md (8). The tangent at the loaded equilibrium has two parts: K_material, as if nothing were stressed,
 *          and K_stress, from stresses, multipliers and loads, taken as proportional to the loads: K_material x = -f K_stress
 *          x. Eigenvalues 1/f of -K_material^-1 K_stress, largest first. As the loads approach the critical ones f goes to 1
 *          and the answer is exact, deflection before buckling included; far below it is the classical one.
 * Limits:  all loads, gravity included, grow by one factor. Complex factors (flutter of follower loads) are counted, not
 *          followed.
 * Tests:   tests/analysis/test_modes.c
 */
#include "analysis/modes_private.h"
#include <string.h>

/* Of shapes while they are looked for, where both parts are symmetric: the quotient of a shape, after another solve, has the square of
   its error. */
static const double settled = 1e-10;

typedef struct {
  sn_linear *l;
  sn_lin *stress; /* K_stress */
} problem;

static sn_status solve(void *data, const double *r, double *x)
{
  const problem *p = data;
  SN_ASSERT(r != x);
  SN_TRY(sn_linear_solve_again(p->l, r, x));
  for (int i = 0; i < p->l->n; i++) {
    x[i] /= p->l->unit[i];
  }
  return SN_OK;
}

static void weigh(void *data, const double *x, double *r)
{
  const problem *p = data;
  sn_linear *l = p->l;
  SN_ASSERT(l->n <= l->w.n_unknown && r != l->w.x);
  for (int i = 0; i < l->n; i++) {
    l->w.x[i] = -l->unit[i] * x[i];
  }
  sn_linear_times(l, p->stress, l->w.x, r);
}

static sn_status without_stiffness(sn_error *error)
{
  return sn_fail(error, SN_EMODEL, "buckling",
                 "There are no buckling loads: the structure can move without any stiffness.",
                 "Buckling compares what loads do with an elastic stiffness in every direction that can move.",
                 "Hold the free parts, or compute modes: a growing mode shows what falls over.");
}

static sn_status unloaded(sn_error *error)
{
  return sn_fail(error, SN_EMODEL, "buckling", "There are no buckling loads: nothing is stressed.",
                 "No load, weight or preload acts in the equilibrium.",
                 "Add the load; its critical value is the factor times it.");
}

/* w.lin = K_material, Q factored from it, p->stress = K - K_material. */
static sn_status split(problem *p, sn_error *error)
{
  sn_linear *l = p->l;
  SN_ASSERT(!l->w.bare && p->stress != l->w.lin);
  sn_lin_clear(p->stress);
  sn_lin_sum(p->stress, 1, l->w.lin);
  l->w.bare = 1;
  sn_still_tangent(&l->w, 0);
  l->w.bare = 0;
  sn_lin_sum(p->stress, -1, l->w.lin);
  sn_lin_clear(l->Q);
  sn_lin_sum(l->Q, 1, l->w.lin);
  const sn_status status = sn_lin_factor(l->Q);
  if (status != SN_OK) {
    return status == SN_ENOMEM ? sn_no_memory(error, "the buckling loads") : without_stiffness(error);
  }
  return SN_OK;
}

/* A new solve must reproduce x/f; it also gives the multipliers of the increment. */
static sn_status clean(problem *p, const double *x, double theta, sn_candidate *c, double *drift)
{
  sn_linear *l = p->l;
  double change = 0, size = 0;
  SN_ASSERT(theta != 0);
  weigh(p, x, c->x_im);
  SN_TRY(sn_linear_solve(l, c->x_im, c->x_re));
  memcpy(c->row_re, l->full, (size_t)l->w.n_unknown * sizeof(double));
  memset(c->row_im, 0, (size_t)l->w.n_unknown * sizeof(double));
  memset(c->x_im, 0, (size_t)l->n * sizeof(double));
  for (int i = 0; i < l->n; i++) {
    c->row_re[l->at[i]] = 0;
    change = fmax(change, fabs(c->x_re[i] / l->unit[i] - theta * x[i]));
    size = fmax(size, fabs(theta * x[i]));
  }
  *drift = size > 0 && isfinite(change) ? change / size : INFINITY;
  return SN_OK;
}

/* Rayleigh's, of 1/f. */
static double quotient(const problem *p, const double *x)
{
  sn_linear *l = p->l;
  return -sn_linear_product(l, p->stress, 0, x, x) / sn_linear_product(l, l->w.lin, 0, x, x);
}

static sn_status take(problem *p, const sn_eigenpairs *e, int count, sn_modes *out, sn_error *error)
{
  sn_linear *l = p->l;
  const sn_lin *const matrices[] = {l->w.lin, p->stress};
  sn_mode *list = SN_NEW(l->arena, sn_mode, e->n + 1);
  sn_candidate c;
  if (!list) {
    return sn_no_memory(error, "the buckling loads");
  }
  SN_ASSERT(out->n == 0 && count > 0);
  SN_TRY(sn_candidate_new(l, &c, error));
  for (int i = 0; i < e->n && out->n < count; i++) {
    double drift;
    if (fabs(e->im[i]) > 1e-6 * fabs(e->re[i])) {
      out->n_flutter += e->im[i] > 0;
      continue;
    }
    if (!(fabs(e->re[i]) > 1e-12 * fabs(e->re[0]))) {
      break; /* directions that no load can buckle */
    }
    SN_TRY(clean(p, e->x_re + (size_t)i * (size_t)l->n, e->re[i], &c, &drift));
    if (drift > 1e-4) {
      continue;
    }
    const double theta = sn_still_has_potential(l->m->s) ? quotient(p, c.x_re) : e->re[i];
    const double factor[][2] = {{1, 0}, {1 / theta, 0}};
    c.residual = sn_candidate_residual(l, &c, 2, matrices, factor);
    SN_ASSERT(out->n < e->n && e->re[i] != 0);
    SN_TRY(sn_mode_finish(l, &c, list + out->n, error));
    list[out->n++].factor = 1 / theta;
  }
  SN_ASSERT(out->n <= count && out->n <= e->n);
  out->mode = list;
  out->method = e->method;
  out->complete = e->n < count;
  return SN_OK;
}

static sn_status find(problem *p, const sn_modes_options *o, sn_modes *out, sn_error *error)
{
  sn_linear *l = p->l;
  sn_eigenpairs e;
  SN_ASSERT(l->n > 0 && o->count > 0);
  SN_TRY(sn_lin_like(l->w.lin, l->arena, &p->stress, error));
  SN_TRY(split(p, error));
  if (!(sn_linear_product(l, p->stress, 1, l->unit, l->unit) >
        1e-13 * sn_linear_product(l, l->w.lin, 1, l->unit, l->unit))) {
    return unloaded(error);
  }
  const sn_pencil pencil = {
      .n = l->n, .data = p, .solve = solve, .weigh = weigh, .tolerance = sn_still_has_potential(l->m->s) ? settled : 0};
  const sn_status status = sn_eigen_general(&pencil, o->count + 4, o->method, l->arena, &e, error);
  if (status == SN_ESINGULAR) {
    return without_stiffness(error);
  }
  SN_TRY(status);
  if (e.n == 0 || !(hypot(e.re[0], e.im[0]) < 1e12)) {
    return e.n == 0 ? unloaded(error) : without_stiffness(error);
  }
  return take(p, &e, o->count, out, error);
}

sn_status sn_buckling_find(sn_instant *m, const sn_state *x, const sn_modes_options *o, sn_arena *arena, sn_modes *out,
                           sn_error *error)
{
  sn_linear l;
  problem p = {.l = &l};
  *out = (sn_modes){.extent = m->s->extent, .symmetric = 1};
  SN_TRY(sn_linear_new(m, x, &(sn_modes_options){.undamped = 1}, arena, &l, error));
  out->force = l.w.force;
  out->residual = sn_still_residual(&l.w);
  const sn_status status = l.n == 0 ? without_stiffness(error) : find(&p, o, out, error);
  sn_lin_free(p.stress);
  sn_linear_free(&l);
  return status;
}
