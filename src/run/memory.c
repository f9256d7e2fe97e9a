/* run/memory.c -- taking up a run from a snapshot: checks, and the grid for another end time.
 * What:    see run/memory.h. A snapshot comes from a file: every number that becomes an index, a count or a size of a step
 *          is checked.
 * Limits:  with another end time the nominal interval at hand is the same one unless the old or the new end cuts it.
 * Tests:   tests/run/test_checkpoint.c.
 */
#include "run/memory.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static sn_status does_not_fit(sn_error *error, const char *why)
{
  return sn_fail(error, SN_EINPUT, "", "The checkpoint does not fit the model.", why,
                 "Run the model again from the start.");
}

static int finite(const double *x, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(x[i])) {
      return 0;
    }
  }
  return 1;
}

static int good_grid(const sn_grid *g)
{
  const double number[] = {g->begin, g->end, g->dt, g->t_a, g->t_b, g->min_step};
  return finite(number, sizeof number / sizeof *number) && g->dt > 0 && g->min_step > 0 && g->segment >= -1 &&
         g->level >= 0 && g->level <= 40 && g->place >= 0 && (g->done || g->place < 1LL << g->level) && g->index >= 0 &&
         g->index <= g->count && g->count < LLONG_MAX && (g->done == 0 || g->done == 1) &&
         (g->across == 0 || (g->across == 1 && !g->done && g->level > 0)) && (g->done || g->t_a < g->t_b);
}

static int good_row(const sn_step_row *r, const sn_system *s)
{
  const int balance = r->kind == SN_ROW_FORCE || r->kind == SN_ROW_MOMENT;
  const int constraint = r->kind == SN_ROW_GAP || r->kind == SN_ROW_ANGLE;
  return r->kind == SN_NO_ROW || (balance && r->block == -1 && r->node >= 0 && r->node < s->n_node) ||
         (constraint && r->block >= 0 && r->block < s->n_block);
}

static int good_trouble(const sn_trouble *x, const sn_system *s)
{
  int good = x->last.n_history >= 0 && x->last.n_history <= SN_HISTORY && x->status >= SN_OK && x->status <= SN_EBUG &&
             x->last.bad.kind >= SN_NOT_BAD && x->last.bad.kind <= SN_BAD_FRAME && x->last.bad.item >= -1 &&
             x->last.bad.item < (s->n_item > 0 ? s->n_item : 1) && x->last.switching >= 0 &&
             x->last.switching <= s->n_item;
  for (int i = 0; i < SN_WORST_ROWS; i++) {
    good = good && good_row(&x->last.row[i], s);
  }
  return good;
}

static int good_counts(const sn_run_memory *m)
{
  const sn_run_summary *o = &m->out;
  const double number[] = {o->t_end,
                           o->wall_seconds,
                           o->energy_identity_error,
                           o->constraint_error,
                           o->scale,
                           o->smallest_step,
                           o->largest_error,
                           m->largest_defect,
                           m->rest,
                           m->stored_t,
                           m->next_store,
                           m->duration,
                           m->blocked_t,
                           m->largest_stress};
  const long count[] = {o->steps,          o->iterations,       o->factorisations, o->rejections,
                        o->roundoff_steps, o->error_rejections, m->error_halvings, m->halvings,
                        m->good,           m->blocked,          m->crossed,        m->log_lines};
  int good = finite(number, sizeof number / sizeof *number) && m->wanted > 0 && m->wanted < 1 << 20;
  for (size_t i = 0; i < sizeof count / sizeof *count; i++) { /* they are incremented: room must be left */
    good = good && count[i] >= 0 && count[i] < (i < 6 ? LONG_MAX / 2 : INT_MAX / 2);
  }
  return good;
}

sn_status sn_memory_check(const sn_run_memory *m, const sn_system *s, const sn_run_options *o, int n_row,
                          size_t n_state, size_t n_past, sn_error *error)
{
  const sn_snapshot *from = o->from;
  if (from->n_memory != sizeof *m) {
    return does_not_fit(error, "It was written by another build of the program.");
  }
  if (from->n_state != n_state || from->n_scheme != sn_scheme_numbers(o->scheme, s) ||
      from->n_dependent != (size_t)s->n_stress || from->n_row != (size_t)n_row || from->n_past != n_past) {
    return does_not_fit(error,
                        "The model has other parts or joints than the run that wrote it: a data file of the model "
                        "may have changed.");
  }
  if (!finite(from->state, from->n_state) || !finite(from->past, n_past) || !sn_control_memory_good(&m->control) ||
      !good_grid(&m->grid) || !good_trouble(&m->trouble, s) || !good_counts(m) ||
      !sn_run_notes_good(m->out.noticed, s) || m->out.stopped < 0 || m->out.stopped > s->n_stop) {
    return does_not_fit(error, "It contains impossible numbers.");
  }
  return SN_OK;
}

sn_status sn_memory_regrid(sn_run_memory *m, const sn_run_options *o, double t, sn_error *error)
{
  const sn_grid old = m->grid;
  if (m->duration == o->duration) {
    if (old.segment >= o->n_schedule) {
      return does_not_fit(error, "Its schedule has more entries.");
    }
    m->grid.options = o;
    return SN_OK;
  }
  SN_TRY(sn_grid_start(&m->grid, o, t, error));
  m->duration = o->duration;
  m->grid.level = old.level;
  if (!m->grid.done && !old.done && old.segment == m->grid.segment && old.t_b == m->grid.t_b) {
    m->grid.t_a = old.t_a;
    m->grid.place = old.place;
  }
  return SN_OK;
}

sn_run_summary sn_snapshot_summary(const sn_snapshot *x)
{
  sn_run_memory m = {0};
  if (x->n_memory == sizeof m) {
    memcpy(&m, x->memory, sizeof m);
  }
  return m.out;
}
