/* run/run.c -- the time loop.
 * What:    walks a nominal grid of times; a step that fails is halved and the step size grows back, but every nominal
 *          time is met exactly, so that stored rows never depend on halvings. Sums the ledger, watches the constraints,
 *          and, when it must end, says where, why and what to try. What ends it early is in stop.c, snapshots in
 *          snapshot.c.
 * Theory:  inside a nominal interval of length H the step is H/2^level and the place is counted in whole steps of that
 *          size (run/grid.h), so no time is ever accumulated. The step handed to the scheme is the difference of two such
 *          times, which is exact in floating point (Sterbenz), hence t + h is the next time to the last bit.
 *          With a tolerance, a step whose estimated error is above it is undone and halved too (run/control.h).
 * Tests:   tests/run/test_run.c, tests/run/test_grid.c, tests/run/test_checkpoint.c.
 */
#include "run/run.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "run/run_private.h"
#include "run/size.h"
#include "system/guard.h"
#include "system/sampler.h"

enum { LOG_LINES = 200 }; /* halvings written to the log; the rest is counted only */
/* a row that was redundant and no longer is stays open: the next check finds it */
static const double most_open = 1e-10;
static const double progress_interval = 0.2; /* s */

static sn_status check_options(const sn_run_options *o, sn_error *error)
{
  if (!o->scheme) {
    return sn_fail(error, SN_EINPUT, "", "No scheme was given.", "", "Choose one, e.g. scheme = \"ed\".");
  }
  if (!(o->duration >= 0) || !isfinite(o->duration)) {
    sn_failf(error, SN_EINPUT, "The duration is %g s.", o->duration);
    sn_error_fix(error, "Give run { duration = ... } a number of seconds that is not negative.");
    return SN_EINPUT;
  }
  if (o->store < 0 || !isfinite(o->store)) {
    sn_failf(error, SN_EINPUT, "The time between stored rows is %g s.", o->store);
    sn_error_fix(error, "Give run { store = ... } a positive number of seconds, or 0 for every step.");
    return SN_EINPUT;
  }
  return SN_OK;
}

void sn_loop_log(sn_loop *l, const char *text)
{
  if (!l->sink->log || l->m.log_lines > LOG_LINES) {
    return;
  }
  l->m.log_lines++;
  l->sink->log(l->sink->data, *l->state->t, l->m.log_lines > LOG_LINES ? "further messages are counted only" : text);
}

sn_status sn_loop_observe(sn_loop *l, sn_error *error)
{
  if (!l->observed) {
    SN_TRY(sn_instant_observe(l->instant, l->state, &l->out->total, &l->now, error));
    l->observed = 1;
  }
  return SN_OK;
}

/* Hands the current state to the sink as a stored row. */
static sn_status store_row(sn_loop *l, sn_error *error)
{
  l->m.stored_t = *l->state->t;
  l->m.crossed = 0;
  SN_TRY(sn_loop_observe(l, error));
  return l->sink->row(l->sink->data, &l->now, &l->out->total, error);
}

/* Is the nominal time stored? Yes when the next multiple of `store` has been reached, and at the end. */
int sn_loop_is_stored(const sn_loop *l, double t)
{
  return l->options->store == 0 || t >= l->m.next_store - 1e-6 * sn_grid_interval(&l->m.grid);
}

static sn_status at_nominal_time(sn_loop *l, sn_error *error)
{
  const double store = l->options->store, t = *l->state->t;
  const double slack = 1e-6 * sn_grid_interval(&l->m.grid);
  if (!sn_loop_is_stored(l, t) && !sn_grid_done(&l->m.grid)) {
    return SN_OK;
  }
  if (store > 0) {
    l->m.next_store = store * (floor((t + slack) / store) + 1);
  }
  return store_row(l, error);
}

#ifdef SN_DEBUG
/* Checks that the ledger of the step agrees with the energies: E_f - E_i = work - dissipation - numerical + defect. */
static void check_ledger(const sn_loop *l, const sn_ledger *before, const sn_ledger *step)
{
  const double gain =
      (step->kinetic - before->kinetic) + (step->strain - before->strain) + (step->potential - before->potential);
  const double work = step->work_loads + step->work_drives + step->work_base + step->work_control;
  const double size = step->kinetic + fabs(step->strain) + fabs(step->potential) + before->kinetic +
                      fabs(before->strain) + fabs(before->potential) + fabs(step->work_loads) +
                      fabs(step->work_drives) + fabs(step->work_base) + fabs(step->work_control) + step->dissipation +
                      step->numerical;
  SN_ASSERT(!l->scheme->has_identity ||
            fabs(gain - work + step->dissipation + step->numerical - step->defect) <= 1e-9 * size + DBL_MIN);
}
#else
#define check_ledger(l, before, step) ((void)0)
#endif

static void add_up(sn_loop *l)
{
  sn_ledger *total = &l->out->total;
  const sn_ledger *step = &l->report.ledger;
  check_ledger(l, total, step);
  sn_ledger_add(total, step);
  *l->state->scale = fmax(*l->state->scale, sn_ledger_scale(total));
  l->out->scale = *l->state->scale;
  l->m.largest_defect = fmax(l->m.largest_defect, fabs(step->defect));
  l->out->still = !(l->out->scale > l->m.rest);
  l->out->energy_identity_error = l->out->still ? 0 : l->m.largest_defect / l->out->scale;
}

/* Redundant rows are either satisfied because the others are, or they contradict them; then nothing can close them. */
static int is_open(const sn_loop *l, double constraint_error)
{
  if (!(constraint_error > most_open)) {
    return 0;
  }
  for (int i = 0; i < l->system->n_stress; i++) {
    if (l->dependent[i] & SN_ROW_DEPENDENT) {
      return 1;
    }
  }
  return constraint_error > 2 * l->out->constraint_error;
}

/* A rotation by more than half a turn cannot be distinguished from a smaller one, or from one in the other direction; smaller steps can. */
static sn_status turns_too_far(const sn_loop *l, double h, sn_error *error)
{
  int item = -1;
  const double turn = sn_loop_turn(l, h, &item);
  if (!(turn > SN_TURN_CUT)) {
    return SN_OK;
  }
  return sn_failf(error, SN_ENOCONV, "The step turns %.100s by %.3g rad, more than the limit of %.2g rad.",
                  item >= 0 && item < l->system->n_item ? l->system->item_name[item] : "a part", turn, SN_TURN_CUT);
}

static sn_status step(sn_loop *l, double h, sn_error *error)
{
  for (int i = 0; i < l->system->n_stress; i++) { /* undetermined components start from zero, and cannot drift */
    l->state->stress[i] = (l->dependent[i] & SN_ROW_DEPENDENT) ? 0 : l->state->stress[i];
  }
  l->report = (sn_step_report){0};
  const sn_status status = l->scheme->step(l->stepper, l->state, h, &l->report, error);
  l->out->iterations += l->report.iterations;
  l->out->factorisations += l->report.factorisations;
  return status;
}

/* Tries one step of the current size. On failure the state is unchanged. */
static sn_status try_step(sn_loop *l, double h, double *constraint_error, sn_error *error)
{
  int item;
  l->out->opened = 0;
  l->observed = 0; /* the scheme may use the same motion */
  SN_TRY(sn_loop_move_windows(l, h, error));
  SN_TRY(sn_loop_list_near(l, h, error));
  sn_state_copy(l->state, &l->backup);
  sn_status status = step(l, h, error);
  while (status == SN_OK && sn_loop_left_windows(l, h)) {
    SN_TRY(sn_loop_widen_windows(l, error));
    status = step(l, h, error);
  }
  if (status == SN_OK) {
    *constraint_error = sn_constraint_error(l->system, l->state);
    if (!sn_ledger_finite(&l->report.ledger) || !isfinite(*constraint_error)) {
      const double t_new = *l->backup.t + h;
      (void)sn_find_bad_law(l->system, &(sn_configuration){l->state->q, l->state->v, l->state->internal, t_new},
                            &l->report.bad);
      sn_bad_at_start(l->system, &l->backup, &l->report.bad);
      status = sn_fail(error, SN_ENOCONV, "", "The step gave numbers that are not finite.", "", "");
    } else if (is_open(l, *constraint_error)) {
      l->out->opened = 1;
      if (h > l->out->opened_in) { /* the largest step gives the most information */
        l->out->opened_by = *constraint_error;
        l->out->opened_in = h;
      }
      status = sn_fail(error, SN_ENOCONV, "", "The step opened a joint.", "", "");
    } else if ((item = sn_loop_misses(l, h)) >= 0 || (item = sn_loop_passes_through(l, h)) >= 0) {
      l->report.bad = (sn_bad_law){.kind = SN_BAD_PASSED, .item = item, .t = *l->backup.t};
      status = sn_fail(error, SN_ENOCONV, "", "The step went through an obstacle.", "", "");
    } else if (sn_find_folded(l->system, l->backup.q, l->state->q, *l->backup.t + h, &l->report.bad)) {
      status = sn_fail(error, SN_ENOCONV, "", "The step folded an element.", "", "");
    } else {
      status = turns_too_far(l, h, error);
    }
  }
  if (status != SN_OK) {
    sn_state_copy(&l->backup, l->state);
  }
  return status;
}

/* Is the step accurate enough? 0: it is undone, and a smaller one follows. */
static int is_accurate(sn_loop *l, double h, double t_new)
{
  char line[160];
  if (!(l->control.tolerance > 0)) {
    return 1;
  }
  l->estimate = sn_control_estimate(&l->control, l->state, t_new);
  const sn_verdict verdict = l->verdict = sn_control_judge(&l->control, &l->estimate);
  if (verdict == SN_GOOD_ENOUGH) {
    return 1;
  }
  if (verdict == SN_TOO_COARSE && sn_grid_halve(&l->m.grid)) {
    sn_control_reject(&l->control, &l->estimate);
    sn_size_refuse(&l->m);
    l->out->error_rejections++;
    l->m.error_halvings++;
    sn_state_copy(&l->backup, l->state);
    return 0;
  }
  sn_run_warn(l->out, SN_WARN_INACCURATE, -1, t_new, l->estimate.error);
  (void)snprintf(line, sizeof line, "a step of %.3g s has an estimated error of %.2g, above the tolerance; %s", h,
                 l->estimate.error,
                 verdict == SN_NO_USE ? "smaller ones do not help (a jump?)" : "min_step allows no smaller one");
  sn_loop_log(l, line);
  return 1;
}

/* Runs the controllers that are due; observations after this see their new outputs. */
static sn_status sample(sn_loop *l, sn_error *error)
{
  const double slack = 1e-6 * sn_grid_interval(&l->m.grid);
  if (!(sn_next_sample(l->system, l->state->internal) <= *l->state->t + slack)) {
    return SN_OK;
  }
  SN_TRY(sn_loop_observe(l, error));
  l->observed = 0;
  SN_TRY(sn_take_samples(&l->now, slack, l->state->internal, error));
  sn_loop_watch_swings(l);
  return SN_OK;
}

static sn_status accept(sn_loop *l, double h, double t_new, double constraint_error, sn_error *error)
{
  sn_run_summary *out = l->out;
  *l->state->t = t_new;
  sn_loop_accept_near(l);
  add_up(l);
  out->t_end = t_new;
  out->steps++;
  out->opened_by = out->opened_in = 0;
  out->roundoff_steps += l->report.at_roundoff;
  out->constraint_error = fmax(out->constraint_error, constraint_error);
  out->smallest_step = out->smallest_step > 0 ? fmin(out->smallest_step, h) : h;
  const sn_step_record record = {
      t_new, h, &l->report, l->m.halvings, constraint_error, l->m.error_halvings, l->estimate.error, out};
  if (l->control.tolerance > 0) {
    sn_control_accept(&l->control, &l->estimate, l->state, t_new, l->verdict == SN_NO_USE);
    out->largest_error = fmax(out->largest_error, l->estimate.error);
  }
  sn_loop_notice(l, h);
  if (l->sink->step) {
    SN_TRY(l->sink->step(l->sink->data, &record, error));
  }
  l->m.halvings = l->m.error_halvings = 0;
  l->m.crossed |= sn_grid_passes(&l->m.grid);
  if (sn_grid_advance(&l->m.grid)) {
    SN_TRY(sample(l, error));
    SN_TRY(at_nominal_time(l, error));
  }
  sn_loop_tell_warnings(l);
  sn_size_accept(&l->m, l->control.tolerance > 0);
  return SN_OK;
}

/* Halves the step after a failure, or jumps over a position at which it cannot end. SN_OK: there is a step to try. */
static sn_status reject(sn_loop *l, sn_status status, double h, double t_new, sn_error *error)
{
  char line[160];
  l->out->rejections++;
  l->m.halvings++;
  sn_trouble_add(&l->m.trouble, status, h, &l->report, sn_grid_level(&l->m.grid) == 0);
  sn_size_refuse(&l->m);
  SN_TRY(sn_loop_find_dependent(l, error)); /* other rows may be redundant by now */
  if (sn_loop_goes_over(l, status, t_new)) {
    return SN_OK;
  }
  /* a law without a value at the start of the step: no smaller step helps */
  const int hopeless = l->report.bad.kind != SN_NOT_BAD && l->report.bad.at_start;
  if (!hopeless && sn_grid_halve(&l->m.grid)) {
    (void)snprintf(line, sizeof line, "a step of %.3g s failed (%s); halved", h,
                   sn_is_folded(l->report.bad.kind) ? "an element folded" : sn_trouble_word(status));
    sn_loop_log(l, line);
    return SN_OK;
  }
  sn_bad_law *bad = &l->m.trouble.last.bad;
  if (bad->kind == SN_NOT_BAD) {
    (void)sn_find_deep_gap(l->system, &(sn_configuration){l->state->q, l->state->v, l->state->internal, *l->state->t},
                           bad);
  }
  sn_trouble_report(&l->m.trouble, l->system, *l->state->t, error);
  sn_blame_samples(l->system, l->state->internal, error);
  return status;
}

static void tell_progress(sn_loop *l)
{
  const double now = sn_wall_seconds();
  l->out->wall_seconds = l->wall_before + now - l->began;
  if (l->sink->progress && now - l->last_progress >= progress_interval) {
    l->last_progress = now;
    l->sink->progress(l->sink->data, *l->state->t, l->options->duration, l->out->steps);
  }
}

static sn_status walk(sn_loop *l, sn_error *error)
{
  while (!sn_grid_done(&l->m.grid) && !l->out->stopped) {
    SN_TRY(sn_loop_interrupted(l, error));
    const double t_new = sn_loop_next_time(l), h = t_new - *l->state->t;
    double constraint_error = 0;
    const sn_status status = try_step(l, h, &constraint_error, error);
    if (status == SN_OK && (!is_accurate(l, h, t_new) || !sn_loop_can_be_seen(l, t_new))) {
      continue;
    }
    if (status == SN_OK) {
      SN_TRY(accept(l, h, t_new, constraint_error, error));
      SN_TRY(sn_loop_watch(l, error));
      SN_TRY(sn_loop_keep_if_due(l, error));
    } else if (status == SN_ENOCONV || status == SN_ESINGULAR) {
      SN_TRY(reject(l, status, h, t_new, error));
    } else {
      return status;
    }
    tell_progress(l);
  }
  return SN_OK;
}

/* Stores the first row of a new run. */
static sn_status begin(sn_loop *l, sn_error *error)
{
  sn_ledger *total = &l->out->total;
  sn_energies(l->system, l->state, &total->kinetic, &total->strain, &total->potential);
  *l->state->scale = fmax(*l->state->scale, total->kinetic + total->strain);
  l->out->scale = *l->state->scale;
  l->m.rest = sn_rest_energy(l->system) + sn_roundoff_energy(l->system, l->state->q);
  l->out->still = !(l->out->scale > l->m.rest);
  l->out->constraint_error = sn_constraint_error(l->system, l->state);
  l->m.next_store = l->options->store > 0 ? *l->state->t + l->options->store : 0;
  if (sn_find_folded(l->system, NULL, l->state->q, *l->state->t, &l->report.bad)) {
    return sn_bad_law_error(l->system, &l->report.bad, SN_EMODEL, error);
  }
  sn_run_notice_strains(l->out, l->system, l->state->q, *l->state->t);
  sn_control_begin(&l->control, l->state);
  SN_TRY(sample(l, error));
  SN_TRY(store_row(l, error));
  SN_TRY(sn_loop_keep(l, SN_OUTCOME_RUNNING, error));
  return sn_loop_watch(l, error);
}

/* Stores the last nominal state, whatever ended the loop; that of a condition always. An error of the sink here takes precedence over
   other errors. */
static sn_status go(sn_loop *l, sn_error *error)
{
  if (!l->options->from) {
    SN_TRY(begin(l, error));
  }
  l->first_steps = l->out->steps;
  const sn_status status = walk(l, error);
  if (status == SN_OK) {
    l->out->completed = 1;
    if (l->m.stored_t < *l->state->t) {
      SN_TRY(store_row(l, error));
    }
    return sn_loop_keep(l, l->out->stopped ? SN_OUTCOME_STOPPED : SN_OUTCOME_COMPLETE, error);
  }
  if (status == SN_ENOCONV || status == SN_ESINGULAR || status == SN_ESTOP) {
    SN_TRY(sn_loop_keep(l, status == SN_ESTOP ? SN_OUTCOME_INTERRUPTED : SN_OUTCOME_FAILED, error));
    sn_error unseen = {0}; /* where a run fails there may be nothing to see: its own error says more */
    if (sn_grid_at_nominal(&l->m.grid) && l->m.stored_t < *l->state->t && sn_loop_observe(l, &unseen) == SN_OK) {
      SN_TRY(store_row(l, error));
    }
  }
  return status;
}

/* Allocates everything. */
static sn_status prepare(sn_loop *l, sn_arena *arena, sn_error *error)
{
  SN_TRY(sn_loop_new_windows(l, arena, error));
  const sn_system *s = l->system;
  l->dependent = SN_NEW(arena, unsigned char, s->n_stress);
  SN_TRY(sn_state_for(s, l->state->n_scheme, arena, &l->backup, error));
  if (!l->own_instant) {
    l->instant = l->options->step.instant;
    if (l->instant) {
      sn_instant_renew(l->instant);
    } else {
      SN_TRY(sn_instant_new(s, arena, &l->own_instant, error));
      l->instant = l->own_instant;
    }
  }
  l->row = SN_NEW(arena, unsigned char, sn_instant_rows(l->instant));
  if (!l->dependent || !l->row) {
    return sn_no_memory(error, "the run");
  }
  SN_TRY(sn_loop_new_swings(l, arena, error));
  SN_TRY(sn_loop_new_timed(l, arena, error));
  SN_TRY(sn_loop_new_gaps(l, arena, error));
  SN_TRY(sn_loop_new_near(l, arena, error));
  sn_hold_samples(s, l->state->internal);
  SN_TRY(sn_control_new(s, l->options, &l->m.control, arena, &l->control, error));
  l->step = l->options->step;
  l->step.dependent = l->dependent;
  l->step.instant = l->instant;
  if (l->options->from) {
    SN_TRY(sn_loop_take_up(l, l->options->from, error));
    return sn_loop_take_windows(l, error);
  }
  sn_size_begin(&l->m);
  l->m.duration = l->options->duration;
  SN_TRY(sn_grid_start(&l->m.grid, l->options, *l->state->t, error));
  return sn_loop_find_dependent(l, error);
}

/* Was the cause a law without a value, in the last trial or in the last accepted state? */
static int has_no_value(const sn_loop *l)
{
  sn_bad_law bad;
  const sn_configuration now = {l->state->q, l->state->v, l->state->internal, *l->state->t};
  return l->m.trouble.last.bad.kind != SN_NOT_BAD || sn_find_bad_law(l->system, &now, &bad);
}

sn_status sn_run(const sn_system *s, const sn_run_options *o, sn_arena *arena, sn_state *state, const sn_sink *sink,
                 sn_run_summary *out, sn_error *error)
{
  *out = (sn_run_summary){.t_end = *state->t};
  SN_TRY(check_options(o, error));
  sn_loop *l = SN_NEW(arena, sn_loop, 1);
  if (!l) {
    return sn_no_memory(error, "the run");
  }
  l->system = s;
  l->options = o;
  l->sink = sink;
  l->scheme = o->scheme;
  l->state = state;
  l->out = &l->m.out;
  l->out->t_end = *state->t;
  l->began = l->last_progress = l->last_keep = sn_wall_seconds();
  sn_status status = sn_state_room(s, sn_scheme_numbers(l->scheme, s), arena, state, error);
  status = status == SN_OK ? prepare(l, arena, error) : status;
  const int moves = o->duration > 0; /* otherwise one row: the data that a scheme would need is not made */
  if (status == SN_OK && moves) {
    status = sn_loop_begin_near(l, error);
  }
  if (status == SN_OK) {
    l->out->order = l->scheme->order;
    l->out->unknowns = moves ? l->scheme->unknowns(l->stepper) : sn_instant_unknowns(l->instant);
    if (sink->begin) {
      sink->begin(sink->data, l->out->unknowns);
    }
    status = go(l, error);
    sn_loop_end_near(l);
  }
  sn_instant_free(l->own_instant);
  l->out->completed = status == SN_OK;
  l->out->no_value = (status == SN_ESINGULAR || status == SN_ENOCONV) && has_no_value(l);
  l->out->wall_seconds = l->wall_before + sn_wall_seconds() - l->began;
  *out = l->m.out;
  return status;
}
