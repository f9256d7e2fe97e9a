/* analysis/mixed.c -- Newton to an equilibrium, with the stresses of elastic blocks as unknowns of their own.
 * Theory:  unknowns q, stresses s, multipliers l, and, along a path, the factor mu of the loads:
 *            C^T (F(mu, q) - B^T s) - (G C)^T l = 0 ,   s = K e(q) ,   g = 0 ,   n.dq + n_mu dmu = 0 .
 *          s is eliminated block by block: the residual is the ordinary one with K e(q), but the geometric part of the
 *          tangent is that of the iterate s = K (e + B dq), not of K e(q + dq). A thin part that turns by a radian in one
 *          iteration has strains of order one in e(q + dq), all of them false; s never sees them, and the iteration takes
 *          8 steps where the ordinary one takes hundreds or fails. A material that is not linear has its strains as unknowns, too: with
 *          S and D at the iterate e*, s = S(e*) + D (e(q) + B dq - e*), and e* becomes e(q) + B dq. Its law never sees false strains.
 * Limits:  no descent: it goes to any equilibrium near by, stable or not; who calls it must look.
 * Tests:   tests/analysis/test_path.c
 */
#include "analysis/statics_private.h"
#include <string.h>

static const double nearly = 1e-8; /* from this size of the residual on, round-off is tested */
/* largest increment, relative to the size of the model, rad: larger ones are scaled down */
static const double longest = 0.7;
static const double hopeless = 100; /* above this increment the iteration fails */

sn_status sn_mixed_new(sn_still *w, sn_arena *arena, sn_mixed *out, sn_error *error)
{
  const sn_system *s = w->m->s;
  SN_ASSERT(!w->iterate && !w->bare);
  *out = (sn_mixed){.w = w,
                    .load = w->m->load,
                    .weight = w->m->weight,
                    .stress = SN_NEW(arena, double, s->n_stress + 1),
                    .strain = SN_NEW(arena, double, s->n_stress + 1),
                    .dq = SN_NEW(arena, sn_v3, s->n_vector),
                    .f = SN_NEW(arena, sn_v3, s->n_vector),
                    .response = SN_NEW(arena, double, w->n_unknown + 1),
                    .xi = SN_NEW(arena, double, w->m->n_unknown + 1)};
  return out->stress && out->strain && out->dq && out->f && out->response && out->xi
             ? SN_OK
             : sn_no_memory(error, "the static equilibrium");
}

void sn_mixed_load(sn_mixed *x, double factor)
{
  SN_ASSERT(!isnan(factor));
  x->factor = factor;
  x->w->m->load = factor * x->load;
  x->w->m->weight = x->keeps_gravity ? x->weight : factor * x->weight;
}

/* Far from an equilibrium the forces of the law are wrong by orders of magnitude: the scale is that of the last equilibrium. */
static void take_scale(sn_mixed *x)
{
  SN_ASSERT(!x->w->iterate);
  x->damping = SN_LEAST_DAMPING * sn_still_force_rate(x->w);
}

/* Between these two the iterates stand for what the laws say at q. */
static void take_iterates(sn_mixed *x)
{
  SN_ASSERT(!x->w->iterate && !x->w->strain);
  x->w->iterate = x->stress;
  x->w->strain = x->strain;
}
static void leave_iterates(sn_mixed *x)
{
  x->w->iterate = x->w->strain = NULL;
}

sn_status sn_mixed_begin(sn_mixed *x, sn_error *error)
{
  const sn_system *s = x->w->m->s;
  memset(x->dq, 0, (size_t)s->n_vector * sizeof(sn_v3));
  take_iterates(x);
  sn_still_read_strains(x->w);
  sn_still_follow(x->w, x->dq, 1);
  leave_iterates(x);
  SN_TRY(sn_still_forces(x->w, error));
  take_scale(x);
  return SN_OK;
}

/* Forces per unit of the factor: they are linear in it. */
static sn_status unit_forces(sn_mixed *x, sn_error *error)
{
  sn_still *w = x->w;
  const int n = w->m->s->n_vector;
  const double factor = x->factor;
  SN_ASSERT(x->f != w->f);
  memcpy(x->f, w->f, (size_t)n * sizeof(sn_v3));
  sn_mixed_load(x, factor + 1);
  const sn_status status = sn_still_forces(w, error);
  sn_mixed_load(x, factor);
  SN_TRY(status);
  for (int i = 0; i < n; i++) {
    x->f[i] = v3_sub(w->f[i], x->f[i]);
  }
  return sn_still_forces(w, error);
}

sn_status sn_mixed_tangent(sn_mixed *x, int along, sn_error *error)
{
  sn_still *w = x->w;
  sn_instant *m = w->m;
  SN_ASSERT(!w->iterate && !(x->damping < 0));
  take_iterates(x);
  sn_status found = sn_still_forces(w, error);
  found = found == SN_OK && along ? unit_forces(x, error) : found;
  if (found == SN_OK) {
    sn_still_metric(w);
    sn_still_total(w);
    sn_still_tangent(w, x->damping);
  }
  leave_iterates(x);
  SN_ASSERT(!w->bare);
  SN_TRY(found);
  sn_status status = sn_lin_factor(w->lin);
  if (status == SN_OK && along) {
    memset(w->rhs, 0, (size_t)m->n_unknown * sizeof(double));
    sn_instant_add_projection(m, x->f, w->rhs);
    sn_still_put(w, w->rhs, x->response);
    status = sn_lin_solve(w->lin, x->response);
  }
  return status == SN_OK ? SN_OK : sn_fail(error, status, "", "The tangent is singular.", "", "");
}

double sn_mixed_move(sn_mixed *x, double part)
{
  sn_instant *m = x->w->m;
  SN_ASSERT(part > 0 && part <= 1);
  memset(x->dq, 0, (size_t)m->s->n_vector * sizeof(sn_v3));
  sn_instant_expand(m, x->xi, x->dq);
  take_iterates(x);
  part = sn_still_reach(x->w, x->dq, part);
  sn_still_follow(x->w, x->dq, part);
  leave_iterates(x);
  sn_instant_displace(m, x->xi, part);
  return part;
}

/* Forces at the iterate for the matrix as it is. */
static sn_status forces_alone(sn_mixed *x, sn_error *error)
{
  take_iterates(x);
  const sn_status status = sn_still_forces(x->w, error);
  if (status == SN_OK) {
    sn_still_total(x->w);
  }
  leave_iterates(x);
  return status;
}

/* Makes one iteration after sn_mixed_tangent. Returns its size; negative if it has none. */
static double iterate(sn_mixed *x, const sn_plane *plane)
{
  sn_still *w = x->w;
  sn_instant *m = w->m;
  if (sn_still_solve(w) != SN_OK) {
    return -1;
  }
  double change = 0;
  SN_ASSERT(!plane || plane->factor_scale > 0);
  if (plane) {
    sn_still_get(w, w->x, x->xi);
    const double off = sn_still_dot(w, plane->normal, x->xi);
    sn_still_get(w, x->response, x->xi);
    change = -off / (sn_still_dot(w, plane->normal, x->xi) + plane->normal_factor);
    for (int i = 0; i < w->n_unknown; i++) {
      w->x[i] += change * x->response[i];
    }
  }
  sn_still_get(w, w->x, x->xi);
  const double moved = sn_instant_largest(m, x->xi), loaded = plane ? fabs(change) / plane->factor_scale : 0;
  const double size = moved <= loaded ? loaded : moved; /* NaN counts as the largest value */
  if (!(size < hopeless)) {
    return -1;
  }
  SN_ASSERT(size >= 0);
  const double part = sn_mixed_move(x, size > longest ? longest / size : 1);
  sn_still_get_rows(w, w->x, w->row);
  for (int i = 0; i < m->n_row; i++) {
    w->lambda[i] += part * (w->row[i] - w->lambda[i]);
  }
  sn_mixed_load(x, x->factor + part * change);
  return size;
}

sn_status sn_mixed_newton(sn_mixed *x, const sn_plane *plane, int most, sn_error *error)
{
  double last = INFINITY;
  /* 1: the matrix of the last iteration is near enough; multipliers would keep an error of what the rows turn */
  int keeps = 0;
  SN_ASSERT(most > 0);
  x->iterations = x->tangents = 0;
  for (int i = 0; i < most; i++) {
    SN_TRY(sn_instant_stopped(x->w->m, error));
    SN_TRY(keeps ? forces_alone(x, error) : sn_mixed_tangent(x, plane != NULL, error));
    x->tangents += !keeps;
    const double size = iterate(x, plane);
    if (size < 0) {
      break;
    }
    x->iterations++;
    x->increment = size;
    if (size < SN_STANDING || (size < nearly && size > 0.3 * last)) {
      SN_TRY(sn_still_forces(x->w, error));
      sn_still_total(x->w);
      x->residual = sn_still_residual(x->w);
      if (!(x->residual <= sn_still_balanced(x->w))) {
        break; /* a direction that only the damping holds */
      }
      SN_ASSERT(x->iterations <= most && x->increment == size);
      take_scale(x);
      return SN_OK;
    }
    keeps = !plane && x->w->m->n_row == 0 && (keeps ? size < 0.03 * last : size < 1e-3);
    last = size;
  }
  return sn_fail(error, SN_ENOCONV, "", "The iteration to an equilibrium did not converge.", "", "");
}
