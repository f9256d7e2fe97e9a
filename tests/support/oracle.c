/* tests/support/oracle.c -- all-fields SR(alpha) and EP by a dense Newton method.
 * Theory:  docs/theory.md; SR equations (1)-(5): M w + h f_c = 0, M jv - (h/r3) f_d = 0, M_y y + G_i^T nu = (h/r3) ra B_c^T s_y,
 *          and the laws of s_c, s_d; G_i y = 0. y only where elastic or potential blocks are damped; constraints never
 *          are. Rates are multiplied by h and forces by h^2, so that h disappears from the rows. Then the velocities
 *          are projected (oracle_instant.c).
 * How:     every element (block or load) only evaluates its forces and law residuals; its tangent is taken by central
 *          differences of that evaluation (exact for the quadratic forms), so that no derivative can be wrong.
 * Limits:  n of a few hundred; no step control.
 * Tests:   tests/steps/test_oracle.c.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle_private.h"

enum { MAX_ITERATIONS = 40 };

/* rows (1), (2), (3) of one local vector */
static void rows_of(const oracle *o, const answer *r, int a, sn_v3 out[3])
{
  if (o->ep) {
    out[0] = r->p[a];
    out[1] = out[2] = v3(0, 0, 0);
    return;
  }
  out[0] = v3_scale(0.5, v3_add(r->p[a], r->m[a]));
  out[1] = v3_scale(-0.5 / R3, v3_sub(r->p[a], r->m[a]));
  out[2] = v3_scale(-1 / R3, r->y[a]);
}

/* ---------------------------------------------------------------- the linear system */
static void add(oracle *o, int row, int column, double value)
{
  if (row >= 0 && column >= 0) {
    o->J[(size_t)row * (size_t)o->n + (size_t)column] += value;
  }
}
static int unknown(const oracle *o, int v, int field)
{
  return field == 0 ? o->iq[v] : field == 1 ? o->iw[v] : o->iy[v];
}

/* one column of an element's tangent: central difference of its evaluation in *x */
static void difference(oracle *o, int ie, double *x, double step, int column, double per_unknown)
{
  const int *vector, n = oracle_element_vectors(o, ie, &vector);
  const double keep = *x, factor = per_unknown / (2 * step);
  static const double both[2] = {1, -1};
  answer r;
  for (int i = 0; i < 2; i++) {
    *x = keep + both[i] * step;
    oracle_evaluate(o, ie, &r);
    for (int a = 0; a < n; a++) {
      sn_v3 row[3];
      rows_of(o, &r, a, row);
      for (int f = 0; f < 3; f++) {
        const int at = unknown(o, vector[a], f);
        for (int c = 0; c < 3 && at >= 0; c++) {
          add(o, at + c, column, both[i] * factor * row[f].x[c]);
        }
      }
    }
    const int levels = o->ep ? 1 : 2;
    for (int k = 0; ie < o->n_block && o->is[ie] >= 0 && k < levels * o->iterates[ie]; k++) {
      add(o, o->is[ie] + k, column, both[i] * factor * r.r[k]);
    }
  }
  *x = keep;
}

/* step of the differences: forms are quadratic (any step is exact), the others are not */
static double difference_step(const oracle *o, int ie)
{
  const sn_law *law = ie < o->n_block ? o->block[ie].law : NULL;
  return !law                                                  ? 1e-5
         : law == &sn_law_rate || law == &sn_law_rate_path     ? 1e-8
         : law == &sn_law_elastic || law == &sn_law_constraint ? 1e-2
                                                               : 1e-5;
}

static void difference_stresses(oracle *o, int ie, int block)
{
  const double hh = o->h * o->h;
  const int levels = o->ep ? 1 : 2;
  for (int k = 0; o->is[block] >= 0 && k < levels * o->iterates[block]; k++) {
    double *s = (k < o->iterates[block] ? o->sc : o->sd) + o->first[block] + k % o->iterates[block];
    difference(o, ie, s, (block == ie ? 1.0 : 1e-6) * fmax(1, fabs(*s)), o->is[block] + k, 1 / hh);
  }
}

static void element_tangent(oracle *o, int ie)
{
  const int *vector, n = oracle_element_vectors(o, ie, &vector);
  for (int a = 0; a < n; a++) {
    const int v = vector[a];
    const double length = o->s->vector[v].is_length ? o->s->extent : 1;
    sn_v3 *const field[3] = {o->dq + v, o->hw + v, o->hy + v};
    for (int f = 0; f < 3; f++) {
      const int at = unknown(o, v, f);
      for (int c = 0; c < 3 && at >= 0; c++) {
        difference(o, ie, field[f]->x + c, length * difference_step(o, ie), at + c, 1);
      }
    }
  }
  if (ie < o->n_block) {
    difference_stresses(o, ie, ie);
    const sn_rate_law *l = o->block[ie].law == &sn_law_rate ? o->block[ie].rate : NULL;
    if (l && l->normal_block >= 0) {
      difference_stresses(o, ie, l->normal_block);
    }
  }
}

/* mass m between vectors a and b: its contribution to row a, and its columns */
static void mass_rows(oracle *o, int a, int b, double m, int tangent)
{
  const sn_v3 hv = v3_scale(o->h, o->x->v[b]);
  const sn_v3 jump = v3_sub(v3_scale(2, v3_sub(o->dq[b], hv)), o->hw[b]);
  o->row[0][a] = v3_axpy(o->row[0][a], m, o->hw[b]);
  o->row[1][a] = v3_axpy(o->row[1][a], m, jump);
  o->row[2][a] = v3_axpy(o->row[2][a], m, o->hy[b]);
  const double own = m;
  for (int c = 0; c < 3 && tangent && o->iq[a] >= 0 && o->iq[b] >= 0; c++) {
    m = c > 0 && a == b && sn_is_scalar_vector(o->s, a) ? 1 : own; /* what a scalar has not stays zero */
    if (o->ep) {
      add(o, o->iq[a] + c, o->iq[b] + c, 2 * m);
      continue;
    }
    add(o, o->iq[a] + c, o->iw[b] + c, m);
    add(o, o->iw[a] + c, o->iq[b] + c, 2 * m);
    add(o, o->iw[a] + c, o->iw[b] + c, -m);
    if (o->iy[a] >= 0 && o->iy[b] >= 0) {
      add(o, o->iy[a] + c, o->iy[b] + c, m);
    }
  }
}

static void all_masses(oracle *o, int tangent)
{
  for (int i = 0; i < o->s->n_node; i++) {
    const sn_node *n = o->s->node + i;
    for (int a = 0; a < n->n_vec; a++) {
      for (int b = 0; b < n->n_vec; b++) {
        mass_rows(o, n->vector[a], n->vector[b], n->mass[a][b], tangent);
      }
    }
  }
  for (int i = 0; i < o->s->n_pair; i++) {
    const sn_mass_pair *p = o->s->pair + i;
    mass_rows(o, p->a, p->b, p->m, tangent);
    if (p->a != p->b) {
      mass_rows(o, p->b, p->a, p->m, tangent);
    }
  }
}

/* p with sum p_k . d_k' = a . w for directors that turn with w */
static void turn_of(const sn_node *n, const sn_v3 *q, sn_v3 a, sn_v3 p[3])
{
  const int *director = n->vector + n->has_x;
  if (n->n_dir == 3) {
    a = v3_scale(0.5, a);
  } else if (n->n_dir == 2) {
    const sn_v3 third = v3_cross(q[director[0]], q[director[1]]);
    a = v3_axpy(a, -0.5 * v3_dot(third, a), third);
  }
  for (int k = 0; k < n->n_dir; k++) {
    p[k] = v3_cross(a, q[director[k]]);
  }
}

/* M_y - M in the rows of y: Delta, and inertia about axes without any */
static void jump_mass(oracle *o, int tangent)
{
  const sn_system *s = o->s;
  const double hold = sn_typical_mass(s) * s->extent * s->extent;
  for (int a = 0; a < s->n_vector; a++) {
    o->row[2][a] = v3_axpy(o->row[2][a], o->delta[a], o->hy[a]);
    for (int c = 0; c < 3 && tangent && o->iy[a] >= 0; c++) {
      add(o, o->iy[a] + c, o->iy[a] + c, o->delta[a]);
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    const int *director = n->vector + n->has_x;
    double unused;
    sn_v3 axes[3], p[3];
    for (int j = oracle_null_axes(s, n, o->x->q, axes, &unused) - 1; j >= 0 && o->jumps[i]; j--) {
      turn_of(n, o->x->q, axes[j], p);
      double rate = 0;
      for (int k = 0; k < n->n_dir; k++) {
        rate += v3_dot(p[k], o->hy[director[k]]);
      }
      for (int k = 0; k < n->n_dir; k++) {
        o->row[2][director[k]] = v3_axpy(o->row[2][director[k]], hold * rate, p[k]);
        for (int c = 0; c < 3 * n->n_dir && tangent; c++) {
          for (int d = 0; d < 3; d++) {
            add(o, o->iy[director[k]] + d, o->iy[director[c / 3]] + c % 3, hold * p[k].x[d] * p[c / 3].x[c % 3]);
          }
        }
      }
    }
  }
}

/* y is tangent to the constraints at the start of the step: G_i^T nu in its rows, and G_i y = 0 */
static void tangency(oracle *o, int tangent)
{
  for (int i = 0; i < o->n_block; i++) {
    const sn_block *b = o->block + i;
    for (int r = 0; o->in[i] >= 0 && r < o->iterates[i]; r++) {
      const int row = o->in[i] + r;
      for (int a = 0; a < b->n_vec; a++) {
        const int v = b->vector[a];
        const sn_v3 g = o->G[i][r * b->n_vec + a];
        o->row[2][v] = v3_axpy(o->row[2][v], o->nu[o->first[i] + r], g);
        o->R[row] += v3_dot(g, o->hy[v]);
        for (int c = 0; c < 3 && tangent && o->iy[v] >= 0; c++) {
          add(o, row, o->iy[v] + c, g.x[c]);
          add(o, o->iy[v] + c, row, g.x[c]);
        }
      }
    }
  }
}

/* residuals into row[] and R; the tangent into J; sums the works and losses of the elements */
static void assemble(oracle *o, int tangent, sn_ledger *ledger, answer *r)
{
  const sn_system *s = o->s;
  const double hh = o->h * o->h;
  memset(o->R, 0, sizeof(double) * (size_t)o->n);
  for (int f = 0; f < 3; f++) {
    memset(o->row[f], 0, sizeof(sn_v3) * (size_t)s->n_vector);
  }
  if (tangent) {
    memset(o->J, 0, sizeof(double) * (size_t)o->n * (size_t)o->n);
  }
  for (int a = 0; a < s->n_vector && o->ep; a++) {
    if (o->iq[a] >= 0) { /* q_f = q_i + h (v_i + v_f)/2 */
      o->hw[a] = v3_scale(2, v3_axpy(o->dq[a], -o->h, o->x->v[a]));
    }
  }
  all_masses(o, tangent);
  for (int a = 0; a < s->n_vector; a++) {
    o->row[0][a] = v3_axpy(o->row[0][a], -hh, s->gravity[a]);
  }
  jump_mass(o, tangent);
  tangency(o, tangent);
  for (int ie = 0; ie < o->n_block + s->n_load; ie++) {
    const int *vector, n = oracle_element_vectors(o, ie, &vector);
    oracle_evaluate(o, ie, r);
    for (int a = 0; a < n; a++) {
      sn_v3 row[3];
      rows_of(o, r, a, row);
      for (int f = 0; f < 3; f++) {
        o->row[f][vector[a]] = v3_add(o->row[f][vector[a]], row[f]);
      }
    }
    const int levels = o->ep ? 1 : 2;
    for (int k = 0; ie < o->n_block && o->is[ie] >= 0 && k < levels * o->iterates[ie]; k++) {
      o->R[o->is[ie] + k] = r->r[k];
    }
    if (ie < o->n_block && o->block[ie].law == &sn_law_given) {
      o->sc[o->first[ie]] = r->tau;
    }
    ledger->work_loads += r->part.work_loads;
    ledger->work_drives += r->part.work_drives;
    ledger->dissipation += r->part.dissipation;
    ledger->numerical += r->part.numerical;
    if (tangent) {
      element_tangent(o, ie);
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    for (int f = 0; f < 3; f++) {
      const int at = unknown(o, a, f);
      for (int c = 0; c < 3 && at >= 0; c++) {
        o->R[at + c] = o->row[f][a].x[c];
      }
    }
  }
}

/* takes the solved increments; returns the largest over the size of the model */
static double update(oracle *o)
{
  const double hh = o->h * o->h;
  double inc = 0;
  for (int a = 0; a < o->s->n_vector; a++) {
    const double length = o->s->vector[a].is_length ? o->s->extent : 1;
    sn_v3 *const field[3] = {o->dq + a, o->hw + a, o->hy + a};
    for (int f = 0; f < 3; f++) {
      const int at = unknown(o, a, f);
      for (int c = 0; c < 3 && at >= 0; c++) {
        field[f]->x[c] -= o->R[at + c];
        const double size = fabs(o->R[at + c]) / length;
        inc = size <= inc ? inc : size; /* NaN is kept */
      }
    }
  }
  for (int i = 0; i < o->n_block; i++) {
    for (int k = 0; o->is[i] >= 0 && k < o->iterates[i]; k++) {
      o->sc[o->first[i] + k] -= o->R[o->is[i] + k] / hh;
      o->sd[o->first[i] + k] -= o->ep ? 0 : o->R[o->is[i] + o->iterates[i] + k] / hh;
    }
    for (int k = 0; o->in[i] >= 0 && k < o->iterates[i]; k++) {
      o->nu[o->first[i] + k] -= o->R[o->in[i] + k];
    }
  }
  return inc;
}

/* ---------------------------------------------------------------- ledger and acceptance */
static double base_work(const oracle *o)
{
  const double hh = o->h * o->h;
  double W = 0;
  for (int a = 0; a < o->s->n_vector; a++) {
    if (o->s->vector[a].freedom != SN_PRESCRIBED) {
      continue;
    }
    W += v3_dot(o->dq[a], o->row[0][a]) / hh;
    if (!o->ep) {
      W -= 0.5 * v3_dot(o->hw[a], o->row[1][a]) / hh;
    }
  }
  return W;
}

/* EP: h (v_i + v_f)/2 is not dq for a prescribed vector; the difference times its inertia force belongs to the base */
static double base_inertia(oracle *o)
{
  double W = 0;
  for (int f = 0; f < 3; f++) {
    memset(o->row[f], 0, sizeof(sn_v3) * (size_t)o->s->n_vector);
  }
  all_masses(o, 0);
  for (int a = 0; a < o->s->n_vector; a++) {
    if (o->s->vector[a].freedom == SN_PRESCRIBED) {
      const sn_v3 mean = v3_axpy(v3_scale(o->h, o->x->v[a]), 0.5, o->hw[a]);
      W += v3_dot(v3_sub(mean, o->dq[a]), o->row[0][a]) / (o->h * o->h);
    }
  }
  return W;
}

static double jump_energy(oracle *o)
{
  double D = 0;
  for (int f = 0; f < 3; f++) {
    memset(o->row[f], 0, sizeof(sn_v3) * (size_t)o->s->n_vector);
  }
  all_masses(o, 0);
  jump_mass(o, 0);
  for (int a = 0; a < o->s->n_vector; a++) {
    D += 0.5 * v3_dot(o->hy[a], o->row[2][a]);
  }
  return D / (o->h * o->h);
}

static sn_status accept(oracle *o, sn_state *x, answer *scratch, sn_ledger *l, sn_error *error)
{
  const sn_system *s = o->s;
  double K, V, U;
  sn_energies(s, x, &K, &V, &U);
  const double before = K + V + U;
  *l = (sn_ledger){0};
  assemble(o, 0, l, scratch);
  l->work_base = base_work(o) + (o->ep ? base_inertia(o) : 0);
  l->numerical += o->ep ? 0 : jump_energy(o);
  /* internal state: potentials and drives known by integration, then the counted angles */
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    double e_i[MAX_FORM], e_f[MAX_FORM];
    for (int a = 0; a < b->n_vec; a++) {
      o->qf[b->vector[a]] = v3_add(x->q[b->vector[a]], o->dq[b->vector[a]]);
    }
    sn_forms(b, x->q, e_i);
    sn_forms(b, o->qf, e_f);
    if (b->law == &sn_law_potential && b->energy_internal >= 0) {
      x->internal[b->energy_internal] += b->potential->difference(
          b->potential, sn_composite(b, x->internal, e_i, NULL, NULL), sn_composite(b, x->internal, e_f, NULL, NULL));
    }
    if (b->drive && b->drive_is_rate) {
      x->internal[b->drive_internal] = oracle_drive(o, b, 1);
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    double e[MAX_FORM];
    sn_forms(b, o->qf, e);
    for (int k = 0; k < b->n_coordinate; k++) {
      const sn_coordinate *c = b->coordinate + k;
      if (c->type == SN_COORDINATE_ANGLE) {
        x->internal[c->internal] = sn_counted_angle(x->internal[c->internal], e[c->form], e[c->form + 1]);
      }
    }
    for (int k = 0; k < o->iterates[i]; k++) {
      x->stress[b->stress + k] = o->sc[o->first[i] + k];
    }
  }
  oracle_exchange_sigma(o, x->sigma, 1);
  for (int a = 0; a < s->n_vector; a++) {
    x->q[a] = v3_add(x->q[a], o->dq[a]);
    x->v[a] = v3_axpy(x->v[a], 1 / o->h, o->hw[a]);
  }
  *x->t += o->h;
  if (!o->ep) {
    SN_TRY(oracle_project(o, x, l, error));
    SN_TRY(oracle_calm(o, x, l, error));
  }
  sn_energies(s, x, &l->kinetic, &l->strain, &l->potential);
  const double work = l->work_loads + l->work_drives + l->work_base;
  l->defect = l->kinetic + l->strain + l->potential - before - work + l->dissipation + l->numerical;
  *x->scale = fmax(*x->scale, l->kinetic + l->strain + fabs(work));
  return SN_OK;
}

static sn_status newton(oracle *o, answer *scratch, sn_step_report *report, sn_error *error)
{
  double last = INFINITY;
  for (int it = 1; it <= MAX_ITERATIONS; it++) {
    sn_ledger unused = {0};
    assemble(o, 1, &unused, scratch);
    const int bad = oracle_solve(o->n, o->J, 1, o->R, o->scale_column, 1e-15);
    if (bad) {
      return sn_failf(error, SN_ESINGULAR, "oracle: no pivot for unknown %d of %d", bad - 1, o->n);
    }
    const double inc = update(o);
    report->iterations = report->factorisations = it;
    report->increment = report->history[it < 32 ? it - 1 : 31] = inc;
    report->n_history = it < 32 ? it : 32;
    if (!(inc < 1e6)) {
      break;
    }
    if (inc < 1e-15 || (inc < 1e-9 && inc > 0.1 * last)) { /* at round-off */
      return SN_OK;
    }
    last = inc;
  }
  return sn_failf(error, SN_ENOCONV, "oracle: no convergence at t = %g (last increment %.2e)", o->t, report->increment);
}

static sn_status step(const sn_system *s, sn_state *x, double alpha, double h, int ep, sn_step_report *report,
                      sn_error *error)
{
  sn_step_report local;
  report = report ? report : &local;
  *report = (sn_step_report){0};
  sn_arena *arena = sn_arena_new(NULL);
  oracle o = {.s = s, .x = x, .ep = ep, .h = h, .t = *x->t};
  answer *scratch = arena ? SN_NEW(arena, answer, 1) : NULL;
  sn_status status =
      scratch && oracle_prepare(&o, alpha, arena) ? SN_OK : sn_failf(error, SN_ENOMEM, "oracle: out of memory");
  double *before = status == SN_OK ? SN_NEW(arena, double, x->n) : NULL;
  status = status == SN_OK && !before ? sn_failf(error, SN_ENOMEM, "oracle: out of memory") : status;
  if (status == SN_OK && !ep) {
    status = oracle_fade(&o, error);
  }
  if (status == SN_OK) {
    oracle_damping_mass(&o);
    oracle_predict(&o);
    status = newton(&o, scratch, report, error);
  }
  if (status == SN_OK) {
    memcpy(before, x->data, sizeof(double) * x->n);
    status = accept(&o, x, scratch, &report->ledger, error);
    if (status != SN_OK) {
      memcpy(x->data, before, sizeof(double) * x->n);
    }
  }
  sn_arena_free(arena);
  return status;
}

sn_status oracle_step(const sn_system *s, sn_state *x, double alpha, double h, sn_step_report *report, sn_error *error)
{
  return step(s, x, alpha, h, 0, report, error);
}
sn_status oracle_ep_step(const sn_system *s, sn_state *x, double h, sn_step_report *report, sn_error *error)
{
  return step(s, x, 0, h, 1, report, error);
}
