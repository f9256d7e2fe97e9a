/* analysis/assemble.c -- Gauss-Newton onto the constraint rows by the smallest mass-weighted change.
 * Theory:  minimise 1/2 (q - q0)^T M (q - q0) with all rows g(q) = 0, M the constant mass of the vectors: with q moved by
 *          C xi,   C^T M C xi + (G C)^T mu = -C^T M (q - q0) ,  G C xi = -g ,
 *          the matrix of the velocity projection (motion.c). Rows that depend on others are left out and must be met
 *          because the others are. Drawn wrong by d, the rows of such a loop are independent by about d, and following
 *          them would move the parts by their size: so the first look at the rank is as coarse as the gap, the next
 *          ones finer. What then stays open contradicts the rest.
 * Limits:  the nearest assembled position is found for gaps small against the arms; for large ones (tolerance raised) an
 *          assembled position near by.
 * Tests:   tests/analysis/test_assemble.c, tests/mechanisms/test_start.c
 */
#include "analysis/assemble.h"

#include "analysis/assemble_loop.h"
#include "analysis/retract.h"
#include "math/rotation.h"
#include <stdio.h>
#include <string.h>

static const double usual_tolerance = 1e-3;
static const double assembled = 1e-12; /* misfit below which a model is not changed */
static const double closed = 1e-12;    /* allowed misfit of a result */
static const double converged = 1e-13; /* increment */

typedef struct {
  sn_instant *m;
  sn_v3 *q0, *q_before; /* positions as drawn; before the trial step */
  double *internal_before;
  double *g;
  unsigned char *held;
  int iterations;
} work;

/* Largest misfit of a row over its scale; if hard = 1, without the rows that are left out. *row: that row (of its constraint). */
static double worst_row(work *w, int hard, int *constraint, int *row)
{
  sn_instant *m = w->m;
  double worst = 0;
  SN_ASSERT(hard == 0 || m->dependence_known);
  *constraint = *row = -1;
  sn_instant_row_values(m, w->g);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    SN_ASSERT(c->row >= 0 && c->row + c->n_row <= m->n_row);
    for (int r = 0; r < c->n_row; r++) {
      const double x = fabs(w->g[c->row + r]) / sn_instant_row_scale(m, sn_instant_block(m, c), r);
      if ((!hard || m->softness[c->row + r] == 0) && !(x <= worst)) {
        worst = x;
        *constraint = i;
        *row = r;
      }
    }
  }
  return worst;
}

static double misfit(work *w, int hard)
{
  int unused[2];
  return worst_row(w, hard, unused, unused + 1);
}

static void remember(work *w)
{
  memcpy(w->q_before, w->m->q, (size_t)w->m->s->n_vector * sizeof(sn_v3));
  memcpy(w->internal_before, w->m->internal, (size_t)w->m->s->n_internal * sizeof(double));
}

static void go_back(work *w)
{
  SN_ASSERT(w->q_before != w->q0);
  memcpy(w->m->q, w->q_before, (size_t)w->m->s->n_vector * sizeof(sn_v3));
  memcpy(w->m->internal, w->internal_before, (size_t)w->m->s->n_internal * sizeof(double));
  sn_instant_set_axes(w->m);
}

/* Makes the matrix at q. A coarse rank test ignores small values and may miss a redundant row: when the parts are close to their
   assembled positions, the matrix is then singular, and a finer test is needed. */
static sn_status factor(sn_instant *m)
{
  sn_error ignored = {0};
  const double coarse = m->nothing;
  const sn_status status = sn_instant_factor(m);
  if (status != SN_ESINGULAR) {
    return status;
  }
  m->nothing = fmin(coarse, 1e-5);
  const sn_status found = sn_rank_find_dependent(m, &ignored);
  m->nothing = coarse;
  return found == SN_OK ? sn_instant_factor(m) : found;
}

/* xi of one step; pull = 1: towards the nearest assembled position, 0: straight onto the rows. */
static sn_status increment(work *w, int pull)
{
  sn_instant *m = w->m;
  const sn_system *s = m->s;
  SN_ASSERT(m->dependence_known); /* the rows that are left out are already known */
  SN_TRY(factor(m));
  memset(m->rhs, 0, (size_t)m->n_unknown * sizeof(double));
  if (pull) {
    memset(m->force, 0, (size_t)s->n_vector * sizeof(sn_v3));
    for (int i = 0; i < s->n_vector; i++) {
      m->a[i] = s->vector[i].freedom == SN_FREE ? v3_sub(m->q[i], w->q0[i]) : v3(0, 0, 0);
    }
    sn_instant_times_mass(m, m->a, -1, m->force);
    sn_instant_add_projection(m, m->force, m->rhs);
  }
  sn_instant_row_values(m, w->g);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      SN_ASSERT(c->first + r < m->n_unknown);
      m->rhs[c->first + r] = m->softness[c->row + r] > 0 ? 0 : -w->g[c->row + r];
    }
  }
  for (int i = 0; m->held && i < s->n_node; i++) {
    memset(m->rhs + m->node[i].first, 0, m->held[i] ? (size_t)m->node[i].size * sizeof(double) : 0);
  }
  SN_ASSERT(m->n_solved <= m->n_unknown && m->xi != m->rhs);
  memcpy(m->xi, m->rhs, (size_t)m->n_unknown * sizeof(double));
  return sn_instant_solve_with(m, m->xi);
}

/* Makes one step, shortened if necessary. *size: its increment; *left: misfit of the rows in use. Returns 0 if no step reduces the misfit. */
static int step(work *w, int pull, double *size, double *left)
{
  enum { CUTS = 12 };
  sn_instant *m = w->m;
  if (increment(w, pull) != SN_OK) {
    return 0;
  }
  const double before = *left;
  SN_ASSERT(!(before < 0));
  double largest = sn_instant_largest(m, m->xi), factor = largest > 0.5 ? 0.5 / largest : 1;
  if (!isfinite(largest)) {
    return 0;
  }
  remember(w);
  for (int cut = 0; cut < CUTS; cut++, factor *= 0.5) {
    sn_instant_displace(m, m->xi, factor);
    *left = misfit(w, 1);
    *size = factor * largest;
    /* a step along the rows opens them by its square */
    if (*left <= (1 - 0.1 * factor) * before || *left <= 4 * *size * *size || *left <= closed) {
      return isfinite(*left);
    }
    go_back(w);
  }
  *left = before;
  return 0;
}

/* Closes all rows in use to round-off, at the nearest position. Returns 0 if they cannot be closed from here. */
static int close_rows(work *w)
{
  enum { MOST = 100, POLISH = 4 };
  double left = misfit(w, 1), size = 1, last = INFINITY;
  int good = 1;
  SN_ASSERT(w->m->dependence_known && w->m->soft_row == SN_CARRIES_NOTHING);
  for (int i = 0; i < MOST && good; i++) {
    good = step(w, 1, &size, &left);
    w->iterations++;
    if (size <= converged || (size < 1e-10 && size > 0.5 * last)) {
      break;
    }
    last = size;
  }
  for (int i = 0; i < POLISH && misfit(w, 1) > 1e-16; i++) {
    left = misfit(w, 1);
    remember(w);
    if (!step(w, 0, &size, &left)) {
      go_back(w);
      break;
    }
  }
  return misfit(w, 1) <= closed;
}

static int is_angle(const sn_block *b, int row)
{
  return sn_row_dimension(b, row) == 0;
}

/* ---- messages */

static sn_status cannot_close(work *w, int any_held, sn_arena *arena, sn_error *error)
{
  sn_instant *m = w->m;
  const sn_system *s = m->s;
  int c, row;
  (void)worst_row(w, 0, &c, &row);
  SN_ASSERT(m->n_constraint > 0 && c < m->n_constraint);
  const sn_block *b = sn_instant_block(m, m->constraint + (c >= 0 ? c : 0));
  const double gap = c >= 0 ? fabs(w->g[m->constraint[c].row + row]) : 0;
  const char *unit = row >= 0 && is_angle(b, row) ? "rad" : "m";
  char names[240] = "";
  if (c >= 0) {
    sn_loop_names(m, c, arena, names, sizeof names);
  }
  sn_failf(error, SN_EMODEL, "The loop of %s%s%s cannot be closed.", names, names[0] ? ", " : "",
           sn_item_called(s, b->item));
  sn_instant_name_item(s, b->item, error);
  sn_error_why(error, "%.3g %s are missing at %s (%s) in the nearest position that was found%s.", gap, unit,
               sn_item_called(s, b->item), b->row_text ? b->row_text : "rows",
               any_held ? " with the held parts in place" : "");
  sn_error_fix(error, "%s",
               any_held ? "Let more parts move (leave out hold), or change the lengths in the loop."
                        : "Change a length or an axis in the loop, or free a direction in one of its "
                          "joints; a drive must not fight the others.");
  return SN_EMODEL;
}

/* ---- report */

/* The rotation of a node: of a triad exactly; of fewer directors that of the director that turned most. */
static double angle_between(const sn_node *n, const sn_v3 *a, const sn_v3 *b)
{
  double largest = 0, cosines = 0;
  SN_ASSERT(n->n_dir > 0);
  sn_v3 sum = v3(0, 0, 0);
  for (int k = n->has_x; k < n->n_vec; k++) {
    const sn_v3 d = a[n->vector[k]], e = b[n->vector[k]], axis = v3_cross(d, e);
    largest = fmax(largest, atan2(v3_norm(axis), v3_dot(d, e)));
    cosines += v3_dot(d, e);
    sum = v3_add(sum, axis);
  }
  return n->n_dir == 3 ? atan2(v3_norm(sum) / 2, (cosines - 1) / 2) : largest;
}

static sn_status tell(work *w, sn_arena *arena, sn_assembly *out, sn_error *error)
{
  const sn_system *s = w->m->s;
  SN_ASSERT(!w->m->held);
  out->distance = SN_NEW(arena, double, s->n_item + 1);
  out->turn = SN_NEW(arena, double, s->n_item + 1);
  if (!out->distance || !out->turn) {
    return sn_no_memory(error, "the assembly");
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    if (n->item < 0 || n->item >= s->n_item) {
      continue;
    }
    if (sn_has_place(s, n)) {
      const double d = v3_norm(v3_sub(w->m->q[n->vector[0]], w->q0[n->vector[0]]));
      out->distance[n->item] = fmax(out->distance[n->item], d);
    }
    if (n->n_dir > 0) {
      out->turn[n->item] = fmax(out->turn[n->item], fabs(angle_between(n, w->q0, w->m->q)));
    }
  }
  return SN_OK;
}

static sn_status make_work(sn_instant *m, sn_arena *arena, work *w, sn_error *error)
{
  const sn_system *s = m->s;
  *w = (work){.m = m,
              .q0 = SN_NEW(arena, sn_v3, s->n_vector),
              .q_before = SN_NEW(arena, sn_v3, s->n_vector),
              .internal_before = SN_NEW(arena, double, s->n_internal + 1),
              .g = SN_NEW(arena, double, m->n_row + 1),
              .held = SN_NEW(arena, unsigned char, s->n_node)};
  return w->q0 && w->q_before && w->internal_before && w->g && w->held ? SN_OK : sn_no_memory(error, "the assembly");
}

static int mark_held(work *w, const unsigned char *items)
{
  const sn_system *s = w->m->s;
  int n = 0;
  SN_ASSERT(w->held);
  for (int i = 0; items && i < s->n_node; i++) {
    const int item = s->node[i].item;
    w->held[i] = item >= 0 && item < s->n_item && items[item];
    n += w->held[i];
  }
  return n;
}

/* Closes all rows, with finer and finer rank tests. Returns 1 if everything fits. */
static int solve(work *w, double gap, sn_error *error, sn_status *status)
{
  SN_ASSERT(gap > 0 && w->m->soft_row == SN_CARRIES_NOTHING);
  const double first = fmin(1e-2, 30 * gap), look[] = {first, 1e-5, 1e-8};
  for (int i = 0; i < 3; i++) {
    if (i > 0 && look[i] >= look[i - 1]) {
      continue;
    }
    w->m->nothing = fmax(look[i], 1e-8);
    SN_ASSERT(w->m->nothing >= 1e-8 && w->m->nothing <= 1e-2);
    *status = sn_rank_find_dependent(w->m, error);
    *status = *status == SN_OK ? sn_instant_stopped(w->m, error) : *status;
    if (*status != SN_OK) {
      return 0;
    }
    const int good = close_rows(w);
    if (good && misfit(w, 0) <= closed) {
      return 1;
    }
  }
  return 0;
}

/* The same without moving the held parts; only the positions of the motion change. */
static int try_to_close(work *w, const unsigned char *items, double gap, int *n_held, sn_error *error,
                        sn_status *status)
{
  sn_instant *m = w->m;
  const double soft = m->soft_row, nothing = m->nothing;
  SN_ASSERT(!m->held && gap > 0);
  *n_held = mark_held(w, items);
  m->held = *n_held > 0 ? w->held : NULL;
  m->places = 1;
  m->soft_row = SN_CARRIES_NOTHING; /* multipliers of rows left out stay zero */
  const int good = solve(w, gap, error, status);
  m->held = NULL;
  m->places = 0;
  m->soft_row = soft;
  m->nothing = nothing;
  m->dependence_known = 0;
  return good;
}

/* Reports that the gap of constraint c is larger than the tolerance, and tests whether a larger tolerance would help. */
static sn_status too_far(work *w, const sn_assemble_options *o, const sn_assembly *a, int c, double tolerance,
                         sn_arena *arena, sn_error *error)
{
  sn_instant *m = w->m;
  const sn_system *s = m->s;
  SN_ASSERT(c >= 0 && c < m->n_constraint && a->misfit > tolerance);
  const sn_block *b = sn_instant_block(m, m->constraint + c);
  const char *unit = a->gap_angle ? "rad" : "m";
  if (b->drive) {
    double e[SN_MAX_FORMS], u[3];
    sn_forms(b, m->q, e);
    sn_instant_drive(m, b, u);
    sn_failf(error, SN_EMODEL,
             "The drive of %s does not start where the joint is: it requires %.6g %s, the parts are "
             "placed at %.6g.",
             sn_item_called(s, a->gap_item), u[0], unit, sn_composite(b, m->internal, e, NULL, NULL));
  } else {
    sn_v3 gap;
    char by[80];
    if (sn_gap_vector(b, m->q, &gap)) {
      (void)snprintf(by, sizeof by, "(%.4g, %.4g, %.4g) m are missing, %.4g m in all", gap.x[0], gap.x[1], gap.x[2],
                     v3_norm(gap));
    } else {
      (void)snprintf(by, sizeof by, "%.3g %s are missing", a->gap, unit);
    }
    sn_failf(error, SN_EMODEL, "%s is not closed at the start: %s.", sn_item_called(s, a->gap_item), by);
  }
  sn_instant_name_item(s, a->gap_item, error);
  char names[160] = "";
  sn_loop_names(m, c, arena, names, sizeof names);
  sn_error_why(
      error,
      "%s%s%sIts %s rows miss by %.2g of the model's size (%.3g m; angles count in rad); gaps up to %.2g are closed.",
      names[0] ? "It closes a loop with " : "", names, names[0] ? ". " : "", a->gap_rows ? a->gap_rows : "constraint",
      a->misfit, s->extent, tolerance);
  sn_error ignored = {0};
  sn_status status = SN_OK;
  int n_held, left, row;
  if (try_to_close(w, o->held, a->misfit, &n_held, &ignored, &status) && status == SN_OK) {
    sn_error_fix(error,
                 "Draw the parts so that it fits (a drive must begin where it is drawn, or give `initial`), or allow "
                 "it: run { assembly_tolerance = %.1g }.",
                 2 * a->misfit);
    return SN_EMODEL;
  }
  (void)worst_row(w, 0, &left, &row);
  const sn_block *rest = sn_instant_block(m, m->constraint + (left >= 0 ? left : c));
  sn_error_fix(error,
               "Draw the parts so that it fits (a drive must begin where it is drawn, or give `initial`). Moving them "
               "does not help: %.3g %s would be missing at %s.",
               left >= 0 ? fabs(w->g[m->constraint[left].row + row]) : a->gap,
               left >= 0 && is_angle(rest, row) ? "rad" : "m", sn_item_called(s, rest->item));
  return SN_EMODEL;
}

static sn_status assemble(work *w, sn_state *x, const sn_assemble_options *o, sn_arena *arena, sn_assembly *out,
                          sn_error *error)
{
  sn_instant *m = w->m;
  int c, row;
  const double tolerance = o->tolerance > 0 ? o->tolerance : usual_tolerance;
  SN_ASSERT(x->q != m->q && m->s->extent > 0);
  sn_instant_read(m, x);
  memcpy(w->q0, m->q, (size_t)m->s->n_vector * sizeof(sn_v3));
  out->misfit = out->after = worst_row(w, 0, &c, &row);
  if (c >= 0) {
    const sn_block *b = sn_instant_block(m, m->constraint + c);
    out->gap = fabs(w->g[m->constraint[c].row + row]);
    out->gap_item = b->item;
    out->gap_rows = b->row_text;
    out->gap_angle = is_angle(b, row);
    if (!isfinite(w->g[m->constraint[c].row + row])) {
      return sn_instant_not_a_number(m, b->item, "constraint", error);
    }
  }
  if (out->misfit <= assembled) {
    return SN_OK;
  }
  if (out->misfit > tolerance) {
    return too_far(w, o, out, c, tolerance, arena, error);
  }
  sn_status status = SN_OK;
  int n_held = 0;
  const int good = try_to_close(w, o->held, out->misfit, &n_held, error, &status);
  SN_TRY(status);
  if (!good) {
    return cannot_close(w, n_held > 0, arena, error);
  }
  SN_ASSERT(status == SN_OK && !m->held && m->soft_row != SN_CARRIES_NOTHING);
  out->moved = 1;
  out->iterations = w->iterations;
  out->after = misfit(w, 0);
  SN_TRY(tell(w, arena, out, error));
  sn_instant_store(m, x);
  return SN_OK;
}

sn_status sn_assemble(sn_instant *m, sn_state *x, const sn_assemble_options *o, sn_arena *arena, sn_assembly *out,
                      sn_error *error)
{
  work w;
  *out = (sn_assembly){.gap_item = -1};
  sn_arena *scratch = sn_arena_child(arena);
  sn_status status = scratch ? make_work(m, scratch, &w, error) : sn_no_memory(error, "the assembly");
  status = status == SN_OK ? assemble(&w, x, o, arena, out, error) : status;
  sn_arena_free(scratch);
  return status;
}
