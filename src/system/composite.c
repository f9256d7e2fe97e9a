/* system/composite.c -- scalar strains of several forms: eps = sum coefficient*coordinate + offset.
 * Theory:  docs/theory.md, composite strains. Angles are read from pairs (cosine, sine) and counted from a stored value,
 *          so that they stay smooth past pi; a step must turn by less than pi.
 */
#include "system/kernel.h"

#include <string.h>

static const double TURN = 6.283185307179586;

double sn_counted_angle(double from, double c, double s)
{
  const double cf = cos(from), sf = sin(from);
  return from + atan2(cf * s - sf * c, cf * c + sf * s);
}

double sn_coordinate_value(sn_coordinate_type type, const double *e, double from)
{
  SN_ASSERT(type != SN_COORDINATE_FUNCTION && type != SN_COORDINATE_GAP);
  return type == SN_COORDINATE_ANGLE    ? sn_counted_angle(from, e[0], e[1])
         : type == SN_COORDINATE_LENGTH ? sqrt(2 * e[0])
                                        : e[0];
}

double sn_coordinate_rate(sn_coordinate_type type, const double *e, const double *rate)
{
  SN_ASSERT(type != SN_COORDINATE_FUNCTION && type != SN_COORDINATE_GAP);
  return type == SN_COORDINATE_ANGLE    ? (e[0] * rate[1] - e[1] * rate[0]) / (e[0] * e[0] + e[1] * e[1])
         : type == SN_COORDINATE_LENGTH ? rate[0] / sqrt(2 * e[0])
                                        : rate[0];
}

double sn_drive(const sn_block *b, const double *internal, double t)
{
  SN_ASSERT(!b->drive || !b->drive_is_rate || b->drive_internal >= 0);
  return !b->drive ? 0 : b->drive_is_rate ? internal[b->drive_internal] : sn_expr_value(b->drive, &t);
}

double sn_drive_rate(const sn_block *b, double t)
{
  double rate = 0;
  if (!b->drive) {
    return 0;
  }
  SN_ASSERT(sn_expr_variables(b->drive) <= 1);
  const double value = sn_expr_gradient(b->drive, &t, &rate);
  return b->drive_is_rate ? value : rate;
}

void sn_drive_taylor(const sn_block *b, const double *internal, double t, double u[3])
{
  SN_ASSERT(b->drive && (!b->drive_is_rate || b->drive_internal >= 0));
  sn_expr_taylor(b->drive, &t, 0, u);
  if (b->drive_is_rate) {
    u[2] = u[1];
    u[1] = u[0];
    u[0] = internal[b->drive_internal];
  }
}

void sn_count_angles(const sn_block *b, const sn_v3 *q, double *internal)
{
  double e[SN_MAX_COMPOSITE_FORMS];
  if (b->n_coordinate == 0) {
    return;
  }
  SN_ASSERT(b->n_form <= SN_MAX_COMPOSITE_FORMS);
  sn_forms(b, q, e);
  for (int i = 0; i < b->n_coordinate; i++) {
    const sn_coordinate *c = b->coordinate + i;
    if (c->type == SN_COORDINATE_ANGLE) {
      SN_ASSERT(c->internal >= 0 && c->form + 1 < b->n_form);
      internal[c->internal] = sn_coordinate_value(c->type, e + c->form, internal[c->internal]);
    }
  }
}

/* Adds the whole turns of one angle times its coefficient to hi + lo, exactly: sums of turns that cancel leave nothing. */
static void add_turns(double p, double turns, double *hi, double *lo)
{
  const double x = p * turns, sum = *hi + x, part = sum - *hi;
  *lo += fma(p, turns, -x) + ((*hi - (sum - part)) + (x - part));
  *hi = sum;
}

/* Function of forms, or gap, with what is asked for: gradient and Hessian of its m forms. */
static double evaluate(const sn_coordinate *x, const double *e, double *G, double *H)
{
  SN_ASSERT(x->type == SN_COORDINATE_GAP ? x->gap != NULL : x->function != NULL);
  if (x->type == SN_COORDINATE_GAP) {
    return x->gap->value(x->gap, e, G, H);
  }
  return H   ? sn_expr_hessian(x->function, e, G, H)
         : G ? sn_expr_gradient(x->function, e, G)
             : sn_expr_value(x->function, e);
}

/* Its value times p; adds to gradient and Hessian, rows of which are n apart. */
static double function_of(const sn_coordinate *x, double p, const double *e, int n, double *gradient, double *hessian)
{
  const int m = x->type == SN_COORDINATE_GAP ? x->gap->n : sn_expr_variables(x->function), wanted = gradient || hessian;
  SN_ASSERT(m <= n && n <= SN_MAX_COMPOSITE_FORMS);
  double G[SN_MAX_COMPOSITE_FORMS], H[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  const double value = evaluate(x, e, wanted ? G : NULL, hessian ? H : NULL);
  for (int k = 0; k < m && wanted; k++) {
    if (gradient) {
      gradient[k] += p * G[k];
    }
    for (int l = 0; l < m && hessian; l++) {
      hessian[k * n + l] += p * H[k * m + l];
    }
  }
  return p * value;
}

/* Where a coordinate is asked, and where its derivatives are added: rows of the Hessian are n apart. */
typedef struct {
  const double *internal, *e;
  int n;
  double *gradient, *hessian;
  double hi, lo; /* whole turns */
} sum;

static double angle_of(const sn_coordinate *x, double p, sum *to)
{
  const int k = x->form, n = to->n;
  const double c = to->e[k], s = to->e[k + 1], r = c * c + s * s;
  double rest = 0;
  if (to->internal) { /* the rest within a turn keeps its digits however often a gear has turned */
    rest = atan2(s, c);
    add_turns(p, round((to->internal[x->internal] - rest) / TURN), &to->hi, &to->lo);
  }
  if (to->gradient) {
    to->gradient[k] -= p * s / r;
    to->gradient[k + 1] += p * c / r;
  }
  if (to->hessian) {
    const double cc = 2 * c * s / (r * r), cs = (s * s - c * c) / (r * r);
    double *h = to->hessian + k * n + k;
    h[0] += p * cc;
    h[1] += p * cs;
    h[n] += p * cs;
    h[n + 1] -= p * cc;
  }
  return p * rest;
}

/* p times a coordinate, without the whole turns of an angle; adds its derivatives. */
static double coordinate_of(const sn_coordinate *x, double p, sum *to)
{
  const int k = x->form, n = to->n;
  SN_ASSERT(k >= 0 && k + (x->type == SN_COORDINATE_ANGLE) < n &&
            (to->gradient || to->internal || x->type != SN_COORDINATE_ANGLE));
  if (x->type == SN_COORDINATE_ANGLE) {
    return angle_of(x, p, to);
  }
  if (x->type == SN_COORDINATE_FUNCTION || x->type == SN_COORDINATE_GAP) {
    return function_of(x, p, to->e + k, n, to->gradient ? to->gradient + k : NULL,
                       to->hessian ? to->hessian + k * n + k : NULL);
  }
  if (x->type == SN_COORDINATE_FORM) {
    if (to->gradient) {
      to->gradient[k] += p;
    }
    return p * to->e[k];
  }
  const double l = sn_coordinate_value(x->type, to->e + k, 0);
  if (to->gradient) {
    to->gradient[k] += p / l;
  }
  if (to->hessian) {
    to->hessian[k * n + k] -= p / (l * l * l);
  }
  return p * l;
}

/* Of a sum of rates with factors A_i(x): the rate is c.e' with c = sum A_i dx_i/de. Gives c and, in place of the Hessian, dc_k/de_l, which
   is not symmetric. */
static void factors_of(const sn_block *b, sum *at)
{
  enum { MOST = SN_MAX_FACTORS };
  const int n = b->n_form, m = b->n_coordinate;
  double x[MOST] = {0}, G[MOST][SN_MAX_COMPOSITE_FORMS], dA[MOST];
  SN_ASSERT(m <= MOST && sn_expr_variables(b->factor[0]) <= MOST);
  for (int i = 0; i < m; i++) {
    sum one = {.internal = at->internal, .e = at->e, .n = n, .gradient = memset(G[i], 0, sizeof G[i])};
    x[i] = coordinate_of(b->coordinate + i, b->coordinate[i].coefficient, &one);
    x[i] += TURN * (one.hi + one.lo);
  }
  for (int i = 0; i < m; i++) {
    const double A = sn_expr_gradient(b->factor[i], x, dA);
    (void)coordinate_of(b->coordinate + i, A * b->coordinate[i].coefficient, at);
    for (int j = 0; j < m && at->hessian; j++) {
      for (int k = 0; k < n * n; k++) {
        at->hessian[k] += G[i][k / n] * dA[j] * G[j][k % n];
      }
    }
  }
}

double sn_composite(const sn_block *b, const double *internal, const double *e, double *gradient, double *hessian)
{
  const int n = b->n_form;
  SN_ASSERT(b->n_coordinate > 0 && n <= SN_MAX_COMPOSITE_FORMS);
  sum to = {.internal = internal, .e = e, .n = n, .gradient = gradient, .hessian = hessian};
  double eps = b->offset;
  if (gradient) {
    memset(gradient, 0, sizeof(double) * (size_t)n);
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)(n * n));
  }
  if (b->factor && gradient) {
    factors_of(b, &to);
  }
  for (int i = 0; i < b->n_coordinate && !b->factor; i++) {
    eps += coordinate_of(b->coordinate + i, b->coordinate[i].coefficient, &to);
  }
  return eps + TURN * (to.hi + to.lo);
}

int sn_only_counts(const sn_block *b)
{
  double force;
  return b->law == &sn_law_given && (!b->given || (sn_expr_is_constant(b->given, &force) && force == 0));
}
