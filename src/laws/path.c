/* laws/path.c -- composite strains along the path of a step.
 * Theory:  docs/theory.md, composite strains. With n_c, n_d corrected by the quadrature error r, the work of the stresses
 *          s_c = tau_c n_c + tau_d n_d, s_d = tau_c n_d + tau_d m_d is exactly tau_c (a_eps - t_c) - r3 tau_d b_eps.
 * Limits:  an angle must turn by less than pi in a step.
 */
#include "laws/path.h"

#include <math.h>
#include <string.h>

#include "laws/gauss.h"
#include "math/lane.h"
#include "system/kernel.h"

static const double ROUND_OFF = 8 * 0x1p-52; /* of a sum of a few terms */
sn_status sn_path_new(const sn_block *b, sn_arena *arena, sn_path *p, sn_error *error)
{
  const int n = b->n_form;
  SN_ASSERT(b->law->is_scalar && n <= SN_MAX_COMPOSITE_FORMS);
  double *x = SN_NEW(arena, double, 8 * n + 6 * n * n);
  if (!x) {
    return sn_no_memory(error, "the steps");
  }
  *p = (sn_path){.e_i = x,
                 .a = x + n,
                 .b0 = x + 2 * n,
                 .b = x + 3 * n,
                 .n_c = x + 4 * n,
                 .n_d = x + 5 * n,
                 .m_d = x + 6 * n,
                 .g_f = x + 7 * n,
                 .hessian = x + 8 * n};
  return SN_OK;
}

double sn_path_drive(const sn_block *b, double u_i, double t, double h, double *d)
{
  const double end = t + h;
  double step = 0;
  *d = 0;
  for (int i = 0; i < 4 && b->drive; i++) {
    const double s = sn_gauss4[i].at, w = sn_gauss4[i].weight, rate = sn_drive_rate(b, t + s * h);
    step += h * w * rate;
    *d -= h * w * (R3 * (2 * s - 1)) * rate;
  }
  return !b->drive ? u_i : b->drive_is_rate ? u_i + step : sn_expr_value(b->drive, &end);
}

/* Drive and given force over the step. */
static void follow_time(const sn_block *b, double t, double h, int two_stage, sn_path *p)
{
  SN_ASSERT(h > 0);
  p->u_f = sn_path_drive(b, p->u_i, t, h, &p->t_d);
  p->drive_step = p->u_f - p->u_i;
  p->t_c = -p->drive_step;
  p->given_c = p->given_d = 0;
  if (b->given) {
    const double shift = two_stage ? 0.5 / R3 : 0, at[2] = {t + (0.5 + shift) * h, t + (0.5 - shift) * h};
    const double plus = sn_expr_value(b->given, at), minus = two_stage ? sn_expr_value(b->given, at + 1) : plus;
    p->given_c = 0.5 * (plus + minus);
    p->given_d = 0.5 * (plus - minus);
  }
}

void sn_path_start(const sn_block *b, const sn_state *x, double h, int two_stage, sn_path *p)
{
  SN_ASSERT(b->n_stress == !b->law->is_rate && p->e_i && (b->potential || !b->law->stores_energy));
  p->t = *x->t;
  p->h = h;
  sn_forms(b, x->q, p->e_i);
  p->g_i = sn_composite(b, x->internal, p->e_i, NULL, NULL);
  p->u_i = sn_drive(b, x->internal, *x->t);
  p->eps_i = p->g_i - p->u_i;
  p->stiffness = 0;
  if (b->law->stores_energy) {
    double k = 0;
    b->potential->force(b->potential, p->eps_i, &k);
    p->stiffness = k > 0 ? k : 0;
  }
  p->tau_c = b->n_stress > 0 ? x->stress[b->stress] : 0;
  p->tau_d = 0;
  follow_time(b, *x->t, h, two_stage, p);
}

/* size of the terms of a composite strain: they may cancel (a gear that holds), their round-off does not */
static double size_of_function(const sn_coordinate *c, const double *e)
{
  const int n = c->gap ? c->gap->n : sn_expr_variables(c->function);
  SN_ASSERT(n <= SN_MAX_COMPOSITE_FORMS);
  double gradient[SN_MAX_COMPOSITE_FORMS];
  double size = fabs(c->gap ? c->gap->value(c->gap, e, gradient, NULL) : sn_expr_gradient(c->function, e, gradient));
  for (int k = 0; k < n; k++) {
    size += fabs(gradient[k] * e[k]);
  }
  return size;
}
static double size_of_terms(const sn_block *b, const double *e)
{
  double size = fabs(b->offset);
  for (int i = 0; i < b->n_coordinate; i++) {
    const sn_coordinate *c = b->coordinate + i;
    SN_ASSERT(c->form >= 0 && c->form + (c->type == SN_COORDINATE_ANGLE) < b->n_form);
    const double x = c->type == SN_COORDINATE_FORM     ? e[c->form]
                     : c->type == SN_COORDINATE_LENGTH ? sqrt(2 * e[c->form])
                     : c->type == SN_COORDINATE_ANGLE  ? atan2(e[c->form + 1], e[c->form])
                                                       : size_of_function(c, e + c->form);
    size += fabs(c->coefficient * x);
  }
  return size;
}

/* How far a coordinate can get from its start while its forms change by up to `by`; INFINITY: not known. */
static double reach(const sn_coordinate *c, const double *e, const double *by)
{
  const double *at = e + c->form, *d = by + c->form;
  double sum = 0;
  switch (c->type) {
  case SN_COORDINATE_FORM:
    return d[0];
  case SN_COORDINATE_LENGTH: /* l - l_i = 2 (e - e_i)/(l + l_i) */
    return 2 * d[0] / sqrt(2 * at[0]);
  case SN_COORDINATE_ANGLE: { /* asin(x) <= 1.05 x for x <= 1/2 */
    const double x = sqrt((d[0] * d[0] + d[1] * d[1]) / (at[0] * at[0] + at[1] * at[1]));
    return x < 0.5 ? 1.05 * x : INFINITY;
  }
  case SN_COORDINATE_GAP:
    for (int k = 0; k < c->gap->n && c->gap->steepest; k++) {
      sum += c->gap->steepest[k] * d[k];
    }
    return c->gap->steepest ? sum : INFINITY;
  case SN_COORDINATE_FUNCTION:
    break;
  }
  return INFINITY;
}

/* Is the law one-sided, and too far from its edge to act in this step? The path of the strain has a curvature of its own and y in it: it
   stays within 1.375 times the reach, and twice is asked for. */
static int stays_open(const sn_block *b, const sn_path_at *at, const sn_path *p)
{
  const int side = sn_one_side(b);
  if (side == 0 || b->drive) {
    return 0;
  }
  const double edge = b->potential ? b->potential->edge : b->rate->edge;
  const sn_gap *gap = b->contact ? b->coordinate->gap : NULL;
  const double clear =
      gap && gap->distance ? gap->distance(gap, p->e_i + b->coordinate->form) : side * (edge - p->eps_i);
  double by[SN_MAX_COMPOSITE_FORMS], sum = 0;
  for (int k = 0; k < b->n_form && clear > 0; k++) {
    by[k] = fabs(at->a[k]) + (at->b ? 0.75 * fmax(fabs(at->b0[k]), fabs(at->b[k])) : 0);
  }
  for (int i = 0; i < b->n_coordinate && 2 * sum < clear; i++) {
    sum += fabs(b->coordinate[i].coefficient) * reach(b->coordinate + i, p->e_i, by);
  }
  return clear > 0 && 2 * sum < clear;
}

void sn_path_evaluate(const sn_block *b, const sn_path_at *at, sn_path *p)
{
  const int n = b->n_form, two_stage = at->b != NULL;
  const double *internal = at->internal, alpha = at->alpha;
  double e[SN_MAX_COMPOSITE_FORMS];
  SN_ASSERT(n <= SN_MAX_COMPOSITE_FORMS && b->law != &sn_law_rate);
  SN_ASSERT(!(alpha < 0 || alpha > 1));
  for (int k = 0; k < n; k++) {
    p->a[k] = at->a[k];
    p->b0[k] = two_stage ? at->b0[k] : 0;
    p->b[k] = two_stage ? at->b[k] : 0;
    e[k] = p->e_i[k] + at->a[k];
  }
  p->open = stays_open(b, at, p);
  if (p->open) {
    memset(p->law, 0, sizeof p->law);
    p->tau_c = p->tau_d = p->residual[0] = p->residual[1] = p->a_eps = p->b_eps = p->loss = p->approach = 0;
    p->eps_f = p->eps_i;
    return;
  }
  sn_path_means(b, p);
  const double g_f = sn_composite(b, internal, e, p->g_f, NULL);
  p->eps_f = g_f - p->u_f;
  /* the quadrature error of the gradient's work goes along the path */
  double work = 0, size = 0;
  double share[SN_MAX_COMPOSITE_FORMS]; /* of a form in the square of the path, without a unit */
  for (int k = 0; k < n; k++) {
    const double unit = b->dimension[k] == 0 ? 1 : b->dimension[k] == 1 ? at->length : at->length * at->length;
    share[k] = 1 / (unit * unit);
    work += p->n_c[k] * p->a[k] - R3 * p->n_d[k] * p->b0[k];
    size += share[k] * (p->a[k] * p->a[k] + 3 * p->b0[k] * p->b0[k]);
  }
  const double r = g_f - p->g_i - work;
  SN_ASSERT(!(size < 0));
  const double level = fabs(g_f) + fabs(p->g_i) + fabs(work);
  if (fabs(r) > ROUND_OFF * level && fabs(r) > ROUND_OFF * (level + size_of_terms(b, e))) {
    for (int k = 0; k < n; k++) {
      p->n_c[k] += r * share[k] * p->a[k] / size;
      p->n_d[k] -= R3 * r * share[k] * p->b0[k] / size;
    }
  }
  p->a_eps = (g_f - p->g_i) - p->drive_step;
  p->b_eps = two_stage ? -p->t_d / R3 : 0;
  for (int k = 0; k < n && two_stage; k++) {
    p->b_eps += p->m_d[k] * p->b[k] - p->n_d[k] * p->a[k] / R3;
  }
  memset(p->law, 0, sizeof p->law);
  if (b->law->is_constraint) {
    p->residual[0] = p->eps_f;
    p->residual[1] = p->b_eps;
  } else if (b->law->is_rate) {
    sn_path_rate(b->rate, two_stage, p);
  } else if (b->contact) {
    sn_path_contact(b->contact, b->potential, alpha, two_stage, p);
  } else if (!b->law->stores_energy) {
    p->residual[0] = p->tau_c + p->given_c;
    p->residual[1] = p->tau_d + p->given_d;
  } else {
    sn_path_potential(b->potential, alpha, two_stage, p);
  }
}

void sn_path_accept(const sn_block *b, const sn_path *p, sn_state *x)
{
  SN_ASSERT(b->n_stress == 1 && (b->energy_internal < 0 || b->potential));
  x->stress[b->stress] = p->tau_c;
  if (b->drive && b->drive_is_rate) {
    x->internal[b->drive_internal] += p->drive_step;
  }
  if (b->energy_internal >= 0) {
    x->internal[b->energy_internal] += b->potential->difference(b->potential, p->eps_i, p->eps_f);
  }
  sn_count_angles(b, x->q, x->internal);
}
