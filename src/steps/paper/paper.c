/* steps/paper/paper.c -- the step of a scheme on bare vectors: Newton iteration, ledger. Its equations are made in assemble.c.
 * Theory:  paper.h. Stresses are iterates, updated by their own increments; those of elastic blocks and potentials are
 *          condensed in the element, multipliers are unknowns. A step is accepted when the estimated remaining
 *          increment is below the tolerance and the ledger closes.
 * Limits:  one factorisation per iteration; steps are not halved here.
 * Tests:   tests/steps/test_paper.c
 */
#include "steps/paper/paper.h"

#include <string.h>

#include "steps/ledger.h"
#include "steps/paper/paper_private.h"
#include "steps/residual.h"

static const double defect_limit = 1e-12;  /* of the energy scale: what a step must reach */
static const double defect_aim = 5e-15;    /* what it tries to reach: the ledger of a comparison should be round-off */
static const double last_increment = 1e-8; /* constraints are quadratic: their residual is then below round-off */
static const double no_increment = 1e-15;  /* round-off: it need not shrink any more */

/* ---------------------------------------------------------------- one step */
static void predict(sn_stepper *x, const sn_state *start, double h)
{
  const sn_system *s = x->s;
  const sn_paper_table *t = &x->table;
  SN_ASSERT(start->n == x->next.n && t->n <= SN_PLAIN_FIELDS);
  for (int a = 0; a < s->n_vector; a++) {
    x->d[0][a] = s->vector[a].freedom == SN_FREE ? v3_scale(h, start->v[a]) : v3(0, 0, 0);
    x->d[1][a] = v3(0, 0, 0);
    x->next.v[a] = start->v[a];
  }
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 q[4], v[4];
    sn_frame_motion(s->frame + i, *start->t + h, q, v, NULL);
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      x->next.v[a] = v[k];
      for (int c = 0; c < 3 * t->n; c++) {
        const double change = q[k].x[c % 3] - start->q[a].x[c % 3], rate_i = h * start->v[a].x[c % 3],
                     rate_f = h * v[k].x[c % 3];
        x->d[c / 3][a].x[c % 3] = sn_paper_follow(t, c / 3, change, rate_i, rate_f);
      }
    }
  }
  for (int i = 0; i < x->n_block; i++) {
    const sn_paper_block *p = x->block + i;
    const int node = x->internal_node[i];
    SN_ASSERT(p->first + t->n * p->n_iterate <= x->n_iterate && node < s->n_node);
    for (int stage = 0; stage < t->n; stage++) {
      double *to = x->iterate + p->first + stage * p->n_iterate;
      for (int k = 0; k < p->n_iterate && node < 0; k++) {
        to[k] = start->stress[p->b->stress + k];
      }
      for (int k = 0; k < p->n_iterate && node >= 0; k++) {
        to[k] = start->sigma[9 * node + 3 * p->b->term[k].i + p->b->term[k].j];
      }
    }
  }
}

/* adds the increments; returns the largest of the vectors over the size of the model */
static double update(sn_stepper *x, double h)
{
  const sn_system *s = x->s;
  const int n = x->table.n;
  double largest = 0;
  SN_ASSERT(h > 0 && s->extent > 0);
  for (int a = 0; a < s->n_vector; a++) {
    const double length = s->vector[a].is_length ? s->extent : 1;
    for (int k = 0; k < 3 * n; k++) {
      const int u = sn_paper_unknown(x, a, k);
      if (u < 0) {
        continue;
      }
      const double d = x->rhs[u];
      x->d[k / 3][a].x[k % 3] += d;
      largest = fabs(d) / length <= largest ? largest : fabs(d) / length; /* keeps a NaN */
    }
  }
  for (int i = 0; i < x->n_block; i++) {
    const sn_paper_block *p = x->block + i;
    if (!p->open) {
      continue;
    }
    for (int k = 0; k < n * p->n_multiplier; k++) {
      x->iterate[p->first + k] += x->rhs[x->multiplier_first[i] + k] / (h * h);
    }
    for (int k = 0; k < n * p->n_iterate && !p->n_multiplier; k++) {
      double sum = -p->rest[k];
      for (int c = 0; c < 3 * n * p->b->n_vec; c++) {
        const int u = sn_paper_unknown(x, p->b->vector[c / (3 * n)], c % (3 * n));
        sum += u < 0 ? 0 : p->slope[k * p->n_column + c] * x->rhs[u];
      }
      x->iterate[p->first + k] += sum;
    }
  }
  return largest;
}

/* Work of the moving frames: the stage forces their vectors need, times the stage's displacement. */
static double base_work(const sn_stepper *x, const sn_paper_view *v)
{
  const sn_paper_table *t = &x->table;
  SN_ASSERT(v->h > 0);
  double W = 0;
  for (int a = 0; a < x->s->n_vector; a++) {
    sn_v3 need[SN_PLAIN_FIELDS];
    for (int s = 0; s < t->n && x->s->vector[a].freedom == SN_PRESCRIBED; s++) {
      need[s] = x->row[s][a];
      SN_ASSERT(t->mix[s][s] == 1);
      for (int k = 0; k < s; k++) { /* mix is lower triangular with unit diagonal */
        need[s] = v3_axpy(need[s], -t->mix[s][k], need[k]);
      }
      W += v3_dot(need[s], v3_sub(v->q[t->to[s]][a], v->q[t->from[s]][a])) / (v->h * v->h);
    }
  }
  return W;
}

static double jump_energy(sn_stepper *x, const sn_state *start, double h)
{
  const sn_paper_table *t = &x->table;
  const sn_system *s = x->s;
  for (int a = 0; a < s->n_vector; a++) {
    sn_v3 d = v3_scale(t->jump_v, start->v[a]);
    for (int k = 0; k < t->n; k++) {
      d = v3_axpy(d, t->jump[k] / h, x->d[k][a]);
    }
    x->middle[a] = d;
  }
  SN_ASSERT(t->loss >= 0); /* it never gives energy */
  return t->loss * sn_kinetic(s, x->middle);
}

/* own numbers of the state at the end: integrated potentials and drives, counted angles */
static void advance_own(sn_stepper *x, const sn_state *start, const sn_paper_view *v)
{
  SN_ASSERT(start->internal != x->next.internal);
  double *internal = x->next.internal;
  memcpy(internal, start->internal, sizeof(double) * (size_t)x->s->n_internal);
  for (int i = 0; i < x->s->n_block; i++) {
    const sn_block *b = x->s->block + i;
    const double u_i = sn_paper_drive(v, b, 0), u_f = sn_paper_drive(v, b, 1);
    if (b->energy_internal >= 0) {
      SN_ASSERT(b->potential && b->energy_internal < x->s->n_internal);
      double e_i[SN_MAX_FORMS], e_f[SN_MAX_FORMS];
      sn_forms(b, v->q[0], e_i);
      sn_forms(b, v->q[1], e_f);
      internal[b->energy_internal] +=
          b->potential->difference(b->potential, sn_composite(b, start->internal, e_i, NULL, NULL) - u_i,
                                   sn_composite(b, start->internal, e_f, NULL, NULL) - u_f);
    }
    if (b->drive && b->drive_is_rate) {
      internal[b->drive_internal] = u_f;
    }
    sn_count_angles(b, v->q[1], internal);
  }
}

/* the state at the end and its ledger; returns |defect| over the energy scale */
static double conclude(sn_stepper *x, const sn_state *start, double h, sn_ledger *l)
{
  const sn_system *s = x->s;
  const sn_paper_table *t = &x->table;
  const sn_paper_view view = sn_paper_view_of(x, start, h);
  SN_ASSERT(start->q != x->next.q && h > 0);
  *l = (sn_ledger){0};
  sn_paper_assemble(x, start, h, 0, l);
  l->work_base = base_work(x, &view);
  l->numerical += jump_energy(x, start, h);
  *x->next.t = *start->t + h;
  for (int a = 0; a < s->n_vector; a++) {
    x->next.q[a] = x->q[0][a];
    if (s->vector[a].freedom == SN_FREE) {
      sn_v3 v = v3_scale(t->velocity_v, start->v[a]);
      for (int k = 0; k < t->n; k++) {
        v = v3_axpy(v, t->velocity[k] / h, x->d[k][a]);
      }
      x->next.v[a] = v;
    }
  }
  for (int i = 0; i < x->n_block; i++) {
    const sn_paper_block *p = x->block + i;
    const double *from = x->iterate + p->first; /* stage 0: the mean over the step */
    for (int k = 0; k < p->n_iterate && x->internal_node[i] < 0; k++) {
      x->next.stress[p->b->stress + k] = from[k];
    }
    for (int k = 0; k < p->n_iterate && x->internal_node[i] >= 0; k++) {
      double *sigma = x->next.sigma + 9 * x->internal_node[i];
      const sn_term *m = p->b->term + k;
      sigma[3 * m->i + m->j] = sigma[3 * m->j + m->i] = from[k];
    }
  }
  advance_own(x, start, &view);
  const sn_energy before = sn_energy_of(s, NULL, start), after = sn_energy_of(s, NULL, &x->next);
  return sn_ledger_close(s, &before, &after, start, x->d[0], &x->next, l);
}

/* After a failure: the last iterate once more, or the first guess when the last one is not finite. Moments are those of the
   first stage, about its own directors, where orthonormality does not show. */
static void explain(sn_stepper *x, const sn_state *start, double h, sn_step_report *report)
{
  static const sn_v3 ground[3] = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
  const sn_system *s = x->s;
  const sn_paper_table *t = &x->table;
  const sn_paper_view view = sn_paper_view_of(x, start, h);
  sn_ledger unused = {0};
  SN_ASSERT(start != &x->next && h > 0);
  if (!isfinite(report->increment)) {
    predict(x, start, h);
  }
  sn_paper_assemble(x, start, h, 0, &unused);
  for (int a = 0; a < s->n_vector; a++) {
    x->middle[a] = v3_scale(0.5, v3_add(view.q[t->from[0]][a], view.q[t->to[0]][a]));
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    sn_v3 moment = {{0, 0, 0}};
    for (int k = 0; k < 3 * t->n && sn_has_place(s, c); k++) {
      sn_rank_force(s, i, k % 3, x->row[k / 3][c->vector[0]].x[k % 3] / (h * h), h, report);
    }
    for (int k = 0; k < c->n_dir; k++) {
      const int v = c->vector[c->has_x + k];
      moment = v3_add(moment, v3_cross(x->middle[v], x->row[0][v]));
    }
    for (int j = 0; j < 3 && c->n_dir > 0; j++) {
      sn_rank_moment(s, i, j, ground[j], x->middle, moment.x[j] / (h * h), h, report);
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const int n = x->block[i].open ? x->block[i].n_multiplier : 0;
    for (int k = 0; k < t->n * n; k++) {
      sn_rank_constraint(s, i, k % n, x->q[0], start->internal, x->rhs[x->multiplier_first[i] + k], report);
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    x->middle[a] = v3_scale(1 / h, x->d[0][a]);
  }
  const sn_configuration begin = {start->q, start->v, start->internal, *start->t},
                         end = {x->q[0], x->middle, start->internal, *start->t + h};
  report->switching = 1 + sn_switching_item(s, &begin, &end);
  if (sn_is_broken(report)) {
    (void)sn_find_bad_law(s, &end, &report->bad);
    sn_bad_at_start(s, start, &report->bad);
  }
}

static sn_status no_convergence(sn_stepper *x, const sn_state *start, double h, sn_step_report *report, sn_error *error)
{
  explain(x, start, h, report);
  sn_failf(error, SN_ENOCONV, "The step from t = %.9g s with h = %.3g s did not converge.", *start->t, h);
  sn_error_why(error, "After %d iterations the last increment is %.2e of the size of the model.", report->iterations,
               report->increment);
  sn_error_fix(error, "Use a smaller step, or the scheme 'ed', which needs fewer unknowns and iterations.");
  return SN_ENOCONV;
}

static sn_status singular(sn_stepper *x, const sn_state *start, double h, sn_step_report *report, sn_error *error)
{
  const int row = sn_lin_bad_row(x->matrix);
  const sn_block *b = NULL;
  for (int i = 0; i < x->n_block && row >= 0; i++) {
    const int k = row - x->multiplier_first[i];
    if (x->block[i].open && x->block[i].n_multiplier && k >= 0 && k < x->table.n * x->block[i].n_multiplier) {
      b = x->block[i].b;
    }
  }
  explain(x, start, h, report);
  sn_failf(error, SN_ESINGULAR, "The equations of motion are singular at t = %.9g s.", *start->t);
  if (b && b->item >= 0) {
    sn_error_where(error, "%s, %s", x->s->item_where[b->item], x->s->item_name[b->item]);
    sn_error_why(error, "A constraint (%s) follows from the others, or contradicts them.",
                 b->row_text ? b->row_text : "row");
  } else {
    sn_error_why(error, "Something without mass is free to move, or constraints repeat each other.");
  }
  sn_error_fix(error, "Run 'sinew check' on the model: it lists redundant joints and parts without mass.");
  return SN_ESINGULAR;
}

sn_status sn_paper_step(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error)
{
  double last = INFINITY, last_defect = INFINITY;
  SN_ASSERT(h > 0 && isfinite(h) && state->n == x->next.n && x->max_iterations > 0);
  *report = (sn_step_report){0};
  sn_state_copy(state, &x->next);
  predict(x, state, h);
  for (int it = 1; it <= x->max_iterations; it++) {
    sn_ledger unused = {0};
    sn_paper_assemble(x, state, h, 1, &unused);
    if (sn_lin_factor(x->matrix) != SN_OK || sn_lin_solve(x->matrix, x->rhs) != SN_OK) {
      return singular(x, state, h, report, error);
    }
    const double inc = update(x, h), rho = inc / last;
    report->iterations = report->factorisations = it;
    report->increment = inc;
    report->history[it <= SN_HISTORY ? it - 1 : SN_HISTORY - 1] = inc;
    report->n_history = it <= SN_HISTORY ? it : SN_HISTORY;
    if (!(inc < 1e3)) {
      break;
    }
    last = inc;
    if (inc < no_increment || (inc < last_increment && rho < 1 && inc * rho / (1 - rho) < x->tolerance)) {
      const double defect = conclude(x, state, h, &report->ledger);
      if (defect <= defect_aim || !(defect < 0.5 * last_defect)) {
        report->at_roundoff = defect > defect_limit;
        SN_ASSERT(*x->next.t == *state->t + h && !(defect < 0));
        sn_state_copy(&x->next, state);
        return SN_OK;
      }
      last_defect = defect;
    }
  }
  return no_convergence(x, state, h, report, error);
}
