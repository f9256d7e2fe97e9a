/* analysis/statics.c -- the iteration to a static equilibrium.
 * Theory:  each step solves [K + W/tau, (G C)^T; G C, 0] with the exact tangent K (tangent.c), W the mass; then the
 *          positions go back onto the joints. It is Newton's step for 1/tau = 0 and an implicit step of the motion down
 *          the potential for small tau. A step is taken when it leads down (or loads without potential do work); if not,
 *          1/tau grows, else it shrinks: chains and swings, whose tangent is singular or indefinite on the way, are led to
 *          an equilibrium that is stable, and the end of it is Newton's. 1/tau keeps a floor far below the stiffness that
 *          forces alone give (force over mass and length), so that directions without any stiffness stay where they are.
 *          If the whole load cannot be balanced at once it is put on in steps, smaller on failure. Models with elastic parts
 *          are first tried by Newton with their stresses as unknowns (mixed.c): thin parts need it.
 * Limits:  which of several equilibria is found depends on the drawing. Friction and dampers carry nothing at rest.
 * Tests:   tests/analysis/test_statics.c, tests/mechanisms/test_start.c
 */
#include "analysis/statics_private.h"
#include <string.h>

static const double longest_step = 0.25; /* of one iteration, over the size of the model, rad */
static const double lost = 20;           /* sizes of the model: what has gone this far is held by nothing */

typedef struct {
  sn_still s;
  sn_instant *m;
  sn_v3 *q0, *q_before;
  double *internal_before, *lambda_before;
  double *internal0;
  double reference; /* 1/s^2: force over mass and length */
  double damping;   /* 1/tau of the next step */
  int is_factored;  /* as sn_still_look returns it */
  sn_mixed mixed;
  sn_bad_law folded; /* the first in an equilibrium that Newton has found and that stands otherwise */
  sn_equilibrium *out;
} iteration;

typedef enum { GOING, FOUND, STUCK, FALLS } verdict;

static void keep(iteration *it)
{
  const sn_system *s = it->m->s;
  SN_ASSERT(it->m == it->s.m && it->q_before != it->m->q);
  memcpy(it->q_before, it->m->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(it->internal_before, it->m->internal, (size_t)s->n_internal * sizeof(double));
  memcpy(it->lambda_before, it->s.lambda, (size_t)it->m->n_row * sizeof(double));
}

static void go_back(iteration *it)
{
  const sn_system *s = it->m->s;
  SN_ASSERT(it->m == it->s.m && it->internal_before != it->m->internal);
  memcpy(it->m->q, it->q_before, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(it->m->internal, it->internal_before, (size_t)s->n_internal * sizeof(double));
  memcpy(it->s.lambda, it->lambda_before, (size_t)it->m->n_row * sizeof(double));
  sn_instant_set_axes(it->m);
}

/* The step at this damping into m->xi, new multipliers into x. Returns its size; negative: it leads up or nowhere. */
static double direction(iteration *it)
{
  sn_instant *m = it->m;
  sn_still *w = &it->s;
  SN_ASSERT(!(it->damping < 0) && m->dependence_known);
  sn_still_tangent(w, it->damping);
  if (sn_lin_factor(w->lin) != SN_OK || sn_still_solve(w) != SN_OK) {
    return -1;
  }
  sn_still_get(w, w->x, m->xi);
  const double size = sn_instant_largest(m, m->xi);
  const double down = sn_still_dot(w, m->xi, w->rhs); /* = xi.(K + W/tau) xi on the rows */
  double noise = 1e-13 * w->force * m->s->extent * size;
  for (int i = 0; i < m->n_constraint; i++) { /* the rows are met to round-off only: their multipliers do that work */
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      noise += 2 * fabs(w->x[w->row_first[c->block] + r] * w->row[c->row + r]);
    }
  }
  return !isfinite(size) || down < -noise ? -1 : size;
}

/* One accepted step, or the verdict that ends it. */
static verdict step(iteration *it, sn_error *error, sn_status *status)
{
  enum { TRIES = 40 };
  sn_instant *m = it->m;
  sn_still *w = &it->s;
  const double energy = w->energy, residual = w->force > 0 ? sn_still_residual(w) : 0;
  SN_ASSERT(!(it->reference < 0) && *status == SN_OK);
  keep(it);
  for (int k = 0; k < TRIES; k++) {
    *status = sn_instant_stopped(m, error);
    if (*status != SN_OK) {
      return STUCK;
    }
    double size = direction(it), given = 0;
    int good = size >= 0;
    if (good) {
      const double factor = size > longest_step ? longest_step / size : 1;
      SN_ASSERT(factor > 0 && factor <= 1);
      sn_instant_displace(m, m->xi, factor);
      size *= factor;
      sn_still_get_rows(w, w->x, w->lambda);
      good = sn_instant_close(m, w->row);
    }
    if (good) {
      *status = sn_still_forces(w, error);
      if (*status != SN_OK) {
        return STUCK;
      }
      sn_still_total(w);
      sn_still_given(w, it->q_before, m->q, &given);
      const double left = sn_still_residual(w), noise = 1e-12 * (w->force * m->s->extent + fabs(energy));
      good = w->energy - energy - given <= noise || (left < 0.5 * residual && size < 1e-4);
      if (good) {
        it->out->residual = left;
        it->out->increment = size;
        it->out->iterations++;
        it->out->tangents++;
        it->out->damped += it->damping > 1.01 * SN_LEAST_DAMPING * it->reference;
        it->reference = sn_still_force_rate(&it->s);
        it->damping = fmax(it->damping * (k == 0 ? 0.1 : 0.5), SN_LEAST_DAMPING * it->reference);
        return (left <= sn_still_balanced(&it->s) && size <= SN_STANDING) || (left <= 1e-15 && size <= 1e-9) ? FOUND
                                                                                                             : GOING;
      }
    }
    go_back(it);
    *status = sn_still_forces(w, error);
    if (*status != SN_OK) {
      return STUCK;
    }
    sn_still_total(w);
    it->damping = fmax(4 * it->damping, 1e-2 * it->reference);
  }
  return STUCK;
}

/* The node that has gone farthest; its distance over the size of the model. */
static double farthest(const iteration *it, int *node, sn_v3 *way)
{
  const sn_system *s = it->m->s;
  double far = 0;
  *node = -1;
  SN_ASSERT(s->extent > 0);
  for (int i = 0; i < s->n_node; i++) {
    if (sn_has_place(s, s->node + i)) {
      const int v = s->node[i].vector[0];
      const sn_v3 d = v3_sub(it->m->q[v], it->q0[v]);
      if (v3_norm(d) > far) {
        far = v3_norm(d);
        *node = i;
        *way = d;
      }
    }
  }
  return far / s->extent;
}

static verdict relax(iteration *it, sn_error *error, sn_status *status)
{
  enum { MOST = 2000, RANK_EVERY = 25 };
  int node;
  sn_v3 way;
  *status = sn_still_forces(&it->s, error);
  if (*status != SN_OK) {
    return STUCK;
  }
  sn_still_total(&it->s);
  sn_still_metric(&it->s);
  it->reference = sn_still_force_rate(&it->s);
  it->damping = SN_LEAST_DAMPING * it->reference;
  double last = INFINITY, residual = INFINITY;
  for (int i = 0; i < MOST; i++) {
    const verdict v = step(it, error, status);
    const int falling = it->out->residual < 0.3 * residual && it->out->residual > 1e-16;
    residual = it->out->residual;
    if (v != GOING && !(v == FOUND && falling)) {
      /* at round-off nothing leads down any more */
      return v == STUCK && *status == SN_OK && it->out->residual <= sn_still_balanced(&it->s) &&
                     it->out->increment < 1e-8
                 ? FOUND
                 : v;
    }
    if (!falling && it->out->residual <= sn_still_balanced(&it->s) && it->out->increment < 1e-9 &&
        it->out->increment > 0.5 * last) {
      return FOUND; /* round-off */
    }
    last = it->out->increment;
    if (farthest(it, &node, &way) > lost) {
      return FALLS;
    }
    if (i % RANK_EVERY == RANK_EVERY - 1) { /* rows may depend on each other elsewhere */
      *status = sn_rank_find_dependent(it->m, error);
      if (*status != SN_OK) {
        return STUCK;
      }
    }
    sn_still_metric(&it->s);
  }
  return STUCK;
}

/* ---- words */

static int has_friction(const sn_system *s)
{
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if ((b->contact && b->contact->coulomb.slides > 0) || b->law == &sn_law_friction) {
      return 1;
    }
  }
  return 0;
}

static sn_status falls(const iteration *it, sn_error *error)
{
  const sn_system *s = it->m->s;
  int node;
  sn_v3 way = v3(0, 0, 0);
  (void)farthest(it, &node, &way);
  SN_ASSERT(node >= 0 && node < s->n_node); /* something has gone far: that is why */
  int axis = 0;
  for (int c = 1; c < 3; c++) {
    axis = fabs(way.x[c]) > fabs(way.x[axis]) ? c : axis;
  }
  const int item = node >= 0 ? s->node[node].item : -1;
  int heavy = 0;
  for (int i = 0; i < s->n_vector; i++) {
    heavy |= v3_norm(s->gravity[i]) > 0;
  }
  sn_failf(error, SN_EMODEL, "There is no static equilibrium: nothing holds %s against %s along %s%c.",
           item >= 0 && item < s->n_item ? s->item_name[item] : "a part", heavy ? "gravity" : "its forces",
           way.x[axis] < 0 ? "-" : "", 'x' + axis);
  sn_instant_name_item(s, item, error);
  if (has_friction(s)) {
    sn_error_why(error,
                 "Equilibria are without friction, which holds a part in many places, and in which of them depends on "
                 "how it came there.");
    sn_error_fix(error,
                 "Run the motion until it rests, or hold the part for the static start: hold { part, at = ... }.");
    return SN_EMODEL;
  }
  sn_error_why(error, "Following its forces it has moved by %.3g m, %.0f times the size of the model.", v3_norm(way),
               v3_norm(way) / s->extent);
  sn_error_fix(error,
               "Give it a joint, a spring or a cable that holds it, or hold it for the static start: hold { part, at "
               "= ... }.");
  return SN_EMODEL;
}

static sn_status not_found(const iteration *it, sn_error *error)
{
  const sn_system *s = it->m->s;
  const sn_instant *m = it->m;
  double worst = -1;
  int item = -1;
  SN_ASSERT(it->out->iterations >= 0 && !(it->out->residual < 0));
  for (int i = 0; i < s->n_node; i++) {
    for (int j = 0; j < m->node[i].size; j++) {
      const double x = fabs(it->s.rhs[m->node[i].first + j]) / (sn_unknown_is_length(s->node + i, j) ? 1 : s->extent);
      if (x > worst) {
        worst = x;
        item = s->node[i].item;
      }
    }
  }
  sn_failf(error, SN_ENOCONV, "No static equilibrium was found.");
  sn_instant_name_item(s, item, error);
  sn_error_why(error, "After %d iterations forces of %.2g of the largest (%.3g N) are still not balanced.",
               it->out->iterations, it->out->residual, it->s.force);
  sn_error_fix(error, "Draw the parts nearer to it, or run the motion with strong dampers and start from its end; what "
                      "a torque keeps turning has none.");
  return SN_ENOCONV;
}

/* ---- loads */

static void start_again(iteration *it)
{
  const sn_system *s = it->m->s;
  SN_ASSERT(it->q0 != it->m->q && it->internal0 != it->m->internal);
  memcpy(it->m->q, it->q0, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(it->m->internal, it->internal0, (size_t)s->n_internal * sizeof(double));
  memset(it->s.lambda, 0, (size_t)it->m->n_row * sizeof(double));
  sn_instant_set_axes(it->m);
  it->out->load_steps = 0;
}

static verdict relax_under(iteration *it, double load, sn_error *error, sn_status *status)
{
  SN_ASSERT(load > 0 && load <= 1);
  sn_mixed_load(&it->mixed, load);
  return relax(it, error, status);
}

/* The same by Newton with stresses as unknowns. */
static verdict newton_under(iteration *it, double load, sn_error *error, sn_status *status)
{
  enum { MOST = 30 };
  sn_mixed *x = &it->mixed;
  sn_error unused = {0};
  SN_ASSERT(load > 0 && load <= 1 && x->w == &it->s);
  keep(it);
  sn_mixed_load(x, load);
  *status = sn_mixed_begin(x, error);
  if (*status != SN_OK) {
    return STUCK;
  }
  const sn_status found = sn_mixed_newton(x, NULL, MOST, &unused);
  SN_ASSERT(x->iterations >= 0 && x->iterations <= MOST);
  it->out->iterations += x->iterations;
  it->out->tangents += x->tangents;
  *status = sn_instant_stopped(it->m, error);
  if (*status != SN_OK) {
    return STUCK;
  }
  if (found == SN_OK && sn_instant_close(it->m, it->s.row)) {
    it->out->residual = x->residual;
    it->out->increment = x->increment;
    *status = sn_still_forces(&it->s, error);
    return *status == SN_OK ? FOUND : STUCK;
  }
  go_back(it);
  return STUCK;
}

static verdict by_load_steps(iteration *it, verdict (*under)(iteration *, double, sn_error *, sn_status *),
                             sn_error *error, sn_status *status)
{
  const double least = 1.0 / 1024;
  double done = 0, part = 0.25;
  start_again(it);
  while (done < 1) {
    const double load = fmin(1, done + part);
    SN_ASSERT(load > done && load <= 1 && part > 0);
    const verdict v = under(it, load, error, status);
    if (*status != SN_OK || v == FALLS) {
      return v;
    }
    if (v == FOUND) {
      it->out->load_steps++;
      done = load;
      part *= 2;
    } else { /* it stands at its last good place, from where a smaller step goes on */
      part /= 4;
      if (part < least) {
        return STUCK;
      }
    }
  }
  return FOUND;
}

static int is_elastic(const sn_system *s)
{
  int any = 0;
  for (int i = 0; i < s->n_block; i++) {
    any |= sn_is_material(s->block[i].law);
  }
  return any;
}

/* Elastic parts by Newton, which is quick and does not look where it goes: what it finds counts if it is stable. */
static verdict by_newton(iteration *it, sn_error *error, sn_status *status)
{
  SN_ASSERT(*status == SN_OK);
  it->out->load_steps = 1;
  verdict v = newton_under(it, 1, error, status);
  if (v == STUCK && *status == SN_OK) {
    v = by_load_steps(it, newton_under, error, status);
  }
  if (v == FOUND) {
    sn_still_total(&it->s);
    sn_still_metric(&it->s);
    it->reference = sn_still_force_rate(&it->s);
    it->is_factored = sn_still_look(&it->s, it->reference, it->out);
    v = it->out->unstable || sn_find_folded(it->m->s, NULL, it->m->q, NAN, &it->folded) ? STUCK : FOUND;
  }
  if (v != FOUND) {
    *it->out = (sn_equilibrium){.unstable_item = -1};
    start_again(it);
    sn_mixed_load(&it->mixed, 1);
  }
  return v;
}

static sn_status solve(iteration *it, sn_state *x, sn_arena *arena, sn_error *error)
{
  sn_status status = SN_OK;
  int look = 0;
  verdict v = is_elastic(it->m->s) ? by_newton(it, error, &status) : STUCK;
  if (v == STUCK && status == SN_OK) {
    it->out->load_steps = 1;
    v = relax(it, error, &status);
    if (v == STUCK && status == SN_OK) {
      v = by_load_steps(it, relax_under, error, &status);
    }
    look = 1;
  }
  sn_mixed_load(&it->mixed, 1);
  SN_ASSERT(v != GOING);
  SN_TRY(status);
  const int folded = v != FOUND ? it->folded.kind != SN_NOT_BAD /* Newton has found it: something does hold the part */
                                : sn_find_folded(it->m->s, NULL, it->m->q, NAN, &it->folded);
  if (folded) {
    return sn_bad_law_error(it->m->s, &it->folded, SN_ENOCONV, error);
  }
  if (v != FOUND) {
    return v == FALLS ? falls(it, error) : not_found(it, error);
  }
  SN_ASSERT(it->out->load_steps > 0 && !it->s.iterate && !it->s.bare);
  it->out->force = it->s.force;
  if (look) {
    it->is_factored = sn_still_look(&it->s, it->reference, it->out);
  }
  sn_instant_store(it->m, x);
  return it->out->unstable ? SN_OK : sn_still_find_loose(&it->s, it->reference, it->is_factored, arena, it->out, error);
}

sn_status sn_statics(sn_instant *m, sn_state *x, sn_arena *arena, sn_equilibrium *out, sn_error *error)
{
  const sn_system *s = m->s;
  iteration it = {.m = m,
                  .out = out,
                  .q0 = SN_NEW(arena, sn_v3, s->n_vector),
                  .q_before = SN_NEW(arena, sn_v3, s->n_vector),
                  .internal_before = SN_NEW(arena, double, s->n_internal + 1),
                  .internal0 = SN_NEW(arena, double, s->n_internal + 1),
                  .lambda_before = SN_NEW(arena, double, m->n_row + 1)};
  *out = (sn_equilibrium){.unstable_item = -1};
  if (!it.q0 || !it.q_before || !it.internal_before || !it.internal0 || !it.lambda_before) {
    return sn_no_memory(error, "the static equilibrium");
  }
  SN_TRY(sn_still_new(m, 0, arena, &it.s, error));
  const sn_status room = sn_mixed_new(&it.s, arena, &it.mixed, error);
  if (room != SN_OK) {
    sn_lin_free(it.s.lin);
    return room;
  }
  sn_instant_read(m, x);
  memcpy(it.q0, m->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(it.internal0, m->internal, (size_t)s->n_internal * sizeof(double));
  const double soft = m->soft_row;
  SN_ASSERT(m->soft_row > 0 && !m->held);
  m->soft_row = SN_CARRIES_NOTHING;
  sn_status status = sn_rank_find_dependent(m, error);
  status = status == SN_OK ? solve(&it, x, arena, error) : status;
  m->soft_row = soft;
  m->dependence_known = 0;
  sn_lin_free(it.s.lin);
  return status;
}
