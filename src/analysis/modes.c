/* analysis/modes.c -- the equations of small motion about an equilibrium: stiffness, damping, mass, constraint rows.
 * Theory:  docs/theory-modes.md (1)-(3). M x'' + (C + 2 M w x) x' + K x + G^T l = 0, G x = 0: K is the exact tangent of statics at
 *          the equilibrium (stresses, multipliers and loads included), rows that depend on others are left out.
 * Limits:  friction is left out (at rest it sticks or not: no linear law). Drives hold their value; what moves by a given
 *          function of time stays where it is.
 * Tests:   tests/analysis/test_modes.c, tests/mechanisms/test_modes.c
 */
#include "analysis/modes_private.h"
#include <string.h>

/* limits: residual relative to the largest force; increment relative to the size of the model */
static const double balanced = 1e-6;

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the modes");
}

void sn_linear_free(sn_linear *l)
{
  sn_lin_free(l->w.lin);
  sn_lin_free(l->M);
  sn_lin_free(l->C);
  sn_lin_free(l->Q);
}

/* ---- products and solves */

static void put(const sn_linear *l, const double *x, double *full)
{
  SN_ASSERT(x != full && l->n <= l->w.n_unknown);
  memset(full, 0, (size_t)l->w.n_unknown * sizeof(double));
  for (int i = 0; i < l->n; i++) {
    full[l->at[i]] = x[i];
  }
}

void sn_linear_times(sn_linear *l, const sn_lin *a, const double *x, double *r)
{
  SN_ASSERT(a && x != l->full && r != l->product);
  put(l, x, l->full);
  memset(l->product, 0, (size_t)l->w.n_unknown * sizeof(double));
  sn_lin_times(a, 1, 0, l->full, l->product);
  for (int i = 0; i < l->n; i++) {
    r[i] = l->product[l->at[i]];
  }
}

double sn_linear_product(sn_linear *l, const sn_lin *a, int absolute, const double *x, const double *y)
{
  double sum = 0;
  SN_ASSERT(a && y != l->full && y != l->product);
  put(l, x, l->full);
  memset(l->product, 0, (size_t)l->w.n_unknown * sizeof(double));
  sn_lin_times(a, 1, absolute, l->full, l->product);
  for (int i = 0; i < l->n; i++) {
    const double p = y[i] * l->product[l->at[i]];
    sum += absolute ? fabs(p) : p;
  }
  return sum;
}

static sn_status solve_by(sn_status (*by)(sn_lin *, double *), sn_linear *l, const double *r, double *x)
{
  SN_ASSERT(r != l->full && x != l->full);
  put(l, r, l->full);
  SN_ASSERT(l->Q && l->n <= l->w.n_unknown);
  SN_TRY(sn_instant_stopped(l->m, NULL)); /* the eigenvalue iteration needs thousands of these products */
  SN_TRY(by(l->Q, l->full));
  for (int i = 0; i < l->n; i++) {
    x[i] = l->full[l->at[i]];
  }
  return SN_OK;
}

sn_status sn_linear_solve(sn_linear *l, const double *r, double *x)
{
  return solve_by(sn_lin_solve, l, r, x);
}

sn_status sn_linear_solve_again(sn_linear *l, const double *r, double *x)
{
  return solve_by(sn_lin_is_sound(l->Q) ? sn_lin_solve_blindly : sn_lin_solve, l, r, x);
}

static sn_status singular(const sn_linear *l, sn_error *error)
{
  const sn_system *s = l->m->s;
  const int bad = sn_lin_bad_row(l->Q);
  SN_ASSERT(bad < l->w.n_unknown);
  sn_failf(error, SN_EMODEL, "The modes cannot be found: something has neither mass nor stiffness.");
  for (int i = 0; i < s->n_node; i++) {
    if (bad >= l->w.first[i] && bad < l->w.first[i] + l->m->node[i].size) {
      sn_instant_name_item(s, s->node[i].item, error);
      sn_error_why(error, "A %s of this part is held by nothing and has no mass.",
                   bad - l->w.first[i] < s->node[i].n_x ? "direction" : "rotation");
    }
  }
  sn_error_fix(error, "Give it mass and inertia in every direction that can move, or join it.");
  return SN_EMODEL;
}

sn_status sn_linear_factor(sn_linear *l, double c, double mass, sn_error *error)
{
  SN_ASSERT(!isnan(c) && !isnan(mass));
  sn_lin_clear(l->Q);
  sn_lin_sum(l->Q, 1, l->w.lin);
  if (l->has_C && c != 0) {
    sn_lin_sum(l->Q, c, l->C);
  }
  sn_lin_sum(l->Q, mass, l->M);
  const sn_status status = sn_lin_factor(l->Q);
  return status == SN_ESINGULAR ? singular(l, error) : status == SN_ENOMEM ? no_memory(error) : status;
}

/* ---- matrices */

/* Adds C^T B^T D B C of all rate laws at rest, without friction that follows multipliers. */
static void add_dampers(sn_linear *l)
{
  sn_batch *x = &l->w.batch;
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    const sn_block *b = p->type->of;
    if (!b->law->is_rate || b->law->is_constraint || sn_normal_block(b) >= 0) {
      continue;
    }
    SN_ASSERT(p->n >= 1 && p->n_local == p->offset[p->type->n_node]); /* dampers have no multipliers */
    sn_batch_take(x, i);
    if (b->law->is_scalar) {
      sn_batch_stress(x, &(sn_batch_at){0});
    }
    sn_batch_tangent(x);
    if (sn_batch_add_material(x, SN_BY_RATE, 0)) {
      l->has_C = 1;
      sn_lin_add_lanes(l->C, p->element, p->n, (const double *)x->T);
    }
  }
}

static void number(sn_linear *l)
{
  const sn_system *s = l->m->s;
  SN_ASSERT(s->extent > 0 && l->n == 0);
  for (int i = 0; i < s->n_node; i++) {
    for (int j = 0; j < l->m->node[i].size; j++) {
      l->unit[l->n] = sn_unknown_is_length(s->node + i, j) ? 1 : 1 / s->extent;
      SN_ASSERT(l->n < l->w.n_unknown && l->w.first[i] + j < l->w.n_unknown);
      l->at[l->n++] = l->w.first[i] + j;
    }
  }
}

/* A high frequency, squared: sum of stiffness over sum of mass. */
static void estimate(sn_linear *l)
{
  const double stiffness = sn_linear_product(l, l->w.lin, 1, l->unit, l->unit);
  const double mass = sn_linear_product(l, l->M, 1, l->unit, l->unit);
  l->typical = stiffness > 0 && mass > 0 ? stiffness / mass : 1;
  SN_ASSERT(l->typical > 0);
}

/* ---- the equilibrium */

/* Computes the multipliers with the least residual force in the metric of the mass; twice, since the second solve removes round-off. */
static sn_status find_multipliers(sn_linear *l, sn_error *error)
{
  sn_still *w = &l->w;
  sn_instant *m = l->m;
  SN_ASSERT(m->dependence_known && !w->iterate);
  if (m->n_row == 0) {
    sn_still_total(w);
    return SN_OK;
  }
  memset(w->lambda, 0, (size_t)m->n_row * sizeof(double));
  sn_still_total(w);
  sn_still_metric(w);
  sn_still_tangent(w, 0);
  estimate(l);
  sn_still_tangent(w, 1e6 * l->typical);
  sn_lin_clear(l->Q);
  sn_lin_sum(l->Q, 1, w->lin);
  const sn_status status = sn_lin_factor(l->Q);
  if (status != SN_OK) {
    return status == SN_ESINGULAR ? singular(l, error) : no_memory(error);
  }
  for (int turn = 0; turn < 2; turn++) {
    memset(w->rhs, 0, (size_t)m->n_unknown * sizeof(double));
    sn_instant_add_projection(m, w->total, w->rhs);
    sn_still_put(w, w->rhs, w->x);
    if (sn_lin_solve(l->Q, w->x) != SN_OK) {
      return singular(l, error);
    }
    sn_still_get_rows(w, w->x, w->row);
    for (int i = 0; i < m->n_row; i++) {
      w->lambda[i] += w->row[i];
    }
    sn_still_total(w);
  }
  return SN_OK;
}

static sn_status no_equilibrium(sn_linear *l, double left, double increment, sn_error *error)
{
  const sn_system *s = l->m->s;
  double worst = 0;
  int node = -1, rotation = 0;
  SN_ASSERT(s->extent > 0 && !(left < 0) && !(increment < 0));
  for (int i = 0; i < s->n_node; i++) {
    for (int j = 0; j < l->m->node[i].size; j++) {
      const int turns = j >= s->node[i].n_x;
      const double f = fabs(l->w.rhs[l->m->node[i].first + j]) / (turns ? s->extent : 1);
      if (f > worst) {
        worst = f;
        node = i;
        rotation = turns;
      }
    }
  }
  sn_failf(error, SN_EMODEL, "The configuration is no equilibrium: modes are vibrations about one.");
  sn_instant_name_item(s, node >= 0 ? s->node[node].item : -1, error);
  sn_error_why(error,
               "A %s of %.3g %s on this part is not balanced (%.2g of the largest force); it would move by %.2g of "
               "the size of the model.",
               rotation ? "moment" : "force", worst * (rotation ? s->extent : 1), rotation ? "N m" : "N", left,
               increment);
  sn_error_fix(error,
               "Ask for modes about the static equilibrium (about = \"static\", --about static), or draw the model in "
               "balance.");
  return SN_EMODEL;
}

static sn_status check_equilibrium(sn_linear *l, sn_error *error)
{
  sn_still *w = &l->w;
  const double left = sn_still_residual(w);
  SN_ASSERT(l->typical > 0 && !(left < 0));
  if (left <= balanced) {
    return SN_OK;
  }
  /* residual forces that are round-off of stiff parts do not move anything */
  SN_TRY(sn_linear_factor(l, 0, 1e-7 * l->typical, error));
  sn_still_put(w, w->rhs, w->x);
  if (sn_lin_solve(l->Q, w->x) != SN_OK) {
    return singular(l, error);
  }
  sn_still_get(w, w->x, l->m->xi);
  const double increment = sn_instant_largest(l->m, l->m->xi);
  SN_ASSERT(!(increment < 0));
  return increment <= balanced ? SN_OK : no_equilibrium(l, left, increment, error);
}

/* Which entries masses between two nodes have: positions share none but those along one axis. */
static void mark_pair(const sn_instant *m, int pair, unsigned char *mask)
{
  const sn_mass_pair *p = m->s->pair + m->pair[pair];
  const sn_vector *v[2] = {m->s->vector + p->a, m->s->vector + p->b};
  const int n[2] = {m->node[v[0]->node].size, m->node[v[1]->node].size}, all = n[0] + n[1];
  int place[2], x[2];
  for (int i = 0; i < 2; i++) {
    x[i] = 3 * m->s->node[v[i]->node].has_x;
    place[i] = v[i]->slot < m->s->node[v[i]->node].has_x;
  }
  for (int j = place[0] ? 0 : x[0]; j < (place[0] ? x[0] : n[0]); j++) {
    for (int k = place[1] ? 0 : x[1]; k < (place[1] ? x[1] : n[1]); k++) {
      const int other = n[0] + k;
      SN_ASSERT(j < n[0] && other < all);
      mask[j * all + other] = mask[other * all + j] = !(place[0] && place[1]) || j == k;
    }
  }
}

/* The mass: of nodes, and between two of them. The iteration multiplies by it as often as it solves. */
static sn_status make_mass(sn_linear *l, sn_arena *scratch, sn_error *error)
{
  const sn_still *w = &l->w;
  sn_lin_pattern p = w->pattern;
  int *count = SN_NEW(scratch, int, p.n_element);
  const unsigned char **mask = SN_NEW(scratch, const unsigned char *, p.n_element);
  if (!count || !mask) {
    return no_memory(error);
  }
  for (int i = 0; i < l->m->s->n_node; i++) { /* blocks have no mass */
    count[i] = p.count[i];
  }
  for (int i = 0; i < l->m->n_pair; i++) {
    const int e = w->pair_element + i;
    unsigned char *own = SN_NEW(scratch, unsigned char, p.count[e] * p.count[e]);
    if (!own) {
      return no_memory(error);
    }
    mark_pair(l->m, i, own);
    count[e] = p.count[e];
    mask[e] = own;
  }
  p.count = count;
  p.mask = mask;
  return sn_lin_new(&p, l->arena, &l->M, error);
}

/* Can anything move with a velocity in its forces, or is the general problem asked for? */
static int may_need_C(const sn_instant *m, const sn_modes_options *o)
{
  int needs = !sn_still_has_potential(m->s) || o->spin || v3_norm(m->rotation) > 0;
  for (int i = 0; i < m->s->n_block; i++) {
    needs = needs || (!o->undamped && m->s->block[i].law->is_rate);
  }
  for (int i = 0; i < m->s->n_load; i++) {
    needs = needs || (!o->undamped && m->s->load[i].of_velocity);
  }
  return needs;
}

static sn_status make_matrices(sn_linear *l, const sn_modes_options *o, sn_error *error)
{
  sn_arena *scratch = sn_arena_child(l->arena);
  const sn_status status = scratch ? make_mass(l, scratch, error) : no_memory(error);
  sn_arena_free(scratch);
  SN_TRY(status);
  if (may_need_C(l->m, o)) {
    SN_TRY(sn_lin_like(l->w.lin, l->arena, &l->C, error));
    sn_lin_clear(l->C);
  }
  return sn_lin_like(l->w.lin, l->arena, &l->Q, error);
}

static sn_status make(sn_linear *l, const sn_modes_options *o, sn_error *error)
{
  sn_instant *m = l->m;
  SN_ASSERT(m->dependence_known && l->n == 0);
  SN_TRY(make_matrices(l, o, error));
  l->at = SN_NEW(l->arena, int, l->w.n_unknown + 1);
  l->unit = SN_NEW(l->arena, double, l->w.n_unknown + 1);
  l->full = SN_NEW(l->arena, double, l->w.n_unknown + 1);
  l->product = SN_NEW(l->arena, double, l->w.n_unknown + 1);
  l->change = SN_NEW(l->arena, sn_v3, m->s->n_vector + 1);
  if (!l->at || !l->unit || !l->full || !l->product || !l->change) {
    return no_memory(error);
  }
  number(l);
  sn_lin_clear(l->M);
  l->axis = v3_norm(m->rotation) > 0 ? v3_unit(m->rotation) : v3(0, 0, 0);
  sn_still_inertia(&l->w, SN_INERTIA_MASS, l->M);
  if (v3_norm(m->rotation) > 0) {
    sn_still_inertia(&l->w, SN_INERTIA_CORIOLIS, l->C);
    l->has_C = 1;
  }
  if (!o->undamped) {
    add_dampers(l);
    for (int i = 0; i < m->s->n_load; i++) { /* drag: a force that depends on the velocity of its point */
      l->has_C |= m->s->load[i].of_velocity && sn_still_load(&l->w, i, 1, l->C);
    }
  }
  if (o->spin) {
    SN_TRY(sn_linear_add_spins(l, error));
  }
  SN_TRY(sn_still_forces(&l->w, error));
  SN_TRY(find_multipliers(l, error));
  sn_still_tangent(&l->w, 0);
  if (o->spin) {
    sn_linear_add_spin_stiffness(l);
    SN_TRY(sn_linear_add_spin_blocks(l, !o->undamped, error));
  }
  SN_ASSERT(l->n <= l->w.n_unknown && !l->w.bare);
  estimate(l);
  return check_equilibrium(l, error);
}

/* Are all of K, C and M? Dampers are, the rotation of axes and of rotors is not, nor need drag be. */
static int is_symmetric(const sn_instant *m, const sn_modes_options *o)
{
  int symmetric = sn_still_has_potential(m->s) && !o->spin && !(v3_norm(m->rotation) > 0);
  for (int i = 0; i < m->s->n_load; i++) {
    symmetric = symmetric && (o->undamped || !m->s->load[i].of_velocity);
  }
  return symmetric;
}

sn_status sn_linear_new(sn_instant *m, const sn_state *x, const sn_modes_options *o, sn_arena *arena, sn_linear *out,
                        sn_error *error)
{
  *out = (sn_linear){.m = m, .arena = arena};
  SN_ASSERT(m->s->extent > 0 && o->count >= 0);
  SN_TRY(sn_still_new(m, is_symmetric(m, o), arena, &out->w, error));
  sn_instant_read(m, x);
  sn_status status = sn_rank_find_dependent(m, error);
  status = status == SN_OK ? make(out, o, error) : status;
  if (status != SN_OK) {
    sn_linear_free(out);
  }
  return status;
}

/* ---- options */

static sn_status check_options(const sn_linear *l, const sn_modes_options *o, int symmetric, sn_error *error)
{
  if (!isnan(o->shift) && !symmetric) {
    return sn_fail(error, SN_EINPUT, "modes", "Modes near a frequency are found only without damping and rotation.",
                   "With them the shapes are complex, and the lowest are found.",
                   "Leave out `near`, or set damping = false.");
  }
  if (l->n == 0) {
    return sn_fail(error, SN_EMODEL, "modes", "There is nothing that could vibrate.",
                   "Nothing in the model can move: all parts are fixed or move as given.", "Add a part.");
  }
  return SN_OK;
}

sn_status sn_modes_find(sn_instant *m, const sn_state *x, const sn_modes_options *o, sn_arena *arena, sn_modes *out,
                        sn_error *error)
{
  sn_linear l;
  *out = (sn_modes){.extent = m->s->extent};
  SN_TRY(sn_linear_new(m, x, o, arena, &l, error));
  const int potential = sn_still_has_potential(m->s), conservative = potential && !o->spin,
            symmetric = potential && !l.has_C;
  sn_status status = check_options(&l, o, symmetric, error);
  if (status == SN_OK) {
    status = symmetric ? sn_modes_symmetric(&l, o, out, error) : sn_modes_general(&l, conservative, o, out, error);
  }
  SN_ASSERT(status != SN_OK || (out->n >= 0 && out->n_zero >= 0));
  out->symmetric = symmetric;
  out->force = l.w.force;
  out->residual = sn_still_residual(&l.w);
  sn_linear_free(&l);
  return status;
}
