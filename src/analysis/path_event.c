/* analysis/path_event.c -- limits of the loads and branches between two points of a path.
 * Theory:  at a limit d mu/ds vanishes; at a branch the tangent without damping is singular and d mu/ds is not zero. The first
 *          is solved for by regula falsi, the second by a smooth function of the softest direction (path_branch.c).
 * Tests:   tests/analysis/test_path.c
 */
#include <math.h>

#include "analysis/path_branch.h"
#include "analysis/path_private.h"

/* Finds the limit of the loads within the last step of length ds from `last`: d mu/ds vanishes there. Uses regula falsi with halved ends
   (the factor converges twice as fast as ds). Returns the factor. */
double sn_path_limit(sn_path_walk *k, double ds, double *error)
{
  enum { MOST = 12 };
  double a = 0, b = ds, slope_a = k->last.tangent_load, slope_b = k->tangent_load, factor = k->mixed.factor;
  int side = 0;
  SN_ASSERT(slope_a * slope_b < 0);
  sn_path_keep(k, &k->ahead);
  *error = fabs(k->last.factor - factor);
  for (int i = 0; i < MOST; i++) {
    const double c = (a * slope_b - b * slope_a) / (slope_b - slope_a), before = factor;
    sn_error unused = {0};
    sn_path_go_to(k, &k->last);
    if (sn_path_try(k, c, NAN, &unused) != SN_OK) {
      break;
    }
    factor = k->mixed.factor;
    *error = fabs(factor - before);
    if (*error <= 1e-10 * fabs(factor)) {
      break;
    }
    if (k->tangent_load * slope_a > 0) {
      a = c;
      slope_a = k->tangent_load;
      slope_b *= side == 1 ? 0.5 : 1;
      side = 1;
    } else {
      b = c;
      slope_b = k->tangent_load;
      slope_a *= side == 2 ? 0.5 : 1;
      side = 2;
    }
  }
  SN_ASSERT(!(*error < 0));
  sn_path_go_to(k, &k->ahead);
  return factor;
}

/* K^-1 v of the tangent without damping, node unknowns; SN_ESINGULAR: it does not exist. */
static sn_status solve_undamped(sn_path_walk *k, const double *v, double *out)
{
  sn_still *w = &k->s;
  SN_ASSERT(v != w->x && out != w->x);
  sn_still_put(w, v, w->x);
  SN_TRY(sn_lin_solve(w->lin, w->x));
  sn_still_get(w, w->x, out);
  return SN_OK;
}

/* The undamped tangent at this point: the damping would shift the position where it is singular. */
static sn_status factor_undamped(sn_path_walk *k)
{
  sn_error unused = {0};
  const double damping = k->mixed.damping;
  SN_ASSERT(!(damping < 0));
  k->mixed.damping = 0;
  const sn_status status = sn_mixed_tangent(&k->mixed, 0, &unused);
  k->mixed.damping = damping;
  return status;
}

static void normalise(const sn_path_walk *k, double *v)
{
  const double length = sqrt(sn_path_length2(k, v, 0));
  SN_ASSERT(v != k->tangent && v != k->last.tangent);
  for (int i = 0; i < k->m->n_unknown && length > 0; i++) {
    v[i] /= length;
  }
}

/* The direction in which the tangent is softest here, by inverse iteration from a vector that resembles no mode. */
static sn_status find_soft(sn_path_walk *k)
{
  enum { TIMES = 6 };
  SN_ASSERT(k->soft && k->soft_weighted && k->soft != k->soft_weighted);
  SN_TRY(factor_undamped(k));
  for (int i = 0; i < k->m->n_unknown; i++) {
    k->soft[i] = cos(1.0 + 2.3 * i);
  }
  for (int i = 0; i < TIMES; i++) {
    normalise(k, k->soft);
    sn_path_weigh(k, k->soft, k->soft_weighted);
    SN_TRY(solve_undamped(k, k->soft_weighted, k->soft));
  }
  normalise(k, k->soft);
  sn_path_weigh(k, k->soft, k->soft_weighted);
  return SN_OK;
}

static sn_status softness(void *data, double ds, double *t, double *factor)
{
  sn_path_walk *k = data;
  sn_error unused = {0};
  sn_path_go_to(k, &k->last);
  SN_TRY(sn_path_try(k, ds, NAN, &unused));
  *factor = k->mixed.factor;
  SN_TRY(factor_undamped(k));
  SN_TRY(solve_undamped(k, k->soft_weighted, k->mixed.xi));
  *t = 1 / sn_still_dot(&k->s, k->soft_weighted, k->mixed.xi);
  return SN_OK;
}

/* The same for a branch, where the sign of the determinant changes. ds is halved a few times, which also gives the soft
   direction; then the position is found with a smooth function (path_branch.c). *error: of the factor. */
double sn_path_branch(sn_path_walk *k, double ds, double *error)
{
  enum { HALVINGS = 4 };
  double a = 0, b = ds, factor = 0.5 * (k->last.factor + k->mixed.factor);
  SN_ASSERT(k->sign != k->last.sign);
  sn_path_keep(k, &k->ahead);
  *error = 0.5 * fabs(k->last.factor - k->mixed.factor);
  for (int i = 0; i < HALVINGS; i++) {
    sn_error unused = {0};
    sn_path_go_to(k, &k->last);
    if (sn_path_try(k, 0.5 * (a + b), NAN, &unused) != SN_OK) {
      break; /* the point happens to be exactly there */
    }
    factor = k->mixed.factor;
    *error /= 2;
    *(k->sign == k->last.sign ? &a : &b) = 0.5 * (a + b);
  }
  double found = NAN, left = INFINITY;
  /* not closer than a few thousandths of the load, where the iteration converges badly */
  const double wide = fmax(0.25 * (b - a), 0.008 * fabs(factor / k->last.tangent_load));
  const sn_branch_search search = {k, softness};
  if (find_soft(k) == SN_OK && sn_branch_find(&search, a - wide, b + wide, &found, &left) && left < *error) {
    factor = found;
    *error = left;
  }
  sn_path_go_to(k, &k->ahead);
  return factor;
}
