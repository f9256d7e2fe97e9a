/* analysis/path.c -- arc-length continuation of equilibria.
 * Theory:  points of C^T (F(mu, q) - B^T s) - (G C)^T l = 0 , s = K e(q) , g = 0 form a curve (q, mu). A step goes along its
 *          tangent by ds and is corrected in the plane across it (mixed.c). Lengths are measured by
 *            ds^2 = (mean square of displacements over their largest step)^2 + (change of mu over its largest step)^2 ,
 *          so that no step is longer than either of the two, and the curve may turn back in mu or in any displacement.
 *          The direction is that of the last step. Where d mu/ds changes sign the loads have a limit, which is solved for;
 *          where the determinant does and d mu/ds does not, another path branches off.
 *          A step that ends against its heading has found another path and is made again, shorter.
 * Limits:  it stays on the path it is on: a small extra load (an imperfection) leads to the other one. Two critical
 *          directions within one step are seen as none.
 * Tests:   tests/analysis/test_path.c
 */
#include "analysis/path_private.h"
#include <string.h>

static const double shortest = 1.0 / 4096; /* of the largest step */
static const double longest_jump =
    1.0 / 64; /* length below which a step that goes against its heading is accepted: a corner of the path */

/* Weight of an unknown in the square of a length. */
static double weight(const sn_path_walk *k, int node, int j)
{
  const sn_system *s = k->m->s;
  const double full = k->o.displacement * (sn_unknown_is_length(s->node + node, j) ? s->extent : 1);
  SN_ASSERT(full > 0 && j >= 0 && j < k->m->node[node].size);
  return 1 / (full * full * s->n_node);
}

double sn_path_length2(const sn_path_walk *k, const double *xi, double change)
{
  double sum = change * change / (k->o.step * k->o.step);
  SN_ASSERT(k->o.step > 0);
  for (int i = 0; i < k->m->s->n_node; i++) {
    const sn_instant_node *n = k->m->node + i;
    for (int j = 0; j < n->size; j++) {
      sum += weight(k, i, j) * xi[n->first + j] * xi[n->first + j];
    }
  }
  return sum;
}

void sn_path_weigh(const sn_path_walk *k, const double *xi, double *out)
{
  SN_ASSERT(xi != out || k->m->n_unknown == 0);
  for (int i = 0; i < k->m->s->n_node; i++) {
    const sn_instant_node *n = k->m->node + i;
    for (int j = 0; j < n->size; j++) {
      out[n->first + j] = weight(k, i, j) * xi[n->first + j];
    }
  }
}

/* The direction of the path at a point: along the last direction, or towards more load. */
static sn_status find_tangent(sn_path_walk *k, int first, sn_error *error)
{
  SN_TRY(sn_mixed_tangent(&k->mixed, 1, error));
  k->sign = sn_lin_sign(k->s.lin);
  sn_still_get(&k->s, k->mixed.response, k->mixed.xi);
  const double length = sqrt(sn_path_length2(k, k->mixed.xi, 1));
  sn_path_weigh(k, k->mixed.xi, k->normal);
  const double along = sn_still_dot(&k->s, k->normal, k->tangent) +
                       k->tangent_load / (k->o.step * k->o.step); /* scalar product with the last direction */
  SN_ASSERT(k->mixed.xi != k->tangent && k->normal != k->tangent);
  const double direction = (first ? k->o.factor > 0 : along > 0) ? 1 / length : -1 / length;
  for (int i = 0; i < k->m->n_unknown; i++) {
    k->tangent[i] = direction * k->mixed.xi[i];
    k->normal[i] *= direction;
  }
  k->tangent_load = direction;
  return isfinite(length) ? SN_OK : sn_fail(error, SN_ENOCONV, "", "The path has no direction.", "", "");
}

static sn_status place_new(const sn_path_walk *k, sn_arena *arena, sn_path_equilibrium *out, sn_error *error)
{
  const sn_system *s = k->m->s;
  *out = (sn_path_equilibrium){.q = SN_NEW(arena, sn_v3, s->n_vector),
                               .internal = SN_NEW(arena, double, s->n_internal + 1),
                               .lambda = SN_NEW(arena, double, k->m->n_row + 1),
                               .stress = SN_NEW(arena, double, s->n_stress + 1),
                               .strain = SN_NEW(arena, double, s->n_stress + 1),
                               .tangent = SN_NEW(arena, double, k->m->n_unknown + 1)};
  return out->q && out->internal && out->lambda && out->stress && out->strain && out->tangent
             ? SN_OK
             : sn_no_memory(error, "the equilibrium path");
}

void sn_path_keep(const sn_path_walk *k, sn_path_equilibrium *p)
{
  const sn_system *s = k->m->s;
  SN_ASSERT(p->q != k->m->q && p->tangent != k->tangent);
  memcpy(p->q, k->m->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(p->internal, k->m->internal, (size_t)s->n_internal * sizeof(double));
  memcpy(p->lambda, k->s.lambda, (size_t)k->m->n_row * sizeof(double));
  memcpy(p->stress, k->mixed.stress, (size_t)s->n_stress * sizeof(double));
  memcpy(p->strain, k->mixed.strain, (size_t)s->n_stress * sizeof(double));
  memcpy(p->tangent, k->tangent, (size_t)k->m->n_unknown * sizeof(double));
  p->factor = k->mixed.factor;
  p->tangent_load = k->tangent_load;
  p->sign = k->sign;
}

void sn_path_go_to(sn_path_walk *k, const sn_path_equilibrium *p)
{
  const sn_system *s = k->m->s;
  SN_ASSERT(p == &k->last || p == &k->ahead);
  memcpy(k->m->q, p->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(k->m->internal, p->internal, (size_t)s->n_internal * sizeof(double));
  memcpy(k->s.lambda, p->lambda, (size_t)k->m->n_row * sizeof(double));
  memcpy(k->mixed.stress, p->stress, (size_t)s->n_stress * sizeof(double));
  memcpy(k->mixed.strain, p->strain, (size_t)s->n_stress * sizeof(double));
  memcpy(k->tangent, p->tangent, (size_t)k->m->n_unknown * sizeof(double));
  k->tangent_load = p->tangent_load;
  k->sign = p->sign;
  sn_instant_set_axes(k->m);
  sn_mixed_load(&k->mixed, p->factor);
  sn_path_weigh(k, k->tangent, k->normal);
}

/* Predictor: moves along the tangent by ds, including the stresses. */
static void predict(sn_path_walk *k, double ds)
{
  sn_mixed *x = &k->mixed;
  SN_ASSERT(x->xi != k->tangent);
  const double factor = x->factor;
  for (int i = 0; i < k->m->n_unknown; i++) {
    x->xi[i] = ds * k->tangent[i];
  }
  const double part = sn_mixed_move(x, 1);
  sn_mixed_load(x, factor + part * ds * k->tangent_load);
}

/* Makes a step from the point along its direction by ds, then corrects onto the path: in the plane across it, or at the factor `fixed` (NAN: in the plane). */
sn_status sn_path_try(sn_path_walk *k, double ds, double fixed, sn_error *error)
{
  enum { MOST = 12 };
  const sn_plane plane = {k->normal, k->tangent_load / (k->o.step * k->o.step), k->o.step};
  SN_ASSERT(plane.factor_scale > 0);
  predict(k, ds);
  if (!isnan(fixed)) {
    sn_mixed_load(&k->mixed, fixed);
  }
  SN_TRY(sn_mixed_newton(&k->mixed, isnan(fixed) ? &plane : NULL, MOST, error));
  if (!sn_instant_close(k->m, k->s.row)) {
    return sn_fail(error, SN_ENOCONV, "", "The joints could not be closed.", "", "");
  }
  return find_tangent(k, 0, error);
}

/* Stores the direction of the tangent at the point, before the step leaves it. */
static void head(sn_path_walk *k)
{
  SN_ASSERT(k->heading && k->tangent);
  memset(k->heading, 0, (size_t)k->m->s->n_vector * sizeof(sn_v3));
  sn_instant_expand(k->m, k->tangent, k->heading);
}

/* 1: the step has gone against its heading. A short step along one path cannot do this: the iteration has found another path (that on the
   other side of an imperfect structure, beyond its critical load). */
static int jumped(const sn_path_walk *k)
{
  const sn_system *s = k->m->s;
  SN_ASSERT(k->heading != k->m->q && s->extent > 0);
  double along = 0, way = 0, heading = 0;
  for (int i = 0; i < s->n_vector; i++) {
    const double w = s->vector[i].is_length ? 1 / (s->extent * s->extent) : 1;
    const sn_v3 d = v3_sub(k->m->q[i], k->last.q[i]);
    along += w * v3_dot(d, k->heading[i]);
    way += w * v3_dot(d, d);
    heading += w * v3_dot(k->heading[i], k->heading[i]);
  }
  return along < -0.1 * sqrt(way * heading);
}

/* The sign of the determinant shows whether the number of falling directions is odd; an even number may be none or two. */
static int stands(sn_path_walk *k)
{
  sn_error unused = {0};
  SN_ASSERT(k->sign == 1 || k->sign == -1 || k->sign == 0);
  if (k->standing_sign * k->sign < 0) {
    return 0;
  }
  return sn_mixed_tangent(&k->mixed, 0, &unused) == SN_OK && !sn_still_falls(&k->s);
}

static sn_status lost(const sn_path_point *p, sn_error *error)
{
  sn_failf(error, SN_ENOCONV, "The equilibrium path cannot be followed beyond the load factor %.6g.", p->factor);
  sn_error_why(error, "Point %d: the iteration does not converge, even with a step of %.1e of the largest.", p->number,
               shortest);
  sn_error_fix(error, "Use smaller steps: load_path { displacement = ... }; or a finer mesh where it bends most.");
  return SN_ENOCONV;
}

/* Computes one more point; p is the last one. SN_ENOCONV: not even the shortest step converges. */
static sn_status advance(sn_path_walk *k, sn_path_point *p, sn_path_summary *out, sn_error *error)
{
  /* Number of iterations that a step may take. An iteration ends at round-off, so that even the shortest step takes five or six. The
     limit must be larger, or steps become shorter for ever (slit_plate: 48 points with five, 12 with eight). */
  enum { WANTED = 8 };
  const double end = fabs(k->o.factor);
  SN_ASSERT(k->ds > 0 && k->ds <= 1);
  sn_path_keep(k, &k->last);
  head(k);
  const sn_path_equilibrium *last = &k->last;
  for (;;) {
    const double ahead = last->factor + k->ds * last->tangent_load;
    const int is_end = fabs(ahead) >= end;
    SN_ASSERT(!is_end || last->tangent_load != 0);
    const double fixed = is_end ? copysign(end, ahead) : NAN;
    const double ds = is_end ? (fixed - last->factor) / last->tangent_load : k->ds;
    sn_status status = sn_path_try(k, ds, fixed, error);
    sn_bad_law folded;
    if (status == SN_OK && sn_find_folded(k->m->s, last->q, k->m->q, NAN, &folded)) {
      status = sn_bad_law_error(k->m->s, &folded, SN_ENOCONV, error);
    }
    if (status == SN_OK && !(jumped(k) && k->ds > longest_jump)) {
      const int turned = last->tangent_load * k->tangent_load < 0, changed = last->sign != k->sign;
      out->reached = is_end;
      p->iterations = k->mixed.iterations;
      k->ds = fmin(1, k->ds * fmin(2, fmax(0.5, sqrt((double)WANTED / fmax(1, p->iterations)))));
      p->event = turned ? SN_PATH_LIMIT : changed ? SN_PATH_BRANCH : SN_PATH_PLAIN;
      p->event_factor = p->event_error = 0;
      if (turned || changed) {
        p->event_factor = (turned ? sn_path_limit : sn_path_branch)(k, ds, &p->event_error);
      }
      p->number++;
      p->length += ds;
      p->factor = k->mixed.factor;
      p->stable = turned || changed ? stands(k) : p->stable;
      out->iterations += p->iterations;
      SN_ASSERT(k->ds > 0 && k->ds <= 1 && !(p->event_error < 0));
      return SN_OK;
    }
    if (status != SN_OK && status != SN_ENOCONV && status != SN_ESINGULAR) {
      return status;
    }
    out->cuts++;
    k->ds /= 4;
    sn_path_go_to(k, last);
    if (k->ds < shortest) { /* the message about a law without a value names its item, and is more useful */
      return error && error->where[0] ? status : lost(p, error);
    }
  }
}

static sn_status hand_out(sn_path_walk *k, sn_state *x, const sn_path_sink *sink, const sn_path_point *p, int *stop,
                          sn_error *error)
{
  sn_instant *m = k->m;
  SN_ASSERT(k->soft_row > 0 && m->soft_row == SN_CARRIES_NOTHING);
  sn_instant_store(m, x);
  m->soft_row = k->soft_row;
  m->dependence_known = 0;
  SN_TRY(sink->point(sink->data, m, x, p, stop, error));
  /* the callback uses the same memory; other rows may be redundant now */
  m->soft_row = SN_CARRIES_NOTHING;
  sn_instant_read(m, x);
  sn_instant_set_axes(m);
  return sn_rank_find_dependent(m, error);
}

/* At the beginning something must resist the loads: a direction that only the damping holds drifts away. */
static sn_status check_held(const sn_path_walk *k, sn_error *error)
{
  double load = 0;
  for (int i = 0; i < k->m->s->n_vector; i++) {
    load = fmax(load, v3_norm(k->mixed.f[i]));
  }
  if (!(load > 0)) {
    return sn_fail(error, SN_EMODEL, k->o.where ? k->o.where : "", "There is no load that could grow.",
                   "Gravity, forces, moments and given torques are all zero at t = 0 (or gravity stays).",
                   "Give the model a load, e.g. force { part, value = {0, 0, -1} }, or remove load_path.");
  }
  const sn_system *s = k->m->s;
  int node = -1;
  double most = 0;
  if (fabs(k->tangent_load) > 1e-4 * k->o.step) {
    return SN_OK;
  }
  for (int i = 0; i < s->n_node; i++) {
    for (int j = 0; j < k->m->node[i].size; j++) {
      const double x = weight(k, i, j) * pow(k->tangent[k->m->node[i].first + j], 2);
      if (x > most) {
        most = x;
        node = i;
      }
    }
  }
  sn_failf(error, SN_EMODEL, "There is no path of equilibria: nothing holds %s against the loads.",
           node >= 0 && s->node[node].item >= 0 ? s->item_name[s->node[node].item] : "a part");
  sn_instant_name_item(s, node >= 0 ? s->node[node].item : -1, error);
  sn_error_why(error,
               "The first step of the loads, to the factor %.3g, would move it by %.1e times the size of the model.",
               k->o.step, k->o.displacement * k->o.step / fmax(fabs(k->tangent_load), 1e-300));
  sn_error_fix(error,
               "Give it a joint, a spring or a beam that holds it, or hold it: hold { part, at = ... }. If it is only "
               "very soft, let the loads grow more slowly: load_path { step = ... }.");
  return SN_EMODEL;
}

/* The initial direction of the path. */
static sn_status begin(sn_path_walk *k, sn_error *error)
{
  SN_ASSERT(k->mixed.factor == 0);
  const sn_status status = find_tangent(k, 1, error);
  if ((status != SN_ENOCONV && status != SN_ESINGULAR) ||
      (error && error->where[0])) { /* at that point: a law without a value */
    return status;
  }
  sn_failf(error, status, "No equilibrium path begins without loads.");
  sn_error_why(error,
               "The stiffness there is singular, or steps of %.3g of the load factor and %.3g of the model's size "
               "are no measure for it.",
               k->o.step, k->o.displacement);
  sn_error_fix(error,
               "Check factor, step and displacement of load_path; or draw the model a little away from the position "
               "in which it is singular.");
  return status;
}

static sn_status follow(sn_path_walk *k, sn_state *x, int stable, const sn_path_sink *sink, sn_path_summary *out,
                        sn_error *error)
{
  sn_path_point p = {.stable = stable};
  int stop = 0;
  SN_ASSERT(k->o.step > 0 && k->o.displacement > 0 && k->o.steps > 0);
  sn_mixed_load(&k->mixed, 0);
  SN_TRY(sn_mixed_begin(&k->mixed, error));
  SN_TRY(begin(k, error));
  SN_TRY(check_held(k, error));
  k->standing_sign = stable ? k->sign : 0;
  k->ds = 1;
  SN_TRY(hand_out(k, x, sink, &p, &stop, error));
  out->points = 1;
  while (!stop && !out->reached && p.number < k->o.steps) {
    SN_TRY(advance(k, &p, out, error));
    SN_TRY(hand_out(k, x, sink, &p, &stop, error));
    SN_ASSERT(p.number == out->points);
    out->points++;
  }
  return SN_OK;
}

sn_status sn_path(sn_instant *m, sn_state *x, const sn_path_options *o, const sn_path_sink *sink, sn_arena *arena,
                  sn_path_summary *out, sn_error *error)
{
  sn_path_walk k = {.m = m,
                    .o = *o,
                    .tangent = SN_NEW(arena, double, m->n_unknown + 1),
                    .normal = SN_NEW(arena, double, m->n_unknown + 1),
                    .soft = SN_NEW(arena, double, m->n_unknown + 1),
                    .soft_weighted = SN_NEW(arena, double, m->n_unknown + 1),
                    .heading = SN_NEW(arena, sn_v3, m->s->n_vector)};
  *out = (sn_path_summary){0};
  if (!k.tangent || !k.normal || !k.heading || !k.soft || !k.soft_weighted) {
    return sn_no_memory(error, "the equilibrium path");
  }
  SN_TRY(place_new(&k, arena, &k.last, error));
  SN_TRY(place_new(&k, arena, &k.ahead, error));
  k.o.step = o->step > 0 ? o->step : fabs(o->factor) / 20;
  k.o.displacement = o->displacement > 0 ? o->displacement : 0.02;
  k.o.steps = o->steps > 0 ? o->steps : 1000;
  k.soft_row = m->soft_row;
  sn_equilibrium unloaded;
  m->load = 0;
  m->weight = o->keeps_gravity ? 1 : 0;
  sn_status status = sn_statics(m, x, arena, &unloaded, error);
  if (status == SN_OK) {
    status = sn_still_new(m, 0, arena, &k.s, error);
  }
  if (status == SN_OK) {
    m->load = m->weight = 1;
    status = sn_mixed_new(&k.s, arena, &k.mixed, error);
    k.mixed.keeps_gravity = o->keeps_gravity;
    sn_instant_read(m, x);
    sn_instant_set_axes(m);
    m->soft_row = SN_CARRIES_NOTHING;
    status = status == SN_OK ? sn_rank_find_dependent(m, error) : status;
    status = status == SN_OK ? follow(&k, x, !unloaded.unstable, sink, out, error) : status;
    m->soft_row = k.soft_row;
    m->dependence_known = 0;
    sn_lin_free(k.s.lin);
  }
  m->load = m->weight = 1;
  return status;
}
