/* analysis/statics.c -- the iteration to a static equilibrium.
 * Theory:  each step solves [K + W/tau, (G C)^T; G C, 0] with the exact tangent K (tangent.c), W the mass; then the
 *          positions go back onto the joints. It is Newton's step for 1/tau = 0 and an implicit step of the motion down
 *          the potential for small tau. A step is taken when it leads down (or loads without potential do work); if not,
 *          1/tau grows, else it shrinks: chains and swings, whose tangent is singular or indefinite on the way, are led to
 *          an equilibrium that is stable, and the end of it is Newton's. 1/tau keeps a floor far below the stiffness that
 *          forces alone give (force over mass and length), so that directions without any stiffness stay where they are.
 *          If the whole load cannot be balanced at once it is put on in steps, halved on failure.
 * Limits:  which of several equilibria is found depends on the drawing. Friction and dampers carry nothing at rest.
 *          Instability is looked for by inverse iteration with four shifts: what it says is certain, silence is not.
 * Tests:   tests/analysis/test_statics.c, tests/whole/test_start.c
 */
#include "analysis/statics_private.h"
#include <string.h>

static const double balanced = 1e-10;     /* residual over the largest force */
static const double standing = 1e-12;     /* increment over the size of the model */
static const double longest_step = 0.25;  /* of one iteration, over the size of the model, rad */
static const double lost = 20;            /* sizes of the model: what has gone this far is held by nothing */
static const double least_damping = 1e-5; /* of the force over mass and length */

typedef struct {
  sn_still s;
  sn_motion *m;
  sn_v3 *q0, *q_before;
  double *own_before, *lambda_before;
  double *own0;
  double reference; /* 1/s^2: force over mass and length */
  double damping;   /* 1/tau of the next step */
  sn_equilibrium *out;
} iteration;

typedef enum { GOING, FOUND, STUCK, FALLS } verdict;

static void keep(iteration *it)
{
  const sn_system *s = it->m->s;
  memcpy(it->q_before, it->m->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(it->own_before, it->m->own, (size_t)s->n_own * sizeof(double));
  memcpy(it->lambda_before, it->s.lambda, (size_t)it->m->n_row * sizeof(double));
}

static void go_back(iteration *it)
{
  const sn_system *s = it->m->s;
  memcpy(it->m->q, it->q_before, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(it->m->own, it->own_before, (size_t)s->n_own * sizeof(double));
  memcpy(it->s.lambda, it->lambda_before, (size_t)it->m->n_row * sizeof(double));
  sn_motion_set_axes(it->m);
}

/* m's numbering of the unknowns of nodes -> ours, and back */
static void to_ours(const iteration *it, const double *xi, double *x)
{
  memset(x, 0, (size_t)it->s.n_unknown * sizeof(double));
  for (int i = 0; i < it->m->s->n_node; i++) {
    memcpy(x + it->s.first[i], xi + it->m->node[i].first, (size_t)it->m->node[i].size * sizeof(double));
  }
}
static void from_ours(const iteration *it, const double *x, double *xi)
{
  for (int i = 0; i < it->m->s->n_node; i++) {
    memcpy(xi + it->m->node[i].first, x + it->s.first[i], (size_t)it->m->node[i].size * sizeof(double));
  }
}

static double dot(const iteration *it, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < it->m->s->n_node; i++) {
    const sn_motion_node *k = it->m->node + i;
    for (int j = 0; j < k->size; j++) {
      sum += a[k->first + j] * b[k->first + j];
    }
  }
  return sum;
}

/* out = W x, numbering of m */
static void times_metric(const iteration *it, const double *x, double *out)
{
  for (int i = 0; i < it->m->s->n_node; i++) {
    const sn_motion_node *k = it->m->node + i;
    for (int j = 0; j < k->size; j++) {
      out[k->first + j] = 0;
      for (int l = 0; l < k->size; l++) {
        out[k->first + j] += it->s.W[36 * i + j * k->size + l] * x[k->first + l];
      }
    }
  }
}

/* Force over mass and length: the stiffness that forces alone give. */
static double force_rate(const iteration *it)
{
  const sn_system *s = it->m->s;
  double mass = 0, count = 0;
  for (int i = 0; i < s->n_node; i++) {
    mass += s->node[i].has_x ? s->node[i].mass[0][0] : 0;
    count += s->node[i].has_x;
  }
  mass = mass > 0 ? mass / count : 1;
  return it->s.force > 0 ? it->s.force / (mass * s->extent) : 1;
}

static void take_multipliers(iteration *it)
{
  const sn_motion *m = it->m;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      const double x = it->s.x[it->s.row_first[c->block] + r];
      it->s.lambda[c->row + r] = m->softness[c->row + r] > 0 ? 0 : x;
    }
  }
}

/* The step at this damping into m->xi, new multipliers into x. Returns its size; negative: it leads up or nowhere. */
static double direction(iteration *it)
{
  sn_motion *m = it->m;
  sn_still *w = &it->s;
  sn_still_tangent(w, it->damping);
  if (sn_lin_factor(w->lin) != SN_OK) {
    return -1;
  }
  memset(w->rhs, 0, (size_t)m->n_unknown * sizeof(double));
  sn_motion_add_projection(m, w->f, w->rhs);
  to_ours(it, w->rhs, w->x);
  sn_motion_row_values(m, w->row);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      w->x[w->row_first[c->block] + r] = m->softness[c->row + r] > 0 ? 0 : -w->row[c->row + r];
    }
  }
  if (sn_lin_solve(w->lin, w->x) != SN_OK) {
    return -1;
  }
  from_ours(it, w->x, m->xi);
  const double size = sn_motion_largest(m, m->xi);
  const double down = dot(it, m->xi, w->rhs); /* = xi.(K + W/tau) xi on the rows */
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
  sn_motion *m = it->m;
  sn_still *w = &it->s;
  const double energy = w->energy, residual = w->force > 0 ? sn_still_residual(w) : 0;
  keep(it);
  for (int k = 0; k < TRIES; k++) {
    double size = direction(it), given = 0;
    int good = size >= 0;
    if (good) {
      const double factor = size > longest_step ? longest_step / size : 1;
      sn_motion_displace(m, m->xi, factor);
      size *= factor;
      take_multipliers(it);
      good = sn_motion_close(m, w->row);
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
        it->out->damped += it->damping > 1.01 * least_damping * it->reference;
        it->reference = force_rate(it);
        it->damping = fmax(it->damping * (k == 0 ? 0.1 : 0.5), least_damping * it->reference);
        return (left <= balanced && size <= standing) || (left <= 1e-15 && size <= 1e-9) ? FOUND : GOING;
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
  for (int i = 0; i < s->n_node; i++) {
    if (s->node[i].has_x) {
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
  it->reference = force_rate(it);
  it->damping = least_damping * it->reference;
  double last = INFINITY, residual = INFINITY;
  for (int i = 0; i < MOST; i++) {
    const verdict v = step(it, error, status);
    const int falling = it->out->residual < 0.3 * residual && it->out->residual > 1e-16;
    residual = it->out->residual;
    if (v != GOING && !(v == FOUND && falling)) {
      /* at round-off nothing leads down any more */
      return v == STUCK && *status == SN_OK && it->out->residual <= balanced && it->out->increment < 1e-8 ? FOUND : v;
    }
    if (!falling && it->out->residual <= balanced && it->out->increment < 1e-9 && it->out->increment > 0.5 * last) {
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

static sn_status falls(const iteration *it, sn_error *error)
{
  const sn_system *s = it->m->s;
  int node;
  sn_v3 way = v3(0, 0, 0);
  (void)farthest(it, &node, &way);
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
  sn_motion_name_item(s, item, error);
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
  const sn_motion *m = it->m;
  double worst = -1;
  int item = -1;
  for (int i = 0; i < s->n_node; i++) {
    for (int j = 0; j < m->node[i].size; j++) {
      const double x = fabs(it->s.rhs[m->node[i].first + j]) / (j < 3 * s->node[i].has_x ? 1 : s->extent);
      if (x > worst) {
        worst = x;
        item = s->node[i].item;
      }
    }
  }
  sn_failf(error, SN_ENOCONV, "No static equilibrium was found.");
  sn_motion_name_item(s, item, error);
  sn_error_why(error, "After %d iterations forces of %.2g of the largest (%.3g N) are still not balanced.",
               it->out->iterations, it->out->residual, it->s.force);
  sn_error_fix(error, "Draw the parts nearer to it, or run the motion with strong dampers and start from its end; what "
                      "a torque keeps turning has none.");
  return SN_ENOCONV;
}

/* ---- stability */

/* x of unit size in W, made of numbers that are the same every time */
static void stir(const iteration *it, double *x)
{
  unsigned long long state = 88172645463325252ull;
  for (int i = 0; i < it->m->s->n_node; i++) {
    const sn_motion_node *k = it->m->node + i;
    for (int j = 0; j < k->size; j++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      x[k->first + j] =
          ((double)(state >> 11) / 9007199254740992.0 - 0.5) / (j < 3 * it->m->s->node[i].has_x ? 1 : it->m->s->extent);
    }
  }
}

static void look_for_instability(iteration *it)
{
  static const double shift[] = {1e-3, 0.1, 1, 10};
  enum { ROUNDS = 12 };
  sn_motion *m = it->m;
  sn_still *w = &it->s;
  double lowest = 0;
  int freedom = m->n_dependent - m->n_row;
  for (int i = 0; i < m->s->n_node; i++) {
    freedom += m->node[i].size;
  }
  if (freedom <= 0) { /* nothing can move: what the iteration would find is round-off */
    return;
  }
  for (size_t k = 0; k < sizeof shift / sizeof shift[0]; k++) {
    const double damping = shift[k] * it->reference;
    stir(it, m->xi);
    sn_still_tangent(w, damping);
    if (sn_lin_factor(w->lin) != SN_OK) {
      continue;
    }
    for (int i = 0; i < ROUNDS; i++) {
      double *p = w->rhs;
      times_metric(it, m->xi, p);
      to_ours(it, p, w->x);
      if (sn_lin_solve(w->lin, w->x) != SN_OK) {
        break;
      }
      from_ours(it, w->x, m->xi);
      const double top = dot(it, m->xi, p);
      times_metric(it, m->xi, p);
      const double bottom = dot(it, m->xi, p), rate2 = bottom > 0 ? top / bottom - damping : 0;
      if (i > 2 && isfinite(rate2) && rate2 < lowest && rate2 > -1e8 * it->reference) {
        lowest = rate2;
        double most = 0;
        for (int n = 0; n < m->s->n_node; n++) {
          for (int j = 0; j < m->node[n].size; j++) {
            const double x = fabs(m->xi[m->node[n].first + j]) * (j < 3 * m->s->node[n].has_x ? 1 : m->s->extent);
            if (x > most) {
              most = x;
              it->out->unstable_item = m->s->node[n].item;
            }
          }
        }
      }
      const double scale = 1 / sqrt(bottom > 0 ? bottom : 1);
      for (int j = 0; j < m->n_unknown; j++) {
        m->xi[j] *= scale;
      }
    }
  }
  it->out->unstable = lowest < -1e-6 * it->reference;
  it->out->unstable_rate = it->out->unstable ? sqrt(-lowest) : 0;
}

/* ---- loads */

static verdict by_load_steps(iteration *it, sn_error *error, sn_status *status)
{
  const sn_system *s = it->m->s;
  const double least = 1.0 / 1024;
  double done = 0, part = 0.25;
  memcpy(it->m->q, it->q0, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(it->m->own, it->own0, (size_t)s->n_own * sizeof(double));
  memset(it->s.lambda, 0, (size_t)it->m->n_row * sizeof(double));
  sn_motion_set_axes(it->m);
  it->out->load_steps = 0;
  while (done < 1) {
    it->s.load = fmin(1, done + part);
    const verdict v = relax(it, error, status);
    if (*status != SN_OK || v == FALLS) {
      return v;
    }
    if (v == FOUND) {
      it->out->load_steps++;
      done = it->s.load;
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

static sn_status solve(iteration *it, sn_state *x, sn_error *error)
{
  sn_status status = SN_OK;
  it->out->load_steps = 1;
  verdict v = relax(it, error, &status);
  if (v == STUCK && status == SN_OK) {
    v = by_load_steps(it, error, &status);
  }
  it->s.load = 1;
  SN_TRY(status);
  if (v != FOUND) {
    return v == FALLS ? falls(it, error) : not_found(it, error);
  }
  it->out->force = it->s.force;
  look_for_instability(it);
  sn_motion_place(it->m, x);
  return SN_OK;
}

sn_status sn_statics(sn_motion *m, sn_state *x, sn_arena *arena, sn_equilibrium *out, sn_error *error)
{
  const sn_system *s = m->s;
  iteration it = {.m = m,
                  .out = out,
                  .q0 = SN_NEW(arena, sn_v3, s->n_vector),
                  .q_before = SN_NEW(arena, sn_v3, s->n_vector),
                  .own_before = SN_NEW(arena, double, s->n_own + 1),
                  .own0 = SN_NEW(arena, double, s->n_own + 1),
                  .lambda_before = SN_NEW(arena, double, m->n_row + 1)};
  *out = (sn_equilibrium){.unstable_item = -1};
  if (!it.q0 || !it.q_before || !it.own_before || !it.own0 || !it.lambda_before) {
    return sn_no_memory(error, "the static equilibrium");
  }
  SN_TRY(sn_still_new(m, arena, &it.s, error));
  sn_motion_read(m, x);
  memcpy(it.q0, m->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(it.own0, m->own, (size_t)s->n_own * sizeof(double));
  const double soft = m->soft_row;
  m->soft_row = 1e8; /* rows that depend on others carry nothing */
  sn_status status = sn_rank_find_dependent(m, error);
  status = status == SN_OK ? solve(&it, x, error) : status;
  m->soft_row = soft;
  m->dependence_known = 0;
  sn_lin_free(it.s.lin);
  return status;
}
